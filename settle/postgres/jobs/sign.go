package jobs

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// sign gives the headers of Standard Webhooks 1.0 for a message: a signature of both
// ways by each key. at is the attempt's time in Unix seconds.
func sign(h http.Header, keys []settle.WebhookKey, id string, at int64, body []byte) {
	stamp := strconv.FormatInt(at, 10)
	signed := append([]byte(id+"."+stamp+"."), body...)
	var all []string
	for _, k := range keys {
		m := hmac.New(sha256.New, k.Secret)
		m.Write(signed)
		all = append(all, "v1,"+base64.StdEncoding.EncodeToString(m.Sum(nil)),
			"v1a,"+base64.StdEncoding.EncodeToString(ed25519.Sign(ed25519.NewKeyFromSeed(k.Seed), signed)))
	}
	h.Set("Webhook-Id", id)
	h.Set("Webhook-Timestamp", stamp)
	h.Set("Webhook-Signature", strings.Join(all, " "))
}

// challenge is what the address of a webhook must answer: known to whoever has the
// message, and by nothing that is stored in the clear.
func challenge(id string, s settle.WebhookSecret) string {
	m := hmac.New(sha256.New, s.Keys[0].Secret)
	m.Write([]byte("oabp.webhook.challenge.v1 " + id))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}
