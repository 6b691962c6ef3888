package decode_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// limits are what members of these names can be at most: what their Solidity
// type, or the contract, allows.
var limits = map[string]uint64{
	"Via": 2, "Ruling": 3, "Reason": 3, "Outcome": 6, "VType": 3, "Layout": 1,
	"Seq": 1<<40 - 1,
}

// draw makes a value of a type, the edges often.
func draw(t *rapid.T, name string, typ reflect.Type) reflect.Value {
	v := reflect.New(typ).Elem()
	filled := func(n int) []byte {
		b := make([]byte, n)
		fill := rapid.SampledFrom([]byte{0, 0xff, 1}).Draw(t, name)
		for i := range b {
			b[i] = fill
		}
		if fill == 1 {
			b = rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, name)
		}
		return b
	}
	switch v.Interface().(type) {
	case settle.Address:
		v.Set(reflect.ValueOf(settle.Address(filled(20))))
	case settle.Hash:
		v.Set(reflect.ValueOf(settle.Hash(filled(32))))
	case settle.Uint256:
		v.Set(reflect.ValueOf(settle.Uint256(filled(32))))
	case money.Amount:
		size := 32
		if slices.Contains([]string{"Reward", "AppealBond", "Tranches", "Fees"}, name) {
			size = 12
		}
		a, _ := money.FromBytes(filled(size))
		v.Set(reflect.ValueOf(a))
	case settle.SignedAmount:
		v.Set(reflect.ValueOf(drawSigned(t)))
	case settle.ChainText:
		n := rapid.SampledFrom([]int{0, 1, 31, 32, 33, 511, 512}).Draw(t, name)
		v.SetString(string(filled(n)))
	default:
		drawKind(t, name, v)
	}
	return v
}

func drawSigned(t *rapid.T) settle.SignedAmount {
	min256 := money.MustParse("57896044618658097711785492504343953926634992332820282019728792003956564819968") // 2^255
	return rapid.SampledFrom([]settle.SignedAmount{{}, {Amount: money.Units(1)}, {Amount: money.Units(1), Negative: true},
		{Amount: money.Units(256), Negative: true}, {Amount: min256.SatSub(money.Units(1))}, {Amount: min256, Negative: true}}).Draw(t, "Delta")
}

func drawKind(t *rapid.T, name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			v.Field(i).Set(draw(t, f.Name, f.Type))
		}
	case reflect.Slice:
		longest := map[string]int{"Tranches": 16, "Fees": 16, "Attesters": 32, "Signers": 32}[name]
		n := rapid.SampledFrom([]int{0, 1, 2, longest}).Draw(t, name)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			v.Index(i).Set(draw(t, name, v.Type().Elem()))
		}
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, name))
	case reflect.Int64:
		v.SetInt(rapid.Int64Range(0, 1<<40-1).Draw(t, name))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		top := uint64(1)<<v.Type().Bits() - 1
		if limit, ok := limits[name]; ok {
			top = limit
		}
		v.SetUint(rapid.Uint64Range(0, top).Draw(t, name))
	default:
		panic("no value for " + v.Type().String())
	}
}

// eventOf is the zero event of a kind.
func eventOf(k settle.LogKind) settle.ChainEvent {
	ev, err := settle.DecodeEvent(k, []byte("{}"))
	if err != nil {
		panic(err)
	}
	return ev
}

func contractKinds() (out []settle.LogKind) {
	for _, k := range settle.LogKinds() {
		if k.OfContract() {
			out = append(out, k)
		}
	}
	return out
}

// TestEveryEvent: whatever a contract can say, go-ethereum's encoding of it by
// the contract's own ABI is read back as it was.
func TestEveryEvent(t *testing.T) {
	d := decoder(t)
	for _, k := range contractKinds() {
		t.Run(k.String(), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				ev := draw(rt, k.String(), reflect.TypeOf(eventOf(k))).Interface().(settle.ChainEvent)
				r := pack(t, ev)
				got, ok, err := d.Decode(r)
				want := settle.Log{Index: 5, TxHash: settle.Hash{1}, TxIndex: 2, Emitter: r.Address, Kind: k, Event: ev}
				if err != nil || !ok || !reflect.DeepEqual(got, want) {
					rt.Fatalf("got %+v, %v, %v; want %+v", got, ok, err, want)
				}
			})
		})
	}
}

