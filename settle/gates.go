package settle

// Blocker says why what is paid in full has not settled. Its text is a metric
// label, stable.
type Blocker string

// The blockers, each before those that it hides.
const (
	// BlockerHeld: an operator holds it (R24).
	BlockerHeld Blocker = "held"
	// BlockerHalted: all releases are halted (R25).
	BlockerHalted Blocker = "halted"
	// BlockerStaleHead: the newest block is too old by our clock (R23).
	BlockerStaleHead Blocker = "stale_head"
	// BlockerQuorum: its block is deep enough, or nobody knows, since too few
	// endpoints agree upon it or say what is safe or final (R23, R25).
	BlockerQuorum Blocker = "quorum"
	// BlockerTier: its block is not yet as final as the amount asks (R23).
	BlockerTier Blocker = "tier"
	// BlockerNone: nothing is in the way; it settles with the next block.
	BlockerNone Blocker = "none"
)

// Blockers are all of them.
func Blockers() []Blocker {
	return []Blocker{BlockerHeld, BlockerHalted, BlockerStaleHead, BlockerQuorum, BlockerTier, BlockerNone}
}

// Gates say what may settle now.
type Gates struct {
	// Halted and Stale hold for everything.
	Halted, Stale bool
	// Tiers are the gates of the tiers in force.
	Tiers map[Tier]TierGate
	// Unagreed counts the instructions that would be paid in full by blocks that
	// are deep enough and no facts yet, since no quorum has agreed upon them.
	Unagreed int
}

// TierGate says how far a tier has come: heights below UpTo may settle, those below
// Deep wait for no more than a quorum.
type TierGate struct{ UpTo, Deep uint64 }

// Blocker is why what waits for a tier of a block at a height has not settled. A
// tier that is not in force is one that the next start sorts anew: BlockerTier.
func (g Gates) Blocker(tier Tier, in uint64) Blocker {
	t := g.Tiers[tier]
	switch {
	case g.Halted:
		return BlockerHalted
	case g.Stale:
		return BlockerStaleHead
	case in < t.UpTo:
		return BlockerNone
	case in < t.Deep:
		return BlockerQuorum
	}
	return BlockerTier
}
