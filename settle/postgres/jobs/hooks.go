package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/egress"
	"github.com/oabp/oabpd/settle/postgres"
)

// Sealing opens and closes the secrets of webhooks.
type Sealing interface {
	Seal(id string, plaintext []byte) ([]byte, error)
	Unseal(id string, ciphertext []byte) ([]byte, error)
	// PrimaryID is the id of the key that seals.
	PrimaryID() uint32
}

// HookObserver is told of deliveries.
type HookObserver interface {
	Delivered(r settle.DeliveryResult, took time.Duration)
}

// HookOptions are what webhooks need. All but Observer, Now, Jitter, Schedule and
// DisableAfter are required.
type HookOptions struct {
	// Send asks the addresses.
	Send *egress.Client
	// Sealing has the keys of the secrets.
	Sealing Sealing
	// Events are the public events behind a place (engine.PublicEvents).
	Events func(ctx context.Context, after settle.EventPlace, limit int) ([]settle.PublicEvent, settle.EventPlace, error)
	// Body is what is sent of an event.
	Body     func(settle.PublicEvent) ([]byte, error)
	Observer HookObserver
	Now      func() time.Time
	// Jitter is a random duration below max.
	Jitter func(max time.Duration) time.Duration
	// Schedule are the waits between attempts; default RetrySchedule.
	Schedule []time.Duration
	// DisableAfter is for how long every delivery may fail; default 5 days.
	DisableAfter time.Duration
	Log          *slog.Logger
}

// RetrySchedule are the waits before the second and further attempts (Standard
// Webhooks): ten attempts in somewhat more than three days.
func RetrySchedule() []time.Duration {
	return []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour}
}

// Hooks turn the journal's public events into deliveries, and deliver them.
type Hooks struct {
	store *postgres.Store
	o     HookOptions

	mu sync.Mutex
	// busy counts what is on its way to each webhook: a slow one holds up no other.
	busy map[string]int
	// waits are what addresses asked for by Retry-After, by job, until River asks.
	waits map[int64]time.Duration
}

