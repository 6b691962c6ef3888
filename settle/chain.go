package settle

import "github.com/oabp/oabpd/settle/money"

// LogKind says which event a Log is. Everything else that a block holds is not
// kept.
type LogKind uint8

// The events that settlement reads. The first two are emitted by the token,
// the others by a pay contract (OabpPay).
const (
	// LogTransfer is ERC-20 Transfer(from, to, value).
	LogTransfer LogKind = iota + 1
	// LogAuthorizationUsed is EIP-3009 AuthorizationUsed(authorizer, nonce).
	LogAuthorizationUsed
	// LogInstructionPaid is OabpPay's InstructionPaid(digest, to, amount, payer).
	LogInstructionPaid
	// LogInstructionLegRefused is OabpPay's InstructionLegRefused(digest, to, amount, payer).
	LogInstructionLegRefused
	// LogDepositFlushed is OabpPay's DepositFlushed(digest, deposit, amount).
	LogDepositFlushed
	// LogDepositRefunded is OabpPay's DepositRefunded(digest, deposit, to, amount).
	LogDepositRefunded
)

// Log is one decoded event of a block.
type Log struct {
	// Index is the position in the block (not in the transaction), from 0.
	Index   uint32  `json:"i"`
	TxHash  Hash    `json:"tx"`
	TxIndex uint32  `json:"txi"`
	Emitter Address `json:"emitter"`
	Kind    LogKind `json:"kind"`
	// From is the sender of a transfer, the authorizer of an authorization, the
	// payer of a pay-contract event, or the deposit address of a deposit event.
	From Address `json:"from"`
	// To is the receiver of a transfer, the leg's payee of a pay-contract event,
	// or the receiver of a refund. Zero otherwise.
	To Address `json:"to"`
	// Value is in token units; zero for an authorization.
	Value money.Amount `json:"value"`
	// Ref is the nonce of an authorization or the digest of a pay-contract event.
	Ref Hash `json:"ref,omitzero"`
}

// BlockRef names a block by height and hash.
type BlockRef struct {
	Number uint64 `json:"number"`
	Hash   Hash   `json:"hash"`
}

// Block is what the indexer delivers: the header fields that matter, with the
// hash as the endpoint gave it, and the decoded logs in ascending index order.
type Block struct {
	BlockRef
	Parent Hash `json:"parent"`
	// Time is the block's timestamp in Unix seconds.
	Time int64 `json:"time"`
	Logs []Log `json:"logs"`
	// Source is the endpoint that it was read from, without credentials.
	Source string `json:"source,omitempty"`
}
