package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// rob is everything that a hostile poster can do about a transaction of another
// whose transfers look exactly like its own payment.
func (s *scene) rob(victim settle.Address, victims, own *settle.Instruction, tx *enginetest.Tx) {
	s.t.Helper()
	refused := func(what string, err error) {
		s.t.Helper()
		if err == nil {
			s.t.Fatalf("%s went through", what)
		}
		if c := settle.CodeOf(err); c == settle.CodeInternal {
			s.t.Fatalf("%s: %v", what, err)
		}
	}
	refused("proving with a signature of one's own", s.Prove(s.hostile, s.hostile, victim, own.ID))
	refused("linking", s.Link(s.hostile, victim))
	// The victim's own signature is public in its instruction: it proves nothing here.
	d := digest.Domain{ChainID: victims.ChainID, VerifyingContract: victims.PayContract}
	sig := s.Sign(s.poster, victim, d.Payer(victims.Digest, victim))
	_, _, err := s.Engine.ProvePayer(s.Ctx, s.hostile.Agent, own.ID, victim, sig)
	refused("presenting the victim's signature for one's own instruction", err)
	_, _, err = s.Engine.ProvePayer(s.Ctx, s.hostile.Agent, victims.ID, victim, sig)
	refused("presenting the victim's signature for the victim's instruction", err)
	_, err = s.Engine.Present(s.Ctx, s.hostile.Agent, own.Mission, own.Submission, tx.Hash)
	refused("presenting the victim's transaction", err)
	if b, m := s.Chain.Find(tx.Hash); m != nil && b != nil {
		for _, l := range m.Logs {
			if l.From == victim {
				refused("directing", s.Direct(s.hostile, s.hostile, victim, own.ID, tx.Hash, l.Index))
			}
		}
	}
	s.Audit()
}

// TestClaimTheft: two posters owe one worker the same amounts. What one pays is
// never the other's, in whatever order and at whatever time the other claims it.
func TestClaimTheft(t *testing.T) {
	for _, when := range []string{"before payment", "before confirmation", "after confirmation"} {
		for _, proof := range []string{"victim proves before paying", "victim proves at the end"} {
			for _, bundle := range []string{"alone", "bundled, rival first", "bundled, rival last"} {
				t.Run(fmt.Sprint(when, ", ", proof, ", ", bundle), func(t *testing.T) {
					s := newScene(t)
					// The rival's pick is the older one.
					_, _, own := s.picked(s.hostile, s.a)
					_, _, i := s.picked(s.poster, s.a)
					s.Empty(1)
					victim := s.poster.Wallet0()
					if proof == "victim proves before paying" {
						s.prove(s.poster, i)
					}
					s.prove(s.hostile, own)
					ops := enginetest.PlainLegs(victim, i)
					// The rival pays nearly all of its own in the same transaction.
					short := enginetest.Legs(own)
					less := enginetest.Transfer(s.hostile.Wallet0(), short[0].To, short[0].Amount.SatSub(money.Units(1)))
					switch bundle {
					case "bundled, rival first":
						ops = append([]enginetest.Op{less}, ops...)
					case "bundled, rival last":
						ops = append(ops, less)
					}
					tx := s.Tx(ops...)
					if when == "before payment" {
						s.rob(victim, i, own, tx)
					}
					s.Mine(tx)
					if when == "before confirmation" {
						s.rob(victim, i, own, tx)
					}
					s.Confirm()
					if when == "after confirmation" && proof != "victim proves before paying" {
						s.rob(victim, i, own, tx)
					}
					if proof != "victim proves before paying" {
						s.prove(s.poster, i)
					}
					s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
					s.rob(victim, i, own, tx)
					s.is(own.ID, settle.InstructionOpen, settle.SubmissionPending, settle.MissionOpen)
				})
			}
		}
	}
}

// TestForeignTag: the event of a contract that is none of ours, directly behind
// a stranger's transfer, neither takes the transfer away from its payer nor
// makes the named one its owner.
func TestForeignTag(t *testing.T) {
	s := newScene(t)
	_, _, own := s.picked(s.hostile, s.a)
	_, _, i := s.picked(s.poster, s.a)
	s.prove(s.poster, i)
	s.prove(s.hostile, own)
	var ops []enginetest.Op
	for _, l := range enginetest.Legs(i) {
		ops = append(ops, enginetest.Forged(enginetest.Addr("evil"), s.poster.Wallet0(), s.hostile.Wallet0(), own.Digest, l))
	}
	tx := s.Tx(ops...)
	s.Mine(tx)
	s.Confirm()
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
	s.is(own.ID, settle.InstructionOpen, settle.SubmissionPending, settle.MissionOpen)
	s.code(s.Direct(s.hostile, s.hostile, s.hostile.Wallet0(), own.ID, tx.Hash, 0), settle.CodePayerClaimed)
}

