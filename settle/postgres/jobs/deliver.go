package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/egress"
)

// hooksQueue is the queue of deliveries, so that they hold no other job up.
const hooksQueue = "webhooks"

// HooksQueue is the name of the queue of deliveries and how many a process works at
// a time, for Options.Queues.
func HooksQueue() (name string, workers int) { return hooksQueue, 16 }

// The types of messages that are no events.
const (
	typeChallenge = "webhook.verification"
	typeTest      = "webhook.test"
)

// perWebhook is how many deliveries are on their way to one webhook at a time.
const perWebhook = 2

// deliverArgs is one message to one webhook. It is public but for whom it goes to.
type deliverArgs struct {
	Webhook string `json:"webhook"`
	Message string `json:"message"`
	Type    string `json:"type"`
	// Body is that of an event; those of others are made when they are sent.
	Body string `json:"body,omitempty"`
	At   int64  `json:"at,omitempty"`
}

// Kind implements river.JobArgs.
func (deliverArgs) Kind() string { return "webhook_deliver" }

type deliverer struct {
	river.WorkerDefaults[deliverArgs]
	h *Hooks
}

// Timeout implements river.Worker.
func (d *deliverer) Timeout(*river.Job[deliverArgs]) time.Duration { return 45 * time.Second }

// NextRetry implements river.Worker: the schedule with up to a tenth on top, or what
// the address asked for if that is later, up to a day.
func (d *deliverer) NextRetry(j *river.Job[deliverArgs]) time.Time {
	h := d.h
	wait := h.o.Schedule[min(max(j.Attempt, 1), len(h.o.Schedule))-1]
	if tenth := wait / 10; tenth > 0 {
		wait += h.o.Jitter(tenth)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if asked, ok := h.waits[j.ID]; ok {
		delete(h.waits, j.ID)
		wait = max(wait, asked)
	}
	return time.Now().Add(wait)
}

// Work implements river.Worker.
func (d *deliverer) Work(ctx context.Context, j *river.Job[deliverArgs]) error {
	h := d.h
	if !h.enter(j.Args.Webhook) {
		return river.JobSnooze(time.Second + h.o.Jitter(2*time.Second))
	}
	defer h.leave(j.Args.Webhook)
	w, s, err := h.load(ctx, j.Args.Webhook)
	if err != nil {
		return err
	}
	if w == nil || w.Status == settle.WebhookDisabled || w.Status == settle.WebhookPending && j.Args.Type != typeChallenge {
		return river.JobCancel(errors.New("the webhook is not active"))
	}
	body, err := bodyOf(j.Args, s)
	if err != nil {
		return err
	}
	sent := h.send(ctx, j, w, s, body)
	return h.conclude(ctx, j, sent)
}

func (h *Hooks) enter(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.busy[id] >= perWebhook {
		return false
	}
	h.busy[id]++
	return true
}

func (h *Hooks) leave(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.busy[id]--; h.busy[id] == 0 {
		delete(h.busy, id)
	}
}

const sqlLoad = "select status, sealed from webhook where id = $1"

// load is a webhook with its secret, nil where it was removed.
func (h *Hooks) load(ctx context.Context, id string) (w *settle.Webhook, s settle.WebhookSecret, err error) {
	w = &settle.Webhook{ID: id}
	var status string
	err = h.store.JobsPool().QueryRow(ctx, sqlLoad, id).Scan(&status, &w.Sealed)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, s, nil
	}
	if err != nil {
		return nil, s, fmt.Errorf("reading a webhook: %w", err)
	}
	w.Status = settle.WebhookStatus(status)
	plain, err := h.o.Sealing.Unseal(w.SealName(), w.Sealed)
	if err == nil {
		s, err = settle.DecodeWebhookSecret(plain)
	}
	if err != nil {
		return nil, s, fmt.Errorf("opening the secret of webhook %s: %w", id, err)
	}
	return w, s, nil
}

func bodyOf(a deliverArgs, s settle.WebhookSecret) ([]byte, error) {
	data := map[string]string{"webhook_id": a.Webhook}
	switch a.Type {
	case typeChallenge:
		data["challenge"] = challenge(a.Webhook, s)
	case typeTest:
	default:
		return []byte(a.Body), nil
	}
	return json.Marshal(map[string]any{"type": a.Type, "timestamp": time.UnixMilli(a.At).UTC().Format(time.RFC3339), "data": data})
}

// attempt is what came of one.
type attempt struct {
	settle.Delivery
	gone  bool
	after time.Duration // of Retry-After
}

func (h *Hooks) send(ctx context.Context, j *river.Job[deliverArgs], w *settle.Webhook, s settle.WebhookSecret, body []byte) (a attempt) {
	began := h.o.Now()
	a.Delivery = settle.Delivery{Webhook: w.ID, Message: j.Args.Message, Type: j.Args.Type, Attempt: j.Attempt, At: began.UnixMilli(),
		Last: j.Attempt >= j.MaxAttempts}
	head := http.Header{"Content-Type": {"application/json"}}
	sign(head, s.Live(began.UnixMilli()), j.Args.Message, began.Unix(), body)
	res, err := h.o.Send.Do(ctx, egress.Request{Method: http.MethodPost, URL: s.URL, Header: head, Body: body, Discard: j.Args.Type != typeChallenge})
	took := h.o.Now().Sub(began)
	a.Millis = max(took.Milliseconds(), 0)
	switch {
	case errors.Is(err, egress.ErrAddress), errors.Is(err, egress.ErrURL):
		a.Result = settle.DeliveryRefused
	case errors.Is(err, egress.ErrTooLarge), errors.Is(err, egress.ErrEncoding):
		a.Result = settle.DeliveryFailed
	case err != nil:
		a.Result = settle.DeliveryUnreachable
	default:
		a.Status, a.Result = res.Status, settle.DeliverySucceeded
		if res.Status/100 != 2 || j.Args.Type == typeChallenge && !answers(res.Body, challenge(w.ID, s)) {
			a.Result = settle.DeliveryFailed
		}
		a.gone = res.Status == http.StatusGone
		a.after = retryAfter(res.Header.Get("Retry-After"), began)
	}
	if h.o.Observer != nil {
		h.o.Observer.Delivered(a.Result, took)
	}
	return a
}

