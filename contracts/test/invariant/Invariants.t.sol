// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpPay} from "../../src/OabpPay.sol";
import {IOabpPay} from "../../src/interfaces/IOabpPay.sol";
import {DepositState} from "../../src/types/Settlement.sol";
import {Base, DepositArgs} from "../utils/Base.sol";
import {DepositRules} from "../utils/DepositRules.sol";
import {PayHandler} from "./handlers/PayHandler.sol";

/// The list in prose is README.md.
contract Invariants is Base {
    PayHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new PayHandler(pay, usdc);
        usdc.configureMinter(address(this), type(uint256).max);
        targetContract(address(handler));
        bytes4[] memory actions = new bytes4[](9);
        actions[0] = PayHandler.payDirectly.selector;
        actions[1] = PayHandler.payBySignature.selector;
        actions[2] = PayHandler.donate.selector;
        actions[3] = PayHandler.fund.selector;
        actions[4] = PayHandler.flush.selector;
        actions[5] = PayHandler.refund.selector;
        actions[6] = PayHandler.warp.selector;
        actions[7] = PayHandler.list.selector;
        actions[8] = PayHandler.pause.selector;
        targetSelector(FuzzSelector(address(handler), actions));
    }

    function invariant_PayContractKeepsNothing() public view {
        assertEq(usdc.balanceOf(address(pay)), handler.donated());
    }

    function invariant_EachDepositPaysEachLegAtMostOnce() public view {
        for (uint256 k; k < handler.depositCount(); ++k) {
            DepositArgs memory d = handler.depositArgs(k);
            for (uint256 i; i < d.legs.length; ++i) {
                assertLe(handler.paidTimes(depositOf(d), d.legs[i].to), 1);
            }
        }
    }

    function invariant_EachDepositConservesItsMoney() public view {
        for (uint256 k; k < handler.depositCount(); ++k) {
            address deposit = depositOf(handler.depositArgs(k));
            assertEq(
                handler.received(deposit),
                handler.paidOut(deposit) + handler.refunded(deposit) + usdc.balanceOf(deposit)
            );
        }
    }

    /// Finding 46: the events name who acted and what was moved.
    function invariant_LogsRebuildTheState() public view {
        for (uint256 k; k < handler.depositCount(); ++k) {
            DepositArgs memory d = handler.depositArgs(k);
            DepositState memory stored = pay.depositState(depositOf(d));
            DepositState memory folded = handler.foldedState(depositOf(d));
            assertEq(stored.paid, folded.paid);
            assertEq(stored.refused, folded.refused);
            assertEq(stored.paid & stored.refused, 0, "paid and refused");
            uint256 all = 2 ** d.legs.length - 1;
            uint256 done = stored.paid | stored.refused;
            assertTrue(done == 0 || done == all, "flushed in part");
        }
    }

    function invariant_FlushXorRefund() public {
        for (uint256 k; k < handler.depositCount(); ++k) {
            DepositArgs memory d = handler.depositArgs(k);
            for (uint256 who; who < 2; ++who) {
                (bool canFlush, bool canRefund) = probe(d, who == 1);
                assertFalse(canFlush && canRefund, "both");
                DepositRules.View memory v = handler.look(d, who == 1);
                assertFalse(DepositRules.mayFlush(v) && DepositRules.mayRefund(v), "the rule allows both");
                if (block.timestamp < d.refundAfter || v.balance == 0) continue;
                assertTrue(DepositRules.mayFlush(v) || DepositRules.mayRefund(v), "locked");
            }
        }
    }

    /// Finding and I4: whatever was listed, once the issuer lets the money move everything leaves a deposit when its
    /// flush window is over, by anybody's call.
    function invariant_NothingIsEverLocked() public {
        uint256 state = vm.snapshotState();
        usdc.unpause();
        for (uint256 k; k < handler.depositCount(); ++k) {
            DepositArgs memory d = handler.depositArgs(k);
            address deposit = depositOf(d);
            usdc.unBlacklist(deposit);
            usdc.unBlacklist(d.refundTo);
            vm.warp(block.timestamp + 400 days);
            if (usdc.balanceOf(deposit) != 0) {
                vm.prank(stranger);
                refund(d);
            }
            assertEq(usdc.balanceOf(deposit), 0);
        }
        assertTrue(vm.revertToState(state));
    }

    /// The invariants would mean little if the handler's calls all failed.
    function test_HandlerReachesBothOutcomesOfEverything() public {
        uint256[10] memory reached;
        uint256 tags;
        string[10] memory outcomes = [
            "paid",
            "pay failed",
            "paid by signature",
            "payWithAuthorization failed",
            "flushed",
            "flush failed",
            "refunded",
            "refunded early",
            "refund failed",
            "leg of a deposit refused"
        ];
        for (uint256 run; run < 16; ++run) {
            drive(run);
            for (uint256 i; i < outcomes.length; ++i) {
                reached[i] += handler.count(outcomes[i]);
            }
            tags += handler.tags();
        }
        for (uint256 i; i < outcomes.length; ++i) {
            assertGt(reached[i], 0, outcomes[i]);
        }
        assertGt(tags, 50);
    }

    /// A hundred steps on fresh contracts.
    function drive(uint256 run) private {
        vm.warp(NOW);
        usdc.unpause();
        handler = new PayHandler(new OabpPay(address(usdc)), usdc);
        for (uint256 i; i < 100; ++i) {
            uint256 dice = uint256(keccak256(abi.encode(run, i)));
            uint256 what = dice % 12;
            dice >>= 8;
            if (what == 0) handler.payDirectly(dice);
            else if (what == 1) handler.payBySignature(dice, dice >> 8 & 1 == 1);
            else if (what == 2) handler.donate(dice);
            else if (what < 5) handler.fund(dice, dice >> 8, dice >> 4);
            else if (what < 7) handler.flush(dice, dice >> 8 & 1 == 1);
            else if (what < 9) handler.refund(dice, dice >> 8 & 1 == 1);
            else if (what == 9 && dice >> 8 & 1 == 1) handler.warp(dice >> 16);
            else if (what == 10) handler.list(dice, dice >> 8 & 1 == 1);
            else handler.pause(dice);
        }
    }

    function probe(DepositArgs memory d, bool byRefundTo) private returns (bool canFlush, bool canRefund) {
        uint256 state = vm.snapshotState();
        canFlush = handler.call(d, IOabpPay.flush.selector, byRefundTo);
        assertTrue(vm.revertToState(state));
        canRefund = handler.call(d, IOabpPay.refund.selector, byRefundTo);
        assertTrue(vm.revertToState(state));
    }
}
