package settle

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/oabp/oabpd/settle/money"
)

// StuckKind says why something stands in the operator's inbox: the kinds of
// incidents, and those below, which end by themselves once their cause is gone.
type StuckKind string

// The kinds of stuck money beside those of incidents.
const (
	// StuckHeld: a takedown holds the instruction (R24).
	StuckHeld StuckKind = "held"
	// StuckUnclaimed: money came to a payee and matches nothing (R18).
	StuckUnclaimed StuckKind = "unclaimed"
	// StuckUnderpaid: a part of the instruction is paid, and not all.
	StuckUnderpaid StuckKind = "underpaid"
	// StuckInDeposit: a deposit address holds money, which pays nothing until it is
	// flushed (R16).
	StuckInDeposit StuckKind = "in_deposit"
)

// StuckKinds are all kinds in the order in which the inbox lists them: what only
// the operator can move comes first.
func StuckKinds() []StuckKind {
	return []StuckKind{StuckKind(IncidentHalt), StuckHeld, StuckKind(IncidentReverted), StuckKind(IncidentOrphan),
		StuckUnclaimed, StuckUnderpaid, StuckInDeposit, StuckKind(IncidentAudit), StuckKind(IncidentGap)}
}

// Incident reports whether the kind is one of incidents, which an operator clears.
func (k StuckKind) Incident() bool { return slices.Contains(IncidentKinds(), IncidentKind(k)) }

// Mover is whose move it is.
type Mover string

// The movers.
const (
	MoverOperator Mover = "operator"
	MoverPoster   Mover = "poster"
	// MoverPayer is whoever sent the money.
	MoverPayer Mover = "payer"
	// MoverAnyone: the call needs nobody's key in particular.
	MoverAnyone Mover = "anyone"
)

// StuckParty is an address that has to do with stuck money.
type StuckParty struct {
	// Role is payee, platform_fee, sender, deposit or refund_to.
	Role    string
	Address Address
	// Amount is what it misses, sent or holds, in token units.
	Amount money.Amount
}

// Stuck is one entry of the operator's inbox.
type Stuck struct {
	// Key is its place within its kind; ID names it: the kind and the key, or for an
	// incident the key alone.
	Key  string
	Kind StuckKind
	// Instruction is what it is about; nil for a halt and what the audit found, and
	// where Award, of the escrow, is in its place.
	Instruction *Instruction
	Award       *EscrowAward
	// Incident is set for the kinds of incidents.
	Incident *Incident
	// Amount is the money that is stuck, Missing what the instruction still wants; both
	// in token units, zero where no money is concerned.
	Amount, Missing money.Amount
	// Transfers are those that are stuck, oldest first, at most StuckTransfers; Count
	// says how many there are, at most a hundred for each payee.
	Transfers []*Transfer
	Count     int
	Parties   []StuckParty
	// Since is since when, in Unix milliseconds: the block's time where Block is set,
	// else our clock.
	Since int64
	Block *BlockRef
	// Text says what happened, Next what to do about it, Mover who can.
	Text, Next string
	Mover      Mover
}

// ID names an entry among all.
func (x *Stuck) ID() string {
	if x.Incident != nil {
		return x.Key
	}
	return string(x.Kind) + "/" + x.Key
}

// StuckTransfers is how many transfers an entry shows, at most.
const StuckTransfers = 10

// StuckRows finds the rows that may be of a kind, with keys behind one, at most
// StuckMost; StuckOf says of each whether it is.
func StuckRows(s State, kind StuckKind, behind string) []Row {
	switch kind {
	case StuckHeld: // the keys of awards come before those of instructions
		rows := append(s.Find(AwardsHeldBehind(behind)), s.Find(InstructionsHeldBehind(behind))...)
		slices.SortFunc(rows, func(a, b Row) int { return cmp.Compare(a.Key(), b.Key()) })
		return rows[:min(len(rows), StuckMost)]
	case StuckUnclaimed:
		return s.Find(InstructionsStrayed(behind))
	case StuckUnderpaid:
		return s.Find(InstructionsPartlyPaid(behind))
	case StuckInDeposit:
		return s.Find(InstructionsInDeposit(behind))
	}
	if kind.Incident() {
		return s.Find(IncidentsOfKind(IncidentKind(kind), behind))
	}
	return nil
}

// StuckOf is the entry of a row, nil if it is none of that kind. Strays are the
// newest transfers to the instruction's payees, for StuckUnclaimed. Now is our
// clock in Unix milliseconds.
func StuckOf(s State, kind StuckKind, r Row, strays []*Transfer, now int64) *Stuck {
	x := &Stuck{Key: r.Key(), Kind: kind}
	switch r := r.(type) {
	case *Incident:
		x.incident(s, r)
	case *EscrowAward:
		x.heldAward(s, r)
	case *Instruction:
		x.Instruction = r
		x.missing(s, r)
		ok := true
		switch kind {
		case StuckHeld:
			x.held(s, r)
		case StuckUnclaimed:
			ok = x.unclaimed(s, r, strays)
		case StuckUnderpaid:
			ok = x.underpaid(s, r)
		case StuckInDeposit:
			ok = x.inDeposit(s, r, now)
		}
		if !ok {
			return nil
		}
	}
	return x
}

