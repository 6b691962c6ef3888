package settle

import (
	"errors"
	"fmt"
)

// Code is a stable machine code of an error: clients branch on it and it never
// changes its meaning. Status and body are api/op's business (wire.md).
type Code string

// The codes of settlement.md "Errors" and of the surfaces around it.
const (
	CodeInvalid               Code = "invalid_request"
	CodeUnauthenticated       Code = "unauthenticated"
	CodeIdentityProofRequired Code = "identity_proof_required"
	CodeForbidden             Code = "forbidden"
	// CodeAnonymousSubmission is AIP-1's own name (§1.4): nobody is known.
	CodeAnonymousSubmission Code = "ANONYMOUS_SUBMISSION_REJECTED"
	CodeNotFound            Code = "not_found"
	CodeConflict            Code = "conflict"
	CodeRateLimited         Code = "rate_limited"
	CodeInternal            Code = "internal"
	// CodeTimeout: the server gave up waiting for one of its own parts; it is not
	// known whether anything happened.
	CodeTimeout                 Code = "timeout"
	CodePayeeAddressMissing     Code = "payee_address_missing"
	CodePayeeCannotReceive      Code = "payee_cannot_receive"
	CodeTokenPaused             Code = "token_paused"
	CodeNotDeposited            Code = "not_deposited"
	CodeSettlementInProgress    Code = "settlement_in_progress"
	CodeSettlementNotConfigured Code = "settlement_not_configured"
	CodeTooManyUnpaidPicks      Code = "too_many_unpaid_picks"
	CodeTxNotFound              Code = "tx_not_found"
	CodeTxFailed                Code = "tx_failed"
	CodeTxWrongChain            Code = "tx_wrong_chain"
	CodeWrongToken              Code = "wrong_token"
	CodeTxBeforeInstruction     Code = "tx_before_instruction"
	CodePayerNotProven          Code = "payer_not_proven"
	CodePayerClaimed            Code = "payer_claimed"
	CodeAddressTaken            Code = "address_taken"
	CodeNonceNotDerived         Code = "nonce_not_derived"
	CodeUnderpaid               Code = "underpaid"
	CodeMissingOnlyFee          Code = "missing_only_fee"
	CodeNotConfirmed            Code = "not_confirmed"
	CodeAlreadySettled          Code = "already_settled"
	CodePaymentUsedElsewhere    Code = "payment_used_elsewhere"
	// CodeAmbiguousPayment warns of another instruction that a plain transfer may pay.
	CodeAmbiguousPayment Code = "ambiguous_payment"
	CodePaymentSeen      Code = "payment_seen"
	CodeHeld             Code = "held"
	CodeSuperseded       Code = "superseded"
	CodeMissionNotOpen   Code = "mission_not_open"
	CodePolicyRefused    Code = "policy_refused"
	// CodeHumanJobsDisabled: the server takes no jobs for people.
	CodeHumanJobsDisabled Code = "human_jobs_disabled"
	// CodeWrongAudience: the mission is not for agents of this kind.
	CodeWrongAudience           Code = "wrong_audience"
	CodeVerificationUnsupported Code = "verification_not_supported"
	CodeAssetUnsupported        Code = "asset_not_supported"
	CodeChainUnavailable        Code = "chain_unavailable"
	CodeReservationSpent        Code = "reservation_spent"
	CodePosterDisputed          Code = "poster_disputed"
	CodeAddressHasHistory       Code = "address_has_history"
)

// The codes of points missions.
const (
	// CodeInsufficientPoints: the balance does not cover what the request costs.
	CodeInsufficientPoints Code = "insufficient_points"
	// CodeVoteNotOpen: no ballots are taken yet, or no more.
	CodeVoteNotOpen Code = "vote_not_open"
	// CodeVoterBarred: the poster, who shares in a submission, and who became an agent
	// after the mission was posted have no vote.
	CodeVoterBarred Code = "voter_barred"
	// CodeAlreadyVoted: a ballot is cast once.
	CodeAlreadyVoted Code = "already_voted"
)

