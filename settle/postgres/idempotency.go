package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// RequestKey names one request for repetition. Two requests are the same
// record if all but BodyHash agree; that tells a repetition from a mistake.
type RequestKey struct {
	Principal, Key, Method, Path string
	// BodyHash is the SHA-256 of the checked input.
	BodyHash [32]byte
}

// Answer is what a repetition gets. Secret answers are stored without Body.
type Answer struct {
	Status    int
	MediaType string
	Body      []byte
	Secret    bool
}

// RequestState says what BeginRequest found.
type RequestState uint8

// The states of a request, numbered as the API's port numbers them.
const (
	// RequestFresh: nothing was there; the caller runs the operation and must
	// call FinishRequest.
	RequestFresh RequestState = iota
	// RequestRunning: an earlier one is not finished.
	RequestRunning
	// RequestMismatch: the key was used with another body.
	RequestMismatch
	// RequestFinished: the answer is there.
	RequestFinished
	// RequestFull: the principal has MaxRequests records, and this is none of them.
	RequestFull
)

// MaxRequests is how many records a principal may have at a time: what one caller
// can make the database keep is bounded, and no record is forgotten before its time
// to make room.
const MaxRequests = 5000

const (
	// sqlTakeRequest makes the record, or takes over one that died or is too old.
	sqlTakeRequest = `insert into idempotency as r (principal, key, method, path, body_sha256, locked_at, created_at)
		select $1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp()
		where exists (select from idempotency where principal = $1 and key = $2 and method = $3 and path = $4)
			or (select count(*) from (select from idempotency where principal = $1 limit $8) x) < $8
		on conflict (principal, key, method, path) do update set body_sha256 = excluded.body_sha256, status = null, media_type = null,
			secret = false, body = null, locked_at = excluded.locked_at, created_at = excluded.created_at
		where (r.status is null and r.locked_at < clock_timestamp() - make_interval(secs => $6))
			or (r.status is not null and r.created_at < clock_timestamp() - make_interval(secs => $7))
		returning true`
	sqlFullRequests = "select count(*) >= $2 from (select from idempotency where principal = $1 limit $2) x"
	sqlReadRequest  = `select body_sha256 = $5, status is not null, coalesce(status, 0), coalesce(media_type, ''), body, secret
		from idempotency where principal = $1 and key = $2 and method = $3 and path = $4`
	sqlFinishRequest = `update idempotency set status = $6, media_type = $7, body = $8, secret = $9
		where principal = $1 and key = $2 and method = $3 and path = $4 and body_sha256 = $5 and status is null`
	sqlDropRequest = `delete from idempotency
		where principal = $1 and key = $2 and method = $3 and path = $4 and body_sha256 = $5 and status is null`
	sqlSweepRequests = "delete from idempotency where created_at < clock_timestamp() - make_interval(secs => $1)"
)

// BeginRequest takes the key of a request, or says who has it, or that its
// principal has no room for another. One that runs
// for longer than lease may be taken over, since its process may have died; a
// finished one is forgotten after keep. Times are the database's.
func (s *Store) BeginRequest(ctx context.Context, k RequestKey, lease, keep time.Duration) (state RequestState, a Answer, err error) {
	args := []any{k.Principal, k.Key, k.Method, k.Path, k.BodyHash[:]}
	err = s.retry(ctx, func() error {
		return s.inKnownTx(ctx, func(pg pgx.Tx) error {
			state, a = RequestFresh, Answer{}
			var taken bool
			err := pg.QueryRow(ctx, sqlTakeRequest, append(args, lease.Seconds(), keep.Seconds(), MaxRequests)...).Scan(&taken)
			if !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
			var same, finished bool
			err = pg.QueryRow(ctx, sqlReadRequest, args...).Scan(&same, &finished, &a.Status, &a.MediaType, &a.Body, &a.Secret)
			switch {
			case errors.Is(err, pgx.ErrNoRows): // given back this very moment, or there is no room
				state = RequestRunning
				var full bool
				if err := pg.QueryRow(ctx, sqlFullRequests, k.Principal, MaxRequests).Scan(&full); err != nil {
					return err
				}
				if full {
					state = RequestFull
				}
				return nil
			case err != nil:
				return err
			case !same:
				state, a = RequestMismatch, Answer{}
			case !finished:
				state, a = RequestRunning, Answer{}
			default:
				state = RequestFinished
			}
			return nil
		})
	})
	if err != nil {
		return 0, Answer{}, fmt.Errorf("looking up an idempotency key: %w", err)
	}
	return state, a, nil
}

// FinishRequest stores the answer of a request that BeginRequest called fresh;
// nil gives the key back. It does nothing if another took the key over with
// another body, or finished it.
func (s *Store) FinishRequest(ctx context.Context, k RequestKey, a *Answer) error {
	args := []any{k.Principal, k.Key, k.Method, k.Path, k.BodyHash[:]}
	sql := sqlDropRequest
	if a != nil {
		sql = sqlFinishRequest
		body := a.Body
		if a.Secret {
			body = nil
		}
		args = append(args, a.Status, a.MediaType, body, a.Secret)
	}
	err := s.retry(ctx, func() error {
		return s.inKnownTx(ctx, func(pg pgx.Tx) error {
			_, err := pg.Exec(ctx, sql, args...)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("finishing an idempotency key: %w", err)
	}
	return nil
}

// SweepRequests forgets the records that are older than keep.
func (s *Store) SweepRequests(ctx context.Context, keep time.Duration) error {
	return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
		if _, err := pg.Exec(ctx, sqlSweepRequests, keep.Seconds()); err != nil {
			return fmt.Errorf("sweeping idempotency keys: %w", err)
		}
		return nil
	})
}
