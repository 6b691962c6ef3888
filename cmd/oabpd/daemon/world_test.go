package daemon_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
	"github.com/oabp/oabpd/settle/seal"
)

// newURL is a migrated database of the test's own.
func newURL(t testing.TB) string {
	t.Helper()
	h := sha256.New()
	err := fs.WalkDir(migrations.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(migrations.FS, path)
		h.Write(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pgtest.NewDB(t, "settle-"+hex.EncodeToString(h.Sum(nil)[:8]), func(ctx context.Context, url string) error {
		return postgres.Migrate(ctx, url, migrations.FS)
	})
}

func open(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func connect(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

func sealing(t *testing.T) *seal.Keyset {
	t.Helper()
	k, err := seal.LoadOrCreate(filepath.Join(t.TempDir(), "keys", "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestMain makes rapid draw one history, unless the command line asks for more.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		_ = flag.Set("rapid.checks", "1")
	}
	os.Exit(m.Run())
}

// events is how many there are in the long history.
var events = flag.Int("events", 5000, "requests, blocks and facts of the long history")

// act lets a machine act until n events have happened: what is asked of the
// engine, blocks, and facts. It looks not at every step whether all is well, but
// calls look, about so many times.
func act(t *rapid.T, m *enginetest.Machine, n, looks int, look func()) {
	m.Follow()
	actions := m.Actions()
	happened, next := 0, 0
	for name, f := range actions {
		actions[name] = func(t *rapid.T) {
			blocks, seq := len(m.Chain.Blocks), seqOf(m)
			f(t)
			m.Follow()
			happened += 1 + max(0, len(m.Chain.Blocks)-blocks) + int(seqOf(m)-seq)
			if happened >= next {
				next += n / looks
				look()
			}
		}
	}
	actions[""] = func(*rapid.T) {}
	for happened < n {
		t.Repeat(actions)
	}
	m.T = t
}

func seqOf(m *enginetest.Machine) (seq uint64) {
	if err := m.Store.View(m.Ctx, func(tx settle.Tx) error { seq, _ = tx.Head(); return nil }); err != nil {
		m.T.Fatalf("%v", err)
	}
	return seq
}

// machine is one over PostgreSQL.
func machine(rt *rapid.T, s *postgres.Store, keys *seal.Keyset, deep bool) *enginetest.Machine {
	return enginetest.NewMachine(rt, func(func() time.Time) enginetest.Store { return s }, keys, deep)
}
