package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const nodeModules = "../../../node_modules"

// nodeOf is a Node of at least a version: the machine's own, or the one of version
// 22 that npm ci installs.
func nodeOf(t *testing.T, least int) string {
	t.Helper()
	own, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("there is no node in PATH: make test needs one, as README says")
	}
	out, err := exec.Command(own, "-p", "process.versions.node.split('.')[0]").Output()
	must(t, err)
	if major, err := strconv.Atoi(strings.TrimSpace(string(out))); err == nil && major >= least {
		return own
	}
	found, err := filepath.Glob(nodeModules + "/node-*/bin/node")
	if err != nil || len(found) != 1 {
		t.Fatalf("no Node of version %d below %s (npm ci installs one): %v %v", least, nodeModules, found, err)
	}
	return found[0]
}

// runNode runs a program and gives what it printed, warnings apart.
func runNode(t *testing.T, node string, env string, args ...string) (out, warnings string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, args...)
	cmd.Env = append(os.Environ(), "OABP_CLIENT="+env, "NO_PROXY=127.0.0.1", "NO_COLOR=1", "HOME="+t.TempDir())
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Errorf("%v: %v", args, err)
		return "", "", -1
	}
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

// TestStockMCPClients: the clients that others use work against the daemon
// unchanged: the TypeScript SDK of the session era, its successor with a session
// and without, and the inspector's command line. Each lists, calls a tool that
// works and one that fails, reads a resource, gets a prompt and ends; the SDKs also
// hear of a change that they made.
func TestStockMCPClients(t *testing.T) {
	w := weakness(t)
	any20, any22 := nodeOf(t, 20), nodeOf(t, 22)
	poster, worker := w.person(t, "Poster", false), w.person(t, "Worker", false)
	var wg sync.WaitGroup
	defer wg.Wait()
	for _, c := range []struct {
		name, protocol string
		session        bool
		args           []string
	}{
		{"the SDK of the session era", "2025-11-25", true, []string{"clients/sdk1.mjs"}},
		{"its successor with a session", "2025-11-25", true, []string{"clients/client2.mjs"}},
		{"its successor without one", "2026-07-28", false, []string{"clients/client2.mjs", "auto"}},
	} {
		bounty := w.post(t, poster, "/v1/bounties", bountyBody(500)).want(t, 201).str("bounty_id")
		wg.Go(func() {
			w.stockClient(t, c.name, c.protocol, c.session, bounty, worker, any20, c.args)
		})
	}
	bounty := w.post(t, poster, "/v1/bounties", bountyBody(500)).want(t, 201).str("bounty_id")
	wg.Go(func() { w.inspector(t, bounty, any22) })
}

// stockClient runs a script and looks at what it saw.
func (w *world) stockClient(t *testing.T, name, protocol string, session bool, bounty string, worker *person, program string, args []string) {
	mission := strings.Replace(bounty, "bty_", "mis_", 1)
	env, err := json.Marshal(map[string]string{"url": w.url + "/mcp", "mission": mission, "bounty": bounty, "key": worker.token})
	if err != nil {
		t.Error(err)
		return
	}
	out, warnings, code := runNode(t, program, string(env), args...)
	if warnings != "" { // a schema that it does not like, for example
		t.Errorf("%s warns: %s", name, clip([]byte(warnings)))
	}
	s := reply{what: name, status: 200, body: []byte(out), doc: decode([]byte(out))}
	if code != 0 || s.doc == nil {
		t.Errorf("%s ended with %d: %s", name, code, clip([]byte(out)))
		return
	}
	for at, want := range map[string]any{
		"server": "oabpd", "protocol": protocol, "session": session, "ended": true,
		"good.isError": false, "good.id": mission, "good.text": mission,
		"bad.isError": true, "bad.structured": false, "bad.body.error": "not_found", "bad.body.status": json.Number("404"),
		"resource": mission, "missing": json.Number("-32602"), "changed": "oabp://missions/" + mission,
	} {
		if got := s.at(at); got != want {
			t.Errorf("%s: %s is %v, not %v", name, at, got, want)
		}
	}
	if !strings.Contains(s.str("prompt"), bounty) || !strings.HasPrefix(s.str("submitted"), "sub_") {
		t.Errorf("%s: prompt %q, submission %q", name, s.str("prompt"), s.str("submitted"))
	}
	for list, want := range map[string]string{"tools": "oabp_list_missions", "resources": "oabp://missions", "templates": "oabp://missions/{mission_id}"} {
		if !slices.Contains(s.list(list), any(want)) {
			t.Errorf("%s: no %s among %s", name, want, list)
		}
	}
}

// schemaErrors are what the inspector counts of tools that some clients drop.
var schemaErrors = regexp.MustCompile(`[1-9]\d* errors?\b`)

// inspector runs the inspector's command line, one method at a time.
func (w *world) inspector(t *testing.T, bounty, program string) {
	mission := strings.Replace(bounty, "bty_", "mis_", 1)
	for _, c := range []struct {
		args   []string
		want   []string
		failed bool
	}{
		{[]string{"tools/list"}, []string{"list_missions", "oabp_get_mission", "submit_result"}, false},
		{[]string{"tools/call", "--tool-name", "get_mission", "--tool-arg", "mission_id=" + mission}, []string{mission}, false},
		{[]string{"tools/call", "--tool-name", "get_mission", "--tool-arg", "mission_id=mis_0000000000000000"}, []string{"not_found", `"isError": true`}, true},
		{[]string{"resources/read", "--uri", "oabp://missions/" + mission}, []string{mission}, false},
		{[]string{"prompts/get", "--prompt-name", "fill-bounty", "--prompt-args", "bounty_id=" + bounty}, []string{bounty}, false},
	} {
		args := append([]string{nodeModules + "/@modelcontextprotocol/inspector/clients/launcher/build/index.js", "--cli", w.url + "/mcp",
			"--transport", "http", "--method"}, c.args...)
		out, warnings, code := runNode(t, program, "", args...)
		if (code != 0) != c.failed || schemaErrors.MatchString(warnings) {
			t.Errorf("the inspector's %v ended with %d: %s %s", c.args, code, clip([]byte(out)), clip([]byte(warnings)))
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("the inspector's %v does not show %s: %s", c.args, want, clip([]byte(out)))
			}
		}
	}
}
