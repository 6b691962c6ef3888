package devchain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/catalyst"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/p2p"
	"github.com/ethereum/go-ethereum/rpc"
)

// Options say what chain to start. The zero value is usable: chain 31337 on a
// free port, blocks by Mine only.
type Options struct {
	ChainID   uint64        // 0: DefaultChainID
	Port      int           // of HTTP and WebSocket on 127.0.0.1; 0: a free one
	BlockTime time.Duration // 0: no automatic blocks
	GasLimit  uint64        // of a block; 0: DefaultGasLimit

	// Alloc are further accounts of the first block.
	Alloc types.GenesisAlloc

	// Now tells the time of the first block; nil: time.Now.
	Now func() time.Time

	// Log receives what goes wrong between calls. Nil: nothing is logged.
	Log *slog.Logger
}

// WithDefaults returns the options with zero values replaced.
func (o Options) WithDefaults() Options {
	if o.ChainID == 0 {
		o.ChainID = DefaultChainID
	}
	if o.GasLimit == 0 {
		o.GasLimit = DefaultGasLimit
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Geth is the embedded chain.
type Geth struct {
	chainID  uint64
	accounts []Account
	httpURL  string
	wsURL    string

	node   *node.Node
	eth    *eth.Ethereum
	beacon *catalyst.SimulatedBeacon
	miner  *Miner

	close    sync.Once
	closeErr error
}

var _ Chain = (*Geth)(nil)

// Start starts a chain. It listens when Start returns.
func Start(o Options) (*Geth, error) {
	o = o.WithDefaults()
	accounts, err := NewAccounts()
	if err != nil {
		return nil, err
	}
	genesis, err := Genesis(o.ChainID, o.GasLimit, o.Now(), accounts, o.Alloc)
	if err != nil {
		return nil, err
	}
	c := &Geth{chainID: o.ChainID, accounts: accounts}
	if err := c.startNode(o, genesis); err != nil {
		return nil, err
	}
	c.miner = NewMiner(o.BlockTime, func(context.Context) error { return c.commit() }, o.Log)
	o.Log.Info("chain is up", "chain_id", o.ChainID, "http", c.httpURL, "ws", c.wsURL)
	return c, nil
}

// startNode assembles what ethclient/simulated does, with our genesis, and with
// errors returned where that package panics (a port that is taken).
func (c *Geth) startNode(o Options, genesis *core.Genesis) error {
	stack, err := node.New(nodeConfig(o.Port))
	if err != nil {
		return fmt.Errorf("making the chain's node: %w", err)
	}
	c.node = stack
	if c.eth, err = eth.New(stack, ethConfig(genesis)); err != nil {
		return errors.Join(fmt.Errorf("making the chain: %w", err), stack.Close())
	}
	system := filters.NewFilterSystem(c.eth.APIBackend, filters.Config{})
	stack.RegisterAPIs([]rpc.API{{Namespace: "eth", Service: filters.NewFilterAPI(system)}})
	if err := stack.Start(); err != nil {
		return errors.Join(explainPort(err, o.Port), stack.Close())
	}
	if c.beacon, err = catalyst.NewSimulatedBeacon(0, common.Address{}, c.eth); err != nil {
		return errors.Join(fmt.Errorf("preparing block production: %w", err), stack.Close())
	}
	c.httpURL, c.wsURL = stack.HTTPEndpoint(), stack.WSEndpoint()
	return nil
}

func nodeConfig(port int) *node.Config {
	modules := []string{"eth", "net", "web3", "txpool", "debug"}
	cfg := node.DefaultConfig
	cfg.DataDir = "" // in memory
	cfg.P2P = p2p.Config{NoDiscovery: true}
	cfg.HTTPHost, cfg.HTTPPort, cfg.HTTPModules = "127.0.0.1", port, modules
	cfg.WSHost, cfg.WSPort, cfg.WSModules = "127.0.0.1", port, modules // the same port: one listener
	return &cfg
}

func ethConfig(genesis *core.Genesis) *ethconfig.Config {
	cfg := ethconfig.Defaults
	cfg.Genesis = genesis
	cfg.NetworkId = genesis.Config.ChainID.Uint64()
	cfg.SyncMode = ethconfig.FullSync
	cfg.StateScheme, cfg.NoPruning = rawdb.HashScheme, true // any block can be forked at and called on
	cfg.LogNoHistory = true                                 // no log index, which lags behind reorgs
	cfg.TxPool.NoLocals = true
	cfg.TxPool.AccountSlots, cfg.TxPool.AccountQueue = 1024, 1024
	cfg.RPCTxFeeCap = 0
	cfg.Miner.GasPrice = big.NewInt(1) // wallets tip what eth_feeHistory of empty blocks suggests: 1 wei
	cfg.DatabaseCache, cfg.TrieCleanCache, cfg.TrieDirtyCache, cfg.SnapshotCache = 16, 16, 16, 0
	return &cfg
}

// explainPort names the holder of a port that is taken.
func explainPort(err error, port int) error {
	if errors.Is(err, syscall.EADDRINUSE) || strings.Contains(err.Error(), "address already in use") {
		if holder := PortHolder(port); holder != "" {
			return fmt.Errorf("starting the chain: port %d is taken by %s: %w", port, holder, err)
		}
		return fmt.Errorf("starting the chain: port %d is taken: %w", port, err)
	}
	return fmt.Errorf("starting the chain: %w", err)
}

// HTTPURL implements Chain.
func (c *Geth) HTTPURL() string { return c.httpURL }

// WSURL implements Chain.
func (c *Geth) WSURL() string { return c.wsURL }

// Port is the port of both URLs.
func (c *Geth) Port() int {
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(c.httpURL, "http://"))
	n, _ := strconv.Atoi(port) // the node formatted it
	return n
}

// ChainID implements Chain.
func (c *Geth) ChainID() uint64 { return c.chainID }

// Accounts implements Chain.
func (c *Geth) Accounts() []Account { return slices.Clone(c.accounts) }

// Account implements Chain.
func (c *Geth) Account(name string) (Account, bool) { return Find(c.accounts, name) }

// commit makes a block. The beacon only logs its errors; a head that stays is
// how one shows.
func (c *Geth) commit() error {
	before := c.eth.BlockChain().CurrentBlock()
	c.beacon.Commit()
	return c.advanced(before)
}

func (c *Geth) advanced(before *types.Header) error {
	after := c.eth.BlockChain().CurrentBlock()
	if after.ParentHash != before.Hash() {
		return fmt.Errorf("no block was made on top of %d", before.Number)
	}
	return nil
}

// Mine implements Chain.
func (c *Geth) Mine(ctx context.Context, n int) error {
	if n < 1 {
		return fmt.Errorf("mining %d blocks", n)
	}
	return c.miner.Do(ctx, func(ctx context.Context) error { return c.mine(ctx, n) })
}

func (c *Geth) mine(ctx context.Context, n int) error {
	for range n {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("mining: %w", err)
		}
		if err := c.commit(); err != nil {
			return fmt.Errorf("mining: %w", err)
		}
	}
	return nil
}

