package engine

import (
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// issue picks a submission. Errors: errStale, and what refuses a pick.
func (e *Engine) issue(tx settle.Tx, m *settle.Mission, s *settle.Submission, automatic bool, status tokenStatus) (*settle.Instruction, error) {
	payees, err := e.payeesOf(tx, m, s)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(payees, status.asked) {
		return nil, errStale
	}
	tip, err := e.mayReserve(tx, m, s, automatic)
	if err != nil {
		return nil, err
	}
	if m.Deadline <= e.now() {
		return nil, settle.Errorf(settle.CodeMissionNotOpen, "the mission's deadline has passed")
	}
	set := settingsOf(tx)
	if len(set.PayContracts) == 0 {
		return nil, settle.Errorf(settle.CodeSettlementNotConfigured, "no pay contract is configured")
	}
	if status.paused {
		return nil, tokenPaused()
	}
	id, err := e.newID("stl_")
	if err != nil {
		return nil, err
	}
	n := freePrize(tx, m, s.Milestone)
	i := settle.Instruction{ID: id, Mission: m.ID, Milestone: s.Milestone, SlotN: n, Submission: s.ID, Poster: m.Poster,
		ContentHash: s.ContentHash, ChainID: set.ChainID, Token: set.Token, Issued: tip.BlockRef, IssuedTime: tip.Time,
		PayContract: set.PayContracts[0].Address, Accepts: m.Accepts, Automatic: automatic, CreatedAt: e.now(),
		ReservedUntil: tip.Time + set.ReservationSeconds, ReservedSum: set.ReservationSeconds,
		Reservations: []settle.Reservation{{From: tip.Time}}}
	i.Slot = digest.Slot(digest.PublicID(m.ID), s.Milestone, n)
	for _, b := range tx.Tail(settle.WindowSize) {
		i.Window = append(i.Window, b.Hash)
	}
	if err := e.fillLegs(tx, &i, m, s, status); err != nil {
		return nil, err
	}
	i.Digest = domain(&i).Instruction(digestInput(&i))
	if err := e.record(tx, settle.InstructionIssued{Instruction: i, Tags: tagsOf(&i)}); err != nil {
		return nil, err
	}
	return settle.GetRow[settle.Instruction](tx, id), nil
}

// tagsOf are what names an instruction on the chain: its digest, and a nonce for
// each leg.
func tagsOf(i *settle.Instruction) []settle.Tag {
	tags := []settle.Tag{{Ref: i.Digest, Instruction: i.ID, Leg: -1}}
	for k := range i.Legs {
		tags = append(tags, settle.Tag{Ref: digest.LegNonce(i.Digest, k), Instruction: i.ID, Leg: k})
	}
	return tags
}

// freePrize is the lowest prize number that has no winner and that no running
// reservation names.
func freePrize(tx settle.Tx, m *settle.Mission, milestone int) uint32 {
	taken := map[uint32]bool{}
	for _, a := range m.Awards {
		if a.Milestone == milestone {
			taken[a.N] = true
		}
	}
	for _, i := range settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfMission(m.ID)) {
		if i.Milestone == milestone && i.Running() {
			taken[i.SlotN] = true
		}
	}
	n := uint32(0)
	for taken[n] {
		n++
	}
	return n
}

