package engine

import (
	"context"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Points is the balance of an agent, by its id or by an address that it has proven.
func (e *Engine) Points(ctx context.Context, id string) (out settle.PointsView, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		agent, err := agentID(tx, id)
		if err != nil {
			return err
		}
		out = pointsOf(tx, agent)
		return nil
	})
	return out, err
}

// agentID is the agent that an id or an address names.
func agentID(tx settle.Tx, id string) (string, error) {
	if strings.HasPrefix(id, "0x") {
		if addr, err := settle.ParseAddress(id); err == nil {
			if row := settle.GetRow[settle.AddressRow](tx, addr.String()); row != nil && row.Agent != "" && row.RetiredAt == 0 {
				return row.Agent, nil
			}
		}
	}
	if settle.GetRow[settle.Agent](tx, id) == nil {
		return "", settle.Errorf(settle.CodeNotFound, "no agent %s", id)
	}
	return id, nil
}

// pointsOf is what an agent can spend: the grant counts before it is in the ledger.
func pointsOf(s settle.State, agent string) settle.PointsView {
	out := settle.PointsView{Agent: agent}
	if set := settingsOf(s).Points; set != nil {
		out.Settings = *set
	}
	if a := settle.GetRow[settle.PointsAccount](s, settle.AgentPoints(agent)); a != nil {
		out.Balance, out.Granted = a.Balance, a.GrantedAt != 0
	}
	if !out.Granted {
		out.Balance = out.Balance.SatAdd(out.Settings.Grant)
	}
	return out
}

// PointsMovements are the movements of an agent's points, newest first, from before
// a key; next is where the next page begins, empty if there is none.
func (e *Engine) PointsMovements(ctx context.Context, agent, before string, limit int) (out []*settle.PointsMovement, next string, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		next = ""
		id, err := agentID(tx, agent)
		if err != nil {
			return err
		}
		out = tx.PointsMovements(settle.AgentPoints(id), before, limit+1)
		if len(out) > limit {
			out = out[:limit]
			next = out[limit-1].Key()
		}
		return nil
	})
	return out, next, err
}

// PointsStats are the figures of the whole ledger.
func (e *Engine) PointsStats(ctx context.Context) (out settle.PointsStats, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = settle.PointsStats{}
		if set := settingsOf(tx).Points; set != nil {
			out.Settings = *set
		}
		if b := settle.GetRow[settle.PointsBook](tx, settle.PointsBookKey); b != nil {
			out.Book = *b
		}
		return nil
	})
	return out, err
}

// afford refuses what an agent's points do not cover. Nothing else changes a balance
// until the transaction is over, since it holds the journal's head.
func afford(s settle.State, agent string, symbol, what string, costs ...money.Amount) error {
	required, err := money.Sum(costs...)
	if err != nil {
		return settle.Errorf(settle.CodeInvalid, "the amount is out of range")
	}
	has := pointsOf(s, agent).Balance
	if !has.Less(required) {
		return nil
	}
	missing := required.SatSub(has)
	return settle.Errorf(settle.CodeInsufficientPoints, "%s costs %s %s, and your balance is %s; %s are missing", what,
		money.FormatUSDC(required), symbol, money.FormatUSDC(has), money.FormatUSDC(missing)).
		With("asset", symbol).With("balance", money.FormatUSDC(has)).With("required", money.FormatUSDC(required)).With("missing", money.FormatUSDC(missing))
}

// grant puts what an agent starts with into the ledger, before its first movement.
func (e *Engine) grant(tx settle.Tx, agent string) error {
	p := pointsOf(tx, agent)
	if p.Granted || p.Settings.Symbol == "" {
		return nil
	}
	return e.record(tx, settle.PointsGranted{Agent: agent, Amount: p.Settings.Grant})
}

