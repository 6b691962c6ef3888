package settle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// AuditEvidence says why a block that had been applied was looked at again, and
// what was wrong with it.
type AuditEvidence struct {
	// Missing, Extra and Changed count the transactions that the facts lacked, had
	// too many, or had with other logs than the block's receipts.
	Missing int `json:"missing,omitempty"`
	Extra   int `json:"extra,omitempty"`
	Changed int `json:"changed,omitempty"`
	// Sources are the endpoints whose receipts say so.
	Sources []string `json:"sources"`
	// Past says that nothing was wrong: the facts lacked what contracts had emitted
	// that were configured later (Settings.Unread).
	Past bool `json:"past,omitempty"`
}

func (a AuditEvidence) String() string {
	return fmt.Sprintf("%d transaction(s) missing, %d too many, %d with other logs", a.Missing, a.Extra, a.Changed)
}

// BlockDisputed: the receipts of an applied block do not say what its facts say,
// and that could not be mended, because events of the escrow or of a contract
// beside it are among what differs and those since are too many for one fact. It
// raises an incident and changes nothing else.
type BlockDisputed struct {
	Block    BlockRef      `json:"block"`
	Evidence AuditEvidence `json:"evidence"`
}

// Kind implements Body.
func (BlockDisputed) Kind() Kind { return KindBlockDisputed }

// Discrepancy is in what the facts about a block differ from the block.
type Discrepancy struct {
	// Missing are transactions of the block that concern somebody and that no fact
	// has; Extra those of facts that the block does not have; Changed those that
	// it has with other logs, as it has them. Each with all its logs, in order.
	Missing, Extra, Changed []TxLogs
}

// Empty reports that nothing differs.
func (d Discrepancy) Empty() bool { return len(d.Missing)+len(d.Extra)+len(d.Changed) == 0 }

// Evidence counts it.
func (d Discrepancy) Evidence(sources []string) AuditEvidence {
	return AuditEvidence{Missing: len(d.Missing), Extra: len(d.Extra), Changed: len(d.Changed), Sources: sources}
}

// OfContracts reports that an event of the escrow or of a contract beside it is
// in any of its transactions, or in what the facts have in the place of one.
func (d Discrepancy) OfContracts(recorded []TxLogs) bool {
	gone := d.Gone()
	return slices.ContainsFunc(slices.Concat(d.Missing, d.Extra, d.Changed), TxLogs.ofContracts) ||
		slices.ContainsFunc(recorded, func(t TxLogs) bool { return slices.Contains(gone, t.Hash) && t.ofContracts() })
}

// Gone are the transactions that facts have and that must go: those that are too
// many, and those that come again with other logs.
func (d Discrepancy) Gone() (out []Hash) {
	for _, t := range slices.Concat(d.Extra, d.Changed) {
		out = append(out, t.Hash)
	}
	return out
}

// Added are the transactions of the block that its facts must get, in order.
func (d Discrepancy) Added() []TxLogs {
	out := slices.Concat(d.Changed, d.Missing)
	slices.SortStableFunc(out, func(a, b TxLogs) int { return int(a.Index) - int(b.Index) })
	return out
}

func (t TxLogs) ofContracts() bool {
	return slices.ContainsFunc(t.Logs, func(l Log) bool { return l.Kind.OfContract() })
}

// Recorded are the transactions that the facts about a block leave behind; given
// are all of those facts, in order. applied is false if the last thing they say
// is that the block was removed, or if they say nothing.
func Recorded(facts []Fact) (txs []TxLogs, applied bool, err error) {
	for _, f := range facts {
		body, err := f.Decode()
		if err != nil {
			return nil, false, err
		}
		switch b := body.(type) {
		case *BlockUnapplied:
			txs = slices.DeleteFunc(slices.Clone(txs), func(t TxLogs) bool { return b.Removes(t.Hash) })
			applied = applied && len(b.Only) > 0
		case *BlockApplied:
			if b.Audit == nil {
				txs = nil // the whole again
			}
			txs, applied = append(slices.Clone(txs), b.Txs...), true
		}
	}
	slices.SortStableFunc(txs, func(a, b TxLogs) int { return int(a.Index) - int(b.Index) })
	return txs, applied, nil
}

