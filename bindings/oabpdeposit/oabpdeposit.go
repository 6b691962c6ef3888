// Code generated - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package oabpdeposit

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"time"

	ethereum "github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/event"
)

// Reference imports to suppress errors if they are not otherwise used.
var (
	_ = errors.New
	_ = big.NewInt
	_ = strings.NewReader
	_ = ethereum.NotFound
	_ = bind.Bind
	_ = common.Big1
	_ = types.BloomLookup
	_ = event.NewSubscription
	_ = abi.ConvertType
	_ = time.Tick
	_ = context.Background
)

// OabpDepositMetaData contains all meta data concerning the OabpDeposit contract.
var OabpDepositMetaData = &bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"token\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"arguments\",\"inputs\":[],\"outputs\":[{\"name\":\"digest\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"legsHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundAfter\",\"type\":\"uint64\",\"internalType\":\"uint64\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"payLeg\",\"inputs\":[{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"refund\",\"inputs\":[],\"outputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"rescue\",\"inputs\":[{\"name\":\"asset\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"error\",\"name\":\"CallerIsNotPayContract\",\"inputs\":[{\"name\":\"caller\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"FailedCall\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"InsufficientBalance\",\"inputs\":[{\"name\":\"balance\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"needed\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"SafeERC20FailedOperation\",\"inputs\":[{\"name\":\"token\",\"type\":\"address\",\"internalType\":\"address\"}]}]",
	Bin: "0x60c060405234801561000f575f5ffd5b506040516108b73803806108b783398101604081905261002e91610043565b6001600160a01b03166080523360a052610070565b5f60208284031215610053575f5ffd5b81516001600160a01b0381168114610069575f5ffd5b9392505050565b60805160a05161080b6100ac5f395f818160f7015281816101b3015261034d01525f818161016f0152818161023a01526102dc015261080b5ff3fe608060405234801561000f575f5ffd5b506004361061004a575f3560e01c806310dcba4b1461004e578063590e1ae3146100635780637528de0d1461007e578063839006f2146100cc575b5f5ffd5b61006161005c3660046106e8565b6100df565b005b61006b61019a565b6040519081526020015b60405180910390f35b610086610306565b6040516100759493929190938452602084019290925273ffffffffffffffffffffffffffffffffffffffff16604083015267ffffffffffffffff16606082015260800190565b61006b6100da366004610712565b610334565b3373ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001614610155576040517f668b1ff10000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b61019673ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016838361048c565b5050565b5f3373ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000161461020c576040517f668b1ff100000000000000000000000000000000000000000000000000000000815233600482015260240161014c565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201527f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff16906370a0823190602401602060405180830381865afa158015610294573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906102b89190610734565b90506103036102c56104ec565b73ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016908361048c565b90565b5f5f5f5f610313306104fd565b806020019051810190610326919061074b565b935093509350935090919293565b5f3373ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016146103a6576040517f668b1ff100000000000000000000000000000000000000000000000000000000815233600482015260240161014c565b73ffffffffffffffffffffffffffffffffffffffff82166103d95750476103d46103ce6104ec565b82610577565b919050565b6040517f70a0823100000000000000000000000000000000000000000000000000000000815230600482015273ffffffffffffffffffffffffffffffffffffffff8316906370a0823190602401602060405180830381865afa158015610441573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906104659190610734565b90506103d46104726104ec565b73ffffffffffffffffffffffffffffffffffffffff841690835b610499838383600161061c565b6104e7576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260240161014c565b505050565b5f6104f5610306565b509392505050565b60605f610522602d73ffffffffffffffffffffffffffffffffffffffff85163b6107a0565b67ffffffffffffffff81111561053a5761053a6107de565b6040519080825280601f01601f191660200182016040528015610564576020820181803683370190505b5090508051602d60208301853c92915050565b804710156105ba576040517fcf4791810000000000000000000000000000000000000000000000000000000081524760048201526024810182905260440161014c565b6105d3828260405180602001604052805f8152506106a4565b156105dc575050565b3d156105ea576101966106b9565b6040517fd6bda27500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8616600452602485905291602083604481808b5af1925060015f5114831661069857838315161561068c573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f5f5f83516020850186885af1949350505050565b6040513d5f823e3d81fd5b73ffffffffffffffffffffffffffffffffffffffff811681146106e5575f5ffd5b50565b5f5f604083850312156106f9575f5ffd5b8235610704816106c4565b946020939093013593505050565b5f60208284031215610722575f5ffd5b813561072d816106c4565b9392505050565b5f60208284031215610744575f5ffd5b5051919050565b5f5f5f5f6080858703121561075e575f5ffd5b8451602086015160408701519195509350610778816106c4565b606086015190925067ffffffffffffffff81168114610795575f5ffd5b939692955090935050565b818103818111156107d8577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b92915050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd",
}

