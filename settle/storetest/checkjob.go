package storetest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/oabp/oabpd/settle"
)

func testCheckJobs(t *testing.T, s Store) {
	take := func(now, until int64, max int, want ...string) {
		t.Helper()
		jobs, err := s.TakeCheckJobs(t.Context(), now, until, max)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, j := range jobs {
			got = append(got, fmt.Sprint(j.Submission, j.Attempt))
			equal(t, "due again", j.DueAt, until)
		}
		equal(t, "taken", fmt.Sprint(got), fmt.Sprint(want))
	}
	take(1000, 2000, 9)
	update(t, s, func(tx settle.Tx) {
		tx.PutCheckJob(settle.CheckJob{Submission: "c", DueAt: 10})
		tx.PutCheckJob(settle.CheckJob{Submission: "a", DueAt: 30})
		tx.PutCheckJob(settle.CheckJob{Submission: "b", DueAt: 20})
		tx.PutCheckJob(settle.CheckJob{Submission: "d", DueAt: 20})
		tx.PutCheckJob(settle.CheckJob{Submission: "gone", DueAt: 1})
		tx.DropCheckJob("gone")
		tx.DropCheckJob("never there")
	})
	if err := tryUpdate(t, s, func(tx settle.Tx) {
		tx.PutCheckJob(settle.CheckJob{Submission: "e"})
		panic(&settle.Abort{Err: fmt.Errorf("undone")})
	}); err == nil {
		t.Error("the transaction was not undone")
	}
	take(9, 99, 9)
	take(20, 100, 2, "c1", "b1")
	take(20, 100, 2, "d1")
	take(99, 200, 9, "a1")
	delay := func(submission string, attempt int, due int64) {
		t.Helper()
		if err := s.DelayCheckJob(t.Context(), settle.CheckJob{Submission: submission, Attempt: attempt, DueAt: due}); err != nil {
			t.Fatal(err)
		}
	}
	take(100, 300, 9, "b2", "c2", "d2") // they died
	delay("b", 1, 150)                  // who took it before
	delay("c", 2, 150)
	delay("gone", 0, 150)
	take(150, 301, 9, "c3")
	update(t, s, func(tx settle.Tx) { tx.PutCheckJob(settle.CheckJob{Submission: "c", DueAt: 150}) })
	take(150, 301, 9, "c1")

	update(t, s, func(tx settle.Tx) {
		for n := range 60 {
			tx.PutCheckJob(settle.CheckJob{Submission: fmt.Sprintf("many%02d", n)})
		}
	})
	var all sync.WaitGroup
	var mu sync.Mutex
	seen := map[string]int{}
	for range 8 {
		all.Go(func() {
			for range 60 {
				jobs, err := s.TakeCheckJobs(t.Context(), 0, 1000, 3)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				for _, j := range jobs {
					seen[j.Submission]++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	equal(t, "taken by many", len(seen), 60)
	for k, n := range seen {
		equal(t, k, n, 1)
	}
}
