// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpPay} from "../../src/OabpPay.sol";
import {InstructionHash} from "../../src/libraries/InstructionHash.sol";
import {Instruction, Leg} from "../../src/types/Settlement.sol";
import {Test} from "forge-std/Test.sol";

/// Finding 12: the type strings are compared with an implementation that shares no code with ours.
contract VectorsTest is Test {
    string private json;
    uint256 private seen;

    function setUp() public {
        json = vm.readFile("contracts/test/vectors/digest.json");
    }

    function test_TypeHashes() public view {
        assertEq(InstructionHash.INSTRUCTION_TYPEHASH, hash(".type_hashes.instruction"));
        assertEq(InstructionHash.LEG_TYPEHASH, hash(".type_hashes.leg"));
    }

    function test_Ids() public view {
        for (uint256 i; exists(at(".ids", i)); ++i) {
            string memory text = vm.parseJsonString(json, string.concat(at(".ids", i), ".text"));
            assertEq(keccak256(bytes(text)), hash(string.concat(at(".ids", i), ".hash")));
        }
        assertTrue(exists(at(".ids", 4)), "too few ids");
    }

    function test_Slots() public view {
        for (uint256 i; exists(at(".slots", i)); ++i) {
            string memory p = at(".slots", i);
            bool whole =
                keccak256(vm.parseJson(json, string.concat(p, ".milestone"))) == keccak256(abi.encode(0));
            uint256 milestone = whole ? type(uint256).max : number(string.concat(p, ".milestone"));
            bytes32 mission = hash(string.concat(p, ".mission"));
            assertEq(
                keccak256(abi.encode(mission, milestone, number(string.concat(p, ".n")))),
                hash(string.concat(p, ".slot"))
            );
        }
        assertTrue(exists(at(".slots", 5)), "too few slots");
    }

    function test_Digests() public {
        for (; exists(at(".vectors", seen)); ++seen) {
            checkDigest(at(".vectors", seen));
        }
        assertGe(seen, 10, "too few vectors");
    }

    function test_Deposits() public {
        for (; exists(at(".vectors", seen)); ++seen) {
            checkDeposit(at(".vectors", seen));
        }
        assertGe(seen, 10, "too few vectors");
    }

    function checkDigest(string memory p) private {
        OabpPay pay = deploy(p);
        assertEq(pay.domainSeparator(), hash(string.concat(p, ".domain_separator")));
        Instruction memory ins = instruction(p);
        assertEq(this.structHash(ins), hash(string.concat(p, ".struct_hash")));
        bytes32 digest = pay.instructionDigest(ins);
        assertEq(digest, hash(string.concat(p, ".digest")));

        assertEq(InstructionHash.allNonce(digest), hash(string.concat(p, ".all_nonce")));
        for (uint256 i; i < ins.legs.length; ++i) {
            assertEq(InstructionHash.legNonce(digest, i), hash(at(string.concat(p, ".leg_nonces"), i)));
        }
        bytes32 structHash_ =
            keccak256(abi.encode(hash(".type_hashes.payer"), digest, addr(string.concat(p, ".payer.payer"))));
        assertEq(typed(pay, structHash_), hash(string.concat(p, ".payer.digest")));
        structHash_ = keccak256(
            abi.encode(
                hash(".type_hashes.direct"),
                hash(string.concat(p, ".direct.tx_hash")),
                number(string.concat(p, ".direct.log_index")),
                digest
            )
        );
        assertEq(typed(pay, structHash_), hash(string.concat(p, ".direct.digest")));
    }

    function checkDeposit(string memory p) private {
        OabpPay pay = deploy(p);
        assertEq(pay.depositImplementation(), addr(string.concat(p, ".deposit.implementation")));
        Leg[] memory legs = instruction(p).legs;
        assertEq(this.legsHash(legs), hash(string.concat(p, ".legs_hash")));
        address deposit = pay.depositAddress(
            hash(string.concat(p, ".digest")),
            legs,
            addr(string.concat(p, ".deposit.refund_to")),
            uint64(number(string.concat(p, ".deposit.refund_after")))
        );
        assertEq(deposit, addr(string.concat(p, ".deposit.address")));
    }

    /// Runs the constructor at the vector's address, unless an earlier vector did; the domain follows the chain.
    function deploy(string memory p) private returns (OabpPay) {
        vm.chainId(number(string.concat(p, ".chain_id")));
        address at_ = addr(string.concat(p, ".pay_contract"));
        if (at_.code.length != 0) return OabpPay(at_);
        vm.setNonce(at_, 1); // what EIP-161 gives a contract under construction
        address token = makeAddr("token");
        vm.etch(token, hex"00");
        deployCodeTo("OabpPay.sol", abi.encode(token), at_);
        return OabpPay(at_);
    }

    function instruction(string memory p) private view returns (Instruction memory ins) {
        ins.id = hash(string.concat(p, ".id"));
        ins.mission = hash(string.concat(p, ".mission"));
        ins.slot = hash(string.concat(p, ".slot"));
        ins.submission = hash(string.concat(p, ".submission"));
        ins.contentHash = hash(string.concat(p, ".content_hash"));
        ins.token = addr(string.concat(p, ".token"));
        ins.issuedBlock = uint64(number(string.concat(p, ".issued_block")));
        uint256 n;
        while (exists(at(string.concat(p, ".legs"), n))) ++n;
        ins.legs = new Leg[](n);
        for (uint256 i; i < n; ++i) {
            string memory l = at(string.concat(p, ".legs"), i);
            ins.legs[i] = Leg(addr(string.concat(l, ".to")), number(string.concat(l, ".amount")));
        }
    }

    function structHash(Instruction calldata ins) external pure returns (bytes32) {
        return InstructionHash.hashStruct(ins);
    }

    function legsHash(Leg[] calldata legs) external pure returns (bytes32) {
        return InstructionHash.hashLegs(legs);
    }

    function typed(OabpPay pay, bytes32 structHash_) private view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", pay.domainSeparator(), structHash_));
    }

    function at(string memory list, uint256 i) private pure returns (string memory) {
        return string.concat(list, "[", vm.toString(i), "]");
    }

    function exists(string memory path) private view returns (bool) {
        return vm.keyExistsJson(json, path);
    }

    function hash(string memory path) private view returns (bytes32) {
        return vm.parseJsonBytes32(json, path);
    }

    function addr(string memory path) private view returns (address) {
        return vm.parseJsonAddress(json, path);
    }

    function number(string memory path) private view returns (uint256) {
        return vm.parseJsonUint(json, path);
    }
}
