package settle_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
)

var updateStates = flag.Bool("update-states", false, "write docs/states.md")

//go:generate go test -run TestStatesDocument -update-states .

// docs/states.md draws the transition tables; it is generated, never edited.
func TestStatesDocument(t *testing.T) {
	const path = "../docs/states.md"
	var b strings.Builder
	b.WriteString("# States\n\nGenerated from `settle/states.go` (`make generate`); the same tables are in the database's CHECKs.\n")
	draw(&b, "Mission", settle.MissionOpen, settle.MissionTransitions())
	draw(&b, "Submission", settle.SubmissionPending, settle.SubmissionTransitions())
	draw(&b, "Instruction", settle.InstructionOpen, settle.InstructionTransitions())
	draw(&b, "Award of the escrow", settle.AwardConfirmed, settle.AwardTransitions())
	b.WriteString("\nWork of a team begins as `draft`, and work that the rule of its mission does not match as `rejected`. Escrow missions begin as `unfunded`, and work for them as `awaiting_chain`. Their states are computed from what the\nchain holds, so a reorganization below the confirmation depth may also move them back:\n")
	back(&b, "Mission", settle.MissionReorgs())
	back(&b, "Submission", settle.SubmissionReorgs())
	if *updateStates {
		if err := os.MkdirAll("../docs", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != b.String() {
		t.Errorf("%s is stale: run make generate", path)
	}
}

func back[S ~string](b *strings.Builder, name string, table map[S][]S) {
	for _, from := range slices.Sorted(maps.Keys(table)) {
		fmt.Fprintf(b, "- %s `%s` to", name, from)
		for n, to := range table[from] {
			if n > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(b, " `%s`", to)
		}
		b.WriteString("\n")
	}
}

func draw[S ~string](b *strings.Builder, name string, start S, table map[S][]S) {
	fmt.Fprintf(b, "\n## %s\n\n```mermaid\nstateDiagram-v2\n  [*] --> %s\n", name, start)
	for _, from := range slices.Sorted(maps.Keys(table)) {
		for _, to := range table[from] {
			if _, ok := table[to]; !ok {
				panic("unknown state " + string(to))
			}
			fmt.Fprintf(b, "  %s --> %s\n", from, to)
		}
	}
	b.WriteString("```\n")
}
