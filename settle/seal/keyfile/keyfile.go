package keyfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// MaxSize is the most bytes that a key file may have.
const MaxSize = 1 << 20

// ErrPermissions says that others than its owner may read a key file.
var ErrPermissions = errors.New("key file is readable by others than its owner")

// ErrTooLarge says that a file is above MaxSize and so no key file.
var ErrTooLarge = errors.New("too large for a key file")

// Read reads a key file. Errors: ErrPermissions, ErrTooLarge, those of os.
func Read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s has mode %04o, want 0600: %w", path, info.Mode().Perm(), ErrPermissions)
	}
	b, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(b) > MaxSize {
		return nil, fmt.Errorf("%s: %w", path, ErrTooLarge)
	}
	return b, nil
}

// Create writes a new file, and its folder (mode 0700) if need be; os.ErrExist if there is one. A crash leaves
// either the whole file or none.
func Create(path string, b []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := writeTemp(dir, b)
	if err != nil {
		return err
	}
	defer os.Remove(tmp)
	if err := os.Link(tmp, path); err != nil {
		return err
	}
	return syncFolder(dir)
}

// Replace exchanges a file's content atomically.
func Replace(path string, b []byte) error {
	dir := filepath.Dir(path)
	tmp, err := writeTemp(dir, b)
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
		return err
	}
	return syncFolder(dir)
}

// writeTemp leaves b, synced, in a new file of dir that only its owner can read.
func writeTemp(dir string, b []byte) (path string, err error) {
	f, err := os.CreateTemp(dir, ".key-*") // mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Lock keeps other processes that call it for the same folder out until unlock.
func Lock(path string) (unlock func(), err error) {
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX); err != nil {
		d.Close()
		return nil, err
	}
	return func() { d.Close() }, nil // closing releases the lock
}
