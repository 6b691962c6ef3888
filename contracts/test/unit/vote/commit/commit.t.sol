// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {MissionTerms} from "../../../../src/types/Mission.sol";
import {Ballot, BallotState, VoteRules} from "../../../../src/types/Vote.sol";
import {World} from "../World.sol";

contract VoteCommitTest is World {
    function test_RevertWhen_ThereIsNoPoll() public {
        (, bytes32 id) = opened();
        vm.startPrank(voter(0));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.CommitWindowClosed.selector, 0));
        vote.commit(keccak256("nothing"), 0, bytes32(uint256(1)));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.CommitWindowClosed.selector, 0));
        vote.commit(id, APPEAL, bytes32(uint256(1)));
    }

    function test_RevertWhen_TheWindowIsOver() public {
        (, bytes32 id) = opened();
        vm.warp(SUBMIT_BY + 1 days - 1);
        commit(id, 0, voter(0), alice);
        vm.warp(SUBMIT_BY + 1 days);
        vm.prank(voter(1));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.CommitWindowClosed.selector, SUBMIT_BY + 1 days));
        vote.commit(id, 0, bytes32(uint256(1)));
    }

    /// Finding 32: one vote per voter; also one whose hash is zero.
    function test_RevertWhen_CallerVotedBefore() public {
        (, bytes32 id) = opened();
        vm.startPrank(voter(0));
        vote.commit(id, 0, bytes32(0));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.AlreadyVoted.selector, voter(0)));
        vote.commit(id, 0, bytes32(uint256(1)));
    }

    /// Finding 44: the poster does not judge its own mission. Through a second address it can; nothing on a chain tells.
    function test_RevertWhen_CallerIsThePoster() public {
        vm.warp(NOW - 1);
        join(poster, STAKE);
        vm.warp(NOW);
        (, bytes32 id) = opened();
        vm.prank(poster);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.VoterBarred.selector, poster));
        vote.commit(id, 0, bytes32(uint256(1)));
    }

    function test_RevertWhen_CallerGaveNotice() public {
        (, bytes32 id) = opened();
        vm.startPrank(voter(0));
        vote.requestUnstake();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NoticeGiven.selector, voter(0), SUBMIT_BY));
        vote.commit(id, 0, bytes32(uint256(1)));
    }

    /// Finding 44 and I13: nobody makes voters for a mission that is posted.
    function test_RevertWhen_CallerRegisteredTooLate() public {
        address who = makeAddr("late");
        join(who, STAKE); // in the second of the post
        (, bytes32 id) = opened();
        vm.prank(who);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.RegisteredTooLate.selector, who, NOW, NOW));
        vote.commit(id, 0, bytes32(uint256(1)));
    }

    function test_Given_RegisteredOneSecondBefore() public {
        vm.warp(NOW - 1);
        address who = makeAddr("in time");
        enrich(who);
        register(who);
        vm.warp(SUBMIT_BY - 1);
        stake(who, STAKE);
        vm.warp(NOW);
        (, bytes32 id) = opened();
        commit(id, 0, who, alice);
    }

    function test_RevertWhen_CallerRegisteredAgainAfterThePost() public {
        MissionTerms memory t = voteTerms();
        bytes32 id = entered(t);
        skip(1 days);
        vm.startPrank(voter(0));
        agents.deactivate();
        agents.register(keccak256("profile"), "", NO_ID);
        vote.stake(1e6);
        vm.warp(SUBMIT_BY);
        vote.open(t, 0);
        vm.expectRevert(
            abi.encodeWithSelector(IOabpVote.RegisteredTooLate.selector, voter(0), NOW + 1 days, NOW)
        );
        vote.commit(id, 0, bytes32(uint256(1)));
    }

    function test_RevertWhen_CallerHasNoStake() public {
        (, bytes32 id) = opened();
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.WeightTooSmall.selector, stranger, 0, 1e6));
        vote.commit(id, 0, bytes32(uint256(1)));
    }

    /// Finding 33: a stake that comes when there is something to decide weighs nothing.
    function test_RevertWhen_TheStakeIsTooYoung() public {
        vm.warp(NOW - 1);
        address who = makeAddr("buyer");
        enrich(who);
        register(who);
        vm.warp(SUBMIT_BY);
        stake(who, 1e10);
        vm.warp(NOW);
        (, bytes32 id) = opened();
        vm.prank(who);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.WeightTooSmall.selector, who, 0, 1e6));
        vote.commit(id, 0, bytes32(uint256(1)));
    }

    struct Model {
        uint256 settled;
        uint256 recent;
        uint256 youngest; // all recent stake counts as young as this
        uint256 openAt;
        uint256 voteAt;
        uint256 from;
        bool isOpen;
    }

    function openAtLast(MissionTerms memory t, Model memory m) private {
        if (m.isOpen) return;
        vm.warp(m.openAt);
        vote.open(t, 0);
        m.isOpen = true;
    }

    /// Finding 33: a top-up is ignored by every poll that asks about a time before it, whenever the old stake settles.
    function testFuzz_Given_TopUps_OnlyWhatWasThereBeforeCounts(uint256 dice) public {
        MissionTerms memory t = voteTerms();
        (t.judgeBy, t.refundAt) = (NOW + 200 days, NOW + 300 days);
        bytes32 id = entered(t);
        Model memory m;
        (m.recent, m.youngest) = (STAKE, NOW - 1 days);
        m.openAt = SUBMIT_BY + dice % 40 days;
        m.voteAt = m.openAt + (dice >> 16) % 1 days;
        m.from = m.openAt - 7 days > SUBMIT_BY ? m.openAt - 7 days : SUBMIT_BY;
        for (uint256 at = NOW + (dice >> 32) % 9 days; at <= m.voteAt; at += 1 + (dice >> 64) % 9 days) {
            if (at >= m.openAt) openAtLast(t, m);
            vm.warp(at);
            stake(voter(0), 1e6);
            if (at >= m.youngest + 15 days) (m.settled, m.recent) = (m.settled + m.recent, 0);
            (m.recent, m.youngest) = (m.recent + 1e6, at);
            dice = uint256(keccak256(abi.encode(dice)));
        }
        openAtLast(t, m);
        vm.warp(m.voteAt);
        uint256 expected = m.settled + (m.youngest < m.from ? m.recent : 0);
        assertEq(staked(voter(0)), m.settled + m.recent);
        if (expected == 0) {
            vm.prank(voter(0));
            vm.expectRevert(abi.encodeWithSelector(IOabpVote.WeightTooSmall.selector, voter(0), 0, 1e6));
            vote.commit(id, 0, bytes32(uint256(1)));
        } else {
            commit(id, 0, voter(0), alice);
            assertEq(vote.ballotOf(id, 0, voter(0)).weight, expected);
        }
    }

    /// Finding 33, the worst case: the longest look back, the longest commit window, and stake that settles as soon as
    /// it can. What was added after the moment asked about does not count at the last second of the vote.
    function test_Given_TheLongestPoll_LaterStakeDoesNotSettleIntoIt() public {
        MissionTerms memory t = voteTerms();
        VoteRules memory rules = someRules();
        rules.commitMinutes = 10_080;
        (t.param, t.judgeBy, t.refundAt) = (pack(rules), NOW + 60 days, NOW + 70 days);
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY + 10 days); // seven days before the poll opens
        stake(voter(0), 900e6);
        vm.warp(SUBMIT_BY + 17 days);
        vote.open(t, 0);
        vm.warp(SUBMIT_BY + 24 days - 1);
        stake(voter(0), 1);
        assertEq(vote.voterOf(voter(0)).settled, STAKE, "the old stake alone has settled");
        commit(id, 0, voter(0), alice);
        assertEq(vote.ballotOf(id, 0, voter(0)).weight, STAKE);
    }

    function test_Given_MoreStakeThanTheCap() public {
        vm.warp(NOW - 1);
        stake(voter(0), 5000e6);
        vm.warp(NOW);
        (, bytes32 id) = opened();
        commit(id, 0, voter(0), alice);
        assertEq(vote.ballotOf(id, 0, voter(0)).weight, 1000e6);
    }

    function test_Given_EligibleVoter() public {
        (, bytes32 id) = opened();
        bytes32 c = commitment(id, 0, voter(0), alice);
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteCommitted(id, voter(0), bytes32(uint256(c) >> 48 << 48));
        vm.prank(voter(0));
        vote.commit(id, 0, c);
        Ballot memory b = vote.ballotOf(id, 0, voter(0));
        assertEq(uint8(b.state), uint8(BallotState.Committed));
        assertEq(b.weight, STAKE);
        assertEq(b.data, uint256(c) >> 48);
        assertEq(vote.countOf(id, 0).voters, 0, "nothing counts before it is revealed");
    }
}
