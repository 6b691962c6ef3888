// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// One call of a bundle.
struct Call {
    address to;
    bytes data;
}

/// A contract wallet: does what its owner says, and takes its owner's plain signature for any hash (ERC-1271).
contract Wallet {
    address private immutable OWNER;

    constructor(address owner) {
        OWNER = owner;
    }

    function execute(Call[] calldata calls) external {
        require(msg.sender == OWNER, "not the owner");
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].to.call(calls[i].data);
            require(ok, string(reason));
        }
    }

    function isValidSignature(bytes32 hash, bytes calldata sig) external view returns (bytes4) {
        if (sig.length != 65) return 0xffffffff;
        uint8 v = uint8(sig[64]);
        address signer = ecrecover(hash, v < 27 ? v + 27 : v, bytes32(sig[0:32]), bytes32(sig[32:64]));
        return signer != address(0) && signer == OWNER ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Makes calls of anybody in one transaction, and forges the pay contract's event.
contract Bundler {
    event InstructionPaid(bytes32 indexed digest, address indexed to, uint256 amount, address payer);

    function run(Call[] calldata calls) external {
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].to.call(calls[i].data);
            require(ok, string(reason));
        }
    }

    function forge(bytes32 digest, address payee, uint256 amount, address payer) external {
        emit InstructionPaid(digest, payee, amount, payer);
    }
}
