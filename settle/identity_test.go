package settle_test

import (
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
)

func TestCheckIdentity(t *testing.T) {
	for _, in := range [][2]string{{"github", "1234"}, {"a", "x"}, {"google-work_2", "Ä person"}, {strings.Repeat("a", 32), strings.Repeat("s", 255)}} {
		if err := settle.CheckIdentity(in[0], in[1]); err != nil {
			t.Errorf("%q: %v", in, err)
		}
	}
	for _, in := range [][2]string{{"", "1"}, {"GitHub", "1"}, {"2github", "1"}, {"git hub", "1"}, {"gïthub", "1"}, {strings.Repeat("a", 33), "1"},
		{"github", ""}, {"github", strings.Repeat("s", 256)}, {"github", "a\nb"}, {"github", "a\x00"}, {"github", "\xff"}} {
		if err := settle.CheckIdentity(in[0], in[1]); err == nil || in[1] != "" && len(in[1]) > 1 && strings.Contains(err.Error(), in[1]) {
			t.Errorf("%q: %v", in, err)
		}
	}
}
