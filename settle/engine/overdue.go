package engine

import (
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// overdue are missions whose deadline has passed and that no fact has ended yet, by
// id, as they are: expired. Every view shows them so, hence a status follows the
// deadline at once, whenever the sweep comes. It is what the sweep would end now: a
// mission of which a pick is being paid is not among them, and neither is one with
// a poll or with commitments, which the sweep decides. Of more than a thousand it holds the oldest.
type overdue map[string]*settle.Mission

func (e *Engine) overdue(tx settle.Tx) (overdue, error) {
	due := settle.FindRows[*settle.Mission](tx, settle.MissionsEnding(e.now()))
	due = slices.DeleteFunc(slices.Clone(due), func(m *settle.Mission) bool { return m.PollTerms() != nil || m.CommitTerms() != nil })
	if len(due) == 0 {
		return nil, nil
	}
	kept, err := e.paying(tx, due)
	if err != nil {
		return nil, err
	}
	out := overdue{}
	for _, m := range due {
		if !kept[m.ID] {
			out[m.ID] = m.Expired()
		}
	}
	return out, nil
}

// paying are those of the missions of which a pick is being paid (R10).
func (e *Engine) paying(tx settle.Tx, ms []*settle.Mission) (map[string]bool, error) {
	ids := make([]string, len(ms))
	for k, m := range ms {
		ids[k] = m.ID
	}
	picks := map[string][]*settle.Instruction{}
	for _, i := range tx.InstructionsOf(ids) {
		picks[i.Mission] = append(picks[i.Mission], i)
	}
	out := map[string]bool{}
	if len(picks) == 0 {
		return out, nil
	}
	soon, err := e.ahead(tx)
	if err != nil {
		return nil, err
	}
	for id, is := range picks {
		out[id] = beingPaid(soon, is)
	}
	return out, nil
}

// mission is m as it is now.
func (o overdue) mission(m *settle.Mission) *settle.Mission {
	if m != nil && o[m.ID] != nil {
		return o[m.ID]
	}
	return m
}

// submission is s as it is now.
func (o overdue) submission(s *settle.Submission) *settle.Submission {
	if m := o[s.Mission]; m != nil {
		return s.EndedWith(m)
	}
	return s
}

// list is what tx.Missions(f) gives, with every status as it is now.
func (o overdue) list(tx settle.Tx, f settle.MissionFilter) []*settle.Mission {
	if len(o) == 0 {
		return tx.Missions(f)
	}
	var late []*settle.Mission
	stored := f
	for id, m := range o {
		if stored.Without = append(stored.Without, id); f.Matches(m) && f.Behind(m) {
			late = append(late, m)
		}
	}
	return append(tx.Missions(stored), late...)
}

// count adds what a poster's record does not count yet.
func (o overdue) count(tx settle.Tx, poster string, r *settle.PosterRecord) {
	var ids []string
	for id, m := range o {
		if m.Poster == poster && m.Mode != settle.ModePoints {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		r.Expired += len(ids)
		r.Abandoned += len(tx.SubmissionCounts(ids))
	}
}

// tally moves what has expired in the figures of the board.
func (o overdue) tally(t *settle.Tally) {
	at := func(mode settle.Mode, status settle.MissionStatus) *settle.MissionTally {
		k := slices.IndexFunc(t.Missions, func(x settle.MissionTally) bool { return x.Mode == mode && x.Status == status })
		if k < 0 {
			k = len(t.Missions)
			t.Missions = append(t.Missions, settle.MissionTally{Mode: mode, Status: status, Reward: money.Amount{}})
		}
		return &t.Missions[k]
	}
	for _, m := range o {
		from := at(m.Mode, settle.MissionOpen)
		from.N, from.Reward = from.N-1, from.Reward.SatSub(m.Reward)
		to := at(m.Mode, settle.MissionExpired)
		to.N, to.Reward = to.N+1, to.Reward.SatAdd(m.Reward)
	}
}
