package e2e

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/seal"
)

// violation is what ends a history.
type violation string

// tb ends a history by a panic of the goroutine that plays it.
type tb struct{}

func (tb) Helper()                           {}
func (tb) Logf(string, ...any)               {}
func (tb) Fatalf(format string, args ...any) { panic(violation(fmt.Sprintf(format, args...))) }

// depth is the confirmations of every history.
const depth = 3

// known is what is known of a block of the model chain.
type known struct {
	block *enginetest.Block
	// top is how many blocks it has had on top of it, at most; removed says that
	// it is not canonical any more, or was not once.
	top     uint64
	removed bool
}

// world is a network, a store, an API and the processes that follow.
type world struct {
	*enginetest.World
	plan    plan
	net     *chaintest.Network
	store   store
	keys    *seal.Keyset
	random  *stream
	daemons []*daemon
	started int
	posters []*enginetest.Actor
	workers []*enginetest.Actor
	picks   []*settle.Instruction
	pending []*enginetest.Tx
	// spare are the faults that sound endpoints may still have.
	spare int
	// epoch is the newest leader's.
	epoch atomic.Int64
	// place is up to where the audit came.
	place *place
	// ranged is the highest block that was stored by ranges.
	ranged uint64
	// quietFrom is the height of the chain when the faults ended.
	quietFrom uint64

	mu sync.Mutex
	// blocks are all that ever were canonical.
	blocks map[settle.Hash]*known
	// final is the newest block that was ever called final by a sound endpoint;
	// broken says that one of those was replaced.
	final  uint64
	broken bool
	// strays: sound endpoints were apart.
	strays bool
	wrong  string
	shadow *memstore.State
	seq    uint64
	tally  tally
}

// newWorld makes posters, workers and a first instruction, and shows the chain.
func newWorld(p plan, s store, keys *seal.Keyset) *world {
	w := &world{plan: p, store: s, keys: keys, random: &stream{}, blocks: map[settle.Hash]*known{}, shadow: memstore.NewState(), spare: 12,
		net: chaintest.NewNetwork(8453, 1, p.Nodes)}
	w.World = enginetest.New(tb{}, func(func() time.Time) enginetest.Store { return s }, keys)
	w.Conf.Confirmations = depth // small, so that histories are short
	if p.Whole {
		w.makeWhole()
	}
	w.must(w.Engine.Configure(w.Ctx, w.Conf))
	for _, n := range []string{"poster", "another poster"} {
		w.posters = append(w.posters, w.NewActor(n))
	}
	for _, n := range []string{"ann", "bob"} {
		a := w.NewActor(n)
		_, err := w.Engine.SetPayout(w.Ctx, settle.Caller{Agent: a.Agent}, a.Wallet0())
		w.must(err)
		w.workers = append(w.workers, a)
	}
	w.must(w.Link(w.posters[0], w.posters[0].Wallet0()))
	w.World.Empty(26) // the next final block, 32, is near
	time.Sleep(time.Until(time.Unix(w.Chain.Tip().Time, 0)))
	w.Agreed = func() settle.BlockRef { return settle.BlockRef{} } // the world's checks know that blocks may wait
	w.Engine = w.newEngine(s, nil, nil)
	w.observe(0)
	w.pick()
	for range p.Daemons {
		w.daemons = append(w.daemons, w.start())
	}
	w.sleep(3 * time.Second)
	return w
}

func (w *world) must(err error) {
	if err != nil {
		panic(violation(err.Error()))
	}
}

// newEngine is the engine of one process.
func (w *world) newEngine(s settle.Store, agreed func() settle.BlockRef, tags *indexer.Tags) *engine.Engine {
	var claims func() ([]settle.HeadClaim, int)
	if tags != nil {
		claims = tags.Claims
	}
	return engine.New(engine.Options{Store: s, Sealer: enginetest.Sealer{Keys: w.keys, Salt: w.random}, Receipts: enginetest.Receipts{Key: "k"},
		Signatures: w.World, Chain: calm{}, Rater: enginetest.Rater{}, Random: w.random, Now: time.Now, HaltDepth: 1000, Agreed: agreed, Claims: claims, MaxOpenMissions: 50,
		Wake: func() {
			for _, d := range w.daemons {
				poke(d.due)
			}
		}})
}

// sleep lets time pass, and ends the history if something is wrong.
func (w *world) sleep(d time.Duration) {
	time.Sleep(d)
	w.mu.Lock()
	wrong := w.wrong
	w.mu.Unlock()
	if wrong != "" {
		panic(violation(wrong))
	}
}

// mine adds a block of what is pending.
func (w *world) mine() {
	w.sleep(2 * time.Second)
	txs := w.pending
	w.pending = nil
	w.Chain.Mine(max(1, time.Now().Unix()-w.Chain.Tip().Time), txs...)
	w.observe(len(w.Chain.Blocks) - 1)
}

// observe shows the model from a height on, and remembers it.
func (w *world) observe(from int) {
	var blocks []chaintest.Block
	w.mu.Lock()
	head := w.Chain.Tip().Number
	w.final = max(w.final, head/32*32)
	for i := max(0, from-safeDepth-depth); i < len(w.Chain.Blocks); i++ {
		b := w.Chain.Blocks[i]
		k := w.blocks[b.Hash]
		if k == nil {
			k = &known{block: b}
			w.blocks[b.Hash] = k
		}
		k.top = max(k.top, head-b.Number)
		if i >= from {
			blocks = append(blocks, shown(b))
		}
	}
	w.mu.Unlock()
	w.net.Show(blocks...)
}

