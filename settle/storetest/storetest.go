// Package storetest is the suite that every implementation of settle.Store and
// of what goes with it must pass.
//
// # Guarantees
//
//   - Run needs nothing but a way to make empty stores; it reads no clock but
//     to let a lease expire.
//   - Stores that pass behave alike: what one refuses the other refuses.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Store is what the suite tests.
type Store interface {
	settle.Store
	Acquire(ctx context.Context, holder string, ttl time.Duration) (epoch int64, ok bool, err error)
	Renew(ctx context.Context, epoch int64, ttl time.Duration) (ok bool, err error)
	Release(ctx context.Context, epoch int64) error
	Pin(ctx context.Context, chainID uint64, genesis settle.Hash) error
	Digest(ctx context.Context) (settle.Hash, uint64, settle.BlockRef, error)
	ReplaceDerived(ctx context.Context, rows func(yield func(settle.Row) error) error) error
	Sweep(ctx context.Context, now int64) error
}

// Run runs the suite; open makes an empty store that ends with its test.
func Run(t *testing.T, open func(t *testing.T) Store) {
	tests := map[string]func(*testing.T, Store){
		"State":               testState,
		"StateInOneUpdate":    testWritesAreReadBack,
		"DeletedRowsAreGone":  testDeletedRowsAreGone,
		"JournalIsChained":    testJournalIsChained,
		"JournalOrder":        testJournalOrder,
		"AbortLeavesNothing":  testAbortLeavesNothing,
		"ViewIsOneSnapshot":   testViewIsOneSnapshot,
		"ContextEndsWaiting":  testContextEndsWaiting,
		"LeaseIsExclusive":    testLease,
		"EpochFences":         testEpochFences,
		"Pin":                 testPin,
		"Window":              testWindow,
		"WindowReorg":         testWindowReorg,
		"Concerning":          testConcerning,
		"Events":              testEvents,
		"Sessions":            testSessions,
		"Identities":          testIdentities,
		"RequestNonces":       testRequestNonces,
		"CheckJobs":           testCheckJobs,
		"Allowances":          testAllowances,
		"RegistryBindings":    testRegistryBindings,
		"Receipts":            testReceipts,
		"Webhooks":            testWebhooks,
		"Lists":               testLists,
		"Ranking":             testRanking,
		"RatingHistory":       testRatingHistory,
		"TallyOf":             testTallyOf,
		"Activity":            testActivity,
		"Points":              testPoints,
		"LedgerRefuses":       testLedger,
		"HostileText":         testHostileText,
		"LargestAmounts":      testLargestAmounts,
		"ReplaceDerived":      testReplaceDerived,
		"FactsStream":         testFactsStream,
		"FactsOfBlock":        testFactsOfBlock,
		"UnknownTableEntries": testNothingThere,
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// update fails the test if the transaction does.
func update(t *testing.T, s Store, fn func(settle.Tx)) {
	t.Helper()
	if err := tryUpdate(t, s, fn); err != nil {
		t.Fatal(err)
	}
}

func tryUpdate(t *testing.T, s Store, fn func(settle.Tx)) error {
	t.Helper()
	return s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error { fn(tx); return nil })
}

func view(t *testing.T, s Store, fn func(settle.Tx)) {
	t.Helper()
	if err := s.View(t.Context(), func(tx settle.Tx) error { fn(tx); return nil }); err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// appendFact adds a small fact behind the head.
func appendFact(tx settle.Tx, text string) settle.Fact {
	seq, head := tx.Head()
	f, err := settle.NewFact(seq+1, head, 1000, &settle.Halted{Reason: text})
	if err != nil {
		panic(err)
	}
	tx.Append(f)
	return f
}

func addr(n int) settle.Address { return settle.Address{0: 0xaa, 18: byte(n >> 8), 19: byte(n)} }
func hash(n int) settle.Hash    { return settle.Hash{0: 0xbb, 30: byte(n >> 8), 31: byte(n)} }

// The makers of rows below give rows that keep the promises of the fold: ends
// have their times, only open instructions hold a slot.

func mission(id, poster string, status settle.MissionStatus) *settle.Mission {
	m := &settle.Mission{ID: id, Poster: poster, Title: "Mission " + id, Category: "code", Status: status, MaxWinners: 1,
		Reward: money.Units(5), Deadline: 100, CreatedAt: 50, Mode: settle.ModeDirect}
	switch status {
	case settle.MissionUnfunded:
		m.Mode, m.OnChain = settle.ModeEscrow, settle.Keccak256([]byte(id))
	case settle.MissionOpen:
	default:
		m.ClosedAt = 90
	}
	return m
}

func submission(id, mission, agent string, status settle.SubmissionStatus) *settle.Submission {
	s := &settle.Submission{ID: id, Mission: mission, Agent: agent, Status: status, Milestone: -1, CreatedAt: 60}
	if status != settle.SubmissionPending && status != settle.SubmissionAwaitingChain && status != settle.SubmissionDraft {
		s.DecidedAt = 80
	}
	if status == settle.SubmissionAccepted || status == settle.SubmissionAcceptedLate {
		s.ReleasedAt = 80
	}
	return s
}

func instruction(id, mission, submission, poster string, n int, status settle.InstructionStatus, legs ...settle.Address) *settle.Instruction {
	i := &settle.Instruction{ID: id, Digest: hash(10_000 + n), Mission: mission, Submission: submission, Poster: poster,
		Status: status, Seq: uint64(n), Total: money.Units(5)}
	for _, a := range legs {
		i.Legs = append(i.Legs, settle.Leg{To: a, Amount: money.Units(5), Parts: []settle.Part{{Role: settle.RoleContributor, Agent: "worker-" + a.String()[38:]}}})
	}
	if status == settle.InstructionSettled || status == settle.InstructionReverted {
		i.SettledAt = 70
	}
	i.Covered = status == settle.InstructionSettled
	return i
}

func transfer(block settle.BlockRef, index uint32, from, to settle.Address, value money.Amount) *settle.Transfer {
	return &settle.Transfer{Block: block, LogIndex: index, TxHash: hash(int(index) + 500), From: from, To: to, Value: value, Counted: value, Sender: from}
}

func allocation(t *settle.Transfer, seq int, lo, hi money.Amount, instruction string) *settle.Allocation {
	return &settle.Allocation{Seq: seq, Transfer: t.Key(), BlockHash: t.Block.Hash, LogIndex: t.LogIndex, Lo: lo, Hi: hi, Instruction: instruction, Rule: settle.RuleTag}
}

// picked puts one mission with one submission and one open instruction.
func picked(s settle.State, id string, legs ...settle.Address) *settle.Instruction {
	s.Put(mission("m-"+id, "poster", settle.MissionOpen))
	s.Put(submission("s-"+id, "m-"+id, "worker", settle.SubmissionPending))
	n := 0
	for _, c := range id {
		n = n*31%5000 + int(c)
	}
	i := instruction(id, "m-"+id, "s-"+id, "poster", n, settle.InstructionOpen, legs...)
	s.Put(i)
	return i
}

func keysOf(rows []settle.Row) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.Key()
	}
	return out
}

var errWanted = errors.New("wanted")

func block(number uint64, fork int, parent settle.Hash, logs ...settle.Log) settle.Block {
	return settle.Block{BlockRef: settle.BlockRef{Number: number, Hash: settle.Keccak256([]byte(fmt.Sprintf("%d/%d", number, fork)))},
		Parent: parent, Time: int64(number) * 2, Logs: logs, Source: "test"}
}

// pay is the log of a transfer in the transaction with that number.
func pay(index uint32, tx int, from, to settle.Address, value uint64) settle.Log {
	return settle.Log{Index: index, TxHash: hash(tx), TxIndex: uint32(tx), Emitter: addr(999), Kind: settle.LogTransfer, From: from, To: to, Value: money.Units(value)}
}
