package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// Escrow is what the escrow holds of a mission. It is public.
func (e *Engine) Escrow(ctx context.Context, mission string) (out *settle.EscrowView, err error) {
	var ask *settle.Mission
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		m, err := escrowMission(tx, mission)
		if err != nil {
			return err
		}
		ask = nil
		if settle.GetRow[settle.EscrowMission](tx, m.OnChain.String()) == nil {
			ask = m
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var post posting
	if ask != nil && e.o.Escrow != nil { // it is still to be posted
		if post, err = e.posting(ctx, ask.Contract, ask.Terms.Resolver, ask.Terms.VType); err != nil {
			return nil, err
		}
	}
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		m, err := escrowMission(tx, mission)
		if err != nil {
			return err
		}
		out, err = e.wholeEscrowView(tx, m, post)
		return err
	})
	return out, err
}

// posting is what the escrow asks the chain while a mission is posted, and what
// a post costs.
type posting struct {
	asked             bool
	fee               money.Amount
	hasCode, isOracle bool
}

func (e *Engine) posting(ctx context.Context, contract, resolver settle.Address, v settle.VerificationType) (p posting, err error) {
	p.asked = true
	if p.fee, err = e.o.Escrow.PostFee(ctx, contract); err != nil {
		return p, unavailable("the escrow could not be asked for its post fee", err)
	}
	if !resolver.IsZero() && v != settle.CreatorJudges {
		if p.hasCode, p.isOracle, err = e.o.Escrow.Resolver(ctx, contract, resolver); err != nil {
			return p, unavailable("the escrow could not be asked about the resolver", err)
		}
	}
	return p, nil
}

// escrowView adds what the window shows to what is folded, as view does, and
// returns the state that it was taken from.
func (e *Engine) escrowView(tx settle.Tx, m *settle.Mission, post posting) (*settle.EscrowView, settle.State, error) {
	v := &settle.EscrowView{Mission: m, Settings: settingsOf(tx), Tip: tx.Tip(), PostFee: post.fee}
	key := m.OnChain.String()
	v.Row = settle.GetRow[settle.EscrowMission](tx, key)
	soon, err := e.ahead(tx)
	if err != nil {
		return nil, nil, err
	}
	v.Soon = settle.GetRow[settle.EscrowMission](soon, key)
	if v.Row != nil {
		v.PostFee = v.Row.PostFee
	}
	return v, soon, nil
}

// wholeEscrowView adds the entries, awards and credits.
func (e *Engine) wholeEscrowView(tx settle.Tx, m *settle.Mission, post posting) (*settle.EscrowView, error) {
	v, soon, err := e.escrowView(tx, m, post)
	if err != nil {
		return nil, err
	}
	switch {
	case v.Soon != nil:
	case e.o.Escrow == nil:
		v.Refused = e.noEscrow(v.Settings)
	case post.asked:
		v.Refused = escrow.CheckPost(v, escrow.Facts{Escrow: m.Contract, Token: v.Settings.Token, ResolverHasCode: post.hasCode, OracleAllowed: post.isOracle})
	}
	v.Entries = entriesOf(tx, m)
	v.Commitments = settle.FindRows[*settle.EscrowCommitment](tx, settle.CommitmentsOfMission(m.OnChain))
	slices.SortStableFunc(v.Commitments, func(a, b *settle.EscrowCommitment) int { return cmp.Compare(a.At.Position(), b.At.Position()) })
	v.Awards = settle.FindRows[*settle.EscrowAward](tx, settle.AwardsOnChain(m.OnChain))
	slices.SortStableFunc(v.Awards, func(a, b *settle.EscrowAward) int { return cmp.Compare(a.Tranche, b.Tranche) })
	v.Credits = creditsOf(tx, m, v.Row)
	for _, c := range v.Settings.KnownContracts() {
		if x := settle.GetRow[settle.Exported](tx, settle.ExportedKey(c.Address, m.OnChain)); c.Role == settle.RoleReputation && x != nil {
			v.Exports = append(v.Exports, x)
		}
	}
	v.SoonEntries = settle.FindRows[*settle.EscrowEntry](soon, settle.EntriesOfMission(m.OnChain))
	v.SoonCommitments = settle.FindRows[*settle.EscrowCommitment](soon, settle.CommitmentsOfMission(m.OnChain))
	v.SoonCredits = creditsOf(soon, m, v.Soon)
	return v, nil
}

// entriesOf are the submissions that the escrow holds, in the order of the chain.
func entriesOf(s settle.State, m *settle.Mission) (out []settle.EscrowEntryView) {
	subs := settle.FindRows[*settle.Submission](s, settle.SubmissionsOfMission(m.ID))
	for _, x := range settle.FindRows[*settle.EscrowEntry](s, settle.EntriesOfMission(m.OnChain)) {
		v := settle.EscrowEntryView{Entry: x}
		for _, sub := range subs {
			if entered(m, sub, x) {
				v.Submission = sub
			}
		}
		out = append(out, v)
	}
	slices.SortStableFunc(out, func(a, b settle.EscrowEntryView) int {
		return cmp.Compare(a.Entry.At.Position(), b.Entry.At.Position())
	})
	return out
}

// entered: an entry is the submission's, by the same proven address, with both
// hashes, for the same part.
func entered(m *settle.Mission, s *settle.Submission, x *settle.EscrowEntry) bool {
	return s.Escrow != nil && s.Complete() && x.Mission == m.OnChain && x.Agent == s.Escrow.Address && x.ContentHash == s.ContentHash &&
		x.SplitHash == s.Escrow.SplitHash && x.Tranche == uint8(max(s.Milestone, 0))
}

