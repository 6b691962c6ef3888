package proof

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// window is how far below the issued block a transfer may lie (R13).
const window = 63

// offline makes all checks that need the document and the keys only.
func (v *verifier) offline() {
	r := &v.receipt
	v.judge("type", equal(r.Type, ReceiptType), "%s, spec %.40q, issued by %.200q", ReceiptType, r.SpecVersion, r.Issuer)
	v.judge("digest", equal(r.Digest, v.digest), "%s over the RFC 8785 form", v.digest)
	if r.Signature == nil {
		v.fail("signature", "the receipt has none with exactly alg, key_id and value")
	} else {
		v.judge("signature", VerifySignature(v.signed, *r.Signature, v.keys), "ed25519 by key %.80q", r.Signature.KeyID)
	}
	v.judge("status", v.status(), "verification %.40q, settlement %.40q, late %v", r.Verification.Result, r.Settlement.Status, r.Late)
	switch {
	case r.Escrow != nil:
		v.withEscrow(r.Escrow)
	case r.Points != nil:
		v.withPoints(r.Points)
	case r.Instruction == nil:
		v.withoutInstruction()
	default:
		v.withInstruction(r.Instruction)
	}
	v.proofDocument()
}

func (v *verifier) withoutInstruction() {
	s := v.receipt.Settlement
	if len(v.receipt.Allocations) > 0 || len(s.Transfers) > 0 {
		v.fail("instruction", "there are transfers or allocations but no instruction that they pay")
		return
	}
	v.skip("instruction", "the receipt carries none, so nothing says what a transfer must look like (settlement %.40q)", s.Status)
}

func (v *verifier) withInstruction(i *Instruction) {
	t := &i.Terms
	v.judge("terms", v.terms(i), "ids, slot and content hash fit the receipt")
	v.judge("instruction digest", equal(i.Digest, i.computed()), "%s recomputed from the terms (chain %d, pay contract %s)", i.Digest, t.ChainID, t.PayContract)
	total, err := legs(t.Legs)
	if err == nil {
		err = v.amounts(total)
	}
	v.judge("amounts", err, "%d legs sum to %s units: amount %s + fee %s", len(t.Legs), total, v.receipt.Settlement.Amount, v.receipt.Settlement.FeeAmount)
	if t.Deposit != nil {
		v.judge("deposit address", v.deposit(i), "%s recomputed from the terms", t.Deposit.Address)
	}
	if s := v.receipt.Settlement.Status; s != StatusSettled {
		v.skip("payment", "the settlement is %q: the receipt does not say that it is paid", s)
		return
	}
	v.judge("transfers", v.transfers(i), "%d, of token %s; the payment was completed by %s", len(v.receipt.Settlement.Transfers), t.Token, v.receipt.Settlement.TxHash)
	v.judge("allocations", v.allocations(i), "%d ranges of those transfers, none twice", len(v.receipt.Allocations))
	v.judge("cover", v.cover(t), "every leg is covered exactly")
	v.judge("rules", v.rules(i), "every allocation fits the rule that it names")
	if len(v.receipt.PayerProof) > 0 {
		v.skip("payer proofs", "%d wallet signatures are the issuer's statement; this check does not ask the wallets again", len(v.receipt.PayerProof))
	}
}

func (v *verifier) status() error {
	s, res := v.receipt.Settlement.Status, v.receipt.Verification.Result
	if !slices.Contains([]string{ResultAccepted, ResultRejected, ResultVoided, ResultDisputed}, res) {
		return fmt.Errorf("verification result %.40q is none of AIP-1", res)
	}
	if !slices.Contains([]string{StatusNotApplicable, StatusQueued, StatusBroadcast, StatusSettled, StatusCredited, StatusFailed, StatusVoided, StatusDisputed}, s) {
		return fmt.Errorf("settlement status %.40q is none of AIP-1", s)
	}
	if (s == StatusSettled || s == StatusCredited) && res != ResultAccepted {
		return fmt.Errorf("settlement %q of work that was not accepted (%q)", s, res)
	}
	return nil
}

func (v *verifier) terms(i *Instruction) error {
	r, t := &v.receipt, &i.Terms
	if t.Mission.Hash != digest.PublicID(t.Mission.ID) {
		return errors.New("the mission's hash is not that of its id")
	}
	if t.Submission.Hash != digest.PublicID(t.Submission.ID) {
		return errors.New("the submission's hash is not that of its id")
	}
	if !sameID(t.Mission.ID, r.MissionID) || t.Submission.ID != r.SubmissionID {
		return errors.New("the terms are of another mission or submission than the receipt")
	}
	milestone := digest.NoMilestone
	if m := i.Slot.MilestoneIndex; m != nil {
		if milestone = *m; milestone < 0 {
			return errors.New("the milestone's index is negative")
		}
	}
	if i.Slot.Hash != digest.Slot(t.Mission.Hash, milestone, i.Slot.N) {
		return errors.New("the slot's hash is not that of mission, milestone and n")
	}
	if r.ContentHash != ContentHash(t.ContentHash) {
		return errors.New("the terms are over another content hash than the receipt")
	}
	return nil
}

