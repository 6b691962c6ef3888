package digest

import (
	"encoding/binary"

	"github.com/oabp/oabpd/settle"
)

// MaxLegs is the most legs that the pay contract takes in one call.
const MaxLegs = 32

// The code of an OpenZeppelin 5.7 clone with immutable arguments (Clones.sol),
// around the length of its runtime code, the implementation and the arguments.
const (
	cloneLength  = "\x61"
	cloneHead    = "\x3d\x81\x60\x0a\x3d\x39\xf3\x36\x3d\x3d\x37\x3d\x3d\x3d\x36\x3d\x73"
	cloneTail    = "\x5a\xf4\x3d\x82\x80\x3e\x90\x3d\x91\x60\x2b\x57\xfd\x5b\xf3"
	cloneRuntime = 45 // bytes of runtime code before the arguments
)

// DepositAddress is the CREATE2 address of an instruction's deposit
// (settlement.md R16): a clone of implementation, made by payContract with salt
// zero and the arguments abi.encode(digest, EIP-712 hash of legs, refundTo,
// refundAfter), each of which is so part of the address. refundAfter is in Unix
// seconds. The pay contract answers only for legs in the form of SortLegs, 1 to
// MaxLegs of them.
func DepositAddress(payContract, implementation settle.Address, digest settle.Hash, legs []Leg, refundTo settle.Address, refundAfter uint64) settle.Address {
	legsHash := hashLegs(legs)
	args := encode(static(digest[:]), static(legsHash[:]), static(addressWord(refundTo)), static(uintWord(refundAfter)))
	var length [2]byte
	binary.BigEndian.PutUint16(length[:], uint16(cloneRuntime+len(args)))
	code := settle.Keccak256([]byte(cloneLength), length[:], []byte(cloneHead), implementation[:], []byte(cloneTail), args)
	var salt settle.Hash
	h := settle.Keccak256([]byte{0xff}, payContract[:], salt[:], code[:])
	var a settle.Address
	copy(a[:], h[12:])
	return a
}

// DepositImplementation is the address of the implementation that a pay
// contract has deployed: its first creation, so the CREATE address with nonce
// 1, the last 20 bytes of keccak256(rlp([payContract, 1])).
func DepositImplementation(payContract settle.Address) settle.Address {
	// A list of 22 bytes: the address as a 20-byte string, and the integer 1.
	h := settle.Keccak256([]byte{0xc0 + 22, 0x80 + 20}, payContract[:], []byte{1})
	var a settle.Address
	copy(a[:], h[12:])
	return a
}
