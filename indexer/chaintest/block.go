package chaintest

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/core/types"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// block is a block with everything that nodes tell of it; nodes share it.
type block struct {
	indexer.Head
	logs []indexer.RawLog
	txs  []settle.Hash // the deposit transaction, then the others

	once  sync.Once
	shown *shownBlock
}

// Block is a block that Show takes as it is.
type Block struct {
	indexer.Head
	// Txs are the transactions behind the deposit transaction, which is added.
	Txs []settle.Hash
	// Logs have their places: a TxIndex of 1 is Txs[0].
	Logs []indexer.RawLog
}

// Show replaces what the node shows from the height of the first block on by
// these. It panics if they do not link.
func (n *Node) Show(blocks ...Block) {
	if len(blocks) == 0 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	first := blocks[0].Number
	if first > uint64(len(n.canon)) {
		panic(fmt.Sprintf("chaintest: block %d above the head", first))
	}
	n.canon = append([]*block(nil), n.canon[:first]...)
	for _, s := range blocks {
		if k := len(n.canon); s.Number != uint64(k) || k > 0 && s.Parent != n.canon[k-1].Hash {
			panic(fmt.Sprintf("chaintest: block %d does not follow block %d", s.Number, k-1))
		}
		b := &block{Head: s.Head, logs: s.Logs, txs: append([]settle.Hash{settle.Keccak256([]byte("deposit"), s.Hash[:])}, s.Txs...)}
		n.canon = append(n.canon, b)
		n.known[b.Hash] = b
	}
	n.announce(n.canon[len(n.canon)-1].Hash)
}

// shownBlock is a block as a node of the OP stack shows it.
type shownBlock struct {
	fields map[string]any
	raw    []byte
}

// MarshalJSON implements json.Marshaler.
func (s *shownBlock) MarshalJSON() ([]byte, error) { return s.raw, nil }

// orNull is the answer to a question for a block.
func orNull(b *block) any {
	if b == nil {
		return nil
	}
	return b.json()
}

// json is the block with header fields that do not exist. It is made once.
func (b *block) json() *shownBlock {
	b.once.Do(func() {
		zero := settle.Hash{}
		fields := map[string]any{
			"number": quantity(b.Number), "hash": b.Hash, "parentHash": b.Parent, "timestamp": quantity(uint64(b.Time)),
			"logsBloom": data(b.bloom()), "transactions": b.txs, "uncles": []any{}, "size": "0x300",
			"sha3Uncles": zero, "miner": "0x4200000000000000000000000000000000000011", "stateRoot": zero,
			"transactionsRoot": zero, "receiptsRoot": zero, "difficulty": "0x0", "gasLimit": "0x3938700",
			"gasUsed": "0xb000", "extraData": "0x00", "mixHash": zero, "nonce": "0x0000000000000000",
			"baseFeePerGas": "0x1", "withdrawalsRoot": zero, "blobGasUsed": "0x0", "excessBlobGas": "0x0",
			"parentBeaconBlockRoot": zero, "requestsHash": zero,
			"interopRoot": zero, "someFutureField": map[string]any{"a": []int{1}}, // no client knows these
		}
		raw, err := json.Marshal(fields)
		if err != nil {
			panic(err)
		}
		b.shown = &shownBlock{fields, raw}
	})
	return b.shown
}

// bloom is the header's filter, by go-ethereum's code: not by the one tested.
func (b *block) bloom() []byte {
	var f types.Bloom
	for _, l := range b.logs {
		f.Add(l.Address[:])
		for _, t := range l.Topics {
			f.Add(t[:])
		}
	}
	return f[:]
}
