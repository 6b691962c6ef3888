package storetest

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

var (
	missionStates     = []settle.MissionStatus{settle.MissionOpen, settle.MissionAwarded, settle.MissionCancelled, settle.MissionExpired, settle.MissionRemoved, settle.MissionUnfunded}
	submissionStates  = []settle.SubmissionStatus{settle.SubmissionPending, settle.SubmissionAccepted, settle.SubmissionAcceptedLate, settle.SubmissionRejected, settle.SubmissionClosed, settle.SubmissionAwaitingChain, settle.SubmissionDraft, settle.SubmissionWithdrawn}
	instructionStates = []settle.InstructionStatus{settle.InstructionOpen, settle.InstructionSettled, settle.InstructionReverted, settle.InstructionHeld, settle.InstructionWithheld, settle.InstructionSuperseded}
)

// world draws rows of a small world, so that they meet and replace each other.
type world struct{ t *rapid.T }

func (w world) n(max int) int           { return rapid.IntRange(0, max).Draw(w.t, "n") }
func (w world) agent() string           { return fmt.Sprintf("agent%d", w.n(2)) }
func (w world) address() settle.Address { return addr(w.n(3)) }
func pick[T any](w world, from []T) T   { return rapid.SampledFrom(from).Draw(w.t, "choice") }
func (w world) maybe(id string) string  { return pick(w, []string{"", id}) }
func (w world) blockRef() settle.BlockRef {
	n := w.n(2)
	return settle.BlockRef{Number: uint64(n), Hash: hash(n)}
}

// base are the rows that others refer to.
func (w world) base() []settle.Row {
	var out []settle.Row
	for n := range 3 {
		id := fmt.Sprint(n)
		out = append(out, mission("m"+id, w.agent(), settle.MissionOpen))
	}
	for n := range 3 {
		id := fmt.Sprint(n)
		out = append(out, submission("s"+id, "m"+id, w.agent(), settle.SubmissionPending))
	}
	for n := range 3 {
		id := fmt.Sprint(n)
		out = append(out, instruction("i"+id, "m"+id, "s"+id, w.agent(), n, settle.InstructionOpen, w.address()))
	}
	return out
}

func (w world) row() settle.Row {
	n := w.n(2)
	id := fmt.Sprint(n)
	table := pick(w, settle.Tables())
	if r := ChainRow(table, w.address(), w.address(), hash(w.n(2)), n); r != nil {
		if a, ok := r.(*settle.EscrowAward); ok && w.n(2) == 0 {
			a.Submission = ""
		}
		return r
	}
	switch table {
	case settle.TableAgent:
		a := &settle.Agent{ID: "agent" + id, Name: "ä\u2028\"\\ " + id, CreatedAt: int64(w.n(9)), RatingMilli: -5}
		if w.n(1) == 1 {
			a.KeyHash = hash(n)
		}
		return a
	case settle.TableAPIKey:
		return &settle.APIKey{Hash: hash(n), Agent: w.agent(), Label: w.maybe("at home"), CreatedAt: int64(w.n(9)), Until: int64(w.n(2))}
	case settle.TableAddress:
		return &settle.AddressRow{Address: w.address(), Agent: w.maybe("agent" + id), PayerOf: w.maybe("agent0"), Dust: money.Units(uint64(n))}
	case settle.TableMission:
		m := mission("m"+id, w.agent(), pick(w, missionStates))
		m.Deadline = int64(w.n(3))
		if m.Status == settle.MissionUnfunded || w.n(2) == 0 {
			m.Mode, m.OnChain = settle.ModeEscrow, hash(700+n)
		}
		return m
	case settle.TableSubmission:
		s := submission("s"+id, fmt.Sprintf("m%d", w.n(2)), w.agent(), pick(w, submissionStates))
		for range w.n(3) {
			s.Contributors = append(s.Contributors, settle.Contributor{Agent: w.agent(), ShareBP: 5, Invited: w.n(1) == 1})
		}
		return s
	case settle.TableInstruction:
		return w.instruction(n)
	case settle.TableTag:
		return &settle.Tag{Ref: hash(n), Instruction: "i" + id, Leg: n - 1}
	case settle.TablePayer:
		return &settle.Payer{Address: w.address(), Poster: w.agent(), Instruction: w.maybe("i" + id), Method: "siwe"}
	case settle.TableTransfer:
		t := transfer(w.blockRef(), uint32(n), w.address(), w.address(), money.Units(9))
		t.Instruction = w.maybe("i" + id)
		return t
	case settle.TableIncident:
		return &settle.Incident{Seq: uint64(n + 1), Kind: settle.IncidentHalt, Instruction: w.maybe("i0"), ClearedAt: int64(w.n(1))}
	}
	return w.settings()
}

