package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/settle"
)

// Reorganizations that the confirmations wait out: whatever becomes of the
// payment, the mission ends paid and released, once. W17. old: the block's hash is
// neither stored nor compared, so that a payment that is gone counts on.
func TestW17ReorgsBelowTheDepth(t *testing.T) {
	onBothChains(t, func(t *testing.T, w *world) {
		for deep := 1; deep < depth; deep++ {
			for _, blocks := range []int{max(1, deep-2), deep + 2} {
				w.scenario(t, fmt.Sprintf("depth %d by %d, payment moved, older one kept", deep, blocks), func(t *testing.T) { reorgMoves(t, w, deep, blocks) })
				w.scenario(t, fmt.Sprintf("depth %d by %d, payment dropped", deep, blocks), func(t *testing.T) { reorgDrops(t, w, deep, blocks) })
			}
		}
	})
}

// reorg replaces blocks, and waits until the daemon stands on the new head,
// which is below the old one when the new branch is shorter.
func (w *world) reorg(t *testing.T, depth, blocks int, drop bool) {
	t.Helper()
	before, err := w.client.BlockNumber(t.Context())
	must(t, err)
	must(t, w.chain.Reorg(t.Context(), depth, blocks, drop))
	after, err := w.client.BlockNumber(t.Context())
	must(t, err)
	if want := before - uint64(depth) + uint64(blocks); after != want {
		t.Fatalf("%d blocks replaced by %d: the head went from %d to %d, not to %d", depth, blocks, before, after, want)
	}
	w.sync(t)
}

// pair are two jobs of one poster and one worker, each paid by tag.
func (w *world) pair(t *testing.T) (a, b *job) {
	a = w.newJob(t, jobOptions{named: true})
	b = w.newJob(t, jobOptions{poster: a.poster, worker: a.worker, cents: 1000})
	return a, b
}

func reorgMoves(t *testing.T, w *world, deep, blocks int) {
	kept, moved := w.pair(t)
	under := w.mined(t, w.payTagged(t, kept, kept.poster.account))
	tx := w.payTagged(t, moved, moved.poster.account)
	before := w.mined(t, tx)
	w.mine(t, deep-1) // the reorg takes the block of moved, and not that of kept
	if r := w.instruction(t, moved); r.num("progress.confirmations") != int64(deep-1) {
		t.Fatalf("%v", r.at("progress"))
	}
	w.reorg(t, deep, blocks, false)
	after := w.succeeded(t, tx)
	if after.BlockHash == before.BlockHash {
		t.Fatal("the payment was not moved")
	}
	w.counted(t, moved, after.BlockNumber.Uint64())
	w.counted(t, kept, under.BlockNumber.Uint64())
	w.untilSettled(t, kept, moved)
	w.released(t, kept)
	receipt := w.released(t, moved)
	if got := receipt.str("settlement.transfers.0.block_hash"); got != after.BlockHash.Hex() {
		t.Errorf("the receipt names block %s, the payment is in %s", got, after.BlockHash)
	}
	w.once(t, kept, moved)
}

func reorgDrops(t *testing.T, w *world, deep, blocks int) {
	kept, dropped := w.pair(t)
	under := w.mined(t, w.payTagged(t, kept, kept.poster.account))
	tx := w.payTagged(t, dropped, dropped.poster.account)
	w.mined(t, tx)
	w.mine(t, deep-1)
	w.reorg(t, deep, blocks, true)
	if r, err := w.client.TransactionReceipt(t.Context(), tx); err == nil {
		t.Fatalf("the payment is in block %d still", r.BlockNumber)
	}
	r := w.instruction(t, dropped)
	if r.str("progress.state") != "unpaid" || r.str("status") != "open" || r.num("progress.confirmations") != 0 {
		t.Fatalf("a payment that is gone: %s %v", r.str("status"), r.at("progress"))
	}
	w.counted(t, kept, under.BlockNumber.Uint64())
	w.sealed(t, dropped)
	w.mine(t, depth) // above the old branch, whatever the length of the new one
	w.sealed(t, dropped)
	w.untilSettled(t, kept)
	w.mined(t, w.payTagged(t, &job{inst: w.instruction(t, dropped)}, dropped.poster.account))
	w.confirms(t, dropped)
	w.released(t, kept)
	w.released(t, dropped)
	w.once(t, kept, dropped)
}

