package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// PointsRow makes a row of the tables of points, from a few values; nil for any
// other table.
func PointsRow(t settle.Table, mission, agent string, n int) settle.Row {
	amount := money.Units(uint64(n))
	switch t {
	case settle.TablePointsAccount:
		return &settle.PointsAccount{ID: settle.AgentPoints(agent), Balance: amount, GrantedAt: int64(n)}
	case settle.TablePointsMovement:
		return &settle.PointsMovement{Seq: uint64(n + 1), N: n, Reason: settle.PointsStake, From: settle.AgentPoints(agent), To: settle.StakedPoints(mission),
			Amount: money.Units(uint64(n) + 1), Mission: mission, At: int64(n)}
	case settle.TablePointsBook:
		return &settle.PointsBook{Granted: amount, Burned: amount}
	case settle.TablePointsPoll:
		return &settle.PointsPoll{Mission: mission, PollCount: settle.PollCount{Voters: uint16(n), Weight: amount, Tie: n == 1},
			Weights: map[string]money.Amount{"": amount, "s\u2028": money.MustParse("115792089237316195423570985008687907853269984665640564039457584007913129639935")}}
	case settle.TablePointsBallot:
		return &settle.PointsBallot{Mission: mission, Voter: agent, Choice: fmt.Sprintf("s%d", n), Stake: amount, Settled: n == 2, Lost: amount}
	}
	if t == settle.TablePointsCommitment {
		return &settle.PointsCommitment{Mission: mission, Agent: agent, Commitment: settle.Hash{31: byte(n)}, Seq: uint64(n), Waiting: n == 1}
	}
	return nil
}

// testPoints: movements are listed by account and by page.
func testPoints(t *testing.T, s Store) {
	key := func(seq uint64, n int) string { return settle.PointsMovement{Seq: seq, N: n}.Key() }
	update(t, s, func(tx settle.Tx) {
		for n, m := range []settle.PointsMovement{
			{Seq: 1, Reason: settle.PointsGrant, To: "agent/a"},
			{Seq: 2, Reason: settle.PointsHold, From: "agent/a", To: "held/m"},
			{Seq: 2, N: 1, Reason: settle.PointsBurn, From: "agent/a"},
			{Seq: 3, Reason: settle.PointsGrant, To: "agent/b"},
			{Seq: 1<<40 + 1, Reason: settle.PointsReward, From: "held/m", To: "agent/b"},
		} {
			m.Amount = money.Units(uint64(n) + 1)
			tx.Put(&m)
		}
	})
	view(t, s, func(tx settle.Tx) {
		for _, c := range []struct {
			account, before string
			limit           int
			want            []string
		}{
			{"agent/a", "", 0, []string{key(2, 1), key(2, 0), key(1, 0)}},
			{"agent/a", "", 2, []string{key(2, 1), key(2, 0)}},
			{"agent/a", key(2, 1), 5, []string{key(2, 0), key(1, 0)}},
			{"agent/b", "", 5, []string{key(1<<40+1, 0), key(3, 0)}},
			{"held/m", "", 5, []string{key(1<<40+1, 0), key(2, 0)}},
			{"agent/c", "", 5, nil},
		} {
			var got []string
			for _, m := range tx.PointsMovements(c.account, c.before, c.limit) {
				got = append(got, m.Key())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("movements of %s before %q: %v, want %v", c.account, c.before, got, c.want)
			}
		}
	})
}
