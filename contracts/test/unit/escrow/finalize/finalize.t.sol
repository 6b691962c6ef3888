// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpEscrow} from "../../../../src/OabpEscrow.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {Mission, MissionTerms, RefundReason, Ruling, Status} from "../../../../src/types/Mission.sol";
import {StubbornParty} from "../../../mocks/EscrowParties.sol";
import {CallbackToken} from "../../../mocks/Tokens.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract FinalizeTest is EscrowBase {
    function test_Finalize() public solvent {
        (MissionTerms memory t, bytes32 id) = proposed();
        uint40 finalAt = NOW + APPEAL_WINDOW;
        vm.warp(finalAt - 1);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotFinalYet.selector, finalAt));
        finalize(t, solo(agent));
        vm.warp(finalAt);
        uint256 before = usdc.balanceOf(agent);
        vm.expectEmit();
        emit IOabpEscrow.AwardFinalized(id, 0, agent, REWARD, t.fees[0]);
        vm.expectEmit();
        emit IOabpEscrow.Payout(id, agent, 0, net(t, 0), false);
        finalize(t, solo(agent));
        assertEq(usdc.balanceOf(agent), before + net(t, 0));
        assertEq(escrow.feesAccrued(), POST_FEE + t.fees[0]);
        Mission memory m = escrow.mission(id);
        assertEq(m.pending + m.held + m.pendingMask, 0);
        assertEq(m.doneMask, 1);
        assertEq(uint8(m.status), uint8(Status.Settled));
        assertEq(escrow.pendingAward(id, 0).agent, address(0));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NoPendingAward.selector, id, 0));
        finalize(t, solo(agent));
    }

    /// Finding 17: an arbiter that is silent, or has no code, or reverts, holds up nothing: the award stands.
    function test_Given_ArbiterIsSilent_TheAwardStands() public solvent {
        (MissionTerms memory t, bytes32 id) = appealed();
        uint40 ruleBy = NOW + RULE_WINDOW;
        vm.warp(ruleBy - 1);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotFinalYet.selector, ruleBy));
        finalize(t, solo(agent));
        vm.warp(ruleBy);
        uint256[2] memory before = [usdc.balanceOf(agent), usdc.balanceOf(other)];
        vm.expectEmit();
        emit IOabpEscrow.AppealRuled(id, 0, Ruling.Lapsed, agent);
        vm.expectEmit();
        emit IOabpEscrow.AwardFinalized(id, 0, agent, REWARD, t.fees[0]);
        vm.expectEmit();
        emit IOabpEscrow.Payout(id, other, 0, BOND, false);
        vm.expectEmit();
        emit IOabpEscrow.Payout(id, agent, 0, net(t, 0), false);
        finalize(t, solo(agent));
        assertEq(usdc.balanceOf(agent), before[0] + net(t, 0));
        assertEq(usdc.balanceOf(other), before[1] + BOND);
        assertEq(escrow.appealOf(id, 0).appellant, address(0));
    }

    /// Findings 16, 18: an award in the last second, appealed in the last second and never ruled is paid, and the refund of
    /// the rest, which may come first, does not touch it.
    function test_Given_EverythingInTheLastSecond() public {
        StubbornParty dead = new StubbornParty();
        MissionTerms memory t = withTranches(appealTerms(), 2, REWARD);
        t.arbiter = address(dead);
        t.refundAt = JUDGE_BY + APPEAL_WINDOW + RULE_WINDOW;
        bytes32 id = submitted(t);
        vm.warp(JUDGE_BY - 1);
        award(t, 0, agent, solo(agent));
        vm.warp(JUDGE_BY - 1 + APPEAL_WINDOW - 1);
        appeal(t, poster);
        vm.warp(t.refundAt);
        vm.expectEmit();
        emit IOabpEscrow.MissionRefunded(id, refundTo, t.tranches[1], false, RefundReason.NotAwarded);
        refund(t);
        uint256 before = usdc.balanceOf(agent);
        finalize(t, solo(agent));
        assertEq(usdc.balanceOf(agent), before + net(t, 0));
        assertStatus(id, Status.Refunded);
        assertEq(escrow.mission(id).doneMask, 1);
        assertSolvent(0, 0);
    }

    function test_RevertWhen_WorkIsAnother() public {
        (MissionTerms memory t, bytes32 id) = proposed();
        vm.warp(NOW + APPEAL_WINDOW);
        bytes32 hash = submissionHash(CONTENT, solo(stranger));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotCurrentSubmission.selector, id, agent, 0, hash));
        finalize(t, solo(stranger));
        hash = submissionHash(keccak256("other content"), solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotCurrentSubmission.selector, id, agent, 0, hash));
        escrow.finalize(t, 0, keccak256("other content"), solo(agent));
    }

    /// Finding 1.
    function test_Given_PayeeIsBlacklisted_ItIsCredited() public {
        (MissionTerms memory t,) = proposed();
        vm.warp(NOW + APPEAL_WINDOW);
        usdc.blacklist(agent);
        finalize(t, solo(agent));
        assertEq(escrow.credit(agent), net(t, 0));
        assertSolvent(net(t, 0), 0);
    }

    /// Finding 6: when the bond goes back, the award's effects are written already.
    function test_Given_TokenCallsBack_StateIsComplete() public {
        CallbackToken token = new CallbackToken();
        escrow = new OabpEscrow(address(token), address(oracleList), POST_FEE, treasury);
        token.mint(poster, 1e12);
        token.mint(other, 1e12);
        vm.prank(poster);
        token.approve(address(escrow), type(uint256).max);
        vm.prank(other);
        token.approve(address(escrow), type(uint256).max);
        (MissionTerms memory t,) = appealed();
        vm.warp(NOW + RULE_WINDOW);
        token.arm(address(this), abi.encodeCall(this.look, ()));
        finalize(t, solo(agent));
        assertEq(looks, 2);
        assertEq(escrow.credit(agent) + escrow.credit(other), 0);
    }

    uint256 private looks;

    function look() external {
        bytes32 id = escrow.missionIdOf(appealTerms());
        Mission memory m = escrow.mission(id);
        require(m.status == Status.Settled && m.pending == 0 && m.pendingMask == 0, "mission");
        require(escrow.pendingAward(id, 0).agent == address(0), "award");
        require(escrow.appealOf(id, 0).appellant == address(0), "appeal");
        require(escrow.feesAccrued() == POST_FEE + 500_000, "fees");
        ++looks;
    }

    /// Finding 45.
    function test_Given_AnyGasLimit_NoPayeeIsStarved() public {
        (MissionTerms memory t,) = appealed();
        vm.warp(NOW + RULE_WINDOW);
        bytes memory call_ = abi.encodeCall(IOabpEscrow.finalize, (t, 0, CONTENT, solo(agent)));
        uint256 paid;
        for (uint256 limit = 20_000; limit < 220_000; limit += 500) {
            uint256 state = vm.snapshotState();
            vm.cool(address(escrow));
            vm.cool(address(usdc));
            vm.cool(usdcImplementation);
            (bool ok,) = address(escrow).call{gas: limit}(call_);
            assertEq(escrow.credit(agent) + escrow.credit(other), 0, "starved");
            if (ok) ++paid;
            assertTrue(vm.revertToState(state));
        }
        assertGt(paid, 0, "no limit was enough");
        assertLt(paid, 400, "every limit was enough");
    }
}
