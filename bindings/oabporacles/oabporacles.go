// Code generated - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package oabporacles

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

// OabpOraclesMetaData contains all meta data concerning the OabpOracles contract.
var OabpOraclesMetaData = &bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"owner_\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"acceptOwnership\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"allow\",\"inputs\":[{\"name\":\"oracle\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"allowed\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"allowedCodehash\",\"inputs\":[{\"name\":\"oracle\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"codehash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"isAllowed\",\"inputs\":[{\"name\":\"oracle\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"owner\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pendingOwner\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"renounceOwnership\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"transferOwnership\",\"inputs\":[{\"name\":\"newOwner\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"event\",\"name\":\"OracleAllowed\",\"inputs\":[{\"name\":\"oracle\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"allowed\",\"type\":\"bool\",\"indexed\":false,\"internalType\":\"bool\"},{\"name\":\"codehash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"OwnershipTransferStarted\",\"inputs\":[{\"name\":\"previousOwner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"newOwner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"OwnershipTransferred\",\"inputs\":[{\"name\":\"previousOwner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"newOwner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"OracleHasNoCode\",\"inputs\":[{\"name\":\"oracle\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"OwnableInvalidOwner\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"OwnableUnauthorizedAccount\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]}]",
	Bin: "0x608060405234801561000f575f5ffd5b5060405161076f38038061076f83398101604081905261002e916100d7565b806001600160a01b03811661005c57604051631e4fbdf760e01b81525f600482015260240160405180910390fd5b6100658161006c565b5050610104565b600180546001600160a01b031916905561008581610088565b50565b5f80546001600160a01b038381166001600160a01b0319831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b5f602082840312156100e7575f5ffd5b81516001600160a01b03811681146100fd575f5ffd5b9392505050565b61065e806101115f395ff3fe608060405234801561000f575f5ffd5b5060043610610085575f3560e01c8063ac738f7e11610058578063ac738f7e146100f1578063babcc5391461011e578063e30c397814610141578063f2fde38b1461015f575f5ffd5b8063110496e514610089578063715018a61461009e57806379ba5097146100a65780638da5cb5b146100ae575b5f5ffd5b61009c6100973660046105a0565b610172565b005b61009c61025f565b61009c610272565b5f5473ffffffffffffffffffffffffffffffffffffffff165b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020015b60405180910390f35b6101106100ff3660046105d9565b60026020525f908152604090205481565b6040519081526020016100e8565b61013161012c3660046105d9565b6102e9565b60405190151581526020016100e8565b60015473ffffffffffffffffffffffffffffffffffffffff166100c7565b61009c61016d3660046105d9565b61033a565b61017a6103e9565b5f81156101f75761018a8361043b565b6101dd576040517fbe17903c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024015b60405180910390fd5b5073ffffffffffffffffffffffffffffffffffffffff82163f5b73ffffffffffffffffffffffffffffffffffffffff83165f81815260026020908152604091829020849055815185151581529081018490527fd0ee7eca3a5e39d4eed9b45dcae32b0a802d061f3e865496dbd1d3fe5e0c7bc0910160405180910390a2505050565b6102676103e9565b6102705f6104d8565b565b600154339073ffffffffffffffffffffffffffffffffffffffff1681146102dd576040517f118cdaa700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff821660048201526024016101d4565b6102e6816104d8565b50565b73ffffffffffffffffffffffffffffffffffffffff81165f90815260026020526040812054801580159061033357508273ffffffffffffffffffffffffffffffffffffffff163f81145b9392505050565b6103426103e9565b6001805473ffffffffffffffffffffffffffffffffffffffff83167fffffffffffffffffffffffff000000000000000000000000000000000000000090911681179091556103a45f5473ffffffffffffffffffffffffffffffffffffffff1690565b73ffffffffffffffffffffffffffffffffffffffff167f38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e2270060405160405180910390a350565b5f5473ffffffffffffffffffffffffffffffffffffffff163314610270576040517f118cdaa70000000000000000000000000000000000000000000000000000000081523360048201526024016101d4565b5f5f8273ffffffffffffffffffffffffffffffffffffffff16803b806020016040519081016040528181525f908060200190933c905060178151146104835751151592915050565b7fef010000000000000000000000000000000000000000000000000000000000006104ad826105f2565b7fffffff00000000000000000000000000000000000000000000000000000000001614159392505050565b600180547fffffffffffffffffffffffff00000000000000000000000000000000000000001690556102e6815f805473ffffffffffffffffffffffffffffffffffffffff8381167fffffffffffffffffffffffff0000000000000000000000000000000000000000831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b803573ffffffffffffffffffffffffffffffffffffffff8116811461059b575f5ffd5b919050565b5f5f604083850312156105b1575f5ffd5b6105ba83610578565b9150602083013580151581146105ce575f5ffd5b809150509250929050565b5f602082840312156105e9575f5ffd5b61033382610578565b805160208201517fffffff0000000000000000000000000000000000000000000000000000000000811691906003821015610657577fffffff0000000000000000000000000000000000000000000000000000000000808360030360031b1b82161692505b505091905056",
}

