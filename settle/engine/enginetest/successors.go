package enginetest

import (
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// moved is a payee's move that the daemon made on request: where the instruction
// had paid it, and where its successor does.
type moved struct{ from, to settle.Address }

// Succeed asks for the successor of an instruction, and remembers what it must be.
func (w *World) Succeed(by settle.Caller, id string, to settle.Address) (*settle.InstructionView, error) {
	old := w.Instruction(id)
	v, err := w.Engine.Succeed(w.Ctx, by, id, to)
	if err != nil {
		return nil, err
	}
	i := v.Instruction
	w.lines[i.ID] = append(slices.Clone(w.lines[id]), id)
	w.refer(i)
	for _, l := range old.Legs {
		k := slices.IndexFunc(i.Legs, func(x settle.Leg) bool { return x.To == l.To })
		if k >= 0 && !i.Legs[k].Amount.Less(l.Amount) {
			continue
		}
		if !w.Chain.Blacklisted[l.To] || !slices.ContainsFunc(l.Parts, func(p settle.Part) bool { return p.Agent == by.Agent }) {
			w.T.Fatalf("%s took %s from %s, whom the token pays, or who did not ask", i.ID, l.Amount, l.To)
		}
		w.moves[i.ID] = append(w.moves[i.ID], moved{l.To, to})
	}
	if len(w.moves[i.ID]) != 1 || i.Total != old.Total || i.Fee != old.Fee || w.Instruction(id).Status != settle.InstructionSuperseded {
		w.T.Fatalf("%s succeeds %s: moves %+v, total %s of %s", i.ID, id, w.moves[i.ID], i.Total, old.Total)
	}
	return v, nil
}

// refer remembers what identifies the payment of an instruction.
func (w *World) refer(i *settle.Instruction) {
	w.refs[i.Digest] = ref{i.ID, -1}
	for k := range i.Legs {
		w.refs[digest.LegNonce(i.Digest, k)] = ref{i.ID, k}
	}
}

// holder is the instruction that now holds in the place of one.
func (w *World) holder(id string) string {
	for again := true; again; {
		again = false
		for next, line := range w.lines {
			if line[len(line)-1] == id {
				id, again = next, true
			}
		}
	}
	return id
}

// line are an instruction and those whose place it took, oldest first.
func (w *World) line(i *settle.Instruction) (out []*settle.Instruction) {
	for _, id := range w.lines[i.ID] {
		out = append(out, settle.GetRow[settle.Instruction](w.shadow, id))
	}
	return append(out, i)
}

// legsOf are the legs that money to an address may pay: the one to it, and those to
// where its payees have moved, over as many moves as there were.
func (w *World) legsOf(i *settle.Instruction, to settle.Address) (out []int) {
	at := map[settle.Address]bool{to: true}
	for _, x := range w.line(i) {
		for _, m := range w.moves[x.ID] {
			if at[m.from] {
				at[m.to] = true
			}
		}
	}
	for k, l := range i.Legs {
		if at[l.To] {
			out = append(out, k)
		}
	}
	return out
}

// admitsTo is R13 for an untagged log to an address: since it is a payee's.
func (w *World) admitsTo(i *settle.Instruction, to settle.Address, b settle.BlockRef) bool {
	for _, x := range w.line(i) {
		if slices.ContainsFunc(x.Legs, func(l settle.Leg) bool { return l.To == to }) {
			return admits(x, b)
		}
	}
	return false
}

// isDeposit: the address is one of the instruction's, or of those before it.
func (w *World) isDeposit(i *settle.Instruction, a settle.Address) bool {
	return !a.IsZero() && slices.ContainsFunc(w.line(i), func(x *settle.Instruction) bool { return x.Deposit == a })
}

// superseded: nothing counts at it any more; all of it is the successor's.
func (x *audit) superseded(i *settle.Instruction) {
	x.w.T.Helper()
	next := settle.GetRow[settle.Instruction](x.s, i.Successor)
	if next == nil || x.w.holder(i.ID) == i.ID || len(x.live[i.ID]) > 0 || i.Settlements > 0 || i.ReservedUntil != 0 || i.Covered {
		x.w.T.Fatalf("%s is superseded by %q: %+v with allocations %+v", i.ID, i.Successor, i, x.live[i.ID])
	}
}

// Succeeding: a payee names another address, with or without what it takes.
func (m *Machine) Succeeding() {
	i := m.instruction()
	s := m.Submission(i.Submission)
	a := m.actor(one(m, "contributor", s.Contributors).Agent)
	for _, l := range i.Legs {
		if slices.ContainsFunc(l.Parts, func(p settle.Part) bool { return p.Agent == a.Agent }) && !m.odds("the token pays it", 8) {
			m.Chain.Blacklisted[l.To] = true
		}
	}
	if m.odds("a block later", 3) {
		m.mine(BlockSeconds)
	}
	if len(a.Wallets) < 4 && m.odds("a fresh wallet", 2) {
		m.Wallet(a)
	}
	to := one(m, "to", a.Wallets)
	if !m.odds("not proven", 10) {
		_ = m.try("linking", func() error { return m.Link(a, to) })
	}
	by := settle.Caller{Agent: a.Agent, Signer: a.Wallet0()}
	if m.odds("by key alone", 10) {
		by.Signer = settle.Address{}
	}
	if m.odds("somebody else asks", 10) {
		by.Agent = one(m, "who", m.Actors).Agent
	}
	_ = m.try("naming another address", func() error {
		v, err := m.Succeed(by, i.ID, to)
		if err == nil {
			m.picks = append(m.picks, v.Instruction.ID)
		}
		return err
	})
}
