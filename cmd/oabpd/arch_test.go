package main

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

const module = "github.com/oabp/oabpd"

// pkg is what `go list` says of a package, without tests.
type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Deps       []string
}

func list(t *testing.T) map[string]pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Imports,Deps", module+"/...")
	cmd.Stderr = nil
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string]pkg{}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for dec.More() {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
	if len(all) < 50 {
		t.Fatalf("go list gave %d packages only", len(all))
	}
	return all
}

// rule: packages that match who may not reach (transitively) what matches not,
// unless it matches but.
type rule struct {
	who, not, but string
	why           string
}

// pure are the packages that decide: settle, its leaves, the engine and the
// in-memory store.
const pure = `^settle(/(money|rating|policy|evidence|digest|escrow|engine|memstore))?$`

func rules() []rule {
	const any3rd = `^[^/]+\.[^/]+/` // a path whose first element has a dot is no standard package
	return []rule{
		{pure, any3rd, `^(github\.com/holiman/uint256|golang\.org/x/crypto/sha3|golang\.org/x/sys/cpu|` + module + `/settle(/(money|rating|policy|evidence|digest|escrow|engine))?)$`,
			"the pure ring reaches only the standard library, uint256 and sha3"},
		{`^settle/(money|rating|policy|evidence|digest|escrow)$`, `^` + module + `/settle/engine`, ``, "leaves do not know the use cases"},
		{`^(settle|indexer|api)(/|$)`, `^` + module + `/cmd`, `^$`, "only commands know commands"},
		{`^(settle(/(engine|memstore|money|rating|digest|escrow|seal|proof|verify).*)?|indexer.*|api.*|bindings.*|migrations)$`, `^github\.com/(jackc/pgx|riverqueue)`, ``, "only settle/postgres and cmd reach the database"},
		{`^(settle.*|indexer.*|bindings.*|migrations|api(/(op|mcp|openapi|feed|a2a)(/.*)?)?)$`, `^github\.com/labstack/echo`, ``, "only api/rest, api/web and cmd reach echo"},
		{`^api(/.*)?$`, `^github\.com/(jackc/pgx|ethereum/go-ethereum)`, ``, "surfaces reach neither database nor chain"},
		{`^api(/.*)?$`, `^` + module + `/(settle/(engine|postgres|memstore|verify)|indexer|bindings)`, ``, "surfaces know the use cases by their port only"},
		{`^indexer(/.*)?$`, `^` + module + `/(api|settle/(engine|postgres|memstore|verify|seal|proof)|bindings)`, ``, "the indexer knows settle only"},
		{`^indexer$`, `^github\.com/`, `^(` + module + `/(settle|settle/money|settle/evidence)|github\.com/holiman/uint256)$`, "the follower is pure but for its ports"},
		{`^settle/postgres$`, `^(github\.com/(labstack|modelcontextprotocol|ethereum)|` + module + `/(api|indexer))`, ``, "the store knows settle only"},
		{`^settle/fetch$`, `^(github\.com/(jackc|labstack|ethereum)|` + module + `/(api|indexer|settle/(engine|postgres|memstore|verify|seal|proof)))`, ``, "what reads from strangers knows the guarded client only"},
		{`^settle/egress$`, any3rd, `^(golang\.org/x/(crypto|net|sys|text)/.*)$`, "what sends to strangers' addresses knows nothing of ours"},
		{`^settle/(verify|seal|proof)(/.*)?$`, `^` + module + `/(api|indexer|settle/(engine|postgres))`, ``, "adapters do not know each other"},
		{`^cmd/oabpd/daemon$`, `^` + module + `/cmd/oabpd/attest$`, `^$`, "the daemon holds no key that signs awards"},
		{`^(bindings/.*|migrations)$`, `^` + module, `^$`, "generated code and SQL know nothing of ours"},
		{`^(settle.*|indexer.*|api.*|bindings.*|cmd/oabpd(/.*)?)$`, `^github\.com/ethereum/go-ethereum/(ethclient/simulated|eth/|node$)`, ``, "only the development stack holds a chain"},
	}
}

// testOnly are packages for tests, which may know what they need.
var testOnly = regexp.MustCompile(`^(settle/postgres/pgtest(/.*)?|settle/engine/enginetest|settle/storetest|indexer/chaintest|contracts/.*)$`)

func TestImportsPointOneWay(t *testing.T) {
	all := list(t)
	for _, r := range rules() {
		who, not := regexp.MustCompile(r.who), regexp.MustCompile(r.not)
		seen := 0
		for path, p := range all {
			rel, ours := strings.CutPrefix(path, module+"/")
			if !ours || !who.MatchString(rel) || testOnly.MatchString(rel) {
				continue
			}
			seen++
			for _, d := range p.Deps {
				if d == path || !not.MatchString(d) || (r.but != "" && regexp.MustCompile(r.but).MatchString(d)) {
					continue
				}
				t.Errorf("%s reaches %s: %s", rel, d, r.why)
			}
		}
		if seen == 0 {
			t.Errorf("rule %q matches no package: it guards nothing", r.who)
		}
	}
}

// The pure ring imports nothing of the world directly either (fmt itself
// reaches os, so this is a check of direct imports).
func TestPureRingTouchesNoWorld(t *testing.T) {
	world := regexp.MustCompile(`^(os|os/.*|net|net/.*|database/sql|syscall|math/rand.*|crypto/rand|log/slog)$`)
	who := regexp.MustCompile(pure)
	for path, p := range list(t) {
		rel, ours := strings.CutPrefix(path, module+"/")
		if !ours || !who.MatchString(rel) {
			continue
		}
		for _, d := range p.Imports {
			if world.MatchString(d) {
				t.Errorf("%s imports %s", rel, d)
			}
		}
	}
}

// Only commands read the environment; test helpers are exempt.
func TestOnlyCommandsReadTheEnvironment(t *testing.T) {
	out, _ := exec.Command("git", "-C", "../..", "grep", "-nE", `os\.(Getenv|LookupEnv|Environ|ExpandEnv)\(`, "--", "*.go", ":!*_test.go", ":!cmd/").Output()
	for line := range strings.Lines(string(out)) {
		file, _, _ := strings.Cut(line, ":")
		dir := file[:max(0, strings.LastIndex(file, "/"))]
		if !testOnly.MatchString(dir) {
			t.Errorf("reads the environment: %s", strings.TrimSpace(line))
		}
	}
}

// Vanilla go-ethereum cannot decode the deposit transaction that every Base
// block starts with, so nothing that reads the chain may ask for whole blocks
// or transactions (indexer.md, the 0x7e problem).
func TestNobodyDecodesBlocks(t *testing.T) {
	out, _ := exec.Command("git", "-C", "../..", "grep", "-nE", `\.(BlockByNumber|BlockByHash|TransactionByHash|TransactionInBlock)\(`, "--",
		"cmd/oabpd/*.go", "indexer/rpc/*.go", "settle/*.go", "api/*.go", ":!*_test.go").Output()
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, "func (") && !regexp.MustCompile(`(?i)(source|failover|\bs|\bf|\bc|\bclient)\.BlockByHash`).MatchString(line) {
			t.Errorf("decodes a whole block: %s", strings.TrimSpace(line))
		}
	}
}
