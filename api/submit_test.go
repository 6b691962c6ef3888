package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
)

// missionOf posts the bounty of walks and gives its OABP id.
func missionOf(t *testing.T, call surface, c cast, change ...func(args)) string {
	t.Helper()
	in := bounty()
	for _, f := range change {
		f(in)
	}
	a := call("post_bounty", c.poster, in)
	id := strings.Replace(a.text("bounty_id"), "bty_", "mis_", 1)
	if id == "" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	return id
}

func (b *bench) post(path, key string, body any, headers ...string) answer {
	b.t.Helper()
	return b.send("POST", path, key, jsonBody(b.t, body), headers...)
}

// TestSubmitBodies: every dialect's body is taken on both paths, and answered alike
// (oabp.md (b), (c) 3).
func TestSubmitBodies(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	sum := sha256.Sum256([]byte("elsewhere"))
	digest := hex.EncodeToString(sum[:])
	for n, body := range []args{
		{"submitter_agent_id": c.workerID, "proof": canary},
		{"submitter": worker.Checksum(), "content_uri": "https://worker.example/CANARY", "content_hash": "0x" + digest, "metadata": args{"model": "m", "n": 1}},
		{"submitter": worker.String(), "content_uri": "ipfs://bafyCANARY", "content_hash": "sha256:" + digest},
		{"agent_id": c.workerID, "content": canary},
		{"agent": worker.String(), "content": canary, "preview": preview},
		{"proof": canary},
	} {
		for _, path := range []string{"/missions/", "/api/missions/"} {
			id := missionOf(t, call, c)
			a := b.post(path+id+"/submit", c.worker, body)
			if a.status != 201 {
				t.Fatalf("%d: %d %s", n, a.status, a.body)
			}
			sub := a.text("submission_id")
			if a.at("accepted") != false || a.text("status") != "pending" || a.text("message") == "" || a.text("next_action") == "" || a.at("resolved") != false ||
				a.text("mission_id") != id || !strings.HasPrefix(sub, "sub_") || a.text("submitter") != c.workerID || a.text("agent_id") != c.workerID ||
				a.at("resolution") != nil || a.at("sealed") != true || a.text("submission", "id") != sub || a.text("submission", "submitter_agent_id") != c.workerID ||
				a.at("submission", "proof") != nil || a.at("submission", "verified") != false || a.text("content_hash") == "" {
				t.Errorf("%d: %s", n, a.body)
			}
			if _, err := time.Parse(time.RFC3339, a.text("submitted_at")); err != nil {
				t.Error(err)
			}
			if _, ok := a.at("submission", "created_at").(float64); !ok {
				t.Errorf("%s", a.body)
			}
			meta, ok := a.at("metadata").(map[string]any)
			if !ok || body["metadata"] != nil && (meta["model"] != "m" || meta["n"] != 1.0) {
				t.Errorf("metadata %v", a.at("metadata"))
			}
			elsewhere := body["content_uri"] != nil
			if elsewhere != (a.text("content_uri") == body["content_uri"]) || elsewhere && a.text("content_hash") != "0x"+digest || elsewhere == (a.at("deposited") == true) {
				t.Errorf("%d: %s", n, a.body)
			}
			if sealedMatter := strings.Contains(string(a.body), "CANARY-7b1c"); sealedMatter {
				t.Errorf("the answer has the work: %s", a.body)
			}
			d := b.send("GET", "/api/missions/"+id, "", nil) // REST-07
			if d.text("submissions", "0", "id") != sub || d.text("submissions", "0", "submitter_agent_id") != c.workerID || d.at("submissions", "0", "proof") != nil ||
				strings.Contains(string(d.body), "CANARY") || strings.Contains(string(d.body), "worker.example") {
				t.Errorf("%s", d.body)
			}
			call("cancel_bounty", c.poster, args{"bounty_id": id}) // there may be ten at once
		}
	}
}

