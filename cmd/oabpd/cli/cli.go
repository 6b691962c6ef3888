// Package cli is the command line of oabpd: flags, environment, configuration
// file, exit codes. The commands themselves are methods of other packages.
//
// # Guarantees
//
//   - A flag wins over its environment variable, that over the configuration
//     file; an unknown key of the file is an error.
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
	"strings"

	ucli "github.com/urfave/cli/v2"
	"github.com/urfave/cli/v2/altsrc"

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

// Main runs a command line and returns its exit code.
func Main(ctx context.Context, args []string, b Build, s Streams) int {
	c := &commands{build: b, s: s}
	app := &ucli.App{
		Name:                   "oabpd",
		Usage:                  "settlement indexer and verifier for agent bounties on Base",
		Version:                fmt.Sprintf("%s (commit %s, built %s)", b.Version, b.Commit, b.Date),
		Reader:                 s.In,
		Writer:                 s.Out,
		ErrWriter:              s.Err,
		HideHelpCommand:        true,
		UseShortOptionHandling: true,
		EnableBashCompletion:   true,
		ExitErrHandler:         func(*ucli.Context, error) {},
		OnUsageError:           func(_ *ucli.Context, err error, _ bool) error { return usage("%w", err) },
		CommandNotFound:        nil,
		Action: func(cc *ucli.Context) error {
			if cc.Args().Present() {
				return usage("there is no command %q; see oabpd --help", cc.Args().First())
			}
			return ucli.ShowAppHelp(cc)
		},
		Commands: c.all(),
	}
	for _, cmd := range app.Commands {
		setUsageErrors(cmd)
	}
	return report(app.RunContext(ctx, flagsFirst(app.Commands, args)), s.Err)
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
	case errors.As(err, &u), strings.HasPrefix(err.Error(), requiredFlag):
		return ExitUsage
	}
	return ExitFailed
}

// requiredFlag begins the errors about missing flags of urfave/cli, which asks
// no handler about them and exports no type of them.
const requiredFlag = "Required flag"

type commands struct {
	build Build
	s     Streams
}

func (c *commands) all() []*ucli.Command {
	return []*ucli.Command{
		c.run(), c.migrate(), c.rebuild(), c.stateDigest(), c.incidents(), c.verify(), c.deploy(), c.doctor(), c.client(), c.completion(),
	}
}

func env(name string) []string {
	return []string{"OABPD_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))}
}

func str(name, value, usage string) *altsrc.StringFlag {
	return altsrc.NewStringFlag(&ucli.StringFlag{Name: name, Value: value, Usage: usage, EnvVars: env(name)})
}

func strs(name, usage string) *altsrc.StringSliceFlag {
	return altsrc.NewStringSliceFlag(&ucli.StringSliceFlag{Name: name, Usage: usage, EnvVars: env(name)})
}

// configured adds --config to flags and reads that file before the command.
func configured(cmd *ucli.Command) *ucli.Command {
	flags := cmd.Flags
	cmd.Flags = append([]ucli.Flag{&ucli.StringFlag{Name: "config", Usage: "YAML file with the flags' names as keys", EnvVars: env("config"), TakesFile: true}}, flags...)
	cmd.Before = func(cc *ucli.Context) error {
		path := cc.String("config")
		if path == "" {
			return nil
		}
		if err := knownKeys(path, flags); err != nil {
			return usage("%w", err)
		}
		source, err := altsrc.NewYamlSourceFromFile(path)
		if err != nil {
			return usage("reading %s: %w", path, err)
		}
		if err := altsrc.ApplyInputSourceValues(cc, source, flags); err != nil {
			return usage("reading %s: %w", path, err)
		}
		return nil
	}
	return cmd
}

func (c *commands) logger(cc *ucli.Context) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cc.String("log-level"))); err != nil {
		return nil, usage("--log-level %q: want debug, info, warn or error", cc.String("log-level"))
	}
	o := &slog.HandlerOptions{Level: level}
	switch cc.String("log-format") {
	case "json":
		return slog.New(slog.NewJSONHandler(c.s.Err, o)), nil
	case "text":
		return slog.New(slog.NewTextHandler(c.s.Err, o)), nil
	}
	return nil, usage("--log-format %q: want text or json", cc.String("log-format"))
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
