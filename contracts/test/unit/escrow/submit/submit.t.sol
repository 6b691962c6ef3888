// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {MissionTerms, Ruling, Status} from "../../../../src/types/Mission.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract SubmitTest is EscrowBase {
    function test_Submit() public {
        bytes32 id = post(milestoneTerms(3));
        bytes32 hash = submissionHash(CONTENT, solo(agent));
        vm.expectEmit();
        emit IOabpEscrow.WorkSubmitted(id, agent, hash, 2, CONTENT, splitHash(solo(agent)), 1, "ipfs://work");
        submit(id, agent, 2, solo(agent));
        assertStatus(id, Status.Active);
        (bytes32 stored, uint16 revision) = escrow.submissionOf(id, agent, 2);
        assertEq(stored, hash >> 16 << 16);
        assertEq(revision, 1);
        assertTrue(escrow.isCurrentSubmission(id, agent, 2, hash));
        assertFalse(escrow.isCurrentSubmission(id, agent, 1, hash), "per milestone");
        assertFalse(escrow.isCurrentSubmission(id, other, 2, hash), "per agent");
        assertFalse(escrow.isCurrentSubmission(id, agent, 2, bytes32(uint256(hash) ^ 1 << 16)));
        assertFalse(escrow.isCurrentSubmission(id, other, 0, 0), "nothing is not a submission");
    }

    function test_Given_Again_ItReplaces() public {
        bytes32 id = submitted(someTerms());
        bytes32 first = submissionHash(CONTENT, solo(agent));
        bytes32 second = submissionHash(CONTENT, team(2));
        vm.expectEmit();
        emit IOabpEscrow.WorkSubmitted(id, agent, second, 0, CONTENT, splitHash(team(2)), 2, "ipfs://work");
        submit(id, agent, team(2));
        assertFalse(escrow.isCurrentSubmission(id, agent, 0, first));
        assertTrue(escrow.isCurrentSubmission(id, agent, 0, second));
        assertTrue(escrow.isCurrentSubmission(id, agent, 9, second), "any prize");
    }

    /// Finding 14: half open, to the second.
    function test_SubmitWindow() public {
        bytes32 id = post(someTerms());
        vm.warp(SUBMIT_BY - 1);
        submit(id, agent, solo(agent));
        vm.warp(SUBMIT_BY);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.SubmitWindowClosed.selector, id, SUBMIT_BY));
        submit(id, other, solo(other));
    }

    /// Finding 28.
    function test_RevertWhen_NotOpenOrActive() public {
        MissionTerms memory t = someTerms();
        bytes32 id = escrow.missionIdOf(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.None));
        submit(id, agent, solo(agent));
        submitted(t);
        award(t, 0, agent, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Settled));
        submit(id, other, solo(other));
        t.salt = 1;
        id = post(t);
        vm.prank(poster);
        escrow.cancel(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Cancelled));
        submit(id, other, solo(other));
    }

    function test_RevertWhen_NoSuchMilestone() public {
        bytes32 id = post(milestoneTerms(3));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TrancheOutOfRange.selector, 3, 3));
        submit(id, agent, 3, solo(agent));
        id = post(withTranches(someTerms(), 16, REWARD));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TrancheOutOfRange.selector, 1, 1));
        submit(id, agent, 1, solo(agent));
        id = post(matchTerms(0));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TrancheOutOfRange.selector, 0, 0));
        submit(id, agent, 0, solo(agent));
    }

    /// Finding 29.
    function test_RevertWhen_UriTooLong() public {
        bytes32 id = post(someTerms());
        vm.prank(agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TooLong.selector, 513, 512));
        escrow.submit(id, 0, CONTENT, 0, string(new bytes(513)));
        vm.prank(agent);
        escrow.submit(id, 0, CONTENT, 0, string(new bytes(512)));
    }

    /// Finding 27: between win and payout nobody can change content or payees.
    function test_RevertWhen_OwnAwardIsPending() public {
        MissionTerms memory t = withTranches(appealTerms(), 16, REWARD);
        bytes32 id = submitted(t);
        submit(id, other, solo(other));
        award(t, 15, agent, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.SubmissionLocked.selector, id, agent, 15));
        submit(id, agent, team(2));
        submit(id, other, team(2));
    }

    /// The lock follows the award to the other submission.
    function test_Given_RuledForTheOther_TheLockMoves() public {
        (MissionTerms memory t, bytes32 id) = appealed();
        rule(t, Ruling.Other, other, solo(other));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.SubmissionLocked.selector, id, other, 0));
        submit(id, other, team(2));
        submit(id, agent, team(2));
    }

    function test_Given_OtherMilestoneIsPending_ItIsNotLocked() public {
        MissionTerms memory t = appealTerms();
        t.layout = milestoneTerms(2).layout;
        t = withTranches(t, 2, REWARD);
        bytes32 id = post(t);
        submit(id, agent, 1, solo(agent));
        award(t, 1, agent, solo(agent));
        submit(id, agent, 0, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.SubmissionLocked.selector, id, agent, 1));
        submit(id, agent, 1, solo(agent));
    }
}
