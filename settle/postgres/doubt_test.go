package postgres_test

import (
	"errors"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
)

// Doubt grows older by the database's clock alone, is read by another process, and
// only the leader changes it.
func TestDoubtIsKept(t *testing.T) {
	url := newURL(t)
	s, c := open(t, url, postgres.Options{}), connect(t, url)
	epoch, ok, err := s.Acquire(t.Context(), "one", time.Minute)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	read := func(s *postgres.Store) (since, last time.Duration, any bool) {
		t.Helper()
		since, last, any, err := s.Doubt(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return since, last, any
	}
	set := func(epoch int64, since, last time.Duration, any bool) error {
		return s.SetDoubt(t.Context(), epoch, since, last, any)
	}
	if _, _, any := read(s); any {
		t.Fatal("doubt in a fresh database")
	}
	if err := set(epoch, 40*time.Second, 3*time.Second, true); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec(t.Context(), "update doubt set since = since - interval '1 hour', last = last - interval '1 hour'"); err != nil {
		t.Fatal(err)
	}
	other := open(t, url, postgres.Options{})
	if since, last, any := read(other); !any || since < time.Hour+40*time.Second || last < time.Hour+3*time.Second || since-last < 36*time.Second || since-last > 38*time.Second {
		t.Errorf("%s, %s, %t", since, last, any)
	}
	later, ok, err := other.Acquire(t.Context(), "one", time.Minute)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	var deposed *settle.ErrEpoch
	for _, e := range []int64{epoch, 0, later + 1} {
		if err := set(e, 0, 0, false); !errors.As(err, &deposed) {
			t.Errorf("epoch %d: %v", e, err)
		}
	}
	if _, _, any := read(s); !any {
		t.Fatal("a deposed leader ended doubt")
	}
	if _, err := c.Exec(t.Context(), "update doubt set since = clock_timestamp() + interval '1 hour', last = clock_timestamp() + interval '1 hour'"); err != nil {
		t.Fatal(err)
	}
	if since, last, any := read(s); !any || since != 0 || last != 0 {
		t.Errorf("a clock that was set back: %s, %s, %t", since, last, any)
	}
	if err := set(later, 0, 0, false); err != nil {
		t.Fatal(err)
	}
	if _, _, any := read(s); any {
		t.Error("doubt stays")
	}
}
