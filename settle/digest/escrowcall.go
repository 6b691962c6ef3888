package digest

import (
	"strconv"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// The functions of the escrow, as the contract declares them.
const (
	termsType = "(address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256)"
	splitType = "(address[],uint16[])"

	postSig        = "post(" + termsType + ",string)"
	postPermitSig  = "postWithPermit(" + termsType + ",string,uint256,bytes)"
	postAuthSig    = "postWithAuthorization(" + termsType + ",string,uint256,uint256,bytes)"
	cancelSig      = "cancel(" + termsType + ")"
	refundHeldSig  = "refund(" + termsType + ")"
	submitSig      = "submit(bytes32,uint8,bytes32,bytes32,string)"
	commitSig      = "commit(bytes32,bytes32)"
	revealSig      = "reveal(" + termsType + ",bytes,bytes32)"
	awardSig       = "award(" + termsType + ",uint8,address,bytes32," + splitType + ")"
	appealSig      = "appeal(" + termsType + ",uint8,bytes32)"
	ruleSig        = "rule(" + termsType + ",uint8,uint8,address,bytes32," + splitType + ")"
	finalizeSig    = "finalize(" + termsType + ",uint8,bytes32," + splitType + ")"
	withdrawSig    = "withdraw(address)"
	collectFeesSig = "collectFees()"
)

// CalldataPost calls the escrow: post(terms, specURI), which takes reward and
// post fee by the poster's allowance. Only the poster may call.
func CalldataPost(t settle.MissionTerms, specURI string) Calldata {
	return call(postSig, dynamic(encodeTerms(t)), dynamic(abiBytes([]byte(specURI))))
}

// CalldataPostWithPermit calls the escrow: postWithPermit(terms, specURI,
// deadline, signature). The signature is the poster's over Permit; deadline is
// in Unix seconds, inclusive. Only the poster may call.
func CalldataPostWithPermit(t settle.MissionTerms, specURI string, deadline uint64, signature []byte) Calldata {
	return call(postPermitSig, dynamic(encodeTerms(t)), dynamic(abiBytes([]byte(specURI))),
		static(uintWord(deadline)), dynamic(abiBytes(signature)))
}

// CalldataPostWithAuthorization calls the escrow: postWithAuthorization(terms,
// specURI, validAfter, validBefore, signature). The signature is the poster's
// over ReceiveWithAuthorization with the mission's id as nonce; times are Unix
// seconds, both bounds exclusive. Anybody may call.
func CalldataPostWithAuthorization(t settle.MissionTerms, specURI string, validAfter, validBefore uint64, signature []byte) Calldata {
	return call(postAuthSig, dynamic(encodeTerms(t)), dynamic(abiBytes([]byte(specURI))),
		static(uintWord(validAfter)), static(uintWord(validBefore)), dynamic(abiBytes(signature)))
}

// CalldataCancel calls the escrow: cancel(terms), which sends the reward back
// while nobody has entered. Only the poster may call.
func CalldataCancel(t settle.MissionTerms) Calldata { return call(cancelSig, dynamic(encodeTerms(t))) }

// CalldataRefundMission calls the escrow: refund(terms), which sends what is
// not awarded to refundTo, from refundAt on. Anybody may call.
func CalldataRefundMission(t settle.MissionTerms) Calldata {
	return call(refundHeldSig, dynamic(encodeTerms(t)))
}

// CalldataSubmit calls the escrow: submit(missionId, tranche, contentHash,
// splitHash, uri). The caller is the agent. Tranche is the milestone's index, 0
// for prizes.
func CalldataSubmit(mission settle.Hash, tranche uint8, contentHash, splitHash settle.Hash, uri string) Calldata {
	return call(submitSig, static(mission[:]), static(uintWord(uint64(tranche))), static(contentHash[:]),
		static(splitHash[:]), dynamic(abiBytes([]byte(uri))))
}

// CalldataCommit calls the escrow: commit(missionId, commitment). The caller is
// the agent in the commitment.
func CalldataCommit(mission, commitment settle.Hash) Calldata {
	return call(commitSig, static(mission[:]), static(commitment[:]))
}

// CalldataReveal calls the escrow: reveal(terms, answer, salt), which publishes
// the answer. The caller is who committed to it.
func CalldataReveal(t settle.MissionTerms, answer []byte, salt settle.Hash) Calldata {
	return call(revealSig, dynamic(encodeTerms(t)), dynamic(abiBytes(answer)), static(salt[:]))
}

// CalldataAward calls the escrow: award(terms, tranche, agent, contentHash,
// split). Only the terms' resolver may call.
func CalldataAward(t settle.MissionTerms, tranche uint8, agent settle.Address, contentHash settle.Hash, s settle.Split) Calldata {
	return call(awardSig, dynamic(encodeTerms(t)), static(uintWord(uint64(tranche))), static(addressWord(agent)),
		static(contentHash[:]), dynamic(encodeSplit(s)))
}

// CalldataAppeal calls the escrow: appeal(terms, tranche, evidenceHash), which
// takes the bond by the caller's allowance.
func CalldataAppeal(t settle.MissionTerms, tranche uint8, evidenceHash settle.Hash) Calldata {
	return call(appealSig, dynamic(encodeTerms(t)), static(uintWord(uint64(tranche))), static(evidenceHash[:]))
}

// CalldataRule calls the escrow: rule(terms, tranche, ruling, agent,
// contentHash, split). Only the terms' arbiter may call. Agent, content and
// split count for the ruling Other alone.
func CalldataRule(t settle.MissionTerms, tranche uint8, ruling settle.Ruling, agent settle.Address, contentHash settle.Hash, s settle.Split) Calldata {
	return call(ruleSig, dynamic(encodeTerms(t)), static(uintWord(uint64(tranche))), static(uintWord(uint64(ruling))),
		static(addressWord(agent)), static(contentHash[:]), dynamic(encodeSplit(s)))
}

// CalldataFinalize calls the escrow: finalize(terms, tranche, contentHash,
// split), which pays a pending award that is final. Anybody may call.
func CalldataFinalize(t settle.MissionTerms, tranche uint8, contentHash settle.Hash, s settle.Split) Calldata {
	return call(finalizeSig, dynamic(encodeTerms(t)), static(uintWord(uint64(tranche))), static(contentHash[:]), dynamic(encodeSplit(s)))
}

// CalldataWithdraw calls the escrow: withdraw(owner), which sends an address
// its credit. Anybody may call.
func CalldataWithdraw(owner settle.Address) Calldata {
	return call(withdrawSig, static(addressWord(owner)))
}

// CalldataCollectFees calls the escrow: collectFees(), which sends the accrued
// fees to the fee recipient. Anybody may call.
func CalldataCollectFees() Calldata { return call(collectFeesSig) }

// Funding is what a poster signs or approves to fund a mission.
type Funding struct {
	// Poster and Escrow are the parties; Amount is reward and post fee together.
	Poster, Escrow settle.Address
	Amount         money.Amount
	Mission        settle.Hash
	// Until is in Unix seconds: the authorization holds below it, the permit up
	// to it.
	Until uint64
}

// Authorization is the ReceiveWithAuthorization that postWithAuthorization
// takes: only the escrow can use it, for this mission alone.
func (f Funding) Authorization() Authorization {
	return Authorization{From: f.Poster, To: f.Escrow, Value: f.Amount, ValidBefore: f.Until, Nonce: f.Mission}
}

// PermitMessage is the message of an EIP-2612 permit. Nonce is null: it is what
// the token's nonces(owner) answers when the permit is signed.
type PermitMessage struct {
	Owner    settle.Address `json:"owner"`
	Spender  settle.Address `json:"spender"`
	Value    money.Amount   `json:"value"`
	Nonce    *money.Amount  `json:"nonce"`
	Deadline string         `json:"deadline"`
}

// Permit is the document of the EIP-2612 permit that postWithPermit takes.
func (t TokenDomain) Permit(f Funding, nonce *money.Amount) TypedData {
	m := PermitMessage{Owner: f.Poster, Spender: f.Escrow, Value: f.Amount, Nonce: nonce, Deadline: strconv.FormatUint(f.Until, 10)}
	return typed("Permit", TypedDomain{t.Name, t.Version, t.ChainID, t.Token}, m, []TypedField{
		{"owner", "address"},
		{"spender", "address"},
		{"value", "uint256"},
		{"nonce", "uint256"},
		{"deadline", "uint256"},
	})
}
