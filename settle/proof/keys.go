package proof

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
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

// receiptKeys are the keys of receipts: exactly one is active.
var receiptKeys = keyfile.Kind[storedKey, ed25519.PrivateKey]{
	Name: "receipt keys", File: KeyFile, Invalid: ErrKeys, New: newKey, Signer: activeKey,
	Retire: func(k storedKey) storedKey {
		k.Seed = ""
		if k.Status == KeyActive {
			k.Status = KeyRetired
		}
		return k
	},
	ID: func(k storedKey) string { return k.KeyID },
}

// Keys signs with the active key of a folder and knows all public keys that
// were ever in it. It is safe for concurrent use.
type Keys struct {
	ring *keyfile.Ring[storedKey, ed25519.PrivateKey]
}

// LoadOrCreateKey opens the key file in dir, or makes one with a fresh key from
// random (32 bytes) if there is none: mode 0600, atomic, synced.
func LoadOrCreateKey(dir string, random io.Reader, now time.Time) (*Keys, error) {
	return keysOf(receiptKeys.LoadOrCreate(dir, random, now))
}

// LoadKeys opens the key file in dir. Without one the error is os.ErrNotExist.
func LoadKeys(dir string) (*Keys, error) { return keysOf(receiptKeys.Load(dir)) }

func keysOf(r *keyfile.Ring[storedKey, ed25519.PrivateKey], err error) (*Keys, error) {
	if err != nil {
		return nil, err
	}
	return &Keys{r}, nil
}

// RotateKey adds a fresh key to the file in dir and makes it the active one.
// The old one's secret half is erased, its public half stays. Serving processes
// follow by Reload; until then they sign with the old key, which stays valid.
func RotateKey(dir string, random io.Reader, now time.Time) (PublicKey, error) {
	k, err := receiptKeys.Rotate(dir, random, now)
	return k.PublicKey, err
}

// Reload reads the file again; on an error the keys in use stay.
func (k *Keys) Reload() error { return k.ring.Reload() }

// Sign signs bytes with the active key.
func (k *Keys) Sign(b []byte) Signature {
	active, _ := k.ring.Use()
	return Signature{AlgEd25519, KeyID(active.Public().(ed25519.PublicKey)), base64.RawURLEncoding.EncodeToString(ed25519.Sign(active, b))}
}

// PublicKeys are all keys for oabp.json, oldest first.
func (k *Keys) PublicKeys() []PublicKey {
	_, keys := k.ring.Use()
	out := make([]PublicKey, len(keys))
	for i := range out {
		out[i] = keys[i].PublicKey
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
		return storedKey{}, err
	}
	pub := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	enc := base64.RawURLEncoding.EncodeToString
	return storedKey{PublicKey{KeyID(pub), AlgEd25519, enc(pub), KeyActive, Time(now.UnixMilli())}, enc(seed)}, nil
}

// activeKey judges the keys of a file and gives the secret half of the active one.
func activeKey(keys []storedKey) (active ed25519.PrivateKey, err error) {
	for i, k := range keys {
		pub, err := k.raw()
		if err != nil || k.KeyID != KeyID(pub) {
			return nil, fmt.Errorf("key %d has a wrong public half or id", i)
		}
		if k.Status != KeyActive {
			continue
		}
		seed, err := base64.RawURLEncoding.DecodeString(k.Seed)
		if err != nil || len(seed) != ed25519.SeedSize || active != nil {
			return nil, fmt.Errorf("key %d has no secret half, or is a second active one", i)
		}
		if active = ed25519.NewKeyFromSeed(seed); !pub.Equal(active.Public()) {
			return nil, fmt.Errorf("the halves of key %d do not fit", i)
		}
	}
	if active == nil {
		return nil, errors.New("no active key")
	}
	return active, nil
}
