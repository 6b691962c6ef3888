package seal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/seal"
	"github.com/oabp/oabpd/settle/seal/keyfile"
)

func people(t testing.TB) (seal.People, string) {
	t.Helper()
	dir := t.TempDir()
	k, err := seal.LoadOrCreate(filepath.Join(dir, "sealing.json"))
	if err != nil {
		t.Fatal(err)
	}
	x, err := seal.LoadOrCreateIndex(filepath.Join(dir, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	return seal.People{Keyset: k, Index: x}, dir
}

// An identity is found by the provider and the subject, whatever they are and
// however they could be cut otherwise; with another key of the index it is not.
func TestIdentitiesAreFoundByAKeyedDigest(t *testing.T) {
	p, dir := people(t)
	other, _ := people(t)
	again, err := seal.LoadOrCreateIndex(filepath.Join(dir, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(what string) string { return rapid.StringN(0, 40, 80).Draw(t, what) }
		a, b, c, d := draw("provider"), draw("subject"), draw("other provider"), draw("other subject")
		one := found(t, p, a, b)
		if found(t, seal.People{Keyset: p.Keyset, Index: again}, a, b) != one {
			t.Fatal("the key's file gives another digest when it is read again")
		}
		if found(t, other, a, b) == one {
			t.Fatal("another key gives the same digest")
		}
		if same := a == c && b == d; (found(t, p, c, d) == one) != same {
			t.Fatalf("%q %q and %q %q", a, b, c, d)
		}
		if s, err := p.Source(a + b); err != nil || s == one {
			t.Fatalf("a source has an identity's digest, %v", err)
		}
	})
	if found(t, p, "github", "1x") == found(t, p, "github1", "x") {
		t.Error("provider and subject run together")
	}
}

func found(t rapid.TB, p seal.People, provider, subject string) settle.Hash {
	t.Helper()
	i, err := p.Find(provider, subject)
	if err != nil {
		t.Fatal(err)
	}
	return i.Index
}

// The ciphertext opens for its own provider and index only, and no part of it or
// of an error is the subject.
func TestSubjectsAreBoundToTheirIdentity(t *testing.T) {
	p, _ := people(t)
	i, err := p.Identity("github", canary)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(i.Subject, []byte(canary)) {
		t.Error("the subject is stored in clear")
	}
	if ok, err := p.Fits(i); !ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
	moved, elsewhere, cut := i, i, i
	moved.Index[0] ^= 1
	elsewhere.Provider = "google"
	cut.Subject = i.Subject[:len(i.Subject)-1]
	for name, x := range map[string]settle.Identity{"another index": moved, "another provider": elsewhere, "cut": cut} {
		if _, err := p.Fits(x); !errors.Is(err, seal.ErrUnseal) || strings.Contains(err.Error(), canary) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := p.Reseal(x); !errors.Is(err, seal.ErrUnseal) {
			t.Errorf("%s: %v", name, err)
		}
	}
	stranger, _ := people(t)
	if ok, err := (seal.People{Keyset: p.Keyset, Index: stranger.Index}).Fits(i); ok || err != nil {
		t.Errorf("another key of the index fits: %v, %v", ok, err)
	}
}

// After a rotation a subject is sealed anew once, by the new key alone, and its
// index stays.
func TestSubjectsFollowARotationAndTheIndexDoesNot(t *testing.T) {
	p, dir := people(t)
	i, err := p.Identity("github", "subject")
	if err != nil {
		t.Fatal(err)
	}
	if fresh, err := p.Reseal(i); fresh != nil || err != nil {
		t.Fatalf("nothing was rotated: %x, %v", fresh, err)
	}
	if _, err := seal.Rotate(filepath.Join(dir, "sealing.json")); err != nil {
		t.Fatal(err)
	}
	if err := p.Reload(); err != nil {
		t.Fatal(err)
	}
	fresh, err := p.Reseal(i)
	if err != nil || fresh == nil || !p.Newest(fresh) || p.Newest(i.Subject) {
		t.Fatalf("%x, %v", fresh, err)
	}
	n := i
	n.Subject = fresh
	if ok, err := p.Fits(n); !ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
	if again, err := p.Reseal(n); again != nil || err != nil {
		t.Errorf("twice: %x, %v", again, err)
	}
	if found(t, p, "github", "subject") != i.Index {
		t.Error("the index was rotated")
	}
}

// The key of an index is one key, of its kind, in a file that only its owner can
// read; whoever comes first makes it.
func TestTheKeyOfAnIndexIsOneAndItsOwn(t *testing.T) {
	p, dir := people(t)
	path := filepath.Join(dir, "index.json")
	if _, err := seal.LoadIndex(filepath.Join(dir, "none.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := seal.LoadIndex(filepath.Join(dir, "sealing.json")); !errors.Is(err, seal.ErrIndexKey) {
		t.Errorf("a sealing keyset: %v", err)
	}
	if _, err := seal.Load(path); !errors.Is(err, seal.ErrKeyset) {
		t.Errorf("an index's key seals: %v", err)
	}
	if _, err := seal.Rotate(path); err == nil {
		t.Error("an index's key was rotated")
	}
	if found(t, p, "a", "b") != found(t, seal.People{Keyset: p.Keyset, Index: must(t)(seal.LoadIndex(path))}, "a", "b") {
		t.Error("the key has changed")
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := seal.LoadIndex(path); !errors.Is(err, keyfile.ErrPermissions) {
		t.Errorf("readable by others: %v", err)
	}
	fresh := filepath.Join(t.TempDir(), "keys", "index.json")
	var wg sync.WaitGroup
	got := make([]settle.Hash, 8)
	for k := range got {
		wg.Go(func() {
			x, err := seal.LoadOrCreateIndex(fresh)
			if err != nil {
				t.Error(err)
				return
			}
			got[k], _ = x.Source("x")
		})
	}
	wg.Wait()
	for _, h := range got {
		if h != got[0] || h.IsZero() {
			t.Fatalf("%d makers made several keys", len(got))
		}
	}
}

func must(t *testing.T) func(*seal.Index, error) *seal.Index {
	return func(x *seal.Index, err error) *seal.Index {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}
