package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlPutCheckJob = `insert into check_job (submission, attempt, due_at) values ($1, $2, $3)
		on conflict (submission) do update set attempt = excluded.attempt, due_at = excluded.due_at`
	sqlDropCheckJob  = "delete from check_job where submission = $1"
	sqlTakeCheckJobs = `with due as materialized (select submission, due_at from check_job where due_at <= $1
			order by due_at, submission limit $3 for update skip locked)
		update check_job c set attempt = c.attempt + 1, due_at = $2 from due where c.submission = due.submission
		returning c.submission, c.attempt, due.due_at`
	sqlDelayCheckJob = "update check_job set due_at = $3 where submission = $1 and attempt = $2"
)

// PutCheckJob implements settle.Side.
func (t *tx) PutCheckJob(j settle.CheckJob) {
	t.write("put check job")
	t.exec("entering a check", sqlPutCheckJob, j.Submission, j.Attempt, j.DueAt)
}

// DropCheckJob implements settle.Side.
func (t *tx) DropCheckJob(submission string) {
	t.write("drop check job")
	t.exec("ending a check", sqlDropCheckJob, submission)
}

// TakeCheckJobs implements settle.CheckJobs. A commit whose answer was lost has taken
// jobs that nobody works on until they are due again.
func (s *Store) TakeCheckJobs(ctx context.Context, now, until int64, max int) (out []settle.CheckJob, err error) {
	due := map[string]int64{}
	err = s.retry(ctx, func() error {
		out = nil
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
			rows, err := pg.Query(ctx, sqlTakeCheckJobs, now, until, max)
			if err != nil {
				return fmt.Errorf("taking checks: %w", err)
			}
			out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (j settle.CheckJob, err error) {
				var was int64
				err = r.Scan(&j.Submission, &j.Attempt, &was)
				j.DueAt, due[j.Submission] = until, was
				return j, err
			})
			return err
		})
	})
	slices.SortFunc(out, func(a, b settle.CheckJob) int {
		return cmp.Or(cmp.Compare(due[a.Submission], due[b.Submission]), cmp.Compare(a.Submission, b.Submission))
	})
	return out, err
}

// DelayCheckJob implements settle.CheckJobs.
func (s *Store) DelayCheckJob(ctx context.Context, j settle.CheckJob) error {
	return s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
			_, err := pg.Exec(ctx, sqlDelayCheckJob, j.Submission, j.Attempt, j.DueAt)
			return err
		})
	})
}
