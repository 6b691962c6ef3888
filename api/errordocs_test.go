package api_test

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

const errorDocs = "../docs/errors"

// TestDocumentOfErrorsIsCurrent: docs/errors has a page for every code and no
// other, each as the server serves it.
func TestDocumentOfErrorsIsCurrent(t *testing.T) {
	table := api.Table(nil, api.Config{PublicURL: origin})
	want := map[string]string{"README.md": table.ErrorIndex(func(c settle.Code) string { return string(c) + ".md" })}
	for _, c := range op.Codes() {
		want[string(c)+".md"] = table.ErrorPage(c)
	}
	have, err := filepath.Glob(errorDocs + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range have {
		if _, ok := want[filepath.Base(path)]; ok {
			continue
		}
		if *update {
			_ = os.Remove(path)
		} else {
			t.Errorf("%s is the page of no code", path)
		}
	}
	for name, page := range want {
		path := filepath.Join(errorDocs, name)
		if *update {
			if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != page {
			t.Errorf("%s is not current; run go test ./api -run TestDocument -update (%v)", path, err)
		}
	}
}

// TestEveryCodeIsExplained: each code has a meaning and a next action, in whole
// sentences, and no explanation is of a code that does not exist.
func TestEveryCodeIsExplained(t *testing.T) {
	for _, c := range op.Codes() {
		e, ok := op.Explain(c)
		if !ok || len(e.Meaning) < 15 || len(e.Next) < 10 || !strings.HasSuffix(e.Meaning, ".") || !strings.HasSuffix(e.Next, ".") {
			t.Errorf("%s: %q %q", c, e.Meaning, e.Next)
		}
	}
	if _, ok := op.Explain("no_such_code"); ok {
		t.Error("a code that does not exist is explained")
	}
}

// codeForm is the form of a code; one name is AIP-1's.
var codeForm = regexp.MustCompile(`^([a-z][a-z0-9_]{2,63}|ANONYMOUS_SUBMISSION_REJECTED)$`)

// TestEveryCodeThatIsRaisedIsDocumented reads the whole module: every constant
// of type settle.Code, and every text that stands where a Code is wanted (the
// first argument of Errorf, a member Code of a settle.Error, an element of an
// Errors list), must have a page.
func TestEveryCodeThatIsRaisedIsDocumented(t *testing.T) {
	found := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "bindings" || strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(gotoken.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, code := range raised(file) {
			found[code] = path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 80 {
		t.Fatalf("only %d codes found: the search is broken", len(found))
	}
	for code, path := range found {
		if _, ok := op.Explain(settle.Code(code)); !ok {
			t.Errorf("%s: the code %s has no page (give it a status in api/op/status.go and an explanation)", path, code)
		}
	}
	for _, c := range op.Codes() {
		if _, ok := found[string(c)]; !ok {
			t.Errorf("%s is documented and nothing can raise it", c)
		}
	}
}

// raised are the codes that a file names.
func raised(file *ast.File) (codes []string) {
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == gotoken.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && codeForm.MatchString(s) && !slices.Contains(codes, s) {
				codes = append(codes, s)
			}
		}
	}
	isCode := func(e ast.Expr) bool {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name == "Code" && file.Name.Name == "settle"
		case *ast.SelectorExpr:
			pkg, ok := x.X.(*ast.Ident)
			return ok && pkg.Name == "settle" && x.Sel.Name == "Code"
		}
		return false
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if isCode(n.Type) {
				for _, v := range n.Values {
					add(v)
				}
			}
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Errorf" && len(n.Args) > 0 {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "settle" {
					add(n.Args[0])
				}
			}
			if x, ok := n.Fun.(*ast.Ident); ok && x.Name == "Errorf" && len(n.Args) > 0 {
				add(n.Args[0])
			}
		case *ast.CompositeLit:
			if list, ok := n.Type.(*ast.ArrayType); ok && isCode(list.Elt) {
				for _, e := range n.Elts {
					add(e)
				}
			}
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if k, ok := kv.Key.(*ast.Ident); ok && k.Name == "Code" && isErrorType(n.Type) {
						add(kv.Value)
					}
				}
			}
		}
		return true
	})
	return codes
}

func isErrorType(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name == "Error"
	case *ast.SelectorExpr:
		return x.Sel.Name == "Error"
	}
	return false
}

// TestRaisedFinds shows that the search sees a code in each of its places.
func TestRaisedFinds(t *testing.T) {
	file, err := parser.ParseFile(gotoken.NewFileSet(), "x.go", `package x
const CodeA settle.Code = "code_a"
var l = []settle.Code{"code_b"}
func f() error {
	g(settle.Errorf("code_c", "message"))
	fmt.Errorf("not_a_code")
	return &settle.Error{Code: "code_d", Message: "not_one_either"}
}`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := raised(file); !slices.Equal(got, []string{"code_a", "code_b", "code_c", "code_d"}) {
		t.Error(got)
	}
}
