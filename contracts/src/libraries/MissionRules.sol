// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow, IOracleAllowList} from "../interfaces/IOabpEscrow.sol";
import {Funding, Layout, MissionTerms, VerificationType} from "../types/Mission.sol";

/// @title MissionRules
/// @notice Which terms can be posted. The rules are stated at MissionTerms, and the errors at IOabpEscrow.
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

    /// @notice Emits MissionPosted of IOabpEscrow.
    /// @dev The terms' bytes go into the log as they are in calldata, for the same reason as in `id`, which must have
    /// accepted them; `check` must have read, and so validated, every member.
    /// @param terms The terms.
    /// @param missionId Their id.
    /// @param specURI Where the specification may be found.
    /// @param via How the mission was funded.
    function emitPosted(MissionTerms calldata terms, bytes32 missionId, string calldata specURI, Funding via)
        internal
    {
        bytes32 topic = IOabpEscrow.MissionPosted.selector;
        (address poster, address resolver) = (terms.poster, terms.resolver);
        uint256 size = HEAD_SIZE + 64 + 64 * terms.tranches.length;
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, 0x60)
            mstore(add(data, 0x20), add(0x60, size))
            mstore(add(data, 0x40), via)
            calldatacopy(add(data, 0x60), terms, size)
            let end := add(add(data, 0x60), size)
            mstore(end, specURI.length)
            end := add(end, 0x20)
            let padded := and(add(specURI.length, 0x1f), not(0x1f))
            if padded { mstore(add(end, sub(padded, 0x20)), 0) }
            calldatacopy(end, specURI.offset, specURI.length)
            log4(data, sub(add(end, padded), data), topic, missionId, poster, resolver)
        }
    }

    /// @notice Reverts unless the terms can be posted now.
    /// @param terms The terms.
    /// @param oracles The list of oracles.
    function check(MissionTerms calldata terms, IOracleAllowList oracles) internal view {
        _checkTimes(terms);
        _checkTranches(terms);
        _checkAppeal(terms);
        _checkMatch(terms);
        _checkResolver(terms, oracles);
    }

    function _checkTimes(MissionTerms calldata terms) private view {
        (uint40 submitBy, uint40 judgeBy, uint40 refundAt) = (terms.submitBy, terms.judgeBy, terms.refundAt);
        if (block.timestamp >= submitBy || submitBy >= judgeBy) {
            revert IOabpEscrow.TimesNotAscending(block.timestamp, submitBy, judgeBy);
        }
        uint256 earliest = uint256(judgeBy) + terms.appealWindow + RULE_WINDOW;
        uint256 latest = block.timestamp + MAX_DURATION;
        if (refundAt < earliest || refundAt > latest) {
            revert IOabpEscrow.RefundTimeOutOfRange(refundAt, earliest, latest);
        }
    }

    function _checkTranches(MissionTerms calldata terms) private pure {
        uint256 reward = terms.reward;
        if (reward > type(uint64).max) revert IOabpEscrow.RewardTooLarge(terms.reward, type(uint64).max);
        uint256 count = terms.tranches.length;
        (uint256 min, uint256 max) =
            terms.layout == Layout.Prizes ? (1, MAX_PRIZES) : (MIN_MILESTONES, MAX_MILESTONES);
        if (count < min || count > max || terms.fees.length != count) {
            revert IOabpEscrow.TrancheCountOutOfRange(count, terms.fees.length, min, max);
        }
        (uint96[] calldata tranches, uint96[] calldata fees) = (terms.tranches, terms.fees);
        uint256 wholeFee = reward * FEE_BPS / WHOLE;
        uint256 sum;
        uint256 feeSum;
        for (uint256 i; i < count; ++i) {
            (uint96 tranche, uint96 fee) = (tranches[i], fees[i]);
            if (tranche < MIN_TRANCHE) revert IOabpEscrow.TrancheTooSmall(i, tranche, MIN_TRANCHE);
            // Less than a unit above the tranche's own fee, and less than a unit below its share of the whole fee, which
            // is a little less: room for the largest remainder of either, and for nothing else.
            bool valid = uint256(fee) * WHOLE < uint256(tranche) * FEE_BPS + WHOLE
                && (uint256(fee) + 1) * reward > wholeFee * tranche;
            if (!valid) revert IOabpEscrow.FeeOutOfRange(i, fee, tranche);
            sum += tranche;
            feeSum += fee;
        }
        if (sum != reward) revert IOabpEscrow.TrancheSumMismatch(sum, terms.reward);
        if (feeSum != wholeFee) revert IOabpEscrow.FeeSumMismatch(feeSum, wholeFee);
    }

    function _checkAppeal(MissionTerms calldata terms) private pure {
        (address arbiter, uint32 window, uint96 bond) = (terms.arbiter, terms.appealWindow, terms.appealBond);
        bool valid = arbiter == address(0)
            ? window == 0 && bond == 0
            : window != 0 && bond >= MIN_TRANCHE && bond <= type(uint64).max;
        if (!valid) revert IOabpEscrow.AppealTermsInvalid(arbiter, window, bond);
    }

    function _checkMatch(MissionTerms calldata terms) private pure {
        uint256 count = terms.tranches.length;
        bool valid = isMatchOnEscrow(terms)
            ? terms.layout == Layout.Prizes && count == 1 && terms.arbiter == address(0)
                && terms.revealWindow <= RULE_WINDOW
            : terms.revealWindow == 0;
        if (!valid) {
            revert IOabpEscrow.MatchTermsInvalid(terms.layout, count, terms.arbiter, terms.revealWindow);
        }
    }

    function _checkResolver(MissionTerms calldata terms, IOracleAllowList oracles) private view {
        (VerificationType vtype, address resolver) = (terms.vtype, terms.resolver);
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
