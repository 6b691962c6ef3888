package settle

import (
	"github.com/oabp/oabpd/settle/evidence"
	"github.com/oabp/oabpd/settle/money"
)

// WorkListed is how many submissions a mission has at most in a list that shows
// them; the one mission that is looked at has at most WorkShown.
const (
	WorkListed = 100
	WorkShown  = 1000
)

// Viewer is who asks: the agent, or nobody.
type Viewer struct{ Agent string }

// MissionView is a mission as a surface shows it.
type MissionView struct {
	Mission *Mission
	Poster  *Agent
	// Record is that of the poster; all zero where nobody has proven to be it.
	Record      PosterRecord
	Submissions int
	// YourRole is poster, contributor, invited, or empty.
	YourRole string
	// Invitations are the drafts that ask for the viewer's consent.
	Invitations []string
	// Visible are the submissions that the viewer may see, oldest first.
	Visible []SubmissionView
	// Work are the submissions that everybody may know of, oldest first: all have
	// consented, and none waits for the chain. What is sealed of them stays so. In lists
	// only where MissionFilter.Work asks for it, and then at most WorkListed.
	Work []*Submission
	// Token is the contract of the token that rewards are paid in.
	Token Address
	// Picked says that a pick of it is being paid. In lists as Work.
	Picked bool
	// Reverted says that a reorganization below the depth took a payment of it back,
	// and nothing has covered it since (R25). In lists as Work.
	Reverted bool
	// Escrow is what the escrow holds of an escrow mission, without entries, awards
	// and credits; nil for other modes, and in lists.
	Escrow *EscrowView
}

// PosterRecord is the public record of a poster (R10), from all their missions.
type PosterRecord struct {
	Posted, Awarded, Cancelled, Expired int
	// Abandoned: ended without award although there was work.
	Abandoned   int
	UnpaidPicks int
	// Payees are how many agents were paid, at most PayeesMost.
	Payees int
	// MedianToPay is the median time from pick to payment in milliseconds, over the
	// last PaidInMost; -1 if nothing was paid yet.
	MedianToPay int64
	// Receivables are the fees that the poster owes and nobody collected.
	Receivables []Receivable
}

// SubmissionView is a submission as the viewer may see it.
type SubmissionView struct {
	Submission *Submission
	// Content and Evidence are nil while sealed for the viewer.
	Content *Content
	// Picked says that a reservation of its instruction runs.
	Picked bool
	// Source says where the content was, for those who may read it; nil for content
	// that was here from the start. Read is where it was read, nil before it was.
	Source *Source
	Read   *ReadFrom
	// Payouts are what the contributors get or got, in token units.
	Payouts []money.Amount
	// Addresses are where the contributors are to be paid, in their order, for those
	// who share in it; nil for others. They are fixed by the pick, or for the escrow
	// by the last consent.
	Addresses []Address
}

// Invitation is a draft that asks for an agent's consent, with what the agent
// must know to give it: who shares how, and where each is paid.
type Invitation struct {
	Submission *Submission
	Mission    *Mission
	// Payouts and Addresses are in the order of the contributors.
	Payouts   []money.Amount
	Addresses []Address
}

// Content is the inside of an envelope.
type Content struct {
	Text     string
	Evidence []byte
}

// ProgressState is how far the payment of an instruction has come: a
// projection, not a state.
type ProgressState string

// The states of payment progress (wire.md).
const (
	ProgressUnpaid       ProgressState = "unpaid"
	ProgressPartial      ProgressState = "partially_paid"
	ProgressConfirming   ProgressState = "confirming"
	ProgressWaitingFlush ProgressState = "funded_waiting_flush"
	ProgressSettled      ProgressState = "settled"
)

// Progress is what the window shows of a payment.
type Progress struct {
	State ProgressState
	// Confirmations are the blocks on top of the newest block that pays.
	Confirmations uint64
	// Tier is how final the blocks that pay must be (R23). Required are the blocks on
	// top that this asks; of a tag as many as stand in for it where it is not served.
	Tier     Tier
	Required uint64
}

// InstructionView is an instruction with its cover and progress.
type InstructionView struct {
	Instruction *Instruction
	Settings    Settings
	// Cover is by confirmed transfers, Pending by those in the window too.
	Cover, Pending Cover
	Progress       Progress
	// DepositOpen says that the deposit address may be paid to; else
	// DepositReason names why not.
	DepositOpen    bool
	DepositReason  string
	DepositBalance money.Amount
	Payers         []*Payer
	// Unclaimed are transfers to its legs that match nothing; Surplus is what
	// its payers paid beyond what anything misses.
	Unclaimed []*Transfer
	Surplus   money.Amount
	// Problems are what to take care of before it is paid (Warnings).
	Problems []Problem
	// Created says that this call made it; Renewed that it reserved it again.
	Created, Renewed bool
	Tip              BlockRef
}

// PickRequest asks for the instruction of a submission.
type PickRequest struct {
	Actor, Mission, Submission string
	// RefundTo is where a deposit is refunded; zero: the poster's proven address.
	RefundTo Address
	// Renew reserves the slot again after a lapse; without it an existing
	// instruction is only read.
	Renew bool
}

// IntendedTransfer is one transfer of a dry run.
type IntendedTransfer struct {
	From   Address
	To     Address
	Amount money.Amount
}

// CheckResult answers a dry run: would these transfers settle it?
type CheckResult struct {
	WouldSettle bool
	Legs        []CheckLeg
	Problems    []Problem
}

