// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {MissionTerms, Split} from "../../../../src/types/Mission.sol";
import {Count, Outcome} from "../../../../src/types/Vote.sol";
import {World} from "../World.sol";

/// Decision 10: the vote contract as the arbiter of appeals.
contract VoteAppealTest is World {
    function test_RevertWhen_TheArbiterIsAnother() public {
        MissionTerms memory t = appealTerms();
        t.arbiter = judge;
        bytes32 id = entered(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NotOurs.selector, id));
        vote.openAppeal(t, 0);
    }

    function test_RevertWhen_ThereIsNoAppeal() public {
        MissionTerms memory t = appealTerms();
        bytes32 id = entered(t);
        vm.prank(judge);
        escrow.award(t, 0, alice, CONTENT, solo(alice));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToDecide.selector, id, 0));
        vote.openAppeal(t, 0);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToDecide.selector, id, 200));
        vote.openAppeal(t, 200);
    }

    function test_RevertWhen_ItIsTooLateOrTwice() public {
        (MissionTerms memory t, bytes32 id) = appealOpened();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.PollExists.selector, id, APPEAL));
        vote.openAppeal(t, 0);

        vm.warp(NOW);
        t.salt = 1;
        id = entered(t);
        vm.prank(judge);
        escrow.award(t, 0, alice, CONTENT, solo(alice));
        vm.prank(bob);
        escrow.appeal(t, 0, keccak256("evidence"));
        skip(1 days - 1 hours + 1);
        vm.expectRevert(
            abi.encodeWithSelector(IOabpVote.TooLateToOpen.selector, NOW + 3 days + 1, NOW + 3 days)
        );
        vote.openAppeal(t, 0);
        vm.warp(NOW + 1 days - 1 hours);
        vote.openAppeal(t, 0);
    }

    function test_Given_TheAwardedAgent_TheAwardStands() public solvent {
        (MissionTerms memory t, bytes32 id) = appealOpened();
        ballots(id, APPEAL, choose(alice, alice, bob));
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteTallied(id, alice, APPEAL, 2 * STAKE, true, Outcome.Elected);
        tally(t, APPEAL, alice);
        assertEq(usdc.balanceOf(alice), 1e12 + BOND);
        escrow.finalize(t, 0, CONTENT, solo(alice));
        assertEq(usdc.balanceOf(alice), 1e12 + BOND + NET);
        settle(id, APPEAL, 2);
        assertEq(staked(voter(2)), STAKE * 4 / 5);
    }

    function test_Given_AnotherAgent_ItIsAwarded() public solvent {
        (MissionTerms memory t, bytes32 id) = appealOpened();
        ballots(id, APPEAL, choose(bob, bob, alice));
        tally(t, APPEAL, bob);
        escrow.finalize(t, 0, CONTENT, solo(bob));
        assertEq(usdc.balanceOf(bob), 1e12 + NET, "award or bond");
        assertEq(usdc.balanceOf(alice), 1e12);
    }

    function isRefund(address choice) private {
        (MissionTerms memory t, bytes32 id) = appealOpened();
        ballots(id, APPEAL, choose(choice, choice, alice));
        tally(t, APPEAL, choice);
        assertOutcome(id, APPEAL, Outcome.Nobody);
        assertEq(usdc.balanceOf(refundTo), REWARD);
        assertEq(usdc.balanceOf(bob), 1e12);
    }

    function test_Given_Nobody_ThePosterIsRefunded() public solvent {
        isRefund(address(0));
    }

    function test_Given_SomebodyWithoutASubmission() public solvent {
        isRefund(stranger);
    }

    function test_Given_ThePoster() public solvent {
        isRefund(poster);
    }

    function lapses(MissionTerms memory t, bytes32 id, Outcome expected, Split memory s) private {
        assertOutcome(id, APPEAL, expected);
        vm.warp(escrow.appealOf(id, 0).ruleBy);
        escrow.finalize(t, 0, CONTENT, s);
        assertEq(usdc.balanceOf(bob), 1e12, "the bond goes back");
    }

    /// Finding 34: without a quorum the voters rule nothing.
    function test_Given_NoQuorum_TheAppealLapses() public solvent {
        (MissionTerms memory t, bytes32 id) = appealOpened();
        skip(2 days);
        tally(t, APPEAL, bob);
        lapses(t, id, Outcome.NoQuorum, solo(alice));
        assertEq(usdc.balanceOf(alice), 1e12 + NET);
    }

    function test_Given_Tie_TheAppealLapses() public solvent {
        (MissionTerms memory t, bytes32 id) = appealOpened();
        ballots(id, APPEAL, choose(alice, bob, alice, bob));
        tally(t, APPEAL, bob);
        lapses(t, id, Outcome.Tie, solo(alice));
    }

    function test_Given_Conflict_TheAppealLapses() public solvent {
        MissionTerms memory t = appealTerms();
        bytes32 id = post(t);
        Split memory s = pair(bob, voter(0));
        submit(id, alice, 0, solo(alice));
        submit(id, bob, 0, s);
        vm.warp(SUBMIT_BY);
        vm.prank(judge);
        escrow.award(t, 0, alice, CONTENT, solo(alice));
        vm.prank(bob);
        escrow.appeal(t, 0, keccak256("evidence"));
        skip(1);
        vote.openAppeal(t, 0);
        ballots(id, APPEAL, choose(bob, bob, alice));
        vote.tally(t, APPEAL, bob, CONTENT, s);
        lapses(t, id, Outcome.Conflicted, solo(alice));
    }

    /// Finding 14: at ruleBy the arbiter's window is over; the vote moves nothing any more.
    function test_Given_TallyFromRuleByOn() public solvent {
        for (uint256 i; i < 2; ++i) {
            vm.warp(NOW);
            uint256 state = vm.snapshotState();
            (MissionTerms memory t, bytes32 id) = appealOpened();
            address choice = i == 0 ? bob : address(0);
            ballots(id, APPEAL, choose(choice, choice, alice));
            vm.warp(escrow.appealOf(id, 0).ruleBy);
            tally(t, APPEAL, choice);
            assertOutcome(id, APPEAL, Outcome.TooLate);
            settle(id, APPEAL, 2);
            assertEq(staked(voter(2)), STAKE * 4 / 5);
            escrow.finalize(t, 0, CONTENT, solo(alice));
            assertEq(usdc.balanceOf(alice), 1e12 + NET);
            assertTrue(vm.revertToState(state));
        }
    }

    /// The appeal is gone by then, and the escrow says so; the poll is tallied all the same.
    function test_Given_TallyAfterTheAppealLapsed() public solvent {
        (MissionTerms memory t, bytes32 id) = appealOpened();
        ballots(id, APPEAL, choose(bob, bob, alice));
        vm.warp(escrow.appealOf(id, 0).ruleBy);
        escrow.finalize(t, 0, CONTENT, solo(alice));
        tally(t, APPEAL, bob);
        assertOutcome(id, APPEAL, Outcome.TooLate);
    }

    /// Finding 33: no weight is bought once the award is known.
    function test_Given_StakeThatCameAfterTheProposal() public {
        MissionTerms memory t = appealTerms();
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY);
        vm.prank(judge);
        escrow.award(t, 0, alice, CONTENT, solo(alice));
        stake(voter(0), 800e6);
        skip(1 hours);
        vm.prank(bob);
        escrow.appeal(t, 0, keccak256("evidence"));
        vote.openAppeal(t, 0);
        Count memory c = vote.countOf(id, APPEAL);
        assertEq(c.postedAt + c.stakedBefore, SUBMIT_BY);
        vm.prank(voter(0));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.WeightTooSmall.selector, voter(0), 0, 1e6));
        vote.commit(id, APPEAL, bytes32(uint256(1)));
    }

    /// Finding 44: neither party of the appeal votes on it.
    function test_RevertWhen_APartyVotes() public {
        vm.warp(NOW - 1);
        join(poster, STAKE);
        register(alice);
        stake(alice, STAKE);
        register(bob);
        stake(bob, STAKE);
        vm.warp(NOW);
        (, bytes32 id) = appealOpened();
        vm.prank(poster);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.VoterBarred.selector, poster));
        vote.commit(id, APPEAL, bytes32(uint256(1)));
        commit(id, APPEAL, alice, alice);
        commit(id, APPEAL, bob, bob);
        toReveal();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.VoterBarred.selector, alice));
        reveal(id, APPEAL, alice, alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.VoterBarred.selector, bob));
        reveal(id, APPEAL, bob, bob);
    }

    /// Finding 27: what was voted for is what is awarded. bob could replace its work after the vote, so it is not awarded.
    function test_Given_OpenSubmissions_AnotherAgentCountsAsNobody() public solvent {
        (MissionTerms memory t, bytes32 id) = appealOpened(NOW + 1 days);
        ballots(id, APPEAL, choose(bob, bob, alice));
        vm.prank(bob);
        escrow.submit(id, 0, keccak256("something worthless"), splitHash(solo(bob)), "");
        tally(t, APPEAL, bob);
        assertOutcome(id, APPEAL, Outcome.Nobody);
        assertEq(usdc.balanceOf(refundTo), REWARD);
    }

    function test_Given_OpenSubmissions_TheAwardedAgentIsUpheld() public solvent {
        (MissionTerms memory t, bytes32 id) = appealOpened(NOW + 1 days);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.SubmissionLocked.selector, id, alice, 0));
        escrow.submit(id, 0, keccak256("something worthless"), splitHash(solo(alice)), "");
        ballots(id, APPEAL, choose(alice, alice, bob));
        tally(t, APPEAL, alice);
        assertOutcome(id, APPEAL, Outcome.Elected);
        escrow.finalize(t, 0, CONTENT, solo(alice));
    }

    /// A peer_vote award is appealed to the same voters, in a poll of its own.
    function test_Given_PeerVoteWithAppeal() public solvent {
        MissionTerms memory t = voteTerms();
        (t.arbiter, t.appealWindow, t.appealBond) = (address(vote), APPEAL_WINDOW, BOND);
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY);
        vote.open(t, 0);
        ballots(id, 0, choose(alice, alice, bob));
        tally(t, 0, alice);
        vm.prank(bob);
        escrow.appeal(t, 0, keccak256("evidence"));
        vote.openAppeal(t, 0);
        ballots(id, APPEAL, choose(bob, alice, bob));
        tally(t, APPEAL, bob);
        escrow.finalize(t, 0, CONTENT, solo(bob));
        assertEq(usdc.balanceOf(bob), 1e12 + NET);
        settle(id, 0, 2);
        settle(id, APPEAL, 1);
        settle(id, 0, 0);
        settle(id, APPEAL, 0);
        assertEq(vote.winningsOf(voter(0)), STAKE / 10 + STAKE / 10);
    }
}
