package memstore

import (
	"slices"

	"github.com/oabp/oabpd/settle"
)

type storedReceipt struct {
	settle.StoredReceipt
	n int // order of arrival
}

// PutEnvelope implements settle.Side.
func (t *tx) PutEnvelope(submission string, ciphertext []byte) {
	t.enter("put_envelope", true)
	t.envelopes.put(submission, slices.Clone(ciphertext))
}

// Envelope implements settle.Side.
func (t *tx) Envelope(submission string) []byte {
	t.enter("envelope", false)
	b, _ := t.envelopes.get(submission)
	return slices.Clone(b)
}

// PutNonce implements settle.Side.
func (t *tx) PutNonce(nonce string, expiresAt int64) {
	t.enter("put_nonce", true)
	if _, ok := t.nonces.get(nonce); ok {
		fail("storing a nonce: it is there already")
	}
	t.nonces.put(nonce, expiresAt)
}

// TakeNonce implements settle.Side.
func (t *tx) TakeNonce(nonce string, now int64) bool {
	t.enter("take_nonce", true)
	expires, ok := t.nonces.get(nonce)
	t.nonces.del(nonce)
	return ok && now < expires
}

// PutSession implements settle.Side.
func (t *tx) PutSession(s settle.Session) {
	t.enter("put_session", true)
	t.sessions.put(s.TokenHash, s)
}

// Session implements settle.Side.
func (t *tx) Session(tokenHash settle.Hash, now int64) *settle.Session {
	t.enter("session", false)
	s, ok := t.sessions.get(tokenHash)
	if !ok || now >= s.ExpiresAt {
		return nil
	}
	return &s
}

// PutBinding implements settle.Side.
func (t *tx) PutBinding(b settle.RegistryBinding) {
	t.enter("put_binding", true)
	t.bindings.put(b.TokenHash, b)
}

// Binding implements settle.Side.
func (t *tx) Binding(tokenHash settle.Hash, now int64) *settle.RegistryBinding {
	t.enter("binding", false)
	b, ok := t.bindings.get(tokenHash)
	if !ok || now >= b.ExpiresAt {
		return nil
	}
	return &b
}

// MoveSessions implements settle.Side.
func (t *tx) MoveSessions(from, to string) {
	t.enter("move_sessions", true)
	for k, s := range t.sessions.all() {
		if s.Agent == from {
			s.Agent = to
			t.sessions.put(k, s)
		}
	}
}

// PutReceipt implements settle.Side.
func (t *tx) PutReceipt(r settle.StoredReceipt) {
	t.enter("put_receipt", true)
	if _, ok := t.receipts.get(r.Digest); ok {
		fail("storing receipt %s: it is there already", r.Digest)
	}
	n := 0
	for range t.receipts.all() {
		n++
	}
	r.Body = slices.Clone(r.Body)
	t.receipts.put(r.Digest, storedReceipt{r, n})
}

// DisputeReceipts implements settle.Side.
func (t *tx) DisputeReceipts(instruction string) {
	t.enter("dispute_receipts", true)
	for k, r := range t.receipts.all() {
		if r.Instruction == instruction {
			r.Disputed = true
			t.receipts.put(k, r)
		}
	}
}

// Receipts implements settle.Side.
func (t *tx) Receipts(submission string) (out []settle.StoredReceipt) {
	t.enter("receipts", false)
	var found []storedReceipt
	for _, r := range t.receipts.all() {
		if r.Submission == submission {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b storedReceipt) int { return b.n - a.n })
	for _, r := range found {
		r.Body = slices.Clone(r.Body)
		out = append(out, r.StoredReceipt)
	}
	return out
}

// ReceiptsAfter implements settle.Side.
func (t *tx) ReceiptsAfter(n uint64, limit int) (out []settle.StoredReceipt) {
	t.enter("receipts_after", false)
	var found []storedReceipt
	for _, r := range t.receipts.all() {
		if uint64(r.n)+1 > n {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b storedReceipt) int { return a.n - b.n })
	for _, r := range found[:min(limit, len(found))] {
		r.Body, r.N = slices.Clone(r.Body), uint64(r.n)+1
		out = append(out, r.StoredReceipt)
	}
	return out
}

func (t *tx) sweep(now int64) {
	for k, expires := range t.nonces.all() {
		if now >= expires {
			t.nonces.del(k)
		}
	}
	for k, s := range t.sessions.all() {
		if now >= s.ExpiresAt {
			t.sessions.del(k)
		}
	}
	for k, b := range t.bindings.all() {
		if now >= b.ExpiresAt {
			t.bindings.del(k)
		}
	}
}
