package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// logBook keeps what is logged; sessions log on after their answer was sent.
type logBook struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// has waits for a text: a request is logged after its answer was sent.
func (l *logBook) has(text string) bool {
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		if strings.Contains(l.String(), text) {
			return true
		}
		if time.Now().After(end) {
			return false
		}
	}
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

const (
	canary  = "CANARY-7b1c the eight suppliers are named in this sealed text"
	preview = "Eight verified suppliers with contact and price, each with its source, checked this week."
)

// cast are the people of a walk.
type cast struct {
	poster, worker, rival string // API keys
	posterID, workerID    string
	rivalID               string
}

func enroll(t *testing.T, call surface) (c cast) {
	t.Helper()
	join := func(name string, wallet settle.Address) (key, id string) {
		a := call("register_agent", "", args{"name": name})
		key, id = a.text("api_key"), a.text("agent_id")
		if key == "" || id == "" {
			t.Fatalf("register: %d %s", a.status, a.body)
		}
		n := call("get_nonce", "", nil)
		msg, sig := signSIWE(siwe{wallet, n.text("nonce"), id})
		if a := call("link_address", key, args{"message": msg, "signature": sig}); a.at("proven") != true || a.text("address") != wallet.String() {
			t.Fatalf("link: %d %s", a.status, a.body)
		}
		return key, id
	}
	c.poster, c.posterID = join("The Poster", poster)
	c.worker, c.workerID = join("The Worker", worker)
	c.rival, c.rivalID = join("The Rival", rival)
	for key, wallet := range map[string]settle.Address{c.worker: worker} {
		if a := call("set_payout_address", key, args{"payout_address": wallet.Checksum()}); a.text("payout_address") != wallet.String() {
			t.Fatalf("payout: %d %s", a.status, a.body)
		}
	}
	if a := call("set_payout_address", c.rival, args{"payout_address": rival.String()}); a.status != 200 {
		t.Fatalf("payout: %d %s", a.status, a.body)
	}
	return c
}

func bounty() args {
	return args{"title": "Find eight suppliers", "description": "Find eight suppliers of natural indigo in Europe, with sources.",
		"category": "sourcing", "acceptance_criteria": "Every supplier has a source.", "reward_usd": json.Number("10.25"), "settlement": "onchain"}
}

// step is one answer of a walk, for comparison.
type step struct {
	name string
	answer
}

