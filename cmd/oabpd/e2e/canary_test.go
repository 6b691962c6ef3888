package e2e

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/jackc/pgx/v5"
)

// canary is a random text inside sealed content, in every spelling that could
// carry it out.
type canary struct {
	text  string
	forms []string
}

func newCanary(t testing.TB) canary {
	t.Helper()
	key, err := crypto.GenerateKey()
	must(t, err)
	c := canary{text: "canary" + hex.EncodeToString(crypto.FromECDSA(key))[:40]}
	c.forms = []string{c.text, hex.EncodeToString([]byte(c.text))}
	for shift := range 3 { // base64 of it at any offset, less the digits that its neighbours share
		s := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("x", shift) + c.text))
		c.forms = append(c.forms, s[4:len(s)-4])
	}
	return c
}

func (c canary) in(b string) bool {
	return slices.ContainsFunc(c.forms, func(f string) bool { return strings.Contains(b, f) || strings.Contains(b, strings.ToUpper(f)) })
}

// No sealed text on any surface of a live daemon (R2, R3).
func TestCanary(t *testing.T) {
	t.Parallel()
	w := newWorld(t, startGeth(t, 0))
	h := &hunt{w: w, canary: newCanary(t), losing: newCanary(t), loser: w.person(t, "Loser", false), saw: map[string]bool{}}
	if !h.canary.in("...\\x00"+hex.EncodeToString([]byte("a"+h.canary.text))) || !h.canary.in(base64.StdEncoding.EncodeToString([]byte("ab"+h.canary.text+"z"))) {
		t.Fatal("the canary does not find itself")
	}
	j := &job{poster: w.person(t, "Poster", false), worker: w.person(t, "Worker", false), secret: h.canary.text}
	h.job = j
	j.bounty = w.post(t, j.poster, "/v1/bounties", bountyBody(2500)).want(t, 201).str("bounty_id")
	submit := func(who *person, text string) string {
		path := "/v1/bounties/" + j.bounty + "/submissions"
		body := map[string]any{"content": "The answer: " + text, "preview": "Eight suppliers with prices and dates, each with its source, as was asked."}
		r := w.do(t, who, "POST", path, body, "Idempotency-Key", "once-"+who.agent).want(t, 201)
		if again := w.do(t, who, "POST", path, body, "Idempotency-Key", "once-"+who.agent).want(t, 201); again.str("submission_id") != r.str("submission_id") {
			t.Fatalf("an idempotent repeat made %s", again.body)
		}
		return r.str("submission_id")
	}
	j.sub, h.lost = submit(j.worker, h.canary.text), submit(h.loser, h.losing.text)
	h.refusals(t)
	h.everywhere(t, "submitted")
	w.pick(t, j)
	j.before = w.balance(t, j.worker.account.Address)
	h.everywhere(t, "picked")
	w.mined(t, w.payPlain(t, j.inst, j.poster.account)...)
	w.mine(t, 2)
	h.everywhere(t, "confirming")
	w.mine(t, depth-2)
	h.open = true
	h.everywhere(t, "released")
	w.released(t, j, h.loser)
	checkRebuild(t, w.db)
}

// The same of a mission of the escrow: while its work waits for the chain, is
// entered, is awarded and not confirmed, and after.
func TestCanaryOfTheEscrow(t *testing.T) {
	t.Parallel()
	w := newWorld(t, startGeth(t, 0))
	h := &hunt{w: w, canary: newCanary(t), losing: newCanary(t), loser: w.person(t, "Loser", false), saw: map[string]bool{}}
	e := w.escrowJob(t, nil)
	w.fundIt(t, e, "authorization")
	w.mine(t, depth)
	submit := func(who *person, text string) reply {
		return w.post(t, who, "/v1/bounties/"+e.bounty+"/submissions", work(text)).want(t, 201)
	}
	e.work = submit(e.worker, h.canary.text)
	lost := submit(h.loser, h.losing.text)
	e.sub, e.secret, h.lost = e.work.str("submission_id"), h.canary.text, lost.str("submission_id")
	h.job = &job{poster: e.poster, worker: e.worker, bounty: e.bounty, sub: e.sub, secret: e.secret}
	h.everywhere(t, "waiting for the chain")
	w.mined(t, w.sendCall(t, lost, "escrow.enter", h.loser))
	w.enters(t, e)
	h.everywhere(t, "entered")
	call := w.get(t, e.poster, "/missions/"+e.id+"/award?submission_id="+e.sub).want(t, 200)
	w.mined(t, w.sendCall(t, call, "award", e.poster))
	h.everywhere(t, "awarded and not confirmed")
	w.mine(t, depth)
	h.open = true
	h.everywhere(t, "released by the escrow")
	checkRebuild(t, w.db)
}

