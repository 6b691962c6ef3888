package escrow

import (
	"crypto/sha256"
	"math"
	"math/big"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// The numbers of the contract (contracts/src/libraries/MissionRules.sol and
// OabpEscrow.sol). Amounts are in token units, times in seconds.
const (
	// FeeBPS is the fee of every award, in 1/10,000.
	FeeBPS = 50
	// MinTranche is the least that a tranche, and an appeal's bond, can be.
	MinTranche = 10_000
	// RuleWindow is how long an arbiter has, and the longest reveal window.
	RuleWindow = 3 * 24 * 3600
	// MaxDuration is how far ahead a mission's money can be bound.
	MaxDuration = 366 * 24 * 3600
	// MaxPrizes is the most prizes of a mission.
	MaxPrizes = 16
	// MinMilestones and MaxMilestones are the least and most milestones.
	MinMilestones, MaxMilestones = 2, 10
	// MaxURI is the longest URI in bytes.
	MaxURI = 512
	// MaxAnswer is the longest answer of a first_valid_match in bytes.
	MaxAnswer = 4096
	// MinCommitAge is how many blocks after its commitment an answer can be revealed.
	MinCommitAge = 2
	// MaxPayees is the most payees of one award.
	MaxPayees = 16
)

// Facts are what the contract asks the chain while terms are posted.
type Facts struct {
	// Now is the time that the post is judged at, in Unix seconds.
	Now int64
	// Escrow is the contract, Token what it pays in.
	Escrow, Token settle.Address
	// ResolverHasCode says that the terms' resolver is a contract (asked for
	// peer_vote), OracleAllowed that it is on the list of oracles (asked for
	// oracle, and for first_valid_match with a resolver).
	ResolverHasCode, OracleAllowed bool
}

// Check refuses terms that the contract would refuse; nil means that only the
// money can still fail.
func Check(t settle.MissionTerms, specURI string, f Facts) error {
	if n := len(specURI); n > MaxURI {
		return settle.Errorf(settle.CodeTooLong, "the specification's URI has %d bytes; the most is %d", n, MaxURI).With("length", n).With("max", MaxURI)
	}
	if f.forbidden(t.RefundTo) {
		return forbiddenReceiver(t.RefundTo)
	}
	for _, rule := range []func(settle.MissionTerms) error{f.times, tranches, appeal, match, f.resolver} {
		if err := rule(t); err != nil {
			return err
		}
	}
	return nil
}

func (f Facts) forbidden(a settle.Address) bool { return a.IsZero() || a == f.Token || a == f.Escrow }

func forbiddenReceiver(a settle.Address) error {
	return settle.Errorf(settle.CodeForbiddenReceiver, "%s is the zero address, the token or the escrow, and would keep what it is sent; name another address", a.Checksum()).With("to", a)
}

func (f Facts) times(t settle.MissionTerms) error {
	if f.Now >= t.SubmitBy || t.SubmitBy >= t.JudgeBy {
		return settle.Errorf(settle.CodeTimesNotAscending, "submit_by must be after now, and judge_by after submit_by").
			With("timestamp", f.Now).With("submit_by", t.SubmitBy).With("judge_by", t.JudgeBy)
	}
	earliest, latest := t.JudgeBy+int64(t.AppealWindow)+RuleWindow, f.Now+MaxDuration
	if t.RefundAt < earliest || t.RefundAt > latest {
		return settle.Errorf(settle.CodeRefundTimeOutOfRange, "refund_at must be at least 3 days after judge_by and the appeal window, and at most 366 days from now").
			With("refund_at", t.RefundAt).With("earliest", earliest).With("latest", latest)
	}
	return nil
}

func tranches(t settle.MissionTerms) error {
	if _, ok := t.Reward.Uint64(); !ok {
		return settle.Errorf(settle.CodeRewardTooLarge, "the reward does not fit 64 bits of token units").With("reward", t.Reward).With("max", money.Units(math.MaxUint64))
	}
	low, high := 1, MaxPrizes
	if t.Layout == settle.Milestones {
		low, high = MinMilestones, MaxMilestones
	}
	if n, fees := len(t.Tranches), len(t.Fees); n < low || n > high || fees != n {
		return settle.Errorf(settle.CodeTrancheCount, "there must be %d to %d %s, and as many fees", low, high, t.Layout).
			With("tranches", n).With("fees", fees).With("min", low).With("max", high)
	}
	whole, _ := money.Fee(t.Reward, FeeBPS)
	for i, x := range t.Tranches {
		if x.Less(money.Units(MinTranche)) {
			return settle.Errorf(settle.CodeTrancheTooSmall, "part %d is worth %s units; the least is %d (0.01 USDC)", i, x, MinTranche).
				With("index", i).With("amount", x).With("min", MinTranche)
		}
		if !fairFee(t.Fees[i], x, t.Reward, whole) {
			return settle.Errorf(settle.CodeFeeOutOfRange, "the fee of part %d is not its share of 0.5 %%", i).
				With("index", i).With("fee", t.Fees[i]).With("tranche", x)
		}
	}
	if s := sum(t.Tranches); s.Cmp(t.Reward.Big()) != 0 {
		return settle.Errorf(settle.CodeTrancheSum, "the parts sum to %s and the reward is %s", s, t.Reward).With("sum", s.String()).With("reward", t.Reward)
	}
	if s := sum(t.Fees); s.Cmp(whole.Big()) != 0 {
		return settle.Errorf(settle.CodeFeeSum, "the fees sum to %s and must sum to %s", s, whole).With("sum", s.String()).With("expected", whole)
	}
	return nil
}

// fairFee: less than a unit above tranche*50/10,000, and less than a unit below
// the tranche's share of the whole fee.
func fairFee(fee, tranche, reward, whole money.Amount) bool {
	wholeBP := big.NewInt(money.WholeBP)
	above := new(big.Int).Mul(fee.Big(), wholeBP)
	limit := new(big.Int).Mul(tranche.Big(), big.NewInt(FeeBPS))
	if above.Cmp(limit.Add(limit, wholeBP)) >= 0 {
		return false
	}
	below := new(big.Int).Add(fee.Big(), big.NewInt(1))
	below.Mul(below, reward.Big())
	return below.Cmp(new(big.Int).Mul(whole.Big(), tranche.Big())) > 0
}

func sum(as []money.Amount) *big.Int {
	s := new(big.Int)
	for _, a := range as {
		s.Add(s, a.Big())
	}
	return s
}

func appeal(t settle.MissionTerms) error {
	_, fits := t.AppealBond.Uint64()
	ok := t.AppealWindow != 0 && !t.AppealBond.Less(money.Units(MinTranche)) && fits
	if t.Arbiter.IsZero() {
		ok = t.AppealWindow == 0 && t.AppealBond.IsZero()
	}
	if !ok {
		return settle.Errorf(settle.CodeAppealTermsInvalid, "an arbiter needs an appeal window above 0 and a bond of at least %d units; without an arbiter there is neither", MinTranche).
			With("arbiter", t.Arbiter).With("appeal_window", t.AppealWindow).With("appeal_bond", t.AppealBond)
	}
	return nil
}

func match(t settle.MissionTerms) error {
	ok := t.RevealWindow == 0
	if t.Resolver.IsZero() {
		ok = t.Layout == settle.Prizes && len(t.Tranches) == 1 && t.Arbiter.IsZero() && t.RevealWindow <= RuleWindow
	}
	if !ok {
		return settle.Errorf(settle.CodeMatchTermsInvalid, "a first_valid_match that the escrow decides has one prize, no arbiter and a reveal window of at most 3 days; any other mission has no reveal window").
			With("layout", t.Layout.String()).With("tranches", len(t.Tranches)).With("arbiter", t.Arbiter).With("reveal_window", t.RevealWindow)
	}
	return nil
}

func (f Facts) resolver(t settle.MissionTerms) error {
	bad := func(why string) error {
		return settle.Errorf(settle.CodeResolverInvalid, "%s", why).With("verification_type", t.VType.String()).With("resolver", t.Resolver)
	}
	switch {
	case t.Resolver.IsZero():
		if t.VType != settle.FirstValidMatch {
			return bad("only a first_valid_match can do without a resolver")
		}
	case t.VType == settle.PeerVote:
		if !f.ResolverHasCode {
			return bad("the resolver of a peer_vote must be a contract: the vote contract of this server, or another one")
		}
	case t.VType != settle.CreatorJudges && !f.OracleAllowed:
		return settle.Errorf(settle.CodeOracleNotAllowed, "the oracle %s is not on the escrow's list; name one that is", t.Resolver.Checksum()).With("oracle", t.Resolver)
	}
	return nil
}

// CheckSplit refuses a split that no award can pay. Poster is the terms' poster.
func CheckSplit(s settle.Split, poster settle.Address, f Facts) error {
	if n := len(s.Payees); n == 0 || n > MaxPayees || len(s.BPS) != n {
		return settle.Errorf(settle.CodeShareCount, "a split has 1 to %d payees, and as many parts", MaxPayees).With("payees", n).With("shares", len(s.BPS))
	}
	total := 0
	for i, p := range s.Payees {
		if f.forbidden(p) {
			return forbiddenReceiver(p)
		}
		if p == poster {
			return settle.Errorf(settle.CodePosterBarred, "%s posted this mission and can be no payee of it", p.Checksum()).With("poster", p)
		}
		if s.BPS[i] == 0 {
			return settle.Errorf(settle.CodeShareZero, "payee %d has no part", i).With("index", i)
		}
		total += int(s.BPS[i])
	}
	if total != money.WholeBP {
		return settle.Errorf(settle.CodeShareSum, "the parts sum to %d and must sum to %d", total, money.WholeBP).With("sum", total)
	}
	return nil
}

// Solo is the split of an agent who works alone.
func Solo(payee settle.Address) settle.Split {
	return settle.Split{Payees: []settle.Address{payee}, BPS: []uint16{money.WholeBP}}
}

// CheckAnswer refuses an answer that the escrow would not take for the terms of
// a first_valid_match that it decides itself.
func CheckAnswer(t settle.MissionTerms, answer []byte) error {
	if len(answer) > MaxAnswer {
		return settle.Errorf(settle.CodeTooLong, "the answer has %d bytes; the most is %d", len(answer), MaxAnswer).With("length", len(answer)).With("max", MaxAnswer)
	}
	if h := settle.Hash(sha256.Sum256(answer)); h != t.Param {
		return settle.Errorf(settle.CodeWrongAnswer, "the answer hashes to %s, and the mission asks for %s", h, t.Param).With("answer_hash", h).With("param", t.Param)
	}
	return nil
}
