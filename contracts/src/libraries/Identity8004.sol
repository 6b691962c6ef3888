// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IERC8004Identity} from "../interfaces/IERC8004.sol";
import {BoundedCall} from "./BoundedCall.sol";

/// @title Who holds an ERC-8004 id
/// @notice Questions to an identity registry that may be hostile, with the answer "no" for any failure.
library Identity8004 {
    /// @notice The most gas that a registry may burn per question; the reference registry takes about 10,000.
    uint256 internal constant GAS_CAP = 100_000;

    /// @dev Whether the registry says that `account` is the wallet of the id. The wallet consented: it registered the
    /// id itself or signed for it, and the registry forgets it when the id changes hands.
    function isWallet(address registry, uint256 agentId, address account) internal view returns (bool) {
        return account != address(0)
            && account
                == BoundedCall.tryAddress(
                registry, GAS_CAP, abi.encodeCall(IERC8004Identity.getAgentWallet, (agentId))
            );
    }

    /// @dev Whether the registry says that `account` owns the id. Says nothing about consent: anybody may send anybody
    /// a token.
    function isOwner(address registry, uint256 agentId, address account) internal view returns (bool) {
        return account != address(0)
            && account
                == BoundedCall.tryAddress(
                registry, GAS_CAP, abi.encodeCall(IERC8004Identity.ownerOf, (agentId))
            );
    }
}
