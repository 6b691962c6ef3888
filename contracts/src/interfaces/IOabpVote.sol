// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {MissionTerms, Split} from "../types/Mission.sol";
import {Ballot, Count, Outcome, Verdict, VoteRules, Voter} from "../types/Vote.sol";

/// @title Votes of peers
/// @notice Decides peer_vote missions as their resolver, and appeals as their arbiter. Holds stakes and what was
/// slashed of them, never a reward: the escrow pays. It has no owner, no proxy and no pause.
///
/// A *poll* is one decision over one tranche of one mission: number `tranche` for an award, `tranche + 128` for an
/// appeal. A *choice* is the address of an agent, or zero for "nobody" (in an appeal: refund).
///
/// Who votes: an agent that was registered (OabpAgents) before the mission was posted, has at least 1 USDC of stake
/// here from before the poll's `stakedBefore`, has not given notice, is not the poster and has not submitted for that
/// tranche. `stakedBefore` is the end of submissions (in an appeal: the moment of the proposed award), or seven days
/// before the poll was opened if that is later; so nobody can buy weight after having seen what there is to decide.
/// Weight is that stake, at most the cap. Stake that is added later is ignored.
///
/// A payee of a submission cannot be told from anybody else while its split is a hash. When the split is opened to tally,
/// and one of its payees has voted for it, the poll is void. So being named a payee by somebody else costs a
/// voter nothing, and voting for one's own pay loses it.
///
/// What is voted on cannot change: submissions are closed when an award is voted on, and the escrow locks one whose award
/// is pending. In an appeal that is voted on while submissions are open, every other submission could be replaced
/// after the vote; there voters can only uphold or refund, and any other choice counts as to refund.
///
/// Windows are half open: commit while now < commitBy, reveal while commitBy <= now < revealBy, tally after. They never
/// overlap, so no vote is revealed in the block it was cast in, and none is cast after the first reveal.
///
/// Slashing: once a choice is made, whoever revealed another choice, or did not reveal, loses `slashBps` of its
/// weight, at most what stake is left. It becomes the pool of that poll, shared by weight among those who
/// chose the winner. Without quorum, with a tie or a conflict nobody loses anything. All of it is pulled, ballot by
/// ballot, by anybody, in any order; no call loops over voters. Fractions of a unit stay in the pool.
///
/// Stake backs every poll its owner votes in at the same time. It is taken out by notice: 30 days after it, and no new
/// votes from then on. A poll runs 14 days at most, so there are 16 days at least to settle.
///
/// The voters' majority, by stake, decides. Whoever holds it decides wrongly at will, and slashes the others.
interface IOabpVote {
    /// @notice Stake was added. It joins `recent`; if that was 15 days old it first joins `settled`.
    /// @param voter Whose stake.
    /// @param amount In token units.
    event VoteStaked(address indexed voter, uint256 amount);

    /// @notice A voter gave notice, or took it back.
    /// @param voter The voter.
    /// @param availableAt From when on it can unstake; zero: it took the notice back.
    event VoteUnstakeRequested(address indexed voter, uint256 availableAt);

    /// @notice A voter took its whole stake out.
    /// @param voter The voter.
    /// @param amount In token units.
    event VoteUnstaked(address indexed voter, uint256 amount);

    /// @notice A poll was opened.
    /// @param missionId The mission.
    /// @param poll The tranche, plus 128 for an appeal.
    /// @param commitBy Votes are taken while now is below.
    /// @param revealBy Votes are revealed from then on while now is below this.
    /// @param stakedBefore Stake counts from before this moment.
    /// @param rules The packed rules.
    event VoteOpened(
        bytes32 indexed missionId,
        uint8 indexed poll,
        uint256 commitBy,
        uint256 revealBy,
        uint256 stakedBefore,
        bytes32 rules
    );

    /// @notice A vote was cast.
    /// @param missionId The mission.
    /// @param voter The voter.
    /// @param pollAndHash The upper 208 bits of keccak256(abi.encode(pollId, voter, choice, salt)), then 40 zero bits,
    /// then the poll in the lowest byte.
    event VoteCommitted(bytes32 indexed missionId, address indexed voter, bytes32 pollAndHash);

    /// @notice A vote was revealed and counted.
    /// @param missionId The mission.
    /// @param voter The voter.
    /// @param poll The poll.
    /// @param choice The agent, or zero.
    /// @param weight What it added to the choice, in token units.
    event VoteRevealed(
        bytes32 indexed missionId, address indexed voter, uint8 poll, address choice, uint256 weight
    );

