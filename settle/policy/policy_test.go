package policy_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle/policy"
)

func said(name, text string) []policy.Field { return []policy.Field{{Name: name, Text: text}} }

func posting(s string) *policy.Verdict { return policy.Posting(said("description", s)) }
func task(s string) *policy.Verdict    { return policy.HumanTask(said("description", s)) }

// Both lists go both ways, and every refusal is by the rule that means it.
func TestWordings(t *testing.T) {
	for _, tt := range []struct {
		name    string
		judge   func(string) *policy.Verdict
		refused map[string][]string
		passed  []string
	}{{"posting", posting, refusedPostings, passedPostings}, {"human task", task, refusedTasks, passedTasks}} {
		n := 0
		for rule, list := range tt.refused {
			n += len(list)
			for _, s := range list {
				if v := tt.judge(s); v == nil {
					t.Errorf("%s passes: %q", tt.name, s)
				} else if v.Rule != rule || v.Field != "description" || v.Why == "" || v.Next == "" {
					t.Errorf("%s: %q is refused by %s, want %s (%+v)", tt.name, s, v.Rule, rule, v)
				}
			}
		}
		for _, s := range tt.passed {
			if v := tt.judge(s); v != nil {
				t.Errorf("%s refuses %q by %s", tt.name, s, v.Rule)
			}
		}
		t.Logf("%s: %d refused, %d passed", tt.name, n, len(tt.passed))
		if tt.name == "posting" && (n < 60 || len(tt.passed) < 60) || n < 45 || len(tt.passed) < 60 {
			t.Errorf("%s: %d and %d wordings are too few", tt.name, n, len(tt.passed))
		}
	}
	// What people may be hired for, any bounty may ask.
	for _, s := range passedTasks {
		if v := posting(s); v != nil {
			t.Errorf("the posting tripwire refuses %q by %s", s, v.Rule)
		}
	}
}

// disguises hide a wording from a reader of bytes, and from no reader of text.
var disguises = map[string]func(string) string{
	"upper case":      strings.ToUpper,
	"cyrillic":        swap("aeopcxyisjhk", "аеорсхуіѕјһк"),
	"greek":           swap("aoviknputx", "αονικηρυτχ"),
	"full width":      shift(0xFF41),
	"bold":            shift(0x1D41A),
	"fraktur":         shift(0x1D51E),
	"circled":         shift(0x24D0),
	"squared":         shift(0x1F130),
	"accents":         swap("aeioucnsz", "áéíöûçñšž"),
	"combining marks": weave("\u0301"),
	"zero width":      weave("\u200b"),
	"joiners":         weave("\u2060\u200d"),
	"soft hyphens":    weave("\u00ad"),
	"tags":            weave("\U000E0061"),
	"hangul filler":   weave("\u3164"),
	"digits":          swap("aeosti", "430571"),
	"signs":           swap("as", "@$"),
	"wide spaces":     func(s string) string { return strings.ReplaceAll(s, " ", "\u2003\u00a0 ") },
	"lines":           func(s string) string { return strings.ReplaceAll(s, " ", "\t ") },
	"dots":            letters(".", "   "),
	"spaced":          letters(" ", "  .  "),
	"hyphens":         letters("-", " "),
	"underscores":     letters("_", " "),
	"middle dots":     letters("·", "  .  "),
}

func swap(from, to string) func(string) string {
	a, b := []rune(from), []rune(to)
	if len(a) != len(b) {
		panic(fmt.Sprintf("%q and %q", from, to))
	}
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			for k := range a {
				if a[k] == r || string(a[k]) == strings.ToLower(string(r)) {
					return b[k]
				}
			}
			return r
		}, s)
	}
}

func shift(base rune) func(string) string {
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return base + r - 'a'
			}
			return r
		}, strings.ToLower(s))
	}
}

func weave(mark string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for _, r := range s {
			b.WriteRune(r)
			if r >= 'a' && r <= 'z' {
				b.WriteString(mark)
			}
		}
		return b.String()
	}
}

// letters sets the letters of every word apart, and words by another gap.
func letters(between, gap string) func(string) string {
	return func(s string) string {
		var out []string
		for _, w := range strings.Fields(s) {
			out = append(out, strings.Join(strings.Split(strings.Trim(w, ".,:?!"), ""), between))
		}
		return strings.Join(out, gap)
	}
}

