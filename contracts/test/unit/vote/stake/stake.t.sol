// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpVote} from "../../../../src/OabpVote.sol";
import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {Voter} from "../../../../src/types/Vote.sol";
import {CallbackToken} from "../../../mocks/Tokens.sol";
import {World} from "../World.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

contract VoteStakeTest is World {
    function test_RevertWhen_AmountIsZero() public {
        vm.expectRevert(IOabpVote.AmountZero.selector);
        stake(voter(0), 0);
    }

    function test_RevertWhen_CallerIsNoAgent() public {
        enrich(stranger);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NotAnAgent.selector, stranger));
        stake(stranger, 1);
        vm.prank(voter(0));
        agents.deactivate();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NotAnAgent.selector, voter(0)));
        stake(voter(0), 1);
    }

    function test_RevertWhen_NoticeWasGiven() public {
        vm.prank(voter(0));
        vote.requestUnstake();
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.NoticeGiven.selector, voter(0), NOW));
        stake(voter(0), 1);
    }

    /// Finding 36: a token call that failed never counts as one that succeeded.
    function test_RevertWhen_TheTokenRefuses() public solvent {
        vm.prank(voter(0));
        usdc.approve(address(vote), 0);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        stake(voter(0), 1);
        usdc.blacklist(voter(1));
        vm.expectRevert("Blacklistable: account is blacklisted");
        stake(voter(1), 1);
        usdc.pause();
        vm.expectRevert("Pausable: paused");
        stake(voter(2), 1);
        assertEq(vote.owed(), VOTERS * STAKE);
    }

    function test_Given_FirstStake() public solvent {
        address who = makeAddr("new");
        enrich(who);
        register(who);
        vm.expectEmit(address(vote));
        emit IOabpVote.VoteStaked(who, 7e6);
        stake(who, 7e6);
        Voter memory v = vote.voterOf(who);
        assertEq(v.settled, 0);
        assertEq(v.recent, 7e6);
        assertEq(v.recentAt, NOW);
        assertEq(v.registeredAt, NOW);
        assertEq(v.noticeAt, 0);
    }

    function test_Given_YoungStake_AllOfItCountsAsYoung() public solvent {
        skip(14 days - 1);
        stake(voter(0), 5e6);
        Voter memory v = vote.voterOf(voter(0));
        assertEq(v.settled, 0);
        assertEq(v.recent, STAKE + 5e6);
        assertEq(v.recentAt, block.timestamp);
    }

    function test_Given_StakeThatIs15DaysOld_ItSettles() public solvent {
        skip(14 days);
        stake(voter(0), 5e6);
        Voter memory v = vote.voterOf(voter(0));
        assertEq(v.settled, STAKE);
        assertEq(v.recent, 5e6);
    }

    /// Finding 21: what is sent here is in no sum.
    function test_Given_Donation_ItIsNobodys() public {
        usdc.mint(address(vote), 1e12);
        stake(voter(0), 5e6);
        assertEq(vote.owed(), VOTERS * STAKE + 5e6);
        assertEq(staked(voter(0)), STAKE + 5e6);
    }

    /// Findings 5 and 6: with a token that calls back, state is written first and no mutator can be entered again.
    function test_RevertWhen_TheTokenCallsBack() public {
        CallbackToken hostile = new CallbackToken();
        vm.mockCall(address(escrow), abi.encodeCall(escrow.token, ()), abi.encode(hostile));
        vote = new OabpVote(address(escrow), address(agents), pack(someRules()));
        hostile.mint(voter(0), 10e6);
        vm.startPrank(voter(0));
        hostile.approve(address(vote), 10e6);
        bytes[4] memory calls = [
            abi.encodeCall(IOabpVote.stake, (1)),
            abi.encodeCall(IOabpVote.unstake, ()),
            abi.encodeCall(IOabpVote.withdraw, (voter(0))),
            abi.encodeCall(IOabpVote.tally, (voteTerms(), 0, alice, CONTENT, solo(alice)))
        ];
        for (uint256 i; i < calls.length; ++i) {
            hostile.arm(address(vote), calls[i]);
            vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
            vote.stake(5e6);
        }
        // The stake is written before the token is called: giving notice for it inside the call works.
        hostile.arm(address(this), abi.encodeCall(this.seeStake, (5e6)));
        vote.stake(5e6);
        assertTrue(seen);
    }

    bool private seen;

    function seeStake(uint256 expected) external {
        assertEq(staked(voter(0)), expected, "effects come after interactions");
        seen = true;
    }
}
