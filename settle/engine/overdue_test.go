package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
)

// shown is what every view says of a mission's status, with the ids that the lists
// of both statuses hold, the poster's counts, the board's, and its pending work.
func (s *scene) shown(m *settle.Mission) string {
	s.t.Helper()
	var out []any
	for _, f := range [][]settle.MissionFilter{{{}}, {{Status: settle.MissionOpen}}, {{Status: settle.MissionExpired}},
		{{Status: settle.MissionOpen}, {Status: settle.MissionExpired}}, {{Status: settle.MissionExpired, Limit: 1}}, {{Status: settle.MissionOpen, Category: "none"}}} {
		views, err := s.Engine.Missions(s.Ctx, f...)
		s.ok(err)
		listed := "none"
		for _, v := range views {
			if v.Mission.ID == m.ID {
				listed = fmt.Sprintf("%s %d %d %d", v.Mission.Status, v.Record.Posted, v.Record.Expired, v.Record.Abandoned)
			}
		}
		out = append(out, listed)
	}
	v, err := s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{Agent: s.poster.Agent})
	s.ok(err)
	out = append(out, v.Mission.Status, v.Record.Expired, v.Visible[0].Submission.Status)
	p, err := s.Engine.Profile(s.Ctx, s.poster.Agent)
	s.ok(err)
	out = append(out, p.Missions[slices.IndexFunc(p.Missions, func(x *settle.Mission) bool { return x.ID == m.ID })].Status)
	w, err := s.Engine.Profile(s.Ctx, s.a.Agent)
	s.ok(err)
	out = append(out, w.Submissions[0].Status, w.Worked[m.ID].Status, w.InvitationsTotal)
	events, _, err := s.Engine.Activity(s.Ctx, 0, 50)
	s.ok(err)
	for _, e := range events {
		if e.Kind == settle.EventBountyPosted && e.Mission == m.ID {
			out = append(out, e.Row.Status)
		}
	}
	tally, err := s.Engine.Tally(s.Ctx)
	s.ok(err)
	for _, status := range []settle.MissionStatus{settle.MissionOpen, settle.MissionExpired} {
		n := 0
		for _, x := range tally.Missions {
			if x.Status == status {
				n += x.N
			}
		}
		out = append(out, n)
	}
	return fmt.Sprintln(out...)
}

// TestStatusFollowsTheDeadline: to the millisecond, in lists, filters, details and
// figures alike, and before any sweep; the sweep then changes nothing that is shown.
func TestStatusFollowsTheDeadline(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{Mode: settle.ModeStated, Deadline: s.Now + 3600_000})
	s.mission(s.poster, settle.NewMission{Mode: settle.ModeStated})
	s.submit(m, s.a)
	_, err := s.Draft(m.ID, "", s.b, s.a)
	s.ok(err)
	s.Now = m.Deadline - 1
	before := s.shown(m)
	const opened = "open 2 0 0"
	if want := fmt.Sprintln(opened, opened, "none", opened, "none", "none", "open", 0, "pending", "open", "pending", "open", 1, "open", 2, 0); before != want {
		t.Errorf("a millisecond before\n%s, want\n%s", before, want)
	}
	s.Now++
	at := s.shown(m)
	const ended = "expired 2 1 1"
	if want := fmt.Sprintln(ended, "none", ended, ended, ended, "none", "expired", 1, "closed", "expired", "closed", "expired", 0, "expired", 1, 1); at != want {
		t.Errorf("at the deadline\n%s, want\n%s", at, want)
	}
	v, err := s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{Agent: s.poster.Agent})
	s.ok(err)
	if v.Mission.Status != settle.MissionExpired || v.Record.Expired != 1 || v.Record.Abandoned != 1 || s.Mission(m.ID).Status != settle.MissionOpen {
		t.Fatalf("shown %s with %+v, stored %s", v.Mission.Status, v.Record, s.Mission(m.ID).Status)
	}
	n, err := s.Engine.Sweep(s.Ctx)
	s.ok(err)
	if n != 1 || s.Mission(m.ID).Status != settle.MissionExpired {
		t.Fatalf("%d swept, and it is %s", n, s.Mission(m.ID).Status)
	}
	if after := s.shown(m); after != at {
		t.Errorf("at the deadline\n%s, after the sweep\n%s", at, after)
	}
	s.Audit()
}

// TestStatusWhilePaying: a pick that is being paid keeps its mission open past the
// deadline, and so does money in the window for one that has lapsed (R10).
func TestStatusWhilePaying(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{Deadline: s.Now + 9_000_000})
	sub := s.submit(m, s.a)
	until := func(left int64) { s.MineAfter((m.Deadline - left - s.Now) / 1000) }
	open := func(what string, want bool) {
		t.Helper()
		for _, after := range []string{"", " and swept"} {
			v, err := s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{})
			s.ok(err)
			list, err := s.Engine.Missions(s.Ctx, settle.MissionFilter{Status: settle.MissionOpen})
			s.ok(err)
			if (v.Mission.Status == settle.MissionOpen) != want || (len(list) == 1) != want {
				t.Fatalf("%s%s: it is shown as %s, and %d are listed as open", what, after, v.Mission.Status, len(list))
			}
			_, err = s.Engine.Sweep(s.Ctx)
			s.ok(err)
		}
	}
	until(8_000_000)
	i := s.pick(s.poster, sub)
	s.lapse()
	if s.Instruction(i.ID).Running() {
		t.Fatal("it did not lapse")
	}
	s.prove(s.poster, i)
	until(30_000)
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Now = m.Deadline + 1000
	open("paid in the window", true)
	s.Confirm()
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)

	m = s.mission(s.poster, settle.NewMission{Deadline: s.Now + 3_000_000})
	sub = s.submit(m, s.b)
	until(600_000)
	s.pick(s.poster, sub)
	s.Now = m.Deadline + 1
	open("reserved", true)
	s.lapse()
	open("lapsed", false)
}
