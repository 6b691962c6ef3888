package e2e

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/jackc/pgx/v5"
)

// W9 to W14: the steps of a settlement, and what may come between them.

// deaths makes the database cut the connection the first time that a statement
// writes to a table, and says afterwards to which tables that happened. What was
// written by then is lost, as with a daemon that is killed there.
func (w *world) deaths(t *testing.T, tables []string) (happened func() []string) {
	t.Helper()
	db, err := pgx.Connect(t.Context(), w.db)
	must(t, err)
	exec := func(sql string) {
		t.Helper()
		_, err := db.Exec(whole.ctx, sql)
		must(t, err)
	}
	exec(`create or replace function dies_once() returns trigger language plpgsql as $$
begin
  if nextval('died_' || tg_table_name) = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
  return null;
end $$`)
	for _, table := range tables {
		exec(fmt.Sprintf(`create sequence died_%[1]s; create trigger dies_once after insert or update on %[1]s for each statement execute function dies_once()`, table))
	}
	t.Cleanup(func() {
		for _, table := range tables {
			exec(fmt.Sprintf(`drop trigger dies_once on %[1]s; drop sequence died_%[1]s`, table))
		}
		exec(`drop function dies_once()`)
		_ = db.Close(whole.ctx)
	})
	return func() (out []string) {
		for _, table := range tables {
			if scalar(t, w.db, "select case when is_called then 1 else 0 end from died_"+table) == 1 {
				out = append(out, table)
			}
		}
		return out
	}
}

// W9. old: inserting, awarding and marking are separate steps, and a crash
// between two of them leaves a payment recorded that never releases anything.
func TestW09CrashBetweenAnySteps(t *testing.T) {
	w := weakness(t)
	j := w.newJob(t, jobOptions{named: true})
	loser := &job{poster: j.poster, worker: w.person(t, "Second", false), bounty: j.bounty}
	loser.sub = w.post(t, loser.worker, "/v1/bounties/"+j.bounty+"/submissions", map[string]any{
		"content": "canary", "preview": "Eight other suppliers with prices and dates, each with its source."}).want(t, 201).str("submission_id")
	tx := w.payTagged(t, j, j.poster.account)
	w.mined(t, tx)
	w.mine(t, depth-1)
	tables := []string{"journal", "journal_head", "transfer", "allocation", "instruction", "submission", "mission", "agent", "receipt", "settings", "block"}
	happened := w.deaths(t, tables)
	must(t, w.chain.Mine(t.Context(), 1))
	eventually(t, func() error { // each death costs an attempt
		r, err := w.ask(t.Context(), j.poster, "GET", "/v1/bounties/"+j.bounty, nil)
		if err != nil || r.status != 200 || r.str("bounty.status") != "awarded" {
			return fmt.Errorf("%w: %v %d %s", errNotYet, err, r.status, r.str("bounty.status"))
		}
		return nil
	})
	w.sync(t)
	died := happened()
	t.Logf("it died writing %s", strings.Join(died, ", "))
	if len(died) < 6 {
		t.Errorf("it died writing %v only", died)
	}
	w.released(t, j)
	w.once(t, j)
	r := w.instruction(t, j)
	b := w.get(t, j.poster, "/v1/bounties/"+j.bounty).want(t, 200)
	if r.str("status") != "settled" || r.str("outcome") != "awarded" || len(b.list("bounty.awards")) != 1 || b.str("bounty.awarded_submission_id") != j.sub {
		t.Errorf("%s %s: %s", r.str("status"), r.str("outcome"), clip(b.body))
	}
	for q, want := range map[string]int64{
		"select count(*) from receipt where submission = $1":                                                   1,
		"select count(*) from submission where key = $1 and body->>'released_at' is not null":                  1,
		"select count(*) from journal where kind = 'settled' and convert_from(body, 'UTF8') like '%'||$1||'%'": 1,
	} {
		arg := j.sub
		if strings.Contains(q, "journal") {
			arg = j.id
		}
		if got := scalar(t, w.db, q, arg); got != want {
			t.Errorf("%d of: %s", got, q)
		}
	}
	w.present(t, j, tx).want(t, 200, "already_settled")
}

