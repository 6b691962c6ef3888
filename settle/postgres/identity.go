package postgres

import (
	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlAddIdentity = `insert into identity (provider, digest, ciphertext, agent, linked_at) values ($1, $2, $3, $4, $5)
		on conflict (provider, digest) do nothing returning linked_at`
	sqlResealIdentity  = "update identity set ciphertext = $4 where provider = $1 and digest = $2 and ciphertext = $3 returning linked_at"
	sqlIdentitiesAfter = `select provider, digest, ciphertext, agent, linked_at from identity
		where (provider, digest) > ($1, $2) order by provider, digest limit $3`
	sqlIdentity     = "select ciphertext, agent, linked_at from identity where provider = $1 and digest = $2"
	sqlIdentities   = `select provider, digest, ciphertext, linked_at from identity where agent = $1 order by provider, digest`
	sqlDropIdentity = "delete from identity where provider = $1 and digest = $2 returning linked_at"
)

// AddIdentity implements settle.Side.
func (t *tx) AddIdentity(i settle.Identity) bool {
	t.write("add identity")
	var at int64
	return t.one("storing an identity", sqlAddIdentity, []any{i.Provider, i.Index[:], i.Subject, i.Agent, i.LinkedAt}, &at)
}

// ResealIdentity implements settle.Side.
func (t *tx) ResealIdentity(provider string, index settle.Hash, old, fresh []byte) bool {
	t.write("reseal identity")
	var at int64
	return t.one("re-encrypting an identity", sqlResealIdentity, []any{provider, index[:], old, fresh}, &at)
}

// IdentitiesAfter implements settle.Side.
func (t *tx) IdentitiesAfter(provider string, index settle.Hash, limit int) (out []settle.Identity) {
	t.each("reading all identities", sqlIdentitiesAfter, []any{provider, index[:], limit}, func(rows pgx.Rows) error {
		var i settle.Identity
		err := rows.Scan(&i.Provider, scanHash{&i.Index}, &i.Subject, &i.Agent, &i.LinkedAt)
		out = append(out, i)
		return err
	})
	return out
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
