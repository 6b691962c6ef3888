package api_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

func TestSignInAndPayout(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	wallet := addr("signing wallet")
	enter := func() (answer, args) {
		msg, sig := signSIWE(siwe{Address: wallet, Nonce: call("get_nonce", "", nil).text("nonce")})
		in := args{"message": msg, "signature": sig}
		return call("sign_in", "", in), in
	}
	a, used := enter()
	if a.text("token_type") != "Bearer" || a.text("address") != wallet.String() || a.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%s", a.body)
	}
	token := a.text("token")
	me := call("my_activity", token, nil)
	if me.text("agent_id") != a.text("agent_id") || me.text("payout_address") != wallet.String() || me.at("payout_address_proven") != true {
		t.Errorf("%s", me.body)
	}
	if x := call("sign_in", "", used); x.status != 401 {
		t.Errorf("a nonce twice: %d %s", x.status, x.body)
	}
	if x, _ := enter(); x.text("agent_id") != a.text("agent_id") {
		t.Errorf("another agent at the second sign-in: %s", x.body)
	}
	n := call("get_nonce", "", nil).text("nonce")
	msg, sig := signSIWE(siwe{wallet, n, a.text("agent_id")})
	if x := call("sign_in", "", args{"message": msg, "signature": sig}); x.status != 400 {
		t.Errorf("a link used as a login: %d %s", x.status, x.body)
	}
	// a change without proof waits for a day
	x := call("set_payout_address", token, args{"payout_address": addr("cold wallet").String()})
	if x.at("payout_address_proven") != false || !strings.Contains(x.text("note"), "payout_effective_at") {
		t.Errorf("%s", x.body)
	}
	me = call("my_activity", token, nil)
	if me.text("payout_address") != wallet.String() || me.text("pending_payout", "address") != addr("cold wallet").String() ||
		me.text("pending_payout", "effective_at") != x.text("payout_effective_at") {
		t.Errorf("%s", me.body)
	}
	b.pass(25 * time.Hour)
	fresh, _ := enter() // the session has ended
	if me = call("my_activity", token, nil); me.status != 401 {
		t.Errorf("an old token: %d", me.status)
	}
	me = call("my_activity", fresh.text("token"), nil)
	if me.text("payout_address") != addr("cold wallet").String() || me.at("pending_payout") != nil {
		t.Errorf("%s", me.body)
	}
}

type counting struct {
	refusing
	calls int
}

func (c *counting) Present(ctx context.Context, a, m, s string, h settle.Hash) (settle.SettleResult, error) {
	c.calls++
	return c.refusing.Present(ctx, a, m, s, h)
}

// TestPresentingInALoop: answers are kept for two seconds, and twenty a minute
// are enough (wire.md "Presenting a hash").
func TestPresentingInALoop(t *testing.T) {
	w := newWorld(t)
	core := &counting{refusing: refusing{settle.Errorf(settle.CodeTxNotFound, "not there")}}
	b := serve(t, w, api.Table(core, config(w)))
	reg, err := w.engine.Register(t.Context(), "Somebody", false)
	w.must(err)
	present := func(tx string) answer {
		return b.overREST()("settle_bounty", reg.Key, args{"bounty_id": "bty_1", "submission_id": "sub_1", "tx_hash": txHash(tx).String()})
	}
	for range 5 {
		if a := present("a"); a.status != 404 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	if core.calls != 1 {
		t.Errorf("%d looks within two seconds", core.calls)
	}
	present("b")
	w.pass(2 * time.Second)
	present("a")
	if core.calls != 3 {
		t.Errorf("%d looks", core.calls)
	}
	for range 13 {
		present("a")
	}
	if a := present("a"); a.status != 429 || a.text("code") != "rate_limited" || a.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	core.err = fmt.Errorf("the store is away") // ours: not kept
	w.pass(time.Minute)
	if a := present("c"); a.status != 500 {
		t.Errorf("%d", a.status)
	}
	core.err = settle.Errorf(settle.CodeTxNotFound, "not there")
	if a := present("c"); a.status != 404 {
		t.Errorf("a failure of ours was kept: %d", a.status)
	}
}

func TestAuthenticator(t *testing.T) {
	w := newWorld(t)
	reg, err := w.engine.Register(t.Context(), "Somebody", false)
	w.must(err)
	a := api.NewAuthenticator(w.engine, sha256.Sum256([]byte("secret")))
	none := api.NewAuthenticator(w.engine, [32]byte{})
	for _, tt := range []struct {
		auth op.Authenticator
		cred op.Credential
		code settle.Code
	}{
		{a, op.Credential{Token: reg.Key}, ""},
		{a, op.Credential{Token: reg.Key + "0"}, settle.CodeUnauthenticated},
		{a, op.Credential{Token: strings.Repeat("x", 1<<20)}, settle.CodeUnauthenticated},
		{a, op.Credential{}, settle.CodeUnauthenticated},
		{a, op.Credential{AdminKey: "secret"}, ""},
		{a, op.Credential{AdminKey: "Secret"}, settle.CodeForbidden},
		{none, op.Credential{AdminKey: "secret"}, settle.CodeForbidden},
		{none, op.Credential{AdminKey: ""}, settle.CodeUnauthenticated},
		{a, op.Credential{Signed: &settle.SignedRequest{Header: "x"}}, settle.CodeInvalid},
	} {
		p, err := tt.auth.Authenticate(t.Context(), tt.cred)
		if settle.CodeOf(err) != tt.code {
			t.Errorf("%.60v: %v", tt.cred, err)
		}
		if err == nil && p.Anonymous() || err != nil && !p.Anonymous() {
			t.Errorf("%.60v: %+v", tt.cred, p)
		}
	}
}
