package seal_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/seal"
	"github.com/oabp/oabpd/settle/seal/keyfile"
)

// canary stands for sealed matter: no error may hold a piece of it.
const canary = "CANARY-7f3e"

func salt() *bytes.Reader { return bytes.NewReader(bytes.Repeat([]byte{0xab}, 32)) }

func TestEnvelopeVectors(t *testing.T) {
	b, err := os.ReadFile("testdata/envelope.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name     string          `json:"name"`
		Content  string          `json:"content"`
		Evidence json.RawMessage `json:"evidence"`
		Salt     settle.Hash     `json:"salt"`
		Envelope string          `json:"envelope"`
		Hash     settle.Hash     `json:"content_hash"`
	}
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) < 4 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		env, hash, err := seal.Make(c.Content, c.Evidence, bytes.NewReader(c.Salt[:]))
		if err != nil || string(env) != c.Envelope || hash != c.Hash {
			t.Errorf("%s:\n got %s\n     %s (%v)\nwant %s\n     %s", c.Name, env, hash, err, c.Envelope, c.Hash)
		}
	}
}

func TestEnvelopeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.String().Draw(t, "content")
		ev, err := json.Marshal(rapid.SliceOf(rapid.MapOf(rapid.String(), rapid.String())).Draw(t, "evidence"))
		if err != nil {
			t.Fatal(err)
		}
		random := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "salt")
		env, hash, err := seal.Make(content, ev, bytes.NewReader(random))
		if err != nil {
			t.Fatal(err)
		}
		if hash != sha256.Sum256(env) || hash != seal.Hash(env) {
			t.Fatal("the hash is not the SHA-256 of the bytes")
		}
		e, err := seal.Parse(env)
		if err != nil {
			t.Fatalf("%v: %s", err, env)
		}
		if e.V != 1 || e.Content != content || !bytes.Equal(e.Salt[:], random) {
			t.Fatalf("read back %+v", e)
		}
		var want, got any
		if json.Unmarshal(ev, &want) != nil || json.Unmarshal(e.Evidence, &got) != nil {
			t.Fatal("evidence is no JSON")
		}
		w, _ := json.Marshal(want)
		if g, _ := json.Marshal(got); !bytes.Equal(g, w) {
			t.Fatalf("evidence %s, want %s", g, w)
		}
	})
}

func TestEnvelopeRefusals(t *testing.T) {
	deep := strings.Repeat("[", 65) + strings.Repeat("]", 65)
	for _, c := range []struct {
		name, content, evidence string
		want                    error
	}{
		{"content bytes", canary + "\xff", "[]", seal.ErrNotUTF8},
		{"evidence bytes", "x", "[\"" + canary + "\xff\"]", seal.ErrNotUTF8},
		{"evidence syntax", "x", `["` + canary + `"`, seal.ErrEvidence},
		{"two values", "x", `["` + canary + `"] []`, seal.ErrEvidence},
		{"member twice", "x", `{"` + canary + `":1,"` + canary + `":2}`, seal.ErrEvidence},
		{"lone surrogate", "x", `["` + canary + `\ud800"]`, seal.ErrEvidence},
		{"large integer", "x", `[9007199254740993]`, seal.ErrEvidence},
		{"huge exponent", "x", `[1e999]`, seal.ErrEvidence},
		{"too deep", "x", deep, seal.ErrEvidence},
		{"too large", strings.Repeat(canary, seal.MaxEnvelope/len(canary)+1), "[]", seal.ErrTooLarge},
		{"too large once escaped", strings.Repeat("\x01", seal.MaxEnvelope-100), "[]", seal.ErrTooLarge},
	} {
		_, _, err := seal.Make(c.content, json.RawMessage(c.evidence), salt())
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), canary) {
			t.Errorf("%s: the error tells what is sealed: %v", c.name, err)
		}
	}
	if _, _, err := seal.Make("x", nil, bytes.NewReader(make([]byte, 31))); err == nil {
		t.Error("a short salt passed")
	}
}

func TestParseRefusesWhatMakeDoesNotWrite(t *testing.T) {
	good, _, err := seal.Make(canary, json.RawMessage(`[{"n":1}]`), salt())
	if err != nil {
		t.Fatal(err)
	}
	s := string(good)
	for name, bad := range map[string]string{
		"space":          strings.Replace(s, ":", ": ", 1),
		"version":        strings.Replace(s, `"v":1`, `"v":2`, 1),
		"extra member":   strings.Replace(s, `"v":1`, `"v":1,"w":1`, 1),
		"missing member": strings.Replace(s, `"evidence":[{"n":1}],`, "", 1),
		"member twice":   strings.Replace(s, `"v":1`, `"v":1,"v":1`, 1),
		"number form":    strings.Replace(s, `{"n":1}`, `{"n":1.0}`, 1),
		"trailing":       s + "{}",
		"cut":            s[:len(s)-1],
		"empty":          "",
		"null":           "null",
		"bytes":          s[:20] + "\xff" + s[20:],
	} {
		if bad == s {
			t.Fatalf("%s changes nothing", name)
		}
		if _, err := seal.Parse([]byte(bad)); err == nil {
			t.Errorf("%s passed", name)
		} else if strings.Contains(err.Error(), canary) {
			t.Errorf("%s: the error tells what is sealed", name)
		}
	}
}

func newKeyset(t *testing.T) (*seal.Keyset, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys", "seal.json")
	k, err := seal.LoadOrCreate(path)
	if err != nil {
		t.Fatal(err)
	}
	return k, path
}

