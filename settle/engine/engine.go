package engine

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Sealer makes and keeps envelopes (settlement.md R1, R2).
type Sealer interface {
	// Make builds the envelope of inline content and its SHA-256.
	Make(content string, evidence []byte) (envelope []byte, hash settle.Hash, err error)
	// Seal encrypts an envelope for storage; the submission id is bound to it.
	Seal(submission string, envelope []byte) ([]byte, error)
	// Unseal reverses Seal.
	Unseal(submission string, ciphertext []byte) ([]byte, error)
	// Open reads an envelope.
	Open(envelope []byte) (settle.Content, error)
}

// Receipts signs receipt cores.
type Receipts interface {
	Issue(in ReceiptInput) (body []byte, digest settle.Hash, err error)
}

// ReceiptInput is everything that a receipt says: of a settled instruction, of a
// settled award of the escrow, or of one that was credited in points.
type ReceiptInput struct {
	// Instruction is nil for the escrow and for points.
	Instruction *settle.Instruction
	// Award is nil but for escrow missions; its terms are the mission's.
	Award *settle.EscrowAward
	// Points is the award of a points mission; nil for others.
	Points      *settle.Award
	Mission     *settle.Mission
	Submission  *settle.Submission
	Worker      *settle.Agent
	Settings    settle.Settings
	Allocations []PaidUnits
	Payers      []*settle.Payer
	// Supersedes is the digest of the receipt that this one replaces.
	Supersedes settle.Hash
	At         int64
}

// PaidUnits is one allocation with its transfer.
type PaidUnits struct {
	Allocation *settle.Allocation
	Transfer   *settle.Transfer
}

// SignIn is a verified SIWE message; its nonce is not yet used up.
type SignIn struct {
	Address settle.Address
	Nonce   string
	// LinkAgent is the agent of the resource line oabp:agent:<id>, if any.
	LinkAgent   string
	MessageHash settle.Hash
	Answer
}

// Answer is how a signature was found good.
type Answer struct {
	// Method is settle/verify's name: ecdsa, erc1271 or erc6492.
	Method string
	// Block is that in whose state a contract wallet answered, and Source the
	// endpoint that told; zero for a key, which needs no chain.
	Block  settle.BlockRef
	Source string
}

// Signatures verifies what wallets signed.
type Signatures interface {
	// SIWE checks form, domain, URI, chain id, times and signature.
	SIWE(ctx context.Context, message, signature string) (SignIn, error)
	// Check answers whether addr signed hash; err is for "could not ask".
	Check(ctx context.Context, addr settle.Address, hash settle.Hash, sig []byte) (a Answer, ok bool, err error)
	// Request checks form, times and signature of a request that is signed by
	// itself. Errors: CodeInvalid, CodeUnauthenticated, CodeChainUnavailable.
	Request(ctx context.Context, r settle.SignedRequest) (settle.RequestProof, error)
	// Registry is the domain of the registry that signed an attestation; false if
	// none of those that are configured did.
	Registry(a settle.RegistryAttestation) (domain string, ok bool)
}

// TxReceipt is what the chain says of a transaction.
type TxReceipt struct {
	Block   settle.BlockRef
	Success bool
	// Transfers are its ERC-20 transfers of any token; Emitter names it.
	Transfers []settle.Log
}

// Chain reads the chain outside the index.
type Chain interface {
	// TokenStatus tells whether the token is paused and which of the addresses
	// its issuer refuses.
	TokenStatus(ctx context.Context, addrs []settle.Address) (paused bool, refused []settle.Address, err error)
	// Paused tells whether the token is paused in the state after a canonical
	// block, and which endpoint said so.
	Paused(ctx context.Context, at settle.BlockRef) (paused bool, source string, err error)
	// Receipt is nil when no canonical block holds the transaction.
	Receipt(ctx context.Context, tx settle.Hash) (*TxReceipt, error)
}

// Options configure an Engine; everything is required but Escrow, Webhooks, Now, Wake,
// Agreed and Claims.
type Options struct {
	Store      settle.Store
	Sealer     Sealer
	Receipts   Receipts
	Signatures Signatures
	Chain      Chain
	People     People
	// Escrow is needed for posting escrow missions; nil: there are none.
	Escrow EscrowReader
	// Oracles are the calls that may decide missions which are not the escrow's.
	Oracles []OracleCall
	// Outside reads what strangers' URLs name, and OracleReader asks Oracles; nil: what
	// waits for them waits.
	Outside      Outside
	OracleReader OracleReader
	Rater        settle.Rater
	// Random gives ids, keys and nonces.
	Random io.Reader
	Now    func() time.Time
	// FreshFor is how long after the newest block instructions are issued (R11).
	FreshFor time.Duration
	// RegistrationsPerDay caps unproven registrations in all; 0 means no cap.
	RegistrationsPerDay int
	// Agreed is the newest block that a quorum of endpoints has; only it and its
	// ancestors become facts (R25). It is called within transactions and answers
	// from memory. nil, where there is one endpoint: the depth alone decides.
	Agreed func() settle.BlockRef
	// Claims are what the endpoints say of the tags, and how many must vouch for a
	// block (R23). It is called within transactions and answers from memory. nil:
	// nobody says anything, and depth stands in for every tag.
	Claims func() (claims []settle.HeadClaim, quorum int)
	// HeadAge: nothing settles under a tip whose timestamp is further back by our
	// clock; default 60 s.
	HeadAge time.Duration
	// HaltDepth: while no final block is known, a reorg deeper than this halts
	// releases (R23: finalized).
	HaltDepth uint64
	// PauseBatch is how many reservations one fact extends, at most, when a pause of
	// the token is over; default 500.
	PauseBatch int
	// ReplayMax is how large a fact may be by which the audit replays the contracts'
	// events, in bytes; default 64 MiB. What needs a larger one is not mended.
	ReplayMax int
	// Identity is how much of an identity the writes need that AIP-1 leaves open;
	// IdentityProven if empty.
	Identity settle.IdentityLevel
	// MaxOpenMissions per poster.
	MaxOpenMissions int
	// HumanBounties opens the gate for missions that people may fill.
	HumanBounties bool
	// Webhooks says which addresses may be sent to; nil: there are no webhooks.
	Webhooks WebhookRules
	// Wake is called after a fact of the API that may have completed a cover.
	Wake func()
}

