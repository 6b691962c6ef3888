package e2e

import (
	"crypto/sha256"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/indexer"
	logdecode "github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/money"
)

// court is a bench with the people of some missions, and what they do.
type court struct {
	*bench
	poster, ann, bob, arbiter devchain.Account
	answer                    []byte
	seen                      map[settle.Code]int
}

// TestCallsAreTheContracts walks missions from their post to their end, up to the
// edges of every window, and asks the deployed escrow at each stage about every
// call: settle/escrow says the same, with the same reason.
func TestCallsAreTheContracts(t *testing.T) {
	t.Parallel()
	c := &court{bench: newBench(t), answer: []byte("forty-two"), seen: map[settle.Code]int{}}
	c.poster = c.bank()
	for name, a := range map[string]*devchain.Account{"worker": &c.ann, "worker2": &c.bob, "oracle": &c.arbiter} {
		*a, _ = c.chain.Account(name)
	}
	judged := c.terms(t, func(d *escrow.Draft) {
		d.Prizes, d.Arbiter, d.AppealWindow, d.AppealBond = 2, settle.Address(c.arbiter.Address), 600, money.Units(escrow.MinTranche)
	})
	matched := c.terms(t, func(d *escrow.Draft) {
		d.Resolver, d.VType, d.Param, d.RevealWindow = settle.Address{}, settle.FirstValidMatch, sha256.Sum256(c.answer), 700
	})
	refunded := c.terms(t, func(d *escrow.Draft) {
		d.Parts = []money.Amount{money.Units(20_000), money.Units(30_000)}
	})
	cancelled := c.terms(t, func(d *escrow.Draft) { d.Salt = settle.Uint256Of(99) })
	all := []settle.MissionTerms{judged, matched, refunded, cancelled}
	look := func() {
		t.Helper()
		for _, m := range all {
			c.compare(t, m)
		}
	}
	look()
	for _, m := range all {
		c.does(t, c.poster, digest.CalldataPost(m, ""))
	}
	look()
	c.does(t, c.poster, digest.CalldataCancel(cancelled))
	for _, a := range []devchain.Account{c.ann, c.bob} {
		content, split := c.work(a)
		c.does(t, a, digest.CalldataSubmit(c.id(judged), 0, content, digest.SplitHash(split), ""))
		c.does(t, a, digest.CalldataSubmit(c.id(refunded), 0, content, digest.SplitHash(split), ""))
	}
	c.does(t, c.bob, digest.CalldataCommit(c.id(matched), c.commitment(matched, c.bob)))
	c.does(t, c.ann, digest.CalldataCommit(c.id(matched), c.commitment(matched, c.ann)))
	look() // too young
	must(t, c.chain.Mine(t.Context(), 2))
	look()
	c.does(t, c.ann, digest.CalldataReveal(matched, c.answer, courtSalt(c.ann)))
	c.appealed(t, judged, look)
	c.until(t, c.pending(t, matched).FinalAt-1)
	look()
	c.until(t, c.pending(t, matched).FinalAt)
	look()
	c.does(t, c.deployer(), digest.CalldataFinalize(matched, 0, settle.Hash{}, settle.Split{}))
	for _, at := range []int64{judged.SubmitBy - 1, judged.SubmitBy, judged.JudgeBy - 1, judged.JudgeBy, refunded.RefundAt - 1, refunded.RefundAt} {
		c.until(t, at)
		look()
	}
	c.does(t, c.deployer(), digest.CalldataRefundMission(refunded))
	look()
	for _, code := range []settle.Code{"", settle.CodeWrongStatus, settle.CodeSubmitWindowClosed, settle.CodeJudgeWindowClosed, settle.CodeRevealWindowClosed,
		settle.CodeAppealWindowClosed, settle.CodeTrancheTaken, settle.CodeNotCurrentSubmission, settle.CodeNoCommitmentsTaken, settle.CodeAlreadyCommitted,
		settle.CodeNoCommitment, settle.CodeCommitmentTooYoung, settle.CodeAppealsOff, settle.CodeAlreadyAppealed, settle.CodeNotAppellant, settle.CodeNoPendingAward,
		settle.CodeNotFinalYet, settle.CodeRefundNotDue, settle.CodeNoCredit, settle.CodeSubmissionLocked, settle.CodePosterBarred, settle.CodeTrancheOutOfRange} {
		if c.seen[code] == 0 {
			t.Errorf("no call with verdict %q: %v", code, c.seen)
		}
	}
}

