package jobs_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/egress"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/jobs"
	"github.com/oabp/oabpd/settle/seal"
)

// hooked is a daemon's webhooks on a database, with an address that takes them.
type hooked struct {
	t      *testing.T
	url    string
	store  *postgres.Store
	engine *engine.Engine
	keys   *seal.Keyset
	path   string
	agent  string
	*receiver
}

// rules are those of an egress.Client and a keyset.
type rules struct {
	send *egress.Client
	keys *seal.Keyset
}

func (r rules) CheckURL(u string) error { _, err := r.send.Check(u); return err }
func (r rules) KeyID() uint32           { return r.keys.PrimaryID() }

func newHooked(t *testing.T) *hooked {
	t.Helper()
	h := &hooked{t: t, url: newURL(t), path: filepath.Join(t.TempDir(), "sealing.json"), receiver: newReceiver(t)}
	var err error
	if h.keys, err = seal.LoadOrCreate(h.path); err != nil {
		t.Fatal(err)
	}
	h.store = open(t, h.url)
	h.engine = engine.New(engine.Options{Store: h.store, Sealer: seal.Sealer{Keyset: h.keys, Salt: rand.Reader}, Random: rand.Reader,
		Webhooks: rules{h.send(), h.keys}})
	h.agent = h.register("The Subscriber")
	return h
}

// register makes a public event.
func (h *hooked) register(name string) string {
	h.t.Helper()
	r, err := h.engine.Register(h.t.Context(), name, false)
	if err != nil {
		h.t.Fatal(err)
	}
	return r.Agent.ID
}

func (h *hooked) send() *egress.Client {
	return egress.New(egress.Options{Also: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")},
		Roots: h.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, Limits: egress.Limits{Timeout: 40 * time.Second}})
}

func (h *hooked) hooks(change ...func(*jobs.HookOptions)) *jobs.Hooks {
	o := jobs.HookOptions{Send: h.send(), Sealing: h.keys, Events: h.engine.PublicEvents, Jitter: func(time.Duration) time.Duration { return 0 },
		Schedule: []time.Duration{time.Millisecond, time.Millisecond, time.Millisecond},
		Body: func(e settle.PublicEvent) ([]byte, error) {
			return json.Marshal(map[string]any{"type": e.Type, "data": map[string]any{"id": e.ID(), "agent_id": e.Agent}})
		}}
	for _, f := range change {
		f(&o)
	}
	return jobs.NewHooks(h.store, o)
}

// run dispatches and delivers until the test ends.
func (h *hooked) run(change ...func(*jobs.HookOptions)) {
	h.t.Helper()
	hooks := h.hooks(change...)
	name, n := jobs.HooksQueue()
	r, err := jobs.New(h.store, jobs.Options{Poll: 20 * time.Millisecond, Register: hooks.Register, Queues: map[string]int{name: n}})
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(h.t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := r.Run(ctx); err != nil {
			h.t.Errorf("stopping: %v", err)
		}
	})
	wg.Go(func() {
		for ctx.Err() == nil {
			if more, err := hooks.Dispatch(ctx, r.Client()); err != nil && ctx.Err() == nil {
				h.t.Errorf("dispatching: %v", err)
			} else if more {
				continue
			}
			select {
			case <-ctx.Done():
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	h.t.Cleanup(func() { cancel(); wg.Wait() })
}

func (h *hooked) add(events ...string) *settle.WebhookView {
	h.t.Helper()
	v, err := h.engine.AddWebhook(h.t.Context(), settle.Caller{Agent: h.agent}, settle.NewWebhook{URL: h.URL + "/secret-path", Description: "a private word", Events: events})
	if err != nil {
		h.t.Fatal(err)
	}
	return v
}

// until waits for a state of a webhook.
func (h *hooked) until(id string, ok func(*settle.WebhookView) bool) *settle.WebhookView {
	h.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		v, err := h.engine.Webhook(h.t.Context(), h.agent, id)
		if err != nil {
			h.t.Fatal(err)
		}
		if ok(v) {
			return v
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("the webhook is %+v", v.Webhook)
		}
	}
}

func active(v *settle.WebhookView) bool   { return v.Status == settle.WebhookActive }
func disabled(v *settle.WebhookView) bool { return v.Status == settle.WebhookDisabled }

// message is what a receiver got.
type message struct {
	id, typ string
	body    []byte
	header  http.Header
}

// receiver takes messages and answers challenges. status, if set, decides the
// answers to other messages.
type receiver struct {
	*httptest.Server
	got    chan message
	status atomic.Pointer[func(message, http.ResponseWriter) bool]
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{got: make(chan message, 10_000)}
	r.Server = httptest.NewUnstartedServer(r)
	r.Config.ErrorLog = log.New(io.Discard, "", 0)
	r.StartTLS()
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) answer(f func(message, http.ResponseWriter) bool) { r.status.Store(&f) }

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	m := message{id: req.Header.Get("Webhook-Id"), body: body, header: req.Header}
	var of struct {
		Type string `json:"type"`
		Data struct {
			Challenge string `json:"challenge"`
		} `json:"data"`
	}
	_ = json.Unmarshal(body, &of)
	m.typ = of.Type
	r.got <- m
	if f := r.status.Load(); f != nil && (*f)(m, w) {
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"challenge": of.Data.Challenge})
}

