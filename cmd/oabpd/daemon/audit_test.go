package daemon_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/postgres"
)

// node is an endpoint over the model chain that may lie about a block's logs, in
// what it gives by filter and in its receipts, and about its hash.
type node struct {
	w              *enginetest.World
	name           string
	logs, receipts func(settle.Block) settle.Block
	err            error
	most           uint64 // blocks it gives at once; 0 for any number
	mu             sync.Mutex
	read           []uint64
}

func (n *node) Name() string { return n.name }

func (n *node) Latest(context.Context) (indexer.Head, error) {
	return indexer.HeadOf(n.w.Chain.Tip().Block), n.err
}

func (n *node) Final(ctx context.Context) (indexer.Head, error) { return n.Latest(ctx) }

func (n *node) Blocks(_ context.Context, from, to uint64) (out []settle.Block, err error) {
	if n.most > 0 && to-from+1 > n.most {
		return nil, &indexer.RangeError{Err: errors.New("too many")}
	}
	for _, b := range n.w.Chain.Blocks[from:min(to+1, uint64(len(n.w.Chain.Blocks)))] {
		n.read = append(n.read, b.Number)
		out = append(out, changed(b.Block, n.logs))
	}
	return out, n.err
}

func (n *node) Receipted(_ context.Context, hash settle.Hash) (settle.Block, error) {
	for _, b := range n.w.Chain.Blocks {
		if b.Hash == hash {
			return changed(b.Block, n.receipts), n.err
		}
	}
	return settle.Block{}, indexer.ErrNoBlock
}

func changed(b settle.Block, f func(settle.Block) settle.Block) settle.Block {
	if f == nil {
		return b
	}
	return f(b)
}

func withheld(b settle.Block) settle.Block { b.Logs = nil; return b }

// views are the endpoints; the first is the one in use.
type views []*node

func (v views) Views(context.Context) (using indexer.AuditView, others []indexer.AuditView) {
	for _, n := range v[1:] {
		others = append(others, n)
	}
	return v[0], others
}

// stage is a board on which a payment was withheld when its block was read.
type stage struct {
	*enginetest.World
	t        *testing.T
	st       *postgres.Store
	unpaid   *settle.Instruction
	at       uint64 // the height of its payment
	a, b, c  *node
	auditing []*node
}

// newStage: through seen, the node in use gives what is stored; without, the truth.
func newStage(t *testing.T, seen func(settle.Block) settle.Block) *stage {
	t.Helper()
	return newStagePaid(t, seen, func(s *stage, poster *enginetest.Actor) *enginetest.Tx { return s.tagged(poster) })
}

// tagged is the payment through the pay contract.
func (s *stage) tagged(poster *enginetest.Actor) *enginetest.Tx {
	return s.Tx(enginetest.Pay(s.unpaid.PayContract, poster.Wallet0(), s.unpaid.Digest, enginetest.Legs(s.unpaid)))
}

func newStagePaid(t *testing.T, seen func(settle.Block) settle.Block, pay func(*stage, *enginetest.Actor) *enginetest.Tx) *stage {
	t.Helper()
	t.Parallel()
	st := open(t, newURL(t))
	w := enginetest.New(t, func(func() time.Time) enginetest.Store { return st }, sealing(t))
	s := &stage{World: w, t: t, st: st}
	poster, worker := w.NewActor("poster"), w.NewActor("ann")
	_, err := w.Engine.SetPayout(w.Ctx, settle.Caller{Agent: worker.Agent}, worker.Wallet0())
	s.ok(err)
	w.Empty(8)
	m, err := w.Post(poster, settle.NewMission{})
	s.ok(err)
	sub, err := w.Submit(m.ID, "", worker)
	s.ok(err)
	v, err := w.Pick(poster, sub, poster.Wallet0(), false)
	s.ok(err)
	s.unpaid = v.Instruction
	w.Seen = seen
	s.at = w.Mine(pay(s, poster)).Number
	w.Seen = nil
	w.Empty(80)
	for _, x := range []struct {
		n    **node
		name string
	}{{&s.a, "http://a"}, {&s.b, "http://b"}, {&s.c, "http://c"}} {
		*x.n = &node{w: w, name: x.name}
	}
	s.a.logs, s.auditing = seen, []*node{s.a, s.b}
	return s
}

func (s *stage) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// auditor is a new one, as after a restart.
func (s *stage) auditor(batch uint64) *indexer.Auditor {
	s.t.Helper()
	a, err := indexer.NewAuditor(indexer.AuditConfig{Views: views(s.auditing), Ledger: daemon.NewLedger(s.Engine, s.st), Quorum: min(2, len(s.auditing)), Batch: batch,
		Leader: func() (int64, bool) { return s.Epoch, true }})
	s.ok(err)
	return a
}

func (s *stage) round() indexer.AuditReport {
	s.t.Helper()
	r, err := s.auditor(0).Round(s.Ctx, s.Epoch)
	s.ok(err)
	return r
}

