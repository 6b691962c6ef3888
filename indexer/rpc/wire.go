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

// block is what we read of a block asked for without its transactions.
type block struct {
	indexer.Head
	bloom []byte // empty if the endpoint gives none
	txs   []settle.Hash
}

// Members of which it matters that they are there, and not null.
const (
	hasNumber = 1 << iota
	hasHash
	hasParent
	hasTime
	hasTxs
	hasAddress
	hasTopics
	hasData
	hasBlockHash
	hasTx
	hasTxIndex
	hasIndex

	hasBlock = hasNumber | hasHash | hasParent | hasTime | hasTxs
	hasLog   = hasNumber | hasAddress | hasTopics | hasData | hasBlockHash | hasTx | hasTxIndex | hasIndex
)

func parseBlock(raw json.RawMessage) (b block, err error) {
	s := scanner{b: raw}
	has := 0
	s.object(func(name []byte) {
		if s.null() {
			return
		}
		switch string(name) {
		case "number":
			b.Number, has = s.quantity(), has|hasNumber
		case "hash":
			b.Hash, has = s.hash(), has|hasHash
		case "parentHash":
			b.Parent, has = s.hash(), has|hasParent
		case "timestamp":
			b.Time, has = int64(s.quantity()), has|hasTime
		case "logsBloom":
			b.bloom = s.data(make([]byte, 0, bloomBytes))
		case "transactions":
			b.txs, has = b.txs[:0], has|hasTxs
			s.array(func() { b.txs = append(b.txs, s.hash()) })
		default:
			s.skip(deepest)
		}
	})
	if err := s.end(); err != nil {
		return block{}, fmt.Errorf("block: %w", err)
	}
	if has != hasBlock || b.Hash.IsZero() {
		return block{}, errors.New("block: a field is missing")
	}
	if n := len(b.bloom); n != 0 && n != bloomBytes {
		return block{}, fmt.Errorf("block: bloom filter of %d bytes", n)
	}
	return b, nil
}

// wireLog is a log as it comes.
type wireLog struct {
	indexer.RawLog
	number  uint64
	block   settle.Hash
	removed bool
	has     int
	// wide: an index is out of range, or there are more topics than a log can have.
	wide bool
}

// of reports whether the log says that it is of that height.
func (w *wireLog) of(number uint64) bool { return w.has&hasNumber != 0 && w.number == number }

// room is where the parts of many logs lie beside each other.
type room struct {
	topics []settle.Hash
	data   []byte
}

// log reads a log; its topics and data lie in r.
func (s *scanner) log(w *wireLog, r *room) {
	index := func() uint32 {
		n := s.quantity()
		w.wide = w.wide || n > math.MaxUint32
		return uint32(n)
	}
	s.object(func(name []byte) {
		if string(name) == "removed" {
			w.removed = s.boolean()
			return
		}
		if s.null() {
			return
		}
		switch string(name) {
		case "address":
			w.Address, w.has = s.address(), w.has|hasAddress
		case "topics":
			from := len(r.topics)
			s.array(func() { r.topics = append(r.topics, s.hash()) })
			w.Topics, w.has = r.topics[from:len(r.topics):len(r.topics)], w.has|hasTopics
			w.wide = w.wide || len(w.Topics) > 4
		case "data":
			from := len(r.data)
			r.data = s.data(r.data)
			w.Data, w.has = r.data[from:len(r.data):len(r.data)], w.has|hasData
		case "blockNumber":
			w.number, w.has = s.quantity(), w.has|hasNumber
		case "blockHash":
			w.block, w.has = s.hash(), w.has|hasBlockHash
		case "transactionHash":
			w.TxHash, w.has = s.hash(), w.has|hasTx
		case "transactionIndex":
			w.TxIndex, w.has = index(), w.has|hasTxIndex
		case "logIndex":
			w.Index, w.has = index(), w.has|hasIndex
		default:
			s.skip(deepest)
		}
	})
}

// UnmarshalJSON implements json.Unmarshaler.
func (w *wireLog) UnmarshalJSON(b []byte) error {
	s := scanner{b: b}
	*w = wireLog{}
	if s.null() {
		return nil
	}
	s.log(w, &room{})
	return s.end()
}

// aLog is about how long the JSON of a token's log is, in bytes.
const aLog = 600

func parseLogs(raw json.RawMessage) (ws []wireLog, err error) {
	s := scanner{b: raw}
	if s.null() {
		return nil, fmt.Errorf("null: %w", ErrInconsistent)
	}
	n := len(raw)/aLog + 1
	ws, r := make([]wireLog, 0, n), room{make([]settle.Hash, 0, 3*n), make([]byte, 0, 32*n)}
	s.array(func() {
		ws = append(ws, wireLog{})
		s.log(&ws[len(ws)-1], &r)
	})
	return ws, s.end()
}

// parse checks a log by itself and against the block that it must be of.
func (w *wireLog) parse(in settle.BlockRef) (l indexer.RawLog, err error) {
	switch {
	case w.has != hasLog:
		return l, errors.New("a field is missing")
	case w.removed:
		return l, errors.New("is marked as removed")
	case w.block != in.Hash || w.number != in.Number:
		return l, errors.New("is of another block")
	case w.wide:
		return l, errors.New("is out of range")
	}
	return w.RawLog, nil
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
	for i := range *w.Logs {
		l, err := (*w.Logs)[i].parse(r.Block)
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
