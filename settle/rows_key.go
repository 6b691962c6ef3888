package settle

import "encoding/hex"

// MaxAPIKeys is how many keys of one agent may be good at a time.
const MaxAPIKeys = 10

// APIKey is a key of an agent, by its hash; the key itself is kept nowhere.
// Rows stay when a key has ended, so that its owner sees what became of it.
type APIKey struct {
	// Hash is the SHA-256 of the key's text.
	Hash  Hash   `json:"hash"`
	Agent string `json:"agent"`
	// Label is its owner's; may be empty.
	Label     string `json:"label,omitempty"`
	CreatedAt int64  `json:"created_at"`
	// Until is when it ends, in Unix milliseconds: from then on it opens nothing.
	// 0: no end.
	Until int64 `json:"until,omitempty"`
	// Successor is the hash of the key that took its place; zero if it ended
	// without one.
	Successor Hash `json:"successor,omitzero"`
}

// Table implements Row.
func (*APIKey) Table() Table { return TableAPIKey }

// Key implements Row.
func (k APIKey) Key() string { return k.Hash.String() }

// ID is the key's public name: key_ and 16 hex digits of its hash, from which
// nobody finds the 192 random bits.
func (k APIKey) ID() string { return "key_" + hex.EncodeToString(k.Hash[:8]) }

// LiveAt reports whether the key is good at a time in Unix milliseconds.
func (k APIKey) LiveAt(now int64) bool { return k.Until == 0 || now < k.Until }

// APIKeyIssued: an agent has a further key, or one in the place of another.
type APIKeyIssued struct {
	Agent   string `json:"agent"`
	KeyHash Hash   `json:"key_hash"`
	Label   string `json:"label,omitempty"`
	// Replaces is the hash of the key that ends at OldUntil (Unix ms); zero for
	// none.
	Replaces Hash  `json:"replaces,omitzero"`
	OldUntil int64 `json:"old_until,omitempty"`
}

// APIKeyRevoked: the key opens nothing any more.
type APIKeyRevoked struct {
	KeyHash Hash `json:"key_hash"`
	// By is who revoked it: the key's agent.
	By string `json:"by"`
}

// AddressRetired: the agent took an address off its account.
type AddressRetired struct {
	Agent   string  `json:"agent"`
	Address Address `json:"address"`
}

// The kinds of facts about what opens an account.
const (
	KindAddressRetired Kind = "address_retired"
	KindAPIKeyIssued   Kind = "api_key_issued"
	KindAPIKeyRevoked  Kind = "api_key_revoked"
)

// Kind implements Body.
func (APIKeyIssued) Kind() Kind { return KindAPIKeyIssued }

// Kind implements Body.
func (AddressRetired) Kind() Kind { return KindAddressRetired }

// Kind implements Body.
func (APIKeyRevoked) Kind() Kind { return KindAPIKeyRevoked }

func (f *folder) agentRegistered(b *AgentRegistered) {
	f.Put(&Agent{ID: b.ID, Name: b.Name, AgentKind: b.AgentKind, KeyHash: b.KeyHash, CreatedAt: f.at, RatingMilli: StartRating,
		Claim: b.Claim, Unsigned: b.Claim != ""})
	if !b.KeyHash.IsZero() {
		f.Put(&APIKey{Hash: b.KeyHash, Agent: b.ID, CreatedAt: f.at})
	}
}

func (f *folder) keyIssued(b *APIKeyIssued) {
	f.Put(&APIKey{Hash: b.KeyHash, Agent: b.Agent, Label: b.Label, CreatedAt: f.at})
	if old := GetRow[APIKey](f, b.Replaces.String()); old != nil && old.LiveAt(b.OldUntil) {
		c := *old
		c.Until, c.Successor = b.OldUntil, b.KeyHash
		f.Put(&c)
	}
}

func (f *folder) keyRevoked(b *APIKeyRevoked) {
	if k := GetRow[APIKey](f, b.KeyHash.String()); k != nil && k.LiveAt(f.at) {
		c := *k
		c.Until = f.at
		f.Put(&c)
	}
}

// addressRetired also takes back a change of payout address to it that does not
// hold yet.
func (f *folder) addressRetired(b *AddressRetired) {
	row := GetRow[AddressRow](f, b.Address.String())
	if row == nil || row.Agent != b.Agent || row.RetiredAt != 0 {
		return
	}
	c := *row
	c.RetiredAt = f.at
	f.Put(&c)
	if a := f.agent(b.Agent); a != nil && a.PendingPayout != nil && a.PendingPayout.Address == b.Address && a.PendingPayout.EffectiveAt > f.at {
		u := *a
		u.PendingPayout = nil
		f.Put(&u)
	}
}

// KeysOfAgent are all keys that the agent ever had.
func KeysOfAgent(id string) Query {
	return query(QueryKeysOfAgent, id, func(k *APIKey) bool { return k.Agent == id })
}
