package settle

import (
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

// succeed moves ann's missing part of instruction id to an address, as the engine
// does; the successor's id is the new one.
func (b *book) succeed(id, next, to string) *Instruction {
	b.t.Helper()
	old := GetRow[Instruction](b, id)
	c := CoverOf(b, old)
	for k, l := range old.Legs {
		if !slices.ContainsFunc(l.Parts, func(p Part) bool { return p.Agent == "ann" }) || c.Missing[k].IsZero() {
			continue
		}
		legs, s, ok := old.Succeed(c, k, "ann", adr(to))
		if !ok {
			b.t.Fatalf("ann misses nothing of %s", id)
		}
		i := *old
		i.ID, i.Digest, i.Legs, i.Succession, i.Deposit = next, hsh(next), legs, &s, Address{}
		i.Issued, i.IssuedTime = BlockRef{Number: b.block, Hash: hsh("tip " + next)}, int64(b.block)
		i.Window = []Hash{i.Issued.Hash}
		b.do(&SuccessorIssued{Instruction: i, Tags: []Tag{{Ref: i.Digest, Instruction: next, Leg: -1}}, Of: id, Agent: "ann", From: l.To, To: adr(to)})
		return GetRow[Instruction](b, next)
	}
	b.t.Fatalf("no leg of ann in %s", id)
	return nil
}

// legs are the addresses and amounts that an instruction asks for.
func (b *book) wantLegs(id string, want map[string]uint64) {
	b.t.Helper()
	i := GetRow[Instruction](b, id)
	sum := money.Amount{}
	for _, l := range i.Legs {
		sum = sum.SatAdd(l.Amount)
	}
	if len(i.Legs) != len(want) || sum != i.Total || !slices.IsSortedFunc(i.Legs, func(a, b Leg) int { return slices.Compare(a.To[:], b.To[:]) }) {
		b.t.Errorf("%s: legs %+v of %s", id, i.Legs, i.Total)
	}
	for to, n := range want {
		k := slices.IndexFunc(i.Legs, func(l Leg) bool { return l.To == adr(to) })
		if k < 0 || i.Legs[k].Amount != amt(n) {
			b.t.Errorf("%s: %s is owed %+v, want %d", id, to, i.Legs, n)
			continue
		}
		parts := money.Amount{}
		for _, p := range i.Legs[k].Parts {
			parts = parts.SatAdd(p.Amount)
		}
		if parts != amt(n) {
			b.t.Errorf("%s: the parts at %s are %+v", id, to, i.Legs[k].Parts)
		}
	}
}

// got is what reached the leg to an address.
func (b *book) got(id, to string) uint64 {
	i := GetRow[Instruction](b, id)
	k := slices.IndexFunc(i.Legs, func(l Leg) bool { return l.To == adr(to) })
	if k < 0 {
		return 0
	}
	n, _ := CoverOf(b, i).Paid[k].Uint64()
	return n
}

// What was paid stays with the old address, the rest goes to the new one; whatever
// names the superseded instruction, and money that still reaches the old address,
// counts for the successor; no unit counts twice.
func TestSuccessor(t *testing.T) {
	b := newBook(t)
	b.issue("i", "poster", 5000, "ann", "bob")
	b.tx(move("x", "ann", 2000), event("i", "ann", "x", 2000))
	b.payer("wallet", "poster", "i") // proven for the old digest
	b.succeed("i", "j", "ann2")
	old, i := GetRow[Instruction](b, "i"), GetRow[Instruction](b, "j")
	if old.Status != InstructionSuperseded || old.Successor != "j" || old.Running() || i.Status != InstructionOpen || !i.Running() ||
		i.ReservedUntil == 0 || i.Seq != old.Seq || CoverOf(b, old).Full || !CoverOf(b, old).Untouched() {
		t.Fatalf("%+v is succeeded by %+v", old, i)
	}
	b.wantLegs("j", map[string]uint64{"ann": 2000, "ann2": 3000, "bob": 5000, "fee": 50})
	if b.got("j", "ann") != 2000 || i.DepositTotal() != amt(8050) {
		t.Errorf("the old address has %d; the deposit is over %s", b.got("j", "ann"), i.DepositTotal())
	}
	for _, a := range []string{"ann", "ann2", "bob"} {
		if n := FindRows[*Instruction](b, Watching(adr(a))); len(n) != 1 || n[0].ID != "j" {
			t.Errorf("%s is watched for %v", a, n)
		}
	}
	if !SharesIn(b, adr("ann"), i) || !SharesIn(b, adr("ann2"), i) {
		t.Error("a payee's address may pay")
	}
	b.tx(move("x", "ann", 1000), event("i", "ann", "x", 1000))   // the old tag, at the old address
	b.tx(move("x", "bob", 1000), event("i", "bob", "x", 1000))   // the old tag, at another's
	b.tx(move("x", "ann", 1000), event("j", "ann", "x", 1000))   // the new tag, at the old address
	b.tx(move("wallet", "ann", 500), move("wallet", "bob", 500)) // the old proof, untagged
	if b.got("j", "ann") != 2000 || b.got("j", "ann2") != 2500 || b.got("j", "bob") != 1500 {
		t.Errorf("got: %d, %d, %d", b.got("j", "ann"), b.got("j", "ann2"), b.got("j", "bob"))
	}
	b.tx(move("wallet", "ann2", 500), move("wallet", "bob", 3500), move("wallet", "fee", 50))
	if i = GetRow[Instruction](b, "j"); !i.Covered {
		t.Fatalf("not covered: %+v", CoverOf(b, i))
	}
	b.do(&Settled{Instruction: "j"})
	if i = GetRow[Instruction](b, "j"); i.Status != InstructionSettled || i.Outcome != OutcomeAwarded || GetRow[Submission](b, "sub_i").Status != SubmissionAccepted {
		t.Errorf("settled: %+v", i)
	}
	b.tx(move("x", "ann", 700), event("i", "ann", "x", 700)) // too much
	if b.got("j", "ann")+b.got("j", "ann2") != 5000 || len(b.Find(AllocationsOfInstruction("i"))) != 1 {
		t.Errorf("more counts than is owed: %d and %d", b.got("j", "ann"), b.got("j", "ann2"))
	}
}

// A line of successors is followed to its end, by tags, proofs and former addresses,
// and a reorganization takes back what was paid before each step.
func TestSuccessorOfASuccessor(t *testing.T) {
	b := newBook(t)
	b.issue("i", "poster", 5000, "ann")
	first := b.tx(move("x", "ann", 1000), event("i", "ann", "x", 1000))
	b.succeed("i", "j", "ann2")
	second := b.tx(move("x", "ann2", 1000), event("j", "ann2", "x", 1000))
	b.succeed("j", "k", "ann3")
	b.wantLegs("k", map[string]uint64{"ann": 1000, "ann2": 1000, "ann3": 3000, "fee": 50})
	blocks := []BlockRef{first, second,
		b.tx(move("x", "ann", 1000), event("i", "ann", "x", 1000)),
		b.tx(move("x", "ann2", 1000), event("j", "ann2", "x", 1000)),
		b.tx(move("x", "fee", 50), event("i", "fee", "x", 50))}
	if b.got("k", "ann3") != 2000 || b.got("k", "fee") != 50 {
		t.Errorf("got %d and %d", b.got("k", "ann3"), b.got("k", "fee"))
	}
	blocks = append(blocks, b.tx(move("x", "ann3", 1000), event("k", "ann3", "x", 1000)))
	if i := GetRow[Instruction](b, "k"); !i.Covered || len(i.Succession.Of) != 2 || i.Successor != "" {
		t.Fatalf("%+v", i)
	}
	for _, x := range slices.Backward(blocks[1:]) {
		b.do(&BlockUnapplied{Block: x})
	}
	if b.got("k", "ann") != 1000 || b.got("k", "ann2") != 0 || b.got("k", "ann3") != 0 || GetRow[Instruction](b, "k").Covered {
		t.Errorf("un-applied: %d, %d and %d", b.got("k", "ann"), b.got("k", "ann2"), b.got("k", "ann3"))
	}
	b.tx(move("x", "ann2", 2500), event("i", "ann2", "x", 2500)) // no tag of the first: it had no such leg
	b.tx(move("x", "ann2", 2500), event("j", "ann2", "x", 2500))
	if b.got("k", "ann2") != 1000 || b.got("k", "ann3") != 1500 { // its own leg first
		t.Errorf("paid again: %d and %d", b.got("k", "ann2"), b.got("k", "ann3"))
	}
	b.do(&BlockUnapplied{Block: first})
	if b.got("k", "ann") != 0 {
		t.Errorf("the first payment un-applied: %d", b.got("k", "ann"))
	}
}

// Money admitted for a leg is what could have paid it before; a new address waits
// from the successor on.
func TestSuccessorAdmits(t *testing.T) {
	b := newBook(t)
	b.payer("wallet", "poster", "")
	b.issue("i", "poster", 5000, "ann", "bob")
	late := BlockRef{Number: b.block + 1, Hash: hsh("late")}
	b.block += 4
	b.succeed("i", "j", "ann2")
	b.txAt(late, int64(late.Number), move("wallet", "ann2", 5000), move("wallet", "bob", 5000), move("wallet", "ann", 400))
	if b.got("j", "ann2") != 400 || b.got("j", "bob") != 5000 {
		t.Errorf("of a block between the two: ann2 %d (400 of it at the old address), bob %d", b.got("j", "ann2"), b.got("j", "bob"))
	}
	i := GetRow[Instruction](b, "j")
	before := BlockRef{Number: 100, Hash: hsh("100")}
	if i.AdmitsTo(adr("bob"), before, false) || i.AdmitsTo(adr("ann2"), late, false) || !i.AdmitsTo(adr("ann2"), late, true) {
		t.Error("admits what is older")
	}
}

// Who shares an address moves alone; what is owed to others there stays.
func TestOnlyOwnPartMoves(t *testing.T) {
	b := newBook(t)
	i := *b.issue("i", "poster", 5000, "ann")
	i.Legs = slices.Clone(i.Legs)
	for k, l := range i.Legs {
		if l.To == adr("ann") {
			i.Legs[k].Parts = []Part{{Role: RoleContributor, Agent: "ann", Amount: amt(3000)}, {Role: RoleContributor, Agent: "bob", Amount: amt(2000)}}
		}
	}
	b.Put(&i)
	b.tx(move("x", "ann", 1500), event("i", "ann", "x", 1500))
	b.succeed("i", "j", "ann2")
	b.wantLegs("j", map[string]uint64{"ann": 2000, "ann2": 3000, "fee": 50})
	if b.got("j", "ann") != 1500 {
		t.Errorf("bob's leg has %d", b.got("j", "ann"))
	}
	j := GetRow[Instruction](b, "j")
	for k, l := range j.Legs {
		for _, to := range []string{"ann", "fee"} {
			if l.To != adr("ann2") {
				continue
			}
			if _, _, ok := j.Succeed(CoverOf(b, j), k, "ann", adr(to)); ok {
				t.Errorf("moved to %s, where somebody else is paid", to)
			}
		}
		if _, _, ok := j.Succeed(CoverOf(b, j), k, "cid", adr("cid")); ok {
			t.Error("cid moved what is not theirs")
		}
	}
}

// Only an open instruction is succeeded; a second fact for the same one changes
// nothing.
func TestSucceededOnce(t *testing.T) {
	b := newBook(t)
	b.issue("i", "poster", 5000, "ann")
	old := *GetRow[Instruction](b, "i")
	legs, s, _ := old.Succeed(CoverOf(b, &old), slices.IndexFunc(old.Legs, func(l Leg) bool { return l.To == adr("ann") }), "ann", adr("ann2"))
	b.succeed("i", "j", "ann2")
	other := old
	other.ID, other.Digest, other.Legs, other.Succession = "k", hsh("k"), legs, &s
	b.do(&SuccessorIssued{Instruction: other, Of: "i", Agent: "ann"})
	if GetRow[Instruction](b, "k") != nil || GetRow[Instruction](b, "i").Successor != "j" {
		t.Error("succeeded twice")
	}
}

// A payer who was proven for the superseded instruction pays its successor late, and
// wins the award all the same (R21).
func TestFormerPayerIsThePostersStill(t *testing.T) {
	b := newBook(t)
	b.issue("i", "poster", 5000, "ann")
	b.payer("wallet", "poster", "i")
	i := b.succeed("i", "j", "ann2")
	b.do(&Tick{BlockTime: i.ReservedUntil, Lapses: []string{"j"}})
	if a := GetRow[Agent](b, "poster"); GetRow[Instruction](b, "j").Running() || len(a.UnpaidPicks) != 1 {
		t.Fatalf("it did not lapse: %+v", a)
	}
	late := BlockRef{Number: b.block + 5000, Hash: hsh("late")}
	b.txAt(late, i.ReservedUntil+100, move("wallet", "ann2", 5000), move("wallet", "fee", 50))
	b.do(&Settled{Instruction: "j"})
	if i = GetRow[Instruction](b, "j"); i.Outcome != OutcomeAwarded || len(i.Ratings) == 0 || len(GetRow[Agent](b, "poster").UnpaidPicks) != 0 {
		t.Errorf("settled: %s, ratings %+v, unpaid %v", i.Outcome, i.Ratings, GetRow[Agent](b, "poster").UnpaidPicks)
	}
}
