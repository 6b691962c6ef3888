package engine

import (
	"context"
	"crypto/ed25519"
	"slices"
	"unicode/utf8"

	"github.com/oabp/oabpd/settle"
)

// WebhookRules are what the world outside says of webhooks.
type WebhookRules interface {
	// CheckURL refuses a URL to which nothing will ever be sent; the error says why.
	CheckURL(url string) error
	// KeyID is the id of the key that seals.
	KeyID() uint32
}

// MaxWebhookGraceMillis is the longest that a replaced secret goes on signing.
const MaxWebhookGraceMillis = 24 * 3600 * 1000

// AddWebhook subscribes an agent to public events. The view has the secret, which
// is never shown again; nothing but a challenge is sent before the address has
// answered it. Errors: CodeInvalid, CodeConflict with MaxWebhooks, CodeNotFound for
// a mission that is not there.
func (e *Engine) AddWebhook(ctx context.Context, by settle.Caller, in settle.NewWebhook) (*settle.WebhookView, error) {
	if e.o.Webhooks == nil {
		return nil, noWebhooks()
	}
	if err := e.checkWebhook(in); err != nil {
		return nil, err
	}
	id, err := e.newID("wh_")
	if err != nil {
		return nil, err
	}
	key, err := e.newWebhookKey()
	if err != nil {
		return nil, err
	}
	w := &settle.Webhook{ID: id, Agent: by.Agent, Status: settle.WebhookPending, Events: sortedEvents(in.Events), Mission: in.Mission, Ask: settle.AskChallenge}
	secret := settle.WebhookSecret{URL: in.URL, Description: in.Description, Keys: []settle.WebhookKey{key}}
	if err := e.sealWebhook(w, secret); err != nil {
		return nil, err
	}
	err = e.o.Store.Update(ctx, settle.TxOptions{}, func(tx settle.Tx) error {
		if n := len(tx.WebhooksOf(by.Agent)); n >= settle.MaxWebhooks {
			return settle.Errorf(settle.CodeConflict, "you have %d webhooks, which is the most: remove one first (DELETE /webhooks/{id})", n).With("limit", settle.MaxWebhooks)
		}
		if m := settle.GetRow[settle.Mission](tx, in.Mission); in.Mission != "" && (m == nil || m.Status == settle.MissionRemoved) {
			return noMission(in.Mission)
		}
		w.CreatedAt = e.now()
		tx.PutWebhook(w)
		return nil
	})
	if err != nil {
		return nil, err
	}
	v := view(w, secret)
	v.Secret = key.Text()
	return v, nil
}

func noWebhooks() error {
	return settle.Errorf(settle.CodeConflict, "this server sends no webhooks; GET /events lists and streams the same events")
}

func (e *Engine) checkWebhook(in settle.NewWebhook) error {
	if err := e.o.Webhooks.CheckURL(in.URL); err != nil {
		return settle.Errorf(settle.CodeInvalid, "url: %s", err)
	}
	if !utf8.ValidString(in.Description) {
		return settle.Errorf(settle.CodeInvalid, "description: is not UTF-8")
	}
	if len(in.Events) == 0 || len(in.Events) > 1 && slices.Contains(in.Events, settle.AllEvents) {
		return settle.Errorf(settle.CodeInvalid, "events: name the types to be told of, or \"*\" alone for all")
	}
	for _, x := range in.Events {
		if x != settle.AllEvents && !slices.ContainsFunc(settle.EventTypes(), func(t settle.EventType) bool { return t.Type == x }) {
			return settle.Errorf(settle.CodeInvalid, "events: there is no type %.60q; GET /openapi.json lists them at list_events", x)
		}
	}
	return nil
}

func sortedEvents(in []string) []string {
	out := slices.Clone(in)
	slices.Sort(out)
	return slices.Compact(out)
}

func (e *Engine) newWebhookKey() (k settle.WebhookKey, err error) {
	raw, err := e.random(64)
	if err != nil {
		return k, err
	}
	return settle.WebhookKey{Secret: raw[:32], Seed: raw[32:]}, nil
}

func (e *Engine) sealWebhook(w *settle.Webhook, s settle.WebhookSecret) error {
	plain, err := s.Encode()
	if err != nil {
		return err
	}
	w.SealedBy = e.o.Webhooks.KeyID()
	w.Sealed, err = e.o.Sealer.Seal(w.SealName(), plain)
	return err
}

func (e *Engine) openWebhook(w *settle.Webhook) (settle.WebhookSecret, error) {
	plain, err := e.o.Sealer.Unseal(w.SealName(), w.Sealed)
	if err != nil {
		return settle.WebhookSecret{}, err
	}
	return settle.DecodeWebhookSecret(plain)
}

func view(w *settle.Webhook, s settle.WebhookSecret) *settle.WebhookView {
	return &settle.WebhookView{Webhook: w, URL: s.URL, Description: s.Description,
		PublicKey: ed25519.NewKeyFromSeed(s.Keys[0].Seed).Public().(ed25519.PublicKey)}
}

