// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpEscrow} from "../../../../src/OabpEscrow.sol";
import {IOabpEscrow} from "../../../../src/interfaces/IOabpEscrow.sol";
import {Mission, MissionTerms, Ruling, Split, Status} from "../../../../src/types/Mission.sol";
import {CallbackToken} from "../../../mocks/Tokens.sol";
import {EscrowBase} from "../EscrowBase.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// Finding 5: the guard is on every function that writes, and is the reason why it refuses.
contract ReentrancyTest is EscrowBase {
    bytes[] private calls;
    uint256 private refused;

    CallbackToken private token;
    uint256 private looks;

    function setUp() public override {
        super.setUp();
        token = new CallbackToken();
        escrow = new OabpEscrow(address(token), address(oracleList), POST_FEE, treasury);
        address[2] memory payers = [poster, other];
        for (uint256 i; i < 2; ++i) {
            token.mint(payers[i], 1e12);
            vm.prank(payers[i]);
            token.approve(address(escrow), type(uint256).max);
        }
    }

    function test_Given_APayeeIsPaid_NothingCanBeCalled() public {
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

    function arm(bytes memory look) private {
        token.arm(address(this), look);
    }

    /// Finding 6: whatever money leaves, its effects are written before. (award and finalize: in their own tests.)
    function test_Given_ACreditIsPaid_ItIsGone() public {
        MissionTerms memory t = someTerms();
        submitted(t);
        token.arm(address(this), hex"ffffffff");
        award(t, 0, agent, solo(agent));
        assertEq(escrow.credit(agent), net(t, 0));
        arm(abi.encodeCall(this.lookCredit, ()));
        escrow.withdraw(agent);
        assertEq(looks, 1);
    }

    function test_Given_FeesArePaid_TheyAreGone() public {
        post(someTerms());
        arm(abi.encodeCall(this.lookFees, ()));
        escrow.collectFees();
        assertEq(looks, 1);
    }

    function test_Given_MoneyGoesBack_TheMissionHasEnded() public {
        MissionTerms memory t = someTerms();
        bytes32 id = post(t);
        arm(abi.encodeCall(this.lookEnded, (id, Status.Cancelled)));
        vm.prank(poster);
        escrow.cancel(t);
        token.arm(address(0), "");
        t.salt = 1;
        id = post(t);
        vm.warp(REFUND_AT);
        arm(abi.encodeCall(this.lookEnded, (id, Status.Refunded)));
        refund(t);
        assertEq(looks, 2);
        assertEq(escrow.credit(refundTo), 0);
    }

    function test_Given_ARulingRefunds_TheMissionHasEnded() public {
        (MissionTerms memory t, bytes32 id) = appealed();
        arm(abi.encodeCall(this.lookEnded, (id, Status.Settled)));
        rule(t, Ruling.Refund, address(0), solo(agent));
        assertEq(looks, 2, "bond and tranche");
        assertEq(escrow.credit(refundTo) + escrow.credit(other), 0);
    }

    function lookCredit() external {
        require(escrow.credit(agent) == 0, "credit");
        ++looks;
    }

    function lookFees() external {
        require(escrow.feesAccrued() == 0, "fees");
        ++looks;
    }

    function lookEnded(bytes32 id, Status expected) external {
        Mission memory m = escrow.mission(id);
        require(m.status == expected && m.held + m.pending == 0 && m.pendingMask == 0, "mission");
        require(escrow.pendingAward(id, 0).agent == address(0), "award");
        require(escrow.appealOf(id, 0).appellant == address(0), "appeal");
        ++looks;
    }
}