// OabpOraclesABI is the input ABI used to generate the binding from.
// Deprecated: Use OabpOraclesMetaData.ABI instead.
var OabpOraclesABI = OabpOraclesMetaData.ABI

// OabpOraclesBin is the compiled bytecode used for deploying new contracts.
// Deprecated: Use OabpOraclesMetaData.Bin instead.
var OabpOraclesBin = OabpOraclesMetaData.Bin

// DeployOabpOracles deploys a new Ethereum contract, binding an instance of OabpOracles to it.
func DeployOabpOracles(auth *bind.TransactOpts, backend bind.ContractBackend, owner_ common.Address) (common.Address, *types.Transaction, *OabpOracles, error) {
	parsed, err := OabpOraclesMetaData.GetAbi()
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	if parsed == nil {
		return common.Address{}, nil, nil, errors.New("GetABI returned nil")
	}

	address, tx, contract, err := bind.DeployContract(auth, *parsed, common.FromHex(OabpOraclesBin), backend, owner_)
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	return address, tx, &OabpOracles{OabpOraclesCaller: OabpOraclesCaller{contract: contract}, OabpOraclesTransactor: OabpOraclesTransactor{contract: contract}, OabpOraclesFilterer: OabpOraclesFilterer{contract: contract}}, nil
}

// OabpOracles is an auto generated Go binding around an Ethereum contract.
type OabpOracles struct {
	OabpOraclesCaller     // Read-only binding to the contract
	OabpOraclesTransactor // Write-only binding to the contract
	OabpOraclesFilterer   // Log filterer for contract events
}

// OabpOraclesCaller is an auto generated read-only Go binding around an Ethereum contract.
type OabpOraclesCaller struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpOraclesTransactor is an auto generated write-only Go binding around an Ethereum contract.
type OabpOraclesTransactor struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpOraclesFilterer is an auto generated log filtering Go binding around an Ethereum contract events.
type OabpOraclesFilterer struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpOraclesSession is an auto generated Go binding around an Ethereum contract,
// with pre-set call and transact options.
type OabpOraclesSession struct {
	Contract     *OabpOracles      // Generic contract binding to set the session for
	CallOpts     bind.CallOpts     // Call options to use throughout this session
	TransactOpts bind.TransactOpts // Transaction auth options to use throughout this session
}

// OabpOraclesCallerSession is an auto generated read-only Go binding around an Ethereum contract,
// with pre-set call options.
type OabpOraclesCallerSession struct {
	Contract *OabpOraclesCaller // Generic contract caller binding to set the session for
	CallOpts bind.CallOpts      // Call options to use throughout this session
}

// OabpOraclesTransactorSession is an auto generated write-only Go binding around an Ethereum contract,
// with pre-set transact options.
type OabpOraclesTransactorSession struct {
	Contract     *OabpOraclesTransactor // Generic contract transactor binding to set the session for
	TransactOpts bind.TransactOpts      // Transaction auth options to use throughout this session
}

// OabpOraclesRaw is an auto generated low-level Go binding around an Ethereum contract.
type OabpOraclesRaw struct {
	Contract *OabpOracles // Generic contract binding to access the raw methods on
}

// OabpOraclesCallerRaw is an auto generated low-level read-only Go binding around an Ethereum contract.
type OabpOraclesCallerRaw struct {
	Contract *OabpOraclesCaller // Generic read-only contract binding to access the raw methods on
}

// OabpOraclesTransactorRaw is an auto generated low-level write-only Go binding around an Ethereum contract.
type OabpOraclesTransactorRaw struct {
	Contract *OabpOraclesTransactor // Generic write-only contract binding to access the raw methods on
}