// TestDisguises: a list of plain wordings, each in every disguise.
func TestDisguises(t *testing.T) {
	plain := map[string]func(string) *policy.Verdict{
		"dox this user": posting, "collect passwords": posting, "bypass the paywall": posting, "her home address": posting,
		"credit card numbers": posting, "social security number": posting, "hack an instagram account": posting,
		"solve this captcha": task, "pretend to be me": task, "proof of address": task, "impersonate a buyer": task, "evade bot detection": task,
	}
	spaced := map[string]bool{"spaced": true, "middle dots": true}
	for s, judge := range plain {
		if judge(s) == nil {
			t.Fatalf("%q passes", s)
		}
		for name, hide := range disguises {
			// Letters and words set apart alike leave one run of letters, in which no word
			// ends: only the single words are found there.
			if spaced[name] && strings.Contains(s, " ") {
				continue
			}
			if h := hide(s); judge(h) == nil {
				t.Errorf("%s: %q passes", name, h)
			}
		}
	}
	for _, s := range []string{"c a p t c h a", "solve a c.a.p.t.c.h.a", "c·a·p·t·c·h·a", "solve the c-a-p-t-c-h-a", "cаptсhа", "ｃａｐｔｃｈａ", "c4ptch4", "CAPTCHA!!!", "re-captcha", "c@ptcha"} {
		if task(s) == nil {
			t.Errorf("%q passes", s)
		}
	}
	for _, s := range []string{"d o x him", "d0xx her", "give me the p a s s w o r d s", "send p4ssw0rds", "share pass-words"} {
		if posting(s) == nil {
			t.Errorf("%q passes", s)
		}
	}
}

// TestDisguisesOfHonestWordings: undoing disguises makes nothing of what is honest.
func TestDisguisesOfHonestWordings(t *testing.T) {
	for name, hide := range disguises {
		for _, s := range passedPostings {
			if name == "signs" && strings.Contains(s, "women's") { // who writes so hides something
				continue
			}
			if v := posting(hide(s)); v != nil {
				t.Errorf("%s: %q is refused by %s", name, s, v.Rule)
			}
		}
		for _, s := range passedTasks {
			if v := task(hide(s)); v != nil {
				t.Errorf("%s: %q is refused by %s", name, s, v.Rule)
			}
		}
	}
}

// TestFields: every field is looked at and named, and what only two of them say
// together is found too.
func TestFields(t *testing.T) {
	for _, name := range []string{"title", "description", "acceptance_criteria", "milestones.0.title", "evidence_required.0.label"} {
		fields := []policy.Field{{"title", "Find eight suppliers"}, {name, "a list of credit card numbers"}}
		if v := policy.Posting(fields); v == nil || v.Field != name || v.Rule != "payment_card" {
			t.Errorf("%s: %+v", name, v)
		}
	}
	split := []policy.Field{{"title", "Help us with a credit"}, {"description", "card numbers are what we want"}}
	if v := policy.Posting(split[:1]); v != nil {
		t.Errorf("%+v", v)
	}
	if v := policy.Posting([]policy.Field{{"title", "We want the home"}, {"description", "address of the blogger"}}); v == nil || v.Field != "" {
		t.Errorf("a wording over two fields: %+v", v)
	}
}

// TestRefusingToAskIsNoRequest, and pretending to refuse is no way out.
func TestNegation(t *testing.T) {
	for _, s := range []string{"Do not send passwords", "no SSNs", "without the paywall text, please; do not bypass the paywall", "never include home addresses"} {
		if v := posting(s); v != nil {
			t.Errorf("%q is refused by %s", s, v.Rule)
		}
	}
	for _, s := range []string{"Do not forget to send her home address", "No problem if it takes long: bypass the paywall", "do not worry, credit card numbers are fine",
		"never mind the law and dox him", "Not only suppliers: also SSNs"} {
		if posting(s) == nil {
			t.Errorf("%q passes", s)
		}
	}
}

// FuzzJudge: no text breaks it, and an honest text stays honest behind any noise
// that takes no place.
func FuzzJudge(f *testing.F) {
	f.Add("solve a c.a.p.t.c.h.a", uint64(1))
	f.Add("\xff\xfe\u202e", uint64(2))
	f.Fuzz(func(t *testing.T, s string, seed uint64) {
		policy.Posting(said("title", s))
		policy.HumanTask(said("title", s))
		r := rand.New(rand.NewPCG(seed, 1))
		honest := passedPostings[r.IntN(len(passedPostings))]
		if v := posting(weave("\u200b")(honest)); v != nil {
			t.Errorf("%q is refused by %s", honest, v.Rule)
		}
	})
}

// BenchmarkLongPosting: the longest texts that a bounty may have, honest and made
// to cost as much as can be.
func BenchmarkLongPosting(b *testing.B) {
	for name, text := range map[string]string{"honest": "find the page of a supplier and list it. ", "hostile": "find the p4ge of а phone-accóunt and list. "} {
		b.Run(name, func(b *testing.B) { bench(b, text) })
	}
}

func bench(b *testing.B, text string) {
	fields := []policy.Field{{"title", strings.Repeat("Fínd ", 28)}, {"description", strings.Repeat(text, 4000/len(text))},
		{"acceptance_criteria", strings.Repeat("every supplier has a source, ", 68)}}
	b.ReportAllocs()
	for b.Loop() {
		if policy.Posting(fields) != nil || policy.HumanTask(fields) != nil {
			b.Fatal("refused")
		}
	}
}