// answers reports whether a body answers a challenge: as a member of an object, or
// as all there is.
func answers(body []byte, want string) bool {
	var o struct {
		Challenge string `json:"challenge"`
	}
	if json.Unmarshal(body, &o) == nil {
		return o.Challenge == want
	}
	return strings.TrimSpace(string(body)) == want
}

// mostAfter is the longest wait that an address may ask for.
const mostAfter = 24 * time.Hour

func retryAfter(text string, now time.Time) time.Duration {
	if n, err := strconv.ParseUint(text, 10, 32); err == nil {
		return min(time.Duration(n)*time.Second, mostAfter)
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(at.Sub(now), 0), mostAfter)
	}
	return 0
}

const (
	sqlLogDelivery = "insert into webhook_delivery (webhook, message, type, attempt, at, result, status, millis, last) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
	sqlPrune       = `delete from webhook_delivery where webhook = $1 and n <= (select n from webhook_delivery where webhook = $1 order by n desc offset $2 limit 1)`
	sqlLockHook    = "select status, failing_since from webhook where id = $1 for update"
	sqlSucceeded   = "update webhook set failing_since = 0 where id = $1 and failing_since <> 0"
	sqlFailing     = "update webhook set failing_since = $2 where id = $1 and failing_since = 0"
	sqlDisable     = "update webhook set status = 'disabled', reason = $2, disabled_at = $3, ask = '' where id = $1"
	sqlActivate    = `update webhook set status = 'active', verified_at = $2, failing_since = 0, since = (select coalesce(max(seq), 0) from journal) where id = $1`
)

// conclude records an attempt, and says how River goes on. Where it cannot be
// recorded the message is sent again, with the same id.
func (h *Hooks) conclude(ctx context.Context, j *river.Job[deliverArgs], a attempt) error {
	disabled := false
	err := h.inTx(ctx, func(tx pgx.Tx) (err error) {
		disabled, err = h.record(ctx, tx, &a)
		return err
	})
	if err != nil {
		return fmt.Errorf("recording a delivery: %w", err)
	}
	if a.Result == settle.DeliverySucceeded {
		return nil
	}
	why := fmt.Errorf("%s, status %d", a.Result, a.Status) // nothing of what was sent or answered
	if disabled {
		return river.JobCancel(why)
	}
	if a.after > 0 {
		h.mu.Lock()
		h.waits[j.ID] = a.after
		h.mu.Unlock()
	}
	return why
}

func (h *Hooks) record(ctx context.Context, tx pgx.Tx, a *attempt) (disabled bool, err error) {
	if a.Type == typeChallenge && a.Result == settle.DeliverySucceeded { // before the webhook, as the dispatcher does
		var at settle.EventPlace
		if err := tx.QueryRow(ctx, sqlLockCursor).Scan(&at.Seq, &at.N); err != nil {
			return false, err
		}
	}
	var status string
	var failing int64
	err = tx.QueryRow(ctx, sqlLockHook, a.Webhook).Scan(&status, &failing)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil // removed meanwhile
	}
	if err != nil {
		return false, err
	}
	reason := a.disables(failing, h.o.DisableAfter)
	disabled = reason != "" || settle.WebhookStatus(status) == settle.WebhookDisabled
	a.Last = a.Last || a.Result == settle.DeliverySucceeded || disabled
	if _, err := tx.Exec(ctx, sqlLogDelivery, a.Webhook, a.Message, a.Type, a.Attempt, a.At, string(a.Result), a.Status, a.Millis, a.Last); err != nil {
		return false, err
	}
	if _, err := tx.Exec(ctx, sqlPrune, a.Webhook, settle.DeliveriesKept); err != nil {
		return false, err
	}
	switch {
	case settle.WebhookStatus(status) == settle.WebhookDisabled:
	case reason != "":
		_, err = tx.Exec(ctx, sqlDisable, a.Webhook, reason, a.At)
	case a.Result != settle.DeliverySucceeded:
		_, err = tx.Exec(ctx, sqlFailing, a.Webhook, a.At)
	case a.Type == typeChallenge && settle.WebhookStatus(status) == settle.WebhookPending:
		_, err = tx.Exec(ctx, sqlActivate, a.Webhook, a.At)
	default:
		_, err = tx.Exec(ctx, sqlSucceeded, a.Webhook)
	}
	return disabled, err
}

// disables is the reason for which an attempt disables its webhook, empty for none.
func (a *attempt) disables(failingSince int64, after time.Duration) string {
	switch {
	case a.Result == settle.DeliverySucceeded:
		return ""
	case a.gone:
		return settle.WebhookGone
	case a.Type == typeChallenge && a.Last:
		return settle.WebhookUnproven
	case failingSince != 0 && a.At-failingSince >= after.Milliseconds():
		return settle.WebhookFailing
	}
	return ""
}
