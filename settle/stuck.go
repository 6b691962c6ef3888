package settle

import (
	"strconv"
	"strings"

	"github.com/oabp/oabpd/settle/money"
)

// StuckMost is how many rows one look into the operator's inbox finds, at most.
const StuckMost = 101

// The access paths of the operator's inbox. Each finds its rows in order of their
// keys, behind one, so that a page costs what it lists.
const (
	QueryStrayed      QueryName = "instructions_strayed"
	QueryPartlyPaid   QueryName = "instructions_partly_paid"
	QueryInDeposit    QueryName = "instructions_in_deposit"
	QueryHeldBehind   QueryName = "instructions_held_behind"
	QueryIncidentKind QueryName = "incidents_of_kind"
)

// InstructionsStrayed are unsettled instructions at whose payees money arrived that
// matched nothing when it came (R18), with keys behind one; at most StuckMost.
func InstructionsStrayed(behind string) Query {
	return query(QueryStrayed, behind, func(i *Instruction) bool { return i.strayed() && i.ID > behind })
}

// InstructionsPartlyPaid are those that more than dust has paid, and not all; keys
// behind one; at most StuckMost. Held ones are not among them.
func InstructionsPartlyPaid(behind string) Query {
	return query(QueryPartlyPaid, behind, func(i *Instruction) bool { return i.underpaid() && i.ID > behind })
}

// InstructionsInDeposit are those, of every status, whose deposit address holds
// money; keys behind one; at most StuckMost.
func InstructionsInDeposit(behind string) Query {
	return query(QueryInDeposit, behind, func(i *Instruction) bool { return i.InDeposit && i.ID > behind })
}

// InstructionsHeldBehind are InstructionsHeld with keys behind one; at most StuckMost.
func InstructionsHeldBehind(behind string) Query {
	return query(QueryHeldBehind, behind, func(i *Instruction) bool { return i.Status == InstructionHeld && i.ID > behind })
}

// IncidentsOfKind are the open incidents of a kind with keys behind one; at most
// StuckMost.
func IncidentsOfKind(kind IncidentKind, behind string) Query {
	return query(QueryIncidentKind, string(kind)+" "+behind, func(i *Incident) bool {
		return i.Kind == kind && i.ClearedAt == 0 && i.Key() > behind
	})
}

func (i *Instruction) strayed() bool { return i.Strayed && i.Status.Unsettled() }

func (i *Instruction) underpaid() bool {
	return i.PartlyPaid && (i.Status == InstructionOpen || i.Status == InstructionReverted)
}

// stuckKeys are IndexKeys of an instruction for the inbox.
func stuckKeys(name QueryName, i *Instruction) []string {
	switch name {
	case QueryStrayed:
		return keyIf(i.strayed(), "")
	case QueryPartlyPaid:
		return keyIf(i.underpaid(), "")
	case QueryInDeposit:
		return keyIf(i.InDeposit, "")
	case QueryHeldBehind:
		return keyIf(i.Status == InstructionHeld, "")
	}
	return nil
}

func incidentKeys(name QueryName, i *Incident) []string {
	switch {
	case name == QueryIncidentsOfFact:
		return []string{strconv.FormatUint(i.Seq, 10)}
	case i.ClearedAt != 0:
	case name == QueryIncidentsOpen:
		return []string{""}
	case name == QueryIncidentKind:
		return []string{string(i.Kind)}
	}
	return nil
}

// kindOfArg is the kind in the argument of IncidentsOfKind.
func kindOfArg(arg string) string {
	kind, _, _ := strings.Cut(arg, " ")
	return kind
}

// Unclaimed reports whether what is left of a transfer to a leg of the instruction
// matches nothing at all (R18): nothing has used it, no tag binds it, and nobody's
// proven payer sent it.
func Unclaimed(s State, i *Instruction, t *Transfer) bool {
	return !t.Void && t.Instruction == "" && i.AdmitsTo(t.To, t.Block, false) && !Remaining(s, t).IsZero() && !s.Exists(PayersOfAddress(t.Sender))
}

// DepositBalance is what the recorded transfers left at a deposit address; 0 for
// the zero address.
func DepositBalance(s State, deposit Address) (b money.Amount) {
	if deposit.IsZero() {
		return b
	}
	var out money.Amount
	for _, t := range FindRows[*Transfer](s, TransfersTo(deposit)) {
		if !t.Void {
			b = b.SatAdd(t.Value)
		}
	}
	for _, t := range FindRows[*Transfer](s, TransfersFrom(deposit)) {
		if !t.Void {
			out = out.SatAdd(t.Value)
		}
	}
	return b.SatSub(out)
}

// awaits says of the payees of a fresh instruction that money which strays to them
// is to be looked at. The fee's address is none of them: everybody pays there.
func (f *folder) awaits(i *Instruction) {
	for _, to := range i.Payees() {
		row := AddressRow{Address: to}
		if old := GetRow[AddressRow](f, to.String()); old != nil {
			row = *old
		}
		if !row.Awaits {
			row.Awaits = true
			f.Put(&row)
		}
	}
}

// strays marks the instructions at whose payees a transaction left money that
// matches nothing. Once all that wait at an address are marked, what strays there
// costs one look at the address's row.
func (f *folder) strays(ts []*Transfer) {
	for _, t := range ts {
		row := GetRow[AddressRow](f, t.To.String())
		if row == nil || !row.Awaits || t.To == f.settings().FeeAddress {
			continue
		}
		all, looked := true, false
		for _, i := range FindRows[*Instruction](f, Watching(t.To)) {
			switch {
			case i.Strayed:
			case Unclaimed(f, i, t):
				c := *i
				c.Strayed = true
				f.Put(&c)
				looked = true
			default:
				all = false
			}
		}
		if all && looked {
			c := *row
			c.Awaits = false
			f.Put(&c)
		}
	}
}

// deposited keeps InDeposit for the deposit addresses that transfers touched.
func (f *folder) deposited(ts []*Transfer) {
	seen := map[Address]bool{}
	for _, t := range ts {
		for _, a := range []Address{t.To, t.From} {
			if seen[a] {
				continue
			}
			seen[a] = true
			if !f.Exists(InstructionByDeposit(a)) {
				continue
			}
			for _, i := range FindRows[*Instruction](f, InstructionByDeposit(a)) {
				if a == t.To && i.InDeposit && !t.Void {
					continue
				}
				if in := !DepositBalance(f, a).IsZero(); in != i.InDeposit {
					c := *i
					c.InDeposit = in
					f.Put(&c)
				}
			}
		}
	}
}

// IsStuck reports whether an instruction is among the rows of a kind.
func IsStuck(kind StuckKind, i *Instruction) bool {
	switch kind {
	case StuckHeld:
		return i.Status == InstructionHeld
	case StuckUnclaimed:
		return i.strayed()
	case StuckUnderpaid:
		return i.underpaid()
	case StuckInDeposit:
		return i.InDeposit
	}
	return false
}
