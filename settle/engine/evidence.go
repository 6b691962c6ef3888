package engine

import (
	"encoding/json"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/evidence"
)

// checkEvidence refuses requirements that nobody could meet.
func checkEvidence(in settle.NewMission) error {
	if err := evidence.CheckRequirements(in.Evidence); err != nil {
		return settle.Errorf(settle.CodeInvalid, "evidence_required: %v", err)
	}
	for k, m := range in.Milestones {
		if err := evidence.CheckRequirements(m.Evidence); err != nil {
			return settle.Errorf(settle.CodeInvalid, "milestones.%d.evidence_required: %v", k, err)
		}
	}
	return nil
}

// evidenceIDs are as many ids of items as there may be.
func (e *Engine) evidenceIDs(n int) (out []string, err error) {
	for range min(n, evidence.MaxItems) {
		id, err := e.newID("evd_")
		if err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return out, nil
}

// judgeEvidence holds what was sent against what the mission asks for.
func judgeEvidence(m *settle.Mission, milestone int, items []evidence.Item, ids []string) (out []settle.EvidenceItem, err error) {
	verdicts, err := evidence.Check(m.EvidenceFor(milestone), items)
	if err != nil {
		return nil, settle.Errorf(settle.CodeInvalid, "evidence: %v", err)
	}
	for k, v := range verdicts {
		out = append(out, settle.EvidenceItem{ID: ids[k], Kind: items[k].Kind, Label: items[k].Label, Compliant: v.Compliant, Within: v.Within})
	}
	return out, nil
}

// sealedEvidence is the evidence as the envelope has it; nil for none.
func sealedEvidence(items []evidence.Item) ([]byte, error) {
	if len(items) == 0 {
		return nil, nil
	}
	b, err := json.Marshal(items)
	if err != nil {
		return nil, settle.Errorf(settle.CodeInvalid, "evidence: is not JSON")
	}
	return b, nil
}
