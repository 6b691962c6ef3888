package daemon

import (
	"context"
	"fmt"
	"sync"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// escrowReader is engine.EscrowReader over the endpoints.
type escrowReader struct {
	calls interface {
		CallContract(ctx context.Context, to settle.Address, data []byte, gas uint64, at settle.Hash) ([]byte, error)
		CodeAt(ctx context.Context, account settle.Address, at settle.Hash) ([]byte, error)
	}
	// fixed holds what never changes: the answers of postFee and oracles.
	fixed sync.Map
}

var (
	selectorPostFee   = selector("postFee()")
	selectorOracles   = selector("oracles()")
	selectorIsAllowed = selector("isAllowed(address)")
)

// PostFee implements engine.EscrowReader.
func (r *escrowReader) PostFee(ctx context.Context, contract settle.Address) (money.Amount, error) {
	w, err := r.constant(ctx, contract, selectorPostFee)
	if err != nil {
		return money.Amount{}, fmt.Errorf("asking the escrow for its post fee: %w", err)
	}
	return money.FromBytes(w[:])
}

// Resolver implements engine.EscrowReader.
func (r *escrowReader) Resolver(ctx context.Context, contract, resolver settle.Address) (hasCode, allowed bool, err error) {
	code, err := r.calls.CodeAt(ctx, resolver, settle.Hash{})
	if err != nil {
		return false, false, fmt.Errorf("looking at the resolver: %w", err)
	}
	w, err := r.constant(ctx, contract, selectorOracles)
	if err != nil {
		return false, false, fmt.Errorf("asking the escrow for its list of oracles: %w", err)
	}
	var list settle.Address
	copy(list[:], w[12:])
	arg := make([]byte, 32)
	copy(arg[12:], resolver[:])
	yes, err := r.word(ctx, list, append(append([]byte{}, selectorIsAllowed...), arg...))
	if err != nil {
		return false, false, fmt.Errorf("asking the list of oracles: %w", err)
	}
	return len(code) > 0, yes != settle.Hash{}, nil
}

type fixedCall struct {
	contract settle.Address
	selector string
}

// constant is a call whose answer never changes; it is asked once.
func (r *escrowReader) constant(ctx context.Context, contract settle.Address, sel []byte) (settle.Hash, error) {
	key := fixedCall{contract, string(sel)}
	if w, ok := r.fixed.Load(key); ok {
		return w.(settle.Hash), nil
	}
	w, err := r.word(ctx, contract, sel)
	if err == nil {
		r.fixed.Store(key, w)
	}
	return w, err
}

func (r *escrowReader) word(ctx context.Context, to settle.Address, data []byte) (w settle.Hash, err error) {
	out, err := r.calls.CallContract(ctx, to, data, callGas, settle.Hash{})
	if err != nil {
		return w, err
	}
	if len(out) != len(w) {
		return w, fmt.Errorf("%s answered %d bytes, not one word: it is another contract", to, len(out))
	}
	copy(w[:], out)
	return w, nil
}
