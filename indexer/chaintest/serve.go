package chaintest

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
	"testing/iotest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// Error is a JSON-RPC error object.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

// call is one request as it comes in.
type call struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

// reply is one answer.
type reply map[string]any

// Server serves the node on a socket of this host until the test ends.
func (n *Node) Server(t testing.TB) *httptest.Server {
	s := httptest.NewServer(n)
	t.Cleanup(s.Close)
	return s
}

// Transport serves the node within the process, whatever the host.
func (n *Node) Transport() http.RoundTripper { return transport{n} }

type transport struct{ h http.Handler }

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	cut := t.serve(w, r)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	resp := w.Result()
	if cut {
		resp.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(resp.Body, iotest.ErrReader(io.ErrUnexpectedEOF)), resp.Body}
	}
	return resp, nil
}

// serve says whether the handler aborted the connection.
func (t transport) serve(w http.ResponseWriter, r *http.Request) (cut bool) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case http.ErrAbortHandler:
			cut = true
		default:
			panic(p)
		}
	}()
	t.h.ServeHTTP(w, r)
	return false
}

// ServeHTTP implements http.Handler.
func (n *Node) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var one json.RawMessage
	if err := json.NewDecoder(r.Body).Decode(&one); err != nil {
		http.Error(w, "no JSON", http.StatusBadRequest)
		return
	}
	var calls []call
	batch := json.Unmarshal(one, &calls) == nil
	if !batch {
		calls = make([]call, 1)
		if json.Unmarshal(one, &calls[0]) != nil {
			http.Error(w, "no JSON-RPC", http.StatusBadRequest)
			return
		}
	}
	n.mu.Lock()
	n.exchanges++
	delay := n.delay
	n.mu.Unlock()
	if delay > 0 {
		time.Sleep(delay)
	}
	n.mu.Lock()
	if batch && n.lacksBatch(w) {
		n.mu.Unlock()
		return
	}
	replies := make([]reply, 0, len(calls))
	var spoil *Fault
	for _, c := range calls {
		n.calls[c.Method]++
		rep := reply{"jsonrpc": "2.0", "id": c.ID}
		result := n.answer(c)
		result, f := n.disturb(c, result)
		if f != nil {
			spoil = f
		}
		switch r := result.(type) {
		case Error:
			rep["error"] = r
		case Limit:
			rep["error"] = r.Error
			if r.Status != 0 {
				spoil = &Fault{Kind: Limited, Limit: r}
			}
		default:
			rep["result"] = result
		}
		replies = append(replies, rep)
	}
	n.mu.Unlock()
	if spoil != nil && spoil.serve(w, r) {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	var out bytes.Buffer
	slices.Reverse(replies) // the order of a batch's answers is free
	for i, r := range replies {
		out.WriteByte(" ,"[min(i, 1)])
		r.write(&out)
	}
	if batch {
		_, _ = fmt.Fprintf(w, "[%s]", out.Bytes())
		return
	}
	_, _ = w.Write(out.Bytes())
}

func writeJSON(w io.Writer, v any) { _ = json.NewEncoder(w).Encode(v) }

// write is the answer as it goes out. Blocks are not encoded again.
func (r reply) write(b *bytes.Buffer) {
	id, _ := json.Marshal(r["id"])
	what, v := "result", r["result"]
	if e, ok := r["error"]; ok {
		what, v = "error", e
	}
	fmt.Fprintf(b, `{"jsonrpc":"2.0","id":%s,"%s":`, id, what)
	if s, ok := v.(*shownBlock); ok {
		b.Write(s.raw)
	} else {
		raw, _ := json.Marshal(v)
		b.Write(raw)
	}
	b.WriteByte('}')
}

