// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpEscrow} from "../../../src/OabpEscrow.sol";
import {
    Appeal,
    Layout,
    Mission,
    MissionTerms,
    PendingAward,
    Ruling,
    Split,
    Status,
    VerificationType
} from "../../../src/types/Mission.sol";
import {OracleList} from "../../mocks/Oracles.sol";
import {GenuineUsdc} from "../../utils/GenuineUsdc.sol";
import {MoneyRules} from "./MoneyRules.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// What the tests use of Circle's token for permits.
interface IUsdcPermit {
    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes calldata signature)
        external;
    function nonces(address owner) external view returns (uint256);
    function PERMIT_TYPEHASH() external view returns (bytes32);
}

/// Genuine USDC, an escrow over it, the parties of a mission, and what every test says more than once.
abstract contract EscrowBase is GenuineUsdc {
    uint40 internal constant NOW = 1_800_000_000;
    uint40 internal constant SUBMIT_BY = NOW + 7 days;
    uint40 internal constant JUDGE_BY = NOW + 10 days;
    uint40 internal constant REFUND_AT = NOW + 20 days;
    uint32 internal constant APPEAL_WINDOW = 2 days;
    uint40 internal constant RULE_WINDOW = 3 days;
    uint64 internal constant POST_FEE = 10_000;
    uint96 internal constant REWARD = 100e6;
    uint96 internal constant BOND = 5e6;
    /// Not by sha256: a call to a precompile would use up a prank.
    bytes32 internal constant CONTENT = keccak256("envelope");
    bytes internal constant ANSWER = "the answer, with enough entropy 93fa1c";
    bytes32 internal constant SALT = keccak256("an agent's salt");

    OabpEscrow internal escrow;
    OracleList internal oracleList;
    bytes32[] internal posted;
    address internal poster;
    uint256 internal posterKey;
    address internal agent = makeAddr("agent");
    address internal other = makeAddr("other agent");
    address internal judge = makeAddr("judge");
    address internal arbiter = makeAddr("arbiter");
    address internal refundTo = makeAddr("refundTo");
    address internal treasury = makeAddr("treasury");
    address internal stranger = makeAddr("stranger");

    function setUp() public virtual {
        vm.chainId(8453);
        vm.warp(NOW);
        vm.roll(38_000_000);
        deployUsdc();
        oracleList = new OracleList();
        escrow = new OabpEscrow(address(usdc), address(oracleList), POST_FEE, treasury);
        (poster, posterKey) = makeAddrAndKey("poster");
        enrich(poster);
        enrich(agent);
        enrich(other);
    }

    function enrich(address who) internal {
        usdc.mint(who, 1e15);
        vm.prank(who);
        usdc.approve(address(escrow), type(uint256).max);
    }

    // ---- terms ------------------------------------------------------------------------------------------------

    /// One prize of 100 USDC that the judge awards at once.
    function someTerms() internal view returns (MissionTerms memory t) {
        t.poster = poster;
        t.resolver = judge;
        t.refundTo = refundTo;
        t.submitBy = SUBMIT_BY;
        t.judgeBy = JUDGE_BY;
        t.refundAt = REFUND_AT;
        t.specHash = keccak256("specification");
        withTranches(t, 1, REWARD);
    }

    /// n tranches that differ and sum to the reward.
    function withTranches(MissionTerms memory t, uint256 n, uint96 reward)
        internal
        pure
        returns (MissionTerms memory)
    {
        t.reward = reward;
        t.tranches = new uint96[](n);
        uint96 left = reward;
        for (uint256 i; i < n; ++i) {
            t.tranches[i] = i + 1 == n ? left : SafeCast.toUint96(reward / n - n + i);
            left -= t.tranches[i];
        }
        t.fees = MoneyRules.fees(t.tranches);
        return t;
    }

    function appealTerms() internal view returns (MissionTerms memory t) {
        t = someTerms();
        (t.arbiter, t.appealWindow, t.appealBond) = (arbiter, APPEAL_WINDOW, BOND);
    }

    function milestoneTerms(uint256 n) internal view returns (MissionTerms memory t) {
        t = withTranches(someTerms(), n, REWARD);
        t.layout = Layout.Milestones;
    }

    function matchTerms(uint32 revealWindow) internal view returns (MissionTerms memory t) {
        t = someTerms();
        (t.vtype, t.resolver, t.revealWindow, t.param) =
        (VerificationType.FirstValidMatch, address(0), revealWindow, sha256(ANSWER));
    }

    // ---- splits -----------------------------------------------------------------------------------------------

    function solo(address payee) internal pure returns (Split memory s) {
        (s.payees, s.bps) = (new address[](1), new uint16[](1));
        (s.payees[0], s.bps[0]) = (payee, 10_000);
    }

    /// n payees who hold nothing; the parts differ.
    function team(uint256 n) internal pure returns (Split memory s) {
        (s.payees, s.bps) = (new address[](n), new uint16[](n));
        uint256 left = 10_000;
        for (uint256 i; i < n; ++i) {
            s.payees[i] = member(i);
            s.bps[i] = uint16(i + 1 == n ? left : 10_000 / n - n + i);
            left -= s.bps[i];
        }
    }

    function member(uint256 i) internal pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encode("member", i)))));
    }

    function splitHash(Split memory s) internal pure returns (bytes32) {
        return keccak256(abi.encode(s.payees, s.bps));
    }

    function submissionHash(bytes32 content, Split memory s) internal pure returns (bytes32) {
        return keccak256(abi.encode(content, splitHash(s)));
    }

    // ---- acts -------------------------------------------------------------------------------------------------

    function post(MissionTerms memory t) internal returns (bytes32 id) {
        vm.prank(t.poster);
        id = escrow.post(t, "ipfs://spec");
        posted.push(id);
    }

    function submit(bytes32 id, address who, Split memory s) internal {
        submit(id, who, 0, s);
    }

    function submit(bytes32 id, address who, uint8 tranche, Split memory s) internal {
        vm.prank(who);
        escrow.submit(id, tranche, CONTENT, splitHash(s), "ipfs://work");
    }

    /// A posted mission with a submission of the agent alone.
    function submitted(MissionTerms memory t) internal returns (bytes32 id) {
        id = post(t);
        submit(id, agent, solo(agent));
    }

    function award(MissionTerms memory t, uint8 tranche, address who, Split memory s) internal {
        vm.prank(t.resolver);
        escrow.award(t, tranche, who, CONTENT, s);
    }

    /// A mission with appeals whose only tranche is proposed for the agent; `other` has submitted too.
    function proposed() internal returns (MissionTerms memory t, bytes32 id) {
        t = appealTerms();
        id = submitted(t);
        submit(id, other, solo(other));
        award(t, 0, agent, solo(agent));
    }

    /// The same, appealed by `other`.
    function appealed() internal returns (MissionTerms memory t, bytes32 id) {
        (t, id) = proposed();
        appeal(t, other);
    }

    function appeal(MissionTerms memory t, address who) internal {
        vm.prank(who);
        escrow.appeal(t, 0, keccak256("evidence"));
    }

    function rule(MissionTerms memory t, Ruling ruling, address who, Split memory s) internal {
        vm.prank(t.arbiter);
        escrow.rule(t, 0, ruling, who, CONTENT, s);
    }

    function finalize(MissionTerms memory t, Split memory s) internal {
        vm.prank(stranger);
        escrow.finalize(t, 0, CONTENT, s);
    }

    function refund(MissionTerms memory t) internal {
        vm.prank(stranger);
        escrow.refund(t);
    }

    function commitment(bytes32 id, address who, bytes memory answer, bytes32 salt)
        internal
        pure
        returns (bytes32)
    {
        return keccak256(abi.encode(id, who, answer, salt));
    }

    function commit(bytes32 id, address who) internal {
        vm.prank(who);
        escrow.commit(id, commitment(id, who, ANSWER, SALT));
    }

    function reveal(MissionTerms memory t, address who) internal {
        vm.prank(who);
        escrow.reveal(t, ANSWER, SALT);
    }

    /// Two blocks of two seconds.
    function age() internal {
        vm.roll(vm.getBlockNumber() + 2);
        vm.warp(vm.getBlockTimestamp() + 4);
    }

    // ---- signatures -------------------------------------------------------------------------------------------

    function signReceive(MissionTerms memory t, uint256 key) internal view returns (bytes memory) {
        return signAuthorization(
            usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(),
            t.poster,
            uint256(t.reward) + POST_FEE,
            escrow.missionIdOf(t),
            key
        );
    }

    function signAuthorization(bytes32 typeHash, address from, uint256 value, bytes32 nonce, uint256 key)
        internal
        view
        returns (bytes memory)
    {
        return sign(
            keccak256(
                abi.encode(typeHash, from, address(escrow), value, uint256(0), uint256(NOW + 1 hours), nonce)
            ),
            key
        );
    }

    function signPermit(address owner, uint256 value, uint256 key) internal view returns (bytes memory) {
        IUsdcPermit p = IUsdcPermit(address(usdc));
        return sign(
            keccak256(
                abi.encode(
                    p.PERMIT_TYPEHASH(),
                    owner,
                    address(escrow),
                    value,
                    p.nonces(owner),
                    uint256(NOW + 1 hours)
                )
            ),
            key
        );
    }

    function sign(bytes32 structHash, uint256 key) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), structHash)));
        return abi.encodePacked(r, s, v);
    }

    function postSigned(MissionTerms memory t, bytes memory signature) internal returns (bytes32 id) {
        vm.prank(stranger);
        id = escrow.postWithAuthorization(t, "ipfs://spec", 0, NOW + 1 hours, signature);
        posted.push(id);
    }

    // ---- expectations -----------------------------------------------------------------------------------------

    function net(MissionTerms memory t, uint256 tranche) internal pure returns (uint256) {
        return uint256(t.tranches[tranche]) - t.fees[tranche];
    }

    function status(bytes32 id) internal view returns (Status) {
        return escrow.mission(id).status;
    }

    function assertStatus(bytes32 id, Status expected) internal view {
        assertEq(uint8(status(id)), uint8(expected), "status");
    }

    /// I1, where nothing was donated and `credits` and `bonds` are all of those.
    function assertSolvent(uint256 credits, uint256 bonds) internal view {
        uint256 owed = escrow.feesAccrued() + credits + bonds;
        for (uint256 i; i < posted.length; ++i) {
            Mission memory m = escrow.mission(posted[i]);
            owed += uint256(m.held) + m.pending;
        }
        assertEq(usdc.balanceOf(address(escrow)), owed, "balance is not what is owed");
    }

    modifier solvent() {
        _;
        assertSolvent(0, 0);
    }
}