// NewOabpOracles creates a new instance of OabpOracles, bound to a specific deployed contract.
func NewOabpOracles(address common.Address, backend bind.ContractBackend) (*OabpOracles, error) {
	contract, err := bindOabpOracles(address, backend, backend, backend)
	if err != nil {
		return nil, err
	}
	return &OabpOracles{OabpOraclesCaller: OabpOraclesCaller{contract: contract}, OabpOraclesTransactor: OabpOraclesTransactor{contract: contract}, OabpOraclesFilterer: OabpOraclesFilterer{contract: contract}}, nil
}

// NewOabpOraclesCaller creates a new read-only instance of OabpOracles, bound to a specific deployed contract.
func NewOabpOraclesCaller(address common.Address, caller bind.ContractCaller) (*OabpOraclesCaller, error) {
	contract, err := bindOabpOracles(address, caller, nil, nil)
	if err != nil {
		return nil, err
	}
	return &OabpOraclesCaller{contract: contract}, nil
}

// NewOabpOraclesTransactor creates a new write-only instance of OabpOracles, bound to a specific deployed contract.
func NewOabpOraclesTransactor(address common.Address, transactor bind.ContractTransactor) (*OabpOraclesTransactor, error) {
	contract, err := bindOabpOracles(address, nil, transactor, nil)
	if err != nil {
		return nil, err
	}
	return &OabpOraclesTransactor{contract: contract}, nil
}

// NewOabpOraclesFilterer creates a new log filterer instance of OabpOracles, bound to a specific deployed contract.
func NewOabpOraclesFilterer(address common.Address, filterer bind.ContractFilterer) (*OabpOraclesFilterer, error) {
	contract, err := bindOabpOracles(address, nil, nil, filterer)
	if err != nil {
		return nil, err
	}
	return &OabpOraclesFilterer{contract: contract}, nil
}

// bindOabpOracles binds a generic wrapper to an already deployed contract.
func bindOabpOracles(address common.Address, caller bind.ContractCaller, transactor bind.ContractTransactor, filterer bind.ContractFilterer) (*bind.BoundContract, error) {
	parsed, err := OabpOraclesMetaData.GetAbi()
	if err != nil {
		return nil, err
	}
	return bind.NewBoundContract(address, *parsed, caller, transactor, filterer), nil
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_OabpOracles *OabpOraclesRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _OabpOracles.Contract.OabpOraclesCaller.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_OabpOracles *OabpOraclesRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpOracles.Contract.OabpOraclesTransactor.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_OabpOracles *OabpOraclesRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _OabpOracles.Contract.OabpOraclesTransactor.contract.Transact(opts, method, params...)
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_OabpOracles *OabpOraclesCallerRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _OabpOracles.Contract.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_OabpOracles *OabpOraclesTransactorRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpOracles.Contract.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_OabpOracles *OabpOraclesTransactorRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _OabpOracles.Contract.contract.Transact(opts, method, params...)
}

// AllowedCodehash is a free data retrieval call binding the contract method 0xac738f7e.
//
// Solidity: function allowedCodehash(address oracle) view returns(bytes32 codehash)
func (_OabpOracles *OabpOraclesCaller) AllowedCodehash(opts *bind.CallOpts, oracle common.Address) ([32]byte, error) {
	var out []interface{}
	err := _OabpOracles.contract.Call(opts, &out, "allowedCodehash", oracle)

	if err != nil {
		return *new([32]byte), err
	}

	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)

	return out0, err

}

// AllowedCodehash is a free data retrieval call binding the contract method 0xac738f7e.
//
// Solidity: function allowedCodehash(address oracle) view returns(bytes32 codehash)
func (_OabpOracles *OabpOraclesSession) AllowedCodehash(oracle common.Address) ([32]byte, error) {
	return _OabpOracles.Contract.AllowedCodehash(&_OabpOracles.CallOpts, oracle)
}

// AllowedCodehash is a free data retrieval call binding the contract method 0xac738f7e.
//
// Solidity: function allowedCodehash(address oracle) view returns(bytes32 codehash)
func (_OabpOracles *OabpOraclesCallerSession) AllowedCodehash(oracle common.Address) ([32]byte, error) {
	return _OabpOracles.Contract.AllowedCodehash(&_OabpOracles.CallOpts, oracle)
}

