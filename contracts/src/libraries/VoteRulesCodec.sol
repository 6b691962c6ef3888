// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {VoteRules} from "../types/Vote.sol";

/// @title Rules of a poll in one word
/// @notice Packs, unpacks and checks what a peer_vote mission carries as its `param`. The format is in `VoteRules`.
library VoteRulesCodec {
    uint256 internal constant VERSION = 1;
    uint256 internal constant MIN_MINUTES = 10;
    uint256 internal constant MAX_MINUTES = 7 days / 1 minutes;
    uint256 internal constant MIN_VOTERS = 3;
    uint256 internal constant MAX_SLASH_BPS = 2000;
    /// @notice In whole USDC: the most that fits a ballot's 40 bits of token units, rounded down to 20 bits.
    uint256 internal constant MAX_CAP = 2 ** 20 - 1;

    /// @dev The word, whether the rules are valid or not.
    function pack(VoteRules memory r) internal pure returns (bytes32) {
        return bytes32(
            VERSION << 248 | uint256(r.quorumWeight) << 88 | uint256(r.cap) << 64 | uint256(r.slashBps) << 48
                | uint256(r.quorumVoters) << 32 | uint256(r.revealMinutes) << 16 | r.commitMinutes
        );
    }

    /// @dev The rules, and whether they are in their ranges and the word has no bit too many.
    /// @param packed The word.
    function unpack(bytes32 packed) internal pure returns (VoteRules memory r, bool valid) {
        uint256 word = uint256(packed);
        // Casting keeps the bits of the field, which is what is wanted; equality below proves that none is lost.
        // forge-lint: disable-start(unsafe-typecast)
        r = VoteRules({
            commitMinutes: uint16(word),
            revealMinutes: uint16(word >> 16),
            quorumVoters: uint16(word >> 32),
            slashBps: uint16(word >> 48),
            cap: uint24(word >> 64),
            quorumWeight: uint56(word >> 88)
        });
        // forge-lint: disable-end(unsafe-typecast)
        valid = pack(r) == packed && r.commitMinutes >= MIN_MINUTES && r.commitMinutes <= MAX_MINUTES
            && r.revealMinutes >= MIN_MINUTES && r.revealMinutes <= MAX_MINUTES
            && r.quorumVoters >= MIN_VOTERS && r.slashBps <= MAX_SLASH_BPS && r.cap != 0 && r.cap <= MAX_CAP
            && r.quorumWeight != 0;
    }
}
