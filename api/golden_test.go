package api_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// goldenWorld is one mission of each kind: open and typed, picked, resolved for
// points, expired, and funded in the escrow.
func goldenWorld(t *testing.T) (b *bench, worked string) {
	t.Helper()
	b = newBench(t, withPoints, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	post := func(change ...func(args)) string {
		a := b.post("/api/missions", c.poster, postB(change...))
		if a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		b.pass(time.Second)
		return a.text("id")
	}
	submit := func(id, key string, body args) string {
		a := b.post("/missions/"+id+"/submit", key, body)
		if a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		b.pass(time.Second)
		return a.text("submission_id")
	}
	post(func(in args) { in["deadline_hours"], in["title"] = 1, "Too late" })
	post(func(in args) {
		delete(in, "deadline_hours")
		in["title"], in["mission_type"], in["type_params"], in["max_submissions"] = "Typed", "research", args{"question": "Who sells cork?"}, 9
	})
	direct := post(func(in args) { in["title"] = "Picked" })
	sub := submit(direct, c.worker, args{"proof": canary, "preview": preview})
	submit(direct, c.rival, args{"content_uri": "https://rival.example/work", "content_hash": strings.Repeat("ab", 32)})
	points := post(func(in args) {
		in["title"], in["reward_currency"], in["reward_amount"], in["verification_type"] = "For points", "AIGEN", 250, "first_valid_match"
		in["verification_params"] = args{"regex": `OABP-\d{4}`}
	})
	submit(points, c.rival, args{"proof": "no"})
	submit(points, c.worker, args{"proof": "OABP-1234"})
	id, m := openMission(t, b, call, c, func(args) {})
	enterWork(t, b, call, c.worker, id, m, canary)
	b.pass(2 * time.Hour)
	if n, err := b.engine.Sweep(t.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	b.mine() // the chain goes on
	if a := b.post("/missions/"+direct+"/resolve", c.poster, args{"submission_id": sub}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	return b, points
}

// TestDialectsAreGolden: each dialect's lists and details of one world, byte for byte
// what the reviewed files hold.
func TestDialectsAreGolden(t *testing.T) {
	b, worked := goldenWorld(t)
	for name, path := range map[string]string{
		"a_list": "/missions?funding=any&status=all", "b_list": "/api/missions?funding=any&status=all", "c_list": "/missions?funding=any&status=all&dialect=c",
		"a_held": "/missions", "b_held": "/api/missions", "a_active": "/missions/active?limit=1", "b_resolved": "/api/missions?status=resolved",
		"a_detail": "/missions/" + worked, "b_detail": "/api/missions/" + worked, "c_detail": "/api/missions/" + worked + "?dialect=c",
		"stats": "/api/stats", "types": "/missions/types",
	} {
		a := b.send("GET", path, "", nil)
		var got bytes.Buffer
		if err := json.Indent(&got, a.body, "", "  "); err != nil || a.status != 200 {
			t.Fatalf("%s: %d %s", path, a.status, a.body)
		}
		got.WriteByte('\n')
		file := filepath.Join("testdata", "dialects", name+".json")
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(want, got.Bytes()) {
			t.Errorf("%s is not what %s gives (%v); look at it, and run go test ./api -run TestDialectsAreGolden -update\n%s", file, path, err, got.Bytes())
		}
		if strings.Contains(got.String(), "CANARY") || strings.Contains(got.String(), "rival.example") {
			t.Errorf("%s shows sealed matter", path)
		}
	}
}

// TestClientsRead: what the public clients decode (oabp.md (c)), by structs of the
// types that they have.
func TestClientsRead(t *testing.T) {
	b, _ := goldenWorld(t)
	read := func(path string, into any) {
		t.Helper()
		if a := b.send("GET", path, "", nil); a.status != 200 || json.Unmarshal(a.body, into) != nil {
			t.Fatalf("%s: %d %v %s", path, a.status, json.Unmarshal(a.body, into), a.body)
		}
	}
	// The Go client: amounts and times are numbers, a list is a bare array.
	var flat []struct {
		ID, Status, Title string
		Creator           string `json:"creator_agent_id"`
		Reward            struct {
			Amount   float64
			Currency string
		}
		VerificationType string `json:"verification_type"`
		Deadline         int64
		CreatedAt        int64 `json:"created_at"`
		Submissions      []struct {
			ID        string
			Submitter string  `json:"submitter_agent_id"`
			Proof     *string `json:"proof"`
			Verified  bool
			CreatedAt int64 `json:"created_at"`
		}
		Resolution *struct {
			Winner     string  `json:"winner_agent_id"`
			Paid       float64 `json:"reward_paid"`
			Currency   string
			RCurrency  string `json:"reward_currency"`
			ResolvedAt int64  `json:"resolved_at"`
		}
	}
	read("/api/missions?funding=any&status=all", &flat)
	seen := map[string]int{}
	for _, m := range flat {
		seen[m.Status]++
		if !strings.HasPrefix(m.ID, "mis_") || m.Creator == "" || m.Reward.Amount <= 0 || m.Reward.Currency == "" || m.Deadline <= m.CreatedAt || m.Submissions == nil {
			t.Errorf("%+v", m)
		}
		if (m.Status == "resolved") != (m.Resolution != nil) { // REST-03: null on what expired
			t.Errorf("%s is %s with %+v", m.ID, m.Status, m.Resolution)
		}
		// The TypeScript client reads an agent's reputation out of this.
		if r := m.Resolution; r != nil && (r.Winner == "" || r.Paid != 248.75 || r.Currency != "AIGEN" || r.RCurrency != "AIGEN" || r.ResolvedAt == 0 || len(m.Submissions) != 2 || m.Submissions[0].Submitter == "") {
			t.Errorf("%+v", m)
		}
	}
	if seen["open"] != 3 || seen["resolved"] != 1 || seen["expired"] != 1 {
		t.Errorf("%v", seen)
	}
	for _, status := range []string{"open", "resolved", "expired"} { // REST-02
		read("/api/missions?funding=any&status="+status, &flat)
		if len(flat) != seen[status] {
			t.Errorf("%s: %d, want %d", status, len(flat), seen[status])
		}
	}
	// The Python SDK: nested, and an amount that int() reads.
	var nested struct {
		Missions []struct {
			ID, Creator, Deadline string
			Reward                struct{ Asset, Amount string }
			Verification          struct{ Type string }
		}
	}
	read("/missions?funding=any&status=all&limit=2", &nested)
	if len(nested.Missions) != 2 {
		t.Errorf("%d missions", len(nested.Missions))
	}
	for _, m := range nested.Missions {
		if n, err := strconv.ParseInt(m.Reward.Amount, 10, 64); err != nil || n <= 0 || m.Creator == "" || m.Reward.Asset != strings.ToUpper(m.Reward.Asset) || m.Verification.Type == "" {
			t.Errorf("%+v", m)
		}
		if _, err := time.Parse(time.RFC3339, m.Deadline); err != nil {
			t.Error(err)
		}
	}
	// Errors have a text as error, for whoever reads it (REST-04).
	a := b.send("GET", "/api/missions/mis_0000000000000000", "", nil)
	if a.status != 404 || a.text("error") != "not_found" || a.text("message") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a = b.send("GET", "/api/v1/mission", "", nil); a.status != 404 || len(a.at("canonical_paths").([]any)) == 0 {
		t.Errorf("%d %s", a.status, a.body)
	}
	// go-mcp calls list_missions without arguments.
	tool := b.overMCP()("list_missions", "", args{})
	if _, ok := tool.at("missions", "0", "reward", "amount").(float64); !ok {
		t.Errorf("%s", tool.body)
	}
	if _, ok := tool.at("missions", "0", "deadline").(float64); !ok {
		t.Errorf("%s", tool.body)
	}
}
