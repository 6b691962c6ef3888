package postgres

import (
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlRatingHistory = `select key, body from rating_entry where agent = $1 and ($2 = '' or key < $2 collate "C")
		order by key desc limit nullif($3::bigint, 0)`
	// Those of one week stand among each other in the order of their score.
	sqlRankingOfWeek = `select key, body from agent where ranked and rank_week = $1
		and (rank_score, rank_phase, key) < ($2, $3, $4 collate "C")
		and $1 * 604800000 + rank_phase <= $5
		order by rank_score desc, rank_phase desc, key desc limit $6`
	// Of those that came or changed in the weeks up to $1 each stands as much higher
	// again as its phase is later than the week's.
	sqlRankingLate = `select key, body from agent where ranked and rank_week <= $1 and rank_phase > $5
		and (rank_score, rank_phase, key) < ($2, $3, $4 collate "C")
		order by rank_score desc, rank_phase desc, key desc limit $6`
	sqlRankingEarly = `select key, body from agent where ranked and rank_week <= $1 and rank_phase <= $5
		and (rank_score, rank_phase, key) < ($2, $3, $4 collate "C")
		order by rank_score desc, rank_phase desc, key desc limit $6`
	sqlTallyOfMissions    = "select count(*) from mission where poster = $1"
	sqlTallyOfSubmissions = `select s.status, count(*), count(*) filter (where s.released_at is not null and m.mode = 'stated')
		from submission s join mission m on m.key = s.mission where s.agent = $1 and s.complete group by s.status`
	sqlRecentSubmissions = `select key, body from submission where agent = $1 and complete
		order by (body ->> 'created_at')::bigint desc, key desc limit nullif($2::bigint, 0)`
)

// RatingHistory implements settle.Lists.
func (t *tx) RatingHistory(agent, before string, limit int) []*settle.RatingEntry {
	return list[*settle.RatingEntry](t, "listing changes of a rating", settle.TableRating, sqlRatingHistory, agent, before, max(limit, 0))
}

// Ranking implements settle.Lists: of each of the four classes that Agent.PlaceAt
// tells apart it reads the first by an index, and merges them.
func (t *tx) Ranking(at int64, behind *settle.Place, limit int) []*settle.Agent {
	if limit <= 0 {
		limit = math.MaxInt32
	}
	week, passed := settle.RankingWeek(at)
	step := int64(settle.DecayMilli)
	// read are the first of a class that has so many points more than its score less base.
	read := func(sql string, weeks, more int64) []*settle.Agent {
		score, phase, key := int64(math.MaxInt64), int64(0), ""
		if behind != nil {
			score, phase, key = behind.Value+step*(week-1)-more, behind.Phase, behind.ID
		}
		return list[*settle.Agent](t, "ranking agents", settle.TableAgent, sql, weeks, score, phase, key, passedOr(sql, at, passed), limit)
	}
	out := read(sqlRankingOfWeek, week, -step)
	for _, more := range [][]*settle.Agent{read(sqlRankingOfWeek, week-1, 0), read(sqlRankingLate, week-2, step), read(sqlRankingEarly, week-2, 0)} {
		out = mergeRanks(out, more, at)
	}
	return out[:min(len(out), limit)]
}

// passedOr is the fifth parameter: of a week's statement the time itself.
func passedOr(sql string, at, passed int64) int64 {
	if sql == sqlRankingOfWeek {
		return at
	}
	return passed
}

// mergeRanks merges two rankings.
func mergeRanks(a, b []*settle.Agent, at int64) []*settle.Agent {
	out := make([]*settle.Agent, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		p, _ := a[0].PlaceAt(at)
		q, _ := b[0].PlaceAt(at)
		if p.Before(q) {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// TallyOf implements settle.Lists.
func (t *tx) TallyOf(agent string) settle.AgentTally {
	t.current()
	out := settle.AgentTally{Submissions: map[settle.SubmissionStatus]int{}}
	t.one("counting an agent's missions", sqlTallyOfMissions, []any{agent}, &out.Posted)
	t.each("counting an agent's submissions", sqlTallyOfSubmissions, []any{agent}, func(rows pgx.Rows) error {
		var status string
		var n, stated int
		if err := rows.Scan(&status, &n, &stated); err != nil {
			return err
		}
		out.Submissions[settle.SubmissionStatus(status)] = n
		out.Stated += stated
		return nil
	})
	return out
}

// RecentSubmissions implements settle.Lists.
func (t *tx) RecentSubmissions(agent string, limit int) []*settle.Submission {
	return list[*settle.Submission](t, "listing an agent's submissions", settle.TableSubmission, sqlRecentSubmissions, agent, max(limit, 0))
}
