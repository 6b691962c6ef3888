package daemon

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
	"github.com/oabp/oabpd/settle/seal"
)

// opened is an App with its store and key files, and nothing else.
func opened(t *testing.T, st *postgres.Store, dir string) (*App, error) {
	t.Helper()
	a := &App{cfg: Config{DataDir: dir, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}, store: st}
	var err error
	if a.sealing, err = a.openSealing(t.Context()); err != nil {
		return a, err
	}
	if a.index, err = a.openIndex(t.Context()); err != nil {
		return a, err
	}
	a.engine = engine.New(engine.Options{Store: st, People: seal.People{Keyset: a.sealing, Index: a.index}, Rater: Rater{}, Random: zeros{}})
	return a, nil
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// Both key files are made while nothing depends on them, and never again: without
// them, or with another identity key, the daemon does not start.
func TestKeyFilesOfPeopleAreNotReplaced(t *testing.T) {
	t.Parallel()
	url := pgtest.NewDB(t, "daemon keys", func(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, migrations.FS) })
	st, err := postgres.Open(t.Context(), url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	dir := t.TempDir()
	a, err := opened(t, st, dir)
	if err != nil {
		t.Fatal(err)
	}
	sealing, index := filepath.Join(dir, "sealing.keyset.json"), filepath.Join(dir, "identity.keyset.json")
	for _, p := range []string{sealing, index} {
		if s, err := os.Stat(p); err != nil || s.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", p, s, err)
		}
	}
	if _, err := opened(t, st, t.TempDir()); err != nil {
		t.Errorf("nothing depends on the keys yet: %v", err)
	}
	who, _, err := a.engine.AgentOfIdentity(t.Context(), "github", "1")
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, dir string, words ...string) {
		t.Helper()
		_, err := opened(t, st, dir)
		var u *UsageError
		if !errors.As(err, &u) {
			t.Fatalf("%s: %v", what, err)
		}
		for _, w := range words {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: no %q in %v", what, w, err)
			}
		}
	}
	for _, p := range []string{sealing, index} {
		if err := os.Rename(p, p+".away"); err != nil {
			t.Fatal(err)
		}
		refused("without "+filepath.Base(p), dir, p, "restore it")
		if _, err := os.Stat(p); !os.IsNotExist(err) {
			t.Errorf("a new %s was made", p)
		}
		if err := os.Rename(p+".away", p); err != nil {
			t.Fatal(err)
		}
	}
	other := t.TempDir()
	b, err := os.ReadFile(sealing)
	if err == nil {
		err = os.WriteFile(filepath.Join(other, "sealing.keyset.json"), b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := seal.LoadOrCreateIndex(filepath.Join(other, "identity.keyset.json")); err != nil {
		t.Fatal(err)
	}
	refused("with another identity key", other, "is not the one by which people are found")
	if a, err = opened(t, st, dir); err != nil {
		t.Fatal(err)
	}
	if again, made, err := a.engine.AgentOfIdentity(t.Context(), "github", "1"); again != who || made || err != nil {
		t.Errorf("%s, %v, %v; it was %s", again, made, err, who)
	}
	followsRotation(t, a, url, dir)
}

// followsRotation: oabpd keys rotate sealing and a serving daemon both encrypt what
// there is anew.
func followsRotation(t *testing.T, a *App, url, dir string) {
	newest := func() bool {
		var one *settle.Identity
		err := a.store.View(t.Context(), func(tx settle.Tx) error { one = &tx.IdentitiesAfter("", settle.Hash{}, 1)[0]; return nil })
		if err == nil {
			err = a.sealing.Reload()
		}
		if err != nil {
			t.Fatal(err)
		}
		return a.sealing.Newest(one.Subject)
	}
	for what, reseal := range map[string]func(){
		"the command": func() {
			if n, err := ResealIdentities(t.Context(), url, dir, ""); n != 1 || err != nil {
				t.Errorf("%d, %v", n, err)
			}
		},
		"the daemon": func() { a.resealIdentities(t.Context()) },
	} {
		if _, err := RotateSealing(dir, ""); err != nil {
			t.Fatal(err)
		}
		if newest() {
			t.Fatal("nothing was rotated")
		}
		if reseal(); !newest() {
			t.Errorf("%s left the old key", what)
		}
	}
}
