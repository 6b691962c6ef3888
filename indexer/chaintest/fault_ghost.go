package chaintest

import (
	"maps"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// ghost adds to the logs of one block, or of a range, a transfer that was not
// made: in all but its mark like the newest one, at the next free index.
func (n *Node) ghost(k Kind, c call, logs []any) (any, bool) {
	transfer := settle.Keccak256([]byte("Transfer(address,address,uint256)"))
	if c.Method != "eth_getLogs" || len(logs) == 0 {
		return nil, false
	}
	end := logs[len(logs)-1].(map[string]any)
	at := slices.IndexFunc(logs, func(l any) bool {
		m := l.(map[string]any)
		return m["blockHash"] == end["blockHash"] && m["transactionHash"] == end["transactionHash"] && m["topics"].([]settle.Hash)[0] == transfer
	})
	if at < 0 {
		return nil, false
	}
	m := maps.Clone(logs[at].(map[string]any))
	m["logIndex"] = quantity(uint64(n.known[end["blockHash"].(settle.Hash)].free()))
	if k == RemovedGhost {
		m["removed"] = true
	} else {
		m["blockHash"] = n.canon[0].Hash
	}
	return append(slices.Clone(logs), m), true
}

// free is the first log index that no log of the block has.
func (b *block) free() (next uint32) {
	for _, l := range b.logs {
		next = max(next, l.Index+1)
	}
	return next
}
