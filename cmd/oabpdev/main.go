// Command oabpdev is the development stack: an embedded PostgreSQL, an embedded
// chain with genuine USDC and all contracts, the daemon, and a guided tour.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Set by the linker; see the Makefile.
var version, commit, date = "dev", "unknown", "unknown"

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel()
		<-signals
		os.Exit(1) // a second signal hurries
	}()
	os.Exit(run(ctx, os.Args, os.Stdout, os.Stderr))
}
