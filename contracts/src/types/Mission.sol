// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

/// @notice How a mission is decided (AIP-1's verification types).
/// @param CreatorJudges The poster, or the delegate that the terms name, awards.
/// @param FirstValidMatch The first valid answer wins: on the escrow itself by commit and reveal when the terms name no
/// resolver, else by an allow-listed oracle that checks what the chain cannot (regex, substring, predicate).
/// @param PeerVote A vote contract awards.
/// @param Oracle An allow-listed oracle awards.
enum VerificationType {
    CreatorJudges,
    FirstValidMatch,
    PeerVote,
    Oracle
}

/// @notice What the tranches are.
/// @param Prizes 1 to 16 tranches; an agent makes one submission, which can be awarded any prize.
/// @param Milestones 2 to 10 tranches; each has submissions of its own.
enum Layout {
    Prizes,
    Milestones
}

/// @notice Where a mission stands. It only ever moves down this list.
/// @param None Never posted.
/// @param Open Funded, without a submission or commitment: the poster may cancel.
/// @param Active There is at least one submission or commitment.
/// @param Settled Every tranche is paid, or refunded by a ruling.
/// @param Refunded What nobody was awarded went back to `refundTo`. Pending awards are finalized all the same.
/// @param Cancelled The poster took everything back before anybody entered.
enum Status {
    None,
    Open,
    Active,
    Settled,
    Refunded,
    Cancelled
}

/// @notice How a mission was funded.
/// @param Allowance By the poster's allowance.
/// @param Permit By the poster's allowance, after trying the poster's EIP-2612 permit.
/// @param Authorization By the poster's EIP-3009 receive authorization; anybody may have relayed it.
enum Funding {
    Allowance,
    Permit,
    Authorization
}

/// @notice What becomes of an appealed award.
/// @param Uphold The award stands; the bond goes to the awarded agent.
/// @param Other Another submission is awarded instead; the bond goes back.
/// @param Refund The tranche goes back to `refundTo`; the bond goes back.
/// @param Lapsed The arbiter was silent: the award stands and the bond goes back. Nobody can choose this one.
enum Ruling {
    Uphold,
    Other,
    Refund,
    Lapsed
}

/// @notice Why money went back to `refundTo`.
/// @param NoEntries Time ran out and nobody had entered.
/// @param NotAwarded Time ran out with entries that the resolver did not award: silence, for reputation to count.
/// @param Ruled The arbiter refunded the tranche.
/// @param Cancelled The poster cancelled.
enum RefundReason {
    NoEntries,
    NotAwarded,
    Ruled,
    Cancelled
}

/// @notice The whole agreement. It is not stored: every call that needs it brings it, and its hash is the mission's id.
/// @param poster Whose money it is and who is barred from winning it.
/// @param resolver Who awards; zero only for a FirstValidMatch that the escrow decides itself.
/// @param refundTo Where everything goes that is not awarded.
/// @param reward The sum of `tranches` in token units, at most 2^64-1.
/// @param vtype How the mission is decided.
/// @param layout What the tranches are.
/// @param submitBy Submissions and commitments are taken while now < submitBy.
/// @param judgeBy Awards, proposals and first reveals are taken while now < judgeBy; above `submitBy`.
/// @param refundAt From this moment on what is not awarded can be refunded, by anybody; at least
/// judgeBy + appealWindow + 3 days, at most 366 days after the post.
/// @param appealWindow How many seconds an award can be appealed; zero if and only if there is no arbiter.
/// @param revealWindow For a FirstValidMatch on the escrow: how many seconds after the first valid reveal an earlier
/// commitment can still take the lead; at most 3 days. Zero: the first valid reveal wins at once. Else zero.
/// @param arbiter Who rules on appeals; zero: there are none.
/// @param appealBond What an appeal costs until it is ruled, in token units; at least 10,000 with an arbiter, else zero.
/// @param specHash The hash of the specification, which is authoritative over any URI.
/// @param param What the resolver needs; sha256(answer) for a FirstValidMatch on the escrow.
/// @param tranches What each award is worth before its fee, in token units; each at least 10,000.
/// @param fees The fee of each tranche, which its award pays: floor(reward * 50 / 10,000), divided in proportion to the
/// tranches by the largest remainder. So they sum to the floor, and each is less than a unit above
/// tranche * 50 / 10,000 and less than a unit below its share of the floor.
/// @param salt Makes missions with otherwise equal terms distinct.
struct MissionTerms {
    address poster;
    address resolver;
    address refundTo;
    uint96 reward;
    VerificationType vtype;
    Layout layout;
    uint40 submitBy;
    uint40 judgeBy;
    uint40 refundAt;
    uint32 appealWindow;
    uint32 revealWindow;
    address arbiter;
    uint96 appealBond;
    bytes32 specHash;
    bytes32 param;
    uint96[] tranches;
    uint96[] fees;
    uint256 salt;
}

/// @notice Who gets which part of an award. Its hash, keccak256(abi.encode(payees, bps)), is in the submission.
/// @param payees 1 to 16 addresses; none of them zero, the poster, the token or the escrow.
/// @param bps As many parts, in 1/10,000; none zero, together 10,000.
struct Split {
    address[] payees;
    uint16[] bps;
}

/// @notice What the escrow stores of a mission, in one slot.
/// @param held Funded and neither awarded, proposed nor refunded, in token units.
/// @param pending Proposed and not yet finalized, in token units.
/// @param postedAt The timestamp of the post.
/// @param submitBy As in the terms, so that entering needs no terms.
/// @param doneMask Bit i is set when tranche i is paid, or refunded by a ruling; never unset.
/// @param pendingMask Bit i is set while tranche i has a pending award.
/// @param status Where the mission stands.
/// @param entrySlots How many submissions an agent can make: 1 for prizes, one per milestone, 0 where the escrow
/// takes commitments instead.
struct Mission {
    uint64 held;
    uint64 pending;
    uint40 postedAt;
    uint40 submitBy;
    uint16 doneMask;
    uint16 pendingMask;
    Status status;
    uint8 entrySlots;
}

/// @notice An award that is not final yet.
/// @param agent Who was awarded; zero: there is no pending award.
/// @param finalAt It can be appealed (or overtaken by an earlier commitment) while now < finalAt, and finalized from
/// then on; zero once an arbiter has ruled, so that it is final at once.
/// @param seq The block of the leading commitment where the escrow decides itself, else zero.
/// @param appealed Whether there is an appeal that is not ruled yet.
struct PendingAward {
    address agent;
    uint40 finalAt;
    uint40 seq;
    bool appealed;
}

/// @notice An appeal that is not ruled yet.
/// @param appellant Who paid the bond; zero: there is no appeal.
/// @param ruleBy The arbiter rules while now < ruleBy; from then on the award stands and anybody may finalize it.
struct Appeal {
    address appellant;
    uint40 ruleBy;
}

/// @notice A commitment to an answer.
/// @param seq The number of the block that it was made in; zero: there is none. The lower one wins.
/// @param digest The upper 216 bits of the commitment.
struct Commitment {
    uint40 seq;
    uint216 digest;
}
