package api_test

import (
	"testing"
	"time"
)

// TestStatsPostFee: what a post costs is what the escrow's contract takes; without one
// it is nothing, and unknown while nobody answers.
func TestStatsPostFee(t *testing.T) {
	fee := func(b *bench) any {
		b.pass(time.Minute)
		return b.send("GET", "/api/stats", "", nil).at("spam_fee_usdc_micros")
	}
	if got := fee(newBench(t)); got != 0.0 {
		t.Errorf("without an escrow: %v", got)
	}
	b := newBench(t, withEscrow)
	if got := fee(b); got != float64(postFee) {
		t.Errorf("%v, want %d", got, postFee)
	}
	b.down = true
	if got := fee(b); got != nil {
		t.Errorf("while nobody answers: %v", got)
	}
}
