package memstore

import (
	"cmp"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// PutWebhook implements settle.Webhooks.
func (t *tx) PutWebhook(w *settle.Webhook) {
	t.enter("put_webhook", true)
	t.webhooks.put(w.ID, copyOf(*w))
}

func copyOf(w settle.Webhook) settle.Webhook {
	w.Events, w.Sealed = slices.Clone(w.Events), slices.Clone(w.Sealed)
	return w
}

// DropWebhook implements settle.Webhooks.
func (t *tx) DropWebhook(id string) {
	t.enter("drop_webhook", true)
	t.webhooks.del(id)
}

// Webhook implements settle.Webhooks.
func (t *tx) Webhook(id string) *settle.Webhook {
	t.enter("webhook", false)
	w, ok := t.webhooks.get(id)
	if !ok {
		return nil
	}
	w = copyOf(w)
	return &w
}

// WebhooksOf implements settle.Webhooks.
func (t *tx) WebhooksOf(agent string) (out []*settle.Webhook) {
	t.enter("webhooks_of", false)
	for _, w := range t.webhooks.all() {
		if w.Agent == agent {
			c := copyOf(w)
			out = append(out, &c)
		}
	}
	slices.SortFunc(out, func(a, b *settle.Webhook) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	return out
}

// MoveWebhooks implements settle.Webhooks.
func (t *tx) MoveWebhooks(from, to string) {
	t.enter("move_webhooks", true)
	for id, w := range t.webhooks.all() {
		if w.Agent == from {
			w.Agent = to
			t.webhooks.put(id, w)
		}
	}
}

// Deliveries implements settle.Webhooks. Nothing is delivered from a store in
// memory.
func (t *tx) Deliveries(string, uint64, int) []settle.Delivery {
	t.enter("deliveries", false)
	return nil
}
