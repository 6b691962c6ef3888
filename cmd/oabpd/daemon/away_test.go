package daemon_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/api/rest"
	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/postgres"
)

// counter is a daemon's API over a database that it reaches by a wire, as a role
// that is not a superuser.
type counter struct {
	t     *testing.T
	admin *pgx.Conn
	wire  *wire
	role  string
	db    string
	http  *httptest.Server
	key   string
	run   *op.Runner
}

func newCounter(t *testing.T) *counter {
	t.Helper()
	db := newURL(t)
	c := &counter{t: t, admin: connect(t, db), wire: newWire(t, db)}
	if err := c.admin.QueryRow(t.Context(), "select quote_ident(current_database())").Scan(&c.db); err != nil {
		t.Fatal(err)
	}
	c.role = strings.Trim(c.db, `"`) + "_api"
	c.exec("create role " + c.role + " login")
	t.Cleanup(func() {
		ctx := context.Background()
		other, err := pgx.Connect(ctx, db)
		if err != nil {
			t.Error(err)
			return
		}
		defer other.Close(ctx)
		if _, err := other.Exec(ctx, "drop owned by "+c.role+"; drop role "+c.role); err != nil {
			t.Error(err)
		}
	})
	c.exec("grant all on all tables in schema public to " + c.role)
	s, err := postgres.Open(t.Context(), c.wire.url(c.role), postgres.Options{StatementTimeout: 2 * time.Second, LockTimeout: 4 * time.Second,
		ResolveTimeout: time.Second, Attempts: 2, Jitter: func(time.Duration) time.Duration { return 0 }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	keys := sealing(t)
	w := enginetest.New(t, func(func() time.Time) enginetest.Store { return s }, keys)
	reg, err := w.Engine.Register(t.Context(), "somebody", false)
	if err != nil {
		t.Fatal(err)
	}
	c.key = reg.Key
	clock := func() time.Time { return time.UnixMilli(w.Now) }
	limits, err := op.NewLimiter(1024, clock)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	run := &op.Runner{Auth: api.NewAuthenticator(w.Engine, sha256.Sum256(nil)), Idem: daemon.NewIdempotency(s), Limits: limits, Timeout: time.Minute, Log: log}
	n := 0
	e, err := rest.New(rest.Options{Runner: run, Table: api.Table(w.Engine, api.Config{PublicURL: "http://board.test", Now: clock}), Log: log, Now: clock,
		NewID: func() string { n++; return fmt.Sprint("req_", n) }})
	if err != nil {
		t.Fatal(err)
	}
	c.run = run
	c.http = httptest.NewServer(e)
	t.Cleanup(c.http.Close)
	return c
}

func (c *counter) exec(sql string) {
	c.t.Helper()
	if _, err := c.admin.Exec(c.t.Context(), sql); err != nil {
		c.t.Fatalf("%s: %v", sql, err)
	}
}

// disconnect ends what is connected as the role.
func (c *counter) disconnect() {
	c.exec("select pg_terminate_backend(pid) from pg_stat_activity where usename = '" + c.role + "'")
}

type said struct {
	status int
	retry  string
	code   settle.Code
	body   string
}

func (c *counter) call(method, path, idempotency string, body string) (s said) {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.http.URL+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+c.key)
	if idempotency != "" {
		r.Header.Set("Idempotency-Key", idempotency)
	}
	res, err := c.http.Client().Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	var e struct{ Code settle.Code }
	_ = json.Unmarshal(raw, &e)
	return said{res.StatusCode, res.Header.Get("Retry-After"), e.Code, string(raw)}
}

func (c *counter) post(idempotency string) said {
	c.t.Helper()
	return c.call("POST", "/v1/bounties", idempotency, `{"title":"Count the words","description":"How many words are in the text?","category":"research","reward_amount_cents":500,"deadline":"2027-01-16T00:00:00Z"}`)
}

// stored is how many missions there are.
func (c *counter) stored() (n int) {
	c.t.Helper()
	if err := c.admin.QueryRow(c.t.Context(), "select count(*) from mission").Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// refuses demands that a call was refused for want of the database.
func (c *counter) refuses(what string, s said, code settle.Code) {
	c.t.Helper()
	if s.status != 503 || s.code != code || s.retry == "" {
		c.t.Errorf("%s: %d, Retry-After %q, %s", what, s.status, s.retry, s.body)
	}
	for _, word := range []string{"SQLSTATE", "127.0.0.1", c.role, "pgx", "relation"} {
		if strings.Contains(s.body, word) {
			c.t.Errorf("%s: the answer tells %q: %s", what, word, s.body)
		}
	}
}

// raising makes every fact fail with a SQLSTATE.
func (c *counter) raising(code string) func() {
	c.exec("create function fails() returns trigger language plpgsql as $$ begin raise exception 'out of order' using errcode = '" + code + "'; end $$")
	c.exec("create trigger fails before insert on journal for each row execute function fails()")
	return func() { c.exec("drop trigger fails on journal; drop function fails()") }
}

// While the database cannot be used, whatever the reason, everybody is told so, by
// 503 and when to try again; nothing has happened; and when it is back all goes on,
// with the same Idempotency-Key too.
func TestTheDatabaseIsAway(t *testing.T) {
	c := newCounter(t)
	if s := c.post(""); s.status != 201 {
		t.Fatalf("%d %s", s.status, s.body)
	}
	locked := func(tables string) func() func() {
		return func() func() {
			other := connect(t, c.admin.Config().ConnString())
			tx, err := other.Begin(t.Context())
			if err == nil {
				_, err = tx.Exec(t.Context(), "lock table "+tables+" in access exclusive mode")
			}
			if err != nil {
				t.Fatal(err)
			}
			return func() { _ = tx.Rollback(t.Context()) }
		}
	}
	for _, k := range []struct {
		name string
		// begin makes it so, and gives what ends it.
		begin func() (end func())
		// reads go on.
		reads bool
		code  settle.Code
	}{
		{"refuses connections", func() func() {
			c.wire.set(func(w *wire) { w.refuses = true })
			c.wire.drop()
			return c.wire.heal
		}, false, settle.CodeChainUnavailable},
		{"swallows everything", func() func() {
			c.wire.set(func(w *wire) { w.dead = true })
			patience := c.run.Timeout
			c.run.Timeout = time.Second
			return func() { c.run.Timeout = patience; c.wire.drop(); c.wire.heal() }
		}, false, settle.CodeTimeout},
		{"only reads", func() func() {
			c.exec("alter database " + c.db + " set default_transaction_read_only = on")
			c.disconnect()
			return func() { c.exec("alter database " + c.db + " reset default_transaction_read_only") }
		}, true, settle.CodeChainUnavailable},
		{"has no connection left", func() func() {
			c.exec("alter role " + c.role + " connection limit 0")
			c.disconnect()
			return func() { c.exec("alter role " + c.role + " connection limit -1") }
		}, false, settle.CodeChainUnavailable},
		{"takes no logins", func() func() {
			c.exec("alter role " + c.role + " nologin")
			c.disconnect()
			return func() { c.exec("alter role " + c.role + " login") }
		}, false, settle.CodeChainUnavailable},
		{"is busy with a lock", locked("settings, journal_head"), false, settle.CodeChainUnavailable},
		{"is full", func() func() { return c.raising("53100") }, true, settle.CodeChainUnavailable},
		{"is out of memory", func() func() { return c.raising("53200") }, true, settle.CodeChainUnavailable},
		{"cannot read its disk", func() func() { return c.raising("58030") }, true, settle.CodeChainUnavailable},
		{"waits too long for a lock", func() func() { return c.raising("55P03") }, true, settle.CodeChainUnavailable},
		{"cannot order transactions", func() func() { return c.raising("40001") }, true, settle.CodeChainUnavailable},
		{"has deadlocks", func() func() { return c.raising("40P01") }, true, settle.CodeChainUnavailable},
		{"shuts down", func() func() { return c.raising("57P01") }, true, settle.CodeChainUnavailable},
		{"crashed", func() func() { return c.raising("57P02") }, true, settle.CodeChainUnavailable},
		{"starts", func() func() { return c.raising("57P03") }, true, settle.CodeChainUnavailable},
	} {
		t.Run(k.name, func(t *testing.T) {
			c := &counter{t, c.admin, c.wire, c.role, c.db, c.http, c.key, c.run}
			before := c.stored()
			end := k.begin()
			c.refuses("writing", c.post("key-"+strings.ReplaceAll(k.name, " ", "-")), k.code)
			read := c.call("GET", "/v1/bounties", "", "")
			if k.reads && read.status != 200 {
				t.Errorf("reading: %d %s", read.status, read.body)
			} else if !k.reads {
				c.refuses("reading", read, k.code)
			}
			end()
			if n := c.stored(); n != before {
				t.Errorf("%d missions, want %d", n, before)
			}
			eventually(t, func() bool { return c.call("GET", "/v1/bounties", "", "").status == 200 })
			if s := c.post("key-again-" + strings.ReplaceAll(k.name, " ", "-")); s.status != 201 || c.stored() != before+1 {
				t.Errorf("afterwards: %d, %d missions of %d: %s", s.status, c.stored(), before+1, s.body)
			}
		})
	}
}

// A connection that is ended in the middle of a transaction, again and again.
func TestTheDatabaseEndsConnections(t *testing.T) {
	c := newCounter(t)
	other := connect(t, c.admin.Config().ConnString())
	tx, err := other.Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), "lock table journal_head in access exclusive mode")
	}
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan said)
	go func() { done <- c.post("") }()
	for ended := false; !ended; {
		select {
		case s := <-done:
			c.refuses("writing", s, settle.CodeChainUnavailable)
			ended = true
		default:
			c.exec("select pg_terminate_backend(pid) from pg_stat_activity where usename = '" + c.role + "' and wait_event_type = 'Lock'")
		}
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := c.post(""); s.status != 201 || c.stored() != 1 {
		t.Errorf("afterwards: %d, %d missions: %s", s.status, c.stored(), s.body)
	}
}

