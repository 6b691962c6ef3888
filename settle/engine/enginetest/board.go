package enginetest

import (
	"errors"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// Posting posts a mission.
func (m *Machine) Posting() {
	if len(m.missions) >= 8 {
		m.t.Skip("enough")
	}
	m.post(one(m, "poster", m.posters))
}

func (m *Machine) post(p *Actor) {
	in := settle.NewMission{Reward: USDC(uint64(one(m, "reward", []int{2, 2, 10}))), PublicOnRelease: false}
	switch m.n("shape", 0, 3) {
	case 0:
		in.MaxWinners = uint32(m.n("winners", 2, 3))
	case 1:
		in.Milestones = []settle.NewMilestone{{Title: "a", Reward: USDC(2)}, {Title: "b", Reward: USDC(3)}}
	}
	switch m.n("accepts", 0, 6) {
	case 0:
		in.Accepts = []settle.Identification{settle.ByTag, settle.ByDeposit}
	case 1:
		in.Accepts = []settle.Identification{settle.ByPayer}
	}
	if m.odds("stated", 8) {
		in.Mode, in.Accepts = settle.ModeStated, nil
	}
	if in.Mode == "" && in.Milestones == nil && m.odds("decided by a rule", 4) {
		in.Verification = m.rule()
	}
	if m.odds("short deadline", 3) {
		in.Deadline = m.Now + 2*3600_000
	}
	_ = m.try("posting", func() error {
		mis, err := m.Post(p, in)
		if err == nil {
			m.missions = append(m.missions, mis)
		}
		return err
	})
}

// rule is one by which about half of what Draft makes matches.
func (m *Machine) rule() *settle.NewVerification {
	v := &settle.NewVerification{Type: settle.FirstValidMatch}
	switch m.n("rule", 0, 2) {
	case 0:
		v.Regex = `answer \d*[02468] of \w+`
	case 1:
		v.Expected = one(m, "letter", []string{"ANN", "1", "3"})
	case 2:
		v.PredicateURI = judge
	}
	return v
}

// Working lets a worker do what is due; the web answers or not.
func (m *Machine) Working() {
	m.Web.Silent = m.odds("nobody answers", 4)
	m.Web.No = m.odds("the predicate says no", 3)
	_ = m.try("checking", func() error {
		_, err := m.Engine.WorkCheck(m.Ctx)
		return err
	})
	m.Web.Silent, m.Web.No = false, false
	m.matched()
}

// matched notes what matches have picked since.
func (m *Machine) matched() {
	m.State(func(tx settle.Tx) {
		for _, s := range m.subs {
			for _, i := range settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfSubmission(s.ID)) {
				if !slices.Contains(m.picks, i.ID) {
					m.refer(i)
					m.picks = append(m.picks, i.ID)
				}
			}
		}
	})
}

// Submitting submits work of one to three workers.
func (m *Machine) Submitting() {
	mis := one(m, "mission", m.missions)
	mil := ""
	if len(mis.Milestones) > 0 {
		mil = one(m, "milestone", mis.Milestones).ID
	}
	team := slices.Clone(m.workers)
	first := m.n("worker", 0, len(team)-1)
	team = append(team[first:], team[:first]...)[:one(m, "team", []int{1, 1, 1, 2, 3})]
	err := m.try("submitting", func() error {
		elsewhere := len(team) == 1 && m.odds("elsewhere", 5)
		s, err := m.handIn(mis.ID, mil, elsewhere, team...)
		if err == nil {
			m.subs = append(m.subs, s)
			m.matched()
		}
		return err
	})
	if err == nil && len(team) > 1 && !m.odds("leave it a draft", 3) {
		for _, a := range team[1:] {
			m.join(a, m.subs[len(m.subs)-1])
		}
	}
}

// Picking picks a submission, with or without a refund address.
func (m *Machine) Picking() {
	s := one(m, "submission", m.subs)
	mis := m.Mission(s.Mission)
	p := m.actor(mis.Poster)
	var refund settle.Address
	if m.odds("refund address", 2) {
		refund = p.Wallet0()
	}
	m.pick(p, s, refund, false)
}

func (m *Machine) pick(p *Actor, s *settle.Submission, refund settle.Address, renew bool) {
	_ = m.try("picking", func() error {
		v, err := m.Pick(p, s, refund, renew)
		if err == nil && !slices.Contains(m.picks, v.Instruction.ID) {
			m.picks = append(m.picks, v.Instruction.ID)
		}
		return err
	})
}

// Renewing reserves a slot again.
func (m *Machine) Renewing() {
	i := m.instruction()
	m.pick(m.actor(i.Poster), m.Submission(i.Submission), settle.Address{}, true)
}