// hunt looks for the canaries of a winning and a losing submission.
type hunt struct {
	w              *world
	job            *job
	canary, losing canary
	loser          *person
	lost           string
	open           bool // the winning one is released
	saw            map[string]bool
}

// look says what must not be there.
func (h *hunt) look(t *testing.T, who, where, what string) {
	t.Helper()
	mayWin := who == "worker" || who == "poster" && h.open
	h.saw[who] = h.saw[who] || h.canary.in(what)
	if h.canary.in(what) && !mayWin {
		t.Errorf("%s: %s sees the sealed work: %s", where, who, clip([]byte(what)))
	}
	if h.losing.in(what) && who != "loser" {
		t.Errorf("%s: %s sees the losing work", where, who)
	}
}

func (h *hunt) principals() map[string]*person {
	return map[string]*person{"anonymous": nil, "nobody": {token: "bk_" + strings.Repeat("0", 48)}, "poster": h.job.poster,
		"worker": h.job.worker, "loser": h.loser}
}

// everywhere walks all surfaces.
func (h *hunt) everywhere(t *testing.T, stage string) {
	t.Run(stage, func(t *testing.T) {
		seen := map[string]int{}
		h.saw = map[string]bool{}
		for who, p := range h.principals() {
			for _, b := range h.gets(t, p) {
				h.look(t, who, b.what, string(b.body)+fmt.Sprint(b.header))
				seen[who]++
			}
			for _, b := range h.tools(t, p, h.open && who != "poster" && who != "worker") {
				h.look(t, who, b.what, string(b.body))
				seen[who]++
			}
		}
		for who, n := range seen {
			if n < 40 {
				t.Errorf("%s has looked at %d answers only", who, n)
			}
		}
		if !h.saw["worker"] || h.saw["poster"] != h.open {
			t.Errorf("who sees the work: %v", h.saw) // a hunt that finds nothing at all is blind
		}
		// nobody's right extends to these
		h.look(t, "operator", "log", h.w.log.String())
		h.look(t, "operator", "metrics", fetch(t, h.w.app.MetricsURL()))
		tables := dump(t, h.w.db)
		for name, text := range tables {
			h.look(t, "operator", "table "+name, text)
		}
		if len(tables) < 15 || !strings.Contains(tables["journal"], h.job.sub) {
			t.Errorf("the dump is no dump: %d tables", len(tables))
		}
		if h.w.envelope(t, h.job.poster, h.job).status == 200 != h.open {
			t.Errorf("open: %v expected", h.open)
		}
	})
}

var placeholder = regexp.MustCompile(`\{([a-z_]+)\}`)

// gets asks every GET of the OpenAPI document about both submissions.
func (h *hunt) gets(t *testing.T, who *person) (out []reply) {
	doc := h.w.get(t, nil, "/openapi.json").want(t, 200)
	paths, _ := doc.at("paths").(map[string]any)
	if len(paths) < 20 {
		t.Fatalf("the document has %d paths", len(paths))
	}
	for path, item := range paths {
		if ops, _ := item.(map[string]any); ops["get"] == nil {
			continue
		}
		for _, sub := range []string{h.job.sub, h.lost} {
			full := placeholder.ReplaceAllStringFunc(path, func(p string) string { return h.fill(t, strings.Trim(p, "{}"), sub) })
			for _, query := range []string{"", "?status=all&funding=any"} {
				r := h.w.get(t, who, full+query)
				if r.status >= 500 && r.status != 503 {
					t.Errorf("%s: %d %s", r.what, r.status, clip(r.body))
				}
				out = append(out, r)
				if !strings.Contains(path, "{") && query != "" {
					break
				}
			}
		}
	}
	return out
}

// fill is a value for a field by its name.
func (h *hunt) fill(t *testing.T, name, sub string) string {
	t.Helper()
	id := h.job.id
	if id == "" {
		id = "stl_0000000000000000"
	}
	mission := strings.Replace(h.job.bounty, "bty_", "mis_", 1)
	v, ok := map[string]string{"bounty_id": h.job.bounty, "id": mission, "mission_id": mission, "submission_id": sub,
		"instruction_id": id, "agent_id": h.job.worker.agent, "agent_address": h.job.worker.account.Address.Hex(), "tx_hash": "0x" + strings.Repeat("1", 64), "address": h.w.fee.Address.Hex(),
		"signature": "0x" + strings.Repeat("ab", 65), "message": "no message", "name": "Somebody else", "payout_address": h.w.fee.Address.Hex(),
		"title": "Another bounty", "description": "Another bounty that is long enough.", "category": "other", "content": "plain content",
		"preview": "A preview of some forty characters, no more than that.", "decision": "reject", "file": "index.html", "path": "x",
		"code": "not_confirmed", "key_id": "key_0000000000000000", "funding": "escrow", "deadline": time.Now().Add(48 * time.Hour).UTC().Format(time.RFC3339), "way": "authorization", "call": "appeal",
		"url": "https://hooks.example/in", "content_uri": "https://worker.example/x", "content_hash": strings.Repeat("ab", 32), "proof": "plain proof", "commitment": "0x" + strings.Repeat("2", 64)}[name]
	if !ok {
		t.Fatalf("nothing to put into %s", name)
	}
	return v
}

