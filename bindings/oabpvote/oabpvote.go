// Code generated - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package oabpvote

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

// Ballot is an auto generated low-level Go binding around an user-defined struct.
type Ballot struct {
	State  uint8
	Weight *big.Int
	Data   *big.Int
}

// Count is an auto generated low-level Go binding around an user-defined struct.
type Count struct {
	PostedAt      *big.Int
	StakedBefore  uint32
	CommitEnd     uint32
	RevealMinutes uint16
	Cap           *big.Int
	Voters        uint16
	Weight        *big.Int
	Top           *big.Int
	Tie           bool
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

// Verdict is an auto generated low-level Go binding around an user-defined struct.
type Verdict struct {
	Poster       common.Address
	QuorumVoters uint16
	SlashBps     uint16
	QuorumWeight *big.Int
	Outcome      uint8
	Winner       common.Address
	Pool         uint64
}

// VoteRules is an auto generated low-level Go binding around an user-defined struct.
type VoteRules struct {
	CommitMinutes uint16
	RevealMinutes uint16
	QuorumVoters  uint16
	SlashBps      uint16
	Cap           *big.Int
	QuorumWeight  *big.Int
}

// Voter is an auto generated low-level Go binding around an user-defined struct.
type Voter struct {
	Settled      uint64
	Recent       uint64
	RecentAt     *big.Int
	NoticeAt     *big.Int
	RegisteredAt *big.Int
}

// OabpVoteMetaData contains all meta data concerning the OabpVote contract.
var OabpVoteMetaData = &bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"escrow_\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"agents_\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealRules_\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"agents\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"appealRules\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"ballotOf\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"tuple\",\"internalType\":\"structBallot\",\"components\":[{\"name\":\"state\",\"type\":\"uint8\",\"internalType\":\"enumBallotState\"},{\"name\":\"weight\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"data\",\"type\":\"uint208\",\"internalType\":\"uint208\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"cancelUnstake\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"commit\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"commitment\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"countOf\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"}],\"outputs\":[{\"name\":\"\",\"type\":\"tuple\",\"internalType\":\"structCount\",\"components\":[{\"name\":\"postedAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"stakedBefore\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"commitEnd\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealMinutes\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"cap\",\"type\":\"uint24\",\"internalType\":\"uint24\"},{\"name\":\"voters\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"weight\",\"type\":\"uint56\",\"internalType\":\"uint56\"},{\"name\":\"top\",\"type\":\"uint56\",\"internalType\":\"uint56\"},{\"name\":\"tie\",\"type\":\"bool\",\"internalType\":\"bool\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"drawnOf\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"escrow\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"open\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"openAppeal\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"owed\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"packRules\",\"inputs\":[{\"name\":\"rules\",\"type\":\"tuple\",\"internalType\":\"structVoteRules\",\"components\":[{\"name\":\"commitMinutes\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"revealMinutes\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"quorumVoters\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"slashBps\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"cap\",\"type\":\"uint24\",\"internalType\":\"uint24\"},{\"name\":\"quorumWeight\",\"type\":\"uint56\",\"internalType\":\"uint56\"}]}],\"outputs\":[{\"name\":\"packed\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"pure\"},{\"type\":\"function\",\"name\":\"pollId\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"requestUnstake\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"reveal\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"choice\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"salt\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"settle\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"stake\",\"inputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"tally\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structMissionTerms\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"refundTo\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"reward\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"vtype\",\"type\":\"uint8\",\"internalType\":\"enumVerificationType\"},{\"name\":\"layout\",\"type\":\"uint8\",\"internalType\":\"enumLayout\"},{\"name\":\"submitBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"judgeBy\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"refundAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"appealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"revealWindow\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"arbiter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"appealBond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"specHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"param\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranches\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"fees\",\"type\":\"uint96[]\",\"internalType\":\"uint96[]\"},{\"name\":\"salt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"winner\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"contentHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"split\",\"type\":\"tuple\",\"internalType\":\"structSplit\",\"components\":[{\"name\":\"payees\",\"type\":\"address[]\",\"internalType\":\"address[]\"},{\"name\":\"bps\",\"type\":\"uint16[]\",\"internalType\":\"uint16[]\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"token\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"unpackRules\",\"inputs\":[{\"name\":\"packed\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"tuple\",\"internalType\":\"structVoteRules\",\"components\":[{\"name\":\"commitMinutes\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"revealMinutes\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"quorumVoters\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"slashBps\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"cap\",\"type\":\"uint24\",\"internalType\":\"uint24\"},{\"name\":\"quorumWeight\",\"type\":\"uint56\",\"internalType\":\"uint56\"}]}],\"stateMutability\":\"pure\"},{\"type\":\"function\",\"name\":\"unstake\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"verdictOf\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"}],\"outputs\":[{\"name\":\"\",\"type\":\"tuple\",\"internalType\":\"structVerdict\",\"components\":[{\"name\":\"poster\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"quorumVoters\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"slashBps\",\"type\":\"uint16\",\"internalType\":\"uint16\"},{\"name\":\"quorumWeight\",\"type\":\"uint56\",\"internalType\":\"uint56\"},{\"name\":\"outcome\",\"type\":\"uint8\",\"internalType\":\"enumOutcome\"},{\"name\":\"winner\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"pool\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"voterOf\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"tuple\",\"internalType\":\"structVoter\",\"components\":[{\"name\":\"settled\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"recent\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"recentAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"noticeAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"registeredAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"weightOf\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"choice\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"winningsOf\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"withdraw\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"event\",\"name\":\"StakeSettled\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"voter\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"poll\",\"type\":\"uint8\",\"indexed\":false,\"internalType\":\"uint8\"},{\"name\":\"delta\",\"type\":\"int256\",\"indexed\":false,\"internalType\":\"int256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"VoteCommitted\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"voter\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"pollAndHash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"VoteOpened\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"indexed\":true,\"internalType\":\"uint8\"},{\"name\":\"commitBy\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"revealBy\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"stakedBefore\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"rules\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"VoteRevealed\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"voter\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"poll\",\"type\":\"uint8\",\"indexed\":false,\"internalType\":\"uint8\"},{\"name\":\"choice\",\"type\":\"address\",\"indexed\":false,\"internalType\":\"address\"},{\"name\":\"weight\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"VoteStaked\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"VoteTallied\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"winner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"poll\",\"type\":\"uint8\",\"indexed\":false,\"internalType\":\"uint8\"},{\"name\":\"weight\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"quorumMet\",\"type\":\"bool\",\"indexed\":false,\"internalType\":\"bool\"},{\"name\":\"outcome\",\"type\":\"uint8\",\"indexed\":false,\"internalType\":\"enumOutcome\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"VoteUnstakeRequested\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"availableAt\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"VoteUnstaked\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"WinningsWithdrawn\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AlreadyTallied\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"}]},{\"type\":\"error\",\"name\":\"AlreadyVoted\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"AmountZero\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"CommitWindowClosed\",\"inputs\":[{\"name\":\"commitBy\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"CommitmentMismatch\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NoChoiceMade\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"}]},{\"type\":\"error\",\"name\":\"NoNotice\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NotAnAgent\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NotOurs\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"NotTheLeader\",\"inputs\":[{\"name\":\"choice\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"weight\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"top\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"NotTheSubmission\",\"inputs\":[{\"name\":\"winner\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"submissionHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"NothingToDecide\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"tranche\",\"type\":\"uint8\",\"internalType\":\"uint8\"}]},{\"type\":\"error\",\"name\":\"NothingToSettle\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NothingToWithdraw\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"NoticeGiven\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"noticeAt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"NoticeNotOver\",\"inputs\":[{\"name\":\"availableAt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"PollExists\",\"inputs\":[{\"name\":\"missionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"poll\",\"type\":\"uint8\",\"internalType\":\"uint8\"}]},{\"type\":\"error\",\"name\":\"PollNotOver\",\"inputs\":[{\"name\":\"revealBy\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"ReentrancyGuardReentrantCall\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"RegisteredTooLate\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"registeredAt\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"postedAt\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"RevealWindowClosed\",\"inputs\":[{\"name\":\"commitBy\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"revealBy\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"RulesInvalid\",\"inputs\":[{\"name\":\"rules\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"SafeCastOverflowedUintDowncast\",\"inputs\":[{\"name\":\"bits\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"value\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"SafeCastOverflowedUintToInt\",\"inputs\":[{\"name\":\"value\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"SafeERC20FailedOperation\",\"inputs\":[{\"name\":\"token\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"SubmissionsOpen\",\"inputs\":[{\"name\":\"submitBy\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"TooLateToOpen\",\"inputs\":[{\"name\":\"end\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"latest\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"VoterBarred\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"WeightTooSmall\",\"inputs\":[{\"name\":\"voter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"weight\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"min\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]}]",
	Bin: "0x610100604052348015610010575f5ffd5b50604051615af3380380615af383398101604081905261002f916102f0565b610038816100c3565b506001600160a01b03808416608081905290831660a05260408051637e062a3560e11b8152905163fc0c546a916004808201926020929091908290030181865afa158015610088573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906100ac9190610329565b6001600160a01b031660c05260e052506103499050565b6040805160c0810182525f80825260208201819052918101829052606081018290526080810182905260a08101829052906100fd8361012d565b90925090508061012757604051635c6240bb60e11b81526004810184905260240160405180910390fd5b50919050565b6040805160c080820183525f80835260208084018290528385018290526060808501839052608080860184905260a09586018490528651948501875261ffff88811680875260108a901c8216878601529389901c811686890152603089901c16918501919091529486901c62ffffff1694830194909452605885901c66ffffffffffffff16928201929092529183908190600160f81b63ffff0000831665ffff00000000841667ffff00000000000085166affffff0000000000000000861671ffffffffffffff00000000000000000000008716171717179091171714801561021e5750600a835f015161ffff1610155b80156102335750612760835f015161ffff1611155b80156102485750600a836020015161ffff1610155b801561025e5750612760836020015161ffff1611155b801561027357506003836040015161ffff1610155b801561028957506107d0836060015161ffff1611155b801561029d5750608083015162ffffff1615155b80156102b55750620fffff836080015162ffffff1611155b80156102cd575060a083015166ffffffffffffff1615155b915050915091565b80516001600160a01b03811681146102eb575f5ffd5b919050565b5f5f5f60608486031215610302575f5ffd5b61030b846102d5565b9250610319602085016102d5565b9150604084015190509250925092565b5f60208284031215610339575f5ffd5b610342826102d5565b9392505050565b60805160a05160c05160e0516156e461040f5f395f818161058a015281816119a8015261425e01525f81816105ae0152818161082301528181610a4a0152611e7801525f81816102150152611a9901525f818161056101528181610abc01528181610c5c01528181610eb80152818161161a0152818161172d01528181611871015281816118f4015281816127e101528181613341015281816134d5015281816137210152818161384f0152818161395501528181613a1c015261430f01526156e45ff3fe608060405234801561000f575f5ffd5b50600436106101a5575f3560e01c8063a8380575116100e8578063cebfeb7011610093578063e2fdcc171161006e578063e2fdcc171461055f578063ec6334d614610585578063fc0c546a146105ac578063fc63958e146105d2575f5ffd5b8063cebfeb70146104b0578063d0984c0c146104d0578063d5aae2f3146104e3575f5ffd5b8063b74a19c7116100c3578063b74a19c714610475578063c87d677914610495578063c8fb49541461049d575f5ffd5b8063a8380575146102ec578063b6db51e2146102ff578063b6f0e1e514610462575f5ffd5b8063635f23e211610153578063975392751161012e5780639753927514610293578063983af905146102b35780639aa28c19146102c6578063a694fc3a146102d9575f5ffd5b8063635f23e21461025a57806386a183411461026d5780638bbe4d9d14610280575f5ffd5b806351cff8d91161018357806351cff8d9146101ed57806351e5a29c146102005780635851666114610213575f5ffd5b80632def6620146101a9578063458cc8a9146101b35780634ab17969146101e5575b5f5ffd5b6101b16105da565b005b6101d26101c1366004614627565b60076020525f908152604090205481565b6040519081526020015b60405180910390f35b6101b1610857565b6101b16101fb366004614627565b610928565b6101b161020e366004614661565b610a7d565b7f00000000000000000000000000000000000000000000000000000000000000005b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016101dc565b6101d26102683660046146b0565b610e10565b6101b161027b3660046146ef565b610e71565b6101b161028e366004614787565b611228565b6102a66102a13660046147bc565b6113c0565b6040516101dc9190614820565b6101d26102c13660046148c5565b611552565b6101b16102d4366004614661565b6115db565b6101b16102e73660046148de565b611a28565b6101b16102fa3660046146b0565b611eaa565b6103f861030d366004614627565b6040805160a0810182525f808252602082018190529181018290526060810182905260808101919091525073ffffffffffffffffffffffffffffffffffffffff165f90815260016020908152604091829020825160a081018452905467ffffffffffffffff8082168352680100000000000000008204169282019290925264ffffffffff700100000000000000000000000000000000830481169382019390935275010000000000000000000000000000000000000000008204831660608201527a010000000000000000000000000000000000000000000000000000909104909116608082015290565b6040516101dc91905f60a08201905067ffffffffffffffff835116825267ffffffffffffffff602084015116602083015264ffffffffff604084015116604083015264ffffffffff606084015116606083015264ffffffffff608084015116608083015292915050565b6101d26104703660046146b0565b612486565b6104886104833660046146b0565b612494565b6040516101dc91906148f5565b6101d25f5481565b6101d26104ab3660046147bc565b612516565b6104c36104be3660046147bc565b612554565b6040516101dc919061494d565b6101b16104de366004614a16565b612692565b6104f66104f13660046148de565b6129ac565b6040516101dc91905f60c08201905061ffff835116825261ffff602084015116602083015261ffff604084015116604083015261ffff606084015116606083015262ffffff608084015116608083015266ffffffffffffff60a08401511660a083015292915050565b7f0000000000000000000000000000000000000000000000000000000000000000610235565b6101d27f000000000000000000000000000000000000000000000000000000000000000081565b7f0000000000000000000000000000000000000000000000000000000000000000610235565b6101b16129e6565b6105e2612b72565b335f908152600160209081526040808320815160a081018352905467ffffffffffffffff8082168352680100000000000000008204169382019390935264ffffffffff7001000000000000000000000000000000008404811692820192909252750100000000000000000000000000000000000000000083048216606082018190527a010000000000000000000000000000000000000000000000000000909304909116608082015291036106ca576040517f21fa1fa90000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b5f62278d00826060015164ffffffffff166106e59190614a88565b905080421015610724576040517ff1956c80000000000000000000000000000000000000000000000000000000008152600481018290526024016106c1565b5f826020015167ffffffffffffffff16835f015167ffffffffffffffff1661074c9190614a88565b9050805f03610789576040517fdc69dc160000000000000000000000000000000000000000000000000000000081523360048201526024016106c1565b335f90815260016020526040812080547fff00000000000000000000000000000000000000000000000000000000000000169055805482919081906107cf908490614a9b565b909155505060405181815233907f6d26c72cb4b7d02db836dea4c928039a9a5a11c0787f31f706e5416dd22e4b039060200160405180910390a261084a73ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000163383612ba7565b505050610855612c07565b565b335f908152600160205260408120547501000000000000000000000000000000000000000000900464ffffffffff1690036108c0576040517f21fa1fa90000000000000000000000000000000000000000000000000000000081523360048201526024016106c1565b335f81815260016020908152604080832080547fffffffffffff0000000000ffffffffffffffffffffffffffffffffffffffffff169055519182527fc310c3430a1d8b30e3bb3c10e2c4347161c3e81ad993b20edf341348a5136035910160405180910390a2565b610930612b72565b73ffffffffffffffffffffffffffffffffffffffff81165f90815260076020526040812054908190036109a7576040517fdc69dc1600000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff831660048201526024016106c1565b73ffffffffffffffffffffffffffffffffffffffff82165f908152600760205260408120819055805482919081906109e0908490614a9b565b909155505060405181815273ffffffffffffffffffffffffffffffffffffffff8316907f24215bbaf0832fa4d6ffef16dee3971d8b714921fef3ad63f793d578983c6dc29060200160405180910390a2610a7173ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168383612ba7565b50610a7a612c07565b50565b6040517f46fa940d0000000000000000000000000000000000000000000000000000000081525f9073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016906346fa940d90610af1908690600401614dfb565b602060405180830381865afa158015610b0c573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610b309190614e0d565b905030610b436040850160208601614627565b73ffffffffffffffffffffffffffffffffffffffff16141580610b8757506002610b7360a0850160808601614e24565b6003811115610b8457610b846147df565b14155b15610bc1576040517f17233900000000000000000000000000000000000000000000000000000000008152600481018290526024016106c1565b610bd160e0840160c08501614e3d565b64ffffffffff16421015610c2b57610bef60e0840160c08501614e3d565b6040517f6bb79edb00000000000000000000000000000000000000000000000000000000815264ffffffffff90911660048201526024016106c1565b6040517ff0b87c02000000000000000000000000000000000000000000000000000000008152600481018290525f907f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff169063f0b87c029060240161010060405180830381865afa158015610cb7573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610cdb9190614f44565b905060028160c001516005811115610cf557610cf56147df565b141580610d145750610d0b6101e0850185614fea565b90508360ff1610155b80610d34575060a081015160808201511761ffff1660ff84161c60011615155b15610d77576040517f6f0f2fb60000000000000000000000000000000000000000000000000000000081526004810183905260ff841660248201526044016106c1565b610e0a82846040518060a00160405280886101c001358152602001885f016020810190610da49190614627565b73ffffffffffffffffffffffffffffffffffffffff16815260408087015164ffffffffff16602083015201610ddf60e08a0160c08b01614e3d565b64ffffffffff168152602001610dfc6101008a0160e08b01614e3d565b64ffffffffff169052612c31565b50505050565b5f60045f610e1e8686612516565b81526020019081526020015f205f8373ffffffffffffffffffffffffffffffffffffffff1673ffffffffffffffffffffffffffffffffffffffff1681526020019081526020015f205490505b9392505050565b610e79612b72565b6040517f46fa940d0000000000000000000000000000000000000000000000000000000081525f9073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016906346fa940d90610eed908990600401614dfb565b602060405180830381865afa158015610f08573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610f2c9190614e0d565b90505f610f398287612516565b90505f610f4888848989612f36565b90506005816006811115610f5e57610f5e6147df565b03610f7457610f718884898989896133ce565b90505b5f6005826006811115610f8957610f896147df565b1490506004826006811115610fa057610fa06147df565b148015610fb15750608060ff891610155b15610fcd57610fc189858a6136bb565b905080610fcd57600691505b5f610fd7836137b3565b5f858152600360205260409020805491925084917effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f010000000000000000000000000000000000000000000000000000000000000083600681111561103f5761103f6147df565b02179055508015611099575f84815260036020526040902060010180547fffffffffffffffffffffffff00000000000000000000000000000000000000001673ffffffffffffffffffffffffffffffffffffffff8a161790555b806110a4575f6110a6565b875b73ffffffffffffffffffffffffffffffffffffffff16857ff8931a36a2a27f07adec05c468aa3bb5f95eab591fd9f7745be89997b731b3ab8b6111cc60025f8a81526020019081526020015f205460408051610120810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810191909152506040805161012081018252640fffffffff83168152602483901c6303ffffff9081166020830152603e84901c1691810191909152605882901c613fff166060820152606682901c620fffff166080820152607a82901c61ffff1660a082015266ffffffffffffff608a83901c811660c083015260c283901c1660e082015260fa9190911c151561010082015290565b60e0015160018860068111156111e4576111e46147df565b1415886040516111f7949392919061504e565b60405180910390a38115611214576112148a868b868c8c8c613806565b5050505050611221612c07565b5050505050565b5f6112338484612516565b5f81815260026020526040902054909150640fffffffff81166303ffffff602483901c8116820190603e84901c16820142811161129f576040517f8b275489000000000000000000000000000000000000000000000000000000008152600481018290526024016106c1565b5f8581526005602090815260408083203384529182905290912054156112d757335f908152602082905260409020546112d790613a93565b5f6112e28486613b1d565b9050620f4240811015611333576040517f0f31c25500000000000000000000000000000000000000000000000000000000815233600482015260248101829052620f424060448201526064016106c1565b603088901c611355826113508960661c620fffff16620f42400290565b613c0d565b915061136360018383613c1c565b335f81815260208681526040918290209390935551603084901b60ff8e1617815290918d917fd9fd84967d0d7a1e30c4712a111e11619db9beec04a8c48f362b2c1724b6c58a910160405180910390a35050505050505050505050565b6040805160e0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c081019190915260035f6114058585612516565b815260208082019290925260409081015f20815160e081018352815473ffffffffffffffffffffffffffffffffffffffff8116825261ffff74010000000000000000000000000000000000000000820481169583019590955276010000000000000000000000000000000000000000000081049094169281019290925266ffffffffffffff780100000000000000000000000000000000000000000000000084041660608301529091608083019060ff7f01000000000000000000000000000000000000000000000000000000000000009091041660068111156114eb576114eb6147df565b60068111156114fc576114fc6147df565b81526001919091015473ffffffffffffffffffffffffffffffffffffffff8116602083015274010000000000000000000000000000000000000000900467ffffffffffffffff1660409091015290505b92915050565b5f6115ca61156536849003840184615092565b5f815f015161ffff166010836020015161ffff16901b6020846040015161ffff16901b6030856060015161ffff16901b6040866080015162ffffff16901b60588760a0015166ffffffffffffff16901b60f86001901b1717171717175f1b9050919050565b90506115d581613c43565b50919050565b6040517f46fa940d0000000000000000000000000000000000000000000000000000000081525f9073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016906346fa940d9061164f908690600401614dfb565b602060405180830381865afa15801561166a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061168e9190614e0d565b9050306116a361018085016101608601614627565b73ffffffffffffffffffffffffffffffffffffffff16146116f3576040517f17233900000000000000000000000000000000000000000000000000000000008152600481018290526024016106c1565b6040517f4f318e820000000000000000000000000000000000000000000000000000000081526004810182905260ff831660248201525f907f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff1690634f318e82906044016040805180830381865afa158015611786573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906117aa9190615124565b805190915073ffffffffffffffffffffffffffffffffffffffff16611807576040517f6f0f2fb60000000000000000000000000000000000000000000000000000000081526004810183905260ff841660248201526044016106c1565b5f61181a610140860161012087016151a8565b6040517fd2a761df0000000000000000000000000000000000000000000000000000000081526004810185905260ff8616602482015263ffffffff919091169073ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000169063d2a761df90604401608060405180830381865afa1580156118b6573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906118da91906151d0565b602001516118e89190615278565b64ffffffffff1690505f7f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff1663f0b87c02856040518263ffffffff1660e01b815260040161194d91815260200190565b61010060405180830381865afa158015611969573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061198d9190614f44565b604001519050611a2084608087176040518060a001604052807f000000000000000000000000000000000000000000000000000000000000000081526020018a5f0160208101906119de9190614627565b73ffffffffffffffffffffffffffffffffffffffff1681526020018564ffffffffff168152602001868152602001876020015164ffffffffff16815250612c31565b505050505050565b611a30612b72565b805f03611a69576040517fcbca5aa200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6040517faaea3d9c0000000000000000000000000000000000000000000000000000000081523360048201525f907f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff169063aaea3d9c90602401602060405180830381865afa158015611af3573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611b179190614e0d565b9050805f03611b54576040517fddd418d30000000000000000000000000000000000000000000000000000000081523360048201526024016106c1565b335f90815260016020908152604091829020825160a081018452905467ffffffffffffffff8082168352680100000000000000008204169282019290925264ffffffffff7001000000000000000000000000000000008304811693820193909352750100000000000000000000000000000000000000000082048316606082018190527a010000000000000000000000000000000000000000000000000000909204909216608083015215611c4a5760608101516040517f193915fe00000000000000000000000000000000000000000000000000000000815233600482015264ffffffffff90911660248201526044016106c1565b6213c680816040015164ffffffffff16611c649190614a88565b4210611c8e5760208101518151611c7b9190615295565b5f602083015267ffffffffffffffff1681525b611c9783613cbc565b81602001818151611ca89190615295565b67ffffffffffffffff1690525064ffffffffff42166040820152611ccb82613d0f565b64ffffffffff90811660808301908152335f9081526001602090815260408083208651815493880151928801516060890151965188167a010000000000000000000000000000000000000000000000000000027fff0000000000ffffffffffffffffffffffffffffffffffffffffffffffffffff9789167501000000000000000000000000000000000000000000027fffffffffffff0000000000ffffffffffffffffffffffffffffffffffffffffff9290991670010000000000000000000000000000000002919091167fffffffffffff00000000000000000000ffffffffffffffffffffffffffffffff67ffffffffffffffff95861668010000000000000000027fffffffffffffffffffffffffffffffff00000000000000000000000000000000909716959093169490941794909417169190911794909417929092169190911790915580548491908190611e24908490614a88565b909155505060405183815233907f717f3b030470038523cddbf5de0b1e0a4709bf6876815b55a081213c2e1bbfe99060200160405180910390a2611ea073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016333086613d59565b5050610a7a612c07565b5f611eb58484612516565b5f818152600360205260409020805491925090611ef7907f0100000000000000000000000000000000000000000000000000000000000000900460ff166137b3565b611f39576040517f2cd62b890000000000000000000000000000000000000000000000000000000081526004810186905260ff851660248201526044016106c1565b5f82815260056020908152604080832073ffffffffffffffffffffffffffffffffffffffff87168452909152812054611f7190613db5565b80519091506001816004811115611f8a57611f8a6147df565b14158015611faa57506002816004811115611fa757611fa76147df565b14155b15611ff9576040517fc05a381100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff861660048201526024016106c1565b600281600481111561200d5761200d6147df565b14801561203b57506001830154604083015173ffffffffffffffffffffffffffffffffffffffff9081169116145b156122f4575f8481526002602052604081205461212a9060408051610120810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810191909152506040805161012081018252640fffffffff83168152602483901c6303ffffff9081166020830152603e84901c1691810191909152605882901c613fff166060820152606682901c620fffff166080820152607a82901c61ffff1660a082015266ffffffffffffff608a83901c811660c083015260c283901c1660e082015260fa9190911c151561010082015290565b60e001515f86815260066020908152604080832073ffffffffffffffffffffffffffffffffffffffff8b168452825282205490860151600188015466ffffffffffffff90941694509192909184916121ab9164ffffffffff169074010000000000000000000000000000000000000000900467ffffffffffffffff166152b5565b6121b591906152cc565b6121bf9190614a9b565b9050805f03612212576040517fc05a381100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff881660048201526024016106c1565b5f86815260066020908152604080832073ffffffffffffffffffffffffffffffffffffffff8b16845290915281208054839290612250908490614a88565b909155505073ffffffffffffffffffffffffffffffffffffffff87165f9081526007602052604081208054839290612289908490614a88565b909155505073ffffffffffffffffffffffffffffffffffffffff8716897f42cef6ec9e0e5cbb362b8d1942bc50948ab1ea2023fac51261ee51db8542872b8a6122d185613e28565b6040805160ff909316835260208301919091520160405180910390a3505061247d565b61232b6003836020015164ffffffffff16846040015179ffffffffffffffffffffffffffffffffffffffffffffffffffff16613c1c565b5f85815260056020908152604080832073ffffffffffffffffffffffffffffffffffffffff8a168452825282209290925584549184015190916123ac9188916127109161239d91760100000000000000000000000000000000000000000000900461ffff169064ffffffffff166152b5565b6123a791906152cc565b613e86565b90506123b781613cbc565b6001850180546014906123ed90849074010000000000000000000000000000000000000000900467ffffffffffffffff16615295565b92506101000a81548167ffffffffffffffff021916908367ffffffffffffffff1602179055508573ffffffffffffffffffffffffffffffffffffffff16887f42cef6ec9e0e5cbb362b8d1942bc50948ab1ea2023fac51261ee51db8542872b8961245685613e28565b61245f90615304565b6040805160ff909316835260208301919091520160405180910390a3505b50505050505050565b5f60065f610e1e8686612516565b604080516060810182525f808252602082018190529181019190915261250e60055f6124c08787612516565b81526020019081526020015f205f8473ffffffffffffffffffffffffffffffffffffffff1673ffffffffffffffffffffffffffffffffffffffff1681526020019081526020015f2054613db5565b949350505050565b5f828260405160200161253692919091825260ff16602082015260400190565b60405160208183030381529060405280519060200120905092915050565b60408051610120810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810191909152610e6a60025f6125ac8686612516565b81526020019081526020015f205460408051610120810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810191909152506040805161012081018252640fffffffff83168152602483901c6303ffffff9081166020830152603e84901c1691810191909152605882901c613fff166060820152606682901c620fffff166080820152607a82901c61ffff1660a082015266ffffffffffffff608a83901c811660c083015260c283901c1660e082015260fa9190911c151561010082015290565b5f61269d8585612516565b90505f6126a982613f8c565b5f838152600560209081526040808320338085528184528285205483519485018990529284015273ffffffffffffffffffffffffffffffffffffffff8916606084015260808301889052939450919060a001604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052805160209091012090505f600883901c64ffffffffff169050612752600182603085901c613c1c565b831461278c576040517f9caca5eb0000000000000000000000000000000000000000000000000000000081523360048201526024016106c1565b6040517f9f788a6d000000000000000000000000000000000000000000000000000000008152600481018b9052336024820152607f8a1660448201525f9073ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001690639f788a6d906064016040805180830381865afa158015612825573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612849919061533a565b5090508015612886576040517f3760855c0000000000000000000000000000000000000000000000000000000081523360048201526024016106c1565b6128a86002838b73ffffffffffffffffffffffffffffffffffffffff16613c1c565b335f90815260208781526040808320939093558982526004815282822073ffffffffffffffffffffffffffffffffffffffff8d1683529052908120546128ef908490614a88565b5f89815260046020908152604080832073ffffffffffffffffffffffffffffffffffffffff8f1684529091529020819055905061292d878483614012565b5f8981526002602090815260409182902092909255805160ff8e16815273ffffffffffffffffffffffffffffffffffffffff8d1692810192909252810184905233908d907fa8dc943ff9b87c2d56ac8b9c8014b35d74371b146ac3279d47f3dedb940e762d9060600160405180910390a3505050505050505050505050565b6040805160c0810182525f80825260208201819052918101829052606081018290526080810182905260a081019190915261154c82613c43565b335f90815260016020526040902080547501000000000000000000000000000000000000000000900464ffffffffff1615612a775780546040517f193915fe000000000000000000000000000000000000000000000000000000008152336004820152750100000000000000000000000000000000000000000090910464ffffffffff1660248201526044016106c1565b805467ffffffffffffffff16158015612aa55750805468010000000000000000900467ffffffffffffffff16155b15612ade576040517fdc69dc160000000000000000000000000000000000000000000000000000000081523360048201526024016106c1565b805464ffffffffff429081167501000000000000000000000000000000000000000000027fffffffffffff0000000000ffffffffffffffffffffffffffffffffffffffffff90921691909117825533907fc310c3430a1d8b30e3bb3c10e2c4347161c3e81ad993b20edf341348a513603590612b5e9062278d0090614a88565b60405190815260200160405180910390a250565b612b7a6140e1565b61085560017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b9061413a565b612bb48383836001614141565b612c02576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024016106c1565b505050565b6108555f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00612ba1565b5f612c3c8484612516565b5f8181526002602052604090205490915015612c90576040517f5e8f6c760000000000000000000000000000000000000000000000000000000081526004810185905260ff841660248201526044016106c1565b5f612c9d835f0151613c43565b80519091505f90612cb39061ffff16603c6152b5565b612cbd9042614a88565b90505f826020015161ffff16603c612cd591906152b5565b612cdf9083614a88565b6080860151909150612cf3610e1083614a88565b1115612d4557612d05610e1082614a88565b60808601516040517f520ca3a7000000000000000000000000000000000000000000000000000000008152600481019290925260248201526044016106c1565b5f612d62866060015162093a8042612d5d9190614a9b565b6141c9565b9050612d8d866040015164ffffffffff168285876020015161ffff16886080015162ffffff166141d8565b5f86815260026020526040812091909155612dab9060049080613c1c565b5f8681526005602090815260408083208a8301805173ffffffffffffffffffffffffffffffffffffffff9081168652918452828520959095558984526003835292819020935160a089015185548a8401516060808d0151949097167fff000000000000000000ffff0000000000000000000000000000000000000000909216780100000000000000000000000000000000000000000000000066ffffffffffffff909416939093027fffffffffffffffff0000ffff000000000000000000000000000000000000000016929092171776010000000000000000000000000000000000000000000061ffff93841602177fffffffffffffffffffff0000ffffffffffffffffffffffffffffffffffffffff16740100000000000000000000000000000000000000009290911691909102178455895181518881529283018790529082018590529181019190915260ff8916908a907f02631e4e7e442eea490b61837908a7897b28c2ad647718d1247a51d6555d2ac59060800160405180910390a3505050505050505050565b5f5f612f428585612516565b5f81815260026020526040812054919250906130309060408051610120810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810191909152506040805161012081018252640fffffffff83168152602483901c6303ffffff9081166020830152603e84901c1691810191909152605882901c613fff166060820152606682901c620fffff166080820152607a82901c61ffff1660a082015266ffffffffffffff608a83901c811660c083015260c283901c1660e082015260fa9190911c151561010082015290565b5f83815260026020526040902054909150640fffffffff8116603e82901c6303ffffff160190603c60589190911c613fff1602810180158061307157508042105b156130ab576040517fd64be260000000000000000000000000000000000000000000000000000000008152600481018290526024016106c1565b5f8481526003602052604081209081547f0100000000000000000000000000000000000000000000000000000000000000900460ff1660068111156130f2576130f26147df565b14613135576040517f3d0fb8cd000000000000000000000000000000000000000000000000000000008152600481018a905260ff891660248201526044016106c1565b805460a085015161ffff740100000000000000000000000000000000000000009092048216911610806131955750805460c085015166ffffffffffffff780100000000000000000000000000000000000000000000000090920482169116105b156131a85760019550505050505061250e565b836101000151156131c15760029550505050505061250e565b5f85815260046020908152604080832073ffffffffffffffffffffffffffffffffffffffff8b16845290915290205460e085015166ffffffffffffff16811461326a5760e08501516040517f9eee3c9300000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8a1660048201526024810183905266ffffffffffffff90911660448201526064016106c1565b73ffffffffffffffffffffffffffffffffffffffff881615806132a65750815473ffffffffffffffffffffffffffffffffffffffff8981169116145b156132ba576004965050505050505061250e565b608060ff8a16108015906132d657506132d68b8b8b878c614257565b156132ea576004965050505050505061250e565b6040517f9f788a6d000000000000000000000000000000000000000000000000000000008152600481018b905273ffffffffffffffffffffffffffffffffffffffff8981166024830152607f8b1660448301525f917f000000000000000000000000000000000000000000000000000000000000000090911690639f788a6d906064016040805180830381865afa158015613387573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906133ab919061533a565b50905080156133bb5760056133be565b60045b9c9b505050505050505050505050565b5f6133da8787876136bb565b6133e6575060066136b1565b5f836133f28480614fea565b6133ff6020870187614fea565b60405160200161341294939291906153e2565b60405160208183030381529060405280519060200120604051602001613442929190918252602082015260400190565b604080518083037fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe00181529082905280516020909101207fd7945efc0000000000000000000000000000000000000000000000000000000082526004820189905273ffffffffffffffffffffffffffffffffffffffff8781166024840152607f89166044840152606483018290529092507f0000000000000000000000000000000000000000000000000000000000000000169063d7945efc90608401602060405180830381865afa15801561351a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061353e9190615408565b613593576040517f10267c7900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff86166004820152602481018290526044016106c1565b5f61359e8888612516565b90505f5b6135ac8580614fea565b90508110156136a9575f82815260056020526040812061363590826135d18980614fea565b868181106135e1576135e1615421565b90506020020160208101906135f69190614627565b73ffffffffffffffffffffffffffffffffffffffff1673ffffffffffffffffffffffffffffffffffffffff1681526020019081526020015f2054613db5565b905060028151600481111561364c5761364c6147df565b14801561368e57508773ffffffffffffffffffffffffffffffffffffffff16816040015179ffffffffffffffffffffffffffffffffffffffffffffffffffff16145b156136a05760039450505050506136b1565b506001016135a2565b506005925050505b9695505050505050565b5f608060ff831610156136e9576136d9610100850160e08601614e3d565b64ffffffffff1642109050610e6a565b6040517f4f318e8200000000000000000000000000000000000000000000000000000000815260048101849052607f831660248201527f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff1690634f318e82906044016040805180830381865afa15801561377a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061379e9190615124565b6020015164ffffffffff164210949350505050565b5f60048260068111156137c8576137c86147df565b14806137e5575060058260068111156137e3576137e36147df565b145b8061154c575060068260068111156137ff576137ff6147df565b1492915050565b608060ff861610156138be576040517fd428246000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000169063d42824609061388c908a90899088908890889060040161548e565b5f604051808303815f87803b1580156138a3575f5ffd5b505af11580156138b5573d5f5f3e3d5ffd5b5050505061247d565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f8516600160048660068111156138f7576138f76147df565b03613904575060026139df565b6040517fd2a761df0000000000000000000000000000000000000000000000000000000081526004810189905260ff8316602482015273ffffffffffffffffffffffffffffffffffffffff808716917f00000000000000000000000000000000000000000000000000000000000000009091169063d2a761df90604401608060405180830381865afa15801561399c573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906139c091906151d0565b5173ffffffffffffffffffffffffffffffffffffffff16036139df57505f5b6040517fff8d434500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000169063ff8d434590613a5b908c90869086908b908b908b906004016154e9565b5f604051808303815f87803b158015613a72575f5ffd5b505af1158015613a84573d5f5f3e3d5ffd5b50505050505050505050505050565b6004613a9e82613db5565b516004811115613ab057613ab06147df565b03613ae9576040517f3760855c0000000000000000000000000000000000000000000000000000000081523360048201526024016106c1565b6040517fd449d6740000000000000000000000000000000000000000000000000000000081523360048201526024016106c1565b335f908152600160205260408120805464ffffffffff60a882901c168015613b7a576040517f193915fe000000000000000000000000000000000000000000000000000000008152336004820152602481018290526044016106c1565b60d082901c858110613bc8576040517fb1b49a2100000000000000000000000000000000000000000000000000000000815233600482015260248101829052604481018790526064016106c1565b8267ffffffffffffffff16945086608084901c64ffffffffff161015613c0357613c0067ffffffffffffffff604085901c1686614a88565b94505b5050505092915050565b5f828218828410028218610e6a565b5f603082901b600884901b856004811115613c3957613c396147df565b1717949350505050565b6040805160c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905290613c7d8361439f565b9092509050806115d5576040517fb8c48176000000000000000000000000000000000000000000000000000000008152600481018490526024016106c1565b5f67ffffffffffffffff821115613d0b57604080517f6dfcc6500000000000000000000000000000000000000000000000000000000081526004810191909152602481018390526044016106c1565b5090565b5f64ffffffffff821115613d0b576040517f6dfcc65000000000000000000000000000000000000000000000000000000000815260286004820152602481018390526044016106c1565b613d67848484846001614563565b610e0a576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024016106c1565b604080516060810182525f808252602082018190529181019190915260405180606001604052808360ff166004811115613df157613df16147df565b6004811115613e0257613e026147df565b815264ffffffffff600885901c16602082015260309390931c6040909301929092525090565b5f7f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff821115613d0b576040517f24775e06000000000000000000000000000000000000000000000000000000008152600481018390526024016106c1565b73ffffffffffffffffffffffffffffffffffffffff82165f908152600160205260408120805467ffffffffffffffff8082169168010000000000000000900416613ed4856113508385614a88565b93505f613ee18583613c0d565b9050613ef5613ef08284614a9b565b613cbc565b845467ffffffffffffffff9190911668010000000000000000027fffffffffffffffffffffffffffffffff0000000000000000ffffffffffffffff909116178455613f4d613f438287614a9b565b613ef09085614a9b565b84547fffffffffffffffffffffffffffffffffffffffffffffffff00000000000000001667ffffffffffffffff91909116179093555091949350505050565b5f81815260026020526040902054640fffffffff8116603e82901c6303ffffff1601603c605883901c613fff1602810142821180613fca5750804210155b1561400b576040517f9e0e3aa200000000000000000000000000000000000000000000000000000000815260048101839052602481018290526044016106c1565b5050919050565b5f61ffff607a85901c81169081146140305761402d81615554565b90505b5f6140488566ffffffffffffff608a89901c16614a88565b905066ffffffffffffff60c287901c1660fa87901c8186111561406f57508490505f61407a565b81860361407a575060015b66ffffffffffffff83118015906140915750828211155b61409d5761409d61558b565b5f60016140ac607a60026156d9565b6140b69190614a9b565b8916905060fa82901b60c284901b608a86901b607a88901b8417171717955050505050509392505050565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c15610855576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80825d5050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8616600452602485905291602083604481808b5af1925060015f511483166141bd5783831516156141b1573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f828218828411028218610e6a565b5f640fffffffff86111580156141fb57506303ffffff6141f88787614a9b565b11155b801561421457506303ffffff6142118786614a9b565b11155b6142205761422061558b565b606682901b605884901b603e6142368988614a9b565b901b60246142448a8a614a9b565b901b891717171790505b95945050505050565b5f5f6142827f0000000000000000000000000000000000000000000000000000000000000000613c43565b516142929061ffff16603c6152b5565b61429c9085614a9b565b90506142ae60e0880160c08901614e3d565b64ffffffffff168110801561439457506040517fd2a761df00000000000000000000000000000000000000000000000000000000815260048101879052607f8616602482015273ffffffffffffffffffffffffffffffffffffffff808516917f00000000000000000000000000000000000000000000000000000000000000009091169063d2a761df90604401608060405180830381865afa158015614356573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061437a91906151d0565b5173ffffffffffffffffffffffffffffffffffffffff1614155b979650505050505050565b6040805160c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810191909152506040805160c08101825261ffff838116808352601085901c821660208085019190915285901c821683850152603085901c90911660608301529183901c62ffffff166080820152605883901c66ffffffffffffff1660a0820152905f908390819071ffffffffffffff000000000000000000000082166affffff000000000000000083161767ffff00000000000083161765ffff0000000083161763ffff0000831617177f0100000000000000000000000000000000000000000000000000000000000000171480156144ac5750600a835f015161ffff1610155b80156144c15750612760835f015161ffff1611155b80156144d65750600a836020015161ffff1610155b80156144ec5750612760836020015161ffff1611155b801561450157506003836040015161ffff1610155b801561451757506107d0836060015161ffff1611155b801561452b5750608083015162ffffff1615155b80156145435750620fffff836080015162ffffff1611155b801561455b575060a083015166ffffffffffffff1615155b915050915091565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8781166004528616602452604485905291602083606481808c5af1925060015f511483166145e55783831516156145d9573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b73ffffffffffffffffffffffffffffffffffffffff81168114610a7a575f5ffd5b8035614622816145f6565b919050565b5f60208284031215614637575f5ffd5b8135610e6a816145f6565b5f61024082840312156115d5575f5ffd5b60ff81168114610a7a575f5ffd5b5f5f60408385031215614672575f5ffd5b823567ffffffffffffffff811115614688575f5ffd5b61469485828601614642565b92505060208301356146a581614653565b809150509250929050565b5f5f5f606084860312156146c2575f5ffd5b8335925060208401356146d481614653565b915060408401356146e4816145f6565b809150509250925092565b5f5f5f5f5f60a08688031215614703575f5ffd5b853567ffffffffffffffff811115614719575f5ffd5b61472588828901614642565b955050602086013561473681614653565b93506040860135614746816145f6565b925060608601359150608086013567ffffffffffffffff811115614768575f5ffd5b860160408189031215614779575f5ffd5b809150509295509295909350565b5f5f5f60608486031215614799575f5ffd5b8335925060208401356147ab81614653565b929592945050506040919091013590565b5f5f604083850312156147cd575f5ffd5b8235915060208301356146a581614653565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b6007811061481c5761481c6147df565b9052565b5f60e08201905073ffffffffffffffffffffffffffffffffffffffff835116825261ffff602084015116602083015261ffff604084015116604083015266ffffffffffffff60608401511660608301526080830151614882608084018261480c565b5073ffffffffffffffffffffffffffffffffffffffff60a08401511660a083015260c08301516148be60c084018267ffffffffffffffff169052565b5092915050565b5f60c08284031280156148d6575f5ffd5b509092915050565b5f602082840312156148ee575f5ffd5b5035919050565b815160608201906005811061490c5761490c6147df565b8083525064ffffffffff602084015116602083015279ffffffffffffffffffffffffffffffffffffffffffffffffffff604084015116604083015292915050565b5f6101208201905064ffffffffff835116825263ffffffff60208401511660208301526040830151614987604084018263ffffffff169052565b50606083015161499d606084018261ffff169052565b5060808301516149b4608084018262ffffff169052565b5060a08301516149ca60a084018261ffff169052565b5060c08301516149e560c084018266ffffffffffffff169052565b5060e0830151614a0060e084018266ffffffffffffff169052565b506101008301516148be61010084018215159052565b5f5f5f5f60808587031215614a29575f5ffd5b843593506020850135614a3b81614653565b92506040850135614a4b816145f6565b9396929550929360600135925050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b8082018082111561154c5761154c614a5b565b8181038181111561154c5761154c614a5b565b80356bffffffffffffffffffffffff81168114614622575f5ffd5b803560048110614622575f5ffd5b60048110610a7a57610a7a6147df565b61481c81614ad7565b803560028110614622575f5ffd5b6002811061481c5761481c6147df565b64ffffffffff81168114610a7a575f5ffd5b803561462281614b0e565b803563ffffffff81168114614622575f5ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112614b71575f5ffd5b830160208101925035905067ffffffffffffffff811115614b90575f5ffd5b8060051b3603821315614ba1575f5ffd5b9250929050565b8183526020830192505f815f5b84811015614be9576bffffffffffffffffffffffff614bd383614aae565b1686526020958601959190910190600101614bb5565b5093949350505050565b614c1a82614c0083614617565b73ffffffffffffffffffffffffffffffffffffffff169052565b5f614c2760208301614617565b73ffffffffffffffffffffffffffffffffffffffff166020840152614c4e60408301614617565b73ffffffffffffffffffffffffffffffffffffffff166040840152614c7560608301614aae565b6bffffffffffffffffffffffff166060840152614c9460808301614ac9565b614ca16080850182614ae7565b50614cae60a08301614af0565b614cbb60a0850182614afe565b50614cc860c08301614b20565b64ffffffffff1660c0840152614ce060e08301614b20565b64ffffffffff1660e0840152614cf96101008301614b20565b64ffffffffff16610100840152614d136101208301614b2b565b63ffffffff16610120840152614d2c6101408301614b2b565b63ffffffff16610140840152614d456101608301614617565b73ffffffffffffffffffffffffffffffffffffffff16610160840152614d6e6101808301614aae565b6bffffffffffffffffffffffff166101808401526101a082810135908401526101c08083013590840152614da66101e0830183614b3e565b6102406101e0860152614dbe61024086018284614ba8565b915050614dcf610200840184614b3e565b858303610200870152614de3838284614ba8565b61022095860135969095019590955250919392505050565b602081525f610e6a6020830184614bf3565b5f60208284031215614e1d575f5ffd5b5051919050565b5f60208284031215614e34575f5ffd5b610e6a82614ac9565b5f60208284031215614e4d575f5ffd5b8135610e6a81614b0e565b604051610100810167ffffffffffffffff81118282101715614ea1577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b60405290565b60405160c0810167ffffffffffffffff81118282101715614ea1577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b805167ffffffffffffffff81168114614622575f5ffd5b805161462281614b0e565b61ffff81168114610a7a575f5ffd5b805161462281614f11565b805160068110614622575f5ffd5b805161462281614653565b5f610100828403128015614f56575f5ffd5b50614f5f614e58565b614f6883614eef565b8152614f7660208401614eef565b60208201526040830151614f8981614b0e565b6040820152614f9a60608401614f06565b6060820152614fab60808401614f20565b6080820152614fbc60a08401614f20565b60a0820152614fcd60c08401614f2b565b60c0820152614fde60e08401614f39565b60e08201529392505050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe184360301811261501d575f5ffd5b83018035915067ffffffffffffffff821115615037575f5ffd5b6020019150600581901b3603821315614ba1575f5ffd5b60ff8516815266ffffffffffffff8416602082015282151560408201526080810161424e606083018461480c565b803566ffffffffffffff81168114614622575f5ffd5b5f60c08284031280156150a3575f5ffd5b506150ac614ea7565b82356150b781614f11565b815260208301356150c781614f11565b602082015260408301356150da81614f11565b604082015260608301356150ed81614f11565b6060820152608083013562ffffff81168114615107575f5ffd5b608082015261511860a0840161507c565b60a08201529392505050565b5f6040828403128015615135575f5ffd5b506040805190810167ffffffffffffffff8111828210171561517e577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b604052825161518c816145f6565b8152602083015161519c81614b0e565b60208201529392505050565b5f602082840312156151b8575f5ffd5b610e6a82614b2b565b80518015158114614622575f5ffd5b5f60808284031280156151e1575f5ffd5b506040516080810167ffffffffffffffff8111828210171561522a577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b6040528251615238816145f6565b8152602083015161524881614b0e565b6020820152604083015161525b81614b0e565b604082015261526c606084016151c1565b60608201529392505050565b64ffffffffff828116828216039081111561154c5761154c614a5b565b67ffffffffffffffff818116838216019081111561154c5761154c614a5b565b808202811582820484141761154c5761154c614a5b565b5f826152ff577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b5f7f8000000000000000000000000000000000000000000000000000000000000000820361533457615334614a5b565b505f0390565b5f5f6040838503121561534b575f5ffd5b825160208401519092506146a581614f11565b8183526020830192505f815f5b84811015614be957813561537e816145f6565b73ffffffffffffffffffffffffffffffffffffffff168652602095860195919091019060010161536b565b8183526020830192505f815f5b84811015614be95781356153c981614f11565b61ffff16865260209586019591909101906001016153b6565b604081525f6153f560408301868861535e565b82810360208401526143948185876153a9565b5f60208284031215615418575f5ffd5b610e6a826151c1565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f6154598283614b3e565b6040855261546b60408601828461535e565b91505061547b6020840184614b3e565b85830360208701526136b18382846153a9565b60a081525f6154a060a0830188614bf3565b60ff8716602084015273ffffffffffffffffffffffffffffffffffffffff8616604084015284606084015282810360808401526154dd818561544e565b98975050505050505050565b60c081525f6154fb60c0830189614bf3565b60ff8816602084015261550d87614ad7565b86604084015273ffffffffffffffffffffffffffffffffffffffff8616606084015284608084015282810360a0840152615547818561544e565b9998505050505050505050565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff820361558457615584614a5b565b5060010190565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52600160045260245ffd5b6001815b60018411156155f3578085048111156155d7576155d7614a5b565b60018416156155e557908102905b60019390931c9280026155bc565b935093915050565b5f826156095750600161154c565b8161561557505f61154c565b816001811461562b576002811461563557615651565b600191505061154c565b60ff84111561564657615646614a5b565b50506001821b61154c565b5060208310610133831016604e8410600b8410161715615674575081810a61154c565b61569f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff84846155b8565b807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff048211156156d1576156d1614a5b565b029392505050565b5f610e6a83836155fb56",
}

