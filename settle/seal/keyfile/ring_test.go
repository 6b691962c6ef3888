package keyfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle/seal/keyfile"
)

type key struct{ ID, Secret string }

var errKind = errors.New("no keys of the test")

// kind has keys of one byte; the last signs.
var kind = keyfile.Kind[key, string]{Name: "test keys", File: "keys.json", Invalid: errKind,
	New: func(random io.Reader, _ time.Time) (key, error) {
		b := make([]byte, 1)
		_, err := io.ReadFull(random, b)
		return key{fmt.Sprint(b[0]), "secret of " + fmt.Sprint(b[0])}, err
	},
	Retire: func(k key) key { k.Secret = ""; return k },
	Signer: func(ks []key) (string, error) {
		if len(ks) == 0 || ks[len(ks)-1].Secret == "" {
			return "", errors.New("nothing signs")
		}
		return ks[len(ks)-1].Secret, nil
	},
	ID: func(k key) string { return k.ID },
}

func in(t *testing.T, r *keyfile.Ring[key, string], want ...string) {
	t.Helper()
	signer, keys := r.Use()
	var ids []string
	for _, k := range keys {
		ids = append(ids, k.ID)
	}
	if newest := want[len(want)-1]; !slices.Equal(ids, want) || signer != "secret of "+newest {
		t.Errorf("keys %v, %q signs; want %v", ids, signer, want)
	}
}

// TestRing: whoever makes the file first made it for all; a rotation leaves one
// secret, and holds for others once they read again; a file that is not of its kind,
// or lacks what was there, changes nothing for who serves.
func TestRing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	if _, err := kind.Load(dir); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("no file: %v", err)
	}
	if _, err := kind.LoadOrCreate(dir, strings.NewReader(""), time.Now()); err == nil {
		t.Fatal("a key of no randomness")
	}
	rings := make([]*keyfile.Ring[key, string], 8)
	var all sync.WaitGroup
	for n := range rings {
		all.Go(func() {
			var err error
			if rings[n], err = kind.LoadOrCreate(dir, strings.NewReader(string(rune('a'+n))), time.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if t.Failed() {
		return
	}
	_, keys := rings[0].Use()
	first := keys[0].ID
	for _, r := range rings {
		in(t, r, first)
	}
	fresh, err := kind.Rotate(dir, strings.NewReader("z"), time.Now())
	if err != nil || fresh.ID != "122" {
		t.Fatalf("%+v, %v", fresh, err)
	}
	in(t, rings[0], first)
	if err := rings[0].Reload(); err != nil {
		t.Fatal(err)
	}
	in(t, rings[0], first, "122")
	path := filepath.Join(dir, "keys.json")
	whole, err := os.ReadFile(path)
	if err != nil || strings.Count(string(whole), "secret of") != 1 {
		t.Errorf("%s, %v", whole, err)
	}
	for name, body := range map[string]string{
		"no JSON":           `{"keys":[{"ID":"122","Secret":"hush`,
		"no key":            `{}`,
		"no secret":         strings.ReplaceAll(string(whole), "secret of 122", ""),
		"a key is missing":  `{"keys":[{"ID":"122","Secret":"secret of 122"}]}`,
		"nothing that fits": `{"keys":"hush"}`,
	} {
		if err := keyfile.Replace(path, []byte(body)); err != nil {
			t.Fatal(err)
		}
		if err := rings[0].Reload(); !errors.Is(err, errKind) || strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), "secret of") {
			t.Errorf("%s: %v", name, err)
		}
		in(t, rings[0], first, "122")
	}
	if err := keyfile.Replace(path, whole); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := rings[0].Reload(); !errors.Is(err, keyfile.ErrPermissions) {
		t.Errorf("a file that others read: %v", err)
	}
	if _, err := kind.Rotate(t.TempDir(), strings.NewReader("y"), time.Now()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a rotation of nothing: %v", err)
	}
}
