// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {Commitment, Status} from "../../../../src/types/Mission.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract CommitTest is EscrowBase {
    function test_Commit() public {
        bytes32 id = post(matchTerms(0));
        bytes32 c = commitment(id, agent, ANSWER, SALT);
        vm.expectEmit();
        emit IOabpEscrow.AnswerCommitted(id, agent, c, 38_000_000);
        commit(id, agent);
        Commitment memory stored = escrow.commitmentOf(id, agent);
        assertEq(stored.seq, 38_000_000);
        assertEq(stored.digest, uint216(uint256(c) >> 40));
        assertStatus(id, Status.Active);
        assertEq(escrow.commitmentOf(id, other).seq, 0);
    }

    function test_CommitWindow() public {
        bytes32 id = post(matchTerms(0));
        vm.warp(SUBMIT_BY - 1);
        commit(id, agent);
        vm.warp(SUBMIT_BY);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.SubmitWindowClosed.selector, id, SUBMIT_BY));
        commit(id, other);
    }

    function test_RevertWhen_CommittedBefore() public {
        bytes32 id = post(matchTerms(0));
        commit(id, agent);
        vm.prank(agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.AlreadyCommitted.selector, id, agent));
        escrow.commit(id, keccak256("another"));
    }

    function test_RevertWhen_MissionTakesSubmissions() public {
        bytes32 id = post(someTerms());
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NoCommitmentsTaken.selector, id));
        commit(id, agent);
    }

    function test_RevertWhen_NeverPosted() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, bytes32(0), Status.None));
        commit(0, agent);
    }
}