// OabpVoteABI is the input ABI used to generate the binding from.
// Deprecated: Use OabpVoteMetaData.ABI instead.
var OabpVoteABI = OabpVoteMetaData.ABI

// OabpVoteBin is the compiled bytecode used for deploying new contracts.
// Deprecated: Use OabpVoteMetaData.Bin instead.
var OabpVoteBin = OabpVoteMetaData.Bin

// DeployOabpVote deploys a new Ethereum contract, binding an instance of OabpVote to it.
func DeployOabpVote(auth *bind.TransactOpts, backend bind.ContractBackend, escrow_ common.Address, agents_ common.Address, appealRules_ [32]byte) (common.Address, *types.Transaction, *OabpVote, error) {
	parsed, err := OabpVoteMetaData.GetAbi()
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	if parsed == nil {
		return common.Address{}, nil, nil, errors.New("GetABI returned nil")
	}

	address, tx, contract, err := bind.DeployContract(auth, *parsed, common.FromHex(OabpVoteBin), backend, escrow_, agents_, appealRules_)
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	return address, tx, &OabpVote{OabpVoteCaller: OabpVoteCaller{contract: contract}, OabpVoteTransactor: OabpVoteTransactor{contract: contract}, OabpVoteFilterer: OabpVoteFilterer{contract: contract}}, nil
}

