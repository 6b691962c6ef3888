package api_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/seal"
	"github.com/oabp/oabpd/settle/verify"
)

// world is a real engine over a store in memory. Only wallets and the chain
// are played. The same calls in the same order give the same bytes in every
// world, since time, ids and salts are its own.
type world struct {
	t      *testing.T
	engine *engine.Engine
	// options are the engine's, for tests that want another one over this world.
	options engine.Options
	store   *memstore.Store
	set     settle.Settings
	epoch   int64

	mu       sync.Mutex
	now      time.Time
	sequence uint64
	tip      settle.BlockRef
	blocks   map[uint64]settle.BlockRef
	refused  map[settle.Address]bool
	paused   bool
	down     bool
	receipts map[settle.Hash]*engine.TxReceipt
}

var (
	token  = addr("usdc")
	pay    = addr("pay contract")
	feeTo  = addr("fee")
	poster = addr("poster wallet")
	worker = addr("worker wallet")
	rival  = addr("rival wallet")
)

func addr(name string) (a settle.Address) {
	h := settle.Keccak256([]byte("address of " + name))
	copy(a[:], h[12:])
	return a
}

func newWorld(t *testing.T, change ...func(*settle.Settings)) *world {
	t.Helper()
	w := &world{t: t, now: time.Unix(1_800_000_000, 0), refused: map[settle.Address]bool{}, blocks: map[uint64]settle.BlockRef{}, receipts: map[settle.Hash]*engine.TxReceipt{}}
	w.store = memstore.New(w.clock)
	dir := t.TempDir()
	keys, err := seal.LoadOrCreate(dir + "/keys.json")
	w.must(err)
	index, err := seal.LoadOrCreateIndex(dir + "/index.json")
	w.must(err)
	w.options = engine.Options{Store: w.store, Sealer: seal.Sealer{Keyset: keys, Salt: w}, Receipts: w, Signatures: w,
		Chain: w, Escrow: w, People: seal.People{Keyset: keys, Index: index}, Rater: stillRater{}, Random: w, Now: w.clock, RegistrationsPerDay: 20, Wake: func() {}, Webhooks: anyURL{}}
	w.options.Rater = eloRater{}
	w.engine = engine.New(w.options)
	w.set = settle.Settings{ChainID: 8453, Genesis: settle.Keccak256([]byte("genesis")), Token: token, Confirmations: 3,
		PayContracts: []settle.PayContract{{Address: pay, DepositImpl: digest.DepositImplementation(pay)}},
		FeeAddress:   feeTo, FeeBP: 50, ReservationSeconds: 3600}
	for _, f := range change {
		f(&w.set)
	}
	ctx := context.Background()
	w.must(w.engine.Configure(ctx, w.set))
	var ok bool
	w.epoch, ok, err = w.store.Acquire(ctx, "leader", 1000*time.Hour)
	if w.must(err); !ok {
		t.Fatal("no lease")
	}
	w.mine()
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) clock() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return w.now }

func (w *world) pass(d time.Duration) { w.mu.Lock(); defer w.mu.Unlock(); w.now = w.now.Add(d) }

// anyURL admits what looks like https.
type anyURL struct{}

// CheckURL implements engine.WebhookRules.
func (anyURL) CheckURL(u string) error {
	if !strings.HasPrefix(u, "https://") {
		return errors.New("its scheme is not https")
	}
	return nil
}

// KeyID implements engine.WebhookRules.
func (anyURL) KeyID() uint32 { return 1 }

// Read is the randomness.
func (w *world) Read(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for k := range p {
		if k%32 == 0 {
			w.sequence++
		}
		h := settle.Keccak256([]byte(fmt.Sprint("draw ", w.sequence)))
		p[k] = h[k%32]
	}
	return len(p), nil
}

// mine adds a block two seconds later.
func (w *world) mine(logs ...settle.Log) settle.Block {
	w.t.Helper()
	w.pass(2 * time.Second)
	return w.mineAt(w.clock().Unix(), logs...)
}

// mineAt makes a block with a time of its own, in Unix seconds.
func (w *world) mineAt(at int64, logs ...settle.Log) settle.Block {
	w.t.Helper()
	b := settle.Block{Parent: w.tip.Hash, Time: at, Logs: logs}
	b.Number, b.Hash = w.tip.Number+1, settle.Keccak256([]byte(fmt.Sprint("block ", w.tip.Number+1)))
	w.must(w.engine.Extend(context.Background(), w.epoch, b))
	w.tip, w.blocks[b.Number] = b.BlockRef, b.BlockRef
	return b
}

// reorg replaces the newest n blocks by n+1 empty ones.
func (w *world) reorg(n uint64) {
	w.t.Helper()
	at := w.blocks[w.tip.Number-n]
	prev, branch := at, []settle.Block{}
	for k := range n + 1 {
		w.pass(2 * time.Second)
		b := settle.Block{Parent: prev.Hash, Time: w.clock().Unix()}
		b.Number, b.Hash = prev.Number+1, settle.Keccak256([]byte(fmt.Sprint("other block ", at.Number, k)))
		branch = append(branch, b)
		prev = b.BlockRef
		w.blocks[b.Number] = prev
	}
	w.must(w.engine.Rewind(context.Background(), w.epoch, at, branch))
	w.tip = prev
}

func (w *world) confirm() {
	w.t.Helper()
	for range w.set.Confirmations {
		w.mine()
	}
}

func txHash(name string) settle.Hash { return settle.Keccak256([]byte("transaction " + name)) }