// settings with tiers by amount, of which rows of this world have 1 to 9 units.
func (w world) settings() *settle.Settings {
	s := &settle.Settings{ChainID: 8453, Token: w.address(), Confirmations: uint64(w.n(2))}
	for range w.n(2) {
		s.Finality = append(s.Finality, settle.FinalityRule{UpTo: money.Units(uint64(w.n(4))), Tier: w.tier()})
	}
	return s
}

func (w world) tier() settle.Tier {
	return pick(w, []settle.Tier{{Depth: 1}, {Depth: 2}, {Tag: settle.TagSafe}, {Tag: settle.TagFinalized}})
}

func (w world) instruction(n int) *settle.Instruction {
	id := fmt.Sprint(n)
	i := instruction("i"+id, "m"+id, fmt.Sprintf("s%d", w.n(2)), w.agent(), n, pick(w, instructionStates), w.address(), w.address())
	if i.Status != settle.InstructionSettled {
		i.Covered = w.n(1) == 1
	}
	i.Total, i.CoveredIn = money.Units(uint64(w.n(6))), uint64(w.n(3))
	if i.Status == settle.InstructionOpen {
		i.ReservedUntil = int64(w.n(3))
	}
	if w.n(1) == 1 {
		i.Deposit = addr(100 + n)
	}
	return i
}

// delete deletes a row, there or not, of a table that nothing refers to, and
// sometimes writes it again.
func (w world) delete(states ...settle.State) {
	r := w.row()
	deletable := slices.Contains(settle.MirrorTables(), r.Table())
	switch r.Table() {
	case settle.TableChainUndo, settle.TableEscrowAward, settle.TableAddress, settle.TablePayer, settle.TableTag, settle.TableIncident:
		deletable = true
	}
	if !deletable {
		return
	}
	refers := r.Table() == settle.TableTag || r.Table() == settle.TableEscrowAward // to what may not be there yet
	again := w.n(2) == 0 && !refers
	for _, s := range states {
		s.Delete(r.Table(), r.Key())
		if again {
			s.Put(r)
		}
	}
}

// queries are some, drawn from all access paths.
func (w world) queries(s settle.State) []settle.Query {
	var set settle.Settings
	if x := settle.GetRow[settle.Settings](s, settle.SettingsKey); x != nil {
		set = *x
	}
	tier := pick(w, append(set.Tiers(), w.tier()))
	a, h, g, n := w.address(), hash(w.n(2)), w.agent(), fmt.Sprint(w.n(2))
	all := []settle.Query{
		settle.KeysOfAgent(g), settle.KeysOfAgent(""), settle.AddressesOfAgent(g), settle.AddressesOfAgent(""),
		settle.SubmissionsOfMission("m" + n), settle.SubmissionsOfAgent(g), settle.SubmissionsJoinedBy(g), settle.SubmissionsAwaiting(g), settle.CompleteOfMission("m" + n), settle.MissionsOfPoster(g), settle.MissionsDue(int64(w.n(3))),
		settle.InstructionsOfMission("m" + n), settle.InstructionsOfSubmission("s" + n), settle.InstructionByDeposit(addr(100 + w.n(2))),
		settle.InstructionByDeposit(settle.Address{}), settle.Watching(a), settle.UnsettledOfPoster(g), settle.InstructionsDue(int64(w.n(3))),
		settle.Reserved(), settle.ReservedAfter("i" + n), settle.ReservedAfter(""), settle.RevertedOfPoster(g), settle.PayersOfAddress(a), settle.PayersOfPoster(g),
		settle.TransfersFrom(a), settle.TransfersTo(a), settle.TransfersOfBlock(h), settle.TransfersOfTx(hash(500 + w.n(2))),
		settle.TransfersTagged("i" + n), settle.TransfersTagged(""),
		settle.AllocationsOfTransfer(settle.TransferKey(w.blockRef(), uint32(w.n(2)))), settle.AllocationsOfInstruction("i" + n), settle.IncidentsOpen(),
		settle.MissionOnChain(hash(700 + w.n(2))), settle.MissionOnChain(settle.Hash{}),
	}
	waiting := []settle.Query{settle.InstructionsWaiting(set, tier, uint64(w.n(3))), settle.AwardsWaiting(set, tier, uint64(w.n(3)))}
	all = append(all, ChainQueries(w.address(), a, h, w.n(2))...)
	from := w.n(len(all) - 1)
	return append(append(all[from:], all[:from]...)[:9], waiting...)
}