// OabpVote is an auto generated Go binding around an Ethereum contract.
type OabpVote struct {
	OabpVoteCaller     // Read-only binding to the contract
	OabpVoteTransactor // Write-only binding to the contract
	OabpVoteFilterer   // Log filterer for contract events
}

// OabpVoteCaller is an auto generated read-only Go binding around an Ethereum contract.
type OabpVoteCaller struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpVoteTransactor is an auto generated write-only Go binding around an Ethereum contract.
type OabpVoteTransactor struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpVoteFilterer is an auto generated log filtering Go binding around an Ethereum contract events.
type OabpVoteFilterer struct {
	contract *bind.BoundContract // Generic contract wrapper for the low level calls
}

// OabpVoteSession is an auto generated Go binding around an Ethereum contract,
// with pre-set call and transact options.
type OabpVoteSession struct {
	Contract     *OabpVote         // Generic contract binding to set the session for
	CallOpts     bind.CallOpts     // Call options to use throughout this session
	TransactOpts bind.TransactOpts // Transaction auth options to use throughout this session
}

// OabpVoteCallerSession is an auto generated read-only Go binding around an Ethereum contract,
// with pre-set call options.
type OabpVoteCallerSession struct {
	Contract *OabpVoteCaller // Generic contract caller binding to set the session for
	CallOpts bind.CallOpts   // Call options to use throughout this session
}

