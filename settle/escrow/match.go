package escrow

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/oabp/oabpd/settle"
)

// MatchMode is how a rule is decided.
type MatchMode = settle.MatchMode

// The modes of a rule that attesters decide.
const (
	MatchSubstring = settle.MatchSubstring
	MatchExact     = settle.MatchExact
	MatchRegex     = settle.MatchRegex
	MatchPredicate = settle.MatchPredicate
	MatchOracle    = settle.MatchOracle
)

// MaxExpected is the longest Expected in bytes.
const MaxExpected = 4096

// ErrNotDecidable says that a rule is not decided by looking at the content:
// its mode is predicate or oracle.
var ErrNotDecidable = errors.New("the rule cannot be decided from the content alone")

// MatchRule is what attesters check the submissions of a mission by. Its hash
// is the terms' param, so that all check the same.
type MatchRule struct {
	Mode     MatchMode
	Expected string
}

// Check says why no mission can have this rule.
func (r MatchRule) Check() error {
	switch {
	case r.Expected == "":
		return errors.New("the rule expects nothing")
	case len(r.Expected) > MaxExpected:
		return fmt.Errorf("the rule has %d bytes; the most is %d", len(r.Expected), MaxExpected)
	case !utf8.ValidString(r.Expected):
		return errors.New("the rule is not UTF-8")
	}
	switch r.Mode {
	case MatchSubstring, MatchExact, MatchOracle:
		return nil
	case MatchPredicate:
		if !strings.HasPrefix(r.Expected, "https://") {
			return errors.New("a predicate is an https URL")
		}
		return nil
	case MatchRegex:
		_, err := r.regexp()
		return err
	}
	return fmt.Errorf("match mode %q is none of substring, exact, regex, predicate, oracle", r.Mode)
}

// Bytes is the RFC 8785 form of the rule.
func (r MatchRule) Bytes() []byte {
	return []byte(`{"expected":` + quote(r.Expected) + `,"match_mode":` + quote(string(r.Mode)) + `,"type":"oabp.match_rule","v":1}`)
}

// Hash is the SHA-256 of Bytes: the terms' param.
func (r MatchRule) Hash() settle.Hash { return sha256.Sum256(r.Bytes()) }

// ParseMatchRule reads what Bytes wrote, and nothing else.
func ParseMatchRule(b []byte) (MatchRule, error) {
	var doc struct {
		Expected string    `json:"expected"`
		Mode     MatchMode `json:"match_mode"`
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		return MatchRule{}, fmt.Errorf("reading the rule: %w", err)
	}
	r := MatchRule{Mode: doc.Mode, Expected: doc.Expected}
	if err := r.Check(); err != nil {
		return MatchRule{}, err
	}
	if !bytes.Equal(bytes.TrimSpace(b), r.Bytes()) {
		return MatchRule{}, fmt.Errorf("the rule is not in its canonical form, which is %s", r.Bytes())
	}
	return r, nil
}

// Valid says whether content satisfies the rule. Errors: ErrNotDecidable, or
// what Check says. It takes time in proportion to the content.
func (r MatchRule) Valid(content string) (bool, error) {
	if err := r.Check(); err != nil {
		return false, err
	}
	switch r.Mode {
	case MatchSubstring:
		return strings.Contains(strings.ToLower(content), strings.ToLower(r.Expected)), nil
	case MatchExact:
		return content == r.Expected, nil
	case MatchRegex:
		re, err := r.regexp()
		if err != nil {
			return false, err
		}
		return re.MatchString(content), nil
	}
	return false, ErrNotDecidable
}

// regexp is the expression over the whole content. It is compiled by itself
// first, since "a)|(b" would be valid inside the anchors.
func (r MatchRule) regexp() (*regexp.Regexp, error) {
	if _, err := regexp.Compile(r.Expected); err != nil {
		return nil, fmt.Errorf("the rule is no RE2 expression: %w", err)
	}
	re, err := regexp.Compile(`\A(?:` + r.Expected + `)\z`)
	if err != nil {
		return nil, fmt.Errorf("the rule is no RE2 expression: %w", err)
	}
	return re, nil
}
