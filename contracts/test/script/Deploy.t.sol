// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Deploy} from "../../script/Deploy.s.sol";
import {AttestationOracle} from "../../src/AttestationOracle.sol";
import {OabpEscrow} from "../../src/OabpEscrow.sol";
import {Test} from "forge-std/Test.sol";

/// The script against the deployments files that `oabpd deploy` foretells (cmd/oabpd/deploy writes them, and has a test
/// that they are what it writes): the same addresses, and, once deployed, the same code.
contract DeployTest is Test {
    string private constant EXAMPLE = "contracts/test/vectors/deployments/";
    string private constant CHECKED_IN = "contracts/deployments/";
    bytes private constant FACTORY_CODE =
        hex"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";

    Deploy internal script;

    function setUp() public {
        script = new Deploy();
    }

    function test_Base() public {
        checkExample("8453", 8453);
    }

    function test_BaseSepolia() public {
        checkExample("84532", 84_532);
    }

    /// What depends on no operator is foretold in the repository, for both chains.
    function test_CheckedIn() public {
        uint256[2] memory chains = [uint256(8453), 84_532];
        for (uint256 i; i < chains.length; ++i) {
            vm.chainId(chains[i]);
            string memory path = string.concat(CHECKED_IN, vm.toString(chains[i]), ".json");
            Deploy.Parameters memory p = script.read(path);
            assertEq(p.owner, address(0), "an operator's address is checked in");
            Deploy.Contracts memory c = script.predict(p);
            string memory json = vm.readFile(path);
            assertEq(c.pay, vm.parseJsonAddress(json, ".contracts.pay.address"));
            assertEq(c.agents, vm.parseJsonAddress(json, ".contracts.agents.address"));
            vm.expectRevert(Deploy.ParametersIncomplete.selector);
            script.deploy(p);
        }
    }

    function test_RevertWhen_ThereIsNoFactory() public {
        vm.chainId(8453);
        Deploy.Parameters memory p = script.read(string.concat(EXAMPLE, "8453.json"));
        vm.etch(script.FACTORY(), "");
        vm.expectRevert(Deploy.NoFactory.selector);
        script.deploy(p);
    }

    function test_RevertWhen_TheFileIsOfAnotherChain() public {
        vm.chainId(84_532);
        vm.expectRevert(abi.encodeWithSelector(Deploy.WrongChain.selector, 8453, 84_532));
        script.read(string.concat(EXAMPLE, "8453.json"));
    }

    function test_RevertWhen_TheCodeIsNotThereAfterwards() public {
        vm.chainId(8453);
        Deploy.Parameters memory p = script.read(string.concat(EXAMPLE, "8453.json"));
        vm.etch(script.FACTORY(), FACTORY_CODE);
        vm.etch(p.token, "");
        vm.expectRevert(abi.encodeWithSelector(Deploy.NotDeployed.selector, script.predict(p).pay));
        script.deploy(p);
    }

    function checkExample(string memory file, uint256 chain) internal {
        vm.chainId(chain);
        string memory path = string.concat(EXAMPLE, file, ".json");
        Deploy.Parameters memory p = script.read(path);
        vm.etch(script.FACTORY(), FACTORY_CODE);
        vm.etch(p.token, hex"00");
        Deploy.Contracts memory c = script.deploy(p);
        string memory json = vm.readFile(path);
        checkCode(json, "escrow", c.escrow);
        checkCode(json, "agents", c.agents);
        checkCode(json, "vote", c.vote);
        checkCode(json, "oracles", c.oracles);
        checkCode(json, "attestation_oracle", c.attestationOracle);
        checkCode(json, "pay", c.pay);
        checkCode(json, "deposit", c.deposit);
        checkCode(json, "reputation", c.reputation);
        assertEq(OabpEscrow(c.escrow).feeRecipient(), p.feeRecipient);
        assertEq(AttestationOracle(c.attestationOracle).attesters(), p.attesters);

        vm.etch(script.FACTORY(), hex"fe"); // whoever calls it again fails
        script.deploy(p);
    }

    function checkCode(string memory json, string memory name, address at) internal view {
        assertEq(
            at.codehash,
            vm.parseJsonBytes32(json, string.concat(".contracts.", name, ".code_hash")),
            string.concat("the code hash of ", name)
        );
    }
}
