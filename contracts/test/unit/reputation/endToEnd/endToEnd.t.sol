// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Attestation, Finding, IAttestationOracle} from "../../../../src/interfaces/IAttestationOracle.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {LogProof} from "../../../../src/libraries/ReceiptLog.sol";
import {Layout, MissionTerms, Split, Status, VerificationType} from "../../../../src/types/Mission.sol";
import {Outcome} from "../../../../src/types/Vote.sol";
import {Exporter} from "../Exporter.sol";
import {Vm} from "forge-std/Vm.sol";

contract EndToEndTest is Exporter {
    bytes private constant ANSWER = "an answer with enough entropy 5d0c7e";
    bytes32 private answerHash;
    uint256 private aliceId;
    uint256 private sealedAt;

    function setUp() public override {
        super.setUp();
        answerHash = sha256(ANSWER);
        aliceId = idOf(alice);
        link(alice, aliceId);
    }

    function sealBlock() private {
        seal();
        sealedAt = vm.getBlockNumber();
    }

    function assertPaidAndExported(MissionTerms memory t, uint256 paid, string memory tag) private {
        bytes32 id = escrow.missionIdOf(t);
        assertEq(usdc.balanceOf(alice), 1e12 + paid);
        assertEq(uint8(escrow.mission(id).status), uint8(Status.Settled));
        if (vm.getBlockNumber() != sealedAt) sealBlock();
        export_(stranger, t, aliceId);
        assertFeedback(aliceId, t.tranches[0], tag, id);
    }

    function test_CreatorJudges() public {
        MissionTerms memory t = baseTerms();
        bytes32 id = post(t);
        Split memory s = pair(alice, bob);
        submit(id, alice, 0, s);
        vm.prank(judge);
        escrow.award(t, 0, alice, CONTENT, s);
        assertEq(usdc.balanceOf(bob), 1e12 + NET / 10);
        assertPaidAndExported(t, NET * 9 / 10, "creator_judges");
    }

    /// Findings 37 to 39 on the whole way: age, own commitment, the earlier one wins.
    function test_FirstValidMatch_ByHash() public {
        MissionTerms memory t = baseTerms();
        (t.vtype, t.resolver, t.param, t.revealWindow) =
        (VerificationType.FirstValidMatch, address(0), answerHash, 1 hours);
        bytes32 id = post(t);
        commitAnswer(id, alice);
        vm.roll(block.number + 1);
        commitAnswer(id, bob);
        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(IOabpEscrow.CommitmentTooYoung.selector, 38_000_001, 38_000_002)
        );
        escrow.reveal(t, ANSWER, SALT);
        vm.roll(38_000_003);
        vm.prank(bob);
        escrow.reveal(t, ANSWER, SALT);
        vm.prank(alice);
        escrow.reveal(t, ANSWER, SALT);
        skip(1 hours);
        escrow.finalize(t, 0, 0, solo(alice));
        assertPaidAndExported(t, NET, "first_valid_match");
    }

    function commitAnswer(bytes32 id, address who) private {
        vm.prank(who);
        escrow.commit(id, keccak256(abi.encode(id, who, ANSWER, SALT)));
    }

    /// Submissions of bob (which does not match), alice (first that does) and judge (also does), each in its own block.
    function race(MissionTerms memory t) private returns (bytes32 id) {
        id = post(t);
        address[3] memory who = [bob, alice, judge];
        for (uint256 i; i < 3; ++i) {
            vm.roll(38_000_100 + i);
            submit(id, who[i], 0, solo(who[i]));
        }
        vm.roll(38_000_200);
    }

    function position(uint256 blockNumber) private pure returns (uint256) {
        return blockNumber << 32;
    }

    function test_FirstValidMatch_ByRegex() public {
        MissionTerms memory t = regexTerms();
        race(t);
        Finding memory f = finding(t);
        f.position = position(38_000_101);
        award(t, f, signBoth(f, 0, 2));
        assertPaidAndExported(t, NET, "first_valid_match");
    }

    /// Finding 39: attesters who pass a valid submission over leave the proof in two logs of the chain.
    function test_FirstValidMatch_ByRegex_OutOfOrderShowsInTheLogs() public {
        MissionTerms memory t = regexTerms();
        vm.recordLogs();
        bytes32 id = race(t);
        Finding memory f = finding(t);
        Split memory s = solo(judge);
        (f.agent, f.submissionHash, f.sharesHash) = (judge, submissionHash(s), splitHash(s));
        f.position = position(38_000_102);
        oracle.award(t, 0, judge, CONTENT, s, f.position, f.deadline, signBoth(f, 0, 1));

        // Anybody who checks the submissions in order: alice's is valid, and stands before the one that was attested.
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 submissions;
        bool proven;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == IOabpEscrow.WorkSubmitted.selector) {
                // A node gives the block of each log; here it is the order of the recording.
                bool alices = logs[i].topics[2] == bytes32(uint256(uint160(alice)));
                if (alices) assertEq(position(38_000_100 + submissions), position(38_000_101));
                ++submissions;
            } else if (logs[i].topics[0] == IAttestationOracle.Attested.selector) {
                assertEq(logs[i].topics[1], id);
                assertEq(logs[i].topics[3], bytes32(uint256(uint160(judge))));
                (, uint256 attested, address[] memory signers) =
                    abi.decode(logs[i].data, (bytes32, uint256, address[]));
                assertEq(signers.length, 2);
                proven = position(38_000_101) < attested;
            }
        }
        assertEq(submissions, 3);
        assertTrue(proven);
    }

    function test_PeerVote() public solvent {
        MissionTerms memory t = voteTerms();
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY);
        vote.open(t, 0);
        commit(id, 0, voter(3), bob);
        ballots(id, 0, choose(alice, alice, bob));
        tally(t, 0, alice);
        assertOutcome(id, 0, Outcome.Elected);
        settle(id, 0, 2);
        settle(id, 0, 3);
        settle(id, 0, 0);
        assertEq(vote.winningsOf(voter(0)), STAKE / 5);
        assertPaidAndExported(t, NET, "peer_vote");
    }

    function test_Oracle_Milestones() public {
        MissionTerms memory t = withTranches(oracleTerms(), 3);
        t.layout = Layout.Milestones;
        bytes32 id = post(t);
        for (uint8 i; i < 3; ++i) {
            submit(id, alice, i, solo(alice));
        }
        uint8[3] memory order = [2, 0, 1];
        for (uint256 i; i < 3; ++i) {
            Finding memory f = finding(t);
            f.tranche = order[i];
            award(t, f, signBoth(f, 0, 1));
        }
        sealBlock();
        for (uint8 i = 1; i < 3; ++i) {
            LogProof memory proof = proofOf(id, i);
            reputation.export(t, i, aliceId, proof);
        }
        assertPaidAndExported(t, 3 * 9.95e6, "oracle");
        assertEq(reputation.exportedMask(id), 7);
    }

    /// I8 and finding 17: whoever was to decide is silent; at the last second nobody is refunded, at the next everybody.
    function test_NobodyDecides() public {
        MissionTerms[5] memory all = [baseTerms(), baseTerms(), regexTerms(), voteTerms(), oracleTerms()];
        (all[1].vtype, all[1].resolver, all[1].param) =
        (VerificationType.FirstValidMatch, address(0), answerHash);
        for (uint256 i; i < 5; ++i) {
            bytes32 id = post(all[i]);
            if (i == 1) commitAnswer(id, alice);
            else submit(id, alice, 0, solo(alice));
        }
        vm.warp(REFUND_AT - 1);
        for (uint256 i; i < 5; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.RefundNotDue.selector, REFUND_AT));
            escrow.refund(all[i]);
        }
        vm.warp(REFUND_AT);
        for (uint256 i; i < 5; ++i) {
            vm.prank(stranger);
            escrow.refund(all[i]);
        }
        assertEq(usdc.balanceOf(refundTo), 5 * REWARD);
        Finding memory f = finding(all[4]);
        Attestation[] memory list = signBoth(f, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.JudgeWindowClosed.selector, JUDGE_BY));
        award(all[4], f, list);
    }
}