// appealed awards the first prize, appeals it in vain, pays it as a credit, and
// pays the second one when nobody appeals in time.
func (c *court) appealed(t *testing.T, m settle.MissionTerms, look func()) {
	t.Helper()
	annWork, annSplit := c.work(c.ann)
	c.does(t, c.poster, digest.CalldataAward(m, 0, settle.Address(c.ann.Address), annWork, annSplit))
	look()
	c.does(t, c.poster, digest.CalldataAppeal(m, 0, settle.Hash{2}))
	look()
	c.does(t, c.arbiter, digest.CalldataRule(m, 0, settle.RulingUphold, settle.Address{}, settle.Hash{}, settle.Split{}))
	look()
	list := func(name string) {
		tx := c.usdc(t, c.deployer(), name, c.ann.Address)
		must(t, c.chain.Mine(t.Context(), 1))
		c.succeeded(t, tx)
	}
	list("blacklist(address)")
	c.does(t, c.deployer(), digest.CalldataFinalize(m, 0, annWork, annSplit))
	list("unBlacklist(address)")
	look()
	bobWork, bobSplit := c.work(c.bob)
	c.does(t, c.poster, digest.CalldataAward(m, 1, settle.Address(c.bob.Address), bobWork, bobSplit))
	final := c.pending(t, m).FinalAt
	for _, at := range []int64{final - 1, final} {
		c.until(t, at)
		look()
	}
	c.does(t, c.deployer(), digest.CalldataFinalize(m, 1, bobWork, bobSplit))
	c.does(t, c.deployer(), digest.CalldataWithdraw(settle.Address(c.ann.Address)))
	look()
}

func (c *court) terms(t *testing.T, change func(*escrow.Draft)) settle.MissionTerms {
	t.Helper()
	d := escrow.Draft{Poster: settle.Address(c.poster.Address), Resolver: settle.Address(c.poster.Address), RefundTo: settle.Address(c.poster.Address),
		Reward: money.Units(1_000_000), SubmitBy: c.clock(t) + 7200, JudgeBy: c.clock(t) + 14_400}
	change(&d)
	m, err := escrow.New(d)
	must(t, err)
	return m
}

func (c *court) id(m settle.MissionTerms) settle.Hash {
	return digest.MissionID(c.chain.ChainID(), settle.Address(c.address), m)
}

func (c *court) work(a devchain.Account) (settle.Hash, settle.Split) {
	return settle.Keccak256([]byte(a.Name)), escrow.Solo(settle.Address(a.Address))
}

func (c *court) commitment(m settle.MissionTerms, a devchain.Account) settle.Hash {
	return digest.Commitment(c.id(m), settle.Address(a.Address), c.answer, courtSalt(a))
}

func courtSalt(a devchain.Account) settle.Hash { return settle.Keccak256([]byte("salt"), a.Address[:]) }

func (c *court) does(t *testing.T, from devchain.Account, data []byte) {
	t.Helper()
	tx := c.call(t, from, c.address, data)
	must(t, c.chain.Mine(t.Context(), 1))
	c.succeeded(t, tx)
}

func (c *court) clock(t *testing.T) int64 {
	t.Helper()
	h, err := c.client.HeaderByNumber(t.Context(), nil)
	must(t, err)
	return int64(h.Time)
}

func (c *court) until(t *testing.T, at int64) {
	t.Helper()
	if d := at - c.clock(t); d > 0 {
		must(t, c.chain.AdvanceTime(t.Context(), time.Duration(d)*time.Second))
	}
}

