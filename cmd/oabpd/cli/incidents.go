package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/settle"
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
				if o.name == "note" {
					s.note()
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
		Usage:  "what an operator must look at: reverted and orphan payments, halts, what the audit found",
		Action: func(*ucli.Context) error { return usage("want oabpd incidents list, show or clear") },
		Subcommands: []*ucli.Command{
			{Name: "list", Usage: "those that nobody cleared, each with what to do", Flags: flags(databaseOption(), once(toggle("all", "those that were cleared too")), asJSON()),
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

func (c *commands) listIncidents(cc *ucli.Context, s *settings, a *daemon.Admin) error {
	list, err := a.Incidents(cc.Context, s.on("all"))
	if err != nil {
		return err
	}
	if s.on("json") {
		return c.json(list)
	}
	open := 0
	for _, i := range list {
		fmt.Fprintf(c.s.Out, "%s  %s  %s\n    %s\n", i.ID, clock(i.At), i.Kind, i.Text)
		c.cleared(i.Incident)
		if i.ClearedAt == 0 {
			open++
			fmt.Fprintf(c.s.Out, "    -> %s\n", i.Next)
		}
	}
	fmt.Fprintf(c.s.Out, "%d open\n", open)
	return nil
}

func clock(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }

func (c *commands) cleared(i *settle.Incident) {
	if i.ClearedAt != 0 {
		fmt.Fprintf(c.s.Out, "    cleared %s: %s\n", clock(i.ClearedAt), i.ClearedNote)
	}
}

func (c *commands) showIncident(cc *ucli.Context, s *settings, a *daemon.Admin) error {
	d, err := a.Incident(cc.Context, cc.Args().First())
	if err != nil {
		return err
	}
	if s.on("json") {
		return c.json(d)
	}
	line := func(what, format string, args ...any) {
		fmt.Fprintf(c.s.Out, "%-12s %s\n", what, fmt.Sprintf(format, args...))
	}
	line("incident", "%s", d.ID)
	line("kind", "%s, raised by fact %d at %s", d.Incident.Kind, d.Incident.Seq, clock(d.Incident.At))
	line("what", "%s", d.Incident.Text)
	c.cleared(d.Incident)
	line("next action", "%s", d.Next)
	if i := d.Instruction; i != nil {
		line("instruction", "%s is %s; submission %s of mission %s, poster %s, total %s units", i.ID, i.Status, i.Submission, i.Mission, i.Poster, i.Total)
	}
	if w := d.Award; w != nil {
		line("award", "%s is %s; mission %s", w.Key(), w.Status, w.Mission)
	}
	if t := d.Transfer; t != nil {
		line("transfer", "%s units from %s to %s, transaction %s in block %d", t.Value, t.From.Checksum(), t.To.Checksum(), t.TxHash, t.Block.Number)
	}
	for _, x := range d.Allocations {
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
