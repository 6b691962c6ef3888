package settle

import (
	"strconv"
)

// State is the derived state that the fold reads and writes. Reads that fail
// in the world (a database that went away) do not return an error: an
// implementation panics with *Abort, which only the transaction's owner
// recovers. That keeps the rules readable and makes a half-read state
// impossible to act on.
type State interface {
	// Get is the row, or nil. Callers must not change it.
	Get(t Table, key string) Row
	// Find are the rows that match, in key order. Callers must not change them.
	Find(q Query) []Row
	// Exists reports whether a row matches, at a cost that does not grow with
	// how many do.
	Exists(q Query) bool
	// Put inserts or replaces a row.
	Put(r Row)
	// Delete removes a row; nothing happens if there is none. Only rows that
	// mirror a contract's storage, what undoes them, transfers that never were, and
	// counts of nothing are ever deleted.
	Delete(t Table, key string)
}

// Abort carries an error of the store through the fold.
type Abort struct{ Err error }

// Error implements error.
func (a *Abort) Error() string { return a.Err.Error() }

// Unwrap gives the store's error.
func (a *Abort) Unwrap() error { return a.Err }

// QueryName names an access path; a store has one index for each.
type QueryName string

// Query is a lookup by something else than the key. Match is the definition;
// a database may answer by an index that gives the same rows.
type Query struct {
	Name  QueryName
	Table Table
	Arg   string
	Match func(Row) bool
}

// The access paths of the fold and of the engine.
const (
	QueryKeysOfAgent              QueryName = "keys_of_agent"
	QueryAddressesOfAgent         QueryName = "addresses_of_agent"
	QuerySubmissionsOfMission     QueryName = "submissions_of_mission"
	QuerySubmissionsOfAgent       QueryName = "submissions_of_agent"
	QuerySubmissionsJoinedBy      QueryName = "submissions_joined_by"
	QuerySubmissionsAwaiting      QueryName = "submissions_awaiting"
	QueryCompleteOfMission        QueryName = "complete_of_mission"
	QueryMissionsOfPoster         QueryName = "missions_of_poster"
	QueryMissionsDue              QueryName = "missions_due"
	QueryMissionsEnding           QueryName = "missions_ending"
	QueryInstructionsOfMission    QueryName = "instructions_of_mission"
	QueryInstructionsOfSubmission QueryName = "instructions_of_submission"
	QueryInstructionByDeposit     QueryName = "instruction_by_deposit"
	QueryWatching                 QueryName = "instructions_watching"
	QueryUnsettledOfPoster        QueryName = "unsettled_of_poster"
	QueryInstructionsDue          QueryName = "instructions_due"
	QueryInstructionsReserved     QueryName = "instructions_reserved"
	QueryReservedAfter            QueryName = "instructions_reserved_after"
	QueryInstructionsWaiting      QueryName = "instructions_waiting"
	QueryReverted                 QueryName = "instructions_reverted"
	QueryHeld                     QueryName = "instructions_held"
	QueryPayersOfAddress          QueryName = "payers_of_address"
	QueryPayersOfPoster           QueryName = "payers_of_poster"
	QueryTransfersFrom            QueryName = "transfers_from"
	QueryTransfersTo              QueryName = "transfers_to"
	QueryTransfersOfBlock         QueryName = "transfers_of_block"
	QueryTransfersOfTx            QueryName = "transfers_of_tx"
	QueryTransfersTagged          QueryName = "transfers_tagged"
	QueryAllocationsOfTransfer    QueryName = "allocations_of_transfer"
	QueryAllocationsOfInstruction QueryName = "allocations_of_instruction"
	QueryIncidentsOpen            QueryName = "incidents_open"
	QueryIncidentsOfFact          QueryName = "incidents_of_fact"
	QueryMissionOnChain           QueryName = "mission_on_chain"
)

func query[T any, P interface {
	*T
	Row
}](name QueryName, arg string, match func(P) bool) Query {
	return Query{Name: name, Table: P(nil).Table(), Arg: arg, Match: func(r Row) bool { return match(r.(P)) }}
}

// AddressesOfAgent are the addresses that the agent proved.
func AddressesOfAgent(id string) Query {
	return query(QueryAddressesOfAgent, id, func(a *AddressRow) bool { return a.Agent == id })
}

