package engine

import (
	"github.com/oabp/oabpd/settle"
)

// moreEvents are the events of a fact that have no line in the public activity:
// votes, verdicts of rules, credits of points, and what a reorganization below the
// depth took back.
func moreEvents(tx settle.Tx, f settle.Fact) ([]settle.PublicEvent, error) {
	switch f.Kind {
	case settle.KindBlockApplied:
		out, err := ofLogs(tx, f, true)
		return append(out, revertedBy(tx, f)...), err
	case settle.KindBlockUnapplied, settle.KindContractsReplayed:
		return revertedBy(tx, f), nil
	case settle.KindWorkSubmitted, settle.KindWorkJoined, settle.KindWorkChecked, settle.KindPointsAwarded, settle.KindBallotCast, settle.KindPollClosed:
	default:
		return nil, nil
	}
	body, err := f.Decode()
	if err != nil {
		return nil, err
	}
	switch b := body.(type) {
	case *settle.WorkSubmitted:
		return verdictOn(tx, f, b.Submission.ID), nil
	case *settle.WorkJoined:
		return verdictOn(tx, f, b.Submission), nil
	case *settle.WorkChecked:
		return verdictOn(tx, f, b.Submission), nil
	case *settle.PointsAwarded:
		return ofWork(tx, "settlement.credited", b.Submission), nil
	case *settle.BallotCast:
		return []settle.PublicEvent{{Type: "vote.cast", Mission: b.Mission}}, nil
	case *settle.PollClosed:
		out := []settle.PublicEvent{{Type: "vote.tallied", Mission: b.Mission}}
		if m := settle.GetRow[settle.Mission](tx, b.Mission); m != nil {
			out[0].Agent = m.Poster
		}
		if p := settle.GetRow[settle.PointsPoll](tx, b.Mission); p != nil && p.Winner != "" {
			out = append(out, ofWork(tx, "settlement.credited", p.Winner)...)
		}
		return out, nil
	}
	return nil, nil
}

// ofWork is an event about a submission.
func ofWork(tx settle.Tx, typ, id string) []settle.PublicEvent {
	s := settle.GetRow[settle.Submission](tx, id)
	if s == nil {
		return nil
	}
	return []settle.PublicEvent{{Type: typ, Mission: s.Mission, Agent: s.Agent, Submission: id}}
}

// verdictOn is what the rule of a mission said of a submission, told by the fact that
// it is from, or by the one by which the last of its team consented, if that came
// later: nobody else knows of it before. A verdict stays, and names its fact.
func verdictOn(tx settle.Tx, f settle.Fact, id string) []settle.PublicEvent {
	s := settle.GetRow[settle.Submission](tx, id)
	if s == nil || !s.Complete() || s.Check == nil || s.Check.State != settle.CheckMatched && s.Check.State != settle.CheckUnmatched {
		return nil
	}
	last := int64(0)
	for _, c := range s.Contributors {
		last = max(last, c.AcceptedAt)
	}
	if told := s.Check.Seq == f.Seq; told && last > f.At || !told && (f.Kind != settle.KindWorkJoined || last != f.At || s.Check.At >= f.At) {
		return nil
	}
	if s.Check.State == settle.CheckMatched {
		return ofWork(tx, "submission.matched", id)
	}
	return ofWork(tx, settle.EventTypeOf(settle.EventRejected), id)
}

// revertedBy are the settlements that a fact took back (R25). It is the incidents
// that keep them: an instruction may have settled again since.
func revertedBy(tx settle.Tx, f settle.Fact) (out []settle.PublicEvent) {
	for _, n := range settle.FindRows[*settle.Incident](tx, settle.IncidentsOfFact(f.Seq)) {
		if n.Kind != settle.IncidentReverted {
			continue
		}
		e := settle.PublicEvent{Type: "settlement.reverted"}
		if i := settle.GetRow[settle.Instruction](tx, n.Instruction); i != nil {
			e.Mission, e.Agent, e.Submission, e.Instruction = i.Mission, i.Poster, i.Submission, i.ID
		} else if a := settle.GetRow[settle.EscrowAward](tx, n.Instruction); a != nil {
			e.Mission, e.Agent, e.Submission = a.Mission, a.Poster, a.Submission
		}
		out = append(out, e)
	}
	return out
}
