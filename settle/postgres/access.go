package postgres

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// access is how a query is answered: the condition that mirrors its Match and,
// if the condition has a parameter, how Arg becomes its value.
type access struct {
	cond string
	arg  func(string) (any, error)
	// several is how it becomes those of two parameters.
	several func(string) ([]any, error)
	// limit, if not 0, is how many of the first rows are enough: by order, or by their
	// keys.
	limit int
	order string
	// exists answers whether a row matches, if there is a shorter way than cond.
	exists string
}

func text(s string) (any, error)   { return s, nil }
func number(s string) (any, error) { return strconv.ParseInt(s, 10, 64) }

func unhex(s string) (any, error) { return hex.DecodeString(strings.TrimPrefix(s, "0x")) }

// accessOf gives each access path of package settle its condition.
func accessOf(name settle.QueryName) access {
	switch name {
	case settle.QueryKeysOfAgent:
		return access{cond: "agent = $1", arg: text}
	case settle.QueryAddressesOfAgent:
		return access{cond: "agent = $1", arg: text}
	case settle.QuerySubmissionsOfMission:
		return access{cond: "mission = $1", arg: text}
	case settle.QuerySubmissionsOfAgent:
		return access{cond: "agent = $1", arg: text}
	case settle.QuerySubmissionsJoinedBy:
		return access{cond: "joined ? $1 and agent <> $1", arg: text}
	case settle.QuerySubmissionsAwaiting:
		return access{cond: "awaiting ? $1", arg: text}
	case settle.QueryCompleteOfMission:
		return access{cond: "mission = $1 and complete", arg: text}
	case settle.QueryMissionsOfPoster:
		return access{cond: "poster = $1", arg: text}
	case settle.QueryMissionsDue:
		return access{cond: "status = 'open' and mode is distinct from 'escrow' and deadline <= $1", arg: number}
	case settle.QueryMissionsEnding:
		return access{cond: "status = 'open' and mode is distinct from 'escrow' and not kept and deadline <= $1", arg: number, limit: 1000, order: "deadline, key"}
	case settle.QueryMissionOnChain:
		return access{cond: "on_chain = $1", arg: unhex}
	case settle.QueryInstructionsOfMission:
		return access{cond: "mission = $1", arg: text}
	case settle.QueryInstructionsOfSubmission:
		return access{cond: "submission = $1", arg: text}
	case settle.QueryInstructionByDeposit:
		return access{cond: "deposit = $1 and deposit is not null", arg: unhex}
	case settle.QueryWatching:
		return access{cond: "key in (select instruction from watch where address = $1)", arg: unhex,
			exists: "select exists (select from watch where address = $1 and instruction <> all ($2::text[]))"}
	case settle.QueryUnsettledOfPoster:
		return access{cond: "poster = $1 and status in ('open', 'reverted', 'held')", arg: text}
	case settle.QueryInstructionsDue:
		return access{cond: "status = 'open' and reserved_until is not null and not covered and reserved_until <= $1", arg: number, limit: 1000, order: "reserved_until, key"}
	case settle.QueryInstructionsReserved:
		return access{cond: "status = 'open' and reserved_until is not null"}
	case settle.QueryReservedAfter:
		return access{cond: "status = 'open' and reserved_until is not null and key > $1", arg: text, limit: 1000}
	case settle.QueryInstructionsWaiting:
		return waitingAccess
	case settle.QueryHeld:
		return access{cond: "status = 'held'"}
	case settle.QueryReverted:
		return access{cond: "poster = $1 and status = 'reverted'", arg: text}
	case settle.QueryRatingsOfAgent:
		return access{cond: "agent = $1", arg: text}
	case settle.QueryIncidentsOpen:
		return access{cond: "cleared_at is null"}
	case settle.QueryIncidentsOfFact:
		return access{cond: "key > lpad($1::text, greatest(12, length($1::text)), '0') || '/' and key < lpad($1::text, greatest(12, length($1::text)), '0') || '0'", arg: text}
	case settle.QueryPointsBallots, settle.QueryPointsCommitments:
		return access{cond: "mission = $1", arg: text}
	case settle.QueryCommitmentsWaiting:
		return access{cond: "waiting"}
	}
	return stuckAccessOf(name)
}

