package rpc

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// Observer is told of every method call; metrics are made of it. It must not
// block and is called concurrently. The parts of a batch are reported one by
// one, each with the duration of the whole.
type Observer interface {
	Called(endpoint, method string, took time.Duration, err error)
}

// BloomObserver is an Observer that is also told when an endpoint gave no logs
// of a block whose bloom filter has a watched event: its receipts decide.
type BloomObserver interface {
	EmptyInBloom(endpoint string)
}

// ReceiptPolicy says when a block's logs are compared with its receipts.
type ReceiptPolicy uint8

const (
	// ReceiptsOnEmpty: when there are no logs although the bloom filter has a
	// watched event. The default.
	ReceiptsOnEmpty ReceiptPolicy = iota
	// ReceiptsOnBloom: whenever the bloom filter has a watched event, where the
	// endpoint serves eth_getBlockReceipts. It finds logs that are missing beside
	// others, at the price of all receipts of nearly every block on a busy chain:
	// 1.4 MB instead of 160 kB for one as Base has (BenchmarkReceipts).
	ReceiptsOnBloom
	// ReceiptsAtTip: as ReceiptsOnBloom for blocks read one by one, which are
	// fresh, and as ReceiptsOnEmpty for ranges of final ones.
	ReceiptsAtTip
	// ReceiptsAlways: of every block, whatever its bloom filter says, one by one
	// if need be.
	ReceiptsAlways
)

// Config of a Client. URL and Decoder are required.
type Config struct {
	// URL is http or https; user, path and query may be keys.
	URL     string
	Decoder indexer.Decoder
	// Transport: default an http.Transport of its own, without proxy.
	Transport http.RoundTripper
	// Timeout bounds each HTTP exchange; default 10 s.
	Timeout time.Duration
	// MaxResponse bounds each answer in bytes after decompression; default 64 MiB.
	MaxResponse int64
	Receipts    ReceiptPolicy
	// Rate is how many method calls a second the endpoint gets, in the long run;
	// each part of a batch is one. 0: any number. Burst is how many at once;
	// default one second's worth.
	Rate  float64
	Burst int
	// Rand gives numbers in [0,1) for jitter; default math/rand/v2.
	Rand func() float64
	// Observer: default none.
	Observer Observer
	// Clock: default indexer.SystemClock.
	Clock indexer.Clock
}

// Client is one endpoint. It is safe for concurrent use.
type Client struct {
	cfg       Config
	ep        endpoint
	http      *http.Client
	watches   map[settle.Address]map[settle.Hash]bool
	addresses []settle.Address
	topics    []settle.Hash
	// single: the endpoint refuses batches. noReceipts: it does not serve the
	// receipts of a whole block.
	single, noReceipts atomic.Bool
	bucket             *rate.Limiter // nil: no limit
	breaker            breaker
	health             health
	// txsPerBlock is about how many transactions the last blocks read by ranges
	// had; 0 before the first.
	txsPerBlock atomic.Uint64
}

var _ indexer.Source = (*Client)(nil)

// New makes a Client; it does not connect.
func New(cfg Config) (*Client, error) {
	ep, err := parseEndpoint(cfg.URL, "http", "https")
	if err != nil {
		return nil, err
	}
	if cfg.Decoder == nil || len(cfg.Decoder.Watches()) == 0 {
		return nil, errors.New("rpc: a Decoder with something to watch is required")
	}
	if cfg.Timeout <= 0 {
		cfg.Timeout = 10 * time.Second
	}
	if cfg.MaxResponse <= 0 {
		cfg.MaxResponse = 64 << 20
	}
	if cfg.Rate < 0 || cfg.Rate > math.MaxInt32 || cfg.Burst < 0 {
		return nil, fmt.Errorf("rpc: a rate of %g calls a second, %d at once", cfg.Rate, cfg.Burst)
	}
	if cfg.Burst == 0 {
		cfg.Burst = max(1, int(cfg.Rate))
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.Float64
	}
	if cfg.Clock == nil {
		cfg.Clock = indexer.SystemClock{}
	}
	if cfg.Transport == nil {
		cfg.Transport = &http.Transport{
			DialContext:            (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 15 * time.Second}).DialContext,
			TLSHandshakeTimeout:    5 * time.Second,
			MaxIdleConnsPerHost:    16,
			IdleConnTimeout:        90 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
			ForceAttemptHTTP2:      true,
		}
	}
	c := &Client{cfg: cfg, ep: ep, watches: map[settle.Address]map[settle.Hash]bool{}}
	if cfg.Rate > 0 {
		c.bucket = rate.NewLimiter(rate.Limit(cfg.Rate), cfg.Burst)
	}
	c.http = &http.Client{
		Transport:     cfg.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	seen := map[settle.Hash]bool{}
	for _, w := range cfg.Decoder.Watches() {
		set := map[settle.Hash]bool{}
		for _, t := range w.Topics {
			set[t] = true
			if !seen[t] {
				seen[t] = true
				c.topics = append(c.topics, t)
			}
		}
		c.watches[w.Address] = set
		c.addresses = append(c.addresses, w.Address)
	}
	return c, nil
}

// Name is scheme and host of the endpoint, without secrets.
func (c *Client) Name() string { return c.ep.name }
