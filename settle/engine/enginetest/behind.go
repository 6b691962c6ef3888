package enginetest

import (
	"reflect"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/memstore"
)

// Behind lets the chain run ahead by several blocks, then follows. Over memory it
// does so twice, on a copy many blocks at once and then block by block: the
// journal, the state and the window must be equal at the end. Over another store
// it writes many at once, and what Audit and Refold say must hold.
func (m *Machine) Behind() {
	m.T.Helper()
	pending := m.pending
	m.pending = nil
	for left := m.n("behind by", 2, 14); left > 0; left-- {
		n := m.n("transactions in the block", 0, len(pending))
		if left == 1 {
			n = len(pending)
		}
		seconds := int64(BlockSeconds)
		if m.odds("a reservation ends", 10) {
			seconds = 3700
		}
		b := m.Chain.Mine(seconds, pending[:n]...)
		m.Now, pending = max(m.Now, b.Time*1000+500), pending[n:]
	}
	c, ok := m.Store.(interface{ Clone() *memstore.Store })
	if !ok {
		m.many(m.Engine)
		m.must(m.Sync(), "following")
		return
	}
	answers := slices.Clone(m.answers)
	other, engine := c.Clone(), m.Engine
	m.many(m.over(other))
	m.Engine, m.answers = engine, answers
	m.must(m.follow(), "following block by block")
	m.equal(other)
	m.must(m.Sync(), "following")
}

// many brings the engine's store to the tip by writes of many blocks.
func (m *Machine) many(e *engine.Engine) {
	m.T.Helper()
	for {
		tail, err := e.Tail(m.Ctx, 1)
		m.must(err, "reading the tip")
		ahead := m.Chain.Blocks[tail[0].Number+1:]
		if len(ahead) == 0 {
			return
		}
		var blocks []settle.Block
		for _, b := range ahead[:m.n("blocks at once", 1, len(ahead))] {
			m.told(b)
			blocks = append(blocks, b.Block)
		}
		m.must(e.ExtendMany(m.Ctx, m.Epoch, blocks), "writing many blocks")
	}
}

// equal compares the world's store with another.
func (m *Machine) equal(other *memstore.Store) {
	m.T.Helper()
	type content struct {
		Head    settle.Hash
		Seq     uint64
		Applied *settle.BlockRef
		Tail    []settle.StoredBlock
		Txs     [][]settle.TxLogs
	}
	read := func(s Store) (c content) {
		m.must(s.View(m.Ctx, func(tx settle.Tx) error {
			c.Seq, c.Head = tx.Head()
			c.Applied, c.Tail = tx.Applied(), tx.Tail(90)
			for _, b := range c.Tail {
				if b.Number > c.Applied.Number { // the logs of final blocks go with their being applied
					c.Txs = append(c.Txs, tx.Concerning(b.Hash))
				}
			}
			for i := range c.Tail {
				c.Tail[i].Seen = 0 // our clock
			}
			return nil
		}), "reading")
		return c
	}
	if a, b := read(m.Store), read(other); !reflect.DeepEqual(a, b) {
		m.T.Fatalf("block by block: fact %d %s, applied %v, tip %v; many at once: fact %d %s, applied %v, tip %v",
			a.Seq, a.Head, a.Applied, a.Tail[0].BlockRef, b.Seq, b.Head, b.Applied, b.Tail[0].BlockRef)
	}
	one, _ := m.Digest()
	many, _, _, err := other.Digest(m.Ctx)
	m.must(err, "digesting")
	if one != many {
		m.T.Fatalf("the state is %s block by block and %s by many at once", one, many)
	}
}
