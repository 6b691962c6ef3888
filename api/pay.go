package api

import (
	"fmt"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// The ways to pay an instruction, written out (settlement.md R12, R15 to R17).

// payable says that money for i is still wanted.
func payable(v *settle.InstructionView) bool {
	s := v.Instruction.Status
	return (s == settle.InstructionOpen || s == settle.InstructionReverted) && !v.Pending.Full
}

// funded says that the deposit address holds all and only waits for flush.
func funded(v *settle.InstructionView) bool { return v.Progress.State == settle.ProgressWaitingFlush }

func accepts(i *settle.Instruction, how settle.Identification) bool {
	return slices.Contains(i.Accepts, how)
}

func legsOf(legs []settle.Leg) []digest.Leg {
	return list(legs, func(l settle.Leg) digest.Leg { return digest.Leg{To: l.To, Amount: l.Amount} })
}

func domainOf(i *settle.Instruction) digest.Domain {
	return digest.Domain{ChainID: i.ChainID, VerifyingContract: i.PayContract}
}

func (t *table) ways(v *settle.InstructionView, out *instructionOut) {
	i := v.Instruction
	deposit(v, out)
	if i.Status.Unsettled() {
		p := domainOf(i).PayerTypedData(i.Digest, settle.Address{})
		p.Message = payerBlank{Digest: i.Digest}
		d := domainOf(i).DirectTypedData(settle.Hash{}, 0, i.Digest)
		d.Message = directBlank{Digest: i.Digest}
		out.PayerTypedData, out.DirectTypedData = &p, &d
	}
	if !payable(v) || funded(v) {
		return
	}
	var missing, workers, fee []digest.Leg
	var sum money.Amount
	for k, l := range i.Legs {
		m := v.Pending.Missing[k]
		if m.IsZero() {
			continue
		}
		leg := digest.Leg{To: l.To, Amount: m}
		missing, sum = append(missing, leg), sum.SatAdd(m)
		if l.OnlyFee() {
			fee = append(fee, leg)
		} else {
			workers = append(workers, leg)
		}
	}
	if accepts(i, settle.ByTag) {
		out.Pay = &payOut{i.PayContract, digest.CalldataApprove(i.PayContract, sum).String(), digest.CalldataPay(i.Digest, missing).String()}
		out.EIP3009 = t.authorizations(v, sum)
	}
	if accepts(i, settle.ByPayer) {
		// The fee comes last: alone and first, the older of a poster's picks with
		// the same fee would take it (R17), and this one would wait for it.
		for _, l := range append(workers, fee...) {
			out.Transfers = append(out.Transfers, transferOut{i.Token, l.To, l.Amount,
				digest.CalldataTransfer(l.To, l.Amount).String(), digest.TransferURI(i.Token, i.ChainID, l.To, l.Amount)})
		}
	}
}

// deposit is the deposit address while it may be paid to or flushed; else the
// reason, and how to get back what it holds (R16).
func deposit(v *settle.InstructionView, out *instructionOut) {
	i := v.Instruction
	reason := v.DepositReason
	if !accepts(i, settle.ByDeposit) {
		reason = "not_accepted"
	}
	if reason != "" || !v.DepositOpen || i.Deposit.IsZero() {
		out.DepositReason = textOrNull(reason)
		if !i.Deposit.IsZero() && !v.DepositBalance.IsZero() {
			call := digest.CalldataRefund(i.Digest, legsOf(i.DepositLegs()), i.RefundTo, uint64(i.RefundAfter)).String()
			out.DepositRefundCalldata = &call
		}
		return
	}
	out.Deposit = &depositOut{Address: i.Deposit, RefundTo: i.RefundTo, RefundAfter: seconds(i.RefundAfter),
		FlushCalldata: digest.CalldataFlush(i.Digest, legsOf(i.DepositLegs()), i.RefundTo, uint64(i.RefundAfter)).String()}
	if left := i.DepositTotal().SatSub(v.DepositBalance); !left.IsZero() && payable(v) {
		uri := digest.TransferURI(i.Token, i.ChainID, i.Deposit, left)
		out.Deposit.EIP681 = &uri
	}
}

// authorizations are the EIP-3009 documents. They are good while the
// reservation runs, so that a signature that is given today cannot be used
// after the pick was withdrawn and forgotten; without a reservation there are
// none. A leg that was paid in part has none, since its nonce may be spent.
func (t *table) authorizations(v *settle.InstructionView, sum money.Amount) *eip3009Out {
	i := v.Instruction
	if !i.Running() {
		return nil
	}
	token := digest.TokenDomain{Name: t.cfg.TokenName, Version: t.cfg.TokenVersion, ChainID: i.ChainID, Token: i.Token}
	until := uint64(i.ReservedUntil)
	out := &eip3009Out{Transfer: make([]*digest.TypedData, len(i.Legs))}
	for k, l := range i.Legs {
		if v.Pending.Paid[k].IsZero() && !v.Pending.Missing[k].IsZero() {
			d := token.TransferWithAuthorization(digest.Authorization{To: l.To, Value: l.Amount, ValidBefore: until, Nonce: digest.LegNonce(i.Digest, k)})
			out.Transfer[k] = &d
		}
	}
	if v.Pending.Untouched() && v.DepositBalance.IsZero() {
		d := token.ReceiveWithAuthorization(digest.Authorization{To: i.PayContract, Value: sum, ValidBefore: until, Nonce: digest.AllNonce(i.Digest)})
		out.Receive = &d
	}
	return out
}

// note says in plain words what is to be done.
func note(v *settle.InstructionView, out *instructionOut) string {
	i := v.Instruction
	switch i.Status {
	case settle.InstructionSettled:
		if i.Outcome == settle.OutcomeAcceptedLate {
			return "Do not pay: this is settled. The deliverable is released; the payment came too late to win the award."
		}
		return "Do not pay: this is settled. The deliverable is released and the receipt is ready."
	case settle.InstructionHeld:
		return "Do not pay: this is on hold by the operator, who took the bounty down. What was paid stays attributed to it; a hold that is paid in full settles when it is lifted, at the latest after 14 days unless it is withheld. A deposit that was not flushed can be refunded."
	case settle.InstructionWithheld:
		return "Do not pay: the operator has withheld this. A deposit that was not flushed can be refunded."
	case settle.InstructionSuperseded:
		return fmt.Sprintf("Do not pay: this is superseded by %s.", i.Successor)
	case settle.InstructionReverted:
		if !v.Pending.Full {
			return "A reorganization of the chain removed this payment. Pay what is missing again, by pay, or by transfer from a proven payer."
		}
	}
	switch {
	case v.Pending.Full:
		if tag := v.Progress.Tier.Tag; tag != "" {
			return fmt.Sprintf("Do not pay again: the payment is seen and will settle by itself once its block is %s on the chain (%d blocks are on top of it now).", tag, v.Progress.Confirmations)
		}
		return fmt.Sprintf("Do not pay again: the payment is seen and will settle by itself after %d confirmations (%d now).", v.Progress.Required, v.Progress.Confirmations)
	case funded(v):
		return fmt.Sprintf("Do not pay again: the deposit address holds the whole. Anyone may call the pay contract %s with deposit.flush_calldata now; that pays the legs.", i.PayContract)
	}
	text := howToPay(out)
	if v.Settings.Pause != nil {
		text = "The token is paused by its issuer, so any payment would fail now; wait until it is not, and a running reservation is extended by that time. " + text
	}
	if v.Pending.OnlyFee {
		text = "Every contributor is paid; only the platform fee is missing. " + text
	}
	if !i.Running() {
		text = "The reservation has ended, so another submission may be picked meanwhile; a full payment still releases the deliverable. Pick it again (POST) to reserve it. " + text
	}
	return text
}

// howToPay names the ways that out has.
func howToPay(out *instructionOut) string {
	var ways []string
	if out.Pay != nil {
		ways = append(ways, "call the token with pay.approve_calldata and then pay.contract with pay.calldata")
	}
	if out.EIP3009 != nil {
		ways = append(ways, "sign the typed data of eip3009")
	}
	if out.Deposit != nil {
		ways = append(ways, "send the total to deposit.address and call flush (refunds go to refund_to, whoever paid in)")
	}
	if len(out.Transfers) > 0 {
		ways = append(ways, "make the transfers, in their order, from an address that is among payers, or that you prove with payer_typed_data")
	}
	return "Pay in one of these ways: " + strings.Join(ways, "; or ") + "."
}
