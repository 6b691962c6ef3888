package enginetest

import (
	"crypto/sha256"
	"fmt"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/seal"
)

// EscrowMachine draws a history of escrow missions: posts, work, awards,
// appeals, votes and refunds on the model contracts, with and without the
// daemon's knowledge, in any order.
type EscrowMachine struct {
	*Machine
	Escrow *Escrow
	Vote   *Vote
	// Deployed is the transaction that deployed the escrow; a reorganization that
	// loses it mines it again.
	terms []settle.MissionTerms
	known map[settle.Hash]string // our mission id, once the daemon knows it
	works []*escWork
	// people are addresses that enter, vote and are paid.
	people []settle.Address
	salt   uint64
}

// escWork is a piece of work, entered by the daemon, on the chain, or both.
type escWork struct {
	terms      int
	tranche    uint8
	agent      settle.Address
	content    settle.Hash
	split      settle.Split
	submission string
	// mate is who must consent to its submission; empty where nobody must.
	mate string
}

// NewEscrowMachine builds a world with an escrow, a vote contract and profiles.
func NewEscrowMachine(t *rapid.T, store func(now func() time.Time) Store, keys *seal.Keyset, deep bool) *EscrowMachine {
	w := New(t, store, keys)
	m := &EscrowMachine{Machine: &Machine{World: w, t: t, Deep: deep}, known: map[settle.Hash]string{}}
	if deep {
		m.HaltDepth = 11
		m.Restart()
	}
	m.Escrow = &Escrow{Address: Addr("escrow"), ChainID: 8453, PostFee: 10_000}
	m.Vote = &Vote{Address: Addr("vote"), Agents: Addr("agents"), Escrow: m.Escrow, AppealRules: packedRules(10, 10, 3, 1_500, 3, 1)}
	m.Conf.Contracts = settle.Contracts{Escrow: m.Escrow.Address, Vote: m.Vote.Address, Agents: m.Vote.Agents}
	m.must(m.Engine.Configure(m.Ctx, m.Conf), "configuring the contracts")
	for _, n := range []string{"poster", "second poster"} {
		m.posters = append(m.posters, m.NewActor(n))
	}
	for _, n := range []string{"ann", "bob", "cid", "dan"} {
		m.workers = append(m.workers, m.NewActor(n))
	}
	for _, a := range append(m.posters, m.workers...) {
		m.people = append(m.people, a.Wallet0())
		if rapid.IntRange(0, 3).Draw(t, "linked") > 0 {
			m.link(a, a.Wallet0())
		}
	}
	m.people = append(m.people, m.Wallet(m.posters[0])) // by which a poster may work for itself
	m.Mine(m.Tx(m.Escrow.Deploy(m.Fee)))
	m.Empty(13) // below what any reorganization reaches
	var profiles []Op
	for _, a := range m.people {
		profiles = append(profiles, m.Vote.Profile(a, settle.NoIdentity, settle.Keccak256(a[:]), ""), m.Vote.Stake(a, 2_000_000))
	}
	m.Mine(m.Tx(profiles...))
	if rapid.Bool().Draw(t, "settled stake") {
		m.MineAfter(settle.VoteMaturity)
		for _, a := range m.people {
			m.pending = append(m.pending, m.Tx(m.Vote.Stake(a, 1)))
		}
		m.mine(BlockSeconds)
	}
	m.PostingOnChain()
	m.Working()
	return m
}

func packedRules(commit, reveal, voters, slash uint16, limit uint32, quorum byte) (h settle.Hash) {
	put := func(at int, n uint16) { h[at], h[at+1] = byte(n>>8), byte(n) }
	h[0], h[20] = 1, quorum
	put(30, commit)
	put(28, reveal)
	put(26, voters)
	put(24, slash)
	h[23] = byte(limit)
	return h
}

func (m *EscrowMachine) link(a *Actor, addr settle.Address) {
	m.must(m.Link(a, addr), "linking")
}