// OabpVoteTransactorSession is an auto generated write-only Go binding around an Ethereum contract,
// with pre-set transact options.
type OabpVoteTransactorSession struct {
	Contract     *OabpVoteTransactor // Generic contract transactor binding to set the session for
	TransactOpts bind.TransactOpts   // Transaction auth options to use throughout this session
}

// OabpVoteRaw is an auto generated low-level Go binding around an Ethereum contract.
type OabpVoteRaw struct {
	Contract *OabpVote // Generic contract binding to access the raw methods on
}

// OabpVoteCallerRaw is an auto generated low-level read-only Go binding around an Ethereum contract.
type OabpVoteCallerRaw struct {
	Contract *OabpVoteCaller // Generic read-only contract binding to access the raw methods on
}

// OabpVoteTransactorRaw is an auto generated low-level write-only Go binding around an Ethereum contract.
type OabpVoteTransactorRaw struct {
	Contract *OabpVoteTransactor // Generic write-only contract binding to access the raw methods on
}

// NewOabpVote creates a new instance of OabpVote, bound to a specific deployed contract.
func NewOabpVote(address common.Address, backend bind.ContractBackend) (*OabpVote, error) {
	contract, err := bindOabpVote(address, backend, backend, backend)
	if err != nil {
		return nil, err
	}
	return &OabpVote{OabpVoteCaller: OabpVoteCaller{contract: contract}, OabpVoteTransactor: OabpVoteTransactor{contract: contract}, OabpVoteFilterer: OabpVoteFilterer{contract: contract}}, nil
}

// NewOabpVoteCaller creates a new read-only instance of OabpVote, bound to a specific deployed contract.
func NewOabpVoteCaller(address common.Address, caller bind.ContractCaller) (*OabpVoteCaller, error) {
	contract, err := bindOabpVote(address, caller, nil, nil)
	if err != nil {
		return nil, err
	}
	return &OabpVoteCaller{contract: contract}, nil
}

// NewOabpVoteTransactor creates a new write-only instance of OabpVote, bound to a specific deployed contract.
func NewOabpVoteTransactor(address common.Address, transactor bind.ContractTransactor) (*OabpVoteTransactor, error) {
	contract, err := bindOabpVote(address, nil, transactor, nil)
	if err != nil {
		return nil, err
	}
	return &OabpVoteTransactor{contract: contract}, nil
}

// NewOabpVoteFilterer creates a new log filterer instance of OabpVote, bound to a specific deployed contract.
func NewOabpVoteFilterer(address common.Address, filterer bind.ContractFilterer) (*OabpVoteFilterer, error) {
	contract, err := bindOabpVote(address, nil, nil, filterer)
	if err != nil {
		return nil, err
	}
	return &OabpVoteFilterer{contract: contract}, nil
}

// bindOabpVote binds a generic wrapper to an already deployed contract.
func bindOabpVote(address common.Address, caller bind.ContractCaller, transactor bind.ContractTransactor, filterer bind.ContractFilterer) (*bind.BoundContract, error) {
	parsed, err := OabpVoteMetaData.GetAbi()
	if err != nil {
		return nil, err
	}
	return bind.NewBoundContract(address, *parsed, caller, transactor, filterer), nil
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_OabpVote *OabpVoteRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _OabpVote.Contract.OabpVoteCaller.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_OabpVote *OabpVoteRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpVote.Contract.OabpVoteTransactor.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_OabpVote *OabpVoteRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _OabpVote.Contract.OabpVoteTransactor.contract.Transact(opts, method, params...)
}

// Call invokes the (constant) contract method with params as input values and
// sets the output to result. The result type might be a single field for simple
// returns, a slice of interfaces for anonymous returns and a struct for named
// returns.
func (_OabpVote *OabpVoteCallerRaw) Call(opts *bind.CallOpts, result *[]interface{}, method string, params ...interface{}) error {
	return _OabpVote.Contract.contract.Call(opts, result, method, params...)
}

