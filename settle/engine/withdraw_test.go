package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
)

// A pick cannot be withdrawn from under a covering payment that is confirming,
// whoever it is from: the worker would be paid, but lose award and slot.
func TestNoWithdrawalUnderAConfirmingPayment(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	stranger := s.Wallet(s.NewActor("payer nobody knows"))
	s.Mine(s.tagged(stranger, i))
	_, err := s.Engine.Withdraw(s.Ctx, s.poster.Agent, i.ID)
	s.code(err, settle.CodePaymentSeen)
	s.Confirm()
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
}
