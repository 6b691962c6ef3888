package daemon_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"pgregory.net/rapid"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/proof"
)

func receiptKeys(t *testing.T, dir string) *proof.Keys { return keyOf(t, dir, 7) }

func receiptKeysOf(t *testing.T, seed byte) *proof.Keys { return keyOf(t, t.TempDir(), seed) }

func keyOf(t *testing.T, dir string, seed byte) *proof.Keys {
	t.Helper()
	k, err := proof.LoadOrCreateKey(dir, bytes.NewReader(bytes.Repeat([]byte{seed}, 32)), time.UnixMilli(1))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestLongHistory: after thousands of random events and reorganizations over
// PostgreSQL, folding the journal again gives the live state; so it does up to
// every fact at which somebody looked; and the checkpoints of the way hold.
func TestLongHistory(t *testing.T) {
	t.Parallel()
	keys, signer := sealing(t), receiptKeys(t, t.TempDir())
	rapid.Check(t, func(rt *rapid.T) {
		url := newURL(t)
		st := open(t, url)
		defer st.Close()
		m := machine(rt, st, keys, true)
		var looked []daemon.StateAt
		var first proof.Checkpoint
		act(rt, m, *events, 8, func() {
			d, seq, _, err := st.Digest(t.Context())
			if err != nil {
				rt.Fatal(err)
			}
			looked = append(looked, daemon.StateAt{Digest: d, Seq: seq})
			doc, err := daemon.MakeCheckpoint(t.Context(), st, signer, time.UnixMilli(m.Now))
			if err != nil {
				rt.Fatal(err)
			}
			if len(looked) == 1 {
				if first, err = proof.ReadCheckpoint(doc); err != nil {
					rt.Fatal(err)
				}
			}
		})
		m.Confirm()
		m.Audit()
		r, err := daemon.CheckState(t.Context(), st)
		if err != nil || r.Differing != 0 || r.Stored != r.Rebuilt || r.Stored.IsZero() {
			rt.Fatalf("%+v, %v", r, err)
		}
		for _, want := range []daemon.StateAt{looked[0], looked[len(looked)/2], looked[len(looked)-1]} {
			got, err := daemon.DigestAt(t.Context(), st, want.Seq)
			if err != nil || got.Digest != want.Digest {
				rt.Fatalf("at fact %d: %+v, live it was %s (%v)", want.Seq, got, want.Digest, err)
			}
		}
		v, err := daemon.VerifyJournal(t.Context(), st, daemon.JournalOptions{Keys: signer.PublicKeys(), Checkpoint: &first, State: true})
		if err != nil || v.Facts != r.Facts || v.Checkpoints != len(looked) || !v.Signed || !v.Folded {
			rt.Fatalf("%+v, %v", v, err)
		}
		var blocks, orphans int
		if err := connect(t, url).QueryRow(t.Context(), "select count(*), count(*) filter (where not canonical) from block").Scan(&blocks, &orphans); err != nil {
			rt.Fatal(err)
		}
		t.Logf("%d facts, %d blocks of which %d were orphaned, %d looks", r.Facts, blocks, orphans, len(looked))
	})
}

// spoil changes derived rows, and what is kept beside them.
func spoil(t *testing.T, l lived) {
	t.Helper()
	l.exec(t, `update agent set body = jsonb_set(body, '{rating_milli}', '1')`)
	l.exec(t, `delete from watch`)
	l.exec(t, `update mission set search = 'nothing'`)
	l.exec(t, `insert into payer (key, body) values ('0x00000000000000000000000000000000000000aa/',
		'{"address":"0x00000000000000000000000000000000000000aa","poster":"agt_nobody"}') on conflict do nothing`)
}

// TestRebuildReplaces: what the journal gives comes back, rows and all that is
// kept beside them; receipts and the window stay as they are.
func TestRebuildReplaces(t *testing.T) {
	t.Parallel()
	l := live(t, 200)
	beside := `select count(*) * 1000003 + hashtext(coalesce(string_agg(x::text, ',' order by x::text), '')) from (select * from %s) x`
	tables := []string{"receipt", "envelope", "block", "block_log", "journal", "checkpoint", "cursor"}
	before, kept := digest(t, l.st), []int{}
	for _, table := range tables {
		kept = append(kept, l.number(t, fmt.Sprintf(beside, table)))
	}
	if r, err := daemon.Rebuild(t.Context(), l.st); err != nil || r.Replaced || r.Differing != 0 {
		t.Fatalf("nothing was wrong: %+v, %v", r, err)
	}
	spoil(t, l)
	if _, err := l.st.LastCheckpoint(t.Context()); err != nil {
		t.Fatal(err)
	}
	c, err := daemon.CheckState(t.Context(), l.st)
	if err != nil || c.Differing < 4 || c.Stored == before || c.Rebuilt != before || c.Replaced {
		t.Fatalf("%+v, %v", c, err)
	}
	if r, err := daemon.Rebuild(t.Context(), l.st); err != nil || !r.Replaced || r.Differing != c.Differing {
		t.Fatalf("%+v, %v", r, err)
	}
	if r, err := daemon.CheckState(t.Context(), l.st); err != nil || r.Differing != 0 || digest(t, l.st) != before {
		t.Fatalf("after the rebuild: %+v, %v", r, err)
	}
	for i, table := range tables {
		if n := l.number(t, fmt.Sprintf(beside, table)); n != kept[i] {
			t.Errorf("%s was changed", table)
		}
	}
	if h, err := l.st.Holder(t.Context()); err != nil || h != "" {
		t.Errorf("the lease is still held by %q (%v)", h, err)
	}
}

func digest(t *testing.T, st *postgres.Store) settle.Hash {
	t.Helper()
	d, _, _, err := st.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A rebuild never works beside a process that indexes; a comparison may.
func TestRebuildBesideALeader(t *testing.T) {
	t.Parallel()
	l := live(t, 100)
	spoil(t, l)
	epoch, ok, err := l.st.Acquire(t.Context(), "indexer/host/1", time.Hour)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	var leads *daemon.LeaderError
	if r, err := daemon.Rebuild(t.Context(), l.st); !errors.As(err, &leads) || leads.Holder != "indexer/host/1" || r.Replaced {
		t.Fatalf("%+v, %v", r, err)
	}
	if r, err := daemon.CheckState(t.Context(), l.st); err != nil || r.Differing < 3 {
		t.Fatalf("%+v, %v", r, err)
	}
	if ok, err := l.st.Renew(t.Context(), epoch, time.Hour); err != nil || !ok {
		t.Fatalf("the leader lost its lease: %v", err)
	}
	if err := l.st.Release(t.Context(), epoch); err != nil {
		t.Fatal(err)
	}
	if r, err := daemon.Rebuild(t.Context(), l.st); err != nil || !r.Replaced {
		t.Fatalf("%+v, %v", r, err)
	}
	// nobody who led before can write over what was rebuilt
	err = l.st.Update(t.Context(), settle.TxOptions{Epoch: epoch, LeaderOnly: true}, func(settle.Tx) error { return nil })
	var old *settle.ErrEpoch
	if !errors.As(err, &old) {
		t.Errorf("the old leader wrote: %v", err)
	}
}

// TestRebuildMeetsTheAPI: what the API adds to the journal between the fold and
// the replacement is in the result, and who reads meanwhile sees the rows of
// before or those of after, never none.
func TestRebuildMeetsTheAPI(t *testing.T) {
	t.Parallel()
	l := live(t, 100)
	spoil(t, l)
	e := engine.New(engine.Options{Store: l.st, Rater: daemon.Rater{}, Random: rand.Reader})
	stop, ctx := make(chan struct{}), context.WithoutCancel(t.Context())
	loop := func(n *int, do func() error) func() {
		return func() {
			for ; ; *n++ {
				select {
				case <-stop:
					return
				default:
				}
				if err := do(); err != nil {
					t.Error(err)
				}
			}
		}
	}
	var all sync.WaitGroup
	var asked, read int
	all.Go(loop(&asked, func() error {
		_, err := e.Register(ctx, fmt.Sprintf("agent %d", asked), false)
		return err
	}))
	all.Go(loop(&read, func() error {
		return l.st.View(ctx, func(tx settle.Tx) error {
			tx.Head() // from here on it is one snapshot
			if settle.GetRow[settle.Settings](tx, settle.SettingsKey) == nil || len(tx.Missions(settle.MissionFilter{Limit: 1})) == 0 {
				return errors.New("the rows are gone")
			}
			return nil
		})
	}))
	for range 5 {
		if r, err := daemon.Rebuild(t.Context(), l.st); err != nil || !r.Replaced {
			t.Errorf("%+v, %v", r, err)
		}
		spoil(t, l)
	}
	if r, err := daemon.Rebuild(t.Context(), l.st); err != nil || !r.Replaced {
		t.Errorf("%+v, %v", r, err)
	}
	close(stop)
	all.Wait()
	if asked == 0 || read == 0 {
		t.Errorf("%d registrations and %d reads meanwhile", asked, read)
	}
	if r, err := daemon.CheckState(t.Context(), l.st); err != nil || r.Differing != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// cut is a connection that ends at a message.
type cut struct {
	net.Conn
	left *atomic.Int64
}

// Write implements net.Conn.
func (c cut) Write(b []byte) (int, error) {
	if c.left.Add(-1) == 0 {
		_ = c.Conn.Close()
		return 0, errors.New("died")
	}
	return c.Conn.Write(b)
}

// TestRebuildDies: a rebuild that dies at any message to the database leaves the
// old rows or the new ones, and the next one finishes.
func TestRebuildDies(t *testing.T) {
	t.Parallel()
	l := live(t, 100)
	good := digest(t, l.st)
	spoil(t, l)
	bad := digest(t, l.st)
	cfg, err := pgxpool.ParseConfig(l.url)
	if err != nil {
		t.Fatal(err)
	}
	var left atomic.Int64
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		return cut{c, &left}, err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	mortal, deaths, done := postgres.New(pool, postgres.Options{}), 0, 0
	for at := int64(1); done < 1; at += 2 {
		left.Store(at)
		r, err := daemon.Rebuild(t.Context(), mortal)
		died := left.Swap(0) <= 0
		now := digest(t, l.st)
		switch {
		case !died && err != nil:
			t.Fatal(err)
		case died:
			deaths++
		default:
			done++
		}
		if now != good && now != bad || !died && now != good || err == nil && r.Replaced && now != good {
			t.Fatalf("death at message %d left the state %s (%v); it was %s, rebuilt %s", at, now, err, bad, good)
		}
		if now == good { // again, from the spoilt state
			spoil(t, l)
		}
	}
	if deaths < 20 {
		t.Errorf("%d deaths only", deaths)
	}
}
