package usdc

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
)

// Properties of native USDC on Base.
const (
	Name     = "USD Coin" // EIP-712 domain name
	Version  = "2"        // EIP-712 domain version
	Symbol   = "USDC"
	Decimals = 6
)

// Address returns the proxy's address on Base, which is the token's address.
func Address() common.Address {
	return common.HexToAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")
}

// Config says what token to make.
type Config struct {
	ChainID uint64

	// Admin becomes owner, master minter, minter, pauser, blacklister and
	// rescuer. It must be an account whose key the caller has.
	Admin common.Address

	// Balances are minted at genesis, in base units (10^-6 USDC).
	Balances map[common.Address]*big.Int
}

// Genesis returns the accounts (code, storage, nonce) of the token at Address,
// of its implementation and of its library, ready for a genesis block.
func Genesis(cfg Config) (types.GenesisAlloc, error) {
	a, err := Embedded()
	if err != nil {
		return nil, err
	}
	return a.Genesis(cfg)
}

// Genesis does what the function of that name does, with these artifacts.
func (a *Artifacts) Genesis(cfg Config) (types.GenesisAlloc, error) {
	if cfg.ChainID == 0 || cfg.Admin == (common.Address{}) {
		return nil, errors.New("making USDC: a chain id and an admin are needed")
	}
	s, err := newScratch(cfg.ChainID)
	if err != nil {
		return nil, err
	}
	tokenABI, err := a.parse(fiatToken)
	if err != nil {
		return nil, err
	}
	if err := s.deploy(a); err != nil {
		return nil, err
	}
	if err := s.initialize(tokenABI, cfg); err != nil {
		return nil, err
	}
	return s.dump()
}

// role derives an address that nobody has the key of.
func role(name string) common.Address {
	return common.BytesToAddress(crypto.Keccak256([]byte("oabpdev usdc " + name)))
}

// scratch is an EVM on an empty state that notes which slots are written.
type scratch struct {
	db      *state.StateDB
	hooked  vm.StateDB
	chain   *params.ChainConfig
	written map[common.Address]map[common.Hash]struct{}
}

func newScratch(chainID uint64) (*scratch, error) {
	db, err := state.New(types.EmptyRootHash, state.NewDatabaseForTesting())
	if err != nil {
		return nil, fmt.Errorf("making an empty state: %w", err)
	}
	zero := uint64(0)
	chain := *params.AllDevChainProtocolChanges
	chain.ChainID = new(big.Int).SetUint64(chainID)
	chain.PragueTime, chain.OsakaTime, chain.BogotaTime = &zero, nil, nil
	s := &scratch{db: db, chain: &chain, written: map[common.Address]map[common.Hash]struct{}{}}
	s.hooked = state.NewHookedState(db, &tracing.Hooks{
		OnStorageChange: func(addr common.Address, slot, _, _ common.Hash) {
			if s.written[addr] == nil {
				s.written[addr] = map[common.Hash]struct{}{}
			}
			s.written[addr][slot] = struct{}{}
		},
	})
	return s, nil
}

const scratchGas = 100_000_000

// evm starts a transaction of from.
func (s *scratch) evm(from common.Address) *vm.EVM {
	cfg := &runtime.Config{
		ChainConfig: s.chain, Origin: from, BlockNumber: new(big.Int), GasLimit: scratchGas, State: s.db,
		Difficulty: new(big.Int), GasPrice: new(big.Int), BaseFee: new(big.Int), BlobBaseFee: new(big.Int),
		Random: new(common.Hash), GetHashFn: func(uint64) common.Hash { return common.Hash{} },
	}
	evm := vm.NewEVM(runtime.NewEnv(cfg).Context, s.hooked, s.chain, vm.Config{}) // on the noting state
	evm.SetTxContext(vm.TxContext{Origin: from, GasPrice: new(uint256.Int)})
	rules := s.rules()
	s.db.Prepare(rules, from, common.Address{}, nil, vm.ActivePrecompiles(rules), nil)
	return evm
}

func (s *scratch) rules() params.Rules { return s.chain.Rules(new(big.Int), true, 0) }

// create runs a constructor as an ordinary deployment.
func (s *scratch) create(from common.Address, code []byte) (common.Address, error) {
	_, addr, _, err := s.evm(from).Create(from, code, vm.NewGasBudget(scratchGas, 0), new(uint256.Int))
	if err == nil {
		s.written[addr] = orEmpty(s.written[addr])
		s.db.Finalise(s.rules())
	}
	return addr, err
}