// missing fills what the instruction wants, and from where.
func (x *Stuck) missing(s State, i *Instruction) {
	if !i.Status.Unsettled() {
		return
	}
	for k, n := range CoverOf(s, i).Missing {
		if n.IsZero() {
			continue
		}
		role := "payee"
		if i.Legs[k].OnlyFee() {
			role = RoleFee
		}
		x.Missing = sum(x.Missing, n)
		x.Parties = append(x.Parties, StuckParty{role, i.Legs[k].To, n})
	}
}

// paidBy takes what live allocations pay, with their transfers.
func (x *Stuck) paidBy(s State, i *Instruction) {
	seen := map[string]bool{}
	for _, a := range FindRows[*Allocation](s, AllocationsOfInstruction(i.ID)) {
		if a.VoidAt != 0 {
			continue
		}
		x.Amount = sum(x.Amount, a.Amount())
		if t := GetRow[Transfer](s, a.Transfer); t != nil && !seen[a.Transfer] {
			seen[a.Transfer] = true
			x.take(t)
		}
	}
	x.arrange()
}

func (x *Stuck) take(t *Transfer) {
	x.Transfers = append(x.Transfers, t)
	k := slices.IndexFunc(x.Parties, func(p StuckParty) bool { return p.Role == "sender" && p.Address == t.Sender })
	if k < 0 {
		k = len(x.Parties)
		x.Parties = append(x.Parties, StuckParty{Role: "sender", Address: t.Sender})
	}
	x.Parties[k].Amount = x.Parties[k].Amount.SatAdd(t.Value)
}

// arrange puts the transfers in order: the oldest says since when.
func (x *Stuck) arrange() {
	slices.SortFunc(x.Transfers, func(a, b *Transfer) int { return cmp.Compare(a.Key(), b.Key()) })
	x.Count = len(x.Transfers)
	if x.Count > 0 && x.Since == 0 {
		first := x.Transfers[0]
		x.Since, x.Block = first.BlockTime*1000, &first.Block
	}
	x.Transfers = x.Transfers[:min(x.Count, StuckTransfers)]
}

func (x *Stuck) held(s State, i *Instruction) {
	x.Since = i.Hold.At
	x.paidBy(s, i)
	x.Text = "taken down: " + i.Hold.Reason
	x.Mover = MoverOperator
	if i.Covered {
		x.Next = fmt.Sprintf("it is paid in full: lift the hold (it settles at once), or withhold the submission with a public reason. Not withheld, it lifts itself on %s.",
			time.UnixMilli(HoldSince(s, i)+HoldMillis).UTC().Format(time.RFC3339))
		return
	}
	x.Next = "it is not paid in full: lift the hold, so that the poster can pay the rest, or withhold the submission with a public reason. Nothing settles that is not paid."
}

func (x *Stuck) heldAward(s State, a *EscrowAward) {
	m := GetRow[Mission](s, a.Mission)
	x.Award, x.Amount, x.Since, x.Mover = a, a.Final.Gross, m.HeldAt, MoverOperator
	x.Text = "taken down: " + m.RemovedFor
	x.Next = fmt.Sprintf("the escrow has paid it: lift the hold of its submission (it settles at once), or withhold the submission with a public reason. Not withheld, it lifts itself on %s.",
		time.UnixMilli(a.HeldSince(m)+HoldMillis).UTC().Format(time.RFC3339))
	for _, p := range a.Final.Payouts {
		x.Parties = append(x.Parties, StuckParty{"payee", p.To, p.Amount})
	}
}

func (x *Stuck) underpaid(s State, i *Instruction) bool {
	x.paidBy(s, i)
	if x.Amount.IsZero() || x.Missing.IsZero() {
		return false
	}
	x.Text = "a part is paid, and the rest is missing"
	x.Mover = MoverPoster
	x.Next = "the poster pays what is missing (GET /settlements/" + i.ID + " says what, to whom and how); it settles by itself then. If the poster gives up, only the payees can send back what they have."
	return true
}

func (x *Stuck) unclaimed(s State, i *Instruction, strays []*Transfer) bool {
	for _, t := range strays {
		if Unclaimed(s, i, t) {
			x.Amount = x.Amount.SatAdd(Remaining(s, t))
			x.take(t)
		}
	}
	x.arrange()
	x.Text = "money came to its payees from senders whom nobody has proven to be payers"
	x.Mover = MoverPayer
	x.Next = "if it was meant for this, the poster proves the sender's address (POST /settlements/" + i.ID + "/payers), and it counts at once. Else it is nothing of ours: only the payee can send it back."
	return x.Count > 0
}

