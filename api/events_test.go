package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/proof"
)

// signed are checkpoints with real signatures.
type signed struct {
	keys []proof.PublicKey
	docs []json.RawMessage
}

func newSigned(w *world) *signed {
	keys, err := proof.LoadOrCreateKey(w.t.TempDir(), bytes.NewReader(bytes.Repeat([]byte{7}, 32)), time.UnixMilli(1))
	w.must(err)
	s := &signed{keys: keys.PublicKeys()}
	for n := range 3 {
		doc, err := proof.SignCheckpoint(proof.Checkpoint{Seq: uint64(n * 10), At: proof.Time(1_796_000_000_000 + int64(n))}, keys)
		w.must(err)
		s.docs = append(s.docs, doc)
	}
	return s
}

// CheckpointsAfter implements api.Checkpoints.
func (s *signed) CheckpointsAfter(_ context.Context, n uint64, limit int) (out []api.NumberedCheckpoint, err error) {
	for k, doc := range s.docs {
		if uint64(k+1) > n && len(out) < limit {
			out = append(out, api.NumberedCheckpoint{N: uint64(k + 1), Body: doc})
		}
	}
	return out, nil
}

// LastCheckpointDocument implements api.Checkpoints.
func (s *signed) LastCheckpointDocument(context.Context) (json.RawMessage, error) {
	return s.docs[len(s.docs)-1], nil
}

// TestCheckpointsAreServedAsTheyWereSigned: page by page, on both surfaces, each
// verifies with the published keys.
func TestCheckpointsAreServedAsTheyWereSigned(t *testing.T) {
	w := newWorld(t)
	cfg := config(w)
	s := cfg.Checkpoints.(*signed)
	b := serve(t, w, api.Table(w.engine, cfg))
	for over, call := range map[string]surface{"REST": b.overREST(), "MCP": b.overMCP()} {
		var docs []string
		for after, more := 0, true; more; {
			a := call("list_checkpoints", "", args{"after": after, "limit": 2})
			for k := range a.at("checkpoints").([]any) {
				doc, err := json.Marshal(a.at("checkpoints", fmt.Sprint(k), "checkpoint"))
				if err != nil {
					t.Fatal(err)
				}
				docs = append(docs, string(doc))
			}
			after, more = int(a.at("next").(float64)), a.at("more").(bool)
		}
		docs = append(docs, string(call("get_latest_checkpoint", "", nil).body))
		if len(docs) != 4 {
			t.Fatalf("%s: %d checkpoints", over, len(docs))
		}
		for _, doc := range docs {
			c, err := proof.ReadCheckpoint([]byte(doc))
			if err == nil {
				err = c.Verify(s.keys)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", over, doc, err)
			}
		}
	}
}

// told are the types of the events of a list, with what they concern.
func told(a answer) (out []string) {
	for _, e := range a.at("events").([]any) {
		out = append(out, e.(map[string]any)["type"].(string))
	}
	return out
}

