package e2e

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// posts posts once; every fourth time it asks twice at once under one key.
func (a *loader) posts() {
	b := &loadBounty{poster: a, stated: a.random.IntN(5) < 2, parts: []string{""}}
	body := bountyBody(100 + a.random.IntN(900))
	if b.stated {
		delete(body, "settlement")
	}
	milestones := a.random.IntN(4) == 0
	if milestones {
		delete(body, "reward_amount_cents")
		body["milestones"] = []any{map[string]any{"title": "First half", "reward_amount_cents": 300}, map[string]any{"title": "Second half", "reward_amount_cents": 201}}
	}
	ask := func(header ...string) reply { return a.call("POST", "/v1/bounties", body, header...) }
	var r reply
	if a.random.IntN(4) > 0 {
		r = ask()
	} else {
		key := []string{"Idempotency-Key", fmt.Sprintf("load-%s-%d", a.agent, a.random.Uint64())}
		var again reply
		together(func() { r = ask(key...) }, func() { again = ask(key...) })
		if r.status != 201 {
			r, again = again, r
		}
		if again.status == 201 && again.str("bounty_id") != r.str("bounty_id") {
			a.l.lost.Add(1)
		}
	}
	if r.status != 201 {
		return
	}
	a.l.posts.Add(1)
	b.id = r.str("bounty_id")
	if milestones {
		d := a.call("GET", "/v1/bounties/"+b.id, nil)
		b.parts = []string{d.str("bounty.milestones.0.id"), d.str("bounty.milestones.1.id")}
	}
	a.mine = append(a.mine, b)
	a.l.mu.Lock()
	defer a.l.mu.Unlock()
	if a.l.open = append(a.l.open, b); len(a.l.open) > 2*len(a.l.agents) {
		a.l.open = a.l.open[1:]
	}
}

func together(fs ...func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(f)
	}
	wg.Wait()
}

func (a *loader) submits() {
	a.l.mu.Lock()
	var b *loadBounty
	if n := len(a.l.open); n > 0 {
		b = a.l.open[a.random.IntN(n)]
	}
	a.l.mu.Unlock()
	if b == nil {
		return
	}
	w := loadWork{part: b.parts[a.random.IntN(len(b.parts))]}
	in := work("canary of " + a.agent + " for " + b.id)
	if w.part != "" {
		in["milestone_id"] = w.part
	}
	var with []*loader // two more, each of them asked
	if a.random.IntN(3) == 0 {
		mates := []any{map[string]any{"agent_id": a.agent, "share_bp": 3334}}
		for len(with) < 2 {
			if m := a.l.agents[a.random.IntN(len(a.l.agents))]; m != a && m != b.poster && !slices.Contains(with, m) {
				with = append(with, m)
				mates = append(mates, map[string]any{"agent_id": m.agent, "share_bp": 3333})
			}
		}
		in["contributors"] = mates
	}
	if r := a.call("POST", "/v1/bounties/"+b.id+"/submissions", in); r.status == 201 {
		a.l.works.Add(1)
		w.id = r.str("submission_id")
		b.mu.Lock()
		b.works = append(b.works, w)
		b.mu.Unlock()
		for _, m := range with {
			m.mu.Lock()
			m.invited = append(m.invited, w.id)
			m.mu.Unlock()
		}
	}
}

// consents joins what it is invited to, now and then twice at once; or declines.
func (a *loader) consents() {
	a.mu.Lock()
	var all []string
	all, a.invited = a.invited, nil
	a.mu.Unlock()
	for _, id := range all {
		if a.random.IntN(6) == 0 {
			if r := a.call("POST", "/v1/submissions/"+id+"/decline", nil); r.status == 200 {
				a.l.declines.Add(1)
			}
			continue
		}
		var joined atomic.Int64
		join := func() {
			if r := a.call("POST", "/v1/submissions/"+id+"/join", nil); r.status == 200 {
				joined.Add(1)
			}
		}
		if a.random.IntN(4) == 0 {
			together(join, join)
		} else {
			join()
		}
		a.l.joins.Add(joined.Load())
		if joined.Load() > 1 {
			a.l.lost.Add(1)
		}
	}
}

// one is a bounty of one's own with the work for it.
func (a *loader) one(stated bool) (*loadBounty, []loadWork) {
	for range 4 {
		if len(a.mine) == 0 {
			return nil, nil
		}
		b := a.mine[a.random.IntN(len(a.mine))]
		b.mu.Lock()
		works := slices.Clone(b.works)
		b.mu.Unlock()
		if b.stated == stated && len(works) > 0 {
			a.random.Shuffle(len(works), func(x, y int) { works[x], works[y] = works[y], works[x] })
			return b, works
		}
	}
	return nil, nil
}

// accepts accepts up to three works at once: each part has one winner.
func (a *loader) accepts() {
	b, works := a.one(true)
	if b == nil {
		return
	}
	var won atomic.Int64
	var fs []func()
	for _, w := range works[:min(3, len(works))] {
		fs = append(fs, func() {
			if r := a.call("POST", "/v1/bounties/"+b.id+"/award", map[string]any{"submission_id": w.id}); r.status == 200 {
				won.Add(1)
			}
		})
	}
	together(fs...)
	a.l.awards.Add(won.Load())
	if won.Load() > int64(len(b.parts)) {
		a.l.lost.Add(1)
	}
}

