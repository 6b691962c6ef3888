package api

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
)

// What is shown of an escrow mission, and the calls about it.

// sealed: what is submitted to a mission stays sealed until it is paid, but where
// a reveal on the chain publishes it, and in points missions that are not.
func sealed(m *settle.Mission) bool {
	return !m.Unsealed && (m.Terms == nil || m.Terms.EntrySlots() > 0)
}

// verificationParams are what a mission's terms say of its verification.
func verificationParams(m *settle.Mission) map[string]string {
	p := map[string]string{}
	if t := m.PollTerms(); t != nil {
		return pollParams(m, t)
	}
	if m.Terms == nil {
		return offChainParams(m, p)
	}
	switch t := m.Terms; {
	case t.EntrySlots() == 0:
		p["match_mode"], p["target_hash"] = "exact", t.Param.String()
	case t.VType == settle.PeerVote:
		r := settle.UnpackVoteRules(t.Param)
		p["quorum"], p["min_vote"] = strconv.Itoa(int(r.QuorumVoters)), "1000000"
		p["resolver"] = t.Resolver.Checksum()
	case t.VType == settle.OracleDecides, t.VType == settle.FirstValidMatch:
		p["oracle_contract"], p["param"] = t.Resolver.Checksum(), t.Param.String()
	case t.Resolver != t.Poster:
		p["resolver"] = t.Resolver.Checksum()
	}
	return p
}

// offChainParams are what is public of how a mission is verified that the escrow does
// not decide; what is expected is sealed, and not among them.
func offChainParams(m *settle.Mission, p map[string]string) map[string]string {
	v := m.Verification
	if v == nil {
		return p
	}
	put := func(name, value string) {
		if value != "" {
			p[name] = value
		}
	}
	if r := v.Match; r != nil {
		put("match_mode", string(r.Mode))
		put("regex", r.Regex)
		put("predicate_uri", r.PredicateURI)
		if r.TargetHash != (settle.Hash{}) {
			put("target_hash", r.TargetHash.String())
		}
	}
	if c := v.Commit; c != nil {
		put("commit_reveal", "true")
		put("reveal_window_seconds", strconv.FormatInt(c.RevealMillis/1000, 10))
	}
	if o := v.Oracle; o != nil {
		put("oracle_method", o.Method)
		put("oracle_description", o.Description)
		if !o.Contract.IsZero() {
			put("oracle_contract", o.Contract.Checksum())
		}
	}
	return p
}

// escrowed says that the escrow, or the points ledger, holds the reward or has paid
// it out.
func escrowed(m *settle.Mission) bool {
	if m.Mode == settle.ModePoints {
		return m.Status == settle.MissionOpen || m.Status == settle.MissionAwarded
	}
	return m.Mode == settle.ModeEscrow && m.FundedAt != 0 && m.Status != settle.MissionCancelled && m.Status != settle.MissionExpired
}

// escrowOf is how an escrow mission that is looked at stands in the escrow; nil
// for other modes.
func escrowOf(v *settle.MissionView) *escrowBrief {
	if v.Escrow == nil {
		return nil
	}
	e, m := v.Escrow, v.Mission
	out := &escrowBrief{Status: escrowStatus(e), MissionHash: m.OnChain, Contract: m.Contract, SubmitBy: seconds(m.Terms.SubmitBy),
		JudgeBy: seconds(m.Terms.JudgeBy), RefundAt: seconds(m.Terms.RefundAt), URL: "/missions/" + m.ID + "/escrow"}
	if e.Soon != nil {
		n := above(e, e.Soon.Posted)
		out.Confirmations = &n
	}
	if e.Row != nil {
		out.Held, out.Pending = e.Row.Held, e.Row.Pending
	}
	return out
}

func (t *table) specURI(m *settle.Mission) string {
	return t.cfg.PublicURL + "/missions/" + m.ID + "/spec"
}

