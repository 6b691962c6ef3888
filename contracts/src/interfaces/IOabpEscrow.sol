// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {
    Appeal,
    Commitment,
    Funding,
    Layout,
    Mission,
    MissionTerms,
    PendingAward,
    RefundReason,
    Ruling,
    Split,
    Status,
    VerificationType
} from "../types/Mission.sol";

/// @title What the escrow asks of the list of oracles
/// @notice It asks while a mission is posted and never again, so that delisting touches no posted mission.
interface IOracleAllowList {
    /// @notice Whether new missions may name this oracle.
    /// @param oracle The oracle asked about.
    /// @return Whether it is allowed.
    function isAllowed(address oracle) external view returns (bool);
}

/// @title Missions and their money
/// @notice Holds the reward of a mission from its post until each tranche is paid or refunded. It has no owner, no
/// proxy and no pause, and nobody can change the terms or the fee of a posted mission. All amounts are in units of one
/// token, USDC (6 decimals), and come from the terms alone, never from a balance: what somebody sends here by
/// a plain transfer belongs to nobody and stays.
///
/// Terms travel in calldata. The id of a mission is keccak256(abi.encode(chainid, escrow, terms)), so it binds every
/// member of them, the poster among them, and a call with other terms names another mission.
///
/// Who decides: the terms name one `resolver` and only it can `award`. Where they name none, the escrow decides a
/// FirstValidMatch itself by `commit` and `reveal`.
///
/// Time, all windows half open: enter while now < submitBy; award while now < judgeBy; appeal while now < finalAt, rule
/// while now < ruleBy, finalize after; refund from refundAt on. refundAt is at least judgeBy + appealWindow + 3 days,
/// so no award and no refund of the same money are ever possible at one moment.
///
/// Refused payouts: what the token refuses to move (blacklist, pause) becomes a credit of the address that it
/// was for, withdrawable to that address only, for ever. So no payee, treasury or poster can block another.
///
/// The poster is never awarded and never a payee. That a poster, resolver or arbiter wins through a second address
/// cannot be detected here.
///
/// The events rebuild the whole state: see each event for what it changes.
interface IOabpEscrow {
    /// @notice A mission is funded. held = reward; feesAccrued += postFee; status Open.
    /// @param missionId The mission's id.
    /// @param poster The poster.
    /// @param resolver Who awards.
    /// @param terms The whole terms.
    /// @param specURI Where the specification may be found. Only what hashes to `terms.specHash` is the specification:
    /// if `via` is Authorization, whoever relayed the post chose this text.
    /// @param via How it was funded.
    event MissionPosted(
        bytes32 indexed missionId,
        address indexed poster,
        address indexed resolver,
        MissionTerms terms,
        string specURI,
        Funding via
    );

    /// @notice An agent submitted, or replaced its submission. Sets the agent's current submission; status Active.
    /// @param missionId The mission's id.
    /// @param agent Who submitted. The poster can submit too, and can never be awarded.
    /// @param submissionHash keccak256(abi.encode(contentHash, splitHash)).
    /// @param tranche The milestone; 0 for prizes.
    /// @param contentHash SHA-256 of the sealed envelope.
    /// @param splitHash keccak256(abi.encode(payees, bps)).
    /// @param revision 1 for the first submission, counting up.
    /// @param uri Where the envelope may be found; the hash is authoritative.
    event WorkSubmitted(
        bytes32 indexed missionId,
        address indexed agent,
        bytes32 indexed submissionHash,
        uint8 tranche,
        bytes32 contentHash,
        bytes32 splitHash,
        uint16 revision,
        string uri
    );

    /// @notice An agent committed to an answer. Sets its commitment; status Active.
    /// @param missionId The mission's id.
    /// @param agent Who committed.
    /// @param commitment keccak256(abi.encode(missionId, agent, bytes answer, bytes32 salt)); its upper 216 bits are kept.
    /// @param seq The number of this block. Of two commitments in one block neither is earlier.
    event AnswerCommitted(bytes32 indexed missionId, address indexed agent, bytes32 commitment, uint40 seq);

