package api_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/settle/proof/jose"
)

// nodeVerdict is what an implementation that shares nothing with ours says of a card.
func nodeVerdict(t *testing.T, card, jwks []byte) string {
	t.Helper()
	in, err := json.Marshal(map[string]json.RawMessage{"card": card, "jwks": jwks})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "../settle/proof/jose/testdata/verify.mjs")
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestAgentCard: CONF-DISCO-01 to 07 against the served documents. Their verifier is
// tested on forged cards where it is (settle/proof/jose).
func TestAgentCard(t *testing.T) {
	b := newBench(t)
	card := b.send("GET", "/.well-known/agent-card.json", "", nil)
	jwks := b.send("GET", "/.well-known/jwks.json", "", nil)
	t.Run("DISCO-01 and 07: what is declared is so", func(t *testing.T) {
		for _, path := range []string{"/.well-known/agent.json", "/agent-card.json"} {
			if same := b.send("GET", path, "", nil); !bytes.Equal(same.body, card.body) {
				t.Errorf("%s has another card", path)
			}
		}
		if card.status != 200 || card.header.Get("Content-Type") != "application/json" || card.text("name") == "" || card.text("url") != origin+"/api/a2a" ||
			card.text("protocolVersion") != "0.3.0" || card.text("preferredTransport") != "JSONRPC" {
			t.Errorf("%d %s", card.status, card.body)
		}
		got := map[string]string{}
		for _, x := range card.at("additionalInterfaces").([]any) {
			i := x.(map[string]any)
			got[i["transport"].(string)] = i["url"].(string)
		}
		if len(got) != 3 || got["MCP"] != origin+"/mcp" || got["JSONRPC"] != origin+"/api/a2a" || got["HTTP+JSON"] != origin+"/api" {
			t.Errorf("%v", got)
		}
		for _, u := range got {
			if a := b.send("GET", strings.TrimPrefix(u, origin), "", nil); a.at("canonical_paths") != nil {
				t.Errorf("%s is not served", u)
			}
		}
		for _, flag := range []string{"streaming", "pushNotifications", "stateTransitionHistory"} { // TRANSPORT-08
			if card.at("capabilities", flag) != false {
				t.Errorf("%s is %v", flag, card.at("capabilities", flag))
			}
		}
		manifest := b.send("GET", "/.well-known/oabp.json", "", nil)
		links, _ := card.at("links").(map[string]any)
		for name, u := range links {
			path := strings.TrimPrefix(u.(string), origin)
			if a := b.send("GET", path, "", nil); a.status != 200 {
				t.Errorf("link %s: %d", name, a.status)
			}
			if named := manifest.text("endpoints", name); named != "" && named != path && name != "mcp" {
				t.Errorf("link %s is %s, oabp.json has %s", name, path, named)
			}
		}
	})
	t.Run("DISCO-02: the keys", func(t *testing.T) {
		keys, _ := jwks.at("keys").([]any)
		if len(keys) != 1 || jwks.text("keys", "0", "crv") != "P-256" || jwks.text("keys", "0", "kid") == "" || jwks.at("keys", "0", "d") != nil {
			t.Errorf("%s", jwks.body)
		}
	})
	t.Run("DISCO-03 to 05: the signature", func(t *testing.T) {
		if err := jose.Verify(card.body, jwks.body); err != nil {
			t.Error(err)
		}
		if got := nodeVerdict(t, card.body, jwks.body); got != "VERIFIED" {
			t.Errorf("Node says %s", got)
		}
		bad := bytes.Replace(card.body, []byte("oabp.missions"), []byte("oabp.missionz"), 1)
		if jose.Verify(bad, jwks.body) == nil || nodeVerdict(t, bad, jwks.body) == "VERIFIED" {
			t.Error("a changed skill passes")
		}
	})
}

// TestCardSkillsDo: each skill of the card does what its examples say, as they stand.
func TestCardSkillsDo(t *testing.T) {
	b := newBench(t)
	card := b.send("GET", "/agent-card.json", "", nil)
	var ids []string
	skills, _ := card.at("skills").([]any)
	for _, x := range skills {
		s := x.(map[string]any)
		ids = append(ids, s["id"].(string))
		for _, e := range s["examples"].([]any) {
			a := b.rpc("", "1", "message/send", text(e.(string)))
			code := a.at("error", "code")
			switch s["id"] {
			case "oabp.missions":
				if a.text("result", "status", "state") != "completed" {
					t.Errorf("%s: %s", e, a.body)
				}
			case "oabp.mission": // understood: there is none by that id
				if code != -32001.0 {
					t.Errorf("%s: %s", e, a.body)
				}
			case "oabp.submit": // understood: it wants a credential
				if a.status != 401 {
					t.Errorf("%s: %s", e, a.body)
				}
			}
		}
	}
	if !slices.Equal(ids, []string{"oabp.missions", "oabp.mission", "oabp.submit"}) {
		t.Errorf("the skills' ids are stable: %v", ids)
	}
}

// TestCardHandshake: the recipe of the card, followed literally, opens a session, lists
// the tools and ends it.
func TestCardHandshake(t *testing.T) {
	b := newBench(t)
	card := b.send("GET", "/agent-card.json", "", nil)
	protocols, _ := card.at("transport", "protocols").([]any)
	if len(protocols) != 2 {
		t.Fatalf("%s", card.body)
	}
	for _, x := range protocols {
		p := x.(map[string]any)
		path, session := strings.TrimPrefix(p["url"].(string), origin), ""
		for _, x := range p["handshake"].([]any) {
			s := x.(map[string]any)
			var headers []string
			for k, v := range s["headers"].(map[string]any) {
				headers = append(headers, k, strings.Replace(v.(string), "<from step 1>", session, 1))
			}
			body, _ := json.Marshal(s["body"])
			a := b.send(s["method"].(string), path, "", bytes.NewReader(body), headers...)
			if expect := s["expect"].(string); !strings.HasPrefix(expect, "200") && a.status == 200 || a.status/100 != 2 || strings.HasPrefix(expect, "200") && a.status != 200 {
				t.Errorf("%s step %v: %d %s", p["name"], s["step"], a.status, a.body)
			}
			if id := a.header.Get("Mcp-Session-Id"); id != "" && session == "" {
				session = id
			}
			if s["step"] == 3.0 && !strings.Contains(string(a.body), `"list_missions"`) {
				t.Errorf("no tools: %s", a.body)
			}
		}
	}
}

// TestNoCardWithoutKeys: who gives no keys serves no card, rather than an unsigned one.
func TestNoCardWithoutKeys(t *testing.T) {
	w := newWorld(t)
	cfg := config(w)
	cfg.Card = nil
	b := serve(t, w, api.Table(w.engine, cfg))
	for _, path := range []string{"/agent-card.json", "/.well-known/jwks.json"} {
		if a := b.send("GET", path, "", nil); a.status != 404 || a.text("error") != "not_found" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}
