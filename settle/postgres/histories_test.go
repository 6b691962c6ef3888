package postgres_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/postgres"
)

// TestHistories runs histories of the whole engine over PostgreSQL: what the
// fold makes must never break a constraint, and folding the journal again in
// memory must give the same digest.
func TestHistories(t *testing.T) {
	checks(t, "6")
	keys := keyset(t)
	for _, deep := range []bool{false, true} {
		rapid.Check(t, func(rt *rapid.T) {
			url := newURL(t)
			s := open(t, url, postgres.Options{CopyFrom: 1})
			defer s.Close()
			m := enginetest.NewMachine(rt, func(func() time.Time) enginetest.Store { return s }, keys, deep)
			rt.Repeat(m.Actions())
			m.T = rt
			m.Confirm()
			m.Audit()
			refolded(rt, t, s)
			countedBefore(rt, t, url)
		})
	}
}

// TestEscrowHistories does the same with missions of the escrow: the mirrors of
// the contracts, what undoes a block, and the awards.
func TestEscrowHistories(t *testing.T) {
	checks(t, "5")
	keys := keyset(t)
	rapid.Check(t, func(rt *rapid.T) {
		url := newURL(t)
		s := open(t, url, postgres.Options{CopyFrom: 1})
		defer s.Close()
		m := enginetest.NewEscrowMachine(rt, func(func() time.Time) enginetest.Store { return s }, keys, rapid.Bool().Draw(rt, "deep"))
		rt.Repeat(m.Actions())
		m.T = rt
		m.Confirm()
		m.AuditEscrow()
		m.Unseen()
		refolded(rt, t, s)
		countedBefore(rt, t, url)
	})
}

// TestAnyEventsAreKept: whatever the contracts say, the database takes what the
// fold makes of it, so that no contract can stop the indexer.
func TestAnyEventsAreKept(t *testing.T) {
	s := open(t, newURL(t), postgres.Options{CopyFrom: 1})
	defer s.Close()
	contracts := settle.Contracts{Escrow: settle.Address{1}, Agents: settle.Address{2}, Vote: settle.Address{3}, Oracles: settle.Address{4},
		AttestationOracle: settle.Address{5}, Reputation: settle.Address{6}}
	most := money.MustParse("115792089237316195423570985008687907853269984665640564039457584007913129639935")
	id, agent, poster := settle.Hash{1}, settle.Address{7}, settle.Address{8}
	terms := settle.MissionTerms{Poster: poster, Resolver: poster, Reward: money.Units(5), SubmitBy: 1<<40 - 1, Tranches: []money.Amount{most}, Fees: []money.Amount{most}}
	facts := []settle.Body{settle.Settings{Contracts: contracts, Confirmations: 1}}
	for n, ev := range []settle.ChainEvent{
		settle.EventMissionPosted{MissionID: id, Poster: poster, Terms: terms, SpecURI: "\x00\xff\ufffd\u2028"},
		settle.EventWorkSubmitted{MissionID: id, Agent: agent, Tranche: 255, URI: "\x00"},
		settle.EventAwardProposed{MissionID: id, Agent: agent, Gross: most, FinalAt: 1<<40 - 1},
		settle.EventAwardProposed{MissionID: id, Agent: agent, Gross: most},
		settle.EventAppealRaised{MissionID: id, Bond: most}, settle.EventAppealRuled{MissionID: id, Ruling: settle.RulingRefund},
		settle.EventPayout{MissionID: id, To: agent, Amount: most, Credited: true}, settle.EventPayout{MissionID: id, To: agent, Amount: most, Credited: true},
		settle.EventMissionRefunded{MissionID: id, Amount: most, Credited: true, Reason: settle.RefundRuled},
		settle.EventAwardFinalized{MissionID: id, Agent: agent, Gross: most, Fee: most}, settle.EventMissionCancelled{MissionID: id},
		settle.EventMissionRefunded{MissionID: id, Amount: most, Reason: settle.RefundCancelled},
		settle.EventVoteStaked{Voter: agent, Amount: most}, settle.EventVoteStaked{Voter: agent, Amount: most},
		settle.EventVoteOpened{MissionID: id, Poll: 255, CommitBy: 1, RevealBy: 2, StakedBefore: -1}, settle.EventVoteCommitted{MissionID: id, Voter: agent, PollAndHash: settle.Hash{31: 255}},
		settle.EventVoteRevealed{MissionID: id, Voter: agent, Poll: 255, Weight: most}, settle.EventStakeSettled{MissionID: id, Voter: agent, Poll: 255, Delta: settle.SignedAmount{Amount: most, Negative: true}},
		settle.EventBlockAnchored{BlockNumber: 1<<64 - 1}, settle.EventReputationExported{MissionID: id, Tranche: 255},
	} {
		b := settle.BlockRef{Number: uint64(n + 1), Hash: settle.Hash{31: byte(n + 1)}}
		facts = append(facts, settle.BlockApplied{Block: b, Time: 5, Txs: []settle.TxLogs{{Hash: b.Hash,
			Logs: []settle.Log{{TxHash: b.Hash, Emitter: contracts.Of(ev.LogKind().Role()), Kind: ev.LogKind(), Event: ev}}}}})
	}
	for n := len(facts) - 1; n > 0; n-- {
		facts = append(facts, settle.BlockUnapplied{Block: facts[n].(settle.BlockApplied).Block})
	}
	for n, body := range facts {
		err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
			seq, prev := tx.Head()
			f, err := settle.NewFact(seq+1, prev, 1000, body)
			if err != nil {
				return err
			}
			tx.Append(f)
			return settle.Fold(tx, f, enginetest.Rater{})
		})
		if err != nil {
			t.Fatalf("fact %d, %T: %v", n, body, err)
		}
	}
}