// The codes of escrow missions. Those of the second block are the errors of the
// escrow contract in snake case (contracts/src/interfaces/IOabpEscrow.sol), so
// that a refusal here and a revert there have one name.
const (
	// CodeMissionNotFunded: the mission's post has not confirmed yet.
	CodeMissionNotFunded Code = "mission_not_funded"
	// CodeWrongFunding: the request is for missions that are paid in another way.
	CodeWrongFunding Code = "wrong_funding"
	// CodeCommitOnChain: the mission takes commitments on the chain, not submissions.
	CodeCommitOnChain Code = "commit_on_chain"
	// CodeSubmissionLocked: an award of the entry is pending in the escrow.
	CodeSubmissionLocked Code = "submission_locked"
	// CodeNotAwardable: no award of this submission would be taken by the escrow.
	CodeNotAwardable Code = "not_awardable"
	// CodeMatchRuleInvalid: no submission could ever match, or no attester look.
	CodeMatchRuleInvalid Code = "match_rule_invalid"
	// CodePredicateLeaks: a server of the poster's would be asked about sealed work.
	CodePredicateLeaks Code = "predicate_leaks"

	CodeTooLong              Code = "too_long"
	CodeForbiddenReceiver    Code = "forbidden_receiver"
	CodeTimesNotAscending    Code = "times_not_ascending"
	CodeRefundTimeOutOfRange Code = "refund_time_out_of_range"
	CodeRewardTooLarge       Code = "reward_too_large"
	CodeTrancheCount         Code = "tranche_count_out_of_range"
	CodeTrancheTooSmall      Code = "tranche_too_small"
	CodeTrancheSum           Code = "tranche_sum_mismatch"
	CodeFeeOutOfRange        Code = "fee_out_of_range"
	CodeFeeSum               Code = "fee_sum_mismatch"
	CodeAppealTermsInvalid   Code = "appeal_terms_invalid"
	CodeMatchTermsInvalid    Code = "match_terms_invalid"
	CodeResolverInvalid      Code = "resolver_invalid"
	CodeOracleNotAllowed     Code = "oracle_not_allowed"
	CodeWrongAnswer          Code = "wrong_answer"
	CodePosterBarred         Code = "poster_barred"
	CodeShareCount           Code = "share_count_out_of_range"
	CodeShareZero            Code = "share_zero"
	CodeShareSum             Code = "share_sum_mismatch"

	// Those of calls about a mission that is posted.

	CodeWrongStatus          Code = "wrong_status"
	CodeSubmitWindowClosed   Code = "submit_window_closed"
	CodeJudgeWindowClosed    Code = "judge_window_closed"
	CodeRevealWindowClosed   Code = "reveal_window_closed"
	CodeAppealWindowClosed   Code = "appeal_window_closed"
	CodeTrancheOutOfRange    Code = "tranche_out_of_range"
	CodeTrancheTaken         Code = "tranche_taken"
	CodeNotCurrentSubmission Code = "not_current_submission"
	CodeNoCommitmentsTaken   Code = "no_commitments_taken"
	CodeAlreadyCommitted     Code = "already_committed"
	CodeNoCommitment         Code = "no_commitment"
	CodeCommitmentTooYoung   Code = "commitment_too_young"
	CodeAppealsOff           Code = "appeals_off"
	CodeAlreadyAppealed      Code = "already_appealed"
	CodeNotAppellant         Code = "not_appellant"
	CodeNoPendingAward       Code = "no_pending_award"
	CodeNotFinalYet          Code = "not_final_yet"
	CodeRefundNotDue         Code = "refund_not_due"
	CodeNothingToRefund      Code = "nothing_to_refund"
	CodeNoCredit             Code = "no_credit"

	// Those of the vote contract.

	CodeRulesInvalid  Code = "rules_invalid"
	CodeTooLateToOpen Code = "too_late_to_open"
)

// Error is a refusal that a caller can act on. Message says what is wrong and
// what to do next; Details are further members of the error body (numbers,
// gaps, addresses), never sealed matter.
type Error struct {
	Code    Code
	Message string
	Details map[string]any
	// RetryAfter is in seconds; 0 means that waiting alone does not help.
	RetryAfter int
}

// Error implements error.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Errorf makes an Error with a formatted message.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// With returns a copy that has one more detail.
func (e *Error) With(key string, value any) *Error {
	c := *e
	c.Details = make(map[string]any, len(e.Details)+1)
	for k, v := range e.Details {
		c.Details[k] = v
	}
	c.Details[key] = value
	return &c
}

// CodeOf is the code of err, CodeInternal for an error that carries none, and
// empty for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return CodeInternal
}
