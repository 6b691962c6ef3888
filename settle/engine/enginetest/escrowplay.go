package enginetest

import (
	"encoding/json"
	"regexp"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/money"
)

// EscrowPlay is one fixed history of the escrow, for tests of a node that says of
// it what is not so: a mission is posted, entered, awarded and paid out, and after
// that another one is posted and entered, which is folded on top of it.
type EscrowPlay struct {
	*World
	Escrow         *Escrow
	Poster, Worker *Actor
	// Posted, Entered, Proposed and Paid are the heights of the first mission's
	// events.
	Posted, Entered, Proposed, Paid uint64
	// Mission and Submission are its public ids.
	Mission, Submission string

	first   settle.MissionTerms
	content settle.Hash
	split   settle.Split
}

// PlayEscrow plays it up to where everything is applied.
func PlayEscrow(w *World) *EscrowPlay {
	w.T.Helper()
	p := BeginEscrow(w)
	p.Award(nil)
	b := p.terms(2)
	w.Mine(w.Tx(p.Escrow.Post(b, "ipfs://b", settle.FundingAllowance)))
	w.Mine(w.Tx(p.Escrow.Submit(p.Escrow.ID(b), p.Worker.Wallet0(), 0, p.content, digest.SplitHash(p.split), "")))
	w.Empty(10)
	return p
}

// Award awards the first mission's work and pays it out, by a transaction that does
// more besides, in a block with others.
func (p *EscrowPlay) Award(more []Op, others ...*Tx) {
	p.T.Helper()
	p.Proposed = p.Mine(p.Tx(p.Escrow.Award(p.first, 0, p.Worker.Wallet0(), p.content, p.split))).Number
	p.MineAfter(40)
	p.Paid = p.Mine(append([]*Tx{p.Tx(append([]Op{Gap(), p.Escrow.Finalize(p.first, 0, p.content, p.split)}, more...)...)}, others...)...).Number
	p.Empty(3)
}

// BeginEscrow plays it up to the entry of the first mission's work.
func BeginEscrow(w *World) *EscrowPlay {
	w.T.Helper()
	p := &EscrowPlay{World: w, Escrow: &Escrow{Address: Addr("escrow"), ChainID: 8453, PostFee: 10_000}}
	w.Conf.Contracts = settle.Contracts{Escrow: p.Escrow.Address}
	w.must(w.Engine.Configure(w.Ctx, w.Conf), "configuring the escrow")
	p.Poster, p.Worker = w.NewActor("poster"), w.NewActor("ann")
	for _, a := range []*Actor{p.Poster, p.Worker} {
		w.must(w.Link(a, a.Wallet0()), "linking")
	}
	w.Mine(w.Tx(p.Escrow.Deploy(w.Fee)))
	w.Empty(3)
	a := p.terms(1)
	content := settle.Keccak256([]byte("work"))
	split := settle.Split{Payees: []settle.Address{p.Worker.Wallet0()}, BPS: []uint16{10_000}}
	p.Mission, p.Submission = "mis_00000000000000aa", "sub_00000000000000aa"
	w.Record(settle.MissionPosted{Mission: settle.Mission{ID: p.Mission, Poster: p.Poster.Agent, Title: "task", Category: "other", Reward: a.Reward,
		Grain: money.Units(1), FeeBP: 50, Mode: settle.ModeEscrow, MaxWinners: 1, Accepts: []settle.Identification{}, Deadline: a.SubmitBy * 1000,
		OnChain: p.Escrow.ID(a), Contract: p.Escrow.Address, Terms: &a, CreatedAt: w.Now}})
	p.Posted = w.Mine(w.Tx(Gap(), p.Escrow.Post(a, "ipfs://a", settle.FundingAllowance))).Number
	w.Record(settle.WorkSubmitted{Submission: settle.Submission{ID: p.Submission, Mission: p.Mission, Milestone: -1, Agent: p.Worker.Agent, Preview: "p",
		ContentHash: content, Deposited: true, CreatedAt: w.Now, Contributors: []settle.Contributor{{Agent: p.Worker.Agent, ShareBP: 10_000}},
		Escrow: &settle.EscrowWork{Address: p.Worker.Wallet0(), SplitHash: digest.SplitHash(split), Split: split}}})
	w.Empty(3)
	p.Entered = w.Mine(w.Tx(p.Escrow.Submit(p.Escrow.ID(a), p.Worker.Wallet0(), 0, content, digest.SplitHash(split), "x"))).Number
	w.Empty(3)
	p.first, p.content, p.split = a, content, split
	return p
}

func (p *EscrowPlay) terms(salt uint64) settle.MissionTerms {
	by := p.Chain.Tip().Time + 100_000
	at := p.Poster.Wallet0()
	return settle.MissionTerms{Poster: at, Resolver: at, RefundTo: at, Arbiter: Addr("arbiter"), AppealWindow: 30, AppealBond: USDC(1), SubmitBy: by,
		JudgeBy: by + 1000, RefundAt: by + 1030 + RuleWindow, Salt: settle.Uint256Of(salt), SpecHash: settle.Keccak256([]byte("spec")),
		Reward: USDC(10), Tranches: []money.Amount{USDC(10)}, Fees: []money.Amount{money.Units(50_000)}}
}

// whenMade are the members of rows that are our clock when something was folded or
// settled, and how often it was.
var whenMade = regexp.MustCompile(`,?"(settled_at|released_at|decided_at|closed_at|created_at|rated_at|at|settlements)":[0-9]+`)

// Rows are all rows but incidents and the changes of ratings, which say how all came to
// be what it is, as JSON, by table and key. Members of our own
// rows that say when something was made are left out; those that mirror contracts
// are whole.
func (w *World) Rows() map[string]string {
	w.T.Helper()
	s := memstore.NewState()
	w.must(w.Store.Facts(w.Ctx, 0, func(f settle.Fact) error { return settle.Fold(s, f, Rater{}) }), "folding from nothing")
	out := map[string]string{}
	mirror := map[settle.Table]bool{settle.TableChainUndo: true}
	for _, t := range settle.MirrorTables() {
		mirror[t] = true
	}
	for _, t := range settle.Tables() {
		if t == settle.TableIncident || t == settle.TableRating {
			continue
		}
		w.must(s.Rows(t, func(r settle.Row) error {
			raw, err := json.Marshal(r)
			if !mirror[t] {
				raw = whenMade.ReplaceAll(raw, nil)
			}
			out[string(t)+" "+r.Key()] = string(raw)
			return err
		}), "reading rows")
	}
	return out
}
