package enginetest

import (
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// somebody is a wallet that pays: mostly the poster's.
func (m *Machine) somebody(i *settle.Instruction) settle.Address {
	switch m.n("who pays", 0, 6) {
	case 0:
		return m.stranger.Wallet0()
	case 1:
		return one(m, "worker", m.workers).Wallets[m.n("which wallet", 0, 1)]
	case 2:
		return m.posters[2].Wallet0()
	}
	return one(m, "wallet", m.actor(i.Poster).Wallets)
}

// PayingTagged goes through the pay contract, rightly or wrongly.
func (m *Machine) PayingTagged() {
	i := m.instruction()
	from, legs, d, contract := m.somebody(i), Legs(i), i.Digest, i.PayContract
	var op Op
	full := false
	switch m.n("tagged", 0, 9) {
	case 0, 1, 2:
		op, full = Pay(contract, from, d, legs), true
	case 3:
		op, full = PayAuthorized(contract, from, d, legs), true
	case 4: // part of one leg
		k := m.n("leg", 0, len(legs)-1)
		legs[k].Amount = half(legs[k].Amount)
		op = Pay(contract, from, d, legs[k:k+1])
	case 5: // more than owed
		for k := range legs {
			legs[k].Amount = legs[k].Amount.SatAdd(USDC(1))
		}
		op, full = Pay(contract, from, d, legs), true
	case 6: // a digest that nobody issued
		op = Pay(contract, from, settle.Keccak256([]byte("unknown")), legs)
	case 7: // another's payee
		other := m.instruction()
		op = Pay(contract, from, d, Legs(other))
		full = slices.EqualFunc(i.Legs, other.Legs, func(a, b settle.Leg) bool { return a.To == b.To && a.Amount == b.Amount })
	case 8: // not adjacent, or somebody else's contract
		if m.odds("forged", 2) {
			op = Forged(Addr("evil contract"), from, m.posters[2].Wallet0(), d, legs[0])
		} else {
			op = Detached(contract, from, d, legs[0])
		}
	case 9: // the other pay contract
		other := Addr("pay contract 2")
		if contract == other {
			other = Addr("pay contract 1")
		}
		op = Pay(other, from, d, legs)
		if !slices.ContainsFunc(m.Conf.PayContracts, func(p settle.PayContract) bool { return p.Address == other }) {
			m.t.Skip("no other contract")
		}
	}
	tx := m.Tx(op)
	if full {
		m.Intend(i.ID, tx, settle.RuleTag)
	}
	m.send(tx)
}

// PayingNonce pays legs by EIP-3009 with the nonces of R6.
func (m *Machine) PayingNonce() {
	i := m.instruction()
	from := m.somebody(i)
	var ops []Op
	full := true
	for k, l := range i.Legs {
		nonce := digest.LegNonce(i.Digest, k)
		switch m.n("nonce", 0, 5) {
		case 0:
			nonce, full = settle.Keccak256([]byte("random"), from[:]), false
		case 1:
			nonce, full = digest.LegNonce(i.Digest, (k+1)%len(i.Legs)), full && len(i.Legs) == 1
		}
		ops = append(ops, Authorized(from, l.To, l.Amount, nonce))
	}
	tx := m.Tx(ops...)
	if full {
		m.Intend(i.ID, tx, settle.RuleTag)
	}
	m.send(tx)
}

// Depositing pays into a deposit address: half, all, twice, more, or with the
// flush in the same transaction.
func (m *Machine) Depositing() {
	i := m.instruction()
	if i.Deposit.IsZero() {
		m.t.Skip("no deposit address")
	}
	from, total := m.somebody(i), i.DepositTotal()
	var ops []Op
	full := false
	switch m.n("deposit", 0, 4) {
	case 0:
		ops = append(ops, Transfer(from, i.Deposit, half(total)))
	case 1:
		ops = append(ops, Transfer(from, i.Deposit, total))
	case 2:
		ops = append(ops, Transfer(from, i.Deposit, total), Gap(), Transfer(from, i.Deposit, total))
	case 3:
		ops = append(ops, Transfer(from, i.Deposit, total.SatAdd(USDC(1))))
	case 4:
		ops, full = append(ops, Transfer(from, i.Deposit, total), Flush(DepositOf(i))), true
	}
	tx := m.Tx(ops...)
	if full {
		m.Intend(i.ID, tx, settle.RuleDeposit)
	}
	m.send(tx)
}

// Flushing calls flush or refund, whoever calls and whatever is in it.
func (m *Machine) Flushing() {
	i := m.instruction()
	if i.Deposit.IsZero() {
		m.t.Skip("no deposit address")
	}
	d := DepositOf(i)
	if m.odds("refund", 3) {
		m.send(m.Tx(Refund(d, one(m, "caller", []settle.Address{i.RefundTo, m.stranger.Wallet0()}))))
		return
	}
	tx := m.Tx(Flush(d))
	m.Intend(i.ID, tx, settle.RuleDeposit)
	m.send(tx)
}

// PayingPlainly is untagged money for one instruction or several of a poster:
// exact, short, over, batched, with the fees in one transfer.
func (m *Machine) PayingPlainly() {
	i := m.instruction()
	from := m.somebody(i)
	if p := m.actor(i.Poster); m.owners[from] == p && m.odds("prove first", 2) {
		_ = m.try("proving", func() error { return m.Prove(p, p, from, i.ID) })
	}
	if m.odds("batch", 3) {
		m.batch(i, from)
		return
	}
	legs := Legs(i)
	exact := false
	switch m.n("plain", 0, 5) {
	case 0: // short
		k := m.n("leg", 0, len(legs)-1)
		legs[k].Amount = half(legs[k].Amount)
	case 1: // over
		for k := range legs {
			legs[k].Amount = legs[k].Amount.SatAdd(money.Units(12_345))
		}
	case 2: // one leg
		legs = legs[:1]
	default:
		exact = true
	}
	var ops []Op
	for _, l := range legs {
		ops = append(ops, Gap(), Transfer(from, l.To, l.Amount))
	}
	tx := m.Tx(ops...)
	if exact {
		m.Intend(i.ID, tx, settle.RulePayer)
	}
	m.send(tx)
}

func (m *Machine) batch(first *settle.Instruction, from settle.Address) {
	var ops []Op
	var fees money.Amount
	combined := m.odds("one fee transfer", 2)
	for _, id := range m.picks {
		i := m.Instruction(id)
		if i.Poster != first.Poster || i.ID != first.ID && m.odds("left out", 3) {
			continue
		}
		for _, l := range i.Legs {
			if l.OnlyFee() && combined {
				fees = fees.SatAdd(l.Amount)
				continue
			}
			ops = append(ops, Gap(), Transfer(from, l.To, l.Amount))
		}
	}
	if !fees.IsZero() {
		ops = append(ops, Gap(), Transfer(from, m.Fee, fees))
	}
	m.send(m.Tx(ops...))
}

// Bundling puts the transfers of a poster, a rival poster and a stranger into
// one transaction, in any order.
func (m *Machine) Bundling() {
	type part struct {
		from settle.Address
		i    *settle.Instruction
	}
	a, b := m.instruction(), m.instruction()
	parts := []part{{m.actor(a.Poster).Wallet0(), a}, {m.actor(b.Poster).Wallet0(), b}, {m.stranger.Wallet0(), a}}
	if m.odds("rival for the same legs", 2) {
		parts[1] = part{m.posters[2].Wallet0(), a}
	}
	k := m.n("order", 0, 2)
	parts = append(parts[k:], parts[:k]...)
	var ops []Op
	for _, p := range parts {
		switch {
		case m.odds("forged", 6):
			for _, l := range Legs(p.i) {
				ops = append(ops, Forged(Addr("evil contract"), p.from, m.posters[2].Wallet0(), one(m, "digest", []settle.Hash{a.Digest, b.Digest}), l))
			}
		case m.odds("tagged", 3):
			ops = append(ops, Pay(p.i.PayContract, p.from, p.i.Digest, Legs(p.i)))
		case m.odds("without the fee", 3):
			ops = append(ops, Transfer(p.from, p.i.Legs[0].To, p.i.Legs[0].Amount))
		default:
			ops = append(ops, PlainLegs(p.from, p.i)...)
		}
	}
	m.send(m.Tx(ops...))
}

// Oddities: transfers that pay nobody, come back, move on, or are of dust or of
// another token.
func (m *Machine) Oddities() {
	i := m.instruction()
	from, l := m.actor(i.Poster).Wallet0(), i.Legs[m.n("leg", 0, len(i.Legs)-1)]
	second := Addr("second wallet of a payee")
	if o := m.owners[l.To]; o != nil {
		second = o.Wallets[len(o.Wallets)-1]
	}
	pay := PlainLegs(from, i)
	if m.odds("tagged", 2) {
		pay = []Op{Pay(i.PayContract, from, i.Digest, Legs(i))}
	}
	switch m.n("odd", 0, 7) {
	case 0:
		m.send(m.Tx(Transfer(l.To, l.To, l.Amount)))
	case 1: // comes back, all of it or a part
		m.send(m.Tx(append(pay, Transfer(l.To, from, one(m, "back", []money.Amount{l.Amount, half(l.Amount)})))...))
	case 2: // moves on
		m.send(m.Tx(append(pay, Transfer(l.To, second, l.Amount))...))
	case 3:
		m.send(m.Tx(Transfer(m.stranger.Wallet0(), l.To, money.Units(999))))
	case 4:
		m.send(m.Tx(Foreign(Addr("another token"), from, l.To, l.Amount)))
	case 5: // through the second wallet and back to the poster
		m.send(m.Tx(append(pay, Transfer(l.To, second, l.Amount), Transfer(second, from, l.Amount))...))
	case 6: // a worker pays himself
		m.send(m.Tx(PlainLegs(second, i)...))
	case 7: // a worker pays himself with the tag
		m.send(m.Tx(Pay(i.PayContract, second, i.Digest, Legs(i))))
	}
}
