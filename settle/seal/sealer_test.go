package seal_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/seal"
)

var _ engine.Sealer = seal.Sealer{}

func TestSealer(t *testing.T) {
	k, _ := newKeyset(t)
	s := seal.Sealer{Keyset: k, Salt: bytes.NewReader(bytes.Repeat([]byte{1}, 64))}
	env, hash, err := s.Make(canary, []byte(`[{"n":1}]`))
	if err != nil || hash != seal.Hash(env) {
		t.Fatal(err)
	}
	ct, err := s.Seal("sub_1", env)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := s.Unseal("sub_1", ct)
	if err != nil || !bytes.Equal(opened, env) {
		t.Fatal(err)
	}
	if c, err := s.Open(opened); err != nil || c.Text != canary || string(c.Evidence) != `[{"n":1}]` {
		t.Errorf("%+v (%v)", c, err)
	}
	if _, err := s.Open([]byte(canary)); err == nil || strings.Contains(err.Error(), canary) {
		t.Errorf("%v", err)
	}
	for _, bad := range []string{canary + "\xff", strings.Repeat(canary, 1<<19)} {
		if _, _, err := s.Make(bad, nil); settle.CodeOf(err) != settle.CodeInvalid || strings.Contains(err.Error(), canary) {
			t.Errorf("%.100v", err)
		}
	}
	if _, _, err := s.Make("x", []byte(`{"`+canary+`":`)); settle.CodeOf(err) != settle.CodeInvalid || strings.Contains(err.Error(), canary) {
		t.Errorf("%v", err)
	}
	if _, _, err := (seal.Sealer{Keyset: k, Salt: bytes.NewReader(nil)}).Make("x", nil); settle.CodeOf(err) != settle.CodeInternal {
		t.Errorf("no randomness: %v", err)
	}
}
