package daemon

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// openChain finds out which chain the endpoints serve and binds the database
// to it.
func (a *App) openChain(ctx context.Context) error {
	if a.cfg.Token.IsZero() {
		id, err := a.chainID(ctx)
		if err != nil {
			return err
		}
		native, ok := NativeUSDC(id)
		if !ok {
			return &UsageError{[]error{fmt.Errorf("native USDC is not known on chain %d: give --token", id)}}
		}
		a.cfg.Token = native
	}
	was, err := readPast(ctx, a.store)
	if err != nil {
		return err
	}
	var expect rpc.Identity // zero on a fresh database
	if was.settings != nil {
		expect = rpc.Identity{ChainID: was.settings.ChainID, Genesis: was.settings.Genesis}
	}
	dec, err := decode.New(emitters(a.cfg.settings(was.settings)))
	if err != nil {
		return &UsageError{[]error{fmt.Errorf("the contracts, with those that were configured once: %w", err)}}
	}
	var clients []*rpc.Client
	receipts, err := a.cfg.receipts()
	if err != nil {
		return &UsageError{[]error{err}}
	}
	for _, u := range a.cfg.httpRPC() {
		c, err := rpc.New(rpc.Config{URL: u, Decoder: dec, Observer: a.metrics, Rate: a.cfg.rateOf(u), Receipts: receipts})
		if err != nil {
			return &UsageError{[]error{fmt.Errorf("--rpc: %w", err)}}
		}
		clients = append(clients, c)
	}
	a.source, err = rpc.NewFailover(rpc.FailoverConfig{Clients: clients, Expect: expect, Quorum: a.cfg.quorum(), Log: a.cfg.Log, Switched: a.metrics.switched})
	if err != nil {
		return err
	}
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		if a.identity, err = a.source.Identity(ctx); err == nil {
			break
		}
		if errors.Is(err, rpc.ErrWrongChain) {
			return &UsageError{[]error{fmt.Errorf("the database belongs to chain %d with genesis %s: %w; use that chain's endpoint or a fresh database", expect.ChainID, expect.Genesis, err)}}
		}
		a.cfg.Log.Warn("no endpoint answers yet", "error", err, "retry_in", wait)
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for an endpoint: %w", err)
		case <-time.After(wait):
		}
	}
	if a.cfg.ChainID != 0 && a.cfg.ChainID != a.identity.ChainID {
		return &UsageError{[]error{fmt.Errorf("--chain-id is %d, but the endpoint serves chain %d", a.cfg.ChainID, a.identity.ChainID)}}
	}
	if err := a.store.Pin(ctx, a.identity.ChainID, a.identity.Genesis); err != nil {
		return &UsageError{[]error{err}}
	}
	if err := a.readWhole(ctx, was); err != nil {
		return err
	}
	for _, u := range a.cfg.wsRPC() {
		w, err := rpc.NewWaker(rpc.WakerConfig{URL: u, Log: a.cfg.Log})
		if err != nil {
			return &UsageError{[]error{fmt.Errorf("--rpc: %w", err)}}
		}
		a.wakers = append(a.wakers, w)
	}
	if err := a.openTags(); err != nil {
		return err
	}
	return a.openJury()
}

// chainID asks one endpoint before the token, and so the decoder, is known.
func (a *App) chainID(ctx context.Context) (uint64, error) {
	if a.cfg.ChainID != 0 {
		return a.cfg.ChainID, nil
	}
	dec, err := decode.New(decode.Emitters{Token: settle.Address{19: 1}})
	if err != nil {
		return 0, err
	}
	var last error
	for _, u := range a.cfg.httpRPC() {
		c, err := rpc.New(rpc.Config{URL: u, Decoder: dec})
		if err != nil {
			return 0, &UsageError{[]error{fmt.Errorf("--rpc: %w", err)}}
		}
		id, err := c.Identity(ctx)
		if err == nil {
			return id.ChainID, nil
		}
		last = err
	}
	return 0, fmt.Errorf("asking for the chain id (give --chain-id to start without an endpoint): %w", last)
}
