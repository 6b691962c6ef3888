package e2e

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var mutate = flag.String("mutate", "", "plays TestNetwork on programs of which one line is wrong: those with this in their name, or all")

// mutants are programs of which one defence is gone. TestNetwork must turn red on
// each.
var mutants = []struct {
	name string
	// file is below the module's root; new stands for old, wherever that is in it.
	file, old, new string
	// args are TestNetwork's.
	args []string
}{
	{"removed logs are taken", "indexer/rpc/wire.go", "case w.removed:", "case false:", nil},
	{"logs of another block are taken", "indexer/rpc/wire.go", "case w.block != in.Hash || w.number", "case w.number", nil},
	{"the epoch is not checked in a write", "settle/memstore/lease.go", `epoch != l.epoch || l.holder == ""`, "false", nil},
	{"agreement is not retracted", "indexer/rewind.go", "f.cfg.Jury.retract(ancestor)", "_ = f.cfg.Jury", nil},
	{"replaced finality is silent", "settle/engine/rewind.go", "case final != nil && ancestor.Number < final.Number:", "case false:", []string{"-whole=1"}},
	{"what is final is not noted", "settle/engine/confirm.go", "tx.SetFinal(b)", "_ = b", []string{"-whole=1"}},
	{"a halt does not hold", "settle/engine/due.go", `set.HaltedReason != "" ||`, "", []string{"-whole=1"}},
	{"no total waits for a tag", "settle/engine/due.go", `if tier.Tag == "" {`, `if tier.Depth = max(tier.Depth, 3); true {`, []string{"-whole=1"}},
	{"one endpoint says what is final", "settle/reached.go", "need := max(quorum, len(claims)/2+1)", "need := 1", []string{"-whole=1"}},
	{"the audit stands still", "indexer/audit.go", "min(final, applied, from+", "min(final, applied, 20, from+", []string{"-whole=1"}},
}

// source is what a file of this module holds that a mutant changes.
func source(t *testing.T, file, old string) (path, body string) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), old) {
		t.Fatalf("%q is not in %s any more: the mutant must be aimed at where it is now", old, file)
	}
	return path, string(b)
}

// Every mutant is one of the code as it is.
func TestMutantsAreOfThisCode(t *testing.T) {
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) { source(t, m.file, m.old) })
	}
}

// TestMutants shows, where it is asked to, that TestNetwork can fail.
func TestMutants(t *testing.T) {
	if *mutate == "" {
		t.Skip("not asked for (-mutate all)")
	}
	for _, m := range mutants {
		if *mutate != "all" && !strings.Contains(m.name, *mutate) {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			path, body := source(t, m.file, m.old)
			dir := t.TempDir()
			wrong, overlay := filepath.Join(dir, "wrong.go"), filepath.Join(dir, "overlay.json")
			table, err := json.Marshal(map[string]any{"Replace": map[string]string{path: wrong}})
			if err != nil {
				t.Fatal(err)
			}
			for file, b := range map[string][]byte{wrong: []byte(strings.ReplaceAll(body, m.old, m.new)), overlay: table} {
				if err := os.WriteFile(file, b, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			args := append([]string{"test", "-overlay", overlay, "-timeout", "1h", "-run", "TestNetwork$", "./indexer/e2e", "-args", "-seeds=1000"}, m.args...)
			c := exec.Command("go", args...)
			c.Dir = filepath.Join("..", "..")
			out, err := c.CombinedOutput()
			_, red, _ := strings.Cut(string(out), ": seed ")
			if red == "" || err == nil {
				t.Fatalf("TestNetwork overlooks it: %v\n%s", err, out)
			}
			t.Logf("seed %s", strings.SplitN(red, "\n", 2)[0])
		})
	}
}
