package egress

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Why nothing came of an exchange. Errors of the network and of the peer are
// none of these.
var (
	// ErrURL: the URL is none that may be asked.
	ErrURL = errors.New("the URL is not admitted")
	// ErrAddress: the address behind the name, or its port, may not be reached.
	ErrAddress = errors.New("the address is not admitted")
	// ErrTooLarge: the answer has more bytes than are taken.
	ErrTooLarge = errors.New("the answer is too large")
	// ErrEncoding: the answer has a content encoding that is not taken.
	ErrEncoding = errors.New("the content encoding is not taken")
	// ErrRedirects: the answer leads on more often than is followed.
	ErrRedirects = errors.New("too many redirects")
)

// Limits bound one exchange. The zero value of a member means its default.
type Limits struct {
	// Timeout is for all of it, redirects and body included; default 20 s.
	Timeout time.Duration
	// Body is the most bytes of a decoded answer; default 64 KiB.
	Body int64
	// Header is the most bytes of an answer's headers; default 16 KiB.
	Header int64
	// Redirects is how many are followed, of a GET only; default 0: an answer that
	// leads on is handed back as it is.
	Redirects int
}

// Options are what an operator decides.
type Options struct {
	Limits
	// Also are prefixes beside the public addresses that may be reached, on any port
	// and by http too.
	Also []netip.Prefix
	// UserAgent names the daemon.
	UserAgent string
	// Roots are the certificate authorities; nil: those of the system.
	Roots *x509.CertPool
	// Resolver of names; nil: the system's.
	Resolver *net.Resolver
}

// Client sends requests under its options. It is safe for concurrent use.
type Client struct {
	o         Options
	transport *http.Transport
}

// New makes a client.
func New(o Options) *Client {
	if o.Timeout <= 0 {
		o.Timeout = 20 * time.Second
	}
	if o.Body <= 0 {
		o.Body = 64 << 10
	}
	if o.Header <= 0 {
		o.Header = 16 << 10
	}
	if o.UserAgent == "" {
		o.UserAgent = "oabpd"
	}
	c := &Client{o: o}
	dialer := &net.Dialer{Timeout: min(o.Timeout, 5*time.Second), KeepAlive: -1, Resolver: o.Resolver, ControlContext: c.control}
	c.transport = &http.Transport{
		DialContext: dialer.DialContext, Proxy: nil, DisableKeepAlives: true, DisableCompression: true,
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: o.Roots}, TLSHandshakeTimeout: min(o.Timeout, 10*time.Second),
		TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}, MaxResponseHeaderBytes: o.Header,
	}
	return c
}

// schemeKey carries the scheme of a request to the check of its address.
type schemeKey struct{}

// control judges the address that a connection is about to be made to. It runs
// after names were resolved, once for each address tried.
func (c *Client) control(ctx context.Context, network, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !strings.HasPrefix(network, "tcp") {
		return fmt.Errorf("%w: %s", ErrAddress, address)
	}
	a := to.Addr().Unmap()
	if a.Zone() == "" && within(c.o.Also, a) {
		return nil
	}
	if !Public(a) {
		return fmt.Errorf("%w: %s is not public", ErrAddress, a)
	}
	if to.Port() != 443 && to.Port() != 8443 {
		return fmt.Errorf("%w: port %d", ErrAddress, to.Port())
	}
	if ctx.Value(schemeKey{}) != "https" {
		return fmt.Errorf("%w: http to %s", ErrAddress, a)
	}
	return nil
}

// maxURL is the longest URL that is taken, in bytes.
const maxURL = 2048

