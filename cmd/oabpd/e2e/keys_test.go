package e2e

import (
	be "encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/settle/proof/jose"
	"github.com/oabp/oabpd/settle/seal"
)

// sealedWith is the id of the key that sealed a submission: ciphertexts of Tink
// begin with a version and the key's id.
func sealedWith(t *testing.T, db, sub string) uint32 {
	t.Helper()
	c, err := pgx.Connect(t.Context(), db)
	must(t, err)
	defer c.Close(t.Context())
	var ct []byte
	must(t, c.QueryRow(t.Context(), "select ciphertext from envelope where submission = $1", sub).Scan(&ct))
	if len(ct) < 5 || ct[0] != 1 {
		t.Fatalf("no ciphertext: %d bytes", len(ct))
	}
	return be.BigEndian.Uint32(ct[1:5])
}

// Keys are rotated under a serving daemon (R2): what was sealed before and what
// is sealed after both open, receipts of both keys verify by what is published,
// and after a restart all is as before.
func TestKeysRotateWhileServing(t *testing.T) {
	t.Parallel()
	w := &world{node: deployed(t, startGeth(t, 0)), db: newDB(t), dir: t.TempDir(), log: &logBuffer{}, root: t}
	w.tweak = func(c *daemon.Config) { c.KeysEvery = 20 * time.Millisecond }
	w.start(t)
	before := w.newJob(t, jobOptions{})
	settled := w.newJob(t, jobOptions{})
	w.pays(t, settled, w.payPlain(t, settled.inst, settled.poster.account)...)
	w.released(t, settled)
	old := sealedWith(t, w.db, before.sub)

	id, err := daemon.RotateSealing(w.dir, "")
	must(t, err)
	receipts, err := daemon.RotateReceipts(w.dir, time.Now())
	must(t, err)
	card, err := daemon.RotateCard(w.dir, time.Now())
	must(t, err)
	if id == old {
		t.Fatal("the key was not rotated")
	}
	after := w.newJob(t, jobOptions{})
	for deadline := time.Now().Add(time.Minute); sealedWith(t, w.db, after.sub) != id; after = w.newJob(t, jobOptions{}) {
		if time.Now().After(deadline) {
			t.Fatalf("sealed with key %d a minute after the rotation to %d", sealedWith(t, w.db, after.sub), id)
		}
	}
	for _, j := range []*job{before, after} {
		w.pays(t, j, w.payPlain(t, j.inst, j.poster.account)...)
		r := w.released(t, j) // also verifies the receipt by the published keys
		if got := r.str("signature.key_id"); got != receipts.KeyID {
			t.Errorf("signed with %q, want %q", got, receipts.KeyID)
		}
	}
	w.released(t, settled) // its receipt is signed with the retired key
	manifest := w.get(t, nil, "/.well-known/oabp.json").want(t, 200)
	if len(manifest.list("receipt_signing_keys")) != 2 || manifest.str("receipt_signing_keys.0.status") != "retired" || manifest.str("receipt_signing_keys.1.key_id") != receipts.KeyID {
		t.Errorf("%v", manifest.at("receipt_signing_keys"))
	}
	for deadline := time.Now().Add(time.Minute); ; {
		jwks := w.get(t, nil, "/.well-known/jwks.json").want(t, 200)
		if jwks.str("keys.1.kid") == card.Kid {
			must(t, jose.Verify(w.get(t, nil, "/agent-card.json").want(t, 200).body, jwks.body))
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the card's key is not in use: %s", jwks.body)
		}
	}
	w.stop()
	w.start(t)
	for _, j := range []*job{before, settled, after} {
		w.envelope(t, j.poster, j).want(t, 200)
	}
	k, err := seal.Load(w.dir + "/sealing.keyset.json")
	must(t, err)
	if k.PrimaryID() != id || len(k.KeyIDs()) != 2 {
		t.Errorf("key %d of %v", k.PrimaryID(), k.KeyIDs())
	}
	if log := w.log.String(); !strings.Contains(log, "sealing with another key from now on") {
		t.Error("the rotation is not in the log")
	}
}

