package daemon_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/proof"
)

// lived is a database with a history, three checkpoints among it.
type lived struct {
	url    string
	st     *postgres.Store
	c      *pgx.Conn
	signer *proof.Keys
	docs   [][]byte
}

func live(t *testing.T, n int) lived {
	t.Helper()
	l := lived{url: newURL(t), signer: receiptKeys(t, t.TempDir())}
	l.st, l.c = open(t, l.url), connect(t, l.url)
	keys, done := sealing(t), false
	rapid.Check(t, func(rt *rapid.T) {
		if done { // one history is enough, however many are wanted
			return
		}
		done = true
		m := machine(rt, l.st, keys, true)
		act(rt, m, n, 3, func() {
			doc, err := daemon.MakeCheckpoint(t.Context(), l.st, l.signer, time.UnixMilli(m.Now))
			if err != nil {
				rt.Fatal(err)
			}
			l.docs = append(l.docs, doc)
		})
		m.Confirm()
	})
	// what no program may do, whoever holds the database can
	l.exec(t, "alter table journal disable trigger all")
	l.exec(t, "alter table checkpoint disable trigger all")
	return l
}

func (l lived) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := l.c.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func (l lived) number(t *testing.T, sql string, args ...any) (n int) {
	t.Helper()
	if err := l.c.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

func (l lived) verify(t *testing.T) error {
	t.Helper()
	_, err := daemon.VerifyJournal(t.Context(), l.st, daemon.JournalOptions{Keys: l.signer.PublicKeys()})
	return err
}

// breaks holds that a change of the journal is found at that place, and undoes it
// by putting the saved lines back.
func (l lived) breaks(t *testing.T, where, sql string, args ...any) {
	t.Helper()
	l.exec(t, "create temp table saved as table journal")
	l.exec(t, "create temp table saved_head as table journal_head")
	l.exec(t, sql, args...)
	err := l.verify(t)
	var b *daemon.Breach
	if !errors.As(err, &b) || b.Where != where {
		t.Errorf("%s %v: %v, want a breach at %s", sql, args, err, where)
	}
	if _, err := daemon.CheckState(t.Context(), l.st); !errors.As(err, &b) {
		t.Errorf("%s %v: a fold of it says %v", sql, args, err)
	}
	l.exec(t, "delete from journal")
	l.exec(t, "insert into journal table saved")
	l.exec(t, "update journal_head set seq = s.seq, hash = s.hash from saved_head s")
	l.exec(t, "drop table saved, saved_head")
}

// TestJournalTampering: whatever of a line is changed, and whichever line is
// missing, the walk names it.
func TestJournalTampering(t *testing.T) {
	t.Parallel()
	l := live(t, 200)
	if err := l.verify(t); err != nil {
		t.Fatal(err)
	}
	facts := l.number(t, "select count(*) from journal")
	fact := func(n int) string { return fmt.Sprintf("fact %d", n) }
	rnd := rand.New(rand.NewPCG(1, 2))
	flip := "set %[1]s = set_byte(%[1]s, $2, get_byte(%[1]s, $2) # $3) where seq = $1"
	for range 6 {
		n := 1 + rnd.IntN(facts)
		body := l.number(t, "select octet_length(body) from journal where seq = $1", n)
		l.breaks(t, fact(n), "update journal "+fmt.Sprintf(flip, "body"), n, rnd.IntN(body), 1<<rnd.IntN(8))
		l.breaks(t, fact(n), "update journal "+fmt.Sprintf(flip, "prev"), n, rnd.IntN(32), 1<<rnd.IntN(8))
		l.breaks(t, fact(n), "update journal "+fmt.Sprintf(flip, "hash"), n, rnd.IntN(32), 1<<rnd.IntN(8))
		l.breaks(t, fact(n), "update journal set at = at + 1 where seq = $1", n)
		l.breaks(t, fact(n), "update journal set kind = kind || 'x' where seq = $1", n)
		l.breaks(t, fact(n), "update journal set body = body || ' ' where seq = $1", n)
		l.breaks(t, fact(n), "delete from journal where seq = $1", n)
	}
	// an end that is cut off, with and without the head
	l.breaks(t, fact(facts), "delete from journal where seq = $1", facts)
	l.breaks(t, fact(facts), "update journal_head set seq = seq - 1")
	l.breaks(t, fact(facts), "update journal_head set hash = sha256(hash)")
	l.breaks(t, fact(facts), "delete from journal where seq = $1", facts)
	// a line that was renumbered, and one that is there twice
	l.breaks(t, fact(facts), "update journal set seq = seq + 5 where seq = $1", facts)
	l.breaks(t, fact(facts+1), "insert into journal select seq + 1, prev, kind, at, body, hash from journal where seq = $1", facts)
	if err := l.verify(t); err != nil {
		t.Fatalf("put back: %v", err)
	}
}

// TestRewrittenJournal: one that is rewritten and hashed anew from a fact on
// contradicts the checkpoints behind that, and nothing else.
func TestRewrittenJournal(t *testing.T) {
	t.Parallel()
	l := live(t, 200)
	last, err := proof.ReadCheckpoint(l.docs[len(l.docs)-1])
	if err != nil || last.Seq < 10 {
		t.Fatal(last, err)
	}
	prev, from, n := settle.Hash{}, last.Seq-3, 0
	first := 0 // the first checkpoint behind the change; several may lie close together
	for k, doc := range l.docs {
		c, err := proof.ReadCheckpoint(doc)
		if err != nil {
			t.Fatal(err)
		}
		if first == 0 && c.Seq >= from {
			first = k + 1
		}
	}
	var facts []settle.Fact
	if err := l.st.Facts(t.Context(), 0, func(f settle.Fact) error { facts = append(facts, f); return nil }); err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		if f.Seq == from {
			f.At++
		}
		if f.Prev = prev; f.Seq >= from {
			n++
			h := f.Hash()
			l.exec(t, "update journal set prev = $2, at = $3, hash = $4 where seq = $1", int64(f.Seq), f.Prev[:], f.At, h[:])
		}
		prev = f.Hash()
	}
	l.exec(t, "update journal_head set hash = $1", prev[:])
	var b *daemon.Breach
	if err := l.verify(t); !errors.As(err, &b) || b.Where != fmt.Sprintf("checkpoint %d", first) {
		t.Errorf("a journal rewritten over %d facts: %v", n, err)
	}
	l.exec(t, "delete from checkpoint")
	if err := l.verify(t); err != nil {
		t.Errorf("without any checkpoint nobody can know: %v", err)
	}
	o := daemon.JournalOptions{Keys: l.signer.PublicKeys(), Checkpoint: &last}
	if _, err := daemon.VerifyJournal(t.Context(), l.st, o); !errors.As(err, &b) || b.Where != "the given checkpoint" {
		t.Errorf("held against one that was kept elsewhere: %v", err)
	}
}

