package postgres_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// An instruction is issued while the block with its payment is stored: whoever
// locks the tip first, the payment counts if its block is above the one under
// which the instruction was issued, and only then (R11, R13). Blocks come one by
// one and many at once, in turn.
func TestIssuedWhileItsPaymentIsMined(t *testing.T) {
	t.Parallel()
	w, _ := newWorld(t)
	w.Empty(8)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var legs []settle.Leg // every round owes the same amounts
	seen := map[bool]int{}
	for round := range 14 {
		poster, worker := w.NewActor(fmt.Sprint("poster ", round)), w.NewActor(fmt.Sprint("worker ", round))
		must(w.Link(poster, poster.Wallet0()))
		to := enginetest.Addr("payee of every round")
		_, err := w.Engine.SetPayout(w.Ctx, settle.Caller{Agent: worker.Agent}, to)
		must(err)
		m, err := w.Post(poster, settle.NewMission{})
		must(err)
		sub, err := w.Submit(m.ID, "", worker)
		must(err)
		var pay []enginetest.Op
		for _, l := range legs {
			pay = append(pay, enginetest.Gap(), enginetest.Transfer(poster.Wallet0(), l.To, l.Amount))
		}
		b := w.Chain.Mine(enginetest.BlockSeconds, w.Tx(pay...))
		w.Now = max(w.Now, b.Time*1000+500)
		pick := func() error {
			_, err := w.Engine.Pick(w.Ctx, settle.PickRequest{Actor: poster.Agent, Mission: m.ID, Submission: sub.ID, RefundTo: poster.Wallet0()})
			return err
		}
		extend := func() error {
			if round%2 == 0 {
				return w.Engine.Extend(w.Ctx, w.Epoch, b.Block)
			}
			return w.Engine.ExtendMany(w.Ctx, w.Epoch, []settle.Block{b.Block})
		}
		var errs [2]error
		switch round {
		case 0, 1:
			errs = [2]error{pick(), extend()}
		case 2, 3:
			errs = [2]error{extend(), pick()}
		default:
			var both sync.WaitGroup
			both.Go(func() { errs[0] = pick() })
			both.Go(func() { errs[1] = extend() })
			both.Wait()
		}
		must(errs[0])
		must(errs[1])
		w.Empty(7)
		var i *settle.Instruction
		w.State(func(tx settle.Tx) {
			i = settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfSubmission(sub.ID))[0]
		})
		if legs == nil {
			legs = i.Legs // the first payment was empty
			continue
		}
		counts := b.Number > i.Issued.Number
		seen[counts]++
		if settled := i.Status == settle.InstructionSettled; settled != counts {
			t.Fatalf("round %d: issued under block %d, paid in block %d, and it is %s", round, i.Issued.Number, b.Number, i.Status)
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Fatalf("of the two orders only one came: %v", seen)
	}
}
