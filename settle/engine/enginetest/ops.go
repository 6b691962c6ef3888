package enginetest

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// Op is one call inside a transaction; false reverts all of it.
type Op func(x *execution) bool

type execution struct {
	c       *Chain
	tx      *Tx
	txIndex uint32
	index   uint32
	now     int64
	number  uint64
	l       ledger
	logs    []Log
}

func (x *execution) emit(l Log) *Log {
	l.Index, l.TxHash, l.TxIndex = x.index, x.tx.Hash, x.txIndex
	x.index++
	x.logs = append(x.logs, l)
	return &x.logs[len(x.logs)-1]
}

func (x *execution) move(from, to settle.Address, value money.Amount) (*Log, bool) {
	if x.c.Paused || x.c.Blacklisted[from] || x.c.Blacklisted[to] {
		return nil, false
	}
	x.l.balance[from] = x.l.balance[from].SatSub(value)
	x.l.balance[to] = x.l.balance[to].SatAdd(value)
	return x.emit(Log{Log: settle.Log{Emitter: x.c.Token, Kind: settle.LogTransfer, From: from, To: to, Value: value}, Sender: from}), true
}

// Transfer is a plain transfer.
func Transfer(from, to settle.Address, value money.Amount) Op {
	return func(x *execution) bool {
		_, ok := x.move(from, to, value)
		return ok
	}
}

// Foreign is a transfer of another token.
func Foreign(token, from, to settle.Address, value money.Amount) Op {
	return func(x *execution) bool {
		x.emit(Log{Log: settle.Log{Emitter: token, Kind: settle.LogTransfer, From: from, To: to, Value: value}, Sender: from})
		return true
	}
}

// Gap is a log of somebody else, which the indexer does not keep.
func Gap() Op {
	return func(x *execution) bool { x.index++; return true }
}

// Authorized is an EIP-3009 transfer with a nonce.
func Authorized(from, to settle.Address, value money.Amount, nonce settle.Hash) Op {
	return func(x *execution) bool {
		x.emit(Log{Log: settle.Log{Emitter: x.c.Token, Kind: settle.LogAuthorizationUsed, From: from, Ref: nonce}})
		l, ok := x.move(from, to, value)
		if ok {
			l.Tag = &Tag{Ref: nonce}
		}
		return ok
	}
}

// Pay is OabpPay.pay: the caller's money, one tag for each transfer.
func Pay(contract, payer settle.Address, d settle.Hash, legs []digest.Leg) Op {
	return func(x *execution) bool {
		if x.c.Paused {
			return false
		}
		for _, l := range legs {
			if !x.payLeg(contract, d, payer, payer, l) {
				return false
			}
		}
		return true
	}
}

// PayAuthorized is OabpPay.payWithAuthorization: the contract receives the sum,
// pays the legs and returns what was refused.
func PayAuthorized(contract, payer settle.Address, d settle.Hash, legs []digest.Leg) Op {
	return func(x *execution) bool {
		x.emit(Log{Log: settle.Log{Emitter: x.c.Token, Kind: settle.LogAuthorizationUsed, From: payer, Ref: digest.AllNonce(d)}})
		total, _ := digest.Total(legs)
		if _, ok := x.move(payer, contract, total); !ok {
			return false
		}
		var refused money.Amount
		for _, l := range legs {
			if x.c.Blacklisted[l.To] {
				refused = refused.SatAdd(l.Amount)
			}
			if !x.payLeg(contract, d, contract, payer, l) {
				return false
			}
		}
		if !refused.IsZero() {
			_, ok := x.move(contract, payer, refused)
			return ok
		}
		return true
	}
}

// payLeg pays or refuses one leg, with its tag directly behind the transfer.
func (x *execution) payLeg(contract settle.Address, d settle.Hash, from, payer settle.Address, l digest.Leg) bool {
	kind := settle.LogInstructionPaid
	if x.c.Blacklisted[l.To] {
		kind = settle.LogInstructionLegRefused
	} else {
		t, ok := x.move(from, l.To, l.Amount)
		if !ok {
			return false
		}
		if x.c.Pay[contract] {
			t.Tag, t.Sender = &Tag{Ref: d, Contract: contract}, payer
		}
	}
	x.emit(Log{Log: settle.Log{Emitter: contract, Kind: kind, From: payer, To: l.To, Value: l.Amount, Ref: d}})
	return true
}

// Detached is a transfer whose pay-contract event is not directly behind it.
func Detached(contract, payer settle.Address, d settle.Hash, l digest.Leg) Op {
	return func(x *execution) bool {
		if _, ok := x.move(payer, l.To, l.Amount); !ok {
			return false
		}
		x.index++
		x.emit(Log{Log: settle.Log{Emitter: contract, Kind: settle.LogInstructionPaid, From: payer, To: l.To, Value: l.Amount, Ref: d}})
		return true
	}
}

// Forged is somebody's transfer with the event of a contract that is none of
// ours directly behind it, naming another payer.
func Forged(evil, from, payer settle.Address, d settle.Hash, l digest.Leg) Op {
	return func(x *execution) bool {
		if _, ok := x.move(from, l.To, l.Amount); !ok {
			return false
		}
		x.emit(Log{Log: settle.Log{Emitter: evil, Kind: settle.LogInstructionPaid, From: payer, To: l.To, Value: l.Amount, Ref: d}})
		return true
	}
}

// Deposit names a deposit address by what it is made of.
type Deposit struct {
	Contract    settle.Address
	Digest      settle.Hash
	Legs        []digest.Leg
	RefundTo    settle.Address
	RefundAfter int64
}

// Address is the CREATE2 address.
func (d Deposit) Address() settle.Address {
	return digest.DepositAddress(d.Contract, digest.DepositImplementation(d.Contract), d.Digest, d.Legs, d.RefundTo, uint64(d.RefundAfter))
}

// FlushGrace is how long after RefundAfter a covered deposit can be flushed.
const FlushGrace = 90 * 24 * 3600

// Flush is OabpPay.flush.
func Flush(d Deposit) Op {
	return func(x *execution) bool {
		a := d.Address()
		total, _ := digest.Total(d.Legs)
		if x.l.done[a] || x.now >= d.RefundAfter+FlushGrace || x.l.balance[a].Less(total) {
			return false
		}
		x.l.done[a] = true
		var paid money.Amount
		for _, l := range d.Legs {
			if !x.c.Blacklisted[l.To] {
				paid = paid.SatAdd(l.Amount)
			}
			if !x.payLeg(d.Contract, d.Digest, a, a, l) {
				return false
			}
		}
		x.emit(Log{Log: settle.Log{Emitter: d.Contract, Kind: settle.LogDepositFlushed, From: a, Value: paid, Ref: d.Digest}})
		return true
	}
}

// Refund is OabpPay.refund called by caller.
func Refund(d Deposit, caller settle.Address) Op {
	return func(x *execution) bool {
		a := d.Address()
		total, _ := digest.Total(d.Legs)
		have := x.l.balance[a]
		due := x.l.done[a] || x.now >= d.RefundAfter+FlushGrace ||
			have.Less(total) && (x.now >= d.RefundAfter || caller == d.RefundTo)
		if have.IsZero() || !due {
			return false
		}
		if _, ok := x.move(a, d.RefundTo, have); !ok {
			return false
		}
		x.emit(Log{Log: settle.Log{Emitter: d.Contract, Kind: settle.LogDepositRefunded, From: a, To: d.RefundTo, Value: have, Ref: d.Digest}})
		return true
	}
}
