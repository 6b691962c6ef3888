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
	Bin: "0x60e060405234801561000f575f5ffd5b5060405161624338038061624383398101604081905261002e9161019c565b836001600160a01b03163b5f03610068576040516310d76a3760e31b81526001600160a01b03851660048201526024015b60405180910390fd5b826001600160a01b03163b5f0361009d576040516310d76a3760e31b81526001600160a01b038416600482015260240161005f565b6001600160a01b03808516608052831660a0526001600160401b03821660c0526100c7818561013f565b156100ef576040516202da5360e91b81526001600160a01b038216600482015260240161005f565b5f80546001600160a01b0319166001600160a01b03831690811782556040519091907f0bc21fe5c3ab742ff1d15b5c4477ffbacf1167e618228078fa625edebe7f331d908290a3505050506101fb565b5f6001600160a01b03831615806101675750816001600160a01b0316836001600160a01b0316145b8061017a57506001600160a01b03831630145b9392505050565b80516001600160a01b0381168114610197575f5ffd5b919050565b5f5f5f5f608085870312156101af575f5ffd5b6101b885610181565b93506101c660208601610181565b60408601519093506001600160401b03811681146101e2575f5ffd5b91506101f060608601610181565b905092959194509250565b60805160a05160c051615fbc6102875f395f81816106a6015281816138bb015261396c01525f818161022d015261375401525f818161068001528181610cb601528181610dea01528181611147015281816111c9015281816112370152818161175c0152818161186e01528181611cc7015281816136ca01528181613db201526140290152615fbc5ff3fe608060405234801561000f575f5ffd5b50600436106101bb575f3560e01c8063967710df116100f3578063d7945efc11610093578063f0b87c021161006e578063f0b87c021461065e578063fc0c546a1461067e578063fcf7becf146106a4578063ff8d4345146106d4575f5ffd5b8063d7945efc14610615578063e3ce094d14610638578063e74b981b1461064b575f5ffd5b8063c8796572116100ce578063c879657214610490578063d2a761df14610498578063d4282460146105e3578063d5d44d80146105f6575f5ffd5b8063967710df1461043f5780639f788a6d14610452578063a9a11df11461047d575f5ffd5b80634a6605d81161015e57806356312d0d1161013957806356312d0d146103ba5780635cb575eb146103cd57806388346759146103e057806394db0595146103f3575f5ffd5b80634a6605d8146102d85780634f318e82146102eb57806351cff8d9146103a7575f5ffd5b80633bf00c87116101995780633bf00c87146102725780634150b1bb14610285578063469048401461029857806346fa940d146102b7575f5ffd5b80630cc3208e146101bf57806319749575146102165780632857373a1461022b575b5f5ffd5b6101d26101cd36600461529a565b6106e7565b60408051825164ffffffffff1681526020928301517affffffffffffffffffffffffffffffffffffffffffffffffffffff1692810192909252015b60405180910390f35b6102296102243660046152f5565b610745565b005b7f00000000000000000000000000000000000000000000000000000000000000005b60405173ffffffffffffffffffffffffffffffffffffffff909116815260200161020d565b6102296102803660046153b8565b610934565b610229610293366004615428565b610aae565b5f5461024d9073ffffffffffffffffffffffffffffffffffffffff1681565b6102ca6102c5366004615428565b610c6e565b60405190815260200161020d565b6102ca6102e636600461545a565b610c78565b61036f6102f93660046154c3565b6040805180820182525f80825260209182018190529384526005815281842060ff9390931684529182529182902082518084019093525473ffffffffffffffffffffffffffffffffffffffff8116835274010000000000000000000000000000000000000000900464ffffffffff169082015290565b60408051825173ffffffffffffffffffffffffffffffffffffffff16815260209283015164ffffffffff16928101929092520161020d565b6102296103b53660046154e4565b610cee565b6102296103c8366004615428565b610e1a565b6102296103db3660046154fd565b610f09565b6102ca6103ee366004615569565b6110e5565b5f54610422907401000000000000000000000000000000000000000090046bffffffffffffffffffffffff1681565b6040516bffffffffffffffffffffffff909116815260200161020d565b6102ca61044d3660046155ee565b611204565b61046561046036600461569a565b6112d4565b6040805192835261ffff90911660208301520161020d565b61022961048b3660046156d3565b61132b565b610229611797565b6105866104a63660046154c3565b604080516080810182525f808252602082018190529181018290526060810191909152505f91825260046020908152604080842060ff93841685528252928390208351608081018552905473ffffffffffffffffffffffffffffffffffffffff8116825274010000000000000000000000000000000000000000810464ffffffffff908116938301939093527901000000000000000000000000000000000000000000000000008104909216938101939093527e010000000000000000000000000000000000000000000000000000000000009004161515606082015290565b60405161020d91905f60808201905073ffffffffffffffffffffffffffffffffffffffff835116825264ffffffffff602084015116602083015264ffffffffff604084015116604083015260608301511515606083015292915050565b6102296105f1366004615727565b6118a1565b6102ca6106043660046154e4565b60066020525f908152604090205481565b6106286106233660046157b5565b611ad6565b604051901515815260200161020d565b6102296106463660046157f6565b611b06565b6102296106593660046154e4565b611c4a565b61067161066c366004615816565b611db2565b60405161020d919061586e565b7f000000000000000000000000000000000000000000000000000000000000000061024d565b7f000000000000000000000000000000000000000000000000000000000000000067ffffffffffffffff166102ca565b6102296106e2366004615928565b611e09565b6040805180820182525f80825260209182018190528481526003825282812073ffffffffffffffffffffffffffffffffffffffff85168252825282902054825180840190935264ffffffffff8116835260281c908201525b92915050565b61074d6123d6565b5f61075785610c6e565b90505f610764828661240b565b5f83815260046020908152604080832060ff808b168552908352928190208151608081018352905473ffffffffffffffffffffffffffffffffffffffff8116825264ffffffffff7401000000000000000000000000000000000000000082048116948301859052790100000000000000000000000000000000000000000000000000820416928201929092527e01000000000000000000000000000000000000000000000000000000000000909104909216151560608301529192509042101561086e5760208101516040517f3d60ce0f00000000000000000000000000000000000000000000000000000000815264ffffffffff90911660048201526024015b60405180910390fd5b610877876124b9565b156108a05780516108989084905f9061089383878d85856124e8565b612689565b505050610926565b6108e8838388845f01516108e38a6108b78b612701565b604080516020808201949094528082019290925280518083038201815260609092019052805191012090565b61276f565b80606001516109115761090c838761090686868c8c885f01516124e8565b876127e9565b610922565b61092283838989855f0151896128f4565b5050505b61092e612a61565b50505050565b61093c6123d6565b5f61094685610c6e565b90505f61095282612a8b565b90505f6109628388888888612b3f565b5f84815260036020908152604080832033845290915281205560a083015190915061ffff161561099757610898838883612e1a565b6109a8610100880160e089016159c7565b64ffffffffff164210610a02576109c6610100880160e089016159c7565b6040517f57411d0900000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b604080516101c0890135815264ffffffffff831660208201526001818301529051339185917fc3f405f2a02315a5894f2b2be52945bb319269e326558e2a81ff9d35a962ce609181900360600190a3610a63610160880161014089016159eb565b63ffffffff165f03610a825761090c835f3361089387878d5f336124e8565b6109228383895f336101c0830135610aa2610160850161014086016159eb565b63ffffffff1688613151565b610ab66123d6565b610ac8610120820161010083016159c7565b64ffffffffff16421015610b2457610ae8610120820161010083016159c7565b6040517f81e27e8e00000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b5f610b2e82610c6e565b5f8181526001602052604081205491925090610b49906133af565b905060018160c001516005811115610b6357610b6361582d565b14158015610b87575060028160c001516005811115610b8457610b8461582d565b14155b15610bc55760c08101516040517f9d819744000000000000000000000000000000000000000000000000000000008152610865918491600401615a0e565b805167ffffffffffffffff165f03610c0c576040517fc706630000000000000000000000000000000000000000000000000000000000815260048101839052602401610865565b5f60018260c001516005811115610c2557610c2561582d565b14610c31576001610c33565b5f5b90505f610c4284846004613470565b9050610c5f84610c5860608801604089016154e4565b83856134cd565b50505050610c6b612a61565b50565b5f61073f82613525565b5f610c816123d6565b610c8a846135cd565b5f610c978585855f61366c565b9092509050610cde73ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000163330846139c1565b50610ce7612a61565b9392505050565b610cf66123d6565b73ffffffffffffffffffffffffffffffffffffffff81165f9081526006602052604081205490819003610d6d576040517f6385746f00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83166004820152602401610865565b73ffffffffffffffffffffffffffffffffffffffff82165f81815260066020526040808220919091555181907f52fc0f9d902f33823a83590d3549f63f5492a0df5c6b6db8dee20deb94456b2690610dc89085815260200190565b60405180910390a3610e1173ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168383613a1d565b50610c6b612a61565b610e226123d6565b610e2b816135cd565b5f610e3582610c6e565b5f8181526001602052604081205491925090610e50906133af565b905060018160c001516005811115610e6a57610e6a61582d565b14610ea85760c08101516040517f9d819744000000000000000000000000000000000000000000000000000000008152610865918491600401615a0e565b5f610eb583836005613470565b60405190915083907fb37059d19001b76727c0e4bf4ef224486537d772541c557f89efe546c55c7f2a905f90a2610efe83610ef660608701604088016154e4565b8360036134cd565b505050610c6b612a61565b610f116123d6565b610200811115610f58576040517fad8e4f3c000000000000000000000000000000000000000000000000000000008152600481018290526102006024820152604401610865565b5f610f6287613a78565b9050610f6e8160f81c90565b60ff168660ff1610610fc45785610f858260f81c90565b6040517f76430db900000000000000000000000000000000000000000000000000000000815260ff928316600482015291166024820152604401610865565b610fce8160e01c90565b61ffff1615610fe257610fe2878288613bb5565b604080516020808201889052818301879052825180830384018152606090920183528151918101919091205f8a815260028352838120338252835283812060ff8b16825290925291812054611038906001615a4f565b5f8a81526002602090815260408083203380855290835281842060ff8e168552909252918290207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0000861661ffff8516179055905191925083918b907fc8a3da07b9d6e5ecdfa3e8eccb628864efc061b8f66b618240ed3b59e0abc765906110ca908d908d908d9089908e908e90615ab0565b60405180910390a45050506110dd612a61565b505050505050565b5f6110ee6123d6565b6110f7876135cd565b5f611105888888600161366c565b6040517f9fd5a6cf000000000000000000000000000000000000000000000000000000008152919350915073ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001690639fd5a6cf90611186903390309086908b908b908b90600401615ae2565b5f604051808303815f87803b15801561119d575f5ffd5b505af19250505080156111ae575060015b506111f173ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000163330846139c1565b506111fa612a61565b9695505050505050565b5f61120d6123d6565b5f61121b898989600261366c565b909250905073ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000166388b7ab6361126960208c018c6154e4565b30848a8a888b8b6040518963ffffffff1660e01b8152600401611293989796959493929190615b39565b5f604051808303815f87803b1580156112aa575f5ffd5b505af11580156112bc573d5f5f3e3d5ffd5b50505050506112c9612a61565b979650505050505050565b5f5f5f6112fc866112f560015f8a81526020019081526020015f20546133af565b8787613ca1565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0000811697909650945050505050565b6113336123d6565b5f61133d84610c6e565b90505f61134a828561240b565b90505f61135f610180870161016088016154e4565b73ffffffffffffffffffffffffffffffffffffffff16036113af576040517fa3849a9600000000000000000000000000000000000000000000000000000000815260048101839052602401610865565b5f82815260046020908152604080832060ff8089168552908352928190208151608081018352905473ffffffffffffffffffffffffffffffffffffffff8116825264ffffffffff7401000000000000000000000000000000000000000082048116948301949094527901000000000000000000000000000000000000000000000000008104909316918101919091527e0100000000000000000000000000000000000000000000000000000000000090910490911615801560608301526114ae576040517fbad3b5c90000000000000000000000000000000000000000000000000000000081526004810184905260ff86166024820152604401610865565b806020015164ffffffffff1642106115015760208101516040517fbffde50100000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b5f61150f60208801886154e4565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16148061157757505f848152600260209081526040808320338452909152812081611566868a613cf2565b81526020019081526020015f205414155b905080158061159c5750815173ffffffffffffffffffffffffffffffffffffffff1633145b156115d5576040517fc62f986b000000000000000000000000000000000000000000000000000000008152336004820152602401610865565b5f6115e86101a089016101808a01615baa565b6bffffffffffffffffffffffff1690505f6116066203f48042615bd5565b5f87815260046020908152604080832060ff8d1680855290835281842080547fff00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff167e01000000000000000000000000000000000000000000000000000000000000179055815180830183523380825264ffffffffff8781168387018181528f895260058852868920868a5288529786902093518454985190921674010000000000000000000000000000000000000000027fffffffffffffff0000000000000000000000000000000000000000000000000090981673ffffffffffffffffffffffffffffffffffffffff909216919091179690961790915582518881529384018d90529183019390935292935088907f7898f2c6eee5c0c4ede2c3d367a9ead8dac1fbef056c339ca964830c0ca5fcbf9060600160405180910390a461178473ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000163330856139c1565b505050505050611792612a61565b505050565b61179f6123d6565b5f80547401000000000000000000000000000000000000000090046bffffffffffffffffffffffff1690819003611802576040517f7f7d9be000000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f805473ffffffffffffffffffffffffffffffffffffffff169081905560405182815281907f9dc46f23cfb5ddcad0ae7ea2be38d47fec07bb9382ec7e564efc69e036dd66ce9060200160405180910390a261189573ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168284613a1d565b505061189f612a61565b565b6118a96123d6565b6118b960408601602087016154e4565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff161461194e57336118fc60408701602088016154e4565b6040517f5616a39000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff928316600482015291166024820152604401610865565b61195f610100860160e087016159c7565b64ffffffffff16421061197d576109c6610100860160e087016159c7565b5f61198786610c6e565b90505f61199382612a8b565b90506119a36101e0880188615be8565b90508660ff16106119fb57856119bd6101e0890189615be8565b6040517f76430db900000000000000000000000000000000000000000000000000000000815260ff9093166004840152602483015250604401610865565b600160ff87161b8160a001518260800151171661ffff165f14611a56576040517fd3f032ec0000000000000000000000000000000000000000000000000000000081526004810183905260ff87166024820152604401610865565b5f611a6683838a8a8a8a8a613d14565b9050611a7a61014089016101208a016159eb565b63ffffffff165f03611a9d57611a98838861090686868d8d8d6124e8565b611ac4565b611ac483838a8a8a86611ab8610140850161012086016159eb565b63ffffffff165f613151565b505050611acf612a61565b5050505050565b5f84815260016020526040812054611afd90611af79087906112f5906133af565b83613df2565b95945050505050565b611b0e6123d6565b611b20611b1a83613a78565b60f81c90565b60ff1615611b5d576040517f7756954300000000000000000000000000000000000000000000000000000000815260048101839052602401610865565b5f82815260036020908152604080832033845290915290205415611bb6576040517f83850ec600000000000000000000000000000000000000000000000000000000815260048101839052336024820152604401610865565b5f82815260036020908152604080832033808552908352928190207fffffffffffffffffffffffffffffffffffffffffffffffffffffff0000000000851664ffffffffff43908116918217909255825186815293840152815190939286927f6afc106e86ace62fd50379d8eb8ebbfb5801a73a28287abcda4e618a333a801792918290030190a350611c46612a61565b5050565b611c526123d6565b5f5473ffffffffffffffffffffffffffffffffffffffff16338114611cc1576040517f8ff7a05300000000000000000000000000000000000000000000000000000000815233600482015273ffffffffffffffffffffffffffffffffffffffff82166024820152604401610865565b611ceb827f0000000000000000000000000000000000000000000000000000000000000000613e25565b15611d3a576040517f05b4a60000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83166004820152602401610865565b5f80547fffffffffffffffffffffffff00000000000000000000000000000000000000001673ffffffffffffffffffffffffffffffffffffffff84811691821783556040519192908416917f0bc21fe5c3ab742ff1d15b5c4477ffbacf1167e618228078fa625edebe7f331d9190a350610c6b612a61565b60408051610100810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101919091525f8281526001602052604090205461073f906133af565b611e116123d6565b611e23610180870161016088016154e4565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614611eba5733611e68610180880161016089016154e4565b6040517ffff7d58e00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff928316600482015291166024820152604401610865565b5f611ec487610c6e565b90505f611ed1828861240b565b5f83815260046020908152604080832060ff808d1685529252909120549192507e0100000000000000000000000000000000000000000000000000000000000090910416611f57576040517f9edba3bc0000000000000000000000000000000000000000000000000000000081526004810183905260ff88166024820152604401610865565b5f82815260056020908152604080832060ff8b16845282529182902082518084019093525473ffffffffffffffffffffffffffffffffffffffff8116835274010000000000000000000000000000000000000000900464ffffffffff1690820181905242106120015760208101516040517f55e1e5ef00000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b5f83815260046020908152604080832060ff8c168452909152812054825173ffffffffffffffffffffffffffffffffffffffff9091169189600381111561204a5761204a61582d565b03612056575080612147565b600189600381111561206a5761206a61582d565b036120f0578173ffffffffffffffffffffffffffffffffffffffff168873ffffffffffffffffffffffffffffffffffffffff16036120d85788886040517fa93e2d64000000000000000000000000000000000000000000000000000000008152600401610865929190615c5c565b6120e785858d8d8c8c8c613d14565b50879150612147565b60028960038111156121045761210461582d565b03612111575f9150612147565b88886040517fa93e2d64000000000000000000000000000000000000000000000000000000008152600401610865929190615c5c565b5f85815260056020908152604080832060ff8e1680855292529182902080547fffffffffffffff00000000000000000000000000000000000000000000000000169055905186907f76f934cae7a1c8e675acec5fbe55885405b1efa86bb02e7511d8099524e92e81906121bd908d908790615c5c565b60405180910390a360028960038111156121d9576121d961582d565b0361228f575f6121ed6101e08d018d615be8565b8c60ff1681811061220057612200615c8e565b90506020020160208101906122159190615baa565b6bffffffffffffffffffffffff16905061223186868d84613e9b565b61223d86868e8e613f15565b61226a868c848f6101800160208101906122579190615baa565b6bffffffffffffffffffffffff16612689565b612289868d604001602081019061228191906154e4565b8360026134cd565b506123c9565b60405180608001604052808373ffffffffffffffffffffffffffffffffffffffff1681526020015f64ffffffffff1681526020015f64ffffffffff1681526020015f151581525060045f8781526020019081526020015f205f8c60ff1681526020019081526020015f205f820151815f015f6101000a81548173ffffffffffffffffffffffffffffffffffffffff021916908373ffffffffffffffffffffffffffffffffffffffff1602179055506020820151815f0160146101000a81548164ffffffffff021916908364ffffffffff1602179055506040820151815f0160196101000a81548164ffffffffff021916908364ffffffffff1602179055506060820151815f01601e6101000a81548160ff0219169083151502179055509050506123c9858b838e6101800160208101906122579190615baa565b50505050506110dd612a61565b6123de613fae565b61189f60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b90614007565b60408051610100810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101919091525f83815260016020526040902054612462906133af565b9050600160ff83161b8160a001511661ffff165f0361073f576040517f3028a7860000000000000000000000000000000000000000000000000000000081526004810184905260ff83166024820152604401610865565b5f806124cb60408401602085016154e4565b73ffffffffffffffffffffffffffffffffffffffff161492915050565b5f80806124f96101e0870187615be8565b8660ff1681811061250c5761250c615c8e565b90506020020160208101906125219190615baa565b61252f610200880188615be8565b8760ff1681811061254257612542615c8e565b90506020020160208101906125579190615baa565b6bffffffffffffffffffffffff9182169350169050600160ff86161b8760a001511661ffff165f146125945761258f88888785613e9b565b6125b3565b81875f018181516125a59190615cbb565b67ffffffffffffffff169052505b6125bf88888888613f15565b805f60148282829054906101000a90046bffffffffffffffffffffffff166125e79190615cdb565b92506101000a8154816bffffffffffffffffffffffff02191690836bffffffffffffffffffffffff1602179055508373ffffffffffffffffffffffffffffffffffffffff168560ff16897f6c0715b88a44b73ed0f82e01819111e40e98321f9b289eb2d782612a66dc7a0f858560405161266b929190918252602082015260400190565b60405180910390a461267d8183615cff565b98975050505050505050565b5f612694838361400e565b6040805160ff87168152602081018590528215159181019190915290915073ffffffffffffffffffffffffffffffffffffffff84169086907fae10fa6e29b9ab23b8756c13ba5c23f0a06a706b02de9d2bb5cbd1908def6d6d906060015b60405180910390a35050505050565b5f368181816127108680615be8565b61271d6020890189615be8565b93509350935093506040518360051b60408252806060016020830152846040830152808660608401378060608301018381528360051b9150818560208301370181900360200190209695505050505050565b61278461277e86868587613ca1565b82613df2565b611acf576040517f2dc4efde0000000000000000000000000000000000000000000000000000000081526004810186905273ffffffffffffffffffffffffffffffffffffffff8316602482015260ff8416604482015260648101829052608401610865565b365f6127f58380615be8565b909250905080600181900361283e57612836878785855f81811061281b5761281b615c8e565b905060200201602081019061283091906154e4565b88612689565b50505061092e565b5f61288a866128506020880188615be8565b808060200260200160405190810160405280939291908181526020018383602002808284375f920191909152506127109250614098915050565b90505f5b828110156128e9576128e189898787858181106128ad576128ad615c8e565b90506020020160208101906128c291906154e4565b8585815181106128d4576128d4615c8e565b6020026020010151612689565b60010161288e565b505050505050505050565b5f86815260056020908152604080832060ff8716845282529182902082518084019093525473ffffffffffffffffffffffffffffffffffffffff8116835274010000000000000000000000000000000000000000900464ffffffffff1690820181905242101561299f5760208101516040517f3d60ce0f00000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b5f87815260056020908152604080832060ff881680855292529182902080547fffffffffffffff00000000000000000000000000000000000000000000000000169055905188907f76f934cae7a1c8e675acec5fbe55885405b1efa86bb02e7511d8099524e92e8190612a16906003908890615c5c565b60405180910390a35f612a2c88888888886124e8565b8251909150612a4b90899087906122576101a08b016101808c01615baa565b612a57888683866127e9565b5050505050505050565b61189f5f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00612405565b60408051610100810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101919091525f82815260016020526040902054612ae2906133af565b905060028160c001516005811115612afc57612afc61582d565b14612b3a5760c08101516040517f9d819744000000000000000000000000000000000000000000000000000000008152610865918491600401615a0e565b919050565b5f611000831115612b87576040517fad8e4f3c000000000000000000000000000000000000000000000000000000008152600481018490526110006024820152604401610865565b612b9460208601866154e4565b73ffffffffffffffffffffffffffffffffffffffff163303612c0857612bbd60208601866154e4565b6040517ff3d2cc8900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602401610865565b505f85815260036020908152604080832033845290915281205490819064ffffffffff82169003612c6e576040517fcb300d7700000000000000000000000000000000000000000000000000000000815260048101889052336024820152604401610865565b5f612c81600264ffffffffff8516615bd5565b905080431015612cc6576040517f42385a4d00000000000000000000000000000000000000000000000000000000815243600482015260248101829052604401610865565b5f8833888888604051602001612ce0959493929190615d12565b6040516020818303038152906040528051906020012090508364ffffffffff1683612d0b9190615cff565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffff0000000000821614612d6e576040517f905cc00c000000000000000000000000000000000000000000000000000000008152600481018a9052336024820152604401610865565b5f60028888604051612d81929190615d59565b602060405180830381855afa158015612d9c573d5f5f3e3d5ffd5b5050506040513d601f19601f82011682018060405250810190612dbf9190615d68565b9050886101c001358114612e0d576040517f7b8c5a19000000000000000000000000000000000000000000000000000000008152600481018290526101c08a01356024820152604401610865565b5050505095945050505050565b5f8381526004602090815260408083208380528252918290208251608081018452905473ffffffffffffffffffffffffffffffffffffffff8116825274010000000000000000000000000000000000000000810464ffffffffff908116938301849052790100000000000000000000000000000000000000000000000000820416938201939093527e0100000000000000000000000000000000000000000000000000000000000090920460ff16151560608301524210612f165760208101516040517f3abcf7a200000000000000000000000000000000000000000000000000000000815264ffffffffff9091166004820152602401610865565b60408082015181516101c0860135815264ffffffffff858116602083018190529216909110918101829052339086907fc3f405f2a02315a5894f2b2be52945bb319269e326558e2a81ff9d35a962ce609060600160405180910390a38015611acf57604080516080810182523380825260208581015164ffffffffff9081168285019081528882168587019081525f606087018181528d8252600486528882208280529095529687209551865492519151945115157e01000000000000000000000000000000000000000000000000000000000000027fff00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff95851679010000000000000000000000000000000000000000000000000002959095167fff000000000000ffffffffffffffffffffffffffffffffffffffffffffffffff9290941674010000000000000000000000000000000000000000027fffffffffffffff0000000000000000000000000000000000000000000000000090931673ffffffffffffffffffffffffffffffffffffffff91909116179190911716171790915590867fcb69ce94f26a508437008bfcee2e243bd817fde325b2279c541ba342d3aac1666101c08801356130eb6101e08a018a615be8565b5f8181106130fb576130fb615c8e565b90506020020160208101906131109190615baa565b602080890151604080519485526bffffffffffffffffffffffff9093169184019190915264ffffffffff169082015260600160405180910390a45050505050565b5f6131606101e0880188615be8565b8760ff1681811061317357613173615c8e565b90506020020160208101906131889190615baa565b6bffffffffffffffffffffffff16905080885f018181516131a99190615cbb565b67ffffffffffffffff169052506020880180518291906131ca908390615d7f565b67ffffffffffffffff16905250600160ff87161b60a0890180519190911761ffff1690526131f78861422b565b5f8a8152600160205260408120919091556132128442615bd5565b905060405180608001604052808773ffffffffffffffffffffffffffffffffffffffff1681526020018264ffffffffff1681526020018464ffffffffff1681526020015f151581525060045f8c81526020019081526020015f205f8960ff1681526020019081526020015f205f820151815f015f6101000a81548173ffffffffffffffffffffffffffffffffffffffff021916908373ffffffffffffffffffffffffffffffffffffffff1602179055506020820151815f0160146101000a81548164ffffffffff021916908364ffffffffff1602179055506040820151815f0160196101000a81548164ffffffffff021916908364ffffffffff1602179055506060820151815f01601e6101000a81548160ff0219169083151502179055509050508573ffffffffffffffffffffffffffffffffffffffff168760ff168b7fcb69ce94f26a508437008bfcee2e243bd817fde325b2279c541ba342d3aac16688868660405161339b93929190928352602083019190915264ffffffffff16604082015260600190565b60405180910390a450505050505050505050565b60408051610100810182525f60c0820181905260e08083019190915267ffffffffffffffff848116835284841c16602083015264ffffffffff608085811c82169484019490945260a885901c16606083015261ffff60d085901c81169383019390935283901c90911660a082015260ff60f083901c1660058111156134365761343661582d565b8160c00190600581111561344c5761344c61582d565b9081600581111561345f5761345f61582d565b90525060f89190911c60e082015290565b81515f835267ffffffffffffffff1660c083018260058111156134955761349561582d565b908160058111156134a8576134a861582d565b9052506134b48361422b565b5f94855260016020526040909420939093555090919050565b5f6134d8848461400e565b90508373ffffffffffffffffffffffffffffffffffffffff16857fa742e4ec78916ba3d74119fed29ff583a275e402525804c79c1e5fe993db17438584866040516126f293929190615d9f565b5f806135356101e0840184615be8565b905090505f8160051b806020610240010183818701351481610200880135146102406101e08901351416169250816020820101915050604051468152306020820152606060408201528186606083013760608201812094505050806135c6576040517f03eccc3100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5050919050565b6135da60208201826154e4565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614610c6b573361361a60208301836154e4565b6040517f4667193e00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff928316600482015291166024820152604401610865565b5f806102008411156136b5576040517fad8e4f3c000000000000000000000000000000000000000000000000000000008152600481018590526102006024820152604401610865565b6136ee6136c860608801604089016154e4565b7f0000000000000000000000000000000000000000000000000000000000000000613e25565b1561374e5761370360608701604088016154e4565b6040517f05b4a60000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602401610865565b613778867f00000000000000000000000000000000000000000000000000000000000000006142fa565b61378186610c6e565b5f81815260016020526040902054909250156137cc576040517fe835b43100000000000000000000000000000000000000000000000000000000815260048101839052602401610865565b5f60016137df60c0890160a08a01615dc5565b60018111156137f0576137f061582d565b146137fc57600161380d565b61380a6101e0880188615be8565b90505b90505f60405180610100016040528089606001602081019061382f9190615baa565b67ffffffffffffffff1681525f602082015264ffffffffff4216604082015260600161386160e08b0160c08c016159c7565b64ffffffffff1681525f6020820181905260408201526060016001815260200161388a8a6124b9565b6138945783613896565b5f5b60ff16905290506138a68161422b565b5f8581526001602052604081209190915580547f000000000000000000000000000000000000000000000000000000000000000067ffffffffffffffff16919060149061391a9084907401000000000000000000000000000000000000000090046bffffffffffffffffffffffff16615cdb565b92506101000a8154816bffffffffffffffffffffffff02191690836bffffffffffffffffffffffff160217905550613961848888888c61432890949392919063ffffffff16565b67ffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001661399c60808a0160608b01615baa565b6bffffffffffffffffffffffff166139b49190615bd5565b9250505094509492505050565b6139cf84848484600161441d565b61092e576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602401610865565b613a2a83838360016144b0565b611792576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602401610865565b5f8181526001602052604081205490613a9082614538565b90506001816005811115613aa657613aa661582d565b14158015613ac657506002816005811115613ac357613ac361582d565b14155b15613b015782816040517f9d819744000000000000000000000000000000000000000000000000000000008152600401610865929190615a0e565b613b0b8260a81c90565b64ffffffffff164210613b655782613b238360a81c90565b6040517f1237dfcb000000000000000000000000000000000000000000000000000000008152600481019290925264ffffffffff166024820152604401610865565b6001816005811115613b7957613b7961582d565b03613baf577e0300000000000000000000000000000000000000000000000000000000000082185f848152600160205260409020555b50919050565b5f613bc08360f81c90565b60ff1660011490505f81613bd45782613bd6565b5f5b90505b81613be45782613be7565b600f5b60ff168160ff1611611acf57600160ff82161b613c048560e01c90565b1661ffff165f14158015613c4857505f85815260046020908152604080832060ff8516845290915290205473ffffffffffffffffffffffffffffffffffffffff1633145b15613c91576040517fa3a918750000000000000000000000000000000000000000000000000000000081526004810186905233602482015260ff82166044820152606401610865565b613c9a81615de3565b9050613bd9565b5f84815260026020908152604080832073ffffffffffffffffffffffffffffffffffffffff86168452909152812081613cda8685613cf2565b81526020019081526020015f20549050949350505050565b5f60018360e0015160ff1611613d08575f613d0a565b815b60ff169392505050565b5f613d2260208701876154e4565b73ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff1603613d9e576040517ff3d2cc8900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602401610865565b613dd6613dae60208801886154e4565b83907f0000000000000000000000000000000000000000000000000000000000000000614552565b613de3836108b784612701565b90506112c9888887878561276f565b5f8215801590610ce7575050187fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0000161590565b5f73ffffffffffffffffffffffffffffffffffffffff83161580613e7457508173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff16145b80610ce7575073ffffffffffffffffffffffffffffffffffffffff83163014905092915050565b8083602001818151613ead9190615cbb565b67ffffffffffffffff169052505060a0919091018051600160ff9390931692831b1861ffff1690525f918252600460209081526040808420928452919052902080547fff00000000000000000000000000000000000000000000000000000000000000169055565b600160ff82161b6080840180519190911761ffff1690525f613f3b6101e0840184615be8565b613f4791506010615cff565b61ffff8016901c61ffff16846080015161ffff16149050808015613f80575060028460c001516005811115613f7e57613f7e61582d565b145b15613f8d57600360c08501525b613f968461422b565b5f958652600160205260409095209490945550505050565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c1561189f576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80825d5050565b5f61405073ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168484614802565b159050801561073f5773ffffffffffffffffffffffffffffffffffffffff83165f908152600660205260408120805484929061408d908490615bd5565b909155505092915050565b81516060908067ffffffffffffffff8111156140b6576140b6615e01565b6040519080825280602002602001820160405280156140df578160200160208202803683370190505b5091505f8167ffffffffffffffff8111156140fc576140fc615e01565b604051908082528060200260200182016040528015614125578160200160208202803683370190505b509050855f5b838110156141b7575f87828151811061414657614146615c8e565b602002602001015161ffff16890290505f87828161416657614166615e2e565b0490508087848151811061417c5761417c615c8e565b602002602001018181525050878102820385848151811061419f5761419f615c8e565b6020908102919091010152909203915060010161412b565b505b8015614221575f6141c983614817565b90505f8382815181106141de576141de615c8e565b6020026020010181815250508481815181106141fc576141fc615c8e565b60200260200101805161420e90615e5b565b90525061421a81615e92565b90506141b9565b5050509392505050565b5f6080826040015164ffffffffff16901b6040836020015167ffffffffffffffff16901b835f015167ffffffffffffffff161717905060d0826080015161ffff16901b60a8836060015164ffffffffff16901b178117905060f08260c00151600581111561429b5761429b61582d565b60a084015160e0948501517fff0000000000000000000000000000000000000000000000000000000000000060f89190911b167dffff000000000000000000000000000000000000000000000000000000009190951b16911b17171790565b61430382614865565b61430c826149c7565b61431582614e0e565b61431e82614f48565b611c468282615080565b7f663c3b29911d96c4069c8ddbb7931b964ecac7b6bcaa6f233fd537ecabae7ac05f8061435860208901896154e4565b61436860408a0160208b016154e4565b90925090505f61437c6101e08a018a615be8565b61438891506040615ec6565b6143956102406040615bd5565b61439f9190615bd5565b905060405160608152816060016020820152856040820152818a606083013780820160608101889052608001601f88017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0168015614400575f602082038301525b888a833784868c89868587010387a4505050505050505050505050565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8781166004528616602452604485905291602083606481808c5af1925060015f5114831661449f578383151615614493573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8616600452602485905291602083604481808b5af1925060015f5114831661452c578383151615614520573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f60f082901c60ff16600581111561073f5761073f61582d565b365f81816145608780615be8565b61456d60208a018a615be8565b92965090945092509050828015806145855750601081115b806145905750818114155b156145d1576040517fc0bcc4c40000000000000000000000000000000000000000000000000000000081526004810182905260248101839052604401610865565b5f5f5b828110156147c3575f8787838181106145ef576145ef615c8e565b905060200201602081019061460491906154e4565b905073ffffffffffffffffffffffffffffffffffffffff8116158061465457508873ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff16145b80614674575073ffffffffffffffffffffffffffffffffffffffff811630145b156146c3576040517f05b4a60000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82166004820152602401610865565b8973ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1603614740576040517ff3d2cc8900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8b166004820152602401610865565b5f86868481811061475357614753615c8e565b90506020020160208101906147689190615edd565b61ffff169050805f036147aa576040517fdaa4573d00000000000000000000000000000000000000000000000000000000815260048101849052602401610865565b6147b48185615bd5565b935050508060010190506145d4565b5061271081146128e9576040517f72703a6700000000000000000000000000000000000000000000000000000000815260048101829052602401610865565b5f61480f8484845f6144b0565b949350505050565b80515f908190815b8181101561485d575f85828151811061483a5761483a615c8e565b602002602001015190508381111561485457909350915082825b5060010161481f565b505050919050565b5f808061487860e0850160c086016159c7565b614889610100860160e087016159c7565b61489b610120870161010088016159c7565b9250925092508264ffffffffff16421015806148c557508164ffffffffff168364ffffffffff1610155b15614913576040517f2ba8dbf200000000000000000000000000000000000000000000000000000000815242600482015264ffffffffff808516602483015283166044820152606401610865565b5f6203f48061492a610140870161012088016159eb565b6149419063ffffffff1664ffffffffff8616615bd5565b61494b9190615bd5565b90505f61495c6301e2850042615bd5565b9050818364ffffffffff1610806149795750808364ffffffffff16115b156110dd576040517f79db811d00000000000000000000000000000000000000000000000000000000815264ffffffffff841660048201526024810183905260448101829052606401610865565b5f6149d86080830160608401615baa565b6bffffffffffffffffffffffff16905067ffffffffffffffff811115614a5957614a086080830160608401615baa565b6040517f8eee22e10000000000000000000000000000000000000000000000000000000081526bffffffffffffffffffffffff909116600482015267ffffffffffffffff6024820152604401610865565b5f614a686101e0840184615be8565b91505f90508080614a7f60c0870160a08801615dc5565b6001811115614a9057614a9061582d565b14614a9e576002600a614aa3565b600160105b9150915081831080614ab457508083115b80614ace575082614ac9610200870187615be8565b905014155b15614b2c5782614ae2610200870187615be8565b6040517f931a7c0600000000000000000000000000000000000000000000000000000000815260048101939093526024830152506044810183905260648101829052608401610865565b365f8181614b3e6101e08a018a615be8565b614b4c6102008c018c615be8565b93509350935093505f61271060328a614b659190615ec6565b614b6f9190615efe565b90505f5f5f5b8a811015614d5b575f5f898984818110614b9157614b91615c8e565b9050602002016020810190614ba69190615baa565b888885818110614bb857614bb8615c8e565b9050602002016020810190614bcd9190615baa565b91509150612710826bffffffffffffffffffffffff161015614c3a576040517fdb119737000000000000000000000000000000000000000000000000000000008152600481018490526bffffffffffffffffffffffff831660248201526127106044820152606401610865565b5f612710614c5760326bffffffffffffffffffffffff8616615ec6565b614c619190615bd5565b614c7b6127106bffffffffffffffffffffffff8516615ec6565b108015614cc15750614c9b6bffffffffffffffffffffffff841688615ec6565b8f614cb56bffffffffffffffffffffffff85166001615bd5565b614cbf9190615ec6565b115b905080614d19576040517f681704d0000000000000000000000000000000000000000000000000000000008152600481018590526bffffffffffffffffffffffff808416602483015284166044820152606401610865565b614d316bffffffffffffffffffffffff841687615bd5565b9550614d4b6bffffffffffffffffffffffff831686615bd5565b9450505050806001019050614b75565b508a8214614dbd5781614d7460808e0160608f01615baa565b6040517f66e938b400000000000000000000000000000000000000000000000000000000815260048101929092526bffffffffffffffffffffffff166024820152604401610865565b828114614e00576040517fe3f7343a0000000000000000000000000000000000000000000000000000000081526004810182905260248101849052604401610865565b505050505050505050505050565b5f8080614e23610180850161016086016154e4565b614e35610140860161012087016159eb565b614e476101a087016101808801615baa565b919450925090505f73ffffffffffffffffffffffffffffffffffffffff841615614eb75763ffffffff831615801590614e905750612710826bffffffffffffffffffffffff1610155b8015614eb2575067ffffffffffffffff6bffffffffffffffffffffffff831611155b614ed7565b63ffffffff8316158015614ed757506bffffffffffffffffffffffff8216155b905080611acf576040517f0ea354b600000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015263ffffffff841660248201526bffffffffffffffffffffffff83166044820152606401610865565b5f614f576101e0830183615be8565b905090505f614f65836124b9565b614f8757614f7b610160840161014085016159eb565b63ffffffff161561500e565b5f614f9860c0850160a08601615dc5565b6001811115614fa957614fa961582d565b148015614fb65750816001145b8015614fe857505f614fd0610180850161016086016154e4565b73ffffffffffffffffffffffffffffffffffffffff16145b801561500e57506203f480615005610160850161014086016159eb565b63ffffffff1611155b9050806117925761502560c0840160a08501615dc5565b82615038610180860161016087016154e4565b61504a610160870161014088016159eb565b6040517fc0b91dbd0000000000000000000000000000000000000000000000000000000081526004016108659493929190615f36565b5f8061509260a0850160808601615f82565b6150a260408601602087016154e4565b909250905073ffffffffffffffffffffffffffffffffffffffff81166151165760018260038111156150d6576150d661582d565b146151115781816040517fefb5eccd000000000000000000000000000000000000000000000000000000008152600401610865929190615c5c565b61092e565b600282600381111561512a5761512a61582d565b03615183578073ffffffffffffffffffffffffffffffffffffffff163b5f036151115781816040517fefb5eccd000000000000000000000000000000000000000000000000000000008152600401610865929190615c5c565b5f8260038111156151965761519661582d565b1461092e576040517fbabcc53900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff828116600483015284169063babcc53990602401602060405180830381865afa158015615205573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906152299190615f9d565b61092e576040517fe3b381d700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82166004820152602401610865565b803573ffffffffffffffffffffffffffffffffffffffff81168114612b3a575f5ffd5b5f5f604083850312156152ab575f5ffd5b823591506152bb60208401615277565b90509250929050565b5f6102408284031215613baf575f5ffd5b803560ff81168114612b3a575f5ffd5b5f60408284031215613baf575f5ffd5b5f5f5f5f60808587031215615308575f5ffd5b843567ffffffffffffffff81111561531e575f5ffd5b61532a878288016152c4565b945050615339602086016152d5565b925060408501359150606085013567ffffffffffffffff81111561535b575f5ffd5b615367878288016152e5565b91505092959194509250565b5f5f83601f840112615383575f5ffd5b50813567ffffffffffffffff81111561539a575f5ffd5b6020830191508360208285010111156153b1575f5ffd5b9250929050565b5f5f5f5f606085870312156153cb575f5ffd5b843567ffffffffffffffff8111156153e1575f5ffd5b6153ed878288016152c4565b945050602085013567ffffffffffffffff811115615409575f5ffd5b61541587828801615373565b9598909750949560400135949350505050565b5f60208284031215615438575f5ffd5b813567ffffffffffffffff81111561544e575f5ffd5b61480f848285016152c4565b5f5f5f6040848603121561546c575f5ffd5b833567ffffffffffffffff811115615482575f5ffd5b61548e868287016152c4565b935050602084013567ffffffffffffffff8111156154aa575f5ffd5b6154b686828701615373565b9497909650939450505050565b5f5f604083850312156154d4575f5ffd5b823591506152bb602084016152d5565b5f602082840312156154f4575f5ffd5b610ce782615277565b5f5f5f5f5f5f60a08789031215615512575f5ffd5b86359550615522602088016152d5565b94506040870135935060608701359250608087013567ffffffffffffffff81111561554b575f5ffd5b61555789828a01615373565b979a9699509497509295939492505050565b5f5f5f5f5f5f6080878903121561557e575f5ffd5b863567ffffffffffffffff811115615594575f5ffd5b6155a089828a016152c4565b965050602087013567ffffffffffffffff8111156155bc575f5ffd5b6155c889828a01615373565b90965094505060408701359250606087013567ffffffffffffffff81111561554b575f5ffd5b5f5f5f5f5f5f5f60a0888a031215615604575f5ffd5b873567ffffffffffffffff81111561561a575f5ffd5b6156268a828b016152c4565b975050602088013567ffffffffffffffff811115615642575f5ffd5b61564e8a828b01615373565b9097509550506040880135935060608801359250608088013567ffffffffffffffff81111561567b575f5ffd5b6156878a828b01615373565b989b979a50959850939692959293505050565b5f5f5f606084860312156156ac575f5ffd5b833592506156bc60208501615277565b91506156ca604085016152d5565b90509250925092565b5f5f5f606084860312156156e5575f5ffd5b833567ffffffffffffffff8111156156fb575f5ffd5b615707868287016152c4565b935050615716602085016152d5565b929592945050506040919091013590565b5f5f5f5f5f60a0868803121561573b575f5ffd5b853567ffffffffffffffff811115615751575f5ffd5b61575d888289016152c4565b95505061576c602087016152d5565b935061577a60408701615277565b925060608601359150608086013567ffffffffffffffff81111561579c575f5ffd5b6157a8888289016152e5565b9150509295509295909350565b5f5f5f5f608085870312156157c8575f5ffd5b843593506157d860208601615277565b92506157e6604086016152d5565b9396929550929360600135925050565b5f5f60408385031215615807575f5ffd5b50508035926020909101359150565b5f60208284031215615826575f5ffd5b5035919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b6006811061586a5761586a61582d565b9052565b5f6101008201905067ffffffffffffffff835116825267ffffffffffffffff602084015116602083015264ffffffffff604084015116604083015260608301516158c1606084018264ffffffffff169052565b5060808301516158d7608084018261ffff169052565b5060a08301516158ed60a084018261ffff169052565b5060c083015161590060c084018261585a565b5060e083015161591560e084018260ff169052565b5092915050565b60048110610c6b575f5ffd5b5f5f5f5f5f5f60c0878903121561593d575f5ffd5b863567ffffffffffffffff811115615953575f5ffd5b61595f89828a016152c4565b96505061596e602088016152d5565b9450604087013561597e8161591c565b935061598c60608801615277565b92506080870135915060a087013567ffffffffffffffff8111156159ae575f5ffd5b6159ba89828a016152e5565b9150509295509295509295565b5f602082840312156159d7575f5ffd5b813564ffffffffff81168114610ce7575f5ffd5b5f602082840312156159fb575f5ffd5b813563ffffffff81168114610ce7575f5ffd5b82815260408101610ce7602083018461585a565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b61ffff818116838216019081111561073f5761073f615a22565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b60ff8716815285602082015284604082015261ffff8416606082015260a060808201525f61267d60a083018486615a69565b73ffffffffffffffffffffffffffffffffffffffff8716815273ffffffffffffffffffffffffffffffffffffffff8616602082015284604082015283606082015260a060808201525f61267d60a083018486615a69565b73ffffffffffffffffffffffffffffffffffffffff8916815273ffffffffffffffffffffffffffffffffffffffff881660208201528660408201528560608201528460808201528360a082015260e060c08201525f615b9c60e083018486615a69565b9a9950505050505050505050565b5f60208284031215615bba575f5ffd5b81356bffffffffffffffffffffffff81168114610ce7575f5ffd5b8082018082111561073f5761073f615a22565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112615c1b575f5ffd5b83018035915067ffffffffffffffff821115615c35575f5ffd5b6020019150600581901b36038213156153b1575f5ffd5b60048110610c6b57610c6b61582d565b60408101615c6984615c4c565b92815273ffffffffffffffffffffffffffffffffffffffff9190911660209091015290565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b67ffffffffffffffff828116828216039081111561073f5761073f615a22565b6bffffffffffffffffffffffff818116838216019081111561073f5761073f615a22565b8181038181111561073f5761073f615a22565b85815273ffffffffffffffffffffffffffffffffffffffff85166020820152608060408201525f615d47608083018587615a69565b90508260608301529695505050505050565b818382375f9101908152919050565b5f60208284031215615d78575f5ffd5b5051919050565b67ffffffffffffffff818116838216019081111561073f5761073f615a22565b838152821515602082015260608101615db783615c4c565b826040830152949350505050565b5f60208284031215615dd5575f5ffd5b813560028110610ce7575f5ffd5b5f60ff821660ff8103615df857615df8615a22565b60010192915050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8203615e8b57615e8b615a22565b5060010190565b5f81615ea057615ea0615a22565b507fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0190565b808202811582820484141761073f5761073f615a22565b5f60208284031215615eed575f5ffd5b813561ffff81168114610ce7575f5ffd5b5f82615f31577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b6080810160028610615f4a57615f4a61582d565b948152602081019390935273ffffffffffffffffffffffffffffffffffffffff91909116604083015263ffffffff1660609091015290565b5f60208284031215615f92575f5ffd5b8135610ce78161591c565b5f60208284031215615fad575f5ffd5b81518015158114610ce7575f5ffd",
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
