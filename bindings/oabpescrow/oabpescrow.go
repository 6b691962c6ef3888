// Code generated - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package oabpescrow

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

// Appeal is an auto generated low-level Go binding around an user-defined struct.
type Appeal struct {
	Appellant common.Address
	RuleBy    *big.Int
}

// Commitment is an auto generated low-level Go binding around an user-defined struct.
type Commitment struct {
	Seq    *big.Int
	Digest *big.Int
}

// Mission is an auto generated low-level Go binding around an user-defined struct.
type Mission struct {
	Held        uint64
	Pending     uint64
	PostedAt    *big.Int
	SubmitBy    *big.Int
	DoneMask    uint16
	PendingMask uint16
	Status      uint8
	EntrySlots  uint8
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

// PendingAward is an auto generated low-level Go binding around an user-defined struct.
type PendingAward struct {
	Agent    common.Address
	FinalAt  *big.Int
	Seq      *big.Int
	Appealed bool
}

// Split is an auto generated low-level Go binding around an user-defined struct.
type Split struct {
	Payees []common.Address
	Bps    []uint16
}

// OabpEscrowMetaData contains all meta data concerning the OabpEscrow contract.
var OabpEscrowMetaData = &bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"token_\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"oracles_\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"postFee_\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"feeRecipient_\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"appeal\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"evidenceHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"appealOf\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}],\"outputs\":[{\"name\":\"\",\"type\":\"tuple\",\"internalType\":\"structAppeal\",\"components\":[{\"name\":\"appellant\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"ruleBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"award\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"contentHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"split\",\"type\":\"tuple\",\"internalType\":\"structSplit\",\"components\":[{\"name\":\"payees\",\"type\":\"address[]\",\"internalType\":\"address[]\"},{\"name\":\"bps\",\"type\":\"uint16[]\",\"internalType\":\"uint16[]\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"cancel\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"collectFees\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"commit\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"commitment\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"commitmentOf\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"tuple\",\"internalType\":\"structCommitment\",\"components\":[{\"name\":\"seq\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"digest\",\"type\":\"uint216\",\"internalType\":\"uint216\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"credit\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"feeRecipient\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"feesAccrued\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint96\",\"internalType\":\"uint96\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"finalize\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"contentHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"split\",\"type\":\"tuple\",\"internalType\":\"structSplit\",\"components\":[{\"name\":\"payees\",\"type\":\"address[]\",\"internalType\":\"address[]\"},{\"name\":\"bps\",\"type\":\"uint16[]\",\"internalType\":\"uint16[]\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"isCurrentSubmission\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"submissionHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"mission\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"tuple\",\"internalType\":\"structMission\",\"components\":[{\"name\":\"held\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"pending\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"postedAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"doneMask\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"pendingMask\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"status\",\"type\":\"uint8\",\"internalType\":\"enumStatus\"},{\"name\":\"entrySlots\",\"type\":\"uint8\",\"internalType\":\"uint8\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"missionIdOf\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]}],\"outputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"oracles\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pendingAward\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}],\"outputs\":[{\"name\":\"\",\"type\":\"tuple\",\"internalType\":\"structPendingAward\",\"components\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"finalAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"seq\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealed\",\"type\":\"bool\",\"internalType\":\"bool\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"post\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"specURI\",\"type\":\"string\",\"internalType\":\"string\"}],\"outputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"postFee\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"postWithAuthorization\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"specURI\",\"type\":\"string\",\"internalType\":\"string\"},{\"name\":\"validAfter\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"validBefore\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"signature\",\"type\":\"bytes\",\"internalType\":\"bytes\"}],\"outputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"postWithPermit\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"specURI\",\"type\":\"string\",\"internalType\":\"string\"},{\"name\":\"deadline\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"signature\",\"type\":\"bytes\",\"internalType\":\"bytes\"}],\"outputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"refund\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"reveal\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"answer\",\"type\":\"bytes\",\"internalType\":\"bytes\"},{\"name\":\"salt\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"rule\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"ruling\",\"type\":\"uint8\",\"internalType\":\"enumRuling\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"contentHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"split\",\"type\":\"tuple\",\"internalType\":\"structSplit\",\"components\":[{\"name\":\"payees\",\"type\":\"address[]\",\"internalType\":\"address[]\"},{\"name\":\"bps\",\"type\":\"uint16[]\",\"internalType\":\"uint16[]\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"setFeeRecipient\",\"inputs\":[{\"name\":\"next\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"submissionOf\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}],\"outputs\":[{\"name\":\"hash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"revision\",\"type\":\"uint16\",\"internalType\":\"uint16\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"submit\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"contentHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"splitHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"uri\",\"type\":\"string\",\"internalType\":\"string\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"token\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"withdraw\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"event\",\"name\":\"AnswerCommitted\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"commitment\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"seq\",\"type\":\"uint40\",\"indexed\":false,\"internalType\":\"uint40\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"AnswerRevealed\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"answerHash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"seq\",\"type\":\"uint40\",\"indexed\":false,\"internalType\":\"uint40\"},{\"name\":\"leading\",\"type\":\"bool\",\"indexed\":false,\"internalType\":\"bool\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"AppealRaised\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"indexed\":true,\"internalType\":\"uint8\"},{\"name\":\"appellant\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"bond\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"evidenceHash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"ruleBy\",\"type\":\"uint40\",\"indexed\":false,\"internalType\":\"uint40\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"AppealRuled\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"indexed\":true,\"internalType\":\"uint8\"},{\"name\":\"ruling\",\"type\":\"uint8\",\"indexed\":false,\"internalType\":\"enumRuling\"},{\"name\":\"agent\",\"type\":\"address\",\"indexed\":false,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"AwardFinalized\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"indexed\":true,\"internalType\":\"uint8\"},{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"gross\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"fee\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"AwardProposed\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"indexed\":true,\"internalType\":\"uint8\"},{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"submissionHash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"gross\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"finalAt\",\"type\":\"uint40\",\"indexed\":false,\"internalType\":\"uint40\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"CreditWithdrawn\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"FeeRecipientChanged\",\"inputs\":[{\"name\":\"previous\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"current\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"FeesCollected\",\"inputs\":[{\"name\":\"to\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"MissionCancelled\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"MissionPosted\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"poster\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"terms\",\"type\":\"tuple\",\"indexed\":false,\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"specURI\",\"type\":\"string\",\"indexed\":false,\"internalType\":\"string\"},{\"name\":\"via\",\"type\":\"uint8\",\"indexed\":false,\"internalType\":\"enumFunding\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"MissionRefunded\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"to\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"credited\",\"type\":\"bool\",\"indexed\":false,\"internalType\":\"bool\"},{\"name\":\"reason\",\"type\":\"uint8\",\"indexed\":false,\"internalType\":\"enumRefundReason\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Payout\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"to\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"indexed\":false,\"internalType\":\"uint8\"},{\"name\":\"amount\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"credited\",\"type\":\"bool\",\"indexed\":false,\"internalType\":\"bool\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"WorkSubmitted\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"submissionHash\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"indexed\":false,\"internalType\":\"uint8\"},{\"name\":\"contentHash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"splitHash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"revision\",\"type\":\"uint16\",\"indexed\":false,\"internalType\":\"uint16\"},{\"name\":\"uri\",\"type\":\"string\",\"indexed\":false,\"internalType\":\"string\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AddressHasNoCode\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"AlreadyAppealed\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}]},{\"type\":\"error\",\"name\":\"AlreadyCommitted\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"AppealTermsInvalid\",\"inputs\":[{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"}]},{\"type\":\"error\",\"name\":\"AppealWindowClosed\",\"inputs\":[{\"name\":\"finalAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"}]},{\"type\":\"error\",\"name\":\"AppealsOff\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"CommitmentMismatch\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"CommitmentTooYoung\",\"inputs\":[{\"name\":\"blockNumber\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"earliest\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"FeeOutOfRange\",\"inputs\":[{\"name\":\"index\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"fee\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"tranche\",\"type\":\"uint96\",\"internalType\":\"uint96\"}]},{\"type\":\"error\",\"name\":\"FeeSumMismatch\",\"inputs\":[{\"name\":\"sum\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"expected\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"ForbiddenReceiver\",\"inputs\":[{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"JudgeWindowClosed\",\"inputs\":[{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"}]},{\"type\":\"error\",\"name\":\"MatchTermsInvalid\",\"inputs\":[{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"tranches\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"}]},{\"type\":\"error\",\"name\":\"MissionExists\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"NoAppeal\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}]},{\"type\":\"error\",\"name\":\"NoCommitment\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NoCommitmentsTaken\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"NoCredit\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NoFees\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"NoPendingAward\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}]},{\"type\":\"error\",\"name\":\"NotAppellant\",\"inputs\":[{\"name\":\"caller\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NotArbiter\",\"inputs\":[{\"name\":\"caller\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NotCurrentSubmission\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"submissionHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"NotFeeRecipient\",\"inputs\":[{\"name\":\"caller\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"feeRecipient\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NotFinalYet\",\"inputs\":[{\"name\":\"finalAt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"NotPoster\",\"inputs\":[{\"name\":\"caller\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NotResolver\",\"inputs\":[{\"name\":\"caller\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NothingToRefund\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"OracleNotAllowed\",\"inputs\":[{\"name\":\"oracle\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"PosterBarred\",\"inputs\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ReentrancyGuardReentrantCall\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"RefundNotDue\",\"inputs\":[{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"}]},{\"type\":\"error\",\"name\":\"RefundTimeOutOfRange\",\"inputs\":[{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"earliest\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"latest\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"ResolverInvalid\",\"inputs\":[{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"RevealWindowClosed\",\"inputs\":[{\"name\":\"finalAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"}]},{\"type\":\"error\",\"name\":\"RewardTooLarge\",\"inputs\":[{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"max\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]},{\"type\":\"error\",\"name\":\"RulingInvalid\",\"inputs\":[{\"name\":\"ruling\",\"type\":\"uint8\",\"internalType\":\"enumRuling\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"RulingWindowClosed\",\"inputs\":[{\"name\":\"ruleBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"}]},{\"type\":\"error\",\"name\":\"SafeERC20FailedOperation\",\"inputs\":[{\"name\":\"token\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ShareCountOutOfRange\",\"inputs\":[{\"name\":\"payees\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"parts\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"ShareSumMismatch\",\"inputs\":[{\"name\":\"sum\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"ShareZero\",\"inputs\":[{\"name\":\"index\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"SubmissionLocked\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}]},{\"type\":\"error\",\"name\":\"SubmitWindowClosed\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"}]},{\"type\":\"error\",\"name\":\"TermsNotCanonical\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"TimesNotAscending\",\"inputs\":[{\"name\":\"timestamp\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"}]},{\"type\":\"error\",\"name\":\"TooLong\",\"inputs\":[{\"name\":\"length\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"max\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"TrancheCountOutOfRange\",\"inputs\":[{\"name\":\"tranches\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"fees\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"min\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"max\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"TrancheOutOfRange\",\"inputs\":[{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"count\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"TrancheSumMismatch\",\"inputs\":[{\"name\":\"sum\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"}]},{\"type\":\"error\",\"name\":\"TrancheTaken\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}]},{\"type\":\"error\",\"name\":\"TrancheTooSmall\",\"inputs\":[{\"name\":\"index\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"amount\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"min\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"WrongAnswer\",\"inputs\":[{\"name\":\"given\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"expected\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"WrongStatus\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"status\",\"type\":\"uint8\",\"internalType\":\"enumStatus\"}]}]",
	Bin: "0x60e060405234801561000f575f5ffd5b5060405161611438038061611483398101604081905261002e9161019c565b836001600160a01b03163b5f03610068576040516310d76a3760e31b81526001600160a01b03851660048201526024015b60405180910390fd5b826001600160a01b03163b5f0361009d576040516310d76a3760e31b81526001600160a01b038416600482015260240161005f565b6001600160a01b03808516608052831660a0526001600160401b03821660c0526100c7818561013f565b156100ef576040516202da5360e91b81526001600160a01b038216600482015260240161005f565b5f80546001600160a01b0319166001600160a01b03831690811782556040519091907f0bc21fe5c3ab742ff1d15b5c4477ffbacf1167e618228078fa625edebe7f331d908290a3505050506101fb565b5f6001600160a01b03831615806101675750816001600160a01b0316836001600160a01b0316145b8061017a57506001600160a01b03831630145b9392505050565b80516001600160a01b0381168114610197575f5ffd5b919050565b5f5f5f5f608085870312156101af575f5ffd5b6101b885610181565b93506101c660208601610181565b60408601519093506001600160401b03811681146101e2575f5ffd5b91506101f060608601610181565b905092959194509250565b60805160a05160c051615e8d6102875f395f81816106a601528181613874015261391601525f818161022d015261375701525f818161068001528181610cb601528181610dea01528181611147015281816111c9015281816112370152818161175c0152818161186e01528181611cc7015281816136d401528181613d500152613fc70152615e8d5ff3fe608060405234801561000f575f5ffd5b50600436106101bb575f3560e01c8063967710df116100f3578063d7945efc11610093578063f0b87c021161006e578063f0b87c021461065e578063fc0c546a1461067e578063fcf7becf146106a4578063ff8d4345146106d4575f5ffd5b8063d7945efc14610615578063e3ce094d14610638578063e74b981b1461064b575f5ffd5b8063c8796572116100ce578063c879657214610490578063d2a761df14610498578063d4282460146105e3578063d5d44d80146105f6575f5ffd5b8063967710df1461043f5780639f788a6d14610452578063a9a11df11461047d575f5ffd5b80634a6605d81161015e57806356312d0d1161013957806356312d0d146103ba5780635cb575eb146103cd57806388346759146103e057806394db0595146103f3575f5ffd5b80634a6605d8146102d85780634f318e82146102eb57806351cff8d9146103a7575f5ffd5b80633bf00c87116101995780633bf00c87146102725780634150b1bb14610285578063469048401461029857806346fa940d146102b7575f5ffd5b80630cc3208e146101bf57806319749575146102165780632857373a1461022b575b5f5ffd5b6101d26101cd3660046151fc565b6106e7565b60408051825164ffffffffff1681526020928301517affffffffffffffffffffffffffffffffffffffffffffffffffffff1692810192909252015b60405180910390f35b610229610224366004615257565b610745565b005b7f00000000000000000000000000000000000000000000000000000000000000005b60405173ffffffffffffffffffffffffffffffffffffffff909116815260200161020d565b61022961028036600461531a565b610934565b61022961029336600461538a565b610aae565b5f5461024d9073ffffffffffffffffffffffffffffffffffffffff1681565b6102ca6102c536600461538a565b610c6e565b60405190815260200161020d565b6102ca6102e63660046153bc565b610c78565b61036f6102f9366004615425565b6040805180820182525f80825260209182018190529384526005815281842060ff9390931684529182529182902082518084019093525473ffffffffffffffffffffffffffffffffffffffff8116835274010000000000000000000000000000000000000000900464ffffffffff169082015290565b60408051825173ffffffffffffffffffffffffffffffffffffffff16815260209283015164ffffffffff16928101929092520161020d565b6102296103b5366004615446565b610cee565b6102296103c836600461538a565b610e1a565b6102296103db36600461545f565b610f09565b6102ca6103ee3660046154cb565b6110e5565b5f54610422907401000000000000000000000000000000000000000090046bffffffffffffffffffffffff1681565b6040516bffffffffffffffffffffffff909116815260200161020d565b6102ca61044d366004615550565b611204565b6104656104603660046155fc565b6112d4565b6040805192835261ffff90911660208301520161020d565b61022961048b366004615635565b61132b565b610229611797565b6105866104a6366004615425565b604080516080810182525f808252602082018190529181018290526060810191909152505f91825260046020908152604080842060ff93841685528252928390208351608081018552905473ffffffffffffffffffffffffffffffffffffffff8116825274010000000000000000000000000000000000000000810464ffffffffff908116938301939093527901000000000000000000000000000000000000000000000000008104909216938101939093527e010000000000000000000000000000000000000000000000000000000000009004161515606082015290565b60405161020d91905f60808201905073ffffffffffffffffffffffffffffffffffffffff835116825264ffffffffff602084015116602083015264ffffffffff604084015116604083015260608301511515606083015292915050565b6102296105f1366004615689565b6118a1565b6102ca610604366004615446565b60066020525f908152604090205481565b610628610623366004615717565b611ad6565b604051901515815260200161020d565b610229610646366004615758565b611b06565b610229610659366004615446565b611c4a565b61067161066c366004615778565b611db2565b60405161020d91906157d0565b7f000000000000000000000000000000000000000000000000000000000000000061024d565b7f000000000000000000000000000000000000000000000000000000000000000067ffffffffffffffff166102ca565b6102296106e236600461587e565b611e09565b6040805180820182525f80825260209182018190528481526003825282812073ffffffffffffffffffffffffffffffffffffffff85168252825282902054825180840190935264ffffffffff8116835260281c908201525b92915050565b61074d6123d6565b5f61075785610c6e565b90505f610764828661240b565b5f83815260046020908152604080832060ff808b168552908352928190208151608081018352905473ffffffffffffffffffffffffffffffffffffffff8116825264ffffffffff7401000000000000000000000000000000000000000082048116948301859052790100000000000000000000000000000000000000000000000000820416928201929092527e01000000000000000000000000000000000000000000000000000000000000909104909216151560608301529192509042101561086e5760208101516040517f3d60ce0f00000000000000000000000000000000000000000000000000000000815264ffffffffff90911660048201526024015b60405180910390fd5b610877876124b9565b156108a05780516108989084905f9061089383878d85856124e8565b612689565b505050610926565b6108e8838388845f01516108e38a6108b78b612701565b604080516020808201949094528082019290925280518083038201815260609092019052805191012090565b61276f565b80606001516109115761090c838761090686868c8c885f01516124e8565b876127e9565b610922565b61092283838989855f0151896128f4565b5050505b61092e612a61565b50505050565b61093c6123d6565b5f61094685610c6e565b90505f61095282612a8b565b90505f6109628388888888612b3f565b5f84815260036020908152604080832033845290915281205560a083015190915061ffff161561099757610898838883612e1a565b6109a8610100880160e08901615920565b64ffffffffff164210610a02576109c6610100880160e08901615920565b6040517f57411d0900000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b604080516101c0890135815264ffffffffff831660208201526001818301529051339185917fc3f405f2a02315a5894f2b2be52945bb319269e326558e2a81ff9d35a962ce609181900360600190a3610a6361016088016101408901615944565b63ffffffff165f03610a825761090c835f3361089387878d5f336124e8565b6109228383895f336101c0830135610aa261016085016101408601615944565b63ffffffff1688613151565b610ab66123d6565b610ac861012082016101008301615920565b64ffffffffff16421015610b2457610ae861012082016101008301615920565b6040517f81e27e8e00000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b5f610b2e82610c6e565b5f8181526001602052604081205491925090610b49906133af565b905060018160c001516005811115610b6357610b6361578f565b14158015610b87575060028160c001516005811115610b8457610b8461578f565b14155b15610bc55760c08101516040517f9d819744000000000000000000000000000000000000000000000000000000008152610865918491600401615967565b805167ffffffffffffffff165f03610c0c576040517fc706630000000000000000000000000000000000000000000000000000000000815260048101839052602401610865565b5f60018260c001516005811115610c2557610c2561578f565b14610c31576001610c33565b5f5b90505f610c4284846004613470565b9050610c5f84610c586060880160408901615446565b83856134cd565b50505050610c6b612a61565b50565b5f61073f82613525565b5f610c816123d6565b610c8a846135cd565b5f610c978585855f61366c565b9092509050610cde73ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001633308461395f565b50610ce7612a61565b9392505050565b610cf66123d6565b73ffffffffffffffffffffffffffffffffffffffff81165f9081526006602052604081205490819003610d6d576040517f6385746f00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83166004820152602401610865565b73ffffffffffffffffffffffffffffffffffffffff82165f81815260066020526040808220919091555181907f52fc0f9d902f33823a83590d3549f63f5492a0df5c6b6db8dee20deb94456b2690610dc89085815260200190565b60405180910390a3610e1173ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001683836139bb565b50610c6b612a61565b610e226123d6565b610e2b816135cd565b5f610e3582610c6e565b5f8181526001602052604081205491925090610e50906133af565b905060018160c001516005811115610e6a57610e6a61578f565b14610ea85760c08101516040517f9d819744000000000000000000000000000000000000000000000000000000008152610865918491600401615967565b5f610eb583836005613470565b60405190915083907fb37059d19001b76727c0e4bf4ef224486537d772541c557f89efe546c55c7f2a905f90a2610efe83610ef66060870160408801615446565b8360036134cd565b505050610c6b612a61565b610f116123d6565b610200811115610f58576040517fad8e4f3c000000000000000000000000000000000000000000000000000000008152600481018290526102006024820152604401610865565b5f610f6287613a16565b9050610f6e8160f81c90565b60ff168660ff1610610fc45785610f858260f81c90565b6040517f76430db900000000000000000000000000000000000000000000000000000000815260ff928316600482015291166024820152604401610865565b610fce8160e01c90565b61ffff1615610fe257610fe2878288613b53565b604080516020808201889052818301879052825180830384018152606090920183528151918101919091205f8a815260028352838120338252835283812060ff8b168252909252918120546110389060016159a8565b5f8a81526002602090815260408083203380855290835281842060ff8e168552909252918290207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0000861661ffff8516179055905191925083918b907fc8a3da07b9d6e5ecdfa3e8eccb628864efc061b8f66b618240ed3b59e0abc765906110ca908d908d908d9089908e908e90615a09565b60405180910390a45050506110dd612a61565b505050505050565b5f6110ee6123d6565b6110f7876135cd565b5f611105888888600161366c565b6040517f9fd5a6cf000000000000000000000000000000000000000000000000000000008152919350915073ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001690639fd5a6cf90611186903390309086908b908b908b90600401615a3b565b5f604051808303815f87803b15801561119d575f5ffd5b505af19250505080156111ae575060015b506111f173ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001633308461395f565b506111fa612a61565b9695505050505050565b5f61120d6123d6565b5f61121b898989600261366c565b909250905073ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000166388b7ab6361126960208c018c615446565b30848a8a888b8b6040518963ffffffff1660e01b8152600401611293989796959493929190615a92565b5f604051808303815f87803b1580156112aa575f5ffd5b505af11580156112bc573d5f5f3e3d5ffd5b50505050506112c9612a61565b979650505050505050565b5f5f5f6112fc866112f560015f8a81526020019081526020015f20546133af565b8787613c3f565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0000811697909650945050505050565b6113336123d6565b5f61133d84610c6e565b90505f61134a828561240b565b90505f61135f61018087016101608801615446565b73ffffffffffffffffffffffffffffffffffffffff16036113af576040517fa3849a9600000000000000000000000000000000000000000000000000000000815260048101839052602401610865565b5f82815260046020908152604080832060ff8089168552908352928190208151608081018352905473ffffffffffffffffffffffffffffffffffffffff8116825264ffffffffff7401000000000000000000000000000000000000000082048116948301949094527901000000000000000000000000000000000000000000000000008104909316918101919091527e0100000000000000000000000000000000000000000000000000000000000090910490911615801560608301526114ae576040517fbad3b5c90000000000000000000000000000000000000000000000000000000081526004810184905260ff86166024820152604401610865565b806020015164ffffffffff1642106115015760208101516040517fbffde50100000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b5f61150f6020880188615446565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16148061157757505f848152600260209081526040808320338452909152812081611566868a613c90565b81526020019081526020015f205414155b905080158061159c5750815173ffffffffffffffffffffffffffffffffffffffff1633145b156115d5576040517fc62f986b000000000000000000000000000000000000000000000000000000008152336004820152602401610865565b5f6115e86101a089016101808a01615b03565b6bffffffffffffffffffffffff1690505f6116066203f48042615b2e565b5f87815260046020908152604080832060ff8d1680855290835281842080547fff00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff167e01000000000000000000000000000000000000000000000000000000000000179055815180830183523380825264ffffffffff8781168387018181528f895260058852868920868a5288529786902093518454985190921674010000000000000000000000000000000000000000027fffffffffffffff0000000000000000000000000000000000000000000000000090981673ffffffffffffffffffffffffffffffffffffffff909216919091179690961790915582518881529384018d90529183019390935292935088907f7898f2c6eee5c0c4ede2c3d367a9ead8dac1fbef056c339ca964830c0ca5fcbf9060600160405180910390a461178473ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001633308561395f565b505050505050611792612a61565b505050565b61179f6123d6565b5f80547401000000000000000000000000000000000000000090046bffffffffffffffffffffffff1690819003611802576040517f7f7d9be000000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f805473ffffffffffffffffffffffffffffffffffffffff169081905560405182815281907f9dc46f23cfb5ddcad0ae7ea2be38d47fec07bb9382ec7e564efc69e036dd66ce9060200160405180910390a261189573ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001682846139bb565b505061189f612a61565b565b6118a96123d6565b6118b96040860160208701615446565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff161461194e57336118fc6040870160208801615446565b6040517f5616a39000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff928316600482015291166024820152604401610865565b61195f610100860160e08701615920565b64ffffffffff16421061197d576109c6610100860160e08701615920565b5f61198786610c6e565b90505f61199382612a8b565b90506119a36101e0880188615b41565b90508660ff16106119fb57856119bd6101e0890189615b41565b6040517f76430db900000000000000000000000000000000000000000000000000000000815260ff9093166004840152602483015250604401610865565b600160ff87161b8160a001518260800151171661ffff165f14611a56576040517fd3f032ec0000000000000000000000000000000000000000000000000000000081526004810183905260ff87166024820152604401610865565b5f611a6683838a8a8a8a8a613cb2565b9050611a7a61014089016101208a01615944565b63ffffffff165f03611a9d57611a98838861090686868d8d8d6124e8565b611ac4565b611ac483838a8a8a86611ab861014085016101208601615944565b63ffffffff165f613151565b505050611acf612a61565b5050505050565b5f84815260016020526040812054611afd90611af79087906112f5906133af565b83613d90565b95945050505050565b611b0e6123d6565b611b20611b1a83613a16565b60f81c90565b60ff1615611b5d576040517f7756954300000000000000000000000000000000000000000000000000000000815260048101839052602401610865565b5f82815260036020908152604080832033845290915290205415611bb6576040517f83850ec600000000000000000000000000000000000000000000000000000000815260048101839052336024820152604401610865565b5f82815260036020908152604080832033808552908352928190207fffffffffffffffffffffffffffffffffffffffffffffffffffffff0000000000851664ffffffffff43908116918217909255825186815293840152815190939286927f6afc106e86ace62fd50379d8eb8ebbfb5801a73a28287abcda4e618a333a801792918290030190a350611c46612a61565b5050565b611c526123d6565b5f5473ffffffffffffffffffffffffffffffffffffffff16338114611cc1576040517f8ff7a05300000000000000000000000000000000000000000000000000000000815233600482015273ffffffffffffffffffffffffffffffffffffffff82166024820152604401610865565b611ceb827f0000000000000000000000000000000000000000000000000000000000000000613dc3565b15611d3a576040517f05b4a60000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83166004820152602401610865565b5f80547fffffffffffffffffffffffff00000000000000000000000000000000000000001673ffffffffffffffffffffffffffffffffffffffff84811691821783556040519192908416917f0bc21fe5c3ab742ff1d15b5c4477ffbacf1167e618228078fa625edebe7f331d9190a350610c6b612a61565b60408051610100810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101919091525f8281526001602052604090205461073f906133af565b611e116123d6565b611e2361018087016101608801615446565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614611eba5733611e6861018088016101608901615446565b6040517ffff7d58e00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff928316600482015291166024820152604401610865565b5f611ec487610c6e565b90505f611ed1828861240b565b5f83815260046020908152604080832060ff808d1685529252909120549192507e0100000000000000000000000000000000000000000000000000000000000090910416611f57576040517f9edba3bc0000000000000000000000000000000000000000000000000000000081526004810183905260ff88166024820152604401610865565b5f82815260056020908152604080832060ff8b16845282529182902082518084019093525473ffffffffffffffffffffffffffffffffffffffff8116835274010000000000000000000000000000000000000000900464ffffffffff1690820181905242106120015760208101516040517f55e1e5ef00000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b5f83815260046020908152604080832060ff8c168452909152812054825173ffffffffffffffffffffffffffffffffffffffff9091169189600381111561204a5761204a61578f565b03612056575080612147565b600189600381111561206a5761206a61578f565b036120f0578173ffffffffffffffffffffffffffffffffffffffff168873ffffffffffffffffffffffffffffffffffffffff16036120d85788886040517fa93e2d64000000000000000000000000000000000000000000000000000000008152600401610865929190615bb5565b6120e785858d8d8c8c8c613cb2565b50879150612147565b60028960038111156121045761210461578f565b03612111575f9150612147565b88886040517fa93e2d64000000000000000000000000000000000000000000000000000000008152600401610865929190615bb5565b5f85815260056020908152604080832060ff8e1680855292529182902080547fffffffffffffff00000000000000000000000000000000000000000000000000169055905186907f76f934cae7a1c8e675acec5fbe55885405b1efa86bb02e7511d8099524e92e81906121bd908d908790615bb5565b60405180910390a360028960038111156121d9576121d961578f565b0361228f575f6121ed6101e08d018d615b41565b8c60ff1681811061220057612200615be7565b90506020020160208101906122159190615b03565b6bffffffffffffffffffffffff16905061223186868d84613e39565b61223d86868e8e613eb3565b61226a868c848f6101800160208101906122579190615b03565b6bffffffffffffffffffffffff16612689565b612289868d60400160208101906122819190615446565b8360026134cd565b506123c9565b60405180608001604052808373ffffffffffffffffffffffffffffffffffffffff1681526020015f64ffffffffff1681526020015f64ffffffffff1681526020015f151581525060045f8781526020019081526020015f205f8c60ff1681526020019081526020015f205f820151815f015f6101000a81548173ffffffffffffffffffffffffffffffffffffffff021916908373ffffffffffffffffffffffffffffffffffffffff1602179055506020820151815f0160146101000a81548164ffffffffff021916908364ffffffffff1602179055506040820151815f0160196101000a81548164ffffffffff021916908364ffffffffff1602179055506060820151815f01601e6101000a81548160ff0219169083151502179055509050506123c9858b838e6101800160208101906122579190615b03565b50505050506110dd612a61565b6123de613f4c565b61189f60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b90613fa5565b60408051610100810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101919091525f83815260016020526040902054612462906133af565b9050600160ff83161b8160a001511661ffff165f0361073f576040517f3028a7860000000000000000000000000000000000000000000000000000000081526004810184905260ff83166024820152604401610865565b5f806124cb6040840160208501615446565b73ffffffffffffffffffffffffffffffffffffffff161492915050565b5f80806124f96101e0870187615b41565b8660ff1681811061250c5761250c615be7565b90506020020160208101906125219190615b03565b61252f610200880188615b41565b8760ff1681811061254257612542615be7565b90506020020160208101906125579190615b03565b6bffffffffffffffffffffffff9182169350169050600160ff86161b8760a001511661ffff165f146125945761258f88888785613e39565b6125b3565b81875f018181516125a59190615c14565b67ffffffffffffffff169052505b6125bf88888888613eb3565b805f60148282829054906101000a90046bffffffffffffffffffffffff166125e79190615c34565b92506101000a8154816bffffffffffffffffffffffff02191690836bffffffffffffffffffffffff1602179055508373ffffffffffffffffffffffffffffffffffffffff168560ff16897f6c0715b88a44b73ed0f82e01819111e40e98321f9b289eb2d782612a66dc7a0f858560405161266b929190918252602082015260400190565b60405180910390a461267d8183615c58565b98975050505050505050565b5f6126948383613fac565b6040805160ff87168152602081018590528215159181019190915290915073ffffffffffffffffffffffffffffffffffffffff84169086907fae10fa6e29b9ab23b8756c13ba5c23f0a06a706b02de9d2bb5cbd1908def6d6d906060015b60405180910390a35050505050565b5f368181816127108680615b41565b61271d6020890189615b41565b93509350935093506040518360051b60408252806060016020830152846040830152808660608401378060608301018381528360051b9150818560208301370181900360200190209695505050505050565b61278461277e86868587613c3f565b82613d90565b611acf576040517f2dc4efde0000000000000000000000000000000000000000000000000000000081526004810186905273ffffffffffffffffffffffffffffffffffffffff8316602482015260ff8416604482015260648101829052608401610865565b365f6127f58380615b41565b909250905080600181900361283e57612836878785855f81811061281b5761281b615be7565b90506020020160208101906128309190615446565b88612689565b50505061092e565b5f61288a866128506020880188615b41565b808060200260200160405190810160405280939291908181526020018383602002808284375f920191909152506127109250614036915050565b90505f5b828110156128e9576128e189898787858181106128ad576128ad615be7565b90506020020160208101906128c29190615446565b8585815181106128d4576128d4615be7565b6020026020010151612689565b60010161288e565b505050505050505050565b5f86815260056020908152604080832060ff8716845282529182902082518084019093525473ffffffffffffffffffffffffffffffffffffffff8116835274010000000000000000000000000000000000000000900464ffffffffff1690820181905242101561299f5760208101516040517f3d60ce0f00000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b5f87815260056020908152604080832060ff881680855292529182902080547fffffffffffffff00000000000000000000000000000000000000000000000000169055905188907f76f934cae7a1c8e675acec5fbe55885405b1efa86bb02e7511d8099524e92e8190612a16906003908890615bb5565b60405180910390a35f612a2c88888888886124e8565b8251909150612a4b90899087906122576101a08b016101808c01615b03565b612a57888683866127e9565b5050505050505050565b61189f5f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00612405565b60408051610100810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101919091525f82815260016020526040902054612ae2906133af565b905060028160c001516005811115612afc57612afc61578f565b14612b3a5760c08101516040517f9d819744000000000000000000000000000000000000000000000000000000008152610865918491600401615967565b919050565b5f611000831115612b87576040517fad8e4f3c000000000000000000000000000000000000000000000000000000008152600481018490526110006024820152604401610865565b612b946020860186615446565b73ffffffffffffffffffffffffffffffffffffffff163303612c0857612bbd6020860186615446565b6040517ff3d2cc8900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602401610865565b505f85815260036020908152604080832033845290915281205490819064ffffffffff82169003612c6e576040517fcb300d7700000000000000000000000000000000000000000000000000000000815260048101889052336024820152604401610865565b5f612c81600264ffffffffff8516615b2e565b905080431015612cc6576040517f42385a4d00000000000000000000000000000000000000000000000000000000815243600482015260248101829052604401610865565b5f8833888888604051602001612ce0959493929190615c6b565b6040516020818303038152906040528051906020012090508364ffffffffff1683612d0b9190615c58565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffff0000000000821614612d6e576040517f905cc00c000000000000000000000000000000000000000000000000000000008152600481018a9052336024820152604401610865565b5f60028888604051612d81929190615cb2565b602060405180830381855afa158015612d9c573d5f5f3e3d5ffd5b5050506040513d601f19601f82011682018060405250810190612dbf9190615cc1565b9050886101c001358114612e0d576040517f7b8c5a19000000000000000000000000000000000000000000000000000000008152600481018290526101c08a01356024820152604401610865565b5050505095945050505050565b5f8381526004602090815260408083208380528252918290208251608081018452905473ffffffffffffffffffffffffffffffffffffffff8116825274010000000000000000000000000000000000000000810464ffffffffff908116938301849052790100000000000000000000000000000000000000000000000000820416938201939093527e0100000000000000000000000000000000000000000000000000000000000090920460ff16151560608301524210612f165760208101516040517f3abcf7a200000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b60408082015181516101c0860135815264ffffffffff858116602083018190529216909110918101829052339086907fc3f405f2a02315a5894f2b2be52945bb319269e326558e2a81ff9d35a962ce609060600160405180910390a38015611acf57604080516080810182523380825260208581015164ffffffffff9081168285019081528882168587019081525f606087018181528d8252600486528882208280529095529687209551865492519151945115157e01000000000000000000000000000000000000000000000000000000000000027fff00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff95851679010000000000000000000000000000000000000000000000000002959095167fff000000000000ffffffffffffffffffffffffffffffffffffffffffffffffff9290941674010000000000000000000000000000000000000000027fffffffffffffff0000000000000000000000000000000000000000000000000090931673ffffffffffffffffffffffffffffffffffffffff91909116179190911716171790915590867fcb69ce94f26a508437008bfcee2e243bd817fde325b2279c541ba342d3aac1666101c08801356130eb6101e08a018a615b41565b5f8181106130fb576130fb615be7565b90506020020160208101906131109190615b03565b602080890151604080519485526bffffffffffffffffffffffff9093169184019190915264ffffffffff169082015260600160405180910390a45050505050565b5f6131606101e0880188615b41565b8760ff1681811061317357613173615be7565b90506020020160208101906131889190615b03565b6bffffffffffffffffffffffff16905080885f018181516131a99190615c14565b67ffffffffffffffff169052506020880180518291906131ca908390615cd8565b67ffffffffffffffff16905250600160ff87161b60a0890180519190911761ffff1690526131f7886141c9565b5f8a8152600160205260408120919091556132128442615b2e565b905060405180608001604052808773ffffffffffffffffffffffffffffffffffffffff1681526020018264ffffffffff1681526020018464ffffffffff1681526020015f151581525060045f8c81526020019081526020015f205f8960ff1681526020019081526020015f205f820151815f015f6101000a81548173ffffffffffffffffffffffffffffffffffffffff021916908373ffffffffffffffffffffffffffffffffffffffff1602179055506020820151815f0160146101000a81548164ffffffffff021916908364ffffffffff1602179055506040820151815f0160196101000a81548164ffffffffff021916908364ffffffffff1602179055506060820151815f01601e6101000a81548160ff0219169083151502179055509050508573ffffffffffffffffffffffffffffffffffffffff168760ff168b7fcb69ce94f26a508437008bfcee2e243bd817fde325b2279c541ba342d3aac16688868660405161339b93929190928352602083019190915264ffffffffff16604082015260600190565b60405180910390a450505050505050505050565b60408051610100810182525f60c0820181905260e08083019190915267ffffffffffffffff848116835284841c16602083015264ffffffffff608085811c82169484019490945260a885901c16606083015261ffff60d085901c81169383019390935283901c90911660a082015260ff60f083901c1660058111156134365761343661578f565b8160c00190600581111561344c5761344c61578f565b9081600581111561345f5761345f61578f565b90525060f89190911c60e082015290565b81515f835267ffffffffffffffff1660c083018260058111156134955761349561578f565b908160058111156134a8576134a861578f565b9052506134b4836141c9565b5f94855260016020526040909420939093555090919050565b5f6134d88484613fac565b90508373ffffffffffffffffffffffffffffffffffffffff16857fa742e4ec78916ba3d74119fed29ff583a275e402525804c79c1e5fe993db17438584866040516126f293929190615cf8565b5f806135356101e0840184615b41565b905090505f8160051b806020610240010183818701351481610200880135146102406101e08901351416169250816020820101915050604051468152306020820152606060408201528186606083013760608201812094505050806135c6576040517f03eccc3100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5050919050565b6135da6020820182615446565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614610c6b573361361a6020830183615446565b6040517f4667193e00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff928316600482015291166024820152604401610865565b5f806102008411156136b5576040517fad8e4f3c000000000000000000000000000000000000000000000000000000008152600481018590526102006024820152604401610865565b5f6136c287878787614298565b935090506136f86136d2826143a2565b7f0000000000000000000000000000000000000000000000000000000000000000613dc3565b1561375157613706816143a2565b6040517f05b4a60000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602401610865565b61377b817f00000000000000000000000000000000000000000000000000000000000000006143ae565b5f83815260016020526040902054156137c3576040517fe835b43100000000000000000000000000000000000000000000000000000000815260048101849052602401610865565b5f806137ce836143e5565b73ffffffffffffffffffffffffffffffffffffffff161461380c5760016137f4836143f1565b14613800576001613809565b613809826143fd565b90505b61385f6138188361440a565b61382184614416565b8360a89190911b4260801b929092179190911760f89190911b177e010000000000000000000000000000000000000000000000000000000000001790565b5f8581526001602052604081209190915580547f000000000000000000000000000000000000000000000000000000000000000067ffffffffffffffff1691906014906138d39084907401000000000000000000000000000000000000000090046bffffffffffffffffffffffff16615c34565b92506101000a8154816bffffffffffffffffffffffff02191690836bffffffffffffffffffffffff160217905550613914848361442290919063ffffffff16565b7f000000000000000000000000000000000000000000000000000000000000000067ffffffffffffffff166139488361440a565b6139529190615b2e565b9250505094509492505050565b61396d84848484600161445e565b61092e576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602401610865565b6139c883838360016144f1565b611792576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602401610865565b5f8181526001602052604081205490613a2e82614579565b90506001816005811115613a4457613a4461578f565b14158015613a6457506002816005811115613a6157613a6161578f565b14155b15613a9f5782816040517f9d819744000000000000000000000000000000000000000000000000000000008152600401610865929190615967565b613aa98260a81c90565b64ffffffffff164210613b035782613ac18360a81c90565b6040517f1237dfcb000000000000000000000000000000000000000000000000000000008152600481019290925264ffffffffff166024820152604401610865565b6001816005811115613b1757613b1761578f565b03613b4d577e0300000000000000000000000000000000000000000000000000000000000082185f848152600160205260409020555b50919050565b5f613b5e8360f81c90565b60ff1660011490505f81613b725782613b74565b5f5b90505b81613b825782613b85565b600f5b60ff168160ff1611611acf57600160ff82161b613ba28560e01c90565b1661ffff165f14158015613be657505f85815260046020908152604080832060ff8516845290915290205473ffffffffffffffffffffffffffffffffffffffff1633145b15613c2f576040517fa3a918750000000000000000000000000000000000000000000000000000000081526004810186905233602482015260ff82166044820152606401610865565b613c3881615d1e565b9050613b77565b5f84815260026020908152604080832073ffffffffffffffffffffffffffffffffffffffff86168452909152812081613c788685613c90565b81526020019081526020015f20549050949350505050565b5f60018360e0015160ff1611613ca6575f613ca8565b815b60ff169392505050565b5f613cc06020870187615446565b73ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff1603613d3c576040517ff3d2cc8900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602401610865565b613d74613d4c6020880188615446565b83907f0000000000000000000000000000000000000000000000000000000000000000614593565b613d81836108b784612701565b90506112c9888887878561276f565b5f8215801590610ce7575050187fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0000161590565b5f73ffffffffffffffffffffffffffffffffffffffff83161580613e1257508173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff16145b80610ce7575073ffffffffffffffffffffffffffffffffffffffff83163014905092915050565b8083602001818151613e4b9190615c14565b67ffffffffffffffff169052505060a0919091018051600160ff9390931692831b1861ffff1690525f918252600460209081526040808420928452919052902080547fff00000000000000000000000000000000000000000000000000000000000000169055565b600160ff82161b6080840180519190911761ffff1690525f613ed96101e0840184615b41565b613ee591506010615c58565b61ffff8016901c61ffff16846080015161ffff16149050808015613f1e575060028460c001516005811115613f1c57613f1c61578f565b145b15613f2b57600360c08501525b613f34846141c9565b5f958652600160205260409095209490945550505050565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c1561189f576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80825d5050565b5f613fee73ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168484614843565b159050801561073f5773ffffffffffffffffffffffffffffffffffffffff83165f908152600660205260408120805484929061402b908490615b2e565b909155505092915050565b81516060908067ffffffffffffffff81111561405457614054615d3c565b60405190808252806020026020018201604052801561407d578160200160208202803683370190505b5091505f8167ffffffffffffffff81111561409a5761409a615d3c565b6040519080825280602002602001820160405280156140c3578160200160208202803683370190505b509050855f5b83811015614155575f8782815181106140e4576140e4615be7565b602002602001015161ffff16890290505f87828161410457614104615d69565b0490508087848151811061411a5761411a615be7565b602002602001018181525050878102820385848151811061413d5761413d615be7565b602090810291909101015290920391506001016140c9565b505b80156141bf575f61416783614858565b90505f83828151811061417c5761417c615be7565b60200260200101818152505084818151811061419a5761419a615be7565b6020026020010180516141ac90615d96565b9052506141b881615dcd565b9050614157565b5050509392505050565b5f6080826040015164ffffffffff16901b6040836020015167ffffffffffffffff16901b835f015167ffffffffffffffff161717905060d0826080015161ffff16901b60a8836060015164ffffffffff16901b178117905060f08260c0015160058111156142395761423961578f565b60a084015160e0948501517fff0000000000000000000000000000000000000000000000000000000000000060f89190911b167dffff000000000000000000000000000000000000000000000000000000009190951b16911b17171790565b5f5f5f6102408701358060051b60200161024001808901358060051b602001820136818c01111582851760201c1516836102008d0135146102406101e08e01351416169450841561435d57602060405101935060608401965046845230602085015260606040850152808b88376060810184209550606084528060600160208501528760408501528087019250888352602083019250601f19601f8a011691508115614347575f602083038401525b888a843781830192508383036020850352826040525b5050505080614398576040517f03eccc3100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5094509492505050565b5f61073f826040015190565b6143b7826148a6565b6143c08261496c565b6143c982614a64565b6143d282614d64565b6143db82614e46565b611c468282614f3d565b5f61073f826020015190565b5f61073f8260a0015190565b5f61073f82610240015190565b5f61073f826060015190565b5f61073f8260c0015190565b5f7f663c3b29911d96c4069c8ddbb7931b964ecac7b6bcaa6f233fd537ecabae7ac09050602083015183518383608087035160608803a4505050565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8781166004528616602452604485905291602083606481808c5af1925060015f511483166144e05783831516156144d4573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8616600452602485905291602083604481808b5af1925060015f5114831661456d578383151615614561573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f60f082901c60ff16600581111561073f5761073f61578f565b365f81816145a18780615b41565b6145ae60208a018a615b41565b92965090945092509050828015806145c65750601081115b806145d15750818114155b15614612576040517fc0bcc4c40000000000000000000000000000000000000000000000000000000081526004810182905260248101839052604401610865565b5f5f5b82811015614804575f87878381811061463057614630615be7565b90506020020160208101906146459190615446565b905073ffffffffffffffffffffffffffffffffffffffff8116158061469557508873ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff16145b806146b5575073ffffffffffffffffffffffffffffffffffffffff811630145b15614704576040517f05b4a60000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82166004820152602401610865565b8973ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1603614781576040517ff3d2cc8900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8b166004820152602401610865565b5f86868481811061479457614794615be7565b90506020020160208101906147a99190615e01565b61ffff169050805f036147eb576040517fdaa4573d00000000000000000000000000000000000000000000000000000000815260048101849052602401610865565b6147f58185615b2e565b93505050806001019050614615565b5061271081146128e9576040517f72703a6700000000000000000000000000000000000000000000000000000000815260048101829052602401610865565b5f6148508484845f6144f1565b949350505050565b80515f908190815b8181101561489e575f85828151811061487b5761487b615be7565b602002602001015190508381111561489557909350915082825b50600101614860565b505050919050565b5f60a06148b583610160015190565b604084015160208501518551171717901c905060606148d683610180015190565b606084015117901c1760016148ec8360a0015190565b901c60026148fb846080015190565b901c1717602861490d83610100015190565b60e084015160c08501511717901c17602061492a83610140015190565b61012084015117901c178015611c46576040517f03eccc3100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f5f61497884614416565b61498185615137565b61498a86615143565b925092509250824210158061499f5750818310155b156149ed576040517f2ba8dbf200000000000000000000000000000000000000000000000000000000815242600482015264ffffffffff808516602483015283166044820152606401610865565b5f5f6203f4806149fc87615150565b850101915050426301e285000181831080614a1657508083115b156110dd576040517f79db811d00000000000000000000000000000000000000000000000000000000815264ffffffffff841660048201526024810183905260448101829052606401610865565b5f614a6e8261440a565b905067ffffffffffffffff811115614ad0576040517f8eee22e10000000000000000000000000000000000000000000000000000000081526bffffffffffffffffffffffff8216600482015267ffffffffffffffff6024820152604401610865565b5f614ada836143fd565b90505f8080614ae8866143f1565b14614af6576002600a614afb565b600160105b9150915081831080614b0c57508083115b80614b1f575082614b1c8661515d565b14155b15614b775782614b2e8661515d565b6040517f931a7c06000000000000000000000000000000000000000000000000000000008152600481019290925260248201526044810183905260648101829052608401610865565b61271060328502045f80805b86811015614cd0575f80614b978b84615177565b614ba18c85615189565b90925090506bffffffffffffffffffffffff8282171115614bee576040517f03eccc3100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b612710821015614c49576040517fdb119737000000000000000000000000000000000000000000000000000000008152600481018490526bffffffffffffffffffffffff831660248201526127106044820152606401610865565b61271060328302016127108202101580614c6a57508186028a826001010211155b15614cc0576040517f681704d0000000000000000000000000000000000000000000000000000000008152600481018490526bffffffffffffffffffffffff808316602483015283166044820152606401610865565b9301929190910190600101614b83565b50868214614d21576040517f66e938b4000000000000000000000000000000000000000000000000000000008152600481018390526bffffffffffffffffffffffff88166024820152604401610865565b828114612a57576040517fe3f7343a0000000000000000000000000000000000000000000000000000000081526004810182905260248101849052604401610865565b5f5f5f614d70846151a6565b614d7985615150565b614d82866151b3565b919450925090505f73ffffffffffffffffffffffffffffffffffffffff841615614dd0578215801590614db757506127108210155b8015614dcb575067ffffffffffffffff8211155b614dd5565b828217155b905080611acf576040517f0ea354b600000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015263ffffffff841660248201526bffffffffffffffffffffffff83166044820152606401610865565b5f5f614e51836151c0565b614e5a846143fd565b90925090505f80614e6a856143e5565b73ffffffffffffffffffffffffffffffffffffffff1614614e8c578215614edb565b5f614e96856143f1565b148015614ea35750816001145b8015614ecc57505f614eb4856151a6565b73ffffffffffffffffffffffffffffffffffffffff16145b8015614edb57506203f4808311155b90508061092e57614eeb846143f1565b6001811115614efc57614efc61578f565b82614f06866151a6565b856040517fc0b91dbd0000000000000000000000000000000000000000000000000000000081526004016108659493929190615e22565b5f5f614f48846151cd565b6003811115614f5957614f5961578f565b614f62856143e5565b909250905073ffffffffffffffffffffffffffffffffffffffff8116614fd6576001826003811115614f9657614f9661578f565b14614fd15781816040517fefb5eccd000000000000000000000000000000000000000000000000000000008152600401610865929190615bb5565b61092e565b6002826003811115614fea57614fea61578f565b03615043578073ffffffffffffffffffffffffffffffffffffffff163b5f03614fd15781816040517fefb5eccd000000000000000000000000000000000000000000000000000000008152600401610865929190615bb5565b5f8260038111156150565761505661578f565b1461092e576040517fbabcc53900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff828116600483015284169063babcc53990602401602060405180830381865afa1580156150c5573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906150e99190615e6e565b61092e576040517fe3b381d700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82166004820152602401610865565b5f61073f8260e0015190565b5f61073f82610100015190565b5f61073f82610120015190565b5f61073f8261516b846143fd565b60200201610260015190565b5f610ce7836102606020850201015190565b5f610ce78383615198866143fd565b602091010201610280015190565b5f61073f82610160015190565b5f61073f82610180015190565b5f61073f82610140015190565b5f61073f826080015190565b803573ffffffffffffffffffffffffffffffffffffffff81168114612b3a575f5ffd5b5f5f6040838503121561520d575f5ffd5b8235915061521d602084016151d9565b90509250929050565b5f6102408284031215613b4d575f5ffd5b803560ff81168114612b3a575f5ffd5b5f60408284031215613b4d575f5ffd5b5f5f5f5f6080858703121561526a575f5ffd5b843567ffffffffffffffff811115615280575f5ffd5b61528c87828801615226565b94505061529b60208601615237565b925060408501359150606085013567ffffffffffffffff8111156152bd575f5ffd5b6152c987828801615247565b91505092959194509250565b5f5f83601f8401126152e5575f5ffd5b50813567ffffffffffffffff8111156152fc575f5ffd5b602083019150836020828501011115615313575f5ffd5b9250929050565b5f5f5f5f6060858703121561532d575f5ffd5b843567ffffffffffffffff811115615343575f5ffd5b61534f87828801615226565b945050602085013567ffffffffffffffff81111561536b575f5ffd5b615377878288016152d5565b9598909750949560400135949350505050565b5f6020828403121561539a575f5ffd5b813567ffffffffffffffff8111156153b0575f5ffd5b61485084828501615226565b5f5f5f604084860312156153ce575f5ffd5b833567ffffffffffffffff8111156153e4575f5ffd5b6153f086828701615226565b935050602084013567ffffffffffffffff81111561540c575f5ffd5b615418868287016152d5565b9497909650939450505050565b5f5f60408385031215615436575f5ffd5b8235915061521d60208401615237565b5f60208284031215615456575f5ffd5b610ce7826151d9565b5f5f5f5f5f5f60a08789031215615474575f5ffd5b8635955061548460208801615237565b94506040870135935060608701359250608087013567ffffffffffffffff8111156154ad575f5ffd5b6154b989828a016152d5565b979a9699509497509295939492505050565b5f5f5f5f5f5f608087890312156154e0575f5ffd5b863567ffffffffffffffff8111156154f6575f5ffd5b61550289828a01615226565b965050602087013567ffffffffffffffff81111561551e575f5ffd5b61552a89828a016152d5565b90965094505060408701359250606087013567ffffffffffffffff8111156154ad575f5ffd5b5f5f5f5f5f5f5f60a0888a031215615566575f5ffd5b873567ffffffffffffffff81111561557c575f5ffd5b6155888a828b01615226565b975050602088013567ffffffffffffffff8111156155a4575f5ffd5b6155b08a828b016152d5565b9097509550506040880135935060608801359250608088013567ffffffffffffffff8111156155dd575f5ffd5b6155e98a828b016152d5565b989b979a50959850939692959293505050565b5f5f5f6060848603121561560e575f5ffd5b8335925061561e602085016151d9565b915061562c60408501615237565b90509250925092565b5f5f5f60608486031215615647575f5ffd5b833567ffffffffffffffff81111561565d575f5ffd5b61566986828701615226565b93505061567860208501615237565b929592945050506040919091013590565b5f5f5f5f5f60a0868803121561569d575f5ffd5b853567ffffffffffffffff8111156156b3575f5ffd5b6156bf88828901615226565b9550506156ce60208701615237565b93506156dc604087016151d9565b925060608601359150608086013567ffffffffffffffff8111156156fe575f5ffd5b61570a88828901615247565b9150509295509295909350565b5f5f5f5f6080858703121561572a575f5ffd5b8435935061573a602086016151d9565b925061574860408601615237565b9396929550929360600135925050565b5f5f60408385031215615769575f5ffd5b50508035926020909101359150565b5f60208284031215615788575f5ffd5b5035919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b600681106157cc576157cc61578f565b9052565b5f6101008201905067ffffffffffffffff835116825267ffffffffffffffff602084015116602083015264ffffffffff60408401511660408301526060830151615823606084018264ffffffffff169052565b506080830151615839608084018261ffff169052565b5060a083015161584f60a084018261ffff169052565b5060c083015161586260c08401826157bc565b5060e083015161587760e084018260ff169052565b5092915050565b5f5f5f5f5f5f60c08789031215615893575f5ffd5b863567ffffffffffffffff8111156158a9575f5ffd5b6158b589828a01615226565b9650506158c460208801615237565b94506040870135600481106158d7575f5ffd5b93506158e5606088016151d9565b92506080870135915060a087013567ffffffffffffffff811115615907575f5ffd5b61591389828a01615247565b9150509295509295509295565b5f60208284031215615930575f5ffd5b813564ffffffffff81168114610ce7575f5ffd5b5f60208284031215615954575f5ffd5b813563ffffffff81168114610ce7575f5ffd5b82815260408101610ce760208301846157bc565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b61ffff818116838216019081111561073f5761073f61597b565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b60ff8716815285602082015284604082015261ffff8416606082015260a060808201525f61267d60a0830184866159c2565b73ffffffffffffffffffffffffffffffffffffffff8716815273ffffffffffffffffffffffffffffffffffffffff8616602082015284604082015283606082015260a060808201525f61267d60a0830184866159c2565b73ffffffffffffffffffffffffffffffffffffffff8916815273ffffffffffffffffffffffffffffffffffffffff881660208201528660408201528560608201528460808201528360a082015260e060c08201525f615af560e0830184866159c2565b9a9950505050505050505050565b5f60208284031215615b13575f5ffd5b81356bffffffffffffffffffffffff81168114610ce7575f5ffd5b8082018082111561073f5761073f61597b565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112615b74575f5ffd5b83018035915067ffffffffffffffff821115615b8e575f5ffd5b6020019150600581901b3603821315615313575f5ffd5b60048110610c6b57610c6b61578f565b60408101615bc284615ba5565b92815273ffffffffffffffffffffffffffffffffffffffff9190911660209091015290565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b67ffffffffffffffff828116828216039081111561073f5761073f61597b565b6bffffffffffffffffffffffff818116838216019081111561073f5761073f61597b565b8181038181111561073f5761073f61597b565b85815273ffffffffffffffffffffffffffffffffffffffff85166020820152608060408201525f615ca06080830185876159c2565b90508260608301529695505050505050565b818382375f9101908152919050565b5f60208284031215615cd1575f5ffd5b5051919050565b67ffffffffffffffff818116838216019081111561073f5761073f61597b565b838152821515602082015260608101615d1083615ba5565b826040830152949350505050565b5f60ff821660ff8103615d3357615d3361597b565b60010192915050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8203615dc657615dc661597b565b5060010190565b5f81615ddb57615ddb61597b565b507fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0190565b5f60208284031215615e11575f5ffd5b813561ffff81168114610ce7575f5ffd5b6080810160028610615e3657615e3661578f565b948152602081019390935273ffffffffffffffffffffffffffffffffffffffff91909116604083015263ffffffff1660609091015290565b5f60208284031215615e7e575f5ffd5b81518015158114610ce7575f5ffd",
}

