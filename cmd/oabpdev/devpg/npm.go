package devpg

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// npmPlatform is the suffix of the package @embedded-postgres/<platform>.
func npmPlatform() string {
	arch := runtime.GOARCH
	switch arch {
	case "amd64":
		arch = "x64"
	case "386":
		arch = "ia32"
	}
	return runtime.GOOS + "-" + arch
}

// hydrate makes an npm package usable and returns its native directory. npm
// archives cannot hold symbolic links; the package lists them in a file and
// restores them in an install script, which current npm does not run. Where
// the unprivileged user cannot enter the package, a copy is made outside.
func hydrate(native string, id *identity) (string, error) {
	if id.canEnter(filepath.Join(native, "bin")) != nil {
		return outside(native, id)
	}
	return native, restoreLinks(native, native)
}

// restoreLinks makes the links listed in native/pg-symlinks.json under dest.
func restoreLinks(native, dest string) error {
	b, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // this platform needs none
	}
	if err != nil {
		return fmt.Errorf("reading the list of links: %w", err)
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(b, &links); err != nil {
		return fmt.Errorf("reading the list of links: %w", err)
	}
	for _, l := range links {
		source, ok1 := strings.CutPrefix(filepath.Clean(l.Source), "native/")
		target, ok2 := strings.CutPrefix(filepath.Clean(l.Target), "native/")
		if !ok1 || !ok2 {
			return fmt.Errorf("link %s to %s leaves the package", l.Target, l.Source)
		}
		rel, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return fmt.Errorf("link %s: %w", l.Target, err)
		}
		// another process may be doing the same
		if err := os.Symlink(rel, filepath.Join(dest, target)); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("restoring a link: %w", err)
		}
	}
	return nil
}

// outside copies the package (60 MB) to a directory of the temporary directory
// that is named by the package's place and age, once, and returns it.
func outside(native string, id *identity) (string, error) {
	st, err := os.Stat(filepath.Join(native, "bin", "postgres"))
	if err != nil {
		return "", err
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", native, st.Size(), st.ModTime().UnixNano()))
	parent, err := ownDir(filepath.Join(os.TempDir(), fmt.Sprintf("oabpd-pgbin-%d", os.Geteuid())), nil, 0o755)
	if err != nil {
		return "", err
	}
	dest := filepath.Join(parent, fmt.Sprintf("%x", key[:8]))
	if _, err := os.Stat(dest); err == nil {
		return dest, id.canEnter(filepath.Join(dest, "bin"))
	}
	tmp, err := os.MkdirTemp(parent, "copy-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp) // gone already when all went well
	if err := copyTree(native, tmp); err != nil {
		return "", fmt.Errorf("copying: %w", err)
	}
	if err := restoreLinks(native, tmp); err != nil {
		return "", err
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return "", err
	}
	if err := os.Rename(tmp, dest); err != nil {
		if _, serr := os.Stat(dest); serr != nil { // not merely another process that was faster
			return "", err
		}
	}
	return dest, id.canEnter(filepath.Join(dest, "bin"))
}

// copyTree copies plain files and directories, readable for everyone; links
// come from the list.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil || rel == "." {
			return err
		}
		dest := filepath.Join(to, rel)
		if d.IsDir() {
			return os.Mkdir(dest, 0o755)
		}
		st, err := d.Info()
		if err != nil || !st.Mode().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(dest, b, 0o644|st.Mode()&0o111)
	})
}
