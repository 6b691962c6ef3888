// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {MissionRules} from "../../../../src/libraries/MissionRules.sol";
import {MissionSlot} from "../../../../src/libraries/MissionSlot.sol";
import {Splits} from "../../../../src/libraries/Splits.sol";
import {Mission, Split, Status} from "../../../../src/types/Mission.sol";
import {MoneyRules} from "../MoneyRules.sol";
import {Test} from "forge-std/Test.sol";

/// The libraries against the vectors that the daemon's money package passes too.
contract MoneyVectorsTest is Test {
    string private json = vm.readFile("settle/money/testdata/money.json");

    function at(string memory list, uint256 i, string memory member) private view returns (string memory) {
        return string.concat(".", list, "[", vm.toString(i), "].", member);
    }

    function test_Fee() public view {
        uint256 i;
        for (; vm.keyExistsJson(json, string.concat(".fee[", vm.toString(i), "]")); ++i) {
            assertEq(vm.parseJsonUint(json, at("fee", i, "fee_bp")), MissionRules.FEE_BPS);
            uint256 reward = vm.parseJsonUint(json, at("fee", i, "reward"));
            uint256 fee = vm.parseJsonUint(json, at("fee", i, "fee"));
            assertEq(reward * MissionRules.FEE_BPS / MissionRules.WHOLE, fee);
            assertEq(MoneyRules.fee(reward), fee);
            assertEq(reward - fee, vm.parseJsonUint(json, at("fee", i, "net")));
        }
        assertGe(i, 13, "vectors are missing");
    }

    /// Finding 40: what rounding leaves goes to the largest remainders, by the shared vectors.
    function test_Allocate() public view {
        uint256 i;
        uint256 small;
        for (; vm.keyExistsJson(json, string.concat(".allocate[", vm.toString(i), "]")); ++i) {
            uint256 total = vm.parseJsonUint(json, at("allocate", i, "total"));
            uint256[] memory weights = vm.parseJsonUintArray(json, at("allocate", i, "weights"));
            uint256[] memory parts = vm.parseJsonUintArray(json, at("allocate", i, "parts"));
            uint256 sum;
            for (uint256 j; j < weights.length; ++j) {
                sum += weights[j];
            }
            // No split and no reward sums to nothing.
            if (sum == 0) continue;
            assertEq(MoneyRules.allocate(total, weights), parts, "rules");
            (bool fits, uint16[] memory narrow, uint256 whole) = narrowed(weights);
            if (!fits) continue;
            ++small;
            assertEq(Splits.allocate(total, narrow, whole), parts, vm.toString(i));
        }
        assertGe(i, 77, "vectors are missing");
        assertGe(small, 60, "hardly any vector was tried");
    }

    function narrowed(uint256[] memory weights)
        private
        pure
        returns (bool fits, uint16[] memory narrow, uint256 whole)
    {
        narrow = new uint16[](weights.length);
        for (uint256 i; i < weights.length; ++i) {
            if (weights[i] > type(uint16).max) return (false, narrow, 0);
            // forge-lint: disable-next-line(unsafe-typecast)
            narrow[i] = uint16(weights[i]);
            whole += weights[i];
        }
        fits = true;
    }

    /// I6, finding 40: any split sums exactly, each part is less than a unit off, and it is what the rules say.
    function testFuzz_Allocate(uint64 total, uint16[16] memory weights, uint8 count) public pure {
        uint16[] memory w = new uint16[](bound(count, 1, 16));
        uint256 whole;
        for (uint256 i; i < w.length; ++i) {
            // forge-lint: disable-next-line(unsafe-typecast)
            w[i] = uint16(bound(weights[i], 1, type(uint16).max));
            whole += w[i];
        }
        uint256[] memory parts = Splits.allocate(total, w, whole);
        assertEq(parts, MoneyRules.allocate(total, MoneyRules.widen(w)));
        uint256 sum;
        for (uint256 i; i < w.length; ++i) {
            sum += parts[i];
            uint256 exact = uint256(total) * w[i];
            uint256 given = parts[i] * whole;
            assertLt(exact > given ? exact - given : given - exact, whole, "a unit or more off");
        }
        assertEq(sum, total);
    }

    /// A mission's word keeps every member.
    function testFuzz_MissionSlot(
        uint64[2] memory amounts,
        uint40[2] memory times,
        uint16[2] memory masks,
        uint8 slots,
        uint8 status
    ) public pure {
        Mission memory m;
        (m.held, m.pending, m.postedAt, m.submitBy) = (amounts[0], amounts[1], times[0], times[1]);
        (m.doneMask, m.pendingMask, m.entrySlots, m.status) = (masks[0], masks[1], slots, Status(status % 6));
        Mission memory back = MissionSlot.unpack(MissionSlot.pack(m));
        assertEq(keccak256(abi.encode(back)), keccak256(abi.encode(m)));
        uint256 word = MissionSlot.pack(m);
        assertEq(uint8(MissionSlot.status(word)), uint8(m.status));
        assertEq(MissionSlot.submitBy(word), m.submitBy);
        assertEq(MissionSlot.pendingMask(word), m.pendingMask);
        assertEq(MissionSlot.entrySlots(word), m.entrySlots);
        m.status = Status.Open;
        word = MissionSlot.activate(MissionSlot.pack(m));
        m.status = Status.Active;
        assertEq(word, MissionSlot.pack(m));
    }

    function hashOf(Split calldata split) external pure returns (bytes32) {
        return Splits.hash(split);
    }

    /// The hash over calldata is that of abi.encode, as settlement.md "Escrow mode" defines it.
    function testFuzz_SplitHash(address[] memory payees, uint16[] memory bps) public view {
        assertEq(this.hashOf(Split(payees, bps)), keccak256(abi.encode(payees, bps)));
    }
}
