package daemon

import (
	"cmp"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// quorum is how many endpoints must have the same block: two, where nothing
// else is configured, or the one there is.
func (c *Config) quorum() int {
	return cmp.Or(c.RPCQuorum, min(2, len(c.httpRPC())))
}

// checkQuorum finds what is wrong with the endpoints as voters.
func (c *Config) checkQuorum(bad func(format string, args ...any)) {
	n := len(c.httpRPC())
	if c.RPCQuorum < 0 || c.RPCQuorum > n && n > 0 {
		bad("--rpc-quorum %d: want 1 to %d, the number of http(s) endpoints of --rpc; a ws(s) one has no vote. Give more endpoints or a lower quorum", c.RPCQuorum, n)
	}
	seen := map[string]bool{}
	for i, u := range c.httpRPC() {
		if seen[u] {
			bad("--rpc: http(s) endpoint %d is there twice; it would vote twice", i+1)
		}
		seen[u] = true
	}
}

// openJury makes the jury where there are several endpoints (R25). With one
// there is nobody to ask.
func (a *App) openJury() (err error) {
	if a.source.Size() < 2 {
		a.cfg.Log.Warn("one endpoint: what it says is believed; give --rpc twice or more to have blocks checked by a quorum")
		return nil
	}
	if a.cfg.quorum() < 2 {
		a.cfg.Log.Warn("the quorum is 1: while the others fail, what one endpoint says is believed", "endpoints", a.source.Size())
	}
	a.jury, err = indexer.NewJury(indexer.JuryConfig{Panel: a.source, Quorum: a.cfg.quorum(), Confirmations: a.cfg.Confirmations,
		HaltAfter: a.cfg.HaltAfter, Log: a.cfg.Log, Voted: a.metrics.voted})
	return err
}

// openTags makes what asks for safe and final blocks, with one endpoint too.
func (a *App) openTags() (err error) {
	if a.cfg.TagsEvery < 0 {
		return nil
	}
	a.tags, err = indexer.NewTags(indexer.TagsConfig{Endpoints: a.source, Quorum: a.cfg.quorum(), Every: a.cfg.TagsEvery, Log: a.cfg.Log})
	return err
}

// claims is engine.Options.Claims.
func (a *App) claims() func() ([]settle.HeadClaim, int) {
	if a.tags == nil {
		return nil
	}
	return a.tags.Claims
}

// agreed is engine.Options.Agreed.
func (a *App) agreed() func() settle.BlockRef {
	if a.jury == nil {
		return nil
	}
	return a.jury.Agreed
}

// voters is what /health/ready says of the endpoints: by their place in the
// configuration, since everybody may read it.
func (a *App) voters() map[string]any {
	isolated := []map[string]any{}
	for i, e := range a.source.Status() {
		if len(e.Isolated) > 0 {
			isolated = append(isolated, map[string]any{"endpoint": i + 1, "reasons": e.Isolated})
		}
	}
	out := map[string]any{"count": a.source.Size(), "quorum": a.cfg.quorum(), "isolated": isolated}
	if a.jury == nil || !a.follower.Status().Leader {
		return out
	}
	s := a.jury.Status()
	out["agree"], out["last_vote"] = s.Count.Ours, s.Count.Verdict.String()
	if !s.WaitingSince.IsZero() {
		out["block_waits_seconds"] = int64(time.Since(s.WaitingSince) / time.Second)
	}
	return out
}

var (
	descQuorum    = prometheus.NewDesc("oabpd_quorum_required", "Endpoints that must have the same block before it counts; 1 means that nobody checks.", nil, nil)
	descVoters    = prometheus.NewDesc("oabpd_quorum_endpoints", "Endpoints that are asked.", nil, nil)
	descAgreeing  = prometheus.NewDesc("oabpd_quorum_agreeing", "Endpoints that had our block in the newest vote.", nil, nil)
	descAgreed    = prometheus.NewDesc("oabpd_quorum_agreed_block", "Newest block that a quorum has.", nil, nil)
	descWaits     = prometheus.NewDesc("oabpd_quorum_waiting_seconds", "For how long a block has been waiting for its quorum; 0 if none does.", nil, nil)
	descAtOdds    = prometheus.NewDesc("oabpd_quorum_at_odds_seconds", "For how long endpoints have had different blocks without a majority; after 60 s releases are halted.", nil, nil)
	descFinalized = prometheus.NewDesc("oabpd_quorum_final_block", "Newest block that enough endpoints called finalized; if it is replaced, releases are halted.", nil, nil)
	quorumDescs   = []*prometheus.Desc{descQuorum, descVoters, descAgreeing, descAgreed, descWaits, descAtOdds, descFinalized}
)

func (m *metrics) voted(v indexer.Verdict) { m.votes.WithLabelValues(v.String()).Inc() }

// collectQuorum gives the gauges of votes. They are the leader's.
func (a *App) collectQuorum(gauge func(d *prometheus.Desc, v float64, labels ...string)) {
	gauge(descQuorum, float64(a.cfg.quorum()))
	gauge(descVoters, float64(a.source.Size()))
	if a.jury == nil || !a.follower.Status().Leader {
		return
	}
	s := a.jury.Status()
	since := func(t time.Time) float64 {
		if t.IsZero() {
			return 0
		}
		return time.Since(t).Seconds()
	}
	gauge(descAgreeing, float64(s.Count.Ours))
	gauge(descAgreed, float64(s.Agreed.Number))
	gauge(descWaits, since(s.WaitingSince))
	gauge(descAtOdds, since(s.DoubtSince))
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
