// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Any token that is not the settlement token.
contract ForeignToken is ERC20("Foreign", "FRGN") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// Makes one armed call during each transfer, and fails with the call's own reason.
contract CallbackToken is ForeignToken {
    address private target;
    bytes private call_;

    function arm(address target_, bytes calldata data) external {
        (target, call_) = (target_, data);
    }

    function isBlacklisted(address) external pure returns (bool) {
        return false;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (target == address(0) || from == address(0)) return;
        (bool ok, bytes memory reason) = target.call(call_);
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
    }
}

/// A settlement token that was changed to keep one percent of what is sent.
contract TaxedToken is ForeignToken {
    function isBlacklisted(address) external pure returns (bool) {
        return false;
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        bytes calldata
    ) external {
        _transfer(from, to, value);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0)) super._update(to, address(0), value / 100);
    }
}

/// Answers the list's question with a revert.
contract MuteToken is ForeignToken {
    error ListUnavailable();

    function isBlacklisted(address) external pure returns (bool) {
        revert ListUnavailable();
    }
}
