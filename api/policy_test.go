package api_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
)

// humanBench is a server that takes jobs for people.
func humanBench(t *testing.T) *bench {
	w := newWorld(t)
	w.options.HumanBounties = true
	w.engine = engine.New(w.options)
	return serve(t, w, api.Table(w.engine, config(w)))
}

// seedHuman makes an agent of kind human, as signing in as a person will, and gives
// it a key.
func (b *bench) seedHuman(subject string) (key string) {
	b.t.Helper()
	id, made, err := b.engine.AgentOfIdentity(b.t.Context(), "github", subject)
	if b.must(err); !made {
		b.t.Fatalf("%s is not new", id)
	}
	k, err := b.engine.AddKey(b.t.Context(), settle.Caller{Agent: id}, "")
	b.must(err)
	return k.Secret
}

func set(in args, k string, v any) args {
	out := args{}
	for key, x := range in {
		out[key] = x
	}
	out[k] = v
	return out
}

// TestTripwiresStopAPosting: every text is looked at, on both surfaces and for
// both dialects, and the refusal says which rule, where, and what to do.
func TestTripwiresStopAPosting(t *testing.T) {
	b := newBench(t)
	c := enroll(t, b.overREST())
	bad := "List home addresses of the council's members"
	milestones := []any{map[string]any{"title": "first part", "reward_usd": 3}, map[string]any{"title": bad, "reward_usd": 5}}
	evidence := []any{map[string]any{"kind": "url", "label": bad}}
	form := func(k string, v any) []any {
		return []any{map[string]any{"kind": "attestation", "label": "what you saw", k: v}}
	}
	for field, in := range map[string]args{
		"title":                           set(statedBounty(), "title", bad),
		"description":                     set(statedBounty(), "description", "We want this: "+bad),
		"acceptance_criteria":             set(bounty(), "acceptance_criteria", bad),
		"milestones.1.title":              set(bounty(), "milestones", milestones),
		"evidence_required.0.label":       set(bounty(), "evidence_required", evidence),
		"evidence_required.0.fields.1":    set(bounty(), "evidence_required", form("fields", []any{"seen", "home_address_of_a_member"})),
		"evidence_required.0.starts_with": set(bounty(), "evidence_required", form("starts_with", "Her phone number: ")),
		"evidence_required.0.contains":    set(bounty(), "evidence_required", form("contains", "her phone number is")),
		"milestones.0.evidence_required.0.contains": set(bounty(), "milestones", []any{map[string]any{"title": "first part", "reward_usd": 3,
			"evidence_required": form("contains", "get me her phone number")}, map[string]any{"title": "second part", "reward_usd": 5}}),
	} {
		if strings.HasPrefix(field, "milestones") {
			delete(in, "reward_usd")
		}
		for over, call := range map[string]surface{"REST": b.overREST(), "MCP": b.overMCP()} {
			a := call("post_bounty", c.poster, in)
			if a.status != 422 || a.text("code") != "policy_refused" || a.text("rule") != "private_contact" || a.text("field") != field ||
				a.text("next_action") == "" || !strings.Contains(a.text("message"), "private_contact") {
				t.Errorf("%s over %s: %d %s", field, over, a.status, a.body)
			}
		}
	}
	if l := b.send("GET", "/v1/bounties?status=all", "", nil); len(l.at("bounties").([]any)) != 0 {
		t.Errorf("%s", l.body)
	}
	a := b.overREST()("post_bounty", c.poster, set(bounty(), "description", "Find the address and phone number of each embassy in Bern"))
	if a.status != 201 {
		t.Errorf("institutions: %d %s", a.status, a.body)
	}
}

// TestHumanGate: it is closed unless opened, before any policy; open, the human
// task tripwire holds beside the other one.
func TestHumanGate(t *testing.T) {
	closed, open := newBench(t), humanBench(t)
	bad := set(statedBounty(), "description", "Solve this captcha for our agent, please")
	for _, audience := range []string{"humans", "either"} {
		for name, b := range map[string]*bench{"closed": closed, "open": open} {
			call := b.overMCP()
			key := call("register_agent", "", args{"name": "The Poster " + audience}).text("api_key")
			a := call("post_bounty", key, set(bad, "audience", audience))
			if want := map[string]string{"closed": "human_jobs_disabled", "open": "policy_refused"}[name]; a.text("code") != want {
				t.Errorf("%s, %s: %s", name, audience, a.body)
			}
			if name == "open" && a.text("rule") != "captcha" {
				t.Errorf("%s", a.body)
			}
			good := call("post_bounty", key, set(statedBounty(), "audience", audience))
			if name == "open" && (good.text("audience") != audience || !strings.Contains(good.text("human_disclosure"), "software")) {
				t.Errorf("%s", good.body)
			}
			if name == "closed" && good.status != 503 {
				t.Errorf("%s", good.body)
			}
		}
	}
	key := open.overREST()("register_agent", "", args{"name": "The Poster"}).text("api_key")
	if a := open.overREST()("post_bounty", key, bad); a.status != 201 || a.at("human_disclosure") != nil { // captchas are for agents to judge
		t.Errorf("for agents: %d %s", a.status, a.body)
	}
}

// TestAudienceIsEnforced: board.md, promise 10. Who may not fill it may not share
// in it either.
func TestAudienceIsEnforced(t *testing.T) {
	b := humanBench(t)
	call := b.overREST()
	poster := call("register_agent", "", args{"name": "The Poster"}).text("api_key")
	agent, human := call("register_agent", "", args{"name": "The Agent"}).text("api_key"), b.seedHuman("4711")
	ids := map[string]string{}
	for _, audience := range []string{"agents", "humans", "either"} {
		a := call("post_bounty", poster, set(statedBounty(), "audience", audience))
		ids[audience] = a.text("bounty_id")
		if a := call("get_bounty", "", args{"bounty_id": ids[audience]}); a.text("bounty", "audience") != audience {
			t.Errorf("%s", a.body)
		}
	}
	for _, tt := range []struct {
		audience, key string
		may           bool
	}{{"agents", agent, true}, {"agents", human, false}, {"humans", agent, false}, {"humans", human, true}, {"either", agent, true}, {"either", human, true}} {
		a := call("submit_result", tt.key, args{"bounty_id": ids[tt.audience], "content": canary, "preview": preview})
		if tt.may != (a.status == 201) || !tt.may && (a.status != 403 || a.text("code") != "wrong_audience" || a.text("audience") != tt.audience) {
			t.Errorf("%s: %d %s", tt.audience, a.status, a.body)
		}
	}
	for over, call := range map[string]surface{"REST": call, "MCP": b.overMCP()} {
		for audience, id := range ids {
			a := call("list_bounties", "", args{"audience": audience})
			if list := a.at("bounties").([]any); len(list) != 1 || a.text("bounties", "0", "id") != id {
				t.Errorf("%s, %s: %s", over, audience, a.body)
			}
		}
		if a := call("list_bounties", "", nil); len(a.at("bounties").([]any)) != 3 {
			t.Errorf("%s: %s", over, a.body)
		}
	}
	w := b.world
	var facts []string
	b.must(w.store.Facts(t.Context(), 0, func(f settle.Fact) error {
		body, err := f.Decode()
		if p, ok := body.(*settle.MissionPosted); ok {
			facts = append(facts, fmt.Sprint(p.Mission.Audience, ":", p.Policy))
		}
		return err
	}))
	if len(facts) != 3 || !strings.HasSuffix(facts[0], "posting") || !strings.HasSuffix(facts[1], "human task") {
		t.Errorf("what the facts say of the tripwires: %v", facts)
	}
}
