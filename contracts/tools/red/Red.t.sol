// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Test} from "forge-std/Test.sol";

/// Fails on purpose; contracts/tools/check-red runs it and nothing else does.
contract Red is Test {
    function test_Fails() public pure {
        assertEq(uint256(1), 2);
    }
}
