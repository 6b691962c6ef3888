package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/oabp/oabpd/settle/postgres"
)

// Options tune a Runner; zero values mean the defaults.
type Options struct {
	// Register adds the workers of the jobs; River refuses a job without one.
	Register func(*river.Workers)
	// Queues are the names of further queues with how many jobs of each a process
	// works at a time; the queue "default" has 8.
	Queues map[string]int
	// Poll is the time between looks for jobs; 1 s by default, 10 ms at least.
	Poll time.Duration
	// Drain is how long stopping waits for jobs in hand; 10 s by default.
	Drain time.Duration
	// Log gets warnings; default slog.Default().
	Log *slog.Logger
}

// Client is River's, for enqueuing in a transaction.
type Client = river.Client[pgx.Tx]

// Runner works the jobs of one database.
type Runner struct {
	client *Client
	o      Options
}

// New makes a Runner on the store's database, whose migrations hold River's.
func New(s *postgres.Store, o Options) (*Runner, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Drain <= 0 {
		o.Drain = 10 * time.Second
	}
	if o.Poll <= 0 {
		o.Poll = time.Second
	}
	o.Poll = max(o.Poll, 10*time.Millisecond)
	workers := river.NewWorkers()
	if o.Register != nil {
		o.Register(workers)
	}
	queues := map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 8}}
	for name, n := range o.Queues {
		queues[name] = river.QueueConfig{MaxWorkers: n}
	}
	c, err := river.NewClient(riverpgxv5.New(s.JobsPool()), &river.Config{
		Queues: queues, Workers: workers, PollOnly: true, FetchPollInterval: o.Poll, FetchCooldown: min(o.Poll, river.FetchCooldownDefault),
		JobTimeout: time.Minute, RescueStuckJobsAfter: 5 * time.Minute,
		CompletedJobRetentionPeriod: time.Hour, CancelledJobRetentionPeriod: time.Hour, DiscardedJobRetentionPeriod: 24 * time.Hour,
		Logger: slog.New(quiet{o.Log.Handler()}),
	})
	if err != nil {
		return nil, fmt.Errorf("setting up the jobs: %w", err)
	}
	return &Runner{c, o}, nil
}

// Client enqueues jobs, before Run as well.
func (r *Runner) Client() *Client { return r.client }

// Run works jobs until ctx ends, then finishes those in hand. A database that
// does not answer is waited for.
func (r *Runner) Run(ctx context.Context) error {
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		// Jobs outlive ctx by the time that they are given to finish.
		err := r.client.Start(context.WithoutCancel(ctx))
		if err == nil {
			break
		}
		r.o.Log.WarnContext(ctx, "starting the jobs", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
	<-ctx.Done()
	soft, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.o.Drain)
	defer cancel()
	if err := r.client.Stop(soft); err == nil || !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	hard, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.o.Drain)
	defer cancel()
	if err := r.client.StopAndCancel(hard); err != nil {
		return fmt.Errorf("stopping the jobs: %w", err)
	}
	return nil
}

// quiet keeps River's debug and info lines out of the log. What the daemon's
// own workers fail with is told by them, in words that hold no secret.
type quiet struct{ slog.Handler }

// Enabled implements slog.Handler.
func (q quiet) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && q.Handler.Enabled(ctx, l)
}

// WithAttrs implements slog.Handler.
func (q quiet) WithAttrs(a []slog.Attr) slog.Handler { return quiet{q.Handler.WithAttrs(a)} }

// WithGroup implements slog.Handler.
func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name)} }
