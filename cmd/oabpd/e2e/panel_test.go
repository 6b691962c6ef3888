package e2e

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

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
	return p.missionOver(t, v, rule, rule.Hash(), prizes)
}

// missionOver posts a mission whose param may be another than its rule's.
func (p *panel) missionOver(t *testing.T, v settle.VerificationType, rule escrow.MatchRule, param settle.Hash, prizes int) *case_ {
	t.Helper()
	head, err := p.client.HeaderByNumber(t.Context(), nil)
	must(t, err)
	poster := settle.Address(p.account(t, "poster").Address)
	p.salt++
	c := &case_{panel: p, rule: rule, envelopes: map[common.Address]string{}, split: map[common.Address]settle.Split{}}
	c.terms, err = escrow.New(escrow.Draft{Poster: poster, RefundTo: poster, Resolver: settle.Address(p.d.Contracts.AttestationOracle.Address), VType: v,
		Reward: money.Units(1_000_000), Prizes: prizes, SubmitBy: int64(head.Time) + 100_000, Param: param, Salt: settle.Uint256Of(p.salt)})
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

func signHash(t *testing.T, h settle.Hash, by devchain.Account) []byte {
	t.Helper()
	sig, err := crypto.Sign(h[:], by.Key)
	must(t, err)
	sig[64] += 27
	return sig
}
