package engine

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/evidence"
	"github.com/oabp/oabpd/settle/policy"
)

// fieldsOf are all texts of a posting that others will read, those of what its
// evidence must look like among them.
func fieldsOf(in settle.NewMission) []policy.Field {
	out := []policy.Field{{Name: "title", Text: in.Title}, {Name: "description", Text: in.Description}, {Name: "acceptance_criteria", Text: in.Criteria}}
	evidenced := func(under string, rs []evidence.Requirement) {
		for n, r := range rs {
			at := fmt.Sprintf("%sevidence_required.%d.", under, n)
			out = append(out, policy.Field{Name: at + "label", Text: r.Label}, policy.Field{Name: at + "starts_with", Text: r.StartsWith},
				policy.Field{Name: at + "contains", Text: r.Contains})
			for k, f := range r.Fields {
				out = append(out, policy.Field{Name: fmt.Sprintf("%sfields.%d", at, k), Text: words(f)})
			}
		}
	}
	for k, m := range in.Milestones {
		under := fmt.Sprintf("milestones.%d.", k)
		out = append(out, policy.Field{Name: under + "title", Text: m.Title})
		evidenced(under, m.Evidence)
	}
	evidenced("", in.Evidence)
	return out
}

// words are those of a member's name: home_address and homeAddress are two words.
func words(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r == '_' || r == '-' || r == '.' {
			r = ' '
		} else if unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// tripwires judges what a posting says. It takes up to some tens of milliseconds
// of a long text, so it runs before anything is locked; the verdict that a posting
// passed is in its fact.
func (e *Engine) tripwires(in settle.NewMission) error {
	human := false
	switch in.Audience {
	case "", settle.AudienceAgents:
	case settle.AudienceHumans, settle.AudienceEither:
		human = true
	default:
		return settle.Errorf(settle.CodeInvalid, "audience: must be agents, humans or either")
	}
	if human && !e.o.HumanBounties {
		return settle.Errorf(settle.CodeHumanJobsDisabled, "this server takes no jobs for humans; leave audience out, or send \"agents\"")
	}
	fields := fieldsOf(in)
	v := policy.Posting(fields)
	if v == nil && human {
		v = policy.HumanTask(fields)
	}
	if v == nil {
		return nil
	}
	err := settle.Errorf(settle.CodePolicyRefused, "%s (rule %s). %s", v.Why, v.Rule, v.Next).With("rule", v.Rule).With("next_action", v.Next)
	if v.Field != "" {
		err = err.With("field", v.Field)
		err.Message = v.Field + ": " + err.Message
	}
	return err
}

// passed is what the fact of a posting says of the tripwires.
func passed(m *settle.Mission) string {
	if m.ForHumans() {
		return policy.Version + " posting, human task"
	}
	return policy.Version + " posting"
}
