package indexer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/oabp/oabpd/settle"
)

// AuditView is one endpoint as the audit asks it.
type AuditView interface {
	Ranger
	// Name tells it from the others.
	Name() string
	// Latest is its head.
	Latest(ctx context.Context) (Head, error)
	// Receipted is the block with that hash, with those logs that its receipts
	// hold, validated as Source validates; ErrNoBlock if the endpoint has it not.
	Receipted(ctx context.Context, hash settle.Hash) (settle.Block, error)
}

// AuditViews are the endpoints that may be asked.
type AuditViews interface {
	// Views are the one in use, and the others in the order of the configuration,
	// without those that are known to be of no use.
	Views(ctx context.Context) (using AuditView, others []AuditView)
}

// AuditLedger is what the audit compares with and where it writes.
type AuditLedger interface {
	// Place is up to where the audit came (zero for nowhere), the height of the
	// oldest stored block, and that of the newest applied one.
	Place(ctx context.Context) (done settle.BlockRef, first, applied uint64, err error)
	// Audit holds applied blocks against what is stored of them and gives those of
	// which something differs.
	Audit(ctx context.Context, blocks []settle.Block) ([]settle.AuditFinding, error)
	// Repair makes the facts about a block those that it holds.
	Repair(ctx context.Context, epoch int64, b settle.Block, sources []string) (settle.AuditRepair, error)
	// Halt is that of Sink.
	Halt(ctx context.Context, epoch int64, reason string) error
	// Passed keeps up to where the audit came, with which endpoint, and what keeps
	// it from going on; empty if nothing does.
	Passed(ctx context.Context, epoch int64, done settle.BlockRef, source, note string) error
}

// AuditConfig is what an Auditor needs. Views, Ledger, Leader and Quorum are
// required.
type AuditConfig struct {
	Views  AuditViews
	Ledger AuditLedger
	// Leader gives the epoch while this process leads.
	Leader func() (epoch int64, leads bool)
	// Quorum is how many endpoints must agree before anything stored is held to be
	// wrong, or an endpoint; 1 only where there is one.
	Quorum int
	// Every is the time between rounds; default 60 s.
	Every time.Duration
	// Hurry, if set, is up to which height rounds follow each other within a second
	// while they come forward, else within ten.
	Hurry uint64
	// Batch is how many blocks one round compares at most; default 600. It bounds
	// what the endpoint is asked for.
	Batch uint64
	// Clock: default SystemClock. Log: default discards.
	Clock Clock
	Log   *slog.Logger
	// Done, if set, is told of each round. It must not block.
	Done func(AuditReport, error)
}

// AuditReport is what one round found.
type AuditReport struct {
	// Source is the endpoint that was asked; Same says that it is the one in use,
	// since there is no other.
	Source string
	Same   bool
	// Blocks is how many were compared, Done the newest of them.
	Blocks int
	Done   settle.BlockRef
	// Repairs are what was found to be wrong in the facts.
	Repairs []settle.AuditRepair
	// Blamed are the endpoints that said of a block what a quorum, or its receipts,
	// contradict; one for each block.
	Blamed []string
	// Undecided says why the audit does not go on; empty if it does.
	Undecided string
}

// back says that the newest repair sent the audit back to older blocks.
func (r *AuditReport) back() bool {
	n := len(r.Repairs)
	return n > 0 && r.Repairs[n-1].Again > 0 && r.Done.Number+1 == r.Repairs[n-1].Again
}

// Auditor reads final blocks a second time, from an endpoint that is not the one
// in use, and compares them with what is stored (settlement.md R25). A
// difference is decided by the receipts of the block, as a quorum of endpoints
// has them; one endpoint alone can mend or undo nothing. It keeps no state but in
// the ledger. Make it with NewAuditor.
type Auditor struct {
	cfg  AuditConfig
	turn int // whose turn it is among the others
}

// auditRange is how many blocks are asked for at once.
const auditRange = 100

