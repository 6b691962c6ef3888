// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpPay} from "../../../src/interfaces/IOabpPay.sol";
import {Base, DepositArgs} from "../../utils/Base.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

contract RefundTest is Base {
    function notDue(DepositArgs memory d, uint256 balance) private view returns (bytes memory) {
        return abi.encodeWithSelector(
            IOabpPay.RefundNotDue.selector, depositOf(d), balance, sum(d.legs), d.refundAfter
        );
    }

    function test_Given_NotCovered_RefundToMayCallEarly() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        address deposit = fund(d, 1e6);
        vm.expectEmit(address(usdc));
        emit IERC20.Transfer(deposit, refundTo, 1e6);
        vm.expectEmit(address(pay));
        emit IOabpPay.DepositRefunded(d.digest, deposit, refundTo, 1e6);
        vm.prank(refundTo);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), 1e6);
    }

    function test_RevertWhen_NotCovered_StrangerCallsEarly() public {
        DepositArgs memory d = someDeposit(2);
        fund(d, 1e6);
        vm.warp(REFUND_AFTER - 1);
        bytes memory expected = notDue(d, 1e6);
        vm.prank(stranger);
        vm.expectRevert(expected);
        refund(d);
    }

    function test_Given_NotCovered_StrangerCallsFromRefundAfterOn() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        fund(d, 1e6);
        vm.warp(REFUND_AFTER);
        vm.prank(stranger);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), 1e6);
        assertEq(usdc.balanceOf(stranger), 0);
    }

    /// Finding 25: who pays cannot pull the money out once the legs are covered.
    function test_RevertWhen_Covered_EvenForRefundTo() public {
        DepositArgs memory d = someDeposit(2);
        fund(d, sum(d.legs));
        bytes memory expected = notDue(d, sum(d.legs));
        uint64[3] memory times = [NOW, REFUND_AFTER, CLOSED_AT - 1];
        for (uint256 i; i < times.length; ++i) {
            vm.warp(times[i]);
            vm.prank(refundTo);
            vm.expectRevert(expected);
            refund(d);
        }
    }

    /// Finding 14.
    function test_Given_Covered_EverythingIsRefundableWhenTheFlushWindowCloses() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        fund(d, sum(d.legs) + 5);
        vm.warp(CLOSED_AT);
        vm.prank(stranger);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), sum(d.legs) + 5);
    }

    function test_Given_MoneyAfterTheFlush_AnybodyRefundsAtOnce() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        fund(d, sum(d.legs));
        flush(d);
        fund(d, 2e6);
        vm.prank(stranger);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), 2e6);
    }

    function test_Given_RefundedTwice_EachMovesWhatIsThere() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        fund(d, 1e6);
        vm.prank(refundTo);
        refund(d);
        fund(d, 5e5);
        vm.prank(refundTo);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), 15e5);
    }

    function test_RevertWhen_Empty() public {
        DepositArgs memory d = someDeposit(2);
        address deposit = depositOf(d);
        vm.warp(CLOSED_AT);
        vm.prank(refundTo);
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.NothingToRefund.selector, deposit));
        refund(d);
    }

    /// A pay contract that the token lists, or that nobody can pay through, locks nothing.
    function test_Given_PayContractBlacklisted() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        fund(d, 1e6);
        usdc.blacklist(address(pay));
        vm.warp(REFUND_AFTER);
        vm.prank(stranger);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), 1e6);
    }

    /// Finding 17: dead or listed payees do not stop a refund.
    function test_Given_EveryPayeeBlacklisted() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        usdc.blacklist(d.legs[0].to);
        usdc.blacklist(d.legs[1].to);
        fund(d, 1e6);
        vm.warp(REFUND_AFTER);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), 1e6);
    }

    function test_RevertWhen_TokenPaused_NothingIsLost() public {
        DepositArgs memory d = someDeposit(2);
        fund(d, 1e6);
        vm.warp(REFUND_AFTER);
        usdc.pause();
        vm.expectRevert("Pausable: paused");
        refund(d);
        usdc.unpause();
        refund(d);
        assertEq(usdc.balanceOf(refundTo), 1e6);
    }

    function test_RevertWhen_RefundToBlacklisted_NothingIsLost() public {
        DepositArgs memory d = someDeposit(2);
        fund(d, 1e6);
        vm.warp(REFUND_AFTER);
        usdc.blacklist(refundTo);
        vm.expectRevert("Blacklistable: account is blacklisted");
        refund(d);
        usdc.unBlacklist(refundTo);
        refund(d);
        assertEq(usdc.balanceOf(refundTo), 1e6);
    }
}
