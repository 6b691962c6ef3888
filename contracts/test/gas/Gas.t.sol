// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Instruction, Leg} from "../../src/types/Settlement.sol";
import {Base, DepositArgs} from "../utils/Base.sol";
import {GasRecorder} from "./GasRecorder.sol";

/// Execution gas on genuine USDC with everything cold and payees that hold nothing, the dearest case; 21,000 and the
/// calldata come on top. The numbers are in contracts/snapshots and in contracts/README.md.
contract GasTest is Base, GasRecorder {
    modifier cold() {
        vm.cool(pay.depositImplementation());
        vm.cool(address(pay));
        vm.cool(address(usdc));
        vm.cool(usdcImplementation);
        _;
    }

    function record(string memory name, uint256 ceiling) private {
        record("OabpPay", name, ceiling);
    }

    function measurePay(uint256 n, string memory name, uint256 ceiling) private cold {
        Leg[] memory legs = someLegs(n);
        vm.prank(payer);
        pay.pay(DIGEST, legs);
        record(name, ceiling);
    }

    function test_Pay1() public {
        measurePay(1, "pay 01 leg", 80_000);
    }

    function test_Pay4() public {
        measurePay(4, "pay 04 legs", 170_000);
    }

    function test_Pay17() public {
        measurePay(17, "pay 17 legs", 620_000);
    }

    function measureAuthorization(uint256 n, string memory name, uint256 ceiling) private {
        Instruction memory ins = someInstruction(n);
        bytes memory signature = signAll(ins, payer, payerKey);
        coolAndPay(ins, signature);
        record(name, ceiling);
    }

    function coolAndPay(Instruction memory ins, bytes memory signature) private cold {
        pay.payWithAuthorization(ins, payer, 0, NOW + 1 hours, signature);
    }

    function test_PayWithAuthorization1() public {
        measureAuthorization(1, "payWithAuthorization 01 leg", 125_000);
    }

    function test_PayWithAuthorization4() public {
        measureAuthorization(4, "payWithAuthorization 04 legs", 230_000);
    }

    function measureFlush(uint256 n, string memory name, uint256 ceiling) private {
        DepositArgs memory d = someDeposit(n);
        fund(d, sum(d.legs));
        coolAndFlush(d);
        record(name, ceiling);
    }

    function coolAndFlush(DepositArgs memory d) private cold {
        pay.flush(d.digest, d.legs, d.refundTo, d.refundAfter);
    }

    function test_Flush1() public {
        measureFlush(1, "flush 01 leg, deploys the deposit", 155_000);
    }

    function test_Flush4() public {
        measureFlush(4, "flush 04 legs, deploys the deposit", 265_000);
    }

    function test_Flush17() public {
        measureFlush(17, "flush 17 legs, deploys the deposit", 730_000);
    }

    function test_FlushOfDeployed() public {
        DepositArgs memory d = someDeposit(1);
        fund(d, 1);
        vm.prank(refundTo);
        refund(d);
        address deposit = fund(d, sum(d.legs));
        vm.cool(deposit);
        coolAndFlush(d);
        record("flush 01 leg, deposit deployed before", 80_000);
    }

    function coolAndRefund(DepositArgs memory d) private cold {
        pay.refund(d.digest, d.legs, d.refundTo, d.refundAfter);
    }

    function test_RefundFirst() public {
        DepositArgs memory d = someDeposit(1);
        fund(d, 1);
        vm.warp(REFUND_AFTER);
        coolAndRefund(d);
        record("refund, deploys the deposit", 130_000);
    }

    function test_RefundOfSurplus() public {
        DepositArgs memory d = someDeposit(1);
        address deposit = fund(d, sum(d.legs) + 1);
        flush(d);
        vm.cool(deposit);
        coolAndRefund(d);
        record("refund of a surplus after the flush", 56_000);
    }
}
