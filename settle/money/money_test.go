package money_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle/money"
)

type vectors struct {
	Fee []struct {
		Reward money.Amount `json:"reward"`
		BP     string       `json:"fee_bp"`
		Fee    money.Amount `json:"fee"`
		Net    money.Amount `json:"net"`
	} `json:"fee"`
	Allocate []struct {
		Total   money.Amount   `json:"total"`
		Weights []money.Amount `json:"weights"`
		Parts   []money.Amount `json:"parts"`
	} `json:"allocate"`
}

func load(t *testing.T) (v vectors) {
	t.Helper()
	b, err := os.ReadFile("testdata/money.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Fee) < 13 || len(v.Allocate) < 77 {
		t.Fatalf("vectors are incomplete: %d fees, %d allocations", len(v.Fee), len(v.Allocate))
	}
	return v
}

func TestVectors(t *testing.T) {
	v := load(t)
	for _, c := range v.Fee {
		bp, ok := money.MustParse(c.BP).Uint64()
		if !ok {
			t.Fatalf("fee_bp %s", c.BP)
		}
		fee, net := money.Fee(c.Reward, uint32(bp))
		if fee != c.Fee || net != c.Net {
			t.Errorf("Fee(%s, %s) = %s, %s; want %s, %s", c.Reward, c.BP, fee, net, c.Fee, c.Net)
		}
	}
	for _, c := range v.Allocate {
		got := money.Allocate(c.Total, c.Weights)
		if !equal(got, c.Parts) {
			t.Errorf("Allocate(%s, %v) = %v; want %v", c.Total, c.Weights, got, c.Parts)
		}
	}
}

func equal(a, b []money.Amount) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func units(ns ...uint64) []money.Amount {
	out := make([]money.Amount, len(ns))
	for i, n := range ns {
		out[i] = money.Units(n)
	}
	return out
}

// anyAmount draws from small, middle and full 256-bit ranges.
func anyAmount() *rapid.Generator[money.Amount] {
	return rapid.Custom(func(t *rapid.T) money.Amount {
		n := rapid.SampledFrom([]int{0, 1, 1, 2, 5, 8, 16, 31, 32}).Draw(t, "bytes")
		a, err := money.FromBytes(rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		return a
	})
}

func TestAllocateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := anyAmount().Draw(t, "total")
		weights := rapid.SliceOfN(anyAmount(), 1, 17).Draw(t, "weights")
		parts := money.Allocate(total, weights)
		sumW := new(big.Int)
		for _, w := range weights {
			sumW.Add(sumW, w.Big())
		}
		sum, err := money.Sum(parts...)
		if err != nil {
			t.Fatalf("parts overflow: %v", err)
		}
		if sumW.Sign() == 0 {
			if !sum.IsZero() {
				t.Fatalf("no weight, yet parts %v", parts)
			}
			return
		}
		if sum != total {
			t.Fatalf("parts sum to %s, not %s", sum, total)
		}
		for i, p := range parts {
			// |part - total*w/sum| < 1, in integers: |part*sum - total*w| < sum.
			d := new(big.Int).Mul(p.Big(), sumW)
			d.Sub(d, new(big.Int).Mul(total.Big(), weights[i].Big()))
			if d.CmpAbs(sumW) >= 0 {
				t.Fatalf("part %d is a unit or more off: %s", i, p)
			}
			if weights[i].IsZero() && !p.IsZero() {
				t.Fatalf("part %d has no weight but gets %s", i, p)
			}
			for j := i + 1; j < len(parts); j++ {
				switch c := weights[i].Cmp(weights[j]); {
				case c > 0 && parts[i].Less(parts[j]), c < 0 && parts[j].Less(parts[i]):
					t.Fatalf("more weight, smaller part: %d, %d of %v", i, j, parts)
				case c == 0 && parts[i].Less(parts[j]):
					t.Fatalf("equal weights, but the later part %d is greater", j)
				}
			}
		}
	})
}

