package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

var errKilled = errors.New("killed")

// mortal is a store whose process dies at a writing transaction: before it, or
// when it is committed and nobody has heard so.
type mortal struct {
	enginetest.Store
	// left are the transactions until the last one; negative: no death.
	left  *int
	after bool
}

func (m mortal) Update(ctx context.Context, o settle.TxOptions, fn func(settle.Tx) error) error {
	*m.left--
	if *m.left == 0 && !m.after {
		return errKilled
	}
	if err := m.Store.Update(ctx, o, fn); err != nil {
		return err
	}
	if *m.left == 0 {
		return errKilled
	}
	return nil
}

// outcome is what became of the reservations that a pause met.
func outcome(s *scene, ids []string) (out []string) {
	for _, id := range ids {
		i := s.Instruction(id)
		out = append(out, fmt.Sprintf("%s until %d %+v extended %t, unpaid %d", i.Status, i.ReservedUntil, i.Reservations, i.Extended, s.unpaid(s.poster)))
	}
	return out
}

// afterPause plays a pause that meets seven reservations, of which some end or are
// extended by a payment while the end of it is written in batches; and the leader
// dies at one of those.
func afterPause(t *testing.T, batch, death int, after bool) (out []string, facts int) {
	t.Helper()
	s := newScene(t)
	left := -1
	s.PauseBatch = batch
	s.Store = mortal{s.Store, &left, after}
	s.Restart()
	var ids []string
	for n := range 7 {
		m := s.mission(s.poster, settle.NewMission{})
		ids = append(ids, s.pick(s.poster, s.submit(m, []*enginetest.Actor{s.a, s.b}[n%2])).ID)
		s.MineAfter(60)
	}
	slices.Sort(ids)
	paying := s.Instruction(ids[5])
	s.Chain.Paused = true
	s.MineAfter(900)
	s.MineAfter(900)
	s.Chain.Paused = false
	s.Blind = true // the look at the end is the test's own
	s.Mine()
	left = death
	if err := s.Engine.WatchPause(s.Ctx, s.Epoch); err != nil && !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	left = -1
	s.Restart()
	s.Lead("second")
	// Other work goes on: one is withdrawn, one is being paid; a new one is picked.
	_, err := s.Engine.Withdraw(s.Ctx, s.poster.Agent, ids[6])
	s.ok(err)
	_, err = s.Engine.Remove(s.Ctx, s.Instruction(ids[4]).Mission, "a rule")
	s.ok(err)
	s.Mine(s.tagged(s.poster.Wallet0(), paying))
	s.Blind = false
	s.Mine()
	s.Confirm()
	s.Audit()
	s.Refold()
	s.State(func(tx settle.Tx) {
		if settle.GetRow[settle.Settings](tx, settle.SettingsKey).Extending != nil {
			t.Error("something is left")
		}
	})
	return outcome(s, ids), len(s.facts(settle.KindReservationsExtended))
}

// The end of a pause that met many reservations is written in batches, each a
// transaction; whatever dies in between, and whatever else goes on, the outcome is
// that of one fact for all.
func TestPauseEndsInBatches(t *testing.T) {
	want, n := afterPause(t, 500, -1, false)
	if n != 0 {
		t.Fatalf("%d batches of seven reservations", n)
	}
	for _, batch := range []int{1, 2, 3, 6, 7} {
		for death := range 10 {
			for _, after := range []bool{false, true} {
				if death-1 == 1 && !after {
					continue // the end itself is lost, and read again later
				}
				got, n := afterPause(t, batch, death-1, after)
				if !slices.Equal(got, want) {
					t.Fatalf("batches of %d, death at %d (after it %t):\ngot  %q\nwant %q", batch, death-1, after, got, want)
				}
				if least := (7 + batch - 1) / batch; batch < 7 && n < least {
					t.Errorf("batches of %d: %d", batch, n)
				}
			}
		}
	}
}

// While a pause is still to extend reservations none lapses, however long that
// takes.
func TestNothingLapsesBeforeItIsExtended(t *testing.T) {
	s := newScene(t)
	left := -1
	s.PauseBatch = 1
	s.Store = mortal{s.Store, &left, false}
	s.Restart()
	var ids []string
	for range 3 {
		_, _, i := s.picked(s.poster, s.a)
		ids = append(ids, i.ID)
	}
	s.Chain.Paused = true
	s.MineAfter(900)
	s.Chain.Paused = false
	s.Blind = true
	s.Mine()
	left = 2
	if err := s.Engine.WatchPause(s.Ctx, s.Epoch); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	left = -1
	s.MineAfter(5 * 3600)
	for _, id := range ids {
		if !s.Instruction(id).Running() {
			t.Errorf("%s has lapsed", id)
		}
	}
	s.Blind = false
	s.Mine()
	s.Mine()
	for _, id := range ids {
		if s.Instruction(id).Running() {
			t.Errorf("%s runs for ever", id)
		}
	}
	s.Refold()
}
