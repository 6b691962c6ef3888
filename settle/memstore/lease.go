package memstore

import (
	"context"
	"fmt"
	"time"

	"github.com/oabp/oabpd/settle"
)

type lease struct {
	holder  string
	epoch   int64
	expires time.Time
}

// check fences: only the newest epoch that was ever granted may write.
func (l *lease) check(epoch int64) error {
	if epoch <= 0 || epoch != l.epoch || l.holder == "" {
		return &settle.ErrEpoch{Have: epoch, Current: l.epoch}
	}
	return nil
}

func (s *Store) withLease(ctx context.Context, op string, fn func(l *lease, now time.Time)) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return fmt.Errorf("lease: %s: %w", op, err)
	}
	defer unlock()
	if err := s.ask(op); err != nil {
		return err
	}
	fn(&s.data.lease, s.now())
	return nil
}

// Acquire takes the lease for ttl if it is free, has expired, or is held by the
// same holder (not empty). Each success has a greater epoch than every one
// before.
func (s *Store) Acquire(ctx context.Context, holder string, ttl time.Duration) (epoch int64, ok bool, err error) {
	if holder == "" || ttl <= 0 {
		return 0, false, fmt.Errorf("lease: holder %q and ttl %s: want a name and a positive time", holder, ttl)
	}
	err = s.withLease(ctx, "acquire", func(l *lease, now time.Time) {
		if l.holder == "" || l.holder == holder || !now.Before(l.expires) {
			*l = lease{holder: holder, epoch: l.epoch + 1, expires: now.Add(ttl)}
			epoch, ok = l.epoch, true
		}
	})
	return epoch, ok, err
}

// Renew prolongs the lease to ttl from now; ok is false when epoch is no longer
// the current one. An expired lease that nobody took is renewed.
func (s *Store) Renew(ctx context.Context, epoch int64, ttl time.Duration) (ok bool, err error) {
	err = s.withLease(ctx, "renew", func(l *lease, now time.Time) {
		if ok = l.check(epoch) == nil; ok {
			l.expires = now.Add(ttl)
		}
	})
	return ok, err
}

// Release gives the lease up if epoch still holds it; the epoch is void from
// then on.
func (s *Store) Release(ctx context.Context, epoch int64) error {
	return s.withLease(ctx, "release", func(l *lease, _ time.Time) {
		if l.check(epoch) == nil {
			l.holder = ""
		}
	})
}
