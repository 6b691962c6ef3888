// Code generated - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package attestationoracle

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

// Attestation is an auto generated low-level Go binding around an user-defined struct.
type Attestation struct {
	Signer    common.Address
	Signature []byte
}

// Finding is an auto generated low-level Go binding around an user-defined struct.
type Finding struct {
	MissionId      [32]byte
	Tranche        uint8
	Agent          common.Address
	SubmissionHash [32]byte
	SharesHash     [32]byte
	Position       *big.Int
	Deadline       *big.Int
}

// MissionTerms is an auto generated low-level Go binding around an user-defined struct.
type MissionTerms struct {
	Poster       common.Address
	Resolver     common.Address
	RefundTo     common.Address
	Reward       *big.Int
	Vtype        uint8
	Layout       uint8
	SubmitBy     *big.Int
	JudgeBy      *big.Int
	RefundAt     *big.Int
	AppealWindow uint32
	RevealWindow uint32
	Arbiter      common.Address
	AppealBond   *big.Int
	SpecHash     [32]byte
	Param        [32]byte
	Tranches     []*big.Int
	Fees         []*big.Int
	Salt         *big.Int
}

// Split is an auto generated low-level Go binding around an user-defined struct.
type Split struct {
	Payees []common.Address
	Bps    []uint16
}

