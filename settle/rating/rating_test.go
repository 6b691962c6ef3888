package rating_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/rating"
)

// milli reads points in decimal exactly.
func milli(t *testing.T, s string, factor int64) int64 {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("number %q", s)
	}
	r.Mul(r, big.NewRat(factor, 1))
	if !r.IsInt() {
		t.Fatalf("%s is not a whole number of 1/%d", s, factor)
	}
	return r.Num().Int64()
}

func TestVectors(t *testing.T) {
	b, err := os.ReadFile("testdata/rating.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Update []struct {
			Own      string `json:"own"`
			Opponent string `json:"opponent_avg"`
			K        int    `json:"k"`
			Outcome  string `json:"outcome"`
			New      int64  `json:"new_milli"`
		} `json:"update"`
		Decay []struct {
			Rating json.Number `json:"rating"`
			Idle   json.Number `json:"idle_days"`
			After  json.Number `json:"after"`
		} `json:"decay"`
	}
	if err := json.Unmarshal(b, &v); err != nil || len(v.Update) < 11 || len(v.Decay) < 11 {
		t.Fatalf("%d updates, %d decays, %v", len(v.Update), len(v.Decay), err)
	}
	for _, c := range v.Update {
		own, opp := rating.Milli(milli(t, c.Own, 1000)), rating.Milli(milli(t, c.Opponent, 1000))
		if got := rating.Update(own, opp, c.K, int(milli(t, c.Outcome, 2))); got != rating.Milli(c.New) {
			t.Errorf("Update(%s, %s, %d, %s) = %d, want %d", c.Own, c.Opponent, c.K, c.Outcome, got, c.New)
		}
	}
	for _, c := range v.Decay {
		idle := time.Duration(milli(t, c.Idle.String(), 86_400)) * time.Second
		got := rating.Decay(rating.Milli(milli(t, c.Rating.String(), 1000)), idle)
		if want := rating.Milli(milli(t, c.After.String(), 1000)); got != want {
			t.Errorf("Decay(%s, %s days) = %s, want %s", c.Rating, c.Idle, got, want)
		}
	}
}

func anyRating() *rapid.Generator[rating.Milli] {
	return rapid.Map(rapid.Int64Range(1_000_000, 4_000_000), func(n int64) rating.Milli { return rating.Milli(n) })
}

// A double has some 15 digits: it must agree to the thousandth wherever it is
// not within a millionth of a rounding boundary.
func TestUpdateAgreesWithDoubles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, opp := anyRating().Draw(t, "own"), anyRating().Draw(t, "opponents")
		k, halves := rapid.SampledFrom([]int{32, 64}).Draw(t, "k"), rapid.IntRange(0, 2).Draw(t, "outcome")
		e := 1 / (1 + math.Pow(10, float64(opp-own)/400_000))
		exact := float64(own) + 1000*float64(k)*(float64(halves)/2-e)
		if _, frac := math.Modf(exact); math.Abs(math.Abs(frac)-0.5) < 1e-6 {
			t.Skip("too close for a double")
		}
		want := max(rating.Milli(math.Round(exact)), rating.Floor)
		if got := rating.Update(own, opp, k, halves); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
		if got, want := rating.Expected(own, opp), e*1e6; math.Abs(float64(got)-want) > 0.5001 {
			t.Fatalf("expected %d, want %f", got, want)
		}
	})
}

func TestUpdateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, opp := anyRating().Draw(t, "own"), anyRating().Draw(t, "opponents")
		k := rapid.SampledFrom([]int{32, 64}).Draw(t, "k")
		lost, half, won := rating.Update(own, opp, k, rating.Lost), rating.Update(own, opp, k, rating.Partial), rating.Update(own, opp, k, rating.Won)
		if lost > half || half > won || won < own || lost > own || lost < rating.Floor {
			t.Fatalf("from %d: lost %d, half %d, won %d", own, lost, half, won)
		}
		if d := won - half; half > rating.Floor && d != rating.Milli(500*k) {
			t.Fatalf("a half outcome is worth %d", d)
		}
		if sum := rating.Expected(own, opp) + rating.Expected(opp, own); sum < 999_999 || sum > 1_000_001 {
			t.Fatalf("both sides expect %d millionths", sum)
		}
		// What one side wins the other loses, to the rounding.
		if opp >= 2*rating.Floor {
			if d := (won - own) + (rating.Update(opp, own, k, rating.Lost) - opp); d < -1 || d > 1 {
				t.Fatalf("points were made: %d", d)
			}
		}
	})
}

