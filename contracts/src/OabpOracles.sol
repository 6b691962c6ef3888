// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpOracles} from "./interfaces/IOabpOracles.sol";
import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @title OabpOracles
/// @notice The allow list of oracle adapters, read at post only. The promises are in IOabpOracles.
contract OabpOracles is IOabpOracles, Ownable2Step {
    /// @notice What the code of an account that delegates begins with, and how long it is (EIP-7702).
    bytes3 private constant DELEGATION_PREFIX = 0xef0100;
    uint256 private constant DELEGATION_LENGTH = 23;

    /// @inheritdoc IOabpOracles
    mapping(address oracle => bytes32 codehash) public allowedCodehash;

    /// @param owner_ A timelock or a Safe.
    constructor(address owner_) Ownable(owner_) {}

    /// @inheritdoc IOabpOracles
    function allow(address oracle, bool allowed) external onlyOwner {
        bytes32 codehash;
        if (allowed) {
            if (!_isContract(oracle)) revert OracleHasNoCode(oracle);
            codehash = oracle.codehash;
        }
        allowedCodehash[oracle] = codehash;
        emit OracleAllowed(oracle, allowed, codehash);
    }

    /// @inheritdoc IOabpOracles
    function isAllowed(address oracle) external view returns (bool) {
        bytes32 codehash = allowedCodehash[oracle];
        return codehash != 0 && codehash == oracle.codehash;
    }

    /// @dev Code, and not the code of an account whose key may point it elsewhere at any time.
    function _isContract(address oracle) private view returns (bool) {
        bytes memory code = oracle.code;
        if (code.length != DELEGATION_LENGTH) return code.length != 0;
        // Casting to 'bytes3' keeps the first three bytes, which is what is wanted.
        // forge-lint: disable-next-line(unsafe-typecast)
        return bytes3(code) != DELEGATION_PREFIX;
    }
}
