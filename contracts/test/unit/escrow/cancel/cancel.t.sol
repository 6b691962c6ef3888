// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {MissionTerms, RefundReason, Status} from "../../../../src/types/Mission.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract CancelTest is EscrowBase {
    function act(MissionTerms memory t) private {
        vm.prank(t.poster);
        escrow.cancel(t);
    }

    function test_Cancel() public solvent {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        vm.expectEmit();
        emit IOabpEscrow.MissionCancelled(id);
        vm.expectEmit();
        emit IOabpEscrow.MissionRefunded(id, refundTo, REWARD, false, RefundReason.Cancelled);
        act(t);
        assertEq(usdc.balanceOf(refundTo), REWARD);
        assertEq(escrow.feesAccrued(), POST_FEE);
        assertStatus(id, Status.Cancelled);
        assertEq(escrow.mission(id).held, 0);
    }

    /// Finding 3.
    function test_Given_RefundToIsBlacklisted_ItIsCredited() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        usdc.blacklist(refundTo);
        vm.expectEmit();
        emit IOabpEscrow.MissionRefunded(id, refundTo, REWARD, true, RefundReason.Cancelled);
        act(t);
        assertEq(escrow.credit(refundTo), REWARD);
        assertSolvent(REWARD, 0);
    }

    function test_RevertWhen_CallerIsNotThePoster() public {
        MissionTerms memory t = someTerms();
        post(t);
        vm.prank(judge);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotPoster.selector, judge, poster));
        escrow.cancel(t);
    }

    /// Finding 25: the poster cannot pull out once somebody has worked or committed.
    function test_RevertWhen_SomebodyHasEntered() public {
        MissionTerms memory t = someTerms();
        bytes32 id = submitted(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Active));
        act(t);
        t = matchTerms(0);
        id = post(t);
        commit(id, agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Active));
        act(t);
    }

    function test_RevertWhen_NeverPostedOrEnded() public {
        MissionTerms memory t = someTerms();
        bytes32 id = escrow.missionIdOf(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.None));
        act(t);
        post(t);
        act(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Cancelled));
        act(t);
    }
}