// AttestationOracleMetaData contains all meta data concerning the AttestationOracle contract.
var AttestationOracleMetaData = &bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"escrow_\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"threshold_\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"attesters_\",\"type\":\"address[]\",\"internalType\":\"address[]\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"attestationDigest\",\"inputs\":[{\"name\":\"signer\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"finding\",\"type\":\"tuple\",\"internalType\":\"structFinding\",\"components\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"submissionHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"sharesHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"position\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"deadline\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"attesterSetHash\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"attesters\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address[]\",\"internalType\":\"address[]\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"award\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"contentHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"split\",\"type\":\"tuple\",\"internalType\":\"structSplit\",\"components\":[{\"name\":\"payees\",\"type\":\"address[]\",\"internalType\":\"address[]\"},{\"name\":\"bps\",\"type\":\"uint16[]\",\"internalType\":\"uint16[]\"}]},{\"name\":\"position\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"deadline\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"attestations\",\"type\":\"tuple[]\",\"internalType\":\"structAttestation[]\",\"components\":[{\"name\":\"signer\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"signature\",\"type\":\"bytes\",\"internalType\":\"bytes\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"eip712Domain\",\"inputs\":[],\"outputs\":[{\"name\":\"fields\",\"type\":\"bytes1\",\"internalType\":\"bytes1\"},{\"name\":\"name\",\"type\":\"string\",\"internalType\":\"string\"},{\"name\":\"version\",\"type\":\"string\",\"internalType\":\"string\"},{\"name\":\"chainId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"verifyingContract\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"salt\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"extensions\",\"type\":\"uint256[]\",\"internalType\":\"uint256[]\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"escrow\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"isAttester\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"threshold\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"event\",\"name\":\"Attested\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"indexed\":true,\"internalType\":\"uint8\"},{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"submissionHash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"position\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"signers\",\"type\":\"address[]\",\"indexed\":false,\"internalType\":\"address[]\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"AttestersSet\",\"inputs\":[{\"name\":\"threshold\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"attesters\",\"type\":\"address[]\",\"indexed\":false,\"internalType\":\"address[]\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"EIP712DomainChanged\",\"inputs\":[],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AttestationCountOutOfRange\",\"inputs\":[{\"name\":\"count\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"threshold\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"AttestationExpired\",\"inputs\":[{\"name\":\"deadline\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"AttesterBarred\",\"inputs\":[{\"name\":\"signer\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"AttestersInvalid\",\"inputs\":[{\"name\":\"count\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"threshold\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"InvalidShortString\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"NotAnAttester\",\"inputs\":[{\"name\":\"signer\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NotResolverOf\",\"inputs\":[{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"PositionInvalid\",\"inputs\":[{\"name\":\"position\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"ReentrancyGuardReentrantCall\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"SignatureInvalid\",\"inputs\":[{\"name\":\"signer\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"SignatureTooLong\",\"inputs\":[{\"name\":\"length\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"max\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"SignersNotAscending\",\"inputs\":[{\"name\":\"index\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"signer\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"StringTooLong\",\"inputs\":[{\"name\":\"str\",\"type\":\"string\",\"internalType\":\"string\"}]}]",
	Bin: "0x6101c0604052348015610010575f5ffd5b5060405161224338038061224383398101604081905261002f91610316565b6040518060400160405280601081526020016f27a0a1281020ba3a32b9ba30ba34b7b760811b815250604051806040016040528060018152602001603160f81b815250610081826102aa60201b60201c565b6101205261008e816102aa565b61014052815160208084019190912060e052815190820120610100524660a05261011a60e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c052805182158061013157508281105b8061013c5750602081115b1561016957604051632e6144bd60e21b815260048101829052602481018490526044015b60405180910390fd5b5f5f5b8281101561021657816001600160a01b0316848281518110610190576101906103fc565b60200260200101516001600160a01b0316116101c957604051632e6144bd60e21b81526004810184905260248101869052604401610160565b8381815181106101db576101db6103fc565b6020908102919091018101516001600160a01b0381165f90815260029092526040909120805460ff191660019081179091559092500161016c565b506001600160a01b0385166101605261018084905260405161023e9085908590602001610410565b60408051601f1981840301815291905280516020909101206101a05260036102668482610466565b507fe08b30c0de67b7be49325a24f17d63a7a512e6f13a0d5896c4b34bbe2c0148028484604051610298929190610410565b60405180910390a1505050505061056a565b5f5f829050601f815111156102d4578260405163305a27a960e01b8152600401610160919061050f565b80516102df82610544565b179392505050565b80516001600160a01b03811681146102fd575f5ffd5b919050565b634e487b7160e01b5f52604160045260245ffd5b5f5f5f60608486031215610328575f5ffd5b610331846102e7565b6020850151604086015191945092506001600160401b03811115610353575f5ffd5b8401601f81018613610363575f5ffd5b80516001600160401b0381111561037c5761037c610302565b604051600582901b90603f8201601f191681016001600160401b03811182821017156103aa576103aa610302565b6040529182526020818401810192908101898411156103c7575f5ffd5b6020850194505b838510156103ed576103df856102e7565b8152602094850194016103ce565b50809450505050509250925092565b634e487b7160e01b5f52603260045260245ffd5b5f60408201848352604060208401528084518083526060850191506020860192505f5b8181101561045a5783516001600160a01b0316835260209384019390920191600101610433565b50909695505050505050565b81516001600160401b0381111561047f5761047f610302565b6801000000000000000081111561049857610498610302565b8154818355808210156104cc57825f528160205f20018282035f5b818110156104c8575f838201556001016104b3565b5050505b50602083016104e0835f9081526020902090565b5f5b838110156105075782516001600160a01b0316818301556020909201916001016104e2565b505050505050565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b80516020808301519190811015610564575f198160200360031b1b821691505b50919050565b60805160a05160c05160e05161010051610120516101405161016051610180516101a051611c506105f35f395f60ab01525f818160e0015281816107d2015261083201525f818161019101528181610503015261067001525f61077401525f61074401525f610cb801525f610c9001525f610beb01525f610c1501525f610c3f0152611c505ff3fe608060405234801561000f575f5ffd5b5060043610610084575f3560e01c806384b0196e1161005857806384b0196e14610115578063b6ebe53914610130578063c4ea3ebf14610162578063e2fdcc1714610177575f5ffd5b8062cfe24f146100885780632ef95207146100a657806342cde4e8146100db578063784e520414610102575b5f5ffd5b6100906101bb565b60405161009d91906111e8565b60405180910390f35b6100cd7f000000000000000000000000000000000000000000000000000000000000000081565b60405190815260200161009d565b6100cd7f000000000000000000000000000000000000000000000000000000000000000081565b6100cd61011036600461125f565b610228565b61011d610306565b60405161009d97969594939291906113a7565b61015261013e366004611466565b60026020525f908152604090205460ff1681565b604051901515815260200161009d565b6101756101703660046114ee565b610364565b005b60405173ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016815260200161009d565b6060600380548060200260200160405190810160405280929190818152602001828054801561021e57602002820191905f5260205f20905b815473ffffffffffffffffffffffffffffffffffffffff1681526001909101906020018083116101f3575b5050505050905090565b5f6102ff7ff9043642f3b0f28f9a616310e56f8e4ce74dccc823befffd010c441c79cc6ab884845f015185602001518660400151876060015188608001518960a001518a60c001516040516020016102e49998979695949392919098895273ffffffffffffffffffffffffffffffffffffffff97881660208a0152604089019690965260ff94909416606088015291909416608086015260a085019390935260c084019290925260e08301919091526101008201526101200190565b604051602081830303815290604052805190602001206106f0565b9392505050565b5f6060805f5f5f606061031761073d565b61031f61076d565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b61036c610798565b3061037d60408b0160208c01611466565b73ffffffffffffffffffffffffffffffffffffffff16146103f8576103a860408a0160208b01611466565b6040517fada0f08b00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff90911660048201526024015b60405180910390fd5b824210610434576040517fa5d8657a000000000000000000000000000000000000000000000000000000008152600481018490526024016103ef565b5f600161044760a08c0160808d016115fc565b6003811115610458576104586115c1565b1490508061046857841515610478565b841580610478575043602086901c115b156104b2576040517f24da7bf9000000000000000000000000000000000000000000000000000000008152600481018690526024016103ef565b5f6104bd8780611615565b6104ca60208a018a611615565b6040516020016104dd94939291906116ff565b6040516020818303038152906040528051906020012090505f6040518060e001604052807f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff166346fa940d8f6040518263ffffffff1660e01b815260040161055a9190611a50565b602060405180830381865afa158015610575573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906105999190611a62565b81526020018c60ff1681526020018b73ffffffffffffffffffffffffffffffffffffffff1681526020018a846040516020016105df929190918252602082015260400190565b604051602081830303815290604052805190602001208152602001838152602001888152602001878152509050610633818d5f0160208101906106229190611466565b61062c8b80611615565b89896107cf565b6040517fd428246000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000169063d4282460906106ad908f908f908f908f908f90600401611a79565b5f604051808303815f87803b1580156106c4575f5ffd5b505af11580156106d6573d5f5f3e3d5ffd5b505050505050506106e5610ba8565b505050505050505050565b5f6107376106fc610bd2565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b92915050565b60606107687f0000000000000000000000000000000000000000000000000000000000000000610d08565b905090565b60606107687f0000000000000000000000000000000000000000000000000000000000000000610d08565b6107a0610d45565b6107cd60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b90610d9e565b565b807f00000000000000000000000000000000000000000000000000000000000000008110806107fe5750602081115b1561085e576040517fde1260d8000000000000000000000000000000000000000000000000000000008152600481018290527f000000000000000000000000000000000000000000000000000000000000000060248201526044016103ef565b5f8167ffffffffffffffff81111561087857610878611222565b6040519080825280602002602001820160405280156108a1578160200160208202803683370190505b5090505f5f5b83811015610b32575f8686838181106108c2576108c2611b0c565b90506020028101906108d49190611b39565b6108e2906020810190611466565b90508273ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1611610968576040517fbf022a450000000000000000000000000000000000000000000000000000000081526004810183905273ffffffffffffffffffffffffffffffffffffffff821660248201526044016103ef565b73ffffffffffffffffffffffffffffffffffffffff81165f90815260026020526040902054909250829060ff166109e3576040517ff11b3f8500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff821660048201526024016103ef565b8973ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff161480610a4c57508a6040015173ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff16145b80610a5d5750610a5d818a8a610da5565b15610aac576040517f697d574600000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff821660048201526024016103ef565b610af181610aba838e610228565b898986818110610acc57610acc611b0c565b9050602002810190610ade9190611b39565b610aec906020810190611b75565b610e25565b80848381518110610b0457610b04611b0c565b73ffffffffffffffffffffffffffffffffffffffff90921660209283029190910190910152506001016108a7565b50886040015173ffffffffffffffffffffffffffffffffffffffff16896020015160ff168a5f01517f352baa6e74d3bb63ce61411ead09d4150a96c1d5b84827ab77a57e50274572898c606001518d60a0015187604051610b9593929190611bd6565b60405180910390a4505050505050505050565b6107cd5f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f006107c7565b5f3073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016148015610c3757507f000000000000000000000000000000000000000000000000000000000000000046145b15610c6157507f000000000000000000000000000000000000000000000000000000000000000090565b610768604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60605f610d1483610ff7565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c156107cd576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80825d5050565b5f5f5b82811015610e1b578473ffffffffffffffffffffffffffffffffffffffff16848483818110610dd957610dd9611b0c565b9050602002016020810190610dee9190611466565b73ffffffffffffffffffffffffffffffffffffffff1603610e135760019150506102ff565b600101610da8565b505f949350505050565b611000811115610e6c576040517f4027ada10000000000000000000000000000000000000000000000000000000081526004810182905261100060248201526044016103ef565b5f8473ffffffffffffffffffffffffffffffffffffffff163b5f03610ed2575f610e97858585611037565b505090508573ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1614915050610fa1565b5f5f610f6c8762030d40888888604051602401610ef193929190611bfd565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017905261107e565b91509150818015610f9c57507f1626ba7e0000000000000000000000000000000000000000000000000000000081145b925050505b80610ff0576040517fae9ff1c000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff861660048201526024016103ef565b5050505050565b5f60ff8216601f811115610737576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f8080604184900361106b578435602086013560408701355f1a61105d898285856110a5565b955095509550505050611075565b505f915060029050825b93509350939050565b5f5f60205f8451602086018888fa601f3d11169150811561109d57505f515b935093915050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156110de57505f9150600390508261118e565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa15801561112f573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015191505073ffffffffffffffffffffffffffffffffffffffff811661118557505f92506001915082905061118e565b92505f91508190505b9450945094915050565b5f8151808452602084019350602083015f5b828110156111de57815173ffffffffffffffffffffffffffffffffffffffff168652602095860195909101906001016111aa565b5093949350505050565b602081525f6102ff6020830184611198565b803573ffffffffffffffffffffffffffffffffffffffff8116811461121d575f5ffd5b919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b803560ff8116811461121d575f5ffd5b5f5f828403610100811215611272575f5ffd5b61127b846111fa565b925060e07fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0820112156112ac575f5ffd5b5060405160e0810181811067ffffffffffffffff821117156112f5577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b60409081526020850135825261130c90850161124f565b602082015261131d606085016111fa565b6040820152608084810135606083015260a0808601359183019190915260c0808601359183019190915260e090940135938101939093525092909150565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f6113e160e083018961135b565b82810360408401526113f3818961135b565b6060840188905273ffffffffffffffffffffffffffffffffffffffff8716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b81811015611455578351835260209384019390920191600101611437565b50909b9a5050505050505050505050565b5f60208284031215611476575f5ffd5b6102ff826111fa565b5f6102408284031215611490575f5ffd5b50919050565b5f60408284031215611490575f5ffd5b5f5f83601f8401126114b6575f5ffd5b50813567ffffffffffffffff8111156114cd575f5ffd5b6020830191508360208260051b85010111156114e7575f5ffd5b9250929050565b5f5f5f5f5f5f5f5f5f6101008a8c031215611507575f5ffd5b893567ffffffffffffffff81111561151d575f5ffd5b6115298c828d0161147f565b99505061153860208b0161124f565b975061154660408b016111fa565b965060608a0135955060808a013567ffffffffffffffff811115611568575f5ffd5b6115748c828d01611496565b95505060a08a0135935060c08a0135925060e08a013567ffffffffffffffff81111561159e575f5ffd5b6115aa8c828d016114a6565b915080935050809150509295985092959850929598565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b80356004811061121d575f5ffd5b5f6020828403121561160c575f5ffd5b6102ff826115ee565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112611648575f5ffd5b83018035915067ffffffffffffffff821115611662575f5ffd5b6020019150600581901b36038213156114e7575f5ffd5b8183526020830192505f815f5b848110156111de5773ffffffffffffffffffffffffffffffffffffffff6116ac836111fa565b1686526020958601959190910190600101611686565b8183526020830192505f815f5b848110156111de57813561ffff81168082146116e9575f5ffd5b87525060209586019591909101906001016116cf565b604081525f611712604083018688611679565b82810360208401526117258185876116c2565b979650505050505050565b80356bffffffffffffffffffffffff8116811461121d575f5ffd5b6004811061175b5761175b6115c1565b9052565b80356002811061121d575f5ffd5b6002811061175b5761175b6115c1565b803564ffffffffff8116811461121d575f5ffd5b803563ffffffff8116811461121d575f5ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe18436030181126117d7575f5ffd5b830160208101925035905067ffffffffffffffff8111156117f6575f5ffd5b8060051b36038213156114e7575f5ffd5b8183526020830192505f815f5b848110156111de576bffffffffffffffffffffffff61183283611730565b1686526020958601959190910190600101611814565b61186f82611855836111fa565b73ffffffffffffffffffffffffffffffffffffffff169052565b5f61187c602083016111fa565b73ffffffffffffffffffffffffffffffffffffffff1660208401526118a3604083016111fa565b73ffffffffffffffffffffffffffffffffffffffff1660408401526118ca60608301611730565b6bffffffffffffffffffffffff1660608401526118e9608083016115ee565b6118f6608085018261174b565b5061190360a0830161175f565b61191060a085018261176d565b5061191d60c0830161177d565b64ffffffffff1660c084015261193560e0830161177d565b64ffffffffff1660e084015261194e610100830161177d565b64ffffffffff166101008401526119686101208301611791565b63ffffffff166101208401526119816101408301611791565b63ffffffff1661014084015261199a61016083016111fa565b73ffffffffffffffffffffffffffffffffffffffff166101608401526119c36101808301611730565b6bffffffffffffffffffffffff166101808401526101a082810135908401526101c080830135908401526119fb6101e08301836117a4565b6102406101e0860152611a1361024086018284611807565b915050611a246102008401846117a4565b858303610200870152611a38838284611807565b61022095860135969095019590955250919392505050565b602081525f6102ff6020830184611848565b5f60208284031215611a72575f5ffd5b5051919050565b60a081525f611a8b60a0830188611848565b60ff8716602084015273ffffffffffffffffffffffffffffffffffffffff861660408401528460608401528281036080840152611ac884856117a4565b60408352611ada604084018284611679565b915050611aea60208601866117a4565b8383036020850152611afd8382846116c2565b9b9a5050505050505050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc1833603018112611b6b575f5ffd5b9190910192915050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112611ba8575f5ffd5b83018035915067ffffffffffffffff821115611bc2575f5ffd5b6020019150368190038213156114e7575f5ffd5b838152826020820152606060408201525f611bf46060830184611198565b95945050505050565b83815260406020820152816040820152818360608301375f818301606090810191909152601f9092017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe01601019291505056",
}