// CheckReorg says what is wrong with the arguments of Reorg at a height.
func CheckReorg(depth, newBlocks int, height uint64) error {
	switch {
	case depth < 1 || newBlocks < 1:
		return fmt.Errorf("reorg of %d blocks by %d: both must be at least 1", depth, newBlocks)
	case uint64(depth) > height:
		return fmt.Errorf("reorg of %d blocks at height %d", depth, height)
	}
	return nil
}

// Reorg implements Chain.
func (c *Geth) Reorg(ctx context.Context, depth, newBlocks int, dropTxs bool) error {
	return c.miner.Do(ctx, func(ctx context.Context) error {
		chain, pool := c.eth.BlockChain(), c.eth.TxPool()
		height := chain.CurrentBlock().Number.Uint64()
		if err := CheckReorg(depth, newBlocks, height); err != nil {
			return err
		}
		base := height - uint64(depth)
		var orphaned []*types.Transaction
		for n := base + 1; n <= height; n++ {
			orphaned = append(orphaned, chain.GetBlockByNumber(n).Transactions()...)
		}
		if _, err := chain.SetCanonical(chain.GetBlockByNumber(base)); err != nil {
			return fmt.Errorf("reorg: going back to block %d: %w", base, err)
		}
		if err := pool.Sync(); err != nil {
			return fmt.Errorf("reorg: resetting the pool: %w", err)
		}
		if dropTxs {
			pool.Clear()
		} else {
			// the pool takes them back by itself only down to a depth of 64;
			// errors are those it has already, and those that no longer fit
			_ = pool.Add(orphaned, true)
		}
		return c.mine(ctx, newBlocks)
	})
}

// AdvanceTime implements Chain.
func (c *Geth) AdvanceTime(ctx context.Context, d time.Duration) error {
	if d < time.Second {
		return fmt.Errorf("advancing the time by %v: at least a second is needed", d)
	}
	return c.miner.Do(ctx, func(context.Context) error {
		const attempts = 10 // transactions may arrive meanwhile
		var err error
		for range attempts {
			before := c.eth.BlockChain().CurrentBlock()
			if err = c.beacon.AdjustTime(d); err == nil {
				return c.advanced(before)
			}
			if cerr := c.commit(); cerr != nil {
				return cerr
			}
		}
		return fmt.Errorf("advancing the time: %w", err)
	})
}

// SetBlockTime implements Chain.
func (c *Geth) SetBlockTime(ctx context.Context, d time.Duration) error {
	return c.miner.SetBlockTime(ctx, d)
}

// Close implements Chain.
func (c *Geth) Close() error {
	c.close.Do(func() {
		c.miner.Stop()
		if err := errors.Join(c.beacon.Stop(), c.node.Close()); err != nil {
			c.closeErr = fmt.Errorf("closing the chain: %w", err)
		}
	})
	return c.closeErr
}