// W10. old: nothing is reserved, so that a deadline, a cancellation or a removal
// between payment and settlement takes the money and gives nothing; and an
// overdue bounty that nobody reads can still be awarded.
func TestW10ClosedWhilePaid(t *testing.T) {
	w := weakness(t)
	due := func(cents int) (body map[string]any) {
		body = bountyBody(cents)
		body["deadline"] = w.clock().Add(20 * time.Minute).UTC().Format(time.RFC3339)
		return body
	}
	j := &job{poster: w.person(t, "Poster", true), worker: w.person(t, "Worker", false)}
	w.prepareBody(t, j, due(2500))
	unread := w.post(t, j.poster, "/v1/bounties", due(500)).want(t, 201)
	dead := &job{poster: j.poster, worker: j.worker}
	w.prepareBody(t, dead, due(700))
	w.pick(t, j)
	j.before = w.balance(t, j.worker.account.Address)
	refuses := func() {
		t.Helper()
		w.post(t, j.poster, "/v1/bounties/"+j.bounty+"/cancel", nil).want(t, 409, "settlement_in_progress")
		w.post(t, j.poster, "/v1/bounties/"+j.bounty+"/reject", map[string]any{"submission_id": j.sub}).want(t, 409, "settlement_in_progress")
		if r := w.tool(t, j.poster, "cancel_bounty", map[string]any{"bounty_id": j.bounty}); r.status != 409 || r.code() != "settlement_in_progress" {
			t.Fatalf("%s", clip(r.body))
		}
	}
	refuses()
	w.mined(t, w.payTagged(t, j, j.poster.account))
	refuses()
	w.later(t, 25*time.Minute) // the deadline comes while the payment waits; no read of the bounty is needed
	eventually(t, func() error {
		if n := scalar(t, w.db, "select count(*) from mission where key = $1 and body->>'status' = 'expired'", strings.Replace(unread.str("bounty_id"), "bty_", "mis_", 1)); n != 1 {
			return errNotYet
		}
		return nil
	})
	w.post(t, dead.poster, "/v1/bounties/"+dead.bounty+"/settlement", map[string]any{"submission_id": dead.sub}).want(t, 409, "mission_not_open")
	refuses()
	w.mine(t, depth-3) // two blocks were made for the time
	w.sealed(t, j)
	w.mine(t, 1)
	w.released(t, j)
	if r := w.instruction(t, j); r.str("outcome") != "awarded" {
		t.Errorf("outcome %s", r.str("outcome"))
	}
	// Cancelled or expired while the pick was lapsed, and then paid: it opens, and the dead stay dead.
	for _, end := range []string{"cancelled", "expired"} {
		j := w.newJobBody(t, due(900))
		w.later(t, 2*time.Hour)
		w.mine(t, 1)
		if end == "cancelled" {
			j = w.newJob(t, jobOptions{named: true})
			w.later(t, 2*time.Hour)
			w.mine(t, 1)
			w.post(t, j.poster, "/v1/bounties/"+j.bounty+"/cancel", nil).want(t, 200)
		}
		w.pays(t, j, w.payTagged(t, &job{inst: w.instruction(t, j)}, j.poster.account))
		r, b := w.instruction(t, j), w.get(t, nil, "/v1/bounties/"+j.bounty).want(t, 200)
		if r.str("outcome") != "accepted_late" || b.str("bounty.status") != end || len(b.list("bounty.awards")) != 0 {
			t.Errorf("%s: %s %s", end, r.str("outcome"), clip(b.body))
		}
	}
}

