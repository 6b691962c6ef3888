package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// A profile is set by a key or by a request that the address signs, is whole each
// time, and is found by id and by address.
func TestProfile(t *testing.T) {
	b := newBench(t)
	x := newWallet(t, "profiled")
	const whole = `{"display_name":"Data Scout","kind":"hybrid","mcp_endpoint":"https://scout.example/mcp","metadata_uri":"ipfs://bafy/scout.json","capabilities":["sourcing","translation"]}`
	set := b.signed(x, "1", "PUT", "/v1/agents/me/profile", whole)
	if set.status != 200 {
		t.Fatalf("%d %s", set.status, set.body)
	}
	id := set.text("agent_id")
	for _, path := range []string{"/v1/agents/" + id + "/profile", "/agents/" + id + "/profile", "/agents/" + x.addr.String() + "/profile", "/agents/" + x.addr.Checksum() + "/profile"} {
		a := b.send("GET", path, "", nil)
		if a.status != 200 || a.text("agent_id") != id || a.text("display_name") != "Data Scout" || a.text("kind") != "hybrid" || a.text("mcp_endpoint") != "https://scout.example/mcp" ||
			a.text("metadata_uri") != "ipfs://bafy/scout.json" || a.text("capabilities", "1") != "translation" || a.text("created_at") == "" || !strings.EqualFold(a.text("addresses", "0"), x.addr.String()) {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	reg := b.send("POST", "/v1/agents/register", "", strings.NewReader(`{"name":"Keyed"}`))
	if a := b.send("PUT", "/agents/me/profile", reg.text("api_key"), strings.NewReader(`{}`)); a.status != 200 || a.text("display_name") != "Keyed" || a.text("kind") != "autonomous" || a.at("metadata_uri") != nil {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.signed(x, "2", "PUT", "/v1/agents/me/profile", `{"capabilities":["one"]}`); a.at("mcp_endpoint") != nil || a.text("display_name") != x.addr.Checksum() || a.text("capabilities", "0") != "one" {
		t.Errorf("the profile before shows: %s", a.body)
	}
	for n, body := range []string{`{"display_name":""}`, `{"display_name":"` + strings.Repeat("n", 65) + `"}`, `{"display_name":"\u202egnp"}`, `{"display_name":"..."}`,
		`{"kind":"robot"}`, `{"mcp_endpoint":"http://scout.example/mcp"}`, `{"mcp_endpoint":"https://a:b@scout.example/mcp"}`, `{"mcp_endpoint":"javascript:alert(1)"}`,
		`{"metadata_uri":"data:text/html,x"}`, `{"metadata_uri":"ipfs:"}`, `{"metadata_uri":"https://scout.example/ä"}`, `{"metadata_uri":"https://scout.example/` + strings.Repeat("x", 512) + `"}`,
		`{"capabilities":["a","a"]}`, `{"capabilities":[""]}`, `{"capabilities":["` + strings.Repeat("c", 65) + `"]}`, `{"capabilities":["a\u200bb"]}`,
		`{"capabilities":[` + strings.TrimSuffix(strings.Repeat(`"x",`, 33), ",") + `]}`, `{"wallet":"x"}`} {
		if a := b.signed(x, fmt.Sprint("bad ", n), "PUT", "/v1/agents/me/profile", body); a.status != 400 {
			t.Errorf("%.60s: %d %s", body, a.status, a.body)
		}
	}
	for path, want := range map[string]int{"/agents/agt_0000000000000000/profile": 404, "/agents/0x12/profile": 400, "/agents/" + addr("nobody").String() + "/profile": 404} {
		if a := b.send("GET", path, "", nil); a.status != want {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if a := b.send("PUT", "/v1/agents/me/profile", "", strings.NewReader(`{}`)); a.status != 401 {
		t.Errorf("%d %s", a.status, a.body)
	}
}
