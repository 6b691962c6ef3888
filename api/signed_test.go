package api_test

import (
	"crypto/ecdsa"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/verify"
)

// wallet is a key that signs requests.
type wallet struct {
	key  *ecdsa.PrivateKey
	addr settle.Address
}

func newWallet(t *testing.T, name string) wallet {
	t.Helper()
	h := settle.Keccak256([]byte(name))
	key, err := crypto.ToECDSA(h[:])
	if err != nil {
		t.Fatal(err)
	}
	return wallet{key, settle.Address(crypto.PubkeyToAddress(key.PublicKey))}
}

// header signs a request.
func (x wallet) header(t *testing.T, nonce string, expires time.Time, method, path, body string) string {
	t.Helper()
	r := verify.Request{Address: x.addr, Nonce: settle.Keccak256([]byte(nonce)), Expires: expires.Unix()}
	d := r.Digest(8453, method, path, []byte(body))
	sig, err := crypto.Sign(d[:], x.key)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("address=%s, nonce=%s, expires=%d, sig=0x%s", x.addr, r.Nonce, r.Expires, hex.EncodeToString(sig))
}

// signed sends a request that a wallet has signed.
func (b *bench) signed(x wallet, nonce, method, path, body string) answer {
	b.t.Helper()
	return b.as(x.header(b.t, nonce, b.clock().Add(time.Minute), method, path, body), method, path, body)
}

func (b *bench) as(header, method, path, body string, more ...string) answer {
	b.t.Helper()
	if body == "" {
		return b.send(method, path, "", nil, append(more, "OABP-Signature", header)...)
	}
	return b.send(method, path, "", strings.NewReader(body), append(more, "OABP-Signature", header)...)
}

var newBounty = func() string {
	m := bounty()
	delete(m, "reward_usd")
	m["reward_amount_cents"] = 1025
	b, _ := json.Marshal(m)
	return string(b)
}()

func (b *bench) agentCount() (n int) {
	b.t.Helper()
	b.must(b.store.View(b.t.Context(), func(tx settle.Tx) error { n = tx.Tally(0).Agents; return nil }))
	return n
}

