// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpPay} from "../../src/interfaces/IOabpPay.sol";
import {Instruction, Leg} from "../../src/types/Settlement.sol";
import {Base} from "../utils/Base.sol";

contract PayFuzzTest is Base {
    function fuzzedLegs(uint40[32] memory amounts, uint256 count, uint32 listed)
        private
        returns (Leg[] memory legs, uint256 paid)
    {
        legs = someLegs(bound(count, 1, 32));
        for (uint256 i; i < legs.length; ++i) {
            legs[i].amount = bound(amounts[i], 1, type(uint40).max);
            if (listed >> i & 1 == 1) usdc.blacklist(legs[i].to);
            else paid += legs[i].amount;
        }
    }

    function check(Leg[] memory legs, uint32 listed, uint256 before, uint256 paid) private view {
        for (uint256 i; i < legs.length; ++i) {
            assertEq(usdc.balanceOf(legs[i].to), listed >> i & 1 == 1 ? 0 : legs[i].amount, "payee");
        }
        assertEq(usdc.balanceOf(payer), before - paid, "payer");
    }

    function testFuzz_Pay(uint40[32] memory amounts, uint8 count, uint32 listed) public keepsNothing {
        (Leg[] memory legs, uint256 paid) = fuzzedLegs(amounts, count, listed);
        uint256 before = usdc.balanceOf(payer);
        vm.recordLogs();
        vm.prank(payer);
        pay.pay(DIGEST, legs);
        assertAdjacent(vm.getRecordedLogs(), payer);
        check(legs, listed, before, paid);
    }

    /// Any list of payees, any donation: the legs are paid, the refused parts are the payer's again, and the contract's
    /// balance is what it was.
    function testFuzz_PayWithAuthorization(
        uint40[32] memory amounts,
        uint8 count,
        uint32 listed,
        uint64 donation
    ) public {
        Instruction memory ins = someInstruction(1);
        uint256 paid;
        (ins.legs, paid) = fuzzedLegs(amounts, count, listed);
        usdc.mint(address(pay), uint256(donation) + 1);
        uint256 before = usdc.balanceOf(payer);
        bytes memory signature = signAll(ins, payer, payerKey);
        vm.recordLogs();
        vm.prank(stranger);
        payWithAuthorization(ins, payer, signature);
        assertAdjacent(vm.getRecordedLogs(), address(pay));
        check(ins.legs, listed, before, paid);
        assertEq(usdc.balanceOf(address(pay)), uint256(donation) + 1);
    }

    /// Finding 12: members of one type do not run into each other.
    function testFuzz_DigestIsInjective(Instruction memory a, Instruction memory b) public view {
        bool same = keccak256(abi.encode(a)) == keccak256(abi.encode(b));
        assertEq(pay.instructionDigest(a) == pay.instructionDigest(b), same);
        assertEq(pay.instructionDigest(a), pay.instructionDigest(a));
    }

    /// Legs that are not strictly ascending never pay anybody.
    function testFuzz_RevertWhen_NotAscending(address a, address b) public {
        vm.assume(a >= b && b > address(0) && uint160(b) < type(uint160).max);
        vm.assume(a != address(usdc) && a != address(pay) && a != pay.depositImplementation());
        vm.assume(b != address(usdc) && b != address(pay) && b != pay.depositImplementation());
        Leg[] memory legs = new Leg[](2);
        (legs[0], legs[1]) = (Leg(a, 1), Leg(b, 1));
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.LegsNotAscending.selector, 1, a, b));
        pay.pay(DIGEST, legs);
    }
}
