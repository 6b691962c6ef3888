package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// Escrow says what the escrow awarded and to whom it paid. In receipts of escrow
// missions it stands in place of an instruction.
type Escrow struct {
	ChainID  uint64         `json:"chain_id"`
	Contract settle.Address `json:"contract"`
	// Mission has the contract's mission id for its hash, which is of chain,
	// contract and terms.
	Mission    Named               `json:"mission"`
	Submission Named               `json:"submission"`
	Terms      settle.MissionTerms `json:"terms"`
	Tranche    uint8               `json:"tranche"`
	// Agent is the address that entered the work.
	Agent          settle.Address `json:"agent"`
	ContentHash    settle.Hash    `json:"content_hash"`
	Split          settle.Split   `json:"split"`
	SplitHash      settle.Hash    `json:"split_hash"`
	SubmissionHash settle.Hash    `json:"submission_hash"`
	Gross          money.Amount   `json:"gross"`
	Fee            money.Amount   `json:"fee"`
	Payouts        []EscrowPayout `json:"payouts"`
	// The log of AwardFinalized.

	TxHash      settle.Hash `json:"tx_hash"`
	BlockNumber uint64      `json:"block_number"`
	BlockHash   settle.Hash `json:"block_hash"`
	LogIndex    uint32      `json:"log_index"`
}

// EscrowPayout is one Payout log of the award's transaction.
type EscrowPayout struct {
	To     settle.Address `json:"to"`
	Amount money.Amount   `json:"amount"`
	// Credited says that the token refused the transfer; the payee withdraws it.
	Credited bool   `json:"credited"`
	LogIndex uint32 `json:"log_index"`
}

// The escrow's events.
const (
	awardFinalizedEvent = "AwardFinalized(bytes32,uint8,address,uint256,uint256)"
	payoutEvent         = "Payout(bytes32,address,uint8,uint256,bool)"
)

// Credited reports whether any part became a credit.
func (e *Escrow) Credited() bool {
	return slices.ContainsFunc(e.Payouts, func(p EscrowPayout) bool { return p.Credited })
}

// onEscrow: the escrow decides itself, by the hash of the answer.
func (e *Escrow) onEscrow() bool { return e.Terms.Resolver.IsZero() }

// withEscrow makes the offline checks of an escrow receipt.
func (v *verifier) withEscrow(e *Escrow) {
	if v.receipt.Instruction != nil || len(v.receipt.Allocations) > 0 || len(v.receipt.Settlement.Transfers) > 0 {
		v.fail("escrow", "the receipt also says that an instruction was paid")
		return
	}
	v.judge("escrow mission", v.escrowMission(e), "%s recomputed from the terms (chain %d, escrow %s)", e.Mission.Hash, e.ChainID, e.Contract)
	v.judge("escrow work", v.escrowWork(e), "content and split are the submission %s", e.SubmissionHash)
	v.judge("escrow decision", v.escrowDecision(e), "type and verifier are those of the terms")
	v.judge("amounts", v.escrowAmounts(e), "tranche %d of %s units: amount %s + fee %s", e.Tranche, e.Gross, v.receipt.Settlement.Amount, v.receipt.Settlement.FeeAmount)
	v.judge("payouts", e.payouts(), "%d, as the split divides the net", len(e.Payouts))
}

func (v *verifier) escrowMission(e *Escrow) error {
	if e.Mission.Hash != digest.MissionID(e.ChainID, e.Contract, e.Terms) {
		return errors.New("the mission's hash is not that of chain, escrow and terms")
	}
	if e.Submission.Hash != digest.PublicID(e.Submission.ID) {
		return errors.New("the submission's hash is not that of its id")
	}
	if !sameID(e.Mission.ID, v.receipt.MissionID) || e.Submission.ID != v.receipt.SubmissionID {
		return errors.New("the award is of another mission or submission than the receipt")
	}
	return equal(v.receipt.Settlement.ChainID, e.ChainID)
}

func (v *verifier) escrowWork(e *Escrow) error {
	if v.receipt.ContentHash != ContentHash(e.ContentHash) {
		return errors.New("the award is over another content hash than the receipt")
	}
	if len(e.Split.Payees) != len(e.Split.BPS) {
		return errors.New("the split has not as many parts as payees")
	}
	if e.SplitHash != digest.SplitHash(e.Split) {
		return errors.New("the split's hash is not that of payees and parts")
	}
	if e.onEscrow() {
		if e.SubmissionHash != e.Terms.Param || e.ContentHash != e.Terms.Param {
			return errors.New("the answer's hash is not the one that the terms ask for")
		}
		return nil
	}
	return equal(e.SubmissionHash, digest.SubmissionHash(e.ContentHash, e.SplitHash))
}

func (v *verifier) escrowDecision(e *Escrow) error {
	if err := equal(v.receipt.Verification.Type, e.Terms.VType.String()); err != nil {
		return err
	}
	return equal(v.receipt.Verification.Verifier, EscrowVerifier(e.Contract, e.Terms))
}

