package decode_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// First topics as published: ERC-20 and EIP-3009 give them in full. Those of
// the pay contract are compared with the bindings where those are used.
const (
	topicTransfer          = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
	topicAuthorizationUsed = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5"
)

var (
	token = settle.Address{0x83, 0x35}
	pay   = settle.Address{0xaa, 1}
	pay2  = settle.Address{0xaa, 2}
	alice = settle.Address{0x11}
	bob   = settle.Address{0x22}
	ref   = settle.Hash{0x99, 31: 7}
)

func mustHash(s string) settle.Hash {
	h, err := settle.ParseHash(s)
	if err != nil {
		panic(err)
	}
	return h
}

func sig(s string) settle.Hash { return settle.Keccak256([]byte(s)) }

func word(a settle.Address) (h settle.Hash) {
	copy(h[12:], a[:])
	return h
}

func amount(n uint64) settle.Hash { return money.Units(n).Bytes32() }

func data(ws ...settle.Hash) (b []byte) {
	for _, w := range ws {
		b = append(b, w[:]...)
	}
	return b
}

func decoder(t testing.TB) *decode.Decoder {
	t.Helper()
	d, err := decode.New(decode.Emitters{Token: token, Pay: []settle.Address{pay, pay2}, Contracts: deployed()})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func raw(emitter settle.Address, d []byte, topics ...settle.Hash) indexer.RawLog {
	return indexer.RawLog{Address: emitter, Topics: topics, Data: d, Index: 5, TxHash: settle.Hash{1}, TxIndex: 2}
}

type good struct {
	name string
	raw  indexer.RawLog
	want settle.Log
}

func goods() []good {
	all := settle.Hash(bytes.Repeat([]byte{0xff}, 32))
	huge, _ := money.FromBytes(all[:])
	gs := []good{
		{"transfer", raw(token, data(amount(7)), mustHash(topicTransfer), word(alice), word(bob)),
			settle.Log{Emitter: token, Kind: settle.LogTransfer, From: alice, To: bob, Value: money.Units(7)}},
		{"transfer of 2^256-1", raw(token, data(all), mustHash(topicTransfer), word(alice), word(bob)),
			settle.Log{Emitter: token, Kind: settle.LogTransfer, From: alice, To: bob, Value: huge}},
		{"authorization used", raw(token, nil, mustHash(topicAuthorizationUsed), word(alice), ref),
			settle.Log{Emitter: token, Kind: settle.LogAuthorizationUsed, From: alice, Ref: ref}},
	}
	for _, p := range []settle.Address{pay, pay2} {
		gs = append(gs,
			good{"paid", raw(p, data(amount(8), word(alice)), sig("InstructionPaid(bytes32,address,uint256,address)"), ref, word(bob)),
				settle.Log{Emitter: p, Kind: settle.LogInstructionPaid, From: alice, To: bob, Value: money.Units(8), Ref: ref}},
			good{"refused", raw(p, data(amount(9), word(alice)), sig("InstructionLegRefused(bytes32,address,uint256,address)"), ref, word(bob)),
				settle.Log{Emitter: p, Kind: settle.LogInstructionLegRefused, From: alice, To: bob, Value: money.Units(9), Ref: ref}},
			good{"flushed", raw(p, data(amount(10)), sig("DepositFlushed(bytes32,address,uint256)"), ref, word(alice)),
				settle.Log{Emitter: p, Kind: settle.LogDepositFlushed, From: alice, Value: money.Units(10), Ref: ref}},
			good{"refunded", raw(p, data(amount(11)), sig("DepositRefunded(bytes32,address,address,uint256)"), ref, word(alice), word(bob)),
				settle.Log{Emitter: p, Kind: settle.LogDepositRefunded, From: alice, To: bob, Value: money.Units(11), Ref: ref}})
	}
	return gs
}

func TestDecode(t *testing.T) {
	d := decoder(t)
	for _, c := range goods() {
		c.want.Index, c.want.TxHash, c.want.TxIndex = 5, settle.Hash{1}, 2
		got, ok, err := d.Decode(c.raw)
		if err != nil || !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, %v, %v; want %+v", c.name, got, ok, err, c.want)
		}
	}
}

