// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Adapter, OraclesBase, OtherAdapter} from "../Oracles.sol";

contract OraclesIsAllowedTest is OraclesBase {
    function test_Given_NeverAllowed() public view {
        assertFalse(oracles.isAllowed(adapter));
        assertFalse(oracles.isAllowed(stranger));
        assertFalse(oracles.isAllowed(address(0)));
    }

    function test_Given_Allowed() public {
        allow(adapter, true);
        assertTrue(oracles.isAllowed(adapter));
    }

    function test_Given_TakenOff() public {
        allow(adapter, true);
        allow(adapter, false);
        assertFalse(oracles.isAllowed(adapter));
    }

    /// Finding 36: a stale entry is worth nothing.
    function test_Given_CodeChangedOrGone() public {
        allow(adapter, true);
        bytes memory code = adapter.code;
        vm.etch(adapter, address(new OtherAdapter()).code);
        assertFalse(oracles.isAllowed(adapter));
        vm.etch(adapter, "");
        assertFalse(oracles.isAllowed(adapter));
        vm.etch(adapter, code);
        assertTrue(oracles.isAllowed(adapter), "it is the pinned code again");
    }

    function testFuzz_Given_AnyOrder(uint256 dice) public {
        address[3] memory adapters =
            [address(new Adapter()), address(new Adapter()), address(new OtherAdapter())];
        bool[3] memory last;
        for (uint256 i; i < 12; ++i) {
            uint256 k = dice % 3;
            last[k] = (dice / 3) % 2 == 1;
            allow(adapters[k], last[k]);
            dice /= 6;
        }
        for (uint256 k; k < 3; ++k) {
            assertEq(oracles.isAllowed(adapters[k]), last[k]);
        }
    }
}