// Check reads a URL and refuses with ErrURL one that can never be asked. That one
// passes does not mean that its address will be admitted.
func (c *Client) Check(raw string) (*url.URL, error) {
	refuse := func(why string) (*url.URL, error) { return nil, fmt.Errorf("%w: %s", ErrURL, why) }
	if len(raw) > maxURL {
		return refuse(fmt.Sprintf("it has more than %d bytes", maxURL))
	}
	for _, r := range raw {
		if r <= ' ' || r == 0x7f || r == '\\' {
			return refuse("it has a character that no URL has")
		}
	}
	u, err := url.Parse(raw)
	if err != nil {
		return refuse("it is not well-formed")
	}
	switch {
	case u.Scheme == "http" && len(c.o.Also) == 0, u.Scheme != "http" && u.Scheme != "https":
		return refuse("its scheme is not https")
	case u.Opaque != "" || u.Hostname() == "":
		return refuse("it names no host")
	case u.User != nil:
		return refuse("it holds credentials")
	case strings.Contains(u.Hostname(), "%"):
		return refuse("its host has a zone")
	}
	port := u.Port()
	if n, err := strconv.ParseUint(port, 10, 16); port != "" && (err != nil || n == 0) {
		return refuse("its port is none")
	}
	if len(c.o.Also) > 0 {
		return u, nil // of its address it depends
	}
	if port != "" && port != "443" && port != "8443" {
		return refuse("its port is neither 443 nor 8443")
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && !Public(a) {
		return refuse("its address is not public")
	}
	return u, nil
}

// Request is what is sent.
type Request struct {
	// Method is GET where empty.
	Method string
	URL    string
	// Header is sent beside Host, User-Agent and Accept-Encoding.
	Header http.Header
	Body   []byte
	// Discard: only status and headers are wanted; of a body what comes is thrown
	// away, and its length is no error.
	Discard bool
}

// Response is what came back, read to its end.
type Response struct {
	Status int
	Header http.Header
	// Body is decoded; nil where it was discarded.
	Body []byte
	// URL is the one that answered, after redirects.
	URL string
}

// Do sends a request and reads the whole answer. An answer of any status is no
// error.
func (c *Client) Do(ctx context.Context, r Request) (*Response, error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	next, err := c.Check(r.URL)
	if err != nil {
		return nil, err
	}
	for hops := 0; ; hops++ {
		res, err := c.exchange(ctx, r, next)
		if err != nil {
			return nil, err
		}
		to := ""
		if c.o.Redirects > 0 && (r.Method == "" || r.Method == http.MethodGet) && redirects(res.Status) {
			to = res.Header.Get("Location")
		}
		if to == "" {
			return res, nil
		}
		if hops == c.o.Redirects {
			return nil, ErrRedirects
		}
		if next, err = c.follow(next, to); err != nil {
			return nil, err
		}
	}
}

func redirects(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

func (c *Client) follow(from *url.URL, location string) (*url.URL, error) {
	rel, err := url.Parse(location)
	if err != nil {
		return nil, fmt.Errorf("%w: its redirect is not well-formed", ErrURL)
	}
	to, err := c.Check(from.ResolveReference(rel).String())
	if err == nil && from.Scheme == "https" && to.Scheme != "https" {
		return nil, fmt.Errorf("%w: a redirect leads from https to http", ErrURL)
	}
	return to, err
}

func (c *Client) exchange(ctx context.Context, r Request, u *url.URL) (*Response, error) {
	ctx = context.WithValue(ctx, schemeKey{}, u.Scheme)
	method := r.Method
	if method == "" {
		method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(r.Body))
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrURL, "no request can be made of it")
	}
	if r.Header != nil {
		req.Header = r.Header.Clone()
	}
	req.Header.Set("User-Agent", c.o.UserAgent)
	req.Header.Set("Accept-Encoding", "identity")
	req.Close = true
	res, err := c.transport.RoundTrip(req)
	if err != nil {
		return nil, fmt.Errorf("asking %s: %w", u.Host, err)
	}
	defer res.Body.Close()
	out := &Response{Status: res.StatusCode, Header: res.Header, URL: u.String()}
	if r.Discard {
		_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, c.o.Body))
		return out, nil
	}
	if out.Body, err = c.read(res); err == nil && ctx.Err() != nil {
		// A server that sees the connection close may end its answer in time.
		err = fmt.Errorf("reading the answer: %w", ctx.Err())
	}
	return out, err
}

func (c *Client) read(res *http.Response) ([]byte, error) {
	if res.ContentLength > c.o.Body {
		return nil, ErrTooLarge
	}
	var body io.Reader = res.Body
	switch coding := strings.ToLower(strings.TrimSpace(strings.Join(res.Header.Values("Content-Encoding"), ","))); coding {
	case "", "identity":
	case "gzip", "x-gzip":
		// One layer, and no more of it than the limit: a bomb is not unpacked.
		z, err := gzip.NewReader(io.LimitReader(res.Body, c.o.Body+1<<10))
		if err != nil {
			return nil, fmt.Errorf("%w: it is no gzip", ErrEncoding)
		}
		body = z
	default:
		return nil, fmt.Errorf("%w: %.40q", ErrEncoding, coding)
	}
	b, err := io.ReadAll(io.LimitReader(body, c.o.Body+1))
	if int64(len(b)) > c.o.Body {
		return nil, ErrTooLarge
	}
	if err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	return b, nil
}
