package engine_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// TestAuditedEscrowHistories: whatever a node withheld, altered or invented of the
// contracts' events in a random history, with reorganizations, after the audit the
// mirrors are the contracts' storage, and every promise holds.
func TestAuditedEscrowHistories(t *testing.T) {
	keys, mended, halted, played := keyset(t), 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		if played++; played > 20 && flag.Lookup("rapid.checks").Value.String() == "100" {
			return // unless more are asked for
		}
		m := enginetest.NewEscrowMachine(t, inMemory, keys, false)
		m.Seen = func(b settle.Block) settle.Block { return lying(b) }
		actions := m.Actions()
		delete(actions, "fall behind 0") // it reads another node
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
			if r.Halted {
				halted++
			}
		}
		for _, i := range m.Incidents() {
			if i.Kind == settle.IncidentHalt {
				if err := m.Engine.ClearIncident(m.Ctx, i.Key(), "the endpoint is gone"); err != nil {
					t.Fatalf("%v", err)
				}
			}
		}
		m.Finish()
		m.AuditEscrow()
		m.Refold()
	})
	if mended == 0 {
		t.Error("nothing was ever mended")
	}
	t.Logf("%d blocks mended, releases halted by %d", mended, halted)
}

// lying changes a third of the blocks that hold events of the contracts, the same
// way whenever it is asked.
func lying(b settle.Block) settle.Block {
	ls := append([]settle.Log(nil), b.Logs...)
	var at []int
	for n, l := range ls {
		if l.Event != nil {
			at = append(at, n)
		}
	}
	if len(at) == 0 || b.Hash[0]%3 != 0 {
		return b
	}
	k := at[int(b.Hash[2])%len(at)]
	switch b.Hash[1] % 4 {
	case 0: // one is withheld
		ls = append(ls[:k:k], ls[k+1:]...)
	case 1: // all are
		ls = nil
	case 2: // an award is told with another amount, a post with none
		switch e := ls[k].Event.(type) {
		case settle.EventAwardProposed:
			e.Gross = money.Units(1)
			ls[k].Event = e
		case settle.EventAwardFinalized:
			e.Fee = money.Units(1)
			ls[k].Event = e
		case settle.EventPayout:
			e.To = settle.Address{9}
			ls[k].Event = e
		default:
			ls = ls[:k]
		}
	default: // one is told twice, by a transaction of its own
		last := ls[len(ls)-1]
		l := ls[k]
		l.Index, l.TxIndex, l.TxHash = last.Index+7, last.TxIndex+1, settle.Keccak256(b.Hash[:])
		ls = append(ls, l)
	}
	b.Logs = ls
	return b
}

// TestAuditMendsTheEscrow: whatever a node said wrong of one block's events of the
// escrow, after the audit all is as for a node that never lied, also what was
// folded on top of it.
func TestAuditMendsTheEscrow(t *testing.T) {
	honest := enginetest.PlayEscrow(enginetest.New(t, inMemory, keyset(t)))
	want := honest.Rows()
	drop := func(kinds ...settle.LogKind) func([]settle.Log) []settle.Log {
		return func(ls []settle.Log) []settle.Log {
			return slices.DeleteFunc(ls, func(l settle.Log) bool { return len(kinds) == 0 || slices.Contains(kinds, l.Kind) })
		}
	}
	alter := func(change func(*settle.Log)) func([]settle.Log) []settle.Log {
		return func(ls []settle.Log) []settle.Log {
			for n := range ls {
				change(&ls[n])
			}
			return ls
		}
	}
	paid := honest.Chain.Blocks[honest.Paid].Logs
	invent := func(from []settle.Log) func([]settle.Log) []settle.Log {
		return func(ls []settle.Log) []settle.Log {
			for n, l := range from {
				l.TxHash, l.TxIndex, l.Index = settle.Hash{9}, 9, uint32(90+n)
				ls = append(ls, l)
			}
			return ls
		}
	}
	other := honest.Chain.Blocks[honest.Posted].Logs
	for name, c := range map[string]struct {
		at  uint64
		lie func([]settle.Log) []settle.Log
	}{
		"a post withheld":                  {honest.Posted, drop()},
		"the post's event alone withheld":  {honest.Posted, drop(settle.LogMissionPosted)},
		"the post's payment withheld":      {honest.Posted, drop(settle.LogTransfer)},
		"a post of less":                   {honest.Posted, alter(lessReward)},
		"an entry withheld":                {honest.Entered, drop()},
		"another's entry":                  {honest.Entered, alter(anothersEntry)},
		"an award withheld":                {honest.Proposed, drop()},
		"an award to another":              {honest.Proposed, alter(anothersAward)},
		"a payout withheld":                {honest.Paid, drop()},
		"the award's end alone withheld":   {honest.Paid, drop(settle.LogAwardFinalized)},
		"a payment withheld":               {honest.Paid, drop(settle.LogPayout, settle.LogTransfer)},
		"a fee of more":                    {honest.Paid, alter(moreFee)},
		"a payout that came before":        {honest.Proposed - 1, invent(paid)},
		"a mission that nobody posted":     {honest.Paid + 1, invent(unposted(other))},
		"an award that was paid to nobody": {honest.Paid + 2, invent(unpaid(paid))},
		"the truth":                        {honest.Paid, alter(func(*settle.Log) {})},
	} {
		t.Run(name, func(t *testing.T) {
			w := enginetest.New(t, inMemory, keyset(t))
			w.Seen = func(b settle.Block) settle.Block {
				if b.Number == c.at {
					b.Logs = c.lie(slices.Clone(b.Logs))
				}
				return b
			}
			p := enginetest.PlayEscrow(w)
			w.Seen = nil
			rs := audit(t, w)
			if len(rs) != 1 && name != "the truth" || len(rs) > 0 && (!rs[0].Mended || rs[0].Halted) {
				t.Fatalf("%+v", rs)
			}
			sameRows(t, w.Rows(), want)
			if s := w.Submission(p.Submission); s.Status != settle.SubmissionAccepted || s.ReleasedAt == 0 {
				t.Errorf("the work is %s, released at %d", s.Status, s.ReleasedAt)
			}
			for _, i := range w.Incidents() {
				if i.Kind != settle.IncidentAudit {
					t.Errorf("left is %s: %s", i.Kind, i.Text)
				}
			}
			w.Refold()
			if rs := audit(t, w); len(rs) > 0 {
				t.Errorf("a second audit found %+v", rs)
			}
			// a reorganization takes all of it back like any other
			w.HaltDepth = 5000
			w.Restart()
			depth := int(w.Chain.Tip().Number - p.Posted + 1)
			w.Reorg(depth, depth+1, func(n int, _ *enginetest.Tx) int { return -1 })
			w.Confirm()
			w.Refold()
		})
	}
}