// sameID compares mission ids: one row has one suffix on every surface
// (board.md decision 3).
func sameID(a, b string) bool {
	_, x, okA := strings.Cut(a, "_")
	_, y, okB := strings.Cut(b, "_")
	return a == b || (okA && okB && x == y)
}

// legs checks their form (R7) and sums them.
func legs(ls []digest.Leg) (money.Amount, error) {
	if len(ls) == 0 || len(ls) > digest.MaxLegs {
		return money.Amount{}, fmt.Errorf("%d legs, want 1 to %d", len(ls), digest.MaxLegs)
	}
	for i, l := range ls {
		if l.Amount.IsZero() {
			return money.Amount{}, fmt.Errorf("leg %d is zero", i)
		}
		if i > 0 && bytes.Compare(ls[i-1].To[:], l.To[:]) >= 0 {
			return money.Amount{}, fmt.Errorf("leg %d is not above the one before it", i)
		}
	}
	return digest.Total(ls)
}

func (v *verifier) amounts(total money.Amount) error {
	s := v.receipt.Settlement
	net, err := s.Amount.Units()
	if err != nil {
		return fmt.Errorf("amount: %w", err)
	}
	fee, err := s.FeeAmount.Units()
	if err != nil {
		return fmt.Errorf("fee_amount: %w", err)
	}
	sum, err := net.Add(fee)
	if err != nil || sum != total {
		return fmt.Errorf("the legs sum to %s units, amount and fee to %s + %s", total, net, fee)
	}
	if s.ChainID != v.receipt.Instruction.Terms.ChainID {
		return fmt.Errorf("settled on chain %d, the terms are for chain %d", s.ChainID, v.receipt.Instruction.Terms.ChainID)
	}
	return nil
}

func (v *verifier) deposit(i *Instruction) error {
	t, d := &i.Terms, i.Terms.Deposit
	legs := t.Legs
	if len(d.PaidBefore) > 0 {
		if len(d.PaidBefore) != len(legs) {
			return fmt.Errorf("paid_before has %d entries for %d legs", len(d.PaidBefore), len(legs))
		}
		legs = nil
		for k, l := range t.Legs {
			if l.Amount = l.Amount.SatSub(d.PaidBefore[k]); !l.Amount.IsZero() {
				legs = append(legs, l)
			}
		}
	}
	want := digest.DepositAddress(t.PayContract, d.Implementation, i.Digest, legs, d.RefundTo, d.RefundAfter)
	return equal(d.Address, want)
}

func (v *verifier) transfers(i *Instruction) error {
	s := v.receipt.Settlement
	completing := false
	seen := map[logID]bool{}
	for n, x := range s.Transfers {
		id := logID{x.BlockHash, x.LogIndex}
		switch {
		case seen[id]:
			return fmt.Errorf("transfer %d is listed twice", n)
		case x.From == x.To || x.Value.IsZero():
			return fmt.Errorf("transfer %d moves nothing", n)
		case x.Tag.IsZero() && x.BlockNumber+window < i.since():
			return fmt.Errorf("transfer %d is untagged and older than the instruction", n)
		}
		seen[id] = true
		completing = completing || x.TxHash.String() == s.TxHash
	}
	if !completing {
		return fmt.Errorf("tx_hash %.80q is none of the %d transfers", s.TxHash, len(s.Transfers))
	}
	return nil
}

// logID names a log for ever.
type logID struct {
	block settle.Hash
	index uint32
}

func (v *verifier) find(a Allocation) (Transfer, bool) {
	i := slices.IndexFunc(v.receipt.Settlement.Transfers, func(x Transfer) bool {
		return x.BlockHash == a.BlockHash && x.LogIndex == a.LogIndex
	})
	if i < 0 {
		return Transfer{}, false
	}
	return v.receipt.Settlement.Transfers[i], true
}

func (v *verifier) allocations(i *Instruction) error {
	t := &i.Terms
	taken := map[logID][]Range{}
	for n, a := range v.receipt.Allocations {
		x, ok := v.find(a)
		if !ok || x.TxHash != a.TxHash || x.BlockNumber != a.BlockNumber {
			return fmt.Errorf("allocation %d is of no transfer in the receipt", n)
		}
		if a.Leg < 0 || a.Leg >= len(t.Legs) {
			return fmt.Errorf("allocation %d is for leg %d of %d", n, a.Leg, len(t.Legs))
		}
		if !i.pays(x.To, a.Leg) {
			return fmt.Errorf("allocation %d: the transfer went to %s, leg %d is %s", n, x.To, a.Leg, t.Legs[a.Leg].To)
		}
		size, err := a.Units.To.Sub(a.Units.From)
		if err != nil || size.IsZero() || size != a.Amount || x.Value.Less(a.Units.To) {
			return fmt.Errorf("allocation %d: units %s to %s are not %s units of a transfer of %s", n, a.Units.From, a.Units.To, a.Amount, x.Value)
		}
		id := logID{a.BlockHash, a.LogIndex}
		for _, other := range taken[id] {
			if a.Units.From.Less(other.To) && other.From.Less(a.Units.To) {
				return fmt.Errorf("allocation %d uses units of log %d that another one uses", n, a.LogIndex)
			}
		}
		taken[id] = append(taken[id], a.Units)
	}
	for n, x := range v.receipt.Settlement.Transfers {
		if len(taken[logID{x.BlockHash, x.LogIndex}]) == 0 {
			return fmt.Errorf("transfer %d counts toward nothing", n)
		}
	}
	return nil
}

