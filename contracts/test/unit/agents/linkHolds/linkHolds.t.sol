// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {AgentsBase} from "../Agents.sol";

contract AgentsLinkHoldsTest is AgentsBase {
    function test_Given_NoLink() public {
        assertFalse(agents.linkHolds(agent));
        register(agent, NO_ID);
        assertFalse(agents.linkHolds(agent));
        assertEq(agents.identityRegistry(), address(identity));
    }

    function test_Given_Link() public {
        register(agent, idOf(agent));
        assertTrue(agents.linkHolds(agent));
    }

    function test_Given_IdThatChangedHands() public {
        uint256 id = idOf(agent);
        register(agent, id);
        vm.prank(agent);
        identity.transferFrom(agent, other, id);
        assertFalse(agents.linkHolds(agent));
        (bool linked, uint256 linkedId) = agents.linkOf(agent);
        assertTrue(linked);
        assertEq(linkedId, id);
    }

    function test_Given_RegistryThatNoLongerAnswers() public {
        register(agent, idOf(agent));
        vm.etch(address(identity), hex"fe");
        assertFalse(agents.linkHolds(agent));
        vm.etch(address(identity), "");
        assertFalse(agents.linkHolds(agent));
    }
}
