// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Attestation, Finding} from "../../src/interfaces/IAttestationOracle.sol";
import {LogProof} from "../../src/libraries/ReceiptLog.sol";
import {MissionTerms} from "../../src/types/Mission.sol";
import {Exporter} from "../unit/reputation/Exporter.sol";
import {GasRecorder} from "./GasRecorder.sol";

/// Execution gas of profiles, votes, attestations and exports on genuine USDC with everything cold; 21,000 and the calldata come on top.
contract PeersGasTest is Exporter, GasRecorder {
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
        record("OabpPeers", name, ceiling);
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

    function test_Unstake() public {
        usdc.mint(voter(0), 1);
        cool();
        vm.prank(voter(0));
        vote.requestUnstake();
        record("give notice", 10_000);
        skip(30 days);
        cool();
        vm.prank(voter(0));
        vote.unstake();
        record("unstake", 45_000);
    }

    function test_OpenAppealAndRule() public {
        (MissionTerms memory t, bytes32 id) = appealOpened();
        ballots(id, APPEAL, choose(alice, alice, bob));
        cool();
        vote.tally(t, APPEAL, alice, CONTENT, solo(alice));
        record("tally an appeal, upheld", 140_000);
    }

    function measureAttestation(uint256 k) private {
        MissionTerms memory t = oracleTerms();
        entered(t);
        Finding memory f = finding(t);
        Attestation[] memory list = new Attestation[](k);
        for (uint256 i; i < k; ++i) {
            list[i] = sign(oracle, attesters[i], f);
        }
        cool();
        vm.cool(address(oracle));
        oracle.award(t, 0, alice, CONTENT, solo(alice), 0, f.deadline, list);
    }

    function test_Attest2() public {
        measureAttestation(2);
        record("award by 02 attesters", 115_000);
    }

    function test_Attest3() public {
        measureAttestation(3);
        record("award by 03 attesters", 130_000);
    }

    function test_Allow() public {
        vm.cool(address(oracles));
        vm.prank(timelock);
        oracles.allow(address(vote), true);
        record("allow an oracle", 40_000);
    }

    function test_Export() public {
        MissionTerms memory t = baseTerms();
        LogProof memory proof = proofOf(wonByAlice(t), 0);
        uint256 agentId = idOf(alice);
        vm.mockCall(address(registry), abi.encodeWithSelector(registry.giveFeedback.selector), abi.encode());
        cool();
        vm.cool(address(reputation));
        reputation.export(t, 0, agentId, proof);
        record("export, without the registry's own cost", 200_000);
    }
}
