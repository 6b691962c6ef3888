// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title What OabpPay uses of Circle's FiatToken, version 2.2
/// @notice Amounts have 6 decimals. The issuer can list accounts, pause the token and replace its code.
interface IFiatToken is IERC20 {
    /// @notice Whether the issuer's list keeps `account` from sending and receiving.
    /// @param account The address asked about.
    /// @return Whether it is listed.
    function isBlacklisted(address account) external view returns (bool);

    /// @notice EIP-3009: takes `value` from `from` by its signature. Only `to` itself may call this, so that
    /// nobody can execute the transfer outside the call that it belongs to.
    /// @param from The payer, an account or an ERC-1271 wallet.
    /// @param to The caller.
    /// @param value The amount in token units.
    /// @param validAfter The authorization is valid when the block's timestamp is above this.
    /// @param validBefore The authorization is valid when the block's timestamp is below this.
    /// @param nonce Unique per payer.
    /// @param signature The payer's signature over ReceiveWithAuthorization.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}
