package enginetest

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// Deciding awards, appeals, rules, or refunds a mission.
func (m *EscrowMachine) Deciding() {
	w := m.work()
	t := m.terms[w.terms]
	n := w.tranche
	if t.Layout == settle.Prizes {
		n = uint8(m.n("prize", 0, len(t.Tranches)-1))
	}
	switch m.n("decision", 0, 9) {
	case 0, 1, 2, 3:
		ops := []Op{m.Escrow.Award(t, n, w.agent, w.content, w.split)}
		if m.odds("and straight back", 6) { // the payee gives it back in the same transaction
			ops = append(ops, Transfer(w.agent, t.Poster, t.Tranches[n]))
		}
		if t.Resolver == t.Poster || m.odds("a hostile resolver", 3) {
			m.send(m.Tx(ops...))
		}
	case 4, 5:
		m.send(m.Tx(m.Escrow.Appeal(t, n, one(m.Machine, "appellant", m.people))))
	case 6, 7:
		if t.Arbiter != m.Vote.Address {
			m.send(m.Tx(m.Escrow.Rule(t, n, settle.Ruling(m.n("ruling", 0, 2)), w.agent, w.content, w.split)))
		}
	case 8:
		m.send(m.Tx(m.Escrow.Refund(t)))
	case 9:
		if m.odds("cancel", 3) {
			m.send(m.Tx(m.Escrow.Cancel(t)))
		}
	}
}

// Finalizing finalizes the award of a work, or of every work there is.
func (m *EscrowMachine) Finalizing() {
	var ops []Op
	for _, w := range m.works {
		t := m.terms[w.terms]
		for n := range t.Tranches {
			try := m.Escrow.Finalize(t, uint8(n), w.content, w.split)
			ops = append(ops, func(x *execution) bool { // an own call each
				was, logs, index := x.l.clone(), len(x.logs), x.index
				if !try(x) {
					x.l, x.logs, x.index = was, x.logs[:logs], index
				}
				return true
			})
		}
	}
	m.send(m.Tx(ops...))
}

// Matching commits to or reveals the answer of a match.
func (m *EscrowMachine) Matching() {
	t := one(m.Machine, "terms", m.terms)
	if !t.Resolver.IsZero() {
		m.t.Skip("no match")
	}
	id, by := m.Escrow.ID(t), one(m.Machine, "by", m.people)
	if m.odds("commit", 3) {
		m.send(m.Tx(m.Escrow.Commit(id, by, digest.Commitment(id, by, m.answer(), settle.Hash{1}))))
		return
	}
	m.send(m.Tx(m.Escrow.Reveal(t, by, m.answer(), settle.Hash{1})))
}

// Voting opens, casts, reveals, tallies or settles a poll; or moves stake.
func (m *EscrowMachine) Voting() {
	t := one(m.Machine, "terms", m.terms)
	n := uint8(m.n("tranche", 0, len(t.Tranches)-1))
	if t.Resolver != m.Vote.Address {
		n += settle.AppealPoll
	}
	if t.Resolver != m.Vote.Address && t.Arbiter != m.Vote.Address {
		m.staking()
		return
	}
	id := m.Escrow.ID(t)
	choices := []settle.Address{{}}
	for _, w := range m.works {
		if m.terms[w.terms].Salt == t.Salt {
			choices = append(choices, w.agent)
		}
	}
	choice := choices[len(choices)-1]
	each := func(op func(a settle.Address) Op) {
		for _, a := range m.people {
			m.pending = append(m.pending, m.Tx(op(a)))
		}
		m.mine(BlockSeconds)
	}
	switch m.n("step", 0, 5) {
	case 0:
		m.send(m.Tx(m.Vote.Open(t, n)))
	case 1:
		m.send(m.Tx(m.Vote.Open(t, n)))
		each(func(a settle.Address) Op { return m.Vote.Cast(id, n, a, choice) })
	case 2:
		m.MineAfter(620)
		each(func(a settle.Address) Op { return m.Vote.Reveal(t, n, a, choice) })
	case 3:
		one := one(m.Machine, "voter", m.people)
		m.send(m.Tx(m.Vote.Cast(id, n, one, m.people[m.n("choice", 0, len(m.people)-1)])))
	case 4:
		for _, w := range m.works {
			if m.terms[w.terms].Salt == t.Salt {
				m.pending = append(m.pending, m.Tx(m.Vote.Tally(t, n, w.content, w.split)))
			}
		}
		m.MineAfter(620, m.pending...)
		m.pending = nil
	case 5:
		each(func(a settle.Address) Op { return m.Vote.Settle(id, n, a) })
	}
}

func (m *EscrowMachine) staking() {
	a := one(m.Machine, "voter", m.people)
	switch m.n("stake", 0, 5) {
	case 0, 1:
		m.send(m.Tx(m.Vote.Stake(a, uint64(m.n("amount", 1, 3_000_000)))))
	case 2:
		m.send(m.Tx(m.Vote.Notice(a)))
	case 3:
		m.send(m.Tx(m.Vote.Unstake(a)))
	case 4:
		m.send(m.Tx(m.Vote.Withdraw(a)))
	case 5:
		if m.odds("leave", 3) {
			m.send(m.Tx(m.Vote.Deactivate(a)))
		} else {
			m.send(m.Tx(m.Vote.Profile(a, settle.Uint256Of(uint64(m.n("id", 0, 3))), settle.Hash{1}, "\x00")))
		}
	}
}

// Moneying withdraws credits, collects fees, and is what the issuer does.
func (m *EscrowMachine) Moneying() {
	switch m.n("money", 0, 4) {
	case 0:
		m.send(m.Tx(m.Escrow.CollectFees()))
	case 1:
		next := Addr("treasury")
		if m.Chain.Tip().state.escrow.recipient == next {
			next = m.Fee
		}
		m.send(m.Tx(m.Escrow.SetFeeRecipient(m.Chain.Tip().state.escrow.recipient, next)))
	case 2:
		a := one(m.Machine, "listed", m.people)
		m.Chain.Blacklisted[a] = !m.Chain.Blacklisted[a]
	case 3:
		m.Chain.Paused = !m.Chain.Paused && m.odds("pause", 2)
	case 4:
		for _, a := range append([]settle.Address{Addr("outsider")}, m.people...) {
			m.pending = append(m.pending, m.Tx(m.Escrow.Withdraw(a)))
		}
		m.mine(BlockSeconds)
	}
}

// Peopling proves an address: to its owner's account, or first to an agent of
// the address alone, which the account takes over while it has done nothing.
func (m *EscrowMachine) Peopling() {
	for _, a := range m.Actors {
		for _, w := range a.Wallets {
			if agent := m.agentOf(w); agent == a.Agent || !m.odds("prove", 2) {
				continue
			} else if agent == "" && m.odds("by signing in", 2) {
				_, err := m.SignIn(a, w)
				m.must(err, "signing in")
			} else if err := m.Link(a, w); settle.CodeOf(err) == settle.CodeAddressHasHistory {
				continue
			} else {
				m.must(err, "linking")
			}
			m.must(m.Sync(), "following")
			return
		}
	}
}

// WaitingLong lets time pass, up to what ends every window.
func (m *EscrowMachine) WaitingLong() {
	m.mine(int64(one(m.Machine, "seconds", []int{15, 100, 700, 20_000, RuleWindow + 1, 31 * 24 * 3600})))
}
