package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// Pick issues the instruction of a submission, or finds the one there is (R5).
func (e *Engine) Pick(ctx context.Context, r settle.PickRequest) (*settle.InstructionView, error) {
	var out *settle.InstructionView
	err := e.issuing(ctx, func() ([]settle.Address, error) { return e.payees(ctx, r) }, func(tx settle.Tx, status tokenStatus) (err error) {
		out, err = e.pick(tx, r, status)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// errStale says that other addresses would be paid than the token was asked about.
var errStale = errors.New("the payees' addresses have changed")

// issuing runs what may issue an instruction under the cursor's lock, with the
// token's word on the payees, which is asked before. fn gives errStale where they
// have changed meanwhile, and is run again.
func (e *Engine) issuing(ctx context.Context, payees func() ([]settle.Address, error), fn func(settle.Tx, tokenStatus) error) error {
	for range 3 {
		asked, err := payees()
		if err != nil {
			return err
		}
		status := tokenStatus{asked: asked}
		if len(asked) > 0 {
			if status.paused, status.refused, err = e.o.Chain.TokenStatus(ctx, asked); err != nil {
				return unavailable("the token's state could not be read", err)
			}
		}
		err = e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorShare}, func(tx settle.Tx) error { return fn(tx, status) })
		if !errors.Is(err, errStale) {
			return err
		}
	}
	return settle.Errorf(settle.CodeConflict, "the payees' addresses keep changing; try again")
}

// byAward is how an escrow mission is paid instead.
const byAward = "award the submission there, with the call that GET /missions/{mission_id}/award gives"

// unavailable says what could not be done; the cause names endpoints, which are
// the operator's business, so it is kept from the caller.
func unavailable(why string, cause ...error) error {
	err := &settle.Error{Code: settle.CodeChainUnavailable, RetryAfter: 5, Message: why + "; nothing is lost, try again in a moment"}
	return errors.Join(append([]error{err}, cause...)...)
}

type tokenStatus struct {
	asked   []settle.Address
	paused  bool
	refused []settle.Address
}

func (t tokenStatus) refuses(a settle.Address) bool { return slices.Contains(t.refused, a) }

// payees are the addresses whose standing with the token must be asked before
// the locks are taken; none if an instruction exists already.
func (e *Engine) payees(ctx context.Context, r settle.PickRequest) (out []settle.Address, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		m, err := ownMission(tx, r.Actor, r.Mission)
		if err != nil {
			return err
		}
		s, err := submissionOf(tx, m, r.Submission)
		if err != nil {
			return err
		}
		if err := directMission(m, byAward); err != nil {
			return err
		}
		if currentInstruction(tx, s.ID) != nil {
			return nil
		}
		out, err = e.payeesOf(tx, m, s)
		return err
	})
	return out, err
}

func (e *Engine) payeesOf(tx settle.Tx, m *settle.Mission, s *settle.Submission) ([]settle.Address, error) {
	var out []settle.Address
	for _, c := range s.Contributors {
		a := settle.GetRow[settle.Agent](tx, c.Agent)
		if err := claimStands(tx, a); err != nil {
			return nil, err
		}
		var p *settle.Payout
		if a != nil {
			p = settle.EffectivePayout(a, e.now())
		}
		if p == nil {
			return nil, settle.Errorf(settle.CodePayeeAddressMissing, "contributor %s has no payout address; ask them to set one", c.Agent).With("agent_id", c.Agent)
		}
		out = append(out, p.Address)
	}
	if m.FeeBP > 0 { // the fee as it was when the mission was posted
		out = append(out, settingsOf(tx).FeeAddress)
	}
	return out, nil
}

// currentInstruction is the submission's instruction, the successor if there is one.
func currentInstruction(s settle.State, submission string) *settle.Instruction {
	for _, i := range settle.FindRows[*settle.Instruction](s, settle.InstructionsOfSubmission(submission)) {
		if i.Status != settle.InstructionSuperseded {
			return i
		}
	}
	return nil
}

func (e *Engine) pick(tx settle.Tx, r settle.PickRequest, status tokenStatus) (view *settle.InstructionView, err error) {
	m, err := ownMission(tx, r.Actor, r.Mission)
	if err != nil {
		return nil, err
	}
	if err := directMission(m, byAward); err != nil {
		return nil, err
	}
	s, err := submissionOf(tx, m, r.Submission)
	if err != nil {
		return nil, err
	}
	created, renewed := false, false
	i := currentInstruction(tx, s.ID)
	switch {
	case i == nil:
		if i, err = e.issue(tx, m, s, false, status); err != nil {
			return nil, err
		}
		created = true
	case r.Renew && i.Status == settle.InstructionOpen && !i.Running():
		if err := e.renew(tx, m, s, i); err != nil {
			return nil, err
		}
		renewed = true
	}
	if i.Deposit.IsZero() && i.Status == settle.InstructionOpen {
		if err := e.addRefund(tx, i, r); err != nil {
			return nil, err
		}
	}
	if view, err = e.view(tx, i.ID); err != nil {
		return nil, err
	}
	view.Created, view.Renewed = created, renewed
	return view, nil
}

