// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpPay} from "../../../src/OabpPay.sol";
import {IOabpPay} from "../../../src/interfaces/IOabpPay.sol";
import {InstructionHash} from "../../../src/libraries/InstructionHash.sol";
import {DepositState, Instruction, Leg} from "../../../src/types/Settlement.sol";
import {DepositArgs} from "../../utils/Base.sol";
import {DepositRules} from "../../utils/DepositRules.sol";
import {IUsdc} from "../../utils/GenuineUsdc.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Test} from "forge-std/Test.sol";
import {Vm} from "forge-std/Vm.sol";

/// Does anything that anybody may do to the pay contract, its deposits and the token, in any order. It knows from the
/// rules alone whether a call must succeed, and reads what happened from the logs alone.
contract PayHandler is Test {
    OabpPay public immutable PAY;
    IUsdc public immutable USDC;
    address public immutable ISSUER; // minter, pauser and blacklister
    uint256 private constant PAYER_KEY = 0xA11CE;
    address public immutable PAYER = vm.addr(PAYER_KEY);

    DepositArgs[] private deposits;
    address[] private accounts; // everybody who may be listed
    uint256 private nextInstruction;

    // what the logs said
    mapping(address deposit => mapping(address payee => uint256)) public paidTimes;
    mapping(address deposit => uint256) public paidOut;
    mapping(address deposit => uint256) public refunded;
    mapping(address deposit => DepositState) private folded;
    uint256 public tags;
    // what the handler did
    mapping(address deposit => uint256) public received;
    uint256 public donated;
    mapping(string action => uint256) public count;

    constructor(OabpPay pay, IUsdc usdc) {
        (PAY, USDC, ISSUER) = (pay, usdc, msg.sender);
        uint256[3] memory sizes = [uint256(1), 2, 4];
        for (uint256 k; k < 3; ++k) {
            DepositArgs storage d = deposits.push();
            d.digest = keccak256(abi.encode("deposit", k));
            d.refundTo = makeAddr(string.concat("refundTo", vm.toString(k)));
            d.refundAfter = SafeCast.toUint64(block.timestamp + 7 days + k * 30 days);
            accounts.push(d.refundTo);
            for (uint256 i; i < sizes[k]; ++i) {
                address to = address(SafeCast.toUint160(0x1000 * (k + 1) + i));
                d.legs.push(Leg(to, (i + 1) * 1e6));
                accounts.push(to);
            }
            accounts.push(address_(d));
        }
        accounts.push(PAYER);
        accounts.push(address(pay));
        vm.prank(PAYER);
        usdc.approve(address(pay), type(uint256).max);
    }

    modifier counted(string memory action) {
        ++count[action];
        vm.recordLogs();
        _;
        fold(vm.getRecordedLogs());
    }

    // ---- actions ------------------------------------------------------------------------------------------

    function payDirectly(uint256 k) external counted("pay") {
        DepositArgs memory d = deposits[k % deposits.length];
        mint(PAYER, sum(d.legs));
        bool moves = movesAny(d.legs);
        bool must = !moves || (!USDC.paused() && !listed(PAYER) && !listed(address(PAY)));
        vm.prank(PAYER);
        (bool ok,) = address(PAY).call(abi.encodeCall(IOabpPay.pay, (d.digest, d.legs)));
        assertEq(ok, must, "pay");
        if (!ok) forgetLogs();
        ++count[ok ? "paid" : "pay failed"];
    }

    function payBySignature(uint256 k, bool replay) external counted("payWithAuthorization") {
        if (!replay || nextInstruction == 0) ++nextInstruction;
        Instruction memory ins;
        ins.id = keccak256(abi.encode(nextInstruction));
        ins.token = address(USDC);
        ins.legs = deposits[k % deposits.length].legs;
        mint(PAYER, sum(ins.legs));
        bytes32 nonce = InstructionHash.allNonce(PAY.instructionDigest(ins));
        bool must = !USDC.authorizationState(PAYER, nonce) && !USDC.paused() && !listed(PAYER)
            && !listed(address(PAY));
        bytes memory signature = sign(sum(ins.legs), nonce);
        uint256 before = USDC.balanceOf(PAYER);
        (bool ok,) = address(PAY)
            .call(abi.encodeCall(IOabpPay.payWithAuthorization, (ins, PAYER, 0, type(uint64).max, signature)));
        assertEq(ok, must, "payWithAuthorization");
        if (!ok) forgetLogs();
        ++count[ok ? "paid by signature" : "payWithAuthorization failed"];
        if (!movesAny(ins.legs)) assertEq(USDC.balanceOf(PAYER), before, "refused, but not given back");
    }

    function donate(uint256 amount) external counted("donate") {
        amount = bound(amount, 1, 1e12);
        if (mint(address(PAY), amount)) donated += amount;
    }

    function fund(uint256 k, uint256 amount, uint256 how) external counted("fund") {
        DepositArgs memory d = deposits[k % deposits.length];
        uint256 owed = sum(d.legs);
        // exactly what is missing, or anything
        uint256 balance = USDC.balanceOf(address_(d));
        amount = how % 2 == 0 && balance < owed ? owed - balance : bound(amount, 1, owed + 1);
        if (mint(address_(d), amount)) received[address_(d)] += amount;
    }

    function flush(uint256 k, bool byRefundTo) external counted("flush") {
        DepositArgs memory d = deposits[k % deposits.length];
        bool must = DepositRules.mayFlush(look(d, byRefundTo))
            && (!movesAny(d.legs) || (!USDC.paused() && !listed(address_(d))));
        assertEq(call(d, IOabpPay.flush.selector, byRefundTo), must, "flush");
        if (!must) forgetLogs();
        ++count[must ? "flushed" : "flush failed"];
    }

    function refund(uint256 k, bool byRefundTo) external counted("refund") {
        DepositArgs memory d = deposits[k % deposits.length];
        bool must = DepositRules.mayRefund(look(d, byRefundTo)) && !USDC.paused() && !listed(address_(d))
            && !listed(d.refundTo);
        bool early = block.timestamp < d.refundAfter && !look(d, byRefundTo).done;
        assertEq(call(d, IOabpPay.refund.selector, byRefundTo), must, "refund");
        if (!must) forgetLogs();
        ++count[must ? early ? "refunded early" : "refunded" : "refund failed"];
    }

    function warp(uint256 by) external counted("warp") {
        vm.warp(block.timestamp + bound(by, 1, 12 days));
    }

    function list(uint256 who, bool add) external counted("list") {
        address account = accounts[who % accounts.length];
        vm.prank(ISSUER);
        add ? USDC.blacklist(account) : USDC.unBlacklist(account);
    }

    function pause(uint256 dice) external counted("pause") {
        vm.prank(ISSUER);
        dice % 4 == 0 ? USDC.pause() : USDC.unpause();
    }

    // ---- what the invariants look at ----------------------------------------------------------------------

    function depositCount() external view returns (uint256) {
        return deposits.length;
    }

    function depositArgs(uint256 k) external view returns (DepositArgs memory) {
        return deposits[k];
    }

    function foldedState(address deposit) external view returns (DepositState memory) {
        return folded[deposit];
    }

    function look(DepositArgs memory d, bool byRefundTo) public view returns (DepositRules.View memory) {
        DepositState memory state = folded[address_(d)];
        return DepositRules.View({
            done: state.paid | state.refused != 0,
            balance: USDC.balanceOf(address_(d)),
            owed: sum(d.legs),
            now_: block.timestamp,
            refundAfter: d.refundAfter,
            callerIsRefundTo: byRefundTo
        });
    }

    function call(DepositArgs memory d, bytes4 selector, bool byRefundTo) public returns (bool ok) {
        vm.prank(byRefundTo ? d.refundTo : address(0x57a7));
        (ok,) =
            address(PAY).call(abi.encodeWithSelector(selector, d.digest, d.legs, d.refundTo, d.refundAfter));
    }

    // ---- inside -------------------------------------------------------------------------------------------

    /// Rebuilds what is known about the deposits from the logs, and checks that each tag follows its transfer.
    function fold(Vm.Log[] memory logs) private {
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != address(PAY)) continue;
            bytes32 kind = logs[i].topics[0];
            address second = address(uint160(uint256(logs[i].topics[2])));
            if (kind == IOabpPay.InstructionPaid.selector) {
                (uint256 amount, address from) = abi.decode(logs[i].data, (uint256, address));
                checkTransfer(logs[i - 1], second, amount);
                ++tags;
                ++paidTimes[from][second];
                paidOut[from] += amount;
                folded[from].paid |= bit(from, second);
            } else if (kind == IOabpPay.InstructionLegRefused.selector) {
                (, address from) = abi.decode(logs[i].data, (uint256, address));
                folded[from].refused |= bit(from, second);
                if (bit(from, second) != 0) ++count["leg of a deposit refused"];
            } else if (kind == IOabpPay.DepositRefunded.selector) {
                uint256 amount = abi.decode(logs[i].data, (uint256));
                checkTransfer(logs[i - 1], address(uint160(uint256(logs[i].topics[3]))), amount);
                refunded[second] += amount;
            }
        }
    }

    /// The recorder keeps the logs of reverted calls too.
    function forgetLogs() private {
        vm.getRecordedLogs();
    }

    function checkTransfer(Vm.Log memory log, address to, uint256 amount) private view {
        assertEq(log.emitter, address(USDC), "tag does not follow the token's log");
        assertEq(
            log.topics[0], keccak256("Transfer(address,address,uint256)"), "tag does not follow a transfer"
        );
        assertEq(address(uint160(uint256(log.topics[2]))), to, "tag's payee");
        assertEq(abi.decode(log.data, (uint256)), amount, "tag's amount");
    }

    function bit(address deposit, address to) private view returns (uint32) {
        for (uint256 k; k < deposits.length; ++k) {
            if (address_(deposits[k]) != deposit) continue;
            for (uint256 i; i < deposits[k].legs.length; ++i) {
                if (deposits[k].legs[i].to == to) return SafeCast.toUint32(2 ** i);
            }
        }
        return 0;
    }

    function mint(address to, uint256 amount) private returns (bool ok) {
        vm.prank(ISSUER);
        (ok,) = address(USDC).call(abi.encodeCall(IUsdc.mint, (to, amount)));
    }

    function movesAny(Leg[] memory legs) private view returns (bool) {
        for (uint256 i; i < legs.length; ++i) {
            if (!listed(legs[i].to)) return true;
        }
        return false;
    }

    function listed(address account) private view returns (bool) {
        return USDC.isBlacklisted(account);
    }

    function address_(DepositArgs memory d) private view returns (address) {
        return PAY.depositAddress(d.digest, d.legs, d.refundTo, d.refundAfter);
    }

    function sum(Leg[] memory legs) private pure returns (uint256 total) {
        for (uint256 i; i < legs.length; ++i) {
            total += legs[i].amount;
        }
    }

    function sign(uint256 value, bytes32 nonce) private view returns (bytes memory) {
        bytes32 structHash = keccak256(
            abi.encode(
                USDC.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(),
                PAYER,
                address(PAY),
                value,
                uint256(0),
                uint256(type(uint64).max),
                nonce
            )
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(PAYER_KEY, keccak256(abi.encodePacked(hex"1901", USDC.DOMAIN_SEPARATOR(), structHash)));
        return abi.encodePacked(r, s, v);
    }
}
