// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpEscrow} from "../../../../src/OabpEscrow.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {EscrowBase} from "../EscrowBase.sol";
import {VmSafe} from "forge-std/Vm.sol";

contract ConstructorTest is EscrowBase {
    /// Finding 43: a token without code would answer every transfer with success.
    function test_RevertWhen_TokenHasNoCode() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.AddressHasNoCode.selector, stranger));
        new OabpEscrow(stranger, address(oracleList), POST_FEE, treasury);
    }

    function test_RevertWhen_ListHasNoCode() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.AddressHasNoCode.selector, stranger));
        new OabpEscrow(address(usdc), stranger, POST_FEE, treasury);
    }

    function test_RevertWhen_FeeRecipientIsForbidden() public {
        address[2] memory forbidden = [address(0), address(usdc)];
        for (uint256 i; i < forbidden.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.ForbiddenReceiver.selector, forbidden[i]));
            new OabpEscrow(address(usdc), address(oracleList), POST_FEE, forbidden[i]);
        }
    }

    function test_KeepsItsArguments() public {
        vm.expectEmit();
        emit IOabpEscrow.FeeRecipientChanged(address(0), treasury);
        OabpEscrow e = new OabpEscrow(address(usdc), address(oracleList), 123, treasury);
        assertEq(e.token(), address(usdc));
        assertEq(e.oracles(), address(oracleList));
        assertEq(e.postFee(), 123);
        assertEq(e.feeRecipient(), treasury);
        assertEq(e.feesAccrued(), 0);
    }

    /// EIP-170. Coverage compiles without the optimizer.
    function test_CodeFits() public view {
        if (vm.isContext(VmSafe.ForgeContext.Coverage)) return;
        assertLe(address(escrow).code.length, 24_576);
    }
}
