package api_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/verify"
)

// attestation is a registry's, signed by its key.
func attestation(t *testing.T, registry, token string, addr settle.Address, issued string, wrap bool) map[string]any {
	t.Helper()
	h := verify.AttestationHash(settle.RegistryAttestation{Token: token, Address: addr, IssuedAt: issued})
	signed := h[:]
	if wrap {
		signed = accounts.TextHash(h[:])
	}
	sig, err := crypto.Sign(signed, newWallet(t, registry).key)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]any{"api_key": token, "evm_address": addr.Checksum(), "issued_at": issued, "signature": "0x" + hex.EncodeToString(sig)}
}

func (b *bench) attest(body map[string]any) answer {
	b.t.Helper()
	raw, err := json.Marshal(body)
	b.must(err)
	return b.send("POST", "/attestations/registry", "", strings.NewReader(string(raw)))
}

func (b *bench) issued() string { return b.clock().UTC().Format(time.RFC3339) }

// openBounty posts one and gives where work is handed in.
func (b *bench) openBounty() (submit string) {
	b.t.Helper()
	a := b.signed(newWallet(b.t, "the poster"), fmt.Sprint("post ", b.clock()), "POST", "/v1/bounties", newBounty)
	if a.status != 201 {
		b.t.Fatalf("%d %s", a.status, a.body)
	}
	return "/v1/bounties/" + a.text("bounty_id") + "/submissions"
}

var work = func() string {
	b, _ := json.Marshal(map[string]any{"content": "Eight suppliers, with their sources.", "preview": "Eight suppliers with prices and dates, each with its source, as was asked."})
	return string(b)
}()

// handIn submits under a registry's token; by its header, or by the query.
func (b *bench) handIn(path, token string, query bool) answer {
	b.t.Helper()
	if query {
		return b.send("POST", path+"?profile=x&api_key="+url.QueryEscape(token), "", strings.NewReader(work))
	}
	return b.send("POST", path, "", strings.NewReader(work), "X-Registry-Key", token)
}

func (b *bench) anonymous(what string, a answer) {
	b.t.Helper()
	if a.status != 403 || a.text("code") != "ANONYMOUS_SUBMISSION_REJECTED" {
		b.t.Errorf("%s: %d %s", what, a.status, a.body)
	}
}

// The five cases of AIP-1 §1.4, and who may what by a registry's word.

// 1: a token, an address in the body and a profile bind nothing by themselves.
func TestRegistryTokenIsNeverBoundByItself(t *testing.T) {
	b := newBench(t)
	path := b.openBounty()
	b.anonymous("header", b.handIn(path, "directory-token-1", false))
	b.anonymous("query", b.handIn(path, "directory-token-1", true))
	for _, get := range []string{"/.well-known/oabp.json?api_key=directory-token-1", "/v1/bounties"} {
		if a := b.send("GET", get, "", nil, "X-Registry-Key", "directory-token-1"); a.status != 200 {
			t.Errorf("reading %s: %d", get, a.status)
		}
	}
	b.anonymous("after reading", b.handIn(path, "directory-token-1", false))
	if n := b.agentCount(); n != 1 {
		t.Errorf("%d agents, want the poster alone", n)
	}
}

// 2: anonymous work is rejected, and nothing of it is kept.
func TestRegistryAnonymousSubmissionIsRejected(t *testing.T) {
	b := newBench(t)
	path := b.openBounty()
	for _, token := range []string{"x", strings.Repeat("long", 200), "directory-token-1"} {
		b.anonymous(token[:1], b.handIn(path, token, false))
	}
	if a := b.send("POST", path, "", strings.NewReader(work)); a.status != 401 {
		t.Errorf("without any token: %d %s", a.status, a.body)
	}
	id := strings.TrimSuffix(strings.TrimPrefix(path, "/v1/bounties/"), "/submissions")
	b.must(b.store.View(t.Context(), func(tx settle.Tx) error {
		if n := tx.SubmissionCounts([]string{"mis_" + strings.TrimPrefix(id, "bty_")}); len(n) != 0 {
			t.Errorf("%v submissions", n)
		}
		return nil
	}))
}