// creditsOf are what the token refused to pay to those whom the mission pays.
func creditsOf(s settle.State, m *settle.Mission, row *settle.EscrowMission) (out []*settle.EscrowCredit) {
	if row == nil {
		return nil
	}
	seen := map[settle.Address]bool{}
	look := func(a settle.Address) {
		if seen[a] {
			return
		}
		seen[a] = true
		if c := settle.GetRow[settle.EscrowCredit](s, settle.PairKey(m.Contract, a)); c != nil {
			out = append(out, c)
		}
	}
	for _, t := range row.Tranches {
		if t.Final != nil {
			for _, p := range t.Final.Payouts {
				look(p.To)
			}
		}
		if t.Ruled != nil && t.Ruled.Bond != nil {
			look(t.Ruled.Bond.To)
		}
	}
	for _, r := range row.Refunds {
		look(r.To)
	}
	return out
}

// AwardCall is the call with which a mission's poster, or whom the terms name in
// their stead, awards a submission.
func (e *Engine) AwardCall(ctx context.Context, r settle.AwardRequest) (out *settle.AwardCall, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out, err = e.awardCall(tx, r)
		return err
	})
	return out, err
}

func (e *Engine) awardCall(tx settle.Tx, r settle.AwardRequest) (*settle.AwardCall, error) {
	m, err := escrowMission(tx, r.Mission)
	if err != nil {
		return nil, err
	}
	t := m.Terms
	if m.Poster != r.Actor && !owns(tx, r.Actor, t.Resolver) {
		return nil, settle.Errorf(settle.CodeForbidden, "only the poster of %s, and whom its terms let award, may do this", m.ID)
	}
	s, err := submissionOf(tx, m, r.Submission)
	if err != nil {
		return nil, err
	}
	row := settle.GetRow[settle.EscrowMission](tx, m.OnChain.String())
	if row == nil {
		return nil, notFunded(m)
	}
	refuse := func(format string, args ...any) error {
		return settle.Errorf(settle.CodeNotAwardable, format, args...).With("submission_id", s.ID).With("status", string(s.Status))
	}
	out := &settle.AwardCall{Mission: m, Submission: s, From: t.Resolver, JudgeBy: t.JudgeBy, Tip: tx.Tip()}
	entry := settle.GetRow[settle.EscrowEntry](tx, settle.EntryKey(m.OnChain, workOf(s).Address, uint8(max(s.Milestone, 0))))
	switch {
	case t.VType != settle.CreatorJudges:
		return nil, refuse("this mission is decided by %s, not by its poster", t.VType)
	case s.Escrow == nil:
		return nil, refuse("this work was never submitted here")
	case !s.Deposited:
		return nil, settle.Errorf(settle.CodeNotDeposited, "the content of this submission is not held here, so no release can be promised")
	case entry == nil || !entered(m, s, entry):
		return nil, refuse("this work is not its agent's current entry in the escrow; it counts once the agent has entered it there and that has confirmed")
	}
	v, err := e.wholeEscrowView(tx, m, posting{})
	if err != nil {
		return nil, err
	}
	if out.Tranche, err = freeTranche(s, v.Soon, r.Tranche); err != nil {
		return nil, err
	}
	if err := escrow.CheckAward(v, out.Tranche, s.Escrow.Address, s.ContentHash, s.Escrow.SplitHash); err != nil {
		return nil, notAwardable(s, err)
	}
	out.Gross, out.Fee = t.Tranches[out.Tranche], t.Fees[out.Tranche]
	return out, nil
}

// workOf is how a submission is entered; the zero value for one that cannot be.
func workOf(s *settle.Submission) settle.EscrowWork {
	if s.Escrow == nil {
		return settle.EscrowWork{}
	}
	return *s.Escrow
}

func owns(s settle.State, agent string, a settle.Address) bool {
	r := settle.GetRow[settle.AddressRow](s, a.String())
	return agent != "" && r != nil && r.Agent == agent
}

// notAwardable is one code for all that stands in the way of an award; what the
// contract would say is its reason.
func notAwardable(s *settle.Submission, err error) error {
	var why *settle.Error
	if !errors.As(err, &why) {
		return err
	}
	return settle.Errorf(settle.CodeNotAwardable, "%s", why.Message).With("submission_id", s.ID).With("status", string(s.Status)).With("reason", string(why.Code))
}

// freeTranche is the one asked for, or the submission's, or the lowest prize
// that nobody was awarded.
func freeTranche(s *settle.Submission, row *settle.EscrowMission, asked *uint8) (uint8, error) {
	n := uint8(0)
	switch {
	case s.Milestone >= 0:
		n = uint8(s.Milestone)
		if asked != nil && *asked != n {
			return 0, settle.Errorf(settle.CodeInvalid, "tranche: the submission is for milestone %d", n)
		}
	case asked != nil:
		n = *asked
	default:
		for int(n) < len(row.Tranches)-1 && (row.DoneMask|row.PendingMask)&settle.Bit(n) != 0 {
			n++
		}
	}
	return n, nil
}

func notFunded(m *settle.Mission) error {
	return settle.Errorf(settle.CodeMissionNotFunded, "the reward of %s is not confirmed in the escrow yet; its poster funds it with the calls of GET /missions/{mission_id}/escrow", m.ID).
		With("mission_hash", m.OnChain)
}

// awarded is what the escrow's awards of a submission pay in all; false without
// one that stands.
func awarded(s settle.State, submission string) (net money.Amount, ok bool) {
	for _, a := range settle.FindRows[*settle.EscrowAward](s, settle.AwardsOfSubmission(submission)) {
		if a.Status != settle.AwardReverted {
			net, ok = net.SatAdd(a.Final.Net()), true
		}
	}
	return net, ok
}