    /// @notice An agent revealed a valid answer. Deletes its commitment. If leading and the mission has a reveal
    /// window, `AwardProposed` follows; without one, `AwardFinalized` does.
    /// @param missionId The mission's id.
    /// @param agent Who revealed.
    /// @param answerHash sha256(answer), which is the mission's `param`. The answer itself is in the calldata.
    /// @param seq The block of its commitment.
    /// @param leading Whether it is the earliest commitment that was revealed so far.
    event AnswerRevealed(
        bytes32 indexed missionId, address indexed agent, bytes32 answerHash, uint40 seq, bool leading
    );

    /// @notice An award waits for its appeal window, or for the reveal window. Sets the pending award. If the tranche
    /// had none: held -= gross, pending += gross, its bit in pendingMask.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    /// @param agent Who is to be awarded.
    /// @param submissionHash Its current submission; where the escrow decides itself, the mission's `param`.
    /// @param gross The tranche, in token units.
    /// @param finalAt From this timestamp on it can be finalized, if not appealed.
    event AwardProposed(
        bytes32 indexed missionId,
        uint8 indexed tranche,
        address indexed agent,
        bytes32 submissionHash,
        uint256 gross,
        uint40 finalAt
    );

    /// @notice A pending award was appealed. Sets the appeal and the award's `appealed`.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    /// @param appellant The poster or a submitter.
    /// @param bond What it paid, in token units.
    /// @param evidenceHash The hash of its reasons.
    /// @param ruleBy The arbiter rules before this timestamp.
    event AppealRaised(
        bytes32 indexed missionId,
        uint8 indexed tranche,
        address indexed appellant,
        uint256 bond,
        bytes32 evidenceHash,
        uint40 ruleBy
    );

    /// @notice An appeal ended. Deletes the appeal. The next `Payout` of this contract is the
    /// bond's: to the awarded agent for Uphold, else to the appellant. Uphold and Other set the pending award's
    /// agent and make it final (finalAt = 0, seq = 0, not appealed); Refund is followed by `MissionRefunded`, Lapsed by `AwardFinalized`.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    /// @param ruling What was ruled.
    /// @param agent Who is awarded now; zero for Refund.
    event AppealRuled(bytes32 indexed missionId, uint8 indexed tranche, Ruling ruling, address agent);

    /// @notice A tranche is paid out. `Payout` events of its payees follow, which sum to gross - fee. If the tranche
    /// had a pending award: pending -= gross, the pending award is deleted; else held -= gross. Its bit in doneMask;
    /// feesAccrued += fee; status Settled if every tranche is done and it was not Refunded.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    /// @param agent Whose current submission, or revealed answer, won.
    /// @param gross The tranche, in token units.
    /// @param fee Its fee, in token units.
    event AwardFinalized(
        bytes32 indexed missionId, uint8 indexed tranche, address indexed agent, uint256 gross, uint256 fee
    );

    /// @notice Money left for a payee, or became its credit: then credit[to] += amount.
    /// The first one after an `AppealRuled` is the bond, every other one a part of the award before it.
    /// @param missionId The mission's id.
    /// @param to Whom it is for.
    /// @param tranche The tranche.
    /// @param amount In token units.
    /// @param credited Whether the token refused the transfer.
    event Payout(bytes32 indexed missionId, address indexed to, uint8 tranche, uint256 amount, bool credited);

    /// @notice Money went back to `refundTo`, or became its credit (as in `Payout`). Reasons
    /// NoEntries and NotAwarded: held = 0, status Refunded. Cancelled: held = 0. Ruled: pending -= amount, the pending
    /// award is deleted, its bit in doneMask, status Settled if every tranche is done; the tranche is that of the
    /// `AppealRuled` before it.
    /// @param missionId The mission's id.
    /// @param to The terms' `refundTo`.
    /// @param amount In token units.
    /// @param credited Whether the token refused the transfer.
    /// @param reason Why.
    event MissionRefunded(
        bytes32 indexed missionId, address indexed to, uint256 amount, bool credited, RefundReason reason
    );

