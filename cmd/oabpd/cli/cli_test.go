package cli_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/cmd/oabpd/cli"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
	"github.com/oabp/oabpd/settle/proof"
)

// oabpd runs a command line and gives its exit code and both streams.
func oabpd(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = cli.Main(t.Context(), append([]string{"oabpd"}, args...), cli.Build{Version: "v1.2.3", Commit: "abcdef0", Date: "2026-01-02"},
		cli.Streams{In: strings.NewReader("standard input"), Out: &o, Err: &e})
	return code, o.String(), e.String()
}

func wants(t *testing.T, code int, in []string, args ...string) (out string) {
	t.Helper()
	got, o, e := oabpd(t, args...)
	if got != code {
		t.Errorf("oabpd %s: exit %d, want %d\n%s%s", strings.Join(args, " "), got, code, o, e)
	}
	for _, s := range in {
		if !strings.Contains(o+e, s) {
			t.Errorf("oabpd %s: no %q in\n%s%s", strings.Join(args, " "), s, o, e)
		}
	}
	return o
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		code int
		in   string
		args string
	}{
		{0, "v1.2.3 (commit abcdef0, built 2026-01-02)", "--version"},
		{0, "state-digest", "--help"},
		{0, "state-digest", ""},
		{0, "--reservation", "run --help"},
		{2, `"nonsense"`, "nonsense"},
		{2, "no-such-flag", "--no-such-flag"},
		{2, "no-such-flag", "run --no-such-flag"},
		{2, "migrate up", "migrate"},
		{2, "migrate up", "migrate nonsense"},
		{2, "--database-url", "migrate status"},
		{2, "--database-url", "rebuild --check"},
		{2, "--database-url", "state-digest"},
		{2, "--database-url", "incidents list"},
		{2, "list, show or clear", "incidents"},
		{2, "note", "incidents clear x --database-url postgres://x"},
		{2, `--at "minus": want a number`, "state-digest --at minus"},
		{2, "one receipt", "verify"},
		{2, "one receipt", "verify a b"},
		{2, "reading", "verify /does/not/exist"},
		{2, "unreadable", "verify -"},
		{2, "rpc", "deploy"},
		{2, "key", "deploy --rpc http://127.0.0.1:1 --key-file /does/not/exist"},
		{2, "bash, zsh or fish", "completion"},
		{2, "keys rotate sealing", "keys"},
		{2, "keys rotate sealing", "keys rotate"},
		{1, "no sealing keyset", "keys rotate sealing --data-dir /does/not/exist"},
		{1, "no receipt key", "keys rotate receipts --data-dir /does/not/exist"},
		{1, "no card key", "keys rotate card --data-dir /does/not/exist"},
		{2, "bash, zsh or fish", "completion csh"},
		{2, "noun", "client"},
		{2, "verb", "client bounty"},
		{1, "connection refused", "migrate status --database-url postgres://127.0.0.1:1/x?connect_timeout=2"},
	} {
		t.Run(c.args, func(t *testing.T) { wants(t, c.code, []string{c.in}, strings.Fields(c.args)...) })
	}
}

// What a person did wrong is said all at once.
func TestAllProblemsAtOnce(t *testing.T) {
	in := []string{"--database-url is missing", "--rpc is missing", "--confirmations 0", `--finality: "5=7": more money must not need less`, `--finality: "x=6": want an amount in whole USDC`, "--fee-bp 2000", "--reservation 1s", "--poll 1ms",
		`--listen "nowhere"`, `--metrics-listen "nowhere"`, `--public-url "ftp://x"`, "--token", "--pay", "--start-block", "--fee-address"}
	wants(t, 2, in, "run", "--confirmations", "0", "--finality", "4=8,5=7,x=6,*=safe", "--fee-bp", "2000", "--reservation", "1s", "--poll", "1ms", "--listen", "nowhere",
		"--metrics-listen", "nowhere", "--public-url", "ftp://x", "--token", "0x12", "--pay", "0x34", "--start-block", "x",
		"--fee-address", "0x833589fcd6edb6e08f4c7c32d4f71b54bda0291G", "--data-dir", t.TempDir())
}

