package settle

// MatchMode is how the rule of a first_valid_match is decided (wire.md,
// first_valid_match).
type MatchMode string

// The modes. Attesters of escrow missions know all but MatchHash, which the escrow
// decides itself; off the chain there is no MatchOracle.
const (
	// MatchSubstring: the content has what is expected in it, upper and lower case alike.
	MatchSubstring MatchMode = "substring"
	// MatchExact: the content is what is expected, to the byte.
	MatchExact MatchMode = "exact"
	// MatchRegex: the whole content matches an RE2 expression.
	MatchRegex MatchMode = "regex"
	// MatchHash: the content has the SHA-256 that is given.
	MatchHash MatchMode = "hash"
	// MatchPredicate: the server at an https URL says so, who gets ids and hashes only.
	MatchPredicate MatchMode = "predicate"
	// MatchOracle: attesters judge by a description.
	MatchOracle MatchMode = "oracle"
)

// Verification is how the submissions of a mission are decided off the chain,
// where its poster does not decide.
type Verification struct {
	Type VerificationType `json:"type"`
	// Match is the rule of a FirstValidMatch, Oracle that of an OracleDecides; nil for
	// other types.
	Match  *MatchTerms  `json:"match,omitempty"`
	Oracle *OracleTerms `json:"oracle,omitempty"`
	// Poll is how voters decide a points mission; nil for other types.
	Poll *PollTerms `json:"poll,omitempty"`
	// Commit says that work is committed to first; only points missions with a Match
	// that the content decides have it.
	Commit *CommitTerms `json:"commit,omitempty"`
}

// MatchTerms is the public part of a match rule. What is expected is not in it: it
// lies sealed beside the journal, and only its poster is shown it.
type MatchTerms struct {
	Mode MatchMode `json:"mode"`
	// Regex is empty where the expression was given as what is expected.
	Regex        string `json:"regex,omitempty"`
	TargetHash   Hash   `json:"target_hash,omitzero"`
	PredicateURI string `json:"predicate_uri,omitempty"`
}

// OracleTerms is what decides a mission by an oracle.
type OracleTerms struct {
	// Contract and Method are the call that decides; zero and empty where the poster
	// only described who does.
	Contract    Address `json:"contract,omitzero"`
	Method      string  `json:"method,omitempty"`
	Description string  `json:"description,omitempty"`
	// Known says that the operator's list had the call when the mission was posted:
	// only such a one is asked.
	Known bool `json:"known,omitempty"`
}

// VerificationType is how the mission is decided.
func (m *Mission) VerificationType() VerificationType {
	switch {
	case m.Terms != nil:
		return m.Terms.VType
	case m.Verification != nil:
		return m.Verification.Type
	}
	return CreatorJudges
}

// VerificationOf is AIP-1's name of how a mission is decided.
func VerificationOf(m *Mission) string { return m.VerificationType().String() }

// MatchTerms is the rule of a first_valid_match off the chain; nil for others.
func (m *Mission) MatchTerms() *MatchTerms {
	if m.Verification == nil {
		return nil
	}
	return m.Verification.Match
}

// NewVerification is how the poster of a new mission wants it decided. Of the
// members of a first_valid_match, one says what is looked for; PredicateURI goes
// before the others (AIP-1 §4.2).
type NewVerification struct {
	Type VerificationType
	// MatchMode is substring if empty; it says what Expected is.
	MatchMode    MatchMode
	Expected     string
	Regex        string
	TargetHash   Hash
	PredicateURI string

	OracleContract    Address
	OracleMethod      string
	OracleDescription string

	// Poll is for PeerVote of a points mission; zero members get the defaults.
	Poll NewPoll
	// CommitReveal asks a points mission with FirstValidMatch to take commitments first;
	// RevealMillis is 0 for DefaultRevealMillis.
	CommitReveal bool
	RevealMillis int64
}

// CheckState is how far the checking of a submission has come.
type CheckState string

// The states of a check.
const (
	// CheckAsking: a predicate, or an oracle, is to be asked by a worker.
	CheckAsking CheckState = "asking"
	// CheckMatched: it satisfies the mission's rule.
	CheckMatched CheckState = "matched"
	// CheckUnmatched: it does not, or could not be read, so it is rejected.
	CheckUnmatched CheckState = "unmatched"
	// CheckUnverified: recorded, and nobody looks but the poster.
	CheckUnverified CheckState = "unverified"
)

// Check is what checking a submission came to, by our own look at it.
type Check struct {
	State CheckState `json:"state"`
	// Reason is a stable word for why it is unmatched; empty otherwise.
	Reason CheckReason `json:"reason,omitempty"`
	// At is when it came to State, in Unix milliseconds, and Seq the fact that said so:
	// the first match is the one with the lowest.
	At  int64  `json:"at,omitempty"`
	Seq uint64 `json:"seq,omitempty"`
	// Fetched is set where content was read from elsewhere, Answered where somebody else
	// was asked.
	Fetched  *Fetched  `json:"fetched,omitempty"`
	Answered *Answered `json:"answered,omitempty"`
}

// CheckReason says why a submission is unmatched.
type CheckReason string

// The reasons.
const (
	// ReasonNoMatch: the content does not satisfy the rule.
	ReasonNoMatch CheckReason = "no_match"
	// ReasonTooLong: the content is longer than a rule is applied to.
	ReasonTooLong CheckReason = "content_too_long"
	// ReasonPredicateNo: the predicate's server said no.
	ReasonPredicateNo CheckReason = "predicate_refused"
	// ReasonPredicateSilent: the predicate's server gave no usable answer in time.
	ReasonPredicateSilent CheckReason = "predicate_unavailable"
	// ReasonUnreachable: the content could not be read in time.
	ReasonUnreachable CheckReason = "content_unavailable"
	// ReasonForbidden: the content lies where this server does not read.
	ReasonForbidden CheckReason = "content_uri_refused"
	// ReasonTooLarge: the content is larger than this server reads.
	ReasonTooLarge CheckReason = "content_too_large"
	// ReasonHashDiffers: what was read has another hash than the submitter gave.
	ReasonHashDiffers CheckReason = "content_hash_mismatch"
)

// Fetched is what was read of a content_uri. Where it was read and the hash of the
// bare bytes are sealed with it, since a hash of a short answer can be guessed (R1).
type Fetched struct {
	// Scheme is https or ipfs.
	Scheme string `json:"scheme"`
	// Bytes is the size of what was read, Attempts how often it was tried.
	Bytes    int64 `json:"bytes"`
	Attempts int   `json:"attempts"`
	At       int64 `json:"at"`
}

// ReadFrom says where a submission's content was read. It is sealed like the content.
type ReadFrom struct {
	// Endpoint is the server that gave it.
	Endpoint string `json:"endpoint"`
	Bytes    int64  `json:"bytes"`
	// At is in Unix milliseconds.
	At int64 `json:"at"`
}

// Answered is what a predicate's server, or an oracle, answered.
type Answered struct {
	// By is the server's host, or the endpoints that told an oracle's answer.
	By string `json:"by"`
	// Status is the HTTP status of a predicate; 0 for an oracle.
	Status int `json:"status,omitempty"`
	// Hash is the SHA-256 of the answer's bytes.
	Hash Hash `json:"hash"`
	// Block is that in whose state an oracle answered.
	Block    BlockRef `json:"block,omitzero"`
	Attempts int      `json:"attempts"`
	At       int64    `json:"at"`
}
