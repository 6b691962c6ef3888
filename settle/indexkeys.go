package settle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// QueriesOf are the access paths of a table.
func QueriesOf(t Table) []QueryName {
	switch t {
	case TableAPIKey:
		return []QueryName{QueryKeysOfAgent}
	case TableAddress:
		return []QueryName{QueryAddressesOfAgent}
	case TableMission:
		return []QueryName{QueryMissionsOfPoster, QueryMissionsDue, QueryMissionsEnding, QueryMissionOnChain}
	case TableSubmission:
		return []QueryName{QuerySubmissionsOfMission, QuerySubmissionsOfAgent, QuerySubmissionsJoinedBy, QuerySubmissionsAwaiting, QueryCompleteOfMission}
	case TableInstruction:
		return []QueryName{QueryInstructionsOfMission, QueryInstructionsOfSubmission, QueryInstructionByDeposit,
			QueryWatching, QueryUnsettledOfPoster, QueryInstructionsDue, QueryInstructionsReserved, QueryReservedAfter,
			QueryInstructionsWaiting, QueryReverted, QueryHeld, QueryStrayed, QueryPartlyPaid, QueryInDeposit, QueryHeldBehind}
	case TablePayer:
		return []QueryName{QueryPayersOfAddress, QueryPayersOfPoster}
	case TableTransfer:
		return []QueryName{QueryTransfersFrom, QueryTransfersTo, QueryTransfersOfBlock, QueryTransfersOfTx, QueryTransfersTagged}
	case TableAllocation:
		return []QueryName{QueryAllocationsOfTransfer, QueryAllocationsOfInstruction}
	case TableIncident:
		return []QueryName{QueryIncidentsOpen, QueryIncidentKind, QueryIncidentsOfFact}
	case TablePointsBallot:
		return []QueryName{QueryPointsBallots}
	case TablePointsCommitment:
		return []QueryName{QueryPointsCommitments, QueryCommitmentsWaiting}
	case TablePoster:
		return []QueryName{QueryPostersOwing}
	case TableRating:
		return []QueryName{QueryRatingsOfAgent}
	}
	return chainQueriesOf(t)
}

// IndexArg is the key under which an index holds the rows of a query: its Arg,
// or empty for a query by range, whose index holds all that may ever match.
func IndexArg(q Query) string {
	switch q.Name {
	case QueryMissionsDue, QueryMissionsEnding, QueryInstructionsDue, QueryUndoBelow, QueryInstructionsWaiting, QueryAwardsWaiting, QueryReservedAfter,
		QueryStrayed, QueryPartlyPaid, QueryInDeposit, QueryHeldBehind, QueryPostersOwing, QueryAwardsHeldBehind:
		return ""
	case QueryIncidentKind:
		return kindOfArg(q.Arg)
	}
	return q.Arg
}

// IndexKeys are the keys under which an index of that name holds a row; none if
// the row matches no query of the name. A row that q.Match takes is always held
// under IndexArg(q); but for queries by range the reverse is true as well.
func IndexKeys(name QueryName, r Row) []string {
	switch r := r.(type) {
	case *APIKey:
		if name == QueryKeysOfAgent {
			return []string{r.Agent}
		}
	case *AddressRow:
		if name == QueryAddressesOfAgent {
			return []string{r.Agent}
		}
	case *Mission:
		return missionKeys(name, r)
	case *Submission:
		return submissionKeys(name, r)
	case *Instruction:
		return instructionKeys(name, r)
	case *Payer:
		switch name {
		case QueryPayersOfAddress:
			return []string{r.Address.String()}
		case QueryPayersOfPoster:
			return []string{r.Poster}
		}
	case *Transfer:
		return transferKeys(name, r)
	case *Allocation:
		switch name {
		case QueryAllocationsOfTransfer:
			return []string{r.Transfer}
		case QueryAllocationsOfInstruction:
			return []string{r.Instruction}
		}
	case *Incident:
		return incidentKeys(name, r)
	case *PointsBallot:
		return keyIf(name == QueryPointsBallots, r.Mission)
	case *PointsCommitment:
		return commitmentKeys(name, r)
	case *PosterCounts:
		return keyIf(name == QueryPostersOwing && r.owes(), "")
	case *RatingEntry:
		return keyIf(name == QueryRatingsOfAgent, r.Agent)
	}
	return chainKeys(name, r)
}

