package api

import (
	"testing"

	"github.com/oabp/oabpd/settle"
)

// TestPayoutStatus: a payment that was taken back has failed, whatever else is so.
func TestPayoutStatus(t *testing.T) {
	view := func(mode settle.Mode, status settle.MissionStatus, picked, reverted bool) *settle.MissionView {
		return &settle.MissionView{Mission: &settle.Mission{Mode: mode, Status: status}, Picked: picked, Reverted: reverted}
	}
	for _, c := range []struct {
		v    *settle.MissionView
		want string
	}{
		{view(settle.ModeDirect, settle.MissionOpen, false, false), "not_applicable"},
		{view(settle.ModeDirect, settle.MissionOpen, true, false), "queued"},
		{view(settle.ModeDirect, settle.MissionAwarded, false, false), "confirmed"},
		{view(settle.ModeDirect, settle.MissionAwarded, false, true), "failed"},
		{view(settle.ModeDirect, settle.MissionOpen, true, true), "failed"},
		{view(settle.ModeEscrow, settle.MissionAwarded, false, true), "failed"},
		{view(settle.ModePoints, settle.MissionAwarded, false, false), "credited"},
		{view(settle.ModeStated, settle.MissionAwarded, false, false), "not_applicable"},
		{view(settle.ModeEscrow, settle.MissionExpired, false, false), "not_applicable"},
	} {
		if got := payoutOf(c.v); got != c.want {
			t.Errorf("%s %s, picked %v, reverted %v: %s, want %s", c.v.Mission.Mode, c.v.Mission.Status, c.v.Picked, c.v.Reverted, got, c.want)
		}
	}
}
