// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {MissionTerms, VerificationType} from "../../../../src/types/Mission.sol";
import {BallotState, Count, Verdict} from "../../../../src/types/Vote.sol";
import {World} from "../World.sol";

contract VoteOpenTest is World {
    function test_RevertWhen_NotOurs() public {
        MissionTerms memory t = baseTerms();
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NotOurs.selector, id));
        vote.open(t, 0);
        // A creator who names the vote contract as its delegate is not a peer_vote mission.
        t.resolver = address(vote);
        id = escrow.missionIdOf(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NotOurs.selector, id));
        vote.open(t, 0);
    }

    function test_RevertWhen_SubmissionsAreOpen() public {
        MissionTerms memory t = voteTerms();
        entered(t);
        vm.warp(SUBMIT_BY - 1);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.SubmissionsOpen.selector, SUBMIT_BY));
        vote.open(t, 0);
    }

    function test_RevertWhen_NothingToDecide() public {
        MissionTerms memory t = voteTerms();
        bytes32 id = post(t);
        vm.warp(SUBMIT_BY);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToDecide.selector, id, 0));
        vote.open(t, 0);

        vm.warp(NOW);
        t.salt = 1;
        id = entered(t);
        vm.warp(SUBMIT_BY);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToDecide.selector, id, 1));
        vote.open(t, 1);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToDecide.selector, id, 255));
        vote.open(t, 255);

        t.salt = 2; // never posted
        id = escrow.missionIdOf(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToDecide.selector, id, 0));
        vote.open(t, 0);
    }

    function test_RevertWhen_TheTrancheIsDone() public {
        (MissionTerms memory t, bytes32 id) = opened();
        ballots(id, 0, choose(alice, alice, alice));
        tally(t, 0, alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToDecide.selector, id, 0));
        vote.open(t, 0);
    }

    function test_RevertWhen_TheTrancheIsPending() public {
        MissionTerms memory t = voteTerms();
        (t.arbiter, t.appealWindow, t.appealBond) = (judge, APPEAL_WINDOW, BOND);
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY);
        vote.open(t, 0);
        ballots(id, 0, choose(alice, alice, alice));
        tally(t, 0, alice);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToDecide.selector, id, 0));
        vote.open(t, 0);
    }

    function test_RevertWhen_TheParamIsNoRules() public {
        MissionTerms memory t = voteTerms();
        t.param = keccak256("target");
        entered(t);
        vm.warp(SUBMIT_BY);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.RulesInvalid.selector, t.param));
        vote.open(t, 0);
        // Nobody decides; the money goes back.
        vm.warp(REFUND_AT);
        escrow.refund(t);
        assertEq(usdc.balanceOf(refundTo), REWARD);
    }

    function test_RevertWhen_ThePollExists() public {
        (MissionTerms memory t, bytes32 id) = opened();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.PollExists.selector, id, 0));
        vote.open(t, 0);
        skip(2 days);
        tally(t, 0, address(0));
        // Finding 28: a poll that came to nothing is not held again until it suits somebody.
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.PollExists.selector, id, 0));
        vote.open(t, 0);
    }

    function test_RevertWhen_ItIsTooLate() public {
        MissionTerms memory t = voteTerms();
        entered(t);
        uint256 last = JUDGE_BY - 2 days - 1 hours;
        vm.warp(last + 1);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.TooLateToOpen.selector, JUDGE_BY + 1, JUDGE_BY));
        vote.open(t, 0);
        vm.warp(last);
        vote.open(t, 0);
    }

    function test_Given_ClosedSubmissions() public {
        MissionTerms memory t = voteTerms();
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY);
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteOpened(id, 0, SUBMIT_BY + 1 days, SUBMIT_BY + 2 days, SUBMIT_BY, pack(someRules()));
        vm.prank(stranger);
        vote.open(t, 0);
        Count memory c = vote.countOf(id, 0);
        assertEq(c.postedAt, NOW);
        assertEq(c.postedAt + c.stakedBefore, SUBMIT_BY);
        assertEq(c.postedAt + c.commitEnd, SUBMIT_BY + 1 days);
        assertEq(c.revealMinutes, 1440);
        assertEq(c.cap, 1000);
        assertEq(c.voters + c.weight + c.top, 0);
        Verdict memory v = vote.verdictOf(id, 0);
        assertEq(v.poster, poster);
        assertEq(v.quorumVoters, 3);
        assertEq(v.quorumWeight, 50e6);
        assertEq(v.slashBps, 2000);
        assertEq(uint8(vote.ballotOf(id, 0, poster).state), uint8(BallotState.Barred));
    }

    function test_Given_LateOpening_StakeCountsFromSevenDaysBefore() public {
        MissionTerms memory t = voteTerms();
        (t.judgeBy, t.refundAt) = (NOW + 60 days, NOW + 70 days);
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY + 20 days);
        vote.open(t, 0);
        Count memory c = vote.countOf(id, 0);
        assertEq(c.postedAt + c.stakedBefore, SUBMIT_BY + 13 days);
    }
}
