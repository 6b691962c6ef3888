package postgres_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
	"github.com/oabp/oabpd/settle/storetest"
)

// pooler is a pooler in transaction mode, as unkind as one can be: each
// transaction of a client runs on another connection than the one before, it
// knows nothing of prepared statements, and it refuses start-up parameters that
// would need a session.
type pooler struct {
	url  string // to the database through the pooler
	l    net.Listener
	free chan *backend
	// params are what the server says of itself to a new client.
	params map[string]string
	dial   func() (*backend, error)

	mu      sync.Mutex
	clients []net.Conn
	served  map[*backend]int // transactions
	done    sync.WaitGroup
}

type backend struct{ net.Conn }

func newPooler(t *testing.T, db string, size int) *pooler {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &pooler{l: l, free: make(chan *backend, size), served: map[*backend]int{}}
	p.dial = func() (*backend, error) {
		c, err := pgconn.Connect(context.Background(), db)
		if err != nil {
			return nil, err
		}
		h, err := c.Hijack()
		if err != nil {
			return nil, err
		}
		if p.params == nil { // by the first one, before there are clients
			p.params = h.ParameterStatuses
		}
		return &backend{Conn: h.Conn}, nil
	}
	for range size {
		b, err := p.dial()
		if err != nil {
			t.Fatal(err)
		}
		p.free <- b
	}
	cfg, err := pgconn.ParseConfig(db)
	if err != nil {
		t.Fatal(err)
	}
	p.url = (&url.URL{Scheme: "postgres", User: url.User(cfg.User), Host: l.Addr().String(), Path: "/" + cfg.Database, RawQuery: "sslmode=disable"}).String()
	p.done.Go(func() { p.accept() })
	t.Cleanup(p.close)
	return p
}

func (p *pooler) close() {
	_ = p.l.Close()
	p.mu.Lock()
	for _, c := range p.clients {
		_ = c.Close()
	}
	p.mu.Unlock()
	p.done.Wait()
	for len(p.free) > 0 {
		_ = (<-p.free).Close()
	}
}

func (p *pooler) accept() {
	for {
		c, err := p.l.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		p.clients = append(p.clients, c)
		p.mu.Unlock()
		p.done.Go(func() {
			defer c.Close()
			if name, err := p.greet(c); err == nil {
				(&linked{pooler: p, client: c, name: name}).serve()
			}
		})
	}
}

// message is one of the protocol, with its type.
func message(kind byte, body []byte) []byte {
	out := binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(body)+4))
	return append(out, body...)
}

func readBody(r io.Reader) ([]byte, error) {
	var n [4]byte
	if _, err := io.ReadFull(r, n[:]); err != nil {
		return nil, err
	}
	body := make([]byte, binary.BigEndian.Uint32(n[:])-4)
	_, err := io.ReadFull(r, body)
	return body, err
}

func readMessage(r io.Reader) (kind byte, body []byte, err error) {
	var k [1]byte
	if _, err := io.ReadFull(r, k[:]); err != nil {
		return 0, nil, err
	}
	body, err = readBody(r)
	return k[0], body, err
}

// known are the start-up parameters that pgbouncer keeps track of.
var known = []string{"user", "database", "client_encoding", "application_name", "DateStyle", "TimeZone", "standard_conforming_strings"}

// greet is the beginning of a client's connection; it gives its application name.
func (p *pooler) greet(c net.Conn) (name string, err error) {
	body, err := readBody(c)
	if err != nil {
		return "", err
	}
	if code := binary.BigEndian.Uint32(body); code>>16 != 3 {
		return "", fmt.Errorf("request %d", code) // of a cancellation
	}
	fields := strings.Split(string(body[4:]), "\x00")
	for i := 0; i+1 < len(fields) && fields[i] != ""; i += 2 {
		if !slices.Contains(known, fields[i]) {
			_, _ = c.Write(message('E', []byte("SFATAL\x00VFATAL\x00C08P01\x00Munsupported startup parameter: "+fields[i]+"\x00\x00")))
			return "", errors.New("refused")
		}
		if fields[i] == "application_name" {
			name = fields[i+1]
		}
	}
	out := message('R', make([]byte, 4))
	for k, v := range p.params {
		out = append(out, message('S', []byte(k+"\x00"+v+"\x00"))...)
	}
	out = append(out, message('K', make([]byte, 8))...)
	_, err = c.Write(append(out, message('Z', []byte{'I'})...))
	return name, err
}

// introduce tells the server the name of the client, as pgbouncer does.
func (b *backend) introduce(name string) error {
	if _, err := b.Write(message('Q', []byte("set application_name = '"+strings.ReplaceAll(name, "'", "''")+"'\x00"))); err != nil {
		return err
	}
	for {
		kind, _, err := readMessage(b)
		if err != nil || kind == 'Z' {
			return err
		}
	}
}

// linked is a client and, during a transaction, its connection to the server.
type linked struct {
	pooler *pooler
	client net.Conn
	name   string

	mu      sync.Mutex
	b, last *backend
	// waiting counts answers that end in ReadyForQuery.
	waiting int
}

