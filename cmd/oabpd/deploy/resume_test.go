package deploy_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/oabp/oabpd/cmd/oabpd/deploy"
)

var errKilled = errors.New("killed")

// dying is a node whose caller dies at its nth transaction, before it is sent
// or after. Blocks stand still from that moment, so that it is pending.
type dying struct {
	*chain
	left  int
	after bool
}

func (d *dying) SendTransaction(ctx context.Context, tx *types.Transaction) error {
	d.left--
	if d.left > 0 {
		return d.chain.SendTransaction(ctx, tx)
	}
	if err := d.dev.SetBlockTime(ctx, 0); err != nil {
		return err
	}
	if d.after {
		if err := d.chain.SendTransaction(ctx, tx); err != nil {
			return err
		}
	}
	return errKilled
}

// TestResume dies at every transaction, before and after it is sent, and goes
// on with the same file: each contract costs one transaction in the end.
func TestResume(t *testing.T) {
	for _, after := range []bool{false, true} {
		onBoth(t, func(t *testing.T, c *chain) {
			path := filepath.Join(t.TempDir(), "deployments.json")
			o := options(t)
			o.Save = func(d *deploy.Deployments) error { return deploy.Write(path, d) }
			left := map[bool]int{true: 1, false: 2}[after] // each run sends one
			deaths := 0
			var d *deploy.Deployments
			for {
				var err error
				if d, err = deploy.Run(t.Context(), &dying{c, left, after}, c.key.Key, o); err == nil {
					break
				}
				deaths++
				if !errors.Is(err, errKilled) || deaths > 7 {
					t.Fatalf("death %d: %v", deaths, err)
				}
				if o.Prior, err = deploy.Read(path); err != nil || o.Prior.Status != deploy.Incomplete {
					t.Fatalf("the file: %+v %v", o.Prior, err)
				}
				if _, err := deploy.ReadDeployed(path); err == nil {
					t.Fatal("a deployment that is not finished is taken for one")
				}
				time.AfterFunc(4*blockTime, func() { _ = c.dev.SetBlockTime(context.Background(), blockTime) })
			}
			if want := 7 - left + 1; deaths != want {
				t.Errorf("%d deaths, want %d", deaths, want)
			}
			if c.sent(t) != 7 {
				t.Errorf("%d transactions for seven contracts", c.sent(t))
			}
			txs := map[common.Hash]bool{}
			for name, k := range d.Contracts.All() {
				if k.Tx == nil {
					if name != "deposit" {
						t.Errorf("%s has no transaction", name)
					}
					continue
				}
				r, err := c.TransactionReceipt(t.Context(), *k.Tx)
				if err != nil || r.Status != types.ReceiptStatusSuccessful || txs[*k.Tx] {
					t.Errorf("%s by %s: %v %v", name, k.Tx, r, err)
				}
				txs[*k.Tx] = true
			}
			if got, err := deploy.ReadDeployed(path); err != nil || got.Contracts.Escrow.Address != d.Contracts.Escrow.Address {
				t.Errorf("the file: %+v %v", got, err)
			}
		})
	}
}

// TestLostFile: without the file a pending transaction is unknown. If the node
// shows its effect it is waited for; else it is sent once more, and the second
// one fails on the chain, which does no harm.
func TestLostFile(t *testing.T) {
	onBoth(t, func(t *testing.T, c *chain) {
		o := options(t)
		if _, err := deploy.Run(t.Context(), &dying{c, 1, true}, c.key.Key, o); !errors.Is(err, errKilled) {
			t.Fatalf("got %v", err)
		}
		time.AfterFunc(500*time.Millisecond, func() { _ = c.dev.SetBlockTime(context.Background(), blockTime) })
		d, err := c.run(t, o)
		must(t, err)
		if d.Contracts.Pay.Tx != nil || d.Contracts.Escrow.Tx == nil {
			t.Errorf("the transaction that failed is named, or one that did not is not: %+v", d.Contracts)
		}
		if n := c.sent(t); n != 7 && n != 8 {
			t.Errorf("%d transactions", n)
		}
	})
}
