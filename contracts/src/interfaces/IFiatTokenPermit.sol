// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IFiatToken} from "./IFiatToken.sol";

/// @title What OabpEscrow uses of Circle's FiatToken, version 2.2, beyond IFiatToken
/// @notice The permit by bytes, which version 2.2 added.
interface IFiatTokenPermit is IFiatToken {
    /// @notice EIP-2612 with a signature of any form, so that ERC-1271 wallets can permit too.
    /// @param owner Whose allowance is set, an account or an ERC-1271 wallet.
    /// @param spender Who may spend.
    /// @param value How much, in token units.
    /// @param deadline The permit is valid while the block's timestamp is not above this.
    /// @param signature The owner's signature over Permit.
    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes calldata signature)
        external;
}
