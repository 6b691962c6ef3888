package daemon

import (
	"github.com/riverqueue/river"

	"github.com/oabp/oabpd/settle/postgres/jobs"
)

// openJobs sets up the queue that this process works on, with all other daemons
// of the database.
func (a *App) openJobs() (err error) {
	a.jobs, err = jobs.New(a.store, jobs.Options{Log: a.cfg.Log, Register: a.workers})
	return err
}

// workers are those of every kind of job.
func (a *App) workers(all *river.Workers) {
}