// TestPayContractPayer: for logs of the pay contract the payer of the event
// signs Direct, not the contract that the tokens came from (R17).
func TestPayContractPayer(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	payer := s.poster.Wallet0()
	tx := s.Tx(enginetest.PayAuthorized(i.PayContract, payer, settle.Keccak256([]byte("mistyped")), enginetest.Legs(i)))
	s.Mine(tx)
	s.Confirm()
	s.is(i.ID, settle.InstructionOpen, settle.SubmissionPending, settle.MissionOpen)
	_, err := s.Engine.Present(s.Ctx, s.poster.Agent, i.Mission, i.Submission, tx.Hash)
	s.code(err, settle.CodeNonceNotDerived)
	_, m := s.Chain.Find(tx.Hash)
	for _, l := range m.Logs {
		if l.Kind == settle.LogTransfer && l.Tag != nil {
			s.code(s.Direct(s.poster, s.hostile, s.hostile.Wallet0(), i.ID, tx.Hash, l.Index), settle.CodePayerNotProven)
			s.ok(s.Direct(s.poster, s.poster, payer, i.ID, tx.Hash, l.Index))
		}
	}
	s.ok(s.Sync())
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
}

// TestDirectOthers: an address that is another poster's payer directs nothing to
// this poster's instructions.
func TestDirectOthers(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	_, _, o := s.picked(s.hostile, s.a)
	s.prove(s.poster, i)
	tx := s.Tx(enginetest.Transfer(s.poster.Wallet0(), s.a.Wallet0(), enginetest.USDC(20)))
	s.Mine(tx)
	s.Confirm()
	s.code(s.Direct(s.hostile, s.poster, s.poster.Wallet0(), o.ID, tx.Hash, 0), settle.CodePayerClaimed)
}

// TestDirectUnconfirmed: units move once they are confirmed. Before, the answer
// says how far they are; but what would be refused then is refused at once.
func TestDirectUnconfirmed(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	_, _, theirs := s.picked(s.hostile, s.b)
	payer := s.poster.Wallet0()
	tx := s.Tx(enginetest.PayAuthorized(i.PayContract, payer, settle.Keccak256([]byte("mistyped")), enginetest.Legs(i)))
	s.Mine(tx)
	_, m := s.Chain.Find(tx.Hash)
	log := slices.IndexFunc(m.Logs, func(l enginetest.Log) bool { return l.Kind == settle.LogTransfer && l.To == s.a.Wallet0() })
	index := m.Logs[log].Index
	for n := range s.Conf.Confirmations {
		err := s.Direct(s.poster, s.poster, payer, i.ID, tx.Hash, index)
		s.code(err, settle.CodeNotConfirmed)
		var e *settle.Error
		if !errors.As(err, &e) || e.Details["confirmations"] != n || e.Details["required"] != s.Conf.Confirmations ||
			e.RetryAfter != int(2*(s.Conf.Confirmations-n)) {
			t.Fatalf("with %d confirmations: %+v", n, e)
		}
		s.code(s.Direct(s.hostile, s.poster, payer, theirs.ID, tx.Hash, index), settle.CodeConflict)
		s.code(s.Direct(s.poster, s.poster, payer, i.ID, tx.Hash, 99), settle.CodeTxNotFound)
		s.Mine()
	}
	s.ok(s.Direct(s.poster, s.poster, payer, i.ID, tx.Hash, index))
	dropped := s.Tx(enginetest.Transfer(payer, s.a.Wallet0(), enginetest.USDC(1)))
	s.Mine(dropped)
	s.code(s.Direct(s.poster, s.poster, payer, i.ID, dropped.Hash, 0), settle.CodeNotConfirmed)
	s.Reorg(1, 2, func(int, *enginetest.Tx) int { return -1 })
	s.code(s.Direct(s.poster, s.poster, payer, i.ID, dropped.Hash, 0), settle.CodeTxNotFound)
}

// TestDirectGivesBack: a Direct takes what its instruction misses and no more;
// the rest stays with the instruction that had it.
func TestDirectGivesBack(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	_, _, first := s.picked(s.poster, s.a)
	m := s.mission(s.poster, settle.NewMission{Reward: enginetest.USDC(2)})
	second := s.pick(s.poster, s.submit(m, s.a))
	leg := 0
	if first.Legs[0].To == s.Fee {
		leg = 1
	}
	part := first.Legs[leg]
	tx := s.Tx(enginetest.Authorized(s.poster.Wallet0(), part.To, part.Amount, digest.LegNonce(first.Digest, leg)))
	s.Mine(tx)
	s.Confirm()
	l, _ := s.Chain.Find(tx.Hash)
	s.ok(s.Direct(s.poster, s.poster, s.poster.Wallet0(), second.ID, tx.Hash, l.Txs[0].Logs[1].Index))
	s.ok(s.Sync())
	s.Audit()
	v, err := s.Engine.Instruction(s.Ctx, first.ID)
	s.ok(err)
	w, err := s.Engine.Instruction(s.Ctx, second.ID)
	s.ok(err)
	if got, want := v.Cover.Paid[leg].SatAdd(sumPaid(w)), part.Amount; got != want || sumPaid(w).IsZero() {
		t.Fatalf("%s units count of %s paid", got, want)
	}
}

