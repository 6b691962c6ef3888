package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
	"pgregory.net/rapid"

	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/bindings/oabporacles"
	"github.com/oabp/oabpd/bindings/oabpvote"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// bench is an escrow of its own, for tests of what the daemon says of it.
type bench struct {
	*node
	address, oracles common.Address
	abi              *abi.ABI
	escrow           *oabpescrow.OabpEscrow
}

const benchPostFee = 10_000

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{node: deployed(t, startGeth(t, 0))}
	must(t, b.chain.Mine(t.Context(), 1))
	var err error
	b.abi, err = oabpescrow.OabpEscrowMetaData.GetAbi()
	must(t, err)
	auth, err := bind.NewKeyedTransactorWithChainID(b.deployer().Key, new(big.Int).SetUint64(b.chain.ChainID()))
	must(t, err)
	auth.GasLimit = 8_000_000
	oracles, _, _, err := oabporacles.DeployOabpOracles(auth, b.client, b.deployer().Address)
	must(t, err)
	must(t, b.chain.Mine(t.Context(), 1))
	b.oracles = oracles
	b.address, _, b.escrow, err = oabpescrow.DeployOabpEscrow(auth, b.client, b.token.Address(), oracles, benchPostFee, b.fee.Address)
	must(t, err)
	must(t, b.chain.Mine(t.Context(), 1))
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	tx := b.usdc(t, b.bank(), "approve(address,uint256)", b.address, most)
	must(t, b.chain.Mine(t.Context(), 1))
	b.succeeded(t, tx)
	return b
}

// verdict is what the contract says of a call: the name of its error, or
// nothing if it would succeed.
func (b *bench) verdict(ctx context.Context, from common.Address, data []byte) (string, error) {
	_, err := b.client.CallContract(ctx, ethereum.CallMsg{From: from, To: &b.address, Data: data}, nil)
	if err == nil {
		return "", nil
	}
	var revert rpc.DataError
	if !errors.As(err, &revert) {
		return "", err
	}
	raw, err := hexutil.Decode(fmt.Sprint(revert.ErrorData()))
	if err != nil || len(raw) < 4 {
		return "", fmt.Errorf("no revert data in %v", revert)
	}
	for name, e := range b.abi.Errors {
		if string(e.ID[:4]) == string(raw[:4]) {
			return name, nil
		}
	}
	return fmt.Sprintf("unknown %x", raw), nil
}

var capital = regexp.MustCompile(`(.)([A-Z])`)

// codeOf is the code of a contract's error.
func codeOf(name string) settle.Code {
	return settle.Code(strings.ToLower(capital.ReplaceAllString(name, "${1}_${2}")))
}

// TestRulesAreTheContracts asks the deployed escrow about terms near every
// edge: settle/escrow gives the same verdict, with the same reason.
func TestRulesAreTheContracts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	head, err := b.client.HeaderByNumber(t.Context(), nil)
	must(t, err)
	f := escrow.Facts{Escrow: settle.Address(b.address), Token: settle.Address(b.token.Address())}
	poster := settle.Address(b.bank().Address)
	coded, plain := settle.Address(b.oracles), settle.Address{0x77}
	// a call to "latest" runs at the time of that block
	f.Now = int64(head.Time)
	seen := map[settle.Code]int{}
	ask := func(r *rapid.T) {
		terms := nearTerms(r, f, poster, []settle.Address{poster, {}, coded, plain, f.Token, f.Escrow})
		uri := strings.Repeat("u", rapid.SampledFrom([]int{0, 1, 31, 32, 33, 40, 100, 511, escrow.MaxURI, escrow.MaxURI + 1}).Draw(r, "uri"))
		f.ResolverHasCode = terms.Resolver == coded || terms.Resolver == f.Token || terms.Resolver == f.Escrow
		want := settle.CodeOf(escrow.Check(terms, uri, f))
		name, err := b.verdict(t.Context(), b.bank().Address, digest.CalldataPost(terms, uri))
		if err != nil {
			r.Fatal(err)
		}
		got := codeOf(name)
		seen[got]++
		if got != want {
			r.Fatalf("the contract says %q, settle/escrow %q, of %+v", name, want, terms)
		}
	}
	for range 20 { // a hundred terms each
		rapid.Check(t, ask)
	}
	for _, c := range []settle.Code{"", settle.CodeTooLong, settle.CodeForbiddenReceiver, settle.CodeTimesNotAscending, settle.CodeRefundTimeOutOfRange,
		settle.CodeTrancheTooSmall, settle.CodeFeeOutOfRange, settle.CodeAppealTermsInvalid, settle.CodeMatchTermsInvalid,
		settle.CodeResolverInvalid, settle.CodeOracleNotAllowed} {
		if seen[c] == 0 {
			t.Errorf("no terms with verdict %q were drawn: %v", c, seen)
		}
	}
}

