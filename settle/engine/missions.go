package engine

import (
	"context"
	"slices"
	"sort"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// DefaultDeadlineMillis holds for missions that state none (wire.md).
const DefaultDeadlineMillis = 90 * 24 * 3600 * 1000

// NoMilestone is the milestone index of a mission without milestones.
const NoMilestone = -1

// Post opens a direct mission.
func (e *Engine) Post(ctx context.Context, in settle.NewMission) (*settle.MissionView, error) {
	id, err := e.newID("mis_")
	if err != nil {
		return nil, err
	}
	var mils []settle.Milestone
	for _, m := range in.Milestones {
		mid, err := e.newID("mil_")
		if err != nil {
			return nil, err
		}
		mils = append(mils, settle.Milestone{ID: mid, Title: m.Title, Reward: m.Reward})
	}
	var out *settle.MissionView
	err = e.update(ctx, func(tx settle.Tx) error {
		m, err := e.decidePost(tx, in)
		if err != nil {
			return err
		}
		m.ID, m.Milestones = id, mils
		if err := e.record(tx, settle.MissionPosted{Mission: m}); err != nil {
			return err
		}
		out, err = e.missionView(tx, id, settle.Viewer{Agent: in.Poster})
		return err
	})
	return out, err
}

func (e *Engine) decidePost(tx settle.Tx, in settle.NewMission) (settle.Mission, error) {
	now, set := e.now(), settingsOf(tx)
	m := settle.Mission{Poster: in.Poster, Title: in.Title, Description: in.Description, Category: in.Category,
		Criteria: in.Criteria, Reward: in.Reward, Grain: in.Grain, FeeBP: set.FeeBP, Mode: settle.ModeDirect,
		MaxWinners: max(1, in.MaxWinners), Accepts: in.Accepts, Deadline: in.Deadline, DeadlineExplicit: in.Deadline != 0,
		PublicOnRelease: in.PublicOnRelease, CreatedAt: now, Status: settle.MissionOpen}
	if len(m.Accepts) == 0 {
		m.Accepts = []settle.Identification{settle.ByTag, settle.ByDeposit, settle.ByPayer}
	}
	if m.Deadline == 0 {
		m.Deadline = now + DefaultDeadlineMillis
	}
	if m.Deadline <= now {
		return m, settle.Errorf(settle.CodeInvalid, "the deadline has passed")
	}
	if len(in.Milestones) > 0 {
		if m.MaxWinners != 1 {
			return m, settle.Errorf(settle.CodeInvalid, "a mission with milestones has one winner for each of them")
		}
		m.Reward = money.Amount{}
		for _, p := range in.Milestones {
			var err error
			if m.Reward, err = m.Reward.Add(p.Reward); err != nil {
				return m, settle.Errorf(settle.CodeInvalid, "the milestones' rewards are out of range")
			}
		}
	}
	if m.Reward.IsZero() {
		return m, settle.Errorf(settle.CodeInvalid, "the reward must be more than zero")
	}
	if len(set.PayContracts) == 0 || (set.FeeBP > 0 && set.FeeAddress.IsZero()) {
		return m, settle.Errorf(settle.CodeSettlementNotConfigured, "this server has no pay contract or fee address configured, so direct missions cannot be settled; ask its operator")
	}
	if rows := settle.FindRows[*settle.Instruction](tx, settle.RevertedOfPoster(in.Poster)); len(rows) > 0 {
		return m, settle.Errorf(settle.CodePosterDisputed, "a reorganization removed your payment of %s; pay it again first", rows[0].ID).With("instruction_id", rows[0].ID)
	}
	open := 0
	for _, x := range settle.FindRows[*settle.Mission](tx, settle.MissionsOfPoster(in.Poster)) {
		if x.Status == settle.MissionOpen {
			open++
		}
	}
	if open >= e.o.MaxOpenMissions {
		return m, settle.Errorf(settle.CodeRateLimited, "you have %d open missions, the most allowed; award or cancel one first", open)
	}
	return m, nil
}

// Missions lists missions, newest first.
func (e *Engine) Missions(ctx context.Context, f settle.MissionFilter) (out []*settle.MissionView, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = nil
		posters := map[string]*settle.Agent{}
		for _, m := range tx.Missions(f) {
			if posters[m.Poster] == nil {
				posters[m.Poster] = settle.GetRow[settle.Agent](tx, m.Poster)
			}
			out = append(out, &settle.MissionView{Mission: m, Poster: posters[m.Poster], Submissions: tx.SubmissionCount(m.ID)})
		}
		return nil
	})
	return out, err
}

// Mission is one mission as the viewer may see it.
func (e *Engine) Mission(ctx context.Context, id string, v settle.Viewer) (out *settle.MissionView, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out, err = e.missionView(tx, id, v)
		return err
	})
	return out, err
}