// API keys over HTTP and MCP of a running daemon: rotation with its grace,
// revocation, and that neither a leaked key nor an address linked with it
// redirects pay.
func TestAPIKeysAndLeaks(t *testing.T) {
	w := weakness(t)
	owner := &person{name: "Owner", account: newAccount(t, "owner")}
	w.register(t, owner)
	home := owner.account.Address.Hex()
	w.post(t, owner, "/v1/agents/me/payout-address", map[string]any{"payout_address": home}).want(t, 200)
	leaked := *owner

	// The thief proves an address of their own with the key, and asks to be paid there.
	thief := &person{name: "Thief", account: newAccount(t, "thief"), token: leaked.token, agent: owner.agent}
	msg, sig := w.siwe(t, thief.account, owner.agent)
	w.post(t, &leaked, "/v1/agents/me/addresses", map[string]any{"message": msg, "signature": sig}).want(t, 200)
	r := w.post(t, thief, "/v1/agents/me/payout-address", map[string]any{"payout_address": thief.account.Address.Hex()}).want(t, 200)
	if at, err := time.Parse(time.RFC3339, r.str("payout_effective_at")); err != nil || at.Sub(w.clock()) < 23*time.Hour {
		t.Errorf("a linked address of the thief holds from %q: %v", r.str("payout_effective_at"), err)
	}
	mine := w.get(t, owner, "/v1/agents/me").want(t, 200)
	if !strings.EqualFold(mine.str("payout_address"), home) || !strings.Contains(string(mine.body), "If you did not ask for this") {
		t.Errorf("%s", clip(mine.body))
	}
	w.do(t, owner, "DELETE", "/v1/agents/me/payout-address", nil).want(t, 200)
	w.do(t, owner, "DELETE", "/v1/agents/me/payout-address", nil).want(t, 409)

	rotated := w.post(t, owner, "/v1/agents/me/keys/rotate", map[string]any{"grace_seconds": 0}).want(t, 201)
	fresh := &person{name: owner.name, account: owner.account, agent: owner.agent, token: rotated.str("api_key")}
	w.get(t, &leaked, "/v1/agents/me").want(t, 401)
	if m := w.tool(t, &leaked, "my_activity", nil); m.status != 401 {
		t.Errorf("the leaked key over MCP: %d", m.status)
	}
	w.get(t, fresh, "/v1/agents/me").want(t, 200)
	second := w.tool(t, fresh, "add_key", map[string]any{"label": "laptop"})
	if second.status != 200 || second.str("api_key") == "" {
		t.Fatalf("%d %s", second.status, clip(second.body))
	}
	keys := w.get(t, fresh, "/v1/agents/me/keys").want(t, 200)
	if len(keys.list("keys")) != 3 || keys.str("keys.0.status") != "ended" || keys.at("keys.1.current") != true || keys.str("keys.2.label") != "laptop" || strings.Contains(string(keys.body), "bk_") {
		t.Errorf("%s", clip(keys.body))
	}
	w.do(t, fresh, "DELETE", "/v1/agents/me/keys/"+keys.str("keys.2.key_id"), nil).want(t, 200)
	w.get(t, &person{token: second.str("api_key")}, "/v1/agents/me").want(t, 401)
	graced := w.post(t, fresh, "/v1/agents/me/keys/rotate", map[string]any{}).want(t, 201)
	w.get(t, fresh, "/v1/agents/me").want(t, 200) // within the grace
	w.later(t, 11*time.Minute)
	w.get(t, fresh, "/v1/agents/me").want(t, 401)
	w.get(t, &person{token: graced.str("api_key")}, "/v1/agents/me").want(t, 200)
	if strings.Contains(w.log.String(), graced.str("api_key")) {
		t.Error("a key is in the log")
	}
}