// pointsTerms completes a points mission, and refuses what it may not be.
func pointsTerms(m *settle.Mission, in settle.NewMission, set settle.Settings) error {
	p := set.Points
	if p == nil {
		return settle.Errorf(settle.CodeAssetUnsupported, "this server has no points; post the mission in USDC")
	}
	if len(in.Milestones) > 0 {
		return settle.Errorf(settle.CodeInvalid, "a points mission has no milestones")
	}
	if m.Reward.Less(p.MinReward) {
		return settle.Errorf(settle.CodeInvalid, "the reward must be at least %s %s", money.FormatUSDC(p.MinReward), p.Symbol).
			With("min_reward", money.FormatUSDC(p.MinReward)).With("asset", p.Symbol)
	}
	m.Accepts = []settle.Identification{} // no payment is looked for
	m.Grain = money.Units(1)
	m.Points = &settle.PointsTerms{Symbol: p.Symbol, SpamFee: p.SpamFee}
	m.Unsealed = !in.Sealed
	if v := in.Verification; v != nil && v.Type == settle.PeerVote {
		if m.MaxWinners != 1 {
			return settle.Errorf(settle.CodeInvalid, "voters elect one winner; leave max_winners out")
		}
		poll, err := pollTerms(m, v.Poll, *p)
		if err != nil {
			return err
		}
		m.Verification = &settle.Verification{Type: settle.PeerVote, Poll: poll}
	}
	if _, _, err := settle.Parts(m); err != nil {
		return settle.Errorf(settle.CodeInvalid, "the reward cannot be divided: %v", err)
	}
	return nil
}

// pointsMission refuses what needs money.
func pointsMission(m *settle.Mission) error {
	return settle.Errorf(settle.CodeWrongFunding, "the reward of %s are points, which are worth nothing and move in this server's ledger only: there is nothing to pay; its award credits them", m.ID).With("funding", string(m.Mode))
}

// AwardPoints accepts a submission of a points mission that its poster decides, and
// credits what was held for it.
func (e *Engine) AwardPoints(ctx context.Context, r settle.AcceptRequest) (out *settle.Accepted, err error) {
	if err := e.EndIfDue(ctx, r.Mission); err != nil {
		return nil, err
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		m, s, err := mayAccept(tx, r, settle.ModePoints)
		if err != nil {
			return err
		}
		if m.DecidedByRule() || m.PollTerms() != nil {
			return settle.Errorf(settle.CodeConflict, "%s is decided by %s, not by its poster", m.ID, settle.VerificationOf(m))
		}
		if err := e.creditWinner(tx, m, s, r.Note); err != nil {
			return err
		}
		out = accepted(tx, s.ID)
		return nil
	})
	return out, err
}

// accepted is a submission that won, with its award.
func accepted(tx settle.Tx, submission string) *settle.Accepted {
	s := settle.GetRow[settle.Submission](tx, submission)
	m := settle.GetRow[settle.Mission](tx, s.Mission)
	return &settle.Accepted{Mission: m, Submission: s, Award: *m.AwardOf(s.ID)}
}

// creditWinner awards a pending submission of an open points mission, whoever has
// decided so, and signs its receipt.
func (e *Engine) creditWinner(tx settle.Tx, m *settle.Mission, s *settle.Submission, note string) error {
	parts, fee, err := settle.PrizeOf(m, s)
	if err != nil {
		return settle.Errorf(settle.CodeInvalid, "the reward cannot be divided: %v", err)
	}
	if err := e.record(tx, settle.PointsAwarded{Submission: s.ID, Note: note, Payouts: parts, Fee: fee}); err != nil {
		return err
	}
	return e.signPoints(tx, s.ID)
}

// signPoints makes the receipt core of a points award in the same transaction.
func (e *Engine) signPoints(tx settle.Tx, submission string) error {
	a := accepted(tx, submission)
	in := ReceiptInput{Points: &a.Award, Mission: a.Mission, Submission: a.Submission, Settings: settingsOf(tx), At: e.now()}
	return e.keepReceipt(tx, in, submission, PointsReceipt(submission))
}

// PointsReceipt names the receipt of a points award, where others are named by their
// instruction or by their award of the escrow.
func PointsReceipt(submission string) string { return "points/" + submission }
