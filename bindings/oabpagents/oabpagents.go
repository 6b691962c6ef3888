// Code generated - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package oabpagents

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

// AgentProfile is an auto generated low-level Go binding around an user-defined struct.
type AgentProfile struct {
	RegisteredAt    *big.Int
	RegisteredBlock uint64
	Linked          bool
	Erc8004Id       *big.Int
	ProfileHash     [32]byte
}

// OabpAgentsMetaData contains all meta data concerning the OabpAgents contract.
var OabpAgentsMetaData = &bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"identityRegistry_\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"deactivate\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"identityRegistry\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"linkHolds\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"linkOf\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"linked\",\"type\":\"bool\",\"internalType\":\"bool\"},{\"name\":\"erc8004Id\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"profileOf\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"tuple\",\"internalType\":\"structAgentProfile\",\"components\":[{\"name\":\"registeredAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"registeredBlock\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"linked\",\"type\":\"bool\",\"internalType\":\"bool\"},{\"name\":\"erc8004Id\",\"type\":\"uint128\",\"internalType\":\"uint128\"},{\"name\":\"profileHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"register\",\"inputs\":[{\"name\":\"profileHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"uri\",\"type\":\"string\",\"internalType\":\"string\"},{\"name\":\"erc8004Id\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"registeredAt\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"update\",\"inputs\":[{\"name\":\"profileHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"uri\",\"type\":\"string\",\"internalType\":\"string\"},{\"name\":\"erc8004Id\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"event\",\"name\":\"AgentDeactivated\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"AgentRegistered\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"erc8004Id\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"},{\"name\":\"profileHash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"uri\",\"type\":\"string\",\"indexed\":false,\"internalType\":\"string\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"AgentUpdated\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"erc8004Id\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"},{\"name\":\"profileHash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"uri\",\"type\":\"string\",\"indexed\":false,\"internalType\":\"string\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AlreadyRegistered\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"registeredAt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"IdentityNotHeld\",\"inputs\":[{\"name\":\"erc8004Id\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NotRegistered\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ProfileHashZero\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"SafeCastOverflowedUintDowncast\",\"inputs\":[{\"name\":\"bits\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"value\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"UriTooLong\",\"inputs\":[{\"name\":\"length\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"max\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]}]",
	Bin: "0x60a0604052348015600e575f5ffd5b50604051610cc5380380610cc5833981016040819052602b91603b565b6001600160a01b03166080526066565b5f60208284031215604a575f5ffd5b81516001600160a01b0381168114605f575f5ffd5b9392505050565b608051610c3a61008b5f395f8181608e0152818161087a01526108ab0152610c3a5ff3fe608060405234801561000f575f5ffd5b5060043610610085575f3560e01c8063aaea3d9c11610058578063aaea3d9c146102af578063b8962d1a146102f9578063b9b5bec91461030c578063d3fda5eb1461031f575f5ffd5b8063134e18f4146100895780632f8eb9cb146100da57806351b42b001461021f578063529a5e2614610229575b5f5ffd5b6100b07f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020015b60405180910390f35b6101b96100e8366004610b36565b6040805160a0810182525f808252602082018190529181018290526060810182905260808101919091525073ffffffffffffffffffffffffffffffffffffffff165f9081526020818152604091829020825160a081018452815464ffffffffff8116825265010000000000810467ffffffffffffffff16938201939093526d0100000000000000000000000000830460ff161515938101939093526e0100000000000000000000000000009091046fffffffffffffffffffffffffffffffff16606083015260010154608082015290565b6040516100d191905f60a08201905064ffffffffff835116825267ffffffffffffffff60208401511660208301526040830151151560408301526fffffffffffffffffffffffffffffffff60608401511660608301526080830151608083015292915050565b610227610342565b005b610298610237366004610b36565b73ffffffffffffffffffffffffffffffffffffffff165f908152602081905260409020546d0100000000000000000000000000810460ff16916e0100000000000000000000000000009091046fffffffffffffffffffffffffffffffff1690565b6040805192151583526020830191909152016100d1565b6102eb6102bd366004610b36565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205464ffffffffff1690565b6040519081526020016100d1565b610227610307366004610b69565b6103f9565b61022761031a366004610b69565b6104cd565b61033261032d366004610b36565b61058c565b60405190151581526020016100d1565b335f9081526020819052604081205464ffffffffff169003610397576040517fbfc6c3370000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b335f8181526020819052604080822080547fffff000000000000000000000000000000000000000000000000000000000000168155600101829055517fa58c733780f5c1527d6106ff1e731cbf2e9ffc0eb11ad399ca33ea55f057ddf49190a2565b335f9081526020819052604081208054909164ffffffffff82169165010000000000900467ffffffffffffffff1690829003610463576040517fbfc6c33700000000000000000000000000000000000000000000000000000000815233600482015260240161038e565b610471828289898989610604565b833373ffffffffffffffffffffffffffffffffffffffff167f0f21344fca21af4cbb8d1d5842f96bd12442671d75dc0fe8ab1ba100a25338808989896040516104bc93929190610be7565b60405180910390a350505050505050565b335f9081526020819052604090205464ffffffffff168015610524576040517f4baa59770000000000000000000000000000000000000000000000000000000081523360048201526024810182905260440161038e565b610532424387878787610604565b813373ffffffffffffffffffffffffffffffffffffffff167f5b6541bcf85ba0036abb68ec5b91be1a30908e1fbb2b8f9e782d84895c1a309c87878760405161057d93929190610be7565b60405180910390a35050505050565b73ffffffffffffffffffffffffffffffffffffffff81165f90815260208190526040812080546d0100000000000000000000000000900460ff1680156105fd575080546105fd906e01000000000000000000000000000090046fffffffffffffffffffffffffffffffff1684610859565b9392505050565b5f84900361063e576040517fcfa9bf0b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610200821115610685576040517fa99e90bb00000000000000000000000000000000000000000000000000000000815260048101839052610200602482015260440161038e565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff811480159081906106be57506106bc8233610859565b155b156106fe576040517f75a5a9890000000000000000000000000000000000000000000000000000000081526004810183905233602482015260440161038e565b6040518060a001604052808864ffffffffff1681526020018767ffffffffffffffff168152602001821515815260200182610739575f610742565b610742846108d1565b6fffffffffffffffffffffffffffffffff9081168252602091820197909752335f9081528082526040908190208351815493850151928501516060860151909a166e010000000000000000000000000000027fffff00000000000000000000000000000000ffffffffffffffffffffffffffff9a15156d0100000000000000000000000000029a909a167fffff0000000000000000000000000000000000ffffffffffffffffffffffffff67ffffffffffffffff90941665010000000000027fffffffffffffffffffffffffffffffffffffff0000000000000000000000000090951664ffffffffff9092169190911793909317919091169190911796909617865560800151600190950194909455505050505050565b5f6fffffffffffffffffffffffffffffffff83118015906105fd57506108a07f0000000000000000000000000000000000000000000000000000000000000000848461092a565b806105fd57506105fd7f00000000000000000000000000000000000000000000000000000000000000008484610a17565b5f6fffffffffffffffffffffffffffffffff821115610926576040517f6dfcc650000000000000000000000000000000000000000000000000000000008152608060048201526024810183905260440161038e565b5090565b5f73ffffffffffffffffffffffffffffffffffffffff821615801590610a0f57506109e084620186a08560405160240161096691815260200190565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167e33950900000000000000000000000000000000000000000000000000000000179052610aca565b73ffffffffffffffffffffffffffffffffffffffff168273ffffffffffffffffffffffffffffffffffffffff16145b949350505050565b5f73ffffffffffffffffffffffffffffffffffffffff821615801590610a0f57506109e084620186a085604051602401610a5391815260200190565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f6352211e000000000000000000000000000000000000000000000000000000001790525b5f5f5f610ad8868686610b0f565b91509150818015610afd575073ffffffffffffffffffffffffffffffffffffffff8111155b15610b06579150815b50509392505050565b5f5f60205f8451602086018888fa601f3d111691508115610b2e57505f515b935093915050565b5f60208284031215610b46575f5ffd5b813573ffffffffffffffffffffffffffffffffffffffff811681146105fd575f5ffd5b5f5f5f5f60608587031215610b7c575f5ffd5b84359350602085013567ffffffffffffffff811115610b99575f5ffd5b8501601f81018713610ba9575f5ffd5b803567ffffffffffffffff811115610bbf575f5ffd5b876020828401011115610bd0575f5ffd5b949760209190910196509394604001359392505050565b83815260406020820152816040820152818360608301375f818301606090810191909152601f9092017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe01601019291505056",
}

