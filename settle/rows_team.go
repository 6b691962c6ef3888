package settle

import "github.com/oabp/oabpd/settle/evidence"

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
