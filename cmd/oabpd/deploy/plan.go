package deploy

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/bindings/attestationoracle"
	"github.com/oabp/oabpd/bindings/oabpagents"
	"github.com/oabp/oabpd/bindings/oabpdeposit"
	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/bindings/oabporacles"
	"github.com/oabp/oabpd/bindings/oabppay"
	"github.com/oabp/oabpd/bindings/oabpreputation"
	"github.com/oabp/oabpd/bindings/oabpvote"
)

// Factory is the deterministic deployment proxy that Base and most chains
// have: calldata is salt ‖ init code.
var Factory = common.HexToAddress("0x4e59b44847b379578588920cA78FbF26c0B4956C")

// FactoryCode is the factory's runtime code, for a development genesis.
var FactoryCode = common.FromHex("0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3")

// Salt is the salt of every contract of this version.
var Salt = crypto.Keccak256Hash([]byte("oabpd contracts v1"))

// Step is one contract of a plan.
type Step struct {
	// Name as in the stack file: "escrow", "attestation_oracle", …
	Name string
	// Address is where it is, or will be.
	Address common.Address
	// Init is its creation code with arguments; empty for the deposit's
	// implementation, which the pay contract creates.
	Init []byte
	// Args are the constructor's arguments.
	Args []Argument
	// Code is its runtime code, immutables filled in.
	Code []byte
}

// Argument is one argument of a constructor.
type Argument struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"value"`
}

// artifact is what a binding knows of a contract.
type artifact struct {
	meta       *bind.MetaData
	runtime    string
	immutables map[string][]int
}

// planner makes steps one after the other.
type planner struct {
	chainID uint64
	steps   []Step
	err     error
}

// Plan is every contract that the parameters decide, in the order of their
// creation. What depends on a fee recipient, owner or attester that is not
// there is left out: see Parameters.Check for what a deployment needs.
func Plan(chainID uint64, p Parameters) ([]Step, error) {
	m := planner{chainID: chainID}
	token, zero := p.Token, common.Address{}
	pay := m.add("pay", artifact{oabppay.OabpPayMetaData, oabppay.RuntimeCode, oabppay.Immutables}, []any{token}, func(self common.Address) values {
		return m.domain("OABP Settlement", self).with("OabpPay", values{"TOKEN": word(token), "DEPOSIT_IMPLEMENTATION": word(depositOf(self))})
	})
	m.addDeposit(token, pay)
	agents := m.add("agents", artifact{oabpagents.OabpAgentsMetaData, oabpagents.RuntimeCode, oabpagents.Immutables}, []any{p.IdentityRegistry},
		constant("OabpAgents", values{"identityRegistry": word(p.IdentityRegistry)}))
	if p.Owner == zero || p.FeeRecipient == zero {
		return m.steps, m.err
	}
	oracles := m.add("oracles", artifact{oabporacles.OabpOraclesMetaData, oabporacles.RuntimeCode, oabporacles.Immutables}, []any{p.Owner}, constant("OabpOracles", nil))
	escrow := m.add("escrow", artifact{oabpescrow.OabpEscrowMetaData, oabpescrow.RuntimeCode, oabpescrow.Immutables},
		[]any{token, oracles, p.PostFee, p.FeeRecipient},
		constant("OabpEscrow", values{"TOKEN": word(token), "ORACLES": word(oracles), "POST_FEE": number(p.PostFee)}))
	rules := p.AppealRules.Pack()
	m.add("vote", artifact{oabpvote.OabpVoteMetaData, oabpvote.RuntimeCode, oabpvote.Immutables}, []any{escrow, agents, rules},
		constant("OabpVote", values{"ESCROW": word(escrow), "AGENTS": word(agents), "TOKEN": word(token), "appealRules": rules}))
	m.add("reputation", artifact{oabpreputation.OabpReputationMetaData, oabpreputation.RuntimeCode, oabpreputation.Immutables},
		[]any{escrow, agents, p.ReputationRegistry}, constant("OabpReputation", values{"ESCROW": word(escrow), "AGENTS": word(agents),
			"reputationRegistry": word(p.ReputationRegistry), "identityRegistry": word(p.IdentityRegistry)}))
	if len(p.Attesters) > 0 {
		m.addAttesters(escrow, p)
	}
	return m.steps, m.err
}

// addDeposit adds the implementation of the deposit addresses, which the pay
// contract creates first.
func (m *planner) addDeposit(token, pay common.Address) {
	a := artifact{oabpdeposit.OabpDepositMetaData, oabpdeposit.RuntimeCode, oabpdeposit.Immutables}
	code, err := a.fill(values{}.with("OabpDeposit", values{"TOKEN": word(token), "PAY_CONTRACT": word(pay)}))
	m.fail("deposit", err)
	m.steps = append(m.steps, Step{Name: "deposit", Address: depositOf(pay), Args: []Argument{{"token", "address", token.Hex()}}, Code: code})
}

func (m *planner) addAttesters(escrow common.Address, p Parameters) {
	a := artifact{attestationoracle.AttestationOracleMetaData, attestationoracle.RuntimeCode, attestationoracle.Immutables}
	set := append(append(number(p.Threshold).Bytes(), number(64).Bytes()...), number(uint64(len(p.Attesters))).Bytes()...)
	for _, attester := range p.Attesters {
		set = append(set, word(attester).Bytes()...)
	}
	m.add("attestation_oracle", a, []any{escrow, new(big.Int).SetUint64(p.Threshold), p.Attesters}, func(self common.Address) values {
		return m.domain("OABP Attestation", self).with("AttestationOracle", values{"ESCROW": word(escrow),
			"threshold": number(p.Threshold), "attesterSetHash": crypto.Keccak256Hash(set)})
	})
}

// depositOf is the pay contract's first creation.
func depositOf(pay common.Address) common.Address { return crypto.CreateAddress(pay, 1) }

// add plans one contract. immutables are asked for once its address is known.
func (m *planner) add(name string, a artifact, args []any, immutables func(self common.Address) values) common.Address {
	parsed, err := a.meta.GetAbi()
	if err != nil {
		m.fail(name, fmt.Errorf("reading the binding: %w", err))
		return common.Address{}
	}
	packed, err := parsed.Pack("", args...)
	if err != nil {
		m.fail(name, fmt.Errorf("encoding the constructor's arguments: %w", err))
		return common.Address{}
	}
	s := Step{Name: name, Init: append(common.FromHex(a.meta.Bin), packed...)}
	s.Address = crypto.CreateAddress2(Factory, Salt, crypto.Keccak256(s.Init))
	for i, in := range parsed.Constructor.Inputs {
		s.Args = append(s.Args, Argument{Name: trimName(in.Name), Type: in.Type.String(), Value: argText(args[i])})
	}
	s.Code, err = a.fill(immutables(s.Address))
	m.fail(name, err)
	m.steps = append(m.steps, s)
	return s.Address
}

func (m *planner) fail(name string, err error) {
	if err != nil && m.err == nil {
		m.err = fmt.Errorf("planning %s: %w", name, err)
	}
}
