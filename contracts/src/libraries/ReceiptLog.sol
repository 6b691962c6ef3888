// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {BlockHeader} from "@openzeppelin/contracts/utils/BlockHeader.sol";
import {Memory} from "@openzeppelin/contracts/utils/Memory.sol";
import {RLP} from "@openzeppelin/contracts/utils/RLP.sol";
import {TrieProof} from "@openzeppelin/contracts/utils/cryptography/TrieProof.sol";

/// Where a log is: the header of its block, and the way from the header's receiptsRoot to the log.
/// @param header The block's header, RLP.
/// @param txIndex The transaction's index in the block.
/// @param nodes The nodes of the receipts trie from the root to the transaction's receipt, each RLP.
/// @param logIndex The log's index within the transaction's receipt (not within the block).
struct LogProof {
    bytes header;
    uint256 txIndex;
    bytes[] nodes;
    uint256 logIndex;
}

/// @title A log out of a block's receipts
/// @notice Follows a Merkle-Patricia proof from a header to one log. Whether the header is of this chain is for the caller
/// to check. Anything that does not fit reverts, with the reasons of TrieProof, RLP and BlockHeader.
library ReceiptLog {
    using Memory for *;
    using RLP for *;

    /// @notice The position of the logs in a receipt of any type.
    uint256 private constant LOGS = 3;

    /// @notice RLP lists begin with a byte of at least this; the type of a typed receipt (EIP-2718) is below.
    uint256 private constant LIST = 0xc0;

    /// @dev The log that the proof leads to.
    function read(LogProof memory proof)
        internal
        pure
        returns (address emitter, bytes32[] memory topics, bytes memory data)
    {
        bytes32 root = BlockHeader.getReceiptsRoot(proof.header);
        bytes memory receipt = TrieProof.traverse(root, RLP.encode(proof.txIndex), proof.nodes);
        Memory.Slice body = receipt.asSlice();
        if (uint8(receipt[0]) < LIST) body = body.slice(1);
        Memory.Slice[] memory log = body.readList()[LOGS].readList()[proof.logIndex].readList();
        emitter = log[0].readAddress();
        Memory.Slice[] memory list = log[1].readList();
        topics = new bytes32[](list.length);
        for (uint256 i; i < list.length; ++i) {
            topics[i] = list[i].readBytes32();
        }
        data = log[2].readBytes();
    }
}
