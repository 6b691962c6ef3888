package settle

import (
	"slices"

	"github.com/oabp/oabpd/settle/evidence"
	"github.com/oabp/oabpd/settle/money"
)

// Table names one kind of derived row.
type Table string

// The tables of derived state, in the order in which the state digest reads
// them.
const (
	TableSettings    Table = "settings"
	TableAgent       Table = "agent"
	TableAddress     Table = "address"
	TableMission     Table = "mission"
	TableSubmission  Table = "submission"
	TableInstruction Table = "instruction"
	TableTag         Table = "tag"
	TablePayer       Table = "payer"
	TableTransfer    Table = "transfer"
	TableAllocation  Table = "allocation"
	TableIncident    Table = "incident"
	TableAPIKey      Table = "api_key"

	// What the escrow awarded, and what undoes a block.

	TableEscrowAward Table = "escrow_award"
	TableChainUndo   Table = "chain_undo"

	// How ratings came to be what they are.

	TableRating Table = "rating_entry"

	// Mirrors of contracts' storage; each row names its contract.

	TableEscrowMission    Table = "escrow_mission"
	TableEscrowEntry      Table = "escrow_entry"
	TableEscrowCommitment Table = "escrow_commitment"
	TableEscrowCredit     Table = "escrow_credit"
	TableEscrowBook       Table = "escrow_book"
	TableVoteVoter        Table = "vote_voter"
	TableVotePoll         Table = "vote_poll"
	TableVoteChoice       Table = "vote_choice"
	TableVoteBallot       Table = "vote_ballot"
	TableVoteBook         Table = "vote_book"
	TableChainAgent       Table = "chain_agent"
	TableOracle           Table = "oracle"
	TableOracleList       Table = "oracle_list"
	TableAttesters        Table = "attesters"
	TableExported         Table = "exported"
	TableAnchor           Table = "anchor"
)

// Tables lists every table of derived state.
func Tables() []Table {
	own := []Table{TableSettings, TableAgent, TableAddress, TableMission, TableSubmission, TableInstruction,
		TableTag, TablePayer, TableTransfer, TableAllocation, TableIncident, TableAPIKey, TablePoster, TableEscrowAward, TableChainUndo, TableRating}
	return slices.Concat(own, PointsTables(), MirrorTables())
}

// MirrorTables lists the tables whose rows mirror contracts' storage: they
// change with blocks alone, and un-applying a block restores them.
func MirrorTables() []Table {
	return []Table{TableEscrowMission, TableEscrowEntry, TableEscrowCommitment, TableEscrowCredit, TableEscrowBook,
		TableVoteVoter, TableVotePoll, TableVoteChoice, TableVoteBallot, TableVoteBook, TableChainAgent,
		TableOracle, TableOracleList, TableAttesters, TableExported, TableAnchor}
}

// Row is one derived row. Rows are values: whoever changes one changes a copy
// (of its slices too) and puts that back.
type Row interface {
	Table() Table
	// Key is the row's primary key; rows of a table are ordered by it.
	Key() string
}

