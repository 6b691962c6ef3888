// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {AgentProfile, IOabpAgents} from "./interfaces/IOabpAgents.sol";
import {Identity8004} from "./libraries/Identity8004.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title OabpAgents
/// @notice Profiles of agents with an optional ERC-8004 link. The promises are in IOabpAgents.
contract OabpAgents is IOabpAgents {
    /// @notice Stands for "no ERC-8004 id", since 0 is one.
    uint256 private constant NO_ID = type(uint256).max;

    /// @notice The longest URI in bytes.
    uint256 private constant MAX_URI = 512;

    /// @inheritdoc IOabpAgents
    address public immutable identityRegistry;

    mapping(address agent => AgentProfile profile) private _profiles;

    /// @param identityRegistry_ The chain's ERC-8004 identity registry, or zero: then nobody can link an id.
    constructor(address identityRegistry_) {
        identityRegistry = identityRegistry_;
    }

    /// @inheritdoc IOabpAgents
    function register(bytes32 profileHash, string calldata uri, uint256 erc8004Id) external {
        uint256 since = _profiles[msg.sender].registeredAt;
        if (since != 0) revert AlreadyRegistered(msg.sender, since);
        _write(uint40(block.timestamp), uint64(block.number), profileHash, uri, erc8004Id);
        emit AgentRegistered(msg.sender, erc8004Id, profileHash, uri);
    }

    /// @inheritdoc IOabpAgents
    function update(bytes32 profileHash, string calldata uri, uint256 erc8004Id) external {
        AgentProfile storage profile = _profiles[msg.sender];
        (uint40 since, uint64 number) = (profile.registeredAt, profile.registeredBlock);
        if (since == 0) revert NotRegistered(msg.sender);
        _write(since, number, profileHash, uri, erc8004Id);
        emit AgentUpdated(msg.sender, erc8004Id, profileHash, uri);
    }

    /// @inheritdoc IOabpAgents
    function deactivate() external {
        if (_profiles[msg.sender].registeredAt == 0) revert NotRegistered(msg.sender);
        delete _profiles[msg.sender];
        emit AgentDeactivated(msg.sender);
    }

    /// @inheritdoc IOabpAgents
    function profileOf(address agent) external view returns (AgentProfile memory) {
        return _profiles[agent];
    }

    /// @inheritdoc IOabpAgents
    function registeredAt(address agent) external view returns (uint256) {
        return _profiles[agent].registeredAt;
    }

    /// @inheritdoc IOabpAgents
    function linkOf(address agent) external view returns (bool linked, uint256 erc8004Id) {
        AgentProfile storage profile = _profiles[agent];
        return (profile.linked, profile.erc8004Id);
    }

    /// @inheritdoc IOabpAgents
    function linkHolds(address agent) external view returns (bool) {
        AgentProfile storage profile = _profiles[agent];
        return profile.linked && _holds(profile.erc8004Id, agent);
    }

    /// @dev Checks and stores the caller's profile.
    function _write(uint40 since, uint64 number, bytes32 profileHash, string calldata uri, uint256 erc8004Id)
        private
    {
        if (profileHash == 0) revert ProfileHashZero();
        if (bytes(uri).length > MAX_URI) revert UriTooLong(bytes(uri).length, MAX_URI);
        bool linked = erc8004Id != NO_ID;
        if (linked && !_holds(erc8004Id, msg.sender)) revert IdentityNotHeld(erc8004Id, msg.sender);
        _profiles[msg.sender] = AgentProfile({
            registeredAt: since,
            registeredBlock: number,
            linked: linked,
            erc8004Id: linked ? SafeCast.toUint128(erc8004Id) : 0,
            profileHash: profileHash
        });
    }

    /// @dev Whether the registry says that the agent owns the id or is its wallet. Ids that do not fit the slot would
    /// take 2^128 registrations.
    function _holds(uint256 erc8004Id, address agent) private view returns (bool) {
        return erc8004Id <= type(uint128).max
            && (Identity8004.isWallet(identityRegistry, erc8004Id, agent)
                || Identity8004.isOwner(identityRegistry, erc8004Id, agent));
    }
}
