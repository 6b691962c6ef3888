// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {MissionTerms} from "../../../../src/types/Mission.sol";
import {World} from "../World.sol";

contract VoteUnstakeTest is World {
    function request(address who) private {
        vm.prank(who);
        vote.requestUnstake();
    }

    function unstake(address who) private {
        vm.prank(who);
        vote.unstake();
    }

    function test_RevertWhen_ThereIsNoStake() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToWithdraw.selector, stranger));
        request(stranger);
    }

    function test_RevertWhen_NoticeWasGiven() public {
        request(voter(0));
        skip(1);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NoticeGiven.selector, voter(0), NOW));
        request(voter(0));
    }

    function test_RevertWhen_NoNoticeWasGiven() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NoNotice.selector, voter(0)));
        unstake(voter(0));
        vm.prank(voter(0));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NoNotice.selector, voter(0)));
        vote.cancelUnstake();
    }

    function test_RevertWhen_TheNoticeIsNotOver() public {
        request(voter(0));
        skip(30 days - 1);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NoticeNotOver.selector, NOW + 30 days));
        unstake(voter(0));
    }

    function test_Given_30Days() public solvent {
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteUnstakeRequested(voter(0), NOW + 30 days);
        request(voter(0));
        skip(30 days);
        uint256 before = usdc.balanceOf(voter(0));
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteUnstaked(voter(0), STAKE);
        unstake(voter(0));
        assertEq(usdc.balanceOf(voter(0)), before + STAKE);
        assertEq(staked(voter(0)), 0);
        assertEq(vote.owed(), (VOTERS - 1) * STAKE);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NoNotice.selector, voter(0)));
        unstake(voter(0));
    }

    /// Findings 1 and 47: who is listed, or while the token is paused, gets nothing and loses nothing.
    function test_RevertWhen_TheTokenRefuses_TheStakeStays() public solvent {
        request(voter(0));
        skip(30 days);
        usdc.blacklist(voter(0));
        vm.expectRevert("Blacklistable: account is blacklisted");
        unstake(voter(0));
        usdc.unBlacklist(voter(0));
        usdc.pause();
        vm.expectRevert("Pausable: paused");
        unstake(voter(0));
        usdc.unpause();
        unstake(voter(0));
    }

    function test_RevertWhen_EverythingWasSlashedAfterTheNotice() public solvent {
        address who = makeAddr("loser");
        join(who, 1e6);
        skip(1);
        bytes32[] memory ids = new bytes32[](5);
        MissionTerms[] memory ts = new MissionTerms[](5);
        for (uint256 i; i < 5; ++i) {
            ts[i] = voteTerms();
            ts[i].salt = i;
            ids[i] = entered(ts[i]);
        }
        vm.warp(SUBMIT_BY);
        for (uint256 i; i < 5; ++i) {
            vote.open(ts[i], 0);
            commit(ids[i], 0, who, bob);
            for (uint256 v; v < 3; ++v) {
                commit(ids[i], 0, voter(v), alice);
            }
        }
        request(who);
        toReveal();
        for (uint256 i; i < 5; ++i) {
            for (uint256 v; v < 3; ++v) {
                reveal(ids[i], 0, voter(v), alice);
            }
        }
        toTally();
        // Finding 35: notice does not save a voter who does not reveal.
        for (uint256 i; i < 5; ++i) {
            tally(ts[i], 0, alice);
            vote.settle(ids[i], 0, who);
        }
        vm.warp(SUBMIT_BY + 30 days);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToWithdraw.selector, who));
        unstake(who);
    }

    function test_Given_TheNoticeWasTakenBack() public {
        request(voter(0));
        vm.prank(voter(0));
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteUnstakeRequested(voter(0), 0);
        vote.cancelUnstake();
        (, bytes32 id) = opened();
        commit(id, 0, voter(0), alice);
    }
}