// shown is a block as nodes have it: behind a deposit transaction.
func shown(b *enginetest.Block) chaintest.Block {
	out := chaintest.Block{Head: indexer.HeadOf(b.Block)}
	for _, m := range b.Txs {
		out.Txs = append(out.Txs, m.Hash)
	}
	for _, l := range b.Logs {
		l.TxIndex++
		out.Logs = append(out.Logs, chaintest.Raw(l))
	}
	return out
}

// reorg replaces the newest depth blocks by others. Place says what becomes of
// their transactions.
func (w *world) reorg(depth, length, place int) {
	w.mu.Lock()
	depth = min(depth, len(w.Chain.Blocks)-3)
	lowest := func() *known { return w.blocks[w.Chain.Blocks[len(w.Chain.Blocks)-depth].Hash] }
	for !w.plan.Deep && depth > 0 && lowest().top >= w.Conf.Confirmations {
		depth--
		length--
	}
	if depth <= 0 {
		w.mu.Unlock()
		return
	}
	length = max(0, length)
	from := len(w.Chain.Blocks) - depth
	if lowest().top >= w.Conf.Confirmations {
		w.tally.deep++
	}
	w.broken = w.broken || uint64(from) <= w.final
	for _, b := range w.Chain.Blocks[from:] {
		w.blocks[b.Hash].removed = true
	}
	w.mu.Unlock()
	w.tally.reorgs++
	branch := make([][]*enginetest.Tx, max(1, length))
	for n, tx := range w.Chain.Fork(depth) {
		switch k := n % len(branch); place % 4 {
		case 0: // moved down
			branch[0] = append(branch[0], tx)
		case 1: // spread
			branch[k] = append(branch[k], tx)
		case 2: // dropped, and sent again later
			w.pending = append(w.pending, tx)
		case 3: // gone
		}
	}
	for _, txs := range branch[:length] {
		w.Chain.Mine(2, txs...)
	}
	if length == 0 {
		w.pending = append(w.pending, branch[0]...)
		w.net.Reorg(depth)
		return
	}
	w.observe(from)
}

// pick makes a new mission, work and an instruction. It may be refused, while
// nobody follows the chain.
func (w *world) pick() {
	if len(w.picks) >= 4 {
		return
	}
	p, a := w.posters[len(w.picks)%2], w.workers[len(w.picks)/2%2]
	m, err := w.Post(p, settle.NewMission{})
	w.refused(err)
	if err != nil {
		return
	}
	s, err := w.Submit(m.ID, "", a)
	w.refused(err)
	if err != nil {
		return
	}
	v, err := w.Pick(p, s, p.Wallet0(), false)
	w.refused(err)
	if err == nil {
		w.picks = append(w.picks, v.Instruction)
		w.watch()
	}
}

func (w *world) refused(err error) {
	if c := settle.CodeOf(err); err != nil && (c == settle.CodeInternal || c == "") {
		panic(violation("a request failed: " + err.Error()))
	}
}

// pay makes transactions that pay an instruction, rightly or not.
func (w *world) pay(which, how int) {
	if len(w.picks) == 0 {
		return
	}
	i := w.picks[which%len(w.picks)]
	from, legs := w.posters[0].Wallet0(), enginetest.Legs(i)
	switch how % 7 {
	case 0, 1:
		tx := w.Tx(enginetest.Pay(i.PayContract, from, i.Digest, legs))
		w.Intend(i.ID, tx, settle.RuleTag)
		w.pending = append(w.pending, tx)
	case 2:
		tx := w.Tx(enginetest.PlainLegs(from, i)...)
		w.Intend(i.ID, tx, settle.RulePayer)
		w.pending = append(w.pending, tx)
	case 3: // in parts
		for k := range legs {
			w.pending = append(w.pending, w.Tx(enginetest.Pay(i.PayContract, from, i.Digest, legs[k:k+1])))
		}
	case 4:
		tx := w.Tx(enginetest.Transfer(enginetest.Addr("exchange"), i.Deposit, i.Total), enginetest.Flush(enginetest.DepositOf(i)))
		w.Intend(i.ID, tx, settle.RuleDeposit)
		w.pending = append(w.pending, tx)
	case 5: // another token, and somebody's contract
		w.pending = append(w.pending, w.Tx(enginetest.Foreign(enginetest.Addr("another token"), from, legs[0].To, legs[0].Amount)),
			w.Tx(enginetest.Forged(enginetest.Addr("evil contract"), enginetest.Addr("stranger"), from, i.Digest, legs[0])))
	case 6: // too little
		l := legs[0]
		l.Amount = l.Amount.SatSub(enginetest.USDC(1))
		w.pending = append(w.pending, w.Tx(enginetest.Pay(i.PayContract, from, i.Digest, legs[:0])), w.Tx(enginetest.Transfer(enginetest.Addr("stranger"), l.To, l.Amount)))
	}
}

// calm is a token that is never paused and refuses nobody.
type calm struct{}

func (calm) TokenStatus(context.Context, []settle.Address) (bool, []settle.Address, error) {
	return false, nil, nil
}
func (calm) Paused(context.Context, settle.BlockRef) (bool, string, error) {
	return false, "model", nil
}
func (calm) Receipt(context.Context, settle.Hash) (*engine.TxReceipt, error) {
	return nil, nil
}

// stream gives bytes to all processes, never the same twice.
type stream struct {
	mu sync.Mutex
	n  uint64
}

func (r *stream) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k := 0; k < len(p); k += 32 {
		r.n++
		h := sha256.Sum256(binary.BigEndian.AppendUint64([]byte("e2e"), r.n))
		copy(p[k:], h[:])
	}
	return len(p), nil
}