// Exchanging two equal weights changes nothing, and moving an unequal weight
// changes only who of those with equal remainders gets the odd unit.
func TestAllocatePermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := anyAmount().Draw(t, "total")
		weights := rapid.SliceOfN(anyAmount(), 2, 12).Draw(t, "weights")
		shuffled := rapid.Permutation(weights).Draw(t, "shuffled")
		count := map[money.Amount]*big.Int{}
		for i, p := range money.Allocate(total, weights) {
			add(count, weights[i], p.Big(), 1)
		}
		for i, p := range money.Allocate(total, shuffled) {
			add(count, shuffled[i], p.Big(), -1)
		}
		for w, d := range count {
			if d.CmpAbs(big.NewInt(int64(len(weights)))) >= 0 {
				t.Fatalf("holders of weight %s differ by %s units after a permutation", w, d)
			}
		}
		if same := money.AllocateEqual(total, len(weights)); !equal(same, money.Allocate(total, fill(len(weights), weights[0]))) && !weights[0].IsZero() {
			t.Fatalf("equal weights of any size must split alike: %v", same)
		}
	})
}

func add(m map[money.Amount]*big.Int, w money.Amount, p *big.Int, sign int64) {
	if m[w] == nil {
		m[w] = new(big.Int)
	}
	m[w].Add(m[w], new(big.Int).Mul(p, big.NewInt(sign)))
}

func fill(n int, w money.Amount) []money.Amount {
	out := make([]money.Amount, n)
	for i := range out {
		out[i] = w
	}
	return out
}

func TestAllocateEdges(t *testing.T) {
	if got := money.Allocate(money.Units(5), nil); len(got) != 0 {
		t.Errorf("no weights gave %v", got)
	}
	if got := money.AllocateEqual(money.Units(5), -1); len(got) != 0 {
		t.Errorf("negative n gave %v", got)
	}
	if got := money.AllocateEqual(money.Units(5), 3); !equal(got, units(2, 2, 1)) {
		t.Errorf("5 in 3 = %v", got)
	}
}

func TestFeeRateAboveWhole(t *testing.T) {
	if fee, net := money.Fee(money.Units(7), 20_000); fee != money.Units(7) || !net.IsZero() {
		t.Errorf("fee %s net %s", fee, net)
	}
}

// The worked examples of board.md (d): fees over milestones, then shares.
func TestSplitWorkedExamples(t *testing.T) {
	cent := money.Units(money.UnitsPerCent)
	cents := func(ns ...uint64) []money.Amount {
		for i := range ns {
			ns[i] *= money.UnitsPerCent
		}
		return units(ns...)
	}
	fees, nets, err := money.SplitTranches(cents(300, 500, 200), cent, 50)
	if err != nil || !equal(fees, cents(2, 2, 1)) || !equal(nets, cents(298, 498, 199)) {
		t.Fatalf("fees %v nets %v: %v", fees, nets, err)
	}
	for i, want := range [][]money.Amount{cents(179, 119), cents(299, 199), cents(119, 80)} {
		if got, err := money.SplitNet(nets[i], cent, []uint32{6000, 4000}); err != nil || !equal(got, want) {
			t.Errorf("milestone %d: %v, want %v (%v)", i, got, want, err)
		}
	}
	fees, _, err = money.SplitTranches(cents(100, 100, 100, 100, 100, 100, 100, 100, 100, 100), cent, 50)
	if err != nil || !equal(fees, cents(1, 1, 1, 1, 1, 0, 0, 0, 0, 0)) {
		t.Errorf("ten parts: %v (%v)", fees, err)
	}
	fee, parts, err := money.SplitReward(money.Units(10_000_000), cent, 50, []uint32{5000, 3000, 2000})
	if err != nil || fee != money.Units(50_000) || !equal(parts, cents(498, 298, 199)) {
		t.Errorf("995 over 50/30/20: fee %s parts %v (%v)", fee, parts, err)
	}
	// The same reward in token units is finer.
	_, parts, err = money.SplitReward(money.Units(10_000_000), money.Units(1), 50, []uint32{5000, 3000, 2000})
	if err != nil || !equal(parts, units(4_975_000, 2_985_000, 1_990_000)) {
		t.Errorf("in units: %v (%v)", parts, err)
	}
	prizes, err := money.Prizes(money.Units(10_000_000), cent, 3)
	if err != nil || !equal(prizes, cents(334, 333, 333)) {
		t.Errorf("prizes %v (%v)", prizes, err)
	}
}

