// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../interfaces/IOabpEscrow.sol";
import {Funding, MissionTerms} from "../types/Mission.sol";

/// @notice Terms that are being posted, in memory: where their encoding begins, a word for each member.
/// @dev solc reads a member of a struct in calldata through its validator, and an array through half a dozen checks, at
/// each reading; here a word is read at 6 gas, and all of them are validated once.
type TermWords is uint256;

using TermWordsReader for TermWords global;

/// @title TermWordsReader
/// @notice Brings terms into memory as MissionPosted carries them, and reads them there.
library TermWordsReader {
    /// @dev How long encoded terms are without their arrays, and where they have the offsets of those.
    uint256 private constant HEAD_SIZE = 18 * 32;
    uint256 private constant TRANCHES_AT = 15 * 32;
    uint256 private constant FEES_AT = 16 * 32;

    /// @notice Brings terms into memory, together with everything else that MissionPosted carries.
    /// @dev The one encoding that is accepted is abi.encode's, as in MissionRules.id, and the id is the same. In memory: the
    /// length of the log's data, that data, and within it, from its fourth word on, the terms.
    /// @param terms The terms.
    /// @param specURI Where the specification may be found.
    /// @param via How the mission is funded.
    /// @return t The terms in memory. Their members are not validated.
    /// @return missionId keccak256(abi.encode(chainid, this, terms)).
    function load(MissionTerms calldata terms, string calldata specURI, Funding via)
        internal
        view
        returns (TermWords t, bytes32 missionId)
    {
        bool canonical;
        assembly ("memory-safe") {
            let count := calldataload(add(terms, HEAD_SIZE))
            let feesAt := add(HEAD_SIZE, add(0x20, shl(5, count)))
            let fees := calldataload(add(terms, feesAt))
            let size := add(feesAt, add(0x20, shl(5, fees)))
            canonical := and(
                and(
                    eq(calldataload(add(terms, TRANCHES_AT)), HEAD_SIZE),
                    eq(calldataload(add(terms, FEES_AT)), feesAt)
                ),
                // neither count so great that a size overflows, and nothing beyond the calldata's end
                and(iszero(shr(32, or(count, fees))), iszero(gt(add(terms, size), calldatasize())))
            )
            if canonical {
                let data := add(mload(0x40), 0x20)
                t := add(data, 0x60)
                mstore(data, chainid())
                mstore(add(data, 0x20), address())
                mstore(add(data, 0x40), 0x60)
                calldatacopy(t, terms, size)
                missionId := keccak256(data, add(size, 0x60))

                mstore(data, 0x60)
                mstore(add(data, 0x20), add(0x60, size))
                mstore(add(data, 0x40), via)
                let end := add(t, size)
                mstore(end, specURI.length)
                end := add(end, 0x20)
                let padded := and(add(specURI.length, 0x1f), not(0x1f))
                if padded { mstore(add(end, sub(padded, 0x20)), 0) }
                calldatacopy(end, specURI.offset, specURI.length)
                end := add(end, padded)
                mstore(sub(data, 0x20), sub(end, data))
                mstore(0x40, end)
            }
        }
        if (!canonical) revert IOabpEscrow.TermsNotCanonical();
    }

    /// @notice Reverts with TermsNotCanonical if a member outside the arrays is wider than its type.
    /// @param t The terms.
    function checkWidths(TermWords t) internal pure {
        uint256 wide = (_word(t, 0) | _word(t, 1 * 32) | _word(t, 2 * 32) | _word(t, 11 * 32)) >> 160;
        wide |= (_word(t, 3 * 32) | _word(t, 12 * 32)) >> 96;
        wide |= (_word(t, 4 * 32) >> 2) | (_word(t, 5 * 32) >> 1);
        wide |= (_word(t, 6 * 32) | _word(t, 7 * 32) | _word(t, 8 * 32)) >> 40;
        wide |= (_word(t, 9 * 32) | _word(t, 10 * 32)) >> 32;
        if (wide != 0) revert IOabpEscrow.TermsNotCanonical();
    }

    /// @notice Emits MissionPosted of IOabpEscrow.
    /// @param t Terms whose widths were checked.
    /// @param missionId Their id.
    function emitPosted(TermWords t, bytes32 missionId) internal {
        bytes32 topic = IOabpEscrow.MissionPosted.selector;
        assembly ("memory-safe") {
            log4(sub(t, 0x60), mload(sub(t, 0x80)), topic, missionId, mload(t), mload(add(t, 0x20)))
        }
    }

    /// @param t The terms.
    /// @return Their resolver.
    function resolver(TermWords t) internal pure returns (address) {
        return address(uint160(_word(t, 1 * 32)));
    }

    /// @param t The terms.
    /// @return Their refundTo.
    function refundTo(TermWords t) internal pure returns (address) {
        return address(uint160(_word(t, 2 * 32)));
    }

    /// @param t The terms.
    /// @return Their reward in token units.
    function reward(TermWords t) internal pure returns (uint256) {
        return _word(t, 3 * 32);
    }

    /// @param t The terms.
    /// @return The number of their verification type.
    function vtype(TermWords t) internal pure returns (uint256) {
        return _word(t, 4 * 32);
    }

    /// @param t The terms.
    /// @return The number of their layout.
    function layout(TermWords t) internal pure returns (uint256) {
        return _word(t, 5 * 32);
    }

    /// @param t The terms.
    /// @return Their submitBy.
    function submitBy(TermWords t) internal pure returns (uint256) {
        return _word(t, 6 * 32);
    }

    /// @param t The terms.
    /// @return Their judgeBy.
    function judgeBy(TermWords t) internal pure returns (uint256) {
        return _word(t, 7 * 32);
    }

    /// @param t The terms.
    /// @return Their refundAt.
    function refundAt(TermWords t) internal pure returns (uint256) {
        return _word(t, 8 * 32);
    }

    /// @param t The terms.
    /// @return Their appealWindow in seconds.
    function appealWindow(TermWords t) internal pure returns (uint256) {
        return _word(t, 9 * 32);
    }

    /// @param t The terms.
    /// @return Their revealWindow in seconds.
    function revealWindow(TermWords t) internal pure returns (uint256) {
        return _word(t, 10 * 32);
    }

    /// @param t The terms.
    /// @return Their arbiter.
    function arbiter(TermWords t) internal pure returns (address) {
        return address(uint160(_word(t, 11 * 32)));
    }

    /// @param t The terms.
    /// @return Their appealBond in token units.
    function appealBond(TermWords t) internal pure returns (uint256) {
        return _word(t, 12 * 32);
    }

    /// @param t The terms.
    /// @return How many tranches they have.
    function trancheCount(TermWords t) internal pure returns (uint256) {
        return _word(t, HEAD_SIZE);
    }

    /// @param t The terms.
    /// @return How many fees they have.
    function feeCount(TermWords t) internal pure returns (uint256) {
        unchecked {
            return _word(t, HEAD_SIZE + 32 + 32 * trancheCount(t));
        }
    }

    /// @param t The terms.
    /// @param i A tranche, below trancheCount.
    /// @return What it is worth in token units; not validated.
    function tranche(TermWords t, uint256 i) internal pure returns (uint256) {
        unchecked {
            return _word(t, HEAD_SIZE + 32 + 32 * i);
        }
    }

    /// @param t The terms.
    /// @param i A tranche, below feeCount.
    /// @return Its fee in token units; not validated.
    function fee(TermWords t, uint256 i) internal pure returns (uint256) {
        unchecked {
            return _word(t, HEAD_SIZE + 64 + 32 * (trancheCount(t) + i));
        }
    }

    /// @dev The word at an offset in bytes.
    function _word(TermWords t, uint256 at) private pure returns (uint256 value) {
        assembly ("memory-safe") {
            value := mload(add(t, at))
        }
    }
}
