package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// job is one direct mission with one picked submission.
type job struct {
	poster, worker *person
	bounty, sub    string
	id             string // of the instruction
	inst           reply  // as the pick gave it
	secret         string
	before         int64 // the worker's balance at the pick
}

type jobOptions struct {
	worker *person // a new one by default
	poster *person // a new one by default
	named  bool    // the new poster registers by name: no proven wallet
	cents  int     // 2500 by default
}

// person makes one with money, whose wallet is proven unless named.
func (w *world) person(t testing.TB, name string, named bool) *person {
	t.Helper()
	w.people++
	p := &person{name: fmt.Sprintf("%s %d", name, w.people), account: newAccount(t, name)}
	w.fund(t, p.account.Address)
	if named {
		w.register(t, p)
	} else {
		w.signIn(t, p)
	}
	return p
}

// fund gives gas and 300 USDC; the bank has 100,000.
func (w *world) fund(t testing.TB, to ...common.Address) {
	t.Helper()
	var txs []common.Hash
	for _, a := range to {
		ten := new(big.Int).Mul(big.NewInt(10), big.NewInt(1_000_000_000_000_000_000))
		txs = append(txs, w.send(t, w.bank(), &a, nil, ten), w.transfer(t, w.bank(), a, 300_000_000))
	}
	w.mined(t, txs...)
}

// newJob posts, submits and picks.
func (w *world) newJob(t testing.TB, o jobOptions) *job {
	t.Helper()
	j := &job{poster: o.poster, worker: o.worker}
	if j.poster == nil {
		j.poster = w.person(t, "Poster", o.named)
	}
	if j.worker == nil {
		j.worker = w.person(t, "Worker", false)
	}
	w.prepare(t, j, o.cents)
	w.pick(t, j)
	j.before = w.balance(t, j.worker.account.Address)
	return j
}

func (s *surface) prepare(t testing.TB, j *job, cents int) {
	t.Helper()
	if cents == 0 {
		cents = 2500
	}
	j.bounty = s.post(t, j.poster, "/v1/bounties", bountyBody(cents)).want(t, 201).str("bounty_id")
	j.secret = fmt.Sprintf("canary-%x", sha256.Sum256([]byte(j.bounty)))
	j.sub = s.post(t, j.worker, "/v1/bounties/"+j.bounty+"/submissions", map[string]any{
		"content": "The eight suppliers: " + j.secret, "preview": "Eight suppliers with prices and dates, each with its source, as was asked."}).
		want(t, 201).str("submission_id")
}

func bountyBody(cents int) map[string]any {
	return map[string]any{"title": "Find eight suppliers of cork", "category": "research", "reward_amount_cents": cents, "settlement": "onchain",
		"description": "Name eight suppliers of natural cork with prices and dates.", "acceptance_criteria": "Eight, each with a source."}
}

func (s *surface) pick(t testing.TB, j *job) {
	t.Helper()
	j.inst = s.post(t, j.poster, "/v1/bounties/"+j.bounty+"/settlement", map[string]any{"submission_id": j.sub}).want(t, 201)
	j.id = j.inst.str("instruction_id")
}

// leg is one payee of an instruction.
type leg struct {
	to     common.Address
	amount int64
}

func (j *job) legs(t testing.TB) (out []leg) {
	t.Helper()
	for k := range j.inst.list("legs") {
		out = append(out, leg{address(t, j.inst.str(fmt.Sprintf("legs.%d.address", k))), j.inst.num(fmt.Sprintf("legs.%d.amount", k))})
	}
	return out
}

func (j *job) digest() common.Hash { return common.HexToHash(j.inst.str("digest")) }

// net is what the worker gets.
func (j *job) net(t testing.TB) (sum int64) {
	for _, l := range j.legs(t) {
		if l.to == j.worker.account.Address {
			sum += l.amount
		}
	}
	return sum
}

func (s *surface) instruction(t testing.TB, j *job) reply {
	t.Helper()
	return s.get(t, j.poster, "/settlements/"+j.id).want(t, 200)
}

func (s *surface) envelope(t testing.TB, who *person, j *job) reply {
	t.Helper()
	return s.get(t, who, "/v1/submissions/"+j.sub+"/envelope")
}

func (s *surface) present(t testing.TB, j *job, tx common.Hash) reply {
	t.Helper()
	return s.post(t, j.poster, "/v1/bounties/"+j.bounty+"/settle", map[string]any{"submission_id": j.sub, "tx_hash": tx.Hex()})
}

func (s *surface) settled(t testing.TB, j *job) bool {
	t.Helper()
	return s.instruction(t, j).str("status") == "settled"
}

