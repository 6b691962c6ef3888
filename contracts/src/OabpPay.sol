// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpDeposit} from "./OabpDeposit.sol";
import {IFiatToken} from "./interfaces/IFiatToken.sol";
import {IOabpDeposit} from "./interfaces/IOabpDeposit.sol";
import {IOabpPay} from "./interfaces/IOabpPay.sol";
import {InstructionHash} from "./libraries/InstructionHash.sol";
import {DepositState, Instruction, Leg} from "./types/Settlement.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title OabpPay
/// @notice Pays settlement instructions and tags each transfer; makes, flushes and refunds deposit addresses.
/// The promises are in IOabpPay.
contract OabpPay is IOabpPay, EIP712, ReentrancyGuardTransient {
    using SafeERC20 for IFiatToken;

    /// @notice The most legs that one call takes: 16 contributors, the fee, and room; one bit each in DepositState.
    uint256 private constant MAX_LEGS = 32;

    /// @notice How long after `refundAfter` a covered deposit can still be flushed, and only flushed.
    uint256 private constant FLUSH_GRACE = 90 days;

    /// @notice All arguments of a deposit are in its init code, so the salt has nothing to add.
    bytes32 private constant DEPOSIT_SALT = bytes32(0);

    IFiatToken private immutable TOKEN;
    address private immutable DEPOSIT_IMPLEMENTATION;

    mapping(address deposit => DepositState state) private _deposits;

    /// @notice Deploys the deposit implementation too, as this contract's first creation.
    /// @param token_ The settlement token: native USDC.
    constructor(address token_) EIP712("OABP Settlement", "1") {
        if (token_.code.length == 0) revert TokenHasNoCode(token_);
        TOKEN = IFiatToken(token_);
        DEPOSIT_IMPLEMENTATION = address(new OabpDeposit(token_));
    }

    /// @inheritdoc IOabpPay
    function pay(bytes32 digest, Leg[] calldata legs) external nonReentrant {
        _checkLegs(legs);
        for (uint256 i; i < legs.length; ++i) {
            (address to, uint256 amount) = (legs[i].to, legs[i].amount);
            if (TOKEN.isBlacklisted(to)) {
                emit InstructionLegRefused(digest, to, amount, msg.sender);
            } else {
                TOKEN.safeTransferFrom(msg.sender, to, amount);
                emit InstructionPaid(digest, to, amount, msg.sender);
            }
        }
    }

    /// @inheritdoc IOabpPay
    function payWithAuthorization(
        Instruction calldata instruction,
        address from,
        uint256 validAfter,
        uint256 validBefore,
        bytes calldata signature
    ) external nonReentrant {
        if (instruction.token != address(TOKEN)) {
            revert WrongToken(instruction.token, address(TOKEN));
        }
        uint256 total = _checkLegs(instruction.legs);
        bytes32 digest = instructionDigest(instruction);

        uint256 before = TOKEN.balanceOf(address(this));
        TOKEN.receiveWithAuthorization(
            from, address(this), total, validAfter, validBefore, InstructionHash.allNonce(digest), signature
        );
        uint256 refused = _payReceived(digest, instruction.legs, from);
        if (refused != 0) TOKEN.safeTransfer(from, refused);
        uint256 afterwards = TOKEN.balanceOf(address(this));
        if (afterwards != before) revert BalanceChanged(before, afterwards);
    }

    /// @inheritdoc IOabpPay
    function flush(bytes32 digest, Leg[] calldata legs, address refundTo, uint64 refundAfter)
        external
        nonReentrant
    {
        (address deposit, uint256 balance, uint256 owed) = _open(digest, legs, refundTo, refundAfter);
        if (_isDone(deposit)) revert DepositDone(deposit);
        uint256 closedAt = uint256(refundAfter) + FLUSH_GRACE;
        if (block.timestamp >= closedAt) revert FlushWindowClosed(deposit, closedAt);
        if (balance < owed) revert DepositNotCovered(deposit, balance, owed);

        DepositState memory state = _judge(legs);
        _deposits[deposit] = state;
        uint256 paid = _payDeposited(digest, legs, deposit, state.refused);
        emit DepositFlushed(digest, deposit, paid);
    }

    /// @inheritdoc IOabpPay
    function refund(bytes32 digest, Leg[] calldata legs, address refundTo, uint64 refundAfter)
        external
        nonReentrant
    {
        (address deposit, uint256 balance, uint256 owed) = _open(digest, legs, refundTo, refundAfter);
        if (balance == 0) revert NothingToRefund(deposit);
        bool due = _isDone(deposit) || block.timestamp >= uint256(refundAfter) + FLUSH_GRACE
            || (balance < owed && (block.timestamp >= refundAfter || msg.sender == refundTo));
        if (!due) revert RefundNotDue(deposit, balance, owed, refundAfter);

        uint256 amount = IOabpDeposit(deposit).refund();
        emit DepositRefunded(digest, deposit, refundTo, amount);
    }

    /// @inheritdoc IOabpPay
    function rescue(bytes32 digest, Leg[] calldata legs, address refundTo, uint64 refundAfter, address asset)
        external
        nonReentrant
    {
        if (asset == address(TOKEN)) revert RescueOfSettlementToken(asset);
        (address deposit,,) = _open(digest, legs, refundTo, refundAfter);
        IOabpDeposit(deposit).rescue(asset);
    }

    /// @inheritdoc IOabpPay
    function depositAddress(bytes32 digest, Leg[] calldata legs, address refundTo, uint64 refundAfter)
        external
        view
        returns (address deposit)
    {
        _checkLegs(legs);
        (deposit,) = _predict(digest, legs, refundTo, refundAfter);
    }

    /// @inheritdoc IOabpPay
    function depositState(address deposit) external view returns (DepositState memory state) {
        return _deposits[deposit];
    }

    /// @inheritdoc IOabpPay
    function instructionDigest(Instruction calldata instruction) public view returns (bytes32 digest) {
        return _hashTypedDataV4(InstructionHash.hashStruct(instruction));
    }

    /// @inheritdoc IOabpPay
    function domainSeparator() external view returns (bytes32 separator) {
        return _domainSeparatorV4();
    }

    /// @inheritdoc IOabpPay
    function token() external view returns (address) {
        return address(TOKEN);
    }

    /// @inheritdoc IOabpPay
    function depositImplementation() external view returns (address) {
        return DEPOSIT_IMPLEMENTATION;
    }

    /// @dev Pays the legs from what this contract has just received, and returns the sum of the refused ones.
    function _payReceived(bytes32 digest, Leg[] calldata legs, address payer)
        private
        returns (uint256 refused)
    {
        for (uint256 i; i < legs.length; ++i) {
            (address to, uint256 amount) = (legs[i].to, legs[i].amount);
            if (TOKEN.isBlacklisted(to)) {
                refused += amount;
                emit InstructionLegRefused(digest, to, amount, payer);
            } else {
                TOKEN.safeTransfer(to, amount);
                emit InstructionPaid(digest, to, amount, payer);
            }
        }
    }

    /// @dev Pays the legs that are not in the mask `refused` from the deposit, and returns their sum.
    function _payDeposited(bytes32 digest, Leg[] calldata legs, address deposit, uint32 refused)
        private
        returns (uint256 paid)
    {
        uint32 bit = 1;
        for (uint256 i; i < legs.length; ++i) {
            (address to, uint256 amount) = (legs[i].to, legs[i].amount);
            if (refused & bit != 0) {
                emit InstructionLegRefused(digest, to, amount, deposit);
            } else {
                paid += amount;
                IOabpDeposit(deposit).payLeg(to, amount);
                emit InstructionPaid(digest, to, amount, deposit);
            }
            bit <<= 1;
        }
    }

    /// @dev Checks the arguments, deploys the deposit if need be, and reads what it holds and owes.
    function _open(bytes32 digest, Leg[] calldata legs, address refundTo, uint64 refundAfter)
        private
        returns (address deposit, uint256 balance, uint256 owed)
    {
        owed = _checkLegs(legs);
        bytes memory args;
        (deposit, args) = _predict(digest, legs, refundTo, refundAfter);
        if (deposit.code.length == 0) {
            Clones.cloneDeterministicWithImmutableArgs(DEPOSIT_IMPLEMENTATION, args, DEPOSIT_SALT);
        }
        balance = TOKEN.balanceOf(deposit);
    }

    /// @dev The deposit's address and immutable arguments.
    function _predict(bytes32 digest, Leg[] calldata legs, address refundTo, uint64 refundAfter)
        private
        view
        returns (address deposit, bytes memory args)
    {
        _checkReceiver(refundTo);
        args = abi.encode(digest, InstructionHash.hashLegs(legs), refundTo, refundAfter);
        deposit =
            Clones.predictDeterministicAddressWithImmutableArgs(DEPOSIT_IMPLEMENTATION, args, DEPOSIT_SALT);
    }

    /// @dev Flushing is atomic: after it every leg is paid or refused, before it none is.
    function _isDone(address deposit) private view returns (bool) {
        DepositState memory state = _deposits[deposit];
        return (state.paid | state.refused) != 0;
    }

    /// @dev Which legs will be paid, and which the token refuses.
    function _judge(Leg[] calldata legs) private view returns (DepositState memory state) {
        uint32 bit = 1;
        for (uint256 i; i < legs.length; ++i) {
            if (TOKEN.isBlacklisted(legs[i].to)) state.refused |= bit;
            else state.paid |= bit;
            bit <<= 1;
        }
    }

    /// @dev Enforces the form of IOabpPay and returns the sum.
    function _checkLegs(Leg[] calldata legs) private view returns (uint256 total) {
        if (legs.length == 0 || legs.length > MAX_LEGS) revert LegCountOutOfRange(legs.length, MAX_LEGS);
        address previous;
        for (uint256 i; i < legs.length; ++i) {
            (address to, uint256 amount) = (legs[i].to, legs[i].amount);
            _checkReceiver(to);
            if (to <= previous) revert LegsNotAscending(i, previous, to);
            if (amount == 0) revert LegAmountZero(i);
            total += amount;
            previous = to;
        }
    }

    /// @dev Money that goes to one of these could never leave again, or would break the balance promise.
    function _checkReceiver(address to) private view {
        if (to == address(0) || to == address(TOKEN) || to == address(this) || to == DEPOSIT_IMPLEMENTATION) {
            revert ForbiddenReceiver(to);
        }
    }
}
