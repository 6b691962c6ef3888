package settle

import (
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// The functions of this file do what IOabpEscrow says of each event. They return
// false where the event contradicts what is known.

func (c *chainTx) editBook(l Log, edit func(*EscrowBook) bool) bool {
	b := EscrowBook{Contract: l.Emitter}
	if old := GetRow[EscrowBook](c, l.Emitter.String()); old != nil {
		b = *old
	}
	ok := edit(&b)
	c.Put(&b)
	return ok
}

// editMission changes a copy of a mission of the log's contract.
func (c *chainTx) editMission(l Log, id Hash, edit func(*EscrowMission) bool) bool {
	old := GetRow[EscrowMission](c, id.String())
	if old == nil || old.Contract != l.Emitter {
		return false
	}
	m := *old
	m.Tranches, m.Refunds = slices.Clone(old.Tranches), slices.Clone(old.Refunds)
	ok := edit(&m)
	c.Put(&m)
	return ok
}

// editTranche is editMission for one tranche of it.
func (c *chainTx) editTranche(l Log, id Hash, n uint8, edit func(*EscrowMission, *EscrowTranche) bool) bool {
	return c.editMission(l, id, func(m *EscrowMission) bool {
		t := m.Tranche(n)
		return t != nil && edit(m, t)
	})
}

func (c *chainTx) posted(l Log, e EventMissionPosted) bool {
	if c.Get(TableEscrowMission, e.MissionID.String()) != nil {
		return false
	}
	fee, paid := c.postFee(l, e)
	c.Put(&EscrowMission{Hash: e.MissionID, Contract: l.Emitter, Terms: e.Terms, SpecURI: e.SpecURI, Via: e.Via, PostFee: fee,
		Posted: c.pos(l), Status: EscrowOpen, Held: e.Terms.Reward, Tranches: make([]EscrowTranche, len(e.Terms.Tranches))})
	c.editBook(l, func(b *EscrowBook) bool { b.FeesAccrued = b.FeesAccrued.SatAdd(fee); return true })
	return paid
}

// postFee is what the poster paid beyond the reward: the escrow takes both by
// one transfer, and calls nothing but the token between its event and that.
func (c *chainTx) postFee(l Log, e EventMissionPosted) (fee money.Amount, paid bool) {
	for _, t := range c.tx.Logs {
		if t.Index > l.Index && t.Kind == LogTransfer && t.Emitter == c.set.Token && t.From == e.Terms.Poster && t.To == l.Emitter {
			return t.Value.SatSub(e.Terms.Reward), !t.Value.Less(e.Terms.Reward)
		}
	}
	return fee, false
}

// enter makes an Open mission Active.
func (c *chainTx) enter(l Log, id Hash) bool {
	m := GetRow[EscrowMission](c, id.String())
	if m == nil || m.Contract != l.Emitter {
		return false
	}
	if m.Status != EscrowOpen {
		return true
	}
	return c.editMission(l, id, func(m *EscrowMission) bool { m.Status = EscrowActive; return true })
}

func (c *chainTx) submitted(l Log, e EventWorkSubmitted) bool {
	if !c.enter(l, e.MissionID) {
		return false
	}
	c.Put(&EscrowEntry{Mission: e.MissionID, Contract: l.Emitter, Agent: e.Agent, Tranche: e.Tranche, SubmissionHash: e.SubmissionHash,
		ContentHash: e.ContentHash, SplitHash: e.SplitHash, Revision: e.Revision, URI: e.URI, At: c.pos(l)})
	return true
}

func (c *chainTx) committed(l Log, e EventAnswerCommitted) bool {
	if !c.enter(l, e.MissionID) {
		return false
	}
	c.Put(&EscrowCommitment{Mission: e.MissionID, Contract: l.Emitter, Agent: e.Agent, Commitment: e.Commitment, Seq: e.Seq, At: c.pos(l)})
	return true
}

func (c *chainTx) revealedAnswer(l Log, e EventAnswerRevealed) bool {
	c.revealed[e.MissionID] = e.Seq
	old := GetRow[EscrowCommitment](c, CommitmentKey(e.MissionID, e.Agent))
	if old == nil || old.Contract != l.Emitter || old.Revealed || old.Seq != e.Seq {
		return false
	}
	r := *old
	r.Revealed = true
	c.Put(&r)
	return true
}

func (c *chainTx) proposed(l Log, e EventAwardProposed) bool {
	return c.editTranche(l, e.MissionID, e.Tranche, func(m *EscrowMission, t *EscrowTranche) bool {
		ok := true
		if t.Pending == nil {
			ok = !m.Held.Less(e.Gross)
			m.Held, m.Pending = m.Held.SatSub(e.Gross), m.Pending.SatAdd(e.Gross)
			m.PendingMask |= Bit(e.Tranche)
		}
		t.Pending = &PendingAward{Agent: e.Agent, SubmissionHash: e.SubmissionHash, Gross: e.Gross, FinalAt: e.FinalAt, Proposed: c.pos(l)}
		if m.Terms.Resolver.IsZero() {
			t.Pending.Seq = c.revealed[e.MissionID]
		}
		return ok
	})
}

func (c *chainTx) appealed(l Log, e EventAppealRaised) bool {
	return c.editTranche(l, e.MissionID, e.Tranche, func(_ *EscrowMission, t *EscrowTranche) bool {
		t.Appeal = &EscrowAppeal{Appellant: e.Appellant, Bond: e.Bond, EvidenceHash: e.EvidenceHash, RuleBy: e.RuleBy, Raised: c.pos(l)}
		if t.Pending == nil {
			return false
		}
		p := *t.Pending
		p.Appealed = true
		t.Pending = &p
		return true
	})
}

func (c *chainTx) ruledOn(l Log, e EventAppealRuled) bool {
	c.bond[l.Emitter], c.ruled[l.Emitter] = e, e
	return c.editTranche(l, e.MissionID, e.Tranche, func(m *EscrowMission, t *EscrowTranche) bool {
		known := t.Pending != nil && t.Appeal != nil
		t.Appeal = nil
		t.Ruled = &RuledAppeal{Ruling: e.Ruling, Agent: e.Agent, At: c.pos(l)}
		if !known || e.Ruling != RulingUphold && e.Ruling != RulingOther {
			return known
		}
		p := *t.Pending
		p.Agent, p.FinalAt, p.Seq, p.Appealed = e.Agent, 0, 0, false
		if entry := c.entry(m, e.Agent, e.Tranche); entry != nil {
			p.SubmissionHash = entry.SubmissionHash
		}
		t.Pending = &p
		return true
	})
}

// entry is an agent's current submission for a tranche, or nil.
func (c *chainTx) entry(m *EscrowMission, agent Address, tranche uint8) *EscrowEntry {
	return GetRow[EscrowEntry](c, EntryKey(m.Hash, agent, m.Terms.EntrySlot(tranche)))
}

func (c *chainTx) finalized(l Log, e EventAwardFinalized) bool {
	ok := c.editTranche(l, e.MissionID, e.Tranche, func(m *EscrowMission, t *EscrowTranche) bool {
		ok := m.DoneMask&Bit(e.Tranche) == 0
		if t.Pending != nil {
			ok = ok && t.Pending.Agent == e.Agent
			m.unpend(e.Tranche, e.Gross)
		} else {
			ok = ok && !m.Held.Less(e.Gross)
			m.Held = m.Held.SatSub(e.Gross)
		}
		m.markDone(e.Tranche)
		t.Final = &FinalAward{Agent: e.Agent, SubmissionHash: m.Terms.Param, Gross: e.Gross, Fee: e.Fee, At: c.pos(l)}
		if m.Terms.EntrySlots() == 0 {
			return ok
		}
		entry := c.entry(m, e.Agent, e.Tranche)
		if entry == nil {
			return false
		}
		t.Final.SubmissionHash, t.Final.ContentHash, t.Final.SplitHash = entry.SubmissionHash, entry.ContentHash, entry.SplitHash
		return ok
	})
	c.editBook(l, func(b *EscrowBook) bool { b.FeesAccrued = b.FeesAccrued.SatAdd(e.Fee); return true })
	c.final = append(c.final, e)
	return ok
}

func (m *EscrowMission) unpend(n uint8, gross money.Amount) {
	m.Pending = m.Pending.SatSub(gross)
	m.PendingMask &^= Bit(n)
	m.Tranches[n].Pending = nil
}

func (m *EscrowMission) markDone(n uint8) {
	m.DoneMask |= Bit(n)
	if m.Done() == len(m.Tranches) && m.Status == EscrowActive {
		m.Status = EscrowSettled
	}
}

// paidOut: the first Payout of a contract after its AppealRuled is the bond's,
// every other one a part of the award before it.
func (c *chainTx) paidOut(l Log, e EventPayout) bool {
	p := EscrowPayout{To: e.To, Amount: e.Amount, Credited: e.Credited, LogIndex: l.Index}
	c.credit(l, e.To, e.Amount, e.Credited)
	ruling, isBond := c.bond[l.Emitter]
	delete(c.bond, l.Emitter)
	return c.editTranche(l, e.MissionID, e.Tranche, func(_ *EscrowMission, t *EscrowTranche) bool {
		if isBond {
			if t.Ruled == nil || ruling.MissionID != e.MissionID || ruling.Tranche != e.Tranche {
				return false
			}
			r := *t.Ruled
			r.Bond = &p
			t.Ruled = &r
			return true
		}
		if t.Final == nil {
			return false
		}
		a := *t.Final
		a.Payouts = append(slices.Clone(a.Payouts), p)
		t.Final = &a
		return true
	})
}

// credit adds what the token refused to move.
func (c *chainTx) credit(l Log, to Address, amount money.Amount, credited bool) {
	if !credited || amount.IsZero() {
		return
	}
	r := EscrowCredit{Contract: l.Emitter, Owner: to}
	if old := GetRow[EscrowCredit](c, r.Key()); old != nil {
		r = *old
	}
	r.Amount = r.Amount.SatAdd(amount)
	c.Put(&r)
}

func (c *chainTx) creditPaid(l Log, e EventCreditWithdrawn) bool {
	key := PairKey(l.Emitter, e.Owner)
	old := GetRow[EscrowCredit](c, key)
	if old == nil {
		return false
	}
	c.Delete(TableEscrowCredit, key)
	return old.Amount == e.Amount
}

func (c *chainTx) refunded(l Log, e EventMissionRefunded) bool {
	c.credit(l, e.To, e.Amount, e.Credited)
	r := EscrowRefund{To: e.To, Amount: e.Amount, Credited: e.Credited, Reason: e.Reason, Tranche: -1, At: c.pos(l)}
	if e.Reason != RefundRuled {
		return c.editMission(l, e.MissionID, func(m *EscrowMission) bool {
			ok := m.Held == e.Amount
			m.Held, m.Refunds = money.Amount{}, append(m.Refunds, r)
			if e.Reason != RefundCancelled {
				m.Status = EscrowRefunded
			}
			return ok
		})
	}
	ruling := c.ruled[l.Emitter]
	r.Tranche = int(ruling.Tranche)
	return ruling.MissionID == e.MissionID && c.editTranche(l, e.MissionID, ruling.Tranche, func(m *EscrowMission, t *EscrowTranche) bool {
		ok := t.Pending != nil
		m.unpend(ruling.Tranche, e.Amount)
		m.markDone(ruling.Tranche)
		m.Refunds = append(m.Refunds, r)
		return ok
	})
}

// flows notes, for each award of the transaction, what came to and left its
// payees and whoever has proven an address, over the whole transaction.
func (c *chainTx) flows() {
	if len(c.final) == 0 {
		return
	}
	v := &txView{f: c.folder, set: c.set, tx: c.tx}
	for _, e := range c.final {
		m := GetRow[EscrowMission](c, e.MissionID.String())
		if m == nil || m.Tranche(e.Tranche) == nil || m.Tranches[e.Tranche].Final == nil {
			continue
		}
		a := *m.Tranches[e.Tranche].Final
		flows, known := c.kept[a.At]
		if a.Flows = flows; !known {
			a.Flows = v.flows(func(to Address) bool {
				return slices.ContainsFunc(a.Payouts, func(p EscrowPayout) bool { return p.To == to })
			})
		}
		n := *m
		n.Tranches = slices.Clone(m.Tranches)
		n.Tranches[e.Tranche].Final = &a
		c.Put(&n)
	}
}
