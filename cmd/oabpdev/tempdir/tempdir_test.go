package tempdir

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const asOwner = "OABPD_TEMPDIR_OWNER"

// TestMain is another process where a test asks for one: it makes a directory, says
// where, and lives until its input ends.
func TestMain(m *testing.M) {
	prefix := os.Getenv(asOwner)
	if prefix == "" {
		os.Exit(m.Run())
	}
	d, err := Make(prefix)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(d.Path)
	_, _ = bufio.NewReader(os.Stdin).ReadByte()
	os.Exit(0) // without Remove
}

// owner starts a process with a directory. Its end is as sudden as a kill's: nothing
// of it runs any more.
func owner(t *testing.T, prefix string) (path string, end func()) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), asOwner+"="+prefix)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() {
		_ = c.Process.Kill()
		_ = in.Close()
		_ = c.Wait()
	})
	t.Cleanup(end)
	path, err = bufio.NewReader(out).ReadString('\n')
	if path = strings.TrimSpace(path); err != nil || !exists(path) {
		t.Fatalf("no directory: %q, %v", path, err)
	}
	return path, end
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// The directory of a killed process goes with the next one that is made; that of one
// that lives, and whatever cannot be known to be left behind, stays.
func TestSweep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	const prefix = "oabpd-sweep-"
	killed, kill := owner(t, prefix)
	living, _ := owner(t, prefix)
	if err := os.WriteFile(filepath.Join(killed, "kept"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	kill()
	at := func(name string) string { return filepath.Join(os.TempDir(), name) }
	lockless, making, elsewhere := at(prefix+"lockless"), at(prefix+"making"), at("other")
	for _, dir := range []string{lockless, making, elsewhere} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for file, body := range map[string]string{filepath.Join(making, lockName): "", filepath.Join(elsewhere, lockName): "1\n"} {
		if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := at(prefix + "link")
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Fatal(err)
	}
	d, err := Make(prefix)
	if err != nil {
		t.Fatal(err)
	}
	if exists(killed) {
		t.Error("what a killed process left is still there")
	}
	for _, path := range []string{living, lockless, making, elsewhere, filepath.Join(elsewhere, lockName), link, d.Path} {
		if !exists(path) {
			t.Errorf("%s is gone", path)
		}
	}
	for range 2 {
		if err := d.Remove(); err != nil || exists(d.Path) {
			t.Errorf("removed: %v", err)
		}
	}
}

// What must be done before a directory can go is done, and its failure keeps it.
func TestSweepAsksBefore(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	const prefix = "oabpd-before-"
	killed, kill := owner(t, prefix)
	kill()
	Sweep(prefix, func(dir string) error { return fmt.Errorf("%s is in use", dir) })
	if !exists(killed) {
		t.Fatal("it is gone")
	}
	asked := ""
	Sweep(prefix, func(dir string) error { asked = dir; return nil })
	if exists(killed) || asked != killed {
		t.Errorf("asked about %q", asked)
	}
}

// Many make and sweep at the same time, among what killed ones left: nobody loses
// a directory that is in use, and nothing stays.
func TestMakeAtOnce(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	const prefix = "oabpd-atonce-"
	living, _ := owner(t, prefix)
	for range 3 {
		_, kill := owner(t, prefix)
		kill()
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 40 {
				d, err := Make(prefix)
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(d.Path, "in use"), nil, 0o600); err != nil {
					t.Error(err)
				}
				if err := d.Remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	left, err := os.ReadDir(os.TempDir())
	if err != nil || len(left) != 1 || filepath.Join(os.TempDir(), left[0].Name()) != living {
		t.Errorf("left are %v, %v", left, err)
	}
}