// Transfer initiates a plain transaction to move funds to the contract, calling
// its default method if one is available.
func (_OabpVote *OabpVoteTransactorRaw) Transfer(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpVote.Contract.contract.Transfer(opts)
}

// Transact invokes the (paid) contract method with params as input values.
func (_OabpVote *OabpVoteTransactorRaw) Transact(opts *bind.TransactOpts, method string, params ...interface{}) (*types.Transaction, error) {
	return _OabpVote.Contract.contract.Transact(opts, method, params...)
}

// Agents is a free data retrieval call binding the contract method 0x58516661.
//
// Solidity: function agents() view returns(address)
func (_OabpVote *OabpVoteCaller) Agents(opts *bind.CallOpts) (common.Address, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "agents")

	if err != nil {
		return *new(common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)

	return out0, err

}

// Agents is a free data retrieval call binding the contract method 0x58516661.
//
// Solidity: function agents() view returns(address)
func (_OabpVote *OabpVoteSession) Agents() (common.Address, error) {
	return _OabpVote.Contract.Agents(&_OabpVote.CallOpts)
}

// Agents is a free data retrieval call binding the contract method 0x58516661.
//
// Solidity: function agents() view returns(address)
func (_OabpVote *OabpVoteCallerSession) Agents() (common.Address, error) {
	return _OabpVote.Contract.Agents(&_OabpVote.CallOpts)
}

// AppealRules is a free data retrieval call binding the contract method 0xec6334d6.
//
// Solidity: function appealRules() view returns(bytes32)
func (_OabpVote *OabpVoteCaller) AppealRules(opts *bind.CallOpts) ([32]byte, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "appealRules")

	if err != nil {
		return *new([32]byte), err
	}

	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)

	return out0, err

}

// AppealRules is a free data retrieval call binding the contract method 0xec6334d6.
//
// Solidity: function appealRules() view returns(bytes32)
func (_OabpVote *OabpVoteSession) AppealRules() ([32]byte, error) {
	return _OabpVote.Contract.AppealRules(&_OabpVote.CallOpts)
}

// AppealRules is a free data retrieval call binding the contract method 0xec6334d6.
//
// Solidity: function appealRules() view returns(bytes32)
func (_OabpVote *OabpVoteCallerSession) AppealRules() ([32]byte, error) {
	return _OabpVote.Contract.AppealRules(&_OabpVote.CallOpts)
}

// BallotOf is a free data retrieval call binding the contract method 0xb74a19c7.
//
// Solidity: function ballotOf(bytes32 missionId, uint8 poll, address voter) view returns((uint8,uint40,uint208))
func (_OabpVote *OabpVoteCaller) BallotOf(opts *bind.CallOpts, missionId [32]byte, poll uint8, voter common.Address) (Ballot, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "ballotOf", missionId, poll, voter)

	if err != nil {
		return *new(Ballot), err
	}

	out0 := *abi.ConvertType(out[0], new(Ballot)).(*Ballot)

	return out0, err

}

// BallotOf is a free data retrieval call binding the contract method 0xb74a19c7.
//
// Solidity: function ballotOf(bytes32 missionId, uint8 poll, address voter) view returns((uint8,uint40,uint208))
func (_OabpVote *OabpVoteSession) BallotOf(missionId [32]byte, poll uint8, voter common.Address) (Ballot, error) {
	return _OabpVote.Contract.BallotOf(&_OabpVote.CallOpts, missionId, poll, voter)
}

// BallotOf is a free data retrieval call binding the contract method 0xb74a19c7.
//
// Solidity: function ballotOf(bytes32 missionId, uint8 poll, address voter) view returns((uint8,uint40,uint208))
func (_OabpVote *OabpVoteCallerSession) BallotOf(missionId [32]byte, poll uint8, voter common.Address) (Ballot, error) {
	return _OabpVote.Contract.BallotOf(&_OabpVote.CallOpts, missionId, poll, voter)
}

// CountOf is a free data retrieval call binding the contract method 0xcebfeb70.
//
// Solidity: function countOf(bytes32 missionId, uint8 poll) view returns((uint40,uint32,uint32,uint16,uint24,uint16,uint56,uint56,bool))
func (_OabpVote *OabpVoteCaller) CountOf(opts *bind.CallOpts, missionId [32]byte, poll uint8) (Count, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "countOf", missionId, poll)

	if err != nil {
		return *new(Count), err
	}

	out0 := *abi.ConvertType(out[0], new(Count)).(*Count)

	return out0, err

}

// CountOf is a free data retrieval call binding the contract method 0xcebfeb70.
//
// Solidity: function countOf(bytes32 missionId, uint8 poll) view returns((uint40,uint32,uint32,uint16,uint24,uint16,uint56,uint56,bool))
func (_OabpVote *OabpVoteSession) CountOf(missionId [32]byte, poll uint8) (Count, error) {
	return _OabpVote.Contract.CountOf(&_OabpVote.CallOpts, missionId, poll)
}

// CountOf is a free data retrieval call binding the contract method 0xcebfeb70.
//
// Solidity: function countOf(bytes32 missionId, uint8 poll) view returns((uint40,uint32,uint32,uint16,uint24,uint16,uint56,uint56,bool))
func (_OabpVote *OabpVoteCallerSession) CountOf(missionId [32]byte, poll uint8) (Count, error) {
	return _OabpVote.Contract.CountOf(&_OabpVote.CallOpts, missionId, poll)
}

// DrawnOf is a free data retrieval call binding the contract method 0xb6f0e1e5.
//
// Solidity: function drawnOf(bytes32 missionId, uint8 poll, address voter) view returns(uint256)
func (_OabpVote *OabpVoteCaller) DrawnOf(opts *bind.CallOpts, missionId [32]byte, poll uint8, voter common.Address) (*big.Int, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "drawnOf", missionId, poll, voter)

	if err != nil {
		return *new(*big.Int), err
	}

	out0 := *abi.ConvertType(out[0], new(*big.Int)).(**big.Int)

	return out0, err

}

// DrawnOf is a free data retrieval call binding the contract method 0xb6f0e1e5.
//
// Solidity: function drawnOf(bytes32 missionId, uint8 poll, address voter) view returns(uint256)
func (_OabpVote *OabpVoteSession) DrawnOf(missionId [32]byte, poll uint8, voter common.Address) (*big.Int, error) {
	return _OabpVote.Contract.DrawnOf(&_OabpVote.CallOpts, missionId, poll, voter)
}

// DrawnOf is a free data retrieval call binding the contract method 0xb6f0e1e5.
//
// Solidity: function drawnOf(bytes32 missionId, uint8 poll, address voter) view returns(uint256)
func (_OabpVote *OabpVoteCallerSession) DrawnOf(missionId [32]byte, poll uint8, voter common.Address) (*big.Int, error) {
	return _OabpVote.Contract.DrawnOf(&_OabpVote.CallOpts, missionId, poll, voter)
}

// Escrow is a free data retrieval call binding the contract method 0xe2fdcc17.
//
// Solidity: function escrow() view returns(address)
func (_OabpVote *OabpVoteCaller) Escrow(opts *bind.CallOpts) (common.Address, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "escrow")

	if err != nil {
		return *new(common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)

	return out0, err

}

// Escrow is a free data retrieval call binding the contract method 0xe2fdcc17.
//
// Solidity: function escrow() view returns(address)
func (_OabpVote *OabpVoteSession) Escrow() (common.Address, error) {
	return _OabpVote.Contract.Escrow(&_OabpVote.CallOpts)
}

// Escrow is a free data retrieval call binding the contract method 0xe2fdcc17.
//
// Solidity: function escrow() view returns(address)
func (_OabpVote *OabpVoteCallerSession) Escrow() (common.Address, error) {
	return _OabpVote.Contract.Escrow(&_OabpVote.CallOpts)
}

// Owed is a free data retrieval call binding the contract method 0xc87d6779.
//
// Solidity: function owed() view returns(uint256)
func (_OabpVote *OabpVoteCaller) Owed(opts *bind.CallOpts) (*big.Int, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "owed")

	if err != nil {
		return *new(*big.Int), err
	}

	out0 := *abi.ConvertType(out[0], new(*big.Int)).(**big.Int)

	return out0, err

}

// Owed is a free data retrieval call binding the contract method 0xc87d6779.
//
// Solidity: function owed() view returns(uint256)
func (_OabpVote *OabpVoteSession) Owed() (*big.Int, error) {
	return _OabpVote.Contract.Owed(&_OabpVote.CallOpts)
}

// Owed is a free data retrieval call binding the contract method 0xc87d6779.
//
// Solidity: function owed() view returns(uint256)
func (_OabpVote *OabpVoteCallerSession) Owed() (*big.Int, error) {
	return _OabpVote.Contract.Owed(&_OabpVote.CallOpts)
}

// PackRules is a free data retrieval call binding the contract method 0x983af905.
//
// Solidity: function packRules((uint16,uint16,uint16,uint16,uint24,uint56) rules) pure returns(bytes32 packed)
func (_OabpVote *OabpVoteCaller) PackRules(opts *bind.CallOpts, rules VoteRules) ([32]byte, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "packRules", rules)

	if err != nil {
		return *new([32]byte), err
	}

	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)

	return out0, err

}

// PackRules is a free data retrieval call binding the contract method 0x983af905.
//
// Solidity: function packRules((uint16,uint16,uint16,uint16,uint24,uint56) rules) pure returns(bytes32 packed)
func (_OabpVote *OabpVoteSession) PackRules(rules VoteRules) ([32]byte, error) {
	return _OabpVote.Contract.PackRules(&_OabpVote.CallOpts, rules)
}

// PackRules is a free data retrieval call binding the contract method 0x983af905.
//
// Solidity: function packRules((uint16,uint16,uint16,uint16,uint24,uint56) rules) pure returns(bytes32 packed)
func (_OabpVote *OabpVoteCallerSession) PackRules(rules VoteRules) ([32]byte, error) {
	return _OabpVote.Contract.PackRules(&_OabpVote.CallOpts, rules)
}

// PollId is a free data retrieval call binding the contract method 0xc8fb4954.
//
// Solidity: function pollId(bytes32 missionId, uint8 poll) view returns(bytes32)
func (_OabpVote *OabpVoteCaller) PollId(opts *bind.CallOpts, missionId [32]byte, poll uint8) ([32]byte, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "pollId", missionId, poll)

	if err != nil {
		return *new([32]byte), err
	}

	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)

	return out0, err

}

// PollId is a free data retrieval call binding the contract method 0xc8fb4954.
//
// Solidity: function pollId(bytes32 missionId, uint8 poll) view returns(bytes32)
func (_OabpVote *OabpVoteSession) PollId(missionId [32]byte, poll uint8) ([32]byte, error) {
	return _OabpVote.Contract.PollId(&_OabpVote.CallOpts, missionId, poll)
}

// PollId is a free data retrieval call binding the contract method 0xc8fb4954.
//
// Solidity: function pollId(bytes32 missionId, uint8 poll) view returns(bytes32)
func (_OabpVote *OabpVoteCallerSession) PollId(missionId [32]byte, poll uint8) ([32]byte, error) {
	return _OabpVote.Contract.PollId(&_OabpVote.CallOpts, missionId, poll)
}

// Token is a free data retrieval call binding the contract method 0xfc0c546a.
//
// Solidity: function token() view returns(address)
func (_OabpVote *OabpVoteCaller) Token(opts *bind.CallOpts) (common.Address, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "token")

	if err != nil {
		return *new(common.Address), err
	}

	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)

	return out0, err

}

// Token is a free data retrieval call binding the contract method 0xfc0c546a.
//
// Solidity: function token() view returns(address)
func (_OabpVote *OabpVoteSession) Token() (common.Address, error) {
	return _OabpVote.Contract.Token(&_OabpVote.CallOpts)
}

// Token is a free data retrieval call binding the contract method 0xfc0c546a.
//
// Solidity: function token() view returns(address)
func (_OabpVote *OabpVoteCallerSession) Token() (common.Address, error) {
	return _OabpVote.Contract.Token(&_OabpVote.CallOpts)
}

// UnpackRules is a free data retrieval call binding the contract method 0xd5aae2f3.
//
// Solidity: function unpackRules(bytes32 packed) pure returns((uint16,uint16,uint16,uint16,uint24,uint56))
func (_OabpVote *OabpVoteCaller) UnpackRules(opts *bind.CallOpts, packed [32]byte) (VoteRules, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "unpackRules", packed)

	if err != nil {
		return *new(VoteRules), err
	}

	out0 := *abi.ConvertType(out[0], new(VoteRules)).(*VoteRules)

	return out0, err

}

// UnpackRules is a free data retrieval call binding the contract method 0xd5aae2f3.
//
// Solidity: function unpackRules(bytes32 packed) pure returns((uint16,uint16,uint16,uint16,uint24,uint56))
func (_OabpVote *OabpVoteSession) UnpackRules(packed [32]byte) (VoteRules, error) {
	return _OabpVote.Contract.UnpackRules(&_OabpVote.CallOpts, packed)
}

// UnpackRules is a free data retrieval call binding the contract method 0xd5aae2f3.
//
// Solidity: function unpackRules(bytes32 packed) pure returns((uint16,uint16,uint16,uint16,uint24,uint56))
func (_OabpVote *OabpVoteCallerSession) UnpackRules(packed [32]byte) (VoteRules, error) {
	return _OabpVote.Contract.UnpackRules(&_OabpVote.CallOpts, packed)
}

// VerdictOf is a free data retrieval call binding the contract method 0x97539275.
//
// Solidity: function verdictOf(bytes32 missionId, uint8 poll) view returns((address,uint16,uint16,uint56,uint8,address,uint64))
func (_OabpVote *OabpVoteCaller) VerdictOf(opts *bind.CallOpts, missionId [32]byte, poll uint8) (Verdict, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "verdictOf", missionId, poll)

	if err != nil {
		return *new(Verdict), err
	}

	out0 := *abi.ConvertType(out[0], new(Verdict)).(*Verdict)

	return out0, err

}

// VerdictOf is a free data retrieval call binding the contract method 0x97539275.
//
// Solidity: function verdictOf(bytes32 missionId, uint8 poll) view returns((address,uint16,uint16,uint56,uint8,address,uint64))
func (_OabpVote *OabpVoteSession) VerdictOf(missionId [32]byte, poll uint8) (Verdict, error) {
	return _OabpVote.Contract.VerdictOf(&_OabpVote.CallOpts, missionId, poll)
}

