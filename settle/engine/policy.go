package engine

import (
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/policy"
)

// fieldsOf are all texts of a posting that others will read.
func fieldsOf(in settle.NewMission) []policy.Field {
	out := []policy.Field{{Name: "title", Text: in.Title}, {Name: "description", Text: in.Description}, {Name: "acceptance_criteria", Text: in.Criteria}}
	for k, m := range in.Milestones {
		out = append(out, policy.Field{Name: fmt.Sprintf("milestones.%d.title", k), Text: m.Title})
		for n, r := range m.Evidence {
			out = append(out, policy.Field{Name: fmt.Sprintf("milestones.%d.evidence_required.%d.label", k, n), Text: r.Label})
		}
	}
	for n, r := range in.Evidence {
		out = append(out, policy.Field{Name: fmt.Sprintf("evidence_required.%d.label", n), Text: r.Label})
	}
	return out
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
