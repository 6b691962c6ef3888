package proof_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/proof"
)

func TestOffline(t *testing.T) {
	k := keysIn(t, t.TempDir())
	r := proof.Verify(context.Background(), sign(t, sample(), k), k.PublicKeys(), proof.Options{})
	if r.Verdict != proof.Consistent || r.Summary() != "consistent" {
		t.Fatalf("%s\n%s", r.Summary(), lines(r))
	}
	for _, name := range []string{"type", "digest", "signature", "status", "terms", "instruction digest", "amounts", "deposit address", "transfers", "allocations", "cover", "rules"} {
		if find(r, name).Status != proof.Passed {
			t.Errorf("%s: %v", name, find(r, name))
		}
	}
	if r.Receipt == nil || r.Receipt.AgentID != "agt_0102030405060708" || r.Receipt.Digest != r.Digest {
		t.Errorf("%+v", r.Receipt)
	}
}

// An outsider who flips any bit of a signed receipt is found out: here one bit
// of every byte, the bit that changes case for every letter among them.
func TestEveryByteCounts(t *testing.T) {
	t.Parallel()
	k := keysIn(t, t.TempDir())
	doc, keys := sign(t, sample(), k), k.PublicKeys()
	for i := 0; i < len(doc); i += stride {
		bad := bytes.Clone(doc)
		bad[i] ^= []byte{0x20, 0x01, 0x20, 0x10, 0x20, 0x02}[i%6]
		if r := proof.Verify(context.Background(), bad, keys, proof.Options{}); r.Verdict != proof.Failed && r.Verdict != proof.Unreadable {
			t.Fatalf("byte %d, %q for %q, passed:\n%s", i, bad[i], doc[i], lines(r))
		}
	}
	for i := 0; i < len(doc); i += 41 {
		if r := proof.Verify(context.Background(), doc[:i], keys, proof.Options{}); r.Verdict != proof.Unreadable {
			t.Fatalf("cut at %d: %s", i, r.Summary())
		}
	}
}

// The signature's own members are not under the digest, so they are read
// exactly: any other name, case or extra member is no signature.
func TestSignatureMembers(t *testing.T) {
	t.Parallel()
	k := keysIn(t, t.TempDir())
	doc := sign(t, sample(), k)
	at := bytes.Index(doc, []byte(`"signature":`))
	end := at + bytes.IndexByte(doc[at:], '}')
	for i := at; i <= end; i += stride {
		for bit := range 8 {
			bad := bytes.Clone(doc)
			bad[i] ^= 1 << bit
			if r := proof.Verify(context.Background(), bad, k.PublicKeys(), proof.Options{}); r.Verdict != proof.Failed && r.Verdict != proof.Unreadable {
				t.Fatalf("byte %d, %q for %q, passed:\n%s", i, bad[i], doc[i], lines(r))
			}
		}
	}
	bad := bytes.Replace(doc, []byte(`"signature":{`), []byte(`"signature":{"x":"y",`), 1)
	if r := proof.Verify(context.Background(), bad, k.PublicKeys(), proof.Options{}); r.Verdict != proof.Failed {
		t.Errorf("a member more: %s", r.Summary())
	}
}

// Changing, adding or removing any value fails, at every depth.
func TestEveryValueCounts(t *testing.T) {
	k := keysIn(t, t.TempDir())
	doc := sign(t, sample(), k)
	rapid.Check(t, func(rt *rapid.T) {
		m := members(t, doc)
		mutate(rt, m)
		bad := encode(t, m)
		r := proof.Verify(context.Background(), bad, k.PublicKeys(), proof.Options{})
		if r.Verdict != proof.Failed && r.Verdict != proof.Unreadable {
			rt.Fatalf("passed: %s\n%s", bad, lines(r))
		}
	})
}

// mutate walks down at random and changes what it finds there.
func mutate(t *rapid.T, m map[string]any) {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	name := rapid.SampledFrom(sorted(names)).Draw(t, "member")
	switch v := m[name].(type) {
	case map[string]any:
		if rapid.Bool().Draw(t, "deeper") {
			mutate(t, v)
			return
		}
	case []any:
		if inner, ok := first(v); ok && rapid.Bool().Draw(t, "deeper") {
			mutate(t, inner)
			return
		}
		if len(v) > 0 && rapid.Bool().Draw(t, "drop one") {
			m[name] = v[1:]
			return
		}
	}
	switch rapid.IntRange(0, 2).Draw(t, "how") {
	case 0:
		delete(m, name)
	case 1:
		m["x_"+name] = rapid.String().Draw(t, "added")
	default:
		old := m[name]
		m[name] = rapid.OneOf(rapid.Just(any("x")), rapid.Just(any(1.5)), rapid.Just(any(nil)), rapid.Just(any(map[string]any{}))).
			Filter(func(v any) bool { return fmt.Sprint(v) != fmt.Sprint(old) }).Draw(t, "value")
	}
}

