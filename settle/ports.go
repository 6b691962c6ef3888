package settle

import (
	"context"
	"slices"
)

// CursorLock says how a transaction locks the chain cursor. It is taken before
// the journal head, always in this order (R26).
type CursorLock int

// The cursor locks.
const (
	// CursorNone: the transaction does not depend on the indexed tip.
	CursorNone CursorLock = iota
	// CursorShare: the tip must not move until commit (R11, issuing).
	CursorShare
	// CursorMove: the transaction moves the tip; its epoch must be the lease's.
	CursorMove
)

// TxOptions are the locks of a writing transaction.
type TxOptions struct {
	Cursor CursorLock
	// Epoch is the leader's; with CursorMove, or where LeaderOnly is set, a
	// transaction whose epoch is not the current one fails with ErrEpoch.
	Epoch      int64
	LeaderOnly bool
}

// Store runs transactions. A writing one holds the journal head's lock until
// it commits, so journal order is commit order.
type Store interface {
	// Update runs fn in one read-write transaction and commits when fn returns
	// nil. fn may run again after a serialization failure; it must have no other
	// effect than on tx. Rows put are flushed before the commit.
	Update(ctx context.Context, o TxOptions, fn func(Tx) error) error
	// View runs fn on one snapshot; writing in it is a programming error.
	View(ctx context.Context, fn func(Tx) error) error
	// Facts calls fn for every fact with seq > after, in order, on one snapshot.
	Facts(ctx context.Context, after uint64, fn func(Fact) error) error
	// UseNonce uses a signed request's nonce up, of which its address may have max
	// that have not expired at now (Unix ms). It waits for no writer of the journal,
	// and holds among all processes on one database.
	UseNonce(ctx context.Context, n RequestNonce, now int64, max int) (NonceUse, error)
	// TakeAllowance takes one of an allowance, if any is left at now (Unix
	// microseconds). Like UseNonce it waits for no writer of the journal, and holds
	// among all processes on one database and across restarts, at a cost that does not
	// grow with what was taken.
	TakeAllowance(ctx context.Context, a Allowance, now int64) (AllowanceLeft, error)
	CheckJobs
}

// Tx is a transaction: the derived state, and what lies beside it. Like State
// its methods panic with *Abort when the store fails.
type Tx interface {
	State
	Journal
	Window
	Side
	Lists
}

// Journal is the append-only chain of facts.
type Journal interface {
	// Head is the newest fact's seq and hash; 0 and the zero hash when empty.
	Head() (seq uint64, hash Hash)
	// Append adds a fact that NewFact made behind Head.
	Append(f Fact)
	// Events are the newest facts before a seq (0: of all) that IsEvent, newest first,
	// at most limit.
	Events(before uint64, limit int) []Fact
	// FactsOfBlock are the facts that say that a block was applied or un-applied,
	// in order.
	FactsOfBlock(block Hash) []Fact
}

// StoredBlock is a block of the window without its logs.
type StoredBlock struct {
	BlockRef
	Parent Hash
	// Time is the block's timestamp in Unix seconds.
	Time int64
	// Seen is our clock when it was stored, in Unix milliseconds.
	Seen int64
}

// Window are the blocks that the indexer stored, keyed by hash. All headers
// are kept (orphans as evidence); logs are kept until their block is applied
// and out of reach of a reorg, as a final one is at once.
type Window interface {
	// Tip is the newest canonical block; nil on a fresh database.
	Tip() *StoredBlock
	// Applied is the newest block that became a fact or moved the cursor past
	// it; nil before the first.
	Applied() *BlockRef
	SetApplied(BlockRef)
	// Final is the newest block that the endpoints called final, as far as the
	// leader knows; nil before the first.
	Final() *BlockRef
	SetFinal(BlockRef)
	// Canonical is the canonical stored block at a height; nil if none.
	Canonical(number uint64) *StoredBlock
	// Tail is the newest canonical blocks, newest first, at most n.
	Tail(n int) []StoredBlock
	// AddBlock stores b as the canonical block of its height; one that is known
	// as an orphan becomes canonical again. Seen is our clock (Unix ms).
	AddBlock(b Block, seen int64)
	// OrphanAbove marks every canonical block above number as orphaned.
	OrphanAbove(number uint64)
	// Concerning are the transactions of a block that touch a watched leg, a
	// deposit address or a known tag, or that hold an event of the escrow or of a
	// contract beside it: all their kept logs, in order.
	Concerning(block Hash) []TxLogs
	// Logs are all kept logs of a stored block, in order, whatever they concern.
	Logs(block Hash) []Log
	// TxInWindow are the kept logs of a transaction in canonical stored blocks,
	// with the block; nil when it is in none.
	TxInWindow(tx Hash) (*StoredBlock, *TxLogs)
	// PruneLogs drops the logs of blocks at or below number.
	PruneLogs(number uint64)
}