// NewHooks makes Hooks on a store.
func NewHooks(s *postgres.Store, o HookOptions) *Hooks {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Jitter == nil {
		o.Jitter = rand.N[time.Duration]
	}
	if o.Schedule == nil {
		o.Schedule = RetrySchedule()
	}
	if o.DisableAfter == 0 {
		o.DisableAfter = 5 * 24 * time.Hour
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Hooks{store: s, o: o, busy: map[string]int{}, waits: map[int64]time.Duration{}}
}

// Register adds the worker of deliveries.
func (h *Hooks) Register(all *river.Workers) { river.AddWorker(all, &deliverer{h: h}) }

const (
	sqlCursor     = "select seq, n from webhook_cursor"
	sqlLockCursor = "select seq, n from webhook_cursor for update"
	sqlAnyActive  = "select exists (select 1 from webhook where status = 'active'), (select coalesce(max(seq), 0) from journal)"
	sqlSetCursor  = "update webhook_cursor set seq = $1, n = $2"
	// By the index for each event, never by all webhooks: whatever the planner thinks of
	// how many match.
	sqlByIndex = "set local enable_seqscan = off"
	sqlMatches = `select e.ord, t.webhook from unnest($1::text[], $2::text[], $3::bigint[]) with ordinality e (type, mission, seq, ord)
		cross join lateral (select webhook from webhook_topic where type = any(array[e.type, '*']) and mission = any(array['', e.mission]) offset 0) t
		cross join lateral (select 1 from webhook where id = t.webhook and status = 'active' and since < e.seq offset 0) w order by e.ord, t.webhook`
	sqlAsked   = "select id, ask from webhook where ask <> '' order by id limit 100 for update skip locked"
	sqlUnask   = "update webhook set ask = '' where id = any($1)"
	sqlResealQ = "select id, sealed from webhook where sealed_by <> $1 order by id limit 100 for update"
	sqlReseal  = "update webhook set sealed = $2, sealed_by = $3 where id = $1"
	sqlLag     = `select (select count(*) from journal where seq > webhook_cursor.seq),
		coalesce((select min(at) from journal where seq > webhook_cursor.seq), 0) from webhook_cursor`
	sqlStatuses = "select status, count(*) from webhook group by status"
)

// factsPerDispatch bounds the facts that one transaction turns into deliveries.
const factsPerDispatch = 100

// inTx runs fn in a transaction of the jobs' connections.
func (h *Hooks) inTx(ctx context.Context, fn func(pgx.Tx) error) error {
	return pgx.BeginTxFunc(ctx, h.store.JobsPool(), pgx.TxOptions{}, fn)
}

// Dispatch enqueues the deliveries of the events behind the cursor and moves it, in
// one transaction: each event is enqueued once for each webhook that it matches,
// whatever dies between any two steps, and however many processes dispatch. It
// reports whether there may be more.
func (h *Hooks) Dispatch(ctx context.Context, c *Client) (more bool, err error) {
	if err := h.inTx(ctx, func(tx pgx.Tx) error { return h.asked(ctx, tx, c) }); err != nil {
		return false, fmt.Errorf("sending what was asked for: %w", err)
	}
	idle, err := h.skip(ctx)
	if err != nil || idle {
		return false, err
	}
	var at settle.EventPlace
	if err := h.store.JobsPool().QueryRow(ctx, sqlCursor).Scan(&at.Seq, &at.N); err != nil {
		return false, fmt.Errorf("reading the cursor of webhooks: %w", err)
	}
	events, next, err := h.o.Events(ctx, at, factsPerDispatch)
	if err != nil || next == at {
		return false, err
	}
	err = h.inTx(ctx, func(tx pgx.Tx) error { return h.enqueue(ctx, tx, c, at, next, events) })
	if errors.Is(err, errMoved) {
		return true, nil // another process did
	}
	if err != nil {
		return false, fmt.Errorf("enqueuing deliveries: %w", err)
	}
	return true, nil
}

var errMoved = errors.New("the cursor has moved")

// skip moves the cursor to the journal's end where nobody is told anything. Whoever
// becomes active holds the cursor's row before, and is told of what comes behind.
func (h *Hooks) skip(ctx context.Context) (idle bool, err error) {
	var active bool
	var head int64
	if err := h.store.JobsPool().QueryRow(ctx, sqlAnyActive).Scan(&active, &head); err != nil || active {
		return false, err
	}
	err = h.inTx(ctx, func(tx pgx.Tx) error {
		var at settle.EventPlace
		if err := tx.QueryRow(ctx, sqlLockCursor).Scan(&at.Seq, &at.N); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, sqlAnyActive).Scan(&active, &head); err != nil || active || uint64(head) <= at.Seq {
			return err
		}
		_, err := tx.Exec(ctx, sqlSetCursor, head, 65535)
		return err
	})
	return err == nil && !active, err
}

func (h *Hooks) enqueue(ctx context.Context, tx pgx.Tx, c *Client, at, next settle.EventPlace, events []settle.PublicEvent) error {
	var now settle.EventPlace
	if err := tx.QueryRow(ctx, sqlLockCursor).Scan(&now.Seq, &now.N); err != nil {
		return err
	}
	if now != at {
		return errMoved
	}
	types, missions, seqs := make([]string, len(events)), make([]string, len(events)), make([]int64, len(events))
	for k, e := range events {
		types[k], missions[k], seqs[k] = e.Type, e.Mission, int64(e.Seq)
	}
	if _, err := tx.Exec(ctx, sqlByIndex); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, sqlMatches, types, missions, seqs)
	if err != nil {
		return err
	}
	type match struct {
		Ord     int64
		Webhook string
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[match])
	if err != nil {
		return err
	}
	var all []river.InsertManyParams
	for _, m := range found {
		e := events[m.Ord-1]
		body, err := h.o.Body(e)
		if err != nil {
			return err
		}
		all = append(all, h.delivery(deliverArgs{Webhook: m.Webhook, Message: "evt_" + e.ID(), Type: e.Type, Body: string(body)}))
	}
	if len(all) > 0 {
		if _, err := c.InsertManyFastTx(ctx, tx, all); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, sqlSetCursor, int64(next.Seq), next.N)
	return err
}

