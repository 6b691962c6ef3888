// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {AttestationOracle} from "../src/AttestationOracle.sol";
import {OabpAgents} from "../src/OabpAgents.sol";
import {OabpEscrow} from "../src/OabpEscrow.sol";
import {OabpOracles} from "../src/OabpOracles.sol";
import {OabpPay} from "../src/OabpPay.sol";
import {OabpReputation} from "../src/OabpReputation.sol";
import {OabpVote} from "../src/OabpVote.sol";
import {VoteRulesCodec} from "../src/libraries/VoteRulesCodec.sol";
import {VoteRules} from "../src/types/Vote.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Script} from "forge-std/Script.sol";

/// @title Deploys all contracts to the addresses that `oabpd deploy` uses
/// @notice What to deploy is read from a deployments file, whose addresses must come out:
///
///     oabpd deploy --dry-run --chain-id 8453 --owner … --fee-recipient … > deployments.json
///     contracts/tools/forge script contracts/script/Deploy.s.sol --sig 'run(string)' deployments.json \
///         --rpc-url … --broadcast --interactives 1
///     oabpd deploy --rpc … --key-file … # sends nothing: checks every byte, and finishes the file
///
/// What is there already is left alone.
contract Deploy is Script {
    using SafeCast for uint256;

    /// @notice The deterministic deployment proxy: calldata is salt and creation code.
    address public constant FACTORY = 0x4e59b44847b379578588920cA78FbF26c0B4956C;

    /// @notice The salt of every contract of this version.
    bytes32 public constant SALT = keccak256("oabpd contracts v1");

    /// @param postFee In token units.
    /// @param appealRules Packed.
    /// @param attesters Ascending; none: there is no AttestationOracle.
    struct Parameters {
        address token;
        uint64 postFee;
        address feeRecipient;
        address owner;
        address identityRegistry;
        address reputationRegistry;
        bytes32 appealRules;
        address[] attesters;
        uint256 threshold;
    }

    /// The contracts; those that the parameters do not decide are zero.
    struct Contracts {
        address escrow;
        address agents;
        address vote;
        address oracles;
        address attestationOracle;
        address pay;
        address deposit;
        address reputation;
    }

    error ParametersIncomplete();
    error WrongChain(uint256 ofFile, uint256 chain);
    error WrongSalt(bytes32 ofFile);
    error WrongAddress(string name, address ofFile, address predicted);
    error NoFactory();
    error NotDeployed(address expected);

    /// @notice Deploys what a deployments file names.
    /// @param path The file, from the repository's root.
    /// @return made The addresses.
    function run(string calldata path) external returns (Contracts memory made) {
        Parameters memory p = read(path);
        vm.startBroadcast();
        made = deploy(p);
        vm.stopBroadcast();
    }

    /// @notice Deploys what is missing.
    /// @param p The parameters.
    /// @return made The addresses.
    function deploy(Parameters memory p) public returns (Contracts memory made) {
        if (FACTORY.code.length == 0) revert NoFactory();
        if (p.owner == address(0) || p.feeRecipient == address(0)) revert ParametersIncomplete();
        made = predict(p);
        _create(made.pay, _payCode(p));
        _create(made.agents, _agentsCode(p));
        _create(made.oracles, _oraclesCode(p));
        _create(made.escrow, _escrowCode(p, made.oracles));
        _create(made.vote, _voteCode(p, made));
        _create(made.reputation, _reputationCode(p, made));
        if (p.attesters.length != 0) _create(made.attestationOracle, _attestationCode(p, made.escrow));
    }

    /// @notice Where the contracts are, or will be.
    /// @param p The parameters.
    /// @return c The addresses.
    function predict(Parameters memory p) public pure returns (Contracts memory c) {
        c.pay = _addressOf(_payCode(p));
        c.deposit = vm.computeCreateAddress(c.pay, 1);
        c.agents = _addressOf(_agentsCode(p));
        if (p.owner == address(0) || p.feeRecipient == address(0)) return c;
        c.oracles = _addressOf(_oraclesCode(p));
        c.escrow = _addressOf(_escrowCode(p, c.oracles));
        c.vote = _addressOf(_voteCode(p, c));
        c.reputation = _addressOf(_reputationCode(p, c));
        if (p.attesters.length != 0) c.attestationOracle = _addressOf(_attestationCode(p, c.escrow));
    }

    /// @notice The parameters of a deployments file for this chain, after its addresses were recomputed.
    /// @param path The file.
    /// @return p The parameters.
    function read(string memory path) public view returns (Parameters memory p) {
        string memory json = vm.readFile(path);
        uint256 chain = vm.parseJsonUint(json, ".chain_id");
        if (chain != block.chainid) revert WrongChain(chain, block.chainid);
        bytes32 salt = vm.parseJsonBytes32(json, ".salt");
        if (salt != SALT) revert WrongSalt(salt);
        p = Parameters({
            token: vm.parseJsonAddress(json, ".parameters.token"),
            postFee: vm.parseJsonUint(json, ".parameters.post_fee").toUint64(),
            feeRecipient: vm.parseJsonAddress(json, ".parameters.fee_recipient"),
            owner: vm.parseJsonAddress(json, ".parameters.owner"),
            identityRegistry: vm.parseJsonAddress(json, ".parameters.identity_registry"),
            reputationRegistry: vm.parseJsonAddress(json, ".parameters.reputation_registry"),
            appealRules: _rules(json),
            attesters: new address[](0),
            threshold: 0
        });
        if (vm.keyExistsJson(json, ".parameters.attesters")) {
            p.attesters = vm.parseJsonAddressArray(json, ".parameters.attesters");
            p.threshold = vm.parseJsonUint(json, ".parameters.threshold");
        }
        _compare(json, predict(p));
    }

    function _compare(string memory json, Contracts memory c) private view {
        _compare(json, "escrow", c.escrow);
        _compare(json, "agents", c.agents);
        _compare(json, "vote", c.vote);
        _compare(json, "oracles", c.oracles);
        _compare(json, "attestation_oracle", c.attestationOracle);
        _compare(json, "pay", c.pay);
        _compare(json, "deposit", c.deposit);
        _compare(json, "reputation", c.reputation);
    }

    /// @dev A contract that the file does not name must not follow from its parameters.
    function _compare(string memory json, string memory name, address predicted) private view {
        string memory key = string.concat(".contracts.", name);
        address named;
        if (vm.keyExistsJson(json, key)) named = vm.parseJsonAddress(json, string.concat(key, ".address"));
        if (named != predicted) revert WrongAddress(name, named, predicted);
    }

    function _create(address expected, bytes memory code) private {
        if (expected.code.length != 0) return;
        (bool ok,) = FACTORY.call(bytes.concat(SALT, code));
        if (!ok || expected.code.length == 0) revert NotDeployed(expected);
    }

    function _addressOf(bytes memory code) private pure returns (address) {
        return vm.computeCreate2Address(SALT, keccak256(code), FACTORY);
    }

    function _payCode(Parameters memory p) private pure returns (bytes memory) {
        return bytes.concat(type(OabpPay).creationCode, abi.encode(p.token));
    }

    function _agentsCode(Parameters memory p) private pure returns (bytes memory) {
        return bytes.concat(type(OabpAgents).creationCode, abi.encode(p.identityRegistry));
    }

    function _oraclesCode(Parameters memory p) private pure returns (bytes memory) {
        return bytes.concat(type(OabpOracles).creationCode, abi.encode(p.owner));
    }

    function _escrowCode(Parameters memory p, address oracles) private pure returns (bytes memory) {
        return
            bytes.concat(
                type(OabpEscrow).creationCode, abi.encode(p.token, oracles, p.postFee, p.feeRecipient)
            );
    }

    function _voteCode(Parameters memory p, Contracts memory c) private pure returns (bytes memory) {
        return bytes.concat(type(OabpVote).creationCode, abi.encode(c.escrow, c.agents, p.appealRules));
    }

    function _reputationCode(Parameters memory p, Contracts memory c) private pure returns (bytes memory) {
        return
            bytes.concat(
                type(OabpReputation).creationCode, abi.encode(c.escrow, c.agents, p.reputationRegistry)
            );
    }

    function _attestationCode(Parameters memory p, address escrow) private pure returns (bytes memory) {
        return
            bytes.concat(type(AttestationOracle).creationCode, abi.encode(escrow, p.threshold, p.attesters));
    }

    function _rules(string memory json) private pure returns (bytes32) {
        return VoteRulesCodec.pack(
            VoteRules({
                commitMinutes: _rule(json, "commit_minutes").toUint16(),
                revealMinutes: _rule(json, "reveal_minutes").toUint16(),
                quorumVoters: _rule(json, "quorum_voters").toUint16(),
                slashBps: _rule(json, "slash_bp").toUint16(),
                cap: _rule(json, "cap").toUint24(),
                quorumWeight: _rule(json, "quorum_weight").toUint56()
            })
        );
    }

    function _rule(string memory json, string memory name) private pure returns (uint256) {
        return vm.parseJsonUint(json, string.concat(".parameters.appeal_rules.", name));
    }
}
