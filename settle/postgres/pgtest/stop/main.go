// Command stop ends the PostgreSQL server that the tests share; see package
// pgtest. It exits 0 when none runs (any more).
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := pgtest.Stop(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "stop:", err)
		os.Exit(1)
	}
}
