// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {LogProof} from "../libraries/ReceiptLog.sol";
import {MissionTerms} from "../types/Mission.sol";

/// @title Paid work as ERC-8004 feedback
/// @notice Copies a finalized award into an ERC-8004 reputation registry: value = gross in token units with 6 decimals,
/// tag1 "oabp", tag2 the verification type, feedbackHash = the mission's id. Readers who ask `getSummary` for this
/// contract as the only client see work that was paid through the escrow, and nothing else.
///
/// The award is proven by its log. A contract cannot read logs, and the escrow keeps no list of winners, since each payout would
/// pay for it; so whoever exports brings the Merkle proof that `AwardFinalized` is in the receipts of a block of this
/// chain. The chain remembers the hashes of 8,191 blocks (EIP-2935), about four and a half hours on Base; `anchor`
/// keeps one for ever.
///
/// It runs in a transaction of its own, in a later block, never on the way of an award: the registries are upgradeable by others, are
/// taken for hostile, and can fail nothing but an export. This contract holds no money, no approvals and no power.
///
/// Once per tranche. If the registry fails, nothing is recorded and it can be tried again.
///
/// Which id: the winner itself may name any id that it owns or is the wallet of. For everybody else it is the id that
/// the winner linked in OabpAgents; without a link, one whose agent wallet is the winner. Owning a token is no consent,
/// since anybody may send anybody a token: without this rule a stranger could bury the winner's feedback in an
/// id minted for the purpose.
interface IOabpReputation {
    /// @notice An award was copied to the registry.
    /// @param missionId The mission.
    /// @param tranche The tranche.
    /// @param agentId The ERC-8004 id.
    /// @param agent The winner.
    /// @param gross What the tranche was worth, in token units.
    event ReputationExported(
        bytes32 indexed missionId,
        uint8 indexed tranche,
        uint256 indexed agentId,
        address agent,
        uint256 gross
    );

    /// @notice The hash of a block is kept for later proofs.
    /// @param blockNumber The block.
    /// @param blockHash Its hash.
    event BlockAnchored(uint256 indexed blockNumber, bytes32 blockHash);

    /// @notice The chain does not remember the block any more, or not yet.
    /// @param blockNumber The block.
    error BlockForgotten(uint256 blockNumber);

    /// @notice The header is not of this chain, or of a block that was forgotten before somebody anchored it.
    /// @param blockNumber The number that it states.
    /// @param headerHash Its hash.
    error HeaderUnknown(uint256 blockNumber, bytes32 headerHash);

    /// @notice The tranche was exported before.
    /// @param missionId The mission.
    /// @param tranche The tranche.
    error AlreadyExported(bytes32 missionId, uint8 tranche);

    /// @notice The log is not this escrow's `AwardFinalized` for this tranche.
    /// @param missionId The mission.
    /// @param tranche The tranche.
    error NotTheAward(bytes32 missionId, uint8 tranche);

    /// @notice The registry does not say that the id is the winner's, or the winner never agreed to this id.
    /// @param agentId The id given.
    /// @param agent The winner.
    error NotTheWinnersId(uint256 agentId, address agent);

    /// @notice Copies an award. Anybody may call, in a block after `AwardFinalized`, once per tranche. Emits
    /// `ReputationExported`.
    /// @dev Reverts with `AlreadyExported`, `HeaderUnknown`, `NotTheAward`, `NotTheWinnersId`, with the reason of a proof that
    /// leads nowhere, or with the registry's.
    /// @param terms The mission's terms.
    /// @param tranche The tranche.
    /// @param agentId The winner's id in the ERC-8004 identity registry.
    /// @param proof Where the `AwardFinalized` is.
    function export(MissionTerms calldata terms, uint8 tranche, uint256 agentId, LogProof calldata proof)
        external;

    /// @notice Keeps the hash of a block, so that its logs can be proven at any time. Anybody may call, again too. Emits
    /// `BlockAnchored`.
    /// @dev Reverts with `BlockForgotten`.
    /// @param blockNumber A block before this one, of the last 8,191.
    function anchor(uint256 blockNumber) external;

    /// @notice The hash of a block that somebody anchored.
    /// @param blockNumber The block.
    /// @return blockHash The hash, or zero.
    function anchoredHash(uint256 blockNumber) external view returns (bytes32 blockHash);

    /// @notice Which tranches of a mission were exported.
    /// @param missionId The mission.
    /// @return mask Bit i is set when tranche i was.
    function exportedMask(bytes32 missionId) external view returns (uint256 mask);

    /// @notice The second tag of a verification type.
    /// @param vtype The type.
    /// @return tag AIP-1's name: first_valid_match, creator_judges, peer_vote or oracle. At most 17 bytes.
    function tagOf(uint8 vtype) external pure returns (string memory tag);

    /// @notice The escrow whose awards are copied.
    /// @return The escrow.
    function escrow() external view returns (address);

    /// @notice The profiles with the linked ids.
    /// @return The contract.
    function agents() external view returns (address);

    /// @notice The ERC-8004 reputation registry.
    /// @return The registry.
    function reputationRegistry() external view returns (address);

    /// @notice The ERC-8004 identity registry, as the profiles have it.
    /// @return The registry.
    function identityRegistry() external view returns (address);
}
