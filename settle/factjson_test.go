package settle

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

// random fills a value at random: every field of every struct, so that one which is
// added and not written is found. Pointers and interfaces stay nil.
func random(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				random(r, v.Field(i))
			}
		}
	case reflect.Array:
		if r.IntN(3) > 0 {
			for i := range v.Len() {
				random(r, v.Index(i))
			}
		}
	case reflect.Slice:
		if n := r.IntN(5); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
			for i := range n - 1 {
				random(r, v.Index(i))
			}
		}
	case reflect.String:
		b := make([]byte, r.IntN(5))
		for i := range b {
			b[i] = []byte("a\"\\<>&\x00\x7f\xe2\x80\xa8\xff")[r.IntN(12)]
		}
		v.SetString(string(b))
	case reflect.Bool:
		v.SetBool(r.IntN(2) > 0)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64, reflect.Uint:
		v.SetUint(r.Uint64() >> r.IntN(64) & (1<<v.Type().Bits() - 1))
	case reflect.Int64, reflect.Int:
		v.SetInt(int64(r.Uint64()) >> r.IntN(64))
	}
}

// Blocks of plain logs are written as encoding/json writes them, to the byte: facts
// are hashed.
func TestBlocksEncodeAsJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 2000 {
		var b BlockApplied
		random(r, reflect.ValueOf(&b).Elem())
		for i := range b.Txs {
			for k := range b.Txs[i].Logs {
				var value [32]byte // the fields of an amount are its own
				random(r, reflect.ValueOf(&value).Elem())
				b.Txs[i].Logs[k].Value = amountOf(t, value[r.IntN(33):])
			}
		}
		same(t, n, b)
	}
}

func amountOf(t *testing.T, b []byte) money.Amount {
	t.Helper()
	a, err := money.FromBytes(b)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func same(t *testing.T, n int, b BlockApplied) {
	t.Helper()
	got, err := encodeBody(b)
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(b)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%d, %v:\n%s\nwant\n%s", n, err, got, want)
	}
}

// Whatever bytes a node's blocks are read from, their fact is what encoding/json
// makes of them.
func FuzzBlocksEncodeAsJSON(f *testing.F) {
	f.Add([]byte(`{"block":{"number":1},"time":5,"txs":[{"logs":[{"i":7,"kind":1,"value":"12"},{"kind":2}]},{}],"source":"a<b"}`))
	f.Add([]byte(`{"txs":[]}`))
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var b BlockApplied
		if json.Unmarshal(raw, &b) == nil {
			same(t, 0, b)
		}
	})
}
