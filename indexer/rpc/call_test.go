package rpc_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

func TestCallContract(t *testing.T) {
	for _, c := range []struct {
		name     string
		answer   any
		want     []byte
		reverted bool
		data     []byte
	}{
		{"result", "0x0102", []byte{1, 2}, false, nil},
		{"empty result", "0x", []byte{}, false, nil},
		{"null", nil, nil, false, nil},
		{"not hex", "0x0", nil, false, nil},
		{"go-ethereum, with data", chaintest.Error{Code: 3, Message: "execution reverted: no", Data: "0x08c379a0"}, nil, true, []byte{8, 0xc3, 0x79, 0xa0}},
		{"go-ethereum, without", chaintest.Error{Code: -32000, Message: "execution reverted"}, nil, true, nil},
		{"data in an object", chaintest.Error{Code: -32015, Message: "VM execution error.", Data: map[string]any{"data": "0xff"}}, nil, true, []byte{0xff}},
		{"data after a word", chaintest.Error{Code: -32015, Message: "VM execution error.", Data: "Reverted 0xfe"}, nil, true, []byte{0xfe}},
		{"out of gas", chaintest.Error{Code: -32000, Message: "out of gas"}, nil, true, nil},
		{"invalid opcode", chaintest.Error{Code: -32000, Message: "invalid opcode: INVALID"}, nil, true, nil},
		{"unknown block", chaintest.Error{Code: -32000, Message: "header not found"}, nil, false, nil},
		{"rate limit", chaintest.Error{Code: -32005, Message: "limit exceeded"}, nil, false, nil},
		{"unknown method", chaintest.Error{Code: -32601, Message: "no eth_call"}, nil, false, nil},
		{"gas below the intrinsic", chaintest.Error{Code: -32000, Message: "intrinsic gas too low"}, nil, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			node := chaintest.NewNode(1, 1)
			node.Answer("eth_call", c.answer)
			got, err := client(t, node.Transport()).CallContract(t.Context(), bob, []byte{1}, 200_000, node.Head().Hash)
			var revert *rpc.RevertError
			switch {
			case c.want != nil:
				if err != nil || !bytes.Equal(got, c.want) {
					t.Errorf("got %x, %v", got, err)
				}
			case err == nil || errors.As(err, &revert) != c.reverted:
				t.Errorf("got %x, %v", got, err)
			case c.reverted && (revert.To != bob || !bytes.Equal(revert.Data, c.data)):
				t.Errorf("got %+v", revert)
			}
		})
	}
}

func TestCodeAndSend(t *testing.T) {
	node := chaintest.NewNode(1, 1)
	node.SetCode(bob, []byte{0x60})
	c := client(t, node.Transport())
	if code, err := c.CodeAt(t.Context(), bob, settle.Hash{}); err != nil || !bytes.Equal(code, []byte{0x60}) {
		t.Errorf("code %x, %v", code, err)
	}
	if code, err := c.CodeAt(t.Context(), alice, settle.Hash{}); err != nil || len(code) != 0 {
		t.Errorf("code %x, %v", code, err)
	}
	node.Answer("eth_sendRawTransaction", settle.Hash{7})
	if h, err := c.SendRaw(t.Context(), []byte{1}); err != nil || h != (settle.Hash{7}) {
		t.Errorf("sent %s, %v", h, err)
	}
	node.Answer("eth_sendRawTransaction", chaintest.Error{Code: -32000, Message: "nonce too low"})
	if _, err := c.SendRaw(t.Context(), []byte{1}); err == nil {
		t.Error("refusal taken for success")
	}
}

func TestTransactionReceipt(t *testing.T) {
	node := chaintest.NewNode(1, 1)
	node.MineEmpty(3)
	l := transfer(5)
	l.TxHash = settle.Hash{0xf1}
	node.Mine(transfer(1), l)
	c := client(t, node.Transport())
	r, err := c.TransactionReceipt(t.Context(), l.TxHash)
	if err != nil || !r.Succeeded || r.Block != node.Head().BlockRef || r.TxIndex != 2 || len(r.Logs) != 1 || r.Logs[0].Index != 1 || r.TxHash != l.TxHash {
		t.Errorf("got %+v, %v", r, err)
	}
	if _, err := c.TransactionReceipt(t.Context(), settle.Hash{0xf2}); !errors.Is(err, rpc.ErrNoReceipt) {
		t.Errorf("unknown: %v", err)
	}
	// A preconfirmed transaction: the receipt names a block that is not there.
	node.Inject(chaintest.Fault{Kind: chaintest.Null, Method: "eth_getBlockByNumber", Times: 1})
	if _, err := c.TransactionReceipt(t.Context(), l.TxHash); !errors.Is(err, rpc.ErrNotCanonical) {
		t.Errorf("block not there: %v", err)
	}
	// A receipt of an orphaned block, served on.
	stale := orphanReceipt{node: node, hash: l.TxHash}
	stale.freeze(t)
	node.Reorg(1, nil)
	if _, err := stale.client(t).TransactionReceipt(t.Context(), l.TxHash); !errors.Is(err, rpc.ErrNotCanonical) {
		t.Errorf("orphaned: %v", err)
	}
}
