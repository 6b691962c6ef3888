package enginetest

import (
	"encoding/json"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/memstore"
)

// Audit holds the daemon's state against the chain and the rules; it fails the
// test at the first difference. The store must be at the chain's tip.
func (w *World) Audit() {
	w.T.Helper()
	w.refold()
	applied := w.applied()
	x := &audit{w: w, s: w.shadow, applied: applied, live: map[string][]*settle.Allocation{}}
	x.collect()
	x.units()
	x.bounces()
	for _, i := range x.instructions {
		if i.Status == settle.InstructionSuperseded {
			x.superseded(i)
			continue
		}
		x.reserved(i)
		x.settledMeansPaid(i)
		x.inbox(i)
		x.paidMeansSettled(i)
		x.awarded(i)
		x.ratings(i)
	}
	ratingHistories(w.T, x.s)
	x.intents()
	x.slots()
	x.teams()
	x.released()
	x.held()
	x.receipts()
	w.counted()
}

// Follow notes up to where blocks were applied, as Audit does, and looks at
// nothing else. A history that does not audit every step calls it after each.
func (w *World) Follow() {
	w.T.Helper()
	w.applied()
}

// Digest is the live state digest with the journal's length.
func (w *World) Digest() (settle.Hash, uint64) {
	w.T.Helper()
	h, seq, _, err := w.Store.Digest(w.Ctx)
	w.must(err, "reading the state digest")
	return h, seq
}

func (w *World) applied() uint64 {
	w.T.Helper()
	h, err := w.Engine.Health(w.Ctx)
	w.must(err, "reading health")
	if h.Applied == nil {
		return 0
	}
	due := uint64(max(0, int64(w.Chain.Tip().Number)-int64(w.Conf.Confirmations)))
	waits := w.Agreed != nil // for a quorum, below the depth
	if n := h.Applied.Number; n < due && !waits || n > max(due, w.reached) {
		w.T.Fatalf("applied up to block %d, where %d has the depth", n, due)
	}
	w.reached = h.Applied.Number
	if b := w.Chain.Blocks[h.Applied.Number]; b.BlockRef != *h.Applied {
		w.T.Fatalf("applied block %v is not canonical", *h.Applied)
	}
	return h.Applied.Number
}

// refold folds what the journal has gained into the shadow state, fact by fact:
// the chain of hashes holds, every change of state is in the tables, and the
// result is the live state. Without a new fact the digests are not computed
// again; what was written without one shows at the next, or at the end.
func (w *World) refold() {
	w.T.Helper()
	known := w.shadowSeq
	err := w.Store.Facts(w.Ctx, w.shadowSeq, func(f settle.Fact) error {
		if f.Seq != w.shadowSeq+1 || f.Prev != w.shadowTip {
			w.T.Fatalf("fact %d does not chain", f.Seq)
		}
		w.reservations(f)
		w.tiers(f)
		before := statuses(w.shadow)
		w.must(settle.Fold(w.shadow, f, Rater{}), "folding again")
		w.transitions(f, before, statuses(w.shadow))
		w.shadowSeq, w.shadowTip = f.Seq, f.Hash()
		return nil
	})
	w.must(err, "reading the journal")
	if w.shadowSeq != known {
		w.CompareDigests()
	}
}

// CompareDigests compares the live state with the refolded one.
func (w *World) CompareDigests() {
	w.T.Helper()
	again, err := settle.StateDigest(w.encoded)
	w.must(err, "digesting the refolded state")
	live, seq := w.Digest()
	if live != again || seq != w.shadowSeq {
		w.T.Fatalf("the refolded state %s (fact %d) differs from the live one %s (fact %d)", again, w.shadowSeq, live, seq)
	}
}

// Refold folds the whole journal from nothing, as a rebuild does, and compares.
func (w *World) Refold() {
	w.T.Helper()
	s := memstore.NewState()
	w.must(w.Store.Facts(w.Ctx, 0, func(f settle.Fact) error { return settle.Fold(s, f, Rater{}) }), "folding from nothing")
	again, err := s.Digest()
	w.must(err, "digesting the rebuilt state")
	if live, _ := w.Digest(); live != again {
		w.T.Fatalf("the rebuilt state %s differs from the live one %s", again, live)
	}
}

// encoded yields the shadow's rows with their JSON, which is made once: rows are
// never changed in place.
func (w *World) encoded(t settle.Table, yield func(settle.Row) error) error {
	return w.shadow.Rows(t, func(r settle.Row) error {
		e, ok := w.json[r]
		if !ok {
			raw, err := json.Marshal(r)
			if err != nil {
				return err
			}
			e = encodedRow{r, raw}
			w.json[r] = e
		}
		return yield(e)
	})
}

type encodedRow struct {
	settle.Row
	raw []byte
}

// MarshalJSON implements json.Marshaler.
func (e encodedRow) MarshalJSON() ([]byte, error) { return e.raw, nil }

