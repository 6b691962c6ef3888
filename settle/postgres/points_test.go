package postgres_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/postgres"
)

// TestPointsHistories is the ledger's property test over PostgreSQL.
func TestPointsHistories(t *testing.T) {
	checks(t, "6")
	keys := keyset(t)
	rapid.Check(t, func(rt *rapid.T) {
		store := open(t, newURL(t), postgres.Options{})
		enginetest.NewPointsMachine(rt, enginetest.New(rt, func(func() time.Time) enginetest.Store { return store }, keys)).Run()
	})
}

// TestOnePostOfManyAtOnce: of 200 posts at once, by an agent whose balance is enough
// for one, exactly one is taken; the others say what is missing, and cost nothing.
func TestOnePostOfManyAtOnce(t *testing.T) {
	t.Parallel()
	w, store := newWorld(t)
	w.WithPoints()
	p := w.NewActor("poster")
	var wg sync.WaitGroup
	var posted atomic.Int32
	for range 200 {
		wg.Go(func() {
			_, err := w.Engine.Post(t.Context(), settle.NewMission{Poster: p.Agent, Mode: settle.ModePoints, Title: "t", Category: "other",
				Reward: enginetest.Points(600), Grain: money.Units(1)})
			switch settle.CodeOf(err) {
			case "":
				posted.Add(1)
			case settle.CodeInsufficientPoints:
			default:
				t.Errorf("posting: %v", err)
			}
		})
	}
	wg.Wait()
	v, err := w.Engine.Points(t.Context(), p.Agent)
	if err != nil || posted.Load() != 1 || v.Balance != enginetest.Points(395) {
		t.Errorf("%d posted, and %s units are left (%v)", posted.Load(), v.Balance, err)
	}
	stats, err := w.Engine.PointsStats(t.Context())
	if err != nil || stats.Book.Granted != enginetest.Points(1000) || stats.Book.Burned != enginetest.Points(5) {
		t.Errorf("%+v (%v)", stats.Book, err)
	}
	refolded(t, t, store)
}

// TestLedgerOfPointsInTheDatabase: a balance below zero, a movement of nothing and a
// ballot for no mission are refused there too, whatever the code does.
func TestLedgerOfPointsInTheDatabase(t *testing.T) {
	t.Parallel()
	url := newURL(t)
	w := worldOver(t, open(t, url, postgres.Options{}))
	w.WithPoints()
	p := w.NewActor("poster")
	if _, err := w.Engine.Post(t.Context(), settle.NewMission{Poster: p.Agent, Mode: settle.ModePoints, Title: "t", Category: "other",
		Reward: enginetest.Points(600), Grain: money.Units(1)}); err != nil {
		t.Fatal(err)
	}
	c := connect(t, url)
	for what, sql := range map[string]string{
		"a balance below zero":    `update points_account set body = body || '{"balance":"-1"}'`,
		"a movement of nothing":   `update points_movement set body = body || '{"amount":"0"}'`,
		"a movement from nowhere": `insert into points_movement (key, body) values ('x', '{"amount":"1"}')`,
		"another's account":       `update points_account set key = 'agent/x'`,
		"a second book":           `insert into points_book (key, body) values ('x', '{}')`,
		"a poll of no mission":    `insert into points_poll (key, body) values ('x', '{"mission":"x"}')`,
		"a ballot in no mission":  `insert into points_ballot (key, body) values ('x/y', '{"mission":"x","voter":"y"}')`,
		"points without terms":    `update mission set body = body - 'points'`,
	} {
		if err := rolledBack(t, c, sql); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
}
