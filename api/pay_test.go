package api_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// pickOf posts, submits and picks, and gives the answers.
func pickOf(t *testing.T, call surface, c cast, post, pick args) (answer, args) {
	t.Helper()
	id := call("post_bounty", c.poster, post).text("bounty_id")
	in := args{"bounty_id": id, "content": "content", "preview": preview}
	if ms, ok := post["milestones"].([]any); ok && len(ms) > 0 {
		in["milestone_id"] = call("get_bounty", "", args{"bounty_id": id}).text("bounty", "milestones", "1", "id")
	}
	sub := call("submit_result", c.worker, in)
	pick["bounty_id"], pick["submission_id"] = id, sub.text("submission_id")
	a := call("settlement_instruction", c.poster, pick)
	if a.text("instruction_id") == "" {
		t.Fatalf("%s %s", sub.body, a.body)
	}
	return a, pick
}

// TestAnOutsiderCanRecomputeTheInstruction: digest, nonces, deposit address and
// calldata follow from the public answer alone.
func TestAnOutsiderCanRecomputeTheInstruction(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	post := bounty()
	post["milestones"] = []any{map[string]any{"title": "Part one", "reward_usd": json.Number("3.00")}, map[string]any{"title": "Part two", "reward_usd": json.Number("7.25")}}
	first, _ := pickOf(t, call, c, post, args{})
	a := call("get_settlement", "", args{"instruction_id": first.text("instruction_id")})
	mission := digest.PublicID(a.text("mission_id"))
	if got := digest.Slot(mission, int(a.at("slot", "milestone_index").(float64)), uint32(a.at("slot", "n").(float64))); got.String() != a.text("slot", "hash") {
		t.Errorf("slot %s", got)
	}
	if a.text("milestone_id") == "" || a.text("milestone_id") != first.text("milestone_id") {
		t.Errorf("milestone %q", a.text("milestone_id"))
	}
	legs := legsOf(t, a, nil)
	contract, err := settle.ParseAddress(a.text("pay", "contract"))
	b.must(err)
	i := digest.Instruction{ID: digest.PublicID(a.text("instruction_id")), Mission: mission, Slot: hashOf(t, a.text("slot", "hash")),
		Submission: digest.PublicID(a.text("submission_id")), ContentHash: hashOf(t, a.text("content_hash")), Token: token, Legs: legs,
		IssuedBlock: uint64(a.at("issued_block").(float64))}
	d := digest.Domain{ChainID: uint64(a.at("chain_id").(float64)), VerifyingContract: contract}.Instruction(i)
	if d.String() != a.text("digest") {
		t.Fatalf("digest %s, shown %s", d, a.text("digest"))
	}
	for k := range legs {
		if digest.LegNonce(d, k).String() != a.text("legs", fmt.Sprint(k), "nonce") ||
			a.text("eip3009", "transfer_with_authorization", fmt.Sprint(k), "message", "nonce") != a.text("legs", fmt.Sprint(k), "nonce") {
			t.Errorf("nonce of leg %d", k)
		}
	}
	if a.text("eip3009", "receive_with_authorization", "message", "nonce") != digest.AllNonce(d).String() {
		t.Error("nonce of the whole")
	}
	after, err := time.Parse(time.RFC3339, a.text("deposit", "refund_after"))
	b.must(err)
	refundTo, err := settle.ParseAddress(a.text("deposit", "refund_to"))
	b.must(err)
	if got := digest.DepositAddress(contract, digest.DepositImplementation(contract), d, legs, refundTo, uint64(after.Unix())); got.String() != a.text("deposit", "address") {
		t.Errorf("deposit %s", got)
	}
	if a.text("deposit", "flush_calldata") != digest.CalldataFlush(d, legs, refundTo, uint64(after.Unix())).String() ||
		a.text("pay", "calldata") != digest.CalldataPay(d, legs).String() {
		t.Error("calldata")
	}
	for _, sealed := range []string{"content\"", preview} {
		if strings.Contains(string(a.body), sealed) {
			t.Errorf("the public instruction shows %q", sealed)
		}
	}
}

