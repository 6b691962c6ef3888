package rpc_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// BenchmarkReceipts reads a block as busy as Base's: 300 transactions with five
// logs each, 150 of the 1,500 of the watched token. Reported are the bytes that
// an endpoint sends for it, and the time here. The node leaves a receipt's bloom
// filter out, of 512 bytes on the wire; they are added to the bytes.
func BenchmarkReceipts(b *testing.B) {
	node := chaintest.NewNode(8453, 1)
	var logs []indexer.RawLog
	for i := range 1500 {
		of := settle.Address{0xcc, byte(i)}
		if i%10 == 0 {
			of = token
		}
		l := chaintest.Transfer(of, settle.Address{1, byte(i)}, settle.Address{2, byte(i >> 4)}, money.Units(uint64(i)))
		l.TxHash = settle.Keccak256([]byte{byte(i / 5), byte(i / 5 >> 8)})
		logs = append(logs, l)
	}
	shown := chaintest.Block{Head: indexer.Head{BlockRef: settle.BlockRef{Number: 1, Hash: settle.Hash{1}}, Parent: node.Head().Hash, Time: 2}}
	for i, l := range logs {
		if i%5 == 0 {
			shown.Txs = append(shown.Txs, l.TxHash)
		}
		l.Index, l.TxIndex = uint32(i), uint32(i/5+1)
		shown.Logs = append(shown.Logs, l)
	}
	node.Show(shown)
	for name, policy := range map[string]rpc.ReceiptPolicy{"empty": rpc.ReceiptsOnEmpty, "bloom": rpc.ReceiptsOnBloom} {
		b.Run(name, func(b *testing.B) {
			sent := int64(0)
			rt := roundTripper(func(r *http.Request) (*http.Response, error) {
				resp, err := node.Transport().RoundTrip(r)
				if err != nil {
					return nil, err
				}
				body, err := io.ReadAll(resp.Body)
				sent += int64(len(body)) + 512*int64(strings.Count(string(body), "cumulativeGasUsed"))
				resp.Body = io.NopCloser(strings.NewReader(string(body)))
				return resp, err
			})
			c := client(b, rt, func(cfg *rpc.Config) { cfg.Receipts, cfg.MaxResponse = policy, 64<<20 })
			for b.Loop() {
				if blk, err := c.Block(b.Context(), 1); err != nil || len(blk.Logs) != 150 {
					b.Fatal(len(blk.Logs), err)
				}
			}
			b.ReportMetric(float64(sent)/float64(b.N), "wire-B/block")
		})
	}
}