// EscrowVerifier is who judged by the terms: their resolver, or the escrow.
func EscrowVerifier(contract settle.Address, t settle.MissionTerms) string {
	if t.Resolver.IsZero() {
		return contract.Checksum()
	}
	return t.Resolver.Checksum()
}

func (v *verifier) escrowAmounts(e *Escrow) error {
	s := v.receipt.Settlement
	if int(e.Tranche) >= len(e.Terms.Tranches) || len(e.Terms.Fees) != len(e.Terms.Tranches) {
		return fmt.Errorf("the terms have no tranche %d with its fee", e.Tranche)
	}
	if e.Gross != e.Terms.Tranches[e.Tranche] || e.Fee != e.Terms.Fees[e.Tranche] {
		return errors.New("gross and fee are not those of the terms")
	}
	net, err := e.Gross.Sub(e.Fee)
	if err != nil {
		return errors.New("the fee is more than the tranche")
	}
	amount, err := s.Amount.Units()
	if err != nil {
		return err
	}
	fee, err := s.FeeAmount.Units()
	if err != nil {
		return err
	}
	if amount != net || fee != e.Fee || s.FeeWaived {
		return fmt.Errorf("the settlement says %s + fee %s", s.Amount, s.FeeAmount)
	}
	if s.TxHash != e.TxHash.String() {
		return errors.New("the settlement names another transaction than the award")
	}
	if want := e.Status(); s.Status != want {
		return fmt.Errorf("the settlement is %q, by the payouts it is %q", s.Status, want)
	}
	return nil
}

// Status is the settlement's: credited if the token refused any payout.
func (e *Escrow) Status() string {
	if e.Credited() {
		return StatusCredited
	}
	return StatusSettled
}

// payouts compares them with what the contract does with the split: the largest
// remainder, ties to the lowest index.
func (e *Escrow) payouts() error {
	payees, bps := e.Split.Payees, e.Split.BPS
	if e.onEscrow() {
		payees, bps = []settle.Address{e.Agent}, []uint16{money.WholeBP}
	}
	if len(payees) != len(bps) || len(e.Payouts) != len(payees) {
		return fmt.Errorf("%d payouts for %d payees", len(e.Payouts), len(payees))
	}
	shares, sum := make([]uint32, len(bps)), 0
	for k, b := range bps {
		shares[k], sum = uint32(b), sum+int(b)
	}
	if sum != money.WholeBP {
		return fmt.Errorf("the split's parts sum to %d", sum)
	}
	want, err := money.SplitNet(e.Gross.SatSub(e.Fee), money.Units(1), shares)
	if err != nil {
		return err
	}
	last := e.LogIndex
	for k, p := range e.Payouts {
		if p.To != payees[k] || p.Amount != want[k] {
			return fmt.Errorf("payout %d is %s to %s, the split gives %s to %s", k, p.Amount, p.To, want[k], payees[k])
		}
		if p.LogIndex <= last {
			return fmt.Errorf("payout %d is not behind the award", k)
		}
		last = p.LogIndex
	}
	return nil
}

// escrowOnChain looks for the award and its payouts. contradiction says what the
// chain shows instead; err that the endpoint could not answer.
func escrowOnChain(ctx context.Context, r ChainReader, e *Escrow) (contradiction string, err error) {
	tx, contradiction, err := mined(ctx, r, e.TxHash, settle.BlockRef{Number: e.BlockNumber, Hash: e.BlockHash})
	if err != nil || contradiction != "" {
		return contradiction, err
	}
	gross, fee := e.Gross.Bytes32(), e.Fee.Bytes32()
	if !tx.says(e.LogIndex, e.Contract, append(gross[:], fee[:]...), topic(awardFinalizedEvent), e.Mission.Hash, byteTopic(e.Tranche), addressTopic(e.Agent)) {
		return fmt.Sprintf("log %d is not the award of tranche %d to %s by escrow %s", e.LogIndex, e.Tranche, e.Agent, e.Contract), nil
	}
	for k, p := range e.Payouts {
		n, amount, credited := byteTopic(e.Tranche), p.Amount.Bytes32(), byteTopic(0)
		if p.Credited {
			credited = byteTopic(1)
		}
		data := slices.Concat(n[:], amount[:], credited[:])
		if !tx.says(p.LogIndex, e.Contract, data, topic(payoutEvent), e.Mission.Hash, addressTopic(p.To)) {
			return fmt.Sprintf("log %d is not payout %d, of %s units to %s", p.LogIndex, k, p.Amount, p.To), nil
		}
	}
	return "", nil
}

// says reports whether a log is exactly that.
func (r *TxReceipt) says(index uint32, by settle.Address, data []byte, topics ...settle.Hash) bool {
	l := r.log(index)
	return l != nil && l.Address == by && bytes.Equal(l.Data, data) && slices.Equal(l.Topics, topics)
}

func byteTopic(n uint8) (h settle.Hash) { h[31] = n; return h }