// AttestationOracleABI is the input ABI used to generate the binding from.
// Deprecated: Use AttestationOracleMetaData.ABI instead.
var AttestationOracleABI = AttestationOracleMetaData.ABI

// AttestationOracleBin is the compiled bytecode used for deploying new contracts.
// Deprecated: Use AttestationOracleMetaData.Bin instead.
var AttestationOracleBin = AttestationOracleMetaData.Bin

// DeployAttestationOracle deploys a new Ethereum contract, binding an instance of AttestationOracle to it.
func DeployAttestationOracle(auth *bind.TransactOpts, backend bind.ContractBackend, escrow_ common.Address, threshold_ *big.Int, attesters_ []common.Address) (common.Address, *types.Transaction, *AttestationOracle, error) {
	parsed, err := AttestationOracleMetaData.GetAbi()
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	if parsed == nil {
		return common.Address{}, nil, nil, errors.New("GetABI returned nil")
	}

	address, tx, contract, err := bind.DeployContract(auth, *parsed, common.FromHex(AttestationOracleBin), backend, escrow_, threshold_, attesters_)
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	return address, tx, &AttestationOracle{AttestationOracleCaller: AttestationOracleCaller{contract: contract}, AttestationOracleTransactor: AttestationOracleTransactor{contract: contract}, AttestationOracleFilterer: AttestationOracleFilterer{contract: contract}}, nil
}