// mayReserve is what a pick and a renewal ask alike; automatic is for a match, which
// no earlier pick that ended unpaid keeps from being picked (R10).
func (e *Engine) mayReserve(tx settle.Tx, m *settle.Mission, s *settle.Submission, automatic bool) (*settle.StoredBlock, error) {
	tip, err := e.freshTip(tx)
	if err != nil {
		return nil, err
	}
	switch {
	case m.Status != settle.MissionOpen:
		return nil, settle.Errorf(settle.CodeMissionNotOpen, "the mission is %s", m.Status)
	case s.Status != settle.SubmissionPending:
		return nil, settle.Errorf(settle.CodeConflict, "the submission is %s and cannot be picked", s.Status)
	case !s.Deposited:
		return nil, settle.Errorf(settle.CodeNotDeposited, "the content of this submission is not held here, so no release can be promised")
	}
	if settle.FreeSlots(tx, m, s.Milestone, s.ID) <= 0 {
		for _, o := range settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfMission(m.ID)) {
			if o.Milestone == s.Milestone && o.Submission != s.ID && o.Running() {
				return nil, inProgress(o)
			}
		}
		return nil, settle.Errorf(settle.CodeMissionNotOpen, "every prize of this part is awarded")
	}
	if automatic {
		return tip, nil
	}
	if err := e.ruleAdmits(tx, m, s); err != nil {
		return nil, err
	}
	return tip, e.unpaidPicks(tx, m.Poster)
}

// freshTip is the indexed tip, under which an instruction may be issued (R11).
func (e *Engine) freshTip(tx settle.Tx) (*settle.StoredBlock, error) {
	set, tip := settingsOf(tx), tx.Tip()
	switch {
	case set.HaltedReason != "":
		return nil, unavailable("releases are halted: " + set.HaltedReason)
	case tip == nil || e.now()-tip.Seen > e.o.FreshFor.Milliseconds():
		return nil, unavailable("no new block came lately, so the tip is not known")
	case e.now()-tip.Time*1000 > e.o.FreshFor.Milliseconds():
		// Behind the head, blocks to come hold payments older than the pick.
		return nil, unavailable("the index is catching up with the chain")
	}
	return tip, nil
}

// unpaidPicks: after three picks that ended unpaid no new one for 24 hours (R10).
func (e *Engine) unpaidPicks(tx settle.Tx, poster string) error {
	a := settle.GetRow[settle.Agent](tx, poster)
	if a == nil || len(a.UnpaidPicks) < settle.UnpaidPicksMax {
		return nil
	}
	until := a.UnpaidPicks[len(a.UnpaidPicks)-1].At + settle.UnpaidPicksWindowMillis
	oldest := a.UnpaidPicks[len(a.UnpaidPicks)-settle.UnpaidPicksMax]
	if wait := until - e.now(); wait > 0 && a.UnpaidPicks[len(a.UnpaidPicks)-1].At-oldest.At < settle.UnpaidPicksWindowMillis {
		return &settle.Error{Code: settle.CodeTooManyUnpaidPicks, RetryAfter: int(wait/1000) + 1,
			Message: "your last three picks ended unpaid; pay one of them, or pick again after 24 hours"}
	}
	return nil
}

// renew reserves the slot again, within the caps of R10.
func (e *Engine) renew(tx settle.Tx, m *settle.Mission, s *settle.Submission, i *settle.Instruction) error {
	tip, err := e.mayReserve(tx, m, s, i.Automatic)
	if err != nil {
		return err
	}
	set := settingsOf(tx)
	switch {
	case set.Pause != nil:
		return tokenPaused()
	case !i.Renewable(set):
		return settle.Errorf(settle.CodeReservationSpent, "this pick was reserved as often as allowed; its payment still releases the deliverable whenever it comes")
	case e.now() > m.Deadline+settle.RenewAfterDeadline*1000:
		return settle.Errorf(settle.CodeReservationSpent, "the mission's deadline is more than 24 hours past; a payment still releases the deliverable")
	}
	return e.record(tx, settle.ReservationRenewed{Instruction: i.ID, From: tip.Time, Until: tip.Time + set.ReservationSeconds})
}

// Withdraw ends the reservation of a pick, unless its payment was seen (R10).
func (e *Engine) Withdraw(ctx context.Context, actor, id string) (out *settle.InstructionView, err error) {
	err = e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorShare}, func(tx settle.Tx) error {
		i, err := ownInstruction(tx, actor, id)
		if err != nil {
			return err
		}
		if i.Running() {
			soon, err := e.ahead(tx)
			if err != nil {
				return err
			}
			// A covering payment in the window counts as seen, whoever it is from:
			// else a withdrawal could take award and slot from who is being paid.
			if i.Extended || i.Covered || settle.GetRow[settle.Instruction](soon, id).Covered {
				return settle.Errorf(settle.CodePaymentSeen, "a payment for this pick was seen, so it cannot be withdrawn").With("instruction_id", id)
			}
			if i, err = e.caughtUp(tx, i); err != nil {
				return err
			}
			tip := tx.Tip()
			last := i.Reservations[len(i.Reservations)-1]
			pause := settingsOf(tx).Pause // nobody can pay meanwhile: it does not count
			counted := pause == nil && (tip.Time-last.From-last.Paused)*1000 > settle.FreeWithdrawalMillis
			if err := e.record(tx, settle.PickWithdrawn{Instruction: id, BlockTime: max(tip.Time, last.From), Counted: counted}); err != nil {
				return err
			}
		}
		out, err = e.view(tx, id)
		return err
	})
	return out, err
}

func ownInstruction(tx settle.Tx, actor, id string) (*settle.Instruction, error) {
	i := settle.GetRow[settle.Instruction](tx, id)
	if i == nil {
		return nil, noInstruction(id)
	}
	if actor == "" || i.Poster != actor {
		return nil, settle.Errorf(settle.CodeForbidden, "only the poster of instruction %s may do this", id)
	}
	return i, nil
}

func noInstruction(id string) error {
	return settle.Errorf(settle.CodeNotFound, "no instruction %s", id)
}
