package enginetest

import (
	"context"
	"fmt"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/seal"
)

// Store is a settle.Store with its lease and its digest.
type Store interface {
	settle.Store
	Acquire(ctx context.Context, holder string, ttl time.Duration) (epoch int64, ok bool, err error)
	Digest(ctx context.Context) (h settle.Hash, seq uint64, applied settle.BlockRef, err error)
}

// TB is what the world needs of a test.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
}

// Actor is somebody with an account and wallets that only they sign for.
type Actor struct {
	Name    string
	Agent   string
	Wallets []settle.Address
}

// World is everything around one engine.
type World struct {
	T      TB
	Ctx    context.Context
	Store  Store
	Engine *engine.Engine
	Chain  *Chain
	Actors []*Actor
	Fee    settle.Address
	Conf   settle.Settings
	// Now is the clock in Unix milliseconds.
	Now   int64
	Epoch int64
	// People are the engine's from the next Restart on; nil: nobody signs in as one.
	People engine.People
	// Identity is the engine's level, and RegistrationsPerDay its cap, from the next
	// Restart on.
	Identity            settle.IdentityLevel
	RegistrationsPerDay int
	// HaltDepth is the engine's; a reorganization deeper than it halts releases.
	HaltDepth uint64
	// PauseBatch is the engine's, from the next Restart on.
	PauseBatch int
	// ReplayMax is the engine's, from the next Restart on.
	ReplayMax int
	// Agreed is the engine's, from the next Restart on; nil applies by depth alone.
	Agreed func() settle.BlockRef
	// Tags are up to where the node calls blocks safe and final; it lacks those
	// that are missing.
	Tags map[settle.BlockTag]uint64
	// Silent: the token does not answer whether it is paused. Blind: nobody looks
	// between lapses.
	Silent, Blind bool
	// Ticks: the clock moves on by a millisecond whenever it is read.
	Ticks bool
	// Seen, if set, makes what the node serves of what a block holds: a node that
	// withholds or invents logs.
	Seen func(settle.Block) settle.Block
	// OnLook runs once, when the token has answered whether it is paused.
	OnLook func()
	// Web is what strangers' URLs name. Known are the oracles that the operator lets
	// decide, from the next Restart on, and Oracles what they say.
	Web     *Web
	Known   []engine.OracleCall
	Oracles Oracles

	keys   *seal.Keyset
	rnd    *Random
	woken  bool
	owners map[settle.Address]*Actor
	// wallets are contracts that answer by ERC-1271; refusing ones say no.
	wallets, refusing map[settle.Address]bool

	// linkedAt is the newest applied block when an address was proven.
	linkedAt map[settle.Address]uint64
	// reached is the newest applied block that was seen.
	reached  uint64
	refs     map[settle.Hash]ref
	proofs   []Proof
	intents  []intent
	directed map[string]bool
	contents map[string]string
	// consents are who has consented to share in a submission; absent for one that
	// the world did not submit by a request.
	consents  map[string]map[string]bool
	teams     map[string]string
	sealed    map[string]bool
	shadow    *memstore.State
	shadowSeq uint64
	shadowTip settle.Hash
	json      map[settle.Row]encodedRow

	// answers are what the token said whenever it was asked.
	answers []answer
	// lines are the instructions whose place one took, oldest first, moves the payees
	// that moved with the last step.
	lines map[string][]string
	moves map[string][]moved

	// granted are the seconds of an instruction's newest reservation.
	granted map[string]grant
}

// ref is what a digest (leg -1) or a nonce identifies.
type ref struct {
	instruction string
	leg         int
}

// Proof is a payer whom the daemon accepted: for one instruction, or for all.
type Proof struct {
	Address     settle.Address
	Poster      string
	Instruction string
}

// intent is an instruction whose full payment a transaction was made to be.
type intent struct {
	instruction string
	tx          settle.Hash
	rule        settle.Rule
}

// Start is the time of the model chain's block 0, Unix seconds.
const Start = 1_800_000_000

// Addr is an address that nobody else has.
func Addr(name string) (a settle.Address) {
	h := settle.Keccak256([]byte("address of " + name))
	copy(a[:], h[12:])
	return a
}

// USDC is whole dollars in token units.
func USDC(n uint64) money.Amount { return money.Units(n * 1_000_000) }

