package fetch_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/fetch"
)

// server listens on a loopback address of its own, so that tests can admit one and
// not the other.
func server(t *testing.T, address string, secure bool, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	l, err := net.Listen("tcp", net.JoinHostPort(address, "0"))
	if err != nil {
		t.Skipf("listening on %s: %v", address, err)
	}
	s := httptest.NewUnstartedServer(h)
	s.Listener.Close()
	s.Listener = l
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	if secure {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s
}

// hostile is a submitter's server: each path is another trick.
type hostile struct {
	inside string // a server that nobody may reach
	header http.Header
	query  string
}

func (h *hostile) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/ok":
		h.header, h.query = r.Header.Clone(), r.URL.RawQuery
		fmt.Fprint(w, "fine")
	case "/json":
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"pass":true}`)
	case "/endless":
		for b := make([]byte, 32<<10); ; {
			if _, err := w.Write(b); err != nil {
				return
			}
		}
	case "/drip":
		for {
			if _, err := w.Write([]byte("x")); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	case "/loop":
		http.Redirect(w, r, "/loop", http.StatusFound)
	case "/hop":
		http.Redirect(w, r, "/ok", http.StatusFound)
	case "/inside":
		http.Redirect(w, r, h.inside, http.StatusFound)
	case "/name":
		http.Redirect(w, r, strings.Replace(h.inside, "127.0.0.2", "inside.example", 1), http.StatusFound)
	case "/metadata":
		http.Redirect(w, r, "https://169.254.169.254/latest/meta-data/", http.StatusFound)
	case "/file":
		http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
	case "/bomb":
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb())
	case "/header":
		w.Header().Set("X-Big", strings.Repeat("x", 10<<20))
		fmt.Fprint(w, "behind a large header")
	case "/teapot":
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprint(w, `{"secret":"CANARY"}`)
	case "/ipfs/bafybeigdyrzt/a.txt":
		fmt.Fprint(w, "from the gateway")
	case "/ipfs/bafyleadsaway":
		http.Redirect(w, r, h.inside, http.StatusFound)
	default:
		http.NotFound(w, r)
	}
}

// bomb is a few KiB that unpack to 8 MiB.
var bomb = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(make([]byte, 8<<20))
	_ = z.Close()
	return b.Bytes()
})

type scene struct {
	*hostile
	outside, insideS *httptest.Server
	reached          atomic.Int32
}

func newScene(t *testing.T) *scene {
	s := &scene{hostile: &hostile{}}
	s.insideS = server(t, "127.0.0.2", true, func(w http.ResponseWriter, _ *http.Request) {
		s.reached.Add(1)
		fmt.Fprint(w, "CANARY of the inside")
	})
	s.inside = s.insideS.URL + "/"
	s.outside = server(t, "127.0.0.1", true, s.ServeHTTP)
	return s
}

func (s *scene) client(t *testing.T, o fetch.Options) *fetch.Client {
	t.Helper()
	o.Roots = s.outside.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	o.Resolver = &net.Resolver{PreferGo: true, Dial: names}
	o.Reach = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	c, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// names resolves every name to the inside.
func names(context.Context, string, string) (net.Conn, error) {
	asked, answers := net.Pipe()
	go func() {
		defer answers.Close()
		for {
			var length [2]byte
			if _, err := io.ReadFull(answers, length[:]); err != nil {
				return
			}
			query := make([]byte, binary.BigEndian.Uint16(length[:]))
			if _, err := io.ReadFull(answers, query); err != nil {
				return
			}
			var m dnsmessage.Message
			if err := m.Unpack(query); err != nil {
				return
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 2}}}}
			}
			reply, err := m.Pack()
			if err != nil {
				return
			}
			if _, err := answers.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(reply))), reply...)); err != nil {
				return
			}
		}
	}()
	return asked, nil
}

// refused demands an error that says so for good, with a reason; empty: for now.
func refused(t *testing.T, what string, err error, reason settle.CheckReason) {
	t.Helper()
	var r *fetch.Refused
	switch {
	case err == nil:
		t.Errorf("%s: no error", what)
	case reason == "" && errors.As(err, &r):
		t.Errorf("%s: refused for good: %v", what, err)
	case reason != "" && (!errors.As(err, &r) || r.Reason != reason):
		t.Errorf("%s: %v, want %s", what, err, reason)
	case strings.Contains(err.Error(), "127.0") || strings.Contains(err.Error(), "example") || strings.Contains(err.Error(), "http"):
		t.Errorf("%s: the error tells what was asked for: %v", what, err)
	}
}

func TestHostileServers(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	c := s.client(t, fetch.Options{MaxContent: 64 << 10})
	for path, want := range map[string]settle.CheckReason{
		"/endless": settle.ReasonTooLarge, "/bomb": settle.ReasonTooLarge, "/loop": settle.ReasonUnreachable,
		"/inside": settle.ReasonForbidden, "/name": settle.ReasonForbidden, "/metadata": settle.ReasonForbidden, "/file": settle.ReasonForbidden,
		"/header": "", "/teapot": "", "/nowhere": "",
	} {
		_, err := c.Fetch(t.Context(), s.outside.URL+path)
		refused(t, "fetching "+path, err, want)
		if path == "/teapot" || path == "/nowhere" {
			continue
		}
		_, err = c.Ask(t.Context(), s.outside.URL+path)
		refused(t, "asking "+path, err, want)
	}
	for _, uri := range []string{s.inside, strings.Replace(s.inside, "127.0.0.2", "inside.example", 1), "https://[::1]/", "https://169.254.169.254/latest",
		"https://10.0.0.1/", "file:///etc/passwd", "ftp://x/", "data:text/plain,x", "https://u:p@example.com/", "ipfs://bafybeigdyrzt", "", "https://"} {
		_, err := c.Fetch(t.Context(), uri)
		refused(t, "fetching "+uri, err, settle.ReasonForbidden)
	}
	if n := s.reached.Load(); n != 0 {
		t.Errorf("the inside was reached %d times", n)
	}
	got, err := c.Fetch(t.Context(), s.outside.URL+"/hop")
	if err != nil || string(got.Bytes) != "fine" || got.Scheme != "https" || got.Endpoint != strings.TrimPrefix(s.outside.URL, "https://") {
		t.Errorf("%+v %v", got, err)
	}
	reply, err := c.Ask(t.Context(), s.outside.URL+"/teapot")
	if err != nil || reply.Status != http.StatusTeapot {
		t.Errorf("%+v %v", reply, err)
	}
	if reply, err = c.Ask(t.Context(), s.outside.URL+"/json"); err != nil || reply.Status != 200 || string(reply.Body) != `{"pass":true}` {
		t.Errorf("%+v %v", reply, err)
	}
}

// A body that never ends ends with the time for an attempt; later it may be tried
// again.
func TestSlowDrip(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	c := s.client(t, fetch.Options{Timeout: 200 * time.Millisecond})
	_, err := c.Fetch(t.Context(), s.outside.URL+"/drip")
	refused(t, "a slow drip", err, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.client(t, fetch.Options{}).Fetch(ctx, s.outside.URL+"/drip")
	refused(t, "after the end", err, "")
}

// A predicate's server is told what its URL says, and nothing else.
func TestAskTellsNothingElse(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	c := s.client(t, fetch.Options{UserAgent: "oabpd/test"})
	if _, err := c.Ask(t.Context(), s.outside.URL+"/ok?mission_id=m&content_hash=0x1"); err != nil {
		t.Fatal(err)
	}
	if s.query != "mission_id=m&content_hash=0x1" || s.header.Get("User-Agent") != "oabpd/test" || s.header.Get("Accept") != "application/json" {
		t.Errorf("%s %v", s.query, s.header)
	}
	for k := range s.header {
		switch k {
		case "User-Agent", "Accept", "Accept-Encoding", "Connection":
		default:
			t.Errorf("it was sent %s: %s", k, s.header.Get(k))
		}
	}
}

// The operator's gateway may be anywhere; what content makes of it may not.
func TestGateway(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	gate := server(t, "127.0.0.3", false, s.ServeHTTP) // not among what URLs may reach
	c := s.client(t, fetch.Options{Gateway: gate.URL + "/"})
	got, err := c.Fetch(t.Context(), "ipfs://bafybeigdyrzt/a.txt")
	if err != nil || string(got.Bytes) != "from the gateway" || got.Scheme != "ipfs" {
		t.Errorf("%+v %v", got, err)
	}
	_, err = c.Fetch(t.Context(), "ipfs://bafyleadsaway")
	refused(t, "a redirect of the gateway", err, "")
	_, err = c.Fetch(t.Context(), gate.URL+"/ok")
	refused(t, "the gateway by its address", err, settle.ReasonForbidden)
	for _, uri := range []string{"ipfs:", "ipfs://", "ipfs://x", "ipfs:bafybeigdyrzt", "ipfs://bafybeigdyrzt/../../admin", "ipfs://bafybeigdyrzt/./x", "ipfs://bafybeigdyrzt//x", "ipfs://bafybeigdyrzt/a?b=c",
		"ipfs://bafybeigdyrzt/a#b", "ipfs://bafybeigdyrzt/%2e%2e/x", "ipfs://bafybeigdyrzt@evil.example/", "ipfs://bafybeigdyrzt:80/", `ipfs://bafybeigdyrzt\x`, "ipfs://bafybeigdyrzt/" + strings.Repeat("a", 3000)} {
		if c.Admits(uri) == nil {
			t.Errorf("%.60q is admitted", uri)
		}
		_, err := c.Fetch(t.Context(), uri)
		refused(t, uri, err, settle.ReasonForbidden)
	}
	if n := s.reached.Load(); n != 0 {
		t.Errorf("the inside was reached %d times", n)
	}
	for _, uri := range []string{"ipfs://bafybeigdyrzt", "ipfs://bafybeigdyrzt/a/b-c_d.txt", "https://example.com/x"} {
		if err := c.Admits(uri); err != nil {
			t.Errorf("%s: %v", uri, err)
		}
	}
	for _, bad := range []string{"ipfs.example", "ftp://x", "http://u:p@x", "http://x/path", "http://x?y", "https://", "://"} {
		if _, err := fetch.New(fetch.Options{Gateway: bad}); err == nil {
			t.Errorf("gateway %q is taken", bad)
		}
	}
	none := s.client(t, fetch.Options{})
	if none.Admits("ipfs://bafybeigdyrzt") == nil {
		t.Error("ipfs is admitted without a gateway")
	}
}
