package engine

import (
	"maps"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// tickBatch bounds what one tick ends; the rest follows with the next block.
const tickBatch = 200

// tick ends what fell due: reservations by block time, unless the window or
// unsettled cover holds a covering payment, or the token is paused; missions by
// our clock, unless one of their picks is being paid (R10).
func (e *Engine) tick(tx settle.Tx, l *look) error {
	tip := tx.Tip()
	if err := e.pause(tx, tip, l); err != nil { // first: what a pause extends does not lapse
		return err
	}
	if err := e.liftOverdue(tx); err != nil {
		return err
	}
	t := settle.Tick{BlockTime: tip.Time}
	var due []*settle.Instruction
	if set := settingsOf(tx); set.Pause == nil && set.Extending == nil {
		due = settle.FindRows[*settle.Instruction](tx, settle.InstructionsDue(tip.Time))
	}
	ended := settle.FindRows[*settle.Mission](tx, settle.MissionsEnding(e.now()))
	if len(due)+len(ended) == 0 {
		return nil
	}
	soon, err := e.ahead(tx)
	if err != nil {
		return err
	}
	// paid: covered, or covered once the window is applied.
	paid := func(i *settle.Instruction) bool {
		return i.Status == settle.InstructionOpen && (i.Covered || settle.GetRow[settle.Instruction](soon, i.ID).Covered)
	}
	for _, i := range due {
		if paid(i) || len(t.Lapses) >= tickBatch {
			continue
		}
		if l == nil {
			return &askError{tip.BlockRef, tip.Time}
		}
		if l.ends(i, tip.Time) {
			t.Lapses = append(t.Lapses, i.ID)
		}
	}
	for _, m := range e.endingWith(tx, ended, t.Lapses) {
		if len(t.Expired) >= tickBatch {
			break
		}
		if m.CommitTerms() != nil {
			if err := e.creditCommitted(tx, m.ID); err != nil {
				return err
			}
			if settle.GetRow[settle.Mission](tx, m.ID).Status != settle.MissionOpen {
				continue
			}
		}
		if m.PollTerms() != nil {
			if err := e.closePoll(tx, m.ID); err != nil {
				return err
			}
			continue
		}
		busy := slices.ContainsFunc(settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfMission(m.ID)), func(i *settle.Instruction) bool {
			return i.Keeps() && !slices.Contains(t.Lapses, i.ID) || paid(i)
		})
		if !busy {
			t.Expired = append(t.Expired, m.ID)
		}
	}
	if len(t.Lapses)+len(t.Expired) == 0 {
		return nil
	}
	return e.record(tx, t)
}

// endingWith are missions with those that end as their last reservation does, in
// order of their keys.
func (e *Engine) endingWith(tx settle.Tx, ended []*settle.Mission, lapses []string) []*settle.Mission {
	if len(lapses) == 0 {
		return ended
	}
	all := map[string]*settle.Mission{}
	for _, m := range ended {
		all[m.ID] = m
	}
	for _, id := range lapses {
		if m := settle.GetRow[settle.Mission](tx, settle.GetRow[settle.Instruction](tx, id).Mission); m != nil && m.Due(e.now()) {
			all[m.ID] = m
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b *settle.Mission) int { return strings.Compare(a.ID, b.ID) })
}
