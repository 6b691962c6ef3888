package postgres_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
)

// A successor waits for money at its payees and at those that a leg was moved from
// (R9), in the transaction that writes it and in those that follow.
func TestSuccessorWatchesFormerPayees(t *testing.T) {
	s := open(t, newURL(t), postgres.Options{})
	now, former, other := wide(0xaa, 1), wide(0xaa, 2), wide(0xaa, 3)
	look := func(tx settle.Tx) error {
		for a, want := range map[settle.Address]bool{now: true, former: true, other: false} {
			if got := tx.Exists(settle.Watching(a)); got != want {
				t.Errorf("%s is watched: %v, want %v", a, got, want)
			}
			if n := len(tx.Find(settle.Watching(a))); (n == 1) != want {
				t.Errorf("%d wait at %s", n, a)
			}
		}
		return nil
	}
	if err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		tx.Put(&settle.Mission{ID: "m", Poster: "p", Category: "c", Status: settle.MissionOpen})
		tx.Put(&settle.Submission{ID: "s", Mission: "m", Agent: "w", Status: settle.SubmissionPending})
		tx.Put(&settle.Instruction{ID: "i", Digest: settle.Hash{1}, Mission: "m", Submission: "s", Poster: "p", Status: settle.InstructionOpen,
			Legs: []settle.Leg{{To: now}}, Succession: &settle.Succession{Moved: []settle.MovedPayee{{From: former, To: now}}}})
		return look(tx)
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.View(t.Context(), look); err != nil {
		t.Fatal(err)
	}
}
