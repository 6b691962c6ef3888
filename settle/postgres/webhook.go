package postgres

import (
	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlPutWebhook = `insert into webhook (id, agent, status, reason, mission, since, created_at, verified_at, failing_since, disabled_at, ask, sealed, sealed_by)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		on conflict (id) do update set agent = excluded.agent, status = excluded.status, reason = excluded.reason, mission = excluded.mission,
		since = excluded.since, verified_at = excluded.verified_at, failing_since = excluded.failing_since, disabled_at = excluded.disabled_at,
		ask = excluded.ask, sealed = excluded.sealed, sealed_by = excluded.sealed_by`
	sqlDropTopics  = "delete from webhook_topic where webhook = $1 and (type <> all($2) or mission <> $3)"
	sqlAddTopics   = "insert into webhook_topic (type, mission, webhook) select unnest($1::text[]), $2, $3 on conflict do nothing"
	sqlDropWebhook = "delete from webhook where id = $1"
	sqlWebhook     = `select id, agent, status, reason, mission, since, created_at, verified_at, failing_since, disabled_at, ask, sealed, sealed_by,
		coalesce((select array_agg(type order by type) from webhook_topic where webhook = webhook.id), '{}') from webhook where id = $1`
	sqlLockWebhook = "select 1 from webhook where id = $1 for update"
	sqlWebhooksOf  = `select id, agent, status, reason, mission, since, created_at, verified_at, failing_since, disabled_at, ask, sealed, sealed_by,
		coalesce((select array_agg(type order by type) from webhook_topic where webhook = webhook.id), '{}') from webhook where agent = $1 order by created_at, id`
	sqlMoveWebhooks = "update webhook set agent = $2 where agent = $1"
	sqlDeliveries   = `select n, message, type, attempt, at, result, status, millis, last from webhook_delivery
		where webhook = $1 and ($2::bigint = 0 or n < $2) order by n desc limit $3`
)

// PutWebhook implements settle.Webhooks.
func (t *tx) PutWebhook(w *settle.Webhook) {
	t.write("put webhook")
	t.exec("storing a webhook", sqlPutWebhook, w.ID, w.Agent, string(w.Status), w.Reason, w.Mission, bigint(w.Since), w.CreatedAt, w.VerifiedAt,
		w.FailingSince, w.DisabledAt, string(w.Ask), w.Sealed, int64(w.SealedBy))
	t.exec("storing a webhook's events", sqlDropTopics, w.ID, w.Events, w.Mission)
	t.exec("storing a webhook's events", sqlAddTopics, w.Events, w.Mission, w.ID)
}

// DropWebhook implements settle.Webhooks.
func (t *tx) DropWebhook(id string) {
	t.write("drop webhook")
	t.exec("forgetting a webhook", sqlDropWebhook, id)
}

// Webhook implements settle.Webhooks.
func (t *tx) Webhook(id string) (w *settle.Webhook) {
	if !t.readOnly { // deliveries change it beside the journal's lock
		var one int
		t.one("locking a webhook", sqlLockWebhook, []any{id}, &one)
	}
	t.each("reading a webhook", sqlWebhook, []any{id}, func(rows pgx.Rows) (err error) {
		w, err = scanWebhook(rows)
		return err
	})
	return w
}

// WebhooksOf implements settle.Webhooks.
func (t *tx) WebhooksOf(agent string) (out []*settle.Webhook) {
	t.each("reading webhooks", sqlWebhooksOf, []any{agent}, func(rows pgx.Rows) error {
		w, err := scanWebhook(rows)
		out = append(out, w)
		return err
	})
	return out
}

func scanWebhook(rows pgx.Rows) (*settle.Webhook, error) {
	w := &settle.Webhook{}
	var status, ask string
	var since, by int64
	err := rows.Scan(&w.ID, &w.Agent, &status, &w.Reason, &w.Mission, &since, &w.CreatedAt, &w.VerifiedAt, &w.FailingSince, &w.DisabledAt, &ask, &w.Sealed, &by, &w.Events)
	w.Status, w.Ask, w.Since, w.SealedBy = settle.WebhookStatus(status), settle.WebhookAsk(ask), uint64(since), uint32(by)
	return w, err
}

// MoveWebhooks implements settle.Webhooks.
func (t *tx) MoveWebhooks(from, to string) {
	t.write("move webhooks")
	t.exec("moving webhooks", sqlMoveWebhooks, from, to)
}

// Deliveries implements settle.Webhooks.
func (t *tx) Deliveries(webhook string, before uint64, limit int) (out []settle.Delivery) {
	t.each("reading deliveries", sqlDeliveries, []any{webhook, bigint(before), limit}, func(rows pgx.Rows) error {
		d := settle.Delivery{Webhook: webhook}
		var n int64
		var result string
		err := rows.Scan(&n, &d.Message, &d.Type, &d.Attempt, &d.At, &result, &d.Status, &d.Millis, &d.Last)
		d.N, d.Result = uint64(n), settle.DeliveryResult(result)
		out = append(out, d)
		return err
	})
	return out
}