func (s *stage) status(want settle.InstructionStatus) {
	s.t.Helper()
	if got := s.Instruction(s.unpaid.ID).Status; got != want {
		s.t.Fatalf("the instruction is %s, want %s", got, want)
	}
}

func (s *stage) seq() uint64 { _, n := s.Digest(); return n }

func (s *stage) place() postgres.Audited {
	s.t.Helper()
	a, err := s.st.Audited(s.Ctx)
	s.ok(err)
	return a
}

// TestBackupReader is what a backup log poller is for: the endpoint in use gave a
// block's hash before it had the block's logs; they are found, and what they pay
// is released, when the block is final and read again from another one.
func TestBackupReader(t *testing.T) {
	s := newStage(t, withheld)
	s.status(settle.InstructionOpen)
	r := s.round()
	applied := uint64(len(s.Chain.Blocks) - 7)
	if r.Source != "http://b" || r.Same || len(r.Repairs) != 1 || r.Repairs[0].Evidence.Missing != 1 || !r.Repairs[0].Mended || len(r.Blamed) > 0 ||
		r.Undecided != "" || r.Done.Number != applied || r.Blocks != int(applied) {
		t.Fatalf("%+v", r)
	}
	s.status(settle.InstructionSettled)
	s.Audit()
	s.Refold()
	if n := s.Incidents(); len(n) != 1 || n[0].Kind != settle.IncidentAudit {
		t.Errorf("incidents %+v", n)
	}
	if _, err := daemon.VerifyJournal(s.Ctx, s.st, daemon.JournalOptions{State: true}); err != nil {
		t.Error(err)
	}
	if c, err := daemon.CheckState(s.Ctx, s.st); err != nil || c.Differing > 0 {
		t.Errorf("%+v, %v", c, err)
	}
	// a restart goes on where it was; nothing is read a third time
	p := s.place()
	if p.Block != r.Done || p.Note != "" || p.Source != "http://b" || p.At.IsZero() {
		t.Errorf("place %+v", p)
	}
	s.b.read = nil
	s.Empty(5)
	if r := s.round(); r.Blocks != 5 || len(r.Repairs) > 0 || !slices.Equal(s.b.read, []uint64{applied + 1, applied + 2, applied + 3, applied + 4, applied + 5}) {
		t.Errorf("%+v, read %v", r, s.b.read)
	}
	if n := s.Incidents(); len(n) != 1 {
		t.Errorf("incidents %+v", n)
	}
}

// One endpoint that withholds what is stored, by filter or in its receipts too,
// is named; it can undo nothing.
func TestAuditOfALiar(t *testing.T) {
	for _, receipts := range []bool{false, true} {
		t.Run(fmt.Sprintf("receipts %t", receipts), func(t *testing.T) {
			s := newStage(t, nil)
			s.status(settle.InstructionSettled)
			s.b.logs = withheld
			if receipts {
				s.b.receipts = withheld
				s.auditing = append(s.auditing, s.c)
			}
			seq := s.seq()
			if r := s.round(); !slices.Equal(r.Blamed, []string{"http://b"}) || len(r.Repairs) > 0 || r.Undecided != "" {
				t.Errorf("%+v", r)
			}
			s.status(settle.InstructionSettled)
			if n := s.seq(); n != seq || len(s.Incidents()) > 0 {
				t.Errorf("%d facts were added", n-seq)
			}
			s.Audit()
		})
	}
}

// Where no quorum agrees about a block, the audit waits before it and says so,
// and goes on when one does.
func TestAuditWaits(t *testing.T) {
	s := newStage(t, withheld)
	s.a.receipts = withheld // as it said when it was read
	seq := s.seq()
	for range 2 {
		r := s.round()
		if r.Undecided == "" || r.Done.Number != s.at-1 || len(r.Repairs)+len(r.Blamed) > 0 || s.seq() != seq {
			t.Fatalf("%+v", r)
		}
	}
	if p := s.place(); p.Note == "" || p.Block.Number != s.at-1 {
		t.Errorf("place %+v", p)
	}
	s.status(settle.InstructionOpen)
	s.auditing = append(s.auditing, s.c)
	if r := s.round(); r.Undecided != "" || len(r.Repairs) != 1 || s.place().Note != "" {
		t.Fatalf("%+v", r)
	}
	s.status(settle.InstructionSettled)
	s.Audit()
}

// With one endpoint there is nobody else to ask: it is read again, which says so,
// and its receipts decide.
func TestAuditOfOneEndpoint(t *testing.T) {
	s := newStage(t, withheld)
	s.a.logs, s.auditing = nil, []*node{s.a} // its index has caught up
	if r := s.round(); !r.Same || r.Source != "http://a" || len(r.Repairs) != 1 {
		t.Fatalf("%+v", r)
	}
	s.status(settle.InstructionSettled)
	s.Audit()
}

