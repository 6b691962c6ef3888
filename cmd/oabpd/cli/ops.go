package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle/postgres"
)

func databaseOption() *option { return one("database-url", "", "PostgreSQL connection string") }

// databaseURL is the last thing that a command reads of its settings: every
// problem that they have is its error.
func (s *settings) databaseURL() (string, error) {
	url := s.str("database-url")
	if url == "" {
		s.bad("--database-url is missing: postgres://user@host/db")
	}
	return url, s.err()
}

func (c *commands) migrate() *ucli.Command {
	return &ucli.Command{
		Name:  "migrate",
		Usage: "bring the database's schema up to date, or say how far it is",
		Action: func(cc *ucli.Context) error {
			return usage("want oabpd migrate up or oabpd migrate status")
		},
		Subcommands: []*ucli.Command{
			{Name: "up", Usage: "apply what is missing", Flags: flags(databaseOption()), Action: c.with(func(cc *ucli.Context, s *settings) error {
				url, err := s.databaseURL()
				if err != nil {
					return err
				}
				if err := postgres.Migrate(cc.Context, url, migrations.FS); err != nil {
					return err
				}
				return c.migrationStatus(cc, url)
			})},
			{Name: "status", Usage: "print the schema's version; exit 3 when it is not current", Flags: flags(databaseOption()), Action: c.with(func(cc *ucli.Context, s *settings) error {
				url, err := s.databaseURL()
				if err != nil {
					return err
				}
				return c.migrationStatus(cc, url)
			})},
		},
	}
}

func (c *commands) migrationStatus(cc *ucli.Context, url string) error {
	m, err := postgres.MigrationStatus(cc.Context, url, migrations.FS)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.s.Out, "schema version %d, this program's is %d\n", m.Current, m.Target)
	if m.Current != m.Target {
		return checkFailed("the schema is not current: run oabpd migrate up, or a program of its version")
	}
	return nil
}

func (s *settings) open(cc *ucli.Context) (*postgres.Store, error) {
	url, err := s.databaseURL()
	if err != nil {
		return nil, err
	}
	return postgres.Open(cc.Context, url, postgres.Options{})
}

func (c *commands) rebuild() *ucli.Command {
	return &ucli.Command{
		Name:  "rebuild",
		Usage: "fold the journal again and replace the derived state, or compare only",
		Description: "Folds every fact of the journal from the first one. Receipts and released deliverables are kept, nothing is sent.\n" +
			"With --check nothing is replaced; exit 3 when the digests differ.",
		Flags: flags(databaseOption(), once(toggle("check", "compare without replacing"))),
		Action: c.with(func(cc *ucli.Context, s *settings) error {
			check := s.on("check")
			st, err := s.open(cc)
			if err != nil {
				return err
			}
			defer st.Close()
			r, err := daemon.Rebuild(cc.Context, st, check)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.s.Out, "facts     %d\nstored    %s\nrebuilt   %s\n", r.Facts, r.Stored, r.Rebuilt)
			switch {
			case r.Stored == r.Rebuilt:
				fmt.Fprintln(c.s.Out, "equal")
			case check:
				return checkFailed("the stored state differs from what the journal gives; run oabpd rebuild while the daemon is stopped")
			default:
				fmt.Fprintln(c.s.Out, "replaced")
			}
			return nil
		}),
	}
}

func (c *commands) stateDigest() *ucli.Command {
	return &ucli.Command{
		Name:  "state-digest",
		Usage: "print a SHA-256 over the derived state, the journal's seq and the applied block",
		Flags: flags(databaseOption(), once(one("at", "", "the state after the fact of this seq, folded from the journal (default: the stored state)"))),
		Action: c.with(func(cc *ucli.Context, s *settings) error {
			at, old := s.number("at", math.MaxInt64), s.str("at") != ""
			st, err := s.open(cc)
			if err != nil {
				return err
			}
			defer st.Close()
			if old {
				d, err := daemon.DigestAt(cc.Context, st, at)
				if err != nil {
					return err
				}
				fmt.Fprintf(c.s.Out, "%s seq %d\n", strings.TrimPrefix(d.String(), "0x"), at)
				return nil
			}
			d, seq, block, err := st.Digest(cc.Context)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.s.Out, "%s seq %d block %d %s\n", strings.TrimPrefix(d.String(), "0x"), seq, block.Number, block.Hash)
			return nil
		}),
	}
}

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

func (c *commands) doctor() *ucli.Command {
	return &ucli.Command{
		Name:  "doctor",
		Usage: "check configuration, database, endpoints, token, contracts and clock, and say what to do; exit 3 when something is wrong",
		Flags: flags(installation()...),
		Action: c.with(func(cc *ucli.Context, s *settings) error {
			cfg, err := c.config(s)
			if err != nil {
				return err
			}
			bad := 0
			for _, d := range daemon.Doctor(cc.Context, *cfg) {
				mark := "ok  "
				if !d.OK {
					mark = "FAIL"
					bad++
				}
				fmt.Fprintf(c.s.Out, "%s  %-24s %s\n", mark, d.What, d.Detail)
				if !d.OK && d.Do != "" {
					fmt.Fprintf(c.s.Out, "      %-24s -> %s\n", "", d.Do)
				}
			}
			if bad > 0 {
				return checkFailed("%d check(s) failed", bad)
			}
			return nil
		}),
	}
}

func (c *commands) completion() *ucli.Command {
	return &ucli.Command{
		Name:      "completion",
		Usage:     "print a shell's completion script",
		ArgsUsage: "bash|zsh|fish",
		Action: func(cc *ucli.Context) error {
			if cc.NArg() > 1 {
				return usage("want one of bash, zsh or fish")
			}
			switch cc.Args().First() {
			case "bash":
				fmt.Fprint(c.s.Out, bashCompletion)
			case "zsh":
				fmt.Fprint(c.s.Out, zshCompletion)
			case "fish":
				s, err := cc.App.ToFishCompletion()
				if err != nil {
					return err
				}
				fmt.Fprint(c.s.Out, s)
			default:
				return usage("want bash, zsh or fish")
			}
			return nil
		},
	}
}

const bashCompletion = `_oabpd() {
  local cur words
  cur="${COMP_WORDS[COMP_CWORD]}"
  words=("${COMP_WORDS[@]:0:$COMP_CWORD}")
  if [[ "$cur" == -* ]]; then words+=("$cur"); fi
  COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "$cur"))
}
complete -o bashdefault -o default -F _oabpd oabpd
`

const zshCompletion = `#compdef oabpd
_oabpd() {
  local -a opts
  if [[ "${words[-1]}" == -* ]]; then
    opts=("${(@f)$(${words[@]:0:#words[@]-1} ${words[-1]} --generate-bash-completion 2>/dev/null)}")
  else
    opts=("${(@f)$(${words[@]:0:#words[@]-1} --generate-bash-completion 2>/dev/null)}")
  fi
  _describe 'values' opts
}
compdef _oabpd oabpd
`
