// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IOabpAgents} from "./interfaces/IOabpAgents.sol";
import {IOabpEscrow} from "./interfaces/IOabpEscrow.sol";
import {IOabpVote} from "./interfaces/IOabpVote.sol";
import {VoteRulesCodec} from "./libraries/VoteRulesCodec.sol";
import {VoteSlots} from "./libraries/VoteSlots.sol";
import {
    Appeal,
    Mission,
    MissionTerms,
    PendingAward,
    Ruling,
    Split,
    Status,
    VerificationType
} from "./types/Mission.sol";
import {Ballot, BallotState, Count, Outcome, Verdict, VoteRules, Voter} from "./types/Vote.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title OabpVote
/// @notice Decides peer_vote missions and appeals by the votes of staked agents. The promises are in IOabpVote.
contract OabpVote is IOabpVote, ReentrancyGuardTransient {
    using SafeCast for uint256;
    using SafeERC20 for IERC20;

    /// @notice The least stake that votes: without it three accounts with nothing would be a quorum of voters.
    uint256 private constant MIN_STAKE = 1e6;

    /// @notice How long stake stays after its owner's notice.
    uint256 private constant NOTICE = 30 days;

    /// @notice How far before the opening of a poll `stakedBefore` can lie.
    uint256 private constant LOOKBACK = 7 days;

    /// @notice When recent stake counts as settled. More than LOOKBACK and the longest commit window together, so no
    /// poll that asks about a time before that stake is still taking votes.
    uint256 private constant MATURITY = 15 days;

    /// @notice What must be left to tally when a poll is opened.
    uint256 private constant TALLY_TIME = 1 hours;

    /// @notice Marks the poll over an appeal.
    uint8 private constant APPEAL = 128;

    uint256 private constant BPS = 10_000;

    /// @param packed The packed rules.
    /// @param poster The mission's poster.
    /// @param postedAt When it was posted.
    /// @param basis The end of submissions, or when the appealed award was proposed.
    /// @param latest When the escrow's window to award, or to rule, ends.
    struct Opening {
        bytes32 packed;
        address poster;
        uint40 postedAt;
        uint256 basis;
        uint256 latest;
    }

    IOabpEscrow private immutable ESCROW;
    IOabpAgents private immutable AGENTS;
    IERC20 private immutable TOKEN;

    /// @inheritdoc IOabpVote
    bytes32 public immutable appealRules;

    /// @inheritdoc IOabpVote
    uint256 public owed;

    mapping(address voter => Voter state) private _voters;
    mapping(bytes32 poll => uint256 packed) private _counts;
    mapping(bytes32 poll => Verdict verdict) private _verdicts;
    mapping(bytes32 poll => mapping(address choice => uint256 weight)) private _weights;
    mapping(bytes32 poll => mapping(address voter => uint256 packed)) private _ballots;
    mapping(bytes32 poll => mapping(address voter => uint256 amount)) private _drawn;

    /// @inheritdoc IOabpVote
    mapping(address voter => uint256 amount) public winningsOf;

    /// @param escrow_ The escrow whose missions are decided here.
    /// @param agents_ The profiles that say who is an agent.
    /// @param appealRules_ The packed rules of polls over appeals; both windows and an hour must fit into the escrow's
    /// ruling window.
    constructor(address escrow_, address agents_, bytes32 appealRules_) {
        _rules(appealRules_);
        ESCROW = IOabpEscrow(escrow_);
        AGENTS = IOabpAgents(agents_);
        TOKEN = IERC20(IOabpEscrow(escrow_).token());
        appealRules = appealRules_;
    }

    // ---- stakes -------------------------------------------------------------------------------------------

    /// @inheritdoc IOabpVote
    function stake(uint256 amount) external nonReentrant {
        if (amount == 0) revert AmountZero();
        uint256 since = AGENTS.registeredAt(msg.sender);
        if (since == 0) revert NotAnAgent(msg.sender);
        Voter memory voter = _voters[msg.sender];
        if (voter.noticeAt != 0) revert NoticeGiven(msg.sender, voter.noticeAt);

        if (block.timestamp >= uint256(voter.recentAt) + MATURITY) {
            (voter.settled, voter.recent) = (voter.settled + voter.recent, 0);
        }
        voter.recent += amount.toUint64();
        voter.recentAt = uint40(block.timestamp);
        voter.registeredAt = since.toUint40();
        _voters[msg.sender] = voter;
        owed += amount;
        emit VoteStaked(msg.sender, amount);
        TOKEN.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @inheritdoc IOabpVote
    function requestUnstake() external {
        Voter storage voter = _voters[msg.sender];
        if (voter.noticeAt != 0) revert NoticeGiven(msg.sender, voter.noticeAt);
        if (voter.settled == 0 && voter.recent == 0) revert NothingToWithdraw(msg.sender);
        voter.noticeAt = uint40(block.timestamp);
        emit VoteUnstakeRequested(msg.sender, block.timestamp + NOTICE);
    }

    /// @inheritdoc IOabpVote
    function cancelUnstake() external {
        if (_voters[msg.sender].noticeAt == 0) revert NoNotice(msg.sender);
        _voters[msg.sender].noticeAt = 0;
        emit VoteUnstakeRequested(msg.sender, 0);
    }

    /// @inheritdoc IOabpVote
    function unstake() external nonReentrant {
        Voter memory voter = _voters[msg.sender];
        if (voter.noticeAt == 0) revert NoNotice(msg.sender);
        uint256 availableAt = voter.noticeAt + NOTICE;
        if (block.timestamp < availableAt) revert NoticeNotOver(availableAt);
        uint256 amount = uint256(voter.settled) + voter.recent;
        if (amount == 0) revert NothingToWithdraw(msg.sender);
        delete _voters[msg.sender];
        owed -= amount;
        emit VoteUnstaked(msg.sender, amount);
        TOKEN.safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IOabpVote
    function withdraw(address voter) external nonReentrant {
        uint256 amount = winningsOf[voter];
        if (amount == 0) revert NothingToWithdraw(voter);
        winningsOf[voter] = 0;
        owed -= amount;
        emit WinningsWithdrawn(voter, amount);
        TOKEN.safeTransfer(voter, amount);
    }

    // ---- polls --------------------------------------------------------------------------------------------

    /// @inheritdoc IOabpVote
    function open(MissionTerms calldata terms, uint8 tranche) external {
        bytes32 missionId = ESCROW.missionIdOf(terms);
        if (terms.resolver != address(this) || terms.vtype != VerificationType.PeerVote) {
            revert NotOurs(missionId);
        }
        if (block.timestamp < terms.submitBy) revert SubmissionsOpen(terms.submitBy);
        Mission memory mission = ESCROW.mission(missionId);
        if (
            mission.status != Status.Active || tranche >= terms.tranches.length
                || (mission.doneMask | mission.pendingMask) >> tranche & 1 != 0
        ) revert NothingToDecide(missionId, tranche);
        _open(
            missionId,
            tranche,
            Opening(terms.param, terms.poster, mission.postedAt, terms.submitBy, terms.judgeBy)
        );
    }

    /// @inheritdoc IOabpVote
    function openAppeal(MissionTerms calldata terms, uint8 tranche) external {
        bytes32 missionId = ESCROW.missionIdOf(terms);
        if (terms.arbiter != address(this)) revert NotOurs(missionId);
        Appeal memory appeal = ESCROW.appealOf(missionId, tranche);
        if (appeal.appellant == address(0)) revert NothingToDecide(missionId, tranche);
        uint256 proposedAt = ESCROW.pendingAward(missionId, tranche).finalAt - terms.appealWindow;
        uint40 postedAt = ESCROW.mission(missionId).postedAt;
        _open(
            missionId,
            tranche | APPEAL,
            Opening(appealRules, terms.poster, postedAt, proposedAt, appeal.ruleBy)
        );
    }

    /// @inheritdoc IOabpVote
    function commit(bytes32 missionId, uint8 poll, bytes32 commitment) external {
        bytes32 id = pollId(missionId, poll);
        uint256 count = _counts[id];
        (uint256 postedAt, uint256 stakedBefore, uint256 commitBy) = VoteSlots.times(count);
        if (block.timestamp >= commitBy) revert CommitWindowClosed(commitBy);
        mapping(address voter => uint256 packed) storage ballots = _ballots[id];
        if (ballots[msg.sender] != 0) _revertVoted(ballots[msg.sender]);

        uint256 weight = _weightBefore(stakedBefore, postedAt);
        if (weight < MIN_STAKE) revert WeightTooSmall(msg.sender, weight, MIN_STAKE);

        uint256 digest = uint256(commitment) >> 48;
        weight = Math.min(weight, VoteSlots.capOf(count));
        ballots[msg.sender] = VoteSlots.packBallot(BallotState.Committed, weight, digest);
        emit VoteCommitted(missionId, msg.sender, bytes32(digest << 48 | poll));
    }

    /// @inheritdoc IOabpVote
    function reveal(bytes32 missionId, uint8 poll, address choice, bytes32 salt) external {
        bytes32 id = pollId(missionId, poll);
        uint256 count = _revealing(id);
        mapping(address voter => uint256 packed) storage ballots = _ballots[id];
        uint256 ballot = ballots[msg.sender];
        bytes32 commitment = keccak256(abi.encode(id, msg.sender, choice, salt));
        uint256 weight = VoteSlots.weightOf(ballot);
        if (ballot != VoteSlots.packBallot(BallotState.Committed, weight, uint256(commitment) >> 48)) {
            revert CommitmentMismatch(msg.sender);
        }
        (bytes32 own,) = ESCROW.submissionOf(missionId, msg.sender, poll & ~APPEAL);
        if (own != 0) revert VoterBarred(msg.sender);
        ballots[msg.sender] = VoteSlots.packBallot(BallotState.Revealed, weight, uint160(choice));
        uint256 sum = _weights[id][choice] + weight;
        _weights[id][choice] = sum;
        _counts[id] = VoteSlots.add(count, weight, sum);
        emit VoteRevealed(missionId, msg.sender, poll, choice, weight);
    }

    /// @inheritdoc IOabpVote
    function tally(
        MissionTerms calldata terms,
        uint8 poll,
        address winner,
        bytes32 contentHash,
        Split calldata split
    ) external nonReentrant {
        bytes32 missionId = ESCROW.missionIdOf(terms);
        bytes32 id = pollId(missionId, poll);
        Outcome outcome = _choose(terms, missionId, poll, winner);
        if (outcome == Outcome.Elected) {
            outcome = _judge(terms, missionId, poll, winner, contentHash, split);
        }
        bool act = outcome == Outcome.Elected;
        if (outcome == Outcome.Nobody && poll >= APPEAL) {
            act = _windowOpen(terms, missionId, poll);
            if (!act) outcome = Outcome.TooLate;
        }
        bool chosen = _isChoice(outcome);
        _verdicts[id].outcome = outcome;
        if (chosen) _verdicts[id].winner = winner;
        emit VoteTallied(
            missionId,
            chosen ? winner : address(0),
            poll,
            VoteSlots.unpackCount(_counts[id]).top,
            outcome != Outcome.NoQuorum,
            outcome
        );
        if (act) _act(terms, missionId, poll, outcome, winner, contentHash, split);
    }

    /// @inheritdoc IOabpVote
    function settle(bytes32 missionId, uint8 poll, address voter) external {
        bytes32 id = pollId(missionId, poll);
        Verdict storage verdict = _verdicts[id];
        if (!_isChoice(verdict.outcome)) revert NoChoiceMade(missionId, poll);
        Ballot memory ballot = VoteSlots.unpackBallot(_ballots[id][voter]);
        BallotState state = ballot.state;
        if (state != BallotState.Committed && state != BallotState.Revealed) revert NothingToSettle(voter);

        if (state == BallotState.Revealed && address(uint160(ballot.data)) == verdict.winner) {
            uint256 top = VoteSlots.unpackCount(_counts[id]).top;
            uint256 due = uint256(verdict.pool) * ballot.weight / top - _drawn[id][voter];
            if (due == 0) revert NothingToSettle(voter);
            _drawn[id][voter] += due;
            winningsOf[voter] += due;
            emit StakeSettled(missionId, voter, poll, due.toInt256());
        } else {
            _ballots[id][voter] = VoteSlots.packBallot(BallotState.Settled, ballot.weight, ballot.data);
            uint256 loss = _slash(voter, uint256(ballot.weight) * verdict.slashBps / BPS);
            verdict.pool += loss.toUint64();
            emit StakeSettled(missionId, voter, poll, -loss.toInt256());
        }
    }

    // ---- views --------------------------------------------------------------------------------------------

    /// @inheritdoc IOabpVote
    function pollId(bytes32 missionId, uint8 poll) public view returns (bytes32) {
        return keccak256(abi.encode(missionId, poll));
    }

    /// @inheritdoc IOabpVote
    function packRules(VoteRules calldata rules) external pure returns (bytes32 packed) {
        packed = VoteRulesCodec.pack(rules);
        _rules(packed);
    }

    /// @inheritdoc IOabpVote
    function unpackRules(bytes32 packed) external pure returns (VoteRules memory) {
        return _rules(packed);
    }

    /// @inheritdoc IOabpVote
    function countOf(bytes32 missionId, uint8 poll) external view returns (Count memory) {
        return VoteSlots.unpackCount(_counts[pollId(missionId, poll)]);
    }

    /// @inheritdoc IOabpVote
    function verdictOf(bytes32 missionId, uint8 poll) external view returns (Verdict memory) {
        return _verdicts[pollId(missionId, poll)];
    }

    /// @inheritdoc IOabpVote
    function weightOf(bytes32 missionId, uint8 poll, address choice) external view returns (uint256) {
        return _weights[pollId(missionId, poll)][choice];
    }

    /// @inheritdoc IOabpVote
    function ballotOf(bytes32 missionId, uint8 poll, address voter) external view returns (Ballot memory) {
        return VoteSlots.unpackBallot(_ballots[pollId(missionId, poll)][voter]);
    }

    /// @inheritdoc IOabpVote
    function drawnOf(bytes32 missionId, uint8 poll, address voter) external view returns (uint256) {
        return _drawn[pollId(missionId, poll)][voter];
    }

    /// @inheritdoc IOabpVote
    function voterOf(address voter) external view returns (Voter memory) {
        return _voters[voter];
    }

    /// @inheritdoc IOabpVote
    function escrow() external view returns (address) {
        return address(ESCROW);
    }

    /// @inheritdoc IOabpVote
    function agents() external view returns (address) {
        return address(AGENTS);
    }

    /// @inheritdoc IOabpVote
    function token() external view returns (address) {
        return address(TOKEN);
    }

    // ---- inside -------------------------------------------------------------------------------------------

    function _rules(bytes32 packed) private pure returns (VoteRules memory rules) {
        bool valid;
        (rules, valid) = VoteRulesCodec.unpack(packed);
        if (!valid) revert RulesInvalid(packed);
    }

    /// @dev Writes a new poll.
    function _open(bytes32 missionId, uint8 poll, Opening memory o) private {
        bytes32 id = pollId(missionId, poll);
        if (_counts[id] != 0) revert PollExists(missionId, poll);
        VoteRules memory rules = _rules(o.packed);
        uint256 commitBy = block.timestamp + uint256(rules.commitMinutes) * 1 minutes;
        uint256 revealBy = commitBy + uint256(rules.revealMinutes) * 1 minutes;
        if (revealBy + TALLY_TIME > o.latest) revert TooLateToOpen(revealBy + TALLY_TIME, o.latest);
        uint256 stakedBefore = Math.max(o.basis, block.timestamp - LOOKBACK);

        _counts[id] = VoteSlots.packCount(o.postedAt, stakedBefore, commitBy, rules.revealMinutes, rules.cap);
        _ballots[id][o.poster] = VoteSlots.packBallot(BallotState.Barred, 0, 0);
        Verdict storage verdict = _verdicts[id];
        (verdict.poster, verdict.quorumWeight) = (o.poster, rules.quorumWeight);
        (verdict.quorumVoters, verdict.slashBps) = (rules.quorumVoters, rules.slashBps);
        emit VoteOpened(missionId, poll, commitBy, revealBy, stakedBefore, o.packed);
    }

    /// @dev What the counted votes say: Elected stands for any choice but nobody here.
    function _choose(MissionTerms calldata terms, bytes32 missionId, uint8 poll, address winner)
        private
        view
        returns (Outcome)
    {
        bytes32 id = pollId(missionId, poll);
        Count memory count = VoteSlots.unpackCount(_counts[id]);
        (uint256 commitBy, uint256 revealBy) = VoteSlots.revealTimes(_counts[id]);
        if (revealBy == 0 || block.timestamp < revealBy) revert PollNotOver(revealBy);
        Verdict storage verdict = _verdicts[id];
        if (verdict.outcome != Outcome.Open) revert AlreadyTallied(missionId, poll);
        if (count.voters < verdict.quorumVoters || count.weight < verdict.quorumWeight) {
            return Outcome.NoQuorum;
        }
        if (count.tie) return Outcome.Tie;
        uint256 weight = _weights[id][winner];
        if (weight != count.top) revert NotTheLeader(winner, weight, count.top);
        if (winner == address(0) || winner == verdict.poster) return Outcome.Nobody;
        if (poll >= APPEAL && _isUnsettled(terms, missionId, poll, commitBy, winner)) return Outcome.Nobody;
        (bytes32 submitted,) = ESCROW.submissionOf(missionId, winner, poll & ~APPEAL);
        return submitted == 0 ? Outcome.Nobody : Outcome.Elected;
    }

    /// @dev Whether an appeal's winner could still replace its work when the poll was opened. The one whose award
    /// is pending cannot.
    function _isUnsettled(
        MissionTerms calldata terms,
        bytes32 missionId,
        uint8 poll,
        uint256 commitBy,
        address winner
    ) private view returns (bool) {
        uint256 openedAt = commitBy - uint256(_rules(appealRules).commitMinutes) * 1 minutes;
        return openedAt < terms.submitBy && ESCROW.pendingAward(missionId, poll & ~APPEAL).agent != winner;
    }

    /// @dev Whether the escrow can still be told, and whether the winner's payees elected themselves.
    function _judge(
        MissionTerms calldata terms,
        bytes32 missionId,
        uint8 poll,
        address winner,
        bytes32 contentHash,
        Split calldata split
    ) private view returns (Outcome) {
        if (!_windowOpen(terms, missionId, poll)) return Outcome.TooLate;
        bytes32 submission =
            keccak256(abi.encode(contentHash, keccak256(abi.encode(split.payees, split.bps))));
        if (!ESCROW.isCurrentSubmission(missionId, winner, poll & ~APPEAL, submission)) {
            revert NotTheSubmission(winner, submission);
        }
        bytes32 id = pollId(missionId, poll);
        for (uint256 i; i < split.payees.length; ++i) {
            Ballot memory ballot = VoteSlots.unpackBallot(_ballots[id][split.payees[i]]);
            if (ballot.state == BallotState.Revealed && ballot.data == uint160(winner)) {
                return Outcome.Conflicted;
            }
        }
        return Outcome.Elected;
    }

    /// @dev Tells the escrow. Reverts with its reason.
    function _act(
        MissionTerms calldata terms,
        bytes32 missionId,
        uint8 poll,
        Outcome outcome,
        address winner,
        bytes32 contentHash,
        Split calldata split
    ) private {
        if (poll < APPEAL) {
            ESCROW.award(terms, poll, winner, contentHash, split);
            return;
        }
        uint8 tranche = poll & ~APPEAL;
        Ruling ruling = Ruling.Other;
        if (outcome == Outcome.Nobody) ruling = Ruling.Refund;
        else if (ESCROW.pendingAward(missionId, tranche).agent == winner) ruling = Ruling.Uphold;
        ESCROW.rule(terms, tranche, ruling, winner, contentHash, split);
    }

    function _windowOpen(MissionTerms calldata terms, bytes32 missionId, uint8 poll)
        private
        view
        returns (bool)
    {
        if (poll < APPEAL) return block.timestamp < terms.judgeBy;
        return block.timestamp < ESCROW.appealOf(missionId, poll & ~APPEAL).ruleBy;
    }

    /// @dev Takes stake, the youngest first, at most what is there.
    function _slash(address who, uint256 loss) private returns (uint256 taken) {
        Voter storage voter = _voters[who];
        (uint256 settled, uint256 recent) = (voter.settled, voter.recent);
        taken = Math.min(loss, settled + recent);
        uint256 fromRecent = Math.min(taken, recent);
        voter.recent = (recent - fromRecent).toUint64();
        voter.settled = (settled - (taken - fromRecent)).toUint64();
    }

    /// @dev The count of a poll whose votes are revealed now.
    function _revealing(bytes32 id) private view returns (uint256 count) {
        count = _counts[id];
        (uint256 commitBy, uint256 revealBy) = VoteSlots.revealTimes(count);
        if (block.timestamp < commitBy || block.timestamp >= revealBy) {
            revert RevealWindowClosed(commitBy, revealBy);
        }
    }

    /// @dev Why the caller cannot cast: it has, or is the poster.
    function _revertVoted(uint256 ballot) private view {
        if (VoteSlots.unpackBallot(ballot).state == BallotState.Barred) revert VoterBarred(msg.sender);
        revert AlreadyVoted(msg.sender);
    }

    /// @dev The caller's stake from before a moment, if it may vote on what was posted then. Its slot is read
    /// once, as in VoteSlots.
    function _weightBefore(uint256 stakedBefore, uint256 postedAt) private view returns (uint256 weight) {
        Voter storage voter = _voters[msg.sender];
        uint256 packed;
        assembly ("memory-safe") {
            packed := sload(voter.slot)
        }
        // Casting keeps the bits of the member, which is what is wanted.
        // forge-lint: disable-start(unsafe-typecast)
        uint256 noticeAt = uint40(packed >> 168);
        if (noticeAt != 0) revert NoticeGiven(msg.sender, noticeAt);
        uint256 registeredAt = packed >> 208;
        if (registeredAt >= postedAt) revert RegisteredTooLate(msg.sender, registeredAt, postedAt);
        weight = uint64(packed);
        if (uint40(packed >> 128) < stakedBefore) weight += uint64(packed >> 64);
        // forge-lint: disable-end(unsafe-typecast)
    }

    function _isChoice(Outcome outcome) private pure returns (bool) {
        return outcome == Outcome.Nobody || outcome == Outcome.Elected || outcome == Outcome.TooLate;
    }
}
