// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Instruction, Leg} from "../types/Settlement.sol";

/// @title Hashes and nonces of an instruction (settlement.md R6)
/// @notice The Solidity side of contracts/test/vectors/digest.json.
library InstructionHash {
    /// @notice typeHash of Leg.
    bytes32 internal constant LEG_TYPEHASH = keccak256("Leg(address to,uint256 amount)");

    /// @notice typeHash of Instruction, with the referenced type appended as EIP-712 demands.
    bytes32 internal constant INSTRUCTION_TYPEHASH = keccak256(
        "Instruction(bytes32 id,bytes32 mission,bytes32 slot,bytes32 submission,bytes32 contentHash,address token,Leg[] legs,uint64 issuedBlock)Leg(address to,uint256 amount)"
    );

    /// @notice The EIP-712 encoding of Leg[]: the hash of the concatenated struct hashes, in the order given.
    /// @param legs The payees.
    /// @return The hash.
    function hashLegs(Leg[] calldata legs) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](legs.length);
        for (uint256 i; i < legs.length; ++i) {
            hashes[i] = keccak256(abi.encode(LEG_TYPEHASH, legs[i].to, legs[i].amount));
        }
        return keccak256(abi.encodePacked(hashes));
    }

    /// @notice hashStruct(instruction).
    /// @param instruction The instruction.
    /// @return The struct hash, without the domain.
    function hashStruct(Instruction calldata instruction) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                INSTRUCTION_TYPEHASH,
                instruction.id,
                instruction.mission,
                instruction.slot,
                instruction.submission,
                instruction.contentHash,
                instruction.token,
                hashLegs(instruction.legs),
                instruction.issuedBlock
            )
        );
    }

    /// @notice The EIP-3009 nonce of a *transfer* authorization straight to one leg.
    /// @param digest The instruction's digest.
    /// @param index The leg's index, from 0.
    /// @return The nonce.
    function legNonce(bytes32 digest, uint256 index) internal pure returns (bytes32) {
        return keccak256(abi.encode("oabp.pay.v1", digest, index));
    }

    /// @notice The EIP-3009 nonce of the *receive* authorization over all legs.
    /// @param digest The instruction's digest.
    /// @return The nonce.
    function allNonce(bytes32 digest) internal pure returns (bytes32) {
        return keccak256(abi.encode("oabp.pay.v1.all", digest));
    }
}
