package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/memstore"
)

// upTo makes a world follow the blocks of another's chain up to a height.
func upTo(t *testing.T, w, other *enginetest.World, height uint64) {
	t.Helper()
	c := *other.Chain
	c.Blocks = c.Blocks[:height+1]
	w.Chain, w.Now = &c, c.Tip().Time*1000+500
	if err := w.Sync(); err != nil {
		t.Fatal(err)
	}
}

// TestContractConfiguredLater: a contract that is configured over a database that has
// blocks, at whatever point of its life, is read from its first event on once the
// audit has been there: all is as for one that was known from the first, and nobody
// is told that a node lied.
func TestContractConfiguredLater(t *testing.T) {
	played := enginetest.PlayEscrow(enginetest.New(t, inMemory, keyset(t)))
	tip := played.Chain.Tip().Number
	contracts := settle.Contracts{Escrow: played.Escrow.Address}
	rows := func(w *enginetest.World) map[string]string {
		out := w.Rows()
		for k := range out {
			if strings.HasPrefix(k, string(settle.TableSettings)+" ") {
				delete(out, k)
			}
		}
		return out
	}
	configure := func(w *enginetest.World, c settle.Contracts) {
		w.Conf.Contracts = c
		if err := w.Engine.Configure(w.Ctx, w.Conf); err != nil {
			t.Fatal(err)
		}
	}
	knew := enginetest.New(t, inMemory, keyset(t))
	configure(knew, contracts)
	upTo(t, knew, played.World, tip)
	want := rows(knew)
	if len(settle.FindRows[*settle.EscrowMission](stateOf(t, knew), settle.OfContract(settle.TableEscrowMission, contracts.Escrow))) != 2 {
		t.Fatal("the escrow has not two missions")
	}
	for _, at := range []uint64{played.Posted, played.Entered, played.Proposed, played.Paid, tip} {
		t.Run(fmt.Sprintf("at block %d of %d", at, tip), func(t *testing.T) {
			w := enginetest.New(t, inMemory, keyset(t))
			w.Seen = func(b settle.Block) settle.Block { // by a decoder that knows no escrow
				b.Logs = slices.DeleteFunc(slices.Clone(b.Logs), func(l settle.Log) bool { return l.Emitter == contracts.Escrow })
				return b
			}
			upTo(t, w, played.World, at)
			configure(w, contracts)
			w.Seen = nil
			upTo(t, w, played.World, tip)
			again, set := audit(t, w), settle.GetRow[settle.Settings](stateOf(t, w), settle.SettingsKey)
			if len(again) == 0 || set.UnreadUpTo() != at {
				t.Fatalf("%d blocks were read again, unread are %+v", len(again), set.Unread)
			}
			for _, r := range again {
				if !r.Mended || !r.Evidence.Past || r.Halted {
					t.Errorf("%+v", r)
				}
			}
			if open := w.Incidents(); len(open) > 0 {
				t.Errorf("an incident of kind %s: %s", open[0].Kind, open[0].Text)
			}
			sameRows(t, rows(w), want)
			w.Refold()
			// What is wrong of a block besides is told as ever.
			lie := w.Chain.Blocks[played.Posted].Block
			lie.Logs = lie.Logs[:1]
			r, err := w.Engine.Repair(w.Ctx, w.Epoch, lie, []string{"http://a", "http://b"})
			if err != nil || r.Evidence.Past {
				t.Errorf("%+v, %v", r, err)
			}
			configure(w, settle.Contracts{})
			configure(w, contracts) // it was known all the while
			if now := settle.GetRow[settle.Settings](stateOf(t, w), settle.SettingsKey); !slices.Equal(now.Unread, set.Unread) {
				t.Errorf("unread are %+v, and were %+v", now.Unread, set.Unread)
			}
		})
	}
}

// stateOf is the state by the journal.
func stateOf(t *testing.T, w *enginetest.World) settle.State {
	t.Helper()
	s := memstore.NewState()
	if err := w.Store.Facts(w.Ctx, 0, func(f settle.Fact) error { return settle.Fold(s, f, enginetest.Rater{}) }); err != nil {
		t.Fatal(err)
	}
	return s
}
