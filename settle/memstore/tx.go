package memstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// tx is one transaction; the embedded overlay is its derived state.
type tx struct {
	store    *Store
	ctx      context.Context // of the call that the transaction lives in
	readOnly bool
	overlay  *settle.Overlay

	seq   uint64
	head  settle.Hash
	facts []settle.Fact

	tip       *uint64
	applied   *settle.BlockRef
	final     *settle.BlockRef
	blocks    layer[settle.Hash, storedBlock]
	canonical layer[uint64, settle.Hash]
	envelopes layer[string, []byte]
	nonces    layer[string, int64]
	sessions  layer[settle.Hash, settle.Session]
	bindings  layer[settle.Hash, settle.RegistryBinding]
	webhooks  layer[string, settle.Webhook]
	people    layer[personKey, settle.Identity]
	receipts  layer[settle.Hash, storedReceipt]
	checks    layer[string, settle.CheckJob]
}

func (s *Store) begin(ctx context.Context, readOnly bool) *tx {
	d := &s.data
	return &tx{store: s, ctx: ctx, readOnly: readOnly, overlay: settle.NewOverlay(d.state),
		seq: uint64(len(d.facts)), head: d.head, tip: d.tip, applied: d.applied, final: d.final,
		blocks: over(d.blocks), canonical: over(d.canonical), envelopes: over(d.envelopes),
		nonces: over(d.nonces), sessions: over(d.sessions), bindings: over(d.bindings), webhooks: over(d.webhooks), people: over(d.people), receipts: over(d.receipts), checks: over(d.checks)}
}

// commit makes the transaction's writes the store's; check came before.
func (t *tx) commit() {
	d := &t.store.data
	for _, r := range t.overlay.Dirty() {
		d.state.Put(r)
	}
	for _, table := range settle.Tables() {
		for _, key := range t.overlay.Deleted(table) {
			d.state.Delete(table, key)
		}
	}
	d.facts, d.head = append(d.facts, t.facts...), t.head
	d.tip, d.applied, d.final = t.tip, t.applied, t.final
	t.blocks.commit()
	t.canonical.commit()
	t.envelopes.commit()
	t.nonces.commit()
	t.sessions.commit()
	t.bindings.commit()
	t.webhooks.commit()
	t.people.commit()
	t.receipts.commit()
	t.checks.commit()
}

// enter is at the head of every method: the hook, the context, and that no view
// writes.
func (t *tx) enter(op string, write bool) {
	if write && t.readOnly {
		panic("memstore: " + op + " in a view")
	}
	if err := errors.Join(t.ctx.Err(), t.store.ask(op)); err != nil {
		panic(&settle.Abort{Err: err})
	}
}

func fail(format string, args ...any) {
	panic(&settle.Abort{Err: fmt.Errorf(format, args...)})
}

// Get implements settle.State.
func (t *tx) Get(table settle.Table, key string) settle.Row {
	t.enter("get", false)
	return t.overlay.Get(table, key)
}

// Find implements settle.State.
func (t *tx) Find(q settle.Query) []settle.Row {
	t.enter("find", false)
	return t.overlay.Find(q)
}

// Exists implements settle.State.
func (t *tx) Exists(q settle.Query) bool {
	t.enter("exists", false)
	return t.overlay.Exists(q)
}

// Put implements settle.State.
func (t *tx) Put(r settle.Row) {
	t.enter("put", true)
	t.overlay.Put(r)
}

// Delete implements settle.State.
func (t *tx) Delete(table settle.Table, key string) {
	t.enter("delete", true)
	t.overlay.Delete(table, key)
}

// Head implements settle.Journal.
func (t *tx) Head() (uint64, settle.Hash) {
	t.enter("head", false)
	return t.seq, t.head
}

// Append implements settle.Journal.
func (t *tx) Append(f settle.Fact) {
	t.enter("append", true)
	if err := settle.CheckNext(t.seq, t.head, f); err != nil {
		fail("%w", err)
	}
	f.Body = slices.Clone(f.Body)
	t.facts = append(t.facts, f)
	t.seq, t.head = f.Seq, f.Hash()
}

// Events implements settle.Journal.
func (t *tx) Events(before uint64, limit int) (out []settle.Fact) {
	t.enter("events", false)
	for _, f := range slices.Backward(slices.Concat(t.store.data.facts, t.facts)) {
		if len(out) < limit && (before == 0 || f.Seq < before) && settle.IsEvent(f) {
			out = append(out, f)
		}
	}
	return out
}

