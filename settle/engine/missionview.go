package engine

import (
	"context"
	"regexp"
	"slices"
	"sort"

	"github.com/oabp/oabpd/settle"
)

// Missions lists missions, newest first.
func (e *Engine) Missions(ctx context.Context, f settle.MissionFilter) (out []*settle.MissionView, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = nil
		token := settingsOf(tx).Token
		posters := map[string]*settle.Agent{}
		for _, m := range tx.Missions(f) {
			if posters[m.Poster] == nil {
				posters[m.Poster] = settle.GetRow[settle.Agent](tx, m.Poster)
			}
			out = append(out, &settle.MissionView{Mission: m, Token: token, Poster: posters[m.Poster], Submissions: tx.SubmissionCount(m.ID)})
		}
		if f.Work {
			addWork(tx, out, settle.WorkListed)
		}
		return nil
	})
	return out, err
}

// addWork shows which submissions missions have.
func addWork(tx settle.Tx, views []*settle.MissionView, limit int) {
	of := map[string]*settle.MissionView{}
	ids := make([]string, len(views))
	for k, v := range views {
		ids[k], of[v.Mission.ID] = v.Mission.ID, v
	}
	for _, s := range tx.Work(ids, limit) {
		of[s.Mission].Work = append(of[s.Mission].Work, s)
	}
	for _, v := range views {
		v.Picked = v.Mission.Mode == settle.ModeDirect && v.Mission.Status == settle.MissionOpen && len(v.Work) > 0 && picked(tx, v.Mission.ID)
	}
}

func picked(s settle.State, mission string) bool {
	return slices.ContainsFunc(settle.FindRows[*settle.Instruction](s, settle.InstructionsOfMission(mission)), (*settle.Instruction).Running)
}

// Mission is one mission as the viewer may see it.
func (e *Engine) Mission(ctx context.Context, id string, v settle.Viewer) (out *settle.MissionView, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out, err = e.missionView(tx, id, v)
		return err
	})
	return out, err
}

var missionID = regexp.MustCompile(`^mis_([0-9a-f]{16}|[0-9a-f]{56})$`)

func noMission(id string) error {
	if !missionID.MatchString(id) {
		return settle.Errorf(settle.CodeNotFound, "there can be no mission %q: an id is mis_ and 16 hexadecimal digits, or 56 of a mission that was posted on the chain alone; take it from a list of missions, or from the reply to posting it", id)
	}
	return settle.Errorf(settle.CodeNotFound, "no mission %s; take its id from a list of missions", id)
}

func (e *Engine) missionView(tx settle.Tx, id string, v settle.Viewer) (*settle.MissionView, error) {
	m := settle.GetRow[settle.Mission](tx, id)
	if m == nil || m.Status == settle.MissionRemoved {
		return nil, noMission(id)
	}
	out := &settle.MissionView{Mission: m, Token: settingsOf(tx).Token, Poster: settle.GetRow[settle.Agent](tx, m.Poster)}
	if m.Poster != "" { // of a mission of the escrow nobody may have proven the poster's address
		out.Record = record(tx, m.Poster)
	}
	isPoster := v.Agent != "" && v.Agent == m.Poster
	subs := settle.FindRows[*settle.Submission](tx, settle.SubmissionsOfMission(id))
	sort.SliceStable(subs, func(i, j int) bool { return subs[i].CreatedAt < subs[j].CreatedAt })
	for _, s := range subs {
		if s.Complete() {
			out.Submissions++
		}
		mine := s.Joined(v.Agent)
		if mine {
			out.YourRole = "contributor"
		}
		if s.Awaits(v.Agent) {
			out.Invitations = append(out.Invitations, s.ID)
		}
		public := m.PublicOnRelease && s.ReleasedAt != 0 || m.Unsealed && s.Complete()
		if !mine && !public && !(isPoster && s.Complete()) {
			continue
		}
		sv := settle.SubmissionView{Submission: s}
		if mine {
			sv.Addresses = e.addressesOf(tx, s)
		}
		sv.Payouts = payoutsOf(tx, m, s)
		if s.Deposited && mayRead(m, s, v) {
			c, err := e.open(tx, s)
			if err != nil {
				return nil, err
			}
			sv.Content = c
		}
		if mine || mayRead(m, s, v) {
			if err := e.showSource(tx, &sv); err != nil {
				return nil, err
			}
		}
		out.Visible = append(out.Visible, sv)
	}
	addWork(tx, []*settle.MissionView{out}, settle.WorkShown)
	switch {
	case isPoster:
		out.YourRole = "poster"
	case out.YourRole == "" && len(out.Invitations) > 0:
		out.YourRole = "invited"
	}
	if m.Mode != settle.ModeEscrow {
		return out, nil
	}
	var err error
	out.Escrow, _, err = e.escrowView(tx, m, posting{})
	return out, err
}

// mayRead is R3: before release the contributors who have consented, after it
// the poster too, and everybody where the mission was posted so.
func mayRead(m *settle.Mission, s *settle.Submission, v settle.Viewer) bool {
	switch {
	case s.Fetching:
		return false
	case s.Joined(v.Agent):
		return true
	case m.Unsealed && s.Complete():
		return m.Status != settle.MissionRemoved
	case s.ReleasedAt == 0:
		return false
	}
	if v.Agent != "" && v.Agent == m.Poster {
		return s.WithheldFor == ""
	}
	return m.PublicOnRelease && m.Status != settle.MissionRemoved
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
		if s == nil || !s.Complete() && !s.Joined(v.Agent) && !s.Awaits(v.Agent) {
			return settle.Errorf(settle.CodeNotFound, "no submission %s", submission)
		}
		m := settle.GetRow[settle.Mission](tx, s.Mission)
		if !mayRead(m, s, v) {
			if s.WithheldFor != "" && v.Agent != "" && v.Agent == m.Poster {
				return settle.Errorf(settle.CodeForbidden, "the operator has withheld this deliverable: %s", s.WithheldFor).With("withheld", true).With("reason", s.WithheldFor)
			}
			if v.Agent != "" && v.Agent == m.Poster && m.Mode == settle.ModeEscrow {
				return settle.Errorf(settle.CodeForbidden, "the deliverable is sealed until its award is finalized in the escrow and confirmed; award it").With("sealed", true)
			}
			if v.Agent != "" && v.Agent == m.Poster && m.Mode == settle.ModeStated {
				return settle.Errorf(settle.CodeForbidden, "the deliverable is sealed until you accept its submission (POST /v1/bounties/%s/award)", m.ID).With("sealed", true)
			}
			if v.Agent != "" && v.Agent == m.Poster {
				return settle.Errorf(settle.CodeForbidden, "the deliverable is sealed until its instruction is paid and confirmed; pick it and pay").With("sealed", true)
			}
			if s.Awaits(v.Agent) {
				return settle.Errorf(settle.CodeForbidden, "you are asked to share in this submission; join it first (POST /v1/submissions/{submission_id}/join) to read it").With("sealed", true)
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
		if m.Status == settle.MissionRemoved || m.Mode == settle.ModePoints { // which cost nothing
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
		if tx.Exists(settle.CompleteOfMission(m.ID)) {
			r.Abandoned++
		}
	}
	if a := settle.GetRow[settle.Agent](tx, poster); a != nil {
		r.UnpaidPicks, r.Payees, r.MedianToPay = a.UnpaidTotal, len(a.Payees), a.MedianToPay()
	}
	return r
}