// testState compares a store with an overlay over nothing, which answers by
// Match alone: in the transaction that writes and in those that follow.
func testState(t *testing.T, s Store) {
	rapid.Check(t, func(rt *rapid.T) {
		w := world{rt}
		if err := s.ReplaceDerived(t.Context(), func(func(settle.Row) error) error { return nil }); err != nil {
			rt.Fatal(err)
		}
		model := settle.NewOverlay(nil)
		writes := [][]settle.Row{w.base()}
		for range w.n(4) {
			var rows []settle.Row
			for range w.n(6) {
				rows = append(rows, w.row())
			}
			writes = append(writes, rows)
		}
		for _, rows := range writes {
			before, lists := w.n(1) == 1, w.n(1) == 1
			err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
				if before { // what was read before a write must not hide the write
					compare(rt, tx, model, w.queries(model))
				}
				for k, r := range rows {
					tx.Put(r)
					model.Put(r)
					w.delete(tx, model)
					if lists && k == 1 { // a list may make the store write early
						tx.SubmissionCount("m0")
					}
				}
				compare(rt, tx, model, w.queries(model))
				return nil
			})
			if err != nil {
				rt.Fatal(err)
			}
			if err := s.View(t.Context(), func(tx settle.Tx) error { compare(rt, tx, model, w.queries(model)); return nil }); err != nil {
				rt.Fatal(err)
			}
		}
		got, _, _, err := s.Digest(t.Context())
		if err != nil {
			rt.Fatal(err)
		}
		if want := digestOf(rt, model); got != want {
			rt.Fatalf("digest %s, want %s", got, want)
		}
	})
}

func compare(t *rapid.T, got, want settle.State, queries []settle.Query) {
	for _, q := range queries {
		g, w := keysOf(got.Find(q)), keysOf(want.Find(q))
		if !slices.Equal(g, w) {
			t.Fatalf("%s(%q): found %v, want %v", q.Name, q.Arg, g, w)
		}
		if e := got.Exists(q); e != (len(w) > 0) {
			t.Fatalf("%s(%q): exists is %t, but %d match", q.Name, q.Arg, e, len(w))
		}
		for _, r := range got.Find(q) {
			if !q.Match(r) {
				t.Fatalf("%s(%q): found %s, which does not match", q.Name, q.Arg, r.Key())
			}
		}
	}
}

