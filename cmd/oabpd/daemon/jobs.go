package daemon

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/egress"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/postgres/jobs"
	"github.com/oabp/oabpd/settle/seal"
)

// hooksEvery is the time between looks for public events to deliver.
const hooksEvery = time.Second

// outgoing asks the addresses that strangers name, under the operator's exceptions.
func (a *App) outgoing(l egress.Limits) *egress.Client {
	return egress.New(egress.Options{Limits: l, Also: a.cfg.Reach, UserAgent: "oabpd/" + a.cfg.Version + " (+" + a.publicURL + ")"})
}

// openJobs sets up the queue that this process works on, with all other daemons
// of the database.
func (a *App) openJobs() (err error) {
	a.hooks = jobs.NewHooks(a.store, jobs.HookOptions{Send: a.outgoing(egress.Limits{Timeout: 20 * time.Second, Body: 4 << 10}), Sealing: a.sealing,
		Events: a.engine.PublicEvents, Observer: a.metrics.hooks, Log: a.cfg.Log,
		Body: func(e settle.PublicEvent) ([]byte, error) { return api.HookBody(a.publicURL, e) }})
	name, n := jobs.HooksQueue()
	a.jobs, err = jobs.New(a.store, jobs.Options{Log: a.cfg.Log, Register: a.workers, Queues: map[string]int{name: n}})
	return err
}

// workers are those of every kind of job.
func (a *App) workers(all *river.Workers) {
	a.hooks.Register(all)
}

// dispatchWithin is for one look: a connection that died without a word would hang.
const dispatchWithin = 15 * time.Second

// hooksLoop enqueues what the journal has for webhooks. Every daemon does; the
// cursor in the database says who was first.
func (a *App) hooksLoop(ctx context.Context) {
	t := time.NewTicker(hooksEvery)
	defer t.Stop()
	for {
		within, cancel := context.WithTimeout(ctx, dispatchWithin)
		more, err := a.hooks.Dispatch(within, a.jobs.Client())
		cancel()
		if err != nil && ctx.Err() == nil {
			a.cfg.Log.Warn("looking for events to deliver", "error", err)
		}
		if more && err == nil && ctx.Err() == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

// resealHooks moves the secrets of webhooks to the key that seals now.
func (a *App) resealHooks(ctx context.Context) {
	for more := true; more; {
		var err error
		if more, err = a.hooks.Reseal(ctx); err != nil && ctx.Err() == nil {
			a.cfg.Log.Error("moving the secrets of webhooks to another key", "error", err)
		}
	}
}

// hookRules are what the engine must know of the world to take webhooks.
type hookRules struct {
	send *egress.Client
	keys *seal.Keyset
}

var _ engine.WebhookRules = hookRules{}

// CheckURL implements engine.WebhookRules.
func (r hookRules) CheckURL(url string) error { _, err := r.send.Check(url); return err }

// KeyID implements engine.WebhookRules.
func (r hookRules) KeyID() uint32 { return r.keys.PrimaryID() }

// hookMetrics are what is counted about deliveries. It is a jobs.HookObserver.
type hookMetrics struct {
	deliveries *prometheus.CounterVec
	seconds    prometheus.Histogram
}

var _ jobs.HookObserver = hookMetrics{}

var (
	descHookFacts = prometheus.NewDesc("oabpd_webhook_cursor_behind_facts", "Facts of the journal that were not yet looked at for webhooks.", nil, nil)
	descHookLag   = prometheus.NewDesc("oabpd_webhook_cursor_lag_seconds", "Age of the oldest fact that was not yet looked at for webhooks; 0 if there is none.", nil, nil)
	descHooks     = prometheus.NewDesc("oabpd_webhooks", "Webhooks, by status: pending (the address has not answered the challenge), active, disabled.", []string{"status"}, nil)
	descListeners = prometheus.NewDesc("oabpd_event_listeners", "Open streams of public events (GET /events).", nil, nil)
	hookDescs     = []*prometheus.Desc{descHookFacts, descHookLag, descHooks, descListeners}
)

func newHookMetrics(r prometheus.Registerer) hookMetrics {
	m := hookMetrics{
		deliveries: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_webhook_deliveries_total",
			Help: "Attempts to deliver to webhooks by result: succeeded, failed (a status that is not 2xx), unreachable (no answer in time), refused (the address may not be reached)."}, []string{"result"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "oabpd_webhook_delivery_seconds", Help: "Duration of attempts to deliver to webhooks.",
			Buckets: []float64{0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20}}),
	}
	for _, x := range settle.DeliveryResults() {
		m.deliveries.WithLabelValues(string(x))
	}
	r.MustRegister(m.deliveries, m.seconds)
	return m
}

// Delivered implements jobs.HookObserver.
func (m hookMetrics) Delivered(r settle.DeliveryResult, took time.Duration) {
	m.deliveries.WithLabelValues(string(r)).Inc()
	m.seconds.Observe(took.Seconds())
}

// collectHooks gives the gauges of webhooks; those of a database that does not answer
// are missing.
func (a *App) collectHooks(ctx context.Context, gauge func(d *prometheus.Desc, v float64, labels ...string)) {
	gauge(descListeners, float64(a.stream.Listeners()))
	if facts, age, err := a.hooks.Lag(ctx); err == nil {
		gauge(descHookFacts, float64(facts))
		gauge(descHookLag, age.Seconds())
	}
	if n, err := a.hooks.Count(ctx); err == nil {
		for status, count := range n {
			gauge(descHooks, float64(count), string(status))
		}
	}
}
