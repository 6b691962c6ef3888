package digest

import (
	"encoding/hex"
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Calldata is the input of a contract call: a selector and ABI-encoded
// arguments. Its text form is lower-case hex with 0x.
type Calldata []byte

// String is 0x and the hex digits.
func (c Calldata) String() string { return "0x" + hex.EncodeToString(c) }

// MarshalText implements encoding.TextMarshaler.
func (c Calldata) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Calldata) UnmarshalText(b []byte) error {
	if len(b) < 2 || b[0] != '0' || b[1] != 'x' {
		return fmt.Errorf("calldata: want 0x and hex digits")
	}
	out, err := hex.DecodeString(string(b[2:]))
	if err != nil {
		return fmt.Errorf("calldata: %w", err)
	}
	*c = out
	return nil
}

// The functions that pay, as the contracts declare them.
const (
	approveSig  = "approve(address,uint256)"
	transferSig = "transfer(address,uint256)"
	paySig      = "pay(bytes32,(address,uint256)[])"
	flushSig    = "flush(bytes32,(address,uint256)[],address,uint64)"
	refundSig   = "refund(bytes32,(address,uint256)[],address,uint64)"
	payAuthSig  = "payWithAuthorization((bytes32,bytes32,bytes32,bytes32,bytes32,address,(address,uint256)[],uint64),address,uint256,uint256,bytes)"
)

// CalldataApprove calls the token: approve(spender, amount).
func CalldataApprove(spender settle.Address, amount money.Amount) Calldata {
	return call(approveSig, static(addressWord(spender)), static(amountWord(amount)))
}

// CalldataTransfer calls the token: transfer(to, amount).
func CalldataTransfer(to settle.Address, amount money.Amount) Calldata {
	return call(transferSig, static(addressWord(to)), static(amountWord(amount)))
}

// CalldataPay calls the pay contract: pay(digest, legs), which takes each leg
// from the caller and tags it (settlement.md R15). The caller has approved the
// sum before.
func CalldataPay(digest settle.Hash, legs []Leg) Calldata {
	return call(paySig, static(digest[:]), dynamic(encodeLegs(legs)))
}

// CalldataFlush calls the pay contract: flush(digest, legs, refundTo,
// refundAfter), which pays the legs from the deposit address (settlement.md
// R16). refundAfter is in Unix seconds.
func CalldataFlush(digest settle.Hash, legs []Leg, refundTo settle.Address, refundAfter uint64) Calldata {
	return call(flushSig, depositArgs(digest, legs, refundTo, refundAfter)...)
}

// CalldataRefund calls the pay contract: refund(digest, legs, refundTo,
// refundAfter), which returns what the deposit address holds to refundTo
// (settlement.md R16).
func CalldataRefund(digest settle.Hash, legs []Leg, refundTo settle.Address, refundAfter uint64) Calldata {
	return call(refundSig, depositArgs(digest, legs, refundTo, refundAfter)...)
}

// CalldataPayWithAuthorization calls the pay contract with a signed
// ReceiveWithAuthorization over the sum of the legs, whose nonce is AllNonce.
// The times are Unix seconds, both bounds exclusive; signature is 65 bytes, or
// longer for contract wallets.
func CalldataPayWithAuthorization(i Instruction, from settle.Address, validAfter, validBefore uint64, signature []byte) Calldata {
	return call(payAuthSig, dynamic(encodeInstruction(i)), static(addressWord(from)),
		static(uintWord(validAfter)), static(uintWord(validBefore)), dynamic(abiBytes(signature)))
}

func depositArgs(digest settle.Hash, legs []Leg, refundTo settle.Address, refundAfter uint64) []arg {
	return []arg{static(digest[:]), dynamic(encodeLegs(legs)), static(addressWord(refundTo)), static(uintWord(refundAfter))}
}

func encodeInstruction(i Instruction) []byte {
	return encode(static(i.ID[:]), static(i.Mission[:]), static(i.Slot[:]), static(i.Submission[:]), static(i.ContentHash[:]),
		static(addressWord(i.Token)), dynamic(encodeLegs(i.Legs)), static(uintWord(i.IssuedBlock)))
}

func encodeLegs(legs []Leg) []byte {
	out := uintWord(uint64(len(legs)))
	for _, l := range legs {
		out = append(append(out, addressWord(l.To)...), amountWord(l.Amount)...)
	}
	return out
}

// arg is one ABI argument: its word, or for a dynamic type the tail that an
// offset in the head points to.
type arg struct {
	data    []byte
	dynamic bool
}

func static(word []byte) arg  { return arg{data: word} }
func dynamic(tail []byte) arg { return arg{data: tail, dynamic: true} }

func call(signature string, args ...arg) Calldata {
	sel := settle.Keccak256([]byte(signature))
	return append(sel[:4:4], encode(args...)...)
}

func encode(args ...arg) []byte {
	var head, tail []byte
	for _, a := range args {
		if !a.dynamic {
			head = append(head, a.data...)
			continue
		}
		head = append(head, uintWord(uint64(32*len(args)+len(tail)))...)
		tail = append(tail, a.data...)
	}
	return append(head, tail...)
}
