package egress

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

var loopback = prefixes("127.0.0.0/8", "::1/128")

func TestPublic(t *testing.T) {
	for _, s := range strings.Fields(`0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
		172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1
		255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 64:ff9b::a00:1 64:ff9b:1::1 100::1 2001::1
		2001:10::1 2001:20::1 2001:db8::1 2002:a00:1::1 2002:7f00:1::1 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 4000::1`) {
		if Public(netip.MustParseAddr(s)) {
			t.Errorf("%s counts as public", s)
		}
	}
	for _, s := range strings.Fields(`1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.167.0.1 198.17.0.1 223.255.255.1
		2606:4700::1111 2a00:1450::1 2001:4860:4860::8888 ::ffff:8.8.8.8`) {
		if !Public(netip.MustParseAddr(s)) {
			t.Errorf("%s does not count as public", s)
		}
	}
	if Public(netip.Addr{}) || Public(netip.MustParseAddr("2606:4700::1").WithZone("eth0")) {
		t.Error("no address, or one with a zone, counts as public")
	}
}

func TestCheck(t *testing.T) {
	c := New(Options{})
	for _, u := range []string{"https://example.com", "https://example.com:8443/x?y=z", "https://1.1.1.1/", "https://[2606:4700::1111]:443/"} {
		if _, err := c.Check(u); err != nil {
			t.Errorf("%s: %v", u, err)
		}
	}
	for _, u := range []string{"", "example.com", "http://example.com", "HTTP://example.com", "ftp://example.com", "file:///etc/passwd", "gopher://example.com",
		"https:", "https:example.com", "https:///x", "https://u@example.com", "https://u:p@example.com", "https://@example.com", "https://example.com:80", "https://example.com:22",
		"https://example.com:0", "https://example.com:99999", "https://example.com:x", "https://10.0.0.1", "https://127.0.0.1", "https://[::1]",
		"https://[::ffff:127.0.0.1]", "https://[fe80::1%25eth0]", "https://exa mple.com", "https://example.com/\r\nHost: x", "https://example.com\\@127.0.0.1",
		"https://example.com/" + strings.Repeat("a", maxURL)} {
		if _, err := c.Check(u); !errors.Is(err, ErrURL) {
			t.Errorf("%.80q: %v", u, err)
		}
	}
	if _, err := New(Options{Also: loopback}).Check("http://127.0.0.1:9/x"); err != nil {
		t.Errorf("with an exception: %v", err)
	}
}

// hostile is a server with a bad answer for each path; hits counts requests.
type hostile struct {
	*httptest.Server
	hits    atomic.Int32
	release chan struct{}
}

func (h *hostile) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.hits.Add(1)
	switch r.URL.Path {
	case "/ok":
		fmt.Fprint(w, "fine")
	case "/headers":
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		fmt.Fprint(w, r.Header)
	case "/cookie":
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b", Path: "/"})
		http.Redirect(w, r, "/headers", http.StatusFound)
	case "/loop":
		http.Redirect(w, r, "/loop", http.StatusTemporaryRedirect)
	case "/away":
		w.Header().Set("Location", r.URL.Query().Get("to"))
		w.WriteHeader(http.StatusFound)
	case "/long":
		for range 100 {
			_, _ = w.Write(make([]byte, 1<<10))
		}
	case "/says-long":
		w.Header().Set("Content-Length", "99999999")
		_, _ = w.Write(make([]byte, 10))
	case "/short":
		w.Header().Set("Content-Length", "100")
		fmt.Fprint(w, "too few")
	case "/bomb", "/gzip", "/cut-gzip":
		h.zipped(w, r.URL.Path)
	case "/twice":
		w.Header().Set("Content-Encoding", "gzip, gzip")
	case "/brotli":
		w.Header().Set("Content-Encoding", "br")
	case "/no-gzip":
		w.Header().Set("Content-Encoding", "gzip")
		fmt.Fprint(w, "plain")
	case "/big-header":
		w.Header().Set("X-Big", strings.Repeat("x", 1<<20))
	case "/silent", "/drip":
		if r.URL.Path == "/drip" {
			fmt.Fprint(w, "a")
			w.(http.Flusher).Flush()
		}
		select {
		case <-h.release:
		case <-r.Context().Done():
		}
	}
}

func (h *hostile) zipped(w http.ResponseWriter, path string) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if path == "/bomb" {
		_, _ = z.Write(make([]byte, 64<<20))
	} else {
		_, _ = io.WriteString(z, "unpacked")
	}
	_ = z.Close()
	w.Header().Set("Content-Encoding", "gzip")
	body := b.Bytes()
	if path == "/cut-gzip" {
		body = body[:len(body)-9]
	}
	_, _ = w.Write(body)
}

