package chaintest

import (
	"encoding/binary"
	"slices"
	"sync"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// Node is a scripted chain and the node that serves it. It is safe for
// concurrent use.
type Node struct {
	mu      sync.Mutex
	chainID uint64
	seq     uint64
	canon   []*block // index = height
	known   map[settle.Hash]*block
	lag     int
	called  map[settle.BlockTag]int // what Call fixed
	delay   time.Duration
	faults  []*Fault
	lack    Lack
	calls   map[string]int
	// exchanges counts HTTP requests.
	exchanges int
	misuse    []string
	code      map[settle.Address][]byte
	answers   map[string]any
	subs      map[chan settle.Hash]bool
	prune     pruning
	ranges    *ranges
}

// genesisTime is the timestamp of block 0; each block is 2 s later, as on Base.
const genesisTime = 1_700_000_000

// NewNode makes a chain that has genesis only. Chains with different seeds have
// different genesis hashes.
func NewNode(chainID, seed uint64) *Node {
	n := &Node{
		chainID: chainID, seq: seed << 32, known: map[settle.Hash]*block{}, calls: map[string]int{}, called: map[settle.BlockTag]int{},
		code: map[settle.Address][]byte{}, answers: map[string]any{}, subs: map[chan settle.Hash]bool{},
	}
	n.append(nil)
	return n
}

// append mines one block on top of the canonical chain; n.mu is held or not
// yet needed.
func (n *Node) append(logs []indexer.RawLog) *block {
	n.seq++
	b := &block{Head: indexer.Head{Time: genesisTime}}
	if len(n.canon) > 0 {
		top := n.canon[len(n.canon)-1]
		b.Number, b.Parent, b.Time = top.Number+1, top.Hash, top.Time+2
	}
	b.Hash = n.hash("block")
	b.txs = []settle.Hash{n.hash("deposit")}
	for i, l := range logs {
		l.Index, l.TxIndex = uint32(i), uint32(i+1)
		if l.TxHash.IsZero() {
			l.TxHash = settle.Keccak256([]byte("tx"), b.Hash[:], []byte{byte(i)})
		}
		b.txs = append(b.txs, l.TxHash)
		b.logs = append(b.logs, l)
	}
	n.canon = append(n.canon, b)
	n.known[b.Hash] = b
	return b
}

func (n *Node) hash(what string) settle.Hash {
	return settle.Keccak256([]byte(what), binary.BigEndian.AppendUint64(nil, n.seq))
}

// Mine appends one block with the given logs (their positions are filled in)
// and returns it.
func (n *Node) Mine(logs ...indexer.RawLog) indexer.Head {
	n.mu.Lock()
	defer n.mu.Unlock()
	b := n.append(logs)
	n.announce(b.Hash)
	return b.Head
}

// MineEmpty appends count blocks without logs.
func (n *Node) MineEmpty(count int) {
	for range count {
		n.Mine()
	}
}

// Reorg drops the newest depth blocks (never genesis) and mines others in
// their place, one for each element of blocks: fewer, as many or more.
func (n *Node) Reorg(depth int, blocks ...[]indexer.RawLog) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.canon = slices.Clone(n.canon[:max(1, len(n.canon)-depth)])
	for _, logs := range blocks {
		n.append(logs)
	}
	n.announce(n.canon[len(n.canon)-1].Hash)
}

// Empty is the blocks argument of Reorg for n blocks without logs.
func Empty(n int) [][]indexer.RawLog { return make([][]indexer.RawLog, n) }

// Lag makes the node behave as if the newest blocks blocks did not exist.
func (n *Node) Lag(blocks int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lag = blocks
}

// Call makes the node call a block safe, or final, however its head moves, as far
// as its chain goes.
func (n *Node) Call(tag settle.BlockTag, number uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.called[tag] = int(number)
}

// Slow makes the node take d for each exchange.
func (n *Node) Slow(d time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.delay = d
}

// Head is the newest canonical block, whatever the lag.
func (n *Node) Head() indexer.Head {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.canon[len(n.canon)-1].Head
}

// At is the canonical block at a height that exists.
func (n *Node) At(number uint64) indexer.Head {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.canon[number].Head
}

// Follow makes n continue the chain of other: a second node of the same
// network. It takes over other's canonical chain as it is now.
func (n *Node) Follow(other *Node) {
	other.mu.Lock()
	canon := slices.Clone(other.canon)
	other.mu.Unlock()
	n.mu.Lock()
	defer n.mu.Unlock()
	before := n.canon[len(n.canon)-1].Hash
	n.canon = canon
	for i := len(canon) - 1; i >= 0 && n.known[canon[i].Hash] == nil; i-- {
		n.known[canon[i].Hash] = canon[i]
	}
	if h := canon[len(canon)-1].Hash; h != before {
		n.announce(h)
	}
}

// Canonical is the canonical chain from a height on, decoded, as an indexer
// must have stored it (without Block.Source).
func (n *Node) Canonical(d indexer.Decoder, from uint64) ([]settle.Block, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var out []settle.Block
	for _, b := range n.canon[min(from, uint64(len(n.canon))):] {
		sb := settle.Block{BlockRef: b.BlockRef, Parent: b.Parent, Time: b.Time}
		for _, raw := range b.logs {
			l, ok, err := d.Decode(raw)
			if err != nil {
				return nil, err
			}
			if ok {
				sb.Logs = append(sb.Logs, l)
			}
		}
		out = append(out, sb)
	}
	return out, nil
}

// Exchanges is how many HTTP requests came, with one call each or several.
func (n *Node) Exchanges() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.exchanges
}

// Calls is how often a method was called.
func (n *Node) Calls(method string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.calls[method]
}

// Misuse lists requests that an indexer of this kind must never make, such as
// for full transactions.
func (n *Node) Misuse() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.misuse)
}

// SetCode gives an account code, for eth_getCode.
func (n *Node) SetCode(a settle.Address, code []byte) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.code[a] = code
}

// Answer fixes what a method without chain data answers (eth_call,
// eth_sendRawTransaction): a result, or an Error.
func (n *Node) Answer(method string, result any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.answers[method] = result
}

// top is the newest height that a lagging node shows; n.mu is held.
func (n *Node) top() int { return max(0, len(n.canon)-1-n.lag) }

// visible finds a block by hash. Blocks hidden by the lag are unknown; n.mu is
// held.
func (n *Node) visible(h settle.Hash) *block {
	b := n.known[h]
	if b == nil {
		return nil
	}
	i := int(b.Number)
	if i < len(n.canon) && n.canon[i] == b && i > n.top() {
		return nil
	}
	return b
}