// stuckAccessOf are the paths of the operator's inbox, each by an index of its own.
func stuckAccessOf(name settle.QueryName) access {
	switch name {
	case settle.QueryStrayed:
		return access{cond: "strayed and status in ('open', 'reverted', 'held') and key > $1", arg: text, limit: settle.StuckMost}
	case settle.QueryPartlyPaid:
		return access{cond: "partly_paid and status in ('open', 'reverted') and key > $1", arg: text, limit: settle.StuckMost}
	case settle.QueryInDeposit:
		return access{cond: "in_deposit and key > $1", arg: text, limit: settle.StuckMost}
	case settle.QueryHeldBehind:
		return access{cond: "status = 'held' and key > $1", arg: text, limit: settle.StuckMost}
	case settle.QueryPostersOwing:
		return access{cond: "owes and key > $1", arg: text, limit: settle.StuckMost}
	case settle.QueryIncidentKind:
		return access{cond: "cleared_at is null and kind = $1 and key > $2", limit: settle.StuckMost, several: func(arg string) ([]any, error) {
			kind, behind, _ := strings.Cut(arg, " ")
			return []any{kind, behind}, nil
		}}
	}
	return moneyAccessOf(name)
}

func moneyAccessOf(name settle.QueryName) access {
	switch name {
	case settle.QueryPayersOfAddress:
		return access{cond: "address = $1", arg: unhex}
	case settle.QueryPayersOfPoster:
		return access{cond: "poster = $1", arg: text}
	case settle.QueryTransfersFrom:
		return access{cond: "sender = $1", arg: unhex}
	case settle.QueryTransfersTo:
		return access{cond: "receiver = $1", arg: unhex}
	case settle.QueryTransfersOfBlock:
		return access{cond: "block_hash = $1", arg: unhex}
	case settle.QueryTransfersOfTx:
		return access{cond: "tx_hash = $1", arg: unhex}
	case settle.QueryTransfersTagged:
		return access{cond: "instruction = $1", arg: text}
	case settle.QueryAllocationsOfTransfer:
		return access{cond: "transfer = $1", arg: text}
	case settle.QueryAllocationsOfInstruction:
		return access{cond: "instruction = $1", arg: text}
	}
	return chainAccessOf(name)
}

// chainAccessOf are the paths to awards, undo and mirrors.
func chainAccessOf(name settle.QueryName) access {
	switch name {
	case settle.QueryEscrowMissionsOfPoster:
		return access{cond: "poster = $1", arg: unhex}
	case settle.QueryEntriesOfMission, settle.QueryCommitmentsOfMission, settle.QueryPollsOfMission:
		return access{cond: "mission = $1", arg: unhex}
	case settle.QueryChoicesOfPoll, settle.QueryBallotsOfPoll:
		return access{cond: "poll = $1", arg: text}
	case settle.QueryBallotsOfVoter:
		return access{cond: "voter = $1", arg: unhex}
	case settle.QueryAwardsOnChain:
		return access{cond: "on_chain = $1", arg: unhex}
	case settle.QueryAwardsOfSubmission:
		return access{cond: "submission = $1 and submission is not null", arg: text}
	case settle.QueryAwardsOfParty:
		return access{cond: "parties ? $1", arg: text}
	case settle.QueryAwardsWaiting:
		return waitingAccess
	case settle.QueryAwardsHeld:
		return access{cond: "held"}
	case settle.QueryAwardsHeldBehind:
		return access{cond: "held and key > $1", arg: text, limit: settle.StuckMost}
	case settle.QueryAwardsReverted:
		return access{cond: "poster = $1 and status = 'reverted' and not replaced", arg: text}
	case settle.QueryUndoBelow:
		return access{cond: "number < $1", arg: number}
	}
	if strings.HasSuffix(string(name), "_of_contract") {
		return access{cond: "contract = $1", arg: unhex}
	}
	panic(fmt.Sprintf("query %q has no access path", name))
}

