package engine

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// MaxSubmissionsPerTarget is how often one agent may submit to one mission or
// milestone.
const MaxSubmissionsPerTarget = 3

// MaxPending is how many submissions of one agent may wait at once, drafts of its
// teams included (board.md (g)).
const MaxPending = 25

// Submit seals work. The envelope is made and encrypted before any lock.
func (e *Engine) Submit(ctx context.Context, in settle.NewSubmission) (*settle.Submission, error) {
	id, err := e.newID("sub_")
	if err != nil {
		return nil, err
	}
	ids, err := e.evidenceIDs(len(in.Evidence))
	if err != nil {
		return nil, err
	}
	proof, err := sealedEvidence(in.Evidence)
	if err != nil {
		return nil, err
	}
	work, err := e.seal(id, in, proof)
	if err != nil {
		return nil, err
	}
	rule, err := e.ruleOf(ctx, in.Mission)
	if err != nil {
		return nil, err
	}
	var check *settle.Check
	if in.Source == nil {
		if check, err = rule.check([]byte(in.Content)); err != nil {
			return nil, err
		}
	}
	var out *settle.Submission
	err = e.storing(ctx, in, rule, check, func(tx settle.Tx, status tokenStatus) error {
		s, err := e.decideSubmit(tx, in, ids)
		if err != nil {
			return err
		}
		s.ID, s.ContentHash, s.Deposited, s.Fetching, s.Check = id, work.hash, in.Source == nil, in.Source != nil, check
		tx.PutEnvelope(work.key, work.ciphertext)
		if !s.SpamFee.IsZero() {
			if err := e.grant(tx, s.Agent); err != nil {
				return err
			}
		}
		if m := settle.GetRow[settle.Mission](tx, s.Mission); m.Unsealed && s.Deposited {
			s.ContentHash = sha256.Sum256([]byte(in.Content)) // of the bytes themselves (R1)
		}
		if err := e.record(tx, settle.WorkSubmitted{Submission: s}); err != nil {
			return err
		}
		if err := e.pickMatch(tx, settle.GetRow[settle.Submission](tx, id), status); err != nil {
			return err
		}
		out = settle.GetRow[settle.Submission](tx, id)
		if waits(out) {
			tx.PutCheckJob(settle.CheckJob{Submission: id, DueAt: e.now()})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// sealedWork is what is kept of a submission: its envelope, or where its content is.
type sealedWork struct {
	key        string
	ciphertext []byte
	hash       settle.Hash
}

func (e *Engine) seal(id string, in settle.NewSubmission, evidence []byte) (w sealedWork, err error) {
	if in.Source != nil {
		if err := e.admits(in.Source.URI); err != nil {
			return w, settle.Errorf(settle.CodeInvalid, "content_uri: %v", err)
		}
		plain, err := json.Marshal(sealedSource{Source: *in.Source, Evidence: evidence})
		if err != nil {
			return w, settle.Errorf(settle.CodeInvalid, "content_uri: %v", err)
		}
		w.key = settle.SourceKey(id)
		w.ciphertext, err = e.o.Sealer.Seal(w.key, plain)
		return w, err
	}
	env, hash, err := e.o.Sealer.Make(in.Content, evidence)
	if err != nil {
		return w, settle.Errorf(settle.CodeInvalid, "the content cannot be sealed: %v", err)
	}
	w.key, w.hash = id, hash
	w.ciphertext, err = e.o.Sealer.Seal(id, env)
	return w, err
}

func (e *Engine) decideSubmit(tx settle.Tx, in settle.NewSubmission, evidenceIDs []string) (settle.Submission, error) {
	s := settle.Submission{Mission: in.Mission, Agent: in.Agent, Preview: in.Preview, CreatedAt: e.now(), Status: settle.SubmissionPending}
	m := settle.GetRow[settle.Mission](tx, in.Mission)
	if err := e.takesWork(m, in.Mission); err != nil {
		return s, err
	}
	if in.Agent == m.Poster && m.Mode != settle.ModePoints { // where it earns no rating (AIP-3 §3.1)
		return s, settle.Errorf(settle.CodeForbidden, "a poster cannot submit to their own mission")
	}
	k, err := milestoneIndex(m, in.MilestoneID)
	if err != nil {
		return s, err
	}
	s.Milestone = k
	if err := notWon(m, k); err != nil {
		return s, err
	}
	if m.MaxSubmissions != 0 && tx.SubmissionCounts([]string{m.ID})[m.ID] >= int(m.MaxSubmissions) {
		return s, settle.Errorf(settle.CodeMissionNotOpen, "the mission takes %d submissions, and has them", m.MaxSubmissions)
	}
	if s.Evidence, err = judgeEvidence(m, k, in.Evidence, evidenceIDs); err != nil {
		return s, err
	}
	if s.Contributors, err = e.roster(tx, m, in); err != nil {
		return s, err
	}
	if m.DecidedByRule() && len(s.Contributors) > 1 {
		return s, settle.Errorf(settle.CodeVerificationUnsupported, "a rule decides this mission as work arrives, and a team's arrives with its last consent; submit it alone")
	}
	if err := sharesReachGrain(m, &s); err != nil {
		return s, err
	}
	if err := mayAdd(tx, &s); err != nil {
		return s, err
	}
	if m.Mode == settle.ModeEscrow {
		if in.Source != nil {
			return s, settle.Errorf(settle.CodeInvalid, "content_uri: the escrow is entered with the hash of the sealed content, so send the content itself")
		}
		err = e.enter(tx, m, in.Address, &s)
	}
	if m.CommitTerms() != nil { // which has cost the fee
		err = e.reveals(tx, m, in)
	} else if m.Points != nil {
		s.SpamFee = m.Points.SpamFee
		err = afford(tx, in.Agent, m.Points.Symbol, "a submission", s.SpamFee)
	}
	if !s.Complete() {
		s.Status = settle.SubmissionDraft
	}
	return s, err
}

// takesWork refuses what is not open for work now.
func (e *Engine) takesWork(m *settle.Mission, id string) error {
	switch {
	case m == nil || m.Status == settle.MissionRemoved:
		return noMission(id)
	case m.Status == settle.MissionUnfunded && m.Deadline > e.now():
		return notFunded(m)
	case m.Status != settle.MissionOpen || m.WorkUntil() <= e.now():
		return settle.Errorf(settle.CodeMissionNotOpen, "the mission takes no more work")
	}
	return nil
}

// notWon refuses work for a part whose every prize is awarded.
func notWon(m *settle.Mission, milestone int) error {
	if m.Filled(milestone) {
		return settle.Errorf(settle.CodeMissionNotOpen, "this part of the mission is already won")
	}
	return nil
}

// mayAdd holds the submitter's own to the limits. What others name somebody in
// counts for those others only.
func mayAdd(tx settle.Tx, s *settle.Submission) error {
	mine, open := 0, 0
	for _, o := range settle.FindRows[*settle.Submission](tx, settle.SubmissionsOfAgent(s.Agent)) {
		if o.Mission == s.Mission && o.Milestone == s.Milestone {
			mine++
		}
		if o.Status == settle.SubmissionPending || o.Status == settle.SubmissionDraft {
			open++
		}
	}
	if mine >= MaxSubmissionsPerTarget {
		return settle.Errorf(settle.CodeRateLimited, "you have submitted %d times here, the most allowed", mine)
	}
	if open >= MaxPending {
		return settle.Errorf(settle.CodeRateLimited, "you have %d submissions that are pending or wait for their team, the most allowed", open)
	}
	return nil
}

func milestoneIndex(m *settle.Mission, id string) (int, error) {
	if len(m.Milestones) == 0 {
		if id != "" {
			return 0, settle.Errorf(settle.CodeInvalid, "the mission has no milestones")
		}
		return NoMilestone, nil
	}
	for k, x := range m.Milestones {
		if x.ID == id {
			return k, nil
		}
	}
	if id == "" {
		return 0, settle.Errorf(settle.CodeInvalid, "the mission has milestones: say which one with milestone_id (%s)", partNames(m)).With("milestones", parts(m))
	}
	return 0, settle.Errorf(settle.CodeNotFound, "no milestone %s in %s", id, m.ID)
}

// parts are the milestones of a mission, for a refusal that names them.
func parts(m *settle.Mission) []map[string]any {
	out := make([]map[string]any, len(m.Milestones))
	for k, x := range m.Milestones {
		out[k] = map[string]any{"id": x.ID, "idx": k, "title": x.Title, "reward_units": x.Reward.String()}
	}
	return out
}

func partNames(m *settle.Mission) string {
	out := make([]string, len(m.Milestones))
	for k, x := range m.Milestones {
		out[k] = fmt.Sprintf("%s %q", x.ID, x.Title)
	}
	return strings.Join(out, ", ")
}

// Reject turns a pending submission down.
func (e *Engine) Reject(ctx context.Context, actor, mission, submission, note string) (out *settle.Submission, err error) {
	err = e.update(ctx, func(tx settle.Tx) error {
		m, err := ownMission(tx, actor, mission)
		if err != nil {
			return err
		}
		s, err := submissionOf(tx, m, submission)
		if err != nil {
			return err
		}
		if m.PollTerms() != nil {
			return settle.Errorf(settle.CodeConflict, "voters decide over the submissions of %s", m.ID)
		}
		for _, i := range settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfSubmission(s.ID)) {
			if i.Running() {
				return inProgress(i)
			}
		}
		if m.DecidedByRule() {
			return settle.Errorf(settle.CodeConflict, "the mission's rule decides its submissions, not its poster")
		}
		if s.Status != settle.SubmissionPending {
			return settle.Errorf(settle.CodeConflict, "the submission is %s", s.Status)
		}
		if err := e.record(tx, settle.WorkRejected{Submission: s.ID, Note: note}); err != nil {
			return err
		}
		out = settle.GetRow[settle.Submission](tx, s.ID)
		return nil
	})
	return out, err
}

// submissionOf is a submission of a mission as its poster knows it: a draft, or
// what became of one that was never complete, is none.
func submissionOf(tx settle.Tx, m *settle.Mission, id string) (*settle.Submission, error) {
	s := settle.GetRow[settle.Submission](tx, id)
	if s == nil || s.Mission != m.ID || !s.Complete() {
		return nil, settle.Errorf(settle.CodeNotFound, "no submission %s on %s", id, m.ID)
	}
	return s, nil
}

// payoutsOf are what the contributors get or got: by the frozen award of a stated
// mission, by the frozen instruction if
// there is one, by what the escrow has awarded, else by the lowest prize that
// the submission could win.
func payoutsOf(s settle.State, m *settle.Mission, sub *settle.Submission) []money.Amount {
	if a := m.AwardOf(sub.ID); a != nil && a.Stated != nil {
		return a.Stated.Payouts
	} else if a != nil && a.Points != nil {
		return a.Points.Payouts
	}
	i := currentInstruction(s, sub.ID)
	if i == nil {
		if net, ok := awarded(s, sub.ID); ok {
			parts, err := money.SplitNet(net, m.Grain, shares(sub))
			if err != nil {
				return nil
			}
			return parts
		}
		_, parts, err := payouts(m, sub)
		if err != nil {
			return nil
		}
		return parts
	}
	out := make([]money.Amount, len(sub.Contributors))
	for k, c := range sub.Contributors {
		for _, l := range i.Legs {
			for _, p := range l.Parts {
				if p.Role == settle.RoleContributor && p.Agent == c.Agent {
					out[k] = out[k].SatAdd(p.Amount)
				}
			}
		}
	}
	return out
}

// payouts are fee and shares of the lowest prize that s could win.
func payouts(m *settle.Mission, s *settle.Submission) (fee money.Amount, parts []money.Amount, err error) {
	parts, fee, err = settle.PrizeOf(m, s)
	return fee, parts, err
}

// prizeSplit divides prize n.
func prizeSplit(m *settle.Mission, s *settle.Submission, n uint32) (fee money.Amount, parts []money.Amount, err error) {
	parts, fee, err = settle.PrizeSplit(m, s, n)
	return fee, parts, err
}

func shares(s *settle.Submission) []uint32 { return s.Shares() }

func newest[T any](rows []T, n int, at func(T) int64) []T {
	rows = slices.Clone(rows)
	sort.SliceStable(rows, func(i, j int) bool { return at(rows[i]) > at(rows[j]) })
	return rows[:min(n, len(rows))]
}