// agentOf is who has proven an address, by the state; empty if nobody has.
func agentOf(s settle.State, a settle.Address) string {
	if r := settle.GetRow[settle.AddressRow](s, a.String()); r != nil {
		return r.Agent
	}
	return ""
}

func (m *EscrowMachine) agentOf(a settle.Address) (id string) {
	m.State(func(tx settle.Tx) { id = agentOf(tx, a) })
	return id
}

// Actions are the steps of a history.
func (m *EscrowMachine) Actions() map[string]func(*rapid.T) {
	out := map[string]func(*rapid.T){}
	add := func(name string, times int, f func()) {
		for n := range times {
			out[fmt.Sprintf("%s %d", name, n)] = func(t *rapid.T) { m.t, m.T = t, t; f() }
		}
	}
	out[""] = func(t *rapid.T) { m.t, m.T = t, t; m.AuditEscrow() }
	add("post", 1, m.PostingOnChain)
	add("announce", 1, m.Announcing)
	add("work", 2, m.Working)
	add("enter", 3, m.Entering)
	add("deposit", 2, m.Depositing)
	add("consent or decline", 2, m.Consenting)
	add("decide", 4, m.Deciding)
	add("finalize", 3, m.Finalizing)
	add("match", 2, m.Matching)
	add("vote", 3, m.Voting)
	add("hold a poll", 2, m.Polling)
	add("appeal", 2, m.Appealing)
	add("race", 1, m.Racing)
	add("money", 1, m.Moneying)
	add("people", 1, m.Peopling)
	add("mine", 2, m.Mining)
	add("fall behind", 1, m.Behind)
	add("wait", 2, m.WaitingLong)
	add("reorganize", 2, m.Reorganizing)
	if m.Deep {
		add("reorganize deeply", 2, func() { m.reorganize(m.n("deep by", 6, 13)) })
		add("clear", 1, m.clearing)
	}
	add("restart", 1, m.Restarting)
	add("tags", 1, m.Tagging)
	add("tiers", 1, m.tiering)
	return out
}

func (m *EscrowMachine) tiering() {
	m.Conf.Finality, _ = settle.ParseFinality(one(m.Machine, "tiers", tiers()), m.Conf.Confirmations)
	m.must(m.Engine.Configure(m.Ctx, m.Conf), "configuring")
	m.must(m.Sync(), "following")
}

func (m *EscrowMachine) clearing() {
	for _, i := range m.Incidents() {
		if i.Kind == settle.IncidentHalt {
			m.must(m.Engine.ClearIncident(m.Ctx, i.Key(), "looked at"), "clearing")
			m.must(m.Sync(), "following")
		}
	}
}

func (m *EscrowMachine) newTerms() settle.MissionTerms {
	p := one(m.Machine, "poster", m.posters).Wallet0()
	now := m.Chain.Tip().Time
	m.salt++
	t := settle.MissionTerms{Poster: p, Resolver: p, RefundTo: p, SubmitBy: now + int64(one(m.Machine, "submit for", []int{120, 1200, 40_000})),
		Salt: settle.Uint256Of(m.salt), SpecHash: settle.Keccak256([]byte("spec")), Tranches: []money.Amount{USDC(10)}, Fees: []money.Amount{money.Units(50_000)}}
	t.JudgeBy = t.SubmitBy + int64(one(m.Machine, "judge for", []int{120, 20_000, 100_000}))
	switch m.n("layout", 0, 2) {
	case 0:
		t.Tranches, t.Fees = []money.Amount{USDC(6), money.Units(4_000_001)}, []money.Amount{money.Units(30_000), money.Units(20_000)}
	case 1:
		t.Layout = settle.Milestones
		t.Tranches, t.Fees = []money.Amount{USDC(3), USDC(7)}, []money.Amount{money.Units(15_000), money.Units(35_000)}
	}
	switch m.n("decided by", 0, 4) {
	case 0:
		t.Resolver, t.VType, t.Layout = settle.Address{}, settle.FirstValidMatch, settle.Prizes
		t.Tranches, t.Fees = t.Tranches[:1], t.Fees[:1]
		t.Param = sha256.Sum256(m.answer())
		t.RevealWindow = uint32(one(m.Machine, "reveal window", []int{0, 60}))
	case 1:
		t.Resolver, t.VType, t.Param = m.Vote.Address, settle.PeerVote, packedRules(10, 10, 3, 2_000, uint32(one(m.Machine, "cap", []int{2, 5})), 1)
		t.JudgeBy = t.SubmitBy + 100_000
	}
	if !t.Resolver.IsZero() && m.odds("appeals", 2) {
		t.Arbiter, t.AppealWindow, t.AppealBond = Addr("arbiter"), uint32(one(m.Machine, "appeal window", []int{30, 600})), USDC(1)
		if m.odds("appeals to the voters", 3) {
			t.Arbiter = m.Vote.Address
		}
	}
	t.RefundAt = t.JudgeBy + int64(t.AppealWindow) + RuleWindow
	t.Reward = money.Amount{}
	for _, n := range t.Tranches {
		t.Reward = t.Reward.SatAdd(n)
	}
	return t
}

