package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

// TestIncidents: every kind is listed, shown and cleared, with what to do.
func TestIncidents(t *testing.T) {
	url := pgtest.NewDB(t, "empty", func(context.Context, string) error { return nil })
	if err := postgres.Migrate(t.Context(), url, migrations.FS); err != nil {
		t.Fatal(err)
	}
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.WithoutCancel(t.Context()))
	put := func(key string, row any, table string) {
		t.Helper()
		b, err := json.Marshal(row)
		if err == nil {
			_, err = c.Exec(t.Context(), fmt.Sprintf("insert into %s (key, body) values ($1, $2)", table), key, string(b))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put(settle.SettingsKey, settle.Settings{HaltedReason: "they are at odds", HaltedAt: 5}, "settings")
	ids := map[settle.IncidentKind]string{}
	for n, k := range settle.IncidentKinds() {
		i := settle.Incident{Seq: uint64(n + 1), Kind: k, Text: "what happened to " + string(k), At: 1_800_000_000_000}
		ids[k] = i.Key()
		put(i.Key(), i, "incident")
	}
	list := wants(t, 0, []string{fmt.Sprintf("%d open", len(ids))}, "incidents", "list", "--database-url", url)
	next := map[string]bool{}
	for k, id := range ids {
		if !strings.Contains(list, id+"  2027-01-15T08:00:00Z  "+string(k)) || !strings.Contains(list, "what happened to "+string(k)) {
			t.Errorf("%s is not in\n%s", id, list)
		}
		wants(t, 0, []string{"incident     " + id, "kind         " + string(k), "what happened to " + string(k), "next action  "}, "incidents", "show", id, "--database-url", url)
		var shown struct {
			ID       string          `json:"id"`
			Next     string          `json:"next_action"`
			Incident settle.Incident `json:"incident"`
		}
		out := wants(t, 0, nil, "incidents", "show", "--json", "--database-url", url, id)
		if err := json.Unmarshal([]byte(out), &shown); err != nil || shown.ID != id || shown.Incident.Kind != k || len(shown.Next) < 20 || next[shown.Next] {
			t.Errorf("%s, %v", out, err)
		}
		next[shown.Next] = true
	}
	type line struct {
		ID   string              `json:"id"`
		Kind settle.IncidentKind `json:"kind"`
		Next string              `json:"next_action"`
	}
	var page struct {
		Incidents []line  `json:"incidents"`
		Next      *string `json:"next_cursor"`
	}
	out := wants(t, 0, nil, "incidents", "list", "--json", "--database-url", url)
	if err := json.Unmarshal([]byte(out), &page); err != nil || len(page.Incidents) != len(ids) || page.Incidents[0].ID != ids[page.Incidents[0].Kind] || !next[page.Incidents[0].Next] || page.Next != nil {
		t.Errorf("%s, %v", out, err)
	}
	var seen []string
	for at := []string{}; ; at = []string{"--cursor", *page.Next} { // page by page the same
		out := wants(t, 0, nil, append([]string{"incidents", "list", "--json", "--limit", "2", "--database-url", url}, at...)...)
		if err := json.Unmarshal([]byte(out), &page); err != nil || len(page.Incidents) > 2 {
			t.Fatalf("%s, %v", out, err)
		}
		for _, x := range page.Incidents {
			seen = append(seen, x.ID)
		}
		if page.Next == nil {
			break
		}
	}
	if len(seen) != len(ids) {
		t.Errorf("pages of two list %v", seen)
	}
	if out := wants(t, 0, []string{"what happened to orphan_payment", "1 open"}, "incidents", "list", "--kind", "orphan_payment", "--database-url", url); strings.Contains(out, "halt") {
		t.Error(out)
	}
	wants(t, 2, []string{"--limit", "there is no kind"}, "incidents", "list", "--kind", "none", "--limit", "0", "--database-url", url)
	halt := ids[settle.IncidentHalt]
	wants(t, 2, []string{"--note is missing"}, "incidents", "clear", halt, "--database-url", url)
	wants(t, 2, []string{"--note says nothing"}, "incidents", "clear", halt, "--note", "  ", "--database-url", url)
	wants(t, 2, []string{"--note: want plain text", "want the incident's id"}, "incidents", "clear", "--note", "a\x1b[1m", "--database-url", url)
	wants(t, 2, []string{"--note: want plain text"}, "incidents", "clear", halt, "--note", strings.Repeat("x", 501), "--database-url", url)
	wants(t, 2, []string{"want the incident's id"}, "incidents", "show", "--database-url", url)
	wants(t, 1, []string{"no incident"}, "incidents", "clear", halt+"x", "--note", "y", "--database-url", url)
	for _, id := range ids {
		wants(t, 0, []string{"cleared"}, "incidents", "clear", id, "--note", " looked at ", "--database-url", url)
		wants(t, 1, []string{"was cleared before"}, "incidents", "clear", id, "--note", "again", "--database-url", url)
		wants(t, 0, []string{"cleared 2", ": looked at\n", "next action  none"}, "incidents", "show", id, "--database-url", url)
	}
	var halted *string
	if err := c.QueryRow(t.Context(), "select body ->> 'halted_reason' from settings").Scan(&halted); err != nil || halted != nil {
		t.Errorf("clearing the halt left %v (%v)", halted, err)
	}
	if out := wants(t, 0, []string{"0 open"}, "incidents", "list", "--database-url", url); strings.Contains(out, "happened") {
		t.Error(out)
	}
	if out := wants(t, 0, nil, "incidents", "list", "--json", "--database-url", url); !strings.Contains(out, `"incidents": []`) {
		t.Errorf("no incident is %q", out)
	}
	wants(t, 0, []string{"what happened to halt", ": looked at\n", "0 open"}, "incidents", "list", "--all", "--database-url", url)
}
