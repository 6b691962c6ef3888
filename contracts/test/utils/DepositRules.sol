// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// settlement.md R16 once more, written from its text and not from the contract, for tests to compare with.
library DepositRules {
    struct View {
        bool done;
        uint256 balance;
        uint256 owed;
        uint256 now_;
        uint256 refundAfter;
        bool callerIsRefundTo;
    }

    /// "flush acts iff some leg is not done, the balance covers those, and now < refundAfter + 90 days"
    function mayFlush(View memory v) internal pure returns (bool) {
        return !v.done && v.balance >= v.owed && v.now_ < v.refundAfter + 90 days;
    }

    /// "refund acts iff all are done; or the balance does not cover the rest and (now >= refundAfter or the caller
    /// is refundTo); or now >= refundAfter + 90 days", and there is something to move.
    function mayRefund(View memory v) internal pure returns (bool) {
        if (v.balance == 0) return false;
        if (v.done) return true;
        if (v.now_ >= v.refundAfter + 90 days) return true;
        if (v.balance >= v.owed) return false;
        return v.callerIsRefundTo || v.now_ >= v.refundAfter;
    }
}
