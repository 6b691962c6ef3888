package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/oabp/oabpd/settle/proof"
	"github.com/oabp/oabpd/settle/proof/jose"
	"github.com/oabp/oabpd/settle/seal"
)

// keysEvery is the time between looks whether a key file was rotated.
const keysEvery = 10 * time.Second

// keysLoop takes rotated keys into use while serving (R2): what is sealed or
// signed from then on is so with the new ones; the old ones go on opening and
// stay published. A file that cannot be read, or lacks a key that it had, is a
// line in the log, and the keys in use stay.
func (a *App) keysLoop(ctx context.Context) {
	every := a.cfg.KeysEvery
	if every == 0 {
		every = keysEvery
	}
	t := time.NewTicker(every)
	defer t.Stop()
	before := a.sealing.PrimaryID()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		if err := errors.Join(a.sealing.Reload(), a.receipts.Reload(), a.card.Reload()); err != nil {
			a.cfg.Log.Error("reading the keys again", "error", err)
		}
		if id := a.sealing.PrimaryID(); id != before {
			a.cfg.Log.Info("sealing with another key from now on", "key", id)
			before = id
		}
	}
}

// RotateSealing adds a key to the sealing keyset of a configuration and makes it
// the one that seals; it returns the key's id. A serving daemon follows within
// seconds.
func RotateSealing(dataDir, sealingKeyFile string) (uint32, error) {
	c := Config{DataDir: dataDir, SealingKeyFile: sealingKeyFile}
	id, err := seal.Rotate(c.sealingKeyFile())
	if errors.Is(err, os.ErrNotExist) {
		return 0, fmt.Errorf("there is no sealing keyset at %s: give the --data-dir of oabpd run, whose first start makes one", c.sealingKeyFile())
	}
	return id, err
}

// RotateReceipts makes a new receipt key the active one; the old public keys
// stay published. A serving daemon follows within seconds.
func RotateReceipts(dataDir string, now time.Time) (proof.PublicKey, error) {
	k, err := proof.RotateKey(dataDir, rand.Reader, now)
	if errors.Is(err, os.ErrNotExist) {
		return k, fmt.Errorf("there is no receipt key in %s: give the --data-dir of oabpd run, whose first start makes one", dataDir)
	}
	return k, err
}

// RotateCard makes a new key sign the agent card; the old public keys stay in
// jwks.json. A serving daemon follows within seconds.
func RotateCard(dataDir string, now time.Time) (jose.JWK, error) {
	k, err := jose.Rotate(dataDir, rand.Reader, now)
	if errors.Is(err, os.ErrNotExist) {
		return k, fmt.Errorf("there is no card key in %s: give the --data-dir of oabpd run, whose first start makes one", dataDir)
	}
	return k, err
}
