package daemon

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/postgres"
)

// ChainDifference is a block of which the chain says something else than the
// journal.
type ChainDifference struct {
	Block settle.BlockRef
	// Endpoint said so; What is the difference.
	Endpoint, What string
}

// ChainReport is what reading the chain again found.
type ChainReport struct {
	// Blocks is how many were read: all of which a fact tells that is in force.
	Blocks int
	// Differences are those of all endpoints that were asked, in order of the
	// blocks, at most as many as are shown; Differing is how many there are.
	Differences []ChainDifference
	Differing   int
}

// BlockReader is an endpoint as CompareChain reads it: an rpc.Client.
type BlockReader interface {
	Name() string
	// Block is the canonical block at a height with its logs.
	Block(ctx context.Context, number uint64) (settle.Block, error)
}

// ChainReaders are clients of the endpoints at those URLs that read what the
// database's settings watch. One that serves another chain is a *UsageError.
func ChainReaders(ctx context.Context, st *postgres.Store, urls []string) (out []BlockReader, err error) {
	was, err := readPast(ctx, st)
	if err != nil {
		return nil, err
	}
	if was.settings == nil {
		return nil, nil // nothing was ever read
	}
	dec, err := decode.New(emitters(*was.settings))
	if err != nil {
		return nil, err
	}
	want := rpc.Identity{ChainID: was.settings.ChainID, Genesis: was.settings.Genesis}
	for _, u := range urls {
		c, err := rpc.New(rpc.Config{URL: u, Decoder: dec, Receipts: rpc.ReceiptsOnBloom})
		if err != nil {
			return nil, &UsageError{[]error{fmt.Errorf("--rpc: %w", err)}}
		}
		id, err := c.Identity(ctx)
		if err != nil {
			return nil, fmt.Errorf("asking %s which chain it serves: %w", c.Name(), err)
		}
		if id != want {
			return nil, &UsageError{[]error{fmt.Errorf("--rpc: %s serves chain %d with genesis %s, the database is of chain %d with genesis %s",
				c.Name(), id.ChainID, id.Genesis, want.ChainID, want.Genesis)}}
		}
		out = append(out, c)
	}
	return out, nil
}

// chainAtOnce is how many blocks are read at the same time; chainStretch how many
// are compared in one look at the database.
const (
	chainAtOnce  = 8
	chainStretch = 64
)

// CompareChain reads every block of which a fact in force tells again, from every
// endpoint, and compares its hash and the transactions that concern somebody with
// the facts. Blocks of which no fact tells are the audit's. It changes nothing.
func CompareChain(ctx context.Context, st *postgres.Store, endpoints []BlockReader) (r ChainReport, err error) {
	refs, err := factBlocks(ctx, st)
	if err != nil {
		return r, err
	}
	r.Blocks = len(refs)
	e := engine.New(engine.Options{Store: st, Rater: Rater{}, Random: rand.Reader})
	for some := range slices.Chunk(refs, chainStretch) {
		var found []ChainDifference
		for _, p := range endpoints {
			more, err := compareStretch(ctx, e, p, some)
			if err != nil {
				return r, fmt.Errorf("reading the chain again: %w", err)
			}
			found = append(found, more...)
		}
		slices.SortStableFunc(found, func(a, b ChainDifference) int { return cmp.Compare(a.Block.Number, b.Block.Number) })
		r.Differing += len(found)
		r.Differences = append(r.Differences, found[:min(len(found), shown-min(shown, len(r.Differences)))]...)
	}
	return r, nil
}

// factBlocks are the blocks of which a fact in force tells, ascending.
func factBlocks(ctx context.Context, st *postgres.Store) ([]settle.BlockRef, error) {
	live := map[settle.Hash]settle.BlockRef{}
	err := st.Snapshot(ctx, func(s *postgres.Snapshot) error {
		w := walk{}
		err := s.Entries(0, func(e postgres.Entry) error {
			body, err := w.next(e)
			switch b := body.(type) {
			case *settle.BlockApplied:
				live[b.Block.Hash] = b.Block
			case *settle.BlockUnapplied:
				delete(live, b.Block.Hash)
			}
			return err
		})
		if err = errors.Join(err, w.end(s)); err != nil {
			return err
		}
		for h, b := range live { // one that left no rows was removed without a fact
			if c := s.Tx().Canonical(b.Number); c != nil && c.Hash != h {
				delete(live, h)
			}
		}
		return nil
	})
	if b := (*Breach)(nil); errors.As(err, &b) {
		return nil, b
	}
	return slices.SortedFunc(maps.Values(live), func(a, b settle.BlockRef) int { return cmp.Compare(a.Number, b.Number) }), err
}

func compareStretch(ctx context.Context, e *engine.Engine, p BlockReader, refs []settle.BlockRef) (out []ChainDifference, err error) {
	read := make([]settle.Block, len(refs))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(chainAtOnce)
	for i, ref := range refs {
		g.Go(func() (err error) {
			if read[i], err = p.Block(gctx, ref.Number); err != nil {
				return fmt.Errorf("block %d: %w", ref.Number, err)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	var same []settle.Block
	for i, ref := range refs {
		if read[i].Hash == ref.Hash {
			same = append(same, read[i])
			continue
		}
		out = append(out, ChainDifference{ref, p.Name(), fmt.Sprintf("the chain has %s at that height", read[i].Hash)})
	}
	found, err := e.Audit(ctx, same)
	for _, f := range found {
		out = append(out, ChainDifference{f.Stored, p.Name(), f.Discrepancy.Evidence(nil).String() + first(f.Discrepancy)})
	}
	return out, err
}

// first names one transaction of a discrepancy.
func first(d settle.Discrepancy) string {
	for _, k := range []struct {
		list []settle.TxLogs
		what string
	}{{d.Missing, "no fact has"}, {d.Extra, "the block has not"}, {d.Changed, "the facts have otherwise"}} {
		if len(k.list) > 0 {
			return fmt.Sprintf("; such as %s, which %s", k.list[0].Hash, k.what)
		}
	}
	return ""
}