    /// @notice A poll was decided, or came to nothing. The escrow's own events, if any, follow.
    /// @param missionId The mission.
    /// @param winner The choice that won; zero where nothing was chosen, and for "nobody".
    /// @param poll The poll.
    /// @param weight What the heaviest choice weighs, in token units.
    /// @param quorumMet Whether the quorum was met.
    /// @param outcome How it came out.
    event VoteTallied(
        bytes32 indexed missionId,
        address indexed winner,
        uint8 poll,
        uint256 weight,
        bool quorumMet,
        Outcome outcome
    );

    /// @notice A ballot was settled.
    /// @param missionId The mission.
    /// @param voter The voter.
    /// @param poll The poll.
    /// @param delta Below or equal to zero: what its stake lost to the pool. Above: what it won from the pool; can
    /// be withdrawn at once. In token units.
    event StakeSettled(bytes32 indexed missionId, address indexed voter, uint8 poll, int256 delta);

    /// @notice Winnings were paid.
    /// @param voter The voter.
    /// @param amount In token units.
    event WinningsWithdrawn(address indexed voter, uint256 amount);

    // ---- errors: stakes -----------------------------------------------------------------------------------

    /// @notice The amount is zero.
    error AmountZero();

    /// @notice Only agents stake.
    /// @param account The caller.
    error NotAnAgent(address account);

    /// @notice The voter gave notice: it can neither vote nor add stake unless it takes the notice back.
    /// @param voter The voter.
    /// @param noticeAt When.
    error NoticeGiven(address voter, uint256 noticeAt);

    /// @notice The voter gave no notice.
    /// @param voter The voter.
    error NoNotice(address voter);

    /// @notice The notice is not over.
    /// @param availableAt From when on the stake can be taken out.
    error NoticeNotOver(uint256 availableAt);

    /// @notice The voter has no stake, or no winnings.
    /// @param voter The voter.
    error NothingToWithdraw(address voter);

    // ---- errors: polls ------------------------------------------------------------------------------------

    /// @notice The rules are out of their ranges (see `VoteRules`), or are none.
    /// @param rules As given.
    error RulesInvalid(bytes32 rules);

    /// @notice The terms name another resolver or arbiter, or another way to decide.
    /// @param missionId The mission.
    error NotOurs(bytes32 missionId);

    /// @notice The mission is not active, or the tranche is paid, pending or does not exist.
    /// @param missionId The mission.
    /// @param tranche The tranche.
    error NothingToDecide(bytes32 missionId, uint8 tranche);

    /// @notice There is, or was, such a poll.
    /// @param missionId The mission.
    /// @param poll The poll.
    error PollExists(bytes32 missionId, uint8 poll);

    /// @notice Work can still be submitted.
    /// @param submitBy Until when.
    error SubmissionsOpen(uint256 submitBy);

    /// @notice The poll, and an hour to tally it, would not end before the escrow's window.
    /// @param end When they would end.
    /// @param latest When the escrow's window ends.
    error TooLateToOpen(uint256 end, uint256 latest);

    /// @notice Votes are not taken now, or there is no such poll.
    /// @param commitBy When that ended; zero: no such poll.
    error CommitWindowClosed(uint256 commitBy);

    /// @notice Votes are not revealed now, or there is no such poll.
    /// @param commitBy From when on; zero: no such poll.
    /// @param revealBy Until when.
    error RevealWindowClosed(uint256 commitBy, uint256 revealBy);

    /// @notice A voter votes once per poll.
    /// @param voter The voter.
    error AlreadyVoted(address voter);

    /// @notice The voter became an agent after the mission was posted.
    /// @param voter The voter.
    /// @param registeredAt Since when it is an agent.
    /// @param postedAt When the mission was posted.
    error RegisteredTooLate(address voter, uint256 registeredAt, uint256 postedAt);

    /// @notice The voter's stake from before `stakedBefore` is too small.
    /// @param voter The voter.
    /// @param weight What it has, in token units.
    /// @param min What it takes.
    error WeightTooSmall(address voter, uint256 weight, uint256 min);

    /// @notice The voter is the mission's poster, or submitted for the tranche.
    /// @param voter The voter.
    error VoterBarred(address voter);

    /// @notice The caller did not cast this vote, or has revealed it.
    /// @param voter The caller.
    error CommitmentMismatch(address voter);

