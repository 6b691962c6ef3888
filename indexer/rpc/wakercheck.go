package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"github.com/oabp/oabpd/settle"
)

// Name is the endpoint's name without secrets.
func (w *Waker) Name() string { return w.ep.name }

// Check connects once, subscribes to heads as Run does, and returns whose heads
// they would be. It does not wait for a head. Errors hold no secret.
func (w *Waker) Check(ctx context.Context) (Identity, error) {
	id, err := w.check(ctx)
	if err != nil {
		return Identity{}, errors.New(w.ep.redact(err.Error()))
	}
	return id, nil
}

func (w *Waker) check(ctx context.Context) (Identity, error) {
	client, err := gethrpc.DialOptions(ctx, w.ep.url, gethrpc.WithWebsocketMessageSizeLimit(1<<20))
	if err != nil {
		return Identity{}, fmt.Errorf("connecting: %w", err)
	}
	defer client.Close()
	sub, err := client.EthSubscribe(ctx, make(chan json.RawMessage, 16), "newHeads")
	if err != nil {
		return Identity{}, fmt.Errorf("subscribing to newHeads: %w", err)
	}
	defer sub.Unsubscribe()
	var chain hexutil.Uint64
	if err := client.CallContext(ctx, &chain, "eth_chainId"); err != nil {
		return Identity{}, fmt.Errorf("eth_chainId: %w", err)
	}
	var genesis *struct{ Hash common.Hash }
	if err := client.CallContext(ctx, &genesis, "eth_getBlockByNumber", "0x0", false); err != nil {
		return Identity{}, fmt.Errorf("eth_getBlockByNumber: %w", err)
	}
	if genesis == nil {
		return Identity{}, errors.New("it has no genesis block")
	}
	return Identity{ChainID: uint64(chain), Genesis: settle.Hash(genesis.Hash)}, nil
}
