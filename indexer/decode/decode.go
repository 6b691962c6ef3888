package decode

import (
	"errors"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// ErrMalformed says that a log has the first topic of a known event at an
// address that emits it, and is not of that event's form.
var ErrMalformed = errors.New("malformed log")

// Decoder knows the token and the pay contracts. It is immutable.
type Decoder struct {
	token settle.Address
	pays  []settle.Address

	tokenEvents, payEvents []event
}

var _ indexer.Decoder = (*Decoder)(nil)

// New makes a Decoder for a token and its pay contracts, newest first (none is
// legal: then only the token's events are read). Zero addresses, duplicates and
// a pay contract at the token's address are errors.
func New(token settle.Address, pays ...settle.Address) (*Decoder, error) {
	if token.IsZero() {
		return nil, errors.New("token address is zero")
	}
	for i, p := range pays {
		switch {
		case p.IsZero():
			return nil, fmt.Errorf("pay contract %d: address is zero", i)
		case p == token:
			return nil, fmt.Errorf("pay contract %d: %s is the token", i, p)
		case slices.Contains(pays[:i], p):
			return nil, fmt.Errorf("pay contract %d: %s is named twice", i, p)
		}
	}
	return &Decoder{token, slices.Clone(pays), tokenEvents(), payEvents()}, nil
}

// Watches implements indexer.Decoder: the token first, then the pay contracts.
func (d *Decoder) Watches() []indexer.Watch {
	ws := []indexer.Watch{{Address: d.token, Topics: topicsOf(d.tokenEvents)}}
	for _, p := range d.pays {
		ws = append(ws, indexer.Watch{Address: p, Topics: topicsOf(d.payEvents)})
	}
	return ws
}

// Decode implements indexer.Decoder. Errors wrap ErrMalformed.
func (d *Decoder) Decode(r indexer.RawLog) (l settle.Log, ok bool, err error) {
	ev := d.find(r)
	if ev == nil {
		return settle.Log{}, false, nil
	}
	l = settle.Log{Index: r.Index, TxHash: r.TxHash, TxIndex: r.TxIndex, Emitter: r.Address, Kind: ev.kind}
	if err := ev.read(r, &l); err != nil {
		return settle.Log{}, false, fmt.Errorf("log %d of %s: %s: %w: %w", r.Index, r.Address, ev.signature, ErrMalformed, err)
	}
	return l, true, nil
}

func (d *Decoder) find(r indexer.RawLog) *event {
	if len(r.Topics) == 0 {
		return nil
	}
	var known []event
	switch {
	case r.Address == d.token:
		known = d.tokenEvents
	case slices.Contains(d.pays, r.Address):
		known = d.payEvents
	}
	for i := range known {
		if known[i].topic == r.Topics[0] {
			return &known[i]
		}
	}
	return nil
}

// read checks the form and fills l, word by word.
func (ev *event) read(r indexer.RawLog, l *settle.Log) error {
	if len(r.Topics) != 1+len(ev.indexed) {
		return fmt.Errorf("has %d topics, want %d", len(r.Topics), 1+len(ev.indexed))
	}
	if len(r.Data) != 32*len(ev.data) {
		return fmt.Errorf("has %d bytes of data, want %d", len(r.Data), 32*len(ev.data))
	}
	for i, f := range ev.indexed {
		if err := f.set(l, r.Topics[i+1]); err != nil {
			return fmt.Errorf("topic %d: %w", i+1, err)
		}
	}
	for i, f := range ev.data {
		if err := f.set(l, settle.Hash(r.Data[32*i:32*i+32])); err != nil {
			return fmt.Errorf("data word %d: %w", i, err)
		}
	}
	return nil
}

// field says where a 32-byte word goes.
type field uint8

const (
	toFrom field = iota
	toTo
	toValue
	toRef
)

func (f field) set(l *settle.Log, word settle.Hash) (err error) {
	switch f {
	case toFrom:
		l.From, err = address(word)
	case toTo:
		l.To, err = address(word)
	case toValue:
		l.Value, err = money.FromBytes(word[:])
	case toRef:
		l.Ref = word
	}
	return err
}

func address(word settle.Hash) (a settle.Address, err error) {
	if [12]byte(word[:12]) != [12]byte{} {
		return a, fmt.Errorf("%s is not an address", word)
	}
	copy(a[:], word[12:])
	return a, nil
}
