package rpc

import (
	"context"
	"fmt"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// Receipted is the block with that hash; its logs are those of its receipts. What
// a filter gives is not asked for.
func (c *Client) Receipted(ctx context.Context, hash settle.Hash) (settle.Block, error) {
	b, err := c.header(ctx, byHash(hash))
	if err == nil && b.Hash != hash {
		err = c.contradiction("block %s asked for, got %s", hash, b.Hash)
	}
	if err != nil {
		return settle.Block{}, err
	}
	raws, err := c.receiptLogs(ctx, b)
	if err != nil {
		return settle.Block{}, err
	}
	out := settle.Block{BlockRef: b.BlockRef, Parent: b.Parent, Time: b.Time, Source: c.ep.name}
	for _, r := range raws {
		l, ok, err := c.cfg.Decoder.Decode(r)
		if err != nil {
			return settle.Block{}, fmt.Errorf("%s: block %d: %w", c.ep.name, b.Number, err)
		}
		if ok {
			out.Logs = append(out.Logs, l)
		}
	}
	return out, nil
}

// auditView is an endpoint under its distinct name.
type auditView struct {
	*Client
	name string
}

// Name implements indexer.AuditView.
func (v auditView) Name() string { return v.name }

var _ indexer.AuditViews = (*Failover)(nil)

// Views implements indexer.AuditViews: an endpoint that is not recognized as one
// of this chain, or that is isolated, is left out. The one in use never is.
func (f *Failover) Views(ctx context.Context) (using indexer.AuditView, others []indexer.AuditView) {
	_, _ = f.current(ctx) // if none is usable, the one that was in use says why
	f.mu.Lock()
	pin := f.pin
	f.mu.Unlock()
	for i, c := range f.cfg.Clients {
		v := auditView{c, f.names[i]}
		if i == pin {
			using = v
		} else if f.sound(ctx, i) {
			others = append(others, v)
		}
	}
	return using, others
}

// sound says whether an endpoint may be heard; one of which nothing is known is
// asked who it is.
func (f *Failover) sound(ctx context.Context, i int) bool {
	f.mu.Lock()
	known, isolated := f.conditions[i].known, false
	for _, is := range f.conditions[i].isolated {
		isolated = isolated || is
	}
	f.mu.Unlock()
	if isolated {
		return false
	}
	if known {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, f.cfg.ProbeTimeout)
	defer cancel()
	id, err := f.cfg.Clients[i].Identity(ctx)
	return err == nil && f.recognize(i, id) == nil
}
