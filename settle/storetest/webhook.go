package storetest

import (
	"fmt"
	"testing"

	"github.com/oabp/oabpd/settle"
)

func testWebhooks(t *testing.T, s Store) {
	hook := func(n int, agent string) *settle.Webhook {
		return &settle.Webhook{ID: fmt.Sprint("wh_", n), Agent: agent, Status: settle.WebhookPending, Events: []string{"a.b", "c.d"}, Mission: "m",
			CreatedAt: int64(100 - n), Ask: settle.AskChallenge, Sealed: []byte{1, byte(n)}, SealedBy: 4_000_000_000}
	}
	update(t, s, func(tx settle.Tx) {
		equal(t, "nothing sealed", tx.AnyEnvelope(), false)
		for n := range 3 {
			tx.PutWebhook(hook(n, "a"))
		}
		tx.PutWebhook(hook(3, "b"))
	})
	view(t, s, func(tx settle.Tx) {
		equal(t, "sealed", tx.AnyEnvelope(), true)
		equal(t, "webhook", fmt.Sprintf("%+v", *tx.Webhook("wh_1")), fmt.Sprintf("%+v", *hook(1, "a")))
		equal(t, "no webhook", tx.Webhook("wh_9"), nil)
		equal(t, "no deliveries", len(tx.Deliveries("wh_1", 0, 10)), 0)
		of := tx.WebhooksOf("a")
		equal(t, "an agent's", fmt.Sprint(len(of), of[0].ID, of[2].ID), "3wh_2wh_0")
	})
	changed := hook(1, "a")
	changed.Status, changed.Reason, changed.DisabledAt, changed.Since = settle.WebhookDisabled, settle.WebhookGone, 7, 5
	changed.Events, changed.Mission, changed.Ask, changed.Sealed = []string{"c.d", "e.f"}, "", settle.AskNothing, []byte{9}
	update(t, s, func(tx settle.Tx) {
		equal(t, "to be changed", tx.Webhook("wh_1") != nil, true)
		tx.PutWebhook(changed)
		tx.DropWebhook("wh_2")
		tx.MoveWebhooks("b", "a")
	})
	view(t, s, func(tx settle.Tx) {
		equal(t, "changed", fmt.Sprintf("%+v", *tx.Webhook("wh_1")), fmt.Sprintf("%+v", *changed))
		equal(t, "dropped", tx.Webhook("wh_2"), nil)
		equal(t, "moved", tx.Webhook("wh_3").Agent, "a")
		equal(t, "all", len(tx.WebhooksOf("a")), 3)
		equal(t, "none", len(tx.WebhooksOf("b")), 0)
	})
}