// TestWaysToPayFollowTheState: whatever the state, the answer asks for nothing
// that is paid, and says not to pay where that is so.
func TestWaysToPayFollowTheState(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	inst, _ := pickOf(t, call, c, bounty(), args{})
	stl := args{"instruction_id": inst.text("instruction_id")}
	deposit, err := settle.ParseAddress(inst.text("deposit", "address"))
	b.must(err)
	at := func() answer { return call("get_settlement", "", stl) }

	// half of it lies in the deposit
	b.mine(plain("half", addr("exchange"), map[settle.Address]uint64{deposit: 4_000_000}, deposit)...)
	a := at()
	if a.text("progress", "state") != "partially_paid" || a.text("deposit_balance") != "4000000" || !strings.HasSuffix(a.text("deposit", "eip681"), "uint256=6250000") ||
		a.at("eip3009", "receive_with_authorization") != nil {
		t.Errorf("half a deposit: %s", a.body)
	}
	// the whole does
	b.mine(plain("other half", addr("exchange"), map[settle.Address]uint64{deposit: 6_250_000}, deposit)...)
	a = at()
	if a.text("progress", "state") != "funded_waiting_flush" || a.at("pay") != nil || a.at("eip3009") != nil || len(a.at("transfers").([]any)) != 0 ||
		a.at("deposit", "eip681") != nil || a.text("deposit", "flush_calldata") == "" || !strings.HasPrefix(a.text("note"), "Do not pay again") {
		t.Errorf("funded: %s", a.body)
	}
	// flush pays the legs
	b.mine(tagged("flush", deposit, hashOf(t, inst.text("digest")), legsOf(t, inst, nil))...)
	a = at()
	if a.text("progress", "state") != "confirming" || a.at("progress", "seconds_estimate") != 6.0 || a.at("pay") != nil || !strings.HasPrefix(a.text("note"), "Do not pay again") {
		t.Errorf("confirming: %s", a.body)
	}
	b.confirm()
	a = at()
	if a.text("status") != "settled" || a.at("deposit") != nil || a.at("payer_typed_data") != nil || !strings.HasPrefix(a.text("note"), "Do not pay") {
		t.Errorf("settled: %s", a.body)
	}

	// withdrawn, and reserved again by POST only
	inst, pick := pickOf(t, call, c, bounty(), args{})
	stl = args{"instruction_id": inst.text("instruction_id")}
	a = call("withdraw_pick", c.poster, stl)
	if a.status != 200 || a.at("reserved_until") != nil || a.at("eip3009") != nil || a.at("pay") == nil || !strings.Contains(a.text("note"), "reservation has ended") {
		t.Errorf("withdrawn: %s", a.body)
	}
	get := b.route(b.getRoute("settlement_instruction"), c.poster, pick)
	if get.status != 200 || get.at("reserved_until") != nil || get.header.Get("Cache-Control") != "no-store" {
		t.Errorf("GET renews: %d %s", get.status, get.body)
	}
	if a = call("settlement_instruction", c.poster, pick); a.status != 200 || a.at("reserved_until") == nil || a.text("digest") != inst.text("digest") {
		t.Errorf("POST does not renew: %d %s", a.status, a.body)
	}

	// one leg paid straight: the deposit address counts no more
	other := addr("poster's exchange")
	call("prove_payer", c.poster, args{"instruction_id": stl["instruction_id"], "address": other.String(), "signature": payerSignature(b, stl["instruction_id"].(string), other)})
	b.mine(plain("part", other, map[settle.Address]uint64{worker: 10_000_000}, worker)...)
	a = at()
	if a.at("deposit") != nil || a.text("deposit_reason") != "partly_paid_elsewhere" || len(a.at("transfers").([]any)) != 2 ||
		a.at("eip3009", "receive_with_authorization") != nil {
		t.Errorf("partly paid: %s", a.body)
	}
	for k, l := range a.at("legs").([]any) {
		doc := a.at("eip3009", "transfer_with_authorization", fmt.Sprint(k))
		if part := l.(map[string]any)["paid"] != "0"; part != (doc == nil) {
			t.Errorf("leg %d: its nonce may be spent, or is not: %v", k, doc)
		}
	}
	if sum := sumMissing(t, a); a.text("pay", "approve_calldata") != digest.CalldataApprove(pay, sum).String() || sum != money.Units(250_000) {
		t.Errorf("pay is not over what is missing (%s)", sum)
	}
}

func sumMissing(t *testing.T, a answer) (sum money.Amount) {
	for _, l := range legsOf(t, a, nil) {
		sum = sum.SatAdd(l.Amount)
	}
	return sum
}

// getRoute is the GET route of an operation that has others.
func (b *bench) getRoute(name string) *op.Entry {
	for _, e := range b.table.Routes() {
		if e.Op.Name == name && e.Route.Method == "GET" {
			return e
		}
	}
	b.t.Fatalf("no GET of %s", name)
	return nil
}

func TestWaysToPayFollowWhatIsAccepted(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	for how, want := range map[string][3]bool{"tag": {true, false, false}, "deposit": {false, true, false}, "payer": {false, false, true}} {
		post := bounty()
		post["accepts"] = []any{how}
		a, _ := pickOf(t, call, c, post, args{})
		got := [3]bool{a.at("pay") != nil && a.at("eip3009") != nil, a.at("deposit") != nil, len(a.at("transfers").([]any)) > 0}
		if got != want {
			t.Errorf("%s: %v %s", how, got, a.body)
		}
		if how != "deposit" && a.text("deposit_reason") != "not_accepted" {
			t.Errorf("%s: deposit_reason %v", how, a.at("deposit_reason"))
		}
	}
}

