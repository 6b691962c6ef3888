package seal

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/seal/canon"
)

// Version is the envelope's version (settlement.md R1).
const Version = 1

// MaxEnvelope is the most bytes that an envelope may have.
const MaxEnvelope = 4 << 20

// Errors of envelopes. They name the rule, never the matter.
var (
	// ErrNotUTF8 says that content or evidence is not UTF-8 text, which the
	// canonical form cannot hold. Binary deliverables go by reference.
	ErrNotUTF8 = errors.New("content and evidence must be valid UTF-8")
	// ErrTooLarge says that the envelope would be above MaxEnvelope.
	ErrTooLarge = errors.New("envelope is larger than 4 MiB")
	// ErrEvidence says that the evidence is not JSON that survives RFC 8785: a
	// member twice, a lone surrogate, nesting too deep, or a number that a
	// double cannot hold.
	ErrEvidence = errors.New("evidence is not JSON that has a canonical form")
	// ErrMalformed says that bytes are not an envelope in its canonical form.
	ErrMalformed = errors.New("not a canonical envelope")
)

// Envelope is what is sealed and hashed.
type Envelope struct {
	V       int    `json:"v"`
	Content string `json:"content"`
	// Evidence is any JSON; [] if there is none.
	Evidence json.RawMessage `json:"evidence"`
	// Salt is 32 random bytes, so that the hash of a short answer cannot be
	// guessed. Its text form is 0x and 64 hex digits.
	Salt settle.Hash `json:"salt"`
}

// Make builds an envelope: the RFC 8785 form of {v, content, evidence, salt}
// with 32 bytes read from salt, and its content hash. Empty evidence becomes
// []. Errors: ErrNotUTF8, ErrEvidence, ErrTooLarge, or what reading the salt
// gave.
func Make(content string, evidence json.RawMessage, salt io.Reader) (envelope []byte, hash settle.Hash, err error) {
	if !utf8.ValidString(content) || !utf8.Valid(evidence) {
		return nil, hash, ErrNotUTF8
	}
	if escapedLen(content)+len(evidence) > MaxEnvelope {
		return nil, hash, ErrTooLarge
	}
	if len(evidence) == 0 {
		evidence = json.RawMessage("[]")
	}
	if _, err := canon.Form(evidence); err != nil {
		return nil, hash, fmt.Errorf("%w: %w", ErrEvidence, err)
	}
	e := Envelope{V: Version, Content: content, Evidence: evidence}
	if _, err := io.ReadFull(salt, e.Salt[:]); err != nil {
		return nil, hash, fmt.Errorf("reading salt: %w", err)
	}
	if envelope, err = canon.Marshal(e); err != nil {
		return nil, hash, fmt.Errorf("%w: %w", ErrEvidence, err)
	}
	if len(envelope) > MaxEnvelope {
		return nil, hash, ErrTooLarge
	}
	return envelope, Hash(envelope), nil
}

// Hash is the content hash of an envelope: the SHA-256 of its bytes.
func Hash(envelope []byte) settle.Hash { return sha256.Sum256(envelope) }

// Parse reads an envelope. It accepts only what Make could have written: the
// canonical bytes with these four members and this version.
func Parse(envelope []byte) (Envelope, error) {
	if len(envelope) > MaxEnvelope {
		return Envelope{}, ErrTooLarge
	}
	if !utf8.Valid(envelope) {
		return Envelope{}, ErrNotUTF8
	}
	var e Envelope
	d := json.NewDecoder(bytes.NewReader(envelope))
	d.DisallowUnknownFields()
	if d.Decode(&e) != nil || e.V != Version || len(e.Evidence) == 0 {
		return Envelope{}, ErrMalformed
	}
	again, err := canon.Marshal(e)
	if err != nil || !bytes.Equal(again, envelope) {
		return Envelope{}, ErrMalformed
	}
	return e, nil
}

// isRefusal reports whether err says that the matter itself cannot be sealed.
func isRefusal(err error) bool {
	return errors.Is(err, ErrNotUTF8) || errors.Is(err, ErrEvidence) || errors.Is(err, ErrTooLarge)
}

// escapedLen is how long s is inside a canonical JSON string, so that what is
// too large is refused before the work of escaping it.
func escapedLen(s string) int {
	n := len(s)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\' || c == '\b' || c == '\f' || c == '\n' || c == '\r' || c == '\t':
			n++
		case c < 0x20:
			n += 5
		}
	}
	return n
}
