package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlUnwatch = `delete from watch w where w.instruction = any ($1::text[]) and not exists (
		select from unnest($2::bytea[], $3::text[]) as x (address, instruction)
		where x.address = w.address and x.instruction = w.instruction)`
	sqlWatch = `insert into watch (address, instruction)
		select a, i from unnest($1::bytea[], $2::text[]) as x (a, i) on conflict do nothing`
	sqlParty = `insert into party (agent, seq, instruction)
		select a, s, i from unnest($1::text[], $2::bigint[], $3::text[]) as x (a, s, i) on conflict do nothing`
	// sqlKept says of missions whether an instruction keeps them (settle.Instruction.Keeps).
	sqlKept = `update mission m set kept = k.kept from (select key, exists (select from instruction i where i.mission = x.key
			and i.status = 'open' and (i.reserved_until is not null or i.covered)) as kept from mission x where key = any ($1::text[])) k
		where m.key = k.key and m.kept <> k.kept`
	sqlAppend = `insert into journal (seq, prev, kind, at, body, hash)
		select * from unnest($1::bigint[], $2::bytea[], $3::text[], $4::bigint[], $5::bytea[], $6::bytea[])`
	sqlSetHead = "update journal_head set seq = $1, hash = $2"
)

// flush writes what the database does not have yet, in one round trip: facts,
// then rows in the order of settle.Tables, which is that of the foreign keys.
func (t *tx) flush() {
	var rows []settle.Row
	var tiersBefore settle.Settings
	sorts := t.overlay.Touched(settle.TableSettings)
	if sorts {
		tiersBefore = t.stored()
	}
	for _, r := range t.overlay.Dirty() {
		k := rowKey{r.Table(), r.Key()}
		if t.flushed[k] != r {
			rows = append(rows, r)
			t.flushed[k] = r
		}
	}
	w := &writer{batch: &pgx.Batch{}, copyFrom: t.copyFrom, settings: t.inForce}
	if t.manyFacts() {
		must(copyRows(t.ctx, t.pg, copyJournalRows, func(c *copier, n int) bool {
			if n == len(t.pending) {
				return false
			}
			c.fact(&t.pending[n], t.hashes[n])
			return true
		}), "copying facts")
		w.factsCopied(t.pending, t.hashes)
	} else {
		w.facts(t.pending, t.hashes)
	}
	t.deletes(w)
	t.pending, t.hashes = nil, nil
	must(w.rows(rows, func(id string) string {
		if s := settle.GetRow[settle.Submission](t, id); s != nil {
			return s.Agent
		}
		return ""
	}), "writing derived rows")
	t.copyPlain(w)
	must(w.send(t.ctx, t.pg), "writing")
	if sorts {
		t.retier(tiersBefore)
	}
}

// copyFacts is how many bytes of facts are worth a COPY, however few they are.
const copyFacts = 64 << 10

func (t *tx) manyFacts() bool {
	n := 0
	for i := range t.pending {
		n += len(t.pending[i].Body)
	}
	return len(t.pending) >= t.copyFrom || n >= copyFacts
}

// copyPlain copies the plain transfers that w holds if none of their heights has
// any yet, as when a chain is read for the first time; else w queues them.
func (t *tx) copyPlain(w *writer) {
	if len(w.plain) == 0 {
		return
	}
	low, high := heights(w.plain)
	var recorded bool
	t.one("looking for transfers", sqlAnyRecorded, []any{bigint(low), bigint(high), settle.TransferKey(settle.BlockRef{Number: low}, 0)[:17],
		settle.TransferKey(settle.BlockRef{Number: high + 1}, 0)[:17]}, &recorded)
	if recorded {
		w.putPlain(w.plain)
		return
	}
	must(w.sendPlain(t.ctx, t.pg), "copying transfers")
}

// deletes queues the deletions that the database does not have yet.
func (t *tx) deletes(w *writer) {
	for _, table := range settle.Tables() {
		var keys []string
		for _, key := range t.overlay.Deleted(table) {
			k := rowKey{table, key}
			if r, ok := t.flushed[k]; !ok || r != nil {
				keys = append(keys, key)
				t.flushed[k] = nil
			}
		}
		if len(keys) > 0 {
			w.queue(string(table), sqlDelete(table), keys)
		}
		if table == settle.TableTransfer && len(keys) > 0 {
			var at places
			for _, key := range keys {
				at.add(key)
			}
			w.queue("plain transfers", sqlDropPlain, at.numbers, at.hashes, at.indexes)
		}
	}
}

// writer collects statements for one round trip.
type writer struct {
	batch *pgx.Batch
	doing []string
	// settings are those by which rows wait to settle.
	settings func() settle.Settings
	// plain are transfers that are worth a COPY, being copyFrom or more.
	plain    []*settle.Transfer
	copyFrom int
}