    /// @notice The poster cancelled; status Cancelled. `MissionRefunded` follows.
    /// @param missionId The mission's id.
    event MissionCancelled(bytes32 indexed missionId);

    /// @notice A credit was paid. credit[owner] = 0.
    /// @param owner Whose credit.
    /// @param to Where it went: always the owner.
    /// @param amount In token units.
    event CreditWithdrawn(address indexed owner, address indexed to, uint256 amount);

    /// @notice The accrued fees were paid. feesAccrued = 0.
    /// @param to The fee recipient.
    /// @param amount In token units.
    event FeesCollected(address indexed to, uint256 amount);

    /// @notice Another address receives the fees from now on, those accrued before among them.
    /// @param previous The address before; zero at deployment.
    /// @param current The address now.
    event FeeRecipientChanged(address indexed previous, address indexed current);

    // ---- errors: posting --------------------------------------------------------------------------------------

    /// @notice The constructor's token or list of oracles has no code.
    /// @param account The address given.
    error AddressHasNoCode(address account);

    /// @notice Money would go to the zero address, the token or this contract.
    /// @param to The address given.
    error ForbiddenReceiver(address to);

    /// @notice Only the poster posts by allowance or permit, and cancels.
    /// @param caller Who called.
    /// @param poster The terms' poster.
    error NotPoster(address caller, address poster);

    /// @notice The terms are not encoded in calldata as abi.encode encodes them: an array elsewhere, a member with a bit
    /// above its type, or the end missing.
    error TermsNotCanonical();

    /// @notice These terms were posted before.
    /// @param missionId The mission's id.
    error MissionExists(bytes32 missionId);

    /// @notice now < submitBy < judgeBy does not hold.
    /// @param timestamp Now.
    /// @param submitBy As given.
    /// @param judgeBy As given.
    error TimesNotAscending(uint256 timestamp, uint40 submitBy, uint40 judgeBy);

    /// @notice refundAt is below judgeBy + appealWindow + 3 days or above now + 366 days.
    /// @param refundAt As given.
    /// @param earliest The lower bound.
    /// @param latest The upper bound.
    error RefundTimeOutOfRange(uint40 refundAt, uint256 earliest, uint256 latest);

    /// @notice The reward does not fit 64 bits.
    /// @param reward As given.
    /// @param max The most that is taken.
    error RewardTooLarge(uint96 reward, uint64 max);

    /// @notice There are too few or too many tranches, or not as many fees.
    /// @param tranches How many tranches.
    /// @param fees How many fees.
    /// @param min The least number of tranches for this layout.
    /// @param max The greatest.
    error TrancheCountOutOfRange(uint256 tranches, uint256 fees, uint256 min, uint256 max);

    /// @notice A tranche is worth too little for its fee and its parts to mean something.
    /// @param index The tranche.
    /// @param amount As given.
    /// @param min 10,000.
    error TrancheTooSmall(uint256 index, uint96 amount, uint256 min);

    /// @notice The tranches are not the reward.
    /// @param sum Their sum.
    /// @param reward As given.
    error TrancheSumMismatch(uint256 sum, uint96 reward);

    /// @notice A fee is a unit or more above tranche * 50 / 10,000, or a unit or more below the tranche's share of the whole
    /// fee.
    /// @param index The tranche.
    /// @param fee As given.
    /// @param tranche The tranche's amount.
    error FeeOutOfRange(uint256 index, uint96 fee, uint96 tranche);

    /// @notice The fees are not the fee of the whole.
    /// @param sum Their sum.
    /// @param expected floor(reward * 50 / 10,000).
    error FeeSumMismatch(uint256 sum, uint256 expected);

    /// @notice The verification type cannot have this resolver: only a FirstValidMatch can do without one, and
    /// a PeerVote needs a contract.
    /// @param vtype As given.
    /// @param resolver As given.
    error ResolverInvalid(VerificationType vtype, address resolver);

