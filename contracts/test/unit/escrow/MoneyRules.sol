// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// The money rules once more, written from their text (settle/money/testdata/money.json) and not from the contract,
/// for tests to compare with.
library MoneyRules {
    /// floor(reward * 50 / 10,000)
    function fee(uint256 reward) internal pure returns (uint256) {
        return reward * 50 / 10_000;
    }

    /// The fee of the whole, divided in proportion to the tranches.
    function fees(uint96[] memory tranches) internal pure returns (uint96[] memory parts) {
        uint256[] memory weights = new uint256[](tranches.length);
        uint256 sum;
        for (uint256 i; i < tranches.length; ++i) {
            weights[i] = tranches[i];
            sum += tranches[i];
        }
        uint256[] memory wide = allocate(fee(sum), weights);
        parts = new uint96[](tranches.length);
        for (uint256 i; i < tranches.length; ++i) {
            parts[i] = uint96(wide[i]);
        }
    }

    function widen(uint16[] memory bps) internal pure returns (uint256[] memory weights) {
        weights = new uint256[](bps.length);
        for (uint256 i; i < bps.length; ++i) {
            weights[i] = bps[i];
        }
    }

    /// "floor each total*w/sum(w); leftover units one each to the largest remainders, ties to the lower index": part i
    /// gets a unit if and only if fewer than `left` others go before it.
    function allocate(uint256 total, uint256[] memory weights)
        internal
        pure
        returns (uint256[] memory parts)
    {
        uint256 sum;
        for (uint256 i; i < weights.length; ++i) {
            sum += weights[i];
        }
        parts = new uint256[](weights.length);
        uint256 left = total;
        for (uint256 i; i < weights.length; ++i) {
            parts[i] = total * weights[i] / sum;
            left -= parts[i];
        }
        for (uint256 i; i < weights.length; ++i) {
            uint256 before;
            for (uint256 j; j < weights.length; ++j) {
                uint256 mine = mulmod(total, weights[i], sum);
                uint256 theirs = mulmod(total, weights[j], sum);
                if (theirs > mine || (theirs == mine && j < i)) ++before;
            }
            if (before < left) ++parts[i];
        }
    }
}