// IsAllowed is a free data retrieval call binding the contract method 0xbabcc539.
//
// Solidity: function isAllowed(address oracle) view returns(bool)
func (_OabpOracles *OabpOraclesCaller) IsAllowed(opts *bind.CallOpts, oracle common.Address) (bool, error) {
	var out []interface{}
	err := _OabpOracles.contract.Call(opts, &out, "isAllowed", oracle)

	if err != nil {
		return *new(bool), err
	}

	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)

	return out0, err

}

// IsAllowed is a free data retrieval call binding the contract method 0xbabcc539.
//
// Solidity: function isAllowed(address oracle) view returns(bool)
func (_OabpOracles *OabpOraclesSession) IsAllowed(oracle common.Address) (bool, error) {
	return _OabpOracles.Contract.IsAllowed(&_OabpOracles.CallOpts, oracle)
}

// IsAllowed is a free data retrieval call binding the contract method 0xbabcc539.
//
// Solidity: function isAllowed(address oracle) view returns(bool)
func (_OabpOracles *OabpOraclesCallerSession) IsAllowed(oracle common.Address) (bool, error) {
	return _OabpOracles.Contract.IsAllowed(&_OabpOracles.CallOpts, oracle)
}

// Owner is a free data retrieval call binding the contract method 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (_OabpOracles *OabpOraclesCaller) Owner(opts *bind.CallOpts) (common.Address, error) {
	var out []interface{}
	err := _OabpOracles.contract.Call(opts, &out, "owner")

	if err != nil {
		return *new(common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)

	return out0, err

}

// Owner is a free data retrieval call binding the contract method 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (_OabpOracles *OabpOraclesSession) Owner() (common.Address, error) {
	return _OabpOracles.Contract.Owner(&_OabpOracles.CallOpts)
}

// Owner is a free data retrieval call binding the contract method 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (_OabpOracles *OabpOraclesCallerSession) Owner() (common.Address, error) {
	return _OabpOracles.Contract.Owner(&_OabpOracles.CallOpts)
}

