// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {Funding, MissionTerms, Status} from "../../../../src/types/Mission.sol";
import {BombWallet} from "../../../mocks/EscrowParties.sol";
import {EscrowBase, IUsdcPermit} from "../EscrowBase.sol";

contract PostWithPermitTest is EscrowBase {
    MissionTerms private t;
    bytes private signature;

    function setUp() public override {
        super.setUp();
        t = someTerms();
        vm.prank(poster);
        usdc.approve(address(escrow), 0);
        signature = signPermit(poster, REWARD + POST_FEE, posterKey);
    }

    function act() private {
        vm.prank(t.poster);
        posted.push(escrow.postWithPermit(t, "ipfs://spec", NOW + 1 hours, signature));
    }

    function test_PostWithPermit() public solvent {
        bytes32 id = escrow.missionIdOf(t);
        vm.expectEmit();
        emit IOabpEscrow.MissionPosted(id, poster, judge, t, "ipfs://spec", Funding.Permit);
        act();
        assertStatus(id, Status.Open);
        assertEq(usdc.allowance(poster, address(escrow)), 0);
    }

    /// Finding 8: whoever sees the permit can submit it first; the deposit goes through all the same.
    function test_Given_PermitWasFrontRun() public solvent {
        vm.prank(stranger);
        IUsdcPermit(address(usdc))
            .permit(poster, address(escrow), REWARD + POST_FEE, NOW + 1 hours, signature);
        act();
        assertStatus(posted[0], Status.Open);
    }

    function test_Given_WorthlessPermitAndAllowance() public solvent {
        vm.prank(poster);
        usdc.approve(address(escrow), REWARD + POST_FEE);
        signature = hex"1234";
        act();
    }

    function test_RevertWhen_WorthlessPermitAndNoAllowance() public {
        signature = signPermit(poster, REWARD + POST_FEE - 1, posterKey);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        act();
    }

    function test_RevertWhen_CallerIsNotThePoster() public {
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NotPoster.selector, stranger, poster));
        escrow.postWithPermit(t, "", NOW + 1 hours, signature);
    }

    /// Finding 42: a wallet that answers with a megabyte harms only its own post.
    function test_Given_WalletAnswersWithTooMuch() public {
        BombWallet wallet = new BombWallet(1 << 20);
        enrich(address(wallet));
        t.poster = address(wallet);
        act();
        assertStatus(posted[0], Status.Open);
    }
}