// OabpAgentsABI is the input ABI used to generate the binding from.
// Deprecated: Use OabpAgentsMetaData.ABI instead.
var OabpAgentsABI = OabpAgentsMetaData.ABI

// OabpAgentsBin is the compiled bytecode used for deploying new contracts.
// Deprecated: Use OabpAgentsMetaData.Bin instead.
var OabpAgentsBin = OabpAgentsMetaData.Bin

// DeployOabpAgents deploys a new Ethereum contract, binding an instance of OabpAgents to it.
func DeployOabpAgents(auth *bind.TransactOpts, backend bind.ContractBackend, identityRegistry_ common.Address) (common.Address, *types.Transaction, *OabpAgents, error) {
	parsed, err := OabpAgentsMetaData.GetAbi()
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	if parsed == nil {
		return common.Address{}, nil, nil, errors.New("GetABI returned nil")
	}

	address, tx, contract, err := bind.DeployContract(auth, *parsed, common.FromHex(OabpAgentsBin), backend, identityRegistry_)
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	return address, tx, &OabpAgents{OabpAgentsCaller: OabpAgentsCaller{contract: contract}, OabpAgentsTransactor: OabpAgentsTransactor{contract: contract}, OabpAgentsFilterer: OabpAgentsFilterer{contract: contract}}, nil
}