// VerdictOf is a free data retrieval call binding the contract method 0x97539275.
//
// Solidity: function verdictOf(bytes32 missionId, uint8 poll) view returns((address,uint16,uint16,uint56,uint8,address,uint64))
func (_OabpVote *OabpVoteCallerSession) VerdictOf(missionId [32]byte, poll uint8) (Verdict, error) {
	return _OabpVote.Contract.VerdictOf(&_OabpVote.CallOpts, missionId, poll)
}

// VoterOf is a free data retrieval call binding the contract method 0xb6db51e2.
//
// Solidity: function voterOf(address voter) view returns((uint64,uint64,uint40,uint40,uint40))
func (_OabpVote *OabpVoteCaller) VoterOf(opts *bind.CallOpts, voter common.Address) (Voter, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "voterOf", voter)

	if err != nil {
		return *new(Voter), err
	}

	out0 := *abi.ConvertType(out[0], new(Voter)).(*Voter)

	return out0, err

}

// VoterOf is a free data retrieval call binding the contract method 0xb6db51e2.
//
// Solidity: function voterOf(address voter) view returns((uint64,uint64,uint40,uint40,uint40))
func (_OabpVote *OabpVoteSession) VoterOf(voter common.Address) (Voter, error) {
	return _OabpVote.Contract.VoterOf(&_OabpVote.CallOpts, voter)
}

// VoterOf is a free data retrieval call binding the contract method 0xb6db51e2.
//
// Solidity: function voterOf(address voter) view returns((uint64,uint64,uint40,uint40,uint40))
func (_OabpVote *OabpVoteCallerSession) VoterOf(voter common.Address) (Voter, error) {
	return _OabpVote.Contract.VoterOf(&_OabpVote.CallOpts, voter)
}

// WeightOf is a free data retrieval call binding the contract method 0x635f23e2.
//
// Solidity: function weightOf(bytes32 missionId, uint8 poll, address choice) view returns(uint256)
func (_OabpVote *OabpVoteCaller) WeightOf(opts *bind.CallOpts, missionId [32]byte, poll uint8, choice common.Address) (*big.Int, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "weightOf", missionId, poll, choice)

	if err != nil {
		return *new(*big.Int), err
	}

	out0 := *abi.ConvertType(out[0], new(*big.Int)).(**big.Int)

	return out0, err

}

// WeightOf is a free data retrieval call binding the contract method 0x635f23e2.
//
// Solidity: function weightOf(bytes32 missionId, uint8 poll, address choice) view returns(uint256)
func (_OabpVote *OabpVoteSession) WeightOf(missionId [32]byte, poll uint8, choice common.Address) (*big.Int, error) {
	return _OabpVote.Contract.WeightOf(&_OabpVote.CallOpts, missionId, poll, choice)
}

// WeightOf is a free data retrieval call binding the contract method 0x635f23e2.
//
// Solidity: function weightOf(bytes32 missionId, uint8 poll, address choice) view returns(uint256)
func (_OabpVote *OabpVoteCallerSession) WeightOf(missionId [32]byte, poll uint8, choice common.Address) (*big.Int, error) {
	return _OabpVote.Contract.WeightOf(&_OabpVote.CallOpts, missionId, poll, choice)
}

// WinningsOf is a free data retrieval call binding the contract method 0x458cc8a9.
//
// Solidity: function winningsOf(address voter) view returns(uint256 amount)
func (_OabpVote *OabpVoteCaller) WinningsOf(opts *bind.CallOpts, voter common.Address) (*big.Int, error) {
	var out []interface{}
	err := _OabpVote.contract.Call(opts, &out, "winningsOf", voter)

	if err != nil {
		return *new(*big.Int), err
	}

	out0 := *abi.ConvertType(out[0], new(*big.Int)).(**big.Int)

	return out0, err

}

// WinningsOf is a free data retrieval call binding the contract method 0x458cc8a9.
//
// Solidity: function winningsOf(address voter) view returns(uint256 amount)
func (_OabpVote *OabpVoteSession) WinningsOf(voter common.Address) (*big.Int, error) {
	return _OabpVote.Contract.WinningsOf(&_OabpVote.CallOpts, voter)
}

// WinningsOf is a free data retrieval call binding the contract method 0x458cc8a9.
//
// Solidity: function winningsOf(address voter) view returns(uint256 amount)
func (_OabpVote *OabpVoteCallerSession) WinningsOf(voter common.Address) (*big.Int, error) {
	return _OabpVote.Contract.WinningsOf(&_OabpVote.CallOpts, voter)
}

// CancelUnstake is a paid mutator transaction binding the contract method 0x4ab17969.
//
// Solidity: function cancelUnstake() returns()
func (_OabpVote *OabpVoteTransactor) CancelUnstake(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "cancelUnstake")
}

// CancelUnstake is a paid mutator transaction binding the contract method 0x4ab17969.
//
// Solidity: function cancelUnstake() returns()
func (_OabpVote *OabpVoteSession) CancelUnstake() (*types.Transaction, error) {
	return _OabpVote.Contract.CancelUnstake(&_OabpVote.TransactOpts)
}

// CancelUnstake is a paid mutator transaction binding the contract method 0x4ab17969.
//
// Solidity: function cancelUnstake() returns()
func (_OabpVote *OabpVoteTransactorSession) CancelUnstake() (*types.Transaction, error) {
	return _OabpVote.Contract.CancelUnstake(&_OabpVote.TransactOpts)
}

// Commit is a paid mutator transaction binding the contract method 0x8bbe4d9d.
//
// Solidity: function commit(bytes32 missionId, uint8 poll, bytes32 commitment) returns()
func (_OabpVote *OabpVoteTransactor) Commit(opts *bind.TransactOpts, missionId [32]byte, poll uint8, commitment [32]byte) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "commit", missionId, poll, commitment)
}

// Commit is a paid mutator transaction binding the contract method 0x8bbe4d9d.
//
// Solidity: function commit(bytes32 missionId, uint8 poll, bytes32 commitment) returns()
func (_OabpVote *OabpVoteSession) Commit(missionId [32]byte, poll uint8, commitment [32]byte) (*types.Transaction, error) {
	return _OabpVote.Contract.Commit(&_OabpVote.TransactOpts, missionId, poll, commitment)
}

// Commit is a paid mutator transaction binding the contract method 0x8bbe4d9d.
//
// Solidity: function commit(bytes32 missionId, uint8 poll, bytes32 commitment) returns()
func (_OabpVote *OabpVoteTransactorSession) Commit(missionId [32]byte, poll uint8, commitment [32]byte) (*types.Transaction, error) {
	return _OabpVote.Contract.Commit(&_OabpVote.TransactOpts, missionId, poll, commitment)
}

// Open is a paid mutator transaction binding the contract method 0x51e5a29c.
//
// Solidity: function open((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche) returns()
func (_OabpVote *OabpVoteTransactor) Open(opts *bind.TransactOpts, terms MissionTerms, tranche uint8) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "open", terms, tranche)
}

// Open is a paid mutator transaction binding the contract method 0x51e5a29c.
//
// Solidity: function open((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche) returns()
func (_OabpVote *OabpVoteSession) Open(terms MissionTerms, tranche uint8) (*types.Transaction, error) {
	return _OabpVote.Contract.Open(&_OabpVote.TransactOpts, terms, tranche)
}

// Open is a paid mutator transaction binding the contract method 0x51e5a29c.
//
// Solidity: function open((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche) returns()
func (_OabpVote *OabpVoteTransactorSession) Open(terms MissionTerms, tranche uint8) (*types.Transaction, error) {
	return _OabpVote.Contract.Open(&_OabpVote.TransactOpts, terms, tranche)
}

// OpenAppeal is a paid mutator transaction binding the contract method 0x9aa28c19.
//
// Solidity: function openAppeal((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche) returns()
func (_OabpVote *OabpVoteTransactor) OpenAppeal(opts *bind.TransactOpts, terms MissionTerms, tranche uint8) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "openAppeal", terms, tranche)
}

// OpenAppeal is a paid mutator transaction binding the contract method 0x9aa28c19.
//
// Solidity: function openAppeal((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche) returns()
func (_OabpVote *OabpVoteSession) OpenAppeal(terms MissionTerms, tranche uint8) (*types.Transaction, error) {
	return _OabpVote.Contract.OpenAppeal(&_OabpVote.TransactOpts, terms, tranche)
}

// OpenAppeal is a paid mutator transaction binding the contract method 0x9aa28c19.
//
// Solidity: function openAppeal((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 tranche) returns()
func (_OabpVote *OabpVoteTransactorSession) OpenAppeal(terms MissionTerms, tranche uint8) (*types.Transaction, error) {
	return _OabpVote.Contract.OpenAppeal(&_OabpVote.TransactOpts, terms, tranche)
}

// RequestUnstake is a paid mutator transaction binding the contract method 0xfc63958e.
//
// Solidity: function requestUnstake() returns()
func (_OabpVote *OabpVoteTransactor) RequestUnstake(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "requestUnstake")
}

// RequestUnstake is a paid mutator transaction binding the contract method 0xfc63958e.
//
// Solidity: function requestUnstake() returns()
func (_OabpVote *OabpVoteSession) RequestUnstake() (*types.Transaction, error) {
	return _OabpVote.Contract.RequestUnstake(&_OabpVote.TransactOpts)
}

// RequestUnstake is a paid mutator transaction binding the contract method 0xfc63958e.
//
// Solidity: function requestUnstake() returns()
func (_OabpVote *OabpVoteTransactorSession) RequestUnstake() (*types.Transaction, error) {
	return _OabpVote.Contract.RequestUnstake(&_OabpVote.TransactOpts)
}

// Reveal is a paid mutator transaction binding the contract method 0xd0984c0c.
//
// Solidity: function reveal(bytes32 missionId, uint8 poll, address choice, bytes32 salt) returns()
func (_OabpVote *OabpVoteTransactor) Reveal(opts *bind.TransactOpts, missionId [32]byte, poll uint8, choice common.Address, salt [32]byte) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "reveal", missionId, poll, choice, salt)
}

// Reveal is a paid mutator transaction binding the contract method 0xd0984c0c.
//
// Solidity: function reveal(bytes32 missionId, uint8 poll, address choice, bytes32 salt) returns()
func (_OabpVote *OabpVoteSession) Reveal(missionId [32]byte, poll uint8, choice common.Address, salt [32]byte) (*types.Transaction, error) {
	return _OabpVote.Contract.Reveal(&_OabpVote.TransactOpts, missionId, poll, choice, salt)
}

// Reveal is a paid mutator transaction binding the contract method 0xd0984c0c.
//
// Solidity: function reveal(bytes32 missionId, uint8 poll, address choice, bytes32 salt) returns()
func (_OabpVote *OabpVoteTransactorSession) Reveal(missionId [32]byte, poll uint8, choice common.Address, salt [32]byte) (*types.Transaction, error) {
	return _OabpVote.Contract.Reveal(&_OabpVote.TransactOpts, missionId, poll, choice, salt)
}

// Settle is a paid mutator transaction binding the contract method 0xa8380575.
//
// Solidity: function settle(bytes32 missionId, uint8 poll, address voter) returns()
func (_OabpVote *OabpVoteTransactor) Settle(opts *bind.TransactOpts, missionId [32]byte, poll uint8, voter common.Address) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "settle", missionId, poll, voter)
}

// Settle is a paid mutator transaction binding the contract method 0xa8380575.
//
// Solidity: function settle(bytes32 missionId, uint8 poll, address voter) returns()
func (_OabpVote *OabpVoteSession) Settle(missionId [32]byte, poll uint8, voter common.Address) (*types.Transaction, error) {
	return _OabpVote.Contract.Settle(&_OabpVote.TransactOpts, missionId, poll, voter)
}

// Settle is a paid mutator transaction binding the contract method 0xa8380575.
//
// Solidity: function settle(bytes32 missionId, uint8 poll, address voter) returns()
func (_OabpVote *OabpVoteTransactorSession) Settle(missionId [32]byte, poll uint8, voter common.Address) (*types.Transaction, error) {
	return _OabpVote.Contract.Settle(&_OabpVote.TransactOpts, missionId, poll, voter)
}

// Stake is a paid mutator transaction binding the contract method 0xa694fc3a.
//
// Solidity: function stake(uint256 amount) returns()
func (_OabpVote *OabpVoteTransactor) Stake(opts *bind.TransactOpts, amount *big.Int) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "stake", amount)
}

// Stake is a paid mutator transaction binding the contract method 0xa694fc3a.
//
// Solidity: function stake(uint256 amount) returns()
func (_OabpVote *OabpVoteSession) Stake(amount *big.Int) (*types.Transaction, error) {
	return _OabpVote.Contract.Stake(&_OabpVote.TransactOpts, amount)
}

// Stake is a paid mutator transaction binding the contract method 0xa694fc3a.
//
// Solidity: function stake(uint256 amount) returns()
func (_OabpVote *OabpVoteTransactorSession) Stake(amount *big.Int) (*types.Transaction, error) {
	return _OabpVote.Contract.Stake(&_OabpVote.TransactOpts, amount)
}

// Tally is a paid mutator transaction binding the contract method 0x86a18341.
//
// Solidity: function tally((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 poll, address winner, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpVote *OabpVoteTransactor) Tally(opts *bind.TransactOpts, terms MissionTerms, poll uint8, winner common.Address, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "tally", terms, poll, winner, contentHash, split)
}

// Tally is a paid mutator transaction binding the contract method 0x86a18341.
//
// Solidity: function tally((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 poll, address winner, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpVote *OabpVoteSession) Tally(terms MissionTerms, poll uint8, winner common.Address, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpVote.Contract.Tally(&_OabpVote.TransactOpts, terms, poll, winner, contentHash, split)
}

// Tally is a paid mutator transaction binding the contract method 0x86a18341.
//
// Solidity: function tally((address,address,address,uint96,uint8,uint8,uint40,uint40,uint40,uint32,uint32,address,uint96,bytes32,bytes32,uint96[],uint96[],uint256) terms, uint8 poll, address winner, bytes32 contentHash, (address[],uint16[]) split) returns()
func (_OabpVote *OabpVoteTransactorSession) Tally(terms MissionTerms, poll uint8, winner common.Address, contentHash [32]byte, split Split) (*types.Transaction, error) {
	return _OabpVote.Contract.Tally(&_OabpVote.TransactOpts, terms, poll, winner, contentHash, split)
}

// Unstake is a paid mutator transaction binding the contract method 0x2def6620.
//
// Solidity: function unstake() returns()
func (_OabpVote *OabpVoteTransactor) Unstake(opts *bind.TransactOpts) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "unstake")
}