func keyIf(ok bool, key string) []string {
	if !ok {
		return nil
	}
	return []string{key}
}

func missionKeys(name QueryName, m *Mission) []string {
	switch name {
	case QueryMissionsOfPoster:
		return []string{m.Poster}
	case QueryMissionsDue, QueryMissionsEnding:
		return keyIf(m.mayFallDue(), "")
	case QueryMissionOnChain:
		return keyIf(!m.OnChain.IsZero(), m.OnChain.String())
	}
	return nil
}

func submissionKeys(name QueryName, s *Submission) (out []string) {
	switch name {
	case QuerySubmissionsOfMission:
		return []string{s.Mission}
	case QuerySubmissionsOfAgent:
		return []string{s.Agent}
	case QueryCompleteOfMission:
		return keyIf(s.Complete(), s.Mission)
	}
	for _, c := range s.Contributors {
		joined := name == QuerySubmissionsJoinedBy && !c.Invited && c.Agent != s.Agent
		if (joined || name == QuerySubmissionsAwaiting && c.Invited && s.Status == SubmissionDraft) && !slices.Contains(out, c.Agent) {
			out = append(out, c.Agent)
		}
	}
	return out
}

func instructionKeys(name QueryName, i *Instruction) []string {
	switch name {
	case QueryInstructionsOfMission:
		return []string{i.Mission}
	case QueryInstructionsOfSubmission:
		return []string{i.Submission}
	case QueryInstructionByDeposit:
		return keyIf(!i.Deposit.IsZero(), i.Deposit.String())
	case QueryWatching:
		return Watched(i)
	case QueryUnsettledOfPoster:
		return keyIf(i.Status.Unsettled(), i.Poster)
	case QueryInstructionsDue:
		return keyIf(i.Running() && !i.Covered, "")
	case QueryInstructionsReserved, QueryReservedAfter:
		return keyIf(i.Running(), "")
	case QueryInstructionsWaiting:
		return keyIf(i.covered(), "")
	case QueryHeld:
		return keyIf(i.Status == InstructionHeld, "")
	case QueryReverted:
		return keyIf(i.Status == InstructionReverted, i.Poster)
	}
	return stuckKeys(name, i)
}

func transferKeys(name QueryName, t *Transfer) []string {
	switch name {
	case QueryTransfersFrom:
		return []string{t.From.String()}
	case QueryTransfersTo:
		return []string{t.To.String()}
	case QueryTransfersOfBlock:
		return []string{t.Block.Hash.String()}
	case QueryTransfersOfTx:
		return []string{t.TxHash.String()}
	case QueryTransfersTagged:
		return []string{t.Instruction}
	}
	return nil
}

