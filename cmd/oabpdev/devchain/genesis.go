package devchain

import (
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

const (
	// DefaultChainID is the chain id of development chains.
	DefaultChainID = 31337
	// DefaultGasLimit is a block's gas.
	DefaultGasLimit = 60_000_000
	// InitialUSDC is each account's balance in base units: 100,000 USDC.
	InitialUSDC = 100_000_000_000
	// InitialEther is each account's balance in ether.
	InitialEther = 10_000
)

// Genesis makes the first block: accounts funded with ether and USDC, the token
// with the first account as admin, the system contracts of Prague, and extra.
func Genesis(chainID, gasLimit uint64, at time.Time, accounts []Account, extra types.GenesisAlloc) (*core.Genesis, error) {
	if len(accounts) == 0 {
		return nil, fmt.Errorf("making a genesis block: no accounts")
	}
	ether := new(big.Int).Mul(big.NewInt(InitialEther), big.NewInt(params.Ether))
	balances := map[common.Address]*big.Int{}
	for _, a := range accounts {
		balances[a.Address] = big.NewInt(InitialUSDC)
	}
	alloc, err := usdc.Genesis(usdc.Config{ChainID: chainID, Admin: accounts[0].Address, Balances: balances})
	if err != nil {
		return nil, fmt.Errorf("making a genesis block: %w", err)
	}
	for _, a := range accounts {
		alloc[a.Address] = types.Account{Balance: ether}
	}
	for addr, code := range map[common.Address][]byte{
		params.BeaconRootsAddress:          params.BeaconRootsCode,
		params.HistoryStorageAddress:       params.HistoryStorageCode,
		params.WithdrawalQueueAddress:      params.WithdrawalQueueCode,
		params.ConsolidationQueueAddress:   params.ConsolidationQueueCode,
		params.DeterministicFactoryAddress: params.DeterministicFactoryCode,
	} {
		alloc[addr] = types.Account{Nonce: 1, Code: code, Balance: new(big.Int)}
	}
	for addr, acc := range extra {
		alloc[addr] = acc
	}
	return &core.Genesis{
		Config: chainConfig(chainID), GasLimit: gasLimit, Timestamp: uint64(at.Unix()), BaseFee: big.NewInt(params.InitialBaseFee),
		Difficulty: new(big.Int), Alloc: alloc,
	}, nil
}

// chainConfig has every fork up to Prague from the first block.
func chainConfig(chainID uint64) *params.ChainConfig {
	zero := uint64(0)
	cfg := *params.AllDevChainProtocolChanges
	cfg.ChainID = new(big.Int).SetUint64(chainID)
	cfg.ShanghaiTime, cfg.CancunTime, cfg.PragueTime = &zero, &zero, &zero
	cfg.OsakaTime, cfg.BogotaTime, cfg.AmsterdamTime, cfg.UBTTime = nil, nil, nil, nil
	cfg.BlobScheduleConfig = &params.BlobScheduleConfig{
		Cancun: params.DefaultCancunBlobConfig, Prague: params.DefaultPragueBlobConfig,
	}
	return &cfg
}
