// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpEscrow} from "../../../../src/OabpEscrow.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {MissionTerms, Ruling, Split} from "../../../../src/types/Mission.sol";
import {CallbackToken} from "../../../mocks/Tokens.sol";
import {EscrowBase} from "../EscrowBase.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// Finding 5: the guard is on every function that writes, and is the reason why it refuses.
contract ReentrancyTest is EscrowBase {
    bytes[] private calls;
    uint256 private refused;

    function test_Given_APayeeIsPaid_NothingCanBeCalled() public {
        CallbackToken token = new CallbackToken();
        escrow = new OabpEscrow(address(token), address(oracleList), POST_FEE, treasury);
        token.mint(poster, 1e12);
        vm.prank(poster);
        token.approve(address(escrow), type(uint256).max);
        MissionTerms memory t = someTerms();
        submitted(t);
        fill(t);
        token.arm(address(this), abi.encodeCall(this.reenter, ()));
        award(t, 0, agent, solo(agent));
        assertEq(refused, 15);
    }

    function fill(MissionTerms memory t) private {
        Split memory s = solo(agent);
        calls.push(abi.encodeCall(IOabpEscrow.post, (t, "")));
        calls.push(abi.encodeCall(IOabpEscrow.postWithPermit, (t, "", 0, "")));
        calls.push(abi.encodeCall(IOabpEscrow.postWithAuthorization, (t, "", 0, 0, "")));
        calls.push(abi.encodeCall(IOabpEscrow.cancel, (t)));
        calls.push(abi.encodeCall(IOabpEscrow.submit, (0, 0, 0, 0, "")));
        calls.push(abi.encodeCall(IOabpEscrow.commit, (0, 0)));
        calls.push(abi.encodeCall(IOabpEscrow.reveal, (t, "", 0)));
        calls.push(abi.encodeCall(IOabpEscrow.award, (t, 0, agent, CONTENT, s)));
        calls.push(abi.encodeCall(IOabpEscrow.appeal, (t, 0, 0)));
        calls.push(abi.encodeCall(IOabpEscrow.rule, (t, 0, Ruling.Uphold, agent, CONTENT, s)));
        calls.push(abi.encodeCall(IOabpEscrow.finalize, (t, 0, CONTENT, s)));
        calls.push(abi.encodeCall(IOabpEscrow.refund, (t)));
        calls.push(abi.encodeCall(IOabpEscrow.withdraw, (agent)));
        calls.push(abi.encodeCall(IOabpEscrow.collectFees, ()));
        calls.push(abi.encodeCall(IOabpEscrow.setFeeRecipient, (agent)));
    }

    function reenter() external {
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = address(escrow).call(calls[i]);
            require(!ok, "reentered");
            bytes4 selector = ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector;
            if (keccak256(reason) == keccak256(abi.encodeWithSelector(selector))) ++refused;
        }
    }
}
