package proof_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/proof"
)

// at is a fixed moment for everything dated.
var at = time.UnixMilli(1_796_000_000_123)

func keysIn(t *testing.T, dir string) *proof.Keys {
	t.Helper()
	k, err := proof.LoadOrCreateKey(dir, bytes.NewReader(bytes.Repeat([]byte{7}, 32)), at)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Parties of the sample.
var (
	token  = settle.Address{0: 0x83, 19: 0x13}
	pay    = settle.Address{0: 0xc5, 19: 0x14}
	poster = settle.Address{0: 0x99, 19: 0x01}
	worker = settle.Address{0: 0x10, 19: 0x02}
	helper = settle.Address{0: 0x20, 19: 0x03}
	mate   = settle.Address{0: 0x30, 19: 0x04}
	fee    = settle.Address{0: 0x40, 19: 0x05}
)

// hash is 32 times one byte.
func hash(b byte) (h settle.Hash) {
	copy(h[:], bytes.Repeat([]byte{b}, 32))
	return h
}

// sample is a receipt with four legs, each paid by another rule: a plain
// transfer of the payer, an authorization with a leg's nonce, the pay contract,
// and a directed transfer whose units only partly count.
func sample() proof.Receipt {
	content := hash(0xcc)
	mission, submission := proof.Name("mis_00112233aabbccdd"), proof.Name("sub_0f0e0d0c0b0a0908")
	i := proof.NewInstruction("stl_8899aabbccddeeff", proof.NewSlot(mission.Hash, 1, 0), proof.Terms{
		ChainID: 8453, PayContract: pay, Token: token, Mission: mission, Submission: submission, ContentHash: content,
		Legs: []digest.Leg{
			{To: worker, Amount: money.Units(5_000_000)}, {To: helper, Amount: money.Units(3_000_000)},
			{To: mate, Amount: money.Units(1_950_000)}, {To: fee, Amount: money.Units(50_000)},
		},
		IssuedBlock: 38_000_000,
	})
	impl := digest.DepositImplementation(pay)
	i.Terms.Deposit = &proof.Deposit{
		Address:        digest.DepositAddress(pay, impl, i.Digest, i.Terms.Legs, poster, 1_796_600_000),
		Implementation: impl, RefundTo: poster, RefundAfter: 1_796_600_000,
	}
	block := func(n uint64) (uint64, settle.Hash) { return 38_000_000 + n, hash(byte(n)) }
	n1, h1 := block(5)
	n2, h2 := block(9)
	transfers := []proof.Transfer{
		{TxHash: hash(0xa1), BlockNumber: n1, BlockHash: h1, LogIndex: 3, From: poster, To: worker, Value: money.Units(5_000_000)},
		{TxHash: hash(0xa2), BlockNumber: n1, BlockHash: h1, LogIndex: 8, From: settle.Address{1}, To: helper, Value: money.Units(3_000_000), Tag: digest.LegNonce(i.Digest, 1)},
		{TxHash: hash(0xa3), BlockNumber: n2, BlockHash: h2, LogIndex: 0, From: i.Terms.Deposit.Address, To: mate, Value: money.Units(1_950_000), Tag: i.Digest},
		{TxHash: hash(0xa4), BlockNumber: n2, BlockHash: h2, LogIndex: 6, From: pay, To: fee, Value: money.Units(80_000), Tag: hash(0xee), Payer: poster},
	}
	allocation := func(x proof.Transfer, leg int, from, to uint64, rule string) proof.Allocation {
		return proof.Allocation{TxHash: x.TxHash, BlockNumber: x.BlockNumber, BlockHash: x.BlockHash, LogIndex: x.LogIndex, Leg: leg,
			Amount: money.Units(to - from), Units: proof.Range{From: money.Units(from), To: money.Units(to)}, Rule: rule}
	}
	return proof.Receipt{
		Issuer: "https://oabp.example", IssuedAt: proof.Time(at.UnixMilli()),
		MissionID: "bty_00112233aabbccdd", SubmissionID: submission.ID, AgentID: "agt_0102030405060708",
		ContentHash:  proof.ContentHash(content),
		Verification: proof.Verification{Type: "creator_judges", Result: proof.ResultAccepted, DecidedAt: proof.Time(at.UnixMilli() - 60_000), Verifier: "agt_a0b0c0d0e0f01020"},
		Settlement: proof.Settlement{Status: proof.StatusSettled, Asset: "USDC", Amount: "9950000", FeeAmount: "50000", ChainID: 8453,
			TxHash: hash(0xa4).String(), Transfers: transfers},
		Instruction: i,
		Allocations: []proof.Allocation{
			allocation(transfers[0], 0, 0, 5_000_000, "payer"), allocation(transfers[1], 1, 0, 3_000_000, "tag"),
			allocation(transfers[2], 2, 0, 1_950_000, "deposit"), allocation(transfers[3], 3, 0, 20_000, "direct"),
			allocation(transfers[3], 3, 30_000, 60_000, "direct"),
		},
		PayerProof:    []proof.PayerProof{{Address: poster, Method: "siwe", Proof: hash(0xab).String()}},
		ChainProofURI: "https://oabp.example/missions/mis_00112233aabbccdd/receipts/sub_0f0e0d0c0b0a0908/proof",
	}
}

func sign(t *testing.T, r proof.Receipt, k *proof.Keys) []byte {
	t.Helper()
	doc, _, err := proof.Sign(r, k)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func find(r proof.Report, name string) proof.Check {
	i := slices.IndexFunc(r.Checks, func(c proof.Check) bool { return strings.HasPrefix(c.Name, name) })
	if i < 0 {
		return proof.Check{Name: name, Status: "absent"}
	}
	return r.Checks[i]
}

func lines(r proof.Report) string {
	var b strings.Builder
	for _, c := range r.Checks {
		b.WriteString(c.String() + "\n")
	}
	return b.String()
}

// chain is a scripted endpoint.
type chain struct {
	id, head uint64
	blocks   map[uint64]settle.Hash
	txs      map[settle.Hash]*proof.TxReceipt
	down     bool
}

var errDown = errors.New("connection refused")

func (c *chain) Name() string { return "http://chain.example" }

func (c *chain) ChainID(context.Context) (uint64, error) {
	if c.down {
		return 0, errDown
	}
	return c.id, nil
}

func (c *chain) Head(context.Context) (uint64, error) { return c.head, nil }

func (c *chain) BlockHash(_ context.Context, n uint64) (settle.Hash, bool, error) {
	h, ok := c.blocks[n]
	return h, ok, nil
}

func (c *chain) TxReceipt(_ context.Context, tx settle.Hash) (*proof.TxReceipt, error) {
	return c.txs[tx], nil
}

func topic(s string) settle.Hash { return settle.Keccak256([]byte(s)) }

func word(a settle.Address) (h settle.Hash) {
	copy(h[12:], a[:])
	return h
}

func amount(a money.Amount) []byte {
	w := a.Bytes32()
	return w[:]
}

// chainOf shows all that the receipt says, with the events that its tags need.
func chainOf(r proof.Receipt) *chain {
	c := &chain{id: r.Settlement.ChainID, blocks: map[uint64]settle.Hash{}, txs: map[settle.Hash]*proof.TxReceipt{}}
	for _, x := range r.Settlement.Transfers {
		c.blocks[x.BlockNumber] = x.BlockHash
		c.head = max(c.head, x.BlockNumber+6)
		logs := []proof.TxLog{{Index: x.LogIndex, Address: token, Topics: []settle.Hash{topic("Transfer(address,address,uint256)"), word(x.From), word(x.To)}, Data: amount(x.Value)}}
		switch {
		case x.Tag.IsZero():
		case x.Tag == digest.LegNonce(r.Instruction.Digest, 1):
			logs = append([]proof.TxLog{{Index: x.LogIndex - 1, Address: token, Topics: []settle.Hash{topic("AuthorizationUsed(address,bytes32)"), word(x.From), x.Tag}}}, logs...)
		default:
			payer := word(x.From)
			logs = append(logs, proof.TxLog{Index: x.LogIndex + 1, Address: pay, Data: append(amount(x.Value), payer[:]...),
				Topics: []settle.Hash{topic("InstructionPaid(bytes32,address,uint256,address)"), x.Tag, word(x.To)}})
		}
		c.txs[x.TxHash] = &proof.TxReceipt{Block: settle.BlockRef{Number: x.BlockNumber, Hash: x.BlockHash}, Success: true, Logs: logs}
	}
	return c
}

// members is a document as generic JSON.
func members(t *testing.T, doc []byte) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(doc, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
