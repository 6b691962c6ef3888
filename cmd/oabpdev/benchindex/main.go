// Command benchindex measures how fast oabpd indexes a loaded chain: the seeded
// load of 100,000 USDC transfers in two shapes, on anvil and PostgreSQL, each
// transfer to a leg of one of 1,000 open instructions (docs/benchmarks.md).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// options are the flags.
type options struct {
	shapes       []shape
	runs         int
	instructions int
	binary       string
	against      string
	profile      string
	statements   bool
	hold         bool
	peers        []peer
}

// shape is how the load lies in blocks.
type shape struct{ blocks, each int }

// String is as the flag has it.
func (s shape) String() string { return fmt.Sprintf("%dx%d", s.blocks, s.each) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := parse(os.Args[1:])
	if err == nil {
		err = run(ctx, o)
	}
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchindex:", err)
		os.Exit(1)
	}
}

func parse(args []string) (o options, err error) {
	f := flag.NewFlagSet("benchindex", flag.ContinueOnError)
	shapes := f.String("shapes", "2001x50,201x500", "blocks x transfers in each; about 100,000 transfers")
	f.IntVar(&o.runs, "runs", 5, "runs of each shape; the median counts")
	f.IntVar(&o.instructions, "instructions", 1000, "open instructions, one leg each")
	f.StringVar(&o.binary, "oabpd", "bin/oabpd", "the daemon")
	f.StringVar(&o.against, "against", "", "another build of the daemon, run in turn with the first in every round")
	f.BoolVar(&o.statements, "statements", false, "print which statements took the database how long in the first round of each shape (pg_stat_statements)")
	f.StringVar(&o.profile, "perf", "", "record the first run of each shape with perf into files of this prefix")
	f.BoolVar(&o.hold, "hold", false, "load the first shape, say where it is, and wait: for measuring others")
	ponder := f.String("ponder", os.Getenv("OABPD_PONDER"), "a directory with node_modules/ponder: run Ponder beside the daemon in every round ($OABPD_PONDER)")
	found, _ := exec.LookPath("shovel")
	shovel := f.String("shovel", found, "a binary of Shovel: run it beside the daemon in every round (the one in PATH)")
	if err := f.Parse(args); err != nil {
		return o, flag.ErrHelp
	}
	for _, s := range strings.Split(*shapes, ",") {
		a, b, _ := strings.Cut(s, "x")
		blocks, err1 := strconv.Atoi(a)
		each, err2 := strconv.Atoi(b)
		if err1 != nil || err2 != nil || blocks < 1 || each < 1 {
			return o, fmt.Errorf("--shapes %q: want such as 2001x50", s)
		}
		o.shapes = append(o.shapes, shape{blocks, each})
	}
	if o.runs < 1 || o.instructions < 1 {
		return o, errors.New("--runs and --instructions must be positive")
	}
	if o.against != "" {
		if o.against, err = filepath.Abs(o.against); err != nil {
			return o, err
		}
	}
	if o.binary, err = filepath.Abs(o.binary); err != nil {
		return o, err
	}
	o.peers, err = installed(*shovel, *ponder)
	return o, err
}

// installed are the peers that are named, in the order of their columns.
func installed(shovel, ponder string) (peers []peer, err error) {
	for _, of := range []struct {
		at   string
		open func(string) (peer, error)
	}{{shovel, shovelAt}, {ponder, ponderIn}} {
		if of.at == "" {
			continue
		}
		p, err := of.open(of.at)
		if err != nil {
			return nil, err
		}
		peers = append(peers, p)
	}
	return peers, nil
}

func run(ctx context.Context, o options) error {
	var lines []string
	for _, s := range o.shapes {
		b, err := prepare(ctx, o, s)
		if err != nil {
			return err
		}
		if o.hold {
			fmt.Printf("%s, chain id %d, blocks %d to %d; a database server: %s\n", b.chain.HTTPURL(), b.chain.ChainID(), b.first, b.last, b.pg.URL("postgres"))
			<-ctx.Done()
			b.close()
			return nil
		}
		of, err := b.measure(ctx)
		b.close()
		if err != nil {
			return err
		}
		lines = append(lines, of...)
	}
	fmt.Println()
	for _, l := range lines {
		fmt.Println(l)
	}
	return nil
}

// median of a list that is not empty.
func median(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	if n := len(xs); n%2 == 0 {
		return (xs[n/2-1] + xs[n/2]) / 2
	}
	return xs[len(xs)/2]
}
