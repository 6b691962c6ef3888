package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

func testSessions(t *testing.T, s Store) {
	one := settle.Session{TokenHash: hash(1), Agent: "a", Address: addr(1), ExpiresAt: 100}
	update(t, s, func(tx settle.Tx) {
		tx.PutSession(one)
		tx.PutSession(settle.Session{TokenHash: hash(2), Agent: "b", Address: addr(2), ExpiresAt: 200})
		tx.PutNonce("n1", 100)
		tx.PutNonce("n2", 200)
		tx.PutNonce("n3", 200)
	})
	if err := tryUpdate(t, s, func(tx settle.Tx) { tx.PutNonce("n1", 900) }); err == nil {
		t.Error("a nonce could be made twice")
	}
	update(t, s, func(tx settle.Tx) {
		equal(t, "session", *tx.Session(hash(1), 99), one)
		equal(t, "expired session", tx.Session(hash(1), 100), nil)
		equal(t, "expired nonce", tx.TakeNonce("n1", 100), false)
		equal(t, "nonce", tx.TakeNonce("n2", 199), true)
		equal(t, "used nonce", tx.TakeNonce("n2", 199), false)
		tx.MoveSessions("a", "c")
		equal(t, "moved", tx.Session(hash(1), 1).Agent, "c")
		equal(t, "not moved", tx.Session(hash(2), 1).Agent, "b")
	})
	update(t, s, func(tx settle.Tx) { equal(t, "used earlier", tx.TakeNonce("n2", 1), false) })
	if err := s.Sweep(t.Context(), 150); err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx settle.Tx) {
		equal(t, "swept session", tx.Session(hash(1), 1), nil)
		equal(t, "kept session", tx.Session(hash(2), 1) != nil, true)
		equal(t, "kept nonce", tx.TakeNonce("n3", 1), true)
	})
}

func testReceipts(t *testing.T, s Store) {
	body := []byte("{\"a\": 1}\x00\xff")
	update(t, s, func(tx settle.Tx) {
		tx.PutReceipt(settle.StoredReceipt{Submission: "s", Instruction: "i", Digest: hash(2), Body: body, At: 500})
		tx.PutReceipt(settle.StoredReceipt{Submission: "s", Instruction: "i", Digest: hash(1), Body: body, At: 400})
		tx.PutReceipt(settle.StoredReceipt{Submission: "other", Instruction: "j", Digest: hash(3), Body: body, At: 1})
		tx.PutEnvelope("s", body)
		tx.PutEnvelope("empty", nil)
	})
	if err := tryUpdate(t, s, func(tx settle.Tx) {
		tx.PutReceipt(settle.StoredReceipt{Submission: "s", Instruction: "i", Digest: hash(1), Body: []byte("changed")})
	}); err == nil {
		t.Error("a receipt could be replaced")
	}
	update(t, s, func(tx settle.Tx) { tx.DisputeReceipts("i") })
	update(t, s, func(tx settle.Tx) {
		tx.PutReceipt(settle.StoredReceipt{Submission: "s", Instruction: "i", Digest: hash(4), Body: body, At: 450})
	})
	view(t, s, func(tx settle.Tx) {
		var got []string
		for _, r := range tx.Receipts("s") {
			equal(t, "body", string(r.Body), string(body))
			equal(t, "submission", r.Submission, "s")
			equal(t, "instruction", r.Instruction, "i")
			got = append(got, fmt.Sprint(r.Digest == hash(4), r.At, r.Disputed))
		}
		if want := []string{"true 450 false", "false 400 true", "false 500 true"}; !slices.Equal(got, want) {
			t.Errorf("receipts %v, want %v", got, want)
		}
		equal(t, "other's", tx.Receipts("other")[0].Disputed, false)
		var log []settle.StoredReceipt
		for page := tx.ReceiptsAfter(0, 3); len(page) > 0; page = tx.ReceiptsAfter(page[len(page)-1].N, 3) {
			log = append(log, page...)
		}
		var order []string
		for k, r := range log {
			if r.N == 0 || k > 0 && log[k-1].N >= r.N {
				t.Errorf("receipt %d of the log has the number %d", k, r.N)
			}
			equal(t, "body in the log", string(r.Body), string(body))
			order = append(order, fmt.Sprint(r.Submission, r.Instruction, r.At, r.Disputed))
		}
		if want := []string{"si500 true", "si400 true", "otherj1 false", "si450 false"}; !slices.Equal(order, want) {
			t.Errorf("the log of receipts is %v, want %v", order, want)
		}
		equal(t, "behind the last", len(tx.ReceiptsAfter(log[len(log)-1].N, 3)), 0)
		equal(t, "envelope", string(tx.Envelope("s")), string(body))
	})
}

