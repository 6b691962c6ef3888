package rpc

import (
	"context"
	"errors"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// anyError blames an endpoint for whatever went wrong: used where it was asked
// for something that it had itself spoken of.
func anyError(error) bool { return true }

// butAnswers does not blame an endpoint for saying that there is nothing, or
// that a call or transaction is bad.
func butAnswers(err error) bool {
	var revert *RevertError
	if errors.As(err, &revert) {
		return false
	}
	for _, fine := range []error{indexer.ErrNoBlock, ErrNoReceipt, ErrNotCanonical, ErrNoTag} {
		if errors.Is(err, fine) {
			return false
		}
	}
	return true
}

// butErrorObjects does not blame an endpoint for any answer that it gave.
func butErrorObjects(err error) bool {
	var re *RPCError
	return !errors.As(err, &re)
}

// via runs a method with one result on the endpoint in use.
func via[T any](ctx context.Context, f *Failover, blame func(error) bool, op func(*Client) (T, error)) (v T, err error) {
	err = f.do(ctx, blame, func(c *Client) (err error) {
		v, err = op(c)
		return err
	})
	return v, err
}

// Latest implements indexer.Source.
func (f *Failover) Latest(ctx context.Context) (indexer.Head, error) {
	return via(ctx, f, anyError, func(c *Client) (indexer.Head, error) { return c.Latest(ctx) })
}

// HeadByNumber implements indexer.Source.
func (f *Failover) HeadByNumber(ctx context.Context, number uint64) (indexer.Head, error) {
	return via(ctx, f, butAnswers, func(c *Client) (indexer.Head, error) { return c.HeadByNumber(ctx, number) })
}

// HeadByHash implements indexer.Source.
func (f *Failover) HeadByHash(ctx context.Context, hash settle.Hash) (indexer.Head, error) {
	return via(ctx, f, anyError, func(c *Client) (indexer.Head, error) { return c.HeadByHash(ctx, hash) })
}

// Block implements indexer.Source.
func (f *Failover) Block(ctx context.Context, number uint64) (settle.Block, error) {
	return via(ctx, f, anyError, func(c *Client) (settle.Block, error) { return c.Block(ctx, number) })
}

// BlockByHash implements indexer.Source.
func (f *Failover) BlockByHash(ctx context.Context, hash settle.Hash) (settle.Block, error) {
	return via(ctx, f, anyError, func(c *Client) (settle.Block, error) { return c.BlockByHash(ctx, hash) })
}

// Tagged is Client.Tagged of the endpoint in use.
func (f *Failover) Tagged(ctx context.Context, tag Tag) (indexer.Head, error) {
	return via(ctx, f, butAnswers, func(c *Client) (indexer.Head, error) { return c.Tagged(ctx, tag) })
}

// CallContract is Client.CallContract of the endpoint in use.
func (f *Failover) CallContract(ctx context.Context, to settle.Address, data []byte, gas uint64, at settle.Hash) ([]byte, error) {
	return via(ctx, f, butAnswers, func(c *Client) ([]byte, error) { return c.CallContract(ctx, to, data, gas, at) })
}

// CodeAt is Client.CodeAt of the endpoint in use.
func (f *Failover) CodeAt(ctx context.Context, account settle.Address, at settle.Hash) ([]byte, error) {
	return via(ctx, f, butAnswers, func(c *Client) ([]byte, error) { return c.CodeAt(ctx, account, at) })
}

// TransactionReceipt is Client.TransactionReceipt of the endpoint in use.
func (f *Failover) TransactionReceipt(ctx context.Context, tx settle.Hash) (Receipt, error) {
	return via(ctx, f, butAnswers, func(c *Client) (Receipt, error) { return c.TransactionReceipt(ctx, tx) })
}

// SendRaw is Client.SendRaw of the endpoint in use.
func (f *Failover) SendRaw(ctx context.Context, tx []byte) (settle.Hash, error) {
	return via(ctx, f, butErrorObjects, func(c *Client) (settle.Hash, error) { return c.SendRaw(ctx, tx) })
}
