// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpAgents} from "../../../../src/interfaces/IOabpAgents.sol";
import {AgentsBase} from "../Agents.sol";
import {Vm} from "forge-std/Vm.sol";

contract AgentsDeactivateTest is AgentsBase {
    function test_RevertWhen_CallerIsNotRegistered() public {
        vm.prank(agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpAgents.NotRegistered.selector, agent));
        agents.deactivate();
    }

    function test_Given_RegisteredAgent() public {
        register(agent, idOf(agent));
        register(other, NO_ID);
        vm.expectEmit(address(agents));
        emit IOabpAgents.AgentDeactivated(agent);
        vm.prank(agent);
        agents.deactivate();
        assertEq(abi.encode(agents.profileOf(agent)), new bytes(160));
        assertFalse(agents.linkHolds(agent));
        assertEq(agents.registeredAt(other), block.timestamp);
    }

    /// Finding 46: the events name who acted, and folding them gives the storage.
    function testFuzz_Given_AnyOrder_EventsRebuildTheProfiles(uint256 dice) public {
        address[3] memory who = [agent, other, makeAddr("third")];
        vm.recordLogs();
        for (uint256 i; i < 20; ++i) {
            address a = who[dice % 3];
            uint256 what = (dice / 3) % 3;
            vm.startPrank(a);
            bytes32 hash = keccak256(abi.encode(i));
            if (agents.registeredAt(a) == 0) {
                agents.register(hash, URI, NO_ID);
            } else if (what == 0) {
                agents.deactivate();
            } else {
                agents.update(hash, URI, what == 1 ? identity.register() : NO_ID);
            }
            vm.stopPrank();
            skip(10);
            dice = uint256(keccak256(abi.encode(dice)));
        }
        fold();
        for (uint256 i; i < 3; ++i) {
            AgentState memory f = folded[who[i]];
            assertEq(agents.registeredAt(who[i]) != 0, f.active);
            assertEq(agents.profileOf(who[i]).profileHash, f.hash);
            (bool linked, uint256 id) = agents.linkOf(who[i]);
            assertEq(linked, f.active && f.id != NO_ID);
            if (linked) assertEq(id, f.id);
        }
    }

    struct AgentState {
        bool active;
        bytes32 hash;
        uint256 id;
    }

    mapping(address => AgentState) private folded;

    function fold() private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != address(agents)) continue;
            address a = address(uint160(uint256(logs[i].topics[1])));
            if (logs[i].topics[0] == IOabpAgents.AgentDeactivated.selector) {
                delete folded[a];
            } else {
                (bytes32 hash,) = abi.decode(logs[i].data, (bytes32, string));
                folded[a] = AgentState(true, hash, uint256(logs[i].topics[2]));
            }
        }
    }
}
