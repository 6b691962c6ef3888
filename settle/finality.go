package settle

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/oabp/oabpd/settle/money"
)

// BlockTag is a tag that a node gives a block: what it calls safe or final.
type BlockTag string

// The tags. What is final is safe as well.
const (
	TagSafe      BlockTag = "safe"
	TagFinalized BlockTag = "finalized"
)

// BlockTags are all of them, the weaker first.
func BlockTags() []BlockTag { return []BlockTag{TagSafe, TagFinalized} }

// Depths that stand in for a tag where a node lacks it (settlement.md R23), in
// blocks on top.
const (
	SafeDepth      = 150
	FinalizedDepth = 1_000
)

// StandIn is the depth that stands in for the tag where a node lacks it.
func (t BlockTag) StandIn() uint64 {
	if t == TagFinalized {
		return FinalizedDepth
	}
	return SafeDepth
}

// MaxDepth bounds the depth of a tier, in blocks.
const MaxDepth = 10_000

// Tier is how final the blocks that pay must be before what they pay settles
// (R23): so many blocks on top, or called safe or finalized. Its text is a
// number, "safe" or "finalized".
type Tier struct {
	// Tag, if set, is what the blocks must be called; Depth is not used then.
	Tag BlockTag
	// Depth is the number of canonical blocks on top.
	Depth uint64
}

// String is the tier's text.
func (t Tier) String() string {
	if t.Tag != "" {
		return string(t.Tag)
	}
	return strconv.FormatUint(t.Depth, 10)
}

// MarshalText implements encoding.TextMarshaler.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler: the exact text of a tier.
func (t *Tier) UnmarshalText(b []byte) error {
	s := string(b)
	if slices.Contains(BlockTags(), BlockTag(s)) {
		*t = Tier{Tag: BlockTag(s)}
		return nil
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n == 0 || strconv.FormatUint(n, 10) != s {
		return fmt.Errorf("%q is no tier: want a number of blocks, safe or finalized", s)
	}
	*t = Tier{Depth: n}
	return nil
}

// Blocks is the depth that the tier is, or that stands in for its tag, in blocks on
// top.
func (t Tier) Blocks() uint64 {
	if t.Tag != "" {
		return t.Tag.StandIn()
	}
	return t.Depth
}

// FinalityRule is the tier of the totals up to and including an amount.
type FinalityRule struct {
	// UpTo is in token units; zero holds for every total.
	UpTo money.Amount `json:"up_to,omitzero"`
	Tier Tier         `json:"tier"`
}

// TierOf is the tier of a total: that of the first rule that holds for it, and
// never less than the depth at which blocks are folded. Without rules it is that
// depth.
func (s Settings) TierOf(total money.Amount) Tier {
	for _, r := range s.Finality {
		if r.UpTo.IsZero() || !r.UpTo.Less(total) {
			if r.Tier.Tag == "" {
				return Tier{Depth: max(r.Tier.Depth, s.Confirmations)}
			}
			return r.Tier
		}
	}
	return Tier{Depth: s.Confirmations}
}

// ParseFinality reads rules from text such as "100=6,10000=safe,*=finalized":
// amounts are whole USDC, ascending, each up to and including; the last rule is
// that of *, every other amount. No tier may be weaker than one of less money,
// nor less deep than confirmations. Empty text gives no rules: the depth holds
// for all. The errors are all there are.
func ParseFinality(text string, confirmations uint64) (rules []FinalityRule, errs []error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	parts := strings.Split(text, ",")
	var above money.Amount
	var weakest uint64
	for n, part := range parts {
		part = strings.TrimSpace(part)
		amount, tier, ok := strings.Cut(part, "=")
		amount, tier = strings.TrimSpace(amount), strings.TrimSpace(tier)
		if !ok {
			bad("%q: want AMOUNT=TIER, for example 100=6 or *=finalized", part)
			continue
		}
		var r FinalityRule
		switch {
		case amount == "*" && n != len(parts)-1:
			bad("%q: * stands for every other amount and must be the last", part)
		case amount == "*":
		default:
			var err error
			if r.UpTo, err = wholeUSDC(amount); err != nil {
				bad("%q: %w", part, err)
			} else if !above.Less(r.UpTo) {
				bad("%q: amounts must ascend", part)
			} else {
				above = r.UpTo
			}
		}
		if err := r.Tier.UnmarshalText([]byte(tier)); err != nil {
			bad("%q: %w", part, err)
			continue
		}
		switch strength := r.Tier.Blocks(); {
		case r.Tier.Tag == "" && r.Tier.Depth < confirmations:
			bad("%q: blocks count from %d confirmations on; want at least that, or lower --confirmations", part, confirmations)
		case r.Tier.Tag == "" && r.Tier.Depth > MaxDepth:
			bad("%q: want at most %d blocks", part, MaxDepth)
		case strength < weakest:
			bad("%q: more money must not need less (safe counts as %d blocks, finalized as %d)", part, SafeDepth, FinalizedDepth)
		default:
			weakest = strength
		}
		rules = append(rules, r)
	}
	if last := strings.TrimSpace(parts[len(parts)-1]); !strings.HasPrefix(last, "*") {
		bad("the last rule must be that of *, every other amount: for example *=finalized")
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return rules, nil
}

// wholeUSDC reads whole USDC, more than none, as token units.
func wholeUSDC(s string) (money.Amount, error) {
	a, err := money.Parse(s)
	if err == nil && !a.IsZero() {
		a, err = a.MulDiv(money.Units(1_000_000), money.Units(1))
	}
	if err != nil || a.IsZero() {
		return money.Amount{}, errors.New("want an amount in whole USDC, such as 100, or *")
	}
	return a, nil
}

// FormatFinality is the text that ParseFinality reads; empty for no rules.
func FormatFinality(rules []FinalityRule) string {
	var parts []string
	for _, r := range rules {
		amount := "*"
		if !r.UpTo.IsZero() {
			whole, err := r.UpTo.MulDiv(money.Units(1), money.Units(1_000_000))
			if err != nil {
				panic(err)
			}
			amount = whole.String()
		}
		parts = append(parts, amount+"="+r.Tier.String())
	}
	return strings.Join(parts, ",")
}
