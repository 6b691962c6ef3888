package settle

import "slices"

// Unread is a contract that was configured when blocks up to a height were stored
// already. What it had emitted in them is read when the audit comes to them again,
// and counts then.
type Unread struct {
	Address Address `json:"address"`
	// UpTo is the height of the newest block that was stored without it.
	UpTo uint64 `json:"up_to"`
}

// UnreadAfter gives the unread contracts of settings that follow old ones over a
// store whose newest block is at tip.
func (s Settings) UnreadAfter(old Settings, tip uint64) []Unread {
	out := slices.Clone(old.Unread)
	for _, c := range s.Contracts.List() {
		if !old.Knows(c) {
			out = append(out, Unread{Address: c.Address, UpTo: tip})
		}
	}
	return out
}

// UnreadUpTo is the height of the newest block that was stored without any of the
// contracts; 0 for none.
func (s Settings) UnreadUpTo() (n uint64) {
	for _, u := range s.Unread {
		n = max(n, u.UpTo)
	}
	return n
}

// AsRead is a block with only those logs that could be read when it was stored.
func (s Settings) AsRead(b Block) Block {
	b.Logs = slices.DeleteFunc(slices.Clone(b.Logs), func(l Log) bool {
		return slices.ContainsFunc(s.Unread, func(u Unread) bool { return u.Address == l.Emitter && b.Number <= u.UpTo })
	})
	return b
}
