package deploy

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Backend is what a deployment needs of a node. (No block or
// transaction is decoded, so it works on OP-stack chains.)
type Backend interface {
	bind.ContractBackend
	TransactionReceipt(ctx context.Context, hash common.Hash) (*types.Receipt, error)
	NonceAt(ctx context.Context, account common.Address, block *big.Int) (uint64, error)
	ChainID(ctx context.Context) (*big.Int, error)
}

// Options say what to deploy.
type Options struct {
	Parameters Parameters
	// ChainID is the chain that is meant; 0: whatever the node follows.
	ChainID uint64
	// Prior is what an earlier run wrote, if any.
	Prior *Deployments
	// Save keeps what is known so far; it is called before each transaction and
	// at the end. Nil: nothing is kept.
	Save func(*Deployments) error
	// AllowAttesters puts the AttestationOracle on the list of oracles, for which
	// the key must be the list's owner.
	AllowAttesters bool
}

// run is one deployment.
type run struct {
	Options
	b     Backend
	key   *ecdsa.PrivateKey
	id    *big.Int
	d     *Deployments
	steps []Step
	there map[string]bool
}

// Run deploys what is missing and checks what is there. The key is needed for
// what is missing only; nil: something missing is an error.
func Run(ctx context.Context, b Backend, key *ecdsa.PrivateKey, o Options) (*Deployments, error) {
	r := &run{Options: o, b: b, key: key, there: map[string]bool{}}
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	if err := r.look(ctx); err != nil {
		return nil, err
	}
	for i := range r.steps {
		s := &r.steps[i]
		if r.there[s.Name] {
			continue
		}
		if len(s.Init) > 0 {
			if err := r.create(ctx, s); err != nil {
				return nil, fmt.Errorf("deploying %s: %w", s.Name, err)
			}
		}
		if err := r.appear(ctx, s); err != nil {
			return nil, err
		}
	}
	if o.AllowAttesters {
		if err := r.allow(ctx); err != nil {
			return nil, fmt.Errorf("allowing the attestation oracle: %w", err)
		}
	}
	r.d.Status = Deployed
	return r.d, r.save()
}

// Look says which contracts of a plan are on the chain, with the right code,
// by name. It sends nothing.
func Look(ctx context.Context, b Backend, o Options) (*Deployments, map[string]bool, error) {
	r := &run{Options: o, b: b, there: map[string]bool{}}
	if err := r.prepare(ctx); err != nil {
		return nil, nil, err
	}
	if err := r.look(ctx); err != nil {
		return nil, nil, err
	}
	return r.d, r.there, nil
}

// prepare makes the plan and checks the chain's ground.
func (r *run) prepare(ctx context.Context) (err error) {
	if r.id, err = r.b.ChainID(ctx); err != nil {
		return fmt.Errorf("asking for the chain id: %w", err)
	}
	if !r.id.IsUint64() {
		return fmt.Errorf("chain id %s is too large", r.id)
	}
	if r.ChainID != 0 && r.ChainID != r.id.Uint64() {
		return fmt.Errorf("the node follows chain %s, and chain %d is meant", r.id, r.ChainID)
	}
	if err := r.Parameters.Check(); err != nil {
		return fmt.Errorf("the parameters of the contracts: %w", err)
	}
	if r.steps, err = Plan(r.id.Uint64(), r.Parameters); err != nil {
		return err
	}
	r.d = describe(r.id.Uint64(), r.Parameters, r.steps)
	r.d.Status = Incomplete
	if r.Prior != nil {
		if err := r.d.Continues(r.Prior); err != nil {
			return err
		}
		r.d.keepTxs(r.Prior)
	}
	if code, err := r.b.CodeAt(ctx, r.Parameters.Token, nil); err != nil {
		return fmt.Errorf("looking at the token: %w", err)
	} else if len(code) == 0 {
		return fmt.Errorf("there is no contract at the token's address %s on chain %s", r.Parameters.Token, r.id)
	}
	if code, err := r.b.CodeAt(ctx, Factory, nil); err != nil {
		return fmt.Errorf("looking at the deployment proxy: %w", err)
	} else if !bytes.Equal(code, FactoryCode) {
		return fmt.Errorf("chain %s has no deterministic deployment proxy at %s; deploy that first", r.id, Factory)
	}
	return nil
}

// look finds what is there, before anything is sent.
func (r *run) look(ctx context.Context) error {
	var problems []error
	for i := range r.steps {
		there, err := r.found(ctx, &r.steps[i])
		if err != nil {
			problems = append(problems, err)
		}
		r.there[r.steps[i].Name] = there
	}
	return errors.Join(problems...)
}

// found says whether a contract is there. Other code is an error.
func (r *run) found(ctx context.Context, s *Step) (bool, error) {
	code, err := r.b.CodeAt(ctx, s.Address, nil)
	if err != nil {
		return false, fmt.Errorf("looking at %s: %w", s.Name, err)
	}
	if len(code) == 0 {
		return false, nil
	}
	return true, s.difference(code)
}

func (r *run) save() error {
	if r.Save == nil {
		return nil
	}
	return r.Save(r.d)
}

// create makes one contract, or waits for the transaction of an earlier run
// that does.
func (r *run) create(ctx context.Context, s *Step) error {
	c := *r.d.Contracts.slot(s.Name)
	if c.Tx != nil {
		if made, err := r.outlive(ctx, *c.Tx); made || err != nil {
			return err
		}
	}
	if code, err := r.b.PendingCodeAt(ctx, s.Address); err == nil && len(code) > 0 {
		return nil // on its way, by a transaction that nobody wrote down
	}
	tx, err := r.sign(ctx, Factory, append(Salt.Bytes(), s.Init...))
	if err != nil {
		return err
	}
	hash := tx.Hash()
	c.Tx = &hash
	if err := r.save(); err != nil {
		return err
	}
	if err := r.b.SendTransaction(ctx, tx); err != nil {
		return fmt.Errorf("sending transaction %s: %w", hash, err)
	}
	err = r.wait(ctx, hash)
	var failed *revertedError
	if errors.As(err, &failed) { // because somebody else was first, perhaps
		if there, _ := r.found(ctx, s); there {
			c.Tx = nil
			return nil
		}
	}
	return err
}