// TestSubmitRefusals: what is wrong is said, and nothing is submitted.
func TestSubmitRefusals(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	id := missionOf(t, call, c, func(in args) { in["deadline"] = b.clock().Add(time.Hour).UTC().Format(time.RFC3339) })
	path := "/missions/" + id + "/submit"
	hash := strings.Repeat("ab", 32)
	for name, x := range map[string]struct {
		key    string
		body   args
		status int
		code   settle.Code
	}{
		"nobody":             {"", args{"proof": "x"}, 403, settle.CodeAnonymousSubmission},
		"a claim":            {"", args{"proof": "x", "submitter_agent_id": "agent.alice"}, 401, settle.CodeIdentityProofRequired},
		"somebody else":      {c.worker, args{"proof": "x", "submitter_agent_id": c.rivalID}, 403, settle.CodeForbidden},
		"another's address":  {c.worker, args{"content": "x", "agent": rival.String()}, 403, settle.CodeForbidden},
		"two at once":        {c.worker, args{"proof": "x", "submitter_agent_id": c.workerID, "agent": c.rivalID}, 400, settle.CodeInvalid},
		"a bad key":          {"bk_" + strings.Repeat("0", 48), args{"proof": "x"}, 401, settle.CodeUnauthenticated},
		"REST-14 empty":      {c.worker, args{"proof": ""}, 400, settle.CodeInvalid},
		"REST-14 blank":      {c.worker, args{"proof": " \n\t "}, 400, settle.CodeInvalid},
		"REST-14 nothing":    {c.worker, args{}, 400, settle.CodeInvalid},
		"blank content":      {c.worker, args{"content": "\n"}, 400, settle.CodeInvalid},
		"too long":           {c.worker, args{"content": strings.Repeat("x", 32769)}, 400, settle.CodeInvalid},
		"a URI alone":        {c.worker, args{"content_uri": "https://x.example/"}, 400, settle.CodeInvalid},
		"a hash alone":       {c.worker, args{"content_hash": hash}, 400, settle.CodeInvalid},
		"http":               {c.worker, args{"content_uri": "http://x.example/", "content_hash": hash}, 400, settle.CodeInvalid},
		"a file":             {c.worker, args{"content_uri": "file:///etc/passwd", "content_hash": hash}, 400, settle.CodeInvalid},
		"with a password":    {c.worker, args{"content_uri": "https://a:b@x.example/", "content_hash": hash}, 400, settle.CodeInvalid},
		"a short hash":       {c.worker, args{"content_uri": "https://x.example/", "content_hash": hash[:62] + "  "}, 400, settle.CodeInvalid},
		"not hexadecimal":    {c.worker, args{"content_uri": "https://x.example/", "content_hash": strings.Repeat("zz", 32)}, 400, settle.CodeInvalid},
		"both kinds of body": {c.worker, args{"proof": "x", "content": "y"}, 400, settle.CodeInvalid},
	} {
		if a := b.post(path, x.key, x.body); a.status != x.status || a.text("error") != string(x.code) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if a := b.post("/missions/mis_0000000000000000/submit", c.worker, args{"proof": "x"}); a.status != 404 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.send("GET", "/api/missions/"+id, c.poster, nil); a.at("current_submissions") != 0.0 {
		t.Errorf("%s", a.body)
	}
	if a := b.post(path, c.worker, args{"content": strings.Repeat("\U0001F600", 16384)}); a.status != 201 {
		t.Errorf("the longest work: %d %.300s", a.status, a.body)
	}
	b.pass(2 * time.Hour) // REST-13
	if a := b.post(path, c.worker, args{"proof": "x"}); a.status != 409 || a.text("error") != "mission_not_open" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestSubmitToTheEscrow: work for an escrow mission is entered there with what the
// answer gives, and before the mission is funded it is refused.
func TestSubmitToTheEscrow(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	id, _ := openMission(t, b, call, c, func(args) {})
	a := b.post("/missions/"+id+"/submit", c.worker, args{"submitter_agent_id": c.workerID, "proof": canary})
	if a.status != 201 || a.text("status") != "pending" || a.text("reason") != "awaiting_chain" || a.text("escrow", "enter", "calldata") == "" ||
		a.text("escrow", "content_hash") != a.text("content_hash") {
		t.Errorf("%d %s", a.status, a.body)
	}
	uri := args{"content_uri": "https://x.example/", "content_hash": strings.Repeat("ab", 32)}
	if a := b.post("/missions/"+id+"/submit", c.rival, uri); a.status != 400 {
		t.Errorf("%d %s", a.status, a.body)
	}
	waiting := call("post_mission", c.poster, b.missionBody()).text("id")
	if a := b.post("/missions/"+waiting+"/submit", c.worker, args{"proof": canary}); a.status != 409 || a.text("error") != "mission_not_funded" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestSubmitTools: the tools of both families do the same, with a reward that is an
// object (oabp.md (d)).
func TestSubmitTools(t *testing.T) {
	b := newBench(t)
	rest, call := b.overREST(), b.overMCP()
	c := enroll(t, rest)
	for name, body := range map[string]args{
		"submit_mission": {"proof": canary}, "oabp_submit_mission": {"proof": canary, "submitter_agent_id": c.workerID}, "submit_deliverable": {"proof": canary, "submitter_agent_id": c.workerID},
		"submit_to_mission": {"content": canary}, "submit_solution": {"submitter": worker.String(), "content_uri": "https://x.example/", "content_hash": "0x" + strings.Repeat("ab", 32)},
	} {
		body["mission_id"] = missionOf(t, rest, c)
		a := call(name, c.worker, body)
		if a.status != 200 || a.text("mission_id") != body["mission_id"] || a.at("accepted") != false || a.text("status") != "pending" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if a := call("oabp_submit_mission", "", args{"mission_id": missionOf(t, rest, c), "proof": "x"}); a.status != 403 || a.text("error") != string(settle.CodeAnonymousSubmission) {
		t.Errorf("%s", fmt.Sprint(a.status, string(a.body)))
	}
}

func jsonBody(t *testing.T, v any) io.Reader {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(raw)
}