    /// @notice The resolver of an Oracle, or of a FirstValidMatch that has one, is not on the list now.
    /// @param oracle The resolver.
    error OracleNotAllowed(address oracle);

    /// @notice An arbiter needs a window and a bond of at least 10,000; without one both are zero.
    /// @param arbiter As given.
    /// @param appealWindow As given.
    /// @param appealBond As given.
    error AppealTermsInvalid(address arbiter, uint32 appealWindow, uint96 appealBond);

    /// @notice A FirstValidMatch on the escrow has one prize, no arbiter, and a reveal window of at most 3 days; any
    /// other mission has no reveal window.
    /// @param layout As given.
    /// @param tranches How many.
    /// @param arbiter As given.
    /// @param revealWindow As given.
    error MatchTermsInvalid(Layout layout, uint256 tranches, address arbiter, uint32 revealWindow);

    /// @notice A text, or an answer, is too long.
    /// @param length Its length in bytes.
    /// @param max The most that is taken.
    error TooLong(uint256 length, uint256 max);

    // ---- errors: entering -------------------------------------------------------------------------------------

    /// @notice The mission is not in a state for this call.
    /// @param missionId The mission's id; one that was never posted has status None.
    /// @param status Where it stands.
    error WrongStatus(bytes32 missionId, Status status);

    /// @notice Nothing more can be submitted or committed.
    /// @param missionId The mission's id.
    /// @param submitBy When that ended.
    error SubmitWindowClosed(bytes32 missionId, uint40 submitBy);

    /// @notice There is no such tranche, or (entering) none that takes submissions of its own.
    /// @param tranche As given.
    /// @param count How many there are.
    error TrancheOutOfRange(uint8 tranche, uint256 count);

    /// @notice The submission cannot be replaced while its award is pending.
    /// @param missionId The mission's id.
    /// @param agent The agent.
    /// @param tranche The tranche that is pending.
    error SubmissionLocked(bytes32 missionId, address agent, uint8 tranche);

    /// @notice The mission takes submissions, not commitments.
    /// @param missionId The mission's id.
    error NoCommitmentsTaken(bytes32 missionId);

    /// @notice An agent commits once.
    /// @param missionId The mission's id.
    /// @param agent The agent.
    error AlreadyCommitted(bytes32 missionId, address agent);

    /// @notice The agent has no commitment, or has revealed it.
    /// @param missionId The mission's id.
    /// @param agent The agent.
    error NoCommitment(bytes32 missionId, address agent);

    /// @notice A reveal needs two blocks after its commitment.
    /// @param blockNumber This block.
    /// @param earliest The first block that takes it.
    error CommitmentTooYoung(uint256 blockNumber, uint256 earliest);

    /// @notice The commitment was not made to this answer and salt by this agent for this mission.
    /// @param missionId The mission's id.
    /// @param agent The agent.
    error CommitmentMismatch(bytes32 missionId, address agent);

    /// @notice The answer is wrong.
    /// @param given sha256(answer).
    /// @param expected The mission's `param`.
    error WrongAnswer(bytes32 given, bytes32 expected);

    // ---- errors: deciding -------------------------------------------------------------------------------------

    /// @notice Only the resolver awards.
    /// @param caller Who called.
    /// @param resolver The terms' resolver.
    error NotResolver(address caller, address resolver);

    /// @notice Nothing more can be awarded.
    /// @param judgeBy When that ended.
    error JudgeWindowClosed(uint40 judgeBy);

    /// @notice No earlier commitment can take the lead any more.
    /// @param finalAt When that ended.
    error RevealWindowClosed(uint40 finalAt);

    /// @notice The tranche is paid, pending or refunded.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    error TrancheTaken(bytes32 missionId, uint8 tranche);

    /// @notice The poster can be neither agent nor payee.
    /// @param poster The poster.
    error PosterBarred(address poster);

