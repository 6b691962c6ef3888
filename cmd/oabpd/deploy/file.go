package deploy

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Status is how far a deployment is.
type Status string

// The states of a deployment.
const (
	// Predicted: the addresses follow from the repository; nobody looked.
	Predicted Status = "predicted"
	// Incomplete: begun, and to be finished by a further run.
	Incomplete Status = "incomplete"
	// Deployed: every contract was found on the chain with the right code.
	Deployed Status = "deployed"
)

// Deployments is the deployments file: the contracts of one chain.
type Deployments struct {
	ChainID    uint64         `json:"chain_id"`
	Status     Status         `json:"status"`
	Factory    common.Address `json:"factory"`
	Salt       common.Hash    `json:"salt"`
	Parameters Parameters     `json:"parameters"`
	Contracts  Contracts      `json:"contracts"`
}

// Contracts are the contracts by the names of the stack file; nil: not
// deployed.
type Contracts struct {
	Escrow            *Contract `json:"escrow,omitempty"`
	Agents            *Contract `json:"agents,omitempty"`
	Vote              *Contract `json:"vote,omitempty"`
	Oracles           *Contract `json:"oracles,omitempty"`
	AttestationOracle *Contract `json:"attestation_oracle,omitempty"`
	Pay               *Contract `json:"pay,omitempty"`
	Deposit           *Contract `json:"deposit,omitempty"`
	Reputation        *Contract `json:"reputation,omitempty"`
}

// Contract is one deployed contract.
type Contract struct {
	Address common.Address `json:"address"`
	// CodeHash is keccak256 of its runtime code, immutables included.
	CodeHash common.Hash `json:"code_hash"`
	// Args are its constructor's arguments.
	Args []Argument `json:"args"`
	// Tx made it; absent if it was there before, or is not there yet.
	Tx *common.Hash `json:"tx,omitempty"`
}

func (c *Contracts) slot(name string) **Contract {
	return map[string]**Contract{"escrow": &c.Escrow, "agents": &c.Agents, "vote": &c.Vote, "oracles": &c.Oracles,
		"attestation_oracle": &c.AttestationOracle, "pay": &c.Pay, "deposit": &c.Deposit, "reputation": &c.Reputation}[name]
}

// Names are the names of all contracts, in the order of the stack file.
func Names() []string {
	return []string{"escrow", "agents", "vote", "oracles", "attestation_oracle", "pay", "deposit", "reputation"}
}

// All are the contracts that are there, in the order of Names.
func (c *Contracts) All() iter.Seq2[string, *Contract] {
	return func(yield func(string, *Contract) bool) {
		for _, name := range Names() {
			if k := *c.slot(name); k != nil && !yield(name, k) {
				return
			}
		}
	}
}

// Predict is what a deployment would write, without a chain. Contracts that
// depend on parameters that are not there are left out.
func Predict(chainID uint64, p Parameters) (*Deployments, error) {
	steps, err := Plan(chainID, p)
	if err != nil {
		return nil, err
	}
	return describe(chainID, p, steps), nil
}

func describe(chainID uint64, p Parameters, steps []Step) *Deployments {
	d := &Deployments{ChainID: chainID, Status: Predicted, Factory: Factory, Salt: Salt, Parameters: p}
	for _, s := range steps {
		*d.Contracts.slot(s.Name) = &Contract{Address: s.Address, CodeHash: crypto.Keccak256Hash(s.Code), Args: s.Args}
	}
	return d
}

// Continues says why d cannot take the place of old in a file: another chain,
// or other contracts. A contract that old lacks may come to it.
func (d *Deployments) Continues(old *Deployments) error {
	if old.ChainID != d.ChainID {
		return fmt.Errorf("the file is about chain %d, this is chain %d; give another file", old.ChainID, d.ChainID)
	}
	for name, was := range old.Contracts.All() {
		is := *d.Contracts.slot(name)
		if is == nil {
			return fmt.Errorf("the file has %s at %s, and this deployment has none; give another file", name, was.Address)
		}
		if is.Address != was.Address {
			why := "the code of this version"
			if f := d.Parameters.Difference(&old.Parameters); f != "" {
				why = "parameter " + f
			}
			return fmt.Errorf("the file has %s at %s, and it would be at %s: %s differs; give another file", name, was.Address, is.Address, why)
		}
		if is.CodeHash != was.CodeHash {
			return fmt.Errorf("the file has code %s for %s at %s, and it would be %s; give another file", was.CodeHash, name, was.Address, is.CodeHash)
		}
	}
	return nil
}

// keepTxs takes over the transactions of a former run.
func (d *Deployments) keepTxs(old *Deployments) {
	for name, was := range old.Contracts.All() {
		if is := *d.Contracts.slot(name); is.Tx == nil {
			is.Tx = was.Tx
		}
	}
}

// Write keeps the deployments in a file, whole or not at all. One that is
// about other contracts is not overwritten.
func Write(path string, d *Deployments) error {
	switch old, err := Read(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		if err := d.Continues(old); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	b, err := d.Marshal()
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("writing the deployments: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(b)
	if err := errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("writing the deployments: %w", err)
	}
	return os.Rename(f.Name(), path)
}

// Marshal is the content of the file.
func (d *Deployments) Marshal() ([]byte, error) {
	b, err := json.MarshalIndent(d, "", "  ")
	return append(b, '\n'), err
}

// Read is the deployments of a file, whatever their status.
func Read(path string) (*Deployments, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the deployments: %w", err)
	}
	var d Deployments
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, fmt.Errorf("reading the deployments in %s: %w", path, err)
	}
	switch d.Status {
	case Predicted, Incomplete, Deployed:
		return &d, nil
	}
	return nil, fmt.Errorf("reading the deployments in %s: status %q is none of %s, %s, %s", path, d.Status, Predicted, Incomplete, Deployed)
}

// ReadDeployed is the deployments of a file that is finished.
func ReadDeployed(path string) (*Deployments, error) {
	d, err := Read(path)
	if err == nil && d.Status != Deployed {
		return nil, fmt.Errorf("the deployment in %s is %s; oabpd deploy finishes and checks it", path, d.Status)
	}
	return d, err
}

// Find is the contract of that name, or nil; also of no deployments.
func (d *Deployments) Find(name string) *Contract {
	if d == nil {
		return nil
	}
	return *d.Contracts.slot(name)
}