// OabpAgents is an auto generated Go binding around an Ethereum contract.
type OabpAgents struct {
	OabpAgentsCaller     // Read-only binding to the contract
	OabpAgentsTransactor // Write-only binding to the contract
	OabpAgentsFilterer   // Log filterer for contract events
}

// OabpAgentsCaller is an auto generated read-only Go binding around an Ethereum contract.
type OabpAgentsCaller struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpAgentsTransactor is an auto generated write-only Go binding around an Ethereum contract.
type OabpAgentsTransactor struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpAgentsFilterer is an auto generated log filtering Go binding around an Ethereum contract events.
type OabpAgentsFilterer struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpAgentsSession is an auto generated Go binding around an Ethereum contract,
// with pre-set call and transact options.
type OabpAgentsSession struct {
	Contract     *OabpAgents       // Generic contract binding to set the session for
	CallOpts     bind.CallOpts     // Call options to use throughout this session
	TransactOpts bind.TransactOpts // Transaction auth options to use throughout this session
}

// OabpAgentsCallerSession is an auto generated read-only Go binding around an Ethereum contract,
// with pre-set call options.
type OabpAgentsCallerSession struct {
	Contract *OabpAgentsCaller // Generic contract caller binding to set the session for
	CallOpts bind.CallOpts     // Call options to use throughout this session
}

// OabpAgentsTransactorSession is an auto generated write-only Go binding around an Ethereum contract,
// with pre-set transact options.
type OabpAgentsTransactorSession struct {
	Contract     *OabpAgentsTransactor // Generic contract transactor binding to set the session for
	TransactOpts bind.TransactOpts     // Transaction auth options to use throughout this session
}

// OabpAgentsRaw is an auto generated low-level Go binding around an Ethereum contract.
type OabpAgentsRaw struct {
	Contract *OabpAgents // Generic contract binding to access the raw methods on
}

// OabpAgentsCallerRaw is an auto generated low-level read-only Go binding around an Ethereum contract.
type OabpAgentsCallerRaw struct {
	Contract *OabpAgentsCaller // Generic read-only contract binding to access the raw methods on
}

// OabpAgentsTransactorRaw is an auto generated low-level write-only Go binding around an Ethereum contract.
type OabpAgentsTransactorRaw struct {
	Contract *OabpAgentsTransactor // Generic write-only contract binding to access the raw methods on
}

// NewOabpAgents creates a new instance of OabpAgents, bound to a specific deployed contract.
func NewOabpAgents(address common.Address, backend bind.ContractBackend) (*OabpAgents, error) {
	contract, err := bindOabpAgents(address, backend, backend, backend)
	if err != nil {
		return nil, err
	}
	return &OabpAgents{OabpAgentsCaller: OabpAgentsCaller{contract: contract}, OabpAgentsTransactor: OabpAgentsTransactor{contract: contract}, OabpAgentsFilterer: OabpAgentsFilterer{contract: contract}}, nil
}

// NewOabpAgentsCaller creates a new read-only instance of OabpAgents, bound to a specific deployed contract.
func NewOabpAgentsCaller(address common.Address, caller bind.ContractCaller) (*OabpAgentsCaller, error) {
	contract, err := bindOabpAgents(address, caller, nil, nil)
	if err != nil {
		return nil, err
	}
	return &OabpAgentsCaller{contract: contract}, nil
}

