package e2e

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/postgres"
)

// mirrored compares every row that mirrors a contract with what its storage
// holds now, and that with what each has of the token: nothing is missing, and
// nothing lies there that nobody can get. The getters must be among those compared.
func (w *world) mirrored(t *testing.T, getters ...string) {
	t.Helper()
	store, err := postgres.Open(t.Context(), w.db, postgres.Options{})
	must(t, err)
	defer store.Close()
	var reads []settle.StorageRead
	var of []common.Address
	owed := map[settle.Address]money.Amount{}
	must(t, store.View(t.Context(), func(tx settle.Tx) error {
		reads, of = nil, nil
		for _, c := range settle.GetRow[settle.Settings](tx, settle.SettingsKey).KnownContracts() {
			for _, r := range settle.Storage(tx, c) {
				reads, of = append(reads, r), append(of, common.Address(c.Address))
			}
			owed[c.Address] = owes(tx, c)
		}
		return nil
	}))
	if len(reads) < 5 {
		t.Fatalf("only %d things are mirrored", len(reads))
	}
	for _, name := range getters {
		if !slices.ContainsFunc(reads, func(r settle.StorageRead) bool { return strings.HasPrefix(r.Getter, name+"(") }) {
			t.Errorf("no row mirrors %s", name)
		}
	}
	for k, r := range reads {
		got, err := w.client.CallContract(t.Context(), ethereum.CallMsg{To: &of[k], Data: r.Calldata()}, nil)
		if err != nil || !bytes.Equal(got, r.Return()) {
			t.Errorf("%s(%s) of %s: the contract has %x, mirrored is %x (%v)", r.Getter, r.Args, of[k], got, r.Return(), err)
		}
	}
	for a, n := range owed {
		if has := w.balance(t, common.Address(a)); n != money.Units(uint64(has)) {
			t.Errorf("%s has %d units, and owes %s", a, has, n)
		}
	}
}

// owes is what a contract holds for others, by the rows that mirror it.
func owes(s settle.State, c settle.Contract) (sum money.Amount) {
	add := func(a money.Amount) { sum = sum.SatAdd(a) }
	for _, m := range settle.FindRows[*settle.EscrowMission](s, settle.OfContract(settle.TableEscrowMission, c.Address)) {
		add(m.Held)
		add(m.Pending)
		for _, x := range m.Tranches {
			if x.Appeal != nil {
				add(x.Appeal.Bond)
			}
		}
	}
	for _, x := range settle.FindRows[*settle.EscrowCredit](s, settle.OfContract(settle.TableEscrowCredit, c.Address)) {
		add(x.Amount)
	}
	if b := settle.GetRow[settle.EscrowBook](s, c.Address.String()); b != nil && c.Role == settle.RoleEscrow {
		add(b.FeesAccrued)
	}
	if b := settle.GetRow[settle.VoteBook](s, c.Address.String()); b != nil && c.Role == settle.RoleVote {
		add(b.Owed)
	}
	return sum
}
