package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// moneyed are the packages that carry money: all of settle, the surfaces, and
// what reads amounts off the chain. Nothing in them may be a float, a complex
// number or a decimal constant that becomes one, nor may JSON be read into
// values whose numbers become floats.
var moneyed = regexp.MustCompile(`^` + module + `/(settle(/.*)?|api(/.*)?|indexer(/decode|/canon)?)$`)

// floatsAllowed are the functions (or types, or constants) of moneyed packages
// in which a float is right, each with its reason. One that is not needed any
// more fails the test.
var floatsAllowed = map[string]string{
	"settle/evidence.Near.Within":         "metres on a sphere",
	"settle/evidence.distance":            "metres on a sphere",
	"settle/evidence.scaled":              "degrees of latitude and longitude",
	"settle/seal/canon.exact":             "RFC 8785 writes numbers as ECMAScript does; it only asks whether one is finite",
	"settle/postgres.seconds":             "seconds of a time span",
	"settle/postgres.Store.Doubt":         "seconds of a time span",
	"settle/postgres.Store.SetDoubt":      "seconds of a time span",
	"settle/postgres.Store.BeginRequest":  "seconds of a time span",
	"settle/postgres.Store.SweepRequests": "seconds of a time span",
	"settle/postgres.Store.Acquire":       "seconds of a time span",
	"settle/postgres.Store.Renew":         "seconds of a time span",
	"api.table.manifest":                  "seconds of a time span",
	"api/op.Limiter.use":                  "tokens of a rate limit",
	"api/op.Decision.header":              "seconds of a time span",
	"api/op.checker.number":               "JSON schema writes bounds as floats; they are compared as the decimals that they were written as",
	"api/op.exactly":                      "JSON schema writes bounds as floats",
	"api/op.plain":                        "JSON schema writes bounds as floats",
	"api/op.shape.tag":                    "JSON schema writes bounds as floats",
	"api/op.ParseObject":                  "reads what is no JSON, for the words of the error",
	"api/op.decode":                       "typed inputs, by the table",
	"api/mcp.accepts":                     "the quality of a media type",
	"api/mcp.namesEventStream":            "the quality of a media type",
	"indexer.Config":                      "jitter of waits",
	"indexer.Follower.backoff":            "jitter of waits",
}

// TestNoFloatTouchesMoney type-checks the moneyed packages and looks at the type
// of every expression in them (board.md "Never floats").
func TestNoFloatTouchesMoney(t *testing.T) {
	pkgs, exports := exported(t)
	used, looked := map[string]bool{}, 0
	for _, p := range pkgs {
		if !moneyed.MatchString(p.ImportPath) || len(p.GoFiles) == 0 {
			continue
		}
		looked++
		var files []*ast.File
		fset := token.NewFileSet()
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		found, err := floats(fset, p.ImportPath, files, exports)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			where := strings.TrimPrefix(p.ImportPath, module+"/") + "." + f.in
			if _, ok := floatsAllowed[where]; ok {
				used[where] = true
				continue
			}
			t.Errorf("%s: %s in %s: no float touches money; use money.Amount, integers or a decimal text", fset.Position(f.at), f.what, where)
		}
	}
	if looked < 15 {
		t.Fatalf("only %d packages looked at", looked)
	}
	for _, where := range slices.Sorted(maps.Keys(floatsAllowed)) {
		if !used[where] {
			t.Errorf("%s has no float any more: take it off the list", where)
		}
	}
}