func (w *writer) queue(doing, sql string, args ...any) {
	w.batch.Queue(sql, args...)
	w.doing = append(w.doing, doing)
}

func (w *writer) send(ctx context.Context, pg pgx.Tx) error {
	if w.batch.Len() == 0 {
		return nil
	}
	res := pg.SendBatch(ctx, w.batch)
	for _, doing := range w.doing {
		if _, err := res.Exec(); err != nil {
			_ = res.Close()
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
	return res.Close()
}

func (w *writer) facts(facts []settle.Fact, of []settle.Hash) {
	if len(facts) == 0 {
		return
	}
	var seqs, ats []int64
	var prevs, bodies, hashes [][]byte
	var kinds []string
	for i, f := range facts {
		seqs, ats, kinds = append(seqs, bigint(f.Seq)), append(ats, f.At), append(kinds, string(f.Kind))
		prevs, bodies, hashes = append(prevs, f.Prev[:]), append(bodies, f.Body), append(hashes, of[i][:])
	}
	w.queue("journal", sqlAppend, seqs, prevs, kinds, ats, bodies, hashes)
	w.factsCopied(facts, of)
}

// factsCopied queues what follows from facts that are written.
func (w *writer) factsCopied(facts []settle.Fact, of []settle.Hash) {
	n := len(facts) - 1
	w.queue("journal head", sqlSetHead, bigint(facts[n].Seq), of[n][:])
	w.blockFacts(facts)
}

// rows queues the rows, which must stand in the order of settle.Tables.
// Submitter gives the agent of a submission.
func (w *writer) rows(rows []settle.Row, submitter func(id string) string) error {
	claimed := claimedBy(rows)
	for len(rows) > 0 {
		table, n := rows[0].Table(), 0
		if table == settle.TableTransfer {
			for n < len(rows) && rows[n].Table() == table {
				n++
			}
			if err := w.transfers(rows[:n], claimed); err != nil {
				return err
			}
			rows = rows[n:]
			continue
		}
		var keys, bodies, search []string
		for ; n < len(rows) && rows[n].Table() == table; n++ {
			body, err := settle.EncodeRow(rows[n])
			if err != nil {
				return err
			}
			if err := plain(rows[n].Key()); err != nil {
				return fmt.Errorf("key of %s: %w", table, err)
			}
			keys, bodies = append(keys, rows[n].Key()), append(bodies, string(body))
			if m, ok := rows[n].(*settle.Mission); ok {
				search = append(search, settle.SearchText(m))
			}
		}
		if table == settle.TableAllocation {
			w.claims(rows[:n])
		}
		switch table {
		case settle.TableMission:
			w.queue(string(table), sqlPut(table), keys, bodies, search)
		case settle.TableInstruction, settle.TableEscrowAward:
			tiers, heights := w.waits(rows[:n])
			w.queue(string(table), sqlPut(table), keys, bodies, tiers, heights)
		default:
			w.queue(string(table), sqlPut(table), keys, bodies)
		}
		if table == settle.TableInstruction {
			w.instructions(rows[:n], keys, submitter)
		}
		rows = rows[n:]
	}
	return nil
}

// instructions keeps the side tables of instructions.
func (w *writer) instructions(rows []settle.Row, keys []string, submitter func(id string) string) {
	watched, of := [][]byte{}, []string{}
	var agents, in, missions []string
	var seqs []int64
	for _, r := range rows {
		i := r.(*settle.Instruction)
		if missions = append(missions, i.Mission); len(missions) > 1 && missions[len(missions)-2] == i.Mission {
			missions = missions[:len(missions)-1]
		}
		for _, text := range settle.Watched(i) { // a successor waits at the former payee's too
			a, err := settle.ParseAddress(text)
			must(err, "writing where an instruction waits")
			watched, of = append(watched, a[:]), append(of, i.ID)
		}
		for _, a := range settle.Parties(i, submitter(i.Submission)) {
			agents, seqs, in = append(agents, a), append(seqs, bigint(i.Seq)), append(in, i.ID)
		}
	}
	w.queue("watch", sqlUnwatch, keys, watched, of)
	w.queue("watch", sqlWatch, watched, of)
	w.queue("party", sqlParty, agents, seqs, in)
	w.queue("missions that are kept", sqlKept, missions)
}

// plain reports text that PostgreSQL cannot hold.
func plain(s string) error {
	if strings.ContainsRune(s, 0) || strings.ToValidUTF8(s, "") != s {
		return fmt.Errorf("%.80q is not plain text", s)
	}
	return nil
}
