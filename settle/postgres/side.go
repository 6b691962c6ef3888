package postgres

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlPutEnvelope = `insert into envelope (submission, ciphertext) values ($1, $2)
		on conflict (submission) do update set ciphertext = excluded.ciphertext`
	sqlEnvelope   = "select ciphertext from envelope where submission = $1"
	sqlPutNonce   = "insert into nonce (hash, expires_at) values ($1, $2)"
	sqlTakeNonce  = "delete from nonce where hash = $1 returning expires_at"
	sqlPutSession = `insert into session (token_hash, agent, address, expires_at) values ($1, $2, $3, $4)
		on conflict (token_hash) do update set agent = excluded.agent, address = excluded.address, expires_at = excluded.expires_at`
	sqlSession    = "select agent, address, expires_at from session where token_hash = $1 and expires_at > $2"
	sqlPutBinding = `insert into registry_binding (token_hash, registry, address, issued_at, expires_at) values ($1, $2, $3, $4, $5)
		on conflict (token_hash) do update set registry = excluded.registry, address = excluded.address, issued_at = excluded.issued_at, expires_at = excluded.expires_at`
	sqlBinding       = "select registry, address, issued_at, expires_at from registry_binding where token_hash = $1 and expires_at > $2"
	sqlSweepBindings = "delete from registry_binding where expires_at <= $1"
	sqlMoveSessions  = "update session set agent = $2 where agent = $1"
	sqlPutReceipt    = "insert into receipt (digest, submission, instruction, body, at, disputed) values ($1, $2, $3, $4, $5, $6)"
	sqlDispute       = "update receipt set disputed = true where instruction = $1 and not disputed"
	sqlReceipts      = "select digest, instruction, body, at, disputed from receipt where submission = $1 order by n desc"
	sqlReceiptLog    = "select n, digest, submission, instruction, body, at, disputed from receipt where n > $1 order by n limit $2"
	sqlSweepNonces   = "delete from nonce where expires_at <= $1"
	sqlSweepSessions = "delete from session where expires_at <= $1"
)

// PutEnvelope implements settle.Side.
func (t *tx) PutEnvelope(submission string, ciphertext []byte) {
	t.write("put envelope")
	if ciphertext == nil {
		ciphertext = []byte{}
	}
	t.exec("storing an envelope", sqlPutEnvelope, submission, ciphertext)
}

// Envelope implements settle.Side.
func (t *tx) Envelope(submission string) (b []byte) {
	t.one("reading an envelope", sqlEnvelope, []any{submission}, &b)
	return b
}

// PutNonce implements settle.Side. Only the nonce's hash is stored, so that a
// look-up takes the same time however much of a guess is right.
func (t *tx) PutNonce(nonce string, expiresAt int64) {
	t.write("put nonce")
	h := sha256.Sum256([]byte(nonce))
	t.exec("storing a nonce", sqlPutNonce, h[:], expiresAt)
}

// TakeNonce implements settle.Side.
func (t *tx) TakeNonce(nonce string, now int64) bool {
	t.write("take nonce")
	h := sha256.Sum256([]byte(nonce))
	var expires int64
	return t.one("using a nonce", sqlTakeNonce, []any{h[:]}, &expires) && now < expires
}

// PutSession implements settle.Side.
func (t *tx) PutSession(s settle.Session) {
	t.write("put session")
	t.exec("storing a session", sqlPutSession, s.TokenHash[:], s.Agent, s.Address[:], s.ExpiresAt)
}

// Session implements settle.Side.
func (t *tx) Session(tokenHash settle.Hash, now int64) *settle.Session {
	s := settle.Session{TokenHash: tokenHash}
	if !t.one("reading a session", sqlSession, []any{tokenHash[:], now}, &s.Agent, scanAddress{&s.Address}, &s.ExpiresAt) {
		return nil
	}
	return &s
}

// PutBinding implements settle.Side.
func (t *tx) PutBinding(b settle.RegistryBinding) {
	t.write("put binding")
	t.exec("storing a registry's attestation", sqlPutBinding, b.TokenHash[:], b.Registry, b.Address[:], b.IssuedAt, b.ExpiresAt)
}

// Binding implements settle.Side.
func (t *tx) Binding(tokenHash settle.Hash, now int64) *settle.RegistryBinding {
	b := settle.RegistryBinding{TokenHash: tokenHash}
	if !t.one("reading a registry's attestation", sqlBinding, []any{tokenHash[:], now}, &b.Registry, scanAddress{&b.Address}, &b.IssuedAt, &b.ExpiresAt) {
		return nil
	}
	return &b
}

// MoveSessions implements settle.Side.
func (t *tx) MoveSessions(from, to string) {
	t.write("move sessions")
	t.exec("moving sessions", sqlMoveSessions, from, to)
}

// PutReceipt implements settle.Side.
func (t *tx) PutReceipt(r settle.StoredReceipt) {
	t.write("put receipt")
	t.exec("storing receipt "+r.Digest.String(), sqlPutReceipt, r.Digest[:], r.Submission, r.Instruction, r.Body, r.At, r.Disputed)
}

// DisputeReceipts implements settle.Side.
func (t *tx) DisputeReceipts(instruction string) {
	t.write("dispute receipts")
	t.exec("disputing receipts", sqlDispute, instruction)
}

// Receipts implements settle.Side.
func (t *tx) Receipts(submission string) (out []settle.StoredReceipt) {
	t.each("reading receipts", sqlReceipts, []any{submission}, func(rows pgx.Rows) error {
		r := settle.StoredReceipt{Submission: submission}
		err := rows.Scan(scanHash{&r.Digest}, &r.Instruction, &r.Body, &r.At, &r.Disputed)
		out = append(out, r)
		return err
	})
	return out
}

// ReceiptsAfter implements settle.Side.
func (t *tx) ReceiptsAfter(n uint64, limit int) (out []settle.StoredReceipt) {
	t.each("reading the log of receipts", sqlReceiptLog, []any{bigint(n), limit}, func(rows pgx.Rows) error {
		var r settle.StoredReceipt
		var n int64
		err := rows.Scan(&n, scanHash{&r.Digest}, &r.Submission, &r.Instruction, &r.Body, &r.At, &r.Disputed)
		r.N = uint64(n)
		out = append(out, r)
		return err
	})
	return out
}

// Sweep forgets the nonces and sessions that have expired at now (Unix ms). It
// does not touch the journal and waits for nobody.
func (s *Store) Sweep(ctx context.Context, now int64) error {
	return s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
			for _, sql := range []string{sqlSweepNonces, sqlSweepSessions, sqlSweepBindings, sqlSweepAllowances} {
				if _, err := pg.Exec(ctx, sql, now); err != nil {
					return fmt.Errorf("sweeping: %w", err)
				}
			}
			if _, err := pg.Exec(ctx, sqlSweepRequestNonces, now-settle.NonceMarginMillis); err != nil {
				return fmt.Errorf("sweeping nonces of signed requests: %w", err)
			}
			return nil
		})
	})
}
