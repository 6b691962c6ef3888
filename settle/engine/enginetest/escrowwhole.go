package enginetest

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// The actions of this file go a long way at once, which single steps in random
// order seldom do.

// where takes terms of a kind.
func (m *EscrowMachine) where(fits func(t settle.MissionTerms) bool) settle.MissionTerms {
	var fit []settle.MissionTerms
	for _, t := range m.terms {
		if s := m.Chain.Tip().state.escrow.missions[m.Escrow.ID(t)].status; fits(t) && (s == settle.EscrowOpen || s == settle.EscrowActive) {
			fit = append(fit, t)
		}
	}
	return one(m.Machine, "terms", fit)
}

// worksFor are all works for terms.
func (m *EscrowMachine) worksFor(t settle.MissionTerms) (out []*escWork) {
	for _, w := range m.works {
		if m.terms[w.terms].Salt == t.Salt {
			out = append(out, w)
		}
	}
	return out
}

func (m *EscrowMachine) now(ops ...Op) {
	for _, op := range ops {
		m.pending = append(m.pending, m.Tx(op))
	}
	m.mine(BlockSeconds)
}

// until lets time pass until a moment, if it is not over.
func (m *EscrowMachine) until(at int64) {
	if d := at - m.Chain.Tip().Time; d > 0 {
		m.mine(d)
	}
}

// Polling holds a poll over an award.
func (m *EscrowMachine) Polling() {
	t := m.where(func(t settle.MissionTerms) bool { return t.Resolver == m.Vote.Address })
	m.until(t.SubmitBy)
	n := uint8(m.n("tranche", 0, len(t.Tranches)-1))
	m.poll(t, n, m.n("stop after", 2, 4))
}

// poll holds one; steps are opening and casting, revealing, tallying, settling.
func (m *EscrowMachine) poll(t settle.MissionTerms, n uint8, steps int) {
	id := m.Escrow.ID(t)
	choices := []settle.Address{{}}
	for _, w := range m.worksFor(t) {
		choices = append(choices, w.agent)
	}
	first, second := choices[len(choices)-1], one(m.Machine, "second choice", choices)
	minority := m.n("minority", 0, 3)
	choice := func(k int) settle.Address {
		if k < minority {
			return second
		}
		return first
	}
	if m.odds("late stake", 2) { // which counts for nothing here
		m.now(m.Vote.Stake(one(m.Machine, "late voter", m.people), 1_500_000))
	}
	m.now(m.Vote.Open(t, n))
	var cast, reveal, settles []Op
	for k, a := range m.people {
		cast = append(cast, m.Vote.Cast(id, n, a, choice(k)))
		settles = append(settles, m.Vote.Settle(id, n, a), m.Vote.Settle(id, n, m.people[0]))
		if !m.odds("stays silent", 5) {
			reveal = append(reveal, m.Vote.Reveal(t, n, a, choice(k)))
		}
	}
	m.now(cast...)
	m.mine(600)
	m.now(reveal...)
	if steps < 2 {
		return
	}
	m.mine(610)
	var tally []Op
	for _, w := range m.worksFor(t) {
		tally = append(tally, m.Vote.Tally(t, n, w.content, w.split))
	}
	m.now(tally...)
	if steps < 3 {
		return
	}
	m.now(settles...)
	for _, a := range m.people {
		m.pending = append(m.pending, m.Tx(m.Vote.Withdraw(a)))
	}
	m.mine(BlockSeconds)
}

// Appealing proposes an award, appeals it, and has it ruled or not.
func (m *EscrowMachine) Appealing() {
	t := m.where(func(t settle.MissionTerms) bool { return t.Resolver == t.Poster && !t.Arbiter.IsZero() })
	ws := m.worksFor(t)
	w := one(m.Machine, "work", ws)
	other := *w // somebody else's, of the same milestone
	other.agent = one(m.Machine, "rival", m.people)
	other.content = settle.Keccak256(w.content[:], other.agent[:])
	other.split = settle.Split{Payees: []settle.Address{other.agent}, BPS: []uint16{10_000}}
	other.submission = ""
	m.works = append(m.works, &other)
	m.deposit(&other)
	n := w.tranche
	if t.Layout == settle.Prizes {
		n = uint8(m.n("prize", 0, len(t.Tranches)-1))
	}
	id := m.Escrow.ID(t)
	m.now(m.Escrow.Submit(id, other.agent, other.tranche, other.content, digest.SplitHash(other.split), ""),
		m.Escrow.Submit(id, w.agent, w.tranche, w.content, digest.SplitHash(w.split), ""))
	m.now(m.Escrow.Award(t, n, w.agent, w.content, w.split))
	m.now(m.Escrow.Appeal(t, n, one(m.Machine, "appellant", []settle.Address{t.Poster, other.agent})))
	switch m.n("arbiter", 0, 3) {
	case 0:
		m.until(m.Chain.Tip().Time + RuleWindow)
	case 1:
		return
	default:
		if t.Arbiter == m.Vote.Address {
			m.poll(t, n+settle.AppealPoll, m.n("stop after", 2, 4))
			break
		}
		m.now(m.Escrow.Rule(t, n, settle.Ruling(m.n("ruling", 0, 2)), other.agent, other.content, other.split))
	}
	m.Finalizing()
}

// Racing commits and reveals an answer, by two, the later one first.
func (m *EscrowMachine) Racing() {
	t := m.where(func(t settle.MissionTerms) bool { return t.Resolver.IsZero() })
	id := m.Escrow.ID(t)
	first, second := one(m.Machine, "first", m.people), one(m.Machine, "second", m.people)
	for _, a := range []settle.Address{first, second} {
		m.now(m.Escrow.Commit(id, a, digest.Commitment(id, a, m.answer(), settle.Hash{1})))
	}
	m.Empty(2)
	m.now(m.Escrow.Reveal(t, second, m.answer(), settle.Hash{1}))
	m.now(m.Escrow.Reveal(t, first, m.answer(), settle.Hash{1}))
	m.until(m.Chain.Tip().Time + int64(t.RevealWindow))
	m.Finalizing()
}