// OabpEscrowABI is the input ABI used to generate the binding from.
// Deprecated: Use OabpEscrowMetaData.ABI instead.
var OabpEscrowABI = OabpEscrowMetaData.ABI

// OabpEscrowBin is the compiled bytecode used for deploying new contracts.
// Deprecated: Use OabpEscrowMetaData.Bin instead.
var OabpEscrowBin = OabpEscrowMetaData.Bin

// DeployOabpEscrow deploys a new Ethereum contract, binding an instance of OabpEscrow to it.
func DeployOabpEscrow(auth *bind.TransactOpts, backend bind.ContractBackend, token_ common.Address, oracles_ common.Address, postFee_ uint64, feeRecipient_ common.Address) (common.Address, *types.Transaction, *OabpEscrow, error) {
	parsed, err := OabpEscrowMetaData.GetAbi()
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	if parsed == nil {
		return common.Address{}, nil, nil, errors.New("GetABI returned nil")
	}

	address, tx, contract, err := bind.DeployContract(auth, *parsed, common.FromHex(OabpEscrowBin), backend, token_, oracles_, postFee_, feeRecipient_)
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	return address, tx, &OabpEscrow{OabpEscrowCaller: OabpEscrowCaller{contract: contract}, OabpEscrowTransactor: OabpEscrowTransactor{contract: contract}, OabpEscrowFilterer: OabpEscrowFilterer{contract: contract}}, nil
}

