package suite

import (
	"github.com/ethereum/go-ethereum/core/types"
)

// reorg runs a reorg of blocks at the top and checks heights and hashes.
func (f *fixture) reorg(depth, newBlocks int, dropTxs bool) {
	f.Helper()
	top := f.height()
	old := map[uint64]block{}
	for n := top - uint64(depth); n <= top; n++ {
		old[n] = f.block(n)
	}
	f.must(f.chain.Reorg(f.Context(), depth, newBlocks, dropTxs))
	base := top - uint64(depth)
	if got, want := f.height(), base+uint64(newBlocks); got != want {
		f.Fatalf("height %d after a reorg of %d by %d at %d", got, depth, newBlocks, top)
	}
	if f.block(base).Hash != old[base].Hash {
		f.Errorf("block %d below the reorg changed", base)
	}
	for n := base + 1; n <= min(top, f.height()); n++ {
		if f.block(n).Hash == old[n].Hash {
			f.Errorf("block %d did not change", n)
		}
	}
	f.linked()
}

func testReorgKeeps(f *fixture) {
	f.mine(2)
	one := f.pay("worker")
	f.mine(1)
	two := f.pay("worker")
	f.mine(1)
	before := f.receipt(one)
	f.reorg(2, 2, false)
	for _, tx := range []*types.Transaction{one, two} {
		r := f.receipt(tx)
		if r == nil || r.Status != 1 || r.BlockNumber.Uint64() != 3 || f.block(uint64(3)).Hash != r.BlockHash {
			f.Fatalf("receipt %+v", r)
		}
	}
	if f.receipt(one).BlockHash == before.BlockHash {
		f.Error("the block of the payment did not change")
	}
	f.balance("worker", 2_000_000)
}

func testReorgDrops(f *fixture) {
	kept := f.pay("worker")
	f.mine(2)
	mined := f.pay("worker")
	f.mine(1)
	pending := f.pay("worker")
	f.balance("worker", 2_000_000)
	f.reorg(2, 3, true)
	f.mine(2)
	if f.receipt(mined) != nil || f.receipt(pending) != nil {
		f.Error("a dropped transaction came back")
	}
	if f.receipt(kept) == nil {
		f.Error("a transaction below the reorg is gone")
	}
	f.balance("worker", 1_000_000)
	// its nonce is free for another payment
	other := f.pay("worker2")
	f.mine(1)
	if other.Nonce() != mined.Nonce() {
		f.Errorf("nonce %d, want %d", other.Nonce(), mined.Nonce())
	}
	if r := f.receipt(other); r == nil || r.Status != 1 {
		f.Errorf("receipt %+v", r)
	}
	f.balance("worker2", 1_000_000)
}

func testReorgHeights(f *fixture) {
	f.mine(10)
	f.reorg(3, 3, false) // the same height
	f.reorg(1, 1, false)
	f.reorg(2, 5, false) // longer
	f.reorg(6, 2, false) // shorter
	tx := f.pay("worker")
	f.mine(1)
	f.reorg(1, 1, false) // twice at one height, with a transaction
	f.reorg(1, 1, false)
	if f.receipt(tx) == nil {
		f.Error("the payment is lost")
	}
	f.balance("worker", 1_000_000)
	f.reorg(int(f.height()), 1, true) // down to the genesis block
	f.balance("worker", 0)
}

func testDeepReorg(f *fixture) {
	tx := f.pay("worker")
	f.mine(200)
	f.reorg(200, 201, false) // deeper than what is finalized, and than 128 states
	if r := f.receipt(tx); r == nil || r.BlockNumber.Uint64() != 1 {
		f.Errorf("receipt %+v", r)
	}
	f.balance("worker", 1_000_000)
}

func testBadArguments(f *fixture) {
	f.mine(3)
	for _, r := range []struct{ depth, blocks int }{{0, 1}, {1, 0}, {-1, 1}, {4, 4}} {
		if err := f.chain.Reorg(f.Context(), r.depth, r.blocks, false); err == nil {
			f.Errorf("reorg of %d by %d was made", r.depth, r.blocks)
		}
	}
	if err := f.chain.Mine(f.Context(), 0); err == nil {
		f.Error("no block was mined without an error")
	}
	if err := f.chain.AdvanceTime(f.Context(), 0); err == nil {
		f.Error("the time was advanced by nothing")
	}
	if err := f.chain.SetBlockTime(f.Context(), -1); err == nil {
		f.Error("a negative block time was taken")
	}
	if h := f.height(); h != 3 {
		f.Errorf("height %d", h)
	}
}
