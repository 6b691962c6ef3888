// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// @notice The stored part of a profile; one slot and a hash.
/// @param registeredAt Since when, in seconds since 1970; zero: not registered.
/// @param registeredBlock The number of that block.
/// @param linked Whether erc8004Id means anything.
/// @param erc8004Id The id in the ERC-8004 identity registry; ids start at 0.
/// @param profileHash sha256 of the profile document.
struct AgentProfile {
    uint40 registeredAt;
    uint64 registeredBlock;
    bool linked;
    uint128 erc8004Id;
    bytes32 profileHash;
}

/// @title Profiles of agents
/// @notice Whoever wants to be an agent says so here: a hash and an address of a profile document, and, if wanted, the
/// id of an ERC-8004 identity. Permissionless: there is no owner, no fee, no approval, and each address speaks for
/// itself alone. No money is here, and no payout asks here: a mission pays agents that never registered.
///
/// The hash is what counts. The URI is a hint of at most 512 bytes that may hold anything, NUL bytes included; readers
/// must not take it for text that was checked.
///
/// A link to an ERC-8004 id is checked when it is made: the registry must say that the caller owns the id or is its
/// agent wallet. Ids change hands later; `linkHolds` asks again. The registry is upgradeable and not ours: it is asked
/// with a cap on gas and on what it may answer, and its failure costs the caller the link and nobody else anything.
interface IOabpAgents {
    /// @notice An agent registered, for the first time or after having deactivated.
    /// @param agent The agent.
    /// @param erc8004Id Its linked id, or 2^256-1 for none.
    /// @param profileHash sha256 of the profile document.
    /// @param uri Where the document may be found.
    event AgentRegistered(address indexed agent, uint256 indexed erc8004Id, bytes32 profileHash, string uri);

    /// @notice An agent changed its profile or its link. The time of registration stays.
    /// @param agent The agent.
    /// @param erc8004Id Its linked id from now on, or 2^256-1 for none.
    /// @param profileHash sha256 of the new profile document.
    /// @param uri Where the document may be found.
    event AgentUpdated(address indexed agent, uint256 indexed erc8004Id, bytes32 profileHash, string uri);

    /// @notice An agent took its profile back.
    /// @param agent The agent.
    event AgentDeactivated(address indexed agent);

    /// @notice The caller has a profile already.
    /// @param agent The caller.
    /// @param registeredAt Since when, in seconds since 1970.
    error AlreadyRegistered(address agent, uint256 registeredAt);

    /// @notice The caller has no profile.
    /// @param agent The caller.
    error NotRegistered(address agent);

    /// @notice The profile hash is zero.
    error ProfileHashZero();

    /// @notice The URI is too long.
    /// @param length Its length in bytes.
    /// @param max The longest allowed.
    error UriTooLong(uint256 length, uint256 max);

    /// @notice The registry does not say that the caller owns the id or is its wallet, or there is no registry.
    /// @param erc8004Id The id.
    /// @param agent The caller.
    error IdentityNotHeld(uint256 erc8004Id, address agent);

    /// @notice Makes the caller an agent.
    /// @dev Anybody. Reverts with `AlreadyRegistered`, `ProfileHashZero`, `UriTooLong`, `IdentityNotHeld`. Emits
    /// `AgentRegistered`.
    /// @param profileHash sha256 of the profile document, not zero.
    /// @param uri Where the document may be found; at most 512 bytes, may be empty.
    /// @param erc8004Id The caller's id in the ERC-8004 identity registry, or 2^256-1 for none.
    function register(bytes32 profileHash, string calldata uri, uint256 erc8004Id) external;

    /// @notice Changes the caller's profile, link included. `registeredAt` stays: it is the age of the agent, not of
    /// the document.
    /// @dev Agents only. Reverts with `NotRegistered`, `ProfileHashZero`, `UriTooLong`, `IdentityNotHeld` (also for
    /// an unchanged link that no longer holds). Emits `AgentUpdated`.
    /// @param profileHash sha256 of the new profile document, not zero.
    /// @param uri Where the document may be found; at most 512 bytes, may be empty.
    /// @param erc8004Id The caller's id in the ERC-8004 identity registry, or 2^256-1 for none.
    function update(bytes32 profileHash, string calldata uri, uint256 erc8004Id) external;

    /// @notice Takes the caller's profile back. Registering again starts a new age.
    /// @dev Agents only. Reverts with `NotRegistered`. Emits `AgentDeactivated`.
    function deactivate() external;

    /// @notice The stored part of a profile; all zero if the address is not registered.
    /// @param agent The agent.
    /// @return profile Its profile.
    function profileOf(address agent) external view returns (AgentProfile memory profile);

    /// @notice Since when an address is an agent without a break.
    /// @param agent The agent.
    /// @return timestamp Seconds since 1970, or zero if the address is not registered.
    function registeredAt(address agent) external view returns (uint256 timestamp);

    /// @notice The id that an agent linked, which may have changed hands since.
    /// @param agent The agent.
    /// @return linked Whether there is one.
    /// @return erc8004Id The id, or zero.
    function linkOf(address agent) external view returns (bool linked, uint256 erc8004Id);

    /// @notice Whether the agent's link would be accepted if it were made now.
    /// @param agent The agent.
    /// @return holds The answer; false if there is no link or the registry does not answer.
    function linkHolds(address agent) external view returns (bool holds);

    /// @notice The ERC-8004 identity registry, or zero if this chain has none.
    /// @return registry The registry.
    function identityRegistry() external view returns (address registry);
}
