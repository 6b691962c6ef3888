// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {MissionTerms, Split} from "../types/Mission.sol";

/// @notice One attester's word.
/// @param signer The attester; an account or an ERC-1271 wallet.
/// @param signature Its signature over `attestationDigest` for this signer; at most 4,096 bytes.
struct Attestation {
    address signer;
    bytes signature;
}

/// @notice What the attesters say.
/// @param missionId The mission.
/// @param tranche The tranche.
/// @param agent Whose submission wins it.
/// @param submissionHash keccak256(abi.encode(contentHash, sharesHash)), the agent's current submission.
/// @param sharesHash keccak256(abi.encode(payees, bps)).
/// @param position Where the `WorkSubmitted` of this submission is: its block's number times 2^32 plus its log index in
/// that block. Not zero for first_valid_match; zero where order does not matter.
/// @param deadline The attestation is good while now is below this, in seconds since 1970.
struct Finding {
    bytes32 missionId;
    uint8 tranche;
    address agent;
    bytes32 submissionHash;
    bytes32 sharesHash;
    uint256 position;
    uint256 deadline;
}

/// @title A resolver that believes k of n attesters
/// @notice The resolver of `oracle` missions and of those first_valid_match missions that the chain cannot check itself
/// (substring, regex, predicate). Whoever brings the signatures of k attesters over the same finding has the
/// escrow award it. There is no owner; the attesters are chosen at deployment, for ever, and their hash is in the code,
/// so that the code hash in the allow list stands for them.
///
/// A signature is good for one finding alone: the EIP-712 domain binds chain and contract, the message the signer's
/// own address, mission, tranche, agent, content, shares, order and time. An owner of two wallets that are both
/// attesters signs twice. Nothing is stored: the escrow awards each tranche once.
///
/// An attester is never the poster, the agent or a payee of what it attests.
///
/// In first_valid_match the attesters sign `position` with the meaning: this submission is valid, and no valid one of
/// another agent stands before it. `Attested` shows position and signers, and `WorkSubmitted` events show all
/// positions, so a wrong order is proven by two logs and the submission that was passed over. The chain does not prevent
/// it: k attesters who lie together award whom they like.
interface IAttestationOracle {
    /// @notice The attesters of this contract, once, at deployment.
    /// @param threshold How many must agree.
    /// @param attesters All of them, ascending.
    event AttestersSet(uint256 threshold, address[] attesters);

    /// @notice A finding was attested, and the escrow was told. The escrow's own events follow.
    /// @param missionId The mission.
    /// @param tranche The tranche.
    /// @param agent Whose submission wins.
    /// @param submissionHash The submission.
    /// @param position As signed.
    /// @param signers Who signed, ascending.
    event Attested(
        bytes32 indexed missionId,
        uint8 indexed tranche,
        address indexed agent,
        bytes32 submissionHash,
        uint256 position,
        address[] signers
    );

    /// @notice The attesters are none, more than 32, fewer than the threshold, not ascending, or the threshold is zero.
    /// @param count How many attesters.
    /// @param threshold As given.
    error AttestersInvalid(uint256 count, uint256 threshold);

    /// @notice The terms name another resolver.
    /// @param resolver The terms' resolver.
    error NotResolverOf(address resolver);

    /// @notice The attestations are over time.
    /// @param deadline As signed.
    error AttestationExpired(uint256 deadline);

    /// @notice A first_valid_match needs the position of the submission, in this block or before.
    /// @param position As given.
    error PositionInvalid(uint256 position);

    /// @notice Too few attestations, or more than there are attesters.
    /// @param count How many were given.
    /// @param threshold How many it takes.
    error AttestationCountOutOfRange(uint256 count, uint256 threshold);

    /// @notice A signer is not above the one before it.
    /// @param index The attestation, from 0.
    /// @param signer Its signer.
    error SignersNotAscending(uint256 index, address signer);

    /// @notice A signer is no attester here.
    /// @param signer The signer.
    error NotAnAttester(address signer);

    /// @notice A signer is the poster, the agent or a payee.
    /// @param signer The signer.
    error AttesterBarred(address signer);

    /// @notice A signature is not the signer's over this finding, or its wallet did not say so within its gas.
    /// @param signer The signer.
    error SignatureInvalid(address signer);

    /// @notice A signature is too long.
    /// @param length Its length in bytes.
    /// @param max The longest allowed.
    error SignatureTooLong(uint256 length, uint256 max);

    /// @notice Has the escrow award a tranche to an agent's submission by the word of at least k attesters. Anybody may
    /// call. Emits `Attested`.
    /// @dev Every attestation that is given must be good. Reverts with each of the errors above but the first, or
    /// with the escrow's reason.
    /// @param terms The mission's terms.
    /// @param tranche The tranche.
    /// @param agent Whose submission.
    /// @param contentHash Its content.
    /// @param split Its split.
    /// @param position As signed.
    /// @param deadline As signed.
    /// @param attestations The attestations, ascending by signer.
    function award(
        MissionTerms calldata terms,
        uint8 tranche,
        address agent,
        bytes32 contentHash,
        Split calldata split,
        uint256 position,
        uint256 deadline,
        Attestation[] calldata attestations
    ) external;

    /// @notice What an attester signs: the EIP-712 digest of
    /// Attestation(address signer,bytes32 missionId,uint8 tranche,address agent,bytes32 submissionHash,
    /// bytes32 sharesHash,uint256 position,uint256 deadline).
    /// @param signer The attester.
    /// @param finding What it says.
    /// @return digest In the domain ("OABP Attestation", "1", chain, this contract).
    function attestationDigest(address signer, Finding calldata finding)
        external
        view
        returns (bytes32 digest);

    /// @notice Whether an address is an attester.
    /// @param account The address.
    /// @return Whether it is.
    function isAttester(address account) external view returns (bool);

    /// @notice How many attesters must agree.
    /// @return k.
    function threshold() external view returns (uint256);

    /// @notice keccak256(abi.encode(threshold, attesters)), which is in the code.
    /// @return The hash.
    function attesterSetHash() external view returns (bytes32);

    /// @notice All attesters, ascending.
    /// @return The attesters.
    function attesters() external view returns (address[] memory);

    /// @notice The escrow that is told.
    /// @return The escrow.
    function escrow() external view returns (address);
}
