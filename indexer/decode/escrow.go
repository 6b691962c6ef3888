package decode

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

const (
	// maxURI is the longest text that the contracts take, in bytes.
	maxURI = 512
	// maxTranches is the most tranches of a mission.
	maxTranches = 16
	// termsType is MissionTerms in signatures, termsWords its members.
	termsType = "(address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96," +
		"bytes32,bytes32,uint96[],uint96[],uint256)"
	termsWords = 18
	uint96     = 12 // bytes
	uint256    = 32
)

// escrowEvents are OabpEscrow's (IOabpEscrow).
func escrowEvents() []event {
	return append(entryEvents(), append(awardEvents(), moneyEvents()...)...)
}

func entryEvents() []event {
	return []event{
		says("MissionPosted(bytes32,address,address,"+termsType+",string,uint8)", 3, 3,
			func(e *settle.EventMissionPosted, t, d *words) {
				e.MissionID, e.Poster, e.Resolver = t.word(), t.address(), t.address()
				d.nested(termsWords, func(w *words) { e.Terms = terms(w) })
				e.SpecURI = d.text(maxURI)
				e.Via = settle.Funding(d.enum("Funding", 3))
			}),
		says("WorkSubmitted(bytes32,address,bytes32,uint8,bytes32,bytes32,uint16,string)", 3, 5,
			func(e *settle.EventWorkSubmitted, t, d *words) {
				e.MissionID, e.Agent, e.SubmissionHash = t.word(), t.address(), t.word()
				e.Tranche, e.ContentHash, e.SplitHash = d.tranche(), d.word(), d.word()
				e.Revision, e.URI = uint16(d.number(2)), d.text(maxURI)
			}),
		says("AnswerCommitted(bytes32,address,bytes32,uint40)", 2, 2, func(e *settle.EventAnswerCommitted, t, d *words) {
			e.MissionID, e.Agent, e.Commitment, e.Seq = t.word(), t.address(), d.word(), d.number(5)
		}),
		says("AnswerRevealed(bytes32,address,bytes32,uint40,bool)", 2, 3, func(e *settle.EventAnswerRevealed, t, d *words) {
			e.MissionID, e.Agent, e.AnswerHash = t.word(), t.address(), d.word()
			e.Seq, e.Leading = d.number(5), d.bool()
		}),
	}
}

func terms(w *words) (m settle.MissionTerms) {
	m.Poster, m.Resolver, m.RefundTo, m.Reward = w.address(), w.address(), w.address(), w.amount(uint96)
	m.VType = settle.VerificationType(w.enum("VerificationType", 4))
	m.Layout = settle.Layout(w.enum("Layout", 2))
	m.SubmitBy, m.JudgeBy, m.RefundAt = w.time(), w.time(), w.time()
	m.AppealWindow, m.RevealWindow = uint32(w.number(4)), uint32(w.number(4))
	m.Arbiter, m.AppealBond, m.SpecHash, m.Param = w.address(), w.amount(uint96), w.word(), w.word()
	part := func(w *words) money.Amount { return w.amount(uint96) }
	m.Tranches, m.Fees = array(w, maxTranches, part), array(w, maxTranches, part)
	m.Salt = settle.Uint256(w.word())
	return m
}

func awardEvents() []event {
	return []event{
		says("AwardProposed(bytes32,uint8,address,bytes32,uint256,uint40)", 3, 3, func(e *settle.EventAwardProposed, t, d *words) {
			e.MissionID, e.Tranche, e.Agent = t.word(), t.tranche(), t.address()
			e.SubmissionHash, e.Gross, e.FinalAt = d.word(), d.amount(uint256), d.time()
		}),
		says("AppealRaised(bytes32,uint8,address,uint256,bytes32,uint40)", 3, 3, func(e *settle.EventAppealRaised, t, d *words) {
			e.MissionID, e.Tranche, e.Appellant = t.word(), t.tranche(), t.address()
			e.Bond, e.EvidenceHash, e.RuleBy = d.amount(uint256), d.word(), d.time()
		}),
		says("AppealRuled(bytes32,uint8,uint8,address)", 2, 2, func(e *settle.EventAppealRuled, t, d *words) {
			e.MissionID, e.Tranche = t.word(), t.tranche()
			e.Ruling, e.Agent = settle.Ruling(d.enum("Ruling", 4)), d.address()
		}),
		says("AwardFinalized(bytes32,uint8,address,uint256,uint256)", 3, 2, func(e *settle.EventAwardFinalized, t, d *words) {
			e.MissionID, e.Tranche, e.Agent = t.word(), t.tranche(), t.address()
			e.Gross, e.Fee = d.amount(uint256), d.amount(uint256)
		}),
	}
}

func moneyEvents() []event {
	return []event{
		says("Payout(bytes32,address,uint8,uint256,bool)", 2, 3, func(e *settle.EventPayout, t, d *words) {
			e.MissionID, e.To = t.word(), t.address()
			e.Tranche, e.Amount, e.Credited = d.tranche(), d.amount(uint256), d.bool()
		}),
		says("MissionRefunded(bytes32,address,uint256,bool,uint8)", 2, 3, func(e *settle.EventMissionRefunded, t, d *words) {
			e.MissionID, e.To, e.Amount, e.Credited = t.word(), t.address(), d.amount(uint256), d.bool()
			e.Reason = settle.RefundReason(d.enum("RefundReason", 4))
		}),
		says("MissionCancelled(bytes32)", 1, 0, func(e *settle.EventMissionCancelled, t, _ *words) {
			e.MissionID = t.word()
		}),
		says("CreditWithdrawn(address,address,uint256)", 2, 1, func(e *settle.EventCreditWithdrawn, t, d *words) {
			e.Owner, e.To, e.Amount = t.address(), t.address(), d.amount(uint256)
		}),
		says("FeesCollected(address,uint256)", 1, 1, func(e *settle.EventFeesCollected, t, d *words) {
			e.To, e.Amount = t.address(), d.amount(uint256)
		}),
		says("FeeRecipientChanged(address,address)", 2, 0, func(e *settle.EventFeeRecipientChanged, t, _ *words) {
			e.Previous, e.Current = t.address(), t.address()
		}),
	}
}
