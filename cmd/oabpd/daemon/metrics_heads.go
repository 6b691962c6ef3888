package daemon

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/rpc"
)

var descEndpointHead = prometheus.NewDesc("oabpd_rpc_endpoint_head_block", "Newest block of an endpoint when it was last looked at; 0 before the first look.", []string{"endpoint"}, nil)

// headOf is the newest block known of an endpoint. The one in use is looked at
// most often.
func (a *App) headOf(e rpc.EndpointStatus) uint64 {
	if e.Using {
		return max(e.Head, a.follower.Status().Head.Number)
	}
	return e.Head
}

// headMetrics are what is counted about heads, and about answers that are not
// to be believed.
type headMetrics struct {
	regressions prometheus.Counter
	throttled   *prometheus.CounterVec
	emptyBloom  *prometheus.CounterVec

	mu   sync.Mutex
	back bool // the head that was seen last had gone back
}

func newHeadMetrics(r prometheus.Registerer) *headMetrics {
	m := &headMetrics{
		regressions: prometheus.NewCounter(prometheus.CounterOpts{Name: "oabpd_indexer_head_regressions_total",
			Help: "How often the head went back to a lower block; this alone undoes nothing."}),
		throttled: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_rpc_throttled_total",
			Help: "Calls that an endpoint refused for their rate: HTTP 429 or 503, or the error objects that mean the same."}, []string{"endpoint"}),
		emptyBloom: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_rpc_empty_logs_in_bloom_total",
			Help: "Blocks of which an endpoint gave no logs although the header's bloom filter has a watched event; the receipts decided."}, []string{"endpoint"}),
	}
	r.MustRegister(m.regressions, m.throttled, m.emptyBloom)
	return m
}

// known makes the counters of an endpoint visible before anything happened.
func (m *headMetrics) known(endpoint string) {
	m.throttled.WithLabelValues(endpoint)
	m.emptyBloom.WithLabelValues(endpoint)
}

func (m *headMetrics) decided(r indexer.Reason) {
	back := r == indexer.ReasonStaleHead || r == indexer.ReasonBelowTail
	m.mu.Lock()
	defer m.mu.Unlock()
	if back && !m.back {
		m.regressions.Inc()
	}
	m.back = back
}

func (m *headMetrics) called(endpoint string, err error) {
	m.known(endpoint)
	if err != nil && rpc.Throttled(err) {
		m.throttled.WithLabelValues(endpoint).Inc()
	}
}

// EmptyInBloom implements rpc.BloomObserver.
func (m *metrics) EmptyInBloom(endpoint string) {
	m.heads.emptyBloom.WithLabelValues(endpoint).Inc()
}