// PendingOwner is a free data retrieval call binding the contract method 0xe30c3978.
//
// Solidity: function pendingOwner() view returns(address)
func (_OabpOracles *OabpOraclesCaller) PendingOwner(opts *bind.CallOpts) (common.Address, error) {
	var out []interface{}
	err := _OabpOracles.contract.Call(opts, &out, "pendingOwner")

	if err != nil {
		return *new(common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)

	return out0, err

}

// PendingOwner is a free data retrieval call binding the contract method 0xe30c3978.
//
// Solidity: function pendingOwner() view returns(address)
func (_OabpOracles *OabpOraclesSession) PendingOwner() (common.Address, error) {
	return _OabpOracles.Contract.PendingOwner(&_OabpOracles.CallOpts)
}

// PendingOwner is a free data retrieval call binding the contract method 0xe30c3978.
//
// Solidity: function pendingOwner() view returns(address)
func (_OabpOracles *OabpOraclesCallerSession) PendingOwner() (common.Address, error) {
	return _OabpOracles.Contract.PendingOwner(&_OabpOracles.CallOpts)
}

// AcceptOwnership is a paid mutator transaction binding the contract method 0x79ba5097.
//
// Solidity: function acceptOwnership() returns()
func (_OabpOracles *OabpOraclesTransactor) AcceptOwnership(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpOracles.contract.Transact(opts, "acceptOwnership")
}

// AcceptOwnership is a paid mutator transaction binding the contract method 0x79ba5097.
//
// Solidity: function acceptOwnership() returns()
func (_OabpOracles *OabpOraclesSession) AcceptOwnership() (*types.Transaction, error) {
	return _OabpOracles.Contract.AcceptOwnership(&_OabpOracles.TransactOpts)
}

// AcceptOwnership is a paid mutator transaction binding the contract method 0x79ba5097.
//
// Solidity: function acceptOwnership() returns()
func (_OabpOracles *OabpOraclesTransactorSession) AcceptOwnership() (*types.Transaction, error) {
	return _OabpOracles.Contract.AcceptOwnership(&_OabpOracles.TransactOpts)
}

// Allow is a paid mutator transaction binding the contract method 0x110496e5.
//
// Solidity: function allow(address oracle, bool allowed) returns()
func (_OabpOracles *OabpOraclesTransactor) Allow(opts *bind.TransactOpts, oracle common.Address, allowed bool) (*types.Transaction, error) {
	return _OabpOracles.contract.Transact(opts, "allow", oracle, allowed)
}

// Allow is a paid mutator transaction binding the contract method 0x110496e5.
//
// Solidity: function allow(address oracle, bool allowed) returns()
func (_OabpOracles *OabpOraclesSession) Allow(oracle common.Address, allowed bool) (*types.Transaction, error) {
	return _OabpOracles.Contract.Allow(&_OabpOracles.TransactOpts, oracle, allowed)
}

// Allow is a paid mutator transaction binding the contract method 0x110496e5.
//
// Solidity: function allow(address oracle, bool allowed) returns()
func (_OabpOracles *OabpOraclesTransactorSession) Allow(oracle common.Address, allowed bool) (*types.Transaction, error) {
	return _OabpOracles.Contract.Allow(&_OabpOracles.TransactOpts, oracle, allowed)
}

// RenounceOwnership is a paid mutator transaction binding the contract method 0x715018a6.
//
// Solidity: function renounceOwnership() returns()
func (_OabpOracles *OabpOraclesTransactor) RenounceOwnership(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpOracles.contract.Transact(opts, "renounceOwnership")
}

// RenounceOwnership is a paid mutator transaction binding the contract method 0x715018a6.
//
// Solidity: function renounceOwnership() returns()
func (_OabpOracles *OabpOraclesSession) RenounceOwnership() (*types.Transaction, error) {
	return _OabpOracles.Contract.RenounceOwnership(&_OabpOracles.TransactOpts)
}

// RenounceOwnership is a paid mutator transaction binding the contract method 0x715018a6.
//
// Solidity: function renounceOwnership() returns()
func (_OabpOracles *OabpOraclesTransactorSession) RenounceOwnership() (*types.Transaction, error) {
	return _OabpOracles.Contract.RenounceOwnership(&_OabpOracles.TransactOpts)
}

// TransferOwnership is a paid mutator transaction binding the contract method 0xf2fde38b.
//
// Solidity: function transferOwnership(address newOwner) returns()
func (_OabpOracles *OabpOraclesTransactor) TransferOwnership(opts *bind.TransactOpts, newOwner common.Address) (*types.Transaction, error) {
	return _OabpOracles.contract.Transact(opts, "transferOwnership", newOwner)
}

// TransferOwnership is a paid mutator transaction binding the contract method 0xf2fde38b.
//
// Solidity: function transferOwnership(address newOwner) returns()
func (_OabpOracles *OabpOraclesSession) TransferOwnership(newOwner common.Address) (*types.Transaction, error) {
	return _OabpOracles.Contract.TransferOwnership(&_OabpOracles.TransactOpts, newOwner)
}

// TransferOwnership is a paid mutator transaction binding the contract method 0xf2fde38b.
//
// Solidity: function transferOwnership(address newOwner) returns()
func (_OabpOracles *OabpOraclesTransactorSession) TransferOwnership(newOwner common.Address) (*types.Transaction, error) {
	return _OabpOracles.Contract.TransferOwnership(&_OabpOracles.TransactOpts, newOwner)
}

// OabpOraclesOracleAllowedIterator is returned from FilterOracleAllowed and is used to iterate over the raw logs and unpacked data for OracleAllowed events raised by the OabpOracles contract.
type OabpOraclesOracleAllowedIterator struct {
	Event *OabpOraclesOracleAllowed // Event containing the contract specifics and raw log

	contract *bind.BoundContract // Generic contract to use for unpacking event data
	event    string              // Event name to use for unpacking event data

	logs chan types.Log        // Log channel receiving the found contract events
	sub  ethereum.Subscription // Subscription for errors, completion and termination
	done bool                  // Whether the subscription completed delivering logs
	fail error                 // Occurred error to stop iteration
}

// Next advances the iterator to the subsequent event, returning whether there
// are any more events found. In case of a retrieval or parsing error, false is
// returned and Error() can be queried for the exact failure.
func (it *OabpOraclesOracleAllowedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpOraclesOracleAllowed)
			if err := it.contract.UnpackLog(it.Event, it.event, log); err != nil {
				it.fail = err
				return false
			}
			it.Event.Raw = log
			return true

		default:
			return false
		}
	}
	// Iterator still in progress, wait for either a data or an error event
	select {
	case log := <-it.logs:
		it.Event = new(OabpOraclesOracleAllowed)
		if err := it.contract.UnpackLog(it.Event, it.event, log); err != nil {
			it.fail = err
			return false
		}
		it.Event.Raw = log
		return true

	case err := <-it.sub.Err():
		it.done = true
		it.fail = err
		return it.Next()
	}
}