func digestOf(t interface{ Fatal(...any) }, model *settle.Overlay) settle.Hash {
	h, err := settle.StateDigest(func(tb settle.Table, yield func(settle.Row) error) error {
		for _, r := range model.Rows(tb) {
			if err := yield(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// testWritesAreReadBack: an answer that was remembered follows the writes.
func testWritesAreReadBack(t *testing.T, s Store) {
	a := addr(1)
	update(t, s, func(tx settle.Tx) {
		equal(t, "watched before", tx.Exists(settle.Watching(a)), false)
		i := picked(tx, "one", a)
		equal(t, "watched", tx.Exists(settle.Watching(a)), true)
		done := *i
		done.Status, done.SettledAt, done.Covered = settle.InstructionSettled, 5, true
		tx.Put(&done)
		equal(t, "watched after settling", tx.Exists(settle.Watching(a)), false)
		equal(t, "found after settling", len(tx.Find(settle.Watching(a))), 0)
	})
	update(t, s, func(tx settle.Tx) {
		equal(t, "watched later", tx.Exists(settle.Watching(a)), false)
		back := *settle.GetRow[settle.Instruction](tx, "one")
		back.Status, back.Covered = settle.InstructionReverted, false
		tx.Put(&back)
	})
	view(t, s, func(tx settle.Tx) { equal(t, "watched again", tx.Exists(settle.Watching(a)), true) })
	update(t, s, func(tx settle.Tx) {
		equal(t, "watched by the stored row", tx.Exists(settle.Watching(a)), true)
		i := *settle.GetRow[settle.Instruction](tx, "one")
		i.Status, i.Covered = settle.InstructionSettled, true
		tx.Put(&i)
		equal(t, "the written row hides the stored one", tx.Exists(settle.Watching(a)), false)
	})
}

// testDeletedRowsAreGone: also when the store wrote early, and when the very
// same row comes back.
func testDeletedRowsAreGone(t *testing.T, s Store) {
	r := &settle.Payer{Address: addr(1), Poster: "poster", Method: "siwe"}
	gone := func(tx settle.Tx) {
		t.Helper()
		equal(t, "get", tx.Get(settle.TablePayer, r.Key()) == nil, true)
		equal(t, "find", len(tx.Find(settle.PayersOfAddress(addr(1)))), 0)
		equal(t, "exists", tx.Exists(settle.PayersOfAddress(addr(1))), false)
	}
	there := func(tx settle.Tx) {
		t.Helper()
		equal(t, "get", tx.Get(settle.TablePayer, r.Key()) != nil, true)
		equal(t, "find", len(tx.Find(settle.PayersOfAddress(addr(1)))), 1)
		equal(t, "exists", tx.Exists(settle.PayersOfAddress(addr(1))), true)
	}
	early := func(tx settle.Tx) { tx.SubmissionCount("m0") }
	empty, _, _, err := s.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx settle.Tx) {
		tx.Put(r)
		early(tx)
		tx.Delete(settle.TablePayer, r.Key())
		gone(tx)
		early(tx)
		tx.Put(r)
		there(tx)
		tx.Delete(settle.TablePayer, "nobody")
	})
	view(t, s, there)
	update(t, s, func(tx settle.Tx) {
		there(tx)
		tx.Delete(settle.TablePayer, r.Key())
		gone(tx)
		early(tx)
		gone(tx)
	})
	view(t, s, gone)
	after, _, _, err := s.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "digest", after, empty)
	update(t, s, func(tx settle.Tx) { tx.Put(r) })
	if err := tryUpdateFails(t, s, func(tx settle.Tx) { tx.Delete(settle.TablePayer, r.Key()) }); err == nil {
		t.Fatal("the failed transaction has no error")
	}
	view(t, s, there)
}

// tryUpdateFails runs fn in a transaction that fails.
func tryUpdateFails(t *testing.T, s Store, fn func(settle.Tx)) error {
	t.Helper()
	return s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error { fn(tx); return errWanted })
}

func testNothingThere(t *testing.T, s Store) {
	view(t, s, func(tx settle.Tx) {
		for _, tb := range settle.Tables() {
			if r := tx.Get(tb, "nobody"); r != nil {
				t.Fatalf("%s: got %v", tb, r)
			}
		}
		seq, h := tx.Head()
		equal(t, "seq", seq, 0)
		equal(t, "head", h, settle.Hash{})
		equal(t, "tip", tx.Tip(), nil)
		equal(t, "applied", tx.Applied(), nil)
		equal(t, "canonical", tx.Canonical(1), nil)
		equal(t, "tail", len(tx.Tail(5)), 0)
		equal(t, "envelope", tx.Envelope("x") == nil, true)
		equal(t, "session", tx.Session(hash(1), 0), nil)
		equal(t, "concerning", len(tx.Concerning(hash(1))), 0)
	})
}

func testReplaceDerived(t *testing.T, s Store) {
	update(t, s, func(tx settle.Tx) {
		picked(tx, "old", addr(1))
		appendFact(tx, "kept")
	})
	fresh := settle.NewOverlay(nil)
	for n := range 1200 {
		id := fmt.Sprintf("x%d", n)
		fresh.Put(mission("m-"+id, "poster", settle.MissionOpen))
		fresh.Put(submission("s-"+id, "m-"+id, "worker", settle.SubmissionPending))
		fresh.Put(instruction(id, "m-"+id, "s-"+id, "poster", n, settle.InstructionOpen, addr(2)))
	}
	load := func(yield func(settle.Row) error) error {
		for _, r := range fresh.Dirty() {
			if err := yield(r); err != nil {
				return err
			}
		}
		return nil
	}
	old, seq, _, err := s.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = s.ReplaceDerived(t.Context(), func(yield func(settle.Row) error) error {
		if err := load(yield); err != nil {
			return err
		}
		return errWanted
	})
	if err == nil {
		t.Fatal("the error of rows was lost")
	}
	same, _, _, err := s.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "digest after a failure", same, old)
	if err := s.ReplaceDerived(t.Context(), load); err != nil {
		t.Fatal(err)
	}
	got, after, _, err := s.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "digest", got, digestOf(t, fresh))
	equal(t, "journal", after, seq)
	view(t, s, func(tx settle.Tx) {
		equal(t, "the old leg is watched", tx.Exists(settle.Watching(addr(1))), false)
		equal(t, "the new leg is watched", len(tx.Find(settle.Watching(addr(2)))), 1200)
		equal(t, "the worker's list", len(tx.InstructionsOfAgent("worker", 2000)), 1200)
	})
}
