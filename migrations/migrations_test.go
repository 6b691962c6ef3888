package migrations_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/oabp/oabpd/migrations"
)

// Two migrations with one number, or a gap, would stop every database.
func TestMigrationsAreNumberedOneAfterTheOther(t *testing.T) {
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i, name := range files {
		if !strings.HasPrefix(name, fmt.Sprintf("%04d_", i+1)) {
			t.Errorf("migration %d is %s", i+1, name)
		}
	}
}