// A commit whose answer is lost is success if the database can be asked; if not,
// the caller is told that nobody knows, and it is not done again.
func TestTheDatabaseIsCutOffDuringCommit(t *testing.T) {
	c := newCounter(t)
	c.wire.set(func(w *wire) { w.cut = 1 })
	if s := c.post(""); s.status != 201 || c.stored() != 1 {
		t.Errorf("the answer is lost: %d, %d missions: %s", s.status, c.stored(), s.body)
	}
	c.wire.set(func(w *wire) {
		w.cut = 1
		w.closed = func() {
			c.wire.set(func(w *wire) { w.refuses = true })
			c.wire.drop()
		}
	})
	c.refuses("the database is away", c.post(""), settle.CodeTimeout)
	c.wire.heal()
	eventually(t, func() bool { return c.call("GET", "/v1/bounties", "", "").status == 200 })
	if n := c.stored(); n != 2 {
		t.Errorf("%d missions, want 2", n)
	}
}

// An error of the program is still its own.
func TestTheDatabaseRefuses(t *testing.T) {
	c := newCounter(t)
	defer c.raising("23514")()
	if s := c.post(""); s.status != 500 || s.code != settle.CodeInternal {
		t.Errorf("%d %s", s.status, s.body)
	}
}

func eventually(t *testing.T, f func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !f(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not within a minute")
		}
	}
}