// AttestationOracle is an auto generated Go binding around an Ethereum contract.
type AttestationOracle struct {
	AttestationOracleCaller     // Read-only binding to the contract
	AttestationOracleTransactor // Write-only binding to the contract
	AttestationOracleFilterer   // Log filterer for contract events
}

// AttestationOracleCaller is an auto generated read-only Go binding around an Ethereum contract.
type AttestationOracleCaller struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// AttestationOracleTransactor is an auto generated write-only Go binding around an Ethereum contract.
type AttestationOracleTransactor struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// AttestationOracleFilterer is an auto generated log filtering Go binding around an Ethereum contract events.
type AttestationOracleFilterer struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// AttestationOracleSession is an auto generated Go binding around an Ethereum contract,
// with pre-set call and transact options.
type AttestationOracleSession struct {
	Contract     *AttestationOracle // Generic contract binding to set the session for
	CallOpts     bind.CallOpts      // Call options to use throughout this session
	TransactOpts bind.TransactOpts  // Transaction auth options to use throughout this session
}

// AttestationOracleCallerSession is an auto generated read-only Go binding around an Ethereum contract,
// with pre-set call options.
type AttestationOracleCallerSession struct {
	Contract *AttestationOracleCaller // Generic contract caller binding to set the session for
	CallOpts bind.CallOpts            // Call options to use throughout this session
}

// AttestationOracleTransactorSession is an auto generated write-only Go binding around an Ethereum contract,
// with pre-set transact options.
type AttestationOracleTransactorSession struct {
	Contract     *AttestationOracleTransactor // Generic contract transactor binding to set the session for
	TransactOpts bind.TransactOpts            // Transaction auth options to use throughout this session
}

// AttestationOracleRaw is an auto generated low-level Go binding around an Ethereum contract.
type AttestationOracleRaw struct {
	Contract *AttestationOracle // Generic contract binding to access the raw methods on
}

// AttestationOracleCallerRaw is an auto generated low-level read-only Go binding around an Ethereum contract.
type AttestationOracleCallerRaw struct {
	Contract *AttestationOracleCaller // Generic read-only contract binding to access the raw methods on
}

// AttestationOracleTransactorRaw is an auto generated low-level write-only Go binding around an Ethereum contract.
type AttestationOracleTransactorRaw struct {
	Contract *AttestationOracleTransactor // Generic write-only contract binding to access the raw methods on
}

// NewAttestationOracle creates a new instance of AttestationOracle, bound to a specific deployed contract.
func NewAttestationOracle(address common.Address, backend bind.ContractBackend) (*AttestationOracle, error) {
	contract, err := bindAttestationOracle(address, backend, backend, backend)
	if err != nil {
		return nil, err
	}
	return &AttestationOracle{AttestationOracleCaller: AttestationOracleCaller{contract: contract}, AttestationOracleTransactor: AttestationOracleTransactor{contract: contract}, AttestationOracleFilterer: AttestationOracleFilterer{contract: contract}}, nil
}

