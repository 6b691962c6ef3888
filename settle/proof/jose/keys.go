package jose

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"sync"
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

type keyStore struct {
	Keys []storedKey `json:"keys"`
}

// Keys signs with the newest key of a folder and knows all public keys that were ever
// in it. It is safe for concurrent use.
type Keys struct {
	path string

	mu     sync.RWMutex
	store  keyStore
	active *ecdsa.PrivateKey
}

// LoadOrCreate opens the key file in dir, or makes one with a fresh key from random if
// there is none: mode 0600, atomic, synced.
func LoadOrCreate(dir string, random io.Reader, now time.Time) (*Keys, error) {
	k := &Keys{path: filepath.Join(dir, KeyFile)}
	err := k.Reload()
	if !errors.Is(err, os.ErrNotExist) {
		return k, err
	}
	fresh, err := newKey(random, now)
	if err != nil {
		return nil, err
	}
	b, err := json.MarshalIndent(keyStore{[]storedKey{fresh}}, "", " ")
	if err != nil {
		return nil, fmt.Errorf("encoding card keys: %w", err)
	}
	if err := keyfile.Create(k.path, b); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("creating card keys: %w", err)
	}
	return k, k.Reload()
}

// Rotate adds a fresh key to the file in dir, which signs from then on, and erases the
// secret halves of the others. Serving processes follow by Reload. Without a file the
// error is os.ErrNotExist.
func Rotate(dir string, random io.Reader, now time.Time) (JWK, error) {
	path := filepath.Join(dir, KeyFile)
	unlock, err := keyfile.Lock(path)
	if err != nil {
		return JWK{}, fmt.Errorf("locking card keys: %w", err)
	}
	defer unlock()
	store, _, err := read(path)
	if err != nil {
		return JWK{}, err
	}
	for i := range store.Keys {
		store.Keys[i].D = ""
	}
	fresh, err := newKey(random, now)
	if err != nil {
		return JWK{}, err
	}
	store.Keys = append(store.Keys, fresh)
	b, err := json.MarshalIndent(store, "", " ")
	if err != nil {
		return JWK{}, fmt.Errorf("encoding card keys: %w", err)
	}
	if err := keyfile.Replace(path, b); err != nil {
		return JWK{}, fmt.Errorf("writing card keys: %w", err)
	}
	return fresh.JWK, nil
}

// Reload reads the file again; on an error the keys in use stay.
func (k *Keys) Reload() error {
	store, active, err := read(k.path)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, old := range k.store.Keys {
		if !slices.ContainsFunc(store.Keys, func(s storedKey) bool { return s.JWK == old.JWK }) {
			return fmt.Errorf("%s lacks key %s that it had before: %w", k.path, old.Kid, ErrKeys)
		}
	}
	k.store, k.active = store, active
	return nil
}

// Set are all public keys, oldest first.
func (k *Keys) Set() Set {
	k.mu.RLock()
	defer k.mu.RUnlock()
	out := Set{[]JWK{}}
	for _, s := range k.store.Keys {
		out.Keys = append(out.Keys, s.JWK)
	}
	return out
}

// sign gives the raw signature (r and s, 32 bytes each) over bytes, and the key's id.
func (k *Keys) sign(input func(kid string) []byte) (kid string, sig []byte, err error) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	kid = k.store.Keys[len(k.store.Keys)-1].Kid
	sum := sha256.Sum256(input(kid))
	der, err := k.active.Sign(nil, sum[:], crypto.SHA256) // no randomness: RFC 6979
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
			return storedKey{}, fmt.Errorf("making a card key: %w", err)
		}
		priv, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), d)
		if err != nil { // zero, or not below the order: once in 2^32
			continue
		}
		j, err := jwkOf(&priv.PublicKey)
		return storedKey{j, encode(d), now.UTC().Format(time.RFC3339)}, err
	}
}

func read(path string) (store keyStore, active *ecdsa.PrivateKey, err error) {
	b, err := keyfile.Read(path)
	if err != nil {
		return store, nil, fmt.Errorf("reading card keys: %w", err)
	}
	fail := func(why string) (keyStore, *ecdsa.PrivateKey, error) {
		return keyStore{}, nil, fmt.Errorf("%s: %s: %w", path, why, ErrKeys)
	}
	if json.Unmarshal(b, &store) != nil || len(store.Keys) == 0 {
		return fail("no JSON of the expected form")
	}
	for i, k := range store.Keys {
		pub, err := k.public()
		if err != nil {
			return fail(fmt.Sprintf("key %d has a wrong public half", i))
		}
		if want, err := jwkOf(pub); err != nil || k.JWK != want {
			return fail(fmt.Sprintf("key %d is not described as it is", i))
		}
		if last := i == len(store.Keys)-1; !last {
			continue
		}
		d, err := decode(k.D)
		if err != nil {
			return fail("the newest key has no secret half")
		}
		if active, err = ecdsa.ParseRawPrivateKey(elliptic.P256(), d); err != nil || !active.PublicKey.Equal(pub) {
			return fail("the newest key's secret half is not its own")
		}
	}
	return store, active, nil
}
