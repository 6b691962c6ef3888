package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/api/rest"
	"github.com/oabp/oabpd/settle"
)

// TestRegistrationsCannotLockOthersOut: one network has an allowance of its own;
// when it is used up, other networks register on, and whoever proves an address
// needs no allowance at all (wire.md "Limits"; of old, 200 registrations by
// anybody locked everybody out).
func TestRegistrationsCannotLockOthersOut(t *testing.T) {
	t.Run("in memory", func(t *testing.T) { lockOthersOut(t, nil) })
	w := newWorld(t)
	t.Run("lasting", func(t *testing.T) { lockOthersOut(t, counted{w}) })
}

// counted is op.Lasting over a world's store.
type counted struct{ *world }

func (c counted) TakeLasting(ctx context.Context, p op.Policy, key string) (settle.AllowanceLeft, error) {
	return c.store.TakeAllowance(ctx, settle.Allowance{Policy: p.Name, Quota: p.Quota, Window: p.Window, Source: settle.Keccak256([]byte(key))}, c.clock().UnixMicro())
}

func lockOthersOut(t *testing.T, lasting op.Lasting) {
	w := newWorld(t)
	if c, ok := lasting.(counted); ok {
		w, w.t = c.world, t
	}
	cfg := config(w)
	cfg.RegistrationsPerNetwork = 3
	b := serve(t, w, api.Table(w.engine, cfg))
	b.runner.Lasting = lasting
	e, err := rest.New(rest.Options{Runner: b.runner, Table: b.table, Log: b.runner.Log, NewID: func() string { return "req_1" }, Now: w.clock,
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	w.must(err)
	proxied := httptest.NewServer(e)
	t.Cleanup(proxied.Close)
	from := func(ip, method, path, body string) (int, http.Header) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, proxied.URL+path, strings.NewReader(body))
		w.must(err)
		r.Header.Set("X-Forwarded-For", ip)
		res, err := http.DefaultClient.Do(r)
		w.must(err)
		_ = res.Body.Close()
		return res.StatusCode, res.Header
	}
	register := func(ip string) (int, http.Header) {
		return from(ip, "POST", "/v1/agents/register", `{"name":"Somebody"}`)
	}
	if lasting != nil { // what is malformed is no registration, and what comes again is one
		for range 5 {
			if status, _ := from("2001:db8::1", "POST", "/v1/agents/register", `{"name":5}`); status != 400 {
				t.Errorf("a malformed registration: %d", status)
			}
		}
	}
	for n := range 5 {
		status, h := register(fmt.Sprintf("2001:db8::%d", n+1)) // one host has a /64 to itself
		if !strings.Contains(strings.Join(h.Values("RateLimit"), ","), `"registrations";r=`+fmt.Sprint(max(0, 2-n))) {
			t.Errorf("registration %d: %v", n, h.Values("RateLimit"))
		}
		if want := map[bool]int{true: 201, false: 429}[n < 3]; status != want || (status == 429) != (h.Get("Retry-After") != "") {
			t.Errorf("registration %d of one network: %d %v", n, status, h)
		}
	}
	if status, _ := register("2001:db8:0:1::1"); status != 201 {
		t.Errorf("another network: %d", status)
	}
	msg, sig := signSIWE(siwe{Address: addr("newcomer"), Nonce: b.overREST()("get_nonce", "", nil).text("nonce")})
	if status, _ := from("2001:db8::1", "POST", "/auth/siwe", fmt.Sprintf(`{"message":%q,"signature":%q}`, msg, sig)); status != 200 {
		t.Errorf("a sign-in from the network that has used up its allowance: %d", status)
	}
	w.pass(25 * time.Hour)
	if status, _ := register("2001:db8::1"); status != 201 {
		t.Errorf("a day later: %d", status)
	}
}

// TestSignInsDoNotUseUpRegistrations: the cap in all counts names only.
func TestSignInsDoNotUseUpRegistrations(t *testing.T) {
	b := newBench(t) // 20 a day
	call := b.overREST()
	for n := range 25 {
		msg, sig := signSIWE(siwe{Address: addr(fmt.Sprint("signed in ", n)), Nonce: call("get_nonce", "", nil).text("nonce")})
		if a := call("sign_in", "", args{"message": msg, "signature": sig}); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	for n := range 21 {
		a := call("register_agent", "", args{"name": fmt.Sprint("Named ", n)})
		if want := map[bool]int{true: 201, false: 429}[n < 20]; a.status != want {
			t.Fatalf("registration %d: %d %s", n, a.status, a.body)
		}
		if a.status == 429 && (a.code("board") != settle.CodeRateLimited || !strings.Contains(a.text("message"), "sign in with an address")) {
			t.Errorf("%s", a.body)
		}
	}
}

// TestW22PayoutEventHasTheAddress: a change of where somebody is paid is public,
// with the address and from when on it holds.
func TestW22PayoutEventHasTheAddress(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	next := addr("next wallet")
	at := call("set_payout_address", c.worker, args{"payout_address": next.String()}).text("payout_effective_at")
	a := b.send("GET", "/v1/activity?limit=1", "", nil)
	want := next.Checksum() + " from " + strings.Replace(at, ".000Z", "Z", 1) + " on"
	if a.text("events", "0", "kind") != "payout_address_set" || a.text("events", "0", "agent_id") != c.workerID || a.text("events", "0", "detail") != want {
		t.Errorf("%s, want %s", a.body, want)
	}
}
