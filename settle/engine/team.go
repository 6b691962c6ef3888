package engine

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// MaxContributors of a submission.
const MaxContributors = 16

// roster are the contributors of new work (board.md "Roster rules"): the
// submitter alone, or a team of which all others are asked for consent.
func (e *Engine) roster(tx settle.Tx, m *settle.Mission, in settle.NewSubmission) ([]settle.Contributor, error) {
	named := in.Contributors
	if len(named) == 0 {
		named = []settle.Contributor{{Agent: in.Agent, ShareBP: money.WholeBP}}
	}
	if err := rosterForm(m, in.Agent, named); err != nil {
		return nil, err
	}
	if a := settle.GetRow[settle.Agent](tx, in.Agent); a != nil && a.Claimed() {
		if len(named) > 1 {
			return nil, proofRequired("a claim is not enough to name others")
		}
		if err := claimStands(tx, a); err != nil {
			return nil, err
		}
	}
	var missing, out = []string{}, []settle.Contributor{}
	for _, c := range named {
		a := settle.GetRow[settle.Agent](tx, c.Agent)
		if a == nil {
			return nil, settle.Errorf(settle.CodeNotFound, "contributors: there is no agent %s", c.Agent).With("agent_id", c.Agent)
		}
		if a.Claimed() && c.Agent != in.Agent {
			return nil, settle.Errorf(settle.CodeForbidden, "contributors: %s is only claimed, and nobody could consent for it", c.Agent)
		}
		if !m.MayFill(a) {
			return nil, settle.Errorf(settle.CodeWrongAudience, "this mission is for %s, and %s is not one of them; look for one whose audience takes you", m.For(), c.Agent).
				With("audience", string(m.For())).With("agent_id", c.Agent)
		}
		if m.Mode != settle.ModeStated && m.Mode != settle.ModePoints && settle.EffectivePayout(a, e.now()) == nil {
			missing = append(missing, c.Agent) // where nothing is paid on the chain, nobody needs one
		}
		next := settle.Contributor{Agent: c.Agent, ShareBP: c.ShareBP, Invited: c.Agent != in.Agent}
		if !next.Invited {
			next.AcceptedAt = e.now()
		}
		out = append(out, next)
	}
	if len(missing) > 0 {
		return nil, settle.Errorf(settle.CodePayeeAddressMissing, "%s: no payout address; each must set one first (POST /v1/agents/me/payout-address)", strings.Join(missing, ", ")).
			With("agent_id", missing[0]).With("agent_ids", missing)
	}
	return out, nil
}

func rosterForm(m *settle.Mission, submitter string, cs []settle.Contributor) error {
	bad := func(format string, args ...any) error {
		return settle.Errorf(settle.CodeInvalid, "contributors: "+format, args...)
	}
	sum, seen := uint64(0), map[string]bool{}
	for _, c := range cs {
		switch {
		case c.Agent == m.Poster && !(m.Mode == settle.ModePoints && len(cs) == 1): // alone it may, and earns no rating
			return settle.Errorf(settle.CodeForbidden, "contributors: %s is the mission's poster, who cannot share in work for it", c.Agent)
		case seen[c.Agent]:
			return bad("%s is named twice", c.Agent)
		case c.ShareBP == 0:
			return bad("%s has no share", c.Agent)
		}
		seen[c.Agent] = true
		sum += uint64(c.ShareBP)
	}
	switch {
	case !seen[submitter]:
		return bad("must include yourself (%s)", submitter)
	case len(seen) > MaxContributors:
		return bad("at most %d", MaxContributors)
	case sum != money.WholeBP:
		return bad("the shares sum to %d basis points and must sum to %d", sum, money.WholeBP)
	}
	return nil
}

// sharesReachGrain refuses shares of which floor(net*bp/10,000) is less than one
// grain, whatever prize the work may win (board.md "Roster rules").
func sharesReachGrain(m *settle.Mission, s *settle.Submission) error {
	gross, fees, err := settle.Parts(m)
	if err != nil {
		return settle.Errorf(settle.CodeInvalid, "the reward cannot be divided: %v", err)
	}
	first, last := 0, len(gross)
	if s.Milestone >= 0 {
		first, last = s.Milestone, s.Milestone+1
	}
	for k := first; k < last; k++ {
		net := gross[k].SatSub(fees[k])
		for _, c := range s.Contributors {
			share, err := net.MulDiv(money.Units(uint64(c.ShareBP)), money.Units(money.WholeBP))
			if err != nil || share.Less(m.Grain) {
				return settle.Errorf(settle.CodeInvalid, "contributors: a share of %d basis points in %s USDC, which is what goes to the contributors, is less than the least that is paid, %s USDC; give %s a larger share",
					c.ShareBP, money.FormatUSDC(net), money.FormatUSDC(m.Grain), c.Agent).With("agent_id", c.Agent)
			}
		}
	}
	return nil
}

