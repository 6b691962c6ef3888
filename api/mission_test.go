package api

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Awards of the escrow are in the order of their tranches, not of time.
func TestWhatIsWon(t *testing.T) {
	m := &settle.Mission{Mode: settle.ModeEscrow, Status: settle.MissionAwarded, MaxWinners: 3, Reward: money.Units(60), FeeBP: 50, Grain: money.Units(1),
		Terms:    &settle.MissionTerms{Tranches: []money.Amount{money.Units(10), money.Units(20), money.Units(30)}, Fees: []money.Amount{money.Units(1), money.Units(2), money.Units(4)}},
		Returned: 0b010, Awards: []settle.Award{{Milestone: -1, N: 0, At: 9_000, Agent: "late"}, {Milestone: -1, N: 2, At: 5_000, Agent: "early"}}}
	if at := awardedAt(m); at == nil || *at != millis(9_000) {
		t.Errorf("awarded at %v", at)
	}
	if _, winner := lastAward(&settle.MissionView{Mission: m}); winner == nil || *winner != "late" {
		t.Errorf("the winner is %v", winner)
	}
	if gross, fee := awarded(m); gross != money.Units(40) || fee != money.Units(5) {
		t.Errorf("won are %s with a fee of %s", gross, fee)
	}
	b := toMissionB(&settle.MissionView{Mission: m})
	if b.Resolution.RewardPaid != "0.000035" || b.Resolution.ProtocolFee != "0.000005" {
		t.Errorf("%+v", b.Resolution)
	}
}

// What waits for the chain is not rejected.
func TestSubmissionStatus(t *testing.T) {
	for status, want := range map[settle.SubmissionStatus]string{settle.SubmissionAwaitingChain: "pending", settle.SubmissionPending: "pending",
		settle.SubmissionAccepted: "accepted", settle.SubmissionAcceptedLate: "accepted", settle.SubmissionRejected: "rejected", settle.SubmissionClosed: "rejected"} {
		if got := submissionStatus(&settle.Submission{Status: status}); got != want {
			t.Errorf("%s is %s", status, got)
		}
	}
}
