// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {DepositState, Instruction, Leg} from "../types/Settlement.sol";

/// @title Paying a settlement instruction
/// @notice Moves money to the payees of an instruction and tags every single transfer with the instruction's
/// digest. It has no owner, no proxy, no pause and no fee of its own, and keeps nothing: its token balance is the
/// same before and after every call. What somebody sends to it by a plain transfer belongs to nobody, can
/// never be paid out, and stays (it can neither pay a leg nor fail a call).
///
/// Adjacency: `InstructionPaid` is emitted directly after the `Transfer` log of its leg, with nothing in
/// between, so that an indexer binds exactly one transfer to it (settlement.md R15).
///
/// Paying the same instruction again is legal (top-ups); the ledger that reads the events counts each unit once.
///
/// A payee is *refused* if and only if the token answers `isBlacklisted(payee)` with true. Any other failure of
/// the token reverts the whole call.
///
/// Legs must be strictly ascending by address, 1 to 32 of them, with no zero amount, and none of them to the zero
/// address, the token, this contract, or the deposit implementation.
interface IOabpPay {
    /// @notice A leg was paid. The log before this one is its `Transfer`.
    /// @param digest The instruction's digest.
    /// @param to The payee.
    /// @param amount What it received, in token units.
    /// @param payer Whose money it was: the caller of `pay`, the signer of the authorization, or the deposit
    /// address.
    event InstructionPaid(bytes32 indexed digest, address indexed to, uint256 amount, address payer);

    /// @notice A leg was skipped because the token lists its payee. Its part stays with the payer (`pay`), went
    /// back to the payer in the same call (`payWithAuthorization`), or is refundable (`flush`).
    /// @param digest The instruction's digest.
    /// @param to The payee that the token refuses.
    /// @param amount What it would have received, in token units.
    /// @param payer As in `InstructionPaid`.
    event InstructionLegRefused(bytes32 indexed digest, address indexed to, uint256 amount, address payer);

    /// @notice A deposit paid its legs. Comes after the legs' own events.
    /// @param digest The instruction's digest.
    /// @param deposit The deposit address.
    /// @param amount The sum of the paid legs in token units, without the refused ones; zero if all were refused.
    event DepositFlushed(bytes32 indexed digest, address indexed deposit, uint256 amount);

    /// @notice A deposit's whole balance went back. The log before this one is its `Transfer`.
    /// @param digest The instruction's digest.
    /// @param deposit The deposit address.
    /// @param to The deposit's `refundTo`.
    /// @param amount What was sent, in token units; never zero.
    event DepositRefunded(
        bytes32 indexed digest, address indexed deposit, address indexed to, uint256 amount
    );

    /// @notice The constructor's token has no code.
    /// @param token The address given.
    error TokenHasNoCode(address token);

    /// @notice There are no legs, or too many.
    /// @param count How many were given.
    /// @param max How many are allowed.
    error LegCountOutOfRange(uint256 count, uint256 max);

    /// @notice A leg is zero.
    /// @param index The leg's index, from 0.
    error LegAmountZero(uint256 index);

    /// @notice A leg's address is not above the one before it.
    /// @param index The leg's index, from 0.
    /// @param previous The payee before it.
    /// @param to The leg's payee.
    error LegsNotAscending(uint256 index, address previous, address to);

    /// @notice A leg or refund would go to the zero address, the token, this contract or the deposit
    /// implementation.
    /// @param to The address given.
    error ForbiddenReceiver(address to);

    /// @notice The instruction is over another token.
    /// @param given The instruction's token.
    /// @param expected The token of this contract.
    error WrongToken(address given, address expected);

    /// @notice The call would have changed this contract's own balance, which no genuine USDC transfer does.
    /// @param before The balance before the call in token units.
    /// @param afterwards The balance after it in token units.
    error BalanceChanged(uint256 before, uint256 afterwards);

    /// @notice Every leg of the deposit is paid or refused already.
    /// @param deposit The deposit address.
    error DepositDone(address deposit);

    /// @notice The deposit does not hold what its legs need.
    /// @param deposit The deposit address.
    /// @param balance What it holds in token units.
    /// @param owed What the legs need in token units.
    error DepositNotCovered(address deposit, uint256 balance, uint256 owed);

    /// @notice The deposit can only be refunded now.
    /// @param deposit The deposit address.
    /// @param closedAt The timestamp from which on it cannot be flushed.
    error FlushWindowClosed(address deposit, uint256 closedAt);

    /// @notice The deposit cannot be refunded now.
    /// @param deposit The deposit address.
    /// @param balance What it holds in token units.
    /// @param owed What the legs need in token units.
    /// @param refundAfter From this timestamp on anybody may refund what does not cover the legs.
    error RefundNotDue(address deposit, uint256 balance, uint256 owed, uint64 refundAfter);

    /// @notice The deposit holds nothing.
    /// @param deposit The deposit address.
    error NothingToRefund(address deposit);

    /// @notice The settlement token leaves a deposit by `flush` and `refund` only.
    /// @param token The settlement token.
    error RescueOfSettlementToken(address token);

    /// @notice Pays `legs` from the caller's balance, by its allowance. Emits `InstructionPaid` or
    /// `InstructionLegRefused` for each.
    /// @dev The digest is not checked against the legs: a tag says which instruction the payer means, and whether
    /// the transfer covers something of it is for the reader of the log. A refused leg is never moved. Reverts with
    /// `LegCountOutOfRange`, `ForbiddenReceiver`, `LegsNotAscending`, `LegAmountZero`, or the token's reason.
    /// @param digest The instruction's digest (settlement.md R6).
    /// @param legs The payees.
    function pay(bytes32 digest, Leg[] calldata legs) external;

