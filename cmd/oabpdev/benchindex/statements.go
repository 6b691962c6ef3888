package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// statementSettings load what counts statements.
var statementSettings = map[string]string{"shared_preload_libraries": "pg_stat_statements", "pg_stat_statements.track": "all",
	"pg_stat_statements.track_planning": "on"}

func resetStatements(ctx context.Context, db *pgx.Conn) error {
	if _, err := db.Exec(ctx, "create extension if not exists pg_stat_statements"); err != nil {
		return fmt.Errorf("counting statements: %w", err)
	}
	_, err := db.Exec(ctx, "select pg_stat_statements_reset()")
	return err
}

// printStatements prints the ones that took longest, in milliseconds.
func printStatements(ctx context.Context, db *pgx.Conn) error {
	rows, err := db.Query(ctx, `select query, calls, total_exec_time, total_plan_time, rows, shared_blks_hit, wal_bytes::bigint from pg_stat_statements
		where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time + total_plan_time desc limit 20`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var query string
		var calls, n, hit, wal int64
		var exec, plan float64
		if err := rows.Scan(&query, &calls, &exec, &plan, &n, &hit, &wal); err != nil {
			return err
		}
		query = strings.Join(strings.Fields(query), " ")
		fmt.Printf("%8.1f ms, planning %6.1f ms, %6d calls, %7d rows, %8d buffers, %5.1f MB of WAL: %.110s\n", exec, plan, calls, n, hit, float64(wal)/1e6, query)
	}
	return rows.Err()
}
