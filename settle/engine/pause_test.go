package engine_test

import (
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// pauseFor pauses the token for so many seconds, in blocks of ten minutes.
func (s *scene) pauseFor(seconds int64) {
	s.t.Helper()
	s.Chain.Paused = true
	s.Mine()
	for left := seconds - enginetest.BlockSeconds; left > 0; left -= 600 {
		s.MineAfter(min(left, 600))
	}
	s.Chain.Paused = false
	s.Mine()
}

func (s *scene) reservedUntil(id string, want int64) *settle.Instruction {
	s.t.Helper()
	s.Audit()
	i := s.Instruction(id)
	if i.ReservedUntil != want {
		s.t.Fatalf("reserved until %d, which is %d s off", i.ReservedUntil, i.ReservedUntil-want)
	}
	return i
}

func (s *scene) unpaid(a *enginetest.Actor) (n int) {
	s.t.Helper()
	s.State(func(tx settle.Tx) { n = settle.GetRow[settle.Agent](tx, a.Agent).UnpaidTotal })
	return n
}

func (s *scene) pause() (p *settle.Pause) {
	s.t.Helper()
	s.State(func(tx settle.Tx) { p = settle.GetRow[settle.Settings](tx, settle.SettingsKey).Pause })
	return p
}

// TestPauseExtends: a pause longer than the reservation, over the mission's
// deadline, ends nothing and gives nobody else the slot; afterwards the poster
// has the time that was left, pays and awards (R9).
func TestPauseExtends(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{Deadline: s.Now + 2*3600_000})
	x, y := s.submit(m, s.a), s.submit(m, s.b)
	i := s.pick(s.poster, x)
	s.MineAfter(1000)
	s.pauseFor(3 * 3600)
	got := s.reservedUntil(i.ID, i.ReservedUntil+3*3600)
	if got.ReservedSum != i.ReservedSum || got.Renewals != 0 || got.Extended || s.unpaid(s.poster) != 0 {
		t.Fatalf("the pause counts against the poster: %+v", got)
	}
	_, err := s.Pick(s.poster, y, s.poster.Wallet0(), false)
	s.code(err, settle.CodeSettlementInProgress)
	s.is(i.ID, isOpen, pending, open) // the mission does not expire while it is reserved
	_, err = s.Engine.Cancel(s.Ctx, s.poster.Agent, m.ID)
	s.code(err, settle.CodeSettlementInProgress)
	s.Mine(s.tagged(enginetest.Addr("a friend"), i))
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)
}

// TestPauseHoldsTheSlot: while the token is paused, and in what is left after it,
// nobody else gets the slot; then the reservation lapses as it would have.
func TestPauseHoldsTheSlot(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	x, y := s.submit(m, s.a), s.submit(m, s.b)
	i := s.pick(s.poster, x)
	s.Chain.Paused = true
	s.MineAfter(1800)
	r, err := s.Engine.Check(s.Ctx, i.ID, []settle.IntendedTransfer{{From: s.poster.Wallet0(), To: s.a.Wallet0(), Amount: i.Total}})
	s.ok(err)
	if !slices.ContainsFunc(r.Problems, func(p settle.Problem) bool { return p.Code == settle.CodeTokenPaused }) {
		t.Fatalf("a check while the token is paused: %+v", r.Problems)
	}
	s.MineAfter(7200)
	_, err = s.Pick(s.poster, y, s.poster.Wallet0(), false)
	s.code(err, settle.CodeSettlementInProgress)
	s.Chain.Paused = false
	s.MineAfter(600)
	s.reservedUntil(i.ID, i.ReservedUntil+7800)
	_, err = s.Pick(s.poster, y, s.poster.Wallet0(), false)
	s.code(err, settle.CodeSettlementInProgress)
	s.MineAfter(1799)
	if !s.Instruction(i.ID).Running() {
		t.Fatal("lapsed a second early")
	}
	s.MineAfter(1)
	s.reservedUntil(i.ID, 0)
	if s.unpaid(s.poster) != 1 {
		t.Fatal("an unpaid pick is not counted")
	}
	s.pick(s.poster, y)
	s.code(s.renew(s.poster, x), settle.CodeSettlementInProgress)
}

// TestPauseAtTheEnd: the block in which a reservation would lapse asks the token.
// However little was left, ten minutes are left after the pause.
func TestPauseAtTheEnd(t *testing.T) {
	s := newScene(t)
	s.Blind = true // nobody looks but the lapse
	_, _, i := s.picked(s.poster, s.a)
	s.Chain.Paused = true
	s.MineAfter(3600)
	s.reservedUntil(i.ID, i.ReservedUntil)
	if p := s.pause(); p == nil || p.From != i.ReservedUntil || p.Source != "model" || p.Block != s.Chain.Tip().BlockRef {
		t.Fatalf("the pause is recorded as %+v", p)
	}
	s.MineAfter(5000)
	s.Chain.Paused = false
	s.Blind = false
	s.MineAfter(1000)
	s.reservedUntil(i.ID, s.Chain.Tip().Time+settle.AfterPauseSeconds)
	s.MineAfter(settle.AfterPauseSeconds - 1)
	s.reservedUntil(i.ID, s.Chain.Tip().Time+1)
	s.MineAfter(1)
	s.reservedUntil(i.ID, 0)
}

