package storetest

import (
	"fmt"
	"testing"

	"github.com/oabp/oabpd/settle"
)

// testActivity: the events are those facts that IsEvent, newest first and page by
// page, and the board is counted as it is.
func testActivity(t *testing.T, s Store) {
	say := func(tx settle.Tx, at int64, b settle.Body) uint64 {
		seq, head := tx.Head()
		f, err := settle.NewFact(seq+1, head, at, b)
		if err != nil {
			t.Fatal(err)
		}
		tx.Append(f)
		return f.Seq
	}
	var want []uint64
	update(t, s, func(tx settle.Tx) {
		want = nil
		for k := range 5 {
			want = append(want, say(tx, int64(100+k), settle.AgentRegistered{ID: fmt.Sprint("a", k)}))
			say(tx, int64(100+k), settle.Halted{Reason: `"expired":`})
			say(tx, int64(100+k), settle.Tick{Lapses: []string{"stl_1"}})
			want = append(want, say(tx, int64(100+k), settle.Tick{Expired: []string{"mis_1"}}))
			say(tx, int64(100+k), settle.BlockUnapplied{})
		}
		for _, k := range settle.EventKinds() {
			seq, head := tx.Head()
			tx.Append(settle.Fact{Seq: seq + 1, Prev: head, Kind: k, At: 200, Body: []byte("{}")})
			want = append(want, seq+1)
		}
		for n, status := range []settle.MissionStatus{settle.MissionOpen, settle.MissionOpen, settle.MissionAwarded, settle.MissionRemoved} {
			m := mission(fmt.Sprint("m", n), "p", status)
			if n == 1 {
				m.Mode = settle.ModeStated
			}
			tx.Put(m)
			tx.Put(submission(fmt.Sprint("s", n), m.ID, "w", settle.SubmissionPending))
		}
		tx.Put(&settle.Agent{ID: "a"})
	})
	view(t, s, func(tx settle.Tx) {
		var got []uint64
		for before := uint64(0); ; {
			page := tx.Events(before, 4)
			for _, f := range page {
				if !settle.IsEvent(f) {
					t.Errorf("fact %d (%s) is no event", f.Seq, f.Kind)
				}
				got = append(got, f.Seq)
			}
			if len(page) < 4 {
				break
			}
			before = page[3].Seq
		}
		if len(got) != len(want) {
			t.Fatalf("%d events, want %d", len(got), len(want))
		}
		for k := range want {
			if got[len(got)-1-k] != want[k] {
				t.Fatalf("events %v, want the reverse of %v", got, want)
			}
		}
		tally := tx.Tally(103)
		if fmt.Sprint(tally.Missions) != "[{direct awarded 1 5} {direct open 1 5} {direct removed 1 5} {stated open 1 5}]" ||
			tally.Agents != 1 || tally.Submissions != 4 || tally.EventsSince != 4+len(settle.EventKinds()) {
			t.Errorf("%+v", tally)
		}
	})
}
