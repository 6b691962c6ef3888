// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// @notice How a poll came out.
/// @param Open It was not tallied yet, or there is no such poll.
/// @param NoQuorum Too few voters or too little weight. Nobody is awarded and nobody slashed.
/// @param Tie Two choices had the same weight. Nobody is awarded and nobody slashed.
/// @param Conflicted A payee of the leading submission had voted for it. Nobody is awarded and nobody slashed.
/// @param Nobody The choice of the voters is not to award (in an appeal: to refund), or it is somebody without a
/// submission. The minority is slashed.
/// @param Elected An agent was elected, and the escrow took the award or ruling. The minority is slashed.
/// @param TooLate A choice was made, but nobody tallied before the escrow's window was over, or the escrow would not
/// take the award. The minority is slashed all the same.
enum Outcome {
    Open,
    NoQuorum,
    Tie,
    Conflicted,
    Nobody,
    Elected,
    TooLate
}

/// @notice How a poll is held. A peer_vote mission's `param` is these, packed in this order from the lowest bit up,
/// with a 1 in the topmost byte; see `IOabpVote.packRules`.
/// @param commitMinutes How long votes are taken, in minutes; 10 to 10,080.
/// @param revealMinutes How long they are revealed after that, in minutes; 10 to 10,080.
/// @param quorumVoters How many voters must reveal; at least 3.
/// @param slashBps What the minority and those who do not reveal lose of their weight, in 1/10,000; at most 2,000.
/// @param cap The most that one voter weighs, in whole USDC; 1 to 1,048,575.
/// @param quorumWeight How much weight must be revealed, in token units; at least 1, below 2^56.
struct VoteRules {
    uint16 commitMinutes;
    uint16 revealMinutes;
    uint16 quorumVoters;
    uint16 slashBps;
    uint24 cap;
    uint56 quorumWeight;
}

/// @notice What a poll counts; stored in one word (VoteSlots), so that a vote touches as little as possible.
/// @param postedAt When the mission was posted.
/// @param stakedBefore Stake counts if it was there before this moment; seconds after `postedAt`.
/// @param commitEnd Votes are taken until this moment; seconds after `postedAt`.
/// @param revealMinutes How long votes are revealed after that.
/// @param cap As in the rules, in whole USDC.
/// @param voters How many have revealed; stays at 65,535 if there are more.
/// @param weight What all of them weigh, in token units.
/// @param top What the heaviest choice weighs, in token units.
/// @param tie Whether another choice weighs the same.
struct Count {
    uint40 postedAt;
    uint32 stakedBefore;
    uint32 commitEnd;
    uint16 revealMinutes;
    uint24 cap;
    uint16 voters;
    uint56 weight;
    uint56 top;
    bool tie;
}

/// @notice What a poll decides by, and what it decided.
/// @param poster The mission's poster, who is barred.
/// @param quorumVoters As in the rules.
/// @param slashBps As in the rules.
/// @param quorumWeight As in the rules, in token units.
/// @param outcome How it came out.
/// @param winner The choice that won; meaningful where the minority is slashed.
/// @param pool What was slashed so far, in token units.
struct Verdict {
    address poster;
    uint16 quorumVoters;
    uint16 slashBps;
    uint56 quorumWeight;
    Outcome outcome;
    address winner;
    uint64 pool;
}

/// @notice Where a ballot stands.
/// @param None Never cast.
/// @param Committed Cast, not revealed.
/// @param Revealed Counted.
/// @param Settled Slashed; nothing more can become of it.
/// @param Barred The mission's poster has this one from the opening on.
enum BallotState {
    None,
    Committed,
    Revealed,
    Settled,
    Barred
}

/// @notice One voter's ballot in one poll; stored in one word (VoteSlots).
/// @param state Where it stands.
/// @param weight The stake that was there before `stakedBefore`, at most the cap, in token units.
/// @param data The upper 208 bits of the commitment; from the reveal on the choice.
struct Ballot {
    BallotState state;
    uint40 weight;
    uint208 data;
}

/// @notice A voter's stake; one slot.
/// @param settled Stake that is older than any open poll can ask for, in token units.
/// @param recent Stake that was added at `recentAt` or not long before, in token units.
/// @param recentAt When stake was added last; all of `recent` counts as that young.
/// @param noticeAt When the voter gave notice to unstake; zero: it did not.
/// @param registeredAt Since when the voter was an agent when it added stake last.
struct Voter {
    uint64 settled;
    uint64 recent;
    uint40 recentAt;
    uint40 noticeAt;
    uint40 registeredAt;
}
