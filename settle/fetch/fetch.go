package fetch

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/egress"
)

// Options are what an operator decides.
type Options struct {
	// Gateway is the http(s) origin of an IPFS gateway by path; empty: no ipfs URIs.
	Gateway string
	// MaxContent is the most bytes of content; default 1 MiB.
	MaxContent int64
	// Timeout bounds one attempt; default 30 s.
	Timeout time.Duration
	// Reach are networks beside the public addresses that URLs may name.
	Reach []netip.Prefix
	// UserAgent names the daemon.
	UserAgent string
	// Roots and Resolver are as in egress.Options.
	Roots    *x509.CertPool
	Resolver *net.Resolver
}

// What an exchange may take beside Options.
const (
	maxRedirects = 3
	maxAnswer    = 64 << 10
	maxURI       = 2048
)

// Client reads content and asks predicates. It is safe for concurrent use.
type Client struct {
	direct, asking, gateway *egress.Client
	origin                  string
}

// New makes a client. The error is for a gateway that is no http(s) origin.
func New(o Options) (*Client, error) {
	if o.MaxContent <= 0 {
		o.MaxContent = 1 << 20
	}
	if o.Timeout <= 0 {
		o.Timeout = 30 * time.Second
	}
	opts := egress.Options{Limits: egress.Limits{Timeout: o.Timeout, Body: o.MaxContent, Redirects: maxRedirects}, Also: o.Reach,
		UserAgent: o.UserAgent, Roots: o.Roots, Resolver: o.Resolver}
	c := &Client{direct: egress.New(opts), origin: strings.TrimRight(o.Gateway, "/")}
	opts.Body = maxAnswer
	c.asking = egress.New(opts)
	if o.Gateway == "" {
		return c, nil
	}
	u, err := url.Parse(c.origin)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("want the origin of a gateway, as https://ipfs.example or http://127.0.0.1:8080")
	}
	opts.Body, opts.Redirects = o.MaxContent, 0
	opts.Also = []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")} // the operator's own choice
	c.gateway = egress.New(opts)
	return c, nil
}

// Refused says that no further attempt changes anything.
type Refused struct{ Reason settle.CheckReason }

// Error implements error.
func (r *Refused) Error() string { return string(r.Reason) }

// Content is what was read.
type Content struct {
	Bytes []byte
	// Scheme is https or ipfs; http where the operator admits it.
	Scheme string
	// Endpoint is the host that gave it, after redirects.
	Endpoint string
}

// Admits says why a content_uri can never be read, in words for its submitter. That
// one passes does not mean that its address will be admitted.
func (c *Client) Admits(uri string) error {
	if strings.HasPrefix(uri, "ipfs:") {
		_, err := c.ipfs(uri)
		return err
	}
	_, err := c.direct.Check(uri)
	return err
}

// ipfs is the gateway's URL for an ipfs URI: ipfs://CID, or with a path of plain
// names.
func (c *Client) ipfs(uri string) (string, error) {
	rest, ok := strings.CutPrefix(uri, "ipfs://")
	switch {
	case c.gateway == nil:
		return "", errors.New("this server reads nothing from IPFS; give an https URL")
	case !ok || len(uri) > maxURI:
		return "", errors.New("want ipfs:// and a CID")
	}
	cid, path, _ := strings.Cut(rest, "/")
	const alnum = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	if len(cid) < 8 || strings.Trim(cid, alnum) != "" {
		return "", errors.New("want ipfs:// and a CID")
	}
	out := c.origin + "/ipfs/" + cid
	for part := range strings.SplitSeq(path, "/") {
		switch {
		case part == "" && path == "":
			continue
		case part == "" || part == "." || part == ".." || strings.Trim(part, alnum+"-._~") != "":
			return "", errors.New("want names of letters, digits and -._~ behind the CID")
		}
		out += "/" + part
	}
	return out, nil
}

// Fetch reads what an https or ipfs URI names. Errors: *Refused, and others that may
// pass.
func (c *Client) Fetch(ctx context.Context, uri string) (Content, error) {
	client, from, scheme := c.direct, uri, "ipfs"
	if strings.HasPrefix(uri, "ipfs:") {
		at, err := c.ipfs(uri)
		if err != nil {
			return Content{}, &Refused{settle.ReasonForbidden}
		}
		client, from = c.gateway, at
	} else {
		scheme, _, _ = strings.Cut(uri, ":")
	}
	res, err := client.Do(ctx, egress.Request{URL: from, Header: http.Header{"Accept": {"*/*"}}})
	if err != nil {
		return Content{}, silent(err)
	}
	if res.Status != http.StatusOK {
		return Content{}, fmt.Errorf("status %d", res.Status)
	}
	return Content{Bytes: res.Body, Scheme: scheme, Endpoint: host(res.URL)}, nil
}

// Reply is a predicate's answer.
type Reply struct {
	Status int
	Body   []byte
	Host   string
}

// Ask puts a predicate's question. An answer of any status is no error; errors are as
// Fetch's.
func (c *Client) Ask(ctx context.Context, url string) (Reply, error) {
	res, err := c.asking.Do(ctx, egress.Request{URL: url, Header: http.Header{"Accept": {"application/json"}}})
	if err != nil {
		return Reply{}, silent(err)
	}
	return Reply{res.Status, res.Body, host(res.URL)}, nil
}

func host(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return u.Host
}

// silent is an error without what was asked for: those of the network name hosts.
func silent(err error) error {
	switch {
	case errors.Is(err, egress.ErrURL), errors.Is(err, egress.ErrAddress):
		return &Refused{settle.ReasonForbidden}
	case errors.Is(err, egress.ErrTooLarge):
		return &Refused{settle.ReasonTooLarge}
	case errors.Is(err, egress.ErrRedirects), errors.Is(err, egress.ErrEncoding):
		return &Refused{settle.ReasonUnreachable}
	case errors.Is(err, context.DeadlineExceeded):
		return errors.New("no answer in time")
	}
	return errors.New("no answer")
}
