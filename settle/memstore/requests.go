package memstore

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

type requestKey struct {
	address settle.Address
	nonce   settle.Hash
}

// UseNonce implements settle.Store.
func (s *Store) UseNonce(ctx context.Context, n settle.RequestNonce, now int64, max int) (settle.NonceUse, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if err := s.ask("use_nonce"); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := requestKey{n.Address, n.Nonce}
	if _, used := s.data.requests[key]; used {
		return settle.NonceUsed, nil
	}
	live := 0
	for k, expires := range s.data.requests {
		if k.address == n.Address && expires > now {
			live++
		}
	}
	if live >= max {
		return settle.NoncesFull, nil
	}
	s.data.requests[key] = n.ExpiresAt
	return settle.NonceFresh, nil
}

func (s *Store) sweepRequests(now int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, expires := range s.data.requests {
		if now-settle.NonceMarginMillis >= expires {
			delete(s.data.requests, k)
		}
	}
}
