// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {Layout, MissionTerms} from "../../../../src/types/Mission.sol";
import {Ballot, BallotState, Count} from "../../../../src/types/Vote.sol";
import {World} from "../World.sol";

contract VoteRevealTest is World {
    /// Finding 37: a vote that could be revealed in the block it is cast in is cast after having seen the others.
    function test_RevertWhen_TheWindowHasNotBegun() public {
        (, bytes32 id) = opened();
        commit(id, 0, voter(0), alice);
        vm.expectRevert(
            abi.encodeWithSelector(
                IOabpVote.RevealWindowClosed.selector, SUBMIT_BY + 1 days, SUBMIT_BY + 2 days
            )
        );
        reveal(id, 0, voter(0), alice);
        vm.warp(SUBMIT_BY + 1 days - 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                IOabpVote.RevealWindowClosed.selector, SUBMIT_BY + 1 days, SUBMIT_BY + 2 days
            )
        );
        reveal(id, 0, voter(0), alice);
        vm.warp(SUBMIT_BY + 1 days);
        reveal(id, 0, voter(0), alice);
    }

    function test_RevertWhen_TheWindowIsOver() public {
        (, bytes32 id) = opened();
        commit(id, 0, voter(0), alice);
        commit(id, 0, voter(1), alice);
        vm.warp(SUBMIT_BY + 2 days - 1);
        reveal(id, 0, voter(0), alice);
        vm.warp(SUBMIT_BY + 2 days);
        vm.expectRevert(
            abi.encodeWithSelector(
                IOabpVote.RevealWindowClosed.selector, SUBMIT_BY + 1 days, SUBMIT_BY + 2 days
            )
        );
        reveal(id, 0, voter(1), alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.RevealWindowClosed.selector, 0, 0));
        reveal(id, 1, voter(1), alice);
    }

    /// I9: only who committed reveals, and only what it committed to.
    function test_RevertWhen_ItIsAnotherVote() public {
        (, bytes32 id) = opened();
        commit(id, 0, voter(0), alice);
        toReveal();
        vm.startPrank(voter(0));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.CommitmentMismatch.selector, voter(0)));
        vote.reveal(id, 0, bob, SALT);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.CommitmentMismatch.selector, voter(0)));
        vote.reveal(id, 0, alice, keccak256("another salt"));
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.CommitmentMismatch.selector, voter(1)));
        reveal(id, 0, voter(1), alice);
    }

    /// Finding 38: a copied commitment opens for nobody but who made it.
    function test_RevertWhen_TheCommitmentIsCopied() public {
        (, bytes32 id) = opened();
        bytes32 c = commitment(id, 0, voter(0), alice);
        commit(id, 0, voter(0), alice);
        vm.prank(voter(1));
        vote.commit(id, 0, c);
        toReveal();
        reveal(id, 0, voter(0), alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.CommitmentMismatch.selector, voter(1)));
        reveal(id, 0, voter(1), alice);
    }

    /// Finding 10: nor in another poll.
    function test_RevertWhen_TheCommitmentIsOfAnotherPoll() public {
        MissionTerms memory t = withTranches(voteTerms(), 2);
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY);
        vote.open(t, 0);
        vote.open(t, 1);
        bytes32 c = commitment(id, 0, voter(0), alice);
        vm.prank(voter(0));
        vote.commit(id, 1, c);
        toReveal();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.CommitmentMismatch.selector, voter(0)));
        reveal(id, 1, voter(0), alice);
    }

    /// Finding 32: a vote counts once.
    function test_RevertWhen_CallerRevealedBefore() public {
        (, bytes32 id) = opened();
        commit(id, 0, voter(0), alice);
        toReveal();
        reveal(id, 0, voter(0), alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.CommitmentMismatch.selector, voter(0)));
        reveal(id, 0, voter(0), alice);
        assertEq(vote.weightOf(id, 0, alice), STAKE);
    }

    /// Finding 44 and I13.
    function test_RevertWhen_CallerSubmitted() public {
        MissionTerms memory t = voteTerms();
        bytes32 id = entered(t);
        submit(id, voter(0), 0, solo(voter(0)));
        vm.warp(SUBMIT_BY);
        vote.open(t, 0);
        commit(id, 0, voter(0), alice);
        toReveal();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.VoterBarred.selector, voter(0)));
        reveal(id, 0, voter(0), alice);
    }

    function test_Given_Milestones_WhoSubmittedForAnotherVotes() public {
        MissionTerms memory t = withTranches(voteTerms(), 2);
        t.layout = Layout.Milestones;
        bytes32 id = post(t);
        submit(id, alice, 0, solo(alice));
        submit(id, voter(0), 1, solo(voter(0)));
        vm.warp(SUBMIT_BY);
        vote.open(t, 0);
        vote.open(t, 1);
        commit(id, 0, voter(0), alice);
        commit(id, 1, voter(0), voter(0));
        toReveal();
        reveal(id, 0, voter(0), alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.VoterBarred.selector, voter(0)));
        reveal(id, 1, voter(0), voter(0));
    }

    function test_Given_ValidReveal() public {
        (, bytes32 id) = opened();
        commit(id, 0, voter(0), alice);
        toReveal();
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteRevealed(id, voter(0), 0, alice, STAKE);
        reveal(id, 0, voter(0), alice);
        Count memory c = vote.countOf(id, 0);
        assertEq(c.voters, 1);
        assertEq(c.weight, STAKE);
        assertEq(c.top, STAKE);
        assertFalse(c.tie);
        Ballot memory b = vote.ballotOf(id, 0, voter(0));
        assertEq(uint8(b.state), uint8(BallotState.Revealed));
        assertEq(b.weight, STAKE);
        assertEq(address(uint160(b.data)), alice);
    }

    /// Finding 32 and I10: every weight is in exactly one choice, and the sums are what a recount says.
    function testFuzz_Given_AnyReveals_TheCountIsARecount(uint256 dice) public {
        uint256 n = 6 + dice % 6;
        vm.warp(NOW - 1);
        for (uint256 i = VOTERS; i < n; ++i) {
            join(voter(i), 1e6 * (1 + (dice >> (4 * i)) % 4));
        }
        vm.warp(NOW);
        (, bytes32 id) = opened();
        address[4] memory choices = [alice, bob, address(0), stranger];
        for (uint256 i; i < n; ++i) {
            commit(id, 0, voter(i), choices[(dice >> (8 * i)) % 4]);
        }
        toReveal();
        uint256[4] memory sums;
        uint256 all;
        uint256 revealed;
        for (uint256 i; i < n; ++i) {
            if ((dice >> (128 + i)) % 5 == 0) continue; // does not reveal
            uint256 k = (dice >> (8 * i)) % 4;
            reveal(id, 0, voter(i), choices[k]);
            uint256 w = vote.ballotOf(id, 0, voter(i)).weight;
            assertEq(w, staked(voter(i)));
            (sums[k], all, revealed) = (sums[k] + w, all + w, revealed + 1);
        }
        (uint256 top, uint256 atTop) = (0, 0);
        for (uint256 k; k < 4; ++k) {
            assertEq(vote.weightOf(id, 0, choices[k]), sums[k], "weight of a choice");
            if (sums[k] > top) (top, atTop) = (sums[k], 1);
            else if (sums[k] == top) ++atTop;
        }
        Count memory c = vote.countOf(id, 0);
        assertEq(c.weight, all);
        assertEq(c.voters, revealed);
        assertEq(c.top, top);
        if (top != 0) assertEq(c.tie, atTop > 1);
    }
}