func (s *surface) prepareBody(t testing.TB, j *job, body map[string]any) {
	t.Helper()
	j.bounty = s.post(t, j.poster, "/v1/bounties", body).want(t, 201).str("bounty_id")
	j.secret = "canary of " + j.bounty
	j.sub = s.post(t, j.worker, "/v1/bounties/"+j.bounty+"/submissions", work(j.secret)).want(t, 201).str("submission_id")
}

func (w *world) newJobBody(t testing.TB, body map[string]any) *job {
	t.Helper()
	j := &job{poster: w.person(t, "Poster", true), worker: w.person(t, "Worker", false)}
	w.prepareBody(t, j, body)
	w.pick(t, j)
	j.before = w.balance(t, j.worker.account.Address)
	return j
}

// W11. old: each hash is judged alone against the full list, and nothing of a
// part payment is kept.
func TestW11TopUp(t *testing.T) {
	w := weakness(t)
	j := w.newJob(t, jobOptions{})
	poster, exchange := j.poster.account, w.person(t, "Friend", false)
	var txs []common.Hash
	pay := func(tx common.Hash, missing int64) {
		t.Helper()
		txs = append(txs, tx)
		w.mined(t, tx)
		w.mine(t, depth)
		r := w.present(t, j, tx)
		if r.status != 400 || r.code() != "underpaid" && r.code() != "missing_only_fee" {
			t.Fatalf("a part: %d %s", r.status, clip(r.body))
		}
		sum := int64(0)
		for k := range r.list("legs") {
			sum += r.num(fmt.Sprintf("legs.%d.missing", k))
		}
		if sum != missing {
			t.Fatalf("%d are missing, the answer says %d: %s", missing, sum, clip(r.body))
		}
		w.sealed(t, j)
	}
	total, worker := j.inst.num("total_units"), j.worker.account.Address
	pay(w.transfer(t, poster, worker, 1_000_000), total-1_000_000) // untagged, in parts
	pay(w.transfer(t, poster, worker, 2_345_678), total-3_345_678)
	now := w.instruction(t, j)
	rest := now.num("total_units") - 3_345_678
	// what is left by the calldata of the answer, from somebody else's wallet
	w.mined(t, w.usdc(t, exchange.account, "approve(address,uint256)", address(t, now.str("pay.contract")), decimal(t, rest)))
	tx := w.call(t, exchange.account, address(t, now.str("pay.contract")), hexBytes(t, now.str("pay.calldata")))
	w.pays(t, j, tx)
	w.later(t, 5*time.Second) // an answer is kept for two
	for _, x := range append(txs, tx) {
		w.present(t, j, x).want(t, 200, "already_settled")
	}
	w.once(t, j)
}

