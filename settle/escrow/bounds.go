package escrow

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/oabp/oabpd/settle"
)

// The bounds of rules that this server applies itself. RE2 is linear in the content,
// but a short expression can be a large program (.{0,1000}); these keep one match
// well under a second.
const (
	// MaxRegex is the longest expression in bytes.
	MaxRegex = 500
	// MaxProgram is the most instructions of one.
	MaxProgram = 2500
	// MaxMatched is the longest content in bytes that an expression is applied to.
	MaxMatched = 32768
	// MaxPredicate is the longest predicate_uri in bytes.
	MaxPredicate = 1024
)

// Bounded is Check for a rule that this server applies itself.
func (r MatchRule) Bounded() error {
	if r.Mode == MatchRegex && len(r.Expected) > MaxRegex {
		return fmt.Errorf("the expression has %d bytes; the most is %d", len(r.Expected), MaxRegex)
	}
	if err := r.Check(); err != nil {
		return hint(err)
	}
	if r.Mode != MatchRegex {
		return nil
	}
	if n := program(r.Expected); n > MaxProgram {
		return fmt.Errorf("the expression compiles to %d steps; the most is %d: make its repetitions smaller", n, MaxProgram)
	}
	return nil
}

// hint adds to RE2's word for what it lacks how to do without.
func hint(err error) error {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return err
	}
	switch {
	case strings.HasPrefix(e.Expr, "(?=") || strings.HasPrefix(e.Expr, "(?!") || strings.HasPrefix(e.Expr, "(?<"):
		return fmt.Errorf("%w: RE2 has no lookahead and no lookbehind, since they take more than linear time; describe the whole text instead", err)
	case e.Code == syntax.ErrInvalidEscape && len(e.Expr) == 2 && e.Expr[1] >= '1' && e.Expr[1] <= '9':
		return fmt.Errorf("%w: RE2 has no back-references", err)
	case e.Code == syntax.ErrInvalidRepeatSize:
		return fmt.Errorf("%w: a repetition is at most 1000", err)
	}
	return err
}

// program is how many instructions an expression compiles to.
func program(expr string) int {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return MaxProgram + 1
	}
	p, err := syntax.Compile(re.Simplify())
	if err != nil {
		return MaxProgram + 1
	}
	return len(p.Inst)
}

// Decide applies public terms, or secret (the rule that they keep secret), to the
// bytes of a submission. Errors: ErrNotDecidable for a predicate.
func Decide(t settle.MatchTerms, secret MatchRule, content []byte) (settle.CheckState, settle.CheckReason, error) {
	yes := false
	switch t.Mode {
	case settle.MatchHash:
		yes = settle.Hash(sha256.Sum256(content)) == t.TargetHash
	case settle.MatchPredicate:
		return "", "", ErrNotDecidable
	default:
		rule := secret
		if t.Regex != "" {
			rule = MatchRule{Mode: MatchRegex, Expected: t.Regex}
		}
		if rule.Mode != t.Mode {
			return "", "", fmt.Errorf("the terms say %s, the rule beside them %q", t.Mode, rule.Mode)
		}
		if len(content) > MaxMatched && rule.Mode == MatchRegex {
			return settle.CheckUnmatched, settle.ReasonTooLong, nil
		}
		var err error
		if yes, err = rule.Valid(string(content)); err != nil {
			return "", "", err
		}
	}
	if yes {
		return settle.CheckMatched, "", nil
	}
	return settle.CheckUnmatched, settle.ReasonNoMatch, nil
}

// PredicateVariables are what a predicate_uri may have in braces: ids and hashes.
func PredicateVariables() []string {
	return []string{"mission_id", "submission_id", "agent_id", "content_hash"}
}

// ErrLeaks says that a predicate_uri asks for what its server is not told.
var ErrLeaks = errors.New("a predicate's server is told ids and hashes only")

// CheckPredicate says why a URL is no predicate_uri. Errors: ErrLeaks where it asks
// for content.
func CheckPredicate(raw string) error {
	switch {
	case len(raw) > MaxPredicate:
		return fmt.Errorf("it has %d bytes; the most is %d", len(raw), MaxPredicate)
	case !utf8.ValidString(raw) || strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return errors.New("it has spaces, control characters or bytes that are not UTF-8")
	}
	plain, names, err := expand(raw, func(string) string { return "x" })
	if err != nil {
		return err
	}
	for _, n := range names {
		switch {
		case slices.Contains(PredicateVariables(), n):
		case slices.Contains([]string{"content", "content_uri", "proof", "answer", "deliverable", "evidence", "preview", "target_content_hash"}, n):
			return fmt.Errorf("%w, and {%s} is none of %s", ErrLeaks, n, strings.Join(PredicateVariables(), ", "))
		default:
			return fmt.Errorf("{%s} is none of %s", n, strings.Join(PredicateVariables(), ", "))
		}
	}
	rest, ok := strings.CutPrefix(plain, "https://")
	host := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		host = rest[:end]
	}
	switch {
	case !ok || host == "":
		return errors.New("a predicate is an https URL")
	case strings.Contains(host, "@"):
		return errors.New("it has credentials, which would be public")
	case strings.Trim(host, hostLetters) != "" || !strings.HasPrefix(raw, "https://"+host):
		return errors.New("its host has letters that no host has; variables stand behind it only")
	case strings.ContainsAny(rest, `#\`):
		return errors.New("it has a fragment, or a backslash")
	}
	return escapes(rest)
}

// hostLetters are those of a host with its port, names in other scripts encoded.
const hostLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:[]"

// escapes refuses a % that does not stand before two hexadecimal digits.
func escapes(s string) error {
	const hex = "0123456789abcdefABCDEF"
	for _, part := range strings.Split(s, "%")[1:] {
		if len(part) < 2 || strings.Trim(part[:2], hex) != "" {
			return errors.New("it has a % that does not begin an escape")
		}
	}
	return nil
}

// PredicateURL is the URL to ask: the variables in their places, or as a query where
// the template, which CheckPredicate has taken, has none.
func PredicateURL(template string, values map[string]string) (string, error) {
	out, names, err := expand(template, func(n string) string { return escape(values[n]) })
	if err != nil || len(names) > 0 {
		return out, err
	}
	sep := "?"
	if strings.Contains(out, "?") {
		sep = "&"
	}
	for _, n := range PredicateVariables() {
		out += sep + n + "=" + escape(values[n])
		sep = "&"
	}
	return out, nil
}

// escape percent-encodes all but the unreserved letters of RFC 3986.
func escape(s string) string {
	var b strings.Builder
	for k := range len(s) {
		switch c := s[k]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// expand replaces {name} in a template.
func expand(template string, value func(name string) string) (out string, names []string, err error) {
	var b strings.Builder
	for rest := template; ; {
		before, after, found := strings.Cut(rest, "{")
		if strings.Contains(before, "}") {
			return "", nil, errors.New("it has a } without {")
		}
		b.WriteString(before)
		if !found {
			return b.String(), names, nil
		}
		name, behind, closed := strings.Cut(after, "}")
		if !closed || strings.Contains(name, "{") {
			return "", nil, errors.New("it has a { without }")
		}
		names = append(names, name)
		b.WriteString(value(name))
		rest = behind
	}
}
