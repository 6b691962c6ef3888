package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/proof"
)

// MakeCheckpoint signs how far the journal is and what state is stored, keeps
// that behind all earlier checkpoints and returns the document. It may run
// beside a daemon.
func MakeCheckpoint(ctx context.Context, st *postgres.Store, keys *proof.Keys, now time.Time) ([]byte, error) {
	for attempt := 1; ; attempt++ {
		c, doc, err := signState(ctx, st, keys, now)
		if err == nil {
			err = st.AddCheckpoint(ctx, c)
		}
		if err == nil {
			return doc, nil
		}
		if !errors.Is(err, postgres.ErrCheckpointOrder) || attempt == 5 {
			return nil, fmt.Errorf("making a checkpoint: %w", err)
		}
	}
}

// signState signs what one snapshot holds.
func signState(ctx context.Context, st *postgres.Store, keys *proof.Keys, now time.Time) (c postgres.Checkpoint, doc []byte, err error) {
	said := proof.Checkpoint{At: proof.Time(now.UnixMilli())}
	err = st.Snapshot(ctx, func(s *postgres.Snapshot) (err error) {
		said.Seq, said.Hash = s.Tx().Head()
		if said.Seq > 0 { // nothing is signed that its own end contradicts
			w := walk{seq: said.Seq - 1}
			err = s.Entries(w.seq, func(e postgres.Entry) error {
				w.head = e.Prev
				_, err := w.next(e)
				return err
			})
			if err = errors.Join(err, w.end(s)); err != nil {
				return err
			}
		}
		if at := s.Tx().Applied(); at != nil {
			said.Block = *at
		}
		said.StateDigest, err = s.Digest()
		return err
	})
	if err != nil {
		return c, nil, err
	}
	if doc, err = proof.SignCheckpoint(said, keys); err != nil {
		return c, nil, err
	}
	at, err := said.Time()
	return postgres.Checkpoint{Seq: said.Seq, Hash: said.Hash, At: at, Body: doc}, doc, err
}

// How often a checkpoint is made, and looked whether one is due.
const (
	checkpointEvery = 24 * time.Hour
	checkpointLook  = 10 * time.Minute
)

// checkpointLoop makes a checkpoint a day, in the process that leads (R26).
func (a *App) checkpointLoop(ctx context.Context) {
	t := time.NewTicker(checkpointLook)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-t.C:
			if err := a.checkpointDue(ctx, now); err != nil && ctx.Err() == nil {
				a.cfg.Log.Error("no checkpoint could be made", "error", err)
			}
		}
	}
}

func (a *App) checkpointDue(ctx context.Context, now time.Time) error {
	if !a.follower.Status().Leader {
		return nil
	}
	last, err := a.store.LastCheckpoint(ctx)
	if err != nil || last != nil && now.Sub(time.UnixMilli(last.At)) < checkpointEvery {
		return err
	}
	_, err = MakeCheckpoint(ctx, a.store, a.receipts, now)
	return err
}

// checkpoints are those of a store, as the surfaces read them.
type checkpoints struct{ store *postgres.Store }

var _ api.Checkpoints = checkpoints{}

// CheckpointsAfter implements api.Checkpoints.
func (c checkpoints) CheckpointsAfter(ctx context.Context, n uint64, limit int) (out []api.NumberedCheckpoint, err error) {
	all, err := c.store.CheckpointsAfter(ctx, n, limit)
	for _, p := range all {
		out = append(out, api.NumberedCheckpoint{N: p.N, Body: p.Body})
	}
	return out, err
}

// LastCheckpointDocument implements api.Checkpoints.
func (c checkpoints) LastCheckpointDocument(ctx context.Context) (json.RawMessage, error) {
	last, err := c.store.LastCheckpoint(ctx)
	if err != nil || last == nil {
		return nil, err
	}
	return last.Body, nil
}