// W12. old: of two who settle with one hash at once, one gets a 500; and two
// hashes for one submission are both recorded.
func TestW12AtOnce(t *testing.T) {
	w := weakness(t)
	j := &job{poster: w.person(t, "Poster", false), worker: w.person(t, "Worker", false)}
	w.prepare(t, j, 0)
	const n = 24
	together := func(ask func(k int) (reply, error), want func(r reply) bool) {
		t.Helper()
		replies, errs := make([]reply, n), make([]error, n)
		var wg sync.WaitGroup
		for k := range n {
			wg.Go(func() { replies[k], errs[k] = ask(k) })
		}
		wg.Wait()
		for k, r := range replies {
			if errs[k] != nil || !want(r) {
				t.Fatalf("one of %d at once: %v %d %s", n, errs[k], r.status, clip(r.body))
			}
		}
	}
	id := ""
	var mu sync.Mutex
	together(func(int) (reply, error) {
		return w.ask(t.Context(), j.poster, "POST", "/v1/bounties/"+j.bounty+"/settlement", map[string]any{"submission_id": j.sub})
	}, func(r reply) bool {
		mu.Lock()
		defer mu.Unlock()
		if id == "" {
			id, j.inst = r.str("instruction_id"), r
		}
		return (r.status == 200 || r.status == 201) && r.str("instruction_id") == id
	})
	j.id, j.before = id, w.balance(t, j.worker.account.Address)
	first := w.payPlain(t, j.inst, j.poster.account)
	w.mined(t, first...)
	second := w.payPlain(t, j.inst, j.poster.account) // and once more, by mistake
	w.mined(t, second...)
	txs := append(first, second...)
	settle := func(k int) (reply, error) {
		return w.ask(t.Context(), j.poster, "POST", "/v1/bounties/"+j.bounty+"/settle", map[string]any{"submission_id": j.sub, "tx_hash": txs[k%len(txs)].Hex()})
	}
	orLimited := func(status int, code string) func(reply) bool {
		return func(r reply) bool {
			return r.status == status && r.code() == code || r.status == 429 && r.header.Get("Retry-After") != ""
		}
	}
	together(settle, orLimited(409, "not_confirmed"))
	w.mine(t, depth)
	w.later(t, 2*time.Minute) // past the limit of presenting
	together(settle, orLimited(200, "already_settled"))
	w.released(t, j)
	if got := scalar(t, w.db, "select sum(upper(units) - lower(units))::bigint from allocation where void_at is null and instruction = $1", j.id); got != j.inst.num("total_units") {
		t.Errorf("%d units are allocated of %d", got, j.inst.num("total_units"))
	}
	again := w.newJob(t, jobOptions{poster: j.poster, worker: j.worker}) // what was paid twice pays nothing that is picked later
	if r := w.instruction(t, again); r.str("progress.state") != "unpaid" {
		t.Errorf("%s", clip(r.body))
	}
}

// W13. old: the answer to a hash presented twice is looked up by hash and
// submission alone, for whoever posted any bounty.
func TestW13OthersStatus(t *testing.T) {
	w := weakness(t)
	j := w.newJob(t, jobOptions{named: true})
	tx := w.payTagged(t, j, j.poster.account)
	w.pays(t, j, tx)
	own := w.newJob(t, jobOptions{})
	rival := own.poster
	for what, r := range map[string]reply{
		"in one's own bounty":    w.post(t, rival, "/v1/bounties/"+own.bounty+"/settle", map[string]any{"submission_id": j.sub, "tx_hash": tx.Hex()}).want(t, 404, "not_found"),
		"in the other's bounty":  w.post(t, rival, "/v1/bounties/"+j.bounty+"/settle", map[string]any{"submission_id": j.sub, "tx_hash": tx.Hex()}).want(t, 403, "forbidden"),
		"picking in one's own":   w.post(t, rival, "/v1/bounties/"+own.bounty+"/settlement", map[string]any{"submission_id": j.sub}).want(t, 404, "not_found"),
		"looking in one's own":   w.get(t, rival, "/v1/bounties/"+own.bounty+"/settlement?submission_id="+j.sub).want(t, 404, "not_found"),
		"rejecting in one's own": w.post(t, rival, "/v1/bounties/"+own.bounty+"/reject", map[string]any{"submission_id": j.sub}).want(t, 404, "not_found"),
		"over MCP":               w.tool(t, rival, "settle_bounty", map[string]any{"bounty_id": own.bounty, "submission_id": j.sub, "tx_hash": tx.Hex()}),
	} {
		if r.status != 404 && r.status != 403 || strings.Contains(string(r.body), "settled") || strings.Contains(string(r.body), j.secret) {
			t.Errorf("%s: %d %s", what, r.status, clip(r.body))
		}
	}
}