// Settings are the operator's choices that the fold depends on. They are in the
// journal, so that a rebuild folds under the settings of each moment.
type Settings struct {
	ChainID       uint64  `json:"chain_id"`
	Genesis       Hash    `json:"genesis"`
	Token         Address `json:"token"`
	Confirmations uint64  `json:"confirmations"`
	// Finality are the tiers by amount, ascending (R23); none: the depth for all.
	Finality []FinalityRule `json:"finality,omitempty"`
	// PayContracts are the OabpPay contracts, newest first; empty means that
	// direct missions are refused (settlement_not_configured).
	PayContracts []PayContract `json:"pay_contracts,omitempty"`
	// RetiredPay were configured once: nothing is issued for them any more, but
	// instructions that were are paid through them for ever.
	RetiredPay []PayContract `json:"retired_pay,omitempty"`
	// Contracts are the escrow and the contracts beside it; without an escrow
	// there are no escrow missions.
	Contracts Contracts `json:"contracts,omitzero"`
	// RetiredContracts were configured once, the newest first: no mission is
	// posted there by us any more, but what they hold is folded for ever.
	RetiredContracts []Contract `json:"retired_contracts,omitempty"`
	// Unread are contracts that were configured over a database that had blocks.
	Unread     []Unread `json:"unread,omitempty"`
	FeeAddress Address  `json:"fee_address"`
	// FeeBP is the platform fee in basis points of the reward, taken out of it.
	FeeBP uint32 `json:"fee_bp"`
	// ReservationSeconds is how long a pick holds its slot (R10).
	ReservationSeconds int64 `json:"reservation_seconds"`
	// HaltedReason is set while releases are halted (R25).
	HaltedReason string `json:"halted_reason,omitempty"`
	HaltedAt     int64  `json:"halted_at,omitempty"`
	// Pause is set while the token is known to be paused (R9).
	Pause *Pause `json:"pause,omitempty"`
	// Extending is set while the reservations that a pause met are being extended.
	Extending *Extending `json:"extending,omitempty"`
	// Reached are the newest blocks up to which something settled because all was
	// safe, or final; at most one for each tag.
	Reached []Reached `json:"reached,omitempty"`
	// Points is nil while the server has none.
	Points *PointsSettings `json:"points,omitempty"`
}

// PayContract is an OabpPay and the OabpDeposit implementation that it clones.
type PayContract struct {
	Address     Address `json:"address"`
	DepositImpl Address `json:"deposit_impl"`
}

// KnownPay are all pay contracts whose events count, newest first.
func (s Settings) KnownPay() []PayContract {
	return append(slices.Clone(s.PayContracts), s.RetiredPay...)
}

// Retire gives the retired contracts of settings that follow old ones.
func (s Settings) Retire(old Settings) (out []PayContract) {
	for _, p := range old.KnownPay() {
		if !slices.ContainsFunc(s.PayContracts, func(q PayContract) bool { return q.Address == p.Address }) {
			out = append(out, p)
		}
	}
	return out
}

// SettingsKey is the key of the one settings row.
const SettingsKey = "settings"

// Agent is anyone who posts or works: an address or an API key's owner.
type Agent struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	CreatedAt int64  `json:"created_at"`
	// KeyHash is the SHA-256 of the API key that the agent registered with, zero for
	// one that came to be by signing in. Which keys are good, APIKey says.
	KeyHash Hash `json:"key_hash,omitzero"`
	// AgentKind is empty for software.
	AgentKind AgentKind `json:"kind,omitempty"`
	// Unsigned says that the agent has signed nothing itself: a registry vouches for its
	// address, or it is only claimed. Its rating does not move.
	Unsigned bool `json:"unsigned,omitempty"`
	// Claim is ClaimedID's spelling of what the agent is claimed to be; empty for one
	// that has, or had, a credential.
	Claim string `json:"claim,omitempty"`
	// Profile is what the agent says of itself; nil until it does.
	Profile *AgentProfile `json:"profile,omitempty"`
	// Payout is where the agent is paid; nil until set.
	Payout *Payout `json:"payout,omitempty"`
	// PendingPayout takes effect at its EffectiveAt (R8: 24 h without proof of control).
	PendingPayout *Payout `json:"pending_payout,omitempty"`
	// PayoutHistory are the former payout addresses, oldest first.
	PayoutHistory []Payout `json:"payout_history,omitempty"`
	// RatingMilli is the rating in thousandths of a point, as of RatedAt.
	RatingMilli int64 `json:"rating_milli"`
	RatedAt     int64 `json:"rated_at,omitempty"`
	Resolved    int   `json:"resolved"`
	// Won counts those of the resolutions that the agent won.
	Won int `json:"won,omitempty"`
	// UnpaidPicks are reservations that ended unpaid and were not paid since (R10).
	UnpaidPicks []UnpaidPick `json:"unpaid_picks,omitempty"`
	// Contributed says that the agent shares in a submission.
	Contributed bool `json:"contributed,omitempty"`
	// PaidIn are how long the last payments of this poster took, in milliseconds from
	// the pick to the block that completed them; at most PaidInMost, oldest first.
	PaidIn []int64 `json:"paid_in,omitempty"`
	// Payees are the agents that this poster has paid, at most PayeesMost.
	Payees []string `json:"payees,omitempty"`
	// UnpaidTotal counts all that ever ended unpaid; it is in the public record.
	UnpaidTotal int `json:"unpaid_total,omitempty"`
}

