package settle

import (
	"slices"

	"github.com/oabp/oabpd/settle/evidence"
)

// Contributor is one who shares in a submission.
type Contributor struct {
	Agent string `json:"agent"`
	// ShareBP is the share in basis points; the shares of a submission sum to 10,000.
	ShareBP uint32 `json:"share_bp"`
	// Invited: they were named by the submitter and have not consented. False for
	// whoever submitted, and for all contributors of old facts.
	Invited bool `json:"invited,omitempty"`
	// AcceptedAt is when they consented, in Unix milliseconds; 0 for whom nobody
	// asked, because they submitted it or a fact is old.
	AcceptedAt int64 `json:"accepted_at,omitempty"`
}

// Complete says that all contributors have consented: what never was so is known
// to those it names only, and counts for nobody.
func (s *Submission) Complete() bool {
	return !slices.ContainsFunc(s.Contributors, func(c Contributor) bool { return c.Invited })
}

// Joined says that the agent shares in the submission and has consented.
func (s *Submission) Joined(agent string) bool {
	return agent != "" && slices.ContainsFunc(s.Contributors, func(c Contributor) bool { return c.Agent == agent && !c.Invited })
}

// Awaits says that the agent is asked for consent, and may still give it.
func (s *Submission) Awaits(agent string) bool {
	return s.Status == SubmissionDraft && slices.ContainsFunc(s.Contributors, func(c Contributor) bool { return c.Agent == agent && c.Invited })
}

// Awaiting are those who have not consented.
func (s *Submission) Awaiting() (out []string) {
	for _, c := range s.Contributors {
		if c.Invited {
			out = append(out, c.Agent)
		}
	}
	return out
}

// EvidenceItem is what is known of a piece of evidence beside its sealed value:
// names that the mission gave, and verdicts that were found once, when it came.
type EvidenceItem struct {
	ID    string        `json:"id"`
	Kind  evidence.Kind `json:"kind"`
	Label string        `json:"label"`
	// Compliant is false for a place outside of what was asked for.
	Compliant bool `json:"compliant"`
	// Within says that the declared place lies within the radius that was asked for.
	Within bool `json:"within,omitempty"`
}
