package proof

import (
	"fmt"

	"github.com/oabp/oabpd/settle/money"
)

// PointsNote is what a receipt says of points, in words.
const PointsNote = "Points are test points of this server's ledger: they are worth nothing, cannot be bought or sold, and no money has moved."

// Points says who was credited in the issuer's ledger of points. In receipts of
// points missions it stands in place of an instruction; no chain knows of it.
type Points struct {
	// Valueless is true.
	Valueless bool   `json:"valueless"`
	Note      string `json:"note"`
	// Payouts are the contributors', in their order, in units.
	Payouts []PointsPayout `json:"payouts"`
}

// PointsPayout is what one contributor was credited.
type PointsPayout struct {
	AgentID string       `json:"agent_id"`
	Amount  money.Amount `json:"amount"`
}

// withPoints makes the offline checks of a receipt of a points mission.
func (v *verifier) withPoints(p *Points) {
	v.judge("points", v.credited(p), "%d payouts, which are %s units of %.12q; the ledger is the issuer's own, and points are worth nothing", len(p.Payouts), v.receipt.Settlement.Amount, v.receipt.Settlement.Asset)
}

func (v *verifier) credited(p *Points) error {
	r, s := &v.receipt, &v.receipt.Settlement
	switch {
	case r.Instruction != nil || len(r.Allocations) > 0 || len(s.Transfers) > 0 || s.TxHash != "" || s.ChainID != 0:
		return fmt.Errorf("the receipt also says that something was paid on a chain")
	case s.Asset == "USDC":
		return fmt.Errorf("points do not have the name of money")
	case !p.Valueless:
		return fmt.Errorf("it does not say that points are worth nothing")
	case s.Status != StatusCredited && s.Status != StatusVoided:
		return fmt.Errorf("points are credited, and the settlement is %.40q", s.Status)
	}
	amount, err := s.Amount.Units()
	if err != nil {
		return err
	}
	if _, err := s.FeeAmount.Units(); err != nil {
		return err
	}
	sum := money.Amount{}
	for _, x := range p.Payouts {
		if sum, err = sum.Add(x.Amount); err != nil {
			return err
		}
	}
	if sum != amount {
		return fmt.Errorf("the payouts are %s units, and the amount %s", sum, amount)
	}
	return nil
}
