package postgres

const sqlAnyEnvelope = "select exists (select 1 from envelope) or exists (select 1 from webhook)"

// AnyEnvelope implements settle.Side.
func (t *tx) AnyEnvelope() (yes bool) {
	t.one("looking for envelopes", sqlAnyEnvelope, nil, &yes)
	return yes
}