// next is the next message that is no challenge.
func (r *receiver) next(t *testing.T) message {
	t.Helper()
	for {
		select {
		case m := <-r.got:
			if m.typ != "webhook.verification" {
				return m
			}
		case <-time.After(2 * time.Minute):
			t.Fatal("no message comes")
		}
	}
}

// signedBy reports whether the reference library, and ed25519, take a message for
// signed by a webhook's secret and key.
func signedBy(t *testing.T, m message, secret string, public []byte) (symmetric, asymmetric bool) {
	t.Helper()
	w, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	symmetric = w.Verify(m.body, m.header) == nil
	said := fmt.Sprintf("%s.%s.%s", m.id, m.header.Get("Webhook-Timestamp"), m.body)
	for _, s := range strings.Fields(m.header.Get("Webhook-Signature")) {
		if text, ok := strings.CutPrefix(s, "v1a,"); ok {
			raw, err := base64.StdEncoding.DecodeString(text)
			asymmetric = asymmetric || err == nil && ed25519.Verify(public, []byte(said), raw)
		}
	}
	return symmetric, asymmetric
}

// Events are sent once an address has answered, signed as Standard Webhooks says,
// also through a rotation; what was before is not, and nothing after a removal.
func TestWebhookTellsOfEvents(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	h.run()
	h.register("Too early")
	v := h.add("agent.registered")
	h.until(v.ID, active)
	id := h.register("In time")
	m := h.next(t)
	if !bytes.Contains(m.body, []byte(id)) || !strings.HasPrefix(m.id, "evt_") || m.typ != "agent.registered" {
		t.Errorf("%s %s", m.id, m.body)
	}
	if a, b := signedBy(t, m, v.Secret, v.PublicKey); !a || !b {
		t.Errorf("signed v1 %v, v1a %v", a, b)
	}
	changed := m
	changed.body = append(slices.Clone(m.body), ' ')
	if a, b := signedBy(t, changed, v.Secret, v.PublicKey); a || b {
		t.Error("the signature is not over the body")
	}
	by := settle.Caller{Agent: h.agent}
	turned, err := h.engine.RotateWebhook(t.Context(), by, v.ID, 3_600_000)
	if err != nil || turned.Secret == v.Secret {
		t.Fatal(err)
	}
	if _, err := h.engine.TestWebhook(t.Context(), by, v.ID); err != nil {
		t.Fatal(err)
	}
	m = h.next(t)
	for _, k := range []*settle.WebhookView{v, turned} {
		if a, b := signedBy(t, m, k.Secret, k.PublicKey); m.typ != "webhook.test" || !a || !b {
			t.Errorf("%s after a rotation: signed v1 %v, v1a %v", m.typ, a, b)
		}
	}
	last, err := h.engine.RotateWebhook(t.Context(), by, v.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	h.register("After the old keys")
	m = h.next(t)
	if a, _ := signedBy(t, m, last.Secret, last.PublicKey); !a {
		t.Error("not signed by the new secret")
	}
	if a, b := signedBy(t, m, turned.Secret, turned.PublicKey); a || b {
		t.Error("signed by a key without grace")
	}
	h.logged(v.ID, "webhook.verification succeeded 1", "agent.registered succeeded 1", "webhook.test succeeded 1", "agent.registered succeeded 1")
	other := h.add("*")
	h.until(other.ID, active)
	if err := h.engine.RemoveWebhook(t.Context(), by, v.ID); err != nil {
		t.Fatal(err)
	}
	h.register("After the removal")
	m = h.next(t)
	if a, _ := signedBy(t, m, other.Secret, other.PublicKey); !a {
		t.Errorf("%s went to the removed one", m.typ)
	}
}

// logged waits until a webhook's log has these lines, oldest first.
func (h *hooked) logged(id string, want ...string) {
	h.t.Helper()
	var got []string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline) && len(got) < len(want); time.Sleep(20 * time.Millisecond) {
		log, _, err := h.engine.Deliveries(h.t.Context(), h.agent, id, 0, 100)
		if err != nil {
			h.t.Fatal(err)
		}
		got = nil
		for _, d := range log {
			got = append(got, fmt.Sprintf("%s %s %d", d.Type, d.Result, d.Attempt))
		}
		slices.Reverse(got)
	}
	if !slices.Equal(got, want) {
		h.t.Errorf("logged %q, want %q", got, want)
	}
}

