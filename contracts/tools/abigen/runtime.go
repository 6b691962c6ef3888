package main

import (
	"bytes"
	"fmt"
	"go/format"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// wordSize is how long the place of an immutable is.
const wordSize = 32

// runtimeFile is a Go file with the deployed code and where its immutables
// are. The compiler numbers declarations anew for every set of sources, so the
// numbers are replaced by names.
func runtimeFile(pkg, typ string, a *artifact, artifacts string) ([]byte, error) {
	names, err := immutableNames(artifacts, a)
	if err != nil {
		return nil, err
	}
	at := map[string][]int{}
	for id, places := range a.DeployedBytecode.ImmutableReferences {
		n, err := strconv.Atoi(id)
		if err != nil {
			return nil, fmt.Errorf("declaration %q is no number", id)
		}
		name, ok := names[n]
		if !ok {
			return nil, fmt.Errorf("no source declares immutable %d; compile with --ast", n)
		}
		for _, p := range places {
			if p.Length != wordSize {
				return nil, fmt.Errorf("immutable %s has a place of %d bytes", name, p.Length)
			}
			at[name] = append(at[name], p.Start)
		}
		slices.Sort(at[name])
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated from contracts/src/%s.sol - DO NOT EDIT.\n\npackage %s\n\n", typ, pkg)
	fmt.Fprintf(&b, "// RuntimeCode is the code of a deployed %s in hex, with zeros where its immutables are.\n", typ)
	fmt.Fprintf(&b, "const RuntimeCode = %q\n\n", a.DeployedBytecode.Object)
	b.WriteString("// Immutables are where in RuntimeCode each immutable is, by declaring contract and name: offsets in bytes, of 32-byte words.\n")
	b.WriteString("var Immutables = map[string][]int{\n")
	for _, name := range slices.Sorted(maps.Keys(at)) {
		fmt.Fprintf(&b, "%q: {%s},\n", name, strings.Trim(strings.Join(strings.Fields(fmt.Sprint(at[name])), ", "), "[]"))
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}

// immutableNames are the immutables that any source of the compilation
// declares, by the compiler's number.
func immutableNames(artifacts string, a *artifact) (map[int]string, error) {
	names := map[int]string{}
	if len(a.DeployedBytecode.ImmutableReferences) == 0 {
		return names, nil
	}
	paths, err := filepath.Glob(filepath.Join(artifacts, "*.sol", "*.json"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		other, err := read(path)
		if err != nil {
			return nil, err
		}
		collect(other.AST, "", names)
	}
	return names, nil
}

// collect walks a syntax tree.
func collect(node any, contract string, names map[int]string) {
	switch n := node.(type) {
	case []any:
		for _, v := range n {
			collect(v, contract, names)
		}
	case map[string]any:
		name, _ := n["name"].(string)
		switch n["nodeType"] {
		case "ContractDefinition":
			contract = name
		case "VariableDeclaration":
			if id, ok := n["id"].(float64); ok && n["mutability"] == "immutable" {
				names[int(id)] = contract + "." + name
			}
		}
		for _, v := range n {
			collect(v, contract, names)
		}
	}
}
