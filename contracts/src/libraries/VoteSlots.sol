// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Ballot, BallotState, Count} from "../types/Vote.sol";

/// @title Counts and ballots as they are stored
/// @notice One word each, read and written at once. The compiler would read and write a struct member by member, which
/// costs a vote a tenth more.
library VoteSlots {
    uint256 private constant USDC = 1e6;

    // Bits of a count: postedAt 36, stakedBefore 26, commitEnd 26, revealMinutes 14, cap 20, voters 16, weight 56, top 56,
    // tie 1. 26 bits of seconds are two years, and no mission lasts longer than 366 days.
    uint256 private constant STAKED_AT = 36;
    uint256 private constant COMMIT_AT = 62;
    uint256 private constant REVEAL_AT = 88;
    uint256 private constant CAP_AT = 102;
    uint256 private constant VOTERS_AT = 122;
    uint256 private constant WEIGHT_AT = 138;
    uint256 private constant TOP_AT = 194;
    uint256 private constant TIE_AT = 250;

    uint256 private constant BITS_14 = 2 ** 14 - 1;
    uint256 private constant BITS_20 = 2 ** 20 - 1;
    uint256 private constant BITS_26 = 2 ** 26 - 1;
    uint256 private constant BITS_36 = 2 ** 36 - 1;

    // Casting keeps the bits of the member, which is what is wanted.
    // forge-lint: disable-start(unsafe-typecast)

    /// @dev The word of a poll that was just opened.
    function packCount(
        uint256 postedAt,
        uint256 stakedBefore,
        uint256 commitBy,
        uint256 revealMinutes,
        uint256 cap
    ) internal pure returns (uint256) {
        assert(postedAt <= BITS_36 && stakedBefore - postedAt <= BITS_26 && commitBy - postedAt <= BITS_26);
        return postedAt | (stakedBefore - postedAt) << STAKED_AT | (commitBy - postedAt) << COMMIT_AT
            | revealMinutes << REVEAL_AT | cap << CAP_AT;
    }

    function unpackCount(uint256 word) internal pure returns (Count memory) {
        return Count({
            postedAt: uint40(word & BITS_36),
            stakedBefore: uint32(word >> STAKED_AT & BITS_26),
            commitEnd: uint32(word >> COMMIT_AT & BITS_26),
            revealMinutes: uint16(word >> REVEAL_AT & BITS_14),
            cap: uint24(word >> CAP_AT & BITS_20),
            voters: uint16(word >> VOTERS_AT),
            weight: uint56(word >> WEIGHT_AT),
            top: uint56(word >> TOP_AT),
            tie: word >> TIE_AT != 0
        });
    }

    /// @dev When the mission of a poll was posted, from before when stake counts, and until when votes are taken.
    function times(uint256 word)
        internal
        pure
        returns (uint256 postedAt, uint256 stakedBefore, uint256 commitBy)
    {
        unchecked {
            postedAt = word & BITS_36;
            stakedBefore = postedAt + (word >> STAKED_AT & BITS_26);
            commitBy = postedAt + (word >> COMMIT_AT & BITS_26);
        }
    }

    /// @dev From when on and until when votes are revealed; both zero if the poll was never opened.
    function revealTimes(uint256 word) internal pure returns (uint256 commitBy, uint256 revealBy) {
        unchecked {
            commitBy = (word & BITS_36) + (word >> COMMIT_AT & BITS_26);
            revealBy = commitBy + (word >> REVEAL_AT & BITS_14) * 1 minutes;
        }
    }

    /// @dev The most that a voter weighs, in token units.
    function capOf(uint256 word) internal pure returns (uint256) {
        unchecked {
            return (word >> CAP_AT & BITS_20) * USDC;
        }
    }

    /// @dev A count after one more vote.
    /// @param word The count before.
    /// @param weight The vote's weight, below 2^40.
    /// @param sum What its choice weighs with it.
    function add(uint256 word, uint256 weight, uint256 sum) internal pure returns (uint256) {
        uint256 voters = uint16(word >> VOTERS_AT);
        if (voters != type(uint16).max) ++voters;
        uint256 total = uint56(word >> WEIGHT_AT) + weight;
        (uint256 top, uint256 tie) = (uint56(word >> TOP_AT), word >> TIE_AT);
        if (sum > top) (top, tie) = (sum, 0);
        else if (sum == top) tie = 1;
        // 2^56 units are 72 billion USDC, and a choice never weighs more than all.
        assert(total <= type(uint56).max && top <= total);
        uint256 fixed_ = word & (2 ** VOTERS_AT - 1);
        return fixed_ | voters << VOTERS_AT | total << WEIGHT_AT | top << TOP_AT | tie << TIE_AT;
    }

    /// @dev A ballot: state, then weight, then data.
    function packBallot(BallotState state, uint256 weight, uint256 data) internal pure returns (uint256) {
        return uint256(state) | weight << 8 | data << 48;
    }

    /// @dev The weight of a ballot.
    function weightOf(uint256 word) internal pure returns (uint256) {
        return uint40(word >> 8);
    }

    /// @dev The opposite of `packBallot`.
    function unpackBallot(uint256 word) internal pure returns (Ballot memory) {
        return Ballot(BallotState(uint8(word)), uint40(word >> 8), uint208(word >> 48));
    }
    // forge-lint: disable-end(unsafe-typecast)
}
