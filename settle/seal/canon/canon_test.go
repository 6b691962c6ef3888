package canon_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle/seal/canon"
)

func TestForm(t *testing.T) {
	for in, want := range map[string]string{
		` {"b" : 1.0, "a":[true,null,"\u00e9\/<"]} `: `{"a":[true,null,"é/<"],"b":1}`,
		`-0`:                      `0`,
		`1e21`:                    `1e+21`,
		`{"\u20ac":1,"\r":2}`:     `{"\r":2,"€":1}`,
		`9007199254740991`:        `9007199254740991`,
		`[{"a":1},{"a":{"a":2}}]`: `[{"a":1},{"a":{"a":2}}]`,
	} {
		if got, err := canon.Form([]byte(in)); err != nil || string(got) != want {
			t.Errorf("%s: %s (%v)", in, got, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	const canary = "CANARY-51c0"
	for in, want := range map[string]error{
		"":                                canon.ErrSyntax,
		"{} {}":                           canon.ErrSyntax,
		`{"` + canary + `":`:              canon.ErrSyntax,
		`["` + canary + `\ud800"]`:        canon.ErrSyntax,
		`["` + canary + "\xff\"]":         canon.ErrNotUTF8,
		`{"x":1,"x":1}`:                   canon.ErrMember,
		`[{"y":{"x":1,"\u0078":1}}]`:      canon.ErrMember,
		`9007199254740992`:                canon.ErrNumber,
		`[-9007199254740993]`:             canon.ErrNumber,
		`1e400`:                           canon.ErrNumber,
		strings.Repeat("[", 65):           canon.ErrDepth,
		strings.Repeat(`{"a":`, 65) + "1": canon.ErrDepth,
	} {
		_, err := canon.Form([]byte(in))
		if !errors.Is(err, want) {
			t.Errorf("%.40q: %v, want %v", in, err, want)
		}
		if err != nil && strings.Contains(err.Error(), canary) {
			t.Errorf("the error quotes the document: %v", err)
		}
	}
}

func TestCaseless(t *testing.T) {
	for _, in := range []string{`{"x":1,"X":1}`, `{"s":1,"\u017f":1}`, `{"k":1,"\u212a":1}`, `{"x":1,"x":1}`} {
		if _, err := canon.FormOfCaseless([]byte(in)); !errors.Is(err, canon.ErrMember) {
			t.Errorf("%s: %v", in, err)
		}
	}
	for _, form := range []func([]byte) ([]byte, error){canon.Form, canon.FormOfCaseless} {
		if got, err := form([]byte(`{"y":{"x":1},"x":1}`)); err != nil || string(got) != `{"x":1,"y":{"x":1}}` {
			t.Errorf("%s (%v)", got, err)
		}
	}
	if got, err := canon.Form([]byte(`{"x":1,"X":1}`)); err != nil || string(got) != `{"X":1,"x":1}` {
		t.Errorf("%s (%v)", got, err)
	}
}

func TestFormIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, err := json.Marshal(rapid.MapOf(rapid.StringN(0, 8, -1), rapid.SliceOf(rapid.Float64())).Draw(t, "doc"))
		if err != nil {
			t.Fatal(err)
		}
		once, err := canon.Form(b)
		if err != nil {
			// A float without fraction beyond 2^53 is written as an integer.
			if errors.Is(err, canon.ErrNumber) {
				t.Skip("large integer")
			}
			t.Fatal(err)
		}
		if twice, err := canon.Form(once); err == nil && !bytes.Equal(once, twice) {
			t.Fatalf("%s, then %s", once, twice)
		}
	})
}