// Webhooks are an agent's, oldest first.
func (e *Engine) Webhooks(ctx context.Context, agent string) (out []*settle.WebhookView, err error) {
	var all []*settle.Webhook
	err = e.o.Store.View(ctx, func(tx settle.Tx) error { all = tx.WebhooksOf(agent); return nil })
	if err != nil {
		return nil, err
	}
	for _, w := range all {
		s, err := e.openWebhook(w)
		if err != nil {
			return nil, err
		}
		out = append(out, view(w, s))
	}
	return out, nil
}

// Webhook is one of an agent's; CodeNotFound for another's.
func (e *Engine) Webhook(ctx context.Context, agent, id string) (*settle.WebhookView, error) {
	var w *settle.Webhook
	err := e.o.Store.View(ctx, func(tx settle.Tx) (err error) { w, err = webhookOf(tx, agent, id); return err })
	if err != nil {
		return nil, err
	}
	s, err := e.openWebhook(w)
	if err != nil {
		return nil, err
	}
	return view(w, s), nil
}

func webhookOf(tx settle.Tx, agent, id string) (*settle.Webhook, error) {
	w := tx.Webhook(id)
	if w == nil || w.Agent != agent {
		return nil, settle.Errorf(settle.CodeNotFound, "you have no webhook %.40q; GET /webhooks lists yours", id)
	}
	return w, nil
}

// RemoveWebhook ends a subscription: nothing is sent from then on.
func (e *Engine) RemoveWebhook(ctx context.Context, by settle.Caller, id string) error {
	return e.o.Store.Update(ctx, settle.TxOptions{}, func(tx settle.Tx) error {
		if _, err := webhookOf(tx, by.Agent, id); err != nil {
			return err
		}
		tx.DropWebhook(id)
		return nil
	})
}

// TestWebhook has something sent to a webhook: the challenge to one that is not
// active, which makes it so when it is answered, else a test message.
func (e *Engine) TestWebhook(ctx context.Context, by settle.Caller, id string) (*settle.WebhookView, error) {
	return e.editWebhook(ctx, by, id, func(w *settle.Webhook, _ *settle.WebhookSecret) bool {
		if w.Ask = settle.AskTest; w.Status != settle.WebhookActive {
			w.Ask, w.Status, w.Reason, w.DisabledAt, w.FailingSince = settle.AskChallenge, settle.WebhookPending, "", 0, 0
		}
		return false
	})
}

// RotateWebhook gives a webhook a new secret and a new ed25519 key; the view has the
// secret, which is never shown again. The old ones go on signing beside the new for
// grace milliseconds, at most MaxWebhookGraceMillis.
func (e *Engine) RotateWebhook(ctx context.Context, by settle.Caller, id string, grace int64) (*settle.WebhookView, error) {
	key, err := e.newWebhookKey()
	if err != nil {
		return nil, err
	}
	v, err := e.editWebhook(ctx, by, id, func(w *settle.Webhook, s *settle.WebhookSecret) bool {
		now := e.now()
		until := now + min(max(grace, 0), MaxWebhookGraceMillis)
		keys := []settle.WebhookKey{key}
		for _, k := range s.Live(now) {
			if k.Until == 0 || until < k.Until {
				k.Until = until
			}
			if k.Until > now && len(keys) < 3 {
				keys = append(keys, k)
			}
		}
		s.Keys = keys
		return true
	})
	if err != nil {
		return nil, err
	}
	v.Secret = key.Text()
	return v, nil
}

// editWebhook changes one of an agent's; edit reports whether its secret changed.
func (e *Engine) editWebhook(ctx context.Context, by settle.Caller, id string, edit func(*settle.Webhook, *settle.WebhookSecret) bool) (out *settle.WebhookView, err error) {
	if e.o.Webhooks == nil {
		return nil, noWebhooks()
	}
	err = e.o.Store.Update(ctx, settle.TxOptions{}, func(tx settle.Tx) error {
		w, err := webhookOf(tx, by.Agent, id)
		if err != nil {
			return err
		}
		s, err := e.openWebhook(w)
		if err != nil {
			return err
		}
		if edit(w, &s) {
			if err := e.sealWebhook(w, s); err != nil {
				return err
			}
		}
		tx.PutWebhook(w)
		out = view(w, s)
		return nil
	})
	return out, err
}

// Deliveries are the newest attempts to deliver to one of an agent's webhooks, from
// before a line (0: from the newest), at most limit.
func (e *Engine) Deliveries(ctx context.Context, agent, id string, before uint64, limit int) (out []settle.Delivery, more bool, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		if _, err := webhookOf(tx, agent, id); err != nil {
			return err
		}
		out = tx.Deliveries(id, before, limit+1)
		if more = len(out) > limit; more {
			out = out[:limit]
		}
		return nil
	})
	return out, more, err
}
