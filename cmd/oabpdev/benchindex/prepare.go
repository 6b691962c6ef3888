package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpdev/anvil"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/devdeploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devpg"
	"github.com/oabp/oabpd/cmd/oabpdev/tempdir"
	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/postgres"
)

const (
	template      = "bench_base"
	confirmations = 6
	// perPoster is how many missions one poster may have open.
	perPoster = 10
)

// bench is a loaded chain, and a database that knows the instructions and
// nothing of the load.
type bench struct {
	o       options
	shape   shape
	dir     string
	pg      *devpg.Server
	chain   *anvil.Anvil
	pay     string
	fee     string
	payees  []settle.Address
	first   uint64 // block of the load
	last    uint64
	closers []func()
}

func (b *bench) close() {
	for i := len(b.closers) - 1; i >= 0; i-- {
		b.closers[i]()
	}
}

func prepare(ctx context.Context, o options, s shape) (_ *bench, err error) {
	b := &bench{o: o, shape: s}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	dir, err := tempdir.Make("oabpd-bench-")
	if err != nil {
		return nil, err
	}
	b.dir = dir.Path
	b.closers = append(b.closers, func() { _ = dir.Remove() })
	wd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	nm := devpg.NodeModules(wd)
	pg := devpg.Options{NodeModules: nm}
	if o.statements {
		pg.Settings = statementSettings
	}
	if b.pg, err = devpg.Start(ctx, pg); err != nil {
		return nil, fmt.Errorf("starting PostgreSQL: %w", err)
	}
	b.closers = append(b.closers, func() { _ = b.pg.Stop() })
	b.chain, err = anvil.Start(ctx, anvil.Options{NodeModules: nm, Options: devchain.Options{BlockTime: 200 * time.Millisecond}})
	if err != nil {
		return nil, err
	}
	b.closers = append(b.closers, func() { _ = b.chain.Close() })
	if err := b.instruct(ctx); err != nil {
		return nil, fmt.Errorf("issuing instructions: %w", err)
	}
	began := time.Now()
	if err := b.load(ctx); err != nil {
		return nil, fmt.Errorf("loading the chain: %w", err)
	}
	fmt.Printf("%s: blocks %d to %d loaded in %.0f s\n", s, b.first, b.last, time.Since(began).Seconds())
	return b, nil
}

// instruct runs a daemon in this process, through which posters pick work of
// workers who have an address each.
func (b *bench) instruct(ctx context.Context) error {
	client, err := ethclient.DialContext(ctx, b.chain.HTTPURL())
	if err != nil {
		return err
	}
	defer client.Close()
	d, err := devdeploy.All(ctx, client, b.chain, nil)
	if err != nil {
		return err
	}
	b.pay, b.fee = d.Contracts.Pay.Address.Hex(), d.Parameters.FeeRecipient.Hex()
	if err := b.chain.SetBlockTime(ctx, time.Second); err != nil {
		return err
	}
	if err := b.pg.CreateDatabase(ctx, template); err != nil {
		return err
	}
	if err := postgres.Migrate(ctx, b.pg.URL(template), migrations.FS); err != nil {
		return err
	}
	zero := uint64(0)
	app, err := daemon.Open(ctx, daemon.Config{DatabaseURL: b.pg.URL(template), RPC: []string{b.chain.HTTPURL()}, StartBlock: &zero,
		Pay: []settle.Address{settle.Address(d.Contracts.Pay.Address)}, Confirmations: confirmations, Poll: 100 * time.Millisecond, Listen: "127.0.0.1:0",
		FeeAddress: settle.Address(d.Parameters.FeeRecipient), Reservation: time.Hour, DataDir: b.dir, AgentName: "bench", Contact: "mailto:bench@localhost",
		Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer app.Close()
	run, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- app.Run(run) }()
	err = b.issue(ctx, app)
	cancel()
	return errors.Join(err, <-done, b.chain.SetBlockTime(ctx, 0))
}

func (b *bench) issue(ctx context.Context, app *daemon.App) error {
	e := app.Engine()
	for {
		if h, err := e.Health(ctx); err == nil && h.Tip != nil && h.Tip.Number > 0 {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	poster := ""
	for n := range b.o.instructions {
		if n%perPoster == 0 {
			r, err := e.Register(ctx, fmt.Sprintf("poster %d", n/perPoster), false)
			if err != nil {
				return err
			}
			poster = r.Agent.ID
		}
		w, err := e.Register(ctx, fmt.Sprintf("worker %d", n), false)
		if err != nil {
			return err
		}
		payee := address("payee", n)
		if _, err := e.SetPayout(ctx, settle.Caller{Agent: w.Agent.ID}, payee); err != nil {
			return err
		}
		m, err := e.Post(ctx, settle.NewMission{Poster: poster, Title: "a task", Category: "research", Grain: money.Units(10_000), Reward: money.Units(50_000_000)})
		if err != nil {
			return err
		}
		s, err := e.Submit(ctx, settle.NewSubmission{Agent: w.Agent.ID, Mission: m.Mission.ID, Content: fmt.Sprint("an answer ", n), Preview: "an answer",
			Contributors: []settle.Contributor{{Agent: w.Agent.ID, ShareBP: money.WholeBP}}})
		if err != nil {
			return err
		}
		if _, err := e.Pick(ctx, settle.PickRequest{Actor: poster, Mission: m.Mission.ID, Submission: s.ID, RefundTo: address("refund", n/perPoster)}); err != nil {
			return err
		}
		b.payees = append(b.payees, payee)
	}
	return nil
}

// address is one that nobody has the key of.
func address(what string, n int) (a settle.Address) {
	h := settle.Keccak256([]byte(fmt.Sprint("benchmark ", what, n)))
	copy(a[:], h[12:])
	return a
}
