package settle

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
)

// WebhookStatus says whether a webhook is told of events.
type WebhookStatus string

// The states of a webhook: pending until its address has answered the challenge,
// then active, until it is disabled.
const (
	WebhookPending  WebhookStatus = "pending"
	WebhookActive   WebhookStatus = "active"
	WebhookDisabled WebhookStatus = "disabled"
)

// Why a webhook is disabled.
const (
	// WebhookGone: its address answered 410.
	WebhookGone = "gone"
	// WebhookFailing: every delivery failed for too long.
	WebhookFailing = "failing"
	// WebhookUnproven: its address never answered the challenge.
	WebhookUnproven = "unproven"
)

// WebhookAsk is what an agent asks to be sent beside events.
type WebhookAsk string

// The messages that are asked for.
const (
	AskNothing   WebhookAsk = ""
	AskChallenge WebhookAsk = "challenge"
	AskTest      WebhookAsk = "test"
)

// AllEvents, as the only one of a webhook's events, is every type, also those that
// there will be.
const AllEvents = "*"

// MaxWebhooks is how many an agent may have.
const MaxWebhooks = 10

// Webhook is a subscription. It lies beside the journal; nobody but its agent reads
// it, and what is secret or personal of it is in Sealed only.
type Webhook struct {
	ID, Agent string
	Status    WebhookStatus
	// Reason is why it is disabled.
	Reason string
	// Events are types of EventTypes, or AllEvents alone.
	Events []string
	// Mission narrows it to one mission; empty: all.
	Mission string
	// Since is the newest fact when it became active: later ones are told.
	Since uint64
	// Times are in Unix milliseconds, 0 for never. FailingSince is the first failure
	// after the last success.
	CreatedAt, VerifiedAt, FailingSince, DisabledAt int64
	// Ask is what is to be sent next.
	Ask WebhookAsk
	// Sealed is a WebhookSecret under the keyset; SealedBy the id of the key.
	Sealed   []byte
	SealedBy uint32
}

// WebhookSecret is what a webhook keeps sealed.
type WebhookSecret struct {
	URL         string `json:"url"`
	Description string `json:"description,omitempty"`
	// Keys are newest first; the first one is the current.
	Keys []WebhookKey `json:"keys"`
}

// WebhookKey signs deliveries, both ways of Standard Webhooks.
type WebhookKey struct {
	// Secret is that of the symmetric signature (v1), 32 random bytes.
	Secret []byte `json:"secret"`
	// Seed is that of the ed25519 key of the asymmetric one (v1a).
	Seed []byte `json:"seed"`
	// Until is when it stops signing (Unix ms); 0: it is the current one.
	Until int64 `json:"until,omitempty"`
}

// Text is the secret as Standard Webhooks writes it.
func (k WebhookKey) Text() string { return "whsec_" + base64.StdEncoding.EncodeToString(k.Secret) }

// SealName is what binds a webhook's secret to it where it is sealed.
func (w *Webhook) SealName() string { return "webhook:" + w.ID }

// Encode is the text that is sealed.
func (s WebhookSecret) Encode() ([]byte, error) { return json.Marshal(s) }

// DecodeWebhookSecret reads what Encode made.
func DecodeWebhookSecret(b []byte) (s WebhookSecret, err error) {
	if err = json.Unmarshal(b, &s); err == nil && len(s.Keys) == 0 {
		err = fmt.Errorf("no key")
	}
	if err != nil {
		return s, fmt.Errorf("reading a webhook's secret: %w", err)
	}
	return s, nil
}

// Live are the keys that sign at now (Unix ms).
func (s WebhookSecret) Live(now int64) (out []WebhookKey) {
	for _, k := range s.Keys {
		if k.Until == 0 || now < k.Until {
			out = append(out, k)
		}
	}
	return out
}

// WebhookView is a webhook as its agent sees it.
type WebhookView struct {
	*Webhook
	URL, Description string
	// PublicKey is the current ed25519 key, raw.
	PublicKey []byte
	// Secret is only set in the answer that shows it, once.
	Secret string
}

// NewWebhook is what an agent asks for.
type NewWebhook struct {
	URL, Description string
	Events           []string
	Mission          string
}

// DeliveryResult is what became of one attempt to deliver.
type DeliveryResult string

// The results of an attempt.
const (
	// DeliverySucceeded: any status of the 200s.
	DeliverySucceeded DeliveryResult = "succeeded"
	// DeliveryFailed: another status, or a challenge that was not answered.
	DeliveryFailed DeliveryResult = "failed"
	// DeliveryUnreachable: no answer, or none in time.
	DeliveryUnreachable DeliveryResult = "unreachable"
	// DeliveryRefused: the address may not be reached from here.
	DeliveryRefused DeliveryResult = "refused"
)

// DeliveryResults lists them.
func DeliveryResults() []DeliveryResult {
	return []DeliveryResult{DeliverySucceeded, DeliveryFailed, DeliveryUnreachable, DeliveryRefused}
}

// Delivery is one line of a webhook's log of attempts.
type Delivery struct {
	// N orders them.
	N       uint64
	Webhook string
	// Message is the webhook-id, stable over attempts; Type that of its event.
	Message, Type string
	// Attempt counts from 1; At is its beginning (Unix ms).
	Attempt int
	At      int64
	Result  DeliveryResult
	// Status is the HTTP status, 0 where there was no answer.
	Status int
	// Millis is how long it took.
	Millis int64
	// Last: there will be no further attempt of this message.
	Last bool
}

// DeliveriesKept is how many lines of the log are kept for a webhook.
const DeliveriesKept = 200
