package daemon

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Only regular files of the directory are published: nothing hidden, no link that
// leads out of it; and not more than fits.
func TestReadSpecs(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	for p, text := range map[string]string{filepath.Join(dir, "AIP-1.md"): "one", filepath.Join(dir, "AIP-2", "a", "b.md"): "two",
		filepath.Join(dir, ".git", "config"): "hidden", filepath.Join(dir, "AIP-2", ".env"): "hidden", outside: "outside"} {
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "AIP-3.md")); err != nil {
		t.Fatal(err)
	}
	got, err := readSpecs(dir)
	if err != nil || len(got) != 2 || got[0].Path != "AIP-1.md" || string(got[0].Body) != "one" || got[1].Path != "AIP-2/a/b.md" || string(got[1].Body) != "two" {
		t.Errorf("%v %+v", err, got)
	}
	if none, err := readSpecs(""); none != nil || err != nil {
		t.Errorf("%v %v", none, err)
	}
	if _, err := readSpecs(filepath.Join(dir, "absent")); err == nil {
		t.Error("a directory that is not there was read")
	}
	if err := os.Truncate(filepath.Join(dir, "AIP-1.md"), specBytesMost+1); err != nil {
		t.Fatal(err)
	}
	if _, err := readSpecs(dir); err == nil || !strings.Contains(err.Error(), "MiB") {
		t.Errorf("too much was read: %v", err)
	}
}
