package digest

import (
	"encoding/binary"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// The EIP-712 domain of settlement.md R6.
const (
	// DomainName is the name in the domain separator.
	DomainName = "OABP Settlement"
	// DomainVersion is the version in the domain separator.
	DomainVersion = "1"
)

// The encoded types of settlement.md R6 and R17 (EIP-712 "encodeType").
const (
	domainType      = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
	legType         = "Leg(address to,uint256 amount)"
	instructionType = "Instruction(bytes32 id,bytes32 mission,bytes32 slot,bytes32 submission,bytes32 contentHash,address token,Leg[] legs,uint64 issuedBlock)" + legType
	payerType       = "Payer(bytes32 digest,address payer)"
	directType      = "Direct(bytes32 txHash,uint256 logIndex,bytes32 digest)"
)

// Leg is one payee of an instruction and what it is owed, in token units.
type Leg struct {
	To     settle.Address `json:"to"`
	Amount money.Amount   `json:"amount"`
}

// Instruction is the part of a settlement instruction that its digest covers.
type Instruction struct {
	// ID and Submission are PublicID of the public ids.
	ID settle.Hash `json:"id"`
	// Mission is the contract's id of an escrow mission, else PublicID of mis_….
	Mission    settle.Hash `json:"mission"`
	Slot       settle.Hash `json:"slot"`
	Submission settle.Hash `json:"submission"`
	// ContentHash is the SHA-256 of the sealed envelope (R1).
	ContentHash settle.Hash    `json:"content_hash"`
	Token       settle.Address `json:"token"`
	// Legs are in the order of SortLegs.
	Legs []Leg `json:"legs"`
	// IssuedBlock is the indexed tip at issue (R11).
	IssuedBlock uint64 `json:"issued_block"`
}

// Domain names the chain and the pay contract that an instruction is for.
type Domain struct {
	ChainID           uint64
	VerifyingContract settle.Address
}

// Separator is the EIP-712 domain separator.
func (d Domain) Separator() settle.Hash {
	return settle.Keccak256(typeHash(domainType),
		stringHash(DomainName), stringHash(DomainVersion), uintWord(d.ChainID), addressWord(d.VerifyingContract))
}

// Instruction is the digest of settlement.md R6:
// keccak256(0x1901 ‖ domain ‖ struct).
func (d Domain) Instruction(i Instruction) settle.Hash {
	legsHash := hashLegs(i.Legs)
	return d.sign(settle.Keccak256(typeHash(instructionType), i.ID[:], i.Mission[:], i.Slot[:], i.Submission[:],
		i.ContentHash[:], addressWord(i.Token), legsHash[:], uintWord(i.IssuedBlock)))
}

// Payer is what an address signs to prove that it pays the instruction with
// this digest (settlement.md R17).
func (d Domain) Payer(digest settle.Hash, payer settle.Address) settle.Hash {
	return d.sign(settle.Keccak256(typeHash(payerType), digest[:], addressWord(payer)))
}

// Direct is what a payer signs to move the unallocated units of one transfer
// log to the instruction with this digest (settlement.md R17).
func (d Domain) Direct(txHash settle.Hash, logIndex uint32, digest settle.Hash) settle.Hash {
	return d.sign(settle.Keccak256(typeHash(directType), txHash[:], uintWord(uint64(logIndex)), digest[:]))
}

func (d Domain) sign(structHash settle.Hash) settle.Hash {
	sep := d.Separator()
	return settle.Keccak256([]byte{0x19, 0x01}, sep[:], structHash[:])
}

// hashLegs is the EIP-712 encoding of Leg[]: the hash of the concatenated
// struct hashes.
func hashLegs(legs []Leg) settle.Hash {
	hashes := make([]byte, 0, 32*len(legs))
	for _, l := range legs {
		h := settle.Keccak256(typeHash(legType), addressWord(l.To), amountWord(l.Amount))
		hashes = append(hashes, h[:]...)
	}
	return settle.Keccak256(hashes)
}

func typeHash(t string) []byte { return stringHash(t) }

func stringHash(s string) []byte {
	h := settle.Keccak256([]byte(s))
	return h[:]
}

// The words of the ABI: 32 bytes, big-endian, left-padded.

func uintWord(n uint64) []byte {
	var w [32]byte
	binary.BigEndian.PutUint64(w[24:], n)
	return w[:]
}

func addressWord(a settle.Address) []byte {
	var w [32]byte
	copy(w[12:], a[:])
	return w[:]
}

func amountWord(a money.Amount) []byte {
	w := a.Bytes32()
	return w[:]
}