// sealed: nobody but the worker reads the work.
func (s *surface) sealed(t testing.TB, j *job, others ...*person) {
	t.Helper()
	for _, who := range append(others, nil, j.poster) {
		r := s.envelope(t, who, j)
		if r.status != 403 && (who != nil || r.status != 401) {
			t.Fatalf("%v reads the envelope: %d %s", who, r.status, clip(r.body))
		}
		if bytes.Contains(r.body, []byte(j.secret)) {
			t.Fatalf("sealed content in %s", clip(r.body))
		}
	}
	if r := s.instruction(t, j); bytes.Contains(r.body, []byte(j.secret)) {
		t.Fatalf("sealed content in %s", clip(r.body))
	}
	if r := s.envelope(t, j.worker, j).want(t, 200); !bytes.Contains(r.body, []byte(j.secret)) {
		t.Fatalf("the worker's own work is %s", clip(r.body))
	}
}

// confirms walks from the payment's block (the tip) to the release, and looks
// at every number of confirmations on the way.
func (w *world) confirms(t testing.TB, j *job) {
	t.Helper()
	for n := range int64(depth) {
		r := w.instruction(t, j)
		if r.str("status") != "open" && r.str("status") != "reverted" || r.str("progress.state") != "confirming" || r.num("progress.confirmations") != n || r.num("progress.required") != depth {
			t.Fatalf("with %d blocks on top: %s %v, %s", n, r.str("status"), r.at("progress"), clip(r.body))
		}
		w.sealed(t, j)
		w.mine(t, 1)
	}
	if r := w.instruction(t, j); r.str("status") != "settled" || r.str("progress.state") != "settled" {
		t.Fatalf("with %d blocks on top: %s %v", depth, r.str("status"), r.at("progress"))
	}
}

// released: poster and worker read the hashed bytes, nobody else does, the
// receipt verifies and a forged one does not.
func (w *world) released(t testing.TB, j *job, others ...*person) reply {
	t.Helper()
	for _, who := range []*person{j.poster, j.worker} {
		r := w.envelope(t, who, j).want(t, 200)
		if h := sha256.Sum256(r.body); hexutil.Encode(h[:]) != j.inst.str("content_hash") {
			t.Fatalf("the envelope hashes to %x, not to %s", h, j.inst.str("content_hash"))
		}
		if !bytes.Contains(r.body, []byte(j.secret)) {
			t.Fatalf("the envelope is %s", clip(r.body))
		}
	}
	for _, who := range append(others, nil) {
		if r := w.envelope(t, who, j); r.status != 403 && (who != nil || r.status != 401) {
			t.Fatalf("a third party reads the envelope: %d", r.status)
		}
	}
	if got := w.balance(t, j.worker.account.Address) - j.before; got < j.net(t) {
		t.Fatalf("the worker has got %d units of %d", got, j.net(t))
	}
	receipt := w.get(t, nil, "/v1/bounties/"+j.bounty+"/receipts/"+j.sub).want(t, 200)
	w.verify(t, receipt.body, 0, "--rpc", w.chain.HTTPURL())
	w.verify(t, tamper(t, receipt.body, "amount", "1000000"), 1, "--rpc", w.chain.HTTPURL())
	return receipt
}

// verify insists on the exit code of oabpd verify over a document.
func (w *world) verify(t testing.TB, doc []byte, want int, args ...string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "receipt.json")
	writeFile(t, file, doc)
	if code, out := oabpd(t, append(append([]string{"verify"}, args...), file)...); code != want {
		t.Fatalf("verify %v exits %d, want %d:\n%s\n%s", args, code, want, out, clip(doc))
	}
}

// verifies runs oabpd verify in each of its ways, over the receipt and over
// forged ones.
func (w *world) verifies(t testing.TB, receipt []byte) {
	t.Helper()
	check := func(doc []byte, want int, args ...string) {
		t.Helper()
		w.verify(t, doc, want, args...)
	}
	check(receipt, 4)
	check(receipt, 0, "--offline-ok")
	for _, forge := range [][2]string{{"amount", "1000000"}, {"agent_id", "agt_0000000000000000"}, {"content_hash", "sha256:" + strings.Repeat("0", 64)}} {
		check(tamper(t, receipt, forge[0], forge[1]), 1, "--rpc", w.chain.HTTPURL())
	}
	check([]byte("no receipt"), 2)
}

// tamper replaces the first member of that name, wherever it is.
func tamper(t testing.TB, doc []byte, member, value string) []byte {
	t.Helper()
	var m map[string]any
	must(t, json.Unmarshal(doc, &m))
	var walk func(v any) bool
	walk = func(v any) bool {
		o, ok := v.(map[string]any)
		if !ok {
			return false
		}
		if old, ok := o[member]; ok {
			if old == value {
				t.Fatalf("%s is %s already", member, value)
			}
			o[member] = value
			return true
		}
		for _, x := range o {
			if walk(x) {
				return true
			}
		}
		return false
	}
	if !walk(m) {
		t.Fatalf("no %s in %s", member, clip(doc))
	}
	out, err := json.Marshal(m)
	must(t, err)
	return out
}

func writeFile(t testing.TB, path string, b []byte) {
	t.Helper()
	must(t, os.WriteFile(path, b, 0o600))
}
