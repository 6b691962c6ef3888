package escrow_test

import (
	"crypto/sha256"
	"errors"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/seal/canon"
)

func TestMatchRule(t *testing.T) {
	for _, c := range []struct {
		mode     escrow.MatchMode
		expected string
		yes, no  []string
	}{
		{escrow.MatchSubstring, "Übung", []string{"eine übung", "ÜBUNG"}, []string{"", "ubung"}},
		{escrow.MatchExact, "a\n", []string{"a\n"}, []string{"a", "A\n", " a\n"}},
		{escrow.MatchRegex, "a|b+", []string{"a", "bbb"}, []string{"ab", "ba", "", "b\n", "\nb", "bb a"}},
		{escrow.MatchRegex, `(?i)0x[0-9a-f]{4}$`, []string{"0xABCD"}, []string{"0xABCD\n", "0xabcde"}},
		{escrow.MatchRegex, `(?m)^a$`, []string{"a"}, []string{"b\na", "a\nb"}},
	} {
		r := escrow.MatchRule{Mode: c.mode, Expected: c.expected}
		for want, list := range map[bool][]string{true: c.yes, false: c.no} {
			for _, content := range list {
				if got, err := r.Valid(content); err != nil || got != want {
					t.Errorf("%s %q: %q is %v %v", c.mode, c.expected, content, got, err)
				}
			}
		}
		if back, err := escrow.ParseMatchRule(r.Bytes()); err != nil || back != r {
			t.Errorf("%s reads as %+v: %v", r.Bytes(), back, err)
		}
		if form, err := canon.Form(r.Bytes()); err != nil || string(form) != string(r.Bytes()) {
			t.Errorf("%s is not canonical, %s is: %v", r.Bytes(), form, err)
		}
		if r.Hash() != settle.Hash(sha256.Sum256(r.Bytes())) {
			t.Error("the hash is not of the bytes")
		}
	}
	for _, mode := range []escrow.MatchMode{escrow.MatchPredicate, escrow.MatchOracle} {
		if _, err := (escrow.MatchRule{Mode: mode, Expected: "https://x"}).Valid("x"); !errors.Is(err, escrow.ErrNotDecidable) {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

func TestMatchRuleRefuses(t *testing.T) {
	for _, r := range []escrow.MatchRule{
		{}, {Mode: "exact"}, {Mode: "glob", Expected: "x"}, {Mode: "regex", Expected: "a)|(b"}, {Mode: "regex", Expected: "("}, {Mode: "regex", Expected: `(?=a)`},
		{Mode: "exact", Expected: "\xff"}, {Mode: "exact", Expected: strings.Repeat("x", escrow.MaxExpected+1)}, {Mode: "predicate", Expected: "http://x"},
	} {
		if r.Check() == nil {
			t.Errorf("%+v is taken", r)
		}
		if _, err := r.Valid("x"); err == nil {
			t.Errorf("%+v decides", r)
		}
		if back, err := escrow.ParseMatchRule(r.Bytes()); err == nil && back == r {
			t.Errorf("%+v is read", r)
		}
	}
	good := string(escrow.MatchRule{Mode: "exact", Expected: "x"}.Bytes())
	for _, text := range []string{"", "{}", "[]", strings.Replace(good, `"x"`, `"x","more":1`, 1), strings.Replace(good, ":1", ": 1", 1),
		strings.Replace(good, `"v":1`, `"v":2`, 1), good + good, strings.Replace(good, `"expected":"x"`, `"expected":"y","expected":"x"`, 1)} {
		if r, err := escrow.ParseMatchRule([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", text, r)
		}
	}
}