// 3: attested work counts, and is paid at the bound address.
func TestRegistryAttestedSubmissionIsPaidAtTheAddress(t *testing.T) {
	b := newBench(t)
	path := b.openBounty()
	x := newWallet(t, "attested")
	a := b.attest(attestation(t, "one.example", "directory-token-1", x.addr, b.issued(), false))
	if a.status != 201 || a.at("bound") != true || !strings.EqualFold(a.text("evm_address"), x.addr.String()) || a.text("expires_at") == "" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	s := b.handIn(path, "directory-token-1", true)
	if s.status != 201 {
		t.Fatalf("%d %s", s.status, s.body)
	}
	b.must(b.store.View(t.Context(), func(tx settle.Tx) error {
		sub := settle.GetRow[settle.Submission](tx, s.text("submission_id"))
		who := settle.GetRow[settle.Agent](tx, sub.Agent)
		if who.Payout == nil || who.Payout.Address != x.addr || who.Payout.Proven || !who.Unsigned {
			t.Errorf("%+v", who)
		}
		if row := settle.GetRow[settle.AddressRow](tx, x.addr.String()); row.Agent != "" || row.PayerOf != "" {
			t.Errorf("a registry's word proves control: %+v", row)
		}
		return nil
	}))
	// Nothing of the account is the token's.
	for _, r := range [][2]string{{"GET", "/v1/agents/me"}, {"POST", "/v1/agents/me/keys"}, {"POST", "/v1/agents/me/payout-address"}, {"POST", "/v1/bounties"}} {
		var body *strings.Reader
		if r[0] == "POST" {
			body = strings.NewReader("{}")
			if a := b.send(r[0], r[1], "", body, "X-Registry-Key", "directory-token-1"); a.status != 401 {
				t.Errorf("%s: %d %s", r, a.status, a.body)
			}
		} else if a := b.send(r[0], r[1], "", nil, "X-Registry-Key", "directory-token-1"); a.status != 401 {
			t.Errorf("%s: %d %s", r, a.status, a.body)
		}
	}
	// The address signs: the same agent, now its own.
	me := b.signed(x, "mine", "POST", "/v1/agents/me/payout-address", fmt.Sprintf(`{"payout_address":%q}`, x.addr.Checksum()))
	if me.status != 200 {
		t.Fatalf("%d %s", me.status, me.body)
	}
	b.must(b.store.View(t.Context(), func(tx settle.Tx) error {
		sub := settle.GetRow[settle.Submission](tx, s.text("submission_id"))
		who := settle.GetRow[settle.Agent](tx, sub.Agent)
		if sub.Agent != me.text("agent_id") || who.Unsigned || !who.Payout.Proven {
			t.Errorf("%s is not %+v", me.text("agent_id"), who)
		}
		return nil
	}))
}

// 4: when the binding ends, the token is nobody again.
func TestRegistryBindingExpires(t *testing.T) {
	b := newBench(t)
	path := b.openBounty()
	x := newWallet(t, "attested")
	body := attestation(t, "one.example", "directory-token-1", x.addr, b.issued(), true)
	body["ttl_seconds"] = 60
	if a := b.attest(body); a.status != 201 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	b.pass(59 * time.Second)
	if a := b.handIn(path, "directory-token-1", false); a.status != 201 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	b.pass(time.Second)
	b.anonymous("expired", b.handIn(path, "directory-token-1", false))
	b.must(b.store.Sweep(t.Context(), b.clock().UnixMilli()))
	b.anonymous("swept", b.handIn(path, "directory-token-1", false))
}

// 5: two registries, one address, one agent.
func TestRegistriesShareAnAddress(t *testing.T) {
	b := newBench(t)
	path := b.openBounty()
	x := newWallet(t, "attested")
	var agents []string
	for k, domain := range []string{"one.example", "two.example"} {
		token := fmt.Sprintf("%s token", domain)
		if a := b.attest(attestation(t, domain, token, x.addr, b.issued(), k == 1)); a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		s := b.handIn(path, token, false)
		if s.status != 201 {
			t.Fatalf("%d %s", s.status, s.body)
		}
		b.must(b.store.View(t.Context(), func(tx settle.Tx) error {
			agents = append(agents, settle.GetRow[settle.Submission](tx, s.text("submission_id")).Agent)
			return nil
		}))
	}
	if agents[0] != agents[1] {
		t.Errorf("%v", agents)
	}
	// A token is one registry's.
	if a := b.attest(attestation(t, "two.example", "one.example token", x.addr, b.issued(), false)); a.status != 409 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// An attestation is what its registry signed, fresh, and the newest of its token.
func TestRegistryAttestationIsChecked(t *testing.T) {
	b := newBench(t)
	x, other := newWallet(t, "attested"), newWallet(t, "somebody else")
	at := func(d time.Duration) string { return b.clock().Add(d).UTC().Format(time.RFC3339) }
	change := func(key string, v any) map[string]any {
		m := attestation(t, "one.example", "directory-token-1", x.addr, b.issued(), false)
		m[key] = v
		return m
	}
	for name, tt := range map[string]struct {
		body   map[string]any
		status int
	}{
		"another token":       {change("api_key", "directory-token-2"), 401},
		"another address":     {change("evm_address", other.addr.Checksum()), 401},
		"another time":        {change("issued_at", at(-time.Second)), 401},
		"another spelling":    {change("issued_at", fmt.Sprint(b.clock().Unix())), 401},
		"no time":             {change("issued_at", "yesterday"), 400},
		"an unknown registry": {attestation(t, "three.example", "directory-token-1", x.addr, b.issued(), false), 401},
		"too old":             {attestation(t, "one.example", "directory-token-1", x.addr, at(-5*time.Minute-time.Second), false), 401},
		"too new":             {attestation(t, "one.example", "directory-token-1", x.addr, at(2*time.Minute), false), 401},
		"too long":            {change("ttl_seconds", 86401), 400},
		"no life":             {change("ttl_seconds", 0), 400},
		"a short token":       {change("api_key", "short"), 400},
		"the token contract":  {attestation(t, "one.example", "directory-token-1", token, b.issued(), false), 400},
	} {
		if a := b.attest(tt.body); a.status != tt.status {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	newer := attestation(t, "one.example", "directory-token-1", other.addr, at(0), false)
	older := attestation(t, "one.example", "directory-token-1", x.addr, at(-time.Minute), false)
	for k, want := range []int{201, 409, 201} {
		if a := b.attest([]map[string]any{newer, older, newer}[k]); a.status != want {
			t.Errorf("%d: %d %s", k, a.status, a.body)
		}
	}
	if a := b.attest(attestation(t, "one.example", "unix-seconds", x.addr, fmt.Sprint(b.clock().Unix()), true)); a.status != 201 {
		t.Errorf("%d %s", a.status, a.body)
	}
}
