package storetest

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/oabp/oabpd/settle"
)

func testRequestNonces(t *testing.T, s Store) {
	use := func(a, n int, expires, now int64, want settle.NonceUse) {
		t.Helper()
		got, err := s.UseNonce(t.Context(), settle.RequestNonce{Address: addr(a), Nonce: hash(n), ExpiresAt: expires}, now, 3)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "nonce", got, want)
	}
	use(1, 1, 1000, 10, settle.NonceFresh)
	use(1, 1, 1000, 10, settle.NonceUsed)
	use(1, 1, 2000, 1500, settle.NonceUsed) // whatever expiry it is given
	use(2, 1, 1000, 10, settle.NonceFresh)  // an address has its own
	use(1, 2, 1000, 10, settle.NonceFresh)
	use(1, 3, 1000, 10, settle.NonceFresh)
	use(1, 4, 1000, 999, settle.NoncesFull)
	use(1, 3, 1000, 999, settle.NonceUsed)   // said of it, full or not
	use(1, 4, 2000, 1000, settle.NonceFresh) // those before have expired
	sweep := func(now int64) {
		t.Helper()
		if err := s.Sweep(t.Context(), now); err != nil {
			t.Fatal(err)
		}
	}
	sweep(1000 + settle.NonceMarginMillis - 1)
	use(1, 1, 1000, 10, settle.NonceUsed)
	sweep(1000 + settle.NonceMarginMillis)
	use(1, 1, 1000, 10, settle.NonceFresh)
	use(1, 4, 2000, 10, settle.NonceUsed)

	// Of many at once one has it.
	var all sync.WaitGroup
	var fresh atomic.Int32
	for range 16 {
		all.Go(func() {
			got, err := s.UseNonce(t.Context(), settle.RequestNonce{Address: addr(7), Nonce: hash(7), ExpiresAt: 1000}, 10, 100)
			if err != nil {
				t.Error(err)
			} else if got == settle.NonceFresh {
				fresh.Add(1)
			}
		})
	}
	all.Wait()
	equal(t, "fresh", fresh.Load(), 1)
}

func testRegistryBindings(t *testing.T, s Store) {
	one := settle.RegistryBinding{TokenHash: hash(1), Registry: "one.example", Address: addr(1), IssuedAt: 10, ExpiresAt: 100}
	two := settle.RegistryBinding{TokenHash: hash(2), Registry: "two.example", Address: addr(1), IssuedAt: 20, ExpiresAt: 200}
	update(t, s, func(tx settle.Tx) {
		tx.PutBinding(one)
		tx.PutBinding(two)
		equal(t, "in the transaction", *tx.Binding(hash(1), 99), one)
	})
	view(t, s, func(tx settle.Tx) {
		equal(t, "binding", *tx.Binding(hash(1), 99), one)
		equal(t, "expired", tx.Binding(hash(1), 100), nil)
		equal(t, "another's", *tx.Binding(hash(2), 100), two)
		equal(t, "unknown", tx.Binding(hash(3), 0), nil)
	})
	one.Address, one.IssuedAt, one.ExpiresAt = addr(2), 30, 300
	update(t, s, func(tx settle.Tx) { tx.PutBinding(one) })
	if err := s.Sweep(t.Context(), 200); err != nil {
		t.Fatal(err)
	}
	view(t, s, func(tx settle.Tx) {
		equal(t, "replaced", *tx.Binding(hash(1), 0), one)
		equal(t, "swept", tx.Binding(hash(2), 0), nil)
	})
}
