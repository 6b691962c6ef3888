package enginetest

import (
	"github.com/oabp/oabpd/settle"
)

// Proving proves a payer, before or after the payment.
func (m *Machine) Proving() {
	i := m.instruction()
	p := m.actor(i.Poster)
	addr := one(m, "wallet", p.Wallets)
	if m.odds("for good", 4) {
		_ = m.try("linking", func() error { return m.Link(p, addr) })
		return
	}
	_ = m.try("proving", func() error { return m.Prove(p, p, addr, i.ID) })
}

// log chooses a recorded token log of a recent transaction.
func (m *Machine) log() (settle.Hash, *Log) {
	h := one(m, "transaction", m.recent)
	_, mined := m.Chain.Find(h)
	if mined == nil || len(mined.Logs) == 0 {
		m.t.Skip("not mined")
	}
	l := one(m, "log", mined.Logs)
	return h, &l
}

// Directing: a payer moves units of a log to an instruction of theirs.
func (m *Machine) Directing() {
	h, l := m.log()
	i := m.instruction()
	p := m.actor(i.Poster)
	owner := m.owners[l.Sender]
	if owner == nil {
		m.t.Skip("nobody's")
	}
	m.direct(p, owner, l.Sender, i.ID, h, l.Index)
}

func (m *Machine) direct(poster, signer *Actor, as settle.Address, id string, h settle.Hash, index uint32) {
	err := m.try("directing", func() error { return m.World.Direct(poster, signer, as, id, h, index) })
	if err == nil && m.owners[as] != signer {
		m.T.Fatalf("%s directed money of %s", signer.Name, as)
	}
}

// Stealing: the hostile poster tries to get at others' money, in every way that
// the surfaces have. Nothing of it may succeed.
func (m *Machine) Stealing() {
	h := m.posters[2]
	victim := one(m, "victim", []*Actor{m.posters[0], m.posters[1], m.stranger, m.workers[0]})
	addr := one(m, "wallet", victim.Wallets)
	var own []string
	for _, id := range m.picks {
		if m.Instruction(id).Poster == h.Agent {
			own = append(own, id)
		}
	}
	id := one(m, "instruction", m.picks)
	if len(own) > 0 && !m.odds("of another", 4) {
		id = one(m, "own", own)
	}
	var err error
	switch m.n("theft", 0, 3) {
	case 0:
		err = m.try("proving another's wallet", func() error { return m.Prove(h, h, addr, id) })
	case 1:
		err = m.try("linking another's wallet", func() error { return m.Link(h, addr) })
	case 2:
		tx, l := m.log()
		if m.owners[l.Sender] == h {
			m.t.Skip("its own")
		}
		err = m.try("directing another's money", func() error { return m.World.Direct(h, h, l.Sender, id, tx, l.Index) })
	case 3: // the true owner's own signature, but for another poster's instruction
		i := m.Instruction(id)
		if i.Poster == h.Agent {
			m.t.Skip("consent")
		}
		err = m.try("presenting a signature for another's instruction", func() error { return m.Prove(h, victim, addr, id) })
	}
	if err == nil {
		m.T.Fatalf("the hostile poster got through")
	}
}

// Presenting asks about a transaction; it never changes anything.
func (m *Machine) Presenting() {
	i := m.instruction()
	h := one(m, "transaction", m.recent)
	who := i.Poster
	if m.odds("by another", 4) {
		who = m.posters[2].Agent
	}
	seq := m.seq()
	res, err := m.Engine.Present(m.Ctx, who, i.Mission, i.Submission, h)
	if err != nil && settle.CodeOf(err) == settle.CodeInternal {
		m.T.Fatalf("presenting: %v", err)
	}
	if err == nil && !res.AlreadySettled {
		m.T.Fatalf("presenting %s for %s (%s) says nothing", h, i.ID, i.Status)
	}
	if m.seq() != seq {
		m.T.Fatalf("presenting changed the state")
	}
}

// Mining mines what is pending and up to eight blocks.
func (m *Machine) Mining() {
	m.mine(BlockSeconds)
	m.Empty(m.n("blocks", 0, 7))
}

// Waiting lets time pass, with a block at its end.
func (m *Machine) Waiting() {
	m.mine(one(m, "time", []int64{601, 1800, 3601, 3601, 7300, 25 * 3600, 73 * 3600, 8 * 24 * 3600}))
}

// Reorganizing replaces the newest blocks by a shorter, equal or longer branch
// with their transactions dropped, kept, or at other heights.
func (m *Machine) Reorganizing() {
	m.reorganize(m.n("depth", 1, 5))
}

func (m *Machine) reorganize(depth int) {
	depth = min(depth, len(m.Chain.Blocks)-8)
	length := max(0, depth+m.n("longer by", -1, 3))
	gone := m.Reorg(depth, length, func(int, *Tx) int {
		if m.odds("dropped", 4) || length == 0 {
			return -1
		}
		return m.n("height", 0, length-1)
	})
	for _, tx := range gone {
		if m.odds("comes again", 2) {
			m.pending = append(m.pending, tx)
		}
	}
}
