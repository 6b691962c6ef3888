// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpAgents} from "../../../src/OabpAgents.sol";
import {OabpEscrow} from "../../../src/OabpEscrow.sol";
import {OabpOracles} from "../../../src/OabpOracles.sol";
import {OabpVote} from "../../../src/OabpVote.sol";
import {Layout, MissionTerms, Split, VerificationType} from "../../../src/types/Mission.sol";
import {Outcome, VoteRules, Voter} from "../../../src/types/Vote.sol";
import {IdentityStandIn} from "../../mocks/Registries.sol";
import {GenuineUsdc} from "../../utils/GenuineUsdc.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// All contracts of the escrow side over genuine USDC, a poster, workers, and five staked voters.
abstract contract World is GenuineUsdc {
    uint40 internal constant NOW = 1_800_000_000;
    uint40 internal constant SUBMIT_BY = NOW + 7 days;
    uint40 internal constant JUDGE_BY = NOW + 14 days;
    uint40 internal constant REFUND_AT = NOW + 30 days;
    uint32 internal constant APPEAL_WINDOW = 2 days;
    uint64 internal constant POST_FEE = 10_000;
    uint96 internal constant REWARD = 100e6;
    uint96 internal constant NET = 99.5e6;
    uint96 internal constant BOND = 5e6;
    uint256 internal constant STAKE = 100e6;
    uint256 internal constant NO_ID = type(uint256).max;
    uint256 internal constant VOTERS = 5;
    uint8 internal constant APPEAL = 128;
    // Not by sha256: a call to a precompile would use up a prank.
    bytes32 internal constant CONTENT = keccak256("envelope");
    bytes32 internal constant SALT = keccak256("a voter's salt");

    OabpOracles internal oracles;
    OabpEscrow internal escrow;
    IdentityStandIn internal identity;
    OabpAgents internal agents;
    OabpVote internal vote;
    address internal timelock = makeAddr("timelock");
    address internal treasury = makeAddr("treasury");
    address internal poster = makeAddr("poster");
    address internal refundTo = makeAddr("refundTo");
    address internal alice = makeAddr("alice");
    address internal bob = makeAddr("bob");
    address internal judge = makeAddr("judge");
    address internal stranger = makeAddr("stranger");

    function setUp() public virtual {
        vm.chainId(8453);
        vm.warp(NOW - 1 days);
        vm.roll(38_000_000);
        deployUsdc();
        oracles = new OabpOracles(timelock);
        escrow = new OabpEscrow(address(usdc), address(oracles), POST_FEE, treasury);
        identity = new IdentityStandIn();
        agents = new OabpAgents(address(identity));
        vote = new OabpVote(address(escrow), address(agents), pack(someRules()));
        enrich(poster);
        enrich(alice);
        enrich(bob);
        for (uint256 i; i < VOTERS; ++i) {
            join(voter(i), STAKE);
        }
        vm.warp(NOW);
    }

    // ---- people -------------------------------------------------------------------------------------------

    function voter(uint256 i) internal pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encode("voter", i)))));
    }

    function enrich(address who) internal {
        usdc.mint(who, 1e12);
        vm.startPrank(who);
        usdc.approve(address(escrow), type(uint256).max);
        usdc.approve(address(vote), type(uint256).max);
        vm.stopPrank();
    }

    function register(address who) internal {
        vm.prank(who);
        agents.register(keccak256("profile"), "", NO_ID);
    }

    function stake(address who, uint256 amount) internal {
        vm.prank(who);
        vote.stake(amount);
    }

    /// Registers and stakes now.
    function join(address who, uint256 amount) internal {
        enrich(who);
        register(who);
        if (amount != 0) stake(who, amount);
    }

    function staked(address who) internal view returns (uint256) {
        Voter memory v = vote.voterOf(who);
        return uint256(v.settled) + v.recent;
    }

    // ---- terms --------------------------------------------------------------------------------------------

    /// A day to vote, a day to reveal, three voters, 50 USDC, a fifth to lose.
    function someRules() internal pure returns (VoteRules memory) {
        return VoteRules({
            commitMinutes: 1440,
            revealMinutes: 1440,
            quorumVoters: 3,
            slashBps: 2000,
            cap: 1000,
            quorumWeight: 50e6
        });
    }

    /// Written from the description of the format and not from the contract.
    function pack(VoteRules memory r) internal pure returns (bytes32) {
        return bytes32(
            abi.encodePacked(
                uint8(1),
                uint104(0),
                r.quorumWeight,
                r.cap,
                r.slashBps,
                r.quorumVoters,
                r.revealMinutes,
                r.commitMinutes
            )
        );
    }

    function baseTerms() internal view returns (MissionTerms memory t) {
        t.poster = poster;
        t.resolver = judge;
        t.refundTo = refundTo;
        t.submitBy = SUBMIT_BY;
        t.judgeBy = JUDGE_BY;
        t.refundAt = REFUND_AT;
        t.specHash = keccak256("specification");
        withTranches(t, 1);
    }

    /// A peer_vote mission with one prize.
    function voteTerms() internal view returns (MissionTerms memory t) {
        t = baseTerms();
        (t.vtype, t.resolver, t.param) = (VerificationType.PeerVote, address(vote), pack(someRules()));
    }

    /// A mission that a judge decides and the voters hear appeals of.
    function appealTerms() internal view returns (MissionTerms memory t) {
        t = baseTerms();
        (t.arbiter, t.appealWindow, t.appealBond) = (address(vote), APPEAL_WINDOW, BOND);
    }

    /// n equal tranches of 10 USDC.
    function withTranches(MissionTerms memory t, uint256 n) internal pure returns (MissionTerms memory) {
        t.tranches = new uint96[](n);
        t.fees = new uint96[](n);
        uint96 each = n == 1 ? REWARD : 10e6;
        for (uint256 i; i < n; ++i) {
            (t.tranches[i], t.fees[i]) = (each, each / 200);
        }
        t.reward = SafeCast.toUint96(each * n);
        return t;
    }

    function solo(address payee) internal pure returns (Split memory s) {
        (s.payees, s.bps) = (new address[](1), new uint16[](1));
        (s.payees[0], s.bps[0]) = (payee, 10_000);
    }

    function pair(address a, address b) internal pure returns (Split memory s) {
        (s.payees, s.bps) = (new address[](2), new uint16[](2));
        (s.payees[0], s.payees[1], s.bps[0], s.bps[1]) = (a, b, 9000, 1000);
    }

    function splitHash(Split memory s) internal pure returns (bytes32) {
        return keccak256(abi.encode(s.payees, s.bps));
    }

    function submissionHash(Split memory s) internal pure returns (bytes32) {
        return keccak256(abi.encode(CONTENT, splitHash(s)));
    }

    // ---- missions -----------------------------------------------------------------------------------------

    function post(MissionTerms memory t) internal returns (bytes32 id) {
        vm.prank(t.poster);
        return escrow.post(t, "ipfs://spec");
    }

    function submit(bytes32 id, address who, uint8 tranche, Split memory s) internal {
        vm.prank(who);
        escrow.submit(id, tranche, CONTENT, splitHash(s), "");
    }

    /// A posted mission with submissions of alice and bob.
    function entered(MissionTerms memory t) internal returns (bytes32 id) {
        id = post(t);
        submit(id, alice, 0, solo(alice));
        submit(id, bob, 0, solo(bob));
    }

    /// The poll over tranche 0 of a peer_vote mission with submissions of alice and bob, just opened.
    function opened() internal returns (MissionTerms memory t, bytes32 id) {
        t = voteTerms();
        id = entered(t);
        vm.warp(SUBMIT_BY);
        vote.open(t, 0);
    }

    /// The poll over an award to alice that bob appealed, just opened; submissions are closed.
    function appealOpened() internal returns (MissionTerms memory t, bytes32 id) {
        return appealOpened(SUBMIT_BY);
    }

    /// The same, awarded at some time.
    function appealOpened(uint256 awardedAt) internal returns (MissionTerms memory t, bytes32 id) {
        t = appealTerms();
        id = entered(t);
        vm.warp(awardedAt);
        vm.prank(judge);
        escrow.award(t, 0, alice, CONTENT, solo(alice));
        skip(1 hours);
        vm.prank(bob);
        escrow.appeal(t, 0, keccak256("evidence"));
        vote.openAppeal(t, 0);
    }

    // ---- votes --------------------------------------------------------------------------------------------

    function commitment(bytes32 id, uint8 poll, address who, address choice) internal view returns (bytes32) {
        return keccak256(abi.encode(vote.pollId(id, poll), who, choice, SALT));
    }

    function commit(bytes32 id, uint8 poll, address who, address choice) internal {
        bytes32 c = commitment(id, poll, who, choice);
        vm.prank(who);
        vote.commit(id, poll, c);
    }

    function reveal(bytes32 id, uint8 poll, address who, address choice) internal {
        vm.prank(who);
        vote.reveal(id, poll, choice, SALT);
    }

    function toReveal() internal {
        skip(1 days);
    }

    function toTally() internal {
        skip(1 days);
    }

    /// Voter i chooses choices[i]; all reveal; the poll is over.
    function ballots(bytes32 id, uint8 poll, address[] memory choices) internal {
        for (uint256 i; i < choices.length; ++i) {
            commit(id, poll, voter(i), choices[i]);
        }
        toReveal();
        for (uint256 i; i < choices.length; ++i) {
            reveal(id, poll, voter(i), choices[i]);
        }
        toTally();
    }

    function choose(address a, address b, address c) internal pure returns (address[] memory choices) {
        choices = new address[](3);
        (choices[0], choices[1], choices[2]) = (a, b, c);
    }

    function choose(address a, address b, address c, address d)
        internal
        pure
        returns (address[] memory choices)
    {
        choices = new address[](4);
        (choices[0], choices[1], choices[2], choices[3]) = (a, b, c, d);
    }

    function tally(MissionTerms memory t, uint8 poll, address winner) internal {
        vm.prank(stranger);
        vote.tally(t, poll, winner, CONTENT, solo(winner));
    }

    function settle(bytes32 id, uint8 poll, uint256 i) internal {
        vm.prank(stranger);
        vote.settle(id, poll, voter(i));
    }

    function outcome(bytes32 id, uint8 poll) internal view returns (Outcome) {
        return vote.verdictOf(id, poll).outcome;
    }

    function assertOutcome(bytes32 id, uint8 poll, Outcome expected) internal view {
        assertEq(uint8(outcome(id, poll)), uint8(expected), "outcome");
    }

    /// The vote contract holds what it owes, where nothing was donated.
    modifier solvent() {
        _;
        assertEq(usdc.balanceOf(address(vote)), vote.owed(), "the balance is not what is owed");
    }
}
