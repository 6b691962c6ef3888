package e2e

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"pgregory.net/rapid"

	"github.com/oabp/oabpd/bindings/attestationoracle"
	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/cmd/oabpd/attest"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/devdeploy"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/seal"
)

// panel is a chain with an attestation oracle of two of three attesters, and
// the parties of missions that it resolves.
type panel struct {
	*node
	d         *deploy.Deployments
	dir       string
	attesters []devchain.Account // ascending
	oracle    *attestationoracle.AttestationOracle
	escrow    *oabpescrow.OabpEscrow
	salt      uint64
}

func newPanel(t *testing.T) *panel {
	t.Helper()
	p := &panel{node: deployed(t, startGeth(t, 0)), dir: t.TempDir()}
	for _, name := range []string{"voter1", "voter2", "voter3"} { // keys are keys
		p.attesters = append(p.attesters, p.account(t, name))
	}
	slices.SortFunc(p.attesters, func(a, b devchain.Account) int { return bytes.Compare(a.Address[:], b.Address[:]) })
	whileMined(t, p.chain, p.deployer(), func() {
		var err error
		p.d, err = devdeploy.All(t.Context(), p.client, p.chain, func(q *deploy.Parameters) {
			q.SetAttesters([]common.Address{p.attesters[2].Address, p.attesters[0].Address, p.attesters[1].Address}, 2)
		})
		must(t, err)
	})
	var err error
	p.oracle, err = attestationoracle.NewAttestationOracle(p.d.Contracts.AttestationOracle.Address, p.client)
	must(t, err)
	p.escrow, err = oabpescrow.NewOabpEscrow(p.d.Contracts.Escrow.Address, p.client)
	must(t, err)
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	p.sends(t, p.account(t, "poster"), p.token.Address(), digest.CalldataApprove(settle.Address(p.d.Contracts.Escrow.Address), amountOf(t, most)))
	return p
}

func amountOf(t *testing.T, n *big.Int) money.Amount {
	a, err := money.FromBytes(n.Bytes())
	must(t, err)
	return a
}

func (p *panel) account(t *testing.T, name string) devchain.Account {
	t.Helper()
	a, ok := p.chain.Account(name)
	if !ok {
		t.Fatalf("no account %s", name)
	}
	return a
}

// sends makes one block with one call that succeeds.
func (p *panel) sends(t *testing.T, from devchain.Account, to common.Address, data []byte) common.Hash {
	t.Helper()
	tx := p.call(t, from, to, data)
	must(t, p.chain.Mine(t.Context(), 1))
	p.succeeded(t, tx)
	return tx
}

// case_ is a mission with its rule and the envelopes of its submissions.
type case_ struct {
	*panel
	terms     settle.MissionTerms
	id        settle.Hash
	rule      escrow.MatchRule
	envelopes map[common.Address]string // files, by agent
	split     map[common.Address]settle.Split
}

func (p *panel) mission(t *testing.T, v settle.VerificationType, rule escrow.MatchRule, prizes int) *case_ {
	t.Helper()
	head, err := p.client.HeaderByNumber(t.Context(), nil)
	must(t, err)
	poster := settle.Address(p.account(t, "poster").Address)
	p.salt++
	c := &case_{panel: p, rule: rule, envelopes: map[common.Address]string{}, split: map[common.Address]settle.Split{}}
	c.terms, err = escrow.New(escrow.Draft{Poster: poster, RefundTo: poster, Resolver: settle.Address(p.d.Contracts.AttestationOracle.Address), VType: v,
		Reward: money.Units(1_000_000), Prizes: prizes, SubmitBy: int64(head.Time) + 100_000, Param: rule.Hash(), Salt: settle.Uint256Of(p.salt)})
	must(t, err)
	c.id = digest.MissionID(p.chain.ChainID(), settle.Address(p.d.Contracts.Escrow.Address), c.terms)
	p.sends(t, p.account(t, "poster"), p.d.Contracts.Escrow.Address, digest.CalldataPost(c.terms, ""))
	return c
}

// submits seals content and submits its hash; no payees: the agent alone.
func (c *case_) submits(t *testing.T, agent devchain.Account, content string, payees ...common.Address) {
	t.Helper()
	envelope, hash, err := seal.Make(content, nil, rand.Reader)
	must(t, err)
	s := escrow.Solo(settle.Address(agent.Address))
	if len(payees) == 2 {
		s = settle.Split{Payees: []settle.Address{settle.Address(payees[0]), settle.Address(payees[1])}, BPS: []uint16{6000, 4000}}
	}
	c.split[agent.Address] = s
	c.envelopes[agent.Address] = filepath.Join(c.dir, hash.String())
	writeFile(t, c.envelopes[agent.Address], envelope)
	c.sends(t, agent, c.d.Contracts.Escrow.Address, digest.CalldataSubmit(c.id, 0, hash, digest.SplitHash(s), ""))
}