// TestPauseBeforeThePick: a reservation that began while the pause was thought to
// last is extended by what it met.
func TestPauseBeforeThePick(t *testing.T) {
	s := newScene(t)
	s.picked(s.hostile, s.b) // so that somebody looks
	s.Chain.Paused = true
	s.Mine()
	s.MineAfter(1800)
	s.Chain.Paused = false
	s.Blind = true
	s.Mine()
	_, _, i := s.picked(s.poster, s.a)
	s.Blind = false
	s.Mine()
	s.reservedUntil(i.ID, i.ReservedUntil+enginetest.BlockSeconds)
}

// TestPauseUnseen: a pause that begins and ends while nobody looks extends
// nothing.
func TestPauseUnseen(t *testing.T) {
	s := newScene(t)
	s.Blind = true
	_, _, i := s.picked(s.poster, s.a)
	s.pauseFor(1200)
	s.Blind = false
	s.Mine()
	s.reservedUntil(i.ID, i.ReservedUntil)
}

// TestPauseIsTold: the token's logs tell of a pause that is over before anybody looks,
// to the second; a branch without them takes nothing back, and one that has them in
// its midst counts them, though the newest block reads as not paused.
func TestPauseIsTold(t *testing.T) {
	s := newScene(t)
	s.Chain.Telling, s.Blind = true, true
	s.pauseFor(600) // it meets nothing
	_, seq := s.Digest()
	_, _, i := s.picked(s.poster, s.a)
	s.MineAfter(1000)
	foreign := s.Tx(enginetest.Foreign(enginetest.Addr("another token"), s.a.Wallet0(), s.a.Wallet0(), i.Total))
	s.Seen = func(b settle.Block) settle.Block { // another contract's Pause()
		for k := range b.Logs {
			if b.Logs[k].Emitter != s.Chain.Token {
				b.Logs[k].Kind = settle.LogPause
			}
		}
		return b
	}
	s.Mine(foreign)
	s.Seen = nil
	if s.pause() != nil {
		t.Fatal("another token's pause counts")
	}
	s.Chain.Paused = true
	from := s.Mine().Time
	if p := s.pause(); p == nil || p.From != from || p.Block != s.Chain.Tip().BlockRef {
		t.Fatalf("the pause is recorded as %+v", p)
	}
	s.MineAfter(7)
	s.Chain.Paused = false
	until := s.Mine().Time
	s.reservedUntil(i.ID, i.ReservedUntil+until-from)
	s.MineAfter(i.ReservedUntil + until - from - s.Chain.Tip().Time - 1)
	s.reservedUntil(i.ID, i.ReservedUntil+until-from)
	// A pause within a branch whose newest block is asked about, as there the
	// reservation would lapse.
	s.Chain.Fork(1)
	s.Chain.Paused = true
	again := s.Chain.Mine(2)
	s.Chain.Paused = false
	over := s.Chain.Mine(5)
	s.Now = s.Chain.Mine(3600).Time*1000 + 500
	s.ok(s.Sync())
	got := s.reservedUntil(i.ID, 0)
	if want := until - from + over.Time - again.Time; got.Reservations[0].Paused != want {
		t.Errorf("extended by %d s, not %d", got.Reservations[0].Paused, want)
	}
	if _, now := s.Digest(); now <= seq {
		t.Error("nothing was recorded")
	}
}

// TestPauseUnknown: a token that does not answer extends nothing. The lapse waits
// for a minute, no longer.
func TestPauseUnknown(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	_, seq := s.Digest()
	s.Silent, s.Chain.Paused = true, true
	if err := s.Engine.WatchPause(s.Ctx, s.Epoch); settle.CodeOf(err) != settle.CodeChainUnavailable {
		t.Fatalf("a look without an answer: %v", err)
	}
	s.MineAfter(3600)
	s.MineAfter(59)
	s.reservedUntil(i.ID, i.ReservedUntil)
	if _, now := s.Digest(); now != seq {
		t.Fatal("something was recorded")
	}
	s.MineAfter(1)
	s.reservedUntil(i.ID, 0)
	// It answers in time: the same end, without the wait.
	s.Chain.Paused = false
	s.Mine()
	_, _, j := s.picked(s.poster, s.b)
	s.MineAfter(3600)
	s.reservedUntil(j.ID, j.ReservedUntil)
	s.Silent = false
	s.Mine()
	s.reservedUntil(j.ID, 0)
}

// TestPauseAtConfirm: the leader ends reservations without a new block as well,
// and asks then too.
func TestPauseAtConfirm(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Blind, s.Silent, s.Chain.Paused = true, true, true
	s.MineAfter(3600)
	s.ok(s.Engine.Confirm(s.Ctx, s.Epoch))
	s.reservedUntil(i.ID, i.ReservedUntil)
	s.Silent = false
	s.ok(s.Engine.Confirm(s.Ctx, s.Epoch))
	s.reservedUntil(i.ID, i.ReservedUntil)
	if s.pause() == nil {
		t.Fatal("the pause is not recorded")
	}
}