// A quorum that can never be reached is refused, with what to do instead.
func TestQuorumAndEndpoints(t *testing.T) {
	good := []string{"run", "--database-url", "postgres://127.0.0.1:1/x?connect_timeout=2", "--data-dir", t.TempDir(), "--fee-bp", "0",
		"--rpc", "http://127.0.0.1:1/a", "--rpc", "http://127.0.0.1:1/b", "--rpc", "ws://127.0.0.1:1"}
	wants(t, 2, []string{"--rpc-quorum 3: want 1 to 2", "Give more endpoints or a lower quorum"}, append(good, "--rpc-quorum", "3")...)
	wants(t, 2, []string{"--rpc-quorum"}, append(good, "--rpc-quorum", "-1")...)
	wants(t, 2, []string{"endpoint 3 is there twice", "vote twice"}, append(good, "--rpc", "http://127.0.0.1:1/a")...)
	for _, n := range []string{"0", "1", "2"} { // the configuration is right; the database is not there
		wants(t, 1, []string{"looking at the database"}, append(good, "--rpc-quorum", n)...)
	}
}

// The same for the contracts: each flag is checked, and all of them together.
func TestContractProblemsAtOnce(t *testing.T) {
	a, b := "0x00000000000000000000000000000000000000aa", "0x00000000000000000000000000000000000000bb"
	run := []string{"run", "--database-url", "postgres://127.0.0.1:1/x", "--rpc", "http://127.0.0.1:1", "--fee-bp", "0", "--data-dir", t.TempDir()}
	wants(t, 2, []string{"--escrow", "--agents is the zero address", "--vote", "--oracles", "--attestation-oracle", "--reputation", "there are 6 problems"},
		append(run, "--escrow", "0x12", "--agents", "0x0000000000000000000000000000000000000000", "--vote", "x", "--oracles", "0x", "--attestation-oracle", "0X1",
			"--reputation", "0x833589fcd6edb6e08f4c7c32d4f71b54bda0291G")...)
	wants(t, 2, []string{"--pay and --vote are the same address", "--vote without --escrow", "--attestation-oracle without --escrow", "--reputation without --escrow",
		"--token and --agents are the same address", "there are 5 problems"},
		append(run, "--pay", a, "--vote", a, "--attestation-oracle", "0x00000000000000000000000000000000000000cc",
			"--reputation", "0x00000000000000000000000000000000000000dd", "--token", b, "--agents", b)...)
	wants(t, 2, []string{"--escrow without --oracles", "--escrow and --reputation are the same address", "there are 2 problems"},
		append(run, "--escrow", a, "--reputation", a)...)
}

// A flag wins over its variable, that over the file, for every type of flag.
func TestPrecedence(t *testing.T) {
	for _, c := range []struct{ flag, env, file, byEnv, byFlag, inFile, inEnv, inFlag string }{
		{"listen", "OABPD_LISTEN", "fromfile", "fromenv", "fromflag", `--listen "fromfile"`, `--listen "fromenv"`, `--listen "fromflag"`},
		{"confirmations", "OABPD_CONFIRMATIONS", "20001", "20002", "20003", "--confirmations 20001", "--confirmations 20002", "--confirmations 20003"},
		{"poll", "OABPD_POLL", "1ms", "2ms", "3ms", "--poll 1ms", "--poll 2ms", "--poll 3ms"},
		{"token", "OABPD_TOKEN", "'0x01'", "0x02", "0x03", "0x01", "0x02", "0x03"},
		{"pay", "OABPD_PAY", "['0x01']", "0x02", "0x03", "0x01", "0x02", "0x03"},
	} {
		t.Run(c.flag, func(t *testing.T) {
			file := write(t, "config.yaml", c.flag+": "+c.file+"\n")
			is := func(want string, args ...string) {
				t.Helper()
				_, o, e := oabpd(t, append([]string{"run", "--config", file}, args...)...)
				all := []string{c.inFile, c.inEnv, c.inFlag}
				for _, s := range all {
					if strings.Contains(o+e, s) != (s == want) {
						t.Errorf("with %q: want %q alone in\n%s%s", args, want, o, e)
					}
				}
			}
			is(c.inFile)
			is(c.inFlag, "--"+c.flag, c.byFlag)
			t.Setenv(c.env, c.byEnv)
			is(c.inEnv)
			is(c.inFlag, "--"+c.flag, c.byFlag)
		})
	}
}

