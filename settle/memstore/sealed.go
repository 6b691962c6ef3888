package memstore

// AnyEnvelope implements settle.Side.
func (t *tx) AnyEnvelope() bool {
	t.enter("any_envelope", false)
	for range t.envelopes.all() {
		return true
	}
	for range t.webhooks.all() {
		return true
	}
	return false
}
