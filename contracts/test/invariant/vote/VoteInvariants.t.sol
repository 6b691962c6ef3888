// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpAgents} from "../../../src/OabpAgents.sol";
import {OabpEscrow} from "../../../src/OabpEscrow.sol";
import {OabpOracles} from "../../../src/OabpOracles.sol";
import {OabpVote} from "../../../src/OabpVote.sol";
import {Ballot, BallotState, Count, Outcome, Verdict, VoteRules, Voter} from "../../../src/types/Vote.sol";
import {GenuineUsdc} from "../../utils/GenuineUsdc.sol";
import {VoteHandler} from "./handlers/VoteHandler.sol";
import {VoteStore} from "./stores/VoteStore.sol";

/// The invariants are described in README.md.
contract VoteInvariants is GenuineUsdc {
    OabpVote private vote;
    VoteHandler private handler;
    VoteStore private store;

    function setUp() public {
        vm.chainId(8453);
        vm.warp(1_800_000_000);
        deployUsdc();
        deployHandler();
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), actions()));
    }

    /// Votes and time come more often than the rest.
    function actions() private view returns (bytes4[] memory list) {
        bytes4[14] memory once = [
            handler.post.selector,
            handler.open.selector,
            handler.commit.selector,
            handler.reveal.selector,
            handler.tally.selector,
            handler.settle.selector,
            handler.stake.selector,
            handler.giveNotice.selector,
            handler.takeNoticeBack.selector,
            handler.unstake.selector,
            handler.withdraw.selector,
            handler.donate.selector,
            handler.list.selector,
            handler.pause.selector
        ];
        list = new bytes4[](26);
        for (uint256 i; i < 14; ++i) {
            list[i] = once[i];
        }
        for (uint256 i = 14; i < 26; ++i) {
            if (i < 18) list[i] = handler.commit.selector;
            else if (i < 22) list[i] = handler.reveal.selector;
            else list[i] = i < 24 ? handler.warp.selector : handler.open.selector;
        }
    }

    function deployHandler() private {
        OabpOracles oracles = new OabpOracles(address(this));
        OabpEscrow escrow = new OabpEscrow(address(usdc), address(oracles), 10_000, makeAddr("treasury"));
        OabpAgents agents = new OabpAgents(address(0));
        bytes32 rules = bytes32(
            abi.encodePacked(
                uint8(1), uint104(0), uint56(5e6), uint24(20), uint16(2000), uint16(3), uint16(10), uint16(10)
            )
        );
        // The layout again, from the struct's own order, so that a slip here cannot hide.
        vote = new OabpVote(address(escrow), address(agents), rules);
        assertEq(abi.encode(vote.unpackRules(rules)), abi.encode(VoteRules(10, 10, 3, 2000, 20, 5e6)));
        handler = new VoteHandler(vote, escrow, agents, usdc, rules);
        store = handler.STORE();
        handler.begin();
        skip(1);
    }

    /// Everybody who can have a stake: the voters, then the poster.
    function account(uint256 i) private view returns (address) {
        return i == handler.VOTERS() ? handler.poster() : handler.voter(i);
    }

    function invariant_Money() public view {
        stakesPoolsAndWinningsAreTheBalance();
        lossesAreBounded();
    }

    function invariant_Votes() public view {
        weightsAreTheTally();
        onlyCommittedVotesAreRevealedOnceInTime();
        noWeightIsBoughtLate();
        partiesDoNotVote();
    }

    /// I10: stakes, pools and winnings are the balance, but for what was donated.
    function stakesPoolsAndWinningsAreTheBalance() private view {
        uint256 sum;
        for (uint256 i; i <= handler.VOTERS(); ++i) {
            Voter memory v = vote.voterOf(account(i));
            sum += uint256(v.settled) + v.recent + vote.winningsOf(account(i));
        }
        for (uint256 k; k < handler.caseCount(); ++k) {
            (bytes32 id, uint8 poll) = handler.caseAt(k);
            uint256 drawn;
            for (uint256 i; i <= handler.VOTERS(); ++i) {
                drawn += vote.drawnOf(id, poll, account(i));
            }
            Verdict memory v = vote.verdictOf(id, poll);
            assertLe(drawn, v.pool, "more was drawn than was lost");
            sum += v.pool - drawn;
        }
        assertEq(sum, vote.owed(), "owed");
        assertEq(sum + handler.donated(), usdc.balanceOf(address(vote)), "balance");
    }

    /// I10: the weights of the choices are the tally, and the revealed ballots are both.
    function weightsAreTheTally() private view {
        address[4] memory choices = [handler.alice(), handler.bob(), address(0), makeAddrView("nobody")];
        for (uint256 k; k < handler.caseCount(); ++k) {
            (bytes32 id, uint8 poll) = handler.caseAt(k);
            (uint256 sum, uint256 top, uint256 atTop) = (0, 0, 0);
            for (uint256 i; i < 4; ++i) {
                uint256 w = vote.weightOf(id, poll, choices[i]);
                sum += w;
                if (w > top) (top, atTop) = (w, 1);
                else if (w == top) ++atTop;
            }
            (uint256 ballots, uint256 voters) = (0, 0);
            for (uint256 i; i <= handler.VOTERS(); ++i) {
                (, bool revealed,,,,,) = store.votes(id, poll, account(i));
                if (!revealed) continue;
                ballots += vote.ballotOf(id, poll, account(i)).weight;
                ++voters;
            }
            Count memory c = vote.countOf(id, poll);
            assertEq(c.weight, sum, "weights of the choices");
            assertEq(c.weight, ballots, "weights of the ballots");
            assertEq(c.voters, voters, "voters");
            assertEq(c.top, top, "top");
            assertEq(c.tie, top != 0 && atTop > 1, "tie");
        }
    }

    function makeAddrView(string memory name) private pure returns (address) {
        return vm.addr(uint256(keccak256(bytes(name))));
    }

    /// I9 and finding 32: a vote is revealed once, in the reveal window, by whoever committed before it began.
    function onlyCommittedVotesAreRevealedOnceInTime() private view {
        assertEq(store.lateReveals(), 0);
        assertEq(store.secondVotes(), 0);
        assertEq(store.secondTallies(), 0);
    }

    /// Finding 33: no ballot weighs more than what its voter had put in before the moment that counts, or the cap.
    function noWeightIsBoughtLate() private view {
        for (uint256 k; k < handler.caseCount(); ++k) {
            (bytes32 id, uint8 poll) = handler.caseAt(k);
            uint256 stakedBefore = store.pollOf(id, poll).stakedBefore;
            for (uint256 i; i < handler.VOTERS(); ++i) {
                (uint256 committedAt,,,,,,) = store.votes(id, poll, handler.voter(i));
                if (committedAt == 0) continue;
                (,,, uint256 availableAt,) = store.stakes(handler.voter(i));
                uint256 weight = vote.ballotOf(id, poll, handler.voter(i)).weight;
                assertLe(weight, 20e6, "cap");
                // Who has left since, or come again, has no history here any more.
                uint256 before = store.addedBefore(handler.voter(i), stakedBefore);
                if (availableAt == 0 && before != 0) assertLe(weight, before, "late stake counts");
            }
        }
    }

    /// I13: neither the poster nor who submitted has a counted vote.
    function partiesDoNotVote() private view {
        for (uint256 k; k < handler.caseCount(); ++k) {
            (bytes32 id, uint8 poll) = handler.caseAt(k);
            Ballot memory b = vote.ballotOf(id, poll, handler.poster());
            assertTrue(b.state == BallotState.None || b.state == BallotState.Barred);
            (, bool revealed,,,,,) = store.votes(id, poll, handler.voter(5));
            assertFalse(revealed);
        }
    }

    /// Findings 34 and 35: nobody loses more than a fifth of its weight in a poll, the majority loses nothing, and without
    /// a choice nobody does.
    function lossesAreBounded() private view {
        for (uint256 k; k < handler.caseCount(); ++k) {
            (bytes32 id, uint8 poll) = handler.caseAt(k);
            Verdict memory v = vote.verdictOf(id, poll);
            bool chosen =
                v.outcome == Outcome.Nobody || v.outcome == Outcome.Elected || v.outcome == Outcome.TooLate;
            for (uint256 i; i <= handler.VOTERS(); ++i) {
                (, bool revealed, address choice,, uint256 lost, uint256 won,) =
                    store.votes(id, poll, account(i));
                assertLe(lost, uint256(vote.ballotOf(id, poll, account(i)).weight) / 5, "lost too much");
                if (!chosen) assertEq(lost + won, 0, "settled without a choice");
                if (revealed && choice == v.winner) assertEq(lost, 0, "the majority lost");
                else assertEq(won, 0, "the minority won");
            }
        }
    }

    /// I11 and finding 46: folding the events gives the stored state.
    function invariant_LogsRebuildTheState() public view {
        for (uint256 i; i <= handler.VOTERS(); ++i) {
            Voter memory v = vote.voterOf(account(i));
            (uint256 settled, uint256 recent, uint256 recentAt, uint256 availableAt, uint256 winnings) =
                store.stakes(account(i));
            assertEq(v.settled, settled, "settled");
            assertEq(v.recent, recent, "recent");
            assertEq(v.recentAt, recentAt, "recentAt");
            assertEq(v.noticeAt == 0 ? 0 : v.noticeAt + 30 days, availableAt, "notice");
            assertEq(vote.winningsOf(account(i)), winnings, "winnings");
        }
        for (uint256 k; k < handler.caseCount(); ++k) {
            (bytes32 id, uint8 poll) = handler.caseAt(k);
            assertPoll(id, poll);
        }
    }

    function assertPoll(bytes32 id, uint8 poll) private view {
        Verdict memory v = vote.verdictOf(id, poll);
        Count memory c = vote.countOf(id, poll);
        VoteStore.Poll memory p = store.pollOf(id, poll);
        assertEq(v.outcome != Outcome.Open, p.tallied);
        assertEq(uint8(v.outcome), uint8(p.outcome));
        assertEq(v.winner, p.winner);
        assertEq(v.pool, p.pool);
        if (p.tallied) assertEq(c.top, p.topAtTally, "a vote was counted after the tally");
        for (uint256 i; i <= handler.VOTERS(); ++i) {
            (uint256 committedAt, bool revealed,,,,, bool slashed) = store.votes(id, poll, account(i));
            BallotState state = vote.ballotOf(id, poll, account(i)).state;
            if (slashed) assertTrue(state == BallotState.Settled);
            else if (revealed) assertTrue(state == BallotState.Revealed);
            else if (committedAt != 0) assertTrue(state == BallotState.Committed);
            else assertTrue(state == BallotState.None || state == BallotState.Barred);
        }
    }

    /// The handler reaches what it is there for: every outcome, every action.
    function test_HandlerReachesEverything() public {
        string[15] memory names = [
            "opened",
            "committed",
            "revealed",
            "settled",
            "staked",
            "gave notice",
            "took notice back",
            "unstaked",
            "withdrew",
            "outcome 1",
            "outcome 2",
            "outcome 3",
            "outcome 4",
            "outcome 5",
            "outcome 6"
        ];
        uint256[15] memory reached;
        for (uint256 run; run < 20; ++run) {
            this.drive(run); // a call of its own, whose memory is given back
            for (uint256 i; i < names.length; ++i) {
                reached[i] += handler.count(names[i]);
            }
        }
        for (uint256 i; i < names.length; ++i) {
            assertGt(reached[i], 0, names[i]);
        }
    }

    /// Some polls on fresh contracts, in the order in which polls go, with other things between.
    function drive(uint256 run) external {
        vm.warp(1_800_000_000);
        usdc.unpause();
        deployHandler();
        for (uint256 round; round < 4; ++round) {
            uint256 dice = uint256(keccak256(abi.encode(run, round)));
            handler.post(dice);
            if (dice % 5 != 0) skip(10 minutes);
            handler.open(round);
            for (uint256 i; i < 9; ++i) {
                handler.commit(round, i, dice >> (8 * i));
            }
            skip(10 minutes);
            for (uint256 i; i < 9; ++i) {
                if ((dice >> (90 + i)) % 6 != 0) handler.reveal(round, i, 1);
            }
            skip((dice >> 100) % 6 == 0 ? 4 days : 10 minutes);
            handler.tally(round, 1);
            for (uint256 i; i < 16; ++i) {
                handler.settle(round, i);
            }
            handler.withdraw(dice >> 110);
            handler.giveNotice(dice >> 120);
            if (dice >> 130 & 1 == 1) handler.takeNoticeBack(dice >> 120);
            handler.stake(dice >> 140, dice >> 150);
            if (dice >> 160 & 1 == 1) skip(31 days);
            handler.unstake(dice >> 120);
            invariant_Money();
            invariant_Votes();
            invariant_LogsRebuildTheState();
        }
    }
}
