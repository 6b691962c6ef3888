package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/oabp/oabpd/api"
)

// Bounds of a directory of specifications, which is kept in memory.
const (
	specFilesMost = 500
	specBytesMost = 16 << 20
)

// readSpecs reads the regular files of a directory and those below it; what begins
// with a dot and what is no regular file, a link for example, is left out. Without a
// directory there are none.
func readSpecs(dir string) (out []api.SpecFile, err error) {
	if dir == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("opening it: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	size := 0
	err = fs.WalkDir(root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if hidden := strings.HasPrefix(path.Base(p), ".") && p != "."; hidden || !d.Type().IsRegular() {
			if hidden && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if size += int(info.Size()); len(out) == specFilesMost || size > specBytesMost {
			return fmt.Errorf("more than %d files or %d MiB", specFilesMost, specBytesMost>>20)
		}
		b, err := fs.ReadFile(root.FS(), p)
		out = append(out, api.SpecFile{Path: p, Body: b})
		return err
	})
	return out, err
}
