//go:build unix && !linux

package devpg

import (
	"context"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// maxSocketPath is the room for a unix socket's path, without the final NUL.
const maxSocketPath = 103

// dieWithParent does nothing: only Linux has a parent death signal. The next
// Start on the data directory stops a server that was left behind.
func dieWithParent(*syscall.SysProcAttr) {}

// commandLine returns the arguments of a process, or "" if it does not exist.
func commandLine(pid int) string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	b, err := exec.CommandContext(ctx, "ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return string(b)
}