// fillLegs computes who must be paid what (R7) and refuses payees that cannot
// receive (R9); only the fee may be left out.
func (e *Engine) fillLegs(tx settle.Tx, i *settle.Instruction, m *settle.Mission, s *settle.Submission, status tokenStatus) error {
	fee, parts, err := prizeSplit(m, s, i.SlotN)
	if err != nil {
		return settle.Errorf(settle.CodeInvalid, "the reward cannot be divided: %v", err)
	}
	byAddress := map[settle.Address][]settle.Part{}
	var legs []digest.Leg
	add := func(to settle.Address, p settle.Part) {
		legs = append(legs, digest.Leg{To: to, Amount: p.Amount})
		byAddress[to] = append(byAddress[to], p)
	}
	for k, c := range s.Contributors {
		to := settle.EffectivePayout(settle.GetRow[settle.Agent](tx, c.Agent), e.now()).Address
		if err := refusedPayee(tx, to); err != nil {
			return settle.Errorf(settle.CodePayeeCannotReceive, "%s's payout address cannot be paid: %v", c.Agent, err).With("agent_id", c.Agent)
		}
		if status.refuses(to) {
			return settle.Errorf(settle.CodePayeeCannotReceive, "the token's issuer refuses transfers to %s of %s; that contributor must name another address", to.Checksum(), c.Agent).With("agent_id", c.Agent)
		}
		add(to, settle.Part{Role: settle.RoleContributor, Agent: c.Agent, Amount: parts[k]})
	}
	set := settingsOf(tx)
	if !fee.IsZero() {
		if status.refuses(set.FeeAddress) || set.FeeAddress.IsZero() {
			i.FeeWaived = true
		} else {
			add(set.FeeAddress, settle.Part{Role: settle.RoleFee, Amount: fee})
			i.Fee = fee
		}
	}
	sorted, err := digest.SortLegs(legs)
	if err != nil {
		return err
	}
	for _, l := range sorted {
		i.Legs = append(i.Legs, settle.Leg{To: l.To, Amount: l.Amount, Parts: byAddress[l.To]})
	}
	i.Total, err = digest.Total(sorted)
	return err
}

// addRefund fixes the refund address, and with it the deposit address, once one
// is known (R16).
func (e *Engine) addRefund(tx settle.Tx, i *settle.Instruction, r settle.PickRequest) error {
	to := r.RefundTo
	if to.IsZero() {
		first := int64(0)
		for _, a := range settle.FindRows[*settle.AddressRow](tx, settle.AddressesOfAgent(i.Poster)) {
			if to.IsZero() || a.ProvenAt < first {
				to, first = a.Address, a.ProvenAt
			}
		}
	}
	if to.IsZero() || !slices.Contains(i.Accepts, settle.ByDeposit) {
		return nil
	}
	if err := refusedPayee(tx, to); err != nil {
		return err
	}
	if !i.DepositUntouched(settle.CoverOf(tx, i)) {
		return nil // partly paid elsewhere: no deposit any more
	}
	after, dep := depositOf(settingsOf(tx), i, to)
	return e.record(tx, settle.RefundAddressSet{Instruction: i.ID, RefundTo: to, RefundAfter: after, Deposit: dep})
}

// depositOf is the deposit address of an instruction for a refund address, with the
// time from which on it may be refunded to that (R16).
func depositOf(set settle.Settings, i *settle.Instruction, refundTo settle.Address) (after int64, deposit settle.Address) {
	after = i.IssuedTime + settle.RefundAfterSeconds
	return after, digest.DepositAddress(i.PayContract, implOf(set, i.PayContract), i.Digest, digestLegs(i.DepositLegs()), refundTo, uint64(after))
}

func implOf(s settle.Settings, pay settle.Address) settle.Address {
	for _, p := range s.KnownPay() {
		if p.Address == pay && !p.DepositImpl.IsZero() {
			return p.DepositImpl
		}
	}
	return digest.DepositImplementation(pay)
}

func domain(i *settle.Instruction) digest.Domain {
	return digest.Domain{ChainID: i.ChainID, VerifyingContract: i.PayContract}
}

func digestLegs(legs []settle.Leg) []digest.Leg {
	out := make([]digest.Leg, len(legs))
	for k, l := range legs {
		out[k] = digest.Leg{To: l.To, Amount: l.Amount}
	}
	return out
}

func digestInput(i *settle.Instruction) digest.Instruction {
	return digest.Instruction{ID: digest.PublicID(i.ID), Mission: digest.PublicID(i.Mission), Slot: i.Slot,
		Submission: digest.PublicID(i.Submission), ContentHash: i.ContentHash, Token: i.Token,
		Legs: digestLegs(i.Legs), IssuedBlock: i.Issued.Number}
}