// A final block that a quorum has another one for halts releases; one that a
// single endpoint has another one for does not.
func TestAuditOfHashes(t *testing.T) {
	s := newStage(t, nil)
	other := func(b settle.Block) settle.Block {
		if b.Number == s.at {
			b.Hash = settle.Keccak256(b.Hash[:])
		}
		return b
	}
	s.auditing = []*node{s.a, s.b, s.c}
	s.b.logs = other
	if r := s.round(); !slices.Equal(r.Blamed, []string{"http://b"}) || r.Undecided != "" || len(s.Incidents()) > 0 {
		t.Fatalf("one of three: %+v", r)
	}
	s.ok(s.st.SetAudited(s.Ctx, s.Epoch, postgres.Audited{}))
	s.auditing = []*node{s.a, s.b}
	if r := s.round(); r.Undecided == "" || len(r.Blamed) > 0 || len(s.Incidents()) > 0 {
		t.Fatalf("one of two: %+v", r)
	}
	s.auditing = []*node{s.a, s.b, s.c}
	s.c.logs = other
	if r := s.round(); !strings.Contains(r.Undecided, "behind") || len(s.Incidents()) > 0 {
		t.Fatalf("two of three, of a block that is not known to be final: %+v", r)
	}
	s.Call(settle.TagFinalized, s.at-1)
	if r := s.round(); !strings.Contains(r.Undecided, "behind") || len(s.Incidents()) > 0 {
		t.Fatalf("two of three, above what is final: %+v", r)
	}
	s.Call(settle.TagFinalized, s.at)
	if r := s.round(); !strings.Contains(r.Undecided, "violated") {
		t.Fatalf("two of three: %+v", r)
	}
	if n := s.Incidents(); len(n) != 1 || n[0].Kind != settle.IncidentHalt {
		t.Errorf("incidents %+v", n)
	}
	s.status(settle.InstructionSettled)
}

// An endpoint that does not answer, or not for many blocks, stops nothing for
// good; the next round asks another; a round asks for no more than it may.
func TestAuditOfAWeakEndpoint(t *testing.T) {
	s := newStage(t, withheld)
	s.auditing = []*node{s.a, s.b, s.c}
	s.b.err = errors.New("pruned")
	s.c.most = 3
	a := s.auditor(20)
	if r, err := a.Round(s.Ctx, s.Epoch); err == nil || r.Source != "http://b" || r.Blocks > 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if p := s.place(); !p.Block.Hash.IsZero() || !p.At.IsZero() {
		t.Errorf("place %+v", p)
	}
	r, err := a.Round(s.Ctx, s.Epoch)
	if err != nil || r.Source != "http://c" || r.Blocks != 20 || len(r.Repairs) != 1 || len(s.c.read) > 22 {
		t.Fatalf("%+v, %v, read %v", r, err, s.c.read)
	}
	s.status(settle.InstructionSettled)
	var old *settle.ErrEpoch
	epoch := s.Epoch
	s.b.err = nil
	s.Lead("another")
	if _, err := s.auditor(0).Round(s.Ctx, epoch); !errors.Is(err, indexer.ErrDeposed) && !errors.As(err, &old) {
		t.Errorf("a deposed leader's round: %v", err)
	}
}

// TestAuditGoesBack: a payment that nobody made settles an instruction whose real
// payment was withheld before. When the first is found out, what was not missed
// while the instruction was settled is looked for again.
func TestAuditGoesBack(t *testing.T) {
	var tagged *enginetest.Tx
	s := newStagePaid(t, withheld, func(s *stage, poster *enginetest.Actor) *enginetest.Tx {
		s.ok(s.Link(poster, poster.Wallet0()))
		tagged = s.tagged(poster)
		return s.Tx(enginetest.PlainLegs(poster.Wallet0(), s.unpaid)...)
	})
	s.Seen = func(b settle.Block) settle.Block {
		forged := enginetest.NewChain(s.Chain.Token, enginetest.Start)
		forged.Pay = s.Chain.Pay
		b.Logs = forged.Mine(2, tagged).Logs
		return b
	}
	s.Mine()
	s.Seen = nil
	s.Empty(7)
	s.status(settle.InstructionSettled)
	s.a.logs = nil
	r := s.round()
	if len(r.Repairs) != 1 || r.Repairs[0].Evidence.Extra != 1 || r.Repairs[0].Again == 0 || r.Done.Number >= s.at {
		t.Fatalf("%+v", r)
	}
	s.status(settle.InstructionReverted)
	if r = s.round(); len(r.Repairs) != 1 || r.Repairs[0].Evidence.Missing != 1 || r.Done.Number <= s.at {
		t.Fatalf("%+v", r)
	}
	s.status(settle.InstructionSettled)
	s.Audit()
	s.Refold()
	if r = s.round(); len(r.Repairs) > 0 || r.Undecided != "" {
		t.Fatalf("%+v", r)
	}
	if c, err := daemon.CheckState(s.Ctx, s.st); err != nil || c.Differing > 0 {
		t.Errorf("%+v, %v", c, err)
	}
}
