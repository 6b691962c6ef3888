package rpc

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// quantity is a hex integer of at most 63 bits; nothing that we read is larger.
type quantity uint64

func (q *quantity) UnmarshalText(b []byte) error {
	if len(b) < 3 || len(b) > 18 || b[0] != '0' || b[1] != 'x' {
		return errors.New("not a hex quantity")
	}
	n, err := strconv.ParseUint(string(b[2:]), 16, 64)
	if err != nil || n > math.MaxInt64 {
		return errors.New("hex quantity out of range")
	}
	*q = quantity(n)
	return nil
}

func hexOf(n uint64) string { return "0x" + strconv.FormatUint(n, 16) }

// blob is hex data of any length.
type blob []byte

func (d *blob) UnmarshalText(b []byte) error {
	if len(b) < 2 || b[0] != '0' || b[1] != 'x' {
		return errors.New("not hex data")
	}
	out := make([]byte, (len(b)-2)/2)
	if _, err := hex.Decode(out, b[2:]); err != nil {
		return errors.New("not hex data")
	}
	*d = out
	return nil
}

// wireBlock is what we read of a block asked for without its transactions. A
// pointer tells null and absent from zero.
type wireBlock struct {
	Number       *quantity      `json:"number"`
	Hash         *settle.Hash   `json:"hash"`
	ParentHash   *settle.Hash   `json:"parentHash"`
	Timestamp    *quantity      `json:"timestamp"`
	LogsBloom    *blob          `json:"logsBloom"`
	Transactions *[]settle.Hash `json:"transactions"`
}

// block is a checked wireBlock.
type block struct {
	indexer.Head
	bloom []byte // empty if the endpoint gives none
	txs   []settle.Hash
}

func parseBlock(raw json.RawMessage) (b block, err error) {
	var w wireBlock
	if err := json.Unmarshal(raw, &w); err != nil {
		return b, fmt.Errorf("block: %w", err)
	}
	if w.Number == nil || w.Hash == nil || w.ParentHash == nil || w.Timestamp == nil || w.Transactions == nil || w.Hash.IsZero() {
		return b, errors.New("block: a field is missing")
	}
	b = block{
		Head: indexer.Head{
			BlockRef: settle.BlockRef{Number: uint64(*w.Number), Hash: *w.Hash},
			Parent:   *w.ParentHash, Time: int64(*w.Timestamp),
		},
		txs: *w.Transactions,
	}
	if w.LogsBloom != nil {
		b.bloom = *w.LogsBloom
	}
	if n := len(b.bloom); n != 0 && n != bloomBytes {
		return b, fmt.Errorf("block: bloom filter of %d bytes", n)
	}
	return b, nil
}

type wireLog struct {
	Address     *settle.Address `json:"address"`
	Topics      *[]settle.Hash  `json:"topics"`
	Data        *blob           `json:"data"`
	BlockNumber *quantity       `json:"blockNumber"`
	BlockHash   *settle.Hash    `json:"blockHash"`
	TxHash      *settle.Hash    `json:"transactionHash"`
	TxIndex     *quantity       `json:"transactionIndex"`
	Index       *quantity       `json:"logIndex"`
	Removed     bool            `json:"removed"`
}

// parse checks a log by itself and against the block that it must be of.
func (w wireLog) parse(in settle.BlockRef) (l indexer.RawLog, err error) {
	switch {
	case w.Address == nil || w.Topics == nil || w.Data == nil || w.BlockNumber == nil || w.BlockHash == nil ||
		w.TxHash == nil || w.TxIndex == nil || w.Index == nil:
		return l, errors.New("a field is missing")
	case w.Removed:
		return l, errors.New("is marked as removed")
	case *w.BlockHash != in.Hash || uint64(*w.BlockNumber) != in.Number:
		return l, errors.New("is of another block")
	case *w.Index > math.MaxUint32 || *w.TxIndex > math.MaxUint32 || len(*w.Topics) > 4:
		return l, errors.New("is out of range")
	}
	return indexer.RawLog{
		Address: *w.Address, Topics: *w.Topics, Data: *w.Data,
		Index: uint32(*w.Index), TxHash: *w.TxHash, TxIndex: uint32(*w.TxIndex),
	}, nil
}

type wireReceipt struct {
	Status      *quantity       `json:"status"`
	TxHash      *settle.Hash    `json:"transactionHash"`
	TxIndex     *quantity       `json:"transactionIndex"`
	BlockHash   *settle.Hash    `json:"blockHash"`
	BlockNumber *quantity       `json:"blockNumber"`
	From        *settle.Address `json:"from"`
	To          *settle.Address `json:"to"`
	Logs        *[]wireLog      `json:"logs"`
}

// parse checks a receipt by itself: all its logs are of its transaction, in
// order, and a failed transaction has none.
func (w wireReceipt) parse() (r Receipt, err error) {
	if w.Status == nil || w.TxHash == nil || w.TxIndex == nil || w.BlockHash == nil || w.BlockNumber == nil || w.From == nil || w.Logs == nil {
		return r, errors.New("receipt: a field is missing")
	}
	if *w.Status > 1 || *w.TxIndex > math.MaxUint32 || (*w.Status == 0 && len(*w.Logs) > 0) {
		return r, errors.New("receipt: out of range")
	}
	r = Receipt{
		Succeeded: *w.Status == 1, TxHash: *w.TxHash, TxIndex: uint32(*w.TxIndex), From: *w.From,
		Block: settle.BlockRef{Number: uint64(*w.BlockNumber), Hash: *w.BlockHash},
	}
	if w.To != nil {
		r.To = *w.To
	}
	for i, wl := range *w.Logs {
		l, err := wl.parse(r.Block)
		if err == nil && (l.TxHash != r.TxHash || l.TxIndex != r.TxIndex || (i > 0 && l.Index <= r.Logs[i-1].Index)) {
			err = errors.New("does not belong to the transaction")
		}
		if err != nil {
			return r, fmt.Errorf("receipt: log %d %w: %w", i, err, ErrInconsistent)
		}
		r.Logs = append(r.Logs, l)
	}
	return r, nil
}
