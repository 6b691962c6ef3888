package settle

import (
	"fmt"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

// book is a state that facts are folded into.
type book struct {
	*Overlay
	t     *testing.T
	seq   uint64
	at    int64
	block uint64
}

// plainRater moves ratings by sixteen points, and keeps them above a floor.
type plainRater struct{}

func (plainRater) Resolve(own, _, _ int64, _ bool, halves int) int64 {
	if halves == 2 {
		return own + 16_000
	}
	return max(own-16_000, 1_000_000)
}

func (plainRater) Decay(own, _ int64) int64 { return max(own, 1_000_000) }

func newBook(t *testing.T) *book {
	b := &book{Overlay: NewOverlay(nil), t: t, at: 1000, block: 100}
	b.do(&Settings{Token: adr("token"), Confirmations: 6, PayContracts: []PayContract{{Address: adr("pay")}}, FeeAddress: adr("fee")})
	for _, id := range []string{"poster", "rival", "ann", "bob", "cid"} {
		b.do(&AgentRegistered{ID: id})
	}
	return b
}

func adr(name string) (a Address) { h := Keccak256([]byte(name)); copy(a[:], h[:]); return a }
func hsh(s string) Hash           { return Keccak256([]byte("hash"), []byte(s)) }
func amt(n uint64) money.Amount   { return money.Units(n) }

func (b *book) do(body Body) {
	b.t.Helper()
	b.seq++
	b.at++
	f, err := NewFact(b.seq, Hash{}, b.at, body)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := Fold(b, f, plainRater{}); err != nil {
		b.t.Fatal(err)
	}
}

// issue makes a mission of the poster's with one submission of the workers and
// its instruction: legs of the workers' addresses, and 50 to the fee.
func (b *book) issue(id, poster string, owed uint64, workers ...string) *Instruction {
	b.t.Helper()
	m := Mission{ID: "mis_" + id, Poster: poster, MaxWinners: 1}
	b.do(&MissionPosted{Mission: m})
	s := Submission{ID: "sub_" + id, Mission: m.ID, Milestone: -1, Agent: workers[0]}
	for _, w := range workers {
		s.Contributors = append(s.Contributors, Contributor{Agent: w})
	}
	b.do(&WorkSubmitted{Submission: s})
	return b.issueFor(id, poster, owed, workers...)
}

func (b *book) issueFor(id, poster string, owed uint64, workers ...string) *Instruction {
	b.t.Helper()
	i := Instruction{ID: id, Digest: hsh(id), Mission: "mis_" + id, Submission: "sub_" + id, Milestone: -1, Poster: poster,
		Token: adr("token"), PayContract: adr("pay"), Issued: BlockRef{Number: b.block, Hash: hsh(fmt.Sprint(b.block))},
		IssuedTime: int64(b.block), Accepts: []Identification{ByTag, ByDeposit, ByPayer}, Fee: amt(50),
		ReservedUntil: int64(b.block) + 3600, Reservations: []Reservation{{From: int64(b.block)}}}
	for n := range uint64(64) {
		i.Window = append(i.Window, hsh(fmt.Sprint(b.block-n)))
	}
	for _, w := range workers {
		i.Legs = append(i.Legs, Leg{To: adr(w), Amount: amt(owed), Parts: []Part{{Role: RoleContributor, Agent: w, Amount: amt(owed)}}})
		i.Total = i.Total.SatAdd(amt(owed))
	}
	i.Legs = append(i.Legs, Leg{To: adr("fee"), Amount: i.Fee, Parts: []Part{{Role: RoleFee, Amount: i.Fee}}})
	i.Total = i.Total.SatAdd(i.Fee)
	tags := []Tag{{Ref: i.Digest, Instruction: id, Leg: -1}}
	for k := range i.Legs {
		tags = append(tags, Tag{Ref: hsh(fmt.Sprint("nonce", id, k)), Instruction: id, Leg: k})
	}
	b.do(&InstructionIssued{Instruction: i, Tags: tags})
	return GetRow[Instruction](b, id)
}

func (b *book) payer(addr, poster, instruction string) {
	b.t.Helper()
	b.do(&PayerProven{Payer: Payer{Address: adr(addr), Poster: poster, Instruction: instruction}})
}

// move is a plain transfer log, for tx.
func move(from, to string, n uint64) Log {
	return Log{Emitter: adr("token"), Kind: LogTransfer, From: adr(from), To: adr(to), Value: amt(n)}
}

func event(digest, to, payer string, n uint64) Log {
	return Log{Emitter: adr("pay"), Kind: LogInstructionPaid, From: adr(payer), To: adr(to), Value: amt(n), Ref: hsh(digest)}
}

// gap makes the next log's index one higher.
func gap() Log { return Log{} }

// tx applies a block with one transaction and returns the block.
func (b *book) tx(logs ...Log) BlockRef {
	b.t.Helper()
	b.block++
	return b.txAt(BlockRef{Number: b.block, Hash: hsh(fmt.Sprint(b.block))}, int64(b.block), logs...)
}

func (b *book) txAt(ref BlockRef, time int64, logs ...Log) BlockRef {
	b.t.Helper()
	tx := TxLogs{Hash: hsh(fmt.Sprint("tx", b.seq))}
	for k, l := range logs {
		if l.Kind == 0 {
			continue
		}
		l.Index, l.TxHash = uint32(k), tx.Hash
		tx.Logs = append(tx.Logs, l)
	}
	b.do(&BlockApplied{Block: ref, Time: time, Txs: []TxLogs{tx}})
	return ref
}

// paid is what the legs of an instruction have got.
func (b *book) paid(id string) (out []uint64) {
	for _, p := range CoverOf(b, GetRow[Instruction](b, id)).Paid {
		n, _ := p.Uint64()
		out = append(out, n)
	}
	return out
}

func (b *book) want(id string, want ...uint64) {
	b.t.Helper()
	if got := b.paid(id); !slices.Equal(got, want) {
		b.t.Errorf("%s has got %v, want %v", id, got, want)
	}
}

func TestCoverOf(t *testing.T) {
	for _, c := range []struct {
		name          string
		paid          [3]uint64
		waived        bool
		full, onlyFee bool
		missing       [3]uint64
	}{
		{"nothing", [3]uint64{}, false, false, false, [3]uint64{2000, 2000, 50}},
		{"one leg", [3]uint64{2000}, false, false, false, [3]uint64{0, 2000, 50}},
		{"all but the fee", [3]uint64{2000, 2000, 0}, false, false, true, [3]uint64{0, 0, 50}},
		{"part of the fee", [3]uint64{2000, 2000, 49}, false, false, true, [3]uint64{0, 0, 1}},
		{"all", [3]uint64{2000, 2000, 50}, false, true, false, [3]uint64{}},
		{"a unit short", [3]uint64{2000, 1999, 50}, false, false, false, [3]uint64{0, 1, 0}},
		{"fee waived", [3]uint64{2000, 2000, 0}, true, true, false, [3]uint64{}},
		{"fee waived, others missing", [3]uint64{2000, 1999, 0}, true, false, false, [3]uint64{0, 1, 50}},
	} {
		b := newBook(t)
		i := b.issue("i", "poster", 2000, "ann", "bob")
		b.payer("x", "poster", "") // dust of a proven payer counts
		for k, n := range c.paid {
			if n > 0 {
				b.tx(Log{Emitter: adr("token"), Kind: LogAuthorizationUsed, From: adr("x"), Ref: hsh(fmt.Sprint("nonce", "i", k))},
					Log{Emitter: adr("token"), Kind: LogTransfer, From: adr("x"), To: i.Legs[k].To, Value: amt(n)})
			}
		}
		u := *GetRow[Instruction](b, "i")
		u.FeeWaived = c.waived
		b.Put(&u)
		got := CoverOf(b, &u)
		for k := range c.missing {
			if got.Missing[k] != amt(c.missing[k]) {
				t.Errorf("%s: missing %v", c.name, got.Missing)
			}
		}
		if got.Full != c.full || got.OnlyFee != c.onlyFee || got.Untouched() != (c.paid == [3]uint64{}) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestAdmits(t *testing.T) {
	i := &Instruction{Issued: BlockRef{Number: 1000}}
	for n := range 64 {
		i.Window = append(i.Window, hsh(fmt.Sprint(1000-n)))
	}
	young := &Instruction{Issued: BlockRef{Number: 1000}, Window: i.Window[:3]}
	for _, c := range []struct {
		i      *Instruction
		number uint64
		same   bool
		tagged bool
		want   bool
	}{
		{i, 1001, true, false, true}, {i, 5000, false, false, true},
		{i, 1000, true, false, false}, {i, 1000, false, false, true},
		{i, 999, true, false, false}, {i, 937, false, false, true}, {i, 937, true, false, false},
		{i, 936, false, false, false}, {i, 936, false, true, true}, {i, 1, true, true, true},
		{young, 998, false, false, true}, {young, 997, false, false, false},
	} {
		b := BlockRef{Number: c.number, Hash: hsh("another")}
		if c.same {
			b.Hash = hsh(fmt.Sprint(c.number))
		}
		if got := c.i.Admits(b, c.tagged); got != c.want {
			t.Errorf("block %d (same %v, tagged %v): %v", c.number, c.same, c.tagged, got)
		}
	}
}

// TestTies: equal claims go to the running reservation at the transfer's block
// time, then lapsed, withdrawn, held; then to the oldest (R17).
func TestTies(t *testing.T) {
	order := []string{"running", "lapsed", "withdrawn", "held"}
	for x, first := range order {
		for _, second := range order[x:] {
			for _, swap := range []bool{false, true} {
				b := newBook(t)
				names := []string{first, second}
				if swap {
					slices.Reverse(names)
				}
				for k, n := range names {
					id := fmt.Sprint(k)
					b.issue(id, "poster", 2000, "ann")
					switch n {
					case "lapsed":
						b.do(&Tick{BlockTime: 4000, Lapses: []string{id}})
					case "withdrawn":
						b.do(&PickWithdrawn{Instruction: id, BlockTime: int64(b.block)})
					case "held":
						u := *GetRow[Instruction](b, id)
						u.Status = InstructionHeld
						b.Put(&u)
					}
				}
				b.payer("x", "poster", "")
				b.block++
				b.txAt(BlockRef{Number: b.block, Hash: hsh("y")}, 5000, move("x", "ann", 2000))
				winner := "0"
				if swap && first != second {
					winner = "1"
				}
				if got := b.paid(winner); got[0] != 2000 {
					t.Errorf("%v: the money went elsewhere than to %s", names, winner)
				}
			}
		}
	}
}

// TestSteps: exact cover before equal value before anything that is missing, and
// what remains goes on by the same steps (R17).
func TestSteps(t *testing.T) {
	t.Run("exact cover goes before the older one", func(t *testing.T) {
		b := newBook(t)
		b.payer("x", "poster", "")
		b.issue("old", "poster", 2000, "ann", "bob")
		b.issue("new", "poster", 2000, "ann")
		b.tx(move("x", "ann", 2000), gap(), move("x", "fee", 50))
		b.want("new", 2000, 50)
		b.want("old", 0, 0, 0)
	})
	t.Run("sums per address, others' units set aside", func(t *testing.T) {
		b := newBook(t)
		b.payer("x", "poster", "")
		b.payer("y", "rival", "")
		b.issue("i", "poster", 2000, "ann")
		b.tx(move("x", "ann", 1500), move("y", "ann", 500), move("x", "ann", 500), move("x", "fee", 50))
		b.want("i", 2000, 50)
	})
	t.Run("equal value goes before the older one", func(t *testing.T) {
		b := newBook(t)
		b.payer("x", "poster", "")
		b.issue("old", "poster", 3000, "ann")
		b.issue("new", "poster", 2000, "ann")
		b.tx(move("x", "ann", 2000))
		b.want("new", 2000, 0)
		b.want("old", 0, 0)
	})
	t.Run("anything, then on to the next", func(t *testing.T) {
		b := newBook(t)
		b.payer("x", "poster", "")
		b.issue("old", "poster", 3000, "ann")
		b.issue("new", "poster", 2000, "ann")
		b.tx(move("x", "ann", 4000))
		b.want("old", 3000, 0)
		b.want("new", 1000, 0)
		b.tx(move("x", "ann", 9999))
		b.want("new", 2000, 0)
	})
	t.Run("surplus never pays what is issued after it", func(t *testing.T) {
		b := newBook(t)
		b.payer("x", "poster", "")
		b.issue("i", "poster", 2000, "ann")
		b.tx(move("x", "ann", 5000))
		b.issue("j", "poster", 2000, "ann")
		b.payer("x", "poster", "j") // makes it try again
		b.want("j", 0, 0)
	})
	t.Run("only for one instruction", func(t *testing.T) {
		b := newBook(t)
		b.issue("i", "poster", 2000, "ann")
		b.issue("j", "poster", 2000, "ann")
		b.tx(move("x", "ann", 2000), move("x", "fee", 50))
		b.payer("x", "poster", "j")
		b.want("i", 0, 0)
		b.want("j", 2000, 0) // the fee was dust of an unproven sender
	})
	t.Run("an address pays for one poster", func(t *testing.T) {
		b := newBook(t)
		b.issue("i", "poster", 2000, "ann")
		b.issue("j", "rival", 2000, "ann")
		b.payer("x", "rival", "j")
		b.payer("x", "poster", "i")
		b.tx(move("x", "ann", 2000), move("x", "fee", 50))
		b.want("i", 0, 0)
		b.want("j", 2000, 50)
	})
	t.Run("never a contributor's", func(t *testing.T) {
		b := newBook(t)
		b.issue("i", "poster", 2000, "ann", "bob")
		b.payer("ann", "poster", "")
		b.do(&AddressProven{Agent: "bob", Address: adr("bob's second")})
		b.payer("bob's second", "poster", "i")
		b.tx(move("ann", "bob", 2000), move("ann", "fee", 50), move("bob's second", "ann", 2000))
		b.want("i", 0, 0, 0)
	})
	t.Run("not what the mission does not accept", func(t *testing.T) {
		b := newBook(t)
		b.payer("x", "poster", "")
		u := *b.issue("i", "poster", 2000, "ann")
		u.Accepts = []Identification{ByTag}
		b.Put(&u)
		b.tx(move("x", "ann", 2000), move("x", "fee", 50))
		b.want("i", 0, 0)
		u.Accepts = []Identification{ByPayer}
		b.Put(&u)
		b.tx(move("x", "ann", 2000), event("i", "ann", "x", 2000))
		b.want("i", 0, 0)
	})
}

// TestTags is R15, form by form.
func TestTags(t *testing.T) {
	used := func(from, ref string) Log {
		return Log{Emitter: adr("token"), Kind: LogAuthorizationUsed, From: adr(from), Ref: hsh(ref)}
	}
	from := func(l Log, emitter string) Log { l.Emitter = adr(emitter); return l }
	for _, c := range []struct {
		name string
		logs []Log
		tag  uint64 // of leg 0, by tag
		free bool   // the payer's untagged money may have it
	}{
		{"event", []Log{move("x", "ann", 2000), event("i", "ann", "x", 2000)}, 2000, false},
		{"event over what is owed", []Log{move("x", "ann", 2500), event("i", "ann", "x", 2500)}, 2000, false},
		{"event not adjacent", []Log{move("x", "ann", 2000), gap(), event("i", "ann", "x", 2000)}, 0, true},
		{"event before", []Log{event("i", "ann", "x", 2000), move("x", "ann", 2000)}, 0, true},
		{"event of another payee", []Log{move("x", "ann", 2000), event("i", "bob", "x", 2000)}, 0, true},
		{"event of another amount", []Log{move("x", "ann", 2000), event("i", "ann", "x", 1999)}, 0, true},
		{"event with an unknown digest", []Log{move("x", "ann", 2000), event("nobody's", "ann", "x", 2000)}, 0, false},
		{"event of a foreign contract", []Log{move("x", "ann", 2000), from(event("i", "ann", "x", 2000), "evil")}, 0, true},
		{"event of the other pay contract", []Log{move("x", "ann", 2000), from(event("i", "ann", "x", 2000), "pay 2")}, 0, false},
		{"event with a nonce for a digest", []Log{move("x", "ann", 2000), event("noncei0", "ann", "x", 2000)}, 0, false},
		{"nonce", []Log{used("x", "noncei0"), move("x", "ann", 2000)}, 2000, false},
		{"nonce of another leg", []Log{used("x", "noncei1"), move("x", "ann", 2000)}, 0, false},
		{"nonce of another address", []Log{used("y", "noncei0"), move("x", "ann", 2000)}, 0, true},
		{"nonce not adjacent", []Log{used("x", "noncei0"), gap(), move("x", "ann", 2000)}, 0, true},
		{"nonce behind", []Log{move("x", "ann", 2000), used("x", "noncei0")}, 0, true},
		{"unknown nonce", []Log{used("x", "else"), move("x", "ann", 2000)}, 0, true},
		{"nonce of another token", []Log{from(used("x", "noncei0"), "usdbc"), move("x", "ann", 2000)}, 0, true},
		{"digest for a nonce", []Log{used("x", "i"), move("x", "ann", 2000)}, 0, true},
		{"other token", []Log{from(move("x", "ann", 2000), "usdbc"), event("i", "ann", "x", 2000)}, 0, false},
		{"to itself", []Log{move("ann", "ann", 2000), event("i", "ann", "ann", 2000)}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBook(t)
			b.do(&Settings{Token: adr("token"), PayContracts: []PayContract{{Address: adr("pay 2")}, {Address: adr("pay")}}, FeeAddress: adr("fee")})
			b.issue("i", "poster", 2000, "ann")
			b.tx(c.logs...)
			b.want("i", c.tag, 0)
			if len(b.Rows(TableAllocation)) > 0 {
				if r := b.Rows(TableAllocation)[0].(*Allocation).Rule; r != RuleTag {
					t.Errorf("by rule %s", r)
				}
			}
			b.payer("x", "poster", "")
			want := c.tag
			if c.free {
				want = 2000
			}
			b.want("i", want, 0)
		})
	}
}

// TestDust: small untagged money of unproven senders is summed, not itemised.
func TestDust(t *testing.T) {
	b := newBook(t)
	b.issue("i", "poster", 2000, "ann")
	b.tx(move("x", "ann", 999), gap(), move("y", "ann", 1))
	b.tx(move("x", "ann", 1000))
	if n := len(b.Rows(TableTransfer)); n != 1 {
		t.Errorf("%d transfers are itemised", n)
	}
	if got := GetRow[AddressRow](b, adr("ann").String()).Dust; got != amt(1000) {
		t.Errorf("dust %s", got)
	}
	// A digest is public: tagged dust of strangers fills no ledger and no receipt,
	// unless it is all that a leg misses.
	b.tx(move("x", "ann", 30), event("i", "ann", "x", 30))
	b.want("i", 0, 0)
	if got := GetRow[AddressRow](b, adr("ann").String()).Dust; got != amt(1030) {
		t.Errorf("dust %s", got)
	}
	b.payer("y", "poster", "")
	b.tx(move("y", "ann", 7))
	b.tx(move("x", "ann", 1500), event("i", "ann", "x", 1500))
	b.want("i", 1507, 0)
	b.tx(move("x", "ann", 492), event("i", "ann", "x", 492))
	b.want("i", 1507, 0)
	b.tx(move("x", "ann", 493), event("i", "ann", "x", 493))
	b.want("i", 2000, 0)
}

// TestBounces: a leg's inflow less what the payee sends back in the same
// transaction to whoever paid it (R13).
func TestBounces(t *testing.T) {
	for _, c := range []struct {
		name string
		logs []Log
		want []uint64
	}{
		{"none", []Log{move("x", "ann", 2000)}, []uint64{2000}},
		{"all", []Log{move("x", "ann", 2000), move("ann", "x", 2000)}, []uint64{0}},
		{"a part", []Log{move("x", "ann", 2000), move("ann", "x", 500)}, []uint64{1500}},
		{"before", []Log{move("ann", "x", 500), move("x", "ann", 2000)}, []uint64{1500}},
		{"to another", []Log{move("x", "ann", 2000), move("ann", "y", 500)}, []uint64{2000}},
		{"the last units first", []Log{move("x", "ann", 2000), move("x", "ann", 1200), move("ann", "x", 1500)}, []uint64{1700, 0}},
		{"more than came", []Log{move("x", "ann", 2000), move("ann", "x", 9000)}, []uint64{0}},
		{"other payers are not touched", []Log{move("x", "ann", 2000), move("y", "ann", 2000), move("ann", "y", 2000)}, []uint64{2000, 0}},
		{"to whose money it was", []Log{move("pay", "ann", 2000), event("i", "ann", "x", 2000), move("ann", "x", 300)}, []uint64{1700}},
		{"to whoever lent it", []Log{move("bank", "x", 2000), move("x", "ann", 2000), move("ann", "bank", 2000)}, []uint64{0}},
	} {
		b := newBook(t)
		b.issue("i", "poster", 2000, "ann")
		b.tx(c.logs...)
		var got []uint64
		for _, r := range b.Rows(TableTransfer) {
			n, _ := r.(*Transfer).Counted.Uint64()
			got = append(got, n)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