    /// @notice Content and split are not the agent's current submission.
    /// @param missionId The mission's id.
    /// @param agent The agent.
    /// @param tranche The tranche.
    /// @param submissionHash The hash of what was given.
    error NotCurrentSubmission(bytes32 missionId, address agent, uint8 tranche, bytes32 submissionHash);

    /// @notice There are no payees, more than 16, or not as many parts.
    /// @param payees How many payees.
    /// @param parts How many parts.
    error ShareCountOutOfRange(uint256 payees, uint256 parts);

    /// @notice A part is zero.
    /// @param index The payee.
    error ShareZero(uint256 index);

    /// @notice The parts are not 10,000.
    /// @param sum Their sum.
    error ShareSumMismatch(uint256 sum);

    /// @notice The tranche has no pending award.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    error NoPendingAward(bytes32 missionId, uint8 tranche);

    /// @notice The award can still be appealed or overtaken, or its appeal can still be ruled.
    /// @param finalAt From when on it can be finalized.
    error NotFinalYet(uint256 finalAt);

    /// @notice The award cannot be appealed any more.
    /// @param finalAt When that ended; zero: the arbiter has ruled.
    error AppealWindowClosed(uint40 finalAt);

    /// @notice The terms name no arbiter.
    /// @param missionId The mission's id.
    error AppealsOff(bytes32 missionId);

    /// @notice The award is under appeal already.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    error AlreadyAppealed(bytes32 missionId, uint8 tranche);

    /// @notice Only the poster and those who submitted may appeal, and not the awarded agent.
    /// @param caller Who called.
    error NotAppellant(address caller);

    /// @notice There is no appeal to rule on.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    error NoAppeal(bytes32 missionId, uint8 tranche);

    /// @notice Only the arbiter rules.
    /// @param caller Who called.
    /// @param arbiter The terms' arbiter.
    error NotArbiter(address caller, address arbiter);

    /// @notice The arbiter was silent for too long.
    /// @param ruleBy When that ended.
    error RulingWindowClosed(uint40 ruleBy);

    /// @notice Nobody can choose Lapsed, and Other must name another agent.
    /// @param ruling As given.
    /// @param agent As given.
    error RulingInvalid(Ruling ruling, address agent);

    // ---- errors: money going out ------------------------------------------------------------------------------

    /// @notice It is too early.
    /// @param refundAt From when on it is possible.
    error RefundNotDue(uint40 refundAt);

    /// @notice Everything is pending: it will be paid, not refunded.
    /// @param missionId The mission's id.
    error NothingToRefund(bytes32 missionId);

    /// @notice The address has no credit.
    /// @param owner The address.
    error NoCredit(address owner);

    /// @notice No fees are accrued.
    error NoFees();

    /// @notice Only the fee recipient names another one.
    /// @param caller Who called.
    /// @param feeRecipient The fee recipient.
    error NotFeeRecipient(address caller, address feeRecipient);

    // ---- posting ----------------------------------------------------------------------------------------------

    /// @notice Posts a mission and takes reward + postFee by the caller's allowance. Emits `MissionPosted`.
    /// @dev Only the poster, else `NotPoster`. Reverts with `TooLong`, with `MissionExists` for terms posted before, with the
    /// token's reason if it does not move the money, and for terms that break a rule of `MissionTerms` with
    /// `TermsNotCanonical`, `ForbiddenReceiver`, `TimesNotAscending`, `RefundTimeOutOfRange`, `RewardTooLarge`,
    /// `TrancheCountOutOfRange`, `TrancheTooSmall`, `FeeOutOfRange`, `TrancheSumMismatch`, `FeeSumMismatch`,
    /// `AppealTermsInvalid`, `MatchTermsInvalid`, `ResolverInvalid`, `OracleNotAllowed`. The post fee is never given back.
    /// @param terms The terms.
    /// @param specURI Where the specification may be found; at most 512 bytes.
    /// @return missionId The mission's id.
    function post(MissionTerms calldata terms, string calldata specURI) external returns (bytes32 missionId);

