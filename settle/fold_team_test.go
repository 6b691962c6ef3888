package settle

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// draft puts a mission with a draft of a team: the first has submitted it.
func (b *book) draft(id string, winners uint32, milestones int, team ...string) *Submission {
	b.t.Helper()
	if b.mission(id) == nil {
		m := Mission{ID: "mis_" + id, Poster: "poster", MaxWinners: winners}
		for range milestones {
			m.Milestones = append(m.Milestones, Milestone{ID: "mil"})
		}
		b.do(&MissionPosted{Mission: m})
	}
	s := Submission{ID: "sub_" + id, Mission: "mis_" + id, Milestone: -1, Agent: team[0]}
	if milestones > 0 {
		s.Milestone = 0
	}
	for k, w := range team {
		s.Contributors = append(s.Contributors, Contributor{Agent: w, Invited: k > 0})
	}
	b.do(&WorkSubmitted{Submission: s})
	return b.sub(id)
}

func (b *book) mission(id string) *Mission { return GetRow[Mission](b, "mis_"+id) }
func (b *book) sub(id string) *Submission  { return GetRow[Submission](b, "sub_"+id) }

func (b *book) join(id, agent string)    { b.do(&WorkJoined{Submission: "sub_" + id, Agent: agent}) }
func (b *book) decline(id, agent string) { b.do(&WorkDeclined{Submission: "sub_" + id, Agent: agent}) }

// A fact of before there were consents says what it said then.
func TestOldTeamsHaveConsented(t *testing.T) {
	b := newBook(t)
	b.do(&MissionPosted{Mission: Mission{ID: "mis_a", Poster: "poster", MaxWinners: 1}})
	old := `{"submission":{"id":"sub_a","mission":"mis_a","milestone":-1,"agent":"ann","contributors":[{"agent":"ann","share_bp":6000},{"agent":"bob","share_bp":4000}],
		"preview":"p","content_hash":"` + hsh("x").String() + `","deposited":true,"status":"pending","created_at":5}}`
	if err := Fold(b, Fact{Seq: 99, Kind: KindWorkSubmitted, At: 5, Body: []byte(old)}, plainRater{}); err != nil {
		t.Fatal(err)
	}
	s := b.sub("a")
	if s.Status != SubmissionPending || !s.Complete() || !s.Joined("bob") || len(s.Awaiting()) != 0 || !GetRow[Agent](b, "bob").Contributed {
		t.Errorf("%+v", s)
	}
	if raw, _ := json.Marshal(Contributor{Agent: "ann", ShareBP: 5}); string(raw) != `{"agent":"ann","share_bp":5}` {
		t.Errorf("the digest of old states changes: %s", raw)
	}
}

func TestConsents(t *testing.T) {
	b := newBook(t)
	s := b.draft("a", 1, 0, "ann", "bob", "cid")
	if s.Status != SubmissionDraft || !slices.Equal(s.Awaiting(), []string{"bob", "cid"}) {
		t.Fatalf("%+v", s)
	}
	if GetRow[Agent](b, "bob").Contributed || !GetRow[Agent](b, "ann").Contributed {
		t.Error("to be named is a history, or to submit is none")
	}
	for _, who := range []string{"ann", "rival", "poster", ""} { // nobody who is asked
		b.join("a", who)
	}
	b.join("a", "cid")
	if s = b.sub("a"); s.Status != SubmissionDraft || !slices.Equal(s.Awaiting(), []string{"bob"}) || s.Contributors[2].AcceptedAt != b.at || !GetRow[Agent](b, "cid").Contributed {
		t.Fatalf("%+v", s)
	}
	b.join("a", "cid")
	b.join("a", "bob")
	if s = b.sub("a"); s.Status != SubmissionPending || s.Contributors[1].AcceptedAt != b.at || s.DecidedAt != 0 {
		t.Fatalf("%+v", s)
	}
	b.decline("a", "bob") // too late
	if s = b.sub("a"); s.Status != SubmissionPending {
		t.Fatalf("%+v", s)
	}
}

func TestDeclines(t *testing.T) {
	b := newBook(t)
	b.draft("a", 1, 0, "ann", "bob", "cid")
	b.join("a", "bob")
	b.decline("a", "bob")
	b.join("a", "cid")
	b.decline("a", "cid")
	if s := b.sub("a"); s.Status != SubmissionWithdrawn || s.DeclinedBy != "bob" || s.DecidedAt == 0 || s.Complete() {
		t.Errorf("%+v", s)
	}
}

