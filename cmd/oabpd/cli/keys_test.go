package cli_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle/postgres/pgtest"
	"github.com/oabp/oabpd/settle/proof"
	"github.com/oabp/oabpd/settle/proof/jose"
	"github.com/oabp/oabpd/settle/seal"
)

// Rotating adds a key and says which; the old ones go on opening.
func TestKeysRotate(t *testing.T) {
	dir := t.TempDir()
	elsewhere := filepath.Join(t.TempDir(), "other.keyset.json")
	for _, path := range []string{filepath.Join(dir, "sealing.keyset.json"), elsewhere} {
		k, err := seal.LoadOrCreate(path)
		if err != nil {
			t.Fatal(err)
		}
		ct, err := k.Seal("sub_1", []byte("sealed before"))
		if err != nil {
			t.Fatal(err)
		}
		args := []string{"keys", "rotate", "sealing", "--data-dir", dir}
		if path == elsewhere {
			args = append(args, "--sealing-key-file", path)
		}
		out := wants(t, 0, nil, args...)
		rotated, err := seal.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if rotated.PrimaryID() == k.PrimaryID() || len(rotated.KeyIDs()) != 2 || out != fmt.Sprintf("sealing with key %d\n", rotated.PrimaryID()) {
			t.Errorf("keys %v, %q", rotated.KeyIDs(), out)
		}
		if pt, err := rotated.Unseal("sub_1", ct); err != nil || string(pt) != "sealed before" {
			t.Errorf("%q, %v", pt, err)
		}
	}
	url := pgtest.NewDB(t, "empty", func(context.Context, string) error { return nil })
	wants(t, 0, nil, "migrate", "up", "--database-url", url)
	wants(t, 0, []string{"sealing with key", "identities encrypted anew: 0"}, "keys", "rotate", "sealing", "--data-dir", dir, "--database-url", url)
	wants(t, 1, []string{"the key is in use, but not all identities"}, "keys", "rotate", "sealing", "--data-dir", dir, "--database-url", "postgres://nobody@127.0.0.1:1/none")
	if _, err := proof.LoadOrCreateKey(dir, rand.Reader, time.Now()); err != nil {
		t.Fatal(err)
	}
	out := wants(t, 0, []string{"signing with key"}, "keys", "rotate", "receipts", "--data-dir", dir)
	keys, err := proof.LoadKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	public := keys.PublicKeys()
	if len(public) != 2 || public[0].Status != proof.KeyRetired || out != fmt.Sprintf("signing with key %s, public key %s\n", public[1].KeyID, public[1].PublicKey) {
		t.Errorf("%+v, %q", public, out)
	}
	card, err := jose.LoadOrCreate(dir, rand.Reader, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	out = wants(t, 0, []string{"signing the card"}, "keys", "rotate", "card", "--data-dir", dir)
	if err := card.Reload(); err != nil {
		t.Fatal(err)
	}
	if set := card.Set().Keys; len(set) != 2 || out != fmt.Sprintf("signing the card with key %s\n", set[1].Kid) {
		t.Errorf("%+v, %q", set, out)
	}
}