func statuses(s *memstore.State) map[string]string {
	out := map[string]string{}
	each(s, settle.TableMission, func(m *settle.Mission) { out["m "+m.ID] = string(m.Status) })
	each(s, settle.TableSubmission, func(m *settle.Submission) { out["s "+m.ID] = string(m.Status) })
	each(s, settle.TableInstruction, func(m *settle.Instruction) { out["i "+m.ID] = string(m.Status) })
	each(s, settle.TableEscrowAward, func(a *settle.EscrowAward) { out["a "+a.Key()] = string(a.Status) })
	return out
}

func each[P settle.Row](s *memstore.State, t settle.Table, fn func(P)) {
	_ = s.Rows(t, func(r settle.Row) error { fn(r.(P)); return nil })
}

func (w *World) transitions(f settle.Fact, before, after map[string]string) {
	w.T.Helper()
	reorg := f.Kind == settle.KindBlockUnapplied
	replay := f.Kind == settle.KindContractsReplayed // un-applies and applies at once
	for k, to := range after {
		from, had := before[k]
		ok := from == to
		switch {
		case ok:
		case !had:
			ok = k[0] == 'm' && w.inEscrow(k[2:]) || slices.Contains([]string{"open", "pending", "draft", "awaiting_chain", "confirmed"}, to) ||
				f.Kind == settle.KindWorkSubmitted && (to == "closed" || to == "rejected") // deposited after the end, or unmatched
		case replay && (k[0] == 'm' || k[0] == 's'):
			ok = from != string(settle.SubmissionAccepted) && from != string(settle.MissionRemoved)
		case k[0] == 'm':
			ok = slices.Contains(settle.MissionTransitions()[settle.MissionStatus(from)], settle.MissionStatus(to)) ||
				reorg && slices.Contains(settle.MissionReorgs()[settle.MissionStatus(from)], settle.MissionStatus(to))
		case k[0] == 's':
			ok = slices.Contains(settle.SubmissionTransitions()[settle.SubmissionStatus(from)], settle.SubmissionStatus(to)) ||
				reorg && slices.Contains(settle.SubmissionReorgs()[settle.SubmissionStatus(from)], settle.SubmissionStatus(to))
		case k[0] == 'a':
			ok = slices.Contains(settle.AwardTransitions()[settle.AwardStatus(from)], settle.AwardStatus(to))
		default:
			ok = slices.Contains(settle.InstructionTransitions()[settle.InstructionStatus(from)], settle.InstructionStatus(to))
		}
		if !ok {
			w.T.Fatalf("fact %d (%s) moved %s from %q to %q", f.Seq, f.Kind, k, from, to)
		}
	}
}

// inEscrow: the state of such a mission is computed from the first.
func (w *World) inEscrow(mission string) bool {
	m := settle.GetRow[settle.Mission](w.shadow, mission)
	return m != nil && m.Mode == settle.ModeEscrow
}

// audit is one round of checks.
type audit struct {
	w            *World
	s            *memstore.State
	applied      uint64
	instructions []*settle.Instruction
	// live are the allocations that count, by instruction.
	live map[string][]*settle.Allocation
	// onLog sums the units that are used of a log, by transfer.
	onLog map[string]uint64
}

func (x *audit) collect() {
	x.onLog = map[string]uint64{}
	each(x.s, settle.TableInstruction, func(i *settle.Instruction) { x.instructions = append(x.instructions, i) })
	each(x.s, settle.TableAllocation, func(a *settle.Allocation) {
		if a.VoidAt == 0 {
			x.live[a.Instruction] = append(x.live[a.Instruction], a)
			n, _ := a.Amount().Uint64()
			x.onLog[a.Transfer] += n
		}
	})
}

// log is the canonical, confirmed log of a recorded transfer, or nil.
func (x *audit) log(t *settle.Transfer) (*Block, *Log) {
	if t.Block.Number > x.applied || t.Block.Number >= uint64(len(x.w.Chain.Blocks)) {
		return nil, nil
	}
	b := x.w.Chain.Blocks[t.Block.Number]
	if b.BlockRef != t.Block {
		return nil, nil
	}
	for _, m := range b.Txs {
		for k := range m.Logs {
			if m.Logs[k].Index == t.LogIndex {
				return b, &m.Logs[k]
			}
		}
	}
	return nil, nil
}

// units is R20: no unit pays twice, and every unit that counts is on the chain.
func (x *audit) units() {
	x.w.T.Helper()
	by := map[string][]*settle.Allocation{}
	for _, as := range x.live {
		for _, a := range as {
			by[a.Transfer] = append(by[a.Transfer], a)
		}
	}
	for key, as := range by {
		t := settle.GetRow[settle.Transfer](x.s, key)
		_, l := x.log(t)
		if l == nil || t.Void {
			x.w.T.Fatalf("allocation on transfer %s, which is not on the confirmed chain", key)
			return
		}
		if l.Kind != settle.LogTransfer || l.Emitter != x.w.Chain.Token || l.From != t.From || l.To != t.To || l.Value != t.Value {
			x.w.T.Fatalf("transfer %s is recorded as something else than %+v", key, l)
		}
		slices.SortFunc(as, func(a, b *settle.Allocation) int { return a.Lo.Cmp(b.Lo) })
		for k, a := range as {
			if !a.Lo.Less(a.Hi) || l.Value.Less(a.Hi) || k > 0 && a.Lo.Less(as[k-1].Hi) {
				x.w.T.Fatalf("allocation %s: units %s to %s of %s overlap or overrun", a.Key(), a.Lo, a.Hi, l.Value)
			}
			x.rightful(a, t, l)
		}
	}
}

