// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {AgentProfile, IOabpAgents} from "../../../../src/interfaces/IOabpAgents.sol";
import {AgentsBase} from "../Agents.sol";

contract AgentsUpdateTest is AgentsBase {
    bytes32 private constant NEXT = keccak256("another profile");

    function test_RevertWhen_CallerIsNotRegistered() public {
        vm.prank(agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpAgents.NotRegistered.selector, agent));
        agents.update(NEXT, URI, NO_ID);
    }

    function test_RevertWhen_ArgumentsAreRefused() public {
        register(agent, NO_ID);
        vm.startPrank(agent);
        vm.expectRevert(IOabpAgents.ProfileHashZero.selector);
        agents.update(bytes32(0), URI, NO_ID);
        vm.expectRevert(abi.encodeWithSelector(IOabpAgents.UriTooLong.selector, 600, 512));
        agents.update(NEXT, string(new bytes(600)), NO_ID);
        vm.expectRevert(abi.encodeWithSelector(IOabpAgents.IdentityNotHeld.selector, 3, agent));
        agents.update(NEXT, URI, 3);
    }

    function test_RevertWhen_TheLinkNoLongerHolds() public {
        uint256 id = idOf(agent);
        register(agent, id);
        vm.startPrank(agent);
        identity.transferFrom(agent, other, id);
        vm.expectRevert(abi.encodeWithSelector(IOabpAgents.IdentityNotHeld.selector, id, agent));
        agents.update(NEXT, URI, id);
        agents.update(NEXT, URI, NO_ID);
        assertEq(agents.profileOf(agent).profileHash, NEXT);
    }

    function test_Given_RegisteredAgent() public {
        register(agent, NO_ID);
        AgentProfile memory before = agents.profileOf(agent);
        skip(1 days);
        vm.roll(block.number + 10);
        idOf(other);
        uint256 id = idOf(agent);
        vm.expectEmit(address(agents));
        emit IOabpAgents.AgentUpdated(agent, id, NEXT, "ipfs://x");
        vm.prank(agent);
        agents.update(NEXT, "ipfs://x", id);
        AgentProfile memory p = agents.profileOf(agent);
        assertEq(p.registeredAt, before.registeredAt, "an update makes nobody younger or older");
        assertEq(p.registeredBlock, before.registeredBlock);
        assertEq(p.profileHash, NEXT);
        assertTrue(p.linked);
        assertEq(p.erc8004Id, id);
    }
}