// Payout is a payout address with how it came to be.
type Payout struct {
	Address     Address `json:"address"`
	Proven      bool    `json:"proven"`
	SetAt       int64   `json:"set_at"`
	EffectiveAt int64   `json:"effective_at"`
}

// UnpaidPick is one reservation that ended without payment.
type UnpaidPick struct {
	Instruction string `json:"instruction"`
	At          int64  `json:"at"`
}

// AddressRow says to whom an address belongs and whose payer it is (R17: one
// agent each, for ever).
type AddressRow struct {
	Address Address `json:"address"`
	// Agent proved control of it by SIWE; empty if nobody did.
	Agent    string `json:"agent,omitempty"`
	ProvenAt int64  `json:"proven_at,omitempty"`
	// Attested is the agent that the address becomes when it signs: until then a
	// registry vouches for it. Empty if none does.
	Attested string `json:"attested,omitempty"`
	// RetiredAt is when the agent took it off its account: it opens nothing any
	// more, but stays the agent's as a payer, and nobody else's. 0: it was not.
	RetiredAt int64 `json:"retired_at,omitempty"`
	// PayerOf is the poster whose payer this address is; empty if nobody's.
	PayerOf string `json:"payer_of,omitempty"`
	// Awaits says that instructions were issued that pay an agent there, since money
	// that matched nothing was last looked at.
	Awaits bool `json:"awaits,omitempty"`
	// Dust sums the transfers to it that were too small to itemise (R17).
	Dust money.Amount `json:"dust"`
}

// Mode is how the reward of a mission is paid.
type Mode string

// The modes.
const (
	// ModeStated: who won is recorded, and the poster pays elsewhere by their own
	// word. Nothing here says that anybody was paid.
	ModeStated Mode = "stated"
	// ModeDirect: the poster pays, the board watches.
	ModeDirect Mode = "direct"
	// ModeEscrow: the reward lies in the escrow contract, which alone decides.
	ModeEscrow Mode = "escrow"
	// ModePoints: the reward is held in the ledger of points, which are worth nothing.
	ModePoints Mode = "points"
)

// MoneyModes are those whose rewards are in the token.
func MoneyModes() []Mode { return []Mode{ModeStated, ModeDirect, ModeEscrow} }

// Identification is a way in which a payment is recognised (R19).
type Identification string

// The identifications of settlement.md R15 to R17.
const (
	ByTag     Identification = "tag"
	ByDeposit Identification = "deposit"
	ByPayer   Identification = "payer"
)

