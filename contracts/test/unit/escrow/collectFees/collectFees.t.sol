// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {MissionTerms} from "../../../../src/types/Mission.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract CollectFeesTest is EscrowBase {
    function test_CollectFees() public {
        MissionTerms memory t = someTerms();
        submitted(t);
        award(t, 0, agent, solo(agent));
        vm.expectEmit();
        emit IOabpEscrow.FeesCollected(treasury, POST_FEE + 500_000);
        vm.prank(stranger);
        escrow.collectFees();
        assertEq(usdc.balanceOf(treasury), POST_FEE + 500_000);
        assertEq(usdc.balanceOf(address(escrow)), 0);
        vm.expectRevert(IOabpEscrow.NoFees.selector);
        escrow.collectFees();
    }

    /// Finding 2, I5: fees never touch a mission's money, and a blacklisted treasury only waits, or names another.
    function test_Given_TreasuryIsBlacklisted() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        usdc.blacklist(treasury);
        vm.expectRevert("Blacklistable: account is blacklisted");
        escrow.collectFees();
        assertEq(escrow.feesAccrued(), POST_FEE);
        vm.prank(treasury);
        escrow.setFeeRecipient(stranger);
        escrow.collectFees();
        assertEq(usdc.balanceOf(stranger), POST_FEE);
        assertEq(usdc.balanceOf(address(escrow)), escrow.mission(id).held);
    }
}