// OabpEscrow is an auto generated Go binding around an Ethereum contract.
type OabpEscrow struct {
	OabpEscrowCaller     // Read-only binding to the contract
	OabpEscrowTransactor // Write-only binding to the contract
	OabpEscrowFilterer   // Log filterer for contract events
}

// OabpEscrowCaller is an auto generated read-only Go binding around an Ethereum contract.
type OabpEscrowCaller struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpEscrowTransactor is an auto generated write-only Go binding around an Ethereum contract.
type OabpEscrowTransactor struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpEscrowFilterer is an auto generated log filtering Go binding around an Ethereum contract events.
type OabpEscrowFilterer struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpEscrowSession is an auto generated Go binding around an Ethereum contract,
// with pre-set call and transact options.
type OabpEscrowSession struct {
	Contract     *OabpEscrow       // Generic contract binding to set the session for
	CallOpts     bind.CallOpts     // Call options to use throughout this session
	TransactOpts bind.TransactOpts // Transaction auth options to use throughout this session
}

// OabpEscrowCallerSession is an auto generated read-only Go binding around an Ethereum contract,
// with pre-set call options.
type OabpEscrowCallerSession struct {
	Contract *OabpEscrowCaller // Generic contract caller binding to set the session for
	CallOpts bind.CallOpts     // Call options to use throughout this session
}