func (m *EscrowMachine) answer() []byte { return []byte("the answer") }

// PostingOnChain posts a mission, known to the daemon before or not.
func (m *EscrowMachine) PostingOnChain() {
	if len(m.terms) >= 8 {
		m.t.Skip("enough")
	}
	t := m.newTerms()
	m.terms = append(m.terms, t)
	if m.odds("announce first", 2) {
		m.announce(t)
	}
	if len(m.terms) == 1 || !m.odds("never posted", 8) {
		m.send(m.Tx(Gap(), m.Escrow.Post(t, "ipfs://x\x00", settle.Funding(m.n("via", 0, 2)))))
	}
}

// Announcing tells the daemon of terms, posted already or not.
func (m *EscrowMachine) Announcing() {
	m.announce(one(m.Machine, "terms", m.terms))
}

func (m *EscrowMachine) announce(t settle.MissionTerms) {
	id := m.Escrow.ID(t)
	owner := m.agentOf(t.Poster)
	if m.known[id] != "" || owner == "" {
		return
	}
	if m.missionOf(id) != nil && m.odds("leave it", 2) {
		return
	}
	mis := settle.Mission{ID: fmt.Sprintf("mis_%016x", len(m.known)+1), Poster: owner, Title: "task", Category: "other", Reward: t.Reward,
		Grain: money.Units(1), FeeBP: 50, Mode: settle.ModeEscrow, MaxWinners: uint32(len(t.Tranches)), Accepts: []settle.Identification{},
		Deadline: t.SubmitBy * 1000, OnChain: id, Contract: m.Escrow.Address, Terms: &t, CreatedAt: m.Now}
	if t.Layout == settle.Milestones {
		mis.MaxWinners = 1
		for n, a := range t.Tranches {
			mis.Milestones = append(mis.Milestones, settle.Milestone{ID: fmt.Sprintf("mil_%d_%d", len(m.known), n), Reward: a})
		}
	}
	m.known[id] = mis.ID
	m.Record(settle.MissionPosted{Mission: mis})
}

func (m *EscrowMachine) missionOf(id settle.Hash) (out *settle.Mission) {
	m.State(func(tx settle.Tx) {
		if rows := settle.FindRows[*settle.Mission](tx, settle.MissionOnChain(id)); len(rows) > 0 {
			out = rows[0]
		}
	})
	return out
}

// Record writes a fact as a request of the API does, with what goes beside it.
func (w *World) Record(b settle.Body, beside ...func(tx settle.Tx) error) {
	w.T.Helper()
	w.must(w.Store.Update(w.Ctx, settle.TxOptions{}, func(tx settle.Tx) error {
		for _, f := range beside {
			if err := f(tx); err != nil {
				return err
			}
		}
		seq, prev := tx.Head()
		f, err := settle.NewFact(seq+1, prev, w.Now, b)
		if err != nil {
			return err
		}
		tx.Append(f)
		return settle.Fold(tx, f, Rater{})
	}), "recording")
	w.woken = true
	w.must(w.Sync(), "following")
}

