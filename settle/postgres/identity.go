package postgres

import (
	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlPutIdentity = `insert into identity (provider, digest, ciphertext, agent, linked_at) values ($1, $2, $3, $4, $5)
		on conflict (provider, digest) do update set ciphertext = excluded.ciphertext, agent = excluded.agent, linked_at = excluded.linked_at`
	sqlIdentity     = "select ciphertext, agent, linked_at from identity where provider = $1 and digest = $2"
	sqlIdentities   = `select provider, digest, ciphertext, linked_at from identity where agent = $1 order by provider collate "C", digest`
	sqlDropIdentity = "delete from identity where provider = $1 and digest = $2 returning linked_at"
)

// PutIdentity implements settle.Side.
func (t *tx) PutIdentity(i settle.Identity) {
	t.write("put identity")
	t.exec("storing an identity", sqlPutIdentity, i.Provider, i.Index[:], i.Subject, i.Agent, i.LinkedAt)
}

// Identity implements settle.Side.
func (t *tx) Identity(provider string, index settle.Hash) *settle.Identity {
	i := settle.Identity{Provider: provider, Index: index}
	if !t.one("reading an identity", sqlIdentity, []any{provider, index[:]}, &i.Subject, &i.Agent, &i.LinkedAt) {
		return nil
	}
	return &i
}

// Identities implements settle.Side.
func (t *tx) Identities(agent string) (out []settle.Identity) {
	t.each("reading identities", sqlIdentities, []any{agent}, func(rows pgx.Rows) error {
		i := settle.Identity{Agent: agent}
		err := rows.Scan(&i.Provider, scanHash{&i.Index}, &i.Subject, &i.LinkedAt)
		out = append(out, i)
		return err
	})
	return out
}

// DropIdentity implements settle.Side.
func (t *tx) DropIdentity(provider string, index settle.Hash) bool {
	t.write("drop identity")
	var at int64
	return t.one("erasing an identity", sqlDropIdentity, []any{provider, index[:]}, &at)
}