// TestDecodeMalformed bends each good log in every way that its form forbids.
func TestDecodeMalformed(t *testing.T) {
	d := decoder(t)
	for _, g := range goods() {
		bent := map[string]indexer.RawLog{}
		bend := func(name string, f func(r *indexer.RawLog)) {
			r := g.raw
			r.Topics, r.Data = slices.Clone(r.Topics), slices.Clone(r.Data)
			f(&r)
			bent[name] = r
		}
		bend("topic missing", func(r *indexer.RawLog) { r.Topics = r.Topics[:len(r.Topics)-1] })
		bend("topic 0 only", func(r *indexer.RawLog) { r.Topics = r.Topics[:1] })
		bend("topic too many", func(r *indexer.RawLog) { r.Topics = append(r.Topics, word(alice)) })
		bend("byte too many", func(r *indexer.RawLog) { r.Data = append(r.Data, 0) })
		bend("word too many", func(r *indexer.RawLog) { r.Data = append(r.Data, make([]byte, 32)...) })
		if len(g.raw.Data) > 0 {
			bend("byte missing", func(r *indexer.RawLog) { r.Data = r.Data[1:] })
			bend("no data", func(r *indexer.RawLog) { r.Data = nil })
		}
		for i, topic := range g.raw.Topics[1:] {
			if topic != ref {
				bend("dirty address topic", func(r *indexer.RawLog) { r.Topics[i+1][11] = 1 })
				bend("dirty address topic, first byte", func(r *indexer.RawLog) { r.Topics[i+1][0] = 0x80 })
			}
		}
		if len(g.raw.Data) == 64 {
			bend("dirty address word", func(r *indexer.RawLog) { r.Data[32] = 1 })
		}
		for name, r := range bent {
			if l, ok, err := d.Decode(r); !errors.Is(err, decode.ErrMalformed) || ok || !reflect.DeepEqual(l, settle.Log{}) {
				t.Errorf("%s, %s: got %+v, %v, %v; want ErrMalformed", g.name, name, l, ok, err)
			}
		}
	}
}

func TestDecodeSkips(t *testing.T) {
	d := decoder(t)
	transfer := goods()[0].raw
	paid := goods()[3].raw
	for name, r := range map[string]indexer.RawLog{
		"no topics":                  raw(token, nil),
		"unknown topic at the token": raw(token, nil, sig("Approval(address,address,uint256)"), word(alice), word(bob)),
		"unknown topic at pay":       raw(pay, nil, settle.Hash{1}),
		"transfer of another token":  raw(bob, transfer.Data, transfer.Topics...),
		"transfer emitted by pay":    raw(pay, transfer.Data, transfer.Topics...),
		"paid emitted by the token":  raw(token, paid.Data, paid.Topics...),
		"paid emitted by a stranger": raw(alice, paid.Data, paid.Topics...),
	} {
		if l, ok, err := d.Decode(r); ok || err != nil {
			t.Errorf("%s: got %+v, %v, %v; want it skipped", name, l, ok, err)
		}
	}
}

func TestNew(t *testing.T) {
	escrow := func(a settle.Address) []settle.Contract {
		return []settle.Contract{{Role: settle.RoleEscrow, Address: a}}
	}
	for name, e := range map[string]decode.Emitters{
		"zero token": {}, "zero pay": {Token: token, Pay: []settle.Address{{}}}, "pay is token": {Token: token, Pay: []settle.Address{token}},
		"pay twice": {Token: token, Pay: []settle.Address{pay, pay}}, "zero escrow": {Token: token, Contracts: escrow(settle.Address{})},
		"escrow is pay":   {Token: token, Pay: []settle.Address{pay}, Contracts: escrow(pay)},
		"escrow twice":    {Token: token, Contracts: append(escrow(bob), escrow(bob)...)},
		"escrow is token": {Token: token, Contracts: escrow(token)},
		"unknown role":    {Token: token, Contracts: []settle.Contract{{Role: "treasury", Address: bob}}},
	} {
		if _, err := decode.New(e); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	_, err := decode.New(decode.Emitters{Token: token, Pay: []settle.Address{{}, token}, Contracts: escrow(token)})
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("three problems are reported as: %v", err)
	}
	ws := decoder(t).Watches()
	ws[0].Topics[0] = settle.Hash{} // a copy
	ws = decoder(t).Watches()
	if len(ws) != 9 || ws[0].Address != token || ws[1].Address != pay || ws[2].Address != pay2 {
		t.Fatalf("watches: %+v", ws)
	}
	if len(ws[0].Topics) != 4 || len(ws[1].Topics) != 4 || ws[0].Topics[0] != mustHash(topicTransfer) || ws[0].Topics[1] != mustHash(topicAuthorizationUsed) {
		t.Errorf("topics: %v", ws)
	}
}

