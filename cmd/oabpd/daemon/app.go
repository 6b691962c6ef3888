package daemon

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	mrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/errgroup"

	"github.com/oabp/oabpd/api/mcp"
	"github.com/oabp/oabpd/api/stream"
	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/egress"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/jobs"
	"github.com/oabp/oabpd/settle/proof"
	"github.com/oabp/oabpd/settle/proof/jose"
	"github.com/oabp/oabpd/settle/seal"
)

// App is the whole daemon: everything opened, nothing running until Run.
type App struct {
	cfg       Config
	store     *postgres.Store
	holder    string // this process in the lease
	source    *rpc.Failover
	jury      *indexer.Jury // nil with one endpoint
	tags      *indexer.Tags // nil where nobody is asked
	identity  rpc.Identity
	engine    *engine.Engine
	follower  *indexer.Follower
	wakers    []*rpc.Waker
	wake      chan struct{} // the follower's: a head may be there
	due       chan struct{} // a fact may have completed a cover
	receipts  *proof.Keys
	card      *jose.Keys
	sealing   *seal.Keyset
	index     *seal.Index // by which people are found
	metrics   *metrics
	auditor   *auditor
	api       net.Listener
	scrape    net.Listener // of the metrics; nil for none
	publicURL string
	handler   *echo.Echo
	mcp       *mcp.Server
	stream    *stream.Server
	jobs      *jobs.Runner
	hooks     *jobs.Hooks
}

// Open checks the configuration, opens database, keys and endpoints, and takes
// the port. It waits for an endpoint until ctx ends.
func Open(ctx context.Context, cfg Config) (_ *App, err error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	a := &App{cfg: cfg, wake: make(chan struct{}, 1), due: make(chan struct{}, 1), metrics: newMetrics()}
	defer func() {
		if err != nil {
			a.Close()
		}
	}()
	if err := a.openStore(ctx); err != nil {
		return nil, err
	}
	if err := a.openChain(ctx); err != nil {
		return nil, err
	}
	if a.api, err = net.Listen("tcp", cfg.Listen); err != nil {
		return nil, &UsageError{[]error{fmt.Errorf("--listen: %w", err)}}
	}
	if cfg.MetricsListen != "" {
		if a.scrape, err = net.Listen("tcp", cfg.MetricsListen); err != nil {
			return nil, &UsageError{[]error{fmt.Errorf("--metrics-listen: %w", err)}}
		}
	}
	a.publicURL = cfg.publicURL(a.api.Addr().(*net.TCPAddr).Port)
	if err := a.openEngine(ctx); err != nil {
		return nil, err
	}
	if err := a.openJobs(); err != nil {
		return nil, err
	}
	if err := a.openFollower(); err != nil {
		return nil, err
	}
	if err := a.openAuditor(ctx); err != nil {
		return nil, err
	}
	if a.handler, err = a.surfaces(); err != nil {
		return nil, err
	}
	return a, nil
}

func (a *App) openStore(ctx context.Context) error {
	m, err := postgres.MigrationStatus(ctx, a.cfg.DatabaseURL, migrations.FS)
	if err != nil {
		return fmt.Errorf("looking at the database: %w", err)
	}
	if m.Current != m.Target {
		return &UsageError{[]error{fmt.Errorf("the database's schema is at version %d, this program needs %d: run oabpd migrate up", m.Current, m.Target)}}
	}
	if a.holder, err = processName(); err != nil {
		return err
	}
	a.store, err = postgres.Open(ctx, a.cfg.DatabaseURL, postgres.Options{Process: a.holder, Observer: a.metrics.store})
	return err
}

// processName is unique per process: host, process id and a random number.
func processName() (string, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	var id [6]byte
	if _, err := rand.Read(id[:]); err != nil {
		return "", fmt.Errorf("naming the process: %w", err)
	}
	return fmt.Sprintf("%s/%d/%s", host, os.Getpid(), hex.EncodeToString(id[:])), nil
}

