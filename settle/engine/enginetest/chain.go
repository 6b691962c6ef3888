package enginetest

import (
	"encoding/binary"
	"maps"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// BlockSeconds is the time between two blocks.
const BlockSeconds = 2

// Log is a log with what is true of it.
type Log struct {
	settle.Log
	// Tag is the genuine tag of a transfer, nil if it has none.
	Tag *Tag
	// Sender is whose money it was.
	Sender settle.Address
}

// Tag is what a contract or the token really said beside a transfer.
type Tag struct {
	// Ref is a digest (Contract set) or a nonce.
	Ref      settle.Hash
	Contract settle.Address
}

// Tx is a transaction: its operations run again wherever it is included.
type Tx struct {
	Hash settle.Hash
	Ops  []Op
}

// Mined is a transaction in a block.
type Mined struct {
	*Tx
	// OK is false when it reverted; it has no logs then.
	OK   bool
	Logs []Log
}

// Block is a block of the model chain.
type Block struct {
	settle.Block
	Txs []Mined
	// Paused is what the token says in the state after it.
	Paused bool
	// state is what the token and the contracts hold after it.
	state ledger
}

// ledger is the contracts' storage.
type ledger struct {
	// balance is exact for deposit addresses (they never send what they lack).
	balance map[settle.Address]money.Amount
	done    map[settle.Address]bool
	escrow  escrowLedger
	vote    voteLedger
}

func (l ledger) clone() ledger {
	return ledger{balance: maps.Clone(l.balance), done: maps.Clone(l.done), escrow: l.escrow.clone(), vote: l.vote.clone()}
}

// Chain is the canonical branch, from block 0.
type Chain struct {
	Token settle.Address
	// Pay are the genuine pay contracts.
	Pay         map[settle.Address]bool
	Blacklisted map[settle.Address]bool
	Paused      bool
	// Telling: the token emits logs where Paused changes.
	Telling bool
	Blocks  []*Block
	// made counts blocks and transactions, so that no hash repeats.
	made uint64
}

// NewChain starts with one empty block at the given time (Unix seconds).
func NewChain(token settle.Address, start int64) *Chain {
	c := &Chain{Token: token, Pay: map[settle.Address]bool{}, Blacklisted: map[settle.Address]bool{}}
	g := &Block{state: ledger{balance: map[settle.Address]money.Amount{}, done: map[settle.Address]bool{}, escrow: newEscrowLedger(), vote: newVoteLedger()}}
	g.Hash, g.Time = settle.Keccak256([]byte("genesis")), start
	c.Blocks = []*Block{g}
	return c
}

// Tip is the newest block.
func (c *Chain) Tip() *Block { return c.Blocks[len(c.Blocks)-1] }

func (c *Chain) unique(kind string) settle.Hash {
	c.made++
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], c.made)
	return settle.Keccak256([]byte(kind), n[:])
}

// NewTx makes a transaction that is in no block yet.
func (c *Chain) NewTx(ops ...Op) *Tx { return &Tx{Hash: c.unique("tx"), Ops: ops} }

// Mine adds a block with the transactions, after seconds.
func (c *Chain) Mine(seconds int64, txs ...*Tx) *Block {
	p := c.Tip()
	b := &Block{state: p.state.clone(), Paused: c.Paused}
	b.Number, b.Parent, b.Time = p.Number+1, p.Hash, p.Time+seconds
	b.Hash = c.unique("block")
	index, first := uint32(0), 0
	if c.Telling && c.Paused != p.Paused { // by a transaction of its issuer, before all others
		b.Logs, index, first = []settle.Log{{TxHash: c.unique("issuer's"), Emitter: c.Token, Kind: settle.LogUnpause}}, 1, 1
		if c.Paused {
			b.Logs[0].Kind = settle.LogPause
		}
	}
	for n, tx := range txs {
		x := &execution{c: c, tx: tx, txIndex: uint32(first + n), index: index, now: b.Time, number: b.Number, l: b.state.clone()}
		m := Mined{Tx: tx, OK: true}
		for _, op := range tx.Ops {
			if !op(x) {
				m.OK = false
				break
			}
		}
		if m.OK {
			b.state, m.Logs, index = x.l, x.logs, x.index
			for _, l := range x.logs {
				b.Logs = append(b.Logs, l.Log)
			}
		}
		b.Txs = append(b.Txs, m)
	}
	c.Blocks = append(c.Blocks, b)
	return b
}

// Fork drops the newest depth blocks and returns their transactions in order.
func (c *Chain) Fork(depth int) (dropped []*Tx) {
	at := len(c.Blocks) - depth
	for _, b := range c.Blocks[at:] {
		for _, m := range b.Txs {
			dropped = append(dropped, m.Tx)
		}
	}
	c.Blocks = c.Blocks[:at:at]
	return dropped
}

// Find is where a transaction is in the canonical branch.
func (c *Chain) Find(h settle.Hash) (*Block, *Mined) {
	for n := len(c.Blocks) - 1; n >= 0; n-- {
		for k := range c.Blocks[n].Txs {
			if c.Blocks[n].Txs[k].Hash == h {
				return c.Blocks[n], &c.Blocks[n].Txs[k]
			}
		}
	}
	return nil, nil
}

// Balance is what an address holds at the tip.
func (c *Chain) Balance(a settle.Address) money.Amount { return c.Tip().state.balance[a] }
