package rpc

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
)

// members are those that the scanner knows; others that differ from one of them in
// case only are the same to encoding/json, and not to it.
func members() []string {
	return []string{"number", "hash", "parentHash", "timestamp", "logsBloom", "transactions", "address", "topics", "data", "blockNumber", "blockHash",
		"transactionHash", "transactionIndex", "logIndex", "removed", "id", "result", "error", "code", "message"}
}

// anyCase reports whether raw has a member that is known but for its case, or with
// escapes.
func anyCase(raw []byte) bool {
	s := scanner{b: raw}
	found := false
	var value func()
	value = func() {
		switch s.peek() {
		case '{':
			s.object(func(name []byte) {
				for _, m := range members() {
					found = found || strings.EqualFold(m, string(name)) && m != string(name)
				}
				value()
			})
		case '[':
			s.array(value)
		default:
			s.skip(1)
		}
	}
	value()
	return found
}

type oldQuantity = string

type oldLog struct {
	Address     *settle.Address `json:"address"`
	Topics      *[]settle.Hash  `json:"topics"`
	Data        *oldQuantity    `json:"data"`
	BlockNumber *oldQuantity    `json:"blockNumber"`
	BlockHash   *settle.Hash    `json:"blockHash"`
	TxHash      *settle.Hash    `json:"transactionHash"`
	TxIndex     *oldQuantity    `json:"transactionIndex"`
	Index       *oldQuantity    `json:"logIndex"`
	Removed     bool            `json:"removed"`
}

const sampleLog = `{"address":"0x833589fcd6edb6e08f4c7c32d4f71b54bda02913","topics":["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
	"0x0000000000000000000000007c129b98ea55fd84807c6d92650a2e7523551eee"],"data":"0x00000000000000000000000000000000000000000000000000000000000f4240",
	"blockHash":"0x9ff6ad9ab72caefa30e7705834654a2a6ccdfac735a75aa504ae9895c45f08ac","blockNumber":"0x79","blockTimestamp":"0x6b0c",
	"transactionHash":"0x27316e2470f1aeaa378eae46b7eef394358dba7bc2bdb809e65423a36ad80a09","transactionIndex":"0x1","logIndex":"0x2","removed":false}`

// What the scanner takes for logs encoding/json takes as well, to the same values.
func FuzzLogs(f *testing.F) {
	for _, s := range []string{"[]", "null", "[" + sampleLog + "]", "[" + sampleLog + " , " + strings.Replace(sampleLog, `"0x2"`, `"0x\u0032"`, 1) + "]",
		`[{"removed":null,"x":{"y":[1,-2.5e+3,true,false,null,"\\\""]}}]`, `[{"data":"0x0"}]`, `[{"topics":null}]`, "[{}]\x00", "[{},]", `[{"a":1,}]`,
		`[{"logIndex":"0x1","logIndex":"0x100000000"}]`, "[" + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "]", `[{"a":01}]`, "[{\"a\":\"\x01\"}]"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		ws, err := parseLogs(raw)
		if err != nil || anyCase(raw) {
			return
		}
		var want []oldLog
		if err := json.Unmarshal(raw, &want); err != nil || len(want) != len(ws) {
			t.Fatalf("%d logs of what encoding/json says of: %v, %d", len(ws), err, len(want))
		}
		for i := range ws {
			w, o := &ws[i], want[i]
			if w.removed != o.Removed {
				t.Fatalf("log %d: removed %v", i, w.removed)
			}
			same(t, w.has&hasAddress != 0, w.Address, o.Address)
			same(t, w.has&hasBlockHash != 0, w.block, o.BlockHash)
			same(t, w.has&hasTx != 0, w.TxHash, o.TxHash)
			if (w.has&hasTopics != 0) != (o.Topics != nil) || o.Topics != nil && len(*o.Topics) != len(w.Topics) {
				t.Fatalf("log %d has topics %v, want %v", i, w.Topics, o.Topics)
			}
			for k := range w.Topics {
				if w.Topics[k] != (*o.Topics)[k] {
					t.Fatalf("log %d has topics %v, want %v", i, w.Topics, *o.Topics)
				}
			}
			if (w.has&hasData != 0) != (o.Data != nil) || o.Data != nil && len(*o.Data) != 2+2*len(w.Data) {
				t.Fatalf("log %d has data %x, want %v", i, w.Data, o.Data)
			}
			if o.BlockNumber != nil && strings.TrimLeft(strings.ToLower((*o.BlockNumber)[2:]), "0") != strings.TrimLeft(hexOf(w.number)[2:], "0") {
				t.Fatalf("log %d is of block %d, want %s", i, w.number, *o.BlockNumber)
			}
		}
	})
}

