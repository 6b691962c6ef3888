package engine_test

import (
	"fmt"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// scene is a world with a poster, a hostile poster and two workers; the workers
// are paid at their first wallets.
type scene struct {
	*enginetest.World
	t                     *testing.T
	poster, hostile, a, b *enginetest.Actor
}

func newScene(t *testing.T) *scene {
	t.Helper()
	w := enginetest.New(t, inMemory, keyset(t))
	s := &scene{World: w, t: t, poster: w.NewActor("poster"), hostile: w.NewActor("hostile"), a: w.NewActor("ann"), b: w.NewActor("bob")}
	for _, x := range []*enginetest.Actor{s.a, s.b} {
		s.payout(x, x.Wallet0())
	}
	w.Empty(8)
	return s
}

func (s *scene) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// code demands a refusal with that code.
func (s *scene) code(err error, want settle.Code) {
	s.t.Helper()
	if settle.CodeOf(err) != want {
		s.t.Fatalf("got %v, want %s", err, want)
	}
}

func (s *scene) payout(a *enginetest.Actor, to settle.Address) {
	s.t.Helper()
	_, err := s.Engine.SetPayout(s.Ctx, settle.Caller{Agent: a.Agent}, to)
	s.ok(err)
}

func (s *scene) mission(p *enginetest.Actor, in settle.NewMission) *settle.Mission {
	s.t.Helper()
	m, err := s.Post(p, in)
	s.ok(err)
	return m
}

func (s *scene) submit(m *settle.Mission, team ...*enginetest.Actor) *settle.Submission {
	s.t.Helper()
	mil := ""
	if len(m.Milestones) > 0 {
		mil = m.Milestones[0].ID
	}
	sub, err := s.Submit(m.ID, mil, team...)
	s.ok(err)
	return sub
}

// pick picks with the poster's first wallet for refunds.
func (s *scene) pick(p *enginetest.Actor, sub *settle.Submission) *settle.Instruction {
	s.t.Helper()
	v, err := s.Pick(p, sub, p.Wallet0(), false)
	s.ok(err)
	return v.Instruction
}

func (s *scene) renew(p *enginetest.Actor, sub *settle.Submission) error {
	_, err := s.Pick(p, sub, settle.Address{}, true)
	return err
}

// picked is one mission of ten dollars with one submission, picked.
func (s *scene) picked(p, worker *enginetest.Actor) (*settle.Mission, *settle.Submission, *settle.Instruction) {
	s.t.Helper()
	m := s.mission(p, settle.NewMission{})
	sub := s.submit(m, worker)
	return m, sub, s.pick(p, sub)
}

func (s *scene) prove(p *enginetest.Actor, i *settle.Instruction) {
	s.t.Helper()
	s.ok(s.Prove(p, p, p.Wallet0(), i.ID))
	s.ok(s.Sync())
}

// tagged is a full payment through the pay contract.
func (s *scene) tagged(from settle.Address, i *settle.Instruction) *enginetest.Tx {
	return s.Tx(enginetest.Pay(i.PayContract, from, i.Digest, enginetest.Legs(i)))
}

// plain are plain transfers of all legs.
func (s *scene) plain(from settle.Address, i *settle.Instruction) *enginetest.Tx {
	return s.Tx(enginetest.PlainLegs(from, i)...)
}

// is demands the states of an instruction, its submission and its mission.
func (s *scene) is(id string, want settle.InstructionStatus, sub settle.SubmissionStatus, mission settle.MissionStatus) {
	s.t.Helper()
	s.Audit()
	i := s.Instruction(id)
	got := fmt.Sprint(i.Status, " ", s.Submission(i.Submission).Status, " ", s.Mission(i.Mission).Status)
	if want := fmt.Sprint(want, " ", sub, " ", mission); got != want {
		s.t.Fatalf("instruction, submission and mission are %s, want %s", got, want)
	}
}

func (s *scene) rating(a *enginetest.Actor) (milli int64) {
	s.t.Helper()
	s.State(func(tx settle.Tx) { milli = settle.GetRow[settle.Agent](tx, a.Agent).RatingMilli })
	return milli
}

// lapse lets the running reservations end.
func (s *scene) lapse() {
	s.t.Helper()
	s.MineAfter(3601)
}
