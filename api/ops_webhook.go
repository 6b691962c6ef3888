package api

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

type addWebhookIn struct {
	URL         string   `json:"url" op:"len=8..2048" jsonschema:"https, on the port 443 or 8443, at a public address"`
	Events      []string `json:"events" op:"items=1..64" jsonschema:"event types (list_events names them), or \"*\" alone for all that there are and will be"`
	Description string   `json:"description,omitempty" op:"len=1..200"`
	// MissionID narrows it to one mission.
	MissionID string `json:"mission_id,omitempty" op:"len=1..80" jsonschema:"mis_… (bty_… names the same); by default events of all missions"`
}

type webhookIn struct {
	ID string `json:"id" op:"format=id" jsonschema:"wh_…"`
}

type rotateWebhookIn struct {
	ID           string `json:"id" op:"format=id" jsonschema:"wh_…"`
	GraceSeconds int64  `json:"grace_seconds,omitempty" op:"range=0..86400,default=3600" jsonschema:"how long the old secret signs beside the new one; 0: not at all"`
}

type deliveriesIn struct {
	ID     string `json:"id" op:"format=id" jsonschema:"wh_…"`
	Limit  *int   `json:"limit,omitempty" jsonschema:"1 to 200, 50 by default; other numbers are clamped"`
	Cursor string `json:"cursor,omitempty" op:"len=1..100" jsonschema:"next_cursor of the page before"`
}

type webhookOut struct {
	op.Result
	ID          string   `json:"id"`
	URL         string   `json:"url"`
	Description *string  `json:"description"`
	Events      []string `json:"events"`
	MissionID   *string  `json:"mission_id"`
	// Status is pending until the address has answered the challenge, then active,
	// or disabled with a reason: gone, failing or unproven.
	Status string  `json:"status"`
	Reason *string `json:"reason"`
	// PublicKey is for the asymmetric signatures (v1a), as Standard Webhooks writes it.
	PublicKey    string  `json:"public_key"`
	CreatedAt    string  `json:"created_at"`
	VerifiedAt   *string `json:"verified_at"`
	FailingSince *string `json:"failing_since"`
	DisabledAt   *string `json:"disabled_at"`
	// Secret is for the symmetric signatures (v1), whsec_…; shown once.
	Secret *string `json:"secret,omitempty"`
	Note   string  `json:"note,omitempty"`
}

type webhooksOut struct {
	Webhooks []webhookOut `json:"webhooks"`
}

type removedWebhookOut struct {
	ID      string `json:"id"`
	Removed bool   `json:"removed"`
}

type deliveriesPage struct {
	Deliveries []deliveryOut `json:"deliveries"`
	NextCursor *string       `json:"next_cursor"`
}

// deliveryOut is one attempt. What the address answered is not kept.
type deliveryOut struct {
	// WebhookID is the header webhook-id of the message, the same at each attempt.
	WebhookID string `json:"webhook_id"`
	Type      string `json:"type"`
	Attempt   int    `json:"attempt"`
	At        string `json:"at"`
	// Result is succeeded, failed (another status than 2xx), unreachable (no answer in
	// time) or refused (the address may not be reached from here).
	Result string `json:"result"`
	Status *int   `json:"status"`
	TookMS int64  `json:"took_ms"`
	// Last says that this message is not tried again.
	Last bool `json:"last"`
}

