package settle

import (
	"encoding/json"
	"fmt"
	"slices"
)

// chainFold folds what the contracts said in one block into the rows that
// mirror their storage, and remembers what those were before.
type chainFold struct {
	*folder
	set  Settings
	b    *BlockApplied
	undo ChainUndo
	seen map[string]bool
	// kept are the flows that awards had when they were folded first.
	kept map[ChainPos][]Flow
}

// chainTx is one transaction of it, with what one log says about the next.
type chainTx struct {
	*chainFold
	tx TxLogs
	// bond is the ruled appeal whose bond is the contract's next Payout; ruled is
	// the one that a refund by ruling belongs to.
	bond, ruled map[Address]EventAppealRuled
	// revealed is the block of the commitment that was revealed last.
	revealed map[Hash]uint64
	// final are the awards that were paid out.
	final []EventAwardFinalized
}

// applyChain folds a block's events of the contracts. The domain's rows are then
// computed from the mirrors, as they are after un-applying too.
func (f *folder) applyChain(b *BlockApplied) { f.recompute(f.foldChain(b, nil)) }

// foldChain is the mirrors' part of it; it names the rows that it changed.
func (f *folder) foldChain(b *BlockApplied, kept map[ChainPos][]Flow) []UndoRow {
	c := &chainFold{folder: f, set: f.settings(), b: b, undo: ChainUndo{Block: b.Block}, seen: map[string]bool{}, kept: kept}
	for _, tx := range b.Txs {
		if !tx.hasEvents() {
			continue
		}
		t := &chainTx{chainFold: c, tx: tx, bond: map[Address]EventAppealRuled{}, ruled: map[Address]EventAppealRuled{}, revealed: map[Hash]uint64{}}
		for _, l := range tx.Logs {
			if l.Event != nil && c.set.Knows(Contract{l.Kind.Role(), l.Emitter}) {
				t.fold(l)
			}
		}
		t.flows()
	}
	if len(c.undo.Rows) == 0 {
		return nil
	}
	f.Put(&c.undo)
	if b.Block.Number > UndoBlocks {
		for _, old := range FindRows[*ChainUndo](f, UndoBelow(b.Block.Number-UndoBlocks)) {
			f.Delete(TableChainUndo, old.Key())
		}
	}
	return c.undo.Rows
}

// unapplyChain restores the mirrors to what they were before a block.
func (f *folder) unapplyChain(b BlockRef) {
	if u := GetRow[ChainUndo](f, UndoKey(b)); u != nil {
		f.restore(u)
		f.recompute(u.Rows)
	}
}

func (f *folder) restore(u *ChainUndo) {
	for _, r := range slices.Backward(u.Rows) {
		if r.Row == "" {
			f.Delete(r.Table, r.Key)
			continue
		}
		row := newMirrorRow(r.Table)
		if err := strict([]byte(r.Row), row); err != nil {
			panic(fmt.Sprintf("restoring %s %s: %v", r.Table, r.Key, err)) // we wrote it
		}
		f.Put(row)
	}
	f.Delete(TableChainUndo, u.Key())
}

// Put implements State: it remembers the row that it replaces.
func (c *chainFold) Put(r Row) {
	c.remember(r.Table(), r.Key())
	c.folder.Put(r)
}

// Delete implements State: it remembers the row that it removes.
func (c *chainFold) Delete(t Table, key string) {
	if c.Get(t, key) == nil {
		return
	}
	c.remember(t, key)
	c.folder.Delete(t, key)
}

func (c *chainFold) remember(t Table, key string) {
	id := string(t) + " " + key
	if c.seen[id] || !slices.Contains(MirrorTables(), t) {
		return
	}
	c.seen[id] = true
	u := UndoRow{Table: t, Key: key}
	if r := c.Get(t, key); r != nil {
		raw, err := json.Marshal(r)
		if err != nil {
			panic(fmt.Sprintf("encoding %s %s: %v", t, key, err)) // rows are plain data
		}
		u.Row = string(raw)
	}
	c.undo.Rows = append(c.undo.Rows, u)
}

// gap raises an incident, once for each contract: its events speak of what no
// earlier event made, so the chain was not read from its deployment on.
func (c *chainFold) gap(l Log) {
	for _, i := range FindRows[*Incident](c, IncidentsOpen()) {
		if i.Kind == IncidentGap && i.Instruction == l.Emitter.String() {
			return
		}
	}
	c.folder.Put(&Incident{Seq: c.seq, Kind: IncidentGap, Instruction: l.Emitter.String(), At: c.at,
		Text: fmt.Sprintf("%s of contract %s in block %d contradicts what its earlier events said: they were not read from its deployment on, and what it holds is not known",
			l.Kind, l.Emitter.Checksum(), c.b.Block.Number)})
}

func (c *chainTx) pos(l Log) ChainPos {
	return ChainPos{Block: c.b.Block, Time: c.b.Time, TxHash: c.tx.Hash, LogIndex: l.Index}
}

// fold does what the contracts' interfaces say of each event.
func (c *chainTx) fold(l Log) {
	ok := true
	switch e := l.Event.(type) {
	case EventMissionPosted:
		ok = c.posted(l, e)
	case EventWorkSubmitted:
		ok = c.submitted(l, e)
	case EventAnswerCommitted:
		ok = c.committed(l, e)
	case EventAnswerRevealed:
		ok = c.revealedAnswer(l, e)
	case EventAwardProposed:
		ok = c.proposed(l, e)
	case EventAppealRaised:
		ok = c.appealed(l, e)
	case EventAppealRuled:
		ok = c.ruledOn(l, e)
	case EventAwardFinalized:
		ok = c.finalized(l, e)
	case EventPayout:
		ok = c.paidOut(l, e)
	case EventMissionRefunded:
		ok = c.refunded(l, e)
	case EventMissionCancelled:
		ok = c.editMission(l, e.MissionID, func(m *EscrowMission) bool { m.Status = EscrowCancelled; return true })
	case EventCreditWithdrawn:
		ok = c.creditPaid(l, e)
	case EventFeesCollected:
		ok = c.editBook(l, func(b *EscrowBook) bool {
			same := b.FeesAccrued == e.Amount
			b.FeesAccrued = e.Amount.SatSub(e.Amount)
			return same
		})
	case EventFeeRecipientChanged:
		ok = c.editBook(l, func(b *EscrowBook) bool { b.FeeRecipient = e.Current; return true })
	default:
		ok = c.foldVote(l)
	}
	if !ok {
		c.gap(l)
	}
}
