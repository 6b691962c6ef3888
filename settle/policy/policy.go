package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Version names the rules; it stands in the fact of a posting that passed them, so
// that a later reader knows what was asked. It changes with every rule.
const Version = "2026-12-01"

// Field is a text with the name that its poster knows it by.
type Field struct{ Name, Text string }

// Verdict says what stands in the way.
type Verdict struct {
	// Rule is stable: clients may branch on it.
	Rule string
	// Field is where it was found; empty where the texts say it only together.
	Field string
	// Why says what is refused, Next what the poster can do.
	Why, Next string
}

// Posting looks at what any bounty says: titles, description, criteria, titles of
// milestones, what evidence must look like. It returns nil if nothing is in the way.
func Posting(fields []Field) *Verdict { return judge(fields, postingRules()) }

// HumanTask looks at a bounty that people may fill, beside Posting.
func HumanTask(fields []Field) *Verdict { return judge(fields, humanRules()) }

// rule is one thing that is refused.
type rule struct {
	name, why, next string
	// hints are pieces of words of which every wording holds one: without any, the
	// patterns are not tried.
	hints []string
	// any are the wordings, over words (views); the first group, where there is one,
	// is what must not stand behind a refusal to ask for it.
	any []*regexp.Regexp
	// unless are wordings that hold one of any and are about something else; they
	// are taken out before.
	unless []*regexp.Regexp
	// extra is a test of another form, or nil.
	extra func(view string) bool
}

func judge(fields []Field, rules []rule) *Verdict {
	seams := ""
	for k, f := range fields {
		if v := judgeText(f.Text, rules); v != nil {
			v.Field = f.Name
			return v
		}
		if k > 0 {
			seams += tail(fields[k-1].Text) + " " + head(f.Text) + "\n"
		}
	}
	return judgeText(seams, rules)
}

// seam is how much of two fields is read together, in bytes.
const seam = 160

func head(s string) string { return strings.ToValidUTF8(s[:min(len(s), seam)], "") }

func tail(s string) string { return strings.ToValidUTF8(s[max(0, len(s)-seam):], "") }

func judgeText(text string, rules []rule) *Verdict {
	for _, v := range views(text) {
		for k := range rules {
			if rules[k].hit(v) {
				return &Verdict{Rule: rules[k].name, Why: rules[k].why, Next: rules[k].next}
			}
		}
	}
	return nil
}

func (r *rule) hit(view string) bool {
	if !slices.ContainsFunc(r.hints, func(h string) bool { return strings.Contains(view, h) }) {
		return false
	}
	for _, u := range r.unless {
		view = u.ReplaceAllString(view, " _ ")
	}
	for _, re := range r.any {
		for _, at := range re.FindAllStringIndex(view, -1) {
			if !negated.MatchString(view[max(0, at[0]-60):at[0]]) {
				return true
			}
		}
	}
	return r.extra != nil && r.extra(view)
}

// negated: right before a wording somebody says that it is not asked for. Only
// right before, so that "do not forget to send her home address" is no way out.
var negated = regexp.MustCompile(`(^|[ .])(no|not|nor|never|without|dont|do not|must not|may not|please dont|nobody should|exclude|excluding|instead of|rather than)( (include|collect|send|share|publish|submit|list|give|ask for|ask|request|need|use|solve|complete|pass|bypass|create|open|log in|sign up|try to|have to|want|any|a|an|the|your|private|personal|individual|individuals|or|to))* $`)

// anyOf compiles alternatives between word boundaries.
func anyOf(patterns ...string) []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, p := range patterns {
		out = append(out, regexp.MustCompile(`\b(?:`+expand(p)+`)\b`))
	}
	return out
}

// expand puts the word lists in place of their names, as in <person>.
func expand(p string) string {
	return names.ReplaceAllStringFunc(p, func(n string) string {
		list, ok := vocabulary[n[1:len(n)-1]]
		if !ok {
			panic(fmt.Sprintf("policy: no list %s", n))
		}
		return "(?:" + names.ReplaceAllStringFunc(list, expand) + ")"
	})
}

var names = regexp.MustCompile(`<[a-z]+>`)

var (
	postingRules = sync.OnceValue(makePostingRules)
	humanRules   = sync.OnceValue(makeHumanRules)
)