// samples are one event of each kind with no member at an edge.
func samples() (out []settle.ChainEvent) {
	for _, k := range contractKinds() {
		v := reflect.New(reflect.TypeOf(eventOf(k))).Elem()
		n := byte(1)
		sample(v, &n)
		out = append(out, v.Interface().(settle.ChainEvent))
	}
	return out
}

func sample(v reflect.Value, n *byte) {
	*n++
	switch v.Interface().(type) {
	case settle.Address:
		v.Set(reflect.ValueOf(settle.Address{0: 0xaa, 19: *n}))
	case settle.Hash:
		v.Set(reflect.ValueOf(settle.Hash{0: 0xbb, 31: *n}))
	case settle.Uint256:
		v.Set(reflect.ValueOf(settle.Uint256{0: 0xcc, 31: *n}))
	case money.Amount:
		v.Set(reflect.ValueOf(money.Units(1_000_000 + uint64(*n))))
	case settle.SignedAmount:
		v.Set(reflect.ValueOf(settle.SignedAmount{Amount: money.Units(uint64(*n)), Negative: true}))
	case settle.ChainText:
		v.SetString(fmt.Sprintf("ipfs://%d/a text of more than one word", *n))
	default:
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				sample(v.Field(i), n)
			}
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 3, 3))
			for i := range 3 {
				sample(v.Index(i), n)
			}
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Int64:
			v.SetInt(1_700_000_000 + int64(*n))
		default:
			v.SetUint(1)
		}
	}
}

// TestOneEncoding changes every byte of every topic and of the data of each
// event, in every bit: what is still taken is what the changed bytes say.
func TestOneEncoding(t *testing.T) {
	d := decoder(t)
	for _, ev := range samples() {
		good := pack(t, ev)
		if _, ok, err := d.Decode(good); !ok || err != nil {
			t.Fatalf("%s: %v, %v", ev.LogKind(), ok, err)
		}
		refused, taken := 0, 0
		check := func(r indexer.RawLog, what string) {
			l, ok, err := d.Decode(r)
			switch {
			case err != nil && errors.Is(err, decode.ErrMalformed) && !ok:
				refused++
				return
			case err != nil || !ok:
				t.Fatalf("%s, %s: %v, %v", ev.LogKind(), what, ok, err)
			}
			taken++
			if back := pack(t, l.Event); !slices.Equal(back.Topics, r.Topics) || !bytes.Equal(back.Data, r.Data) {
				t.Errorf("%s, %s: taken as %+v, which is encoded otherwise", ev.LogKind(), what, l.Event)
			}
		}
		for i := 1; i < len(good.Topics); i++ {
			for k := range 256 {
				r := clone(good)
				r.Topics[i][k/8] ^= 1 << (k % 8)
				check(r, fmt.Sprintf("bit %d of topic %d", k, i))
			}
		}
		for k := range 8 * len(good.Data) {
			r := clone(good)
			r.Data[k/8] ^= 1 << (k % 8)
			check(r, fmt.Sprintf("bit %d of the data", k))
		}
		for n := range len(good.Data) {
			r := clone(good)
			r.Data = r.Data[:n]
			check(r, fmt.Sprintf("cut to %d bytes", n))
		}
		if taken == 0 || (refused == 0 && len(good.Data) > 0) {
			t.Errorf("%s: %d taken, %d refused", ev.LogKind(), taken, refused)
		}
	}
}

func clone(r indexer.RawLog) indexer.RawLog {
	r.Topics, r.Data = slices.Clone(r.Topics), bytes.Clone(r.Data)
	return r
}

