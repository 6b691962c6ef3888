package engine_test

import (
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/seal"
)

func keyset(t testing.TB) *seal.Keyset {
	t.Helper()
	k, err := seal.LoadOrCreate(filepath.Join(t.TempDir(), "keys", "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func inMemory(now func() time.Time) enginetest.Store { return memstore.New(now) }

// TestHistories is the property test of settlement.md with reorganizations that
// stay above the depth: then nothing is ever reverted. More histories:
// go test -run Histories -rapid.checks=20000.
func TestHistories(t *testing.T) {
	keys, seen := keyset(t), enginetest.Tally{}
	rapid.Check(t, func(t *rapid.T) {
		m := enginetest.NewMachine(t, inMemory, keys, false)
		for range 3 {
			t.Repeat(m.Actions())
		}
		m.T = t
		m.Finish()
		m.Audit()
		m.EventsMatchState()
		m.Refold()
		if n := m.Incidents(); len(n) > 0 {
			t.Fatalf("incidents without a deep reorganization: %+v", n[0])
		}
		seen.Add(m.World)
	})
	t.Logf("\n%s", seen)
}

// TestDeepHistories is the same with reorganizations below the depth: they are
// never silent, and any covering payment settles again.
func TestDeepHistories(t *testing.T) {
	keys, seen := keyset(t), enginetest.Tally{}
	rapid.Check(t, func(t *rapid.T) {
		m := enginetest.NewMachine(t, inMemory, keys, true)
		for range 3 {
			t.Repeat(m.Actions())
		}
		m.T = t
		m.Finish()
		m.Audit()
		m.EventsMatchState()
		m.Refold()
		seen.Add(m.World)
	})
	t.Logf("\n%s", seen)
}

// TestEscrowHistories is the property test of escrow missions: the mirrors are
// the storage of model contracts that know nothing of the fold, un-applied
// blocks leave no trace in them, paid is released and released is paid.
func TestEscrowHistories(t *testing.T) {
	escrowHistories(t, false)
}

// TestDeepEscrowHistories is the same with reorganizations below the depth.
func TestDeepEscrowHistories(t *testing.T) {
	escrowHistories(t, true)
}

func escrowHistories(t *testing.T, deep bool) {
	keys, seen := keyset(t), enginetest.EscrowTally{}
	rapid.Check(t, func(t *rapid.T) {
		m := enginetest.NewEscrowMachine(t, inMemory, keys, deep)
		for range 3 {
			t.Repeat(m.Actions())
		}
		m.T = t
		m.Finish()
		m.AuditEscrow()
		m.Unseen()
		m.EventsMatchState()
		m.Refold()
		seen.Add(m)
	})
	t.Logf("\n%s", seen)
}
