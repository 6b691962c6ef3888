package settle

import (
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// StartRating is what an agent without resolutions has, in thousandths of a
// point (AIP-1 §5).
const StartRating = 1_400_000

// Fold applies a fact to the state. It is pure and total: the same state and
// fact give the same writes, and no fact is refused. The error is only for a
// fact that cannot be decoded; nothing is written then.
func Fold(s State, f Fact, rate Rater) error {
	body, err := f.Decode()
	if err != nil {
		return err
	}
	(&folder{State: s, seq: f.Seq, at: f.At, rate: rate}).apply(body)
	return nil
}

// FoldMade is Fold of a fact that NewFact just made of body. A block of plain
// token logs, of which a backfill has many, is not decoded again: its JSON says
// all that its fields say, and a folded journal proves it.
func FoldMade(s State, f Fact, body Body, rate Rater) error {
	b, ok := body.(BlockApplied)
	if !ok || b.hasEvents() {
		return Fold(s, f, rate)
	}
	(&folder{State: s, seq: f.Seq, at: f.At, rate: rate}).apply(&b)
	return nil
}

func (b *BlockApplied) hasEvents() bool {
	return slices.ContainsFunc(b.Txs, TxLogs.hasEvents)
}

func (t TxLogs) hasEvents() bool {
	for i := range t.Logs {
		if t.Logs[i].Event != nil {
			return true
		}
	}
	return false
}

// Rater computes ratings; settle/rating implements it. (A port, because the
// leaf packages do not import this one.)
type Rater interface {
	// Resolve gives the new rating in thousandths of a point. Idle is the time
	// since own was last changed, in milliseconds, for the decay before the update.
	// Halves is the outcome: 0 lost, 1 partly, 2 won.
	Resolve(own int64, idle int64, opponentAvg int64, large bool, halves int) int64
	// Decay is what own has become after idle milliseconds.
	Decay(own int64, idle int64) int64
}

type folder struct {
	State
	seq  uint64
	at   int64
	rate Rater
	// moved counts the movements of points that this fact has made.
	moved int
	// changes counts the changes of ratings that the fact made.
	changes int
}

func (f *folder) apply(body Body) {
	switch b := body.(type) {
	case *Settings:
		f.settingsInForce(b)
	case *AgentRegistered:
		f.agentRegistered(b)
	case *APIKeyIssued:
		f.keyIssued(b)
	case *AddressRetired:
		f.addressRetired(b)
	case *APIKeyRevoked:
		f.keyRevoked(b)
	case *AddressProven:
		f.addressProven(b)
	case *ProfileSet:
		f.profileSet(b)
	case *AddressAttested:
		f.addressAttested(b)
	case *PayoutSet:
		f.payoutSet(b)
	case *MissionPosted:
		f.missionPosted(b.Mission)
	case *MissionCancellation:
		f.endMission(b.Mission, MissionCancelled)
	case *WorkSubmitted:
		f.workSubmitted(b.Submission)
		f.chargeWork(&b.Submission)
	case *WorkRejected:
		f.reject(b)
	case *WorkChecked:
		f.workChecked(b)
	case *Takedown:
		f.takedown(b)
	case *HoldLifted:
		f.holdLifted(b)
	case *Withheld:
		f.withheld(b)
	case *AwardStated:
		f.awardStated(b)
	case *WorkJoined:
		f.joined(b)
	case *WorkDeclined:
		f.declined(b)
	case *InstructionIssued:
		f.issued(b)
	case *SuccessorIssued:
		f.succeeded(b)
	case *ReservationRenewed:
		f.renewed(b)
	case *RefundAddressSet:
		f.refundAddress(b)
	case *PickWithdrawn:
		f.withdrawn(b)
	case *PayerProven:
		f.payerProven(b)
	case *UnitsDirected:
		f.directed(b)
	case *FeeRefused:
		f.feeRefused(b.Instruction)
	case *TokenPaused:
		f.tokenPaused(b)
	case *TokenUnpaused:
		f.tokenUnpaused(b)
	case *ReservationsExtended:
		f.reservationsExtended(b)
	case *BlockApplied:
		f.blockApplied(b)
	case *BlockUnapplied:
		f.blockUnapplied(b)
	case *FinalityReached:
		f.finalityReached(b)
	case *BlockDisputed:
		f.disputed(b)
	case *ContractsReplayed:
		f.contractsReplayed(b)
	case *PaymentSeen:
		f.paymentSeen(b)
	case *Settled:
		f.settled(b)
	case *AwardSettlement:
		f.awardSettled(b)
	case *Tick:
		f.tick(b)
	case *Halted:
		f.halted(b)
	case *IncidentCleared:
		f.cleared(b)
	default:
		f.applyPoints(body)
	}
}

func (f *folder) agent(id string) *Agent             { return GetRow[Agent](f, id) }
func (f *folder) mission(id string) *Mission         { return GetRow[Mission](f, id) }
func (f *folder) submission(id string) *Submission   { return GetRow[Submission](f, id) }
func (f *folder) instruction(id string) *Instruction { return GetRow[Instruction](f, id) }

func (f *folder) settings() Settings {
	if s := GetRow[Settings](f, SettingsKey); s != nil {
		return *s
	}
	return Settings{}
}

func (f *folder) settingsInForce(b *Settings) {
	old := f.settings()
	s := *b
	s.HaltedReason, s.HaltedAt, s.Pause, s.Reached = old.HaltedReason, old.HaltedAt, old.Pause, old.Reached
	f.Put(&s)
}

func (f *folder) missionPosted(m Mission) {
	if m.Mode == ModeEscrow {
		f.escrowPosted(m)
		return
	}
	m.Status = MissionOpen
	f.Put(&m)
	if m.Points != nil {
		f.holdReward(&m)
	}
}

func (f *folder) workSubmitted(s Submission) {
	m := f.mission(s.Mission)
	escrow := m != nil && m.Mode == ModeEscrow && s.Escrow != nil
	s.Status = SubmissionPending
	switch {
	case !s.Complete():
		s.Status = SubmissionDraft
	case escrow:
		s.Status = SubmissionAwaitingChain
	}
	f.checked(&s)
	f.Put(&s)
	f.contributed(&s)
	if escrow {
		f.recomputeMission(m.OnChain) // the chain may know it already, or have awarded it
	}
}

func (f *folder) addressProven(b *AddressProven) {
	row := AddressRow{Address: b.Address}
	if old := GetRow[AddressRow](f, b.Address.String()); old != nil {
		row = *old
	}
	if row.Agent == b.Agent && row.RetiredAt != 0 { // linked again: all else was done before
		row.ProvenAt, row.RetiredAt = f.at, 0
		f.Put(&row)
		if a := f.agent(b.Agent); a != nil {
			f.proofConfirmsPayout(*a, b.Address, b.PayoutWaits)
		}
		return
	}
	row.Agent, row.RetiredAt, row.Attested = b.Agent, 0, ""
	if a := f.agent(b.Agent); a != nil && a.Unsigned {
		u := *a
		u.Unsigned = false
		f.Put(&u)
	}
	if row.ProvenAt == 0 {
		row.ProvenAt = f.at
	}
	if row.PayerOf == "" || row.PayerOf == b.Merged {
		row.PayerOf = b.Agent
	}
	f.Put(&row)
	now := []Address{b.Address} // the agent's from here on
	if b.Merged != "" {
		now = append(now, f.mergeAgent(b.Merged, b.Agent)...)
		if b.Invitations {
			f.invitationsPass(b.Merged, b.Agent)
		}
	}
	if row.PayerOf == b.Agent {
		f.payerProven(&PayerProven{Payer: Payer{Address: b.Address, Poster: b.Agent, Method: "siwe",
			Proof: b.Proof.String(), Block: b.Block, Source: b.Source, At: f.at}})
	}
	if a := f.agent(b.Agent); a != nil {
		f.proofConfirmsPayout(*a, b.Address, b.PayoutWaits)
	}
	for _, a := range now {
		for _, m := range FindRows[*EscrowMission](f, EscrowMissionsOfPoster(a)) {
			f.recomputeMission(m.Hash) // now somebody's
		}
		f.partyProven(a)
	}
}

// proofConfirmsPayout lets a proof of control end the cool-down of a payout
// address that was only stated (R8), unless it waits all the same.
func (f *folder) proofConfirmsPayout(a Agent, addr Address, waits bool) {
	if a.Payout != nil && a.Payout.Address == addr && !a.Payout.Proven {
		p := *a.Payout
		p.Proven = true
		a.Payout = &p
		f.Put(&a)
	}
	if p := a.PendingPayout; p != nil && p.Address == addr {
		q := *p
		q.Proven = true
		if waits && q.EffectiveAt > f.at {
			c := a
			c.PendingPayout = &q
			f.Put(&c)
			return
		}
		q.EffectiveAt = f.at
		f.payoutSet(&PayoutSet{Agent: a.ID, Payout: q})
	}
}

// mergeAgent gives an agent what another one has, and returns the addresses.
func (f *folder) mergeAgent(from, into string) (addresses []Address) {
	for _, r := range FindRows[*AddressRow](f, AddressesOfAgent(from)) {
		addresses = append(addresses, r.Address)
		c := *r
		c.Agent = into
		if c.PayerOf == from {
			c.PayerOf = into
		}
		f.Put(&c)
	}
	for _, p := range FindRows[*Payer](f, PayersOfPoster(from)) {
		c := *p
		c.Poster = into
		f.Put(&c)
	}
	for _, m := range FindRows[*Mission](f, MissionsOfPoster(from)) {
		c := *m
		c.Poster = into
		f.Put(&c)
	}
	return addresses
}

// invitationsPass gives the invitations of an agent that is merged away to the one
// that it ends in. A draft in which that one has a share already, or may have none,
// could never be completed: it ends, as if declined.
func (f *folder) invitationsPass(from, into string) {
	a := f.agent(into)
	for _, s := range FindRows[*Submission](f, SubmissionsAwaiting(from)) {
		c := *s
		c.Contributors = slices.Clone(s.Contributors)
		m := f.mission(s.Mission)
		named := slices.ContainsFunc(c.Contributors, func(x Contributor) bool { return x.Agent == into })
		if a == nil || m == nil || named || m.Poster == into || !m.MayFill(a) {
			f.declined(&WorkDeclined{Submission: s.ID, Agent: into})
			continue
		}
		for k := range c.Contributors {
			if c.Contributors[k].Agent == from {
				c.Contributors[k].Agent = into
			}
		}
		f.Put(&c)
	}
}

func (f *folder) payoutSet(b *PayoutSet) {
	a := f.agent(b.Agent)
	if a == nil {
		return
	}
	c := *a
	p := b.Payout
	cur := EffectivePayout(a, f.at)
	if cur != nil && a.Payout != nil && cur != a.Payout { // a pending one took effect meanwhile
		c.PayoutHistory = append(slices.Clone(c.PayoutHistory), *a.Payout)
	}
	if cur != nil && p.EffectiveAt > f.at {
		c.Payout, c.PendingPayout = cur, &p
	} else {
		if cur != nil && cur.Address != p.Address {
			c.PayoutHistory = append(slices.Clone(c.PayoutHistory), *cur)
		}
		c.Payout, c.PendingPayout = &p, nil
	}
	f.Put(&c)
}

// EffectivePayout is the payout address that holds at a time (Unix ms), or nil.
func EffectivePayout(a *Agent, at int64) *Payout {
	if p := a.PendingPayout; p != nil && p.EffectiveAt <= at {
		return p
	}
	return a.Payout
}

func (f *folder) reject(b *WorkRejected) {
	if s := f.submission(b.Submission); s != nil && s.Status == SubmissionPending {
		c := *s
		c.Status, c.Note, c.DecidedAt = SubmissionRejected, b.Note, f.at
		f.Put(&c)
	}
}

// endMission closes an open mission and what was pending in it. Instructions
// stay watched: money that comes still releases (P1).
func (f *folder) endMission(id string, to MissionStatus) {
	m := f.mission(id)
	if m == nil || m.Status != MissionOpen || m.Mode == ModeEscrow {
		return
	}
	c := *m
	c.Status, c.ClosedAt = to, f.at
	f.Put(&c)
	f.closeRivals(id, -1, "")
	f.pollVoid(id)
	f.settleCommitments(&c)
	f.refundHeld(&c)
}

// contributed marks those who have consented as agents with a history of their
// own: an address of one who shares in work never passes to another agent (R17).
// To be named by somebody is no history.
func (f *folder) contributed(s *Submission) {
	for _, c := range s.Contributors {
		if a := f.agent(c.Agent); a != nil && !a.Contributed && !c.Invited {
			u := *a
			u.Contributed = true
			f.Put(&u)
		}
	}
}

// closeRivals closes what is pending for a milestone (-1: for the whole
// mission), but for one submission. Drafts end with what they are for.
func (f *folder) closeRivals(mission string, milestone int, but string) {
	for _, s := range FindRows[*Submission](f, SubmissionsOfMission(mission)) {
		if s.Status != SubmissionPending && s.Status != SubmissionDraft || s.ID == but || (milestone >= 0 && s.Milestone != milestone) {
			continue
		}
		c := *s
		c.Status, c.DecidedAt = SubmissionClosed, f.at
		f.Put(&c)
	}
}

func (f *folder) halted(b *Halted) {
	s := f.settings()
	if s.HaltedReason != "" {
		return // latched (R25)
	}
	s.HaltedReason, s.HaltedAt = b.Reason, f.at
	f.Put(&s)
	f.Put(&Incident{Seq: f.seq, Kind: IncidentHalt, Text: b.Reason, At: f.at})
}

func (f *folder) cleared(b *IncidentCleared) {
	i := GetRow[Incident](f, b.Incident)
	if i == nil || i.ClearedAt != 0 {
		return
	}
	c := *i
	c.ClearedAt, c.ClearedNote = f.at, b.Note
	f.Put(&c)
	if c.Kind == IncidentHalt {
		s := f.settings()
		s.HaltedReason, s.HaltedAt = "", 0
		f.Put(&s)
	}
}

func (f *folder) incident(kind IncidentKind, instruction, transfer, text string) {
	f.Put(&Incident{Seq: f.seq, Kind: kind, Instruction: instruction, Transfer: transfer, Text: text, At: f.at})
}

// sum adds amounts of an instruction; they are parts of one total, so they fit.
func sum(as ...money.Amount) money.Amount {
	t, err := money.Sum(as...)
	if err != nil {
		panic(fmt.Sprintf("parts of one whole overflow: %v", err))
	}
	return t
}
