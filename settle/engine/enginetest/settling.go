package enginetest

import "github.com/oabp/oabpd/settle"

// Settling is a history in which everything happens that the leader writes. It
// is for tests that kill the leader: whatever they do to it, the state at the
// end must be that of an undisturbed run.
type Settling struct {
	*World
	poster, hostile, a, b *Actor
	follow                func()
}

// NewSettling makes the actors of the history.
func NewSettling(w *World) *Settling {
	s := &Settling{World: w, poster: w.NewActor("poster"), hostile: w.NewActor("hostile"), a: w.NewActor("ann"), b: w.NewActor("bob")}
	for _, x := range []*Actor{s.a, s.b} {
		_, err := w.Engine.SetPayout(w.Ctx, settle.Caller{Agent: x.Agent}, x.Wallet0())
		w.must(err, "setting a payout address")
	}
	w.Empty(8)
	return s
}

// Run plays it and returns the final digest: a pause of the token, a lapse,
// blocks with payments by payer, tag and deposit, a tip reorganization, a late
// claim, the closing of rivals, a deep reorganization that reverts, and settling
// again. Follow must bring the store to the chain's tip by Sync.
func (s *Settling) Run(follow func()) settle.Hash {
	s.T.Helper()
	s.follow = follow
	s.must(s.Link(s.poster, s.poster.Wallet0()), "linking")
	w := s.poster.Wallet0()
	m, err := s.Post(s.poster, settle.NewMission{Deadline: s.Now + 2*3600_000})
	s.must(err, "posting")
	x, y := s.submit(m, s.a), s.submit(m, s.b)
	i := s.pick(s.poster, x)
	s.Chain.Paused = true
	s.mine(100)
	s.Chain.Paused = false
	s.mine(2)
	s.mine(3601) // lapses
	r := s.pick(s.poster, y)
	other, err := s.Post(s.hostile, settle.NewMission{})
	s.must(err, "posting")
	d := s.pick(s.hostile, s.submit(other, s.a))
	s.mine(2, s.Tx(PlainLegs(w, i)...), s.Tx(Transfer(Addr("exchange"), d.Deposit, d.Total), Flush(DepositOf(d))))
	// A tip reorganization that moves both.
	dropped := s.Chain.Fork(1)
	s.Chain.Mine(2, dropped[1])
	s.Chain.Mine(2, dropped[0])
	s.follow()
	s.empty(7)
	s.mine(3601) // the rival's reservation ends: the late claim is granted
	if got := s.Mission(m.ID); got.Status != settle.MissionAwarded {
		s.T.Fatalf("the mission is %s", got.Status)
	}
	s.mine(2, s.Tx(Pay(r.PayContract, w, r.Digest, Legs(r))))
	s.empty(6)
	// Below the depth: the last two payments vanish, one comes again.
	gone := s.Chain.Fork(16)
	for range 15 {
		s.Chain.Mine(2)
	}
	s.Chain.Mine(max(2, s.Now/1000-s.Chain.Tip().Time)) // time goes on, whichever branch it is
	s.follow()
	for _, tx := range gone {
		s.mine(2, tx)
	}
	s.empty(6)
	s.Audit()
	for _, id := range []string{i.ID, r.ID, d.ID} {
		if got := s.Instruction(id); got.Status != settle.InstructionSettled {
			s.T.Fatalf("%s is %s", id, got.Status)
		}
	}
	h, _ := s.Digest()
	return h
}

func (s *Settling) submit(m *settle.Mission, a *Actor) *settle.Submission {
	s.T.Helper()
	sub, err := s.Submit(m.ID, "", a)
	s.must(err, "submitting")
	return sub
}

func (s *Settling) pick(p *Actor, sub *settle.Submission) *settle.Instruction {
	s.T.Helper()
	v, err := s.Pick(p, sub, p.Wallet0(), false)
	s.must(err, "picking")
	return v.Instruction
}

func (s *Settling) mine(seconds int64, txs ...*Tx) {
	s.T.Helper()
	b := s.Chain.Mine(seconds, txs...)
	s.Now = max(s.Now, b.Time*1000+500)
	s.follow()
}

func (s *Settling) empty(n int) {
	s.T.Helper()
	for range n {
		s.mine(2)
	}
}
