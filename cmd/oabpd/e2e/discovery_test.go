package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle/proof/jose"
)

// Everything that a running daemon says of itself is so: each path of oabp.json and
// each interface and link of the signed agent card is served, also what is mounted
// beside the table; and a guessed path leads there.
func TestWhatIsAdvertisedIsServed(t *testing.T) {
	w := weakness(t)
	served := func(name, path string) {
		t.Helper()
		if !strings.HasPrefix(path, "/") {
			t.Errorf("%s: %q is no path", name, path)
			return
		}
		r := w.get(t, nil, regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(path, "x"))
		if r.at("canonical_paths") != nil || r.status >= 500 && r.str("error") == "internal" {
			t.Errorf("%s: %s answers %d %s", name, path, r.status, clip(r.body))
		}
	}
	manifest := w.get(t, nil, "/.well-known/oabp.json").want(t, 200)
	named, _ := manifest.at("endpoints").(map[string]any)
	if len(named) < 25 {
		t.Errorf("%d endpoints", len(named))
	}
	for name, path := range named {
		served(name, path.(string))
	}
	card := w.get(t, nil, "/.well-known/agent-card.json").want(t, 200)
	if err := jose.Verify(card.body, w.get(t, nil, "/.well-known/jwks.json").want(t, 200).body); err != nil {
		t.Error(err)
	}
	for k := range card.list("additionalInterfaces") {
		u := card.str("additionalInterfaces." + string(rune('0'+k)) + ".url")
		served("interface", strings.TrimPrefix(u, w.url))
	}
	links, _ := card.at("links").(map[string]any)
	for name, u := range links {
		served(name, strings.TrimPrefix(u.(string), w.url))
	}
	if card.str("url") != w.url+"/api/a2a" || named["a2a"] != "/api/a2a" || named["health"] != "/health" {
		t.Errorf("%s, %v", card.str("url"), named)
	}
	asked := w.post(t, nil, "/api/a2a", map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tasks/list", "params": map[string]any{}}).want(t, 200)
	if len(asked.list("result")) == 0 {
		t.Errorf("%s", clip(asked.body))
	}
	res, err := http.Get(w.url + "/api/v1/openapi.json")
	must(t, err)
	_ = res.Body.Close()
	if res.StatusCode != 200 || res.Request.URL.Path != "/openapi.json" {
		t.Errorf("%d at %s", res.StatusCode, res.Request.URL)
	}
}
