package settle

import "slices"

// Ambiguous are the other instructions of the poster that a plain transfer meant
// for i may pay instead (R17): they are unsettled, take plain transfers, and miss
// the same amount at the same payee. Nothing on the chain tells two such payments
// apart; the older one gets the first. None if i takes no plain transfers or
// misses nothing at its contributors. The fee does not count: everybody's fee goes
// to one address, and pay is asked for last.
func Ambiguous(s State, i *Instruction) (out []*Instruction) {
	if !i.Status.Unsettled() || !slices.Contains(i.Accepts, ByPayer) {
		return nil
	}
	mine := CoverOf(s, i).Missing
	for _, o := range FindRows[*Instruction](s, UnsettledOfPoster(i.Poster)) {
		if o.ID == i.ID || !slices.Contains(o.Accepts, ByPayer) {
			continue
		}
		theirs := CoverOf(s, o).Missing
		for k, l := range i.Legs {
			n := slices.IndexFunc(o.Legs, func(x Leg) bool { return x.To == l.To })
			if n >= 0 && !l.OnlyFee() && !mine[k].IsZero() && mine[k].Cmp(theirs[n]) == 0 {
				out = append(out, o)
				break
			}
		}
	}
	return out
}

// Warnings say what to take care of before i is paid, each with a stable code.
func Warnings(s State, i *Instruction) (out []Problem) {
	for _, o := range Ambiguous(s, i) {
		out = append(out, Problem{Code: CodeAmbiguousPayment, Message: "instruction " + o.ID + " of the same poster misses the same amount at the same payee: " +
			"a plain transfer pays the older of the two; use the pay contract, an authorization or the deposit address, which name the instruction, or pay both"})
	}
	return out
}