// CheckLeg is one leg of a dry run.
type CheckLeg struct {
	Index                   int
	Owed, WouldPay, Missing money.Amount
}

// Problem is something that stands in the way, with its code.
type Problem struct {
	Code    Code
	Message string
}

// SettleResult answers the presenting of a transaction hash.
type SettleResult struct {
	View           *InstructionView
	AlreadySettled bool
	TxHash         Hash
}

// Registration is a fresh agent with its key, which is shown once.
type Registration struct {
	Agent *Agent
	Key   string
}

// SignedIn is a bearer token for an address.
type SignedIn struct {
	Token     string
	Address   Address
	Agent     string
	ExpiresAt int64
}

// Caller is whom a secret speaks for; the zero value is nobody.
type Caller struct {
	Agent string
	// Addresses are those that the agent has proven.
	Addresses []Address
	// Signer is the address that signed in, zero for an API key; Key is the hash of
	// the key, zero for a sign-in.
	Signer Address
	Key    Hash
}

// NewKey is a key that was just made. Secret is shown once and kept nowhere.
type NewKey struct {
	Secret string
	Key    *APIKey
	// Replaced is the key in whose place it is; nil for a further one.
	Replaced *APIKey
}

// Profile is an agent's own view of itself.
type Profile struct {
	Agent     *Agent
	Addresses []*AddressRow
	// Payout is the address that holds now.
	Payout *Payout
	// Keys are all that the agent ever had, oldest first.
	Keys     []*APIKey
	Missions []*Mission
	// Submissions are those that the agent shares in, and has consented to.
	Submissions []*Submission
	// Invitations are drafts that ask for the agent's consent: the newest of each
	// who asks come first, so that nobody's can hide another's. InvitationsTotal
	// counts all.
	Invitations      []Invitation
	InvitationsTotal int
	Instructions     []*Instruction
	// Chain are the profiles that the agent's addresses have in the configured
	// OabpAgents; none for one that registered nothing there.
	Chain map[Address]*ChainAgent
	// Worked are the missions of Submissions, by id.
	Worked map[string]*Mission
	// Earned is what the escrow's awards of a submission pay the agent, by its id.
	Earned      map[string]money.Amount
	RatingMilli int64
}

// Removed is what a takedown left: the mission, and the instructions on hold.
type Removed struct {
	Mission *Mission
	Held    []*Instruction
	// Awards are those of the escrow that are confirmed and held; later ones are, too.
	Awards []*EscrowAward
}

// AcceptRequest accepts a submission of a stated mission.
type AcceptRequest struct {
	Actor, Mission, Submission string
	Note                       string
	// PaymentRef is the poster's own words about the payment; a transaction hash is
	// looked up, and proves nothing by itself.
	PaymentRef string
}

// Accepted is a stated award with what it left behind.
type Accepted struct {
	Mission    *Mission
	Submission *Submission
	Award      Award
}

// NewMission is a request to post a direct, a stated or a points mission.
type NewMission struct {
	Poster string
	// Mode is direct if empty, else direct, stated or points.
	Mode        Mode
	Title       string
	Description string
	Category    string
	Criteria    string
	// Reward is in token units, or units of points; with Milestones it is their sum.
	Reward     money.Amount
	Grain      money.Amount
	MaxWinners uint32
	Milestones []NewMilestone
	Accepts    []Identification
	// Type, TypeParams, MetadataURI and MaxSubmissions are as in Mission.
	Type, TypeParams, MetadataURI string
	MaxSubmissions                uint32
	// Deadline is in Unix milliseconds; 0 means none given.
	Deadline        int64
	PublicOnRelease bool
	// Audience is agents if empty.
	Audience Audience
	// Evidence is what every submission must bring.
	Evidence []evidence.Requirement
	// Verification is how it is decided; nil: the poster decides.
	Verification *NewVerification
	// Sealed asks a points mission to seal its submissions, as others always do.
	Sealed bool
}

// NewMilestone is one part of a NewMission.
type NewMilestone struct {
	Title  string
	Reward money.Amount
	// Evidence stands in for the mission's where OwnEvidence is set.
	Evidence    []evidence.Requirement
	OwnEvidence bool
}

// Source is where a submission's content is to be fetched (AIP-1 §3). It is sealed
// like the content.
type Source struct {
	URI string `json:"uri"`
	// Hash is what the content's bytes must hash to with SHA-256.
	Hash Hash `json:"hash"`
}

// SourceKey is under what a submission's Source is kept, sealed, beside the
// envelopes.
func SourceKey(submission string) string { return submission + "/source" }

// NewSubmission is a request to submit sealed work.
type NewSubmission struct {
	Agent   string
	Mission string
	// MilestoneID is required iff the mission has milestones.
	MilestoneID string
	Content     string
	Preview     string
	// Source says where the content is, in its stead; nil for content that is here.
	Source *Source
	// Salt is that of the commitment to it, where the mission takes commitments here.
	Salt Hash
	// Evidence is sealed with the content.
	Evidence []evidence.Item
	// Contributors default to the agent alone.
	Contributors []Contributor
	// Address enters the work in the escrow; it must be proven by the agent.
	// Zero: the payout address if it is proven, else the first that was. Not used
	// by other missions.
	Address Address
}

// Health is what the daemon knows of itself from the store.
type Health struct {
	Tip     *StoredBlock
	Applied *BlockRef
	// Final is the newest block that the endpoints called final; nil before the
	// first.
	Final        *BlockRef
	HaltedReason string
	// Pause is set while the token is known to be paused.
	Pause        *Pause
	JournalSeq   uint64
	OpenIncident int
}
