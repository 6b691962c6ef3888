package api_test

import (
	"context"
	"crypto/sha256"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

func (r *refusing) Points(context.Context, string) (settle.PointsView, error) {
	return settle.PointsView{}, r.err
}

func (r *refusing) PointsMovements(context.Context, string, string, int) ([]*settle.PointsMovement, string, error) {
	return nil, "", r.err
}

func (r *refusing) Commit(context.Context, settle.CommitRequest) (*settle.Committed, error) {
	return nil, r.err
}

func pts(n uint64) money.Amount { return money.Units(n * 1_000_000) }

// withPoints turns points on in the world.
func (b *bench) withPoints() {
	b.t.Helper()
	set, err := b.engine.Settings(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	set.Points = &settle.PointsSettings{Symbol: "AIGEN", Grant: pts(1000), SpamFee: pts(5), MinReward: pts(10), VoteQuorum: pts(50)}
	if err := b.engine.Configure(b.t.Context(), set); err != nil {
		b.t.Fatal(err)
	}
}

// flat is a body without the spaces between its members.
func flat(a answer) string { return strings.ReplaceAll(string(a.body), `": `, `":`) }

// TestPointsAreNeverShownAsMoney: a mission in points is on no list of the board, and
// where it is looked at it says that points are worth nothing; no dollar sign, no
// cents. The balance is whole, exact and in a list of movements.
func TestPointsAreNeverShownAsMoney(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	if a := call("get_balance", "", args{"agent_id": c.posterID}); a.text("points_balance") != "0.00" || a.at("asset") != nil || a.at("aigen_balance").(float64) != 0 {
		t.Errorf("without points: %s", a.body)
	}
	b.withPoints()
	v, err := b.engine.Post(t.Context(), settle.NewMission{Poster: c.posterID, Mode: settle.ModePoints, Title: "Find the points", Category: "research", Reward: money.Units(249_500_000), Grain: money.Units(1)})
	if err != nil {
		t.Fatal(err)
	}
	id := v.Mission.ID
	if a := call("get_balance", "", args{"agent_id": c.posterID}); a.text("points_balance") != "745.50" || a.at("aigen_balance").(float64) != 745 || a.text("asset") != "AIGEN" || a.at("valueless") != true {
		t.Errorf("%s", a.body)
	}
	a := call("list_points", "", args{"agent_id": c.posterID, "limit": 2})
	if got := len(a.at("movements").([]any)); got != 2 || !strings.Contains(flat(a), `"points":"-249.50"`) || a.at("next_cursor") == nil {
		t.Errorf("%s", a.body)
	}
	a = call("list_points", "", args{"agent_id": c.posterID, "cursor": a.text("next_cursor")})
	if !strings.Contains(flat(a), `"reason":"grant"`) || !strings.Contains(flat(a), `"points":"1000.00"`) || a.at("next_cursor") != nil {
		t.Errorf("%s", a.body)
	}
	sub, err := b.engine.Submit(t.Context(), settle.NewSubmission{Agent: c.workerID, Mission: id, Content: "here", Preview: "p"})
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, a answer) {
		t.Helper()
		text := strings.ReplaceAll(flat(a), "$schema", "")
		if a.status != 200 || strings.Contains(text, "$2") || strings.Contains(text, ":24950,") || strings.Contains(text, `usdc":"249`) || strings.Contains(text, `"USD`) {
			t.Errorf("%s shows money: %d %s", what, a.status, a.body)
		}
	}
	for _, path := range []string{"/v1/bounties?status=open", "/v1/bounties?status=open&settlement=stated", "/v1/stats"} {
		if a := b.send("GET", path, "", nil); strings.Contains(flat(a), id[4:]) || strings.Contains(flat(a), "Find the points") && path != "/v1/stats" {
			t.Errorf("%s lists it: %s", path, a.body)
		}
	}
	accept := func() {
		if _, err := b.engine.AwardPoints(t.Context(), settle.AcceptRequest{Actor: c.posterID, Mission: id, Submission: sub.ID}); err != nil {
			t.Fatal(err)
		}
	}
	for _, look := range []string{"before", "after"} {
		for _, key := range []string{"", c.poster, c.worker} {
			a := b.send("GET", "/v1/bounties/bty_"+id[4:], key, nil)
			check("the board "+look, a)
			if !strings.Contains(flat(a), "worth nothing") || !strings.Contains(flat(a), `"reward_currency":"AIGEN"`) {
				t.Errorf("%s", a.body)
			}
			check("dialect A "+look, b.send("GET", "/missions/"+id, key, nil))
			check("dialect B "+look, b.send("GET", "/api/missions/"+id, key, nil))
			check("dialect C "+look, b.send("GET", "/missions/"+id+"?dialect=c", key, nil))
			if key != "" {
				check("the account "+look, b.send("GET", "/v1/agents/me", key, nil))
			}
		}
		if look == "before" {
			accept()
		}
	}
	got := b.send("GET", "/api/missions?status=resolved", "", nil)
	if !strings.Contains(flat(got), `"payout_status":"credited"`) || !strings.Contains(flat(got), `"reward_paid":248.2525`) || !strings.Contains(flat(got), `"currency":"AIGEN"`) {
		t.Errorf("%s", got.body)
	}
}

// TestCommitAndReveal over HTTP: the commitment is what anybody can compute, and work
// without it, or with another salt, is refused.
func TestCommitAndReveal(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	b.withPoints()
	m := call("post_mission", c.poster, args{"title": "Find the number", "description": "Four digits that nobody else has found before.", "reward": args{"asset": "AIGEN", "amount": "250000000"},
		"verification": args{"type": "first_valid_match", "params": args{"regex": "[0-9]{4}", "commit_reveal": true, "reveal_window_seconds": 60}}, "deadline": "2027-03-01T00:00:00Z"})
	id := m.text("id")
	if m.status != 201 || m.text("verification", "params", "commit_reveal") != "true" || m.text("verification", "params", "reveal_window_seconds") != "60" {
		t.Fatalf("%d %s", m.status, m.body)
	}
	salt := "0x" + strings.Repeat("5a", 32)
	sum := sha256.Sum256([]byte("oabp.commit.v1\n" + id + "\n" + c.workerID + "\n" + salt + "\n1234"))
	if a := call("submit_mission", c.worker, args{"mission_id": id, "proof": "1234", "commit_salt": salt}); a.status != 409 || a.text("error") != "no_commitment" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	a := call("commit_work", c.worker, args{"mission_id": id, "commitment": settle.Hash(sum).String()})
	if a.status != 201 || a.text("agent_id") != c.workerID || a.text("reveal_by") == "" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := call("submit_mission", c.worker, args{"mission_id": id, "proof": "1234"}); a.status != 409 {
		t.Errorf("without the salt: %d %s", a.status, a.body)
	}
	a = call("submit_mission", c.worker, args{"mission_id": id, "proof": "1234", "commit_salt": salt})
	if a.status != 201 || a.at("accepted") != true || a.text("resolution", "winner_agent_id") != c.workerID {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := call("get_balance", "", args{"agent_id": c.workerID}); a.text("points_balance") != "1243.75" {
		t.Errorf("%s", a.body)
	}
	if a := call("commit_work", c.rival, args{"mission_id": id, "commitment": settle.Hash(sum).String()}); a.status != 409 || a.text("error") != "mission_not_open" {
		t.Errorf("%d %s", a.status, a.body)
	}
}