// TestFloatsAreFound: each way in which a float could touch money turns the
// search red.
func TestFloatsAreFound(t *testing.T) {
	_, exports := exported(t)
	for name, src := range map[string]string{
		"a field":              `type X struct{ Amount float64 }`,
		"a field of a pointer": `type X struct{ Amount *float32 }`,
		"a map of them":        `var Rates map[string]float64`,
		"arithmetic":           `func Fee(cents int64) int64 { return int64(float64(cents) * 0.005) }`,
		"a constant":           `const half = 0.5`,
		"a constant that ends as an integer": `const ten = 100 * 0.1
func Ten() int { return ten }`,
		"a named type":      `type Dollars float64`,
		"parsing":           `import "strconv"; func P(s string) int64 { f, _ := strconv.ParseFloat(s, 64); return int64(f * 100) }`,
		"rounding":          `import "math"; func R(n int64) int64 { return int64(math.Round(1 / 2 * 3)) }`,
		"of a JSON number":  `import "encoding/json"; func N(n json.Number) int64 { f, _ := n.Float64(); return int64(f) }`,
		"JSON into any":     `import "encoding/json"; func D(b []byte) (v any) { _ = json.Unmarshal(b, &v); return v }`,
		"JSON into a map":   `import "encoding/json"; func D(b []byte) map[string]any { m := map[string]any{}; _ = json.Unmarshal(b, &m); return m }`,
		"big floats":        `import "math/big"; func B() *big.Float { return new(big.Float) }`,
		"a rational's":      `import "math/big"; func Q(r *big.Rat) bool { _, exact := r.Float64(); return exact }`,
		"an interface":      `func I(v any) int64 { switch x := v.(type) { case float64: return int64(x) }; return 0 }`,
		"a type argument":   `func G[T any](v T) T { return v }; var X = G[float64]`,
		"a complex number":  `func C() int { return int(real(1i)) }`,
		"a generic's bound": `func M[T ~int64 | ~float64](a T) T { return a }`,
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "x.go", "package x\n"+src, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		found, err := floats(fset, "x", []*ast.File{file}, exports)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(found) == 0 {
			t.Errorf("%s is not found", name)
		}
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", `package x
import ("encoding/json"; "strings"; "math/bits")
func Fee(cents uint64) uint64 { hi, lo := bits.Mul64(cents, 50); q, _ := bits.Div64(hi, lo, 10_000); return q }
func D(b []byte) (v struct{ Cents int64 }, n json.Number) { _ = json.Unmarshal(b, &v); d := json.NewDecoder(strings.NewReader("1")); d.UseNumber(); _ = d.Decode(&n); return }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := floats(fset, "x", []*ast.File{file}, exports); err != nil || len(found) != 0 {
		t.Errorf("integers are taken for floats: %+v, %v", found, err)
	}
}

type aFloat struct {
	at       token.Pos
	in, what string
}

// floats are the float expressions of a package, and reads of JSON whose
// numbers become floats.
func floats(fset *token.FileSet, path string, files []*ast.File, exports map[string]string) (out []aFloat, err error) {
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup)}
	if _, err := conf.Check(path, fset, files, info); err != nil {
		return nil, fmt.Errorf("checking %s: %w", path, err)
	}
	for _, f := range files {
		for _, d := range f.Decls {
			in := nameOf(d)
			ast.Inspect(d, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				if tv, ok := info.Types[e]; ok && isFloat(tv.Type, 0) {
					out = append(out, aFloat{e.Pos(), in, tv.Type.String()})
				} else if call, ok := e.(*ast.CallExpr); ok && looseJSON(info, call) {
					out = append(out, aFloat{e.Pos(), in, "JSON read into any"})
				}
				return true
			})
		}
	}
	return out, nil
}

// isFloat looks into what a type is made of, but not into named structs, which
// are looked at where they are declared.
func isFloat(t types.Type, depth int) bool {
	if depth > 6 {
		return false
	}
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		return u.Info()&(types.IsFloat|types.IsComplex) != 0
	case *types.Named:
		if o := u.Obj(); o.Pkg() != nil && o.Pkg().Path() == "math/big" && o.Name() == "Float" {
			return true
		}
		b, ok := u.Underlying().(*types.Basic)
		return ok && isFloat(b, depth+1)
	case *types.Pointer:
		return isFloat(u.Elem(), depth+1)
	case *types.Slice:
		return isFloat(u.Elem(), depth+1)
	case *types.Array:
		return isFloat(u.Elem(), depth+1)
	case *types.Chan:
		return isFloat(u.Elem(), depth+1)
	case *types.Map:
		return isFloat(u.Key(), depth+1) || isFloat(u.Elem(), depth+1)
	case *types.Tuple:
		for v := range u.Variables() {
			if isFloat(v.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// looseJSON: a call of json.Unmarshal into an any, or a map or slice of it.
// (Decoders are used with UseNumber, which has no such hole.)
func looseJSON(info *types.Info, call *ast.CallExpr) bool {
	s, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) != 2 {
		return false
	}
	f, ok := info.Uses[s.Sel].(*types.Func)
	if !ok || f.FullName() != "encoding/json.Unmarshal" {
		return false
	}
	p, ok := info.Types[call.Args[1]].Type.(*types.Pointer)
	return ok && holdsAny(p.Elem())
}

func holdsAny(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return u.Empty()
	case *types.Map:
		return holdsAny(u.Elem())
	case *types.Slice:
		return holdsAny(u.Elem())
	}
	return false
}

// nameOf is Type.Method, Func, or the first name that a declaration declares.
func nameOf(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		t := d.Recv.List[0].Type
		if p, ok := t.(*ast.StarExpr); ok {
			t = p.X
		}
		if x, ok := t.(*ast.IndexExpr); ok {
			t = x.X
		}
		if id, ok := t.(*ast.Ident); ok {
			return id.Name + "." + d.Name.Name
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				return s.Name.Name
			case *ast.ValueSpec:
				return s.Names[0].Name
			}
		}
	}
	return "?"
}

type source struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// exported lists the packages of the module and all that they need, with the
// files of their compiled declarations.
func exported(t *testing.T) (all []source, exports map[string]string) {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export", module+"/settle/...", module+"/api/...", module+"/indexer/...",
		"math", "math/big", "math/bits", "strconv", "strings", "encoding/json").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	exports = map[string]string{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var s source
		if err := dec.Decode(&s); err != nil {
			t.Fatal(err)
		}
		all, exports[s.ImportPath] = append(all, s), s.Export
	}
	return all, exports
}