// Tally implements settle.Lists.
func (t *tx) Tally(since int64) (out settle.Tally) {
	t.enter("tally", false)
	type key struct {
		mode   settle.Mode
		status settle.MissionStatus
	}
	sums := map[key]*settle.MissionTally{}
	whole := func(table settle.Table) []settle.Row {
		return t.scan(settle.Query{Table: table, Match: func(settle.Row) bool { return true }})
	}
	for _, m := range typed[*settle.Mission](whole(settle.TableMission)) {
		k := key{m.Mode, m.Status}
		if sums[k] == nil {
			sums[k] = &settle.MissionTally{Mode: m.Mode, Status: m.Status}
		}
		sums[k].N++
		sums[k].Reward = sums[k].Reward.SatAdd(m.Reward)
	}
	for _, s := range sums {
		out.Missions = append(out.Missions, *s)
	}
	slices.SortFunc(out.Missions, func(a, b settle.MissionTally) int {
		return cmp.Or(cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Status, b.Status))
	})
	out.Agents, out.Submissions = len(whole(settle.TableAgent)), len(whole(settle.TableSubmission))
	for _, f := range slices.Concat(t.store.data.facts, t.facts) {
		if f.At >= since && settle.IsEvent(f) {
			out.EventsSince++
		}
	}
	return out
}

// FactsOfBlock implements settle.Journal.
func (t *tx) FactsOfBlock(block settle.Hash) (out []settle.Fact) {
	t.enter("facts_of_block", false)
	for _, f := range slices.Concat(t.store.data.facts, t.facts) {
		if b, ok := f.OfBlock(); ok && b.Hash == block {
			out = append(out, f)
		}
	}
	return out
}

// check is what the database's constraints are to the other store.
func (t *tx) check() error {
	for _, r := range t.overlay.Dirty() {
		if _, err := settle.EncodeRow(r); err != nil {
			return fmt.Errorf("writing derived rows: %w", err)
		}
	}
	for _, r := range t.overlay.Dirty() {
		var err error
		switch r := r.(type) {
		case *settle.Allocation:
			err = t.checkUnits(r)
		case *settle.Transfer:
			err = t.checkVoid(r)
		}
		if err != nil {
			return fmt.Errorf("writing derived rows: %w", err)
		}
	}
	return nil
}

// checkUnits is R20: an allocation is within its transfer's value, and no two
// that count share a unit.
func (t *tx) checkUnits(a *settle.Allocation) error {
	tr := settle.GetRow[settle.Transfer](t.overlay, a.Transfer)
	if tr == nil || tr.Block.Hash != a.BlockHash || tr.LogIndex != a.LogIndex {
		return fmt.Errorf("allocation %s: there is no such transfer", a.Key())
	}
	if !a.Lo.Less(a.Hi) || tr.Value.Less(a.Hi) {
		return fmt.Errorf("allocation %s: units %s to %s of %s", a.Key(), a.Lo, a.Hi, tr.Value)
	}
	if a.VoidAt != 0 {
		return nil
	}
	if tr.Void {
		return fmt.Errorf("allocation %s counts, but a reorg removed its transfer", a.Key())
	}
	for _, b := range settle.FindRows[*settle.Allocation](t.overlay, settle.AllocationsOfTransfer(a.Transfer)) {
		if b.VoidAt == 0 && b.Key() != a.Key() && a.Lo.Less(b.Hi) && b.Lo.Less(a.Hi) {
			return fmt.Errorf("allocation %s overlaps %s", a.Key(), b.Key())
		}
	}
	return nil
}

// checkVoid: a transfer that a reorg removed pays for nothing.
func (t *tx) checkVoid(tr *settle.Transfer) error {
	if !tr.Void {
		return nil
	}
	for _, a := range settle.FindRows[*settle.Allocation](t.overlay, settle.AllocationsOfTransfer(tr.Key())) {
		if a.VoidAt == 0 {
			return fmt.Errorf("transfer %s was removed by a reorg, but allocation %s counts", tr.Key(), a.Key())
		}
	}
	return nil
}

// Missions implements settle.Lists.
func (t *tx) Missions(f settle.MissionFilter) []*settle.Mission {
	t.enter("missions", false)
	all := settle.Query{Name: "", Table: settle.TableMission, Match: func(r settle.Row) bool {
		m := r.(*settle.Mission)
		return f.Matches(m) && f.Behind(m)
	}}
	out := typed[*settle.Mission](t.scan(all))
	slices.SortFunc(out, func(a, b *settle.Mission) int { return newerFirst(a.CreatedAt, a.ID, b.CreatedAt, b.ID) })
	return first(out, f.Limit)
}

// Work implements settle.Lists.
func (t *tx) Work(missions []string, limit int) (out []*settle.Submission) {
	t.enter("work", false)
	for _, id := range missions {
		q := settle.Query{Name: "", Table: settle.TableSubmission, Match: func(r settle.Row) bool {
			s := r.(*settle.Submission)
			return s.Mission == id && s.Complete() && s.Status != settle.SubmissionAwaitingChain
		}}
		rows := typed[*settle.Submission](t.scan(q))
		slices.SortFunc(rows, func(a, b *settle.Submission) int { return -newerFirst(a.CreatedAt, a.ID, b.CreatedAt, b.ID) })
		out = append(out, first(rows, limit)...)
	}
	return out
}

