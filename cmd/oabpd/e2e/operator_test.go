package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

// What an operator and a client type, on a fresh chain.
func TestOperator(t *testing.T) {
	t.Parallel()
	c := startGeth(t, 0)
	dir := t.TempDir()
	key, file := filepath.Join(dir, "key"), filepath.Join(dir, "deployments.json")
	deployer, _ := c.Account(devchain.Deployer)
	writeFile(t, key, []byte(deployer.PrivateKey()+"\n"))
	t.Run("deploy", func(t *testing.T) { operatorDeploys(t, c, key, file) })
	if t.Failed() {
		return
	}
	w := newWorld(t, c)
	t.Run("first start", func(t *testing.T) { operatorStarts(t, w, file) })
	t.Run("doctor", func(t *testing.T) { operatorDoctor(t, w) })
	t.Run("client", func(t *testing.T) { operatorClient(t, w) })
	checkRebuild(t, w.db)
}

func operatorDeploys(t *testing.T, c devchain.Chain, key, file string) {
	run := func(want int, in string, args ...string) string {
		t.Helper()
		code, out := oabpd(t, append([]string{"deploy", "--rpc", c.HTTPURL(), "--key-file", key}, args...)...)
		if code != want || !strings.Contains(out, in) {
			t.Fatalf("deploy %q exits %d, want %d and %q: %s", args, code, want, in, out)
		}
		return out
	}
	deployer, _ := c.Account(devchain.Deployer)
	var code int
	var out string
	whileMined(t, c, deployer, func() { code, out = oabpd(t, "deploy", "--rpc", c.HTTPURL(), "--key-file", key, "--deployments", file) })
	if code != 0 || !strings.Contains(out, "deployed by 0x") {
		t.Fatalf("deploy exits %d: %s", code, out)
	}
	first, err := deploy.Read(file)
	must(t, err)
	want, err := deploy.Predict(c.ChainID(), first.Parameters)
	must(t, err)
	if first.ChainID != c.ChainID() || first.Status != deploy.Deployed || first.Contracts.Escrow.Tx == nil || first.Contracts.AttestationOracle != nil {
		t.Errorf("the file says %+v", first)
	}
	for name, k := range first.Contracts.All() {
		if f := want.Find(name); k.Address != f.Address || k.CodeHash != f.CodeHash {
			t.Errorf("%s deployed at %s with code %s, foretold %s and %s", name, k.Address, k.CodeHash, f.Address, f.CodeHash)
		}
	}
	before, err := os.ReadFile(file)
	must(t, err)
	run(0, "was there already", "--deployments", file)
	after, err := os.ReadFile(file)
	must(t, err)
	if string(before) != string(after) {
		t.Errorf("a second deployment changed the file:\n%s\n%s", before, after)
	}
	other := filepath.Join(t.TempDir(), "other.json")
	run(0, "was there already", "--deployments", other)
	elsewhere, err := (&deploy.Deployments{ChainID: 8453, Status: deploy.Deployed, Parameters: first.Parameters}).Marshal()
	must(t, err)
	writeFile(t, other, elsewhere)
	run(1, "8453", "--deployments", other)
	run(1, "no contract", "--deployments", filepath.Join(t.TempDir(), "x"), "--token", "0x00000000000000000000000000000000000000aa")
	run(2, "40 hex digits", "--token", "0x12")
	bad := filepath.Join(t.TempDir(), "bad")
	writeFile(t, bad, []byte("not a key"))
	if code, out := oabpd(t, "deploy", "--rpc", c.HTTPURL(), "--key-file", bad); code != 2 || strings.Contains(out, "not a key\n") {
		t.Errorf("a bad key: exit %d %s", code, out)
	}
}

// operatorStarts: on an empty database, the deployments file alone says where to
// begin.
func operatorStarts(t *testing.T, w *world, file string) {
	db, dir, port := newDB(t), t.TempDir(), freeport.Take(t)
	d, err := deploy.Read(file)
	must(t, err)
	first := ^uint64(0)
	for name, k := range d.Contracts.All() {
		if k.Tx != nil && name != "pay" {
			r, err := w.client.TransactionReceipt(t.Context(), *k.Tx)
			must(t, err)
			first = min(first, r.BlockNumber.Uint64())
		}
	}
	args := []string{"--database-url", db, "--data-dir", dir, "--rpc", w.chain.HTTPURL(), "--deployments", file, "--fee-bp", "0"}
	if code, out := oabpd(t, append([]string{"doctor"}, args...)...); code != 0 || !strings.Contains(out, "ok    escrow") || !strings.Contains(out, "ok    reputation") {
		t.Errorf("doctor exits %d: %s", code, out)
	}
	p := w.run(t, append([]string{"run", "--listen", fmt.Sprintf("127.0.0.1:%d", port), "--metrics-listen", ""}, args...), port)
	p.live(t)
	eventually(t, func() error {
		if n := scalar(t, db, "select coalesce(min(number), -1) from block"); n != int64(first) {
			return fmt.Errorf("it begins at block %d, want %d", n, first)
		}
		return nil
	})
	p.kill()
	text, err := os.ReadFile(file)
	must(t, err)
	code := d.Contracts.Vote.CodeHash.Hex()
	wrong := filepath.Join(dir, "wrong.json")
	writeFile(t, wrong, []byte(strings.Replace(string(text), code, "0x11"+code[4:], 1)))
	if exit, out := oabpd(t, append([]string{"doctor", "--database-url", db, "--data-dir", dir, "--rpc", w.chain.HTTPURL(), "--fee-bp", "0"}, "--deployments", wrong)...); exit != 3 ||
		!strings.Contains(out, "FAIL  vote") || !strings.Contains(out, "the deployments file says 0x11"+code[4:]) {
		t.Errorf("doctor of other code exits %d: %s", exit, out)
	}
	if exit, out := oabpd(t, append([]string{"run", "--chain-id", "8453", "--escrow", d.Contracts.Escrow.Address.Hex(), "--pay", d.Contracts.Pay.Address.Hex()}, args...)...); exit != 2 ||
		!strings.Contains(out, "is about chain 31337") || !strings.Contains(out, "--escrow say the same") || !strings.Contains(out, "--pay say the same") {
		t.Errorf("what is said twice exits %d: %s", exit, out)
	}
}

