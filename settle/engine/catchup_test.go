package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// While the index is behind the head, a pick would be issued under an old tip,
// and payments between that tip and the head, older than the pick, would count
// for it (R11, R13). So nothing is issued until it has caught up.
func TestNothingIsIssuedWhileCatchingUp(t *testing.T) {
	s := newScene(t)
	sub := s.submit(s.mission(s.poster, settle.NewMission{Reward: money.Units(25_000_000)}), s.a)
	s.Now += 3600_000 // an hour of blocks is to be indexed yet
	s.Mine()          // one of them comes now, with its old time
	_, err := s.Pick(s.poster, sub, settle.Address{}, true)
	s.code(err, settle.CodeChainUnavailable)
	s.MineAfter(3600)
	_, err = s.Pick(s.poster, sub, settle.Address{}, true)
	s.ok(err)
}