// Unstake is a paid mutator transaction binding the contract method 0x2def6620.
//
// Solidity: function unstake() returns()
func (_OabpVote *OabpVoteSession) Unstake() (*types.Transaction, error) {
	return _OabpVote.Contract.Unstake(&_OabpVote.TransactOpts)
}

// Unstake is a paid mutator transaction binding the contract method 0x2def6620.
//
// Solidity: function unstake() returns()
func (_OabpVote *OabpVoteTransactorSession) Unstake() (*types.Transaction, error) {
	return _OabpVote.Contract.Unstake(&_OabpVote.TransactOpts)
}

// Withdraw is a paid mutator transaction binding the contract method 0x51cff8d9.
//
// Solidity: function withdraw(address voter) returns()
func (_OabpVote *OabpVoteTransactor) Withdraw(opts *bind.TransactOpts, voter common.Address) (*types.Transaction, error) {
	return _OabpVote.contract.Transact(opts, "withdraw", voter)
}

// Withdraw is a paid mutator transaction binding the contract method 0x51cff8d9.
//
// Solidity: function withdraw(address voter) returns()
func (_OabpVote *OabpVoteSession) Withdraw(voter common.Address) (*types.Transaction, error) {
	return _OabpVote.Contract.Withdraw(&_OabpVote.TransactOpts, voter)
}

// Withdraw is a paid mutator transaction binding the contract method 0x51cff8d9.
//
// Solidity: function withdraw(address voter) returns()
func (_OabpVote *OabpVoteTransactorSession) Withdraw(voter common.Address) (*types.Transaction, error) {
	return _OabpVote.Contract.Withdraw(&_OabpVote.TransactOpts, voter)
}

