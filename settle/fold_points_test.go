package settle

import (
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

// The fold refuses nothing, and even facts that no engine would append move no more
// than there is.
func TestLedgerMovesWhatThereIs(t *testing.T) {
	s, seq := NewOverlay(nil), uint64(0)
	fold := func(b Body) {
		t.Helper()
		seq++
		f, err := NewFact(seq, Hash{}, int64(seq), b)
		if err != nil {
			t.Fatal(err)
		}
		if err := Fold(s, f, plainRater{}); err != nil {
			t.Fatal(err)
		}
	}
	fold(AgentRegistered{ID: "a"})
	fold(PointsGranted{Agent: "a", Amount: money.Units(10)})
	fold(PointsGranted{Agent: "a", Amount: money.Units(10)})
	fold(MissionPosted{Mission: Mission{ID: "m", Poster: "a", Mode: ModePoints, Reward: money.Units(8), MaxWinners: 1, Points: &PointsTerms{SpamFee: money.Units(5)},
		Verification: &Verification{Type: PeerVote, Poll: &PollTerms{Rules: VoteRules{Cap: 1}}}}})
	fold(BallotCast{Mission: "m", Voter: "a", Stake: money.Units(3)})
	fold(BallotCast{Mission: "x", Voter: "a", Stake: money.Units(3)})
	fold(PointsAwarded{Submission: "none", Payouts: []money.Amount{money.Units(8)}})
	has := func(id string) string { return (&folder{State: s}).account(id).Balance.String() }
	book := GetRow[PointsBook](s, PointsBookKey)
	if has("agent/a") != "0" || has("held/m") != "8" || has("staked/m") != "0" || book.Burned != money.Units(2) || book.Granted != money.Units(10) {
		t.Errorf("agent %s, held %s, staked %s, %+v", has("agent/a"), has("held/m"), has("staked/m"), book)
	}
	fold(PollClosed{Mission: "m"})
	fold(PollClosed{Mission: "m"})
	if has("agent/a") != "8" || has("held/m") != "0" {
		t.Errorf("agent %s, held %s", has("agent/a"), has("held/m"))
	}
}