// escrow maps a view.
func (t *table) escrow(v *settle.EscrowView) *escrowOut {
	m := v.Mission
	out := &escrowOut{Status: escrowStatus(v), MissionHash: m.OnChain, Contract: m.Contract, ChainID: v.Settings.ChainID, TokenContract: v.Settings.Token,
		ConfirmationsRequired: v.Settings.Confirmations, Sealed: sealed(m), Terms: *m.Terms, SubmitBy: seconds(m.Terms.SubmitBy),
		JudgeBy: seconds(m.Terms.JudgeBy), RefundAt: seconds(m.Terms.RefundAt), Refunds: []refundOut{}}
	if v.Soon != nil {
		n := above(v, v.Soon.Posted)
		out.Confirmations = &n
	}
	subs := map[settle.Hash]*settle.Submission{}
	out.EntryCount = len(v.Entries)
	out.Entries = list(v.Entries[max(0, len(v.Entries)-entriesMax):], toEntry)
	for _, e := range v.Entries {
		if e.Submission != nil {
			subs[e.Entry.SubmissionHash] = e.Submission
		}
	}
	out.Commitments = list(v.Commitments[max(0, len(v.Commitments)-entriesMax):], func(c *settle.EscrowCommitment) commitmentOut { return commitmentOut{c.Agent, c.Seq, c.Revealed} })
	out.Credits = list(v.Credits, func(c *settle.EscrowCredit) creditOut { return creditOut{c.Owner, c.Amount} })
	if r := v.Row; r != nil {
		via, uri := r.Via.String(), r.SpecURI.Shown()
		out.FundedAt, out.FundedBy, out.SpecURI = secondsOrNull(r.Posted.Time), &via, textOrNull(uri)
		out.Held, out.Pending = r.Held, r.Pending
		out.Refunds = list(r.Refunds, toRefund)
	}
	for k := range m.Terms.Tranches {
		out.Tranches = append(out.Tranches, toTranche(v, k, subs))
	}
	t.escrowCalls(v, out)
	return out
}

// entriesMax is how many of the newest entries and commitments are shown: anybody
// can make more of them.
const entriesMax = 100

func escrowStatus(v *settle.EscrowView) string {
	switch {
	case v.Row != nil:
		return v.Row.Status.String()
	case v.Soon != nil:
		return "confirming"
	}
	return "unfunded"
}

// above are the blocks on top of a log's.
func above(v *settle.EscrowView, at settle.ChainPos) uint64 {
	if v.Tip == nil || v.Tip.Number < at.Block.Number {
		return 0
	}
	return v.Tip.Number - at.Block.Number
}

func toEntry(v settle.EscrowEntryView) entryOut {
	e := v.Entry
	out := entryOut{Agent: e.Agent, Tranche: e.Tranche, ContentHash: e.ContentHash, SplitHash: e.SplitHash, SubmissionHash: e.SubmissionHash,
		Revision: e.Revision, Position: strconv.FormatUint(e.At.Position(), 10), TxHash: e.At.TxHash}
	if s := v.Submission; s != nil {
		out.SubmissionID, out.Consented, out.Deposited = &s.ID, true, s.Deposited
	}
	return out
}

func toRefund(r settle.EscrowRefund) refundOut {
	out := refundOut{To: r.To, Amount: r.Amount, Credited: r.Credited, Reason: r.Reason.String(), TxHash: r.At.TxHash, At: seconds(r.At.Time)}
	if r.Tranche >= 0 {
		n := r.Tranche
		out.Tranche = &n
	}
	return out
}