// OabpVoteStakeSettledIterator is returned from FilterStakeSettled and is used to iterate over the raw logs and unpacked data for StakeSettled events raised by the OabpVote contract.
type OabpVoteStakeSettledIterator struct {
	Event *OabpVoteStakeSettled // Event containing the contract specifics and raw log

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
func (it *OabpVoteStakeSettledIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpVoteStakeSettled)
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
		it.Event = new(OabpVoteStakeSettled)
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
func (it *OabpVoteStakeSettledIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpVoteStakeSettledIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpVoteStakeSettled represents a StakeSettled event raised by the OabpVote contract.
type OabpVoteStakeSettled struct {
	MissionId [32]byte
	Voter     common.Address
	Poll      uint8
	Delta     *big.Int
	Raw       types.Log // Blockchain specific contextual infos
}

// FilterStakeSettled is a free log retrieval operation binding the contract event 0x42cef6ec9e0e5cbb362b8d1942bc50948ab1ea2023fac51261ee51db8542872b.
//
// Solidity: event StakeSettled(bytes32 indexed missionId, address indexed voter, uint8 poll, int256 delta)
func (_OabpVote *OabpVoteFilterer) FilterStakeSettled(opts *bind.FilterOpts, missionId [][32]byte, voter []common.Address) (*OabpVoteStakeSettledIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.FilterLogs(opts, "StakeSettled", missionIdRule, voterRule)
	if err != nil {
		return nil, err
	}
	return &OabpVoteStakeSettledIterator{contract: _OabpVote.contract, event: "StakeSettled", logs: logs, sub: sub}, nil
}

// WatchStakeSettled is a free log subscription operation binding the contract event 0x42cef6ec9e0e5cbb362b8d1942bc50948ab1ea2023fac51261ee51db8542872b.
//
// Solidity: event StakeSettled(bytes32 indexed missionId, address indexed voter, uint8 poll, int256 delta)
func (_OabpVote *OabpVoteFilterer) WatchStakeSettled(opts *bind.WatchOpts, sink chan<- *OabpVoteStakeSettled, missionId [][32]byte, voter []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.WatchLogs(opts, "StakeSettled", missionIdRule, voterRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpVoteStakeSettled)
				if err := _OabpVote.contract.UnpackLog(event, "StakeSettled", log); err != nil {
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

// ParseStakeSettled is a log parse operation binding the contract event 0x42cef6ec9e0e5cbb362b8d1942bc50948ab1ea2023fac51261ee51db8542872b.
//
// Solidity: event StakeSettled(bytes32 indexed missionId, address indexed voter, uint8 poll, int256 delta)
func (_OabpVote *OabpVoteFilterer) ParseStakeSettled(log types.Log) (*OabpVoteStakeSettled, error) {
	event := new(OabpVoteStakeSettled)
	if err := _OabpVote.contract.UnpackLog(event, "StakeSettled", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpVoteVoteCommittedIterator is returned from FilterVoteCommitted and is used to iterate over the raw logs and unpacked data for VoteCommitted events raised by the OabpVote contract.
type OabpVoteVoteCommittedIterator struct {
	Event *OabpVoteVoteCommitted // Event containing the contract specifics and raw log

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
func (it *OabpVoteVoteCommittedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpVoteVoteCommitted)
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
		it.Event = new(OabpVoteVoteCommitted)
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
func (it *OabpVoteVoteCommittedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpVoteVoteCommittedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpVoteVoteCommitted represents a VoteCommitted event raised by the OabpVote contract.
type OabpVoteVoteCommitted struct {
	MissionId   [32]byte
	Voter       common.Address
	PollAndHash [32]byte
	Raw         types.Log // Blockchain specific contextual infos
}

// FilterVoteCommitted is a free log retrieval operation binding the contract event 0xd9fd84967d0d7a1e30c4712a111e11619db9beec04a8c48f362b2c1724b6c58a.
//
// Solidity: event VoteCommitted(bytes32 indexed missionId, address indexed voter, bytes32 pollAndHash)
func (_OabpVote *OabpVoteFilterer) FilterVoteCommitted(opts *bind.FilterOpts, missionId [][32]byte, voter []common.Address) (*OabpVoteVoteCommittedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.FilterLogs(opts, "VoteCommitted", missionIdRule, voterRule)
	if err != nil {
		return nil, err
	}
	return &OabpVoteVoteCommittedIterator{contract: _OabpVote.contract, event: "VoteCommitted", logs: logs, sub: sub}, nil
}

// WatchVoteCommitted is a free log subscription operation binding the contract event 0xd9fd84967d0d7a1e30c4712a111e11619db9beec04a8c48f362b2c1724b6c58a.
//
// Solidity: event VoteCommitted(bytes32 indexed missionId, address indexed voter, bytes32 pollAndHash)
func (_OabpVote *OabpVoteFilterer) WatchVoteCommitted(opts *bind.WatchOpts, sink chan<- *OabpVoteVoteCommitted, missionId [][32]byte, voter []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.WatchLogs(opts, "VoteCommitted", missionIdRule, voterRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpVoteVoteCommitted)
				if err := _OabpVote.contract.UnpackLog(event, "VoteCommitted", log); err != nil {
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

// ParseVoteCommitted is a log parse operation binding the contract event 0xd9fd84967d0d7a1e30c4712a111e11619db9beec04a8c48f362b2c1724b6c58a.
//
// Solidity: event VoteCommitted(bytes32 indexed missionId, address indexed voter, bytes32 pollAndHash)
func (_OabpVote *OabpVoteFilterer) ParseVoteCommitted(log types.Log) (*OabpVoteVoteCommitted, error) {
	event := new(OabpVoteVoteCommitted)
	if err := _OabpVote.contract.UnpackLog(event, "VoteCommitted", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpVoteVoteOpenedIterator is returned from FilterVoteOpened and is used to iterate over the raw logs and unpacked data for VoteOpened events raised by the OabpVote contract.
type OabpVoteVoteOpenedIterator struct {
	Event *OabpVoteVoteOpened // Event containing the contract specifics and raw log

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
func (it *OabpVoteVoteOpenedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpVoteVoteOpened)
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
		it.Event = new(OabpVoteVoteOpened)
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
func (it *OabpVoteVoteOpenedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpVoteVoteOpenedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpVoteVoteOpened represents a VoteOpened event raised by the OabpVote contract.
type OabpVoteVoteOpened struct {
	MissionId    [32]byte
	Poll         uint8
	CommitBy     *big.Int
	RevealBy     *big.Int
	StakedBefore *big.Int
	Rules        [32]byte
	Raw          types.Log // Blockchain specific contextual infos
}

// FilterVoteOpened is a free log retrieval operation binding the contract event 0x02631e4e7e442eea490b61837908a7897b28c2ad647718d1247a51d6555d2ac5.
//
// Solidity: event VoteOpened(bytes32 indexed missionId, uint8 indexed poll, uint256 commitBy, uint256 revealBy, uint256 stakedBefore, bytes32 rules)
func (_OabpVote *OabpVoteFilterer) FilterVoteOpened(opts *bind.FilterOpts, missionId [][32]byte, poll []uint8) (*OabpVoteVoteOpenedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var pollRule []interface{}
	for _, pollItem := range poll {
		pollRule = append(pollRule, pollItem)
	}

	logs, sub, err := _OabpVote.contract.FilterLogs(opts, "VoteOpened", missionIdRule, pollRule)
	if err != nil {
		return nil, err
	}
	return &OabpVoteVoteOpenedIterator{contract: _OabpVote.contract, event: "VoteOpened", logs: logs, sub: sub}, nil
}

// WatchVoteOpened is a free log subscription operation binding the contract event 0x02631e4e7e442eea490b61837908a7897b28c2ad647718d1247a51d6555d2ac5.
//
// Solidity: event VoteOpened(bytes32 indexed missionId, uint8 indexed poll, uint256 commitBy, uint256 revealBy, uint256 stakedBefore, bytes32 rules)
func (_OabpVote *OabpVoteFilterer) WatchVoteOpened(opts *bind.WatchOpts, sink chan<- *OabpVoteVoteOpened, missionId [][32]byte, poll []uint8) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var pollRule []interface{}
	for _, pollItem := range poll {
		pollRule = append(pollRule, pollItem)
	}

	logs, sub, err := _OabpVote.contract.WatchLogs(opts, "VoteOpened", missionIdRule, pollRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpVoteVoteOpened)
				if err := _OabpVote.contract.UnpackLog(event, "VoteOpened", log); err != nil {
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

// ParseVoteOpened is a log parse operation binding the contract event 0x02631e4e7e442eea490b61837908a7897b28c2ad647718d1247a51d6555d2ac5.
//
// Solidity: event VoteOpened(bytes32 indexed missionId, uint8 indexed poll, uint256 commitBy, uint256 revealBy, uint256 stakedBefore, bytes32 rules)
func (_OabpVote *OabpVoteFilterer) ParseVoteOpened(log types.Log) (*OabpVoteVoteOpened, error) {
	event := new(OabpVoteVoteOpened)
	if err := _OabpVote.contract.UnpackLog(event, "VoteOpened", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpVoteVoteRevealedIterator is returned from FilterVoteRevealed and is used to iterate over the raw logs and unpacked data for VoteRevealed events raised by the OabpVote contract.
type OabpVoteVoteRevealedIterator struct {
	Event *OabpVoteVoteRevealed // Event containing the contract specifics and raw log

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
func (it *OabpVoteVoteRevealedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpVoteVoteRevealed)
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
		it.Event = new(OabpVoteVoteRevealed)
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
func (it *OabpVoteVoteRevealedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpVoteVoteRevealedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpVoteVoteRevealed represents a VoteRevealed event raised by the OabpVote contract.
type OabpVoteVoteRevealed struct {
	MissionId [32]byte
	Voter     common.Address
	Poll      uint8
	Choice    common.Address
	Weight    *big.Int
	Raw       types.Log // Blockchain specific contextual infos
}

// FilterVoteRevealed is a free log retrieval operation binding the contract event 0xa8dc943ff9b87c2d56ac8b9c8014b35d74371b146ac3279d47f3dedb940e762d.
//
// Solidity: event VoteRevealed(bytes32 indexed missionId, address indexed voter, uint8 poll, address choice, uint256 weight)
func (_OabpVote *OabpVoteFilterer) FilterVoteRevealed(opts *bind.FilterOpts, missionId [][32]byte, voter []common.Address) (*OabpVoteVoteRevealedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.FilterLogs(opts, "VoteRevealed", missionIdRule, voterRule)
	if err != nil {
		return nil, err
	}
	return &OabpVoteVoteRevealedIterator{contract: _OabpVote.contract, event: "VoteRevealed", logs: logs, sub: sub}, nil
}

// WatchVoteRevealed is a free log subscription operation binding the contract event 0xa8dc943ff9b87c2d56ac8b9c8014b35d74371b146ac3279d47f3dedb940e762d.
//
// Solidity: event VoteRevealed(bytes32 indexed missionId, address indexed voter, uint8 poll, address choice, uint256 weight)
func (_OabpVote *OabpVoteFilterer) WatchVoteRevealed(opts *bind.WatchOpts, sink chan<- *OabpVoteVoteRevealed, missionId [][32]byte, voter []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.WatchLogs(opts, "VoteRevealed", missionIdRule, voterRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpVoteVoteRevealed)
				if err := _OabpVote.contract.UnpackLog(event, "VoteRevealed", log); err != nil {
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

// ParseVoteRevealed is a log parse operation binding the contract event 0xa8dc943ff9b87c2d56ac8b9c8014b35d74371b146ac3279d47f3dedb940e762d.
//
// Solidity: event VoteRevealed(bytes32 indexed missionId, address indexed voter, uint8 poll, address choice, uint256 weight)
func (_OabpVote *OabpVoteFilterer) ParseVoteRevealed(log types.Log) (*OabpVoteVoteRevealed, error) {
	event := new(OabpVoteVoteRevealed)
	if err := _OabpVote.contract.UnpackLog(event, "VoteRevealed", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpVoteVoteStakedIterator is returned from FilterVoteStaked and is used to iterate over the raw logs and unpacked data for VoteStaked events raised by the OabpVote contract.
type OabpVoteVoteStakedIterator struct {
	Event *OabpVoteVoteStaked // Event containing the contract specifics and raw log

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
func (it *OabpVoteVoteStakedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpVoteVoteStaked)
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
		it.Event = new(OabpVoteVoteStaked)
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
func (it *OabpVoteVoteStakedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpVoteVoteStakedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpVoteVoteStaked represents a VoteStaked event raised by the OabpVote contract.
type OabpVoteVoteStaked struct {
	Voter  common.Address
	Amount *big.Int
	Raw    types.Log // Blockchain specific contextual infos
}

// FilterVoteStaked is a free log retrieval operation binding the contract event 0x717f3b030470038523cddbf5de0b1e0a4709bf6876815b55a081213c2e1bbfe9.
//
// Solidity: event VoteStaked(address indexed voter, uint256 amount)
func (_OabpVote *OabpVoteFilterer) FilterVoteStaked(opts *bind.FilterOpts, voter []common.Address) (*OabpVoteVoteStakedIterator, error) {

	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.FilterLogs(opts, "VoteStaked", voterRule)
	if err != nil {
		return nil, err
	}
	return &OabpVoteVoteStakedIterator{contract: _OabpVote.contract, event: "VoteStaked", logs: logs, sub: sub}, nil
}

// WatchVoteStaked is a free log subscription operation binding the contract event 0x717f3b030470038523cddbf5de0b1e0a4709bf6876815b55a081213c2e1bbfe9.
//
// Solidity: event VoteStaked(address indexed voter, uint256 amount)
func (_OabpVote *OabpVoteFilterer) WatchVoteStaked(opts *bind.WatchOpts, sink chan<- *OabpVoteVoteStaked, voter []common.Address) (event.Subscription, error) {

	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.WatchLogs(opts, "VoteStaked", voterRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpVoteVoteStaked)
				if err := _OabpVote.contract.UnpackLog(event, "VoteStaked", log); err != nil {
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

// ParseVoteStaked is a log parse operation binding the contract event 0x717f3b030470038523cddbf5de0b1e0a4709bf6876815b55a081213c2e1bbfe9.
//
// Solidity: event VoteStaked(address indexed voter, uint256 amount)
func (_OabpVote *OabpVoteFilterer) ParseVoteStaked(log types.Log) (*OabpVoteVoteStaked, error) {
	event := new(OabpVoteVoteStaked)
	if err := _OabpVote.contract.UnpackLog(event, "VoteStaked", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpVoteVoteTalliedIterator is returned from FilterVoteTallied and is used to iterate over the raw logs and unpacked data for VoteTallied events raised by the OabpVote contract.
type OabpVoteVoteTalliedIterator struct {
	Event *OabpVoteVoteTallied // Event containing the contract specifics and raw log

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
func (it *OabpVoteVoteTalliedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpVoteVoteTallied)
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
		it.Event = new(OabpVoteVoteTallied)
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
func (it *OabpVoteVoteTalliedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpVoteVoteTalliedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpVoteVoteTallied represents a VoteTallied event raised by the OabpVote contract.
type OabpVoteVoteTallied struct {
	MissionId [32]byte
	Winner    common.Address
	Poll      uint8
	Weight    *big.Int
	QuorumMet bool
	Outcome   uint8
	Raw       types.Log // Blockchain specific contextual infos
}

// FilterVoteTallied is a free log retrieval operation binding the contract event 0xf8931a36a2a27f07adec05c468aa3bb5f95eab591fd9f7745be89997b731b3ab.
//
// Solidity: event VoteTallied(bytes32 indexed missionId, address indexed winner, uint8 poll, uint256 weight, bool quorumMet, uint8 outcome)
func (_OabpVote *OabpVoteFilterer) FilterVoteTallied(opts *bind.FilterOpts, missionId [][32]byte, winner []common.Address) (*OabpVoteVoteTalliedIterator, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var winnerRule []interface{}
	for _, winnerItem := range winner {
		winnerRule = append(winnerRule, winnerItem)
	}

	logs, sub, err := _OabpVote.contract.FilterLogs(opts, "VoteTallied", missionIdRule, winnerRule)
	if err != nil {
		return nil, err
	}
	return &OabpVoteVoteTalliedIterator{contract: _OabpVote.contract, event: "VoteTallied", logs: logs, sub: sub}, nil
}

// WatchVoteTallied is a free log subscription operation binding the contract event 0xf8931a36a2a27f07adec05c468aa3bb5f95eab591fd9f7745be89997b731b3ab.
//
// Solidity: event VoteTallied(bytes32 indexed missionId, address indexed winner, uint8 poll, uint256 weight, bool quorumMet, uint8 outcome)
func (_OabpVote *OabpVoteFilterer) WatchVoteTallied(opts *bind.WatchOpts, sink chan<- *OabpVoteVoteTallied, missionId [][32]byte, winner []common.Address) (event.Subscription, error) {

	var missionIdRule []interface{}
	for _, missionIdItem := range missionId {
		missionIdRule = append(missionIdRule, missionIdItem)
	}
	var winnerRule []interface{}
	for _, winnerItem := range winner {
		winnerRule = append(winnerRule, winnerItem)
	}

	logs, sub, err := _OabpVote.contract.WatchLogs(opts, "VoteTallied", missionIdRule, winnerRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpVoteVoteTallied)
				if err := _OabpVote.contract.UnpackLog(event, "VoteTallied", log); err != nil {
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

// ParseVoteTallied is a log parse operation binding the contract event 0xf8931a36a2a27f07adec05c468aa3bb5f95eab591fd9f7745be89997b731b3ab.
//
// Solidity: event VoteTallied(bytes32 indexed missionId, address indexed winner, uint8 poll, uint256 weight, bool quorumMet, uint8 outcome)
func (_OabpVote *OabpVoteFilterer) ParseVoteTallied(log types.Log) (*OabpVoteVoteTallied, error) {
	event := new(OabpVoteVoteTallied)
	if err := _OabpVote.contract.UnpackLog(event, "VoteTallied", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpVoteVoteUnstakeRequestedIterator is returned from FilterVoteUnstakeRequested and is used to iterate over the raw logs and unpacked data for VoteUnstakeRequested events raised by the OabpVote contract.
type OabpVoteVoteUnstakeRequestedIterator struct {
	Event *OabpVoteVoteUnstakeRequested // Event containing the contract specifics and raw log

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
func (it *OabpVoteVoteUnstakeRequestedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpVoteVoteUnstakeRequested)
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
		it.Event = new(OabpVoteVoteUnstakeRequested)
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
func (it *OabpVoteVoteUnstakeRequestedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpVoteVoteUnstakeRequestedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpVoteVoteUnstakeRequested represents a VoteUnstakeRequested event raised by the OabpVote contract.
type OabpVoteVoteUnstakeRequested struct {
	Voter       common.Address
	AvailableAt *big.Int
	Raw         types.Log // Blockchain specific contextual infos
}

// FilterVoteUnstakeRequested is a free log retrieval operation binding the contract event 0xc310c3430a1d8b30e3bb3c10e2c4347161c3e81ad993b20edf341348a5136035.
//
// Solidity: event VoteUnstakeRequested(address indexed voter, uint256 availableAt)
func (_OabpVote *OabpVoteFilterer) FilterVoteUnstakeRequested(opts *bind.FilterOpts, voter []common.Address) (*OabpVoteVoteUnstakeRequestedIterator, error) {

	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.FilterLogs(opts, "VoteUnstakeRequested", voterRule)
	if err != nil {
		return nil, err
	}
	return &OabpVoteVoteUnstakeRequestedIterator{contract: _OabpVote.contract, event: "VoteUnstakeRequested", logs: logs, sub: sub}, nil
}

// WatchVoteUnstakeRequested is a free log subscription operation binding the contract event 0xc310c3430a1d8b30e3bb3c10e2c4347161c3e81ad993b20edf341348a5136035.
//
// Solidity: event VoteUnstakeRequested(address indexed voter, uint256 availableAt)
func (_OabpVote *OabpVoteFilterer) WatchVoteUnstakeRequested(opts *bind.WatchOpts, sink chan<- *OabpVoteVoteUnstakeRequested, voter []common.Address) (event.Subscription, error) {

	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.WatchLogs(opts, "VoteUnstakeRequested", voterRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpVoteVoteUnstakeRequested)
				if err := _OabpVote.contract.UnpackLog(event, "VoteUnstakeRequested", log); err != nil {
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

// ParseVoteUnstakeRequested is a log parse operation binding the contract event 0xc310c3430a1d8b30e3bb3c10e2c4347161c3e81ad993b20edf341348a5136035.
//
// Solidity: event VoteUnstakeRequested(address indexed voter, uint256 availableAt)
func (_OabpVote *OabpVoteFilterer) ParseVoteUnstakeRequested(log types.Log) (*OabpVoteVoteUnstakeRequested, error) {
	event := new(OabpVoteVoteUnstakeRequested)
	if err := _OabpVote.contract.UnpackLog(event, "VoteUnstakeRequested", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpVoteVoteUnstakedIterator is returned from FilterVoteUnstaked and is used to iterate over the raw logs and unpacked data for VoteUnstaked events raised by the OabpVote contract.
type OabpVoteVoteUnstakedIterator struct {
	Event *OabpVoteVoteUnstaked // Event containing the contract specifics and raw log

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
func (it *OabpVoteVoteUnstakedIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpVoteVoteUnstaked)
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
		it.Event = new(OabpVoteVoteUnstaked)
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
func (it *OabpVoteVoteUnstakedIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpVoteVoteUnstakedIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpVoteVoteUnstaked represents a VoteUnstaked event raised by the OabpVote contract.
type OabpVoteVoteUnstaked struct {
	Voter  common.Address
	Amount *big.Int
	Raw    types.Log // Blockchain specific contextual infos
}

// FilterVoteUnstaked is a free log retrieval operation binding the contract event 0x6d26c72cb4b7d02db836dea4c928039a9a5a11c0787f31f706e5416dd22e4b03.
//
// Solidity: event VoteUnstaked(address indexed voter, uint256 amount)
func (_OabpVote *OabpVoteFilterer) FilterVoteUnstaked(opts *bind.FilterOpts, voter []common.Address) (*OabpVoteVoteUnstakedIterator, error) {

	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.FilterLogs(opts, "VoteUnstaked", voterRule)
	if err != nil {
		return nil, err
	}
	return &OabpVoteVoteUnstakedIterator{contract: _OabpVote.contract, event: "VoteUnstaked", logs: logs, sub: sub}, nil
}

// WatchVoteUnstaked is a free log subscription operation binding the contract event 0x6d26c72cb4b7d02db836dea4c928039a9a5a11c0787f31f706e5416dd22e4b03.
//
// Solidity: event VoteUnstaked(address indexed voter, uint256 amount)
func (_OabpVote *OabpVoteFilterer) WatchVoteUnstaked(opts *bind.WatchOpts, sink chan<- *OabpVoteVoteUnstaked, voter []common.Address) (event.Subscription, error) {

	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.WatchLogs(opts, "VoteUnstaked", voterRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpVoteVoteUnstaked)
				if err := _OabpVote.contract.UnpackLog(event, "VoteUnstaked", log); err != nil {
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

// ParseVoteUnstaked is a log parse operation binding the contract event 0x6d26c72cb4b7d02db836dea4c928039a9a5a11c0787f31f706e5416dd22e4b03.
//
// Solidity: event VoteUnstaked(address indexed voter, uint256 amount)
func (_OabpVote *OabpVoteFilterer) ParseVoteUnstaked(log types.Log) (*OabpVoteVoteUnstaked, error) {
	event := new(OabpVoteVoteUnstaked)
	if err := _OabpVote.contract.UnpackLog(event, "VoteUnstaked", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}

// OabpVoteWinningsWithdrawnIterator is returned from FilterWinningsWithdrawn and is used to iterate over the raw logs and unpacked data for WinningsWithdrawn events raised by the OabpVote contract.
type OabpVoteWinningsWithdrawnIterator struct {
	Event *OabpVoteWinningsWithdrawn // Event containing the contract specifics and raw log

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
func (it *OabpVoteWinningsWithdrawnIterator) Next() bool {
	// If the iterator failed, stop iterating
	if it.fail != nil {
		return false
	}
	// If the iterator completed, deliver directly whatever's available
	if it.done {
		select {
		case log := <-it.logs:
			it.Event = new(OabpVoteWinningsWithdrawn)
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
		it.Event = new(OabpVoteWinningsWithdrawn)
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
func (it *OabpVoteWinningsWithdrawnIterator) Error() error {
	return it.fail
}

// Close terminates the iteration process, releasing any pending underlying
// resources.
func (it *OabpVoteWinningsWithdrawnIterator) Close() error {
	it.sub.Unsubscribe()
	return nil
}

// OabpVoteWinningsWithdrawn represents a WinningsWithdrawn event raised by the OabpVote contract.
type OabpVoteWinningsWithdrawn struct {
	Voter  common.Address
	Amount *big.Int
	Raw    types.Log // Blockchain specific contextual infos
}

// FilterWinningsWithdrawn is a free log retrieval operation binding the contract event 0x24215bbaf0832fa4d6ffef16dee3971d8b714921fef3ad63f793d578983c6dc2.
//
// Solidity: event WinningsWithdrawn(address indexed voter, uint256 amount)
func (_OabpVote *OabpVoteFilterer) FilterWinningsWithdrawn(opts *bind.FilterOpts, voter []common.Address) (*OabpVoteWinningsWithdrawnIterator, error) {

	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.FilterLogs(opts, "WinningsWithdrawn", voterRule)
	if err != nil {
		return nil, err
	}
	return &OabpVoteWinningsWithdrawnIterator{contract: _OabpVote.contract, event: "WinningsWithdrawn", logs: logs, sub: sub}, nil
}

// WatchWinningsWithdrawn is a free log subscription operation binding the contract event 0x24215bbaf0832fa4d6ffef16dee3971d8b714921fef3ad63f793d578983c6dc2.
//
// Solidity: event WinningsWithdrawn(address indexed voter, uint256 amount)
func (_OabpVote *OabpVoteFilterer) WatchWinningsWithdrawn(opts *bind.WatchOpts, sink chan<- *OabpVoteWinningsWithdrawn, voter []common.Address) (event.Subscription, error) {

	var voterRule []interface{}
	for _, voterItem := range voter {
		voterRule = append(voterRule, voterItem)
	}

	logs, sub, err := _OabpVote.contract.WatchLogs(opts, "WinningsWithdrawn", voterRule)
	if err != nil {
		return nil, err
	}
	return event.NewSubscription(func(quit <-chan struct{}) error {
		defer sub.Unsubscribe()
		for {
			select {
			case log := <-logs:
				// New log arrived, parse the event and forward to the user
				event := new(OabpVoteWinningsWithdrawn)
				if err := _OabpVote.contract.UnpackLog(event, "WinningsWithdrawn", log); err != nil {
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

// ParseWinningsWithdrawn is a log parse operation binding the contract event 0x24215bbaf0832fa4d6ffef16dee3971d8b714921fef3ad63f793d578983c6dc2.
//
// Solidity: event WinningsWithdrawn(address indexed voter, uint256 amount)
func (_OabpVote *OabpVoteFilterer) ParseWinningsWithdrawn(log types.Log) (*OabpVoteWinningsWithdrawn, error) {
	event := new(OabpVoteWinningsWithdrawn)
	if err := _OabpVote.contract.UnpackLog(event, "WinningsWithdrawn", log); err != nil {
		return nil, err
	}
	event.Raw = log
	return event, nil
}
