package mcp

import (
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// admitted gives the reason why a request's Host or Origin is refused; empty
// if it is not. It stands in for the SDK's protection, which cannot work behind
// a proxy on the same host.
func (s *Server) admitted(r *http.Request) string {
	host := hostName(r.Host)
	if !isLoopback(host) && !slices.Contains(s.o.AllowedHosts, host) {
		return "HostNotAllowed"
	}
	origin := r.Header.Get("Origin")
	switch {
	case origin == "" || slices.Contains(s.o.AllowedOrigins, origin):
		return ""
	case !isLoopback(host) && len(s.o.AllowedOrigins) == 0:
		return ""
	}
	if u, err := url.Parse(origin); err == nil && u.Host != "" {
		if from := hostName(u.Host); isLoopback(from) && isLoopback(host) || slices.Contains(s.o.AllowedHosts, from) {
			return ""
		}
	}
	return "OriginNotAllowed"
}

func hostName(host string) string {
	if n, _, err := net.SplitHostPort(host); err == nil {
		host = n
	}
	return strings.Trim(strings.ToLower(host), "[]")
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// accepts reads Accept: no header at all admits everything.
func accepts(values []string) (jsonOK, sseOK bool) {
	if len(values) == 0 {
		return true, true
	}
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			t, params, err := mime.ParseMediaType(part)
			if q, qerr := strconv.ParseFloat(params["q"], 64); err != nil || qerr == nil && q == 0 {
				continue
			}
			switch t {
			case "*/*":
				return true, true
			case "application/json", "application/*":
				jsonOK = true
			case "text/event-stream", "text/*":
				sseOK = true
			}
		}
	}
	return jsonOK, sseOK
}

// namesEventStream reports whether Accept asks for an event stream by name: a
// wildcard on GET is a look at the endpoint, not a wish for a stream.
func namesEventStream(values []string) bool {
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			t, params, err := mime.ParseMediaType(part)
			if err == nil && t == "text/event-stream" {
				q, qerr := strconv.ParseFloat(params["q"], 64)
				return qerr != nil || q > 0
			}
		}
	}
	return false
}
