package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/seal/canon"
)

// Checkpoint is a signed statement of how far a journal was and what state it
// gave (settlement.md R26). Whoever keeps one can tell later whether a journal
// still holds what it held: it must have a fact Seq with that Hash, and folding
// it up to there must give StateDigest.
type Checkpoint struct {
	// Seq is the newest fact's; 0 for an empty journal.
	Seq uint64 `json:"seq"`
	// Hash is that fact's, and so stands for all before it; zero for none.
	Hash settle.Hash `json:"hash"`
	// StateDigest is the digest of the derived state after that fact.
	StateDigest settle.Hash `json:"state_digest"`
	// Block is the newest applied block, zero before the first. What is between
	// it and the newest block fact concerned nobody.
	Block settle.BlockRef `json:"block"`
	// At is when it was signed, in the form of Time.
	At string `json:"at"`
	// Signature covers the RFC 8785 form of everything else; set by SignCheckpoint.
	Signature *Signature `json:"signature,omitempty"`
}

// MaxCheckpoint is the size in bytes that a checkpoint never has.
const MaxCheckpoint = 4 << 10

// ErrCheckpoint says that a document is no checkpoint.
var ErrCheckpoint = errors.New("not a checkpoint")

// SignCheckpoint signs c with the current key and returns the document to store
// and publish: canonical bytes.
func SignCheckpoint(c Checkpoint, k *Keys) ([]byte, error) {
	b, err := c.signingBytes()
	if err != nil {
		return nil, err
	}
	sig := k.Sign(b)
	c.Signature = &sig
	doc, err := canon.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return doc, nil
}

func (c Checkpoint) signingBytes() ([]byte, error) {
	c.Signature = nil
	b, err := canon.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return b, nil
}

// ReadCheckpoint reads a document. Errors wrap ErrCheckpoint.
func ReadCheckpoint(doc []byte) (c Checkpoint, err error) {
	if len(doc) > MaxCheckpoint {
		return c, fmt.Errorf("%d bytes: %w", len(doc), ErrCheckpoint)
	}
	form, err := canon.FormOfCaseless(doc)
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	dec := json.NewDecoder(bytes.NewReader(form))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil {
		return c, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) || c.Signature == nil {
		return c, fmt.Errorf("%w: no signature", ErrCheckpoint)
	}
	// What a member left out or null would be is not what was signed.
	if again, err := canon.Marshal(c); err != nil || !bytes.Equal(again, form) {
		return c, fmt.Errorf("%w: a member is missing or of another form", ErrCheckpoint)
	}
	if _, err := c.Time(); err != nil {
		return c, fmt.Errorf("%w: at %.40q is no time", ErrCheckpoint, c.At)
	}
	return c, nil
}

// Time is At in Unix milliseconds.
func (c Checkpoint) Time() (int64, error) {
	t, err := time.Parse("2006-01-02T15:04:05.000Z", c.At)
	return t.UnixMilli(), err
}

// Verify checks the signature with one of the issuer's keys; the error says why
// it does not hold.
func (c Checkpoint) Verify(keys []PublicKey) error {
	if c.Signature == nil {
		return errors.New("it has no signature")
	}
	b, err := c.signingBytes()
	if err != nil {
		return err
	}
	return VerifySignature(b, *c.Signature, keys)
}
