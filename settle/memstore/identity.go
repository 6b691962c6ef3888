package memstore

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// personKey is the unique key of an identity.
type personKey struct {
	provider string
	index    settle.Hash
}

// AddIdentity implements settle.Side.
func (t *tx) AddIdentity(i settle.Identity) bool {
	t.enter("add_identity", true)
	k := personKey{i.Provider, i.Index}
	if _, ok := t.people.get(k); ok {
		return false
	}
	i.Subject = slices.Clone(i.Subject)
	t.people.put(k, i)
	return true
}

// ResealIdentity implements settle.Side.
func (t *tx) ResealIdentity(provider string, index settle.Hash, old, fresh []byte) bool {
	t.enter("reseal_identity", true)
	k := personKey{provider, index}
	i, ok := t.people.get(k)
	if !ok || !bytes.Equal(i.Subject, old) {
		return false
	}
	i.Subject = slices.Clone(fresh)
	t.people.put(k, i)
	return true
}

// IdentitiesAfter implements settle.Side.
func (t *tx) IdentitiesAfter(provider string, index settle.Hash, limit int) (out []settle.Identity) {
	t.enter("identities_after", false)
	from := settle.Identity{Provider: provider, Index: index}
	for _, i := range t.people.all() {
		if compareIdentities(i, from) > 0 {
			i.Subject = slices.Clone(i.Subject)
			out = append(out, i)
		}
	}
	slices.SortFunc(out, compareIdentities)
	return first(out, limit)
}

func compareIdentities(a, b settle.Identity) int {
	return cmp.Or(cmp.Compare(a.Provider, b.Provider), bytes.Compare(a.Index[:], b.Index[:]))
}

// Identity implements settle.Side.
func (t *tx) Identity(provider string, index settle.Hash) *settle.Identity {
	t.enter("identity", false)
	i, ok := t.people.get(personKey{provider, index})
	if !ok {
		return nil
	}
	i.Subject = slices.Clone(i.Subject)
	return &i
}

// Identities implements settle.Side.
func (t *tx) Identities(agent string) (out []settle.Identity) {
	t.enter("identities", false)
	for _, i := range t.people.all() {
		if i.Agent == agent {
			i.Subject = slices.Clone(i.Subject)
			out = append(out, i)
		}
	}
	slices.SortFunc(out, compareIdentities)
	return out
}

// DropIdentity implements settle.Side.
func (t *tx) DropIdentity(provider string, index settle.Hash) bool {
	t.enter("drop_identity", true)
	k := personKey{provider, index}
	_, ok := t.people.get(k)
	t.people.del(k)
	return ok
}