// plain are transfers of one transaction, with other people's logs between.
func plain(tx string, from settle.Address, to map[settle.Address]uint64, order ...settle.Address) (logs []settle.Log) {
	for k, a := range order {
		logs = append(logs, settle.Log{Index: uint32(2 * k), TxHash: txHash(tx), Emitter: token, Kind: settle.LogTransfer,
			From: from, To: a, Value: money.Units(to[a])})
	}
	return logs
}

// tagged is what the pay contract makes of pay(digest, legs).
func tagged(tx string, from settle.Address, d settle.Hash, legs []digest.Leg) (logs []settle.Log) {
	for k, l := range legs {
		logs = append(logs,
			settle.Log{Index: uint32(2 * k), TxHash: txHash(tx), Emitter: token, Kind: settle.LogTransfer, From: from, To: l.To, Value: l.Amount},
			settle.Log{Index: uint32(2*k + 1), TxHash: txHash(tx), Emitter: pay, Kind: settle.LogInstructionPaid, From: from, To: l.To, Value: l.Amount, Ref: d})
	}
	return logs
}

type siwe struct {
	Address settle.Address `json:"address"`
	Nonce   string         `json:"nonce"`
	Link    string         `json:"link,omitempty"`
}

func sign(a settle.Address, h settle.Hash) string {
	s := settle.Keccak256([]byte("secret of "), a[:], h[:])
	return "0x" + hex.EncodeToString(s[:])
}

func signSIWE(m siwe) (message, signature string) {
	b, _ := json.Marshal(m)
	return string(b), sign(m.Address, settle.Keccak256(b))
}

// SIWE implements engine.Signatures.
func (w *world) SIWE(_ context.Context, message, signature string) (engine.SignIn, error) {
	var m siwe
	if json.Unmarshal([]byte(message), &m) != nil {
		return engine.SignIn{}, settle.Errorf(settle.CodeInvalid, "this is no sign-in message")
	}
	h := settle.Keccak256([]byte(message))
	if signature != sign(m.Address, h) {
		return engine.SignIn{}, settle.Errorf(settle.CodeUnauthenticated, "the signature is not the address's")
	}
	return engine.SignIn{Address: m.Address, Nonce: m.Nonce, LinkAgent: m.Link, MessageHash: h, Answer: engine.Answer{Method: "ecdsa"}}, nil
}

// Check implements engine.Signatures.
func (w *world) Check(_ context.Context, a settle.Address, h settle.Hash, sig []byte) (engine.Answer, bool, error) {
	return engine.Answer{Method: "ecdsa"}, "0x"+hex.EncodeToString(sig) == sign(a, h), nil
}

// Request implements engine.Signatures by the rules of settle/verify, for keys.
func (w *world) Request(ctx context.Context, r settle.SignedRequest) (settle.RequestProof, error) {
	req, err := verify.ParseRequest(r.Header)
	if err == nil {
		err = req.CheckTime(w.clock())
	}
	if err != nil {
		return settle.RequestProof{}, err
	}
	d := req.Digest(w.set.ChainID, r.Method, r.Path, r.Body)
	res, err := verify.Signature(ctx, nil, req.Address, d, req.Signature, settle.Hash{})
	if err == nil && !res.OK {
		err = settle.Errorf(settle.CodeUnauthenticated, "not %s's signature", req.Address)
	}
	return settle.RequestProof{Address: req.Address, Nonce: req.Nonce, Expires: req.Expires, Digest: d, Method: string(res.Method)}, err
}

// Registry implements engine.Signatures, for two registries.
func (w *world) Registry(a settle.RegistryAttestation) (string, bool) {
	var known []verify.Registry
	for _, domain := range []string{"one.example", "two.example"} {
		known = append(known, verify.Registry{Domain: domain, Address: newWallet(w.t, domain).addr})
	}
	r, ok := verify.Attested(known, a)
	return r.Domain, ok
}

// TokenStatus implements engine.Chain.
func (w *world) TokenStatus(_ context.Context, addrs []settle.Address) (paused bool, refused []settle.Address, err error) {
	if w.down {
		return false, nil, fmt.Errorf("no endpoint answers")
	}
	for _, a := range addrs {
		if w.refused[a] {
			refused = append(refused, a)
		}
	}
	return w.paused, refused, nil
}

// Paused implements engine.Chain.
func (w *world) Paused(context.Context, settle.BlockRef) (bool, string, error) {
	if w.down {
		return false, "", fmt.Errorf("no endpoint answers")
	}
	return w.paused, "test", nil
}

// Receipt implements engine.Chain.
func (w *world) Receipt(_ context.Context, tx settle.Hash) (*engine.TxReceipt, error) {
	if w.down {
		return nil, fmt.Errorf("no endpoint answers")
	}
	return w.receipts[tx], nil
}

// Issue implements engine.Receipts: bytes that no JSON library would write the
// same way twice, so that a re-encoding shows.
func (w *world) Issue(in engine.ReceiptInput) ([]byte, settle.Hash, error) {
	body := fmt.Sprintf(`{ "type":"oabp.mission_receipt","mission_id":%q,  "submission_id":%q,"at":%d}`, in.Mission.ID, in.Submission.ID, in.At)
	return []byte(body), sha256.Sum256([]byte(body)), nil
}

type stillRater struct{}

func (stillRater) Resolve(own, _, _ int64, _ bool, halves int) int64 {
	if halves == 2 {
		return own + 16_000
	}
	return own - 16_000
}
func (stillRater) Decay(own, _ int64) int64 { return own }