func (t *table) webhooks() op.Table {
	tags := []string{"events"}
	one := []settle.Code{settle.CodeNotFound}
	edits := []settle.Code{settle.CodeNotFound, settle.CodeConflict}
	tool := func(name string) []op.Tool { return []op.Tool{{Name: name, Dialect: op.OABP}} }
	reads := func(name string) []op.Tool { return []op.Tool{{Name: name, Dialect: op.OABP, ReadOnly: true}} }
	return op.Table{
		declare(op.Spec{Name: "add_webhook", Summary: "Be told of public events at an address of yours", Tags: tags, Scope: op.Agent, Secret: true,
			Description: "Standard Webhooks 1.0: a POST with the headers webhook-id (the same at each attempt: skip what you have had), webhook-timestamp and webhook-signature (v1 by the secret, which is shown once, and v1a by public_key). " +
				"First only a message of type webhook.verification is sent; answer it with 2xx and a JSON body that has its data.challenge as challenge. Any 2xx is success, redirects are not; tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. 410 disables, and so do 5 days without a success.",
			Errors: edits, Outcomes: []op.Outcome{op.Created}, Limit: &op.Policy{Name: "webhooks", Quota: 30, Window: time.Hour},
			Bindings: []op.Binding{oabp("POST", "/webhooks")}, Tools: tool("add_webhook"),
		}, t.addWebhook),
		declare(op.Spec{Name: "list_webhooks", Summary: "List your webhooks", Tags: tags, Scope: op.Agent, NoStore: true,
			Bindings: []op.Binding{oabp("GET", "/webhooks")}, Tools: reads("list_webhooks"),
		}, t.listWebhooks),
		declare(op.Spec{Name: "get_webhook", Summary: "Get one of your webhooks", Tags: tags, Scope: op.Agent, NoStore: true, Errors: one,
			Bindings: []op.Binding{oabp("GET", "/webhooks/{id}")}, Tools: reads("get_webhook"),
		}, func(ctx context.Context, in webhookIn) (webhookOut, error) {
			return toWebhook(t.core.Webhook(ctx, caller(ctx), in.ID))
		}),
		declare(op.Spec{Name: "remove_webhook", Summary: "Remove a webhook: nothing more is sent", Tags: tags, Scope: op.Agent, Errors: one,
			Bindings: []op.Binding{oabp("DELETE", "/webhooks/{id}")}, Tools: []op.Tool{{Name: "remove_webhook", Dialect: op.OABP, Destructive: true}},
		}, func(ctx context.Context, in webhookIn) (removedWebhookOut, error) {
			err := t.core.RemoveWebhook(ctx, by(ctx), in.ID)
			return removedWebhookOut{in.ID, err == nil}, err
		}),
		declare(op.Spec{Name: "test_webhook", Summary: "Send a test message, or the challenge again", Tags: tags, Scope: op.Agent, Errors: edits,
			Description: "An active webhook gets a message of type webhook.test. One that is pending or disabled gets the challenge, and is active again once it has answered; events of the meantime are not sent (GET /events has them). See the deliveries for what became of it.",
			Outcomes:    []op.Outcome{op.Accepted}, Limit: &op.Policy{Name: "webhook-tests", Quota: 20, Window: 10 * time.Minute},
			Bindings: []op.Binding{oabp("POST", "/webhooks/{id}/test")}, Tools: tool("test_webhook"),
		}, func(ctx context.Context, in webhookIn) (webhookOut, error) {
			out, err := toWebhook(t.core.TestWebhook(ctx, by(ctx), in.ID))
			out.Result = op.As(op.Accepted)
			return out, err
		}),
		declare(op.Spec{Name: "rotate_webhook_secret", Summary: "Give a webhook a new secret and a new key", Tags: tags, Scope: op.Agent, Secret: true, Errors: edits,
			Description: "The secret is shown once. For grace_seconds every message is signed by the old ones too.",
			Limit:       &op.Policy{Name: "webhooks", Quota: 30, Window: time.Hour},
			Bindings:    []op.Binding{oabp("POST", "/webhooks/{id}/secret")}, Tools: tool("rotate_webhook_secret"),
		}, func(ctx context.Context, in rotateWebhookIn) (webhookOut, error) {
			return toWebhook(t.core.RotateWebhook(ctx, by(ctx), in.ID, in.GraceSeconds*1000))
		}),
		declare(op.Spec{Name: "list_webhook_deliveries", Summary: "The newest attempts to deliver to a webhook", Tags: tags, Scope: op.Agent, NoStore: true,
			Description: fmt.Sprintf("Newest first; the newest %d are kept.", settle.DeliveriesKept),
			Errors:      []settle.Code{settle.CodeNotFound, op.CodeInvalidCursor},
			Bindings:    []op.Binding{oabp("GET", "/webhooks/{id}/deliveries")}, Tools: reads("list_webhook_deliveries"),
		}, t.listDeliveries),
	}
}

func toWebhook(v *settle.WebhookView, err error) (webhookOut, error) {
	if err != nil {
		return webhookOut{}, err
	}
	out := webhookOut{ID: v.ID, URL: v.URL, Description: textOrNull(v.Description), Events: v.Events, MissionID: textOrNull(v.Mission),
		Status: string(v.Status), Reason: textOrNull(v.Reason), PublicKey: "whpk_" + base64.StdEncoding.EncodeToString(v.PublicKey),
		CreatedAt: millis(v.CreatedAt), VerifiedAt: millisOrNull(v.VerifiedAt), FailingSince: millisOrNull(v.FailingSince), DisabledAt: millisOrNull(v.DisabledAt)}
	if v.Secret != "" {
		out.Secret = &v.Secret
		out.Note = "Keep the secret: it is shown once."
	}
	return out, nil
}

func (t *table) addWebhook(ctx context.Context, in addWebhookIn) (webhookOut, error) {
	mission := ""
	if in.MissionID != "" {
		mission = missionID(in.MissionID)
	}
	out, err := toWebhook(t.core.AddWebhook(ctx, by(ctx), settle.NewWebhook{URL: in.URL, Description: in.Description, Events: in.Events, Mission: mission}))
	out.Result = op.As(op.Created)
	return out, err
}

func (t *table) listWebhooks(ctx context.Context, _ empty) (webhooksOut, error) {
	all, err := t.core.Webhooks(ctx, caller(ctx))
	out := webhooksOut{Webhooks: []webhookOut{}}
	for _, v := range all {
		w, err := toWebhook(v, nil)
		if err != nil {
			return out, err
		}
		out.Webhooks = append(out.Webhooks, w)
	}
	return out, err
}

func (t *table) listDeliveries(ctx context.Context, in deliveriesIn) (deliveriesPage, error) {
	limit, before := 50, uint64(0)
	if in.Limit != nil {
		limit = min(max(*in.Limit, 1), settle.DeliveriesKept)
	}
	filter := "deliveries " + in.ID
	if in.Cursor != "" {
		p, err := parseCursor(in.Cursor, filter)
		if err != nil {
			return deliveriesPage{}, err
		}
		before = uint64(max(p.At, 1))
	}
	ds, more, err := t.core.Deliveries(ctx, caller(ctx), in.ID, before, limit)
	if err != nil {
		return deliveriesPage{}, err
	}
	out := deliveriesPage{Deliveries: []deliveryOut{}}
	for _, d := range ds {
		x := deliveryOut{WebhookID: d.Message, Type: d.Type, Attempt: d.Attempt, At: millis(d.At), Result: string(d.Result), TookMS: d.Millis, Last: d.Last}
		if d.Status != 0 {
			x.Status = &d.Status
		}
		out.Deliveries = append(out.Deliveries, x)
	}
	if more {
		last := ds[len(ds)-1].N
		c := position{int64(last), strconv.FormatUint(last, 10)}.cursor(filter)
		out.NextCursor = &c
	}
	return out, nil
}
