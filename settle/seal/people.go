package seal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/prf"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/seal/keyfile"
)

// ErrIndexKey says that a file is not the key of an index: one key of a
// pseudo-random function, neither more nor another kind.
var ErrIndexKey = errors.New("not the one key of an index")

// What is digested by the key of an index, so that no digest of one use is one of
// another.
const (
	indexIdentity = "oabp.identity.v1\x00"
	indexSource   = "oabp.source.v1\x00"
)

// Index makes keyed digests, by which personal data is found without being stored
// in clear. Its key is another one than those that seal, in a file of its own, and
// is never rotated: with another key nothing that was stored is found again.
type Index struct{ set *prf.Set }

// LoadOrCreateIndex opens the index's key file at path, or makes one with an
// HMAC-SHA256 key if there is none (mode 0600, atomic, synced; its folder 0700).
func LoadOrCreateIndex(path string) (*Index, error) {
	x, err := LoadIndex(path)
	if !errors.Is(err, os.ErrNotExist) {
		return x, err
	}
	m := keyset.NewManager()
	id, err := m.Add(prf.HMACSHA256PRFKeyTemplate())
	if err != nil {
		return nil, fmt.Errorf("making the key of the index: %w", err)
	}
	if err := m.SetPrimary(id); err != nil {
		return nil, fmt.Errorf("making the key of the index primary: %w", err)
	}
	b, err := serialize(m)
	if err != nil {
		return nil, err
	}
	if err := keyfile.Create(path, b); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("creating the key of the index: %w", err)
	}
	return LoadIndex(path) // the one that is there now, if another was faster
}

// LoadIndex opens an existing key file. Errors: os.ErrNotExist, keyfile.ErrPermissions,
// ErrIndexKey; one with several keys too, since a second key would make strangers of
// all who are known by the first.
func LoadIndex(path string) (*Index, error) {
	b, err := keyfile.Read(path)
	if err != nil {
		return nil, fmt.Errorf("reading the key of the index: %w", err)
	}
	handle, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(b)))
	if err != nil || len(handle.KeysetInfo().GetKeyInfo()) != 1 {
		return nil, fmt.Errorf("%s: %w", path, ErrIndexKey) // the cause may quote key material
	}
	set, err := prf.NewPRFSet(handle)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, ErrIndexKey)
	}
	return &Index{set}, nil
}

// Source is the digest of a network that callers come from.
func (x *Index) Source(network string) (settle.Hash, error) {
	return x.digest(indexSource, network)
}

// digest is over the parts, each with its length before it.
func (x *Index) digest(use string, parts ...string) (h settle.Hash, err error) {
	in := []byte(use)
	for _, p := range parts {
		in = binary.BigEndian.AppendUint32(in, uint32(len(p)))
		in = append(in, p...)
	}
	out, err := x.set.ComputePrimaryPRF(in, uint32(len(h)))
	if err != nil || len(out) != len(h) {
		return h, errors.New("computing a keyed digest failed")
	}
	copy(h[:], out)
	return h, nil
}

// People hides what providers call people: the port through which the use cases
// keep identities.
type People struct {
	*Keyset
	*Index
}

// Identity makes the identity that a provider vouches for: found by its index, its
// subject sealed for it. Agent and LinkedAt are left to the caller.
func (p People) Identity(provider, subject string) (settle.Identity, error) {
	i, err := p.Find(provider, subject)
	if err == nil {
		i.Subject, err = p.Seal(i.SealID(), []byte(subject))
	}
	return i, err
}

// Find is Identity without the subject, for looking.
func (p People) Find(provider, subject string) (settle.Identity, error) {
	h, err := p.digest(indexIdentity, provider, subject)
	return settle.Identity{Provider: provider, Index: h}, err
}

// Reseal gives the subject as the newest key seals it; fresh is nil where that key
// has sealed it already. ErrUnseal if it opens with no key.
func (p People) Reseal(i settle.Identity) (fresh []byte, err error) {
	subject, err := p.Unseal(i.SealID(), i.Subject)
	if err != nil || p.Newest(i.Subject) {
		return nil, err
	}
	return p.Seal(i.SealID(), subject)
}

// Fits reports whether an identity is what these keys make of its subject: false
// where the index has another key than the one by which it was stored.
func (p People) Fits(i settle.Identity) (bool, error) {
	subject, err := p.Unseal(i.SealID(), i.Subject)
	if err != nil {
		return false, err
	}
	found, err := p.Find(i.Provider, string(subject))
	return found.Index == i.Index, err
}
