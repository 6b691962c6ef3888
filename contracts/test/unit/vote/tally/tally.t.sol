// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {MissionTerms, Split} from "../../../../src/types/Mission.sol";
import {Outcome, VoteRules} from "../../../../src/types/Vote.sol";
import {World} from "../World.sol";

contract VoteTallyTest is World {
    function nothingCame(MissionTerms memory t, bytes32 id, Outcome expected) private {
        assertOutcome(id, 0, expected);
        assertEq(usdc.balanceOf(alice), 1e12);
        for (uint256 i; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IOabpVote.NoChoiceMade.selector, id, 0));
            vote.settle(id, 0, voter(i));
            assertEq(staked(voter(i)), STAKE);
        }
        vm.warp(REFUND_AT);
        escrow.refund(t);
        assertEq(usdc.balanceOf(refundTo), REWARD);
    }

    function test_RevertWhen_ThePollIsNotOver() public {
        (MissionTerms memory t, bytes32 id) = opened();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.PollNotOver.selector, SUBMIT_BY + 2 days));
        tally(t, 0, alice);
        vm.warp(SUBMIT_BY + 2 days - 1);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.PollNotOver.selector, SUBMIT_BY + 2 days));
        tally(t, 0, alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.PollNotOver.selector, 0));
        tally(t, 1, alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.PollNotOver.selector, 0));
        tally(t, APPEAL, alice);
        vm.warp(SUBMIT_BY + 2 days);
        tally(t, 0, alice);
        assertOutcome(id, 0, Outcome.NoQuorum);
    }

    function test_RevertWhen_ThePollWasTallied() public {
        (MissionTerms memory t, bytes32 id) = opened();
        ballots(id, 0, choose(alice, alice, alice));
        tally(t, 0, alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.AlreadyTallied.selector, id, 0));
        tally(t, 0, alice);
    }

    /// Finding 34: quorum of voters less one fails, and slashes nobody.
    function test_Given_TooFewVoters() public solvent {
        (MissionTerms memory t, bytes32 id) = opened();
        commit(id, 0, voter(2), bob); // does not reveal
        address[] memory two = new address[](2);
        (two[0], two[1]) = (alice, alice);
        ballots(id, 0, two);
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteTallied(id, address(0), 0, 2 * STAKE, false, Outcome.NoQuorum);
        tally(t, 0, alice);
        nothingCame(t, id, Outcome.NoQuorum);
    }

    /// Finding 34: quorum of weight less one unit fails; to the unit it decides.
    function test_Given_QuorumOfWeight() public {
        for (uint256 i; i < 2; ++i) {
            vm.warp(NOW);
            MissionTerms memory t = voteTerms();
            t.salt = i;
            VoteRules memory rules = someRules();
            rules.quorumWeight = i == 0 ? 300e6 + 1 : 300e6;
            t.param = pack(rules);
            bytes32 id = entered(t);
            vm.warp(SUBMIT_BY);
            vote.open(t, 0);
            ballots(id, 0, choose(alice, alice, alice));
            tally(t, 0, alice);
            assertOutcome(id, 0, i == 0 ? Outcome.NoQuorum : Outcome.Elected);
        }
    }

    function test_Given_Tie() public solvent {
        (MissionTerms memory t, bytes32 id) = opened();
        commit(id, 0, voter(4), alice); // does not reveal
        ballots(id, 0, choose(alice, bob, alice, bob));
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteTallied(id, address(0), 0, 2 * STAKE, true, Outcome.Tie);
        tally(t, 0, alice);
        nothingCame(t, id, Outcome.Tie);
    }

    function test_RevertWhen_TheWinnerIsNotTheHeaviest() public {
        (MissionTerms memory t, bytes32 id) = opened();
        ballots(id, 0, choose(alice, alice, bob));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NotTheLeader.selector, bob, STAKE, 2 * STAKE));
        tally(t, 0, bob);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NotTheLeader.selector, address(0), 0, 2 * STAKE));
        tally(t, 0, address(0));
    }

    /// Finding 27: whoever tallies cannot choose the payees.
    function test_RevertWhen_TheSplitIsNotTheWinners() public {
        (MissionTerms memory t, bytes32 id) = opened();
        ballots(id, 0, choose(alice, alice, bob));
        Split memory s = solo(stranger);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NotTheSubmission.selector, alice, submissionHash(s)));
        vote.tally(t, 0, alice, CONTENT, s);
        s = solo(alice);
        bytes32 other = keccak256("other content");
        vm.expectRevert(
            abi.encodeWithSelector(
                IOabpVote.NotTheSubmission.selector, alice, keccak256(abi.encode(other, splitHash(s)))
            )
        );
        vote.tally(t, 0, alice, other, s);
    }

    function test_Given_ElectedAgent() public solvent {
        (MissionTerms memory t, bytes32 id) = opened();
        ballots(id, 0, choose(alice, alice, bob));
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteTallied(id, alice, 0, 2 * STAKE, true, Outcome.Elected);
        vm.expectEmit(address(escrow));
        emit IOabpEscrow.AwardFinalized(id, 0, alice, REWARD, REWARD - NET);
        tally(t, 0, alice);
        assertEq(usdc.balanceOf(alice), 1e12 + NET);
        assertEq(vote.verdictOf(id, 0).winner, alice);
    }

    function isNobody(address choice) private {
        (MissionTerms memory t, bytes32 id) = opened();
        ballots(id, 0, choose(choice, choice, alice));
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteTallied(id, choice, 0, 2 * STAKE, true, Outcome.Nobody);
        tally(t, 0, choice);
        settle(id, 0, 2);
        assertEq(staked(voter(2)), STAKE * 8 / 10);
        assertEq(escrow.mission(id).held, REWARD);
        vm.warp(REFUND_AT);
        escrow.refund(t);
        assertEq(usdc.balanceOf(refundTo), REWARD);
    }

    function test_Given_Nobody() public solvent {
        isNobody(address(0));
    }

    /// Finding 31: who did not submit is not awarded, whoever votes for it.
    function test_Given_SomebodyWithoutASubmission() public solvent {
        isNobody(stranger);
    }

    /// Finding 44: the poster is not awarded by votes either, even if it submitted.
    function test_Given_ThePoster() public solvent {
        MissionTerms memory t = voteTerms();
        bytes32 id = entered(t);
        submit(id, poster, 0, solo(stranger));
        vm.warp(SUBMIT_BY);
        vote.open(t, 0);
        ballots(id, 0, choose(poster, poster, alice));
        vote.tally(t, 0, poster, CONTENT, solo(stranger));
        assertOutcome(id, 0, Outcome.Nobody);
        assertEq(usdc.balanceOf(stranger), 0);
    }

    function withSplit(Split memory s) private returns (MissionTerms memory t, bytes32 id) {
        t = voteTerms();
        id = post(t);
        submit(id, alice, 0, s);
        submit(id, bob, 0, solo(bob));
        vm.warp(SUBMIT_BY);
        vote.open(t, 0);
    }

    /// Finding 44 and I13: nobody is elected by whom it pays.
    function test_Given_PayeeWhoVotedForTheWinner() public solvent {
        Split memory s = pair(alice, voter(2));
        (MissionTerms memory t, bytes32 id) = withSplit(s);
        ballots(id, 0, choose(alice, alice, alice));
        vote.tally(t, 0, alice, CONTENT, s);
        nothingCame(t, id, Outcome.Conflicted);
        assertEq(usdc.balanceOf(voter(2)), 1e12 - STAKE);
    }

    /// Being named a payee by somebody else takes no vote away.
    function test_Given_PayeeWhoVotedForAnother() public solvent {
        Split memory s = pair(alice, voter(2));
        (MissionTerms memory t, bytes32 id) = withSplit(s);
        ballots(id, 0, choose(alice, alice, bob));
        vote.tally(t, 0, alice, CONTENT, s);
        assertOutcome(id, 0, Outcome.Elected);
    }

    function test_Given_PayeeOfALoserAmongTheVoters() public solvent {
        Split memory s = pair(alice, voter(2));
        (MissionTerms memory t, bytes32 id) = withSplit(s);
        ballots(id, 0, choose(bob, bob, bob));
        vote.tally(t, 0, bob, CONTENT, solo(bob));
        assertOutcome(id, 0, Outcome.Elected);
        assertEq(usdc.balanceOf(bob), 1e12 + NET);
    }

    /// A payee who committed and did not reveal has elected nobody.
    function test_Given_PayeeWhoDidNotReveal() public solvent {
        Split memory s = pair(alice, voter(4));
        (MissionTerms memory t, bytes32 id) = withSplit(s);
        commit(id, 0, voter(4), alice);
        ballots(id, 0, choose(alice, alice, bob));
        vote.tally(t, 0, alice, CONTENT, s);
        assertOutcome(id, 0, Outcome.Elected);
    }

    /// Findings 15 and 17: a winner that the escrow refuses stops nothing for ever.
    function test_Given_SplitThatTheEscrowRefuses() public solvent {
        Split memory s = pair(alice, poster);
        (MissionTerms memory t, bytes32 id) = withSplit(s);
        ballots(id, 0, choose(alice, alice, bob));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.PosterBarred.selector, poster));
        vote.tally(t, 0, alice, CONTENT, s);
        vm.warp(JUDGE_BY);
        vote.tally(t, 0, alice, CONTENT, s);
        assertOutcome(id, 0, Outcome.TooLate);
        settle(id, 0, 2);
        assertEq(staked(voter(2)), STAKE * 8 / 10);
        vm.warp(REFUND_AT);
        escrow.refund(t);
    }

    function test_Given_TallyFromJudgeByOn() public solvent {
        (MissionTerms memory t, bytes32 id) = opened();
        ballots(id, 0, choose(alice, alice, bob));
        uint256 state = vm.snapshotState();
        vm.warp(JUDGE_BY - 1);
        tally(t, 0, alice);
        assertOutcome(id, 0, Outcome.Elected);
        assertTrue(vm.revertToState(state));
        vm.warp(JUDGE_BY);
        // Content and split are of no account any more.
        vote.tally(t, 0, alice, bytes32(0), solo(stranger));
        assertOutcome(id, 0, Outcome.TooLate);
        assertEq(usdc.balanceOf(alice), 1e12);
        vm.warp(REFUND_AT);
        escrow.refund(t);
    }

    function test_Given_Prizes_EachHasItsPoll() public solvent {
        MissionTerms memory t = withTranches(voteTerms(), 3);
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY);
        for (uint8 i; i < 3; ++i) {
            vote.open(t, i);
            for (uint256 v; v < 3; ++v) {
                commit(id, i, voter(v), i == 1 ? bob : alice);
            }
        }
        toReveal();
        for (uint8 i; i < 3; ++i) {
            for (uint256 v; v < 3; ++v) {
                reveal(id, i, voter(v), i == 1 ? bob : alice);
            }
        }
        toTally();
        for (uint8 i; i < 3; ++i) {
            tally(t, i, i == 1 ? bob : alice);
        }
        assertEq(usdc.balanceOf(alice), 1e12 + 2 * 9.95e6);
        assertEq(usdc.balanceOf(bob), 1e12 + 9.95e6);
    }

    /// Findings 1 and 47: votes decide while the winner is listed, or the token paused; the award becomes a credit.
    function test_Given_TheTokenRefuses_TheAwardIsCredited() public solvent {
        (MissionTerms memory t, bytes32 id) = opened();
        ballots(id, 0, choose(alice, alice, bob));
        usdc.blacklist(alice);
        usdc.pause();
        tally(t, 0, alice);
        assertEq(escrow.credit(alice), NET);
        settle(id, 0, 2);
    }

    /// Finding 22: whoever owns the list of oracles changes nothing here.
    function test_Given_TheListOfOraclesChanged() public solvent {
        (MissionTerms memory t, bytes32 id) = opened();
        vm.startPrank(timelock);
        oracles.allow(address(vote), true);
        oracles.allow(address(vote), false);
        oracles.renounceOwnership();
        vm.stopPrank();
        ballots(id, 0, choose(alice, alice, bob));
        tally(t, 0, alice);
        assertEq(usdc.balanceOf(alice), 1e12 + NET);
    }
}
