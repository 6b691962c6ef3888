// Package devdeploy puts all contracts on a development chain, by the code
// that operators use.
//
// # Guarantees
//
//   - The same addresses on every chain of one chain id: all parameters are
//     fixed, and so are the accounts' keys.
//   - The attestation oracle is on the list of oracles, its one attester is the
//     account "oracle", and appeals are voted on within 20 minutes.
package devdeploy

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

// FeeRecipient is the name of the account that collects the contracts' fees
// (devchain.NewAccount); it has neither ether nor USDC.
const FeeRecipient = "fee"

// Parameters are those of development chains.
func Parameters(chainID uint64) (deploy.Parameters, error) {
	p := deploy.Defaults(chainID, usdc.Address())
	for name, to := range map[string]*common.Address{devchain.Deployer: &p.Owner, FeeRecipient: &p.FeeRecipient} {
		a, err := devchain.NewAccount(name)
		if err != nil {
			return p, err
		}
		*to = a.Address
	}
	oracle, err := devchain.NewAccount("oracle")
	if err != nil {
		return p, err
	}
	p.SetAttesters([]common.Address{oracle.Address}, 1)
	p.AppealRules.CommitMinutes, p.AppealRules.RevealMinutes = 10, 10 // the least there can be
	return p, nil
}

// All deploys all contracts. Blocks must come by themselves meanwhile. change
// may alter the parameters; nil: they stay.
func All(ctx context.Context, b deploy.Backend, chain devchain.Chain, change func(*deploy.Parameters)) (*deploy.Deployments, error) {
	p, err := Parameters(chain.ChainID())
	if err != nil {
		return nil, err
	}
	if change != nil {
		change(&p)
	}
	deployer, _ := chain.Account(devchain.Deployer)
	d, err := deploy.Run(ctx, b, deployer.Key, deploy.Options{Parameters: p, ChainID: chain.ChainID(), AllowAttesters: true})
	if err != nil {
		return nil, fmt.Errorf("deploying the contracts: %w", err)
	}
	return d, nil
}
