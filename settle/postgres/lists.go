package postgres

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlWork = `select s.key, s.body from unnest($1::text[]) with ordinality m(id, n) cross join lateral (
			select key, body, (body ->> 'created_at')::bigint as at from submission
			where mission = m.id and complete and status <> 'awaiting_chain' order by at, key limit nullif($2::bigint, 0)) s
		order by m.n, s.at, s.key`
	sqlSubmissionCounts   = "select mission, count(*) from submission where mission = any ($1::text[]) and complete group by mission"
	sqlInstructionsOf     = "select key, body from instruction where mission = any ($1::text[]) order by key"
	sqlPicked             = "select distinct mission from instruction where mission = any ($1::text[]) and status = 'open' and reserved_until is not null"
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
	sql, args := sqlMissions(f)
	return list[*settle.Mission](t, "listing missions", settle.TableMission, sql, args...)
}

// Work implements settle.Lists.
func (t *tx) Work(missions []string, limit int) []*settle.Submission {
	return list[*settle.Submission](t, "listing work", settle.TableSubmission, sqlWork, missions, max(limit, 0))
}

// PointsMovements implements settle.Lists.
func (t *tx) PointsMovements(account, before string, limit int) []*settle.PointsMovement {
	return list[*settle.PointsMovement](t, "listing movements of points", settle.TablePointsMovement, sqlMovements, account, before, max(limit, 0))
}

// sqlMissions is the statement of a list: it names only what filters, so that the
// planner sees by which index to read, whatever the parameters are.
func sqlMissions(f settle.MissionFilter) (sql string, args []any) {
	where := []string{"status <> 'unfunded'"}
	add := func(cond string, vs ...any) {
		for _, v := range vs {
			args = append(args, v)
			cond = strings.Replace(cond, "?", fmt.Sprintf("$%d", len(args)), 1)
		}
		where = append(where, cond)
	}
	if f.Status != "" {
		where = nil
		add("status = ?", string(f.Status))
	}
	if f.Category != "" {
		add("category = ?", f.Category)
	}
	if f.Poster != "" {
		add("poster = ?", f.Poster)
	}
	switch {
	case f.Mode != "":
		add("mode = ?", string(f.Mode))
	case len(f.Modes) > 0:
		modes := make([]string, len(f.Modes))
		for k, m := range f.Modes {
			modes[k] = string(m)
		}
		add("mode = any (?::text[])", modes)
	default:
		add("mode is distinct from 'points'")
	}
	if f.Audience != "" {
		add("audience = ?", string(f.Audience))
	}
	if f.Verification != "" {
		add("coalesce((body -> 'terms' ->> 'vtype')::int, (body -> 'verification' ->> 'type')::int, 0) = ?", verificationNumber(f.Verification))
	}
	if len(f.Types) > 0 {
		add("coalesce(body ->> 'mission_type', 'freeform') = any (?::text[])", f.Types)
	}
	if len(f.Without) > 0 {
		add("key <> all (?::text[])", f.Without)
	}
	if f.Text != "" {
		add("position(? in search) > 0", strings.ToLower(f.Text))
	}
	if f.BeforeID != "" {
		add(`(created_at, key) < (?::bigint, ? collate "C")`, f.BeforeCreated, f.BeforeID)
	}
	sql = "select key, body from mission where " + strings.Join(where, " and ") + " order by created_at desc, key desc"
	if f.Limit > 0 {
		args = append(args, f.Limit)
		sql += fmt.Sprintf(" limit $%d", len(args))
	}
	return sql, args
}

// verificationNumber is the contract's number of a verification type, and one that
// no mission has for an unknown name.
func verificationNumber(name string) int {
	for v := settle.CreatorJudges; v <= settle.OracleDecides; v++ {
		if v.String() == name {
			return int(v)
		}
	}
	return 1 << 8
}

// SubmissionCounts implements settle.Lists.
func (t *tx) SubmissionCounts(missions []string) map[string]int {
	t.current()
	out := map[string]int{}
	t.each("counting submissions", sqlSubmissionCounts, []any{missions}, func(rows pgx.Rows) error {
		var id string
		var n int
		err := rows.Scan(&id, &n)
		out[id] = n
		return err
	})
	return out
}

// Picked implements settle.Lists.
func (t *tx) Picked(missions []string) map[string]bool {
	t.current()
	out := map[string]bool{}
	t.each("looking for picks", sqlPicked, []any{missions}, func(rows pgx.Rows) error {
		var id string
		err := rows.Scan(&id)
		out[id] = true
		return err
	})
	return out
}

// InstructionsOf implements settle.Lists.
func (t *tx) InstructionsOf(missions []string) []*settle.Instruction {
	return list[*settle.Instruction](t, "listing instructions", settle.TableInstruction, sqlInstructionsOf, missions)
}

// Many implements settle.Lists.
func (t *tx) Many(table settle.Table, keys []string) map[string]settle.Row {
	t.base.prefetch(table, keys)
	out := map[string]settle.Row{}
	for _, key := range keys {
		if r := t.Get(table, key); r != nil {
			out[key] = r
		}
	}
	return out
}

// prefetch reads the rows of some keys at once, so that Get finds them in memory.
func (b *base) prefetch(table settle.Table, keys []string) {
	unknown := []string{}
	for _, key := range keys {
		if _, ok := b.rows[table][key]; !ok && !slices.Contains(unknown, key) {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) == 0 || table == settle.TableTransfer { // whose keys are not what they lie by
		return
	}
	b.tx.each("reading "+string(table), sqlMany(table), []any{unknown}, func(rows pgx.Rows) error {
		_, err := b.scan(table, rows)
		return err
	})
	for _, key := range unknown {
		if b.rows[table][key] == nil {
			b.keep(table, key, nil)
		}
	}
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
