package engine_test

import (
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// TestCheck: the dry run says what the same transfers then do, names what stands
// in the way, and leaves nothing behind.
func TestCheck(t *testing.T) {
	type transfers = []settle.IntendedTransfer
	for _, c := range []struct {
		name    string
		proven  bool
		intend  func(s *scene, i *settle.Instruction) transfers
		settles bool
		problem settle.Code
	}{
		{"exact", true, func(s *scene, i *settle.Instruction) transfers { return legsFrom(s.poster.Wallet0(), i, 0) }, true, ""},
		{"over", true, func(s *scene, i *settle.Instruction) transfers { return legsFrom(s.poster.Wallet0(), i, 7) }, true, ""},
		{"unproven", false, func(s *scene, i *settle.Instruction) transfers { return legsFrom(s.poster.Wallet0(), i, 0) }, false, settle.CodePayerNotProven},
		{"a stranger's", true, func(s *scene, i *settle.Instruction) transfers { return legsFrom(enginetest.Addr("stranger"), i, 0) }, false, settle.CodePayerNotProven},
		{"without the fee", true, func(s *scene, i *settle.Instruction) transfers {
			return slices.DeleteFunc(legsFrom(s.poster.Wallet0(), i, 0), func(x settle.IntendedTransfer) bool { return x.To == s.Fee })
		}, false, settle.CodeMissingOnlyFee},
		{"short", true, func(s *scene, i *settle.Instruction) transfers {
			x := legsFrom(s.poster.Wallet0(), i, 0)
			x[0].Amount = x[0].Amount.SatSub(money.Units(1))
			return x
		}, false, ""},
		{"to the deposit", true, func(s *scene, i *settle.Instruction) transfers {
			return transfers{{From: s.poster.Wallet0(), To: i.Deposit, Amount: i.Total}}
		}, false, settle.CodeConflict},
		{"to somebody else", true, func(s *scene, i *settle.Instruction) transfers {
			return append(legsFrom(s.poster.Wallet0(), i, 0), settle.IntendedTransfer{From: s.poster.Wallet0(), To: s.b.Wallet0(), Amount: money.Units(1)})
		}, true, settle.CodeInvalid},
		{"the worker's own", true, func(s *scene, i *settle.Instruction) transfers { return legsFrom(s.a.Wallet0(), i, 0) }, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			_, _, i := s.picked(s.poster, s.a)
			if c.proven {
				s.prove(s.poster, i)
			}
			in := c.intend(s, i)
			before, seq := s.Digest()
			got, err := s.Engine.Check(s.Ctx, i.ID, in)
			s.ok(err)
			if after, now := s.Digest(); after != before || now != seq {
				t.Fatal("a dry run wrote something")
			}
			if got.WouldSettle != c.settles {
				t.Errorf("would settle: %v", got.WouldSettle)
			}
			if c.problem != "" && !slices.ContainsFunc(got.Problems, func(p settle.Problem) bool { return p.Code == c.problem }) ||
				c.settles && c.problem == "" && len(got.Problems) > 0 {
				t.Errorf("problems %+v", got.Problems)
			}
			var ops []enginetest.Op
			for _, x := range in {
				ops = append(ops, enginetest.Gap(), enginetest.Transfer(x.From, x.To, x.Amount))
			}
			s.Mine(s.Tx(ops...))
			s.Confirm()
			s.Audit()
			if did := s.Instruction(i.ID).Status == isSettled; did != got.WouldSettle {
				t.Errorf("the dry run says %v, and it is %v", got.WouldSettle, did)
			}
			again, err := s.Engine.Check(s.Ctx, i.ID, in)
			s.ok(err)
			if s.Instruction(i.ID).Status == isSettled && (again.WouldSettle || again.Problems[0].Code != settle.CodeAlreadySettled) {
				t.Errorf("of a settled one: %+v", again)
			}
		})
	}
}

func legsFrom(from settle.Address, i *settle.Instruction, more uint64) (out []settle.IntendedTransfer) {
	for _, l := range i.Legs {
		out = append(out, settle.IntendedTransfer{From: from, To: l.To, Amount: l.Amount.SatAdd(money.Units(more))})
	}
	return out
}
