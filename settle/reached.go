package settle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Reached is a block up to which all is safe, or final, as the leader read it.
type Reached struct {
	Tag   BlockTag `json:"tag"`
	Block BlockRef `json:"block"`
}

// FinalityReached: all up to a block is safe, or final, as the leader read it
// where something waits for that (R23). Tags move without a fact of theirs while
// nothing does.
type FinalityReached struct {
	Tag   BlockTag `json:"tag"`
	Block BlockRef `json:"block"`
	// Sources are the endpoints that vouch for it; one that lacks the tag does so
	// by depth, and says it.
	Sources []string `json:"sources"`
	// Tip is the head under which it was read.
	Tip BlockRef `json:"tip"`
}

// Kind implements Body.
func (FinalityReached) Kind() Kind { return KindFinalityReached }

// HeadClaim is what one endpoint says of the tags.
type HeadClaim struct {
	// Source names the endpoint, without secrets.
	Source string
	// Tagged are its blocks: for a tag that it lacks the one as deep as stands in
	// for it, or none if its chain is shorter.
	Tagged map[BlockTag]TaggedBlock
}

// TaggedBlock is the newest block that an endpoint calls safe, or final.
type TaggedBlock struct {
	BlockRef
	// Depth is how deep it is below the endpoint's head where that lacks the tag;
	// else 0.
	Depth uint64
}

// Vouched is the newest block up to which enough endpoints say that all is safe,
// or final: at least quorum of them, and more than half of those that answered.
// An endpoint vouches by a block on our chain; canonical gives our block at a
// height, or nil. sources are those who vouch. ok is false where too few do. It is
// pure.
func Vouched(tag BlockTag, claims []HeadClaim, quorum int, canonical func(uint64) *BlockRef) (upTo BlockRef, sources []string, ok bool) {
	type voucher struct {
		block  BlockRef
		source string
	}
	var vs []voucher
	for _, c := range claims {
		b, has := c.Tagged[tag]
		if !has {
			continue
		}
		if ours := canonical(b.Number); ours == nil || ours.Hash != b.Hash {
			continue
		}
		v := voucher{b.BlockRef, c.Source}
		if b.Depth > 0 {
			v.source = fmt.Sprintf("%s (%d blocks deep)", c.Source, b.Depth)
		}
		vs = append(vs, v)
	}
	need := max(quorum, len(claims)/2+1)
	if len(vs) < need {
		return BlockRef{}, nil, false
	}
	slices.SortStableFunc(vs, func(a, b voucher) int { return cmp.Compare(b.block.Number, a.block.Number) })
	for _, v := range vs[:need] {
		sources = append(sources, v.source)
	}
	return vs[need-1].block, sources, true
}

// ReachedBlock is up to where all is safe, or final, by the journal; nil before
// the first such fact. A reorganization may have removed the block since.
func (s Settings) ReachedBlock(tag BlockTag) *BlockRef {
	k := slices.IndexFunc(s.Reached, func(r Reached) bool { return r.Tag == tag })
	if k < 0 {
		return nil
	}
	b := s.Reached[k].Block
	return &b
}

func (f *folder) finalityReached(b *FinalityReached) {
	s := f.settings()
	s.Reached = slices.DeleteFunc(slices.Clone(s.Reached), func(r Reached) bool { return r.Tag == b.Tag })
	s.Reached = append(s.Reached, Reached{Tag: b.Tag, Block: b.Block})
	slices.SortFunc(s.Reached, func(x, y Reached) int { return strings.Compare(string(y.Tag), string(x.Tag)) })
	f.Put(&s)
}
