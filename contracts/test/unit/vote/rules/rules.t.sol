// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpVote} from "../../../../src/OabpVote.sol";
import {IOabpVote} from "../../../../src/interfaces/IOabpVote.sol";
import {VoteRules} from "../../../../src/types/Vote.sol";
import {World} from "../World.sol";

contract VoteRulesTest is World {
    function testFuzz_Given_ValidRules(VoteRules memory r) public view {
        r.commitMinutes = uint16(bound(r.commitMinutes, 10, 10_080));
        r.revealMinutes = uint16(bound(r.revealMinutes, 10, 10_080));
        r.quorumVoters = uint16(bound(r.quorumVoters, 3, type(uint16).max));
        r.slashBps = uint16(bound(r.slashBps, 0, 2000));
        r.cap = uint24(bound(r.cap, 1, 1_048_575));
        r.quorumWeight = uint56(bound(r.quorumWeight, 1, type(uint56).max));
        bytes32 packed = vote.packRules(r);
        assertEq(packed, pack(r));
        assertEq(abi.encode(vote.unpackRules(packed)), abi.encode(r));
    }

    function refused(VoteRules memory r) private {
        bytes32 packed = pack(r);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.RulesInvalid.selector, packed));
        vote.packRules(r);
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.RulesInvalid.selector, packed));
        vote.unpackRules(packed);
    }

    function test_RevertWhen_OutOfRange() public {
        for (uint256 i; i < 10; ++i) {
            VoteRules memory r = someRules();
            if (i == 0) r.commitMinutes = 9;
            if (i == 1) r.commitMinutes = 10_081;
            if (i == 2) r.revealMinutes = 9;
            if (i == 3) r.revealMinutes = 10_081;
            if (i == 4) r.quorumVoters = 2;
            if (i == 5) r.slashBps = 2001;
            if (i == 6) r.cap = 0;
            if (i == 7) r.cap = 1_048_576;
            if (i == 8) r.quorumWeight = 0;
            if (i == 9) r.quorumVoters = 0;
            refused(r);
        }
    }

    function testFuzz_RevertWhen_ABitTooMany(uint8 bit) public {
        bytes32 packed = pack(someRules()) ^ bytes32(2 ** bound(bit, 144, 255));
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.RulesInvalid.selector, packed));
        vote.unpackRules(packed);
    }

    function test_RevertWhen_ConstructedWithInvalidRules() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpVote.RulesInvalid.selector, bytes32(0)));
        new OabpVote(address(escrow), address(agents), bytes32(0));
    }

    function test_Given_Constructed() public view {
        assertEq(vote.escrow(), address(escrow));
        assertEq(vote.agents(), address(agents));
        assertEq(vote.token(), address(usdc));
        assertEq(vote.appealRules(), pack(someRules()));
    }
}
