package deploy

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/bindings/oabporacles"
)

// receiptPoll is the time between two looks for a receipt.
const receiptPoll = 100 * time.Millisecond

// appearWithin is how long the code of a mined transaction may stay unseen.
const appearWithin = 20 * time.Second

// revertedError is a transaction that is in a block and failed.
type revertedError struct{ tx common.Hash }

func (e *revertedError) Error() string { return fmt.Sprintf("transaction %s reverted", e.tx) }

// sign makes a transaction with a fifth of gas to spare.
func (r *run) sign(ctx context.Context, to common.Address, data []byte) (*types.Transaction, error) {
	if r.key == nil {
		return nil, errors.New("it is not there, and there is no key to deploy it with")
	}
	from := crypto.PubkeyToAddress(r.key.PublicKey)
	nonce, err := r.b.PendingNonceAt(ctx, from)
	if err != nil {
		return nil, fmt.Errorf("asking for the nonce of %s: %w", from, err)
	}
	tip, err := r.b.SuggestGasTipCap(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking for the tip: %w", err)
	}
	price, err := r.b.SuggestGasPrice(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking for the gas price: %w", err)
	}
	gas, err := r.b.EstimateGas(ctx, ethereum.CallMsg{From: from, To: &to, Data: data})
	if err != nil {
		return nil, fmt.Errorf("estimating the gas: %w", err)
	}
	return types.SignNewTx(r.key, types.LatestSignerForChainID(r.id), &types.DynamicFeeTx{ChainID: r.id, Nonce: nonce,
		GasTipCap: tip, GasFeeCap: new(big.Int).Add(new(big.Int).Mul(price, big.NewInt(2)), tip), Gas: gas + gas/5, To: &to, Data: data})
}

// wait waits until a transaction is in a block; a revertedError says that it
// failed there.
func (r *run) wait(ctx context.Context, hash common.Hash) error {
	for {
		receipt, err := r.b.TransactionReceipt(ctx, hash)
		if err == nil {
			if receipt.Status != types.ReceiptStatusSuccessful {
				return &revertedError{hash}
			}
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for transaction %s: %w", hash, ctx.Err())
		case <-time.After(receiptPoll):
		}
	}
}

// outlive waits for a transaction of an earlier run, as long as transactions of
// the key are pending, and says whether it did its work. (Nodes tell whether
// they know a transaction only together with its content.)
func (r *run) outlive(ctx context.Context, hash common.Hash) (made bool, err error) {
	if r.key == nil {
		return false, nil
	}
	from := crypto.PubkeyToAddress(r.key.PublicKey)
	for {
		pending, err := r.b.PendingNonceAt(ctx, from)
		if err != nil {
			return false, fmt.Errorf("asking for the nonce of %s: %w", from, err)
		}
		mined, err := r.b.NonceAt(ctx, from, nil)
		if err != nil {
			return false, fmt.Errorf("asking for the nonce of %s: %w", from, err)
		}
		// asked after the nonces, so that one mined in between is seen
		if receipt, err := r.b.TransactionReceipt(ctx, hash); err == nil {
			return receipt.Status == types.ReceiptStatusSuccessful, nil
		}
		if pending <= mined {
			return false, nil
		}
		select {
		case <-ctx.Done():
			return false, fmt.Errorf("waiting for transaction %s: %w", hash, ctx.Err())
		case <-time.After(receiptPoll):
		}
	}
}

// appear waits until a contract that was made is seen: behind one URL there
// may be several nodes, of which some lag.
func (r *run) appear(ctx context.Context, s *Step) error {
	deadline := time.After(appearWithin)
	for {
		there, err := r.found(ctx, s)
		if there || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s at %s: %w", s.Name, s.Address, ctx.Err())
		case <-deadline:
			return fmt.Errorf("%s is not at %s after its deployment", s.Name, s.Address)
		case <-time.After(receiptPoll):
		}
	}
}

// allow puts the AttestationOracle on the list of oracles.
func (r *run) allow(ctx context.Context) error {
	oracle := r.d.Contracts.AttestationOracle
	if oracle == nil {
		return errors.New("there are no attesters")
	}
	list, err := oabporacles.NewOabpOracles(r.d.Contracts.Oracles.Address, r.b)
	if err != nil {
		return err
	}
	o := &bind.CallOpts{Context: ctx}
	if allowed, err := list.IsAllowed(o, oracle.Address); err != nil {
		return fmt.Errorf("reading the list: %w", err)
	} else if allowed {
		return nil
	}
	owner, err := list.Owner(o)
	if err != nil {
		return fmt.Errorf("reading the list's owner: %w", err)
	}
	parsed, err := oabporacles.OabpOraclesMetaData.GetAbi()
	if err != nil {
		return err
	}
	data, err := parsed.Pack("allow", oracle.Address, true)
	if err != nil {
		return err
	}
	if r.key == nil || crypto.PubkeyToAddress(r.key.PublicKey) != owner {
		return fmt.Errorf("the list %s is owned by %s, which must send it %s", r.d.Contracts.Oracles.Address, owner, common.Bytes2Hex(data))
	}
	tx, err := r.sign(ctx, r.d.Contracts.Oracles.Address, data)
	if err != nil {
		return err
	}
	if err := r.b.SendTransaction(ctx, tx); err != nil {
		return fmt.Errorf("sending transaction %s: %w", tx.Hash(), err)
	}
	return r.wait(ctx, tx.Hash())
}