func TestConfigFile(t *testing.T) {
	wants(t, 2, []string{"reservaton"}, "run", "--config", write(t, "c.yaml", "reservaton: 1h\n"))
	wants(t, 2, []string{"reservaton", "fee_bp"}, "run", "--config", write(t, "c.yaml", "reservaton: 1h\nfee_bp: 3\n"))
	wants(t, 2, []string{"/does/not/exist"}, "run", "--config", "/does/not/exist")
	wants(t, 2, []string{"c.yaml"}, "run", "--config", write(t, "c.yaml", "listen: [\n"))
	t.Setenv("OABPD_CONFIG", write(t, "c.yaml", "confirmations: 20001\n"))
	wants(t, 2, []string{"--confirmations 20001"}, "run")
	wants(t, 2, []string{"--confirmations 20001"}, "doctor")
	// a file for run serves the database commands as well
	t.Setenv("OABPD_CONFIG", write(t, "c.yaml", "database-url: postgres://127.0.0.1:1/x?connect_timeout=2\nconfirmations: 6\nrpc: [http://127.0.0.1:1]\n"))
	wants(t, 1, []string{"127.0.0.1"}, "migrate", "status")
}

func TestMigrate(t *testing.T) {
	url := pgtest.NewDB(t, "empty", func(context.Context, string) error { return nil })
	wants(t, 3, []string{"schema version 0", "migrate up"}, "migrate", "status", "--database-url", url)
	wants(t, 2, []string{"migrate up"}, "run", "--database-url", url, "--rpc", "http://127.0.0.1:1", "--data-dir", t.TempDir())
	wants(t, 0, []string{"schema version"}, "migrate", "up", "--database-url", url)
	wants(t, 0, nil, "migrate", "up", "--database-url", url)
	wants(t, 0, nil, "migrate", "status", "--database-url", url)
	// an empty journal folds to the empty state
	wants(t, 0, []string{"facts     0", "equal"}, "rebuild", "--check", "--database-url", url)
	out := wants(t, 0, []string{"seq 0"}, "state-digest", "--database-url", url)
	at := wants(t, 0, []string{"seq 0"}, "state-digest", "--at", "0", "--database-url", url)
	if digest := regexp.MustCompile(`^[0-9a-f]{64} `); !digest.MatchString(out) || out[:64] != at[:64] {
		t.Errorf("digests %q and %q", out, at)
	}
	wants(t, 1, []string{"0 facts"}, "state-digest", "--at", "7", "--database-url", url)
	wants(t, 0, []string{"chain     0 block(s)", "equal"}, "rebuild", "--check", "--from-chain", "--rpc", "http://127.0.0.1:1", "--database-url", url)
	wants(t, 2, []string{"--from-chain needs --rpc"}, "rebuild", "--from-chain", "--rpc", "ws://127.0.0.1:1", "--database-url", url)
	// nothing is signed without a key, and an empty journal is whole
	dir := t.TempDir()
	wants(t, 2, []string{"no receipt key in " + dir}, "checkpoint", "--database-url", url, "--data-dir", dir)
	if _, err := proof.LoadOrCreateKey(dir, rand.Reader, time.Now()); err != nil {
		t.Fatal(err)
	}
	doc := wants(t, 0, []string{`"seq":0`, `"signature":{"alg":"ed25519"`}, "checkpoint", "--database-url", url, "--data-dir", dir)
	wants(t, 0, []string{"checkpoints  1; signatures valid", "extends the given checkpoint", "whole"},
		"journal", "verify", "--database-url", url, "--data-dir", dir, "--checkpoint", write(t, "c.json", doc), "--state")
	wants(t, 3, []string{"whole", "signatures could not be checked"}, "journal", "verify", "--database-url", url, "--data-dir", t.TempDir())
	ahead := strings.Replace(doc, `"seq":0`, `"seq":3`, 1)
	wants(t, 3, []string{"the given checkpoint: its signature"}, "journal", "verify", "--database-url", url, "--data-dir", dir, "--checkpoint", write(t, "c.json", ahead))
	wants(t, 2, []string{"not a checkpoint", "--database-url is missing"}, "journal", "verify", "--data-dir", dir, "--checkpoint", write(t, "c.json", "{}"))
	wants(t, 2, []string{"journal verify"}, "journal")
	wants(t, 0, []string{"0 open"}, "incidents", "list", "--database-url", url)
	wants(t, 1, []string{"no incident"}, "incidents", "show", "--database-url", url, "inc_none")
	wants(t, 1, []string{"no incident"}, "incidents", "clear", "--note", "x", "--database-url", url, "inc_none")
}

