// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// A contract wallet that answers every question with `SIZE` zero bytes.
contract BombWallet {
    uint256 private immutable SIZE;

    constructor(uint256 size) {
        SIZE = size;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes memory) {
        uint256 size = SIZE;
        assembly ("memory-safe") {
            return(0, size)
        }
    }
}

/// A resolver or arbiter that reverts whatever it is asked, and acts by what its owner tells it.
contract StubbornParty {
    error Never();

    function act(address target, bytes calldata data) external {
        (bool ok, bytes memory reason) = target.call(data);
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
    }

    fallback() external {
        revert Never();
    }
}