// TestVoteRulesAreTheContracts asks the deployed vote contract to pack rules at
// and around the ends of their ranges: what it packs we pack, and what it refuses
// we refuse.
func TestVoteRulesAreTheContracts(t *testing.T) {
	t.Parallel()
	n := deployed(t, startGeth(t, 0))
	v, err := oabpvote.NewOabpVote(n.contracts.Vote.Address, n.client)
	must(t, err)
	good, refused := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		u16 := func(name string, ends ...uint16) uint16 { return rapid.SampledFrom(ends).Draw(r, name) }
		rules := settle.VoteRules{CommitMinutes: u16("commit", 10, 9, 10_080, 10_081, 60, 60, 60), RevealMinutes: u16("reveal", 10, 9, 10_080, 10_081, 60, 60, 60),
			QuorumVoters: u16("voters", 3, 2, 65_535, 100, 100), SlashBPS: u16("slash", 0, 2000, 2001, 100), Cap: rapid.SampledFrom([]uint32{0, 1, 1<<20 - 1, 1 << 20, 500, 500}).Draw(r, "cap"),
			QuorumWeight: money.Units(rapid.SampledFrom([]uint64{0, 1, 1<<56 - 1, 1_000_000, 1_000_000}).Draw(r, "weight"))}
		weight, _ := rules.QuorumWeight.Uint64()
		packed, err := v.PackRules(&bind.CallOpts{Context: t.Context()}, oabpvote.VoteRules{CommitMinutes: rules.CommitMinutes, RevealMinutes: rules.RevealMinutes,
			QuorumVoters: rules.QuorumVoters, SlashBps: rules.SlashBPS, Cap: new(big.Int).SetUint64(uint64(rules.Cap)), QuorumWeight: new(big.Int).SetUint64(weight)})
		ours := escrow.CheckVote(rules, 0, math.MaxInt64)
		switch {
		case (err == nil) != (ours == nil):
			r.Fatalf("the contract says %v, settle/escrow %v, of %+v", err, ours, rules)
		case err == nil && escrow.PackVote(rules) != settle.Hash(packed):
			r.Fatalf("packed %x, ours %s, of %+v", packed, escrow.PackVote(rules), rules)
		case err == nil:
			good++
		default:
			refused++
		}
	})
	if good < 5 || refused < 20 {
		t.Errorf("%d taken and %d refused only", good, refused)
	}
}