func noMission(id string) error {
	return settle.Errorf(settle.CodeNotFound, "no mission %s", id)
}

func (e *Engine) missionView(tx settle.Tx, id string, v settle.Viewer) (*settle.MissionView, error) {
	m := settle.GetRow[settle.Mission](tx, id)
	if m == nil || m.Status == settle.MissionRemoved {
		return nil, noMission(id)
	}
	out := &settle.MissionView{Mission: m, Poster: settle.GetRow[settle.Agent](tx, m.Poster), Record: record(tx, m.Poster)}
	subs := settle.FindRows[*settle.Submission](tx, settle.SubmissionsOfMission(id))
	sort.SliceStable(subs, func(i, j int) bool { return subs[i].CreatedAt < subs[j].CreatedAt })
	out.Submissions = len(subs)
	for _, s := range subs {
		mine := contributes(s, v.Agent)
		if mine && out.YourRole == "" {
			out.YourRole = "contributor"
		}
		public := m.PublicOnRelease && s.ReleasedAt != 0
		if v.Agent != m.Poster && !mine && !public {
			continue
		}
		sv := settle.SubmissionView{Submission: s}
		if fee, parts, err := payouts(m, s); err == nil {
			_ = fee
			sv.Payouts = parts
		}
		if mayRead(m, s, v) {
			c, err := e.open(tx, s)
			if err != nil {
				return nil, err
			}
			sv.Content = c
		}
		out.Visible = append(out.Visible, sv)
	}
	if v.Agent != "" && v.Agent == m.Poster {
		out.YourRole = "poster"
	}
	return out, nil
}

// mayRead is R3: before release the contributors, after it the poster too, and
// everybody where the mission was posted so.
func mayRead(m *settle.Mission, s *settle.Submission, v settle.Viewer) bool {
	switch {
	case contributes(s, v.Agent):
		return true
	case s.ReleasedAt == 0:
		return false
	}
	return m.PublicOnRelease || (v.Agent != "" && v.Agent == m.Poster)
}

func contributes(s *settle.Submission, agent string) bool {
	return agent != "" && slices.ContainsFunc(s.Contributors, func(c settle.Contributor) bool { return c.Agent == agent })
}

func (e *Engine) envelope(tx settle.Tx, s *settle.Submission) ([]byte, error) {
	ct := tx.Envelope(s.ID)
	if ct == nil {
		return nil, settle.Errorf(settle.CodeNotDeposited, "the content of %s was never deposited here", s.ID)
	}
	return e.o.Sealer.Unseal(s.ID, ct)
}

func (e *Engine) open(tx settle.Tx, s *settle.Submission) (*settle.Content, error) {
	env, err := e.envelope(tx, s)
	if err != nil {
		return nil, err
	}
	c, err := e.o.Sealer.Open(env)
	return &c, err
}

// Envelope is the hashed bytes themselves, for those whom R3 names.
func (e *Engine) Envelope(ctx context.Context, submission string, v settle.Viewer) (env []byte, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		s := settle.GetRow[settle.Submission](tx, submission)
		if s == nil {
			return settle.Errorf(settle.CodeNotFound, "no submission %s", submission)
		}
		m := settle.GetRow[settle.Mission](tx, s.Mission)
		if !mayRead(m, s, v) {
			if v.Agent != "" && v.Agent == m.Poster {
				return settle.Errorf(settle.CodeForbidden, "the deliverable is sealed until its instruction is paid and confirmed; pick it and pay").With("sealed", true)
			}
			return settle.Errorf(settle.CodeForbidden, "this deliverable is not yours to read").With("sealed", true)
		}
		env, err = e.envelope(tx, s)
		return err
	})
	return env, err
}

func record(tx settle.Tx, poster string) (r settle.PosterRecord) {
	for _, m := range settle.FindRows[*settle.Mission](tx, settle.MissionsOfPoster(poster)) {
		if m.Status == settle.MissionRemoved {
			continue
		}
		r.Posted++
		switch m.Status {
		case settle.MissionAwarded:
			r.Awarded++
			continue
		case settle.MissionCancelled:
			r.Cancelled++
		case settle.MissionExpired:
			r.Expired++
		default:
			continue
		}
		if tx.Exists(settle.SubmissionsOfMission(m.ID)) {
			r.Abandoned++
		}
	}
	if a := settle.GetRow[settle.Agent](tx, poster); a != nil {
		r.UnpaidPicks = a.UnpaidTotal
	}
	return r
}

// Cancel ends an open mission, unless a pick is being paid.
func (e *Engine) Cancel(ctx context.Context, actor, mission string) (out *settle.MissionView, err error) {
	err = e.update(ctx, func(tx settle.Tx) error {
		m, err := ownMission(tx, actor, mission)
		if err != nil {
			return err
		}
		if m.Status != settle.MissionOpen {
			return settle.Errorf(settle.CodeMissionNotOpen, "the mission is %s", m.Status)
		}
		for _, i := range settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfMission(m.ID)) {
			if i.Running() {
				return inProgress(i)
			}
		}
		if err := e.record(tx, settle.MissionCancellation{Mission: m.ID}); err != nil {
			return err
		}
		out, err = e.missionView(tx, m.ID, settle.Viewer{Agent: actor})
		return err
	})
	return out, err
}

