package chaintest

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// Kind is a way to misbehave.
type Kind int

// Faults of eth_getLogs. They hit only when the true answer has enough logs.
const (
	// EmptyLogs: no logs although there are some.
	EmptyLogs Kind = iota
	// PartialLogs: the last log is missing.
	PartialLogs
	// ForeignLog: a log of an address that was not asked for.
	ForeignLog
	// ForeignTopic: a log with a first topic that was not asked for.
	ForeignTopic
	// RemovedLogs: logs are marked as removed.
	RemovedLogs
	// DuplicateLog: the last log comes twice.
	DuplicateLog
	// UnorderedLogs: the first two logs are swapped.
	UnorderedLogs
	// OtherBlockLogs: logs with another block's hash.
	OtherBlockLogs
	// ForeignTx: a log of a transaction that is not in the block.
	ForeignTx
	// ForgedLog: the last log has other data: a payment of another amount.
	ForgedLog
	// RemovedGhost: the last transfer a second time, marked as removed: as of a
	// node that tells what a reorganization took (reth, lotus).
	RemovedGhost
	// OtherBlockGhost: the last transfer a second time, with another block's hash:
	// as of a node that mixes two branches.
	OtherBlockGhost
)

// Faults of eth_getBlockReceipts.
const (
	// ReceiptsElsewhere: receipts of a block that nobody knows, as of a block that
	// was announced before it was made (flashblocks).
	ReceiptsElsewhere Kind = iota + 50
	// NullReceipt: the last receipt is null.
	NullReceipt
	// FewReceipts: the last receipt is missing.
	FewReceipts
)

// Faults of block tags ("safe", "finalized"), and of the identity. They hit no
// other question.
const (
	// NoTag: an error object, as of a node that cannot parse the tag.
	NoTag Kind = iota + 70
	// NullTag: no such block.
	NullTag
	// TagIsHead: what is called safe and final is the head.
	TagIsHead
	// OtherChain: eth_chainId is that of another chain.
	OtherChain
)

// Faults of any method.
const (
	// Null: the result is null.
	Null Kind = iota + 100
	// Swapped: the result is that of the parent block (block methods only).
	Swapped
	// MissingField: a block without its hash (block methods only).
	MissingField
	// BadBloom: a block with an empty bloom filter (block methods only).
	BadBloom
	// Forged: a block with another hash (block methods only).
	Forged
	// Refused: an error object, code -32005.
	Refused
	// Unknown: an error object, "unknown block" (code -32000).
	Unknown
)

// Faults of a whole answer, with all its parts.
const (
	// Malformed: the body is not JSON.
	Malformed Kind = iota + 200
	// Cut: the body ends in the middle, and the connection with it.
	Cut
	// ShortBatch: the answer has fewer parts than the request.
	ShortBatch
	// WrongID: the answer is to another request.
	WrongID
	// Huge: the body has 2 MiB.
	Huge
	// Hang: no answer until the client gives up.
	Hang
	// Unavailable: HTTP 503 with Retry-After: 1.
	Unavailable
	// Redirect: HTTP 307 to another host.
	Redirect
	// Limited: a provider's refusal, Fault.Limit.
	Limited
)

// Fault makes the node misbehave.
type Fault struct {
	Kind Kind
	// Method is the JSON-RPC method that it hits; empty means every one.
	Method string
	// Times is how often it hits; 0 means until Heal.
	Times int
	// Skip is how many calls it lets pass before.
	Skip int
	// Limit is the refusal of Limited.
	Limit Limit

	hits int
}

// Inject adds a fault. Several may be in force; the first that fits a call
// hits it.
func (n *Node) Inject(f Fault) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.faults = append(n.faults, &f)
}

// Heal ends all faults and the lag. It returns how often faults have hit.
func (n *Node) Heal() (hits int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, f := range n.faults {
		hits += f.hits
	}
	n.faults, n.lag = nil, 0
	return hits
}

// Hits is how often the faults in force have hit.
func (n *Node) Hits() (hits int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, f := range n.faults {
		hits += f.hits
	}
	return hits
}

// disturb applies the first fault that fits. It returns the fault if the whole
// HTTP answer is to be spoiled; n.mu is held.
func (n *Node) disturb(c call, result any) (any, *Fault) {
	for _, f := range n.faults {
		if (f.Method != "" && f.Method != c.Method) || (f.Times > 0 && f.hits >= f.Times) {
			continue
		}
		bent, ok := n.bend(f.Kind, c, result)
		if !ok {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			continue
		}
		f.hits++
		if f.Kind >= Malformed {
			return result, f
		}
		return bent, nil
	}
	return result, nil
}