// TestCheckpointTampering: a checkpoint's every byte counts, and none can be
// taken away from between the others.
func TestCheckpointTampering(t *testing.T) {
	t.Parallel()
	l := live(t, 200)
	if len(l.docs) < 3 {
		t.Fatalf("%d checkpoints", len(l.docs))
	}
	breaks := func(where, sql string, args ...any) {
		t.Helper()
		l.exec(t, "create temp table saved as table checkpoint")
		l.exec(t, sql, args...)
		var b *daemon.Breach
		if err := l.verify(t); !errors.As(err, &b) || b.Where != where {
			t.Errorf("%s %v: %v, want a breach at %s", sql, args, err, where)
		}
		l.exec(t, "delete from checkpoint")
		l.exec(t, "insert into checkpoint table saved")
		l.exec(t, "drop table saved")
	}
	for at := 0; at < len(l.docs[1]); at += 5 { // its signature's last letter has bits that stand for nothing, which are refused as well
		breaks("checkpoint 2", "update checkpoint set body = set_byte(body, $1, get_byte(body, $1) # 1) where n = 2", at)
	}
	breaks("checkpoint 2", "update checkpoint set seq = seq - 1 where n = 2")
	breaks("checkpoint 2", "update checkpoint set at = at + 1 where n = 2")
	breaks("checkpoint 2", "update checkpoint set hash = sha256(hash) where n = 2")
	breaks("checkpoint 2", "delete from checkpoint where n = 2")
	breaks("checkpoint 1", "delete from checkpoint where n = 1")
	breaks("checkpoint 3", "update checkpoint c set seq = o.seq, hash = o.hash, at = o.at, body = o.body from checkpoint o where c.n = 3 and o.n = 1")
	if err := l.verify(t); err != nil {
		t.Fatalf("put back: %v", err)
	}
	_, err := daemon.VerifyJournal(t.Context(), l.st, daemon.JournalOptions{Keys: receiptKeysOf(t, 9).PublicKeys()})
	if err == nil || !strings.Contains(err.Error(), "not among the issuer's") {
		t.Errorf("another issuer's keys: %v", err)
	}
	// what the database itself refuses
	l.exec(t, "alter table checkpoint enable trigger all")
	c, err := l.st.LastCheckpoint(t.Context())
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	older, foreign := *c, *c
	older.Seq = 1
	foreign.Hash[0]++
	for _, bad := range []postgres.Checkpoint{older, foreign} {
		if err := l.st.AddCheckpoint(t.Context(), bad); !errors.Is(err, postgres.ErrCheckpointOrder) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	for _, sql := range []string{"delete from checkpoint", "update checkpoint set at = 1", "truncate checkpoint"} {
		if _, err := l.c.Exec(context.WithoutCancel(t.Context()), sql); err == nil {
			t.Errorf("%s: done", sql)
		}
	}
}

// lastAppliedIsStored counts the stored block of the newest fact of a block, if
// that applied it.
const lastAppliedIsStored = `select count(*) from (select kind, convert_from(body, 'UTF8')::jsonb as body from journal
	where kind = 'block_unapplied' or kind = 'block_applied' and not convert_from(body, 'UTF8')::jsonb ? 'audit' order by seq desc limit 1) f
	join block b on b.canonical and b.number > 0 and b.hash = decode(substr(f.body -> 'block' ->> 'hash', 3), 'hex') where f.kind = 'block_applied'`

// TestDerivedTampering: whatever of a derived row is changed (as far as the
// schema lets anybody), whichever row is missing or new, and so with what is
// kept beside the rows: the comparison names the row.
func TestDerivedTampering(t *testing.T) {
	t.Parallel()
	l := live(t, 300)
	tampered, refused := 0, 0
	breaks := func(table, key, sql string, args ...any) {
		t.Helper()
		if l.number(t, "select count(*) from "+table) == 0 {
			return // a history that left nothing there: all is settled, so nothing is watched
		}
		l.exec(t, "create temp table saved as table "+table)
		defer l.exec(t, "drop table saved")
		if _, err := l.c.Exec(t.Context(), sql, args...); err != nil {
			refused++
			return
		}
		tampered++
		r, err := daemon.CheckState(t.Context(), l.st)
		if err != nil || r.Differing == 0 || r.Differences[0].Table != table || key != "" && r.Differences[0].Key != key {
			t.Errorf("%s: %s %v: %+v, %v", table, sql, args, r, err)
		}
		switch columns, set := "key, body", "body = excluded.body"; table {
		case "cursor":
			l.exec(t, "update cursor set number = s.number, hash = s.hash from saved s")
		case "watch", "party":
			l.exec(t, "delete from "+table)
			l.exec(t, fmt.Sprintf("insert into %s table saved", table))
		default:
			if table == "mission" {
				columns, set = columns+", search", set+", search = excluded.search"
			} else if table == "allocation" {
				columns, set = columns+", value", set+", value = excluded.value"
			}
			l.exec(t, fmt.Sprintf("delete from %[1]s r where not exists (select from saved s where s.key = r.key)", table))
			l.exec(t, fmt.Sprintf("insert into %[1]s (%[2]s) select %[2]s from saved on conflict (key) do update set %[3]s", table, columns, set))
		}
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, table := range settle.Tables() {
		n := l.number(t, "select count(*) from "+string(table))
		if n == 0 {
			continue
		}
		var key string
		if err := l.c.QueryRow(t.Context(), fmt.Sprintf("select key from %s order by key offset %d", table, rnd.IntN(n))).Scan(&key); err != nil {
			t.Fatal(err)
		}
		rows, err := l.c.Query(t.Context(), fmt.Sprintf("select jsonb_object_keys(body) from %s where key = $1", table), key)
		if err != nil {
			t.Fatal(err)
		}
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		set := fmt.Sprintf("update %s set body = %%s where key = $1", table)
		breaks(string(table), key, fmt.Sprintf("delete from %s where key = $1", table), key)
		breaks(string(table), key, fmt.Sprintf(set, `body || '{"zzz": 1}'`), key)
		for n, i := range rnd.Perm(len(names))[:min(4, len(names))] {
			change := []string{"body - $2::text", `jsonb_set(body, array[$2], '"x"')`, `jsonb_set(body, array[$2], case jsonb_typeof(body -> $2)
				when 'string' then to_jsonb('0' || (body ->> $2)) when 'number' then to_jsonb((body ->> $2)::numeric + 1)
				when 'boolean' then to_jsonb(not (body ->> $2)::boolean) else '{}' end)`}[n%3]
			breaks(string(table), key, fmt.Sprintf(set, change), key, names[i])
		}
	}
	breaks("mission", "", "update mission set search = search || 'x'")
	breaks("watch", "", "delete from watch where ctid in (select ctid from watch limit 1)")
	breaks("watch", "", "insert into watch select sha256(address)[1:20], instruction from watch limit 1")
	breaks("watch", "", "update watch set address = substr(sha256(address), 1, 20) where ctid in (select ctid from watch limit 1)")
	breaks("party", "", "delete from party where ctid in (select ctid from party limit 1)")
	breaks("party", "", "update party set seq = seq + 1000 where ctid in (select ctid from party limit 1)")
	breaks("cursor", "", "update cursor set hash = sha256(hash)")
	if l.number(t, lastAppliedIsStored) > 0 { // else nothing tells how far blocks were applied
		breaks("cursor", "", "update cursor set number = 0, hash = (select parent from block where number = 1 and canonical)")
	}
	if tampered < 30 {
		t.Errorf("%d changes only; the schema refused %d", tampered, refused)
	}
	t.Logf("%d changes found, %d refused by the schema", tampered, refused)
}
