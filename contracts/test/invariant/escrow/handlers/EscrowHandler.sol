// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpEscrow} from "../../../../src/OabpEscrow.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {
    Appeal,
    Commitment,
    Layout,
    Mission,
    MissionTerms,
    PendingAward,
    Ruling,
    Split,
    Status,
    VerificationType
} from "../../../../src/types/Mission.sol";
import {MoneyRules} from "../../../unit/escrow/MoneyRules.sol";
import {IUsdc} from "../../../utils/GenuineUsdc.sol";
import {EscrowFold} from "../stores/EscrowFold.sol";
import {Test} from "forge-std/Test.sol";

/// Does anything that anybody may do to the escrow and the token, in any order and at any time. It knows from the rules and
/// the folded events alone whether a call must succeed, and fails if the escrow disagrees; no call is skipped.
// Dice are cut to what they choose.
// forge-lint: disable-start(unsafe-typecast)
contract EscrowHandler is Test {
    OabpEscrow public immutable ESCROW;
    IUsdc public immutable USDC;
    EscrowFold public immutable FOLD;
    address public immutable ISSUER; // minter, pauser and blacklister
    uint256 private constant POSTER_KEY = 0xA11CE;
    address public immutable POSTER = vm.addr(POSTER_KEY);
    address public constant JUDGE = address(0x1d9e);
    address public constant ARBITER = address(0xa4b1);
    address public constant REFUND_TO = address(0x4ef4);
    address private constant STRANGER = address(0x57a7);
    bytes private constant ANSWER = "the answer";
    bytes32 private constant CONTENT = keccak256("envelope");
    uint256 private constant MAX_MISSIONS = 12;

    address[] public agents; // the poster among them
    address[] private accounts; // everybody who may be listed
    mapping(bytes32 id => mapping(address agent => mapping(uint8 tranche => uint256))) private variants;
    mapping(bytes32 id => mapping(address agent => bool)) private committedRight;
    uint256 public donated;
    mapping(string outcome => uint256) public count;

    constructor(OabpEscrow escrow, IUsdc usdc) {
        (ESCROW, USDC, ISSUER) = (escrow, usdc, msg.sender);
        FOLD = new EscrowFold(address(escrow), escrow.postFee(), escrow.feeRecipient());
        for (uint160 i; i < 4; ++i) {
            agents.push(address(0xA9e47000 + i));
        }
        agents.push(POSTER);
        for (uint160 i; i < 16; ++i) {
            if (i < agents.length) accounts.push(agents[i]);
            accounts.push(address(0xBEEF000 + i));
        }
        accounts.push(REFUND_TO);
        accounts.push(escrow.feeRecipient());
        accounts.push(address(escrow));
        for (uint256 i; i < agents.length; ++i) {
            vm.prank(agents[i]);
            usdc.approve(address(escrow), type(uint256).max);
        }
    }

    // ---- acting and expecting ---------------------------------------------------------------------------------

    function act(address who, bytes memory call_, bool must, string memory name) private returns (bool ok) {
        vm.recordLogs();
        vm.prank(who);
        (ok,) = address(ESCROW).call(call_);
        assertEq(ok, must, name);
        // The recorder keeps the logs of reverted calls too.
        if (ok) FOLD.fold(vm.getRecordedLogs());
        else vm.getRecordedLogs();
        ++count[string.concat(name, ok ? "" : " refused")];
    }

    function moves(address from, address to) private view returns (bool) {
        return !USDC.paused() && !USDC.isBlacklisted(from) && !USDC.isBlacklisted(to);
    }

    function any(uint256 k) private view returns (bytes32 id, MissionTerms memory t, Mission memory m) {
        uint256 n = FOLD.count();
        if (n == 0) return (id, t, m);
        id = FOLD.ids(k % n);
        (t, m) = (FOLD.termsOf(id), FOLD.mission(id));
    }

    function open(Mission memory m) private pure returns (bool) {
        return m.status == Status.Open || m.status == Status.Active;
    }

    function bit(uint8 n) private pure returns (uint16) {
        return n < 16 ? uint16(2 ** n) : 0;
    }

    function key(MissionTerms memory t, uint8 n) public pure returns (uint8) {
        return t.layout == Layout.Milestones ? n : 0;
    }

    /// 0: the agent alone; 1: a pair; 2: sixteen; 3: with the poster; 4: parts that do not sum up.
    function splitOf(address agent, uint256 variant) public view returns (Split memory s) {
        uint256 n = variant == 0 ? 1 : variant == 2 ? 16 : 2;
        (s.payees, s.bps) = (new address[](n), new uint16[](n));
        uint256 left = 10_000;
        for (uint160 i; i < n; ++i) {
            s.payees[i] = i == 0 ? agent : address(0xBEEF000 + i);
            s.bps[i] = uint16(i + 1 == n ? left : 3000 / n + 37 * i + 1);
            left -= s.bps[i];
        }
        if (variant == 3) s.payees[1] = POSTER;
        if (variant == 4) s.bps[1] -= 1;
    }

    function splitHash(Split memory s) private pure returns (bytes32) {
        return keccak256(abi.encode(s.payees, s.bps));
    }

    function payable_(bytes32 id, MissionTerms memory t, address agent, uint8 n) private view returns (bool) {
        return agent != t.poster && FOLD.submissions(id, agent, key(t, n)) != 0
            && variants[id][agent][key(t, n)] < 3;
    }

    // ---- posting ----------------------------------------------------------------------------------------------

    function makeTerms(uint256 dice) private view returns (MissionTerms memory t) {
        uint256 kind = dice % 6;
        (t.poster, t.resolver, t.refundTo, t.salt) = (POSTER, JUDGE, REFUND_TO, FOLD.count());
        t.submitBy = uint40(block.timestamp + 1 + (dice >> 8) % 3 days);
        t.judgeBy = uint40(t.submitBy + 1 + (dice >> 40) % 3 days);
        if (kind == 1 || kind == 3) (t.arbiter, t.appealWindow, t.appealBond) = (ARBITER, 1 days, 1e6);
        t.refundAt = uint40(uint256(t.judgeBy) + t.appealWindow + 3 days + (dice >> 72) % 5 days);
        uint256 n = 1 + (dice >> 104) % 16;
        if (kind == 2 || kind == 3) (t.layout, n) = (Layout.Milestones, 2 + n % 9);
        if (kind > 3) {
            (n, t.vtype, t.resolver, t.param) =
            (1, VerificationType.FirstValidMatch, address(0), sha256(ANSWER));
            if (kind == 5) t.revealWindow = 1 days;
        }
        t.tranches = new uint96[](n);
        for (uint256 i; i < n; ++i) {
            t.tranches[i] = uint96(10_000 + uint256(keccak256(abi.encode(dice, i))) % 1e9);
            t.reward += t.tranches[i];
        }
        t.fees = MoneyRules.fees(t.tranches);
    }

    function post(uint256 dice, bool signed) external {
        if (FOLD.count() == MAX_MISSIONS) return;
        MissionTerms memory t = makeTerms(dice);
        uint256 amount = uint256(t.reward) + ESCROW.postFee();
        if (moves(address(0), POSTER)) mint(POSTER, amount);
        bool must = moves(POSTER, address(ESCROW)) && USDC.balanceOf(POSTER) >= amount;
        if (signed) {
            bytes memory signature = sign(amount, ESCROW.missionIdOf(t));
            act(
                STRANGER,
                abi.encodeCall(
                    IOabpEscrow.postWithAuthorization, (t, "uri", 0, type(uint256).max, signature)
                ),
                must,
                "post signed"
            );
        } else {
            act(POSTER, abi.encodeCall(IOabpEscrow.post, (t, "uri")), must, "post");
        }
    }

    /// The same terms never make a second mission.
    function postAgain(uint256 k) external {
        (bytes32 id, MissionTerms memory t,) = any(k);
        if (id == 0) return;
        act(POSTER, abi.encodeCall(IOabpEscrow.post, (t, "uri")), false, "post again");
    }

    function cancel(uint256 k, bool byPoster) external {
        (, MissionTerms memory t, Mission memory m) = any(k);
        bool must = byPoster && m.status == Status.Open;
        act(byPoster ? POSTER : STRANGER, abi.encodeCall(IOabpEscrow.cancel, (t)), must, "cancel");
    }

    // ---- entering ---------------------------------------------------------------------------------------------

    function submit(uint256 k, uint256 who, uint8 n, uint256 variant) external {
        (bytes32 id, MissionTerms memory t, Mission memory m) = any(k);
        address agent = agents[who % agents.length];
        n = n % 4 == 0 ? n % 11 : n % uint8(m.entrySlots == 0 ? 1 : m.entrySlots);
        variant = variant % 7 > 4 ? 0 : variant % 7;
        bool must = open(m) && block.timestamp < m.submitBy && n < m.entrySlots;
        for (uint8 i; i < 16; ++i) {
            if (i < t.tranches.length && key(t, i) == n && FOLD.pendingAward(id, i).agent == agent) {
                must = false;
            }
        }
        bytes32 split = splitHash(splitOf(agent, variant));
        if (act(agent, abi.encodeCall(IOabpEscrow.submit, (id, n, CONTENT, split, "uri")), must, "submit")) {
            variants[id][agent][n] = variant;
        }
    }

    function commit(uint256 k, uint256 who, bool right) external {
        (bytes32 id, MissionTerms memory t, Mission memory m) = any(k);
        address agent = agents[who % agents.length];
        bool must = open(m) && block.timestamp < m.submitBy && t.resolver == address(0)
            && FOLD.commitmentOf(id, agent).seq == 0;
        bytes32 c = keccak256(abi.encode(id, right ? agent : STRANGER, ANSWER, bytes32(0)));
        if (act(agent, abi.encodeCall(IOabpEscrow.commit, (id, c)), must, "commit")) {
            committedRight[id][agent] = right;
        }
    }

    function reveal(uint256 k, uint256 who) external {
        (bytes32 id, MissionTerms memory t, Mission memory m) = any(k);
        address agent = agents[who % agents.length];
        Commitment memory c = FOLD.commitmentOf(id, agent);
        PendingAward memory p = FOLD.pendingAward(id, 0);
        bool must = m.status == Status.Active && t.resolver == address(0) && agent != POSTER && c.seq != 0
            && block.number >= uint256(c.seq) + 2 && committedRight[id][agent]
            && block.timestamp < (p.agent == address(0) ? t.judgeBy : p.finalAt);
        act(agent, abi.encodeCall(IOabpEscrow.reveal, (t, ANSWER, bytes32(0))), must, "reveal");
    }

    // ---- deciding ---------------------------------------------------------------------------------------------

    function award(uint256 k, uint256 who, uint8 n, bool byJudge) external {
        (bytes32 id, MissionTerms memory t, Mission memory m) = any(k);
        address agent = agents[who % agents.length];
        if (t.tranches.length != 0) n = n % uint8(t.tranches.length + 1);
        bool must = mayAward(id, t, m, agent, n) && byJudge;
        Split memory s = splitOf(agent, variants[id][agent][key(t, n)]);
        bool ok = act(
            byJudge ? JUDGE : POSTER,
            abi.encodeCall(IOabpEscrow.award, (t, n, agent, CONTENT, s)),
            must,
            t.arbiter == address(0) ? "award" : "propose"
        );
        if (ok && t.appealWindow == 0) checkParts(t, n, s);
    }

    function mayAward(bytes32 id, MissionTerms memory t, Mission memory m, address agent, uint8 n)
        public
        view
        returns (bool)
    {
        return t.resolver == JUDGE && block.timestamp < t.judgeBy && m.status == Status.Active
            && n < t.tranches.length && (m.doneMask | m.pendingMask) & bit(n) == 0
            && payable_(id, t, agent, n);
    }

    /// I6.
    function checkParts(MissionTerms memory t, uint8 n, Split memory s) private view {
        uint256 net = uint256(t.tranches[n]) - t.fees[n];
        assertEq(FOLD.parts(), MoneyRules.allocate(net, MoneyRules.widen(s.bps)), "I6");
    }

    function appeal(uint256 k, uint256 who, uint8 n) external {
        (bytes32 id, MissionTerms memory t,) = any(k);
        address from = agents[who % agents.length];
        if (t.tranches.length != 0) n = n % uint8(t.tranches.length);
        PendingAward memory p = FOLD.pendingAward(id, n);
        if (moves(address(0), from)) mint(from, t.appealBond);
        bool must = p.agent != address(0) && t.arbiter != address(0) && !p.appealed
            && block.timestamp < p.finalAt && from != p.agent
            && (from == t.poster || FOLD.submissions(id, from, key(t, n)) != 0)
            && moves(from, address(ESCROW)) && USDC.balanceOf(from) >= t.appealBond;
        act(from, abi.encodeCall(IOabpEscrow.appeal, (t, n, bytes32("evidence"))), must, "appeal");
    }

    function rule(uint256 k, uint256 who, uint8 n, uint8 what) external {
        (bytes32 id, MissionTerms memory t,) = any(k);
        address agent = agents[who % agents.length];
        if (t.tranches.length != 0) n = n % uint8(t.tranches.length);
        Ruling ruling = Ruling(what % 4);
        bool must = FOLD.pendingAward(id, n).appealed && block.timestamp < FOLD.appealOf(id, n).ruleBy
            && ruling != Ruling.Lapsed;
        if (ruling == Ruling.Other) {
            must = must && agent != FOLD.pendingAward(id, n).agent && payable_(id, t, agent, n);
        }
        Split memory s = splitOf(agent, variants[id][agent][key(t, n)]);
        act(
            ARBITER,
            abi.encodeCall(IOabpEscrow.rule, (t, n, ruling, agent, CONTENT, s)),
            must,
            ["uphold", "rule other", "rule refund", "rule lapsed"][uint8(ruling)]
        );
    }

    function finalize(uint256 k, uint8 n) public {
        (bytes32 id, MissionTerms memory t,) = any(k);
        if (t.tranches.length != 0) n = n % uint8(t.tranches.length);
        PendingAward memory p = FOLD.pendingAward(id, n);
        bool must = p.agent != address(0)
            && block.timestamp >= (p.appealed ? FOLD.appealOf(id, n).ruleBy : p.finalAt);
        Split memory s = splitOf(p.agent, variants[id][p.agent][key(t, n)]);
        string memory name = p.appealed ? "finalize lapsed" : "finalize";
        bool ok = act(STRANGER, abi.encodeCall(IOabpEscrow.finalize, (t, n, CONTENT, s)), must, name);
        if (ok && t.resolver != address(0)) checkParts(t, n, s);
    }

    // ---- money going out --------------------------------------------------------------------------------------

    function refund(uint256 k) public {
        (, MissionTerms memory t, Mission memory m) = any(k);
        bool must = open(m) && block.timestamp >= t.refundAt && m.held != 0;
        act(STRANGER, abi.encodeCall(IOabpEscrow.refund, (t)), must, "refund");
    }

    function withdraw(uint256 who) public {
        address owner = accounts[who % accounts.length];
        bool must = FOLD.credit(owner) != 0 && moves(address(ESCROW), owner);
        act(STRANGER, abi.encodeCall(IOabpEscrow.withdraw, (owner)), must, "withdraw");
    }

    function collectFees() public {
        bool must = FOLD.fees() != 0 && moves(address(ESCROW), FOLD.feeRecipient());
        act(STRANGER, abi.encodeCall(IOabpEscrow.collectFees, ()), must, "collect");
    }

    function setFeeRecipient(uint256 who, bool byRecipient) external {
        address next = accounts[who % accounts.length];
        bool must = byRecipient && next != address(ESCROW);
        address from = byRecipient ? FOLD.feeRecipient() : STRANGER;
        act(from, abi.encodeCall(IOabpEscrow.setFeeRecipient, (next)), must, "set recipient");
    }

    // ---- the world --------------------------------------------------------------------------------------------

    function donate(uint256 amount) external {
        amount = bound(amount, 0, 1e9);
        if (mint(address(ESCROW), amount)) donated += amount;
    }

    function warp(uint256 by) external {
        vm.warp(vm.getBlockTimestamp() + bound(by, 1, 2 days));
        vm.roll(vm.getBlockNumber() + 1 + by % 3);
    }

    function list(uint256 who, uint256 dice) external {
        address account = accounts[who % accounts.length];
        vm.prank(ISSUER);
        dice % 3 == 0 ? USDC.blacklist(account) : USDC.unBlacklist(account);
    }

    function pause(uint256 dice) external {
        vm.prank(ISSUER);
        dice % 4 == 0 ? USDC.pause() : USDC.unpause();
    }

    /// The token refuses nobody, all time has passed, and strangers finish everything.
    function drain() external {
        vm.startPrank(ISSUER);
        USDC.unpause();
        for (uint256 i; i < accounts.length; ++i) {
            USDC.unBlacklist(accounts[i]);
        }
        vm.stopPrank();
        vm.warp(vm.getBlockTimestamp() + 366 days);
        for (uint256 k; k < FOLD.count(); ++k) {
            refund(k);
            for (uint8 n; n < FOLD.termsOf(FOLD.ids(k)).tranches.length; ++n) {
                finalize(k, n);
            }
        }
        for (uint256 i; i < accounts.length; ++i) {
            withdraw(i);
        }
        collectFees();
    }

    function agentCount() external view returns (uint256) {
        return agents.length;
    }

    function accountCount() external view returns (uint256) {
        return accounts.length;
    }

    function accountAt(uint256 i) external view returns (address) {
        return accounts[i];
    }

    function probe(address who, bytes memory call_) external returns (bool ok) {
        vm.prank(who);
        (ok,) = address(ESCROW).call(call_);
    }

    function awardCall(bytes32 id, address agent, uint8 n) external view returns (bytes memory) {
        MissionTerms memory t = FOLD.termsOf(id);
        Split memory s = splitOf(agent, variants[id][agent][key(t, n)]);
        return abi.encodeCall(IOabpEscrow.award, (t, n, agent, CONTENT, s));
    }

    function mint(address to, uint256 amount) private returns (bool ok) {
        vm.prank(ISSUER);
        (ok,) = address(USDC).call(abi.encodeCall(IUsdc.mint, (to, amount)));
    }

    function sign(uint256 value, bytes32 nonce) private view returns (bytes memory) {
        bytes32 structHash = keccak256(
            abi.encode(
                USDC.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(),
                POSTER,
                address(ESCROW),
                value,
                uint256(0),
                type(uint256).max,
                nonce
            )
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(POSTER_KEY, keccak256(abi.encodePacked(hex"1901", USDC.DOMAIN_SEPARATOR(), structHash)));
        return abi.encodePacked(r, s, v);
    }
}
// forge-lint: disable-end(unsafe-typecast)
