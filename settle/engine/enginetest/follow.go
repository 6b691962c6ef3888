package enginetest

import (
	"errors"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
)

// Restart makes a new engine over the same store, as a new process does.
func (w *World) Restart() {
	w.Engine = w.over(w.Store)
	w.woken = true // what is due is looked for at start
}

// Beside is an engine of another process on the same database, which s is a way to;
// it reads what strangers' URLs name from out.
func (w *World) Beside(s settle.Store, out engine.Outside) *engine.Engine {
	o := w.options(s)
	o.Outside = out
	return engine.New(o)
}

// over makes an engine over a store.
func (w *World) over(s settle.Store) *engine.Engine { return engine.New(w.options(s)) }

func (w *World) options(s settle.Store) engine.Options {
	return engine.Options{Store: s, Sealer: Sealer{Keys: w.keys, Salt: w.rnd}, Receipts: Receipts{Key: "k"},
		Signatures: w, Chain: w, Outside: w.Web, OracleReader: w, Oracles: w.Known, Rater: Rater{}, Random: w.rnd, Now: w.clock, People: w.People, Identity: w.Identity, RegistrationsPerDay: w.RegistrationsPerDay, HaltDepth: w.HaltDepth, PauseBatch: w.PauseBatch, ReplayMax: w.ReplayMax, Agreed: w.Agreed, Claims: w.claims, MaxOpenMissions: 50,
		Wake: func() { w.woken = true }}
}

// Lead takes the lease for a holder; leases are so short that nobody has it.
func (w *World) Lead(holder string) {
	w.T.Helper()
	for range 100 {
		w.Now += 2
		epoch, ok, err := w.Store.Acquire(w.Ctx, holder, time.Millisecond)
		w.must(err, "acquiring the lease")
		if ok {
			w.Epoch = epoch
			return
		}
		time.Sleep(time.Millisecond)
	}
	w.T.Fatalf("the lease is held")
}

// Sync is the follower: it brings the store to the model's tip, settles what is
// due and looks whether the token is paused.
func (w *World) Sync() error {
	if err := w.follow(); err != nil {
		return err
	}
	if w.woken {
		if err := w.Engine.SettleDue(w.Ctx, w.Epoch); err != nil {
			return err
		}
		w.woken = false
	}
	if w.Blind {
		return nil
	}
	if err := w.Engine.WatchPause(w.Ctx, w.Epoch); err != nil && !w.Silent {
		return err
	}
	return nil
}

// follow brings the store to the model's tip, block by block.
func (w *World) follow() error {
	for {
		tail, err := w.Engine.Tail(w.Ctx, 200)
		if err != nil {
			return err
		}
		if len(tail) > 0 && tail[0] == w.Chain.Tip().BlockRef {
			return nil
		}
		if err := w.step(tail); err != nil {
			return err
		}
	}
}

func (w *World) step(tail []settle.BlockRef) error {
	if len(tail) == 0 {
		return w.Engine.Extend(w.Ctx, w.Epoch, w.served(w.Chain.Blocks[1]))
	}
	for _, b := range tail {
		if b.Number >= uint64(len(w.Chain.Blocks)) || w.Chain.Blocks[b.Number].BlockRef != b {
			continue
		}
		if b == tail[0] {
			return w.Engine.Extend(w.Ctx, w.Epoch, w.served(w.Chain.Blocks[b.Number+1]))
		}
		var branch []settle.Block
		for _, x := range w.Chain.Blocks[b.Number+1:] {
			branch = append(branch, w.served(x))
		}
		return w.Engine.Rewind(w.Ctx, w.Epoch, b, branch)
	}
	return errors.New("no common ancestor")
}

func (w *World) served(b *Block) settle.Block {
	w.told(b)
	if w.Seen == nil {
		return b.Block
	}
	return w.Seen(b.Block)
}

// Mine puts transactions into the next block and follows.
func (w *World) Mine(txs ...*Tx) *Block {
	w.T.Helper()
	return w.MineAfter(BlockSeconds, txs...)
}

// MineAfter mines the next block so many seconds after the last.
func (w *World) MineAfter(seconds int64, txs ...*Tx) *Block {
	w.T.Helper()
	b := w.Chain.Mine(seconds, txs...)
	w.Now = max(w.Now, b.Time*1000+500)
	w.must(w.Sync(), "following")
	return b
}

// Reorg replaces the newest depth blocks by length others. place says in which
// of them (0 …) the n-th dropped transaction goes; else it is gone, and returned.
func (w *World) Reorg(depth, length int, place func(n int, tx *Tx) int) (gone []*Tx) {
	w.T.Helper()
	w.below(depth)
	branch, was := make([][]*Tx, length), w.Chain.Tip().Time
	for n, tx := range w.Chain.Fork(depth) {
		if k := place(n, tx); k >= 0 && k < length {
			branch[k] = append(branch[k], tx)
		} else {
			gone = append(gone, tx)
		}
	}
	for n, txs := range branch {
		seconds := int64(BlockSeconds)
		if n == length-1 { // time goes on, whichever branch it is
			seconds = max(seconds, was-w.Chain.Tip().Time)
		}
		w.Chain.Mine(seconds, txs...)
	}
	w.must(w.Sync(), "following a reorganization")
	return gone
}

// Empty mines n empty blocks.
func (w *World) Empty(n int) {
	w.T.Helper()
	for range n {
		w.Mine()
	}
}

// Confirm mines until whatever is mined now is confirmed.
func (w *World) Confirm() { w.T.Helper(); w.Empty(int(w.Conf.Confirmations)) }
