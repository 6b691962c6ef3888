package postgres_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// Two hundred agents submit at once what matches, and others what does not: as many
// are picked as there are prizes, the first ones by the journal.
func TestFirstMatchAmongMany(t *testing.T) {
	t.Parallel()
	w, store := newWorld(t)
	poster := w.NewActor("poster")
	w.Empty(8)
	m, err := w.Post(poster, settle.NewMission{MaxWinners: 2, Verification: &settle.NewVerification{Type: settle.FirstValidMatch, Regex: `4\d`}})
	if err != nil {
		t.Fatal(err)
	}
	const many = 200
	agents, subs, errs := make([]*enginetest.Actor, many), make([]*settle.Submission, many), make([]error, many)
	for k := range agents {
		agents[k] = w.NewActor(fmt.Sprint("worker ", k))
		if _, err := w.Engine.SetPayout(w.Ctx, settle.Caller{Agent: agents[k].Agent}, agents[k].Wallet0()); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for k, a := range agents {
		all.Go(func() {
			text := "42"
			if k%4 == 3 {
				text = "24"
			}
			subs[k], errs[k] = w.Answer(m.ID, a, text)
		})
	}
	all.Wait()
	var first, second uint64
	for k, s := range subs {
		if errs[k] != nil {
			t.Fatalf("submission %d: %v", k, errs[k])
		}
		if s.Matched() != (k%4 != 3) || s.Matched() != (s.Status == settle.SubmissionPending) {
			t.Errorf("submission %d is %s, %s", k, s.Check.State, s.Status)
		}
		if seq := s.Check.Seq; s.Matched() && (first == 0 || seq < first) {
			first, second = seq, first
		} else if s.Matched() && (second == 0 || seq < second) {
			second = seq
		}
	}
	w.State(func(tx settle.Tx) {
		picks := settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfMission(m.ID))
		if len(picks) != 2 {
			t.Fatalf("%d picks", len(picks))
		}
		for _, i := range picks {
			s := settle.GetRow[settle.Submission](tx, i.Submission)
			if seq := s.Check.Seq; seq != first && seq != second || !i.Running() || !i.Automatic || i.Seq != seq+1 {
				t.Errorf("%s was picked at %d by fact %d; the first two are %d and %d", s.ID, seq, i.Seq, first, second)
			}
		}
	})
	refolded(t, t, store)
}
