// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OraclesBase} from "../Oracles.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

contract OraclesOwnershipTest is OraclesBase {
    function test_Given_TransferInTwoSteps() public {
        address safe = makeAddr("safe");
        vm.prank(owner);
        oracles.transferOwnership(safe);
        assertEq(oracles.owner(), owner);
        allow(adapter, true);
        vm.prank(safe);
        oracles.acceptOwnership();
        assertEq(oracles.owner(), safe);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, owner));
        oracles.allow(adapter, false);
    }

    function test_RevertWhen_SomebodyElseAccepts() public {
        vm.prank(owner);
        oracles.transferOwnership(makeAddr("safe"));
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        oracles.acceptOwnership();
    }

    function test_Given_Renounced_TheListIsFrozen() public {
        allow(adapter, true);
        vm.prank(owner);
        oracles.renounceOwnership();
        assertTrue(oracles.isAllowed(adapter));
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, owner));
        oracles.allow(adapter, false);
    }
}
