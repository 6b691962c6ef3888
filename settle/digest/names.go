package digest

import (
	"bytes"

	"github.com/oabp/oabpd/settle"
)

// NoMilestone is the milestone index of a mission without milestones.
const NoMilestone = -1

// The tags of the two nonces (settlement.md R6).
const (
	legNonceTag = "oabp.pay.v1"
	allNonceTag = "oabp.pay.v1.all"
)

// PublicID is keccak256 of a public id's UTF-8 (stl_…, sub_…, mis_…): the form
// that ids have inside the digest (settlement.md R6).
func PublicID(id string) settle.Hash { return settle.Keccak256([]byte(id)) }

// Slot is keccak256(abi.encode(mission, milestone, n)), with 2^256-1 for
// NoMilestone or any other negative index (settlement.md R6). n counts prizes
// from 0.
func Slot(mission settle.Hash, milestone int, n uint32) settle.Hash {
	index := bytes.Repeat([]byte{0xff}, 32)
	if milestone >= 0 {
		index = uintWord(uint64(milestone))
	}
	return settle.Keccak256(mission[:], index, uintWord(uint64(n)))
}

// LegNonce is the nonce of an EIP-3009 transfer authorization straight to leg
// i, counted from 0: keccak256(abi.encode("oabp.pay.v1", digest, i)). A
// negative i is a programming error and panics.
func LegNonce(digest settle.Hash, i int) settle.Hash {
	if i < 0 {
		panic("digest: negative leg index")
	}
	tag := abiBytes([]byte(legNonceTag))
	return settle.Keccak256(uintWord(3*32), digest[:], uintWord(uint64(i)), tag)
}

// AllNonce is the nonce of an EIP-3009 receive authorization of the whole
// instruction to the pay contract: keccak256(abi.encode("oabp.pay.v1.all",
// digest)).
func AllNonce(digest settle.Hash) settle.Hash {
	return settle.Keccak256(uintWord(2*32), digest[:], abiBytes([]byte(allNonceTag)))
}

// abiBytes is the tail of a dynamic bytes or string: length, then the bytes
// padded to whole words.
func abiBytes(b []byte) []byte {
	out := append(uintWord(uint64(len(b))), b...)
	return append(out, make([]byte, (32-len(b)%32)%32)...)
}
