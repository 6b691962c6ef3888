package main

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// lie changes an answer of the daemon on its way to the tour.
type lie func(r *http.Response, body string) (status int, changed string)

// liar stands before the daemon; without a lie it passes everything on as it is.
func liar(t *testing.T, s *stack) (string, *atomic.Pointer[lie]) {
	t.Helper()
	to, err := url.Parse(s.app.URL())
	if err != nil {
		t.Fatal(err)
	}
	var now atomic.Pointer[lie]
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.ModifyResponse = func(r *http.Response) error {
		l := now.Load()
		if l == nil {
			return nil
		}
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		var body string
		r.StatusCode, body = (*l)(r, string(b))
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		r.Header.Del("Content-Length")
		return nil
	}
	srv := httptest.NewServer(proxy)
	t.Cleanup(srv.Close)
	return srv.URL, &now
}

// on changes the answers to one request; status 0 leaves theirs.
func on(method, part string, status int, from, to string) lie {
	return func(r *http.Response, body string) (int, string) {
		if r.Request.Method != method || !strings.Contains(r.Request.URL.Path, part) {
			return r.StatusCode, body
		}
		return cmp.Or(status, r.StatusCode), strings.ReplaceAll(body, from, to)
	}
}

// The tour plays both missions to the end, and a step of the escrow mission that
// is not as expected ends it there.
func TestTour(t *testing.T) {
	s, err := startStack(t.Context(), options{blockTime: 100 * time.Millisecond}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	api, now := liar(t, s)
	var out bytes.Buffer
	if err := tour(t.Context(), s, api, &out); err != nil {
		t.Fatalf("%v after:\n%s", err, out.String())
	}
	for want, times := range map[string]int{"verdict: canonical": 2, "-> 403: ": 2, "6/6 blocks  settled": 2, "6/6 blocks  open": 1,
		"6/6 blocks  pending": 1, "409 payment_used_elsewhere": 1, "the contract holds 40.00 USDC": 1, "to the worker, fee 0.20 USDC": 1, "16. ": 1} {
		if n := strings.Count(out.String(), want); n != times {
			t.Errorf("%q is printed %d times, expected %d:\n%s", want, n, times, out.String())
		}
	}
	for _, c := range []struct {
		name, step, err string
		lie             lie
	}{
		{"a mission that claims to be funded", "10. ", "a fresh mission is", on("POST", "/missions", 0, `"unfunded"`, `"open"`)},
		{"calldata that is none", "11. ", "the calldata of approve", on("POST", "/missions", 0, `"0x095ea7b3`, `"095ea7b3`)},
		{"work that counts at once", "12. ", "fresh work is", on("POST", "/submissions", 0, "awaiting_chain", "pending")},
		{"sealed work that is read", "13. ", "answered 200, expected 403", on("GET", "/envelope", 200, "", "")},
		{"a receipt that is forged", "16. ", "oabpd verify exited 1", on("GET", "/receipts/", 0, `40000000`, `40000001`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			out.Reset()
			g, err := newGuide(t.Context(), s, api, &out)
			if err != nil {
				t.Fatal(err)
			}
			defer g.client.Close()
			if err := g.signIn(t.Context(), g.worker); err != nil {
				t.Fatal(err)
			}
			now.Store(&c.lie)
			defer now.Store(nil)
			if _, err := g.escrow(t.Context()); err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("the tour ended with %v, expected %q", err, c.err)
			}
			if last := out.String()[strings.LastIndex(out.String(), "\n\n")+2:]; !strings.HasPrefix(last, c.step) {
				t.Errorf("it ended in %q, expected step %s", last, c.step)
			}
		})
	}
}

// cutter cancels once a text is written.
type cutter struct {
	text   string
	cancel func()
}

func (c *cutter) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte(c.text)) {
		c.cancel()
	}
	return len(b), nil
}

// An error of the tour is the exit code of oabpdev.
func TestOnceFailsWithTheTour(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var errs bytes.Buffer
	dir := t.TempDir()
	file := filepath.Join(dir, "stack.json")
	args := []string{"oabpdev", "--once", "--api-port", "0", "--rpc-port", "0", "--block-time", "100ms", "--stack-file", file}
	if code := run(ctx, args, &cutter{"\n10. ", cancel}, &errs); code != 1 || !strings.Contains(errs.String(), "the tour ended early") {
		t.Errorf("exit %d, %q", code, errs.String())
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the stack file is left: %v", err)
	}
}
