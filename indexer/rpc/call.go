package rpc

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// Receipt is what we read of a transaction receipt.
type Receipt struct {
	Succeeded bool
	Block     settle.BlockRef
	TxHash    settle.Hash
	TxIndex   uint32
	From      settle.Address
	// To is zero for a contract creation.
	To settle.Address
	// Logs are all of the transaction, of whatever emitter, in order.
	Logs []indexer.RawLog
}

// CallContract runs eth_call with the given gas (0: the endpoint's limit) in
// the state after block at (zero: latest). It returns *RevertError if the call
// was executed and failed; any other error means that nothing is known. A call
// to an address without code succeeds and returns nothing.
func (c *Client) CallContract(ctx context.Context, to settle.Address, data []byte, gas uint64, at settle.Hash) ([]byte, error) {
	return c.execute(ctx, &to, data, gas, at)
}

// CallCode runs eth_call of code as that of a new contract, in the state after
// block at; what the code returns is the answer, and nothing is made. Errors are
// those of CallContract.
func (c *Client) CallCode(ctx context.Context, code []byte, gas uint64, at settle.Hash) ([]byte, error) {
	return c.execute(ctx, nil, code, gas, at)
}

func (c *Client) execute(ctx context.Context, to *settle.Address, data []byte, gas uint64, at settle.Hash) ([]byte, error) {
	msg := map[string]any{"data": "0x" + hex.EncodeToString(data)}
	var target settle.Address
	if to != nil {
		msg["to"], target = *to, *to
	}
	if gas > 0 {
		msg["gas"] = hexOf(gas)
	}
	r, err := c.call(ctx, "eth_call", msg, stateAt(at))
	var re *RPCError
	if errors.As(err, &re) && re.executed() {
		return nil, &RevertError{To: target, Message: re.Message, Data: re.revertData()}
	}
	if err != nil {
		return nil, err
	}
	return c.bytesOf("eth_call", r)
}

// CodeAt is the code of an account after block at (zero: latest); empty if it
// has none.
func (c *Client) CodeAt(ctx context.Context, account settle.Address, at settle.Hash) ([]byte, error) {
	r, err := c.call(ctx, "eth_getCode", account, stateAt(at))
	if err != nil {
		return nil, err
	}
	return c.bytesOf("eth_getCode", r)
}

// stateAt is the block parameter; a hash must be canonical (EIP-1898).
func stateAt(h settle.Hash) any {
	if h.IsZero() {
		return "latest"
	}
	return map[string]any{"blockHash": h, "requireCanonical": true}
}

func (c *Client) bytesOf(method string, r response) ([]byte, error) {
	var b *blob
	if err := json.Unmarshal(r.result, &b); err != nil || b == nil {
		return nil, &callError{c.ep.name, method, errors.New("answer is not hex data")}
	}
	return *b, nil
}

// executed says that an error of eth_call is the call's own. Code 3 is the
// common one for reverts; the texts are those of go-ethereum's virtual machine,
// which its relatives share, and of revm.
func (e *RPCError) executed() bool {
	if e.Code == 3 {
		return true
	}
	m := strings.ToLower(e.Message)
	for _, p := range []string{
		"execution reverted", "vm execution error", "out of gas", "invalid opcode", "stack underflow", "stack limit reached",
		"invalid jump destination", "write protection", "return data out of bounds", "gas uint64 overflow", "invalid code",
		"evm error", "evm revert", "contract address collision", "max initcode size exceeded", "max code size exceeded", "contract creation code storage out of gas",
	} {
		if strings.HasPrefix(m, p) {
			return true
		}
	}
	return false
}

// revertData takes the data member: hex, hex in an object, or hex after a word.
func (e *RPCError) revertData() []byte {
	var s string
	if json.Unmarshal(e.data, &s) != nil {
		var o struct {
			Data string `json:"data"`
		}
		if json.Unmarshal(e.data, &o) != nil {
			return nil
		}
		s = o.Data
	}
	_, digits, ok := strings.Cut(s, "0x")
	if !ok {
		return nil
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return nil
	}
	return b
}

// TransactionReceipt is the receipt of a mined transaction: ErrNoReceipt if
// there is none, ErrNotCanonical if the block that it names is not (or not any
// more, or not yet) the canonical one at its height.
func (c *Client) TransactionReceipt(ctx context.Context, tx settle.Hash) (Receipt, error) {
	r, err := c.call(ctx, "eth_getTransactionReceipt", tx)
	if err != nil {
		return Receipt{}, err
	}
	if r.isNull() {
		return Receipt{}, fmt.Errorf("%s: %w", c.ep.name, ErrNoReceipt)
	}
	var w wireReceipt
	if err := json.Unmarshal(r.result, &w); err != nil {
		return Receipt{}, fmt.Errorf("%s: receipt: %w", c.ep.name, err)
	}
	rc, err := w.parse()
	if err != nil {
		return Receipt{}, fmt.Errorf("%s: %w", c.ep.name, err)
	}
	if rc.TxHash != tx {
		return Receipt{}, c.contradiction("receipt of %s asked for, got %s", tx, rc.TxHash)
	}
	head, err := c.HeadByNumber(ctx, rc.Block.Number)
	switch {
	case errors.Is(err, indexer.ErrNoBlock), err == nil && head.Hash != rc.Block.Hash:
		return Receipt{}, fmt.Errorf("%s: %w", c.ep.name, ErrNotCanonical)
	case err != nil:
		return Receipt{}, err
	}
	return rc, nil
}

// SendRaw hands in a signed transaction and returns its hash.
func (c *Client) SendRaw(ctx context.Context, tx []byte) (h settle.Hash, err error) {
	r, err := c.call(ctx, "eth_sendRawTransaction", "0x"+hex.EncodeToString(tx))
	if err != nil {
		return h, err
	}
	if err := json.Unmarshal(r.result, &h); err != nil || h.IsZero() {
		return settle.Hash{}, &callError{c.ep.name, "eth_sendRawTransaction", errors.New("answer is not a hash")}
	}
	return h, nil
}
