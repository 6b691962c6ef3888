package proof_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle/proof"
	"github.com/oabp/oabpd/settle/seal/canon"
	"github.com/oabp/oabpd/settle/seal/keyfile"
)

// resign signs a document without going through the Receipt type.
func resign(t *testing.T, m map[string]any, k *proof.Keys) []byte {
	t.Helper()
	b, err := canon.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	m["digest"], m["signature"] = proof.ContentHash(sha256.Sum256(b)), k.Sign(b)
	return encode(t, m)
}

func TestKeys(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	k := keysIn(t, dir)
	info, err := os.Stat(filepath.Join(dir, proof.KeyFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v (%v)", info.Mode(), err)
	}
	old := sign(t, sample(), k)
	fresh, err := proof.RotateKey(dir, bytes.NewReader(bytes.Repeat([]byte{8}, 32)), at)
	if err != nil {
		t.Fatal(err)
	}
	between := sign(t, sample(), k) // not told yet
	if err := k.Reload(); err != nil {
		t.Fatal(err)
	}
	after := sign(t, sample(), k)
	keys := k.PublicKeys()
	if len(keys) != 2 || keys[0].Status != proof.KeyRetired || keys[1] != fresh || fresh.Status != proof.KeyActive {
		t.Fatalf("%+v", keys)
	}
	if !strings.Contains(string(after), fresh.KeyID) || strings.Contains(string(between), fresh.KeyID) {
		t.Error("the wrong key signed")
	}
	for name, doc := range map[string][]byte{"old": old, "between": between, "after": after} {
		if r := proof.Verify(context.Background(), doc, keys, proof.Options{}); r.Verdict != proof.Consistent {
			t.Errorf("%s: %s", name, r.Summary())
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, proof.KeyFile))
	if err != nil || strings.Count(string(b), `"seed"`) != 1 {
		t.Errorf("the retired key's secret half is still there: %v", err)
	}
	again, err := proof.LoadOrCreateKey(dir, nil, at)
	if err != nil || !slices.Equal(again.PublicKeys(), keys) {
		t.Errorf("after a restart: %v", err)
	}
}

func TestSignatureRefusals(t *testing.T) {
	k := keysIn(t, t.TempDir())
	keys, msg := k.PublicKeys(), []byte("message")
	good := k.Sign(msg)
	if err := proof.VerifySignature(msg, good, keys); err != nil {
		t.Fatal(err)
	}
	raw, err := base64.RawURLEncoding.DecodeString(good.Value)
	if err != nil {
		t.Fatal(err)
	}
	change := func(f func(*proof.Signature, *proof.PublicKey)) (proof.Signature, []proof.PublicKey) {
		s, p := good, keys[0]
		f(&s, &p)
		return s, []proof.PublicKey{p}
	}
	for name, f := range map[string]func(*proof.Signature, *proof.PublicKey){
		"algorithm":      func(s *proof.Signature, _ *proof.PublicKey) { s.Alg = "none" },
		"unknown key":    func(s *proof.Signature, _ *proof.PublicKey) { s.KeyID = "ed25519-0" },
		"revoked":        func(_ *proof.Signature, p *proof.PublicKey) { p.Status = proof.KeyRevoked },
		"key algorithm":  func(_ *proof.Signature, p *proof.PublicKey) { p.Alg = "es256" },
		"short key":      func(_ *proof.Signature, p *proof.PublicKey) { p.PublicKey = p.PublicKey[:20] },
		"padded":         func(s *proof.Signature, _ *proof.PublicKey) { s.Value += "==" },
		"short":          func(s *proof.Signature, _ *proof.PublicKey) { s.Value = s.Value[:80] },
		"loose last bit": func(s *proof.Signature, _ *proof.PublicKey) { s.Value = loosen(s.Value) },
		"other": func(s *proof.Signature, _ *proof.PublicKey) {
			raw[0] ^= 1
			s.Value = base64.RawURLEncoding.EncodeToString(raw)
		},
	} {
		sig, keys := change(f)
		if err := proof.VerifySignature(msg, sig, keys); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	if proof.VerifySignature([]byte("other"), good, keys) == nil || proof.VerifySignature(msg, good, nil) == nil {
		t.Error("another message, or no keys, passed")
	}
}

// loosen sets the unused bits of the last base64 digit.
func loosen(s string) string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	i := strings.IndexByte(digits, s[len(s)-1])
	return s[:len(s)-1] + digits[i|1:i|1+1]
}

func TestKeyFileRefusals(t *testing.T) {
	dir := t.TempDir()
	k := keysIn(t, dir)
	path := filepath.Join(dir, proof.KeyFile)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	edit := func(from, to string) []byte { return []byte(strings.Replace(string(good), from, to, 1)) }
	id := k.PublicKeys()[0].KeyID
	other := keysIn2(t)
	for name, bad := range map[string][]byte{
		"empty": {}, "cut": good[:40], "no keys": []byte(`{"keys":[]}`), "no active": edit(`"active"`, `"retired"`),
		"wrong id": edit(id, "ed25519-0000000000000000"), "no seed": edit(`"seed"`, `"sead"`), "other seed": edit(seedOf(t, good), seedOf(t, other)),
		"other keys": other,
	} {
		if bytes.Equal(bad, good) {
			t.Fatalf("%s changes nothing", name)
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := k.Reload(); !errors.Is(err, proof.ErrKeys) {
			t.Errorf("%s: %v", name, err)
		} else if strings.Contains(err.Error(), seedOf(t, good)) {
			t.Errorf("%s: the error holds the secret", name)
		}
		if got := k.PublicKeys(); len(got) != 1 || got[0].KeyID != id {
			t.Errorf("%s: the loaded keys are gone", name)
		}
	}
	if err := os.WriteFile(path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o604); err != nil {
		t.Fatal(err)
	}
	if _, err := proof.LoadOrCreateKey(dir, nil, at); !errors.Is(err, keyfile.ErrPermissions) {
		t.Errorf("mode 0604: %v", err)
	}
	if _, err := proof.LoadOrCreateKey(filepath.Join(dir, "x"), bytes.NewReader(nil), at); err == nil {
		t.Error("a key without randomness")
	}
	if _, err := proof.RotateKey(filepath.Join(dir, "y"), nil, at); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("rotating nothing: %v", err)
	}
}

func keysIn2(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	if _, err := proof.LoadOrCreateKey(dir, bytes.NewReader(bytes.Repeat([]byte{9}, 32)), at); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, proof.KeyFile))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func seedOf(t *testing.T, file []byte) string {
	t.Helper()
	var f struct {
		Keys []struct {
			Seed string `json:"seed"`
		} `json:"keys"`
	}
	if err := json.Unmarshal(file, &f); err != nil || len(f.Keys) == 0 || f.Keys[0].Seed == "" {
		t.Fatalf("no seed (%v)", err)
	}
	return f.Keys[0].Seed
}

