package postgres_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// Of 200 accepts at once of eight submissions, exactly one wins; the others are
// refused with a code, and what is left is one winner and seven closed rivals.
// With three prizes three win, each another prize.
func TestOneWinnerOfManyAccepts(t *testing.T) {
	t.Parallel()
	w, store := newWorld(t)
	poster := w.NewActor("poster")
	for _, prizes := range []uint32{1, 3} {
		m, err := w.Post(poster, settle.NewMission{Mode: settle.ModeStated, Reward: enginetest.USDC(10), MaxWinners: prizes})
		if err != nil {
			t.Fatal(err)
		}
		var subs []*settle.Submission
		for k := range 8 {
			s, err := w.Submit(m.ID, "", w.NewActor(fmt.Sprint("worker ", prizes, k)))
			if err != nil {
				t.Fatal(err)
			}
			subs = append(subs, s)
		}
		errs := make([]error, 200)
		start := make(chan struct{})
		var all sync.WaitGroup
		for k := range errs {
			all.Go(func() {
				<-start
				_, errs[k] = w.Engine.AwardStated(w.Ctx, settle.AcceptRequest{Actor: poster.Agent, Mission: m.ID, Submission: subs[k%len(subs)].ID})
			})
		}
		close(start)
		all.Wait()
		won := uint32(0)
		for _, err := range errs {
			switch settle.CodeOf(err) {
			case "":
				won++
			case settle.CodeMissionNotOpen, settle.CodeConflict:
			default:
				t.Fatal(err)
			}
		}
		m = w.Mission(m.ID)
		if won != prizes || len(m.Awards) != int(prizes) || m.Status != settle.MissionAwarded {
			t.Fatalf("%d calls won, the mission is %s with %d awards", won, m.Status, len(m.Awards))
		}
		prize := map[uint32]bool{}
		for _, a := range m.Awards {
			prize[a.N] = true
			if a.Stated == nil || len(a.Stated.Payouts) != 1 {
				t.Errorf("award %+v", a)
			}
		}
		if len(prize) != int(prizes) {
			t.Errorf("prizes given: %v", prize)
		}
		for _, s := range subs {
			s = w.Submission(s.ID)
			want := settle.SubmissionClosed
			if m.AwardOf(s.ID) != nil {
				want = settle.SubmissionAccepted
			}
			if s.Status != want || (s.ReleasedAt != 0) != (want == settle.SubmissionAccepted) {
				t.Errorf("%s is %s, released at %d", s.ID, s.Status, s.ReleasedAt)
			}
		}
	}
	refolded(t, t, store)
}
