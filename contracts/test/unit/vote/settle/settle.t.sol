// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {MissionTerms} from "../../../../src/types/Mission.sol";
import {Ballot, BallotState, Voter} from "../../../../src/types/Vote.sol";
import {World} from "../World.sol";

contract VoteSettleTest is World {
    /// alice wins by voters 0 and 1; 2 chose bob; 3 did not reveal.
    function decided() private returns (MissionTerms memory t, bytes32 id) {
        (t, id) = opened();
        commit(id, 0, voter(3), alice);
        ballots(id, 0, choose(alice, alice, bob));
        tally(t, 0, alice);
    }

    function test_RevertWhen_NoChoiceWasMade() public {
        (, bytes32 id) = opened();
        ballots(id, 0, choose(alice, alice, bob));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NoChoiceMade.selector, id, 0));
        settle(id, 0, 2);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NoChoiceMade.selector, id, 1));
        settle(id, 1, 2);
    }

    function test_RevertWhen_ThereIsNothingToSettle() public {
        (, bytes32 id) = decided();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToSettle.selector, voter(4)));
        settle(id, 0, 4);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToSettle.selector, poster));
        vote.settle(id, 0, poster);
        settle(id, 0, 2);
        // Finding 23: nobody is slashed twice.
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToSettle.selector, voter(2)));
        settle(id, 0, 2);
    }

    function test_RevertWhen_AWinnerHasDrawnAllThereIs() public {
        (, bytes32 id) = decided();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToSettle.selector, voter(0)));
        settle(id, 0, 0);
        settle(id, 0, 2);
        settle(id, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToSettle.selector, voter(0)));
        settle(id, 0, 0);
        settle(id, 0, 3);
        settle(id, 0, 0);
        assertEq(vote.winningsOf(voter(0)), STAKE / 5);
    }

    function test_Given_MinorityBallot() public solvent {
        (, bytes32 id) = decided();
        vm.expectEmit(address(vote));
        emit IOabpVote.StakeSettled(id, voter(2), 0, -20e6);
        settle(id, 0, 2);
        assertEq(staked(voter(2)), STAKE * 4 / 5);
        assertEq(vote.verdictOf(id, 0).pool, STAKE / 5);
        Ballot memory b = vote.ballotOf(id, 0, voter(2));
        assertEq(uint8(b.state), uint8(BallotState.Settled));
    }

    /// Finding 35: who does not reveal loses as much, and never counted.
    function test_Given_BallotThatWasNotRevealed() public solvent {
        (, bytes32 id) = decided();
        assertEq(vote.weightOf(id, 0, alice), 2 * STAKE);
        settle(id, 0, 3);
        assertEq(staked(voter(3)), STAKE * 4 / 5);
        settle(id, 0, 0);
        settle(id, 0, 1);
        assertEq(vote.winningsOf(voter(0)) + vote.winningsOf(voter(1)), STAKE / 5);
    }

    /// Finding 32 and I10: the pool is what was lost, shared by weight; no order of calls pays more or less than the floor.
    function testFuzz_Given_AnyOrder_ThePoolIsSharedByWeight(uint256 dice) public solvent {
        uint256 n = 8;
        vm.warp(NOW - 1);
        for (uint256 i; i < n; ++i) {
            uint256 extra = 1 + (dice >> (20 * i)) % 700e6;
            if (i < VOTERS) stake(voter(i), extra);
            else join(voter(i), 1e6 + extra);
        }
        vm.warp(NOW);
        (MissionTerms memory t, bytes32 id) = opened();
        for (uint256 i; i < n; ++i) {
            commit(id, 0, voter(i), i < 4 ? alice : bob);
        }
        toReveal();
        for (uint256 i; i < 6; ++i) {
            reveal(id, 0, voter(i), i < 4 ? alice : bob);
        }
        toTally();
        uint256 forAlice = vote.weightOf(id, 0, alice);
        if (forAlice <= vote.weightOf(id, 0, bob)) return;
        tally(t, 0, alice);
        uint256 pool;
        for (uint256 k; k < 40; ++k) {
            uint256 i = uint256(keccak256(abi.encode(dice, k))) % n;
            try vote.settle(id, 0, voter(i)) {
                if (i >= 4) pool += uint256(vote.ballotOf(id, 0, voter(i)).weight) / 5;
            } catch {}
        }
        assertEq(vote.verdictOf(id, 0).pool, pool);
        uint256 paid;
        for (uint256 i; i < 4; ++i) {
            try vote.settle(id, 0, voter(i)) {} catch {}
            uint256 won = vote.winningsOf(voter(i));
            assertEq(won, pool * vote.ballotOf(id, 0, voter(i)).weight / forAlice);
            assertEq(won, vote.drawnOf(id, 0, voter(i)));
            paid += won;
        }
        assertLe(paid, pool);
        assertLt(pool - paid, 4, "more than the fractions stays in the pool");
    }

    function test_Given_StakeLessThanTheLoss() public solvent {
        address who = makeAddr("leveraged");
        vm.warp(NOW - 1);
        join(who, 1e6);
        vm.warp(NOW);
        uint256 n = 7;
        MissionTerms[] memory ts = new MissionTerms[](n);
        bytes32[] memory ids = new bytes32[](n);
        for (uint256 i; i < n; ++i) {
            ts[i] = voteTerms();
            ts[i].salt = i;
            ids[i] = entered(ts[i]);
        }
        vm.warp(SUBMIT_BY);
        for (uint256 i; i < n; ++i) {
            vote.open(ts[i], 0);
            commit(ids[i], 0, who, bob);
            for (uint256 v; v < 3; ++v) {
                commit(ids[i], 0, voter(v), alice);
            }
        }
        toReveal();
        for (uint256 i; i < n; ++i) {
            for (uint256 v; v < 3; ++v) {
                reveal(ids[i], 0, voter(v), alice);
            }
        }
        toTally();
        for (uint256 i; i < n; ++i) {
            tally(ts[i], 0, alice);
            vm.expectEmit(address(vote));
            emit IOabpVote.StakeSettled(ids[i], who, 0, i < 5 ? -int256(0.2e6) : int256(0));
            vote.settle(ids[i], 0, who);
        }
        assertEq(staked(who), 0);
    }

    function test_Given_SettledAndRecentStake_RecentIsTakenFirst() public solvent {
        vm.warp(NOW + 14 days);
        stake(voter(2), 5e6);
        vm.warp(NOW);
        (MissionTerms memory t, bytes32 id) = opened();
        ballots(id, 0, choose(alice, alice, bob));
        tally(t, 0, alice);
        settle(id, 0, 2); // loses a fifth of the 100 that counted
        Voter memory v = vote.voterOf(voter(2));
        assertEq(v.recent, 0);
        assertEq(v.settled, STAKE + 5e6 - 20e6);
    }

    function test_RevertWhen_ThereAreNoWinnings() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToWithdraw.selector, voter(0)));
        vote.withdraw(voter(0));
    }

    function test_Given_Winnings() public solvent {
        (, bytes32 id) = decided();
        settle(id, 0, 2);
        settle(id, 0, 0);
        uint256 before = usdc.balanceOf(voter(0));
        vm.expectEmit(address(vote));
        emit IOabpVote.WinningsWithdrawn(voter(0), STAKE / 10);
        vm.prank(stranger);
        vote.withdraw(voter(0));
        assertEq(usdc.balanceOf(voter(0)), before + STAKE / 10);
        assertEq(staked(voter(0)), STAKE, "winnings are not stake");
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NothingToWithdraw.selector, voter(0)));
        vote.withdraw(voter(0));
    }

    /// Findings 1 and 3: a listed voter blocks nobody, not even its own slashing.
    function test_Given_ListedVoters() public solvent {
        (, bytes32 id) = decided();
        usdc.blacklist(voter(0));
        usdc.blacklist(voter(2));
        settle(id, 0, 2);
        settle(id, 0, 0);
        settle(id, 0, 1);
        vm.expectRevert("Blacklistable: account is blacklisted");
        vote.withdraw(voter(0));
        vote.withdraw(voter(1));
        assertEq(vote.winningsOf(voter(0)), STAKE / 10);
    }
}
