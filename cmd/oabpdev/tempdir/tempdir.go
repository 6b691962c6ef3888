// Package tempdir makes temporary directories that do not outlive their process for
// long, however it ends.
//
// # Guarantees
//
//   - A directory belongs to the process that made it, by an advisory lock on a file
//     in it that dies with the process. It is removed by Remove, or, where the
//     process was killed, by whoever makes the next one with the same prefix.
//   - What is swept away is a directory of the same user, with that prefix, directly
//     under os.TempDir, whose owner has ended. One without a lock, one that is being
//     made and one that is a link are left alone.
package tempdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lockName is the file that the owner keeps locked. It holds the owner's pid from the
// moment that it is locked: an empty one is of a directory that is being made.
const lockName = "owner.lock"

// Dir is a directory of this process.
type Dir struct {
	// Path is where it is.
	Path string
	lock *os.File
}

// Make removes what killed processes have left with that prefix, and makes a new
// directory of mode 0700. Failures to remove are none of Make.
func Make(prefix string) (*Dir, error) {
	Sweep(prefix, nil)
	path, err := os.MkdirTemp("", prefix)
	if err != nil {
		return nil, fmt.Errorf("making a temporary directory: %w", err)
	}
	d := &Dir{Path: path}
	if d.lock, err = own(filepath.Join(path, lockName)); err != nil {
		return nil, errors.Join(fmt.Errorf("locking a temporary directory: %w", err), os.RemoveAll(path))
	}
	return d, nil
}

// own makes a file, locks it, and writes the pid.
func own(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
		_, err = fmt.Fprintf(f, "%d\n", os.Getpid())
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Remove removes the directory and all that is in it. Twice is fine.
func (d *Dir) Remove() error {
	err := os.RemoveAll(d.Path)
	_ = d.lock.Close() // unlocks, when nothing is left that somebody could take
	if err != nil {
		return fmt.Errorf("removing a temporary directory: %w", err)
	}
	return nil
}

// Sweep removes the directories with that prefix whose owners have ended. before, if
// not nil, is called first with each one's path; after its error the directory stays.
func Sweep(prefix string, before func(dir string) error) {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), prefix+"*")) // prefixes have no pattern in them
	for _, dir := range dirs {
		sweep(dir, before)
	}
}

func sweep(dir string, before func(dir string) error) {
	st, err := os.Lstat(dir)
	if err != nil || !st.IsDir() {
		return
	}
	if sys, ok := st.Sys().(*syscall.Stat_t); !ok || int(sys.Uid) != os.Geteuid() {
		return
	}
	path := filepath.Join(dir, lockName)
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return
	}
	defer f.Close()
	held, err := f.Stat()
	if err != nil || held.Size() == 0 {
		return // being made: to take the lock now would take it from the maker
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return // its owner lives, or another sweeper is at it
	}
	if now, err := os.Lstat(path); err != nil || !os.SameFile(held, now) {
		return // another sweeper was faster
	}
	if before != nil && before(dir) != nil {
		return
	}
	_ = os.RemoveAll(dir) // what cannot be removed now is tried again by the next
}
