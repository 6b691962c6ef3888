package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Activity are events of the public activity, newest first, from before a fact (0:
// from the newest). It reads limit facts; next is where the next page begins, 0 if
// there is none.
func (e *Engine) Activity(ctx context.Context, before uint64, limit int) (out []settle.Activity, next uint64, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out, next = nil, 0
		late, err := e.overdue(tx)
		if err != nil {
			return err
		}
		facts := tx.Events(before, limit+1)
		for k, f := range facts {
			if k == limit {
				next = facts[k-1].Seq
				break
			}
			events, err := eventsOf(tx, f)
			if err != nil {
				return err
			}
			slices.Reverse(events) // what follows from the same fact is newer
			for k := range events {
				events[k].Row = late.mission(events[k].Row)
			}
			out = append(out, events...)
		}
		return nil
	})
	return out, next, err
}

// Tally counts the board.
func (e *Engine) Tally(ctx context.Context) (out settle.Tally, err error) {
	var contract settle.Address
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		late, err := e.overdue(tx)
		if err != nil {
			return err
		}
		out = tx.Tally(e.now() - 24*3600*1000)
		late.tally(&out)
		contract = settingsOf(tx).Contracts.Escrow
		return nil
	})
	if err == nil {
		out.PostFee = e.postFee(ctx, contract)
	}
	return out, err
}

// postFeeWithin bounds the look at the escrow's fee, which never changes: readers
// ask for it once.
const postFeeWithin = 2 * time.Second

func (e *Engine) postFee(ctx context.Context, contract settle.Address) *money.Amount {
	fee := money.Amount{}
	if contract.IsZero() || e.o.Escrow == nil {
		return &fee
	}
	ctx, cancel := context.WithTimeout(ctx, postFeeWithin)
	defer cancel()
	fee, err := e.o.Escrow.PostFee(ctx, contract)
	if err != nil {
		return nil
	}
	return &fee
}

// teller makes the events of one fact.
type teller struct {
	tx  settle.Tx
	f   settle.Fact
	out []settle.Activity
}

func eventsOf(tx settle.Tx, f settle.Fact) ([]settle.Activity, error) {
	body, err := f.Decode()
	if err != nil {
		return nil, err
	}
	t := &teller{tx: tx, f: f}
	switch b := body.(type) {
	case *settle.AgentRegistered:
		t.say(settle.EventRegistered, settle.Activity{Agent: b.ID})
	case *settle.PayoutSet:
		detail := b.Payout.Address.Checksum()
		if b.Payout.EffectiveAt > f.At {
			detail += " from " + time.UnixMilli(b.Payout.EffectiveAt).UTC().Format(time.RFC3339) + " on"
		}
		t.say(settle.EventPayoutAddressSet, settle.Activity{Agent: b.Agent, Detail: detail})
	case *settle.MissionPosted:
		t.mission(settle.EventBountyPosted, b.Mission.ID, b.Mission.Poster)
	case *settle.MissionCancellation:
		t.mission(settle.EventBountyCancelled, b.Mission, "")
	case *settle.Takedown:
		t.mission(settle.EventBountyRemoved, b.Mission, "")
		t.out[0].Detail = b.Reason
	case *settle.Tick:
		for _, id := range b.Expired {
			t.mission(settle.EventBountyExpired, id, "")
		}
	default:
		t.work(body)
	}
	return t.out, nil
}

