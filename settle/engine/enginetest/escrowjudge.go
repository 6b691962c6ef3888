package enginetest

import (
	"cmp"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// holds: the content and split are the agent's current submission.
func (e *Escrow) holds(x *execution, t settle.MissionTerms, n uint8, agent settle.Address, content settle.Hash, s settle.Split) bool {
	slot := uint8(0)
	if slotsOf(t) > 1 {
		slot = n
	}
	entry, ok := x.l.escrow.entries[escSlot{e.ID(t), agent, slot}]
	return ok && agent != t.Poster && !slices.Contains(s.Payees, t.Poster) && entry.hash == digest.SubmissionHash(content, digest.SplitHash(s))
}

// Award is award called by the resolver.
func (e *Escrow) Award(t settle.MissionTerms, n uint8, agent settle.Address, content settle.Hash, s settle.Split) Op {
	return func(x *execution) bool {
		id := e.ID(t)
		m := x.l.escrow.missions[id]
		if x.now >= t.JudgeBy || m.status != settle.EscrowActive || int(n) >= len(t.Tranches) || t.Resolver.IsZero() ||
			(m.done|m.pends)&(1<<n) != 0 || !e.holds(x, t, n, agent, content, s) {
			return false
		}
		if t.AppealWindow == 0 {
			e.paySplit(x, id, n, e.take(x, t, n, agent), s)
		} else {
			e.propose(x, t, n, agent, digest.SubmissionHash(content, digest.SplitHash(s)), int64(t.AppealWindow), 0)
		}
		return true
	}
}

func (e *Escrow) propose(x *execution, t settle.MissionTerms, n uint8, agent settle.Address, hash settle.Hash, window int64, seq uint64) {
	l, id := &x.l.escrow, e.ID(t)
	m, gross := l.missions[id], units(t.Tranches[n])
	m.held, m.pending, m.pends = m.held-gross, m.pending+gross, m.pends|1<<n
	l.missions[id] = m
	p := escPending{agent: agent, finalAt: x.now + window, seq: seq}
	l.pending[escSlot{mission: id, n: n}] = p
	e.say(x, settle.EventAwardProposed{MissionID: id, Tranche: n, Agent: agent, SubmissionHash: hash, Gross: t.Tranches[n], FinalAt: p.finalAt})
}

// RuleWindow is how long an arbiter has, in seconds.
const RuleWindow = 3 * 24 * 3600

// Appeal is appeal called by appellant.
func (e *Escrow) Appeal(t settle.MissionTerms, n uint8, appellant settle.Address) Op {
	return func(x *execution) bool {
		l, id := &x.l.escrow, e.ID(t)
		key, slot := escSlot{mission: id, n: n}, uint8(0)
		if slotsOf(t) > 1 {
			slot = n
		}
		p, ok := l.pending[key]
		_, entered := l.entries[escSlot{id, appellant, slot}]
		if !ok || t.Arbiter.IsZero() || p.appealed || x.now >= p.finalAt || appellant == p.agent || appellant != t.Poster && !entered {
			return false
		}
		p.appealed = true
		l.pending[key] = p
		l.appeals[key] = escAppeal{appellant, x.now + RuleWindow}
		e.say(x, settle.EventAppealRaised{MissionID: id, Tranche: n, Appellant: appellant, Bond: t.AppealBond, RuleBy: x.now + RuleWindow})
		_, moved := x.move(appellant, e.Address, t.AppealBond)
		return moved
	}
}

// Rule is rule called by the arbiter.
func (e *Escrow) Rule(t settle.MissionTerms, n uint8, ruling settle.Ruling, agent settle.Address, content settle.Hash, s settle.Split) Op {
	return func(x *execution) bool {
		l, id := &x.l.escrow, e.ID(t)
		key := escSlot{mission: id, n: n}
		p, ok := l.pending[key]
		a := l.appeals[key]
		if !ok || !p.appealed || x.now >= a.ruleBy || ruling == settle.RulingLapsed {
			return false
		}
		bondTo, awarded := a.appellant, p.agent
		switch ruling {
		case settle.RulingUphold:
			bondTo = awarded
		case settle.RulingOther:
			if agent == awarded || !e.holds(x, t, n, agent, content, s) {
				return false
			}
			awarded = agent
		case settle.RulingRefund:
			awarded = settle.Address{}
		}
		delete(l.appeals, key)
		e.say(x, settle.EventAppealRuled{MissionID: id, Tranche: n, Ruling: ruling, Agent: awarded})
		if ruling != settle.RulingRefund {
			l.pending[key] = escPending{agent: awarded}
			e.pay(x, id, n, bondTo, units(t.AppealBond))
			return true
		}
		gross := units(t.Tranches[n])
		e.unpend(x, id, n, gross)
		e.markDone(x, t, n)
		e.pay(x, id, n, bondTo, units(t.AppealBond))
		e.sendBack(x, id, t.RefundTo, gross, settle.RefundRuled)
		return true
	}
}

// Finalize is finalize.
func (e *Escrow) Finalize(t settle.MissionTerms, n uint8, content settle.Hash, s settle.Split) Op {
	return func(x *execution) bool {
		l, id := &x.l.escrow, e.ID(t)
		key := escSlot{mission: id, n: n}
		p, ok := l.pending[key]
		if !ok || x.now < p.finalAt {
			return false
		}
		if t.Resolver.IsZero() {
			e.pay(x, id, 0, p.agent, e.take(x, t, 0, p.agent))
			return true
		}
		if !e.holds(x, t, n, p.agent, content, s) {
			return false
		}
		if !p.appealed {
			e.paySplit(x, id, n, e.take(x, t, n, p.agent), s)
			return true
		}
		a := l.appeals[key]
		if x.now < a.ruleBy {
			return false
		}
		delete(l.appeals, key)
		e.say(x, settle.EventAppealRuled{MissionID: id, Tranche: n, Ruling: settle.RulingLapsed, Agent: p.agent})
		net := e.take(x, t, n, p.agent)
		e.pay(x, id, n, a.appellant, units(t.AppealBond))
		e.paySplit(x, id, n, net, s)
		return true
	}
}

// Refund is refund.
func (e *Escrow) Refund(t settle.MissionTerms) Op {
	return func(x *execution) bool {
		l, id := &x.l.escrow, e.ID(t)
		m := l.missions[id]
		if x.now < t.RefundAt || (m.status != settle.EscrowOpen && m.status != settle.EscrowActive) || m.held == 0 {
			return false
		}
		reason, amount := settle.RefundNotAwarded, m.held
		if m.status == settle.EscrowOpen {
			reason = settle.RefundNoEntries
		}
		m.held, m.status = 0, settle.EscrowRefunded
		l.missions[id] = m
		e.sendBack(x, id, t.RefundTo, amount, reason)
		return true
	}
}

// Withdraw is withdraw.
func (e *Escrow) Withdraw(owner settle.Address) Op {
	return func(x *execution) bool {
		n := x.l.escrow.credit[owner]
		if n == 0 {
			return false
		}
		delete(x.l.escrow.credit, owner)
		e.say(x, settle.EventCreditWithdrawn{Owner: owner, To: owner, Amount: money.Units(n)})
		_, ok := x.move(e.Address, owner, money.Units(n))
		return ok
	}
}

// CollectFees is collectFees.
func (e *Escrow) CollectFees() Op {
	return func(x *execution) bool {
		l := &x.l.escrow
		n, to := l.fees, l.recipient
		if n == 0 {
			return false
		}
		l.fees = 0
		e.say(x, settle.EventFeesCollected{To: to, Amount: money.Units(n)})
		_, ok := x.move(e.Address, to, money.Units(n))
		return ok
	}
}

func (e *Escrow) unpend(x *execution, id settle.Hash, n uint8, gross uint64) {
	l := &x.l.escrow
	m := l.missions[id]
	m.pending, m.pends = m.pending-gross, m.pends&^(1<<n)
	l.missions[id] = m
	delete(l.pending, escSlot{mission: id, n: n})
}

func (e *Escrow) markDone(x *execution, t settle.MissionTerms, n uint8) {
	l, id := &x.l.escrow, e.ID(t)
	m := l.missions[id]
	m.done |= 1 << n
	if int(m.done) == 1<<len(t.Tranches)-1 && m.status == settle.EscrowActive {
		m.status = settle.EscrowSettled
	}
	l.missions[id] = m
}

// take takes a tranche out for an agent and returns its net.
func (e *Escrow) take(x *execution, t settle.MissionTerms, n uint8, agent settle.Address) uint64 {
	l, id := &x.l.escrow, e.ID(t)
	gross, fee := units(t.Tranches[n]), units(t.Fees[n])
	if m := l.missions[id]; m.pends&(1<<n) != 0 {
		e.unpend(x, id, n, gross)
	} else {
		m.held -= gross
		l.missions[id] = m
	}
	e.markDone(x, t, n)
	l.fees += fee
	e.say(x, settle.EventAwardFinalized{MissionID: id, Tranche: n, Agent: agent, Gross: t.Tranches[n], Fee: t.Fees[n]})
	return gross - fee
}

func (e *Escrow) paySplit(x *execution, id settle.Hash, n uint8, net uint64, s settle.Split) {
	for k, part := range parts(net, s.BPS) {
		e.pay(x, id, n, s.Payees[k], part)
	}
}

// parts is the largest remainder, ties to the lowest index.
func parts(net uint64, bps []uint16) []uint64 {
	out, order, left := make([]uint64, len(bps)), make([]int, len(bps)), net
	for k, b := range bps {
		out[k], order[k] = net*uint64(b)/10_000, k
		left -= out[k]
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(net*uint64(bps[b])%10_000, net*uint64(bps[a])%10_000)
	})
	for k := range left {
		out[order[k]]++
	}
	return out
}

func (e *Escrow) pay(x *execution, id settle.Hash, n uint8, to settle.Address, amount uint64) {
	credited := e.send(x, to, amount)
	e.say(x, settle.EventPayout{MissionID: id, To: to, Tranche: n, Amount: money.Units(amount), Credited: credited})
}

func (e *Escrow) sendBack(x *execution, id settle.Hash, to settle.Address, amount uint64, reason settle.RefundReason) {
	credited := e.send(x, to, amount)
	e.say(x, settle.EventMissionRefunded{MissionID: id, To: to, Amount: money.Units(amount), Credited: credited, Reason: reason})
}

func (e *Escrow) send(x *execution, to settle.Address, amount uint64) (credited bool) {
	if _, ok := x.move(e.Address, to, money.Units(amount)); ok {
		return false
	}
	x.l.escrow.credit[to] += amount
	return true
}
