// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpReputation} from "../../../src/OabpReputation.sol";
import {IOabpEscrow} from "../../../src/interfaces/IOabpEscrow.sol";
import {LogProof} from "../../../src/libraries/ReceiptLog.sol";
import {MissionTerms} from "../../../src/types/Mission.sol";
import {Feedback, ReputationStandIn} from "../../mocks/Registries.sol";
import {Attesters} from "../attestation/Attesters.sol";
import {RLP} from "@openzeppelin/contracts/utils/RLP.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Vm} from "forge-std/Vm.sol";

/// The exporter over a stand-in of the ERC-8004 registries.
abstract contract Exporter is Attesters {
    ReputationStandIn internal registry;
    OabpReputation internal reputation;
    mapping(bytes32 mission => mapping(uint8 tranche => bytes proof)) private proofs;

    function setUp() public virtual override {
        super.setUp();
        registry = new ReputationStandIn(identity);
        reputation = new OabpReputation(address(escrow), address(agents), address(registry));
        vm.recordLogs();
    }

    // ---- proofs -------------------------------------------------------------------------------------------

    /// Ends the block: what was logged since the last one is in its only transaction, and each AwardFinalized can be proven.
    function seal() internal {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        (bytes memory header, bytes memory node) = blockOf(logs, block.number);
        vm.setBlockhash(block.number, keccak256(header));
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != IOabpEscrow.AwardFinalized.selector) continue;
            proofs[logs[i].topics[1]][uint8(uint256(logs[i].topics[2]))] =
                abi.encode(LogProof(header, 0, single(node), i));
        }
        vm.roll(block.number + 1);
        vm.setBlockhash(block.number - 1, keccak256(header));
    }

    function proofOf(bytes32 id, uint8 tranche) internal view returns (LogProof memory) {
        return abi.decode(proofs[id][tranche], (LogProof));
    }

    function single(bytes memory item) internal pure returns (bytes[] memory list) {
        list = new bytes[](1);
        list[0] = item;
    }

    /// The header of a block with one transaction of type 2, and the only node of its receipts trie.
    function blockOf(Vm.Log[] memory logs, uint256 number)
        internal
        pure
        returns (bytes memory header, bytes memory node)
    {
        bytes[] memory encoded = new bytes[](logs.length);
        for (uint256 i; i < logs.length; ++i) {
            bytes[] memory topics = new bytes[](logs[i].topics.length);
            for (uint256 k; k < topics.length; ++k) {
                topics[k] = RLP.encode(logs[i].topics[k]);
            }
            bytes[] memory log = new bytes[](3);
            (log[0], log[1], log[2]) =
            (RLP.encode(logs[i].emitter), RLP.encode(topics), RLP.encode(logs[i].data));
            encoded[i] = RLP.encode(log);
        }
        bytes[] memory receipt = new bytes[](4);
        (receipt[0], receipt[1]) = (RLP.encode(uint256(1)), RLP.encode(uint256(123_456)));
        (receipt[2], receipt[3]) = (RLP.encode(new bytes(256)), RLP.encode(encoded));
        bytes[] memory leaf = new bytes[](2);
        (leaf[0], leaf[1]) =
        (RLP.encode(bytes(hex"2080")), RLP.encode(bytes.concat(hex"02", RLP.encode(receipt))));
        node = RLP.encode(leaf);
        bytes[] memory fields = new bytes[](16);
        for (uint256 i; i < 16; ++i) {
            fields[i] = RLP.encode(keccak256(abi.encode(i)));
        }
        (fields[5], fields[8]) = (RLP.encode(keccak256(node)), RLP.encode(number));
        header = RLP.encode(fields);
    }

    // ---- missions -----------------------------------------------------------------------------------------

    /// A mission that alice won.
    function wonByAlice(MissionTerms memory t) internal returns (bytes32 id) {
        id = entered(t);
        vm.prank(t.resolver);
        escrow.award(t, 0, alice, CONTENT, solo(alice));
        seal();
    }

    /// An ERC-8004 id that `who` registered.
    function idOf(address who) internal returns (uint256 agentId) {
        vm.prank(who);
        return identity.register();
    }

    function link(address who, uint256 agentId) internal {
        vm.prank(who);
        agents.register(keccak256("profile"), "", agentId);
    }

    function export_(address caller, MissionTerms memory t, uint256 agentId) internal {
        LogProof memory proof = proofOf(escrow.missionIdOf(t), 0);
        vm.prank(caller);
        reputation.export(t, 0, agentId, proof);
    }

    function assertFeedback(uint256 agentId, uint256 gross, string memory tag2, bytes32 id) internal view {
        Feedback memory f = registry.feedback(registry.count() - 1);
        assertEq(f.agentId, agentId);
        assertEq(f.client, address(reputation));
        assertEq(f.value, SafeCast.toInt256(gross));
        assertEq(f.valueDecimals, 6);
        assertEq(f.tag1, "oabp");
        assertEq(f.tag2, tag2);
        assertEq(f.endpoint, "");
        assertEq(f.feedbackURI, "");
        assertEq(f.feedbackHash, id);
    }
}
