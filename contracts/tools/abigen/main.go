// Command abigen writes the Go binding of one compiled contract: what
// go-ethereum's abigen command writes, without the hundred modules that the
// command needs for reading key stores and compilers, and the code that the
// contract has once it is deployed.
//
// Usage: abigen ARTIFACT PACKAGE TYPE OUTPUT, where ARTIFACT is a JSON file of
// forge with abi, bytecode and deployedBytecode, beside those of the sources
// it inherits from, all with ast.
//
// # Guarantees
//
//   - The output depends on the artifact, the names in its sources and the
//     go-ethereum version of go.mod only, so regenerating without a change
//     gives no diff.
//   - OUTPUT is not touched when anything fails.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/accounts/abi/abigen"
)

type artifact struct {
	ABI              json.RawMessage `json:"abi"`
	Bytecode         code            `json:"bytecode"`
	DeployedBytecode code            `json:"deployedBytecode"`
	AST              any             `json:"ast"`
}

type code struct {
	Object         string         `json:"object"`
	LinkReferences map[string]any `json:"linkReferences"`
	// ImmutableReferences are by the id of the variable's declaration.
	ImmutableReferences map[string][]struct{ Start, Length int } `json:"immutableReferences"`
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: abigen ARTIFACT PACKAGE TYPE OUTPUT")
		os.Exit(2)
	}
	if err := generate(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "abigen:", err)
		os.Exit(1)
	}
}

func generate(path, pkg, typ, out string) error {
	a, err := read(path)
	if err != nil {
		return err
	}
	if len(a.Bytecode.LinkReferences) != 0 {
		return fmt.Errorf("artifact %s needs linked libraries", path)
	}
	binding, err := abigen.Bind([]string{typ}, []string{string(a.ABI)}, []string{a.Bytecode.Object}, nil, pkg, nil, nil)
	if err != nil {
		return fmt.Errorf("binding %s: %w", typ, err)
	}
	runtime, err := runtimeFile(pkg, typ, a, filepath.Dir(filepath.Dir(path)))
	if err != nil {
		return fmt.Errorf("writing the runtime code of %s: %w", typ, err)
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return fmt.Errorf("making output folder: %w", err)
	}
	if err := os.WriteFile(out, []byte(binding), 0o644); err != nil {
		return fmt.Errorf("writing binding: %w", err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(out), "runtime.go"), runtime, 0o644); err != nil {
		return fmt.Errorf("writing runtime code: %w", err)
	}
	return nil
}

func read(path string) (*artifact, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading artifact: %w", err)
	}
	var a artifact
	if err := json.Unmarshal(raw, &a); err != nil {
		return nil, fmt.Errorf("parsing artifact %s: %w", path, err)
	}
	return &a, nil
}
