// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.34;

import {IFiatTokenPermit} from "./interfaces/IFiatTokenPermit.sol";
import {IOabpEscrow, IOracleAllowList} from "./interfaces/IOabpEscrow.sol";
import {MissionRules} from "./libraries/MissionRules.sol";
import {MissionSlot} from "./libraries/MissionSlot.sol";
import {Splits} from "./libraries/Splits.sol";
import {TermWords, TermWordsReader} from "./libraries/TermWords.sol";
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
    Status
} from "./types/Mission.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @title OabpEscrow
/// @notice Holds missions and their money. The promises are in IOabpEscrow.
/// @dev Each call checks, then writes everything that it will have written if every transfer goes through, then emits and
/// transfers; only a refused transfer writes once more, its credit.
// Amounts fit 64 bits because MissionRules admits no greater reward or bond, and times 40 because they come from the clock;
// the other casts unpack words.
// forge-lint: disable-start(unsafe-typecast)
contract OabpEscrow is IOabpEscrow, ReentrancyGuardTransient {
    using MissionRules for MissionTerms;
    using MissionRules for TermWords;
    using MissionSlot for Mission;
    using MissionSlot for uint256;
    using SafeERC20 for IFiatTokenPermit;
    using Splits for Split;

    /// @notice The longest URI in bytes.
    uint256 private constant MAX_URI = 512;

    /// @notice The longest answer in bytes.
    uint256 private constant MAX_ANSWER = 4096;

    /// @notice How many blocks after its commitment an answer can be revealed.
    uint256 private constant MIN_COMMIT_AGE = 2;

    /// @notice The lower bits of a stored submission are its revision.
    uint256 private constant REVISION_BITS = 16;

    /// @notice The lower bits of a stored commitment are its block.
    uint256 private constant SEQ_BITS = 40;

    IFiatTokenPermit private immutable TOKEN;
    IOracleAllowList private immutable ORACLES;
    uint64 private immutable POST_FEE;

    /// @inheritdoc IOabpEscrow
    address public feeRecipient;

    /// @inheritdoc IOabpEscrow
    uint96 public feesAccrued;

    mapping(bytes32 missionId => uint256 word) private _missions;
    mapping(bytes32 missionId => mapping(address agent => mapping(uint256 tranche => bytes32 packed))) private
        _submissions;
    mapping(bytes32 missionId => mapping(address agent => uint256 packed)) private _commitments;
    mapping(bytes32 missionId => mapping(uint256 tranche => PendingAward award)) private _pending;
    mapping(bytes32 missionId => mapping(uint256 tranche => Appeal appeal)) private _appeals;

    /// @inheritdoc IOabpEscrow
    mapping(address owner => uint256 amount) public credit;

    /// @param token_ The token that all amounts are in: native USDC.
    /// @param oracles_ The list of oracles, asked while a mission is posted.
    /// @param postFee_ What each post costs beyond its reward, in token units.
    /// @param feeRecipient_ Who receives the fees.
    constructor(address token_, address oracles_, uint64 postFee_, address feeRecipient_) {
        if (token_.code.length == 0) revert AddressHasNoCode(token_);
        if (oracles_.code.length == 0) revert AddressHasNoCode(oracles_);
        TOKEN = IFiatTokenPermit(token_);
        ORACLES = IOracleAllowList(oracles_);
        POST_FEE = postFee_;
        if (_isForbidden(feeRecipient_, token_)) revert ForbiddenReceiver(feeRecipient_);
        feeRecipient = feeRecipient_;
        emit FeeRecipientChanged(address(0), feeRecipient_);
    }

    // ---- posting ----------------------------------------------------------------------------------------------

    /// @inheritdoc IOabpEscrow
    function post(MissionTerms calldata terms, string calldata specURI)
        external
        nonReentrant
        returns (bytes32 missionId)
    {
        _checkPoster(terms);
        uint256 amount;
        (missionId, amount) = _open(terms, specURI, Funding.Allowance);
        TOKEN.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @inheritdoc IOabpEscrow
    function postWithPermit(
        MissionTerms calldata terms,
        string calldata specURI,
        uint256 deadline,
        bytes calldata signature
    ) external nonReentrant returns (bytes32 missionId) {
        _checkPoster(terms);
        uint256 amount;
        (missionId, amount) = _open(terms, specURI, Funding.Permit);
        // Whoever sees the permit can submit it first, after which it fails here and the allowance is there.
        try TOKEN.permit(msg.sender, address(this), amount, deadline, signature) {} catch {}
        TOKEN.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @inheritdoc IOabpEscrow
    function postWithAuthorization(
        MissionTerms calldata terms,
        string calldata specURI,
        uint256 validAfter,
        uint256 validBefore,
        bytes calldata signature
    ) external nonReentrant returns (bytes32 missionId) {
        uint256 amount;
        (missionId, amount) = _open(terms, specURI, Funding.Authorization);
        TOKEN.receiveWithAuthorization(
            terms.poster, address(this), amount, validAfter, validBefore, missionId, signature
        );
    }

    /// @inheritdoc IOabpEscrow
    function cancel(MissionTerms calldata terms) external nonReentrant {
        _checkPoster(terms);
        bytes32 missionId = missionIdOf(terms);
        Mission memory m = _missions[missionId].unpack();
        if (m.status != Status.Open) revert WrongStatus(missionId, m.status);
        uint256 amount = _takeHeld(missionId, m, Status.Cancelled);
        emit MissionCancelled(missionId);
        _sendBack(missionId, terms.refundTo, amount, RefundReason.Cancelled);
    }

    // ---- entering ---------------------------------------------------------------------------------------------

    /// @inheritdoc IOabpEscrow
    function submit(
        bytes32 missionId,
        uint8 tranche,
        bytes32 contentHash,
        bytes32 splitHash,
        string calldata uri
    ) external nonReentrant {
        if (bytes(uri).length > MAX_URI) revert TooLong(bytes(uri).length, MAX_URI);
        uint256 word = _enter(missionId);
        if (tranche >= word.entrySlots()) revert TrancheOutOfRange(tranche, word.entrySlots());
        if (word.pendingMask() != 0) _checkUnlocked(missionId, word, tranche);

        bytes32 submissionHash = _submissionHash(contentHash, splitHash);
        uint16 revision = uint16(uint256(_submissions[missionId][msg.sender][tranche])) + 1;
        _submissions[missionId][msg.sender][tranche] =
            _withoutRevision(submissionHash) | bytes32(uint256(revision));
        emit WorkSubmitted(
            missionId, msg.sender, submissionHash, tranche, contentHash, splitHash, revision, uri
        );
    }

    /// @inheritdoc IOabpEscrow
    function commit(bytes32 missionId, bytes32 commitment) external nonReentrant {
        if (_enter(missionId).entrySlots() != 0) revert NoCommitmentsTaken(missionId);
        if (_commitments[missionId][msg.sender] != 0) revert AlreadyCommitted(missionId, msg.sender);

        uint40 seq = uint40(block.number);
        _commitments[missionId][msg.sender] = _withoutSeq(commitment) | seq;
        emit AnswerCommitted(missionId, msg.sender, commitment, seq);
    }

    /// @inheritdoc IOabpEscrow
    function reveal(MissionTerms calldata terms, bytes calldata answer, bytes32 salt) external nonReentrant {
        bytes32 missionId = missionIdOf(terms);
        Mission memory m = _active(missionId);
        uint40 seq = _checkReveal(missionId, terms, answer, salt);
        delete _commitments[missionId][msg.sender];

        if (m.pendingMask != 0) {
            _overtake(missionId, terms, seq);
            return;
        }
        if (block.timestamp >= terms.judgeBy) revert JudgeWindowClosed(terms.judgeBy);
        emit AnswerRevealed(missionId, msg.sender, terms.param, seq, true);
        if (terms.revealWindow == 0) {
            _pay(missionId, 0, msg.sender, _takeTranche(missionId, m, terms, 0, msg.sender));
        } else {
            _propose(missionId, m, terms, 0, msg.sender, terms.param, terms.revealWindow, seq);
        }
    }

    // ---- deciding ---------------------------------------------------------------------------------------------

    /// @inheritdoc IOabpEscrow
    function award(
        MissionTerms calldata terms,
        uint8 tranche,
        address agent,
        bytes32 contentHash,
        Split calldata split
    ) external nonReentrant {
        if (msg.sender != terms.resolver) revert NotResolver(msg.sender, terms.resolver);
        if (block.timestamp >= terms.judgeBy) revert JudgeWindowClosed(terms.judgeBy);
        bytes32 missionId = missionIdOf(terms);
        Mission memory m = _active(missionId);
        if (tranche >= terms.tranches.length) revert TrancheOutOfRange(tranche, terms.tranches.length);
        if ((m.doneMask | m.pendingMask) & _bit(tranche) != 0) revert TrancheTaken(missionId, tranche);
        bytes32 submissionHash = _checkWork(missionId, m, terms, tranche, agent, contentHash, split);

        if (terms.appealWindow == 0) {
            _paySplit(missionId, tranche, _takeTranche(missionId, m, terms, tranche, agent), split);
        } else {
            _propose(missionId, m, terms, tranche, agent, submissionHash, terms.appealWindow, 0);
        }
    }

    /// @inheritdoc IOabpEscrow
    function appeal(MissionTerms calldata terms, uint8 tranche, bytes32 evidenceHash) external nonReentrant {
        bytes32 missionId = missionIdOf(terms);
        Mission memory m = _withPending(missionId, tranche);
        if (terms.arbiter == address(0)) revert AppealsOff(missionId);
        PendingAward memory p = _pending[missionId][tranche];
        if (p.appealed) revert AlreadyAppealed(missionId, tranche);
        if (block.timestamp >= p.finalAt) revert AppealWindowClosed(p.finalAt);
        bool mayAppeal = msg.sender == terms.poster
            || _submissions[missionId][msg.sender][_entrySlot(m, tranche)] != bytes32(0);
        if (!mayAppeal || msg.sender == p.agent) revert NotAppellant(msg.sender);

        uint256 bond = terms.appealBond;
        uint40 ruleBy = uint40(block.timestamp + MissionRules.RULE_WINDOW);
        _pending[missionId][tranche].appealed = true;
        _appeals[missionId][tranche] = Appeal(msg.sender, ruleBy);
        emit AppealRaised(missionId, tranche, msg.sender, bond, evidenceHash, ruleBy);
        TOKEN.safeTransferFrom(msg.sender, address(this), bond);
    }

    /// @inheritdoc IOabpEscrow
    function rule(
        MissionTerms calldata terms,
        uint8 tranche,
        Ruling ruling,
        address agent,
        bytes32 contentHash,
        Split calldata split
    ) external nonReentrant {
        if (msg.sender != terms.arbiter) revert NotArbiter(msg.sender, terms.arbiter);
        bytes32 missionId = missionIdOf(terms);
        Mission memory m = _withPending(missionId, tranche);
        if (!_pending[missionId][tranche].appealed) revert NoAppeal(missionId, tranche);
        Appeal memory a = _appeals[missionId][tranche];
        if (block.timestamp >= a.ruleBy) revert RulingWindowClosed(a.ruleBy);
        address awarded = _pending[missionId][tranche].agent;
        address bondTo = a.appellant;

        if (ruling == Ruling.Uphold) {
            bondTo = awarded;
        } else if (ruling == Ruling.Other) {
            if (agent == awarded) revert RulingInvalid(ruling, agent);
            _checkWork(missionId, m, terms, tranche, agent, contentHash, split);
            awarded = agent;
        } else if (ruling == Ruling.Refund) {
            awarded = address(0);
        } else {
            revert RulingInvalid(ruling, agent);
        }

        delete _appeals[missionId][tranche];
        emit AppealRuled(missionId, tranche, ruling, awarded);
        if (ruling == Ruling.Refund) {
            uint256 gross = terms.tranches[tranche];
            _takePending(missionId, m, tranche, gross);
            _markDone(missionId, m, terms, tranche);
            _pay(missionId, tranche, bondTo, terms.appealBond);
            _sendBack(missionId, terms.refundTo, gross, RefundReason.Ruled);
        } else {
            _pending[missionId][tranche] = PendingAward(awarded, 0, 0, false);
            _pay(missionId, tranche, bondTo, terms.appealBond);
        }
    }

    /// @inheritdoc IOabpEscrow
    function finalize(MissionTerms calldata terms, uint8 tranche, bytes32 contentHash, Split calldata split)
        external
        nonReentrant
    {
        bytes32 missionId = missionIdOf(terms);
        Mission memory m = _withPending(missionId, tranche);
        PendingAward memory p = _pending[missionId][tranche];
        if (block.timestamp < p.finalAt) revert NotFinalYet(p.finalAt);
        if (terms.isMatchOnEscrow()) {
            _pay(missionId, 0, p.agent, _takeTranche(missionId, m, terms, 0, p.agent));
            return;
        }
        // A split that hashes to what was checked when the award was proposed, or ruled, is valid.
        _checkCurrent(missionId, m, tranche, p.agent, _submissionHash(contentHash, split.hash()));

        if (!p.appealed) {
            _paySplit(missionId, tranche, _takeTranche(missionId, m, terms, tranche, p.agent), split);
        } else {
            _finalizeLapsed(missionId, m, terms, tranche, p.agent, split);
        }
    }

    // ---- money going out --------------------------------------------------------------------------------------

    /// @inheritdoc IOabpEscrow
    function refund(MissionTerms calldata terms) external nonReentrant {
        if (block.timestamp < terms.refundAt) revert RefundNotDue(terms.refundAt);
        bytes32 missionId = missionIdOf(terms);
        Mission memory m = _missions[missionId].unpack();
        if (m.status != Status.Open && m.status != Status.Active) revert WrongStatus(missionId, m.status);
        if (m.held == 0) revert NothingToRefund(missionId);
        RefundReason reason = m.status == Status.Open ? RefundReason.NoEntries : RefundReason.NotAwarded;
        uint256 amount = _takeHeld(missionId, m, Status.Refunded);
        _sendBack(missionId, terms.refundTo, amount, reason);
    }

    /// @inheritdoc IOabpEscrow
    function withdraw(address owner) external nonReentrant {
        uint256 amount = credit[owner];
        if (amount == 0) revert NoCredit(owner);
        delete credit[owner];
        emit CreditWithdrawn(owner, owner, amount);
        TOKEN.safeTransfer(owner, amount);
    }

    /// @inheritdoc IOabpEscrow
    function collectFees() external nonReentrant {
        uint256 amount = feesAccrued;
        if (amount == 0) revert NoFees();
        address to = feeRecipient;
        feesAccrued = 0;
        emit FeesCollected(to, amount);
        TOKEN.safeTransfer(to, amount);
    }

    /// @inheritdoc IOabpEscrow
    function setFeeRecipient(address next) external nonReentrant {
        address previous = feeRecipient;
        if (msg.sender != previous) revert NotFeeRecipient(msg.sender, previous);
        if (_isForbidden(next, address(TOKEN))) revert ForbiddenReceiver(next);
        feeRecipient = next;
        emit FeeRecipientChanged(previous, next);
    }

    // ---- views ------------------------------------------------------------------------------------------------

    /// @inheritdoc IOabpEscrow
    function missionIdOf(MissionTerms calldata terms) public view returns (bytes32 missionId) {
        return terms.id();
    }

    /// @inheritdoc IOabpEscrow
    function mission(bytes32 missionId) external view returns (Mission memory) {
        return _missions[missionId].unpack();
    }

    /// @inheritdoc IOabpEscrow
    function submissionOf(bytes32 missionId, address agent, uint8 tranche)
        external
        view
        returns (bytes32 hash, uint16 revision)
    {
        bytes32 packed = _submission(missionId, _missions[missionId].unpack(), agent, tranche);
        return (_withoutRevision(packed), uint16(uint256(packed)));
    }

    /// @inheritdoc IOabpEscrow
    function isCurrentSubmission(bytes32 missionId, address agent, uint8 tranche, bytes32 submissionHash)
        external
        view
        returns (bool)
    {
        return
            _isCurrent(_submission(missionId, _missions[missionId].unpack(), agent, tranche), submissionHash);
    }

    /// @inheritdoc IOabpEscrow
    function commitmentOf(bytes32 missionId, address agent) external view returns (Commitment memory) {
        uint256 stored = _commitments[missionId][agent];
        return Commitment(uint40(stored), uint216(stored >> SEQ_BITS));
    }

    /// @inheritdoc IOabpEscrow
    function pendingAward(bytes32 missionId, uint8 tranche) external view returns (PendingAward memory) {
        return _pending[missionId][tranche];
    }

    /// @inheritdoc IOabpEscrow
    function appealOf(bytes32 missionId, uint8 tranche) external view returns (Appeal memory) {
        return _appeals[missionId][tranche];
    }

    /// @inheritdoc IOabpEscrow
    function token() external view returns (address) {
        return address(TOKEN);
    }

    /// @inheritdoc IOabpEscrow
    function oracles() external view returns (address) {
        return address(ORACLES);
    }

    /// @inheritdoc IOabpEscrow
    function postFee() external view returns (uint256) {
        return POST_FEE;
    }

    // ---- inside: posting and entering ---------------------------------------------------------------------------

    function _checkPoster(MissionTerms calldata terms) private view {
        if (msg.sender != terms.poster) revert NotPoster(msg.sender, terms.poster);
    }

    /// @dev Checks the terms and records the mission as funded; the caller takes `amount`.
    function _open(MissionTerms calldata terms, string calldata specURI, Funding via)
        private
        returns (bytes32 missionId, uint256 amount)
    {
        if (bytes(specURI).length > MAX_URI) revert TooLong(bytes(specURI).length, MAX_URI);
        TermWords t;
        (t, missionId) = TermWordsReader.load(terms, specURI, via);
        if (_isForbidden(t.refundTo(), address(TOKEN))) revert ForbiddenReceiver(t.refundTo());
        t.check(ORACLES);
        if (_missions[missionId] != 0) revert MissionExists(missionId);

        uint256 entrySlots;
        if (t.resolver() != address(0)) {
            entrySlots = t.layout() == uint256(Layout.Milestones) ? t.trancheCount() : 1;
        }
        _missions[missionId] = MissionSlot.opened(t.reward(), t.submitBy(), entrySlots);
        feesAccrued += POST_FEE;
        t.emitPosted(missionId);
        amount = t.reward() + POST_FEE;
    }

    /// @dev Whether the mission can be entered now, and that somebody has entered it.
    function _enter(bytes32 missionId) private returns (uint256 word) {
        word = _missions[missionId];
        Status status = word.status();
        if (status != Status.Open && status != Status.Active) revert WrongStatus(missionId, status);
        if (block.timestamp >= word.submitBy()) revert SubmitWindowClosed(missionId, word.submitBy());
        if (status == Status.Open) _missions[missionId] = word.activate();
    }

    /// @dev The caller's submission must not change while an award of it is pending.
    function _checkUnlocked(bytes32 missionId, uint256 word, uint8 tranche) private view {
        bool prizes = word.entrySlots() == 1;
        for (uint8 i = prizes ? 0 : tranche; i <= (prizes ? 15 : tranche); ++i) {
            if (word.pendingMask() & _bit(i) != 0 && _pending[missionId][i].agent == msg.sender) {
                revert SubmissionLocked(missionId, msg.sender, i);
            }
        }
    }

    /// @dev Whether the caller reveals the right answer, in time, from an own commitment; returns its block.
    function _checkReveal(bytes32 missionId, MissionTerms calldata terms, bytes calldata answer, bytes32 salt)
        private
        view
        returns (uint40 seq)
    {
        if (answer.length > MAX_ANSWER) revert TooLong(answer.length, MAX_ANSWER);
        if (msg.sender == terms.poster) revert PosterBarred(terms.poster);
        uint256 stored = _commitments[missionId][msg.sender];
        seq = uint40(stored);
        if (seq == 0) revert NoCommitment(missionId, msg.sender);
        uint256 earliest = seq + MIN_COMMIT_AGE;
        if (block.number < earliest) revert CommitmentTooYoung(block.number, earliest);
        bytes32 commitment = keccak256(abi.encode(missionId, msg.sender, answer, salt));
        if (_withoutSeq(commitment) != stored - seq) revert CommitmentMismatch(missionId, msg.sender);
        bytes32 answerHash = sha256(answer);
        if (answerHash != terms.param) revert WrongAnswer(answerHash, terms.param);
    }

    /// @dev A valid reveal after the first: takes the lead if its commitment is earlier.
    function _overtake(bytes32 missionId, MissionTerms calldata terms, uint40 seq) private {
        PendingAward memory p = _pending[missionId][0];
        if (block.timestamp >= p.finalAt) revert RevealWindowClosed(p.finalAt);
        bool leading = seq < p.seq;
        emit AnswerRevealed(missionId, msg.sender, terms.param, seq, leading);
        if (leading) {
            _pending[missionId][0] = PendingAward(msg.sender, p.finalAt, seq, false);
            emit AwardProposed(missionId, 0, msg.sender, terms.param, terms.tranches[0], p.finalAt);
        }
    }

    // ---- inside: deciding ---------------------------------------------------------------------------------------

    function _active(bytes32 missionId) private view returns (Mission memory m) {
        m = _missions[missionId].unpack();
        if (m.status != Status.Active) revert WrongStatus(missionId, m.status);
    }

    function _withPending(bytes32 missionId, uint8 tranche) private view returns (Mission memory m) {
        m = _missions[missionId].unpack();
        if (m.pendingMask & _bit(tranche) == 0) revert NoPendingAward(missionId, tranche);
    }

    /// @dev Whether this content and split are the agent's, valid, and not the poster's.
    function _checkWork(
        bytes32 missionId,
        Mission memory m,
        MissionTerms calldata terms,
        uint8 tranche,
        address agent,
        bytes32 contentHash,
        Split calldata split
    ) private view returns (bytes32 submissionHash) {
        if (agent == terms.poster) revert PosterBarred(agent);
        split.check(terms.poster, address(TOKEN));
        submissionHash = _submissionHash(contentHash, split.hash());
        _checkCurrent(missionId, m, tranche, agent, submissionHash);
    }

    function _checkCurrent(
        bytes32 missionId,
        Mission memory m,
        uint8 tranche,
        address agent,
        bytes32 submissionHash
    ) private view {
        if (!_isCurrent(_submission(missionId, m, agent, tranche), submissionHash)) {
            revert NotCurrentSubmission(missionId, agent, tranche, submissionHash);
        }
    }

    function _propose(
        bytes32 missionId,
        Mission memory m,
        MissionTerms calldata terms,
        uint8 tranche,
        address agent,
        bytes32 submissionHash,
        uint256 window,
        uint40 seq
    ) private {
        uint256 gross = terms.tranches[tranche];
        m.held -= uint64(gross);
        m.pending += uint64(gross);
        m.pendingMask |= _bit(tranche);
        _missions[missionId] = m.pack();
        uint40 finalAt = uint40(block.timestamp + window);
        _pending[missionId][tranche] = PendingAward(agent, finalAt, seq, false);
        emit AwardProposed(missionId, tranche, agent, submissionHash, gross, finalAt);
    }

    /// @dev Pays an award whose arbiter was silent.
    function _finalizeLapsed(
        bytes32 missionId,
        Mission memory m,
        MissionTerms calldata terms,
        uint8 tranche,
        address agent,
        Split calldata split
    ) private {
        Appeal memory a = _appeals[missionId][tranche];
        if (block.timestamp < a.ruleBy) revert NotFinalYet(a.ruleBy);
        delete _appeals[missionId][tranche];
        emit AppealRuled(missionId, tranche, Ruling.Lapsed, agent);
        uint256 net = _takeTranche(missionId, m, terms, tranche, agent);
        _pay(missionId, tranche, a.appellant, terms.appealBond);
        _paySplit(missionId, tranche, net, split);
    }

    // ---- inside: money ------------------------------------------------------------------------------------------

    /// @dev Takes a tranche out of the mission, pending or not, for an agent; accrues its fee, returns the net.
    function _takeTranche(
        bytes32 missionId,
        Mission memory m,
        MissionTerms calldata terms,
        uint8 tranche,
        address agent
    ) private returns (uint256 net) {
        (uint256 gross, uint256 fee) = (terms.tranches[tranche], terms.fees[tranche]);
        if (m.pendingMask & _bit(tranche) != 0) _takePending(missionId, m, tranche, gross);
        else m.held -= uint64(gross);
        _markDone(missionId, m, terms, tranche);
        feesAccrued += uint96(fee);
        emit AwardFinalized(missionId, tranche, agent, gross, fee);
        net = gross - fee;
    }

    /// @dev Takes a pending tranche out of the mission; the caller stores it.
    function _takePending(bytes32 missionId, Mission memory m, uint8 tranche, uint256 gross) private {
        m.pending -= uint64(gross);
        m.pendingMask ^= _bit(tranche);
        delete _pending[missionId][tranche];
    }

    function _markDone(bytes32 missionId, Mission memory m, MissionTerms calldata terms, uint8 tranche)
        private
    {
        m.doneMask |= _bit(tranche);
        bool all = m.doneMask == type(uint16).max >> (16 - terms.tranches.length);
        if (all && m.status == Status.Active) m.status = Status.Settled;
        _missions[missionId] = m.pack();
    }

    /// @dev Takes everything that is not pending out of the mission, and closes it.
    function _takeHeld(bytes32 missionId, Mission memory m, Status status) private returns (uint256 amount) {
        amount = m.held;
        m.held = 0;
        m.status = status;
        _missions[missionId] = m.pack();
    }

    function _sendBack(bytes32 missionId, address to, uint256 amount, RefundReason reason) private {
        bool credited = _send(to, amount);
        emit MissionRefunded(missionId, to, amount, credited, reason);
    }

    function _paySplit(bytes32 missionId, uint8 tranche, uint256 net, Split calldata split) private {
        address[] calldata payees = split.payees;
        uint256 count = payees.length;
        if (count == 1) {
            _pay(missionId, tranche, payees[0], net);
            return;
        }
        uint256[] memory parts = Splits.allocate(net, split.bps, Splits.WHOLE);
        for (uint256 i; i < count; ++i) {
            _pay(missionId, tranche, payees[i], parts[i]);
        }
    }

    function _pay(bytes32 missionId, uint8 tranche, address to, uint256 amount) private {
        bool credited = _send(to, amount);
        emit Payout(missionId, to, tranche, amount, credited);
    }

    /// @dev What the token refuses becomes a credit. A caller who starves the transfer of gas has, by the 1/64 rule, too
    /// little left for the credit.
    function _send(address to, uint256 amount) private returns (bool credited) {
        credited = !TOKEN.trySafeTransfer(to, amount);
        if (credited) {
            credit[to] += amount;
        }
    }

    // ---- inside: bits ---------------------------------------------------------------------------------------------

    function _isForbidden(address to, address token_) private view returns (bool) {
        return to == address(0) || to == token_ || to == address(this);
    }

    /// @dev The bit of a tranche in the masks; zero beyond the sixteenth.
    function _bit(uint8 tranche) private pure returns (uint16) {
        return uint16(1) << tranche;
    }

    /// @dev Prizes share one submission per agent.
    function _entrySlot(Mission memory m, uint8 tranche) private pure returns (uint256) {
        return m.entrySlots > 1 ? tranche : 0;
    }

    function _submission(bytes32 missionId, Mission memory m, address agent, uint8 tranche)
        private
        view
        returns (bytes32)
    {
        return _submissions[missionId][agent][_entrySlot(m, tranche)];
    }

    function _submissionHash(bytes32 contentHash, bytes32 splitHash) private pure returns (bytes32) {
        return keccak256(abi.encode(contentHash, splitHash));
    }

    function _isCurrent(bytes32 packed, bytes32 submissionHash) private pure returns (bool) {
        return packed != bytes32(0) && _withoutRevision(packed ^ submissionHash) == bytes32(0);
    }

    function _withoutRevision(bytes32 packed) private pure returns (bytes32) {
        return packed >> REVISION_BITS << REVISION_BITS;
    }

    function _withoutSeq(bytes32 commitment) private pure returns (uint256) {
        return uint256(commitment) >> SEQ_BITS << SEQ_BITS;
    }
}
// forge-lint: disable-end(unsafe-typecast)