// OabpEscrowTransactorSession is an auto generated write-only Go binding around an Ethereum contract,
// with pre-set transact options.
type OabpEscrowTransactorSession struct {
	Contract     *OabpEscrowTransactor // Generic contract transactor binding to set the session for
	TransactOpts bind.TransactOpts     // Transaction auth options to use throughout this session
}

// OabpEscrowRaw is an auto generated low-level Go binding around an Ethereum contract.
type OabpEscrowRaw struct {
	Contract *OabpEscrow // Generic contract binding to access the raw methods on
}

// OabpEscrowCallerRaw is an auto generated low-level read-only Go binding around an Ethereum contract.
type OabpEscrowCallerRaw struct {
	Contract *OabpEscrowCaller // Generic read-only contract binding to access the raw methods on
}

// OabpEscrowTransactorRaw is an auto generated low-level write-only Go binding around an Ethereum contract.
type OabpEscrowTransactorRaw struct {
	Contract *OabpEscrowTransactor // Generic write-only contract binding to access the raw methods on
}

// NewOabpEscrow creates a new instance of OabpEscrow, bound to a specific deployed contract.
func NewOabpEscrow(address common.Address, backend bind.ContractBackend) (*OabpEscrow, error) {
	contract, err := bindOabpEscrow(address, backend, backend, backend)
	if err != nil {
		return nil, err
	}
	return &OabpEscrow{OabpEscrowCaller: OabpEscrowCaller{contract: contract}, OabpEscrowTransactor: OabpEscrowTransactor{contract: contract}, OabpEscrowFilterer: OabpEscrowFilterer{contract: contract}}, nil
}

// NewOabpEscrowCaller creates a new read-only instance of OabpEscrow, bound to a specific deployed contract.
func NewOabpEscrowCaller(address common.Address, caller bind.ContractCaller) (*OabpEscrowCaller, error) {
	contract, err := bindOabpEscrow(address, caller, nil, nil)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowCaller{contract: contract}, nil
}

// NewOabpEscrowTransactor creates a new write-only instance of OabpEscrow, bound to a specific deployed contract.
func NewOabpEscrowTransactor(address common.Address, transactor bind.ContractTransactor) (*OabpEscrowTransactor, error) {
	contract, err := bindOabpEscrow(address, nil, transactor, nil)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowTransactor{contract: contract}, nil
}

// NewOabpEscrowFilterer creates a new log filterer instance of OabpEscrow, bound to a specific deployed contract.
func NewOabpEscrowFilterer(address common.Address, filterer bind.ContractFilterer) (*OabpEscrowFilterer, error) {
	contract, err := bindOabpEscrow(address, nil, nil, filterer)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowFilterer{contract: contract}, nil
}

// bindOabpEscrow binds a generic wrapper to an already deployed contract.
func bindOabpEscrow(address common.Address, caller bind.ContractCaller, transactor bind.ContractTransactor, filterer bind.ContractFilterer) (*bind.BoundContract, error) {
	parsed, err := OabpEscrowMetaData.GetAbi()
	if err != nil {
		return nil, err
	}
	return bind.NewBoundContract(address, *parsed, caller, transactor, filterer), nil
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_OabpEscrow *OabpEscrowRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _OabpEscrow.Contract.OabpEscrowCaller.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_OabpEscrow *OabpEscrowRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpEscrow.Contract.OabpEscrowTransactor.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_OabpEscrow *OabpEscrowRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _OabpEscrow.Contract.OabpEscrowTransactor.contract.Transact(opts, method, params...)
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_OabpEscrow *OabpEscrowCallerRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _OabpEscrow.Contract.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_OabpEscrow *OabpEscrowTransactorRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpEscrow.Contract.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_OabpEscrow *OabpEscrowTransactorRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _OabpEscrow.Contract.contract.Transact(opts, method, params...)
}

// AppealOf is a free data retrieval call binding the contract method 0x4f318e82.
//
// Solidity: function appealOf(bytes32 missionId, uint8 tranche) view returns((address,uint40))
func (_OabpEscrow *OabpEscrowCaller) AppealOf(opts *bind.CallOpts, missionId [32]byte, tranche uint8) (Appeal, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "appealOf", missionId, tranche)

	if err != nil {
		return *new(Appeal), err
	}

	out0 := *abi.ConvertType(out[0], new(Appeal)).(*Appeal)

	return out0, err

}

// AppealOf is a free data retrieval call binding the contract method 0x4f318e82.
//
// Solidity: function appealOf(bytes32 missionId, uint8 tranche) view returns((address,uint40))
func (_OabpEscrow *OabpEscrowSession) AppealOf(missionId [32]byte, tranche uint8) (Appeal, error) {
	return _OabpEscrow.Contract.AppealOf(&_OabpEscrow.CallOpts, missionId, tranche)
}

// AppealOf is a free data retrieval call binding the contract method 0x4f318e82.
//
// Solidity: function appealOf(bytes32 missionId, uint8 tranche) view returns((address,uint40))
func (_OabpEscrow *OabpEscrowCallerSession) AppealOf(missionId [32]byte, tranche uint8) (Appeal, error) {
	return _OabpEscrow.Contract.AppealOf(&_OabpEscrow.CallOpts, missionId, tranche)
}

// CommitmentOf is a free data retrieval call binding the contract method 0x0cc3208e.
//
// Solidity: function commitmentOf(bytes32 missionId, address agent) view returns((uint40,uint216))
func (_OabpEscrow *OabpEscrowCaller) CommitmentOf(opts *bind.CallOpts, missionId [32]byte, agent common.Address) (Commitment, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "commitmentOf", missionId, agent)

	if err != nil {
		return *new(Commitment), err
	}

	out0 := *abi.ConvertType(out[0], new(Commitment)).(*Commitment)

	return out0, err

}

// CommitmentOf is a free data retrieval call binding the contract method 0x0cc3208e.
//
// Solidity: function commitmentOf(bytes32 missionId, address agent) view returns((uint40,uint216))
func (_OabpEscrow *OabpEscrowSession) CommitmentOf(missionId [32]byte, agent common.Address) (Commitment, error) {
	return _OabpEscrow.Contract.CommitmentOf(&_OabpEscrow.CallOpts, missionId, agent)
}

// CommitmentOf is a free data retrieval call binding the contract method 0x0cc3208e.
//
// Solidity: function commitmentOf(bytes32 missionId, address agent) view returns((uint40,uint216))
func (_OabpEscrow *OabpEscrowCallerSession) CommitmentOf(missionId [32]byte, agent common.Address) (Commitment, error) {
	return _OabpEscrow.Contract.CommitmentOf(&_OabpEscrow.CallOpts, missionId, agent)
}

// Credit is a free data retrieval call binding the contract method 0xd5d44d80.
//
// Solidity: function credit(address owner) view returns(uint256 amount)
func (_OabpEscrow *OabpEscrowCaller) Credit(opts *bind.CallOpts, owner common.Address) (*big.Int, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "credit", owner)

	if err != nil {
		return *new(*big.Int), err
	}

	out0 := *abi.ConvertType(out[0], new(*big.Int)).(**big.Int)

	return out0, err

}

// Credit is a free data retrieval call binding the contract method 0xd5d44d80.
//
// Solidity: function credit(address owner) view returns(uint256 amount)
func (_OabpEscrow *OabpEscrowSession) Credit(owner common.Address) (*big.Int, error) {
	return _OabpEscrow.Contract.Credit(&_OabpEscrow.CallOpts, owner)
}

// Credit is a free data retrieval call binding the contract method 0xd5d44d80.
//
// Solidity: function credit(address owner) view returns(uint256 amount)
func (_OabpEscrow *OabpEscrowCallerSession) Credit(owner common.Address) (*big.Int, error) {
	return _OabpEscrow.Contract.Credit(&_OabpEscrow.CallOpts, owner)
}

// FeeRecipient is a free data retrieval call binding the contract method 0x46904840.
//
// Solidity: function feeRecipient() view returns(address)
func (_OabpEscrow *OabpEscrowCaller) FeeRecipient(opts *bind.CallOpts) (common.Address, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "feeRecipient")

	if err != nil {
		return *new(common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)

	return out0, err

}

// FeeRecipient is a free data retrieval call binding the contract method 0x46904840.
//
// Solidity: function feeRecipient() view returns(address)
func (_OabpEscrow *OabpEscrowSession) FeeRecipient() (common.Address, error) {
	return _OabpEscrow.Contract.FeeRecipient(&_OabpEscrow.CallOpts)
}

// FeeRecipient is a free data retrieval call binding the contract method 0x46904840.
//
// Solidity: function feeRecipient() view returns(address)
func (_OabpEscrow *OabpEscrowCallerSession) FeeRecipient() (common.Address, error) {
	return _OabpEscrow.Contract.FeeRecipient(&_OabpEscrow.CallOpts)
}

