package postgres_test

import (
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/seal"
)

// TestHistories runs histories of the whole engine over PostgreSQL: what the
// fold makes must never break a constraint, and folding the journal again in
// memory must give the same digest.
func TestHistories(t *testing.T) {
	checks(t, "6")
	keys, err := seal.LoadOrCreate(filepath.Join(t.TempDir(), "keys", "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, deep := range []bool{false, true} {
		rapid.Check(t, func(rt *rapid.T) {
			s := open(t, newURL(t), postgres.Options{})
			defer s.Close()
			m := enginetest.NewMachine(rt, func(func() time.Time) enginetest.Store { return s }, keys, deep)
			rt.Repeat(m.Actions())
			m.T = rt
			m.Confirm()
			m.Audit()
			refolded(rt, t, s)
		})
	}
}

func refolded(rt *rapid.T, t *testing.T, s *postgres.Store) {
	state := memstore.NewState()
	err := s.Facts(t.Context(), 0, func(f settle.Fact) error { return settle.Fold(state, f, enginetest.Rater{}) })
	if err != nil {
		rt.Fatal(err)
	}
	want, err := state.Digest()
	if err != nil {
		rt.Fatal(err)
	}
	got, _, _, err := s.Digest(t.Context())
	if err != nil {
		rt.Fatal(err)
	}
	if got != want {
		rt.Fatalf("digest %s, folded again %s", got, want)
	}
}

// TestEscrowHistories does the same with missions of the escrow: the mirrors of
// the contracts, what undoes a block, and the awards.
func TestEscrowHistories(t *testing.T) {
	checks(t, "5")
	keys, err := seal.LoadOrCreate(filepath.Join(t.TempDir(), "keys", "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		s := open(t, newURL(t), postgres.Options{})
		defer s.Close()
		m := enginetest.NewEscrowMachine(rt, func(func() time.Time) enginetest.Store { return s }, keys, rapid.Bool().Draw(rt, "deep"))
		rt.Repeat(m.Actions())
		m.T = rt
		m.Confirm()
		m.AuditEscrow()
		m.Unseen()
		refolded(rt, t, s)
	})
}
