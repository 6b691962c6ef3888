package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
)

// TestDeployKilled kills `oabpd deploy` (the process, without notice) while its
// transaction is pending, three times, and lets a further run finish.
func TestDeployKilled(t *testing.T) {
	c := startGeth(t, 0)
	client, err := ethclient.DialContext(t.Context(), c.HTTPURL())
	must(t, err)
	t.Cleanup(client.Close)
	deployer, _ := c.Account(devchain.Deployer)
	file, key := filepath.Join(t.TempDir(), "deployments.json"), filepath.Join(t.TempDir(), "key")
	writeFile(t, key, []byte(deployer.PrivateKey()))
	path, err := binary()
	must(t, err)
	args := []string{"deploy", "--rpc", c.HTTPURL(), "--key-file", key, "--deployments", file}
	var known map[common.Hash]bool
	for death := range 3 {
		cmd := exec.Command(path, args...)
		must(t, cmd.Start())
		eventually(t, func() error {
			n, err := client.PendingNonceAt(t.Context(), deployer.Address)
			if err == nil && n != uint64(death+1) {
				err = fmt.Errorf("%d transactions", n)
			}
			return err
		})
		must(t, cmd.Process.Signal(syscall.SIGKILL))
		_ = cmd.Wait()
		d, err := deploy.Read(file)
		must(t, err)
		if d.Status != deploy.Incomplete {
			t.Fatalf("the file says %s", d.Status)
		}
		known = txsOf(d)
		if len(known) != death+1 {
			t.Fatalf("the file knows %d transactions after %d", len(known), death+1)
		}
		if death < 2 { // the last one stays pending until the last run waits for it
			must(t, c.Mine(t.Context(), 1))
		}
	}
	must(t, c.SetBlockTime(t.Context(), 20*time.Millisecond))
	if code, out := oabpd(t, args...); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	d, err := deploy.ReadDeployed(file)
	must(t, err)
	for tx := range known {
		if !txsOf(d)[tx] {
			t.Errorf("transaction %s was sent again or forgotten", tx)
		}
	}
	n, err := client.PendingNonceAt(t.Context(), deployer.Address)
	must(t, err)
	if n != 6 || len(txsOf(d)) != 6 {
		t.Errorf("%d transactions, %d of them written down, for six creations", n, len(txsOf(d)))
	}
}

func txsOf(d *deploy.Deployments) map[common.Hash]bool {
	txs := map[common.Hash]bool{}
	for _, k := range d.Contracts.All() {
		if k.Tx != nil {
			txs[*k.Tx] = true
		}
	}
	return txs
}
