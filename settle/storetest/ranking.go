package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/rating"
)

// testRanking: the agents stand in the order of their decayed ratings, whatever the
// time and however the pages are cut; the model sorts all of them. Ratings, times and
// the time of the look lie so close that weeks and phases meet.
func testRanking(t *testing.T, s Store) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(rt, "agents")
		draw := func(what string) int64 {
			return rapid.Int64Range(0, 6).Draw(rt, what+" week")*weekMillis + rapid.SampledFrom([]int64{0, 1, 2, weekMillis / 2, weekMillis - 1}).Draw(rt, what)
		}
		var agents []*settle.Agent
		for k := range n {
			a := &settle.Agent{ID: fmt.Sprintf("a%02d", k), CreatedAt: draw("created"), Resolved: rapid.IntRange(0, 2).Draw(rt, "resolved"),
				RatingMilli: 1_400_000 + 500*rapid.Int64Range(-8, 8).Draw(rt, "rating")}
			if rapid.Bool().Draw(rt, "rated") {
				a.RatedAt = draw("rated")
			}
			agents = append(agents, a)
		}
		if err := s.ReplaceDerived(t.Context(), func(yield func(settle.Row) error) error {
			for _, a := range agents {
				if err := yield(a); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			rt.Fatal(err)
		}
		at, page := draw("at"), rapid.IntRange(1, 5).Draw(rt, "page")
		want := ranked(agents, at)
		var got []string
		if err := s.View(t.Context(), func(tx settle.Tx) error {
			for behind := (*settle.Place)(nil); ; {
				rows := tx.Ranking(at, behind, page)
				for _, a := range rows {
					got = append(got, a.ID)
				}
				if len(rows) < page {
					return nil
				}
				p, _ := rows[page-1].PlaceAt(at)
				behind = &p
			}
		}); err != nil {
			rt.Fatal(err)
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("at %d in pages of %d: %v, want %v", at, page, got, want)
		}
	})
}

const weekMillis = 604_800_000

// ranked sorts by the decay of package rating alone.
func ranked(agents []*settle.Agent, at int64) (out []string) {
	value := func(a *settle.Agent) int64 {
		const high = 1 << 40 // above the floor, whatever decays
		return int64(rating.Decay(rating.Milli(a.RatingMilli+high), time.Duration(at-a.IdleSince())*time.Millisecond)) - high
	}
	agents = slices.DeleteFunc(slices.Clone(agents), func(a *settle.Agent) bool { return a.Resolved == 0 || a.IdleSince() > at })
	slices.SortFunc(agents, func(a, b *settle.Agent) int {
		for _, d := range []int64{value(b) - value(a), b.IdleSince()%weekMillis - a.IdleSince()%weekMillis} {
			if d != 0 {
				return int(d)
			}
		}
		return map[bool]int{true: -1, false: 1}[a.ID > b.ID]
	})
	for _, a := range agents {
		out = append(out, a.ID)
	}
	return out
}

// testRatingHistory: the changes of one agent's rating come newest first and page by
// page, in the order of facts and of changes in a fact, however many digits those have.
func testRatingHistory(t *testing.T, s Store) {
	var want []string
	update(t, s, func(tx settle.Tx) {
		want = nil
		for _, seq := range []uint64{2, 10, 123_456_789} {
			for n := range 11 {
				for _, agent := range []string{"a", "ab", "b"} {
					e := &settle.RatingEntry{Agent: agent, Seq: seq, N: n, At: 5, Kind: settle.RatingWon, BeforeMilli: 1, DecayMilli: 2, AfterMilli: 3, Mission: "m", Source: "i"}
					tx.Put(e)
					if agent == "a" {
						want = append(want, e.Key())
					}
				}
			}
		}
	})
	slices.Reverse(want)
	view(t, s, func(tx settle.Tx) {
		var got []string
		for before := ""; ; {
			page := tx.RatingHistory("a", before, 4)
			for _, e := range page {
				got = append(got, e.Key())
			}
			if len(page) < 4 {
				break
			}
			before = page[3].Key()
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		equal(t, "entries of nobody", len(tx.RatingHistory("nobody", "", 4)), 0)
	})
}

// testTallyOf: an agent's missions and submissions are counted as they are; drafts are
// none, and of the newest submissions neither.
func testTallyOf(t *testing.T, s Store) {
	update(t, s, func(tx settle.Tx) {
		for n, mode := range []settle.Mode{settle.ModeDirect, settle.ModeStated, settle.ModeDirect} {
			m := mission(fmt.Sprint("m", n), []string{"a", "a", "b"}[n], settle.MissionOpen)
			m.Mode = mode
			tx.Put(m)
		}
		for n, x := range []struct {
			mission string
			status  settle.SubmissionStatus
			agent   string
		}{
			{"m0", settle.SubmissionAccepted, "w"}, {"m1", settle.SubmissionAccepted, "w"}, {"m2", settle.SubmissionRejected, "w"},
			{"m2", settle.SubmissionRejected, "w"}, {"m2", settle.SubmissionDraft, "w"}, {"m2", settle.SubmissionPending, "x"},
		} {
			sub := submission(fmt.Sprint("s", n), x.mission, x.agent, x.status)
			sub.CreatedAt = int64(100 - n)
			if x.status == settle.SubmissionDraft {
				sub.Contributors = []settle.Contributor{{Agent: "w", ShareBP: 5000}, {Agent: "x", ShareBP: 5000, Invited: true}}
			}
			tx.Put(sub)
		}
		if got := tx.TallyOf("a"); got.Posted != 2 { // what is written is counted in the same transaction
			t.Errorf("%+v", got)
		}
	})
	view(t, s, func(tx settle.Tx) {
		got := tx.TallyOf("w")
		if fmt.Sprint(got) != "{0 map[accepted:2 rejected:2] 1}" {
			t.Errorf("%v", got)
		}
		equal(t, "missions of b", tx.TallyOf("b").Posted, 1)
		var ids []string
		for _, x := range tx.RecentSubmissions("w", 3) {
			ids = append(ids, x.ID)
		}
		equal(t, "recent", fmt.Sprint(ids), "[s0 s1 s2]")
		equal(t, "recent of x", len(tx.RecentSubmissions("x", 3)), 1)
	})
}
