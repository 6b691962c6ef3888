// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract SetFeeRecipientTest is EscrowBase {
    function test_SetFeeRecipient() public {
        vm.expectEmit();
        emit IOabpEscrow.FeeRecipientChanged(treasury, stranger);
        vm.prank(treasury);
        escrow.setFeeRecipient(stranger);
        assertEq(escrow.feeRecipient(), stranger);
        vm.prank(treasury);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotFeeRecipient.selector, treasury, stranger));
        escrow.setFeeRecipient(treasury);
    }

    function test_RevertWhen_NextIsForbidden() public {
        address[3] memory forbidden = [address(0), address(usdc), address(escrow)];
        for (uint256 i; i < 3; ++i) {
            vm.prank(treasury);
            vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.ForbiddenReceiver.selector, forbidden[i]));
            escrow.setFeeRecipient(forbidden[i]);
        }
    }
}
