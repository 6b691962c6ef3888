package daemon

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// metrics are what the daemon counts. Names follow Prometheus: base units,
// _total for counters.
type metrics struct {
	registry *prometheus.Registry
	store    storeMetrics
	releases *releases
	heads    *headMetrics
	hooks    hookMetrics

	rpcCalls    *prometheus.CounterVec
	rpcSeconds  *prometheus.HistogramVec
	switches    prometheus.Counter
	leader      prometheus.Gauge
	blocks      prometheus.Counter
	logs        prometheus.Counter
	writeSecs   prometheus.Histogram
	rangeSize   prometheus.Gauge
	reorgs      *prometheus.CounterVec
	reorgDepth  prometheus.Histogram
	failures    prometheus.Counter
	decisions   *prometheus.CounterVec
	votes       *prometheus.CounterVec
	requests    *prometheus.CounterVec
	requestSecs *prometheus.HistogramVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry:    prometheus.NewRegistry(),
		rpcCalls:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_rpc_calls_total", Help: "JSON-RPC method calls by endpoint, method and result."}, []string{"endpoint", "method", "result"}),
		rpcSeconds:  prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "oabpd_rpc_call_seconds", Help: "Duration of JSON-RPC calls; parts of a batch have the duration of the whole.", Buckets: prometheus.ExponentialBuckets(0.001, 2.5, 10)}, []string{"endpoint", "method"}),
		switches:    prometheus.NewCounter(prometheus.CounterOpts{Name: "oabpd_rpc_switches_total", Help: "Changes of the endpoint in use."}),
		leader:      prometheus.NewGauge(prometheus.GaugeOpts{Name: "oabpd_indexer_leader", Help: "1 while this process indexes, 0 while it stands by."}),
		blocks:      prometheus.NewCounter(prometheus.CounterOpts{Name: "oabpd_indexer_blocks_total", Help: "Blocks stored."}),
		logs:        prometheus.NewCounter(prometheus.CounterOpts{Name: "oabpd_indexer_logs_total", Help: "Logs stored."}),
		writeSecs:   prometheus.NewHistogram(prometheus.HistogramOpts{Name: "oabpd_indexer_block_write_seconds", Help: "Duration of the transaction that stores one block with all its consequences.", Buckets: prometheus.ExponentialBuckets(0.001, 2, 12)}),
		rangeSize:   prometheus.NewGauge(prometheus.GaugeOpts{Name: "oabpd_indexer_range_size_blocks", Help: "Blocks asked for at once while final blocks are read by ranges; 0 before the first."}),
		reorgs:      prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_indexer_reorgs_total", Help: "Reorganizations written, by how they were noticed."}, []string{"reason"}),
		reorgDepth:  prometheus.NewHistogram(prometheus.HistogramOpts{Name: "oabpd_indexer_reorg_depth_blocks", Help: "Blocks replaced by a reorganization.", Buckets: []float64{1, 2, 3, 4, 5, 6, 10, 32, 64, 300}}),
		failures:    prometheus.NewCounter(prometheus.CounterOpts{Name: "oabpd_indexer_errors_total", Help: "Errors that the indexer survived."}),
		decisions:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_indexer_decisions_total", Help: "What was decided about each head seen."}, []string{"action", "reason"}),
		votes:       prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_quorum_votes_total", Help: "Votes of the endpoints on a block, by verdict: apply, wait, switch (a majority has another block than ours), split (no majority), logs (a majority has other logs in our block than are stored)."}, []string{"verdict"}),
		requests:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_http_requests_total", Help: "HTTP requests by route and status."}, []string{"route", "method", "status"}),
		requestSecs: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "oabpd_http_request_seconds", Help: "Duration of HTTP requests by route.", Buckets: prometheus.ExponentialBuckets(0.001, 2.5, 10)}, []string{"route"}),
	}
	m.store, m.releases, m.heads = newStoreMetrics(m.registry), newReleases(m.registry), newHeadMetrics(m.registry)
	m.hooks = newHookMetrics(m.registry)
	m.registry.MustRegister(m.rpcCalls, m.rpcSeconds, m.switches, m.leader, m.blocks, m.logs, m.writeSecs, m.rangeSize, m.reorgs, m.reorgDepth,
		m.failures, m.decisions, m.votes, m.requests, m.requestSecs, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Called implements rpc.Observer.
func (m *metrics) Called(endpoint, method string, took time.Duration, err error) {
	result := "ok"
	if err != nil {
		result = "error"
	}
	m.rpcCalls.WithLabelValues(endpoint, method, result).Inc()
	m.rpcSeconds.WithLabelValues(endpoint, method).Observe(took.Seconds())
	m.heads.called(endpoint, err)
}

func (m *metrics) switched(string, string, error) { m.switches.Inc() }

// middleware counts requests by their route, never by their path.
func (m *metrics) middleware(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		err := next(c)
		route := c.Path()
		if route == "" {
			route = "none"
		}
		m.requests.WithLabelValues(route, c.Request().Method, strconv.Itoa(c.Response().Status)).Inc()
		m.requestSecs.WithLabelValues(route).Observe(time.Since(start).Seconds())
		return err
	}
}

