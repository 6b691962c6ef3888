// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpOracles} from "../../../src/OabpOracles.sol";
import {Test} from "forge-std/Test.sol";

/// An adapter to allow; it does nothing.
contract Adapter {}

/// Another one, with other code.
contract OtherAdapter {
    uint256 public something;
}

abstract contract OraclesBase is Test {
    address internal owner = makeAddr("timelock");
    address internal stranger = makeAddr("stranger");
    OabpOracles internal oracles;
    address internal adapter;

    function setUp() public virtual {
        oracles = new OabpOracles(owner);
        adapter = address(new Adapter());
    }

    function allow(address oracle, bool allowed) internal {
        vm.prank(owner);
        oracles.allow(oracle, allowed);
    }
}
