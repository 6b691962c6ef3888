// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// @title What we read of an ERC-8004 identity registry
/// @notice The registries are upgradeable by people we do not know: each answer is taken as the word of a stranger.
interface IERC8004Identity {
    /// @notice The holder of an agent's token. Reverts for an id that was never minted.
    /// @param agentId The agent's id; the first one is 0 in the reference registry.
    /// @return owner The holder.
    function ownerOf(uint256 agentId) external view returns (address owner);

    /// @notice The wallet that proved, by signature or by registering, that it acts for the agent.
    /// @param agentId The agent's id.
    /// @return wallet The wallet, or zero; cleared when the token changes hands.
    function getAgentWallet(uint256 agentId) external view returns (address wallet);
}

/// @title What we call of an ERC-8004 reputation registry
/// @notice Upgradeable by others too: a call can fail, and its success says nothing about what was stored.
interface IERC8004Reputation {
    /// @notice Records feedback of the caller about an agent. The registry refuses the agent's owner and operators.
    /// @param agentId The agent's id.
    /// @param value The value, scaled by `valueDecimals`.
    /// @param valueDecimals Decimals of the value, at most 18.
    /// @param tag1 First tag.
    /// @param tag2 Second tag.
    /// @param endpoint The agent's endpoint that the feedback is about, or empty.
    /// @param feedbackURI Where more can be read, or empty.
    /// @param feedbackHash Hash of what is read there.
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string calldata tag1,
        string calldata tag2,
        string calldata endpoint,
        string calldata feedbackURI,
        bytes32 feedbackHash
    ) external;

    /// @notice The identity registry that its agent ids are of.
    /// @return registry The identity registry.
    function getIdentityRegistry() external view returns (address registry);
}