// view is what the daemon would know of a mission at the head.
func (c *court) view(t *testing.T, m settle.MissionTerms) *settle.EscrowView {
	t.Helper()
	d, err := logdecode.New(logdecode.Emitters{Token: settle.Address(c.token.Address()), Contracts: []settle.Contract{{Role: settle.RoleEscrow, Address: settle.Address(c.address)}}})
	must(t, err)
	s, seq := memstore.NewState(), uint64(0)
	fold := func(b settle.Body) {
		seq++
		f, err := settle.NewFact(seq, settle.Hash{}, int64(seq), b)
		must(t, err)
		must(t, settle.Fold(s, f, nil))
	}
	fold(settle.Settings{Token: settle.Address(c.token.Address()), Contracts: settle.Contracts{Escrow: settle.Address(c.address)}})
	logs, err := c.client.FilterLogs(t.Context(), ethereum.FilterQuery{FromBlock: new(big.Int), Addresses: []common.Address{c.address, c.token.Address()}})
	must(t, err)
	for _, l := range logs {
		r := indexer.RawLog{Address: settle.Address(l.Address), Data: l.Data, Index: uint32(l.Index), TxHash: settle.Hash(l.TxHash), TxIndex: uint32(l.TxIndex)}
		for _, topic := range l.Topics {
			r.Topics = append(r.Topics, settle.Hash(topic))
		}
		if got, ok, err := d.Decode(r); ok && err == nil {
			b := settle.BlockRef{Number: l.BlockNumber, Hash: settle.Hash(l.BlockHash)}
			fold(settle.BlockApplied{Block: b, Txs: []settle.TxLogs{{Hash: got.TxHash, Logs: []settle.Log{got}}}})
		}
	}
	h, err := c.client.HeaderByNumber(t.Context(), nil)
	must(t, err)
	v := &settle.EscrowView{Mission: &settle.Mission{Terms: &m, OnChain: c.id(m), Contract: settle.Address(c.address)},
		Tip: &settle.StoredBlock{BlockRef: settle.BlockRef{Number: h.Number.Uint64()}, Time: int64(h.Time)}}
	v.Soon = settle.GetRow[settle.EscrowMission](s, c.id(m).String())
	v.SoonEntries = settle.FindRows[*settle.EscrowEntry](s, settle.EntriesOfMission(c.id(m)))
	v.SoonCommitments = settle.FindRows[*settle.EscrowCommitment](s, settle.CommitmentsOfMission(c.id(m)))
	v.SoonCredits = settle.FindRows[*settle.EscrowCredit](s, settle.OfContract(settle.TableEscrowCredit, settle.Address(c.address)))
	return v
}

// pending is the pending award of a mission.
func (c *court) pending(t *testing.T, m settle.MissionTerms) *settle.PendingAward {
	t.Helper()
	for _, x := range c.view(t, m).Soon.Tranches {
		if x.Pending != nil {
			return x.Pending
		}
	}
	t.Fatal("nothing is pending")
	return nil
}

// compare asks the contract and settle/escrow about every call.
func (c *court) compare(t *testing.T, m settle.MissionTerms) {
	t.Helper()
	v, id := c.view(t, m), c.id(m)
	ask := func(name string, ours error, from devchain.Account, data []byte) {
		t.Helper()
		verdict, err := c.verdict(t.Context(), from.Address, data)
		must(t, err)
		if strings.HasPrefix(verdict, "unknown 08c379a0") { // the token's: only the money fails
			verdict = ""
		}
		got, want := settle.CodeOf(ours), codeOf(verdict)
		if want == "wrong_status" && v.Soon == nil { // the contract has no name of its own for it
			want = settle.CodeMissionNotFunded
		}
		if c.seen[want]++; got != want {
			t.Errorf("%s of %s at %d: we say %q, the contract %q", name, id, v.Tip.Time, got, want)
		}
	}
	f := escrow.Facts{Escrow: settle.Address(c.address), Token: settle.Address(c.token.Address())}
	if v.Soon == nil {
		ask("post", escrow.CheckPost(v, f), c.poster, digest.CalldataPost(m, ""))
	}
	ask("cancel", escrow.CheckCancel(v), c.poster, digest.CalldataCancel(m))
	ask("refund", escrow.CheckRefund(v), c.deployer(), digest.CalldataRefundMission(m))
	for _, a := range []devchain.Account{c.ann, c.bob, c.poster} {
		content, split := c.work(a)
		who := settle.Address(a.Address)
		ask("commit by "+a.Name, escrow.CheckCommit(v, who), a, digest.CalldataCommit(id, c.commitment(m, a)))
		if m.Resolver.IsZero() && a.Name != c.poster.Name { // who is asked about is who committed
			_, _, err := escrow.CheckReveal(v, c.answer, courtSalt(a))
			ask("reveal by "+a.Name, err, a, digest.CalldataReveal(m, c.answer, courtSalt(a)))
		}
		ask("withdraw for "+a.Name, escrow.CheckWithdraw(v, who), c.deployer(), digest.CalldataWithdraw(who))
		for n := range uint8(3) {
			what := fmt.Sprintf(" %d of %s", n, a.Name)
			ask("submit"+what, escrow.CheckEnter(v, n, who), a, digest.CalldataSubmit(id, n, content, digest.SplitHash(split), ""))
			ask("appeal"+what, escrow.CheckAppeal(v, n, who), a, digest.CalldataAppeal(m, n, settle.Hash{2}))
			ask("finalize"+what, escrow.CheckFinalize(v, n, content, digest.SplitHash(split)), c.deployer(), digest.CalldataFinalize(m, n, content, split))
			if !m.Resolver.IsZero() {
				ask("award"+what, escrow.CheckAward(v, n, who, content, digest.SplitHash(split)), c.poster, digest.CalldataAward(m, n, who, content, split))
			}
		}
	}
}
