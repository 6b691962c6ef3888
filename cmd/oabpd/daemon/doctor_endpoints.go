package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// nativeAt is native USDC of the chain of an endpoint; one that is not known, or
// does not answer, has a token of which there are no logs.
func nativeAt(ctx context.Context, endpoint string) settle.Address {
	none := settle.Address{19: 1}
	dec, err := decode.New(decode.Emitters{Token: none})
	if err != nil {
		return none
	}
	c, err := rpc.New(rpc.Config{URL: endpoint, Decoder: dec})
	if err != nil {
		return none
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	id, err := c.Identity(ctx)
	if err != nil {
		return none
	}
	if native, ok := NativeUSDC(id.ChainID); ok {
		return native
	}
	return none
}

// serves says what an endpoint was found to serve, and what stands in for the
// rest.
func (d *doctor) serves(ctx context.Context, c *rpc.Client, head uint64) {
	p, err := c.Probe(ctx)
	if err != nil {
		d.bad(c.Name(), "look again later; if it asks for fewer calls, lower --rpc-rate or take a larger plan", "what it serves could not be found out: %v", err)
		return
	}
	has := []string{fmt.Sprintf("logs of %d blocks at once", p.MaxLogRange)}
	for _, x := range []struct {
		is            bool
		what, without string
	}{
		{p.Safe, "safe", fmt.Sprintf("the safe tag: %d blocks deep stand in for it", settle.BlockTag(rpc.Safe).StandIn())},
		{p.Finalized, "finalized", fmt.Sprintf("the finalized tag: %d blocks deep stand in for it", settle.BlockTag(rpc.Finalized).StandIn())},
		{p.BlockReceipts, "block receipts", "eth_getBlockReceipts; receipts are read one by one where they are needed"},
		{p.Batch, "batches", "batches; calls are made one by one, so each block takes four exchanges"},
		{p.MaxLogRange > 0, "", "eth_getLogs by ranges; old blocks are read one by one"},
	} {
		switch {
		case !x.is:
			d.ok(c.Name(), "does not serve %s", x.without)
		case x.what != "":
			has = append(has, x.what)
		}
	}
	d.ok(c.Name(), "serves %s", strings.Join(has, ", "))
	for _, tag := range []rpc.Tag{rpc.Safe, rpc.Finalized} {
		if t, err := c.Tagged(ctx, tag); err == nil {
			d.ok(c.Name(), "%s is block %d, %d behind", tag, t.Number, head-min(head, t.Number))
		}
	}
}

// contradiction finds an endpoint whose receipts of a block are not its logs.
func (d *doctor) contradiction(ctx context.Context, c *rpc.Client, b settle.BlockRef) {
	switch err := c.Verify(ctx, b.Hash); {
	case errors.Is(err, rpc.ErrInconsistent):
		d.bad(c.Name(), "remove it from --rpc: it leaves out logs or makes them up", "contradicts itself: %v", err)
	case err != nil:
		d.ok(c.Name(), "its logs of block %d could not be held against its receipts: %v", b.Number, err)
	default:
		d.ok(c.Name(), "its logs of block %d are those of its receipts", b.Number)
	}
}

// comparedBlocks is of how many blocks doctor has endpoints compare the logs.
const comparedBlocks = 8

// logs takes the vote on logs that run takes on every block: of the newest
// blocks up to top, of those that have it.
func (d *doctor) logs(ctx context.Context, all []*rpc.Client, has []settle.Hash, top settle.Hash) {
	var voters []*rpc.Client
	for i, c := range all {
		if has[i] == top {
			voters = append(voters, c)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var refs []settle.BlockRef
	for h := top; len(refs) < comparedBlocks; {
		head, err := voters[0].HeadByHash(ctx, h)
		if err != nil {
			d.bad(voters[0].Name(), "find out why it fails", "cannot give the ancestors of block %s: %v", top, err)
			return
		}
		refs, h = append(refs, head.BlockRef), head.Parent
		if head.Number == 0 {
			break
		}
	}
	slices.Reverse(refs)
	sets := make([][]settle.Hash, len(voters))
	votes := make([]settle.Hash, len(voters))
	for i, c := range voters {
		ds, err := c.LogDigests(ctx, refs)
		if err != nil {
			d.bad(c.Name(), "find out why it fails, or remove it from --rpc", "cannot give the logs of blocks %d to %d: %v", refs[0].Number, refs[len(refs)-1].Number, err)
			continue
		}
		sets[i], votes[i] = ds, settle.Keccak256([]byte(fmt.Sprint(ds)))
	}
	t := indexer.Tally(votes[0], d.cfg.quorum(), votes)
	if t.Winner.IsZero() {
		d.bad("logs", "see above whose receipts contradict it, and remove that endpoint from --rpc; until then these blocks wait",
			"of blocks %d to %d no quorum of %d has the same logs", refs[0].Number, refs[len(refs)-1].Number, d.cfg.quorum())
		return
	}
	d.ok("logs", "%d of %d endpoints have the same logs in blocks %d to %d", votesFor(t.Winner, votes), len(all), refs[0].Number, refs[len(refs)-1].Number)
	right := sets[slices.Index(votes, t.Winner)]
	for i, c := range voters {
		if sets[i] == nil || votes[i] == t.Winner {
			continue
		}
		for k := range refs {
			if sets[i][k] != right[k] {
				d.bad(c.Name(), "remove it from --rpc: it leaves out logs or makes them up", "has other logs in block %d %s than the majority", refs[k].Number, refs[k].Hash)
				break
			}
		}
	}
}