func TestExtremes(t *testing.T) {
	for _, c := range []struct {
		own, opp   rating.Milli
		k, outcome int
		want       rating.Milli
	}{
		{rating.Start, math.MaxInt64 / 4, 64, rating.Won, rating.Start + 64_000},
		{rating.Start, math.MaxInt64 / 4, 64, rating.Lost, rating.Start},
		{math.MaxInt64 / 4, rating.Floor, 64, rating.Won, math.MaxInt64 / 4},
		{math.MaxInt64 / 4, rating.Floor, 64, rating.Lost, math.MaxInt64/4 - 64_000},
		{rating.Start, rating.Start, -5, rating.Won, rating.Start},
		{rating.Start, rating.Start, 32, 99, rating.Start + 16_000},
		{rating.Start, rating.Start, 32, -1, rating.Start - 16_000},
		{rating.Start, rating.Start + 400_000, 32, rating.Lost, rating.Start - 2_909}, // 32000/11
		{rating.Start + 400_000, rating.Start, 32, rating.Won, rating.Start + 400_000 + 2_909},
	} {
		if got := rating.Update(c.own, c.opp, c.k, c.outcome); got != c.want {
			t.Errorf("Update(%d, %d, %d, %d) = %d, want %d", c.own, c.opp, c.k, c.outcome, got, c.want)
		}
	}
}

func TestK(t *testing.T) {
	for in, want := range map[uint64]int{0: 32, 99_999_999: 32, 100_000_000: 64, 1 << 60: 64} {
		if got := rating.K(money.Units(in)); got != want {
			t.Errorf("K(%d) = %d, want %d", in, got, want)
		}
	}
}

func TestAverage(t *testing.T) {
	for _, c := range []struct {
		in   []rating.Milli
		want rating.Milli
	}{
		{nil, 1_400_000}, {[]rating.Milli{1, 2}, 2}, {[]rating.Milli{2, 3}, 2}, {[]rating.Milli{3, 4}, 4},
		{[]rating.Milli{1_600_000, 1_500_000, 1_500_000}, 1_533_333},
	} {
		if got := rating.Average(c.in); got != c.want {
			t.Errorf("Average(%v) = %d, want %d", c.in, got, c.want)
		}
	}
}

func TestShown(t *testing.T) {
	for in, want := range map[rating.Milli]int64{1_400_499: 1400, 1_400_500: 1400, 1_400_501: 1401, 1_401_500: 1402, 1_401_499: 1401} {
		if got := in.Points(); got != want {
			t.Errorf("%d shows %d, want %d", in, got, want)
		}
	}
	if s := rating.Milli(1_432_050).String(); s != "1432.050" {
		t.Error(s)
	}
}

func TestDecayNeverRaises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyRating().Draw(t, "rating")
		a := rapid.Int64Range(-1<<40, math.MaxInt64).Draw(t, "idle")
		b := rapid.Int64Range(a, math.MaxInt64).Draw(t, "longer")
		early, late := rating.Decay(m, time.Duration(a)), rating.Decay(m, time.Duration(b))
		if early > m || late > early || late < rating.Floor {
			t.Fatalf("%d, then %d, then %d", m, early, late)
		}
	})
}

// No floating point decides a rating.
func TestNoFloats(t *testing.T) {
	for _, name := range []string{"rating.go", "expected.go"} {
		tree, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if n.Kind == token.FLOAT {
					t.Errorf("%s: %s", name, n.Value)
				}
			case *ast.Ident:
				if strings.Contains(strings.ToLower(n.Name), "float") {
					t.Errorf("%s: %s", name, n.Name)
				}
			}
			return true
		})
	}
}

func BenchmarkUpdate(b *testing.B) {
	for b.Loop() {
		rating.Update(1_432_500, 1_399_750, 32, rating.Won)
	}
}
