package engine

import (
	"context"
	"errors"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// factsPerLook bounds the facts that one look at the journal reads.
const factsPerLook = 500

var errEnough = errors.New("enough")

// PublicEvents are the public events behind a place, in order, those of at most
// limit facts. next is the place behind what was looked at; it is the given one
// where the journal has nothing behind it. What is told was folded: a block's events
// come from the fact that says that it reached its depth, never from the window, and
// those of money once it has settled.
func (e *Engine) PublicEvents(ctx context.Context, after settle.EventPlace, limit int) (out []settle.PublicEvent, next settle.EventPlace, err error) {
	limit = min(max(limit, 1), factsPerLook)
	from := after.Seq
	if from > 0 {
		from-- // the fact itself may have more
	}
	var facts []settle.Fact
	err = e.o.Store.Facts(ctx, from, func(f settle.Fact) error {
		facts = append(facts, f)
		if len(facts) > limit {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, after, err
	}
	next = after
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out, next = nil, after
		for _, f := range facts {
			events, err := publicEvents(tx, f)
			if err != nil {
				return err
			}
			for _, x := range events {
				if after.Before(x) {
					out = append(out, x)
				}
			}
			if f.Seq > next.Seq {
				next = settle.EventPlace{Seq: f.Seq}
			}
			if n := len(events); n > 0 && f.Seq == next.Seq {
				next.N = max(next.N, n-1)
			}
		}
		return nil
	})
	return out, next, err
}

// LastEvent is the place behind all that there is.
func (e *Engine) LastEvent(ctx context.Context) (p settle.EventPlace, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		p.Seq, _ = tx.Head()
		p.N = lastOfFact
		return nil
	})
	return p, err
}

// lastOfFact is behind every event of a fact.
const lastOfFact = 65535

// publicEvents are those of one fact. It is the fact that decides which there are;
// the state adds whose they are. Types that came later stand behind the others of
// the same fact, since an event is named for ever by its place.
func publicEvents(tx settle.Tx, f settle.Fact) ([]settle.PublicEvent, error) {
	var out []settle.PublicEvent
	for _, of := range []func(settle.Tx, settle.Fact) ([]settle.PublicEvent, error){firstEvents, moreEvents} {
		events, err := of(tx, f)
		if err != nil {
			return nil, err
		}
		out = append(out, events...)
	}
	for n := range out {
		out[n].Seq, out[n].N, out[n].At = f.Seq, n, f.At
	}
	return out, nil
}

// firstEvents are the lines of the public activity, and of what the escrow says that
// concerns its missions and awards.
func firstEvents(tx settle.Tx, f settle.Fact) (out []settle.PublicEvent, err error) {
	if f.Kind == settle.KindBlockApplied {
		return ofLogs(tx, f, false)
	}
	if !settle.IsEvent(f) {
		return nil, nil
	}
	if f.Kind == settle.KindMissionPosted {
		body, err := f.Decode()
		if err != nil || body.(*settle.MissionPosted).Mission.Mode == settle.ModeEscrow {
			return nil, err // one of the escrow is told of once the chain has it
		}
	}
	lines, err := eventsOf(tx, f)
	if err != nil {
		return nil, err
	}
	for _, a := range lines {
		out = append(out, settle.PublicEvent{Type: settle.EventTypeOf(a.Kind), Mission: a.Mission, Agent: a.Agent, Submission: a.Submission, Instruction: a.Instruction})
	}
	return out, nil
}

// ofLogs are the events of the logs of an applied block: those about votes, or the others.
func ofLogs(tx settle.Tx, f settle.Fact, votes bool) (out []settle.PublicEvent, err error) {
	body, err := f.Decode()
	if err != nil {
		return nil, err
	}
	for _, t := range body.(*settle.BlockApplied).Txs {
		for _, l := range t.Logs {
			if typ := settle.EventTypeOfLog(l.Kind); typ != "" && votes == strings.HasPrefix(typ, "vote.") {
				out = append(out, ofLog(tx, typ, l))
			}
		}
	}
	return out, nil
}

// ofLog is the event of a log of the escrow, or of the contract of votes.
func ofLog(tx settle.Tx, typ string, l settle.Log) settle.PublicEvent {
	e := settle.PublicEvent{Type: typ}
	var id settle.Hash
	switch x := l.Event.(type) {
	case settle.EventMissionPosted:
		id = x.MissionID
	case settle.EventMissionRefunded:
		id = x.MissionID
	case settle.EventAwardProposed:
		id = x.MissionID
	case settle.EventAppealRaised:
		id = x.MissionID
	case settle.EventAppealRuled:
		id = x.MissionID
	case settle.EventWorkSubmitted:
		id = x.MissionID
	case settle.EventVoteOpened:
		id = x.MissionID
	case settle.EventVoteCommitted:
		id = x.MissionID
	case settle.EventVoteRevealed:
		id = x.MissionID
	case settle.EventVoteTallied:
		id = x.MissionID
	}
	for _, m := range settle.FindRows[*settle.Mission](tx, settle.MissionOnChain(id)) {
		e.Mission, e.Agent = m.ID, m.Poster
	}
	return e
}
