package enginetest

import (
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/seal"
)

// Machine draws a history: what posters, workers, strangers, wallets and the
// chain do. Its methods are the actions.
type Machine struct {
	*World
	t *rapid.T
	// Deep allows reorganizations below the confirmation depth.
	Deep     bool
	posters  []*Actor
	workers  []*Actor
	stranger *Actor
	missions []*settle.Mission
	subs     []*settle.Submission
	picks    []string
	pending  []*Tx
	recent   []settle.Hash
}

// NewMachine builds a world with three posters (the last is hostile), four
// workers, missions, work and picks.
func NewMachine(t *rapid.T, store func(now func() time.Time) Store, keys *seal.Keyset, deep bool) *Machine {
	m := &Machine{World: New(t, store, keys), t: t, Deep: deep}
	if deep {
		m.HaltDepth = 11
	}
	m.PauseBatch = one(m, "reservations that one fact extends", []int{1, 2, 500})
	m.Restart()
	m.Conf.Finality, _ = settle.ParseFinality(one(m, "tiers", tiers()), m.Conf.Confirmations)
	m.must(m.Engine.Configure(m.Ctx, m.Conf), "configuring")
	for _, n := range []string{"poster", "second poster", "hostile poster"} {
		m.posters = append(m.posters, m.NewActor(n))
	}
	m.ContractWallet(m.posters[1])
	m.must(m.Link(m.posters[0], m.posters[0].Wallet0()), "linking")
	for _, n := range []string{"ann", "bob", "cid", "dan"} {
		a := m.NewActor(n)
		m.workers = append(m.workers, a)
		m.Wallet(a)
		to := a.Wallet0()
		if n == "dan" && rapid.Bool().Draw(t, "dan shares cid's address") {
			to = m.workers[2].Wallet0()
		}
		_, err := m.Engine.SetPayout(m.Ctx, settle.Caller{Agent: a.Agent}, to)
		m.must(err, "setting a payout address")
	}
	for _, a := range m.workers {
		if rapid.Bool().Draw(t, "linked") {
			m.must(m.Link(a, a.Wallet0()), "linking")
		}
	}
	m.stranger = m.NewActor("stranger")
	m.Chain.Telling = rapid.Bool().Draw(t, "the token tells of pauses")
	if rapid.Bool().Draw(t, "linked for a day") {
		m.MineAfter(25 * 3600)
	}
	m.Empty(8)
	for _, p := range m.posters {
		m.post(p)
	}
	for range 5 {
		m.Submitting()
	}
	m.Picking()
	m.Picking()
	return m
}

// Actions are the steps of a history, for rapid's Repeat; the empty name is the
// invariant.
func (m *Machine) Actions() map[string]func(*rapid.T) {
	out := map[string]func(*rapid.T){}
	add := func(name string, f func()) {
		out[name] = func(t *rapid.T) { m.t, m.T = t, t; f() }
	}
	add("", m.Audit)
	add("post", m.Posting)
	add("submit", m.Submitting)
	add("join", m.Joining)
	add("decline", m.Declining)
	add("pick", m.Picking)
	add("pick again", m.Picking)
	add("withdraw, cancel or reject", m.Ending)
	add("check", m.Working)
	add("renew", m.Renewing)
	add("state an award", m.Stating)
	add("take down, lift or withhold", m.TakingDown)
	add("pay tagged", m.PayingTagged)
	add("pay by nonce", m.PayingNonce)
	add("pay by deposit", m.Depositing)
	add("flush or refund", m.Flushing)
	add("pay plainly", m.PayingPlainly)
	add("pay plainly again", m.PayingPlainly)
	add("bundle", m.Bundling)
	add("odd transfers", m.Oddities)
	add("prove", m.Proving)
	add("prove again", m.Proving)
	add("direct", m.Directing)
	add("steal", m.Stealing)
	add("present", m.Presenting)
	add("mine", m.Mining)
	add("mine more", m.Mining)
	add("fall behind", m.Behind)
	add("wait", m.Waiting)
	add("reorganize", m.Reorganizing)
	if m.Deep {
		add("reorganize again", m.Reorganizing)
		add("reorganize deeply", func() { m.reorganize(m.n("deep by", 6, 13)) })
	}
	add("issuer acts", m.Issuer)
	add("issuer pauses", m.Pausing)
	add("change address", m.Addressing)
	add("name another address", m.Succeeding)
	add("name another address again", m.Succeeding)
	add("settings", m.Operating)
	add("tags", m.Tagging)
	add("tags again", m.Tagging)
	add("restart", m.Restarting)
	return out
}

func one[T any](m *Machine, name string, xs []T) T {
	if len(xs) == 0 {
		m.t.Skip("nothing to choose")
	}
	return xs[rapid.IntRange(0, len(xs)-1).Draw(m.t, name)]
}

func (m *Machine) odds(name string, n int) bool { return rapid.IntRange(0, n-1).Draw(m.t, name) == 0 }

func (m *Machine) n(name string, lo, hi int) int { return rapid.IntRange(lo, hi).Draw(m.t, name) }

// try makes a request: one that is refused has a code and changes nothing.
func (m *Machine) try(what string, f func() error) error {
	m.T.Helper()
	seq := m.seq()
	err := f()
	if err == nil {
		m.must(m.Sync(), "following")
		return nil
	}
	if c := settle.CodeOf(err); c == settle.CodeInternal || c == "" {
		m.T.Fatalf("%s: %v", what, err)
	}
	// What is past its deadline may end on the way; nothing else stays of a refusal.
	m.must(m.Store.Facts(m.Ctx, seq, func(f settle.Fact) error {
		if f.Kind != settle.KindTick {
			m.T.Fatalf("%s was refused (%v) and left a fact behind: %s", what, err, f.Kind)
		}
		return nil
	}), "reading the journal")
	if m.odds("look closely", 8) {
		m.refold()
		m.CompareDigests()
	}
	return err
}

// seq is the length of the journal.
func (m *Machine) seq() (seq uint64) {
	m.State(func(tx settle.Tx) { seq, _ = tx.Head() })
	return seq
}

// send mines a transaction now or keeps it for later.
func (m *Machine) send(tx *Tx) {
	m.pending = append(m.pending, tx)
	m.recent = append(m.recent, tx.Hash)
	if !m.odds("later", 3) {
		m.mine(BlockSeconds)
	}
}

func (m *Machine) mine(seconds int64) {
	txs := m.pending
	m.pending = nil
	m.MineAfter(max(seconds, m.Now/1000-m.Chain.Tip().Time), txs...)
}

func (m *Machine) actor(agent string) *Actor {
	for _, a := range m.Actors {
		if a.Agent == agent {
			return a
		}
	}
	return nil
}

// instruction chooses one, mostly among the newest.
func (m *Machine) instruction() *settle.Instruction {
	ids := m.picks
	if !m.odds("any", 4) {
		ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !m.Instruction(id).Status.Unsettled() })
	}
	if len(ids) > 3 && m.odds("newest", 2) {
		ids = ids[len(ids)-3:]
	}
	if len(ids) == 0 {
		ids = m.picks
	}
	return m.Instruction(one(m, "instruction", ids))
}
