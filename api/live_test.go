package api_test

import (
	"bytes"
	"flag"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/openapi"
	"github.com/oabp/oabpd/api/openapi/openapitest"
)

var update = flag.Bool("update", false, "write the golden files")

const golden = "openapi/openapi.json"

func document(t *testing.T) []byte {
	t.Helper()
	doc, err := openapi.Build(api.Table(nil, api.Config{PublicURL: origin}), api.Info("dev"))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestDocumentIsCurrent: the OpenAPI document in the repository is that of the
// table, and valid by another implementation.
func TestDocumentIsCurrent(t *testing.T) {
	doc := document(t)
	if _, err := openapitest.New(doc); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(golden, doc, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, doc) {
		t.Fatalf("%s is not the table's document; look at the difference and run go test ./api -run TestDocument -update", golden)
	}
}

var checker = sync.OnceValues(func() (*openapitest.Checker, error) {
	doc, err := openapi.Build(api.Table(nil, api.Config{PublicURL: origin}), api.Info("dev"))
	if err != nil {
		return nil, err
	}
	return openapitest.New(doc)
})

// checkLive holds an answer against the document.
func (b *bench) checkLive(r *http.Request, a answer) {
	b.t.Helper()
	if b.made {
		return
	}
	c, err := checker()
	b.must(err)
	if err := c.Exchange(r, a.status, a.header, a.body); err != nil && !strings.Contains(err.Error(), "is not in the document") {
		b.t.Errorf("%v\n%.2000s", err, a.body)
	}
}