func newHostile(t *testing.T, secure bool) *hostile {
	h := &hostile{release: make(chan struct{})}
	h.Server = httptest.NewUnstartedServer(h)
	h.Config.ErrorLog = log.New(io.Discard, "", 0)
	if secure {
		h.StartTLS()
	} else {
		h.Start()
	}
	t.Cleanup(func() { close(h.release); h.Close() })
	return h
}

func (h *hostile) client(o Options) *Client {
	if h.Certificate() != nil {
		o.Roots = h.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	}
	if o.Also == nil {
		o.Also = loopback
	}
	return New(o)
}

func TestHostileAnswers(t *testing.T) {
	t.Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	h := newHostile(t, true)
	plain := newHostile(t, false)
	c := h.client(Options{Limits: Limits{Body: 4 << 10, Redirects: 2}})
	any := errors.New("any")
	for path, want := range map[string]error{
		"/ok": nil, "/gzip": nil, "/headers": nil, "/cookie": nil,
		"/loop": ErrRedirects, "/long": ErrTooLarge, "/says-long": ErrTooLarge, "/bomb": ErrTooLarge, "/short": any, "/cut-gzip": any,
		"/twice": ErrEncoding, "/brotli": ErrEncoding, "/no-gzip": ErrEncoding, "/big-header": any,
		"/away?to=http://10.1.2.3/": ErrURL, "/away?to=https://10.1.2.3/": ErrAddress, "/away?to=https://u:p@127.0.0.1/": ErrURL,
		"/away?to=file:///etc/passwd": ErrURL, "/away?to=" + plain.URL + "/ok": ErrURL, "/away?to=//169.254.169.254/latest": ErrAddress,
		"/away?to=https://[::ffff:10.0.0.1]/": ErrAddress, "/away?to=%25zz": ErrURL, "/away?to=/ok": nil, "/away?to=": nil,
	} {
		res, err := c.Do(t.Context(), Request{URL: h.URL + path})
		switch {
		case want == nil && err != nil, want == any && err == nil, want != nil && want != any && !errors.Is(err, want):
			t.Errorf("%s: %v, want %v", path, err, want)
		case err == nil && (bytes.Contains(res.Body, []byte("Cookie")) || bytes.Contains(res.Body, []byte("Referer"))):
			t.Errorf("%s: something of an earlier answer was sent: %s", path, res.Body)
		case path == "/gzip" && string(res.Body) != "unpacked", path == "/away?to=/ok" && (string(res.Body) != "fine" || res.URL != h.URL+"/ok"):
			t.Errorf("%s: %q of %s", path, res.Body, res.URL)
		}
	}
	if n := plain.hits.Load(); n != 0 {
		t.Errorf("a redirect led %d times from https to http", n)
	}
	res, err := h.client(Options{}).Do(t.Context(), Request{Method: "POST", URL: h.URL + "/away?to=/ok", Body: []byte("x"), Discard: true})
	if err != nil || res.Status != http.StatusFound {
		t.Errorf("a POST is not led on: %+v, %v", res, err)
	}
	if res, err := c.Do(t.Context(), Request{URL: h.URL + "/long", Discard: true}); err != nil || res.Body != nil {
		t.Errorf("a discarded body is no error: %v", err)
	}
}

func TestSlowServersAreLeft(t *testing.T) {
	h := newHostile(t, true)
	c := h.client(Options{Limits: Limits{Timeout: 500 * time.Millisecond}})
	for _, path := range []string{"/silent", "/drip"} {
		if _, err := c.Do(t.Context(), Request{URL: h.URL + path}); !timeout(err) {
			t.Errorf("%s: %v", path, err)
		}
	}
	// A server that accepts and says nothing, not even a greeting of TLS.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := c.Do(t.Context(), Request{URL: "https://" + l.Addr().String()}); !timeout(err) {
		t.Errorf("mute: %v", err)
	}
}

func timeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

func TestCertificatesCount(t *testing.T) {
	h := newHostile(t, true)
	var bad *tls.CertificateVerificationError
	if _, err := New(Options{Also: loopback}).Do(t.Context(), Request{URL: h.URL + "/ok"}); !errors.As(err, &bad) || h.hits.Load() != 0 {
		t.Errorf("an unknown authority: %v", err)
	}
}