// An address becomes an agent by its first valid write, and by nothing less.
func TestSignedRequestMakesAnAgentByItsFirstWrite(t *testing.T) {
	b := newBench(t)
	x := newWallet(t, "newcomer")
	if a := b.signed(x, "1", "GET", "/v1/agents/me", ""); a.status != 401 || !strings.Contains(a.text("message"), "no agent yet") {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := b.signed(x, "2", "POST", "/v1/bounties", `{"title":"no"}`); a.status != 400 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if n := b.agentCount(); n != 0 {
		t.Fatalf("%d agents before any valid write", n)
	}
	a := b.signed(x, "3", "POST", "/v1/bounties", newBounty)
	if a.status != 201 || b.agentCount() != 1 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	me := b.signed(x, "4", "GET", "/v1/agents/me", "")
	if me.status != 200 || !strings.EqualFold(me.text("addresses", "0", "address"), x.addr.String()) || me.text("payout_address") == "" || me.at("payout_address_proven") != true {
		t.Fatalf("%d %s", me.status, me.body)
	}
	if got := me.text("bounties_posted", "0", "id"); got != a.text("bounty_id") || got == "" {
		t.Errorf("the bounty is not the signer's: %s", me.body)
	}
	// A public page takes no notice of a signature, and uses no nonce.
	for range 2 {
		if a := b.signed(x, "public", "GET", "/v1/bounties", ""); a.status != 200 {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	if a := b.as(x.header(t, "5", b.clock().Add(time.Minute), "GET", "/v1/agents/me", ""), "GET", "/v1/agents/me", "", "Authorization", "Bearer bk_x"); a.status != 400 {
		t.Errorf("two credentials: %d %s", a.status, a.body)
	}
}

// The address merges with the keyed agent that proves it, while it has done
// nothing; what it signs then is that agent's.
func TestSignedRequestAfterMerge(t *testing.T) {
	b := newBench(t)
	x := newWallet(t, "merged")
	reg := b.send("POST", "/v1/agents/register", "", strings.NewReader(`{"name":"Keyed"}`))
	if a := b.signed(x, "1", "POST", "/v1/agents/me/payout-address", fmt.Sprintf(`{"payout_address":%q}`, x.addr.Checksum())); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	nonce := b.send("GET", "/auth/nonce", "", nil).text("nonce")
	msg, sig := signSIWE(siwe{Address: x.addr, Nonce: nonce, Link: reg.text("agent_id")})
	body, _ := json.Marshal(map[string]string{"message": msg, "signature": sig})
	if a := b.send("POST", "/v1/agents/me/addresses", reg.text("api_key"), strings.NewReader(string(body))); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if me := b.signed(x, "2", "GET", "/v1/agents/me", ""); me.text("agent_id") != reg.text("agent_id") {
		t.Errorf("%d %s", me.status, me.body)
	}
	// Taken off the account, it opens nothing.
	if a := b.signed(x, "off", "DELETE", "/v1/agents/me/addresses/"+x.addr.String(), ""); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := b.signed(x, "3", "GET", "/v1/agents/me", ""); a.status != 401 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// A request is taken once: by whoever sends it, however it is sent again, and
// until it expires.
func TestSignedRequestIsTakenOnce(t *testing.T) {
	b := newBench(t)
	x := newWallet(t, "once")
	h := x.header(t, "n", b.clock().Add(10*time.Minute), "POST", "/v1/bounties", newBounty)
	var all sync.WaitGroup
	var made, refused atomic.Int32
	for range 8 {
		all.Go(func() {
			req, err := http.NewRequest("POST", b.URL+"/v1/bounties", strings.NewReader(newBounty))
			if err != nil {
				t.Error(err)
				return
			}
			req.Header.Set("OABP-Signature", h)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Error(err)
				return
			}
			_ = res.Body.Close()
			switch res.StatusCode {
			case 201:
				made.Add(1)
			case 401:
				refused.Add(1)
			default:
				t.Errorf("status %d", res.StatusCode)
			}
		})
	}
	all.Wait()
	if made.Load() != 1 || refused.Load() != 7 {
		t.Fatalf("%d made, %d refused", made.Load(), refused.Load())
	}
	b.pass(9 * time.Minute)
	b.must(b.store.Sweep(t.Context(), b.clock().UnixMilli()))
	if a := b.as(h, "POST", "/v1/bounties", newBounty); a.status != 401 || !strings.Contains(a.text("message"), "used already") {
		t.Errorf("%d %s", a.status, a.body)
	}
	// The same nonce on another request, and the answer of the first by its key.
	if a := b.signed(x, "n", "GET", "/v1/agents/me", ""); a.status != 401 {
		t.Errorf("%d %s", a.status, a.body)
	}
	b.pass(2 * time.Minute)
	if a := b.as(h, "POST", "/v1/bounties", newBounty); a.status != 401 || !strings.Contains(a.text("message"), "expired") {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.as(x.header(t, "far", b.clock().Add(16*time.Minute), "GET", "/v1/agents/me", ""), "GET", "/v1/agents/me", ""); a.status != 401 {
		t.Errorf("too long a life: %d %s", a.status, a.body)
	}
}

// Whatever byte of a signed request changes, it is refused; and it is good as it
// was after all of that.
func TestSignedRequestHoldsEveryByte(t *testing.T) {
	b := newBench(t)
	x := newWallet(t, "exact")
	const path = "/v1/bounties?note=a%20b"
	h := x.header(t, "n", b.clock().Add(time.Minute), "POST", "/v1/bounties", newBounty)
	good, err := verify.ParseRequest(h)
	b.must(err)
	refused := func(what, header, method, path, body string) {
		t.Helper()
		if a := b.as(header, method, path, body); a.status < 400 || a.status >= 500 {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	for i := range len(newBounty) {
		c := []byte(newBounty)
		c[i] ^= 1
		refused(fmt.Sprintf("body byte %d", i), h, "POST", "/v1/bounties", string(c))
	}
	for i := range len(h) {
		c := []byte(h)
		c[i] ^= 1
		if r, err := verify.ParseRequest(string(c)); err == nil && fmt.Sprint(r) == fmt.Sprint(good) {
			continue // the same, spelled otherwise
		}
		refused(fmt.Sprintf("header byte %d: %s", i, c), string(c), "POST", "/v1/bounties", newBounty)
	}
	refused("a query more", h, "POST", path, newBounty)
	refused("a space more", h, "POST", "/v1/bounties", newBounty+" ")
	refused("another method", h, "GET", "/v1/agents/me", "")
	refused("another path", h, "POST", "/v1/agents/me/keys", newBounty)
	refused("no body", h, "POST", "/v1/bounties", "")
	if n := b.agentCount(); n != 0 {
		t.Fatalf("%d agents", n)
	}
	if a := b.as(h, "POST", "/v1/bounties", newBounty); a.status != 201 {
		t.Fatalf("as it was signed: %d %s", a.status, a.body)
	}
	// A query is signed as it was sent, escapes and all.
	mine := "/v1/agents/me?note=a%20b"
	if a := b.signed(x, "q", "GET", mine, ""); a.status == 401 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.as(x.header(t, "q2", b.clock().Add(time.Minute), "GET", "/v1/agents/me?note=a+b", ""), "GET", mine, ""); a.status != 401 {
		t.Errorf("%d %s", a.status, a.body)
	}
}
