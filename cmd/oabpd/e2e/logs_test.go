package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
)

// withKeys is a provider in front of an endpoint: the key is in the URL, and its
// error pages give the URL back.
func withKeys(t *testing.T, target string) (provider string, secrets []string, broken *atomic.Bool) {
	t.Helper()
	u, err := url.Parse(target)
	must(t, err)
	broken = &atomic.Bool{}
	proxy := httputil.NewSingleHostReverseProxy(u)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if broken.Load() {
			http.Error(w, "no access to "+r.URL.String()+" for "+r.Header.Get("Authorization"), http.StatusForbidden)
			return
		}
		r.URL.Path, r.URL.RawQuery = "/", ""
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	secrets = []string{"rpcpass9f2c81", "rpckey5d1a77", "rpcquery3e8b90"}
	return fmt.Sprintf("http://operator:%s@%s/v2/%s?apikey=%s", secrets[0], s.Listener.Addr(), secrets[1], secrets[2]), secrets, broken
}

// withPassword is a database URL with a password, which the test server does not
// look at.
func withPassword(t *testing.T, db, password string) string {
	t.Helper()
	u, err := url.Parse(db)
	must(t, err)
	user := u.User.Username()
	if user == "" {
		return db + map[bool]string{true: "&", false: "?"}[u.RawQuery != ""] + "password=" + password
	}
	u.User = url.UserPassword(user, password)
	return u.String()
}

// TestLogs: in the life of a daemon, with faults of endpoint and database, every
// line that it logs at the level debug is one JSON object with time, level and
// message, and none has a secret: of the database's URL, of an endpoint's, of the
// key files, of an agent, or of what is sealed.
func TestLogs(t *testing.T) {
	t.Parallel()
	n := deployed(t, startGeth(t, 0))
	provider, secrets, broken := withKeys(t, n.chain.HTTPURL())
	const password = "dbpass6b7f03"
	secrets = append(secrets, password)
	db := withPassword(t, newDB(t), password)
	w, p, _, _ := daemonProcess(t, n, db, provider)
	j := w.newJob(t, jobOptions{named: true})
	w.mined(t, w.payTagged(t, j, j.poster.account))
	broken.Store(true)
	eventually(t, func() error {
		if !strings.Contains(p.log.String(), "403") {
			return errNotYet
		}
		return nil
	})
	broken.Store(false)
	c, err := pgx.Connect(t.Context(), w.db)
	must(t, err)
	_, err = c.Exec(t.Context(), "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
	must(t, err)
	must(t, c.Close(t.Context()))
	w.mine(t, depth+1)
	if !w.settled(t, j) {
		t.Fatal(clip(w.instruction(t, j).body))
	}
	w.released(t, j)
	const inQuery = "querykey4d9e62" // as directories send theirs
	secrets = append(secrets, inQuery)
	w.get(t, nil, "/mcp?profile=x&api_key="+inQuery).want(t, 200)
	w.do(t, nil, "POST", "/mcp?api_key="+inQuery, map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).want(t, 400)
	w.do(t, nil, "POST", "/v1/bounties/"+j.bounty+"/submissions?api_key="+inQuery, map[string]any{"content": "x"}).want(t, 403)
	p.kill()
	secrets = append(secrets, j.poster.token, j.worker.token, j.secret)
	secrets = append(secrets, keysOf(t, w.dir)...)
	lines := 0
	for line := range strings.Lines(p.log.String()) {
		lines++
		var o map[string]any
		if err := json.Unmarshal([]byte(line), &o); err != nil || o["time"] == nil || o["level"] == nil || o["msg"] == nil {
			t.Errorf("no structured line: %s", clip([]byte(line)))
		}
		for _, s := range secrets {
			if strings.Contains(line, s) {
				t.Errorf("%q is in %s", s, clip([]byte(line)))
			}
		}
	}
	if lines < 10 {
		t.Errorf("%d lines", lines)
	}
	t.Logf("%d lines, %d secrets looked for", lines, len(secrets))
	w.wrongURLs(t, password, secrets[1])
	checkRebuild(t, w.db)
}

// keysOf are the secret parts of the key files of a data directory.
func keysOf(t *testing.T, dir string) (out []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	must(t, err)
	for _, f := range files {
		b, err := os.ReadFile(f)
		must(t, err)
		for _, part := range strings.FieldsFunc(string(b), func(r rune) bool { return strings.ContainsRune("\"{}[],: \n\t", r) }) {
			if len(part) >= 40 { // keys are longer than any name
				out = append(out, part)
			}
		}
	}
	if len(out) < 2 {
		t.Fatalf("no keys in %v", files)
	}
	return out
}

// wrongURLs: what cannot be read, or leads nowhere, is not repeated.
func (w *world) wrongURLs(t *testing.T, password, key string) {
	t.Helper()
	port := freeport.Take(t)
	for _, db := range []string{
		"postgres://user:" + password + "@host:port/db", "postgres://user:" + password + "@127.0.0.1:1/db?sslmode=bogus",
		"host=127.0.0.1 port=x user=u password=" + password, "postgres://user:" + password + "@127.0.0.1:1/db?connect_timeout=2", "postgres://user:" + password + "%zz@h/db",
		w.db + map[bool]string{true: "&", false: "?"}[strings.Contains(w.db, "?")] + "no_such_parameter=1",
	} {
		for _, endpoint := range []string{w.chain.HTTPURL(), "http://u:" + key + "@127.0.0.1:bad/" + key, "ftp://u:" + key + "@h/" + key, "http://%zz" + key} {
			if code, out := oabpd(t, w.runFlags(db, w.dir, port, endpoint)...); code == 0 || strings.Contains(out, password) || strings.Contains(out, key) {
				t.Errorf("exit %d, a secret is in the error: %s", code, clip([]byte(out)))
			}
		}
	}
}