func TestSealRoundTrip(t *testing.T) {
	k, path := newKeyset(t)
	ct, err := k.Seal("sub_1", []byte(canary))
	if err != nil || bytes.Contains(ct, []byte(canary)) {
		t.Fatalf("%q (%v)", ct, err)
	}
	other, err := k.Seal("sub_1", []byte(canary))
	if err != nil || bytes.Equal(ct, other) {
		t.Error("the same matter sealed twice looks the same")
	}
	again, err := seal.LoadOrCreate(path)
	if err != nil {
		t.Fatal(err)
	}
	if pt, err := again.Unseal("sub_1", ct); err != nil || string(pt) != canary {
		t.Errorf("after a restart: %q (%v)", pt, err)
	}
	for name, bad := range map[string][]byte{
		"empty": nil, "cut front": ct[1:], "prefix only": ct[:5], "cut tail": ct[:len(ct)-1], "longer": append(slices.Clone(ct), 0),
	} {
		if pt, err := k.Unseal("sub_1", bad); !errors.Is(err, seal.ErrUnseal) {
			t.Errorf("%s: %q (%v)", name, pt, err)
		}
	}
	for i := range ct {
		bad := slices.Clone(ct)
		bad[i] ^= 1
		if _, err := k.Unseal("sub_1", bad); !errors.Is(err, seal.ErrUnseal) {
			t.Fatalf("bit of byte %d changed: %v", i, err)
		}
	}
	if _, err := k.Unseal("sub_2", ct); !errors.Is(err, seal.ErrUnseal) {
		t.Errorf("opened for another id: %v", err)
	}
	if _, err := k.Seal("", nil); !errors.Is(err, seal.ErrNoID) {
		t.Errorf("no id: %v", err)
	}
	if _, err := k.Unseal("", ct); !errors.Is(err, seal.ErrNoID) {
		t.Errorf("no id: %v", err)
	}
}

func TestRotateWhileServing(t *testing.T) {
	k, path := newKeyset(t)
	replica, err := seal.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	old, err := k.Seal("sub_1", []byte("old"))
	if err != nil {
		t.Fatal(err)
	}
	first := k.PrimaryID()
	id, err := seal.Rotate(path)
	if err != nil || id == first {
		t.Fatalf("key %d after %d (%v)", id, first, err)
	}
	if k.PrimaryID() != first {
		t.Error("the new key seals before anybody loaded it")
	}
	if err := k.Reload(); err != nil {
		t.Fatal(err)
	}
	if k.PrimaryID() != id || !slices.Equal(k.KeyIDs(), []uint32{first, id}) {
		t.Errorf("primary %d of %v", k.PrimaryID(), k.KeyIDs())
	}
	fresh, err := k.Seal("sub_1", []byte("new"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		k    *seal.Keyset
		ct   []byte
		want string
	}{
		"old key": {k, old, "old"}, "new key": {k, fresh, "new"}, "replica that was not told": {replica, fresh, "new"},
	} {
		if pt, err := c.k.Unseal("sub_1", c.ct); err != nil || string(pt) != c.want {
			t.Errorf("%s: %q (%v)", name, pt, err)
		}
	}
	if replica.PrimaryID() != id {
		t.Error("the replica did not follow")
	}
}

func TestRotationsAndUseAtOnce(t *testing.T) {
	k, path := newKeyset(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, err := seal.Rotate(path); err != nil {
				t.Error(err)
			}
		})
		wg.Go(func() {
			for range 20 {
				ct, err := k.Seal("sub_1", []byte("x"))
				if err != nil {
					t.Error(err)
				}
				if err := k.Reload(); err != nil {
					t.Error(err)
				}
				if _, err := k.Unseal("sub_1", ct); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := k.Reload(); err != nil || len(k.KeyIDs()) != 5 {
		t.Errorf("keys %v after four rotations (%v)", k.KeyIDs(), err)
	}
}

func TestKeysetFile(t *testing.T) {
	k, path := newKeyset(t)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v (%v)", info.Mode(), err)
	}
	names, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(names) != 1 {
		t.Errorf("left behind: %v (%v)", names, err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ct, err := k.Seal("sub_1", []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"empty": {}, "cut": good[:len(good)/2], "no keys": []byte(`{"primaryKeyId":1,"key":[]}`), "other JSON": []byte(`[1]`),
		"too large": bytes.Repeat([]byte(" "), keyfile.MaxSize+1),
	} {
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := seal.LoadOrCreate(path); err == nil {
			t.Errorf("%s: loaded", name)
		} else if len(bad) > 100 && strings.Contains(err.Error(), string(bad[40:80])) {
			t.Errorf("%s: the error holds key material: %v", name, err)
		}
		if err := k.Reload(); err == nil {
			t.Errorf("%s: reloaded", name)
		}
		if _, err := k.Unseal("sub_1", ct); err != nil {
			t.Errorf("%s: the loaded keys are gone: %v", name, err)
		}
	}
	stranger, strangerPath := newKeyset(t)
	b, err := os.ReadFile(strangerPath)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := k.Reload(); !errors.Is(err, seal.ErrKeyLost) {
		t.Errorf("another keyset in the file's place: %v", err)
	}
	if _, err := stranger.Unseal("sub_1", ct); !errors.Is(err, seal.ErrUnseal) {
		t.Errorf("another keyset opened it: %v", err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := seal.Load(path); !errors.Is(err, keyfile.ErrPermissions) {
		t.Errorf("mode 0640: %v", err)
	}
	if _, err := seal.Rotate(path); !errors.Is(err, keyfile.ErrPermissions) {
		t.Errorf("rotating at mode 0640: %v", err)
	}
	if _, err := seal.Load(path + ".none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestCreateAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "seal.json")
	ids := make([]uint32, 8)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			k, err := seal.LoadOrCreate(path)
			if err != nil {
				t.Error(err)
				return
			}
			ids[i] = k.PrimaryID()
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Fatalf("not one keyset: %v", ids)
		}
	}
}
