// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpPay} from "../../../src/OabpPay.sol";
import {IOabpPay} from "../../../src/interfaces/IOabpPay.sol";
import {InstructionHash} from "../../../src/libraries/InstructionHash.sol";
import {Instruction, Leg} from "../../../src/types/Settlement.sol";
import {TaxedToken} from "../../mocks/Tokens.sol";
import {Wallet1271} from "../../mocks/Wallets.sol";
import {Base} from "../../utils/Base.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Vm} from "forge-std/Vm.sol";

contract PayWithAuthorizationTest is Base {
    bytes private constant INVALID_SIGNATURE = "FiatTokenV2: invalid signature";
    bytes private constant USED = "FiatTokenV2: authorization is used or canceled";

    bytes32 private digest;
    bytes private signature;

    function setUp() public override {
        Instruction memory ins = someInstruction(4);
        super.setUp();
        digest = pay.instructionDigest(ins);
        signature = signAll(ins, payer, payerKey);
    }

    function test_Given_Stranger_RelaysIt() public keepsNothing {
        Instruction memory ins = someInstruction(4);
        uint256 before = usdc.balanceOf(payer);
        vm.recordLogs();
        vm.prank(stranger);
        payWithAuthorization(ins, payer, signature);
        Vm.Log[] memory logs = vm.getRecordedLogs();

        assertEq(assertAdjacent(logs, address(pay)), 4);
        assertEq(logs.length, 2 + 2 * 4, "authorization, its transfer, four transfers with their tags");
        for (uint256 i = 3; i < logs.length; i += 2) {
            (, address from) = abi.decode(logs[i].data, (uint256, address));
            assertEq(from, payer, "payer in the tag");
            assertEq(logs[i].topics[1], digest, "digest in the tag");
        }
        assertPaid(ins.legs);
        assertEq(usdc.balanceOf(payer), before - sum(ins.legs));
        assertTrue(usdc.authorizationState(payer, InstructionHash.allNonce(digest)));
    }

    /// Findings 1 and 3: the refused part goes back to the payer, never to the relayer.
    function test_Given_PayeesBlacklisted_TheirPartGoesBackToThePayer() public keepsNothing {
        Instruction memory ins = someInstruction(4);
        usdc.blacklist(ins.legs[0].to);
        usdc.blacklist(ins.legs[3].to);
        uint256 back = ins.legs[0].amount + ins.legs[3].amount;
        uint256 before = usdc.balanceOf(payer);

        vm.expectEmit(address(pay));
        emit IOabpPay.InstructionLegRefused(digest, ins.legs[0].to, ins.legs[0].amount, payer);
        vm.expectEmit(address(pay));
        emit IOabpPay.InstructionLegRefused(digest, ins.legs[3].to, ins.legs[3].amount, payer);
        vm.expectEmit(address(usdc));
        emit IERC20.Transfer(address(pay), payer, back);
        vm.recordLogs();
        vm.prank(stranger);
        payWithAuthorization(ins, payer, signature);

        assertEq(assertAdjacent(vm.getRecordedLogs(), address(pay)), 2);
        assertEq(usdc.balanceOf(payer), before - sum(ins.legs) + back);
        assertEq(usdc.balanceOf(stranger), 0);
    }

    function test_Given_AllPayeesBlacklisted_ThePayerHasItAll() public keepsNothing {
        Instruction memory ins = someInstruction(4);
        for (uint256 i; i < 4; ++i) {
            usdc.blacklist(ins.legs[i].to);
        }
        uint256 before = usdc.balanceOf(payer);
        payWithAuthorization(ins, payer, signature);
        assertEq(usdc.balanceOf(payer), before);
    }

    function test_Given_ContractWallet() public keepsNothing {
        Instruction memory ins = someInstruction(4);
        address wallet = address(new Wallet1271(payer));
        usdc.mint(wallet, 100e6);
        vm.recordLogs();
        payWithAuthorization(ins, wallet, signAll(ins, wallet, payerKey));
        assertEq(assertAdjacent(vm.getRecordedLogs(), address(pay)), 4);
        assertEq(usdc.balanceOf(wallet), 100e6 - sum(ins.legs));
    }

    /// Finding 11: one owner, two wallets; what was signed for one is nothing for the other.
    function test_RevertWhen_SignedForTheOwnersOtherWallet() public {
        Instruction memory ins = someInstruction(4);
        address one = address(new Wallet1271(payer));
        address two = address(new Wallet1271(payer));
        usdc.mint(two, 100e6);
        bytes memory forOne = signAll(ins, one, payerKey);
        vm.expectRevert(INVALID_SIGNATURE);
        payWithAuthorization(ins, two, forOne);
    }

    /// Finding 10.
    function test_RevertWhen_Replayed() public {
        Instruction memory ins = someInstruction(4);
        payWithAuthorization(ins, payer, signature);
        vm.expectRevert(USED);
        payWithAuthorization(ins, payer, signature);
        assertPaid(ins.legs);
    }

    /// Finding 7: the signature is worth nothing outside the pay contract, so a front-run can only pay the legs.
    function test_RevertWhen_FrontRunAtTheToken() public {
        Instruction memory ins = someInstruction(4);
        bytes32 nonce = InstructionHash.allNonce(digest);
        uint256 total = sum(ins.legs);
        vm.startPrank(stranger);
        vm.expectRevert("FiatTokenV2: caller must be the payee");
        usdc.receiveWithAuthorization(payer, address(pay), total, 0, NOW + 1 hours, nonce, signature);
        vm.expectRevert(INVALID_SIGNATURE);
        usdc.transferWithAuthorization(payer, address(pay), total, 0, NOW + 1 hours, nonce, signature);
        vm.expectRevert(INVALID_SIGNATURE);
        usdc.receiveWithAuthorization(payer, stranger, total, 0, NOW + 1 hours, nonce, signature);
        vm.stopPrank();
    }

    /// A *transfer* authorization to the pay contract with this nonce is a way to lose money that the daemon never
    /// offers: it lands as a donation, and it uses up the nonce.
    function test_Given_TransferAuthorizationInstead_ItPaysNobody() public {
        Instruction memory ins = someInstruction(4);
        bytes32 nonce = InstructionHash.allNonce(digest);
        bytes memory wrong = signAuthorization(
            usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(), payer, address(pay), sum(ins.legs), nonce, payerKey
        );
        usdc.transferWithAuthorization(payer, address(pay), sum(ins.legs), 0, NOW + 1 hours, nonce, wrong);
        vm.expectRevert(USED);
        payWithAuthorization(ins, payer, signature);
    }

    /// Finding 9: every member of the instruction is under the signature.
    function test_RevertWhen_AnyFieldIsChanged() public {
        for (uint256 field; field < 11; ++field) {
            Instruction memory changed = mutate(field);
            assertNotEq(pay.instructionDigest(changed), digest, "field is not in the digest");
            vm.expectRevert(INVALID_SIGNATURE);
            payWithAuthorization(changed, payer, signature);
        }
    }

    function mutate(uint256 field) private view returns (Instruction memory c) {
        Instruction memory ins = someInstruction(4);
        c = ins;
        if (field == 0) c.id = flip(c.id);
        if (field == 1) c.mission = flip(c.mission);
        if (field == 2) c.slot = flip(c.slot);
        if (field == 3) c.submission = flip(c.submission);
        if (field == 4) c.contentHash = flip(c.contentHash);
        if (field == 5) c.issuedBlock += 1;
        if (field == 6) c.legs[3].to = stranger > c.legs[2].to ? stranger : address(type(uint160).max);
        if (field == 7) c.legs[0].amount += 1;
        // the same sum, moved between payees
        if (field == 8) (c.legs[0].amount, c.legs[3].amount) = (c.legs[3].amount, c.legs[0].amount);
        // one payee less, the same sum
        if (field == 9) {
            Leg[] memory fewer = someLegs(3);
            fewer[2].amount += c.legs[3].amount;
            c.legs = fewer;
        }
        // one payee more, the same sum
        if (field == 10) {
            Leg[] memory more = someLegs(5);
            more[3].amount -= 1;
            more[4].amount = 1;
            c.legs = more;
        }
    }

    function flip(bytes32 b) private pure returns (bytes32) {
        return b ^ bytes32(uint256(1));
    }

    function test_RevertWhen_TokenIsAnother() public {
        Instruction memory ins = someInstruction(4);
        ins.token = stranger;
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.WrongToken.selector, stranger, address(usdc)));
        payWithAuthorization(ins, payer, signature);
    }

    function test_RevertWhen_PayerIsAnother() public {
        Instruction memory ins = someInstruction(4);
        usdc.mint(stranger, 100e6);
        vm.expectRevert(INVALID_SIGNATURE);
        payWithAuthorization(ins, stranger, signature);
    }

    function test_RevertWhen_ValidityIsChanged() public {
        Instruction memory ins = someInstruction(4);
        vm.expectRevert(INVALID_SIGNATURE);
        pay.payWithAuthorization(ins, payer, 0, NOW + 2 hours, signature);
        vm.expectRevert(INVALID_SIGNATURE);
        pay.payWithAuthorization(ins, payer, 1, NOW + 1 hours, signature);
    }

    function test_RevertWhen_Expired() public {
        Instruction memory ins = someInstruction(4);
        vm.warp(NOW + 1 hours);
        vm.expectRevert("FiatTokenV2: authorization is expired");
        payWithAuthorization(ins, payer, signature);
    }

    function test_RevertWhen_Canceled() public {
        Instruction memory ins = someInstruction(4);
        bytes32 nonce = InstructionHash.allNonce(digest);
        bytes32 structHash = keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), payer, nonce));
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(payerKey, keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), structHash)));
        usdc.cancelAuthorization(payer, nonce, abi.encodePacked(r, s, v));
        vm.expectRevert(USED);
        payWithAuthorization(ins, payer, signature);
    }

    /// Finding 10: another deployment and another chain give another digest and take no old signature.
    function test_RevertWhen_SignedForAnotherPayContract() public {
        Instruction memory ins = someInstruction(4);
        OabpPay other = new OabpPay(address(usdc));
        assertNotEq(other.instructionDigest(ins), digest);
        vm.expectRevert(INVALID_SIGNATURE);
        other.payWithAuthorization(ins, payer, 0, NOW + 1 hours, signature);
    }

    function test_RevertWhen_SignedForAnotherChain() public {
        Instruction memory ins = someInstruction(4);
        vm.chainId(84_532);
        assertNotEq(pay.instructionDigest(ins), digest);
        vm.expectRevert(INVALID_SIGNATURE);
        payWithAuthorization(ins, payer, signature);
    }

    /// Finding 47.
    function test_RevertWhen_TokenPaused() public {
        Instruction memory ins = someInstruction(4);
        usdc.pause();
        vm.expectRevert("Pausable: paused");
        payWithAuthorization(ins, payer, signature);
    }

    function test_RevertWhen_PayerBlacklisted() public {
        Instruction memory ins = someInstruction(4);
        usdc.blacklist(payer);
        vm.expectRevert("Blacklistable: account is blacklisted");
        payWithAuthorization(ins, payer, signature);
    }

    /// Findings 5 and 21: a donation is no part of any sum, before or after.
    function test_Given_Donation_ItStaysWhereItIs() public {
        Instruction memory ins = someInstruction(4);
        usdc.mint(address(pay), 3e6);
        usdc.blacklist(ins.legs[1].to);
        uint256 before = usdc.balanceOf(payer);
        payWithAuthorization(ins, payer, signature);
        assertEq(usdc.balanceOf(address(pay)), 3e6);
        assertEq(usdc.balanceOf(payer), before - sum(ins.legs) + ins.legs[1].amount);
    }

    /// A donation must not cover up that the token delivered less than it said.
    function test_RevertWhen_TokenDeliversLess_EvenWithDonation() public {
        Instruction memory ins = someInstruction(4);
        TaxedToken taxed = new TaxedToken();
        OabpPay other = new OabpPay(address(taxed));
        taxed.mint(payer, 100e6);
        taxed.mint(address(other), 50e6);
        ins.token = address(taxed);
        uint256 missing = sum(ins.legs) / 100;
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.BalanceChanged.selector, 50e6, 50e6 - missing));
        other.payWithAuthorization(ins, payer, 0, NOW + 1 hours, "");
    }

    function test_RevertWhen_LegGoesToThePayContract() public {
        Instruction memory ins = someInstruction(4);
        Leg[] memory legs = new Leg[](1);
        legs[0] = Leg(address(pay), 1e6);
        ins.legs = legs;
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.ForbiddenReceiver.selector, address(pay)));
        payWithAuthorization(ins, payer, signature);
    }
}
