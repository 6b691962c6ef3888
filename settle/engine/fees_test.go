package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// TestFeeAddressOfNobody: settings under which fees would be lost never come into
// force.
func TestFeeAddressOfNobody(t *testing.T) {
	s := newScene(t)
	_, seq := s.Digest()
	pay := s.Conf.PayContracts[0]
	for _, a := range []settle.Address{s.Conf.Token, pay.Address, pay.DepositImpl, {18: 0xde, 19: 0xad}, {19: 4}} {
		c := s.Conf
		c.FeeAddress = a
		s.code(s.Engine.Configure(s.Ctx, c), settle.CodeInvalid)
	}
	// A contract that was replaced is watched still, and can be nobody's either.
	c := s.Conf
	c.PayContracts = []settle.PayContract{{Address: enginetest.Addr("pay contract 2"), DepositImpl: enginetest.Addr("its deposit")}}
	c.FeeAddress = pay.Address
	s.code(s.Engine.Configure(s.Ctx, c), settle.CodeInvalid)
	if _, now := s.Digest(); now != seq {
		t.Fatal("refused settings left something behind")
	}
	c = s.Conf
	c.FeeAddress, c.FeeBP = settle.Address{}, 0 // none
	s.ok(s.Engine.Configure(s.Ctx, c))
}
