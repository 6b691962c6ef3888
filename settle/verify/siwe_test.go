package verify_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/verify"
)

const (
	who  = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	full = "https://oabp.example:8443 wants you to sign in with your Ethereum account:\n" + who + "\n\nSign in to OABP (it's free)!\n\n" +
		"URI: https://oabp.example:8443/login?x=%20#a\nVersion: 1\nChain ID: 8453\nNonce: k3yN0nce12345678\nIssued At: 2026-11-30T09:00:00.123Z\n" +
		"Expiration Time: 2026-11-30T10:00:00+01:00\nNot Before: 2026-11-30T08:59:00Z\nRequest ID: r-1%20:@\nResources:\n- ipfs://bafy/\n- oabp:agent:agt_0123456789abcdef"
	bare = "oabp.example wants you to sign in with your Ethereum account:\n" + who + "\n\n\n" +
		"URI: https://oabp.example\nVersion: 1\nChain ID: 8453\nNonce: 12345678\nIssued At: 2026-11-30T09:00:00Z"
)

func TestParseMessage(t *testing.T) {
	m, err := verify.ParseMessage(full)
	if err != nil {
		t.Fatal(err)
	}
	if m.Scheme != "https" || m.Domain != "oabp.example:8443" || m.Address.Checksum() != who || m.Statement != "Sign in to OABP (it's free)!" ||
		m.URI != "https://oabp.example:8443/login?x=%20#a" || m.ChainID != 8453 || m.Nonce != "k3yN0nce12345678" || m.RequestID != "r-1%20:@" ||
		!m.IssuedAt.Equal(time.Date(2026, 11, 30, 9, 0, 0, 123e6, time.UTC)) || !m.ExpirationTime.Equal(time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)) ||
		!m.NotBefore.Equal(time.Date(2026, 11, 30, 8, 59, 0, 0, time.UTC)) || len(m.Resources) != 2 {
		t.Fatalf("%+v", m)
	}
	if agent, err := m.LinkAgent(); err != nil || agent != "agt_0123456789abcdef" {
		t.Fatal(agent, err)
	}
	if m, err = verify.ParseMessage(bare); err != nil || m.Statement != "" || m.Scheme != "" || !m.ExpirationTime.IsZero() {
		t.Fatalf("%+v %v", m, err)
	}
	if agent, err := m.LinkAgent(); err != nil || agent != "" {
		t.Fatal("a login is no link", agent, err)
	}
}

func TestParseMessageIsStrict(t *testing.T) {
	swap := func(from, to string) string { return strings.Replace(full, from, to, 1) }
	for name, s := range map[string]string{
		"empty": "", "trailing newline": full + "\n", "trailing line": full + "\nx", "CRLF": strings.ReplaceAll(full, "\n", "\r\n"),
		"leading space": " " + full, "user info": swap("oabp.example:8443 wants", "evil@oabp.example wants"),
		"path in domain": swap("oabp.example:8443 wants", "oabp.example/x wants"), "space in domain": swap("oabp.example:8443 wants", "a b wants"),
		"homograph":          swap("oabp.example:8443 wants", "оabp.example wants"),
		"lower-case address": swap(who, strings.ToLower(who)), "wrong checksum": swap(who, "0x70997970C51812dc3A010C7d01b50e0d17dc79c8"),
		"no line after address": swap(who+"\n\n", who+"\n"), "two statements": swap("OABP (it's free)!\n", "OABP\nand more\n"),
		"statement with a quote": swap("(it's free)", `"free"`), "statement beyond ASCII": swap("(it's free)", "für alle"),
		"one blank line for none": strings.Replace(bare, "\n\n\n", "\n\n", 1),
		"version 2":               swap("Version: 1", "Version: 2"), "version missing": swap("Version: 1\n", ""), "order": swap("Version: 1\nChain ID: 8453", "Chain ID: 8453\nVersion: 1"),
		"chain id hex": swap("8453\n", "0x2105\n"), "chain id zeros": swap("Chain ID: 8453", "Chain ID: 08453"), "chain id signed": swap("Chain ID: 8453", "Chain ID: +8453"),
		"chain id huge": swap("Chain ID: 8453", "Chain ID: 18446744073709551616"), "nonce short": swap("k3yN0nce12345678", "1234567"), "nonce chars": swap("k3yN0nce12345678", "12345678-"),
		"time without zone": swap("09:00:00.123Z", "09:00:00"), "time with month 13": swap("2026-11-30T09", "2026-13-30T09"), "time with space": swap("2026-11-30T09", "2026-11-30 09"),
		"empty expiration": swap("Expiration Time: 2026-11-30T10:00:00+01:00", "Expiration Time: "), "fields out of order": swap("Not Before: 2026-11-30T08:59:00Z\nRequest ID: r-1%20:@", "Request ID: r\nNot Before: 2026-11-30T08:59:00Z"),
		"request id": swap("r-1%20:@", "a b"), "resource without dash": swap("- ipfs", "ipfs"), "resource empty": swap("- ipfs://bafy/", "- "),
		"resource no URI": swap("ipfs://bafy/", "bafy"), "URI without scheme": swap("URI: https://oabp.example:8443/login", "URI: //oabp.example:8443/login"),
		"URI with space": swap("?x=%20", "?x= "), "URI with bad escape": swap("?x=%20", "?x=%2"), "NUL": swap("Sign", "Si\x00gn"), "line separator": swap("Sign", "Si\u2028gn"),
		"label case": swap("Chain ID:", "Chain Id:"), "no space": swap("Nonce: ", "Nonce:"), "too long": swap("Sign in", strings.Repeat("a", verify.MaxMessage)),
		"second URI": swap("\nVersion: 1", "\nURI: https://oabp.example\nVersion: 1"), "resources line glued": swap("Resources:\n", "Resources: \n"),
	} {
		if s == full {
			t.Fatalf("%s: nothing was changed", name)
		}
		if m, err := verify.ParseMessage(s); settle.CodeOf(err) != settle.CodeInvalid {
			t.Errorf("%s: %+v %v", name, m, err)
		}
	}
}

