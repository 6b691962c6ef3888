// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpPay} from "../../../src/interfaces/IOabpPay.sol";
import {CallbackToken, ForeignToken} from "../../mocks/Tokens.sol";
import {ReentrantReceiver} from "../../mocks/Wallets.sol";
import {Base, DepositArgs} from "../../utils/Base.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

contract RescueTest is Base {
    function rescue(DepositArgs memory d, address asset) private {
        pay.rescue(d.digest, d.legs, d.refundTo, d.refundAfter, asset);
    }

    function test_Given_ForeignToken_ItGoesToRefundToOnly() public keepsNothing {
        DepositArgs memory d = someDeposit(2);
        address deposit = fund(d, sum(d.legs));
        ForeignToken foreign = new ForeignToken();
        foreign.mint(deposit, 123);
        vm.prank(stranger);
        rescue(d, address(foreign));
        assertEq(foreign.balanceOf(refundTo), 123);
        assertEq(usdc.balanceOf(deposit), sum(d.legs), "the rescue touched the settlement token");
        flush(d);
        assertPaid(d.legs);
    }

    function test_Given_ForeignTokenAfterTheFlush() public keepsNothing {
        DepositArgs memory d = someDeposit(1);
        address deposit = fund(d, sum(d.legs));
        flush(d);
        ForeignToken foreign = new ForeignToken();
        foreign.mint(deposit, 1);
        rescue(d, address(foreign));
        assertEq(foreign.balanceOf(refundTo), 1);
    }

    function test_Given_NativeCoinSentBeforeDeployment() public keepsNothing {
        DepositArgs memory d = someDeposit(1);
        vm.deal(depositOf(d), 1 ether);
        rescue(d, address(0));
        assertEq(refundTo.balance, 1 ether);
    }

    function test_RevertWhen_NativeCoinIsSentAfterDeployment() public {
        DepositArgs memory d = someDeposit(1);
        address deposit = fund(d, sum(d.legs));
        flush(d);
        vm.deal(address(this), 1);
        (bool ok,) = deposit.call{value: 1}("");
        assertFalse(ok);
    }

    function test_RevertWhen_AssetIsTheSettlementToken() public {
        DepositArgs memory d = someDeposit(2);
        fund(d, sum(d.legs));
        vm.prank(refundTo);
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.RescueOfSettlementToken.selector, address(usdc)));
        rescue(d, address(usdc));
    }

    /// Finding 5: a hostile token cannot turn a rescue into anything else.
    function test_RevertWhen_ForeignTokenReenters() public {
        DepositArgs memory d = someDeposit(2);
        address deposit = fund(d, sum(d.legs));
        CallbackToken hostile = new CallbackToken();
        hostile.mint(deposit, 1);
        hostile.arm(
            address(pay), abi.encodeCall(IOabpPay.flush, (d.digest, d.legs, d.refundTo, d.refundAfter))
        );
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        rescue(d, address(hostile));
    }

    function test_RevertWhen_ReceiverOfTheNativeCoinReenters() public {
        DepositArgs memory d = someDeposit(2);
        ReentrantReceiver receiver = new ReentrantReceiver(address(pay));
        d.refundTo = address(receiver);
        address deposit = fund(d, 1e6);
        receiver.arm(abi.encodeCall(IOabpPay.refund, (d.digest, d.legs, d.refundTo, d.refundAfter)));
        vm.deal(deposit, 1);
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        rescue(d, address(0));
    }
}