// SubmissionsOfMission are all, of every milestone and state.
func SubmissionsOfMission(id string) Query {
	return query(QuerySubmissionsOfMission, id, func(s *Submission) bool { return s.Mission == id })
}

// SubmissionsOfAgent are those that the agent submitted.
func SubmissionsOfAgent(id string) Query {
	return query(QuerySubmissionsOfAgent, id, func(s *Submission) bool { return s.Agent == id })
}

// SubmissionsJoinedBy are those of others in which the agent shares, and has
// consented.
func SubmissionsJoinedBy(id string) Query {
	return query(QuerySubmissionsJoinedBy, id, func(s *Submission) bool { return s.Agent != id && s.Joined(id) })
}

// SubmissionsAwaiting are the drafts that ask for the agent's consent. What has
// ended is not among them, so nobody's list grows by what others did once.
func SubmissionsAwaiting(id string) Query {
	return query(QuerySubmissionsAwaiting, id, func(s *Submission) bool { return s.Awaits(id) })
}

// CompleteOfMission are those to which all contributors have consented.
func CompleteOfMission(id string) Query {
	return query(QueryCompleteOfMission, id, func(s *Submission) bool { return s.Mission == id && s.Complete() })
}

// MissionsOfPoster are all that the agent posted.
func MissionsOfPoster(id string) Query {
	return query(QueryMissionsOfPoster, id, func(m *Mission) bool { return m.Poster == id })
}

// MissionsDue are open missions whose deadline (Unix ms) is at or before now;
// those of the escrow end on the chain.
func MissionsDue(now int64) Query {
	return query(QueryMissionsDue, strconv.FormatInt(now, 10), func(m *Mission) bool {
		return m.mayFallDue() && m.Deadline <= now
	})
}

// MissionsEnding are the same, but that a store may leave out those which an
// instruction keeps from ending (Instruction.Keeps), unless that has changed in the
// same transaction; and of the others all but the 1,000 of the oldest deadlines.
func MissionsEnding(now int64) Query {
	q := MissionsDue(now)
	q.Name = QueryMissionsEnding
	return q
}

// Keeps reports whether the instruction keeps its mission from ending: it is
// reserved, or paid in full and not settled.
func (i *Instruction) Keeps() bool {
	return i.Running() || i.Status == InstructionOpen && i.Covered
}

func (m *Mission) mayFallDue() bool { return m.Status == MissionOpen && m.Mode != ModeEscrow }

// MissionOnChain finds by the escrow's mission id.
func MissionOnChain(h Hash) Query {
	return query(QueryMissionOnChain, h.String(), func(m *Mission) bool { return m.OnChain == h && !h.IsZero() })
}

// InstructionsOfMission are all of a mission.
func InstructionsOfMission(id string) Query {
	return query(QueryInstructionsOfMission, id, func(i *Instruction) bool { return i.Mission == id })
}

// InstructionsOfSubmission are those issued for a submission.
func InstructionsOfSubmission(id string) Query {
	return query(QueryInstructionsOfSubmission, id, func(i *Instruction) bool { return i.Submission == id })
}

// InstructionByDeposit finds by deposit address.
func InstructionByDeposit(a Address) Query {
	return query(QueryInstructionByDeposit, a.String(), func(i *Instruction) bool { return i.Deposit == a && !a.IsZero() })
}

// Watching are the unsettled instructions with a leg that money to this address pays.
func Watching(a Address) Query {
	return query(QueryWatching, a.String(), func(i *Instruction) bool {
		return i.Status.Unsettled() && len(i.LegsOf(a)) > 0
	})
}

// UnsettledOfPoster are the instructions of a poster to which money may still go.
func UnsettledOfPoster(id string) Query {
	return query(QueryUnsettledOfPoster, id, func(i *Instruction) bool { return i.Poster == id && i.Status.Unsettled() })
}

// InstructionsDue are those whose reservation ends at or before t (block time),
// but for those that are paid in full: while that holds they do not lapse (R10).
// Where there are more than 1,000, a store may leave out all but those that end
// first.
func InstructionsDue(t int64) Query {
	return query(QueryInstructionsDue, strconv.FormatInt(t, 10), func(i *Instruction) bool {
		return i.Running() && !i.Covered && i.ReservedUntil <= t
	})
}

