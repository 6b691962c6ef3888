package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// DefaultDeadlineMillis holds for missions that state none (wire.md).
const DefaultDeadlineMillis = 90 * 24 * 3600 * 1000

// NoMilestone is the milestone index of a mission without milestones.
const NoMilestone = -1

// Post opens a direct, a stated or a points mission.
func (e *Engine) Post(ctx context.Context, in settle.NewMission) (*settle.MissionView, error) {
	id, mils, err := e.missionIDs(in)
	if err != nil {
		return nil, err
	}
	refused := e.tripwires(in)
	rule, err := e.verification(in)
	if err != nil {
		return nil, err
	}
	sealed, err := e.sealRule(id, rule)
	if err != nil {
		return nil, err
	}
	var out *settle.MissionView
	err = e.update(ctx, func(tx settle.Tx) error {
		m, err := e.decidePost(tx, in, refused)
		if err != nil {
			return err
		}
		m.ID, m.Milestones = id, mils
		if rule.public != nil {
			m.Verification = rule.public
		}
		if c, err := commitTerms(in, rule.public); err != nil {
			return err
		} else if c != nil {
			v := *rule.public
			v.Commit, m.Verification = c, &v
		}
		if sealed != nil {
			tx.PutEnvelope(RuleKey(id), sealed)
		}
		if m.Points != nil {
			if err := e.grant(tx, in.Poster); err != nil {
				return err
			}
		}
		if err := e.record(tx, settle.MissionPosted{Mission: m, Policy: passed(&m)}); err != nil {
			return err
		}
		out, err = e.missionView(tx, id, settle.Viewer{Agent: in.Poster})
		return err
	})
	return out, err
}

// decidePost is given the tripwires' verdict, which comes behind what is wrong with
// the request's form and before what is wrong with the poster (board.md (a)).
func (e *Engine) decidePost(tx settle.Tx, in settle.NewMission, refused error) (settle.Mission, error) {
	now, set := e.now(), settingsOf(tx)
	m := settle.Mission{Poster: in.Poster, Title: in.Title, Description: in.Description, Category: in.Category,
		Criteria: in.Criteria, Reward: in.Reward, Grain: in.Grain, FeeBP: set.FeeBP, Mode: in.Mode,
		MaxWinners: max(1, in.MaxWinners), Accepts: in.Accepts, Deadline: in.Deadline, DeadlineExplicit: in.Deadline != 0,
		PublicOnRelease: in.PublicOnRelease, Evidence: in.Evidence, CreatedAt: now, Status: settle.MissionOpen,
		Type: in.Type, TypeParams: in.TypeParams, MetadataURI: in.MetadataURI, MaxSubmissions: in.MaxSubmissions}
	if in.Audience != settle.AudienceAgents {
		m.Audience = in.Audience
	}
	if err := checkEvidence(in); err != nil {
		return m, err
	}
	if m.Mode == "" {
		m.Mode = settle.ModeDirect
	}
	switch {
	case m.Mode == settle.ModeStated:
		m.Accepts = []settle.Identification{} // no payment is looked for
	case len(m.Accepts) == 0:
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
	if m.Mode == settle.ModePoints {
		if err := pointsTerms(&m, in, set); err != nil {
			return m, err
		}
	}
	if m.Mode == settle.ModeDirect && (len(set.PayContracts) == 0 || set.FeeBP > 0 && set.FeeAddress.IsZero()) {
		return m, settle.Errorf(settle.CodeSettlementNotConfigured, "this server has no pay contract or fee address configured, so direct missions cannot be settled; ask its operator")
	}
	if refused != nil {
		return m, refused
	}
	if err := mayPost(tx, in.Poster); err != nil {
		return m, err
	}
	if m.Points != nil { // which the balance bounds, and the fee
		return m, afford(tx, in.Poster, m.Points.Symbol, "posting this mission", m.Reward, m.Points.SpamFee)
	}
	open := 0
	for _, x := range settle.FindRows[*settle.Mission](tx, settle.MissionsOfPoster(in.Poster)) {
		if x.Status == settle.MissionOpen && x.Mode != settle.ModePoints {
			open++
		}
	}
	if open >= e.o.MaxOpenMissions {
		return m, settle.Errorf(settle.CodeRateLimited, "you have %d open missions, the most allowed; award or cancel one first", open)
	}
	return m, nil
}

// mayPost: a poster whose payment a reorganization removed makes it good first
// (R25).
func mayPost(s settle.State, poster string) error {
	if rows := settle.FindRows[*settle.Instruction](s, settle.RevertedOfPoster(poster)); len(rows) > 0 {
		return settle.Errorf(settle.CodePosterDisputed, "a reorganization removed your payment of %s; pay it again first", rows[0].ID).With("instruction_id", rows[0].ID)
	}
	rows := settle.Disputes(s, poster)
	if len(rows) == 0 {
		return nil
	}
	next := "award it again first"
	if !settle.CanBeAwarded(s, rows[0]) {
		next = "its reward does not lie in the escrow any more, so ask the operator"
	}
	return settle.Errorf(settle.CodePosterDisputed, "a reorganization removed the award of %s in %s; %s", rows[0].Submission, rows[0].Mission, next).With("submission_id", rows[0].Submission)
}

// Cancel ends an open mission, unless a pick is being paid.
func (e *Engine) Cancel(ctx context.Context, actor, mission string) (out *settle.MissionView, err error) {
	if err := e.EndIfDue(ctx, mission); err != nil {
		return nil, err
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		m, err := ownMission(tx, actor, mission)
		if err != nil {
			return err
		}
		if m.Mode == settle.ModeEscrow {
			return directMission(m, "its poster cancels it there while nobody has entered, with calls.cancel of GET /missions/{mission_id}/escrow")
		}
		if m.Status != settle.MissionOpen {
			return settle.Errorf(settle.CodeMissionNotOpen, "the mission is %s", m.Status)
		}
		if m.PollTerms() != nil && tx.Exists(settle.CompleteOfMission(m.ID)) {
			return settle.Errorf(settle.CodeConflict, "voters decide this mission, and there is work for them to judge; it cannot be cancelled any more")
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
