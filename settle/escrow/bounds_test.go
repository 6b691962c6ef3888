package escrow_test

import (
	"crypto/sha256"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
)

// regexCases say what the whole of a content is for an expression: RE2, from the
// first byte to the last.
var regexCases = []struct {
	regex, content string
	match          bool
}{
	{`abc`, "abc", true},
	{`abc`, "xabcx", false},
	{`abc`, "abc\n", false},
	{`abc`, "\nabc", false},
	{`abc`, "ABC", false},
	{`(?i)abc`, "aBC", true},
	{`a.c`, "a\nc", false},
	{`(?s)a.c`, "a\nc", true},
	{`\s+`, " \t\n\r\f", true},
	{`\s+`, " \n x", false},
	{`a\s+b`, "a \n\n b", true},
	{`^abc$`, "abc", true},
	{`^abc$`, "abc\n", false},
	{`(?m)^b$`, "a\nb", false},
	{`(?m)a$\n^b`, "a\nb", true},
	{`a|ab`, "ab", true},
	{`a|b`, "ab", false},
	{`(a|b)*`, "abba", true},
	{`.*`, "", true},
	{`.+`, "", false},
	{`.*`, "a\nb", false},
	{`[\s\S]*`, "a\nb", true},
	{`\d{4}-\d{2}`, "2026-12", true},
	{`\d{4}-\d{2}`, "2026-1２", false},
	{`\d+`, "٣", false},
	{`\p{Nd}+`, "٣", true},
	{`0x[0-9a-fA-F]{40}`, "0x" + strings.Repeat("aB", 20), true},
	{`0x[0-9a-fA-F]{40}`, "0x" + strings.Repeat("aB", 20) + "0", false},
	{`é`, "é", true},
	{`é`, "e\u0301", false},
	{`.`, "😀", true},
	{`..`, "😀", false},
	{`(?i)straße`, "STRASSE", false},
	{`\bfoo\b`, "foo", true},
	{`\x00`, "\x00", true},
	{`(a+)+b`, strings.Repeat("a", 2000), false},
	{`(x+x+)+y`, strings.Repeat("x", 2000), false},
	{`\Qa.b\E`, "a.b", true},
	{`\Qa.b\E`, "axb", false},
	{`a{0}`, "", true},
	{`.{200,}`, strings.Repeat("é", 200), true},
	{`.{0,1000}`, strings.Repeat("x", 1001), false},
}

func TestRegexCases(t *testing.T) {
	for _, c := range regexCases {
		rule := escrow.MatchRule{Mode: settle.MatchRegex, Expected: c.regex}
		if err := rule.Bounded(); err != nil {
			t.Errorf("%q: %v", c.regex, err)
			continue
		}
		for _, secret := range []bool{false, true} {
			terms := settle.MatchTerms{Mode: settle.MatchRegex, Regex: c.regex}
			if secret {
				terms.Regex = ""
			}
			state, reason, err := escrow.Decide(terms, rule, []byte(c.content))
			if err != nil || (state == settle.CheckMatched) != c.match || (reason == settle.ReasonNoMatch) == c.match {
				t.Errorf("%q on %.60q: %s, %s, %v", c.regex, c.content, state, reason, err)
			}
		}
	}
}

// model decides as a person would who has no library: slowly, letter by letter.
func model(mode settle.MatchMode, expected, content string) bool {
	a, b := []rune(content), []rune(expected)
	if mode == settle.MatchExact {
		if len(content) != len(expected) {
			return false
		}
		for k := range len(content) {
			if content[k] != expected[k] {
				return false
			}
		}
		return true
	}
	for at := 0; at+len(b) <= len(a); at++ {
		same := 0
		for k := range b {
			if unicode.ToLower(a[at+k]) == unicode.ToLower(b[k]) {
				same++
			}
		}
		if same == len(b) {
			return true
		}
	}
	return false
}

// Substring, exact and hash agree with the model; what is expected is drawn often
// enough from the content for both answers.
func TestDecideIsTheModel(t *testing.T) {
	seen := map[bool]int{}
	letters := rapid.StringOfN(rapid.RuneFrom([]rune("abAB é\u0301ÉİıßẞK\n.*(")), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		content := letters.Draw(t, "content")
		expected := letters.Filter(func(s string) bool { return s != "" }).Draw(t, "expected")
		if runes := []rune(content); len(runes) > 0 && rapid.Bool().Draw(t, "of the content") {
			from := rapid.IntRange(0, len(runes)-1).Draw(t, "from")
			expected = string(runes[from:rapid.IntRange(from+1, len(runes)).Draw(t, "to")])
			if rapid.Bool().Draw(t, "in other letters") {
				expected = strings.Map(unicode.SimpleFold, expected)
			}
		}
		mode := rapid.SampledFrom([]settle.MatchMode{settle.MatchSubstring, settle.MatchExact}).Draw(t, "mode")
		got, _, err := escrow.Decide(settle.MatchTerms{Mode: mode}, escrow.MatchRule{Mode: mode, Expected: expected}, []byte(content))
		if err != nil {
			t.Fatal(err)
		}
		want := model(mode, expected, content)
		if (got == settle.CheckMatched) != want {
			t.Fatalf("%s: %q in %q is %s", mode, expected, content, got)
		}
		seen[want]++
		target := settle.Hash(sha256.Sum256([]byte(expected)))
		got, _, err = escrow.Decide(settle.MatchTerms{Mode: settle.MatchHash, TargetHash: target}, escrow.MatchRule{}, []byte(content))
		if err != nil || (got == settle.CheckMatched) != (content == expected) {
			t.Fatalf("hash of %q for %q: %s %v", expected, content, got, err)
		}
	})
	if seen[true] < 10 || seen[false] < 10 {
		t.Errorf("drawn: %v", seen)
	}
}

