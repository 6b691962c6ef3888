package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

// receiptsPerPage bounds one page of the log of receipts.
const receiptsPerPage = 500

// ReceiptLog is all receipts from behind a number (0: from the first), in the order
// of the facts that settled, at most limit; more says whether there are further ones.
// None is ever taken out: one that a newer one replaces, or whose payment a reorg
// removed, is disputed, and one of a withheld deliverable is voided.
func (e *Engine) ReceiptLog(ctx context.Context, after uint64, limit int) (out []settle.StoredReceipt, more bool, err error) {
	limit = min(max(limit, 1), receiptsPerPage)
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = tx.ReceiptsAfter(after, limit+1)
		if more = len(out) > limit; more {
			out = out[:limit]
		}
		for k := range out {
			if s := settle.GetRow[settle.Submission](tx, out[k].Submission); s != nil {
				out[k].VoidedFor = s.WithheldFor
			}
		}
		return nil
	})
	return out, more, err
}
