package daemon_test

import (
	"context"
	"errors"
	"strings"
	"testing"

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
	n.read = append(n.read, number)
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
