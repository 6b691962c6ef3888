package api_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

var (
	escrowAt = addr("escrow contract")
	voteAt   = addr("vote contract")
	oracleAt = addr("attestation oracle")
)

const postFee = 10_000

// withEscrow configures the contracts of escrow missions.
func withEscrow(s *settle.Settings) {
	s.Contracts = settle.Contracts{Escrow: escrowAt, Vote: voteAt, AttestationOracle: oracleAt}
}

// PostFee implements engine.EscrowReader.
func (w *world) PostFee(context.Context, settle.Address) (money.Amount, error) {
	if w.down {
		return money.Amount{}, fmt.Errorf("no endpoint answers")
	}
	return money.Units(postFee), nil
}

// Resolver implements engine.EscrowReader: the contracts that are configured are
// contracts, and the oracle alone is on the list.
func (w *world) Resolver(_ context.Context, _, a settle.Address) (hasCode, allowed bool, err error) {
	return a == voteAt || a == oracleAt, a == oracleAt, nil
}

// events are the logs of one transaction, in order: events of the escrow, and
// transfers of the token where they stand between.
func events(tx string, what ...any) (logs []settle.Log) {
	for k, x := range what {
		l := settle.Log{Index: uint32(k), TxHash: txHash(tx)}
		switch x := x.(type) {
		case settle.ChainEvent:
			l.Emitter, l.Kind, l.Event = escrowAt, x.LogKind(), x
		case move:
			l.Emitter, l.Kind, l.From, l.To, l.Value = token, settle.LogTransfer, x.from, x.to, x.amount
		}
		logs = append(logs, l)
	}
	return logs
}

type move struct {
	from, to settle.Address
	amount   money.Amount
}

// onChain is a mission as the escrow has it.
type onChain struct {
	terms settle.MissionTerms
	hash  settle.Hash
}

func (w *world) onChain(mission string) onChain {
	w.t.Helper()
	v, err := w.engine.Escrow(w.t.Context(), mission)
	w.must(err)
	return onChain{*v.Mission.Terms, v.Mission.OnChain}
}

// funded is what a post by allowance emits.
func (m onChain) funded() []settle.Log {
	return events("post "+m.hash.String(),
		settle.EventMissionPosted{MissionID: m.hash, Poster: m.terms.Poster, Resolver: m.terms.Resolver, Terms: m.terms, SpecURI: "https://board.example/spec", Via: settle.FundingAllowance},
		move{m.terms.Poster, escrowAt, m.terms.Reward.SatAdd(money.Units(postFee))})
}

// entered is what an agent's submission emits.
func (m onChain) entered(agent settle.Address, tranche uint8, content, split settle.Hash, revision uint16) []settle.Log {
	return events(fmt.Sprint("submit ", agent, tranche, revision), settle.EventWorkSubmitted{MissionID: m.hash, Agent: agent, Tranche: tranche, ContentHash: content,
		SplitHash: split, SubmissionHash: digest.SubmissionHash(content, split), Revision: revision})
}

// paid is what an award that pays at once emits.
func (m onChain) paid(tranche uint8, agent, to settle.Address, credited bool) []settle.Log {
	gross, fee := m.terms.Tranches[tranche], m.terms.Fees[tranche]
	what := []any{settle.EventAwardFinalized{MissionID: m.hash, Tranche: tranche, Agent: agent, Gross: gross, Fee: fee}}
	if !credited {
		what = append(what, move{escrowAt, to, gross.SatSub(fee)})
	}
	return events(fmt.Sprint("award ", m.hash, tranche), append(what, settle.EventPayout{MissionID: m.hash, To: to, Tranche: tranche, Amount: gross.SatSub(fee), Credited: credited})...)
}

// mission is the body of a mission that its creator judges.
func (w *world) missionBody(change ...func(args)) args {
	in := args{"funding": "escrow", "title": "Name eight suppliers", "description": "Eight suppliers of cork, with prices.",
		"reward": args{"amount": "10250000"}, "verification": args{"type": "creator_judges"}, "deadline": w.clock().Add(48 * time.Hour).UTC().Format(time.RFC3339)}
	for _, f := range change {
		f(in)
	}
	return in
}

// openMission posts a mission and confirms its funding.
func openMission(t *testing.T, b *bench, call surface, c cast, change ...func(args)) (string, onChain) {
	t.Helper()
	a := call("post_mission", c.poster, b.missionBody(change...))
	id := a.text("mission_id")
	if a.status != 201 && id == "" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	m := b.onChain(id)
	b.mine(m.funded()...)
	b.confirm()
	return id, m
}

// entry submits work and confirms its entry.
func enterWork(t *testing.T, b *bench, call surface, key, mission string, m onChain, content string) (sub string, a answer) {
	t.Helper()
	a = call("submit_result", key, args{"bounty_id": mission, "content": content, "preview": preview})
	sub = a.text("submission_id")
	if sub == "" || a.text("status") != "awaiting_chain" {
		t.Fatalf("%s", a.body)
	}
	from, err := settle.ParseAddress(a.text("escrow", "agent"))
	b.must(err)
	b.mine(m.entered(from, 0, hashOf(t, a.text("escrow", "content_hash")), hashOf(t, a.text("escrow", "split_hash")), 1)...)
	b.confirm()
	return sub, a
}
