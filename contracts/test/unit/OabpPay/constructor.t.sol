// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {OabpPay} from "../../../src/OabpPay.sol";
import {IOabpPay} from "../../../src/interfaces/IOabpPay.sol";
import {Base} from "../../utils/Base.sol";

contract ConstructorTest is Base {
    function test_RevertWhen_TokenHasNoCode() public {
        vm.expectRevert(abi.encodeWithSelector(IOabpPay.TokenHasNoCode.selector, stranger));
        new OabpPay(stranger);
    }

    function test_Given_Token() public view {
        assertEq(pay.token(), address(usdc));
        assertEq(pay.depositImplementation(), vm.computeCreateAddress(address(pay), 1));
        assertGt(pay.depositImplementation().code.length, 0);
    }

    function test_Given_SameSalt_AddressIsReproducible() public view {
        bytes32 initCodeHash =
            keccak256(abi.encodePacked(type(OabpPay).creationCode, abi.encode(address(usdc))));
        assertEq(address(pay), vm.computeCreate2Address(0, initCodeHash, address(this)));
    }

    function test_Given_Domain() public view {
        (, string memory name, string memory version, uint256 chainId, address verifyingContract,,) =
            pay.eip712Domain();
        assertEq(name, "OABP Settlement");
        assertEq(version, "1");
        assertEq(chainId, 8453);
        assertEq(verifyingContract, address(pay));
    }

    function test_RevertWhen_NativeCoinIsSent() public {
        vm.deal(address(this), 1);
        (bool ok,) = address(pay).call{value: 1}("");
        assertFalse(ok);
    }
}
