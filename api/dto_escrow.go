package api

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// escrowOut is what the escrow holds of a mission, with every call that can be
// made about it written out. It is public, and every input of the mission's id
// is in it.
type escrowOut struct {
	// Status is unfunded, confirming (the post is seen and not confirmed), and
	// then what the contract says: open, active, settled, refunded, cancelled.
	Status        string         `json:"status"`
	MissionHash   settle.Hash    `json:"mission_hash"`
	Contract      settle.Address `json:"contract"`
	ChainID       uint64         `json:"chain_id"`
	TokenContract settle.Address `json:"token_contract"`
	// Confirmations are the blocks on top of the post; null while it is not seen.
	Confirmations         *uint64      `json:"confirmations"`
	ConfirmationsRequired uint64       `json:"confirmations_required"`
	FundedAt              *string      `json:"funded_at"`
	FundedBy              *string      `json:"funded_by"`
	Held                  money.Amount `json:"held"`
	Pending               money.Amount `json:"pending"`
	// Sealed is false where a reveal on the chain publishes the answer.
	Sealed bool `json:"sealed"`
	// Terms are as the contract takes them: amounts in token units, times in Unix
	// seconds, enumerations as the contract's numbers.
	Terms    settle.MissionTerms `json:"terms"`
	SubmitBy string              `json:"submit_by"`
	JudgeBy  string              `json:"judge_by"`
	RefundAt string              `json:"refund_at"`
	SpecURI  *string             `json:"spec_uri"`
	Tranches []trancheOut        `json:"tranches"`
	Refunds  []refundOut         `json:"refunds"`
	// Entries and Commitments are the newest hundred; EntryCount counts all entries.
	Entries     []entryOut      `json:"entries"`
	EntryCount  int             `json:"entry_count"`
	Commitments []commitmentOut `json:"commitments"`
	Credits     []creditOut     `json:"credits"`
	// Fund is how the poster funds it; null once that is seen.
	Fund *fundOut `json:"fund,omitempty"`
	// Calls are those that the contract takes at the newest indexed block, Later
	// those that only wait for their moment: ask again then.
	Calls []callOut  `json:"calls,omitempty"`
	Later []laterOut `json:"later,omitempty"`
	Note  string     `json:"note,omitempty"`
}

// escrowBrief is how an escrow mission stands, where the mission is shown; all of
// it is at its url.
type escrowBrief struct {
	// Status is as in the whole.
	Status        string         `json:"status"`
	MissionHash   settle.Hash    `json:"mission_hash"`
	Contract      settle.Address `json:"contract"`
	Confirmations *uint64        `json:"confirmations"`
	Held          money.Amount   `json:"held"`
	Pending       money.Amount   `json:"pending"`
	SubmitBy      string         `json:"submit_by"`
	JudgeBy       string         `json:"judge_by"`
	RefundAt      string         `json:"refund_at"`
	URL           string         `json:"url"`
}

// trancheOut is one prize or milestone.
type trancheOut struct {
	Index       int          `json:"index"`
	MilestoneID *string      `json:"milestone_id"`
	Gross       money.Amount `json:"gross"`
	Fee         money.Amount `json:"fee"`
	Net         money.Amount `json:"net"`
	// State is free, pending, appealed, paid or refunded.
	State   string        `json:"state"`
	Pending *pendingOut   `json:"pending"`
	Appeal  *appealOut    `json:"appeal"`
	Ruling  *rulingOut    `json:"ruling"`
	Award   *finalOut     `json:"award"`
	Seen    *seenAwardOut `json:"seen"`
}

// seenAwardOut is an award that is seen and not confirmed.
type seenAwardOut struct {
	Agent         settle.Address `json:"agent"`
	TxHash        settle.Hash    `json:"tx_hash"`
	Confirmations uint64         `json:"confirmations"`
}

type pendingOut struct {
	Agent          settle.Address `json:"agent"`
	SubmissionID   *string        `json:"submission_id"`
	SubmissionHash settle.Hash    `json:"submission_hash"`
	// FinalAt is null once an arbiter has ruled: it is final.
	FinalAt *string `json:"final_at"`
	TxHash  string  `json:"tx_hash"`
}

type appealOut struct {
	Appellant    settle.Address `json:"appellant"`
	Bond         money.Amount   `json:"bond"`
	EvidenceHash settle.Hash    `json:"evidence_hash"`
	RuleBy       string         `json:"rule_by"`
}

type rulingOut struct {
	Ruling string          `json:"ruling"`
	Agent  *settle.Address `json:"agent"`
	Bond   *payoutLine     `json:"bond"`
}

type finalOut struct {
	Agent settle.Address `json:"agent"`
	// SubmissionID is null for work that is known from the chain only.
	SubmissionID *string `json:"submission_id"`
	// Status is confirmed (the release follows once finality_required is reached),
	// settled, or reverted; null where the daemon releases nothing.
	Status *string `json:"status"`
	// FinalityRequired is a number of blocks on top, safe or finalized.
	FinalityRequired string `json:"finality_required"`

	ContentHash *settle.Hash `json:"content_hash"`
	SplitHash   *settle.Hash `json:"split_hash"`
	Fee         money.Amount `json:"fee"`
	Payouts     []payoutLine `json:"payouts"`
	TxHash      settle.Hash  `json:"tx_hash"`
	BlockNumber uint64       `json:"block_number"`
	LogIndex    uint32       `json:"log_index"`
	At          string       `json:"at"`
	ReceiptURI  *string      `json:"receipt_uri"`
	// Exported is how the award was copied to an ERC-8004 reputation registry; null
	// while it was not.
	Exported *exportedOut `json:"exported"`
}

