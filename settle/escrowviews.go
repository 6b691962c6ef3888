package settle

import "github.com/oabp/oabpd/settle/money"

// NewEscrowMission is a request to post a mission whose reward lies in the
// escrow. Times are Unix seconds; the deadline of the mission is SubmitBy.
type NewEscrowMission struct {
	NewMission
	VType VerificationType
	// PosterAddress posts and funds; it must be proven by the poster. Zero: the
	// first one that was.
	PosterAddress Address
	// RefundTo is zero for the poster's address, Resolver for who resolves
	// missions of this type here.
	RefundTo, Resolver Address
	// OnEscrow says that the escrow decides a FirstValidMatch itself.
	OnEscrow bool
	// Param is what the resolver needs; sha256(answer) with OnEscrow.
	Param Hash
	// MatchMode and Expected are the rule of a FirstValidMatch that attesters check;
	// Param is made of it. Empty: Param is the hash of a rule that they are told.
	MatchMode, Expected string
	// Vote are the rules of a PeerVote; Param is made of them.
	Vote                        *VoteRules
	SubmitBy, JudgeBy, RefundAt int64
	AppealWindow, RevealWindow  uint32
	Arbiter                     Address
	AppealBond                  money.Amount
}

// EscrowView is what the escrow holds of a mission, with what the window shows.
type EscrowView struct {
	Mission  *Mission
	Settings Settings
	// Tip is the newest indexed block; nil before the first.
	Tip *StoredBlock
	// PostFee is what the post costs, or did, beyond the reward.
	PostFee money.Amount
	// Row is what is confirmed; nil before the post is.
	Row *EscrowMission
	// Soon is what Row will be when every block that is seen is confirmed; nil if
	// no such block holds the post.
	Soon *EscrowMission
	// SoonEntries, SoonCommitments and SoonCredits (of those whom the mission pays)
	// are what the escrow holds at the newest indexed block, where it judges what
	// is sent now; by their keys.
	SoonEntries     []*EscrowEntry
	SoonCommitments []*EscrowCommitment
	SoonCredits     []*EscrowCredit
	// Refused is why the escrow would refuse the post at the newest indexed block;
	// nil if it would not, or the post is seen.
	Refused error
	// Entries are the current submissions on the chain, Commitments the
	// commitments to answers, both confirmed and in the order of the chain.
	Entries     []EscrowEntryView
	Commitments []*EscrowCommitment
	// Awards are those that reached the confirmation depth.
	Awards []*EscrowAward
	// Credits are what the escrow owes to payees and to refundTo.
	Credits []*EscrowCredit
	// Exports are what was copied of the awards to ERC-8004, by each contract that
	// did, the one in force first.
	Exports []*Exported
}

// EscrowEntryView is a submission on the chain.
type EscrowEntryView struct {
	Entry *EscrowEntry
	// Submission is the daemon's, which the entry is of; nil for work that is
	// known from the chain only, whose split nobody consented to here.
	Submission *Submission
}

// AwardRequest asks for the call that awards a submission.
type AwardRequest struct {
	Actor, Mission, Submission string
	// Tranche is the prize to award; nil: the submission's milestone, or the
	// lowest prize that is free.
	Tranche *uint8
}

// AwardCall is the call of the escrow that awards a submission.
type AwardCall struct {
	Mission    *Mission
	Submission *Submission
	// From is the resolver: who must send it.
	From    Address
	Tranche uint8
	// Gross is the tranche, Fee its fee.
	Gross, Fee money.Amount
	// JudgeBy is until when the escrow takes it.
	JudgeBy int64
	Tip     *StoredBlock
}