// Error returns any retrieval or parsing error occurred during filtering.
func (it *OabpOraclesOracleAllowedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpOraclesOracleAllowedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpOraclesOracleAllowed represents a OracleAllowed event raised by the OabpOracles contract.
type OabpOraclesOracleAllowed struct {
	Oracle   common.Address
	Allowed  bool
	Codehash [32]byte
	Raw      types.Log // Blockchain specific contextual infos
}

// FilterOracleAllowed is a free log retrieval operation binding the contract event 0xd0ee7eca3a5e39d4eed9b45dcae32b0a802d061f3e865496dbd1d3fe5e0c7bc0.
//
// Solidity: event OracleAllowed(address indexed oracle, bool allowed, bytes32 codehash)
func (_OabpOracles *OabpOraclesFilterer) FilterOracleAllowed(opts *bind.FilterOpts, oracle []common.Address) (*OabpOraclesOracleAllowedIterator, error) {

	var oracleRule []interface{}
	for _, oracleItem := range oracle {
		oracleRule = append(oracleRule, oracleItem)
	}

	logs, sub, err := _OabpOracles.contract.FilterLogs(opts, "OracleAllowed", oracleRule)
	if err != nil {
		return nil, err
	}
	return &OabpOraclesOracleAllowedIterator{contract: _OabpOracles.contract, event: "OracleAllowed", logs: logs, sub: sub}, nil
}

// WatchOracleAllowed is a free log subscription operation binding the contract event 0xd0ee7eca3a5e39d4eed9b45dcae32b0a802d061f3e865496dbd1d3fe5e0c7bc0.
//
// Solidity: event OracleAllowed(address indexed oracle, bool allowed, bytes32 codehash)
func (_OabpOracles *OabpOraclesFilterer) WatchOracleAllowed(opts *bind.WatchOpts, sink chan<- *OabpOraclesOracleAllowed, oracle []common.Address) (event.Subscription, error) {

	var oracleRule []interface{}
	for _, oracleItem := range oracle {
		oracleRule = append(oracleRule, oracleItem)
	}

	logs, sub, err := _OabpOracles.contract.WatchLogs(opts, "OracleAllowed", oracleRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpOraclesOracleAllowed)
				if err := _OabpOracles.contract.UnpackLog(event, "OracleAllowed", log); err != nil {
					// If the signature doesn't match, skip this log.
					if errors.Is(err, bind.ErrEventSignatureMismatch) {
						continue
					}
					return err
				}
				event.Raw = log

				select {
				case sink <- event:
				case err := <-sub.Err():
					return err
				case <-quit:
					return nil
				}
			case err := <-sub.Err():
				return err
			case <-quit:
				return nil
			}
		}
	}), nil
}

// ParseOracleAllowed is a log parse operation binding the contract event 0xd0ee7eca3a5e39d4eed9b45dcae32b0a802d061f3e865496dbd1d3fe5e0c7bc0.
//
// Solidity: event OracleAllowed(address indexed oracle, bool allowed, bytes32 codehash)
func (_OabpOracles *OabpOraclesFilterer) ParseOracleAllowed(log types.Log) (*OabpOraclesOracleAllowed, error) {
	event := new(OabpOraclesOracleAllowed)
	if err := _OabpOracles.contract.UnpackLog(event, "OracleAllowed", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpOraclesOwnershipTransferStartedIterator is returned from FilterOwnershipTransferStarted and is used to iterate over the raw logs and unpacked data for OwnershipTransferStarted events raised by the OabpOracles contract.
type OabpOraclesOwnershipTransferStartedIterator struct {
	Event *OabpOraclesOwnershipTransferStarted // Event containing the contract specifics and raw log

	contract *bind.BoundContract // Generic contract to use for unpacking event data
	event    string              // Event name to use for unpacking event data

	logs chan types.Log        // Log channel receiving the found contract events
	sub  ethereum.Subscription // Subscription for errors, completion and termination
	done bool                  // Whether the subscription completed delivering logs
	fail error                 // Occurred error to stop iteration
}

// Next advances the iterator to the subsequent event, returning whether there
// are any more events found. In case of a retrieval or parsing error, false is
// returned and Error() can be queried for the exact failure.
func (it *OabpOraclesOwnershipTransferStartedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpOraclesOwnershipTransferStarted)
			if err := it.contract.UnpackLog(it.Event, it.event, log); err != nil {
				it.fail = err
				return false
			}
			it.Event.Raw = log
			return true

		default:
			return false
		}
	}
	// Iterator still in progress, wait for either a data or an error event
	select {
	case log := <-it.logs:
		it.Event = new(OabpOraclesOwnershipTransferStarted)
		if err := it.contract.UnpackLog(it.Event, it.event, log); err != nil {
			it.fail = err
			return false
		}
		it.Event.Raw = log
		return true

	case err := <-it.sub.Err():
		it.done = true
		it.fail = err
		return it.Next()
	}
}