    /// @notice Pays a whole instruction by one EIP-3009 *receive* authorization of `from` to this contract over
    /// the sum of the legs. Anybody may relay it: the nonce is keccak256(abi.encode("oabp.pay.v1.all", digest)),
    /// where the digest is computed here from `instruction`, so the signature is worth nothing for any other
    /// payees, amounts, mission, contract or chain. Emits `InstructionPaid` or `InstructionLegRefused` for each leg.
    /// @dev Refused parts go back to `from` in the same call. `AuthorizationUsed` and the transfer to this
    /// contract come first, then each leg's transfer and tag, at last the transfer of the refused sum, if any. Reverts
    /// with `WrongToken`, `BalanceChanged`, for the legs as `pay`, or with the token's reason.
    /// @param instruction The instruction, exactly as issued.
    /// @param from The payer, an account or an ERC-1271 wallet.
    /// @param validAfter The authorization is valid when the block's timestamp is above this.
    /// @param validBefore The authorization is valid when the block's timestamp is below this.
    /// @param signature The payer's signature over the token's ReceiveWithAuthorization.
    function payWithAuthorization(
        Instruction calldata instruction,
        address from,
        uint256 validAfter,
        uint256 validBefore,
        bytes calldata signature
    ) external;

    /// @notice Deploys the deposit if need be and pays all its legs from its balance. Anybody may call. Emits
    /// `InstructionPaid` or `InstructionLegRefused` for each leg, then `DepositFlushed`.
    /// @dev Acts if and only if the legs are not done, the balance covers them, and
    /// now < refundAfter + 90 days (settlement.md R16); the payer in the tags is the deposit address. What the
    /// deposit holds above the legs, and the refused legs' parts, stay there and are refundable at once. Reverts with
    /// `DepositDone`, `FlushWindowClosed`, `DepositNotCovered`, `ForbiddenReceiver`, for the legs as `pay`, or with the
    /// token's reason.
    /// @param digest The instruction's digest.
    /// @param legs The payees.
    /// @param refundTo Where refunds go, whoever paid in.
    /// @param refundAfter From this timestamp on anybody may refund what does not cover the legs.
    function flush(bytes32 digest, Leg[] calldata legs, address refundTo, uint64 refundAfter) external;

    /// @notice Deploys the deposit if need be and sends its whole balance to `refundTo`. Anybody may call. Emits
    /// `DepositRefunded`.
    /// @dev Acts if and only if the balance is not zero and one of these holds (settlement.md R16): the legs are
    /// done; or the balance does not cover them and now >= refundAfter or the caller is `refundTo`; or
    /// now >= refundAfter + 90 days. So `flush` and `refund` exclude each other at every moment, and one of
    /// them acts for everybody from `refundAfter` on whenever there is something to move. An empty deposit
    /// reverts, so that no event tells of a refund that moved nothing. Only the token can still stop a refund,
    /// while it is paused or lists the deposit or `refundTo`. Reverts with `NothingToRefund`, `RefundNotDue`, for the
    /// arguments as `flush`, or with the token's reason.
    /// @param digest The instruction's digest.
    /// @param legs The payees.
    /// @param refundTo Where the money goes, whoever paid in.
    /// @param refundAfter From this timestamp on anybody may refund what does not cover the legs.
    function refund(bytes32 digest, Leg[] calldata legs, address refundTo, uint64 refundAfter) external;

    /// @notice Deploys the deposit if need be and sends another asset that landed there by mistake to `refundTo`.
    /// Anybody may call at any time.
    /// @dev Emits nothing of its own. Reverts with `RescueOfSettlementToken`, for the arguments as `flush`, or with the
    /// asset's reason.
    /// @param digest The instruction's digest.
    /// @param legs The payees.
    /// @param refundTo Where the asset goes, whoever sent it.
    /// @param refundAfter As in `refund`; here only a part of the address.
    /// @param asset An ERC-20 token other than the settlement token, or zero for the chain's native coin.
    function rescue(bytes32 digest, Leg[] calldata legs, address refundTo, uint64 refundAfter, address asset)
        external;

    /// @notice The deposit address of these arguments. Each of them is part of the address.
    /// @dev Reverts for arguments that no deposit can have. The salt is zero; all arguments are in the init code.
    /// @param digest The instruction's digest.
    /// @param legs The payees.
    /// @param refundTo Where refunds go, whoever paid in.
    /// @param refundAfter From this timestamp on anybody may refund what does not cover the legs.
    /// @return deposit The CREATE2 address, whether deployed or not.
    function depositAddress(bytes32 digest, Leg[] calldata legs, address refundTo, uint64 refundAfter)
        external
        view
        returns (address deposit);

    /// @notice What has become of a deposit's legs.
    /// @param deposit The deposit address.
    /// @return state Both masks zero before the first flush, together all legs after it.
    function depositState(address deposit) external view returns (DepositState memory state);

    /// @notice The EIP-712 digest of an instruction in this contract's domain (settlement.md R6).
    /// @param instruction The instruction; its legs are hashed in the order given.
    /// @return digest The digest.
    function instructionDigest(Instruction calldata instruction) external view returns (bytes32 digest);

    /// @notice The EIP-712 domain separator of this contract on this chain.
    /// @return separator The separator.
    function domainSeparator() external view returns (bytes32 separator);

    /// @notice The token that all amounts are in.
    /// @return The token's address.
    function token() external view returns (address);

    /// @notice The implementation that every deposit address is a clone of.
    /// @return The implementation's address.
    function depositImplementation() external view returns (address);
}