// TestMalformedContractLogs: forms that no contract of ours emits, by name.
func TestMalformedContractLogs(t *testing.T) {
	d := decoder(t)
	byKind := map[settle.LogKind]settle.ChainEvent{}
	for _, ev := range samples() {
		byKind[ev.LogKind()] = ev
	}
	posted := byKind[settle.LogMissionPosted].(settle.EventMissionPosted)
	work := byKind[settle.LogWorkSubmitted].(settle.EventWorkSubmitted)
	set := byKind[settle.LogAttestersSet].(settle.EventAttestersSet)
	refuse := func(name string, r indexer.RawLog) {
		t.Helper()
		if l, ok, err := d.Decode(r); !errors.Is(err, decode.ErrMalformed) || ok || !reflect.DeepEqual(l, settle.Log{}) {
			t.Errorf("%s: got %+v, %v, %v; want ErrMalformed", name, l, ok, err)
		}
	}
	set1 := func(r indexer.RawLog, word int, v uint64) indexer.RawLog {
		copy(r.Data[32*word:], data(amount(v)))
		return r
	}
	work.URI = settle.ChainText(strings.Repeat("u", 513))
	refuse("text of 513 bytes", pack(t, work))
	work.URI = settle.ChainText(strings.Repeat("u", 100_000))
	refuse("text of 100 kB", pack(t, work))
	posted.Terms.Tranches = make([]money.Amount, 17)
	refuse("17 tranches", pack(t, posted))
	posted.Terms.Tranches, posted.Terms.Fees = nil, make([]money.Amount, 17)
	refuse("17 fees", pack(t, posted))
	set.Attesters = make([]settle.Address, 33)
	refuse("33 attesters", pack(t, set))

	long := byKind[settle.LogAttestersSet]
	refuse("threshold of 256", set1(pack(t, long), 0, 256))
	refuse("offset past the end", set1(pack(t, long), 1, 1<<20))
	refuse("offset that wraps in 64 bits", set1(pack(t, long), 1, 1<<64-32))
	refuse("offset to the head", set1(pack(t, long), 1, 0))
	refuse("length of 2^63", set1(pack(t, long), 2, 1<<63))
	refuse("length one more", set1(pack(t, long), 2, 4))
	refuse("length one less", set1(pack(t, long), 2, 2))
	gap := pack(t, long)
	gap.Data = slices.Insert(set1(gap, 1, 96).Data, 64, make([]byte, 32)...)
	refuse("a gap before the array", gap)
	for _, ev := range samples() {
		good := pack(t, ev)
		extra := clone(good)
		extra.Data = append(extra.Data, make([]byte, 32)...)
		refuse(ev.LogKind().String()+": a word more", extra)
		extra = clone(good)
		extra.Data = append(extra.Data, 0)
		refuse(ev.LogKind().String()+": a byte more", extra)
		extra = clone(good)
		extra.Topics = append(extra.Topics, settle.Hash{})
		refuse(ev.LogKind().String()+": a topic more", extra)
		if len(good.Topics) > 1 {
			less := clone(good)
			less.Topics = less.Topics[:len(less.Topics)-1]
			refuse(ev.LogKind().String()+": a topic less", less)
		}
		elsewhere := clone(good)
		elsewhere.Address = token
		if _, ok, err := d.Decode(elsewhere); ok || err != nil {
			t.Errorf("%s emitted by the token: %v, %v", ev.LogKind(), ok, err)
		}
	}
}

// TestSharedParts: two arrays that are one and the same part of the data decode
// in Solidity, and are no encoding that it makes.
func TestSharedParts(t *testing.T) {
	var ev settle.EventMissionPosted
	for _, s := range samples() {
		if p, ok := s.(settle.EventMissionPosted); ok {
			ev = p
		}
	}
	ev.Terms.Fees = ev.Terms.Tranches
	r := pack(t, ev)
	const head, termsHead = 3 * 32, 18 * 32
	end := head + termsHead + 4*32 // behind the tranches: length and three amounts
	feesAt := head + 16*32
	copy(r.Data[feesAt:feesAt+32], r.Data[feesAt-32:feesAt]) // the fees are at the tranches' offset
	r.Data = append(bytes.Clone(r.Data[:end]), r.Data[end+4*32:]...)
	textAt := amount(uint64(end))
	copy(r.Data[32:], textAt[:])
	if l, ok, err := decoder(t).Decode(r); !errors.Is(err, decode.ErrMalformed) || ok {
		t.Errorf("got %+v, %v, %v", l, ok, err)
	}
}
