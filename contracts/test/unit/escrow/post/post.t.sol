// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpEscrow} from "../../../../src/OabpEscrow.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {Funding, Mission, MissionTerms, Status} from "../../../../src/types/Mission.sol";
import {CallbackToken} from "../../../mocks/Tokens.sol";
import {EscrowBase} from "../EscrowBase.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

contract PostTest is EscrowBase {
    function test_Post() public solvent {
        MissionTerms memory t = milestoneTerms(10);
        bytes32 id = escrow.missionIdOf(t);
        uint256 before = usdc.balanceOf(poster);
        vm.expectEmit();
        emit IOabpEscrow.MissionPosted(id, poster, judge, t, "ipfs://spec", Funding.Allowance);
        assertEq(post(t), id);
        assertEq(usdc.balanceOf(poster), before - REWARD - POST_FEE);
        assertEq(escrow.feesAccrued(), POST_FEE);
        Mission memory m = escrow.mission(id);
        assertEq(m.held, REWARD);
        assertEq(m.pending, 0);
        assertEq(m.postedAt, NOW);
        assertEq(m.submitBy, SUBMIT_BY);
        assertEq(m.doneMask, 0);
        assertEq(m.pendingMask, 0);
        assertEq(uint8(m.status), uint8(Status.Open));
        assertEq(m.entrySlots, 10);
    }

    /// Finding 12, where missions are posted. The log is made from the calldata's bytes: any URI, padded as abi.encode does, and any number of tranches.
    function testFuzz_EventIsWhatAbiEncodeMakes(uint8 count, uint16 length, bytes32 seed, uint256 salt)
        public
    {
        MissionTerms memory t = withTranches(someTerms(), bound(count, 1, 16), REWARD);
        (t.salt, t.param, t.specHash) = (salt, seed, keccak256(abi.encode(seed)));
        bytes memory uri = new bytes(bound(length, 0, 512));
        for (uint256 i; i < uri.length; ++i) {
            uri[i] = seed[i % 32];
        }
        vm.expectEmit();
        emit IOabpEscrow.MissionPosted(
            keccak256(abi.encode(block.chainid, address(escrow), t)),
            poster,
            judge,
            t,
            string(uri),
            Funding.Allowance
        );
        vm.prank(poster);
        escrow.post(t, string(uri));
    }

    /// Finding 26: a squatter cannot take the id of somebody else's mission, since it contains the poster.
    function test_RevertWhen_CallerIsNotThePoster() public {
        MissionTerms memory t = someTerms();
        vm.prank(other);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotPoster.selector, other, poster));
        escrow.post(t, "");
        bytes32 id = escrow.missionIdOf(t);
        t.poster = other;
        assertNotEq(post(t), id);
        t.poster = poster;
        assertEq(post(t), id);
    }

    function test_RevertWhen_PostedBefore() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        vm.prank(poster);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.MissionExists.selector, id));
        escrow.post(t, "");
    }

    /// Finding 22, 28: nor after it has ended.
    function test_RevertWhen_PostedAndCancelledBefore() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        vm.startPrank(poster);
        escrow.cancel(t);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.MissionExists.selector, id));
        escrow.post(t, "");
        vm.stopPrank();
    }

    /// Findings 29, 42: lengths are capped, and NUL bytes change no hash.
    function test_RevertWhen_UriTooLong() public {
        MissionTerms memory t = someTerms();
        vm.prank(poster);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.TooLong.selector, 513, 512));
        escrow.post(t, string(new bytes(513)));
        vm.prank(poster);
        escrow.post(t, string(new bytes(512)));
    }

    function test_RevertWhen_AllowanceTooSmall() public {
        MissionTerms memory t = someTerms();
        vm.startPrank(poster);
        usdc.approve(address(escrow), REWARD + POST_FEE - 1);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        escrow.post(t, "");
        vm.stopPrank();
        assertStatus(escrow.missionIdOf(t), Status.None);
        assertEq(escrow.feesAccrued(), 0);
    }

    function test_RevertWhen_PosterBlacklisted() public {
        usdc.blacklist(poster);
        vm.prank(poster);
        vm.expectRevert("Blacklistable: account is blacklisted");
        escrow.post(someTerms(), "");
    }

    /// One mission has one encoding, else it would have two ids: moved arrays are refused.
    function test_RevertWhen_EncodingIsNotCanonical() public {
        bytes memory call_ = abi.encodeCall(IOabpEscrow.post, (someTerms(), ""));
        // selector, two heads, then the terms; words 15 and 16 of them are where the tranches and the fees are.
        uint256 terms = 4 + 64;
        for (uint256 i = 15; i <= 16; ++i) {
            uint256 at = uint256(word(call_, terms + i * 32));
            bytes memory moved = bytes.concat(call_, new bytes(64));
            // The array again, behind everything.
            setWord(moved, call_.length, word(call_, terms + at));
            setWord(moved, call_.length + 32, word(call_, terms + at + 32));
            setWord(moved, terms + i * 32, bytes32(call_.length - terms));
            refuse(moved);
        }
        vm.prank(poster);
        (bool ok,) = address(escrow).call(call_);
        assertTrue(ok);
    }

    /// Nor has another encoding an id, so that no call can name a mission by two: the arrays moved, or not as many fees
    /// as tranches.
    function test_RevertWhen_AnotherEncodingIsAskedForItsId() public {
        MissionTerms memory t = someTerms();
        bytes memory call_ = abi.encodeCall(IOabpEscrow.missionIdOf, (t));
        uint256 terms = 4 + 32;
        for (uint256 i = 15; i <= 16; ++i) {
            uint256 at = uint256(word(call_, terms + i * 32));
            bytes memory moved = bytes.concat(call_, new bytes(64));
            setWord(moved, call_.length, word(call_, terms + at));
            setWord(moved, call_.length + 32, word(call_, terms + at + 32));
            setWord(moved, terms + i * 32, bytes32(call_.length - terms));
            refuse(moved);
        }
        t.fees = new uint96[](2);
        refuse(abi.encodeCall(IOabpEscrow.missionIdOf, (t)));
        (bool ok,) = address(escrow).call(call_);
        assertTrue(ok);
    }

    /// Every member with a bit above its type is refused, so that no two encodings are one mission.
    function test_RevertWhen_AMemberIsDirty() public {
        MissionTerms memory t = appealTerms();
        bytes memory call_ = abi.encodeCall(
            IOabpEscrow.postWithAuthorization, (t, "", 0, NOW + 1 hours, signReceive(t, posterKey))
        );
        uint256 terms = 4 + 5 * 32;
        // How many bits each word of the terms has; 0 where it is a whole word, or is tested below.
        uint8[22] memory widths =
            [160, 160, 160, 96, 2, 1, 40, 40, 40, 32, 32, 160, 96, 0, 0, 0, 0, 0, 0, 96, 0, 96];
        for (uint256 i; i < widths.length; ++i) {
            for (uint256 bit = widths[i]; bit < 256 && widths[i] != 0; bit += 255 - widths[i]) {
                bytes memory dirty = bytes.concat(call_);
                setWord(dirty, terms + i * 32, word(call_, terms + i * 32) | bytes32(uint256(1) << bit));
                refuse(dirty);
            }
        }
        (bool clean,) = address(escrow).call(call_);
        assertTrue(clean);
    }

    /// Calldata ends in zeros, which nobody has to send: terms that end with them must be sent all the same.
    function test_RevertWhen_TheCalldataEndsEarly() public {
        MissionTerms memory t = withTranches(someTerms(), 1, 51_200);
        assertEq(t.fees[0], 256);
        bytes memory call_ = abi.encodeCall(IOabpEscrow.post, (t, ""));
        uint256 terms = 4 + 64;
        // The URI is read where the appeal window, which is zero, lies; so the fee's last byte is the calldata's.
        setWord(call_, 4 + 32, bytes32(uint256(64 + 9 * 32)));
        assembly ("memory-safe") {
            mstore(call_, sub(mload(call_), 33))
        }
        assertEq(call_.length, terms + 22 * 32 - 1);
        refuse(call_);
        vm.prank(poster);
        (bool ok,) = address(escrow).call(bytes.concat(call_, hex"00"));
        assertTrue(ok);
    }

    /// Counts so great that the arrays' sizes overflow to what is there.
    function test_RevertWhen_ACountOverflows() public {
        bytes memory call_ = abi.encodeCall(IOabpEscrow.post, (someTerms(), ""));
        uint256 terms = 4 + 64;
        for (uint256 i = 18; i <= 20; i += 2) {
            bytes memory many = bytes.concat(call_);
            setWord(many, terms + i * 32, bytes32(uint256(1) | 1 << 251));
            refuse(many);
        }
    }

    function refuse(bytes memory call_) private {
        uint256 state = vm.snapshotState();
        vm.prank(poster);
        (bool ok, bytes memory reason) = address(escrow).call(call_);
        assertFalse(ok);
        assertEq(reason, abi.encodeWithSelector(IOabpEscrow.TermsNotCanonical.selector));
        assertTrue(vm.revertToState(state));
    }

    /// Finding 21: amounts come from the terms; a donation belongs to nobody.
    function test_Given_Donation_ItChangesNothing() public {
        usdc.mint(address(escrow), 77e6);
        bytes32 id = post(someTerms());
        usdc.mint(address(escrow), 1);
        assertEq(escrow.mission(id).held, REWARD);
        vm.prank(poster);
        escrow.cancel(someTerms());
        assertEq(usdc.balanceOf(refundTo), REWARD);
        assertEq(usdc.balanceOf(address(escrow)), 77e6 + 1 + POST_FEE);
    }

    /// Findings 5, 6: the state is complete before the token is called, and the token cannot call back in.
    function test_RevertWhen_TokenReenters() public {
        CallbackToken token = new CallbackToken();
        escrow = new OabpEscrow(address(token), address(oracleList), POST_FEE, treasury);
        token.mint(poster, 1e12);
        MissionTerms memory t = someTerms();
        vm.startPrank(poster);
        token.approve(address(escrow), type(uint256).max);
        token.arm(address(escrow), abi.encodeCall(IOabpEscrow.refund, (t)));
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        escrow.post(t, "");
        token.arm(address(this), abi.encodeCall(this.seePosted, ()));
        escrow.post(t, "");
        vm.stopPrank();
        assertTrue(seen);
    }

    bool private seen;

    function seePosted() external {
        assertStatus(escrow.missionIdOf(someTerms()), Status.Open);
        assertEq(escrow.feesAccrued(), POST_FEE);
        seen = true;
    }

    function word(bytes memory data, uint256 at) private pure returns (bytes32 w) {
        assembly ("memory-safe") {
            w := mload(add(add(data, 32), at))
        }
    }

    function setWord(bytes memory data, uint256 at, bytes32 w) private pure {
        assembly ("memory-safe") {
            mstore(add(add(data, 32), at), w)
        }
    }
}