// Error returns any retrieval or parsing error occurred during filtering.
func (it *OabpOraclesOwnershipTransferStartedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpOraclesOwnershipTransferStartedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpOraclesOwnershipTransferStarted represents a OwnershipTransferStarted event raised by the OabpOracles contract.
type OabpOraclesOwnershipTransferStarted struct {
	PreviousOwner common.Address
	NewOwner      common.Address
	Raw           types.Log // Blockchain specific contextual infos
}

// FilterOwnershipTransferStarted is a free log retrieval operation binding the contract event 0x38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700.
//
// Solidity: event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner)
func (_OabpOracles *OabpOraclesFilterer) FilterOwnershipTransferStarted(opts *bind.FilterOpts, previousOwner []common.Address, newOwner []common.Address) (*OabpOraclesOwnershipTransferStartedIterator, error) {

	var previousOwnerRule []interface{}
	for _, previousOwnerItem := range previousOwner {
		previousOwnerRule = append(previousOwnerRule, previousOwnerItem)
	}
	var newOwnerRule []interface{}
	for _, newOwnerItem := range newOwner {
		newOwnerRule = append(newOwnerRule, newOwnerItem)
	}

	logs, sub, err := _OabpOracles.contract.FilterLogs(opts, "OwnershipTransferStarted", previousOwnerRule, newOwnerRule)
	if err != nil {
		return nil, err
	}
	return &OabpOraclesOwnershipTransferStartedIterator{contract: _OabpOracles.contract, event: "OwnershipTransferStarted", logs: logs, sub: sub}, nil
}

// WatchOwnershipTransferStarted is a free log subscription operation binding the contract event 0x38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700.
//
// Solidity: event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner)
func (_OabpOracles *OabpOraclesFilterer) WatchOwnershipTransferStarted(opts *bind.WatchOpts, sink chan<- *OabpOraclesOwnershipTransferStarted, previousOwner []common.Address, newOwner []common.Address) (event.Subscription, error) {

	var previousOwnerRule []interface{}
	for _, previousOwnerItem := range previousOwner {
		previousOwnerRule = append(previousOwnerRule, previousOwnerItem)
	}
	var newOwnerRule []interface{}
	for _, newOwnerItem := range newOwner {
		newOwnerRule = append(newOwnerRule, newOwnerItem)
	}

	logs, sub, err := _OabpOracles.contract.WatchLogs(opts, "OwnershipTransferStarted", previousOwnerRule, newOwnerRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpOraclesOwnershipTransferStarted)
				if err := _OabpOracles.contract.UnpackLog(event, "OwnershipTransferStarted", log); err != nil {
					// If the signature doesn't match, skip this log.
					if errors.Is(err, bind.ErrEventSignatureMismatch) {
						continue
					}
					return err
				}
				event.Raw = log

				select {
				case sink <- event:
				case err := <-sub.Err():
					return err
				case <-quit:
					return nil
				}
			case err := <-sub.Err():
				return err
			case <-quit:
				return nil
			}
		}
	}), nil
}

