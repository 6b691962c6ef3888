package enginetest

import (
	"slices"

	"github.com/oabp/oabpd/settle"
)

// Stating awards work of a stated mission, or tries to award any other.
func (m *Machine) Stating() {
	s := one(m, "submission", m.subs)
	_ = m.try("stating an award", func() error {
		mis := m.Mission(s.Mission)
		_, err := m.Engine.AwardStated(m.Ctx, settle.AcceptRequest{Actor: mis.Poster, Mission: mis.ID, Submission: s.ID, PaymentRef: "by bank"})
		return err
	})
}

// TakingDown is what an operator does now and then: removing a mission, lifting a
// hold, or withholding what is on hold or was released.
func (m *Machine) TakingDown() {
	switch m.n("operator", 0, 5) {
	case 0:
		mis := one(m, "mission", m.missions)
		_ = m.try("taking down", func() error {
			_, err := m.Engine.Remove(m.Ctx, mis.ID, "policy")
			return err
		})
	case 1, 2:
		i := m.instruction()
		err := m.try("lifting a hold", func() error {
			_, err := m.Engine.LiftHold(m.Ctx, i.ID, "looked at")
			return err
		})
		if err == nil {
			m.must(m.Sync(), "following after a hold was lifted")
		}
	case 3:
		s := one(m, "submission", m.subs)
		_ = m.try("withholding", func() error {
			_, err := m.Engine.Withhold(m.Ctx, s.ID, "unlawful")
			return err
		})
	default:
		m.t.Skip("nothing to do")
	}
}

// held: a takedown holds what was open, and only that; nothing held has a running
// reservation, and what was withheld never settles.
func (x *audit) held() {
	x.w.T.Helper()
	for _, i := range x.instructions {
		mis := settle.GetRow[settle.Mission](x.s, i.Mission)
		held := slices.Contains([]settle.InstructionStatus{settle.InstructionHeld, settle.InstructionWithheld}, i.Status)
		switch {
		case held && (mis.Status != settle.MissionRemoved || i.Hold == nil || i.ReservedUntil != 0):
			x.w.T.Fatalf("%s is %s, its mission %s, hold %+v, reserved until %d", i.ID, i.Status, mis.Status, i.Hold, i.ReservedUntil)
		case i.Status == settle.InstructionOpen && mis.Status == settle.MissionRemoved && (i.Hold == nil || i.Hold.LiftedAt == 0):
			x.w.T.Fatalf("%s is open though %s was taken down", i.ID, mis.ID)
		}
	}
}