// walk plays the main job from registration to the receipt.
func walk(t *testing.T, b *bench, call surface, isREST bool) (steps []step, ids map[string]string) {
	t.Helper()
	do := func(tool, key string, want int, in args) answer {
		t.Helper()
		a := call(tool, key, in)
		steps = append(steps, step{tool, a})
		if a.status != want && (isREST || want != 201 || a.status != 200) { // a tool has no 201
			t.Fatalf("%s: %d, want %d: %s", tool, a.status, want, a.body)
		}
		return a
	}
	c := enroll(t, call)
	do("my_activity", c.worker, 200, nil)
	id := do("post_bounty", c.poster, 201, bounty()).text("bounty_id")
	sub := do("submit_result", c.worker, 201, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
	losing := do("submit_result", c.rival, 201, args{"bounty_id": id, "content": canary + " (other)", "preview": preview}).text("submission_id")
	do("list_bounties", "", 200, nil)
	do("get_bounty", c.poster, 200, args{"bounty_id": id})
	do("get_bounty", c.worker, 200, args{"bounty_id": id})
	do("get_deliverable", c.poster, 403, args{"submission_id": sub})
	inst := do("settlement_instruction", c.poster, 201, args{"bounty_id": id, "submission_id": sub})
	stl := inst.text("instruction_id")
	do("settlement_instruction", c.poster, 200, args{"bounty_id": id, "submission_id": sub})
	do("get_settlement", "", 200, args{"instruction_id": stl})
	do("cancel_bounty", c.poster, 409, args{"bounty_id": id})
	do("review_submission", c.poster, 409, args{"bounty_id": id, "submission_id": sub, "decision": "reject"})
	do("withdraw_pick", c.rival, 403, args{"instruction_id": stl})
	other := addr("the poster's other wallet")
	do("prove_payer", c.poster, 201, args{"instruction_id": stl, "address": other.String(), "signature": payerSignature(b, stl, other)})
	do("prove_payer", c.poster, 200, args{"instruction_id": stl, "address": other.String(), "signature": payerSignature(b, stl, other)})
	do("check_payment", "", 200, args{"instruction_id": stl, "transfers": []any{map[string]any{"from": other.String(), "to": worker.String(), "amount": "10200000"}}})
	do("settle_bounty", c.poster, 404, args{"bounty_id": id, "submission_id": sub, "tx_hash": txHash("none").String()})
	b.mine(plain("half", other, map[settle.Address]uint64{worker: 5_000_000}, worker)...)
	do("get_settlement", "", 200, args{"instruction_id": stl})
	do("settle_bounty", c.poster, 400, args{"bounty_id": id, "submission_id": sub, "tx_hash": txHash("half").String()})
	do("withdraw_pick", c.poster, 409, args{"instruction_id": stl})
	b.mine(tagged("rest", other, hashOf(t, inst.text("digest")), legsOf(t, inst, map[string]uint64{worker.String(): 5_000_000}))...)
	do("get_settlement", "", 200, args{"instruction_id": stl})
	do("settle_bounty", c.poster, 409, args{"bounty_id": id, "submission_id": sub, "tx_hash": txHash("rest").String()})
	b.confirm()
	do("settle_bounty", c.poster, 200, args{"bounty_id": id, "submission_id": sub, "tx_hash": txHash("rest").String()})
	do("get_settlement", "", 200, args{"instruction_id": stl})
	do("get_deliverable", c.poster, 200, args{"submission_id": sub})
	do("get_deliverable", c.rival, 403, args{"submission_id": sub})
	do("get_deliverable", c.poster, 403, args{"submission_id": losing})
	do("get_bounty", c.poster, 200, args{"bounty_id": id})
	do("get_bounty", "", 200, args{"bounty_id": id})
	do("get_receipt", "", 200, args{"bounty_id": id, "submission_id": sub})
	do("get_receipt_proof", "", 200, args{"bounty_id": id, "submission_id": sub})
	do("get_receipt_bundle", "", 200, args{"bounty_id": id, "submission_id": sub})
	do("my_activity", c.poster, 200, nil)
	do("my_activity", c.worker, 200, nil)
	do("discover_server", "", 200, nil)
	return steps, map[string]string{"bounty": id, "submission": sub, "losing": losing, "instruction": stl,
		"poster": c.poster, "worker": c.worker, "rival": c.rival}
}

func payerSignature(b *bench, instruction string, a settle.Address) string {
	v, err := b.engine.Instruction(b.t.Context(), instruction)
	b.must(err)
	i := v.Instruction
	return sign(a, digest.Domain{ChainID: i.ChainID, VerifyingContract: i.PayContract}.Payer(i.Digest, a))
}

func hashOf(t *testing.T, s string) settle.Hash {
	t.Helper()
	h, err := settle.ParseHash(s)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// legsOf reads what an instruction asks for, less what was paid meanwhile.
func legsOf(t *testing.T, a answer, paid map[string]uint64) (out []digest.Leg) {
	t.Helper()
	legs, _ := a.at("legs").([]any)
	for k := range legs {
		n := fmt.Sprint(k)
		to, err := settle.ParseAddress(a.text("legs", n, "address"))
		if err != nil {
			t.Fatal(err)
		}
		m := money.MustParse(a.text("legs", n, "missing")).SatSub(money.Units(paid[a.text("legs", n, "address")]))
		out = append(out, digest.Leg{To: to, Amount: m})
	}
	return out
}

// TestSurfacesAreEqual: the whole job over REST and over MCP gives the same
// bytes, step by step (board.md decision 4).
func TestSurfacesAreEqual(t *testing.T) {
	br, bm := newBench(t), newBench(t)
	r, _ := walk(t, br, br.overREST(), true)
	m, _ := walk(t, bm, bm.overMCP(), false)
	if len(r) != len(m) {
		t.Fatalf("%d and %d steps", len(r), len(m))
	}
	for k := range r {
		x, y := string(r[k].body), string(m[k].body)
		if r[k].status >= 400 { // a tool's error has the status beside the body
			delete(m[k].json, "status")
			a, _ := json.Marshal(r[k].json)
			b, _ := json.Marshal(m[k].json)
			x, y = string(a), string(b)
		}
		if x != y {
			t.Errorf("step %d (%s):\nREST %s\nMCP  %s", k, r[k].name, x, y)
		}
	}
	for _, b := range []*bench{br, bm} {
		if log := b.log.String(); strings.Contains(log, "CANARY") || strings.Contains(log, "bk_") {
			t.Error("the log has sealed matter or a key")
		}
	}
}
