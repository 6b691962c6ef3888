// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpOracles} from "../../../../src/interfaces/IOabpOracles.sol";
import {OraclesBase, OtherAdapter} from "../Oracles.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

contract OraclesAllowTest is OraclesBase {
    function test_RevertWhen_CallerIsNotTheOwner() public {
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        oracles.allow(adapter, true);
    }

    function test_RevertWhen_OracleHasNoCode() public {
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IOabpOracles.OracleHasNoCode.selector, stranger));
        oracles.allow(stranger, true);
    }

    /// An account that delegates changes what it does with one signature of its key.
    function test_RevertWhen_OracleIsAnAccountThatDelegates() public {
        vm.etch(stranger, abi.encodePacked(hex"ef0100", adapter));
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(IOabpOracles.OracleHasNoCode.selector, stranger));
        oracles.allow(stranger, true);
    }

    function test_Given_CodeThatOnlyLooksLikeADelegation() public {
        vm.etch(stranger, abi.encodePacked(hex"600100", adapter));
        allow(stranger, true);
        assertTrue(oracles.isAllowed(stranger));
    }

    function test_Given_Contract() public {
        vm.expectEmit(address(oracles));
        emit IOabpOracles.OracleAllowed(adapter, true, adapter.codehash);
        allow(adapter, true);
        assertEq(oracles.allowedCodehash(adapter), adapter.codehash);
    }

    function test_Given_ChangedCode_TheHashIsRenewed() public {
        allow(adapter, true);
        vm.etch(adapter, address(new OtherAdapter()).code);
        allow(adapter, true);
        assertEq(oracles.allowedCodehash(adapter), adapter.codehash);
        assertTrue(oracles.isAllowed(adapter));
    }

    function test_Given_AllowedIsFalse() public {
        allow(adapter, true);
        vm.expectEmit(address(oracles));
        emit IOabpOracles.OracleAllowed(adapter, false, bytes32(0));
        allow(adapter, false);
        assertEq(oracles.allowedCodehash(adapter), bytes32(0));
    }

    function test_Given_AllowedIsFalse_ForAContractThatIsGone() public {
        allow(adapter, true);
        vm.etch(adapter, "");
        allow(adapter, false);
        assertEq(oracles.allowedCodehash(adapter), bytes32(0));
    }
}
