package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
)

// required are what an operator needs to see of indexer and settling, by what it
// is for.
var required = map[string]string{
	"tip, local": "oabpd_indexer_tip_block", "tip of each endpoint": "oabpd_rpc_endpoint_head_block", "lag": "oabpd_indexer_lag_seconds",
	"heads that went back": "oabpd_indexer_head_regressions_total", "reorganizations": "oabpd_indexer_reorgs_total",
	"their depth": "oabpd_indexer_reorg_depth_blocks", "no logs in spite of the bloom filter": "oabpd_rpc_empty_logs_in_bloom_total",
	"endpoints that disagree": "oabpd_rpc_endpoint_disagreements_total", "size of ranges": "oabpd_indexer_range_size_blocks",
	"duration of calls": "oabpd_rpc_call_seconds", "errors of calls": "oabpd_rpc_calls_total", "calls refused for their rate": "oabpd_rpc_throttled_total",
	"duration of transactions": "oabpd_db_transaction_seconds", "commits without an answer": "oabpd_db_ambiguous_commits_total",
	"halted": "oabpd_releases_halted", "instructions that wait": "oabpd_instructions_pending", "payment to release": "oabpd_release_seconds",
	"releases that are blocked": "oabpd_releases_blocked", "leader": "oabpd_indexer_leader",
	"what the audit missed": "oabpd_audit_missing_total", "age of the audit": "oabpd_last_audit_age_seconds",
}

// scrape reads the metrics of a daemon as Prometheus does.
func scrape(t *testing.T, url string) map[string]*dto.MetricFamily {
	t.Helper()
	p := expfmt.NewTextParser(model.UTF8Validation)
	fs, err := p.TextToMetricFamilies(strings.NewReader(fetch(t, url)))
	must(t, err)
	return fs
}

// TestMetrics: a running daemon exposes what an operator needs, each with a help
// text, under names as Prometheus wants them; and the alerts load in Prometheus'
// own parser, speak of metrics and labels that exist, and of places in the
// documentation that exist.
func TestMetrics(t *testing.T) {
	t.Parallel()
	c := startGeth(t, 0)
	w := &world{node: deployed(t, c), db: newDB(t), dir: t.TempDir(), log: &logBuffer{}, root: t}
	port := c.HTTPURL()[strings.LastIndex(c.HTTPURL(), ":")+1:]
	w.tweak = func(cfg *daemon.Config) { cfg.RPC = []string{c.HTTPURL(), "http://localhost:" + port, c.WSURL()} }
	w.start(t)
	scrape(t, w.app.MetricsURL()) // releases are counted from now on
	j := w.newJob(t, jobOptions{named: true})
	if n := scrape(t, w.app.MetricsURL())["oabpd_instructions_pending"].Metric[0].GetGauge().GetValue(); n != 1 {
		t.Errorf("%v instructions pending, want 1", n)
	}
	w.mined(t, w.payTagged(t, j, j.poster.account))
	w.mine(t, depth+1)
	must(t, w.chain.Reorg(t.Context(), 2, 3, false))
	w.sync(t)
	w.released(t, j)
	var fs map[string]*dto.MetricFamily
	eventually(t, func() error { // the rest of a scrape that the first one observed
		fs = scrape(t, w.app.MetricsURL())
		if f := fs["oabpd_release_seconds"]; f == nil || f.Metric[0].Histogram.GetSampleCount() != 1 {
			return errNotYet
		}
		return nil
	})
	if n := fs["oabpd_instructions_pending"].Metric[0].GetGauge().GetValue(); n != 0 {
		t.Errorf("%v instructions pending, want none", n)
	}
	for what, name := range required {
		if f := fs[name]; f == nil || f.GetHelp() == "" || len(f.Metric) == 0 {
			t.Errorf("%s: no %s, or without help", what, name)
		}
	}
	if n := len(fs["oabpd_rpc_endpoint_head_block"].Metric); n != 2 {
		t.Errorf("heads of %d endpoints, want 2", n)
	}
	var all []*dto.MetricFamily
	for _, f := range fs {
		all = append(all, f)
	}
	problems, err := promlint.NewWithMetricFamilies(all).Lint()
	must(t, err)
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
	checkRules(t, fs)
	checkRebuild(t, w.db)
}

// checkRules holds the alerts against what a daemon exposes.
func checkRules(t *testing.T, fs map[string]*dto.MetricFamily) {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	groups, errs := rulefmt.ParseFile(filepath.Join(root, "deploy", "prometheus", "oabpd.rules.yml"))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	doc, err := os.ReadFile(filepath.Join(root, "docs", "operations.md"))
	must(t, err)
	sections := sections(string(doc))
	alerts := map[string]bool{}
	for _, g := range groups.Groups {
		for _, r := range g.Rules {
			name := r.Alert.Value
			alerts[name] = true
			if r.Annotations["summary"] == "" || r.Annotations["action"] == "" || !slices.Contains([]string{"page", "ticket"}, r.Labels["severity"]) {
				t.Errorf("%s: summary, action or severity is missing", name)
			}
			if anchor, ok := strings.CutPrefix(r.Annotations["runbook_url"], "docs/operations.md#"); !ok || !sections[anchor] {
				t.Errorf("%s: no section %q", name, r.Annotations["runbook_url"])
			}
			expr, err := parser.ParseExpr(r.Expr.Value)
			must(t, err)
			parser.Inspect(expr, func(n parser.Node, _ []parser.Node) error {
				if v, ok := n.(*parser.VectorSelector); ok {
					checkSelector(t, name, v, fs)
				}
				return nil
			})
		}
	}
	for _, want := range []string{"OabpdReleasesHalted", "OabpdNoLeader", "OabpdIndexerLags", "OabpdQuorumMissing", "OabpdEndpointIsolated", "OabpdIncidentsOpen",
		"OabpdDatabaseFaults", "OabpdReleaseSlow", "OabpdAuditDifferences"} {
		if !alerts[want] {
			t.Errorf("no alert %s", want)
		}
	}
}

// checkSelector wants the metric, and the labels that it is chosen by.
func checkSelector(t *testing.T, alert string, v *parser.VectorSelector, fs map[string]*dto.MetricFamily) {
	t.Helper()
	f := fs[v.Name]
	for _, part := range []string{"_bucket", "_count", "_sum"} {
		if base, ok := strings.CutSuffix(v.Name, part); ok && f == nil && fs[base].GetType() == dto.MetricType_HISTOGRAM {
			f = fs[base]
		}
	}
	if f == nil {
		t.Errorf("%s: the daemon has no %s", alert, v.Name)
		return
	}
	for _, m := range v.LabelMatchers {
		if m.Name == "__name__" {
			continue
		}
		found := m.Name == "status" // any value of it may come
		for _, s := range f.Metric {
			for _, l := range s.Label {
				found = found || l.GetName() == m.Name && m.Matches(l.GetValue())
			}
			for _, b := range s.GetHistogram().GetBucket() {
				found = found || m.Name == "le" && m.Matches(model.SampleValue(b.GetUpperBound()).String())
			}
		}
		if !found {
			t.Errorf("%s: no %s has %s", alert, v.Name, m)
		}
	}
}

var heading = regexp.MustCompile(`(?m)^#+ (.+)$`)

// sections are the anchors of a document, as forges make them.
func sections(doc string) map[string]bool {
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(doc, -1) {
		out[regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ReplaceAll(strings.ToLower(m[1]), " ", "-"), "")] = true
	}
	return out
}
