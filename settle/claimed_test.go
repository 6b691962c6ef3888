package settle_test

import (
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
)

// What a claim may name has one spelling, and cannot look like anything else.
func TestClaimedID(t *testing.T) {
	const mixed = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
	for in, want := range map[string]string{
		mixed: strings.ToLower(mixed), strings.ToUpper(mixed): strings.ToLower(mixed),
		"agent.alice": "agent.alice", "Agent.Alice": "agent.alice", "did:key:z6Mk": "did:key:z6mk", "agt_00": "agt_00",
		strings.Repeat("a", 64): strings.Repeat("a", 64),
	} {
		got, addr, err := settle.ClaimedID(in)
		if err != nil || got != want || addr.IsZero() == strings.HasPrefix(want, "0x") {
			t.Errorf("%q: %q, %s, %v", in, got, addr, err)
		}
	}
	for _, in := range []string{"", "ab", strings.Repeat("a", 65), "alice@example.org", "аlice", "a lice", "a\u200blice", ".alice", "_x1", "0x", "0x12", "0xzz",
		strings.Replace(mixed, "fCD", "FCD", 1), "0x" + strings.Repeat("g", 40), "0x" + strings.Repeat("0", 40), "alice\n", "alice/../x"} {
		if got, _, err := settle.ClaimedID(in); err == nil {
			t.Errorf("%q is taken for %q", in, got)
		}
	}
	if a, b := settle.ClaimedAgentID("agent.alice"), settle.ClaimedAgentID("agent.bob"); a == b || len(a) != 20 || !strings.HasPrefix(a, "agt_") {
		t.Errorf("%s, %s", a, b)
	}
}

func TestParseIdentityLevel(t *testing.T) {
	for in, want := range map[string]settle.IdentityLevel{"": settle.IdentityProven, "proven": settle.IdentityProven, "claimed": settle.IdentityClaimed} {
		if got, err := settle.ParseIdentityLevel(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for _, in := range []string{"Claimed", "none", "anonymous"} {
		if _, err := settle.ParseIdentityLevel(in); err == nil {
			t.Errorf("%q is taken", in)
		}
	}
}