var update = flag.Bool("update", false, "write testdata/receipt.json anew")

// The vectors are for other implementations: a seed, its published key, the
// signed document, and what digest and signature are over.
func TestReceiptVectors(t *testing.T) {
	k := keysIn(t, t.TempDir())
	doc := sign(t, sample(), k)
	m := members(t, doc)
	delete(m, "digest")
	delete(m, "signature")
	signed, err := canon.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	v := map[string]any{
		"comment":              "signing_bytes is the RFC 8785 form of the receipt without digest and signature; digest is its SHA-256, signature.value ed25519 over it; document is what is served",
		"ed25519_seed":         "0x" + strings.Repeat("07", 32),
		"receipt_signing_keys": k.PublicKeys(), "signing_bytes": string(signed), "document": string(doc),
	}
	want, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	const file = "testdata/receipt.json"
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%s is not what this code makes; receipts that are out there would no longer verify (%v)", file, err)
	}
	// What another implementation does, with nothing of this package.
	var r struct {
		Digest    string
		Signature struct{ Value string }
	}
	if err := json.Unmarshal(doc, &r); err != nil {
		t.Fatal(err)
	}
	pub, err := base64.RawURLEncoding.DecodeString(k.PublicKeys()[0].PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	sig, err := base64.RawURLEncoding.DecodeString(r.Signature.Value)
	if err != nil || !ed25519.Verify(pub, signed, sig) || r.Digest != proof.ContentHash(sha256.Sum256(signed)) {
		t.Errorf("the vector does not verify by hand (%v)", err)
	}
}
