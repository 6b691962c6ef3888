package daemon

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/oabp/oabpd/settle/postgres"
)

// storeMetrics are what is counted about the database. It is a
// postgres.Observer.
type storeMetrics struct {
	txSeconds *prometheus.HistogramVec
	faults    *prometheus.CounterVec
	ambiguous *prometheus.CounterVec
}

var _ postgres.Observer = storeMetrics{}

func newStoreMetrics(r prometheus.Registerer) storeMetrics {
	m := storeMetrics{
		txSeconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "oabpd_db_transaction_seconds",
			Help:    "Duration of database transactions, retries included, by kind: write, read, lease.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 14)}, []string{"kind"}),
		faults: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_db_faults_total",
			Help: "Attempts that the database or the way to it ended, by SQLSTATE, or connection where the server said nothing."}, []string{"code"}),
		ambiguous: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_db_ambiguous_commits_total",
			Help: "Commits whose answer was lost, by what had become of them: committed, rolled_back, unknown."}, []string{"outcome"}),
	}
	for _, k := range postgres.Kinds() {
		m.txSeconds.WithLabelValues(string(k))
	}
	m.faults.WithLabelValues("connection")
	for _, o := range postgres.Outcomes() {
		m.ambiguous.WithLabelValues(string(o))
	}
	r.MustRegister(m.txSeconds, m.faults, m.ambiguous)
	return m
}

// Transaction implements postgres.Observer.
func (m storeMetrics) Transaction(k postgres.Kind, took time.Duration, _ error) {
	m.txSeconds.WithLabelValues(string(k)).Observe(took.Seconds())
}

// Ambiguous implements postgres.Observer.
func (m storeMetrics) Ambiguous(o postgres.Outcome) { m.ambiguous.WithLabelValues(string(o)).Inc() }

// Fault implements postgres.Observer. The codes are a closed list of PostgreSQL's.
func (m storeMetrics) Fault(code string) { m.faults.WithLabelValues(code).Inc() }
