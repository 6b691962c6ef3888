package daemon

import (
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

func TestPointsConfig(t *testing.T) {
	if s := (Points{Grant: 5}).settings(); s != nil {
		t.Errorf("without a symbol there are points: %+v", s)
	}
	if s := DefaultPoints("AIGEN").settings(); s.Symbol != "AIGEN" || s.Grant != money.Units(1_000_000_000) || s.SpamFee != money.Units(5_000_000) {
		t.Errorf("%+v", s)
	}
	for name, c := range map[string]struct {
		change func(*Points)
		bad    int
	}{
		"as it is":        {func(*Points) {}, 0},
		"off":             {func(p *Points) { *p = Points{} }, 0},
		"no fee":          {func(p *Points) { p.SpamFee = 0 }, 0},
		"money":           {func(p *Points) { p.Symbol = "USDC" }, 1},
		"small letters":   {func(p *Points) { p.Symbol = "aigen" }, 1},
		"one letter":      {func(p *Points) { p.Symbol = "A" }, 1},
		"a digit first":   {func(p *Points) { p.Symbol = "1A" }, 1},
		"too long":        {func(p *Points) { p.Symbol = "ABCDEFGHIJKLM" }, 1},
		"too much":        {func(p *Points) { p.Grant = maxPoints + 1 }, 1},
		"nothing at all":  {func(p *Points) { p.MinReward = 0 }, 1},
		"no quorum":       {func(p *Points) { p.Quorum = 0 }, 1},
		"a name for html": {func(p *Points) { p.Symbol = "A<B" }, 1},
	} {
		p, n := DefaultPoints("AIGEN"), 0
		c.change(&p)
		p.check(func(format string, args ...any) { n++; t.Logf(format, args...) })
		if n != c.bad {
			t.Errorf("%s: %d problems, want %d", name, n, c.bad)
		}
	}
}
