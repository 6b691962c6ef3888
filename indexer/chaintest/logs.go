package chaintest

import (
	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Transfer is ERC-20 Transfer(from, to, value) as a raw log.
func Transfer(token, from, to settle.Address, value money.Amount) indexer.RawLog {
	v := value.Bytes32()
	return indexer.RawLog{
		Address: token, Data: v[:],
		Topics: []settle.Hash{topic("Transfer(address,address,uint256)"), word(from), word(to)},
	}
}

// AuthorizationUsed is EIP-3009 AuthorizationUsed(authorizer, nonce).
func AuthorizationUsed(token, authorizer settle.Address, nonce settle.Hash) indexer.RawLog {
	return indexer.RawLog{
		Address: token,
		Topics:  []settle.Hash{topic("AuthorizationUsed(address,bytes32)"), word(authorizer), nonce},
	}
}

// InstructionPaid is OabpPay's InstructionPaid(digest, to, amount, payer).
func InstructionPaid(pay settle.Address, digest settle.Hash, to settle.Address, amount money.Amount, payer settle.Address) indexer.RawLog {
	v, p := amount.Bytes32(), word(payer)
	return indexer.RawLog{
		Address: pay, Data: append(v[:], p[:]...),
		Topics: []settle.Hash{topic("InstructionPaid(bytes32,address,uint256,address)"), digest, word(to)},
	}
}

// Raw is a decoded log of the token or of a pay contract as the chain has it. It
// panics for another kind.
func Raw(l settle.Log) indexer.RawLog {
	var r indexer.RawLog
	v := l.Value.Bytes32()
	leg := func(signature string) indexer.RawLog {
		p := word(l.From)
		return indexer.RawLog{Address: l.Emitter, Data: append(v[:], p[:]...), Topics: []settle.Hash{topic(signature), l.Ref, word(l.To)}}
	}
	switch l.Kind {
	case settle.LogTransfer:
		r = Transfer(l.Emitter, l.From, l.To, l.Value)
	case settle.LogAuthorizationUsed:
		r = AuthorizationUsed(l.Emitter, l.From, l.Ref)
	case settle.LogInstructionPaid:
		r = leg("InstructionPaid(bytes32,address,uint256,address)")
	case settle.LogInstructionLegRefused:
		r = leg("InstructionLegRefused(bytes32,address,uint256,address)")
	case settle.LogDepositFlushed:
		r = indexer.RawLog{Address: l.Emitter, Data: v[:], Topics: []settle.Hash{topic("DepositFlushed(bytes32,address,uint256)"), l.Ref, word(l.From)}}
	case settle.LogDepositRefunded:
		r = indexer.RawLog{Address: l.Emitter, Data: v[:], Topics: []settle.Hash{topic("DepositRefunded(bytes32,address,address,uint256)"), l.Ref, word(l.From), word(l.To)}}
	case settle.LogPause, settle.LogUnpause:
		r = indexer.RawLog{Address: l.Emitter, Topics: []settle.Hash{topic(l.Kind.String() + "()")}}
	default:
		panic("chaintest: no form of a log of kind " + string(l.Kind))
	}
	r.Index, r.TxHash, r.TxIndex = l.Index, l.TxHash, l.TxIndex
	return r
}

func topic(signature string) settle.Hash { return settle.Keccak256([]byte(signature)) }

func word(a settle.Address) (h settle.Hash) {
	copy(h[12:], a[:])
	return h
}