// Compare holds what facts recorded of an applied block against the block. The
// state is the present one: a transaction that nobody would miss any more, since
// what it paid for is settled or was issued later, is not missing.
func Compare(s State, b Block, recorded []TxLogs) (d Discrepancy) {
	has := map[Hash]TxLogs{}
	for _, t := range TxsOf(b.Logs) {
		has[t.Hash] = t
	}
	known := map[Hash]bool{}
	for _, r := range recorded {
		known[r.Hash] = true
		switch t, ok := has[r.Hash]; {
		case !ok:
			d.Extra = append(d.Extra, r)
		case !sameTx(t, r):
			d.Changed = append(d.Changed, t)
		}
	}
	for _, t := range TxsOf(b.Logs) {
		if !known[t.Hash] && slices.ContainsFunc(t.Logs, func(l Log) bool { return missed(s, b.BlockRef, l) }) {
			d.Missing = append(d.Missing, t)
		}
	}
	return d
}

// TxsOf groups a block's logs by transaction, in order.
func TxsOf(logs []Log) (out []TxLogs) {
	for _, l := range logs {
		if n := len(out); n > 0 && out[n-1].Hash == l.TxHash {
			out[n-1].Logs = append(out[n-1].Logs, l)
		} else {
			out = append(out, TxLogs{Hash: l.TxHash, Index: l.TxIndex, Logs: []Log{l}})
		}
	}
	return out
}

// missed is Concerns, looked back: what was watched when the block was applied
// and is so still.
func missed(s State, b BlockRef, l Log) bool {
	if l.Kind.OfContract() || !l.Ref.IsZero() && s.Get(TableTag, l.Ref.String()) != nil {
		return true
	}
	if l.Kind != LogTransfer || l.Value.IsZero() || l.From == l.To {
		return false
	}
	for _, q := range []Query{Watching(l.To), InstructionByDeposit(l.To), InstructionByDeposit(l.From)} {
		for _, i := range FindRows[*Instruction](s, q) {
			if i.Admits(b, false) {
				return true
			}
		}
	}
	return false
}

func sameTx(a, b TxLogs) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}

// forget removes what facts that were wrong left of a block's transfers: rows with
// their keys may come again with other amounts. The facts themselves stay.
func (f *folder) forget(b *BlockUnapplied) {
	for _, t := range FindRows[*Transfer](f, TransfersOfBlock(b.Block.Hash)) {
		if !b.Removes(t.TxHash) {
			continue
		}
		for _, a := range FindRows[*Allocation](f, AllocationsOfTransfer(t.Key())) {
			f.Delete(TableAllocation, a.Key())
		}
		f.Delete(TableTransfer, t.Key())
	}
}

// audited raises the incident of a block that was mended.
func (f *folder) audited(b *BlockApplied) {
	if b.Audit == nil || b.Audit.Past {
		return
	}
	f.auditIncident(b.Block, fmt.Sprintf("the audit found the facts about block %d other than its receipts: %s; they were mended, and what they pay counts from now on", b.Block.Number, b.Audit))
}

func (f *folder) disputed(b *BlockDisputed) {
	f.auditIncident(b.Block, fmt.Sprintf("the audit found the facts about block %d other than its receipts: %s; events of the escrow's contracts are among them, which facts cannot mend", b.Block.Number, b.Evidence))
}

func (f *folder) auditIncident(b BlockRef, text string) {
	f.Put(&Incident{Seq: f.seq, Kind: IncidentAudit, Instruction: b.Hash.String(), Text: text, At: f.at})
}

// AuditFinding is what is stored of a block that an endpoint has otherwise.
type AuditFinding struct {
	// Stored is the canonical block that is stored at that height. If it is another
	// one, nothing else was compared.
	Stored BlockRef
	// Final says that the stored block was final for all we knew. Else a
	// reorganization may have replaced it that was not followed yet.
	Final bool
	// Recorded are the transactions of the facts about it.
	Recorded    []TxLogs
	Discrepancy Discrepancy
}

// AuditRepair is what was done about a block.
type AuditRepair struct {
	// Evidence is what differed; all zero if nothing did any more.
	Evidence AuditEvidence
	// Again, if not 0, is from which height on blocks must be compared again: what
	// an instruction had that is unsettled now was not missed while it was settled.
	Again uint64
	// Mended says that the facts are right now; else an incident is all that could
	// be made of it.
	Mended bool
	// Halted says that releases were halted, since what had been released is not
	// what the chain has.
	Halted bool
}