func sumPaid(v *settle.InstructionView) (n money.Amount) {
	for _, p := range v.Cover.Paid {
		n = n.SatAdd(p)
	}
	return n
}

// TestMergedAddress: an address whose empty account is merged into a poster's
// pays for that poster from then on, whatever came before.
func TestMergedAddress(t *testing.T) {
	s := newScene(t)
	_, err := s.SignIn(s.poster, s.poster.Wallet0())
	s.ok(err)
	_, _, i := s.picked(s.poster, s.a)
	tx := s.plain(s.poster.Wallet0(), i)
	s.Mine(tx)
	s.Confirm()
	s.is(i.ID, settle.InstructionOpen, settle.SubmissionPending, settle.MissionOpen)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	s.ok(s.Sync())
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
	// It extends reservations and proves for one instruction, as any payer does.
	_, _, next := s.picked(s.poster, s.b)
	s.Mine(s.plain(s.poster.Wallet0(), next))
	if !s.Instruction(next.ID).Extended {
		t.Fatal("its payment does not extend the reservation")
	}
	s.ok(s.Prove(s.poster, s.poster, s.poster.Wallet0(), next.ID))
}

// TestContributorKeepsAddress: the address of one who shares in work passes to no
// other account, so that it never becomes the payer of that work.
func TestContributorKeepsAddress(t *testing.T) {
	s := newScene(t)
	in, err := s.SignIn(s.b, s.b.Wallet0())
	s.ok(err)
	member := &enginetest.Actor{Name: "member", Agent: in.Agent, Wallets: s.b.Wallets}
	m := s.mission(s.poster, settle.NewMission{})
	i := s.pick(s.poster, s.submit(m, s.a, member))
	s.code(s.Link(s.b, s.b.Wallet0()), settle.CodeAddressHasHistory)
	s.code(s.Prove(s.poster, s.b, s.b.Wallet0(), i.ID), settle.CodeAddressTaken)
}

// TestInvitationsPassOn: an agent that is invited to work and merged away leaves its
// invitations to the one that it ends in. Where that one has a share already, or
// posted the mission, the draft ends: nobody could complete it.
func TestInvitationsPassOn(t *testing.T) {
	s := newScene(t)
	in, err := s.SignIn(s.b, s.b.Wallet0())
	s.ok(err)
	draft := func(poster *enginetest.Actor, others ...string) *settle.Submission {
		t.Helper()
		team := []settle.Contributor{{Agent: s.a.Agent, ShareBP: 10_000 - 1_000*uint32(len(others))}}
		for _, id := range others {
			team = append(team, settle.Contributor{Agent: id, ShareBP: 1_000})
		}
		m := s.mission(poster, settle.NewMission{Mode: settle.ModeStated})
		d, err := s.Engine.Submit(s.Ctx, settle.NewSubmission{Agent: s.a.Agent, Mission: m.ID, Content: "x", Preview: "p", Contributors: team})
		s.ok(err)
		return d
	}
	passes, twice, own := draft(s.poster, in.Agent), draft(s.poster, in.Agent, s.b.Agent), draft(s.b, in.Agent)
	s.ok(s.Link(s.b, s.b.Wallet0()))
	now := func(d *settle.Submission) (out *settle.Submission) {
		s.State(func(tx settle.Tx) { out = settle.GetRow[settle.Submission](tx, d.ID) })
		return out
	}
	if d := now(passes); d.Status != settle.SubmissionDraft || !slices.Equal(d.Awaiting(), []string{s.b.Agent}) {
		t.Errorf("the invitation of %s waits for %v", s.b.Agent, d.Awaiting())
	}
	for _, d := range []*settle.Submission{twice, own} {
		if got := now(d); got.Status != settle.SubmissionWithdrawn || got.DeclinedBy != s.b.Agent {
			t.Errorf("%+v", got)
		}
	}
	_, err = s.Engine.Join(s.Ctx, s.b.Agent, passes.ID)
	s.ok(err)
	if d := now(passes); d.Status != settle.SubmissionPending {
		t.Errorf("all have consented, and it is %s", d.Status)
	}
	s.Refold()
}

// TestContractWallet: an ERC-1271 answer is recorded and never asked for again.
func TestContractWallet(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	wallet := s.ContractWallet(s.poster)
	s.Refuse(wallet, true)
	s.code(s.Prove(s.poster, s.poster, wallet, i.ID), settle.CodePayerNotProven)
	s.Refuse(wallet, false)
	s.ok(s.Prove(s.poster, s.poster, wallet, i.ID))
	s.Refuse(wallet, true)
	s.ok(s.Prove(s.poster, s.poster, wallet, i.ID))
	s.Mine(s.plain(wallet, i))
	s.Confirm()
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
}
