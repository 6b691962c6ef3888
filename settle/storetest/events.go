package storetest

import (
	"reflect"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// event is a log of a contract in the transaction with that number.
func event(index uint32, tx int, ev settle.ChainEvent) settle.Log {
	return settle.Log{Index: index, TxHash: hash(tx), TxIndex: uint32(tx), Emitter: addr(998), Kind: ev.LogKind(), Event: ev}
}

// testEvents: what a contract said comes back as it was, whatever bytes were
// in it: everybody can call the contracts, and nobody may stop the indexer.
func testEvents(t *testing.T, s Store) {
	huge := money.MustParse("115792089237316195423570985008687907853269984665640564039457584007913129639935")
	texts := []settle.ChainText{"", "ipfs://x", "a\x00b", "\x00", "\xff\xfe", "\xed\xa0\x80", "\u2028\\u0000", `{"hex":"00"}`,
		`';drop table block_log;--`, settle.ChainText(strings.Repeat("\x00\xff", 50_000)), settle.ChainText(strings.Repeat("é", 50_000))}
	var logs []settle.Log
	for i, text := range texts {
		logs = append(logs, event(uint32(i), i, settle.EventWorkSubmitted{MissionID: hash(1), Agent: addr(i), Tranche: 255, Revision: 65535, URI: text}))
	}
	terms := settle.MissionTerms{Poster: addr(1), Reward: huge, SubmitBy: 1<<40 - 1, Tranches: []money.Amount{huge, money.Units(0)},
		Fees: []money.Amount{}, Salt: settle.NoIdentity, AppealWindow: 1<<32 - 1}
	logs = append(logs,
		event(20, 20, settle.EventMissionPosted{MissionID: hash(2), Terms: terms, SpecURI: "\x00", Via: settle.FundingAuthorization}),
		event(21, 20, settle.EventAttested{MissionID: hash(2), Position: 1<<64 - 1, Signers: []settle.Address{addr(1), addr(2)}}),
		event(22, 20, settle.EventStakeSettled{Delta: settle.SignedAmount{Amount: huge, Negative: true}}),
		event(23, 20, settle.EventBlockAnchored{BlockNumber: 1<<64 - 1}))
	b := block(10, 0, hash(9), logs...)
	update(t, s, func(tx settle.Tx) { tx.AddBlock(b, 1) })
	view(t, s, func(tx settle.Tx) {
		var got []settle.Log
		for _, x := range tx.Concerning(b.Hash) {
			got = append(got, x.Logs...)
		}
		if len(got) != len(logs) {
			t.Fatalf("%d logs came back of %d", len(got), len(logs))
		}
		for i := range logs {
			if !reflect.DeepEqual(got[i], logs[i]) {
				t.Errorf("log %d came back as %.300v", i, got[i])
			}
		}
		_, one := tx.TxInWindow(hash(20))
		if one == nil || !reflect.DeepEqual(one.Logs, logs[len(texts):]) {
			t.Errorf("a transaction came back as %.300v", one)
		}
	})
	applied := settle.BlockApplied{Block: b.BlockRef, Parent: b.Parent, Txs: []settle.TxLogs{{Hash: hash(20), Index: 20, Logs: logs}}}
	update(t, s, func(tx settle.Tx) {
		seq, prev := tx.Head()
		f, err := settle.NewFact(seq+1, prev, 1, applied)
		if err != nil {
			t.Fatal(err)
		}
		tx.Append(f)
	})
	facts := 0
	if err := s.Facts(t.Context(), 0, func(f settle.Fact) error {
		facts++
		if body, err := f.Decode(); err != nil || !reflect.DeepEqual(body, &applied) {
			t.Errorf("the fact came back as %.300v, %v", body, err)
		}
		return nil
	}); err != nil || facts != 1 {
		t.Errorf("%d facts, %v", facts, err)
	}
}
