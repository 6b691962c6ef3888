package proof

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle/seal/keyfile"
)

// AlgEd25519 is the only algorithm of receipt signatures.
const AlgEd25519 = "ed25519"

// Statuses of a published key.
const (
	// KeyActive signs.
	KeyActive = "active"
	// KeyRetired signed earlier; its receipts stay valid.
	KeyRetired = "retired"
	// KeyRevoked must not be trusted any more.
	KeyRevoked = "revoked"
)

// KeyFile is the name of the key file in its folder.
const KeyFile = "receipt_keys.json"

// ErrKeys says that a key file is not one of this package.
var ErrKeys = errors.New("not a receipt key file")

// Signature is an ed25519 signature. Value is base64url without padding.
type Signature struct {
	Alg   string `json:"alg"`
	KeyID string `json:"key_id"`
	Value string `json:"value"`
}

// PublicKey is an entry of receipt_signing_keys[] in oabp.json.
type PublicKey struct {
	KeyID string `json:"key_id"`
	Alg   string `json:"alg"`
	// PublicKey is the raw 32 bytes in base64url without padding.
	PublicKey string `json:"public_key"`
	// Status is active, retired or revoked.
	Status string `json:"status"`
	// CreatedAt is in the form of Time.
	CreatedAt string `json:"created_at,omitempty"`
}

// storedKey is a key in the file; only the active one has its seed.
type storedKey struct {
	PublicKey
	Seed string `json:"seed,omitempty"`
}

type keyStore struct {
	Keys []storedKey `json:"keys"`
}

// Keys signs with the active key of a folder and knows all public keys that
// were ever in it. It is safe for concurrent use.
type Keys struct {
	path string

	mu     sync.RWMutex
	store  keyStore
	active ed25519.PrivateKey
	id     string
}

// LoadOrCreateKey opens the key file in dir, or makes one with a fresh key from
// random (32 bytes) if there is none: mode 0600, atomic, synced.
func LoadOrCreateKey(dir string, random io.Reader, now time.Time) (*Keys, error) {
	k, err := LoadKeys(dir)
	if !errors.Is(err, os.ErrNotExist) {
		return k, err
	}
	k = &Keys{path: filepath.Join(dir, KeyFile)}
	fresh, err := newKey(random, now)
	if err != nil {
		return nil, err
	}
	b, err := json.MarshalIndent(keyStore{Keys: []storedKey{fresh}}, "", " ")
	if err != nil {
		return nil, fmt.Errorf("encoding receipt keys: %w", err)
	}
	if err := keyfile.Create(k.path, b); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("creating receipt keys: %w", err)
	}
	if err := k.Reload(); err != nil {
		return nil, err
	}
	return k, nil
}

// LoadKeys opens the key file in dir. Without one the error is os.ErrNotExist.
func LoadKeys(dir string) (*Keys, error) {
	k := &Keys{path: filepath.Join(dir, KeyFile)}
	if err := k.Reload(); err != nil {
		return nil, err
	}
	return k, nil
}

// RotateKey adds a fresh key to the file in dir and makes it the active one.
// The old one's secret half is erased, its public half stays. Serving processes
// follow by Reload; until then they sign with the old key, which stays valid.
func RotateKey(dir string, random io.Reader, now time.Time) (PublicKey, error) {
	path := filepath.Join(dir, KeyFile)
	unlock, err := keyfile.Lock(path)
	if err != nil {
		return PublicKey{}, fmt.Errorf("locking receipt keys: %w", err)
	}
	defer unlock()
	store, _, err := readKeys(path)
	if err != nil {
		return PublicKey{}, err
	}
	for i := range store.Keys {
		store.Keys[i].Seed = ""
		if store.Keys[i].Status == KeyActive {
			store.Keys[i].Status = KeyRetired
		}
	}
	fresh, err := newKey(random, now)
	if err != nil {
		return PublicKey{}, err
	}
	store.Keys = append(store.Keys, fresh)
	b, err := json.MarshalIndent(store, "", " ")
	if err != nil {
		return PublicKey{}, fmt.Errorf("encoding receipt keys: %w", err)
	}
	if err := keyfile.Replace(path, b); err != nil {
		return PublicKey{}, fmt.Errorf("writing receipt keys: %w", err)
	}
	return fresh.PublicKey, nil
}

