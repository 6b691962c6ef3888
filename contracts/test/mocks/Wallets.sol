// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// A contract wallet that takes its owner's plain signature for any hash.
contract Wallet1271 is IERC1271 {
    address private immutable OWNER;

    constructor(address owner) {
        OWNER = owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer,,) = ECDSA.tryRecover(hash, signature);
        return signer == OWNER ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// Calls back when it receives the native coin.
contract ReentrantReceiver {
    address private immutable TARGET;
    bytes private call_;

    constructor(address target) {
        TARGET = target;
    }

    function arm(bytes calldata data) external {
        call_ = data;
    }

    receive() external payable {
        (bool ok, bytes memory reason) = TARGET.call(call_);
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
    }
}