// NewAttestationOracleCaller creates a new read-only instance of AttestationOracle, bound to a specific deployed contract.
func NewAttestationOracleCaller(address common.Address, caller bind.ContractCaller) (*AttestationOracleCaller, error) {
	contract, err := bindAttestationOracle(address, caller, nil, nil)
	if err != nil {
		return nil, err
	}
	return &AttestationOracleCaller{contract: contract}, nil
}

// NewAttestationOracleTransactor creates a new write-only instance of AttestationOracle, bound to a specific deployed contract.
func NewAttestationOracleTransactor(address common.Address, transactor bind.ContractTransactor) (*AttestationOracleTransactor, error) {
	contract, err := bindAttestationOracle(address, nil, transactor, nil)
	if err != nil {
		return nil, err
	}
	return &AttestationOracleTransactor{contract: contract}, nil
}

// NewAttestationOracleFilterer creates a new log filterer instance of AttestationOracle, bound to a specific deployed contract.
func NewAttestationOracleFilterer(address common.Address, filterer bind.ContractFilterer) (*AttestationOracleFilterer, error) {
	contract, err := bindAttestationOracle(address, nil, nil, filterer)
	if err != nil {
		return nil, err
	}
	return &AttestationOracleFilterer{contract: contract}, nil
}

// bindAttestationOracle binds a generic wrapper to an already deployed contract.
func bindAttestationOracle(address common.Address, caller bind.ContractCaller, transactor bind.ContractTransactor, filterer bind.ContractFilterer) (*bind.BoundContract, error) {
	parsed, err := AttestationOracleMetaData.GetAbi()
	if err != nil {
		return nil, err
	}
	return bind.NewBoundContract(address, *parsed, caller, transactor, filterer), nil
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_AttestationOracle *AttestationOracleRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _AttestationOracle.Contract.AttestationOracleCaller.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_AttestationOracle *AttestationOracleRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _AttestationOracle.Contract.AttestationOracleTransactor.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_AttestationOracle *AttestationOracleRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _AttestationOracle.Contract.AttestationOracleTransactor.contract.Transact(opts, method, params...)
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_AttestationOracle *AttestationOracleCallerRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _AttestationOracle.Contract.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_AttestationOracle *AttestationOracleTransactorRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _AttestationOracle.Contract.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_AttestationOracle *AttestationOracleTransactorRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _AttestationOracle.Contract.contract.Transact(opts, method, params...)
}

// AttestationDigest is a free data retrieval call binding the contract method 0x784e5204.
//
// Solidity: function attestationDigest(address signer, (bytes32,uint8,address,bytes32,bytes32,uint256,uint256) finding) view returns(bytes32)
func (_AttestationOracle *AttestationOracleCaller) AttestationDigest(opts *bind.CallOpts, signer common.Address, finding Finding) ([32]byte, error) {
	var out []interface{}
	err := _AttestationOracle.contract.Call(opts, &out, "attestationDigest", signer, finding)

	if err != nil {
		return *new([32]byte), err
	}

	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)

	return out0, err

}

// AttestationDigest is a free data retrieval call binding the contract method 0x784e5204.
//
// Solidity: function attestationDigest(address signer, (bytes32,uint8,address,bytes32,bytes32,uint256,uint256) finding) view returns(bytes32)
func (_AttestationOracle *AttestationOracleSession) AttestationDigest(signer common.Address, finding Finding) ([32]byte, error) {
	return _AttestationOracle.Contract.AttestationDigest(&_AttestationOracle.CallOpts, signer, finding)
}

// AttestationDigest is a free data retrieval call binding the contract method 0x784e5204.
//
// Solidity: function attestationDigest(address signer, (bytes32,uint8,address,bytes32,bytes32,uint256,uint256) finding) view returns(bytes32)
func (_AttestationOracle *AttestationOracleCallerSession) AttestationDigest(signer common.Address, finding Finding) ([32]byte, error) {
	return _AttestationOracle.Contract.AttestationDigest(&_AttestationOracle.CallOpts, signer, finding)
}

// AttesterSetHash is a free data retrieval call binding the contract method 0x2ef95207.
//
// Solidity: function attesterSetHash() view returns(bytes32)
func (_AttestationOracle *AttestationOracleCaller) AttesterSetHash(opts *bind.CallOpts) ([32]byte, error) {
	var out []interface{}
	err := _AttestationOracle.contract.Call(opts, &out, "attesterSetHash")

	if err != nil {
		return *new([32]byte), err
	}

	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)

	return out0, err

}

// AttesterSetHash is a free data retrieval call binding the contract method 0x2ef95207.
//
// Solidity: function attesterSetHash() view returns(bytes32)
func (_AttestationOracle *AttestationOracleSession) AttesterSetHash() ([32]byte, error) {
	return _AttestationOracle.Contract.AttesterSetHash(&_AttestationOracle.CallOpts)
}

// AttesterSetHash is a free data retrieval call binding the contract method 0x2ef95207.
//
// Solidity: function attesterSetHash() view returns(bytes32)
func (_AttestationOracle *AttestationOracleCallerSession) AttesterSetHash() ([32]byte, error) {
	return _AttestationOracle.Contract.AttesterSetHash(&_AttestationOracle.CallOpts)
}

