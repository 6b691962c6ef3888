package keyfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Kind is a kind of signing keys, which one file of a folder holds, oldest first.
// K is a key as it stands in the file, as JSON; S is what signs.
type Kind[K, S any] struct {
	// Name is what errors call such keys, and File the file's name.
	Name, File string
	// Invalid is wrapped by the error of a file that does not hold such keys.
	Invalid error
	// New makes a key, with its secret half, from random.
	New func(random io.Reader, now time.Time) (K, error)
	// Retire is what stays of a key once another signs: nothing secret.
	Retire func(K) K
	// Signer judges all keys of a file, of which there may be none, and gives the
	// one that signs. Its error says what is wrong, and holds nothing secret.
	Signer func([]K) (S, error)
	// ID names the public half of a key.
	ID func(K) string
}

// Ring is the keys of a file. It is safe for concurrent use.
type Ring[K, S any] struct {
	kind Kind[K, S]
	path string

	mu     sync.RWMutex
	keys   []K
	signer S
}

type ringFile[K any] struct {
	Keys []K `json:"keys"`
}

// Load opens the file in dir. Errors: os.ErrNotExist, ErrPermissions, ErrTooLarge,
// k.Invalid, those of os.
func (k Kind[K, S]) Load(dir string) (*Ring[K, S], error) {
	r := &Ring[K, S]{kind: k, path: filepath.Join(dir, k.File)}
	if err := r.Reload(); err != nil {
		return nil, err
	}
	return r, nil
}

// LoadOrCreate is Load, but makes the file with a fresh key if there is none.
func (k Kind[K, S]) LoadOrCreate(dir string, random io.Reader, now time.Time) (*Ring[K, S], error) {
	r, err := k.Load(dir)
	if !errors.Is(err, os.ErrNotExist) {
		return r, err
	}
	fresh, err := k.New(random, now)
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	b, err := k.encode([]K{fresh})
	if err != nil {
		return nil, err
	}
	if err := Create(filepath.Join(dir, k.File), b); err != nil && !errors.Is(err, os.ErrExist) { // somebody was faster
		return nil, fmt.Errorf("creating %s: %w", k.Name, err)
	}
	return k.Load(dir)
}

// Rotate adds a fresh key to the file in dir, retires the others, and gives the fresh
// one. Processes that serve follow by Reload. Without a file the error is
// os.ErrNotExist.
func (k Kind[K, S]) Rotate(dir string, random io.Reader, now time.Time) (fresh K, err error) {
	path := filepath.Join(dir, k.File)
	unlock, err := Lock(path)
	if err != nil {
		return fresh, fmt.Errorf("locking %s: %w", k.Name, err)
	}
	defer unlock()
	keys, _, err := k.read(path)
	if err != nil {
		return fresh, err
	}
	for i := range keys {
		keys[i] = k.Retire(keys[i])
	}
	if fresh, err = k.New(random, now); err != nil {
		return fresh, fmt.Errorf("making a key: %w", err)
	}
	b, err := k.encode(append(keys, fresh))
	if err != nil {
		return fresh, err
	}
	if err := Replace(path, b); err != nil {
		return fresh, fmt.Errorf("writing %s: %w", k.Name, err)
	}
	return fresh, nil
}

func (k Kind[K, S]) encode(keys []K) ([]byte, error) {
	b, err := json.MarshalIndent(ringFile[K]{keys}, "", " ")
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", k.Name, err)
	}
	return b, nil
}

func (k Kind[K, S]) read(path string) (keys []K, signer S, err error) {
	b, err := Read(path)
	if err != nil {
		return nil, signer, fmt.Errorf("reading %s: %w", k.Name, err)
	}
	var f ringFile[K]
	if json.Unmarshal(b, &f) != nil { // its error may quote what is secret
		return nil, signer, fmt.Errorf("%s: no JSON of the expected form: %w", path, k.Invalid)
	}
	if signer, err = k.Signer(f.Keys); err != nil {
		return nil, signer, fmt.Errorf("%s: %w: %w", path, err, k.Invalid)
	}
	return f.Keys, signer, nil
}

// Reload reads the file again. On an error, also if a key is missing that was there
// before, the keys in use stay.
func (r *Ring[K, S]) Reload() error {
	keys, signer, err := r.kind.read(r.path)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, old := range r.keys {
		if id := r.kind.ID(old); !slices.ContainsFunc(keys, func(k K) bool { return r.kind.ID(k) == id }) {
			return fmt.Errorf("%s lacks key %s that it had before: %w", r.path, id, r.kind.Invalid)
		}
	}
	r.keys, r.signer = keys, signer
	return nil
}

// Use gives what signs, and all keys as they are at that moment, oldest first; they
// are not to be changed.
func (r *Ring[K, S]) Use() (signer S, keys []K) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.signer, r.keys
}