// counted: the confirmations shown are the blocks on top of that one, and it is
// sealed while they are too few.
func (w *world) counted(t *testing.T, j *job, block uint64) {
	t.Helper()
	head, err := w.client.BlockNumber(t.Context())
	must(t, err)
	r, status := w.instruction(t, j), "open"
	if head-block >= depth {
		status = "settled"
	}
	if r.str("status") != status || status == "open" && r.num("progress.confirmations") != int64(head-block) {
		t.Fatalf("at block %d, paid in %d: %s %v", head, block, r.str("status"), r.at("progress"))
	}
	if status == "open" {
		w.sealed(t, j)
	}
}

// untilSettled mines no more than the depth asks.
func (w *world) untilSettled(t *testing.T, jobs ...*job) {
	t.Helper()
	for range depth + 1 {
		all := true
		for _, j := range jobs {
			all = all && w.settled(t, j)
		}
		if all {
			return
		}
		w.mine(t, 1)
	}
	t.Fatalf("not settled after %d blocks", depth+1)
}

// once: the worker has got what the instructions say, to the unit.
func (w *world) once(t *testing.T, jobs ...*job) {
	t.Helper()
	want := int64(0)
	for _, j := range jobs {
		want += j.net(t)
	}
	if got := w.balance(t, jobs[0].worker.account.Address) - jobs[0].before; got != want {
		t.Errorf("the worker has got %d units, the instructions say %d", got, want)
	}
}

// A reorganization that goes below what was settled is never silent (R25). W17.
// old: nothing is looked at again after the release, and no state says it.
func TestW17DeepReorg(t *testing.T) {
	onBothChains(t, func(t *testing.T, w *world) {
		for _, c := range []struct {
			name         string
			deep, blocks int
			restart      bool
		}{
			{"8 blocks by 9", 8, 9, false}, {"12 blocks by 3", 12, 3, false}, {"9 blocks by 10 while the daemon is down", 9, 10, true},
			{"10 blocks by 2 while the daemon is down", 10, 2, true},
		} {
			w.scenario(t, c.name, func(t *testing.T) { deepReorg(t, w, c.deep, c.blocks, c.restart) })
		}
		w.scenario(t, "the payment is mined again", func(t *testing.T) { deepReorgKept(t, w) })
	})
}

func deepReorg(t *testing.T, w *world, deep, blocks int, restart bool) {
	j := w.newJob(t, jobOptions{named: true})
	w.mine(t, 3)
	w.mined(t, w.payTagged(t, j, j.poster.account))
	w.confirms(t, j)
	old := w.released(t, j)
	w.mine(t, deep-depth-1)
	openBefore := w.incidents(t)
	if restart {
		w.stop()
		must(t, w.chain.Reorg(t.Context(), deep, blocks, true))
		w.start(t)
	} else {
		w.reorg(t, deep, blocks, true)
	}
	if _, err := w.client.TransactionReceipt(t.Context(), common.HexToHash(old.str("settlement.tx_hash"))); err == nil {
		t.Fatal("the payment is there still")
	}
	r := w.instruction(t, j)
	if r.str("status") != "reverted" {
		t.Fatalf("after %d blocks went: %s %v", deep, r.str("status"), r.at("progress"))
	}
	list := w.incidents(t)
	if len(list) != len(openBefore)+1 || !strings.Contains(strings.Join(list, "\n"), j.id) {
		t.Errorf("incidents: %q", list)
	}
	for _, suffix := range []string{"/proof", "/bundle"} {
		at := map[string]string{"/proof": "disputed", "/bundle": "chain_proof.disputed"}[suffix]
		if p := w.get(t, nil, "/v1/bounties/"+j.bounty+"/receipts/"+j.sub+suffix).want(t, 200); p.at(at) != true {
			t.Errorf("%s is not disputed: %s", suffix, clip(p.body))
		}
	}
	w.verify(t, old.body, 1, "--rpc", w.chain.HTTPURL(), "--keys", w.url+"/.well-known/oabp.json")
	w.post(t, j.poster, "/v1/bounties", bountyBody(500)).want(t, 409, "poster_disputed")
	w.envelope(t, j.poster, j).want(t, 200) // what was read cannot be unread; the access stays
	// paid again, it settles again
	w.mined(t, w.payTagged(t, &job{inst: r}, j.poster.account))
	for range depth {
		if r := w.instruction(t, j); r.str("status") != "reverted" {
			t.Fatalf("%s before its depth", r.str("status"))
		}
		w.mine(t, 1)
	}
	fresh := w.released(t, j)
	if fresh.str("supersedes") != old.str("digest") || fresh.str("digest") == old.str("digest") {
		t.Errorf("the new receipt supersedes %q; the old one is %q", fresh.str("supersedes"), old.str("digest"))
	}
	if p := w.get(t, nil, "/v1/bounties/"+j.bounty+"/receipts/"+j.sub+"/proof").want(t, 200); p.at("disputed") != false {
		t.Errorf("the new receipt is disputed: %s", p.body)
	}
	w.post(t, j.poster, "/v1/bounties", bountyBody(500)).want(t, 201)
	if b := w.get(t, nil, "/v1/bounties/"+j.bounty).want(t, 200); len(b.list("bounty.awards")) != 1 {
		t.Errorf("awards: %v", b.at("bounty.awards"))
	}
	w.clears(t, list, openBefore)
}

