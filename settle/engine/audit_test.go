package engine_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// audit compares all applied blocks with the chain's, in order, and repairs what
// differs, again from where a repair says so.
func audit(t enginetest.TB, w *enginetest.World) (repairs []settle.AuditRepair) {
	t.Helper()
	h, err := w.Engine.Health(w.Ctx)
	if err != nil {
		t.Fatalf("%v", err)
	}
	for n := uint64(1); n <= h.Applied.Number; n++ {
		b := w.Chain.Blocks[n].Block
		found, err := w.Engine.Audit(w.Ctx, []settle.Block{b})
		if err != nil {
			t.Fatalf("%v", err)
		}
		if len(found) == 0 {
			continue
		}
		r, err := w.Engine.Repair(w.Ctx, w.Epoch, b, []string{"http://a", "http://b"})
		if err != nil {
			t.Fatalf("%v", err)
		}
		if again, err := w.Engine.Audit(w.Ctx, []settle.Block{b}); err != nil || len(again) > 0 && r.Mended {
			t.Fatalf("after the repair still %+v (%v)", again, err)
		}
		if repairs = append(repairs, r); r.Again > 0 {
			n = min(n, r.Again) - 1
		}
	}
	return repairs
}

// spoiling makes the node serve a block's logs otherwise.
func spoiling(change func(ls []settle.Log) []settle.Log) func(settle.Block) settle.Block {
	return func(b settle.Block) settle.Block {
		b.Logs = change(append([]settle.Log(nil), b.Logs...))
		return b
	}
}

// TestAuditMends: a block was read with its right hash and wrong logs, as of a
// node whose index lags. When it is read again, what it holds counts: nothing
// that came later is undone, and what nobody paid is reverted loudly.
func TestAuditMends(t *testing.T) {
	keep := func(kinds ...settle.LogKind) func([]settle.Log) []settle.Log {
		return func(ls []settle.Log) (out []settle.Log) {
			for _, l := range ls {
				for _, k := range kinds {
					if l.Kind == k {
						out = append(out, l)
					}
				}
			}
			return out
		}
	}
	for name, c := range map[string]struct {
		serve                   func([]settle.Log) []settle.Log
		missing, extra, changed int
	}{
		"all logs withheld":        {keep(), 1, 0, 0},
		"the transfers withheld":   {keep(settle.LogInstructionPaid), 0, 0, 1},
		"the tags withheld":        {keep(settle.LogTransfer), 0, 0, 1},
		"the last log withheld":    {func(ls []settle.Log) []settle.Log { return ls[:max(0, len(ls)-1)] }, 0, 0, 1},
		"the first log withheld":   {func(ls []settle.Log) []settle.Log { return ls[min(1, len(ls)):] }, 0, 0, 1},
		"a smaller amount":         {func(ls []settle.Log) []settle.Log { ls[0].Value = money.Units(7000); return ls }, 0, 0, 1},
		"another payee":            {func(ls []settle.Log) []settle.Log { ls[0].To = settle.Address{9}; return ls }, 0, 0, 1},
		"another's transaction":    {func(ls []settle.Log) []settle.Log { return rename(ls, settle.Hash{9}) }, 1, 1, 0},
		"a block of right content": {func(ls []settle.Log) []settle.Log { return ls }, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			_, _, first := s.picked(s.poster, s.a)
			s.Mine(s.tagged(s.poster.Wallet0(), first))
			s.Confirm()
			_, _, i := s.picked(s.poster, s.b)
			s.Seen = spoiling(c.serve)
			s.Mine(s.tagged(s.poster.Wallet0(), i))
			s.Seen = nil
			s.Confirm()
			s.Empty(100) // its logs are gone from the window
			_, _, last := s.picked(s.poster, s.a)
			s.Mine(s.tagged(s.poster.Wallet0(), last))
			s.Confirm()
			s.stands(first, isSettled)
			s.stands(last, isSettled)
			before := s.receipt(first).Digest
			rs := audit(t, s.World)
			want := settle.AuditEvidence{Missing: c.missing, Extra: c.extra, Changed: c.changed}
			if n := c.missing + c.extra + c.changed; n == 0 && len(rs) > 0 || n > 0 && (len(rs) != 1 || !rs[0].Mended ||
				rs[0].Evidence.Missing != want.Missing || rs[0].Evidence.Extra != want.Extra || rs[0].Evidence.Changed != want.Changed) {
				t.Fatalf("%+v, want %+v", rs, want)
			}
			s.is(i.ID, isSettled, accepted, awarded)
			s.is(first.ID, isSettled, accepted, awarded)
			s.is(last.ID, isSettled, accepted, awarded)
			if s.receipt(first).Digest != before {
				t.Error("what was settled before was touched")
			}
			s.Audit()
			s.Refold()
			kinds := map[settle.IncidentKind]int{}
			for _, n := range s.Incidents() {
				kinds[n.Kind]++
			}
			if kinds[settle.IncidentAudit] != len(rs) || kinds[settle.IncidentReverted] != c.extra {
				t.Errorf("incidents %v", kinds)
			}
			if rs := audit(t, s.World); len(rs) > 0 {
				t.Errorf("a second audit found %+v", rs)
			}
			// a reorganization takes a mended block back like any other
			s.HaltDepth = 5000
			s.Restart()
			s.Reorg(115, 116, func(n int, _ *enginetest.Tx) int { return n })
			s.Confirm()
			s.Audit()
			s.Refold()
		})
	}
}

