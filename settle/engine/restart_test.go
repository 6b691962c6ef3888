package engine_test

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/seal"
)

// errDied is the death of the process in the middle of a call of the store.
var errDied = errors.New("died")

// killer counts the store's calls while the follower writes and fails one.
type killer struct {
	armed     bool
	calls     int
	at        int
	persisted bool
	op        string
	ops       []string
}

func (k *killer) hook(op string) error {
	if !k.armed || (op == "committed") != k.persisted {
		return nil
	}
	k.calls++
	k.ops = append(k.ops, op)
	if k.calls == k.at {
		k.op = op
		return errDied
	}
	return nil
}

// follow brings the store to the chain's tip as a follower does that dies once:
// after the death a new process starts over from what the store holds.
func (s *scene) follow(k *killer) {
	s.t.Helper()
	k.armed = true
	defer func() { k.armed = false }()
	for {
		err := s.Sync()
		if err == nil {
			return
		}
		if !errors.Is(err, errDied) {
			s.t.Fatalf("after the death at call %d (%s): %v", k.at, k.op, err)
		}
		k.armed = false
		s.Restart()
		k.armed = true
	}
}

// settling is a history in which everything happens that the leader writes:
// blocks with payments by payer, tag and deposit, a lapse, a late claim, the
// closing of rivals, a tip reorganization, a deep one that reverts, and settling
// again. It returns the final digest.
func (s *scene) settling(k *killer) settle.Hash {
	s.t.Helper()
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	w := s.poster.Wallet0()
	m := s.mission(s.poster, settle.NewMission{Deadline: s.Now + 2*3600_000})
	x, y := s.submit(m, s.a), s.submit(m, s.b)
	i := s.pick(s.poster, x)
	mine := func(seconds int64, txs ...*enginetest.Tx) {
		b := s.Chain.Mine(seconds, txs...)
		s.Now = max(s.Now, b.Time*1000+500)
		s.follow(k)
	}
	empty := func(n int) {
		for range n {
			mine(2)
		}
	}
	mine(3601) // lapses
	r := s.pick(s.poster, y)
	_, _, d := s.picked(s.hostile, s.a)
	mine(2, s.plain(w, i), s.Tx(enginetest.Transfer(enginetest.Addr("exchange"), d.Deposit, d.Total), enginetest.Flush(enginetest.DepositOf(d))))
	// A tip reorganization that moves both.
	dropped := s.Chain.Fork(1)
	s.Chain.Mine(2, dropped[1])
	s.Chain.Mine(2, dropped[0])
	s.follow(k)
	empty(7)
	mine(3601) // the rival's reservation ends: the late claim is granted
	if got := s.Mission(m.ID); got.Status != awarded {
		s.t.Fatalf("after the death at call %d (%s): the mission is %s", k.at, k.op, got.Status)
	}
	mine(2, s.tagged(w, r))
	empty(6)
	// Below the depth: the last two payments vanish, one comes again.
	gone := s.Chain.Fork(16)
	for range 16 {
		s.Chain.Mine(2)
	}
	s.follow(k)
	for _, tx := range gone {
		mine(2, tx)
	}
	empty(6)
	s.Audit()
	for _, id := range []string{i.ID, r.ID, d.ID} {
		if got := s.Instruction(id); got.Status != isSettled {
			s.t.Fatalf("after the death at call %d (%s): %s is %s", k.at, k.op, id, got.Status)
		}
	}
	h, _ := s.Digest()
	return h
}

func killedAt(t *testing.T, keys *seal.Keyset, at int, persisted bool) (settle.Hash, *killer) {
	k := &killer{at: at, persisted: persisted}
	var store *memstore.Store
	w := enginetest.New(t, func(now func() time.Time) enginetest.Store { store = memstore.New(now); return store }, keys)
	s := &scene{World: w, t: t, poster: w.NewActor("poster"), hostile: w.NewActor("hostile"), a: w.NewActor("ann"), b: w.NewActor("bob")}
	for _, x := range []*enginetest.Actor{s.a, s.b} {
		s.payout(x, x.Wallet0())
	}
	w.Empty(8)
	store.SetHook(k.hook)
	return s.settling(k), k
}

// TestDeathAtEveryCall kills the process at every call of the store that the
// leader makes, before the call does anything, and at every commit after it was
// written. (Of the calls that only read, every seventh; with -rapid.checks=1000
// or more, all.) A new process goes on from what is there: the final state is that of
// the undisturbed run, and every release and receipt exists once (Audit).
func TestDeathAtEveryCall(t *testing.T) {
	keys := keyset(t)
	for _, persisted := range []bool{false, true} {
		t.Run(fmt.Sprintf("persisted %v", persisted), func(t *testing.T) {
			want, k := killedAt(t, keys, 0, persisted)
			calls := k.calls
			if calls < 20 {
				t.Fatalf("%d calls: the hook sees nothing", calls)
			}
			died, deaths := map[string]int{}, 0
			for at := 1; at <= calls; at++ {
				if at%7 != 0 && slices.Contains(reads, k.ops[at-1]) && !thorough(t) {
					continue
				}
				deaths++
				got, k := killedAt(t, keys, at, persisted)
				if k.op == "" {
					t.Fatalf("call %d of %d was not reached", at, calls)
				}
				died[k.op]++
				if got != want {
					t.Fatalf("death at call %d (%s): the state differs from the undisturbed run's", at, k.op)
				}
			}
			t.Logf("%d deaths: %v", deaths, died)
		})
	}
}

// reads are the calls that write nothing.
var reads = []string{"get", "find", "exists", "concerning", "tip", "tail", "applied", "canonical", "head", "receipts"}

// thorough: many checks were asked for.
func thorough(t *testing.T) bool {
	t.Helper()
	n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	if err != nil {
		t.Fatal(err)
	}
	return n >= 1000
}
