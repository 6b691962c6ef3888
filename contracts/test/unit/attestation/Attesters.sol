// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {AttestationOracle} from "../../../src/AttestationOracle.sol";
import {Attestation, Finding} from "../../../src/interfaces/IAttestationOracle.sol";
import {MissionTerms, Split, VerificationType} from "../../../src/types/Mission.sol";
import {World} from "../vote/World.sol";

/// Two of three attesters over the real escrow.
abstract contract Attesters is World {
    uint256 internal constant K = 2;

    AttestationOracle internal oracle;
    address[] internal attesters;
    mapping(address attester => uint256 key) internal keyOf;
    bytes4 private constant NO_ERROR = 0;

    function setUp() public virtual override {
        super.setUp();
        for (uint256 i; i < 3; ++i) {
            (address a, uint256 key) = makeAddrAndKey(string.concat("attester", vm.toString(i)));
            attesters.push(a);
            keyOf[a] = key;
        }
        sort(attesters);
        oracle = deploy(K, attesters);
    }

    function deploy(uint256 k, address[] memory set) internal returns (AttestationOracle o) {
        o = new AttestationOracle(address(escrow), k, set);
        vm.prank(timelock);
        oracles.allow(address(o), true);
    }

    function sort(address[] storage a) private {
        for (uint256 i; i < a.length; ++i) {
            for (uint256 j = i + 1; j < a.length; ++j) {
                if (a[j] < a[i]) (a[i], a[j]) = (a[j], a[i]);
            }
        }
    }

    // ---- terms --------------------------------------------------------------------------------------------

    function oracleTerms() internal view returns (MissionTerms memory t) {
        t = baseTerms();
        (t.vtype, t.resolver) = (VerificationType.Oracle, address(oracle));
    }

    /// A first_valid_match that the chain cannot check: the attesters run the regular expression.
    function regexTerms() internal view returns (MissionTerms memory t) {
        t = baseTerms();
        (t.vtype, t.resolver, t.param) =
        (VerificationType.FirstValidMatch, address(oracle), keccak256("^[a-f0-9]{64}$"));
    }

    // ---- attestations -------------------------------------------------------------------------------------

    /// That alice's submission alone wins tranche 0.
    function finding(MissionTerms memory t) internal view returns (Finding memory f) {
        Split memory s = solo(alice);
        f.missionId = escrow.missionIdOf(t);
        (f.agent, f.submissionHash, f.sharesHash) = (alice, submissionHash(s), splitHash(s));
        f.deadline = block.timestamp + 1 hours;
        if (t.vtype == VerificationType.FirstValidMatch) f.position = block.number << 32;
    }

    function sign(AttestationOracle o, address attester, Finding memory f)
        internal
        view
        returns (Attestation memory)
    {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf[attester], o.attestationDigest(attester, f));
        return Attestation(attester, abi.encodePacked(r, s, v));
    }

    /// The attesters i and j.
    function signBoth(Finding memory f, uint256 i, uint256 j)
        internal
        view
        returns (Attestation[] memory list)
    {
        list = new Attestation[](2);
        list[0] = sign(oracle, attesters[i], f);
        list[1] = sign(oracle, attesters[j], f);
    }

    function award(MissionTerms memory t, Finding memory f, Attestation[] memory list) internal {
        vm.prank(stranger);
        oracle.award(t, f.tranche, alice, CONTENT, solo(alice), f.position, f.deadline, list);
    }
}