func first(v []any) (map[string]any, bool) {
	if len(v) == 0 {
		return nil, false
	}
	m, ok := v[0].(map[string]any)
	return m, ok
}

func sorted(s []string) []string {
	for i := range s {
		for j := i + 1; j < len(s); j++ {
			if s[j] < s[i] {
				s[i], s[j] = s[j], s[i]
			}
		}
	}
	return s
}

// Members that this version does not know are signed like all others, and do
// not stop it from reading.
func TestUnknownMembers(t *testing.T) {
	k := keysIn(t, t.TempDir())
	m := members(t, sign(t, sample(), k))
	delete(m, "digest")
	delete(m, "signature")
	m["x_later"] = map[string]any{"a": []any{1.0, "b"}}
	m["settlement"].(map[string]any)["x_more"] = true
	signed := resign(t, m, k)
	if r := proof.Verify(context.Background(), signed, k.PublicKeys(), proof.Options{}); r.Verdict != proof.Consistent {
		t.Fatalf("%s\n%s", r.Summary(), lines(r))
	}
	bad := bytes.Replace(signed, []byte(`"b"`), []byte(`"c"`), 1)
	if r := proof.Verify(context.Background(), bad, k.PublicKeys(), proof.Options{}); r.Verdict != proof.Failed || find(r, "digest").Status != proof.Broken {
		t.Errorf("%s\n%s", r.Summary(), lines(r))
	}
}