// NewAuditor checks a configuration and fills in the defaults.
func NewAuditor(cfg AuditConfig) (*Auditor, error) {
	if cfg.Views == nil || cfg.Ledger == nil || cfg.Leader == nil || cfg.Quorum < 1 {
		return nil, errors.New("indexer: an audit needs Views, Ledger, Leader and Quorum")
	}
	orDefault(&cfg.Every, time.Minute)
	if cfg.Batch == 0 {
		cfg.Batch = 600
	}
	if cfg.Clock == nil {
		cfg.Clock = SystemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Auditor{cfg: cfg}, nil
}

// Run does a round now and then, while this process leads, until ctx ends.
func (a *Auditor) Run(ctx context.Context) {
	wait := a.cfg.Every
	if a.cfg.Hurry > 0 {
		wait = min(wait, time.Second)
	}
	for {
		after, stop := a.cfg.Clock.After(wait)
		select {
		case <-ctx.Done():
			stop()
			return
		case <-after:
		}
		epoch, leads := a.cfg.Leader()
		if !leads {
			continue
		}
		r, err := a.Round(ctx, epoch)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			a.cfg.Log.Warn("the audit could not be done", "endpoint", r.Source, "err", err)
		}
		switch wait = a.cfg.Every; {
		case r.Done.Number >= a.cfg.Hurry:
		case err == nil && r.Blocks > 0:
			wait = min(wait, time.Second)
		default: // nothing is final yet, or it failed
			wait = min(wait, 10*time.Second)
		}
		if a.cfg.Done != nil {
			a.cfg.Done(r, err)
		}
	}
}

// Round compares the next blocks, as many as Batch allows. What it found before
// an error holds.
func (a *Auditor) Round(ctx context.Context, epoch int64) (r AuditReport, err error) {
	b := a.bench(ctx)
	r.Source, r.Same = b.second.Name(), len(b.others) == 0
	done, first, applied, err := a.cfg.Ledger.Place(ctx)
	if err != nil {
		return r, err
	}
	r.Done = done
	final, err := finalHeight(ctx, b.second)
	if err != nil {
		return r, fmt.Errorf("asking for the finalized block: %w", err)
	}
	from := max(first, done.Number+1)
	if done.Hash.IsZero() {
		from = first
	}
	to := min(final, applied, from+a.cfg.Batch-1)
	for from <= to && r.Undecided == "" && !r.back() {
		blocks, err := ranged(ctx, b.second, from, to)
		if err != nil {
			return r, fmt.Errorf("reading blocks from %d again: %w", from, err)
		}
		if err := a.stretch(ctx, epoch, b, blocks, &r); err != nil {
			return r, err
		}
		from = r.Done.Number + 1
	}
	return r, a.cfg.Ledger.Passed(ctx, epoch, r.Done, r.Source, r.Undecided)
}

// stretch compares some blocks and resolves what differs, in order. The report
// says how far it came.
func (a *Auditor) stretch(ctx context.Context, epoch int64, b bench, blocks []settle.Block, r *AuditReport) error {
	found, err := a.cfg.Ledger.Audit(ctx, blocks)
	if err != nil {
		return fmt.Errorf("comparing blocks from %d: %w", blocks[0].Number, err)
	}
	for _, blk := range blocks {
		if len(found) > 0 && found[0].Stored.Number == blk.Number {
			if err := a.resolve(ctx, epoch, b, blk, found[0], r); err != nil {
				return fmt.Errorf("block %d: %w", blk.Number, err)
			}
			if r.Undecided != "" || r.back() {
				return nil
			}
			found = found[1:]
		}
		r.Done = settle.BlockRef{Number: blk.Number, Hash: blk.Hash}
		r.Blocks++
	}
	return a.cfg.Ledger.Passed(ctx, epoch, r.Done, r.Source, "")
}

// bench are the endpoints of a round.
type bench struct {
	second AuditView
	others []AuditView // but the one in use
	all    []AuditView
}

func (a *Auditor) bench(ctx context.Context) bench {
	using, others := a.cfg.Views.Views(ctx)
	b := bench{second: using, others: others, all: append([]AuditView{using}, others...)}
	if len(others) > 0 {
		b.second = others[a.turn%len(others)]
		a.turn++
	}
	return b
}

func finalHeight(ctx context.Context, v AuditView) (uint64, error) {
	h, err := v.Final(ctx)
	if !errors.Is(err, ErrNoFinal) {
		return h.Number, err
	}
	if h, err = v.Latest(ctx); err != nil {
		return 0, err
	}
	return h.Number - min(h.Number, finalDepth), nil
}

// ranged reads the first of some blocks, fewer where the endpoint refuses.
func ranged(ctx context.Context, v AuditView, from, to uint64) ([]settle.Block, error) {
	for n := min(to-from+1, auditRange); ; n /= 2 {
		blocks, err := v.Blocks(ctx, from, from+n-1)
		var refused *RangeError
		if n == 1 || !errors.As(err, &refused) {
			if err == nil && len(blocks) == 0 {
				err = ErrNoBlock
			}
			return blocks, err
		}
	}
}

