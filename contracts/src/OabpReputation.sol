// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IAwardRecord} from "./interfaces/IAwardRecord.sol";
import {IERC8004Reputation} from "./interfaces/IERC8004.sol";
import {IOabpAgents} from "./interfaces/IOabpAgents.sol";
import {IOabpEscrow} from "./interfaces/IOabpEscrow.sol";
import {IOabpReputation} from "./interfaces/IOabpReputation.sol";
import {Identity8004} from "./libraries/Identity8004.sol";
import {MissionTerms, VerificationType} from "./types/Mission.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title OabpReputation
/// @notice Copies finalized awards into an ERC-8004 reputation registry. The promises are in IOabpReputation.
contract OabpReputation is IOabpReputation, ReentrancyGuardTransient {
    /// @notice The token's decimals, and so the value's.
    uint8 private constant DECIMALS = 6;

    address private immutable ESCROW;
    IOabpAgents private immutable AGENTS;

    /// @inheritdoc IOabpReputation
    address public immutable reputationRegistry;

    /// @inheritdoc IOabpReputation
    address public immutable identityRegistry;

    /// @inheritdoc IOabpReputation
    mapping(bytes32 missionId => uint256 mask) public exportedMask;

    /// @param escrow_ The escrow; it must answer `IAwardRecord`.
    /// @param agents_ The profiles, which also say which identity registry is meant.
    /// @param reputationRegistry_ The ERC-8004 reputation registry over that identity registry.
    constructor(address escrow_, address agents_, address reputationRegistry_) {
        ESCROW = escrow_;
        AGENTS = IOabpAgents(agents_);
        reputationRegistry = reputationRegistry_;
        identityRegistry = IOabpAgents(agents_).identityRegistry();
    }

    /// @inheritdoc IOabpReputation
    function export(MissionTerms calldata terms, uint8 tranche, address agent, uint256 agentId)
        external
        nonReentrant
    {
        bytes32 missionId = IOabpEscrow(ESCROW).missionIdOf(terms);
        uint256 mask = exportedMask[missionId];
        if (mask >> tranche & 1 != 0) revert AlreadyExported(missionId, tranche);
        if (!IAwardRecord(ESCROW).isAwarded(missionId, tranche, agent)) {
            revert NotAwarded(missionId, tranche, agent);
        }
        if (!_isTheWinners(agentId, agent)) revert NotTheWinnersId(agentId, agent);

        exportedMask[missionId] = mask | (uint256(1) << tranche);
        uint256 gross = terms.tranches[tranche];
        emit ReputationExported(missionId, tranche, agentId, agent, gross);
        IERC8004Reputation(reputationRegistry)
            .giveFeedback(
                agentId,
                SafeCast.toInt128(SafeCast.toInt256(gross)),
                DECIMALS,
                "oabp",
                tagOf(uint8(terms.vtype)),
                "",
                "",
                missionId
            );
    }

    /// @inheritdoc IOabpReputation
    function tagOf(uint8 vtype) public pure returns (string memory) {
        VerificationType t = VerificationType(vtype);
        if (t == VerificationType.CreatorJudges) return "creator_judges";
        if (t == VerificationType.FirstValidMatch) return "first_valid_match";
        if (t == VerificationType.PeerVote) return "peer_vote";
        return "oracle";
    }

    /// @inheritdoc IOabpReputation
    function escrow() external view returns (address) {
        return ESCROW;
    }

    /// @inheritdoc IOabpReputation
    function agents() external view returns (address) {
        return address(AGENTS);
    }

    /// @dev Whether the id is the winner's now, and the winner agreed to it.
    function _isTheWinners(uint256 agentId, address winner) private view returns (bool) {
        bool wallet = Identity8004.isWallet(identityRegistry, agentId, winner);
        bool held = wallet || Identity8004.isOwner(identityRegistry, agentId, winner);
        if (msg.sender == winner) return held;
        (bool linked, uint256 id) = AGENTS.linkOf(winner);
        return linked ? held && id == agentId : wallet;
    }
}
