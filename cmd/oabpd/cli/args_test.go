package cli_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFlagsMayFollowTheArgument(t *testing.T) {
	none := write(t, "none.json", "[]")
	wants(t, 2, []string{"verdict: unreadable"}, "verify", none, "--rpc", "http://127.0.0.1:1", "--offline-ok")
	wants(t, 2, []string{`"verdict": "unreadable"`}, "verify", none, "--json")
	wants(t, 2, []string{"document"}, "verify", "-", "--rpc=http://127.0.0.1:1") // standard input is no receipt
	wants(t, 2, []string{"not defined: -nope"}, "verify", none, "--nope")
	wants(t, 2, []string{"want one receipt"}, "verify", none, none, "--json")
	wants(t, 2, []string{"reading --json"}, "verify", "--", "--json")
	wants(t, 1, []string{"dial error"}, "incidents", "show", "orphan-1", "--database-url", "postgres://x@127.0.0.1:1/x")
}

// A receipt that holds, and an endpoint that does not answer: the exit code is
// 1, and the words say why.
func TestVerifySaysThatNoEndpointConfirmed(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "settle", "proof", "testdata", "receipt.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Document string
		Keys     json.RawMessage `json:"receipt_signing_keys"`
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	receipt, keys := write(t, "receipt.json", v.Document), write(t, "oabp.json", `{"receipt_signing_keys":`+string(v.Keys)+`}`)
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	wants(t, 4, []string{"verdict: consistent"}, "verify", "--keys", keys, receipt)
	out := wants(t, 1, []string{"verdict: consistent", "no endpoint confirmed the payment"}, "verify", "--keys", keys, receipt, "--rpc", srv.URL)
	if strings.Contains(out, "canonical at") {
		t.Error(out)
	}
}
