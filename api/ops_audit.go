package api

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// What auditors copy: the log of receipts, and the signed checkpoints of the
// journal, by which an omission shows (settlement.md R26, wire.md "Checkpoints").

// Checkpoints reads the signed checkpoints of the journal.
type Checkpoints interface {
	// CheckpointsAfter are the documents from behind number n (0: from the first),
	// oldest first, at most limit.
	CheckpointsAfter(ctx context.Context, n uint64, limit int) ([]NumberedCheckpoint, error)
	// LastCheckpointDocument is the newest document, nil where there is none.
	LastCheckpointDocument(ctx context.Context) (json.RawMessage, error)
}

// NumberedCheckpoint is a signed checkpoint and its number, counting from 1.
type NumberedCheckpoint struct {
	N    uint64
	Body json.RawMessage
}

type logIn struct {
	After *uint64 `json:"after,omitempty" op:"range=0..9007199254740991" jsonschema:"the n of the last entry that you have; 0 or nothing: from the first"`
	Limit *int    `json:"limit,omitempty" jsonschema:"1 to 500, 100 by default; other numbers are clamped"`
}

func (in logIn) bounds(most int) (after uint64, limit int) {
	limit = 100
	if in.Limit != nil {
		limit = min(max(*in.Limit, 1), most)
	}
	if in.After != nil {
		after = *in.After
	}
	return after, limit
}

type receiptLogOut struct {
	Receipts []loggedReceipt `json:"receipts"`
	// Next is the after of the next page: that of the last entry, or what was asked
	// for where there is nothing behind it. Keep it to go on later.
	Next uint64 `json:"next"`
	// More says that there is a next page now.
	More bool `json:"more"`
}

type loggedReceipt struct {
	// N is the place in the log; numbers rise, and some are never given.
	N uint64 `json:"n"`
	// Receipt is the signed document.
	Receipt json.RawMessage `json:"receipt"`
	// Disputed and Voided may change after it was signed.
	Disputed   bool    `json:"disputed"`
	Voided     bool    `json:"voided"`
	VoidReason *string `json:"void_reason"`
	// ProofURI is where its chain proof is.
	ProofURI string `json:"proof_uri"`
}

type checkpointsOut struct {
	Checkpoints []loggedCheckpoint `json:"checkpoints"`
	Next        uint64             `json:"next"`
	More        bool               `json:"more"`
}

type loggedCheckpoint struct {
	N uint64 `json:"n"`
	// Checkpoint is the signed document: seq, hash, state_digest, block, at, signature.
	Checkpoint json.RawMessage `json:"checkpoint"`
}

func (t *table) audits() op.Table {
	tags := []string{"receipts"}
	return op.Table{
		declare(op.Spec{Name: "list_receipts", Summary: "The log of all receipts, in the order in which they were signed", Tags: tags,
			Description: "Only added to: what was listed once is listed for ever, so a copy is brought up to date by asking after its last n. A receipt whose payment a reorganization removed, or that a newer one replaced, is disputed; one of a withheld deliverable voided.",
			Bindings:    []op.Binding{oabp("GET", "/receipts")},
			Tools:       []op.Tool{{Name: "list_receipts", ReadOnly: true, Dialect: op.OABP}},
		}, t.listReceipts),
		declare(op.Spec{Name: "list_checkpoints", Summary: "The signed checkpoints of the journal, oldest first", Tags: tags,
			Description: "One a day. Each says which fact was the newest, its hash, which stands for all before it, and the digest of the state: whoever keeps one can tell later whether anything was left out or changed. Signed as receipts are, over the RFC 8785 form without signature.",
			Bindings:    []op.Binding{oabp("GET", "/journal/checkpoints")},
			Tools:       []op.Tool{{Name: "list_checkpoints", ReadOnly: true, Dialect: op.OABP}},
		}, t.listCheckpoints),
		declare(op.Spec{Name: "get_latest_checkpoint", Summary: "The newest signed checkpoint of the journal", Tags: tags,
			Errors:   []settle.Code{settle.CodeNotFound},
			Bindings: []op.Binding{oabp("GET", "/journal/checkpoints/latest")},
			Tools:    []op.Tool{{Name: "get_latest_checkpoint", ReadOnly: true, Dialect: op.OABP}},
		}, t.latestCheckpoint),
	}
}

func (t *table) listReceipts(ctx context.Context, in logIn) (receiptLogOut, error) {
	after, limit := in.bounds(500)
	rs, more, err := t.core.ReceiptLog(ctx, after, limit)
	if err != nil {
		return receiptLogOut{}, err
	}
	out := receiptLogOut{Receipts: []loggedReceipt{}, Next: after, More: more}
	for _, r := range rs {
		var of struct {
			ProofURI string `json:"chain_proof_uri"`
		}
		if err := json.Unmarshal(r.Body, &of); err != nil {
			return receiptLogOut{}, fmt.Errorf("reading receipt %s: %w", r.Digest, err)
		}
		out.Receipts = append(out.Receipts, loggedReceipt{r.N, r.Body, r.Disputed, r.VoidedFor != "", textOrNull(r.VoidedFor), of.ProofURI})
		out.Next = r.N
	}
	return out, nil
}

func (t *table) listCheckpoints(ctx context.Context, in logIn) (checkpointsOut, error) {
	after, limit := in.bounds(500)
	out := checkpointsOut{Checkpoints: []loggedCheckpoint{}, Next: after}
	if t.cfg.Checkpoints == nil {
		return out, nil
	}
	cs, err := t.cfg.Checkpoints.CheckpointsAfter(ctx, after, limit+1)
	if err != nil {
		return out, err
	}
	if out.More = len(cs) > limit; out.More {
		cs = cs[:limit]
	}
	for _, c := range cs {
		out.Checkpoints = append(out.Checkpoints, loggedCheckpoint{c.N, c.Body})
		out.Next = c.N
	}
	return out, nil
}

func (t *table) latestCheckpoint(ctx context.Context, _ empty) (op.Raw, error) {
	none := settle.Errorf(settle.CodeNotFound, "there is no checkpoint yet: one is made a day")
	if t.cfg.Checkpoints == nil {
		return op.Raw{}, none
	}
	body, err := t.cfg.Checkpoints.LastCheckpointDocument(ctx)
	if err != nil {
		return op.Raw{}, err
	}
	if body == nil {
		return op.Raw{}, none
	}
	return op.Raw{Body: body}, nil
}