// TestAuditOfAnInventedAward: an award that a node invented has released work. The
// repair says so and halts releases; the work stays open and owes nothing new: the
// award that comes after all settles it.
func TestAuditOfAnInventedAward(t *testing.T) {
	honest := enginetest.PlayEscrow(enginetest.New(t, inMemory, keyset(t)))
	paid := honest.Chain.Blocks[honest.Paid].Logs
	w := enginetest.New(t, inMemory, keyset(t))
	p := enginetest.BeginEscrow(w)
	w.Seen = func(b settle.Block) settle.Block { b.Logs = slices.Clone(paid); return b }
	w.Mine()
	w.Seen = nil
	w.Empty(10)
	if s := w.Submission(p.Submission); s.Status != settle.SubmissionAccepted {
		t.Fatalf("the work is %s: the lie does not reach far enough", s.Status)
	}
	rs := audit(t, w)
	if len(rs) != 1 || !rs[0].Mended || !rs[0].Halted {
		t.Fatalf("%+v", rs)
	}
	kinds := map[settle.IncidentKind]*settle.Incident{}
	for _, i := range w.Incidents() {
		kinds[i.Kind] = i
	}
	halt := kinds[settle.IncidentHalt]
	if halt == nil || kinds[settle.IncidentAudit] == nil || kinds[settle.IncidentReverted] == nil || len(kinds) != 3 || !strings.Contains(halt.Text, "remove it from --rpc") {
		t.Fatalf("incidents %v", kinds)
	}
	if m := w.Mission(p.Mission); m.Status != settle.MissionOpen {
		t.Errorf("the mission is %s", m.Status)
	}
	w.State(func(tx settle.Tx) {
		if rs := tx.Receipts(p.Submission); len(rs) != 1 || !rs[0].Disputed {
			t.Errorf("receipts %+v", rs)
		}
	})
	p.Award(nil)
	w.Empty(10)
	w.State(func(tx settle.Tx) {
		if rs := tx.Receipts(p.Submission); len(rs) != 1 {
			t.Errorf("while releases are halted there are receipts %+v", rs)
		}
	})
	if err := w.Engine.ClearIncident(w.Ctx, halt.Key(), "the endpoint is gone"); err != nil {
		t.Fatal(err)
	}
	w.Empty(2)
	if m := w.Mission(p.Mission); m.Status != settle.MissionAwarded {
		t.Errorf("after all the mission is %s", m.Status)
	}
	w.State(func(tx settle.Tx) {
		if rs := tx.Receipts(p.Submission); len(rs) != 2 || rs[0].Disputed || !rs[1].Disputed {
			t.Errorf("receipts %+v", rs)
		}
	})
	w.Refold()
}

