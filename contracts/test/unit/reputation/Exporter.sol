// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpReputation} from "../../../src/OabpReputation.sol";
import {IAwardRecord} from "../../../src/interfaces/IAwardRecord.sol";
import {MissionTerms} from "../../../src/types/Mission.sol";
import {Feedback, ReputationStandIn} from "../../mocks/Registries.sol";
import {Attesters} from "../attestation/Attesters.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// The exporter over a stand-in of the ERC-8004 registries.
abstract contract Exporter is Attesters {
    ReputationStandIn internal registry;
    OabpReputation internal reputation;
    bool private recordIsGiven; // whether the tests give the escrow's answers

    function setUp() public virtual override {
        super.setUp();
        registry = new ReputationStandIn(identity);
        reputation = new OabpReputation(address(escrow), address(agents), address(registry));
        (bool answers,) =
            address(escrow).staticcall(abi.encodeCall(IAwardRecord.isAwarded, (bytes32(0), 0, address(0))));
        recordIsGiven = !answers;
        if (recordIsGiven) {
            vm.mockCall(
                address(escrow), abi.encodeWithSelector(IAwardRecord.isAwarded.selector), abi.encode(false)
            );
        }
    }

    /// After `AwardFinalized(id, tranche, agent)`.
    function finalized(bytes32 id, uint8 tranche, address agent) internal {
        if (!recordIsGiven) return;
        vm.mockCall(
            address(escrow), abi.encodeCall(IAwardRecord.isAwarded, (id, tranche, agent)), abi.encode(true)
        );
    }

    /// A mission that alice won.
    function wonByAlice(MissionTerms memory t) internal returns (bytes32 id) {
        id = entered(t);
        vm.prank(t.resolver);
        escrow.award(t, 0, alice, CONTENT, solo(alice));
        finalized(id, 0, alice);
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

    function export_(address caller, MissionTerms memory t, address agent, uint256 agentId) internal {
        vm.prank(caller);
        reputation.export(t, 0, agent, agentId);
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