// picks picks, up to two works at once, and pays what it was told, in one of
// several ways; now and then not all of it, or not at all.
func (a *loader) picks() {
	b, works := a.one(false)
	if b == nil || a.spent+2*10_000_000 > loadMoney {
		return
	}
	replies := make([]reply, min(2, len(works)))
	var fs []func()
	for k := range replies {
		fs = append(fs, func() {
			replies[k] = a.call("POST", "/v1/bounties/"+b.id+"/settlement", map[string]any{"submission_id": works[k].id})
		})
	}
	together(fs...)
	alone := len(replies) < 2 || replies[0].status != 201 || replies[1].status != 201
	for k, r := range replies {
		if r.status == 201 {
			a.l.picks.Add(1)
			a.pays(b, works[k].id, r, alone)
		}
	}
}

// pays pays a pick. Plain transfers are for one that is alone: beside a tag for an
// older one that owes somebody the same they would be counted there (R17).
func (a *loader) pays(b *loadBounty, sub string, inst reply, alone bool) {
	j := &job{poster: a.person, bounty: b.id, sub: sub, id: inst.str("instruction_id"), inst: inst}
	token := address(a.l.t, inst.str("token_contract"))
	transfers := func() {
		for _, x := range j.legs(a.l.t) {
			a.transfers(token, x.to, x.amount)
		}
	}
	a.spent += inst.num("total_units")
	n := a.random.IntN(20)
	if len(inst.list("payers")) > 0 {
		n = 2 + n%18 // whose plain transfers would go to an older pick that is left unpaid
	}
	switch {
	case n == 0:
		a.call("DELETE", "/settlements/"+j.id, nil)
		return
	case n == 1: // half of it, and never the rest
		a.transfers(token, j.legs(a.l.t)[0].to, j.legs(a.l.t)[0].amount/2)
		return
	case n < 7 && inst.at("deposit") != nil:
		a.transfers(token, address(a.l.t, inst.str("deposit.address")), inst.num("total_units"))
		a.sends(address(a.l.t, inst.str("pay.contract")), hexBytes(a.l.t, inst.str("deposit.flush_calldata")), 600_000)
	case n < 13 && alone && len(inst.list("payers")) > 0:
		transfers()
	default:
		a.sends(token, hexBytes(a.l.t, inst.str("pay.approve_calldata")), 100_000)
		a.sends(address(a.l.t, inst.str("pay.contract")), hexBytes(a.l.t, inst.str("pay.calldata")), 600_000)
	}
	paid := &loadBounty{id: b.id, poster: a, inst: inst, sub: sub}
	a.l.mu.Lock()
	defer a.l.mu.Unlock()
	a.l.paid = append(a.l.paid, paid)
}

func (a *loader) transfers(token, to common.Address, units int64) {
	data, err := a.l.token.Calldata("transfer(address,uint256)", to, big.NewInt(units))
	must(a.l.t, err)
	a.sends(token, data, 100_000)
}

// sends hands a transaction to the node; nobody else uses the account.
func (a *loader) sends(to common.Address, data []byte, gas uint64) {
	id := new(big.Int).SetUint64(a.l.chain.ChainID())
	tx, err := types.SignNewTx(a.account.Key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{ChainID: id, Nonce: a.nonce, To: &to, Data: data,
		Gas: gas, GasTipCap: big.NewInt(1_000_000_000), GasFeeCap: big.NewInt(1_000_000_000_000)})
	if err == nil {
		err = a.l.client.SendTransaction(a.l.t.Context(), tx)
	}
	if err != nil {
		a.l.t.Errorf("sending from %s: %v", a.name, err)
		return
	}
	a.nonce++
}

func (a *loader) rejects() {
	if b, works := a.one(a.random.IntN(2) == 0); b != nil {
		if r := a.call("POST", "/v1/bounties/"+b.id+"/reject", map[string]any{"submission_id": works[0].id, "note": "Not this one."}); r.status == 200 {
			a.l.rejects.Add(1)
		}
	}
}

func (a *loader) cancels() {
	if len(a.mine) > 0 {
		a.call("POST", "/v1/bounties/"+a.mine[a.random.IntN(len(a.mine))].id+"/cancel", nil)
	}
}

// somePaid is a pick that somebody paid.
func (l *load) somePaid(random *rand.Rand) *loadBounty {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.paid) == 0 {
		return nil
	}
	return l.paid[random.IntN(len(l.paid))]
}

// presents presents some hash for one's own pick or for another's.
func (a *loader) presents() {
	if p := a.l.somePaid(a.random); p != nil {
		a.call("POST", "/v1/bounties/"+p.id+"/settle", map[string]any{"submission_id": p.sub, "tx_hash": fmt.Sprintf("0x%064x", a.random.Uint64())})
	}
}

func (a *loader) reads() {
	var id string
	if a.l.mu.Lock(); len(a.l.open) > 0 {
		id = a.l.open[a.random.IntN(len(a.l.open))].id
	}
	a.l.mu.Unlock()
	p := a.l.somePaid(a.random)
	switch n := a.random.IntN(6); {
	case n == 0:
		a.call("GET", "/v1/bounties?limit=20", nil)
	case n == 1:
		a.call("GET", "/v1/agents/me", nil)
	case n == 2 && p != nil:
		a.call("GET", "/settlements/"+p.inst.str("instruction_id"), nil)
	case n == 3 && p != nil:
		a.call("GET", "/v1/submissions/"+p.sub+"/envelope", nil)
	case n == 4 && p != nil:
		a.call("GET", "/v1/bounties/"+p.id+"/receipts/"+p.sub, nil)
	case id != "":
		a.call("GET", "/v1/bounties/"+id, nil)
	}
}