func (h *Hooks) delivery(a deliverArgs) river.InsertManyParams {
	return river.InsertManyParams{Args: a, InsertOpts: &river.InsertOpts{MaxAttempts: len(h.o.Schedule) + 1, Queue: hooksQueue}}
}

// asked enqueues challenges and test messages.
func (h *Hooks) asked(ctx context.Context, tx pgx.Tx, c *Client) error {
	rows, err := tx.Query(ctx, sqlAsked)
	if err != nil {
		return err
	}
	type ask struct{ ID, Ask string }
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[ask])
	if err != nil || len(all) == 0 {
		return err
	}
	var jobs []river.InsertManyParams
	var ids []string
	now := h.o.Now()
	for _, a := range all {
		ids = append(ids, a.ID)
		typ := typeTest
		if settle.WebhookAsk(a.Ask) == settle.AskChallenge {
			typ = typeChallenge
		}
		jobs = append(jobs, h.delivery(deliverArgs{Webhook: a.ID, Type: typ, At: now.UnixMilli(),
			Message: fmt.Sprintf("msg_%s_%d", a.ID, now.UnixMicro())}))
	}
	if _, err := c.InsertManyFastTx(ctx, tx, jobs); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, sqlUnask, ids)
	return err
}

// Reseal puts the secrets of webhooks under the key that seals now. It reports
// whether there may be more.
func (h *Hooks) Reseal(ctx context.Context) (more bool, err error) {
	key := h.o.Sealing.PrimaryID()
	err = h.inTx(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, sqlResealQ, int64(key))
		if err != nil {
			return err
		}
		type old struct {
			ID     string
			Sealed []byte
		}
		all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[old])
		if err != nil {
			return err
		}
		for _, x := range all {
			w := settle.Webhook{ID: x.ID}
			plain, err := h.o.Sealing.Unseal(w.SealName(), x.Sealed)
			if err != nil {
				return fmt.Errorf("opening the secret of webhook %s: %w", x.ID, err)
			}
			sealed, err := h.o.Sealing.Seal(w.SealName(), plain)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, sqlReseal, x.ID, sealed, int64(key)); err != nil {
				return err
			}
		}
		more = len(all) == 100
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("sealing the secrets of webhooks again: %w", err)
	}
	return more, nil
}

// Lag is how many facts the cursor is behind the journal, and how old the oldest of
// them is.
func (h *Hooks) Lag(ctx context.Context) (facts int64, age time.Duration, err error) {
	var oldest int64
	if err := h.store.JobsPool().QueryRow(ctx, sqlLag).Scan(&facts, &oldest); err != nil {
		return 0, 0, fmt.Errorf("reading how far webhooks are: %w", err)
	}
	if oldest > 0 {
		age = max(h.o.Now().Sub(time.UnixMilli(oldest)), 0)
	}
	return facts, age, nil
}

// Count is how many webhooks there are of each status.
func (h *Hooks) Count(ctx context.Context) (map[settle.WebhookStatus]int64, error) {
	out := map[settle.WebhookStatus]int64{settle.WebhookPending: 0, settle.WebhookActive: 0, settle.WebhookDisabled: 0}
	rows, err := h.store.JobsPool().Query(ctx, sqlStatuses)
	if err != nil {
		return nil, fmt.Errorf("counting webhooks: %w", err)
	}
	var status string
	var n int64
	_, err = pgx.ForEachRow(rows, []any{&status, &n}, func() error { out[settle.WebhookStatus(status)] = n; return nil })
	return out, err
}