// tools calls every tool, or every tool that only reads, about both submissions.
func (h *hunt) tools(t *testing.T, who *person, all bool) (out []reply) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := h.w.mcp(ctx, t)
	defer c.Close()
	list, err := c.ListTools(ctx, nil)
	must(t, err)
	for _, tool := range list.Tools {
		if !tool.Annotations.ReadOnlyHint && !all {
			continue
		}
		schema, _ := tool.InputSchema.(map[string]any)
		props, _ := schema["properties"].(map[string]any)
		required, _ := schema["required"].([]any)
		caller := who
		if props["api_key"] == nil {
			caller = nil
		}
		for _, sub := range []string{h.job.sub, h.lost} {
			in := map[string]any{}
			for _, name := range required {
				switch name {
				case "transfers":
					in["transfers"] = []any{map[string]any{"from": h.w.fee.Address.Hex(), "to": h.w.fee.Address.Hex(), "amount": "1"}}
				case "verification":
					in["verification"] = map[string]any{"type": "creator_judges"}
				case "log_index":
					in["log_index"] = 0
				case "events":
					in["events"] = []any{"*"}
				case "reward_usd", "reward_amount":
					in[name.(string)] = 5
				default:
					in[name.(string)] = h.fill(t, name.(string), sub)
				}
			}
			out = append(out, callTool(ctx, t, c, caller, tool.Name, in))
		}
	}
	return out
}

// refusals makes errors with the canary in the request: none repeats it.
func (h *hunt) refusals(t *testing.T) {
	path := "/v1/bounties/" + h.job.bounty + "/submissions"
	preview := "Eight suppliers with prices and dates, each with its source, as was asked."
	for what, body := range map[string]map[string]any{
		"too short a preview": {"content": h.canary.text, "preview": "short"},
		"an unknown field":    {"content": h.canary.text, "preview": preview, "contents": h.canary.text},
		"a wrong type":        {"content": []string{h.canary.text}, "preview": preview},
		"a wrong team":        {"content": h.canary.text, "preview": preview, "contributors": []any{map[string]any{"agent_id": h.loser.agent, "share_bp": 1}}},
		"an unknown part":     {"content": h.canary.text, "preview": preview, "milestone_id": "mst_none"},
	} {
		r := h.w.post(t, h.job.worker, path, body)
		if r.status < 400 || r.status >= 500 {
			t.Errorf("%s: %d %s", what, r.status, clip(r.body))
		}
		h.look(t, "error reader", what, string(r.body))
	}
	for _, who := range []*person{nil, {token: "bk_" + strings.Repeat("0", 48)}} {
		r := h.w.post(t, who, path, map[string]any{"content": h.canary.text, "preview": preview}).want(t, 401)
		h.look(t, "error reader", "no credential", string(r.body))
	}
	req, err := http.NewRequestWithContext(t.Context(), "POST", h.w.url+path, strings.NewReader(`{"content":"`+h.canary.text))
	must(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+h.job.worker.token)
	resp, err := http.DefaultClient.Do(req)
	must(t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	must(t, err)
	h.look(t, "error reader", "broken JSON", string(b))
}

func fetch(t testing.TB, url string) string {
	t.Helper()
	resp, err := http.Get(url)
	must(t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	must(t, err)
	return string(b)
}

// dump is every table of the database as text.
func dump(t testing.TB, db string) map[string]string {
	t.Helper()
	ctx := t.Context()
	c, err := pgx.Connect(ctx, db)
	must(t, err)
	defer c.Close(ctx)
	rows, err := c.Query(ctx, `select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
	must(t, err)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	out := map[string]string{}
	for _, name := range names {
		var text *string
		must(t, c.QueryRow(ctx, `select string_agg(x::text || ' ' || row_to_json(x)::text, E'\n') from `+name+` x`).Scan(&text))
		short := name[strings.LastIndex(name, ".")+1:]
		out[short] = ""
		if text != nil {
			out[short] = *text
			// bytea columns, decoded, in case they are text
			for _, m := range regexp.MustCompile(`\\+x([0-9a-f]{8,})`).FindAllStringSubmatch(*text, -1) {
				if raw, err := hex.DecodeString(m[1][:len(m[1])&^1]); err == nil {
					out[short] += "\n" + string(raw)
				}
			}
		}
	}
	return out
}
