package proof

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/oabp/oabpd/settle/seal/canon"
)

// MaxDocument is the most bytes of a receipt or bundle that Verify reads.
const MaxDocument = 32 << 20

// Verdict is the outcome of Verify.
type Verdict string

// The verdicts, from best to worst.
const (
	// Canonical: consistent, and endpoints showed the payment in canonical blocks.
	Canonical Verdict = "canonical"
	// Consistent: signature and contents fit; by itself no proof that the
	// payment is on the chain.
	Consistent Verdict = "consistent"
	// Failed: a check failed.
	Failed Verdict = "failed"
	// Unreadable: the document is no receipt.
	Unreadable Verdict = "unreadable"
)

// CheckStatus is the outcome of one check.
type CheckStatus string

// The outcomes of a check.
const (
	Passed CheckStatus = "ok"
	Broken CheckStatus = "FAILED"
	// NotMade: the check does not apply or could not be made; Detail says why.
	NotMade CheckStatus = "not checked"
)

// Check is one line of a report.
type Check struct {
	Name   string      `json:"name"`
	Status CheckStatus `json:"status"`
	Detail string      `json:"detail"`
}

// String is the line as people read it.
func (c Check) String() string { return fmt.Sprintf("%-11s  %s: %s", c.Status, c.Name, c.Detail) }

// Report is what Verify found.
type Report struct {
	Verdict Verdict `json:"verdict"`
	Checks  []Check `json:"checks"`
	// Endpoints is how many endpoints showed the payment; Asked how many were asked.
	Endpoints int `json:"endpoints"`
	Asked     int `json:"asked"`
	// Digest is the receipt's recomputed digest, sha256:<hex>; empty if unreadable.
	Digest string `json:"digest,omitempty"`
	// Receipt is the document as read; nil if unreadable.
	Receipt *Receipt `json:"-"`
}

// Summary is the verdict in words.
func (r Report) Summary() string {
	switch r.Verdict {
	case Canonical:
		if r.Endpoints == 1 {
			return "canonical at 1 endpoint"
		}
		return fmt.Sprintf("canonical at %d endpoints", r.Endpoints)
	case Consistent, Unreadable:
		return string(r.Verdict)
	}
	var names []string
	for _, c := range r.Checks {
		if c.Status == Broken {
			names = append(names, c.Name)
		}
	}
	return "failed: " + strings.Join(names, ", ")
}

// Options steer Verify.
type Options struct {
	// Endpoints are asked about the chain, each by itself; none: offline.
	Endpoints []ChainReader
	// Confirmations are the blocks wanted on top of each transfer's; 0 means 6.
	Confirmations uint64
}

// Verify checks a receipt, or a bundle {receipt, chain_proof}, with the
// issuer's published keys. It never fails: all that is wrong is in the report.
func Verify(ctx context.Context, doc []byte, keys []PublicKey, o Options) Report {
	v := &verifier{keys: keys}
	if err := v.read(doc); err != nil {
		return Report{Verdict: Unreadable, Checks: []Check{{"document", Broken, err.Error()}}}
	}
	v.offline()
	v.broken = v.failed
	confirmations := o.Confirmations
	if confirmations == 0 {
		confirmations = defaultConfirmations
	}
	for _, e := range o.Endpoints {
		v.asked++
		if v.online(ctx, e, confirmations) {
			v.confirmed++
		}
	}
	r := Report{Checks: v.checks, Endpoints: v.confirmed, Asked: v.asked, Digest: v.digest, Receipt: &v.receipt, Verdict: Consistent}
	switch {
	case v.failed:
		r.Verdict = Failed
	case v.confirmed > 0:
		r.Verdict = Canonical
	}
	return r
}

type verifier struct {
	keys    []PublicKey
	receipt Receipt
	// signed are the canonical bytes without digest and signature.
	signed []byte
	digest string
	// chainProof is nil for a bare receipt.
	chainProof *ChainProof

	checks []Check
	failed bool
	// broken: a check of the document itself failed, before any endpoint was asked.
	broken           bool
	asked, confirmed int
}

// ChainProof is the document beside a receipt that proves its transfers against
// block headers (settlement.md "Receipts").
type ChainProof struct {
	ReceiptDigest string `json:"receipt_digest"`
	// Status is pending, ready or unavailable.
	Status string `json:"status"`
	// Reason says why it is unavailable.
	Reason string            `json:"reason,omitempty"`
	Items  []json.RawMessage `json:"items"`
}

// read parses the document and computes what digest and signature cover.
func (v *verifier) read(doc []byte) error {
	if len(doc) > MaxDocument {
		return fmt.Errorf("larger than %d bytes", MaxDocument)
	}
	form, err := canon.FormOfCaseless(doc)
	if err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(form, &members) != nil || members == nil {
		return errors.New("not a JSON object")
	}
	raw := json.RawMessage(form)
	if inner, ok := members["receipt"]; ok && members["type"] == nil {
		raw = inner
		if p, ok := members["chain_proof"]; ok && string(p) != "null" {
			v.chainProof = &ChainProof{}
			if err := json.Unmarshal(p, v.chainProof); err != nil {
				return fmt.Errorf("chain_proof: %w", describe(err))
			}
		}
		members = nil
		if json.Unmarshal(raw, &members) != nil || members == nil {
			return errors.New("receipt is not a JSON object")
		}
	}
	if err := json.Unmarshal(raw, &v.receipt); err != nil {
		return describe(err)
	}
	if v.receipt.Type == "" {
		return errors.New("not a receipt: it has no type")
	}
	v.receipt.Signature = exactSignature(members["signature"])
	delete(members, "digest")
	delete(members, "signature")
	if v.signed, err = canon.Marshal(members); err != nil {
		return err
	}
	sum := sha256.Sum256(v.signed)
	v.digest = ContentHash(sum)
	return nil
}

// exactSignature reads the one object that no digest covers: it has exactly the
// three members by exactly their names, or it is none.
func exactSignature(raw json.RawMessage) *Signature {
	var m map[string]string
	if json.Unmarshal(raw, &m) != nil || len(m) != 3 {
		return nil
	}
	sig := &Signature{Alg: m["alg"], KeyID: m["key_id"], Value: m["value"]}
	if sig.Alg == "" || sig.KeyID == "" || sig.Value == "" {
		return nil
	}
	return sig
}

// describe keeps the field of a JSON error and drops the rest.
func describe(err error) error {
	var t *json.UnmarshalTypeError
	if errors.As(err, &t) {
		return fmt.Errorf("%s is not of the expected type", t.Field)
	}
	return err
}

func (v *verifier) pass(name, format string, args ...any) {
	v.checks = append(v.checks, Check{name, Passed, fmt.Sprintf(format, args...)})
}

func (v *verifier) fail(name, format string, args ...any) {
	v.failed = true
	v.checks = append(v.checks, Check{name, Broken, fmt.Sprintf(format, args...)})
}

func (v *verifier) skip(name, format string, args ...any) {
	v.checks = append(v.checks, Check{name, NotMade, fmt.Sprintf(format, args...)})
}

// judge adds a check that passes with ok, or fails with the first problem.
func (v *verifier) judge(name string, problem error, ok string, args ...any) {
	if problem != nil {
		v.fail(name, "%v", problem)
		return
	}
	v.pass(name, ok, args...)
}
