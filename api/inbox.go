package api

import (
	"context"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// InboxEntry is one entry of the operator's inbox on the wire: of the
// administrator's route and tool, and of oabpd incidents --json.
type InboxEntry struct {
	// ID names it for oabpd incidents show and clear.
	ID   string `json:"id"`
	Kind string `json:"kind"`
	// What happened, what to do about it, and who can.
	Text       string `json:"text"`
	WhoseMove  string `json:"whose_move"`
	NextAction string `json:"next_action"`
	// Since is the time of the block where BlockNumber is set, else the server's.
	Since       string  `json:"since"`
	BlockNumber *uint64 `json:"block_number"`
	// AmountUnits is the money that is stuck, MissingUnits what the instruction still
	// wants, in token units; AmountUSDC is the first for people.
	AmountUnits  money.Amount `json:"amount_units"`
	AmountUSDC   string       `json:"amount_usdc"`
	MissingUnits money.Amount `json:"missing_units"`
	// What it is about; null where there is none. AwardID is of the escrow.
	BountyID          *string         `json:"bounty_id"`
	SubmissionID      *string         `json:"submission_id"`
	PosterID          *string         `json:"poster_id"`
	InstructionID     *string         `json:"instruction_id"`
	InstructionStatus *string         `json:"instruction_status"`
	AwardID           *string         `json:"award_id"`
	Addresses         []InboxAddress  `json:"addresses"`
	Transfers         []InboxTransfer `json:"transfers"`
	// TransferCount is how many there are; the oldest ten are shown.
	TransferCount int     `json:"transfer_count"`
	ClearedAt     *string `json:"cleared_at"`
	ClearedNote   *string `json:"cleared_note"`
}

// InboxAddress is an address that an entry concerns.
type InboxAddress struct {
	Role    string         `json:"role"`
	Address settle.Address `json:"address"`
	// AmountUnits is what it misses, sent or holds, by its role.
	AmountUnits money.Amount `json:"amount_units"`
}

// InboxTransfer is a transfer that is stuck.
type InboxTransfer struct {
	TxHash      settle.Hash    `json:"tx_hash"`
	LogIndex    uint32         `json:"log_index"`
	BlockNumber uint64         `json:"block_number"`
	BlockTime   string         `json:"block_time"`
	From        settle.Address `json:"from"`
	To          settle.Address `json:"to"`
	AmountUnits money.Amount   `json:"amount_units"`
}

// ToInboxEntry renders an entry.
func ToInboxEntry(x *settle.Stuck) InboxEntry {
	out := InboxEntry{ID: x.ID(), Kind: string(x.Kind), Text: x.Text, WhoseMove: string(x.Mover), NextAction: x.Next, Since: millis(x.Since),
		AmountUnits: x.Amount, AmountUSDC: money.FormatUSDC(x.Amount), MissingUnits: x.Missing, TransferCount: x.Count,
		Addresses: list(x.Parties, func(p settle.StuckParty) InboxAddress { return InboxAddress{p.Role, p.Address, p.Amount} }),
		Transfers: list(x.Transfers, func(t *settle.Transfer) InboxTransfer {
			return InboxTransfer{t.TxHash, t.LogIndex, t.Block.Number, seconds(t.BlockTime), t.From, t.To, t.Value}
		})}
	if x.Block != nil {
		out.BlockNumber = &x.Block.Number
	}
	if i := x.Instruction; i != nil {
		status := string(i.Status)
		out.InstructionID, out.InstructionStatus, out.PosterID = &i.ID, &status, textOrNull(i.Poster)
		out.BountyID, out.SubmissionID = textOrNull(boardID(i.Mission)), textOrNull(i.Submission)
	}
	if a := x.Award; a != nil {
		key := a.Key()
		out.AwardID, out.BountyID, out.SubmissionID, out.PosterID = &key, textOrNull(boardID(a.Mission)), textOrNull(a.Submission), textOrNull(a.Poster)
	}
	if i := x.Incident; i != nil && i.ClearedAt != 0 {
		out.ClearedAt, out.ClearedNote = millisOrNull(i.ClearedAt), textOrNull(i.ClearedNote)
	}
	return out
}

type inboxIn struct {
	Kind   string `json:"kind,omitempty" op:"enum=halt|held|reverted_payment|orphan_payment|unclaimed|underpaid|in_deposit|chain_difference|chain_gap" jsonschema:"only these"`
	Limit  *int   `json:"limit,omitempty" jsonschema:"1 to 100, 50 by default; other numbers are clamped"`
	Cursor string `json:"cursor,omitempty" op:"len=1..400" jsonschema:"next_cursor of the page before, with the same kind"`
}

type inboxPage struct {
	Incidents []InboxEntry `json:"incidents"`
	// NextCursor may be set on a page that has fewer entries than its limit.
	NextCursor *string `json:"next_cursor"`
}

func (t *table) inbox(ctx context.Context, in inboxIn) (inboxPage, error) {
	limit, from := 50, ""
	if in.Limit != nil {
		limit = min(max(*in.Limit, 1), listMax)
	}
	filter := "inbox " + in.Kind
	if in.Cursor != "" {
		p, err := parseCursor(in.Cursor, filter)
		if err != nil {
			return inboxPage{}, err
		}
		from = p.ID
	}
	entries, next, err := t.core.Inbox(ctx, settle.StuckKind(in.Kind), from, limit)
	if err != nil {
		return inboxPage{}, err
	}
	out := inboxPage{Incidents: list(entries, ToInboxEntry)}
	if next != "" {
		c := position{ID: next}.cursor(filter)
		out.NextCursor = &c
	}
	return out, nil
}

func (t *table) listInbox(tags []string) *op.Op {
	return declare(op.Spec{Name: "list_incidents", Summary: "List stuck money and doubt, with what to do about each", Tags: tags, Scope: op.Admin, NoStore: true,
		Description: "The operator's inbox: halts, held instructions, payments that a reorganization removed or that came too late, money that matches nothing, what is paid in part, what lies in deposit addresses, and what the audit of the chain found. Each says how much, since when, whose move it is and the next action.",
		Errors:      []settle.Code{settle.CodeForbidden, op.CodeInvalidCursor},
		Bindings:    []op.Binding{board("GET", "/v1/admin/incidents")},
		Tools:       []op.Tool{{Name: "list_incidents", ReadOnly: true, Description: "The operator's inbox. Needs the header X-Admin-Key on the HTTP request."}},
	}, t.inbox)
}
