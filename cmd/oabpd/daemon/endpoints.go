package daemon

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/oabp/oabpd/indexer/rpc"
)

var (
	descInUse     = prometheus.NewDesc("oabpd_rpc_endpoint_in_use", "1 for the endpoint that blocks are read from.", []string{"endpoint"}, nil)
	descIsolated  = prometheus.NewDesc("oabpd_rpc_endpoint_isolated", "1 while an endpoint is isolated, by reason: lagging, failing, outvoted, other_logs, wrong_chain, ahead.", []string{"endpoint", "reason"}, nil)
	descDisagrees = prometheus.NewDesc("oabpd_rpc_endpoint_disagreements_total", "How often an endpoint was found to be wrong, by kind: block (a majority has another one), logs (a majority has others in the same block), receipts (its own contradict its logs).", []string{"endpoint", "kind"}, nil)
	endpointDescs = []*prometheus.Desc{descInUse, descIsolated, descDisagrees, descEndpointHead}
)

// collectEndpoints gives what is known of each endpoint.
func (a *App) collectEndpoints(c chan<- prometheus.Metric) {
	give := func(d *prometheus.Desc, t prometheus.ValueType, v float64, labels ...string) {
		c <- prometheus.MustNewConstMetric(d, t, v, labels...)
	}
	for _, e := range a.source.Status() {
		give(descInUse, prometheus.GaugeValue, one(e.Using), e.Name)
		give(descEndpointHead, prometheus.GaugeValue, float64(a.headOf(e)), e.Name)
		is := map[rpc.Isolation]bool{}
		for _, r := range e.Isolated {
			is[r] = true
		}
		for _, r := range rpc.Isolations() {
			give(descIsolated, prometheus.GaugeValue, one(is[r]), e.Name, string(r))
		}
		for _, k := range rpc.Disagreements() {
			give(descDisagrees, prometheus.CounterValue, float64(e.Disagreements[k]), e.Name, string(k))
		}
	}
}
