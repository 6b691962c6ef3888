package postgres_test

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/seal"
)

// signIns are two processes on one database, to which people sign in.
func signIns(t *testing.T) (url string, keys seal.People, es [2]*engine.Engine) {
	t.Helper()
	url = newURL(t)
	dir := t.TempDir()
	k, err := seal.LoadOrCreate(filepath.Join(dir, "sealing.json"))
	if err != nil {
		t.Fatal(err)
	}
	x, err := seal.LoadOrCreateIndex(filepath.Join(dir, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	keys = seal.People{Keyset: k, Index: x}
	for n := range es {
		es[n] = engine.New(engine.Options{Store: open(t, url, postgres.Options{Process: fmt.Sprint("process ", n)}),
			People: keys, Rater: enginetest.Rater{}, Random: rand.Reader})
	}
	return url, keys, es
}

// However many first uses come at once, on two processes, there is one person.
func TestFirstUsesAtOnceMakeOneAgent(t *testing.T) {
	t.Parallel()
	_, _, es := signIns(t)
	var wg sync.WaitGroup
	ids, made := make([]string, 24), make([]bool, 24)
	for k := range ids {
		wg.Go(func() {
			var err error
			if ids[k], made[k], err = es[k%2].AgentOfIdentity(t.Context(), "github", fmt.Sprint(k%3)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	makers := 0
	for k, id := range ids {
		if id == "" || id != ids[k%3] {
			t.Errorf("%d is %q, the first of its subject %q", k, id, ids[k%3])
		}
		if made[k] {
			makers++
		}
	}
	if makers != 3 {
		t.Errorf("%d first uses of 3 subjects", makers)
	}
}

// A dump of the whole database shows nothing of what providers call people, and
// nothing that a guess could be held against; once unlinked, an identity has left
// nothing at all.
func TestADumpDoesNotShowPeople(t *testing.T) {
	t.Parallel()
	url, keys, es := signIns(t)
	ctx := t.Context()
	subjects := []string{"canary.person@example.org", "1122334455-canary"}
	guesses := map[string]string{}
	for _, s := range subjects {
		for what, b := range map[string][]byte{"itself": []byte(s), "its upper case": []byte(strings.ToUpper(s)), "the part before the @": []byte(strings.SplitN(s, "@", 2)[0]),
			"its hash": sum(s), "its hash with the provider": sum("google:" + s), "its hash in other words": sum("google" + s)} {
			guesses[s+", "+what] = string(b)
		}
	}
	p, _, err := es[0].AgentOfIdentity(ctx, "google", subjects[0])
	if err != nil {
		t.Fatal(err)
	}
	by := settle.Caller{Agent: p}
	second, err := es[1].LinkIdentity(ctx, by, "google", subjects[1])
	if err != nil {
		t.Fatal(err)
	}
	all := dump(t, url)
	if !strings.Contains(all, p) || !strings.Contains(all, hex.EncodeToString(second.Subject)) {
		t.Fatal("the dump lacks the person")
	}
	for what, guess := range guesses {
		for _, form := range []string{guess, hex.EncodeToString([]byte(guess)), base64.StdEncoding.EncodeToString([]byte(guess)), base64.RawURLEncoding.EncodeToString([]byte(guess))} {
			if strings.Contains(strings.ToLower(all), strings.ToLower(form)) {
				t.Errorf("the dump shows %s", what)
			}
		}
	}
	if ok, err := keys.Fits(second); !ok || err != nil {
		t.Errorf("with the keys it does not open: %v, %v", ok, err)
	}
	if err := es[0].UnlinkIdentity(ctx, by, second.ID()); err != nil {
		t.Fatal(err)
	}
	all = dump(t, url)
	for _, left := range []string{hex.EncodeToString(second.Index[:]), second.ID(), hex.EncodeToString(second.Subject)} {
		if strings.Contains(all, left) {
			t.Errorf("an identity that was unlinked has left %s", left)
		}
	}
}

func sum(s string) []byte {
	h := sha256.Sum256([]byte(s))
	return h[:]
}

// dump is every row of every table as text; bytes are in hex.
func dump(t *testing.T, url string) string {
	t.Helper()
	c := connect(t, url)
	ctx := context.Background()
	texts := func(sql string) []string {
		rows, err := c.Query(ctx, sql)
		if err != nil {
			t.Fatal(err)
		}
		out, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	var b strings.Builder
	tables := texts("select quote_ident(table_schema) || '.' || quote_ident(table_name) from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')")
	if len(tables) < 20 {
		t.Fatalf("only %d tables", len(tables))
	}
	for _, name := range tables {
		for _, row := range texts("select t::text from " + name + " t") {
			fmt.Fprintln(&b, name, row)
		}
	}
	return b.String()
}
