package devpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// identity is the unprivileged user a server started by root runs as; nil is
// "the user we are".
type identity struct{ uid, gid uint32 }

// unprivileged returns nil unless we are root. The numeric id at the end needs
// no entry in the user database: initdb is told its superuser's name.
func unprivileged() *identity {
	if os.Geteuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil && uid != 0 {
			return &identity{uint32(uid), uint32(gid)}
		}
	}
	return &identity{65534, 65534}
}

// command prepares a program that runs as id in dir with a fixed environment.
func command(ctx context.Context, id *identity, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir // the current one may be closed to id
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/local/bin:/usr/bin:/bin"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if id != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: id.uid, Gid: id.gid, Groups: []uint32{id.gid}}
	}
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// canEnter reports the first directory on the way to dir that id may not
// enter. It reads mode bits; access lists beyond them are not seen.
func (id *identity) canEnter(dir string) error {
	if id == nil {
		return nil
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err
	}
	for {
		st, err := os.Stat(dir)
		if err != nil {
			return err
		}
		sys, ok := st.Sys().(*syscall.Stat_t)
		if !ok {
			return fmt.Errorf("no owner known of %s", dir)
		}
		bit := fs.FileMode(0o001)
		switch {
		case sys.Uid == id.uid:
			bit = 0o100
		case sys.Gid == id.gid:
			bit = 0o010
		}
		if st.Mode()&bit == 0 {
			return fmt.Errorf("user %d may not enter %s", id.uid, dir)
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

// ownDir makes path, or takes it over if it is a directory of ours, and gives
// it to id. Paths under a shared temporary directory can be guessed, so what
// belongs to somebody else, or is a link, is refused.
func ownDir(path string, id *identity, mode fs.FileMode) (string, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", fmt.Errorf("making %s: %w", filepath.Dir(path), err)
	}
	if err := os.Mkdir(path, mode); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("making %s: %w", path, err)
	}
	st, err := os.Lstat(path)
	if err != nil {
		return "", fmt.Errorf("looking at %s: %w", path, err)
	}
	sys, ok := st.Sys().(*syscall.Stat_t)
	if !ok || !st.IsDir() {
		return "", fmt.Errorf("%s is not a directory", path)
	}
	if int(sys.Uid) != os.Geteuid() && (id == nil || sys.Uid != id.uid) {
		return "", fmt.Errorf("%s belongs to user %d", path, sys.Uid)
	}
	if err := id.own(path); err != nil {
		return "", err
	}
	if err := os.Chmod(path, mode); err != nil {
		return "", fmt.Errorf("closing %s to others: %w", path, err)
	}
	return path, nil
}

// own gives path to id.
func (id *identity) own(path string) error {
	if id == nil {
		return nil
	}
	if err := os.Lchown(path, int(id.uid), int(id.gid)); err != nil {
		return fmt.Errorf("giving %s to user %d: %w", path, id.uid, err)
	}
	return nil
}
