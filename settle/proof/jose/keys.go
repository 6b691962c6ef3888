package jose

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"time"

	"github.com/oabp/oabpd/settle/seal/keyfile"
)

// KeyFile is the name of the key file in its folder.
const KeyFile = "card_keys.json"

// AlgES256 is the only algorithm: ECDSA on P-256 with SHA-256.
const AlgES256 = "ES256"

// ErrKeys says that a key file is not one of this package.
var ErrKeys = errors.New("not a card key file")

// JWK is a public key as it stands in jwks.json.
type JWK struct {
	Kty string `json:"kty"`
	Crv string `json:"crv"`
	X   string `json:"x"`
	Y   string `json:"y"`
	// Kid is the key's thumbprint (RFC 7638).
	Kid string `json:"kid"`
	Alg string `json:"alg"`
	Use string `json:"use"`
}

// Set is jwks.json.
type Set struct {
	Keys []JWK `json:"keys"`
}

// storedKey is a key in the file; only the active one has its secret.
type storedKey struct {
	JWK
	D         string `json:"d,omitempty"`
	CreatedAt string `json:"created_at"`
}

// cardKeys are the keys of cards: the newest signs.
var cardKeys = keyfile.Kind[storedKey, *ecdsa.PrivateKey]{
	Name: "card keys", File: KeyFile, Invalid: ErrKeys, New: newKey, Signer: newestKey,
	Retire: func(k storedKey) storedKey { k.D = ""; return k },
	ID:     func(k storedKey) string { return k.Kid },
}

// Keys signs with the newest key of a folder and knows all public keys that were ever
// in it. It is safe for concurrent use.
type Keys struct {
	ring *keyfile.Ring[storedKey, *ecdsa.PrivateKey]
}

// LoadOrCreate opens the key file in dir, or makes one with a fresh key from random if
// there is none: mode 0600, atomic, synced.
func LoadOrCreate(dir string, random io.Reader, now time.Time) (*Keys, error) {
	r, err := cardKeys.LoadOrCreate(dir, random, now)
	if err != nil {
		return nil, err
	}
	return &Keys{r}, nil
}

// Rotate adds a fresh key to the file in dir, which signs from then on, and erases the
// secret halves of the others. Serving processes follow by Reload. Without a file the
// error is os.ErrNotExist.
func Rotate(dir string, random io.Reader, now time.Time) (JWK, error) {
	k, err := cardKeys.Rotate(dir, random, now)
	return k.JWK, err
}

// Reload reads the file again; on an error the keys in use stay.
func (k *Keys) Reload() error { return k.ring.Reload() }

// Set are all public keys, oldest first.
func (k *Keys) Set() Set {
	_, keys := k.ring.Use()
	out := Set{[]JWK{}}
	for _, s := range keys {
		out.Keys = append(out.Keys, s.JWK)
	}
	return out
}

// sign gives the raw signature (r and s, 32 bytes each) over bytes, and the key's id.
func (k *Keys) sign(input func(kid string) []byte) (kid string, sig []byte, err error) {
	newest, keys := k.ring.Use()
	kid = keys[len(keys)-1].Kid
	sum := sha256.Sum256(input(kid))
	der, err := newest.Sign(nil, sum[:], crypto.SHA256) // no randomness: RFC 6979
	if err != nil {
		return "", nil, fmt.Errorf("signing: %w", err)
	}
	var v struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(der, &v); err != nil {
		return "", nil, fmt.Errorf("reading the signature: %w", err)
	}
	sig = make([]byte, 64)
	v.R.FillBytes(sig[:32])
	v.S.FillBytes(sig[32:])
	return kid, sig, nil
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// decode takes base64url without padding only, in its one canonical spelling.
func decode(s string) ([]byte, error) { return base64.RawURLEncoding.Strict().DecodeString(s) }

// public is the key of a JWK, which must be of P-256 and on the curve.
func (j JWK) public() (*ecdsa.PublicKey, error) {
	x, errX := decode(j.X)
	y, errY := decode(j.Y)
	if err := errors.Join(errX, errY); err != nil || j.Kty != "EC" || j.Crv != "P-256" || len(x) != 32 || len(y) != 32 {
		return nil, fmt.Errorf("key %.80q is no P-256 key", j.Kid)
	}
	p, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), slices.Concat([]byte{4}, x, y))
	if err != nil {
		return nil, fmt.Errorf("key %.80q is not on the curve", j.Kid)
	}
	return p, nil
}

// jwkOf describes a public key, with its thumbprint as id (RFC 7638 §3).
func jwkOf(p *ecdsa.PublicKey) (JWK, error) {
	b, err := p.Bytes()
	if err != nil {
		return JWK{}, fmt.Errorf("encoding a public key: %w", err)
	}
	x, y := encode(b[1:33]), encode(b[33:])
	sum := sha256.Sum256([]byte(`{"crv":"P-256","kty":"EC","x":"` + x + `","y":"` + y + `"}`))
	return JWK{"EC", "P-256", x, y, encode(sum[:]), AlgES256, "sig"}, nil
}

func newKey(random io.Reader, now time.Time) (storedKey, error) {
	for {
		d := make([]byte, 32)
		if _, err := io.ReadFull(random, d); err != nil {
			return storedKey{}, err
		}
		priv, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), d)
		if err != nil { // zero, or not below the order: once in 2^32
			continue
		}
		j, err := jwkOf(&priv.PublicKey)
		return storedKey{j, encode(d), now.UTC().Format(time.RFC3339)}, err
	}
}

// newestKey judges the keys of a file and gives the secret half of the newest.
func newestKey(keys []storedKey) (newest *ecdsa.PrivateKey, err error) {
	for i, k := range keys {
		pub, err := k.public()
		if err != nil {
			return nil, fmt.Errorf("key %d has a wrong public half", i)
		}
		if want, err := jwkOf(pub); err != nil || k.JWK != want {
			return nil, fmt.Errorf("key %d is not described as it is", i)
		}
		if last := i == len(keys)-1; !last {
			continue
		}
		d, err := decode(k.D)
		if err != nil {
			return nil, errors.New("the newest key has no secret half")
		}
		if newest, err = ecdsa.ParseRawPrivateKey(elliptic.P256(), d); err != nil || !newest.PublicKey.Equal(pub) {
			return nil, errors.New("the newest key's secret half is not its own")
		}
	}
	if newest == nil {
		return nil, errors.New("no key")
	}
	return newest, nil
}
