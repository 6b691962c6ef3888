package api_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/api/stream"
)

// streamed serves the stream of a world.
func streamed(t *testing.T, b *bench, change ...func(*stream.Options)) string {
	t.Helper()
	change = append([]func(*stream.Options){func(o *stream.Options) { o.Every, o.Heartbeat = 10*time.Millisecond, 50*time.Millisecond }}, change...)
	s := api.Stream(b.engine, origin, b.runner, func(*http.Request) op.Info {
		return op.Info{RequestID: "req_1", IP: netip.MustParseAddr("127.0.0.1")}
	}, nil, change...)
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { s.Run(ctx) })
	srv := httptest.NewServer(s)
	t.Cleanup(func() {
		stop()
		wg.Wait()
		srv.Close()
	})
	return srv.URL
}

// listen opens a stream; next reads events from it, skipping comments.
func listen(t *testing.T, url, last string) (res *http.Response, next func() (id, typ, data string)) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	res, err = http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	lines := bufio.NewScanner(res.Body)
	return res, func() (id, typ, data string) {
		for lines.Scan() {
			switch k, v, _ := strings.Cut(lines.Text(), ": "); k {
			case "id":
				id = v
			case "event":
				typ = v
			case "data":
				data = v
			case "":
				if data != "" {
					return id, typ, data
				}
			}
		}
		return "", "", ""
	}
}

// TestStreamGoesOn: listeners get what comes, in order and once, those that filter
// what they ask for; who comes again gets what it missed; nothing sealed is in it.
func TestStreamGoesOn(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	url := streamed(t, b)
	from := call("list_events", "", nil).text("next")
	_, all := listen(t, url+"/events?after="+from, "")
	_, some := listen(t, url+"/events?types=mission.created&after="+from, "")
	id := call("post_bounty", c.poster, bounty()).text("bounty_id")
	work := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
	call("review_submission", c.poster, args{"bounty_id": id, "submission_id": work, "decision": "reject", "note": "a private note"})
	want := []string{"mission.created", "submission.received", "submission.rejected"}
	var ids, got []string
	for range want {
		i, typ, data := all()
		ids, got = append(ids, i), append(got, typ)
		if strings.Contains(data, "CANARY") || strings.Contains(data, "private note") || strings.Contains(data, preview[:20]) {
			t.Errorf("an event holds what is not public: %s", data)
		}
		if !strings.Contains(data, `"id":"`+i+`"`) {
			t.Errorf("event %s: %s", i, data)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if _, typ, _ := some(); typ != "mission.created" {
		t.Errorf("filtered: %s", typ)
	}
	// Again from behind the first, with the header and with the parameter; the header wins.
	for _, way := range [][2]string{{"/events", ids[0]}, {"/events?after=" + ids[0], ""}, {"/events?after=" + from, ids[0]}} {
		_, again := listen(t, url+way[0], way[1])
		for k := 1; k < len(ids); k++ {
			if i, _, _ := again(); i != ids[k] {
				t.Errorf("%v: %s, want %s", way, i, ids[k])
			}
		}
	}
	second := call("post_bounty", c.poster, bounty()).text("bounty_id")
	for _, next := range []func() (string, string, string){all, some} {
		if _, typ, data := next(); typ != "mission.created" || !strings.Contains(data, strings.TrimPrefix(second, "bty_")) {
			t.Errorf("%s %s", typ, data)
		}
	}
	for _, bad := range []string{"/events?after=x", "/events?types=no.such"} {
		if res, _ := listen(t, url+bad, ""); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", bad, res.StatusCode)
		}
	}
	if res, _ := listen(t, url+"/events", "nonsense"); res.StatusCode != http.StatusBadRequest {
		t.Errorf("Last-Event-ID: %d", res.StatusCode)
	}
}

// TestStreamIsBounded: there are so many listeners and no more, and one that leaves
// makes room.
func TestStreamIsBounded(t *testing.T) {
	b := newBench(t)
	url := streamed(t, b, func(o *stream.Options) { o.PerNetwork = 2 })
	one, _ := listen(t, url+"/events", "")
	two, _ := listen(t, url+"/events", "")
	if one.StatusCode != 200 || two.StatusCode != 200 || one.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%d %d %v", one.StatusCode, two.StatusCode, one.Header)
	}
	if three, _ := listen(t, url+"/events", ""); three.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a third: %d", three.StatusCode)
	}
	_ = one.Body.Close()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if next, _ := listen(t, url+"/events", ""); next.StatusCode == 200 {
			break
		} else if time.Now().After(deadline) {
			t.Fatal("a place that was left is not given again")
		}
	}
}

func TestStreamIsWanted(t *testing.T) {
	for accept, want := range map[string]bool{"": false, "application/json": false, "*/*": false, "text/event-stream": true,
		"application/json, text/event-stream": true, "text/event-stream;q=0": false} {
		r := httptest.NewRequest("GET", "/events", nil)
		r.Header.Set("Accept", accept)
		if stream.Wanted(r) != want {
			t.Errorf("%q: %v", accept, !want)
		}
	}
}