// Reserved are the instructions whose reservation runs.
func Reserved() Query {
	return query(QueryInstructionsReserved, "", (*Instruction).Running)
}

// RevertedOfPoster are the poster's instructions whose payment a reorg removed.
func RevertedOfPoster(id string) Query {
	return query(QueryReverted, id, func(i *Instruction) bool { return i.Poster == id && i.Status == InstructionReverted })
}

// PayersOfAddress are the proofs in which an address is the payer.
func PayersOfAddress(a Address) Query {
	return query(QueryPayersOfAddress, a.String(), func(p *Payer) bool { return p.Address == a })
}

// PayersOfPoster are the proofs that name a poster.
func PayersOfPoster(id string) Query {
	return query(QueryPayersOfPoster, id, func(p *Payer) bool { return p.Poster == id })
}

// TransfersFrom are the recorded transfers whose tokens left an address.
func TransfersFrom(a Address) Query {
	return query(QueryTransfersFrom, a.String(), func(t *Transfer) bool { return t.From == a })
}

// TransfersTo are the recorded transfers to an address.
func TransfersTo(a Address) Query {
	return query(QueryTransfersTo, a.String(), func(t *Transfer) bool { return t.To == a })
}

// TransfersOfBlock are the recorded transfers of a block.
func TransfersOfBlock(h Hash) Query {
	return query(QueryTransfersOfBlock, h.String(), func(t *Transfer) bool { return t.Block.Hash == h })
}

// TransfersOfTx are the recorded transfers of a transaction, in every block it was in.
func TransfersOfTx(h Hash) Query {
	return query(QueryTransfersOfTx, h.String(), func(t *Transfer) bool { return t.TxHash == h })
}

// TransfersTagged are the transfers whose tag names an instruction.
func TransfersTagged(instruction string) Query {
	return query(QueryTransfersTagged, instruction, func(t *Transfer) bool { return t.Instruction == instruction })
}

// AllocationsOfTransfer are all, void ones too.
func AllocationsOfTransfer(key string) Query {
	return query(QueryAllocationsOfTransfer, key, func(a *Allocation) bool { return a.Transfer == key })
}

// AllocationsOfInstruction are all, void ones too.
func AllocationsOfInstruction(id string) Query {
	return query(QueryAllocationsOfInstruction, id, func(a *Allocation) bool { return a.Instruction == id })
}

// IncidentsOpen are those that no operator cleared.
func IncidentsOpen() Query {
	return query(QueryIncidentsOpen, "", func(i *Incident) bool { return i.ClearedAt == 0 })
}

// IncidentsOfFact are those that a fact raised, cleared ones too.
func IncidentsOfFact(seq uint64) Query {
	return query(QueryIncidentsOfFact, strconv.FormatUint(seq, 10), func(i *Incident) bool { return i.Seq == seq })
}

// NewRow makes an empty row of a table, for decoding.
func NewRow(t Table) Row {
	switch t {
	case TableSettings:
		return &Settings{}
	case TableAgent:
		return &Agent{}
	case TableAddress:
		return &AddressRow{}
	case TableMission:
		return &Mission{}
	case TableSubmission:
		return &Submission{}
	case TableInstruction:
		return &Instruction{}
	case TableTag:
		return &Tag{}
	case TablePayer:
		return &Payer{}
	case TableTransfer:
		return &Transfer{}
	case TableAllocation:
		return &Allocation{}
	case TableIncident:
		return &Incident{}
	case TableAPIKey:
		return &APIKey{}
	case TablePoster:
		return &PosterCounts{}
	case TableEscrowAward:
		return &EscrowAward{}
	case TableChainUndo:
		return &ChainUndo{}
	case TableRating:
		return &RatingEntry{}
	}
	if r := newPointsRow(t); r != nil {
		return r
	}
	return newMirrorRow(t)
}

// GetRow is a typed State.Get: nil if there is no such row.
func GetRow[T any, P interface {
	*T
	Row
}](s State, key string) P {
	r := s.Get(P(nil).Table(), key)
	if r == nil {
		return nil
	}
	return r.(P)
}

// FindRows is a typed State.Find.
func FindRows[P Row](s State, q Query) []P {
	rows := s.Find(q)
	out := make([]P, len(rows))
	for i, r := range rows {
		out[i] = r.(P)
	}
	return out
}
