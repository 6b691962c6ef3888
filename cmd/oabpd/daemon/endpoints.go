package daemon

import (
	"fmt"
	"net"
	"net/url"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/oabp/oabpd/indexer/rpc"
)

// When the logs of a fresh block are compared with its receipts at the same
// endpoint (Config.RPCReceipts).
const (
	// ReceiptsAuto is ReceiptsBloom with one endpoint, since nobody else can be
	// asked, but for ranges of final blocks; and ReceiptsEmpty with several, which
	// are held against each other.
	ReceiptsAuto = "auto"
	// ReceiptsEmpty: if it seems to have no log of ours though it may.
	ReceiptsEmpty = "empty"
	// ReceiptsBloom: if it may have a log of ours.
	ReceiptsBloom = "bloom"
)

// defaultRate is how many calls a second an endpoint elsewhere gets: more than
// following Base takes (about 10), and what small plans of providers allow.
const defaultRate = 100

// rateOf is the rate of an endpoint; 0 is no limit.
func (c *Config) rateOf(raw string) float64 {
	if c.RPCRate > 0 {
		return float64(c.RPCRate)
	}
	u, err := url.Parse(raw)
	if err != nil {
		return defaultRate
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() == "localhost" || ip.IsLoopback() {
		return 0
	}
	return defaultRate
}

func (c *Config) receipts() (rpc.ReceiptPolicy, error) {
	switch c.RPCReceipts {
	case ReceiptsEmpty:
		return rpc.ReceiptsOnEmpty, nil
	case ReceiptsBloom:
		return rpc.ReceiptsOnBloom, nil
	case ReceiptsAuto, "":
		if len(c.httpRPC()) > 1 {
			return rpc.ReceiptsOnEmpty, nil
		}
		return rpc.ReceiptsAtTip, nil
	}
	return 0, fmt.Errorf("--rpc-receipts %q: want auto, empty or bloom", c.RPCReceipts)
}

var (
	descInUse     = prometheus.NewDesc("oabpd_rpc_endpoint_in_use", "1 for the endpoint that blocks are read from.", []string{"endpoint"}, nil)
	descIsolated  = prometheus.NewDesc("oabpd_rpc_endpoint_isolated", "1 while an endpoint is isolated, by reason: lagging, failing, outvoted, other_logs, wrong_chain, ahead.", []string{"endpoint", "reason"}, nil)
	descDisagrees = prometheus.NewDesc("oabpd_rpc_endpoint_disagreements_total", "How often an endpoint was found to be wrong, by kind: block (a majority has another one), logs (a majority has others in the same block), receipts (its own contradict its logs), answer (an answer contradicts itself).", []string{"endpoint", "kind"}, nil)
	descScore     = prometheus.NewDesc("oabpd_rpc_endpoint_score_points", "Penalty of an endpoint for lag, errors and disagreement; 0 is faultless. Of the sound ones the one with the fewest points is used.", []string{"endpoint"}, nil)
	descBehindTop = prometheus.NewDesc("oabpd_rpc_endpoint_behind_blocks", "Blocks that an endpoint was behind the foremost sound one when heads were last compared.", []string{"endpoint"}, nil)
	descErrors    = prometheus.NewDesc("oabpd_rpc_endpoint_error_ratio", "Part (0 to 1) of the newest HTTP exchanges, about twenty, that an endpoint did not serve.", []string{"endpoint"}, nil)
	descLatency   = prometheus.NewDesc("oabpd_rpc_endpoint_latency_seconds", "Moving average of the duration of an HTTP exchange, over about twenty.", []string{"endpoint"}, nil)
	descThrottled = prometheus.NewDesc("oabpd_rpc_endpoint_throttled_total", "HTTP exchanges in which an endpoint asked for fewer calls: 429, 503, -32005, -32001.", []string{"endpoint"}, nil)
	descOpen      = prometheus.NewDesc("oabpd_rpc_endpoint_left_alone", "1 while an endpoint gets no calls, since it failed or asked for fewer.", []string{"endpoint"}, nil)
	descHeldBack  = prometheus.NewDesc("oabpd_rpc_endpoint_held_back_seconds_total", "For how long calls to an endpoint were held back by --rpc-rate, in sum over all calls.", []string{"endpoint"}, nil)
	descServes    = prometheus.NewDesc("oabpd_rpc_endpoint_serves", "1 if an endpoint was found to serve it, by what: safe, finalized (block tags), block_receipts, batch.", []string{"endpoint", "what"}, nil)
	descMaxRange  = prometheus.NewDesc("oabpd_rpc_endpoint_log_range_blocks", "Most blocks that one eth_getLogs was answered for, of 10000.", []string{"endpoint"}, nil)
	endpointDescs = []*prometheus.Desc{descInUse, descIsolated, descDisagrees, descScore, descEndpointHead, descBehindTop, descErrors, descLatency,
		descThrottled, descOpen, descHeldBack, descServes, descMaxRange}
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
		give(descScore, prometheus.GaugeValue, e.Score, e.Name)
		give(descBehindTop, prometheus.GaugeValue, float64(e.Behind), e.Name)
		give(descErrors, prometheus.GaugeValue, e.Health.ErrorRatio, e.Name)
		give(descLatency, prometheus.GaugeValue, e.Health.Latency.Seconds(), e.Name)
		give(descThrottled, prometheus.CounterValue, float64(e.Health.Throttled), e.Name)
		give(descOpen, prometheus.GaugeValue, one(e.Health.Open), e.Name)
		give(descHeldBack, prometheus.CounterValue, e.Health.Waited.Seconds(), e.Name)
		if !e.Probed {
			continue
		}
		for what, is := range map[string]bool{"safe": e.Capabilities.Safe, "finalized": e.Capabilities.Finalized,
			"block_receipts": e.Capabilities.BlockReceipts, "batch": e.Capabilities.Batch} {
			give(descServes, prometheus.GaugeValue, one(is), e.Name, what)
		}
		give(descMaxRange, prometheus.GaugeValue, float64(e.Capabilities.MaxLogRange), e.Name)
	}
}
