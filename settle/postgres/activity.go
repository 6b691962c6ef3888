package postgres

import (
	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// settle.IsEvent, in the words of the index journal_events, so that the planner
// knows that the index has all of them; the stores' tests hold both together.
const (
	sqlEvents = `select seq, prev, kind, at, body from journal where (kind in ('agent_registered', 'mission_posted', 'mission_cancelled', 'work_submitted', 'work_joined', 'work_declined', 'work_rejected',
		'award_stated', 'payout_set', 'instruction_issued', 'pick_withdrawn', 'settled', 'award_settled', 'takedown', 'hold_lifted', 'withheld', 'points_awarded', 'poll_closed')
		or kind = 'tick' and position('\x2265787069726564223a'::bytea in body) > 0)
		and ($1::bigint = 0 or seq < $1) order by seq desc limit $2`
	sqlEventsSince = `select count(*) from journal where (kind in ('agent_registered', 'mission_posted', 'mission_cancelled', 'work_submitted', 'work_joined', 'work_declined', 'work_rejected',
		'award_stated', 'payout_set', 'instruction_issued', 'pick_withdrawn', 'settled', 'award_settled', 'takedown', 'hold_lifted', 'withheld', 'points_awarded', 'poll_closed')
		or kind = 'tick' and position('\x2265787069726564223a'::bytea in body) > 0) and at >= $1`
)

const (
	sqlMissionTally = `select coalesce(mode, ''), status, count(*), sum(reward)::text from mission group by mode, status order by 1, 2`
	sqlTally        = `select (select count(*) from agent), (select count(*) from submission)`
)

// Events implements settle.Journal.
func (t *tx) Events(before uint64, limit int) (out []settle.Fact) {
	t.current()
	t.each("reading events", sqlEvents, []any{int64(before), limit}, func(rows pgx.Rows) error {
		var f settle.Fact
		var seq int64
		var kind string
		var body []byte
		if err := rows.Scan(&seq, scanHash{&f.Prev}, &kind, &f.At, &body); err != nil {
			return err
		}
		f.Seq, f.Kind, f.Body = uint64(seq), settle.Kind(kind), body
		out = append(out, f)
		return nil
	})
	return out
}

// Tally implements settle.Lists.
func (t *tx) Tally(since int64) (out settle.Tally) {
	t.current()
	t.each("counting missions", sqlMissionTally, nil, func(rows pgx.Rows) error {
		var m settle.MissionTally
		var mode, status, sum string
		if err := rows.Scan(&mode, &status, &m.N, &sum); err != nil {
			return err
		}
		reward, err := money.Parse(sum)
		if err != nil {
			return err
		}
		m.Mode, m.Status, m.Reward = settle.Mode(mode), settle.MissionStatus(status), reward
		out.Missions = append(out.Missions, m)
		return nil
	})
	t.each("counting agents and work", sqlTally, nil, func(rows pgx.Rows) error { return rows.Scan(&out.Agents, &out.Submissions) })
	t.each("counting events", sqlEventsSince, []any{since}, func(rows pgx.Rows) error { return rows.Scan(&out.EventsSince) })
	return out
}
