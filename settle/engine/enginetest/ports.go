package enginetest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/rating"
	"github.com/oabp/oabpd/settle/seal"
)

// Random is a reader of deterministic bytes, safe for concurrent use.
type Random struct{ n atomic.Uint64 }

// Read implements io.Reader.
func (r *Random) Read(p []byte) (int, error) {
	for k := 0; k < len(p); k += 32 {
		var b [8]byte
		binary.BigEndian.PutUint64(b[:], r.n.Add(1)-1)
		h := sha256.Sum256(b[:])
		copy(p[k:], h[:])
	}
	return len(p), nil
}

// Sealer is settle/seal with one keyset.
type Sealer struct {
	Keys *seal.Keyset
	Salt io.Reader
}

// Make implements engine.Sealer; so do the methods below.
func (s Sealer) Make(content string, evidence []byte) ([]byte, settle.Hash, error) {
	return seal.Make(content, evidence, s.Salt)
}

// Seal implements engine.Sealer.
func (s Sealer) Seal(id string, env []byte) ([]byte, error) { return s.Keys.Seal(id, env) }

// Unseal implements engine.Sealer.
func (s Sealer) Unseal(id string, ct []byte) ([]byte, error) { return s.Keys.Unseal(id, ct) }

// Open implements engine.Sealer.
func (s Sealer) Open(env []byte) (settle.Content, error) {
	e, err := seal.Parse(env)
	return settle.Content{Text: e.Content, Evidence: e.Evidence}, err
}

// Rater is settle/rating as the fold asks it.
type Rater struct{}

// Resolve implements settle.Rater.
func (Rater) Resolve(own, idle, opponents int64, large bool, halves int) int64 {
	k := rating.K(money.Units(0))
	if large {
		k = rating.K(money.Units(100_000_000))
	}
	return int64(rating.Update(rating.Decay(rating.Milli(own), time.Duration(idle)*time.Millisecond), rating.Milli(opponents), k, halves))
}

// Decay implements settle.Rater.
func (Rater) Decay(own, idle int64) int64 {
	return int64(rating.Decay(rating.Milli(own), time.Duration(idle)*time.Millisecond))
}

// Receipts makes receipts of plain JSON with a keyed hash for a signature.
type Receipts struct{ Key string }

// Receipt is the document that Receipts makes.
type Receipt struct {
	Instruction string      `json:"instruction"`
	Digest      settle.Hash `json:"digest"`
	Transfers   []string    `json:"transfers"`
	Late        bool        `json:"late"`
	Supersedes  settle.Hash `json:"supersedes,omitzero"`
	At          int64       `json:"at"`
	Signature   settle.Hash `json:"signature"`
}

// Issue implements engine.Receipts.
func (r Receipts) Issue(in engine.ReceiptInput) ([]byte, settle.Hash, error) {
	if a := in.Award; a != nil {
		return r.sign(Receipt{Instruction: a.Key(), Digest: in.Submission.ContentHash, Supersedes: in.Supersedes, At: in.At})
	}
	if in.Points != nil {
		return r.sign(Receipt{Instruction: engine.PointsReceipt(in.Submission.ID), Digest: in.Submission.ContentHash, Supersedes: in.Supersedes, At: in.At})
	}
	doc := Receipt{Instruction: in.Instruction.ID, Digest: in.Instruction.Digest, Supersedes: in.Supersedes, At: in.At,
		Late: in.Instruction.Outcome == settle.OutcomeAcceptedLate}
	for _, a := range in.Allocations {
		doc.Transfers = append(doc.Transfers, a.Transfer.Key())
	}
	return r.sign(doc)
}

func (r Receipts) sign(doc Receipt) ([]byte, settle.Hash, error) {
	raw, err := json.Marshal(doc)
	if err != nil {
		return nil, settle.Hash{}, err
	}
	doc.Signature = sha256.Sum256(append([]byte(r.Key), raw...))
	if raw, err = json.Marshal(doc); err != nil {
		return nil, settle.Hash{}, err
	}
	return raw, sha256.Sum256(raw), nil
}

// Sign is the signature of an address over a hash. Only the world calls it for
// an address's true owner.
func sign(a settle.Address, h settle.Hash) []byte {
	s := settle.Keccak256([]byte("secret key of "), a[:], h[:])
	return s[:]
}

// signInMessage is what the world's SIWE messages say.
type signInMessage struct {
	Address settle.Address
	Nonce   string
	Link    string
}

