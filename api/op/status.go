package op

import "github.com/oabp/oabpd/settle"

// The codes of the frame itself, beside those of package settle.
const (
	// CodeInvalidCursor: the cursor belongs to another list, or to none.
	CodeInvalidCursor settle.Code = "invalid_cursor"
	// CodeUnsupportedMedia: the body is not JSON by its headers.
	CodeUnsupportedMedia settle.Code = "unsupported_media_type"
	// CodeTooLarge: the body is larger than the operation takes.
	CodeTooLarge settle.Code = "body_too_large"
	// CodeMethodNotAllowed: the path exists, the method does not; see Allow.
	CodeMethodNotAllowed settle.Code = "method_not_allowed"
	// CodeTimeout: the server gave up waiting for one of its own parts.
	CodeTimeout = settle.CodeTimeout
	// CodeIdempotencyRunning: the first request with this key is not finished.
	CodeIdempotencyRunning settle.Code = "idempotency_in_progress"
	// CodeIdempotencyMismatch: the key was used with another request.
	CodeIdempotencyMismatch settle.Code = "idempotency_mismatch"
	// CodeIdempotencySpent: the first request succeeded, and its answer held a
	// secret that is shown once and not kept.
	CodeIdempotencySpent settle.Code = "idempotency_key_spent"
)

// status is the one place where a code gets its HTTP status (wire.md
// "Statuses").
var status = map[settle.Code]int{
	settle.CodeAlreadySettled: 200,

	settle.CodeInvalid:             400,
	CodeInvalidCursor:              400,
	settle.CodeTxFailed:            400,
	settle.CodeTxWrongChain:        400,
	settle.CodeWrongToken:          400,
	settle.CodeTxBeforeInstruction: 400,
	settle.CodeUnderpaid:           400,
	settle.CodeMissingOnlyFee:      400,

	settle.CodeTooLong:              400,
	settle.CodeForbiddenReceiver:    400,
	settle.CodeTimesNotAscending:    400,
	settle.CodeRefundTimeOutOfRange: 400,
	settle.CodeRewardTooLarge:       400,
	settle.CodeTrancheCount:         400,
	settle.CodeTrancheTooSmall:      400,
	settle.CodeTrancheSum:           400,
	settle.CodeFeeOutOfRange:        400,
	settle.CodeFeeSum:               400,
	settle.CodeAppealTermsInvalid:   400,
	settle.CodeMatchTermsInvalid:    400,
	settle.CodeResolverInvalid:      400,
	settle.CodeRulesInvalid:         400,
	settle.CodeTooLateToOpen:        400,
	settle.CodeWrongAnswer:          400,
	settle.CodeMatchRuleInvalid:     400,
	settle.CodeShareCount:           400,
	settle.CodeShareZero:            400,
	settle.CodeShareSum:             400,

	settle.CodeUnauthenticated:       401,
	settle.CodeAnonymousSubmission:   403,
	settle.CodeIdentityProofRequired: 401,

	settle.CodeNonceNotDerived:    402,
	settle.CodeInsufficientPoints: 402,

	settle.CodeForbidden:     403,
	settle.CodePosterBarred:  403,
	settle.CodeVoterBarred:   403,
	settle.CodeWrongAudience: 403,

	settle.CodeNotFound:   404,
	settle.CodeTxNotFound: 404,

	CodeMethodNotAllowed: 405,

	settle.CodeConflict:             409,
	settle.CodePayeeAddressMissing:  409,
	settle.CodeSuperseded:           409,
	settle.CodePayerNotProven:       409,
	settle.CodePayerClaimed:         409,
	settle.CodeAddressTaken:         409,
	settle.CodeAddressHasHistory:    409,
	settle.CodePayeeCannotReceive:   409,
	settle.CodeTokenPaused:          409,
	settle.CodeNotDeposited:         409,
	settle.CodeVoteNotOpen:          409,
	settle.CodeAlreadyVoted:         409,
	settle.CodeSettlementInProgress: 409,
	settle.CodePaymentUsedElsewhere: 409,
	settle.CodePaymentSeen:          409,
	settle.CodeAmbiguousPayment:     409,
	settle.CodeHeld:                 409,
	settle.CodeNotConfirmed:         409,
	settle.CodeMissionNotOpen:       409,
	settle.CodeMissionNotFunded:     409,
	settle.CodeWrongFunding:         409,
	settle.CodeCommitOnChain:        409,
	settle.CodeSubmissionLocked:     409,
	settle.CodeNotAwardable:         409,
	settle.CodeOracleNotAllowed:     409,
	settle.CodePosterDisputed:       409,
	settle.CodeReservationSpent:     409,
	settle.CodeWrongStatus:          409,
	settle.CodeSubmitWindowClosed:   409,
	settle.CodeJudgeWindowClosed:    409,
	settle.CodeRevealWindowClosed:   409,
	settle.CodeAppealWindowClosed:   409,
	settle.CodeTrancheTaken:         409,
	settle.CodeNotCurrentSubmission: 409,
	settle.CodeNoCommitmentsTaken:   409,
	settle.CodeAlreadyCommitted:     409,
	settle.CodeNoCommitment:         409,
	settle.CodeCommitmentTooYoung:   409,
	settle.CodeAppealsOff:           409,
	settle.CodeAlreadyAppealed:      409,
	settle.CodeNotAppellant:         409,
	settle.CodeNoPendingAward:       409,
	settle.CodeNotFinalYet:          409,
	settle.CodeRefundNotDue:         409,
	settle.CodeNothingToRefund:      409,
	settle.CodeNoCredit:             409,
	settle.CodeTrancheOutOfRange:    409,
	CodeIdempotencyRunning:          409,
	CodeIdempotencySpent:            409,

	CodeTooLarge:         413,
	CodeUnsupportedMedia: 415,

	settle.CodePolicyRefused:           422,
	settle.CodePredicateLeaks:          422,
	settle.CodeAssetUnsupported:        422,
	settle.CodeVerificationUnsupported: 422,
	CodeIdempotencyMismatch:            422,

	settle.CodeTooManyUnpaidPicks: 429,
	settle.CodeRateLimited:        429,

	settle.CodeInternal: 500,

	settle.CodeChainUnavailable:        503,
	settle.CodeHumanJobsDisabled:       503,
	settle.CodeSettlementNotConfigured: 503,
	CodeTimeout:                        503,
}

// retryAfter is the Retry-After in seconds of codes that always have one, when
// the error itself names none.
var retryAfter = map[settle.Code]int{
	settle.CodeNotConfirmed:            2,
	settle.CodeRateLimited:             60,
	settle.CodeChainUnavailable:        5,
	settle.CodeHumanJobsDisabled:       3600,
	settle.CodeSettlementNotConfigured: 3600,
	CodeTimeout:                        5,
	CodeIdempotencyRunning:             1,
}

// Known reports whether the code has a status.
func Known(c settle.Code) bool { _, ok := status[c]; return ok }

// Status is the HTTP status of a code; 500 for a code that has none, which the
// runner then answers as `internal`.
func Status(c settle.Code) int {
	if s, ok := status[c]; ok {
		return s
	}
	return 500
}
