package daemon

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
)

// Difference is a row that is stored otherwise than the journal gives it.
type Difference struct {
	// Table is the row's, or the index beside the rows: watch, party, cursor.
	Table string
	Key   string
	// Stored and Folded say in short what is there and what should be; "" for
	// nothing. Of two that are there, only the members that differ.
	Stored, Folded string
}

// differences are the first few and their number.
type differences struct {
	first []Difference
	n     int
}

// shown is how many differences are told of.
const shown = 10

func (d *differences) add(table, key, stored, folded string) {
	if d.n++; len(d.first) < shown {
		d.first = append(d.first, Difference{table, key, stored, folded})
	}
}

// compare holds everything derived that is stored against what was folded.
func compare(s *postgres.Snapshot, f *folding) (d differences, err error) {
	for _, t := range settle.Tables() {
		if err := d.table(s, f, t); err != nil {
			return d, err
		}
	}
	if err := d.indexes(s, f); err != nil {
		return d, err
	}
	d.cursor(s, f)
	return d, nil
}

// table compares a table row by row; both sides come in key order.
func (d *differences) table(s *postgres.Snapshot, f *folding, t settle.Table) error {
	var want []settle.Row
	if err := f.state.Rows(t, func(r settle.Row) error { want = append(want, r); return nil }); err != nil {
		return err
	}
	missing := func(r settle.Row) error {
		body, err := settle.EncodeRow(r)
		d.add(string(t), r.Key(), "", short(body))
		return err
	}
	err := s.Rows(t, func(have postgres.StoredRow) error {
		for len(want) > 0 && want[0].Key() < have.Key {
			if err := missing(want[0]); err != nil {
				return err
			}
			want = want[1:]
		}
		if len(want) == 0 || want[0].Key() != have.Key {
			d.add(string(t), have.Key, short(have.Body), "")
			return nil
		}
		r := want[0]
		want = want[1:]
		return d.row(f, t, have, r)
	})
	if err != nil {
		return err
	}
	for _, r := range want {
		if err := missing(r); err != nil {
			return err
		}
	}
	return nil
}

func (d *differences) row(f *folding, t settle.Table, have postgres.StoredRow, want settle.Row) error {
	body, err := settle.EncodeRow(want)
	if err != nil {
		return err
	}
	if stored, folded, differ := members(have.Body, body); differ {
		d.add(string(t), have.Key, stored, folded)
		return nil
	}
	if beside := besides(f, want); beside != have.Beside {
		d.add(string(t), have.Key, "beside the row: "+clip(have.Beside), "beside the row: "+clip(beside))
	}
	return nil
}

// besides is what the store keeps of a row in columns of its own.
func besides(f *folding, r settle.Row) string {
	switch r := r.(type) {
	case *settle.Mission:
		text := settle.SearchText(r)
		if slices.ContainsFunc(settle.FindRows[*settle.Instruction](f.state, settle.InstructionsOfMission(r.ID)), (*settle.Instruction).Keeps) {
			text += " (kept)"
		}
		return text
	case *settle.Allocation:
		if t := settle.GetRow[settle.Transfer](f.state, r.Transfer); t != nil {
			return t.Value.String()
		}
	case *settle.Instruction, *settle.EscrowAward:
		var set settle.Settings
		if s := settle.GetRow[settle.Settings](f.state, settle.SettingsKey); s != nil {
			set = *s
		}
		if tier, in, ok := set.Waits(r); ok {
			return fmt.Sprintf("%s %d", tier, in)
		}
	}
	return ""
}

// indexes compares what the store keeps of instructions beside their rows.
func (d *differences) indexes(s *postgres.Snapshot, f *folding) error {
	watched, parties := map[string]bool{}, map[string]bool{}
	err := f.state.Rows(settle.TableInstruction, func(r settle.Row) error {
		i := r.(*settle.Instruction)
		for _, a := range settle.Watched(i) {
			watched[a+" "+i.ID] = true
		}
		submitter := ""
		if s := settle.GetRow[settle.Submission](f.state, i.Submission); s != nil {
			submitter = s.Agent
		}
		for _, a := range settle.Parties(i, submitter) {
			parties[fmt.Sprintf("%s %d %s", a, i.Seq, i.ID)] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = s.Watched(func(a settle.Address, id string) error { d.line("watch", a.String()+" "+id, watched); return nil })
	if err != nil {
		return err
	}
	err = s.Parties(func(agent string, seq uint64, id string) error {
		d.line("party", fmt.Sprintf("%s %d %s", agent, seq, id), parties)
		return nil
	})
	d.rest("watch", watched)
	d.rest("party", parties)
	return err
}

// line takes a stored line out of those that are wanted.
func (d *differences) line(table, key string, want map[string]bool) {
	if !want[key] {
		d.add(table, key, "a line", "")
	}
	delete(want, key)
}

func (d *differences) rest(table string, want map[string]bool) {
	var keys []string
	for k := range want {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		d.add(table, k, "", "a line")
	}
}

// cursor compares the place up to which blocks were applied with the stored
// blocks, and with the newest one that a fact tells of.
func (d *differences) cursor(s *postgres.Snapshot, f *folding) {
	var at settle.BlockRef
	if a := s.Tx().Applied(); a != nil {
		at = *a
	}
	say := func(b settle.BlockRef) string { return fmt.Sprintf("block %d %s", b.Number, b.Hash) }
	canonical := func(b settle.BlockRef) *settle.StoredBlock {
		if b.Hash.IsZero() {
			return nil
		}
		return s.Tx().Canonical(b.Number)
	}
	if c := canonical(at); c != nil && c.Hash != at.Hash {
		d.add("cursor", "", say(at), "the stored "+say(c.BlockRef))
	}
	if last := f.block(); at.Number < last.Number {
		if c := canonical(last); c != nil && c.Hash == last.Hash {
			d.add("cursor", "", say(at), "at least "+say(last)+", which a fact applied")
		}
	}
}

// members compares two rows' JSON and gives those members that differ.
func members(stored, folded []byte) (s, f string, differ bool) {
	a, errA := jsonOf(stored)
	b, errB := jsonOf(folded)
	if errA == nil && errB == nil && reflect.DeepEqual(a, b) {
		return "", "", false
	}
	x, isX := a.(map[string]any)
	y, isY := b.(map[string]any)
	if isX && isY {
		for k, v := range x {
			if w, ok := y[k]; ok && reflect.DeepEqual(v, w) {
				delete(x, k)
				delete(y, k)
			}
		}
		stored, _ = json.Marshal(x)
		folded, _ = json.Marshal(y)
	}
	return short(stored), short(folded), true
}

func jsonOf(b []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	return v, dec.Decode(&v)
}

func short(b []byte) string { return clip(string(b)) }

func clip(s string) string {
	const most = 300
	if len(s) <= most {
		return s
	}
	return s[:most] + "…"
}
