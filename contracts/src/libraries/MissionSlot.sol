// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Mission, Status} from "../types/Mission.sol";

/// @title MissionSlot
/// @notice Reads and writes a mission as one word: solc copies a struct between memory and storage member by member,
/// at 900 gas for the writing.
/// @dev From the lowest bit: held 64, pending 64, postedAt 40, submitBy 40, doneMask 16, pendingMask 16, status 8,
/// entrySlots 8.
// Cutting a word to a member's width is what this is for.
// forge-lint: disable-start(unsafe-typecast)
library MissionSlot {
    uint256 private constant PENDING_AT = 64;
    uint256 private constant POSTED_AT = 128;
    uint256 private constant SUBMIT_BY_AT = 168;
    uint256 private constant DONE_AT = 208;
    uint256 private constant PENDING_MASK_AT = 224;
    uint256 private constant STATUS_AT = 240;
    uint256 private constant ENTRY_SLOTS_AT = 248;

    /// @notice The word of a mission.
    /// @param m The mission.
    /// @return word Its word.
    function pack(Mission memory m) internal pure returns (uint256 word) {
        word = uint256(m.held) | uint256(m.pending) << PENDING_AT | uint256(m.postedAt) << POSTED_AT;
        word |= uint256(m.submitBy) << SUBMIT_BY_AT | uint256(m.doneMask) << DONE_AT;
        word |= uint256(m.pendingMask) << PENDING_MASK_AT | uint256(m.status) << STATUS_AT;
        word |= uint256(m.entrySlots) << ENTRY_SLOTS_AT;
    }

    /// @notice The word of a mission that is posted now.
    /// @param held Its reward, below 2^64.
    /// @param submitBy_ Its submitBy, below 2^40.
    /// @param entrySlots_ How many submissions an agent can make to it, below 2^8.
    /// @return The word of the mission, Open.
    function opened(uint256 held, uint256 submitBy_, uint256 entrySlots_) internal view returns (uint256) {
        return held | block.timestamp << POSTED_AT | submitBy_ << SUBMIT_BY_AT | uint256(Status.Open)
            << STATUS_AT | entrySlots_ << ENTRY_SLOTS_AT;
    }

    /// @notice The mission of a word.
    /// @param word A word that `pack` made.
    /// @return m The mission.
    function unpack(uint256 word) internal pure returns (Mission memory m) {
        m.held = uint64(word);
        m.pending = uint64(word >> PENDING_AT);
        m.postedAt = uint40(word >> POSTED_AT);
        m.submitBy = uint40(word >> SUBMIT_BY_AT);
        m.doneMask = uint16(word >> DONE_AT);
        m.pendingMask = uint16(word >> PENDING_MASK_AT);
        m.status = Status(uint8(word >> STATUS_AT));
        m.entrySlots = uint8(word >> ENTRY_SLOTS_AT);
    }

    /// @notice Where a mission stands.
    /// @param word Its word.
    /// @return Its status.
    function status(uint256 word) internal pure returns (Status) {
        return Status(uint8(word >> STATUS_AT));
    }

    /// @notice Until when a mission can be entered.
    /// @param word Its word.
    /// @return Its submitBy.
    function submitBy(uint256 word) internal pure returns (uint40) {
        return uint40(word >> SUBMIT_BY_AT);
    }

    /// @notice Which tranches of a mission are pending.
    /// @param word Its word.
    /// @return Its pendingMask.
    function pendingMask(uint256 word) internal pure returns (uint16) {
        return uint16(word >> PENDING_MASK_AT);
    }

    /// @notice How many submissions an agent can make to a mission.
    /// @param word Its word.
    /// @return Its entrySlots.
    function entrySlots(uint256 word) internal pure returns (uint8) {
        return uint8(word >> ENTRY_SLOTS_AT);
    }

    /// @notice The word of an Open mission that somebody has entered.
    /// @param word Its word.
    /// @return The same, Active.
    function activate(uint256 word) internal pure returns (uint256) {
        return word ^ (uint256(Status.Open) ^ uint256(Status.Active)) << STATUS_AT;
    }
}
// forge-lint: disable-end(unsafe-typecast)