    /// @notice Tries the poster's EIP-2612 permit over reward + postFee, then does as `post`. Emits `MissionPosted`.
    /// @dev Only the poster. Reverts as `post`. A permit that fails, for example because somebody else has submitted it
    /// already, is no error: the allowance decides.
    /// @param terms The terms.
    /// @param specURI Where the specification may be found; at most 512 bytes.
    /// @param deadline The permit's deadline.
    /// @param signature The poster's signature over the token's Permit; ERC-1271 wallets too.
    /// @return missionId The mission's id.
    function postWithPermit(
        MissionTerms calldata terms,
        string calldata specURI,
        uint256 deadline,
        bytes calldata signature
    ) external returns (bytes32 missionId);

    /// @notice Posts a mission and takes reward + postFee by one EIP-3009 *receive* authorization of the poster to
    /// this contract, whose nonce is the mission's id. Anybody may relay it. Emits `MissionPosted`.
    /// @dev The signature is worth nothing for any other terms, contract or chain, and only this contract can use it.
    /// Reverts as `post`, but not for the caller.
    /// @param terms The terms.
    /// @param specURI Where the specification may be found; at most 512 bytes. Not signed.
    /// @param validAfter The authorization is valid when the block's timestamp is above this.
    /// @param validBefore The authorization is valid when the block's timestamp is below this.
    /// @param signature The poster's signature over the token's ReceiveWithAuthorization; ERC-1271 wallets too.
    /// @return missionId The mission's id.
    function postWithAuthorization(
        MissionTerms calldata terms,
        string calldata specURI,
        uint256 validAfter,
        uint256 validBefore,
        bytes calldata signature
    ) external returns (bytes32 missionId);

    /// @notice Sends the reward to `refundTo` while nobody has entered. Emits `MissionCancelled`, `MissionRefunded`.
    /// @dev Only the poster, only in status Open. The post fee stays. Reverts with `NotPoster`, `WrongStatus`.
    /// @param terms The terms.
    function cancel(MissionTerms calldata terms) external;

    // ---- entering ---------------------------------------------------------------------------------------------

    /// @notice Submits, or replaces the caller's submission. Emits `WorkSubmitted`.
    /// @dev Anybody, while now < submitBy and the mission is Open or Active; not while the caller's own award is
    /// pending. The poster's submission can never be awarded. Reverts with `TooLong`, `WrongStatus`, `SubmitWindowClosed`,
    /// `TrancheOutOfRange`, `SubmissionLocked`.
    /// @param missionId The mission's id.
    /// @param tranche The milestone; 0 for prizes.
    /// @param contentHash SHA-256 of the sealed envelope.
    /// @param splitHash keccak256(abi.encode(payees, bps)) of the split that an award must pay. One that no valid
    /// split hashes to can never be awarded.
    /// @param uri Where the envelope may be found; at most 512 bytes.
    function submit(
        bytes32 missionId,
        uint8 tranche,
        bytes32 contentHash,
        bytes32 splitHash,
        string calldata uri
    ) external;

    /// @notice Commits to an answer. Emits `AnswerCommitted`.
    /// @dev Anybody, once, while now < submitBy, where the escrow decides itself. Reverts with `WrongStatus`,
    /// `SubmitWindowClosed`, `NoCommitmentsTaken`, `AlreadyCommitted`.
    /// @param missionId The mission's id.
    /// @param commitment keccak256(abi.encode(missionId, agent, bytes answer, bytes32 salt)). It binds the answer, not
    /// its public hash, so nobody can commit to an answer that they do not know.
    function commit(bytes32 missionId, bytes32 commitment) external;

