package digest

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// MissionID is the escrow's id of a mission: keccak256(abi.encode(chainid,
// escrow, terms)). It binds every member of the terms, so whoever holds them
// can compute it; the contract answers the same as missionIdOf. It is also the
// nonce of the EIP-3009 authorization that funds the mission.
func MissionID(chainID uint64, escrow settle.Address, terms settle.MissionTerms) settle.Hash {
	return settle.Keccak256(encode(static(uintWord(chainID)), static(addressWord(escrow)), dynamic(encodeTerms(terms))))
}

// SplitHash is what a submission says of its payees:
// keccak256(abi.encode(payees, bps)).
func SplitHash(s settle.Split) settle.Hash { return settle.Keccak256(encodeSplit(s)) }

// SubmissionHash is what the escrow stores of a submission:
// keccak256(abi.encode(contentHash, splitHash)). An award must bring the
// content and the split that hash to it.
func SubmissionHash(contentHash, splitHash settle.Hash) settle.Hash {
	return settle.Keccak256(contentHash[:], splitHash[:])
}

// Commitment is what an agent commits to where the escrow decides a
// first_valid_match itself: keccak256(abi.encode(missionId, agent, bytes
// answer, bytes32 salt)). Without the salt a short answer could be guessed from
// it.
func Commitment(mission settle.Hash, agent settle.Address, answer []byte, salt settle.Hash) settle.Hash {
	return settle.Keccak256(encode(static(mission[:]), static(addressWord(agent)), dynamic(abiBytes(answer)), static(salt[:])))
}

// encodeTerms is the tail of MissionTerms, in the canonical form that the
// escrow insists on: every array where the part before it ends.
func encodeTerms(t settle.MissionTerms) []byte {
	return encode(static(addressWord(t.Poster)), static(addressWord(t.Resolver)), static(addressWord(t.RefundTo)),
		static(amountWord(t.Reward)), static(uintWord(uint64(t.VType))), static(uintWord(uint64(t.Layout))),
		static(timeWord(t.SubmitBy)), static(timeWord(t.JudgeBy)), static(timeWord(t.RefundAt)),
		static(uintWord(uint64(t.AppealWindow))), static(uintWord(uint64(t.RevealWindow))), static(addressWord(t.Arbiter)),
		static(amountWord(t.AppealBond)), static(t.SpecHash[:]), static(t.Param[:]),
		dynamic(encodeAmounts(t.Tranches)), dynamic(encodeAmounts(t.Fees)), static(t.Salt[:]))
}

func encodeAmounts(as []money.Amount) []byte {
	out := uintWord(uint64(len(as)))
	for _, a := range as {
		out = append(out, amountWord(a)...)
	}
	return out
}

// encodeSplit is abi.encode(payees, bps), which is also the tail of the struct.
func encodeSplit(s settle.Split) []byte {
	payees, parts := uintWord(uint64(len(s.Payees))), uintWord(uint64(len(s.BPS)))
	for _, p := range s.Payees {
		payees = append(payees, addressWord(p)...)
	}
	for _, p := range s.BPS {
		parts = append(parts, uintWord(uint64(p))...)
	}
	return encode(dynamic(payees), dynamic(parts))
}

// timeWord is a time in Unix seconds; one below zero, which no terms that
// were decoded or checked have, counts as zero.
func timeWord(seconds int64) []byte { return uintWord(uint64(max(seconds, 0))) }
