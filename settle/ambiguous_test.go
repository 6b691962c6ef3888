package settle

import (
	"slices"
	"testing"
)

// Two instructions of a poster that owe the same to one payee name each other
// until one of them misses something else; and what they warn of is what happens.
func TestAmbiguous(t *testing.T) {
	for _, c := range []struct {
		name   string
		before func(b *book)
		want   bool
	}{
		{name: "equal legs", want: true, before: func(b *book) { b.issue("j", "poster", 500, "ann") }},
		{name: "one of several payees", want: true, before: func(b *book) { b.issue("j", "poster", 500, "bob", "ann") }},
		{name: "another amount", before: func(b *book) { b.issue("j", "poster", 501, "ann") }},
		{name: "another payee", before: func(b *book) { b.issue("j", "poster", 500, "bob") }},
		{name: "another poster", before: func(b *book) { b.issue("j", "rival", 500, "ann") }},
		{name: "held", want: true, before: func(b *book) {
			j := *b.issue("j", "poster", 500, "ann")
			j.Status = InstructionHeld
			b.Put(&j)
		}},
		{name: "settled", before: func(b *book) {
			j := *b.issue("j", "poster", 500, "ann")
			j.Status = InstructionSettled
			b.Put(&j)
		}},
		{name: "takes no plain transfer", before: func(b *book) {
			j := *b.issue("j", "poster", 500, "ann")
			j.Accepts = []Identification{ByTag}
			b.Put(&j)
		}},
		{name: "already paid by its tag", before: func(b *book) {
			b.issue("j", "poster", 500, "ann")
			b.tx(move("x", "ann", 500), event("j", "ann", "x", 500))
		}},
		{name: "only the fee is equal", before: func(b *book) {
			b.issue("j", "poster", 500, "ann")
			b.tx(move("x", "ann", 500), event("i", "ann", "x", 500))
			b.tx(move("x", "ann", 500), event("j", "ann", "x", 500))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBook(t)
			b.payer("wallet", "poster", "")
			b.issue("i", "poster", 500, "ann")
			c.before(b)
			i, j := GetRow[Instruction](b, "i"), GetRow[Instruction](b, "j")
			for _, pair := range [][2]*Instruction{{i, j}, {j, i}} {
				got := Ambiguous(b, pair[0])
				if slices.ContainsFunc(got, func(o *Instruction) bool { return o.ID == pair[1].ID }) != c.want || len(got) > 1 {
					t.Errorf("%s may be mistaken for %v, want %t", pair[0].ID, got, c.want)
				}
				if w := Warnings(b, pair[0]); len(w) != len(got) || len(w) > 0 && w[0].Code != CodeAmbiguousPayment {
					t.Errorf("warnings %+v", w)
				}
			}
			if !c.want || j.Status != InstructionOpen {
				return
			}
			b.tx(move("wallet", "ann", 500)) // meant for the newer one
			if b.paid("i")[0] != 500 || slices.Contains(b.paid("j"), 500) {
				t.Errorf("the plain transfer paid %v and %v", b.paid("i"), b.paid("j"))
			}
		})
	}
}
