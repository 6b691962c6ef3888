package digest

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// The EIP-712 domain of the AttestationOracle.
const (
	// AttestationDomainName is the name in the domain separator.
	AttestationDomainName = "OABP Attestation"
	// AttestationDomainVersion is the version in the domain separator.
	AttestationDomainVersion = "1"
)

const (
	attestationType = "Attestation(address signer,bytes32 missionId,uint8 tranche,address agent,bytes32 submissionHash,bytes32 sharesHash,uint256 position,uint256 deadline)"

	attestedAwardSig = "award(" + termsType + ",uint8,address,bytes32," + splitType + ",uint256,uint256,(address,bytes)[])"
)

// Finding is what the attesters of a mission say: whose submission wins a
// tranche (Solidity: Finding).
type Finding struct {
	MissionID settle.Hash    `json:"mission_id"`
	Tranche   uint8          `json:"tranche"`
	Agent     settle.Address `json:"agent"`
	// SubmissionHash is the agent's current submission, SharesHash the SplitHash
	// in it.
	SubmissionHash settle.Hash `json:"submission_hash"`
	SharesHash     settle.Hash `json:"shares_hash"`
	// Position is where the submission's WorkSubmitted is (Position), for a
	// first_valid_match; else zero.
	Position uint64 `json:"position,string"`
	// Deadline is in Unix seconds: the contract takes the finding below it.
	Deadline int64 `json:"deadline"`
}

// Position is the place of a log in the order of first_valid_match: its block's
// number times 2^32 plus its index in that block. The block is below 2^32.
func Position(block uint64, logIndex uint32) uint64 { return block<<32 | uint64(logIndex) }

// AttestationDomain names the chain and the AttestationOracle that a finding is
// for.
type AttestationDomain struct {
	ChainID uint64
	Oracle  settle.Address
}

// Separator is the EIP-712 domain separator.
func (d AttestationDomain) Separator() settle.Hash {
	return settle.Keccak256(typeHash(domainType), stringHash(AttestationDomainName), stringHash(AttestationDomainVersion),
		uintWord(d.ChainID), addressWord(d.Oracle))
}

// Attestation is what one attester signs: the finding with its own address.
// The contract answers the same as attestationDigest.
func (d AttestationDomain) Attestation(signer settle.Address, f Finding) settle.Hash {
	separator := d.Separator()
	message := settle.Keccak256(typeHash(attestationType), addressWord(signer), f.MissionID[:], uintWord(uint64(f.Tranche)), addressWord(f.Agent),
		f.SubmissionHash[:], f.SharesHash[:], uintWord(f.Position), timeWord(f.Deadline))
	return settle.Keccak256([]byte{0x19, 0x01}, separator[:], message[:])
}

// AttestationMessage is the message of an attestation. Numbers are decimal
// strings.
type AttestationMessage struct {
	Signer         settle.Address `json:"signer"`
	MissionID      settle.Hash    `json:"missionId"`
	Tranche        string         `json:"tranche"`
	Agent          settle.Address `json:"agent"`
	SubmissionHash settle.Hash    `json:"submissionHash"`
	SharesHash     settle.Hash    `json:"sharesHash"`
	Position       string         `json:"position"`
	Deadline       string         `json:"deadline"`
}

// AttestationTypedData is the document whose hash is Attestation, for an
// attester whose key is in a wallet.
func (d AttestationDomain) AttestationTypedData(signer settle.Address, f Finding) TypedData {
	m := AttestationMessage{Signer: signer, MissionID: f.MissionID, Tranche: strconv.Itoa(int(f.Tranche)), Agent: f.Agent,
		SubmissionHash: f.SubmissionHash, SharesHash: f.SharesHash, Position: strconv.FormatUint(f.Position, 10), Deadline: strconv.FormatInt(max(f.Deadline, 0), 10)}
	return typed("Attestation", TypedDomain{AttestationDomainName, AttestationDomainVersion, d.ChainID, d.Oracle}, m, []TypedField{
		{"signer", "address"},
		{"missionId", "bytes32"},
		{"tranche", "uint8"},
		{"agent", "address"},
		{"submissionHash", "bytes32"},
		{"sharesHash", "bytes32"},
		{"position", "uint256"},
		{"deadline", "uint256"},
	})
}

// Signature is the bytes of a signature; lower-case hex with 0x as text.
type Signature []byte

// MarshalText implements encoding.TextMarshaler.
func (s Signature) MarshalText() ([]byte, error) { return []byte("0x" + hex.EncodeToString(s)), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Signature) UnmarshalText(b []byte) error {
	digits, ok := strings.CutPrefix(string(b), "0x")
	if !ok {
		return fmt.Errorf("signature: want 0x and hex digits")
	}
	out, err := hex.DecodeString(digits)
	if err != nil {
		return fmt.Errorf("signature: %w", err)
	}
	*s = out
	return nil
}

// Attestation is one attester's word (Solidity: Attestation).
type Attestation struct {
	Signer    settle.Address `json:"signer"`
	Signature Signature      `json:"signature"`
}

// CalldataAttestedAward calls the AttestationOracle: award(terms, tranche,
// agent, contentHash, split, position, deadline, attestations), which has the
// escrow award. The attestations ascend by signer. Anybody may call.
func CalldataAttestedAward(t settle.MissionTerms, f Finding, contentHash settle.Hash, s settle.Split, attestations []Attestation) Calldata {
	tails := make([]arg, len(attestations))
	for i, a := range attestations {
		tails[i] = dynamic(encode(static(addressWord(a.Signer)), dynamic(abiBytes(a.Signature))))
	}
	return call(attestedAwardSig, dynamic(encodeTerms(t)), static(uintWord(uint64(f.Tranche))), static(addressWord(f.Agent)), static(contentHash[:]),
		dynamic(encodeSplit(s)), static(uintWord(f.Position)), static(timeWord(f.Deadline)),
		dynamic(append(uintWord(uint64(len(attestations))), encode(tails...)...)))
}