// clears closes the new incident, as an operator would.
func (w *world) clears(t *testing.T, list, before []string) {
	t.Helper()
	for _, key := range list {
		old := false
		for _, k := range before {
			old = old || k == key
		}
		if old {
			continue
		}
		if code, out := oabpd(t, "incidents", "show", "--json", "--database-url", w.db, key); code != 0 || !strings.Contains(out, "next_action") {
			t.Errorf("incidents show exits %d: %s", code, out)
		}
		if code, out := oabpd(t, "incidents", "clear", "--database-url", w.db, "--note", "paid again", key); code != 0 {
			t.Errorf("incidents clear exits %d: %s", code, out)
		}
	}
	if got := w.incidents(t); len(got) != len(before) {
		t.Errorf("open after clearing: %q", got)
	}
}

// incidents are the keys that `oabpd incidents list` prints.
func (w *world) incidents(t *testing.T) (keys []string) {
	t.Helper()
	code, out := oabpd(t, "incidents", "list", "--json", "--database-url", w.db)
	var page struct {
		Incidents []struct {
			ID   string           `json:"id"`
			Kind settle.StuckKind `json:"kind"`
		} `json:"incidents"`
		Next *string `json:"next_cursor"`
	}
	if err := json.Unmarshal([]byte(out), &page); code != 0 || err != nil || page.Next != nil {
		t.Fatalf("incidents list exits %d: %s (%v)", code, out, err)
	}
	for _, x := range page.Incidents {
		if x.Kind.Incident() { // what else is stuck ends by itself
			keys = append(keys, x.ID)
		}
	}
	return keys
}

// deepReorgKept: the payment moves to another block by itself, so the mission
// settles again without the poster.
func deepReorgKept(t *testing.T, w *world) {
	j := w.newJob(t, jobOptions{named: true})
	w.mine(t, 3)
	tx := w.payTagged(t, j, j.poster.account)
	w.mined(t, tx)
	w.confirms(t, j)
	old := w.released(t, j)
	before := w.incidents(t)
	w.reorg(t, depth+1, depth+2, false)
	moved := w.succeeded(t, tx)
	if moved.BlockHash.Hex() == old.str("settlement.transfers.0.block_hash") {
		t.Fatal("the payment was not moved")
	}
	w.untilSettled(t, j)
	fresh := w.released(t, j)
	if fresh.str("supersedes") != old.str("digest") {
		t.Errorf("the new receipt supersedes %q; the old one is %q", fresh.str("supersedes"), old.str("digest"))
	}
	list := w.incidents(t)
	if len(list) != len(before)+1 {
		t.Errorf("a reorg below the settlement was silent: %q", list)
	}
	w.once(t, j)
	w.clears(t, list, before)
}
