// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {
    Appeal,
    Commitment,
    Funding,
    Layout,
    Mission,
    MissionTerms,
    PendingAward,
    RefundReason,
    Ruling,
    Status
} from "../../../../src/types/Mission.sol";
import {Test} from "forge-std/Test.sol";
import {Vm} from "forge-std/Vm.sol";

/// The escrow's state, rebuilt from its events alone by what IOabpEscrow says of each (I11), and what is easier to see in
/// events than in storage: that each tranche is taken once (I3), that the poster wins nothing (I13), that a status only
/// moves forward (I14), and the sums of each mission (I2).
// Amounts are those of terms that were posted, and so fit 64 bits; topics are cut to their types.
// forge-lint: disable-start(unsafe-typecast)
contract EscrowFold is Test {
    struct Sums {
        uint256 net;
        uint256 fee;
        uint256 refunded;
        uint256 awarded; // net that AwardFinalized promised
    }

    bytes32[] public ids;
    mapping(bytes32 id => bytes) private terms;
    mapping(bytes32 id => Mission) private missions;
    mapping(bytes32 id => Sums) private sums;
    mapping(bytes32 id => mapping(address agent => mapping(uint8 tranche => bytes32))) public submissions;
    mapping(bytes32 id => mapping(address agent => Commitment)) private commitments;
    mapping(bytes32 id => mapping(uint8 tranche => PendingAward)) private pending;
    mapping(bytes32 id => mapping(uint8 tranche => Appeal)) private appeals;
    mapping(address owner => uint256) public credit;
    uint256 public credits;
    uint256 public bonds;
    uint256 public fees;
    address public feeRecipient;
    uint256[] private lastParts; // of the last award
    bool private bondIsNext;
    uint8 private ruledTranche;
    uint256 private immutable POST_FEE;
    address private immutable ESCROW;

    constructor(address escrow, uint256 postFee, address feeRecipient_) {
        (ESCROW, POST_FEE, feeRecipient) = (escrow, postFee, feeRecipient_);
    }

    function fold(Vm.Log[] memory logs) external {
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != ESCROW) continue;
            bytes32 kind = logs[i].topics[0];
            bytes32 id = logs[i].topics[1];
            bytes32[] memory topics = logs[i].topics;
            bytes memory data = logs[i].data;
            Status before = missions[id].status;
            if (kind == IOabpEscrow.MissionPosted.selector) onPosted(id, topics, data);
            else if (kind == IOabpEscrow.WorkSubmitted.selector) onSubmitted(id, account(topics[2]), data);
            else if (kind == IOabpEscrow.AnswerCommitted.selector) onCommitted(id, account(topics[2]), data);
            else if (kind == IOabpEscrow.AnswerRevealed.selector) onRevealed(id, account(topics[2]), data);
            else if (kind == IOabpEscrow.AwardProposed.selector) onProposed(id, topics, data);
            else if (kind == IOabpEscrow.AppealRaised.selector) onAppealed(id, topics, data);
            else if (kind == IOabpEscrow.AppealRuled.selector) onRuled(id, tranche(topics[2]), data);
            else if (kind == IOabpEscrow.AwardFinalized.selector) onFinalized(id, topics, data);
            else if (kind == IOabpEscrow.Payout.selector) onPayout(id, account(topics[2]), data);
            else if (kind == IOabpEscrow.MissionRefunded.selector) onRefunded(id, account(topics[2]), data);
            else if (kind == IOabpEscrow.MissionCancelled.selector) missions[id].status = Status.Cancelled;
            else if (kind == IOabpEscrow.CreditWithdrawn.selector) onWithdrawn(topics, data);
            else if (kind == IOabpEscrow.FeesCollected.selector) onCollected(account(topics[1]), data);
            else if (kind == IOabpEscrow.FeeRecipientChanged.selector) feeRecipient = account(topics[2]);
            else revert("unknown event");
            assertGe(uint8(missions[id].status), uint8(before), "I14: a status moved back");
        }
        assertFalse(bondIsNext, "a ruling without its bond");
    }

    // ---- one function per event -------------------------------------------------------------------------------

    function onPosted(bytes32 id, bytes32[] memory topics, bytes memory data) private {
        (MissionTerms memory t,,) = abi.decode(data, (MissionTerms, string, Funding));
        assertEq(keccak256(abi.encode(block.chainid, ESCROW, t)), id, "id");
        assertEq(account(topics[2]), t.poster);
        assertEq(account(topics[3]), t.resolver);
        ids.push(id);
        terms[id] = abi.encode(t);
        missions[id] = Mission({
            held: uint64(t.reward),
            pending: 0,
            postedAt: uint40(block.timestamp),
            submitBy: t.submitBy,
            doneMask: 0,
            pendingMask: 0,
            status: Status.Open,
            entrySlots: t.resolver == address(0)
                ? 0
                : t.layout == Layout.Milestones ? uint8(t.tranches.length) : 1
        });
        fees += POST_FEE;
    }

    function onSubmitted(bytes32 id, address agent, bytes memory data) private {
        (uint8 n, bytes32 content, bytes32 split, uint16 revision,) =
            abi.decode(data, (uint8, bytes32, bytes32, uint16, string));
        bytes32 hash = keccak256(abi.encode(content, split));
        submissions[id][agent][n] = hash >> 16 << 16 | bytes32(uint256(revision));
        missions[id].status = Status.Active;
    }

    function onCommitted(bytes32 id, address agent, bytes memory data) private {
        (bytes32 c, uint40 seq) = abi.decode(data, (bytes32, uint40));
        commitments[id][agent] = Commitment(seq, uint216(uint256(c) >> 40));
        missions[id].status = Status.Active;
    }

    uint40 private revealedSeq;

    function onRevealed(bytes32 id, address agent, bytes memory data) private {
        (, uint40 seq, bool leading) = abi.decode(data, (bytes32, uint40, bool));
        assertEq(commitments[id][agent].seq, seq, "I9: no such commitment");
        assertGe(block.number, uint256(seq) + 2, "I9: too young");
        PendingAward memory p = pending[id][0];
        if (p.agent != address(0)) assertEq(leading, seq < p.seq, "the earliest leads");
        delete commitments[id][agent];
        revealedSeq = seq;
    }

    function onProposed(bytes32 id, bytes32[] memory topics, bytes memory data) private {
        (, uint256 gross, uint40 finalAt) = abi.decode(data, (bytes32, uint256, uint40));
        (uint8 n, address agent) = (tranche(topics[2]), account(topics[3]));
        assertNotEq(agent, termsOf(id).poster, "I13");
        if (pending[id][n].agent == address(0)) {
            missions[id].held -= uint64(gross);
            missions[id].pending += uint64(gross);
            missions[id].pendingMask |= uint16(2 ** n);
        }
        bool match_ = termsOf(id).resolver == address(0);
        pending[id][n] = PendingAward(agent, finalAt, match_ ? revealedSeq : 0, false);
    }

    function onAppealed(bytes32 id, bytes32[] memory topics, bytes memory data) private {
        (uint256 bond,, uint40 ruleBy) = abi.decode(data, (uint256, bytes32, uint40));
        appeals[id][tranche(topics[2])] = Appeal(account(topics[3]), ruleBy);
        pending[id][tranche(topics[2])].appealed = true;
        bonds += bond;
    }

    function onRuled(bytes32 id, uint8 n, bytes memory data) private {
        (Ruling ruling, address agent) = abi.decode(data, (Ruling, address));
        delete appeals[id][n];
        bonds -= termsOf(id).appealBond;
        bondIsNext = true;
        ruledTranche = n;
        if (ruling == Ruling.Uphold || ruling == Ruling.Other) {
            assertNotEq(agent, termsOf(id).poster, "I13");
            pending[id][n] = PendingAward(agent, 0, 0, false);
        }
    }

    function onFinalized(bytes32 id, bytes32[] memory topics, bytes memory data) private {
        (uint256 gross, uint256 fee) = abi.decode(data, (uint256, uint256));
        (uint8 n, address agent) = (tranche(topics[2]), account(topics[3]));
        assertNotEq(agent, termsOf(id).poster, "I13");
        if (pending[id][n].agent != address(0)) {
            assertEq(pending[id][n].agent, agent, "another agent than was pending");
            unpend(id, n, gross);
        } else {
            missions[id].held -= uint64(gross);
        }
        done(id, n);
        fees += fee;
        sums[id].fee += fee;
        sums[id].awarded += gross - fee;
        delete lastParts;
    }

    function onPayout(bytes32 id, address to, bytes memory data) private {
        (, uint256 amount, bool credited) = abi.decode(data, (uint8, uint256, bool));
        if (bondIsNext) {
            bondIsNext = false;
            assertEq(amount, termsOf(id).appealBond, "bond");
        } else {
            assertNotEq(to, termsOf(id).poster, "I13");
            sums[id].net += amount;
            lastParts.push(amount);
        }
        addCredit(to, amount, credited);
    }

    function onRefunded(bytes32 id, address to, bytes memory data) private {
        (uint256 amount, bool credited, RefundReason reason) = abi.decode(data, (uint256, bool, RefundReason));
        assertEq(to, termsOf(id).refundTo, "refunded to another");
        if (reason == RefundReason.Ruled) {
            unpend(id, ruledTranche, amount);
            done(id, ruledTranche);
        } else {
            Status before = missions[id].status;
            assertEq(reason == RefundReason.NoEntries, before == Status.Open, "reason");
            assertEq(reason == RefundReason.Cancelled, before == Status.Cancelled, "reason");
            assertEq(missions[id].held, amount, "not everything");
            missions[id].held = 0;
            if (before != Status.Cancelled) missions[id].status = Status.Refunded;
        }
        sums[id].refunded += amount;
        addCredit(to, amount, credited);
    }

    function onWithdrawn(bytes32[] memory topics, bytes memory data) private {
        uint256 amount = abi.decode(data, (uint256));
        address owner = account(topics[1]);
        assertEq(account(topics[2]), owner, "withdrawn to another");
        assertEq(credit[owner], amount, "not the whole credit");
        credit[owner] = 0;
        credits -= amount;
    }

    function onCollected(address to, bytes memory data) private {
        assertEq(to, feeRecipient, "fees to another");
        assertEq(abi.decode(data, (uint256)), fees, "not all fees");
        fees = 0;
    }

    // ---- what several of them do ------------------------------------------------------------------------------

    function unpend(bytes32 id, uint8 n, uint256 gross) private {
        missions[id].pending -= uint64(gross);
        missions[id].pendingMask ^= uint16(2 ** n);
        delete pending[id][n];
    }

    function done(bytes32 id, uint8 n) private {
        uint16 bit = uint16(2 ** n);
        assertEq(missions[id].doneMask & bit, 0, "I3: a tranche was taken twice");
        missions[id].doneMask |= bit;
        bool all = missions[id].doneMask == 2 ** termsOf(id).tranches.length - 1;
        if (all && missions[id].status == Status.Active) missions[id].status = Status.Settled;
    }

    function addCredit(address to, uint256 amount, bool credited) private {
        if (!credited) return;
        credit[to] += amount;
        credits += amount;
    }

    function account(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }

    function tranche(bytes32 topic) private pure returns (uint8) {
        return uint8(uint256(topic));
    }

    // ---- views ------------------------------------------------------------------------------------------------

    function count() external view returns (uint256) {
        return ids.length;
    }

    function termsOf(bytes32 id) public view returns (MissionTerms memory) {
        return abi.decode(terms[id], (MissionTerms));
    }

    function mission(bytes32 id) external view returns (Mission memory) {
        return missions[id];
    }

    function sumsOf(bytes32 id) external view returns (Sums memory) {
        return sums[id];
    }

    function commitmentOf(bytes32 id, address agent) external view returns (Commitment memory) {
        return commitments[id][agent];
    }

    function pendingAward(bytes32 id, uint8 n) external view returns (PendingAward memory) {
        return pending[id][n];
    }

    function appealOf(bytes32 id, uint8 n) external view returns (Appeal memory) {
        return appeals[id][n];
    }

    function parts() external view returns (uint256[] memory) {
        return lastParts;
    }
}
// forge-lint: disable-end(unsafe-typecast)