// OabpDepositABI is the input ABI used to generate the binding from.
// Deprecated: Use OabpDepositMetaData.ABI instead.
var OabpDepositABI = OabpDepositMetaData.ABI

// OabpDepositBin is the compiled bytecode used for deploying new contracts.
// Deprecated: Use OabpDepositMetaData.Bin instead.
var OabpDepositBin = OabpDepositMetaData.Bin

// DeployOabpDeposit deploys a new Ethereum contract, binding an instance of OabpDeposit to it.
func DeployOabpDeposit(auth *bind.TransactOpts, backend bind.ContractBackend, token common.Address) (common.Address, *types.Transaction, *OabpDeposit, error) {
	parsed, err := OabpDepositMetaData.GetAbi()
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	if parsed == nil {
		return common.Address{}, nil, nil, errors.New("GetABI returned nil")
	}

	address, tx, contract, err := bind.DeployContract(auth, *parsed, common.FromHex(OabpDepositBin), backend, token)
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	return address, tx, &OabpDeposit{OabpDepositCaller: OabpDepositCaller{contract: contract}, OabpDepositTransactor: OabpDepositTransactor{contract: contract}, OabpDepositFilterer: OabpDepositFilterer{contract: contract}}, nil
}

// OabpDeposit is an auto generated Go binding around an Ethereum contract.
type OabpDeposit struct {
	OabpDepositCaller     // Read-only binding to the contract
	OabpDepositTransactor // Write-only binding to the contract
	OabpDepositFilterer   // Log filterer for contract events
}

// OabpDepositCaller is an auto generated read-only Go binding around an Ethereum contract.
type OabpDepositCaller struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpDepositTransactor is an auto generated write-only Go binding around an Ethereum contract.
type OabpDepositTransactor struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpDepositFilterer is an auto generated log filtering Go binding around an Ethereum contract events.
type OabpDepositFilterer struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpDepositSession is an auto generated Go binding around an Ethereum contract,
// with pre-set call and transact options.
type OabpDepositSession struct {
	Contract     *OabpDeposit      // Generic contract binding to set the session for
	CallOpts     bind.CallOpts     // Call options to use throughout this session
	TransactOpts bind.TransactOpts // Transaction auth options to use throughout this session
}

// OabpDepositCallerSession is an auto generated read-only Go binding around an Ethereum contract,
// with pre-set call options.
type OabpDepositCallerSession struct {
	Contract *OabpDepositCaller // Generic contract caller binding to set the session for
	CallOpts bind.CallOpts      // Call options to use throughout this session
}

// OabpDepositTransactorSession is an auto generated write-only Go binding around an Ethereum contract,
// with pre-set transact options.
type OabpDepositTransactorSession struct {
	Contract     *OabpDepositTransactor // Generic contract transactor binding to set the session for
	TransactOpts bind.TransactOpts      // Transaction auth options to use throughout this session
}

// OabpDepositRaw is an auto generated low-level Go binding around an Ethereum contract.
type OabpDepositRaw struct {
	Contract *OabpDeposit // Generic contract binding to access the raw methods on
}

// OabpDepositCallerRaw is an auto generated low-level read-only Go binding around an Ethereum contract.
type OabpDepositCallerRaw struct {
	Contract *OabpDepositCaller // Generic read-only contract binding to access the raw methods on
}

// OabpDepositTransactorRaw is an auto generated low-level write-only Go binding around an Ethereum contract.
type OabpDepositTransactorRaw struct {
	Contract *OabpDepositTransactor // Generic write-only contract binding to access the raw methods on
}

