// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpPay} from "../../../src/OabpPay.sol";
import {IOabpPay} from "../../../src/interfaces/IOabpPay.sol";
import {Leg} from "../../../src/types/Settlement.sol";
import {CallbackToken, MuteToken} from "../../mocks/Tokens.sol";
import {Base} from "../../utils/Base.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {stdError} from "forge-std/StdError.sol";
import {Vm} from "forge-std/Vm.sol";

contract PayTest is Base {
    function test_Given_OneLeg() public keepsNothing {
        Leg[] memory legs = someLegs(1);
        vm.expectEmit(address(usdc));
        emit IERC20.Transfer(payer, legs[0].to, legs[0].amount);
        vm.expectEmit(address(pay));
        emit IOabpPay.InstructionPaid(DIGEST, legs[0].to, legs[0].amount, payer);
        vm.prank(payer);
        pay.pay(DIGEST, legs);
        assertPaid(legs);
    }

    function test_Given_ThirtyTwoLegs_EveryTagFollowsItsTransfer() public keepsNothing {
        Leg[] memory legs = someLegs(32);
        vm.recordLogs();
        vm.prank(payer);
        pay.pay(DIGEST, legs);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(assertAdjacent(logs, payer), 32);
        assertEq(logs.length, 64);
        assertPaid(legs);
    }

    function test_Given_PaidTwice_BothAreTagged() public keepsNothing {
        Leg[] memory legs = someLegs(2);
        vm.recordLogs();
        vm.startPrank(payer);
        pay.pay(DIGEST, legs);
        pay.pay(DIGEST, legs);
        vm.stopPrank();
        assertEq(assertAdjacent(vm.getRecordedLogs(), payer), 4);
        assertEq(usdc.balanceOf(legs[1].to), 2 * legs[1].amount);
    }

    /// Findings 1, 2 and 4: whichever payee the token lists, the others are paid and the payer keeps the part.
    function test_Given_AnyOnePayeeBlacklisted_OthersArePaid() public keepsNothing {
        for (uint256 i; i < 17; ++i) {
            uint256 state = vm.snapshotState();
            checkOneRefused(i);
            assertTrue(vm.revertToState(state));
        }
    }

    function checkOneRefused(uint256 refused) private {
        Leg[] memory legs = someLegs(17);
        usdc.blacklist(legs[refused].to);
        uint256 before = usdc.balanceOf(payer);
        vm.expectEmit(address(pay));
        emit IOabpPay.InstructionLegRefused(DIGEST, legs[refused].to, legs[refused].amount, payer);
        vm.recordLogs();
        vm.prank(payer);
        pay.pay(DIGEST, legs);
        assertEq(assertAdjacent(vm.getRecordedLogs(), payer), 16);
        assertEq(usdc.balanceOf(legs[refused].to), 0);
        assertEq(usdc.balanceOf(payer), before - sum(legs) + legs[refused].amount);
    }

    function test_Given_AllPayeesBlacklisted_NothingMoves() public keepsNothing {
        Leg[] memory legs = someLegs(2);
        usdc.blacklist(legs[0].to);
        usdc.blacklist(legs[1].to);
        uint256 before = usdc.balanceOf(payer);
        vm.prank(payer);
        pay.pay(DIGEST, legs);
        assertEq(usdc.balanceOf(payer), before);
    }

    /// Finding 21: a donation neither pays a leg nor fails a call.
    function test_Given_Donation_ItStaysWhereItIs() public {
        usdc.mint(address(pay), 5e6);
        vm.prank(payer);
        pay.pay(DIGEST, someLegs(3));
        assertEq(usdc.balanceOf(address(pay)), 5e6);
        assertPaid(someLegs(3));
    }

    /// Finding 47.
    function test_RevertWhen_TokenPaused() public {
        usdc.pause();
        vm.prank(payer);
        vm.expectRevert("Pausable: paused");
        pay.pay(DIGEST, someLegs(2));
    }

    function test_RevertWhen_PayerBlacklisted() public {
        usdc.blacklist(payer);
        vm.prank(payer);
        vm.expectRevert("Blacklistable: account is blacklisted");
        pay.pay(DIGEST, someLegs(1));
    }

    function test_RevertWhen_AllowanceTooSmall_NobodyIsPaid() public {
        Leg[] memory legs = someLegs(2);
        vm.startPrank(payer);
        usdc.approve(address(pay), sum(legs) - 1);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        pay.pay(DIGEST, legs);
        vm.stopPrank();
        assertEq(usdc.balanceOf(legs[0].to), 0);
    }

    function test_RevertWhen_BalanceTooSmall() public {
        vm.startPrank(stranger);
        usdc.approve(address(pay), type(uint256).max);
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        pay.pay(DIGEST, someLegs(1));
        vm.stopPrank();
    }

    /// Finding 36: a list that does not answer is no refusal.
    function test_RevertWhen_ListDoesNotAnswer() public {
        OabpPay other = new OabpPay(address(new MuteToken()));
        vm.expectRevert(MuteToken.ListUnavailable.selector);
        other.pay(DIGEST, someLegs(1));
    }

    /// Finding 45: no gas limit makes an honest payee look refused.
    function test_Given_AnyGasLimit_NoPayeeIsStarved() public {
        Leg[] memory legs = someLegs(2);
        bytes memory call_ = abi.encodeCall(IOabpPay.pay, (DIGEST, legs));
        uint256 paid;
        for (uint256 limit = 5_000; limit < 205_000; limit += 250) {
            uint256 state = vm.snapshotState();
            vm.cool(address(pay));
            vm.cool(address(usdc));
            vm.prank(payer);
            (bool ok,) = address(pay).call{gas: limit}(call_);
            assertEq(usdc.balanceOf(legs[0].to), ok ? legs[0].amount : 0, "starved");
            assertEq(usdc.balanceOf(legs[1].to), ok ? legs[1].amount : 0, "starved");
            if (ok) ++paid;
            assertTrue(vm.revertToState(state));
        }
        assertGt(paid, 0, "no limit was enough");
        assertLt(paid, 800, "every limit was enough");
    }

    /// Finding 5.
    function test_RevertWhen_TokenReenters() public {
        CallbackToken token = new CallbackToken();
        OabpPay other = new OabpPay(address(token));
        token.mint(payer, 100e6);
        token.arm(address(other), abi.encodeCall(IOabpPay.pay, (DIGEST, someLegs(1))));
        vm.startPrank(payer);
        token.approve(address(other), type(uint256).max);
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        other.pay(DIGEST, someLegs(1));
        vm.stopPrank();
    }

    // ---- the form of the legs: findings 19, 40, 42 ----------------------------------------------------------

    function test_RevertWhen_NoLegs() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.LegCountOutOfRange.selector, 0, 32));
        pay.pay(DIGEST, new Leg[](0));
    }

    function test_RevertWhen_ThirtyThreeLegs() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.LegCountOutOfRange.selector, 33, 32));
        pay.pay(DIGEST, someLegs(33));
    }

    function test_RevertWhen_LegIsZero() public {
        Leg[] memory legs = someLegs(3);
        legs[1].amount = 0;
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.LegAmountZero.selector, 1));
        pay.pay(DIGEST, legs);
    }

    function test_RevertWhen_LegsAreNotAscending() public {
        Leg[] memory legs = someLegs(3);
        (legs[1], legs[2]) = (legs[2], legs[1]);
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.LegsNotAscending.selector, 2, legs[1].to, legs[2].to));
        pay.pay(DIGEST, legs);
    }

    function test_RevertWhen_PayeeIsTwiceInTheLegs() public {
        Leg[] memory legs = someLegs(2);
        legs[1].to = legs[0].to;
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.LegsNotAscending.selector, 1, legs[0].to, legs[0].to));
        pay.pay(DIGEST, legs);
    }

    function test_RevertWhen_PayeeIsForbidden() public {
        address[4] memory forbidden = [address(0), address(usdc), address(pay), pay.depositImplementation()];
        for (uint256 i; i < forbidden.length; ++i) {
            Leg[] memory legs = new Leg[](1);
            legs[0] = Leg(forbidden[i], 1);
            vm.expectRevert(abi.encodeWithSelector(IOabpPay.ForbiddenReceiver.selector, forbidden[i]));
            pay.pay(DIGEST, legs);
        }
    }

    function test_RevertWhen_SumOverflows() public {
        Leg[] memory legs = someLegs(2);
        legs[0].amount = type(uint256).max;
        vm.expectRevert(stdError.arithmeticError);
        pay.pay(DIGEST, legs);
    }
}
