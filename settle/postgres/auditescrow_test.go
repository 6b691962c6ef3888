package postgres_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/seal"
)

// TestAuditOfTheEscrow: a post was withheld and another one invented. The database
// takes the replay of what the contracts said, as it takes the deleting of what
// never was, and ends with the rows of a node that never lied.
func TestAuditOfTheEscrow(t *testing.T) {
	keys, err := seal.LoadOrCreate(filepath.Join(t.TempDir(), "keys", "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	play := func(seen func(settle.Block) settle.Block) *enginetest.EscrowPlay {
		s := open(t, newURL(t), postgres.Options{CopyFrom: 1})
		t.Cleanup(s.Close)
		w := enginetest.New(t, func(func() time.Time) enginetest.Store { return s }, keys)
		w.Seen = seen
		p := enginetest.PlayEscrow(w)
		w.Seen = nil
		return p
	}
	honest := play(nil)
	post := honest.Chain.Blocks[honest.Posted].Logs
	p := play(func(b settle.Block) settle.Block {
		switch b.Number {
		case honest.Posted:
			b.Logs = nil
		case honest.Paid + 2:
			b.Logs = slices.Clone(post)
			for n := range b.Logs {
				if e, ok := b.Logs[n].Event.(settle.EventMissionPosted); ok {
					e.MissionID = settle.Hash{7}
					b.Logs[n].Event = e
				}
			}
		}
		return b
	})
	if want := honest.Rows(); maps.Equal(p.Rows(), want) {
		t.Fatal("the lie changed nothing")
	}
	for _, n := range []uint64{p.Posted, p.Paid + 2} {
		r, err := p.Engine.Repair(p.Ctx, p.Epoch, p.Chain.Blocks[n].Block, []string{"http://a", "http://b"})
		if err != nil || !r.Mended || r.Halted {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	if !maps.Equal(p.Rows(), honest.Rows()) {
		t.Error("the rows are other than those of a node that never lied")
	}
	p.Refold()
}

// TestAuditAgain: the audit goes back to the block before a height, and never forward.
func TestAuditAgain(t *testing.T) {
	keys, err := seal.LoadOrCreate(filepath.Join(t.TempDir(), "keys", "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, newURL(t), postgres.Options{})
	t.Cleanup(s.Close)
	w := enginetest.New(t, func(func() time.Time) enginetest.Store { return s }, keys)
	w.Empty(9)
	is := func(when string, want settle.BlockRef) {
		t.Helper()
		if got, err := s.Audited(w.Ctx); err != nil || got.Block != want {
			t.Errorf("%s: %+v, %v; want %+v", when, got.Block, err, want)
		}
	}
	again := func(from uint64) {
		t.Helper()
		if err := s.AuditAgain(w.Ctx, from); err != nil {
			t.Fatal(err)
		}
	}
	again(3)
	is("before the first round", settle.BlockRef{})
	at := w.Chain.Blocks[7].BlockRef
	if err := s.SetAudited(w.Ctx, w.Epoch, postgres.Audited{Block: at}); err != nil {
		t.Fatal(err)
	}
	again(8)
	is("not there yet", at)
	again(7)
	is("the newest again", w.Chain.Blocks[6].BlockRef)
	again(3)
	is("further back", w.Chain.Blocks[2].BlockRef)
	again(0)
	is("from the first", settle.BlockRef{})
}