// NewOabpDeposit creates a new instance of OabpDeposit, bound to a specific deployed contract.
func NewOabpDeposit(address common.Address, backend bind.ContractBackend) (*OabpDeposit, error) {
	contract, err := bindOabpDeposit(address, backend, backend, backend)
	if err != nil {
		return nil, err
	}
	return &OabpDeposit{OabpDepositCaller: OabpDepositCaller{contract: contract}, OabpDepositTransactor: OabpDepositTransactor{contract: contract}, OabpDepositFilterer: OabpDepositFilterer{contract: contract}}, nil
}

// NewOabpDepositCaller creates a new read-only instance of OabpDeposit, bound to a specific deployed contract.
func NewOabpDepositCaller(address common.Address, caller bind.ContractCaller) (*OabpDepositCaller, error) {
	contract, err := bindOabpDeposit(address, caller, nil, nil)
	if err != nil {
		return nil, err
	}
	return &OabpDepositCaller{contract: contract}, nil
}

// NewOabpDepositTransactor creates a new write-only instance of OabpDeposit, bound to a specific deployed contract.
func NewOabpDepositTransactor(address common.Address, transactor bind.ContractTransactor) (*OabpDepositTransactor, error) {
	contract, err := bindOabpDeposit(address, nil, transactor, nil)
	if err != nil {
		return nil, err
	}
	return &OabpDepositTransactor{contract: contract}, nil
}

// NewOabpDepositFilterer creates a new log filterer instance of OabpDeposit, bound to a specific deployed contract.
func NewOabpDepositFilterer(address common.Address, filterer bind.ContractFilterer) (*OabpDepositFilterer, error) {
	contract, err := bindOabpDeposit(address, nil, nil, filterer)
	if err != nil {
		return nil, err
	}
	return &OabpDepositFilterer{contract: contract}, nil
}

// bindOabpDeposit binds a generic wrapper to an already deployed contract.
func bindOabpDeposit(address common.Address, caller bind.ContractCaller, transactor bind.ContractTransactor, filterer bind.ContractFilterer) (*bind.BoundContract, error) {
	parsed, err := OabpDepositMetaData.GetAbi()
	if err != nil {
		return nil, err
	}
	return bind.NewBoundContract(address, *parsed, caller, transactor, filterer), nil
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_OabpDeposit *OabpDepositRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _OabpDeposit.Contract.OabpDepositCaller.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_OabpDeposit *OabpDepositRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpDeposit.Contract.OabpDepositTransactor.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_OabpDeposit *OabpDepositRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _OabpDeposit.Contract.OabpDepositTransactor.contract.Transact(opts, method, params...)
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_OabpDeposit *OabpDepositCallerRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _OabpDeposit.Contract.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_OabpDeposit *OabpDepositTransactorRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpDeposit.Contract.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_OabpDeposit *OabpDepositTransactorRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _OabpDeposit.Contract.contract.Transact(opts, method, params...)
}

// Arguments is a free data retrieval call binding the contract method 0x7528de0d.
//
// Solidity: function arguments() view returns(bytes32 digest, bytes32 legsHash, address refundTo, uint64 refundAfter)
func (_OabpDeposit *OabpDepositCaller) Arguments(opts *bind.CallOpts) (struct {
	Digest      [32]byte
	LegsHash    [32]byte
	RefundTo    common.Address
	RefundAfter uint64
}, error) {
	var out []interface{}
	err := _OabpDeposit.contract.Call(opts, &out, "arguments")

	outstruct := new(struct {
		Digest      [32]byte
		LegsHash    [32]byte
		RefundTo    common.Address
		RefundAfter uint64
	})
	if err != nil {
		return *outstruct, err
	}

	outstruct.Digest = *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	outstruct.LegsHash = *abi.ConvertType(out[1], new([32]byte)).(*[32]byte)
	outstruct.RefundTo = *abi.ConvertType(out[2], new(common.Address)).(*common.Address)
	outstruct.RefundAfter = *abi.ConvertType(out[3], new(uint64)).(*uint64)

	return *outstruct, err

}