// Ending withdraws a pick, cancels a mission or rejects work.
func (m *Machine) Ending() {
	switch m.n("ending", 0, 3) {
	case 0, 1:
		i := m.instruction()
		_ = m.try("withdrawing", func() error {
			_, err := m.Engine.Withdraw(m.Ctx, i.Poster, i.ID)
			return err
		})
	case 2:
		s := one(m, "submission", m.subs)
		_ = m.try("rejecting", func() error {
			_, err := m.Engine.Reject(m.Ctx, m.Mission(s.Mission).Poster, s.Mission, s.ID, "no")
			return err
		})
	case 3:
		mis := one(m, "mission", m.missions)
		_ = m.try("cancelling", func() error {
			_, err := m.Engine.Cancel(m.Ctx, mis.Poster, mis.ID)
			return err
		})
	}
}

// Addressing changes where a worker is paid: to a second wallet, proven or not.
func (m *Machine) Addressing() {
	a := one(m, "worker", m.workers)
	to := one(m, "wallet", a.Wallets)
	if m.odds("prove it", 2) {
		_ = m.try("linking", func() error { return m.Link(a, to) })
	}
	_ = m.try("changing the payout address", func() error {
		_, err := m.Engine.SetPayout(m.Ctx, settle.Caller{Agent: a.Agent}, to)
		return err
	})
}

// Operating changes the settings: the fee, the pay contract, the reservation.
func (m *Machine) Operating() {
	c := m.Conf
	switch m.n("setting", 0, 5) {
	case 0:
		c.FeeBP = uint32(one(m, "fee", []int{0, 500, 1000}))
	case 1:
		pay := Addr("pay contract 2")
		m.Chain.Pay[pay] = true
		if c.PayContracts[0].Address != pay {
			c.PayContracts = slices.Insert(slices.Clone(c.PayContracts), 0,
				settle.PayContract{Address: pay, DepositImpl: digest.DepositImplementation(pay)})
		}
	case 2:
		c.ReservationSeconds = int64(one(m, "reservation", []int{600, 3600}))
	case 3:
		key := ""
		for _, i := range m.Incidents() {
			if i.Kind == settle.IncidentHalt {
				key = i.Key()
			}
		}
		if key == "" {
			m.t.Skip("not halted")
		}
		_ = m.try("clearing the halt", func() error { return m.Engine.ClearIncident(m.Ctx, key, "looked at") })
		return
	default:
		c.Finality, _ = settle.ParseFinality(one(m, "tiers", tiers()), c.Confirmations)
	}
	m.Conf = c
	m.must(m.Engine.Configure(m.Ctx, c), "configuring")
	m.must(m.Sync(), "following")
}

// Restarting is a new process, a new leader, or a deposed one that still writes.
func (m *Machine) Restarting() {
	switch m.n("restart", 0, 2) {
	case 0:
		m.Restart()
		m.must(m.Sync(), "following after a restart")
	case 1:
		m.Lead("second")
		m.Restart()
		m.must(m.Sync(), "following as a new leader")
	case 2:
		old := m.Epoch
		m.Lead("third")
		before, seq := m.Digest()
		tip := m.Chain.Tip()
		next := settle.Block{BlockRef: settle.BlockRef{Number: tip.Number + 1, Hash: settle.Keccak256([]byte("stale"))}, Parent: tip.Hash, Time: tip.Time + 2}
		for _, err := range []error{
			m.Engine.Extend(m.Ctx, old, next),
			m.Engine.Rewind(m.Ctx, old, m.Chain.Blocks[tip.Number-1].BlockRef, nil),
			m.Engine.SettleDue(m.Ctx, old),
		} {
			var stale *settle.ErrEpoch
			if !errors.As(err, &stale) {
				m.T.Fatalf("a deposed leader wrote: %v", err)
			}
		}
		if after, now := m.Digest(); after != before || now != seq {
			m.T.Fatalf("a deposed leader left something behind")
		}
	}
}

// Issuer is what the token's issuer does: blocking a payee or the fee address,
// pausing; and contract wallets that change their mind.
func (m *Machine) Issuer() {
	flip := func(a settle.Address) { m.Chain.Blacklisted[a] = !m.Chain.Blacklisted[a] }
	switch m.n("issuer", 0, 4) {
	case 0:
		flip(one(m, "worker", m.workers).Wallet0())
	case 1:
		flip(m.Fee)
	case 2:
		m.Pausing()
	case 3:
		m.Silent = !m.Silent
	case 4:
		a := m.posters[1].Wallets[1]
		m.Refuse(a, !m.refusing[a])
	}
	_ = m.try("waiving refused fees", func() error {
		_, err := m.Engine.WaiveRefusedFees(m.Ctx)
		return err
	})
}

// Pausing pauses the token for longer than a reservation or shorter, or lets it go
// on; and now and then nobody looks but when a reservation would lapse.
func (m *Machine) Pausing() {
	m.Blind = m.odds("nobody looks", 3)
	if m.Chain.Paused = !m.Chain.Paused; !m.Chain.Paused {
		return
	}
	for range m.n("blocks", 1, 3) {
		m.mine(int64(one(m, "seconds", []int{2, 30, 700, 1900})))
	}
	m.Chain.Paused = m.odds("goes on", 3)
	m.mine(BlockSeconds)
}

func half(a money.Amount) money.Amount { return money.Units(units(a) / 2) }
