package engine

import "github.com/oabp/oabpd/settle"

// pauseLogs records what the token's own logs in a block say of a pause (R9): to the
// second, and also one that is over before anybody asks. Looks stay beside it, since
// an endpoint may leave a log out.
func (e *Engine) pauseLogs(tx settle.Tx, b settle.Block) error {
	for _, l := range b.Logs {
		if l.Kind != settle.LogPause && l.Kind != settle.LogUnpause || l.Emitter != settingsOf(tx).Token {
			continue
		}
		// Also while nothing is reserved: a pick may see the end of a pause before it is
		// indexed.
		if err := e.note(tx, look{block: b.BlockRef, time: b.Time, paused: l.Kind == settle.LogPause, source: b.Source}); err != nil {
			return err
		}
	}
	return nil
}