    /// @notice Reveals the answer that the caller committed to at least two blocks before. It publishes the answer.
    /// Without a reveal window it wins at once. With one, the first valid reveal (while now < judgeBy) opens it, and
    /// the earliest commitment that is revealed in it wins. Emits `AnswerRevealed`, and `AwardProposed` or
    /// `AwardFinalized` with `Payout`.
    /// @dev Whoever committed, but the poster. The winner is paid the whole net; there is no split. A valid reveal that does
    /// not lead is no error. Reverts with `WrongStatus`, `TooLong`, `PosterBarred`, `NoCommitment`, `CommitmentTooYoung`,
    /// `CommitmentMismatch`, `WrongAnswer`, `JudgeWindowClosed`, `RevealWindowClosed`.
    /// @param terms The terms.
    /// @param answer The answer, at most 4,096 bytes; sha256(answer) is the terms' `param`.
    /// @param salt The salt of the commitment.
    function reveal(MissionTerms calldata terms, bytes calldata answer, bytes32 salt) external;

    // ---- deciding ---------------------------------------------------------------------------------------------

    /// @notice Awards a tranche to an agent's current submission: pays it at once, or proposes it where the terms have
    /// an appeal window. Emits `AwardFinalized` and `Payout`, or `AwardProposed`.
    /// @dev Only the terms' resolver, while now < judgeBy, each tranche once. Content and split together must be
    /// the current submission, so nobody can change the payees between the win and the payout. Reverts with `NotResolver`,
    /// `JudgeWindowClosed`, `WrongStatus`, `TrancheOutOfRange`, `TrancheTaken`, `PosterBarred`, `ShareCountOutOfRange`,
    /// `ForbiddenReceiver`, `ShareZero`, `ShareSumMismatch`, `NotCurrentSubmission`.
    /// @param terms The terms.
    /// @param tranche The tranche.
    /// @param agent Whose submission.
    /// @param contentHash Its content.
    /// @param split Its split.
    function award(
        MissionTerms calldata terms,
        uint8 tranche,
        address agent,
        bytes32 contentHash,
        Split calldata split
    ) external;

    /// @notice Appeals a pending award and takes the bond by the caller's allowance. Emits `AppealRaised`.
    /// @dev The poster, or whoever has a current submission for the tranche (for prizes: any), but not the awarded agent;
    /// while now < finalAt; one appeal per award. Reverts with `NoPendingAward`, `AppealsOff`, `AlreadyAppealed`,
    /// `AppealWindowClosed`, `NotAppellant`, or the token's reason.
    /// @param terms The terms.
    /// @param tranche The tranche.
    /// @param evidenceHash The hash of the reasons.
    function appeal(MissionTerms calldata terms, uint8 tranche, bytes32 evidenceHash) external;

    /// @notice Rules on an appeal. Emits `AppealRuled`, the bond's `Payout`, and for Refund `MissionRefunded`.
    /// @dev Only the terms' arbiter, while now < ruleBy. After Uphold and Other anybody may finalize at once; there
    /// is no second appeal. Reverts with `NotArbiter`, `NoPendingAward`, `NoAppeal`, `RulingWindowClosed`, `RulingInvalid`,
    /// and for Other as `award` does for work and split.
    /// @param terms The terms.
    /// @param tranche The tranche.
    /// @param ruling Uphold, Other or Refund.
    /// @param agent For Other the agent whose submission is awarded instead; else ignored.
    /// @param contentHash For Other its content; else ignored.
    /// @param split For Other its split; else ignored.
    function rule(
        MissionTerms calldata terms,
        uint8 tranche,
        Ruling ruling,
        address agent,
        bytes32 contentHash,
        Split calldata split
    ) external;

    /// @notice Pays a pending award that is final: its window is over without an appeal, the arbiter has ruled, or was
    /// silent until ruleBy. Anybody may call. Emits `AwardFinalized` and `Payout`; before them `AppealRuled` if the
    /// appeal has lapsed.
    /// @dev Also after a refund of the rest, without a time limit. Reverts with `NoPendingAward`, `NotFinalYet`,
    /// `NotCurrentSubmission`.
    /// @param terms The terms.
    /// @param tranche The tranche.
    /// @param contentHash The content of the agent's submission; ignored where the escrow decides itself.
    /// @param split Its split; ignored where the escrow decides itself.
    function finalize(MissionTerms calldata terms, uint8 tranche, bytes32 contentHash, Split calldata split)
        external;

    // ---- money going out --------------------------------------------------------------------------------------