func (a *App) openEngine(ctx context.Context) error {
	if err := a.cfg.ensureDataDir(); err != nil {
		return err
	}
	var err error
	if a.sealing, err = a.openSealing(ctx); err != nil {
		return err
	}
	if a.index, err = a.openIndex(ctx); err != nil {
		return err
	}
	if a.receipts, err = proof.LoadOrCreateKey(a.cfg.DataDir, rand.Reader, time.Now()); err != nil {
		return fmt.Errorf("opening the receipt keys: %w", err)
	}
	if a.card, err = jose.LoadOrCreate(a.cfg.DataDir, rand.Reader, time.Now()); err != nil {
		return fmt.Errorf("opening the card keys: %w", err)
	}
	out, err := a.outside()
	if err != nil {
		return err
	}
	a.engine = engine.New(engine.Options{
		Outside: out, OracleReader: oracleReader{a.signatures()}, Oracles: a.cfg.OracleCalls,
		Store: a.store, Sealer: seal.Sealer{Keyset: a.sealing, Salt: rand.Reader}, Receipts: receiptIssuer{a.publicURL, a.receipts},
		Signatures: a.signatures(), Chain: chainReader{a.source, a.cfg.Token, a.source.Using}, People: seal.People{Keyset: a.sealing, Index: a.index}, Escrow: &escrowReader{calls: a.source}, Rater: Rater{}, Random: rand.Reader,
		RegistrationsPerDay: a.cfg.RegistrationsPerDay, HumanBounties: a.cfg.HumanBounties, Identity: a.cfg.Identity, Now: a.cfg.clock(), Wake: func() { poke(a.due) }, Agreed: a.agreed(), Claims: a.claims(),
		Webhooks: hookRules{a.outgoing(egress.Limits{}), a.sealing},
	})
	set := a.cfg.settings(nil) // the engine knows what was in force
	set.ChainID, set.Genesis = a.identity.ChainID, a.identity.Genesis
	if err := a.engine.Configure(ctx, set); settle.CodeOf(err) == settle.CodeInvalid {
		return &UsageError{[]error{fmt.Errorf("--fee-address: %w; give one that you control", err)}}
	} else if err != nil {
		return fmt.Errorf("putting the settings in force: %w", err)
	}
	return nil
}

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (a *App) openFollower() (err error) {
	start := indexer.StartAtHead
	if a.cfg.StartBlock != nil {
		start = *a.cfg.StartBlock
	}
	a.follower, err = indexer.New(indexer.Config{
		Source: a.source, Ranges: a.source, Sink: sink{a.engine, a.store}, Lease: a.store, Holder: a.holder,
		Rand: mrand.Float64, Log: a.cfg.Log, Observer: followerObserver{a.metrics, func() { poke(a.due) }, &progress{terminal: a.cfg.Progress, log: a.cfg.Log, now: time.Now}},
		Wake: a.wake, StartBlock: start, Poll: a.cfg.Poll, Jury: a.jury, Tags: a.tags,
	})
	return err
}

// Run serves until ctx ends or something fails for good; then it finishes what
// is in hand.
func (a *App) Run(ctx context.Context) error {
	a.cfg.Log.Info("oabpd runs", "version", a.cfg.Version, "chain_id", a.identity.ChainID, "genesis", a.identity.Genesis,
		"token", a.cfg.Token, "pay", a.cfg.Pay, "contracts", a.cfg.Contracts.List(), "api", a.publicURL, "confirmations", a.cfg.Confirmations)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return a.follower.Run(postgres.Reserved(ctx)) })
	g.Go(func() error { a.source.Watch(ctx); return nil })
	for _, w := range a.wakers {
		g.Go(func() error { w.Run(ctx); return nil })
		g.Go(func() error { a.forward(ctx, w.C()); return nil })
	}
	g.Go(func() error { a.settleLoop(postgres.Reserved(ctx)); return nil })
	g.Go(func() error { a.sweepLoop(ctx); return nil })
	g.Go(func() error { a.keysLoop(ctx); return nil })
	g.Go(func() error { a.checkLoop(ctx); return nil })
	g.Go(func() error { a.pauseLoop(ctx); return nil })
	g.Go(func() error { a.checkpointLoop(ctx); return nil })
	g.Go(func() error { a.auditor.Run(ctx); return nil })
	g.Go(func() error { return a.jobs.Run(ctx) })
	g.Go(func() error { a.hooksLoop(ctx); return nil })
	g.Go(func() error { return serve(ctx, a.api, a.handler, a.cfg.Log) })
	if a.scrape != nil {
		g.Go(func() error { return serve(ctx, a.scrape, a.metrics.handler(a), a.cfg.Log) })
	}
	g.Go(func() error { a.mcp.Watch(ctx); return nil })
	g.Go(func() error { a.stream.Run(ctx); return nil })
	g.Go(func() error { // open streams would hold the shutdown up
		<-ctx.Done()
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return a.mcp.Close(stop)
	})
	err := g.Wait()
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	a.cfg.Log.Info("oabpd stopped")
	return err
}