func (s *scene) receipt(i *settle.Instruction) (r settle.StoredReceipt) {
	s.t.Helper()
	s.State(func(tx settle.Tx) {
		if all := tx.Receipts(i.Submission); len(all) > 0 {
			r = all[0]
		}
	})
	return r
}

// stands looks at nothing but the state: the promises may be broken.
func (s *scene) stands(i *settle.Instruction, want settle.InstructionStatus) {
	s.t.Helper()
	if got := s.Instruction(i.ID).Status; got != want {
		s.t.Fatalf("instruction %s is %s, want %s", i.ID, got, want)
	}
}

func rename(ls []settle.Log, tx settle.Hash) []settle.Log {
	for n := range ls {
		ls[n].TxHash = tx
	}
	return ls
}

// A payment that nobody made, and that settled: it is reverted, with its receipt
// disputed, and the poster owes it.
func TestAuditRevertsWhatNobodyPaid(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	paid := s.tagged(s.poster.Wallet0(), i)
	s.Seen = func(b settle.Block) settle.Block {
		forged := enginetest.NewChain(s.Chain.Token, enginetest.Start)
		forged.Pay = s.Chain.Pay
		b.Logs = forged.Mine(2, paid).Logs
		return b
	}
	s.Mine()
	s.Seen = nil
	s.Confirm()
	s.stands(i, isSettled)
	rs := audit(t, s.World)
	if len(rs) != 1 || rs[0].Evidence.Extra != 1 || !rs[0].Mended {
		t.Fatalf("%+v", rs)
	}
	if got := s.Instruction(i.ID); got.Status != settle.InstructionReverted || !s.receipt(i).Disputed {
		t.Fatalf("%s, receipt %+v", got.Status, s.receipt(i))
	}
	kinds := map[settle.IncidentKind]int{}
	for _, n := range s.Incidents() {
		kinds[n.Kind]++
	}
	if kinds[settle.IncidentAudit] != 1 || kinds[settle.IncidentReverted] != 1 {
		t.Errorf("incidents %v", kinds)
	}
	_, err := s.Post(s.poster, settle.NewMission{})
	if err == nil {
		t.Error("the poster posts while it owes")
	}
	s.Mine(paid)
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)
	s.Refold()
}

// Nobody but the leader repairs, and nothing that is not applied.
func TestAuditIsTheLeaders(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Seen = spoiling(func([]settle.Log) []settle.Log { return nil })
	b := s.Mine(s.tagged(s.poster.Wallet0(), i)).Block
	s.Seen = nil
	if _, err := s.Engine.Repair(s.Ctx, s.Epoch, b, nil); !errors.Is(err, engine.ErrNotOnTip) {
		t.Errorf("a block in the window: %v", err)
	}
	s.Confirm()
	foreign := b
	foreign.Hash[0]++
	if _, err := s.Engine.Repair(s.Ctx, s.Epoch, foreign, nil); !errors.Is(err, engine.ErrNotOnTip) {
		t.Errorf("a block that is not stored: %v", err)
	}
	old := s.Epoch
	s.Lead("another")
	var stale *settle.ErrEpoch
	if _, err := s.Engine.Repair(s.Ctx, old, b, nil); !errors.As(err, &stale) {
		t.Errorf("a deposed leader: %v", err)
	}
	s.stands(i, isOpen)
	for _, mended := range []bool{true, false} {
		r, err := s.Engine.Repair(s.Ctx, s.Epoch, b, []string{"x"})
		if err != nil || r.Mended != mended {
			t.Errorf("%+v, %v", r, err)
		}
	}
	s.is(i.ID, isSettled, accepted, awarded)
}

// TestAuditedHistories: whatever a node withheld or changed of the token's logs
// in a random history, with reorganizations, after the audit every promise holds
// as if it had not: paid is released, released is paid, no unit pays twice.
func TestAuditedHistories(t *testing.T) {
	keys, seen, mended := keyset(t), enginetest.Tally{}, 0
	rapid.Check(t, func(t *rapid.T) {
		m := enginetest.NewMachine(t, inMemory, keys, false)
		m.Chain.Telling = false // what is withheld of a pause is not given back later: the reservation may have ended
		m.Seen = func(b settle.Block) settle.Block {
			if b.Hash[0]%3 == 0 && len(b.Logs) > 0 { // the same whenever it is asked
				switch ls := append([]settle.Log(nil), b.Logs...); b.Hash[1] % 4 {
				case 0:
					b.Logs = ls[1:]
				case 1:
					b.Logs = ls[:len(ls)-1]
				case 2:
					b.Logs = nil
				default:
					ls[0].Value = money.Units(1_234_567)
					b.Logs = ls
				}
			}
			return b
		}
		actions := m.Actions()
		delete(actions, "fall behind") // it reads another node
		actions[""] = func(*rapid.T) {}
		for name, f := range actions {
			actions[name] = func(t *rapid.T) { f(t); m.Follow() }
		}
		for range 3 {
			t.Repeat(actions)
		}
		m.T = t
		m.Seen = nil
		m.Confirm()
		for _, r := range audit(t, m.World) {
			if !r.Mended {
				t.Fatalf("not mended: %+v", r)
			}
			mended++
		}
		m.Audit()
		m.Refold()
		seen.Add(m.World)
	})
	if mended == 0 {
		t.Error("nothing was ever mended")
	}
	t.Logf("%d blocks mended\n%s", mended, seen)
}
