// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpEscrow} from "../../../../src/OabpEscrow.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {Mission, MissionTerms, Split, Status} from "../../../../src/types/Mission.sol";
import {CallbackToken} from "../../../mocks/Tokens.sol";
import {EscrowBase} from "../EscrowBase.sol";
import {MoneyRules} from "../MoneyRules.sol";

contract AwardTest is EscrowBase {
    function parts(uint256 total, Split memory s) private pure returns (uint256[] memory) {
        return MoneyRules.allocate(total, MoneyRules.widen(s.bps));
    }

    function test_Award() public solvent {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        submit(id, agent, team(3));
        uint256[] memory p = parts(net(t, 0), team(3));
        vm.expectEmit();
        emit IOabpEscrow.AwardFinalized(id, 0, agent, REWARD, 500_000);
        for (uint256 i; i < 3; ++i) {
            vm.expectEmit();
            emit IOabpEscrow.Payout(id, member(i), 0, p[i], false);
        }
        award(t, 0, agent, team(3));
        for (uint256 i; i < 3; ++i) {
            assertEq(usdc.balanceOf(member(i)), p[i]);
        }
        assertEq(escrow.feesAccrued(), POST_FEE + 500_000);
        assertStatus(id, Status.Settled);
    }

    function test_Given_AppealWindow_ItIsProposed() public solvent {
        MissionTerms memory t = withTranches(appealTerms(), 2, REWARD);
        bytes32 id = submitted(t);
        bytes32 hash = submissionHash(CONTENT, solo(agent));
        vm.expectEmit();
        emit IOabpEscrow.AwardProposed(id, 1, agent, hash, t.tranches[1], NOW + APPEAL_WINDOW);
        award(t, 1, agent, solo(agent));
        Mission memory m = escrow.mission(id);
        assertEq(m.pending, t.tranches[1]);
        assertEq(m.held, t.tranches[0]);
        assertEq(m.pendingMask, 2);
        assertEq(m.doneMask, 0);
        assertEq(escrow.pendingAward(id, 1).agent, agent);
        assertEq(escrow.feesAccrued(), POST_FEE, "fee on finalized awards only");
    }

    /// Findings 1, 4: whichever of 16 payees is blacklisted, the others are paid and it is credited.
    function test_Given_AnyOnePayeeIsBlacklisted_TheOthersArePaid() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        submit(id, agent, team(16));
        uint256[] memory p = parts(net(t, 0), team(16));
        for (uint256 bad; bad < 16; ++bad) {
            uint256 state = vm.snapshotState();
            usdc.blacklist(member(bad));
            vm.expectEmit();
            emit IOabpEscrow.Payout(id, member(bad), 0, p[bad], true);
            award(t, 0, agent, team(16));
            for (uint256 i; i < 16; ++i) {
                assertEq(usdc.balanceOf(member(i)), i == bad ? 0 : p[i]);
            }
            assertEq(escrow.credit(member(bad)), p[bad]);
            assertSolvent(p[bad], 0);
            assertTrue(vm.revertToState(state));
        }
    }

    /// Finding 2: a blacklisted treasury blocks nothing, since fees accrue.
    function test_Given_TreasuryIsBlacklisted_AwardsGoOn() public solvent {
        usdc.blacklist(treasury);
        MissionTerms memory t = someTerms();
        submitted(t);
        award(t, 0, agent, solo(agent));
        assertEq(escrow.feesAccrued(), POST_FEE + t.fees[0]);
    }

    /// Finding 47: while the token is paused everybody is credited; afterwards everybody withdraws.
    function test_Given_TokenIsPaused_EverybodyIsCredited() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        submit(id, agent, team(16));
        usdc.pause();
        award(t, 0, agent, team(16));
        assertSolvent(net(t, 0), 0);
        usdc.unpause();
        uint256[] memory p = parts(net(t, 0), team(16));
        for (uint256 i; i < 16; ++i) {
            escrow.withdraw(member(i));
            assertEq(usdc.balanceOf(member(i)), p[i]);
        }
        assertSolvent(0, 0);
    }

    /// Findings 23, 28: a tranche is awarded once.
    function test_RevertWhen_TrancheIsTaken() public {
        MissionTerms memory t = withTranches(someTerms(), 2, REWARD);
        bytes32 id = submitted(t);
        award(t, 1, agent, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TrancheTaken.selector, id, 1));
        award(t, 1, agent, solo(agent));
        award(t, 0, agent, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Settled));
        award(t, 0, agent, solo(agent));
    }

    function test_RevertWhen_TrancheIsPending() public {
        (MissionTerms memory t, bytes32 id) = proposed();
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TrancheTaken.selector, id, 0));
        award(t, 0, other, solo(other));
    }

    /// Finding 30: all ten milestones are paid, in any order, whatever the rounding.
    function testFuzz_AllMilestonesArePaid(uint64[10] memory amounts, uint256 order) public solvent {
        MissionTerms memory t = milestoneTerms(10);
        t.reward = 0;
        for (uint256 i; i < 10; ++i) {
            t.tranches[i] = uint96(bound(amounts[i], 10_000, 1e12));
            t.reward += t.tranches[i];
        }
        t.fees = MoneyRules.fees(t.tranches);
        bytes32 id = post(t);
        uint256 before = usdc.balanceOf(agent);
        for (uint8 i; i < 10; ++i) {
            submit(id, agent, i, solo(agent));
        }
        uint256 step = [uint256(1), 3, 7, 9][order % 4];
        for (uint256 i; i < 10; ++i) {
            award(t, uint8((order / 4 % 10 + i * step) % 10), agent, solo(agent));
        }
        assertStatus(id, Status.Settled);
        assertEq(escrow.mission(id).held, 0);
        uint256 fee = MoneyRules.fee(t.reward);
        assertEq(usdc.balanceOf(agent), before + t.reward - fee);
        assertEq(escrow.feesAccrued(), POST_FEE + fee);
    }

    /// Finding 31: each milestone needs a submission of its own.
    function test_RevertWhen_MilestoneHasNoSubmission() public {
        MissionTerms memory t = milestoneTerms(2);
        bytes32 id = post(t);
        submit(id, agent, 0, solo(agent));
        bytes32 hash = submissionHash(CONTENT, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotCurrentSubmission.selector, id, agent, 1, hash));
        award(t, 1, agent, solo(agent));
    }

    /// Finding 31: a replaced submission is not payable.
    function test_RevertWhen_SubmissionWasReplaced() public {
        MissionTerms memory t = someTerms();
        bytes32 id = submitted(t);
        vm.prank(agent);
        escrow.submit(id, 0, keccak256("better"), splitHash(solo(agent)), "");
        bytes32 hash = submissionHash(CONTENT, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotCurrentSubmission.selector, id, agent, 0, hash));
        award(t, 0, agent, solo(agent));
    }

    /// Finding 27: the payees are bound inside the submission.
    function testFuzz_RevertWhen_SplitIsAnother(uint8 index, address payee, uint16 moved) public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        submit(id, agent, team(4));
        Split memory s = team(4);
        vm.assume(
            payee != address(0) && payee != poster && payee != address(usdc) && payee != address(escrow)
        );
        vm.assume(payee != s.payees[index % 4]);
        s.payees[index % 4] = payee;
        expectNotCurrent(t, id, s);
        s = team(4);
        moved = uint16(bound(moved, 1, s.bps[0] - 1));
        s.bps[0] -= moved;
        s.bps[1 + index % 3] += moved;
        expectNotCurrent(t, id, s);
        award(t, 0, agent, team(4));
    }

    function expectNotCurrent(MissionTerms memory t, bytes32 id, Split memory s) private {
        bytes32 hash = submissionHash(CONTENT, s);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotCurrentSubmission.selector, id, agent, 0, hash));
        award(t, 0, agent, s);
    }

    /// Finding 44, I13: the poster can submit, and never wins or gets a part. (Through a second address it can:
    /// nothing on a chain tells the two apart.)
    function test_RevertWhen_PosterIsAgentOrPayee() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        submit(id, poster, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.PosterBarred.selector, poster));
        award(t, 0, poster, solo(agent));
        Split memory s = team(3);
        s.payees[2] = poster;
        submit(id, agent, s);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.PosterBarred.selector, poster));
        award(t, 0, agent, s);
    }

    function refuseSplit(Split memory s, bytes memory reason) private {
        MissionTerms memory t = someTerms();
        submit(escrow.missionIdOf(t), agent, s);
        vm.expectRevert(reason);
        award(t, 0, agent, s);
    }

    /// Findings 40, 42.
    function test_RevertWhen_SplitIsMalformed() public {
        post(someTerms());
        Split memory s;
        refuseSplit(s, abi.encodeWithSelector(IOabpEscrow.ShareCountOutOfRange.selector, 0, 0));
        refuseSplit(team(17), abi.encodeWithSelector(IOabpEscrow.ShareCountOutOfRange.selector, 17, 17));
        s = team(2);
        s.bps = new uint16[](3);
        refuseSplit(s, abi.encodeWithSelector(IOabpEscrow.ShareCountOutOfRange.selector, 2, 3));
        s = team(3);
        (s.bps[1], s.bps[2]) = (0, s.bps[2] + s.bps[1]);
        refuseSplit(s, abi.encodeWithSelector(IOabpEscrow.ShareZero.selector, 1));
        s = team(3);
        s.bps[1] += 1;
        refuseSplit(s, abi.encodeWithSelector(IOabpEscrow.ShareSumMismatch.selector, 10_001));
        s.bps[1] -= 2;
        refuseSplit(s, abi.encodeWithSelector(IOabpEscrow.ShareSumMismatch.selector, 9999));
        address[3] memory forbidden = [address(0), address(usdc), address(escrow)];
        for (uint256 i; i < 3; ++i) {
            s = team(3);
            s.payees[i] = forbidden[i];
            refuseSplit(s, abi.encodeWithSelector(IOabpEscrow.ForbiddenReceiver.selector, forbidden[i]));
        }
    }

    /// Finding 41: items are independent. A refused first prize does not touch the second.
    function test_Given_OnePrizeFails_TheOtherIsPaid() public solvent {
        MissionTerms memory t = withTranches(someTerms(), 2, REWARD);
        bytes32 id = submitted(t);
        submit(id, other, solo(other));
        bytes32 hash = submissionHash(CONTENT, solo(agent));
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotCurrentSubmission.selector, id, other, 0, hash));
        award(t, 0, other, solo(agent));
        award(t, 1, other, solo(other));
        award(t, 0, agent, solo(agent));
        assertStatus(id, Status.Settled);
    }

    function test_RevertWhen_CallerIsNotTheResolver() public {
        MissionTerms memory t = someTerms();
        submitted(t);
        vm.prank(poster);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotResolver.selector, poster, judge));
        escrow.award(t, 0, agent, CONTENT, solo(agent));
    }

    function test_RevertWhen_NoSuchTranche() public {
        MissionTerms memory t = withTranches(someTerms(), 3, REWARD);
        submitted(t);
        uint8[3] memory beyond = [3, 16, 255];
        for (uint256 i; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TrancheOutOfRange.selector, beyond[i], 3));
            award(t, beyond[i], agent, solo(agent));
        }
    }

    function test_RevertWhen_NobodyHasEntered() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Open));
        award(t, 0, agent, solo(agent));
    }

    /// Findings 14, 15, I8: at every second at most one of award and refund is possible, and before judgeBy and from
    /// refundAt on exactly one is.
    function testFuzz_AwardXorRefund(uint256 at) public {
        MissionTerms memory t = someTerms();
        submitted(t);
        at = bound(at, NOW, REFUND_AT + 400 days);
        check(t, at);
        uint40[6] memory edges =
            [JUDGE_BY - 1, JUDGE_BY, JUDGE_BY + 1, REFUND_AT - 1, REFUND_AT, REFUND_AT + 1];
        for (uint256 i; i < 6; ++i) {
            check(t, edges[i]);
        }
    }

    function check(MissionTerms memory t, uint256 at) private {
        vm.warp(at);
        uint256 state = vm.snapshotState();
        vm.prank(judge);
        (bool canAward,) =
            address(escrow).call(abi.encodeCall(IOabpEscrow.award, (t, 0, agent, CONTENT, solo(agent))));
        assertTrue(vm.revertToState(state));
        state = vm.snapshotState();
        (bool canRefund,) = address(escrow).call(abi.encodeCall(IOabpEscrow.refund, (t)));
        assertTrue(vm.revertToState(state));
        assertEq(canAward, at < JUDGE_BY, "award");
        assertEq(canRefund, at >= REFUND_AT, "refund");
    }

    /// Finding 21: what is donated mid-way pays nobody.
    function test_Given_Donation_AmountsStay() public {
        MissionTerms memory t = withTranches(someTerms(), 2, REWARD);
        submitted(t);
        uint256 before = usdc.balanceOf(agent);
        usdc.mint(address(escrow), 50e6);
        award(t, 0, agent, solo(agent));
        usdc.mint(address(escrow), 50e6);
        award(t, 1, agent, solo(agent));
        assertEq(usdc.balanceOf(agent), before + REWARD - 500_000);
        assertEq(usdc.balanceOf(address(escrow)), 100e6 + 500_000 + POST_FEE);
    }

    /// Findings 5, 6: while the first payee is paid everything is written already, and nothing can be called.
    function test_Given_TokenCallsBack_StateIsComplete() public {
        CallbackToken token = new CallbackToken();
        escrow = new OabpEscrow(address(token), address(oracleList), POST_FEE, treasury);
        token.mint(poster, 1e12);
        vm.prank(poster);
        token.approve(address(escrow), type(uint256).max);
        MissionTerms memory t = someTerms();
        submitted(t);
        token.arm(address(this), abi.encodeCall(this.look, ()));
        award(t, 0, agent, solo(agent));
        assertEq(looks, 1);
        assertEq(escrow.credit(agent), 0, "the look itself did not fail");

        t.salt = 1;
        token.arm(address(0), "");
        submitted(t);
        token.arm(address(escrow), abi.encodeCall(IOabpEscrow.withdraw, (agent)));
        award(t, 0, agent, solo(agent));
        assertEq(escrow.credit(agent), net(t, 0), "reentering fails the transfer, nothing else");
    }

    uint256 private looks;

    function look() external {
        bytes32 id = escrow.missionIdOf(someTerms());
        if (escrow.mission(id).status != Status.Settled) return;
        require(escrow.mission(id).held == 0 && escrow.mission(id).doneMask == 1, "mission");
        require(escrow.feesAccrued() == POST_FEE + 500_000, "fees");
        ++looks;
    }

    /// Finding 45: at no gas limit is an honest payee credited instead of paid.
    function test_Given_AnyGasLimit_NoPayeeIsStarved() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        submit(id, agent, team(2));
        bytes memory call_ = abi.encodeCall(IOabpEscrow.award, (t, 0, agent, CONTENT, team(2)));
        uint256 paid;
        for (uint256 limit = 20_000; limit < 220_000; limit += 500) {
            uint256 state = vm.snapshotState();
            vm.cool(address(escrow));
            vm.cool(address(usdc));
            vm.cool(usdcImplementation);
            vm.prank(judge);
            (bool ok,) = address(escrow).call{gas: limit}(call_);
            assertEq(escrow.credit(member(0)) + escrow.credit(member(1)), 0, "starved");
            assertEq(usdc.balanceOf(member(0)) != 0, ok);
            if (ok) ++paid;
            assertTrue(vm.revertToState(state));
        }
        assertGt(paid, 0, "no limit was enough");
        assertLt(paid, 400, "every limit was enough");
    }
}
