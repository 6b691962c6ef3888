// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// @title What the reputation exporter asks of the escrow
/// @notice A contract cannot read logs, so the escrow itself has to answer who won after `AwardFinalized`. One bit per
/// tranche in the winner's submission (or, where the escrow decides itself, in its commitment) is enough: the slot is
/// warm and not zero when the award is paid.
interface IAwardRecord {
    /// @notice Whether a tranche was paid for the work of this agent. False while an award is pending, after a ruling
    /// that refunded it, and for everybody else; once true, always true.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    /// @param agent The agent of `AwardFinalized`.
    /// @return won Whether `AwardFinalized(missionId, tranche, agent, …)` was emitted.
    function isAwarded(bytes32 missionId, uint8 tranche, address agent) external view returns (bool won);
}