// TestAuditOfLongAgo: what undoes the blocks is not kept for ever; then all that the
// contracts ever said is replayed. Where that is more than one fact takes, it is an
// incident, once, and nothing is changed.
func TestAuditOfLongAgo(t *testing.T) {
	for _, most := range []int{0, 1000} {
		w, twin := enginetest.New(t, inMemory, keyset(t)), enginetest.New(t, inMemory, keyset(t))
		play := func(w *enginetest.World, lie bool) {
			w.ReplayMax = most
			w.Restart()
			if lie {
				w.Seen = spoiling(func(ls []settle.Log) []settle.Log {
					return slices.DeleteFunc(ls, func(l settle.Log) bool { return l.Kind == settle.LogMissionPosted })
				})
			}
			p := enginetest.BeginEscrow(w)
			w.Empty(settle.UndoBlocks/2 + 10)
			w.Seen = nil
			p.Award(nil) // of what is not known to have been posted
			w.Empty(10)
		}
		play(w, true)
		play(twin, false)
		was, seq := w.Digest()
		rs := audit(t, w)
		if most > 0 {
			if _, now := w.Digest(); len(rs) != 1 || rs[0].Mended || now != seq+1 {
				t.Errorf("%+v, %d facts more", rs, now-seq)
			}
			again := audit(t, w)
			if _, now := w.Digest(); len(again) != 1 || again[0].Mended || now != seq+1 {
				t.Errorf("again %+v, %d facts more", again, now-seq)
			}
			continue
		}
		if now, _ := w.Digest(); len(rs) != 1 || !rs[0].Mended || now == was {
			t.Fatalf("%+v", rs)
		}
		sameRows(t, w.Rows(), twin.Rows())
		w.Refold()
	}
}

func sameRows(t *testing.T, got, want map[string]string) {
	t.Helper()
	for k := range got {
		if _, ok := want[k]; !ok {
			t.Errorf("%s is too many: %s", k, got[k])
		}
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s is\n%s\nwant\n%s", k, got[k], v)
		}
	}
}

func lessReward(l *settle.Log) {
	if e, ok := l.Event.(settle.EventMissionPosted); ok {
		e.Terms.Reward, e.Terms.Tranches = money.Units(5), []money.Amount{money.Units(5)}
		l.Event = e
	}
}

func anothersEntry(l *settle.Log) {
	if e, ok := l.Event.(settle.EventWorkSubmitted); ok {
		e.Agent = settle.Address{9}
		l.Event = e
	}
}

func anothersAward(l *settle.Log) {
	if e, ok := l.Event.(settle.EventAwardProposed); ok {
		e.Agent = settle.Address{9}
		l.Event = e
	}
}

func moreFee(l *settle.Log) {
	if e, ok := l.Event.(settle.EventAwardFinalized); ok {
		e.Fee = money.Units(1_000_000)
		l.Event = e
	}
}

// unposted are the logs of a post, of a mission that does not exist.
func unposted(ls []settle.Log) (out []settle.Log) {
	for _, l := range ls {
		if e, ok := l.Event.(settle.EventMissionPosted); ok {
			e.MissionID = settle.Hash{7}
			l.Event = e
		}
		out = append(out, l)
	}
	return out
}

// unpaid are the logs of a payout, of a mission that does not exist.
func unpaid(ls []settle.Log) (out []settle.Log) {
	for _, l := range ls {
		switch e := l.Event.(type) {
		case settle.EventAwardFinalized:
			e.MissionID = settle.Hash{7}
			l.Event = e
		case settle.EventPayout:
			e.MissionID = settle.Hash{7}
			l.Event = e
		}
		out = append(out, l)
	}
	return out
}

// TestAuditLeavesTheRest: what a block holds besides, and what is told of an award by
// the addresses that were proven when it was paid, stays as it was.
func TestAuditLeavesTheRest(t *testing.T) {
	play := func(lie func(b settle.Block) settle.Block) (*scene, *settle.Instruction) {
		s := newScene(t)
		_, _, i := s.picked(s.poster, s.a)
		p := enginetest.BeginEscrow(s.World)
		if lie != nil {
			s.Seen = lie
		}
		later := s.b.Wallet0() // nobody has proven it yet
		p.Award([]enginetest.Op{enginetest.Transfer(p.Poster.Wallet0(), later, money.Units(5_000))}, s.tagged(s.poster.Wallet0(), i))
		s.Seen = nil
		s.Empty(10)
		s.ok(s.Link(s.b, later))
		s.Empty(2)
		return s, i
	}
	honest, _ := play(nil)
	for name, lie := range map[string]func(b settle.Block) settle.Block{
		"the award of less": func(b settle.Block) settle.Block {
			b.Logs = slices.Clone(b.Logs)
			for n := range b.Logs {
				moreFee(&b.Logs[n])
			}
			return b
		},
		"the proposal told twice": func(b settle.Block) settle.Block {
			b.Logs = slices.Clone(b.Logs)
			for _, l := range b.Logs {
				if l.Kind == settle.LogAwardProposed {
					l.Index, l.TxIndex, l.TxHash = 90, 9, settle.Hash{9}
					b.Logs = append(b.Logs, l)
				}
			}
			return b
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, i := play(lie)
			before := s.receipt(i)
			if rs := audit(t, s.World); len(rs) != 1 || !rs[0].Mended || rs[0].Halted {
				t.Fatalf("%+v", rs)
			}
			if after := s.receipt(i); after.Digest != before.Digest || after.Disputed {
				t.Errorf("a payment in the same block was touched: %+v", after)
			}
			if name != "the award of less" { // whose flows are read again
				sameRows(t, s.Rows(), honest.Rows())
			}
			s.Refold()
		})
	}
}
