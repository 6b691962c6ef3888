package op

import (
	"testing"

	"github.com/oabp/oabpd/settle"
)

// TestNoExplanationWithoutCode: what is explained has a status, and is explained
// once.
func TestNoExplanationWithoutCode(t *testing.T) {
	n := 0
	for _, m := range []map[settle.Code]Explanation{explained, explainedEscrow, explainedPoints} {
		for c := range m {
			if n++; !Known(c) {
				t.Errorf("%s is explained and has no status", c)
			}
		}
	}
	if n != len(Codes()) {
		t.Errorf("%d explanations of %d codes", n, len(Codes()))
	}
}
