package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/postgres"
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
	a.resealIdentities(ctx) // a rotation may have come while nobody served
	a.resealHooks(ctx)      // a rotation may have come while nobody ran
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
			a.resealIdentities(ctx)
			a.resealHooks(ctx)
		}
	}
}

// resealIdentities encrypts what people's providers call them with the key that
// seals now. Deliverables stay as they are, and open with their own keys.
func (a *App) resealIdentities(ctx context.Context) {
	switch n, err := a.engine.ResealIdentities(ctx); {
	case err != nil && ctx.Err() == nil:
		a.cfg.Log.Error("encrypting identities with the new sealing key", "done", n, "error", err)
	case n > 0:
		a.cfg.Log.Info("identities are encrypted with the new sealing key", "identities", n)
	}
}

// openSealing makes a keyset only while nothing is sealed: without its keyset a
// database's deliverables cannot be opened, and a new one would hide that.
func (a *App) openSealing(ctx context.Context) (*seal.Keyset, error) {
	path := a.cfg.sealingKeyFile()
	_, err := os.Stat(path)
	if err == nil {
		k, err := seal.Load(path)
		if err != nil {
			return nil, fmt.Errorf("opening the sealing keyset: %w", err)
		}
		return k, nil
	}
	sealed, someone, err := sealedMatter(ctx, a.store)
	if err != nil {
		return nil, err
	}
	if sealed || someone != nil {
		return nil, &UsageError{[]error{fmt.Errorf("the database holds sealed deliverables or identities, but their keyset is not at %s: restore it (a new one could open none of them)", path)}}
	}
	k, err := seal.LoadOrCreate(path)
	if err != nil {
		return nil, fmt.Errorf("making the sealing keyset: %w", err)
	}
	return k, nil
}

// openIndex makes an identity key only while nobody is to be found by it, and
// takes none but the one by which people are: with another one everybody would
// become somebody new.
func (a *App) openIndex(ctx context.Context) (*seal.Index, error) {
	path := a.cfg.identityKeyFile()
	_, someone, err := sealedMatter(ctx, a.store)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil && someone != nil {
		return nil, &UsageError{[]error{fmt.Errorf("people sign in to this database, but the key by which they are found is not at %s: restore it (with a new one everybody would become somebody new)", path)}}
	}
	x, err := seal.LoadOrCreateIndex(path)
	if err != nil {
		return nil, fmt.Errorf("opening the identity key: %w", err)
	}
	if someone == nil {
		return x, nil
	}
	fits, err := seal.People{Keyset: a.sealing, Index: x}.Fits(*someone)
	if err != nil {
		return nil, fmt.Errorf("opening identity %s with the sealing keyset: %w", someone.ID(), err)
	}
	if !fits {
		return nil, &UsageError{[]error{fmt.Errorf("the identity key at %s is not the one by which people are found in this database: restore that one (with another everybody would become somebody new)", path)}}
	}
	return x, nil
}

// sealedMatter says whether a database holds anything that only its key files open:
// deliverables, and people, of whom it gives one.
func sealedMatter(ctx context.Context, st *postgres.Store) (sealed bool, someone *settle.Identity, err error) {
	err = st.View(ctx, func(tx settle.Tx) error {
		sealed, someone = tx.AnyEnvelope(), nil
		if first := tx.IdentitiesAfter("", settle.Hash{}, 1); len(first) > 0 {
			someone = &first[0]
		}
		return nil
	})
	return sealed, someone, err
}

// ResealIdentities encrypts the identities of a database with the newest key of the
// sealing keyset of a configuration, and says how many it was. A daemon may serve
// meanwhile.
func ResealIdentities(ctx context.Context, databaseURL, dataDir, sealingKeyFile string) (int, error) {
	c := Config{DataDir: dataDir, SealingKeyFile: sealingKeyFile}
	k, err := seal.Load(c.sealingKeyFile())
	if err != nil {
		return 0, err
	}
	st, err := postgres.Open(ctx, databaseURL, postgres.Options{})
	if err != nil {
		return 0, err
	}
	defer st.Close()
	return engine.New(engine.Options{Store: st, People: seal.People{Keyset: k}}).ResealIdentities(ctx)
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
