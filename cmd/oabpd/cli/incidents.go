package cli

import (
	"encoding/json"
	"fmt"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
)

func (c *commands) incidents() *ucli.Command {
	over := func(fn func(*ucli.Context, *settings, *daemon.Admin) error) ucli.ActionFunc {
		return c.with(func(cc *ucli.Context, s *settings) error {
			if cc.Command.ArgsUsage != "" && cc.NArg() != 1 {
				s.bad("want the incident's id, as incidents list prints it")
			}
			if optionOf(cc.Command, "json") != nil {
				s.on("json")
			}
			st, err := s.open(cc)
			if err != nil {
				return err
			}
			defer st.Close()
			return fn(cc, s, daemon.NewAdmin(st))
		})
	}
	return &ucli.Command{
		Name:   "incidents",
		Usage:  "what an operator must look at: reverted and orphan payments, halts",
		Action: func(*ucli.Context) error { return usage("want oabpd incidents list, show or clear") },
		Subcommands: []*ucli.Command{
			{Name: "list", Usage: "those that nobody cleared", Flags: flags(databaseOption(), toggle("json", "print them as JSON")),
				Action: over(c.listIncidents)},
			{Name: "show", Usage: "one incident with what belongs to it", ArgsUsage: "INCIDENT", Flags: flags(databaseOption()),
				Action: over(func(cc *ucli.Context, _ *settings, a *daemon.Admin) error {
					i, err := a.Incident(cc.Context, cc.Args().First())
					if err != nil {
						return err
					}
					return c.json(i)
				})},
			{Name: "clear", Usage: "close an incident; clearing a halt lets releases go on", ArgsUsage: "INCIDENT",
				Flags: flags(databaseOption(), once(needed(one("note", "", "why")))),
				Action: over(func(cc *ucli.Context, s *settings, a *daemon.Admin) error {
					if err := a.ClearIncident(cc.Context, cc.Args().First(), s.str("note")); err != nil {
						return err
					}
					fmt.Fprintln(c.s.Out, "cleared")
					return nil
				})},
		},
	}
}

func (c *commands) listIncidents(cc *ucli.Context, s *settings, a *daemon.Admin) error {
	list, err := a.Incidents(cc.Context)
	if err != nil {
		return err
	}
	if s.on("json") {
		return c.json(list)
	}
	for _, i := range list {
		fmt.Fprintf(c.s.Out, "%s  %s  %s\n    %s\n", i.Key(), time.UnixMilli(i.At).UTC().Format(time.RFC3339), i.Kind, i.Text)
	}
	fmt.Fprintf(c.s.Out, "%d open\n", len(list))
	return nil
}

func (c *commands) json(v any) error {
	enc := json.NewEncoder(c.s.Out)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
