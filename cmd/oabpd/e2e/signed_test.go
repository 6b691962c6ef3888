package e2e

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/verify"
)

// newRequest is a request by an address, without a signature.
func newRequest(t testing.TB, addr settle.Address) verify.Request {
	t.Helper()
	r := verify.Request{Address: addr, Expires: time.Now().Add(10 * time.Minute).Unix()}
	_, err := rand.Read(r.Nonce[:])
	must(t, err)
	return r
}

func headerOf(r verify.Request) string {
	return fmt.Sprintf("address=%s, nonce=%s, expires=%d, sig=0x%x", r.Address, r.Nonce, r.Expires, r.Signature)
}

// signed is the header of a request that an account signs.
func (s *surface) signed(t testing.TB, a devchain.Account, method, path string, body any) string {
	t.Helper()
	r := newRequest(t, settle.Address(a.Address))
	d := r.Digest(s.chainID, method, path, bodyOf(t, body))
	sig, err := crypto.Sign(d[:], a.Key)
	must(t, err)
	r.Signature = sig
	return headerOf(r)
}

// bodyOf is what ask sends.
func bodyOf(t testing.TB, body any) (b []byte) {
	t.Helper()
	if body != nil {
		var err error
		b, err = json.Marshal(body)
		must(t, err)
	}
	return b
}

// beside is a second daemon on the world's database.
func (w *world) beside(t testing.TB) *surface {
	t.Helper()
	app, err := daemon.Open(t.Context(), w.config())
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- app.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the second daemon ended with %v", err)
		}
		app.Close()
	})
	return &surface{url: app.URL(), chainID: w.chain.ChainID()}
}

// A signed request that one daemon took is refused by another on the same
// database, and the agent that it made is the other's too.
func TestSignedRequestIsTakenOnceByTwoDaemons(t *testing.T) {
	w := weakness(t)
	other := w.beside(t)
	a := newAccount(t, "signs requests")
	body := map[string]any{"payout_address": a.Address.Hex()}
	const path = "/v1/agents/me/payout-address"
	h := w.signed(t, a, "POST", path, body)
	w.do(t, nil, "POST", path, body, "OABP-Signature", h).want(t, 200)
	other.do(t, nil, "POST", path, body, "OABP-Signature", h).want(t, 401, "unauthenticated")
	w.do(t, nil, "POST", path, body, "OABP-Signature", h).want(t, 401, "unauthenticated")
	mine := other.do(t, nil, "GET", "/v1/agents/me", nil, "OABP-Signature", w.signed(t, a, "GET", "/v1/agents/me", nil)).want(t, 200)
	again := w.do(t, nil, "GET", "/v1/agents/me", nil, "OABP-Signature", w.signed(t, a, "GET", "/v1/agents/me", nil)).want(t, 200)
	if mine.str("agent_id") == "" || mine.str("agent_id") != again.str("agent_id") {
		t.Errorf("%s and %s", mine.str("agent_id"), again.str("agent_id"))
	}
}
