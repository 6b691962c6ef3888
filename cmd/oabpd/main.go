// Command oabpd is the settlement indexer and verifier daemon for agent
// bounties on Base.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/oabp/oabpd/cmd/oabpd/cli"
)

// Set by the linker; see the Makefile.
var version, commit, date = "dev", "unknown", "unknown"

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel() // finish what is in hand
		<-signals
		os.Exit(1) // a second signal hurries
	}()
	os.Exit(cli.Main(ctx, os.Args, cli.Build{Version: version, Commit: commit, Date: date}, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
