package digest_test

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// vectorFile is shared with the contracts: Solidity and TypeScript pass it too.
const vectorFile = "../../contracts/test/vectors/digest.json"

type vectors struct {
	IDs []struct {
		Text string      `json:"text"`
		Hash settle.Hash `json:"hash"`
	} `json:"ids"`
	Slots []struct {
		Mission   settle.Hash   `json:"mission"`
		Milestone *money.Amount `json:"milestone"`
		N         money.Amount  `json:"n"`
		Slot      settle.Hash   `json:"slot"`
	} `json:"slots"`
	Vectors []vector `json:"vectors"`
}

type vector struct {
	Name        string         `json:"name"`
	ChainID     money.Amount   `json:"chain_id"`
	PayContract settle.Address `json:"pay_contract"`
	Separator   settle.Hash    `json:"domain_separator"`
	ID          settle.Hash    `json:"id"`
	Mission     settle.Hash    `json:"mission"`
	Slot        settle.Hash    `json:"slot"`
	Submission  settle.Hash    `json:"submission"`
	ContentHash settle.Hash    `json:"content_hash"`
	Token       settle.Address `json:"token"`
	Legs        []digest.Leg   `json:"legs"`
	IssuedBlock string         `json:"issued_block"`
	Digest      settle.Hash    `json:"digest"`
	LegNonces   []settle.Hash  `json:"leg_nonces"`
	AllNonce    settle.Hash    `json:"all_nonce"`
	Payer       struct {
		Payer  settle.Address `json:"payer"`
		Digest settle.Hash    `json:"digest"`
	} `json:"payer"`
	Direct struct {
		TxHash   settle.Hash  `json:"tx_hash"`
		LogIndex money.Amount `json:"log_index"`
		Digest   settle.Hash  `json:"digest"`
	} `json:"direct"`
	Deposit struct {
		Implementation settle.Address `json:"implementation"`
		RefundTo       settle.Address `json:"refund_to"`
		RefundAfter    string         `json:"refund_after"`
		Address        settle.Address `json:"address"`
	} `json:"deposit"`
}

func TestSharedVectors(t *testing.T) {
	b, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	for _, c := range v.IDs {
		if got := digest.PublicID(c.Text); got != c.Hash {
			t.Errorf("PublicID(%q) = %s, want %s", c.Text, got, c.Hash)
		}
	}
	slots := 0
	for _, c := range v.Slots {
		n, ok := c.N.Uint64()
		milestone := digest.NoMilestone
		if c.Milestone != nil {
			m, fits := c.Milestone.Uint64()
			milestone, ok = int(m), ok && fits
		}
		if !ok {
			continue // larger than any slot that is issued
		}
		slots++
		if got := digest.Slot(c.Mission, milestone, uint32(n)); got != c.Slot {
			t.Errorf("Slot(%s, %d, %d) = %s, want %s", c.Mission, milestone, n, got, c.Slot)
		}
	}
	full := 0
	for _, c := range v.Vectors {
		t.Run(c.Name, func(t *testing.T) {
			if c.check(t) {
				full++
			}
		})
	}
	if len(v.IDs) < 3 || slots < 5 || full < 5 {
		t.Errorf("too few vectors in range: %d ids, %d slots, %d instructions", len(v.IDs), slots, full)
	}
}

// check reports whether all numbers of the vector were in the range that the
// daemon uses, so that everything in it was compared.
func (c vector) check(t *testing.T) bool {
	for i, want := range c.LegNonces {
		if got := digest.LegNonce(c.Digest, i); got != want {
			t.Errorf("nonce of leg %d = %s, want %s", i, got, want)
		}
	}
	if got := digest.AllNonce(c.Digest); got != c.AllNonce {
		t.Errorf("nonce of all = %s, want %s", got, c.AllNonce)
	}
	if got := digest.DepositImplementation(c.PayContract); got != c.Deposit.Implementation {
		t.Errorf("implementation %s, want %s", got, c.Deposit.Implementation)
	}
	if after, err := strconv.ParseUint(c.Deposit.RefundAfter, 10, 64); err != nil {
		t.Errorf("refund_after: %v", err)
	} else if got := digest.DepositAddress(c.PayContract, c.Deposit.Implementation, c.Digest, c.Legs, c.Deposit.RefundTo, after); got != c.Deposit.Address {
		t.Errorf("deposit %s, want %s", got, c.Deposit.Address)
	}
	chain, ok := c.ChainID.Uint64()
	if !ok {
		return false // no EVM chain of ours
	}
	d := digest.Domain{ChainID: chain, VerifyingContract: c.PayContract}
	issued, err := strconv.ParseUint(c.IssuedBlock, 10, 64)
	if err != nil {
		t.Errorf("issued_block: %v", err)
	}
	if got := d.Separator(); got != c.Separator {
		t.Errorf("separator %s, want %s", got, c.Separator)
	}
	got := d.Instruction(digest.Instruction{
		ID: c.ID, Mission: c.Mission, Slot: c.Slot, Submission: c.Submission,
		ContentHash: c.ContentHash, Token: c.Token, Legs: c.Legs, IssuedBlock: issued,
	})
	if got != c.Digest {
		t.Errorf("digest %s, want %s", got, c.Digest)
	}
	if got := d.Payer(c.Digest, c.Payer.Payer); got != c.Payer.Digest {
		t.Errorf("payer %s, want %s", got, c.Payer.Digest)
	}
	index, ok := c.Direct.LogIndex.Uint64()
	if !ok || index>>32 != 0 {
		return false // no block holds so many logs
	}
	if got := d.Direct(c.Direct.TxHash, uint32(index), c.Digest); got != c.Direct.Digest {
		t.Errorf("direct %s, want %s", got, c.Direct.Digest)
	}
	return true
}
