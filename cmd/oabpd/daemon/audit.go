package daemon

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/postgres"
)

// ledger is the engine and the store as the audit sees them.
type ledger struct {
	sink
	st *postgres.Store
}

// NewLedger makes the indexer.AuditLedger of an engine over that store.
func NewLedger(e *engine.Engine, st *postgres.Store) indexer.AuditLedger {
	return ledger{sink{e, st}, st}
}

// Place implements indexer.AuditLedger. A place that a reorganization removed
// counts as the newest block below it that is stored still.
func (l ledger) Place(ctx context.Context) (done settle.BlockRef, first, applied uint64, err error) {
	a, err := l.st.Audited(ctx)
	if err != nil {
		return done, 0, 0, err
	}
	b, err := l.st.FirstBlock(ctx)
	if err != nil || b == nil {
		return done, 0, 0, err
	}
	err = l.st.View(ctx, func(tx settle.Tx) error {
		if at := tx.Applied(); at != nil {
			applied = at.Number
		}
		for n := min(a.Block.Number, applied); n >= b.Number && !a.Block.Hash.IsZero(); n-- {
			if c := tx.Canonical(n); c != nil {
				if done = c.BlockRef; n < a.Block.Number || c.Hash == a.Block.Hash {
					return nil
				}
			}
		}
		return nil
	})
	return done, b.Number, applied, err
}

// Audit implements indexer.AuditLedger.
func (l ledger) Audit(ctx context.Context, blocks []settle.Block) ([]settle.AuditFinding, error) {
	return l.e.Audit(ctx, blocks)
}

// Repair implements indexer.AuditLedger.
func (l ledger) Repair(ctx context.Context, epoch int64, b settle.Block, sources []string) (settle.AuditRepair, error) {
	r, err := l.e.Repair(ctx, epoch, b, sources)
	return r, sinkError(err)
}

// Passed implements indexer.AuditLedger.
func (l ledger) Passed(ctx context.Context, epoch int64, done settle.BlockRef, source, note string) error {
	return sinkError(l.st.SetAudited(ctx, epoch, postgres.Audited{Block: done, Source: source, Note: note}))
}

// auditor is the loop that reads final blocks again, with what it counts.
type auditor struct {
	*indexer.Auditor
	missing, extra, changed, blocks, unmended prometheus.Counter
	blamed                                    *prometheus.CounterVec

	mu    sync.Mutex
	ended time.Time // of the newest round that met nothing in its way
	place uint64
	stuck bool
}

func (a *App) openAuditor(ctx context.Context) (err error) {
	hurry := uint64(0)
	if err := a.store.View(ctx, func(tx settle.Tx) error {
		if s := settle.GetRow[settle.Settings](tx, settle.SettingsKey); s != nil {
			hurry = s.UnreadUpTo()
		}
		return nil
	}); err != nil {
		return fmt.Errorf("reading the settings: %w", err)
	}
	count := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	x := &auditor{
		missing:  count("oabpd_audit_missing_total", "Transactions that the audit found in final blocks and that no fact had."),
		extra:    count("oabpd_audit_extra_total", "Transactions of facts that the audit did not find in their blocks."),
		changed:  count("oabpd_audit_changed_total", "Transactions that facts had with other logs than the receipts."),
		blocks:   count("oabpd_audit_blocks_total", "Final blocks that the audit compared."),
		unmended: count("oabpd_audit_unmended_total", "Blocks whose facts the audit found wrong and could not mend; each is an incident."),
		blamed: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "oabpd_audit_endpoint_wrong_total",
			Help: "Final blocks about which an endpoint told the audit what a quorum contradicts."}, []string{"endpoint"}),
		ended: time.Now(),
	}
	a.metrics.registry.MustRegister(x.missing, x.extra, x.changed, x.blocks, x.unmended, x.blamed)
	x.Auditor, err = indexer.NewAuditor(indexer.AuditConfig{Views: a.source, Ledger: NewLedger(a.engine, a.store), Quorum: a.cfg.quorum(), Every: a.cfg.AuditEvery, Hurry: hurry,
		Log: a.cfg.Log, Done: x.done, Leader: func() (int64, bool) {
			st := a.follower.Status()
			return st.Epoch, st.Leader
		}})
	a.auditor = x
	return err
}

func (x *auditor) done(r indexer.AuditReport, err error) {
	for _, p := range r.Repairs {
		if p.Evidence.Past && p.Mended {
			continue // nothing was wrong
		}
		x.missing.Add(float64(p.Evidence.Missing))
		x.extra.Add(float64(p.Evidence.Extra))
		x.changed.Add(float64(p.Evidence.Changed))
		if !p.Mended {
			x.unmended.Inc()
		}
	}
	for _, name := range r.Blamed {
		x.blamed.WithLabelValues(name).Inc()
	}
	x.blocks.Add(float64(r.Blocks))
	x.mu.Lock()
	defer x.mu.Unlock()
	x.place, x.stuck = r.Done.Number, r.Undecided != ""
	if err == nil && r.Undecided == "" {
		x.ended = time.Now()
	}
}

var (
	descAuditAge   = prometheus.NewDesc("oabpd_last_audit_age_seconds", "Time since a round of the audit ended with nothing in its way, or since the start.", nil, nil)
	descAuditPlace = prometheus.NewDesc("oabpd_audit_block", "Newest final block that the audit compared.", nil, nil)
	descAuditStuck = prometheus.NewDesc("oabpd_audit_undecided", "1 while the audit waits at a block about which no quorum of endpoints agrees.", nil, nil)
	auditDescs     = []*prometheus.Desc{descAuditAge, descAuditPlace, descAuditStuck}
)

// collect gives the gauges; they are the leader's.
func (x *auditor) collect(gauge func(d *prometheus.Desc, v float64, labels ...string)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	gauge(descAuditAge, time.Since(x.ended).Seconds())
	gauge(descAuditPlace, float64(x.place))
	gauge(descAuditStuck, one(x.stuck))
}

// audited says how far the audit of final blocks is.
func (d *doctor) audited(ctx context.Context, st *postgres.Store) {
	a, err := st.Audited(ctx)
	switch age := time.Since(a.At); {
	case err != nil:
		d.bad("audit", "check the rights of the database's user", "%v", err)
	case a.Note != "":
		d.bad("audit", "find out which endpoints are wrong, and remove them from --rpc", "it waits: %s", a.Note)
	case a.Block.Hash.IsZero():
		d.ok("audit", "nothing final was read a second time yet")
	case age > 15*time.Minute:
		d.ok("audit", "up to block %d, with %s; the last round was %s ago", a.Block.Number, a.Source, age.Round(time.Minute))
	default:
		d.ok("audit", "up to block %d, with %s", a.Block.Number, a.Source)
	}
}

// incidents says which are open.
func (d *doctor) incidents(open []*settle.Incident) {
	kinds := map[settle.IncidentKind]int{}
	for _, i := range open {
		kinds[i.Kind]++
	}
	for _, k := range settle.IncidentKinds() {
		if n := kinds[k]; n > 0 && k != settle.IncidentHalt { // that is said of releases
			d.bad("incidents", "oabpd incidents list", "%s", fmt.Sprintf("%d open of kind %s", n, k))
		}
	}
}
