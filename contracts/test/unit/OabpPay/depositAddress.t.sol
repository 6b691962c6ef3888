// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpPay} from "../../../src/OabpPay.sol";
import {IOabpDeposit} from "../../../src/interfaces/IOabpDeposit.sol";
import {IOabpPay} from "../../../src/interfaces/IOabpPay.sol";
import {InstructionHash} from "../../../src/libraries/InstructionHash.sol";
import {Leg} from "../../../src/types/Settlement.sol";
import {Base, DepositArgs} from "../../utils/Base.sol";

contract DepositAddressTest is Base {
    /// Every argument is part of the address, also each part of each leg.
    function test_Given_AnyArgumentChanged_AddressIsAnother() public {
        address[8] memory all;
        for (uint256 i; i < all.length; ++i) {
            all[i] = depositOf(changed(i));
            for (uint256 j; j < i; ++j) {
                assertNotEq(all[i], all[j], "two arguments, one address");
            }
        }
        OabpPay other = new OabpPay(address(usdc));
        DepositArgs memory d = changed(0);
        assertNotEq(other.depositAddress(d.digest, d.legs, d.refundTo, d.refundAfter), all[0]);
    }

    function changed(uint256 what) private view returns (DepositArgs memory d) {
        d = someDeposit(3);
        if (what == 1) d.digest = keccak256("another");
        if (what == 2) d.refundTo = stranger;
        if (what == 3) d.refundAfter += 1;
        if (what == 4) d.legs[2].to = payee(9);
        if (what == 5) d.legs[0].amount += 1;
        if (what == 6) (d.legs[0].amount, d.legs[1].amount) = (d.legs[1].amount, d.legs[0].amount);
        if (what == 7) d.legs = someLegs(2);
    }

    /// Money that goes to the address of changed arguments is not reachable by the real ones.
    function test_RevertWhen_FlushedWithChangedArguments() public {
        fund(someDeposit(3), sum(someLegs(3)));
        for (uint256 i = 1; i < 8; ++i) {
            DepositArgs memory d = changed(i);
            vm.expectRevert(
                abi.encodeWithSelector(IOabpPay.DepositNotCovered.selector, depositOf(d), 0, sum(d.legs))
            );
            flush(d);
        }
    }

    function test_Given_Deployed_ArgumentsAreBehindItsCode() public {
        DepositArgs memory d = someDeposit(3);
        address deposit = fund(d, sum(d.legs));
        flush(d);
        (bytes32 digest, bytes32 legsHash, address to, uint64 refundAfter) = IOabpDeposit(deposit).arguments();
        assertEq(digest, d.digest);
        assertEq(legsHash, this.hashLegs(d.legs));
        assertEq(to, d.refundTo);
        assertEq(refundAfter, d.refundAfter);
    }

    function hashLegs(Leg[] calldata legs) external pure returns (bytes32) {
        return InstructionHash.hashLegs(legs);
    }

    function test_RevertWhen_RefundToIsForbidden() public {
        address[4] memory forbidden = [address(0), address(usdc), address(pay), pay.depositImplementation()];
        for (uint256 i; i < forbidden.length; ++i) {
            DepositArgs memory d = someDeposit(1);
            d.refundTo = forbidden[i];
            vm.expectRevert(abi.encodeWithSelector(IOabpPay.ForbiddenReceiver.selector, forbidden[i]));
            pay.depositAddress(d.digest, d.legs, d.refundTo, d.refundAfter);
        }
    }

    /// No address is given out that `flush` would refuse for its form.
    function test_RevertWhen_LegsAreMalformed() public {
        DepositArgs memory d = someDeposit(2);
        d.legs[1].amount = 0;
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.LegAmountZero.selector, 1));
        pay.depositAddress(d.digest, d.legs, d.refundTo, d.refundAfter);

        d.legs = new Leg[](0);
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.LegCountOutOfRange.selector, 0, 32));
        pay.depositAddress(d.digest, d.legs, d.refundTo, d.refundAfter);
    }
}
