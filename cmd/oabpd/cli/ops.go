package cli

import (
	"fmt"

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