func TestDepositNeedsARefundAddress(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	c.poster = call("register_agent", "", args{"name": "Unproven Poster"}).text("api_key")
	a, pick := pickOf(t, call, c, bounty(), args{})
	if a.at("deposit") != nil || a.text("deposit_reason") != "refund_address_missing" || a.at("pay") == nil {
		t.Errorf("%s", a.body)
	}
	pick["refund_to"] = settle.Address{}.String() // not the same as none
	if a := call("settlement_instruction", c.poster, pick); a.status != 400 || a.code("board") != settle.CodeInvalid {
		t.Errorf("the zero address: %d %s", a.status, a.body)
	}
	pick["refund_to"] = addr("refund").String()
	a = call("settlement_instruction", c.poster, pick)
	if a.status != 200 || a.text("deposit", "refund_to") != addr("refund").String() {
		t.Errorf("%d %s", a.status, a.body)
	}
	pick["refund_to"] = addr("another").String() // fixed once it is known
	if b := call("settlement_instruction", c.poster, pick); b.text("deposit", "address") != a.text("deposit", "address") {
		t.Errorf("%s", b.body)
	}
}

// A poster with two picks of equal fee makes the second one's transfers, one by
// one as they are listed: they pay the second pick, and leave the first alone.
// With the fee first, the older pick would have taken it (R17).
func TestTransfersInTheirOrderPayTheirPick(t *testing.T) {
	b := newBench(t, func(s *settle.Settings) { s.FeeAddress = settle.Address{17: 9} }) // the first leg by address
	call := b.overREST()
	c := enroll(t, call)
	first := c
	first.worker = c.rival
	older, _ := pickOf(t, call, first, bounty(), args{})
	newer, _ := pickOf(t, call, c, bounty(), args{})
	if newer.text("legs", "0", "address") != (settle.Address{17: 9}).String() || newer.text("transfers", "1", "payee") != newer.text("legs", "0", "address") {
		t.Fatalf("the fee is not the last transfer: %s", newer.body)
	}
	for k := range newer.at("transfers").([]any) {
		to, err := settle.ParseAddress(newer.text("transfers", fmt.Sprint(k), "payee"))
		b.must(err)
		n, err := strconv.ParseUint(newer.text("transfers", fmt.Sprint(k), "amount"), 10, 64)
		b.must(err)
		b.mine(plain(fmt.Sprint("transfer ", k), poster, map[settle.Address]uint64{to: n}, to)...)
	}
	b.confirm()
	for want, inst := range map[string]answer{"open": older, "settled": newer} {
		if a := call("get_settlement", "", args{"instruction_id": inst.text("instruction_id")}); a.text("status") != want {
			t.Errorf("want %s: %s", want, a.body)
		}
	}
}

func TestPicksBeyondTheCapsAreRefusedClearly(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	_, pick := pickOf(t, call, c, bounty(), args{})
	for range 20 {
		b.pass(2 * time.Hour)
		b.mine()
		a := call("settlement_instruction", c.poster, pick)
		if a.status == 200 {
			continue
		}
		if a.status != 429 && a.status != 409 || a.text("message") == "" {
			t.Fatalf("%d %s", a.status, a.body)
		}
		return
	}
	t.Error("renewed for ever")
}

func TestTeamsArePaidByShare(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	id := call("post_bounty", c.poster, bounty()).text("bounty_id")
	sub := call("submit_result", c.worker, args{"bounty_id": id, "content": "content", "preview": preview, "contributors": []any{
		map[string]any{"agent_id": c.workerID, "share_bp": 7000}, map[string]any{"agent_id": c.rivalID, "share_bp": 3000}}})
	if sub.status != 201 || sub.text("contributors", "1", "share") != "30.00%" || sub.text("contributors", "1", "payout_if_awarded") != "$3.06" ||
		sub.at("contributors", "1", "accepted") != false {
		t.Fatalf("%s", sub.body)
	}
	call("join_submission", c.rival, args{"submission_id": sub.text("submission_id")})
	a := call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": sub.text("submission_id")})
	rs := a.at("recipients").([]any)
	if len(rs) != 3 || a.text("recipients", "2", "role") != "platform_fee" {
		t.Errorf("%v", rs)
	}
	var sum int64
	for k := range rs {
		sum += int64(a.at("recipients", fmt.Sprint(k), "amount_cents").(float64))
	}
	if sum != 1025 {
		t.Errorf("the recipients get %d cents", sum)
	}
}