// resolve decides who is wrong about a block, and mends what is.
func (a *Auditor) resolve(ctx context.Context, epoch int64, b bench, blk settle.Block, f settle.AuditFinding, r *AuditReport) error {
	blame := func(what string) {
		r.Blamed = append(r.Blamed, b.second.Name())
		a.cfg.Log.Warn("an endpoint is wrong about a final block", "endpoint", b.second.Name(), "block", blk.Number, "about", what)
	}
	if f.Stored.Hash != blk.Hash {
		winner, who, ok := a.vote(ctx, b, func(v AuditView) (settle.Block, error) { return one(ctx, v, blk.Number) },
			func(b settle.Block) string { return b.Hash.String() })
		switch {
		case ok && winner.Hash == f.Stored.Hash:
			blame("its hash")
		case ok && !f.Final:
			r.Undecided = fmt.Sprintf("block %d is stored as %s, and %v have %s: the store is behind a reorganization above what it knows to be final", blk.Number, f.Stored.Hash, who, winner.Hash)
		case ok:
			reason := fmt.Sprintf("finality is violated: block %d, which is final, is stored as %s, and %v have %s", blk.Number, f.Stored.Hash, who, winner.Hash)
			r.Undecided = reason
			return a.cfg.Ledger.Halt(ctx, epoch, reason)
		default:
			r.Undecided = fmt.Sprintf("block %d is stored as %s, %s has %s, and no quorum of endpoints has either", blk.Number, f.Stored.Hash, b.second.Name(), blk.Hash)
		}
		return nil
	}
	winner, who, ok := a.vote(ctx, b, func(v AuditView) (settle.Block, error) { return v.Receipted(ctx, blk.Hash) }, contents)
	if !ok {
		r.Undecided = fmt.Sprintf("block %d: %s has other logs than the facts (%s), and no quorum of endpoints gives the same receipts of it",
			blk.Number, b.second.Name(), f.Discrepancy.Evidence(nil))
		return nil
	}
	if contents(winner) != contents(blk) {
		blame("its logs")
	}
	return a.mend(ctx, epoch, winner, who, r)
}

func (a *Auditor) mend(ctx context.Context, epoch int64, b settle.Block, who []string, r *AuditReport) error {
	done, err := a.cfg.Ledger.Repair(ctx, epoch, b, who)
	if err != nil {
		return fmt.Errorf("repairing: %w", err)
	}
	if e := done.Evidence; e.Missing+e.Extra+e.Changed > 0 {
		r.Repairs = append(r.Repairs, done)
		if done.Again > 0 && done.Again <= b.Number { // the next round begins there
			r.Done = settle.BlockRef{Number: done.Again - 1, Hash: b.Hash}
		}
		if e.Past {
			a.cfg.Log.Info("read what a contract had emitted before it was configured", "block", b.Number, "transactions", e.Missing+e.Changed, "mended", done.Mended, "sources", who)
			return nil
		}
		a.cfg.Log.Error("the facts about a final block were wrong; see oabpd incidents", "block", b.Number, "missing", e.Missing, "extra", e.Extra,
			"changed", e.Changed, "mended", done.Mended, "sources", who)
	}
	return nil
}

// vote asks every endpoint and gives what a quorum, and more than half of those
// that answer, say alike; ok is false if there is no such thing.
func (a *Auditor) vote(ctx context.Context, b bench, ask func(AuditView) (settle.Block, error), key func(settle.Block) string) (winner settle.Block, who []string, ok bool) {
	says, names, answers := map[string]settle.Block{}, map[string][]string{}, 0
	for _, v := range b.all {
		blk, err := ask(v)
		if err != nil {
			a.cfg.Log.Warn("an endpoint does not say what a block holds", "endpoint", v.Name(), "err", err)
			continue
		}
		k := key(blk)
		answers++
		says[k], names[k] = blk, append(names[k], v.Name())
	}
	for k, n := range names {
		if len(n) >= a.cfg.Quorum && 2*len(n) > answers {
			return says[k], n, true
		}
	}
	return winner, nil, false
}

// one is a block as an endpoint has it at a height.
func one(ctx context.Context, v AuditView, number uint64) (settle.Block, error) {
	blocks, err := v.Blocks(ctx, number, number)
	if err == nil && len(blocks) == 0 {
		err = ErrNoBlock
	}
	if err != nil {
		return settle.Block{}, err
	}
	return blocks[0], nil
}

// contents are a block's logs as text, to compare.
func contents(b settle.Block) string {
	raw, err := json.Marshal(b.Logs)
	if err != nil || len(b.Logs) == 0 {
		return ""
	}
	return string(raw)
}
