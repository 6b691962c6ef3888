// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {Attestation, Finding, IAttestationOracle} from "./interfaces/IAttestationOracle.sol";
import {IOabpEscrow} from "./interfaces/IOabpEscrow.sol";
import {BoundedCall} from "./libraries/BoundedCall.sol";
import {MissionTerms, Split, VerificationType} from "./types/Mission.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title AttestationOracle
/// @notice Awards by the signatures of k of n attesters. The promises are in IAttestationOracle.
contract AttestationOracle is IAttestationOracle, EIP712, ReentrancyGuardTransient {
    /// @notice EIP-712 type of what an attester signs.
    bytes32 private constant ATTESTATION_TYPEHASH = keccak256(
        "Attestation(address signer,bytes32 missionId,uint8 tranche,address agent,bytes32 submissionHash,bytes32 sharesHash,uint256 position,uint256 deadline)"
    );

    uint256 private constant MAX_ATTESTERS = 32;

    /// @notice The longest signature in bytes.
    uint256 private constant MAX_SIGNATURE = 4096;

    /// @notice The most gas that one ERC-1271 wallet may burn.
    uint256 private constant WALLET_GAS = 200_000;

    /// @notice The block's number is above these bits of a position.
    uint256 private constant LOG_INDEX_BITS = 32;

    IOabpEscrow private immutable ESCROW;

    /// @inheritdoc IAttestationOracle
    uint256 public immutable threshold;

    /// @inheritdoc IAttestationOracle
    bytes32 public immutable attesterSetHash;

    /// @inheritdoc IAttestationOracle
    mapping(address account => bool) public isAttester;

    address[] private _attesters;

    /// @param escrow_ The escrow.
    /// @param threshold_ How many must agree.
    /// @param attesters_ All attesters, ascending, 1 to 32.
    constructor(address escrow_, uint256 threshold_, address[] memory attesters_)
        EIP712("OABP Attestation", "1")
    {
        uint256 count = attesters_.length;
        if (threshold_ == 0 || count < threshold_ || count > MAX_ATTESTERS) {
            revert AttestersInvalid(count, threshold_);
        }
        address previous;
        for (uint256 i; i < count; ++i) {
            if (attesters_[i] <= previous) revert AttestersInvalid(count, threshold_);
            previous = attesters_[i];
            isAttester[previous] = true;
        }
        ESCROW = IOabpEscrow(escrow_);
        threshold = threshold_;
        attesterSetHash = keccak256(abi.encode(threshold_, attesters_));
        _attesters = attesters_;
        emit AttestersSet(threshold_, attesters_);
    }

    /// @inheritdoc IAttestationOracle
    function award(
        MissionTerms calldata terms,
        uint8 tranche,
        address agent,
        bytes32 contentHash,
        Split calldata split,
        uint256 position,
        uint256 deadline,
        Attestation[] calldata attestations
    ) external nonReentrant {
        if (terms.resolver != address(this)) revert NotResolverOf(terms.resolver);
        if (block.timestamp >= deadline) revert AttestationExpired(deadline);
        bool ordered = terms.vtype == VerificationType.FirstValidMatch;
        if (ordered ? position == 0 || position >> LOG_INDEX_BITS > block.number : position != 0) {
            revert PositionInvalid(position);
        }
        bytes32 sharesHash = keccak256(abi.encode(split.payees, split.bps));
        Finding memory finding = Finding({
            missionId: ESCROW.missionIdOf(terms),
            tranche: tranche,
            agent: agent,
            submissionHash: keccak256(abi.encode(contentHash, sharesHash)),
            sharesHash: sharesHash,
            position: position,
            deadline: deadline
        });
        _believe(finding, terms.poster, split.payees, attestations);
        ESCROW.award(terms, tranche, agent, contentHash, split);
    }

    /// @inheritdoc IAttestationOracle
    function attestationDigest(address signer, Finding memory finding) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    ATTESTATION_TYPEHASH,
                    signer,
                    finding.missionId,
                    finding.tranche,
                    finding.agent,
                    finding.submissionHash,
                    finding.sharesHash,
                    finding.position,
                    finding.deadline
                )
            )
        );
    }

    /// @inheritdoc IAttestationOracle
    function attesters() external view returns (address[] memory) {
        return _attesters;
    }

    /// @inheritdoc IAttestationOracle
    function escrow() external view returns (address) {
        return address(ESCROW);
    }

    /// @dev Checks all attestations and says who signed.
    function _believe(
        Finding memory finding,
        address poster,
        address[] calldata payees,
        Attestation[] calldata attestations
    ) private {
        uint256 count = attestations.length;
        if (count < threshold || count > MAX_ATTESTERS) revert AttestationCountOutOfRange(count, threshold);
        address[] memory signers = new address[](count);
        address previous;
        for (uint256 i; i < count; ++i) {
            address signer = attestations[i].signer;
            if (signer <= previous) revert SignersNotAscending(i, signer);
            previous = signer;
            if (!isAttester[signer]) revert NotAnAttester(signer);
            if (signer == poster || signer == finding.agent || _isPayee(signer, payees)) {
                revert AttesterBarred(signer);
            }
            _checkSignature(signer, attestationDigest(signer, finding), attestations[i].signature);
            signers[i] = signer;
        }
        emit Attested(
            finding.missionId,
            finding.tranche,
            finding.agent,
            finding.submissionHash,
            finding.position,
            signers
        );
    }

    /// @dev A wallet is asked by a static call, with little gas, and for one word.
    function _checkSignature(address signer, bytes32 digest, bytes calldata signature) private view {
        if (signature.length > MAX_SIGNATURE) revert SignatureTooLong(signature.length, MAX_SIGNATURE);
        bool valid;
        if (signer.code.length == 0) {
            (address recovered,,) = ECDSA.tryRecoverCalldata(digest, signature);
            valid = recovered == signer;
        } else {
            (bool ok, bytes32 word) = BoundedCall.tryWord(
                signer, WALLET_GAS, abi.encodeCall(IERC1271.isValidSignature, (digest, signature))
            );
            valid = ok && word == bytes32(IERC1271.isValidSignature.selector);
        }
        if (!valid) revert SignatureInvalid(signer);
    }

    function _isPayee(address signer, address[] calldata payees) private pure returns (bool) {
        for (uint256 i; i < payees.length; ++i) {
            if (payees[i] == signer) return true;
        }
        return false;
    }
}
