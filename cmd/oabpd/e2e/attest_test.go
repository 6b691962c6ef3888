package e2e

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"github.com/oabp/oabpd/bindings/attestationoracle"
	"github.com/oabp/oabpd/cmd/oabpd/attest"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/seal"
)

// TestAttest: three attesters with processes of their own, of whom two must
// agree, and the contract that takes their word.
func TestAttest(t *testing.T) {
	t.Parallel()
	p := newPanel(t)
	t.Run("first valid match", func(t *testing.T) { attestMatch(t, p) })
	t.Run("first valid match, two prizes", func(t *testing.T) { attestPrizes(t, p) })
	t.Run("oracle", func(t *testing.T) { attestOracle(t, p) })
	t.Run("no param", func(t *testing.T) { attestUnbound(t, p) })
	t.Run("barred", func(t *testing.T) { attestBarred(t, p) })
	t.Run("endpoints", func(t *testing.T) { attestEndpoints(t, p) })
	t.Run("digest", func(t *testing.T) { attestDigest(t, p) })
}

func attestMatch(t *testing.T, p *panel) {
	c := p.mission(t, settle.FirstValidMatch, escrow.MatchRule{Mode: escrow.MatchRegex, Expected: `0x[0-9a-f]{4}`}, 1)
	a, b := p.attesters[0], p.attesters[1]
	wrong, first, second := p.account(t, "worker"), p.account(t, "worker2"), p.account(t, "worker3")
	c.refuses(t, 1, "not posted, or not confirmed", c.signArgs(t, a, first))
	must(t, p.chain.Mine(t.Context(), 2))
	c.refuses(t, 1, "has no submission", c.signArgs(t, a, first))
	c.submits(t, p.account(t, "poster"), "0x0000") // valid, before all others, and never to be awarded
	c.submits(t, wrong, "I do not know")
	c.submits(t, second, "not yet")
	c.submits(t, first, "0xbeef", first.Address, p.account(t, "voter1").Address)
	c.submits(t, first, "0xbeee")
	c.submits(t, second, "0xdead") // replaced: it stands after the first one now
	must(t, p.chain.Mine(t.Context(), 2))

	c.refuses(t, 1, "is not valid", c.signArgs(t, a, wrong))
	c.refuses(t, 1, "the submission of "+first.Address.Hex()+" is valid and stands before it", c.signArgs(t, a, second))
	c.refuses(t, 1, "stands before it", c.signArgs(t, a, second, "--pass-over", first.Address.Hex())) // not what its envelope shows
	c.refuses(t, 1, "no attester", c.signArgs(t, p.account(t, "worker"), first))
	c.refuses(t, 1, "poster can never", c.signArgs(t, a, p.account(t, "poster")))
	c.refuses(t, 1, "no tranche 1", c.signArgs(t, a, first, "--tranche", "1"))
	c.refuses(t, 1, "deadline 5 is over", c.signArgs(t, a, first, "--deadline", "5"))
	c.refuses(t, 1, "the terms say", c.signArgs(t, a, first, "--rule", c.file(t, escrow.MatchRule{Mode: escrow.MatchExact, Expected: "0xbeee"}.Bytes())))
	c.refuses(t, 1, "the submission says", c.signArgs(t, a, first, "--split", c.file(t, escrow.Solo(settle.Address(wrong.Address)))))
	sealed := c.envelopes[wrong.Address]
	delete(c.envelopes, wrong.Address)
	c.refuses(t, 1, "the earlier submission of "+wrong.Address.Hex(), c.signArgs(t, a, first))
	one := c.signs(t, a, first, "--pass-over", wrong.Address.Hex())
	c.envelopes[wrong.Address] = sealed
	two := c.signs(t, b, first)

	w1, w2 := c.word(t, one), c.word(t, two)
	if w1.Finding != w2.Finding || w1.Finding.Deadline != c.terms.JudgeBy || w1.Finding.Position == 0 {
		t.Errorf("two attesters find %+v and %+v", w1.Finding, w2.Finding)
	}
	c.refuses(t, 1, "AttestationCountOutOfRange[1 2]", []string{"attest", "combine", one, one, "--rpc", p.chain.HTTPURL()})
	later := c.signs(t, p.attesters[2], first, "--deadline", fmt.Sprint(c.terms.JudgeBy-1))
	c.refuses(t, 1, "another finding", []string{"attest", "combine", one, later, "--rpc", p.chain.HTTPURL()})
	for says, as := range map[string][]digest.Attestation{
		"AttestationCountOutOfRange": {w1.Attestation},
		"SignersNotAscending":        {w2.Attestation, w1.Attestation},
		"SignatureInvalid":           {w1.Attestation, {Signer: w2.Signer, Signature: w1.Signature}},
		"NotAnAttester":              {{Signer: settle.Address{0, 1}, Signature: w1.Signature}, w2.Attestation},
	} {
		if got := c.contractSays(t, w1, as...); !strings.HasPrefix(got, says) {
			t.Errorf("the contract says %q, want %s", got, says)
		}
	}
	forged := *w1
	forged.Finding.Position-- // another order than was signed
	if got := c.contractSays(t, &forged, w1.Attestation, w2.Attestation); !strings.HasPrefix(got, "SignatureInvalid") {
		t.Errorf("a finding that was not signed: %q", got)
	}
	c.awarded(t, c.combines(t, two, one), first, 995_000)
	c.refuses(t, 1, "already", c.signArgs(t, a, first))
}