// Bulk is a Tx that is faster when it knows what comes.
type Bulk interface {
	// Expect says that these blocks will be added, in this order, by a transaction
	// that moves the tip, and what follows from each before the next. It changes
	// nothing that can be read.
	Expect(blocks []Block)
}

// Session is a bearer token of a signed-in address.
type Session struct {
	TokenHash Hash
	Agent     string
	Address   Address
	ExpiresAt int64
}

// StoredReceipt is a signed receipt core.
type StoredReceipt struct {
	// N is its number in the log of receipts, from 1 up with gaps; given when it is
	// stored, and only told by ReceiptsAfter.
	N           uint64
	Submission  string
	Instruction string
	// Digest is the receipt's own (SHA-256 over its RFC 8785 form).
	Digest Hash
	// Body are the exact signed bytes.
	Body []byte
	At   int64
	// Disputed: a reorg removed its payment, or a newer receipt replaced it.
	Disputed bool
	// VoidedFor is the operator's public reason for withholding what it is for (R24);
	// it is read from the submission, and not stored.
	VoidedFor string
}

// Side is what lies beside the journal: secrets, ciphertext, sessions,
// receipts. Nothing here is in the state digest.
type Side interface {
	PutEnvelope(submission string, ciphertext []byte)
	// Envelope is the ciphertext, nil if there is none.
	Envelope(submission string) []byte
	// PutCheckJob enters a job, or replaces the submission's.
	PutCheckJob(j CheckJob)
	// DropCheckJob ends the submission's job, if it has one.
	DropCheckJob(submission string)
	// AnyEnvelope reports whether anything is sealed, an envelope or a webhook's secret.
	AnyEnvelope() bool
	PutNonce(nonce string, expiresAt int64)
	// TakeNonce uses a nonce up; false if it is unknown, used or expired at now.
	TakeNonce(nonce string, now int64) bool
	PutSession(s Session)
	// Session is the live session of a token at now, or nil.
	Session(tokenHash Hash, now int64) *Session
	// PutBinding stores a registry's attestation of a token, in the place of an older
	// one of it.
	PutBinding(b RegistryBinding)
	// Binding is what holds of a token at now (Unix ms), or nil.
	Binding(tokenHash Hash, now int64) *RegistryBinding
	// MoveSessions gives the sessions of an agent that merged to another.
	MoveSessions(from, to string)
	// AddIdentity stores how a person signs in; false, and nothing is stored, if there
	// is one of the same provider and index, whosever it is.
	AddIdentity(i Identity) bool
	// ResealIdentity puts a ciphertext in the place of another one; false if the
	// identity is gone or has neither that one any more.
	ResealIdentity(provider string, index Hash, old, fresh []byte) bool
	// IdentitiesAfter are all of them behind (provider, index), in that order, at most
	// limit.
	IdentitiesAfter(provider string, index Hash, limit int) []Identity
	// Identity is the one of a provider and an index, or nil.
	Identity(provider string, index Hash) *Identity
	// Identities are an agent's, by provider, then index.
	Identities(agent string) []Identity
	// DropIdentity erases one; false if there is none.
	DropIdentity(provider string, index Hash) bool
	PutReceipt(r StoredReceipt)
	// DisputeReceipts marks an instruction's receipts as disputed.
	DisputeReceipts(instruction string)
	// Receipts are a submission's, newest first.
	Receipts(submission string) []StoredReceipt
	Webhooks
	// ReceiptsAfter are all, from behind the receipt with number n (0: from the
	// first), in the order in which they were signed, at most limit; with N.
	ReceiptsAfter(n uint64, limit int) []StoredReceipt
}

