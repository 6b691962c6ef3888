package daemon

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/proof"
)

// JournalOptions say what of a journal is verified besides its chain of hashes.
type JournalOptions struct {
	// Keys are the issuer's, with which checkpoints must be signed; without them
	// a checkpoint's signature is not looked at.
	Keys []proof.PublicKey
	// Checkpoint, if set, is one from outside that the journal must extend.
	Checkpoint *proof.Checkpoint
	// State folds the journal and compares the state digests of all checkpoints
	// with what it gives. Memory then grows with the state.
	State bool
}

// JournalReport is what a verified journal holds.
type JournalReport struct {
	// Facts is how many there are, Head the hash of the newest.
	Facts uint64
	Head  settle.Hash
	// Checkpoints is how many are stored. Signed says that their signatures were
	// verified, Folded that their state digests were.
	Checkpoints    int
	Signed, Folded bool
}

// VerifyJournal walks the whole journal on one snapshot: that no fact is
// missing, that each chains to its predecessor and hashes to what is stored
// beside it, that the head is the last one, and that all checkpoints, the stored
// ones and that of o, say what the journal says. The first thing that is not so
// is a *Breach. But for the checkpoints, and with o.State the state, memory is
// bounded by a portion of facts.
func VerifyJournal(ctx context.Context, st *postgres.Store, o JournalOptions) (r JournalReport, err error) {
	r.Signed, r.Folded = len(o.Keys) > 0, o.State
	err = st.Snapshot(ctx, func(s *postgres.Snapshot) error {
		all, err := claimsOf(s, o, &r)
		if err != nil {
			return err
		}
		f := newFolding()
		if err := all.hold(f, o.State); err != nil { // those of an empty journal
			return err
		}
		err = s.Entries(0, func(e postgres.Entry) error {
			_, err := f.next(e)
			if err == nil && o.State {
				err = f.fold(e.Fact)
			}
			if err != nil {
				return err
			}
			return all.hold(f, o.State)
		})
		if err = errors.Join(err, f.end(s)); err != nil {
			return err
		}
		r.Facts, r.Head = f.seq, f.head
		return all.beyond(f)
	})
	if b := (*Breach)(nil); errors.As(err, &b) {
		return r, b // the first
	}
	if err != nil {
		return r, fmt.Errorf("verifying the journal: %w", err)
	}
	return r, nil
}

// claim is what a checkpoint says of one fact.
type claim struct {
	where string
	proof.Checkpoint
}

func (c claim) breach(format string, args ...any) error {
	return &Breach{c.where, fmt.Sprintf(format, args...)}
}

// claims are those of all checkpoints, by the fact that they are about.
type claims map[uint64][]claim

func claimsOf(s *postgres.Snapshot, o JournalOptions, r *JournalReport) (claims, error) {
	all := claims{}
	var last postgres.Checkpoint
	err := s.Checkpoints(func(p postgres.Checkpoint) error {
		c := claim{where: fmt.Sprintf("checkpoint %d", p.N)}
		said, err := proof.ReadCheckpoint(p.Body)
		if err != nil {
			return c.breach("it cannot be read: %v", err)
		}
		c.Checkpoint = said
		at, _ := said.Time()
		switch {
		case p.N != last.N+1:
			return (&claim{where: fmt.Sprintf("checkpoint %d", last.N+1)}).breach("it is missing; the next one is %d", p.N)
		case said.Seq != p.Seq || said.Hash != p.Hash || at != p.At:
			return c.breach("it says other things than the columns beside it")
		case p.Seq < last.Seq:
			return c.breach("it is at fact %d, the one before it at fact %d", p.Seq, last.Seq)
		}
		last = p
		r.Checkpoints++
		return all.add(c, o.Keys)
	})
	if err == nil && o.Checkpoint != nil {
		err = all.add(claim{"the given checkpoint", *o.Checkpoint}, o.Keys)
	}
	return all, err
}

func (all claims) add(c claim, keys []proof.PublicKey) error {
	if len(keys) > 0 {
		if err := c.Verify(keys); err != nil {
			return c.breach("its signature: %v", err)
		}
	}
	all[c.Seq] = append(all[c.Seq], c)
	return nil
}

// hold holds what is said of the newest folded fact against it.
func (all claims) hold(f *folding, state bool) error {
	for _, c := range all[f.seq] {
		if c.Hash != f.head {
			return c.breach("fact %d has the hash %s, it says %s: the journal is not the one it was made of", c.Seq, f.head, c.Hash)
		}
		if !state {
			continue
		}
		d, err := f.state.Digest()
		if err != nil {
			return err
		}
		if d != c.StateDigest {
			return c.breach("folding up to fact %d gives the state %s, it says %s", c.Seq, d, c.StateDigest)
		}
	}
	delete(all, f.seq)
	return nil
}

// beyond finds what is said of facts that the journal does not have.
func (all claims) beyond(f *folding) error {
	for _, seq := range slices.Sorted(maps.Keys(all)) {
		return all[seq][0].breach("it is at fact %d, but the journal ends at fact %d: facts are missing", seq, f.seq)
	}
	return nil
}
