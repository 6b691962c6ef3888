package settle

import (
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle/money"
)

// TablePoster holds what posters have done, counted.
const TablePoster Table = "poster"

// Currency names what an amount is of.
type Currency string

// The currencies of receivables.
const (
	// CurrencyUSD: by the poster's word, paid anywhere, if at all.
	CurrencyUSD Currency = "USD"
	// CurrencyUSDC: owed in the token.
	CurrencyUSDC Currency = "USDC"
)

// Receivable sums platform fees of one currency that nobody collected. It never
// holds what was paid.
type Receivable struct {
	Currency Currency `json:"currency"`
	// Units are millionths of the currency.
	Units money.Amount `json:"units"`
	// Count is how many fees they are the sum of.
	Count int `json:"count"`
}

// PosterCounts are the missions of one poster by how they ended, and the fees that
// they owe: a function of the missions and instructions that there are, kept by the
// fold, so that reading it costs one row however many there are. What counts
// nothing has no row.
type PosterCounts struct {
	// Agent is the poster; empty in the one row that sums all missions.
	Agent string `json:"agent,omitempty"`
	// Posted counts what was open once, in every state but removed. Missions in points
	// are not counted: they cost nothing.
	Posted    int `json:"posted"`
	Awarded   int `json:"awarded"`
	Cancelled int `json:"cancelled"`
	Expired   int `json:"expired"`
	// Abandoned were cancelled or expired although there was work.
	Abandoned int `json:"abandoned"`
	// Receivables are by currency, in order of its name: in USD the fees of stated
	// awards, in USDC those that were waived because the fee address could not
	// receive (R9). Taking a mission down changes nothing of what is owed for it.
	Receivables []Receivable `json:"receivables,omitempty"`
}

// AllPosters is the key of the row that sums all missions.
const AllPosters = "all"

// Table implements Row.
func (*PosterCounts) Table() Table { return TablePoster }

// Key implements Row.
func (p PosterCounts) Key() string {
	if p.Agent == "" {
		return AllPosters
	}
	return p.Agent
}

func (p *PosterCounts) isZero() bool {
	return p.Posted|p.Awarded|p.Cancelled|p.Expired|p.Abandoned == 0 && len(p.Receivables) == 0
}

// PostersOwing are posters with fees that nobody collected, with keys behind one;
// at most StuckMost. The sum of all is not among them.
func PostersOwing(behind string) Query {
	return query(QueryPostersOwing, behind, func(p *PosterCounts) bool { return p.owes() && p.Agent > behind })
}

// QueryPostersOwing is the access path of PostersOwing.
const QueryPostersOwing QueryName = "posters_owing"

func (p *PosterCounts) owes() bool { return p.Agent != "" && len(p.Receivables) > 0 }

// RecordOf is a poster's public record (R10); both rows may be nil.
func RecordOf(p *PosterCounts, a *Agent) PosterRecord {
	r := PosterRecord{MedianToPay: -1}
	if p != nil {
		r.Posted, r.Awarded, r.Cancelled, r.Expired, r.Abandoned = p.Posted, p.Awarded, p.Cancelled, p.Expired, p.Abandoned
		r.Receivables = p.Receivables
	}
	if a != nil {
		r.UnpaidPicks, r.Payees, r.MedianToPay = a.UnpaidTotal, len(a.Payees), a.MedianToPay()
	}
	return r
}

// Put implements State: with every mission, its work and its instructions the counts
// of its poster are kept.
func (f *folder) Put(r Row) {
	switch r := r.(type) {
	case *Submission:
		if m := f.mission(r.Mission); m != nil && m.givenUp() && r.Complete() { // work may be known after the end
			was := f.countsOf(m)
			f.State.Put(r)
			f.counted(was, f.countsOf(m))
			return
		}
	case *Mission:
		f.counted(f.countsOf(f.mission(r.ID)), f.countsOf(r))
	case *Instruction:
		if r.FeeWaived {
			f.counted(f.waived(f.instruction(r.ID)), f.waived(r))
		}
	}
	f.State.Put(r)
}

