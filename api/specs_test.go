package api_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/api"
)

// TestSpecBundles: one archive for each specification, one of this server, one of all;
// each is readable, the same each time, and HEAD tells its length (AIP-1 §9.2).
func TestSpecBundles(t *testing.T) {
	w := newWorld(t)
	cfg := config(w)
	cfg.Specs = []api.SpecFile{{Path: "AIP-2/README.md", Body: []byte("two")}, {Path: "AIP-2/types.json", Body: []byte("{}")},
		{Path: "AIP-1.md", Body: []byte("one")}, {Path: "specs/x", Body: []byte("x")}, {Path: "oabpd/openapi.json.txt", Body: []byte("not ours")}}
	b := serve(t, w, api.Table(w.engine, cfg))
	own := []string{"oabpd/conformance.md", "oabpd/openapi.json"}
	for path, want := range map[string][]string{
		"/specs/AIP-1.zip": {"AIP-1.md"}, "/specs/AIP-2.zip": {"AIP-2/README.md", "AIP-2/types.json"}, "/specs/oabpd.zip": own,
		"/specs.zip": {"AIP-1.md", "AIP-2/README.md", "AIP-2/types.json", "oabpd/conformance.md", "oabpd/openapi.json", "oabpd/openapi.json.txt", "specs/x"},
	} {
		a := b.send("GET", path, "", nil)
		if a.status != 200 || a.header.Get("Content-Type") != "application/zip" {
			t.Errorf("%s: %d %v", path, a.status, a.header)
			continue
		}
		z, err := zip.NewReader(bytes.NewReader(a.body), int64(len(a.body)))
		b.must(err)
		var names []string
		for _, f := range z.File {
			names = append(names, f.Name)
			r, err := f.Open()
			b.must(err)
			body, err := io.ReadAll(r)
			b.must(err)
			if f.Name == "oabpd/openapi.json" && !bytes.Equal(body, b.send("GET", "/openapi.json", "", nil).body) {
				t.Error("the document in the bundle is not the one that is served")
			}
			if f.Name == "oabpd/conformance.md" && (!strings.Contains(string(body), "AIP-1") || !strings.Contains(string(body), "`/missions`")) {
				t.Errorf("%s", body)
			}
		}
		if !slices.Equal(names, want) {
			t.Errorf("%s: %v, want %v", path, names, want)
		}
		head := b.send("HEAD", path, "", nil)
		if head.status != 200 || head.header.Get("Content-Length") != fmt.Sprint(len(a.body)) || len(head.body) != 0 {
			t.Errorf("%s: %d %v", path, head.status, head.header)
		}
	}
	again := serve(t, w, api.Table(w.engine, cfg)).send("GET", "/specs.zip", "", nil)
	if !bytes.Equal(again.body, b.send("GET", "/specs.zip", "", nil).body) {
		t.Error("equal files, another archive")
	}
	if a := b.send("GET", "/specs/AIP-9.zip", "", nil); a.status != 404 || !strings.Contains(a.text("message"), "/specs/AIP-1.zip") {
		t.Errorf("%d %s", a.status, a.body)
	}
}
