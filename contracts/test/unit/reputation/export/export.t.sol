// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpReputation} from "../../../../src/OabpReputation.sol";
import {IERC8004Reputation} from "../../../../src/interfaces/IERC8004.sol";
import {IOabpReputation} from "../../../../src/interfaces/IOabpReputation.sol";
import {MissionTerms} from "../../../../src/types/Mission.sol";
import {Exporter} from "../Exporter.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// A reputation registry after an upgrade by somebody who means harm.
contract HostileReputation is IERC8004Reputation {
    address private target;
    bytes private call_;
    uint256 public calls;

    function arm(address target_, bytes calldata data) external {
        (target, call_) = (target_, data);
    }

    function giveFeedback(
        uint256,
        int128,
        uint8,
        string calldata,
        string calldata,
        string calldata,
        string calldata,
        bytes32
    ) external {
        ++calls;
        (bool ok, bytes memory reason) = target.call(call_);
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
    }

    function getIdentityRegistry() external pure returns (address) {
        return address(0);
    }
}

contract ReputationExportTest is Exporter {
    MissionTerms private t;
    bytes32 private id;

    function setUp() public override {
        super.setUp();
        t = baseTerms();
        id = wonByAlice(t);
    }

    function refused(address caller, uint256 agentId) private {
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.NotTheWinnersId.selector, agentId, alice));
        export_(caller, t, alice, agentId);
    }

    /// Finding 23: once.
    function test_RevertWhen_ItWasExported() public {
        uint256 agentId = idOf(alice);
        export_(stranger, t, alice, agentId);
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.AlreadyExported.selector, id, 0));
        export_(stranger, t, alice, agentId);
        uint256 another = idOf(alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.AlreadyExported.selector, id, 0));
        export_(alice, t, alice, another);
        assertEq(registry.count(), 1);
        assertEq(reputation.exportedMask(id), 1);
    }

    function test_RevertWhen_AnotherAgentWon() public {
        uint256 agentId = idOf(bob);
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.NotAwarded.selector, id, 0, bob));
        export_(bob, t, bob, agentId);
    }

    function test_RevertWhen_NotFinalizedYet() public {
        MissionTerms memory a = appealTerms();
        bytes32 aid = entered(a);
        vm.prank(judge);
        escrow.award(a, 0, alice, CONTENT, solo(alice));
        uint256 agentId = idOf(alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.NotAwarded.selector, aid, 0, alice));
        export_(alice, a, alice, agentId);
        skip(APPEAL_WINDOW);
        escrow.finalize(a, 0, CONTENT, solo(alice));
        finalized(aid, 0, alice);
        export_(alice, a, alice, agentId);
        assertEq(registry.count(), 1);
    }

    function test_RevertWhen_ThereIsNoSuchTranche() public {
        uint256 agentId = idOf(alice);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.NotAwarded.selector, id, 16, alice));
        reputation.export(t, 16, alice, agentId);
    }

    function test_Given_TheWinnerCalls_AnyOfItsIds() public {
        uint256 first = idOf(alice);
        uint256 second = idOf(alice);
        link(alice, first);
        export_(alice, t, alice, second);
        assertFeedback(second, REWARD, "creator_judges", id);
    }

    function test_Given_TheWinnerCalls_AnIdItOnlyOwns() public {
        uint256 agentId = idOf(bob);
        vm.prank(bob);
        identity.transferFrom(bob, alice, agentId);
        export_(alice, t, alice, agentId);
        assertFeedback(agentId, REWARD, "creator_judges", id);
    }

    function test_RevertWhen_TheWinnerNamesSomebodyElsesId() public {
        refused(alice, idOf(bob));
        refused(alice, 77);
    }

    /// A stranger cannot bury the winner's feedback in an id that was minted for the purpose and sent to it.
    function test_RevertWhen_AStrangerNamesAnIdThatWasSentToTheWinner() public {
        uint256 agentId = idOf(stranger);
        vm.prank(stranger);
        identity.transferFrom(stranger, alice, agentId);
        refused(stranger, agentId);
    }

    function test_RevertWhen_AStrangerNamesAnotherIdThanTheLinkedOne() public {
        uint256 old = idOf(alice);
        uint256 linked = idOf(alice);
        link(alice, linked);
        refused(stranger, old);
        export_(stranger, t, alice, linked);
        assertFeedback(linked, REWARD, "creator_judges", id);
    }

    function test_RevertWhen_TheLinkNoLongerHolds() public {
        uint256 linked = idOf(alice);
        link(alice, linked);
        vm.prank(alice);
        identity.transferFrom(alice, bob, linked);
        refused(stranger, linked);
    }

    function test_Given_NoLink_TheIdWhoseWalletIsTheWinner() public {
        uint256 agentId = idOf(bob);
        vm.prank(bob);
        identity.setAgentWallet(agentId, alice);
        vm.expectEmit(address(reputation));
        emit IOabpReputation.ReputationExported(id, 0, agentId, alice, REWARD);
        export_(stranger, t, alice, agentId);
        assertFeedback(agentId, REWARD, "creator_judges", id);
    }

    /// Finding 36: a failed call is no export.
    function test_RevertWhen_TheRegistryReverts_ItCanBeTriedAgain() public {
        uint256 agentId = idOf(alice);
        vm.mockCallRevert(
            address(registry), abi.encodeWithSelector(IERC8004Reputation.giveFeedback.selector), "down"
        );
        vm.expectRevert(bytes("down"));
        export_(stranger, t, alice, agentId);
        assertEq(reputation.exportedMask(id), 0);
        vm.clearMockedCalls();
        finalized(id, 0, alice);
        export_(stranger, t, alice, agentId);
        assertEq(registry.count(), 1);
    }

    /// Finding 5.
    function test_RevertWhen_TheRegistryCallsBack() public {
        HostileReputation hostile = new HostileReputation();
        reputation = new OabpReputation(address(escrow), address(agents), address(hostile));
        uint256 agentId = idOf(alice);
        hostile.arm(address(reputation), abi.encodeCall(IOabpReputation.export, (t, 0, alice, agentId)));
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        export_(stranger, t, alice, agentId);
        assertEq(hostile.calls(), 0);
    }

    /// The registries are on nobody's way: with both of them broken everything else goes on.
    function test_Given_BrokenRegistries_MoneyMoves() public {
        link(bob, idOf(bob));
        vm.etch(address(registry), hex"fe");
        vm.etch(address(identity), hex"fe");
        uint256 before = usdc.balanceOf(alice);
        t.salt = 1;
        wonByAlice(t);
        assertEq(usdc.balanceOf(alice), before + NET);
        t.salt = 2;
        entered(t);
        vm.warp(REFUND_AT);
        escrow.refund(t);
        assertEq(usdc.balanceOf(refundTo), REWARD);
        stake(voter(0), 1e6);
        t.salt = 1;
        refused(stranger, 0);
    }

    function test_Given_Construction() public view {
        assertEq(reputation.escrow(), address(escrow));
        assertEq(reputation.agents(), address(agents));
        assertEq(reputation.identityRegistry(), address(identity));
        assertEq(reputation.reputationRegistry(), address(registry));
        assertEq(registry.getIdentityRegistry(), address(identity));
    }
}
