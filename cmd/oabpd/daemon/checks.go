package daemon

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/fetch"
	"github.com/oabp/oabpd/settle/verify"
)

// checkWorkers is how many submissions are checked at a time by one process.
const checkWorkers = 4

// outside is engine.Outside over settle/fetch.
type outside struct{ client *fetch.Client }

func (a *App) outside() (outside, error) {
	c, err := fetch.New(fetch.Options{Gateway: a.cfg.IPFSGateway, MaxContent: a.cfg.MaxContent, Reach: a.cfg.Reach, UserAgent: "oabpd/" + a.cfg.Version})
	if err != nil {
		return outside{}, &UsageError{[]error{fmt.Errorf("--ipfs-gateway: %w", err)}}
	}
	return outside{c}, nil
}

// Admits implements engine.Outside.
func (o outside) Admits(uri string) error { return o.client.Admits(uri) }

// Fetch implements engine.Outside.
func (o outside) Fetch(ctx context.Context, uri string) (engine.Content, error) {
	c, err := o.client.Fetch(ctx, uri)
	return engine.Content(c), final(err)
}

// Ask implements engine.Outside.
func (o outside) Ask(ctx context.Context, url string) (engine.Reply, error) {
	r, err := o.client.Ask(ctx, url)
	return engine.Reply(r), final(err)
}

func final(err error) error {
	var r *fetch.Refused
	if errors.As(err, &r) {
		return &engine.Final{Reason: r.Reason}
	}
	return err
}

// oracleReader is engine.OracleReader: contracts are asked as contract wallets are,
// by a quorum of the endpoints in the state after a confirmed block.
type oracleReader struct{ signatures }

// oracleGas is what an oracle's answer may use.
const oracleGas = 5_000_000

// Decided implements engine.OracleReader.
func (o oracleReader) Decided(ctx context.Context, contract settle.Address, calldata []byte) (bool, settle.Answered, error) {
	at, err := o.confirmed(ctx)
	if err != nil {
		return false, settle.Answered{}, fmt.Errorf("finding a confirmed block: %w", err)
	}
	r, source, err := o.vote(ctx, func(ctx context.Context, c verify.Caller) (verify.Result, error) {
		out, err := c.CallContract(ctx, contract, calldata, oracleGas, at.Hash)
		var no verify.Reverted
		if errors.As(err, &no) && no.Reverted() {
			return verify.Result{}, nil
		}
		// One word that is 1: what is no bool, or comes from where no contract is, is no yes.
		return verify.Result{OK: err == nil && isTrue(out)}, err
	})
	if err != nil {
		return false, settle.Answered{}, err
	}
	said := make([]byte, 32)
	if r.OK {
		said[31] = 1
	}
	return r.OK, settle.Answered{By: source, Block: at, Hash: sha256.Sum256(said)}, nil
}

func isTrue(word []byte) bool {
	if len(word) != 32 || word[31] != 1 {
		return false
	}
	for _, b := range word[:31] {
		if b != 0 {
			return false
		}
	}
	return true
}

// checkLoop checks submissions that wait for it, a few at a time, until ctx ends. It
// looks once a second, and again at once while there is work.
func (a *App) checkLoop(ctx context.Context) {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	var all sync.WaitGroup
	defer all.Wait()
	free := make(chan struct{}, checkWorkers)
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		select {
		case free <- struct{}{}:
			all.Go(func() {
				defer func() { <-free }()
				a.checkAll(ctx)
			})
		default: // all are at work
		}
	}
}

// checkWithin is for one check: an attempt to fetch or ask takes at most half of it.
const checkWithin = time.Minute

// checkAll works until nothing is due.
func (a *App) checkAll(ctx context.Context) {
	for ctx.Err() == nil {
		within, cancel := context.WithTimeout(ctx, checkWithin)
		worked, err := a.engine.WorkCheck(within)
		cancel()
		if err != nil && ctx.Err() == nil {
			a.cfg.Log.Warn("checking a submission", "error", err)
		}
		if err != nil || !worked {
			return
		}
	}
}
