package deploy

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// Limits of the contracts' constructors.
const (
	// MaxAttesters is the most that an AttestationOracle has.
	MaxAttesters = 32
	// DefaultPostFee is what each post costs in token units: 0.01 USDC.
	DefaultPostFee = 10_000
)

// Parameters are what the operator and the chain decide: everything that goes
// into a constructor and is not another of our contracts.
type Parameters struct {
	// Token is the settled token.
	Token common.Address `json:"token"`
	// PostFee is what each post costs beyond its reward, in token units.
	PostFee uint64 `json:"post_fee"`
	// FeeRecipient collects fees; it alone can name another.
	FeeRecipient common.Address `json:"fee_recipient"`
	// Owner of the list of oracles: best a Safe or a timelock. It can hand that
	// on, in two steps.
	Owner common.Address `json:"owner"`
	// IdentityRegistry and ReputationRegistry are ERC-8004's; zero: none.
	IdentityRegistry   common.Address `json:"identity_registry"`
	ReputationRegistry common.Address `json:"reputation_registry"`
	// AppealRules are how OabpVote votes on appeals.
	AppealRules VoteRules `json:"appeal_rules"`
	// Attesters, ascending, of whom Threshold must agree. None: no
	// AttestationOracle is deployed. They cannot be changed later.
	Attesters []common.Address `json:"attesters,omitempty"`
	Threshold uint64           `json:"threshold,omitempty"`
}

// registries are the ERC-8004 registries of a chain.
type registries struct{ identity, reputation common.Address }

// known are the registries on Base, Base Sepolia and, where a test may put
// some, the development chain.
var known = map[uint64]registries{
	8453:  {common.HexToAddress("0x8004A169FB4a3325136EB29fA0ceB6D2e539a432"), common.HexToAddress("0x8004BAa17C55a88189AE136b182e5fdA19dE9b63")},
	84532: {common.HexToAddress("0x8004A818BFB912233c491871b3d84c89A494BD9e"), common.HexToAddress("0x8004B663056A597Dffe9eCcC1965A193B7388713")},
	31337: {common.HexToAddress("0x8004A169FB4a3325136EB29fA0ceB6D2e539a432"), common.HexToAddress("0x8004BAa17C55a88189AE136b182e5fdA19dE9b63")},
}

// Defaults are the parameters of a chain as far as they do not depend on the
// operator: without fee recipient, owner and attesters, and without registries
// on a chain that has none.
func Defaults(chainID uint64, token common.Address) Parameters {
	return Parameters{Token: token, PostFee: DefaultPostFee, AppealRules: DefaultAppealRules(),
		IdentityRegistry: known[chainID].identity, ReputationRegistry: known[chainID].reputation}
}

// SetAttesters sets attesters in any order, and how many must agree.
func (p *Parameters) SetAttesters(attesters []common.Address, threshold uint64) {
	p.Attesters, p.Threshold = slices.Clone(attesters), threshold
	slices.SortFunc(p.Attesters, func(a, b common.Address) int { return bytes.Compare(a[:], b[:]) })
}

// Check says all that a constructor would refuse, and what is missing.
func (p *Parameters) Check() error {
	var problems []error
	bad := func(is bool, format string, args ...any) {
		if is {
			problems = append(problems, fmt.Errorf(format, args...))
		}
	}
	zero := common.Address{}
	bad(p.Token == zero, "the token is missing")
	bad(p.FeeRecipient == zero, "the fee recipient is missing")
	bad(p.FeeRecipient == p.Token && p.Token != zero, "the fee recipient is the token")
	bad(p.Owner == zero, "the owner of the list of oracles is missing")
	if err := p.AppealRules.Check(); err != nil {
		problems = append(problems, fmt.Errorf("the rules of appeals: %w", err))
	}
	n := uint64(len(p.Attesters))
	bad(n > MaxAttesters, "%d attesters, at most %d can be", n, MaxAttesters)
	bad(n == 0 && p.Threshold != 0, "a threshold of %d without attesters", p.Threshold)
	bad(n > 0 && (p.Threshold == 0 || p.Threshold > n), "a threshold of %d with %d attesters", p.Threshold, n)
	for i, a := range p.Attesters {
		bad(a == zero, "an attester is the zero address")
		bad(i > 0 && bytes.Compare(p.Attesters[i-1][:], a[:]) >= 0, "the attesters are not ascending, or %s is there twice", a)
	}
	return errors.Join(problems...)
}

// Difference names a parameter that two sets do not agree on, if any.
func (p *Parameters) Difference(o *Parameters) string {
	for _, f := range []struct {
		name string
		same bool
	}{
		{"token", p.Token == o.Token}, {"post_fee", p.PostFee == o.PostFee}, {"fee_recipient", p.FeeRecipient == o.FeeRecipient},
		{"owner", p.Owner == o.Owner}, {"identity_registry", p.IdentityRegistry == o.IdentityRegistry},
		{"reputation_registry", p.ReputationRegistry == o.ReputationRegistry}, {"appeal_rules", p.AppealRules == o.AppealRules},
		{"attesters", slices.Equal(p.Attesters, o.Attesters)}, {"threshold", p.Threshold == o.Threshold},
	} {
		if !f.same {
			return f.name
		}
	}
	return ""
}