// nearTerms are valid terms with at most two members moved to an edge.
func nearTerms(r *rapid.T, f escrow.Facts, poster settle.Address, addresses []settle.Address) settle.MissionTerms {
	someone := rapid.SampledFrom(addresses)
	d := escrow.Draft{Poster: poster, Resolver: poster, RefundTo: poster, SubmitBy: f.Now + 3600, Salt: settle.Uint256Of(rapid.Uint64().Draw(r, "salt"))}
	if rapid.Bool().Draw(r, "milestones") {
		for range rapid.IntRange(2, 10).Draw(r, "n") {
			d.Parts = append(d.Parts, money.Units(rapid.Uint64Range(escrow.MinTranche, 3*escrow.MinTranche).Draw(r, "part")))
		}
	} else {
		d.Prizes = rapid.IntRange(1, 16).Draw(r, "prizes")
		d.Reward = money.Units(rapid.Uint64Range(uint64(d.Prizes)*escrow.MinTranche, 1_000_000_000).Draw(r, "reward"))
	}
	if rapid.Bool().Draw(r, "arbiter") {
		d.Arbiter, d.AppealWindow, d.AppealBond = settle.Address{9}, rapid.Uint32Range(1, 1<<20).Draw(r, "window"), money.Units(escrow.MinTranche)
	}
	if rapid.IntRange(0, 3).Draw(r, "match") == 0 {
		d = escrow.Draft{Poster: poster, RefundTo: poster, SubmitBy: d.SubmitBy, VType: settle.FirstValidMatch, Reward: money.Units(50_000),
			RevealWindow: rapid.Uint32Range(0, escrow.RuleWindow).Draw(r, "reveal")}
	}
	t, err := escrow.New(d)
	if err != nil {
		r.Fatal(err)
	}
	edge := func(at int64) int64 { return at + int64(rapid.IntRange(-1, 1).Draw(r, "edge")) }
	k := func() int { return rapid.IntRange(0, len(t.Tranches)-1).Draw(r, "k") }
	moves := []func(){
		func() { t.SubmitBy = edge(f.Now) },
		func() { t.JudgeBy = edge(t.SubmitBy) },
		func() { t.RefundAt = edge(t.JudgeBy + int64(t.AppealWindow) + escrow.RuleWindow) },
		func() { t.RefundAt = edge(f.Now + escrow.MaxDuration) },
		func() { t.RefundTo = someone.Draw(r, "refund") },
		func() { t.Resolver = someone.Draw(r, "resolver") },
		func() { t.VType = settle.VerificationType(rapid.IntRange(0, 3).Draw(r, "vtype")) },
		func() { t.Layout = 1 - t.Layout },
		func() { i := k(); t.Tranches[i] = money.Units(uint64(edge(escrow.MinTranche))) },
		func() { i := k(); t.Fees[i] = t.Fees[i].SatAdd(money.Units(1)) },
		func() { i := k(); t.Fees[i] = t.Fees[i].SatSub(money.Units(1)) },
		func() { // between neighbours a unit may move, if both stay fair
			i := k()
			t.Fees[i], t.Fees[0] = t.Fees[i].SatAdd(money.Units(1)), t.Fees[0].SatSub(money.Units(1))
		},
		func() { t.Tranches, t.Fees = t.Tranches[1:], t.Fees[1:] },
		func() { t.Fees = t.Fees[1:] },
		func() { t.Tranches = append(t.Tranches, money.Units(20_000)) },
		func() { t.Reward = t.Reward.SatAdd(money.Units(1)) },
		func() { t.Reward = money.Units(math.MaxUint64).SatAdd(money.Units(1)) },
		func() { t.Arbiter = someone.Draw(r, "arbiter's address") },
		func() { t.AppealWindow = uint32(rapid.IntRange(0, 1).Draw(r, "appeal window")) },
		func() { t.AppealBond = money.Units(uint64(edge(escrow.MinTranche))) },
		func() {
			t.AppealBond = money.Units(math.MaxUint64).SatAdd(money.Units(uint64(rapid.IntRange(0, 1).Draw(r, "beyond"))))
		},
		func() {
			t.RevealWindow = uint32(rapid.SampledFrom([]int{0, 1, escrow.RuleWindow, escrow.RuleWindow + 1}).Draw(r, "reveal window"))
		},
	}
	for range rapid.IntRange(0, 2).Draw(r, "moves") {
		if len(t.Tranches) > 0 && len(t.Fees) == len(t.Tranches) {
			moves[rapid.IntRange(0, len(moves)-1).Draw(r, "move")]()
		}
	}
	return t
}