func (x *Stuck) inDeposit(s State, i *Instruction, now int64) bool {
	if x.Amount = DepositBalance(s, i.Deposit); x.Amount.IsZero() {
		return false
	}
	x.Parties = nil
	for _, t := range FindRows[*Transfer](s, TransfersTo(i.Deposit)) {
		if !t.Void {
			x.take(t)
		}
	}
	x.arrange()
	x.Parties = append(x.Parties, StuckParty{"deposit", i.Deposit, x.Amount}, StuckParty{"refund_to", i.RefundTo, money.Amount{}})
	x.Text = "its deposit address holds money, which pays nothing until it is flushed"
	refundable := time.Unix(i.RefundAfter, 0).UTC().Format(time.RFC3339)
	switch {
	case !i.Status.Unsettled():
		x.Text = "its deposit address holds money, and nothing is missing any more"
		x.Mover, x.Next = MoverAnyone, "anyone calls refund of the deposit (calldata in GET /settlements/"+i.ID+"): the money goes to refund_to."
	case !x.Amount.Less(x.Missing):
		x.Mover, x.Next = MoverAnyone, "anyone calls flush (calldata in GET /settlements/"+i.ID+"; oabpd relay does it where it runs): the payees are paid and it settles."
	case now >= i.RefundAfter*1000:
		x.Mover, x.Next = MoverAnyone, "it does not suffice: the poster sends the rest to the deposit address, or anyone calls refund, which gives it to refund_to."
	default:
		x.Mover, x.Next = MoverPoster, "it does not suffice: the poster sends the rest to the deposit address, or refund_to calls refund; from "+refundable+" on anyone may."
	}
	return true
}

func (x *Stuck) incident(s State, i *Incident) {
	x.Incident, x.Since, x.Text = i, i.At, i.Text
	x.Mover, x.Next = NextAction(i)
	if i.Instruction != "" {
		x.Instruction, x.Award = GetRow[Instruction](s, i.Instruction), GetRow[EscrowAward](s, i.Instruction)
	}
	t := GetRow[Transfer](s, i.Transfer)
	switch {
	case i.Kind == IncidentReverted && x.Instruction != nil:
		x.missing(s, x.Instruction)
		x.Amount = x.Instruction.Total
	case i.Kind == IncidentReverted && x.Award != nil:
		x.Amount = x.Award.Final.Gross
		x.Parties = append(x.Parties, StuckParty{"payee", x.Award.Final.Agent, x.Award.Final.Net()})
	case i.Kind == IncidentOrphan && t != nil:
		x.orphans(s, t)
		return
	}
	if t != nil {
		x.Transfers, x.Count, x.Block = []*Transfer{t}, 1, &t.Block
		x.Parties = append(x.Parties, StuckParty{"sender", t.Sender, t.Value}, StuckParty{"payee", t.To, t.Value})
	}
}

// orphans are the transfers of a payment that came too late. Those of one block to
// one instruction are one incident, of which only one transfer is named.
func (x *Stuck) orphans(s State, named *Transfer) {
	since := x.Since
	x.Since = 0
	for _, t := range FindRows[*Transfer](s, TransfersOfBlock(named.Block.Hash)) {
		leg := x.Instruction != nil && slices.ContainsFunc(x.Instruction.Legs, func(l Leg) bool { return l.To == t.To })
		if t.Key() == named.Key() || t.Orphan && leg && t.Instruction == named.Instruction {
			x.Amount = x.Amount.SatAdd(t.Value)
			x.Parties = append(x.Parties, StuckParty{"payee", t.To, t.Value})
			x.take(t)
		}
	}
	if x.arrange(); x.Since == 0 {
		x.Since = since // a reorganization took them away
	}
}

// HoldSince is since when a covered hold counts its 14 days (R24), in Unix
// milliseconds: it was held and covered from then on.
func HoldSince(s State, i *Instruction) int64 {
	since := i.Hold.At
	for _, a := range FindRows[*Allocation](s, AllocationsOfInstruction(i.ID)) {
		if a.VoidAt == 0 {
			since = max(since, GetRow[Transfer](s, a.Transfer).BlockTime*1000)
		}
	}
	return since
}

// NextAction is what to do about an incident, and whose move that is.
func NextAction(i *Incident) (Mover, string) {
	if i.ClearedAt != 0 {
		return MoverOperator, "none: it was cleared"
	}
	switch i.Kind {
	case IncidentReverted:
		return MoverPoster, "the poster must pay again, or the escrow award again; what covers it settles it by itself. Clear this once that happened or is given up: where the reward of the escrow went back meanwhile, that lets the poster post again."
	case IncidentGap:
		return MoverOperator, "if the contract was added lately, wait until the audit has read its past. Else name the contract and its first block in --deployments, and start on an empty database: what the contract holds is not known here."
	case IncidentAudit:
		return MoverOperator, "find out which endpoint gave logs other than the block's receipts, and remove it from --rpc if it goes on; what could be mended counts already. If releases were halted too, an award that had released work was invented: clear that after the endpoint is gone. If the text says that facts cannot mend it, index again on an empty database. Then clear this."
	case IncidentOrphan:
		return MoverOperator, "find the payer, who may be refunded by the payee; the daemon cannot move the money. Clear this when done."
	case IncidentHalt:
		return MoverOperator, "find out which chain is the right one, point --rpc at endpoints that serve it, then clear this: releases go on."
	}
	return MoverOperator, "this program does not know the kind: use the version of the daemon."
}
