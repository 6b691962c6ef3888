package postgres_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
)

// statements are the SQL texts of this package's source: every constant string
// named sql…. A text that looks like SQL anywhere else fails the test, so that
// none escapes.
func statements(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	looksLikeSQL := regexp.MustCompile(`(?i)^\s*(select|insert|update|delete|with|truncate)\s`)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr: // access.exists, which is prepared with its table
				id, ok := n.Key.(*ast.Ident)
				return !ok || id.Name != "exists"
			case *ast.FuncDecl:
				return !strings.HasPrefix(n.Name.Name, "sql") // those are prepared for each table
			case *ast.ValueSpec:
				if strings.HasPrefix(n.Names[0].Name, "sql") {
					text, err := strconv.Unquote(n.Values[0].(*ast.BasicLit).Value)
					if err != nil {
						t.Fatal(err)
					}
					out[n.Names[0].Name] = text
					return false
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && looksLikeSQL.MatchString(text) {
					t.Errorf("%s: SQL outside of a constant named sql…: %.60q", name, text)
				}
			}
			return true
		})
	}
	return out
}

func TestEveryStatementIsValid(t *testing.T) {
	c := connect(t, newURL(t))
	all := statements(t)
	if len(all) < 30 {
		t.Fatalf("only %d statements found", len(all))
	}
	for _, table := range settle.Tables() {
		for i, sql := range postgres.SQLOf(table) {
			all[fmt.Sprintf("%s %d", table, i)] = sql
		}
	}
	for name, sql := range all {
		if _, err := c.Prepare(t.Context(), "", sql); err != nil {
			t.Errorf("%s: %v\n%s", name, err, sql)
		}
	}
}

// The names in the CHECKs are those of the transition tables in Go.
func TestStatesAreTheSameInGoAndSQL(t *testing.T) {
	c := connect(t, newURL(t))
	want := map[string][]string{
		"mission_status_known":      names(settle.MissionTransitions()),
		"submission_status_known":   names(settle.SubmissionTransitions()),
		"instruction_status_known":  names(settle.InstructionTransitions()),
		"escrow_award_status_known": names(settle.AwardTransitions()),
		"incident_kind_known":       {string(settle.IncidentAudit), string(settle.IncidentGap), string(settle.IncidentHalt), string(settle.IncidentOrphan), string(settle.IncidentReverted)},
	}
	for constraint, states := range want {
		var def string
		if err := c.QueryRow(t.Context(), "select pg_get_constraintdef(oid) from pg_constraint where conname = $1", constraint).Scan(&def); err != nil {
			t.Fatalf("%s: %v", constraint, err)
		}
		var got []string
		for _, m := range regexp.MustCompile(`'([a-z_]+)'`).FindAllStringSubmatch(def, -1) {
			got = append(got, m[1])
		}
		slices.Sort(got)
		slices.Sort(states)
		if !slices.Equal(got, states) {
			t.Errorf("%s: SQL has %v, Go has %v", constraint, got, states)
		}
	}
	for from, to := range settle.InstructionTransitions() {
		for _, s := range to {
			if _, ok := settle.InstructionTransitions()[s]; !ok {
				t.Errorf("%s leads to %s, which has no transitions", from, s)
			}
		}
	}
}

func names[S ~string](m map[S][]S) (out []string) {
	for s := range maps.Keys(m) {
		out = append(out, string(s))
	}
	return out
}

