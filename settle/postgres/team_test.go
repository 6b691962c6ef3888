package postgres_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// All members of a full team join at once, each four times, while one of them
// declines or the poster cancels: every consent counts once, and what comes out
// is one state that the journal gives again.
func TestTeamJoinsAtOnce(t *testing.T) {
	t.Parallel()
	w, store := newWorld(t)
	poster := w.NewActor("poster")
	var team []*enginetest.Actor
	for k := range 16 {
		team = append(team, w.NewActor(fmt.Sprint("worker ", k)))
	}
	for _, meanwhile := range []string{"nothing", "decline", "cancel"} {
		m, err := w.Post(poster, settle.NewMission{Mode: settle.ModeStated, Reward: enginetest.USDC(10)})
		if err != nil {
			t.Fatal(err)
		}
		s, err := w.Draft(m.ID, "", team...)
		if err != nil {
			t.Fatal(err)
		}
		errs := make([]error, 60)
		var disturbed error
		start := make(chan struct{})
		var all sync.WaitGroup
		for k := range errs {
			all.Go(func() {
				<-start
				_, errs[k] = w.Engine.Join(w.Ctx, team[1+k%15].Agent, s.ID)
			})
		}
		all.Go(func() {
			<-start
			switch meanwhile {
			case "decline":
				_, disturbed = w.Engine.Decline(w.Ctx, team[7].Agent, s.ID)
			case "cancel":
				_, disturbed = w.Engine.Cancel(w.Ctx, poster.Agent, m.ID)
			}
		})
		close(start)
		all.Wait()
		joined := 0
		for _, err := range errs {
			switch settle.CodeOf(err) {
			case "":
				joined++
			case settle.CodeConflict, settle.CodeMissionNotOpen:
			default:
				t.Fatal(err)
			}
		}
		s = w.Submission(s.ID)
		if joined != 15-len(s.Awaiting()) {
			t.Errorf("%s: %d joined, and %d are awaited of 15", meanwhile, joined, len(s.Awaiting()))
		}
		want := settle.SubmissionPending
		switch {
		case meanwhile == "cancel":
			want = settle.SubmissionClosed
		case meanwhile == "decline" && disturbed == nil:
			want = settle.SubmissionWithdrawn
		}
		if s.Status != want || s.Complete() != (joined == 15) || meanwhile == "cancel" && disturbed != nil {
			t.Errorf("%s (%v): %d joined, and it is %s", meanwhile, disturbed, joined, s.Status)
		}
	}
	refolded(t, t, store)
}
