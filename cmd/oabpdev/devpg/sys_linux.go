package devpg

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// maxSocketPath is the room for a unix socket's path, without the final NUL.
const maxSocketPath = 107

// dieWithParent asks the kernel for a fast shutdown (SIGINT) of the server when
// the thread that started it ends; see startLocked.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGINT }

// commandLine returns the arguments of a process, separated by spaces, or ""
// if it does not exist.
func commandLine(pid int) string {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	if err != nil {
		return ""
	}
	return strings.ReplaceAll(string(b), "\x00", " ")
}