// countsOf is what a mission adds to its poster's counts; nil adds nothing.
func (f *folder) countsOf(m *Mission) (c PosterCounts) {
	if m == nil || m.Mode == ModePoints { // which cost nothing
		return c
	}
	c.Agent = m.Poster
	for _, a := range m.Awards {
		if a.Stated != nil && !a.Stated.Fee.IsZero() {
			c.owe(Receivable{CurrencyUSD, a.Stated.Fee, 1})
		}
	}
	if m.Status == MissionUnfunded || m.Status == MissionRemoved {
		return c
	}
	c.Posted = 1
	switch m.Status {
	case MissionAwarded:
		c.Awarded = 1
		return c
	case MissionCancelled:
		c.Cancelled = 1
	case MissionExpired:
		c.Expired = 1
	default:
		return c
	}
	if f.Exists(CompleteOfMission(m.ID)) {
		c.Abandoned = 1
	}
	return c
}

// givenUp: it ended without an award.
func (m *Mission) givenUp() bool { return m.Status == MissionCancelled || m.Status == MissionExpired }

// waived is the fee that a settled instruction leaves owed.
func (f *folder) waived(i *Instruction) (c PosterCounts) {
	if i == nil || !i.FeeWaived || i.Status != InstructionSettled {
		return c
	}
	c.Agent = i.Poster
	m := f.mission(i.Mission)
	if m == nil {
		return c
	}
	part := Award{Milestone: i.Milestone, N: i.SlotN}.Part()
	if _, fees, err := Parts(m); err == nil && part < len(fees) && !fees[part].IsZero() {
		c.owe(Receivable{CurrencyUSDC, fees[part], 1})
	}
	return c
}

// counted puts the counts that follow when one part of them becomes another.
func (f *folder) counted(was, is PosterCounts) {
	same := was.same(is)
	switch {
	case was.Agent != is.Agent:
		f.recount(was.Agent, was, PosterCounts{})
		f.recount(is.Agent, PosterCounts{}, is)
	case !same:
		f.recount(is.Agent, was, is)
	}
	if !same {
		f.recount(AllPosters, was, is)
	}
}

func (p PosterCounts) same(o PosterCounts) bool {
	return p.Posted == o.Posted && p.Awarded == o.Awarded && p.Cancelled == o.Cancelled && p.Expired == o.Expired &&
		p.Abandoned == o.Abandoned && slices.Equal(p.Receivables, o.Receivables)
}

// recount changes the row of one poster, or of all. Nobody has none.
func (f *folder) recount(key string, was, is PosterCounts) {
	var c PosterCounts
	switch old := GetRow[PosterCounts](f, key); {
	case key == "":
		return
	case old != nil:
		c = *old
	case key != AllPosters:
		c.Agent = key
	}
	c.Posted += is.Posted - was.Posted
	c.Awarded += is.Awarded - was.Awarded
	c.Cancelled += is.Cancelled - was.Cancelled
	c.Expired += is.Expired - was.Expired
	c.Abandoned += is.Abandoned - was.Abandoned
	c.Receivables = slices.Clone(c.Receivables)
	for _, r := range was.Receivables {
		c.collect(r)
	}
	for _, r := range is.Receivables {
		c.owe(r)
	}
	if c.isZero() {
		f.Delete(TablePoster, key)
		return
	}
	f.State.Put(&c)
}

// owe adds to the receivables of p, which are p's own.
func (p *PosterCounts) owe(r Receivable) {
	k, known := p.receivable(r.Currency)
	if !known {
		p.Receivables = slices.Insert(p.Receivables, k, Receivable{Currency: r.Currency})
	}
	x := &p.Receivables[k]
	x.Units, x.Count = x.Units.SatAdd(r.Units), x.Count+r.Count
}

// collect takes off what owe added.
func (p *PosterCounts) collect(r Receivable) {
	k, known := p.receivable(r.Currency)
	if !known {
		return
	}
	x := &p.Receivables[k]
	if x.Units, x.Count = x.Units.SatSub(r.Units), x.Count-r.Count; x.Count <= 0 {
		p.Receivables = slices.Delete(p.Receivables, k, k+1)
	}
	if len(p.Receivables) == 0 {
		p.Receivables = nil
	}
}

func (p *PosterCounts) receivable(c Currency) (k int, known bool) {
	return slices.BinarySearchFunc(p.Receivables, c, func(r Receivable, c Currency) int { return strings.Compare(string(r.Currency), string(c)) })
}