// answer is the true result; n.mu is held.
func (n *Node) answer(c call) any {
	if e, no := n.lacksMethod(c); no {
		return e
	}
	switch c.Method {
	case "eth_chainId":
		return quantity(n.chainID)
	case "eth_getBlockByNumber":
		n.checkFull(c)
		return orNull(n.blockAt(text(c, 0)))
	case "eth_getBlockByHash":
		n.checkFull(c)
		return orNull(n.visible(hashOf(text(c, 0))))
	case "eth_getLogs":
		return n.logs(c)
	case "eth_getBlockReceipts":
		b := n.visible(hashOf(text(c, 0)))
		if b == nil {
			return nil
		}
		if n.pruned(b) {
			return Error{Code: 4444, Message: "pruned history unavailable"}
		}
		return b.receipts()
	case "eth_getTransactionReceipt":
		return n.receipt(hashOf(text(c, 0)))
	case "eth_getCode":
		a, err := settle.ParseAddress(text(c, 0))
		if err != nil {
			return Error{Code: -32602, Message: err.Error()}
		}
		return data(n.code[a])
	}
	if a, ok := n.answers[c.Method]; ok {
		return a
	}
	return Error{Code: -32601, Message: "the method " + c.Method + " does not exist/is not available"}
}

// checkFull notes requests for whole transactions: those of a Base block cannot
// be decoded by vanilla go-ethereum.
func (n *Node) checkFull(c call) {
	if len(c.Params) != 2 || string(c.Params[1]) != "false" {
		n.misuse = append(n.misuse, fmt.Sprintf("%s with full transactions", c.Method))
	}
}

// blockAt finds a block by number or tag. As in go-ethereum's simulated chain,
// finalized is a multiple of 32; safe is half an epoch behind the head. Call fixes
// them.
func (n *Node) blockAt(s string) *block {
	top := n.top()
	if at, fixed := n.called[settle.BlockTag(s)]; fixed {
		return n.canon[min(at, top)]
	}
	switch s {
	case "latest":
		return n.canon[top]
	case "safe":
		return n.canon[max(0, top-16)]
	case "finalized":
		return n.canon[top/32*32]
	case "pending":
		n.misuse = append(n.misuse, "block tag pending")
		return nil
	}
	i, err := strconv.ParseUint(s, 0, 63)
	if err != nil || int(i) > top {
		return nil
	}
	return n.canon[i]
}

func (n *Node) receipt(tx settle.Hash) any {
	for _, b := range n.canon[:n.top()+1] {
		if i := slices.Index(b.txs, tx); i >= 0 {
			return b.receipts()[i]
		}
	}
	return nil
}

func (b *block) logJSON(l indexer.RawLog) map[string]any {
	return map[string]any{
		"address": l.Address, "topics": l.Topics, "data": data(l.Data), "blockNumber": quantity(b.Number),
		"blockHash": b.Hash, "transactionHash": l.TxHash, "transactionIndex": quantity(uint64(l.TxIndex)),
		"logIndex": quantity(uint64(l.Index)), "removed": false, "blockTimestamp": quantity(uint64(b.Time)),
	}
}

// receipts has one entry for each transaction; the deposit's is of type 0x7e.
func (b *block) receipts() []any {
	var out []any
	for i, tx := range b.txs {
		logs := []any{}
		for _, l := range b.logs {
			if l.TxHash == tx {
				logs = append(logs, b.logJSON(l))
			}
		}
		kind := "0x2"
		if i == 0 {
			kind = "0x7e"
		}
		out = append(out, map[string]any{
			"type": kind, "status": "0x1", "transactionHash": tx, "transactionIndex": quantity(uint64(i)),
			"blockHash": b.Hash, "blockNumber": quantity(b.Number), "logs": logs, "cumulativeGasUsed": "0xb000",
			"gasUsed": "0xb000", "from": "0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001",
			"to": "0x4200000000000000000000000000000000000015", "contractAddress": nil,
			"depositNonce": "0x1", "depositReceiptVersion": "0x1", "l1Fee": "0x0",
		})
	}
	return out
}

func quantity(n uint64) string { return "0x" + strconv.FormatUint(n, 16) }
func data(b []byte) string     { return "0x" + hex.EncodeToString(b) }

func text(c call, i int) (s string) {
	if i < len(c.Params) {
		_ = json.Unmarshal(c.Params[i], &s)
	}
	return s
}

func hashOf(s string) settle.Hash {
	h, _ := settle.ParseHash(s)
	return h
}
