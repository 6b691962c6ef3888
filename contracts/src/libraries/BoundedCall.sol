// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// @title Asking a contract that may be hostile
/// @notice A static call with a cap on gas, of whose answer one word is taken and the rest is never copied: neither
/// an endless loop nor a megabyte of return data costs the caller more than the cap.
library BoundedCall {
    /// @dev Calls `target` and reads the first word of its answer.
    /// @param target The contract to ask. An address without code does not answer.
    /// @param gasCap The most gas that the call may burn. 1/64 of what is left is always kept for the caller, so less
    /// may be given; a caller that must not mistake starvation for an answer reverts on false.
    /// @param data The call.
    /// @return ok Whether it answered with at least one word.
    /// @return word That word.
    function tryWord(address target, uint256 gasCap, bytes memory data)
        internal
        view
        returns (bool ok, bytes32 word)
    {
        assembly ("memory-safe") {
            // scratch space takes the one word
            ok := staticcall(gasCap, target, add(data, 32), mload(data), 0, 32)
            ok := and(ok, gt(returndatasize(), 31))
            if ok { word := mload(0) }
        }
    }

    /// @dev As `tryWord`, for a function that returns an address; a word that is none counts as no answer.
    /// @param target The contract to ask.
    /// @param gasCap The most gas that the call may burn.
    /// @param data The call.
    /// @return account The address, or zero.
    function tryAddress(address target, uint256 gasCap, bytes memory data)
        internal
        view
        returns (address account)
    {
        (bool ok, bytes32 word) = tryWord(target, gasCap, data);
        if (ok && uint256(word) <= type(uint160).max) account = address(uint160(uint256(word)));
    }
}