// A delivery that fails is sent again with the same id; 410 ends a webhook at once,
// and so does failing for too long; the challenge makes it active again.
func TestWebhookRetriesAndIsDisabled(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	h.run(func(o *jobs.HookOptions) { o.DisableAfter = time.Hour })
	v := h.add("agent.registered")
	h.until(v.ID, active)
	var n atomic.Int32
	h.answer(func(m message, w http.ResponseWriter) bool {
		if m.typ == "agent.registered" && n.Add(1) <= 2 {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(http.StatusFound)
			return true
		}
		return false
	})
	h.register("Twice refused")
	one, two, three := h.next(t), h.next(t), h.next(t)
	if one.id != two.id || two.id != three.id || !bytes.Equal(one.body, three.body) {
		t.Errorf("ids %s, %s, %s", one.id, two.id, three.id)
	}
	h.until(v.ID, func(v *settle.WebhookView) bool { return active(v) && v.FailingSince == 0 })
	h.logged(v.ID, "webhook.verification succeeded 1", "agent.registered failed 1", "agent.registered failed 2", "agent.registered succeeded 3")
	h.answer(func(m message, w http.ResponseWriter) bool {
		if m.typ == "agent.registered" {
			w.WriteHeader(http.StatusGone)
			return true
		}
		return false
	})
	h.register("Gone")
	if got := h.until(v.ID, disabled); got.Reason != settle.WebhookGone {
		t.Errorf("disabled because %q", got.Reason)
	}
	h.register("Nobody is told")
	if _, err := h.engine.TestWebhook(t.Context(), settle.Caller{Agent: h.agent}, v.ID); err != nil {
		t.Fatal(err)
	}
	h.until(v.ID, active)
	c, err := pgx.Connect(t.Context(), h.url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(t.Context(), "update webhook set failing_since = $1", time.Now().Add(-2*time.Hour).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	h.answer(func(m message, w http.ResponseWriter) bool { w.WriteHeader(500); return true })
	h.register("Fails for too long")
	if got := h.until(v.ID, disabled); got.Reason != settle.WebhookFailing {
		t.Errorf("disabled because %q", got.Reason)
	}
}

// Before the address has proven itself it is sent nothing but the challenge, and
// where it never does the webhook ends.
func TestWebhookMustAnswerTheChallenge(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	h.answer(func(m message, w http.ResponseWriter) bool { fmt.Fprint(w, `{"challenge":"wrong"}`); return true })
	h.run()
	v := h.add("*")
	h.register("Somebody")
	if got := h.until(v.ID, disabled); got.Reason != settle.WebhookUnproven || got.VerifiedAt != 0 {
		t.Errorf("%+v", got.Webhook)
	}
	for len(h.got) > 0 {
		if m := <-h.got; m.typ != "webhook.verification" {
			t.Errorf("an unproven address was sent %s", m.typ)
		}
	}
}

// What is secret of a webhook is nowhere in the database in the clear, neither in
// its row nor in jobs, and moves to a new key of the keyset.
func TestWebhookSecretsAreSealed(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	h.run()
	v := h.add("*")
	h.until(v.ID, active)
	h.register("Somebody")
	h.next(t)
	before := h.keys.PrimaryID()
	if _, err := seal.Rotate(h.path); err != nil {
		t.Fatal(err)
	}
	if err := h.keys.Reload(); err != nil || h.keys.PrimaryID() == before {
		t.Fatal(err)
	}
	if more, err := h.hooks().Reseal(t.Context()); more || err != nil {
		t.Fatal(more, err)
	}
	got := h.until(v.ID, active)
	if got.SealedBy != h.keys.PrimaryID() || got.URL != v.URL || !bytes.Equal(got.PublicKey, v.PublicKey) {
		t.Errorf("sealed by %d: %+v", got.SealedBy, got)
	}
	c, err := pgx.Connect(t.Context(), h.url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	raw, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(v.Secret, "whsec_"))
	for _, table := range []string{"webhook", "webhook_topic", "webhook_delivery", "river_job", "journal"} {
		rows, err := c.Query(t.Context(), "select coalesce(string_agg(x::text, ' '), '') from "+table+" x")
		if err != nil {
			t.Fatal(err)
		}
		all, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"secret-path", "a private word", v.Secret[6:], fmt.Sprintf("%x", raw)} {
			if strings.Contains(all, secret) {
				t.Errorf("%s holds %q", table, secret)
			}
		}
	}
}
