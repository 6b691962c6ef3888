package proof

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// defaultConfirmations is what settlement.md "Words" requires.
const defaultConfirmations = 6

// The events that the chain checks look for.
const (
	transferEvent          = "Transfer(address,address,uint256)"
	authorizationUsedEvent = "AuthorizationUsed(address,bytes32)"
	instructionPaidEvent   = "InstructionPaid(bytes32,address,uint256,address)"
)

// ChainReader reads one endpoint of a chain. An error means that the endpoint
// could not answer, and speaks neither for nor against a receipt.
type ChainReader interface {
	// Name is the endpoint without credentials.
	Name() string
	ChainID(ctx context.Context) (uint64, error)
	// Head is the number of the newest block.
	Head(ctx context.Context) (uint64, error)
	// BlockHash is the canonical hash at a height; ok is false if there is none.
	BlockHash(ctx context.Context, number uint64) (h settle.Hash, ok bool, err error)
	// TxReceipt is nil if no canonical block holds the transaction.
	TxReceipt(ctx context.Context, tx settle.Hash) (*TxReceipt, error)
}

// TxReceipt is what a chain says of a transaction.
type TxReceipt struct {
	Block   settle.BlockRef
	Success bool
	Logs    []TxLog
}

// TxLog is an undecoded log of a transaction.
type TxLog struct {
	// Index is the position in the block.
	Index   uint32
	Address settle.Address
	Topics  []settle.Hash
	Data    []byte
}

// online asks one endpoint about every transfer, and reports whether it showed
// all of them. A contradiction fails the receipt; silence does not.
func (v *verifier) online(ctx context.Context, e ChainReader, confirmations uint64) bool {
	name := "endpoint " + e.Name()
	i := v.receipt.Instruction
	if i == nil || len(v.receipt.Settlement.Transfers) == 0 {
		v.skip(name, "the receipt names no transfer to look for")
		return false
	}
	if v.broken {
		v.skip(name, "not asked, since the document itself does not hold")
		return false
	}
	id, err := e.ChainID(ctx)
	if err != nil {
		v.skip(name, "no answer: %v", err)
		return false
	}
	if id != i.Terms.ChainID {
		v.skip(name, "it serves chain %d, the receipt is of chain %d", id, i.Terms.ChainID)
		return false
	}
	head, err := e.Head(ctx)
	if err != nil {
		v.skip(name, "no answer: %v", err)
		return false
	}
	least := ^uint64(0)
	for n, x := range v.receipt.Settlement.Transfers {
		if x.BlockNumber > head || head-x.BlockNumber < confirmations {
			v.skip(name, "transfer %d is in block %d, which has not %d confirmations at its head %d", n, x.BlockNumber, confirmations, head)
			return false
		}
		least = min(least, head-x.BlockNumber)
		contradiction, err := onChain(ctx, e, i, x)
		if err != nil {
			v.skip(name, "no answer: %v", err)
			return false
		}
		if contradiction != "" {
			v.fail(name, "transfer %d: %s", n, contradiction)
			return false
		}
	}
	v.pass(name, "%d transfers in canonical blocks of chain %d, at least %d confirmations", len(v.receipt.Settlement.Transfers), id, least)
	return true
}

// onChain looks for one transfer and its tag. contradiction says what the chain
// shows instead; err that the endpoint could not answer.
func onChain(ctx context.Context, e ChainReader, i *Instruction, x Transfer) (contradiction string, err error) {
	hash, ok, err := e.BlockHash(ctx, x.BlockNumber)
	switch {
	case err != nil:
		return "", err
	case !ok:
		return "", fmt.Errorf("it has no block %d although its head is above", x.BlockNumber)
	case hash != x.BlockHash:
		return fmt.Sprintf("the canonical block %d is %s, not %s", x.BlockNumber, hash, x.BlockHash), nil
	}
	r, err := e.TxReceipt(ctx, x.TxHash)
	switch {
	case err != nil:
		return "", err
	case r == nil:
		return fmt.Sprintf("there is no transaction %s", x.TxHash), nil
	case !r.Success:
		return fmt.Sprintf("transaction %s failed", x.TxHash), nil
	case r.Block.Hash != x.BlockHash || r.Block.Number != x.BlockNumber:
		return fmt.Sprintf("transaction %s is in block %d %s", x.TxHash, r.Block.Number, r.Block.Hash), nil
	}
	l := r.log(x.LogIndex)
	if l == nil || !isTransfer(l, i.Terms.Token, x) {
		return fmt.Sprintf("log %d is not a transfer of %s units from %s to %s by token %s", x.LogIndex, x.Value, x.From, x.To, i.Terms.Token), nil
	}
	if !x.Tag.IsZero() && !r.tagged(i, x) {
		return fmt.Sprintf("no log beside log %d bears the tag %s", x.LogIndex, x.Tag), nil
	}
	return "", nil
}

func (r *TxReceipt) log(index uint32) *TxLog {
	i := slices.IndexFunc(r.Logs, func(l TxLog) bool { return l.Index == index })
	if i < 0 {
		return nil
	}
	return &r.Logs[i]
}

func isTransfer(l *TxLog, token settle.Address, x Transfer) bool {
	value := x.Value.Bytes32()
	return l.Address == token && bytes.Equal(l.Data, value[:]) &&
		slices.Equal(l.Topics, []settle.Hash{topic(transferEvent), addressTopic(x.From), addressTopic(x.To)})
}

// tagged looks for the log that binds the tag to the transfer (R15): the pay
// contract's event directly after it, or the token's authorization directly
// before it.
func (r *TxReceipt) tagged(i *Instruction, x Transfer) bool {
	value := x.Value.Bytes32()
	if l := r.log(x.LogIndex + 1); l != nil && l.Address == i.Terms.PayContract && len(l.Data) == 64 && bytes.Equal(l.Data[:32], value[:]) &&
		slices.Equal(l.Topics, []settle.Hash{topic(instructionPaidEvent), x.Tag, addressTopic(x.To)}) {
		return true
	}
	if x.LogIndex == 0 {
		return false
	}
	l := r.log(x.LogIndex - 1)
	return l != nil && l.Address == i.Terms.Token && len(l.Data) == 0 &&
		slices.Equal(l.Topics, []settle.Hash{topic(authorizationUsedEvent), addressTopic(x.From), x.Tag})
}

func topic(event string) settle.Hash { return settle.Keccak256([]byte(event)) }

func addressTopic(a settle.Address) (h settle.Hash) {
	copy(h[12:], a[:])
	return h
}
