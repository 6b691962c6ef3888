package usdc

import (
	"crypto/ecdsa"
	"fmt"
	"math/big"

	bind "github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// Authorization is an EIP-3009 permission to move tokens of From. It is valid
// strictly between ValidAfter and ValidBefore (Unix seconds, compared with the
// block's timestamp), and its nonce works once.
type Authorization struct {
	From, To                common.Address
	Value                   *big.Int // base units
	ValidAfter, ValidBefore *big.Int // Unix seconds
	Nonce                   common.Hash
}

// Type strings of EIP-3009.
const (
	transferType = "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
	receiveType  = "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
	cancelType   = "CancelAuthorization(address authorizer,bytes32 nonce)"
)

// SignTransfer signs for transferWithAuthorization, which anybody may send.
// domain is the token's DomainSeparator. The signature is r, s, v (27 or 28).
func (a Authorization) SignTransfer(domain common.Hash, key *ecdsa.PrivateKey) ([]byte, error) {
	return sign(domain, key, a.structHash(transferType))
}

// SignReceive signs for receiveWithAuthorization, which only To may send.
func (a Authorization) SignReceive(domain common.Hash, key *ecdsa.PrivateKey) ([]byte, error) {
	return sign(domain, key, a.structHash(receiveType))
}

// SignCancel signs for cancelAuthorization of the nonce.
func SignCancel(domain common.Hash, key *ecdsa.PrivateKey, nonce common.Hash) ([]byte, error) {
	from := crypto.PubkeyToAddress(key.PublicKey)
	return sign(domain, key, hashWords(cancelType, word(from[:]), nonce))
}

func (a Authorization) structHash(typ string) common.Hash {
	return hashWords(typ, word(a.From[:]), word(a.To[:]), common.BigToHash(a.Value),
		common.BigToHash(a.ValidAfter), common.BigToHash(a.ValidBefore), a.Nonce)
}

func word(b []byte) common.Hash { return common.BytesToHash(b) }

func hashWords(typ string, words ...common.Hash) common.Hash {
	b := crypto.Keccak256([]byte(typ))
	for _, w := range words {
		b = append(b, w[:]...)
	}
	return crypto.Keccak256Hash(b)
}

func sign(domain common.Hash, key *ecdsa.PrivateKey, structHash common.Hash) ([]byte, error) {
	sig, err := crypto.Sign(crypto.Keccak256([]byte{0x19, 0x01}, domain[:], structHash[:]), key)
	if err != nil {
		return nil, fmt.Errorf("signing an authorization: %w", err)
	}
	sig[64] += 27
	return sig, nil
}

// TransferWithAuthorization moves a.Value by the permission sig of a.From.
func (t *Token) TransferWithAuthorization(opts *bind.TransactOpts, a Authorization, sig []byte) (*types.Transaction, error) {
	return t.send(opts, "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
		a.From, a.To, a.Value, a.ValidAfter, a.ValidBefore, [32]byte(a.Nonce), sig)
}

// ReceiveWithAuthorization is the same, sent by a.To alone.
func (t *Token) ReceiveWithAuthorization(opts *bind.TransactOpts, a Authorization, sig []byte) (*types.Transaction, error) {
	return t.send(opts, "receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
		a.From, a.To, a.Value, a.ValidAfter, a.ValidBefore, [32]byte(a.Nonce), sig)
}

// CancelAuthorization uses up a nonce by the permission sig of its authorizer.
func (t *Token) CancelAuthorization(opts *bind.TransactOpts, authorizer common.Address, nonce common.Hash, sig []byte) (*types.Transaction, error) {
	return t.send(opts, "cancelAuthorization(address,bytes32,bytes)", authorizer, [32]byte(nonce), sig)
}
