// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {AttestationOracle} from "../../../../src/AttestationOracle.sol";
import {Attestation, Finding, IAttestationOracle} from "../../../../src/interfaces/IAttestationOracle.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {MissionTerms, Split, Status} from "../../../../src/types/Mission.sol";
import {MoodyWallet} from "../../../mocks/AttesterWallets.sol";
import {Wallet1271} from "../../../mocks/Wallets.sol";
import {Attesters} from "../Attesters.sol";

contract AttestationAwardTest is Attesters {
    MissionTerms private t;
    bytes32 private id;

    function setUp() public override {
        super.setUp();
        t = oracleTerms();
        id = entered(t);
    }

    function test_RevertWhen_TheTermsNameAnotherResolver() public {
        MissionTerms memory other = baseTerms();
        entered(other);
        Finding memory f = finding(other);
        Attestation[] memory list = signBoth(f, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.NotResolverOf.selector, judge));
        award(other, f, list);
    }

    function test_RevertWhen_ItIsExpired() public {
        Finding memory f = finding(t);
        Attestation[] memory list = signBoth(f, 0, 1);
        vm.warp(f.deadline);
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.AttestationExpired.selector, f.deadline));
        award(t, f, list);
        vm.warp(f.deadline - 1);
        award(t, f, list);
    }

    function refusedPosition(MissionTerms memory terms, uint256 position) private {
        Finding memory f = finding(terms);
        f.position = position;
        Attestation[] memory list = signBoth(f, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.PositionInvalid.selector, position));
        award(terms, f, list);
    }

    function test_RevertWhen_ThePositionIsInvalid() public {
        refusedPosition(t, 1);
        MissionTerms memory r = regexTerms();
        entered(r);
        refusedPosition(r, 0);
        refusedPosition(r, (block.number + 1) << 32);
    }

    function test_RevertWhen_ThereAreTooFewOrTooMany() public {
        Finding memory f = finding(t);
        Attestation[] memory list = new Attestation[](1);
        list[0] = sign(oracle, attesters[0], f);
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.AttestationCountOutOfRange.selector, 1, K));
        award(t, f, list);
        list = new Attestation[](33);
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.AttestationCountOutOfRange.selector, 33, K));
        award(t, f, list);
    }

    /// Finding 11: one attester is one voice.
    function test_RevertWhen_SignersDoNotAscend() public {
        Finding memory f = finding(t);
        Attestation[] memory list = signBoth(f, 1, 0);
        vm.expectRevert(
            abi.encodeWithSelector(IAttestationOracle.SignersNotAscending.selector, 1, attesters[0])
        );
        award(t, f, list);
        list = signBoth(f, 0, 0);
        vm.expectRevert(
            abi.encodeWithSelector(IAttestationOracle.SignersNotAscending.selector, 1, attesters[0])
        );
        award(t, f, list);
    }

    function test_RevertWhen_ASignerIsNoAttester() public {
        Finding memory f = finding(t);
        (address who, uint256 key) = makeAddrAndKey("nobody");
        keyOf[who] = key;
        Attestation[] memory good = signBoth(f, 0, 1);
        Attestation[] memory list = new Attestation[](3);
        uint256 at;
        bool placed;
        for (uint256 i; i < 3; ++i) {
            if (!placed && (at == 2 || who < good[at].signer)) {
                list[i] = sign(oracle, who, f);
                placed = true;
            } else {
                list[i] = good[at++];
            }
        }
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.NotAnAttester.selector, who));
        award(t, f, list);
    }

    /// Finding 44: nobody attests for itself, or for its own money.
    function test_RevertWhen_AnAttesterIsAParty() public {
        Finding memory f = finding(t);
        for (uint256 i; i < 3; ++i) {
            vm.warp(NOW);
            MissionTerms memory terms = oracleTerms();
            terms.salt = i + 1;
            address agent = alice;
            Split memory s = solo(alice);
            if (i == 0) {
                terms.poster = attesters[0];
                enrich(terms.poster);
            } else if (i == 1) {
                agent = attesters[0];
            } else {
                s = pair(alice, attesters[0]);
            }
            bytes32 mid = post(terms);
            submit(mid, agent, 0, s);
            f = finding(terms);
            (f.agent, f.submissionHash, f.sharesHash) = (agent, submissionHash(s), splitHash(s));
            Attestation[] memory list = signBoth(f, 0, 1);
            vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.AttesterBarred.selector, attesters[0]));
            oracle.award(terms, 0, agent, CONTENT, s, 0, f.deadline, list);
            list = signBoth(f, 1, 2);
            oracle.award(terms, 0, agent, CONTENT, s, 0, f.deadline, list);
        }
    }

    /// Finding 10: no signature is good for another mission, tranche, contract or chain.
    function test_RevertWhen_ReplayedElsewhere() public {
        MissionTerms memory two = withTranches(oracleTerms(), 2);
        bytes32 other = entered(two);
        Finding memory f = finding(two);
        Attestation[] memory list = signBoth(f, 0, 1);
        assertTrue(other != id);

        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.SignatureInvalid.selector, attesters[0]));
        award(t, f, list); // another mission
        f.tranche = 1;
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.SignatureInvalid.selector, attesters[0]));
        award(two, f, list); // another tranche
        f.tranche = 0;
        vm.chainId(84_532);
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.SignatureInvalid.selector, attesters[0]));
        award(two, f, list); // another chain
        vm.chainId(8453);
        award(two, f, list);

        AttestationOracle first = oracle;
        oracle = deploy(K, attesters); // another contract with the same attesters
        MissionTerms memory again = oracleTerms();
        again.salt = 7;
        entered(again);
        f = finding(again);
        list = new Attestation[](2);
        list[0] = sign(first, attesters[0], f);
        list[1] = sign(first, attesters[1], f);
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.SignatureInvalid.selector, attesters[0]));
        award(again, f, list);
    }

    /// Findings 9 and 27: whoever relays cannot change agent, content, payees, time or order.
    function testFuzz_RevertWhen_AnythingIsChanged(uint256 what) public {
        MissionTerms memory r = regexTerms();
        bytes32 mid = entered(r);
        Finding memory f = finding(r);
        Attestation[] memory list = signBoth(f, 0, 1);
        (address agent, bytes32 content, Split memory s) = (alice, CONTENT, solo(alice));
        what = what % 5;
        if (what == 0) agent = bob;
        if (what == 1) content = keccak256("other");
        if (what == 2) s = pair(alice, stranger);
        if (what == 3) f.position -= 1;
        if (what == 4) f.deadline += 1;
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.SignatureInvalid.selector, attesters[0]));
        oracle.award(r, 0, agent, content, s, f.position, f.deadline, list);
        assertEq(escrow.mission(mid).held, REWARD);
    }

    function test_RevertWhen_SignedByAnotherKey() public {
        Finding memory f = finding(t);
        keyOf[attesters[1]] = keyOf[attesters[2]];
        Attestation[] memory list = signBoth(f, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.SignatureInvalid.selector, attesters[1]));
        award(t, f, list);
        for (uint256 n; n < 4; ++n) {
            list[1].signature = new bytes(n == 3 ? 65 : n * 32); // ecrecover gives zero, which is nobody
            vm.expectRevert(
                abi.encodeWithSelector(IAttestationOracle.SignatureInvalid.selector, attesters[1])
            );
            award(t, f, list);
        }
    }

    /// Finding 11: an owner of two wallets that are both attesters signs twice; one signature is one voice.
    function test_RevertWhen_OneSignatureIsUsedForTwoWallets() public {
        (address owner, uint256 key) = makeAddrAndKey("owner of two");
        address[] memory set = new address[](2);
        (set[0], set[1]) = (address(new Wallet1271(owner)), address(new Wallet1271(owner)));
        if (set[0] > set[1]) (set[0], set[1]) = (set[1], set[0]);
        oracle = deploy(2, set);
        MissionTerms memory terms = oracleTerms();
        entered(terms);
        Finding memory f = finding(terms);
        (keyOf[set[0]], keyOf[set[1]]) = (key, key);
        Attestation[] memory list = new Attestation[](2);
        list[0] = sign(oracle, set[0], f);
        list[1] = Attestation(set[1], list[0].signature);
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.SignatureInvalid.selector, set[1]));
        award(terms, f, list);
        list[1] = sign(oracle, set[1], f);
        award(terms, f, list);
    }

    function withWallet() private returns (MoodyWallet wallet, MissionTerms memory terms) {
        wallet = new MoodyWallet();
        address[] memory set = new address[](1);
        set[0] = address(wallet);
        oracle = deploy(1, set);
        terms = oracleTerms();
        entered(terms);
    }

    /// Finding 5 and the 200k cap: a wallet can refuse, and nothing else.
    function test_RevertWhen_AWalletIsHostile() public {
        (MoodyWallet wallet, MissionTerms memory terms) = withWallet();
        Finding memory f = finding(terms);
        Attestation[] memory list = new Attestation[](1);
        list[0].signer = address(wallet);
        MoodyWallet.Mood[6] memory moods = [
            MoodyWallet.Mood.Disagrees,
            MoodyWallet.Mood.Reverts,
            MoodyWallet.Mood.Loops,
            MoodyWallet.Mood.AnswersShort,
            MoodyWallet.Mood.AnswersDirty,
            MoodyWallet.Mood.AnswersNothing
        ];
        for (uint256 i; i < moods.length; ++i) {
            wallet.set(moods[i]);
            vm.expectRevert(
                abi.encodeWithSelector(IAttestationOracle.SignatureInvalid.selector, address(wallet))
            );
            oracle.award(terms, 0, alice, CONTENT, solo(alice), 0, f.deadline, list);
            assertLt(vm.lastCallGas().gasTotalUsed, 250_000, "the cap does not hold");
        }
        // Much return data that begins with the right word: it agrees, and the rest is never copied.
        wallet.set(MoodyWallet.Mood.FloodsAgreeing);
        oracle.award(terms, 0, alice, CONTENT, solo(alice), 0, f.deadline, list);
        assertLt(vm.lastCallGas().gasTotalUsed, 150_000, "the flood was copied");
    }

    function test_Given_AnExpensiveHonestWallet() public {
        (MoodyWallet wallet, MissionTerms memory terms) = withWallet();
        wallet.set(MoodyWallet.Mood.Burns);
        Finding memory f = finding(terms);
        Attestation[] memory list = new Attestation[](1);
        list[0].signer = address(wallet);
        oracle.award(terms, 0, alice, CONTENT, solo(alice), 0, f.deadline, list);
        assertEq(usdc.balanceOf(alice), 1e12 + NET);
    }

    /// Finding 45: with any amount of gas it awards, or reverts and leaves everything as it was.
    function test_RevertWhen_StarvedOfGas() public {
        (MoodyWallet wallet, MissionTerms memory terms) = withWallet();
        wallet.set(MoodyWallet.Mood.Burns);
        Finding memory f = finding(terms);
        Attestation[] memory list = new Attestation[](1);
        list[0].signer = address(wallet);
        bytes memory call_ = abi.encodeCall(
            IAttestationOracle.award, (terms, 0, alice, CONTENT, solo(alice), 0, f.deadline, list)
        );
        uint256 awarded;
        for (uint256 gas = 20_000; gas < 420_000; gas += 2000) {
            uint256 state = vm.snapshotState();
            (bool ok,) = address(oracle).call{gas: gas}(call_);
            if (ok) {
                ++awarded;
                assertEq(usdc.balanceOf(alice), 1e12 + NET, "awarded and not paid");
            } else {
                assertEq(escrow.mission(f.missionId).held, REWARD);
            }
            assertTrue(vm.revertToState(state));
        }
        assertGt(awarded, 0);
    }

    function test_RevertWhen_ASignatureIsTooLong() public {
        Finding memory f = finding(t);
        Attestation[] memory list = signBoth(f, 0, 1);
        list[1].signature = new bytes(4097);
        vm.expectRevert(abi.encodeWithSelector(IAttestationOracle.SignatureTooLong.selector, 4097, 4096));
        award(t, f, list);
    }

    /// Finding 23: an oracle claims a tranche once.
    function test_RevertWhen_TheTrancheWasAwarded() public {
        Finding memory f = finding(t);
        Attestation[] memory list = signBoth(f, 0, 1);
        award(t, f, list);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.WrongStatus.selector, id, Status.Settled));
        award(t, f, list);
        MissionTerms memory two = withTranches(oracleTerms(), 2);
        bytes32 other = entered(two);
        f = finding(two);
        list = signBoth(f, 0, 1);
        award(two, f, list);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TrancheTaken.selector, other, 0));
        award(two, f, list);
    }

    /// Finding 31: attesting work that is not the current submission awards nothing.
    function test_RevertWhen_TheSubmissionWasReplaced() public {
        Finding memory f = finding(t);
        Attestation[] memory list = signBoth(f, 0, 1);
        vm.prank(alice);
        escrow.submit(id, 0, keccak256("next"), splitHash(solo(alice)), "");
        vm.expectRevert(
            abi.encodeWithSelector(IOabpEscrow.NotCurrentSubmission.selector, id, alice, 0, f.submissionHash)
        );
        award(t, f, list);
    }

    function testFuzz_Given_AnyKOfN(uint256 which) public {
        Finding memory f = finding(t);
        Attestation[] memory list;
        address[] memory signers;
        if (which % 4 == 3) {
            (list, signers) = (new Attestation[](3), new address[](3));
            for (uint256 i; i < 3; ++i) {
                (list[i], signers[i]) = (sign(oracle, attesters[i], f), attesters[i]);
            }
        } else {
            (uint256 i, uint256 j) = which % 4 == 0 ? (0, 1) : which % 4 == 1 ? (0, 2) : (1, 2);
            (list, signers) = (signBoth(f, i, j), new address[](2));
            (signers[0], signers[1]) = (attesters[i], attesters[j]);
        }
        vm.expectEmit(address(oracle));
        emit IAttestationOracle.Attested(id, 0, alice, f.submissionHash, 0, signers);
        award(t, f, list);
        assertEq(usdc.balanceOf(alice), 1e12 + NET);
    }

    /// Findings 22 and 36: the list is read at post only.
    function test_Given_TakenOffTheList_ThePostedMissionIsAwarded() public {
        vm.prank(timelock);
        oracles.allow(address(oracle), false);
        Finding memory f = finding(t);
        Attestation[] memory list = signBoth(f, 0, 1);
        award(t, f, list);
        assertEq(usdc.balanceOf(alice), 1e12 + NET);
        MissionTerms memory next = oracleTerms();
        next.salt = 1;
        vm.prank(poster);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.OracleNotAllowed.selector, address(oracle)));
        escrow.post(next, "");
    }
}
