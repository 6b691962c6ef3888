package usdc

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	bind "github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Token is the token on a chain. Amounts are in base units (10^-6 USDC).
// Methods that send return when the node has taken the transaction; whether it
// succeeded is in its receipt. Gas is estimated unless opts.GasLimit is set, so
// a call that would revert is refused before it is sent; set GasLimit to send
// one that must revert on chain.
type Token struct {
	addr     common.Address
	abi      abi.ABI
	contract *bind.BoundContract
}

// NewToken returns the token at Address, over any client of the chain.
func NewToken(backend bind.ContractBackend) (*Token, error) {
	a, err := Embedded()
	if err != nil {
		return nil, err
	}
	parsed, err := a.parse(fiatToken)
	if err != nil {
		return nil, err
	}
	return &Token{addr: Address(), abi: parsed, contract: bind.NewBoundContract(Address(), parsed, backend, backend, backend)}, nil
}

// Address is the token's address.
func (t *Token) Address() common.Address { return t.addr }

// ABI is the implementation's ABI, events included.
func (t *Token) ABI() abi.ABI { return t.abi }

// send calls the method of that signature; names alone are ambiguous.
func (t *Token) send(opts *bind.TransactOpts, signature string, args ...any) (*types.Transaction, error) {
	data, err := t.Calldata(signature, args...)
	if err != nil {
		return nil, err
	}
	tx, err := t.contract.RawTransact(opts, data)
	if err != nil {
		return nil, fmt.Errorf("sending %s: %w", signature, err)
	}
	return tx, nil
}

// Calldata encodes a call of a method given by its signature, such as
// "transfer(address,uint256)".
func (t *Token) Calldata(signature string, args ...any) ([]byte, error) {
	m, err := t.method(signature)
	if err != nil {
		return nil, err
	}
	packed, err := m.Inputs.Pack(args...)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", signature, err)
	}
	return append(m.ID, packed...), nil
}

func (t *Token) method(signature string) (abi.Method, error) {
	for _, m := range t.abi.Methods {
		if m.Sig == signature {
			return m, nil
		}
	}
	return abi.Method{}, fmt.Errorf("the token has no method %s", signature)
}

// read calls a view method at the latest block and returns its only result.
func read[T any](ctx context.Context, t *Token, method string, args ...any) (v T, err error) {
	var out []any
	if err := t.contract.Call(&bind.CallOpts{Context: ctx}, &out, method, args...); err != nil {
		return v, fmt.Errorf("reading %s: %w", method, err)
	}
	if len(out) == 1 {
		if v, ok := out[0].(T); ok {
			return v, nil
		}
	}
	return v, fmt.Errorf("reading %s: result is not a %T", method, v)
}

// BalanceOf returns the balance of an account.
func (t *Token) BalanceOf(ctx context.Context, account common.Address) (*big.Int, error) {
	return read[*big.Int](ctx, t, "balanceOf", account)
}

// Allowance returns what spender may take from owner.
func (t *Token) Allowance(ctx context.Context, owner, spender common.Address) (*big.Int, error) {
	return read[*big.Int](ctx, t, "allowance", owner, spender)
}

// TotalSupply returns the sum of all balances.
func (t *Token) TotalSupply(ctx context.Context) (*big.Int, error) {
	return read[*big.Int](ctx, t, "totalSupply")
}

// Paused reports whether the token is stopped.
func (t *Token) Paused(ctx context.Context) (bool, error) { return read[bool](ctx, t, "paused") }

// IsBlacklisted reports whether an account is blocked.
func (t *Token) IsBlacklisted(ctx context.Context, account common.Address) (bool, error) {
	return read[bool](ctx, t, "isBlacklisted", account)
}

// AuthorizationUsed reports whether the nonce of an authorizer is used or
// cancelled.
func (t *Token) AuthorizationUsed(ctx context.Context, authorizer common.Address, nonce common.Hash) (bool, error) {
	return read[bool](ctx, t, "authorizationState", authorizer, [32]byte(nonce))
}

// DomainSeparator returns the EIP-712 domain separator the token reports.
func (t *Token) DomainSeparator(ctx context.Context) (common.Hash, error) {
	h, err := read[[32]byte](ctx, t, "DOMAIN_SEPARATOR")
	return h, err
}

// Transfer sends tokens of the signer.
func (t *Token) Transfer(opts *bind.TransactOpts, to common.Address, amount *big.Int) (*types.Transaction, error) {
	return t.send(opts, "transfer(address,uint256)", to, amount)
}

// TransferFrom sends tokens of from, who approved the signer.
func (t *Token) TransferFrom(opts *bind.TransactOpts, from, to common.Address, amount *big.Int) (*types.Transaction, error) {
	return t.send(opts, "transferFrom(address,address,uint256)", from, to, amount)
}

// Approve sets what spender may take from the signer.
func (t *Token) Approve(opts *bind.TransactOpts, spender common.Address, amount *big.Int) (*types.Transaction, error) {
	return t.send(opts, "approve(address,uint256)", spender, amount)
}

// Mint makes new tokens; the signer must be the Admin of Config.
func (t *Token) Mint(opts *bind.TransactOpts, to common.Address, amount *big.Int) (*types.Transaction, error) {
	return t.send(opts, "mint(address,uint256)", to, amount)
}

// Pause stops every movement; the signer must be the Admin of Config.
func (t *Token) Pause(opts *bind.TransactOpts) (*types.Transaction, error) {
	return t.send(opts, "pause()")
}

// Unpause undoes Pause; the signer must be the Admin of Config.
func (t *Token) Unpause(opts *bind.TransactOpts) (*types.Transaction, error) {
	return t.send(opts, "unpause()")
}

// Blacklist blocks an account; the signer must be the Admin of Config.
func (t *Token) Blacklist(opts *bind.TransactOpts, account common.Address) (*types.Transaction, error) {
	return t.send(opts, "blacklist(address)", account)
}

// UnBlacklist undoes Blacklist; the signer must be the Admin of Config.
func (t *Token) UnBlacklist(opts *bind.TransactOpts, account common.Address) (*types.Transaction, error) {
	return t.send(opts, "unBlacklist(address)", account)
}
