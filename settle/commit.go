package settle

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle/money"
)

// Commitments to work for missions in points that a rule decides (oabp.md decision
// 10): since such work is public once it is submitted, an agent commits to it first,
// and who committed first wins, whoever shows it first.

// CommitTerms say that work is committed to before it is submitted.
type CommitTerms struct {
	// RevealMillis is how long after its commitment work may be submitted; who has
	// committed later waits that long for who was earlier.
	RevealMillis int64 `json:"reveal_millis"`
}

// The bounds of CommitTerms, in milliseconds, and what holds where a mission does not
// say.
const (
	MinRevealMillis     = 1000
	MaxRevealMillis     = 24 * 3600 * 1000
	DefaultRevealMillis = 10 * 60 * 1000
)

// CommitTerms are those of a mission that takes commitments here; nil for others.
func (m *Mission) CommitTerms() *CommitTerms {
	if m.Verification == nil {
		return nil
	}
	return m.Verification.Commit
}

// CommitmentTo is the commitment of an agent to work for a mission: the SHA-256 of
// five lines, which are joined by a line feed: "oabp.commit.v1", the ids of mission
// and agent, the salt as 0x and 64 hexadecimal digits, and the content.
func CommitmentTo(mission, agent string, salt Hash, content string) Hash {
	return sha256.Sum256([]byte(strings.Join([]string{"oabp.commit.v1", mission, agent, salt.String(), content}, "\n")))
}

// WorkCommitted: an agent commits to work for a mission.
type WorkCommitted struct {
	Mission    string `json:"mission"`
	Agent      string `json:"agent"`
	Commitment Hash   `json:"commitment"`
	// SpamFee is burned for it, and nothing for the submission that reveals it.
	SpamFee money.Amount `json:"spam_fee"`
}

// KindWorkCommitted is the kind of WorkCommitted.
const KindWorkCommitted Kind = "work_committed"

// Kind implements Body.
func (WorkCommitted) Kind() Kind { return KindWorkCommitted }

// PointsCommitment is an agent's newest commitment to work for a mission.
type PointsCommitment struct {
	Mission    string `json:"mission"`
	Agent      string `json:"agent"`
	Commitment Hash   `json:"commitment"`
	// Seq is the fact by which it was made: of those whose work matches, the lowest wins.
	Seq uint64 `json:"seq"`
	At  int64  `json:"at"`
	// Submission is the work that revealed it; empty before.
	Submission string `json:"submission,omitempty"`
	// Waiting says that the work matches, and waits for earlier commitments.
	Waiting bool `json:"waiting,omitempty"`
}

// The table of commitments, and the paths to those of a mission and to what waits.
const (
	TablePointsCommitment   Table     = "points_commitment"
	QueryPointsCommitments  QueryName = "points_commitments"
	QueryCommitmentsWaiting QueryName = "points_commitments_waiting"
)

// Table implements Row.
func (*PointsCommitment) Table() Table { return TablePointsCommitment }

// Key implements Row.
func (c PointsCommitment) Key() string { return c.Mission + "/" + c.Agent }

// PointsCommitments are the commitments to work for a mission.
func PointsCommitments(mission string) Query {
	return query(QueryPointsCommitments, mission, func(c *PointsCommitment) bool { return c.Mission == mission })
}

// CommitmentsWaiting are those of all missions whose work matches and waits.
func CommitmentsWaiting() Query {
	return query(QueryCommitmentsWaiting, "", func(c *PointsCommitment) bool { return c.Waiting })
}

func commitmentKeys(name QueryName, c *PointsCommitment) []string {
	switch name {
	case QueryPointsCommitments:
		return []string{c.Mission}
	case QueryCommitmentsWaiting:
		return keyIf(c.Waiting, "")
	}
	return nil
}

// Live reports whether the commitment may still be revealed at a time (Unix ms), or
// has been, by work that matches.
func (c *PointsCommitment) Live(m *Mission, now int64) bool {
	return c.Waiting || c.Submission == "" && now < c.RevealBy(m)
}

// RevealBy is when it is too late to reveal it, in Unix milliseconds.
func (c *PointsCommitment) RevealBy(m *Mission) int64 {
	return min(c.At+m.CommitTerms().RevealMillis, m.Deadline)
}

// CommittedWinner is the work that wins a mission now, by the commitments to it: of
// the matching one that was committed to first, unless an earlier commitment may
// still be revealed. Nil if there is none yet.
func CommittedWinner(s State, m *Mission, now int64) *Submission {
	all := FindRows[*PointsCommitment](s, PointsCommitments(m.ID))
	slices.SortFunc(all, func(a, b *PointsCommitment) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, c := range all {
		if c.Submission == "" {
			if now < c.RevealBy(m) {
				return nil
			}
			continue
		}
		if w := GetRow[Submission](s, c.Submission); c.Waiting && w != nil && w.Status == SubmissionPending && w.Matched() {
			return w
		}
	}
	return nil
}

// workCommitted burns the fee and keeps the commitment.
func (f *folder) workCommitted(b *WorkCommitted) {
	f.movePoints(PointsMovement{Reason: PointsBurn, From: AgentPoints(b.Agent), Amount: b.SpamFee, Mission: b.Mission})
	f.Put(&PointsCommitment{Mission: b.Mission, Agent: b.Agent, Commitment: b.Commitment, Seq: f.seq, At: f.at})
}

// revealed marks the commitment that a submission reveals.
func (f *folder) revealed(id string) {
	s := f.submission(id)
	if s == nil {
		return
	}
	if c := GetRow[PointsCommitment](f, PointsCommitment{Mission: s.Mission, Agent: s.Agent}.Key()); c != nil && c.Submission == "" {
		u := *c
		u.Submission, u.Waiting = s.ID, s.Status == SubmissionPending && s.Matched()
		f.Put(&u)
	}
}

// settleCommitments ends the waiting of a mission that is over, or of work that won.
func (f *folder) settleCommitments(m *Mission) {
	if m.CommitTerms() == nil {
		return
	}
	for _, c := range FindRows[*PointsCommitment](f, PointsCommitments(m.ID)) {
		if s := f.submission(c.Submission); c.Waiting && (s == nil || s.Status != SubmissionPending) {
			u := *c
			u.Waiting = false
			f.Put(&u)
		}
	}
}