func testLists(t *testing.T, s Store) {
	update(t, s, func(tx settle.Tx) {
		for n := range 6 {
			m := mission(fmt.Sprintf("m%d", n), fmt.Sprintf("p%d", n%2), missionStates[n%2])
			m.CreatedAt = int64(100 + n/2) // two of each time: the id decides
			m.Title, m.Description = "ÄPFEL "+m.ID, "50% of_it"
			if n == 5 {
				m.Category = "design"
			}
			if n == 4 {
				m.Audience, m.Type = settle.AudienceHumans, "code_review"
			}
			tx.Put(m)
			tx.Put(&settle.Agent{ID: fmt.Sprintf("a%d", n), CreatedAt: int64(n), KeyHash: hash(900 + n)})
			tx.Put(&settle.Agent{ID: fmt.Sprintf("signed in %d", n), CreatedAt: int64(n)})
			tx.Put(&settle.Agent{ID: fmt.Sprintf("claimed %d", n), CreatedAt: int64(n), Claim: fmt.Sprintf("claim.%d", n)})
		}
		tx.Put(mission("unfunded", "p2", settle.MissionUnfunded))
		matching := mission("matching", "p4", settle.MissionRemoved)
		matching.CreatedAt, matching.Verification = 40, &settle.Verification{Type: settle.FirstValidMatch, Match: &settle.MatchTerms{Mode: settle.MatchExact}}
		tx.Put(matching)
		for k, v := range []settle.VerificationType{settle.CreatorJudges, settle.OracleDecides} {
			m := mission(fmt.Sprintf("e%d", k), "p3", settle.MissionRemoved)
			m.CreatedAt, m.Mode, m.Terms = int64(50+k), settle.ModeEscrow, &settle.MissionTerms{VType: v}
			m.OnChain = settle.Keccak256([]byte(m.ID))
			tx.Put(m)
		}
		played := mission("played", "p5", settle.MissionRemoved)
		played.CreatedAt, played.Mode, played.Points = 30, settle.ModePoints, &settle.PointsTerms{Symbol: "AIGEN"}
		tx.Put(played) // is only listed where points are asked for
		for n := range 3 {
			tx.Put(submission(fmt.Sprintf("s%d", n), "m0", "w", settle.SubmissionPending))
			tx.Put(instruction(fmt.Sprintf("i%d", n), "m0", fmt.Sprintf("s%d", n), "p0", n+1, settle.InstructionOpen, addr(n)))
		}
		draft := submission("draft", "m0", "w", settle.SubmissionDraft)
		draft.Contributors = []settle.Contributor{{Agent: "w", ShareBP: 5000}, {Agent: "x", ShareBP: 5000, Invited: true}}
		tx.Put(draft) // is not counted
		waits := submission("waits", "m2", "w", settle.SubmissionAwaitingChain)
		older := submission("zoe", "m2", "w", settle.SubmissionRejected)
		older.CreatedAt = 59
		tx.Put(waits)
		tx.Put(older)
		tx.Put(submission("amy", "m2", "w", settle.SubmissionPending))
		checkLists(t, tx) // in the transaction that writes
	})
	view(t, s, func(tx settle.Tx) { checkLists(t, tx) })
}