// An issuer who signs nonsense is found out too: each case is signed properly.
func TestSignedNonsense(t *testing.T) {
	k := keysIn(t, t.TempDir())
	for _, c := range []struct {
		name, check string
		change      func(*proof.Receipt)
	}{
		{"no result of AIP-1", "status", func(r *proof.Receipt) { r.Verification.Result = "good" }},
		{"no status of AIP-1", "status", func(r *proof.Receipt) { r.Settlement.Status = "paid" }},
		{"paid but rejected", "status", func(r *proof.Receipt) { r.Verification.Result = proof.ResultRejected }},
		{"another submission", "terms", func(r *proof.Receipt) { r.SubmissionID = "sub_1" }},
		{"another mission", "terms", func(r *proof.Receipt) { r.MissionID = "bty_1" }},
		{"another content", "terms", func(r *proof.Receipt) { r.ContentHash = proof.ContentHash(hash(1)) }},
		{"mission's hash", "terms", func(r *proof.Receipt) { r.Instruction.Terms.Mission.Hash[0] ^= 1 }},
		{"submission's hash", "terms", func(r *proof.Receipt) { r.Instruction.Terms.Submission.Hash[0] ^= 1 }},
		{"another slot", "terms", func(r *proof.Receipt) { r.Instruction.Slot.N = 1 }},
		{"another milestone", "terms", func(r *proof.Receipt) { r.Instruction.Slot.MilestoneIndex = nil }},
		{"negative milestone", "terms", func(r *proof.Receipt) { m := -1; r.Instruction.Slot.MilestoneIndex = &m }},
		{"instruction's id", "instruction digest", func(r *proof.Receipt) { r.Instruction.ID = "stl_2" }},
		{"issued block", "instruction digest", func(r *proof.Receipt) { r.Instruction.Terms.IssuedBlock-- }},
		{"leg's amount", "instruction digest", func(r *proof.Receipt) { r.Instruction.Terms.Legs[0].Amount = money.Units(1) }},
		{"pay contract", "instruction digest", func(r *proof.Receipt) { r.Instruction.Terms.PayContract[5] ^= 1 }},
		{"amount", "amounts", func(r *proof.Receipt) { r.Settlement.Amount = "9950001" }},
		{"amount is no integer", "amounts", func(r *proof.Receipt) { r.Settlement.Amount = "9.95" }},
		{"no fee", "amounts", func(r *proof.Receipt) { r.Settlement.FeeAmount = "" }},
		{"chain", "amounts", func(r *proof.Receipt) { r.Settlement.ChainID = 1 }},
		{"no legs", "amounts", func(r *proof.Receipt) { r.Instruction.Terms.Legs = nil }},
		{"zero leg", "amounts", func(r *proof.Receipt) { r.Instruction.Terms.Legs[1].Amount = money.Amount{} }},
		{"legs out of order", "amounts", func(r *proof.Receipt) {
			l := r.Instruction.Terms.Legs
			l[0], l[1] = l[1], l[0]
		}},
		{"deposit", "deposit address", func(r *proof.Receipt) { r.Instruction.Terms.Deposit.RefundAfter++ }},
		{"completing transaction", "transfers", func(r *proof.Receipt) { r.Settlement.TxHash = hash(1).String() }},
		{"transfer twice", "transfers", func(r *proof.Receipt) { r.Settlement.Transfers[1] = r.Settlement.Transfers[0] }},
		{"to itself", "transfers", func(r *proof.Receipt) { r.Settlement.Transfers[0].From = worker }},
		{"too old", "transfers", func(r *proof.Receipt) { r.Settlement.Transfers[0].BlockNumber = 37_999_936 }},
		{"unknown log", "allocations", func(r *proof.Receipt) { r.Allocations[0].LogIndex++ }},
		{"another transaction", "allocations", func(r *proof.Receipt) { r.Allocations[0].TxHash = hash(1) }},
		{"another height", "allocations", func(r *proof.Receipt) { r.Allocations[0].BlockNumber++ }},
		{"no such leg", "allocations", func(r *proof.Receipt) { r.Allocations[0].Leg = 4 }},
		{"negative leg", "allocations", func(r *proof.Receipt) { r.Allocations[0].Leg = -1 }},
		{"another payee's leg", "allocations", func(r *proof.Receipt) { r.Allocations[0].Leg = 1 }},
		{"more than the transfer", "allocations", func(r *proof.Receipt) { r.Settlement.Transfers[0].Value = money.Units(4_999_999) }},
		{"amount is not the range", "allocations", func(r *proof.Receipt) { r.Allocations[3].Amount = money.Units(1) }},
		{"empty range", "allocations", func(r *proof.Receipt) { r.Allocations[3].Units.To = r.Allocations[3].Units.From }},
		{"range upside down", "allocations", func(r *proof.Receipt) { r.Allocations[3].Units.From = money.Units(20_001) }},
		{"units twice", "allocations", func(r *proof.Receipt) {
			r.Allocations[4].Units = proof.Range{From: money.Units(19_999), To: money.Units(49_999)}
		}},
		{"transfer that pays nothing", "allocations", func(r *proof.Receipt) { r.Allocations = r.Allocations[1:] }},
		{"leg uncovered", "cover", func(r *proof.Receipt) { r.Allocations = r.Allocations[:4] }},
		{"leg overpaid", "cover", func(r *proof.Receipt) {
			r.Allocations[4].Units.To, r.Allocations[4].Amount = money.Units(60_001), money.Units(30_001)
		}},
		{"unknown rule", "rules", func(r *proof.Receipt) { r.Allocations[0].Rule = "trust" }},
		{"untagged as tagged", "rules", func(r *proof.Receipt) { r.Allocations[0].Rule = "tag" }},
		{"nonce of another leg", "rules", func(r *proof.Receipt) {
			r.Settlement.Transfers[1].Tag = digest.LegNonce(r.Instruction.Digest, 0)
		}},
		{"not from the deposit", "rules", func(r *proof.Receipt) { r.Settlement.Transfers[2].From = poster }},
		{"payer not proven", "rules", func(r *proof.Receipt) { r.PayerProof = nil }},
		{"directed by a stranger", "rules", func(r *proof.Receipt) { r.Settlement.Transfers[3].Payer = worker }},
		{"foreign tag as payer's", "rules", func(r *proof.Receipt) { r.Allocations[3].Rule = "payer" }},
		{"payment without instruction", "instruction", func(r *proof.Receipt) { r.Instruction = nil }},
	} {
		r := sample()
		c.change(&r)
		got := proof.Verify(context.Background(), sign(t, r, k), k.PublicKeys(), proof.Options{})
		if got.Verdict != proof.Failed || find(got, c.check).Status != proof.Broken {
			t.Errorf("%s: %s\n%s", c.name, got.Summary(), lines(got))
		}
		if find(got, "signature").Status != proof.Passed {
			t.Errorf("%s: the signature must fit: %v", c.name, find(got, "signature"))
		}
	}
}

