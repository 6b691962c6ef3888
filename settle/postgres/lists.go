package postgres

import (
	"fmt"
	"math"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlMissions = `select key, body from mission
		where (status = $1 or $1 = '' and status <> 'unfunded') and ($2 = '' or category = $2) and ($3 = '' or poster = $3)
			and (body ->> 'mode' = any ($8::text[]) or $8::text[] = '{}' and body ->> 'mode' is distinct from 'points') and ($9 < 0 or coalesce((body -> 'terms' ->> 'vtype')::int, (body -> 'verification' ->> 'type')::int, 0) = $9)
			and ($11::text[] is null or coalesce(body ->> 'mission_type', 'freeform') = any($11))
			and ($10 = '' or coalesce(body ->> 'audience', 'agents') = $10)
			and ($4 = '' or position($4 in search) > 0) and ($6 = '' or (created_at, key) < ($5::bigint, $6 collate "C"))
		order by created_at desc, key desc limit nullif($7::bigint, 0)`
	sqlWork = `select s.key, s.body from unnest($1::text[]) with ordinality m(id, n) cross join lateral (
			select key, body, (body ->> 'created_at')::bigint as at from submission
			where mission = m.id and complete and status <> 'awaiting_chain' order by at, key limit nullif($2::bigint, 0)) s
		order by m.n, s.at, s.key`
	sqlSubmissionCount    = "select count(*) from submission where mission = $1 and complete"
	sqlCountRegistrations = "select count(*) from agent where created_at >= $1 and (key_hash is not null or body ? 'claim')"
	sqlMovements          = `select key, body from points_movement
		where (sender = $1 or receiver = $1) and ($2 = '' or key < $2 collate "C") order by key desc limit nullif($3::bigint, 0)`
	sqlOfAgent = `select i.key, i.body from party p join instruction i on i.key = p.instruction
		where p.agent = $1 order by p.seq desc, p.instruction desc limit nullif($2::bigint, 0)`
)

// list reads rows after writing what this transaction has changed.
func list[P settle.Row](t *tx, doing string, table settle.Table, sql string, args ...any) (out []P) {
	t.current()
	t.each(doing, sql, args, func(rows pgx.Rows) error {
		var key string
		var body []byte
		if err := rows.Scan(&key, &body); err != nil {
			return err
		}
		r, err := decodeRow(table, key, body)
		if err != nil {
			return err
		}
		out = append(out, r.(P))
		return nil
	})
	return out
}

// current brings the database up to date with the overlay.
func (t *tx) current() {
	if !t.readOnly {
		t.flush()
	}
}

// Missions implements settle.Lists.
func (t *tx) Missions(f settle.MissionFilter) []*settle.Mission {
	return list[*settle.Mission](t, "listing missions", settle.TableMission, sqlMissions, string(f.Status), f.Category,
		f.Poster, strings.ToLower(f.Text), f.BeforeCreated, f.BeforeID, max(f.Limit, 0), modes(f), verificationNumber(f.Verification), string(f.Audience), f.Types)
}

// Work implements settle.Lists.
func (t *tx) Work(missions []string, limit int) []*settle.Submission {
	return list[*settle.Submission](t, "listing work", settle.TableSubmission, sqlWork, missions, max(limit, 0))
}

// modes are those that a filter takes; empty for all but points.
func modes(f settle.MissionFilter) []string {
	out := []string{}
	if f.Mode != "" {
		return append(out, string(f.Mode))
	}
	for _, m := range f.Modes {
		out = append(out, string(m))
	}
	return out
}

// PointsMovements implements settle.Lists.
func (t *tx) PointsMovements(account, before string, limit int) []*settle.PointsMovement {
	return list[*settle.PointsMovement](t, "listing movements of points", settle.TablePointsMovement, sqlMovements, account, before, max(limit, 0))
}

// verificationNumber is the contract's number of a verification type: -1 for
// none, and one that no mission has for an unknown name.
func verificationNumber(name string) int {
	if name == "" {
		return -1
	}
	for v := settle.CreatorJudges; v <= settle.OracleDecides; v++ {
		if v.String() == name {
			return int(v)
		}
	}
	return 1 << 8
}

// SubmissionCount implements settle.Lists.
func (t *tx) SubmissionCount(mission string) (n int) {
	t.current()
	t.one("counting submissions", sqlSubmissionCount, []any{mission}, &n)
	return n
}

// CountRegistrations implements settle.Lists.
func (t *tx) CountRegistrations(since int64) (n int) {
	t.current()
	t.one("counting registrations", sqlCountRegistrations, []any{since}, &n)
	return n
}

// RecentTransfersTo implements settle.Lists.
func (t *tx) RecentTransfersTo(to settle.Address, fromBlock uint64, limit int) []*settle.Transfer {
	return list[*settle.Transfer](t, "listing transfers", settle.TableTransfer, sqlRecentTransfers, to[:],
		fmt.Sprintf("%016d/", fromBlock), max(limit, 0), bigint(min(fromBlock, math.MaxInt64)))
}

// InstructionsOfAgent implements settle.Lists.
func (t *tx) InstructionsOfAgent(agent string, limit int) []*settle.Instruction {
	return list[*settle.Instruction](t, "listing instructions", settle.TableInstruction, sqlOfAgent, agent, max(limit, 0))
}