// Mission is a bounty.
type Mission struct {
	ID          string `json:"id"`
	Poster      string `json:"poster"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Category    string `json:"category"`
	Criteria    string `json:"criteria,omitempty"`
	// Reward is the whole, in token units, fee included.
	Reward money.Amount `json:"reward"`
	// Grain is the smallest part that money is divided in (board.md decision 9).
	Grain money.Amount `json:"grain"`
	// FeeBP is the fee as it was when the mission was posted.
	FeeBP uint32 `json:"fee_bp"`
	Mode  Mode   `json:"mode"`
	// MaxWinners is how many slots each milestone (or the mission) has.
	MaxWinners uint32           `json:"max_winners"`
	Milestones []Milestone      `json:"milestones,omitempty"`
	Accepts    []Identification `json:"accepts"`
	// Audience is who may fill it; empty means agents.
	Audience Audience `json:"audience,omitempty"`
	// Type is the mission's type (AIP-2), TypeParams its parameters as a JSON object with
	// sorted keys; empty for a mission of no type. MissionType reads them.
	Type       string `json:"mission_type,omitempty"`
	TypeParams string `json:"type_params,omitempty"`
	// MetadataURI is the poster's, and never fetched; MaxSubmissions is how many are
	// taken in all, 0 for any number.
	MetadataURI    string `json:"metadata_uri,omitempty"`
	MaxSubmissions uint32 `json:"max_submissions,omitempty"`
	// Unsealed work is everybody's to read from the start; only points missions have it.
	Unsealed bool `json:"unsealed,omitempty"`
	// Deadline is in Unix milliseconds.
	Deadline int64 `json:"deadline"`
	// DeadlineExplicit is false when the poster gave none and the default holds.
	DeadlineExplicit bool `json:"deadline_explicit"`
	PublicOnRelease  bool `json:"public_on_release,omitempty"`
	// Evidence is what every submission must bring (board.md (f)); EvidenceFor tells
	// what one for a milestone must.
	Evidence  []evidence.Requirement `json:"evidence,omitempty"`
	Status    MissionStatus          `json:"status"`
	CreatedAt int64                  `json:"created_at"`
	ClosedAt  int64                  `json:"closed_at,omitempty"`
	// HeldAt is since when a takedown holds the awards of an escrow mission; 0: none does.
	HeldAt int64 `json:"held_at,omitempty"`
	// RemovedFor is the operator's reason for a takedown.
	RemovedFor string  `json:"removed_for,omitempty"`
	Awards     []Award `json:"awards,omitempty"`

	// OnChain is the escrow's mission id, Contract the escrow, Terms what was or
	// is to be posted there; zero for other modes.
	OnChain  Hash          `json:"on_chain,omitzero"`
	Contract Address       `json:"contract,omitzero"`
	Terms    *MissionTerms `json:"terms,omitempty"`
	// FundedAt is when the post was confirmed, in Unix milliseconds of its block's
	// time; 0 while it is not.
	FundedAt int64 `json:"funded_at,omitempty"`
	// Returned has bit i for a tranche that an arbiter has refunded, which nobody
	// can win any more.
	Returned uint16 `json:"returned,omitempty"`
	// Verification is how it is decided off the chain; nil: its poster decides, or the
	// Terms say who does.
	Verification *Verification `json:"verification,omitempty"`

	// Points are the terms of a points mission; nil for other modes.
	Points *PointsTerms `json:"points,omitempty"`
}

// IsReturned says that an arbiter has refunded a part of the reward.
func (m *Mission) IsReturned(part int) bool { return part < 16 && m.Returned&Bit(uint8(part)) != 0 }

// TypeFreeform is the type of a mission that has none.
const TypeFreeform = "freeform"

// MissionType is the mission's type by AIP-2, TypeFreeform without one.
func (m *Mission) MissionType() string {
	if m.Type == "" {
		return TypeFreeform
	}
	return m.Type
}

// Milestone is one separately won part of a mission.
type Milestone struct {
	ID     string       `json:"id"`
	Title  string       `json:"title"`
	Reward money.Amount `json:"reward"`
	// Evidence stands in for the mission's where OwnEvidence is set; none of it then
	// means that none is asked for.
	Evidence    []evidence.Requirement `json:"evidence,omitempty"`
	OwnEvidence bool                   `json:"own_evidence,omitempty"`
}

// EvidenceFor is what a submission for a milestone (-1: for the mission) must bring.
func (m *Mission) EvidenceFor(milestone int) []evidence.Requirement {
	if milestone >= 0 && milestone < len(m.Milestones) && m.Milestones[milestone].OwnEvidence {
		return m.Milestones[milestone].Evidence
	}
	return m.Evidence
}

// Award is one filled slot.
type Award struct {
	// Milestone is the index, or -1 for a mission without milestones.
	Milestone  int    `json:"milestone"`
	N          uint32 `json:"n"`
	Submission string `json:"submission"`
	// Instruction is what was paid; for the escrow the key of its EscrowAward.
	Instruction string `json:"instruction"`
	// Agent is who submitted it. Of work that is known from the chain only it is who
	// has proven Address, or empty.
	Agent string `json:"agent"`
	// Address is the one that the escrow awarded; zero for other modes.
	Address Address `json:"address,omitzero"`
	// Stated is set where the poster only stated the award; Instruction is empty then.
	Stated *StatedAward `json:"stated,omitempty"`
	// Points is set where points were credited; Instruction is empty then.
	Points *PointsAward `json:"points,omitempty"`
	At     int64        `json:"at"`
}

// Submission is sealed work with a public preview.
type Submission struct {
	ID      string `json:"id"`
	Mission string `json:"mission"`
	// Milestone is the index it competes for, or -1.
	Milestone    int           `json:"milestone"`
	Agent        string        `json:"agent"`
	Contributors []Contributor `json:"contributors"`
	Preview      string        `json:"preview"`
	// ContentHash is the SHA-256 of the envelope (R1), of unsealed work that of the
	// content's bytes; zero while Fetching.
	ContentHash Hash `json:"content_hash"`
	// Fetching says that its content is still to be fetched from where its Source says,
	// sealed and deposited; until then it is pending and cannot be picked (R4).
	Fetching  bool             `json:"fetching,omitempty"`
	Deposited bool             `json:"deposited"`
	Status    SubmissionStatus `json:"status"`
	Note      string           `json:"note,omitempty"`
	CreatedAt int64            `json:"created_at"`
	DecidedAt int64            `json:"decided_at,omitempty"`
	// WithheldFor is the operator's public reason for closing it to the poster of a
	// mission that was taken down (R24).
	WithheldFor string `json:"withheld_for,omitempty"`
	// LiftedAt is when the hold of a takedown on its award of the escrow was lifted.
	LiftedAt int64 `json:"lifted_at,omitempty"`
	// ReleasedAt is when the deliverable opened; 0 while sealed.
	ReleasedAt int64 `json:"released_at,omitempty"`
	// DeclinedBy is the member who ended the draft; empty but for withdrawn ones.
	DeclinedBy string `json:"declined_by,omitempty"`
	// Evidence are the items of its evidence in the order of the envelope, without
	// their values, which are sealed.
	Evidence []EvidenceItem `json:"evidence,omitempty"`
	// Escrow says how the work is entered on the chain; nil for other modes.
	Escrow *EscrowWork `json:"escrow,omitempty"`
	// Check is what checking it came to; nil where nothing is checked.
	Check *Check `json:"check,omitempty"`
	// SpamFee is what was burned for it, in units of points; zero for other modes.
	SpamFee money.Amount `json:"spam_fee,omitzero"`
}

// Table implements Row; so do the methods below.
func (*Settings) Table() Table { return TableSettings }

// Key implements Row.
func (Settings) Key() string { return SettingsKey }

// Table implements Row.
func (*Agent) Table() Table { return TableAgent }

// Key implements Row.
func (a Agent) Key() string { return a.ID }

// Table implements Row.
func (*AddressRow) Table() Table { return TableAddress }

// Key implements Row.
func (a AddressRow) Key() string { return a.Address.String() }

// Table implements Row.
func (*Mission) Table() Table { return TableMission }

// Key implements Row.
func (m Mission) Key() string { return m.ID }

// Table implements Row.
func (*Submission) Table() Table { return TableSubmission }

// Key implements Row.
func (s Submission) Key() string { return s.ID }