func (v *verifier) cover(t *Terms) error {
	paid := make([]money.Amount, len(t.Legs))
	for _, a := range v.receipt.Allocations {
		if a.Leg >= 0 && a.Leg < len(paid) {
			paid[a.Leg] = paid[a.Leg].SatAdd(a.Amount)
		}
	}
	waived, err := v.receipt.Settlement.FeeAmount.Units()
	if err != nil || !v.receipt.Settlement.FeeWaived {
		waived = money.Amount{}
	}
	var missing money.Amount
	for i, l := range t.Legs {
		if l.Amount.Less(paid[i]) {
			return fmt.Errorf("leg %d got %s units, more than its %s", i, paid[i], l.Amount)
		}
		missing = missing.SatAdd(l.Amount.SatSub(paid[i]))
		if waived.Less(missing) {
			return fmt.Errorf("leg %d got %s of %s units", i, paid[i], l.Amount)
		}
	}
	return nil
}

// rules checks each allocation against the rule that it names (R15 to R17).
func (v *verifier) rules(i *Instruction) error {
	for n, a := range v.receipt.Allocations {
		x, ok := v.find(a)
		if !ok {
			return fmt.Errorf("allocation %d is of no transfer", n)
		}
		if err := v.rule(i, a, x); err != nil {
			return fmt.Errorf("allocation %d: %w", n, err)
		}
	}
	return nil
}

func (v *verifier) rule(i *Instruction, a Allocation, x Transfer) error {
	switch a.Rule {
	case "tag":
		if !i.tags(x) {
			return fmt.Errorf("tag %s is not of this instruction and payee", x.Tag)
		}
	case "deposit":
		if !i.isDeposit(x.From) || !i.tags(x) {
			return errors.New("the transfer is not a flush of the deposit address")
		}
	case "payer", "direct":
		payer := x.From
		if !x.Payer.IsZero() {
			payer = x.Payer
		}
		if !slices.ContainsFunc(v.receipt.PayerProof, func(p PayerProof) bool { return p.Address == payer }) {
			return fmt.Errorf("no proof that %s pays for the poster", payer)
		}
		if a.Rule == "payer" && !x.Tag.IsZero() && !i.tags(x) {
			return fmt.Errorf("the transfer is tagged for something else (%s)", x.Tag)
		}
	default:
		return fmt.Errorf("rule %.40q is unknown", a.Rule)
	}
	return nil
}

// tags reports whether a transfer's tag is the digest, or the nonce of a leg of
// its payee, or the digest or a nonce of an instruction that this one succeeds.
func (i *Instruction) tags(x Transfer) bool {
	if x.Tag.IsZero() {
		return false
	}
	for n, l := range i.Terms.Legs {
		if l.To == x.To && x.Tag == digest.LegNonce(i.Digest, n) {
			return true
		}
	}
	for _, d := range i.Predecessors {
		if x.Tag == d {
			return true
		}
		for n := range digest.MaxLegs {
			if x.Tag == digest.LegNonce(d, n) {
				return true
			}
		}
	}
	return x.Tag == i.Digest
}

// proofDocument reports on the chain proof of a bundle. Its Merkle proofs are
// not verified here yet, and the report says so.
func (v *verifier) proofDocument() {
	p := v.chainProof
	switch {
	case p == nil:
	case p.ReceiptDigest != v.digest:
		v.fail("chain proof", "it is of another receipt (%.80q)", p.ReceiptDigest)
	case p.Status == "pending":
		v.skip("chain proof", "pending: the issuer has not made it yet")
	case p.Status == "unavailable":
		v.skip("chain proof", "unavailable: %.200q", p.Reason)
	case p.Status == "ready":
		v.skip("chain proof", "%d Merkle proofs are there, but this version does not verify them", len(p.Items))
	default:
		v.fail("chain proof", "status %.40q is unknown", p.Status)
	}
}

func equal[T comparable](got, want T) error {
	if got != want {
		return fmt.Errorf("the document says %.200q, computed is %.200q", fmt.Sprint(got), fmt.Sprint(want))
	}
	return nil
}
