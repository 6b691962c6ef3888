package decode

import (
	"errors"
	"fmt"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// ErrMalformed says that a log has the first topic of a known event at an
// address that emits it, and is not of that event's form.
var ErrMalformed = errors.New("malformed log")

// Emitters are the contracts whose events are read.
type Emitters struct {
	// Token is the settled token; required.
	Token settle.Address
	// Pay are the pay contracts (OabpPay), newest first.
	Pay []settle.Address
	// Contracts are the escrow and the contracts beside it, those that were
	// replaced too (settle.Settings.KnownContracts).
	Contracts []settle.Contract
}

// Decoder knows the events of its emitters. It is immutable.
type Decoder struct {
	watches []indexer.Watch
	events  map[settle.Address][]event
}

var _ indexer.Decoder = (*Decoder)(nil)

// New makes a Decoder. Zero addresses, an address that is named twice and an
// unknown role are errors; all of them are reported at once.
func New(e Emitters) (*Decoder, error) {
	d := &Decoder{events: map[settle.Address][]event{}}
	named := map[settle.Address]string{}
	var errs []error
	add := func(what string, a settle.Address, evs []event) {
		other, twice := named[a]
		switch {
		case a.IsZero():
			errs = append(errs, fmt.Errorf("%s: address is zero", what))
		case twice:
			errs = append(errs, fmt.Errorf("%s: %s is %s already", what, a, other))
		default:
			named[a] = "the " + what
			d.events[a] = evs
			d.watches = append(d.watches, indexer.Watch{Address: a, Topics: topicsOf(evs)})
		}
	}
	add("token", e.Token, tokenEvents())
	for _, p := range e.Pay {
		add("pay contract", p, payEvents())
	}
	for _, c := range e.Contracts {
		evs := contractEvents(c.Role)
		if evs == nil {
			errs = append(errs, fmt.Errorf("%s: unknown role %q", c.Address, c.Role))
			continue
		}
		add(string(c.Role)+" contract", c.Address, evs)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return d, nil
}

// Watches implements indexer.Decoder: the token first, then the pay contracts,
// then the others, in the order in which they were named.
func (d *Decoder) Watches() []indexer.Watch {
	out := make([]indexer.Watch, len(d.watches))
	for i, w := range d.watches {
		out[i] = indexer.Watch{Address: w.Address, Topics: append([]settle.Hash(nil), w.Topics...)}
	}
	return out
}

// Decode implements indexer.Decoder. Errors wrap ErrMalformed.
func (d *Decoder) Decode(r indexer.RawLog) (l settle.Log, ok bool, err error) {
	if len(r.Topics) == 0 {
		return settle.Log{}, false, nil
	}
	for i := range d.events[r.Address] {
		ev := &d.events[r.Address][i]
		if ev.topic != r.Topics[0] {
			continue
		}
		l = settle.Log{Index: r.Index, TxHash: r.TxHash, TxIndex: r.TxIndex, Emitter: r.Address, Kind: ev.kind}
		if err := ev.decode(r, &l); err != nil {
			return settle.Log{}, false, fmt.Errorf("log %d of %s: %s: %w: %w", r.Index, r.Address, ev.kind, ErrMalformed, err)
		}
		return l, true, nil
	}
	return settle.Log{}, false, nil
}

// decode checks the form and fills l, word by word.
func (ev *event) decode(r indexer.RawLog, l *settle.Log) error {
	if len(r.Topics) != 1+ev.indexed {
		return fmt.Errorf("has %d topics, want %d", len(r.Topics), 1+ev.indexed)
	}
	var flat [3 * wordSize]byte
	for i, t := range r.Topics[1:] {
		copy(flat[i*wordSize:], t[:])
	}
	topics, data := tuple(flat[:wordSize*ev.indexed], ev.indexed), tuple(r.Data, ev.words)
	ev.read(l, topics, data)
	if err := topics.done(); err != nil {
		return fmt.Errorf("topics: %w", err)
	}
	if err := data.done(); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	return nil
}