// Watched are the addresses at which an instruction waits for money, without
// repetition; none once it is no longer unsettled.
func Watched(i *Instruction) []string {
	if !i.Status.Unsettled() {
		return nil
	}
	out := make([]string, 0, len(i.Legs))
	add := func(to Address) {
		if a := to.String(); !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	for _, l := range i.Legs {
		add(l.To)
	}
	if i.Succession != nil {
		for _, m := range i.Succession.Moved {
			add(m.From)
		}
	}
	return out
}

// Concerns reports whether a log is a reason to keep its transaction when its
// block is applied: it moves money to a watched leg, to or from a deposit
// address, or it names a known tag (settlement.md R13, R15, R16). An event of
// the escrow or of a contract beside it always is: the fold rebuilds their whole
// storage.
func Concerns(s State, l Log) bool { return NewMatcher(s).Concerns(l) }

// Matcher answers Concerns for many logs of one state: what it finds of an address
// it remembers. It is of no use any more when an instruction or a tag changes.
type Matcher struct {
	s State
	// watched and deposits say of addresses whether they are the ones of a leg that
	// is watched, and whether they are an instruction's own.
	watched, deposits map[Address]bool
}

// NewMatcher is a Matcher that remembers nothing yet.
func NewMatcher(s State) *Matcher { return &Matcher{s: s} }

// Matching is a State that has a Matcher ready, which knows of all that was written.
type Matching interface {
	// Matcher is to be asked for again after a write.
	Matcher() *Matcher
}

// MatcherOf is the state's own Matcher, or a new one.
func MatcherOf(s State) *Matcher {
	if m, ok := s.(Matching); ok {
		return m.Matcher()
	}
	return NewMatcher(s)
}

// Watched reports whether an unsettled instruction has a leg to an address.
func (m *Matcher) Watched(a Address) bool { return remembered(&m.watched, m.s, a, Watching) }

// Deposit reports whether an address is the deposit address of an instruction.
func (m *Matcher) Deposit(a Address) bool {
	return remembered(&m.deposits, m.s, a, InstructionByDeposit)
}

// Concerns is the function of that name.
func (m *Matcher) Concerns(l Log) bool {
	if l.Kind.OfContract() {
		return true
	}
	if !l.Ref.IsZero() && m.s.Get(TableTag, l.Ref.String()) != nil {
		return true
	}
	if l.Kind != LogTransfer || l.Value.IsZero() || l.From == l.To {
		return false
	}
	return m.Watched(l.To) || m.Deposit(l.To) || m.Deposit(l.From)
}

func remembered(known *map[Address]bool, s State, a Address, by func(Address) Query) bool {
	is, ok := (*known)[a]
	if !ok {
		if *known == nil {
			*known = map[Address]bool{}
		}
		is = s.Exists(by(a))
		(*known)[a] = is
	}
	return is
}

// Parties are the agents in whose lists an instruction stands: its poster, the
// agent who submitted the work, and everybody whom a leg pays, without
// repetition.
func Parties(i *Instruction, submitter string) []string {
	out := []string{i.Poster}
	add := func(id string) {
		if id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	add(submitter)
	for _, l := range i.Legs {
		for _, p := range l.Parts {
			add(p.Agent)
		}
	}
	return out
}

// SearchText is what a search for missions looks in; the text to look for must
// be in lower case as well.
func SearchText(m *Mission) string { return strings.ToLower(m.Title + "\n" + m.Description) }

// EncodeRow is the JSON of a row as stores keep it. Text that a store could not
// give back as it is (invalid UTF-8, U+0000) is an error: it must be refused
// where it enters.
func EncodeRow(r Row) ([]byte, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encoding %s %.80q: %w", r.Table(), r.Key(), err)
	}
	// Marshal writes U+FFFD itself as it is, and escapes it where it stands for
	// bytes that are not UTF-8.
	if err := storable(b, true); err != nil {
		return nil, fmt.Errorf("%s %.80q: %w", r.Table(), r.Key(), err)
	}
	return b, nil
}

// CheckNext is what every journal checks before it appends f behind head: the
// position, the chain, and that the body is JSON whose text a store can keep.
func CheckNext(seq uint64, head Hash, f Fact) error {
	switch {
	case f.Seq != seq+1:
		return fmt.Errorf("appending fact %d behind fact %d", f.Seq, seq)
	case f.Prev != head:
		return fmt.Errorf("appending fact %d: its predecessor is %s, the head is %s", f.Seq, f.Prev, head)
	case !json.Valid(f.Body):
		return fmt.Errorf("appending fact %d: the body is not JSON", f.Seq)
	}
	if err := storable(f.Body, false); err != nil {
		return fmt.Errorf("appending fact %d (%s): %w", f.Seq, f.Kind, err)
	}
	return nil
}

// storable looks for text in valid JSON that a database would refuse or change.
func storable(b []byte, replaced bool) error {
	if !utf8.Valid(b) {
		return fmt.Errorf("text is not valid UTF-8")
	}
	for i := bytes.IndexByte(b, '\\'); i >= 0 && i+1 < len(b); {
		rest := b[i+1:]
		switch {
		case bytes.HasPrefix(rest, []byte("u0000")):
			return fmt.Errorf("text holds U+0000")
		case replaced && bytes.HasPrefix(rest, []byte("ufffd")):
			return fmt.Errorf("text is not valid UTF-8")
		}
		next := bytes.IndexByte(b[i+2:], '\\')
		if next < 0 {
			break
		}
		i += 2 + next
	}
	return nil
}
