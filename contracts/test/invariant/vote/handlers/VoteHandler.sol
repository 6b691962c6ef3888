// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpAgents} from "../../../../src/OabpAgents.sol";
import {OabpEscrow} from "../../../../src/OabpEscrow.sol";
import {OabpVote} from "../../../../src/OabpVote.sol";
import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {MissionTerms, Split, VerificationType} from "../../../../src/types/Mission.sol";
import {Outcome} from "../../../../src/types/Vote.sol";
import {IUsdc} from "../../../utils/GenuineUsdc.sol";
import {VoteStore} from "../stores/VoteStore.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Test} from "forge-std/Test.sol";

/// Does anything that anybody may do with votes and stakes, in any order. It knows from the promises alone whether a call
/// must succeed and how a poll must come out, and fails if the contract disagrees; no call is skipped.
contract VoteHandler is Test {
    uint256 public constant VOTERS = 7;
    uint256 private constant MAX_POLLS = 8;
    bytes32 private constant CONTENT = keccak256("envelope");
    bytes32 private constant SALT = keccak256("salt");
    uint8 private constant APPEAL = 128;

    OabpVote public immutable VOTE;
    OabpEscrow public immutable ESCROW;
    OabpAgents public immutable AGENTS;
    IUsdc public immutable USDC;
    VoteStore public immutable STORE;
    address private immutable ISSUER;
    bytes32 private immutable RULES;

    address public poster = makeAddr("poster"); // an agent with stake, too
    address public alice = makeAddr("alice");
    address public bob = makeAddr("bob");
    address private judge = makeAddr("judge");
    address private nobody = makeAddr("nobody");

    struct Case {
        bytes32 id;
        uint8 poll;
        uint256 postedAt;
        uint256 openedAt;
        bytes terms;
    }

    Case[] private cases;
    mapping(address => uint256) private registeredAt;
    mapping(bytes32 => mapping(uint8 => mapping(address => address))) private intended;
    uint256 public donated;
    mapping(string => uint256) public count;

    constructor(OabpVote vote, OabpEscrow escrow, OabpAgents agents, IUsdc usdc, bytes32 rules) {
        (VOTE, ESCROW, AGENTS, USDC, ISSUER, RULES) = (vote, escrow, agents, usdc, msg.sender, rules);
        STORE = new VoteStore();
    }

    /// Everybody but the last voter is there from the beginning.
    function begin() external recorded {
        for (uint256 i; i < VOTERS; ++i) {
            address who = voter(i);
            supply(who);
            if (i + 1 < VOTERS) join(who, 5e6 * (i + 1));
        }
        supply(poster);
        supply(alice);
        supply(bob);
        join(poster, 9e6);
    }

    modifier recorded() {
        vm.recordLogs();
        _;
        STORE.fold(vm.getRecordedLogs(), address(VOTE));
    }

    function voter(uint256 i) public pure returns (address) {
        return vm.addr(1000 + i % VOTERS);
    }

    function supply(address who) private {
        vm.prank(ISSUER);
        USDC.mint(who, 1e12);
        vm.startPrank(who);
        USDC.approve(address(VOTE), type(uint256).max);
        USDC.approve(address(ESCROW), type(uint256).max);
        vm.stopPrank();
    }

    function join(address who, uint256 amount) private {
        vm.startPrank(who);
        AGENTS.register(keccak256("profile"), "", type(uint256).max);
        registeredAt[who] = block.timestamp;
        VOTE.stake(amount);
        vm.stopPrank();
    }

    // ---- missions -----------------------------------------------------------------------------------------

    function bobsSplit() public view returns (Split memory s) {
        (s.payees, s.bps) = (new address[](2), new uint16[](2));
        (s.payees[0], s.payees[1], s.bps[0], s.bps[1]) = (bob, voter(1), 9000, 1000);
    }

    function solo(address payee) private pure returns (Split memory s) {
        (s.payees, s.bps) = (new address[](1), new uint16[](1));
        (s.payees[0], s.bps[0]) = (payee, 10_000);
    }

    function splitOf(address agent) private view returns (Split memory) {
        return agent == bob ? bobsSplit() : solo(agent);
    }

    /// A peer_vote mission, or one whose award is appealed at once; alice, bob and voter 5 submit.
    function post(uint256 dice) external recorded {
        if (cases.length == MAX_POLLS || USDC.paused()) return;
        MissionTerms memory t;
        (t.poster, t.refundTo, t.reward, t.salt) = (poster, poster, 2e6, cases.length);
        t.submitBy = SafeCast.toUint40(block.timestamp + 10 minutes);
        t.judgeBy = t.submitBy + 3 hours;
        t.refundAt = t.judgeBy + 4 days;
        (t.tranches, t.fees) = (new uint96[](1), new uint96[](1));
        (t.tranches[0], t.fees[0]) = (2e6, 10_000);
        bool appealed = dice % 3 == 0;
        if (appealed) {
            (t.resolver, t.arbiter, t.appealWindow, t.appealBond) = (judge, address(VOTE), 1 hours, 1e6);
        } else {
            (t.vtype, t.resolver, t.param) = (VerificationType.PeerVote, address(VOTE), RULES);
        }
        vm.prank(poster);
        bytes32 id = ESCROW.post(t, "");
        submit(id, alice);
        submit(id, bob);
        submit(id, voter(5));
        if (appealed) {
            vm.prank(judge);
            ESCROW.award(t, 0, alice, CONTENT, solo(alice));
            vm.prank(bob);
            ESCROW.appeal(t, 0, CONTENT);
        }
        cases.push(Case(id, appealed ? APPEAL : 0, block.timestamp, 0, abi.encode(t)));
    }

    function submit(bytes32 id, address agent) private {
        Split memory s = splitOf(agent);
        vm.prank(agent);
        ESCROW.submit(id, 0, CONTENT, keccak256(abi.encode(s.payees, s.bps)), "");
    }

    function open(uint256 k) external recorded {
        if (cases.length == 0) return;
        Case storage c = cases[k % cases.length];
        MissionTerms memory t = abi.decode(c.terms, (MissionTerms));
        uint256 latest = c.poll == 0 ? t.judgeBy : c.postedAt + 3 days;
        bool must = c.openedAt == 0 && (c.poll == APPEAL || block.timestamp >= t.submitBy)
            && block.timestamp + 20 minutes + 1 hours <= latest;
        bytes memory call_ = c.poll == 0
            ? abi.encodeCall(IOabpVote.open, (t, 0))
            : abi.encodeCall(IOabpVote.openAppeal, (t, 0));
        (bool ok,) = address(VOTE).call(call_);
        assertEq(ok, must, "open");
        if (!ok) return forget();
        c.openedAt = block.timestamp;
        ++count["opened"];
    }

    // ---- votes --------------------------------------------------------------------------------------------

    function choiceOf(uint256 dice) private view returns (address) {
        address[8] memory choices = [alice, alice, alice, bob, bob, bob, address(0), nobody];
        return choices[dice % 8];
    }

    function anyVoter(uint256 v) private view returns (address) {
        return v % (VOTERS + 1) == VOTERS ? poster : voter(v % (VOTERS + 1));
    }

    function commit(uint256 k, uint256 v, uint256 dice) external recorded {
        if (cases.length == 0) return;
        Case storage c = cases[k % cases.length];
        address who = anyVoter(v);
        bool must = mustCommit(c, who);
        address choice = choiceOf(dice);
        bytes32 h = keccak256(abi.encode(VOTE.pollId(c.id, c.poll), who, choice, SALT));
        vm.prank(who);
        (bool ok,) = address(VOTE).call(abi.encodeCall(IOabpVote.commit, (c.id, c.poll, h)));
        assertEq(ok, must, "commit");
        if (!ok) return forget();
        intended[c.id][c.poll][who] = choice;
        ++count["committed"];
    }

    function mustCommit(Case storage c, address who) private view returns (bool) {
        VoteStore.Poll memory p = STORE.pollOf(c.id, c.poll);
        if (!p.opened || block.timestamp >= p.commitBy || who == poster) return false;
        (uint256 committedAt,,,,,,) = STORE.votes(c.id, c.poll, who);
        (uint256 settled, uint256 recent, uint256 recentAt, uint256 availableAt,) = STORE.stakes(who);
        if (committedAt != 0 || availableAt != 0) return false;
        uint256 weight = settled + (recentAt < p.stakedBefore ? recent : 0);
        return weight >= 1e6 && registeredAt[who] < c.postedAt;
    }

    function reveal(uint256 k, uint256 v, uint256 dice) external recorded {
        if (cases.length == 0) return;
        Case storage c = cases[k % cases.length];
        address who = anyVoter(v);
        address choice = dice % 16 == 0 ? choiceOf(dice >> 8) : intended[c.id][c.poll][who];
        VoteStore.Poll memory p = STORE.pollOf(c.id, c.poll);
        (uint256 committedAt, bool revealed,,,,,) = STORE.votes(c.id, c.poll, who);
        bool must = p.opened && block.timestamp >= p.commitBy && block.timestamp < p.revealBy
            && committedAt != 0 && !revealed && choice == intended[c.id][c.poll][who] && who != voter(5);
        vm.prank(who);
        (bool ok,) = address(VOTE).call(abi.encodeCall(IOabpVote.reveal, (c.id, c.poll, choice, SALT)));
        assertEq(ok, must, "reveal");
        if (!ok) return forget();
        ++count["revealed"];
    }

    function tally(uint256 k, uint256 dice) external recorded {
        if (cases.length == 0) return;
        Case storage c = cases[k % cases.length];
        (address winner, Outcome expected) = judgement(c);
        bool wrong = dice % 8 == 0;
        address given = wrong ? choiceOf(dice >> 8) : winner;
        VoteStore.Poll memory p = STORE.pollOf(c.id, c.poll);
        bool must = p.opened && block.timestamp >= p.revealBy && !p.tallied
            && (given == winner || expected == Outcome.NoQuorum || expected == Outcome.Tie);
        MissionTerms memory t = abi.decode(c.terms, (MissionTerms));
        (bool ok,) =
            address(VOTE).call(abi.encodeCall(IOabpVote.tally, (t, c.poll, given, CONTENT, splitOf(given))));
        assertEq(ok, must, "tally");
        if (!ok) return forget();
        Outcome outcome = VOTE.verdictOf(c.id, c.poll).outcome;
        assertEq(uint8(outcome), uint8(expected), "outcome");
        ++count[string.concat("outcome ", vm.toString(uint8(outcome)))];
        // The escrow acts if and only if it was told to.
        bool done = ESCROW.mission(c.id).doneMask == 1;
        if (c.poll == 0) assertEq(done, outcome == Outcome.Elected, "awarded without an election");
        else assertEq(done, outcome == Outcome.Nobody, "refunded without a vote");
    }

    /// The heaviest choice, and how the poll must come out if it is tallied now.
    function judgement(Case storage c) private view returns (address winner, Outcome) {
        address[4] memory choices = [alice, bob, address(0), nobody];
        (uint256 top, uint256 atTop) = (0, 0);
        for (uint256 i; i < 4; ++i) {
            uint256 w = STORE.weights(c.id, c.poll, choices[i]);
            if (w > top) (top, atTop, winner) = (w, 1, choices[i]);
            else if (w == top) ++atTop;
        }
        VoteStore.Poll memory p = STORE.pollOf(c.id, c.poll);
        if (p.voters < 3 || p.weight < 5e6) return (winner, Outcome.NoQuorum);
        if (atTop > 1) return (winner, Outcome.Tie);
        MissionTerms memory t = abi.decode(c.terms, (MissionTerms));
        bool inTime = block.timestamp < (c.poll == 0 ? t.judgeBy : c.postedAt + 3 days);
        bool nobody_ = winner == address(0) || winner == nobody
            || (c.poll == APPEAL && winner == bob && c.openedAt < t.submitBy);
        if (nobody_) return (winner, c.poll == APPEAL && !inTime ? Outcome.TooLate : Outcome.Nobody);
        if (!inTime) return (winner, Outcome.TooLate);
        (, bool revealed, address choice,,,,) = STORE.votes(c.id, c.poll, voter(1));
        bool conflict = winner == bob && revealed && choice == bob;
        return (winner, conflict ? Outcome.Conflicted : Outcome.Elected);
    }

    function settle(uint256 k, uint256 v) external recorded {
        if (cases.length == 0) return;
        Case storage c = cases[k % cases.length];
        address who = anyVoter(v);
        bool must = mustSettle(c, who);
        (bool ok,) = address(VOTE).call(abi.encodeCall(IOabpVote.settle, (c.id, c.poll, who)));
        assertEq(ok, must, "settle");
        if (!ok) return forget();
        ++count["settled"];
    }

    function mustSettle(Case storage c, address who) private view returns (bool) {
        VoteStore.Poll memory p = STORE.pollOf(c.id, c.poll);
        if (p.outcome != Outcome.Nobody && p.outcome != Outcome.Elected && p.outcome != Outcome.TooLate) {
            return false;
        }
        (uint256 committedAt, bool revealed, address choice, uint256 weight,, uint256 won, bool slashed) =
            STORE.votes(c.id, c.poll, who);
        if (committedAt == 0 || slashed) return false;
        if (!revealed || choice != p.winner) return true;
        return p.pool * weight / p.topAtTally > won;
    }

    // ---- stakes -------------------------------------------------------------------------------------------

    function stake(uint256 v, uint256 amount) external recorded {
        address who = anyVoter(v);
        amount = bound(amount, 0, 60e6);
        if (registeredAt[who] == 0 && amount % 2 == 0 && !USDC.paused() && !USDC.isBlacklisted(who)) {
            return join(who, amount + 1);
        }
        (,,, uint256 availableAt,) = STORE.stakes(who);
        bool must = amount != 0 && registeredAt[who] != 0 && availableAt == 0 && moves(who);
        attempt(who, abi.encodeCall(IOabpVote.stake, (amount)), must, "staked");
    }

    function giveNotice(uint256 v) external recorded {
        address who = anyVoter(v);
        (uint256 settled, uint256 recent,, uint256 availableAt,) = STORE.stakes(who);
        bool must = settled + recent != 0 && availableAt == 0;
        attempt(who, abi.encodeCall(IOabpVote.requestUnstake, ()), must, "gave notice");
    }

    function takeNoticeBack(uint256 v) external recorded {
        address who = anyVoter(v);
        (,,, uint256 availableAt,) = STORE.stakes(who);
        attempt(who, abi.encodeCall(IOabpVote.cancelUnstake, ()), availableAt != 0, "took notice back");
    }

    function unstake(uint256 v) external recorded {
        address who = anyVoter(v);
        (uint256 settled, uint256 recent,, uint256 availableAt,) = STORE.stakes(who);
        bool must = availableAt != 0 && block.timestamp >= availableAt && settled + recent != 0 && moves(who);
        attempt(who, abi.encodeCall(IOabpVote.unstake, ()), must, "unstaked");
    }

    function withdraw(uint256 v) external recorded {
        address who = anyVoter(v);
        (,,,, uint256 winnings) = STORE.stakes(who);
        attempt(nobody, abi.encodeCall(IOabpVote.withdraw, (who)), winnings != 0 && moves(who), "withdrew");
    }

    function attempt(address caller, bytes memory call_, bool must, string memory name) private {
        vm.prank(caller);
        (bool ok,) = address(VOTE).call(call_);
        assertEq(ok, must, name);
        if (!ok) return forget();
        ++count[name];
    }

    function moves(address who) private view returns (bool) {
        return !USDC.paused() && !USDC.isBlacklisted(who);
    }

    // ---- the world ----------------------------------------------------------------------------------------

    function donate(uint256 amount) external {
        if (USDC.paused()) return;
        amount = bound(amount, 1, 1e9);
        donated += amount;
        vm.prank(ISSUER);
        USDC.mint(address(VOTE), amount);
    }

    function warp(uint256 by) external {
        skip(by % 24 == 0 ? 16 days : bound(by, 1, 11 minutes));
    }

    function list(uint256 v, bool add) external {
        vm.prank(ISSUER);
        add ? USDC.blacklist(voter(v)) : USDC.unBlacklist(voter(v));
    }

    function pause(uint256 dice) external {
        vm.prank(ISSUER);
        dice % 4 == 0 ? USDC.pause() : USDC.unpause();
    }

    // ---- what the invariants look at ----------------------------------------------------------------------

    function caseCount() external view returns (uint256) {
        return cases.length;
    }

    function caseAt(uint256 k) external view returns (bytes32 id, uint8 poll) {
        return (cases[k].id, cases[k].poll);
    }

    /// The recorder keeps the logs of reverted calls too.
    function forget() private {
        vm.getRecordedLogs();
    }
}
