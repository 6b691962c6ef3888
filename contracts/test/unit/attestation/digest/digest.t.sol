// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Finding} from "../../../../src/interfaces/IAttestationOracle.sol";
import {Attesters} from "../Attesters.sol";

/// forge's own EIP-712 encoder, which knows nothing of the contract.
interface IEip712Encoder {
    function eip712HashTypedData(string calldata json) external pure returns (bytes32);
}

contract AttestationDigestTest is Attesters {
    /// Finding 12: the type string is checked by another encoder, member by member.
    function testFuzz_Given_AnyFinding(address signer, Finding memory f) public view {
        string memory message = string.concat(
            '{"signer":"',
            vm.toString(signer),
            '","missionId":"',
            vm.toString(f.missionId),
            '","tranche":"',
            vm.toString(f.tranche),
            '","agent":"',
            vm.toString(f.agent),
            '","submissionHash":"',
            vm.toString(f.submissionHash),
            '","sharesHash":"',
            vm.toString(f.sharesHash)
        );
        message = string.concat(
            message,
            '","position":"',
            vm.toString(f.position),
            '","deadline":"',
            vm.toString(f.deadline),
            '"}'
        );
        string memory json = string.concat(
            '{"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}],',
            '"Attestation":[{"name":"signer","type":"address"},{"name":"missionId","type":"bytes32"},{"name":"tranche","type":"uint8"},{"name":"agent","type":"address"},{"name":"submissionHash","type":"bytes32"},{"name":"sharesHash","type":"bytes32"},{"name":"position","type":"uint256"},{"name":"deadline","type":"uint256"}]},',
            '"primaryType":"Attestation","domain":{"name":"OABP Attestation","version":"1","chainId":8453,"verifyingContract":"',
            vm.toString(address(oracle)),
            '"},"message":',
            message,
            "}"
        );
        assertEq(oracle.attestationDigest(signer, f), IEip712Encoder(address(vm)).eip712HashTypedData(json));
    }

    /// Findings 9, 10 and 11: every member is bound, the signer, the chain and the contract among them.
    function testFuzz_Given_AnotherMember(address signer, Finding memory f, uint8 by) public {
        vm.assume(by != 0);
        bytes32 digest = oracle.attestationDigest(signer, f);
        for (uint256 i; i < 8; ++i) {
            Finding memory g = abi.decode(abi.encode(f), (Finding));
            address s = signer;
            unchecked {
                if (i == 0) s = address(uint160(s) ^ uint160(by));
                if (i == 1) g.missionId ^= bytes32(uint256(by));
                if (i == 2) g.tranche ^= by;
                if (i == 3) g.agent = address(uint160(g.agent) ^ uint160(by));
                if (i == 4) g.submissionHash ^= bytes32(uint256(by));
                if (i == 5) g.sharesHash ^= bytes32(uint256(by));
                if (i == 6) g.position ^= by;
                if (i == 7) g.deadline ^= by;
            }
            assertTrue(oracle.attestationDigest(s, g) != digest);
        }
        assertTrue(deploy(K, attesters).attestationDigest(signer, f) != digest);
        vm.chainId(84_532);
        assertTrue(oracle.attestationDigest(signer, f) != digest);
    }
}
