// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOracleAllowList} from "../../src/interfaces/IOabpEscrow.sol";

/// A list of oracles that anybody may edit, and that can be broken.
contract OracleList is IOracleAllowList {
    mapping(address oracle => bool) private _allowed;
    bool private _broken;

    error ListBroken();

    function set(address oracle, bool allowed) external {
        _allowed[oracle] = allowed;
    }

    function breakDown() external {
        _broken = true;
    }

    function isAllowed(address oracle) external view returns (bool) {
        if (_broken) revert ListBroken();
        return _allowed[oracle];
    }
}
