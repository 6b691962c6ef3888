package settle

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/oabp/oabpd/settle/money"
)

// Log is one decoded event of a block.
type Log struct {
	// Index is the position in the block (not in the transaction), from 0.
	Index   uint32  `json:"i"`
	TxHash  Hash    `json:"tx"`
	TxIndex uint32  `json:"txi"`
	Emitter Address `json:"emitter"`
	Kind    LogKind `json:"kind"`
	// From is the sender of a transfer, the authorizer of an authorization, the
	// payer of a pay-contract event, or the deposit address of a deposit event.
	From Address `json:"from,omitzero"`
	// To is the receiver of a transfer, the leg's payee of a pay-contract event,
	// or the receiver of a refund. Zero otherwise.
	To Address `json:"to,omitzero"`
	// Value is in token units; zero for an authorization.
	Value money.Amount `json:"value,omitzero"`
	// Ref is the nonce of an authorization or the digest of a pay-contract event.
	Ref Hash `json:"ref,omitzero"`
	// Event is what a log of the escrow or of a contract beside it says: a value
	// (never a pointer) of the type that belongs to Kind. Nil for the kinds of the
	// token and of the pay contracts, which have From, To, Value and Ref; those
	// are zero where there is an Event. (Logs with events are not comparable by ==.)
	Event ChainEvent `json:"event,omitempty"`
}

// BlockRef names a block by height and hash.
type BlockRef struct {
	Number uint64 `json:"number"`
	Hash   Hash   `json:"hash"`
}

// Block is what the indexer delivers: the header fields that matter, with the
// hash as the endpoint gave it, and the decoded logs in ascending index order.
type Block struct {
	BlockRef
	Parent Hash `json:"parent"`
	// Time is the block's timestamp in Unix seconds.
	Time int64 `json:"time"`
	Logs []Log `json:"logs"`
	// Source is the endpoint that it was read from, without credentials.
	Source string `json:"source,omitempty"`
}

// UnmarshalJSON implements json.Unmarshaler. The event is decoded by the log's
// kind; an unknown kind or member, a kind without its event and an event where
// its kind has none are errors, as for every part of a fact.
func (l *Log) UnmarshalJSON(b []byte) error {
	type fields Log // without this method
	raw := struct {
		*fields
		Event json.RawMessage `json:"event"`
	}{fields: (*fields)(l)}
	*l = Log{}
	if err := strict(b, &raw); err != nil {
		return err
	}
	if !l.Kind.Known() {
		return fmt.Errorf("log %d: unknown kind %d", l.Index, l.Kind)
	}
	if !l.Kind.OfContract() {
		if raw.Event != nil {
			return fmt.Errorf("log %d: %s has no event", l.Index, l.Kind)
		}
		return nil
	}
	if raw.Event == nil {
		return fmt.Errorf("log %d: %s without its event", l.Index, l.Kind)
	}
	ev, err := DecodeEvent(l.Kind, raw.Event)
	if err != nil {
		return fmt.Errorf("log %d: %w", l.Index, err)
	}
	l.Event = ev
	return nil
}

// strict decodes one JSON value that has no unknown members.
func strict(b []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}