// createAt runs a constructor at an address of our choice: the init code is put
// there and called, so that it sees its own address and writes its own storage,
// and then replaced by what it returns, as a deployment does.
func (s *scratch) createAt(from, at common.Address, code []byte) error {
	s.db.CreateAccount(at)
	s.db.SetNonce(at, 1, tracing.NonceChangeUnspecified)
	s.db.SetCode(at, code, tracing.CodeChangeUnspecified)
	runtimeCode, err := s.call(from, at, nil)
	if err != nil {
		return err
	}
	if len(runtimeCode) == 0 {
		return errors.New("the constructor returned no code")
	}
	s.db.SetCode(at, runtimeCode, tracing.CodeChangeUnspecified)
	s.written[at] = orEmpty(s.written[at])
	s.db.Finalise(s.rules())
	return nil
}

func orEmpty(m map[common.Hash]struct{}) map[common.Hash]struct{} {
	if m == nil {
		return map[common.Hash]struct{}{}
	}
	return m
}

func (s *scratch) call(from, to common.Address, data []byte) ([]byte, error) {
	ret, _, err := s.evm(from).Call(from, to, data, vm.NewGasBudget(scratchGas, 0), new(uint256.Int))
	if err != nil {
		if reason, uerr := abi.UnpackRevert(ret); uerr == nil {
			return nil, fmt.Errorf("%w: %s", err, reason)
		}
		return nil, err
	}
	s.db.Finalise(s.rules())
	return bytes.Clone(ret), nil
}

// deploy makes library, implementation and proxy.
func (s *scratch) deploy(a *Artifacts) error {
	deployer := role("deployer")
	code, err := a.initCode(signatureChecker, nil)
	if err != nil {
		return err
	}
	lib, err := s.create(deployer, code)
	if err != nil {
		return fmt.Errorf("deploying the library: %w", err)
	}
	if code, err = a.initCode(fiatToken, map[string]common.Address{signatureChecker: lib}); err != nil {
		return err
	}
	impl, err := s.create(deployer, code)
	if err != nil {
		return fmt.Errorf("deploying the implementation: %w", err)
	}
	if code, err = a.initCode(fiatTokenProxy, nil, impl); err != nil {
		return err
	}
	// the creator becomes the proxy's admin, which may not use the token
	if err := s.createAt(role("proxy admin"), Address(), code); err != nil {
		return fmt.Errorf("deploying the proxy: %w", err)
	}
	return nil
}

// initialize makes the calls that made the token on Base what it is.
func (s *scratch) initialize(token abi.ABI, cfg Config) error {
	type call struct {
		method string
		args   []any
	}
	all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	calls := []call{
		{"initialize", []any{Name, Symbol, "USD", uint8(Decimals), cfg.Admin, cfg.Admin, cfg.Admin, cfg.Admin}},
		{"initializeV2", []any{Name}},
		{"initializeV2_1", []any{role("lost and found")}},
		{"initializeV2_2", []any{[]common.Address{}, Symbol}},
		{"updateRescuer", []any{cfg.Admin}},
		{"configureMinter", []any{cfg.Admin, all}},
	}
	holders := slices.SortedFunc(maps.Keys(cfg.Balances), common.Address.Cmp)
	for _, h := range holders {
		calls = append(calls, call{"mint", []any{h, cfg.Balances[h]}})
	}
	for _, c := range calls {
		data, err := token.Pack(c.method, c.args...)
		if err != nil {
			return fmt.Errorf("encoding %s: %w", c.method, err)
		}
		if _, err := s.call(cfg.Admin, Address(), data); err != nil {
			return fmt.Errorf("calling %s: %w", c.method, err)
		}
	}
	return nil
}

// dump returns the contracts with their code and their non-zero storage.
func (s *scratch) dump() (types.GenesisAlloc, error) {
	alloc := types.GenesisAlloc{}
	for addr, slots := range s.written {
		acc := types.Account{
			Code: bytes.Clone(s.db.GetCode(addr)), Nonce: s.db.GetNonce(addr), Balance: new(big.Int),
			Storage: map[common.Hash]common.Hash{},
		}
		if len(acc.Code) == 0 {
			return nil, fmt.Errorf("%s has storage and no code", addr)
		}
		for slot := range slots {
			if v := s.db.GetState(addr, slot); v != (common.Hash{}) {
				acc.Storage[slot] = v
			}
		}
		alloc[addr] = acc
	}
	return alloc, s.db.Error()
}