// NewOabpAgentsTransactor creates a new write-only instance of OabpAgents, bound to a specific deployed contract.
func NewOabpAgentsTransactor(address common.Address, transactor bind.ContractTransactor) (*OabpAgentsTransactor, error) {
	contract, err := bindOabpAgents(address, nil, transactor, nil)
	if err != nil {
		return nil, err
	}
	return &OabpAgentsTransactor{contract: contract}, nil
}

// NewOabpAgentsFilterer creates a new log filterer instance of OabpAgents, bound to a specific deployed contract.
func NewOabpAgentsFilterer(address common.Address, filterer bind.ContractFilterer) (*OabpAgentsFilterer, error) {
	contract, err := bindOabpAgents(address, nil, nil, filterer)
	if err != nil {
		return nil, err
	}
	return &OabpAgentsFilterer{contract: contract}, nil
}

// bindOabpAgents binds a generic wrapper to an already deployed contract.
func bindOabpAgents(address common.Address, caller bind.ContractCaller, transactor bind.ContractTransactor, filterer bind.ContractFilterer) (*bind.BoundContract, error) {
	parsed, err := OabpAgentsMetaData.GetAbi()
	if err != nil {
		return nil, err
	}
	return bind.NewBoundContract(address, *parsed, caller, transactor, filterer), nil
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_OabpAgents *OabpAgentsRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _OabpAgents.Contract.OabpAgentsCaller.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_OabpAgents *OabpAgentsRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpAgents.Contract.OabpAgentsTransactor.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_OabpAgents *OabpAgentsRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _OabpAgents.Contract.OabpAgentsTransactor.contract.Transact(opts, method, params...)
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_OabpAgents *OabpAgentsCallerRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _OabpAgents.Contract.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_OabpAgents *OabpAgentsTransactorRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpAgents.Contract.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_OabpAgents *OabpAgentsTransactorRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _OabpAgents.Contract.contract.Transact(opts, method, params...)
}

// IdentityRegistry is a free data retrieval call binding the contract method 0x134e18f4.
//
// Solidity: function identityRegistry() view returns(address)
func (_OabpAgents *OabpAgentsCaller) IdentityRegistry(opts *bind.CallOpts) (common.Address, error) {
	var out []interface{}
	err := _OabpAgents.contract.Call(opts, &out, "identityRegistry")

	if err != nil {
		return *new(common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)

	return out0, err

}

// IdentityRegistry is a free data retrieval call binding the contract method 0x134e18f4.
//
// Solidity: function identityRegistry() view returns(address)
func (_OabpAgents *OabpAgentsSession) IdentityRegistry() (common.Address, error) {
	return _OabpAgents.Contract.IdentityRegistry(&_OabpAgents.CallOpts)
}

// IdentityRegistry is a free data retrieval call binding the contract method 0x134e18f4.
//
// Solidity: function identityRegistry() view returns(address)
func (_OabpAgents *OabpAgentsCallerSession) IdentityRegistry() (common.Address, error) {
	return _OabpAgents.Contract.IdentityRegistry(&_OabpAgents.CallOpts)
}

// LinkHolds is a free data retrieval call binding the contract method 0xd3fda5eb.
//
// Solidity: function linkHolds(address agent) view returns(bool)
func (_OabpAgents *OabpAgentsCaller) LinkHolds(opts *bind.CallOpts, agent common.Address) (bool, error) {
	var out []interface{}
	err := _OabpAgents.contract.Call(opts, &out, "linkHolds", agent)

	if err != nil {
		return *new(bool), err
	}

	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)

	return out0, err

}

// LinkHolds is a free data retrieval call binding the contract method 0xd3fda5eb.
//
// Solidity: function linkHolds(address agent) view returns(bool)
func (_OabpAgents *OabpAgentsSession) LinkHolds(agent common.Address) (bool, error) {
	return _OabpAgents.Contract.LinkHolds(&_OabpAgents.CallOpts, agent)
}

// LinkHolds is a free data retrieval call binding the contract method 0xd3fda5eb.
//
// Solidity: function linkHolds(address agent) view returns(bool)
func (_OabpAgents *OabpAgentsCallerSession) LinkHolds(agent common.Address) (bool, error) {
	return _OabpAgents.Contract.LinkHolds(&_OabpAgents.CallOpts, agent)
}

