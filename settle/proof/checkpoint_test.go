package proof_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/proof"
)

func TestCheckpoint(t *testing.T) {
	k := keysIn(t, t.TempDir())
	in := proof.Checkpoint{Seq: 7, Hash: settle.Hash{1}, StateDigest: settle.Hash{2}, Block: settle.BlockRef{Number: 3, Hash: settle.Hash{4}}, At: proof.Time(1_800_000_000_123)}
	doc, err := proof.SignCheckpoint(in, k)
	if err != nil {
		t.Fatal(err)
	}
	out, err := proof.ReadCheckpoint(doc)
	if err != nil || out.Signature == nil {
		t.Fatal(out, err)
	}
	if err := out.Verify(k.PublicKeys()); err != nil {
		t.Fatal(err)
	}
	if ms, err := out.Time(); err != nil || ms != 1_800_000_000_123 {
		t.Error(ms, err)
	}
	// the members are those of the wire, and no others
	for _, name := range []string{`"seq":7`, `"hash":"0x01`, `"state_digest":"0x02`, `"block":{"hash":"0x04`, `"number":3`, `"at":"2027-01-15T08:00:00.123Z"`, `"signature":{"alg":"ed25519","key_id":"`} {
		if !bytes.Contains(doc, []byte(name)) {
			t.Errorf("no %s in %s", name, doc)
		}
	}
	if out.Signature = nil; out != in {
		t.Errorf("%+v, want %+v", out, in)
	}
	// a form with spaces and another order says the same
	spaced := bytes.ReplaceAll(doc, []byte(","), []byte(" ,\n"))
	if again, err := proof.ReadCheckpoint(spaced); err != nil || again.Verify(k.PublicKeys()) != nil {
		t.Errorf("spaced: %v", err)
	}
	// whatever is changed, it is no checkpoint any more or not signed
	for at := range doc {
		bad := bytes.Clone(doc)
		bad[at] ^= 1
		if c, err := proof.ReadCheckpoint(bad); err == nil && c.Verify(k.PublicKeys()) == nil {
			t.Errorf("with byte %d changed: %s", at, bad)
		}
	}
	for _, bad := range []string{"", "{}", "[]", "null", strings.Replace(string(doc), `"seq":7,`, "", 1), strings.Replace(string(doc), `"seq":7`, `"seq":7,"x":1`, 1),
		strings.Replace(string(doc), `"seq":7`, `"seq":7,"Seq":8`, 1), strings.Replace(string(doc), `"seq":7`, `"seq":7.5`, 1), string(doc) + "{}",
		strings.Repeat(" ", proof.MaxCheckpoint) + string(doc)} {
		if _, err := proof.ReadCheckpoint([]byte(bad)); !errors.Is(err, proof.ErrCheckpoint) {
			t.Errorf("%.200s: %v", bad, err)
		}
	}
	if _, err := proof.LoadKeys(t.TempDir()); err == nil {
		t.Error("keys in an empty folder")
	}
}
