package postgres_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/seal"
)

// keyset is a sealing keyset of the test's own.
func keyset(t testing.TB) *seal.Keyset {
	t.Helper()
	keys, err := seal.LoadOrCreate(filepath.Join(t.TempDir(), "keys", "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// newWorld is an engine with its chain over a database of its own.
func newWorld(t testing.TB) (*enginetest.World, *postgres.Store) {
	t.Helper()
	store := open(t, newURL(t), postgres.Options{})
	return worldOver(t, store), store
}

// worldOver is one over an open store.
func worldOver(t testing.TB, store *postgres.Store) *enginetest.World {
	t.Helper()
	return enginetest.New(t, func(func() time.Time) enginetest.Store { return store }, keyset(t))
}

// fatal is what ends a test, or one of its random histories.
type fatal interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// refolded: folding the journal again in memory gives the state that is stored.
func refolded(ft fatal, t testing.TB, s *postgres.Store) {
	ft.Helper()
	state := memstore.NewState()
	if err := s.Facts(t.Context(), 0, func(f settle.Fact) error { return settle.Fold(state, f, enginetest.Rater{}) }); err != nil {
		ft.Fatal(err)
	}
	want, err := state.Digest()
	if err != nil {
		ft.Fatal(err)
	}
	got, _, _, err := s.Digest(t.Context())
	if err != nil {
		ft.Fatal(err)
	}
	if got != want {
		ft.Fatalf("digest %s, folded again %s", got, want)
	}
}