    /// @notice The poll is not over, or there is no such poll.
    /// @param revealBy When it is over; zero: no such poll.
    error PollNotOver(uint256 revealBy);

    /// @notice The poll was tallied before.
    /// @param missionId The mission.
    /// @param poll The poll.
    error AlreadyTallied(bytes32 missionId, uint8 poll);

    /// @notice The choice given is not the heaviest one.
    /// @param choice As given.
    /// @param weight What it weighs.
    /// @param top What the heaviest weighs.
    error NotTheLeader(address choice, uint256 weight, uint256 top);

    /// @notice Content and split are not the winner's current submission.
    /// @param winner The winner.
    /// @param submissionHash The hash of what was given.
    error NotTheSubmission(address winner, bytes32 submissionHash);

    /// @notice No choice was made, or not yet: nobody loses or wins anything.
    /// @param missionId The mission.
    /// @param poll The poll.
    error NoChoiceMade(bytes32 missionId, uint8 poll);

    /// @notice The voter did not vote in that poll, was settled, or won nothing that it does not have already.
    /// @param voter The voter.
    error NothingToSettle(address voter);

    // ---- stakes -------------------------------------------------------------------------------------------

    /// @notice Adds to the caller's stake by its allowance. Emits `VoteStaked`.
    /// @dev Agents only. Reverts with `AmountZero`, `NotAnAgent`, `NoticeGiven`, or the token's reason.
    /// @param amount In token units.
    function stake(uint256 amount) external;

    /// @notice Gives notice for the caller's whole stake. Emits `VoteUnstakeRequested`.
    /// @dev Reverts with `NoticeGiven`, `NothingToWithdraw`.
    function requestUnstake() external;

    /// @notice Takes the caller's notice back. Emits `VoteUnstakeRequested` with zero.
    /// @dev Reverts with `NoNotice`.
    function cancelUnstake() external;

    /// @notice Sends the caller its whole stake, 30 days after its notice. Emits `VoteUnstaked`.
    /// @dev Reverts with `NoNotice`, `NoticeNotOver`, `NothingToWithdraw` (everything was slashed), or the token's
    /// reason; then the stake stays here.
    function unstake() external;

    /// @notice Sends a voter what it has won. Anybody may call; it goes nowhere else. Emits `WinningsWithdrawn`.
    /// @dev Reverts with `NothingToWithdraw`, or the token's reason; then the winnings stay here.
    /// @param voter The voter.
    function withdraw(address voter) external;

    // ---- polls --------------------------------------------------------------------------------------------

    /// @notice Opens the poll over a tranche of a peer_vote mission whose resolver this is. Anybody may call, from
    /// submitBy on. Emits `VoteOpened`.
    /// @dev Reverts with `NotOurs`, `RulesInvalid`, `NothingToDecide`, `PollExists`, `SubmissionsOpen`,
    /// `TooLateToOpen`.
    /// @param terms The mission's terms.
    /// @param tranche The tranche.
    function open(MissionTerms calldata terms, uint8 tranche) external;

    /// @notice Opens the poll over an appeal whose arbiter this is, by `appealRules`. Anybody may call. Emits
    /// `VoteOpened`.
    /// @dev Reverts with `NotOurs`, `NothingToDecide` (there is no appeal), `PollExists`, `TooLateToOpen`.
    /// @param terms The mission's terms.
    /// @param tranche The tranche.
    function openAppeal(MissionTerms calldata terms, uint8 tranche) external;

    /// @notice Casts the caller's vote. Emits `VoteCommitted`.
    /// @dev Reverts with `CommitWindowClosed`, `AlreadyVoted`, `NoticeGiven`, `RegisteredTooLate`,
    /// `WeightTooSmall`, and for the poster `VoterBarred`. Whoever submitted can cast and never reveal, and is slashed
    /// for it as for any vote that is not revealed.
    /// @param missionId The mission.
    /// @param poll The tranche, plus 128 for an appeal.
    /// @param commitment keccak256(abi.encode(pollId, voter, choice, salt)); its upper 208 bits count.
    function commit(bytes32 missionId, uint8 poll, bytes32 commitment) external;

    /// @notice Reveals and counts the caller's vote. Emits `VoteRevealed`.
    /// @dev Reverts with `RevealWindowClosed`, `CommitmentMismatch`, and for a submitter `VoterBarred`.
    /// @param missionId The mission.
    /// @param poll The poll.
    /// @param choice The agent chosen, or zero for nobody.
    /// @param salt The salt of the commitment.
    function reveal(bytes32 missionId, uint8 poll, address choice, bytes32 salt) external;

