package seal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/tink"

	"github.com/oabp/oabpd/settle/seal/keyfile"
)

// Errors of keysets.
var (
	// ErrUnseal says that a ciphertext does not open: it belongs to another id,
	// was changed or cut, or was sealed by a key that the keyset lacks.
	ErrUnseal = errors.New("sealed matter does not open: another id, changed bytes, or a key that the keyset lacks")
	// ErrKeyset says that a keyset file is not one.
	ErrKeyset = errors.New("not a keyset of authenticated encryption")
	// ErrKeyLost says that a keyset file lacks a key that it had before.
	ErrKeyLost = errors.New("keyset lacks a key that it had before")
	// ErrNoID says that the id to seal for is empty.
	ErrNoID = errors.New("id to seal for is empty")
)

// associatedData separates what is sealed here from other uses of the keys.
const associatedData = "oabp.seal.v1:"

// Keyset encrypts and decrypts with the keys of one file (settlement.md R2).
// It is safe for concurrent use, and follows a rotation while serving: a
// ciphertext that does not open makes it look whether the file has changed.
type Keyset struct {
	path string

	reading sync.Mutex // held from reading the file until its keys are in use
	mu      sync.RWMutex
	keys    keys
}

// keys is one loaded state of the file.
type keys struct {
	aead    tink.AEAD
	ids     []uint32
	primary uint32
	file    []byte // as read, to notice a change
}

// LoadOrCreate opens the keyset file at path, or makes one with a single
// AES-256-GCM key if there is none (mode 0600, atomic, synced; its folder 0700).
// A deployment that has sealed anything must bring its file along: a new one
// opens nothing of the old.
func LoadOrCreate(path string) (*Keyset, error) {
	k, err := Load(path)
	if !errors.Is(err, os.ErrNotExist) {
		return k, err
	}
	m := keyset.NewManager()
	if _, err := addPrimary(m); err != nil {
		return nil, err
	}
	b, err := serialize(m)
	if err != nil {
		return nil, err
	}
	if err := keyfile.Create(path, b); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("creating keyset: %w", err)
	}
	return Load(path) // the one that is there now, if another was faster
}

// Load opens an existing keyset file. Errors: os.ErrNotExist, keyfile.ErrPermissions,
// ErrKeyset.
func Load(path string) (*Keyset, error) {
	ks, _, err := read(path)
	if err != nil {
		return nil, err
	}
	return &Keyset{path: path, keys: ks}, nil
}

// Rotate adds a key to the file at path and makes it the one that seals; all
// old keys go on opening. It returns the new key's id. Serving processes follow
// by Reload, or by themselves when they first meet the new key.
func Rotate(path string) (id uint32, err error) {
	unlock, err := keyfile.Lock(path)
	if err != nil {
		return 0, fmt.Errorf("locking keyset: %w", err)
	}
	defer unlock()
	_, handle, err := read(path)
	if err != nil {
		return 0, err
	}
	m := keyset.NewManagerFromHandle(handle)
	if id, err = addPrimary(m); err != nil {
		return 0, err
	}
	b, err := serialize(m)
	if err != nil {
		return 0, err
	}
	if err := keyfile.Replace(path, b); err != nil {
		return 0, fmt.Errorf("writing keyset: %w", err)
	}
	return id, nil
}

// Seal encrypts for an id (a submission's, or whatever else the matter belongs
// to). Equal plaintexts give different ciphertexts.
func (k *Keyset) Seal(id string, plaintext []byte) ([]byte, error) {
	if id == "" {
		return nil, ErrNoID
	}
	ct, err := k.current().aead.Encrypt(plaintext, []byte(associatedData+id))
	if err != nil {
		return nil, errors.New("sealing failed")
	}
	return ct, nil
}

// Unseal opens what Seal made for the same id, or gives ErrUnseal.
func (k *Keyset) Unseal(id string, ciphertext []byte) ([]byte, error) {
	if id == "" {
		return nil, ErrNoID
	}
	before := k.current()
	if pt, err := before.aead.Decrypt(ciphertext, []byte(associatedData+id)); err == nil {
		return pt, nil
	}
	if changed, err := k.reload(before.file); err != nil || !changed {
		return nil, ErrUnseal
	}
	pt, err := k.current().aead.Decrypt(ciphertext, []byte(associatedData+id))
	if err != nil {
		return nil, ErrUnseal
	}
	return pt, nil
}

// Newest reports whether a ciphertext was made by the key that seals now.
func (k *Keyset) Newest(ciphertext []byte) bool {
	const prefix = 5 // Tink's: a version, then the key's id
	return len(ciphertext) > prefix && ciphertext[0] == 1 && binary.BigEndian.Uint32(ciphertext[1:prefix]) == k.PrimaryID()
}

// Reload reads the file again. On an error the keys in use stay. A file that
// lacks one of them is refused with ErrKeyLost.
func (k *Keyset) Reload() error {
	_, err := k.reload(k.current().file)
	return err
}

// PrimaryID is the id of the key that seals.
func (k *Keyset) PrimaryID() uint32 { return k.current().primary }

// KeyIDs are the ids of all keys that open, in the order of the file.
func (k *Keyset) KeyIDs() []uint32 { return slices.Clone(k.current().ids) }

func (k *Keyset) current() keys {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.keys
}

// reload is one at a time: else a slow one would bring back an older file, or
// take it for one that lost a key.
func (k *Keyset) reload(before []byte) (changed bool, err error) {
	k.reading.Lock()
	defer k.reading.Unlock()
	fresh, _, err := read(k.path)
	if err != nil {
		return false, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, id := range k.keys.ids {
		if !slices.Contains(fresh.ids, id) {
			return false, ErrKeyLost
		}
	}
	k.keys = fresh
	return !bytes.Equal(before, fresh.file), nil
}

func read(path string) (keys, *keyset.Handle, error) {
	b, err := keyfile.Read(path)
	if err != nil {
		return keys{}, nil, fmt.Errorf("reading keyset: %w", err)
	}
	handle, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(b)))
	if err != nil {
		return keys{}, nil, fmt.Errorf("keyset %s: %w", path, ErrKeyset) // the cause may quote key material
	}
	a, err := aead.New(handle)
	if err != nil {
		return keys{}, nil, fmt.Errorf("keyset %s: %w", path, ErrKeyset)
	}
	info := handle.KeysetInfo()
	out := keys{aead: a, primary: info.GetPrimaryKeyId(), file: b}
	for _, i := range info.GetKeyInfo() {
		out.ids = append(out.ids, i.GetKeyId())
	}
	return out, handle, nil
}

func addPrimary(m *keyset.Manager) (uint32, error) {
	id, err := m.Add(aead.AES256GCMKeyTemplate())
	if err != nil {
		return 0, fmt.Errorf("making a key: %w", err)
	}
	if err := m.SetPrimary(id); err != nil {
		return 0, fmt.Errorf("making the new key primary: %w", err)
	}
	return id, nil
}

func serialize(m *keyset.Manager) ([]byte, error) {
	handle, err := m.Handle()
	if err != nil {
		return nil, fmt.Errorf("building keyset: %w", err)
	}
	var b bytes.Buffer
	if err := insecurecleartextkeyset.Write(handle, keyset.NewJSONWriter(&b)); err != nil {
		return nil, errors.New("encoding keyset failed")
	}
	return b.Bytes(), nil
}
