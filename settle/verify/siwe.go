package verify

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/oabp/oabpd/settle"
)

// MaxMessage bytes of a sign-in message.
const MaxMessage = 4 << 10

// Message is a sign-in message (EIP-4361).
type Message struct {
	// Scheme is before the domain, mostly empty.
	Scheme    string
	Domain    string
	Address   settle.Address
	Statement string
	URI       string
	ChainID   uint64
	Nonce     string
	IssuedAt  time.Time
	// ExpirationTime and NotBefore are zero if absent.
	ExpirationTime, NotBefore time.Time
	RequestID                 string
	Resources                 []string
}

var (
	// The domain is an RFC 3986 authority; user information has no place in it.
	reFirst = regexp.MustCompile(`^(?:([a-zA-Z][a-zA-Z0-9+.-]*)://)?([A-Za-z0-9._~!$&'()*+,;=:%\[\]-]+) wants you to sign in with your Ethereum account:$`)
	// statement = 1*( reserved / unreserved / " " )
	reStatement = regexp.MustCompile(`^[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;= -]+$`)
	reURI       = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$`)
	rePchars    = regexp.MustCompile(`^(?:[A-Za-z0-9._~:@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$`)
	reNonce     = regexp.MustCompile(`^[a-zA-Z0-9]{8,128}$`)
	reTime      = regexp.MustCompile(`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$`)
)

// ParseMessage reads a message by the grammar of EIP-4361, strictly: every
// line in its place and nothing more. The address must be in its EIP-55 form.
// Errors are *settle.Error with CodeInvalid.
func ParseMessage(s string) (*Message, error) {
	bad := func(format string, args ...any) (*Message, error) {
		return nil, settle.Errorf(settle.CodeInvalid, "not a sign-in message (EIP-4361): "+format, args...)
	}
	if len(s) > MaxMessage {
		return bad("it is longer than %d bytes", MaxMessage)
	}
	for i := range len(s) {
		if (s[i] < 0x20 && s[i] != '\n') || s[i] > 0x7e {
			return bad("it has control characters, or some that are not ASCII")
		}
	}
	l := &lines{rest: strings.Split(s, "\n")}
	var m Message
	first := reFirst.FindStringSubmatch(l.next())
	if first == nil {
		return bad("the first line must be \"<domain> wants you to sign in with your Ethereum account:\"")
	}
	m.Scheme, m.Domain = first[1], first[2]
	addr := l.next()
	a, err := settle.ParseAddress(addr)
	if err != nil || a.Checksum() != addr {
		return bad("the second line must be the address in its EIP-55 form")
	}
	m.Address = a
	if l.next() != "" {
		return bad("an empty line must follow the address")
	}
	if st := l.next(); st != "" {
		if !reStatement.MatchString(st) {
			return bad("the statement has characters that the grammar does not allow")
		}
		m.Statement = st
		if l.next() != "" {
			return bad("an empty line must follow the statement")
		}
	}
	if err := m.fields(l); err != nil {
		return bad("%v", err)
	}
	return &m, nil
}

type lines struct{ rest []string }

func (l *lines) next() string {
	if len(l.rest) == 0 {
		return "\x00" // no line of a message has this
	}
	s := l.rest[0]
	l.rest = l.rest[1:]
	return s
}

// field takes the next line if it begins with "name: ".
func (l *lines) field(name string) (string, bool) {
	if len(l.rest) == 0 {
		return "", false
	}
	v, ok := strings.CutPrefix(l.rest[0], name+": ")
	if ok {
		l.rest = l.rest[1:]
	}
	return v, ok
}

func (m *Message) fields(l *lines) (err error) {
	need := func(name string) string {
		v, ok := l.field(name)
		if !ok && err == nil {
			err = fmt.Errorf("the line %q is missing or out of place", name+": …")
		}
		return v
	}
	m.URI = need("URI")
	if v := need("Version"); err == nil && v != "1" {
		return fmt.Errorf("the version must be 1")
	}
	chain := need("Chain ID")
	m.Nonce = need("Nonce")
	issued := need("Issued At")
	if err != nil {
		return err
	}
	if !validURI(m.URI) {
		return fmt.Errorf("the URI is none")
	}
	if m.ChainID, err = strconv.ParseUint(chain, 10, 64); err != nil || strconv.FormatUint(m.ChainID, 10) != chain {
		return fmt.Errorf("the chain id is no number")
	}
	if !reNonce.MatchString(m.Nonce) {
		return fmt.Errorf("the nonce must be 8 to 128 letters and digits")
	}
	if m.IssuedAt, err = parseTime(issued); err != nil {
		return fmt.Errorf("the line Issued At: %w", err)
	}
	if v, ok := l.field("Expiration Time"); ok {
		if m.ExpirationTime, err = parseTime(v); err != nil {
			return fmt.Errorf("the line Expiration Time: %w", err)
		}
	}
	if v, ok := l.field("Not Before"); ok {
		if m.NotBefore, err = parseTime(v); err != nil {
			return fmt.Errorf("the line Not Before: %w", err)
		}
	}
	if m.RequestID, _ = l.field("Request ID"); !rePchars.MatchString(m.RequestID) {
		return fmt.Errorf("the request id has characters that the grammar does not allow")
	}
	if len(l.rest) > 0 && l.rest[0] == "Resources:" {
		l.next()
		for len(l.rest) > 0 {
			r, ok := strings.CutPrefix(l.next(), "- ")
			if !ok || !validURI(r) || len(m.Resources) == 32 {
				return fmt.Errorf("resources must be at most 32 lines of \"- <uri>\"")
			}
			m.Resources = append(m.Resources, r)
		}
	}
	if len(l.rest) > 0 {
		return fmt.Errorf("something follows its end")
	}
	return nil
}

// validURI is the grammar of RFC 3986 as far as characters and escapes go.
func validURI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme != "" && reURI.MatchString(s)
}

func parseTime(s string) (time.Time, error) {
	if !reTime.MatchString(s) {
		return time.Time{}, fmt.Errorf("want an RFC 3339 time")
	}
	return time.Parse(time.RFC3339Nano, strings.ToUpper(s))
}

// Hash is what personal_sign signs: keccak256 of the EIP-191 form.
func Hash(message string) settle.Hash {
	return settle.Keccak256([]byte("\x19Ethereum Signed Message:\n"), []byte(strconv.Itoa(len(message))), []byte(message))
}

// Policy is what a sign-in must say to be one for this server.
type Policy struct {
	// Domain is host[:port], URI the origin; the message's URI may be below it.
	Domain, URI string
	ChainID     uint64
	Now         time.Time
	// Skew is how far clocks may differ; MaxAge how old a message may be.
	Skew, MaxAge time.Duration
}

// Check compares a message with the policy; nonce and signature are not its
// business.
func (p Policy) Check(m *Message) error {
	bad := func(format string, args ...any) error {
		return settle.Errorf(settle.CodeUnauthenticated, format, args...)
	}
	switch {
	case m.Domain != p.Domain:
		return bad("the message is for %q, this server is %q; sign the domain that GET /auth/nonce gives", m.Domain, p.Domain)
	case m.Scheme != "" && !strings.HasPrefix(p.URI, m.Scheme+"://"):
		return bad("the message is for %s://, this server is %s", m.Scheme, p.URI)
	case m.URI != p.URI && !strings.HasPrefix(m.URI, p.URI+"/"):
		return bad("the message's URI is %q, this server's is %q", m.URI, p.URI)
	case m.ChainID != p.ChainID:
		return bad("the message is for chain %d, this server settles on %d", m.ChainID, p.ChainID)
	case m.IssuedAt.After(p.Now.Add(p.Skew)):
		return bad("the message was issued in the future; check your clock")
	case p.Now.Sub(m.IssuedAt) > p.MaxAge+p.Skew:
		return bad("the message is older than %s; sign a new one", p.MaxAge)
	case !m.ExpirationTime.IsZero() && !p.Now.Before(m.ExpirationTime):
		return bad("the message has expired; sign a new one")
	case !m.NotBefore.IsZero() && p.Now.Add(p.Skew).Before(m.NotBefore):
		return bad("the message is not valid yet")
	}
	return nil
}

// AgentResource is the prefix of the resource line that makes a message one
// that links its address to an agent (wire.md).
const AgentResource = "oabp:agent:"

// LinkAgent is the agent that the message links its address to; empty for a
// sign-in. More than one such line is an error.
func (m *Message) LinkAgent() (string, error) {
	agent := ""
	for _, r := range m.Resources {
		if a, ok := strings.CutPrefix(r, AgentResource); ok {
			if agent != "" || a == "" {
				return "", settle.Errorf(settle.CodeInvalid, "the message names more than one agent")
			}
			agent = a
		}
	}
	return agent, nil
}
