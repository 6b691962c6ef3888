package postgres

import (
	"context"
	"errors"

	"github.com/oabp/oabpd/settle"
)

// SQLOf are the statements that are made for a table.
func SQLOf(t settle.Table) []string {
	out := []string{sqlGet(t), sqlPut(t), sqlDelete(t), sqlStored(t), sqlKeysOf(t)}
	if t == settle.TableInstruction || t == settle.TableEscrowAward {
		out = append(out, sqlWaiting(t), sqlRetier(t))
	}
	for _, name := range settle.QueriesOf(t) {
		out = append(out, sqlFind(t, accessOf(name)), sqlExists(t, accessOf(name)))
	}
	return out
}

// SQLFind is the statement that answers a query, and its parameters.
func SQLFind(q settle.Query) (sql string, args []any) {
	a := accessOf(q.Name)
	args, err := a.args(q)
	must(err, "finding %s", q.Name)
	return sqlFind(q.Table, a), args
}

// SQLConcerning is the statement whose cost must not grow with the store.
const SQLConcerning = sqlConcerning

// ApplicationName is what a process is called in pg_stat_activity.
func ApplicationName(process string) string { return applicationName(process) }

// Resolve asks what became of a transaction whose commit was not acknowledged.
func (s *Store) Resolve(ctx context.Context, xid, history string, seq uint64, fact settle.Hash) error {
	return s.resolve(ctx, txID{xid, history, seq, fact}, &commitError{errors.New("no answer")})
}

// SQLBulk are the statements by which a transaction of many blocks learns what
// their addresses mean, each with the table that it must not read whole.
func SQLBulk() map[string]string {
	return map[string]string{"watch": sqlWatchedOf, "instruction": sqlDepositsOf, "payer": sqlPayersOf}
}

// SQLRanking are the statements of a page of the leaderboard.
func SQLRanking() []string { return []string{sqlRankingOfWeek, sqlRankingLate, sqlRankingEarly} }
