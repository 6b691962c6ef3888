package enginetest

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Points is whole points in units.
func Points(n uint64) money.Amount { return money.Units(n * 1_000_000) }

// WithPoints turns points on: a grant of 1,000, a fee of 5, a platform fee of half a
// percent.
func (w *World) WithPoints() {
	w.T.Helper()
	w.Conf.FeeBP = 50
	w.Conf.Points = &settle.PointsSettings{Symbol: "AIGEN", Grant: Points(1000), SpamFee: Points(5), MinReward: Points(10), VoteQuorum: Points(50)}
	w.must(w.Engine.Configure(w.Ctx, w.Conf), "turning points on")
}

// PointsMachine plays a history of points missions beside a ledger of its own, in
// whole units, which knows only what was asked and what was answered.
type PointsMachine struct {
	*World
	t        *rapid.T
	agents   []*Actor
	missions []*pointsMission
	has      map[string]int64
	fees     int64
	burned   int64
	granted  map[string]bool
}

type pointsMission struct {
	m       *settle.Mission
	held    int64
	winners int64
	won     int64
	paid    int64
	fees    int64
	subs    []*settle.Submission
	// weight and stake are by voter, choice names what each chose.
	stake, weight map[string]int64
	choice        map[string]string
	over, removed bool
}

// NewPointsMachine registers some agents.
func NewPointsMachine(t *rapid.T, w *World) *PointsMachine {
	m := &PointsMachine{World: w, t: t, has: map[string]int64{}, granted: map[string]bool{}}
	w.WithPoints()
	for _, name := range []string{"ann", "bob", "cat", "dan", "eve", "fay"} {
		a := w.NewActor(name)
		m.agents = append(m.agents, a)
		m.has[a.Agent] = 1000_000_000
	}
	w.Now += 1000 // so that they were agents before any mission
	return m
}

func (m *PointsMachine) agent(what string) *Actor { return rapid.SampledFrom(m.agents).Draw(m.t, what) }

// answered fails the history if the answer is not the one that is due.
func (m *PointsMachine) answered(what string, err error, want settle.Code) {
	if got := settle.CodeOf(err); got != want {
		m.t.Fatalf("%s: %v, want %q", what, err, want)
	}
}

// Post posts a mission, for more than its poster may have.
func (m *PointsMachine) Post() {
	if len(m.missions) > 12 {
		m.t.Skip("enough")
	}
	p := m.agent("poster")
	reward := rapid.Uint64Range(10_000_000, 400_000_000).Draw(m.t, "reward")
	in := settle.NewMission{Poster: p.Agent, Mode: settle.ModePoints, Title: "t", Category: "other", Grain: money.Units(1), Reward: money.Units(reward), MaxWinners: 1, Deadline: m.Now + 3600_000}
	switch rapid.IntRange(0, 3).Draw(m.t, "kind") {
	case 0:
		in.MaxWinners = rapid.Uint32Range(2, 4).Draw(m.t, "winners")
	case 1:
		in.Verification = &settle.NewVerification{Type: settle.PeerVote, Poll: settle.NewPoll{VoteUntil: in.Deadline + 3600_000,
			SlashBPS: rapid.SampledFrom([]uint16{0, 1, 500, 2000}).Draw(m.t, "slash"), QuorumWeight: Points(40), Cap: 30}}
	}
	v, err := m.Engine.Post(m.Ctx, in)
	cost := int64(reward) + 5_000_000
	if m.has[p.Agent] < cost {
		m.answered("posting", err, settle.CodeInsufficientPoints)
		return
	}
	m.answered("posting", err, "")
	m.has[p.Agent] -= cost
	m.burned += 5_000_000
	m.granted[p.Agent] = true
	m.missions = append(m.missions, &pointsMission{m: v.Mission, held: int64(reward), winners: int64(v.Mission.MaxWinners),
		stake: map[string]int64{}, weight: map[string]int64{}, choice: map[string]string{}})
}

func (m *PointsMachine) mission() *pointsMission {
	var known []*pointsMission // to anybody
	for _, x := range m.missions {
		if !x.removed {
			known = append(known, x)
		}
	}
	if len(known) == 0 {
		m.t.Skip("none yet")
	}
	return known[rapid.IntRange(0, len(known)-1).Draw(m.t, "mission")]
}