func newerFirst(at int64, id string, at2 int64, id2 string) int {
	return -cmp.Or(cmp.Compare(at, at2), cmp.Compare(id, id2))
}

func first[T any](rows []T, limit int) []T {
	if limit > 0 && len(rows) > limit {
		return rows[:limit]
	}
	return rows
}

func typed[P settle.Row](rows []settle.Row) []P {
	out := make([]P, len(rows))
	for i, r := range rows {
		out[i] = r.(P)
	}
	return out
}

// scan is a query without an index.
func (t *tx) scan(q settle.Query) []settle.Row {
	return settle.NewOverlay(scanned{t}).Find(q)
}

// scanned answers any query by reading the whole table.
type scanned struct{ *tx }

// Find implements settle.State.
func (s scanned) Find(q settle.Query) (out []settle.Row) {
	for _, r := range s.store.data.state.rows[q.Table] {
		if cur := s.overlay.Get(q.Table, r.Key()); cur != nil && q.Match(cur) {
			out = append(out, cur)
		}
	}
	for _, r := range s.overlay.Rows(q.Table) {
		if s.store.data.state.Get(q.Table, r.Key()) == nil && q.Match(r) {
			out = append(out, r)
		}
	}
	return out
}

// SubmissionCounts implements settle.Lists.
func (t *tx) SubmissionCounts(missions []string) map[string]int {
	t.enter("submission_counts", false)
	out := map[string]int{}
	for _, id := range missions {
		if n := len(t.overlay.Find(settle.CompleteOfMission(id))); n > 0 {
			out[id] = n
		}
	}
	return out
}

// Picked implements settle.Lists.
func (t *tx) Picked(missions []string) map[string]bool {
	t.enter("picked", false)
	out := map[string]bool{}
	for _, r := range t.overlay.Find(settle.Reserved()) {
		if i := r.(*settle.Instruction); slices.Contains(missions, i.Mission) {
			out[i.Mission] = true
		}
	}
	return out
}

// InstructionsOf implements settle.Lists.
func (t *tx) InstructionsOf(missions []string) (out []*settle.Instruction) {
	t.enter("instructions_of", false)
	for _, id := range slices.Compact(slices.Sorted(slices.Values(missions))) {
		out = append(out, settle.FindRows[*settle.Instruction](t.overlay, settle.InstructionsOfMission(id))...)
	}
	slices.SortFunc(out, func(a, b *settle.Instruction) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Many implements settle.Lists.
func (t *tx) Many(table settle.Table, keys []string) map[string]settle.Row {
	t.enter("many", false)
	out := map[string]settle.Row{}
	for _, key := range keys {
		if r := t.overlay.Get(table, key); r != nil {
			out[key] = r
		}
	}
	return out
}

// CountRegistrations implements settle.Lists.
func (t *tx) CountRegistrations(since int64) int {
	t.enter("count_registrations", false)
	return len(t.scan(settle.Query{Table: settle.TableAgent, Match: func(r settle.Row) bool {
		a := r.(*settle.Agent)
		return a.CreatedAt >= since && (!a.KeyHash.IsZero() || a.Claimed())
	}}))
}

// RecentTransfersTo implements settle.Lists.
func (t *tx) RecentTransfersTo(to settle.Address, fromBlock uint64, limit int) []*settle.Transfer {
	t.enter("recent_transfers_to", false)
	out := typed[*settle.Transfer](t.overlay.Find(settle.TransfersTo(to)))
	out = slices.DeleteFunc(out, func(x *settle.Transfer) bool { return x.Block.Number < fromBlock })
	slices.Reverse(out)
	return first(out, limit)
}

// InstructionsOfAgent implements settle.Lists.
func (t *tx) InstructionsOfAgent(agent string, limit int) []*settle.Instruction {
	t.enter("instructions_of_agent", false)
	out := typed[*settle.Instruction](t.scan(settle.Query{Table: settle.TableInstruction, Match: func(r settle.Row) bool {
		i, submitter := r.(*settle.Instruction), ""
		if s := settle.GetRow[settle.Submission](t.overlay, i.Submission); s != nil {
			submitter = s.Agent
		}
		return slices.Contains(settle.Parties(i, submitter), agent)
	}}))
	slices.SortFunc(out, func(a, b *settle.Instruction) int { return newerFirst(int64(a.Seq), a.ID, int64(b.Seq), b.ID) })
	return first(out, limit)
}

// PointsMovements implements settle.Lists.
func (t *tx) PointsMovements(account, before string, limit int) []*settle.PointsMovement {
	t.enter("points_movements", false)
	out := typed[*settle.PointsMovement](t.scan(settle.Query{Table: settle.TablePointsMovement, Match: func(r settle.Row) bool {
		m := r.(*settle.PointsMovement)
		return (m.From == account || m.To == account) && (before == "" || m.Key() < before)
	}}))
	slices.Reverse(out)
	return first(out, limit)
}