    /// @notice Tallies a poll, and awards, or rules, by it. Anybody may call, from revealBy on; once. Emits
    /// `VoteTallied`.
    /// @dev Reverts with `PollNotOver`, `AlreadyTallied`, `NotTheLeader`, `NotTheSubmission`, or the escrow's reason
    /// while its window is open; once that is over the poll is tallied without it.
    /// @param terms The mission's terms.
    /// @param poll The poll.
    /// @param winner The heaviest choice; ignored without a quorum or with a tie.
    /// @param contentHash The content of its submission; ignored where nothing is awarded.
    /// @param split The split of its submission; ignored where nothing is awarded.
    function tally(
        MissionTerms calldata terms,
        uint8 poll,
        address winner,
        bytes32 contentHash,
        Split calldata split
    ) external;

    /// @notice Settles one ballot of a poll in which a choice was made. Anybody may call. Who won can be settled again
    /// when more was slashed. Emits `StakeSettled`.
    /// @dev Reverts with `NoChoiceMade`, `NothingToSettle`.
    /// @param missionId The mission.
    /// @param poll The poll.
    /// @param voter Whose ballot.
    function settle(bytes32 missionId, uint8 poll, address voter) external;

    // ---- views --------------------------------------------------------------------------------------------

    /// @notice The id that a commitment binds. The mission's id binds chain and escrow.
    /// @param missionId The mission.
    /// @param poll The poll.
    /// @return id keccak256(abi.encode(missionId, poll)).
    function pollId(bytes32 missionId, uint8 poll) external view returns (bytes32 id);

    /// @notice The `param` of a peer_vote mission.
    /// @dev Reverts with `RulesInvalid`.
    /// @param rules The rules.
    /// @return packed The rules in one word.
    function packRules(VoteRules calldata rules) external pure returns (bytes32 packed);

    /// @notice What a `param` says. Ask this before posting: a mission with other `param` is never decided.
    /// @dev Reverts with `RulesInvalid`.
    /// @param packed The word.
    /// @return rules The rules.
    function unpackRules(bytes32 packed) external pure returns (VoteRules memory rules);

    /// @notice What a poll counts.
    /// @param missionId The mission.
    /// @param poll The poll.
    /// @return count All zero if it was never opened.
    function countOf(bytes32 missionId, uint8 poll) external view returns (Count memory count);

    /// @notice What a poll decides by, and what it decided.
    /// @param missionId The mission.
    /// @param poll The poll.
    /// @return verdict All zero if it was never opened.
    function verdictOf(bytes32 missionId, uint8 poll) external view returns (Verdict memory verdict);

    /// @notice What a choice weighs.
    /// @param missionId The mission.
    /// @param poll The poll.
    /// @param choice The choice.
    /// @return weight In token units.
    function weightOf(bytes32 missionId, uint8 poll, address choice) external view returns (uint256 weight);

    /// @notice A voter's ballot.
    /// @param missionId The mission.
    /// @param poll The poll.
    /// @param voter The voter.
    /// @return ballot All zero if it did not vote.
    function ballotOf(bytes32 missionId, uint8 poll, address voter)
        external
        view
        returns (Ballot memory ballot);

    /// @notice What a ballot has drawn from its pool.
    /// @param missionId The mission.
    /// @param poll The poll.
    /// @param voter The voter.
    /// @return amount In token units.
    function drawnOf(bytes32 missionId, uint8 poll, address voter) external view returns (uint256 amount);

    /// @notice A voter's stake.
    /// @param voter The voter.
    /// @return state All zero if it has none.
    function voterOf(address voter) external view returns (Voter memory state);

    /// @notice What a voter has won and not withdrawn.
    /// @param voter The voter.
    /// @return amount In token units.
    function winningsOf(address voter) external view returns (uint256 amount);

    /// @notice All stakes, pools and winnings. The balance is never less.
    /// @return amount In token units.
    function owed() external view returns (uint256 amount);

    /// @notice The rules of polls over appeals.
    /// @return packed The packed rules.
    function appealRules() external view returns (bytes32 packed);

    /// @notice The escrow whose missions are decided here.
    /// @return The escrow.
    function escrow() external view returns (address);

    /// @notice The profiles that say who is an agent.
    /// @return The contract.
    function agents() external view returns (address);

    /// @notice The token of the stakes, which is the escrow's.
    /// @return The token.
    function token() external view returns (address);
}