func toTranche(v *settle.EscrowView, k int, subs map[settle.Hash]*settle.Submission) trancheOut {
	m := v.Mission
	gross, fee := m.Terms.Tranches[k], m.Terms.Fees[k]
	out := trancheOut{Index: k, Gross: gross, Fee: fee, Net: gross.SatSub(fee), State: "free"}
	if m.Terms.Layout == settle.Milestones {
		out.MilestoneID = milestoneAt(m, k)
	}
	if v.Soon != nil && k < len(v.Soon.Tranches) {
		if a := v.Soon.Tranches[k].Final; a != nil && (v.Row == nil || v.Row.Tranches[k].Final == nil) {
			out.Seen = &seenAwardOut{a.Agent, a.At.TxHash, above(v, a.At)}
		}
	}
	if v.Row == nil || k >= len(v.Row.Tranches) {
		return out
	}
	x := v.Row.Tranches[k]
	if r := x.Ruled; r != nil {
		out.Ruling = &rulingOut{Ruling: r.Ruling.String(), Agent: addressOrNull(r.Agent)}
		if r.Bond != nil {
			out.Ruling.Bond = &payoutLine{r.Bond.To, r.Bond.Amount, r.Bond.Credited}
		}
		if r.Ruling == settle.RulingRefund {
			out.State = "refunded"
		}
	}
	if p := x.Pending; p != nil {
		out.State = "pending"
		out.Pending = &pendingOut{Agent: p.Agent, SubmissionHash: p.SubmissionHash, FinalAt: secondsOrNull(p.FinalAt), TxHash: p.Proposed.TxHash.String()}
		if s := subs[p.SubmissionHash]; s != nil {
			out.Pending.SubmissionID = &s.ID
		}
	}
	if a := x.Appeal; a != nil {
		out.State = "appealed"
		out.Appeal = &appealOut{a.Appellant, a.Bond, a.EvidenceHash, seconds(a.RuleBy)}
	}
	if x.Final != nil {
		out.State, out.Award = "paid", toFinal(v, uint8(k), x.Final)
	}
	return out
}

func toFinal(v *settle.EscrowView, tranche uint8, f *settle.FinalAward) *finalOut {
	out := &finalOut{Agent: f.Agent, Fee: f.Fee, TxHash: f.At.TxHash, BlockNumber: f.At.Block.Number, LogIndex: f.At.LogIndex, At: seconds(f.At.Time),
		FinalityRequired: v.Settings.TierOf(f.Gross).String(),
		ContentHash:      hashOrNull(f.ContentHash), SplitHash: hashOrNull(f.SplitHash),
		Payouts: list(f.Payouts, func(p settle.EscrowPayout) payoutLine { return payoutLine{p.To, p.Amount, p.Credited} })}
	for _, x := range v.Exports {
		for _, c := range x.Awards {
			if out.Exported == nil && c.Tranche == tranche {
				out.Exported = &exportedOut{x.Contract, c.AgentID.String(), c.At.TxHash, seconds(c.At.Time)}
			}
		}
	}
	for _, a := range v.Awards {
		if a.Tranche == tranche && a.Final.Agent == f.Agent && a.Final.SubmissionHash == f.SubmissionHash && a.Submission != "" {
			status := string(a.Status)
			out.SubmissionID, out.Status = &a.Submission, &status
			if a.Settlements > 0 {
				uri := receiptPath(v.Mission, a.Submission, int(tranche))
				out.ReceiptURI = &uri
			}
		}
	}
	return out
}

func hashOrNull(h settle.Hash) *settle.Hash {
	if h.IsZero() {
		return nil
	}
	return &h
}

// escrowCalls adds the calls that can be made, and says what to do.
func (t *table) escrowCalls(v *settle.EscrowView, out *escrowOut) {
	m := v.Mission
	switch {
	case v.Refused != nil:
		out.Note = "Not funded, and it cannot be any more: " + messageOf(v.Refused)
		return
	case v.Soon == nil:
		uri := t.specURI(m)
		out.SpecURI = &uri
		out.Fund = t.fund(v)
		out.Note = fmt.Sprintf("Not funded: %s funds it with one of the ways of fund. It is listed, and takes work, once that has %d blocks on top.", m.Terms.Poster, v.Settings.Confirmations)
		return
	case v.Row == nil:
		out.Note = "The funding is seen; the mission opens by itself when it is confirmed."
	}
	for _, c := range escrow.Calls(v) {
		if c.NotBefore != 0 {
			out.Later = append(out.Later, laterOut{c.Name, trancheOf(c), seconds(c.NotBefore)})
			continue
		}
		out.Calls = append(out.Calls, toCall(m, c))
	}
}

// messageOf is what a refusal says in words.
func messageOf(err error) string {
	var e *settle.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return err.Error()
}

func trancheOf(c escrow.Call) *uint8 {
	if c.Name != "finalize" {
		return nil
	}
	return &c.Tranche
}

