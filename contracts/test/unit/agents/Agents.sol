// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpAgents} from "../../../src/OabpAgents.sol";
import {HostileIdentity, IdentityStandIn} from "../../mocks/Registries.sol";
import {Test} from "forge-std/Test.sol";

abstract contract AgentsBase is Test {
    uint256 internal constant NO_ID = type(uint256).max;
    bytes32 internal constant PROFILE = keccak256("profile");
    string internal constant URI = "https://agent.example/profile.json";

    IdentityStandIn internal identity;
    OabpAgents internal agents;
    address internal agent = makeAddr("agent");
    address internal other = makeAddr("other");

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        vm.roll(38_000_000);
        identity = new IdentityStandIn();
        agents = new OabpAgents(address(identity));
    }

    function register(address who, uint256 id) internal {
        vm.prank(who);
        agents.register(PROFILE, URI, id);
    }

    /// An ERC-8004 id that `who` registered.
    function idOf(address who) internal returns (uint256 id) {
        vm.prank(who);
        return identity.register();
    }
}
