package storetest

import (
	"reflect"
	"testing"

	"github.com/oabp/oabpd/settle"
)

func testIdentities(t *testing.T, s Store) {
	one := settle.Identity{Provider: "github", Index: hash(1), Subject: []byte{1, 0, 255}, Agent: "a", LinkedAt: 100}
	other := settle.Identity{Provider: "google", Index: hash(1), Subject: []byte{2}, Agent: "a", LinkedAt: 200}
	third := settle.Identity{Provider: "github", Index: hash(2), Subject: []byte{3}, Agent: "b", LinkedAt: 300}
	fourth := settle.Identity{Provider: "git-hub", Index: hash(9), Subject: []byte{4}, Agent: "d", LinkedAt: 400} // collations differ on where it belongs
	update(t, s, func(tx settle.Tx) {
		for _, i := range []settle.Identity{other, third, fourth, one} {
			equal(t, "stored", tx.AddIdentity(i), true)
		}
		same(t, "own write", *tx.Identity("github", hash(1)), one)
	})
	view(t, s, func(tx settle.Tx) {
		same(t, "of a provider", *tx.Identity("google", hash(1)), other)
		equal(t, "unknown provider", tx.Identity("gitlab", hash(1)), nil)
		equal(t, "unknown index", tx.Identity("google", hash(2)), nil)
		same(t, "an agent's", tx.Identities("a"), []settle.Identity{one, other})
		equal(t, "nobody's", len(tx.Identities("c")), 0)
		same(t, "first page", tx.IdentitiesAfter("", settle.Hash{}, 2), []settle.Identity{fourth, one})
		same(t, "next page", tx.IdentitiesAfter("github", hash(1), 2), []settle.Identity{third, other})
		same(t, "within a provider", tx.IdentitiesAfter("github", settle.Hash{}, 1), []settle.Identity{one})
		equal(t, "behind the last", len(tx.IdentitiesAfter("google", hash(1), 2)), 0)
	})
	if err := tryUpdateFails(t, s, func(tx settle.Tx) { tx.DropIdentity("github", hash(1)) }); err == nil {
		t.Fatal("a failed update was no error")
	}
	moved := one
	moved.Subject, moved.Agent, moved.LinkedAt = []byte{9}, "c", 900
	fresh := one
	fresh.Subject = []byte{7, 7}
	update(t, s, func(tx settle.Tx) {
		same(t, "kept by what was undone", *tx.Identity("github", hash(1)), one)
		equal(t, "given to another agent", tx.AddIdentity(moved), false)
		same(t, "still its own", *tx.Identity("github", hash(1)), one)
		equal(t, "encrypted anew", tx.ResealIdentity("github", hash(1), one.Subject, fresh.Subject), true)
		equal(t, "by one who came late", tx.ResealIdentity("github", hash(1), one.Subject, []byte{8}), false)
		equal(t, "of nobody", tx.ResealIdentity("gitlab", hash(1), one.Subject, []byte{8}), false)
		same(t, "as it is now", tx.Identities("a"), []settle.Identity{fresh, other})
		equal(t, "erased", tx.DropIdentity("google", hash(1)), true)
		equal(t, "erased twice", tx.DropIdentity("google", hash(1)), false)
	})
	update(t, s, func(tx settle.Tx) {
		equal(t, "gone", tx.Identity("google", hash(1)), nil)
		same(t, "others stay", *tx.Identity("github", hash(2)), third)
		equal(t, "free again", tx.AddIdentity(settle.Identity{Provider: "google", Index: hash(1), Subject: []byte{5}, Agent: "c"}), true)
	})
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}