// attestPrizes: who has won a prize does not stand before the next one.
func attestPrizes(t *testing.T, p *panel) {
	c := p.mission(t, settle.FirstValidMatch, escrow.MatchRule{Mode: escrow.MatchSubstring, Expected: "YES"}, 2)
	first, second := p.account(t, "worker"), p.account(t, "worker2")
	c.submits(t, first, "yes")
	c.submits(t, second, "oh yes")
	must(t, p.chain.Mine(t.Context(), 2))
	c.refuses(t, 1, "stands before it", c.signArgs(t, p.attesters[0], second, "--tranche", "0"))
	for tranche, winner := range []devchain.Account{first, second} {
		var words []string
		for _, attester := range p.attesters[:2] {
			words = append(words, c.signs(t, attester, winner, "--tranche", fmt.Sprint(tranche)))
		}
		c.awarded(t, c.combines(t, words...), winner, 497_500)
	}
}

// attestOracle: a program judges, and order does not matter.
func attestOracle(t *testing.T, p *panel) {
	c := p.mission(t, settle.OracleDecides, escrow.MatchRule{Mode: escrow.MatchOracle, Expected: "says please"}, 1)
	agent := p.account(t, "worker3")
	c.submits(t, p.account(t, "worker"), "please, too")
	c.submits(t, agent, "please pay")
	must(t, p.chain.Mine(t.Context(), 2))
	program := func(exit int) string {
		path := filepath.Join(t.TempDir(), "judge")
		must(t, os.WriteFile(path, fmt.Appendf(nil, "#!/bin/sh\n[ \"$(cat)\" = 'please pay' ] && [ \"$OABP_AGENT\" = %s ] && [ \"$OABP_EXPECTED\" = 'says please' ] && [ -z \"$OABPD_KEY_FILE\" ] || exit 9\nexit %d\n",
			agent.Address.Hex(), exit), 0o700))
		return path
	}
	c.refuses(t, 1, "no --evaluator", c.signArgs(t, p.attesters[0], agent))
	c.refuses(t, 1, "is not valid", c.signArgs(t, p.attesters[0], agent, "--evaluator", program(3)))
	c.refuses(t, 1, "no verdict", c.signArgs(t, p.attesters[0], agent, "--evaluator", program(1)))
	c.refuses(t, 1, "no verdict", c.signArgs(t, p.attesters[0], agent, "--evaluator", "/does/not/exist"))
	yes := program(0)
	one, three := c.signs(t, p.attesters[0], agent, "--evaluator", yes), c.signs(t, p.attesters[2], agent, "--evaluator", yes)
	if w := c.word(t, one); w.Finding.Position != 0 {
		t.Errorf("position %d where order does not matter", w.Finding.Position)
	}
	c.awarded(t, c.combines(t, one, three), agent, 995_000)
}

// attestUnbound: an oracle mission may leave the rule to its specification, a
// first_valid_match may not.
func attestUnbound(t *testing.T, p *panel) {
	rule, agent := escrow.MatchRule{Mode: escrow.MatchExact, Expected: "x"}, p.account(t, "worker")
	for v, says := range map[settle.VerificationType]string{settle.OracleDecides: "", settle.FirstValidMatch: "the terms say 0x00"} {
		c := p.missionOver(t, v, rule, settle.Hash{}, 1)
		c.submits(t, agent, "x")
		must(t, p.chain.Mine(t.Context(), 2))
		if says == "" {
			c.signs(t, p.attesters[0], agent)
		} else {
			c.refuses(t, 1, says, c.signArgs(t, p.attesters[0], agent))
		}
	}
}

// attestBarred: an attester does not sign for itself, and the contract would
// not take it.
func attestBarred(t *testing.T, p *panel) {
	c := p.mission(t, settle.FirstValidMatch, escrow.MatchRule{Mode: escrow.MatchExact, Expected: "x"}, 1)
	self, agent := p.attesters[0], p.account(t, "worker")
	c.submits(t, agent, "x", agent.Address, self.Address)
	must(t, p.chain.Mine(t.Context(), 2))
	c.refuses(t, 1, "barred", c.signArgs(t, self, agent))
	w := c.word(t, c.signs(t, p.attesters[1], agent))
	h := digest.AttestationDomain{ChainID: w.ChainID, Oracle: w.Oracle}.Attestation(settle.Address(self.Address), w.Finding)
	forged := digest.Attestation{Signer: settle.Address(self.Address), Signature: signHash(t, h, self)}
	if got := c.contractSays(t, w, forged, w.Attestation); !strings.HasPrefix(got, "AttesterBarred") {
		t.Errorf("the contract says %q", got)
	}
	own := *w
	own.Attestation = forged
	c.refuses(t, 1, "AttesterBarred", []string{"attest", "combine", c.file(t, &own), c.file(t, w), "--rpc", p.chain.HTTPURL()})
	if got := c.contractSays(t, w, w.Attestation, c.word(t, c.signs(t, p.attesters[2], agent)).Attestation); got != "" {
		t.Errorf("two who are not barred: %q", got)
	}
}