// Reload reads the file again; on an error the keys in use stay.
func (k *Keys) Reload() error {
	store, active, err := readKeys(k.path)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, old := range k.store.Keys {
		if !slices.ContainsFunc(store.Keys, func(s storedKey) bool { return s.PublicKey.PublicKey == old.PublicKey.PublicKey }) {
			return fmt.Errorf("%s lacks key %s that it had before: %w", k.path, old.KeyID, ErrKeys)
		}
	}
	k.store, k.active, k.id = store, active, KeyID(active.Public().(ed25519.PublicKey))
	return nil
}

// Sign signs bytes with the active key.
func (k *Keys) Sign(b []byte) Signature {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return Signature{AlgEd25519, k.id, base64.RawURLEncoding.EncodeToString(ed25519.Sign(k.active, b))}
}

// PublicKeys are all keys for oabp.json, oldest first.
func (k *Keys) PublicKeys() []PublicKey {
	k.mu.RLock()
	defer k.mu.RUnlock()
	out := make([]PublicKey, len(k.store.Keys))
	for i := range out {
		out[i] = k.store.Keys[i].PublicKey
	}
	return out
}

// KeyID is the id of a public key: "ed25519-" and the first 16 hex digits of
// its SHA-256.
func KeyID(pub ed25519.PublicKey) string {
	h := sha256.Sum256(pub)
	return AlgEd25519 + "-" + hex.EncodeToString(h[:8])
}

// VerifySignature checks sig over b with one of keys; the error says why not.
func VerifySignature(b []byte, sig Signature, keys []PublicKey) error {
	if sig.Alg != AlgEd25519 {
		return fmt.Errorf("algorithm %.40q is not %s", sig.Alg, AlgEd25519)
	}
	i := slices.IndexFunc(keys, func(p PublicKey) bool { return p.KeyID == sig.KeyID })
	if i < 0 {
		return fmt.Errorf("key %.80q is not among the issuer's %d keys", sig.KeyID, len(keys))
	}
	if keys[i].Status == KeyRevoked {
		return fmt.Errorf("key %.80q is revoked", sig.KeyID)
	}
	pub, err := keys[i].raw()
	if err != nil {
		return err
	}
	value, err := base64.RawURLEncoding.Strict().DecodeString(sig.Value)
	if err != nil || len(value) != ed25519.SignatureSize {
		return errors.New("the signature's value is not 64 bytes in base64url")
	}
	if !ed25519.Verify(pub, b, value) {
		return fmt.Errorf("the signature does not fit key %.80q", sig.KeyID)
	}
	return nil
}

func (p PublicKey) raw() (ed25519.PublicKey, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(p.PublicKey)
	if err != nil || len(b) != ed25519.PublicKeySize || p.Alg != AlgEd25519 {
		return nil, fmt.Errorf("key %.80q is not a raw ed25519 public key in base64url", p.KeyID)
	}
	return b, nil
}

func newKey(random io.Reader, now time.Time) (storedKey, error) {
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return storedKey{}, fmt.Errorf("making a receipt key: %w", err)
	}
	pub := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	enc := base64.RawURLEncoding.EncodeToString
	return storedKey{PublicKey{KeyID(pub), AlgEd25519, enc(pub), KeyActive, Time(now.UnixMilli())}, enc(seed)}, nil
}

func readKeys(path string) (keyStore, ed25519.PrivateKey, error) {
	var store keyStore
	b, err := keyfile.Read(path)
	if err != nil {
		return store, nil, fmt.Errorf("reading receipt keys: %w", err)
	}
	fail := func(why string) (keyStore, ed25519.PrivateKey, error) {
		return keyStore{}, nil, fmt.Errorf("%s: %s: %w", path, why, ErrKeys)
	}
	if json.Unmarshal(b, &store) != nil {
		return fail("no JSON of the expected form")
	}
	var active ed25519.PrivateKey
	for i, k := range store.Keys {
		pub, err := k.raw()
		if err != nil || k.KeyID != KeyID(pub) {
			return fail(fmt.Sprintf("key %d has a wrong public half or id", i))
		}
		if k.Status != KeyActive {
			continue
		}
		seed, err := base64.RawURLEncoding.DecodeString(k.Seed)
		if err != nil || len(seed) != ed25519.SeedSize || active != nil {
			return fail(fmt.Sprintf("key %d has no secret half, or is a second active one", i))
		}
		if active = ed25519.NewKeyFromSeed(seed); !pub.Equal(active.Public()) {
			return fail(fmt.Sprintf("the halves of key %d do not fit", i))
		}
	}
	if active == nil {
		return fail("no active key")
	}
	return store, active, nil
}