func (c *case_) file(t *testing.T, v any) string {
	t.Helper()
	b, ok := v.([]byte)
	if !ok {
		var err error
		b, err = json.Marshal(v)
		must(t, err)
	}
	f, err := os.CreateTemp(c.dir, "*.file")
	must(t, err)
	_, err = f.Write(b)
	must(t, err)
	must(t, f.Close())
	return f.Name()
}

// signArgs is the command line of one attester; all envelopes are at hand.
func (c *case_) signArgs(t *testing.T, attester, agent devchain.Account, more ...string) []string {
	t.Helper()
	args := []string{"attest", "sign", c.id.String(), "--rpc", c.chain.HTTPURL(), "--attestation-oracle", c.d.Contracts.AttestationOracle.Address.Hex(),
		"--key-file", c.file(t, []byte(attester.PrivateKey())), "--agent", agent.Address.Hex(), "--rule", c.file(t, c.rule.Bytes()), "--confirmations", "2",
		"--split", c.file(t, c.split[agent.Address])}
	for _, path := range c.envelopes {
		args = append(args, "--envelope", path)
	}
	return append(args, more...)
}

// signs returns the file that an attester's process prints.
func (c *case_) signs(t *testing.T, attester, agent devchain.Account, more ...string) string {
	t.Helper()
	code, out := oabpd(t, c.signArgs(t, attester, agent, more...)...)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	return c.file(t, []byte(out))
}

func (c *case_) refuses(t *testing.T, code int, says string, args []string) {
	t.Helper()
	if got, out := oabpd(t, args...); got != code || !strings.Contains(out, says) {
		t.Errorf("exit %d, want %d and %q: %s", got, code, says, out)
	}
}

func (c *case_) combines(t *testing.T, words ...string) *attest.Award {
	t.Helper()
	code, out := oabpd(t, append([]string{"attest", "combine", "--rpc", c.chain.HTTPURL()}, words...)...)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	var a attest.Award
	must(t, json.Unmarshal([]byte(out), &a))
	return &a
}

func (c *case_) word(t *testing.T, path string) *attest.Word {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	w, err := attest.ReadWord(f)
	must(t, err)
	return w
}

// contractSays is the error of the real contract for attestations in this order.
func (c *case_) contractSays(t *testing.T, w *attest.Word, as ...digest.Attestation) string {
	t.Helper()
	_, err := c.client.CallContract(t.Context(), ethereum.CallMsg{To: &c.d.Contracts.AttestationOracle.Address,
		Data: digest.CalldataAttestedAward(w.Terms, w.Finding, w.ContentHash, w.Split, as)}, nil)
	if err == nil {
		return ""
	}
	return attest.Reason(err)
}

// TestAttest: three attesters with processes of their own, of whom two must
// agree, and the contract that takes their word.
func TestAttest(t *testing.T) {
	t.Parallel()
	p := newPanel(t)
	t.Run("first valid match", func(t *testing.T) { attestMatch(t, p) })
	t.Run("first valid match, two prizes", func(t *testing.T) { attestPrizes(t, p) })
	t.Run("oracle", func(t *testing.T) { attestOracle(t, p) })
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

// awarded sends what was combined, by a stranger, and looks at the effects.
func (c *case_) awarded(t *testing.T, a *attest.Award, winner devchain.Account, units int64) {
	t.Helper()
	before := c.balance(t, winner.Address)
	receipt := c.succeeded(t, c.sends(t, c.bank(), common.Address(a.To), a.Calldata))
	var seen bool
	for _, l := range receipt.Logs {
		if e, err := c.escrow.ParseAwardFinalized(*l); err == nil && e.Agent == winner.Address && settle.Hash(e.MissionId) == c.id {
			seen = true
		}
	}
	if got := c.balance(t, winner.Address) - before; !seen || got != units {
		t.Errorf("AwardFinalized seen: %v, the winner got %d units, want %d", seen, got, units)
	}
	must(t, c.chain.Mine(t.Context(), 2))
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

// partial is an endpoint that keeps an agent's logs to itself, and gives no
// more than some blocks at once.
type partial struct {
	*ethclient.Client
	without common.Address
	span    uint64
	asked   int
}

func (p *partial) FilterLogs(ctx context.Context, q ethereum.FilterQuery) ([]types.Log, error) {
	p.asked++
	if p.span != 0 && q.ToBlock.Uint64()-q.FromBlock.Uint64() >= p.span {
		return nil, errors.New("query exceeds the range")
	}
	logs, err := p.Client.FilterLogs(ctx, q)
	return slices.DeleteFunc(logs, func(l types.Log) bool {
		return len(l.Topics) > 2 && l.Topics[2] == common.BytesToHash(p.without[:])
	}), err
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

func signHash(t *testing.T, h settle.Hash, by devchain.Account) []byte {
	t.Helper()
	sig, err := crypto.Sign(h[:], by.Key)
	must(t, err)
	sig[64] += 27
	return sig
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
