package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
)

// A payment on a chain is told of by a webhook and by the stream once it has
// settled, and by neither before; both say the same, in the same order, and the
// checkpoint and the log of receipts are there for auditors.
func TestSubscribersAreTold(t *testing.T) {
	t.Parallel()
	w := &world{node: deployed(t, startGeth(t, 0)), db: newDB(t), dir: t.TempDir(), log: &logBuffer{}, root: t}
	w.tweak = func(c *daemon.Config) { c.Reach = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }
	w.start(t)

	sent := make(chan string, 1000)
	hook := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		var m struct {
			Type string `json:"type"`
			Data struct {
				Challenge string `json:"challenge"`
			} `json:"data"`
		}
		_ = json.Unmarshal(b, &m)
		if m.Type == "webhook.verification" {
			_ = json.NewEncoder(rw).Encode(map[string]string{"challenge": m.Data.Challenge})
			return
		}
		sent <- r.Header.Get("Webhook-Id") + " " + m.Type
	}))
	t.Cleanup(hook.Close)

	j := w.newJob(t, jobOptions{})
	made := w.post(t, j.poster, "/webhooks", map[string]any{"url": hook.URL + "/in", "events": []string{"*"}}).want(t, 201)
	id := made.str("id")
	eventually(t, func() error {
		if r := w.get(t, j.poster, "/webhooks/"+id); r.str("status") != "active" {
			return fmt.Errorf("the webhook is %s", clip(r.body))
		}
		return nil
	})
	from := w.get(t, nil, "/events").str("next")

	req, err := http.NewRequestWithContext(t.Context(), "GET", w.url+"/events", nil)
	must(t, err)
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Last-Event-ID", from)
	res, err := http.DefaultClient.Do(req)
	must(t, err)
	t.Cleanup(func() { _ = res.Body.Close() })
	if res.StatusCode != 200 || res.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%d %v", res.StatusCode, res.Header)
	}
	streamed := make(chan string, 1000)
	go func() {
		id := ""
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if v, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				id = v
			} else if v, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				streamed <- "evt_" + id + " " + v
			}
		}
	}()

	w.mined(t, w.payTagged(t, j, j.poster.account))
	w.confirms(t, j)
	want := []string{"settlement.settled", "mission.awarded"}
	var hooked, read []string
	for range want {
		hooked, read = append(hooked, take(t, sent)), append(read, take(t, streamed))
	}
	slices.Sort(hooked) // several are on their way at a time
	slices.Sort(read)
	if !slices.Equal(hooked, read) {
		t.Errorf("the webhook was sent %v, the stream said %v", hooked, read)
	}
	for _, typ := range want {
		if !slices.ContainsFunc(read, func(s string) bool { return strings.HasSuffix(s, " "+typ) }) {
			t.Errorf("no %s among %v", typ, read)
		}
	}
	eventually(t, func() error { // an attempt is recorded after it was answered
		if n := len(w.get(t, j.poster, "/webhooks/"+id+"/deliveries").list("deliveries")); n != len(want)+1 {
			return fmt.Errorf("%d deliveries in the log", n)
		}
		return nil
	})
	if n := len(w.get(t, nil, "/receipts").want(t, 200).list("receipts")); n != 1 {
		t.Errorf("%d receipts in the log", n)
	}
	w.get(t, nil, "/journal/checkpoints").want(t, 200)
	if log := w.log.String(); strings.Contains(log, hook.URL) || strings.Contains(log, made.str("secret")) {
		t.Error("the log names a webhook's address or secret")
	}
}

func take(t *testing.T, c <-chan string) string {
	t.Helper()
	select {
	case s := <-c:
		return s
	case <-time.After(patience):
		t.Fatal("nothing comes")
		return ""
	}
}
