package indexer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
)

// What waits is written together, as far as it hangs together and is not too much;
// an error comes after what was fetched before it.
func TestWaitingBatchesGoTogether(t *testing.T) {
	fetched := func(from, n uint64, logs int) batch {
		b := batch{size: n}
		for k := from; k < from+n; k++ {
			b.blocks = append(b.blocks, settle.Block{BlockRef: settle.BlockRef{Number: k, Hash: settle.Hash{byte(k)}}, Parent: settle.Hash{byte(k - 1)},
				Logs: make([]settle.Log, logs)})
		}
		return b
	}
	strange := fetched(9, 2, 0)
	strange.blocks[0].Parent = settle.Hash{77}
	failed := errors.New("cut")
	in := make(chan batch, 10)
	for _, b := range []batch{fetched(1, 2, 1), fetched(3, 3, writtenLogs/3), fetched(6, 1, 0), fetched(7, 2, 0), strange, {err: failed}, fetched(11, 1, 0)} {
		in <- b
	}
	w := waiting{in: in}
	var got []string
	for range 5 {
		b, err := w.next(t.Context())
		if len(b.blocks) == 0 {
			got = append(got, fmt.Sprint(err))
			continue
		}
		got = append(got, fmt.Sprint(b.blocks[0].Number, len(b.blocks), b.size, err))
	}
	if want := []string{"1 5 3 <nil>", "6 3 2 <nil>", "9 2 2 <nil>", "cut", "11 1 1 <nil>"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.next(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
