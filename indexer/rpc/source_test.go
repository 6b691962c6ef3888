package rpc_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// TestBlock: a Base-shaped block (deposit transaction first, header fields that
// nobody knows) is read with the server's hash, over a real socket.
func TestBlock(t *testing.T) {
	node := chaintest.NewNode(8453, 1)
	node.MineEmpty(4)
	want := node.Mine(transfer(1), chaintest.AuthorizationUsed(token, alice, settle.Hash{9}),
		indexer.RawLog{Address: token, Topics: []settle.Hash{{1}}}, transfer(2))
	count := &counter{RoundTripper: http.DefaultTransport}
	c := client(t, count, func(cfg *rpc.Config) { cfg.URL, cfg.Observer = node.Server(t).URL, count })
	b, err := c.Block(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	if indexer.HeadOf(b) != want || b.Source != c.Name() {
		t.Errorf("got %+v, want %+v", b, want)
	}
	if len(b.Logs) != 3 || b.Logs[0].Value != money.Units(1) || b.Logs[1].Ref != (settle.Hash{9}) || b.Logs[2].Index != 3 || b.Logs[2].TxIndex != 4 {
		t.Errorf("logs %+v", b.Logs)
	}
	if count.exchanges != 2 {
		t.Errorf("%d HTTP exchanges, want the hash and one batch", count.exchanges)
	}
	n := c.Name() + " "
	if !reflect.DeepEqual(count.calls, map[string]int{n + "eth_getBlockByNumber": 2, n + "eth_getBlockByHash": 1, n + "eth_getLogs": 1}) || count.errors != 0 {
		t.Errorf("observed %v, %d errors", count.calls, count.errors)
	}
	byHash, err := c.BlockByHash(t.Context(), b.Hash)
	if err != nil || !reflect.DeepEqual(byHash, b) || count.exchanges != 3 {
		t.Errorf("by hash: %+v, %v, %d exchanges", byHash, err, count.exchanges)
	}
	if m := node.Misuse(); len(m) != 0 {
		t.Error(m)
	}
}

func TestHeads(t *testing.T) {
	node := chaintest.NewNode(8453, 1)
	node.MineEmpty(40)
	c := client(t, node.Transport())
	ctx := t.Context()
	old := node.Head()
	node.Reorg(1, nil, nil)
	if h, err := c.Latest(ctx); err != nil || h != node.Head() {
		t.Errorf("latest: %+v, %v", h, err)
	}
	if h, err := c.HeadByNumber(ctx, 7); err != nil || h != node.At(7) {
		t.Errorf("by number: %+v, %v", h, err)
	}
	if h, err := c.HeadByHash(ctx, old.Hash); err != nil || h != old {
		t.Errorf("orphan by hash: %+v, %v", h, err)
	}
	for name, err := range map[string]error{
		"number": second(c.HeadByNumber(ctx, 99)), "hash": second(c.HeadByHash(ctx, settle.Hash{1})),
		"block": second(c.Block(ctx, 99)), "block by hash": second(c.BlockByHash(ctx, settle.Hash{1})),
	} {
		if !errors.Is(err, indexer.ErrNoBlock) {
			t.Errorf("%s: %v, want ErrNoBlock", name, err)
		}
	}
	if h, err := c.Tagged(ctx, rpc.Finalized); err != nil || h != node.At(32) {
		t.Errorf("finalized: %+v, %v", h, err)
	}
	if h, err := c.Tagged(ctx, rpc.Safe); err != nil || h != node.At(25) {
		t.Errorf("safe: %+v, %v", h, err)
	}
	if id, err := c.Identity(ctx); err != nil || id != (rpc.Identity{ChainID: 8453, Genesis: node.At(0).Hash}) {
		t.Errorf("identity: %+v, %v", id, err)
	}
	node.Inject(chaintest.Fault{Kind: chaintest.Null, Times: 1})
	if _, err := c.Tagged(ctx, rpc.Safe); !errors.Is(err, rpc.ErrNoTag) {
		t.Errorf("null tag: %v", err)
	}
	node.Inject(chaintest.Fault{Kind: chaintest.Refused, Times: 1})
	if _, err := c.Tagged(ctx, rpc.Safe); err == nil || errors.Is(err, rpc.ErrNoTag) {
		t.Errorf("a rate limit is not a missing tag: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// TestLies: each lie is refused, by the reason that it deserves.
func TestLies(t *testing.T) {
	const (
		number, hash, logs, receipts = "eth_getBlockByNumber", "eth_getBlockByHash", "eth_getLogs", "eth_getBlockReceipts"
	)
	for _, c := range []struct {
		name  string
		fault chaintest.Fault
		is    error  // what it must be, if a sentinel
		says  string // what it must say
	}{
		{"empty logs", chaintest.Fault{Kind: chaintest.EmptyLogs}, rpc.ErrInconsistent, "0 logs by filter and 3 by receipts"},
		{"partial logs", chaintest.Fault{Kind: chaintest.PartialLogs}, rpc.ErrInconsistent, "2 logs by filter and 3 by receipts"},
		{"foreign log", chaintest.Fault{Kind: chaintest.ForeignLog}, rpc.ErrInconsistent, "was not asked for"},
		{"foreign topic", chaintest.Fault{Kind: chaintest.ForeignTopic}, rpc.ErrInconsistent, "was not asked for"},
		{"removed log", chaintest.Fault{Kind: chaintest.RemovedLogs}, rpc.ErrInconsistent, "removed"},
		{"duplicate log", chaintest.Fault{Kind: chaintest.DuplicateLog}, rpc.ErrInconsistent, "out of order"},
		{"unordered logs", chaintest.Fault{Kind: chaintest.UnorderedLogs}, rpc.ErrInconsistent, "out of order"},
		{"other block", chaintest.Fault{Kind: chaintest.OtherBlockLogs}, rpc.ErrInconsistent, "another block"},
		{"foreign transaction", chaintest.Fault{Kind: chaintest.ForeignTx}, rpc.ErrInconsistent, "not of a transaction"},
		{"null logs", chaintest.Fault{Kind: chaintest.Null, Method: logs}, rpc.ErrInconsistent, "null"},
		{"logs refused", chaintest.Fault{Kind: chaintest.Refused, Method: logs}, nil, "eth_getLogs: limit exceeded (code -32005)"},
		{"block null", chaintest.Fault{Kind: chaintest.Null, Method: number}, indexer.ErrNoBlock, ""},
		{"block null in the batch", chaintest.Fault{Kind: chaintest.Null, Method: hash}, indexer.ErrNoBlock, ""},
		{"null at second sight", chaintest.Fault{Kind: chaintest.Null, Method: number, Skip: 1}, indexer.ErrNoBlock, ""},
		{"another number", chaintest.Fault{Kind: chaintest.Swapped, Method: number}, rpc.ErrInconsistent, "block 3 asked for, got 2"},
		{"another hash", chaintest.Fault{Kind: chaintest.Swapped, Method: hash}, rpc.ErrInconsistent, "asked for, got"},
		{"changed meanwhile", chaintest.Fault{Kind: chaintest.Swapped, Method: number, Skip: 1}, rpc.ErrInconsistent, "changed while it was read"},
		{"no hash", chaintest.Fault{Kind: chaintest.MissingField, Method: number}, nil, "a field is missing"},
		{"receipts null", chaintest.Fault{Kind: chaintest.Null, Method: receipts}, rpc.ErrInconsistent, "0 receipts"},
		{"receipts refused", chaintest.Fault{Kind: chaintest.Refused, Method: receipts}, nil, "eth_getBlockReceipts"},
		{"malformed", chaintest.Fault{Kind: chaintest.Malformed, Method: logs}, nil, "not JSON-RPC"},
		{"short batch", chaintest.Fault{Kind: chaintest.ShortBatch, Method: logs}, rpc.ErrInconsistent, "0 answers to 3 calls"},
		{"wrong id", chaintest.Fault{Kind: chaintest.WrongID, Method: logs}, rpc.ErrInconsistent, "another call"},
		{"wrong id, single", chaintest.Fault{Kind: chaintest.WrongID}, rpc.ErrInconsistent, "another call"},
		{"huge", chaintest.Fault{Kind: chaintest.Huge}, rpc.ErrTooLarge, ""},
		{"hang", chaintest.Fault{Kind: chaintest.Hang}, context.DeadlineExceeded, ""},
		{"unavailable", chaintest.Fault{Kind: chaintest.Unavailable}, nil, "HTTP status 503"},
		{"redirect", chaintest.Fault{Kind: chaintest.Redirect}, nil, "redirects are not followed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				node := chaintest.NewNode(1, 1)
				node.MineEmpty(2)
				node.Mine(transfer(1), transfer(2), transfer(3))
				cl := client(t, node.Transport(), func(cfg *rpc.Config) { cfg.Receipts = rpc.ReceiptsOnBloom })
				c.fault.Times = 1
				node.Inject(c.fault)
				b, err := cl.Block(t.Context(), 3)
				if err == nil || (c.is != nil && !errors.Is(err, c.is)) || !strings.Contains(err.Error(), c.says) {
					t.Fatalf("got %v, want %v, %q", err, c.is, c.says)
				}
				if !reflect.DeepEqual(b, settle.Block{}) {
					t.Errorf("returned %+v beside the error", b)
				}
				if strings.Contains(err.Error(), secret) || !strings.HasPrefix(err.Error(), "http://node.test:8545") {
					t.Errorf("error shows the wrong part of the URL: %v", err)
				}
				time.Sleep(2 * time.Second) // that long an endpoint may ask to be left alone
				if b, err := cl.Block(t.Context(), 3); err != nil || len(b.Logs) != 3 || node.Hits() != 1 {
					t.Errorf("afterwards: %+v, %v", b, err)
				}
			})
		})
	}
}

// TestBloom: the filter demands a second look and proves nothing.
func TestBloom(t *testing.T) {
	node := chaintest.NewNode(1, 1)
	node.Mine(transfer(1)) // watched
	node.Mine(indexer.RawLog{Address: token, Topics: []settle.Hash{{1}}},
		indexer.RawLog{Address: bob, Topics: transfer(1).Topics}) // both bits set, by two logs that do not matter
	node.Mine(indexer.RawLog{Address: token, Topics: []settle.Hash{{1}}}) // emitter only
	c := client(t, node.Transport())
	for i, want := range []struct{ logs, reads int }{{1, 0}, {0, 1}, {0, 1}} {
		b, err := c.Block(t.Context(), uint64(i+1))
		if err != nil || len(b.Logs) != want.logs || node.Calls("eth_getBlockReceipts") != want.reads {
			t.Errorf("block %d: %d logs, %d reads of receipts, %v; want %+v", i+1, len(b.Logs), node.Calls("eth_getBlockReceipts"), err, want)
		}
	}
	// A filter that is empty although there are logs does not hide them.
	node.Inject(chaintest.Fault{Kind: chaintest.BadBloom})
	if b, err := c.Block(t.Context(), 1); err != nil || len(b.Logs) != 1 {
		t.Errorf("empty filter: %+v, %v", b, err)
	}
}

// TestMalformedWatchedLog: the address is not the contract it is taken for.
func TestMalformedWatchedLog(t *testing.T) {
	node := chaintest.NewNode(1, 1)
	l := transfer(1)
	l.Topics = append(l.Topics, settle.Hash{1}) // ERC-721 has the value as a topic
	l.Data = nil
	node.Mine(l)
	if _, err := client(t, node.Transport()).Block(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "malformed") {
		t.Errorf("got %v", err)
	}
}

// TestSecrets: whatever goes wrong, no part of the URL but scheme and host is
// in the error, not even when the server echoes it.
func TestSecrets(t *testing.T) {
	echo := roundTripper(func(r *http.Request) (*http.Response, error) {
		body := `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"bad key ` + secret + ` in ` + r.URL.String() + ` \u0007\n"}}`
		return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(body))}, nil
	})
	fails := roundTripper(func(r *http.Request) (*http.Response, error) {
		return nil, errors.New("cannot reach " + r.URL.String() + " with " + r.Header.Get("Authorization"))
	})
	for name, c := range map[string]*rpc.Client{
		"server echoes": client(t, echo), "transport fails": client(t, fails),
		"no such host": client(t, nil, func(c *rpc.Config) { c.URL = strings.Replace(url, "node.test:8545", "127.0.0.1:1", 1) }),
	} {
		_, err := c.Latest(t.Context())
		if err == nil || strings.Contains(err.Error(), secret) || strings.ContainsAny(err.Error(), "\a\n") || len(err.Error()) > 500 {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, bad := range []string{"", "node.test", "ws://node.test/" + secret, "http://" + secret + "\x7f", "http:///" + secret, "http://a/#" + secret} {
		if _, err := rpc.New(rpc.Config{URL: bad, Decoder: decoder(t)}); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestRetryAfterReachesTheCaller: the follower asks for it by interface.
func TestRetryAfterReachesTheCaller(t *testing.T) {
	node := chaintest.NewNode(1, 1)
	node.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
	_, err := client(t, node.Transport()).Latest(t.Context())
	var asks interface{ RetryAfter() time.Duration }
	if !errors.As(err, &asks) || asks.RetryAfter() != time.Second {
		t.Errorf("got %v", err)
	}
}

// FuzzAnswer: whatever an endpoint sends, there is no panic, and a block is
// only accepted with the number that was asked for.
func FuzzAnswer(f *testing.F) {
	node := chaintest.NewNode(1, 1)
	node.Mine(transfer(1))
	var first, batch []byte
	spy := roundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := node.Transport().RoundTrip(r)
		if err == nil {
			body, _ := io.ReadAll(resp.Body)
			if first == nil {
				first = body
			} else {
				batch = body
			}
			resp.Body = io.NopCloser(bytes.NewReader(body))
		}
		return resp, err
	})
	if _, err := client(f, spy).Block(f.Context(), 1); err != nil {
		f.Fatal(err)
	}
	f.Add(first, batch)
	f.Add(first, []byte(`[]`))
	f.Add([]byte(`{"id":1,"result":null}`), []byte(`{"error":{"code":1}}`))
	d := decoder(f)
	f.Fuzz(func(t *testing.T, first, batch []byte) {
		bodies := [][]byte{first, batch, batch}
		rt := roundTripper(func(*http.Request) (*http.Response, error) {
			b := bodies[0]
			bodies = slices.Concat(bodies[1:], [][]byte{batch})
			return &http.Response{StatusCode: 200, Body: io.NopCloser(bytes.NewReader(b))}, nil
		})
		c, err := rpc.New(rpc.Config{URL: url, Decoder: d, Transport: rt, Receipts: rpc.ReceiptsOnBloom})
		if err != nil {
			t.Fatal(err)
		}
		if b, err := c.Block(t.Context(), 1); err == nil && b.Number != 1 {
			t.Errorf("accepted %+v", b)
		}
		bodies = [][]byte{first, batch}
		_, _ = c.TransactionReceipt(t.Context(), settle.Hash{})
		bodies = [][]byte{first}
		_, _ = c.CallContract(t.Context(), bob, nil, 0, settle.Hash{})
	})
}
