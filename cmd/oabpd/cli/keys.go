package cli

import (
	"fmt"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
)

// rotation is "oabpd keys rotate sealing|receipts|card".
func (c *commands) rotation() *ucli.Command {
	sealing := one("sealing-key-file", "", "sealing keyset (default: in --data-dir)")
	database := one("database-url", "", "PostgreSQL connection string; without it a serving daemon, or the next one, encrypts the identities anew")
	return &ucli.Command{
		Name:  "keys",
		Usage: "rotate the keys of an installation",
		Action: func(*ucli.Context) error {
			return usage("want oabpd keys rotate sealing, receipts or card")
		},
		Subcommands: []*ucli.Command{{
			Name:  "rotate",
			Usage: "make a new key and use it from now on; a serving daemon follows within seconds",
			Action: func(*ucli.Context) error {
				return usage("want oabpd keys rotate sealing, receipts or card")
			},
			Subcommands: []*ucli.Command{
				{
					Name:  "sealing",
					Usage: "seal deliverables and identities with a new key",
					Description: "Adds a key to the sealing keyset; the old ones stay in it and go on opening what they sealed.\n" +
						"Identities of people are encrypted anew with it: now with --database-url, else by a serving daemon.\n" +
						"The key by which they are found is another one, and is never rotated.\n" +
						"Back the file up again afterwards: a backup of before opens nothing that is sealed from now on.",
					Flags: flags(keysDirOption(), sealing, database),
					Action: c.with(func(cc *ucli.Context, s *settings) error {
						dir, err := s.keysDir()
						if err != nil {
							return err
						}
						id, err := daemon.RotateSealing(dir, s.str("sealing-key-file"))
						if err != nil {
							return broken(err)
						}
						fmt.Fprintf(c.s.Out, "sealing with key %d\n", id)
						if s.str("database-url") == "" {
							return nil
						}
						n, err := daemon.ResealIdentities(cc.Context, s.str("database-url"), dir, s.str("sealing-key-file"))
						if err != nil {
							return broken(fmt.Errorf("the key is in use, but not all identities are encrypted with it yet (a serving daemon goes on): %w", err))
						}
						fmt.Fprintf(c.s.Out, "identities encrypted anew: %d\n", n)
						return nil
					}),
				},
				{
					Name:  "receipts",
					Usage: "sign receipts and checkpoints with a new key",
					Description: "The old key's secret half is erased; its public half stays in the file and in oabp.json as retired,\n" +
						"so that receipts it signed can be verified for ever.",
					Flags: flags(keysDirOption()),
					Action: c.with(func(_ *ucli.Context, s *settings) error {
						dir, err := s.keysDir()
						if err != nil {
							return err
						}
						k, err := daemon.RotateReceipts(dir, time.Now())
						if err != nil {
							return broken(err)
						}
						fmt.Fprintf(c.s.Out, "signing with key %s, public key %s\n", k.KeyID, k.PublicKey)
						return nil
					}),
				},
				{
					Name:  "card",
					Usage: "sign the agent card with a new key",
					Description: "The old key's secret half is erased; its public half stays in jwks.json, so that cards that were\n" +
						"cached can still be checked.",
					Flags: flags(keysDirOption()),
					Action: c.with(func(_ *ucli.Context, s *settings) error {
						dir, err := s.keysDir()
						if err != nil {
							return err
						}
						k, err := daemon.RotateCard(dir, time.Now())
						if err != nil {
							return broken(err)
						}
						fmt.Fprintf(c.s.Out, "signing the card with key %s\n", k.Kid)
						return nil
					}),
				},
			},
		}},
	}
}

// keysDir is --data-dir or its default.
func (s *settings) keysDir() (string, error) {
	if dir := s.str("data-dir"); dir != "" {
		return dir, nil
	}
	dir, err := dataDir()
	if err != nil {
		s.bad("%w", err)
	}
	return dir, s.err()
}
