package jose_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle/proof/jose"
	"github.com/oabp/oabpd/settle/seal/canon"
)

var at = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

const card = `{"name":"Größe ☃ <b>","url":"https://x.example/api/a2a","skills":[{"id":"oabp.missions","n":-0}],"version":"1.0.0","\ue000":1e21,"\ud83d\ude00":0.002}`

func keysIn(t *testing.T, dir string) *jose.Keys {
	t.Helper()
	k, err := jose.LoadOrCreate(dir, rand.Reader, at)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func set(t *testing.T, k *jose.Keys) []byte {
	t.Helper()
	b, err := json.Marshal(k.Set())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func signed(t *testing.T, k *jose.Keys) []byte {
	t.Helper()
	b, err := jose.Sign([]byte(card), k)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// byNode asks an implementation that shares nothing with ours.
func byNode(t *testing.T, doc, jwks []byte) string {
	t.Helper()
	in, err := json.Marshal(map[string]json.RawMessage{"card": doc, "jwks": jwks})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/verify.mjs")
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestCardVerifies (CONF-DISCO-03): by our verifier and by Node's crypto.
func TestCardVerifies(t *testing.T) {
	k := keysIn(t, t.TempDir())
	doc, keys := signed(t, k), set(t, k)
	if err := jose.Verify(doc, keys); err != nil {
		t.Error(err)
	}
	if got := byNode(t, doc, keys); got != "VERIFIED" {
		t.Errorf("Node says %s", got)
	}
	if again := signed(t, k); !bytes.Equal(again, doc) {
		t.Error("the same card was signed differently")
	}
	if twice, err := jose.Sign(doc, k); err != nil || !bytes.Equal(twice, doc) {
		t.Errorf("signing a signed card changes it: %v", err)
	}
	other := bytes.Replace(doc, []byte("Größe"), []byte("Grösse"), 1)
	if got := byNode(t, other, keys); got == "VERIFIED" {
		t.Error("Node takes a changed card")
	}
}

// forge makes a card whose one signature has the header, made by sign.
func forge(t *testing.T, header string, sign func(input []byte) []byte) []byte {
	t.Helper()
	form, err := canon.Form([]byte(card))
	if err != nil {
		t.Fatal(err)
	}
	enc := base64.RawURLEncoding.EncodeToString
	protected := enc([]byte(header))
	var m map[string]any
	if err := json.Unmarshal([]byte(card), &m); err != nil {
		t.Fatal(err)
	}
	m["signatures"] = []any{map[string]string{"protected": protected, "signature": enc(sign([]byte(protected + "." + enc(form))))}}
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestOtherAlgorithmsAreRefused (CONF-DISCO-04): none, and keyed hashes or RSA in the
// place of ES256, though they are genuine by their own rules.
func TestOtherAlgorithmsAreRefused(t *testing.T) {
	k := keysIn(t, t.TempDir())
	keys, kid := set(t, k), k.Set().Keys[0].Kid
	priv, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	with := func(alg string) string { return `{"alg":"` + alg + `","typ":"JWT","kid":"` + kid + `"}` }
	good := func(input []byte) []byte { // what is right but for the header
		return []byte(strings.Repeat("\x01", 64))
	}
	for name, doc := range map[string][]byte{
		"none":             forge(t, with("none"), func([]byte) []byte { return nil }),
		"none with bytes":  forge(t, with("none"), good),
		"HS256 by the key": forge(t, with("HS256"), func(in []byte) []byte { h := hmac.New(sha256.New, keys); h.Write(in); return h.Sum(nil) }),
		"RS256": forge(t, with("RS256"), func(in []byte) []byte {
			s := sha256.Sum256(in)
			b, _ := rsa.SignPKCS1v15(nil, priv, crypto.SHA256, s[:])
			return b
		}),
		"es256":            forge(t, with("es256"), good),
		"no algorithm":     forge(t, `{"kid":"`+kid+`"}`, good),
		"two algorithms":   forge(t, `{"alg":"none","ALG":"ES256","kid":"`+kid+`"}`, good),
		"zeros":            forge(t, with("ES256"), func([]byte) []byte { return make([]byte, 64) }),
		"DER":              forge(t, with("ES256"), func([]byte) []byte { return bytes.Repeat([]byte{0x30}, 70) }),
		"no object":        forge(t, `"ES256"`, good),
		"no signatures":    []byte(card),
		"empty signatures": []byte(`{"name":"x","signatures":[]}`),
		"no array":         []byte(`{"name":"x","signatures":{"alg":"none"}}`),
		"many":             []byte(`{"name":"x","signatures":[` + strings.Repeat(`{},`, 8) + `{}]}`),
		"no object at all": []byte(`[]`),
		"a member twice":   []byte(`{"name":"x","name":"y","signatures":[]}`),
	} {
		if err := jose.Verify(doc, keys); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

// TestTamperedCardFails (CONF-DISCO-05): every changed byte that changes what the card
// says breaks the signature.
func TestTamperedCardFails(t *testing.T) {
	k := keysIn(t, t.TempDir())
	doc, keys := signed(t, k), set(t, k)
	form, err := canon.Form(doc)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		bad := bytes.Clone(doc)
		bad[rapid.IntRange(0, len(bad)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "by"))
		if same, err := canon.Form(bad); err == nil && bytes.Equal(same, form) {
			return // says the same
		}
		if jose.Verify(bad, keys) == nil {
			t.Fatalf("taken: %q", bad)
		}
	})
}

// TestKeyIsChosenByItsId (CONF-DISCO-06): by kid among several; without one only where
// there is no choice.
func TestKeyIsChosenByItsId(t *testing.T) {
	dir := t.TempDir()
	k := keysIn(t, dir)
	before := signed(t, k)
	fresh, err := jose.Rotate(dir, rand.Reader, at)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(signed(t, k), before) {
		t.Error("another key signs, though nobody told")
	}
	if err := k.Reload(); err != nil {
		t.Fatal(err)
	}
	after, keys := signed(t, k), set(t, k)
	if n := len(k.Set().Keys); n != 2 || k.Set().Keys[1] != fresh {
		t.Fatalf("%d keys", n)
	}
	for name, doc := range map[string][]byte{"before": before, "after": after} {
		if err := jose.Verify(doc, keys); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := byNode(t, doc, keys); got != "VERIFIED" {
			t.Errorf("%s: Node says %s", name, got)
		}
	}
	one, err := json.Marshal(jose.Set{Keys: []jose.JWK{fresh}})
	if err != nil {
		t.Fatal(err)
	}
	if jose.Verify(before, one) == nil {
		t.Error("a key with another id was taken")
	}
	if jose.Verify(after, []byte(`{"keys":[]}`)) == nil || jose.Verify(after, []byte(`7`)) == nil {
		t.Error("taken without keys")
	}
}

// TestUnnamedKey: a genuine signature without a kid holds with one key, not with two.
func TestUnnamedKey(t *testing.T) {
	priv, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	pub, err := priv.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	enc := base64.RawURLEncoding.EncodeToString
	mine := fmt.Sprintf(`{"kty":"EC","crv":"P-256","x":%q,"y":%q,"kid":"mine"}`, enc(pub[1:33]), enc(pub[33:]))
	sign := func(header string) []byte {
		return forge(t, header, func(in []byte) []byte {
			s := sha256.Sum256(in)
			r, v, err := ecdsa.Sign(rand.Reader, priv, s[:])
			if err != nil {
				t.Fatal(err)
			}
			return slices.Concat(r.FillBytes(make([]byte, 32)), v.FillBytes(make([]byte, 32)))
		})
	}
	other := strings.Replace(mine, `"mine"`, `"other"`, 1)
	rsaKey := `{"kty":"RSA","n":"AQAB","e":"AQAB","kid":"mine"}`
	for _, tt := range []struct {
		header, keys string
		ok           bool
	}{
		{`{"alg":"ES256"}`, mine, true},
		{`{"alg":"ES256"}`, mine + "," + other, false},
		{`{"alg":"ES256","kid":"mine"}`, other + "," + mine + "," + rsaKey, true},
		{`{"alg":"ES256","kid":"mine"}`, mine + "," + mine, false},
		{`{"alg":"ES256","kid":"mine"}`, strings.Replace(mine, "P-256", "P-384", 1), false},
		{`{"alg":"ES256","kid":"mine"}`, strings.Replace(mine, `"kid"`, `"use":"enc","kid"`, 1), false},
		{`{"alg":"ES256","kid":"mine"}`, strings.Replace(mine, `"kid"`, `"alg":"RS256","kid"`, 1), false},
		{`{"alg":"ES256","kid":"mine","crit":["exp"],"exp":1}`, mine, false},
		{`{"alg":"ES256","kid":"mine","b64":false}`, mine, false},
	} {
		if err := jose.Verify(sign(tt.header), []byte(`{"keys":[`+tt.keys+`]}`)); (err == nil) != tt.ok {
			t.Errorf("%s with %s: %v", tt.header, tt.keys, err)
		}
	}
}

// TestKeySet (CONF-DISCO-02): P-256, a kid, no secret; also in the file only the newest
// key has one.
func TestKeySet(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	k := keysIn(t, dir)
	if _, err := jose.Rotate(dir, rand.Reader, at); err != nil {
		t.Fatal(err)
	}
	if err := k.Reload(); err != nil {
		t.Fatal(err)
	}
	var doc struct{ Keys []map[string]string }
	if err := json.Unmarshal(set(t, k), &doc); err != nil {
		t.Fatal(err)
	}
	for _, j := range doc.Keys {
		if j["kty"] != "EC" || j["crv"] != "P-256" || j["kid"] == "" || j["alg"] != "ES256" || j["use"] != "sig" || len(j) != 7 {
			t.Errorf("%v", j)
		}
		if _, secret := j["d"]; secret {
			t.Error("the secret half is published")
		}
		x, err := base64.RawURLEncoding.DecodeString(j["x"])
		if err != nil || len(x) != 32 || new(big.Int).SetBytes(x).Sign() == 0 {
			t.Errorf("x is %q", j["x"])
		}
	}
	path := filepath.Join(dir, jose.KeyFile)
	b, err := os.ReadFile(path)
	if err != nil || bytes.Count(b, []byte(`"d"`)) != 1 {
		t.Errorf("the retired key's secret half is still there: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
	if again := keysIn(t, dir); !slices.Equal(again.Set().Keys, k.Set().Keys) {
		t.Error("other keys after a restart")
	}
	if _, err := jose.Rotate(t.TempDir(), rand.Reader, at); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("rotating nothing: %v", err)
	}
	for name, bad := range map[string]string{"none": `{"keys":[]}`, "text": "x", "changed": strings.Replace(string(b), `"kid": "`, `"kid": "A`, 1),
		"no secret": strings.Replace(string(b), `"d"`, `"e"`, 1)} {
		if err := os.WriteFile(path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := k.Reload(); !errors.Is(err, jose.ErrKeys) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := jose.Verify(signed(t, k), set(t, k)); err != nil {
		t.Errorf("the keys in use did not stay: %v", err)
	}
}
