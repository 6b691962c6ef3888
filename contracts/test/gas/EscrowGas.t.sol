// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {MissionTerms, Ruling, Split} from "../../src/types/Mission.sol";
import {EscrowBase} from "../unit/escrow/EscrowBase.sol";
import {GasRecorder} from "./GasRecorder.sol";

/// Gas on genuine USDC; GasRecorder says which. As in production the escrow
/// holds money already and has accrued fees. Payees hold nothing unless the name says so. The numbers are in
/// contracts/snapshots and in contracts/README.md.
///
/// The ceiling of `postWithAuthorization` was first 95,000, set on a stand-in for the token whose transfers are cheaper and
/// whose signatures are plain ecrecover; contracts/README.md says where the gas goes.
contract EscrowGasTest is EscrowBase, GasRecorder {
    function setUp() public override {
        super.setUp();
        MissionTerms memory t = someTerms();
        t.salt = 999;
        submitted(t);
        award(t, 0, agent, solo(agent));
        t.salt = 998;
        post(t);
    }

    function cool() private {
        vm.cool(address(escrow));
        vm.cool(address(usdc));
        vm.cool(usdcImplementation);
        vm.cool(address(oracleList));
    }

    function record(string memory name, uint256 ceiling) private {
        record("OabpEscrow", name, ceiling);
    }

    // ---- posting ----------------------------------------------------------------------------------------------

    function test_Post() public {
        MissionTerms memory t = someTerms();
        cool();
        vm.prank(poster);
        escrow.post(t, "ipfs://spec");
        record("post", 75_000);
    }

    function test_PostWithAuthorization() public {
        MissionTerms memory t = someTerms();
        bytes memory signature = signReceive(t, posterKey);
        cool();
        vm.prank(stranger);
        escrow.postWithAuthorization(t, "ipfs://spec", 0, NOW + 1 hours, signature);
        record("postWithAuthorization", 103_500);
    }

    function test_PostWithPermit() public {
        MissionTerms memory t = someTerms();
        vm.prank(poster);
        usdc.approve(address(escrow), 0);
        bytes memory signature = signPermit(poster, uint256(t.reward) + POST_FEE, posterKey);
        cool();
        vm.prank(poster);
        escrow.postWithPermit(t, "ipfs://spec", NOW + 1 hours, signature);
        record("postWithPermit", 127_000);
    }

    function test_Post16Prizes() public {
        MissionTerms memory t = withTranches(someTerms(), 16, REWARD);
        cool();
        vm.prank(poster);
        escrow.post(t, "ipfs://spec");
        record("post 16 prizes", 92_000);
    }

    // ---- entering ---------------------------------------------------------------------------------------------

    function coolAndSubmit(bytes32 id, address who) private {
        bytes32 split = splitHash(solo(who));
        cool();
        vm.prank(who);
        escrow.submit(id, 0, CONTENT, split, "ipfs://work");
    }

    function test_Submit() public {
        bytes32 id = post(someTerms());
        coolAndSubmit(id, agent);
        record("submit, first of the mission", 35_000);
        coolAndSubmit(id, other);
        record("submit", 32_000);
        coolAndSubmit(id, other);
        record("submit again", 32_000);
    }

    function coolAndCommit(bytes32 id, address who) private {
        cool();
        vm.prank(who);
        escrow.commit(id, commitment(id, who, ANSWER, SALT));
    }

    function test_CommitAndReveal() public {
        MissionTerms memory t = matchTerms(0);
        bytes32 id = post(t);
        coolAndCommit(id, other);
        record("commit, first of the mission", 32_500);
        coolAndCommit(id, member(0));
        record("commit", 28_000);
        age();
        cool();
        vm.prank(member(0));
        escrow.reveal(t, ANSWER, SALT);
        record("reveal, wins and is paid", 85_000);
    }

    function test_RevealWithWindow() public {
        MissionTerms memory t = matchTerms(1 hours);
        bytes32 id = post(t);
        commit(id, other);
        vm.roll(vm.getBlockNumber() + 1);
        commit(id, member(0));
        age();
        cool();
        vm.prank(member(0));
        escrow.reveal(t, ANSWER, SALT);
        record("reveal, opens the window", 60_000);
        cool();
        vm.prank(other);
        escrow.reveal(t, ANSWER, SALT);
        record("reveal, takes the lead", 40_000);
        vm.warp(vm.getBlockTimestamp() + 1 hours);
        cool();
        escrow.finalize(t, 0, 0, solo(other));
        record("finalize a match", 62_000);
    }

    // ---- deciding ---------------------------------------------------------------------------------------------

    function coolAndAward(MissionTerms memory t, Split memory s) private {
        cool();
        vm.prank(judge);
        escrow.award(t, 0, agent, CONTENT, s);
    }

    function measureAward(Split memory s, string memory name, uint256 ceiling) private {
        MissionTerms memory t = someTerms();
        submit(post(t), agent, s);
        coolAndAward(t, s);
        record(name, ceiling);
    }

    function test_Award1() public {
        measureAward(team(1), "award 01 new payee", 66_000);
    }

    function test_AwardExisting() public {
        measureAward(solo(other), "award 01 payee with a balance", 50_000);
    }

    function test_Award4() public {
        measureAward(team(4), "award 04 new payees", 165_000);
    }

    function test_Award16() public {
        measureAward(team(16), "award 16 new payees", 540_000);
    }

    function test_AwardCredited() public {
        usdc.blacklist(member(0));
        measureAward(team(1), "award 01 refused payee, credited", 65_000);
        usdc.unBlacklist(member(0));
        cool();
        escrow.withdraw(member(0));
        record("withdraw, new payee", 48_000);
    }

    function test_ProposeAndFinalize() public {
        MissionTerms memory t = appealTerms();
        submit(post(t), agent, team(1));
        coolAndAward(t, team(1));
        record("award, proposed", 45_000);
        vm.warp(vm.getBlockTimestamp() + APPEAL_WINDOW);
        cool();
        escrow.finalize(t, 0, CONTENT, team(1));
        record("finalize 01 new payee", 69_000);
    }

    function test_FinalizeExisting() public {
        (MissionTerms memory t,) = proposed();
        vm.warp(vm.getBlockTimestamp() + APPEAL_WINDOW);
        cool();
        escrow.finalize(t, 0, CONTENT, solo(agent));
        record("finalize 01 payee with a balance", 62_000);
    }

    function test_AppealAndRule() public {
        (MissionTerms memory t,) = proposed();
        cool();
        vm.prank(other);
        escrow.appeal(t, 0, keccak256("evidence"));
        record("appeal", 80_000);
        cool();
        vm.prank(arbiter);
        escrow.rule(t, 0, Ruling.Other, other, CONTENT, solo(other));
        record("rule for another submission", 70_000);
    }

    // ---- money going out --------------------------------------------------------------------------------------

    function test_Refund() public {
        usdc.mint(refundTo, 1);
        MissionTerms memory t = someTerms();
        post(t);
        vm.warp(REFUND_AT);
        cool();
        escrow.refund(t);
        record("refund to a balance", 36_000);
    }

    function test_RefundNew() public {
        MissionTerms memory t = someTerms();
        post(t);
        vm.warp(REFUND_AT);
        cool();
        escrow.refund(t);
        record("refund to an empty address", 55_000);
    }

    function test_Cancel() public {
        usdc.mint(refundTo, 1);
        MissionTerms memory t = someTerms();
        post(t);
        cool();
        vm.prank(poster);
        escrow.cancel(t);
        record("cancel", 38_000);
    }

    function test_CollectFees() public {
        usdc.mint(treasury, 1);
        cool();
        escrow.collectFees();
        record("collectFees", 40_000);
    }
}
