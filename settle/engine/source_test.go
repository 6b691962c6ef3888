package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// TestContentElsewhere: work whose content is still to be fetched is pending and
// promises nothing: nobody can pick it, and where the content lies is sealed like the
// content (settlement.md R1, R4).
func TestContentElsewhere(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	src := settle.Source{URI: "https://worker.example/CANARY-URI", Hash: settle.Keccak256([]byte("what is there"))}
	sub, err := s.Engine.Submit(s.Ctx, settle.NewSubmission{Agent: s.a.Agent, Mission: m.ID, Source: &src})
	s.ok(err)
	if sub.Status != settle.SubmissionPending || sub.Deposited || !sub.Fetching || !sub.ContentHash.IsZero() {
		t.Fatalf("%+v", sub)
	}
	_, err = s.Pick(s.poster, sub, s.poster.Wallet0(), false)
	s.code(err, settle.CodeNotDeposited)
	for _, who := range []string{s.a.Agent, s.poster.Agent} {
		v, err := s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{Agent: who})
		s.ok(err)
		if len(v.Visible) != 1 || v.Visible[0].Content != nil || len(v.Work) != 1 {
			t.Errorf("%s sees %+v", who, v.Visible)
		}
	}
	s.ok(s.Store.Facts(s.Ctx, 0, func(f settle.Fact) error {
		b, err := json.Marshal(f)
		if strings.Contains(string(b), "CANARY") {
			t.Errorf("the journal holds where the content is: %s", b)
		}
		return err
	}))
	s.State(func(tx settle.Tx) {
		ct := tx.Envelope(settle.SourceKey(sub.ID))
		if len(ct) == 0 || strings.Contains(string(ct), "CANARY") {
			t.Errorf("it is not sealed: %q", ct)
		}
		if tx.Envelope(sub.ID) != nil {
			t.Error("there is an envelope of nothing")
		}
	})
	stated := s.mission(s.poster, settle.NewMission{Mode: settle.ModeStated})
	sub, err = s.Engine.Submit(s.Ctx, settle.NewSubmission{Agent: s.a.Agent, Mission: stated.ID, Source: &src})
	s.ok(err)
	_, err = s.Engine.AwardStated(s.Ctx, settle.AcceptRequest{Actor: s.poster.Agent, Mission: stated.ID, Submission: sub.ID})
	s.code(err, settle.CodeNotDeposited)
}

// TestMissionsThatAreFull: a mission may take no more than so many submissions.
func TestMissionsThatAreFull(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{MaxSubmissions: 2})
	s.submit(m, s.a)
	s.submit(m, s.b)
	_, err := s.Submit(m.ID, "", s.a)
	s.code(err, settle.CodeMissionNotOpen)
	vs, err := s.Engine.Missions(s.Ctx, settle.MissionFilter{Work: true})
	s.ok(err)
	if len(vs) != 1 || len(vs[0].Work) != 2 || vs[0].Picked {
		t.Errorf("%+v", vs)
	}
	v, err := s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{})
	s.ok(err)
	if len(v.Work) != 2 || len(v.Visible) != 0 || v.Token.IsZero() {
		t.Errorf("%+v", v)
	}
	s.pick(s.poster, v.Work[0])
	vs, err = s.Engine.Missions(s.Ctx, settle.MissionFilter{Work: true})
	if s.ok(err); !vs[0].Picked {
		t.Error("a pick does not show")
	}
	if vs, err = s.Engine.Missions(s.Ctx, settle.MissionFilter{}); err != nil || vs[0].Work != nil {
		t.Errorf("%+v (%v)", vs, err)
	}
}

// TestUnsealedWork is everybody's to read from the start.
func TestUnsealedWork(t *testing.T) {
	s := newScene(t)
	m := settle.Mission{ID: "mis_00000000000000aa", Poster: s.poster.Agent, Title: "open", Mode: settle.ModePoints, Unsealed: true, MaxWinners: 1,
		Reward: s.mission(s.poster, settle.NewMission{}).Reward, Grain: money.Units(1), Deadline: 1 << 50, CreatedAt: 1, Status: settle.MissionOpen}
	s.Record(settle.MissionPosted{Mission: m})
	sub, err := s.Engine.Submit(s.Ctx, settle.NewSubmission{Agent: s.a.Agent, Mission: m.ID, Content: "for all to see"})
	s.ok(err)
	v, err := s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{})
	s.ok(err)
	if len(v.Visible) != 1 || v.Visible[0].Content == nil || v.Visible[0].Content.Text != "for all to see" || v.Visible[0].Submission.ID != sub.ID {
		t.Errorf("%+v", v.Visible)
	}
}
