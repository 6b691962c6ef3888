package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ponderInstall is how a directory for -ponder is made.
const ponderInstall = "npm install --prefix DIR ponder@0.16.10 viem@2 hono@4"

// peerLoad is what a peer is told of the load and of where to put it.
type peerLoad struct {
	node, database string // URLs
	chainID, first uint64
	token          string // 0x and 40 hexadecimal digits
	each           int    // transfers in a block
	port           int    // a free one of this machine, for the peer's own pages
}

// peer is another indexer that can be run over the load.
type peer struct {
	name string
	// count is the statement that counts the transfers the peer has stored.
	count string
	// next is what to do when it fails.
	next string
	// files are the project, by path in its directory.
	files func(peerLoad) (map[string]string, error)
	// command starts it in the directory of its project.
	command func(peerLoad) *exec.Cmd
}

// ponderIn is Ponder as installed in a directory.
func ponderIn(dir string) (peer, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return peer{}, err
	}
	modules := filepath.Join(dir, "node_modules")
	bin := filepath.Join(modules, ".bin", "ponder")
	if _, err := os.Stat(bin); err != nil {
		return peer{}, fmt.Errorf("-ponder: %w; install it by: %s", err, strings.Replace(ponderInstall, "DIR", dir, 1))
	}
	return peer{name: "ponder", count: "select count(*) from peer.transfer",
		next:  "see what it says above, compare the installed versions with docs/benchmarks.md (" + ponderInstall + "), or leave it out by -ponder ''",
		files: ponderProject,
		command: func(l peerLoad) *exec.Cmd {
			cmd := exec.Command("sh", "-c", `ln -s "$1" node_modules && exec node_modules/.bin/ponder start --schema peer --hostname 127.0.0.1 --port "$2"`,
				"sh", modules, fmt.Sprint(l.port))
			cmd.Env = append(os.Environ(), "DATABASE_URL="+l.database, "PONDER_TELEMETRY_DISABLED=true")
			return cmd
		}}, nil
}

// ponderProject indexes the token's transfers from the load's first block, a row each.
func ponderProject(l peerLoad) (map[string]string, error) {
	config, err := json.MarshalIndent(map[string]any{
		"chains": map[string]any{"load": map[string]any{"id": l.chainID, "rpc": l.node}},
		"contracts": map[string]any{"Token": map[string]any{"chain": "load", "address": l.token, "startBlock": l.first,
			"abi": []any{map[string]any{"type": "event", "name": "Transfer", "anonymous": false, "inputs": transferInputs(nil)}}}},
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	return map[string]string{
		"package.json":     `{"name": "peer", "private": true, "type": "module"}` + "\n",
		"ponder.config.ts": fmt.Sprintf("import { createConfig } from \"ponder\";\n\nexport default createConfig(%s as const);\n", config),
		"ponder.schema.ts": `import { onchainTable } from "ponder";

export const transfer = onchainTable("transfer", (t) => ({
  id: t.text().primaryKey(), block: t.bigint().notNull(), tx: t.hex().notNull(),
  from: t.hex().notNull(), to: t.hex().notNull(), value: t.bigint().notNull(),
}));
`,
		"src/index.ts": `import { ponder } from "ponder:registry";
import { transfer } from "ponder:schema";

ponder.on("Token:Transfer", async ({ event, context }) => {
  const { from, to, value } = event.args;
  await context.db.insert(transfer).values({ id: event.id, block: event.block.number, tx: event.transaction.hash, from, to, value });
});
`,
		"src/api/index.ts": "import { Hono } from \"hono\";\n\nexport default new Hono();\n",
	}, nil
}

// shovelAt is a binary of Shovel.
func shovelAt(binary string) (peer, error) {
	binary, err := exec.LookPath(binary)
	if err == nil {
		binary, err = filepath.Abs(binary)
	}
	if err != nil {
		return peer{}, fmt.Errorf("-shovel: %w; build it from github.com/indexsupply/shovel (cmd/shovel)", err)
	}
	return peer{name: "shovel", count: "select count(*) from transfer",
		next:  "see what it says above and whether " + binary + " is Shovel of github.com/indexsupply/shovel, or leave it out by -shovel ''",
		files: shovelProject,
		command: func(l peerLoad) *exec.Cmd {
			return exec.Command(binary, "-config", "config.json", "-l", fmt.Sprintf("127.0.0.1:%d", l.port))
		}}, nil
}

// shovelProject selects a field of the block too: without one Shovel reads no headers
// and sees no reorganization.
func shovelProject(l peerLoad) (map[string]string, error) {
	batch, concurrency := 500, 2
	if l.each >= 500 {
		batch, concurrency = 100, 1
	}
	type object = map[string]any
	var columns, block []object
	for _, c := range []struct{ name, kind string }{{"block_num", "numeric"}, {"block_time", "numeric"}, {"tx_hash", "bytea"}, {"log_idx", "int"}, {"log_addr", "bytea"}} {
		field := object{"name": c.name, "column": c.name}
		if c.name == "log_addr" {
			field["filter_op"], field["filter_arg"] = "contains", []string{strings.TrimPrefix(l.token, "0x")}
		}
		columns, block = append(columns, object{"name": c.name, "type": c.kind}), append(block, field)
	}
	columns = append(columns, object{"name": "from", "type": "bytea"}, object{"name": "to", "type": "bytea"}, object{"name": "value", "type": "numeric"})
	config, err := json.MarshalIndent(object{
		"pg_url":      l.database,
		"eth_sources": []object{{"name": "load", "chain_id": l.chainID, "urls": []string{l.node}, "batch_size": batch, "concurrency": concurrency}},
		"integrations": []object{{"name": "transfer", "enabled": true, "sources": []object{{"name": "load", "start": l.first}},
			"table": object{"name": "transfer", "columns": columns}, "block": block,
			"event": object{"name": "Transfer", "type": "event", "anonymous": false,
				"inputs": transferInputs(func(in object) { in["column"] = in["name"] })}}},
	}, "", "  ")
	return map[string]string{"config.json": string(config) + "\n"}, err
}

// transferInputs are what ERC-20's Transfer holds, with what else is wanted of each.
func transferInputs(with func(map[string]any)) (inputs []map[string]any) {
	for _, in := range []struct {
		name, kind string
		indexed    bool
	}{{"from", "address", true}, {"to", "address", true}, {"value", "uint256", false}} {
		input := map[string]any{"name": in.name, "type": in.kind, "indexed": in.indexed}
		if with != nil {
			with(input)
		}
		inputs = append(inputs, input)
	}
	return inputs
}
