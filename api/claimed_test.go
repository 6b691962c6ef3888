package api_test

import (
	"strings"
	"testing"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
)

// claimBench is a server that takes claims (oabp.md decision 2).
func claimBench(t *testing.T, perNetwork int) *bench {
	w := newWorld(t, withPoints)
	w.options.Identity = settle.IdentityClaimed
	w.engine = engine.New(w.options)
	cfg := config(w)
	cfg.Identity, cfg.RegistrationsPerNetwork, cfg.Lasting = settle.IdentityClaimed, perNetwork, counted{w}
	b := serve(t, w, api.Table(w.engine, cfg))
	b.runner.Lasting = cfg.Lasting
	return b
}

// TestLevelProven: a claim is refused and told how to prove it, nobody at all is
// refused as the protocol says, and nothing of either is kept; over REST and MCP.
func TestLevelProven(t *testing.T) {
	b := newBench(t)
	if a := b.send("GET", "/.well-known/oabp.json", "", nil); a.text("identity") != "proven" {
		t.Errorf("%s", a.body)
	}
	c := enroll(t, b.overREST())
	id, agents := missionOf(t, b.overREST(), c), b.agentCount()
	for name, call := range map[string]surface{"REST": func(_, key string, in args) answer { return b.post("/missions/"+id+"/submit", key, in) },
		"MCP": func(tool, key string, in args) answer { return b.overMCP()(tool, key, set(in, "mission_id", id)) }} {
		for _, claim := range []string{"agent.alice", worker.Checksum(), c.workerID} {
			a := call("submit_mission", "", args{"proof": canary, "submitter_agent_id": claim})
			if ways, _ := a.at("ways").([]any); a.status != 401 || a.text("error") != "identity_proof_required" || len(ways) != 5 {
				t.Errorf("%s, %s: %d %s", name, claim, a.status, a.body)
			}
		}
		if a := call("submit_mission", "", args{"proof": canary}); a.status != 403 || a.text("error") != "ANONYMOUS_SUBMISSION_REJECTED" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if n := b.agentCount(); n != agents {
		t.Errorf("%d agents were made", n-agents)
	}
}

// TestLevelClaimed: a claim is enough for handing in work, and opens nothing else:
// not whatever somebody has proven, not a team, not an account, not the work again.
func TestLevelClaimed(t *testing.T) {
	b := claimBench(t, 0)
	if a := b.send("GET", "/.well-known/oabp.json", "", nil); a.text("identity") != "claimed" {
		t.Errorf("%s", a.body)
	}
	c := enroll(t, b.overREST())
	id := missionOf(t, b.overREST(), c)
	submit := func(claim, key string, headers ...string) answer {
		in := args{"content": canary, "agent_id": claim}
		if claim == "" {
			delete(in, "agent_id")
		}
		return b.post("/missions/"+id+"/submit", key, in, headers...)
	}
	addr := newWallet(t, "claimed").addr
	a := submit(addr.Checksum(), "")
	if a.status != 201 || !strings.HasPrefix(a.text("agent_id"), "agt_") || a.at("submission", "proof") != nil {
		t.Fatalf("%d %s", a.status, a.body)
	}
	me := a.text("agent_id")
	if again := b.overMCP()("submit_mission", "", args{"mission_id": id, "proof": canary, "submitter_agent_id": strings.ToLower(addr.Checksum())}); again.status != 201 && again.text("submission_id") == "" || again.text("agent_id") != me {
		t.Errorf("over MCP: %d %s", again.status, again.body)
	}
	if p := b.send("GET", "/agents/"+me+"/profile", "", nil); p.text("identity") != "claimed" || p.text("display_name") != addr.Checksum()+" (claimed)" || len(p.at("addresses").([]any)) != 0 {
		t.Errorf("%s", p.body)
	}
	if p := b.send("GET", "/agents/"+addr.String()+"/profile", "", nil); p.status != 404 {
		t.Errorf("the claimed address is somebody's: %s", p.body)
	}
	for what, claim := range map[string]string{"an address that is proven": worker.Checksum(), "an agent with a key": c.workerID, "its poster": c.posterID} {
		if a := submit(claim, ""); a.status != 401 || a.text("error") != "identity_proof_required" {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	for what, x := range map[string]struct {
		claim, key, code string
		headers          []string
	}{
		"nobody":                {"", "", "ANONYMOUS_SUBMISSION_REJECTED", nil},
		"a registry's token":    {addr.Checksum(), "", "ANONYMOUS_SUBMISSION_REJECTED", []string{"X-Registry-Key", "directory-token-1"}},
		"a bad key beside it":   {addr.Checksum(), "bk_" + strings.Repeat("0", 48), "unauthenticated", nil},
		"a key of another":      {addr.Checksum(), c.worker, "forbidden", nil},
		"nothing to be paid at": {"agent.alice", "", "payee_address_missing", nil},
		"an e-mail address":     {"alice@example.org", "", "invalid_request", nil},
		"an id of nobody":       {"agt_00000000000000ff", "", "not_found", nil},
	} {
		if a := submit(x.claim, x.key, x.headers...); a.text("error") != x.code {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	sub := a.text("submission_id")
	for _, path := range []string{"/v1/submissions/" + sub + "/envelope", "/v1/agents/me", "/v1/submissions/" + sub + "/envelope?agent_id=" + me} {
		if r := b.send("GET", path, "", nil); r.status < 400 || strings.Contains(string(r.body), "CANARY") {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
	msg, sig := signSIWE(siwe{Address: addr, Nonce: b.overREST()("get_nonce", "", nil).text("nonce")})
	in := b.post("/auth/siwe", "", args{"message": msg, "signature": sig})
	if in.status != 200 || in.text("agent_id") == me {
		t.Fatalf("%d %s", in.status, in.body)
	}
	if r := b.send("GET", "/v1/submissions/"+sub+"/envelope", in.text("token"), nil); r.status < 400 {
		t.Errorf("who proves the address reads what was claimed: %s", r.body)
	}
	if a := submit(addr.Checksum(), ""); a.status != 401 {
		t.Errorf("claimed after it was proven: %d %s", a.status, a.body)
	}
	if a := b.post("/v1/bounties/"+strings.Replace(id, "mis_", "bty_", 1)+"/settlement", c.poster, args{"submission_id": sub}); a.text("code") != "payee_address_missing" {
		t.Errorf("picked: %d %s", a.status, a.body)
	}
}

// TestClaimsPostAndWorkForPoints: what needs no money and no judge can be posted by
// a claim, and worked on by another; nothing else can.
func TestClaimsPostAndWorkForPoints(t *testing.T) {
	b := claimBench(t, 0)
	c := enroll(t, b.overREST())
	post := func(claim string, change ...func(args)) answer {
		return b.post("/api/missions", "", postB(append([]func(args){func(in args) {
			in["creator_agent_id"], in["reward_currency"], in["reward_amount"] = claim, "AIGEN", 100
			in["verification_type"], in["verification_params"] = "first_valid_match", args{"regex": "indigo [0-9]+"}
		}}, change...)...))
	}
	for what, x := range map[string]answer{
		"money":             post("agent.poster", func(in args) { in["reward_currency"], in["reward_amount"] = "USDC", 12.5 }),
		"a judge":           post("agent.poster", func(in args) { in["verification_type"] = "creator_judges"; delete(in, "verification_params") }),
		"somebody's agent":  post(c.posterID),
		"a proven address":  post(poster.Checksum()),
		"the chain's terms": post("agent.poster", func(in args) { in["reward_currency"], in["reward_amount"], in["funding"] = "USDC", 12.5, "escrow" }),
	} {
		if what == "the chain's terms" && x.status == 503 { // this server has no escrow
			continue
		}
		if x.status != 401 || x.text("error") != "identity_proof_required" {
			t.Errorf("%s: %d %s", what, x.status, x.body)
		}
	}
	m := post("agent.poster")
	if m.status != 201 {
		t.Fatalf("%d %s", m.status, m.body)
	}
	a := b.post("/missions/"+m.text("id")+"/submit", "", args{"proof": "indigo 7", "submitter_agent_id": "agent.worker"})
	if a.status != 201 || a.text("agent_id") == c.workerID || a.text("status") != "accepted" && a.text("status") != "pending" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestClaimsUseUpTheRegistrationsOfTheirNetwork, and only new ones.
func TestClaimsUseUpTheRegistrationsOfTheirNetwork(t *testing.T) {
	b := claimBench(t, 5) // three of them are the cast's
	c := enroll(t, b.overREST())
	id := missionOf(t, b.overREST(), c)
	submit := func(name string) answer {
		return b.post("/missions/"+id+"/submit", "", args{"content": canary, "agent_id": newWallet(t, name).addr.Checksum()})
	}
	got := map[int]int{}
	for _, name := range []string{"one", "two", "three", "one", "four", "two"} {
		a := submit(name)
		if got[a.status]++; a.status == 429 && (a.text("error") != "rate_limited" || a.header.Get("Retry-After") == "") {
			t.Errorf("%s: %s", name, a.body)
		}
	}
	if got[429] != 2 || got[201] != 4 {
		t.Errorf("%v", got)
	}
}