func toCall(m *settle.Mission, c escrow.Call) callOut {
	out := callOut{Call: c.Name, Tranche: trancheOf(c), To: m.Contract}
	switch c.Name {
	case "cancel":
		out.From, out.Calldata = &m.Terms.Poster, digest.CalldataCancel(*m.Terms).String()
	case "refund":
		out.Calldata = digest.CalldataRefundMission(*m.Terms).String()
	case "finalize":
		out.Calldata = digest.CalldataFinalize(*m.Terms, c.Tranche, c.Content, c.Split).String()
	default:
		out.Calldata = digest.CalldataWithdraw(c.Owner).String()
	}
	return out
}

// funding is what the poster's signatures are over. They end at submit_by, after
// which the post would be refused anyway.
func funding(v *settle.EscrowView) digest.Funding {
	m := v.Mission
	return digest.Funding{Poster: m.Terms.Poster, Escrow: m.Contract, Amount: m.Terms.Reward.SatAdd(v.PostFee), Mission: m.OnChain, Until: uint64(m.Terms.SubmitBy)}
}

func (t *table) fund(v *settle.EscrowView) *fundOut {
	m, f := v.Mission, funding(v)
	domain := digest.TokenDomain{Name: t.cfg.TokenName, Version: t.cfg.TokenVersion, ChainID: v.Settings.ChainID, Token: v.Settings.Token}
	out := &fundOut{From: f.Poster, Amount: f.Amount, Reward: m.Terms.Reward, PostFee: v.PostFee, Until: seconds(m.Terms.SubmitBy),
		Permit: domain.Permit(f, nil), Authorization: domain.ReceiveWithAuthorization(f.Authorization())}
	out.Allowance.Approve = callOut{Call: "approve", To: v.Settings.Token, Calldata: digest.CalldataApprove(m.Contract, f.Amount).String(), From: &f.Poster}
	out.Allowance.Post = callOut{Call: "post", To: m.Contract, Calldata: digest.CalldataPost(*m.Terms, t.specURI(m)).String(), From: &f.Poster, Until: secondsOrNull(m.Terms.SubmitBy)}
	return out
}

// enter is how a submission gets into the escrow; nil where it cannot now.
func (t *table) enter(v *settle.EscrowView, s *settle.Submission) *enterOut {
	if v == nil || s.Escrow == nil {
		return nil
	}
	m, w, tranche, chainID := v.Mission, s.Escrow, escrow.EntryTranche(s.Milestone), v.Settings.ChainID
	if escrow.CheckEnter(v, tranche, w.Address) != nil {
		return nil
	}
	uri := t.cfg.PublicURL + "/v1/submissions/" + s.ID + "/envelope"
	return &enterOut{Contract: m.Contract, ChainID: chainID, MissionHash: m.OnChain, Tranche: tranche, Agent: w.Address, ContentHash: s.ContentHash,
		Split: w.Split, SplitHash: w.SplitHash, SubmissionHash: digest.SubmissionHash(s.ContentHash, w.SplitHash),
		Enter: callOut{Call: "submit", To: m.Contract, From: &w.Address, Until: secondsOrNull(m.Terms.SubmitBy),
			Calldata: digest.CalldataSubmit(m.OnChain, tranche, s.ContentHash, w.SplitHash, uri).String()}}
}

func toAward(c *settle.AwardCall) awardOut {
	m, s, w := c.Mission, c.Submission, c.Submission.Escrow
	out := awardOut{BountyID: boardID(m.ID), MissionID: m.ID, SubmissionID: s.ID, MissionHash: m.OnChain, Agent: w.Address, ContentHash: s.ContentHash,
		Split: w.Split, Gross: c.Gross, Fee: c.Fee, Net: c.Gross.SatSub(c.Fee), Final: m.Terms.AppealWindow == 0,
		Award: callOut{Call: "award", Tranche: &c.Tranche, To: m.Contract, From: &c.From, Until: secondsOrNull(c.JudgeBy),
			Calldata: digest.CalldataAward(*m.Terms, c.Tranche, w.Address, s.ContentHash, w.Split).String()},
		Note: "Send the call: it pays the agent out of the escrow. The deliverable opens by itself once the award is confirmed."}
	if !out.Final {
		out.Note = fmt.Sprintf("Send the call: it proposes the award, which can be appealed for %d seconds; then anybody finalizes it (calls of GET /missions/{mission_id}/escrow). The deliverable opens once the finalized award is confirmed.", m.Terms.AppealWindow)
	}
	return out
}