// Working thinks of a piece of work, and mostly deposits and enters it.
func (m *EscrowMachine) Working() {
	k := m.n("for", 0, len(m.terms)-1)
	t := m.terms[k]
	a := one(m.Machine, "worker", m.people)
	if p := m.posters[0]; t.Poster == p.Wallet0() && m.odds("for itself", 4) {
		a = p.Wallets[1]
	}
	w := &escWork{terms: k, agent: a, split: settle.Split{Payees: []settle.Address{a}, BPS: []uint16{10_000}}}
	if t.Layout == settle.Milestones {
		w.tranche = uint8(m.n("milestone", 0, 1))
	}
	if m.odds("a team", 3) {
		w.split = settle.Split{Payees: []settle.Address{a, one(m.Machine, "mate", m.people), Addr("outsider")}, BPS: []uint16{3_333, 3_333, 3_334}}
	}
	w.content = settle.Keccak256([]byte("work"), []byte{byte(len(m.works) >> 8), byte(len(m.works))})
	if t.Resolver.IsZero() {
		w.content = t.Param
		w.split = settle.Split{Payees: []settle.Address{a}, BPS: []uint16{10_000}}
	}
	m.works = append(m.works, w)
	switch m.n("how", 0, 4) {
	case 0, 1:
		m.deposit(w)
		m.enter(w, w.agent)
	case 2:
		m.enter(w, w.agent)
		m.deposit(w)
	case 3:
		m.enter(w, w.agent)
	}
}

func (m *EscrowMachine) work() *escWork {
	ws := m.works
	if len(ws) > 4 && !m.odds("any work", 3) {
		ws = ws[len(ws)-4:]
	}
	return one(m.Machine, "work", ws)
}

// Entering enters work on the chain: its own agent, or somebody who copies it.
func (m *EscrowMachine) Entering() {
	w := m.work()
	by := w.agent
	if m.odds("a copy", 4) {
		by = one(m.Machine, "copier", m.people)
	}
	m.enter(w, by)
}

func (m *EscrowMachine) enter(w *escWork, by settle.Address) {
	t := m.terms[w.terms]
	id := m.Escrow.ID(t)
	if t.Resolver.IsZero() {
		m.send(m.Tx(m.Escrow.Commit(id, by, digest.Commitment(id, by, m.answer(), settle.Hash{1}))))
		return
	}
	m.send(m.Tx(m.Escrow.Submit(id, by, w.tranche, w.content, digest.SplitHash(w.split), "\xff")))
}

// Depositing deposits work that is not.
func (m *EscrowMachine) Depositing() { m.deposit(m.work()) }

func (m *EscrowMachine) deposit(w *escWork) {
	t := m.terms[w.terms]
	mis := m.missionOf(m.Escrow.ID(t))
	owner := m.agentOf(w.agent)
	if w.submission != "" || mis == nil || owner == "" || owner == mis.Poster {
		return
	}
	s := settle.Submission{ID: fmt.Sprintf("sub_%016x", len(m.contents)+1), Mission: mis.ID, Milestone: -1, Agent: owner, Preview: "p",
		ContentHash: w.content, Deposited: true, CreatedAt: m.Now, Contributors: []settle.Contributor{{Agent: owner, ShareBP: 10_000}},
		Escrow: &settle.EscrowWork{Address: w.agent, SplitHash: digest.SplitHash(w.split), Split: w.split}}
	if t.Layout == settle.Milestones {
		s.Milestone = int(w.tranche)
	}
	m.asDraft(w, mis, &s)
	text := "work " + s.ID
	env, _, err := Sealer{Keys: m.keys, Salt: m.rnd}.Make(text, nil)
	m.must(err, "sealing")
	ct, err := m.keys.Seal(s.ID, env)
	m.must(err, "sealing")
	w.submission, m.contents[s.ID] = s.ID, text
	m.Record(settle.WorkSubmitted{Submission: s}, func(tx settle.Tx) error { tx.PutEnvelope(s.ID, ct); return nil })
}