func (t *teller) work(body settle.Body) {
	switch b := body.(type) {
	case *settle.WorkSubmitted:
		kind := settle.EventReceived
		if !b.Submission.Complete() {
			kind = settle.EventTeamForming
		}
		t.submission(kind, b.Submission.ID)
	case *settle.WorkJoined:
		if t.completes(b.Submission) {
			t.submission(settle.EventReceived, b.Submission)
		}
	case *settle.WorkDeclined:
		t.submission(settle.EventTeamDissolved, b.Submission)
	case *settle.WorkRejected:
		t.submission(settle.EventRejected, b.Submission)
	case *settle.Withheld:
		t.submission(settle.EventWithheld, b.Submission)
	case *settle.AwardStated:
		if a := t.submission(settle.EventBountyAwarded, b.Submission); a != nil {
			a.Detail = fmt.Sprintf("stated, not verified: %s and a fee of %s", usdc(b.Stated.Payouts...), usdc(b.Stated.Fee))
		}
	case *settle.PointsAwarded:
		t.credited(b.Submission)
	case *settle.PollClosed:
		if p := settle.GetRow[settle.PointsPoll](t.tx, b.Mission); p != nil && p.Winner != "" {
			t.credited(p.Winner)
		} else {
			t.mission(settle.EventBountyExpired, b.Mission, "")
		}
	case *settle.InstructionIssued:
		t.instruction(settle.EventPicked, b.Instruction.ID)
	case *settle.PickWithdrawn:
		t.instruction(settle.EventPickWithdrawn, b.Instruction)
	case *settle.HoldLifted:
		if t.instruction(settle.EventHoldLifted, b.Instruction); b.Submission != "" {
			t.submission(settle.EventHoldLifted, b.Submission)
		}
	case *settle.Settled:
		t.instruction(settle.EventSettled, b.Instruction)
		if i := settle.GetRow[settle.Instruction](t.tx, b.Instruction); i != nil {
			t.awardedAt(i.Mission, i.Submission, fmt.Sprintf("paid and confirmed on the chain: %s, of which %s is the fee", usdc(i.Total), usdc(i.Fee)))
		}
	case *settle.AwardSettlement:
		if a := settle.GetRow[settle.EscrowAward](t.tx, b.Award); a != nil {
			t.mission(settle.EventBountyAwarded, a.Mission, "")
			last := &t.out[len(t.out)-1]
			last.Submission, last.Detail = a.Submission, fmt.Sprintf("paid by the escrow: %s, of which %s is the fee", usdc(a.Final.Gross), usdc(a.Final.Fee))
		}
	}
}

// credited tells of an award in points.
func (t *teller) credited(submission string) {
	if a := t.submission(settle.EventBountyAwarded, submission); a != nil && a.Row != nil {
		if x := a.Row.AwardOf(submission); x != nil && x.Points != nil {
			net := money.Amount{}
			for _, n := range x.Points.Payouts {
				net = net.SatAdd(n)
			}
			a.Detail = fmt.Sprintf("credited: %s test points (%s), which are worth nothing", money.FormatUSDC(net), a.Row.Asset())
		}
	}
}

func usdc(as ...money.Amount) string {
	var sum money.Amount
	for _, a := range as {
		sum = sum.SatAdd(a)
	}
	return "$" + money.FormatUSDC(sum)
}

// say adds an event.
func (t *teller) say(kind settle.EventKind, a settle.Activity) *settle.Activity {
	a.Seq, a.At, a.Kind = t.f.Seq, t.f.At, kind
	t.out = append(t.out, a)
	return &t.out[len(t.out)-1]
}

func (t *teller) mission(kind settle.EventKind, id, agent string) {
	m := settle.GetRow[settle.Mission](t.tx, id)
	a := t.say(kind, settle.Activity{Mission: id, Agent: agent})
	if m == nil {
		return
	}
	if a.Agent == "" {
		a.Agent = m.Poster
	}
	if m.Status != settle.MissionRemoved {
		a.Row = m
	}
}

func (t *teller) submission(kind settle.EventKind, id string) *settle.Activity {
	s := settle.GetRow[settle.Submission](t.tx, id)
	if s == nil {
		return nil
	}
	t.mission(kind, s.Mission, s.Agent)
	a := &t.out[len(t.out)-1]
	if kind != settle.EventTeamForming && kind != settle.EventTeamDissolved { // whose drafts nobody else knows
		a.Submission = id
	}
	return a
}

func (t *teller) instruction(kind settle.EventKind, id string) {
	i := settle.GetRow[settle.Instruction](t.tx, id)
	if i == nil {
		return
	}
	t.mission(kind, i.Mission, i.Poster)
	a := &t.out[len(t.out)-1]
	a.Submission, a.Instruction = i.Submission, id
	if kind == settle.EventSettled {
		a.Detail = fmt.Sprintf("%s to the payees, of which %s is the fee", usdc(i.Total), usdc(i.Fee))
	}
}

// awardedAt adds the award if this fact gave it.
func (t *teller) awardedAt(mission, submission, detail string) {
	m := settle.GetRow[settle.Mission](t.tx, mission)
	if m == nil {
		return
	}
	if a := m.AwardOf(submission); a != nil && a.At == t.f.At {
		x := t.submission(settle.EventBountyAwarded, submission)
		x.Detail, x.Instruction = detail, a.Instruction
	}
}

// completes: the consent of this fact was the last one.
func (t *teller) completes(id string) bool {
	s := settle.GetRow[settle.Submission](t.tx, id)
	if s == nil || !s.Complete() {
		return false
	}
	last := int64(0)
	for _, c := range s.Contributors {
		last = max(last, c.AcceptedAt)
	}
	return last == t.f.At
}
