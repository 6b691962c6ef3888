// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// @notice One payee of an instruction.
/// @param to The address that must receive the money.
/// @param amount What it must receive, in token units (USDC: 6 decimals); never zero.
struct Leg {
    address to;
    uint256 amount;
}

/// @notice The frozen statement of who must be paid what for which submission in which slot
/// (settlement.md R5, R6). Member order is the order of the EIP-712 type.
/// @param id keccak256 of the instruction's public id in UTF-8.
/// @param mission keccak256 of the mission's public id, or the escrow's mission id.
/// @param slot keccak256(abi.encode(mission, milestone index or 2^256-1, n)).
/// @param submission keccak256 of the submission's public id in UTF-8.
/// @param contentHash SHA-256 of the sealed envelope's bytes.
/// @param token The ERC-20 token that the amounts are in.
/// @param legs The payees, strictly ascending by address.
/// @param issuedBlock Height of the indexed chain when the instruction was issued.
struct Instruction {
    bytes32 id;
    bytes32 mission;
    bytes32 slot;
    bytes32 submission;
    bytes32 contentHash;
    address token;
    Leg[] legs;
    uint64 issuedBlock;
}

/// @notice What has become of a deposit's legs. Flushing is atomic, so both masks are zero before the first
/// flush and together they name every leg after it.
/// @param paid Bit i is set when leg i was paid.
/// @param refused Bit i is set when leg i was skipped because the token lists its payee.
struct DepositState {
    uint32 paid;
    uint32 refused;
}