// Drafts end with what they are for, by whatever that ends.
func TestDraftsEndWithTheirMission(t *testing.T) {
	for name, end := range map[string]func(*book){
		"cancelled":       func(b *book) { b.do(&MissionCancellation{Mission: "mis_a"}) },
		"expired":         func(b *book) { b.do(&Tick{Expired: []string{"mis_a"}}) },
		"won by a rival":  func(b *book) { b.win("rivals", "rival") },
		"declined before": func(b *book) { b.decline("a", "bob"); b.do(&MissionCancellation{Mission: "mis_a"}) },
	} {
		b := newBook(t)
		b.draft("a", 1, 0, "ann", "bob")
		end(b)
		b.join("a", "bob")
		want := SubmissionClosed
		if name == "declined before" {
			want = SubmissionWithdrawn
		}
		if s := b.sub("a"); s.Status != want || s.DecidedAt == 0 || s.Complete() {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// win gives the mission of draft a to a solo submission of an agent, by the award
// of its instruction.
func (b *book) win(id, agent string) {
	b.t.Helper()
	s := Submission{ID: "sub_" + id, Mission: "mis_a", Milestone: b.sub("a").Milestone, Agent: agent, Contributors: []Contributor{{Agent: agent}}}
	b.do(&WorkSubmitted{Submission: s})
	i := Instruction{ID: id, Digest: hsh(id), Mission: "mis_a", Submission: s.ID, Milestone: s.Milestone, Poster: "poster", Token: adr("token"), PayContract: adr("pay"),
		Issued: BlockRef{Number: b.block, Hash: hsh("b")}, IssuedTime: int64(b.block), Accepts: []Identification{ByTag}, Legs: []Leg{{To: adr(agent), Amount: amt(1)}}, Total: amt(1),
		ReservedUntil: int64(b.block) + 3600, Reservations: []Reservation{{From: int64(b.block)}}}
	b.do(&InstructionIssued{Instruction: i, Tags: []Tag{{Ref: i.Digest, Instruction: id, Leg: -1}}})
	(&folder{State: b, seq: b.seq, at: b.at, rate: plainRater{}}).award(&i, judgement{honest: true})
}

// A rating moves for nobody's draft: neither the submitter nor the invited lose.
func TestDraftsLoseNothing(t *testing.T) {
	b := newBook(t)
	b.draft("a", 1, 0, "ann", "bob")
	b.do(&WorkSubmitted{Submission: Submission{ID: "sub_solo", Mission: "mis_a", Milestone: -1, Agent: "cid", Contributors: []Contributor{{Agent: "cid"}}}})
	b.win("winner", "rival")
	// The second time is a settling again, when the draft has been closed.
	for n := int64(1); n <= 2; n++ {
		for agent, want := range map[string]int64{"ann": StartRating, "bob": StartRating, "cid": StartRating - n*16_000, "rival": StartRating + n*16_000} {
			if got := GetRow[Agent](b, agent).RatingMilli; got != want {
				t.Errorf("%s has %d, want %d", agent, got, want)
			}
		}
		(&folder{State: b, seq: b.seq, at: b.at, rate: plainRater{}}).rateResolution(GetRow[Instruction](b, "winner"))
	}
}

// A milestone that is won ends its own drafts only.
func TestDraftsOfOtherMilestonesStay(t *testing.T) {
	b := newBook(t)
	b.draft("a", 1, 2, "ann", "bob")
	other := *b.sub("a")
	other.ID, other.Milestone = "sub_other", 1
	b.do(&WorkSubmitted{Submission: other})
	b.win("first", "rival")
	if x, y := b.sub("a").Status, b.sub("other").Status; x != SubmissionClosed || y != SubmissionDraft {
		t.Errorf("the milestone's draft is %s, the other's %s", x, y)
	}
	b.join("other", "bob")
	if s := b.sub("other"); s.Status != SubmissionPending {
		t.Errorf("%+v", s)
	}
}

// Whatever facts come in whatever order, only the consent of all makes it count,
// and every change is one that the tables name.
func TestTeamsInAnyOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := newBook(t)
		team := []string{"ann", "bob", "cid"}[:rapid.IntRange(1, 3).Draw(rt, "team")]
		b.draft("a", 1, 0, team...)
		given := map[string]bool{"ann": true}
		over := false
		for range rapid.IntRange(0, 8).Draw(rt, "facts") {
			was := b.sub("a")
			who := rapid.SampledFrom([]string{"ann", "bob", "cid", "rival", "poster"}).Draw(rt, "who")
			switch rapid.IntRange(0, 5).Draw(rt, "fact") {
			case 0, 1, 2:
				b.join("a", who)
				given[who] = given[who] || was.Awaits(who)
			case 3:
				b.decline("a", who)
			case 4:
				b.do(&WorkRejected{Submission: "sub_a"})
			case 5:
				b.do(&MissionCancellation{Mission: "mis_a"})
				over = true
			}
			s := b.sub("a")
			if s.Status != was.Status && !slices.Contains(SubmissionTransitions()[was.Status], s.Status) {
				rt.Fatalf("from %s to %s", was.Status, s.Status)
			}
			all := !slices.ContainsFunc(team, func(a string) bool { return !given[a] })
			if s.Complete() != all || over && s.Status == SubmissionDraft || (s.Status == SubmissionPending || s.Status == SubmissionRejected) && !all {
				rt.Fatalf("%s with the consents %v: %+v", s.Status, given, s)
			}
		}
	})
}