// FeesAccrued is a free data retrieval call binding the contract method 0x94db0595.
//
// Solidity: function feesAccrued() view returns(uint96)
func (_OabpEscrow *OabpEscrowCaller) FeesAccrued(opts *bind.CallOpts) (*big.Int, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "feesAccrued")

	if err != nil {
		return *new(*big.Int), err
	}

	out0 := *abi.ConvertType(out[0], new(*big.Int)).(**big.Int)

	return out0, err

}

// FeesAccrued is a free data retrieval call binding the contract method 0x94db0595.
//
// Solidity: function feesAccrued() view returns(uint96)
func (_OabpEscrow *OabpEscrowSession) FeesAccrued() (*big.Int, error) {
	return _OabpEscrow.Contract.FeesAccrued(&_OabpEscrow.CallOpts)
}

// FeesAccrued is a free data retrieval call binding the contract method 0x94db0595.
//
// Solidity: function feesAccrued() view returns(uint96)
func (_OabpEscrow *OabpEscrowCallerSession) FeesAccrued() (*big.Int, error) {
	return _OabpEscrow.Contract.FeesAccrued(&_OabpEscrow.CallOpts)
}

// IsCurrentSubmission is a free data retrieval call binding the contract method 0xd7945efc.
//
// Solidity: function isCurrentSubmission(bytes32 missionId, address agent, uint8 tranche, bytes32 submissionHash) view returns(bool)
func (_OabpEscrow *OabpEscrowCaller) IsCurrentSubmission(opts *bind.CallOpts, missionId [32]byte, agent common.Address, tranche uint8, submissionHash [32]byte) (bool, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "isCurrentSubmission", missionId, agent, tranche, submissionHash)

	if err != nil {
		return *new(bool), err
	}

	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)

	return out0, err

}

// IsCurrentSubmission is a free data retrieval call binding the contract method 0xd7945efc.
//
// Solidity: function isCurrentSubmission(bytes32 missionId, address agent, uint8 tranche, bytes32 submissionHash) view returns(bool)
func (_OabpEscrow *OabpEscrowSession) IsCurrentSubmission(missionId [32]byte, agent common.Address, tranche uint8, submissionHash [32]byte) (bool, error) {
	return _OabpEscrow.Contract.IsCurrentSubmission(&_OabpEscrow.CallOpts, missionId, agent, tranche, submissionHash)
}

// IsCurrentSubmission is a free data retrieval call binding the contract method 0xd7945efc.
//
// Solidity: function isCurrentSubmission(bytes32 missionId, address agent, uint8 tranche, bytes32 submissionHash) view returns(bool)
func (_OabpEscrow *OabpEscrowCallerSession) IsCurrentSubmission(missionId [32]byte, agent common.Address, tranche uint8, submissionHash [32]byte) (bool, error) {
	return _OabpEscrow.Contract.IsCurrentSubmission(&_OabpEscrow.CallOpts, missionId, agent, tranche, submissionHash)
}

// Mission is a free data retrieval call binding the contract method 0xf0b87c02.
//
// Solidity: function mission(bytes32 missionId) view returns((uint64,uint64,uint40,uint40,uint16,uint16,uint8,uint8))
func (_OabpEscrow *OabpEscrowCaller) Mission(opts *bind.CallOpts, missionId [32]byte) (Mission, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "mission", missionId)

	if err != nil {
		return *new(Mission), err
	}

	out0 := *abi.ConvertType(out[0], new(Mission)).(*Mission)

	return out0, err

}

// Mission is a free data retrieval call binding the contract method 0xf0b87c02.
//
// Solidity: function mission(bytes32 missionId) view returns((uint64,uint64,uint40,uint40,uint16,uint16,uint8,uint8))
func (_OabpEscrow *OabpEscrowSession) Mission(missionId [32]byte) (Mission, error) {
	return _OabpEscrow.Contract.Mission(&_OabpEscrow.CallOpts, missionId)
}

// Mission is a free data retrieval call binding the contract method 0xf0b87c02.
//
// Solidity: function mission(bytes32 missionId) view returns((uint64,uint64,uint40,uint40,uint16,uint16,uint8,uint8))
func (_OabpEscrow *OabpEscrowCallerSession) Mission(missionId [32]byte) (Mission, error) {
	return _OabpEscrow.Contract.Mission(&_OabpEscrow.CallOpts, missionId)
}

// MissionIdOf is a free data retrieval call binding the contract method 0x46fa940d.
//
// Solidity: function missionIdOf((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms) view returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowCaller) MissionIdOf(opts *bind.CallOpts, terms MissionTerms) ([32]byte, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "missionIdOf", terms)

	if err != nil {
		return *new([32]byte), err
	}

	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)

	return out0, err

}

// MissionIdOf is a free data retrieval call binding the contract method 0x46fa940d.
//
// Solidity: function missionIdOf((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms) view returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowSession) MissionIdOf(terms MissionTerms) ([32]byte, error) {
	return _OabpEscrow.Contract.MissionIdOf(&_OabpEscrow.CallOpts, terms)
}

// MissionIdOf is a free data retrieval call binding the contract method 0x46fa940d.
//
// Solidity: function missionIdOf((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms) view returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowCallerSession) MissionIdOf(terms MissionTerms) ([32]byte, error) {
	return _OabpEscrow.Contract.MissionIdOf(&_OabpEscrow.CallOpts, terms)
}

// Oracles is a free data retrieval call binding the contract method 0x2857373a.
//
// Solidity: function oracles() view returns(address)
func (_OabpEscrow *OabpEscrowCaller) Oracles(opts *bind.CallOpts) (common.Address, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "oracles")

	if err != nil {
		return *new(common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)

	return out0, err

}

// Oracles is a free data retrieval call binding the contract method 0x2857373a.
//
// Solidity: function oracles() view returns(address)
func (_OabpEscrow *OabpEscrowSession) Oracles() (common.Address, error) {
	return _OabpEscrow.Contract.Oracles(&_OabpEscrow.CallOpts)
}

// Oracles is a free data retrieval call binding the contract method 0x2857373a.
//
// Solidity: function oracles() view returns(address)
func (_OabpEscrow *OabpEscrowCallerSession) Oracles() (common.Address, error) {
	return _OabpEscrow.Contract.Oracles(&_OabpEscrow.CallOpts)
}

// PendingAward is a free data retrieval call binding the contract method 0xd2a761df.
//
// Solidity: function pendingAward(bytes32 missionId, uint8 tranche) view returns((address,uint40,uint40,bool))
func (_OabpEscrow *OabpEscrowCaller) PendingAward(opts *bind.CallOpts, missionId [32]byte, tranche uint8) (PendingAward, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "pendingAward", missionId, tranche)

	if err != nil {
		return *new(PendingAward), err
	}

	out0 := *abi.ConvertType(out[0], new(PendingAward)).(*PendingAward)

	return out0, err

}

// PendingAward is a free data retrieval call binding the contract method 0xd2a761df.
//
// Solidity: function pendingAward(bytes32 missionId, uint8 tranche) view returns((address,uint40,uint40,bool))
func (_OabpEscrow *OabpEscrowSession) PendingAward(missionId [32]byte, tranche uint8) (PendingAward, error) {
	return _OabpEscrow.Contract.PendingAward(&_OabpEscrow.CallOpts, missionId, tranche)
}

// PendingAward is a free data retrieval call binding the contract method 0xd2a761df.
//
// Solidity: function pendingAward(bytes32 missionId, uint8 tranche) view returns((address,uint40,uint40,bool))
func (_OabpEscrow *OabpEscrowCallerSession) PendingAward(missionId [32]byte, tranche uint8) (PendingAward, error) {
	return _OabpEscrow.Contract.PendingAward(&_OabpEscrow.CallOpts, missionId, tranche)
}

// PostFee is a free data retrieval call binding the contract method 0xfcf7becf.
//
// Solidity: function postFee() view returns(uint256)
func (_OabpEscrow *OabpEscrowCaller) PostFee(opts *bind.CallOpts) (*big.Int, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "postFee")

	if err != nil {
		return *new(*big.Int), err
	}

	out0 := *abi.ConvertType(out[0], new(*big.Int)).(**big.Int)

	return out0, err

}

// PostFee is a free data retrieval call binding the contract method 0xfcf7becf.
//
// Solidity: function postFee() view returns(uint256)
func (_OabpEscrow *OabpEscrowSession) PostFee() (*big.Int, error) {
	return _OabpEscrow.Contract.PostFee(&_OabpEscrow.CallOpts)
}

// PostFee is a free data retrieval call binding the contract method 0xfcf7becf.
//
// Solidity: function postFee() view returns(uint256)
func (_OabpEscrow *OabpEscrowCallerSession) PostFee() (*big.Int, error) {
	return _OabpEscrow.Contract.PostFee(&_OabpEscrow.CallOpts)
}

// SubmissionOf is a free data retrieval call binding the contract method 0x9f788a6d.
//
// Solidity: function submissionOf(bytes32 missionId, address agent, uint8 tranche) view returns(bytes32 hash, uint16 revision)
func (_OabpEscrow *OabpEscrowCaller) SubmissionOf(opts *bind.CallOpts, missionId [32]byte, agent common.Address, tranche uint8) (struct {
	Hash     [32]byte
	Revision uint16
}, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "submissionOf", missionId, agent, tranche)

	outstruct := new(struct {
		Hash     [32]byte
		Revision uint16
	})
	if err != nil {
		return *outstruct, err
	}

	outstruct.Hash = *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	outstruct.Revision = *abi.ConvertType(out[1], new(uint16)).(*uint16)

	return *outstruct, err

}

// SubmissionOf is a free data retrieval call binding the contract method 0x9f788a6d.
//
// Solidity: function submissionOf(bytes32 missionId, address agent, uint8 tranche) view returns(bytes32 hash, uint16 revision)
func (_OabpEscrow *OabpEscrowSession) SubmissionOf(missionId [32]byte, agent common.Address, tranche uint8) (struct {
	Hash     [32]byte
	Revision uint16
}, error) {
	return _OabpEscrow.Contract.SubmissionOf(&_OabpEscrow.CallOpts, missionId, agent, tranche)
}

// SubmissionOf is a free data retrieval call binding the contract method 0x9f788a6d.
//
// Solidity: function submissionOf(bytes32 missionId, address agent, uint8 tranche) view returns(bytes32 hash, uint16 revision)
func (_OabpEscrow *OabpEscrowCallerSession) SubmissionOf(missionId [32]byte, agent common.Address, tranche uint8) (struct {
	Hash     [32]byte
	Revision uint16
}, error) {
	return _OabpEscrow.Contract.SubmissionOf(&_OabpEscrow.CallOpts, missionId, agent, tranche)
}

// Token is a free data retrieval call binding the contract method 0xfc0c546a.
//
// Solidity: function token() view returns(address)
func (_OabpEscrow *OabpEscrowCaller) Token(opts *bind.CallOpts) (common.Address, error) {
	var out []interface{}
	err := _OabpEscrow.contract.Call(opts, &out, "token")

	if err != nil {
		return *new(common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)

	return out0, err

}

// Token is a free data retrieval call binding the contract method 0xfc0c546a.
//
// Solidity: function token() view returns(address)
func (_OabpEscrow *OabpEscrowSession) Token() (common.Address, error) {
	return _OabpEscrow.Contract.Token(&_OabpEscrow.CallOpts)
}

// Token is a free data retrieval call binding the contract method 0xfc0c546a.
//
// Solidity: function token() view returns(address)
func (_OabpEscrow *OabpEscrowCallerSession) Token() (common.Address, error) {
	return _OabpEscrow.Contract.Token(&_OabpEscrow.CallOpts)
}

// Appeal is a paid mutator transaction binding the contract method 0xa9a11df1.
//
// Solidity: function appeal((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, bytes32 evidenceHash) returns()
func (_OabpEscrow *OabpEscrowTransactor) Appeal(opts *bind.TransactOpts, terms MissionTerms, tranche uint8, evidenceHash [32]byte) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "appeal", terms, tranche, evidenceHash)
}

// Appeal is a paid mutator transaction binding the contract method 0xa9a11df1.
//
// Solidity: function appeal((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, bytes32 evidenceHash) returns()
func (_OabpEscrow *OabpEscrowSession) Appeal(terms MissionTerms, tranche uint8, evidenceHash [32]byte) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Appeal(&_OabpEscrow.TransactOpts, terms, tranche, evidenceHash)
}

// Appeal is a paid mutator transaction binding the contract method 0xa9a11df1.
//
// Solidity: function appeal((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, bytes32 evidenceHash) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) Appeal(terms MissionTerms, tranche uint8, evidenceHash [32]byte) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Appeal(&_OabpEscrow.TransactOpts, terms, tranche, evidenceHash)
}

// Award is a paid mutator transaction binding the contract method 0xd4282460.
//
// Solidity: function award((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, address agent, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpEscrow *OabpEscrowTransactor) Award(opts *bind.TransactOpts, terms MissionTerms, tranche uint8, agent common.Address, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "award", terms, tranche, agent, contentHash, split)
}

// Award is a paid mutator transaction binding the contract method 0xd4282460.
//
// Solidity: function award((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, address agent, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpEscrow *OabpEscrowSession) Award(terms MissionTerms, tranche uint8, agent common.Address, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Award(&_OabpEscrow.TransactOpts, terms, tranche, agent, contentHash, split)
}

// Award is a paid mutator transaction binding the contract method 0xd4282460.
//
// Solidity: function award((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, address agent, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) Award(terms MissionTerms, tranche uint8, agent common.Address, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Award(&_OabpEscrow.TransactOpts, terms, tranche, agent, contentHash, split)
}

// Cancel is a paid mutator transaction binding the contract method 0x56312d0d.
//
// Solidity: function cancel((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms) returns()
func (_OabpEscrow *OabpEscrowTransactor) Cancel(opts *bind.TransactOpts, terms MissionTerms) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "cancel", terms)
}

// Cancel is a paid mutator transaction binding the contract method 0x56312d0d.
//
// Solidity: function cancel((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms) returns()
func (_OabpEscrow *OabpEscrowSession) Cancel(terms MissionTerms) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Cancel(&_OabpEscrow.TransactOpts, terms)
}

// Cancel is a paid mutator transaction binding the contract method 0x56312d0d.
//
// Solidity: function cancel((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) Cancel(terms MissionTerms) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Cancel(&_OabpEscrow.TransactOpts, terms)
}

// CollectFees is a paid mutator transaction binding the contract method 0xc8796572.
//
// Solidity: function collectFees() returns()
func (_OabpEscrow *OabpEscrowTransactor) CollectFees(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "collectFees")
}

// CollectFees is a paid mutator transaction binding the contract method 0xc8796572.
//
// Solidity: function collectFees() returns()
func (_OabpEscrow *OabpEscrowSession) CollectFees() (*types.Transaction, error) {
	return _OabpEscrow.Contract.CollectFees(&_OabpEscrow.TransactOpts)
}

// CollectFees is a paid mutator transaction binding the contract method 0xc8796572.
//
// Solidity: function collectFees() returns()
func (_OabpEscrow *OabpEscrowTransactorSession) CollectFees() (*types.Transaction, error) {
	return _OabpEscrow.Contract.CollectFees(&_OabpEscrow.TransactOpts)
}

// Commit is a paid mutator transaction binding the contract method 0xe3ce094d.
//
// Solidity: function commit(bytes32 missionId, bytes32 commitment) returns()
func (_OabpEscrow *OabpEscrowTransactor) Commit(opts *bind.TransactOpts, missionId [32]byte, commitment [32]byte) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "commit", missionId, commitment)
}

// Commit is a paid mutator transaction binding the contract method 0xe3ce094d.
//
// Solidity: function commit(bytes32 missionId, bytes32 commitment) returns()
func (_OabpEscrow *OabpEscrowSession) Commit(missionId [32]byte, commitment [32]byte) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Commit(&_OabpEscrow.TransactOpts, missionId, commitment)
}

// Commit is a paid mutator transaction binding the contract method 0xe3ce094d.
//
// Solidity: function commit(bytes32 missionId, bytes32 commitment) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) Commit(missionId [32]byte, commitment [32]byte) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Commit(&_OabpEscrow.TransactOpts, missionId, commitment)
}

// Finalize is a paid mutator transaction binding the contract method 0x19749575.
//
// Solidity: function finalize((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpEscrow *OabpEscrowTransactor) Finalize(opts *bind.TransactOpts, terms MissionTerms, tranche uint8, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "finalize", terms, tranche, contentHash, split)
}

// Finalize is a paid mutator transaction binding the contract method 0x19749575.
//
// Solidity: function finalize((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpEscrow *OabpEscrowSession) Finalize(terms MissionTerms, tranche uint8, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Finalize(&_OabpEscrow.TransactOpts, terms, tranche, contentHash, split)
}

// Finalize is a paid mutator transaction binding the contract method 0x19749575.
//
// Solidity: function finalize((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) Finalize(terms MissionTerms, tranche uint8, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Finalize(&_OabpEscrow.TransactOpts, terms, tranche, contentHash, split)
}

// Post is a paid mutator transaction binding the contract method 0x4a6605d8.
//
// Solidity: function post((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI) returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowTransactor) Post(opts *bind.TransactOpts, terms MissionTerms, specURI string) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "post", terms, specURI)
}

// Post is a paid mutator transaction binding the contract method 0x4a6605d8.
//
// Solidity: function post((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI) returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowSession) Post(terms MissionTerms, specURI string) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Post(&_OabpEscrow.TransactOpts, terms, specURI)
}