// FuzzDecode: never a panic; whatever is accepted encodes to the same words.
func FuzzDecode(f *testing.F) {
	emitters := []settle.Address{token, pay, pay2, alice}
	for _, c := range deployed() {
		emitters = append(emitters, c.Address)
	}
	for _, g := range goods() {
		f.Add(uint8(slices.Index(emitters, g.raw.Address)), data(g.raw.Topics...), g.raw.Data)
	}
	for _, ev := range samples() {
		r := pack(f, ev)
		f.Add(uint8(slices.Index(emitters, r.Address)), data(r.Topics...), r.Data)
	}
	f.Add(uint8(3), []byte{}, []byte{})
	f.Add(uint8(0), data(mustHash(topicTransfer)), make([]byte, 31))
	d := decoder(f)
	f.Fuzz(func(t *testing.T, emitter uint8, topics, payload []byte) {
		r := indexer.RawLog{Address: emitters[int(emitter)%len(emitters)], Data: payload}
		for ; len(topics) >= 32; topics = topics[32:] {
			r.Topics = append(r.Topics, settle.Hash(topics[:32]))
		}
		l, ok, err := d.Decode(r)
		if err != nil || !ok {
			if !reflect.DeepEqual(l, settle.Log{}) || (ok && err != nil) {
				t.Fatalf("refused, yet %+v, %v, %v", l, ok, err)
			}
			return
		}
		if got := encode(t, l); !slices.Equal(got.Topics, r.Topics) || !bytes.Equal(got.Data, r.Data) {
			t.Fatalf("%+v does not encode to what it was decoded from", l)
		}
		var kept settle.Log
		if b, err := json.Marshal(l); err != nil || json.Unmarshal(b, &kept) != nil || !reflect.DeepEqual(kept, l) {
			t.Fatalf("%+v is kept in a fact as %+v, %v", l, kept, err)
		}
	})
}

// encode is the ABI written out a second time, by hand.
func encode(t testing.TB, l settle.Log) indexer.RawLog {
	if l.Event != nil {
		return pack(t, l.Event)
	}
	v := settle.Hash(l.Value.Bytes32())
	switch l.Kind {
	case settle.LogTransfer:
		return raw(l.Emitter, data(v), mustHash(topicTransfer), word(l.From), word(l.To))
	case settle.LogAuthorizationUsed:
		return raw(l.Emitter, nil, mustHash(topicAuthorizationUsed), word(l.From), l.Ref)
	case settle.LogInstructionPaid:
		return raw(l.Emitter, data(v, word(l.From)), sig("InstructionPaid(bytes32,address,uint256,address)"), l.Ref, word(l.To))
	case settle.LogInstructionLegRefused:
		return raw(l.Emitter, data(v, word(l.From)), sig("InstructionLegRefused(bytes32,address,uint256,address)"), l.Ref, word(l.To))
	case settle.LogDepositFlushed:
		return raw(l.Emitter, data(v), sig("DepositFlushed(bytes32,address,uint256)"), l.Ref, word(l.From))
	case settle.LogDepositRefunded:
		return raw(l.Emitter, data(v), sig("DepositRefunded(bytes32,address,address,uint256)"), l.Ref, word(l.From), word(l.To))
	}
	panic("unknown kind")
}
