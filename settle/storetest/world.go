package storetest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

var (
	missionStates     = []settle.MissionStatus{settle.MissionOpen, settle.MissionAwarded, settle.MissionCancelled, settle.MissionExpired, settle.MissionRemoved, settle.MissionUnfunded}
	submissionStates  = []settle.SubmissionStatus{settle.SubmissionPending, settle.SubmissionAccepted, settle.SubmissionAcceptedLate, settle.SubmissionRejected, settle.SubmissionClosed, settle.SubmissionAwaitingChain, settle.SubmissionDraft, settle.SubmissionWithdrawn}
	instructionStates = []settle.InstructionStatus{settle.InstructionOpen, settle.InstructionSettled, settle.InstructionReverted, settle.InstructionHeld, settle.InstructionWithheld, settle.InstructionSuperseded}
)

// world draws rows of a small world, so that they meet and replace each other.
type world struct{ t *rapid.T }

func (w world) n(max int) int           { return rapid.IntRange(0, max).Draw(w.t, "n") }
func (w world) agent() string           { return fmt.Sprintf("agent%d", w.n(2)) }
func (w world) address() settle.Address { return addr(w.n(3)) }
func pick[T any](w world, from []T) T   { return rapid.SampledFrom(from).Draw(w.t, "choice") }
func (w world) maybe(id string) string  { return pick(w, []string{"", id}) }
func (w world) blockRef() settle.BlockRef {
	n := w.n(2)
	return settle.BlockRef{Number: uint64(n), Hash: hash(n)}
}

// base are the rows that others refer to.
func (w world) base() []settle.Row {
	var out []settle.Row
	for n := range 3 {
		id := fmt.Sprint(n)
		out = append(out, mission("m"+id, w.agent(), settle.MissionOpen))
	}
	for n := range 3 {
		id := fmt.Sprint(n)
		out = append(out, submission("s"+id, "m"+id, w.agent(), settle.SubmissionPending))
	}
	for n := range 3 {
		id := fmt.Sprint(n)
		out = append(out, instruction("i"+id, "m"+id, "s"+id, w.agent(), n, settle.InstructionOpen, w.address()))
	}
	return out
}

func (w world) row() settle.Row {
	n := w.n(2)
	id := fmt.Sprint(n)
	table := pick(w, settle.Tables())
	if r := ChainRow(table, w.address(), w.address(), hash(w.n(2)), n); r != nil {
		if a, ok := r.(*settle.EscrowAward); ok && w.n(2) == 0 {
			a.Submission = ""
		}
		return r
	}
	if r := PointsRow(table, fmt.Sprintf("m%d", w.n(2)), w.agent(), n); r != nil {
		return r
	}
	switch table {
	case settle.TableAgent:
		a := &settle.Agent{ID: "agent" + id, Name: "ä\u2028\"\\ " + id, CreatedAt: int64(w.n(9)), RatingMilli: -5}
		if w.n(1) == 1 {
			a.KeyHash = hash(n)
		}
		return a
	case settle.TableAPIKey:
		return &settle.APIKey{Hash: hash(n), Agent: w.agent(), Label: w.maybe("at home"), CreatedAt: int64(w.n(9)), Until: int64(w.n(2))}
	case settle.TablePoster:
		p := &settle.PosterCounts{Agent: w.maybe("agent" + id), Posted: n + 1, Expired: w.n(1)}
		if w.n(1) == 1 {
			p.Receivables = []settle.Receivable{{Currency: settle.CurrencyUSD, Units: money.Units(uint64(n + 1)), Count: 1}}
		}
		return p
	case settle.TableAddress:
		return &settle.AddressRow{Address: w.address(), Agent: w.maybe("agent" + id), PayerOf: w.maybe("agent0"), Dust: money.Units(uint64(n))}
	case settle.TableMission:
		m := mission("m"+id, w.agent(), pick(w, missionStates))
		m.Deadline = int64(w.n(3))
		if m.Status == settle.MissionUnfunded || w.n(2) == 0 {
			m.Mode, m.OnChain = settle.ModeEscrow, hash(700+n)
		}
		return m
	case settle.TableSubmission:
		s := submission("s"+id, fmt.Sprintf("m%d", w.n(2)), w.agent(), pick(w, submissionStates))
		for range w.n(3) {
			s.Contributors = append(s.Contributors, settle.Contributor{Agent: w.agent(), ShareBP: 5, Invited: w.n(1) == 1})
		}
		return s
	case settle.TableInstruction:
		return w.instruction(n)
	case settle.TableTag:
		return &settle.Tag{Ref: hash(n), Instruction: "i" + id, Leg: n - 1}
	case settle.TablePayer:
		return &settle.Payer{Address: w.address(), Poster: w.agent(), Instruction: w.maybe("i" + id), Method: "siwe"}
	case settle.TableTransfer:
		t := transfer(w.blockRef(), uint32(n), w.address(), w.address(), money.Units(9))
		t.Instruction = w.maybe("i" + id)
		return t
	case settle.TableRating:
		return &settle.RatingEntry{Agent: w.agent(), Seq: uint64(n + 1), N: w.n(1), Kind: settle.RatingWon, AfterMilli: int64(w.n(9))}
	case settle.TableIncident:
		return &settle.Incident{Seq: uint64(n + 1), Kind: pick(w, []settle.IncidentKind{settle.IncidentHalt, settle.IncidentOrphan}), Instruction: w.maybe("i0"), ClearedAt: int64(w.n(1))}
	}
	return w.settings()
}