func operatorDoctor(t *testing.T, w *world) {
	deployments := filepath.Join(w.dir, "deployments.json")
	must(t, deploy.Write(deployments, &deploy.Deployments{ChainID: w.chain.ChainID(), Status: deploy.Deployed, Contracts: *w.contracts,
		Parameters: deploy.Parameters{Token: w.token.Address()}}))
	good := map[string]string{"database-url": w.db, "rpc": w.chain.HTTPURL(), "deployments": deployments, "data-dir": w.dir, "fee-address": w.fee.Address.Hex()}
	run := func(want int, in []string, change map[string]string, more ...string) {
		t.Helper()
		args := []string{"doctor"}
		for k, v := range good {
			if c, ok := change[k]; ok {
				v = c
			}
			if v != "" {
				args = append(args, "--"+k, v)
			}
		}
		for k, v := range change {
			if _, ok := good[k]; !ok {
				args = append(args, "--"+k, v)
			}
		}
		code, out := oabpd(t, append(args, more...)...)
		for _, s := range in {
			if !strings.Contains(out, s) {
				t.Errorf("doctor %v: no %q in\n%s", change, s, out)
			}
		}
		if code != want || (want == 3) != strings.Contains(out, "FAIL") {
			t.Errorf("doctor %v exits %d, want %d:\n%s", change, code, want, out)
		}
	}
	run(0, []string{"sealing keyset", "database", "schema version", "chain 31337", "clock", "token", "pay contract", "finalized", "one endpoint: what it says is believed"}, nil)
	run(0, []string{"agreement", "2 of 2 endpoints have the same block"}, nil, "--rpc", "http://localhost:"+w.chain.HTTPURL()[strings.LastIndex(w.chain.HTTPURL(), ":")+1:])
	run(3, []string{"--chain-id is 8453"}, map[string]string{"chain-id": "8453", "deployments": "", "pay": w.contracts.Pay.Address.Hex()})
	run(2, []string{"is about chain 31337"}, map[string]string{"chain-id": "8453"})
	run(3, []string{"check the URL", "bring endpoints back, or lower --rpc-quorum"}, nil, "--rpc", "http://127.0.0.1:1")
	run(3, []string{"check the URL", "1 of 2 endpoints have the same block"}, nil, "--rpc", "http://127.0.0.1:1", "--rpc-quorum", "1")
	w.gauges(t, "oabpd_quorum_required 1", "oabpd_quorum_endpoints 1") // one endpoint is asked nothing
	if m := fetch(t, w.app.MetricsURL()); strings.Contains(m, "oabpd_quorum_votes_total{") || strings.Contains(m, "oabpd_quorum_agreed") {
		t.Error("a vote with one endpoint")
	}
	run(3, []string{"check --database-url"}, map[string]string{"database-url": "postgres://127.0.0.1:1/x?connect_timeout=2"})
	empty := pgtest.NewDB(t, "empty", func(context.Context, string) error { return nil })
	run(3, []string{"oabpd migrate up"}, map[string]string{"database-url": empty})
	run(3, []string{"check --pay"}, map[string]string{"deployments": "", "pay": "0x00000000000000000000000000000000000000aa"})
	run(3, []string{"none is configured"}, map[string]string{"deployments": ""})
	run(3, []string{"check --token"}, map[string]string{"token": "0x00000000000000000000000000000000000000aa"})
	run(2, []string{"--deployments"}, map[string]string{"deployments": "/does/not/exist"})
	must(t, os.Chmod(filepath.Join(w.dir, "sealing.keyset.json"), 0o644))
	run(3, []string{"chmod 600"}, nil)
	must(t, os.Chmod(filepath.Join(w.dir, "sealing.keyset.json"), 0o600))
	w.mined(t, w.usdc(t, w.deployer(), "blacklist(address)", w.fee.Address))
	run(3, []string{"fee address"}, nil)
	w.mined(t, w.usdc(t, w.deployer(), "unBlacklist(address)", w.fee.Address), w.usdc(t, w.deployer(), "pause()"))
	run(3, []string{"is paused"}, nil)
	w.mined(t, w.usdc(t, w.deployer(), "unpause()"))
	run(0, nil, nil)
	for a, what := range map[string]string{w.token.Address().Hex(): "the token contract", w.contracts.Pay.Address.Hex(): "a settlement contract",
		"0x000000000000000000000000000000000000dEaD": "a burn address"} {
		run(3, []string{"fee address", what}, map[string]string{"fee-address": a})
		cfg := w.config()
		cfg.FeeAddress = settle.Address(common.HexToAddress(a))
		_, err := daemon.Open(t.Context(), cfg)
		var usage *daemon.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), "--fee-address") || !strings.Contains(err.Error(), what) {
			t.Errorf("a daemon with %s as fee address: %v", what, err)
		}
	}
	other := startGeth(t, 0)
	run(3, []string{"the first endpoint another"}, nil, "--rpc", other.HTTPURL())
	run(0, []string{"gives heads"}, nil, "--rpc", w.chain.WSURL())
	run(3, []string{"FAIL  " + other.WSURL(), "the first endpoint another"}, nil, "--rpc", other.WSURL())
	run(3, []string{"gives no heads", "it only wakes the poll"}, nil, "--rpc", "ws://user:s3cret@127.0.0.1:1/s3cret")
	if _, out := oabpd(t, "doctor", "--database-url", w.db, "--rpc", w.chain.HTTPURL(), "--rpc", "ws://u:s3cret@127.0.0.1:1/s3cret"); strings.Contains(out, "s3cret") {
		t.Errorf("doctor shows a key: %s", out)
	}
}