// TestEventsTellWhatIsPublic: what happens is told in order, once each, on both
// surfaces; page by page and from any place it is the same; a payment is told of
// when it has settled and not before; and nothing that anybody wrote is in it.
func TestEventsTellWhatIsPublic(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	from := call("list_events", "", nil).text("next")

	id := call("post_bounty", c.poster, bounty()).text("bounty_id")
	work := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
	lost := call("submit_result", c.rival, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
	call("review_submission", c.poster, args{"bounty_id": id, "submission_id": lost, "decision": "reject", "note": "a private note"})
	stl := call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": work}).text("instruction_id")
	i := b.instruction(stl)
	var legs []digest.Leg
	for _, l := range i.Legs {
		legs = append(legs, digest.Leg{To: l.To, Amount: l.Amount})
	}
	b.mine(tagged("pay", poster, i.Digest, legs)...)
	before := []string{"mission.created", "submission.received", "submission.received", "submission.rejected", "submission.picked"}
	if got := told(call("list_events", "", args{"after": from})); !slices.Equal(got, before) {
		t.Errorf("before the payment is confirmed: %v", got)
	}
	b.confirm()
	want := append(before, "settlement.settled", "mission.awarded")
	for over, call := range map[string]surface{"REST": b.overREST(), "MCP": b.overMCP()} {
		a := call("list_events", "", args{"after": from})
		if got := told(a); !slices.Equal(got, want) {
			t.Errorf("%s: %v", over, got)
		}
		for _, secret := range []string{"CANARY", "private note", preview[:20], bounty()["title"].(string), poster.String()[2:]} {
			if strings.Contains(string(a.body), secret) {
				t.Errorf("%s: an event holds %q", over, secret)
			}
		}
		last := fmt.Sprint(len(want) - 1)
		mission := strings.Replace(id, "bty_", "mis_", 1)
		if a.text("events", last, "mission_id") != mission || a.text("events", last, "links", "receipt") != origin+"/missions/"+mission+"/receipts/"+work {
			t.Errorf("%s: %s", over, a.body)
		}
		if a := call("get_mission", "", args{"mission_id": a.text("events", "0", "mission_id")}); a.status >= 400 {
			t.Errorf("%s: the mission of an event: %s", over, a.body)
		}
		// From behind every event the rest is told, however small the pages.
		for k := range want {
			at := a.text("events", fmt.Sprint(k), "id")
			var rest []string
			for more := true; more; {
				p := call("list_events", "", args{"after": at, "limit": 1})
				rest = append(rest, told(p)...)
				at, more = p.text("next"), p.at("more").(bool)
			}
			if !slices.Equal(rest, want[k+1:]) {
				t.Errorf("%s: behind %d: %v", over, k, rest)
			}
		}
		if got := told(call("list_events", "", args{"after": from, "types": "mission.awarded, mission.created", "mission_id": id})); !slices.Equal(got, []string{"mission.created", "mission.awarded"}) {
			t.Errorf("%s: filtered: %v", over, got)
		}
		if got := told(call("list_events", "", args{"after": from, "mission_id": "mis_0000000000000000"})); len(got) != 0 {
			t.Errorf("%s: another mission's: %v", over, got)
		}
		for _, bad := range []args{{"after": "x"}, {"after": "1"}, {"after": "1-2-3"}, {"after": "01-0"}, {"after": "-1-0"}, {"types": "no.such"}} {
			if a := call("list_events", "", bad); a.status == 200 {
				t.Errorf("%s: %v was taken", over, bad)
			}
		}
	}
}

// TestEscrowMissionsAreToldOfOnceTheChainHasThem: posting one is no event, its
// confirmed funding is.
func TestEscrowMissionsAreToldOfOnceTheChainHasThem(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	from := call("list_events", "", nil).text("next")
	id, m := openMission(t, b, call, c, func(args) {})
	if got := told(call("list_events", "", args{"after": from})); !slices.Equal(got, []string{"mission.created"}) {
		t.Errorf("funded: %v", got)
	}
	_, _ = enterWork(t, b, call, c.worker, id, m, winning)
	b.mine(m.paid(0, worker, worker, false)...)
	b.confirm()
	a := call("list_events", "", args{"after": from})
	if got, want := told(a), []string{"mission.created", "submission.received", "submission.entered", "mission.awarded"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for k := range told(a) {
		if got := a.text("events", fmt.Sprint(k), "mission_id"); got != strings.Replace(id, "bty_", "mis_", 1) {
			t.Errorf("event %d is of mission %q, not of %s", k, got, id)
		}
	}
}

// TestReceiptLogIsAllReceipts in the order of their signing, page by page, each as
// the receipt's own route gives it.
func TestReceiptLogIsAllReceipts(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	var want []string
	for n := range 3 {
		id := call("post_bounty", c.poster, bounty()).text("bounty_id")
		work := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
		stl := call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": work}).text("instruction_id")
		i := b.instruction(stl)
		var legs []digest.Leg
		for _, l := range i.Legs {
			legs = append(legs, digest.Leg{To: l.To, Amount: l.Amount})
		}
		b.mine(tagged(fmt.Sprint("pay ", n), poster, i.Digest, legs)...)
		b.confirm()
		r := call("get_receipt", "", args{"bounty_id": id, "submission_id": work})
		want = append(want, fmt.Sprint(r.json))
	}
	for over, call := range map[string]surface{"REST": b.overREST(), "MCP": b.overMCP()} {
		var got []string
		for after, more := 0, true; more; {
			a := call("list_receipts", "", args{"after": after, "limit": 2})
			for _, r := range a.at("receipts").([]any) {
				got = append(got, fmt.Sprint(r.(map[string]any)["receipt"]))
			}
			after, more = int(a.at("next").(float64)), a.at("more").(bool)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d receipts: %v\nwant %v", over, len(got), got, want)
		}
	}
}

// A name of the activity that has no type of its own is told by its own name.
func TestEventTypesAreNamed(t *testing.T) {
	if got := settle.EventTypeOf("dispute_filed"); got != "dispute.filed" {
		t.Error(got)
	}
	seen := map[string]bool{}
	for _, x := range settle.EventTypes() {
		if what, happened, ok := strings.Cut(x.Type, "."); !ok || what == "" || happened == "" || seen[x.Type] || x.Says == "" {
			t.Errorf("%+v", x)
		}
		seen[x.Type] = true
	}
}
