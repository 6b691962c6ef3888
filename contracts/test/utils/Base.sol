// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpPay} from "../../src/OabpPay.sol";
import {IOabpPay} from "../../src/interfaces/IOabpPay.sol";
import {InstructionHash} from "../../src/libraries/InstructionHash.sol";
import {Instruction, Leg} from "../../src/types/Settlement.sol";
import {GenuineUsdc} from "./GenuineUsdc.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Vm} from "forge-std/Vm.sol";

/// The arguments of a deposit.
struct DepositArgs {
    bytes32 digest;
    Leg[] legs;
    address refundTo;
    uint64 refundAfter;
}

/// Genuine USDC, a pay contract over it, a funded payer, and what every test says more than once.
abstract contract Base is GenuineUsdc {
    uint64 internal constant NOW = 1_800_000_000;
    uint64 internal constant REFUND_AFTER = NOW + 7 days;
    uint64 internal constant CLOSED_AT = REFUND_AFTER + 90 days;
    bytes32 internal constant DIGEST = keccak256("an instruction's digest");

    OabpPay internal pay;
    address internal payer;
    uint256 internal payerKey;
    address internal refundTo = makeAddr("refundTo");
    address internal stranger = makeAddr("stranger");

    function setUp() public virtual {
        vm.chainId(8453);
        vm.warp(NOW);
        deployUsdc();
        pay = new OabpPay{salt: bytes32(0)}(address(usdc));
        (payer, payerKey) = makeAddrAndKey("payer");
        usdc.mint(payer, 1e15);
        vm.prank(payer);
        usdc.approve(address(pay), type(uint256).max);
    }

    // ---- instructions -------------------------------------------------------------------------------------

    /// n payees, ascending, of which none holds anything; payee i gets (i + 1) USDC.
    function someLegs(uint256 n) internal pure returns (Leg[] memory legs) {
        legs = new Leg[](n);
        for (uint256 i; i < n; ++i) {
            legs[i] = Leg(payee(i), (i + 1) * 1e6);
        }
    }

    function payee(uint256 i) internal pure returns (address) {
        return address(SafeCast.toUint160(uint160(0xA6e4700000000000000000000000000000000000) + i));
    }

    function sum(Leg[] memory legs) internal pure returns (uint256 total) {
        for (uint256 i; i < legs.length; ++i) {
            total += legs[i].amount;
        }
    }

    function someInstruction(uint256 n) internal pure returns (Instruction memory) {
        return Instruction({
            id: keccak256("ins_1"),
            mission: keccak256("mis_1"),
            slot: keccak256("slot"),
            submission: keccak256("sub_1"),
            contentHash: sha256("envelope"),
            token: address(usdc),
            legs: someLegs(n),
            issuedBlock: 38_000_000
        });
    }

    // ---- deposits -----------------------------------------------------------------------------------------

    function someDeposit(uint256 n) internal view returns (DepositArgs memory) {
        return DepositArgs(DIGEST, someLegs(n), refundTo, REFUND_AFTER);
    }

    function depositOf(DepositArgs memory d) internal view returns (address) {
        return pay.depositAddress(d.digest, d.legs, d.refundTo, d.refundAfter);
    }

    function flush(DepositArgs memory d) internal {
        pay.flush(d.digest, d.legs, d.refundTo, d.refundAfter);
    }

    function refund(DepositArgs memory d) internal {
        pay.refund(d.digest, d.legs, d.refundTo, d.refundAfter);
    }

    function fund(DepositArgs memory d, uint256 amount) internal returns (address deposit) {
        deposit = depositOf(d);
        usdc.mint(deposit, amount);
    }

    // ---- signatures ---------------------------------------------------------------------------------------

    /// What the payer signs for `payWithAuthorization`, valid for an hour.
    function signAll(Instruction memory ins, address from, uint256 key) internal view returns (bytes memory) {
        return signAuthorization(
            usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(),
            from,
            address(pay),
            sum(ins.legs),
            InstructionHash.allNonce(pay.instructionDigest(ins)),
            key
        );
    }

    function signAuthorization(
        bytes32 typeHash,
        address from,
        address to,
        uint256 value,
        bytes32 nonce,
        uint256 key
    ) internal view returns (bytes memory) {
        bytes32 structHash = keccak256(
            abi.encode(typeHash, from, to, value, uint256(0), uint256(NOW + 1 hours), nonce)
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), structHash)));
        return abi.encodePacked(r, s, v);
    }

    function payWithAuthorization(Instruction memory ins, address from, bytes memory signature) internal {
        pay.payWithAuthorization(ins, from, 0, NOW + 1 hours, signature);
    }

    // ---- expectations -------------------------------------------------------------------------------------

    /// Every InstructionPaid directly follows a Transfer of the token with the same payee and amount that came
    /// from `source`, and no other Transfer is followed by one (settlement.md R15). Returns how many there were.
    function assertAdjacent(Vm.Log[] memory logs, address source) internal view returns (uint256 tags) {
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != IOabpPay.InstructionPaid.selector) continue;
            assertEq(logs[i].emitter, address(pay), "tag emitter");
            assertGt(i, 0, "tag without a log before it");
            Vm.Log memory transfer = logs[i - 1];
            assertEq(transfer.emitter, address(usdc), "log before the tag is not the token's");
            assertEq(transfer.topics[0], IERC20.Transfer.selector, "log before the tag is no transfer");
            assertEq(transfer.topics[1], bytes32(uint256(uint160(source))), "transfer's from");
            assertEq(transfer.topics[2], logs[i].topics[2], "transfer's to is not the tag's payee");
            (uint256 amount,) = abi.decode(logs[i].data, (uint256, address));
            assertEq(abi.decode(transfer.data, (uint256)), amount, "transfer's value is not the tag's amount");
            ++tags;
        }
    }

    function assertPaid(Leg[] memory legs) internal view {
        for (uint256 i; i < legs.length; ++i) {
            assertEq(usdc.balanceOf(legs[i].to), legs[i].amount, "payee's balance");
        }
    }

    /// The promise of IOabpPay where nothing was donated.
    modifier keepsNothing() {
        _;
        assertEq(usdc.balanceOf(address(pay)), 0, "the pay contract kept something");
    }
}