func same[T comparable](t *testing.T, has bool, got T, want *T) {
	t.Helper()
	if has != (want != nil) || has && got != *want {
		t.Fatalf("%v (there: %v), want %v", got, has, want)
	}
}

// What the scanner takes for an answer encoding/json takes as well, and gives the
// same parts of.
func FuzzEnvelope(f *testing.F) {
	for _, s := range []string{`{"jsonrpc":"2.0","id":1,"result":{"a":[1,2]}}`, `{"id":"1","error":{"code":-32000,"message":"no","data":"0x"}}`, `{"id":1,"error":null,"result":null}`,
		` { "result" : [ { } , { "a" : "b" } ] , "id" : 2 } `, `{"id":1,"result":1}{`, `{"id":1 "result":1}`, `{"error":1}`, `{"id":1e5,"result":"\ud800"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		s := scanner{b: raw}
		w := s.answer()
		if s.end() != nil || anyCase(raw) {
			return
		}
		var want struct {
			ID     json.RawMessage `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  *wireError      `json:"error"`
		}
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatalf("taken, and encoding/json says %v", err)
		}
		if !bytes.Equal(w.id, want.ID) || !bytes.Equal(w.result, want.Result) {
			t.Fatalf("id %q, result %q; want %q and %q", w.id, w.result, want.ID, want.Result)
		}
		if !bytes.Contains(raw, []byte(`"error"`)) && w.err != nil || !reflect.DeepEqual(w.err, want.Error) && bytes.Count(raw, []byte(`"error"`)) == 1 {
			t.Fatalf("error %+v, want %+v", w.err, want.Error)
		}
	})
}

// A block and a log keep what they say, whatever surrounds it; what lacks anything is
// refused.
func TestScannedLogNeedsAllItsMembers(t *testing.T) {
	ws, err := parseLogs([]byte("[" + sampleLog + "]"))
	if err != nil || len(ws) != 1 {
		t.Fatal(ws, err)
	}
	ref := settle.BlockRef{Number: 0x79, Hash: ws[0].block}
	if l, err := ws[0].parse(ref); err != nil || l.Index != 2 || l.TxIndex != 1 || len(l.Topics) != 2 || len(l.Data) != 32 || l.Data[31] != 0x40 {
		t.Fatalf("%+v, %v", l, err)
	}
	for _, m := range []string{"address", "topics", "data", "blockHash", "blockNumber", "transactionHash", "transactionIndex", "logIndex"} {
		for _, lost := range []string{strings.Replace(sampleLog, `"`+m+`":`, `"x":`, 1), strings.Replace(sampleLog, `"`+m+`":`, `"`+m+`":null,"x":`, 1)} {
			ws, err := parseLogs([]byte("[" + lost + "]"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := ws[0].parse(ref); err == nil {
				t.Errorf("a log without %s is taken", m)
			}
		}
	}
	for from, to := range map[string]string{`"0x2"`: `"0x100000000"`, `"0x1",`: `"0x100000000",`, `"removed":false`: `"removed":true`, `"0x79"`: `"0x78"`} {
		if ws, err := parseLogs([]byte("[" + strings.Replace(sampleLog, from, to, 1) + "]")); err == nil {
			if _, err = ws[0].parse(ref); err == nil {
				t.Errorf("a log with %s is taken", to)
			}
		}
	}
}