// exportedOut is an award in an ERC-8004 reputation registry.
type exportedOut struct {
	// Contract is the OabpReputation, whose feedback it is.
	Contract settle.Address `json:"contract"`
	// ERC8004ID is whose feedback, a decimal number.
	ERC8004ID string      `json:"erc8004_id"`
	TxHash    settle.Hash `json:"tx_hash"`
	At        string      `json:"at"`
}

type payoutLine struct {
	To     settle.Address `json:"to"`
	Amount money.Amount   `json:"amount"`
	// Credited says that the token refused the transfer: the amount waits in the
	// escrow for its owner (withdraw).
	Credited bool `json:"credited"`
}

type refundOut struct {
	To       settle.Address `json:"to"`
	Amount   money.Amount   `json:"amount"`
	Credited bool           `json:"credited"`
	// Reason is no_entries, not_awarded, ruled or cancelled.
	Reason string `json:"reason"`
	// Tranche is the one that an arbiter refunded; null for all that was left.
	Tranche *int        `json:"tranche"`
	TxHash  settle.Hash `json:"tx_hash"`
	At      string      `json:"at"`
}

// entryOut is a current submission on the chain.
type entryOut struct {
	Agent          settle.Address `json:"agent"`
	Tranche        uint8          `json:"tranche"`
	ContentHash    settle.Hash    `json:"content_hash"`
	SplitHash      settle.Hash    `json:"split_hash"`
	SubmissionHash settle.Hash    `json:"submission_hash"`
	Revision       uint16         `json:"revision"`
	// SubmissionID is null for work that is known from the chain only: nobody
	// consented to its split here (consented), its bytes are not held (deposited),
	// and no release can be promised.
	SubmissionID *string `json:"submission_id"`
	Consented    bool    `json:"consented"`
	Deposited    bool    `json:"deposited"`
	// Position is the block's number times 2^32 plus the log's index.
	Position string      `json:"position"`
	TxHash   settle.Hash `json:"tx_hash"`
}

type commitmentOut struct {
	Agent    settle.Address `json:"agent"`
	Block    uint64         `json:"block"`
	Revealed bool           `json:"revealed"`
}

type creditOut struct {
	Owner  settle.Address `json:"owner"`
	Amount money.Amount   `json:"amount"`
}

// fundOut is how the poster's address funds a mission, in one of three ways.
type fundOut struct {
	// From is the poster's address; Amount is reward and post fee together.
	From    settle.Address `json:"from"`
	Amount  money.Amount   `json:"amount"`
	Reward  money.Amount   `json:"reward"`
	PostFee money.Amount   `json:"post_fee"`
	// Allowance: the poster sends both calls.
	Allowance struct {
		Approve callOut `json:"approve"`
		Post    callOut `json:"post"`
	} `json:"allowance"`
	// Permit: the poster signs, asks POST /missions/{mission_id}/fund for the call,
	// and sends it.
	Permit digest.TypedData `json:"permit"`
	// Authorization: the same, but anybody may send the call; the nonce is the
	// mission's id, so the signature is good for these terms alone.
	Authorization digest.TypedData `json:"authorization"`
	// Until is the last moment of both signatures: submit_by.
	Until string `json:"until"`
}

// callOut is one call of a contract, ready to be sent.
type callOut struct {
	Call     string         `json:"call"`
	Tranche  *uint8         `json:"tranche,omitempty"`
	To       settle.Address `json:"to"`
	Calldata string         `json:"calldata"`
	// From is who must send it; null: anybody, or for an appeal or a commitment
	// whoever may make it.
	From *settle.Address `json:"from"`
	// Until is the moment from which the contract refuses it, by its blocks' time.
	Until *string `json:"until,omitempty"`
}

// laterOut is a call that the contract will take.
type laterOut struct {
	Call    string `json:"call"`
	Tranche *uint8 `json:"tranche,omitempty"`
	// NotBefore is the time of the first block that takes it.
	NotBefore string `json:"not_before"`
}

// enterOut is how a submission is entered in the escrow.
type enterOut struct {
	Contract    settle.Address `json:"contract"`
	ChainID     uint64         `json:"chain_id"`
	MissionHash settle.Hash    `json:"mission_hash"`
	Tranche     uint8          `json:"tranche"`
	// Agent is the address that must send the call.
	Agent          settle.Address `json:"agent"`
	ContentHash    settle.Hash    `json:"content_hash"`
	Split          settle.Split   `json:"split"`
	SplitHash      settle.Hash    `json:"split_hash"`
	SubmissionHash settle.Hash    `json:"submission_hash"`
	Enter          callOut        `json:"enter"`
}

// awardOut is the call that awards a submission.
type awardOut struct {
	BountyID     string         `json:"bounty_id"`
	MissionID    string         `json:"mission_id"`
	SubmissionID string         `json:"submission_id"`
	MissionHash  settle.Hash    `json:"mission_hash"`
	Agent        settle.Address `json:"agent"`
	ContentHash  settle.Hash    `json:"content_hash"`
	Split        settle.Split   `json:"split"`
	Gross        money.Amount   `json:"gross"`
	Fee          money.Amount   `json:"fee"`
	Net          money.Amount   `json:"net"`
	// Final says that the award pays at once; without it the award is proposed,
	// can be appealed, and pays when it is finalized.
	Final bool    `json:"final"`
	Award callOut `json:"award"`
	Note  string  `json:"note"`
}