// Submit submits work, of one or two.
func (m *PointsMachine) Submit() {
	x := m.mission()
	a := m.agent("worker")
	in := settle.NewSubmission{Agent: a.Agent, Mission: x.m.ID, Content: "c", Preview: "p"}
	b := m.agent("second")
	if two := b != a && b.Agent != x.m.Poster && a.Agent != x.m.Poster && rapid.IntRange(0, 2).Draw(m.t, "two") == 0; two {
		in.Contributors = []settle.Contributor{{Agent: a.Agent, ShareBP: 3333}, {Agent: b.Agent, ShareBP: 6667}}
	}
	mine := 0
	for _, s := range x.subs {
		if s.Agent == a.Agent {
			mine++
		}
	}
	s, err := m.Engine.Submit(m.Ctx, in)
	switch {
	case x.over || m.Now >= x.m.WorkUntil():
		m.answered("submitting late", err, settle.CodeMissionNotOpen)
		return
	case mine >= 3:
		m.answered("submitting again", err, settle.CodeRateLimited)
		return
	case m.has[a.Agent] < 5_000_000:
		m.answered("submitting", err, settle.CodeInsufficientPoints)
		return
	}
	m.answered("submitting", err, "")
	m.has[a.Agent] -= 5_000_000
	m.burned += 5_000_000
	m.granted[a.Agent] = true
	if len(in.Contributors) == 2 {
		s, err = m.Engine.Join(m.Ctx, b.Agent, s.ID)
		m.answered("joining", err, "")
	}
	x.subs = append(x.subs, s)
}

// Award awards whatever there is, by its poster.
func (m *PointsMachine) Award() {
	x := m.mission()
	if len(x.subs) == 0 {
		m.t.Skip("no work")
	}
	s := rapid.SampledFrom(x.subs).Draw(m.t, "submission")
	a, err := m.Engine.AwardPoints(m.Ctx, settle.AcceptRequest{Actor: x.m.Poster, Mission: x.m.ID, Submission: s.ID})
	if err != nil {
		m.catchUp()
		if c := settle.CodeOf(err); c != settle.CodeMissionNotOpen && c != settle.CodeConflict || !x.over && x.m.PollTerms() == nil && m.Submission(s.ID).Status == settle.SubmissionPending {
			m.t.Fatalf("awarding: %v", err)
		}
		return
	}
	if x.over || x.m.PollTerms() != nil || m.Now >= x.m.Deadline {
		m.t.Fatalf("awarded %s, which is over or not its poster's to decide", x.m.ID)
	}
	m.pay(x, s, a.Award)
}

// pay is what an award must move: parts and fees of a mission whose prizes are all
// won are the whole, and the fee its part of that, rounded down.
func (m *PointsMachine) pay(x *pointsMission, s *settle.Submission, a settle.Award) {
	for k, c := range s.Contributors {
		n := whole(a.Points.Payouts[k])
		m.has[c.Agent] += n
		x.paid += n
		x.held -= n
	}
	fee := whole(a.Points.Fee)
	x.fees, x.held, m.fees = x.fees+fee, x.held-fee, m.fees+fee
	x.won++
	if x.won < x.winners {
		return
	}
	x.over = true
	reward := whole(x.m.Reward)
	if x.held != 0 || x.fees != reward*50/10_000 || x.paid != reward-x.fees {
		m.t.Fatalf("%d of %d: paid %d, fees %d, still held %d", x.won, x.winners, x.paid, x.fees, x.held)
	}
}

// Cancel cancels a mission, by its poster.
func (m *PointsMachine) Cancel() {
	x := m.mission()
	if rapid.IntRange(0, 3).Draw(m.t, "really") != 0 {
		m.t.Skip("rarely")
	}
	_, err := m.Engine.Cancel(m.Ctx, x.m.Poster, x.m.ID)
	m.catchUp()
	if err == nil {
		if x.over || x.m.PollTerms() != nil && len(x.subs) > 0 {
			m.t.Fatalf("cancelled %s", x.m.ID)
		}
		m.undecided(x)
	}
}