// settings with tiers by amount, of which rows of this world have 1 to 9 units.
func (w world) settings() *settle.Settings {
	s := &settle.Settings{ChainID: 8453, Token: w.address(), Confirmations: uint64(w.n(2))}
	for range w.n(2) {
		s.Finality = append(s.Finality, settle.FinalityRule{UpTo: money.Units(uint64(w.n(4))), Tier: w.tier()})
	}
	return s
}

func (w world) tier() settle.Tier {
	return pick(w, []settle.Tier{{Depth: 1}, {Depth: 2}, {Tag: settle.TagSafe}, {Tag: settle.TagFinalized}})
}

func (w world) instruction(n int) *settle.Instruction {
	id := fmt.Sprint(n)
	i := instruction("i"+id, "m"+id, fmt.Sprintf("s%d", w.n(2)), w.agent(), n, pick(w, instructionStates), w.address(), w.address())
	if i.Status != settle.InstructionSettled {
		i.Covered = w.n(1) == 1
	}
	i.Total, i.CoveredIn = money.Units(uint64(w.n(6))), uint64(w.n(3))
	if i.Status == settle.InstructionOpen {
		i.ReservedUntil = int64(w.n(3))
	}
	if w.n(1) == 1 {
		i.Deposit = addr(100 + n)
	}
	if w.n(2) == 0 {
		i.Succession = &settle.Succession{Moved: []settle.MovedPayee{{From: w.address(), To: i.Legs[0].To}}}
	}
	i.Strayed, i.PartlyPaid, i.InDeposit = w.n(1) == 1, w.n(1) == 1, w.n(1) == 1
	return i
}

// delete deletes a row, there or not, of a table that nothing refers to, and
// sometimes writes it again.
func (w world) delete(states ...settle.State) {
	r := w.row()
	deletable := slices.Contains(settle.MirrorTables(), r.Table())
	switch r.Table() {
	case settle.TableChainUndo, settle.TableEscrowAward, settle.TableAddress, settle.TablePayer, settle.TableTag, settle.TableIncident, settle.TablePoster:
		deletable = true
	}
	if !deletable {
		return
	}
	refers := r.Table() == settle.TableTag || r.Table() == settle.TableEscrowAward // to what may not be there yet
	again := w.n(2) == 0 && !refers
	for _, s := range states {
		s.Delete(r.Table(), r.Key())
		if again {
			s.Put(r)
		}
	}
}

// queries are some, drawn from all access paths.
func (w world) queries(s settle.State) []settle.Query {
	var set settle.Settings
	if x := settle.GetRow[settle.Settings](s, settle.SettingsKey); x != nil {
		set = *x
	}
	tier := pick(w, append(set.Tiers(), w.tier()))
	a, h, g, n := w.address(), hash(w.n(2)), w.agent(), fmt.Sprint(w.n(2))
	all := []settle.Query{
		settle.KeysOfAgent(g), settle.KeysOfAgent(""), settle.AddressesOfAgent(g), settle.AddressesOfAgent(""),
		settle.SubmissionsOfMission("m" + n), settle.SubmissionsOfAgent(g), settle.SubmissionsJoinedBy(g), settle.SubmissionsAwaiting(g), settle.CompleteOfMission("m" + n), settle.MissionsOfPoster(g), settle.MissionsDue(int64(w.n(3))),
		settle.InstructionsOfMission("m" + n), settle.InstructionsOfSubmission("s" + n), settle.InstructionByDeposit(addr(100 + w.n(2))),
		settle.InstructionByDeposit(settle.Address{}), settle.Watching(a), settle.UnsettledOfPoster(g), settle.InstructionsDue(int64(w.n(3))),
		settle.PointsBallots("m" + n), settle.PointsCommitments("m" + n), settle.CommitmentsWaiting(), settle.Reserved(), settle.ReservedAfter("i" + n), settle.ReservedAfter(""), settle.RevertedOfPoster(g), settle.PayersOfAddress(a), settle.PayersOfPoster(g),
		settle.TransfersFrom(a), settle.TransfersTo(a), settle.TransfersOfBlock(h), settle.TransfersOfTx(hash(500 + w.n(2))),
		settle.TransfersTagged("i" + n), settle.TransfersTagged(""),
		settle.AllocationsOfTransfer(settle.TransferKey(w.blockRef(), uint32(w.n(2)))), settle.AllocationsOfInstruction("i" + n), settle.IncidentsOpen(), settle.IncidentsOfFact(uint64(w.n(4))), settle.RatingsOfAgent(g),
		settle.MissionOnChain(hash(700 + w.n(2))), settle.MissionOnChain(settle.Hash{}),
	}
	all = append(all, settle.PostersOwing(""), settle.PostersOwing("agent0"))
	for _, behind := range []string{"", "i0", "i1"} {
		all = append(all, settle.InstructionsStrayed(behind), settle.InstructionsPartlyPaid(behind), settle.InstructionsInDeposit(behind),
			settle.InstructionsHeldBehind(behind), settle.InstructionsHeld(), settle.AwardsHeld(), settle.AwardsHeldBehind(behind))
	}
	incident := settle.Incident{Seq: uint64(w.n(3)), Kind: settle.IncidentOrphan}
	all = append(all, settle.IncidentsOfKind(settle.IncidentHalt, ""), settle.IncidentsOfKind(settle.IncidentOrphan, incident.Key()))
	waiting := []settle.Query{settle.InstructionsWaiting(set, tier, uint64(w.n(3))), settle.AwardsWaiting(set, tier, uint64(w.n(3)))}
	all = append(all, ChainQueries(w.address(), a, h, w.n(2))...)
	from := w.n(len(all) - 1)
	return append(append(all[from:], all[:from]...)[:9], waiting...)
}