// Attesters is a free data retrieval call binding the contract method 0x00cfe24f.
//
// Solidity: function attesters() view returns(address[])
func (_AttestationOracle *AttestationOracleCaller) Attesters(opts *bind.CallOpts) ([]common.Address, error) {
	var out []interface{}
	err := _AttestationOracle.contract.Call(opts, &out, "attesters")

	if err != nil {
		return *new([]common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new([]common.Address)).(*[]common.Address)

	return out0, err

}

// Attesters is a free data retrieval call binding the contract method 0x00cfe24f.
//
// Solidity: function attesters() view returns(address[])
func (_AttestationOracle *AttestationOracleSession) Attesters() ([]common.Address, error) {
	return _AttestationOracle.Contract.Attesters(&_AttestationOracle.CallOpts)
}

// Attesters is a free data retrieval call binding the contract method 0x00cfe24f.
//
// Solidity: function attesters() view returns(address[])
func (_AttestationOracle *AttestationOracleCallerSession) Attesters() ([]common.Address, error) {
	return _AttestationOracle.Contract.Attesters(&_AttestationOracle.CallOpts)
}

// Eip712Domain is a free data retrieval call binding the contract method 0x84b0196e.
//
// Solidity: function eip712Domain() view returns(bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)
func (_AttestationOracle *AttestationOracleCaller) Eip712Domain(opts *bind.CallOpts) (struct {
	Fields            [1]byte
	Name              string
	Version           string
	ChainId           *big.Int
	VerifyingContract common.Address
	Salt              [32]byte
	Extensions        []*big.Int
}, error) {
	var out []interface{}
	err := _AttestationOracle.contract.Call(opts, &out, "eip712Domain")

	outstruct := new(struct {
		Fields            [1]byte
		Name              string
		Version           string
		ChainId           *big.Int
		VerifyingContract common.Address
		Salt              [32]byte
		Extensions        []*big.Int
	})
	if err != nil {
		return *outstruct, err
	}

	outstruct.Fields = *abi.ConvertType(out[0], new([1]byte)).(*[1]byte)
	outstruct.Name = *abi.ConvertType(out[1], new(string)).(*string)
	outstruct.Version = *abi.ConvertType(out[2], new(string)).(*string)
	outstruct.ChainId = *abi.ConvertType(out[3], new(*big.Int)).(**big.Int)
	outstruct.VerifyingContract = *abi.ConvertType(out[4], new(common.Address)).(*common.Address)
	outstruct.Salt = *abi.ConvertType(out[5], new([32]byte)).(*[32]byte)
	outstruct.Extensions = *abi.ConvertType(out[6], new([]*big.Int)).(*[]*big.Int)

	return *outstruct, err

}

// Eip712Domain is a free data retrieval call binding the contract method 0x84b0196e.
//
// Solidity: function eip712Domain() view returns(bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)
func (_AttestationOracle *AttestationOracleSession) Eip712Domain() (struct {
	Fields            [1]byte
	Name              string
	Version           string
	ChainId           *big.Int
	VerifyingContract common.Address
	Salt              [32]byte
	Extensions        []*big.Int
}, error) {
	return _AttestationOracle.Contract.Eip712Domain(&_AttestationOracle.CallOpts)
}

// Eip712Domain is a free data retrieval call binding the contract method 0x84b0196e.
//
// Solidity: function eip712Domain() view returns(bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)
func (_AttestationOracle *AttestationOracleCallerSession) Eip712Domain() (struct {
	Fields            [1]byte
	Name              string
	Version           string
	ChainId           *big.Int
	VerifyingContract common.Address
	Salt              [32]byte
	Extensions        []*big.Int
}, error) {
	return _AttestationOracle.Contract.Eip712Domain(&_AttestationOracle.CallOpts)
}

// Escrow is a free data retrieval call binding the contract method 0xe2fdcc17.
//
// Solidity: function escrow() view returns(address)
func (_AttestationOracle *AttestationOracleCaller) Escrow(opts *bind.CallOpts) (common.Address, error) {
	var out []interface{}
	err := _AttestationOracle.contract.Call(opts, &out, "escrow")

	if err != nil {
		return *new(common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)

	return out0, err

}

// Escrow is a free data retrieval call binding the contract method 0xe2fdcc17.
//
// Solidity: function escrow() view returns(address)
func (_AttestationOracle *AttestationOracleSession) Escrow() (common.Address, error) {
	return _AttestationOracle.Contract.Escrow(&_AttestationOracle.CallOpts)
}

// Escrow is a free data retrieval call binding the contract method 0xe2fdcc17.
//
// Solidity: function escrow() view returns(address)
func (_AttestationOracle *AttestationOracleCallerSession) Escrow() (common.Address, error) {
	return _AttestationOracle.Contract.Escrow(&_AttestationOracle.CallOpts)
}

// IsAttester is a free data retrieval call binding the contract method 0xb6ebe539.
//
// Solidity: function isAttester(address account) view returns(bool)
func (_AttestationOracle *AttestationOracleCaller) IsAttester(opts *bind.CallOpts, account common.Address) (bool, error) {
	var out []interface{}
	err := _AttestationOracle.contract.Call(opts, &out, "isAttester", account)

	if err != nil {
		return *new(bool), err
	}

	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)

	return out0, err

}

// IsAttester is a free data retrieval call binding the contract method 0xb6ebe539.
//
// Solidity: function isAttester(address account) view returns(bool)
func (_AttestationOracle *AttestationOracleSession) IsAttester(account common.Address) (bool, error) {
	return _AttestationOracle.Contract.IsAttester(&_AttestationOracle.CallOpts, account)
}

// IsAttester is a free data retrieval call binding the contract method 0xb6ebe539.
//
// Solidity: function isAttester(address account) view returns(bool)
func (_AttestationOracle *AttestationOracleCallerSession) IsAttester(account common.Address) (bool, error) {
	return _AttestationOracle.Contract.IsAttester(&_AttestationOracle.CallOpts, account)
}

// Threshold is a free data retrieval call binding the contract method 0x42cde4e8.
//
// Solidity: function threshold() view returns(uint256)
func (_AttestationOracle *AttestationOracleCaller) Threshold(opts *bind.CallOpts) (*big.Int, error) {
	var out []interface{}
	err := _AttestationOracle.contract.Call(opts, &out, "threshold")

	if err != nil {
		return *new(*big.Int), err
	}

	out0 := *abi.ConvertType(out[0], new(*big.Int)).(**big.Int)

	return out0, err

}

// Threshold is a free data retrieval call binding the contract method 0x42cde4e8.
//
// Solidity: function threshold() view returns(uint256)
func (_AttestationOracle *AttestationOracleSession) Threshold() (*big.Int, error) {
	return _AttestationOracle.Contract.Threshold(&_AttestationOracle.CallOpts)
}

// Threshold is a free data retrieval call binding the contract method 0x42cde4e8.
//
// Solidity: function threshold() view returns(uint256)
func (_AttestationOracle *AttestationOracleCallerSession) Threshold() (*big.Int, error) {
	return _AttestationOracle.Contract.Threshold(&_AttestationOracle.CallOpts)
}

// Award is a paid mutator transaction binding the contract method 0xc4ea3ebf.
//
// Solidity: function award((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, address agent, bytes32 contentHash, (address[],uint16[]) split, uint256 position, uint256 deadline, (address,bytes)[] attestations) returns()
func (_AttestationOracle *AttestationOracleTransactor) Award(opts *bind.TransactOpts, terms MissionTerms, tranche uint8, agent common.Address, contentHash [32]byte, split Split, position *big.Int, deadline *big.Int, attestations []Attestation) (*types.Transaction, error) {
	return _AttestationOracle.contract.Transact(opts, "award", terms, tranche, agent, contentHash, split, position, deadline, attestations)
}

// Award is a paid mutator transaction binding the contract method 0xc4ea3ebf.
//
// Solidity: function award((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, address agent, bytes32 contentHash, (address[],uint16[]) split, uint256 position, uint256 deadline, (address,bytes)[] attestations) returns()
func (_AttestationOracle *AttestationOracleSession) Award(terms MissionTerms, tranche uint8, agent common.Address, contentHash [32]byte, split Split, position *big.Int, deadline *big.Int, attestations []Attestation) (*types.Transaction, error) {
	return _AttestationOracle.Contract.Award(&_AttestationOracle.TransactOpts, terms, tranche, agent, contentHash, split, position, deadline, attestations)
}

// Award is a paid mutator transaction binding the contract method 0xc4ea3ebf.
//
// Solidity: function award((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, address agent, bytes32 contentHash, (address[],uint16[]) split, uint256 position, uint256 deadline, (address,bytes)[] attestations) returns()
func (_AttestationOracle *AttestationOracleTransactorSession) Award(terms MissionTerms, tranche uint8, agent common.Address, contentHash [32]byte, split Split, position *big.Int, deadline *big.Int, attestations []Attestation) (*types.Transaction, error) {
	return _AttestationOracle.Contract.Award(&_AttestationOracle.TransactOpts, terms, tranche, agent, contentHash, split, position, deadline, attestations)
}

// AttestationOracleAttestedIterator is returned from FilterAttested and is used to iterate over the raw logs and unpacked data for Attested events raised by the AttestationOracle contract.
type AttestationOracleAttestedIterator struct {
	Event *AttestationOracleAttested // Event containing the contract specifics and raw log

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
func (it *AttestationOracleAttestedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(AttestationOracleAttested)
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
		it.Event = new(AttestationOracleAttested)
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
func (it *AttestationOracleAttestedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *AttestationOracleAttestedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// AttestationOracleAttested represents a Attested event raised by the AttestationOracle contract.
type AttestationOracleAttested struct {
	MissionId      [32]byte
	Tranche        uint8
	Agent          common.Address
	SubmissionHash [32]byte
	Position       *big.Int
	Signers        []common.Address
	Raw            types.Log // Blockchain specific contextual infos
}

// FilterAttested is a free log retrieval operation binding the contract event 0x352baa6e74d3bb63ce61411ead09d4150a96c1d5b84827ab77a57e5027457289.
//
// Solidity: event Attested(bytes32 indexed missionId, uint8 indexed tranche, address indexed agent, bytes32 submissionHash, uint256 position, address[] signers)
func (_AttestationOracle *AttestationOracleFilterer) FilterAttested(opts *bind.FilterOpts, missionId [][32]byte, tranche []uint8, agent []common.Address) (*AttestationOracleAttestedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var trancheRule []interface{}
	for _, trancheItem := range tranche {
		trancheRule = append(trancheRule, trancheItem)
	}
	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}

	logs, sub, err := _AttestationOracle.contract.FilterLogs(opts, "Attested", missionIdRule, trancheRule, agentRule)
	if err != nil {
		return nil, err
	}
	return &AttestationOracleAttestedIterator{contract: _AttestationOracle.contract, event: "Attested", logs: logs, sub: sub}, nil
}

// WatchAttested is a free log subscription operation binding the contract event 0x352baa6e74d3bb63ce61411ead09d4150a96c1d5b84827ab77a57e5027457289.
//
// Solidity: event Attested(bytes32 indexed missionId, uint8 indexed tranche, address indexed agent, bytes32 submissionHash, uint256 position, address[] signers)
func (_AttestationOracle *AttestationOracleFilterer) WatchAttested(opts *bind.WatchOpts, sink chan<- *AttestationOracleAttested, missionId [][32]byte, tranche []uint8, agent []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var trancheRule []interface{}
	for _, trancheItem := range tranche {
		trancheRule = append(trancheRule, trancheItem)
	}
	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}

	logs, sub, err := _AttestationOracle.contract.WatchLogs(opts, "Attested", missionIdRule, trancheRule, agentRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(AttestationOracleAttested)
				if err := _AttestationOracle.contract.UnpackLog(event, "Attested", log); err != nil {
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

// ParseAttested is a log parse operation binding the contract event 0x352baa6e74d3bb63ce61411ead09d4150a96c1d5b84827ab77a57e5027457289.
//
// Solidity: event Attested(bytes32 indexed missionId, uint8 indexed tranche, address indexed agent, bytes32 submissionHash, uint256 position, address[] signers)
func (_AttestationOracle *AttestationOracleFilterer) ParseAttested(log types.Log) (*AttestationOracleAttested, error) {
	event := new(AttestationOracleAttested)
	if err := _AttestationOracle.contract.UnpackLog(event, "Attested", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// AttestationOracleAttestersSetIterator is returned from FilterAttestersSet and is used to iterate over the raw logs and unpacked data for AttestersSet events raised by the AttestationOracle contract.
type AttestationOracleAttestersSetIterator struct {
	Event *AttestationOracleAttestersSet // Event containing the contract specifics and raw log

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
func (it *AttestationOracleAttestersSetIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(AttestationOracleAttestersSet)
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
		it.Event = new(AttestationOracleAttestersSet)
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
func (it *AttestationOracleAttestersSetIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *AttestationOracleAttestersSetIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// AttestationOracleAttestersSet represents a AttestersSet event raised by the AttestationOracle contract.
type AttestationOracleAttestersSet struct {
	Threshold *big.Int
	Attesters []common.Address
	Raw       types.Log // Blockchain specific contextual infos
}

// FilterAttestersSet is a free log retrieval operation binding the contract event 0xe08b30c0de67b7be49325a24f17d63a7a512e6f13a0d5896c4b34bbe2c014802.
//
// Solidity: event AttestersSet(uint256 threshold, address[] attesters)
func (_AttestationOracle *AttestationOracleFilterer) FilterAttestersSet(opts *bind.FilterOpts) (*AttestationOracleAttestersSetIterator, error) {

	logs, sub, err := _AttestationOracle.contract.FilterLogs(opts, "AttestersSet")
	if err != nil {
		return nil, err
	}
	return &AttestationOracleAttestersSetIterator{contract: _AttestationOracle.contract, event: "AttestersSet", logs: logs, sub: sub}, nil
}

// WatchAttestersSet is a free log subscription operation binding the contract event 0xe08b30c0de67b7be49325a24f17d63a7a512e6f13a0d5896c4b34bbe2c014802.
//
// Solidity: event AttestersSet(uint256 threshold, address[] attesters)
func (_AttestationOracle *AttestationOracleFilterer) WatchAttestersSet(opts *bind.WatchOpts, sink chan<- *AttestationOracleAttestersSet) (event.Subscription, error) {

	logs, sub, err := _AttestationOracle.contract.WatchLogs(opts, "AttestersSet")
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(AttestationOracleAttestersSet)
				if err := _AttestationOracle.contract.UnpackLog(event, "AttestersSet", log); err != nil {
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

// ParseAttestersSet is a log parse operation binding the contract event 0xe08b30c0de67b7be49325a24f17d63a7a512e6f13a0d5896c4b34bbe2c014802.
//
// Solidity: event AttestersSet(uint256 threshold, address[] attesters)
func (_AttestationOracle *AttestationOracleFilterer) ParseAttestersSet(log types.Log) (*AttestationOracleAttestersSet, error) {
	event := new(AttestationOracleAttestersSet)
	if err := _AttestationOracle.contract.UnpackLog(event, "AttestersSet", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// AttestationOracleEIP712DomainChangedIterator is returned from FilterEIP712DomainChanged and is used to iterate over the raw logs and unpacked data for EIP712DomainChanged events raised by the AttestationOracle contract.
type AttestationOracleEIP712DomainChangedIterator struct {
	Event *AttestationOracleEIP712DomainChanged // Event containing the contract specifics and raw log

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
func (it *AttestationOracleEIP712DomainChangedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(AttestationOracleEIP712DomainChanged)
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
		it.Event = new(AttestationOracleEIP712DomainChanged)
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
func (it *AttestationOracleEIP712DomainChangedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *AttestationOracleEIP712DomainChangedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// AttestationOracleEIP712DomainChanged represents a EIP712DomainChanged event raised by the AttestationOracle contract.
type AttestationOracleEIP712DomainChanged struct {
	Raw types.Log // Blockchain specific contextual infos
}

// FilterEIP712DomainChanged is a free log retrieval operation binding the contract event 0x0a6387c9ea3628b88a633bb4f3b151770f70085117a15f9bf3787cda53f13d31.
//
// Solidity: event EIP712DomainChanged()
func (_AttestationOracle *AttestationOracleFilterer) FilterEIP712DomainChanged(opts *bind.FilterOpts) (*AttestationOracleEIP712DomainChangedIterator, error) {

	logs, sub, err := _AttestationOracle.contract.FilterLogs(opts, "EIP712DomainChanged")
	if err != nil {
		return nil, err
	}
	return &AttestationOracleEIP712DomainChangedIterator{contract: _AttestationOracle.contract, event: "EIP712DomainChanged", logs: logs, sub: sub}, nil
}

// WatchEIP712DomainChanged is a free log subscription operation binding the contract event 0x0a6387c9ea3628b88a633bb4f3b151770f70085117a15f9bf3787cda53f13d31.
//
// Solidity: event EIP712DomainChanged()
func (_AttestationOracle *AttestationOracleFilterer) WatchEIP712DomainChanged(opts *bind.WatchOpts, sink chan<- *AttestationOracleEIP712DomainChanged) (event.Subscription, error) {

	logs, sub, err := _AttestationOracle.contract.WatchLogs(opts, "EIP712DomainChanged")
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(AttestationOracleEIP712DomainChanged)
				if err := _AttestationOracle.contract.UnpackLog(event, "EIP712DomainChanged", log); err != nil {
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

// ParseEIP712DomainChanged is a log parse operation binding the contract event 0x0a6387c9ea3628b88a633bb4f3b151770f70085117a15f9bf3787cda53f13d31.
//
// Solidity: event EIP712DomainChanged()
func (_AttestationOracle *AttestationOracleFilterer) ParseEIP712DomainChanged(log types.Log) (*AttestationOracleEIP712DomainChanged, error) {
	event := new(AttestationOracleEIP712DomainChanged)
	if err := _AttestationOracle.contract.UnpackLog(event, "EIP712DomainChanged", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}
