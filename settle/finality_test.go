package settle_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

func usdc(n uint64) money.Amount { return money.Units(n * 1_000_000) }

func TestParseFinality(t *testing.T) {
	rules, errs := settle.ParseFinality(" 100=6, 10000=safe ,*=finalized", 6)
	if len(errs) > 0 || settle.FormatFinality(rules) != "100=6,10000=safe,*=finalized" {
		t.Fatalf("%+v, %v", rules, errs)
	}
	set := settle.Settings{Confirmations: 6, Finality: rules}
	one := money.Units(1)
	for _, c := range []struct {
		total money.Amount
		want  string
	}{
		{money.Amount{}, "6"}, {usdc(100), "6"}, {usdc(100).SatAdd(one), "safe"}, {usdc(10_000), "safe"},
		{usdc(10_000).SatAdd(one), "finalized"}, {money.MustParse("115792089237316195423570985008687907853269984665640564039457584007913129639935"), "finalized"},
	} {
		if got := set.TierOf(c.total).String(); got != c.want {
			t.Errorf("the tier of %s units is %s, want %s", c.total, got, c.want)
		}
	}
	// A depth below that of folding, from settings of before, is that of folding.
	set.Confirmations = 12
	if got := set.TierOf(one).String(); got != "12" {
		t.Errorf("the tier is %s", got)
	}
	for _, none := range []string{"", "  "} {
		if rules, errs := settle.ParseFinality(none, 6); rules != nil || errs != nil {
			t.Errorf("%q gives %v, %v", none, rules, errs)
		}
	}
	if got := (settle.Settings{Confirmations: 9}).TierOf(usdc(1_000_000)); got != (settle.Tier{Depth: 9}) {
		t.Errorf("without rules the tier is %s", got)
	}
}

// Every error is named, all at once, in the same words.
func TestParseFinalityErrors(t *testing.T) {
	for text, want := range map[string][]string{
		"100=6":                            {"the last rule must be that of *, every other amount: for example *=finalized"},
		"*=6,100=safe":                     {`"*=6": * stands for every other amount and must be the last`, "the last rule must be that of *, every other amount: for example *=finalized"},
		"*":                                {`"*": want AMOUNT=TIER, for example 100=6 or *=finalized`},
		"1.5=6,*=6":                        {`"1.5=6": want an amount in whole USDC, such as 100, or *`},
		"0=6,*=6":                          {`"0=6": want an amount in whole USDC, such as 100, or *`},
		"-1=6,*=6":                         {`"-1=6": want an amount in whole USDC, such as 100, or *`},
		strings.Repeat("9", 78) + "=6,*=6": {`"` + strings.Repeat("9", 78) + `=6": want an amount in whole USDC, such as 100, or *`},
		"100=6,100=safe,*=safe":            {`"100=safe": amounts must ascend`},
		"*=5":                              {`"*=5": blocks count from 6 confirmations on; want at least that, or lower --confirmations`},
		"*=0":                              {`"*=0": "0" is no tier: want a number of blocks, safe or finalized`},
		"*=06":                             {`"*=06": "06" is no tier: want a number of blocks, safe or finalized`},
		"*=latest":                         {`"*=latest": "latest" is no tier: want a number of blocks, safe or finalized`},
		"*=10001":                          {`"*=10001": want at most 10000 blocks`},
		"100=finalized,*=safe":             {`"*=safe": more money must not need less (safe counts as 150 blocks, finalized as 1000)`},
		"100=safe,*=149":                   {`"*=149": more money must not need less (safe counts as 150 blocks, finalized as 1000)`},
		"x,1=2,2=safe,1=safe,3=6": {`"x": want AMOUNT=TIER, for example 100=6 or *=finalized`,
			`"1=2": blocks count from 6 confirmations on; want at least that, or lower --confirmations`, `"1=safe": amounts must ascend`,
			`"3=6": more money must not need less (safe counts as 150 blocks, finalized as 1000)`,
			"the last rule must be that of *, every other amount: for example *=finalized"},
	} {
		rules, errs := settle.ParseFinality(text, 6)
		var got []string
		for _, e := range errs {
			got = append(got, e.Error())
		}
		if rules != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v\n got %q\nwant %q", text, rules, got, want)
		}
	}
}

// The tiers are in the settings fact exactly: JSON gives them back.
func TestFinalityInSettings(t *testing.T) {
	rules, _ := settle.ParseFinality("100=6,10000=safe,*=finalized", 6)
	raw, err := json.Marshal(settle.Settings{Finality: rules})
	if err != nil || !strings.Contains(string(raw), `"finality":[{"up_to":"100000000","tier":"6"},{"up_to":"10000000000","tier":"safe"},{"tier":"finalized"}]`) {
		t.Fatalf("%s, %v", raw, err)
	}
	var back settle.Settings
	if err := json.Unmarshal(raw, &back); err != nil || settle.FormatFinality(back.Finality) != "100=6,10000=safe,*=finalized" {
		t.Errorf("%+v, %v", back.Finality, err)
	}
	if err := json.Unmarshal([]byte(`{"finality":[{"tier":"pending"}]}`), &back); err == nil {
		t.Error("an unknown tier was read")
	}
}

// What may be vouched for, by a rule said in another way: a block counts for as
// many endpoints as have a tag at or above it on our chain.
func TestVouched(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const height = 1200
		first := uint64(rapid.IntRange(0, 100).Draw(t, "first stored"))
		ours := func(n uint64) *settle.BlockRef {
			if n < first || n > height {
				return nil
			}
			return &settle.BlockRef{Number: n, Hash: settle.Hash{1, byte(n >> 8), byte(n)}}
		}
		tag := rapid.SampledFrom(settle.BlockTags()).Draw(t, "tag")
		n := rapid.IntRange(0, 5).Draw(t, "endpoints")
		quorum := rapid.IntRange(1, 3).Draw(t, "quorum")
		var claims []settle.HeadClaim
		var good []uint64
		for k := range n {
			c := settle.HeadClaim{Source: fmt.Sprint("e", k)}
			at := uint64(rapid.IntRange(0, height+20).Draw(t, "height"))
			block := settle.TaggedBlock{BlockRef: settle.BlockRef{Number: at, Hash: settle.Hash{1, byte(at >> 8), byte(at)}}}
			kind := rapid.SampledFrom([]string{"tag", "depth", "other", "none"}).Draw(t, "kind")
			switch kind {
			case "depth":
				block.Depth = tag.StandIn()
			case "other":
				block.Hash = settle.Hash{2}
			}
			if kind != "none" {
				c.Tagged = map[settle.BlockTag]settle.TaggedBlock{tag: block}
			}
			if (kind == "tag" || kind == "depth") && ours(at) != nil {
				good = append(good, at)
			}
			claims = append(claims, c)
		}
		want := int64(-1)
		for x := int64(height); x >= int64(first) && want < 0; x-- {
			votes := 0
			for _, g := range good {
				if int64(g) >= x {
					votes++
				}
			}
			if votes >= quorum && 2*votes > len(claims) {
				want = x
			}
		}
		got, sources, ok := settle.Vouched(tag, claims, quorum, ours)
		if ok != (want >= 0) || ok && (got != *ours(uint64(want)) || len(sources) < quorum || 2*len(sources) <= len(claims)) {
			t.Fatalf("%v (%v, by %v), want %d of %+v", got, ok, sources, want, claims)
		}
	})
}
