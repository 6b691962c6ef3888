// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IERC8004Reputation} from "./interfaces/IERC8004.sol";
import {IOabpAgents} from "./interfaces/IOabpAgents.sol";
import {IOabpEscrow} from "./interfaces/IOabpEscrow.sol";
import {IOabpReputation} from "./interfaces/IOabpReputation.sol";
import {Identity8004} from "./libraries/Identity8004.sol";
import {LogProof, ReceiptLog} from "./libraries/ReceiptLog.sol";
import {MissionTerms, VerificationType} from "./types/Mission.sol";
import {BlockHeader} from "@openzeppelin/contracts/utils/BlockHeader.sol";
import {Blockhash} from "@openzeppelin/contracts/utils/Blockhash.sol";
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

    /// @inheritdoc IOabpReputation
    mapping(uint256 blockNumber => bytes32 blockHash) public anchoredHash;

    /// @param escrow_ The escrow.
    /// @param agents_ The profiles, which also say which identity registry is meant.
    /// @param reputationRegistry_ The ERC-8004 reputation registry over that identity registry.
    constructor(address escrow_, address agents_, address reputationRegistry_) {
        ESCROW = escrow_;
        AGENTS = IOabpAgents(agents_);
        reputationRegistry = reputationRegistry_;
        identityRegistry = IOabpAgents(agents_).identityRegistry();
    }

    /// @inheritdoc IOabpReputation
    function export(MissionTerms calldata terms, uint8 tranche, uint256 agentId, LogProof calldata proof)
        external
        nonReentrant
    {
        bytes32 missionId = IOabpEscrow(ESCROW).missionIdOf(terms);
        uint256 mask = exportedMask[missionId];
        if (mask >> tranche & 1 != 0) revert AlreadyExported(missionId, tranche);
        (address agent, uint256 gross) = _award(missionId, tranche, proof);
        if (!_isTheWinners(agentId, agent)) revert NotTheWinnersId(agentId, agent);

        exportedMask[missionId] = mask | (uint256(1) << tranche);
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
    function anchor(uint256 blockNumber) external {
        bytes32 blockHash = Blockhash.blockHash(blockNumber);
        if (blockHash == 0) revert BlockForgotten(blockNumber);
        anchoredHash[blockNumber] = blockHash;
        emit BlockAnchored(blockNumber, blockHash);
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

    /// @dev Who won a tranche and what it was worth, by the escrow's own log.
    function _award(bytes32 missionId, uint8 tranche, LogProof memory proof)
        private
        view
        returns (address agent, uint256 gross)
    {
        bytes32 headerHash = keccak256(proof.header);
        uint256 number = BlockHeader.getNumber(proof.header);
        if (headerHash != Blockhash.blockHash(number) && headerHash != anchoredHash[number]) {
            revert HeaderUnknown(number, headerHash);
        }
        (address emitter, bytes32[] memory topics, bytes memory data) = ReceiptLog.read(proof);
        bool fits = emitter == ESCROW && topics.length == 4
            && topics[0] == IOabpEscrow.AwardFinalized.selector && topics[1] == missionId
            && topics[2] == bytes32(uint256(tranche));
        if (!fits) revert NotTheAward(missionId, tranche);
        agent = address(uint160(uint256(topics[3])));
        (gross,) = abi.decode(data, (uint256, uint256));
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
