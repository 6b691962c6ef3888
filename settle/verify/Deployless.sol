// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// Asks a contract wallet that may not be deployed yet (ERC-6492), within one eth_call: nothing of this ever exists on a
/// chain. In place of code the constructor leaves one word: 1 if the wallet took the signature for the hash and refused it
/// for keccak256(hash), else 0.
contract Deployless {
    /// isValidSignature(bytes32,bytes) and what it returns for yes.
    bytes4 private constant MAGIC = 0x1626ba7e;

    constructor(address wallet, bytes32 hash, address factory, bytes memory deploy, bytes memory signature, uint256 gasCap) {
        assembly ("memory-safe") {
            // What the factory returns is not looked at, nor copied: the wallet's own answer decides.
            pop(call(gas(), factory, 0, add(deploy, 32), mload(deploy), 0, 0))
        }
        bool yes = asks(wallet, hash, signature, gasCap) && !asks(wallet, keccak256(abi.encode(hash)), signature, gasCap);
        assembly ("memory-safe") {
            mstore(0, yes)
            return(0, 32)
        }
    }

    /// Whether the wallet answers with exactly one word that is the magic value.
    function asks(address wallet, bytes32 hash, bytes memory signature, uint256 gasCap) private view returns (bool) {
        bytes memory data = abi.encodeWithSelector(MAGIC, hash, signature);
        bytes32 word;
        bool whole;
        // Of what is left the 64th part stays here: the wallet must be able to get all of the cap.
        require(gasleft() > gasCap + gasCap / 32 + 20_000, "gas");
        assembly ("memory-safe") {
            let ok := staticcall(gasCap, wallet, add(data, 32), mload(data), 0, 32)
            whole := and(ok, eq(returndatasize(), 32))
            word := mload(0)
        }
        return whole && word == bytes32(MAGIC);
    }
}