func TestLegitimateVariants(t *testing.T) {
	k := keysIn(t, t.TempDir())
	for name, change := range map[string]func(*proof.Receipt){
		"late":       func(r *proof.Receipt) { r.Late = true },
		"supersedes": func(r *proof.Receipt) { r.Supersedes = proof.ContentHash(hash(9)) },
		"fee waived": func(r *proof.Receipt) {
			r.Settlement.FeeWaived, r.Settlement.TxHash = true, hash(0xa3).String()
			r.Allocations, r.Settlement.Transfers = r.Allocations[:3], r.Settlement.Transfers[:3]
		},
		"tag of a predecessor": func(r *proof.Receipt) {
			r.Instruction.Predecessors = []settle.Hash{hash(0x77)}
			r.Settlement.Transfers[1].Tag = digest.LegNonce(hash(0x77), 4)
		},
		"withheld": func(r *proof.Receipt) {
			r.Verification.Result, r.Settlement.Status = proof.ResultVoided, proof.StatusVoided
			r.Settlement.TxHash, r.Settlement.Transfers, r.Allocations = "", nil, nil
		},
		"points": func(r *proof.Receipt) {
			r.Instruction, r.Allocations, r.PayerProof = nil, nil, nil
			r.Settlement = proof.Settlement{Status: proof.StatusCredited, Asset: "AIGEN", Amount: "20", FeeAmount: "0"}
		},
	} {
		r := sample()
		change(&r)
		got := proof.Verify(context.Background(), sign(t, r, k), k.PublicKeys(), proof.Options{})
		if got.Verdict != proof.Consistent {
			t.Errorf("%s: %s\n%s", name, got.Summary(), lines(got))
		}
	}
}

func TestUnreadable(t *testing.T) {
	k := keysIn(t, t.TempDir())
	good := string(sign(t, sample(), k))
	for name, doc := range map[string]string{
		"empty": "", "null": "null", "array": "[]", "text": `"x"`, "two": good + good, "bytes": good[:50] + "\xff" + good[50:],
		"member twice": `{"type":"x",` + good[1:], "members alike": `{"Type":"x",` + good[1:],
		"large number": `{"n":9007199254740993,` + good[1:], "deep": strings.Repeat("[", 100), "wrong type": `{"allocations":7}`,
		"bad hash": strings.Replace(good, hash(0xa1).String(), "0x12", 1), "null receipt": `{"receipt":null}`, "anything else": `{}`,
		"bad proof": `{"receipt":` + good + `,"chain_proof":7}`, "too large": `{"x":"` + strings.Repeat("x", proof.MaxDocument) + `"}`,
	} {
		r := proof.Verify(context.Background(), []byte(doc), k.PublicKeys(), proof.Options{})
		if r.Verdict != proof.Unreadable || len(r.Checks) != 1 || r.Receipt != nil {
			t.Errorf("%s: %s\n%s", name, r.Summary(), lines(r))
		}
	}
}

// Receipts of other implementations have no instruction and may write numbers.
func TestForeignReceipt(t *testing.T) {
	k := keysIn(t, t.TempDir())
	doc := resign(t, map[string]any{
		"type": proof.ReceiptType, "spec_version": "0.3.7", "issuer": "https://other.example", "content_hash": "sha256:00",
		"verification": map[string]any{"result": "accepted"},
		"settlement":   map[string]any{"status": "settled", "asset": "USDC", "amount": 25.5, "fee_amount": nil, "chain_id": nil, "tx_hash": "0xabc"},
	}, k)
	r := proof.Verify(context.Background(), doc, k.PublicKeys(), proof.Options{Endpoints: []proof.ChainReader{&chain{}}})
	if r.Verdict != proof.Consistent || find(r, "instruction").Status != proof.NotMade || find(r, "endpoint").Status != proof.NotMade {
		t.Errorf("%s\n%s", r.Summary(), lines(r))
	}
}

func TestBundle(t *testing.T) {
	k := keysIn(t, t.TempDir())
	doc := string(sign(t, sample(), k))
	sum := proof.Verify(context.Background(), []byte(doc), k.PublicKeys(), proof.Options{}).Digest
	for _, c := range []struct {
		proof   string
		verdict proof.Verdict
		status  proof.CheckStatus
	}{
		{`{"receipt_digest":"` + sum + `","status":"pending","items":[]}`, proof.Consistent, proof.NotMade},
		{`{"receipt_digest":"` + sum + `","status":"unavailable","reason":"pruned","items":[]}`, proof.Consistent, proof.NotMade},
		{`{"receipt_digest":"` + sum + `","status":"ready","items":[{}]}`, proof.Consistent, proof.NotMade},
		{`{"receipt_digest":"` + sum + `","status":"fine"}`, proof.Failed, proof.Broken},
		{`{"receipt_digest":"sha256:00","status":"pending"}`, proof.Failed, proof.Broken},
		{`null`, proof.Consistent, "absent"},
	} {
		r := proof.Verify(context.Background(), []byte(`{"receipt":`+doc+`,"chain_proof":`+c.proof+`}`), k.PublicKeys(), proof.Options{})
		if r.Verdict != c.verdict || find(r, "chain proof").Status != c.status {
			t.Errorf("%s: %s\n%s", c.proof, r.Summary(), lines(r))
		}
	}
}
