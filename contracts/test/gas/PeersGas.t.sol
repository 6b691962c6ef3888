// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {MissionTerms} from "../../src/types/Mission.sol";
import {World} from "../unit/vote/World.sol";

/// Execution gas of profiles and votes on genuine USDC with everything cold; 21,000 and the calldata come on top.
contract PeersGasTest is World {
    string private constant URI = "https://agent.example/.well-known/agent-card.json";

    function cool() private {
        vm.cool(address(agents));
        vm.cool(address(identity));
        vm.cool(address(vote));
        vm.cool(address(escrow));
        vm.cool(address(usdc));
        vm.cool(usdcImplementation);
    }

    function record(string memory name, uint256 ceiling) private {
        uint256 gas = vm.snapshotGasLastCall("OabpPeers", name);
        assertLe(gas, ceiling, name);
    }

    function test_Register() public {
        cool();
        vm.prank(stranger);
        agents.register(keccak256("profile"), URI, NO_ID);
        record("register", 60_000);
    }

    function test_RegisterLinked() public {
        vm.prank(stranger);
        uint256 id = identity.register();
        cool();
        vm.prank(stranger);
        agents.register(keccak256("profile"), URI, id);
        record("register with an ERC-8004 id", 60_000);
    }

    function test_Stake() public {
        enrich(stranger);
        register(stranger);
        cool();
        vm.prank(stranger);
        vote.stake(STAKE);
        record("stake, first", 80_000);
    }

    function test_OpenCommitRevealTallySettle() public {
        MissionTerms memory t = voteTerms();
        bytes32 id = entered(t);
        vm.warp(SUBMIT_BY);
        cool();
        vote.open(t, 0);
        record("open a poll", 115_000);

        for (uint256 i; i < 4; ++i) {
            bytes32 c = commitment(id, 0, voter(i), i == 3 ? bob : alice);
            cool();
            vm.prank(voter(i));
            vote.commit(id, 0, c);
            if (i == 0) record("vote commit", 30_000);
        }
        toReveal();
        for (uint256 i; i < 4; ++i) {
            cool();
            vm.prank(voter(i));
            vote.reveal(id, 0, i == 3 ? bob : alice, SALT);
            if (i == 0) record("vote reveal, first for its choice", 45_000);
            if (i == 1) record("vote reveal", 45_000);
        }
        toTally();
        cool();
        vote.tally(t, 0, alice, CONTENT, solo(alice));
        record("tally and award 01 payee", 120_000);
        cool();
        vote.settle(id, 0, voter(3));
        record("settle a minority ballot", 30_000);
        cool();
        vote.settle(id, 0, voter(0));
        record("settle a winning ballot", 75_000);
        usdc.mint(voter(0), 1);
        cool();
        vote.withdraw(voter(0));
        record("withdraw winnings", 45_000);
    }
}