// resolver answers every name with the addresses that next gives.
func resolver(t *testing.T, next func() []netip.Addr) *net.Resolver {
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pc.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := pc.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) == 0 {
				continue
			}
			m.Response, m.Additionals = true, nil
			q := m.Questions[0]
			for _, a := range next() {
				head := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}
				if q.Type == dnsmessage.TypeA && a.Is4() {
					m.Answers = append(m.Answers, dnsmessage.Resource{Header: head, Body: &dnsmessage.AResource{A: a.As4()}})
				} else if q.Type == dnsmessage.TypeAAAA && a.Is6() {
					m.Answers = append(m.Answers, dnsmessage.Resource{Header: head, Body: &dnsmessage.AAAAResource{AAAA: a.As16()}})
				}
			}
			if raw, err := m.Pack(); err == nil {
				_, _ = pc.WriteTo(raw, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", pc.LocalAddr().String())
	}}
}

// A name may resolve to anything at any time: what is dialled is judged.
func TestNamesThatLeadInside(t *testing.T) {
	h := newHostile(t, true)
	_, port, _ := net.SplitHostPort(h.Listener.Addr().String())
	for _, to := range []string{"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1", "64:ff9b::7f00:1"} {
		names := resolver(t, func() []netip.Addr { return []netip.Addr{netip.MustParseAddr(to)} })
		c := h.client(Options{Resolver: names, Also: prefixes("192.0.2.0/24"), Limits: Limits{Timeout: 20 * time.Second}})
		for _, u := range []string{"https://rebind.example:" + port + "/ok", "https://rebind.example/ok", "http://rebind.example/ok"} {
			if _, err := c.Do(t.Context(), Request{URL: u}); !errors.Is(err, ErrAddress) {
				t.Errorf("%s at %s: %v", u, to, err)
			}
		}
	}
	// The name was public when it was looked at, and is not when it is used.
	var asked atomic.Int32
	names := resolver(t, func() []netip.Addr {
		if asked.Add(1) <= 2 { // A and AAAA of the first look
			return []netip.Addr{netip.MustParseAddr("1.1.1.1")}
		}
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}
	})
	if a, err := names.LookupNetIP(t.Context(), "ip4", "rebind.example"); err != nil || !Public(a[0]) {
		t.Fatalf("the first look: %v, %v", a, err)
	}
	asked.Store(2)
	c := h.client(Options{Resolver: names, Also: prefixes("192.0.2.0/24")})
	if _, err := c.Do(t.Context(), Request{URL: "https://rebind.example:" + port + "/ok"}); !errors.Is(err, ErrAddress) {
		t.Errorf("rebound: %v", err)
	}
	if n := h.hits.Load(); n != 0 {
		t.Errorf("%d requests reached the inside", n)
	}
	// The same name, where the operator lets it.
	open := h.client(Options{Resolver: names})
	if res, err := open.Do(t.Context(), Request{URL: "http://example.com:" + port + "/ok"}); err != nil || res.Status != http.StatusBadRequest {
		t.Errorf("admitted: %+v, %v", res, err)
	}
}

// Other ways to write loopback, which some parsers take for names.
func TestOddHosts(t *testing.T) {
	h := newHostile(t, false)
	_, port, _ := net.SplitHostPort(h.Listener.Addr().String())
	none := resolver(t, func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("127.0.0.1")} })
	c := New(Options{Resolver: none, Also: prefixes("192.0.2.0/24")})
	for _, host := range []string{"2130706433", "0x7f.1", "0177.0.0.1", "127.1", "localhost", "localhost.", "LOCALHOST", "127.0.0.1.", "0", "[::]", "[0:0:0:0:0:ffff:7f00:1]", "①②⑦.0.0.1"} {
		if _, err := c.Do(t.Context(), Request{URL: "http://" + host + ":" + port + "/ok"}); err == nil {
			t.Errorf("%s was asked", host)
		}
	}
	if n := h.hits.Load(); n != 0 {
		t.Errorf("%d requests reached the inside", n)
	}
}

func TestPublicAddressesNeedHTTPSAndItsPorts(t *testing.T) {
	c := New(Options{Also: loopback})
	for _, x := range []struct {
		scheme, address string
		ok              bool
	}{{"https", "1.1.1.1:443", true}, {"https", "1.1.1.1:8443", true}, {"https", "1.1.1.1:22", false}, {"http", "1.1.1.1:443", false},
		{"http", "127.0.0.1:22", true}, {"https", "[::ffff:127.0.0.1]:5432", true}, {"https", "10.0.0.1:443", false}, {"https", "nonsense", false}} {
		err := c.control(context.WithValue(t.Context(), schemeKey{}, x.scheme), "tcp4", x.address, nil)
		if (err == nil) != x.ok {
			t.Errorf("%s to %s: %v", x.scheme, x.address, err)
		}
	}
	if err := c.control(t.Context(), "udp", "127.0.0.1:53", nil); err == nil {
		t.Error("not TCP")
	}
}
