package api

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// Handing in work in the OABP dialects (oabp.md (b) "Same path, different bodies"):
// one operation, whose body is told apart by its keys.

// submitMost is how long inline work may be, in UTF-16 code units, and submitBody
// how large a body that holds it.
const (
	submitMost = 32768
	submitBody = 256 << 10
)

// submitters are the names by which the dialects say who sends it; any will do.
type submitters struct {
	SubmitterAgentID string `json:"submitter_agent_id,omitempty" op:"len=1..80" jsonschema:"who sends it; your credential says so too"`
	Submitter        string `json:"submitter,omitempty" op:"len=1..80"`
	AgentID          string `json:"agent_id,omitempty" op:"len=1..80"`
	Agent            string `json:"agent,omitempty" op:"len=1..80"`
}

func (s submitters) one() (string, error) {
	who := ""
	for _, x := range []string{s.SubmitterAgentID, s.Submitter, s.AgentID, s.Agent} {
		if x != "" && who != "" && !strings.EqualFold(x, who) {
			return "", settle.Errorf(settle.CodeInvalid, "the body names two submitters, %.80q and %.80q; name one", who, x)
		}
		if x != "" {
			who = x
		}
	}
	return who, nil
}

// submitRest is what may stand beside the work in any of the bodies.
type submitRest struct {
	MissionID string `json:"mission_id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
	submitters
	Preview      string                     `json:"preview,omitempty" op:"len=..600" jsonschema:"what the creator of a sealed mission judges by"`
	MilestoneID  string                     `json:"milestone_id,omitempty" op:"len=1..80" jsonschema:"required iff the mission has milestones"`
	AgentAddress *settle.Address            `json:"agent_address,omitempty" op:"format=evm-address" jsonschema:"escrow missions: which of your proven addresses enters it on the chain"`
	CommitSalt   *settle.Hash               `json:"commit_salt,omitempty" op:"format=evm-hash" jsonschema:"the salt of your commitment, where the mission takes commitments first (commit_reveal)"`
	Metadata     map[string]json.RawMessage `json:"metadata,omitempty" jsonschema:"given back in the answer, and not kept"`
}

type workIn struct {
	submitRest
	Proof string `json:"proof" op:"exact,len=1..32768" jsonschema:"the work itself; sealed unless the mission says otherwise"`
}

type contentIn struct {
	submitRest
	Content string `json:"content" op:"exact,len=1..32768" jsonschema:"the work itself; sealed unless the mission says otherwise"`
}

type contentURIIn struct {
	submitRest
	ContentURI  string `json:"content_uri" op:"len=1..2000" jsonschema:"https: or ipfs: where the work is; it is fetched once, and sealed"`
	ContentHash string `json:"content_hash" op:"len=64..71" jsonschema:"SHA-256 of what is there: 64 hexadecimal digits, with 0x or sha256: before them or not"`
}

// handedIn is what all of them come to.
type handedIn struct {
	submitRest
	work   string
	source *settle.Source
}

// submitBodies reads whichever body it is.
func submitBodies() *op.InMap {
	return op.OneOf(func(has func(string) bool) int {
		switch {
		case has("content_uri") || has("content_hash"):
			return 1
		case has("content"):
			return 2
		}
		return 0
	}, op.From(fromProof), op.From(fromContentURI), op.From(func(in contentIn) (handedIn, error) {
		return handedInline(in.submitRest, in.Content, "content")
	}))
}

func fromProof(in workIn) (handedIn, error) { return handedInline(in.submitRest, in.Proof, "proof") }

func handedInline(rest submitRest, work, name string) (handedIn, error) {
	if strings.TrimSpace(work) == "" {
		return handedIn{}, op.Invalid(name, "is empty")
	}
	return handedIn{submitRest: rest, work: work}, nil
}

func fromContentURI(in contentURIIn) (handedIn, error) {
	u, err := url.Parse(in.ContentURI)
	if err != nil || u.Host == "" && u.Opaque == "" || u.Scheme != "https" && u.Scheme != "ipfs" || u.User != nil {
		return handedIn{}, op.Invalid("content_uri", "must be an https: or ipfs: URI without credentials in it")
	}
	digits := strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(in.ContentHash), "0x"), "sha256:")
	raw, err := hex.DecodeString(digits)
	src := settle.Source{URI: in.ContentURI}
	if err != nil || len(raw) != len(src.Hash) {
		return handedIn{}, op.Invalid("content_hash", "must be the SHA-256 of what is there: 64 hexadecimal digits, with 0x or sha256: before them or not")
	}
	copy(src.Hash[:], raw)
	return handedIn{submitRest: in.submitRest, source: &src}, nil
}

func (t *table) submitting() op.Table {
	bodies := submitBodies()
	return op.Table{
		declare(op.Spec{Name: "submit_mission", Summary: "Submit work to a mission", Tags: []string{"missions"}, Scope: op.Agent, Attestable: true, Claimable: true,
			Outcomes: []op.Outcome{op.Created}, MaxBody: submitBody,
			Description: "Give the work as proof or content, or say where it is by content_uri and content_hash. The answer says what became of it (status), why, and what to do next (next_action): do not send the same work again while it is pending. Work is sealed unless the mission says sealed:false.",
			Errors: []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeMissionNotOpen, settle.CodePayeeAddressMissing, settle.CodeWrongAudience,
				settle.CodeMissionNotFunded, settle.CodeIdentityProofRequired, settle.CodeCommitOnChain, settle.CodeSubmissionLocked, settle.CodePosterBarred, settle.CodeForbiddenReceiver, settle.CodeInsufficientPoints, settle.CodeNoCommitment},
			Bindings: []op.Binding{
				{Dialect: op.OABP, Method: "POST", Path: "/missions/{mission_id}/submit", In: bodies},
				{Dialect: op.OABP, Method: "POST", Path: "/api/missions/{mission_id}/submit", In: bodies},
			},
			Tools: []op.Tool{{Name: "submit_mission", Dialect: op.OABP, In: bodies, Out: op.To(toToolSubmitted),
				Aliases: []op.ToolAlias{{Name: "oabp_submit_mission", In: op.From(fromProof)}, {Name: "submit_deliverable", In: op.From(fromProof)},
					{Name: "submit_to_mission"}, {Name: "submit_solution", In: op.From(fromContentURI)}}}},
		}, t.submitMission),
	}
}

func (t *table) submitMission(ctx context.Context, in handedIn) (submittedOut, error) {
	who, err := in.one()
	if err != nil {
		return submittedOut{}, err
	}
	n := settle.NewSubmission{Mission: oabpMissionID(in.MissionID), MilestoneID: in.MilestoneID, Content: in.work, Preview: in.Preview, Source: in.source}
	if err := given("agent_address", in.AgentAddress, &n.Address); err != nil {
		return submittedOut{}, err
	}
	if in.CommitSalt != nil {
		n.Salt = *in.CommitSalt
	}
	me, err := t.actor(ctx, settle.Claim{ID: who, Act: settle.ClaimToSubmit})
	if err != nil {
		return submittedOut{}, err
	}
	n.Agent = me.Agent
	s, err := t.core.Submit(ctx, n)
	if err != nil {
		return submittedOut{}, err
	}
	return t.submitted(ctx, s, in), nil
}

// submitted says what became of work. It is in already, so that a failure to look at
// its mission must not look like a refusal.
func (t *table) submitted(ctx context.Context, s *settle.Submission, in handedIn) submittedOut {
	status := submissionStatus(s)
	out := submittedOut{Result: op.As(op.Created), Accepted: status == "accepted", Status: status, MissionID: s.Mission, SubmissionID: s.ID, Submitter: s.Agent,
		AgentID: s.Agent, ContentHash: hashOrNull(s.ContentHash), Deposited: s.Deposited, SubmittedAt: millis(s.CreatedAt), Sealed: true, Metadata: in.Metadata,
		Submission: submittedBrief{ID: s.ID, SubmitterAgentID: s.Agent, Verified: status == "accepted", CreatedAt: s.CreatedAt / 1000}}
	if out.Metadata == nil {
		out.Metadata = map[string]json.RawMessage{}
	}
	if in.source != nil {
		out.ContentURI, out.ContentHash = &in.source.URI, &in.source.Hash
	}
	v, err := t.core.Mission(ctx, s.Mission, settle.Viewer{Agent: s.Agent})
	if err != nil {
		out.Message = "Received."
		return out
	}
	out.Sealed = sealed(v.Mission)
	out.picked(v, s)
	if v.Mission.Unsealed && in.source == nil {
		out.Submission.Proof = &in.work
	}
	out.Resolution = toResolutionB(v)
	out.Resolved = out.Resolution != nil
	if v.Escrow != nil {
		out.Escrow = t.enter(v.Escrow, s)
	}
	out.say(v.Mission, s)
	return out
}
