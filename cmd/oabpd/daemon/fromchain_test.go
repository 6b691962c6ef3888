package daemon_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// Block implements daemon.BlockReader.
func (n *node) Block(_ context.Context, number uint64) (settle.Block, error) {
	if n.err != nil || number >= uint64(len(n.w.Chain.Blocks)) {
		return settle.Block{}, errors.Join(n.err, indexer.ErrNoBlock)
	}
	n.mu.Lock() // several are asked for at once
	n.read = append(n.read, number)
	n.mu.Unlock()
	return changed(n.w.Chain.Blocks[number].Block, n.logs), nil
}

// TestCompareChain: what the chain says of the blocks that facts tell of, and
// which endpoint says so.
func TestCompareChain(t *testing.T) {
	smaller := func(b settle.Block) settle.Block {
		b.Logs = append([]settle.Log(nil), b.Logs...)
		for i := range b.Logs {
			if i == 0 {
				b.Logs[i].Value = money.Units(7000)
			}
		}
		return b
	}
	s := newStage(t, nil)
	seq := s.seq()
	compare := func(want int, in string, nodes ...*node) {
		t.Helper()
		var list []daemon.BlockReader
		for _, n := range nodes {
			list = append(list, n)
		}
		r, err := daemon.CompareChain(s.Ctx, s.st, list)
		if err != nil || r.Blocks != 1 || r.Differing != want || len(r.Differences) != want {
			t.Fatalf("%+v, %v, want %d", r, err, want)
		}
		for _, d := range r.Differences {
			if d.Block.Number != s.at || !strings.Contains(d.Endpoint+": "+d.What, in) {
				t.Errorf("%+v, want %q", d, in)
			}
		}
	}
	compare(0, "", s.a, s.b)
	if len(s.a.read) != 1 || s.a.read[0] != s.at {
		t.Errorf("read %v, the fact tells of %d", s.a.read, s.at)
	}
	s.b.logs = withheld
	compare(1, "http://b: 0 transaction(s) missing, 1 too many, 0 with other logs; such as 0x", s.a, s.b)
	s.b.logs = smaller
	compare(1, "1 with other logs; such as", s.a, s.b)
	s.b.logs = func(b settle.Block) settle.Block { b.Hash[5]++; return b }
	compare(1, "http://b: the chain has 0x", s.a, s.b)
	s.a.logs = s.b.logs
	compare(2, "the chain has 0x", s.a, s.b)
	if n := s.seq(); n != seq {
		t.Errorf("%d facts were made", n-seq)
	}
	s.c.err = errors.New("pruned")
	if _, err := daemon.CompareChain(s.Ctx, s.st, []daemon.BlockReader{s.c}); err == nil || !strings.Contains(err.Error(), "pruned") {
		t.Errorf("an endpoint without the block: %v", err)
	}
	// a block that was removed is not asked for
	s.a.logs, s.a.read = nil, nil
	s.HaltDepth = 500
	s.Restart()
	s.Reorg(83, 84, func(int, *enginetest.Tx) int { return 3 })
	s.Confirm()
	compare(0, "", s.a)
	if len(s.a.read) != 1 {
		t.Errorf("read %v", s.a.read)
	}
}

// TestRebuildFromChainWithTiers: payments and awards that settled once the endpoints
// called their blocks safe or final, with the facts that say so. The chain is read
// again, the rows are lost, and the journal gives the same state.
func TestRebuildFromChainWithTiers(t *testing.T) {
	t.Parallel()
	st := open(t, newURL(t))
	w := enginetest.New(t, func(func() time.Time) enginetest.Store { return st }, sealing(t))
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var bad []error
	if w.Conf.Finality, bad = settle.ParseFinality("10=safe,*=finalized", w.Conf.Confirmations); len(bad) > 0 {
		t.Fatal(bad)
	}
	ok(w.Engine.Configure(w.Ctx, w.Conf))
	p := enginetest.PlayEscrow(w) // 10 dollars, which must be safe
	_, err := w.Engine.SetPayout(w.Ctx, settle.Caller{Agent: p.Worker.Agent}, p.Worker.Wallet0())
	ok(err)
	m, err := w.Post(p.Poster, settle.NewMission{Reward: enginetest.USDC(20)}) // which must be final
	ok(err)
	sub, err := w.Submit(m.ID, "", p.Worker)
	ok(err)
	v, err := w.Pick(p.Poster, sub, p.Poster.Wallet0(), false)
	ok(err)
	i := v.Instruction
	w.Mine(w.Tx(enginetest.Pay(i.PayContract, p.Poster.Wallet0(), i.Digest, enginetest.Legs(i))))
	w.Empty(7)
	state := func(award settle.AwardStatus, pick settle.InstructionStatus) {
		t.Helper()
		w.State(func(tx settle.Tx) {
			for _, a := range settle.FindRows[*settle.EscrowAward](tx, settle.AwardsOfSubmission(p.Submission)) {
				if a.Status != award {
					t.Errorf("the award is %s, want %s", a.Status, award)
				}
			}
		})
		if got := w.Instruction(i.ID); got.Status != pick || !got.Covered {
			t.Errorf("the instruction is %s, want %s", got.Status, pick)
		}
	}
	state(settle.AwardConfirmed, settle.InstructionOpen)
	tip := w.Chain.Tip().Number
	w.Call(settle.TagSafe, tip)
	w.Mine()
	state(settle.AwardSettled, settle.InstructionOpen)
	w.Call(settle.TagFinalized, tip)
	w.Mine()
	state(settle.AwardSettled, settle.InstructionSettled)
	reached := 0
	ok(st.Facts(t.Context(), 0, func(f settle.Fact) error {
		if f.Kind == settle.KindFinalityReached {
			reached++
		}
		return nil
	}))
	if reached < 2 {
		t.Fatalf("%d facts say what is safe or final", reached)
	}

	want, _ := w.Digest()
	a, b := &node{w: w, name: "http://a"}, &node{w: w, name: "http://b"}
	r, err := daemon.CompareChain(w.Ctx, st, []daemon.BlockReader{a, b})
	ok(err)
	if r.Blocks < 7 || r.Differing > 0 {
		t.Fatalf("%+v", r)
	}
	ok(st.ReplaceDerived(t.Context(), func(func(settle.Row) error) error { return nil }))
	if got, _ := w.Digest(); got == want {
		t.Fatal("nothing was lost")
	}
	again, err := daemon.Rebuild(t.Context(), st)
	ok(err)
	if got, _ := w.Digest(); got != want || !again.Replaced || again.Rebuilt != want {
		t.Fatalf("rebuilt is %s, want %s: %+v", got, want, again)
	}
	if c, err := daemon.CheckState(t.Context(), st); err != nil || c.Differing > 0 {
		t.Fatalf("%+v, %v", c, err)
	}
	// a payment that an endpoint does not have any more is named, and nothing is replaced
	b.logs = withheld
	if r, err := daemon.CompareChain(w.Ctx, st, []daemon.BlockReader{a, b}); err != nil || r.Differing != r.Blocks {
		t.Errorf("%+v, %v", r, err)
	}
}
