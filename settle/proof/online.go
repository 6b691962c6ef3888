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
	places, chain := v.places()
	if len(places) == 0 {
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
	if id != chain {
		v.skip(name, "it serves chain %d, the receipt is of chain %d", id, chain)
		return false
	}
	head, err := e.Head(ctx)
	if err != nil {
		v.skip(name, "no answer: %v", err)
		return false
	}
	least := ^uint64(0)
	for _, p := range places {
		if p.block > head || head-p.block < confirmations {
			v.skip(name, "%s is in block %d, which has not %d confirmations at its head %d", p.what, p.block, confirmations, head)
			return false
		}
		least = min(least, head-p.block)
		contradiction, err := p.look(ctx, e)
		if err != nil {
			v.skip(name, "no answer: %v", err)
			return false
		}
		if contradiction != "" {
			v.fail(name, "%s: %s", p.what, contradiction)
			return false
		}
	}
	v.pass(name, "%s in canonical blocks of chain %d, at least %d confirmations", v.counted(), id, least)
	return true
}

// place is something that a receipt says is on the chain.
type place struct {
	what  string
	block uint64
	look  func(ctx context.Context, e ChainReader) (contradiction string, err error)
}

// places are what an endpoint is asked about.
func (v *verifier) places() (out []place, chain uint64) {
	if x := v.receipt.Escrow; x != nil {
		return []place{{"the award", x.BlockNumber, func(ctx context.Context, e ChainReader) (string, error) { return escrowOnChain(ctx, e, x) }}}, x.ChainID
	}
	i := v.receipt.Instruction
	if i == nil {
		return nil, 0
	}
	for n, x := range v.receipt.Settlement.Transfers {
		out = append(out, place{fmt.Sprintf("transfer %d", n), x.BlockNumber, func(ctx context.Context, e ChainReader) (string, error) { return onChain(ctx, e, i, x) }})
	}
	return out, i.Terms.ChainID
}

func (v *verifier) counted() string {
	if x := v.receipt.Escrow; x != nil {
		return fmt.Sprintf("the award and %d payouts", len(x.Payouts))
	}
	return fmt.Sprintf("%d transfers", len(v.receipt.Settlement.Transfers))
}

// onChain looks for one transfer and its tag. contradiction says what the chain
// shows instead; err that the endpoint could not answer.
func onChain(ctx context.Context, e ChainReader, i *Instruction, x Transfer) (contradiction string, err error) {
	r, contradiction, err := mined(ctx, e, x.TxHash, settle.BlockRef{Number: x.BlockNumber, Hash: x.BlockHash})
	if err != nil || contradiction != "" {
		return contradiction, err
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

// mined is a transaction that succeeded in a canonical block.
func mined(ctx context.Context, e ChainReader, tx settle.Hash, b settle.BlockRef) (r *TxReceipt, contradiction string, err error) {
	hash, ok, err := e.BlockHash(ctx, b.Number)
	switch {
	case err != nil:
		return nil, "", err
	case !ok:
		return nil, "", fmt.Errorf("it has no block %d although its head is above", b.Number)
	case hash != b.Hash:
		return nil, fmt.Sprintf("the canonical block %d is %s, not %s", b.Number, hash, b.Hash), nil
	}
	r, err = e.TxReceipt(ctx, tx)
	switch {
	case err != nil:
		return nil, "", err
	case r == nil:
		return nil, fmt.Sprintf("there is no transaction %s", tx), nil
	case !r.Success:
		return nil, fmt.Sprintf("transaction %s failed", tx), nil
	case r.Block != b:
		return nil, fmt.Sprintf("transaction %s is in block %d %s", tx, r.Block.Number, r.Block.Hash), nil
	}
	return r, "", nil
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
