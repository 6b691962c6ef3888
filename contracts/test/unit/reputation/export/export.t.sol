// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpReputation} from "../../../../src/OabpReputation.sol";
import {IERC8004Reputation} from "../../../../src/interfaces/IERC8004.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {IOabpReputation} from "../../../../src/interfaces/IOabpReputation.sol";
import {LogProof} from "../../../../src/libraries/ReceiptLog.sol";
import {MissionTerms, VerificationType} from "../../../../src/types/Mission.sol";
import {Exporter} from "../Exporter.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {TrieProof} from "@openzeppelin/contracts/utils/cryptography/TrieProof.sol";
import {Vm} from "forge-std/Vm.sol";

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
        string memory,
        string memory,
        string memory,
        string memory,
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
    uint256 private aliceId;

    function setUp() public override {
        super.setUp();
        t = baseTerms();
        id = wonByAlice(t);
        aliceId = idOf(alice);
    }

    function reverts(bytes memory reason, address caller, uint256 agentId) private {
        LogProof memory proof = proofOf(escrow.missionIdOf(t), 0);
        vm.prank(caller);
        vm.expectRevert(reason);
        reputation.export(t, 0, agentId, proof);
    }

    function refused(address caller, uint256 agentId) private {
        reverts(
            abi.encodeWithSelector(IOabpReputation.NotTheWinnersId.selector, agentId, alice), caller, agentId
        );
    }

    function prove(MissionTerms memory terms, uint8 tranche, LogProof memory proof) private {
        vm.prank(alice);
        reputation.export(terms, tranche, aliceId, proof);
    }

    /// Finding 23: once.
    function test_RevertWhen_ItWasExported() public {
        uint256 agentId = idOf(alice);
        export_(stranger, t, agentId);
        bytes memory reason = abi.encodeWithSelector(IOabpReputation.AlreadyExported.selector, id, 0);
        reverts(reason, stranger, agentId);
        reverts(reason, alice, idOf(alice));
        assertEq(registry.count(), 1);
        assertEq(reputation.exportedMask(id), 1);
    }

    function test_RevertWhen_TheIdIsNotTheWinners() public {
        refused(bob, idOf(bob));
    }

    /// Only the event of the payout counts: a proposal is none, nor is the same log for another mission or tranche.
    function test_RevertWhen_TheLogIsAnother() public {
        LogProof memory proof = proofOf(id, 0);
        uint256 at = proof.logIndex;
        for (uint256 i; i < at; ++i) {
            proof.logIndex = i; // the token's, the post, the submissions
            vm.expectRevert(abi.encodeWithSelector(IOabpReputation.NotTheAward.selector, id, 0));
            prove(t, 0, proof);
        }
        proof.logIndex = at;
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.NotTheAward.selector, id, 1));
        prove(t, 1, proof);
        MissionTerms memory other = baseTerms();
        other.salt = 5;
        bytes32 otherId = escrow.missionIdOf(other);
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.NotTheAward.selector, otherId, 0));
        prove(other, 0, proof);
        prove(t, 0, proof);
    }

    /// Somebody else's contract emits the same event.
    function test_RevertWhen_TheEmitterIsNotTheEscrow() public {
        Vm.Log[] memory logs = new Vm.Log[](1);
        logs[0].emitter = address(this);
        logs[0].topics = new bytes32[](4);
        logs[0].topics[0] = IOabpEscrow.AwardFinalized.selector;
        logs[0].topics[1] = id;
        logs[0].topics[3] = bytes32(uint256(uint160(alice)));
        logs[0].data = abi.encode(uint256(1e30), uint256(0));
        (bytes memory header, bytes memory node) = blockOf(logs, block.number);
        vm.roll(block.number + 1);
        vm.setBlockhash(block.number - 1, keccak256(header));
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.NotTheAward.selector, id, 0));
        prove(t, 0, LogProof(header, 0, single(node), 0));
    }

    /// A header that nobody mined proves nothing, however well its receipts fit.
    function test_RevertWhen_TheHeaderIsNotOfThisChain() public {
        LogProof memory proof = proofOf(id, 0);
        vm.setBlockhash(block.number - 1, keccak256("another block"));
        vm.expectRevert(
            abi.encodeWithSelector(
                IOabpReputation.HeaderUnknown.selector, block.number - 1, keccak256(proof.header)
            )
        );
        prove(t, 0, proof);
    }

    /// Never in the transaction of the award: its own block has no hash yet.
    function test_RevertWhen_InTheBlockOfTheAward() public {
        LogProof memory proof = proofOf(id, 0);
        vm.roll(block.number - 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                IOabpReputation.HeaderUnknown.selector, block.number, keccak256(proof.header)
            )
        );
        prove(t, 0, proof);
    }

    function test_RevertWhen_TheReceiptIsNotInTheTrie() public {
        LogProof memory proof = proofOf(id, 0);
        proof.txIndex = 1;
        vm.expectRevert();
        prove(t, 0, proof);
        proof.txIndex = 0;
        proof.nodes[0][100] ^= 0x01;
        vm.expectRevert(
            abi.encodeWithSelector(
                TrieProof.TrieProofTraversalError.selector, TrieProof.ProofError.INVALID_ROOT
            )
        );
        prove(t, 0, proof);
        proof.nodes = new bytes[](0);
        vm.expectRevert();
        prove(t, 0, proof);
    }

    /// The chain forgets; whoever wants to export later keeps the hash.
    function test_Given_AnAnchoredBlock_ItCanBeProvenLater() public {
        LogProof memory proof = proofOf(id, 0);
        uint256 number = block.number - 1;
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.BlockForgotten.selector, block.number));
        reputation.anchor(block.number);
        uint256 state = vm.snapshotState();
        vm.expectEmit(address(reputation));
        emit IOabpReputation.BlockAnchored(number, keccak256(proof.header));
        vm.prank(stranger);
        reputation.anchor(number);
        vm.roll(number + 1_000_000);
        prove(t, 0, proof);
        assertEq(registry.count(), 1);
        assertTrue(vm.revertToState(state));
        vm.roll(number + 1_000_000);
        vm.expectRevert(abi.encodeWithSelector(IOabpReputation.BlockForgotten.selector, number));
        reputation.anchor(number);
        vm.expectRevert(
            abi.encodeWithSelector(IOabpReputation.HeaderUnknown.selector, number, keccak256(proof.header))
        );
        prove(t, 0, proof);
    }

    function test_RevertWhen_NotFinalizedYet() public {
        MissionTerms memory a = appealTerms();
        bytes32 aid = entered(a);
        vm.prank(judge);
        escrow.award(a, 0, alice, CONTENT, solo(alice));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        (bytes memory header, bytes memory node) = blockOf(logs, block.number);
        vm.roll(block.number + 1);
        vm.setBlockhash(block.number - 1, keccak256(header));
        for (uint256 i; i < logs.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IOabpReputation.NotTheAward.selector, aid, 0));
            prove(a, 0, LogProof(header, 0, single(node), i));
        }
        skip(APPEAL_WINDOW);
        escrow.finalize(a, 0, CONTENT, solo(alice));
        seal();
        prove(a, 0, proofOf(aid, 0));
        assertEq(registry.count(), 1);
    }

    function test_Given_TheWinnerCalls_AnyOfItsIds() public {
        uint256 first = idOf(alice);
        uint256 second = idOf(alice);
        link(alice, first);
        export_(alice, t, second);
        assertFeedback(second, REWARD, "creator_judges", id);
    }

    function test_Given_TheWinnerCalls_AnIdItOnlyOwns() public {
        uint256 agentId = idOf(bob);
        vm.prank(bob);
        identity.transferFrom(bob, alice, agentId);
        export_(alice, t, agentId);
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
        export_(stranger, t, linked);
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
        export_(stranger, t, agentId);
        assertFeedback(agentId, REWARD, "creator_judges", id);
    }

    /// Finding 36: a failed call is no export.
    function test_RevertWhen_TheRegistryReverts_ItCanBeTriedAgain() public {
        uint256 agentId = idOf(alice);
        vm.mockCallRevert(
            address(registry), abi.encodeWithSelector(IERC8004Reputation.giveFeedback.selector), "down"
        );
        reverts("down", stranger, agentId);
        assertEq(reputation.exportedMask(id), 0);
        vm.clearMockedCalls();
        export_(stranger, t, agentId);
        assertEq(registry.count(), 1);
    }

    /// Finding 5.
    function test_RevertWhen_TheRegistryCallsBack() public {
        HostileReputation hostile = new HostileReputation();
        reputation = new OabpReputation(address(escrow), address(agents), address(hostile));
        uint256 agentId = idOf(alice);
        LogProof memory proof = proofOf(id, 0);
        hostile.arm(address(reputation), abi.encodeCall(IOabpReputation.export, (t, 0, agentId, proof)));
        reverts(
            abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector),
            stranger,
            agentId
        );
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

    /// AIP-1's names, in the order of the escrow's enumeration.
    function test_Given_TagsOfAllTypes() public {
        assertEq(reputation.tagOf(uint8(VerificationType.CreatorJudges)), "creator_judges");
        assertEq(reputation.tagOf(uint8(VerificationType.FirstValidMatch)), "first_valid_match");
        assertEq(reputation.tagOf(uint8(VerificationType.PeerVote)), "peer_vote");
        assertEq(reputation.tagOf(uint8(VerificationType.Oracle)), "oracle");
        vm.expectRevert();
        reputation.tagOf(4);
    }

    function test_Given_Construction() public view {
        assertEq(reputation.escrow(), address(escrow));
        assertEq(reputation.agents(), address(agents));
        assertEq(reputation.identityRegistry(), address(identity));
        assertEq(reputation.reputationRegistry(), address(registry));
        assertEq(registry.getIdentityRegistry(), address(identity));
    }
}