func ownMission(tx settle.Tx, actor, mission string) (*settle.Mission, error) {
	m := settle.GetRow[settle.Mission](tx, mission)
	if m == nil || m.Status == settle.MissionRemoved {
		return nil, noMission(mission)
	}
	if actor == "" || m.Poster != actor {
		return nil, settle.Errorf(settle.CodeForbidden, "only the poster of %s may do this", mission)
	}
	return m, nil
}

func inProgress(i *settle.Instruction) error {
	return settle.Errorf(settle.CodeSettlementInProgress, "submission %s is picked and its payment is awaited; withdraw the pick, or wait until its reservation ends", i.Submission).
		With("instruction_id", i.ID).With("reserved_until", i.ReservedUntil)
}

// MaxSubmissionsPerTarget is how often one agent may submit to one mission or
// milestone.
const MaxSubmissionsPerTarget = 3

// Submit seals work. The envelope is made and encrypted before any lock.
func (e *Engine) Submit(ctx context.Context, in settle.NewSubmission) (*settle.Submission, error) {
	id, err := e.newID("sub_")
	if err != nil {
		return nil, err
	}
	env, hash, err := e.o.Sealer.Make(in.Content, nil)
	if err != nil {
		return nil, settle.Errorf(settle.CodeInvalid, "the content cannot be sealed: %v", err)
	}
	ct, err := e.o.Sealer.Seal(id, env)
	if err != nil {
		return nil, err
	}
	var out *settle.Submission
	err = e.update(ctx, func(tx settle.Tx) error {
		s, err := e.decideSubmit(tx, in)
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

func (e *Engine) decideSubmit(tx settle.Tx, in settle.NewSubmission) (settle.Submission, error) {
	s := settle.Submission{Mission: in.Mission, Agent: in.Agent, Preview: in.Preview, Contributors: in.Contributors,
		CreatedAt: e.now(), Status: settle.SubmissionPending}
	if err := e.roster(in); err != nil {
		return s, err
	}
	m := settle.GetRow[settle.Mission](tx, in.Mission)
	if m == nil || m.Status == settle.MissionRemoved {
		return s, noMission(in.Mission)
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
	for _, c := range s.Contributors {
		if c.Agent == m.Poster {
			return s, settle.Errorf(settle.CodeForbidden, "a poster cannot submit to their own mission")
		}
		a := settle.GetRow[settle.Agent](tx, c.Agent)
		if a == nil {
			return s, settle.Errorf(settle.CodeNotFound, "no agent %s", c.Agent)
		}
		if settle.EffectivePayout(a, e.now()) == nil {
			return s, settle.Errorf(settle.CodePayeeAddressMissing, "%s has no payout address; set one first (POST /v1/agents/me/payout-address)", c.Agent).With("agent_id", c.Agent)
		}
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
	return s, nil
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

// payouts are fee and shares of the lowest prize that s could win.
func payouts(m *settle.Mission, s *settle.Submission) (fee money.Amount, parts []money.Amount, err error) {
	return prizeSplit(m, s, settle.LowestFree(m, s.Milestone))
}

// prizeSplit divides prize n (board.md section d, decision 9): the fee over all
// tranches first, then the net over the shares.
func prizeSplit(m *settle.Mission, s *settle.Submission, n uint32) (fee money.Amount, parts []money.Amount, err error) {
	tranches, k := []money.Amount{m.Reward}, 0
	switch {
	case len(m.Milestones) > 0:
		tranches = nil
		for _, x := range m.Milestones {
			tranches = append(tranches, x.Reward)
		}
		k = s.Milestone
	case m.MaxWinners > 1:
		if tranches, err = money.Prizes(m.Reward, m.Grain, int(m.MaxWinners)); err != nil {
			return fee, nil, err
		}
		k = int(min(n, m.MaxWinners-1))
	}
	fees, nets, err := money.SplitTranches(tranches, m.Grain, m.FeeBP)
	if err != nil {
		return fee, nil, err
	}
	shares := make([]uint32, len(s.Contributors))
	for i, c := range s.Contributors {
		shares[i] = c.ShareBP
	}
	parts, err = money.SplitNet(nets[k], m.Grain, shares)
	return fees[k], parts, err
}

func newest[T any](rows []T, n int, at func(T) int64) []T {
	rows = slices.Clone(rows)
	sort.SliceStable(rows, func(i, j int) bool { return at(rows[i]) > at(rows[j]) })
	return rows[:min(n, len(rows))]
}
