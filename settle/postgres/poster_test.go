package postgres_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
)

// posterRows are the counts of posters that are stored, without fees in the token,
// which come from the instructions.
func posterRows(ft fatal, t testing.TB, c pgx.Tx) map[string]string {
	ft.Helper()
	rows, err := c.Query(t.Context(), "select key, body from poster")
	if err != nil {
		ft.Fatal(err)
	}
	out := map[string]string{}
	var key string
	var body []byte
	_, err = pgx.ForEachRow(rows, []any{&key, &body}, func() error {
		p := &settle.PosterCounts{}
		if err := json.Unmarshal(body, p); err != nil {
			return err
		}
		if n := len(p.Receivables); n > 0 && p.Receivables[n-1].Currency == settle.CurrencyUSDC {
			p.Receivables = p.Receivables[:n-1]
		}
		if key == p.Key() && p.Posted+len(p.Receivables) > 0 {
			out[key] = fmt.Sprint(*p)
		}
		return nil
	})
	if err != nil {
		ft.Fatal(err)
	}
	return out
}

// countedBefore: what the migration counts of posters is what the fold has counted.
func countedBefore(ft fatal, t testing.TB, url string) {
	ft.Helper()
	names, err := fs.Glob(migrations.FS, "*_poster.sql")
	if err != nil || len(names) != 1 {
		ft.Fatal(names, err)
	}
	text, err := fs.ReadFile(migrations.FS, names[0])
	if err != nil {
		ft.Fatal(err)
	}
	_, fill, ok := strings.Cut(string(text), "insert into poster")
	if !ok {
		ft.Fatal("the migration fills nothing")
	}
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		ft.Fatal(err)
	}
	defer func() { _ = c.Close(t.Context()) }()
	tx, err := c.Begin(t.Context())
	if err != nil {
		ft.Fatal(err)
	}
	want := posterRows(ft, t, tx)
	if _, err := tx.Exec(t.Context(), "delete from poster"); err != nil {
		ft.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "insert into poster"+fill); err != nil {
		ft.Fatal(err)
	}
	if got := posterRows(ft, t, tx); fmt.Sprint(got) != fmt.Sprint(want) {
		ft.Fatalf("the migration counts\n%v\nand the fold counted\n%v", got, want)
	}
}
