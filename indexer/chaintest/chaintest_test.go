package chaintest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"

	gethrpc "github.com/ethereum/go-ethereum/rpc"
)

var token, alice, bob = settle.Address{0x83}, settle.Address{0x11}, settle.Address{0x22}

func pay(v uint64) indexer.RawLog { return chaintest.Transfer(token, alice, bob, money.Units(v)) }

func decoder(t *testing.T) *decode.Decoder {
	t.Helper()
	d, err := decode.New(decode.Emitters{Token: token, Pay: []settle.Address{{0xaa}}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Nodes show the model; held and straying ones what they are told, until they
// return.
func TestNetwork(t *testing.T) {
	n := chaintest.NewNetwork(1, 1, 3)
	shows := func(step string, want ...settle.Hash) {
		t.Helper()
		for i, h := range want {
			c, err := rpc.New(rpc.Config{URL: "http://node", Decoder: decoder(t), Transport: n.Nodes[i].Transport()})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := c.Latest(t.Context()); err != nil || got.Hash != h {
				t.Errorf("%s: node %d shows %s, want %s (%v)", step, i, got.Hash, h, err)
			}
		}
	}
	model := func() settle.Hash { return n.Model.Head().Hash }
	shows("genesis", model(), model(), model())
	old := n.Mine(pay(1)).Hash
	n.Hold(0)
	n.Stray(1, 1, nil, nil)
	own := n.Nodes[1].Head().Hash
	n.Mine(pay(2))
	n.Reorg(1, nil, nil)
	shows("apart", old, own, model())
	if own == model() || own == old {
		t.Error("the stray has no branch of its own")
	}
	n.Return(0)
	shows("one is back", model(), own, model())
	n.Nodes[2].Lag(1)
	if n.Heal(); n.Nodes[2].Head().Hash != model() {
		t.Error("not healed")
	}
	shows("healed", model(), model(), model())
}

// Whatever a block is given, the real client reads exactly that.
func TestShow(t *testing.T) {
	d := decoder(t)
	n := chaintest.NewNode(1, 1)
	pays := settle.Log{Index: 7, TxHash: settle.Hash{9}, TxIndex: 2, Emitter: token, Kind: settle.LogTransfer, From: alice, To: bob, Value: money.Units(5)}
	kinds := []settle.Log{pays}
	for _, k := range []settle.LogKind{settle.LogInstructionPaid, settle.LogInstructionLegRefused, settle.LogDepositFlushed, settle.LogDepositRefunded} {
		l := pays
		l.Kind, l.Emitter, l.Index, l.Ref = k, settle.Address{0xaa}, l.Index+uint32(len(kinds)), settle.Hash{3}
		if k == settle.LogDepositFlushed {
			l.To = settle.Address{}
		}
		kinds = append(kinds, l)
	}
	used := settle.Log{Index: 20, TxHash: settle.Hash{9}, TxIndex: 2, Emitter: token, Kind: settle.LogAuthorizationUsed, From: alice, Ref: settle.Hash{4}}
	kinds = append(kinds, used)
	b := chaintest.Block{Head: indexer.Head{BlockRef: settle.BlockRef{Number: 1, Hash: settle.Hash{1}}, Parent: n.Head().Hash, Time: 5}, Txs: []settle.Hash{{8}, {9}}}
	for _, l := range kinds {
		b.Logs = append(b.Logs, chaintest.Raw(l))
	}
	n.Show(b)
	c, err := rpc.New(rpc.Config{URL: "http://node", Decoder: d, Transport: n.Transport(), Receipts: rpc.ReceiptsOnBloom})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Block(t.Context(), 1)
	if err != nil || fmt.Sprint(got.Logs) != fmt.Sprint(kinds) {
		t.Errorf("%v\n%v\n%v", err, got.Logs, kinds)
	}
}

// eth_getLogs by range is misuse unless it is allowed; then it has limits, and
// leaves out in silence what is above the head or pruned.
func TestRanges(t *testing.T) {
	n := chaintest.NewNode(1, 1)
	for i := range 20 {
		n.Mine(pay(uint64(i)))
	}
	client, err := gethrpc.Dial(n.Server(t).URL)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ask := func(from, to uint64) (int, error) {
		var logs []any
		err := client.CallContext(context.Background(), &logs, "eth_getLogs", map[string]any{"fromBlock": fmt.Sprintf("0x%x", from), "toBlock": fmt.Sprintf("0x%x", to),
			"address": []settle.Address{token}, "topics": []any{[]settle.Hash{settle.Keccak256([]byte("Transfer(address,address,uint256)"))}, nil}})
		return len(logs), err
	}
	if _, err := ask(1, 5); err == nil || len(n.Misuse()) != 1 {
		t.Errorf("%v %v", err, n.Misuse())
	}
	for _, l := range chaintest.RangeLimits() {
		n.Ranges(10, 8, l)
		for _, to := range []uint64{20, 10} { // too many blocks, too many logs
			if _, err := ask(1, to); err == nil || l.Status == 0 && !strings.Contains(err.Error(), l.Error.Message) {
				t.Errorf("%s: %v", l.Provider, err)
			}
		}
	}
	n.Ranges(100, 0, chaintest.Limit{})
	for _, c := range []struct {
		from, to, below uint64
		silent          bool
		want            int
	}{{1, 20, 0, false, 20}, {15, 50, 0, false, 6}, {30, 50, 0, false, 0}, {1, 20, 10, true, 11}, {10, 20, 10, false, 11}, {9, 20, 10, false, -1}} {
		n.Prune(c.below, c.silent)
		got, err := ask(c.from, c.to)
		if err != nil {
			got = -1
		}
		if got != c.want {
			t.Errorf("%+v: %d logs, %v", c, got, err)
		}
	}
}