// ParseOwnershipTransferStarted is a log parse operation binding the contract event 0x38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700.
//
// Solidity: event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner)
func (_OabpOracles *OabpOraclesFilterer) ParseOwnershipTransferStarted(log types.Log) (*OabpOraclesOwnershipTransferStarted, error) {
	event := new(OabpOraclesOwnershipTransferStarted)
	if err := _OabpOracles.contract.UnpackLog(event, "OwnershipTransferStarted", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpOraclesOwnershipTransferredIterator is returned from FilterOwnershipTransferred and is used to iterate over the raw logs and unpacked data for OwnershipTransferred events raised by the OabpOracles contract.
type OabpOraclesOwnershipTransferredIterator struct {
	Event *OabpOraclesOwnershipTransferred // Event containing the contract specifics and raw log

	contract *bind.BoundContract // Generic contract to use for unpacking event data
	event    string              // Event name to use for unpacking event data

	logs chan types.Log        // Log channel receiving the found contract events
	sub  ethereum.Subscription // Subscription for errors, completion and termination
	done bool                  // Whether the subscription completed delivering logs
	fail error                 // Occurred error to stop iteration
}

// Next advances the iterator to the subsequent event, returning whether there
// are any more events found. In case of a retrieval or parsing error, false is
// returned and Error() can be queried for the exact failure.
func (it *OabpOraclesOwnershipTransferredIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpOraclesOwnershipTransferred)
			if err := it.contract.UnpackLog(it.Event, it.event, log); err != nil {
				it.fail = err
				return false
			}
			it.Event.Raw = log
			return true

		default:
			return false
		}
	}
	// Iterator still in progress, wait for either a data or an error event
	select {
	case log := <-it.logs:
		it.Event = new(OabpOraclesOwnershipTransferred)
		if err := it.contract.UnpackLog(it.Event, it.event, log); err != nil {
			it.fail = err
			return false
		}
		it.Event.Raw = log
		return true

	case err := <-it.sub.Err():
		it.done = true
		it.fail = err
		return it.Next()
	}
}

// Error returns any retrieval or parsing error occurred during filtering.
func (it *OabpOraclesOwnershipTransferredIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpOraclesOwnershipTransferredIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpOraclesOwnershipTransferred represents a OwnershipTransferred event raised by the OabpOracles contract.
type OabpOraclesOwnershipTransferred struct {
	PreviousOwner common.Address
	NewOwner      common.Address
	Raw           types.Log // Blockchain specific contextual infos
}

// FilterOwnershipTransferred is a free log retrieval operation binding the contract event 0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0.
//
// Solidity: event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)
func (_OabpOracles *OabpOraclesFilterer) FilterOwnershipTransferred(opts *bind.FilterOpts, previousOwner []common.Address, newOwner []common.Address) (*OabpOraclesOwnershipTransferredIterator, error) {

	var previousOwnerRule []interface{}
	for _, previousOwnerItem := range previousOwner {
		previousOwnerRule = append(previousOwnerRule, previousOwnerItem)
	}
	var newOwnerRule []interface{}
	for _, newOwnerItem := range newOwner {
		newOwnerRule = append(newOwnerRule, newOwnerItem)
	}

	logs, sub, err := _OabpOracles.contract.FilterLogs(opts, "OwnershipTransferred", previousOwnerRule, newOwnerRule)
	if err != nil {
		return nil, err
	}
	return &OabpOraclesOwnershipTransferredIterator{contract: _OabpOracles.contract, event: "OwnershipTransferred", logs: logs, sub: sub}, nil
}

// WatchOwnershipTransferred is a free log subscription operation binding the contract event 0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0.
//
// Solidity: event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)
func (_OabpOracles *OabpOraclesFilterer) WatchOwnershipTransferred(opts *bind.WatchOpts, sink chan<- *OabpOraclesOwnershipTransferred, previousOwner []common.Address, newOwner []common.Address) (event.Subscription, error) {

	var previousOwnerRule []interface{}
	for _, previousOwnerItem := range previousOwner {
		previousOwnerRule = append(previousOwnerRule, previousOwnerItem)
	}
	var newOwnerRule []interface{}
	for _, newOwnerItem := range newOwner {
		newOwnerRule = append(newOwnerRule, newOwnerItem)
	}

	logs, sub, err := _OabpOracles.contract.WatchLogs(opts, "OwnershipTransferred", previousOwnerRule, newOwnerRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpOraclesOwnershipTransferred)
				if err := _OabpOracles.contract.UnpackLog(event, "OwnershipTransferred", log); err != nil {
					// If the signature doesn't match, skip this log.
					if errors.Is(err, bind.ErrEventSignatureMismatch) {
						continue
					}
					return err
				}
				event.Raw = log

				select {
				case sink <- event:
				case err := <-sub.Err():
					return err
				case <-quit:
					return nil
				}
			case err := <-sub.Err():
				return err
			case <-quit:
				return nil
			}
		}
	}), nil
}

// ParseOwnershipTransferred is a log parse operation binding the contract event 0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0.
//
// Solidity: event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)
func (_OabpOracles *OabpOraclesFilterer) ParseOwnershipTransferred(log types.Log) (*OabpOraclesOwnershipTransferred, error) {
	event := new(OabpOraclesOwnershipTransferred)
	if err := _OabpOracles.contract.UnpackLog(event, "OwnershipTransferred", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}
