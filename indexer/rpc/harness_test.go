package rpc_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

const (
	secret = "k3y-9f8e7d6c5b4a"
	url    = "http://user-" + secret + ":pw-" + secret + "@node.test:8545/v2/" + secret + "?apikey=q-" + secret
)

var (
	token   = settle.Address{0x83, 0x35}
	payAddr = settle.Address{0xaa}
	alice   = settle.Address{0x11}
	bob     = settle.Address{0x22}
)

func decoder(t testing.TB) *decode.Decoder {
	t.Helper()
	d, err := decode.New(decode.Emitters{Token: token, Pay: []settle.Address{payAddr}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// client reads node through the process; change may alter the configuration.
func client(t testing.TB, rt http.RoundTripper, change ...func(*rpc.Config)) *rpc.Client {
	t.Helper()
	cfg := rpc.Config{URL: url, Decoder: decoder(t), Transport: rt, Timeout: time.Second, MaxResponse: 1 << 20}
	for _, c := range change {
		c(&cfg)
	}
	c, err := rpc.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func transfer(v uint64) indexer.RawLog {
	return chaintest.Transfer(token, alice, bob, money.Units(v))
}

// counter counts HTTP exchanges and method calls.
type counter struct {
	http.RoundTripper
	mu        sync.Mutex
	exchanges int
	calls     map[string]int
	errors    int
}

func (c *counter) RoundTrip(r *http.Request) (*http.Response, error) {
	c.mu.Lock()
	c.exchanges++
	c.mu.Unlock()
	return c.RoundTripper.RoundTrip(r)
}

func (c *counter) Called(endpoint, method string, _ time.Duration, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls == nil {
		c.calls = map[string]int{}
	}
	c.calls[endpoint+" "+method]++
	if err != nil {
		c.errors++
	}
}
