package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/settle"
)

// W15 to W20: how the chain is read.

// liar is an endpoint before a node that bends answers.
type liar struct {
	*httptest.Server
	node  string
	mu    sync.Mutex
	bend  func(method string, result any) any
	calls map[string]int
}

func newLiar(t testing.TB, node string) *liar {
	l := &liar{node: node, calls: map[string]int{}}
	l.Server = httptest.NewServer(http.HandlerFunc(l.serve))
	t.Cleanup(l.Close)
	return l
}

type rpcMessage struct {
	Method string          `json:"method,omitempty"`
	ID     json.RawMessage `json:"id"`
}

func (l *liar) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	resp, err := http.Post(l.node, "application/json", bytes.NewReader(body))
	if err != nil {
		http.Error(w, "no node", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(l.bent(body, answer))
}

// bent is the node's answer, changed.
func (l *liar) bent(question, answer []byte) []byte {
	batch := bytes.HasPrefix(bytes.TrimSpace(question), []byte("["))
	if !batch {
		question, answer = append(append([]byte("["), question...), ']'), append(append([]byte("["), answer...), ']')
	}
	var asked []rpcMessage
	var said []map[string]any
	if json.Unmarshal(question, &asked) != nil || json.Unmarshal(answer, &said) != nil {
		return answer
	}
	methods := map[string]string{}
	for _, q := range asked {
		methods[string(q.ID)] = q.Method
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range said {
		id, _ := json.Marshal(a["id"])
		m := methods[string(id)]
		l.calls[m]++
		if result, ok := a["result"]; ok && l.bend != nil {
			a["result"] = l.bend(m, result)
		}
	}
	var out any = said
	if !batch {
		out = said[0]
	}
	b, _ := json.Marshal(out)
	return b
}

// lies sets what is bent; nil for nothing.
func (l *liar) lies(f func(method string, result any) any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bend = f
}

func (l *liar) called(method string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.calls[method]
}

// member changes members of a result of one method: nil takes one away.
func member(method string, change map[string]any) func(string, any) any {
	return func(m string, result any) any {
		doc, ok := result.(map[string]any)
		if m != method || !ok {
			return result
		}
		for k, v := range change {
			if v == nil {
				delete(doc, k)
			} else {
				doc[k] = v
			}
		}
		return doc
	}
}

// lied is a daemon whose only endpoint is a liar.
type lied struct {
	*world
	liar *liar
}

var liedTo = sync.OnceValue(func() *lied {
	n := deployed(whole, startGeth(whole, 0))
	l := newLiar(whole, n.chain.HTTPURL())
	w := &world{node: n, db: newDB(whole), dir: whole.TempDir(), log: &logBuffer{}, root: whole}
	w.tweak = func(c *daemon.Config) { c.RPC = []string{l.URL} }
	w.start(whole)
	return &lied{w, l}
})

func lieWeakness(t *testing.T) *lied {
	t.Helper()
	w := liedTo()
	w.mine(t, 1)
	t.Cleanup(func() {
		w.liar.lies(nil)
		if !t.Failed() {
			checkRebuild(cleaning{t}, w.db)
		}
	})
	return w
}

// W15. old: six confirmations count the block itself: five on top, for every amount.
func TestW15BlocksOnTop(t *testing.T) {
	w := weakness(t)
	j := w.newJob(t, jobOptions{named: true})
	w.mined(t, w.payTagged(t, j, j.poster.account))
	for n := range depth {
		if i := w.instruction(t, j); i.num("progress.confirmations") != int64(n) || i.num("confirmations_required") != depth || i.str("status") != "open" {
			t.Fatalf("with %d on top: %s", n, clip(i.body))
		}
		w.sealed(t, j)
		w.mine(t, 1)
	}
	w.released(t, j)
	// More for a larger amount, where the operator wants that.
	w.stop()
	w.tweak = func(c *daemon.Config) { c.Finality = "10=6,*=9" }
	w.start(t)
	t.Cleanup(func() {
		w.stop()
		w.tweak = nil
		w.start(cleaning{t})
	})
	small, large := w.newJob(t, jobOptions{named: true, cents: 500}), w.newJob(t, jobOptions{named: true, cents: 2500})
	w.mined(t, w.payTagged(t, small, small.poster.account), w.payTagged(t, large, large.poster.account))
	w.mine(t, depth)
	w.released(t, small)
	w.sealed(t, large)
	w.mine(t, 2)
	w.sealed(t, large)
	w.mine(t, 1)
	w.released(t, large)
}

// madeUp is a receipt whose transfers cover an instruction, though no block has it.
func (w *lied) madeUp(t *testing.T, j *job, tx common.Hash) map[string]any {
	t.Helper()
	head, err := w.client.HeaderByNumber(t.Context(), nil)
	must(t, err)
	block, word := head.Hash().Hex(), func(a common.Address) string { return common.BytesToHash(a.Bytes()).Hex() }
	var logs []any
	for k, l := range j.legs(t) {
		logs = append(logs, map[string]any{"address": w.token.Address().Hex(), "blockHash": block, "blockNumber": "0x" + head.Number.Text(16),
			"transactionHash": tx.Hex(), "transactionIndex": "0x0", "logIndex": fmt.Sprintf("0x%x", k), "removed": false,
			"topics": []any{transferTopic, word(j.poster.account.Address), word(l.to)}, "data": common.BigToHash(big.NewInt(l.amount)).Hex()})
	}
	return map[string]any{"transactionHash": tx.Hex(), "blockHash": block, "blockNumber": "0x" + head.Number.Text(16), "status": "0x1",
		"from": j.poster.account.Address.Hex(), "to": w.token.Address().Hex(), "transactionIndex": "0x0", "logs": logs, "cumulativeGasUsed": "0x1", "gasUsed": "0x1", "type": "0x2", "logsBloom": "0x" + strings.Repeat("00", 256)}
}

const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

// shown presents a hash for which the endpoint gives a receipt that is changed.
func (w *lied) shown(t *testing.T, j *job, what string, lie func(receipt map[string]any)) reply {
	t.Helper()
	tx := common.Hash(settle.Keccak256([]byte(what)))
	receipt := w.madeUp(t, j, tx)
	lie(receipt)
	w.liar.lies(func(m string, result any) any {
		if m == "eth_getTransactionReceipt" {
			return receipt
		}
		return result
	})
	defer w.liar.lies(nil)
	return w.present(t, j, tx)
}

// refuses: what is wrong with a receipt is seen and said clearly, and nothing
// comes of it. One with nothing wrong is taken at its word, but for the index,
// which does not know its transfers.
func (w *lied) refuses(t *testing.T, j *job, lies map[string]func(r map[string]any)) {
	t.Helper()
	w.mine(t, 1) // a block after the pick, which the receipts are said to be of
	w.shown(t, j, "nothing wrong", func(map[string]any) {}).want(t, 400, "underpaid")
	for what, lie := range lies {
		if r := w.shown(t, j, what, lie); r.code() != "chain_unavailable" && r.code() != "tx_not_found" || r.status == 500 {
			t.Errorf("%s: %d %s", what, r.status, clip(r.body))
		}
	}
	w.mine(t, depth+1)
	if i := w.instruction(t, j); i.str("progress.state") != "unpaid" {
		t.Errorf("%s", clip(i.body))
	}
	w.sealed(t, j)
}

// W16. old: a receipt without a block number counts as one of block 0, so that a
// pending or preconfirmed transaction has any number of confirmations.
func TestW16ReceiptWithoutBlock(t *testing.T) {
	w := lieWeakness(t)
	j := w.newJob(t, jobOptions{})
	w.refuses(t, j, map[string]func(r map[string]any){
		"no block number":      func(r map[string]any) { delete(r, "blockNumber") },
		"null block number":    func(r map[string]any) { r["blockNumber"] = nil },
		"no block hash":        func(r map[string]any) { delete(r, "blockHash") },
		"neither":              func(r map[string]any) { r["blockNumber"], r["blockHash"] = nil, nil },
		"block that is not":    func(r map[string]any) { r["blockHash"] = common.HexToHash("0x77").Hex() },
		"block yet to come":    func(r map[string]any) { r["blockNumber"] = "0xffffff" },
		"block 0":              func(r map[string]any) { r["blockNumber"] = "0x0" },
		"block of all nothing": func(r map[string]any) { r["blockNumber"] = "0x" },
	})
	pending := w.payPlain(t, j.inst, j.poster.account) // in the pool
	w.present(t, j, pending[0]).want(t, 404, "tx_not_found")
	w.mined(t, pending...)
	w.mine(t, depth)
	w.released(t, j)
}

// W18. old: the chain's id is not looked at, one URL is believed, malformed
// answers are a 500, and an unset URL means somebody else's.
func TestW18EndpointIsNotBelieved(t *testing.T) {
	w := lieWeakness(t)
	j := w.newJob(t, jobOptions{})
	w.refuses(t, j, map[string]func(r map[string]any){
		"malformed hex":     func(r map[string]any) { r["blockNumber"] = "0xzz" },
		"a number":          func(r map[string]any) { r["blockNumber"] = 12 },
		"hex in a log":      func(r map[string]any) { r["logs"].([]any)[0].(map[string]any)["data"] = "0x0g" },
		"short topic":       func(r map[string]any) { r["logs"].([]any)[0].(map[string]any)["topics"] = []any{"0xdd"} },
		"logs that are not": func(r map[string]any) { r["logs"] = "none" },
		"malformed status":  func(r map[string]any) { r["status"] = "yes" },
		"malformed hash":    func(r map[string]any) { r["transactionHash"] = "0x12" },
	})
	// Another chain than the database's, or than the one asked for.
	other := newLiar(t, w.chain.HTTPURL())
	other.lies(func(m string, result any) any {
		if m == "eth_chainId" {
			return "0x2105"
		}
		return result
	})
	cfg := w.config()
	cfg.RPC, cfg.MetricsListen = []string{other.URL}, ""
	if _, err := daemon.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "8453") || !strings.Contains(err.Error(), "31337") {
		t.Errorf("an endpoint of another chain: %v", err)
	}
	cfg.RPC = nil
	var usage *daemon.UsageError
	if err := cfg.Validate(); !errors.As(err, &usage) || !strings.Contains(err.Error(), "--rpc") {
		t.Errorf("without an endpoint: %v", err)
	}
	w.pays(t, j, w.payPlain(t, j.inst, j.poster.account)...)
}

// W19. old: removed logs, logs of any length and receipts of another hash count.
func TestW19LogsAreChecked(t *testing.T) {
	w := lieWeakness(t)
	j := w.newJob(t, jobOptions{named: true})
	w.refuses(t, j, map[string]func(r map[string]any){
		"another's receipt": func(r map[string]any) { r["transactionHash"] = common.HexToHash("0x99").Hex() },
		"another's whole receipt": func(r map[string]any) {
			r["transactionHash"] = common.HexToHash("0x97").Hex()
			for _, l := range r["logs"].([]any) {
				l.(map[string]any)["transactionHash"] = r["transactionHash"]
			}
		},
		"removed logs": func(r map[string]any) { r["logs"].([]any)[0].(map[string]any)["removed"] = true },
		"another's log": func(r map[string]any) {
			r["logs"].([]any)[0].(map[string]any)["transactionHash"] = common.HexToHash("0x98").Hex()
		},
	})
	for what, change := range map[string]map[string]any{
		"removed":               {"removed": true},
		"too long":              {"data": "0x" + strings.Repeat("00", 64)},
		"of another block":      {"blockHash": common.HexToHash("0x55").Hex()},
		"without a log index":   {"logIndex": nil},
		"without a transaction": {"transactionIndex": nil},
	} {
		bent := 0
		w.liar.lies(func(m string, result any) any {
			logs, ok := result.([]any)
			if m != "eth_getLogs" || !ok || len(logs) == 0 {
				return result
			}
			bent++ // under the lock
			for _, l := range logs {
				member("", change)("", l)
			}
			return logs
		})
		tx := w.transfer(t, j.poster.account, j.worker.account.Address, 1000)
		must(t, w.chain.Mine(t.Context(), 1))
		eventually(t, func() error {
			w.liar.mu.Lock()
			defer w.liar.mu.Unlock()
			if bent < 2 {
				return errNotYet
			}
			return nil
		})
		if r := w.instruction(t, j); len(r.list("unclaimed")) > 0 || r.str("progress.state") != "unpaid" {
			t.Errorf("%s: %s", what, clip(r.body))
		}
		w.liar.lies(nil)
		w.sync(t) // it goes on once it is told the truth
		w.succeeded(t, tx)
		if r := w.instruction(t, j); len(r.list("unclaimed")) != 1 || r.num("unclaimed.0.log_index") < 0 || r.str("unclaimed.0.block_hash") == "" {
			t.Fatalf("%s, then the truth: %s", what, clip(r.body))
		}
		w.pays(t, j, w.payTagged(t, &job{inst: w.instruction(t, j)}, j.poster.account))
		j = w.newJob(t, jobOptions{named: true})
	}
}

// W20. old: what comes in counts whole, though it goes out again in the same
// transaction, or never left.
func TestW20NetInflow(t *testing.T) {
	w := weakness(t)
	j := w.newJob(t, jobOptions{})
	poster, worker := j.poster.account, j.worker.account
	bundler := w.bundler(t, j.poster)
	all := new(big.Int).SetUint64(1 << 40)
	w.mined(t, w.usdc(t, poster, "approve(address,uint256)", bundler, all), w.usdc(t, worker, "approve(address,uint256)", bundler, all))
	back := append(w.legCalls(t, j, poster.Address), w.moves(t, worker.Address, poster.Address, j.net(t)))
	self := w.transfer(t, worker, worker.Address, j.net(t))
	w.mined(t, self, w.call(t, poster, bundler, bundle(t, "Bundler", "run", back)))
	w.mine(t, depth)
	r := w.instruction(t, j)
	for k, l := range j.legs(t) {
		if at := fmt.Sprintf("legs.%d.", k); l.to == worker.Address && (r.num(at+"paid") != 0 || r.num(at+"missing") != l.amount) {
			t.Errorf("what bounced counts: %s", clip(r.body))
		}
	}
	w.sealed(t, j)
	if got := w.balance(t, worker.Address) - j.before; got != 0 {
		t.Fatalf("the worker has got %d", got)
	}
	w.later(t, 3*time.Second)
	w.present(t, j, self).want(t, 400, "underpaid")
	w.pays(t, j, w.transfer(t, poster, worker.Address, j.net(t)))
}