// followerObserver feeds the metrics, and settles what is due when this process
// begins to lead.
type followerObserver struct {
	*metrics
	leads    func()
	progress *progress
}

// Leading implements indexer.Observer.
func (o followerObserver) Leading(leader bool, _ int64) {
	o.leader.Set(0)
	if leader {
		o.leader.Set(1)
		o.leads()
	}
}

// Seen implements indexer.Observer.
func (o followerObserver) Seen(_ indexer.Head, d indexer.Decision) {
	o.heads.decided(d.Reason)
	o.decisions.WithLabelValues(d.Action.String(), string(d.Reason)).Inc()
}

// Extended implements indexer.Observer.
func (o followerObserver) Extended(b settle.Block, took time.Duration) {
	o.blocks.Inc()
	o.logs.Add(float64(len(b.Logs)))
	o.writeSecs.Observe(took.Seconds())
}

// Backfilled implements indexer.Observer.
func (o followerObserver) Backfilled(p indexer.Progress) {
	o.blocks.Add(float64(p.Blocks))
	o.logs.Add(float64(p.Logs))
	o.rangeSize.Set(float64(p.Size))
	o.progress.at(p)
}

// Rewound implements indexer.Observer.
func (o followerObserver) Rewound(r indexer.Reason, replaced, _ int) {
	o.reorgs.WithLabelValues(string(r)).Inc()
	o.reorgDepth.Observe(float64(replaced))
}

// Failed implements indexer.Observer.
func (o followerObserver) Failed(error) { o.failures.Inc() }

// state are gauges that are read when they are asked for.
type state struct{ a *App }

var (
	descTip       = prometheus.NewDesc("oabpd_indexer_tip_block", "Newest stored block.", nil, nil)
	descApplied   = prometheus.NewDesc("oabpd_indexer_applied_block", "Newest block that reached the confirmation depth.", nil, nil)
	descBehind    = prometheus.NewDesc("oabpd_indexer_blocks_behind", "Head of the endpoint over the stored tip.", nil, nil)
	descLag       = prometheus.NewDesc("oabpd_indexer_lag_seconds", "Time since the tip's timestamp.", nil, nil)
	descHalted    = prometheus.NewDesc("oabpd_releases_halted", "1 while releases are halted until an operator clears the incident.", nil, nil)
	descPaused    = prometheus.NewDesc("oabpd_token_paused", "1 while the token is known to be paused by its issuer; reservations do not run out meanwhile.", nil, nil)
	descIncidents = prometheus.NewDesc("oabpd_incidents_open", "Incidents that no operator cleared.", nil, nil)
	descJournal   = prometheus.NewDesc("oabpd_journal_seq", "Newest fact of the journal.", nil, nil)
)

// Describe implements prometheus.Collector.
func (s state) Describe(c chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{descTip, descApplied, descBehind, descLag, descHalted, descPaused, descIncidents, descJournal,
		descPending, descBlocked} {
		c <- d
	}
	for _, d := range slices.Concat(quorumDescs, endpointDescs, auditDescs, hookDescs) {
		c <- d
	}
}

// Collect implements prometheus.Collector.
func (s state) Collect(c chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	s.a.collectEndpoints(c)
	s.a.collectQuorum(gauge)
	s.a.auditor.collect(gauge)
	s.a.collectHooks(ctx, gauge)
	st := s.a.follower.Status()
	gauge(descBehind, float64(st.BlocksBehind))
	gauge(descLag, st.Lag.Seconds())
	h, err := s.a.engine.Health(ctx)
	if err != nil {
		return
	}
	if h.Tip != nil {
		gauge(descTip, float64(h.Tip.Number))
	}
	if h.Final != nil {
		gauge(descFinalized, float64(h.Final.Number))
	}
	if h.Applied != nil {
		gauge(descApplied, float64(h.Applied.Number))
	}
	halted := 0.0
	if h.HaltedReason != "" {
		halted = 1
	}
	gauge(descHalted, halted)
	paused := 0.0
	if h.Pause != nil {
		paused = 1
	}
	gauge(descPaused, paused)
	gauge(descIncidents, float64(h.OpenIncident))
	gauge(descJournal, float64(h.JournalSeq))
	if err := s.a.metrics.releases.collect(ctx, s.a, gauge); err != nil {
		s.a.cfg.Log.Debug("counting what waits to settle", "error", err)
	}
}

func (m *metrics) handler(a *App) http.Handler {
	m.registry.MustRegister(state{a})
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second}))
	return mux
}
