// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {MissionTerms, RefundReason, Status, VerificationType} from "../../../../src/types/Mission.sol";
import {StubbornParty} from "../../../mocks/EscrowParties.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract RefundTest is EscrowBase {
    function test_Given_NoEntries() public solvent {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        vm.warp(REFUND_AT - 1);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.RefundNotDue.selector, REFUND_AT));
        refund(t);
        vm.warp(REFUND_AT);
        vm.expectEmit();
        emit IOabpEscrow.MissionRefunded(id, refundTo, REWARD, false, RefundReason.NoEntries);
        refund(t);
        assertEq(usdc.balanceOf(refundTo), REWARD);
        assertStatus(id, Status.Refunded);
    }

    /// Finding 16: a silent judge pays nobody; the reason says that there was work, for reputation to count.
    function test_Given_SilentJudge() public solvent {
        MissionTerms memory t = someTerms();
        bytes32 id = submitted(t);
        vm.warp(REFUND_AT);
        vm.expectEmit();
        emit IOabpEscrow.MissionRefunded(id, refundTo, REWARD, false, RefundReason.NotAwarded);
        refund(t);
    }

    /// Finding 20: what was awarded before stays awarded, what was not comes back, to the unit.
    function test_Given_PartlyAwarded_TheRestComesBack() public solvent {
        MissionTerms memory t = withTranches(someTerms(), 3, REWARD);
        submitted(t);
        award(t, 1, agent, solo(agent));
        vm.warp(REFUND_AT);
        refund(t);
        assertEq(usdc.balanceOf(refundTo), uint256(t.tranches[0]) + t.tranches[2]);
    }

    /// Findings 3, 36: a refund to a blacklisted address, or while the token is paused, succeeds as a credit.
    function test_Given_TokenRefuses_ItIsCredited() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        vm.warp(REFUND_AT);
        usdc.blacklist(refundTo);
        uint256 state = vm.snapshotState();
        for (uint256 i; i < 2; ++i) {
            vm.expectEmit();
            emit IOabpEscrow.MissionRefunded(id, refundTo, REWARD, true, RefundReason.NoEntries);
            refund(t);
            assertEq(escrow.credit(refundTo), REWARD);
            assertSolvent(REWARD, 0);
            assertTrue(vm.revertToState(state));
            state = vm.snapshotState();
            usdc.pause();
            usdc.unBlacklist(refundTo);
        }
    }

    /// Finding 17, I4: resolver, arbiter and list are dead, and everybody of them is blacklisted.
    function test_Given_EverybodyIsDead_AStrangerRefunds() public {
        StubbornParty dead = new StubbornParty();
        oracleList.set(address(dead), true);
        MissionTerms memory t = appealTerms();
        (t.vtype, t.resolver, t.arbiter) = (VerificationType.Oracle, address(dead), address(dead));
        submitted(t);
        oracleList.breakDown();
        vm.etch(address(dead), "");
        usdc.blacklist(address(dead));
        usdc.blacklist(poster);
        usdc.blacklist(treasury);
        usdc.blacklist(agent);
        vm.warp(REFUND_AT);
        refund(t);
        assertEq(usdc.balanceOf(refundTo), REWARD);
    }

    /// Finding 28.
    function test_RevertWhen_EndedOrNeverPosted() public {
        MissionTerms memory t = someTerms();
        bytes32 id = escrow.missionIdOf(t);
        vm.warp(REFUND_AT);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.None));
        refund(t);
        vm.warp(NOW);
        submitted(t);
        award(t, 0, agent, solo(agent));
        vm.warp(REFUND_AT);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Settled));
        refund(t);
        vm.warp(NOW);
        t.salt = 1;
        id = post(t);
        vm.warp(REFUND_AT);
        refund(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Refunded));
        refund(t);
    }

    /// Finding 24: at the far end of time, too.
    function test_Given_MuchLater_ItStillWorks() public solvent {
        MissionTerms memory t = someTerms();
        post(t);
        vm.warp(uint256(type(uint64).max));
        refund(t);
        assertEq(usdc.balanceOf(refundTo), REWARD);
    }

    /// Finding 45.
    function test_Given_AnyGasLimit_RefundIsNotStarved() public {
        MissionTerms memory t = someTerms();
        post(t);
        vm.warp(REFUND_AT);
        bytes memory call_ = abi.encodeCall(IOabpEscrow.refund, (t));
        uint256 paid;
        for (uint256 limit = 10_000; limit < 110_000; limit += 250) {
            uint256 state = vm.snapshotState();
            vm.cool(address(escrow));
            vm.cool(address(usdc));
            vm.cool(usdcImplementation);
            (bool ok,) = address(escrow).call{gas: limit}(call_);
            assertEq(escrow.credit(refundTo), 0, "starved");
            if (ok) ++paid;
            assertTrue(vm.revertToState(state));
        }
        assertGt(paid, 0, "no limit was enough");
        assertLt(paid, 400, "every limit was enough");
    }
}
