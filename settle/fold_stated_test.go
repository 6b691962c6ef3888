package settle

import (
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

// stated is a stated mission, and enter work for it, whatever state it is in: the
// journal may hold a submission that was checked before the award and written after.
func (b *book) stated(id string, winners uint32, milestones ...string) {
	m := Mission{ID: "mis_" + id, Poster: "poster", Mode: ModeStated, MaxWinners: winners}
	for _, n := range milestones {
		m.Milestones = append(m.Milestones, Milestone{ID: n})
	}
	b.do(&MissionPosted{Mission: m})
}

func (b *book) enter(id, mission, agent string, milestone int) {
	b.do(&WorkSubmitted{Submission: Submission{ID: "sub_" + id, Mission: "mis_" + mission, Milestone: milestone, Agent: agent,
		Contributors: []Contributor{{Agent: agent, ShareBP: 10_000}}}})
}

func (b *book) award(id string) {
	b.do(&AwardStated{Submission: "sub_" + id, Note: "thanks", Stated: StatedAward{Payouts: []money.Amount{amt(5)}}})
}

// winners are the slots of a mission that are taken, by whose work.
func (b *book) winners(mission string) (out []string) {
	for _, a := range b.mission(mission).Awards {
		out = append(out, a.Submission)
	}
	return out
}

func TestStatedAwards(t *testing.T) {
	for _, c := range []struct {
		name   string
		before func(b *book)
		award  []string
		want   []string
		status MissionStatus
	}{
		{name: "two of one slot", award: []string{"ann", "bob"}, want: []string{"sub_ann"}, status: MissionAwarded,
			before: func(b *book) {
				b.stated("m", 1)
				b.enter("ann", "m", "ann", -1)
				b.enter("bob", "m", "bob", -1)
			}},
		{name: "one twice", award: []string{"ann", "ann"}, want: []string{"sub_ann"}, status: MissionOpen,
			before: func(b *book) {
				b.stated("m", 2)
				b.enter("ann", "m", "ann", -1)
			}},
		{name: "work that comes after the only slot was won", award: []string{"late"}, want: []string{"sub_ann"}, status: MissionAwarded,
			before: func(b *book) {
				b.stated("m", 1)
				b.enter("ann", "m", "ann", -1)
				b.award("ann")
				b.enter("late", "m", "bob", -1)
			}},
		{name: "work that comes after its milestone was won", award: []string{"late", "other"}, want: []string{"sub_ann", "sub_other"}, status: MissionAwarded,
			before: func(b *book) {
				b.stated("m", 1, "mil_0", "mil_1")
				b.enter("ann", "m", "ann", 0)
				b.award("ann")
				b.enter("late", "m", "bob", 0)
				b.enter("other", "m", "bob", 1)
			}},
		{name: "work that comes after the cancellation", award: []string{"late"}, status: MissionCancelled,
			before: func(b *book) {
				b.stated("m", 1)
				b.do(&MissionCancellation{Mission: "mis_m"})
				b.enter("late", "m", "bob", -1)
			}},
		{name: "a mission that pays by the chain", award: []string{"ann"}, status: MissionOpen,
			before: func(b *book) {
				b.do(&MissionPosted{Mission: Mission{ID: "mis_m", Poster: "poster", Mode: ModeDirect, MaxWinners: 1}})
				b.enter("ann", "m", "ann", -1)
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBook(t)
			c.before(b)
			for _, id := range c.award {
				b.award(id)
			}
			if got := b.winners("m"); !slices.Equal(got, c.want) || b.mission("m").Status != c.status {
				t.Errorf("awards %v, want %v; the mission is %s, want %s", got, c.want, b.mission("m").Status, c.status)
			}
			for _, s := range FindRows[*Submission](b, SubmissionsOfMission("mis_m")) {
				if won := slices.Contains(c.want, s.ID); won != (s.Status == SubmissionAccepted) || won != (s.ReleasedAt != 0) {
					t.Errorf("%s is %s, released at %d", s.ID, s.Status, s.ReleasedAt)
				}
			}
			for _, id := range []string{"ann", "bob"} {
				if a := GetRow[Agent](b, id); a.RatingMilli != StartRating || a.Resolved != 0 {
					t.Errorf("a stated award has moved %+v", a)
				}
			}
		})
	}
}
