package settle

import "slices"

// Bounds of what an agent's row keeps of its payments (R10).
const (
	PaidInMost = 101
	PayeesMost = 256
)

// recordPaid adds a payment to the poster's record: how long it took, and to whom
// it went. Settling again after a reorganization adds nothing.
func (f *folder) recordPaid(i *Instruction, blockTime int64) {
	a := f.agent(i.Poster)
	if a == nil {
		return
	}
	c := *a
	c.PaidIn = append(slices.Clone(a.PaidIn), max(0, blockTime*1000-i.CreatedAt))
	if n := len(c.PaidIn); n > PaidInMost {
		c.PaidIn = c.PaidIn[n-PaidInMost:]
	}
	c.Payees = slices.Clone(a.Payees)
	for _, l := range i.Legs {
		for _, p := range l.Parts {
			if p.Agent != "" && len(c.Payees) < PayeesMost && !slices.Contains(c.Payees, p.Agent) {
				c.Payees = append(c.Payees, p.Agent)
			}
		}
	}
	f.Put(&c)
}

// MedianToPay is the median of PaidIn, the lower one of two; -1 if it is empty.
func (a *Agent) MedianToPay() int64 {
	if len(a.PaidIn) == 0 {
		return -1
	}
	s := slices.Sorted(slices.Values(a.PaidIn))
	return s[(len(s)-1)/2]
}