// What the database refuses whatever program writes to it; each case is a
// transaction of its own after the same beginning.
func TestDatabaseRefuses(t *testing.T) {
	c := connect(t, newURL(t))
	h := func(n int) string { return fmt.Sprintf("0x%064x", n) }
	a := func(n int) string { return fmt.Sprintf("0x%040x", n) }
	key := fmt.Sprintf("%016d/%s/%08d", 7, h(7), 1)
	alloc := func(seq int, lo, hi, value string, more string) string {
		return fmt.Sprintf(`insert into allocation (key, body, value) values ('%s/%06d', '{"seq":%d,"transfer":"%s","block_hash":"%s","log_index":1,
			"lo":"%s","hi":"%s","instruction":"i","leg":0%s}', %s)`, key, seq, seq, key, h(7), lo, hi, more, value)
	}
	instruction := func(id, status, more string) string {
		return fmt.Sprintf(`insert into instruction (key, body) values ('%s', '{"id":"%s","digest":"%s","mission":"m","submission":"s",
			"poster":"p","seq":1,"status":"%s","total":"5"%s}')`, id, id, h(int(id[0])), status, more)
	}
	begin := []string{
		`insert into mission (key, body, search) values ('m', '{"id":"m","poster":"p","category":"c","status":"open","deadline":1,"created_at":1,"reward":"5"}', '')`,
		`insert into submission (key, body) values ('s', '{"id":"s","mission":"m","agent":"w","status":"pending"}')`,
		instruction("i", "open", `,"deposit":"`+a(77)+`"`),
		fmt.Sprintf(`insert into transfer (key, body) values ('%s', '{"block":{"number":7,"hash":"%s"},"log_index":1,"tx_hash":"%s",
			"from":"%s","to":"%s","value":"100","counted":"90"}')`, key, h(7), h(8), a(1), a(2)),
		alloc(0, "0", "60", "100", ""),
		`insert into journal values (1, decode(repeat('00', 32), 'hex'), 'k', 1, '{}', decode(repeat('11', 32), 'hex'))`,
		`insert into block values (decode(repeat('01', 32), 'hex'), 5, decode(repeat('00', 32), 'hex'), 1, 1, '', true)`,
	}
	for _, sql := range begin {
		if _, err := c.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
	}
	fine := []string{
		alloc(1, "60", "100", "100", ""),
		alloc(1, "0", "100", "100", `,"void_at":3`),
		instruction("j", "settled", `,"settled_at":5,"covered":true`),
		instruction("j", "open", `,"reserved_until":5`),
		"update lease set epoch = 2",
	}
	refused := map[string]string{
		"units that pay twice":               alloc(1, "59", "61", "100", ""),
		"units beyond the value":             alloc(1, "60", "101", "100", ""),
		"units beyond a value that is a lie": alloc(1, "60", "101", "101", ""),
		"a part of a unit":                   alloc(1, "60", "60.5", "100", ""),
		"no units":                           alloc(1, "60", "60", "100", ""),
		"a transfer that loses its units":    "delete from transfer",
		"a transfer that shrinks":            `update transfer set body = jsonb_set(body, '{value}', '"95"')`,
		"a reorg that leaves units behind":   `update transfer set body = jsonb_set(body, '{void}', 'true')`,
		"more counted than there is":         `update transfer set body = jsonb_set(body, '{counted}', '"101"')`,
		"a changed fact":                     "update journal set at = 2",
		"a removed fact":                     "delete from journal",
		"a truncated journal":                "truncate journal cascade",
		"a second fact at a position":        `insert into journal select * from journal`,
		"two canonical blocks at a height":   `insert into block values (decode(repeat('02', 32), 'hex'), 5, decode(repeat('00', 32), 'hex'), 1, 1, '', true)`,
		"two journal heads":                  `insert into journal_head (one, seq, hash) values (false, 1, decode(repeat('00', 32), 'hex'))`,
		"an unknown state":                   instruction("j", "paid", ""),
		"settled without a time":             instruction("j", "settled", `,"covered":true`),
		"settled without cover":              instruction("j", "settled", `,"settled_at":5`),
		"settled while open":                 instruction("j", "open", `,"settled_at":5`),
		"a slot held by a settled one":       instruction("j", "settled", `,"settled_at":5,"covered":true,"reserved_until":9`),
		"a digest twice":                     strings.Replace(instruction("j", "open", ""), h('j'), h('i'), 1),
		"a deposit address twice":            instruction("j", "open", `,"deposit":"`+a(77)+`"`),
		"a key that is not the id":           strings.Replace(instruction("j", "open", ""), "'j'", "'k'", 1),
		"a digest that is no hash":           strings.Replace(instruction("j", "open", ""), h('j'), "0x12", 1),
		"an instruction for nothing":         strings.Replace(instruction("j", "open", ""), `"mission":"m"`, `"mission":"x"`, 1),
		"released without payment":           `update submission set body = body || '{"released_at":5}'`,
		"accepted without release":           `update submission set body = body || '{"status":"accepted","decided_at":5}'`,
		"an ended mission without a time":    `update mission set body = body || '{"status":"expired"}'`,
	}
	for _, sql := range fine {
		if err := rolledBack(t, c, sql); err != nil {
			t.Errorf("refused: %v\n%s", err, sql)
		}
	}
	for what, sql := range refused {
		var pgErr *pgconn.PgError
		err := rolledBack(t, c, sql)
		if err == nil {
			t.Errorf("%s was accepted", what)
		} else if !asPg(err, &pgErr) || (pgErr.Code[:2] != "23" && pgErr.Code[:2] != "22") {
			t.Errorf("%s: refused for another reason: %v", what, err)
		}
	}
}