// Join consents to one's share in a draft. With the last consent it is submitted.
func (e *Engine) Join(ctx context.Context, agent, submission string) (out *settle.Submission, err error) {
	err = e.update(ctx, func(tx settle.Tx) error {
		s, err := draftOf(tx, agent, submission)
		if err != nil {
			return err
		}
		if s.Joined(agent) {
			return settle.Errorf(settle.CodeConflict, "you have joined this submission already; it waits for %s", strings.Join(s.Awaiting(), ", ")).With("still_awaiting", s.Awaiting())
		}
		m := settle.GetRow[settle.Mission](tx, s.Mission)
		if err := e.takesWork(m, s.Mission); err != nil {
			return err
		}
		if err := notWon(m, s.Milestone); err != nil {
			return err
		}
		if agent == m.Poster { // of a mission of the chain, by a later proof
			return settle.Errorf(settle.CodeForbidden, "a poster cannot share in work for their own mission")
		}
		b := settle.WorkJoined{Submission: s.ID, Agent: agent}
		if m.Mode == settle.ModeEscrow && len(s.Awaiting()) == 1 {
			if b.Escrow, err = e.freeze(tx, m, s); err != nil {
				return err
			}
		}
		if err := e.record(tx, b); err != nil {
			return err
		}
		out = settle.GetRow[settle.Submission](tx, s.ID)
		return nil
	})
	if err == nil && out.Complete() {
		e.o.Wake() // the escrow may have awarded it already
	}
	return out, err
}

// freeze fixes how a complete team's work is entered in the escrow: for the
// payout addresses that hold at the last consent.
func (e *Engine) freeze(tx settle.Tx, m *settle.Mission, s *settle.Submission) (*settle.EscrowWork, error) {
	split, _ := e.splitOf(tx, s)
	if err := escrow.CheckSplit(split, m.Terms.Poster, escrow.Facts{Escrow: m.Contract, Token: settingsOf(tx).Token}); err != nil {
		return nil, err
	}
	if err := e.mayEnter(tx, m, s.Escrow.Address, s.Milestone); err != nil {
		return nil, err
	}
	return &settle.EscrowWork{Address: s.Escrow.Address, Split: split, SplitHash: digest.SplitHash(split)}, nil
}

// Decline ends a draft: any of its members may, whether they have joined it or
// not. Shares are never divided anew.
func (e *Engine) Decline(ctx context.Context, agent, submission string) (out *settle.Submission, err error) {
	err = e.update(ctx, func(tx settle.Tx) error {
		s, err := draftOf(tx, agent, submission)
		if err != nil {
			return err
		}
		if err := e.record(tx, settle.WorkDeclined{Submission: s.ID, Agent: agent}); err != nil {
			return err
		}
		out = settle.GetRow[settle.Submission](tx, s.ID)
		return nil
	})
	return out, err
}

// draftOf is a draft for one of its members.
func draftOf(tx settle.Tx, agent, submission string) (*settle.Submission, error) {
	s := settle.GetRow[settle.Submission](tx, submission)
	if s == nil {
		return nil, settle.Errorf(settle.CodeNotFound, "no submission %s", submission)
	}
	if agent == "" || !slices.ContainsFunc(s.Contributors, func(c settle.Contributor) bool { return c.Agent == agent }) {
		return nil, settle.Errorf(settle.CodeForbidden, "you are not named in submission %s", submission)
	}
	if s.Status != settle.SubmissionDraft {
		return nil, settle.Errorf(settle.CodeConflict, "the submission is %s, so it waits for nobody's consent", s.Status).With("status", string(s.Status))
	}
	return s, nil
}

// addressesOf is where the contributors are to be paid, in their order: those
// that are frozen for the escrow or by the pick, else those that hold now. Zero
// for one without.
func (e *Engine) addressesOf(tx settle.State, s *settle.Submission) []settle.Address {
	if s.Escrow != nil && len(s.Escrow.Split.Payees) == len(s.Contributors) {
		return s.Escrow.Split.Payees
	}
	frozen := map[string]settle.Address{}
	if i := currentInstruction(tx, s.ID); i != nil {
		for _, l := range i.Legs {
			for _, p := range l.Parts {
				if p.Role == settle.RoleContributor {
					frozen[p.Agent] = l.To
				}
			}
		}
	}
	out := make([]settle.Address, len(s.Contributors))
	for k, c := range s.Contributors {
		if to, ok := frozen[c.Agent]; ok {
			out[k] = to
		} else if a := settle.GetRow[settle.Agent](tx, c.Agent); a != nil {
			if p := settle.EffectivePayout(a, e.now()); p != nil {
				out[k] = p.Address
			}
		}
	}
	return out
}

// sharedBy are all submissions in which an agent shares by its own will.
func sharedBy(tx settle.State, agent string) []*settle.Submission {
	return append(settle.FindRows[*settle.Submission](tx, settle.SubmissionsOfAgent(agent)),
		settle.FindRows[*settle.Submission](tx, settle.SubmissionsJoinedBy(agent))...)
}

// invitations are drafts that ask for an agent's consent, at most n: first the
// newest of each who asks, then the second newest, and so on. So whoever asks a
// hundred times hides nobody.
func (e *Engine) invitations(tx settle.State, late overdue, agent string, n int) (out []settle.Invitation, total int) {
	all := settle.FindRows[*settle.Submission](tx, settle.SubmissionsAwaiting(agent))
	all = slices.DeleteFunc(all, func(s *settle.Submission) bool { return late[s.Mission] != nil })
	sort.SliceStable(all, func(i, j int) bool { return all[i].CreatedAt > all[j].CreatedAt })
	rank, of := map[string]int{}, map[string]int{}
	for _, s := range all {
		rank[s.ID] = of[s.Agent]
		of[s.Agent]++
	}
	sort.SliceStable(all, func(i, j int) bool { return rank[all[i].ID] < rank[all[j].ID] })
	for _, s := range all[:min(n, len(all))] {
		m := settle.GetRow[settle.Mission](tx, s.Mission)
		out = append(out, settle.Invitation{Submission: s, Mission: m, Payouts: payoutsOf(tx, m, s), Addresses: e.addressesOf(tx, s)})
	}
	return out, len(all)
}
