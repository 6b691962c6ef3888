package postgres

import (
	"context"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
)

// sqlTimeline gives the cluster and its timeline, as eight hexadecimal digits; an
// empty one of a server in recovery, which takes no writes.
const sqlTimeline = `select (select system_identifier from pg_control_system())::text,
	case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end`

// timelines are the newest that this process has met, by cluster. A failover begins
// a new one. A server that writes on an older one is a former primary which nobody
// stopped, or which came back: what is written there is lost, and what is read there
// is old.
type timelines struct {
	mu     sync.Mutex
	newest map[string]string
	// moved is called when a newer one is met, from any goroutine: connections to
	// the server before may still be open.
	moved func()
}

func newTimelines() *timelines {
	return &timelines{newest: map[string]string{}, moved: func() {}}
}

func (t *timelines) onMove(moved func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moved = moved
}

// guard adds to what a new connection must pass that its server is not on a
// timeline which has ended. Where the URL names several hosts, the next is tried.
func (t *timelines) guard(before pgconn.ValidateConnectFunc) pgconn.ValidateConnectFunc {
	return func(ctx context.Context, c *pgconn.PgConn) error {
		if before != nil {
			if err := before(ctx, c); err != nil {
				return err // as it is: the driver looks at its type
			}
		}
		r, err := c.Exec(ctx, sqlTimeline).ReadAll()
		if err != nil {
			return fmt.Errorf("asking for the server's timeline: %w", err)
		}
		if len(r) != 1 || len(r[0].Rows) != 1 || len(r[0].Rows[0]) != 2 {
			return fmt.Errorf("asking for the server's timeline: unexpected answer")
		}
		return t.meet(string(r[0].Rows[0][0]), string(r[0].Rows[0][1]))
	}
}

// meet notes a server's timeline; an error says that it has ended.
func (t *timelines) meet(cluster, timeline string) error {
	if timeline == "" {
		return nil
	}
	t.mu.Lock()
	newest, known := t.newest[cluster]
	moved := t.moved
	if timeline > newest {
		t.newest[cluster] = timeline
	}
	t.mu.Unlock()
	switch {
	case timeline < newest:
		return fmt.Errorf("the server is on timeline %s, and %s has begun elsewhere: it was the primary before a failover, and must be made a standby", timeline, newest)
	case known && timeline > newest:
		moved()
	}
	return nil
}
