// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow, IOracleAllowList} from "../interfaces/IOabpEscrow.sol";
import {Layout, MissionTerms, VerificationType} from "../types/Mission.sol";
import {TermWords} from "./TermWords.sol";

/// @title MissionRules
/// @notice Which terms can be posted. The rules are stated at MissionTerms, and the errors at IOabpEscrow.
// What is cut to a member's width is a member whose width was checked.
// forge-lint: disable-start(unsafe-typecast)
library MissionRules {
    /// @notice The fee of every award, in 1/10,000.
    uint256 internal constant FEE_BPS = 50;

    /// @notice What FEE_BPS is a part of.
    uint256 internal constant WHOLE = 10_000;

    /// @notice The least that a tranche, and an appeal's bond, can be, in token units.
    uint256 internal constant MIN_TRANCHE = 10_000;

    /// @notice How long an arbiter has, and the longest reveal window.
    uint256 internal constant RULE_WINDOW = 3 days;

    /// @notice How far ahead a mission's money can be bound.
    uint256 internal constant MAX_DURATION = 366 days;

    /// @notice The most prizes, and the least and most milestones.
    uint256 internal constant MAX_PRIZES = 16;
    uint256 internal constant MIN_MILESTONES = 2;
    uint256 internal constant MAX_MILESTONES = 10;

    /// @dev Where the encoded terms have the offsets of their arrays, and how long they are without them.
    uint256 private constant TRANCHES_AT = 15 * 32;
    uint256 private constant FEES_AT = 16 * 32;
    uint256 private constant HEAD_SIZE = 18 * 32;

    /// @notice Whether the escrow decides itself.
    /// @param terms The terms.
    /// @return Whether it does.
    function isMatchOnEscrow(MissionTerms calldata terms) internal pure returns (bool) {
        return terms.resolver == address(0);
    }

    /// @notice The id of terms on this chain and contract: keccak256(abi.encode(chainid, this, terms)).
    /// @dev The terms' bytes in calldata are hashed as they are, which costs a fifth of encoding them again. So they must be
    /// the encoding that abi.encode makes: each array where the part before it ends, as many fees as tranches. Two encodings of one mission
    /// would otherwise be two missions.
    /// @param terms The terms.
    /// @return missionId The id.
    function id(MissionTerms calldata terms) internal view returns (bytes32 missionId) {
        uint256 count = terms.tranches.length;
        bool canonical;
        assembly ("memory-safe") {
            let words := shl(5, count)
            let feesAt := add(add(HEAD_SIZE, 0x20), words)
            canonical := and(
                and(
                    eq(calldataload(add(terms, TRANCHES_AT)), HEAD_SIZE),
                    eq(calldataload(add(terms, FEES_AT)), feesAt)
                ),
                eq(calldataload(add(terms, feesAt)), count)
            )
            let size := add(add(feesAt, 0x20), words)
            let buffer := mload(0x40)
            mstore(buffer, chainid())
            mstore(add(buffer, 0x20), address())
            mstore(add(buffer, 0x40), 0x60)
            calldatacopy(add(buffer, 0x60), terms, size)
            missionId := keccak256(buffer, add(size, 0x60))
        }
        if (!canonical) revert IOabpEscrow.TermsNotCanonical();
    }

    /// @notice Reverts unless the terms can be posted now.
    /// @param t The terms, as `TermWordsReader.load` brought them into memory.
    /// @param oracles The list of oracles.
    function check(TermWords t, IOracleAllowList oracles) internal view {
        t.checkWidths();
        _checkTimes(t);
        _checkTranches(t);
        _checkAppeal(t);
        _checkMatch(t);
        _checkResolver(t, oracles);
    }

    function _checkTimes(TermWords t) private view {
        (uint256 submitBy, uint256 judgeBy, uint256 refundAt) = (t.submitBy(), t.judgeBy(), t.refundAt());
        if (block.timestamp >= submitBy || submitBy >= judgeBy) {
            revert IOabpEscrow.TimesNotAscending(block.timestamp, uint40(submitBy), uint40(judgeBy));
        }
        uint256 earliest;
        uint256 latest;
        unchecked {
            earliest = judgeBy + t.appealWindow() + RULE_WINDOW;
            latest = block.timestamp + MAX_DURATION;
        }
        if (refundAt < earliest || refundAt > latest) {
            revert IOabpEscrow.RefundTimeOutOfRange(uint40(refundAt), earliest, latest);
        }
    }

    function _checkTranches(TermWords t) private pure {
        uint256 reward = t.reward();
        if (reward > type(uint64).max) revert IOabpEscrow.RewardTooLarge(uint96(reward), type(uint64).max);
        uint256 count = t.trancheCount();
        (uint256 min, uint256 max) =
            t.layout() == uint256(Layout.Prizes) ? (1, MAX_PRIZES) : (MIN_MILESTONES, MAX_MILESTONES);
        if (count < min || count > max || t.feeCount() != count) {
            revert IOabpEscrow.TrancheCountOutOfRange(count, t.feeCount(), min, max);
        }
        uint256 wholeFee;
        uint256 sum;
        uint256 feeSum;
        // No product has more than 96 + 64 bits, and no sum more than 16 terms.
        unchecked {
            wholeFee = reward * FEE_BPS / WHOLE;
            for (uint256 i; i < count; ++i) {
                (uint256 tranche, uint256 fee) = (t.tranche(i), t.fee(i));
                if ((tranche | fee) > type(uint96).max) revert IOabpEscrow.TermsNotCanonical();
                if (tranche < MIN_TRANCHE) {
                    revert IOabpEscrow.TrancheTooSmall(i, uint96(tranche), MIN_TRANCHE);
                }
                // Less than a unit above the tranche's own fee, and less than a unit below its share of the whole fee,
                // which is a little less: room for the largest remainder of either, and for nothing else.
                if (fee * WHOLE >= tranche * FEE_BPS + WHOLE || (fee + 1) * reward <= wholeFee * tranche) {
                    revert IOabpEscrow.FeeOutOfRange(i, uint96(fee), uint96(tranche));
                }
                sum += tranche;
                feeSum += fee;
            }
        }
        if (sum != reward) revert IOabpEscrow.TrancheSumMismatch(sum, uint96(reward));
        if (feeSum != wholeFee) revert IOabpEscrow.FeeSumMismatch(feeSum, wholeFee);
    }

    function _checkAppeal(TermWords t) private pure {
        (address arbiter, uint256 window, uint256 bond) = (t.arbiter(), t.appealWindow(), t.appealBond());
        bool valid = arbiter == address(0)
            ? window | bond == 0
            : window != 0 && bond >= MIN_TRANCHE && bond <= type(uint64).max;
        if (!valid) revert IOabpEscrow.AppealTermsInvalid(arbiter, uint32(window), uint96(bond));
    }

    function _checkMatch(TermWords t) private pure {
        (uint256 window, uint256 count) = (t.revealWindow(), t.trancheCount());
        bool valid = t.resolver() == address(0)
            ? t.layout() == uint256(Layout.Prizes) && count == 1 && t.arbiter() == address(0)
                && window <= RULE_WINDOW
            : window == 0;
        if (!valid) {
            revert IOabpEscrow.MatchTermsInvalid(Layout(t.layout()), count, t.arbiter(), uint32(window));
        }
    }

    function _checkResolver(TermWords t, IOracleAllowList oracles) private view {
        (VerificationType vtype, address resolver) = (VerificationType(t.vtype()), t.resolver());
        if (resolver == address(0)) {
            if (vtype != VerificationType.FirstValidMatch) {
                revert IOabpEscrow.ResolverInvalid(vtype, resolver);
            }
        } else if (vtype == VerificationType.PeerVote) {
            if (resolver.code.length == 0) revert IOabpEscrow.ResolverInvalid(vtype, resolver);
        } else if (vtype != VerificationType.CreatorJudges) {
            if (!oracles.isAllowed(resolver)) revert IOabpEscrow.OracleNotAllowed(resolver);
        }
    }
}
// forge-lint: disable-end(unsafe-typecast)
