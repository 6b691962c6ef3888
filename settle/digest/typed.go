package digest

import (
	"strconv"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// TypedData is the document that eth_signTypedData_v4 takes.
type TypedData struct {
	Types       map[string][]TypedField `json:"types"`
	PrimaryType string                  `json:"primaryType"`
	Domain      TypedDomain             `json:"domain"`
	// Message is one of the …Message types of this package.
	Message any `json:"message"`
}

// TypedField is one member of an EIP-712 struct type.
type TypedField struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// TypedDomain is the EIP-712 domain with the four members that all documents
// here use.
type TypedDomain struct {
	Name              string         `json:"name"`
	Version           string         `json:"version"`
	ChainID           uint64         `json:"chainId"`
	VerifyingContract settle.Address `json:"verifyingContract"`
}

// AuthorizationMessage is the message of an EIP-3009 authorization. From is
// null until the payer is known: the wallet's address goes there. Times are
// Unix seconds as decimal strings, both bounds exclusive.
type AuthorizationMessage struct {
	From        *settle.Address `json:"from"`
	To          settle.Address  `json:"to"`
	Value       money.Amount    `json:"value"`
	ValidAfter  string          `json:"validAfter"`
	ValidBefore string          `json:"validBefore"`
	Nonce       settle.Hash     `json:"nonce"`
}

// PayerMessage is the message of Payer (settlement.md R17).
type PayerMessage struct {
	Digest settle.Hash    `json:"digest"`
	Payer  settle.Address `json:"payer"`
}

// DirectMessage is the message of Direct (settlement.md R17). LogIndex is a
// decimal string.
type DirectMessage struct {
	TxHash   settle.Hash `json:"txHash"`
	LogIndex string      `json:"logIndex"`
	Digest   settle.Hash `json:"digest"`
}

// TokenDomain is the EIP-712 domain of an EIP-3009 token. For native USDC on
// Base it is "USD Coin" and "2"; on Base Sepolia the name is "USDC".
type TokenDomain struct {
	Name    string
	Version string
	ChainID uint64
	Token   settle.Address
}

// Authorization is what the holder of tokens signs.
type Authorization struct {
	// From is the holder; the zero address leaves it open.
	From  settle.Address
	To    settle.Address
	Value money.Amount
	// ValidAfter and ValidBefore are Unix seconds, both bounds exclusive.
	ValidAfter, ValidBefore uint64
	Nonce                   settle.Hash
}

// TransferWithAuthorization is the document for a transfer straight to one
// payee, which anyone may submit; its nonce is LegNonce.
func (t TokenDomain) TransferWithAuthorization(a Authorization) TypedData {
	return t.authorization("TransferWithAuthorization", a)
}

// ReceiveWithAuthorization is the document for a transfer that only the
// receiver may submit; its nonce is AllNonce and its receiver the pay contract.
func (t TokenDomain) ReceiveWithAuthorization(a Authorization) TypedData {
	return t.authorization("ReceiveWithAuthorization", a)
}

func (t TokenDomain) authorization(primary string, a Authorization) TypedData {
	m := AuthorizationMessage{
		To: a.To, Value: a.Value, Nonce: a.Nonce,
		ValidAfter:  strconv.FormatUint(a.ValidAfter, 10),
		ValidBefore: strconv.FormatUint(a.ValidBefore, 10),
	}
	if !a.From.IsZero() {
		m.From = &a.From
	}
	return typed(primary, TypedDomain{t.Name, t.Version, t.ChainID, t.Token}, m, []TypedField{
		{"from", "address"},
		{"to", "address"},
		{"value", "uint256"},
		{"validAfter", "uint256"},
		{"validBefore", "uint256"},
		{"nonce", "bytes32"},
	})
}

// PayerTypedData is the document whose hash is Payer.
func (d Domain) PayerTypedData(digest settle.Hash, payer settle.Address) TypedData {
	return typed("Payer", d.typed(), PayerMessage{digest, payer}, []TypedField{
		{"digest", "bytes32"},
		{"payer", "address"},
	})
}

// DirectTypedData is the document whose hash is Direct.
func (d Domain) DirectTypedData(txHash settle.Hash, logIndex uint32, digest settle.Hash) TypedData {
	m := DirectMessage{txHash, strconv.FormatUint(uint64(logIndex), 10), digest}
	return typed("Direct", d.typed(), m, []TypedField{
		{"txHash", "bytes32"},
		{"logIndex", "uint256"},
		{"digest", "bytes32"},
	})
}

func (d Domain) typed() TypedDomain {
	return TypedDomain{DomainName, DomainVersion, d.ChainID, d.VerifyingContract}
}

func typed(primary string, domain TypedDomain, message any, fields []TypedField) TypedData {
	return TypedData{
		Types: map[string][]TypedField{
			"EIP712Domain": {
				{"name", "string"},
				{"version", "string"},
				{"chainId", "uint256"},
				{"verifyingContract", "address"},
			},
			primary: fields,
		},
		PrimaryType: primary, Domain: domain, Message: message,
	}
}
