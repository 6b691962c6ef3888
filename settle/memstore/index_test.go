package memstore_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/storetest"
)

// The few values that rows and queries draw from, so that they meet often.
func address(t *rapid.T) settle.Address {
	return settle.Address{19: byte(rapid.IntRange(0, 2).Draw(t, "address"))}
}

func hash(t *rapid.T) settle.Hash {
	return settle.Hash{31: byte(rapid.IntRange(0, 2).Draw(t, "hash"))}
}

func id(t *rapid.T) string { return rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "id") }

func small(t *rapid.T) int64 { return int64(rapid.IntRange(0, 3).Draw(t, "n")) }

func of[K comparable, V any](t *rapid.T, m map[K]V) K {
	return rapid.Custom(func(t *rapid.T) K {
		keys := make([]K, 0, len(m))
		for k := range m {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b K) int { return slices.Compare([]byte(fmt.Sprint(a)), []byte(fmt.Sprint(b))) })
		return rapid.SampledFrom(keys).Draw(t, "key")
	}).Draw(t, "state")
}

func row(t *rapid.T) settle.Row {
	key := fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "key"))
	table := rapid.SampledFrom(settle.Tables()).Draw(t, "table")
	if r := storetest.ChainRow(table, address(t), address(t), hash(t), int(small(t))); r != nil {
		return r
	}
	if r := storetest.PointsRow(table, id(t), id(t), int(small(t))); r != nil {
		return r
	}
	switch table {
	case settle.TableAgent:
		return &settle.Agent{ID: key, KeyHash: hash(t)}
	case settle.TableAPIKey:
		return &settle.APIKey{Hash: hash(t), Agent: id(t)}
	case settle.TableAddress:
		return &settle.AddressRow{Address: address(t), Agent: id(t)}
	case settle.TableMission:
		return &settle.Mission{ID: key, Poster: id(t), Status: of(t, settle.MissionTransitions()), Deadline: small(t), OnChain: hash(t),
			Mode: rapid.SampledFrom([]settle.Mode{settle.ModeDirect, settle.ModeEscrow}).Draw(t, "mode")}
	case settle.TableSubmission:
		return &settle.Submission{ID: key, Mission: id(t), Agent: id(t)}
	case settle.TableInstruction:
		return &settle.Instruction{ID: key, Mission: id(t), Submission: id(t), Poster: id(t), Deposit: address(t),
			Status: of(t, settle.InstructionTransitions()), ReservedUntil: small(t),
			Covered: rapid.Bool().Draw(t, "covered"), Legs: []settle.Leg{{To: address(t)}, {To: address(t)}}}
	case settle.TableTag:
		return &settle.Tag{Ref: hash(t)}
	case settle.TablePayer:
		return &settle.Payer{Address: address(t), Instruction: id(t), Poster: id(t)}
	case settle.TableTransfer:
		return &settle.Transfer{Block: settle.BlockRef{Hash: hash(t)}, TxHash: hash(t), From: address(t), To: address(t), Instruction: id(t)}
	case settle.TableAllocation:
		return &settle.Allocation{Transfer: id(t), Seq: int(small(t)), Instruction: id(t)}
	case settle.TableIncident:
		return &settle.Incident{Seq: uint64(small(t)), ClearedAt: small(t)}
	case settle.TableRating:
		return &settle.RatingEntry{Agent: id(t), Seq: uint64(small(t))}
	}
	return &settle.Settings{}
}

func queries(t *rapid.T) []settle.Query {
	a, h, s, n := address(t), hash(t), id(t), small(t)
	return append(storetest.ChainQueries(a, address(t), h, int(n)),
		settle.KeysOfAgent(s), settle.RatingsOfAgent(s), settle.AddressesOfAgent(s), settle.SubmissionsOfMission(s), settle.SubmissionsOfAgent(s),
		settle.MissionsOfPoster(s), settle.MissionsDue(n), settle.InstructionsOfMission(s), settle.InstructionsOfSubmission(s),
		settle.InstructionByDeposit(a), settle.Watching(a), settle.UnsettledOfPoster(s), settle.InstructionsDue(n),
		settle.Reserved(), settle.ReservedAfter(s), settle.InstructionsWaiting(settle.Settings{Confirmations: 6}, settle.Tier{Depth: 6}, uint64(n)), settle.RevertedOfPoster(s), settle.PayersOfAddress(a), settle.PayersOfPoster(s),
		settle.TransfersFrom(a), settle.TransfersTo(a), settle.TransfersOfBlock(h), settle.TransfersOfTx(h),
		settle.TransfersTagged(s), settle.AllocationsOfTransfer(s), settle.AllocationsOfInstruction(s), settle.IncidentsOpen(), settle.IncidentsOfFact(uint64(n)), settle.MissionOnChain(h), settle.PointsBallots(s), settle.PointsCommitments(s), settle.CommitmentsWaiting())
}

// An overlay without base finds by scanning with Match alone, so it is the
// definition that the indexes must agree with.
func TestIndexesAgreeWithMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		indexed, scanned := memstore.NewState(), settle.NewOverlay(nil)
		for range rapid.IntRange(0, 40).Draw(t, "rows") {
			r := row(t)
			indexed.Put(r)
			scanned.Put(r)
		}
		for _, q := range queries(t) {
			got, want := indexed.Find(q), scanned.Find(q)
			if !slices.Equal(got, want) {
				t.Fatalf("%s(%q): found %v, want %v", q.Name, q.Arg, got, want)
			}
			if indexed.Exists(q) != (len(want) > 0) {
				t.Fatalf("%s(%q): exists is %t, but %d match", q.Name, q.Arg, !(len(want) > 0), len(want))
			}
			if !slices.Contains(settle.QueriesOf(q.Table), q.Name) {
				t.Fatalf("%s is not among the access paths of %s", q.Name, q.Table)
			}
		}
		got, err := indexed.Digest()
		if err != nil {
			t.Fatal(err)
		}
		want, err := settle.StateDigest(func(tb settle.Table, yield func(settle.Row) error) error {
			for _, r := range scanned.Rows(tb) {
				if err := yield(r); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || got != want {
			t.Fatalf("digest %s, want %s (%v)", got, want, err)
		}
	})
}

// A query by equality is answered by the index alone: nothing is held under its
// key that does not match.
func TestIndexKeysAreExactButForRanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := row(t)
		for _, q := range queries(t) {
			if q.Table != r.Table() || settle.IndexArg(q) != q.Arg {
				continue
			}
			if held := slices.Contains(settle.IndexKeys(q.Name, r), q.Arg); held != q.Match(r) {
				t.Fatalf("%s(%q) of %+v: held %t, matches %t", q.Name, q.Arg, r, held, q.Match(r))
			}
		}
	})
}