// LinkOf is a free data retrieval call binding the contract method 0x529a5e26.
//
// Solidity: function linkOf(address agent) view returns(bool linked, uint256 erc8004Id)
func (_OabpAgents *OabpAgentsCaller) LinkOf(opts *bind.CallOpts, agent common.Address) (struct {
	Linked    bool
	Erc8004Id *big.Int
}, error) {
	var out []interface{}
	err := _OabpAgents.contract.Call(opts, &out, "linkOf", agent)

	outstruct := new(struct {
		Linked    bool
		Erc8004Id *big.Int
	})
	if err != nil {
		return *outstruct, err
	}

	outstruct.Linked = *abi.ConvertType(out[0], new(bool)).(*bool)
	outstruct.Erc8004Id = *abi.ConvertType(out[1], new(*big.Int)).(**big.Int)

	return *outstruct, err

}

// LinkOf is a free data retrieval call binding the contract method 0x529a5e26.
//
// Solidity: function linkOf(address agent) view returns(bool linked, uint256 erc8004Id)
func (_OabpAgents *OabpAgentsSession) LinkOf(agent common.Address) (struct {
	Linked    bool
	Erc8004Id *big.Int
}, error) {
	return _OabpAgents.Contract.LinkOf(&_OabpAgents.CallOpts, agent)
}

// LinkOf is a free data retrieval call binding the contract method 0x529a5e26.
//
// Solidity: function linkOf(address agent) view returns(bool linked, uint256 erc8004Id)
func (_OabpAgents *OabpAgentsCallerSession) LinkOf(agent common.Address) (struct {
	Linked    bool
	Erc8004Id *big.Int
}, error) {
	return _OabpAgents.Contract.LinkOf(&_OabpAgents.CallOpts, agent)
}

// ProfileOf is a free data retrieval call binding the contract method 0x2f8eb9cb.
//
// Solidity: function profileOf(address agent) view returns((uint40,uint64,bool,uint128,bytes32))
func (_OabpAgents *OabpAgentsCaller) ProfileOf(opts *bind.CallOpts, agent common.Address) (AgentProfile, error) {
	var out []interface{}
	err := _OabpAgents.contract.Call(opts, &out, "profileOf", agent)

	if err != nil {
		return *new(AgentProfile), err
	}

	out0 := *abi.ConvertType(out[0], new(AgentProfile)).(*AgentProfile)

	return out0, err

}

// ProfileOf is a free data retrieval call binding the contract method 0x2f8eb9cb.
//
// Solidity: function profileOf(address agent) view returns((uint40,uint64,bool,uint128,bytes32))
func (_OabpAgents *OabpAgentsSession) ProfileOf(agent common.Address) (AgentProfile, error) {
	return _OabpAgents.Contract.ProfileOf(&_OabpAgents.CallOpts, agent)
}

// ProfileOf is a free data retrieval call binding the contract method 0x2f8eb9cb.
//
// Solidity: function profileOf(address agent) view returns((uint40,uint64,bool,uint128,bytes32))
func (_OabpAgents *OabpAgentsCallerSession) ProfileOf(agent common.Address) (AgentProfile, error) {
	return _OabpAgents.Contract.ProfileOf(&_OabpAgents.CallOpts, agent)
}

// RegisteredAt is a free data retrieval call binding the contract method 0xaaea3d9c.
//
// Solidity: function registeredAt(address agent) view returns(uint256)
func (_OabpAgents *OabpAgentsCaller) RegisteredAt(opts *bind.CallOpts, agent common.Address) (*big.Int, error) {
	var out []interface{}
	err := _OabpAgents.contract.Call(opts, &out, "registeredAt", agent)

	if err != nil {
		return *new(*big.Int), err
	}

	out0 := *abi.ConvertType(out[0], new(*big.Int)).(**big.Int)

	return out0, err

}

// RegisteredAt is a free data retrieval call binding the contract method 0xaaea3d9c.
//
// Solidity: function registeredAt(address agent) view returns(uint256)
func (_OabpAgents *OabpAgentsSession) RegisteredAt(agent common.Address) (*big.Int, error) {
	return _OabpAgents.Contract.RegisteredAt(&_OabpAgents.CallOpts, agent)
}

// RegisteredAt is a free data retrieval call binding the contract method 0xaaea3d9c.
//
// Solidity: function registeredAt(address agent) view returns(uint256)
func (_OabpAgents *OabpAgentsCallerSession) RegisteredAt(agent common.Address) (*big.Int, error) {
	return _OabpAgents.Contract.RegisteredAt(&_OabpAgents.CallOpts, agent)
}

// Deactivate is a paid mutator transaction binding the contract method 0x51b42b00.
//
// Solidity: function deactivate() returns()
func (_OabpAgents *OabpAgentsTransactor) Deactivate(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpAgents.contract.Transact(opts, "deactivate")
}

