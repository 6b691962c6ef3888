package api_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
)

// TestBothIdsNameOneBounty (board.md decision 3).
func TestBothIdsNameOneBounty(t *testing.T) {
	s := newStage(t, false, "settled")
	bty := s.ids["bounty_id"]
	mis := strings.Replace(bty, "bty_", "mis_", 1)
	sub := s.ids["winning"]
	for _, path := range []string{"/v1/bounties/%s", "/missions/%s", "/api/missions/%s", "/missions/%s/receipts/" + sub,
		"/v1/bounties/%s/receipts/" + sub, "/missions/%s/receipts/" + sub + "/bundle", "/v1/bounties/%s/settlement?submission_id=" + sub} {
		a := s.send("GET", fmt.Sprintf(path, bty), s.keys["poster"], nil)
		b := s.send("GET", fmt.Sprintf(path, mis), s.keys["poster"], nil)
		if a.status != 200 || string(a.body) != string(b.body) {
			t.Errorf("%s: %d %d\n%s\n%s", path, a.status, b.status, a.body, b.body)
		}
	}
	if a := s.send("GET", "/v1/bounties/"+mis, "", nil); a.text("bounty", "id") != bty || strings.Contains(string(a.body), "mis_") {
		t.Errorf("the board shows %s", a.body)
	}
	if a := s.send("GET", "/missions/"+bty, "", nil); a.text("id") != mis || strings.Contains(string(a.body), "bty_") {
		t.Errorf("OABP shows %s", a.body)
	}
	for path, want := range map[string]string{"/v1/bounties/bty_0000000000000000": "no mission bty_0000000000000000;",
		"/missions/bty_0000000000000000": "no mission mis_0000000000000000;", "/missions/nonsense": `no mission "nonsense":`, "/v1/bounties/sub_1": `no mission "sub_1":`} {
		if a := s.send("GET", path, "", nil); a.status != 404 || !strings.Contains(a.text("message"), want) {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

// TestDialects: types that clients parse (oabp.md (c)), and what is listed.
func TestDialects(t *testing.T) {
	s := newStage(t, false, "settled")
	for path, want := range map[string]int{"/missions": 0, "/missions?status=all": 0, "/missions?funding=any": 0, "/missions?funding=any&status=resolved": 1,
		"/missions?funding=direct&status=all": 1, "/missions?funding=escrow&status=all": 0, "/missions?funding=any&status=voided": 0,
		"/missions?funding=any&status=all&verification_type=oracle": 0, "/missions?funding=any&status=all&verification_type=creator_judged": 1} {
		a := s.send("GET", path, "", nil)
		if l, ok := a.at("missions").([]any); !ok || len(l) != want {
			t.Errorf("%s: %s", path, a.body)
		}
	}
	for path, want := range map[string]int{"/v1/bounties": 0, "/v1/bounties?status=awarded": 1, "/v1/bounties?status=all": 1, "/v1/bounties?status=removed": 0,
		"/v1/bounties?status=all&audience=humans": 0, "/v1/bounties?status=all&audience=agents": 1, "/v1/bounties?status=all&category=data": 0} {
		a := s.send("GET", path, "", nil)
		if l, ok := a.at("bounties").([]any); !ok || len(l) != want {
			t.Errorf("%s: %s", path, a.body)
		}
	}
	list := s.send("GET", "/api/missions?funding=any&status=all", "", nil)
	var bare []map[string]any
	if err := json.Unmarshal(list.body, &bare); err != nil || len(bare) != 1 {
		t.Fatalf("dialect B lists must be a bare array: %s", list.body)
	}
	b := answer{json: bare[0]}
	if b.at("reward", "amount") != 10.25 || b.text("reward", "currency") != "USDC" || b.text("status") != "resolved" || b.at("reward_escrowed") != false ||
		b.at("funding") != "direct" || b.text("verification_type") != "creator_judges" || b.text("payout_status") != "confirmed" {
		t.Errorf("B: %s", list.body)
	}
	if _, ok := b.at("deadline").(float64); !ok {
		t.Errorf("B: deadline must be a number: %v", b.at("deadline"))
	}
	if b.at("resolution", "reward_paid") != 10.2 || b.at("resolution", "protocol_fee") != 0.05 || b.at("resolution", "winning_proof") != nil {
		t.Errorf("B: resolution %v", b.at("resolution"))
	}
	a := s.send("GET", "/missions/"+s.ids["bounty_id"], s.keys["poster"], nil)
	if a.text("reward", "amount") != "10250000" || a.text("reward", "asset") != "USDC" || a.text("verification", "type") != "creator_judges" || a.at("sealed") != true {
		t.Errorf("A: %s", a.body)
	}
	if _, err := time.Parse(time.RFC3339, a.text("deadline")); err != nil || a.at("deadline_explicit") != false {
		t.Errorf("A: deadline %v", a.at("deadline"))
	}
	if a.text("resolution", "winner") == "" || a.text("submissions", "0", "submission_id") == "" || a.at("submissions", "0", "proof") != nil {
		t.Errorf("A: %s", a.body)
	}
}

func TestPagesAreWholeAndOnce(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	want := map[string]bool{}
	for range 7 {
		want[call("post_bounty", c.poster, bounty()).text("bounty_id")] = true
		b.pass(time.Millisecond / 2) // some share a millisecond
	}
	for _, status := range []string{"open", "all"} {
		seen, cursor := map[string]bool{}, ""
		for range 5 {
			in := args{"limit": 3, "status": status}
			if cursor != "" {
				in["cursor"] = cursor
			}
			a := call("list_bounties", "", in)
			for k := range a.at("bounties").([]any) {
				id := a.text("bounties", fmt.Sprint(k), "id")
				if seen[id] {
					t.Errorf("%s twice", id)
				}
				seen[id] = true
			}
			if cursor = a.text("next_cursor"); cursor == "" {
				break
			}
		}
		if len(seen) != len(want) {
			t.Errorf("%s: %d of %d", status, len(seen), len(want))
		}
	}
}

func TestReceiptBytesAreNotTouched(t *testing.T) {
	s := newStage(t, false, "settled")
	rs, err := s.engine.Receipts(t.Context(), strings.Replace(s.ids["bounty_id"], "bty_", "mis_", 1), s.ids["winning"], nil)
	s.must(err)
	for _, path := range []string{"/missions/", "/v1/bounties/"} {
		a := s.send("GET", path+s.ids["bounty_id"]+"/receipts/"+s.ids["winning"], "", nil)
		if string(a.body) != string(rs[0].Body) || !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") {
			t.Errorf("%s: %s", path, a.body)
		}
	}
	a := s.overMCP()("get_receipt", "", args{"bounty_id": s.ids["bounty_id"], "submission_id": s.ids["winning"]})
	if string(a.body) != string(rs[0].Body) {
		t.Errorf("MCP: %s", a.body)
	}
	env := s.send("GET", "/v1/submissions/"+s.ids["winning"]+"/envelope", s.keys["poster"], nil)
	sub := s.send("GET", "/v1/bounties/"+s.ids["bounty_id"], s.keys["winner"], nil)
	if h := settle.Hash(sha256.Sum256(env.body)); h.String() != sub.text("submissions", "0", "content_hash") || env.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the envelope's hash is %s", h)
	}
}

func TestDiscoveryNamesWhatIsServed(t *testing.T) {
	escrow := settle.Address{0xe5, 19: 1}
	b := newBench(t, func(s *settle.Settings) { s.Contracts.Escrow = escrow })
	a := b.send("GET", "/.well-known/oabp.json", "", nil)
	alias := b.send("GET", "/.well-known/agent-bounty.json", "", nil)
	if a.status != 200 || string(a.body) != string(alias.body) {
		t.Errorf("the alias differs: %s", alias.body)
	}
	if got := a.at("contracts").(map[string]any); len(got) != 1 || got["escrow"] != escrow.String() {
		t.Errorf("contracts: %v", got)
	}
	n := b.send("GET", "/auth/nonce", "", nil, "Host", "evil.example")
	if n.text("domain") != "127.0.0.1:8080" || n.text("uri") != origin || n.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the sign-in domain is not the configured one: %s", n.body)
	}
}
