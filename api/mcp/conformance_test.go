package mcp_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/api/mcp"
)

const nodeModules = "../../node_modules"

// node22 is a Node of at least version 22, which the suite needs: the machine's
// own, or the one that npm ci installs.
func node22(t *testing.T) string {
	t.Helper()
	if own, err := exec.LookPath("node"); err == nil {
		out, err := exec.Command(own, "-p", "process.versions.node.split('.')[0]").Output()
		if major, _ := strconv.Atoi(strings.TrimSpace(string(out))); err == nil && major >= 22 {
			return own
		}
	} else {
		t.Fatal("there is no node in PATH: make test needs one, as README says")
	}
	found, err := filepath.Glob(nodeModules + "/node-*/bin/node")
	if err != nil || len(found) != 1 {
		t.Fatalf("no Node of version 22 below %s (npm ci installs one): %v %v", nodeModules, found, err)
	}
	return found[0]
}

// verdict is the last line of the whole suite, and that of a single scenario.
var verdict = regexp.MustCompile(`(?m)^(?:Total: (\d+) passed|Passed: (\d+)/\d+), (\d+) failed`)

// conformance runs the official suite against a bench. It gives the numbers of
// checks that passed and failed.
func (b *bench) conformance(t *testing.T, args ...string) (passed, failed int, out string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, node22(t), append([]string{nodeModules + "/@modelcontextprotocol/conformance/dist/index.js", "server",
		"--url", b.URL + "/mcp", "--output-dir", t.TempDir()}, args...)...)
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "NO_PROXY=127.0.0.1")
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	err := cmd.Run()
	out = text.String()
	m := verdict.FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("the suite did not finish: %v\n%s", err, out)
	}
	passed, _ = strconv.Atoi(m[1] + m[2])
	failed, _ = strconv.Atoi(m[3])
	var exit *exec.ExitError
	if red := errors.As(err, &exit); err != nil && !red || red != (failed > 0) {
		t.Fatalf("%d failed, and the suite ended with %v", failed, err)
	}
	return passed, failed, out
}

func furnished(t *testing.T, text string) *bench {
	t.Helper()
	b := prepare(t, func(o *mcp.Options) { o.AllowedHosts = nil })
	b.mcp.Furnish(furnish, fixtures(text))
	b.start(t)
	return b
}

// checks is how many the pinned version of the suite makes: fewer means that some
// did not run.
const checks = 44

// TestConformanceSuite: the official suite passes whole, the scenarios that it
// calls pending included.
func TestConformanceSuite(t *testing.T) {
	t.Parallel()
	passed, failed, out := furnished(t, "This is a simple text response for testing.").conformance(t, "--suite", "all")
	if failed != 0 || passed != checks {
		t.Errorf("%d passed, %d failed\n%s", passed, failed, out)
	}
}

// TestConformanceSuiteGoesRed: a server that is wrong fails the suite, so a green
// one says something.
func TestConformanceSuiteGoesRed(t *testing.T) {
	t.Parallel()
	if passed, failed, out := furnished(t, "").conformance(t, "--scenario", "tools-call-simple-text"); failed == 0 {
		t.Errorf("an empty text passed %d checks\n%s", passed, out)
	}
}