// operatorClient plays the mission by command lines alone, but for the payment.
func operatorClient(t *testing.T, w *world) {
	client := func(who *person, want int, args ...string) reply {
		t.Helper()
		front := []string{"client", "--url", w.url}
		if who != nil {
			front = append(front, "--api-key", who.token)
		}
		code, out := oabpd(t, append(front, args...)...)
		if code != want {
			t.Fatalf("client %q exits %d, want %d: %s", args, code, want, out)
		}
		return reply{what: "client", body: []byte(out), doc: decode([]byte(out))}
	}
	name := client(nil, 0, "agent", "register", "--name", "By hand", "--json")
	poster := &person{name: "hand", token: name.str("api_key"), account: newAccount(t, "hand")}
	w.fund(t, poster.account.Address)
	j := &job{poster: poster, worker: w.person(t, "Worker", false), secret: "canary of the command line"}
	post := client(poster, 0, "bounty", "post", "--title", "Find eight suppliers", "--category", "research", "--reward-amount-cents", "500",
		"--settlement", "onchain", "--description", "Name eight suppliers of natural cork.", "--json")
	j.bounty = post.str("bounty_id")
	j.sub = client(j.worker, 0, "result", "submit", "--bounty-id", j.bounty, "--content", j.secret,
		"--preview", "Eight suppliers with prices and dates, each with its source.").str("submission_id")
	if l := client(nil, 0, "bounty", "list", "--status", "open", "--limit", "5"); l.str("bounties.0.id") != j.bounty {
		t.Errorf("list: %s", clip(l.body))
	}
	if l := client(nil, 0, "mission", "list", "--status", "open", "--funding", "any"); !strings.Contains(string(l.body), strings.TrimPrefix(j.bounty, "bty_")) {
		t.Errorf("missions: %s", clip(l.body))
	}
	j.inst = client(poster, 0, "settlement-instruction", "--bounty-id", j.bounty, "--submission-id", j.sub)
	j.id = j.inst.str("instruction_id")
	j.before = w.balance(t, j.worker.account.Address)
	client(poster, 1, "deliverable", "get", "--submission-id", j.sub)
	client(poster, 2, "deliverable", "get")
	tx := w.payTagged(t, j, poster.account)
	w.mined(t, tx)
	r := client(poster, 1, "bounty", "settle", "--bounty-id", j.bounty, "--submission-id", j.sub, "--tx-hash", tx.Hex())
	if !strings.Contains(string(r.body), "not_confirmed") {
		t.Errorf("%s", clip(r.body))
	}
	w.confirms(t, j)
	if r := client(poster, 0, "deliverable", "get", "--submission-id", j.sub); !strings.Contains(string(r.body), j.secret) {
		t.Errorf("%s", clip(r.body))
	}
	w.released(t, j)
	if code, out := oabpd(t, "verify", "--rpc", w.chain.HTTPURL(), w.url+"/v1/bounties/"+j.bounty+"/receipts/"+j.sub); code != 0 {
		t.Errorf("verify of a URL exits %d: %s", code, out)
	}
	if code, out := oabpd(t, "verify", "--rpc", w.chain.HTTPURL(), w.url+"/v1/bounties/"+j.bounty+"/receipts/"+j.sub+"/bundle"); code != 0 {
		t.Errorf("verify of a bundle exits %d: %s", code, out)
	}
}
