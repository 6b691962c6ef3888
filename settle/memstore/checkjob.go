package memstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// PutCheckJob implements settle.Side.
func (t *tx) PutCheckJob(j settle.CheckJob) {
	t.enter("put_check_job", true)
	t.checks.put(j.Submission, j)
}

// DropCheckJob implements settle.Side.
func (t *tx) DropCheckJob(submission string) {
	t.enter("drop_check_job", true)
	t.checks.del(submission)
}

// TakeCheckJobs implements settle.CheckJobs.
func (s *Store) TakeCheckJobs(ctx context.Context, now, until int64, max int) (out []settle.CheckJob, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := s.ask("take_check_jobs"); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.data.checks {
		if j.DueAt <= now {
			out = append(out, j)
		}
	}
	slices.SortFunc(out, func(a, b settle.CheckJob) int {
		return cmp.Or(cmp.Compare(a.DueAt, b.DueAt), cmp.Compare(a.Submission, b.Submission))
	})
	out = out[:min(len(out), max)]
	for k := range out {
		out[k].Attempt, out[k].DueAt = out[k].Attempt+1, until
		s.data.checks[out[k].Submission] = out[k]
	}
	return out, nil
}

// DelayCheckJob implements settle.CheckJobs.
func (s *Store) DelayCheckJob(ctx context.Context, j settle.CheckJob) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.ask("delay_check_job"); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.data.checks[j.Submission]; ok && old.Attempt == j.Attempt {
		s.data.checks[j.Submission] = j
	}
	return nil
}
