package jose

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/oabp/oabpd/settle/seal/canon"
)

// Signature is an entry of a card's signatures.
type Signature struct {
	// Protected is the header, Signature r and s, both in base64url without padding.
	Protected string `json:"protected"`
	Signature string `json:"signature"`
}

// header is what a protected header may say.
type header struct {
	Alg  string          `json:"alg"`
	Typ  string          `json:"typ"`
	Kid  string          `json:"kid"`
	Crit json.RawMessage `json:"crit,omitempty"`
	B64  json.RawMessage `json:"b64,omitempty"`
}

const member = "signatures"

// signaturesMost is how many signatures of a card are looked at.
const signaturesMost = 8

// Sign gives a card, a JSON object, with its one signature. A signature that it has is
// replaced.
func Sign(card []byte, k *Keys) ([]byte, error) {
	members, form, err := unsigned(card)
	if err != nil {
		return nil, err
	}
	var protected string
	_, sig, err := k.sign(func(kid string) []byte {
		b, _ := json.Marshal(header{Alg: AlgES256, Typ: "JWT", Kid: kid}) // strings only
		protected = encode(b)
		return input(protected, form)
	})
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal([]Signature{{protected, encode(sig)}})
	if err != nil {
		return nil, fmt.Errorf("encoding the signature: %w", err)
	}
	members[member] = b
	out, err := json.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("encoding the card: %w", err)
	}
	return out, nil
}

// Verify checks a card with the issuer's set of keys (jwks.json): nil if one of its
// signatures holds, else why none does.
func Verify(card, set []byte) error {
	members, form, err := unsigned(card)
	if err != nil {
		return err
	}
	var keys Set
	if err := json.Unmarshal(set, &keys); err != nil {
		return errors.New("the keys are no JSON Web Key Set")
	}
	var sigs []Signature
	if json.Unmarshal(members[member], &sigs) != nil || len(sigs) == 0 || len(sigs) > signaturesMost {
		return errors.New("the card has no signatures, or too many")
	}
	var all []error
	for _, s := range sigs {
		err := s.verify(form, keys.Keys)
		if err == nil {
			return nil
		}
		all = append(all, err)
	}
	return errors.Join(all...)
}

func (s Signature) verify(form []byte, keys []JWK) error {
	raw, err := decode(s.Protected)
	if err != nil {
		return errors.New("the protected header is not base64url")
	}
	if raw, err = canon.FormOfCaseless(raw); err != nil {
		return fmt.Errorf("the protected header: %w", err)
	}
	var h header
	if err := json.Unmarshal(raw, &h); err != nil {
		return errors.New("the protected header is no JSON object")
	}
	if h.Alg != AlgES256 {
		return fmt.Errorf("algorithm %.20q is refused: only %s is taken", h.Alg, AlgES256)
	}
	if h.Crit != nil || h.B64 != nil {
		return errors.New("the protected header asks for an extension")
	}
	key, err := choose(keys, h.Kid)
	if err != nil {
		return err
	}
	pub, err := key.public()
	if err != nil {
		return err
	}
	sig, err := decode(s.Signature)
	if err != nil || len(sig) != 64 {
		return errors.New("the signature is not 64 bytes in base64url")
	}
	sum := sha256.Sum256(input(s.Protected, form))
	if !ecdsa.Verify(pub, sum[:], new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:])) {
		return fmt.Errorf("the signature does not fit key %.80q", key.Kid)
	}
	return nil
}

// choose is the key with the id, or the only one where none is named; never a guess.
func choose(keys []JWK, kid string) (JWK, error) {
	fit := slices.DeleteFunc(slices.Clone(keys), func(k JWK) bool {
		return k.Kty != "EC" || kid != "" && k.Kid != kid || k.Alg != "" && k.Alg != AlgES256 || k.Use != "" && k.Use != "sig"
	})
	if len(fit) != 1 {
		return JWK{}, fmt.Errorf("%d of the issuer's keys could be meant by %.80q, want one", len(fit), kid)
	}
	return fit[0], nil
}

// unsigned are a card's members, and the canonical form of those that are signed.
func unsigned(card []byte) (map[string]json.RawMessage, []byte, error) {
	if _, err := canon.Form(card); err != nil {
		return nil, nil, fmt.Errorf("the card: %w", err)
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(card, &members) != nil || members == nil {
		return nil, nil, errors.New("the card is no JSON object")
	}
	rest := map[string]json.RawMessage{}
	for k, v := range members {
		if k != member {
			rest[k] = v
		}
	}
	form, err := canon.Marshal(rest)
	if err != nil {
		return nil, nil, fmt.Errorf("the card: %w", err)
	}
	return members, form, nil
}

// input is what is signed (RFC 7515 §5.1).
func input(protected string, form []byte) []byte {
	return []byte(protected + "." + encode(form))
}
