package chaintest

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/oabp/oabpd/settle"
)

// pruning is what a node has thrown away.
type pruning struct {
	below  uint64
	silent bool
}

// Prune makes the node forget the logs and receipts of the blocks below a
// height; 0 ends it. A silent node answers that there were none (bug log 11),
// another one that it does not have them.
func (n *Node) Prune(below uint64, silent bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.prune = pruning{below, silent}
}

func (n *Node) pruned(b *block) bool { return b.Number < n.prune.below }

// ranges is what the node does about eth_getLogs by range.
type ranges struct {
	blocks, logs int
	refusal      Limit
	asked        []int
}

// RangesAsked are the sizes in blocks of the ranges that the node was asked for
// since the last call of Ranges; nil before the first.
func (n *Node) RangesAsked() []int {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ranges == nil {
		return nil
	}
	return append([]int{}, n.ranges.asked...)
}

// Ranges makes the node answer eth_getLogs by range: at most so many blocks and
// so many logs at once (0: any number), and refusal beyond. Without it such a
// request counts as misuse, since the newest blocks must be read by hash. As
// real nodes do, it leaves out in silence what is above its head (bug log 1).
func (n *Node) Ranges(blocks, logs int, refusal Limit) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ranges = &ranges{blocks: blocks, logs: logs, refusal: refusal}
}

// logQuery is the parameter of eth_getLogs.
type logQuery struct {
	BlockHash          *settle.Hash
	FromBlock, ToBlock *string
	Address            []settle.Address
	Topics             []topicSet
}

// topicSet is null for any topic, one topic, or several.
type topicSet []settle.Hash

// UnmarshalJSON implements json.Unmarshaler.
func (t *topicSet) UnmarshalJSON(b []byte) error {
	var one settle.Hash
	if string(b) != "null" && json.Unmarshal(b, &one) == nil {
		*t = topicSet{one}
		return nil
	}
	return json.Unmarshal(b, (*[]settle.Hash)(t))
}

func (q logQuery) bad() bool {
	return len(q.Address) == 0 || len(q.Topics) == 0 || len(q.Topics[0]) == 0
}

// logs answers eth_getLogs; n.mu is held.
func (n *Node) logs(c call) any {
	var q logQuery
	if len(c.Params) != 1 || json.Unmarshal(c.Params[0], &q) != nil || q.bad() || q.BlockHash == nil && n.ranges == nil {
		n.misuse = append(n.misuse, "eth_getLogs without block hash, addresses and topics")
		return Error{Code: -32602, Message: "invalid params"}
	}
	if q.BlockHash == nil {
		return n.rangeLogs(q)
	}
	b := n.visible(*q.BlockHash)
	if b == nil {
		return Error{Code: -32000, Message: "unknown block"}
	}
	if n.pruned(b) && !n.prune.silent {
		return Error{Code: 4444, Message: "pruned history unavailable"}
	}
	return n.logsOf(b, q, []any{})
}

func (n *Node) logsOf(b *block, q logQuery, out []any) []any {
	if n.pruned(b) {
		return out
	}
	for _, l := range b.logs {
		ok := slices.Contains(q.Address, l.Address) && len(l.Topics) >= len(q.Topics)
		for i := 0; ok && i < len(q.Topics); i++ {
			ok = q.Topics[i] == nil || slices.Contains(q.Topics[i], l.Topics[i])
		}
		if ok {
			out = append(out, b.logJSON(l))
		}
	}
	return out
}

func (n *Node) rangeLogs(q logQuery) any {
	from, to, ok := n.bounds(q)
	if !ok {
		return Error{Code: -32602, Message: "invalid params"}
	}
	n.ranges.asked = append(n.ranges.asked, int(to-from+1))
	if n.ranges.blocks > 0 && to-from+1 > uint64(n.ranges.blocks) {
		return n.ranges.refusal
	}
	if from < n.prune.below && !n.prune.silent {
		return Error{Code: 4444, Message: "pruned history unavailable"}
	}
	out := []any{}
	for i := from; i <= min(to, uint64(n.top())); i++ {
		out = n.logsOf(n.canon[i], q, out)
	}
	if n.ranges.logs > 0 && len(out) > n.ranges.logs {
		return n.ranges.refusal
	}
	return out
}

func (n *Node) bounds(q logQuery) (from, to uint64, ok bool) {
	number := func(s *string) (uint64, bool) {
		if s == nil {
			return 0, false
		}
		if i, err := strconv.ParseUint(*s, 0, 63); err == nil {
			return i, true
		}
		b := n.blockAt(*s)
		if b == nil {
			return 0, false
		}
		return b.Number, true
	}
	from, ok1 := number(q.FromBlock)
	to, ok2 := number(q.ToBlock)
	return from, to, ok1 && ok2 && from <= to
}