// SIWE implements engine.Signatures.
func (w *World) SIWE(_ context.Context, message, signature string) (engine.SignIn, error) {
	var m signInMessage
	if err := json.Unmarshal([]byte(message), &m); err != nil {
		return engine.SignIn{}, settle.Errorf(settle.CodeInvalid, "no message")
	}
	h := settle.Keccak256([]byte(message))
	if signature != string(sign(m.Address, h)) {
		return engine.SignIn{}, settle.Errorf(settle.CodeIdentityProofRequired, "not the address's signature")
	}
	return engine.SignIn{Address: m.Address, Nonce: m.Nonce, LinkAgent: m.Link, MessageHash: h, Answer: engine.Answer{Method: "ecdsa"}}, nil
}

// Check implements engine.Signatures. A contract wallet answers as it likes.
func (w *World) Check(_ context.Context, a settle.Address, h settle.Hash, sig []byte) (engine.Answer, bool, error) {
	ok := slices.Equal(sig, sign(a, h))
	if w.wallets[a] {
		return engine.Answer{Method: "erc1271", Block: w.Chain.Tip().BlockRef, Source: "wallet"}, ok && !w.refusing[a], nil
	}
	return engine.Answer{Method: "ecdsa"}, ok, nil
}

// Request implements engine.Signatures: the header is the JSON of a proof, and
// the signature is over all of the request.
func (w *World) Request(_ context.Context, r settle.SignedRequest) (p settle.RequestProof, err error) {
	var h struct {
		settle.RequestProof
		Sig []byte
	}
	if err := json.Unmarshal([]byte(r.Header), &h); err != nil {
		return p, settle.Errorf(settle.CodeInvalid, "no header")
	}
	d := settle.Keccak256([]byte(r.Method), []byte(r.Path), r.Body, h.Nonce[:])
	if !slices.Equal(h.Sig, sign(h.Address, d)) || h.Expires*1000 <= w.clock().UnixMilli() {
		return p, settle.Errorf(settle.CodeUnauthenticated, "not the address's signature, or expired")
	}
	return settle.RequestProof{Address: h.Address, Nonce: h.Nonce, Expires: h.Expires, Digest: d, Method: "ecdsa"}, nil
}

// Registry implements engine.Signatures: a registry's key is its domain.
func (w *World) Registry(a settle.RegistryAttestation) (string, bool) {
	for _, domain := range []string{"one.example", "two.example"} {
		if slices.Equal(a.Signature, SignAttestation(domain, a)) {
			return domain, true
		}
	}
	return "", false
}

// SignAttestation signs as a registry of the world does.
func SignAttestation(domain string, a settle.RegistryAttestation) []byte {
	h := settle.Keccak256([]byte(domain), []byte(a.Token), a.Address[:], []byte(a.IssuedAt))
	return h[:]
}

// TokenStatus implements engine.Chain.
func (w *World) TokenStatus(_ context.Context, addrs []settle.Address) (paused bool, refused []settle.Address, err error) {
	for _, a := range addrs {
		if w.Chain.Blacklisted[a] {
			refused = append(refused, a)
		}
	}
	return w.Chain.Paused, refused, nil
}

// stateBlocks is how many of the newest blocks have a state to ask for, as a node
// has that is no archive.
const stateBlocks = 4

// Paused implements engine.Chain. A silent token answers nothing; nor does one
// that is asked about a block that a reorganization removed, or about an old one.
func (w *World) Paused(_ context.Context, at settle.BlockRef) (bool, string, error) {
	if at.Number >= uint64(len(w.Chain.Blocks)) || w.Chain.Blocks[at.Number].BlockRef != at {
		return false, "", errors.New("no such canonical block")
	}
	b := w.Chain.Blocks[at.Number]
	if w.Silent || w.Chain.Tip().Number-at.Number >= stateBlocks {
		w.answers = append(w.answers, answer{time: b.Time, at: w.Now, silent: true})
		return false, "", errors.New("no answer")
	}
	w.answers = append(w.answers, answer{time: b.Time, at: w.Now, paused: b.Paused})
	if f := w.OnLook; f != nil {
		w.OnLook = nil
		f()
	}
	return b.Paused, "model", nil
}

// Receipt implements engine.Chain.
func (w *World) Receipt(_ context.Context, tx settle.Hash) (*engine.TxReceipt, error) {
	b, m := w.Chain.Find(tx)
	if m == nil {
		return nil, nil
	}
	r := &engine.TxReceipt{Block: b.BlockRef, Success: m.OK}
	for _, l := range m.Logs {
		if l.Kind == settle.LogTransfer {
			r.Transfers = append(r.Transfers, l.Log)
		}
	}
	return r, nil
}