func (a *App) forward(ctx context.Context, from <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-from:
			poke(a.wake)
		}
	}
}

// settleLoop settles what facts of the API, or a new leadership, made due.
func (a *App) settleLoop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.due:
		}
		st := a.follower.Status()
		if !st.Leader {
			continue
		}
		if err := a.engine.SettleDue(ctx, st.Epoch); err != nil && ctx.Err() == nil {
			a.cfg.Log.Error("settling what is due", "error", err)
		}
	}
}

// deadlinesEvery is the time between sweeps of deadlines; blocks sweep them too.
const deadlinesEvery = 5 * time.Second

// sweepLoop forgets expired nonces, sessions and idempotency records, ends what is
// past its deadline, also while no block comes, and waives fees that the token's
// issuer has come to refuse (R9).
func (a *App) sweepLoop(ctx context.Context) {
	t := time.NewTicker(5 * time.Minute)
	defer t.Stop()
	fees := time.NewTicker(time.Minute)
	defer fees.Stop()
	ends := time.NewTicker(deadlinesEvery)
	defer ends.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ends.C:
			if _, err := a.engine.Sweep(ctx); err != nil && ctx.Err() == nil {
				a.cfg.Log.Warn("ending what is past its deadline", "error", err)
			}
		case <-fees.C:
			if _, err := a.engine.WaiveRefusedFees(ctx); err != nil && ctx.Err() == nil {
				a.cfg.Log.Warn("asking about refused fees", "error", err)
			}
		case now := <-t.C:
			if err := errors.Join(a.store.Sweep(ctx, now.UnixMilli()), a.store.SweepRequests(ctx, idempotencyKeep)); err != nil && ctx.Err() == nil {
				a.cfg.Log.Warn("sweeping", "error", err)
			}
		}
	}
}

func serve(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) error {
	s := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 60 * time.Second, WriteTimeout: 60 * time.Second,
		IdleTimeout: 120 * time.Second, MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	select {
	case err := <-done:
		return fmt.Errorf("serving %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 15*time.Second)
	defer cancel()
	if err := s.Shutdown(stop); err != nil {
		return errors.Join(fmt.Errorf("stopping %s: %w", l.Addr(), err), s.Close())
	}
	return nil
}

// Close gives back what Open took; after Run too.
func (a *App) Close() {
	if a.api != nil {
		_ = a.api.Close()
	}
	if a.scrape != nil {
		_ = a.scrape.Close()
	}
	if a.store != nil {
		a.store.Close()
	}
}

// URL is the origin that clients see.
func (a *App) URL() string { return a.publicURL }

// MetricsURL is where Prometheus reads; empty if nowhere.
func (a *App) MetricsURL() string {
	if a.scrape == nil {
		return ""
	}
	return fmt.Sprintf("http://127.0.0.1:%d/metrics", a.scrape.Addr().(*net.TCPAddr).Port)
}

// Engine is the use cases of a running App, for the development stack.
func (a *App) Engine() *engine.Engine { return a.engine }

const idempotencyKeep = 24 * time.Hour
