package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"
)

type options struct {
	once, noTour     bool
	stackFile        string
	apiPort, rpcPort int
	blockTime        time.Duration
	databaseURL      string
	humanBounties    string
	verbose          bool
}

var errUsage = errors.New("usage")

func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	var o options
	app := &cli.App{
		Name:            "oabpdev",
		Usage:           "the whole of oabpd on this machine: PostgreSQL, a chain with genuine USDC, the daemon, a tour",
		Version:         fmt.Sprintf("%s (commit %s, built %s)", version, commit, date),
		HideHelpCommand: true,
		Writer:          out, ErrWriter: errOut,
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   func(_ *cli.Context, err error, _ bool) error { return fmt.Errorf("%w: %w", errUsage, err) },
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "once", Usage: "end after the tour; not 0 if a step was not as expected", Destination: &o.once},
			&cli.BoolFlag{Name: "no-tour", Usage: "start the stack only", Destination: &o.noTour},
			&cli.StringFlag{Name: "stack-file", Value: ".dev/stack.json", Usage: "written when everything is ready, removed at exit", Destination: &o.stackFile},
			&cli.IntFlag{Name: "api-port", Value: 8080, Usage: "port of the API; 0 for a free one", Destination: &o.apiPort},
			&cli.IntFlag{Name: "rpc-port", Value: 8545, Usage: "port of the chain's JSON-RPC; 0 for a free one", Destination: &o.rpcPort},
			&cli.DurationFlag{Name: "block-time", Value: 2 * time.Second, Usage: "one block per; the tour itself takes 700ms at most", Destination: &o.blockTime},
			&cli.StringFlag{Name: "database-url", Usage: "an empty PostgreSQL database to use instead of the embedded one", Destination: &o.databaseURL},
			&cli.StringFlag{Name: "human-bounties", Value: "off", Usage: "on: bounties for people are taken", Destination: &o.humanBounties},
			&cli.BoolFlag{Name: "verbose", Usage: "show the daemon's log", Destination: &o.verbose},
		},
		Action: func(cc *cli.Context) error {
			if cc.Args().Present() {
				return fmt.Errorf("%w: oabpdev takes flags only, not %q", errUsage, cc.Args().First())
			}
			if o.once && o.noTour {
				return fmt.Errorf("%w: --once ends after the tour, --no-tour leaves it out", errUsage)
			}
			if o.blockTime < 50*time.Millisecond || o.blockTime > time.Minute {
				return fmt.Errorf("%w: --block-time %s: want 50ms to 1m", errUsage, o.blockTime)
			}
			if o.humanBounties != "on" && o.humanBounties != "off" {
				return fmt.Errorf("%w: --human-bounties %q: want on or off", errUsage, o.humanBounties)
			}
			for name, port := range map[string]int{"api-port": o.apiPort, "rpc-port": o.rpcPort} {
				if port < 0 || port > 65535 {
					return fmt.Errorf("%w: --%s %d: want 0 to 65535", errUsage, name, port)
				}
			}
			return play(cc.Context, o, out, errOut)
		},
	}
	err := app.RunContext(ctx, args)
	if err == nil {
		return 0
	}
	fmt.Fprintln(errOut, "oabpdev:", err)
	if errors.Is(err, errUsage) {
		return 2
	}
	return 1
}

// play brings the stack up, plays the tour and keeps the stack up.
func play(ctx context.Context, o options, out, errOut io.Writer) error {
	start := time.Now()
	fmt.Fprintln(out, "Starting the stack: PostgreSQL, a chain with genuine USDC, the contracts, the daemon …")
	s, err := startStack(ctx, o, errOut)
	if err != nil {
		return err
	}
	defer s.stop()
	if err := s.writeFile(o.stackFile); err != nil {
		return err
	}
	defer s.removeFile(o.stackFile)
	s.announce(out, o.stackFile, time.Since(start))
	if !o.noTour {
		if err := s.chain.SetBlockTime(ctx, min(tourBlockTime, o.blockTime)); err != nil {
			return err
		}
		if err := tour(ctx, s, s.app.URL(), out); err != nil {
			return fmt.Errorf("the tour ended early: %w", err)
		}
		if err := s.chain.SetBlockTime(ctx, o.blockTime); err != nil {
			return err
		}
	}
	if o.once {
		return nil
	}
	fmt.Fprintln(out, "\nThe stack stays up. Ctrl-C ends it and leaves nothing running.")
	select {
	case <-ctx.Done():
		fmt.Fprintln(out, "\nStopping …")
		return nil
	case err := <-s.failed:
		return err
	}
}
