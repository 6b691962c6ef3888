// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpPay} from "../../../src/OabpPay.sol";
import {IOabpPay} from "../../../src/interfaces/IOabpPay.sol";
import {CallbackToken} from "../../mocks/Tokens.sol";
import {Base, DepositArgs} from "../../utils/Base.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Vm} from "forge-std/Vm.sol";

contract FlushTest is Base {
    function test_Given_Covered_EveryLegIsPaidAndTagged() public keepsNothing {
        DepositArgs memory d = someDeposit(17);
        address deposit = fund(d, sum(d.legs));
        assertEq(deposit.code.length, 0);

        vm.recordLogs();
        vm.prank(stranger);
        flush(d);
        Vm.Log[] memory logs = vm.getRecordedLogs();

        assertEq(assertAdjacent(logs, deposit), 17);
        assertEq(logs.length, 2 * 17 + 1);
        for (uint256 i = 1; i < 2 * 17; i += 2) {
            (, address from) = abi.decode(logs[i].data, (uint256, address));
            assertEq(from, deposit, "payer in the tag");
        }
        assertEq(logs[34].topics[0], IOabpPay.DepositFlushed.selector);
        assertEq(logs[34].topics[1], d.digest);
        assertEq(logs[34].topics[2], bytes32(uint256(uint160(deposit))));
        assertEq(abi.decode(logs[34].data, (uint256)), sum(d.legs));
        assertPaid(d.legs);
        assertEq(usdc.balanceOf(deposit), 0);
        assertEq(pay.depositState(deposit).paid, 2 ** 17 - 1);
        assertEq(pay.depositState(deposit).refused, 0);
    }

    function test_Given_ThirtyTwoLegs() public keepsNothing {
        DepositArgs memory d = someDeposit(32);
        usdc.blacklist(d.legs[31].to);
        address deposit = fund(d, sum(d.legs));
        flush(d);
        assertEq(pay.depositState(deposit).paid, type(uint32).max >> 1);
        assertEq(pay.depositState(deposit).refused, 1 << 31);
    }

    function test_Given_FundedInTwoParts() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        fund(d, 1e6);
        fund(d, 2e6);
        flush(d);
        assertPaid(d.legs);
    }

    function test_RevertWhen_HalfFunded() public {
        DepositArgs memory d = someDeposit(2);
        address deposit = fund(d, sum(d.legs) - 1);
        vm.expectRevert(
            abi.encodeWithSelector(IOabpPay.DepositNotCovered.selector, deposit, sum(d.legs) - 1, sum(d.legs))
        );
        flush(d);
    }

    function test_Given_OverFunded_TheRestIsRefundableAtOnce() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        address deposit = fund(d, sum(d.legs) + 7);
        flush(d);
        assertPaid(d.legs);
        assertEq(usdc.balanceOf(deposit), 7);
        vm.prank(stranger);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), 7);
    }

    /// Finding 23: full again, but every leg was paid.
    function test_RevertWhen_FlushedAgain() public {
        DepositArgs memory d = someDeposit(2);
        address deposit = fund(d, sum(d.legs));
        flush(d);
        fund(d, sum(d.legs));
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.DepositDone.selector, deposit));
        flush(d);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), sum(d.legs));
        assertPaid(d.legs);
    }

    /// Findings 1, 2 and 4: a refused leg is done, and its money is refundable at once, to refundTo.
    function test_Given_PayeeBlacklisted_ItsPartIsRefundable() public keepsNothing {
        DepositArgs memory d = someDeposit(3);
        usdc.blacklist(d.legs[1].to);
        address deposit = fund(d, sum(d.legs));
        vm.expectEmit(address(pay));
        emit IOabpPay.InstructionLegRefused(d.digest, d.legs[1].to, d.legs[1].amount, deposit);
        vm.expectEmit(address(pay));
        emit IOabpPay.DepositFlushed(d.digest, deposit, sum(d.legs) - d.legs[1].amount);
        vm.recordLogs();
        flush(d);
        assertEq(assertAdjacent(vm.getRecordedLogs(), deposit), 2);
        assertEq(pay.depositState(deposit).paid, 5);
        assertEq(pay.depositState(deposit).refused, 2);

        usdc.unBlacklist(d.legs[1].to);
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.DepositDone.selector, deposit));
        flush(d);
        vm.prank(stranger);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), d.legs[1].amount);
        assertEq(usdc.balanceOf(d.legs[1].to), 0);
    }

    function test_Given_AllPayeesBlacklisted_EverythingIsRefundable() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        usdc.blacklist(d.legs[0].to);
        usdc.blacklist(d.legs[1].to);
        address deposit = fund(d, sum(d.legs));
        vm.expectEmit(address(pay));
        emit IOabpPay.DepositFlushed(d.digest, deposit, 0);
        flush(d);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), sum(d.legs));
    }

    /// The deposit moves its own money: a listed pay contract locks nothing, not even the flush.
    function test_Given_PayContractBlacklisted() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        fund(d, sum(d.legs));
        usdc.blacklist(address(pay));
        flush(d);
        assertPaid(d.legs);
    }

    function test_Given_DeployedByAnEarlyRefund_ItFlushesLater() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        address deposit = fund(d, 1e6);
        vm.prank(refundTo);
        refund(d);
        assertGt(deposit.code.length, 0);
        fund(d, sum(d.legs));
        flush(d);
        assertPaid(d.legs);
    }

    function test_Given_AfterRefundAfterWhileCovered() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        fund(d, sum(d.legs));
        vm.warp(CLOSED_AT - 1);
        flush(d);
        assertPaid(d.legs);
    }

    /// Finding 14: the window is half open.
    function test_RevertWhen_WindowIsClosed() public {
        DepositArgs memory d = someDeposit(2);
        address deposit = fund(d, sum(d.legs));
        vm.warp(CLOSED_AT);
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.FlushWindowClosed.selector, deposit, CLOSED_AT));
        flush(d);
    }

    /// Finding 24: the largest time does not overflow.
    function test_Given_LargestRefundAfter() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        d.refundAfter = type(uint64).max;
        fund(d, sum(d.legs));
        flush(d);
        assertPaid(d.legs);
    }

    /// Finding 47: a pause is no refusal.
    function test_RevertWhen_TokenPaused() public {
        DepositArgs memory d = someDeposit(2);
        address deposit = fund(d, sum(d.legs));
        usdc.pause();
        vm.expectRevert("Pausable: paused");
        flush(d);
        assertEq(deposit.code.length, 0);
        assertEq(pay.depositState(deposit).paid, 0);
        usdc.unpause();
        flush(d);
        assertPaid(d.legs);
    }

    /// Findings 5 and 6: inside the transfer the legs are done already, and no entry point is open.
    function test_RevertWhen_TokenReenters() public {
        CallbackToken token = new CallbackToken();
        OabpPay other = new OabpPay(address(token));
        DepositArgs memory d = someDeposit(2);
        address deposit = other.depositAddress(d.digest, d.legs, d.refundTo, d.refundAfter);
        token.mint(deposit, 100e6);

        token.arm(
            address(other), abi.encodeCall(IOabpPay.flush, (d.digest, d.legs, d.refundTo, d.refundAfter))
        );
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        other.flush(d.digest, d.legs, d.refundTo, d.refundAfter);

        token.arm(
            address(other), abi.encodeCall(IOabpPay.refund, (d.digest, d.legs, d.refundTo, d.refundAfter))
        );
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        other.flush(d.digest, d.legs, d.refundTo, d.refundAfter);

        token.arm(address(this), abi.encodeCall(this.expectDone, (other, deposit)));
        other.flush(d.digest, d.legs, d.refundTo, d.refundAfter);
        assertEq(token.balanceOf(d.legs[1].to), d.legs[1].amount);
    }

    function expectDone(OabpPay other, address deposit) external view {
        require(other.depositState(deposit).paid == 3, "effects after interactions");
    }
}