// Remove takes a mission down: everything that is held or staked goes back.
func (m *PointsMachine) Remove() {
	x := m.mission()
	if rapid.IntRange(0, 5).Draw(m.t, "really") != 0 {
		m.t.Skip("rarely")
	}
	m.catchUp()
	_, err := m.Engine.Remove(m.Ctx, x.m.ID, "spam")
	m.answered("removing", err, "")
	x.removed = true
	if !x.over {
		m.undecided(x)
	}
}

// undecided ends a mission without its poll.
func (m *PointsMachine) undecided(x *pointsMission) {
	for v, n := range x.stake {
		m.has[v] += n
	}
	m.end(x)
}

func (m *PointsMachine) end(x *pointsMission) {
	m.has[x.m.Poster] += x.held
	x.held, x.over = 0, true
}

// Vote casts a ballot.
func (m *PointsMachine) Vote() {
	x := m.mission()
	if x.m.PollTerms() == nil {
		m.t.Skip("no poll")
	}
	v := m.agent("voter")
	r := settle.BallotRequest{Actor: v.Agent, Mission: x.m.ID, Stake: Points(rapid.Uint64Range(1, 30).Draw(m.t, "stake"))}
	if len(x.subs) > 0 && rapid.IntRange(0, 4).Draw(m.t, "nobody") > 0 {
		r.Submission = x.subs[rapid.IntRange(0, min(1, len(x.subs)-1)).Draw(m.t, "choice")].ID
	}
	barred := v.Agent == x.m.Poster || slices.ContainsFunc(x.subs, func(s *settle.Submission) bool { return s.Joined(v.Agent) })
	_, again := x.stake[v.Agent]
	_, err := m.Engine.Vote(m.Ctx, r)
	switch {
	case x.over || m.Now < x.m.WorkUntil() || m.Now >= x.m.Deadline:
		m.answered("voting when it is not open", err, settle.CodeVoteNotOpen)
	case again:
		m.answered("voting twice", err, settle.CodeAlreadyVoted)
	case barred:
		m.answered("voting on one's own", err, settle.CodeVoterBarred)
	case m.has[v.Agent] < whole(r.Stake):
		m.answered("voting", err, settle.CodeInsufficientPoints)
	default:
		m.answered("voting", err, "")
		m.has[v.Agent] -= whole(r.Stake)
		m.granted[v.Agent] = true
		x.stake[v.Agent], x.weight[v.Agent], x.choice[v.Agent] = whole(r.Stake), whole(r.Stake), r.Submission
	}
}

// Wait lets time pass, and what has fallen due end.
func (m *PointsMachine) Wait() {
	m.Now += rapid.SampledFrom([]int64{1000, 1800_000, 3600_000}).Draw(m.t, "time")
	if rapid.Bool().Draw(m.t, "swept") {
		_, err := m.Engine.Sweep(m.Ctx)
		m.answered("sweeping", err, "")
	} else {
		m.Mine()
	}
	m.catchUp()
}

// catchUp ends in the model what the time has ended.
func (m *PointsMachine) catchUp() {
	for _, x := range m.missions {
		if x.over || m.Now < x.m.Deadline {
			continue
		}
		_, err := m.Engine.Sweep(m.Ctx) // what is still open
		m.answered("sweeping", err, "")
		if x.m.PollTerms() != nil {
			m.close(x)
			continue
		}
		m.end(x)
	}
}