// TestPostedMissionHasOurID posts by our calldata in every way of funding; the
// contract's id of each mission is ours, and it holds the reward.
func TestPostedMissionHasOurID(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	poster := b.bank()
	domain := digest.TokenDomain{Name: "USD Coin", Version: "2", ChainID: b.chain.ChainID(), Token: settle.Address(b.token.Address())}
	terms := func(salt uint64) (settle.MissionTerms, settle.Hash, digest.Funding) {
		head, err := b.client.HeaderByNumber(t.Context(), nil)
		must(t, err)
		m, err := escrow.New(escrow.Draft{Poster: settle.Address(poster.Address), Resolver: settle.Address(poster.Address), RefundTo: settle.Address(poster.Address),
			Reward: money.Units(7_777_777), Prizes: 3, SubmitBy: int64(head.Time) + 3600, SpecHash: settle.Keccak256([]byte("spec")), Salt: settle.Uint256Of(salt)})
		must(t, err)
		id := digest.MissionID(b.chain.ChainID(), settle.Address(b.address), m)
		return m, id, digest.Funding{Poster: m.Poster, Escrow: settle.Address(b.address), Amount: m.Reward.SatAdd(money.Units(benchPostFee)), Mission: id, Until: uint64(m.SubmitBy)}
	}
	const uri = "https://board.example/missions/mis_1/spec"
	sign := func(doc digest.TypedData, with map[string]any) []byte {
		raw, err := json.Marshal(doc)
		must(t, err)
		var v any
		must(t, json.Unmarshal(raw, &v))
		sig, _ := signTyped(t, v, with, poster)
		return sig
	}
	ways := map[settle.Funding]func(settle.MissionTerms, digest.Funding) []byte{
		settle.FundingAllowance: func(m settle.MissionTerms, _ digest.Funding) []byte { return digest.CalldataPost(m, uri) },
		settle.FundingPermit: func(m settle.MissionTerms, f digest.Funding) []byte {
			none := b.usdc(t, poster, "approve(address,uint256)", b.address, new(big.Int)) // only the permit gives
			must(t, b.chain.Mine(t.Context(), 1))
			b.succeeded(t, none)
			return digest.CalldataPostWithPermit(m, uri, f.Until, sign(domain.Permit(f, nil), map[string]any{"nonce": "0"}))
		},
		settle.FundingAuthorization: func(m settle.MissionTerms, f digest.Funding) []byte {
			a := f.Authorization()
			return digest.CalldataPostWithAuthorization(m, uri, a.ValidAfter, a.ValidBefore, sign(domain.ReceiveWithAuthorization(a), nil))
		},
	}
	for via := settle.FundingAllowance; via <= settle.FundingAuthorization; via++ {
		m, id, f := terms(uint64(via))
		data, from := ways[via](m, f), poster
		if via == settle.FundingAuthorization {
			from = b.deployer() // anybody relays it
		}
		tx := b.call(t, from, b.address, data)
		must(t, b.chain.Mine(t.Context(), 1))
		posted := b.posted(t, b.succeeded(t, tx))
		if posted.MissionId != id || settle.Funding(posted.Via) != via || posted.SpecURI != uri || posted.Terms.Poster != poster.Address {
			t.Errorf("%s: the contract's id is %x, ours %s; posted %+v", via, posted.MissionId, id, posted)
		}
		held, err := b.escrow.Mission(&bind.CallOpts{Context: t.Context()}, id)
		must(t, err)
		if held.Held != 7_777_777 || settle.EscrowStatus(held.Status) != settle.EscrowOpen {
			t.Errorf("%s: the escrow holds %+v", via, held)
		}
	}
}

func (b *bench) posted(t *testing.T, r *types.Receipt) *oabpescrow.OabpEscrowMissionPosted {
	t.Helper()
	for _, l := range r.Logs {
		if l.Address == b.address {
			p, err := b.escrow.ParseMissionPosted(*l)
			must(t, err)
			return p
		}
	}
	t.Fatal("no MissionPosted")
	return nil
}