func TestCompletion(t *testing.T) {
	for shell, check := range map[string]string{"bash": "bash", "zsh": "", "fish": ""} {
		out := wants(t, 0, []string{"oabpd"}, "completion", shell)
		if bin, err := exec.LookPath(check); check != "" && err == nil {
			if msg, err := exec.Command(bin, "-n", write(t, "completion", out)).CombinedOutput(); err != nil {
				t.Errorf("%s: %v %s", shell, err, msg)
			}
		}
	}
	saved := os.Args // the library looks there for the word that is being completed
	defer func() { os.Args = saved }()
	for line, want := range map[string][]string{"": {"migrate", "verify", "client"}, "migrate": {"up", "status"}, "client": {"bounty", "mission"}, "client bounty": {"list"},
		"run --po": {"--poll"}, "client mission list --st": {"--status"}, "--ver": {"--version"}} {
		args := append(strings.Fields(line), "--generate-bash-completion")
		os.Args = append([]string{"oabpd"}, args...)
		wants(t, 0, want, args...)
	}
}

// TestClient: flags become the request that the API expects.
func TestClient(t *testing.T) {
	var got *http.Request
	var body string
	status := 200
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		got, body = r, string(b)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "{\n  \"ok\": true\n}")
	}))
	defer s.Close()
	client := func(code int, method, path string, fields map[string]any, args ...string) string {
		t.Helper()
		got = nil
		out := wants(t, code, nil, append([]string{"client", "--url", s.URL, "--api-key", "bk_secret"}, args...)...)
		if got == nil {
			t.Fatalf("%v: no request was made", args)
		}
		if got.Method+" "+got.URL.RequestURI() != method+" "+path || got.Header.Get("Authorization") != "Bearer bk_secret" {
			t.Errorf("%v: %s %s %v", args, got.Method, got.URL.RequestURI(), got.Header)
		}
		var sent map[string]any
		if body != "" {
			if err := json.Unmarshal([]byte(body), &sent); err != nil {
				t.Errorf("%v: body %s", args, body)
			}
		}
		a, _ := json.Marshal(sent)
		if b, _ := json.Marshal(fields); string(a) != string(b) {
			t.Errorf("%v: sent %s, want %s", args, a, b)
		}
		return out
	}
	client(0, "GET", "/v1/bounties?limit=3&status=open", nil, "bounty", "list", "--status", "open", "--limit", "3")
	client(0, "GET", "/missions?status=open", nil, "mission", "list", "--status", "open")
	client(0, "GET", "/v1/bounties/bty_1%2F2", nil, "bounty", "get", "--bounty-id", "bty_1/2")
	client(0, "POST", "/v1/bounties/bty_1/submissions", map[string]any{"content": "12", "preview": "words"},
		"result", "submit", "--bounty-id", "bty_1", "--content", "12", "--preview", "words")
	client(0, "POST", "/settlements/stl_1/check", map[string]any{"transfers": []any{map[string]any{"amount": "1"}}},
		"payment", "check", "--instruction-id", "stl_1", "--transfers", `[{"amount":"1"}]`)
	client(0, "POST", "/settlements/stl_1/direct", map[string]any{"log_index": 3, "signature": "0x1", "tx_hash": "0x2"},
		"payment", "direct", "--instruction-id", "stl_1", "--log-index", "3", "--signature", "0x1", "--tx-hash", "0x2")
	client(0, "DELETE", "/settlements/stl_1", nil, "pick", "withdraw", "--instruction-id", "stl_1")
	if out := client(0, "GET", "/v1/bounties", nil, "bounty", "list", "--json"); out != "{\"ok\":true}\n" {
		t.Errorf("--json prints %q", out)
	}
	status = 404
	if out := client(1, "GET", "/v1/bounties/x", nil, "bounty", "get", "--bounty-id", "x"); !strings.Contains(out, `"ok": true`) {
		t.Errorf("the body of a refusal is not printed: %q", out)
	}
	got = nil
	wants(t, 2, []string{"bounty-id"}, "client", "--url", s.URL, "bounty", "get")
	wants(t, 2, []string{"JSON"}, "client", "--url", s.URL, "payment", "check", "--instruction-id", "x", "--transfers", "no json")
	wants(t, 2, []string{"stray"}, "client", "--url", s.URL, "bounty", "list", "stray")
	if got != nil {
		t.Error("a request was made for a wrong command line")
	}
	wants(t, 1, []string{"calling http://127.0.0.1:1"}, "client", "--url", "http://127.0.0.1:1", "bounty", "list")
	t.Setenv("OABPD_API_KEY", "bk_env")
	t.Setenv("OABPD_URL", s.URL)
	status = 200
	wants(t, 0, nil, "client", "bounty", "list")
	if got == nil || got.Header.Get("Authorization") != "Bearer bk_env" {
		t.Error("the key of the environment is not used")
	}
}
