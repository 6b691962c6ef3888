// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpDeposit} from "../../../src/interfaces/IOabpDeposit.sol";
import {Base, DepositArgs} from "../../utils/Base.sol";

/// Nobody but the pay contract moves anything, neither at a deposit nor at the implementation.
contract OabpDepositTest is Base {
    address private deposit;

    function setUp() public override {
        super.setUp();
        DepositArgs memory d = someDeposit(2);
        deposit = fund(d, 1e6);
        vm.prank(refundTo);
        refund(d);
        fund(d, sum(d.legs));
    }

    function callers() private view returns (address[4] memory) {
        return [stranger, refundTo, payee(0), address(this)];
    }

    function expectRefusal(address caller) private {
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(IOabpDeposit.CallerIsNotPayContract.selector, caller));
    }

    function test_RevertWhen_PayLegIsCalledByOthers() public {
        for (uint256 i; i < 4; ++i) {
            expectRefusal(callers()[i]);
            IOabpDeposit(deposit).payLeg(callers()[i], 1);
        }
    }

    function test_RevertWhen_RefundIsCalledByOthers() public {
        for (uint256 i; i < 4; ++i) {
            expectRefusal(callers()[i]);
            IOabpDeposit(deposit).refund();
        }
    }

    function test_RevertWhen_RescueIsCalledByOthers() public {
        for (uint256 i; i < 4; ++i) {
            expectRefusal(callers()[i]);
            IOabpDeposit(deposit).rescue(address(0));
        }
    }

    function test_RevertWhen_ImplementationIsCalledByOthers() public {
        IOabpDeposit implementation = IOabpDeposit(pay.depositImplementation());
        expectRefusal(stranger);
        implementation.payLeg(stranger, 1);
        expectRefusal(stranger);
        implementation.refund();
        expectRefusal(stranger);
        implementation.rescue(address(0));
    }
}
