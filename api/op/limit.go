package op

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/oabp/oabpd/settle"
)

// Limiter counts calls per policy and caller in memory: a token bucket that
// holds the quota and refills over the window. Callers that have not been seen
// for longest are forgotten first.
type Limiter struct {
	now     func() time.Time
	mu      sync.Mutex
	buckets *lru.Cache[string, *rate.Limiter]
}

// NewLimiter remembers up to size buckets (65,536 need about 10 MB).
func NewLimiter(size int, now func() time.Time) (*Limiter, error) {
	c, err := lru.New[string, *rate.Limiter](size)
	if err != nil {
		return nil, fmt.Errorf("making a limiter for %d callers: %w", size, err)
	}
	return &Limiter{now: now, buckets: c}, nil
}

// Lasting counts calls where it is not forgotten (settle.Store.TakeAllowance).
type Lasting interface {
	// TakeLasting counts one call of key under p, if any is left.
	TakeLasting(ctx context.Context, p Policy, key string) (settle.AllowanceLeft, error)
}

// TakeLasting counts one call of whoever calls in ctx's network under p, outside of
// the runner: CodeRateLimited if none is left. A policy without quota, or nobody who
// counts, is no limit.
func TakeLasting(ctx context.Context, l Lasting, p Policy) error {
	d, err := lasting(ctx, l, p, "ip:"+network(InfoOf(ctx).IP))
	if err == nil && !d.OK {
		err = d.refusal()
	}
	return err
}

func lasting(ctx context.Context, l Lasting, p Policy, key string) (Decision, error) {
	if l == nil || p.Quota <= 0 || p.Window <= 0 {
		return Decision{OK: true}, nil
	}
	left, err := l.TakeLasting(ctx, p, key)
	if err != nil {
		return Decision{}, fmt.Errorf("counting a call under the limit %s: %w", p.Name, err)
	}
	seconds := func(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
	d := Decision{Policy: p, OK: left.OK, Remaining: left.Remaining, Reset: seconds(left.Whole)}
	if !d.OK {
		d.RetryAfter = max(1, seconds(left.Wait))
	}
	return d, nil
}

// Decision is the state of a bucket after a call.
type Decision struct {
	Policy Policy
	OK     bool
	// Remaining calls now.
	Remaining int
	// Reset is in seconds, until the quota is whole again.
	Reset int
	// RetryAfter is in seconds, until one call is possible; 0 if it is now.
	RetryAfter int
}

// Take counts one call of key under p. A policy without quota is always OK.
func (l *Limiter) Take(p Policy, key string) Decision { return l.use(p, key, 1) }

// Peek is Take without counting.
func (l *Limiter) Peek(p Policy, key string) Decision { return l.use(p, key, 0) }

func (l *Limiter) use(p Policy, key string, n int) Decision {
	if l == nil || p.Quota <= 0 || p.Window <= 0 {
		return Decision{Policy: Policy{}, OK: true}
	}
	perSecond := float64(p.Quota) / p.Window.Seconds()
	l.mu.Lock()
	defer l.mu.Unlock()
	id := p.Name + "\x00" + key
	b, ok := l.buckets.Get(id)
	if !ok {
		b = rate.NewLimiter(rate.Limit(perSecond), p.Quota)
		l.buckets.Add(id, b)
	}
	now := l.now()
	d := Decision{Policy: p}
	if n == 0 {
		d.OK = b.TokensAt(now) >= 1
	} else {
		d.OK = b.AllowN(now, n)
	}
	tokens := b.TokensAt(now)
	d.Remaining = max(0, int(tokens))
	d.Reset = int(math.Ceil((float64(p.Quota) - tokens) / perSecond))
	if !d.OK {
		d.RetryAfter = max(1, int(math.Ceil((1-tokens)/perSecond)))
	}
	return d
}

// header writes the RateLimit fields (draft-ietf-httpapi-ratelimit-headers), and
// beside them the older X-RateLimit ones, which are of one policy only: the one
// with the fewest calls left. Their reset is in seconds from now.
func (d Decision) header(h http.Header) {
	if d.Policy.Quota == 0 {
		return
	}
	name := strconv.Quote(d.Policy.Name)
	h.Add("RateLimit-Policy", fmt.Sprintf("%s;q=%d;w=%d", name, d.Policy.Quota, int(d.Policy.Window.Seconds())))
	h.Add("RateLimit", fmt.Sprintf("%s;r=%d;t=%d", name, d.Remaining, d.Reset))
	if left, err := strconv.Atoi(h.Get("X-RateLimit-Remaining")); err == nil && left <= d.Remaining {
		return
	}
	h.Set("X-RateLimit-Limit", strconv.Itoa(d.Policy.Quota))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(d.Remaining))
	h.Set("X-RateLimit-Reset", strconv.Itoa(d.Reset))
}

// refusal is the error of an exhausted bucket.
func (d Decision) refusal() error {
	e := settle.Errorf(settle.CodeRateLimited, "too many requests: %d per %s are allowed; try again in %d s",
		d.Policy.Quota, d.Policy.Window, d.RetryAfter)
	e.RetryAfter = d.RetryAfter
	return e
}

// Network is where a call comes from, as limits count it: the address, or for IPv6
// its first 64 bits.
func (i Info) Network() string { return network(i.IP) }

// network is the key of an anonymous caller: the address, or the /64 of an
// IPv6 one, since a host has all of that to itself.
func network(ip netip.Addr) string {
	ip = ip.Unmap()
	if ip.Is6() {
		if p, err := ip.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return ip.String()
}
