package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/evidence"
	"github.com/oabp/oabpd/settle/money"
)

// A share is taken iff floor(net*bp/10,000) is at least one grain in every prize
// or the milestone that the work may win; and then nobody is ever paid nothing.
func TestSharesReachTheGrain(t *testing.T) {
	s := newScene(t)
	rapid.Check(t, func(rt *rapid.T) {
		grain := rapid.SampledFrom([]uint64{1, 10_000}).Draw(rt, "grain")
		winners := rapid.Uint32Range(1, 4).Draw(rt, "winners")
		grains := rapid.Uint64Range(uint64(winners), 400).Draw(rt, "reward in grains")
		bp := rapid.Uint32Range(1, 9_999).Draw(rt, "share of the second")
		m, err := s.Post(s.poster, settle.NewMission{Mode: settle.ModeStated, Grain: money.Units(grain), Reward: money.Units(grains * grain), MaxWinners: winners})
		if err != nil {
			rt.Fatal(err)
		}
		defer func() { _, _ = s.Engine.Cancel(s.Ctx, s.poster.Agent, m.ID) }()
		sub, err := s.Engine.Submit(s.Ctx, settle.NewSubmission{Agent: s.a.Agent, Mission: m.ID, Content: "x", Preview: "p",
			Contributors: []settle.Contributor{{Agent: s.a.Agent, ShareBP: 10_000 - bp}, {Agent: s.b.Agent, ShareBP: bp}}})
		fits := true
		for _, net := range netPrizes(grains, uint64(winners)) {
			for _, share := range []uint64{uint64(bp), uint64(10_000 - bp)} {
				fits = fits && net*share/10_000 >= 1
			}
		}
		if fits && err != nil || !fits && settle.CodeOf(err) != settle.CodeInvalid {
			rt.Fatalf("%d grains in %d prizes, %d bp: %v", grains, winners, bp, err)
		}
		if err == nil {
			if _, err := s.Engine.Decline(s.Ctx, s.b.Agent, sub.ID); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

// netPrizes are what the prizes leave after a fee of 5 %, by board.md (d): the
// whole fee over the prizes by their size, leftovers to the largest remainders.
func netPrizes(grains, winners uint64) []uint64 {
	var prizes []money.Amount
	var out []uint64
	for k := range winners {
		n := grains / winners
		if k < grains%winners {
			n++
		}
		prizes, out = append(prizes, money.Units(n)), append(out, n)
	}
	for k, fee := range money.Allocate(money.Units(grains*500/10_000), prizes) {
		n, _ := fee.Uint64()
		out[k] -= n
	}
	return out
}

// The order of the refusals is board.md's: what is wrong with the mission comes
// before the milestone, that before the evidence, that before the team, and the
// limits come last.
func TestOrderOfRefusals(t *testing.T) {
	s := newScene(t)
	poor := s.NewActor("poor")
	m := s.mission(s.poster, settle.NewMission{Milestones: []settle.NewMilestone{{Title: "part a", Reward: enginetest.USDC(2)}, {Title: "part b", Reward: enginetest.USDC(3)}},
		Evidence: []evidence.Requirement{{Kind: evidence.Attestation, Label: "who did it", Min: 1}}})
	in := settle.NewSubmission{Agent: s.poster.Agent, Mission: "mis_0000000000000000", MilestoneID: "mil_none", Content: "x", Preview: "p",
		Contributors: []settle.Contributor{{Agent: s.poster.Agent, ShareBP: 1}, {Agent: "agt_none", ShareBP: 2}, {Agent: poor.Agent, ShareBP: 3}}}
	refused := func(want settle.Code, says string) {
		t.Helper()
		_, err := s.Engine.Submit(s.Ctx, in)
		if settle.CodeOf(err) != want || !strings.Contains(err.Error(), says) {
			t.Fatalf("got %v, want %s with %q", err, want, says)
		}
	}
	refused(settle.CodeNotFound, "mission")
	in.Mission = m.ID
	refused(settle.CodeForbidden, "own mission")
	in.Agent = s.a.Agent
	refused(settle.CodeNotFound, "milestone")
	in.MilestoneID = ""
	refused(settle.CodeInvalid, m.Milestones[1].ID)
	in.MilestoneID = m.Milestones[0].ID
	refused(settle.CodeInvalid, "evidence")
	in.Evidence = []evidence.Item{{Kind: evidence.Attestation, Label: "who did it", Value: []byte(`{"text":"I"}`)}}
	refused(settle.CodeForbidden, "poster")
	in.Contributors[0].Agent = s.a.Agent
	refused(settle.CodeInvalid, "10000")
	in.Contributors[0].ShareBP = 9_995
	refused(settle.CodeNotFound, "agt_none")
	in.Contributors[1].Agent = s.b.Agent
	refused(settle.CodePayeeAddressMissing, poor.Agent)
	s.payout(poor, poor.Wallet0())
	refused(settle.CodeInvalid, "less than the least")
	in.Contributors[0].ShareBP, in.Contributors[1].ShareBP, in.Contributors[2].ShareBP = 4_000, 3_000, 3_000
	for range engine.MaxSubmissionsPerTarget {
		_, err := s.Engine.Submit(s.Ctx, in)
		s.ok(err)
	}
	refused(settle.CodeRateLimited, "3 times")
	in.MilestoneID = m.Milestones[1].ID // another target
	_, err := s.Engine.Submit(s.Ctx, in)
	s.ok(err)
}

// A team has at most sixteen members, and sixteen are taken.
func TestSixteenMembers(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	team := []*enginetest.Actor{s.a}
	for k := range 16 {
		x := s.NewActor(fmt.Sprint("member ", k))
		s.payout(x, x.Wallet0())
		team = append(team, x)
	}
	_, err := s.Draft(m.ID, "", team...)
	s.code(err, settle.CodeInvalid)
	sub, err := s.Submit(m.ID, "", team[:16]...)
	s.ok(err)
	v, err := s.Pick(s.poster, sub, settle.Address{}, false)
	s.ok(err)
	if n := len(v.Instruction.Legs); n != 17 {
		t.Errorf("%d legs", n)
	}
}