// Post is a paid mutator transaction binding the contract method 0x4a6605d8.
//
// Solidity: function post((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI) returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowTransactorSession) Post(terms MissionTerms, specURI string) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Post(&_OabpEscrow.TransactOpts, terms, specURI)
}

// PostWithAuthorization is a paid mutator transaction binding the contract method 0x967710df.
//
// Solidity: function postWithAuthorization((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI, uint256 validAfter, uint256 validBefore, bytes signature) returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowTransactor) PostWithAuthorization(opts *bind.TransactOpts, terms MissionTerms, specURI string, validAfter *big.Int, validBefore *big.Int, signature []byte) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "postWithAuthorization", terms, specURI, validAfter, validBefore, signature)
}

// PostWithAuthorization is a paid mutator transaction binding the contract method 0x967710df.
//
// Solidity: function postWithAuthorization((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI, uint256 validAfter, uint256 validBefore, bytes signature) returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowSession) PostWithAuthorization(terms MissionTerms, specURI string, validAfter *big.Int, validBefore *big.Int, signature []byte) (*types.Transaction, error) {
	return _OabpEscrow.Contract.PostWithAuthorization(&_OabpEscrow.TransactOpts, terms, specURI, validAfter, validBefore, signature)
}

// PostWithAuthorization is a paid mutator transaction binding the contract method 0x967710df.
//
// Solidity: function postWithAuthorization((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI, uint256 validAfter, uint256 validBefore, bytes signature) returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowTransactorSession) PostWithAuthorization(terms MissionTerms, specURI string, validAfter *big.Int, validBefore *big.Int, signature []byte) (*types.Transaction, error) {
	return _OabpEscrow.Contract.PostWithAuthorization(&_OabpEscrow.TransactOpts, terms, specURI, validAfter, validBefore, signature)
}

// PostWithPermit is a paid mutator transaction binding the contract method 0x88346759.
//
// Solidity: function postWithPermit((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI, uint256 deadline, bytes signature) returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowTransactor) PostWithPermit(opts *bind.TransactOpts, terms MissionTerms, specURI string, deadline *big.Int, signature []byte) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "postWithPermit", terms, specURI, deadline, signature)
}

// PostWithPermit is a paid mutator transaction binding the contract method 0x88346759.
//
// Solidity: function postWithPermit((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI, uint256 deadline, bytes signature) returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowSession) PostWithPermit(terms MissionTerms, specURI string, deadline *big.Int, signature []byte) (*types.Transaction, error) {
	return _OabpEscrow.Contract.PostWithPermit(&_OabpEscrow.TransactOpts, terms, specURI, deadline, signature)
}

// PostWithPermit is a paid mutator transaction binding the contract method 0x88346759.
//
// Solidity: function postWithPermit((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI, uint256 deadline, bytes signature) returns(bytes32 missionId)
func (_OabpEscrow *OabpEscrowTransactorSession) PostWithPermit(terms MissionTerms, specURI string, deadline *big.Int, signature []byte) (*types.Transaction, error) {
	return _OabpEscrow.Contract.PostWithPermit(&_OabpEscrow.TransactOpts, terms, specURI, deadline, signature)
}

// Refund is a paid mutator transaction binding the contract method 0x4150b1bb.
//
// Solidity: function refund((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms) returns()
func (_OabpEscrow *OabpEscrowTransactor) Refund(opts *bind.TransactOpts, terms MissionTerms) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "refund", terms)
}

// Refund is a paid mutator transaction binding the contract method 0x4150b1bb.
//
// Solidity: function refund((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms) returns()
func (_OabpEscrow *OabpEscrowSession) Refund(terms MissionTerms) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Refund(&_OabpEscrow.TransactOpts, terms)
}

// Refund is a paid mutator transaction binding the contract method 0x4150b1bb.
//
// Solidity: function refund((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) Refund(terms MissionTerms) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Refund(&_OabpEscrow.TransactOpts, terms)
}

// Reveal is a paid mutator transaction binding the contract method 0x3bf00c87.
//
// Solidity: function reveal((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, bytes answer, bytes32 salt) returns()
func (_OabpEscrow *OabpEscrowTransactor) Reveal(opts *bind.TransactOpts, terms MissionTerms, answer []byte, salt [32]byte) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "reveal", terms, answer, salt)
}

// Reveal is a paid mutator transaction binding the contract method 0x3bf00c87.
//
// Solidity: function reveal((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, bytes answer, bytes32 salt) returns()
func (_OabpEscrow *OabpEscrowSession) Reveal(terms MissionTerms, answer []byte, salt [32]byte) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Reveal(&_OabpEscrow.TransactOpts, terms, answer, salt)
}

// Reveal is a paid mutator transaction binding the contract method 0x3bf00c87.
//
// Solidity: function reveal((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, bytes answer, bytes32 salt) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) Reveal(terms MissionTerms, answer []byte, salt [32]byte) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Reveal(&_OabpEscrow.TransactOpts, terms, answer, salt)
}

// Rule is a paid mutator transaction binding the contract method 0xff8d4345.
//
// Solidity: function rule((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, uint8 ruling, address agent, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpEscrow *OabpEscrowTransactor) Rule(opts *bind.TransactOpts, terms MissionTerms, tranche uint8, ruling uint8, agent common.Address, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "rule", terms, tranche, ruling, agent, contentHash, split)
}

// Rule is a paid mutator transaction binding the contract method 0xff8d4345.
//
// Solidity: function rule((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, uint8 ruling, address agent, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpEscrow *OabpEscrowSession) Rule(terms MissionTerms, tranche uint8, ruling uint8, agent common.Address, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Rule(&_OabpEscrow.TransactOpts, terms, tranche, ruling, agent, contentHash, split)
}

// Rule is a paid mutator transaction binding the contract method 0xff8d4345.
//
// Solidity: function rule((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche, uint8 ruling, address agent, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) Rule(terms MissionTerms, tranche uint8, ruling uint8, agent common.Address, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Rule(&_OabpEscrow.TransactOpts, terms, tranche, ruling, agent, contentHash, split)
}

// SetFeeRecipient is a paid mutator transaction binding the contract method 0xe74b981b.
//
// Solidity: function setFeeRecipient(address next) returns()
func (_OabpEscrow *OabpEscrowTransactor) SetFeeRecipient(opts *bind.TransactOpts, next common.Address) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "setFeeRecipient", next)
}

// SetFeeRecipient is a paid mutator transaction binding the contract method 0xe74b981b.
//
// Solidity: function setFeeRecipient(address next) returns()
func (_OabpEscrow *OabpEscrowSession) SetFeeRecipient(next common.Address) (*types.Transaction, error) {
	return _OabpEscrow.Contract.SetFeeRecipient(&_OabpEscrow.TransactOpts, next)
}

// SetFeeRecipient is a paid mutator transaction binding the contract method 0xe74b981b.
//
// Solidity: function setFeeRecipient(address next) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) SetFeeRecipient(next common.Address) (*types.Transaction, error) {
	return _OabpEscrow.Contract.SetFeeRecipient(&_OabpEscrow.TransactOpts, next)
}

// Submit is a paid mutator transaction binding the contract method 0x5cb575eb.
//
// Solidity: function submit(bytes32 missionId, uint8 tranche, bytes32 contentHash, bytes32 splitHash, string uri) returns()
func (_OabpEscrow *OabpEscrowTransactor) Submit(opts *bind.TransactOpts, missionId [32]byte, tranche uint8, contentHash [32]byte, splitHash [32]byte, uri string) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "submit", missionId, tranche, contentHash, splitHash, uri)
}

// Submit is a paid mutator transaction binding the contract method 0x5cb575eb.
//
// Solidity: function submit(bytes32 missionId, uint8 tranche, bytes32 contentHash, bytes32 splitHash, string uri) returns()
func (_OabpEscrow *OabpEscrowSession) Submit(missionId [32]byte, tranche uint8, contentHash [32]byte, splitHash [32]byte, uri string) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Submit(&_OabpEscrow.TransactOpts, missionId, tranche, contentHash, splitHash, uri)
}

// Submit is a paid mutator transaction binding the contract method 0x5cb575eb.
//
// Solidity: function submit(bytes32 missionId, uint8 tranche, bytes32 contentHash, bytes32 splitHash, string uri) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) Submit(missionId [32]byte, tranche uint8, contentHash [32]byte, splitHash [32]byte, uri string) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Submit(&_OabpEscrow.TransactOpts, missionId, tranche, contentHash, splitHash, uri)
}

// Withdraw is a paid mutator transaction binding the contract method 0x51cff8d9.
//
// Solidity: function withdraw(address owner) returns()
func (_OabpEscrow *OabpEscrowTransactor) Withdraw(opts *bind.TransactOpts, owner common.Address) (*types.Transaction, error) {
	return _OabpEscrow.contract.Transact(opts, "withdraw", owner)
}

// Withdraw is a paid mutator transaction binding the contract method 0x51cff8d9.
//
// Solidity: function withdraw(address owner) returns()
func (_OabpEscrow *OabpEscrowSession) Withdraw(owner common.Address) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Withdraw(&_OabpEscrow.TransactOpts, owner)
}

// Withdraw is a paid mutator transaction binding the contract method 0x51cff8d9.
//
// Solidity: function withdraw(address owner) returns()
func (_OabpEscrow *OabpEscrowTransactorSession) Withdraw(owner common.Address) (*types.Transaction, error) {
	return _OabpEscrow.Contract.Withdraw(&_OabpEscrow.TransactOpts, owner)
}