func TestPolicy(t *testing.T) {
	at := time.Date(2026, 11, 30, 9, 1, 0, 0, time.UTC)
	p := verify.Policy{Domain: "oabp.example", URI: "https://oabp.example", ChainID: 8453, Now: at, Skew: time.Minute, MaxAge: 5 * time.Minute}
	add := func(line string) string { return bare + "\n" + line }
	swap := func(from, to string) string { return strings.Replace(bare, from, to, 1) }
	for name, tt := range map[string]struct {
		msg string
		ok  bool
	}{
		"plain":                      {bare, true},
		"with the scheme":            {"https://" + bare, true},
		"below the origin":           {swap("URI: https://oabp.example", "URI: https://oabp.example/login"), true},
		"expires later":              {add("Expiration Time: 2026-11-30T09:01:01Z"), true},
		"not before, skewed":         {add("Not Before: 2026-11-30T09:02:00Z"), true},
		"issued ahead, skew":         {swap("09:00:00Z", "09:02:00Z"), true},
		"other scheme":               {"http://" + bare, false},
		"other domain":               {swap("oabp.example wants", "evil.example wants"), false},
		"domain with port":           {swap("oabp.example wants", "oabp.example:443 wants"), false},
		"upper-case domain":          {swap("oabp.example wants", "OABP.example wants"), false},
		"URI elsewhere":              {swap("URI: https://oabp.example", "URI: https://evil.example"), false},
		"URI that only begins alike": {swap("URI: https://oabp.example", "URI: https://oabp.example.evil.example"), false},
		"URI with user":              {swap("URI: https://oabp.example", "URI: https://oabp.example@evil.example"), false},
		"other chain":                {swap("Chain ID: 8453", "Chain ID: 1"), false},
		"too old":                    {swap("09:00:00Z", "08:54:59Z"), false},
		"issued far ahead":           {swap("09:00:00Z", "09:02:01Z"), false},
		"expired this second":        {add("Expiration Time: 2026-11-30T09:01:00Z"), false},
		"not yet":                    {add("Not Before: 2026-11-30T09:02:01Z"), false},
	} {
		m, err := verify.ParseMessage(tt.msg)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		err = p.Check(m)
		if (err == nil) != tt.ok || err != nil && settle.CodeOf(err) != settle.CodeUnauthenticated {
			t.Errorf("%s: %v", name, err)
		}
	}
	two, err := verify.ParseMessage(add("Resources:\n- oabp:agent:agt_1\n- oabp:agent:agt_2"))
	if err != nil {
		t.Fatal(err)
	}
	if a, err := two.LinkAgent(); err == nil {
		t.Fatal("a message for two agents is for none", a)
	}
}

func TestHashIsEIP191(t *testing.T) {
	for _, s := range []string{"", "a", bare, full, strings.Repeat("é", 100)} {
		if got := verify.Hash(s); string(got[:]) != string(accounts.TextHash([]byte(s))) {
			t.Errorf("%q", s)
		}
	}
}

// grammar is EIP-4361 as one expression: another reading of it than the parser's.
var grammar = func() *regexp.Regexp {
	uri := `[A-Za-z][A-Za-z0-9+.\-]*:(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*`
	at := `\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)`
	return regexp.MustCompile(`\A(?:[A-Za-z][A-Za-z0-9+.\-]*://)?[A-Za-z0-9\-._~!$&'()*+,;=:%\[\]]+ wants you to sign in with your Ethereum account:\n` +
		`(0x[0-9a-fA-F]{40})\n\n(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;= ]+\n)?\nURI: ` + uri + `\nVersion: 1\nChain ID: (\d+)\nNonce: [A-Za-z0-9]{8,}\n` +
		`Issued At: ` + at + `(?:\nExpiration Time: ` + at + `)?(?:\nNot Before: ` + at + `)?` +
		`(?:\nRequest ID: (?:[A-Za-z0-9\-._~:@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?(?:\nResources:(?:\n- ` + uri + `)*)?\z`)
}()

func FuzzParseMessage(f *testing.F) {
	f.Add(full)
	f.Add(bare)
	f.Add(bare + "\nResources:")
	f.Add(strings.Replace(full, "Not Before", "Request ID", 1))
	f.Fuzz(func(t *testing.T, s string) {
		m, err := verify.ParseMessage(s)
		if err != nil {
			if settle.CodeOf(err) != settle.CodeInvalid {
				t.Fatalf("code %s", settle.CodeOf(err))
			}
			return
		}
		g := grammar.FindStringSubmatch(s)
		if g == nil {
			t.Fatalf("taken against the grammar: %q", s)
		}
		if m.Address.Checksum() != g[1] || strconv.FormatUint(m.ChainID, 10) != g[2] || m.IssuedAt.IsZero() {
			t.Fatalf("%+v of %q", m, s)
		}
		if _, err := m.LinkAgent(); err != nil && settle.CodeOf(err) != settle.CodeInvalid {
			t.Fatal(err)
		}
	})
}
