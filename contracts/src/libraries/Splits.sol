// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../interfaces/IOabpEscrow.sol";
import {Split} from "../types/Mission.sol";

/// @title Splits
/// @notice The hash of a split, what makes one valid, and how an amount is divided.
library Splits {
    /// @notice The most payees of one award.
    uint256 internal constant MAX_PAYEES = 16;

    /// @notice What the parts of a split sum to.
    uint256 internal constant WHOLE = 10_000;

    /// @notice What a submission binds.
    /// @dev Hashes the arrays as they are in calldata. Elements with dirty upper bits revert in `check`, so that no other hash
    /// than that of clean ones is ever awarded.
    /// @param split The split.
    /// @return digest keccak256(abi.encode(payees, bps)).
    function hash(Split calldata split) internal pure returns (bytes32 digest) {
        (address[] calldata payees, uint16[] calldata parts) = (split.payees, split.bps);
        assembly ("memory-safe") {
            let buffer := mload(0x40)
            let size := shl(5, payees.length)
            mstore(buffer, 0x40)
            mstore(add(buffer, 0x20), add(0x60, size))
            mstore(add(buffer, 0x40), payees.length)
            calldatacopy(add(buffer, 0x60), payees.offset, size)
            let end := add(add(buffer, 0x60), size)
            mstore(end, parts.length)
            size := shl(5, parts.length)
            calldatacopy(add(end, 0x20), parts.offset, size)
            end := add(add(end, 0x20), size)
            digest := keccak256(buffer, sub(end, buffer))
        }
    }

    /// @notice Reverts unless 1 to 16 payees, none of them forbidden, have parts above zero that sum to the whole.
    /// @param split The split.
    /// @param poster The mission's poster, who can be no payee.
    /// @param token The token, which would keep what it is sent.
    function check(Split calldata split, address poster, address token) internal view {
        (address[] calldata payees, uint16[] calldata parts) = (split.payees, split.bps);
        uint256 count = payees.length;
        if (count == 0 || count > MAX_PAYEES || parts.length != count) {
            revert IOabpEscrow.ShareCountOutOfRange(count, parts.length);
        }
        uint256 sum;
        for (uint256 i; i < count; ++i) {
            address payee = payees[i];
            if (payee == address(0) || payee == token || payee == address(this)) {
                revert IOabpEscrow.ForbiddenReceiver(payee);
            }
            if (payee == poster) revert IOabpEscrow.PosterBarred(poster);
            uint256 bps = parts[i];
            if (bps == 0) revert IOabpEscrow.ShareZero(i);
            sum += bps;
        }
        if (sum != WHOLE) revert IOabpEscrow.ShareSumMismatch(sum);
    }

    /// @notice Divides `total` in proportion to `weights` by the largest remainder: each part is its exact share rounded
    /// down, and what is left goes one unit each to the largest remainders, ties to the lower index.
    /// @dev The parts sum to `total`, and each is less than one unit away from its exact share. `total` is below 2^240,
    /// so that nothing overflows.
    /// @param total What is divided.
    /// @param weights The weights.
    /// @param whole Their sum, above zero.
    /// @return parts The parts, in the order of the weights.
    function allocate(uint256 total, uint16[] memory weights, uint256 whole)
        internal
        pure
        returns (uint256[] memory parts)
    {
        uint256 count = weights.length;
        parts = new uint256[](count);
        uint256[] memory remainders = new uint256[](count);
        uint256 left = total;
        for (uint256 i; i < count; ++i) {
            unchecked {
                uint256 product = total * weights[i];
                uint256 part = product / whole;
                parts[i] = part;
                remainders[i] = product - part * whole;
                left -= part;
            }
        }
        // The remainders sum to left * whole and each is below whole, so more than `left` of them, or none, are above
        // zero: none is chosen twice.
        for (; left != 0; --left) {
            uint256 best = _indexOfGreatest(remainders);
            remainders[best] = 0;
            ++parts[best];
        }
    }

    /// @dev The first of the greatest.
    function _indexOfGreatest(uint256[] memory values) private pure returns (uint256 best) {
        uint256 greatest;
        uint256 count = values.length;
        for (uint256 i; i < count; ++i) {
            uint256 value = values[i];
            if (value > greatest) (best, greatest) = (i, value);
        }
    }
}
