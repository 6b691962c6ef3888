// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {
    Mission,
    MissionTerms,
    PendingAward,
    RefundReason,
    Ruling,
    Split,
    Status
} from "../../../../src/types/Mission.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract RuleTest is EscrowBase {
    Split private none;

    function test_Given_Uphold() public {
        (MissionTerms memory t, bytes32 id) = appealed();
        uint256 before = usdc.balanceOf(agent);
        vm.expectEmit();
        emit IOabpEscrow.AppealRuled(id, 0, Ruling.Uphold, agent);
        vm.expectEmit();
        emit IOabpEscrow.Payout(id, agent, 0, BOND, false);
        rule(t, Ruling.Uphold, address(0), none);
        assertEq(usdc.balanceOf(agent), before + BOND);
        assertSolvent(0, 0);
        finalize(t, solo(agent));
        assertEq(usdc.balanceOf(agent), before + BOND + net(t, 0));
        assertStatus(id, Status.Settled);
        assertSolvent(0, 0);
    }

    function test_Given_Other() public {
        (MissionTerms memory t, bytes32 id) = appealed();
        uint256 before = usdc.balanceOf(other);
        vm.expectEmit();
        emit IOabpEscrow.AppealRuled(id, 0, Ruling.Other, other);
        vm.expectEmit();
        emit IOabpEscrow.Payout(id, other, 0, BOND, false);
        rule(t, Ruling.Other, other, solo(other));
        PendingAward memory p = escrow.pendingAward(id, 0);
        assertEq(p.agent, other);
        assertEq(p.finalAt, 0);
        assertFalse(p.appealed);
        assertEq(escrow.appealOf(id, 0).appellant, address(0));
        finalize(t, solo(other));
        assertEq(usdc.balanceOf(other), before + BOND + net(t, 0));
        assertSolvent(0, 0);
    }

    function test_Given_Refund() public {
        (MissionTerms memory t, bytes32 id) = appealed();
        uint256 before = usdc.balanceOf(other);
        vm.expectEmit();
        emit IOabpEscrow.AppealRuled(id, 0, Ruling.Refund, address(0));
        vm.expectEmit();
        emit IOabpEscrow.Payout(id, other, 0, BOND, false);
        vm.expectEmit();
        emit IOabpEscrow.MissionRefunded(id, refundTo, REWARD, false, RefundReason.Ruled);
        rule(t, Ruling.Refund, address(0), none);
        assertEq(usdc.balanceOf(other), before + BOND);
        assertEq(usdc.balanceOf(refundTo), REWARD);
        assertEq(escrow.feesAccrued(), POST_FEE, "no fee on a refund");
        assertStatus(id, Status.Settled);
        assertEq(escrow.pendingAward(id, 0).agent, address(0));
        assertSolvent(0, 0);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NoPendingAward.selector, id, 0));
        finalize(t, solo(agent));
    }

    /// I3: a tranche that was refunded by a ruling is not awarded again; the others are.
    function test_Given_RefundOfOneOfTwo() public {
        MissionTerms memory t = withTranches(appealTerms(), 2, REWARD);
        bytes32 id = submitted(t);
        award(t, 0, agent, solo(agent));
        appeal(t, poster);
        rule(t, Ruling.Refund, address(0), none);
        Mission memory m = escrow.mission(id);
        assertEq(m.held, t.tranches[1]);
        assertEq(m.pending, 0);
        assertEq(m.doneMask, 1);
        assertEq(m.pendingMask, 0);
        assertEq(uint8(m.status), uint8(Status.Active));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TrancheTaken.selector, id, 0));
        award(t, 0, agent, solo(agent));
        award(t, 1, agent, solo(agent));
        assertSolvent(0, 0);
    }

    /// Findings 1, 3: whoever is to get the bond or the refund and is blacklisted, blocks no ruling.
    function test_Given_ReceiverIsBlacklisted_ItIsCredited() public {
        (MissionTerms memory t,) = appealed();
        uint256 state = vm.snapshotState();
        usdc.blacklist(agent);
        rule(t, Ruling.Uphold, address(0), none);
        assertEq(escrow.credit(agent), BOND);
        assertSolvent(BOND, 0);
        assertTrue(vm.revertToState(state));
        usdc.blacklist(other);
        usdc.blacklist(refundTo);
        rule(t, Ruling.Refund, address(0), none);
        assertEq(escrow.credit(other), BOND);
        assertEq(escrow.credit(refundTo), REWARD);
        assertSolvent(BOND + REWARD, 0);
    }

    function test_RevertWhen_CallerIsNotTheArbiter() public {
        (MissionTerms memory t,) = appealed();
        address[3] memory who = [poster, judge, other];
        for (uint256 i; i < 3; ++i) {
            vm.prank(who[i]);
            vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotArbiter.selector, who[i], arbiter));
            escrow.rule(t, 0, Ruling.Uphold, address(0), 0, none);
        }
    }

    function test_RevertWhen_NothingIsPendingOrAppealed() public {
        (MissionTerms memory t, bytes32 id) = proposed();
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NoAppeal.selector, id, 0));
        rule(t, Ruling.Uphold, address(0), none);
        appeal(t, other);
        rule(t, Ruling.Uphold, address(0), none);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NoAppeal.selector, id, 0));
        rule(t, Ruling.Refund, address(0), none);
        finalize(t, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NoPendingAward.selector, id, 0));
        rule(t, Ruling.Uphold, address(0), none);
    }

    /// Finding 14.
    function test_RulingWindow() public {
        (MissionTerms memory t,) = appealed();
        uint40 ruleBy = NOW + RULE_WINDOW;
        vm.warp(ruleBy);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.RulingWindowClosed.selector, ruleBy));
        rule(t, Ruling.Uphold, address(0), none);
        vm.warp(ruleBy - 1);
        rule(t, Ruling.Uphold, address(0), none);
    }

    function test_RevertWhen_RulingIsInvalid() public {
        (MissionTerms memory t,) = appealed();
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.RulingInvalid.selector, Ruling.Lapsed, agent));
        rule(t, Ruling.Lapsed, agent, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.RulingInvalid.selector, Ruling.Other, agent));
        rule(t, Ruling.Other, agent, solo(agent));
    }

    /// Findings 27, 31, 44: an arbiter is bound as a resolver is, so that no ruling names what cannot be paid.
    function test_RevertWhen_OtherIsNoSubmission() public {
        (MissionTerms memory t, bytes32 id) = appealed();
        bytes32 hash = submissionHash(CONTENT, team(2));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotCurrentSubmission.selector, id, other, 0, hash));
        rule(t, Ruling.Other, other, team(2));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.PosterBarred.selector, poster));
        rule(t, Ruling.Other, poster, solo(other));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.ShareCountOutOfRange.selector, 0, 0));
        rule(t, Ruling.Other, other, none);
    }
}