// Whatever the expression, it is taken only if the whole content is what it says:
// that is, if of all matches in the content there is one from end to end.
func TestRegexIsOfTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expr := rapid.StringMatching(`[ab.]{1,3}(\*|\+|\?)?(\|[ab]{0,2})?`).Draw(t, "regex")
		content := rapid.StringMatching(`[ab\n]{0,5}`).Draw(t, "content")
		rule := escrow.MatchRule{Mode: settle.MatchRegex, Expected: expr}
		if rule.Bounded() != nil {
			return
		}
		got, _, err := escrow.Decide(settle.MatchTerms{Mode: settle.MatchRegex, Regex: expr}, escrow.MatchRule{}, []byte(content))
		if err != nil {
			t.Fatal(err)
		}
		re := regexp.MustCompile(expr)
		re.Longest() // the longest match from the start is the whole, if any is
		at := re.FindStringIndex(content)
		whole := at != nil && at[0] == 0 && at[1] == len(content)
		if (got == settle.CheckMatched) != whole {
			t.Fatalf("%q on %q: %s, longest match %v", expr, content, got, at)
		}
	})
}

func TestDecideBounds(t *testing.T) {
	regex := settle.MatchTerms{Mode: settle.MatchRegex, Regex: `[\s\S]*`}
	for n, want := range map[int]settle.CheckState{escrow.MaxMatched: settle.CheckMatched, escrow.MaxMatched + 1: settle.CheckUnmatched} {
		if got, _, err := escrow.Decide(regex, escrow.MatchRule{}, make([]byte, n)); got != want || err != nil {
			t.Errorf("%d bytes: %s %v", n, got, err)
		}
	}
	if _, reason, _ := escrow.Decide(regex, escrow.MatchRule{}, make([]byte, escrow.MaxMatched+1)); reason != settle.ReasonTooLong {
		t.Errorf("reason %s", reason)
	}
	if _, _, err := escrow.Decide(settle.MatchTerms{Mode: settle.MatchPredicate, PredicateURI: "https://x"}, escrow.MatchRule{}, nil); err == nil {
		t.Error("a predicate was decided here")
	}
	if _, _, err := escrow.Decide(settle.MatchTerms{Mode: settle.MatchExact}, escrow.MatchRule{}, nil); err == nil {
		t.Error("decided without the sealed rule")
	}
}

func TestPredicateURL(t *testing.T) {
	values := map[string]string{"mission_id": "mis_1", "submission_id": "sub 2&x=3", "agent_id": "agt_3", "content_hash": "0xab"}
	for template, want := range map[string]string{
		"https://x/{mission_id}/{submission_id}": "https://x/mis_1/sub%202%26x%3D3",
		"https://[2001:db8::1]:8443?q=%41":       "https://[2001:db8::1]:8443?q=%41&mission_id=mis_1&submission_id=sub%202%26x%3D3&agent_id=agt_3&content_hash=0xab",
		"https://x/?a={agent_id}&a={agent_id}":   "https://x/?a=agt_3&a=agt_3",
		"https://x/p?k=v":                        "https://x/p?k=v&mission_id=mis_1&submission_id=sub%202%26x%3D3&agent_id=agt_3&content_hash=0xab",
	} {
		if err := escrow.CheckPredicate(template); err != nil {
			t.Errorf("%s: %v", template, err)
		}
		if got, err := escrow.PredicateURL(template, values); err != nil || got != want {
			t.Errorf("%s: %s %v, want %s", template, got, err, want)
		}
	}
	for _, bad := range []string{"https://x/{", "https://x/}", "https://x/{a{b}}", "https:x", "https://", "https:///x", "https://é.x/", "https://x/%4", "https://x/%zz", "https://x/#{agent_id}", `https://x\\y/`, "HTTPS://x/", "https://x /",
		"https://x/\xff", "https://a@x/", "https://a:b@x/", "https://{agent_id}/", "https://x{agent_id}", "https://x:{agent_id}/", "https://x/" + strings.Repeat("a", escrow.MaxPredicate)} {
		if escrow.CheckPredicate(bad) == nil {
			t.Errorf("%.40s is taken", bad)
		}
	}
}
