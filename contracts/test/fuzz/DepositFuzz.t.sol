// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpPay} from "../../src/interfaces/IOabpPay.sol";
import {Leg} from "../../src/types/Settlement.sol";
import {Base, DepositArgs} from "../utils/Base.sol";
import {DepositRules} from "../utils/DepositRules.sol";

contract DepositFuzzTest is Base {
    /// I12 and findings 14, 15: at every second, for every balance and caller, flush and refund act exactly when R16
    /// says so and never both; from refundAfter on one of them acts for anybody unless the deposit is empty.
    function testFuzz_FlushXorRefund(uint256 balance, uint256 time, bool byRefundTo, bool flushed) public {
        DepositArgs memory d = someDeposit(3);
        uint256 owed = sum(d.legs);
        if (flushed) {
            fund(d, owed);
            flush(d);
        }
        balance = bound(balance, 0, 3 * owed);
        // half of the runs within a minute of a border
        if (time % 2 == 0) {
            time = bound(time, NOW, CLOSED_AT + 365 days);
        } else {
            time = [NOW, REFUND_AFTER, CLOSED_AT][time / 2 % 3] + bound(time, 0, 120)
                - (time / 2 % 3 == 0 ? 0 : 60);
        }
        if (balance % 4 == 1) balance = owed;
        if (balance % 4 == 2) balance = owed - 1;
        if (balance != 0) fund(d, balance);
        vm.warp(time);

        DepositRules.View memory v =
            DepositRules.View(flushed, balance, owed, time, d.refundAfter, byRefundTo);
        (bool canFlush, bool canRefund) = probe(d, byRefundTo ? refundTo : stranger);
        assertEq(canFlush, DepositRules.mayFlush(v), "flush");
        assertEq(canRefund, DepositRules.mayRefund(v), "refund");
        assertFalse(canFlush && canRefund, "both");
        if (time >= d.refundAfter && balance != 0) assertTrue(canFlush || canRefund, "locked");
    }

    function probe(DepositArgs memory d, address caller) private returns (bool canFlush, bool canRefund) {
        uint256 state = vm.snapshotState();
        vm.prank(caller);
        (canFlush,) =
            address(pay).call(abi.encodeCall(IOabpPay.flush, (d.digest, d.legs, d.refundTo, d.refundAfter)));
        assertTrue(vm.revertToState(state));
        vm.prank(caller);
        (canRefund,) =
            address(pay).call(abi.encodeCall(IOabpPay.refund, (d.digest, d.legs, d.refundTo, d.refundAfter)));
        assertTrue(vm.revertToState(state));
    }

    /// Whatever the legs and the surplus are, what came in is what the payees and refundTo have in the end.
    function testFuzz_NothingIsLost(uint96[8] memory amounts, uint8 count, uint8 listed, uint96 surplus)
        public
        keepsNothing
    {
        DepositArgs memory d = someDeposit(bound(count, 1, 8));
        for (uint256 i; i < d.legs.length; ++i) {
            d.legs[i].amount = bound(amounts[i], 1, type(uint96).max);
            if (listed >> i & 1 == 1) usdc.blacklist(d.legs[i].to);
        }
        uint256 owed = sum(d.legs);
        address deposit = fund(d, owed + surplus);
        vm.recordLogs();
        flush(d);
        assertAdjacent(vm.getRecordedLogs(), deposit);

        uint256 paid;
        for (uint256 i; i < d.legs.length; ++i) {
            bool refused = listed >> i & 1 == 1;
            assertEq(usdc.balanceOf(d.legs[i].to), refused ? 0 : d.legs[i].amount);
            if (!refused) paid += d.legs[i].amount;
        }
        if (usdc.balanceOf(deposit) != 0) refund(d);
        assertEq(usdc.balanceOf(deposit), 0);
        assertEq(usdc.balanceOf(refundTo), owed + surplus - paid);
    }

    /// Each argument is part of the address.
    function testFuzz_AddressCoversEveryArgument(
        bytes32 digest,
        address to,
        uint64 refundAfter,
        uint96 amount,
        uint256 leg
    ) public view {
        DepositArgs memory d = someDeposit(4);
        address deposit = depositOf(d);
        leg = bound(leg, 0, 3);
        vm.assume(digest != d.digest && refundAfter != d.refundAfter);
        vm.assume(to != d.refundTo && to != address(0) && to != address(usdc) && to != address(pay));
        vm.assume(to != pay.depositImplementation() && amount != 0 && amount != d.legs[leg].amount);
        assertNotEq(pay.depositAddress(digest, d.legs, d.refundTo, d.refundAfter), deposit);
        assertNotEq(pay.depositAddress(d.digest, d.legs, to, d.refundAfter), deposit);
        assertNotEq(pay.depositAddress(d.digest, d.legs, d.refundTo, refundAfter), deposit);
        Leg[] memory legs = someLegs(4);
        legs[leg].amount = amount;
        assertNotEq(pay.depositAddress(d.digest, legs, d.refundTo, d.refundAfter), deposit);
    }
}
