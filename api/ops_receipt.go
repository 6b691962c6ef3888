package api

import (
	"context"
	"encoding/json"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

type receiptIn struct {
	MissionID    string `json:"mission_id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
	SubmissionID string `json:"submission_id" op:"len=1..80"`
	Tranche      *uint8 `json:"tranche,omitempty" op:"range=0..15" jsonschema:"escrow missions with several prizes: which one the receipt is for, from 0; the newest receipt by default"`
}

type boardReceiptIn struct {
	BountyID     string `json:"bounty_id" op:"len=1..80" jsonschema:"bty_… (mis_… names the same)"`
	SubmissionID string `json:"submission_id" op:"len=1..80"`
	Tranche      *uint8 `json:"tranche,omitempty" op:"range=0..15" jsonschema:"escrow missions with several prizes: which one the receipt is for, from 0; the newest receipt by default"`
}

// chainProof is the second document of a receipt (settlement.md "Receipts").
// This version of the server does not build the Merkle proofs, and says so
// rather than let a client wait for them.
type chainProof struct {
	// ReceiptDigest is the digest of the receipt that it belongs to.
	ReceiptDigest string            `json:"receipt_digest"`
	Status        string            `json:"status"`
	Reason        *string           `json:"reason"`
	Items         []json.RawMessage `json:"items"`
	// Disputed says that a reorganization removed the receipt's payment, or that
	// a newer receipt replaced it; the receipt itself is signed and cannot say so.
	Disputed bool `json:"disputed"`
	// Voided says that the operator has withheld the deliverable, VoidReason why.
	Voided     bool    `json:"voided"`
	VoidReason *string `json:"void_reason"`
}

type bundle struct {
	Receipt    json.RawMessage `json:"receipt"`
	ChainProof chainProof      `json:"chain_proof"`
}

func (t *table) receipts() op.Table {
	tags := []string{"receipts"}
	a := op.From(func(in receiptIn) (receiptIn, error) {
		in.MissionID = missionID(in.MissionID)
		return in, nil
	})
	b := op.From(func(in boardReceiptIn) (receiptIn, error) {
		return receiptIn{missionID(in.BountyID), in.SubmissionID, in.Tranche}, nil
	})
	both := func(suffix string) []op.Binding {
		return []op.Binding{
			{Dialect: op.OABP, Method: "GET", Path: "/missions/{mission_id}/receipts/{submission_id}" + suffix, In: a},
			{Dialect: op.Board, Method: "GET", Path: "/v1/bounties/{bounty_id}/receipts/{submission_id}" + suffix, In: b},
		}
	}
	tool := func(name string) []op.Tool {
		return []op.Tool{{Name: name, ReadOnly: true, In: b}}
	}
	resource := func(name, suffix string) []op.Resource {
		return []op.Resource{{URI: "oabp://missions/{mission_id}/receipts/{submission_id}" + suffix, Name: name, Dialect: op.OABP, In: a}}
	}
	errs := []settle.Code{settle.CodeNotFound}
	return op.Table{
		declare(op.Spec{Name: "get_receipt", Summary: "Get the signed receipt of a settled submission", Tags: tags, Errors: errs,
			Description: "Gives the stored bytes as they were signed: an ed25519 signature over the RFC 8785 form, with the keys in /.well-known/oabp.json.",
			Bindings:    both(""), Tools: tool("get_receipt"),
			Resources: resource("receipt", ""),
		}, func(ctx context.Context, in receiptIn) (op.Raw, error) {
			r, err := t.receipt(ctx, in)
			return op.Raw{Body: r.Body}, err
		}),
		declare(op.Spec{Name: "get_receipt_proof", Summary: "Get the chain proof of a receipt", Tags: tags, Errors: errs,
			Description: "Status unavailable with reason not_built: this version builds no Merkle proofs. The receipt names every transfer with block and log, so any node can be asked about them.",
			Bindings:    both("/proof"), Tools: tool("get_receipt_proof"),
		}, func(ctx context.Context, in receiptIn) (chainProof, error) {
			r, err := t.receipt(ctx, in)
			return proofOf(r), err
		}),
		declare(op.Spec{Name: "get_receipt_bundle", Summary: "Get a receipt with its chain proof", Tags: tags, Errors: errs,
			Bindings: both("/bundle"), Tools: tool("get_receipt_bundle"), Resources: resource("receipt_bundle", "/bundle"),
		}, func(ctx context.Context, in receiptIn) (bundle, error) {
			r, err := t.receipt(ctx, in)
			return bundle{r.Body, proofOf(r)}, err
		}),
	}
}

// receipt is the newest one.
func (t *table) receipt(ctx context.Context, in receiptIn) (settle.StoredReceipt, error) {
	rs, err := t.core.Receipts(ctx, in.MissionID, in.SubmissionID, in.Tranche)
	if err != nil {
		return settle.StoredReceipt{}, err
	}
	return rs[0], nil
}

func proofOf(r settle.StoredReceipt) chainProof {
	reason := "not_built"
	return chainProof{ReceiptDigest: "sha256:" + r.Digest.String()[2:], Status: "unavailable", Reason: &reason,
		Items: []json.RawMessage{}, Disputed: r.Disputed, Voided: r.VoidedFor != "", VoidReason: textOrNull(r.VoidedFor)}
}
