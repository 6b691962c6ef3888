package e2e

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// load is many agents at once on one daemon. Each posts, submits, reviews, picks
// and pays; what they were told is compared with the database at the end.
type load struct {
	*world
	t      testing.TB
	agents []*loader
	until  time.Time

	mu       sync.Mutex
	took     []time.Duration
	open     []*loadBounty // where work may be submitted
	paid     []*loadBounty // whose instruction was paid in full
	statuses map[string]int
	bad      int

	posts, works, awards, rejects, picks, joins, declines, lost atomic.Int64
}

// loader is one agent; its requests and transactions are one after the other,
// but where it says otherwise.
type loader struct {
	*person
	l      *load
	random *rand.Rand
	nonce  uint64
	spent  int64
	mine   []*loadBounty

	mu      sync.Mutex
	invited []string // drafts that wait for its consent
}

// loadBounty is what its poster and its workers know of it.
type loadBounty struct {
	id     string
	poster *loader
	stated bool
	parts  []string // of milestones; one empty one for none
	mu     sync.Mutex
	works  []loadWork
	inst   reply // of the pick that was paid
	sub    string
}

type loadWork struct{ id, part string }

// loadMoney is what each agent has to spend.
const loadMoney = 400_000_000

// startLoad makes the agents: half have proven wallets, half have keys and pay
// by tag alone.
func startLoad(t testing.TB, w *world, agents int, blocks time.Duration) *load {
	t.Helper()
	w.via = &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 2 * agents}}
	l := &load{world: w, t: t, statuses: map[string]int{}}
	var all []common.Address
	for k := range agents {
		p := &person{name: fmt.Sprintf("Agent %d", k), account: newAccount(t, "agent")}
		l.agents = append(l.agents, &loader{person: p, l: l, random: rand.New(rand.NewPCG(uint64(k), 7))})
		all = append(all, p.account.Address)
	}
	for part := range slices.Chunk(all, 20) {
		var txs []common.Hash
		for _, to := range part {
			txs = append(txs, w.send(t, w.bank(), &to, nil, big.NewInt(4e18)), w.transfer(t, w.bank(), to, loadMoney))
		}
		w.mined(t, txs...)
	}
	for k, a := range l.agents {
		if k%2 == 0 {
			w.signIn(t, a.person)
			continue
		}
		w.register(t, a.person)
		w.post(t, a.person, "/v1/agents/me/payout-address", map[string]any{"payout_address": a.account.Address.Hex()}).want(t, 200)
	}
	must(t, w.chain.SetBlockTime(t.Context(), blocks))
	return l
}

// nothingPaid: on a machine that is very busy the while may be too short.
func (l *load) nothingPaid() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.paid) == 0
}

// run lets all agents work for a while, and waits until everything that they
// sent is mined and confirmed.
func (l *load) run(d time.Duration) {
	l.t.Helper()
	l.until = time.Now().Add(d)
	var wg sync.WaitGroup
	for _, a := range l.agents {
		wg.Go(func() {
			for (time.Now().Before(l.until) || l.nothingPaid()) && l.t.Context().Err() == nil {
				a.step()
			}
		})
	}
	wg.Wait()
	for _, a := range l.agents {
		eventually(l.t, func() error {
			n, err := l.client.NonceAt(l.t.Context(), a.account.Address, nil)
			if err == nil && n != a.nonce {
				err = fmt.Errorf("%d of %d transactions of %s are mined", n, a.nonce, a.name)
			}
			return err
		})
	}
	must(l.t, l.chain.SetBlockTime(l.t.Context(), 0))
	l.mine(l.t, depth+1)
}

// call makes a request that may be refused, but never fail.
func (a *loader) call(method, path string, body any, header ...string) reply {
	start := time.Now()
	r, err := a.l.ask(a.l.t.Context(), a.person, method, path, body, header...)
	took := time.Since(start)
	a.l.mu.Lock()
	defer a.l.mu.Unlock()
	a.l.took = append(a.l.took, took)
	a.l.statuses[fmt.Sprint(r.status, " ", r.code())]++
	if (err != nil || r.status >= 500 || r.status >= 400 && r.code() == "") && a.l.t.Context().Err() == nil {
		if a.l.bad++; a.l.bad <= 5 {
			a.l.t.Errorf("%s %s: %v %d %s", method, path, err, r.status, clip(r.body))
		}
	}
	return r
}

// step is one thing that an agent does.
func (a *loader) step() {
	switch n := a.random.IntN(100); {
	case n < 14:
		a.posts()
	case n < 40:
		a.submits()
	case n < 52:
		a.accepts()
	case n < 70:
		a.picks()
	case n < 74:
		a.rejects()
	case n < 76:
		a.cancels()
	case n < 82:
		a.presents()
	case n < 90:
		a.consents()
	default:
		a.reads()
	}
}

// opened: everything that was paid in full is released to who paid it.
func (l *load) opened(sample int) {
	l.t.Helper()
	for k, p := range l.paid {
		if k%max(1, len(l.paid)/sample) != 0 {
			continue
		}
		if r := l.get(l.t, p.poster.person, "/v1/submissions/"+p.sub+"/envelope"); r.status != 200 {
			l.t.Errorf("paid and not released: %d %s of %s", r.status, clip(r.body), p.inst.str("instruction_id"))
		}
	}
}

// at is a quantile of what the requests took.
func (l *load) at(q float64) time.Duration {
	slices.Sort(l.took)
	return l.took[min(len(l.took)-1, int(q*float64(len(l.took))))].Round(100 * time.Microsecond)
}

// Many agents at once: nothing fails, nothing is lost, and the database holds
// what it must. (TestMeasureLoad does it with two hundred for minutes.)
func TestLoad(t *testing.T) {
	t.Parallel()
	w := newWorld(t, startGeth(t, 0))
	l := startLoad(t, w, 20, 200*time.Millisecond)
	w.atOneMoment(func() { l.run(5 * time.Second) }) // however slow the machine, no tip is old
	l.holds(t)
	l.opened(50)
	checkRebuild(t, w.db)
	t.Logf("%d requests, %d paid, p50 %s, p99 %s: %v", len(l.took), len(l.paid), l.at(.5), l.at(.99), l.statuses)
}
