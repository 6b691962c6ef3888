// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// @title The allow list of oracle adapters
/// @notice Which contracts a mission with verification type `oracle` may name as its resolver. The escrow reads
/// the list once, at post: taking an adapter off the list never touches a mission that was posted before.
///
/// The owner (a timelock or a Safe) may change the list and hand the ownership on in two steps, and nothing else: it
/// holds no money and no mission reads it again. An owner who renounces freezes the list for ever.
///
/// The code hash of the adapter is stored when it is allowed. An adapter whose code has changed since, or is gone,
/// is no longer allowed until the owner allows it again. The hash of a proxy says nothing about what is behind it:
/// allow immutable adapters only. `AttestationOracle` is one, and its attester set is part of its code.
interface IOabpOracles {
    /// @notice An adapter was put on the list or taken off it.
    /// @param oracle The adapter.
    /// @param allowed Whether it is on the list now.
    /// @param codehash The hash of its code that was stored; zero when it was taken off.
    event OracleAllowed(address indexed oracle, bool allowed, bytes32 codehash);

    /// @notice The adapter has no code, or is an externally owned account that delegates to some code (EIP-7702).
    /// @param oracle The address given.
    error OracleHasNoCode(address oracle);

    /// @notice Puts an adapter on the list with the hash of its present code, or takes it off. Doing so again is
    /// legal and says so again; it renews the hash.
    /// @dev Only the owner. Reverts with `OracleHasNoCode`, and with Ownable's `OwnableUnauthorizedAccount`.
    /// Emits `OracleAllowed`.
    /// @param oracle The adapter.
    /// @param allowed Whether it shall be on the list.
    function allow(address oracle, bool allowed) external;

    /// @notice Whether a mission may name this adapter now: it is on the list, and its code is the code that was
    /// allowed.
    /// @param oracle The adapter.
    /// @return allowed The answer. Never reverts.
    function isAllowed(address oracle) external view returns (bool allowed);

    /// @notice The hash of the code that was allowed.
    /// @param oracle The adapter.
    /// @return codehash The hash, or zero if the adapter is not on the list.
    function allowedCodehash(address oracle) external view returns (bytes32 codehash);
}