// TestPauseGoesSilent: a pause that cannot be read any more counts until it was
// last read.
func TestPauseGoesSilent(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Chain.Paused = true
	begin := s.Mine().Time
	s.MineAfter(599) // too soon to be worth a fact
	last := s.MineAfter(1).Time
	s.Silent = true
	s.MineAfter(3601) // the chain stood still; this is the first question in vain
	s.MineAfter(3600)
	if p := s.pause(); p == nil || p.From != begin || p.Read != last {
		t.Fatalf("the pause is recorded as %+v; it began at %d and was last read at %d", p, begin, last)
	}
	s.MineAfter(1)
	if s.pause() != nil {
		t.Fatal("the pause lasts for ever")
	}
	i = s.reservedUntil(i.ID, 0)
	if got := i.Reservations[0].Paused; got != last-begin {
		t.Fatalf("extended by %d s, not %d", got, last-begin)
	}
	s.Silent = false // it answers again, and is paused still: renewing waits for it
	s.code(s.Engine.WatchPause(s.Ctx, s.Epoch), "")
	if s.pause() != nil {
		t.Fatal("looked without need")
	}
}

// TestPauseWhileDown: the daemon was down for most of a pause, and the node has no
// state of the blocks that it catches up with. That is no silence of the token.
func TestPauseWhileDown(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Chain.Paused = true
	begin := s.Mine().Time
	for range 8 {
		s.Now = max(s.Now, s.Chain.Mine(1500).Time*1000+500)
	}
	s.Restart()
	s.ok(s.Sync())
	if p := s.pause(); p == nil || p.From != begin || p.Read != s.Chain.Tip().Time {
		t.Fatalf("the pause is recorded as %+v", p)
	}
	s.Chain.Paused = false
	end := s.Mine().Time
	s.reservedUntil(i.ID, i.ReservedUntil+end-begin)
}

// TestPauseOutlivesTheProcess: another process and another leader know of the
// pause, and a deposed one does not end it.
func TestPauseOutlivesTheProcess(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Chain.Paused = true
	begin := s.Mine().Time
	s.Restart()
	s.MineAfter(5000)
	old := s.Epoch
	s.Lead("standby")
	s.Restart()
	s.MineAfter(600)
	s.Chain.Paused = false
	s.Blind = true
	end := s.Mine().Time
	if err := s.Engine.WatchPause(s.Ctx, old); err == nil {
		t.Fatal("a deposed leader records the end")
	}
	s.reservedUntil(i.ID, i.ReservedUntil)
	s.Blind = false
	s.ok(s.Sync())
	s.reservedUntil(i.ID, i.ReservedUntil+end-begin)
	s.Refold()
	c := s.Conf
	c.FeeBP++ // settings change: what is known of the token stays
	s.Chain.Paused = true
	s.Mine()
	s.ok(s.Engine.Configure(s.Ctx, c))
	s.ok(s.Engine.Configure(s.Ctx, c))
	if s.pause() == nil {
		t.Fatal("new settings end a pause")
	}
	s.Refold()
}

// TestPauseInAReorganization: the block in which the pause was read, or was read
// to be over, is replaced; the next look says what holds.
func TestPauseInAReorganization(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Chain.Paused = true
	s.Mine()
	s.Chain.Paused = false
	s.Reorg(1, 2, func(int, *enginetest.Tx) int { return 0 })
	if s.pause() != nil {
		t.Fatal("a pause that never was lasts")
	}
	i = s.Instruction(i.ID)
	s.Blind = true // a look is under way when its block is replaced
	s.Chain.Paused = true
	s.Mine()
	s.Chain.Paused = false
	s.OnLook = func() { s.Reorg(1, 2, func(int, *enginetest.Tx) int { return 0 }) }
	s.ok(s.Engine.WatchPause(s.Ctx, s.Epoch))
	if s.pause() != nil {
		t.Fatal("a look at an orphan counts")
	}
	// The reservation falls due inside the branch, and nobody knew of the pause.
	s.MineAfter(i.ReservedUntil - 3 - s.Chain.Tip().Time)
	s.Chain.Paused = true
	s.Mine()
	s.Reorg(1, 3, func(int, *enginetest.Tx) int { return 0 })
	s.reservedUntil(i.ID, i.ReservedUntil)
	s.MineAfter(3600)
	s.MineAfter(3600)
	// A branch in which the reservation falls due at every block.
	s.Reorg(2, 3, func(int, *enginetest.Tx) int { return 0 })
	s.reservedUntil(i.ID, i.ReservedUntil)
	s.Chain.Paused = false
	s.Reorg(2, 4, func(int, *enginetest.Tx) int { return 0 })
	s.Blind = false
	s.ok(s.Sync())
	if got := s.Instruction(i.ID); !got.Running() || got.ReservedUntil < i.ReservedUntil+7200 {
		t.Fatalf("reserved until %d, before the pause until %d", got.ReservedUntil, i.ReservedUntil)
	}
}