// rightful: the unit belongs to this leg by what is true of the log.
func (x *audit) rightful(a *settle.Allocation, t *settle.Transfer, l *Log) {
	x.w.T.Helper()
	i := settle.GetRow[settle.Instruction](x.s, a.Instruction)
	if !slices.Contains(x.w.legsOf(i, l.To), a.Leg) {
		x.w.T.Fatalf("allocation %s pays leg %s with money that went to %s", a.Key(), i.Legs[a.Leg].To, l.To)
	}
	id, leg, tagged := x.w.tagOf(l)
	if a.Rule != settle.RuleDirect && !slices.Contains(i.Accepts, settle.Identification(a.Rule)) {
		x.w.T.Fatalf("allocation %s by rule %s, which the mission does not accept", a.Key(), a.Rule)
	}
	switch a.Rule {
	case settle.RuleDirect:
		if !slices.ContainsFunc(x.w.line(i), func(o *settle.Instruction) bool { return x.w.directed[t.Key()+" "+o.ID] }) {
			x.w.T.Fatalf("allocation %s was directed by nobody", a.Key())
		}
	case settle.RuleTag, settle.RuleDeposit:
		if !tagged || id != i.ID || leg >= 0 && leg != a.Leg {
			x.w.T.Fatalf("allocation %s to %s: the log's tag is of %q", a.Key(), i.ID, id)
		}
		if (a.Rule == settle.RuleDeposit) != x.w.isDeposit(i, l.Sender) {
			x.w.T.Fatalf("allocation %s by rule %s of money of %s", a.Key(), a.Rule, l.Sender)
		}
	case settle.RulePayer:
		if tagged || !x.w.mayPay(x.s, l.From, i) || !x.w.admitsTo(i, l.To, t.Block) {
			x.w.T.Fatalf("allocation %s: money of %s does not pay %s of %s by payer", a.Key(), l.From, i.ID, i.Poster)
		}
		if o := x.w.owners[l.From]; o == nil || o.Agent != i.Poster {
			x.w.T.Fatalf("allocation %s: %s belongs to another than the poster", a.Key(), l.From)
		}
	}
}

// tagOf is what a log's genuine tag identifies; tagged is false for a nonce that
// nobody derived.
func (w *World) tagOf(l *Log) (instruction string, leg int, tagged bool) {
	if l.Tag == nil {
		return "", 0, false
	}
	r, known := w.refs[l.Tag.Ref]
	if l.Tag.Contract.IsZero() {
		if !known || r.leg < 0 {
			return "", 0, false
		}
		if i := settle.GetRow[settle.Instruction](w.shadow, r.instruction); i == nil || i.Legs[r.leg].To != l.To {
			return "", 0, true
		}
		if holds := w.holder(r.instruction); holds != r.instruction {
			return holds, -1, true
		}
		return r.instruction, r.leg, true
	}
	i := settle.GetRow[settle.Instruction](w.shadow, r.instruction)
	if !known || r.leg != -1 || i == nil || i.PayContract != l.Tag.Contract {
		return "", 0, true
	}
	if len(w.legsOf(i, l.To)) == 0 {
		return "", 0, true // its digest, and none of its payees: not even if its successor has such a one
	}
	return w.holder(r.instruction), -1, true
}

// mayPay: the world saw the proof, and the address is no contributor's.
func (w *World) mayPay(s settle.State, a settle.Address, i *settle.Instruction) bool {
	proven := slices.ContainsFunc(w.proofs, func(p Proof) bool {
		return p.Address == a && p.Poster == i.Poster && (p.Instruction == "" || p.Instruction == i.ID || slices.Contains(w.lines[i.ID], p.Instruction))
	})
	return proven && !w.contributor(s, a, i)
}

// contributor: the address is known to be one of an agent who shares in it.
func (w *World) contributor(s settle.State, a settle.Address, i *settle.Instruction) bool {
	for _, x := range w.line(i) {
		if slices.ContainsFunc(x.Legs, func(l settle.Leg) bool { return l.To == a && !l.OnlyFee() }) {
			return true
		}
	}
	row := settle.GetRow[settle.AddressRow](s, a.String())
	sub := settle.GetRow[settle.Submission](s, i.Submission)
	return row != nil && slices.ContainsFunc(sub.Contributors, func(c settle.Contributor) bool { return c.Agent == row.Agent })
}

// admits is R13 for untagged logs, said again.
func admits(i *settle.Instruction, b settle.BlockRef) bool {
	if b.Number > i.Issued.Number {
		return true
	}
	k := int(i.Issued.Number - b.Number)
	return k < 64 && k < len(i.Window) && i.Window[k] != b.Hash
}
