package enginetest

import (
	"crypto/sha256"
	"maps"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// Escrow is the model of OabpEscrow: its storage, and each function as the
// contract has it. It knows nothing of the fold.
type Escrow struct {
	Address settle.Address
	ChainID uint64
	PostFee uint64
}

// escrowLedger is its storage.
type escrowLedger struct {
	missions  map[settle.Hash]escMission
	entries   map[escSlot]escEntry
	commits   map[escSlot]escCommit
	pending   map[escSlot]escPending
	appeals   map[escSlot]escAppeal
	credit    map[settle.Address]uint64
	fees      uint64
	recipient settle.Address
}

// escSlot names a tranche of a mission, or what an agent has there.
type escSlot struct {
	mission settle.Hash
	agent   settle.Address
	n       uint8
}

type escMission struct {
	held, pending uint64
	postedAt      int64
	submitBy      int64
	done, pends   uint16
	status        settle.EscrowStatus
	slots         int
}

type escEntry struct {
	hash     settle.Hash
	revision uint16
}

type escCommit struct {
	hash settle.Hash
	seq  uint64
}

type escPending struct {
	agent    settle.Address
	finalAt  int64
	seq      uint64
	appealed bool
}

type escAppeal struct {
	appellant settle.Address
	ruleBy    int64
}

func newEscrowLedger() escrowLedger {
	return escrowLedger{missions: map[settle.Hash]escMission{}, entries: map[escSlot]escEntry{}, commits: map[escSlot]escCommit{},
		pending: map[escSlot]escPending{}, appeals: map[escSlot]escAppeal{}, credit: map[settle.Address]uint64{}}
}

func (l escrowLedger) clone() escrowLedger {
	l.missions, l.entries, l.commits = maps.Clone(l.missions), maps.Clone(l.entries), maps.Clone(l.commits)
	l.pending, l.appeals, l.credit = maps.Clone(l.pending), maps.Clone(l.appeals), maps.Clone(l.credit)
	return l
}

// ID is the id of terms.
func (e *Escrow) ID(t settle.MissionTerms) settle.Hash {
	return digest.MissionID(e.ChainID, e.Address, t)
}

func (e *Escrow) say(x *execution, ev settle.ChainEvent) {
	x.emit(Log{Log: settle.Log{Emitter: e.Address, Kind: ev.LogKind(), Event: ev}})
}

// Deploy is the constructor.
func (e *Escrow) Deploy(recipient settle.Address) Op {
	return e.setRecipient(settle.Address{}, recipient)
}

// SetFeeRecipient is setFeeRecipient called by caller.
func (e *Escrow) SetFeeRecipient(caller, next settle.Address) Op { return e.setRecipient(caller, next) }

func (e *Escrow) setRecipient(caller, next settle.Address) Op {
	return func(x *execution) bool {
		l := &x.l.escrow
		if caller != l.recipient {
			return false
		}
		l.recipient = next
		e.say(x, settle.EventFeeRecipientChanged{Previous: caller, Current: next})
		return true
	}
}

// Post is post, or postWithAuthorization.
func (e *Escrow) Post(t settle.MissionTerms, uri string, via settle.Funding) Op {
	return func(x *execution) bool {
		l, id := &x.l.escrow, e.ID(t)
		if _, known := l.missions[id]; known || x.now >= t.SubmitBy || t.SubmitBy >= t.JudgeBy {
			return false
		}
		l.missions[id] = escMission{held: units(t.Reward), postedAt: x.now, submitBy: t.SubmitBy, status: settle.EscrowOpen, slots: slotsOf(t)}
		l.fees += e.PostFee
		e.say(x, settle.EventMissionPosted{MissionID: id, Poster: t.Poster, Resolver: t.Resolver, Terms: t, SpecURI: settle.ChainText(uri), Via: via})
		if via == settle.FundingAuthorization {
			x.emit(Log{Log: settle.Log{Emitter: x.c.Token, Kind: settle.LogAuthorizationUsed, From: t.Poster, Ref: id}})
		}
		_, ok := x.move(t.Poster, e.Address, t.Reward.SatAdd(money.Units(e.PostFee)))
		return ok
	}
}

func slotsOf(t settle.MissionTerms) int {
	if t.Resolver.IsZero() {
		return 0
	}
	if t.Layout == settle.Milestones {
		return len(t.Tranches)
	}
	return 1
}

// Cancel is cancel.
func (e *Escrow) Cancel(t settle.MissionTerms) Op {
	return func(x *execution) bool {
		l, id := &x.l.escrow, e.ID(t)
		m := l.missions[id]
		if m.status != settle.EscrowOpen {
			return false
		}
		amount := m.held
		m.held, m.status = 0, settle.EscrowCancelled
		l.missions[id] = m
		e.say(x, settle.EventMissionCancelled{MissionID: id})
		e.sendBack(x, id, t.RefundTo, amount, settle.RefundCancelled)
		return true
	}
}

// enter makes a mission Active.
func (e *Escrow) enter(x *execution, id settle.Hash) (escMission, bool) {
	m := x.l.escrow.missions[id]
	if (m.status != settle.EscrowOpen && m.status != settle.EscrowActive) || x.now >= m.submitBy {
		return m, false
	}
	m.status = settle.EscrowActive
	x.l.escrow.missions[id] = m
	return m, true
}

// Submit is submit.
func (e *Escrow) Submit(id settle.Hash, agent settle.Address, n uint8, content, split settle.Hash, uri string) Op {
	return func(x *execution) bool {
		l := &x.l.escrow
		m, ok := e.enter(x, id)
		if !ok || int(n) >= m.slots {
			return false
		}
		for k := range uint8(16) {
			if p, pending := l.pending[escSlot{mission: id, n: k}]; pending && p.agent == agent && (m.slots == 1 || k == n) {
				return false
			}
		}
		hash := digest.SubmissionHash(content, split)
		key := escSlot{id, agent, n}
		entry := escEntry{hash, l.entries[key].revision + 1}
		l.entries[key] = entry
		e.say(x, settle.EventWorkSubmitted{MissionID: id, Agent: agent, SubmissionHash: hash, Tranche: n, ContentHash: content,
			SplitHash: split, Revision: entry.revision, URI: settle.ChainText(uri)})
		return true
	}
}

// Commit is commit.
func (e *Escrow) Commit(id settle.Hash, agent settle.Address, commitment settle.Hash) Op {
	return func(x *execution) bool {
		m, ok := e.enter(x, id)
		key := escSlot{mission: id, agent: agent}
		if _, has := x.l.escrow.commits[key]; !ok || m.slots != 0 || has {
			return false
		}
		x.l.escrow.commits[key] = escCommit{commitment, x.number}
		e.say(x, settle.EventAnswerCommitted{MissionID: id, Agent: agent, Commitment: commitment, Seq: x.number})
		return true
	}
}

// Reveal is reveal.
func (e *Escrow) Reveal(t settle.MissionTerms, agent settle.Address, answer []byte, salt settle.Hash) Op {
	return func(x *execution) bool {
		l, id := &x.l.escrow, e.ID(t)
		key := escSlot{mission: id, agent: agent}
		k, has := l.commits[key]
		m := l.missions[id]
		if m.status != settle.EscrowActive || !has || agent == t.Poster || x.number < k.seq+2 ||
			k.hash != digest.Commitment(id, agent, answer, salt) || sha256.Sum256(answer) != t.Param {
			return false
		}
		delete(l.commits, key)
		said := settle.EventAnswerRevealed{MissionID: id, Agent: agent, AnswerHash: t.Param, Seq: k.seq, Leading: true}
		first := escSlot{mission: id}
		if m.pends != 0 {
			p := l.pending[first]
			if x.now >= p.finalAt {
				return false
			}
			said.Leading = k.seq < p.seq
			e.say(x, said)
			if said.Leading {
				l.pending[first] = escPending{agent: agent, finalAt: p.finalAt, seq: k.seq}
				e.say(x, settle.EventAwardProposed{MissionID: id, Agent: agent, SubmissionHash: t.Param, Gross: t.Tranches[0], FinalAt: p.finalAt})
			}
			return true
		}
		if x.now >= t.JudgeBy {
			return false
		}
		e.say(x, said)
		if t.RevealWindow == 0 {
			e.pay(x, id, 0, agent, e.take(x, t, 0, agent))
		} else {
			e.propose(x, t, 0, agent, t.Param, int64(t.RevealWindow), k.seq)
		}
		return true
	}
}
