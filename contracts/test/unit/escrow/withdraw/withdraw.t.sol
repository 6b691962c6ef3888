// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {MissionTerms} from "../../../../src/types/Mission.sol";
import {EscrowBase} from "../EscrowBase.sol";

contract WithdrawTest is EscrowBase {
    function credited() private returns (uint256 amount) {
        MissionTerms memory t = someTerms();
        submitted(t);
        usdc.blacklist(agent);
        award(t, 0, agent, solo(agent));
        amount = net(t, 0);
    }

    /// Decision 7: to the owner only, whoever calls, for ever.
    function test_Withdraw() public {
        uint256 amount = credited();
        vm.warp(NOW + 36_500 days);
        vm.prank(stranger);
        vm.expectRevert("Blacklistable: account is blacklisted");
        escrow.withdraw(agent);
        assertEq(escrow.credit(agent), amount);
        usdc.unBlacklist(agent);
        uint256 before = usdc.balanceOf(agent);
        vm.expectEmit();
        emit IOabpEscrow.CreditWithdrawn(agent, agent, amount);
        vm.prank(stranger);
        escrow.withdraw(agent);
        assertEq(usdc.balanceOf(agent), before + amount);
        assertEq(escrow.credit(agent), 0);
        assertSolvent(0, 0);
    }

    /// Finding 32: a credit is paid once.
    function test_RevertWhen_NoCredit() public {
        credited();
        usdc.unBlacklist(agent);
        escrow.withdraw(agent);
        vm.expectRevert(abi.encodeWithSelector(IOabpEscrow.NoCredit.selector, agent));
        escrow.withdraw(agent);
    }

    /// Credits of several missions add up.
    function test_Given_TwoCredits_TheyAddUp() public {
        uint256 amount = credited();
        MissionTerms memory t = someTerms();
        t.salt = 1;
        submitted(t);
        award(t, 0, agent, solo(agent));
        assertEq(escrow.credit(agent), 2 * amount);
        assertSolvent(2 * amount, 0);
    }
}
