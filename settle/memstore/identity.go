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

// PutIdentity implements settle.Side.
func (t *tx) PutIdentity(i settle.Identity) {
	t.enter("put_identity", true)
	i.Subject = slices.Clone(i.Subject)
	t.people.put(personKey{i.Provider, i.Index}, i)
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
	slices.SortFunc(out, func(a, b settle.Identity) int {
		return cmp.Or(cmp.Compare(a.Provider, b.Provider), bytes.Compare(a.Index[:], b.Index[:]))
	})
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
