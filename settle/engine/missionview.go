package engine

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"sort"

	"github.com/oabp/oabpd/settle"
)

// Missions lists what any of the filters takes, newest first, each mission with its
// poster's record; none takes a mission that another takes as well, and all have
// one offset, one limit, and one Work. What it costs beside the missions is the same for every page.
func (e *Engine) Missions(ctx context.Context, fs ...settle.MissionFilter) (out []*settle.MissionView, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		if len(fs) == 0 {
			return nil
		}
		late, err := e.overdue(tx)
		if err != nil {
			return err
		}
		var ms []*settle.Mission
		for _, f := range fs {
			if f.Limit > 0 {
				f.Limit += f.Offset
			}
			ms = append(ms, late.list(tx, f)...)
		}
		slices.SortFunc(ms, func(a, b *settle.Mission) int {
			return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
		})
		ms = ms[min(len(ms), fs[0].Offset):]
		if fs[0].Limit > 0 {
			ms = ms[:min(len(ms), fs[0].Limit)]
		}
		if out = late.listed(tx, ms); len(out) > 0 && fs[0].Work {
			late.addWork(tx, out, settle.WorkListed)
		}
		return nil
	})
	return out, err
}

// addWork shows which submissions missions have.
func (o overdue) addWork(tx settle.Tx, views []*settle.MissionView, limit int) {
	of := map[string]*settle.MissionView{}
	ids := make([]string, len(views))
	for k, v := range views {
		ids[k], of[v.Mission.ID] = v.Mission.ID, v
	}
	picked := tx.Picked(ids)
	for _, s := range tx.Work(ids, limit) {
		of[s.Mission].Work = append(of[s.Mission].Work, o.submission(s))
	}
	for _, v := range views {
		v.Picked = v.Mission.Mode == settle.ModeDirect && v.Mission.Status == settle.MissionOpen && len(v.Work) > 0 && picked[v.Mission.ID]
	}
	markReverted(tx, views)
}

// markReverted finds the missions with an award whose payment was taken back.
func markReverted(tx settle.Tx, views []*settle.MissionView) {
	var paid, escrowed []string
	for _, v := range views {
		for _, a := range v.Mission.Awards {
			switch {
			case a.Instruction == "":
			case v.Mission.Mode == settle.ModeEscrow:
				escrowed = append(escrowed, a.Instruction)
			default:
				paid = append(paid, a.Instruction)
			}
		}
	}
	if len(paid)+len(escrowed) == 0 {
		return
	}
	instructions, awards := tx.Many(settle.TableInstruction, paid), tx.Many(settle.TableEscrowAward, escrowed)
	for _, v := range views {
		for _, a := range v.Mission.Awards {
			if i, ok := instructions[a.Instruction].(*settle.Instruction); ok && i.Status == settle.InstructionReverted {
				v.Reverted = true
			}
			if e, ok := awards[a.Instruction].(*settle.EscrowAward); ok && e.Status == settle.AwardReverted {
				v.Reverted = true
			}
		}
	}
}

// listed are missions as a list shows them.
func (o overdue) listed(tx settle.Tx, ms []*settle.Mission) (out []*settle.MissionView) {
	if len(ms) == 0 {
		return nil
	}
	var ids, posters []string
	for _, m := range ms {
		ids = append(ids, m.ID)
		if m.Poster != "" && !slices.Contains(posters, m.Poster) {
			posters = append(posters, m.Poster)
		}
	}
	token, work := settingsOf(tx).Token, tx.SubmissionCounts(ids)
	tx.Many(settle.TableAgent, posters)
	tx.Many(settle.TablePoster, posters)
	for _, m := range ms {
		v := &settle.MissionView{Mission: m, Token: token, Submissions: work[m.ID]}
		v.Poster, v.Record = o.posterOf(tx, m)
		out = append(out, v)
	}
	return out
}

// posterOf is who posted a mission, with their record; nobody where no agent has
// proven the address by which one of the escrow was posted.
func (o overdue) posterOf(tx settle.Tx, m *settle.Mission) (*settle.Agent, settle.PosterRecord) {
	if m.Poster == "" {
		return nil, settle.PosterRecord{}
	}
	a := settle.GetRow[settle.Agent](tx, m.Poster)
	r := settle.RecordOf(settle.GetRow[settle.PosterCounts](tx, m.Poster), a)
	o.count(tx, m.Poster, &r)
	return a, r
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
	late, err := e.overdue(tx)
	if err != nil {
		return nil, err
	}
	m = late.mission(m)
	out := &settle.MissionView{Mission: m, Token: settingsOf(tx).Token}
	out.Poster, out.Record = late.posterOf(tx, m)
	isPoster := v.Agent != "" && v.Agent == m.Poster
	subs := settle.FindRows[*settle.Submission](tx, settle.SubmissionsOfMission(id))
	sort.SliceStable(subs, func(i, j int) bool { return subs[i].CreatedAt < subs[j].CreatedAt })
	for _, s := range subs {
		s = late.submission(s)
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
		sv := settle.SubmissionView{Submission: s, Picked: pickedWork(tx, s.ID)}
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
	late.addWork(tx, []*settle.MissionView{out}, settle.WorkShown)
	switch {
	case isPoster:
		out.YourRole = "poster"
	case out.YourRole == "" && len(out.Invitations) > 0:
		out.YourRole = "invited"
	}
	if m.Mode != settle.ModeEscrow {
		return out, nil
	}
	out.Escrow, _, err = e.escrowView(tx, m, posting{})
	return out, err
}

func pickedWork(s settle.State, submission string) bool {
	return slices.ContainsFunc(settle.FindRows[*settle.Instruction](s, settle.InstructionsOfSubmission(submission)), (*settle.Instruction).Running)
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
