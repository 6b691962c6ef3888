package enginetest

import (
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/memstore"
)

// EventsMatchState judges the stream of public events against the state: what
// changed in public has exactly one event, and no event is without a change. It
// returns them all.
func (w *World) EventsMatchState() []settle.PublicEvent {
	w.T.Helper()
	x := &eventAudit{w: w, all: w.publicEvents(500), of: map[[2]string][]settle.PublicEvent{}}
	if !slices.Equal(x.all, w.publicEvents(3)) {
		w.T.Fatalf("the stream depends on how much of it is read at once")
	}
	at := settle.EventPlace{}
	for _, e := range x.all {
		if !at.Before(e) {
			w.T.Fatalf("%+v stands behind %s", e, at)
		}
		at = settle.EventPlace{Seq: e.Seq, N: e.N}
		if !slices.ContainsFunc(settle.EventTypes(), func(t settle.EventType) bool { return t.Type == e.Type }) {
			w.T.Fatalf("%+v has no type", e)
		}
		for _, id := range []string{e.Mission, "/" + e.Submission, "//" + e.Instruction} {
			x.of[[2]string{e.Type, id}] = append(x.of[[2]string{e.Type, id}], e)
		}
	}
	s := memstore.NewState()
	w.must(w.Store.Facts(w.Ctx, 0, func(f settle.Fact) error { return settle.Fold(s, f, Rater{}) }), "folding from nothing")
	x.judge(s)
	return x.all
}

// publicEvents reads the stream from its beginning, so many facts at a time.
func (w *World) publicEvents(facts int) (out []settle.PublicEvent) {
	w.T.Helper()
	for at := (settle.EventPlace{}); ; {
		events, next, err := w.Engine.PublicEvents(w.Ctx, at, facts)
		w.must(err, "reading events")
		out = append(out, events...)
		if next == at {
			return out
		}
		at = next
	}
}

type eventAudit struct {
	w   *World
	all []settle.PublicEvent
	// of are by type and by what they concern: a mission's id, or behind one slash a
	// submission's, behind two an instruction's.
	of map[[2]string][]settle.PublicEvent
}

// count fails if there are not so many events of a type about something.
func (x *eventAudit) count(typ, id string, want int) {
	x.w.T.Helper()
	if got := x.of[[2]string{typ, id}]; len(got) != want {
		x.w.T.Fatalf("%d %s of %s, want %d: %+v", len(got), typ, id, want, got)
	}
}

func (x *eventAudit) judge(s *memstore.State) {
	x.w.T.Helper()
	reverted := 0
	each(s, settle.TableIncident, func(n *settle.Incident) {
		if n.Kind == settle.IncidentReverted {
			reverted++
		}
	})
	each(s, settle.TableInstruction, x.instruction)
	each(s, settle.TableSubmission, x.submission)
	ballots := map[string]int{}
	each(s, settle.TablePointsBallot, func(b *settle.PointsBallot) { ballots[b.Mission]++ })
	each(s, settle.TableMission, func(m *settle.Mission) { x.mission(m, ballots[m.ID]) })
	for _, e := range x.all {
		if e.Type == "settlement.reverted" {
			reverted--
		}
		if e.Type == "vote.cast" && e.Submission != "" {
			x.w.T.Fatalf("a vote tells what it is for: %+v", e)
		}
	}
	if reverted != 0 {
		x.w.T.Fatalf("%d settlements were reverted without an event", reverted)
	}
}

// instruction: it settled, was reverted, settled again, as its status says.
func (x *eventAudit) instruction(i *settle.Instruction) {
	x.w.T.Helper()
	settled := false
	for _, e := range x.all {
		if e.Instruction != i.ID || e.Type != "settlement.settled" && e.Type != "settlement.reverted" {
			continue
		}
		if now := e.Type == "settlement.settled"; now == settled {
			x.w.T.Fatalf("%s twice: %+v", e.Type, e)
		} else {
			settled = now
		}
	}
	if settled != (i.Status == settle.InstructionSettled) {
		x.w.T.Fatalf("%s is %s, and by its events settled: %v", i.ID, i.Status, settled)
	}
	x.count("settlement.settled", "//"+i.ID, i.Settlements)
}

func (x *eventAudit) submission(s *settle.Submission) {
	x.w.T.Helper()
	matched, rejected := 0, len(x.of[[2]string{"submission.rejected", "/" + s.ID}])
	if s.Matched() {
		matched = 1
	}
	x.count("submission.matched", "/"+s.ID, matched)
	least, most := 0, 1 // what is accepted late may have been rejected
	switch s.Status {
	case settle.SubmissionRejected:
		least = 1
	case settle.SubmissionPending, settle.SubmissionDraft:
		most = 0
	}
	if rejected < least || rejected > most {
		x.w.T.Fatalf("%s is %s and has %d events of its rejection", s.ID, s.Status, rejected)
	}
}

func (x *eventAudit) mission(m *settle.Mission, ballots int) {
	x.w.T.Helper()
	if m.Points == nil {
		return
	}
	x.count("settlement.credited", m.ID, len(m.Awards))
	for _, a := range m.Awards {
		x.count("settlement.credited", "/"+a.Submission, 1)
	}
	x.count("vote.cast", m.ID, ballots)
	ended := map[settle.MissionStatus]int{m.Status: 1}
	x.count("mission.removed", m.ID, ended[settle.MissionRemoved])
	if m.Status == settle.MissionRemoved { // it may have ended before
		return
	}
	x.count("mission.cancelled", m.ID, ended[settle.MissionCancelled])
	x.count("mission.expired", m.ID, ended[settle.MissionExpired])
	if tallied := ended[settle.MissionAwarded] + ended[settle.MissionExpired]; m.PollTerms() != nil {
		x.count("vote.tallied", m.ID, tallied)
	}
}