// OabpEscrowAnswerCommittedIterator is returned from FilterAnswerCommitted and is used to iterate over the raw logs and unpacked data for AnswerCommitted events raised by the OabpEscrow contract.
type OabpEscrowAnswerCommittedIterator struct {
	Event *OabpEscrowAnswerCommitted // Event containing the contract specifics and raw log

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
func (it *OabpEscrowAnswerCommittedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowAnswerCommitted)
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
		it.Event = new(OabpEscrowAnswerCommitted)
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
func (it *OabpEscrowAnswerCommittedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowAnswerCommittedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowAnswerCommitted represents a AnswerCommitted event raised by the OabpEscrow contract.
type OabpEscrowAnswerCommitted struct {
	MissionId  [32]byte
	Agent      common.Address
	Commitment [32]byte
	Seq        *big.Int
	Raw        types.Log // Blockchain specific contextual infos
}

// FilterAnswerCommitted is a free log retrieval operation binding the contract event 0x6afc106e86ace62fd50379d8eb8ebbfb5801a73a28287abcda4e618a333a8017.
//
// Solidity: event AnswerCommitted(bytes32 indexed missionId, address indexed agent, bytes32 commitment, uint40 seq)
func (_OabpEscrow *OabpEscrowFilterer) FilterAnswerCommitted(opts *bind.FilterOpts, missionId [][32]byte, agent []common.Address) (*OabpEscrowAnswerCommittedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "AnswerCommitted", missionIdRule, agentRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowAnswerCommittedIterator{contract: _OabpEscrow.contract, event: "AnswerCommitted", logs: logs, sub: sub}, nil
}

// WatchAnswerCommitted is a free log subscription operation binding the contract event 0x6afc106e86ace62fd50379d8eb8ebbfb5801a73a28287abcda4e618a333a8017.
//
// Solidity: event AnswerCommitted(bytes32 indexed missionId, address indexed agent, bytes32 commitment, uint40 seq)
func (_OabpEscrow *OabpEscrowFilterer) WatchAnswerCommitted(opts *bind.WatchOpts, sink chan<- *OabpEscrowAnswerCommitted, missionId [][32]byte, agent []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "AnswerCommitted", missionIdRule, agentRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowAnswerCommitted)
				if err := _OabpEscrow.contract.UnpackLog(event, "AnswerCommitted", log); err != nil {
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

// ParseAnswerCommitted is a log parse operation binding the contract event 0x6afc106e86ace62fd50379d8eb8ebbfb5801a73a28287abcda4e618a333a8017.
//
// Solidity: event AnswerCommitted(bytes32 indexed missionId, address indexed agent, bytes32 commitment, uint40 seq)
func (_OabpEscrow *OabpEscrowFilterer) ParseAnswerCommitted(log types.Log) (*OabpEscrowAnswerCommitted, error) {
	event := new(OabpEscrowAnswerCommitted)
	if err := _OabpEscrow.contract.UnpackLog(event, "AnswerCommitted", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowAnswerRevealedIterator is returned from FilterAnswerRevealed and is used to iterate over the raw logs and unpacked data for AnswerRevealed events raised by the OabpEscrow contract.
type OabpEscrowAnswerRevealedIterator struct {
	Event *OabpEscrowAnswerRevealed // Event containing the contract specifics and raw log

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
func (it *OabpEscrowAnswerRevealedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowAnswerRevealed)
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
		it.Event = new(OabpEscrowAnswerRevealed)
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
func (it *OabpEscrowAnswerRevealedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowAnswerRevealedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowAnswerRevealed represents a AnswerRevealed event raised by the OabpEscrow contract.
type OabpEscrowAnswerRevealed struct {
	MissionId  [32]byte
	Agent      common.Address
	AnswerHash [32]byte
	Seq        *big.Int
	Leading    bool
	Raw        types.Log // Blockchain specific contextual infos
}

// FilterAnswerRevealed is a free log retrieval operation binding the contract event 0xc3f405f2a02315a5894f2b2be52945bb319269e326558e2a81ff9d35a962ce60.
//
// Solidity: event AnswerRevealed(bytes32 indexed missionId, address indexed agent, bytes32 answerHash, uint40 seq, bool leading)
func (_OabpEscrow *OabpEscrowFilterer) FilterAnswerRevealed(opts *bind.FilterOpts, missionId [][32]byte, agent []common.Address) (*OabpEscrowAnswerRevealedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "AnswerRevealed", missionIdRule, agentRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowAnswerRevealedIterator{contract: _OabpEscrow.contract, event: "AnswerRevealed", logs: logs, sub: sub}, nil
}

// WatchAnswerRevealed is a free log subscription operation binding the contract event 0xc3f405f2a02315a5894f2b2be52945bb319269e326558e2a81ff9d35a962ce60.
//
// Solidity: event AnswerRevealed(bytes32 indexed missionId, address indexed agent, bytes32 answerHash, uint40 seq, bool leading)
func (_OabpEscrow *OabpEscrowFilterer) WatchAnswerRevealed(opts *bind.WatchOpts, sink chan<- *OabpEscrowAnswerRevealed, missionId [][32]byte, agent []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "AnswerRevealed", missionIdRule, agentRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowAnswerRevealed)
				if err := _OabpEscrow.contract.UnpackLog(event, "AnswerRevealed", log); err != nil {
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

// ParseAnswerRevealed is a log parse operation binding the contract event 0xc3f405f2a02315a5894f2b2be52945bb319269e326558e2a81ff9d35a962ce60.
//
// Solidity: event AnswerRevealed(bytes32 indexed missionId, address indexed agent, bytes32 answerHash, uint40 seq, bool leading)
func (_OabpEscrow *OabpEscrowFilterer) ParseAnswerRevealed(log types.Log) (*OabpEscrowAnswerRevealed, error) {
	event := new(OabpEscrowAnswerRevealed)
	if err := _OabpEscrow.contract.UnpackLog(event, "AnswerRevealed", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowAppealRaisedIterator is returned from FilterAppealRaised and is used to iterate over the raw logs and unpacked data for AppealRaised events raised by the OabpEscrow contract.
type OabpEscrowAppealRaisedIterator struct {
	Event *OabpEscrowAppealRaised // Event containing the contract specifics and raw log

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
func (it *OabpEscrowAppealRaisedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowAppealRaised)
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
		it.Event = new(OabpEscrowAppealRaised)
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
func (it *OabpEscrowAppealRaisedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowAppealRaisedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowAppealRaised represents a AppealRaised event raised by the OabpEscrow contract.
type OabpEscrowAppealRaised struct {
	MissionId    [32]byte
	Tranche      uint8
	Appellant    common.Address
	Bond         *big.Int
	EvidenceHash [32]byte
	RuleBy       *big.Int
	Raw          types.Log // Blockchain specific contextual infos
}

// FilterAppealRaised is a free log retrieval operation binding the contract event 0x7898f2c6eee5c0c4ede2c3d367a9ead8dac1fbef056c339ca964830c0ca5fcbf.
//
// Solidity: event AppealRaised(bytes32 indexed missionId, uint8 indexed tranche, address indexed appellant, uint256 bond, bytes32 evidenceHash, uint40 ruleBy)
func (_OabpEscrow *OabpEscrowFilterer) FilterAppealRaised(opts *bind.FilterOpts, missionId [][32]byte, tranche []uint8, appellant []common.Address) (*OabpEscrowAppealRaisedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var trancheRule []interface{}
	for _, trancheItem := range tranche {
		trancheRule = append(trancheRule, trancheItem)
	}
	var appellantRule []interface{}
	for _, appellantItem := range appellant {
		appellantRule = append(appellantRule, appellantItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "AppealRaised", missionIdRule, trancheRule, appellantRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowAppealRaisedIterator{contract: _OabpEscrow.contract, event: "AppealRaised", logs: logs, sub: sub}, nil
}

// WatchAppealRaised is a free log subscription operation binding the contract event 0x7898f2c6eee5c0c4ede2c3d367a9ead8dac1fbef056c339ca964830c0ca5fcbf.
//
// Solidity: event AppealRaised(bytes32 indexed missionId, uint8 indexed tranche, address indexed appellant, uint256 bond, bytes32 evidenceHash, uint40 ruleBy)
func (_OabpEscrow *OabpEscrowFilterer) WatchAppealRaised(opts *bind.WatchOpts, sink chan<- *OabpEscrowAppealRaised, missionId [][32]byte, tranche []uint8, appellant []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var trancheRule []interface{}
	for _, trancheItem := range tranche {
		trancheRule = append(trancheRule, trancheItem)
	}
	var appellantRule []interface{}
	for _, appellantItem := range appellant {
		appellantRule = append(appellantRule, appellantItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "AppealRaised", missionIdRule, trancheRule, appellantRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowAppealRaised)
				if err := _OabpEscrow.contract.UnpackLog(event, "AppealRaised", log); err != nil {
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

// ParseAppealRaised is a log parse operation binding the contract event 0x7898f2c6eee5c0c4ede2c3d367a9ead8dac1fbef056c339ca964830c0ca5fcbf.
//
// Solidity: event AppealRaised(bytes32 indexed missionId, uint8 indexed tranche, address indexed appellant, uint256 bond, bytes32 evidenceHash, uint40 ruleBy)
func (_OabpEscrow *OabpEscrowFilterer) ParseAppealRaised(log types.Log) (*OabpEscrowAppealRaised, error) {
	event := new(OabpEscrowAppealRaised)
	if err := _OabpEscrow.contract.UnpackLog(event, "AppealRaised", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowAppealRuledIterator is returned from FilterAppealRuled and is used to iterate over the raw logs and unpacked data for AppealRuled events raised by the OabpEscrow contract.
type OabpEscrowAppealRuledIterator struct {
	Event *OabpEscrowAppealRuled // Event containing the contract specifics and raw log

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
func (it *OabpEscrowAppealRuledIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowAppealRuled)
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
		it.Event = new(OabpEscrowAppealRuled)
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
func (it *OabpEscrowAppealRuledIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowAppealRuledIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowAppealRuled represents a AppealRuled event raised by the OabpEscrow contract.
type OabpEscrowAppealRuled struct {
	MissionId [32]byte
	Tranche   uint8
	Ruling    uint8
	Agent     common.Address
	Raw       types.Log // Blockchain specific contextual infos
}

// FilterAppealRuled is a free log retrieval operation binding the contract event 0x76f934cae7a1c8e675acec5fbe55885405b1efa86bb02e7511d8099524e92e81.
//
// Solidity: event AppealRuled(bytes32 indexed missionId, uint8 indexed tranche, uint8 ruling, address agent)
func (_OabpEscrow *OabpEscrowFilterer) FilterAppealRuled(opts *bind.FilterOpts, missionId [][32]byte, tranche []uint8) (*OabpEscrowAppealRuledIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var trancheRule []interface{}
	for _, trancheItem := range tranche {
		trancheRule = append(trancheRule, trancheItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "AppealRuled", missionIdRule, trancheRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowAppealRuledIterator{contract: _OabpEscrow.contract, event: "AppealRuled", logs: logs, sub: sub}, nil
}

// WatchAppealRuled is a free log subscription operation binding the contract event 0x76f934cae7a1c8e675acec5fbe55885405b1efa86bb02e7511d8099524e92e81.
//
// Solidity: event AppealRuled(bytes32 indexed missionId, uint8 indexed tranche, uint8 ruling, address agent)
func (_OabpEscrow *OabpEscrowFilterer) WatchAppealRuled(opts *bind.WatchOpts, sink chan<- *OabpEscrowAppealRuled, missionId [][32]byte, tranche []uint8) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var trancheRule []interface{}
	for _, trancheItem := range tranche {
		trancheRule = append(trancheRule, trancheItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "AppealRuled", missionIdRule, trancheRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowAppealRuled)
				if err := _OabpEscrow.contract.UnpackLog(event, "AppealRuled", log); err != nil {
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

// ParseAppealRuled is a log parse operation binding the contract event 0x76f934cae7a1c8e675acec5fbe55885405b1efa86bb02e7511d8099524e92e81.
//
// Solidity: event AppealRuled(bytes32 indexed missionId, uint8 indexed tranche, uint8 ruling, address agent)
func (_OabpEscrow *OabpEscrowFilterer) ParseAppealRuled(log types.Log) (*OabpEscrowAppealRuled, error) {
	event := new(OabpEscrowAppealRuled)
	if err := _OabpEscrow.contract.UnpackLog(event, "AppealRuled", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowAwardFinalizedIterator is returned from FilterAwardFinalized and is used to iterate over the raw logs and unpacked data for AwardFinalized events raised by the OabpEscrow contract.
type OabpEscrowAwardFinalizedIterator struct {
	Event *OabpEscrowAwardFinalized // Event containing the contract specifics and raw log

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
func (it *OabpEscrowAwardFinalizedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowAwardFinalized)
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
		it.Event = new(OabpEscrowAwardFinalized)
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
func (it *OabpEscrowAwardFinalizedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowAwardFinalizedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowAwardFinalized represents a AwardFinalized event raised by the OabpEscrow contract.
type OabpEscrowAwardFinalized struct {
	MissionId [32]byte
	Tranche   uint8
	Agent     common.Address
	Gross     *big.Int
	Fee       *big.Int
	Raw       types.Log // Blockchain specific contextual infos
}

// FilterAwardFinalized is a free log retrieval operation binding the contract event 0x6c0715b88a44b73ed0f82e01819111e40e98321f9b289eb2d782612a66dc7a0f.
//
// Solidity: event AwardFinalized(bytes32 indexed missionId, uint8 indexed tranche, address indexed agent, uint256 gross, uint256 fee)
func (_OabpEscrow *OabpEscrowFilterer) FilterAwardFinalized(opts *bind.FilterOpts, missionId [][32]byte, tranche []uint8, agent []common.Address) (*OabpEscrowAwardFinalizedIterator, error) {

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

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "AwardFinalized", missionIdRule, trancheRule, agentRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowAwardFinalizedIterator{contract: _OabpEscrow.contract, event: "AwardFinalized", logs: logs, sub: sub}, nil
}

// WatchAwardFinalized is a free log subscription operation binding the contract event 0x6c0715b88a44b73ed0f82e01819111e40e98321f9b289eb2d782612a66dc7a0f.
//
// Solidity: event AwardFinalized(bytes32 indexed missionId, uint8 indexed tranche, address indexed agent, uint256 gross, uint256 fee)
func (_OabpEscrow *OabpEscrowFilterer) WatchAwardFinalized(opts *bind.WatchOpts, sink chan<- *OabpEscrowAwardFinalized, missionId [][32]byte, tranche []uint8, agent []common.Address) (event.Subscription, error) {

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

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "AwardFinalized", missionIdRule, trancheRule, agentRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowAwardFinalized)
				if err := _OabpEscrow.contract.UnpackLog(event, "AwardFinalized", log); err != nil {
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

// ParseAwardFinalized is a log parse operation binding the contract event 0x6c0715b88a44b73ed0f82e01819111e40e98321f9b289eb2d782612a66dc7a0f.
//
// Solidity: event AwardFinalized(bytes32 indexed missionId, uint8 indexed tranche, address indexed agent, uint256 gross, uint256 fee)
func (_OabpEscrow *OabpEscrowFilterer) ParseAwardFinalized(log types.Log) (*OabpEscrowAwardFinalized, error) {
	event := new(OabpEscrowAwardFinalized)
	if err := _OabpEscrow.contract.UnpackLog(event, "AwardFinalized", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowAwardProposedIterator is returned from FilterAwardProposed and is used to iterate over the raw logs and unpacked data for AwardProposed events raised by the OabpEscrow contract.
type OabpEscrowAwardProposedIterator struct {
	Event *OabpEscrowAwardProposed // Event containing the contract specifics and raw log

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
func (it *OabpEscrowAwardProposedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowAwardProposed)
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
		it.Event = new(OabpEscrowAwardProposed)
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
func (it *OabpEscrowAwardProposedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowAwardProposedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowAwardProposed represents a AwardProposed event raised by the OabpEscrow contract.
type OabpEscrowAwardProposed struct {
	MissionId      [32]byte
	Tranche        uint8
	Agent          common.Address
	SubmissionHash [32]byte
	Gross          *big.Int
	FinalAt        *big.Int
	Raw            types.Log // Blockchain specific contextual infos
}

// FilterAwardProposed is a free log retrieval operation binding the contract event 0xcb69ce94f26a508437008bfcee2e243bd817fde325b2279c541ba342d3aac166.
//
// Solidity: event AwardProposed(bytes32 indexed missionId, uint8 indexed tranche, address indexed agent, bytes32 submissionHash, uint256 gross, uint40 finalAt)
func (_OabpEscrow *OabpEscrowFilterer) FilterAwardProposed(opts *bind.FilterOpts, missionId [][32]byte, tranche []uint8, agent []common.Address) (*OabpEscrowAwardProposedIterator, error) {

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

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "AwardProposed", missionIdRule, trancheRule, agentRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowAwardProposedIterator{contract: _OabpEscrow.contract, event: "AwardProposed", logs: logs, sub: sub}, nil
}

// WatchAwardProposed is a free log subscription operation binding the contract event 0xcb69ce94f26a508437008bfcee2e243bd817fde325b2279c541ba342d3aac166.
//
// Solidity: event AwardProposed(bytes32 indexed missionId, uint8 indexed tranche, address indexed agent, bytes32 submissionHash, uint256 gross, uint40 finalAt)
func (_OabpEscrow *OabpEscrowFilterer) WatchAwardProposed(opts *bind.WatchOpts, sink chan<- *OabpEscrowAwardProposed, missionId [][32]byte, tranche []uint8, agent []common.Address) (event.Subscription, error) {

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

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "AwardProposed", missionIdRule, trancheRule, agentRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowAwardProposed)
				if err := _OabpEscrow.contract.UnpackLog(event, "AwardProposed", log); err != nil {
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

// ParseAwardProposed is a log parse operation binding the contract event 0xcb69ce94f26a508437008bfcee2e243bd817fde325b2279c541ba342d3aac166.
//
// Solidity: event AwardProposed(bytes32 indexed missionId, uint8 indexed tranche, address indexed agent, bytes32 submissionHash, uint256 gross, uint40 finalAt)
func (_OabpEscrow *OabpEscrowFilterer) ParseAwardProposed(log types.Log) (*OabpEscrowAwardProposed, error) {
	event := new(OabpEscrowAwardProposed)
	if err := _OabpEscrow.contract.UnpackLog(event, "AwardProposed", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowCreditWithdrawnIterator is returned from FilterCreditWithdrawn and is used to iterate over the raw logs and unpacked data for CreditWithdrawn events raised by the OabpEscrow contract.
type OabpEscrowCreditWithdrawnIterator struct {
	Event *OabpEscrowCreditWithdrawn // Event containing the contract specifics and raw log

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
func (it *OabpEscrowCreditWithdrawnIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowCreditWithdrawn)
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
		it.Event = new(OabpEscrowCreditWithdrawn)
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
func (it *OabpEscrowCreditWithdrawnIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowCreditWithdrawnIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowCreditWithdrawn represents a CreditWithdrawn event raised by the OabpEscrow contract.
type OabpEscrowCreditWithdrawn struct {
	Owner  common.Address
	To     common.Address
	Amount *big.Int
	Raw    types.Log // Blockchain specific contextual infos
}

// FilterCreditWithdrawn is a free log retrieval operation binding the contract event 0x52fc0f9d902f33823a83590d3549f63f5492a0df5c6b6db8dee20deb94456b26.
//
// Solidity: event CreditWithdrawn(address indexed owner, address indexed to, uint256 amount)
func (_OabpEscrow *OabpEscrowFilterer) FilterCreditWithdrawn(opts *bind.FilterOpts, owner []common.Address, to []common.Address) (*OabpEscrowCreditWithdrawnIterator, error) {

	var ownerRule []interface{}
	for _, ownerItem := range owner {
		ownerRule = append(ownerRule, ownerItem)
	}
	var toRule []interface{}
	for _, toItem := range to {
		toRule = append(toRule, toItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "CreditWithdrawn", ownerRule, toRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowCreditWithdrawnIterator{contract: _OabpEscrow.contract, event: "CreditWithdrawn", logs: logs, sub: sub}, nil
}

// WatchCreditWithdrawn is a free log subscription operation binding the contract event 0x52fc0f9d902f33823a83590d3549f63f5492a0df5c6b6db8dee20deb94456b26.
//
// Solidity: event CreditWithdrawn(address indexed owner, address indexed to, uint256 amount)
func (_OabpEscrow *OabpEscrowFilterer) WatchCreditWithdrawn(opts *bind.WatchOpts, sink chan<- *OabpEscrowCreditWithdrawn, owner []common.Address, to []common.Address) (event.Subscription, error) {

	var ownerRule []interface{}
	for _, ownerItem := range owner {
		ownerRule = append(ownerRule, ownerItem)
	}
	var toRule []interface{}
	for _, toItem := range to {
		toRule = append(toRule, toItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "CreditWithdrawn", ownerRule, toRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowCreditWithdrawn)
				if err := _OabpEscrow.contract.UnpackLog(event, "CreditWithdrawn", log); err != nil {
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

// ParseCreditWithdrawn is a log parse operation binding the contract event 0x52fc0f9d902f33823a83590d3549f63f5492a0df5c6b6db8dee20deb94456b26.
//
// Solidity: event CreditWithdrawn(address indexed owner, address indexed to, uint256 amount)
func (_OabpEscrow *OabpEscrowFilterer) ParseCreditWithdrawn(log types.Log) (*OabpEscrowCreditWithdrawn, error) {
	event := new(OabpEscrowCreditWithdrawn)
	if err := _OabpEscrow.contract.UnpackLog(event, "CreditWithdrawn", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowFeeRecipientChangedIterator is returned from FilterFeeRecipientChanged and is used to iterate over the raw logs and unpacked data for FeeRecipientChanged events raised by the OabpEscrow contract.
type OabpEscrowFeeRecipientChangedIterator struct {
	Event *OabpEscrowFeeRecipientChanged // Event containing the contract specifics and raw log

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
func (it *OabpEscrowFeeRecipientChangedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowFeeRecipientChanged)
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
		it.Event = new(OabpEscrowFeeRecipientChanged)
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
func (it *OabpEscrowFeeRecipientChangedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowFeeRecipientChangedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowFeeRecipientChanged represents a FeeRecipientChanged event raised by the OabpEscrow contract.
type OabpEscrowFeeRecipientChanged struct {
	Previous common.Address
	Current  common.Address
	Raw      types.Log // Blockchain specific contextual infos
}

// FilterFeeRecipientChanged is a free log retrieval operation binding the contract event 0x0bc21fe5c3ab742ff1d15b5c4477ffbacf1167e618228078fa625edebe7f331d.
//
// Solidity: event FeeRecipientChanged(address indexed previous, address indexed current)
func (_OabpEscrow *OabpEscrowFilterer) FilterFeeRecipientChanged(opts *bind.FilterOpts, previous []common.Address, current []common.Address) (*OabpEscrowFeeRecipientChangedIterator, error) {

	var previousRule []interface{}
	for _, previousItem := range previous {
		previousRule = append(previousRule, previousItem)
	}
	var currentRule []interface{}
	for _, currentItem := range current {
		currentRule = append(currentRule, currentItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "FeeRecipientChanged", previousRule, currentRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowFeeRecipientChangedIterator{contract: _OabpEscrow.contract, event: "FeeRecipientChanged", logs: logs, sub: sub}, nil
}

// WatchFeeRecipientChanged is a free log subscription operation binding the contract event 0x0bc21fe5c3ab742ff1d15b5c4477ffbacf1167e618228078fa625edebe7f331d.
//
// Solidity: event FeeRecipientChanged(address indexed previous, address indexed current)
func (_OabpEscrow *OabpEscrowFilterer) WatchFeeRecipientChanged(opts *bind.WatchOpts, sink chan<- *OabpEscrowFeeRecipientChanged, previous []common.Address, current []common.Address) (event.Subscription, error) {

	var previousRule []interface{}
	for _, previousItem := range previous {
		previousRule = append(previousRule, previousItem)
	}
	var currentRule []interface{}
	for _, currentItem := range current {
		currentRule = append(currentRule, currentItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "FeeRecipientChanged", previousRule, currentRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowFeeRecipientChanged)
				if err := _OabpEscrow.contract.UnpackLog(event, "FeeRecipientChanged", log); err != nil {
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

// ParseFeeRecipientChanged is a log parse operation binding the contract event 0x0bc21fe5c3ab742ff1d15b5c4477ffbacf1167e618228078fa625edebe7f331d.
//
// Solidity: event FeeRecipientChanged(address indexed previous, address indexed current)
func (_OabpEscrow *OabpEscrowFilterer) ParseFeeRecipientChanged(log types.Log) (*OabpEscrowFeeRecipientChanged, error) {
	event := new(OabpEscrowFeeRecipientChanged)
	if err := _OabpEscrow.contract.UnpackLog(event, "FeeRecipientChanged", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowFeesCollectedIterator is returned from FilterFeesCollected and is used to iterate over the raw logs and unpacked data for FeesCollected events raised by the OabpEscrow contract.
type OabpEscrowFeesCollectedIterator struct {
	Event *OabpEscrowFeesCollected // Event containing the contract specifics and raw log

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
func (it *OabpEscrowFeesCollectedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowFeesCollected)
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
		it.Event = new(OabpEscrowFeesCollected)
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
func (it *OabpEscrowFeesCollectedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowFeesCollectedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowFeesCollected represents a FeesCollected event raised by the OabpEscrow contract.
type OabpEscrowFeesCollected struct {
	To     common.Address
	Amount *big.Int
	Raw    types.Log // Blockchain specific contextual infos
}

// FilterFeesCollected is a free log retrieval operation binding the contract event 0x9dc46f23cfb5ddcad0ae7ea2be38d47fec07bb9382ec7e564efc69e036dd66ce.
//
// Solidity: event FeesCollected(address indexed to, uint256 amount)
func (_OabpEscrow *OabpEscrowFilterer) FilterFeesCollected(opts *bind.FilterOpts, to []common.Address) (*OabpEscrowFeesCollectedIterator, error) {

	var toRule []interface{}
	for _, toItem := range to {
		toRule = append(toRule, toItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "FeesCollected", toRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowFeesCollectedIterator{contract: _OabpEscrow.contract, event: "FeesCollected", logs: logs, sub: sub}, nil
}

// WatchFeesCollected is a free log subscription operation binding the contract event 0x9dc46f23cfb5ddcad0ae7ea2be38d47fec07bb9382ec7e564efc69e036dd66ce.
//
// Solidity: event FeesCollected(address indexed to, uint256 amount)
func (_OabpEscrow *OabpEscrowFilterer) WatchFeesCollected(opts *bind.WatchOpts, sink chan<- *OabpEscrowFeesCollected, to []common.Address) (event.Subscription, error) {

	var toRule []interface{}
	for _, toItem := range to {
		toRule = append(toRule, toItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "FeesCollected", toRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowFeesCollected)
				if err := _OabpEscrow.contract.UnpackLog(event, "FeesCollected", log); err != nil {
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

// ParseFeesCollected is a log parse operation binding the contract event 0x9dc46f23cfb5ddcad0ae7ea2be38d47fec07bb9382ec7e564efc69e036dd66ce.
//
// Solidity: event FeesCollected(address indexed to, uint256 amount)
func (_OabpEscrow *OabpEscrowFilterer) ParseFeesCollected(log types.Log) (*OabpEscrowFeesCollected, error) {
	event := new(OabpEscrowFeesCollected)
	if err := _OabpEscrow.contract.UnpackLog(event, "FeesCollected", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowMissionCancelledIterator is returned from FilterMissionCancelled and is used to iterate over the raw logs and unpacked data for MissionCancelled events raised by the OabpEscrow contract.
type OabpEscrowMissionCancelledIterator struct {
	Event *OabpEscrowMissionCancelled // Event containing the contract specifics and raw log

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
func (it *OabpEscrowMissionCancelledIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowMissionCancelled)
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
		it.Event = new(OabpEscrowMissionCancelled)
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
func (it *OabpEscrowMissionCancelledIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowMissionCancelledIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowMissionCancelled represents a MissionCancelled event raised by the OabpEscrow contract.
type OabpEscrowMissionCancelled struct {
	MissionId [32]byte
	Raw       types.Log // Blockchain specific contextual infos
}

// FilterMissionCancelled is a free log retrieval operation binding the contract event 0xb37059d19001b76727c0e4bf4ef224486537d772541c557f89efe546c55c7f2a.
//
// Solidity: event MissionCancelled(bytes32 indexed missionId)
func (_OabpEscrow *OabpEscrowFilterer) FilterMissionCancelled(opts *bind.FilterOpts, missionId [][32]byte) (*OabpEscrowMissionCancelledIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "MissionCancelled", missionIdRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowMissionCancelledIterator{contract: _OabpEscrow.contract, event: "MissionCancelled", logs: logs, sub: sub}, nil
}

// WatchMissionCancelled is a free log subscription operation binding the contract event 0xb37059d19001b76727c0e4bf4ef224486537d772541c557f89efe546c55c7f2a.
//
// Solidity: event MissionCancelled(bytes32 indexed missionId)
func (_OabpEscrow *OabpEscrowFilterer) WatchMissionCancelled(opts *bind.WatchOpts, sink chan<- *OabpEscrowMissionCancelled, missionId [][32]byte) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "MissionCancelled", missionIdRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowMissionCancelled)
				if err := _OabpEscrow.contract.UnpackLog(event, "MissionCancelled", log); err != nil {
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

// ParseMissionCancelled is a log parse operation binding the contract event 0xb37059d19001b76727c0e4bf4ef224486537d772541c557f89efe546c55c7f2a.
//
// Solidity: event MissionCancelled(bytes32 indexed missionId)
func (_OabpEscrow *OabpEscrowFilterer) ParseMissionCancelled(log types.Log) (*OabpEscrowMissionCancelled, error) {
	event := new(OabpEscrowMissionCancelled)
	if err := _OabpEscrow.contract.UnpackLog(event, "MissionCancelled", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowMissionPostedIterator is returned from FilterMissionPosted and is used to iterate over the raw logs and unpacked data for MissionPosted events raised by the OabpEscrow contract.
type OabpEscrowMissionPostedIterator struct {
	Event *OabpEscrowMissionPosted // Event containing the contract specifics and raw log

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
func (it *OabpEscrowMissionPostedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowMissionPosted)
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
		it.Event = new(OabpEscrowMissionPosted)
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
func (it *OabpEscrowMissionPostedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowMissionPostedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowMissionPosted represents a MissionPosted event raised by the OabpEscrow contract.
type OabpEscrowMissionPosted struct {
	MissionId [32]byte
	Poster    common.Address
	Resolver  common.Address
	Terms     MissionTerms
	SpecURI   string
	Via       uint8
	Raw       types.Log // Blockchain specific contextual infos
}

// FilterMissionPosted is a free log retrieval operation binding the contract event 0x663c3b29911d96c4069c8ddbb7931b964ecac7b6bcaa6f233fd537ecabae7ac0.
//
// Solidity: event MissionPosted(bytes32 indexed missionId, address indexed poster, address indexed resolver, (address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI, uint8 via)
func (_OabpEscrow *OabpEscrowFilterer) FilterMissionPosted(opts *bind.FilterOpts, missionId [][32]byte, poster []common.Address, resolver []common.Address) (*OabpEscrowMissionPostedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var posterRule []interface{}
	for _, posterItem := range poster {
		posterRule = append(posterRule, posterItem)
	}
	var resolverRule []interface{}
	for _, resolverItem := range resolver {
		resolverRule = append(resolverRule, resolverItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "MissionPosted", missionIdRule, posterRule, resolverRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowMissionPostedIterator{contract: _OabpEscrow.contract, event: "MissionPosted", logs: logs, sub: sub}, nil
}

// WatchMissionPosted is a free log subscription operation binding the contract event 0x663c3b29911d96c4069c8ddbb7931b964ecac7b6bcaa6f233fd537ecabae7ac0.
//
// Solidity: event MissionPosted(bytes32 indexed missionId, address indexed poster, address indexed resolver, (address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI, uint8 via)
func (_OabpEscrow *OabpEscrowFilterer) WatchMissionPosted(opts *bind.WatchOpts, sink chan<- *OabpEscrowMissionPosted, missionId [][32]byte, poster []common.Address, resolver []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var posterRule []interface{}
	for _, posterItem := range poster {
		posterRule = append(posterRule, posterItem)
	}
	var resolverRule []interface{}
	for _, resolverItem := range resolver {
		resolverRule = append(resolverRule, resolverItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "MissionPosted", missionIdRule, posterRule, resolverRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowMissionPosted)
				if err := _OabpEscrow.contract.UnpackLog(event, "MissionPosted", log); err != nil {
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

// ParseMissionPosted is a log parse operation binding the contract event 0x663c3b29911d96c4069c8ddbb7931b964ecac7b6bcaa6f233fd537ecabae7ac0.
//
// Solidity: event MissionPosted(bytes32 indexed missionId, address indexed poster, address indexed resolver, (address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, string specURI, uint8 via)
func (_OabpEscrow *OabpEscrowFilterer) ParseMissionPosted(log types.Log) (*OabpEscrowMissionPosted, error) {
	event := new(OabpEscrowMissionPosted)
	if err := _OabpEscrow.contract.UnpackLog(event, "MissionPosted", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowMissionRefundedIterator is returned from FilterMissionRefunded and is used to iterate over the raw logs and unpacked data for MissionRefunded events raised by the OabpEscrow contract.
type OabpEscrowMissionRefundedIterator struct {
	Event *OabpEscrowMissionRefunded // Event containing the contract specifics and raw log

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
func (it *OabpEscrowMissionRefundedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowMissionRefunded)
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
		it.Event = new(OabpEscrowMissionRefunded)
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
func (it *OabpEscrowMissionRefundedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowMissionRefundedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowMissionRefunded represents a MissionRefunded event raised by the OabpEscrow contract.
type OabpEscrowMissionRefunded struct {
	MissionId [32]byte
	To        common.Address
	Amount    *big.Int
	Credited  bool
	Reason    uint8
	Raw       types.Log // Blockchain specific contextual infos
}

// FilterMissionRefunded is a free log retrieval operation binding the contract event 0xa742e4ec78916ba3d74119fed29ff583a275e402525804c79c1e5fe993db1743.
//
// Solidity: event MissionRefunded(bytes32 indexed missionId, address indexed to, uint256 amount, bool credited, uint8 reason)
func (_OabpEscrow *OabpEscrowFilterer) FilterMissionRefunded(opts *bind.FilterOpts, missionId [][32]byte, to []common.Address) (*OabpEscrowMissionRefundedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var toRule []interface{}
	for _, toItem := range to {
		toRule = append(toRule, toItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "MissionRefunded", missionIdRule, toRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowMissionRefundedIterator{contract: _OabpEscrow.contract, event: "MissionRefunded", logs: logs, sub: sub}, nil
}

// WatchMissionRefunded is a free log subscription operation binding the contract event 0xa742e4ec78916ba3d74119fed29ff583a275e402525804c79c1e5fe993db1743.
//
// Solidity: event MissionRefunded(bytes32 indexed missionId, address indexed to, uint256 amount, bool credited, uint8 reason)
func (_OabpEscrow *OabpEscrowFilterer) WatchMissionRefunded(opts *bind.WatchOpts, sink chan<- *OabpEscrowMissionRefunded, missionId [][32]byte, to []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var toRule []interface{}
	for _, toItem := range to {
		toRule = append(toRule, toItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "MissionRefunded", missionIdRule, toRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowMissionRefunded)
				if err := _OabpEscrow.contract.UnpackLog(event, "MissionRefunded", log); err != nil {
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

// ParseMissionRefunded is a log parse operation binding the contract event 0xa742e4ec78916ba3d74119fed29ff583a275e402525804c79c1e5fe993db1743.
//
// Solidity: event MissionRefunded(bytes32 indexed missionId, address indexed to, uint256 amount, bool credited, uint8 reason)
func (_OabpEscrow *OabpEscrowFilterer) ParseMissionRefunded(log types.Log) (*OabpEscrowMissionRefunded, error) {
	event := new(OabpEscrowMissionRefunded)
	if err := _OabpEscrow.contract.UnpackLog(event, "MissionRefunded", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowPayoutIterator is returned from FilterPayout and is used to iterate over the raw logs and unpacked data for Payout events raised by the OabpEscrow contract.
type OabpEscrowPayoutIterator struct {
	Event *OabpEscrowPayout // Event containing the contract specifics and raw log

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
func (it *OabpEscrowPayoutIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowPayout)
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
		it.Event = new(OabpEscrowPayout)
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
func (it *OabpEscrowPayoutIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowPayoutIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowPayout represents a Payout event raised by the OabpEscrow contract.
type OabpEscrowPayout struct {
	MissionId [32]byte
	To        common.Address
	Tranche   uint8
	Amount    *big.Int
	Credited  bool
	Raw       types.Log // Blockchain specific contextual infos
}

// FilterPayout is a free log retrieval operation binding the contract event 0xae10fa6e29b9ab23b8756c13ba5c23f0a06a706b02de9d2bb5cbd1908def6d6d.
//
// Solidity: event Payout(bytes32 indexed missionId, address indexed to, uint8 tranche, uint256 amount, bool credited)
func (_OabpEscrow *OabpEscrowFilterer) FilterPayout(opts *bind.FilterOpts, missionId [][32]byte, to []common.Address) (*OabpEscrowPayoutIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var toRule []interface{}
	for _, toItem := range to {
		toRule = append(toRule, toItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "Payout", missionIdRule, toRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowPayoutIterator{contract: _OabpEscrow.contract, event: "Payout", logs: logs, sub: sub}, nil
}

// WatchPayout is a free log subscription operation binding the contract event 0xae10fa6e29b9ab23b8756c13ba5c23f0a06a706b02de9d2bb5cbd1908def6d6d.
//
// Solidity: event Payout(bytes32 indexed missionId, address indexed to, uint8 tranche, uint256 amount, bool credited)
func (_OabpEscrow *OabpEscrowFilterer) WatchPayout(opts *bind.WatchOpts, sink chan<- *OabpEscrowPayout, missionId [][32]byte, to []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var toRule []interface{}
	for _, toItem := range to {
		toRule = append(toRule, toItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "Payout", missionIdRule, toRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowPayout)
				if err := _OabpEscrow.contract.UnpackLog(event, "Payout", log); err != nil {
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

// ParsePayout is a log parse operation binding the contract event 0xae10fa6e29b9ab23b8756c13ba5c23f0a06a706b02de9d2bb5cbd1908def6d6d.
//
// Solidity: event Payout(bytes32 indexed missionId, address indexed to, uint8 tranche, uint256 amount, bool credited)
func (_OabpEscrow *OabpEscrowFilterer) ParsePayout(log types.Log) (*OabpEscrowPayout, error) {
	event := new(OabpEscrowPayout)
	if err := _OabpEscrow.contract.UnpackLog(event, "Payout", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpEscrowWorkSubmittedIterator is returned from FilterWorkSubmitted and is used to iterate over the raw logs and unpacked data for WorkSubmitted events raised by the OabpEscrow contract.
type OabpEscrowWorkSubmittedIterator struct {
	Event *OabpEscrowWorkSubmitted // Event containing the contract specifics and raw log

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
func (it *OabpEscrowWorkSubmittedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpEscrowWorkSubmitted)
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
		it.Event = new(OabpEscrowWorkSubmitted)
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
func (it *OabpEscrowWorkSubmittedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpEscrowWorkSubmittedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpEscrowWorkSubmitted represents a WorkSubmitted event raised by the OabpEscrow contract.
type OabpEscrowWorkSubmitted struct {
	MissionId      [32]byte
	Agent          common.Address
	SubmissionHash [32]byte
	Tranche        uint8
	ContentHash    [32]byte
	SplitHash      [32]byte
	Revision       uint16
	Uri            string
	Raw            types.Log // Blockchain specific contextual infos
}

// FilterWorkSubmitted is a free log retrieval operation binding the contract event 0xc8a3da07b9d6e5ecdfa3e8eccb628864efc061b8f66b618240ed3b59e0abc765.
//
// Solidity: event WorkSubmitted(bytes32 indexed missionId, address indexed agent, bytes32 indexed submissionHash, uint8 tranche, bytes32 contentHash, bytes32 splitHash, uint16 revision, string uri)
func (_OabpEscrow *OabpEscrowFilterer) FilterWorkSubmitted(opts *bind.FilterOpts, missionId [][32]byte, agent []common.Address, submissionHash [][32]byte) (*OabpEscrowWorkSubmittedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}
	var submissionHashRule []interface{}
	for _, submissionHashItem := range submissionHash {
		submissionHashRule = append(submissionHashRule, submissionHashItem)
	}

	logs, sub, err := _OabpEscrow.contract.FilterLogs(opts, "WorkSubmitted", missionIdRule, agentRule, submissionHashRule)
	if err != nil {
		return nil, err
	}
	return &OabpEscrowWorkSubmittedIterator{contract: _OabpEscrow.contract, event: "WorkSubmitted", logs: logs, sub: sub}, nil
}

// WatchWorkSubmitted is a free log subscription operation binding the contract event 0xc8a3da07b9d6e5ecdfa3e8eccb628864efc061b8f66b618240ed3b59e0abc765.
//
// Solidity: event WorkSubmitted(bytes32 indexed missionId, address indexed agent, bytes32 indexed submissionHash, uint8 tranche, bytes32 contentHash, bytes32 splitHash, uint16 revision, string uri)
func (_OabpEscrow *OabpEscrowFilterer) WatchWorkSubmitted(opts *bind.WatchOpts, sink chan<- *OabpEscrowWorkSubmitted, missionId [][32]byte, agent []common.Address, submissionHash [][32]byte) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var agentRule []interface{}
	for _, agentItem := range agent {
		agentRule = append(agentRule, agentItem)
	}
	var submissionHashRule []interface{}
	for _, submissionHashItem := range submissionHash {
		submissionHashRule = append(submissionHashRule, submissionHashItem)
	}

	logs, sub, err := _OabpEscrow.contract.WatchLogs(opts, "WorkSubmitted", missionIdRule, agentRule, submissionHashRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpEscrowWorkSubmitted)
				if err := _OabpEscrow.contract.UnpackLog(event, "WorkSubmitted", log); err != nil {
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

// ParseWorkSubmitted is a log parse operation binding the contract event 0xc8a3da07b9d6e5ecdfa3e8eccb628864efc061b8f66b618240ed3b59e0abc765.
//
// Solidity: event WorkSubmitted(bytes32 indexed missionId, address indexed agent, bytes32 indexed submissionHash, uint8 tranche, bytes32 contentHash, bytes32 splitHash, uint16 revision, string uri)
func (_OabpEscrow *OabpEscrowFilterer) ParseWorkSubmitted(log types.Log) (*OabpEscrowWorkSubmitted, error) {
	event := new(OabpEscrowWorkSubmitted)
	if err := _OabpEscrow.contract.UnpackLog(event, "WorkSubmitted", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}