// W14. old: the mode is never asked, and of a bounty in parts only the last
// transaction is kept.
func TestW14EveryPartKeepsItsPayment(t *testing.T) {
	w := weakness(t)
	poster, worker := w.person(t, "Poster", true), w.person(t, "Worker", false)
	body := bountyBody(0)
	delete(body, "reward_amount_cents")
	body["milestones"] = []any{map[string]any{"title": "First half", "reward_amount_cents": 300}, map[string]any{"title": "Second half", "reward_amount_cents": 500}}
	posted := w.post(t, poster, "/v1/bounties", body).want(t, 201)
	detail := w.get(t, nil, "/v1/bounties/"+posted.str("bounty_id")).want(t, 200)
	var parts []*job
	for k := range 2 {
		j := &job{poster: poster, worker: worker, bounty: posted.str("bounty_id"), secret: fmt.Sprintf("canary of part %d", k)}
		in := work(j.secret)
		in["milestone_id"] = detail.str(fmt.Sprintf("bounty.milestones.%d.id", k))
		j.sub = w.post(t, worker, "/v1/bounties/"+j.bounty+"/submissions", in).want(t, 201).str("submission_id")
		w.pick(t, j)
		j.before = w.balance(t, worker.account.Address)
		parts = append(parts, j)
		tx := w.payTagged(t, j, poster.account)
		receipt := w.pays(t, j, tx)
		if receipt.str("settlement.tx_hash") != tx.Hex() {
			t.Errorf("part %d was paid by %s, its receipt says %s", k, tx, receipt.str("settlement.tx_hash"))
		}
		b := w.get(t, nil, "/v1/bounties/"+j.bounty).want(t, 200)
		if want := []string{"open", "awarded"}[k]; b.str("bounty.status") != want || b.str(fmt.Sprintf("bounty.milestones.%d.status", k)) != "awarded" {
			t.Errorf("after part %d: %s", k, clip(b.body))
		}
	}
	b := w.get(t, nil, "/v1/bounties/"+posted.str("bounty_id")).want(t, 200)
	for k, j := range parts {
		if at := fmt.Sprintf("bounty.awards.%d.", k); b.str(at+"submission_id") != j.sub || b.str(at+"instruction_id") != j.id || b.str(at+"milestone_id") == "" {
			t.Errorf("award %d: %s", k, clip(b.body))
		}
		w.released(t, j)
	}
	statedIsNotSettled(t, w)
}

// statedIsNotSettled: a bounty whose poster states the award is not settled by a
// payment, one that is paid on the chain is not accepted by a word, and a hash
// that is named as a reference is neither a settlement nor used up.
func statedIsNotSettled(t *testing.T, w *world) {
	direct := w.newJob(t, jobOptions{named: true})
	poster, worker := direct.poster, direct.worker
	body := bountyBody(700)
	delete(body, "settlement")
	j := &job{poster: poster, worker: worker}
	w.prepareBody(t, j, body)
	tx := w.payTagged(t, direct, poster.account)
	w.mined(t, tx)
	w.post(t, poster, "/v1/bounties/"+j.bounty+"/settlement", map[string]any{"submission_id": j.sub}).want(t, 409, "wrong_funding")
	w.present(t, j, tx).want(t, 409, "wrong_funding")
	if r := w.tool(t, poster, "settle_bounty", map[string]any{"bounty_id": j.bounty, "submission_id": j.sub, "tx_hash": tx.Hex()}); r.status != 409 || r.code() != "wrong_funding" {
		t.Errorf("%s", clip(r.body))
	}
	w.post(t, poster, "/v1/bounties/"+direct.bounty+"/award", map[string]any{"submission_id": direct.sub, "payment_ref": tx.Hex()}).want(t, 409, "wrong_funding")
	w.sealed(t, direct)
	r := w.post(t, poster, "/v1/bounties/"+j.bounty+"/award", map[string]any{"submission_id": j.sub, "payment_ref": tx.Hex()}).want(t, 200)
	if r.at("paid") != false || r.str("settlement_mode") != "stated" || r.str("payment_check.status") == "settled" || r.str("payment_ref") != tx.Hex() {
		t.Errorf("%s", clip(r.body))
	}
	w.get(t, nil, "/v1/bounties/"+j.bounty+"/receipts/"+j.sub).want(t, 404)
	w.mine(t, depth)
	w.released(t, direct)
}