// Deactivate is a paid mutator transaction binding the contract method 0x51b42b00.
//
// Solidity: function deactivate() returns()
func (_OabpAgents *OabpAgentsSession) Deactivate() (*types.Transaction, error) {
	return _OabpAgents.Contract.Deactivate(&_OabpAgents.TransactOpts)
}

// Deactivate is a paid mutator transaction binding the contract method 0x51b42b00.
//
// Solidity: function deactivate() returns()
func (_OabpAgents *OabpAgentsTransactorSession) Deactivate() (*types.Transaction, error) {
	return _OabpAgents.Contract.Deactivate(&_OabpAgents.TransactOpts)
}

// Register is a paid mutator transaction binding the contract method 0xb9b5bec9.
//
// Solidity: function register(bytes32 profileHash, string uri, uint256 erc8004Id) returns()
func (_OabpAgents *OabpAgentsTransactor) Register(opts *bind.TransactOpts, profileHash [32]byte, uri string, erc8004Id *big.Int) (*types.Transaction, error) {
	return _OabpAgents.contract.Transact(opts, "register", profileHash, uri, erc8004Id)
}

// Register is a paid mutator transaction binding the contract method 0xb9b5bec9.
//
// Solidity: function register(bytes32 profileHash, string uri, uint256 erc8004Id) returns()
func (_OabpAgents *OabpAgentsSession) Register(profileHash [32]byte, uri string, erc8004Id *big.Int) (*types.Transaction, error) {
	return _OabpAgents.Contract.Register(&_OabpAgents.TransactOpts, profileHash, uri, erc8004Id)
}

// Register is a paid mutator transaction binding the contract method 0xb9b5bec9.
//
// Solidity: function register(bytes32 profileHash, string uri, uint256 erc8004Id) returns()
func (_OabpAgents *OabpAgentsTransactorSession) Register(profileHash [32]byte, uri string, erc8004Id *big.Int) (*types.Transaction, error) {
	return _OabpAgents.Contract.Register(&_OabpAgents.TransactOpts, profileHash, uri, erc8004Id)
}

// Update is a paid mutator transaction binding the contract method 0xb8962d1a.
//
// Solidity: function update(bytes32 profileHash, string uri, uint256 erc8004Id) returns()
func (_OabpAgents *OabpAgentsTransactor) Update(opts *bind.TransactOpts, profileHash [32]byte, uri string, erc8004Id *big.Int) (*types.Transaction, error) {
	return _OabpAgents.contract.Transact(opts, "update", profileHash, uri, erc8004Id)
}

// Update is a paid mutator transaction binding the contract method 0xb8962d1a.
//
// Solidity: function update(bytes32 profileHash, string uri, uint256 erc8004Id) returns()
func (_OabpAgents *OabpAgentsSession) Update(profileHash [32]byte, uri string, erc8004Id *big.Int) (*types.Transaction, error) {
	return _OabpAgents.Contract.Update(&_OabpAgents.TransactOpts, profileHash, uri, erc8004Id)
}

// Update is a paid mutator transaction binding the contract method 0xb8962d1a.
//
// Solidity: function update(bytes32 profileHash, string uri, uint256 erc8004Id) returns()
func (_OabpAgents *OabpAgentsTransactorSession) Update(profileHash [32]byte, uri string, erc8004Id *big.Int) (*types.Transaction, error) {
	return _OabpAgents.Contract.Update(&_OabpAgents.TransactOpts, profileHash, uri, erc8004Id)
}

