package deploy_test

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
)

var update = flag.Bool("update", false, "write the predicted deployments")

// TestPredicted: the deployments files in the repository are what its bytecode
// gives. contracts/deployments holds what depends on no operator;
// contracts/test/vectors/deployments a whole deployment by an operator who does
// not exist, which the forge tests deploy (contracts/test/script).
func TestPredicted(t *testing.T) {
	contracts := filepath.Join("..", "..", "..", "contracts")
	for _, id := range []uint64{8453, 84532} {
		token, ok := daemon.NativeUSDC(id)
		if !ok {
			t.Fatal("no token")
		}
		p := deploy.Defaults(id, common.Address(token))
		name := strconv.FormatUint(id, 10) + ".json"
		same(t, filepath.Join(contracts, "deployments", name), id, p)
		p.Owner, p.FeeRecipient = nobody("owner"), nobody("fee recipient")
		p.SetAttesters([]common.Address{nobody("attester 1"), nobody("attester 2"), nobody("attester 3")}, 2)
		same(t, filepath.Join(contracts, "test", "vectors", "deployments", name), id, p)
	}
}

// nobody is an address without a key.
func nobody(name string) common.Address {
	return common.BytesToAddress(crypto.Keccak256([]byte("nobody: " + name)))
}

func same(t *testing.T, path string, id uint64, p deploy.Parameters) {
	t.Helper()
	d, err := deploy.Predict(id, p)
	must(t, err)
	want, err := d.Marshal()
	must(t, err)
	if *update {
		must(t, os.WriteFile(path, want, 0o644))
	}
	got, err := os.ReadFile(path)
	must(t, err)
	if string(got) != string(want) {
		t.Errorf("%s is not what the bytecode gives; go generate ./cmd/oabpd/deploy\n%s", path, want)
	}
}
