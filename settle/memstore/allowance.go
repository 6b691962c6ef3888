package memstore

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

type allowanceKey struct {
	policy string
	source settle.Hash
}

// TakeAllowance implements settle.Store.
func (s *Store) TakeAllowance(ctx context.Context, a settle.Allowance, now int64) (settle.AllowanceLeft, error) {
	if err := ctx.Err(); err != nil {
		return settle.AllowanceLeft{}, err
	}
	if err := s.ask("take_allowance"); err != nil {
		return settle.AllowanceLeft{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	k := allowanceKey{a.Policy, a.Source}
	next, ok := a.Take(s.data.allowances[k], now)
	if ok {
		s.data.allowances[k] = next
	}
	return a.Left(next, now, ok), nil
}

func (s *Store) sweepAllowances(now int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, whole := range s.data.allowances {
		if whole <= now*1000 {
			delete(s.data.allowances, k)
		}
	}
}