// Engine runs the use cases.
type Engine struct{ o Options }

// New makes an engine.
func New(o Options) *Engine {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.FreshFor == 0 {
		o.FreshFor = 30 * time.Second
	}
	if o.PauseBatch <= 0 || o.PauseBatch > 500 {
		o.PauseBatch = 500
	}
	if o.ReplayMax == 0 {
		o.ReplayMax = 64 << 20
	}
	if o.HaltDepth == 0 {
		o.HaltDepth = settle.FinalizedDepth
	}
	if o.HeadAge == 0 {
		o.HeadAge = time.Minute
	}
	if o.MaxOpenMissions == 0 {
		o.MaxOpenMissions = 10
	}
	if o.Wake == nil {
		o.Wake = func() {}
	}
	return &Engine{o: o}
}

func (e *Engine) now() int64 { return e.o.Now().UnixMilli() }

func (e *Engine) newID(prefix string) (string, error) {
	b, err := e.random(8)
	if err != nil {
		return "", err
	}
	return prefix + hex.EncodeToString(b), nil
}

func (e *Engine) random(n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(e.o.Random, b); err != nil {
		return nil, fmt.Errorf("reading randomness: %w", err)
	}
	return b, nil
}

// record appends a fact and folds it.
func (e *Engine) record(tx settle.Tx, b settle.Body) error { return e.recordAt(tx, e.now(), b) }

// recordAt is record for facts that say that they are of one moment: the clock may
// move on between two readings.
func (e *Engine) recordAt(tx settle.Tx, at int64, b settle.Body) error {
	seq, prev := tx.Head()
	f, err := settle.NewFact(seq+1, prev, at, b)
	if err != nil {
		return err
	}
	tx.Append(f)
	return settle.FoldMade(tx, f, b, e.o.Rater)
}

// update is a writing transaction that does not depend on the tip.
func (e *Engine) update(ctx context.Context, fn func(settle.Tx) error) error {
	return e.o.Store.Update(ctx, settle.TxOptions{}, fn)
}

func settingsOf(s settle.State) settle.Settings {
	if x := settle.GetRow[settle.Settings](s, settle.SettingsKey); x != nil {
		return *x
	}
	return settle.Settings{}
}

// Configure puts the settings in force, if they differ from those that are. A fee
// address that can be nobody's is a *settle.Error of CodeInvalid.
func (e *Engine) Configure(ctx context.Context, want settle.Settings) error {
	changed := false
	err := e.update(ctx, func(tx settle.Tx) error {
		changed = false
		cur := settingsOf(tx)
		want.HaltedReason, want.HaltedAt, want.Pause, want.Reached, want.Extending = cur.HaltedReason, cur.HaltedAt, cur.Pause, cur.Reached, cur.Extending
		want.RetiredPay, want.RetiredContracts = want.Retire(cur), want.RetireContracts(cur)
		if err := want.CheckContracts(); err != nil {
			return err
		}
		want.Unread = cur.Unread
		if tip := tx.Tip(); tip != nil {
			want.Unread = want.UnreadAfter(cur, tip.Number)
		}
		if what := want.NeverPaid(want.FeeAddress); what != "" && !want.FeeAddress.IsZero() {
			return settle.Errorf(settle.CodeInvalid, "the fee address %s is %s: fees paid to it would be lost", want.FeeAddress.Checksum(), what)
		}
		if settle.GetRow[settle.Settings](tx, settle.SettingsKey) != nil && same(cur, want) {
			return nil
		}
		if cur.ChainID != 0 && (cur.ChainID != want.ChainID || cur.Token != want.Token || cur.Genesis != want.Genesis) {
			return errors.New("the database belongs to another chain or token: chain id, genesis and token never change; use a fresh database")
		}
		want.HaltedReason, want.HaltedAt, want.Pause, want.Reached = "", 0, nil, nil
		changed = true
		return e.record(tx, want)
	})
	if err == nil && changed {
		e.o.Wake() // a lower tier may be reached
	}
	return err
}

func same(a, b settle.Settings) bool {
	x, err1 := settle.NewFact(0, settle.Hash{}, 0, a)
	y, err2 := settle.NewFact(0, settle.Hash{}, 0, b)
	return err1 == nil && err2 == nil && string(x.Body) == string(y.Body)
}