// attestEndpoints: what one endpoint hides, another one shows; and limits of an
// endpoint are no obstacle.
func attestEndpoints(t *testing.T, p *panel) {
	c := p.mission(t, settle.FirstValidMatch, escrow.MatchRule{Mode: escrow.MatchExact, Expected: "x"}, 1)
	first, second := p.account(t, "worker"), p.account(t, "worker2")
	c.submits(t, first, "x")
	must(t, p.chain.Mine(t.Context(), 40))
	c.submits(t, second, "x")
	must(t, p.chain.Mine(t.Context(), 2))
	q := attest.Question{Agent: settle.Address(second.Address), Split: c.split[second.Address], Rule: c.rule, Envelopes: map[settle.Hash][]byte{}}
	for _, path := range c.envelopes {
		b, err := os.ReadFile(path)
		must(t, err)
		q.Envelopes[seal.Hash(b)] = b
	}
	sign := func(q attest.Question, nodes ...attest.Node) (*attest.Word, error) {
		return attest.Sign(t.Context(), nodes, settle.Address(p.d.Contracts.AttestationOracle.Address), c.id, 1, p.attesters[0].Key, q)
	}
	honest, liar := &partial{Client: p.client}, &partial{Client: p.client, without: first.Address}
	if _, err := sign(q, liar); err != nil {
		t.Fatalf("nobody is before, as far as this endpoint says: %v", err)
	}
	if _, err := sign(q, liar, honest); err == nil || !strings.Contains(err.Error(), "stands before it") {
		t.Errorf("the other endpoint: %v", err)
	}
	if _, err := sign(q); err == nil {
		t.Error("signed without asking anybody")
	}
	q.Agent, q.Split = settle.Address(first.Address), c.split[first.Address]
	if _, err := sign(q, honest, &partial{Client: p.client, without: p.account(t, "poster").Address}); err == nil || !strings.Contains(err.Error(), "endpoint 2: the endpoint gives no MissionPosted") {
		t.Errorf("terms that are hidden: %v", err)
	}
	whole, err := sign(q, honest)
	must(t, err)
	small := &partial{Client: p.client, span: 20}
	w, err := sign(q, small)
	must(t, err)
	if w.Finding != whole.Finding || small.asked < 4 {
		t.Errorf("in %d parts: %+v, whole %+v", small.asked, w.Finding, whole.Finding)
	}
	if _, err := sign(q, &partial{Client: p.client, span: 2}); err == nil || !strings.Contains(err.Error(), "exceeds the range") {
		t.Errorf("an endpoint that gives nothing: %v", err)
	}
}

// attestDigest asks the deployed contract for the digests of any finding.
func attestDigest(t *testing.T, p *panel) {
	d := digest.AttestationDomain{ChainID: p.chain.ChainID(), Oracle: settle.Address(p.d.Contracts.AttestationOracle.Address)}
	o := &bind.CallOpts{Context: context.Background()}
	rapid.Check(t, func(r *rapid.T) {
		h := func(name string) (h settle.Hash) {
			copy(h[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(r, name))
			return h
		}
		a := func(name string) (a settle.Address) {
			copy(a[:], rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(r, name))
			return a
		}
		signer := a("signer")
		f := digest.Finding{MissionID: h("mission"), Tranche: rapid.Uint8().Draw(r, "tranche"), Agent: a("agent"), SubmissionHash: h("submission"),
			SharesHash: h("shares"), Position: rapid.Uint64().Draw(r, "position"), Deadline: rapid.Int64Range(0, 1<<62).Draw(r, "deadline")}
		want, err := p.oracle.AttestationDigest(o, common.Address(signer), attestationoracle.Finding{MissionId: f.MissionID, Tranche: f.Tranche,
			Agent: common.Address(f.Agent), SubmissionHash: f.SubmissionHash, SharesHash: f.SharesHash,
			Position: new(big.Int).SetUint64(f.Position), Deadline: big.NewInt(f.Deadline)})
		if err != nil {
			r.Fatal(err)
		}
		if got := d.Attestation(signer, f); got != settle.Hash(want) {
			r.Fatalf("%+v: %s, the contract %x", f, got, want)
		}
	})
}
