package indexer_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// votes makes hashes of small numbers; 0 is no vote.
func votes(of ...byte) (out []settle.Hash) {
	for _, v := range of {
		out = append(out, settle.Hash{v})
	}
	return out
}

func TestTally(t *testing.T) {
	for _, c := range []struct {
		name   string
		quorum int
		votes  []settle.Hash
		want   indexer.Verdict
	}{
		{"one of one", 1, votes(1), indexer.VerdictApply},
		{"nobody answers", 2, votes(0, 0), indexer.VerdictWait},
		{"two of two", 2, votes(1, 1), indexer.VerdictApply},
		{"one fails", 2, votes(1, 0), indexer.VerdictWait},
		{"one fails, one is enough", 1, votes(1, 0), indexer.VerdictApply},
		{"1:1", 2, votes(1, 2), indexer.VerdictSplit},
		{"1:1, one would be enough", 1, votes(1, 2), indexer.VerdictSplit},
		{"2:1", 2, votes(1, 2, 1), indexer.VerdictApply},
		{"1:2", 2, votes(1, 2, 2), indexer.VerdictSwitch},
		{"2:1, all wanted", 3, votes(1, 2, 1), indexer.VerdictWait},
		{"0:2, ours by none", 2, votes(0, 2, 2), indexer.VerdictSwitch},
		{"1:1, one fails", 2, votes(1, 2, 0), indexer.VerdictSplit},
		{"2:2", 2, votes(1, 1, 2, 2), indexer.VerdictSplit},
		{"2:1:1 is no majority", 2, votes(1, 1, 2, 3), indexer.VerdictSplit},
		{"1:1:1", 2, votes(1, 2, 3), indexer.VerdictSplit},
		{"only another, below the quorum", 2, votes(0, 2, 0), indexer.VerdictWait},
		{"3:2", 3, votes(1, 2, 1, 2, 1), indexer.VerdictApply},
	} {
		if got := indexer.Tally(settle.Hash{1}, c.quorum, c.votes); got.Verdict != c.want {
			t.Errorf("%s: %s, want %s", c.name, got.Verdict, c.want)
		}
	}
}

func drawVotes(t *rapid.T) (quorum int, vs []settle.Hash) {
	vs = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) settle.Hash {
		return settle.Hash{rapid.ByteRange(0, 3).Draw(t, "vote")}
	}), 1, 7).Draw(t, "votes")
	return rapid.IntRange(1, len(vs)).Draw(t, "quorum"), vs
}

func votesFor(vs []settle.Hash, h settle.Hash) (n int) {
	for _, v := range vs {
		if v == h {
			n++
		}
	}
	return n
}

// TestTallyIsSafe says the rule once more, from the other side: what a block
// may be applied, disputed or doubted on.
func TestTallyIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		quorum, vs := drawVotes(t)
		ours := settle.Hash{1}
		c := indexer.Tally(ours, quorum, vs)
		cast := len(vs) - votesFor(vs, settle.Hash{})
		top, kinds := 0, 0
		for h := byte(1); h <= 3; h++ {
			n := votesFor(vs, settle.Hash{h})
			top = max(top, n)
			if n > 0 {
				kinds++
			}
			if against := cast - n; c.Winner == (settle.Hash{h}) && (n < quorum || n <= against) {
				t.Fatalf("%d of %d votes won with a quorum of %d", n, cast, quorum)
			}
			if (n >= quorum && n > cast-n) != (c.Winner == settle.Hash{h}) {
				t.Fatalf("%d of %d votes did not win with a quorum of %d", n, cast, quorum)
			}
		}
		if c.Ours != votesFor(vs, ours) || c.Cast != cast {
			t.Fatalf("%+v", c)
		}
		want := indexer.VerdictWait
		switch {
		case c.Winner == ours:
			want = indexer.VerdictApply
		case !c.Winner.IsZero():
			want = indexer.VerdictSwitch
		case kinds > 1 && top <= cast-top:
			want = indexer.VerdictSplit
		}
		if c.Verdict != want {
			t.Fatalf("%s, want %s", c.Verdict, want)
		}
		if got := indexer.Tally(ours, quorum, rapid.Permutation(vs).Draw(t, "order")); got != c {
			t.Fatalf("in another order: %+v, was %+v", got, c)
		}
		if more := indexer.Tally(ours, quorum, append(slices.Clone(vs), ours)); c.Verdict == indexer.VerdictApply && more.Verdict != c.Verdict {
			t.Fatalf("one more vote for ours: %s", more.Verdict)
		}
		for h := byte(2); h <= 3; h++ { // nobody who stores another block applies it on the same votes
			if o := indexer.Tally(settle.Hash{h}, quorum, vs); c.Verdict == indexer.VerdictApply && o.Verdict == c.Verdict {
				t.Fatal("two blocks were applied on the same votes")
			}
		}
	})
}

// TestCertainHolds: no answer that is still to come can change what is certain,
// and it is not held back for nothing.
func TestCertainHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		quorum, vs := drawVotes(t)
		ours := settle.Hash{1}
		pending := rapid.IntRange(0, 3).Draw(t, "pending")
		always := true
		for i := range 64 { // every way in which three could answer
			rest := votes(byte(i%4), byte(i/4%4), byte(i/16))[:pending]
			always = always && indexer.Tally(ours, quorum, append(slices.Clone(vs), rest...)).Verdict == indexer.VerdictApply
		}
		if got := indexer.Certain(ours, quorum, vs, pending); got != always {
			t.Fatalf("certain: %v; in every case: %v", got, always)
		}
	})
}

// TestDoubtLasts compares with a look at the whole history.
func TestDoubtLasts(t *testing.T) {
	const patience = time.Minute
	rapid.Check(t, func(t *rapid.T) {
		var d indexer.Doubt
		var series []time.Duration // splits since the last majority, gap or halt
		start := time.Now()
		at := time.Duration(0)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			verdict := indexer.Verdict(rapid.SampledFrom([]int{0, 1, 2, 3, 3, 3, 3, 3}).Draw(t, "verdict"))
			at += time.Duration(rapid.SampledFrom([]int{1, 2, 5, 20, 59, 60, 61}).Draw(t, "seconds")) * time.Second
			var halt bool
			d, halt = d.After(verdict, start.Add(at), patience)
			want := false
			switch verdict {
			case indexer.VerdictApply, indexer.VerdictSwitch:
				series = nil
			case indexer.VerdictSplit:
				if n := len(series); n > 0 && at-series[n-1] > patience {
					series = nil
				}
				series = append(series, at)
				if want = at-series[0] >= patience; want {
					series = []time.Duration{at}
				}
			}
			if halt != want || (len(series) > 0) != !d.Since.IsZero() {
				t.Fatalf("at %s after %s: halt %v, want %v; series %v, doubt %+v", at, verdict, halt, want, series, d)
			}
		}
	})
}
