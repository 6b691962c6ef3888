package cli_test

import (
	"context"
	"testing"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

// Doctor names the endpoint that lies about logs, that lags, or that serves less
// than others, and says what to do.
func TestDoctorNamesEndpoints(t *testing.T) {
	url := pgtest.NewDB(t, "empty", func(context.Context, string) error { return nil })
	wants(t, 0, nil, "migrate", "up", "--database-url", url)
	usdc, err := settle.ParseAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")
	if err != nil {
		t.Fatal(err)
	}
	pay := func(v uint64) indexer.RawLog {
		return chaintest.Transfer(usdc, settle.Address{1}, settle.Address{2}, money.Units(v))
	}
	net := chaintest.NewNetwork(31337, 1, 3)
	for i := range uint64(40) {
		net.Mine(pay(i), pay(i+1))
	}
	var names []string
	args := []string{"doctor", "--database-url", url, "--fee-bp", "0", "--data-dir", t.TempDir()}
	for _, n := range net.Nodes {
		n.Ranges(0, 0, chaintest.Limit{})
		s := n.Server(t)
		names = append(names, s.URL)
		args = append(args, "--rpc", s.URL)
	}
	wants(t, 3, []string{"ok    " + names[0], "serves logs of 10000 blocks at once, safe, finalized, block receipts, batches",
		"head 40, 2 logs of ours in it", "its logs of block 40 are those of its receipts", "ok    logs", "3 of 3 endpoints have the same logs in blocks 27 to 34"}, args...)

	net.Nodes[1].Inject(chaintest.Fault{Kind: chaintest.ForgedLog, Method: "eth_getLogs"})
	wants(t, 3, []string{"FAIL  " + names[1], "contradicts itself: " + names[1] + ": block 40 has 2 logs by filter and 2 by receipts", "it leaves out logs or makes them up",
		"has other logs in block 34", "2 of 3 endpoints have the same logs"}, args...)
	net.Heal()

	net.Nodes[2].Lag(25)
	net.Nodes[0].Lacks(chaintest.Lack{Batch: true, BlockReceipts: true, Tags: true})
	net.Nodes[0].Ranges(10, 0, chaintest.RangeLimits()[0])
	wants(t, 3, []string{"its head is 25 blocks behind that of another endpoint", "find out why it lags",
		"does not serve batches", "does not serve eth_getBlockReceipts", "does not serve the safe tag", "serves logs of 10 blocks at once"}, args...)

	wants(t, 2, []string{"--rpc-receipts", "want auto, empty or bloom"}, append(args, "--rpc-receipts", "never")...)
	wants(t, 2, []string{"--rpc-rate"}, append(args, "--rpc-rate", "-1")...)
}
