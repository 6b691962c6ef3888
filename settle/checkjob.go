package settle

import "context"

// CheckJob says that a submission waits for a worker: to read its content from where
// its Source says, or to ask who decides it. It lies beside the journal; what came of
// it is a WorkChecked.
type CheckJob struct {
	Submission string
	// Attempt is how often a worker took it, this time included.
	Attempt int
	// DueAt is when a worker may take it, in Unix milliseconds.
	DueAt int64
}

// CheckJobs hands jobs out to workers.
type CheckJobs interface {
	// TakeCheckJobs takes at most max jobs that are due at now, the longest due first,
	// and makes them due again at until: a worker that dies loses only time. Of many
	// workers, in whatever processes, each gets others; none waits.
	TakeCheckJobs(ctx context.Context, now, until int64, max int) ([]CheckJob, error)
	// DelayCheckJob makes a job due at its DueAt. Nothing happens if it is gone, or if
	// another worker has taken it since.
	DelayCheckJob(ctx context.Context, j CheckJob) error
}
