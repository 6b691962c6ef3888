// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// A contract wallet whose answer to `isValidSignature` is whatever the test asks for.
contract MoodyWallet is IERC1271 {
    enum Mood {
        Agrees,
        Disagrees,
        Reverts,
        Loops,
        FloodsAgreeing,
        AnswersShort,
        AnswersDirty,
        AnswersNothing,
        Burns
    }

    Mood public mood;

    function set(Mood mood_) external {
        mood = mood_;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        Mood m = mood;
        if (m == Mood.Agrees) return IERC1271.isValidSignature.selector;
        if (m == Mood.Disagrees) return 0xffffffff;
        if (m == Mood.Reverts) revert("no");
        while (m == Mood.Loops) {}
        bytes32 word = bytes32(IERC1271.isValidSignature.selector);
        if (m == Mood.AnswersDirty) word |= bytes32(uint256(1));
        uint256 size = 32;
        if (m == Mood.FloodsAgreeing) size = 30_000;
        if (m == Mood.AnswersShort) size = 4;
        if (m == Mood.AnswersNothing) size = 0;
        if (m == Mood.Burns) {
            uint256 start = gasleft();
            while (start - gasleft() < 150_000) {}
        }
        assembly ("memory-safe") {
            mstore(0, word)
            return(0, size)
        }
    }
}
