package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

var testLoad = peerLoad{node: "http://127.0.0.1:1", database: "postgres://u:p@127.0.0.1:2/d?sslmode=disable", chainID: 84532, first: 77,
	token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", each: 50, port: 3}

func TestLineHasPeersThatNeverFailed(t *testing.T) {
	f := &figures{ours: []float64{300, 100, 200}, daemons: []float64{1}, databases: []float64{2}, chains: []float64{3}, rss: 5e6}
	const alone = "shape=40x50 oabpd=200 node=400 ratio=0.500 rss_mb=5 cpu_oabpd_s=1.00 cpu_postgres_s=2.00 cpu_node_s=3.00"
	for _, c := range []struct {
		peers []*peerFigures
		want  string
	}{
		{nil, alone},
		{[]*peerFigures{{peer: peer{name: "shovel"}, rates: []float64{9, 7, 8}}, {peer: peer{name: "ponder"}, rates: []float64{5}}}, alone + " shovel=8 ponder=5"},
		{[]*peerFigures{{peer: peer{name: "shovel"}, rates: []float64{9}, failed: true}, {peer: peer{name: "ponder"}}}, alone},
	} {
		if got := line(shape{40, 50}, f, []float64{400}, c.peers); got != c.want {
			t.Errorf("line is\n%s, want\n%s", got, c.want)
		}
	}
}

func TestPonderProject(t *testing.T) {
	files, err := ponderProject(testLoad)
	if err != nil {
		t.Fatal(err)
	}
	config := files["ponder.config.ts"]
	_, object, _ := strings.Cut(config, "createConfig(")
	object, _, ok := strings.Cut(object, " as const);")
	var c struct {
		Chains map[string]struct {
			ID  uint64
			RPC string
		}
		Contracts map[string]struct {
			Chain, Address string
			StartBlock     uint64
			ABI            []struct {
				Name   string
				Inputs []struct {
					Name, Type string
					Indexed    bool
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(object), &c); err != nil || !ok {
		t.Fatalf("%v in\n%s", err, config)
	}
	k := c.Contracts["Token"]
	if c.Chains[k.Chain].ID != 84532 || c.Chains[k.Chain].RPC != testLoad.node || k.Address != testLoad.token || k.StartBlock != 77 {
		t.Errorf("the load is not the configured one:\n%s", config)
	}
	if in := k.ABI[0].Inputs; k.ABI[0].Name != "Transfer" || len(in) != 3 || !in[0].Indexed || !in[1].Indexed || in[2].Indexed || in[2].Type != "uint256" {
		t.Errorf("the event is not ERC-20's:\n%s", config)
	}
	if !strings.Contains(files["src/index.ts"], `"Token:Transfer"`) || files["src/api/index.ts"] == "" || files["ponder.schema.ts"] == "" {
		t.Errorf("the project is not whole: %v", files)
	}
}

func TestShovelProject(t *testing.T) {
	for _, c := range []struct{ each, batch, concurrency int }{{50, 500, 2}, {500, 100, 1}} {
		l := testLoad
		l.each = c.each
		files, err := shovelProject(l)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			PG      string `json:"pg_url"`
			Sources []struct {
				ChainID     uint64 `json:"chain_id"`
				URLs        []string
				Batch       int `json:"batch_size"`
				Concurrency int
				Name        string
			} `json:"eth_sources"`
			Integrations []struct {
				Enabled bool
				Sources []struct {
					Name  string
					Start uint64
				}
				Table struct{ Columns []struct{ Name string } }
				Block []struct {
					Name, Column string
					Op           string   `json:"filter_op"`
					Arg          []string `json:"filter_arg"`
				}
				Event struct {
					Inputs []struct{ Name, Column string }
				}
			}
		}
		if err := json.Unmarshal([]byte(files["config.json"]), &got); err != nil {
			t.Fatal(err)
		}
		s, in := got.Sources[0], got.Integrations[0]
		if got.PG != l.database || s.ChainID != l.chainID || s.URLs[0] != l.node || s.Batch != c.batch || s.Concurrency != c.concurrency {
			t.Errorf("%d in a block: the source is %+v", c.each, s)
		}
		if !in.Enabled || in.Sources[0].Name != s.Name || in.Sources[0].Start != l.first {
			t.Errorf("the integration is of %+v", in.Sources)
		}
		columns, fields := map[string]bool{}, map[string]bool{}
		for _, column := range in.Table.Columns {
			columns[column.Name] = true
		}
		filtered := ""
		for _, f := range in.Block {
			fields[f.Column] = true
			if f.Op == "contains" && len(f.Arg) == 1 {
				filtered = f.Name + " " + f.Arg[0]
			}
		}
		for _, f := range in.Event.Inputs {
			fields[f.Column] = true
		}
		for field := range fields {
			if !columns[field] {
				t.Errorf("%s has no column", field)
			}
		}
		if !fields["block_time"] || len(fields) != 8 || filtered != "log_addr "+strings.TrimPrefix(l.token, "0x") {
			t.Errorf("fields are %v, filtered by %q", fields, filtered)
		}
	}
}

func TestInstalledSaysHowToInstall(t *testing.T) {
	if peers, err := installed("", ""); err != nil || len(peers) != 0 {
		t.Errorf("nothing installed: %v, %v", peers, err)
	}
	dir := t.TempDir()
	if _, err := installed("", dir); err == nil || !strings.Contains(err.Error(), "npm install --prefix "+dir) {
		t.Errorf("a directory without ponder: %v", err)
	}
	if _, err := installed(filepath.Join(dir, "shovel"), ""); err == nil || !strings.Contains(err.Error(), "indexsupply/shovel") {
		t.Errorf("no shovel: %v", err)
	}
	for _, name := range []string{"shovel", "node_modules/.bin/ponder"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	peers, err := installed(filepath.Join(dir, "shovel"), dir)
	if err != nil || len(peers) != 2 || peers[0].name != "shovel" || peers[1].name != "ponder" {
		t.Errorf("both installed: %v, %v", peers, err)
	}
}

// A peer that is a shell: what it stores is done in the database by the test.
func TestRunPeerCountsAndEndsTheGroup(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), pgtest.NewDB(t, "empty", func(context.Context, string) error { return nil }))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	dir := t.TempDir()
	run := func(script string, want int) error {
		p := peer{count: "select count(*) from peer.transfer", command: func(peerLoad) *exec.Cmd { return exec.Command("sh", "-c", script) }}
		_, err := runPeer(t.Context(), conn, p, testLoad, dir, want)
		return err
	}
	if err := run("echo no such option; exit 3", 2); err == nil || !strings.Contains(err.Error(), "0 of 2") || !strings.Contains(err.Error(), "no such option") {
		t.Errorf("one that ends: %v", err)
	}
	if _, err := conn.Exec(t.Context(), "create schema peer; create table peer.transfer as select generate_series(1, 2)"); err != nil {
		t.Fatal(err)
	}
	// The child holds the output open: if only its parent were ended, waiting would not end.
	if err := run("sleep 600 & wait", 2); err != nil {
		t.Errorf("one that has stored all: %v", err)
	}
	if err := run("sleep 600 & wait", 1); err == nil || !strings.Contains(err.Error(), "2 transfers are stored, want 1") {
		t.Errorf("one that has stored more: %v", err)
	}
}