// close decides a poll by hand: three voters and 40 points, no tie; else all goes
// back.
func (m *PointsMachine) close(x *pointsMission) {
	sums, all := map[string]int64{}, int64(0)
	for v, w := range x.weight {
		sums[x.choice[v]] += w
		all += w
	}
	best, top, tie := "", int64(0), false
	for c, w := range sums {
		switch {
		case w > top:
			best, top, tie = c, w, false
		case w == top:
			tie = true
		}
	}
	decided := len(x.weight) >= 3 && all >= 40_000_000 && !tie
	slash, pool, rest := int64(x.m.PollTerms().Rules.SlashBPS), int64(0), int64(0)
	for v, w := range x.weight {
		m.has[v] += x.stake[v]
		if decided && x.choice[v] != best {
			m.has[v] -= w * slash / 10_000
			pool += w * slash / 10_000
		}
	}
	rest = pool
	for v, w := range x.weight {
		if decided && x.choice[v] == best {
			m.has[v] += pool * w / top
			rest -= pool * w / top
		}
	}
	m.burned += rest
	mis := m.Mission(x.m.ID)
	if !decided || best == "" {
		if mis.Status != settle.MissionExpired {
			m.t.Fatalf("nobody was elected, and the mission is %s", mis.Status)
		}
		m.end(x)
		return
	}
	if len(mis.Awards) != 1 || mis.Awards[0].Submission != best {
		m.t.Fatalf("%s was elected, and the awards are %+v", best, mis.Awards)
	}
	m.pay(x, m.Submission(best), mis.Awards[0])
	x.held = 0
}

// Check compares the ledgers, and adds up what must be the sum of all grants.
func (m *PointsMachine) Check() {
	book, sum, moved := settle.PointsBook{}, int64(0), map[string]int64{}
	m.catchUp()
	m.State(func(tx settle.Tx) {
		if b := settle.GetRow[settle.PointsBook](tx, settle.PointsBookKey); b != nil {
			book = *b
		}
		accounts := []string{}
		for _, a := range m.agents {
			accounts = append(accounts, settle.AgentPoints(a.Agent))
		}
		for _, x := range m.missions {
			accounts = append(accounts, settle.HeldPoints(x.m.ID), settle.StakedPoints(x.m.ID))
		}
		for _, id := range accounts {
			for _, mv := range tx.PointsMovements(id, "", 0) {
				if mv.To == id {
					moved[id] += whole(mv.Amount)
				} else {
					moved[id] -= whole(mv.Amount)
				}
			}
			has := int64(0)
			if a := settle.GetRow[settle.PointsAccount](tx, id); a != nil {
				has = whole(a.Balance)
			}
			if has != moved[id] {
				m.t.Fatalf("%s has %d, and its movements add up to %d", id, has, moved[id])
			}
			sum += has
		}
		for _, x := range m.missions {
			if moved[settle.HeldPoints(x.m.ID)] != x.held {
				m.t.Fatalf("%d are held for %s, want %d", moved[settle.HeldPoints(x.m.ID)], x.m.ID, x.held)
			}
		}
	})
	if total := sum + whole(book.Burned) + whole(book.Fees); total != whole(book.Granted) || total != int64(len(m.granted))*1000_000_000 {
		m.t.Fatalf("balances, burned and fees are %d of %s granted", total, book.Granted)
	}
	if whole(book.Fees) != m.fees || whole(book.Burned) != m.burned {
		m.t.Fatalf("fees %s and burned %s, want %d and %d", book.Fees, book.Burned, m.fees, m.burned)
	}
	for _, a := range m.agents {
		v, err := m.Engine.Points(m.Ctx, a.Agent)
		if err != nil || whole(v.Balance) != m.has[a.Agent] {
			m.t.Fatalf("%s has %s (%v), want %d", a.Name, v.Balance, err, m.has[a.Agent])
		}
	}
}

func whole(a money.Amount) int64 {
	n, ok := a.Uint64()
	if !ok || n > 1<<62 {
		panic("out of range")
	}
	return int64(n)
}

// Run plays a history, which is the rebuilt one in the end.
func (m *PointsMachine) Run() {
	m.t.Repeat(map[string]func(*rapid.T){
		"post": m.step(m.Post), "submit": m.step(m.Submit), "submit more": m.step(m.Submit), "award": m.step(m.Award), "cancel": m.step(m.Cancel),
		"remove": m.step(m.Remove), "vote": m.step(m.Vote), "vote more": m.step(m.Vote), "wait": m.step(m.Wait), "": m.step(m.Check),
	})
	m.EventsMatchState()
	m.Refold()
}

func (m *PointsMachine) step(do func()) func(*rapid.T) {
	return func(t *rapid.T) {
		m.t = t
		do()
	}
}
