package main

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

// emptyBlocks end the load, so that all of it is final: anvil's finalized block
// is 64 below the head.
const emptyBlocks = 70

// load makes the blocks: plain transfers, one for each transaction, of 1,000 to
// 1,000,999 units, from accounts that are nobody's proven payers.
func (b *bench) load(ctx context.Context) error {
	client, err := ethclient.DialContext(ctx, b.chain.HTTPURL())
	if err != nil {
		return err
	}
	defer client.Close()
	token, err := usdc.NewToken(client)
	if err != nil {
		return err
	}
	from := b.chain.Accounts()
	nonces := make([]uint64, len(from))
	for i, a := range from {
		if nonces[i], err = client.PendingNonceAt(ctx, a.Address); err != nil {
			return err
		}
	}
	head, err := client.BlockNumber(ctx)
	if err != nil {
		return err
	}
	b.first = head + 1
	r := rand.New(rand.NewPCG(1, uint64(b.shape.blocks)))
	signer := types.LatestSignerForChainID(new(big.Int).SetUint64(b.chain.ChainID()))
	for range b.shape.blocks {
		calls := make([]rpc.BatchElem, b.shape.each)
		for i := range calls {
			k := r.IntN(len(from))
			data, err := token.Calldata("transfer(address,uint256)", common.Address(b.payees[r.IntN(len(b.payees))]), big.NewInt(1000+r.Int64N(1_000_000)))
			if err != nil {
				return err
			}
			raw, err := signed(signer, from[k], nonces[k], token.Address(), data)
			if err != nil {
				return err
			}
			nonces[k]++
			calls[i] = rpc.BatchElem{Method: "eth_sendRawTransaction", Args: []any{raw}, Result: new(common.Hash)}
		}
		if err := b.chain.Client().BatchCallContext(ctx, calls); err != nil {
			return err
		}
		for _, c := range calls {
			if c.Error != nil {
				return c.Error
			}
		}
		if err := b.chain.Mine(ctx, 1); err != nil {
			return err
		}
	}
	if err := b.chain.Mine(ctx, emptyBlocks); err != nil {
		return err
	}
	if b.last, err = client.BlockNumber(ctx); err != nil {
		return err
	}
	if want := b.first + uint64(b.shape.blocks) + emptyBlocks - 1; b.last != want {
		return fmt.Errorf("the head is block %d, want %d", b.last, want)
	}
	b.last -= emptyBlocks
	return nil
}

func signed(signer types.Signer, from devchain.Account, nonce uint64, to common.Address, data []byte) (hexutil.Bytes, error) {
	tx, err := types.SignNewTx(from.Key, signer, &types.DynamicFeeTx{ChainID: signer.ChainID(), Nonce: nonce, To: &to, Data: data,
		Gas: 100_000, GasTipCap: big.NewInt(1_000_000_000), GasFeeCap: big.NewInt(100_000_000_000)})
	if err != nil {
		return nil, err
	}
	return tx.MarshalBinary()
}
