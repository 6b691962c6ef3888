// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {AttestationOracle} from "../../../../src/AttestationOracle.sol";
import {IAttestationOracle} from "../../../../src/interfaces/IAttestationOracle.sol";
import {Attesters} from "../Attesters.sol";

contract AttestationConstructorTest is Attesters {
    function ascending(uint256 n) private pure returns (address[] memory set) {
        set = new address[](n);
        for (uint256 i; i < n; ++i) {
            set[i] = vm.addr(i + 1);
        }
        // ascending
        for (uint256 i; i < n; ++i) {
            for (uint256 j = i + 1; j < n; ++j) {
                if (set[j] < set[i]) (set[i], set[j]) = (set[j], set[i]);
            }
        }
    }

    function refused(uint256 k, address[] memory set) private {
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.AttestersInvalid.selector, set.length, k));
        new AttestationOracle(address(escrow), k, set);
    }

    function test_RevertWhen_CountsAreInvalid() public {
        refused(0, ascending(3));
        refused(1, ascending(0));
        refused(4, ascending(3));
        refused(2, ascending(33));
    }

    /// Finding 11: one attester does not count twice.
    function test_RevertWhen_NotAscending() public {
        address[] memory set = ascending(3);
        set[1] = set[2];
        refused(2, set);
        set[2] = set[0];
        refused(2, set);
        set = ascending(2);
        set[0] = address(0);
        refused(1, set);
    }

    function test_Given_ValidAttesters() public {
        address[] memory set = ascending(32);
        vm.expectEmit();
        emit IAttestationOracle.AttestersSet(32, set);
        AttestationOracle o = new AttestationOracle(address(escrow), 32, set);
        assertEq(o.attesters(), set);
        assertEq(o.threshold(), 32);
        assertEq(o.escrow(), address(escrow));
        assertEq(o.attesterSetHash(), keccak256(abi.encode(uint256(32), set)));
        assertTrue(o.isAttester(set[31]));
        assertFalse(o.isAttester(stranger));
    }

    /// The allow list pins the code, and with it the attesters.
    function test_Given_AnotherSet_ItIsAnotherCodeHash() public {
        AttestationOracle same = new AttestationOracle(address(escrow), K, attesters);
        AttestationOracle other = new AttestationOracle(address(escrow), K + 1, attesters);
        AttestationOracle third = new AttestationOracle(address(escrow), K, ascending(3));
        assertTrue(address(other).codehash != address(oracle).codehash);
        assertTrue(address(third).codehash != address(oracle).codehash);
        assertEq(same.attesterSetHash(), oracle.attesterSetHash());
    }
}