func (k *linked) serve() {
	defer k.gone()
	for {
		kind, body, err := readMessage(k.client)
		if err != nil || kind == 'X' {
			return
		}
		k.mu.Lock()
		if k.b == nil {
			k.b = k.pooler.other(k.last)
			k.last = k.b
			b := k.b
			if err := b.introduce(k.name); err != nil {
				k.mu.Unlock()
				return
			}
			k.pooler.done.Go(func() { k.answer(b) })
		}
		if kind == 'Q' || kind == 'S' || kind == 'F' {
			k.waiting++
		}
		b := k.b
		k.mu.Unlock()
		if _, err := b.Write(message(kind, body)); err != nil {
			return
		}
	}
}

// other is a free connection, not the one given.
func (p *pooler) other(not *backend) *backend {
	for {
		b := <-p.free
		if b != not {
			p.mu.Lock()
			p.served[b]++
			p.mu.Unlock()
			return b
		}
		p.free <- b
		time.Sleep(time.Millisecond)
	}
}

// answer relays what the server says until the transaction is over.
func (k *linked) answer(b *backend) {
	for {
		kind, body, err := readMessage(b)
		if err != nil {
			_ = k.client.Close()
			return
		}
		over := false
		if kind == 'Z' {
			k.mu.Lock()
			k.waiting--
			if over = k.waiting == 0 && bytes.Equal(body, []byte{'I'}); over && k.b == b {
				k.b = nil
				k.pooler.free <- b
			}
			k.mu.Unlock()
		}
		if _, err := k.client.Write(message(kind, body)); err != nil && !over {
			_ = b.Close()
			return
		}
		if over {
			return
		}
	}
}

// gone replaces the connection of a client that left in a transaction.
func (k *linked) gone() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.b == nil {
		return
	}
	_ = k.b.Close()
	k.b = nil
	if b, err := k.pooler.dial(); err == nil {
		k.pooler.free <- b
	}
}

// TestBehindTransactionPooler: all that a Store promises, lease and takeover
// included, holds behind a pooler in transaction mode.
func TestBehindTransactionPooler(t *testing.T) {
	checks(t, "5")
	storetest.Run(t, func(t *testing.T) storetest.Store {
		p := newPooler(t, newURL(t), 3)
		s := open(t, p.url+"&default_query_exec_mode=exec", postgres.Options{Process: "one"})
		t.Cleanup(func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			for b, n := range p.served {
				if n == 0 || len(p.served) < 2 {
					t.Errorf("%d connections served, one of them %d transactions: the pooler does not pool", len(p.served), n)
				}
				_ = b
			}
		})
		return s
	})
	t.Run("takeover", func(t *testing.T) {
		p := newPooler(t, newURL(t), 4)
		takesOver(t, p.url+"&default_query_exec_mode=exec")
	})
	t.Run("schema", func(t *testing.T) {
		p := newPooler(t, newURL(t), 3)
		m, err := postgres.MigrationStatus(t.Context(), p.url+"&default_query_exec_mode=exec", migrations.FS)
		if err != nil || m.Current != m.Target {
			t.Errorf("%+v, %v", m, err)
		}
	})
	t.Run("bites", func(t *testing.T) { // it must not be kinder than a real one
		s := open(t, newPooler(t, newURL(t), 3).url, postgres.Options{Attempts: 1})
		var err error
		for range 5 {
			err = errors.Join(err, s.Update(t.Context(), settle.TxOptions{}, appendFact))
		}
		if err == nil {
			t.Error("statements prepared in one transaction were there in the next")
		}
	})
}

// TestBehindPgbouncer is the same with pgbouncer, where it is installed.
func TestBehindPgbouncer(t *testing.T) {
	way := func(t *testing.T) string { return pgtest.Bouncer(t, newURL(t), 4) }
	checks(t, "5")
	storetest.Run(t, func(t *testing.T) storetest.Store { return open(t, way(t), postgres.Options{Process: "one"}) })
	t.Run("takeover", func(t *testing.T) { takesOver(t, way(t)) })
	t.Run("schema", func(t *testing.T) {
		m, err := postgres.MigrationStatus(t.Context(), way(t), migrations.FS)
		if err != nil || m.Current != m.Target {
			t.Errorf("%+v, %v", m, err)
		}
	})
}

// takesOver: a second process takes the lease while the first has a transaction
// open, and the first can write nothing any more.
func takesOver(t *testing.T, db string) {
	one, two := open(t, db, postgres.Options{Process: "one", IdleTimeout: time.Hour}), open(t, db, postgres.Options{Process: "two"})
	was, ok, err := one.Acquire(t.Context(), "one", time.Millisecond)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	var now int64
	err = one.Update(t.Context(), settle.TxOptions{Cursor: settle.CursorMove, Epoch: was}, func(tx settle.Tx) error {
		if err := appendFact(tx); err != nil {
			return err
		}
		for {
			if now, ok, err = two.Acquire(t.Context(), "two", time.Hour); err != nil || ok {
				return err
			}
		}
	})
	var stale *settle.ErrEpoch
	if !errors.As(err, &stale) || stale.Have != was || stale.Current != now || now <= was {
		t.Errorf("deposed by epoch %d, the leader of epoch %d is told %v", now, was, err)
	}
	if ok, err := one.Renew(t.Context(), was, time.Hour); ok || err != nil {
		t.Errorf("renewed after the takeover: %v", err)
	}
	if n := head(t, two); n != 0 {
		t.Errorf("%d facts of the former leader", n)
	}
	if err := two.Update(t.Context(), settle.TxOptions{Cursor: settle.CursorMove, Epoch: now}, appendFact); err != nil {
		t.Errorf("the new leader cannot write: %v", err)
	}
}
