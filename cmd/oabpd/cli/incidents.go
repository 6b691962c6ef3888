package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	amount "github.com/oabp/oabpd/settle/money"
)

func (c *commands) incidents() *ucli.Command {
	over := func(fn func(*ucli.Context, *settings, *daemon.Admin) error) ucli.ActionFunc {
		return c.with(func(cc *ucli.Context, s *settings) error {
			if cc.Command.ArgsUsage != "" && cc.NArg() != 1 {
				s.bad("want the incident's id, as incidents list prints it")
			}
			for _, o := range options(cc.Command) { // what is wrong with them is said at once
				if o.kind == noValue {
					s.on(o.name)
				}
				switch o.name {
				case "note":
					s.note()
				case "limit":
					limitOf(s)
				case "kind":
					if k := settle.StuckKind(s.str("kind")); k != "" && !slices.Contains(settle.StuckKinds(), k) {
						s.bad("--kind: there is no kind %q; the kinds are %v", string(k), settle.StuckKinds())
					}
				}
			}
			st, err := s.open(cc)
			if err != nil {
				return err
			}
			defer st.Close()
			return fn(cc, s, daemon.NewAdmin(st))
		})
	}
	asJSON := func() *option { return toggle("json", "print as JSON") }
	return &ucli.Command{
		Name:   "incidents",
		Usage:  "what an operator must look at: stuck money (held, reverted, orphan, unclaimed, underpaid, in deposits), halts, what the audit found",
		Action: func(*ucli.Context) error { return usage("want oabpd incidents list, show or clear") },
		Subcommands: []*ucli.Command{
			{Name: "list", Usage: "all that is open, each with how much, since when, whose move it is and what to do", Flags: flags(databaseOption(), once(one("kind", "", "only these: halt, held, reverted_payment, orphan_payment, unclaimed, underpaid, in_deposit, chain_difference or chain_gap")),
				once(one("limit", "100", "how many, 1 to 100")), once(one("cursor", "", "where the page before ended, as it says")), once(toggle("all", "incidents that were cleared too")), asJSON()),
				Action: over(c.listIncidents)},
			{Name: "show", Usage: "one incident with what belongs to it; exit 1 if there is none", ArgsUsage: "INCIDENT", Flags: flags(databaseOption(), asJSON()),
				Action: over(c.showIncident)},
			{Name: "clear", Usage: "close an incident; clearing a halt lets releases go on; exit 1 if there is none, or it was cleared before", ArgsUsage: "INCIDENT",
				Flags: flags(databaseOption(), once(needed(one("note", "", "why, at most 500 letters; it stays in the journal")))),
				Action: over(func(cc *ucli.Context, s *settings, a *daemon.Admin) error {
					if err := a.ClearIncident(cc.Context, cc.Args().First(), s.note()); err != nil {
						return err
					}
					fmt.Fprintln(c.s.Out, "cleared")
					return nil
				})},
		},
	}
}

// limitOf is how many entries a page has.
func limitOf(s *settings) int {
	n := s.number("limit", engine.InboxMost)
	if n == 0 {
		s.bad("--limit: want 1 to %d", engine.InboxMost)
	}
	return int(n)
}

// note is the reason for which an incident is cleared.
func (s *settings) note() string {
	n := strings.TrimSpace(s.str("note"))
	switch {
	case s.str("note") != "" && n == "":
		s.bad("--note says nothing")
	case utf8.RuneCountInString(n) > 500, !utf8.ValidString(n), strings.ContainsFunc(n, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }):
		s.bad("--note: want plain text of at most 500 letters")
	}
	return n
}

// inboxPage is what incidents list --json prints.
type inboxPage struct {
	Incidents []api.InboxEntry `json:"incidents"`
	// NextCursor is --cursor of the next page.
	NextCursor *string          `json:"next_cursor"`
	Cleared    []api.InboxEntry `json:"cleared,omitempty"`
}

