// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {Appeal, Layout, MissionTerms, Ruling} from "../../../../src/types/Mission.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract AppealTest is EscrowBase {
    function test_Appeal() public {
        (MissionTerms memory t, bytes32 id) = proposed();
        address[2] memory who = [poster, other];
        for (uint256 i; i < 2; ++i) {
            uint256 state = vm.snapshotState();
            uint256 before = usdc.balanceOf(who[i]);
            uint40 ruleBy = NOW + RULE_WINDOW;
            vm.expectEmit();
            emit IOabpEscrow.AppealRaised(id, 0, who[i], BOND, keccak256("evidence"), ruleBy);
            appeal(t, who[i]);
            assertEq(usdc.balanceOf(who[i]), before - BOND);
            Appeal memory a = escrow.appealOf(id, 0);
            assertEq(a.appellant, who[i]);
            assertEq(a.ruleBy, ruleBy);
            assertTrue(escrow.pendingAward(id, 0).appealed);
            assertSolvent(0, BOND);
            assertTrue(vm.revertToState(state));
        }
    }

    function test_RevertWhen_NothingIsPending() public {
        MissionTerms memory t = appealTerms();
        bytes32 id = submitted(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NoPendingAward.selector, id, 0));
        appeal(t, poster);
    }

    function test_RevertWhen_AppealsAreOff() public {
        MissionTerms memory t = matchTerms(1 hours);
        bytes32 id = post(t);
        commit(id, agent);
        age();
        reveal(t, agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.AppealsOff.selector, id));
        appeal(t, poster);
    }

    function test_RevertWhen_AppealedBefore() public {
        (MissionTerms memory t, bytes32 id) = appealed();
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.AlreadyAppealed.selector, id, 0));
        appeal(t, poster);
    }

    /// Finding 14.
    function test_AppealWindow() public {
        (MissionTerms memory t, bytes32 id) = proposed();
        uint40 finalAt = escrow.pendingAward(id, 0).finalAt;
        vm.warp(finalAt);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.AppealWindowClosed.selector, finalAt));
        appeal(t, other);
        vm.warp(finalAt - 1);
        appeal(t, other);
    }

    function test_RevertWhen_TheArbiterHasRuled() public {
        (MissionTerms memory t,) = appealed();
        rule(t, Ruling.Uphold, address(0), solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.AppealWindowClosed.selector, 0));
        appeal(t, poster);
    }

    function test_RevertWhen_CallerMayNotAppeal() public {
        (MissionTerms memory t,) = proposed();
        address[3] memory who = [stranger, agent, judge];
        for (uint256 i; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotAppellant.selector, who[i]));
            appeal(t, who[i]);
        }
    }

    /// A submission to another milestone gives no say in this one.
    function test_RevertWhen_SubmittedToAnotherMilestone() public {
        MissionTerms memory t = withTranches(appealTerms(), 2, REWARD);
        t.layout = Layout.Milestones;
        bytes32 id = post(t);
        submit(id, agent, 0, solo(agent));
        submit(id, other, 1, solo(other));
        award(t, 0, agent, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotAppellant.selector, other));
        appeal(t, other);
    }

    function test_RevertWhen_BondIsNotPaid() public {
        (MissionTerms memory t, bytes32 id) = proposed();
        vm.prank(other);
        usdc.approve(address(escrow), BOND - 1);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        appeal(t, other);
        assertEq(escrow.appealOf(id, 0).appellant, address(0));
    }
}