// Webhooks keeps the subscriptions of agents.
type Webhooks interface {
	// PutWebhook stores a webhook in the place of what it was before.
	PutWebhook(w *Webhook)
	// DropWebhook forgets a webhook with its log.
	DropWebhook(id string)
	// Webhook is nil where there is none; in a writing transaction it is locked.
	Webhook(id string) *Webhook
	// WebhooksOf are an agent's, oldest first.
	WebhooksOf(agent string) []*Webhook
	// MoveWebhooks gives those of an agent that merged to another.
	MoveWebhooks(from, to string)
	// Deliveries is a webhook's log from before a line (0: from the newest), newest
	// first, at most limit.
	Deliveries(webhook string, before uint64, limit int) []Delivery
}

// MissionFilter selects missions for a list; empty fields do not filter.
type MissionFilter struct {
	// Status, if empty, takes all but unfunded missions.
	Status   MissionStatus
	Category string
	Poster   string
	// Mode, if empty, takes Modes; those, if empty, take all but points missions.
	Mode     Mode
	Modes    []Mode
	Audience Audience
	// Verification is AIP-1's name of how a mission is decided.
	Verification string
	// Types are the mission types to take (any of them); see MissionType.
	Types []string
	// Without are missions that are left out, whatever they are.
	Without []string
	// Work asks for the missions' submissions too; it selects nothing.
	Work bool
	// Text is matched in title and description, case-insensitively.
	Text string
	// Before is the (CreatedAt, ID) of the last mission of the previous page.
	BeforeCreated int64
	BeforeID      string
	// Offset is how many of the newest are left out. A list of several filters leaves
	// them out of all together: Lists.Missions does not look at it.
	Offset int
	Limit  int
}

// Takes reports whether the filter takes a mode.
func (f MissionFilter) Takes(m Mode) bool {
	switch {
	case f.Mode != "":
		return m == f.Mode
	case len(f.Modes) > 0:
		return slices.Contains(f.Modes, m)
	}
	return m != ModePoints
}

// Lists are the reads that pages need and the fold does not.
type Lists interface {
	// Missions are newest first.
	Missions(f MissionFilter) []*Mission
	// Work are the submissions of missions that all contributors have consented to and
	// that do not wait for the chain: of each mission the oldest, at most limit (0: all).
	Work(missions []string, limit int) []*Submission
	// SubmissionCounts count the submissions of missions to which all contributors
	// have consented: a draft is none, whether it waits or was withdrawn. Missions
	// without any are left out.
	SubmissionCounts(missions []string) map[string]int
	// Picked tells of which missions an instruction's reservation runs.
	Picked(missions []string) map[string]bool
	// InstructionsOf are the instructions of missions, in order of their keys.
	InstructionsOf(missions []string) []*Instruction
	// Many are the rows of some keys; those that there are not are left out. It costs
	// one look for all.
	Many(t Table, keys []string) map[string]Row
	// Tally counts the board; events since a time (Unix ms).
	Tally(since int64) Tally
	// CountRegistrations are the agents registered by name, or by a claim alone, since
	// (Unix ms); those that came by signing in are not counted.
	CountRegistrations(since int64) int
	// RecentTransfersTo are the newest recorded transfers to an address in blocks
	// at or above a height, newest first, at most limit.
	RecentTransfersTo(to Address, fromBlock uint64, limit int) []*Transfer
	// RatingHistory are the changes of an agent's rating before one of them (a key; empty:
	// all), the newest first, at most limit.
	RatingHistory(agent, before string, limit int) []*RatingEntry
	// Ranking are the agents that stand behind a place at a time in Unix milliseconds
	// (nil: from the first on), by Agent.PlaceAt, at most limit.
	Ranking(at int64, behind *Place, limit int) []*Agent
	// TallyOf counts what an agent posted and submitted.
	TallyOf(agent string) AgentTally
	// RecentSubmissions are an agent's own that all contributors have consented to, the
	// newest first, at most limit.
	RecentSubmissions(agent string, limit int) []*Submission
	// Instructions of a poster or of a worker, newest first.
	InstructionsOfAgent(agent string, limit int) []*Instruction
	// PointsMovements are those of an account, newest first, from before a key (empty:
	// from the newest), at most limit.
	PointsMovements(account, before string, limit int) []*PointsMovement
}

// ErrEpoch says that a leader's epoch is no longer the current one.
type ErrEpoch struct{ Have, Current int64 }

// Error implements error.
func (e *ErrEpoch) Error() string { return "the indexer lease has passed to another process" }