// args are the parameters of q's condition.
func (a access) args(q settle.Query) ([]any, error) {
	var v any
	var vs []any
	var err error
	switch {
	case a.several != nil:
		vs, err = a.several(q.Arg)
	case a.arg != nil:
		v, err = a.arg(q.Arg)
		vs = []any{v}
	}
	if err != nil {
		return nil, fmt.Errorf("argument %.80q: %w", q.Arg, err)
	}
	return vs, nil
}

// sqlFrom is where the rows of a table are looked for.
func sqlFrom(t settle.Table) string {
	if t == settle.TableTransfer {
		return "recorded_transfer"
	}
	return string(t)
}

func sqlGet(t settle.Table) string {
	if t == settle.TableTransfer {
		return sqlGetTransfer
	}
	return fmt.Sprintf("select body from %s where key = $1", t)
}

func sqlMany(t settle.Table) string {
	return fmt.Sprintf("select key, body from %s where key = any ($1::text[])", t)
}

func sqlFind(t settle.Table, a access) string {
	if a.order != "" {
		return fmt.Sprintf("select key, body from (select key, body from %s where %s order by %s limit %d) as first order by key", sqlFrom(t), a.cond, a.order, a.limit)
	}
	sql := fmt.Sprintf("select key, body from %s where %s order by key", sqlFrom(t), a.cond)
	if a.limit > 0 {
		sql += fmt.Sprintf(" limit %d", a.limit)
	}
	return sql
}

// sqlExists leaves out the keys of its last parameter.
func sqlExists(t settle.Table, a access) string {
	if a.exists != "" {
		return a.exists
	}
	n := 1
	switch {
	case a.several != nil:
		n = 3 // the only ones have two
	case a.arg != nil:
		n = 2
	}
	return fmt.Sprintf("select exists (select from %s where %s and key <> all ($%d::text[]))", sqlFrom(t), a.cond, n)
}

// sqlPage reads a table in key order from behind a key; beside is a column of its
// own or an empty text.
func sqlPage(t settle.Table, beside string) string {
	if t == settle.TableTransfer {
		return sqlPageTransfers
	}
	return fmt.Sprintf("select key, body, %s from %s where key > $1 order by key limit $2", beside, t)
}

// sqlDelete deletes the rows of some keys.
func sqlDelete(t settle.Table) string {
	return fmt.Sprintf("delete from %s where key = any ($1::text[])", t)
}

// sqlPut writes rows; the parameters are their keys and bodies. Some tables have
// columns that the store fills.
func sqlPut(t settle.Table) string {
	const end = " on conflict (key) do update set body = excluded.body"
	switch t {
	case settle.TableMission:
		return "insert into mission (key, body, search) select k, b::jsonb, s from unnest($1::text[], $2::text[], $3::text[]) as r (k, b, s)" +
			end + ", search = excluded.search"
	case settle.TableAllocation:
		return `insert into allocation (key, body, value) select k, b::jsonb, t.value from unnest($1::text[], $2::text[]) as r (k, b)
			left join transfer t on t.key = b::jsonb ->> 'transfer'` + end + ", value = excluded.value"
	case settle.TableInstruction, settle.TableEscrowAward:
		return fmt.Sprintf(`insert into %s (key, body, waits_for, waits_in)
			select k, b::jsonb, w, n from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as r (k, b, w, n)`, t) +
			end + ", waits_for = excluded.waits_for, waits_in = excluded.waits_in"
	}
	return fmt.Sprintf("insert into %s (key, body) select k, b::jsonb from unnest($1::text[], $2::text[]) as r (k, b)", t) + end
}
