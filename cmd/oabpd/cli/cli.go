// Package cli is the command line of oabpd: flags, environment, configuration
// file, exit codes. The commands themselves are methods of other packages.
//
// # Guarantees
//
//   - Every flag of every command has an environment variable, OABPD_ and its
//     name in capitals, and a key in the configuration file. A flag wins over
//     its variable, that over the file. Several values come apart at commas.
//   - A key of the file is the name of a flag of any command, so that one file
//     serves them all; what says something about one call (an API call's
//     fields, --check, --at, --note) is a key for that command alone. An unknown
//     key is an error.
//   - What is wrong with the flags, the variables, the file and the values is
//     said at once, before anything is done.
//   - Exit codes: 0 well, 1 failed at run time, 2 bad usage or configuration,
//     3 a check failed; verify has its own, in its help.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
)

// Exit codes.
const (
	ExitOK     = 0
	ExitFailed = 1
	ExitUsage  = 2
	ExitCheck  = 3
)

// Build says what was built.
type Build struct{ Version, Commit, Date string }

// Streams are the standard streams.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// exit is an error with an exit code; an empty message prints nothing.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

func usage(format string, args ...any) error { return &exit{ExitUsage, fmt.Errorf(format, args...)} }

func checkFailed(format string, args ...any) error {
	return &exit{ExitCheck, fmt.Errorf(format, args...)}
}

// completing ends the command line that a shell's completion runs.
const completing = "--generate-bash-completion"

// Main runs a command line and returns its exit code.
func Main(ctx context.Context, args []string, b Build, s Streams) int {
	c := &commands{build: b, s: s}
	app := c.app(args)
	if slices.Contains(args, completing) { // of a line that is not finished
		return report(app.RunContext(ctx, args), s.Err)
	}
	args, cmd, unknown := tidyArgs(app.Commands, args)
	if len(unknown) > 0 && (cmd == nil || len(cmd.Subcommands) > 0) {
		return report(&daemon.UsageError{Problems: unknown}, s.Err)
	}
	c.unknown = unknown
	return report(app.RunContext(ctx, args), s.Err)
}

func (c *commands) app(args []string) *ucli.App {
	app := &ucli.App{
		Name:                 "oabpd",
		Usage:                "settlement indexer and verifier for agent bounties on Base",
		Version:              fmt.Sprintf("%s (commit %s, built %s)", c.build.Version, c.build.Commit, c.build.Date),
		Reader:               c.s.In,
		Writer:               c.s.Out,
		ErrWriter:            c.s.Err,
		HideHelpCommand:      true,
		EnableBashCompletion: true,
		ExitErrHandler:       func(*ucli.Context, error) {},
		OnUsageError:         func(_ *ucli.Context, err error, _ bool) error { return usage("%w", err) },
		Action: func(cc *ucli.Context) error {
			if cc.Args().Present() {
				return usage("there is no command %q; see oabpd --help", cc.Args().First())
			}
			return ucli.ShowAppHelp(cc)
		},
		Commands: c.all(args),
	}
	for _, cmd := range app.Commands {
		setUsageErrors(cmd)
	}
	return app
}

func setUsageErrors(cmd *ucli.Command) {
	cmd.OnUsageError = func(_ *ucli.Context, err error, _ bool) error { return usage("%w", err) }
	cmd.HideHelpCommand = true
	for _, sub := range cmd.Subcommands {
		setUsageErrors(sub)
	}
}

func report(err error, w io.Writer) int {
	if err == nil {
		return ExitOK
	}
	if m := err.Error(); m != "" {
		fmt.Fprintln(w, "oabpd:", m)
	}
	var e *exit
	var u *daemon.UsageError
	switch {
	case errors.As(err, &e):
		return e.code
	case errors.As(err, &u):
		return ExitUsage
	}
	return ExitFailed
}

type commands struct {
	build Build
	s     Streams
	tree  []*ucli.Command // all of them
	// unknown are the flags of this command line that its command does not have.
	unknown []error
}

// all are the commands. The calls of client come from the operation table,
// which is made only for a command line that may name one.
func (c *commands) all(args []string) []*ucli.Command {
	calls := slices.ContainsFunc(args, func(a string) bool { return a == "client" || a == "fish" })
	c.tree = []*ucli.Command{
		c.run(), c.migrate(), c.rebuild(), c.stateDigest(), c.checkpoint(), c.journal(), c.rotation(), c.incidents(), c.verify(), c.deploy(), c.attest(), c.doctor(), c.client(calls), c.completion(),
	}
	return c.tree
}

// configFlag is an option of every command that has options.
func configFlag() *option { return one(configOption, "", "YAML file with the flags' names as keys") }

// flags makes the flags of a command, --config first.
func flags(list ...*option) (out []ucli.Flag) {
	for _, o := range append([]*option{configFlag()}, list...) {
		out = append(out, o)
	}
	return out
}

// logger writes to w as the settings say.
func (c *commands) logger(s *settings, w io.Writer) *slog.Logger {
	level := parse(s, "log-level", "debug, info, warn or error", func(t string) (l slog.Level, err error) { return l, l.UnmarshalText([]byte(t)) })
	o := &slog.HandlerOptions{Level: level}
	return slog.New(parse(s, "log-format", "text or json", func(t string) (slog.Handler, error) {
		switch t {
		case "json":
			return slog.NewJSONHandler(w, o), nil
		case "text":
			return slog.NewTextHandler(w, o), nil
		}
		return nil, errors.New("unknown")
	}))
}

func stdinOrFile(path string, in io.Reader, limit int64) ([]byte, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return io.ReadAll(io.LimitReader(in, limit))
}
