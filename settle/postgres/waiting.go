package postgres

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// waitingAccess finds what waits for a tier up to a height by an index of both, so
// that what has not fallen due costs nothing.
var waitingAccess = access{cond: "waits_for = $1 and waits_in <= $2", several: func(arg string) ([]any, error) {
	tier, height, ok := strings.Cut(arg, "/")
	n, err := strconv.ParseInt(height, 10, 64)
	if !ok || err != nil {
		return nil, errors.New("want a tier and a height")
	}
	return []any{tier, n}, nil
}}

// waits are the columns of rows that may wait to settle.
func (w *writer) waits(rows []settle.Row) (tiers []*string, heights []*int64) {
	tiers, heights = make([]*string, len(rows)), make([]*int64, len(rows))
	for i, r := range rows {
		if tier, in, ok := w.settings().Waits(r); ok {
			text, n := tier.String(), bigint(in)
			tiers[i], heights[i] = &text, &n
		}
	}
	return tiers, heights
}

// stored are the settings as the database has them, as far as this transaction
// knows.
func (t *tx) stored() (s settle.Settings) {
	r, ok := t.flushed[rowKey{settle.TableSettings, settle.SettingsKey}]
	if !ok {
		r = t.base.Get(settle.TableSettings, settle.SettingsKey)
	}
	if x, ok := r.(*settle.Settings); ok {
		s = *x
	}
	return s
}

// inForce are the settings as this transaction has them.
func (t *tx) inForce() (s settle.Settings) {
	if x := settle.GetRow[settle.Settings](t.overlay, settle.SettingsKey); x != nil {
		s = *x
	}
	return s
}

// sqlWaiting reads what waits, with the amount that its tier is by.
func sqlWaiting(table settle.Table) string {
	amount := "body ->> 'total'"
	if table == settle.TableEscrowAward {
		amount = "body -> 'final' ->> 'gross'"
	}
	return fmt.Sprintf("select key, waits_for, %s from %s where waits_for is not null", amount, table)
}

// sqlRetier gives rows that wait another tier.
func sqlRetier(table settle.Table) string {
	return fmt.Sprintf("update %s set waits_for = r.w from unnest($1::text[], $2::text[]) as r (k, w) where key = r.k", table)
}

// retier sorts what waits by the tiers that are in force now, once others were.
// It costs as much as waits.
func (t *tx) retier(was settle.Settings) {
	set := t.inForce()
	if set.SameTiers(was) {
		return
	}
	for _, table := range []settle.Table{settle.TableInstruction, settle.TableEscrowAward} {
		var keys, tiers []string
		t.each("reading what waits", sqlWaiting(table), nil, func(rows pgx.Rows) error {
			var key, tier, text string
			if err := rows.Scan(&key, &tier, &text); err != nil {
				return err
			}
			amount, err := money.Parse(text)
			if want := set.TierOf(amount).String(); err == nil && want != tier {
				keys, tiers = append(keys, key), append(tiers, want)
			}
			return err
		})
		t.exec("sorting what waits", sqlRetier(table), keys, tiers)
	}
	for at := range t.base.found {
		if isWaiting(at.name) {
			delete(t.base.found, at)
		}
	}
	for at := range t.base.exists {
		if isWaiting(at.name) {
			delete(t.base.exists, at)
		}
	}
	t.base.wide = nil
}

func isWaiting(name settle.QueryName) bool {
	return name == settle.QueryInstructionsWaiting || name == settle.QueryAwardsWaiting
}

// sorted makes the database sort what waits by the tiers in force, before it is
// asked for it.
func (t *tx) sorted(q settle.Query) {
	if isWaiting(q.Name) && !t.readOnly && t.overlay.Touched(settle.TableSettings) && !t.inForce().SameTiers(t.stored()) {
		t.flush()
	}
}

// ahead is by how many blocks a transaction of many blocks looks further than it
// is asked to, since the next block asks for one more.
const ahead = 64

// findWaiting answers what waits up to a height, in a transaction of many blocks,
// from an answer for a greater height.
func (b *base) findWaiting(q settle.Query) (rows []settle.Row, ok bool) {
	if b.tx.bulk == nil || !isWaiting(q.Name) {
		return nil, false
	}
	args, err := waitingAccess.args(q)
	must(err, "finding %s", q.Name)
	at := lookup{q.Name, args[0].(string)}
	wide, known := b.wide[at]
	if n := args[1].(int64); !known || wide.arg < n {
		wide.arg = n + min(ahead, (1<<63-1)-n)
		wide.rows = b.query(q, fmt.Sprintf("%s/%d", at.arg, wide.arg))
		if b.wide == nil {
			b.wide = map[lookup]upTo{}
		}
		b.wide[at] = wide
	}
	for _, r := range wide.rows {
		if q.Match(r) {
			rows = append(rows, r)
		}
	}
	return rows, true
}