// OabpAgentsAgentDeactivatedIterator is returned from FilterAgentDeactivated and is used to iterate over the raw logs and unpacked data for AgentDeactivated events raised by the OabpAgents contract.
type OabpAgentsAgentDeactivatedIterator struct {
	Event *OabpAgentsAgentDeactivated // Event containing the contract specifics and raw log

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
func (it *OabpAgentsAgentDeactivatedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpAgentsAgentDeactivated)
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
		it.Event = new(OabpAgentsAgentDeactivated)
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
func (it *OabpAgentsAgentDeactivatedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpAgentsAgentDeactivatedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpAgentsAgentDeactivated represents a AgentDeactivated event raised by the OabpAgents contract.
type OabpAgentsAgentDeactivated struct {
	Agent common.Address
	Raw   types.Log // Blockchain specific contextual infos
}

// FilterAgentDeactivated is a free log retrieval operation binding the contract event 0xa58c733780f5c1527d6106ff1e731cbf2e9ffc0eb11ad399ca33ea55f057ddf4.
//
// Solidity: event AgentDeactivated(address indexed agent)
func (_OabpAgents *OabpAgentsFilterer) FilterAgentDeactivated(opts *bind.FilterOpts, agent []common.Address) (*OabpAgentsAgentDeactivatedIterator, error) {

	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}

	logs, sub, err := _OabpAgents.contract.FilterLogs(opts, "AgentDeactivated", agentRule)
	if err != nil {
		return nil, err
	}
	return &OabpAgentsAgentDeactivatedIterator{contract: _OabpAgents.contract, event: "AgentDeactivated", logs: logs, sub: sub}, nil
}

// WatchAgentDeactivated is a free log subscription operation binding the contract event 0xa58c733780f5c1527d6106ff1e731cbf2e9ffc0eb11ad399ca33ea55f057ddf4.
//
// Solidity: event AgentDeactivated(address indexed agent)
func (_OabpAgents *OabpAgentsFilterer) WatchAgentDeactivated(opts *bind.WatchOpts, sink chan<- *OabpAgentsAgentDeactivated, agent []common.Address) (event.Subscription, error) {

	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}

	logs, sub, err := _OabpAgents.contract.WatchLogs(opts, "AgentDeactivated", agentRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpAgentsAgentDeactivated)
				if err := _OabpAgents.contract.UnpackLog(event, "AgentDeactivated", log); err != nil {
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

// ParseAgentDeactivated is a log parse operation binding the contract event 0xa58c733780f5c1527d6106ff1e731cbf2e9ffc0eb11ad399ca33ea55f057ddf4.
//
// Solidity: event AgentDeactivated(address indexed agent)
func (_OabpAgents *OabpAgentsFilterer) ParseAgentDeactivated(log types.Log) (*OabpAgentsAgentDeactivated, error) {
	event := new(OabpAgentsAgentDeactivated)
	if err := _OabpAgents.contract.UnpackLog(event, "AgentDeactivated", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpAgentsAgentRegisteredIterator is returned from FilterAgentRegistered and is used to iterate over the raw logs and unpacked data for AgentRegistered events raised by the OabpAgents contract.
type OabpAgentsAgentRegisteredIterator struct {
	Event *OabpAgentsAgentRegistered // Event containing the contract specifics and raw log

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
func (it *OabpAgentsAgentRegisteredIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpAgentsAgentRegistered)
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
		it.Event = new(OabpAgentsAgentRegistered)
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
func (it *OabpAgentsAgentRegisteredIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpAgentsAgentRegisteredIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpAgentsAgentRegistered represents a AgentRegistered event raised by the OabpAgents contract.
type OabpAgentsAgentRegistered struct {
	Agent       common.Address
	Erc8004Id   *big.Int
	ProfileHash [32]byte
	Uri         string
	Raw         types.Log // Blockchain specific contextual infos
}

// FilterAgentRegistered is a free log retrieval operation binding the contract event 0x5b6541bcf85ba0036abb68ec5b91be1a30908e1fbb2b8f9e782d84895c1a309c.
//
// Solidity: event AgentRegistered(address indexed agent, uint256 indexed erc8004Id, bytes32 profileHash, string uri)
func (_OabpAgents *OabpAgentsFilterer) FilterAgentRegistered(opts *bind.FilterOpts, agent []common.Address, erc8004Id []*big.Int) (*OabpAgentsAgentRegisteredIterator, error) {

	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}
	var erc8004IdRule []interface{}
	for _, erc8004IdItem := range erc8004Id {
		erc8004IdRule = append(erc8004IdRule, erc8004IdItem)
	}

	logs, sub, err := _OabpAgents.contract.FilterLogs(opts, "AgentRegistered", agentRule, erc8004IdRule)
	if err != nil {
		return nil, err
	}
	return &OabpAgentsAgentRegisteredIterator{contract: _OabpAgents.contract, event: "AgentRegistered", logs: logs, sub: sub}, nil
}

// WatchAgentRegistered is a free log subscription operation binding the contract event 0x5b6541bcf85ba0036abb68ec5b91be1a30908e1fbb2b8f9e782d84895c1a309c.
//
// Solidity: event AgentRegistered(address indexed agent, uint256 indexed erc8004Id, bytes32 profileHash, string uri)
func (_OabpAgents *OabpAgentsFilterer) WatchAgentRegistered(opts *bind.WatchOpts, sink chan<- *OabpAgentsAgentRegistered, agent []common.Address, erc8004Id []*big.Int) (event.Subscription, error) {

	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}
	var erc8004IdRule []interface{}
	for _, erc8004IdItem := range erc8004Id {
		erc8004IdRule = append(erc8004IdRule, erc8004IdItem)
	}

	logs, sub, err := _OabpAgents.contract.WatchLogs(opts, "AgentRegistered", agentRule, erc8004IdRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpAgentsAgentRegistered)
				if err := _OabpAgents.contract.UnpackLog(event, "AgentRegistered", log); err != nil {
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

// ParseAgentRegistered is a log parse operation binding the contract event 0x5b6541bcf85ba0036abb68ec5b91be1a30908e1fbb2b8f9e782d84895c1a309c.
//
// Solidity: event AgentRegistered(address indexed agent, uint256 indexed erc8004Id, bytes32 profileHash, string uri)
func (_OabpAgents *OabpAgentsFilterer) ParseAgentRegistered(log types.Log) (*OabpAgentsAgentRegistered, error) {
	event := new(OabpAgentsAgentRegistered)
	if err := _OabpAgents.contract.UnpackLog(event, "AgentRegistered", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpAgentsAgentUpdatedIterator is returned from FilterAgentUpdated and is used to iterate over the raw logs and unpacked data for AgentUpdated events raised by the OabpAgents contract.
type OabpAgentsAgentUpdatedIterator struct {
	Event *OabpAgentsAgentUpdated // Event containing the contract specifics and raw log

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
func (it *OabpAgentsAgentUpdatedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpAgentsAgentUpdated)
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
		it.Event = new(OabpAgentsAgentUpdated)
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
func (it *OabpAgentsAgentUpdatedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpAgentsAgentUpdatedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpAgentsAgentUpdated represents a AgentUpdated event raised by the OabpAgents contract.
type OabpAgentsAgentUpdated struct {
	Agent       common.Address
	Erc8004Id   *big.Int
	ProfileHash [32]byte
	Uri         string
	Raw         types.Log // Blockchain specific contextual infos
}

// FilterAgentUpdated is a free log retrieval operation binding the contract event 0x0f21344fca21af4cbb8d1d5842f96bd12442671d75dc0fe8ab1ba100a2533880.
//
// Solidity: event AgentUpdated(address indexed agent, uint256 indexed erc8004Id, bytes32 profileHash, string uri)
func (_OabpAgents *OabpAgentsFilterer) FilterAgentUpdated(opts *bind.FilterOpts, agent []common.Address, erc8004Id []*big.Int) (*OabpAgentsAgentUpdatedIterator, error) {

	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}
	var erc8004IdRule []interface{}
	for _, erc8004IdItem := range erc8004Id {
		erc8004IdRule = append(erc8004IdRule, erc8004IdItem)
	}

	logs, sub, err := _OabpAgents.contract.FilterLogs(opts, "AgentUpdated", agentRule, erc8004IdRule)
	if err != nil {
		return nil, err
	}
	return &OabpAgentsAgentUpdatedIterator{contract: _OabpAgents.contract, event: "AgentUpdated", logs: logs, sub: sub}, nil
}

// WatchAgentUpdated is a free log subscription operation binding the contract event 0x0f21344fca21af4cbb8d1d5842f96bd12442671d75dc0fe8ab1ba100a2533880.
//
// Solidity: event AgentUpdated(address indexed agent, uint256 indexed erc8004Id, bytes32 profileHash, string uri)
func (_OabpAgents *OabpAgentsFilterer) WatchAgentUpdated(opts *bind.WatchOpts, sink chan<- *OabpAgentsAgentUpdated, agent []common.Address, erc8004Id []*big.Int) (event.Subscription, error) {

	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}
	var erc8004IdRule []interface{}
	for _, erc8004IdItem := range erc8004Id {
		erc8004IdRule = append(erc8004IdRule, erc8004IdItem)
	}

	logs, sub, err := _OabpAgents.contract.WatchLogs(opts, "AgentUpdated", agentRule, erc8004IdRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpAgentsAgentUpdated)
				if err := _OabpAgents.contract.UnpackLog(event, "AgentUpdated", log); err != nil {
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

// ParseAgentUpdated is a log parse operation binding the contract event 0x0f21344fca21af4cbb8d1d5842f96bd12442671d75dc0fe8ab1ba100a2533880.
//
// Solidity: event AgentUpdated(address indexed agent, uint256 indexed erc8004Id, bytes32 profileHash, string uri)
func (_OabpAgents *OabpAgentsFilterer) ParseAgentUpdated(log types.Log) (*OabpAgentsAgentUpdated, error) {
	event := new(OabpAgentsAgentUpdated)
	if err := _OabpAgents.contract.UnpackLog(event, "AgentUpdated", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}
