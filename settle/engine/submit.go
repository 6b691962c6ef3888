package engine

import (
	"context"
	"slices"
	"sort"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// MaxSubmissionsPerTarget is how often one agent may submit to one mission or
// milestone.
const MaxSubmissionsPerTarget = 3

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
	env, hash, err := e.o.Sealer.Make(in.Content, proof)
	if err != nil {
		return nil, settle.Errorf(settle.CodeInvalid, "the content cannot be sealed: %v", err)
	}
	ct, err := e.o.Sealer.Seal(id, env)
	if err != nil {
		return nil, err
	}
	var out *settle.Submission
	err = e.update(ctx, func(tx settle.Tx) error {
		s, err := e.decideSubmit(tx, in, ids)
		if err != nil {
			return err
		}
		s.ID, s.ContentHash, s.Deposited = id, hash, true
		tx.PutEnvelope(id, ct)
		if err := e.record(tx, settle.WorkSubmitted{Submission: s}); err != nil {
			return err
		}
		out = settle.GetRow[settle.Submission](tx, id)
		return nil
	})
	return out, err
}

func (e *Engine) decideSubmit(tx settle.Tx, in settle.NewSubmission, evidenceIDs []string) (settle.Submission, error) {
	s := settle.Submission{Mission: in.Mission, Agent: in.Agent, Preview: in.Preview, Contributors: in.Contributors,
		CreatedAt: e.now(), Status: settle.SubmissionPending}
	if err := e.roster(in); err != nil {
		return s, err
	}
	m := settle.GetRow[settle.Mission](tx, in.Mission)
	if m == nil || m.Status == settle.MissionRemoved {
		return s, noMission(in.Mission)
	}
	if m.Status == settle.MissionUnfunded && m.Deadline > e.now() {
		return s, notFunded(m)
	}
	if m.Status != settle.MissionOpen || m.Deadline <= e.now() {
		return s, settle.Errorf(settle.CodeMissionNotOpen, "the mission takes no more work")
	}
	if len(s.Contributors) == 0 {
		s.Contributors = []settle.Contributor{{Agent: in.Agent, ShareBP: money.WholeBP}}
	}
	k, err := milestoneIndex(m, in.MilestoneID)
	if err != nil {
		return s, err
	}
	s.Milestone = k
	if s.Evidence, err = judgeEvidence(m, k, in.Evidence, evidenceIDs); err != nil {
		return s, err
	}
	if err := e.payable(tx, m, s.Contributors); err != nil {
		return s, err
	}
	taken, mine := 0, 0
	for _, a := range m.Awards {
		if a.Milestone == k {
			taken++
		}
	}
	if taken >= int(m.MaxWinners) {
		return s, settle.Errorf(settle.CodeMissionNotOpen, "this part of the mission is already won")
	}
	for _, o := range settle.FindRows[*settle.Submission](tx, settle.SubmissionsOfMission(m.ID)) {
		if o.Agent == in.Agent && o.Milestone == k {
			mine++
		}
	}
	if mine >= MaxSubmissionsPerTarget {
		return s, settle.Errorf(settle.CodeRateLimited, "you have submitted %d times here, the most allowed", mine)
	}
	if _, parts, err := payouts(m, &s); err != nil {
		return s, settle.Errorf(settle.CodeInvalid, "the shares do not divide the reward: %v", err)
	} else if slices.ContainsFunc(parts, money.Amount.IsZero) {
		return s, settle.Errorf(settle.CodeInvalid, "every contributor's share must be at least %s USDC", money.FormatUSDC(m.Grain))
	}
	if m.Mode == settle.ModeEscrow {
		err = e.enter(tx, m, in.Address, &s)
	}
	return s, err
}

// payable: everybody who shares in work for a mission can be paid, and is not
// its poster. Where the poster only states awards, nobody needs an address here.
func (e *Engine) payable(tx settle.Tx, m *settle.Mission, cs []settle.Contributor) error {
	for _, c := range cs {
		if c.Agent == m.Poster {
			return settle.Errorf(settle.CodeForbidden, "a poster cannot submit to their own mission")
		}
		a := settle.GetRow[settle.Agent](tx, c.Agent)
		if a == nil {
			return settle.Errorf(settle.CodeNotFound, "no agent %s", c.Agent)
		}
		if m.Mode != settle.ModeStated && settle.EffectivePayout(a, e.now()) == nil {
			return settle.Errorf(settle.CodePayeeAddressMissing, "%s has no payout address; set one first (POST /v1/agents/me/payout-address)", c.Agent).With("agent_id", c.Agent)
		}
	}
	return nil
}

// MaxContributors of a submission.
const MaxContributors = 16

// roster is the form of a team (board.md "Roster rules"); none means the
// submitter alone.
func (e *Engine) roster(in settle.NewSubmission) error {
	bad := func(format string, args ...any) error {
		return settle.Errorf(settle.CodeInvalid, "contributors: "+format, args...)
	}
	sum, seen := uint64(0), map[string]bool{}
	for _, c := range in.Contributors {
		if seen[c.Agent] {
			return bad("%s is named twice", c.Agent)
		}
		if c.ShareBP == 0 {
			return bad("%s has no share", c.Agent)
		}
		seen[c.Agent] = true
		sum += uint64(c.ShareBP)
	}
	switch {
	case len(seen) == 0:
		return nil
	case !seen[in.Agent]:
		return bad("must include yourself (%s)", in.Agent)
	case sum != money.WholeBP:
		return bad("the shares sum to %d basis points and must sum to %d", sum, money.WholeBP)
	case len(seen) > MaxContributors:
		return bad("at most %d", MaxContributors)
	case len(seen) > 1 && e.o.SoloOnly:
		return bad("this server does not take the consent of team members yet; submit alone")
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
		return 0, settle.Errorf(settle.CodeInvalid, "the mission has milestones: say which one with milestone_id").With("milestones", m.Milestones)
	}
	return 0, settle.Errorf(settle.CodeNotFound, "no milestone %s in %s", id, m.ID)
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
		for _, i := range settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfSubmission(s.ID)) {
			if i.Running() {
				return inProgress(i)
			}
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

func submissionOf(tx settle.Tx, m *settle.Mission, id string) (*settle.Submission, error) {
	s := settle.GetRow[settle.Submission](tx, id)
	if s == nil || s.Mission != m.ID {
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
	return prizeSplit(m, s, settle.LowestFree(m, s.Milestone))
}

// prizeSplit divides prize n (board.md section d, decision 9): the fee over all
// tranches first, then the net over the shares.
func prizeSplit(m *settle.Mission, s *settle.Submission, n uint32) (fee money.Amount, parts []money.Amount, err error) {
	gross, fees, err := settle.Parts(m)
	if err != nil {
		return fee, nil, err
	}
	k := s.Milestone
	if k < 0 {
		k = min(int(n), len(gross)-1)
	}
	parts, err = money.SplitNet(gross[k].SatSub(fees[k]), m.Grain, shares(s))
	return fees[k], parts, err
}

func shares(s *settle.Submission) []uint32 {
	out := make([]uint32, len(s.Contributors))
	for i, c := range s.Contributors {
		out[i] = c.ShareBP
	}
	return out
}

func newest[T any](rows []T, n int, at func(T) int64) []T {
	rows = slices.Clone(rows)
	sort.SliceStable(rows, func(i, j int) bool { return at(rows[i]) > at(rows[j]) })
	return rows[:min(n, len(rows))]
}
