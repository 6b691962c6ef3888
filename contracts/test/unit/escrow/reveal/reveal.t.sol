// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {MissionTerms, PendingAward, Status} from "../../../../src/types/Mission.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract RevealTest is EscrowBase {
    /// A posted match that the agent has committed to, two blocks ago.
    function ready(uint32 revealWindow) private returns (MissionTerms memory t, bytes32 id) {
        t = matchTerms(revealWindow);
        id = post(t);
        commit(id, agent);
        age();
    }

    function test_Given_NoWindow_TheFirstWinsAtOnce() public solvent {
        (MissionTerms memory t, bytes32 id) = ready(0);
        uint256 before = usdc.balanceOf(agent);
        vm.expectEmit();
        emit IOabpEscrow.AnswerRevealed(id, agent, t.param, 38_000_000, true);
        vm.expectEmit();
        emit IOabpEscrow.AwardFinalized(id, 0, agent, REWARD, t.fees[0]);
        vm.expectEmit();
        emit IOabpEscrow.Payout(id, agent, 0, net(t, 0), false);
        reveal(t, agent);
        assertEq(usdc.balanceOf(agent), before + net(t, 0));
        assertStatus(id, Status.Settled);
        assertEq(escrow.feesAccrued(), POST_FEE + t.fees[0]);
        assertEq(escrow.commitmentOf(id, agent).seq, 0);
    }

    function test_RevertWhen_SomebodyHasWon() public {
        (MissionTerms memory t, bytes32 id) = ready(0);
        commit(id, other);
        age();
        reveal(t, agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Settled));
        reveal(t, other);
    }

    /// Finding 37: not in the block of the commitment, and not in the next.
    function test_RevertWhen_CommitmentIsTooYoung() public {
        MissionTerms memory t = matchTerms(0);
        bytes32 id = post(t);
        commit(id, agent);
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IOabpEscrow.CommitmentTooYoung.selector, 38_000_000 + i, 38_000_002)
            );
            reveal(t, agent);
            vm.roll(vm.getBlockNumber() + 1);
        }
        reveal(t, agent);
    }

    /// Finding 38: a copied commitment is worth nothing, since it contains the agent.
    function test_RevertWhen_CommitmentWasCopied() public {
        (MissionTerms memory t, bytes32 id) = ready(0);
        vm.prank(other);
        escrow.commit(id, commitment(id, agent, ANSWER, SALT));
        age();
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.CommitmentMismatch.selector, id, other));
        reveal(t, other);
    }

    /// Finding 38: nor is one to the public hash of an answer that one does not know, waiting for somebody to reveal it.
    function test_RevertWhen_CommittedToTheHashOnly() public {
        MissionTerms memory t = matchTerms(1 hours);
        bytes32 id = post(t);
        vm.prank(other);
        escrow.commit(id, commitment(id, other, bytes.concat(t.param), SALT));
        vm.roll(vm.getBlockNumber() + 1);
        commit(id, agent);
        age();
        reveal(t, agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.CommitmentMismatch.selector, id, other));
        reveal(t, other);
    }

    function test_RevertWhen_SaltOrMissionIsAnother() public {
        (MissionTerms memory t, bytes32 id) = ready(0);
        vm.prank(agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.CommitmentMismatch.selector, id, agent));
        escrow.reveal(t, ANSWER, keccak256("another salt"));
        t.salt = 1;
        bytes32 second = post(t);
        vm.prank(agent);
        escrow.commit(second, commitment(id, agent, ANSWER, SALT));
        age();
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.CommitmentMismatch.selector, second, agent));
        reveal(t, agent);
    }

    function test_RevertWhen_AnswerIsWrong() public {
        MissionTerms memory t = matchTerms(0);
        bytes32 id = post(t);
        vm.startPrank(agent);
        escrow.commit(id, commitment(id, agent, "a wrong answer", SALT));
        age();
        vm.expectRevert(
            abi.encodeWithSelector(IOabpEscrow.WrongAnswer.selector, sha256("a wrong answer"), t.param)
        );
        escrow.reveal(t, "a wrong answer", SALT);
        vm.stopPrank();
    }

    /// I9.
    function test_RevertWhen_NotCommittedOrRevealedBefore() public {
        (MissionTerms memory t, bytes32 id) = ready(1 hours);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NoCommitment.selector, id, other));
        reveal(t, other);
        reveal(t, agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NoCommitment.selector, id, agent));
        reveal(t, agent);
    }

    /// Finding 44: the poster, who knows the answer, may commit and never wins.
    function test_RevertWhen_CallerIsThePoster() public {
        MissionTerms memory t = matchTerms(0);
        bytes32 id = post(t);
        commit(id, poster);
        age();
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.PosterBarred.selector, poster));
        reveal(t, poster);
    }

    function longAnswer(uint256 length) private pure returns (bytes memory) {
        return new bytes(length);
    }

    /// Finding 42.
    function test_AnswerLength() public {
        MissionTerms memory t = matchTerms(0);
        t.param = sha256(longAnswer(4096));
        bytes32 id = post(t);
        vm.startPrank(agent);
        escrow.commit(id, commitment(id, agent, longAnswer(4096), SALT));
        age();
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TooLong.selector, 4097, 4096));
        escrow.reveal(t, longAnswer(4097), SALT);
        escrow.reveal(t, longAnswer(4096), SALT);
        vm.stopPrank();
        assertStatus(id, Status.Settled);
    }

    /// Finding 14.
    function test_RevealWindowEndsAtJudgeBy() public {
        (MissionTerms memory t,) = ready(0);
        vm.warp(JUDGE_BY);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.JudgeWindowClosed.selector, JUDGE_BY));
        reveal(t, agent);
        vm.warp(JUDGE_BY - 1);
        reveal(t, agent);
    }

    /// Finding 39: whoever committed earlier takes the lead, whoever committed later cannot; the window does not move.
    function test_Given_Window_TheEarliestCommitmentWins() public {
        MissionTerms memory t = matchTerms(1 hours);
        bytes32 id = post(t);
        address third = member(3);
        commit(id, other);
        vm.roll(vm.getBlockNumber() + 1);
        commit(id, agent);
        age();
        commit(id, third);
        uint40 finalAt = uint40(vm.getBlockTimestamp() + 1 hours);
        vm.expectEmit();
        emit IOabpEscrow.AnswerRevealed(id, agent, t.param, 38_000_001, true);
        vm.expectEmit();
        emit IOabpEscrow.AwardProposed(id, 0, agent, t.param, REWARD, finalAt);
        reveal(t, agent);
        assertEq(escrow.mission(id).pending, REWARD);
        age();
        vm.expectEmit();
        emit IOabpEscrow.AnswerRevealed(id, third, t.param, 38_000_003, false);
        reveal(t, third);
        assertEq(escrow.pendingAward(id, 0).agent, agent);
        vm.warp(finalAt - 1);
        vm.expectEmit();
        emit IOabpEscrow.AnswerRevealed(id, other, t.param, 38_000_000, true);
        vm.expectEmit();
        emit IOabpEscrow.AwardProposed(id, 0, other, t.param, REWARD, finalAt);
        reveal(t, other);
        PendingAward memory p = escrow.pendingAward(id, 0);
        assertEq(p.agent, other);
        assertEq(p.seq, 38_000_000);
        assertEq(p.finalAt, finalAt);
        uint256 before = usdc.balanceOf(other);
        vm.warp(finalAt);
        finalize(t, solo(stranger));
        assertEq(usdc.balanceOf(other), before + net(t, 0));
        assertStatus(id, Status.Settled);
        assertSolvent(0, 0);
    }

    /// Of two commitments in one block the one that is revealed first keeps the lead.
    function test_Given_SameBlock_TheFirstRevealKeepsTheLead() public {
        MissionTerms memory t = matchTerms(1 hours);
        bytes32 id = post(t);
        commit(id, other);
        commit(id, agent);
        age();
        reveal(t, agent);
        reveal(t, other);
        assertEq(escrow.pendingAward(id, 0).agent, agent);
    }

    function test_RevertWhen_RevealWindowIsOver() public {
        (MissionTerms memory t, bytes32 id) = ready(1 hours);
        commit(id, other);
        age();
        reveal(t, agent);
        uint40 finalAt = escrow.pendingAward(id, 0).finalAt;
        vm.warp(finalAt);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.RevealWindowClosed.selector, finalAt));
        reveal(t, other);
    }

    /// Finding 18: a reveal in the last second still has its window, and no refund takes its money.
    function test_Given_LastSecond_TheWindowOutlivesJudgeBy() public {
        (MissionTerms memory t, bytes32 id) = ready(3 days);
        vm.warp(JUDGE_BY - 1);
        reveal(t, agent);
        vm.warp(REFUND_AT);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NothingToRefund.selector, id));
        refund(t);
        finalize(t, solo(agent));
        assertStatus(id, Status.Settled);
    }

    /// Finding 1.
    function test_Given_WinnerIsBlacklisted_ItIsCredited() public {
        (MissionTerms memory t, bytes32 id) = ready(0);
        usdc.blacklist(agent);
        vm.expectEmit();
        emit IOabpEscrow.Payout(id, agent, 0, net(t, 0), true);
        reveal(t, agent);
        assertEq(escrow.credit(agent), net(t, 0));
    }
}
