// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpEscrow} from "../../../src/OabpEscrow.sol";
import {IOabpEscrow} from "../../../src/interfaces/IOabpEscrow.sol";
import {Mission, MissionTerms, Status} from "../../../src/types/Mission.sol";
import {OracleList} from "../../mocks/Oracles.sol";
import {MoneyRules} from "../../unit/escrow/MoneyRules.sol";
import {GenuineUsdc} from "../../utils/GenuineUsdc.sol";
import {EscrowHandler} from "./handlers/EscrowHandler.sol";
import {EscrowFold} from "./stores/EscrowFold.sol";

/// The list in prose is README.md.
// Dice are cut to what they choose.
// forge-lint: disable-start(unsafe-typecast)
contract EscrowInvariants is GenuineUsdc {
    OabpEscrow private escrow;
    EscrowHandler private handler;
    EscrowFold private fold;
    address private constant TREASURY = address(0x7ea5);
    uint40 private constant NOW = 1_800_000_000;

    function setUp() public {
        vm.chainId(8453);
        vm.warp(NOW);
        vm.roll(38_000_000);
        deployUsdc();
        fresh();
        targetContract(address(handler));
        bytes4[] memory actions = new bytes4[](18);
        actions[0] = EscrowHandler.post.selector;
        actions[1] = EscrowHandler.postAgain.selector;
        actions[2] = EscrowHandler.cancel.selector;
        actions[3] = EscrowHandler.submit.selector;
        actions[4] = EscrowHandler.commit.selector;
        actions[5] = EscrowHandler.reveal.selector;
        actions[6] = EscrowHandler.award.selector;
        actions[7] = EscrowHandler.appeal.selector;
        actions[8] = EscrowHandler.rule.selector;
        actions[9] = EscrowHandler.finalize.selector;
        actions[10] = EscrowHandler.refund.selector;
        actions[11] = EscrowHandler.withdraw.selector;
        actions[12] = EscrowHandler.collectFees.selector;
        actions[13] = EscrowHandler.setFeeRecipient.selector;
        actions[14] = EscrowHandler.donate.selector;
        actions[15] = EscrowHandler.warp.selector;
        actions[16] = EscrowHandler.list.selector;
        actions[17] = EscrowHandler.pause.selector;
        targetSelector(FuzzSelector(address(handler), actions));
    }

    function fresh() private {
        escrow = new OabpEscrow(address(usdc), address(new OracleList()), 10_000, TREASURY);
        handler = new EscrowHandler(escrow, usdc);
        fold = handler.FOLD();
    }

    /// I1, and I5 with it: whatever fee recipient or issuer do, what is owed is there.
    function invariant_Solvent() public view {
        uint256 owed = fold.credits() + fold.bonds() + fold.fees();
        for (uint256 k; k < fold.count(); ++k) {
            Mission memory m = escrow.mission(fold.ids(k));
            owed += uint256(m.held) + m.pending;
        }
        assertEq(usdc.balanceOf(address(escrow)), owed + handler.donated());
    }

    /// I2, I6, I7.
    function invariant_EachMissionConservesItsMoney() public view {
        for (uint256 k; k < fold.count(); ++k) {
            bytes32 id = fold.ids(k);
            MissionTerms memory t = fold.termsOf(id);
            Mission memory m = escrow.mission(id);
            EscrowFold.Sums memory s = fold.sumsOf(id);
            assertEq(s.net, s.awarded, "I6: parts do not sum to the net");
            assertEq(s.net + s.fee + s.refunded + m.held + m.pending, t.reward, "I2");
            assertLe(s.fee, MoneyRules.fee(t.reward), "I7");
            if (m.status == Status.Settled && s.refunded == 0) {
                assertEq(s.fee, MoneyRules.fee(t.reward), "I7");
            }
        }
    }

    /// I11 and finding 46. I3, I9, I13 and I14 are asserted while folding.
    function invariant_EventsRebuildTheStorage() public view {
        assertEq(escrow.feesAccrued(), fold.fees());
        assertEq(escrow.feeRecipient(), fold.feeRecipient());
        uint256 credits;
        for (uint256 i; i < handler.accountCount(); ++i) {
            address account = handler.accountAt(i);
            assertEq(escrow.credit(account), fold.credit(account));
            credits += fold.credit(account);
        }
        assertEq(credits, fold.credits(), "a credit of somebody unknown");
        for (uint256 k; k < fold.count(); ++k) {
            bytes32 id = fold.ids(k);
            assertEq(abi.encode(escrow.mission(id)), abi.encode(fold.mission(id)), "mission");
            for (uint8 n; n < 16; ++n) {
                assertEq(
                    abi.encode(escrow.pendingAward(id, n)), abi.encode(fold.pendingAward(id, n)), "pending"
                );
                assertEq(abi.encode(escrow.appealOf(id, n)), abi.encode(fold.appealOf(id, n)), "appeal");
            }
            checkEntries(id);
        }
    }

    function checkEntries(bytes32 id) private view {
        for (uint256 a; a < handler.agentCount(); ++a) {
            address agent = handler.agents(a);
            assertEq(
                abi.encode(escrow.commitmentOf(id, agent)),
                abi.encode(fold.commitmentOf(id, agent)),
                "commitment"
            );
            for (uint8 n; n < fold.mission(id).entrySlots; ++n) {
                (bytes32 hash, uint16 revision) = escrow.submissionOf(id, agent, n);
                assertEq(hash | bytes32(uint256(revision)), fold.submissions(id, agent, n), "submission");
            }
        }
    }

    /// I8: at this second no tranche can be both awarded and refunded, and of a free tranche with a valid submission the
    /// one or the other, outside the grace between judgeBy and refundAt.
    function invariant_AwardXorRefund() public {
        for (uint256 k; k < fold.count(); ++k) {
            bytes32 id = fold.ids(k);
            MissionTerms memory t = fold.termsOf(id);
            uint256 state = vm.snapshotState();
            bool canRefund = handler.probe(address(0x57a7), abi.encodeCall(IOabpEscrow.refund, (t)));
            assertTrue(vm.revertToState(state));
            for (uint256 a; a < handler.agentCount(); ++a) {
                bytes memory call_ = handler.awardCall(id, handler.agents(a), 0);
                state = vm.snapshotState();
                bool canAward = handler.probe(t.resolver, call_);
                assertTrue(vm.revertToState(state));
                assertFalse(canAward && canRefund, "both");
                if (canAward) assertLt(block.timestamp, t.judgeBy);
            }
            if (canRefund) assertGe(block.timestamp, t.refundAt);
        }
    }

    /// I4: at refundAt a stranger's refund succeeds, while everybody and everything is listed, and the token is not paused.
    function invariant_AStrangerCanAlwaysRefund() public {
        for (uint256 k; k < fold.count(); ++k) {
            bytes32 id = fold.ids(k);
            MissionTerms memory t = fold.termsOf(id);
            Mission memory m = escrow.mission(id);
            if (m.held == 0) continue;
            assertTrue(m.status == Status.Open || m.status == Status.Active, "money in an ended mission");
            uint256 state = vm.snapshotState();
            usdc.unpause();
            for (uint256 i; i < handler.accountCount(); ++i) {
                usdc.blacklist(handler.accountAt(i));
            }
            if (block.timestamp < t.refundAt) vm.warp(t.refundAt);
            assertTrue(handler.probe(address(0x57a7), abi.encodeCall(IOabpEscrow.refund, (t))), "I4");
            assertEq(escrow.mission(id).held, 0);
            assertTrue(vm.revertToState(state));
        }
    }

    /// When time has passed and the token refuses nobody, strangers bring every unit to whom it belongs.
    function invariant_NothingIsEverLocked() public {
        uint256 state = vm.snapshotState();
        handler.drain();
        assertEq(usdc.balanceOf(address(escrow)), handler.donated());
        for (uint256 k; k < fold.count(); ++k) {
            Mission memory m = escrow.mission(fold.ids(k));
            assertTrue(m.status > Status.Active, "not ended");
            assertEq(m.held + m.pending, 0);
        }
        assertTrue(vm.revertToState(state));
    }

    /// The invariants would mean little if the handler's calls all failed.
    function test_HandlerReachesBothOutcomesOfEverything() public {
        string[16] memory outcomes = [
            "post",
            "post signed",
            "cancel",
            "submit",
            "commit",
            "reveal",
            "award",
            "propose",
            "appeal",
            "uphold",
            "rule other",
            "rule refund",
            "finalize",
            "refund",
            "withdraw",
            "collect"
        ];
        uint256[16] memory done;
        uint256[16] memory refused;
        uint256 lapsed;
        for (uint256 run; run < 14; ++run) {
            drive(run);
            invariant_Solvent();
            invariant_EventsRebuildTheStorage();
            invariant_EachMissionConservesItsMoney();
            handler.drain();
            assertEq(usdc.balanceOf(address(escrow)), handler.donated());
            for (uint256 i; i < 16; ++i) {
                done[i] += handler.count(outcomes[i]);
                refused[i] += handler.count(string.concat(outcomes[i], " refused"));
            }
            lapsed += handler.count("finalize lapsed");
        }
        for (uint256 i; i < 16; ++i) {
            assertGt(done[i], 0, outcomes[i]);
            assertGt(refused[i], 0, string.concat(outcomes[i], " refused"));
        }
        assertGt(lapsed, 0, "lapsed");
    }

    /// Three hundred steps on fresh contracts.
    function drive(uint256 run) private {
        vm.warp(NOW);
        usdc.unpause();
        fresh();
        for (uint256 i; i < 300; ++i) {
            uint256 dice = uint256(keccak256(abi.encode(run, i)));
            uint256 what = dice % 24;
            dice >>= 8;
            (uint256 k, uint256 who, uint8 n) = (dice >> 16, dice >> 32, uint8(dice >> 64));
            if (what == 0 && fold.count() < 5) handler.post(dice, dice >> 8 & 1 == 1);
            else if (what < 6) handler.submit(k, who, n, dice >> 80);
            else if (what < 8) handler.commit(k, who, dice >> 80 & 3 != 0);
            else if (what < 10) handler.reveal(k, who);
            else if (what < 14) handler.award(k, who, n, dice >> 80 & 7 != 0);
            else if (what < 17) appealAndRule(dice);
            else if (what < 19) handler.finalize(k, n);
            else if (what == 19) handler.refund(k);
            else if (what == 20) handler.withdraw(who);
            else if (what == 21) handler.warp(dice >> 80 & 7 == 0 ? 1 days : dice % 1 hours);
            else if (what == 22) handler.list(who, dice >> 80);
            else other(dice);
        }
    }

    function appealAndRule(uint256 dice) private {
        (uint256 k, uint256 who, uint8 n) = (dice >> 16, dice >> 32, uint8(dice >> 64));
        for (uint256 i; i < 3; ++i) {
            handler.appeal(k, who + i, n);
        }
        if (dice >> 96 & 3 == 0) return;
        // Whoever has submitted may be ruled for.
        for (uint256 i; i < (dice >> 98 & 1 == 1 ? 5 : 1); ++i) {
            handler.rule(k, who + i, n, uint8(dice >> 80));
        }
    }

    function other(uint256 dice) private {
        uint256 what = dice >> 100 & 3;
        if (what == 0) handler.pause(dice >> 8);
        else if (what == 1) handler.cancel(dice >> 16, dice >> 80 & 3 != 0);
        else if (what == 2) handler.collectFees();
        else handler.donate(dice >> 8);
    }
}
// forge-lint: disable-end(unsafe-typecast)
