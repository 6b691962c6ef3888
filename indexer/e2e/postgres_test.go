package e2e

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
	"github.com/oabp/oabpd/settle/seal"
)

var (
	pgSeeds = flag.Int("pg-seeds", pgHistories, "histories that TestNetworkOverPostgres plays")
	pgFirst = flag.Int("pg-first", 1, "the seed of its first history")
)

// realStore is the store of the daemon. Its lease runs by the history's time, of
// which a minute takes milliseconds; the epochs are those of the database.
type realStore struct {
	*postgres.Store
	url string

	mu     sync.Mutex
	holder string
	until  time.Time
}

func openReal(t testing.TB, url string) *realStore {
	t.Helper()
	// The pool looks after its connections every minute, and a history begins with
	// decades.
	s, err := postgres.Open(context.Background(), url+"&pool_health_check_period=1000000h", postgres.Options{Process: "e2e"})
	if err != nil {
		t.Fatal(err)
	}
	return &realStore{Store: s, url: url}
}

// Acquire implements indexer.Lease; so do the methods below.
func (s *realStore) Acquire(ctx context.Context, holder string, ttl time.Duration) (int64, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holder != holder && time.Now().Before(s.until) {
		return 0, false, nil
	}
	c, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return 0, false, err
	}
	defer c.Close(context.WithoutCancel(ctx))
	if _, err := c.Exec(ctx, "update lease set expires_at = '-infinity' where holder <> ''"); err != nil {
		return 0, false, err
	}
	epoch, ok, err := s.Store.Acquire(ctx, holder, time.Hour)
	if ok && err == nil {
		s.holder, s.until = holder, time.Now().Add(ttl)
	}
	return epoch, ok, err
}

func (s *realStore) Renew(ctx context.Context, epoch int64, ttl time.Duration) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ok, err := s.Store.Renew(ctx, epoch, time.Hour)
	if ok && err == nil {
		s.until = time.Now().Add(ttl)
	}
	return ok, err
}

func (s *realStore) Release(ctx context.Context, epoch int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ok, err := s.Store.Renew(ctx, epoch, time.Hour); err == nil && ok {
		s.until = time.Time{}
	}
	return s.Store.Release(ctx, epoch)
}

// overPostgres plays a history over a database of its own.
func overPostgres(t *testing.T, p plan, keys *seal.Keyset) (sum tally, err error) {
	t.Run("", func(t *testing.T) { // which drops the database at its end
		url := pgtest.NewDB(t, version(t), func(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, migrations.FS) })
		var s *realStore
		sum, err = play(t, p, keys, func() store { s = openReal(t, url); return s }, func() { s.Close() })
	})
	return sum, err
}

// version names the schema.
func version(t testing.TB) string {
	t.Helper()
	h := sha256.New()
	err := fs.WalkDir(migrations.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(migrations.FS, path)
		_, _ = fmt.Fprintf(h, "%s %d\n%s", path, len(b), b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// realLedger is the daemon's own, of which the place is remembered.
type realLedger struct {
	indexer.AuditLedger
	p *place
}

// Passed implements indexer.AuditLedger.
func (l realLedger) Passed(ctx context.Context, epoch int64, done settle.BlockRef, source, note string) error {
	err := l.AuditLedger.Passed(ctx, epoch, done, source, note)
	if err == nil {
		l.p.mu.Lock()
		defer l.p.mu.Unlock()
		l.p.at, l.p.note = done, note
	}
	return err
}

// TestNetworkOverPostgres plays whole histories over the real store.
func TestNetworkOverPostgres(t *testing.T) {
	keys := keyset(t)
	var seen tally
	for seed := *pgFirst; seed < *pgFirst+*pgSeeds; seed++ {
		p := draw(seed)
		p.Whole = true
		sum, err := overPostgres(t, p, keys)
		if err != nil {
			q, e := shorten(p, func(p plan) error { _, err := overPostgres(t, p, keys); return err })
			t.Fatalf("seed %d: %v\nshortened to\n%v\n%v", seed, err, q, e)
		}
		seen.add(sum)
	}
	t.Log(seen)
}