// New builds a world over an empty store.
func New(t TB, store func(now func() time.Time) Store, keys *seal.Keyset) *World {
	w := &World{T: t, Ctx: context.Background(), keys: keys, rnd: &Random{}, Web: &Web{Pages: map[string]Page{}}, Oracles: Oracles{}, Now: Start * 1000, Fee: Addr("fee"), HaltDepth: 1000, Tags: map[settle.BlockTag]uint64{},
		owners: map[settle.Address]*Actor{}, wallets: map[settle.Address]bool{}, refusing: map[settle.Address]bool{},
		linkedAt: map[settle.Address]uint64{}, refs: map[settle.Hash]ref{}, directed: map[string]bool{}, contents: map[string]string{}, consents: map[string]map[string]bool{}, teams: map[string]string{}, sealed: map[string]bool{},
		shadow: memstore.NewState(), json: map[settle.Row]encodedRow{}, granted: map[string]grant{},
		lines: map[string][]string{}, moves: map[string][]moved{}}
	w.Chain = NewChain(Addr("usdc"), Start)
	w.Store = store(w.clock)
	pay := Addr("pay contract 1")
	w.Chain.Pay[pay] = true
	w.Conf = settle.Settings{ChainID: 8453, Genesis: w.Chain.Tip().Hash, Token: w.Chain.Token, Confirmations: 6,
		PayContracts: []settle.PayContract{{Address: pay, DepositImpl: digest.DepositImplementation(pay)}},
		FeeAddress:   w.Fee, FeeBP: 500, ReservationSeconds: 3600}
	w.Restart()
	w.must(w.Engine.Configure(w.Ctx, w.Conf), "configuring")
	w.Lead("first")
	w.Mine()
	return w
}

func (w *World) clock() time.Time {
	if w.Ticks {
		w.Now++
	}
	return time.UnixMilli(w.Now)
}

func (w *World) must(err error, what string) {
	w.T.Helper()
	if err != nil {
		w.T.Fatalf("%s: %v", what, err)
	}
}

// Tx makes a transaction.
func (w *World) Tx(ops ...Op) *Tx { return w.Chain.NewTx(ops...) }

// NewActor registers an account with an API key and no address.
func (w *World) NewActor(name string) *Actor {
	w.T.Helper()
	r, err := w.Engine.Register(w.Ctx, name, false)
	w.must(err, "registering")
	a := &Actor{Name: name, Agent: r.Agent.ID}
	w.Actors = append(w.Actors, a)
	w.Wallet(a)
	return a
}

// Wallet gives an actor one more address, which the daemon does not know.
func (w *World) Wallet(a *Actor) settle.Address {
	addr := Addr(fmt.Sprintf("%s wallet %d", a.Name, len(a.Wallets)))
	a.Wallets = append(a.Wallets, addr)
	w.owners[addr] = a
	return addr
}

// ContractWallet is a Wallet that answers by ERC-1271.
func (w *World) ContractWallet(a *Actor) settle.Address {
	addr := w.Wallet(a)
	w.wallets[addr] = true
	return addr
}

// Refuse makes a contract wallet refuse every signature from now on, or no more.
func (w *World) Refuse(addr settle.Address, yes bool) { w.refusing[addr] = yes }

// State reads one snapshot.
func (w *World) State(fn func(tx settle.Tx)) {
	w.T.Helper()
	w.must(w.Store.View(w.Ctx, func(tx settle.Tx) error { fn(tx); return nil }), "reading")
}

// Instruction reads an instruction, nil if there is none.
func (w *World) Instruction(id string) (i *settle.Instruction) {
	w.T.Helper()
	w.State(func(tx settle.Tx) { i = settle.GetRow[settle.Instruction](tx, id) })
	return i
}

// Submission reads a submission.
func (w *World) Submission(id string) (s *settle.Submission) {
	w.T.Helper()
	w.State(func(tx settle.Tx) { s = settle.GetRow[settle.Submission](tx, id) })
	return s
}

// Mission reads a mission.
func (w *World) Mission(id string) (m *settle.Mission) {
	w.T.Helper()
	w.State(func(tx settle.Tx) { m = settle.GetRow[settle.Mission](tx, id) })
	return m
}

// Incidents are those that are open.
func (w *World) Incidents() (out []*settle.Incident) {
	w.T.Helper()
	out, err := w.Engine.Incidents(w.Ctx)
	w.must(err, "reading incidents")
	return out
}

// Legs are an instruction's legs as the contracts take them.
func Legs(i *settle.Instruction) []digest.Leg {
	return digestLegs(i.Legs)
}

func digestLegs(legs []settle.Leg) []digest.Leg {
	out := make([]digest.Leg, len(legs))
	for k, l := range legs {
		out[k] = digest.Leg{To: l.To, Amount: l.Amount}
	}
	return out
}

// DepositOf is an instruction's deposit.
func DepositOf(i *settle.Instruction) Deposit {
	return Deposit{Contract: i.PayContract, Digest: i.Digest, Legs: digestLegs(i.DepositLegs()), RefundTo: i.RefundTo, RefundAfter: i.RefundAfter}
}

// PlainLegs are plain transfers of all legs by one payer.
func PlainLegs(payer settle.Address, i *settle.Instruction) (ops []Op) {
	for _, l := range i.Legs {
		ops = append(ops, Gap(), Transfer(payer, l.To, l.Amount))
	}
	return ops
}