// Arguments is a free data retrieval call binding the contract method 0x7528de0d.
//
// Solidity: function arguments() view returns(bytes32 digest, bytes32 legsHash, address refundTo, uint64 refundAfter)
func (_OabpDeposit *OabpDepositSession) Arguments() (struct {
	Digest      [32]byte
	LegsHash    [32]byte
	RefundTo    common.Address
	RefundAfter uint64
}, error) {
	return _OabpDeposit.Contract.Arguments(&_OabpDeposit.CallOpts)
}

// Arguments is a free data retrieval call binding the contract method 0x7528de0d.
//
// Solidity: function arguments() view returns(bytes32 digest, bytes32 legsHash, address refundTo, uint64 refundAfter)
func (_OabpDeposit *OabpDepositCallerSession) Arguments() (struct {
	Digest      [32]byte
	LegsHash    [32]byte
	RefundTo    common.Address
	RefundAfter uint64
}, error) {
	return _OabpDeposit.Contract.Arguments(&_OabpDeposit.CallOpts)
}

// PayLeg is a paid mutator transaction binding the contract method 0x10dcba4b.
//
// Solidity: function payLeg(address to, uint256 amount) returns()
func (_OabpDeposit *OabpDepositTransactor) PayLeg(opts *bind.TransactOpts, to common.Address, amount *big.Int) (*types.Transaction, error) {
	return _OabpDeposit.contract.Transact(opts, "payLeg", to, amount)
}

// PayLeg is a paid mutator transaction binding the contract method 0x10dcba4b.
//
// Solidity: function payLeg(address to, uint256 amount) returns()
func (_OabpDeposit *OabpDepositSession) PayLeg(to common.Address, amount *big.Int) (*types.Transaction, error) {
	return _OabpDeposit.Contract.PayLeg(&_OabpDeposit.TransactOpts, to, amount)
}

// PayLeg is a paid mutator transaction binding the contract method 0x10dcba4b.
//
// Solidity: function payLeg(address to, uint256 amount) returns()
func (_OabpDeposit *OabpDepositTransactorSession) PayLeg(to common.Address, amount *big.Int) (*types.Transaction, error) {
	return _OabpDeposit.Contract.PayLeg(&_OabpDeposit.TransactOpts, to, amount)
}

// Refund is a paid mutator transaction binding the contract method 0x590e1ae3.
//
// Solidity: function refund() returns(uint256 amount)
func (_OabpDeposit *OabpDepositTransactor) Refund(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpDeposit.contract.Transact(opts, "refund")
}

// Refund is a paid mutator transaction binding the contract method 0x590e1ae3.
//
// Solidity: function refund() returns(uint256 amount)
func (_OabpDeposit *OabpDepositSession) Refund() (*types.Transaction, error) {
	return _OabpDeposit.Contract.Refund(&_OabpDeposit.TransactOpts)
}

// Refund is a paid mutator transaction binding the contract method 0x590e1ae3.
//
// Solidity: function refund() returns(uint256 amount)
func (_OabpDeposit *OabpDepositTransactorSession) Refund() (*types.Transaction, error) {
	return _OabpDeposit.Contract.Refund(&_OabpDeposit.TransactOpts)
}

// Rescue is a paid mutator transaction binding the contract method 0x839006f2.
//
// Solidity: function rescue(address asset) returns(uint256 amount)
func (_OabpDeposit *OabpDepositTransactor) Rescue(opts *bind.TransactOpts, asset common.Address) (*types.Transaction, error) {
	return _OabpDeposit.contract.Transact(opts, "rescue", asset)
}

// Rescue is a paid mutator transaction binding the contract method 0x839006f2.
//
// Solidity: function rescue(address asset) returns(uint256 amount)
func (_OabpDeposit *OabpDepositSession) Rescue(asset common.Address) (*types.Transaction, error) {
	return _OabpDeposit.Contract.Rescue(&_OabpDeposit.TransactOpts, asset)
}

// Rescue is a paid mutator transaction binding the contract method 0x839006f2.
//
// Solidity: function rescue(address asset) returns(uint256 amount)
func (_OabpDeposit *OabpDepositTransactorSession) Rescue(asset common.Address) (*types.Transaction, error) {
	return _OabpDeposit.Contract.Rescue(&_OabpDeposit.TransactOpts, asset)
}