func TestSplitErrors(t *testing.T) {
	one, cent := money.Units(1), money.Units(money.UnitsPerCent)
	cases := []struct {
		name   string
		reward money.Amount
		grain  money.Amount
		bp     uint32
		shares []uint32
		want   error
	}{
		{"not whole grains", money.Units(10_001), cent, 50, []uint32{1}, money.ErrGrain},
		{"zero grain", one, money.Amount{}, 50, []uint32{1}, money.ErrGrain},
		{"rate", one, one, 10_001, []uint32{1}, money.ErrRate},
		{"no shares", one, one, 50, nil, money.ErrNoShares},
		{"zero shares", one, one, 50, []uint32{0, 0}, money.ErrNoShares},
	}
	for _, c := range cases {
		if _, _, err := money.SplitReward(c.reward, c.grain, c.bp, c.shares); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if _, err := money.Prizes(one, one, 0); !errors.Is(err, money.ErrNoShares) {
		t.Errorf("no prizes: %v", err)
	}
	most := money.MustParse("115792089237316195423570985008687907853269984665640564039457584007913129639935")
	if _, _, err := money.SplitTranches([]money.Amount{most, one}, one, 0); !errors.Is(err, money.ErrOverflow) {
		t.Errorf("overflowing tranches: %v", err)
	}
}

func TestSplitRewardProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grain := money.Units(rapid.SampledFrom([]uint64{1, money.UnitsPerCent}).Draw(t, "grain"))
		n := rapid.Uint64Range(0, 1<<40).Draw(t, "grains")
		reward, err := money.Units(n).MulDiv(grain, money.Units(1))
		if err != nil {
			t.Fatal(err)
		}
		shares := rapid.SliceOfN(rapid.Uint32Range(1, 10_000), 1, 16).Draw(t, "shares")
		bp := rapid.Uint32Range(0, 10_000).Draw(t, "bp")
		fee, parts, err := money.SplitReward(reward, grain, bp, shares)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := money.Sum(append(parts, fee)...)
		if err != nil || sum != reward {
			t.Fatalf("fee %s + parts %v = %s, not %s (%v)", fee, parts, sum, reward, err)
		}
		g, _ := grain.Uint64()
		for _, p := range append(parts, fee) {
			if u, ok := p.Uint64(); !ok || u%g != 0 {
				t.Fatalf("%s is not whole grains of %s", p, grain)
			}
		}
	})
}

func TestFormatUSDC(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0.00", "1": "0.000001", "10": "0.00001", "100": "0.0001", "10000": "0.01", "500000": "0.50",
		"1000000": "1.00", "12500000": "12.50", "12345678": "12.345678", "123456789012345678901234567890": "123456789012345678901234.56789",
	} {
		if got := money.FormatUSDC(money.MustParse(in)); got != want {
			t.Errorf("FormatUSDC(%s) = %s, want %s", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a := anyAmount().Draw(t, "a")
		whole, frac, ok := strings.Cut(money.FormatUSDC(a), ".")
		if !ok || len(frac) < 2 || len(frac) > 6 {
			t.Fatalf("bad decimals %q", frac)
		}
		digits := strings.TrimLeft(whole+frac+strings.Repeat("0", 6-len(frac)), "0")
		if digits == "" {
			digits = "0"
		}
		if digits != a.String() {
			t.Fatalf("%s reads back as %s", a, digits)
		}
	})
}

func TestCents(t *testing.T) {
	for _, c := range []struct {
		in    string
		n     int64
		exact bool
	}{
		{"0", 0, true}, {"1", 0, false}, {"9999", 0, false}, {"10000", 1, true}, {"10001", 1, false}, {"1250000", 125, true},
		{"92233720368547758070000", 9223372036854775807, true}, {"92233720368547758080000", 9223372036854775807, false},
	} {
		if n, exact := money.Cents(money.MustParse(c.in)); n != c.n || exact != c.exact {
			t.Errorf("Cents(%s) = %d, %v", c.in, n, exact)
		}
	}
}

// No float touches money: the sources of this package name no float type and
// hold no float literal.
func TestNoFloats(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		seen++
		tree, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if n.Kind == token.FLOAT {
					t.Errorf("%s: float literal %s", f.Name(), n.Value)
				}
			case *ast.Ident:
				if strings.HasPrefix(n.Name, "float") || n.Name == "Float" || n.Name == "Float64" {
					t.Errorf("%s: %s", f.Name(), n.Name)
				}
			}
			return true
		})
	}
	if seen < 4 {
		t.Fatalf("only %d files seen", seen)
	}
}
