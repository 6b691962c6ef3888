// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// @title A deposit address
/// @notice Every deposit address is a minimal clone of one implementation whose immutable arguments stand
/// behind its code, so that they are part of its address. It holds money between a plain transfer to it and
/// `OabpPay.flush` or `OabpPay.refund`; it decides nothing. Money leaves it in two ways only: to a leg, when
/// the pay contract says so, and to its own `refundTo`. It moves the money itself, so a pay contract that the
/// token refuses locks nothing.
interface IOabpDeposit {
    /// @notice Someone other than the pay contract called.
    /// @param caller Who called.
    error CallerIsNotPayContract(address caller);

    /// @notice Pays one leg from the balance. Only the pay contract may call.
    /// @dev Emits nothing of its own. Reverts with `CallerIsNotPayContract`, and when the token does.
    /// @param to The leg's payee.
    /// @param amount The leg's amount in token units.
    function payLeg(address to, uint256 amount) external;

    /// @notice Sends the whole balance of the settlement token to `refundTo`. Only the pay contract may call.
    /// @dev Emits nothing of its own. Reverts with `CallerIsNotPayContract`, and when the token does, in particular while it
    /// is paused or lists `refundTo`.
    /// @return amount What was sent, in token units.
    function refund() external returns (uint256 amount);

    /// @notice Sends the whole balance of another asset to `refundTo`. Only the pay contract may call.
    /// @dev Emits nothing of its own. Reverts with `CallerIsNotPayContract`, and when the asset does.
    /// @param asset An ERC-20 token, or zero for the chain's native coin.
    /// @return amount What was sent, in the asset's units.
    function rescue(address asset) external returns (uint256 amount);

    /// @notice The immutable arguments, read from behind the clone's code. Meaningless on the implementation.
    /// @return digest The instruction's digest.
    /// @return legsHash The EIP-712 hash of the legs.
    /// @return refundTo Where refunds go, whoever paid in.
    /// @return refundAfter From this timestamp on anybody may refund what does not cover the legs.
    function arguments()
        external
        view
        returns (bytes32 digest, bytes32 legsHash, address refundTo, uint64 refundAfter);
}
