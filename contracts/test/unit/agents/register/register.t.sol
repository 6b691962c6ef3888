// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpAgents} from "../../../../src/OabpAgents.sol";
import {AgentProfile, IOabpAgents} from "../../../../src/interfaces/IOabpAgents.sol";
import {HostileIdentity} from "../../../mocks/Registries.sol";
import {AgentsBase} from "../Agents.sol";

contract AgentsRegisterTest is AgentsBase {
    function test_RevertWhen_CallerIsRegistered() public {
        register(agent, NO_ID);
        vm.prank(agent);
        vm.expectRevert(
            abi.encodeWithSelector(IOabpAgents.AlreadyRegistered.selector, agent, block.timestamp)
        );
        agents.register(PROFILE, URI, NO_ID);
    }

    function test_RevertWhen_HashIsZero() public {
        vm.expectRevert(IOabpAgents.ProfileHashZero.selector);
        agents.register(bytes32(0), URI, NO_ID);
    }

    /// Finding 29: what goes into a log is bounded.
    function test_RevertWhen_UriIsTooLong() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpAgents.UriTooLong.selector, 513, 512));
        agents.register(PROFILE, string(new bytes(513)), NO_ID);
    }

    /// Finding 29: NUL bytes in a URI reach the log and nothing else; the hash is what counts.
    function test_Given_512NulBytesAsUri() public {
        string memory uri = string(new bytes(512));
        vm.expectEmit(address(agents));
        emit IOabpAgents.AgentRegistered(agent, NO_ID, PROFILE, uri);
        vm.prank(agent);
        agents.register(PROFILE, uri, NO_ID);
        assertEq(agents.profileOf(agent).profileHash, PROFILE);
    }

    function test_RevertWhen_IdIsSomebodyElses() public {
        uint256 id = idOf(other);
        vm.expectRevert(abi.encodeWithSelector(IOabpAgents.IdentityNotHeld.selector, id, agent));
        register(agent, id);
    }

    function test_RevertWhen_IdDoesNotExist() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpAgents.IdentityNotHeld.selector, 7, agent));
        register(agent, 7);
    }

    function test_RevertWhen_IdDoesNotFit() public {
        uint256 id = 2 ** 128;
        vm.mockCall(address(identity), abi.encodeCall(identity.getAgentWallet, (id)), abi.encode(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpAgents.IdentityNotHeld.selector, id, agent));
        register(agent, id);
    }

    function test_RevertWhen_ThereIsNoRegistry() public {
        agents = new OabpAgents(address(0));
        vm.expectRevert(abi.encodeWithSelector(IOabpAgents.IdentityNotHeld.selector, 0, agent));
        register(agent, 0);
        register(agent, NO_ID);
        assertEq(agents.registeredAt(agent), block.timestamp);
    }

    /// The registry is upgradeable: whatever it becomes, it costs its askers a bounded amount and nobody anything else.
    function test_RevertWhen_RegistryIsHostile() public {
        HostileIdentity hostile = new HostileIdentity(agent);
        agents = new OabpAgents(address(hostile));
        HostileIdentity.Mood[4] memory moods = [
            HostileIdentity.Mood.Reverts,
            HostileIdentity.Mood.Loops,
            HostileIdentity.Mood.Dirty,
            HostileIdentity.Mood.Empty
        ];
        for (uint256 i; i < moods.length; ++i) {
            hostile.set(moods[i]);
            vm.expectRevert(abi.encodeWithSelector(IOabpAgents.IdentityNotHeld.selector, 1, agent));
            register(agent, 1);
            assertLt(vm.lastCallGas().gasTotalUsed, 250_000, "a hostile registry burns too much");
        }
        hostile.set(HostileIdentity.Mood.Floods);
        register(agent, 1);
        assertLt(vm.lastCallGas().gasTotalUsed, 150_000, "the flood was copied");
    }

    function test_Given_NoId() public {
        vm.expectEmit(address(agents));
        emit IOabpAgents.AgentRegistered(agent, NO_ID, PROFILE, URI);
        register(agent, NO_ID);
        AgentProfile memory p = agents.profileOf(agent);
        assertEq(p.registeredAt, block.timestamp);
        assertEq(p.registeredBlock, block.number);
        assertEq(p.profileHash, PROFILE);
        assertFalse(p.linked);
        (bool linked, uint256 id) = agents.linkOf(agent);
        assertFalse(linked);
        assertEq(id, 0);
        assertEq(agents.profileOf(other).registeredAt, 0);
    }

    function test_Given_OwnId() public {
        uint256 id = idOf(agent);
        assertEq(id, 0, "the first id is 0, and is one");
        vm.expectEmit(address(agents));
        emit IOabpAgents.AgentRegistered(agent, 0, PROFILE, URI);
        register(agent, id);
        (bool linked, uint256 linkedId) = agents.linkOf(agent);
        assertTrue(linked);
        assertEq(linkedId, 0);
    }

    function test_Given_OwnerThatIsNotTheWallet() public {
        uint256 id = idOf(other);
        vm.prank(other);
        identity.transferFrom(other, agent, id);
        assertEq(identity.getAgentWallet(id), address(0));
        register(agent, id);
        assertTrue(agents.linkHolds(agent));
    }

    function test_Given_WalletThatIsNotTheOwner() public {
        uint256 id = idOf(other);
        vm.prank(other);
        identity.setAgentWallet(id, agent);
        register(agent, id);
        assertTrue(agents.linkHolds(agent));
    }

    function test_Given_DeactivatedAgent_ANewAgeBegins() public {
        register(agent, NO_ID);
        vm.prank(agent);
        agents.deactivate();
        skip(1 days);
        vm.roll(block.number + 10);
        register(agent, NO_ID);
        assertEq(agents.registeredAt(agent), block.timestamp);
        assertEq(agents.profileOf(agent).registeredBlock, block.number);
    }
}