    /// @notice Sends everything that is neither awarded nor pending to `refundTo`. Anybody may call, from refundAt on.
    /// Emits `MissionRefunded`.
    /// @dev Calls nothing but the token, and a refusal of the token becomes a credit: nobody can stop it. Reverts with
    /// `RefundNotDue`, `WrongStatus`, `NothingToRefund`.
    /// @param terms The terms.
    function refund(MissionTerms calldata terms) external;

    /// @notice Sends an address its whole credit. Anybody may call; it goes nowhere else. Emits `CreditWithdrawn`.
    /// @dev Reverts with `NoCredit`, or the token's reason while the token refuses.
    /// @param owner Whose credit.
    function withdraw(address owner) external;

    /// @notice Sends the accrued fees to the fee recipient. Anybody may call. Emits `FeesCollected`.
    /// @dev Reverts with `NoFees`, or the token's reason while the token refuses.
    function collectFees() external;

    /// @notice Names another fee recipient. Only the present one can. Emits `FeeRecipientChanged`.
    /// @dev Reverts with `NotFeeRecipient`, `ForbiddenReceiver`.
    /// @param next Not zero, the token or this contract.
    function setFeeRecipient(address next) external;

    // ---- views ------------------------------------------------------------------------------------------------

    /// @notice The id of these terms on this chain and contract, posted or not.
    /// @param terms The terms.
    /// @return missionId keccak256(abi.encode(chainid, this, terms)).
    function missionIdOf(MissionTerms calldata terms) external view returns (bytes32 missionId);

    /// @notice What is stored of a mission.
    /// @param missionId The mission's id.
    /// @return All zero if it was never posted.
    function mission(bytes32 missionId) external view returns (Mission memory);

    /// @notice An agent's current submission.
    /// @param missionId The mission's id.
    /// @param agent The agent.
    /// @param tranche The milestone; any for prizes.
    /// @return hash The upper 240 bits of its submissionHash, with 16 zero bits below; zero if there is none.
    /// @return revision How often it was submitted.
    function submissionOf(bytes32 missionId, address agent, uint8 tranche)
        external
        view
        returns (bytes32 hash, uint16 revision);

    /// @notice Whether this is an agent's current submission.
    /// @param missionId The mission's id.
    /// @param agent The agent.
    /// @param tranche The milestone; any for prizes.
    /// @param submissionHash keccak256(abi.encode(contentHash, splitHash)).
    /// @return Whether it is.
    function isCurrentSubmission(bytes32 missionId, address agent, uint8 tranche, bytes32 submissionHash)
        external
        view
        returns (bool);

    /// @notice An agent's commitment that is not revealed yet.
    /// @param missionId The mission's id.
    /// @param agent The agent.
    /// @return All zero if there is none.
    function commitmentOf(bytes32 missionId, address agent) external view returns (Commitment memory);

    /// @notice The pending award of a tranche.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    /// @return All zero if there is none.
    function pendingAward(bytes32 missionId, uint8 tranche) external view returns (PendingAward memory);

    /// @notice The appeal against the pending award of a tranche.
    /// @param missionId The mission's id.
    /// @param tranche The tranche.
    /// @return All zero if there is none.
    function appealOf(bytes32 missionId, uint8 tranche) external view returns (Appeal memory);

    /// @notice What the token refused to send to an address.
    /// @param owner The address.
    /// @return In token units.
    function credit(address owner) external view returns (uint256);

    /// @notice The fees and post fees that nobody has collected yet.
    /// @return In token units.
    function feesAccrued() external view returns (uint96);

    /// @notice The token that all amounts are in.
    /// @return Its address.
    function token() external view returns (address);

    /// @notice The list that is asked about oracles while a mission is posted.
    /// @return Its address.
    function oracles() external view returns (address);

    /// @notice What each post costs beyond its reward.
    /// @return In token units.
    function postFee() external view returns (uint256);

    /// @notice Who receives the fees.
    /// @return The address.
    function feeRecipient() external view returns (address);
}
