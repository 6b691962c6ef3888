// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpEscrow} from "../../../../src/OabpEscrow.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {Funding, Layout, MissionTerms, Status, VerificationType} from "../../../../src/types/Mission.sol";
import {BombWallet} from "../../../mocks/EscrowParties.sol";
import {Wallet1271} from "../../../mocks/Wallets.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract PostWithAuthorizationTest is EscrowBase {
    string private constant INVALID = "FiatTokenV2: invalid signature";

    function test_PostWithAuthorization() public solvent {
        MissionTerms memory t = someTerms();
        bytes32 id = escrow.missionIdOf(t);
        bytes memory signature = signReceive(t, posterKey);
        uint256 before = usdc.balanceOf(poster);
        vm.expectEmit();
        emit IOabpEscrow.MissionPosted(id, poster, judge, t, "ipfs://spec", Funding.Authorization);
        postSigned(t, signature);
        assertEq(usdc.balanceOf(poster), before - REWARD - POST_FEE);
        assertTrue(usdc.authorizationState(poster, id));
    }

    /// Finding 7: the deposit's signature is for receiveWithAuthorization, so nobody can take it to the token and strand the
    /// money here without a mission.
    function test_Given_SignatureIsTakenToTheToken() public solvent {
        MissionTerms memory t = someTerms();
        bytes memory signature = signReceive(t, posterKey);
        bytes32 id = escrow.missionIdOf(t);
        vm.startPrank(stranger);
        vm.expectRevert("FiatTokenV2: caller must be the payee");
        usdc.receiveWithAuthorization(
            poster, address(escrow), REWARD + POST_FEE, 0, NOW + 1 hours, id, signature
        );
        vm.expectRevert(bytes(INVALID));
        usdc.transferWithAuthorization(
            poster, address(escrow), REWARD + POST_FEE, 0, NOW + 1 hours, id, signature
        );
        vm.stopPrank();
        postSigned(t, signature);
        assertStatus(id, Status.Open);
    }

    function test_RevertWhen_ItIsATransferAuthorization() public {
        MissionTerms memory t = someTerms();
        bytes memory signature = signAuthorization(
            usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(),
            poster,
            REWARD + POST_FEE,
            escrow.missionIdOf(t),
            posterKey
        );
        vm.expectRevert(bytes(INVALID));
        postSigned(t, signature);
    }

    function mutate(MissionTerms memory t, uint256 member) private view {
        if (member == 0) t.resolver = stranger;
        else if (member == 1) t.refundTo = stranger;
        else if (member == 2) t.submitBy += 1;
        else if (member == 3) t.judgeBy += 1;
        else if (member == 4) t.refundAt += 1;
        else if (member == 5) t.appealWindow += 1;
        else if (member == 6) t.arbiter = stranger;
        else if (member == 7) t.appealBond += 1;
        else if (member == 8) t.specHash = keccak256("another specification");
        else if (member == 9) t.param = keccak256("another parameter");
        else if (member == 10) (t.tranches[0], t.tranches[1]) = (t.tranches[1], t.tranches[0]);
        else if (member == 11) (t.fees[0], t.fees[1]) = (t.fees[1], t.fees[0]);
        else if (member == 12) t.salt += 1;
        else if (member == 13) t.layout = Layout.Milestones;
        else if (member == 14) (t.vtype, t.resolver) = (VerificationType.PeerVote, address(escrow));
        else if (member == 15) withTranches(t, 2, REWARD - 2);
        else if (member == 16) withTranches(t, 3, REWARD);
    }

    /// Findings 9, 10: the nonce is the mission's id, so the signature is worth nothing with any other member.
    function test_RevertWhen_AMemberDiffersFromWhatWasSigned() public {
        MissionTerms memory signed = appealTerms();
        signed = withTranches(signed, 2, 100e6);
        (signed.tranches[0], signed.tranches[1]) = (50e6 - 100, 50e6 + 100);
        (signed.fees[0], signed.fees[1]) = (249_999, 250_001);
        bytes memory signature = signReceive(signed, posterKey);
        bytes memory encoded = abi.encode(signed);
        for (uint256 i; i < 17; ++i) {
            MissionTerms memory t = abi.decode(encoded, (MissionTerms));
            mutate(t, i);
            if (i == 11) (t.fees[0], t.fees[1]) = (250_000, 250_000);
            if (i == 10) (t.fees[0], t.fees[1]) = (250_001, 249_999);
            vm.prank(stranger);
            vm.expectRevert(bytes(INVALID));
            escrow.postWithAuthorization(t, "", 0, NOW + 1 hours, signature);
        }
        assertNotEq(postSigned(signed, signature), 0);
    }

    /// Finding 26: nor for another poster, who has signed nothing.
    function test_RevertWhen_ThePosterIsAnother() public {
        MissionTerms memory t = someTerms();
        bytes memory signature = signReceive(t, posterKey);
        t.poster = other;
        vm.expectRevert(bytes(INVALID));
        postSigned(t, signature);
    }

    /// Finding 10: nor on another chain or another deployment.
    function test_RevertWhen_ChainOrContractIsAnother() public {
        MissionTerms memory t = someTerms();
        bytes memory signature = signReceive(t, posterKey);
        bytes32 id = escrow.missionIdOf(t);
        OabpEscrow second = new OabpEscrow(address(usdc), address(oracleList), POST_FEE, treasury);
        assertNotEq(second.missionIdOf(t), id);
        vm.expectRevert(bytes(INVALID));
        second.postWithAuthorization(t, "", 0, NOW + 1 hours, signature);
        vm.chainId(84_532);
        assertNotEq(escrow.missionIdOf(t), id);
        vm.expectRevert(bytes(INVALID));
        postSigned(t, signature);
    }

    /// Finding 13: authorizations of several missions do not get in each other's way, in any order.
    function test_Given_SeveralAtOnce_AnyOrder() public solvent {
        MissionTerms memory a = someTerms();
        MissionTerms memory b = someTerms();
        b.salt = 1;
        (bytes memory signatureA, bytes memory signatureB) =
            (signReceive(a, posterKey), signReceive(b, posterKey));
        postSigned(b, signatureB);
        postSigned(a, signatureA);
    }

    function test_RevertWhen_Replayed() public {
        MissionTerms memory t = someTerms();
        bytes memory signature = signReceive(t, posterKey);
        bytes32 id = postSigned(t, signature);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.MissionExists.selector, id));
        postSigned(t, signature);
    }

    function test_RevertWhen_Expired() public {
        MissionTerms memory t = someTerms();
        bytes memory signature = signReceive(t, posterKey);
        vm.warp(NOW + 1 hours);
        vm.expectRevert("FiatTokenV2: authorization is expired");
        postSigned(t, signature);
    }

    /// Finding 11: one key, two wallets. A signature names the wallet that pays, so it is worth nothing for the other.
    function test_RevertWhen_OwnersOtherWallet() public solvent {
        Wallet1271 first = new Wallet1271(poster);
        Wallet1271 second = new Wallet1271(poster);
        enrich(address(first));
        enrich(address(second));
        MissionTerms memory t = someTerms();
        t.poster = address(first);
        bytes memory signature = signReceive(t, posterKey);
        t.poster = address(second);
        vm.expectRevert(bytes(INVALID));
        postSigned(t, signature);
        t.poster = address(first);
        postSigned(t, signature);
    }

    /// Finding 42.
    function test_RevertWhen_WalletAnswersWithTooMuch() public {
        BombWallet wallet = new BombWallet(1 << 20);
        enrich(address(wallet));
        MissionTerms memory t = someTerms();
        t.poster = address(wallet);
        vm.expectRevert();
        postSigned(t, hex"00");
        assertStatus(escrow.missionIdOf(t), Status.None);
    }

    /// Finding 12: the id is the hash of the encoded terms, as any client computes it, for any terms.
    function testFuzz_IdIsTheHashOfTheTerms(
        address[4] memory parties,
        uint40[3] memory times,
        uint96[] memory tranches,
        uint256[3] memory words,
        uint32 chainId
    ) public {
        MissionTerms memory t = milestoneTerms(2);
        (t.poster, t.resolver, t.refundTo, t.arbiter) = (parties[0], parties[1], parties[2], parties[3]);
        (t.submitBy, t.judgeBy, t.refundAt) = (times[0], times[1], times[2]);
        (t.tranches, t.fees) = (tranches, tranches);
        (t.specHash, t.param, t.salt) = (bytes32(words[0]), bytes32(words[1]), words[2]);
        vm.chainId(uint256(chainId) + 1);
        bytes32 id = keccak256(abi.encode(uint256(chainId) + 1, address(escrow), t));
        assertEq(escrow.missionIdOf(t), id);
        t.appealWindow += 1;
        assertNotEq(escrow.missionIdOf(t), id);
    }
}