func checkLists(t *testing.T, tx settle.Tx) {
	t.Helper()
	for _, c := range []struct {
		f    settle.MissionFilter
		want []string
	}{
		{settle.MissionFilter{}, []string{"m5", "m4", "m3", "m2", "m1", "m0", "e1", "e0", "matching"}},
		{settle.MissionFilter{Verification: "first_valid_match"}, []string{"matching"}},
		{settle.MissionFilter{Mode: settle.ModeEscrow}, []string{"e1", "e0"}},
		{settle.MissionFilter{Mode: settle.ModePoints}, []string{"played"}},
		{settle.MissionFilter{Modes: []settle.Mode{settle.ModePoints, settle.ModeEscrow}}, []string{"e1", "e0", "played"}},
		{settle.MissionFilter{Modes: settle.MoneyModes(), BeforeCreated: 101, BeforeID: "m2"}, []string{"m1", "m0", "e1", "e0", "matching"}},
		{settle.MissionFilter{Mode: settle.ModeDirect, Limit: 1}, []string{"m5"}},
		{settle.MissionFilter{Audience: settle.AudienceHumans}, []string{"m4"}},
		{settle.MissionFilter{Audience: settle.AudienceAgents, Limit: 2}, []string{"m5", "m3"}},
		{settle.MissionFilter{Audience: settle.AudienceEither}, nil},
		{settle.MissionFilter{Types: []string{"research", "code_review"}}, []string{"m4"}},
		{settle.MissionFilter{Types: []string{settle.TypeFreeform}, Limit: 2}, []string{"m5", "m3"}},
		{settle.MissionFilter{Types: []string{"research"}}, nil},
		{settle.MissionFilter{Verification: "oracle"}, []string{"e1"}},
		{settle.MissionFilter{Verification: "creator_judges", Category: "code", Poster: "p3"}, []string{"e0"}},
		{settle.MissionFilter{Verification: "creator_judges", Poster: "p1", Limit: 1}, []string{"m5"}},
		{settle.MissionFilter{Verification: "peer_vote"}, nil},
		{settle.MissionFilter{Verification: "nonsense"}, nil},
		{settle.MissionFilter{Limit: 2}, []string{"m5", "m4"}},
		{settle.MissionFilter{Limit: 2, BeforeCreated: 102, BeforeID: "m4"}, []string{"m3", "m2"}},
		{settle.MissionFilter{BeforeCreated: 101, BeforeID: "m3"}, []string{"m2", "m1", "m0", "e1", "e0", "matching"}},
		{settle.MissionFilter{Status: settle.MissionOpen}, []string{"m4", "m2", "m0"}},
		{settle.MissionFilter{Poster: "p1", Category: "code"}, []string{"m3", "m1"}},
		{settle.MissionFilter{Text: "äpfel M3"}, []string{"m3"}},
		{settle.MissionFilter{Text: "50% OF_it", Category: "design"}, []string{"m5"}},
		{settle.MissionFilter{Text: "of%it"}, nil},
		{settle.MissionFilter{Poster: "p2"}, nil},
		{settle.MissionFilter{Status: settle.MissionUnfunded}, []string{"unfunded"}},
		{settle.MissionFilter{Status: settle.MissionOpen, Without: []string{"m2", "m3"}, Limit: 2}, []string{"m4", "m0"}},
	} {
		var got []string
		for _, m := range tx.Missions(c.f) {
			got = append(got, m.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("missions %+v: %v, want %v", c.f, got, c.want)
		}
	}
	for _, c := range []struct {
		missions []string
		limit    int
		want     string
	}{{nil, 5, "[]"}, {[]string{"m1", "none"}, 0, "[]"}, {[]string{"m2"}, 1, "[zoe]"}, {[]string{"m2", "m0"}, 2, "[zoe amy s0 s1]"}, {[]string{"m0", "m2"}, 0, "[s0 s1 s2 zoe amy]"}} {
		got := []string{}
		for _, x := range tx.Work(c.missions, c.limit) {
			got = append(got, x.ID)
		}
		equal(t, fmt.Sprint("work of ", c.missions), fmt.Sprint(got), c.want)
	}
	equal(t, "submissions", fmt.Sprint(tx.SubmissionCounts([]string{"m0", "m1", "none", "m0"})), "map[m0:3]")
	ids := func(missions ...string) (out []string) {
		for _, i := range tx.InstructionsOf(missions) {
			out = append(out, i.ID)
		}
		return out
	}
	equal(t, "instructions of missions", fmt.Sprint(ids("m1", "m0", "none", "m0"), ids("m1"), ids()), "[i0 i1 i2] [] []")
	equal(t, "picked", fmt.Sprint(tx.Picked([]string{"m0", "m1"})), "map[]")
	equal(t, "submissions of nothing", len(tx.SubmissionCounts(nil)), 0)
	equal(t, "registrations", tx.CountRegistrations(4), 4)
	of := func(agent string, limit int) (ids []string) {
		for _, i := range tx.InstructionsOfAgent(agent, limit) {
			ids = append(ids, i.ID)
		}
		return ids
	}
	for _, c := range []struct {
		agent string
		limit int
		want  []string
	}{{"p0", 10, []string{"i2", "i1", "i0"}}, {"p0", 2, []string{"i2", "i1"}}, {"w", 10, []string{"i2", "i1", "i0"}},
		{"worker-" + addr(1).String()[38:], 10, []string{"i1"}}, {"nobody", 10, nil}} {
		if got := of(c.agent, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("instructions of %s: %v, want %v", c.agent, got, c.want)
		}
	}
}

// testLedger is R20: whatever the code does.
func testLedger(t *testing.T, s Store) {
	b := settle.BlockRef{Number: 3, Hash: hash(3)}
	tr := transfer(b, 1, addr(2), addr(1), money.Units(100))
	u := money.Units
	update(t, s, func(tx settle.Tx) {
		picked(tx, "one", addr(1))
		picked(tx, "two", addr(1))
		tx.Put(tr)
		tx.Put(allocation(tr, 0, u(0), u(60), "one"))
	})
	void := allocation(tr, 0, u(0), u(60), "one")
	void.VoidAt = 9
	gone := *tr
	gone.Void = true
	for what, rows := range map[string][]settle.Row{
		"overlap":               {allocation(tr, 1, u(59), u(61), "two")},
		"inside":                {allocation(tr, 1, u(10), u(20), "two")},
		"overlap of two new":    {allocation(tr, 1, u(60), u(71), "two"), allocation(tr, 2, u(70), u(80), "two")},
		"overrun":               {allocation(tr, 1, u(60), u(101), "two")},
		"nothing":               {allocation(tr, 1, u(60), u(60), "two")},
		"backward":              {allocation(tr, 1, u(70), u(60), "two")},
		"no such transfer":      {allocation(transfer(b, 2, addr(2), addr(1), u(100)), 0, u(0), u(1), "two")},
		"a void one is alive":   {void, allocation(tr, 1, u(0), u(60), "two"), allocation(tr, 2, u(59), u(60), "two")},
		"units of a lost block": {&gone},
		"overrun of a voided":   {func() settle.Row { a := *void; a.Hi = u(101); return &a }()},
		"bent to other's block": {func() settle.Row { a := allocation(tr, 1, u(60), u(70), "two"); a.BlockHash = hash(4); return a }()},
	} {
		if err := tryUpdate(t, s, func(tx settle.Tx) {
			for _, r := range rows {
				tx.Put(r)
			}
		}); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
	update(t, s, func(tx settle.Tx) { // one transaction voids and gives again
		tx.Put(allocation(tr, 1, u(0), u(100), "two"))
		tx.Put(void)
	})
	view(t, s, func(tx settle.Tx) { equal(t, "kept", len(tx.Find(settle.AllocationsOfTransfer(tr.Key()))), 2) })
}
