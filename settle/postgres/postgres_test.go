package postgres_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"io/fs"
	"os"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
	"github.com/oabp/oabpd/settle/storetest"
)

// checksGiven: the command line says how often to check a property.
var checksGiven bool

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Visit(func(f *flag.Flag) { checksGiven = checksGiven || f.Name == "rapid.checks" })
	os.Exit(m.Run())
}

// checks makes properties cheaper than in memory, for one test that is not
// parallel to others.
func checks(t *testing.T, n string) {
	t.Helper()
	if checksGiven {
		return
	}
	f := flag.Lookup("rapid.checks")
	old := f.Value.String()
	if err := f.Value.Set(n); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Value.Set(old) })
}

// version changes with the migrations, so that templates of older ones are not
// taken.
func version(t testing.TB) string {
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
	return "settle-" + hex.EncodeToString(h.Sum(nil)[:8])
}

func newURL(t testing.TB) string {
	t.Helper()
	return pgtest.NewDB(t, version(t), func(ctx context.Context, url string) error {
		return postgres.Migrate(ctx, url, migrations.FS)
	})
}

func open(t testing.TB, url string, o postgres.Options) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, o)
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

func TestStore(t *testing.T) {
	checks(t, "25")
	storetest.Run(t, func(t *testing.T) storetest.Store { return open(t, newURL(t), postgres.Options{}) })
}

func TestMigrateTwiceAtOnce(t *testing.T) {
	url := pgtest.NewDB(t, "empty", func(context.Context, string) error { return nil })
	m, err := postgres.MigrationStatus(t.Context(), url, migrations.FS)
	if err != nil || m.Current != 0 || m.Target < 1 {
		t.Fatalf("before: %+v, %v", m, err)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if err := postgres.Migrate(t.Context(), url, migrations.FS); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	m, err = postgres.MigrationStatus(t.Context(), url, migrations.FS)
	if err != nil || m.Current != m.Target {
		t.Fatalf("after: %+v, %v", m, err)
	}
}
