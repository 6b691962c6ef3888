package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// plan is a history before it is played. Its numbers are taken modulo what there
// is, so that it can be played with any of its steps left out.
type plan struct {
	// Nodes are 1 to 3 endpoints.
	Nodes int
	// Liar is the endpoint that lies, of three; -1 where every endpoint may come
	// to stray.
	Liar int
	// Deep allows reorganizations below the confirmation depth.
	Deep bool
	// Daemons are one or two processes.
	Daemons int
	// Whole: endpoints are asked for ranges and for what is safe and final, large
	// payments wait for that, and what is final is audited. Else the depth alone
	// counts.
	Whole bool
	// Tiers is which of the tiers is in force where Whole.
	Tiers int
	Steps []step
}

// step is one thing that happens.
type step struct {
	Do      string
	A, B, C int
}

func (p plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "nodes %d, liar %d, deep %v, daemons %d, whole %v, tiers %q", p.Nodes, p.Liar, p.Deep, p.Daemons, p.Whole, tiers[p.Tiers%len(tiers)])
	for _, s := range p.Steps {
		fmt.Fprintf(&b, "\n  %-10s %4d %4d %4d", s.Do, s.A, s.B, s.C)
	}
	return b.String()
}

// verbs are what happens, each as often as it is to be drawn.
var verbs = []string{
	"mine", "mine", "mine", "mine", "mine", "pay", "pay", "pay", "pick", "reorg", "reorg", "deep", "deep", "deep",
	"fault", "fault", "fault", "lag", "hold", "stray", "stray", "return", "tags", "wake",
	"cut", "cut", "kill", "restart", "partition", "freeze", "wait", "all", "all", "away", "doom",
}

// tiers are what a total may wait for (settlement.md R23), 2 USDC being the most
// of every mission here.
var tiers = []string{"", "*=safe", "*=finalized", "1=3,*=safe", "5=3,*=finalized"}

// draw is the history of a seed. It draws evenly, where a generator that is made
// for shrinking prefers small numbers and first choices: here those would be
// histories in which little happens.
func draw(seed int) plan {
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	p := plan{Nodes: []int{1, 2, 3, 3, 3}[r.IntN(5)], Liar: -1, Deep: r.IntN(2) == 0, Daemons: 1 + r.IntN(2)}
	if p.Nodes == 3 {
		p.Liar = r.IntN(4) - 1
	}
	p.Whole, p.Tiers = r.IntN(*whole) == 0, r.IntN(len(tiers))
	for range 5 + r.IntN(8) {
		p.Steps = append(p.Steps, step{verbs[r.IntN(len(verbs))], r.IntN(1000), r.IntN(1000), r.IntN(1000)})
	}
	return p
}

// shorten leaves out of a failing plan what it fails without.
func shorten(p plan, play func(plan) error) (plan, error) {
	err := play(p)
	for again := err != nil; again; {
		again = false
		for i := len(p.Steps) - 1; i >= 0; i-- {
			q := p
			q.Steps = append(append([]step(nil), p.Steps[:i]...), p.Steps[i+1:]...)
			if e := play(q); e != nil {
				p, err, again = q, e, true
			}
		}
	}
	return p, err
}