func (c *commands) listIncidents(cc *ucli.Context, s *settings, a *daemon.Admin) error {
	entries, next, err := a.Inbox(cc.Context, settle.StuckKind(s.str("kind")), s.str("cursor"), limitOf(s))
	if err != nil {
		return err
	}
	var cleared []*settle.Stuck
	if s.on("all") {
		if cleared, err = a.Cleared(cc.Context); err != nil {
			return err
		}
	}
	if s.on("json") {
		page := inboxPage{Incidents: wire(entries), Cleared: wire(cleared)}
		if next != "" {
			page.NextCursor = &next
		}
		return c.json(page)
	}
	for _, x := range append(cleared, entries...) {
		fmt.Fprintf(c.s.Out, "%s  %s  %s%s\n    %s\n", x.ID(), clock(x.Since), x.Kind, money(x), x.Text)
		if x.Instruction != nil {
			fmt.Fprintf(c.s.Out, "    instruction %s of submission %s\n", x.Instruction.ID, x.Instruction.Submission)
		}
		for _, p := range x.Parties {
			fmt.Fprintf(c.s.Out, "    %s %s %s\n", p.Role, p.Address.Checksum(), usdc(p.Amount))
		}
		if i := x.Incident; i != nil && i.ClearedAt != 0 {
			c.cleared(i)
			continue
		}
		fmt.Fprintf(c.s.Out, "    -> %s: %s\n", x.Mover, x.Next)
	}
	if next != "" {
		fmt.Fprintf(c.s.Out, "%d listed, more with --cursor %s\n", len(entries), next)
		return nil
	}
	fmt.Fprintf(c.s.Out, "%d open\n", len(entries))
	return nil
}

func wire(entries []*settle.Stuck) []api.InboxEntry {
	out := make([]api.InboxEntry, len(entries))
	for k, x := range entries {
		out[k] = api.ToInboxEntry(x)
	}
	return out
}

// money is how much is stuck, and since which block.
func money(x *settle.Stuck) (text string) {
	if !x.Amount.IsZero() {
		text = "  " + usdc(x.Amount)
	}
	if !x.Missing.IsZero() {
		text += ", missing " + usdc(x.Missing)
	}
	if x.Block != nil {
		text += fmt.Sprintf(", block %d", x.Block.Number)
	}
	return text
}

func usdc(a amount.Amount) string { return "$" + amount.FormatUSDC(a) }

func clock(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }

func (c *commands) cleared(i *settle.Incident) {
	if i.ClearedAt != 0 {
		fmt.Fprintf(c.s.Out, "    cleared %s: %s\n", clock(i.ClearedAt), i.ClearedNote)
	}
}

func (c *commands) showIncident(cc *ucli.Context, s *settings, a *daemon.Admin) error {
	x, allocations, err := a.Stuck(cc.Context, cc.Args().First())
	if err != nil {
		return err
	}
	if s.on("json") {
		return c.json(struct {
			api.InboxEntry
			Incident    *settle.Incident     `json:"incident,omitempty"`
			Instruction *settle.Instruction  `json:"instruction,omitempty"`
			Award       *settle.EscrowAward  `json:"award,omitempty"`
			Allocations []*settle.Allocation `json:"allocations,omitempty"`
		}{api.ToInboxEntry(x), x.Incident, x.Instruction, x.Award, allocations})
	}
	line := func(what, format string, args ...any) {
		fmt.Fprintf(c.s.Out, "%-12s %s\n", what, fmt.Sprintf(format, args...))
	}
	line("incident", "%s", x.ID())
	if i := x.Incident; i != nil {
		line("kind", "%s, raised by fact %d at %s", i.Kind, i.Seq, clock(i.At))
	} else {
		line("kind", "%s since %s%s", x.Kind, clock(x.Since), money(x))
	}
	line("what", "%s", x.Text)
	if x.Incident != nil {
		c.cleared(x.Incident)
	}
	line("next action", "%s", x.Next)
	line("whose move", "%s", x.Mover)
	if i := x.Instruction; i != nil {
		line("instruction", "%s is %s; submission %s of mission %s, poster %s, total %s units", i.ID, i.Status, i.Submission, i.Mission, i.Poster, i.Total)
	}
	if w := x.Award; w != nil {
		line("award", "%s is %s; mission %s", w.Key(), w.Status, w.Mission)
	}
	for _, p := range x.Parties {
		line(p.Role, "%s %s", p.Address.Checksum(), usdc(p.Amount))
	}
	for _, t := range x.Transfers {
		line("transfer", "%s units from %s to %s, transaction %s in block %d", t.Value, t.From.Checksum(), t.To.Checksum(), t.TxHash, t.Block.Number)
	}
	if n := x.Count - len(x.Transfers); n > 0 {
		line("transfer", "and %d more", n)
	}
	for _, x := range allocations {
		state := "counts"
		if x.VoidAt != 0 {
			state = fmt.Sprintf("was taken back by fact %d", x.VoidAt)
		}
		line("allocation", "%s units for leg %d by %s, of %s; %s", x.Amount(), x.Leg, x.Rule, x.Transfer, state)
	}
	return nil
}

func (c *commands) json(v any) error {
	enc := json.NewEncoder(c.s.Out)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
