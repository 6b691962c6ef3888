package cli_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

// Where run would refuse to start, doctor says so beforehand: sealed
// deliverables whose keyset is elsewhere, and a data directory that cannot be.
func TestDoctorLooksForTheKeysetOfWhatIsSealed(t *testing.T) {
	url := pgtest.NewDB(t, "empty", func(context.Context, string) error { return nil })
	wants(t, 0, nil, "migrate", "up", "--database-url", url)
	args := []string{"doctor", "--database-url", url, "--rpc", "http://127.0.0.1:1", "--fee-bp", "0", "--data-dir"}
	wants(t, 3, []string{"none yet at", "ok    data directory"}, append(args, filepath.Join(t.TempDir(), "not", "yet"))...)
	wants(t, 3, []string{"FAIL  data directory", "is no directory"}, append(args, write(t, "file", ""))...)

	db, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	if _, err := db.Exec(t.Context(), "insert into envelope (submission, ciphertext) values ('sub_1', 'x')"); err != nil {
		t.Fatal(err)
	}
	wants(t, 3, []string{"FAIL  sealing keyset", "holds sealed deliverables", "restore it", "identity key"}, append(args, t.TempDir())...)
	if out := wants(t, 3, nil, append(args, t.TempDir())...); strings.Contains(out, "FAIL  identity key") {
		t.Errorf("nobody signs in:\n%s", out)
	}
	if _, err := db.Exec(t.Context(), "insert into identity (provider, digest, ciphertext, agent, linked_at) values ('github', sha256('x'), 'x', 'agt_1', 1)"); err != nil {
		t.Fatal(err)
	}
	wants(t, 3, []string{"FAIL  identity key", "people sign in to this database", "--identity-key-file"}, append(args, t.TempDir())...)
}