// bend spoils one result; ok is false if the fault does not apply to it.
func (n *Node) bend(k Kind, c call, result any) (bent any, ok bool) {
	if k >= Malformed {
		return nil, true
	}
	switch k {
	case Null:
		return nil, true
	case Refused:
		return Error{Code: -32005, Message: "limit exceeded"}, true
	case Unknown:
		return Error{Code: -32000, Message: "unknown block"}, true
	case ReceiptsElsewhere, NullReceipt, FewReceipts:
		receipts, ok := result.([]any)
		if !ok || c.Method != "eth_getBlockReceipts" || len(receipts) == 0 {
			return nil, false
		}
		return bendReceipts(k, slices.Clone(receipts)), true
	case NoTag, NullTag, TagIsHead, OtherChain:
		return n.bendTag(k, c)
	case Swapped, MissingField, BadBloom, Forged:
		return n.bendBlock(k, result)
	}
	logs, isLogs := result.([]any)
	if isLogs && (k == RemovedGhost || k == OtherBlockGhost) {
		return n.ghost(k, c, logs)
	}
	if c.Method != "eth_getLogs" || !isLogs || len(logs) == 0 || (k == UnorderedLogs && len(logs) < 2) {
		return nil, false
	}
	return n.bendLogs(k, slices.Clone(logs)), true
}

// bendTag spoils what is said of a tag, or the chain id.
func (n *Node) bendTag(k Kind, c call) (any, bool) {
	if k == OtherChain {
		return quantity(n.chainID + 1), c.Method == "eth_chainId"
	}
	if tag := text(c, 0); c.Method != "eth_getBlockByNumber" || tag != "safe" && tag != "finalized" {
		return nil, false
	}
	switch k {
	case NoTag:
		return Error{Code: -32602, Message: "invalid argument 0: hex string without 0x prefix"}, true
	case TagIsHead:
		return n.canon[n.top()].json(), true
	}
	return nil, true
}

func bendReceipts(k Kind, receipts []any) []any {
	last := len(receipts) - 1
	switch k {
	case FewReceipts:
		return receipts[:last]
	case NullReceipt:
		receipts[last] = nil
	case ReceiptsElsewhere:
		for i, r := range receipts {
			m := maps.Clone(r.(map[string]any))
			m["blockHash"] = settle.Hash{0xf1, 0xa5}
			var logs []any
			for _, l := range m["logs"].([]any) {
				l := maps.Clone(l.(map[string]any))
				l["blockHash"] = settle.Hash{0xf1, 0xa5}
				logs = append(logs, l)
			}
			if logs != nil {
				m["logs"] = logs
			}
			receipts[i] = m
		}
	}
	return receipts
}

func (n *Node) bendBlock(k Kind, result any) (any, bool) {
	shown, ok := result.(*shownBlock)
	if !ok {
		return nil, false
	}
	m := maps.Clone(shown.fields)
	switch k {
	case Swapped:
		parent := n.known[m["parentHash"].(settle.Hash)]
		if parent == nil {
			return nil, false
		}
		return parent.json(), true
	case MissingField:
		delete(m, "hash")
	case Forged:
		h := m["hash"].(settle.Hash)
		m["hash"] = settle.Keccak256([]byte("forged"), h[:])
	case BadBloom:
		m["logsBloom"] = data(make([]byte, 256))
	}
	return m, true
}

func (n *Node) bendLogs(k Kind, logs []any) []any {
	last := len(logs) - 1
	set := func(i int, key string, v any) {
		m := maps.Clone(logs[i].(map[string]any))
		m[key] = v
		logs[i] = m
	}
	switch k {
	case EmptyLogs:
		return []any{}
	case PartialLogs:
		return logs[:last]
	case ForeignLog:
		set(last, "address", settle.Address{0xf0})
	case ForeignTopic:
		set(last, "topics", []settle.Hash{{0xf0}})
	case RemovedLogs:
		set(last, "removed", true)
	case DuplicateLog:
		return append(logs, logs[last])
	case UnorderedLogs:
		logs[0], logs[1] = logs[1], logs[0]
	case OtherBlockLogs:
		set(last, "blockHash", n.canon[0].Hash)
	case ForeignTx:
		set(last, "transactionHash", settle.Hash{0xf0})
	case ForgedLog:
		set(last, "data", data(slices.Concat(make([]byte, 30), []byte{0xf0, 0x0d})))
	}
	return logs
}

// serve spoils the whole HTTP answer; false leaves it to the caller.
func (f *Fault) serve(w http.ResponseWriter, r *http.Request) bool {
	switch f.Kind {
	case Malformed:
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":1,"resu`))
	case Cut:
		w.Header().Set("Content-Length", "4096")
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":1,"result":{"number":"0x1`))
		panic(http.ErrAbortHandler)
	case Limited:
		f.Limit.write(w, 1)
	case ShortBatch:
		_ = json.NewEncoder(w).Encode([]any{})
	case WrongID:
		_ = json.NewEncoder(w).Encode(reply{"jsonrpc": "2.0", "id": 4711, "result": "0x1"})
	case Huge:
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":1,"result":"` + strings.Repeat("f", 2<<20) + `"}`))
	case Hang:
		<-r.Context().Done()
	case Unavailable:
		w.Header().Set("Retry-After", "1")
		http.Error(w, "overloaded", http.StatusServiceUnavailable)
	case Redirect:
		http.Redirect(w, r, "http://192.0.2.1/elsewhere", http.StatusTemporaryRedirect)
	default:
		return false
	}
	return true
}
