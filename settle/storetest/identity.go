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
	update(t, s, func(tx settle.Tx) {
		for _, i := range []settle.Identity{other, third, one} {
			tx.PutIdentity(i)
		}
		same(t, "own write", *tx.Identity("github", hash(1)), one)
	})
	view(t, s, func(tx settle.Tx) {
		same(t, "of a provider", *tx.Identity("google", hash(1)), other)
		equal(t, "unknown provider", tx.Identity("gitlab", hash(1)), nil)
		equal(t, "unknown index", tx.Identity("google", hash(2)), nil)
		same(t, "an agent's", tx.Identities("a"), []settle.Identity{one, other})
		equal(t, "nobody's", len(tx.Identities("c")), 0)
	})
	if err := tryUpdateFails(t, s, func(tx settle.Tx) { tx.DropIdentity("github", hash(1)) }); err == nil {
		t.Fatal("a failed update was no error")
	}
	again := one
	again.Subject, again.Agent = []byte{9}, "c"
	update(t, s, func(tx settle.Tx) {
		same(t, "kept by what was undone", *tx.Identity("github", hash(1)), one)
		tx.PutIdentity(again)
		same(t, "of the former agent", tx.Identities("a"), []settle.Identity{other})
		same(t, "replaced", tx.Identities("c"), []settle.Identity{again})
		equal(t, "erased", tx.DropIdentity("google", hash(1)), true)
		equal(t, "erased twice", tx.DropIdentity("google", hash(1)), false)
	})
	view(t, s, func(tx settle.Tx) {
		equal(t, "gone", tx.Identity("google", hash(1)), nil)
		same(t, "others stay", *tx.Identity("github", hash(2)), third)
	})
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}
