package digest_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"pgregory.net/rapid"

	"github.com/oabp/oabpd/bindings/attestationoracle"
	"github.com/oabp/oabpd/settle/digest"
)

func genFinding() *rapid.Generator[digest.Finding] {
	return rapid.Custom(func(t *rapid.T) digest.Finding {
		return digest.Finding{MissionID: genHash().Draw(t, "mission"), Tranche: rapid.Uint8().Draw(t, "tranche"), Agent: genAddress().Draw(t, "agent"),
			SubmissionHash: genHash().Draw(t, "submission"), SharesHash: genHash().Draw(t, "shares"),
			Position: digest.Position(rapid.Uint64Range(0, 1<<32-1).Draw(t, "block"), rapid.Uint32().Draw(t, "index")),
			Deadline: rapid.Int64Range(0, 1<<40).Draw(t, "deadline")}
	})
}

func TestAttestedAwardMatchesTheContract(t *testing.T) {
	oracle, err := attestationoracle.AttestationOracleMetaData.GetAbi()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		terms, split, f, content := genTerms().Draw(t, "terms"), genSplit().Draw(t, "split"), genFinding().Draw(t, "finding"), genHash().Draw(t, "content")
		mine := []digest.Attestation{}
		theirs := []attestationoracle.Attestation{}
		for range rapid.IntRange(0, 5).Draw(t, "attestations") {
			signer, sig := genAddress().Draw(t, "signer"), rapid.SliceOfN(rapid.Byte(), 0, 130).Draw(t, "sig")
			mine = append(mine, digest.Attestation{Signer: signer, Signature: sig})
			theirs = append(theirs, attestationoracle.Attestation{Signer: common.Address(signer), Signature: sig})
		}
		want, err := oracle.Pack("award", attestationoracle.MissionTerms(bound(terms)), f.Tranche, common.Address(f.Agent), [32]byte(content),
			attestationoracle.Split(boundSplit(split)), new(big.Int).SetUint64(f.Position), big.NewInt(f.Deadline), theirs)
		if err != nil {
			t.Fatal(err)
		}
		if got := digest.CalldataAttestedAward(terms, f, content, split, mine); !bytes.Equal(got, want) {
			t.Fatalf("\n got %s\nwant 0x%x", got, want)
		}
	})
}

// go-ethereum's encoder of typed data gives the digest, from the document that
// a wallet gets.
func TestAttestationIsTheTypedDatasHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := digest.AttestationDomain{ChainID: rapid.Uint64Range(0, 1<<53).Draw(t, "chain"), Oracle: genAddress().Draw(t, "oracle")}
		signer, f := genAddress().Draw(t, "signer"), genFinding().Draw(t, "finding")
		b, err := json.Marshal(d.AttestationTypedData(signer, f))
		if err != nil {
			t.Fatal(err)
		}
		var doc apitypes.TypedData
		if err := json.Unmarshal(b, &doc); err != nil {
			t.Fatal(err)
		}
		want, _, err := apitypes.TypedDataAndHash(doc)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Attestation(signer, f); !bytes.Equal(got[:], want) {
			t.Fatalf("%s, go-ethereum %x", got, want)
		}
		back := digest.Finding{}
		if b, err = json.Marshal(f); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &back); err != nil || back != f {
			t.Fatalf("%s reads as %+v: %v", b, back, err)
		}
	})
}

func TestSignatureText(t *testing.T) {
	var s digest.Signature
	if err := s.UnmarshalText([]byte("0x00ff")); err != nil || string(s) != "\x00\xff" {
		t.Errorf("%x %v", s, err)
	}
	if b, _ := s.MarshalText(); string(b) != "0x00ff" {
		t.Errorf("%s", b)
	}
	for _, bad := range []string{"", "00ff", "0x0", "0xzz"} {
		if err := new(digest.Signature).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
	if digest.Position(1, 2) != 1<<32+2 || digest.Position(1<<32-1, 1<<32-1) != 1<<64-1 {
		t.Error("positions")
	}
}
